//! The jobs of an archive with their state and numbers.

use super::sources::alarms;
use super::{JobsError, StoredJob};
use crate::crawl::Alarm;
use serde::Serialize;
use std::path::Path;
use stodola_crawl::logs::Reports;
use stodola_frontier::Outcome;

/// What a job does, or how its last run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum JobState {
    /// It never ran.
    New,
    /// A process harvests it.
    Running,
    /// Every URI has an outcome.
    Finished,
    /// A limit or a person stopped it; it can continue.
    Stopped,
    /// Its process ended without recording it; it can continue.
    Interrupted,
}

impl JobState {
    /// Name in lists and JSON.
    pub fn name(self) -> &'static str {
        match self {
            JobState::New => "new",
            JobState::Running => "running",
            JobState::Finished => "finished",
            JobState::Stopped => "stopped",
            JobState::Interrupted => "interrupted",
        }
    }
}

/// A job with the numbers of its last round.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct JobRow {
    /// Name of the job.
    pub job: String,
    /// State of the last round.
    pub state: JobState,
    /// Number of the last round, from 1.
    pub round: u32,
    /// Number of seeds.
    pub seeds: u64,
    /// Number of URIs found.
    pub found: u64,
    /// Number of URIs found that have no outcome yet.
    pub waiting: u64,
    /// Number of documents archived.
    pub archived: u64,
    /// Bytes of the documents archived.
    pub bytes: u64,
    /// Number of links that were not followed.
    pub rejected: u64,
    /// The alarms that are on, as in [`JobOverview`](super::JobOverview).
    pub alarms: Vec<Alarm>,
}

/// Returns the jobs of an archive by name. The whole log of each job is read.
pub fn list(archive: &Path) -> Result<Vec<JobRow>, JobsError> {
    let with_alarms = |job: &StoredJob| {
        let status = job.status();
        Ok(JobRow { alarms: alarms(job, status.as_ref()), ..row(job)? })
    };
    StoredJob::find(archive, None)?.iter().map(with_alarms).collect()
}

/// The numbers of a job, without its alarms.
pub(super) fn row(job: &StoredJob) -> Result<JobRow, JobsError> {
    Ok(row_of(job, &Reports::read(&job.folder, &job.name, None)?))
}

pub(super) fn row_of(job: &StoredJob, reports: &Reports) -> JobRow {
    let (found, finished) = reports.found();
    let waiting = found - finished;
    JobRow {
        job: job.name.clone(),
        state: state(job, reports, waiting),
        round: job.round,
        seeds: reports.seeds() as u64,
        found,
        waiting,
        archived: reports.with_outcome(Outcome::Archived),
        bytes: reports.bytes(),
        rejected: reports.rejected().map(|(_, number)| number).sum(),
        alarms: Vec::new(),
    }
}

fn state(job: &StoredJob, reports: &Reports, waiting: u64) -> JobState {
    let runs = reports.runs();
    match (&runs.ended, waiting) {
        _ if job.is_running() => JobState::Running,
        _ if runs.number == 0 => JobState::New,
        (_, 0) if reports.again() == 0 => JobState::Finished,
        (Some(_), _) => JobState::Stopped,
        (None, _) => JobState::Interrupted,
    }
}
