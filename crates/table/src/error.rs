//! Errors of tables and runs.

use std::io;
use std::path::{Path, PathBuf};
use stodola_durable::PathError;

/// Errors from writing, opening, reading or merging runs.
#[derive(Debug, thiserror::Error)]
pub enum TableError {
    /// The bytes on disk are not what was written.
    #[error("'{}' is damaged: {what}", .path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        what: String,
    },
    /// The file was written by a later version of the program.
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
    /// The thread that merged runs ended unexpectedly.
    #[error("merging sorted runs failed unexpectedly")]
    Merge,
    /// The operating system reported an error.
    #[error("cannot {what} '{}': {error}", .path.display())]
    Io {
        /// The operation that failed, as a verb.
        what: &'static str,
        /// The file.
        path: PathBuf,
        /// The error of the operating system.
        #[source]
        error: io::Error,
    },
}

impl From<PathError> for TableError {
    fn from(error: PathError) -> TableError {
        TableError::Io { what: error.doing, path: error.path, error: error.source }
    }
}

pub(crate) fn io_error(what: &'static str, path: &Path) -> impl Fn(io::Error) -> TableError {
    move |error| TableError::Io { what, path: path.to_owned(), error }
}
