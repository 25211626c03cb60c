//! The tables of a catalogue, and the connection to them.

use super::error::{CatalogueError, damaged, explain};
use super::{conversions, requests, snapshot};
use crate::folder::{ArchiveError, io_error, sync_folder_of};
use rusqlite::config::DbConfig;
use rusqlite::{Connection, ErrorCode, OpenFlags, OptionalExtension};
use std::fs::File;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The newest format of the database that is known here: its `user_version`.
pub(super) const FORMAT: i32 = 2;
/// The first format with the tables of requests and conversions.
const WITH_SIDE_TABLES: i32 = 2;
/// "Stod": distinguishes these databases from others.
const APPLICATION: i32 = 0x5374_6F64;
/// Bytes that every database begins with.
const HEAD: u64 = 16;
/// The longest wait for other processes that read or write the database.
const BUSY: Duration = Duration::from_secs(30);
/// MiB of pages that a writer keeps in memory. Rows are written in order, so more would not help it.
const WRITER_CACHE_MIB: i64 = 16;

/// Rows that are stored in segments: tables with the same columns, each sorted by its key. They have no further index,
/// which would need as much space again.
pub(super) struct Family {
    /// Name of the view of all segments; a segment has this name and its number.
    pub(super) name: &'static str,
    /// The table that lists the segments.
    pub(super) list: &'static str,
    /// The columns in their order. The key comes first.
    pub(super) columns: &'static str,
    /// The columns of the key, which come first: a text, then numbers that are not negative.
    pub(super) key: &'static str,
    pub(super) key_columns: usize,
    /// SQL declaration of the columns.
    declared: &'static str,
    /// What the view shows of each row, and the tables that are joined to it.
    shown: (&'static str, &'static str),
}

pub(super) const CAPTURES: Family = Family {
    name: "captures",
    list: "segments",
    columns: "surt, time, file, offset, inner, kind, status, mime, length, digest, form, uri, \
              target_uri, target_time",
    key: "surt, time, file, offset, inner",
    key_columns: 5,
    declared: "surt TEXT NOT NULL, time INTEGER NOT NULL, file INTEGER NOT NULL,
        offset INTEGER NOT NULL, inner INTEGER NOT NULL, kind INTEGER NOT NULL,
        status INTEGER, mime INTEGER, length INTEGER, digest, form INTEGER, uri TEXT,
        target_uri TEXT, target_time INTEGER",
    shown: (
        "surt, time, files.name AS file, offset, inner,
            CASE kind WHEN 1 THEN 'response' WHEN 2 THEN 'revisit' WHEN 3 THEN 'resource'
                WHEN 4 THEN 'metadata' WHEN 5 THEN 'dns' END AS kind,
            status, mimes.name AS mime, length, digest, form, <uri>, target_uri, target_time,
            jobs.name AS job",
        "JOIN files ON files.id = file LEFT JOIN mimes ON mimes.id = mime
            LEFT JOIN jobs ON jobs.id = files.job",
    ),
};

/// One row for each outcome of a URI in a round of a job; its place in the log of that round makes it unique.
pub(super) const OUTCOMES: Family = Family {
    name: "outcomes",
    list: "outcome_segments",
    columns: "surt, job, round, place, time, fate, detail, form, uri, via, hops, attempts",
    key: "surt, job, round, place",
    key_columns: 4,
    declared: "surt TEXT NOT NULL, job INTEGER NOT NULL, round INTEGER NOT NULL,
        place INTEGER NOT NULL, time INTEGER NOT NULL, fate INTEGER NOT NULL, detail TEXT,
        form INTEGER, uri TEXT, via TEXT, hops TEXT, attempts INTEGER",
    shown: (
        "surt, jobs.name AS job, round, place, time, fates.name AS outcome, detail, form, <uri>, via,
            hops, attempts",
        "JOIN jobs ON jobs.id = job JOIN fates ON fates.id = fate",
    ),
};

