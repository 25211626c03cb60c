//! `search.db`, beside the index: contents and their captures, the place in each file, and names of sites, languages
//! and jobs. It is the truth of the two: a document of the index with a number that is not here does not count.
//!
//! ```text
//! contents   number ─ hash of key and digest ─ URI            one for each document of the index
//! captures   number ─ time, file, offset                      any number for each content
//! spans      128 numbers a row: first, last, years, jobs      what is counted and filtered without reading captures
//! ```

mod names;
mod read;
mod write;

pub(crate) use names::NameKind;
pub(crate) use read::{ContentAddress, StoredCapture, WaitingContent};
pub(crate) use write::{Batch, NewCapture, NewContent};

use crate::error::SearchError;
use rusqlite::config::DbConfig;
use rusqlite::{Connection, OpenFlags};
use std::path::{Path, PathBuf};
use std::time::Duration;
use stodola_archive::Archive;

/// The folder of index and database in an archive.
const FOLDER: &str = "text";
const FILE: &str = "search.db";
/// "Stos": tells this kind of database from others.
const APPLICATION: i32 = 0x5374_6F73;
/// Version of the tables and of the index beside them.
pub const VERSION: u32 = 1;
const BUSY: Duration = Duration::from_secs(30);

const TABLES: &str = "
    CREATE TABLE state (next INTEGER NOT NULL, batch INTEGER NOT NULL, commits INTEGER NOT NULL);
    INSERT INTO state VALUES (1, 0, 0);
    CREATE TABLE files (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, job INTEGER, offset INTEGER NOT NULL,
        is_end INTEGER NOT NULL);
    CREATE TABLE names (kind INTEGER NOT NULL, id INTEGER NOT NULL, name TEXT NOT NULL,
        PRIMARY KEY (kind, id)) WITHOUT ROWID;
    CREATE UNIQUE INDEX names_by_name ON names (kind, name);
    CREATE TABLE contents (id INTEGER PRIMARY KEY, hash BLOB NOT NULL, address INTEGER NOT NULL, uri BLOB NOT NULL,
        image BLOB, is_indexed INTEGER NOT NULL);
    CREATE UNIQUE INDEX contents_by_hash ON contents (hash);
    CREATE INDEX contents_by_address ON contents (address);
    CREATE TABLE captures (content INTEGER NOT NULL, time INTEGER NOT NULL, file INTEGER NOT NULL,
        offset INTEGER NOT NULL, inner INTEGER NOT NULL,
        PRIMARY KEY (content, time, file, offset, inner)) WITHOUT ROWID;
    CREATE TABLE spans (chunk INTEGER PRIMARY KEY, batch INTEGER NOT NULL, data BLOB NOT NULL);
    CREATE INDEX spans_by_batch ON spans (batch);
    CREATE TABLE unresolved (content INTEGER PRIMARY KEY, file INTEGER NOT NULL, offset INTEGER NOT NULL,
        inner INTEGER NOT NULL);
    CREATE TABLE doomed (content INTEGER PRIMARY KEY);
    CREATE TABLE undigested (file INTEGER NOT NULL, offset INTEGER NOT NULL, inner INTEGER NOT NULL,
        reason TEXT NOT NULL, PRIMARY KEY (file, offset, inner)) WITHOUT ROWID;";

/// The database beside the index.
pub(crate) struct Store {
    connection: Connection,
    version: u32,
    may_write: bool,
}

impl Drop for Store {
    /// Moves what is in the log to the database, as far as readers let it.
    fn drop(&mut self) {
        if self.may_write {
            // What stays in the log is safe there.
            let _ = self.connection.execute_batch("PRAGMA wal_checkpoint(PASSIVE)");
        }
    }
}

impl Store {
    /// Returns the folder of index and database.
    pub(crate) fn folder(archive: &Archive) -> PathBuf {
        archive.folder().join(FOLDER)
    }

    /// Whether an archive has a search index.
    pub(crate) fn exists(folder: &Path) -> bool {
        folder.join(FILE).is_file()
    }

    /// Opens the database to fill it; makes it if it is missing.
    pub(crate) fn open(folder: &Path) -> Result<Store, SearchError> {
        if !Store::exists(folder) {
            Store::create(folder)?;
        }
        Store::connect(folder, OpenFlags::SQLITE_OPEN_READ_WRITE)
    }

