//! What can go wrong when a table is read.

use std::io;
use std::path::{Path, PathBuf};

/// Errors from reading a table.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum TableError {
    /// The bytes on disk are not what was written.
    #[error("'{}' is damaged: the page at byte {offset} has a wrong checksum", .path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// Where the page starts.
        offset: u64,
    },
    /// The file system refused.
    #[error("cannot {what} '{}': {error}", .path.display())]
    Io {
        /// What was to be done.
        what: &'static str,
        /// The file.
        path: PathBuf,
        /// What went wrong.
        #[source]
        error: io::Error,
    },
}

pub(crate) fn io_error(what: &'static str, path: &Path) -> impl Fn(io::Error) -> TableError {
    move |error| TableError::Io { what, path: path.to_owned(), error }
}