/// SQL expression for the URI of a row. Mostly the URI is not stored, but made from the key: see `spelled`. The labels
/// of the host are in reverse order in the key.
const URI: &str = "CASE WHEN form IS NULL THEN uri ELSE
            iif(form & 1, 'https://', 'http://') || iif(form & 2, 'www.', '') || (
                WITH RECURSIVE
                    part(host, path) AS (
                        SELECT substr(surt, 1, instr(surt, ')') - 1),
                            substr(surt, instr(surt, ')') + 1)),
                    cut(labels, port) AS (
                        SELECT iif(instr(host, ':'), substr(host, 1, instr(host, ':') - 1), host),
                            iif(instr(host, ':'), substr(host, instr(host, ':')), '') FROM part),
                    turn(rest, done) AS (
                        SELECT labels || ',', '' FROM cut UNION ALL
                        SELECT substr(rest, instr(rest, ',') + 1),
                            substr(rest, 1, instr(rest, ',') - 1) || iif(done = '', '', '.') || done
                        FROM turn WHERE rest <> '')
                SELECT done || port || path FROM turn, cut, part WHERE rest = ''
            ) || iif(form & 4, '/', '') END AS uri";

impl Family {
    /// Returns the SQL statement that creates a segment.
    pub(super) fn create(&self, id: i64) -> String {
        let Family { name, declared, key, .. } = self;
        format!("CREATE TABLE {name}_{id} ({declared}, PRIMARY KEY ({key})) WITHOUT ROWID")
    }

    /// Returns the SQL statement that creates the view: the rows of all segments, with names instead of numbers.
    pub(super) fn create_view(&self, segments: &[i64]) -> String {
        let Family { name, shown: (shown, joined), .. } = self;
        let all = self.select(segments, "");
        let shown = shown.replace("<uri>", URI);
        format!(
            "DROP VIEW IF EXISTS {name};
             CREATE VIEW {name} AS SELECT {shown} FROM ({all}) {joined}"
        )
    }

    /// Replaces a view that an earlier version created.
    fn update_view(&self, connection: &Connection) -> rusqlite::Result<()> {
        let sql = "SELECT sql FROM sqlite_schema WHERE type = 'view' AND name = ?1";
        let view: Option<String> =
            connection.query_row(sql, [self.name], |row| row.get(0)).optional()?;
        if view.is_some_and(|view| view.contains(URI)) {
            return Ok(());
        }
        let transaction = connection.unchecked_transaction()?;
        transaction.execute_batch(&self.create_view(&self.valid(&transaction)?))?;
        transaction.commit()
    }

    /// Returns a SQL statement that asks each of the segments with the same condition.
    pub(super) fn select(&self, segments: &[i64], condition: &str) -> String {
        let Family { name, columns, .. } = self;
        let all: Vec<String> = segments
            .iter()
            .map(|id| format!("SELECT {columns} FROM {name}_{id} {condition}"))
            .collect();
        all.join(" UNION ALL ")
    }
}

