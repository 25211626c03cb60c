//! Licences that pages name are kept: from the rebuild on that asks for them, and of files that come later.

use crate::files::{Folder, archive, lock, rebuild, record, response};
use stodola_archive::{Archive, Captures, Intake};
use stodola_follow::{FOLLOWERS, LicenceStore, RebuildScope, open_writer, progress, rebuild_scope};

const HTML: &str = "Content-Type: text/html; charset=utf-8\r\n";

fn add(folder: &Folder, name: &str, bytes: &[u8]) {
    let archive = archive(folder);
    let path = folder.write(name, bytes);
    let mut writer = open_writer(&archive, FOLLOWERS, lock(&archive)).unwrap();
    writer.take_in(&archive, &path, Intake::Reference, &mut ()).unwrap();
}

/// The licences of the only capture of a URI.
fn licences(archive: &Archive, uri: &str) -> Vec<String> {
    let entry = Captures::new(archive).lookup(uri.as_bytes()).unwrap().remove(0);
    let store = LicenceStore::open_to_read(archive).unwrap().unwrap();
    let told = |it: &stodola_follow::PageLicence| {
        let (kind, words) = it.evidence.parts();
        format!("{} | {kind} | {words}", it.licence)
    };
    store.of(&entry).unwrap().iter().map(told).collect()
}

#[test]
fn licences_are_kept_from_the_rebuild_on_that_asks_for_them() {
    let folder = Folder::new("licences");
    let page = |uri: &str, body: &str| response(uri, "2020-01-01T00:00:00Z", HTML, body.as_bytes());
    let by = "https://creativecommons.org/licenses/by/4.0/";
    let mut first = page("http://a.cz/", &format!("<a rel=license href='{by}'>x</a>"));
    first.extend(page("http://b.cz/", "<p>All rights reserved"));
    first.extend(record("resource", "http://c.cz/", "2020-01-01T00:00:00Z", by.as_bytes()));
    add(&folder, "1.warc", &first);
    let archive = archive(&folder);
    // Nobody has asked for them.
    assert!(!LicenceStore::exists(&archive));
    assert!(LicenceStore::open_to_read(&archive).unwrap().is_none());
    let scope = RebuildScope::Only("licences".to_owned());
    rebuild_scope(&archive, FOLLOWERS, lock(&archive), &scope, &mut (), &mut |_| ()).unwrap();
    let of_a = [format!("CC BY 4.0 ({by}) | relation | a")];
    let check = || {
        assert_eq!(licences(&archive, "http://a.cz/"), of_a);
        for uri in ["http://b.cz/", "http://c.cz/"] {
            assert!(licences(&archive, uri).is_empty(), "{uri}");
        }
    };
    check();
    let later = format!(
        "<meta name=dc.rights content='CC0'><a rel='license' href=/terms>x</a><p>{}",
        "x".repeat(2 << 20)
    );
    add(&folder, "2.warc", &page("http://d.cz/", &later));
    let of_d = ["http://d.cz/terms | relation | a", "CC0 | meta | dc.rights: CC0"];
    assert_eq!(licences(&archive, "http://d.cz/"), of_d);
    // All of it can be made again, and each file is followed to its end.
    rebuild(&archive);
    check();
    assert_eq!(licences(&archive, "http://d.cz/"), of_d);
    let catalogue = stodola_archive::Catalogue::open(&archive).unwrap();
    let progress = progress(&archive, FOLLOWERS, &catalogue).unwrap();
    let own = progress.iter().find(|it| it.name == "licences").unwrap();
    assert_eq!((own.files_done, own.failure.is_none()), (2, true));
}
