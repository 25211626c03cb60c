//! Which capture answers a request: real archives, real WARC files.

#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

#[path = "../../../../fuzz/harness/address.rs"]
mod address_harness;
mod bounds;
mod forms;
mod nearest;
#[path = "../../../../fuzz/harness/shared/replay.rs"]
mod replay;
mod ruled;

use std::io::Read;
use stodola_archive::{Archive, Captures, CatalogueWriter, Intake, Stamp};
use stodola_replay::{FindOutcome, PassReason, Wanted, find};
use tempfile::TempDir;

/// An archive of WARC files that a test makes.
pub(crate) struct Made {
    folder: TempDir,
    files: u32,
}

impl Made {
    pub(crate) fn new() -> Made {
        Made { folder: tempfile::tempdir().unwrap(), files: 0 }
    }

    /// Adds a file of these records.
    pub(crate) fn add(&mut self, records: &[Vec<u8>]) {
        self.files += 1;
        let path = self.folder.path().join(format!("{}.warc", self.files));
        std::fs::write(&path, records.concat()).unwrap();
        let mut writer = self.writer();
        writer.take_in(&self.archive(), &path, Intake::Reference, &mut ()).unwrap();
    }

    pub(crate) fn archive(&self) -> Archive {
        Archive::open_or_create(&self.folder.path().join("archive")).unwrap()
    }

    pub(crate) fn writer(&self) -> CatalogueWriter {
        let archive = self.archive();
        CatalogueWriter::open(&archive, archive.lock("a test").unwrap()).unwrap()
    }

    pub(crate) fn captures(&self) -> Captures {
        Captures::new(&self.archive())
    }

    /// Takes the file of that number away.
    pub(crate) fn lose(&self, file: u32) {
        std::fs::remove_file(self.folder.path().join(format!("{file}.warc"))).unwrap();
    }
}

pub(crate) fn record(kind: &str, uri: &str, time: &str, fields: &str, block: &str) -> Vec<u8> {
    let digits = stamp(time).to_string();
    let (d, t) = digits.split_at(8);
    let date =
        format!("{}-{}-{}T{}:{}:{}Z", &d[..4], &d[4..6], &d[6..], &t[..2], &t[2..4], &t[4..]);
    format!(
        "WARC/1.1\r\nWARC-Type: {kind}\r\nWARC-Target-URI: {uri}\r\nWARC-Date: {date}\r\n{fields}\
         Content-Length: {}\r\n\r\n{block}\r\n\r\n",
        block.len()
    )
    .into_bytes()
}

/// A page whose body is its time.
pub(crate) fn page(uri: &str, time: &str) -> Vec<u8> {
    record("response", uri, time, "", &format!("HTTP/1.1 200 OK\r\n\r\n{time}"))
}

pub(crate) fn redirect(uri: &str, time: &str, location: &str) -> Vec<u8> {
    let block = format!("HTTP/1.1 302 Found\r\nLocation: {location}\r\n\r\n{time}");
    record("response", uri, time, "", &block)
}

pub(crate) fn stamp(time: &str) -> Stamp {
    Stamp::parse(time).unwrap()
}

/// The body of what is found, or what is said of it.
pub(crate) fn found(captures: &Captures, wanted: &Wanted<'_>) -> String {
    match find(captures, wanted).unwrap() {
        FindOutcome::Nothing => "nothing".to_owned(),
        FindOutcome::Unusable { nearest, reason } => {
            let why = match reason {
                PassReason::SelfRedirect => "redirects to itself".to_owned(),
                PassReason::Unreadable(error) => error.to_string(),
                PassReason::NotTried => "not tried".to_owned(),
            };
            format!("unusable {}: {why}", nearest.row.time.unwrap())
        }
        FindOutcome::Found(capture) => {
            let mut body = String::new();
            capture.opened.content.into_decoded(1 << 20).read_to_string(&mut body).unwrap();
            body
        }
    }
}

/// What is found for a URI at a time, the latest without one.
pub(crate) fn at(captures: &Captures, uri: &str, time: &str) -> String {
    let time = Some(time).filter(|time| !time.is_empty()).map(stamp);
    found(captures, &Wanted::new(uri.as_bytes(), time))
}

#[test]
fn addresses_of_the_fuzz_corpus_keep_the_promises() {
    replay::replay("address", address_harness::run);
}
