//! The tables of `people.db`, and the connection to them.
//!
//! The format is raised step by step: whoever opens a file of an earlier format to write makes the tables that it
//! lacks, all in one transaction. Whoever only reads takes it as it is.

use super::error::{PeopleError, explain};
use rusqlite::{Connection, ErrorCode, OpenFlags};
use std::fs;
use std::io::{self, ErrorKind};
use std::path::Path;
use std::time::Duration;

/// The newest format that is known here: the `user_version` of the database.
pub(super) const FORMAT: i32 = 3;
/// The first format that has groups by address.
const GROUPS: i32 = 2;
/// The first format that has people.
const PEOPLE: i32 = 3;
/// "Stop": tells this kind of database from others.
const APPLICATION: i32 = 0x5374_6F70;
/// The longest wait for other processes that change it.
const BUSY: Duration = Duration::from_secs(30);

const TABLES: &str = "
    -- rule: JSON. Numbers are never given twice.
    CREATE TABLE rules (id INTEGER PRIMARY KEY AUTOINCREMENT, rule TEXT NOT NULL);
    -- time: seconds since 1970; undoes: the change that this one takes back
    CREATE TABLE changes (number INTEGER PRIMARY KEY AUTOINCREMENT, time INTEGER NOT NULL, who TEXT NOT NULL,
        why TEXT NOT NULL, kind TEXT NOT NULL, undoes INTEGER REFERENCES changes);
    -- before, after: the rule as JSON; NULL if there was none, or is none any more
    CREATE TABLE changed_rules (change INTEGER NOT NULL REFERENCES changes, rule INTEGER NOT NULL, before TEXT,
        after TEXT, PRIMARY KEY (change, rule)) WITHOUT ROWID;
    CREATE INDEX changes_of_rules ON changed_rules (rule, change);
    CREATE INDEX undone ON changes (undoes) WHERE undoes IS NOT NULL;";

/// What format 2 adds: groups whose members are known by their address.
const GROUP_TABLES: &str = "
    -- range: addresses whose visitors belong to the group
    CREATE TABLE group_ranges (name TEXT NOT NULL, range TEXT NOT NULL, PRIMARY KEY (name, range)) WITHOUT ROWID;
    -- is_member: 1 if the range was added by the change, 0 if it was removed
    CREATE TABLE changed_groups (change INTEGER NOT NULL REFERENCES changes, name TEXT NOT NULL, range TEXT NOT NULL,
        is_member INTEGER NOT NULL, PRIMARY KEY (change, name, range)) WITHOUT ROWID;";

/// The steps from each format to the next: the first one leads to format 2.
const STEPS: [&str; FORMAT as usize - 1] = [GROUP_TABLES, crate::people::TABLES];

pub(super) fn open_to_write(path: &Path) -> Result<Connection, PeopleError> {
    if is_missing(path) {
        make_file(path)?;
    }
    let failed = |error| explain(path, error);
    let connection = connect_to_write(path, OpenFlags::empty()).map_err(failed)?;
    if check(path, &connection)? < FORMAT {
        raise(&connection).map_err(failed)?;
    }
    Ok(connection)
}

fn is_missing(path: &Path) -> bool {
    matches!(path.metadata(), Err(error) if error.kind() == ErrorKind::NotFound)
}

fn connect_to_write(path: &Path, more: OpenFlags) -> rusqlite::Result<Connection> {
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX | more;
    let connection = Connection::open_with_flags(path, flags)?;
    connection.busy_timeout(BUSY)?;
    // A change that was told to be done must survive a power cut.
    connection.pragma_update(None, "synchronous", "extra")?;
    Ok(connection)
}

/// Makes a file with its tables under another name first: one without tables never has the right name. Several
/// processes may do that at the same time: they make the same file.
fn make_file(path: &Path) -> Result<(), PeopleError> {
    let mut name = path.as_os_str().to_owned();
    name.push(".new");
    let new = Path::new(&name);
    let failed = |error| explain(path, error);
    let connection = connect_to_write(new, OpenFlags::SQLITE_OPEN_CREATE).map_err(failed)?;
    make(&connection).map_err(failed)?;
    drop(connection);
    let io = |error: io::Error| PeopleError::Damaged {
        path: path.to_owned(),
        what: format!("it cannot be made: {error}"),
    };
    match fs::hard_link(new, path) {
        Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
        // Another process has linked and removed it.
        Err(error) if error.kind() == ErrorKind::NotFound && !is_missing(path) => {}
        linked => linked.map_err(io)?,
    }
    match fs::remove_file(new) {
        Err(error) if error.kind() != ErrorKind::NotFound => return Err(io(error)),
        _ => {}
    }
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    fs::File::open(folder.unwrap_or(Path::new("."))).and_then(|it| it.sync_all()).map_err(io)
}

