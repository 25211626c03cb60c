//! Errors of people and what belongs to them.

use super::{PASSWORD_MAX, PASSWORD_MIN};
use crate::rule::RuleTextError;
use crate::store::PeopleError;

/// Errors from changing people, tokens, projects and webhooks.
#[derive(Debug, thiserror::Error)]
pub enum PersonError {
    /// `people.db` could not be read or changed.
    #[error(transparent)]
    Store(#[from] PeopleError),
    /// The name has characters that names do not have.
    #[error("'{0}' cannot be a name: use up to 60 letters, digits and . _ - @")]
    Name(String),
    /// Somebody has the name.
    #[error("there is somebody called '{0}'")]
    NameTaken(String),
    /// There is nobody of that name.
    #[error("there is nobody called '{0}'")]
    Unknown(String),
    /// The name of a group has characters that such names do not have.
    #[error("'{0}' cannot be the name of a group: use up to 200 characters without spaces")]
    Group(String),
    /// The password is too short or too long.
    #[error("a password has {PASSWORD_MIN} to {PASSWORD_MAX} characters")]
    Password,
    /// The link was used, is too old, or never existed.
    #[error("this link was used or is too old; ask for a new one")]
    Link,
    /// Nobody would be left who may decide who may do what.
    #[error("'{0}' is the last administrator; make somebody else one first")]
    LastAdmin(String),
    /// A text is empty or too long.
    #[error("the {0} is empty or too long")]
    Text(&'static str),
    /// A person has as many things of a kind as there may be.
    #[error("there are too many {0}; remove some first")]
    TooMany(&'static str),
    /// Somebody else has changed it meanwhile.
    #[error("it was changed by somebody else meanwhile; read it again")]
    Changed,
    /// There is no thing of that kind and number.
    #[error("there is no {0} with the number {1}")]
    Missing(&'static str, i64),
    /// The owner has one of that name.
    #[error("there is a project called '{0}'")]
    ProjectTaken(String),
    /// A part of a project cannot be understood.
    #[error(transparent)]
    Part(#[from] RuleTextError),
    /// The address of a webhook is not one that events may be sent to.
    #[error("'{0}' is not an address of the form https://host/path")]
    Address(String),
    /// The system gives no random numbers.
    #[error("the system gives no random numbers")]
    NoChance,
    /// There is an administrator; the link for the first one is of no use.
    #[error("there is an administrator already")]
    HasAdmin,
}