const TABLES: &str = "
    -- state: 0 takes new rows, 1 is complete, 2 is being merged and not yet valid
    CREATE TABLE segments (id INTEGER PRIMARY KEY, level INTEGER NOT NULL, state INTEGER NOT NULL,
        filled INTEGER NOT NULL);
    CREATE TABLE outcome_segments (id INTEGER PRIMARY KEY, level INTEGER NOT NULL,
        state INTEGER NOT NULL, filled INTEGER NOT NULL);
    CREATE TABLE mimes (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE);
    -- settings: job.toml, if the archive has the folder of the job
    CREATE TABLE jobs (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, settings TEXT);
    -- state: 0 is still being written, 1 is complete; covered: captures before this byte are listed
    CREATE TABLE files (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, state INTEGER NOT NULL,
        covered INTEGER NOT NULL, size INTEGER NOT NULL, modified INTEGER, sha256 BLOB,
        records INTEGER NOT NULL, captures INTEGER NOT NULL, first INTEGER, last INTEGER,
        job INTEGER REFERENCES jobs);
    -- 0 stands for none
    CREATE TABLE tallies (file INTEGER NOT NULL, year INTEGER NOT NULL, kind INTEGER NOT NULL,
        mime INTEGER NOT NULL, status INTEGER NOT NULL, captures INTEGER NOT NULL,
        bytes INTEGER NOT NULL, PRIMARY KEY (file, year, kind, mime, status)) WITHOUT ROWID;
    CREATE TABLE hosts (host TEXT PRIMARY KEY, captures INTEGER NOT NULL, bytes INTEGER NOT NULL,
        first INTEGER, last INTEGER) WITHOUT ROWID;
    CREATE TABLE texts (file INTEGER NOT NULL, offset INTEGER NOT NULL, inner INTEGER NOT NULL,
        language TEXT, title TEXT, PRIMARY KEY (file, offset, inner)) WITHOUT ROWID;
    CREATE TABLE fates (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE);
    -- how far the log of a round is listed: the one begun at that time, up to a place, when it was so long
    CREATE TABLE rounds (job INTEGER NOT NULL, round INTEGER NOT NULL, began INTEGER NOT NULL,
        position INTEGER NOT NULL, length INTEGER NOT NULL, PRIMARY KEY (job, round)) WITHOUT ROWID;
    CREATE TABLE outcome_tallies (job INTEGER NOT NULL, round INTEGER NOT NULL,
        fate INTEGER NOT NULL, uris INTEGER NOT NULL,
        PRIMARY KEY (job, round, fate)) WITHOUT ROWID;
    INSERT INTO outcome_segments VALUES (1, 0, 0, 0);
    INSERT INTO segments VALUES (1, 0, 0, 0);
";

/// Opens the catalogue for reading.
///
/// A reader who may write to the file that writers leave beside the catalogue (`-shm`) sees every commit. One who may
/// not, or who finds no such file, sees the state at the time of opening. On a medium that nobody can write to, the
/// catalogue is read as it stands. Otherwise a private copy is read; see [`snapshot`].
///
/// Returns the connection, and whether it shows what others commit from now on.
pub(super) fn open(path: &Path) -> Result<(Connection, bool), CatalogueError> {
    check_size(path)?;
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let is_guest = !may_write_beside(path);
    let connect = |path: &Path, flags| {
        let connection = Connection::open_with_flags(path, flags)?;
        settle(&connection, 64)?;
        // A reader without permission to write depends on marks that writers set in `-shm`, and writers come and go.
        // So it reads the state of one moment, and cannot be refused between two questions.
        if is_guest {
            connection.execute_batch("BEGIN")?;
        }
        // Reads the file for the first time.
        connection.query_row("SELECT count(*) FROM sqlite_schema", (), |_| Ok(()))?;
        Ok(connection)
    };
    let (connection, is_live) = match connect(path, flags) {
        Err(error) if is_out_of_reach(&error) && has_no_log(path) => {
            (connect(&unchanging(path), flags | OpenFlags::SQLITE_OPEN_URI), false)
        }
        Err(error) if is_out_of_reach(&error) => return Ok((open_copy(path)?, false)),
        result => (result, !is_guest),
    };
    let connection = connection.map_err(|e| explain(path, e))?;
    check_format(path, &connection)?;
    Ok((connection, is_live))
}

/// Whether this user may change `-shm`, the file through which readers and writers of a database coordinate.
fn may_write_beside(path: &Path) -> bool {
    use rustix::fs::{Access, access};
    access(with_ending(path, "-shm"), Access::READ_OK | Access::WRITE_OK).is_ok()
}

fn open_copy(path: &Path) -> Result<Connection, CatalogueError> {
    let connection = snapshot::open(path)?;
    settle(&connection, 64).map_err(|e| explain(path, e))?;
    check_format(path, &connection)?;
    Ok(connection)
}

/// An empty catalogue in memory, for readers of an archive that has no files yet.
pub(super) fn open_empty() -> rusqlite::Result<Connection> {
    let connection = Connection::open_in_memory()?;
    connection.execute_batch(&tables())?;
    settle(&connection, 1)?;
    Ok(connection)
}

