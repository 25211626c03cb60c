//! The tables of a catalogue, and the connection to them.

use super::error::{CatalogueError, damaged, explain};
use rusqlite::{Connection, ErrorCode, OpenFlags};
use std::fs::File;
use std::io::{ErrorKind, Read};
use std::path::{Path, PathBuf};

/// The newest format of the database that is known here: its `user_version`.
pub(super) const FORMAT: i32 = 1;
/// "Stod": tells our databases from others.
const APPLICATION: i32 = 0x5374_6F64;
const MAGIC: &[u8] = b"SQLite format 3\0";

/// Rows that lie in segments: tables of the same columns, each in the order of its key and nothing beside
/// it, since an index would need as much room again.
pub(super) struct Family {
    /// The view of all; its segments are called so too, with their number.
    pub(super) name: &'static str,
    /// The table that lists the segments.
    pub(super) list: &'static str,
    /// The columns in their order. The key comes first.
    pub(super) columns: &'static str,
    /// The first columns: a text, then numbers that are not negative.
    pub(super) key: &'static str,
    pub(super) key_columns: usize,
    /// How the columns are declared.
    declared: &'static str,
    /// What people with SQL see of each row, and what is joined to it.
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
            status, mimes.name AS mime, length, digest, form, uri, target_uri, target_time,
            jobs.name AS job",
        "JOIN files ON files.id = file LEFT JOIN mimes ON mimes.id = mime
            LEFT JOIN jobs ON jobs.id = files.job",
    ),
};

/// One row for each URI that ended in a round of a harvest; its place in the log of that makes it one of a
/// kind.
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
        "surt, jobs.name AS job, round, place, time, fates.name AS outcome, detail, form, uri, via,
            hops, attempts",
        "JOIN jobs ON jobs.id = job JOIN fates ON fates.id = fate",
    ),
};

impl Family {
    /// Makes a segment.
    pub(super) fn create(&self, id: i64) -> String {
        let Family { name, declared, key, .. } = self;
        format!("CREATE TABLE {name}_{id} ({declared}, PRIMARY KEY ({key})) WITHOUT ROWID")
    }

    /// The rows of all segments with the names of what they refer to, for people with SQL.
    pub(super) fn create_view(&self, segments: &[i64]) -> String {
        let Family { name, shown: (shown, joined), .. } = self;
        let all = self.select(segments, "");
        format!(
            "DROP VIEW IF EXISTS {name};
             CREATE VIEW {name} AS SELECT {shown} FROM ({all}) {joined}"
        )
    }

    /// Asks each of the segments the same.
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

/// A connection that reads. On a medium that nobody can write to, the database cannot have the files it wants
/// beside it; it is read as it stands then, since nobody changes it meanwhile.
pub(super) fn open(path: &Path) -> Result<Connection, CatalogueError> {
    check_head(path)?;
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connect = |path: &Path, flags| {
        let connection = Connection::open_with_flags(path, flags)?;
        settle(&connection, 64)?;
        // The first look at the file itself.
        connection.query_row("PRAGMA schema_version", (), |_| Ok(()))?;
        Ok(connection)
    };
    let connection = match connect(path, flags) {
        Err(error) if is_out_of_reach(&error) && has_no_log(path) => {
            connect(&unchanging(path), flags | OpenFlags::SQLITE_OPEN_URI)
        }
        result => result,
    };
    let connection = connection.map_err(|e| explain(path, e))?;
    check_format(path, &connection)?;
    Ok(connection)
}

fn is_out_of_reach(error: &rusqlite::Error) -> bool {
    matches!(error.sqlite_error_code(), Some(ErrorCode::CannotOpen | ErrorCode::ReadOnly))
}

/// Whether a database has no log beside it, and nobody can make one. Who merely may not, is no reason: others
/// may change the database at any time.
fn has_no_log(path: &Path) -> bool {
    let mut log = path.as_os_str().to_owned();
    log.push("-wal");
    if std::fs::metadata(&log).is_ok_and(|log| log.is_file() && log.len() > 0) {
        return false;
    }
    let made = File::options().write(true).create(true).truncate(false).open(log);
    made.is_err_and(|error| {
        matches!(error.kind(), ErrorKind::ReadOnlyFilesystem | ErrorKind::IsADirectory)
    })
}

/// The name by which SQLite knows that nobody changes a database.
fn unchanging(path: &Path) -> PathBuf {
    // Without `//`, which would be a server in a URI.
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

/// A connection that writes to what is there.
pub(super) fn open_to_write(path: &Path) -> Result<Connection, CatalogueError> {
    check_head(path)?;
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = Connection::open_with_flags(path, flags).map_err(|e| explain(path, e))?;
    check_format(path, &connection)?;
    settle_to_write(&connection).map_err(|e| explain(path, e))?;
    Ok(connection)
}

/// A new, empty catalogue.
pub(super) fn create(path: &Path) -> Result<Connection, CatalogueError> {
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE
        | OpenFlags::SQLITE_OPEN_CREATE
        | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let make = || {
        let connection = Connection::open_with_flags(path, flags)?;
        connection.pragma_update(None, "page_size", 8192)?;
        settle_to_write(&connection)?;
        let script = format!(
            "BEGIN IMMEDIATE; {TABLES} {}; {}; {}; {}; PRAGMA application_id = {APPLICATION};
             PRAGMA user_version = {FORMAT}; COMMIT",
            CAPTURES.create(1),
            CAPTURES.create_view(&[1]),
            OUTCOMES.create(1),
            OUTCOMES.create_view(&[1]),
        );
        connection.execute_batch(&script)?;
        // Until now everything is in the log, and the file itself is empty, as a lost one would be.
        connection.query_row("PRAGMA wal_checkpoint(TRUNCATE)", (), |_| Ok(()))?;
        Ok(connection)
    };
    make().map_err(|e| explain(path, e))
}

fn settle_to_write(connection: &Connection) -> rusqlite::Result<()> {
    // The log that readers and a crash need; what a power cut takes with it is scanned again.
    connection.pragma_update(None, "journal_mode", "wal")?;
    connection.pragma_update(None, "synchronous", "normal")?;
    connection.pragma_update(None, "wal_autocheckpoint", 8192)?;
    connection.pragma_update(None, "journal_size_limit", 64 << 20)?;
    settle(connection, 64)
}

fn settle(connection: &Connection, cache_mib: i64) -> rusqlite::Result<()> {
    connection.pragma_update(None, "cache_size", -(cache_mib << 10))?;
    connection.busy_timeout(std::time::Duration::from_secs(30))?;
    connection.set_prepared_statement_cache_capacity(256);
    Ok(())
}

/// SQLite takes an empty file for an empty database; for us it is a lost one.
fn check_head(path: &Path) -> Result<(), CatalogueError> {
    let mut head = [0; 16];
    let read = File::open(path).and_then(|mut file| file.read_exact(&mut head));
    match read {
        Ok(()) if head == MAGIC => Ok(()),
        Ok(()) => Err(damaged(path, "it does not start like a database")),
        Err(error) if error.kind() == ErrorKind::NotFound => {
            Err(CatalogueError::Missing(path.to_owned()))
        }
        Err(error) if error.kind() == ErrorKind::UnexpectedEof => {
            Err(damaged(path, "it is too short to be a database"))
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
    if pragma("application_id")? != APPLICATION {
        return Err(damaged(path, "it is the database of another program, or is not complete"));
    }
    match pragma("user_version")? {
        found if found > FORMAT => Err(CatalogueError::Newer { path: path.to_owned(), found }),
        found if found < 1 => Err(damaged(path, "it has no format")),
        _ => Ok(()),
    }
}
