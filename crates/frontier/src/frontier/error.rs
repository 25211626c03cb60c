//! Errors of a frontier, in words for the person who runs the harvest.

use std::io;
use std::path::{Path, PathBuf};
use stodola_durable::PathError;
use stodola_table::TableError;

/// Errors from opening, reading or changing a frontier.
#[derive(Debug, thiserror::Error)]
pub enum FrontierError {
    /// Another process has the frontier open.
    #[error("the job in '{}' is already running{}", .folder.display(), by(.holder))]
    Locked {
        /// The folder of the frontier.
        folder: PathBuf,
        /// What the other process has written about itself; `None` if nothing.
        holder: Option<String>,
    },
    /// A file was written by a later version of the program.
    #[error(
        "'{}' has format {found}, this program knows formats up to {known}; use a newer program",
        .path.display()
    )]
    Newer {
        /// The file.
        path: PathBuf,
        /// Format of the file.
        found: u32,
        /// Newest format that this program can read.
        known: u32,
    },
    /// The bytes on disk are not what was written.
    #[error("'{}' is damaged: {what}", .path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        what: String,
    },
    /// An earlier write failed, so it is not known what is on disk. The frontier must be opened again.
    #[error("an earlier write to '{}' failed; start the job again to continue", .0.display())]
    Doubtful(PathBuf),
    /// The operating system reported an error.
    #[error("cannot {what} '{}': {error}", .path.display())]
    Io {
        /// The operation that failed, as a verb.
        what: &'static str,
        /// The file or folder.
        path: PathBuf,
        /// The error of the operating system.
        #[source]
        error: io::Error,
    },
    /// Sorted runs could not be merged.
    #[error(transparent)]
    Table(TableError),
}

fn by(holder: &Option<String>) -> String {
    holder.as_ref().map(|holder| format!(" by {holder}")).unwrap_or_default()
}

impl From<TableError> for FrontierError {
    fn from(error: TableError) -> FrontierError {
        match error {
            TableError::Damaged { path, what } => FrontierError::Damaged { path, what },
            TableError::Newer { path, found, known } => FrontierError::Newer { path, found, known },
            TableError::Io { what, path, error } => FrontierError::Io { what, path, error },
            other => FrontierError::Table(other),
        }
    }
}

impl From<PathError> for FrontierError {
    fn from(error: PathError) -> FrontierError {
        FrontierError::Io { what: error.doing, path: error.path, error: error.source }
    }
}

pub(super) fn io_error(
    what: &'static str,
    path: &Path,
) -> impl Fn(io::Error) -> FrontierError + use<> {
    let path = path.to_owned();
    move |error| FrontierError::Io { what, path: path.clone(), error }
}

pub(super) fn damaged(path: &Path, what: impl Into<String>) -> FrontierError {
    FrontierError::Damaged { path: path.to_owned(), what: what.into() }
}
