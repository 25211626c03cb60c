//! `visits.db`: which results of searches readers have opened, if an archive keeps that at all.
//!
//! It does so only after somebody has switched it on; without the file nothing is recorded. Of a visit, only the query,
//! the address that was opened, its place among the results and the day are kept: no address of the reader, no person,
//! no session, no hour. Visits are erased after the number of days that was set, whenever the file is opened to write
//! and with each new visit; all of them when it is switched off. What is erased is overwritten.
//!
//! Pages that are opened often go a little further up in searches ([`tell_links`](crate::search::tell_links)).

mod section;

pub use section::SectionVisits;

use rusqlite::{Connection, OpenFlags};
use std::path::{Path, PathBuf};
use std::time::Duration;
use stodola_access::Moment;
use stodola_archive::{Archive, ArchiveError};

/// The name of the file in the folder of an archive.
const FILE: &str = "visits.db";
/// The newest format that is known here: the `user_version` of the database.
const FORMAT: i32 = 1;
/// "Stov": tells this kind of database from others.
const APPLICATION: i32 = 0x5374_6F76;
const BUSY: Duration = Duration::from_secs(5);
/// Longest query that is kept, in bytes; the rest is cut.
const QUERY_MAX: usize = 500;
/// Visits that are kept at most; the oldest ones go first.
const VISITS_MAX: i64 = 1_000_000;
/// Seconds of a day.
const DAY: i64 = 86_400;

/// Days for which visits can be kept.
pub const KEEP_DAYS: std::ops::RangeInclusive<u32> = 1..=3_650;

/// Errors from recording or counting visits.
#[derive(Debug, thiserror::Error)]
pub enum VisitsError {
    /// Written by a later version of the program, or something else.
    #[error("'{}' was written by a newer program, or is something else", .path.display())]
    Unknown {
        /// The file.
        path: PathBuf,
    },
    /// The database could not be used.
    #[error("the visits in '{}' cannot be used: {error}", .path.display())]
    Database {
        /// The file.
        path: PathBuf,
        /// What it said.
        #[source]
        error: rusqlite::Error,
    },
    /// The file could not be removed.
    #[error("cannot remove '{}': {error}", .path.display())]
    Remove {
        /// The file.
        path: PathBuf,
        /// What went wrong.
        #[source]
        error: std::io::Error,
    },
}

/// Returns an error if a folder is no archive: visits would be recorded where nobody reads.
pub fn require_archive(folder: &Path) -> Result<(), ArchiveError> {
    Archive::open(folder).map(drop)
}

/// A result that a reader has opened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReaderVisit {
    /// The query, as it was typed.
    pub query: String,
    /// The address that was opened.
    pub uri: Vec<u8>,
    /// Its place among the results; the first one is 1.
    pub place: u32,
}

/// What readers have opened.
#[derive(Debug)]
pub struct VisitLog {
    connection: Connection,
    path: PathBuf,
}

impl VisitLog {
    /// Whether an archive records visits.
    pub fn is_on(archive: &Path) -> bool {
        archive.join(FILE).metadata().is_ok_and(|about| about.is_file() && about.len() > 0)
    }

    /// Begins to record visits, or changes for how many days they are kept.
    pub fn switch_on(archive: &Path, days: u32, now: Moment) -> Result<(), VisitsError> {
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_CREATE;
        let mut log = VisitLog::connect(archive, flags)?;
        let days = days.clamp(*KEEP_DAYS.start(), *KEEP_DAYS.end());
        log.with(|connection| {
            let transaction = connection.transaction()?;
            let is_empty: bool =
                transaction
                    .query_row("SELECT count(*) = 0 FROM sqlite_schema", (), |row| row.get(0))?;
            if is_empty {
                // day: days since 1970; place: 1 is the first result.
                transaction.execute_batch(&format!(
                    "CREATE TABLE settings (days INTEGER NOT NULL);
                     INSERT INTO settings VALUES ({days});
                     CREATE TABLE visits (number INTEGER PRIMARY KEY, day INTEGER NOT NULL,
                         query TEXT NOT NULL, uri BLOB NOT NULL, place INTEGER NOT NULL);
                     CREATE INDEX visits_by_day ON visits (day);
                     PRAGMA application_id = {APPLICATION}; PRAGMA user_version = {FORMAT}"
                ))?;
            }
            transaction.commit()
        })?;
        let mut log = log.checked()?;
        log.with(|connection| connection.execute("UPDATE settings SET days = ?1", [days]))?;
        log.erase(now)
    }

