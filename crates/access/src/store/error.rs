//! Errors of the store of rules.

use super::schema::FORMAT;
use crate::rule::RuleId;
use rusqlite::ErrorCode;
use std::path::{Path, PathBuf};

/// Errors from opening, reading or changing the rules of an archive.
#[derive(Debug, thiserror::Error)]
pub enum PeopleError {
    /// Written by a later version of the program.
    #[error(
        "'{}' has format {found}, this program knows formats up to {FORMAT}; use a newer program",
        .path.display()
    )]
    Newer {
        /// The file.
        path: PathBuf,
        /// Its format.
        found: i32,
    },
    /// The bytes on disk are not what was written.
    #[error("'{}' is damaged: {what}; put back a copy of it, nothing else has the rules of access", .path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        what: String,
    },
    /// No reason was given.
    #[error("say why (--why): the reason is kept on record")]
    NoReason,
    /// It is not known who changes something.
    #[error("say who you are (--by): the name is kept on record")]
    NoName,
    /// A text is longer than what is kept.
    #[error("the {what} is too long: at most 8 KiB are kept")]
    TooLong {
        /// Which text.
        what: &'static str,
    },
    /// There is no rule of that number.
    #[error("there is no rule {0}")]
    UnknownRule(RuleId),
    /// There is no change of that number.
    #[error("there is no change {0}")]
    UnknownChange(i64),
    /// There is nothing that could be undone.
    #[error("there is no change that could be undone")]
    NothingToUndo,
    /// A change was undone before.
    #[error("change {number} was undone by change {by}")]
    Undone {
        /// The change.
        number: i64,
        /// What has undone it.
        by: i64,
    },
    /// A later change was about the same rule.
    #[error(
        "change {number} cannot be undone: rule {rule} was changed again by change {by}; undo that one first"
    )]
    ChangedAgain {
        /// The change.
        number: i64,
        /// The rule.
        rule: RuleId,
        /// The later change.
        by: i64,
    },
    /// A later change was about the same group and range.
    #[error(
        "change {number} cannot be undone: group '{group}' was changed again since; undo that change first"
    )]
    GroupChangedAgain {
        /// The change.
        number: i64,
        /// The group.
        group: String,
    },
    /// A name that no group can have.
    #[error("'{0}' is no name of a group: no spaces, at most 200 bytes")]
    GroupName(String),
    /// Any other error of the database.
    #[error("the rules in '{}' cannot be used: {error}", .path.display())]
    Database {
        /// The file.
        path: PathBuf,
        /// What it said.
        #[source]
        error: rusqlite::Error,
    },
}

/// What an error of the database means for the file at `path`.
pub(crate) fn explain(path: &Path, error: rusqlite::Error) -> PeopleError {
    let path = path.to_owned();
    match error.sqlite_error_code() {
        Some(ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase) => {
            PeopleError::Damaged { path, what: error.to_string() }
        }
        _ => PeopleError::Database { path, error },
    }
}
