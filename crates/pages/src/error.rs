//! The error of this crate's store.

use crate::tag::TagName;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;
use stodola_durable::PathError;

/// Errors from reading and writing versions of pages.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PagesError {
    /// A file could not be read or written.
    #[error(transparent)]
    Path(#[from] PathError),
    /// A file of a repository cannot be understood.
    #[error("'{}' is damaged: {what}", path.display())]
    Damaged {
        /// The file, or the folder of the repository.
        path: PathBuf,
        /// What is wrong with it.
        what: String,
    },
    /// An object is missing in a repository.
    #[error("'{}' lacks the object {id}", folder.display())]
    Missing {
        /// The folder of the repository.
        folder: PathBuf,
        /// The id of the object.
        id: crate::git::object::ObjectId,
    },
    /// Another writer had the domain for longer than the caller wanted to wait.
    #[error("'{domain}' is being written by {holder}; waited {} s", waited.as_secs())]
    Busy {
        /// The domain.
        domain: String,
        /// What the other writer wrote about itself.
        holder: String,
        /// How long the caller waited.
        waited: Duration,
    },
    /// The version that somebody wants to add to is not the current one.
    #[error("'{tag}' is outdated; the current version is '{}'", shown(current.as_ref()))]
    Outdated {
        /// The version that was asked for.
        tag: TagName,
        /// The current one; `None` if the domain has none.
        current: Option<TagName>,
    },
    /// There is no such version.
    #[error("there is no version '{0}'")]
    NoTag(TagName),
    /// The version has no such page.
    #[error("'{tag}' has no page '{page}'")]
    NoPage {
        /// The version.
        tag: TagName,
        /// Path of the page.
        page: String,
    },
    /// The page has no such file.
    #[error("'{page}' has no file '{name}'")]
    NoFile {
        /// Path of the page.
        page: String,
        /// Name of the file.
        name: String,
    },
    /// The page has a file of this name, or of one that differs only in case.
    #[error("'{page}' already has a file '{name}'")]
    NameExists {
        /// Path of the page.
        page: String,
        /// Name of the file that exists.
        name: String,
    },
    /// A page came twice in one round.
    #[error("'{0}' came twice in one round")]
    PageTwice(String),
    /// A name cannot be one of a domain, a tag, a page or a file.
    #[error("'{text}' cannot be {what}")]
    Name {
        /// The name.
        text: String,
        /// What it cannot be, and why.
        what: &'static str,
    },
    /// The content was made to be taken for another one: a collision attack on SHA-1. Git refuses to read it.
    #[error("the content is part of a collision attack on SHA-1, and git could not keep it")]
    Collision,
}

fn shown(tag: Option<&TagName>) -> String {
    tag.map_or_else(|| "none".to_owned(), TagName::to_string)
}

impl PagesError {
    pub(crate) fn io(doing: &'static str, path: &Path) -> impl Fn(io::Error) -> PagesError + use<> {
        let path = path.to_owned();
        move |source| PagesError::Path(PathError { doing, path: path.clone(), source })
    }

    pub(crate) fn damaged(path: &Path, what: impl Into<String>) -> PagesError {
        PagesError::Damaged { path: path.to_owned(), what: what.into() }
    }
}
