//! Small archives with a map, in a folder that goes with the test.

use std::path::{Path, PathBuf};
use stodola_archive::{Archive, CatalogueWriter, Intake};
use stodola_follow::Followers;
use stodola_map::{LinkMap, MapFollower};

/// An archive that is removed at the end.
pub(crate) struct TestArchive {
    folder: PathBuf,
    pub(crate) archive: Archive,
    files: std::cell::Cell<u32>,
}

impl TestArchive {
    pub(crate) fn new(name: &str) -> TestArchive {
        let folder =
            std::env::temp_dir().join(format!("stodola-map-{name}-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&folder);
        std::fs::create_dir_all(&folder).unwrap();
        let archive = Archive::open_or_create(&folder.join("archive")).unwrap();
        TestArchive { folder, archive, files: std::cell::Cell::new(0) }
    }

    pub(crate) fn map_folder(&self) -> PathBuf {
        self.archive.folder().join("map")
    }

    pub(crate) fn writer(&self) -> CatalogueWriter {
        writer(&self.archive)
    }

    /// Adds a file with these records. Returns its name in the archive.
    pub(crate) fn add(&self, records: &[Vec<u8>]) -> String {
        let number = self.files.get();
        self.files.set(number + 1);
        let path = self.folder.join(format!("f{number}.warc"));
        std::fs::write(&path, records.concat()).unwrap();
        let mut writer = self.writer();
        writer.take_in(&self.archive, &path, Intake::Copy, &mut ()).unwrap();
        writer.close().unwrap();
        let mut names = self.archive.own_files().unwrap().into_iter();
        names.find(|name| name.contains(&format!("f{number}."))).unwrap()
    }

    /// Opens the archive for writing, so that the map catches up.
    pub(crate) fn catch_up(&self) {
        let mut writer = self.writer();
        writer.show_listed(&self.archive, &mut ()).unwrap();
        writer.close().unwrap();
    }

    pub(crate) fn map(&self) -> LinkMap {
        LinkMap::open(&self.archive).unwrap()
    }
}

impl Drop for TestArchive {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

pub(crate) fn writer(archive: &Archive) -> CatalogueWriter {
    let mut followers = Followers::new(archive).unwrap();
    followers.attach(Box::new(MapFollower::open(archive).unwrap()));
    let mut writer = CatalogueWriter::open(archive, archive.lock("a test").unwrap()).unwrap();
    writer.observe_with(Box::new(followers));
    writer
}

/// A record with an answer of a server.
pub(crate) fn answer(uri: &str, date: &str, status: &str, fields: &str, body: &str) -> Vec<u8> {
    let block = format!("HTTP/1.1 {status}\r\n{fields}\r\n{body}");
    record("response", uri, date, "", block.as_bytes())
}

/// A page.
pub(crate) fn page(uri: &str, date: &str, body: &str) -> Vec<u8> {
    answer(uri, date, "200 OK", "Content-Type: text/html; charset=utf-8\r\n", body)
}

/// A redirect.
pub(crate) fn redirect(uri: &str, date: &str, target: &str) -> Vec<u8> {
    answer(uri, date, "301 Moved", &format!("Location: {target}\r\n"), "")
}

pub(crate) fn record(kind: &str, uri: &str, date: &str, fields: &str, block: &[u8]) -> Vec<u8> {
    let mut record = format!(
        "WARC/1.1\r\nWARC-Type: {kind}\r\nWARC-Target-URI: {uri}\r\nWARC-Date: {date}\r\n{fields}\
         Content-Type: application/http; msgtype=response\r\nContent-Length: {}\r\n\r\n",
        block.len()
    )
    .into_bytes();
    record.extend_from_slice(block);
    record.extend_from_slice(b"\r\n\r\n");
    record
}

/// All that is in a map, as text that does not depend on parts and numbers.
pub(crate) fn dump(folder: &Path) -> String {
    let archive = Archive::open(folder).unwrap();
    let map = LinkMap::open(&archive).unwrap();
    let snapshot = map.snapshot(stodola_map::MapTime::LATEST).unwrap();
    let mut text = String::new();
    for number in 0..snapshot.pages() {
        let uri = snapshot.uri(number);
        text +=
            &format!("{} {:?}\n", String::from_utf8_lossy(&uri), snapshot.standing(number).state);
        for capture in map.captures(&uri).unwrap() {
            let view = map.page(&uri, capture.time).unwrap().unwrap();
            text += &format!("  {capture:?}\n  {:?} {:?}\n", view.links, view.texts);
        }
    }
    text
}