fn is_out_of_reach(error: &rusqlite::Error) -> bool {
    matches!(error.sqlite_error_code(), Some(ErrorCode::CannotOpen | ErrorCode::ReadOnly))
}

/// Whether a database has no log beside it, and nobody can create one. This is not so for a user who merely lacks
/// permission: others may then change the database at any time.
fn has_no_log(path: &Path) -> bool {
    let log = with_ending(path, "-wal");
    if std::fs::metadata(&log).is_ok_and(|log| log.is_file() && log.len() > 0) {
        return false;
    }
    let made = File::options().write(true).create(true).truncate(false).open(log);
    made.is_err_and(|error| {
        matches!(error.kind(), ErrorKind::ReadOnlyFilesystem | ErrorKind::IsADirectory)
    })
}

/// Returns the URI that tells SQLite that nobody changes the database.
fn unchanging(path: &Path) -> PathBuf {
    // Without `//`, which would begin the name of a server in a URI.
    let path = path.canonicalize().unwrap_or_else(|_| path.to_owned());
    let mut name = String::from("file:");
    for &byte in path.as_os_str().as_encoded_bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'/' | b'.' | b'-' | b'_' => {
                name.push(byte.into());
            }
            _ => name.push_str(&format!("%{byte:02x}")),
        }
    }
    name.push_str("?immutable=1");
    name.into()
}

/// Opens an existing catalogue for writing.
pub(super) fn open_to_write(path: &Path) -> Result<Connection, CatalogueError> {
    check_size(path)?;
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = Connection::open_with_flags(path, flags).map_err(|e| explain(path, e))?;
    check_format(path, &connection)?;
    settle_to_write(&connection)
        .and_then(|()| add_side_tables(&connection))
        .and_then(|()| admit_readers(&connection))
        .and_then(|()| CAPTURES.update_view(&connection))
        .and_then(|()| OUTCOMES.update_view(&connection))
        .map_err(|e| explain(path, e))?;
    Ok(connection)
}

/// Creates a new, empty catalogue and opens it for writing. It is written under another name first, so that a kill
/// never leaves an unfinished one.
pub(super) fn create(path: &Path) -> Result<Connection, CatalogueError> {
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE
        | OpenFlags::SQLITE_OPEN_CREATE
        | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let making = with_ending(path, ".making");
    remove(&making)?;
    let make = || {
        let connection = Connection::open_with_flags(&making, flags)?;
        connection.pragma_update(None, "page_size", 8192)?;
        settle_to_write(&connection)?;
        let tables = tables();
        connection.execute_batch(&format!("BEGIN IMMEDIATE; {tables}; COMMIT"))?;
        Ok(connection)
    };
    let connection = make().map_err(|e| explain(&making, e))?;
    close(connection, &making)?;
    put_in_place(&making, path)?;
    open_to_write(path)
}

/// Returns the SQL for all tables and views of an empty catalogue.
fn tables() -> String {
    format!(
        "{TABLES} {} {} {}; {}; {}; {}; PRAGMA application_id = {APPLICATION};
         PRAGMA user_version = {FORMAT}",
        requests::TABLE,
        conversions::TABLE,
        CAPTURES.create(1),
        CAPTURES.create_view(&[1]),
        OUTCOMES.create(1),
        OUTCOMES.create_view(&[1]),
    )
}

fn settle_to_write(connection: &Connection) -> rusqlite::Result<()> {
    // Write-ahead log, for readers and crashes; files whose captures a power cut takes away are scanned again.
    connection.pragma_update(None, "journal_mode", "wal")?;
    connection.pragma_update(None, "synchronous", "normal")?;
    connection.pragma_update(None, "wal_autocheckpoint", 8192)?;
    connection.pragma_update(None, "journal_size_limit", 64 << 20)?;
    // SQLite reports nothing if its last checkpoint fails when a connection closes, so it is done here. SQLite would
    // also remove `-wal` and `-shm`, and users who cannot create these files could no longer read the catalogue.
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, true)?;
    settle(connection, WRITER_CACHE_MIB)
}

