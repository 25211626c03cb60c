//! The catalogue: every capture of an archive by its address and time, and where it is stored.
//!
//! It is derived from the files of records and the folders of the jobs, so a lost catalogue costs time and
//! nothing else; [`rebuild`](crate::rebuild) makes it anew. Only captures of files that are missing are known
//! nowhere else; a rebuild takes them over from the old catalogue.
//!
//! # On disk
//!
//! One SQLite database, `catalogue.db`. Captures lie in *segments*, tables in the order of their key:
//! SURT, time, file, offset. New captures go to a small segment; when it is full, it is complete and
//! another one is begun; when eight complete ones are about the same size, they become one.
//! A single table would spread the captures of a file over all its pages: with fifty million captures, each new one
//! costs reading and writing a page. With segments a capture is copied in order two or three times, whatever the size
//! of the catalogue, and a look-up asks about twenty segments instead of one. The SQL view `captures` covers all
//! segments.
//!
//! Outcomes of URIs are stored in segments of their own, in the order of SURT, job, round and place in the log, with
//! the view `outcomes`. They are derived from the job logs, not from WARC files; `rounds` has the place up to which the
//! log of each round has been read.
//!
//! | killed | left behind | then |
//! |---|---|---|
//! | while it is made | `catalogue.db.making` | the next writer begins anew |
//! | while a file is added | nothing of it | it is added again |
//! | while outcomes are added | whole batches, with the place they reach | the rest is added |
//! | while segments are merged | a segment that is marked as not valid | the next writer removes it |
//! | at a power cut | the last files may be missing | they are added again |
//!
//! Beside the captures stand the requests with a body that some of them answer (`posted`), and the `conversion`
//! records (`conversions`). Format 1 has neither table; the first writer adds them, and a rebuild fills them.
//!
//! # Readers
//!
//! Readers see the last commit, also while a writer works. They need no permission to write: writers leave
//! `catalogue.db-wal` and `catalogue.db-shm` beside the database, which SQLite needs to read it. Where these files
//! are missing and cannot be made, a private copy is read.
//!
//! # Room
//!
//! With URIs of 80 bytes a capture takes about 160 bytes. Merging needs room for what is merged; what
//! it leaves is used again.

mod add;
mod by_time;
mod carry;
mod conversions;
mod dependents;
mod dump;
mod error;
mod files;
mod outcomes;
mod range;
mod read;
mod requests;
mod row;
mod scan_keys;
mod schema;
mod segments;
mod snapshot;
mod stamp;
mod stats;
#[cfg(test)]
mod tests;

pub use add::{Adder, FileFacts};
pub use conversions::ConversionRow;
pub use error::CatalogueError;
pub use files::{FileState, Listed};
pub use outcomes::{Followed, OutcomeCount, OutcomeRow, RoundRow, Taken};
pub use range::{Direction, KeyRange, RangeCursor};
pub use read::Entry;
pub use read::key_of;
pub use requests::PostedRow;
pub use row::{CaptureKind, CaptureRow};
pub use scan_keys::{CaptureScan, Key};
pub(crate) use schema::{put_in_place, remove, with_ending};
pub use stamp::Stamp;
pub use stats::{ArchiveTotals, By, Share};

use crate::folder::{Archive, WriteLock};
use crate::holdings;
use crate::observe::CaptureObserver;
use crate::source::RunningHash;
use error::explain;
use rusqlite::Connection;
use std::collections::HashMap;
use std::ops::Deref;
use std::path::{Path, PathBuf};

/// Settings of a catalogue.
#[derive(Clone, Copy, Debug)]
pub struct CatalogueOptions {
    /// Maximum number of captures in the segment that takes new ones.
    pub segment_captures: u64,
}

impl Default for CatalogueOptions {
    /// 131,072 captures per segment: 20 MB, which the database keeps in memory while the segment fills.
    fn default() -> CatalogueOptions {
        CatalogueOptions { segment_captures: 1 << 17 }
    }
}

/// The catalogue, for reading. It shows what is committed, also while another process adds to it.
pub struct Catalogue {
    connection: Connection,
    path: PathBuf,
    /// Whether this connection shows later commits of others. If not, it shows the state at the time of opening.
    is_live: bool,
    /// Whether it has the tables of requests and conversions, which format 1 has not.
    has_side_tables: bool,
}

impl Catalogue {
    /// Opens the catalogue of an archive for reading; permission to write is not needed. An archive in which
    /// nothing was ever stored has an empty one, also before its catalogue was made.
    pub fn open(archive: &Archive) -> Result<Catalogue, CatalogueError> {
        let path = archive.catalogue_path();
        let (connection, is_live) = match schema::open(&path) {
            Err(CatalogueError::Missing(_) | CatalogueError::Unfinished(_))
                if holdings::is_empty(archive)? =>
            {
                (schema::open_empty().map_err(|error| explain(&path, error))?, false)
            }
            result => result?,
        };
        let has_side_tables =
            schema::has_side_tables(&connection).map_err(|error| explain(&path, error))?;
        Ok(Catalogue { connection, path, is_live, has_side_tables })
    }

