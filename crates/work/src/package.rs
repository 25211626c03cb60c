//! The contract of those who do the work.

use crate::question::WorkQuestion;
use serde_json::Value;
use std::error::Error;
use std::path::{Path, PathBuf};

/// A kind of work.
///
/// A run may end at any moment with its process, and is then begun again from the start: whatever it leaves outside its
/// scratch folder must be such that it can be done twice.
pub trait WorkPackage: Send + Sync {
    /// Its name in requests and settings.
    fn name(&self) -> &'static str;

    /// The version of its results. Another one makes them anew.
    fn version(&self) -> u32;

    /// Does the work. Blocks; it has a thread of its own. It should ask [`WorkProgress::is_cancelled`] at least every
    /// second, and return [`WorkFailure::Stopped`] as soon as that is so. A panic counts as a failure.
    fn run(
        &self,
        task: &WorkTask<'_>,
        progress: &mut dyn WorkProgress,
    ) -> Result<WorkResult, WorkFailure>;
}

/// What is to be done.
#[derive(Clone, Copy, Debug)]
pub struct WorkTask<'t> {
    /// The number of the request.
    pub number: i64,
    /// The question.
    pub question: &'t WorkQuestion,
    /// Whose rights count, as in the draft of the request.
    pub rights: &'t str,
    /// Who asked, by name.
    pub owners: &'t [String],
    /// The settings of the package.
    pub settings: &'t Value,
    /// An empty folder for this run, which is removed afterwards. A result that is a file is made in it.
    pub scratch: &'t Path,
}

/// Is told how far the work is, and tells whether to go on.
pub trait WorkProgress: Send {
    /// The work has done this part of all, from 0 to 1, `None` if that is not known; `words` says what it does now.
    /// Called as often as one likes.
    fn at(&mut self, share: Option<f64>, words: &str);

    /// Writes a line to the log of the request. Only the latest 200 are kept.
    fn log(&mut self, line: &str);

    /// Whether the work should end: somebody cancelled it, or the program stops.
    fn is_cancelled(&mut self) -> bool;
}

/// What the work led to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WorkResult {
    /// The media type of the content.
    pub media: String,
    /// The name of the file for those who save it.
    pub name: String,
    /// The content.
    pub content: ResultContent,
    /// What the maker wants to know when the result is shown, for example which rules of access it was made by.
    pub stamp: String,
}

/// The content of a result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ResultContent {
    /// Bytes. If they are many, they are kept in a file.
    Bytes(Vec<u8>),
    /// A file in the scratch folder. It is moved.
    File(PathBuf),
}

impl WorkResult {
    /// A result in JSON, with the name of a file for it.
    pub fn json(name: &str, value: &Value) -> WorkResult {
        WorkResult {
            media: "application/json".to_owned(),
            name: name.to_owned(),
            content: ResultContent::Bytes(format!("{value:#}\n").into_bytes()),
            stamp: String::new(),
        }
    }
}

/// Why there is no result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WorkFailure {
    /// The work was asked to end, and did.
    Stopped,
    /// It could not be done; why, in words for whoever asked.
    Failed(String),
}

impl WorkFailure {
    /// A failure because of an error, with what it came from. Nothing is told twice. The words are English, so that
    /// they can be told again in any language whenever they are shown.
    pub fn of(error: &dyn Error) -> WorkFailure {
        let mut told = error.to_string();
        let mut next = error.source();
        while let Some(cause) = next {
            let words = cause.to_string();
            if !told.contains(&words) {
                told = format!("{told}: {words}");
            }
            next = cause.source();
        }
        WorkFailure::Failed(told)
    }
}
