//! Errors of the metadata database, and why a query is refused.

use super::store::FORMAT;
use rusqlite::ErrorCode;
use std::path::{Path, PathBuf};

/// Errors from the metadata database.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PageDatabaseError {
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
    /// The bytes on disk are not what was written. Nothing is lost: it can be built again.
    #[error("'{}' is damaged: {what}; build it again", .path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        what: String,
    },
    /// Any other error of the database.
    #[error("the metadata in '{}' cannot be used: {error}", .path.display())]
    Database {
        /// The file.
        path: PathBuf,
        /// What it said.
        #[source]
        error: rusqlite::Error,
    },
    /// A round is not later than the newest one of its domain.
    #[error("the round '{tag}' is not later than '{newest}', which is recorded already")]
    NotLater {
        /// The tag of the round.
        tag: String,
        /// The newest one.
        newest: String,
    },
    /// A round is recorded already, with another commit.
    #[error(
        "the round '{tag}' is recorded with the commit {known}, not {commit}; build the metadata again"
    )]
    OtherCommit {
        /// The tag of the round.
        tag: String,
        /// The commit that is recorded.
        known: String,
        /// The commit that was given.
        commit: String,
    },
    /// A page has the tag of another round.
    #[error("the page '{path}' has the tag '{found}' in the round '{tag}'")]
    OtherTag {
        /// The folder of the page.
        path: String,
        /// Its tag.
        found: String,
        /// The tag of the round.
        tag: String,
    },
    /// A page was given twice in a round.
    #[error("the page '{path}' was given twice in the round '{tag}'")]
    Twice {
        /// The folder of the page.
        path: String,
        /// The tag of the round.
        tag: String,
    },
}

/// Why a query is not answered.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PageQueryError {
    /// The condition or the order is not an expression that is accepted.
    #[error("the {part} is not accepted, character {at}: {what}")]
    Refused {
        /// Which of the two.
        part: QueryPart,
        /// The character where it shows, from 1.
        at: usize,
        /// What is wrong.
        what: String,
    },
    /// There are more or fewer values than question marks.
    #[error("the query has {wanted} question marks, and {given} values were given")]
    Values {
        /// Question marks in condition and order.
        wanted: usize,
        /// Values.
        given: usize,
    },
    /// A value cannot be used.
    #[error("value {number} is longer than {limit} bytes")]
    ValueTooLong {
        /// Which one, from 1.
        number: usize,
        /// The most bytes.
        limit: usize,
    },
    /// It took longer than a query may.
    #[error(
        "the query took longer than {seconds} seconds; ask for less, or by a column with an index"
    )]
    Late {
        /// How long it may take.
        seconds: f64,
    },
    /// The database could not be read.
    #[error(transparent)]
    Database(#[from] PageDatabaseError),
}

impl PageQueryError {
    /// A word for programs, which stays the same in later versions.
    pub fn code(&self) -> &'static str {
        match self {
            PageQueryError::Refused { .. } => "query-refused",
            PageQueryError::Values { .. } | PageQueryError::ValueTooLong { .. } => "query-values",
            PageQueryError::Late { .. } => "query-late",
            PageQueryError::Database(_) => "query-database",
        }
    }
}

/// A part of a query.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum QueryPart {
    /// What stands behind `WHERE`.
    Condition,
    /// What stands behind `ORDER BY`.
    Order,
}

impl std::fmt::Display for QueryPart {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            QueryPart::Condition => "condition",
            QueryPart::Order => "order",
        })
    }
}

/// What an error of SQLite means for the file at `path`.
pub(super) fn explain(path: &Path, error: rusqlite::Error) -> PageDatabaseError {
    let path = path.to_owned();
    match error.sqlite_error_code() {
        Some(ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase) => {
            PageDatabaseError::Damaged { path, what: error.to_string() }
        }
        _ => PageDatabaseError::Database { path, error },
    }
}
