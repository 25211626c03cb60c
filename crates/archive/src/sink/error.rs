//! Errors of a WARC sink.

use crate::dedup::DedupError;
use std::io;
use std::path::PathBuf;
use stodola_warc::write::{FileError, HeadError, WriteError};

/// Errors from opening, writing, syncing or closing a sink.
#[derive(Debug, thiserror::Error)]
pub enum SinkError {
    /// A file could not be created, synced or closed.
    #[error(transparent)]
    File(#[from] FileError),
    /// A capture could not be turned into records: its response cannot be read or does not have the declared length, or
    /// a value is not allowed in a header.
    #[error("cannot compress the capture: {0}")]
    Capture(#[from] WriteError),
    /// A capture could not be appended. Nothing of it is in the file.
    #[error("cannot append to '{}': {error}", .path.display())]
    Append {
        /// The file.
        path: PathBuf,
        /// What went wrong.
        #[source]
        error: WriteError,
    },
    /// A folder could not be listed, created or synced.
    #[error("cannot {what} '{}': {error}", .path.display())]
    Folder {
        /// The operation that failed.
        what: &'static str,
        /// The folder.
        path: PathBuf,
        /// What went wrong.
        #[source]
        error: io::Error,
    },
    /// The payload index could not be read.
    #[error(transparent)]
    Payloads(#[from] DedupError),
    /// No random numbers for a record id.
    #[error("the system gives no random numbers: {0}")]
    Random(#[source] io::Error),
    /// An earlier sync failed, so the content on disk is unknown.
    #[error("an earlier sync of '{}' failed; start the command again", .0.display())]
    Doubtful(PathBuf),
}

impl From<HeadError> for SinkError {
    fn from(error: HeadError) -> SinkError {
        SinkError::Capture(error.into())
    }
}
