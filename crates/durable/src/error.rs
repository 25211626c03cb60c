//! The one error of this crate: what was done, to which file, and what the system said.

use std::io;
use std::path::{Path, PathBuf};

/// An operation on a file or folder failed.
#[derive(Debug, thiserror::Error)]
#[error("cannot {doing} '{}'", path.display())]
pub struct PathError {
    /// What was tried, as a verb: `write`, `sync`, `rename`.
    pub doing: &'static str,
    /// The file or folder.
    pub path: PathBuf,
    /// What the system said.
    pub source: io::Error,
}

impl PathError {
    /// Makes an error of what the system says, for `map_err`.
    pub fn new(doing: &'static str, path: &Path) -> impl Fn(io::Error) -> PathError {
        let path = path.to_owned();
        move |source| PathError { doing, path: path.clone(), source }
    }
}
