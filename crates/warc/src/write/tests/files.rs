//! Names and locks of files in the making.

use super::{Folder, ids, options, read_all, resource, warcinfo};
use crate::write::{Compression, FileError, WarcFile, WriterOptions};
use std::fs::{self, File};

const GZIP: Compression = Compression::Gzip;

#[test]
fn a_file_is_open_until_it_is_closed() {
    let folder = Folder::new();
    let (path, open) = (folder.join("x.warc.gz"), folder.join("x.warc.gz.open"));
    let mut file = WarcFile::create(&path, &warcinfo(), WriterOptions::default()).unwrap();
    assert_eq!((path.exists(), open.exists(), file.path()), (false, true, path.as_path()));
    let written = file.write(&resource(0), b"first").unwrap();
    file.sync().unwrap();
    assert_eq!(written.offset + written.length, open.metadata().unwrap().len());
    assert_eq!(file.close().unwrap(), path);
    assert_eq!((path.exists(), open.exists()), (true, false));
    assert_eq!(ids(&read_all(File::open(&path).unwrap())), ["urn:test:info", "urn:test:0"]);
}

#[test]
fn a_file_that_is_there_is_never_replaced() {
    let folder = Folder::new();
    let (path, open) = (folder.join("x.warc.gz"), folder.join("x.warc.gz.open"));
    fs::write(&path, "precious").unwrap();
    let created = WarcFile::create(&path, &warcinfo(), WriterOptions::default());
    assert!(matches!(created, Err(FileError::Exists(p)) if p == path));
    assert!(!open.exists());

    fs::remove_file(&path).unwrap();
    let file = WarcFile::create(&path, &warcinfo(), WriterOptions::default()).unwrap();
    let again = WarcFile::create(&path, &warcinfo(), WriterOptions::default());
    assert!(matches!(again, Err(FileError::Exists(p)) if p == open));
    fs::write(&path, "precious").unwrap();
    assert!(matches!(file.close(), Err(FileError::Exists(p)) if p == path));
    let resumed = WarcFile::resume(&open, &warcinfo(), options(GZIP));
    assert!(matches!(resumed, Err(FileError::Exists(p)) if p == path));
    assert_eq!(fs::read(&path).unwrap(), b"precious");
    assert_eq!(ids(&read_all(File::open(&open).unwrap())), ["urn:test:info"]);
}

#[test]
fn a_file_has_one_writer() {
    let folder = Folder::new();
    let (path, open) = (folder.join("x.warc.gz"), folder.join("x.warc.gz.open"));
    let mut first = WarcFile::create(&path, &warcinfo(), WriterOptions::default()).unwrap();
    first.write(&resource(0), b"first").unwrap();
    let second = WarcFile::resume(&open, &warcinfo(), options(GZIP));
    assert!(matches!(second, Err(FileError::Locked(p)) if p == open));
    drop(first);
    let (second, resumed) = WarcFile::resume(&open, &warcinfo(), options(GZIP)).unwrap();
    assert_eq!((resumed.records, resumed.cut), (2, 0));
    second.close().unwrap();
}

#[test]
fn a_crash_between_the_two_steps_of_closing_is_mended() {
    let folder = Folder::new();
    let (path, open) = (folder.join("x.warc.gz"), folder.join("x.warc.gz.open"));
    drop(WarcFile::create(&path, &warcinfo(), WriterOptions::default()).unwrap());
    fs::hard_link(&open, &path).unwrap();
    let resumed = WarcFile::resume(&open, &warcinfo(), options(GZIP));
    assert!(matches!(resumed, Err(FileError::Finished(p)) if p == path));
    assert!(!open.exists());
    assert_eq!(ids(&read_all(File::open(&path).unwrap())), ["urn:test:info"]);
}

#[test]
fn only_open_files_are_resumed() {
    let folder = Folder::new();
    let path = folder.join("x.warc.gz");
    WarcFile::create(&path, &warcinfo(), WriterOptions::default()).unwrap().close().unwrap();
    let before = fs::read(&path).unwrap();
    let resumed = WarcFile::resume(&path, &warcinfo(), options(GZIP));
    assert!(matches!(resumed, Err(FileError::Name(p)) if p == path));
    let missing = folder.join("y.warc.gz.open");
    let resumed = WarcFile::resume(&missing, &warcinfo(), options(GZIP));
    assert!(matches!(resumed, Err(FileError::Io { what: "open", .. })));
    assert_eq!(fs::read(&path).unwrap(), before);
    assert!(!missing.exists());
}

#[test]
fn a_warcinfo_that_cannot_be_written_leaves_no_file() {
    let folder = Folder::new();
    let info = warcinfo().field("a b", "c");
    let created = WarcFile::create(&folder.join("x.warc.gz"), &info, WriterOptions::default());
    assert!(matches!(created, Err(FileError::Warcinfo { .. })));
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
}
