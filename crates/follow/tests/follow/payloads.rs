//! The index of payloads as a follower.

use crate::files::{Folder, archive, dump, keep, lock, response, sink, store};
use stodola_archive::{Archive, Catalogue, Intake, PayloadIndex};
use stodola_follow::{FOLLOWERS, RebuildScope, open_writer, progress, rebuild_scope};

fn add(archive: &Archive, folder: &Folder, name: &str) {
    let page = response("http://p.cz/", "2020-01-01T00:00:00Z", "", name.as_bytes());
    let path = folder.write(name, page);
    let mut writer = open_writer(archive, FOLLOWERS, lock(archive)).unwrap();
    writer.take_in(archive, &path, Intake::Copy, &mut ()).unwrap();
}

fn done(archive: &Archive) -> Vec<(&'static str, u64)> {
    let catalogue = Catalogue::open(archive).unwrap();
    let all = progress(archive, FOLLOWERS, &catalogue).unwrap();
    all.into_iter().map(|it| (it.name, it.files_done)).collect()
}

#[test]
fn archive_that_was_never_harvested_into_has_no_index_and_one_that_was_keeps_it() {
    let folder = Folder::new("payloads");
    let archive = archive(&folder);
    add(&archive, &folder, "a.warc");
    assert_eq!(done(&archive), [("catalogue", 1)]);
    assert!(!PayloadIndex::exists(&archive));
    // The first harvest needs it, for the files from before too.
    drop(keep(&archive));
    assert_eq!(done(&archive), [("catalogue", 1), ("payloads", 1)]);
    add(&archive, &folder, "b.warc");
    assert_eq!(done(&archive), [("catalogue", 2), ("payloads", 2)]);
    let scope = RebuildScope::Only("payloads".to_owned());
    let before = dump(&archive);
    let rebuilt =
        rebuild_scope(&archive, FOLLOWERS, lock(&archive), &scope, &mut (), &mut |_| ()).unwrap();
    assert!(rebuilt.is_none());
    assert_eq!(dump(&archive), before);
    assert_eq!(done(&archive), [("catalogue", 2), ("payloads", 2)]);
    rebuild_scope(&archive, FOLLOWERS, lock(&archive), &RebuildScope::All, &mut (), &mut |_| ())
        .unwrap();
    assert_eq!(done(&archive), [("catalogue", 2), ("payloads", 2)]);
}

#[test]
fn payload_of_an_added_file_is_referred_to_by_a_harvest() {
    let folder = Folder::new("payloads-known");
    let archive = archive(&folder);
    drop(keep(&archive));
    // What the harvest below stores as its page 0, from elsewhere.
    let body = b"<title>page 0</title>";
    let page = response("http://e.cz/", "2020-01-01T00:00:00Z", "", body);
    let path = folder.write("e.warc", page);
    let mut writer = open_writer(&archive, FOLLOWERS, lock(&archive)).unwrap();
    writer.take_in(&archive, &path, Intake::Copy, &mut ()).unwrap();
    drop(writer);
    let (keeper, _) = keep(&archive);
    let sink = sink(&keeper, 1 << 20);
    store(&sink, 0);
    sink.close().unwrap();
    keeper.settle().unwrap();
    let found = Catalogue::open(&archive).unwrap().lookup(b"http://s.cz/0").unwrap();
    assert_eq!(found[0].row.kind, stodola_archive::CaptureKind::Revisit);
    assert_eq!(found[0].row.target_uri.as_deref(), Some(&b"http://e.cz/"[..]));
    // Its own file is in the index without having been read.
    assert_eq!(done(&archive), [("catalogue", 2), ("payloads", 2)]);
}

#[test]
fn index_that_cannot_be_read_is_told_and_keeps_nobody_from_asking() {
    let folder = Folder::new("payloads-damaged");
    let archive = archive(&folder);
    add(&archive, &folder, "a.warc");
    drop(keep(&archive));
    for item in std::fs::read_dir(archive.folder().join("payloads")).unwrap() {
        std::fs::write(item.unwrap().path(), b"no index at all").unwrap();
    }
    let told = progress(&archive, FOLLOWERS, &Catalogue::open(&archive).unwrap()).unwrap();
    assert_eq!(done(&archive), [("catalogue", 1), ("payloads", 0)]);
    assert!(told[1].failure.as_ref().unwrap().reason.contains("payloads"), "{told:?}");
    // Adding goes on without it, and writes the reason down.
    add(&archive, &folder, "b.warc");
    assert_eq!(done(&archive)[0], ("catalogue", 2));
    let record = std::fs::read_to_string(archive.folder().join("followers.tsv")).unwrap();
    assert!(record.contains("\tpayloads\t\t"), "{record}");
}
