//! Small files of records, and a folder for them that goes with the test.

use std::io::Cursor;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant, SystemTime};
use stodola_archive::{
    Archive, ArchiveError, Capture, Catalogue, CatalogueWriter, CaughtUp, Keeper, SinkOptions,
    WarcSink, WriteLock,
};
use stodola_follow::{FOLLOWERS, Followers, RebuildScope, rebuild_scope};

/// A folder that is removed at the end.
pub(crate) struct Folder(PathBuf);

impl Folder {
    pub(crate) fn new(name: &str) -> Folder {
        let path =
            std::env::temp_dir().join(format!("stodola-follow-{name}-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&path);
        std::fs::create_dir_all(&path).unwrap();
        Folder(std::fs::canonicalize(path).unwrap())
    }

    pub(crate) fn path(&self) -> &Path {
        &self.0
    }

    pub(crate) fn write(&self, name: &str, bytes: impl AsRef<[u8]>) -> PathBuf {
        let path = self.0.join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, bytes).unwrap();
        path
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

pub(crate) fn archive(folder: &Folder) -> Archive {
    Archive::open_or_create(&folder.path().join("archive")).unwrap()
}

/// Takes an archive. A child that was just killed may have it for another moment.
pub(crate) fn lock(archive: &Archive) -> WriteLock {
    let until = Instant::now() + Duration::from_secs(20);
    loop {
        match archive.lock("a test") {
            Err(ArchiveError::Locked { .. }) if Instant::now() < until => std::thread::yield_now(),
            result => return result.unwrap(),
        }
    }
}

/// A writer with these followers.
pub(crate) fn writer(archive: &Archive, followers: Followers) -> CatalogueWriter {
    let mut writer = CatalogueWriter::open(archive, lock(archive)).unwrap();
    writer.observe_with(Box::new(followers));
    writer
}

/// A record with an HTTP response.
pub(crate) fn response(uri: &str, date: &str, head: &str, body: &[u8]) -> Vec<u8> {
    let mut block = format!("HTTP/1.1 200 OK\r\n{head}\r\n").into_bytes();
    block.extend_from_slice(body);
    record("response", uri, date, &block)
}

pub(crate) fn record(kind: &str, uri: &str, date: &str, block: &[u8]) -> Vec<u8> {
    let mut record = format!(
        "WARC/1.1\r\nWARC-Type: {kind}\r\nWARC-Target-URI: {uri}\r\nWARC-Date: {date}\r\n\
         Content-Length: {}\r\n\r\n",
        block.len()
    )
    .into_bytes();
    record.extend_from_slice(block);
    record.extend_from_slice(b"\r\n\r\n");
    record
}

/// A plain WARC file with pages: number `file` of a series.
pub(crate) fn warc(file: u64, pages: u64) -> Vec<u8> {
    let mut out = Vec::new();
    for page in 0..pages {
        let uri = format!("http://h{}.cz/{file}/{page}", page % 3);
        let date = format!("{}-01-01T00:00:{:02}Z", 2000 + file, page % 60);
        let body = format!("<title>t</title><p>word{} and <a href=/x>word{file}</a>", page % 5);
        out.extend(response(&uri, &date, "Content-Type: text/html\r\n", body.as_bytes()));
    }
    out
}

pub(crate) fn dump(archive: &Archive) -> String {
    let mut out = Vec::new();
    Catalogue::open(archive).unwrap().dump(&mut out).unwrap();
    String::from_utf8(out).unwrap()
}

pub(crate) fn rebuild(archive: &Archive) {
    rebuild_scope(archive, FOLLOWERS, lock(archive), &RebuildScope::All, &mut (), &mut |_| ())
        .unwrap();
}

pub(crate) fn keep(archive: &Archive) -> (Arc<Keeper>, CaughtUp) {
    stodola_follow::keep(archive, FOLLOWERS, lock(archive), &mut ()).unwrap()
}

pub(crate) fn sink(keeper: &Arc<Keeper>, roll_bytes: u64) -> WarcSink {
    let options = SinkOptions { roll_bytes, ..SinkOptions::new("test", "here") };
    keeper.sink(options, &mut ()).unwrap().0
}

/// Stores a page; its number makes it one of its kind.
pub(crate) fn store(sink: &WarcSink, number: u64) {
    let response = format!(
        "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<title>page {number}</title>{}",
        "x".repeat((number % 7 * 300) as usize)
    );
    let length = response.len() as u64;
    sink.write(Capture {
        uri: format!("http://s.cz/{number}").as_bytes(),
        date: SystemTime::now(),
        address: None,
        request: b"GET / HTTP/1.1\r\n\r\n",
        response: &mut Cursor::new(response.into_bytes()),
        length,
        head_length: 0,
        truncated: None,
        protocol: &["http/1.1"],
        cipher_suite: None,
        payload_type: None,
        packed: None,
        not_modified: None,
        metadata: &[("hopsFromSeed", b"")],
    })
    .unwrap();
}

/// Waits for something that another thread or process does.
pub(crate) fn until(what: &str, mut is_so: impl FnMut() -> bool) {
    let end = Instant::now() + Duration::from_secs(60);
    while !is_so() {
        assert!(Instant::now() < end, "{what}");
        std::thread::park_timeout(Duration::from_millis(20));
    }
}
