//! The jobs of an archive for those who look often: a log that has not changed is not read again.

use super::list::row;
use super::{JobRow, JobState, JobsError, StoredJob};
use crate::control::{ControlAnswer, ControlRequest, HarvestStatus};
use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;
use stodola_crawl::job::Job;

/// The longest wait for a harvest that is asked how far it is.
pub const ANSWER_SOON: Duration = Duration::from_secs(10);

/// The numbers of jobs, kept in memory. A running harvest is asked for its numbers; the log of any other job is read
/// when it has changed.
#[derive(Debug, Default)]
pub struct JobBook {
    known: Mutex<HashMap<PathBuf, (u64, JobRow)>>,
}

impl JobBook {
    /// Returns the jobs of an archive by name, also those that never ran. An archive without jobs has none.
    pub fn rows(&self, archive: &Path) -> Result<Vec<JobRow>, JobsError> {
        let jobs = match StoredJob::find(archive, None) {
            Err(JobsError::NoJobs { .. }) => return Ok(Vec::new()),
            jobs => jobs?,
        };
        let mut rows: Vec<JobRow> =
            jobs.iter().map(|job| self.row(job)).collect::<Result<_, _>>()?;
        for entry in fs::read_dir(archive.join("jobs")).into_iter().flatten().flatten() {
            let name = entry.file_name().to_string_lossy().into_owned();
            if !rows.iter().any(|row| row.job == name) {
                rows.extend(new_row(&entry.path(), name));
            }
        }
        rows.sort_by(|a, b| a.job.cmp(&b.job));
        Ok(rows)
    }

    /// Returns the numbers of the last round of a job.
    pub fn row(&self, job: &StoredJob) -> Result<JobRow, JobsError> {
        if let Some(status) = job.status() {
            return Ok(running_row(job, &status));
        }
        let size = log_size(&job.folder);
        let known = |book: &HashMap<PathBuf, (u64, JobRow)>| {
            let (read, row) = book.get(&job.folder)?;
            (*read == size).then(|| row.clone())
        };
        if let Some(row) = known(&self.known.lock().unwrap_or_else(PoisonError::into_inner)) {
            return Ok(row);
        }
        let row = row(job)?;
        if row.state != JobState::Running {
            let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
            known.insert(job.folder.clone(), (size, row.clone()));
        }
        Ok(row)
    }
}

impl StoredJob {
    /// Asks the process that harvests the job how far it is; `None` if there is none, or if it does not answer.
    pub fn status(&self) -> Option<HarvestStatus> {
        if !self.is_running() {
            return None;
        }
        match self.ask_within(&ControlRequest::Status, ANSWER_SOON) {
            Ok(ControlAnswer::Status(words)) => Some(HarvestStatus::parse(&words)),
            _ => None,
        }
    }
}

fn running_row(job: &StoredJob, status: &HarvestStatus) -> JobRow {
    JobRow {
        job: job.name.clone(),
        state: JobState::Running,
        round: job.round,
        seeds: job.settings().map_or(0, |settings| settings.seeds.len() as u64),
        found: status.number("found"),
        waiting: status.number("found").saturating_sub(status.number("finished")),
        archived: status.number("archived"),
        bytes: status.number("bytes"),
        rejected: status.number("rejected"),
    }
}

/// A job that has settings, but no log yet; `None` if the folder is something else.
fn new_row(folder: &Path, job: String) -> Option<JobRow> {
    let text = fs::read_to_string(folder.join("job.toml")).ok()?;
    let seeds = Job::parse(&text, "job.toml").map_or(0, |job| job.seeds.len() as u64);
    Some(JobRow {
        job,
        state: JobState::New,
        round: 0,
        seeds,
        found: 0,
        waiting: 0,
        archived: 0,
        bytes: 0,
        rejected: 0,
    })
}

/// Bytes of the log of a round: events are only ever added to it.
fn log_size(folder: &Path) -> u64 {
    let mut size = 0;
    for part in ["frontier", "logs"] {
        let files = fs::read_dir(folder.join(part)).into_iter().flatten().flatten();
        size += files.filter_map(|file| file.metadata().ok()).map(|it| it.len()).sum::<u64>();
    }
    size
}
