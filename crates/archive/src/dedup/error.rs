//! Errors of the payload index, in words for the person who runs the program.

use super::record::FileId;
use std::io;
use std::path::{Path, PathBuf};
use stodola_durable::PathError;
use stodola_table::TableError;

/// Errors from opening, reading or changing the payload index.
#[derive(Debug, thiserror::Error)]
pub enum DedupError {
    /// Another process has the index open.
    #[error("the index in '{}' is in use{}", .folder.display(), by(.holder))]
    Locked {
        /// The index.
        folder: PathBuf,
        /// The other process, if it wrote down its name.
        holder: Option<String>,
    },
    /// A later version of the program wrote the file.
    #[error(
        "'{}' has format {found}, this program knows formats up to {known}; use a newer program",
        .path.display()
    )]
    Newer {
        /// The file.
        path: PathBuf,
        /// Format of the file.
        found: u32,
        /// Newest format that this program can read.
        known: u32,
    },
    /// The bytes on disk are not what was written.
    #[error(
        "'{}' is damaged: {what}; all data of the index are also in the WARC files: delete \
         its folder, and build it again from them",
        .path.display()
    )]
    Damaged {
        /// The file or folder.
        path: PathBuf,
        /// What is wrong with it.
        what: String,
    },
    /// A file with this name was committed before, with other content.
    #[error("'{0}' was committed before, with other content")]
    Differs(String),
    /// The file name is too long; its length in bytes.
    #[error("a file name of {0} bytes is more than the index can hold")]
    Name(usize),
    /// No such file was committed to this index.
    #[error("file number {} was never committed", .0.0)]
    UnknownFile(FileId),
    /// A number does not fit into its field.
    #[error("{} {what} of {value} is more than the index can hold", article(.what))]
    TooLarge {
        /// Which number.
        what: &'static str,
        /// The number.
        value: u64,
    },
    /// An earlier commit failed, and it is not known whether it is on disk. The index must be opened again.
    #[error("an earlier write to '{}' failed; open the index again", .0.display())]
    Doubtful(PathBuf),
    /// The index was opened for reading only.
    #[error("the index '{}' was opened for reading only", .0.display())]
    OnlyRead(PathBuf),
    /// The operating system reported an error.
    #[error("cannot {what} '{}': {error}", .path.display())]
    Io {
        /// The operation that failed.
        what: &'static str,
        /// The file or folder.
        path: PathBuf,
        /// What went wrong.
        #[source]
        error: io::Error,
    },
}

impl From<TableError> for DedupError {
    fn from(error: TableError) -> DedupError {
        match error {
            TableError::Io { what, path, error } => DedupError::Io { what, path, error },
            TableError::Damaged { path, what } => damaged(&path, what),
            TableError::Newer { path, found, known } => DedupError::Newer { path, found, known },
            other => DedupError::Io {
                what: "read",
                path: PathBuf::new(),
                error: io::Error::other(other.to_string()),
            },
        }
    }
}

impl From<PathError> for DedupError {
    fn from(error: PathError) -> DedupError {
        DedupError::Io { what: error.doing, path: error.path, error: error.source }
    }
}

fn by(holder: &Option<String>) -> String {
    holder.as_ref().map(|holder| format!(" by {holder}")).unwrap_or_default()
}

fn article(word: &str) -> &'static str {
    if word.starts_with('o') { "an" } else { "a" }
}

pub(super) fn io_error(what: &'static str, path: &Path) -> impl Fn(io::Error) -> DedupError {
    move |error| DedupError::Io { what, path: path.to_owned(), error }
}

pub(super) fn damaged(path: &Path, what: impl Into<String>) -> DedupError {
    DedupError::Damaged { path: path.to_owned(), what: what.into() }
}
