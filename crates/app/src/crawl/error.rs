//! Errors from harvests.

use crate::job::JobsError;
use std::io;
use std::path::{Path, PathBuf};
use stodola_archive::{ArchiveError, CatalogueError, KeeperError, SinkError};
use stodola_crawl::HarvestError;
use stodola_crawl::job::JobError;
use stodola_durable::PathError;
use stodola_frontier::FrontierError;
use stodola_frontier::rounds::RoundsError;

/// Errors from preparing or running a harvest.
#[derive(Debug, thiserror::Error)]
pub enum CrawlError {
    /// The settings have neither a seed nor a job nor a job file.
    #[error("give a seed, a job (--job) or a job file (--config)")]
    NoJobGiven,
    /// There is no such job, and no seed to start it with.
    #[error("there is no job '{job}' in '{}'; give a seed to start one", archive.display())]
    NoSeedForNewJob {
        /// Name of the job.
        job: String,
        /// Folder of the archive.
        archive: PathBuf,
    },
    /// There is no job with this name.
    #[error("there is no job '{job}' in '{}'", archive.display())]
    NoSuchJob {
        /// Name of the job.
        job: String,
        /// Folder of the archive.
        archive: PathBuf,
    },
    /// The archive has no jobs at all.
    #[error(
        "there are no jobs in '{}'; `stodola crawl` or `stodola job add` creates one",
        archive.display()
    )]
    NoJobs {
        /// Folder of the archive.
        archive: PathBuf,
    },
    /// A job with this name already exists.
    #[error("there is a job '{job}' already; change its settings in '{}'", folder.display())]
    JobExists {
        /// Name of the job.
        job: String,
        /// Folder of the job.
        folder: PathBuf,
    },
    /// The seed that a job is to be named after has no host.
    #[error("the seed '{0}' is not a URI with a host, such as https://example.org/")]
    NotASeed(String),
    /// The harvest would reach servers of others, but has no contact for webmasters.
    #[error("give a contact for webmasters: --contact MAIL-OR-URL")]
    NoContact(#[source] HarvestError),
    /// The harvest would reach servers of others, but does not say who harvests, or what for.
    #[error("give the {key}: --{key} TEXT")]
    NoIdentity {
        /// The setting: `operator` or `purpose`.
        key: &'static str,
        /// The error of the job.
        source: Box<HarvestError>,
    },
    /// A file or folder could not be read or written.
    #[error("cannot {what} '{}'", path.display())]
    File {
        /// The operation that failed: `read`, `write`, `create` and so on.
        what: &'static str,
        /// The file or folder.
        path: PathBuf,
        /// The error of the operating system.
        source: io::Error,
    },
    /// The settings of a job could not be written as TOML.
    #[error("the settings cannot be written as TOML: {0}")]
    Toml(String),
    /// A thread or runtime could not be started.
    #[error("cannot start a thread")]
    Thread(#[source] io::Error),
    /// The store of captures is still in use after the end of the harvest.
    #[error("the last WARC file is still being written")]
    StoreBusy,
    /// A bug in the program ended the harvest.
    #[error("the harvest stopped unexpectedly")]
    Panicked,
    /// The settings of the job are not allowed.
    #[error(transparent)]
    Job(#[from] JobError),
    /// The harvest could not be prepared, or failed.
    #[error(transparent)]
    Harvest(#[from] HarvestError),
    /// The archive folder could not be opened or locked.
    #[error(transparent)]
    Archive(#[from] ArchiveError),
    /// The archive could not be opened for writing, or written.
    #[error(transparent)]
    Keeper(#[from] KeeperError),
    /// The catalogue could not be read or written.
    #[error(transparent)]
    Catalogue(#[from] CatalogueError),
    /// The WARC files could not be written.
    #[error(transparent)]
    Sink(#[from] SinkError),
    /// The rounds of the job could not be read or written.
    #[error(transparent)]
    Rounds(#[from] RoundsError),
    /// The log of the job could not be read.
    #[error(transparent)]
    Frontier(#[from] FrontierError),
    /// A file could not be replaced.
    #[error(transparent)]
    Replace(#[from] PathError),
    /// A list of seeds could not be made.
    #[error(transparent)]
    Seeds(#[from] JobsError),
}

impl CrawlError {
    /// Returns a function that adds the operation and the path to an error of the file system.
    pub(crate) fn file(what: &'static str, path: &Path) -> impl FnOnce(io::Error) -> CrawlError {
        let path = path.to_owned();
        move |source| CrawlError::File { what, path, source }
    }
}