/// Adds what a catalogue of format 1 lacks. Nothing that it has is changed.
fn add_side_tables(connection: &Connection) -> rusqlite::Result<()> {
    if has_side_tables(connection)? {
        return Ok(());
    }
    let (posted, conversions) = (requests::TABLE, conversions::TABLE);
    connection.execute_batch(&format!(
        "BEGIN IMMEDIATE; {posted} {conversions} PRAGMA user_version = {WITH_SIDE_TABLES}; COMMIT"
    ))
}

/// Whether a catalogue has the tables of requests and conversions.
pub(super) fn has_side_tables(connection: &Connection) -> rusqlite::Result<bool> {
    let version =
        connection.pragma_query_value(None, "user_version", |row| row.get::<_, i32>(0))?;
    Ok(version >= WITH_SIDE_TABLES)
}

/// Enables reading for users without permission to write to the folder. They cannot set a read mark in `-shm`, but can
/// use one that exists: a commit followed by a read sets one.
fn admit_readers(connection: &Connection) -> rusqlite::Result<()> {
    connection.pragma_update(None, "user_version", FORMAT)?;
    connection.query_row("SELECT count(*) FROM segments", (), |_| Ok(()))
}

fn settle(connection: &Connection, cache_mib: i64) -> rusqlite::Result<()> {
    connection.pragma_update(None, "cache_size", -(cache_mib << 10))?;
    connection.busy_timeout(BUSY)?;
    connection.set_prepared_statement_cache_capacity(256);
    // The plan of a statement is made once: otherwise SQLite parses one with a bound LIMIT again when values change,
    // which takes as long as the answer.
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_QPSG, true)?;
    Ok(())
}

/// Copies the log into the database, as far as no reader needs it, without waiting. Returns whether everything is in
/// the database now.
pub(super) fn tidy(connection: &Connection) -> rusqlite::Result<bool> {
    checkpoint(connection, "TRUNCATE", Duration::ZERO)
}

/// Same as [`tidy`], for a catalogue that will be replaced. Waits for readers of an older state; readers that come
/// meanwhile read the latest state, and are not waited for.
fn complete(connection: &Connection) -> rusqlite::Result<bool> {
    let is_complete = checkpoint(connection, "FULL", BUSY)?;
    // Leaves an empty log, unless somebody is reading.
    tidy(connection)?;
    Ok(is_complete)
}

fn checkpoint(connection: &Connection, mode: &str, wait: Duration) -> rusqlite::Result<bool> {
    connection.busy_timeout(wait)?;
    let sql = format!("PRAGMA wal_checkpoint({mode})");
    let (log, copied): (i64, i64) =
        connection.query_row(&sql, (), |row| Ok((row.get(1)?, row.get(2)?)))?;
    Ok(log == copied)
}

fn close(connection: Connection, path: &Path) -> Result<(), CatalogueError> {
    match complete(&connection) {
        Ok(true) => connection.close().map_err(|(_, error)| explain(path, error)),
        Ok(false) => Err(CatalogueError::Busy(path.to_owned())),
        Err(error) => Err(explain(path, error)),
    }
}

/// Replaces the catalogue by a complete database that nobody has open. On any error the old catalogue stays as it is.
pub(crate) fn put_in_place(new: &Path, path: &Path) -> Result<(), CatalogueError> {
    check_whole(new)?;
    let failed = |what| io_error(what, new);
    File::open(new).and_then(|file| file.sync_all()).map_err(failed("sync"))?;
    remove_beside(new)?;
    retire(path)?;
    // SQLite would take the log of the old catalogue for the log of the new one.
    remove_beside(path)?;
    stodola_durable::rename(new, path).map_err(ArchiveError::from)?;
    // A reader may have created these files again in between, for the old catalogue.
    remove_beside(path)?;
    Ok(sync_folder_of(path)?)
}

