//! WACZ files: read where they are if that is possible, unpacked if not, and refused if they are an attack.

use crate::captures::{gzip, record};
use crate::files::{Folder, lock, open, rebuild_files, warc};
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use stodola_archive::{Archive, Captures, Intake, IntakeError};
use zip::CompressionMethod::{self, Deflated, Stored};

/// A WACZ file with these entries.
fn wacz(folder: &Folder, name: &str, entries: &[(&str, CompressionMethod, Vec<u8>)]) -> PathBuf {
    let path = folder.path().join(name);
    let mut zip = zip::ZipWriter::new(std::fs::File::create(&path).unwrap());
    for (name, method, content) in entries {
        let options = zip::write::SimpleFileOptions::default().compression_method(*method);
        zip.start_file(*name, options).unwrap();
        zip.write_all(content).unwrap();
    }
    zip.finish().unwrap();
    path
}

fn page(number: u32) -> Vec<u8> {
    let block = format!("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\npage {number}");
    let uri = format!("http://a.cz/{number}");
    gzip(&record("response", &uri, "2020-01-01T00:00:00Z", "", block.as_bytes()))
}

fn pages(numbers: std::ops::Range<u32>) -> Vec<u8> {
    numbers.flat_map(page).collect()
}

/// Every page of the archive can be opened, and is the right one.
#[track_caller]
fn check_pages(archive: &Archive, count: u32) {
    let captures = Captures::new(archive);
    let catalogue = captures.catalogue().unwrap();
    let entries: Vec<_> = catalogue.prefix(b"cz,a)/", None).map(Result::unwrap).collect();
    assert_eq!(entries.len(), count as usize);
    for entry in entries {
        let number = String::from_utf8(entry.row.uri.clone()).unwrap();
        let number = number.rsplit('/').next().unwrap();
        let mut body = String::new();
        let mut content = captures.open(&entry).unwrap().content.into_decoded(1 << 20);
        content.read_to_string(&mut body).unwrap();
        assert_eq!(body, format!("page {number}"));
    }
}

#[test]
fn stored_records_are_read_where_they_are_also_after_a_rebuild() {
    let folder = Folder::new("wacz-in-place");
    let path = wacz(
        &folder,
        "site.wacz",
        &[
            ("pages/pages.jsonl", Deflated, b"{}".repeat(100)),
            ("archive/b.warc.gz", Stored, pages(0..5)),
            // What looks like records elsewhere is none of the archive.
            ("indexes/index.cdx.gz", Stored, pages(90..95)),
            ("archive/a.warc.gz", Stored, pages(5..8)),
        ],
    );
    let (archive, mut writer) = open(&folder.path().join("archive"));
    let taken_in = writer.take_in(&archive, &path, Intake::Reference, &mut ()).unwrap();
    assert_eq!(taken_in.len(), 1);
    let scanned = taken_in[0].scanned.as_ref().unwrap();
    assert_eq!((scanned.captures, scanned.problem_count), (8, 0));
    assert_eq!(scanned.facts.size, path.metadata().unwrap().len());
    check_pages(&archive, 8);
    let again = writer.take_in(&archive, &path, Intake::Reference, &mut ()).unwrap();
    assert_eq!(again[0].scanned, None);
    drop(writer);
    std::fs::remove_file(archive.catalogue_path()).unwrap();
    let rebuilt = rebuild_files(&archive, lock(&archive, "rebuild")).unwrap();
    assert!(rebuilt.failed.is_empty() && rebuilt.changed.is_empty());
    check_pages(&archive, 8);
}

#[test]
fn packed_and_plain_records_have_to_be_unpacked() {
    let folder = Folder::new("wacz-packed");
    for (name, method, content) in [
        ("archive/a.warc.gz", Deflated, pages(0..3)),
        ("archive/a.warc", Stored, warc(0, 3).into_bytes()),
    ] {
        let path = wacz(&folder, "site.wacz", &[(name, method, content)]);
        let (archive, mut writer) = open(&folder.path().join(format!("{method:?}")));
        let refused = writer.take_in(&archive, &path, Intake::Reference, &mut ());
        assert!(matches!(refused, Err(IntakeError::WaczByReference(_))), "{refused:?}");
        assert_eq!(writer.totals().unwrap().files, 0);
        writer.take_in(&archive, &path, Intake::Copy, &mut ()).unwrap();
        assert_eq!(writer.totals().unwrap().files, 1);
    }
}

