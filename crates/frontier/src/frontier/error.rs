//! What can go wrong with a frontier, in words for the person who runs the harvest.

use std::io;
use std::path::{Path, PathBuf};
use stodola_durable::PathError;
use stodola_table::TableError;

/// Why a frontier could not be opened, asked or added to.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum FrontierError {
    /// Another process has it open.
    #[error("the job in '{}' is already running{}", .folder.display(), by(.holder))]
    Locked {
        /// Of the frontier.
        folder: PathBuf,
        /// The other process, if it left its name.
        holder: Option<String>,
    },
    /// Written by a later version of the program.
    #[error(
        "'{}' has format {found}, this program knows formats up to {known}; use a newer program",
        .path.display()
    )]
    Newer {
        /// The file.
        path: PathBuf,
        /// Its format.
        found: u32,
        /// The newest one known here.
        known: u32,
    },
    /// The bytes on disk are not what was written.
    #[error("'{}' is damaged: {what}", .path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        what: String,
    },
    /// Writing failed before, so nobody knows what is on disk.
    #[error("an earlier write to '{}' failed; start the job again to continue", .0.display())]
    Doubtful(PathBuf),
    /// The file system refused.
    #[error("cannot {what} '{}': {error}", .path.display())]
    Io {
        /// What was to be done.
        what: &'static str,
        /// The file or folder.
        path: PathBuf,
        /// What went wrong.
        #[source]
        error: io::Error,
    },
    /// A sorted file could not be read.
    #[error(transparent)]
    Table(#[from] TableError),
}

fn by(holder: &Option<String>) -> String {
    holder.as_ref().map(|holder| format!(" by {holder}")).unwrap_or_default()
}

impl From<PathError> for FrontierError {
    fn from(error: PathError) -> FrontierError {
        FrontierError::Io { what: error.doing, path: error.path, error: error.source }
    }
}

pub(super) fn io_error(
    what: &'static str,
    path: &Path,
) -> impl Fn(io::Error) -> FrontierError + use<> {
    let path = path.to_owned();
    move |error| FrontierError::Io { what, path: path.clone(), error }
}

pub(super) fn damaged(path: &Path, what: impl Into<String>) -> FrontierError {
    FrontierError::Damaged { path: path.to_owned(), what: what.into() }
}
