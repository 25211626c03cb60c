//! Errors from reading the jobs of an archive.

use crate::control::AskError;
use std::io;
use std::path::{Path, PathBuf};
use stodola_crawl::job::JobError;
use stodola_crawl::logs::LogsError;
use stodola_crawl::scope::ScopeError;
use stodola_frontier::FrontierError;
use stodola_frontier::rounds::RoundsError;

/// Errors from reading the jobs of an archive.
#[derive(Debug, thiserror::Error)]
pub enum JobsError {
    /// The folder has no folder of jobs.
    #[error("there are no jobs in '{}'", archive.display())]
    NoJobs {
        /// Folder of the archive.
        archive: PathBuf,
        /// Why its folder of jobs could not be read.
        source: io::Error,
    },
    /// There is no job with this name, or it never ran.
    #[error("there is no job '{job}' in '{}'", archive.display())]
    NoSuchJob {
        /// Name of the job.
        job: String,
        /// Folder of the archive.
        archive: PathBuf,
    },
    /// The job has no round with this number.
    #[error("job '{job}' has no round {round}; its last one is {last}")]
    NoSuchRound {
        /// Name of the job.
        job: String,
        /// The number that was asked for.
        round: u32,
        /// Number of the last round.
        last: u32,
    },
    /// The job has no report with this name: only national harvests have all.
    #[error("job '{job}' is not a national harvest and has no report '{report}'")]
    NoSuchReport {
        /// Name of the job.
        job: String,
        /// Name of the report.
        report: String,
    },
    /// The text is not the name of a host.
    #[error("'{0}' is not a host")]
    NotAHost(String),
    /// The job file could not be read.
    #[error("cannot read the job file '{}'", path.display())]
    Settings {
        /// The job file.
        path: PathBuf,
        /// The error of the operating system.
        source: io::Error,
    },
    /// A folder could not be read.
    #[error("cannot read '{}'", path.display())]
    Read {
        /// The folder.
        path: PathBuf,
        /// The error of the operating system.
        source: io::Error,
    },
    /// A file or folder of the output could not be created.
    #[error("cannot {what} '{}'", path.display())]
    Create {
        /// The operation that failed: `create` a folder or `write` a file.
        what: &'static str,
        /// The file or folder.
        path: PathBuf,
        /// The error of the operating system.
        source: io::Error,
    },
    /// A row could not be written.
    #[error("cannot write the output")]
    Output(#[source] io::Error),
    /// There is no outcome with this name.
    #[error("there is no outcome '{0}'")]
    NoSuchOutcome(String),
    /// The job is being harvested.
    #[error("job '{job}' is running; stop it first")]
    Running {
        /// Name of the job.
        job: String,
    },
    /// Somebody has put WARC files into the folder of the job.
    #[error("the folder of job '{job}' is not removed, because it has '{}'", file.display())]
    HasArchives {
        /// Name of the job.
        job: String,
        /// The first such file.
        file: PathBuf,
    },
    /// The harvest that runs could not be asked.
    #[error(transparent)]
    Ask(#[from] AskError),
    /// The settings of the job are not allowed.
    #[error(transparent)]
    Job(#[from] JobError),
    /// The scope of the job is not allowed.
    #[error(transparent)]
    Scope(#[from] ScopeError),
    /// The log of the job could not be read.
    #[error(transparent)]
    Frontier(#[from] FrontierError),
    /// The rounds of the job could not be read.
    #[error(transparent)]
    Rounds(#[from] RoundsError),
    /// The logs that reports are made from could not be read.
    #[error(transparent)]
    Logs(#[from] LogsError),
}

impl JobsError {
    pub(crate) fn reading(path: &Path) -> impl Fn(io::Error) -> JobsError {
        let path = path.to_owned();
        move |source| JobsError::Read { path: path.clone(), source }
    }
}
