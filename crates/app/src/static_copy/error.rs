//! Errors from copying a site.

use crate::reading::GateError;
use std::io;
use std::path::{Path, PathBuf};
use stodola_archive::{ArchiveError, CatalogueError};
use stodola_durable::PathError;

/// Errors from copying a site to files.
#[derive(Debug, thiserror::Error)]
pub enum StaticCopyError {
    /// Nothing is mixed with what is there.
    #[error("the folder '{}' is not empty; choose another one", .0.display())]
    NotEmpty(PathBuf),
    /// There is nothing of the site that may be copied.
    #[error("the archive has no capture of '{site}' that may be copied")]
    Empty {
        /// The site as it was asked for.
        site: String,
    },
    /// Somebody stopped it.
    #[error("the copy was stopped; it is not whole")]
    Stopped,
    /// The archive folder could not be read.
    #[error(transparent)]
    Archive(#[from] ArchiveError),
    /// The catalogue could not be read.
    #[error(transparent)]
    Catalogue(#[from] CatalogueError),
    /// It is not known what may be seen.
    #[error(transparent)]
    Gate(#[from] GateError),
    /// A folder or file could not be made.
    #[error(transparent)]
    Path(#[from] PathError),
    /// A file could not be written.
    #[error("cannot write '{}': {error}", .path.display())]
    Write {
        /// The file.
        path: PathBuf,
        /// What went wrong.
        #[source]
        error: io::Error,
    },
}

impl StaticCopyError {
    /// Makes an error of what the system says about a file.
    pub(super) fn write(path: &Path) -> impl Fn(io::Error) -> StaticCopyError + use<> {
        let path = path.to_owned();
        move |error| StaticCopyError::Write { path: path.clone(), error }
    }
}
