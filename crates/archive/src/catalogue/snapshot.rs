//! A private copy of a catalogue, for readers to whom SQLite cannot show the original.
//!
//! To read a database with a log, SQLite needs the file `-shm` beside it. Writers leave one, so that everybody
//! who may read the folder can use it. It is missing where an earlier program wrote last, or where a backup was
//! A user who cannot create it reads a copy of the database and its log: the state of one moment. The copy has no name
//! any more when this returns, so that the system removes it when the process ends.

use super::error::{CatalogueError, explain};
use super::schema::with_ending;
use crate::folder::io_error;
use rusqlite::{Connection, OpenFlags};
use std::fs::{self, DirBuilder, File, Metadata};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

/// Maximum number of attempts to copy while the original changes.
const TRIES: u32 = 20;

/// Copies the catalogue and opens the copy.
pub(super) fn open(path: &Path) -> Result<Connection, CatalogueError> {
    for _ in 0..TRIES {
        let before = State::of(path)?;
        let folder = Private::new()?;
        let copy = folder.0.join("catalogue.db");
        let log = with_ending(path, "-wal");
        copy_file(path, &copy)?;
        if before.log.is_some() {
            copy_file(&log, &with_ending(&copy, "-wal"))?;
        }
        if State::of(path)? == before {
            return connect(&copy).map_err(|error| explain(path, error));
        }
    }
    Err(CatalogueError::Changing(path.to_owned()))
}

fn connect(copy: &Path) -> rusqlite::Result<Connection> {
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = Connection::open_with_flags(copy, flags)?;
    // The log becomes part of the database, and SQLite no longer looks for files beside it.
    connection.pragma_update(None, "locking_mode", "exclusive")?;
    connection.pragma_update(None, "journal_mode", "delete")?;
    connection.pragma_update(None, "query_only", true)?;
    connection.query_row("SELECT count(*) FROM sqlite_schema", (), |_| Ok(()))?;
    Ok(connection)
}

fn copy_file(from: &Path, to: &Path) -> Result<(), CatalogueError> {
    let read = |error| CatalogueError::Read { path: from.to_owned(), error };
    let mut from = File::open(from).map_err(read)?;
    // Does not copy the permissions of the original, which may forbid writing.
    let copied = File::create(to).and_then(|mut to| io::copy(&mut from, &mut to));
    Ok(copied.map(|_| ()).map_err(io_error("copy the catalogue to", to))?)
}

/// What shows whether a database or its log was written to.
#[derive(PartialEq)]
struct State {
    database: (u64, Option<SystemTime>),
    log: Option<(u64, Option<SystemTime>)>,
}

impl State {
    fn of(path: &Path) -> Result<State, CatalogueError> {
        let look = |path: &Path| -> io::Result<_> {
            let facts = |it: Metadata| (it.len(), it.modified().ok());
            match fs::metadata(path) {
                Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
                result => result.map(facts).map(Some),
            }
        };
        let read = |path: &Path| {
            look(path).map_err(|error| CatalogueError::Read { path: path.to_owned(), error })
        };
        let database = read(path)?.ok_or_else(|| CatalogueError::Missing(path.to_owned()))?;
        Ok(State { database, log: read(&with_ending(path, "-wal"))? })
    }
}

/// A folder that only this user can read, removed when it is dropped.
struct Private(PathBuf);

impl Private {
    fn new() -> Result<Private, CatalogueError> {
        let temporary = std::env::temp_dir();
        let failed = io_error("create a private folder in", &temporary);
        let mut random = [0; 8];
        getrandom::fill(&mut random).map_err(|error| failed(error.into()))?;
        let path = temporary.join(format!("stodola-{:016x}", u64::from_ne_bytes(random)));
        let mut builder = DirBuilder::new();
        #[cfg(unix)]
        std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
        builder.create(&path).map_err(failed)?;
        Ok(Private(path))
    }
}

impl Drop for Private {
    fn drop(&mut self) {
        // If this fails, the folder stays among the temporary files.
        let _ = fs::remove_dir_all(&self.0);
    }
}
