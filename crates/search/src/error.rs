//! Errors of the search index.

use std::path::PathBuf;
use stodola_follow::FollowError;

/// Errors from opening, filling or asking the search index.
#[derive(Debug, thiserror::Error)]
pub enum SearchError {
    /// The archive has no search index.
    #[error("the archive has no search index; 'stodola archive rebuild --only search' makes it")]
    NoIndex,
    /// A file of the index is damaged, or missing, or its parts do not belong together.
    #[error(
        "the search index is damaged ({reason}); 'stodola archive rebuild --only search' makes it anew"
    )]
    Damaged {
        /// What was found.
        reason: String,
    },
    /// The index was written by a newer program, or is another database.
    #[error("'{}' was written by a newer program, or is something else", path.display())]
    Unknown {
        /// The file.
        path: PathBuf,
    },
    /// The database beside the index could not be read or written.
    #[error("search.db: {0}")]
    Database(#[from] rusqlite::Error),
    /// A file could not be read or written.
    #[error("{context}: {source}")]
    Io {
        /// What was done.
        context: String,
        /// The reason.
        source: std::io::Error,
    },
    /// Another process replaced the index while it was read; asking again helps.
    #[error("the search index is being made anew; try again in a moment")]
    Busy,
}

impl SearchError {
    /// Makes an error of a file.
    pub(crate) fn io(context: impl Into<String>, source: std::io::Error) -> SearchError {
        SearchError::Io { context: context.into(), source }
    }

    #[expect(clippy::needless_pass_by_value, reason = "it is what map_err calls")]
    pub(crate) fn damaged(reason: impl ToString) -> SearchError {
        SearchError::Damaged { reason: reason.to_string() }
    }
}

impl From<tantivy::TantivyError> for SearchError {
    fn from(error: tantivy::TantivyError) -> SearchError {
        match error {
            tantivy::TantivyError::IoError(error) => {
                SearchError::io("the search index", std::io::Error::other(error))
            }
            error => SearchError::damaged(error),
        }
    }
}

impl From<std::io::Error> for SearchError {
    fn from(error: std::io::Error) -> SearchError {
        SearchError::io("the search index", error)
    }
}

impl From<SearchError> for FollowError {
    fn from(error: SearchError) -> FollowError {
        FollowError::new(error)
    }
}