/// Whether a file has the tables of people; one of an earlier format has none.
pub(super) fn has_people(connection: &Connection) -> rusqlite::Result<bool> {
    Ok(format_of(connection)? >= PEOPLE)
}

/// Whether a file has the tables of groups; one of the first format that was never written to since has none.
pub(super) fn has_groups(connection: &Connection) -> rusqlite::Result<bool> {
    Ok(format_of(connection)? >= GROUPS)
}

pub(super) fn open_to_read(path: &Path) -> Result<Option<Connection>, PeopleError> {
    if is_missing(path) {
        return Ok(None);
    }
    let failed = |error| explain(path, error);
    let connection = match connect(path, OpenFlags::SQLITE_OPEN_READ_ONLY) {
        // A killed writer may have left half a change, which only somebody who may write can take back. Who serves the
        // archive mostly may.
        Err(error) if is_half_changed(&error) => {
            connect(path, OpenFlags::SQLITE_OPEN_READ_WRITE).map_err(|_| failed(error))?;
            connect(path, OpenFlags::SQLITE_OPEN_READ_ONLY).map_err(failed)?
        }
        result => result.map_err(failed)?,
    };
    check(path, &connection)?;
    Ok(Some(connection))
}

/// A connection that was used.
fn connect(path: &Path, access: OpenFlags) -> rusqlite::Result<Connection> {
    let connection = Connection::open_with_flags(path, access | OpenFlags::SQLITE_OPEN_NO_MUTEX)?;
    connection.busy_timeout(BUSY)?;
    is_empty(&connection)?;
    Ok(connection)
}

/// Whether a reader failed because of what a killed writer left.
fn is_half_changed(error: &rusqlite::Error) -> bool {
    matches!(error.sqlite_error_code(), Some(ErrorCode::ReadOnly | ErrorCode::CannotOpen))
}

/// Whether nothing was made in it yet.
fn is_empty(connection: &Connection) -> rusqlite::Result<bool> {
    let tables: i64 =
        connection.query_row("SELECT count(*) FROM sqlite_schema", (), |row| row.get(0))?;
    Ok(tables == 0)
}

/// Makes the tables, unless another process was faster.
fn make(connection: &Connection) -> rusqlite::Result<()> {
    connection.execute_batch("BEGIN IMMEDIATE")?;
    let made = is_empty(connection).and_then(|is_empty| match is_empty {
        true => connection.execute_batch(&format!(
            "{TABLES} {} PRAGMA application_id = {APPLICATION}; PRAGMA user_version = {FORMAT}",
            STEPS.concat()
        )),
        false => Ok(()),
    });
    connection.execute_batch(if made.is_ok() { "COMMIT" } else { "ROLLBACK" })?;
    made
}

/// Makes the tables that an earlier format lacks, unless another process was faster.
fn raise(connection: &Connection) -> rusqlite::Result<()> {
    connection.execute_batch("BEGIN IMMEDIATE")?;
    let raised = format_of(connection).and_then(|found| {
        let done = usize::try_from(found - 1).unwrap_or(0).min(STEPS.len());
        let steps = STEPS[done..].concat();
        connection.execute_batch(&format!("{steps} PRAGMA user_version = {FORMAT}"))
    });
    connection.execute_batch(if raised.is_ok() { "COMMIT" } else { "ROLLBACK" })?;
    raised
}

fn format_of(connection: &Connection) -> rusqlite::Result<i32> {
    connection.pragma_query_value(None, "user_version", |row| row.get(0))
}

/// Returns the format of the file, which is one that is known here.
fn check(path: &Path, connection: &Connection) -> Result<i32, PeopleError> {
    let pragma = |name: &str| {
        let value = connection.pragma_query_value(None, name, |row| row.get::<_, i32>(0));
        value.map_err(|error| explain(path, error))
    };
    let damaged =
        |what: &str| PeopleError::Damaged { path: path.to_owned(), what: what.to_owned() };
    if is_empty(connection).map_err(|error| explain(path, error))? {
        return Err(damaged(
            "it has no tables; put a copy back, or remove it if there never were rules or people",
        ));
    }
    if pragma("application_id")? != APPLICATION {
        return Err(damaged("it is the database of another program"));
    }
    match pragma("user_version")? {
        found if found > FORMAT => Err(PeopleError::Newer { path: path.to_owned(), found }),
        found if found < 1 => Err(damaged("it has no format")),
        found => Ok(found),
    }
}
