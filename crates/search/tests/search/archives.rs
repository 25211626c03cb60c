//! Small archives with a search index, in a folder that goes with the test.

use std::path::{Path, PathBuf};
use stodola_archive::{Archive, CatalogueWriter, Intake};
use stodola_follow::{FollowError, Followers};
use stodola_search::query::parse;
use stodola_search::{SearchFollower, SearchIndex, SearchPage, SearchRequest, SearchTools};

/// An archive that is removed at the end.
pub(crate) struct TestArchive {
    folder: PathBuf,
    pub(crate) archive: Archive,
    pub(crate) tools: SearchTools,
    files: std::cell::Cell<u32>,
}

impl TestArchive {
    pub(crate) fn new(name: &str) -> TestArchive {
        let folder =
            std::env::temp_dir().join(format!("stodola-search-{name}-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&folder);
        std::fs::create_dir_all(&folder).unwrap();
        let archive = Archive::open_or_create(&folder.join("archive")).unwrap();
        let tools =
            SearchTools { language: Some(|_| Some("en".to_owned())), ..SearchTools::default() };
        TestArchive { folder, archive, tools, files: std::cell::Cell::new(0) }
    }

    pub(crate) fn folder(&self) -> &Path {
        &self.folder
    }

    /// The folder of index and database.
    pub(crate) fn search_folder(&self) -> PathBuf {
        self.archive.folder().join("text")
    }

    pub(crate) fn writer(&self) -> Result<CatalogueWriter, FollowError> {
        let mut followers = Followers::new(&self.archive)?;
        followers.attach(Box::new(SearchFollower::open(&self.archive, self.tools.clone())?));
        let lock = self.archive.lock("a test").unwrap();
        let mut writer = CatalogueWriter::open(&self.archive, lock).unwrap();
        writer.observe_with(Box::new(followers));
        Ok(writer)
    }

    /// Adds a file with these records. Returns its name in the archive.
    pub(crate) fn add(&self, records: &[Vec<u8>]) -> String {
        let number = self.files.get();
        self.files.set(number + 1);
        let path = self.folder.join(format!("f{number}.warc"));
        std::fs::write(&path, records.concat()).unwrap();
        let mut writer = self.writer().unwrap();
        let taken = writer.take_in(&self.archive, &path, Intake::Copy, &mut ()).unwrap();
        writer.close().unwrap();
        let _ = taken;
        self.archive
            .own_files()
            .unwrap()
            .into_iter()
            .find(|name| name.contains(&format!("f{number}.")))
            .unwrap()
    }

    /// Opens the archive for writing, so that the index catches up.
    pub(crate) fn catch_up(&self) {
        let mut writer = self.writer().unwrap();
        writer.show_listed(&self.archive, &mut ()).unwrap();
        writer.close().unwrap();
    }

    pub(crate) fn index(&self) -> SearchIndex {
        SearchIndex::open(&self.archive).unwrap()
    }

    pub(crate) fn search(&self, query: &str) -> SearchPage {
        self.index().search(&request(query)).unwrap()
    }

    /// The addresses found, as paths, the best first.
    pub(crate) fn paths(&self, query: &str) -> String {
        paths(&self.search(query))
    }
}

impl Drop for TestArchive {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

pub(crate) fn request(query: &str) -> SearchRequest<'static> {
    SearchRequest { query: parse(query).unwrap(), limit: 20, ..SearchRequest::default() }
}

pub(crate) fn paths(page: &SearchPage) -> String {
    let path = |uri: &[u8]| {
        let uri = String::from_utf8_lossy(uri).into_owned();
        uri.rsplit('/').next().unwrap_or_default().to_owned()
    };
    page.hits.iter().map(|hit| path(&hit.uri)).collect::<Vec<_>>().join(" ")
}

/// A record with an HTTP response.
pub(crate) fn response(uri: &str, date: &str, mime: &str, body: &str) -> Vec<u8> {
    let block = format!("HTTP/1.1 200 OK\r\nContent-Type: {mime}\r\n\r\n{body}");
    record("response", uri, date, "", block.as_bytes())
}

/// A page.
pub(crate) fn page(uri: &str, date: &str, body: &str) -> Vec<u8> {
    response(uri, date, "text/html; charset=utf-8", body)
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
