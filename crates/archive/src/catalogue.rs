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
//! A single table would take the captures of a file in any of its pages: with fifty million of them each
//! capture that is added costs a page to be read and written. So it costs two or three times being
//! copied in order, whatever the size, and a look-up asks some twenty segments instead of one.
//! Whoever comes with SQL finds the view `captures` over all of them.
//!
//! What became of URIs lies in segments of its own, in the order of SURT, job, round and place in the log, with
//! the view `outcomes`. It does not follow from files of records but from the books of the jobs; `rounds` has
//! the place up to which the catalogue follows the log of each round.
//!
//! | killed | left behind | then |
//! |---|---|---|
//! | while it is made | `catalogue.db.making` | the next writer begins anew |
//! | while a file is added | nothing of it | it is added again |
//! | while outcomes are added | whole batches, with the place they reach | the rest is added |
//! | while segments are merged | a segment that is marked as not valid | the next writer removes it |
//! | at a power cut | the last files may be missing | they are added again |
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
mod carry;
mod dependents;
mod dump;
mod error;
mod files;
mod outcomes;
mod read;
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
pub use error::CatalogueError;
pub use files::{FileState, Listed};
pub use outcomes::{Followed, OutcomeCount, OutcomeRow, RoundRow, Taken};
pub use read::Entry;
pub(crate) use read::key_of;
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

/// How a catalogue is kept.
#[derive(Clone, Copy, Debug)]
pub struct CatalogueOptions {
    /// How many captures the segment that takes new ones may hold.
    pub segment_captures: u64,
}

impl Default for CatalogueOptions {
    /// 131,072 captures: 20 MB, which the database keeps in memory while it fills them.
    fn default() -> CatalogueOptions {
        CatalogueOptions { segment_captures: 1 << 17 }
    }
}

/// A catalogue to ask. It shows what is committed, also while another process adds to it.
pub struct Catalogue {
    connection: Connection,
    path: PathBuf,
    /// Whether it shows what others commit from now on, and not the state of one moment.
    is_live: bool,
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
        Ok(Catalogue { connection, path, is_live })
    }

    /// Whether it shows what others commit after it was opened. Readers who may not write beside the catalogue see the
    /// state of the moment when they opened it.
    pub(crate) fn is_live(&self) -> bool {
        self.is_live
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    fn explain(&self, error: rusqlite::Error) -> CatalogueError {
        explain(&self.path, error)
    }
}

/// A catalogue to add to. One process at a time has it.
pub struct CatalogueWriter {
    catalogue: Catalogue,
    options: CatalogueOptions,
    /// Numbers of media types that are in the database for sure.
    mimes: HashMap<String, i64>,
    /// Is shown all captures that are listed.
    pub(crate) observer: Option<Box<dyn CaptureObserver>>,
    /// The hashes of files in the making, as far as they were read by this writer.
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
    /// Opens the catalogue of an archive. If there is none, one is made only if the archive has no
    /// file yet; else it has been lost, and [`rebuild`](crate::rebuild) is needed.
    pub fn open(archive: &Archive, lock: WriteLock) -> Result<CatalogueWriter, CatalogueError> {
        CatalogueWriter::open_with(archive, lock, CatalogueOptions::default())
    }

    /// The same with other options.
    pub fn open_with(
        archive: &Archive,
        lock: WriteLock,
        options: CatalogueOptions,
    ) -> Result<CatalogueWriter, CatalogueError> {
        let path = archive.catalogue_path();
        // As long as nothing was ever stored, a new one loses nothing.
        let is_new = holdings::is_empty(archive)?
            && !matches!(schema::open(&path), Ok(_) | Err(CatalogueError::Newer { .. }));
        if is_new {
            remove(&path)?;
        }
        let mut writer = CatalogueWriter::at(path, is_new, Some(lock), options)?;
        holdings::complete(archive, &mut writer)?;
        Ok(writer)
    }

    /// The one at `path`; a new one if `is_new`.
    pub(crate) fn at(
        path: PathBuf,
        is_new: bool,
        lock: Option<WriteLock>,
        options: CatalogueOptions,
    ) -> Result<CatalogueWriter, CatalogueError> {
        let connection =
            if is_new { schema::create(&path)? } else { schema::open_to_write(&path)? };
        let catalogue = Catalogue { connection, path, is_live: true };
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

    /// Takes over what the folders of the jobs say.
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

    /// Ends the connection. When this succeeds, everything is in the one file, or in the log beside it as far
    /// as a reader needs that still.
    pub fn close(self) -> Result<(), CatalogueError> {
        schema::tidy(&self.connection).map(|_| ()).map_err(|error| self.explain(error))
    }

    /// The same for a catalogue that is to take the place of another: everything must be in the one file.
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
        // What cannot be done now stays in the log, from where it is read too.
        let _ = schema::tidy(&self.connection);
    }
}
