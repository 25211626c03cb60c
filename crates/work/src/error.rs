//! Errors of the queue. Those that a person can do something about say what.

use crate::question::QuestionError;
use crate::queue::FORMAT;
use crate::queue::RequestState;
use rusqlite::ErrorCode;
use std::io;
use std::path::{Path, PathBuf};
use stodola_durable::PathError;

/// Errors from the queue of requests.
#[derive(Debug, thiserror::Error)]
pub enum WorkError {
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
    /// The bytes on disk are not what was written.
    #[error("'{}' is damaged: {what}; move it away, and ask again for what you need", .path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        what: String,
    },
    /// Any other error of the database.
    #[error("the requests in '{}' cannot be used: {error}", .path.display())]
    Database {
        /// The file.
        path: PathBuf,
        /// What it said.
        #[source]
        error: rusqlite::Error,
    },
    /// A file of a result could not be read or written.
    #[error(transparent)]
    Path(#[from] PathError),
    /// The question was not understood.
    #[error(transparent)]
    Question(#[from] QuestionError),
    /// Somebody has as many requests waiting as one may have.
    #[error(
        "you have {waiting} requests waiting, and may have {limit}; wait for one of them, or cancel it"
    )]
    OwnerLimit {
        /// Requests that wait.
        waiting: u32,
        /// Most requests of one person that may wait.
        limit: u32,
    },
    /// As many requests wait as may wait in all.
    #[error("{limit} requests are waiting, more are not taken now; ask again later")]
    QueueFull {
        /// Most requests that may wait.
        limit: u32,
    },
    /// There is no such kind of work.
    #[error("there is no package '{0}'")]
    UnknownPackage(String),
    /// There is no such request, or it was removed.
    #[error("there is no request {0}")]
    UnknownRequest(i64),
    /// What was asked for is over.
    #[error("request {number} neither waits nor runs: it is {state}")]
    NotActive {
        /// The request.
        number: i64,
        /// Its state.
        state: RequestState,
    },
    /// There is no result yet, or it was removed.
    #[error("request {0} has no result")]
    NoResult(i64),
    /// There is no such favourite.
    #[error("there is no favourite '{0}'")]
    UnknownFavourite(String),
    /// Another favourite has that name.
    #[error("you have a favourite '{0}' already; remove it first, or choose another name")]
    FavouriteTaken(String),
    /// Somebody has as many favourites as one may have.
    #[error("you have {limit} favourites, which is as many as one may have; remove one first")]
    TooManyFavourites {
        /// Most favourites of one person.
        limit: u32,
    },
    /// A name that nothing can have.
    #[error("'{0}' is no name: 1 to 100 characters, no control characters")]
    Name(String),
    /// Results cannot be saved for a site, because no folder was set for them.
    #[error(
        "results cannot be saved to files: no folder is set for them (work.toml, [site] folder)"
    )]
    NoSite,
    /// A result cannot be saved under that name.
    #[error("a result cannot be saved to '{name}': {what}")]
    SitePath {
        /// The name.
        name: String,
        /// What is wrong with it.
        what: SiteFault,
    },
    /// Another process works on the requests of this archive.
    #[error("another process works on the requests of this archive: {holder}")]
    Busy {
        /// What that process says of itself.
        holder: String,
    },
    /// A thread could not be started.
    #[error("a thread could not be started: {0}")]
    Thread(#[source] io::Error),
}

/// What is wrong with the name of a file for a site.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SiteFault {
    /// It has too many bytes.
    #[error("the name is too long")]
    TooLong,
    /// It has too many folders.
    #[error("there are too many folders in it")]
    TooDeep,
    /// It is no plain path.
    #[error(
        "only letters, digits and . _ - are taken, with / between folders, and no name begins with a dot"
    )]
    NotPlain,
    /// A web server might not send such a file as it is.
    #[error("the ending must be one that is data, for example .html, .json or .csv")]
    Ending,
    /// A folder on the way is none, or leads elsewhere.
    #[error("a folder in it is a link or a file")]
    Link,
    /// Something that is not a file has the name.
    #[error("something else is in its place")]
    Taken,
}

/// What an error of the database means for the file at `path`.
pub(crate) fn explain(path: &Path, error: rusqlite::Error) -> WorkError {
    let path = path.to_owned();
    match error.sqlite_error_code() {
        Some(ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase) => {
            WorkError::Damaged { path, what: error.to_string() }
        }
        _ => WorkError::Database { path, error },
    }
}
