//! `events.db`: one numbered stream of what happened to an archive, for programs that want to be told.
//!
//! Numbers are never given twice, so whoever knows the last one they saw can go on behind it. Events are kept for 30
//! days. The stream says that something happened; the stores themselves say what is so now. Several processes may
//! append. Each event is one transaction: `kill -9` leaves it whole or not at all.
//!
//! | kind | data |
//! |---|---|
//! | `job` | `job`, `state`: `started`, `finished`, `stopped`, `failed` |
//! | `round-finished` | `job`: all URIs of a round have an outcome |
//! | `file-listed` | `file`: a file of captures is finished and listed in the catalogue |
//! | `alarm` | `job`, `alarm`: `rate`, `errors`, `host`, `disk`, `completeness`; `detail`: host or source; `state`: `raised`, `over` |
//! | `request` | `request`: its number; `package`; `state`: `waiting`, `done`, `failed`, `cancelled`; `owners`; `error` |
//! | `rule` | `change`: the number of a change in the log of rules of access |

use crate::access::now;
use rusqlite::{Connection, OpenFlags};
use serde_json::Value;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::time::Duration;
use stodola_access::Moment;

/// The name of the file in the folder of an archive.
const FILE: &str = "events.db";
/// The newest format that is known here: the `user_version` of the database.
const FORMAT: i32 = 1;
/// "Stoe": tells this kind of database from others.
const APPLICATION: i32 = 0x5374_6F65;
/// How long events are kept, in seconds.
const KEPT: i64 = 30 * 86_400;
const BUSY: Duration = Duration::from_secs(10);

/// Errors from the stream of events.
#[derive(Debug, thiserror::Error)]
pub enum EventsError {
    /// Written by a later version of the program.
    #[error(
        "'{}' has format {found}, this program knows formats up to {FORMAT}; use a newer program",
        .path.display()
    )]
    Newer {
        /// The file.
        path: PathBuf,
        /// Its format.
        found: i32,
    },
    /// The database could not be used.
    #[error("the events in '{}' cannot be used: {error}", .path.display())]
    Database {
        /// The file.
        path: PathBuf,
        /// What it said.
        #[source]
        error: rusqlite::Error,
    },
}

/// What kind of event it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EventKind {
    /// A job was started, finished or stopped, or failed.
    Job,
    /// A file of captures is finished and listed in the catalogue.
    FileListed,
    /// All URIs of a round of a job have an outcome.
    RoundFinished,
    /// Something is unusual about a harvest, or is usual again.
    Alarm,
    /// A user has asked for something, or it has ended.
    Request,
    /// Rules of access were changed.
    Rule,
}

impl EventKind {
    /// Its name in the stream.
    pub fn as_str(self) -> &'static str {
        match self {
            EventKind::Job => "job",
            EventKind::FileListed => "file-listed",
            EventKind::RoundFinished => "round-finished",
            EventKind::Alarm => "alarm",
            EventKind::Request => "request",
            EventKind::Rule => "rule",
        }
    }
}

/// An event in the stream.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ArchiveEvent {
    /// Its number.
    pub number: i64,
    /// When it happened.
    pub time: Moment,
    /// Its kind: a name of [`EventKind`], or of a later version.
    pub kind: String,
    /// What it says, as JSON.
    pub data: String,
}

/// The stream of events of an archive.
#[derive(Debug)]
pub struct EventLog {
    connection: Connection,
    path: PathBuf,
}

