//! Errors from exporting captures.

use std::io;
use std::path::{Path, PathBuf};
use stodola_access::PeopleError;
use stodola_archive::{ArchiveError, CaptureError, CatalogueError};
use stodola_durable::PathError;
use stodola_warc::write::WriteError;

/// Errors from exporting captures. A capture that cannot be exported is not among them: it is left out, and listed.
#[derive(Debug, thiserror::Error)]
pub enum ExportError {
    /// Nothing is overwritten.
    #[error("'{}' exists already; choose another name, or remove it first", .0.display())]
    Exists(PathBuf),
    /// No capture that may be exported fits the selection.
    #[error("the archive has no capture that fits and may be exported; nothing was written")]
    Empty,
    /// Somebody stopped it.
    #[error("the export was stopped; nothing was written")]
    Stopped,
    /// The archive folder could not be read.
    #[error(transparent)]
    Archive(#[from] ArchiveError),
    /// The catalogue could not be read.
    #[error(transparent)]
    Catalogue(#[from] CatalogueError),
    /// The rules of access could not be read.
    #[error(transparent)]
    People(#[from] PeopleError),
    /// A capture could not be looked up.
    #[error(transparent)]
    Capture(#[from] CaptureError),
    /// The file could not be created, or not be given its name.
    #[error(transparent)]
    Path(#[from] PathError),
    /// The file could not be written.
    #[error("cannot write '{}': {error}", .path.display())]
    Write {
        /// The file.
        path: PathBuf,
        /// What went wrong.
        #[source]
        error: io::Error,
    },
    /// A record could not be written.
    #[error("cannot write '{}': {error}", .path.display())]
    Record {
        /// The file.
        path: PathBuf,
        /// What went wrong.
        #[source]
        error: WriteError,
    },
    /// A temporary file could not be written or read.
    #[error("cannot use a temporary file: {0}; set TMPDIR to a folder with room")]
    Scratch(#[source] io::Error),
}

impl ExportError {
    /// Makes an error of what the system says about the file that is written.
    pub(super) fn write(path: &Path) -> impl Fn(io::Error) -> ExportError {
        let path = path.to_owned();
        move |error| ExportError::Write { path: path.clone(), error }
    }
}
