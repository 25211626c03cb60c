//! Errors from changing the settings of a job.

use super::JobFile;
use crate::crawl::CrawlError;
use crate::job::JobsError;
use stodola_crawl::job::SettingProblem;

/// Errors from changing the settings of a job.
#[derive(Debug, thiserror::Error)]
pub enum EditError {
    /// Somebody has changed the file since it was read.
    #[error("the settings of the job were changed meanwhile")]
    Changed {
        /// The file as it is now.
        now: Box<JobFile>,
    },
    /// Settings that a file on the server alone sets.
    #[error("only a file on the server sets: {}", keys.join(", "))]
    Kept {
        /// Their names.
        keys: Vec<String>,
    },
    /// Values that are wrong.
    #[error("{}", words(problems))]
    Wrong {
        /// What is wrong with each.
        problems: Vec<SettingProblem>,
    },
    /// There is no such profile to begin with.
    #[error("there is no profile '{0}'")]
    NoSuchProfile(String),
    /// The job or its files could not be read.
    #[error(transparent)]
    Jobs(#[from] JobsError),
    /// The job could not be made or written.
    #[error(transparent)]
    Crawl(Box<CrawlError>),
}

impl From<CrawlError> for EditError {
    fn from(error: CrawlError) -> EditError {
        EditError::Crawl(Box::new(error))
    }
}

fn words(problems: &[SettingProblem]) -> String {
    let words = problems.iter().map(|problem| match &*problem.key {
        "" => problem.fault.to_string(),
        key => format!("`{key}` {}", problem.fault),
    });
    words.collect::<Vec<_>>().join("; ")
}
