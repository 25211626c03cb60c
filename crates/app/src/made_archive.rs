//! Small archives for tests, made of records that the test writes.

use std::path::PathBuf;
use stodola_archive::{Archive, Captures, CatalogueWriter, Intake, Stamp};
use stodola_warc::digest::Algorithm;

/// An archive in a folder that goes with it.
pub(crate) struct MadeArchive {
    pub(crate) folder: PathBuf,
}

impl MadeArchive {
    /// Makes an archive of these answers.
    pub(crate) fn new(name: &str, answers: &[Answer<'_>]) -> MadeArchive {
        let made = format!("stodola-made-{name}-{}", std::process::id());
        let folder = std::env::temp_dir().join(made);
        let _ = std::fs::remove_dir_all(&folder);
        std::fs::create_dir_all(&folder).unwrap();
        let archive = Archive::open_or_create(&folder.join("archive")).unwrap();
        let path = folder.join("made.warc");
        let records: Vec<u8> = answers.iter().flat_map(Answer::record).collect();
        std::fs::write(&path, records).unwrap();
        let lock = archive.lock("a test").unwrap();
        let mut writer = CatalogueWriter::open(&archive, lock).unwrap();
        writer.take_in(&archive, &path, Intake::Reference, &mut ()).unwrap();
        writer.close().unwrap();
        MadeArchive { folder }
    }

    pub(crate) fn path(&self) -> PathBuf {
        self.folder.join("archive")
    }

    pub(crate) fn captures(&self) -> Captures {
        Captures::new(&Archive::open(&self.path()).unwrap())
    }
}

impl Drop for MadeArchive {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

/// What a server said.
pub(crate) struct Answer<'a> {
    pub(crate) uri: &'a str,
    /// Fourteen digits.
    pub(crate) time: &'a str,
    pub(crate) status: u16,
    /// Header fields, each with its line end.
    pub(crate) fields: &'a str,
    pub(crate) body: &'a [u8],
}

impl<'a> Answer<'a> {
    /// A page in HTML.
    pub(crate) fn page(uri: &'a str, time: &'a str, body: &'a str) -> Answer<'a> {
        let fields = "Content-Type: text/html\r\n";
        Answer { uri, time, status: 200, fields, body: body.as_bytes() }
    }

    fn record(&self) -> Vec<u8> {
        let (d, t) = self.time.split_at(8);
        let date =
            format!("{}-{}-{}T{}:{}:{}Z", &d[..4], &d[4..6], &d[6..], &t[..2], &t[2..4], &t[4..]);
        let head = format!("HTTP/1.1 {} X\r\n{}\r\n", self.status, self.fields);
        let digest = Algorithm::Sha1.digest(self.body);
        let header = format!(
            "WARC/1.1\r\nWARC-Type: response\r\nWARC-Target-URI: {}\r\nWARC-Date: {date}\r\n\
             Content-Type: application/http;msgtype=response\r\nWARC-Payload-Digest: {digest}\r\n\
             Content-Length: {}\r\n\r\n",
            self.uri,
            head.len() + self.body.len()
        );
        [header.as_bytes(), head.as_bytes(), self.body, b"\r\n\r\n"].concat()
    }
}

pub(crate) fn stamp(digits: &str) -> Stamp {
    Stamp::parse(digits).unwrap()
}
