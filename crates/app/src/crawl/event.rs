//! The events of a harvest while it is prepared, runs and ends.

use super::CrawlError;
use super::alarm::Alarm;
use crate::Watch;
use crate::search::LinkSignalsError;
use crate::seeds::SeedsSummary;
use std::path::Path;
use std::time::SystemTime;
use stodola_archive::{Holder, Recovered};
use stodola_crawl::seeds::SeedTally;
use stodola_crawl::{Control, Report};
use stodola_frontier::Opened;
use stodola_judge::{GeoAge, PropertyNotice, Verdict};

/// Is told what harvests do.
///
/// The methods are called from several threads, some while requests are running, and must return quickly. Waiting for
/// the archive and reading files are reported through [`Watch`].
pub trait HarvestWatch: Watch {
    /// An event has happened.
    fn tell(&self, _event: &HarvestEvent<'_>) {}

    /// The judge of a national harvest has judged the document with this URI.
    fn judged(&self, _uri: &[u8], _verdict: &Verdict) {}
}

impl HarvestWatch for crate::Quiet {}

/// A watch that tells another one everything about the progress, and does something of its own with the events.
pub(crate) trait RelayingWatch: Send + Sync {
    /// Returns the other one.
    fn inner(&self) -> &dyn HarvestWatch;
}

impl<T: RelayingWatch> Watch for T {
    fn begin(&self, stage: &str, total: Option<u64>) {
        self.inner().begin(stage, total);
    }

    fn at(&self, done: u64) {
        self.inner().at(done);
    }

    fn end(&self) {
        self.inner().end();
    }

    fn waiting(&self, archive: &Path, holder: &Holder) {
        self.inner().waiting(archive, holder);
    }

    fn is_stopped(&self) -> bool {
        self.inner().is_stopped()
    }
}

/// An event of a harvest. `job` is always the name of the job.
#[non_exhaustive]
pub enum HarvestEvent<'a> {
    /// A file of the archive was not in the catalogue and is now.
    Listed {
        /// Its name in the archive.
        file: &'a str,
    },
    /// A file of the archive cannot be read, and is not in the catalogue.
    Unreadable {
        /// Its name in the archive.
        file: &'a str,
        /// Why it cannot be read.
        error: &'a str,
    },
    /// The user name and the password were removed from a seed.
    UserInfoRemoved {
        /// The seed without them.
        seed: &'a str,
    },
    /// Something in the configuration of WebAnalyzer that a national harvest uses has no effect, or an unexpected one.
    Property {
        /// The configuration.
        path: &'a Path,
        /// What it is.
        notice: &'a PropertyNotice,
    },
    /// How old the database of countries is that a national harvest uses.
    GeoAge(GeoAge),
    /// Files were read as seeds of the job.
    SeedsRead {
        /// Name of the job.
        job: &'a str,
        /// What was read.
        summary: &'a SeedsSummary,
    },
    /// Some lines of the job's list of seeds gave none.
    WrongSeedLines {
        /// Name of the job.
        job: &'a str,
        /// The numbers, and the first of them.
        tally: &'a SeedTally,
    },
    /// The last round of the job had no result, so another round is started.
    TriedAgain {
        /// Name of the job.
        job: &'a str,
        /// Number of the new round.
        round: u32,
    },
    /// The job is finished and its next round is not due. Nothing is harvested.
    NotDue {
        /// Name of the job.
        job: &'a str,
        /// Time when the next round is due.
        due: SystemTime,
    },
    /// The job is finished and has no next round. Nothing is harvested.
    AlreadyFinished {
        /// Name of the job.
        job: &'a str,
    },
    /// A crash had left a WARC file unfinished.
    Recovered(&'a Recovered),
    /// The system allows fewer open files than the workers of the job need.
    FewerWorkers(OpenFiles),
    /// The harvest begins to fetch.
    Started(StartedHarvest<'a>),
    /// An alarm of a running harvest was raised, or is over.
    Alarm {
        /// Name of the job.
        job: &'a str,
        /// What is unusual.
        alarm: &'a Alarm,
        /// Whether it is usual again.
        is_over: bool,
    },
    /// A running harvest starts no requests for now, or starts them again.
    Held {
        /// Name of the job.
        job: &'a str,
        /// Why: `hours`, `disk` or `memory`; `None` if it goes on.
        hold: Option<&'static str>,
    },
    /// The command of `[hooks]` failed. The harvest goes on.
    HookFailed {
        /// Name of the job.
        job: &'a str,
        /// What it was run for.
        event: &'static str,
        /// Why it failed.
        why: &'a str,
    },
    /// All requests have ended, and the harvest is being closed.
    Closing {
        /// Name of the job.
        job: &'a str,
        /// What is being done.
        step: ClosingStep,
    },
    /// The harvest is closed, whether it ended well or not, or could not be started.
    Closed {
        /// Name of the job.
        job: &'a str,
    },
    /// Some outcomes of a job are not in the catalogue.
    OutcomesUnread {
        /// Name of the job.
        job: &'a str,
        /// Why its log could not be read.
        error: &'a str,
    },
    /// The search index could not be told about links that were found. Everything else is as it should be.
    LinksUntold {
        /// Name of the job.
        job: &'a str,
        /// Why not.
        error: &'a LinkSignalsError,
    },
    /// The harvest has ended, with this result.
    Ended {
        /// Name of the job.
        job: &'a str,
        /// Folder of the archive.
        archive: &'a Path,
        /// Result of the run.
        report: &'a Report,
    },
    /// A job of a [`Scheduler`](crate::harvest::Scheduler) could not run. The others continue.
    Failed {
        /// Name of the job; `None` if the archive itself failed.
        job: Option<&'a str>,
        /// The error.
        error: &'a CrawlError,
    },
    /// A [`Scheduler`](crate::harvest::Scheduler) starts no more jobs, because another process waits for the archive.
    GivingWay,
    /// Another process runs the jobs of the archive; a [`HarvestRunner`](crate::harvest::HarvestRunner) stands by.
    RunElsewhere {
        /// That process.
        holder: &'a Holder,
    },
    /// A [`Scheduler`](crate::harvest::Scheduler) has nothing to do until then. Reported once for each change.
    Idle {
        /// When the next job is due, and its name; `None` if no job has an interval.
        next: Option<(SystemTime, &'a str)>,
    },
}

/// A harvest that begins to fetch.
#[derive(Clone, Copy)]
pub struct StartedHarvest<'a> {
    /// Name of the job.
    pub job: &'a str,
    /// Whether it is new, continues, or continues after a crash.
    pub opened: Opened,
    /// Number of URIs in the queue.
    pub queued: u64,
    /// Maximum number of documents; `None` without a limit.
    pub documents: Option<u64>,
    /// Shows the progress of the harvest, and can pause and stop it.
    pub control: &'a Control,
}

/// What is done when all requests have ended. Each step may take minutes after a large harvest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClosingStep {
    /// The queue and the reports are written. This step is not reported: the control has no progress any more.
    Reports,
    /// The last WARC file is finished, read back and catalogued.
    Files,
    /// Outcomes are added to the catalogue.
    Outcomes,
    /// The search index is told about links, if the archive has one, and a map.
    Links,
}

/// Numbers of workers and of the open files they need.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OpenFiles {
    /// Number of workers that the job asks for.
    pub workers: u32,
    /// Number of open files that these need.
    pub needed: u64,
    /// Number of open files that the system allows.
    pub limit: u64,
    /// Number of workers in this run.
    pub possible: u32,
}