/// Reads the whole database from disk and checks it.
fn check_whole(path: &Path) -> Result<(), CatalogueError> {
    check_size(path)?;
    let log = with_ending(path, "-wal");
    if std::fs::metadata(&log).is_ok_and(|log| log.len() > 0) {
        return Err(damaged(path, "its log was not copied into it"));
    }
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let check = || {
        let connection = Connection::open_with_flags(path, flags)?;
        connection.query_row("PRAGMA integrity_check(1)", (), |row| row.get::<_, String>(0))
    };
    match check().map_err(|e| explain(path, e))?.as_str() {
        "ok" => Ok(()),
        what => Err(damaged(path, what)),
    }
}

/// Copies the log of the old catalogue into it, so that it is complete without the log: a kill may come between the
/// removal of the log and the replacement of the catalogue.
fn retire(path: &Path) -> Result<(), CatalogueError> {
    if std::fs::metadata(with_ending(path, "-wal")).is_ok_and(|log| log.len() == 0) {
        return Ok(());
    }
    let connection = match open_to_write(path) {
        Ok(connection) => connection,
        Err(error @ (CatalogueError::Newer { .. } | CatalogueError::Read { .. })) => {
            return Err(error);
        }
        // There is nothing that could be kept complete.
        Err(
            CatalogueError::Missing(_)
            | CatalogueError::Damaged { .. }
            | CatalogueError::Unfinished(_),
        ) => {
            return Ok(());
        }
        Err(error) => return Err(error),
    };
    match close(connection, path) {
        Err(CatalogueError::Damaged { .. }) => Ok(()),
        result => result,
    }
}

/// Removes a database and the files beside it.
pub(crate) fn remove(path: &Path) -> Result<(), CatalogueError> {
    remove_file(path)?;
    remove_beside(path)
}

fn remove_beside(path: &Path) -> Result<(), CatalogueError> {
    ["-wal", "-shm", "-journal"].iter().try_for_each(|end| remove_file(&with_ending(path, end)))
}

fn remove_file(path: &Path) -> Result<(), CatalogueError> {
    match std::fs::remove_file(path) {
        Err(error) if error.kind() != ErrorKind::NotFound => {
            Err(io_error("remove", path)(error).into())
        }
        Ok(()) | Err(_) => Ok(()),
    }
}

pub(crate) fn with_ending(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(ending);
    PathBuf::from(name)
}

/// SQLite takes an empty file for an empty database; for us it is a lost one. The file is not opened for that, since
/// closing it would give up the locks of this process; see [`may_write_beside`]. What is in it SQLite finds out.
fn check_size(path: &Path) -> Result<(), CatalogueError> {
    match std::fs::metadata(path).map(|it| it.len()) {
        Ok(0) => Err(CatalogueError::Unfinished(path.to_owned())),
        Ok(size) if size < HEAD => Err(damaged(path, "it is too short to be a database")),
        Ok(_) => Ok(()),
        Err(error) if error.kind() == ErrorKind::NotFound => {
            Err(CatalogueError::Missing(path.to_owned()))
        }
        Err(error) => Err(CatalogueError::Read { path: path.to_owned(), error }),
    }
}

fn check_format(path: &Path, connection: &Connection) -> Result<(), CatalogueError> {
    let pragma = |name: &str| {
        connection
            .pragma_query_value(None, name, |row| row.get::<_, i32>(0))
            .map_err(|e| explain(path, e))
    };
    match pragma("application_id")? {
        APPLICATION => {}
        // Earlier versions created the catalogue in place, and could be killed before it had a table.
        0 if pragma("schema_version")? == 0 => {
            return Err(CatalogueError::Unfinished(path.to_owned()));
        }
        _ => return Err(damaged(path, "it is the database of another program")),
    }
    match pragma("user_version")? {
        found if found > FORMAT => Err(CatalogueError::Newer { path: path.to_owned(), found }),
        found if found < 1 => Err(damaged(path, "it has no format")),
        _ => Ok(()),
    }
}
