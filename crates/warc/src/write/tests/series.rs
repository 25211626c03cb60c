//! Files that follow one another.

use super::{Folder, date, ids, read_all, resource};
use crate::Reader;
use crate::write::{
    Compression, FileError, FileName, FileSeries, Warcinfo, WriterOptions, left_open,
};
use std::fs::{self, File};
use std::path::PathBuf;

fn infos() -> impl FnMut() -> Warcinfo {
    let mut number = 0;
    move || {
        number += 1;
        Warcinfo::new(&format!("urn:info:{number}"), date())
    }
}

fn files(folder: &Folder) -> Vec<String> {
    let entries = fs::read_dir(folder.path()).unwrap();
    let mut names: Vec<String> =
        entries.map(|e| e.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

#[test]
fn a_full_file_is_followed_by_the_next() {
    let folder = Folder::new();
    let taken = "CZ-20080110212000-00008-barn.warc.gz";
    fs::write(folder.join(taken), "taken").unwrap();
    let options = WriterOptions { link_warcinfo: true, ..WriterOptions::default() };
    let series = FileSeries::new(folder.path(), "CZ", "barn", options, infos()).unwrap();
    let mut series = series.limit(1000).first_serial(7);
    let mut paths: Vec<PathBuf> = Vec::new();
    for i in 0..12 {
        let file = series.file().unwrap();
        assert!(file.size() < 1000);
        file.write(&resource(i), b"block").unwrap();
        paths.push(file.path().to_owned());
        series.sync().unwrap();
    }
    series.close().unwrap();
    paths.dedup();
    let name = |serial: &str| format!("CZ-20080110212000-{serial}-barn.warc.gz");
    assert_eq!(paths[..2], [folder.join(&name("00007")), folder.join(&name("00009"))]);
    assert_eq!(files(&folder).len(), paths.len() + 1);
    assert_eq!(fs::read(folder.join(taken)).unwrap(), b"taken");

    let mut next = 0;
    for (i, path) in paths.iter().enumerate() {
        let found = read_all(File::open(path).unwrap());
        assert_eq!(found[0].id, format!("urn:info:{}", i + 1));
        for record in &found[1..] {
            assert_eq!(record.id, format!("urn:test:{next}"));
            next += 1;
        }
        assert!(path == &paths[paths.len() - 1] || path.metadata().unwrap().len() >= 1000);
        let mut reader = Reader::open(path).unwrap();
        let info = reader.next_record().unwrap().unwrap();
        let file_name = path.file_name().unwrap().as_encoded_bytes();
        assert_eq!(info.warc().unwrap().get("WARC-Filename"), Some(file_name));
        let record = reader.next_record().unwrap().unwrap();
        let link = format!("<urn:info:{}>", i + 1);
        assert_eq!(record.warc().unwrap().get("WARC-Warcinfo-ID"), Some(link.as_bytes()));
    }
    assert_eq!(next, 12);
}

#[test]
fn a_series_goes_on_with_what_was_left_open() {
    let folder = Folder::new();
    let make =
        || FileSeries::new(folder.path(), "CZ", "barn", WriterOptions::default(), infos()).unwrap();
    let mut killed = make();
    killed.file().unwrap().write(&resource(0), b"block").unwrap();
    drop(killed);
    fs::write(folder.join("notes.open"), "not ours").unwrap();
    fs::write(folder.join("finished.warc"), "").unwrap();
    let left = left_open(folder.path()).unwrap();
    assert_eq!(left, [folder.join("CZ-20080110212000-00000-barn.warc.gz.open")]);

    let mut series = make();
    assert_eq!(series.resume(&left[0]).unwrap().records, 2);
    series.file().unwrap().write(&resource(1), b"block").unwrap();
    series.close().unwrap();
    let found = read_all(File::open(left[0].with_extension("")).unwrap());
    assert_eq!(ids(&found), ["urn:info:1", "urn:test:0", "urn:test:1"]);
    assert_eq!(left_open(folder.path()).unwrap(), [] as [PathBuf; 0]);
}

#[test]
fn names_cannot_leave_the_folder() {
    let folder = Folder::new();
    for part in ["", "../x", "a/b", "a\\b", ".hidden", "a b", "a\0"] {
        for (prefix, host) in [(part, "barn"), ("CZ", part)] {
            let series =
                FileSeries::new(folder.path(), prefix, host, WriterOptions::default(), infos());
            assert!(matches!(series.err(), Some(FileError::Name(_))), "{part:?}");
        }
    }
    assert_eq!(Compression::Zstd.extension(), ".warc.zst");
}

#[test]
fn names_of_a_row_are_recognised() {
    let name = FileName::new("web-cz", "host-1").unwrap();
    let none: Option<Compression> = None;
    for (text, expected) in [
        ("web-cz-20080110212000-00000-host-1.warc.gz", Some(Compression::Gzip)),
        ("web-cz-20080110212000-00000-host-1.warc.gz.open", Some(Compression::Gzip)),
        ("web-cz-20080110212000-123456-host-1.warc", Some(Compression::None)),
        ("web-cz-20080110212000-00000-host-1.warc.zst", Some(Compression::Zstd)),
        ("web-cz-20080110212000-00000-host-2.warc.gz", none),
        ("web-20080110212000-00000-host-1.warc.gz", none),
        ("web-cz-x-20080110212000-00000-host-1.warc.gz", none),
        ("web-cz-2008-00000-host-1.warc.gz", none),
        ("web-cz-20080110212000-00000-host-1.txt", none),
    ] {
        assert_eq!(name.recognise(text), expected, "{text}");
    }
}