    /// Ends recording, and erases all visits.
    pub fn switch_off(archive: &Path) -> Result<(), VisitsError> {
        for ending in ["", "-journal"] {
            let path = archive.join(format!("{FILE}{ending}"));
            match std::fs::remove_file(&path) {
                Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
                    return Err(VisitsError::Remove { path, error });
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// Opens what is recorded, and erases what is too old; `None` if nothing is recorded.
    pub fn open(archive: &Path, now: Moment) -> Result<Option<VisitLog>, VisitsError> {
        if !VisitLog::is_on(archive) {
            return Ok(None);
        }
        let log = VisitLog::connect(archive, OpenFlags::SQLITE_OPEN_READ_WRITE)?;
        let mut log = log.checked()?;
        log.erase(now)?;
        Ok(Some(log))
    }

    fn connect(archive: &Path, flags: OpenFlags) -> Result<VisitLog, VisitsError> {
        let path = archive.join(FILE);
        let open = || {
            let connection =
                Connection::open_with_flags(&path, flags | OpenFlags::SQLITE_OPEN_NO_MUTEX)?;
            connection.busy_timeout(BUSY)?;
            connection.pragma_update(None, "secure_delete", true)?;
            Ok(connection)
        };
        match open() {
            Ok(connection) => Ok(VisitLog { connection, path }),
            Err(error) => Err(VisitsError::Database { path, error }),
        }
    }

    fn checked(mut self) -> Result<VisitLog, VisitsError> {
        let number = |name: &'static str| {
            move |connection: &mut Connection| {
                connection.pragma_query_value(None, name, |row| row.get::<_, i32>(0))
            }
        };
        let is_known = self.with(number("application_id"))? == APPLICATION
            && self.with(number("user_version"))? <= FORMAT;
        if is_known { Ok(self) } else { Err(VisitsError::Unknown { path: self.path }) }
    }

    fn with<T>(
        &mut self,
        work: impl FnOnce(&mut Connection) -> rusqlite::Result<T>,
    ) -> Result<T, VisitsError> {
        let failed = |error| VisitsError::Database { path: self.path.clone(), error };
        work(&mut self.connection).map_err(failed)
    }

    /// For how many days visits are kept.
    pub fn days(&mut self) -> Result<u32, VisitsError> {
        self.with(|connection| {
            connection.query_row("SELECT days FROM settings", (), |row| row.get(0))
        })
    }

    /// Erases what is too old.
    fn erase(&mut self, now: Moment) -> Result<(), VisitsError> {
        self.with(|connection| {
            connection.execute(
                "DELETE FROM visits WHERE day <= ?1 - (SELECT max(days) FROM settings)",
                [now.0.div_euclid(DAY)],
            )?;
            connection.execute(
                "DELETE FROM visits WHERE number <= (SELECT max(number) FROM visits) - ?1",
                [VISITS_MAX],
            )?;
            Ok(())
        })
    }

    /// Records a visit of today, and erases what is too old.
    pub fn record(&mut self, visit: &ReaderVisit, now: Moment) -> Result<(), VisitsError> {
        self.erase(now)?;
        let query = &visit.query[..visit.query.floor_char_boundary(QUERY_MAX)];
        self.with(|connection| {
            connection.execute(
                "INSERT INTO visits (day, query, uri, place) VALUES (?1, ?2, ?3, ?4)",
                (now.0.div_euclid(DAY), query, &visit.uri, visit.place),
            )
        })?;
        Ok(())
    }

    /// Calls `each` with every address that was opened, in the order of the addresses, and how often it was.
    pub fn each(&mut self, each: &mut dyn FnMut(&[u8], u64)) -> Result<(), VisitsError> {
        self.with(|connection| {
            let mut statement =
                connection.prepare("SELECT uri, count(*) FROM visits GROUP BY uri ORDER BY uri")?;
            let mut rows = statement.query(())?;
            while let Some(row) = rows.next()? {
                let count = u64::try_from(row.get::<_, i64>(1)?).unwrap_or_default();
                each(row.get_ref(0)?.as_blob()?, count);
            }
            Ok(())
        })
    }
}

#[cfg(test)]
mod tests;
