//! What can go wrong with a catalogue, in words for the person who runs the program.

use super::schema::FORMAT;
use crate::folder::ArchiveError;
use rusqlite::ErrorCode;
use std::io;
use std::path::{Path, PathBuf};

/// Why a catalogue could not be opened, asked or added to.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CatalogueError {
    /// There is none.
    #[error(
        "there is no catalogue '{}'; build it from the files of the archive: stodola archive rebuild --archive '{}'",
        .0.display(), folder(.0)
    )]
    Missing(PathBuf),
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
    /// Written by a later version of the program.
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
    /// No file of that name is in the catalogue.
    #[error("the catalogue has no file '{0}'")]
    UnknownFile(String),
    /// The folder around it.
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
    /// Anything else the database says.
    #[error("the catalogue '{}' cannot be used: {error}", .path.display())]
    Database {
        /// The catalogue.
        path: PathBuf,
        /// What it said.
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

/// What an error of the database means for the catalogue at `path`.
pub(super) fn explain(path: &Path, error: rusqlite::Error) -> CatalogueError {
    let path = path.to_owned();
    match error.sqlite_error_code() {
        Some(ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase) => {
            CatalogueError::Damaged { path, what: error.to_string() }
        }
        // A table that is not there, or a column of another type: nothing we wrote.
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
