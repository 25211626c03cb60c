//! Errors of requests.

use super::listing::TemplateError;
use std::path::PathBuf;
use stodola_access::PeopleError;
use stodola_access::people::PersonRole;
use stodola_archive::ArchiveError;
use stodola_work::WorkError;

/// Errors from requests of users.
#[derive(Debug, thiserror::Error)]
pub enum RequestsError {
    /// The archive folder could not be read.
    #[error(transparent)]
    Archive(#[from] ArchiveError),
    /// The queue refused it, or could not be used.
    #[error(transparent)]
    Work(#[from] WorkError),
    /// The rules of access could not be read, so nothing may be shown.
    #[error(transparent)]
    People(#[from] PeopleError),
    /// `work.toml` is wrong.
    #[error("'{}': {what}", .path.display())]
    Settings {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        what: String,
    },
    /// A package is for people with a greater role.
    #[error("'{package}' is for people who are {role} or more")]
    Role {
        /// The package.
        package: &'static str,
        /// The role.
        role: PersonRole,
    },
    /// Only operators may ask for that.
    #[error("'{0}' is for operators")]
    Operators(&'static str),
    /// A member of the question is missing or wrong.
    #[error("the question of '{package}': '{field}' {what}")]
    Field {
        /// The package.
        package: &'static str,
        /// The member.
        field: String,
        /// What is wrong with it.
        what: FieldFault,
    },
    /// The template in a question is wrong.
    #[error(transparent)]
    Template(#[from] TemplateError),
    /// A part of a question is not written as a name and a value.
    #[error("'{0}' is not a part of a question: write NAME=VALUE")]
    Pair(String),
    /// It is not understood when a result is to be made anew.
    #[error(
        "'{0}' is not a time to refresh: write never, idle, or an interval such as 12h, 7d, 2w"
    )]
    Refresh(String),
    /// Others have asked for it, and may cancel it.
    #[error("request {0} is not yours")]
    NotYours(i64),
    /// The result was made with other rights than the asker has now.
    #[error("the result of request {0} was made with other rights than yours; ask for it yourself")]
    OtherRights(i64),
    /// Rules of access were changed since the result was made.
    #[error(
        "the rules of access were changed since the result of request {0} was made; it is being made anew, \
         look again later"
    )]
    RulesChanged(i64),
}

/// What is wrong with a member of a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FieldFault {
    /// The package has no such member.
    #[error("is not known")]
    Unknown,
    /// It is missing.
    #[error("is needed")]
    Missing,
    /// It is no text.
    #[error("must be a text")]
    NotText,
    /// It is no number.
    #[error("must be a number")]
    NotNumber,
    /// It is neither true nor false.
    #[error("must be true or false")]
    NotFlag,
    /// It is none of the texts that it may be.
    #[error("is not one of the choices")]
    NotChoice,
}
