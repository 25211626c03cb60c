//! The tables of `work.db`, and the connection to them.

use crate::error::{WorkError, explain};
use rusqlite::{Connection, OpenFlags};
use std::path::Path;
use std::time::Duration;

/// The newest format that is known here: the `user_version` of the database.
pub(crate) const FORMAT: i32 = 1;
/// "Stow": tells this kind of database from others.
const APPLICATION: i32 = 0x5374_6F77;
/// The longest wait for other processes that change it.
const BUSY: Duration = Duration::from_secs(30);

const TABLES: &str = "
    -- All times are seconds since 1970. digest: SHA-256 of package, rights and question, so that the same question with
    -- equal rights is one row. turn: asked - 3600 * priority; the smallest goes first. wanted: when somebody last asked
    -- or looked. run: how often it was begun; a result counts only if it comes from the latest run. crashes: runs in a
    -- row that ended with their process. is_refresh: made anew by itself. is_told: owners know that it has ended.
    CREATE TABLE requests (number INTEGER PRIMARY KEY AUTOINCREMENT, package TEXT NOT NULL, question TEXT NOT NULL,
        rights TEXT NOT NULL, digest BLOB NOT NULL UNIQUE, priority INTEGER NOT NULL, turn INTEGER NOT NULL,
        is_shared INTEGER NOT NULL, state TEXT NOT NULL, share REAL, words TEXT NOT NULL DEFAULT '',
        asked INTEGER NOT NULL, wanted INTEGER NOT NULL, begun INTEGER, ended INTEGER, error TEXT,
        run INTEGER NOT NULL DEFAULT 0, crashes INTEGER NOT NULL DEFAULT 0, is_cancelled INTEGER NOT NULL DEFAULT 0,
        is_refresh INTEGER NOT NULL DEFAULT 0, is_told INTEGER NOT NULL DEFAULT 1,
        refresh TEXT NOT NULL, every INTEGER NOT NULL, save_to TEXT);
    CREATE INDEX waiting ON requests (package, turn, number) WHERE state = 'waiting';
    CREATE INDEX running ON requests (package) WHERE state = 'running';
    CREATE INDEX untold ON requests (number) WHERE is_told = 0;
    CREATE INDEX unwanted ON requests (wanted);
    -- has_seen: whether the owner has seen the error of the request
    CREATE TABLE owners (request INTEGER NOT NULL REFERENCES requests ON DELETE CASCADE, name TEXT NOT NULL,
        has_seen INTEGER NOT NULL DEFAULT 1, PRIMARY KEY (request, name)) WITHOUT ROWID;
    CREATE INDEX requests_of_owners ON owners (name, request);
    CREATE TABLE log (request INTEGER NOT NULL REFERENCES requests ON DELETE CASCADE, line INTEGER NOT NULL,
        time INTEGER NOT NULL, text TEXT NOT NULL, PRIMARY KEY (request, line)) WITHOUT ROWID;
    -- file: a name in the folder of results, or NULL if bytes has the content. stamp: what the maker wants to know when
    -- the result is shown. views: looks since it was made; interval, next: when it is made anew by itself. is_saved:
    -- whether the file of a site has it.
    CREATE TABLE results (request INTEGER PRIMARY KEY REFERENCES requests ON DELETE CASCADE, run INTEGER NOT NULL,
        version INTEGER NOT NULL, media TEXT NOT NULL, name TEXT NOT NULL, file TEXT, bytes BLOB,
        length INTEGER NOT NULL, stamp TEXT NOT NULL, made INTEGER NOT NULL, took INTEGER NOT NULL,
        views INTEGER NOT NULL, all_views INTEGER NOT NULL, viewed INTEGER, interval INTEGER, next INTEGER,
        is_saved INTEGER NOT NULL);
    CREATE INDEX due ON results (next) WHERE next IS NOT NULL;
    CREATE TABLE favourites (owner TEXT NOT NULL, name TEXT NOT NULL, package TEXT NOT NULL, question TEXT NOT NULL,
        made INTEGER NOT NULL, PRIMARY KEY (owner, name)) WITHOUT ROWID;";

/// Limits are checked with each request that comes in, so that all that wait are counted quickly. Databases of the
/// same format may lack it, and whoever knows nothing of it keeps it right all the same.
const COUNTED: &str = "CREATE INDEX IF NOT EXISTS counted ON requests (number)
    WHERE state = 'waiting' AND is_refresh = 0";

pub(super) fn open(path: &Path) -> Result<Connection, WorkError> {
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE
        | OpenFlags::SQLITE_OPEN_CREATE
        | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connect = || {
        let connection = Connection::open_with_flags(path, flags)?;
        connection.busy_timeout(BUSY)?;
        // Before anything is changed: a file of another program must stay as it is.
        let has_tables = !is_empty(&connection)?;
        Ok((connection, has_tables))
    };
    let failed = |error| explain(path, error);
    let (connection, has_tables) = connect().map_err(failed)?;
    if has_tables {
        check(path, &connection)?;
    }
    let prepare = || {
        connection.pragma_update(None, "journal_mode", "wal")?;
        // A request that was taken must survive a power cut.
        connection.pragma_update(None, "synchronous", "full")?;
        connection.pragma_update(None, "foreign_keys", true)?;
        if !has_tables {
            make(&connection)?;
        }
        connection.execute_batch(COUNTED)
    };
    prepare().map_err(failed)?;
    check(path, &connection)?;
    Ok(connection)
}

/// Whether nothing was made in it yet.
fn is_empty(connection: &Connection) -> rusqlite::Result<bool> {
    connection.query_row("SELECT count(*) = 0 FROM sqlite_schema", (), |row| row.get(0))
}

/// Makes the tables, unless another process was faster.
fn make(connection: &Connection) -> rusqlite::Result<()> {
    connection.execute_batch("BEGIN IMMEDIATE")?;
    let made = is_empty(connection).and_then(|is_empty| match is_empty {
        true => connection.execute_batch(&format!(
            "{TABLES} PRAGMA application_id = {APPLICATION}; PRAGMA user_version = {FORMAT}"
        )),
        false => Ok(()),
    });
    connection.execute_batch(if made.is_ok() { "COMMIT" } else { "ROLLBACK" })?;
    made
}

/// Returns an error if the file is not one that is known here.
fn check(path: &Path, connection: &Connection) -> Result<(), WorkError> {
    let pragma = |name: &str| {
        let value = connection.pragma_query_value(None, name, |row| row.get::<_, i32>(0));
        value.map_err(|error| explain(path, error))
    };
    let damaged = |what: &str| WorkError::Damaged { path: path.to_owned(), what: what.to_owned() };
    if pragma("application_id")? != APPLICATION {
        return Err(damaged("it is the database of another program"));
    }
    match pragma("user_version")? {
        found if found > FORMAT => Err(WorkError::Newer { path: path.to_owned(), found }),
        found if found < 1 => Err(damaged("it has no format")),
        _ => Ok(()),
    }
}
