//! What is written is read back to the byte, and what fails leaves nothing behind.

mod failures;
mod files;
mod heads;
mod interruption;
mod kill;
mod large;
mod round_trip;
mod series;
mod spliced;

use super::{Compression, RecordHead, Warcinfo, WriterOptions};
use crate::date::Timestamp;
use crate::digest::Algorithm;
use crate::{Reader, RecordType};
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use std::{env, fs, process};

pub(crate) const ALL: [Compression; 3] = [Compression::None, Compression::Gzip, Compression::Zstd];

/// A folder of its own for one test.
pub(crate) struct Folder(PathBuf);

impl Folder {
    pub(crate) fn new() -> Folder {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let path = env::temp_dir().join(format!("stodola-warc-{}-{number}", process::id()));
        fs::create_dir_all(&path).unwrap();
        Folder(path)
    }

    pub(crate) fn join(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    pub(crate) fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

pub(crate) fn options(compression: Compression) -> WriterOptions {
    WriterOptions { compression, ..WriterOptions::default() }
}

pub(crate) fn date() -> Timestamp {
    Timestamp::from_unix_millis(1_200_000_000_250)
}

pub(crate) fn warcinfo() -> Warcinfo {
    Warcinfo::new("urn:test:info", date()).field("software", "stodola").field("operator", "Zuzana")
}

pub(crate) fn resource(number: u64) -> RecordHead {
    RecordHead::new(RecordType::Resource, &format!("urn:test:{number}"), date())
        .field("WARC-Target-URI", format!("http://example.cz/{number}"))
        .field("Content-Type", "text/plain")
}

/// A record that was read back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Found {
    pub(crate) kind: RecordType,
    pub(crate) id: String,
    pub(crate) offset: u64,
    pub(crate) length: u64,
    pub(crate) block: Vec<u8>,
}

/// Reads everything, and expects nothing odd and the digests true.
pub(crate) fn read_all(bytes: impl Read) -> Vec<Found> {
    let mut reader = Reader::new(bytes);
    let mut found = Vec::new();
    while let Some(mut record) = reader.next_record().unwrap() {
        let mut block = Vec::new();
        record.read_to_end(&mut block).unwrap();
        let (kind, offset) = (record.kind(), record.offset());
        let id = String::from_utf8(record.id().unwrap().to_vec()).unwrap();
        let digest = record.warc().unwrap().get("WARC-Block-Digest").map(<[u8]>::to_vec);
        let is_plain = record.container() == crate::Container::Plain;
        let end = record.finish().unwrap();
        assert_eq!(end.warnings, [], "{id}");
        let expected = Algorithm::Sha1.digest(&block).to_string();
        assert_eq!(digest.unwrap_or(expected.clone().into_bytes()), expected.as_bytes(), "{id}");
        // In plain files the reader leaves the separator out.
        let length = end.length.unwrap() + if is_plain { 4 } else { 0 };
        found.push(Found { kind, id, offset, length, block });
    }
    assert_eq!(reader.take_gaps(), []);
    found
}

pub(crate) fn ids(found: &[Found]) -> Vec<&str> {
    found.iter().map(|f| f.id.as_str()).collect()
}
