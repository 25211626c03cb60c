//! Errors of the catalogue, in words for the person who runs the program.

use super::schema::FORMAT;
use crate::folder::ArchiveError;
use rusqlite::ErrorCode;
use std::io;
use std::path::{Path, PathBuf};

/// Errors from opening, reading or changing a catalogue.
#[derive(Debug, thiserror::Error)]
pub enum CatalogueError {
    /// The archive has files but no catalogue.
    #[error(
        "there is no catalogue '{}'; build it from the files of the archive: stodola archive rebuild --archive '{}'",
        .0.display(), folder(.0)
    )]
    Missing(PathBuf),
    /// The database has no tables. Earlier versions could be killed before they had created the tables.
    #[error(
        "the catalogue '{}' was not finished when it was made; make it from the files of the archive: \
         stodola archive rebuild --archive '{}'",
        .0.display(), folder(.0)
    )]
    Unfinished(PathBuf),
    /// Another program reads an old state of the catalogue for too long.
    #[error(
        "the catalogue '{}' cannot be completed, since another program is still reading it; try again when \
         that has ended",
        .0.display()
    )]
    Busy(PathBuf),
    /// The catalogue changed each time it was copied.
    #[error(
        "the catalogue '{}' changes too fast to be copied, and it can only be read here as a copy; try again",
        .0.display()
    )]
    Changing(PathBuf),
    /// Whoever asked for the work does not want it any more. What was done of it is kept, and can be continued.
    #[error("the work was stopped; what is done of it is kept")]
    Stopped,
    /// The bytes on disk are not what was written.
    #[error(
        "the catalogue '{}' is damaged: {what}; all its data are also in the files of the \
         archive, build it again: stodola archive rebuild --archive '{}'",
        .path.display(), folder(.path)
    )]
    Damaged {
        /// The catalogue.
        path: PathBuf,
        /// What is wrong with it.
        what: String,
    },
    /// A later version of the program wrote the catalogue.
    #[error(
        "'{}' has format {found}, this program knows formats up to {FORMAT}; use a newer program",
        .path.display()
    )]
    Newer {
        /// The catalogue.
        path: PathBuf,
        /// Its format.
        found: i32,
    },
    /// The disk is full.
    #[error(
        "the disk of the catalogue '{}' is full; make room and give the same command again, nothing is lost",
        .0.display()
    )]
    Full(PathBuf),
    /// No file of that name is in the catalogue.
    #[error("the catalogue has no file '{0}'")]
    UnknownFile(String),
    /// The archive folder could not be read or changed.
    #[error(transparent)]
    Archive(#[from] ArchiveError),
    /// A file could not be read.
    #[error("cannot read '{}': {error}", .path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// What went wrong.
        #[source]
        error: io::Error,
    },
    /// Any other error of SQLite.
    #[error("the catalogue '{}' cannot be used: {error}", .path.display())]
    Database {
        /// The catalogue.
        path: PathBuf,
        /// The error of SQLite.
        #[source]
        error: rusqlite::Error,
    },
}

fn folder(catalogue: &Path) -> std::path::Display<'_> {
    match catalogue.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder.display(),
        _ => Path::new(".").display(),
    }
}

/// Returns what an error of the database means for the catalogue at `path`.
pub(super) fn explain(path: &Path, error: rusqlite::Error) -> CatalogueError {
    let path = path.to_owned();
    match error.sqlite_error_code() {
        Some(ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase) => {
            CatalogueError::Damaged { path, what: error.to_string() }
        }
        Some(ErrorCode::DiskFull) => CatalogueError::Full(path),
        // A missing table, or a column of another type: this program did not write it.
        _ if matches!(error, rusqlite::Error::InvalidColumnType(..)) || lacks_a_table(&error) => {
            CatalogueError::Damaged { path, what: error.to_string() }
        }
        _ => CatalogueError::Database { path, error },
    }
}

fn lacks_a_table(error: &rusqlite::Error) -> bool {
    let said = error.to_string();
    error.sqlite_error_code() == Some(ErrorCode::Unknown)
        && (said.contains("no such table") || said.contains("no such column"))
}

pub(super) fn damaged(path: &Path, what: impl Into<String>) -> CatalogueError {
    CatalogueError::Damaged { path: path.to_owned(), what: what.into() }
}
