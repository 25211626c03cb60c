//! Any bytes may be left behind by a crash. Resuming keeps a part of them from the start on,
//! byte for byte, or refuses and changes nothing. If what is kept is sound, resuming twice is as good
//! as once, and what is written then is found.

use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use stodola_warc::date::Timestamp;
use stodola_warc::write::{Compression, FileError, RecordHead, WarcFile, Warcinfo, WriterOptions};
use stodola_warc::{Container, Reader, RecordType, Warning};

/// Resumes the bytes as an interrupted file.
pub(crate) fn run(left: &[u8]) {
    let compression = match left {
        [0x1f, 0x8b, ..] => Compression::Gzip,
        [0x28, 0xb5, ..] => Compression::Zstd,
        _ => Compression::None,
    };
    let folder = Folder::new();
    let path = folder.0.join(format!("left{}.open", compression.extension()));
    fs::write(&path, left).expect("the folder is ours");
    let date = Timestamp::from_unix_seconds(1_200_000_000);
    let warcinfo = Warcinfo::new("urn:example:info", date);
    let options = WriterOptions { compression, ..WriterOptions::default() };
    let resume = || WarcFile::resume(&path, &warcinfo, options);

    let (file, first) = match resume() {
        Ok(resumed) => resumed,
        Err(FileError::Foreign(_)) => {
            assert!(fs::read(&path).expect("the file is still there") == left);
            return;
        }
        Err(error) => panic!("{error}"),
    };
    drop(file);
    assert_eq!(first.kept + first.cut, left.len() as u64);
    let now = fs::read(&path).expect("the file is still there");
    assert!(now.starts_with(&left[..first.kept as usize]), "what was kept is changed");
    if first.records > 0 {
        assert_eq!(now.len() as u64, first.kept, "more is left than was kept");
    } else {
        assert_eq!(first.kept, 0, "bytes are kept without a record");
    }

    let resumed = resume();
    if !is_sound(&now, compression) {
        return;
    }
    let (mut file, second) = resumed.expect("a resumed file can be resumed");
    assert_eq!(second.records, first.records.max(1), "resuming again finds something else");
    assert_eq!((second.kept, second.cut), (now.len() as u64, 0), "resuming again cuts again");

    let head = RecordHead::new(RecordType::Resource, "urn:example:new", date)
        .field("WARC-Target-URI", "http://example.org/");
    let written = file.write(&head, b"after the crash").expect("the folder is writable");
    assert_eq!(written.offset, now.len() as u64);
    let path = file.close().expect("the folder is writable");
    assert_is_new(Reader::open_at(&path, written.offset).expect("the file is finished"));
    assert_is_found(&path, written.offset);
}

/// Whether the reader finds nothing but whole WARC records, packed as they should be.
fn is_sound(file: &[u8], compression: Compression) -> bool {
    let container = match compression {
        Compression::None => Container::Plain,
        Compression::Gzip => Container::Gzip,
        Compression::Zstd => Container::Zstd,
    };
    let mut reader = Reader::new(file);
    while let Some(record) = reader.next_record().expect("the source does not fail") {
        let is_ours = record.warc().is_some() && record.container() == container;
        let end = record.finish().expect("the source does not fail");
        if !is_ours || end.warnings.iter().any(Warning::is_damage) {
            return false;
        }
    }
    reader.take_gaps().is_empty()
}

/// The record just written is the next one.
fn assert_is_new<R: Read>(mut reader: Reader<R>) {
    let record = reader.next_record().expect("the file can be read");
    let mut record = record.expect("the record is in the file");
    assert_eq!(record.id(), Some(&b"urn:example:new"[..]));
    let mut block = Vec::new();
    record.read_to_end(&mut block).expect("the file can be read");
    assert_eq!(block, b"after the crash");
    assert_eq!(record.finish().expect("the file can be read").warnings, []);
}

/// The record at this offset is met by reading from the start of the file.
fn assert_is_found(path: &Path, offset: u64) {
    let mut reader = Reader::open(path).expect("the file is finished");
    let mut last = None;
    while let Some(record) = reader.next_record().expect("the file can be read") {
        last = Some((record.offset(), record.id().map(<[u8]>::to_vec)));
    }
    assert_eq!(last, Some((offset, Some(b"urn:example:new".to_vec()))), "it cannot be reached");
}

/// A folder of its own, gone in the end.
struct Folder(PathBuf);

impl Folder {
    fn new() -> Folder {
        static COUNT: AtomicU64 = AtomicU64::new(0);
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let name = format!("stodola-resume-{}-{number}", std::process::id());
        let folder = std::env::temp_dir().join(name);
        fs::create_dir_all(&folder).expect("there is room for a temporary folder");
        Folder(folder)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0); // a leftover harms nobody
    }
}