impl EventLog {
    /// Opens the stream of the archive in a folder to append to it; one that is not there is made.
    pub fn open(archive: &Path) -> Result<EventLog, EventsError> {
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_CREATE;
        let log = EventLog::connect(archive, flags)?;
        let make = || {
            log.connection.execute_batch("BEGIN IMMEDIATE")?;
            let is_empty: bool =
                log.connection
                    .query_row("SELECT count(*) = 0 FROM sqlite_schema", (), |row| row.get(0))?;
            if is_empty {
                // time: seconds since 1970; data: JSON. Numbers are never given twice.
                log.connection.execute_batch(&format!(
                    "CREATE TABLE events (number INTEGER PRIMARY KEY AUTOINCREMENT, time INTEGER NOT NULL,
                         kind TEXT NOT NULL, data TEXT NOT NULL);
                     CREATE INDEX events_by_time ON events (time);
                     PRAGMA application_id = {APPLICATION}; PRAGMA user_version = {FORMAT}"
                ))?;
            }
            log.connection.execute_batch("COMMIT")
        };
        make().map_err(|error| log.failed(error))?;
        log.checked()
    }

    /// Opens the stream to read it; `None` if nothing ever happened.
    pub fn open_to_read(archive: &Path) -> Result<Option<EventLog>, EventsError> {
        let path = archive.join(FILE);
        let is_there = match path.metadata() {
            Err(error) if error.kind() == ErrorKind::NotFound => false,
            Ok(metadata) => metadata.len() > 0,
            Err(_) => true,
        };
        if !is_there {
            return Ok(None);
        }
        // Whoever reads must be able to take back what a killed writer left.
        match EventLog::connect(archive, OpenFlags::SQLITE_OPEN_READ_WRITE) {
            Ok(log) => log.checked().map(Some),
            Err(_) => {
                EventLog::connect(archive, OpenFlags::SQLITE_OPEN_READ_ONLY)?.checked().map(Some)
            }
        }
    }

    fn connect(archive: &Path, flags: OpenFlags) -> Result<EventLog, EventsError> {
        let path = archive.join(FILE);
        let open = || {
            let connection =
                Connection::open_with_flags(&path, flags | OpenFlags::SQLITE_OPEN_NO_MUTEX)?;
            connection.busy_timeout(BUSY)?;
            Ok(connection)
        };
        match open() {
            Ok(connection) => Ok(EventLog { connection, path }),
            Err(error) => Err(EventsError::Database { path, error }),
        }
    }

    fn failed(&self, error: rusqlite::Error) -> EventsError {
        EventsError::Database { path: self.path.clone(), error }
    }

    fn checked(self) -> Result<EventLog, EventsError> {
        let found =
            self.connection.pragma_query_value(None, "user_version", |row| row.get::<_, i32>(0));
        match found.map_err(|error| self.failed(error))? {
            found if found > FORMAT => Err(EventsError::Newer { path: self.path, found }),
            _ => Ok(self),
        }
    }

    /// Appends an event and forgets those that are too old. Returns its number.
    pub fn append(
        &mut self,
        kind: EventKind,
        data: &Value,
        time: Moment,
    ) -> Result<i64, EventsError> {
        let append = |connection: &mut Connection| -> rusqlite::Result<i64> {
            let transaction = connection.transaction()?;
            transaction.execute("DELETE FROM events WHERE time < ?1", [time.0 - KEPT])?;
            transaction.execute(
                "INSERT INTO events (time, kind, data) VALUES (?1, ?2, ?3)",
                (time.0, kind.as_str(), data.to_string()),
            )?;
            let number = transaction.last_insert_rowid();
            transaction.commit()?;
            Ok(number)
        };
        append(&mut self.connection)
            .map_err(|error| EventsError::Database { path: self.path.clone(), error })
    }

    /// The events behind a number, in their order, at most `limit`.
    pub fn after(&self, number: i64, limit: usize) -> Result<Vec<ArchiveEvent>, EventsError> {
        let limit = i64::try_from(limit).unwrap_or(i64::MAX);
        let read = || -> rusqlite::Result<Vec<ArchiveEvent>> {
            let mut statement = self.connection.prepare_cached(
                "SELECT number, time, kind, data FROM events WHERE number > ?1 ORDER BY number LIMIT ?2",
            )?;
            let rows = statement.query_map((number, limit), |row| {
                Ok(ArchiveEvent {
                    number: row.get(0)?,
                    time: Moment(row.get(1)?),
                    kind: row.get(2)?,
                    data: row.get(3)?,
                })
            })?;
            rows.collect()
        };
        read().map_err(|error| self.failed(error))
    }

    /// The number of the last event; 0 if there is none.
    pub fn last(&self) -> Result<i64, EventsError> {
        let last =
            self.connection
                .query_row("SELECT coalesce(max(number), 0) FROM events", (), |row| row.get(0));
        last.map_err(|error| self.failed(error))
    }
}

/// Tells the stream of an event. Nothing else fails because nobody can be told of it.
pub(crate) fn note(archive: &Path, kind: EventKind, data: &Value) {
    let appended = EventLog::open(archive).and_then(|mut log| log.append(kind, data, now()));
    if let Err(error) = appended {
        tracing::warn!(%error, kind = kind.as_str(), "an event could not be recorded");
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn events_are_numbered_kept_for_thirty_days_and_never_numbered_again() {
        let folder = std::env::temp_dir().join(format!("stodola-events-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        assert!(EventLog::open_to_read(&folder).unwrap().is_none());
        let mut log = EventLog::open(&folder).unwrap();
        for (second, expected) in [(0, 1), (1, 2), (KEPT + 1, 3)] {
            let number = log.append(EventKind::Rule, &json!({ "change": second }), Moment(second));
            assert_eq!(number.unwrap(), expected);
        }
        // Another process sees them, from any number on.
        let other = EventLog::open_to_read(&folder).unwrap().unwrap();
        let numbers = |after| -> Vec<i64> {
            other.after(after, 10).unwrap().iter().map(|event| event.number).collect()
        };
        assert_eq!((numbers(0), numbers(2), numbers(3)), (vec![2, 3], vec![3], vec![]));
        assert_eq!(other.last().unwrap(), 3);
        log.append(EventKind::Job, &json!({}), Moment(10 * KEPT)).unwrap();
        log.append(EventKind::Job, &json!({}), Moment(20 * KEPT)).unwrap();
        assert_eq!(numbers(0), [5]);
        std::fs::remove_dir_all(&folder).unwrap();
    }
}
