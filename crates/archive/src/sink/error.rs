//! What may go wrong with a sink.

use crate::dedup::DedupError;
use std::io;
use std::path::PathBuf;
use stodola_warc::write::{FileError, HeadError, WriteError};

/// Why a sink could not be opened, written to, synced or closed.
#[derive(Debug, thiserror::Error)]
pub enum SinkError {
    /// A file could not be created, synced or closed.
    #[error(transparent)]
    File(#[from] FileError),
    /// A capture could not be packed: its response cannot be read or is not as long as it should be,
    /// or what should stand in a header cannot.
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
        /// What was to be done.
        what: &'static str,
        /// The folder.
        path: PathBuf,
        /// What went wrong.
        #[source]
        error: io::Error,
    },
    /// Nobody can tell what the archive has.
    #[error(transparent)]
    Payloads(#[from] DedupError),
    /// No record id could be drawn.
    #[error("the system gives no random numbers: {0}")]
    Random(#[source] io::Error),
    /// A sync failed before, so that nobody knows what is on disk.
    #[error("an earlier sync of '{}' failed; start the command again", .0.display())]
    Doubtful(PathBuf),
}

impl From<HeadError> for SinkError {
    fn from(error: HeadError) -> SinkError {
        SinkError::Capture(error.into())
    }
}