    /// Makes an empty database. It has its name when it is whole: readers could not open what a kill leaves.
    fn create(folder: &Path) -> Result<(), SearchError> {
        let failed = |error| {
            SearchError::io(format!("cannot make '{}'", folder.join(FILE).display()), error)
        };
        let making = folder.join("search.db.making");
        for ending in ["", "-journal", "-wal", "-shm"] {
            remove_if_there(&folder.join(format!("search.db.making{ending}"))).map_err(failed)?;
        }
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_CREATE;
        let connection =
            Connection::open_with_flags(&making, flags | OpenFlags::SQLITE_OPEN_NO_MUTEX)?;
        connection.pragma_update(None, "journal_mode", "wal")?;
        connection.execute_batch(&format!(
            "BEGIN IMMEDIATE; {TABLES} PRAGMA application_id = {APPLICATION};
             PRAGMA user_version = {VERSION}; COMMIT; PRAGMA wal_checkpoint(TRUNCATE)"
        ))?;
        // The last connection takes the log away.
        connection.close().map_err(|(_, error)| error)?;
        // Left by a database that was removed, they would be taken for those of this one.
        for ending in ["-journal", "-wal", "-shm"] {
            remove_if_there(&folder.join(format!("{FILE}{ending}"))).map_err(failed)?;
        }
        std::fs::rename(&making, folder.join(FILE)).map_err(failed)
    }

    /// Opens the database to read it.
    pub(crate) fn open_to_read(folder: &Path) -> Result<Store, SearchError> {
        match Store::exists(folder) {
            true => Store::connect(folder, OpenFlags::SQLITE_OPEN_READ_ONLY),
            false => Err(SearchError::NoIndex),
        }
    }

    fn connect(folder: &Path, flags: OpenFlags) -> Result<Store, SearchError> {
        let path = folder.join(FILE);
        let connection =
            Connection::open_with_flags(&path, flags | OpenFlags::SQLITE_OPEN_NO_MUTEX)?;
        connection.busy_timeout(BUSY)?;
        // 16 MiB: most look-ups of a harvest that goes on find their pages in memory.
        connection.pragma_update(None, "cache_size", -16384)?;
        let number =
            |name: &str| connection.pragma_query_value(None, name, |row| row.get::<_, i32>(0));
        let may_write = flags.contains(OpenFlags::SQLITE_OPEN_READ_WRITE);
        if may_write {
            // A log: readers neither wait for a commit nor need the right to undo one that was cut short. Each commit
            // is on disk when it returns, as that of the index is: the two must not drift apart.
            connection.pragma_update(None, "journal_mode", "wal")?;
            connection.pragma_update(None, "synchronous", "full")?;
            // The log and its index stay, for users who may read them, but not make them.
            connection.set_db_config(DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, true)?;
        }
        let version = u32::try_from(number("user_version")?).unwrap_or_default();
        if number("application_id")? != APPLICATION || version > VERSION {
            return Err(SearchError::Unknown { path });
        }
        Ok(Store { connection, version, may_write })
    }

    /// Version of what is in it.
    pub(crate) fn version(&self) -> u32 {
        self.version
    }

    /// Removes index and database: the next one who opens them starts anew.
    pub(crate) fn remove(folder: &Path) -> Result<(), SearchError> {
        let failed =
            |error| SearchError::io(format!("cannot remove '{}'", folder.display()), error);
        // Has numbers of this database, so it must not be there with another one.
        remove_if_there(&crate::links::path(folder)).map_err(failed)?;
        // The database first: without it the rest counts as missing.
        for name in [FILE, "search.db-wal", "search.db-shm", "search.db-journal"] {
            remove_if_there(&folder.join(name)).map_err(failed)?;
        }
        match std::fs::remove_dir_all(crate::index::folder(folder)) {
            Err(error) if error.kind() != std::io::ErrorKind::NotFound => Err(failed(error)),
            _ => Ok(()),
        }
    }
}

fn remove_if_there(path: &Path) -> std::io::Result<()> {
    match std::fs::remove_file(path) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}
