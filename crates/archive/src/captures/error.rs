//! Errors from opening a capture.

use crate::catalogue::CatalogueError;
use std::io;
use std::path::PathBuf;

/// Errors from opening a capture. Each names the file, so that a reader knows what to look for.
#[derive(Debug, thiserror::Error)]
pub enum CaptureError {
    /// The catalogue could not be read.
    #[error(transparent)]
    Catalogue(#[from] CatalogueError),
    /// The disk has no file of that name, finished or not.
    #[error("'{}' is missing; stodola archive check tells more", .0.display())]
    Missing(PathBuf),
    /// The record that the catalogue lists is not in the file.
    #[error(
        "'{}' has changed: at byte {offset} is not the record that the catalogue lists; \
         stodola archive check tells more",
        .path.display()
    )]
    Changed {
        /// The file.
        path: PathBuf,
        /// Byte offset at which the record should start.
        offset: u64,
    },
    /// The capture is a revisit, and the archive does not have the capture with the content.
    #[error("'{}': the content of the revisit at byte {offset} is not in the archive", .path.display())]
    NoOriginal {
        /// The file with the revisit.
        path: PathBuf,
        /// Byte offset of the revisit.
        offset: u64,
    },
    /// The file could not be read.
    #[error("cannot read '{}' at byte {offset}: {error}", .path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// Byte offset of the record.
        offset: u64,
        /// What went wrong.
        #[source]
        error: io::Error,
    },
}
