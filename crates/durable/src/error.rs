//! The error of this crate: the operation, the file, and the error of the operating system.

use std::io;
use std::path::{Path, PathBuf};

/// An operation on a file or folder failed.
#[derive(Debug, thiserror::Error)]
#[error("cannot {doing} '{}'", path.display())]
pub struct PathError {
    /// The operation that failed, as a verb: `write`, `sync`, `rename`.
    pub doing: &'static str,
    /// The file or folder.
    pub path: PathBuf,
    /// The error of the operating system.
    pub source: io::Error,
}

impl PathError {
    /// Returns a function that adds operation and path to an error, for `map_err`.
    pub fn new(doing: &'static str, path: &Path) -> impl Fn(io::Error) -> PathError {
        let path = path.to_owned();
        move |source| PathError { doing, path: path.clone(), source }
    }
}
