//! Small files of records, and a folder for them that goes with the test.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use stodola_archive::{
    Archive, ArchiveError, Catalogue, CatalogueError, CatalogueOptions, CatalogueWriter, Rebuild,
    Rebuilt, WriteLock, rebuild,
};

/// Segments so small that a few files make several levels of them.
pub(crate) const OPTIONS: CatalogueOptions = CatalogueOptions { segment_captures: 50 };

/// A folder that is removed at the end.
pub(crate) struct Folder(PathBuf);

impl Folder {
    pub(crate) fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("stodola-{name}-{}", std::process::id()));
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

/// For tests that start processes: one at a time. A process has copies of all our files, and so of our
/// locks, from the moment it is split off until it runs its own program.
pub(crate) fn alone() -> MutexGuard<'static, ()> {
    static ALONE: Mutex<()> = Mutex::new(());
    ALONE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Takes an archive that was let go of a moment ago; see [`alone`].
pub(crate) fn lock(archive: &Archive, command: &str) -> WriteLock {
    let until = Instant::now() + Duration::from_secs(20);
    loop {
        match archive.lock(command) {
            Err(ArchiveError::Locked { .. }) if Instant::now() < until => std::thread::yield_now(),
            result => return result.unwrap(),
        }
    }
}

pub(crate) fn open(folder: &Path) -> (Archive, CatalogueWriter) {
    let archive = Archive::open_or_create(folder).unwrap();
    let lock = lock(&archive, "a test");
    let writer = CatalogueWriter::open_with(&archive, lock, OPTIONS).unwrap();
    (archive, writer)
}

/// A WARC file, plain, with captures of a few pages: number `file` of a series. Each has one revisit of
/// a page of the file before.
pub(crate) fn warc(file: u64, captures: u64) -> String {
    let mut out = String::new();
    let mut record = |head: &str, block: &str| {
        let length = block.len();
        write!(out, "WARC/1.1\r\n{head}Content-Length: {length}\r\n\r\n{block}\r\n\r\n").unwrap();
    };
    record(
        "WARC-Type: warcinfo\r\nContent-Type: application/warc-fields\r\n",
        &format!("software: test\r\nisPartOf: series-{}\r\n", file % 2),
    );
    for number in 0..captures {
        let head = format!(
            "WARC-Type: response\r\nWARC-Target-URI: http://www.h{}.cz/{number}/A\r\n\
             WARC-Date: {}\r\nContent-Type: application/http\r\n",
            number % 7,
            date(file, number)
        );
        let block = format!("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n{file} {number}");
        record(&head, &block);
    }
    if file > 0 {
        let head = format!(
            "WARC-Type: revisit\r\nWARC-Target-URI: http://www.h0.cz/0/A\r\nWARC-Date: {}\r\n\
             WARC-Refers-To-Target-URI: http://www.h0.cz/0/A\r\nWARC-Refers-To-Date: {}\r\n",
            date(file, 50),
            date(file - 1, 0)
        );
        record(&head, "");
    }
    out
}

fn date(file: u64, number: u64) -> String {
    format!("{}-01-{:02}T00:00:{:02}Z", 2000 + file, number % 28 + 1, number % 60)
}

pub(crate) fn dump(catalogue: &Catalogue) -> String {
    let mut out = Vec::new();
    catalogue.dump(&mut out).unwrap();
    String::from_utf8(out).unwrap()
}

/// Makes the catalogue anew, from files of records only.
pub(crate) fn rebuild_files(archive: &Archive, lock: WriteLock) -> Result<Rebuilt, CatalogueError> {
    let with = Rebuild { options: OPTIONS, observer: None, watch: &mut (), on: &mut |_| () };
    rebuild(archive, lock, with)
}
