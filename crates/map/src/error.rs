//! Errors of the map.

use std::path::PathBuf;
use stodola_durable::PathError;
use stodola_follow::FollowError;
use stodola_table::TableError;

/// Errors from opening, filling or reading the map of an archive.
#[derive(Debug, thiserror::Error)]
pub enum MapError {
    /// The archive has no map.
    #[error("the archive has no map; 'stodola archive rebuild --only map' makes it")]
    NoMap,
    /// A file of the map is damaged or missing, or could not be read or written.
    #[error("{0}")]
    Part(#[from] TableError),
    /// The list of parts could not be written.
    #[error(transparent)]
    Path(#[from] PathError),
    /// The list of parts cannot be read.
    #[error("'{}' is damaged: {what}; 'stodola archive rebuild --only map' makes it anew", path.display())]
    Commit {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        what: String,
    },
    /// A newer program wrote the map.
    #[error("'{}' was written by a newer program", path.display())]
    Newer {
        /// The file.
        path: PathBuf,
    },
    /// The map does not have a page that was asked for.
    #[error("the map has no page '{uri}'")]
    NoPage {
        /// The address.
        uri: String,
    },
    /// Something could not be written to where the caller wants it.
    #[error("cannot write: {0}")]
    Write(#[from] std::io::Error),
}

impl From<MapError> for FollowError {
    fn from(error: MapError) -> FollowError {
        FollowError::new(error)
    }
}
