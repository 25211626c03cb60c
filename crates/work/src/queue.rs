//! `work.db`: all requests, their owners, logs and results, and people's favourites.
//!
//! One SQLite database with a write-ahead log, so that readers and writers do not wait for each other. Each change is
//! one transaction that is on disk when it returns. Several processes may have it open; one of them runs requests
//! (`work.lock`, see [`crate::WorkRunner`]).
//!
//! Whose turn it is follows from one number: the time of asking, minus an hour for each step of priority. It never
//! changes while a request waits, so requests that come later do not overtake for ever, and nothing starves.

mod cancel;
mod claim;
mod favourite;
mod finish;
mod list;
mod outcome;
mod row;
mod schema;
mod submit;
mod sweep;

pub use claim::ClaimedRequest;
pub use favourite::SavedQuestion;
pub use finish::{OpenedContent, RunEnd, StoredContent, StoredResult};
pub use list::{PackageLoad, RequestFilter, RequestViewer};
pub use outcome::PendingNews;
pub use row::{RequestLogLine, RequestRow, RequestState, ResultRow};
pub(crate) use schema::FORMAT;
pub use submit::{RequestDraft, SubmittedRequest};
pub use sweep::SweepReport;

use crate::error::{WorkError, explain};
use crate::time::WorkTime;
use rusqlite::{Connection, Transaction, TransactionBehavior};
use std::fmt::Display;
use std::path::{Path, PathBuf};

/// The name of the file in the folder of an archive.
const FILE: &str = "work.db";
/// The folder of results in the folder of an archive.
const RESULTS: &str = "results";
/// Most lines of the log of a request that are kept: the latest.
const LOG_LINES: i64 = 200;
/// Most characters of a line of a log, of words about progress, and of an error.
const LINE_MAX: usize = 500;
const ERROR_MAX: usize = 2000;

/// The requests of an archive.
pub struct WorkQueue {
    connection: Connection,
    path: PathBuf,
    results: PathBuf,
}

impl std::fmt::Debug for WorkQueue {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("WorkQueue").field("path", &self.path).finish_non_exhaustive()
    }
}

impl WorkQueue {
    /// Opens the queue of the archive in a folder; one that is not there is made.
    pub fn open(archive: &Path) -> Result<WorkQueue, WorkError> {
        let path = archive.join(FILE);
        let connection = schema::open(&path)?;
        Ok(WorkQueue { connection, path, results: archive.join(RESULTS) })
    }

    /// Whether the archive in a folder has a queue: somebody has asked for something.
    pub fn exists(archive: &Path) -> bool {
        archive.join(FILE).exists()
    }

    /// The folder of results.
    pub fn results_folder(&self) -> &Path {
        &self.results
    }

    fn failed(&self, error: rusqlite::Error) -> WorkError {
        explain(&self.path, error)
    }

    /// Does something to the database as one change: all of it, or nothing if it fails.
    fn change<T>(
        &mut self,
        change: impl FnOnce(&Transaction<'_>) -> Result<T, ChangeFailure>,
    ) -> Result<T, WorkError> {
        let run = || {
            let transaction =
                self.connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
            let changed = change(&transaction)?;
            transaction.commit()?;
            Ok(changed)
        };
        run().map_err(|failure| match failure {
            ChangeFailure::Database(error) => explain(&self.path, error),
            ChangeFailure::Refused(error) => *error,
        })
    }
}

/// Why a change was not made.
enum ChangeFailure {
    Database(rusqlite::Error),
    Refused(Box<WorkError>),
}

impl From<rusqlite::Error> for ChangeFailure {
    fn from(error: rusqlite::Error) -> ChangeFailure {
        ChangeFailure::Database(error)
    }
}

impl From<WorkError> for ChangeFailure {
    fn from(error: WorkError) -> ChangeFailure {
        ChangeFailure::Refused(Box::new(error))
    }
}

/// Appends a line to the log of a request; the oldest ones go.
fn note(
    connection: &Connection,
    number: i64,
    line: &dyn Display,
    now: WorkTime,
) -> rusqlite::Result<()> {
    let mut insert = connection.prepare_cached(
        "INSERT INTO log (request, line, time, text) VALUES (?1, 1 + coalesce(
             (SELECT max(line) FROM log WHERE request = ?1), 0), ?2, ?3)",
    )?;
    insert.execute((number, now.0, shortened(&line.to_string(), LINE_MAX)))?;
    let mut forget = connection.prepare_cached(
        "DELETE FROM log WHERE request = ?1
             AND line <= (SELECT max(line) FROM log WHERE request = ?1) - ?2",
    )?;
    forget.execute((number, LOG_LINES))?;
    Ok(())
}

/// A text of one line with at most so many characters.
fn shortened(text: &str, most: usize) -> String {
    let plain = text.chars().map(|it| if it.is_control() { ' ' } else { it });
    plain.take(most).collect()
}