/// What both ways of taking a file in say; nothing may be left in the archive.
#[track_caller]
fn check_refused(folder: &Folder, path: &Path, words: &str) {
    for intake in [Intake::Reference, Intake::Copy] {
        let name = format!("refused-{}", path.file_stem().unwrap().to_string_lossy());
        let (archive, mut writer) = open(&folder.path().join(name));
        match writer.take_in(&archive, path, intake, &mut ()) {
            Err(IntakeError::Wacz { what, .. }) => assert!(what.contains(words), "{what}"),
            other => panic!("{other:?}"),
        }
        assert_eq!(writer.totals().unwrap().files, 0);
        assert_eq!(archive.own_files().unwrap(), Vec::<String>::new());
    }
}

#[test]
fn hostile_files_are_refused_with_words() {
    let folder = Folder::new("wacz-hostile");
    let bomb = wacz(&folder, "bomb.wacz", &[("archive/a.warc", Deflated, vec![b' '; 65 << 20])]);
    check_refused(&folder, &bomb, "which no archive of the web does");

    let twice =
        [("archive/a.warc.gz", Stored, pages(0..1)), ("archive/b/a.warc.gz", Stored, pages(1..2))];
    let twice = wacz(&folder, "twice.wacz", &twice);
    check_refused(&folder, &twice, "two entries are named 'a.warc.gz'");

    // The second name is made the same as the first, in both places where it stands.
    let same =
        [("archive/a.warc.gz", Stored, pages(0..1)), ("archive/b.warc.gz", Stored, pages(1..2))];
    let same = wacz(&folder, "same.wacz", &same);
    let mut bytes = std::fs::read(&same).unwrap();
    let name = b"archive/b.warc.gz";
    let places: Vec<usize> =
        (0..bytes.len() - name.len()).filter(|&at| bytes[at..].starts_with(name)).collect();
    assert_eq!(places.len(), 2);
    places.into_iter().for_each(|at| bytes[at + 8] = b'a');
    std::fs::write(&same, bytes).unwrap();
    check_refused(&folder, &same, "several entries have the same name");

    let none = wacz(&folder, "none.wacz", &[("pages/pages.jsonl", Stored, b"{}".to_vec())]);
    check_refused(&folder, &none, "contains no WARC or ARC file");
}

#[test]
fn paths_in_a_wacz_lead_nowhere_else() {
    let folder = Folder::new("wacz-paths");
    let path = wacz(
        &folder,
        "site.wacz",
        &[
            ("archive/../../../../escaped.warc.gz", Deflated, pages(0..2)),
            ("../escaped-too.warc.gz", Stored, pages(2..4)),
            ("/tmp/escaped-as-well.warc.gz", Stored, pages(4..6)),
        ],
    );
    let (archive, mut writer) = open(&folder.path().join("a/b/c/archive"));
    let taken_in = writer.take_in(&archive, &path, Intake::Copy, &mut ()).unwrap();
    let names: Vec<_> = taken_in.iter().map(|it| &*it.name).collect();
    assert_eq!(names, ["warc/added/site/escaped.warc.gz"]);
    check_pages(&archive, 2);
}

#[test]
fn cut_file_is_refused_wherever_it_is_cut() {
    let folder = Folder::new("wacz-cut");
    let path = wacz(&folder, "site.wacz", &[("archive/a.warc.gz", Stored, pages(0..2))]);
    let whole = std::fs::read(&path).unwrap();
    let (archive, mut writer) = open(&folder.path().join("archive"));
    for length in 4..whole.len() {
        std::fs::write(&path, &whole[..length]).unwrap();
        let result = writer.take_in(&archive, &path, Intake::Reference, &mut ());
        assert!(matches!(result, Err(IntakeError::Wacz { .. })), "{length}: {result:?}");
    }
    std::fs::write(&path, &whole).unwrap();
    writer.take_in(&archive, &path, Intake::Reference, &mut ()).unwrap();
    check_pages(&archive, 2);
}