    /// Whether this connection shows what others commit after it was opened. Readers without permission to write beside
    /// the catalogue see the state at the time of opening.
    pub(crate) fn is_live(&self) -> bool {
        self.is_live
    }

    /// Lets this connection keep so many MiB of the database in memory.
    pub(crate) fn set_cache_mib(&self, mib: u32) -> Result<(), CatalogueError> {
        let kib = i64::from(mib) << 10;
        self.connection.pragma_update(None, "cache_size", -kib).map_err(|e| self.explain(e))
    }

    /// Path of the database file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    fn explain(&self, error: rusqlite::Error) -> CatalogueError {
        explain(&self.path, error)
    }
}

/// The catalogue, for writing. Only one process at a time can open it.
pub struct CatalogueWriter {
    catalogue: Catalogue,
    options: CatalogueOptions,
    /// Row numbers of media types that are known to be in the database.
    mimes: HashMap<String, i64>,
    /// Is shown every capture that is listed. `None` if nobody observes.
    pub(crate) observer: Option<Box<dyn CaptureObserver>>,
    /// Running hashes of unfinished files, as far as this writer has read them, by file name.
    pub(crate) hashes: HashMap<String, RunningHash>,
    _lock: Option<WriteLock>,
}

impl Deref for CatalogueWriter {
    type Target = Catalogue;

    fn deref(&self) -> &Catalogue {
        &self.catalogue
    }
}

impl CatalogueWriter {
    /// Opens the catalogue of an archive. If it does not exist, it is created only if the archive has no file yet;
    /// otherwise the catalogue was lost: this is an error, and [`rebuild`](crate::rebuild) is needed.
    pub fn open(archive: &Archive, lock: WriteLock) -> Result<CatalogueWriter, CatalogueError> {
        CatalogueWriter::open_with(archive, lock, CatalogueOptions::default())
    }

    /// Same as [`CatalogueWriter::open`], with other options.
    pub fn open_with(
        archive: &Archive,
        lock: WriteLock,
        options: CatalogueOptions,
    ) -> Result<CatalogueWriter, CatalogueError> {
        let path = archive.catalogue_path();
        // If nothing was ever stored, creating a new catalogue loses nothing.
        let is_new = holdings::is_empty(archive)?
            && !matches!(schema::open(&path), Ok(_) | Err(CatalogueError::Newer { .. }));
        if is_new {
            remove(&path)?;
        }
        let mut writer = CatalogueWriter::at(path, is_new, Some(lock), options)?;
        holdings::complete(archive, &mut writer)?;
        Ok(writer)
    }

    /// Opens the catalogue at `path`; creates it if `is_new`.
    pub(crate) fn at(
        path: PathBuf,
        is_new: bool,
        lock: Option<WriteLock>,
        options: CatalogueOptions,
    ) -> Result<CatalogueWriter, CatalogueError> {
        let connection =
            if is_new { schema::create(&path)? } else { schema::open_to_write(&path)? };
        let catalogue = Catalogue { connection, path, is_live: true, has_side_tables: true };
        let mut writer = CatalogueWriter {
            catalogue,
            options,
            mimes: HashMap::new(),
            observer: None,
            hashes: HashMap::new(),
            _lock: lock,
        };
        writer.remove_unfinished()?;
        Ok(writer)
    }

    /// Stores the names and settings of the jobs, read from their folders.
    pub fn set_jobs(&mut self, jobs: &[(String, String)]) -> Result<(), CatalogueError> {
        let set = |connection: &Connection| {
            let mut statement = connection.prepare_cached(
                "INSERT INTO jobs (name, settings) VALUES (?1, ?2)
                 ON CONFLICT (name) DO UPDATE SET settings = ?2",
            )?;
            jobs.iter().try_for_each(|(name, text)| statement.execute((name, text)).map(|_| ()))
        };
        set(&self.connection).map_err(|e| self.explain(e))
    }

    /// Closes the connection. When this succeeds, everything is in the database file, or in its write-ahead log if a
    /// reader still needs that.
    pub fn close(self) -> Result<(), CatalogueError> {
        schema::tidy(&self.connection).map(|_| ()).map_err(|error| self.explain(error))
    }

    /// Same as [`CatalogueWriter::close`], for a catalogue that will replace another: everything must be in the one
    /// file.
    pub(crate) fn close_whole(self) -> Result<PathBuf, CatalogueError> {
        let path = self.path.clone();
        match schema::tidy(&self.connection) {
            Ok(true) => Ok(path),
            Ok(false) => Err(CatalogueError::Busy(path)),
            Err(error) => Err(self.explain(error)),
        }
    }
}

impl Drop for CatalogueWriter {
    fn drop(&mut self) {
        // What cannot be copied now stays in the write-ahead log, which readers use too.
        let _ = schema::tidy(&self.connection);
    }
}
