//! The jobs of an archive and their rounds, as they are stored.

use super::JobsError;
use crate::control::{AskError, ControlAnswer, ControlRequest, ask, ask_within};
use std::fs;
use std::path::{Component, Path, PathBuf};
use std::time::Duration;
use stodola_crawl::job::Job;
use stodola_crawl::logs::ProgressSample;
use stodola_crawl::scope::Scope;
use stodola_durable::Lock;
use stodola_frontier::History;
use stodola_frontier::rounds;

/// A round of a job of an archive. The last round may still be harvested.
#[derive(Clone, Debug)]
pub struct StoredJob {
    /// Name of the job.
    pub name: String,
    /// Folder of the round, with its frontier, logs and reports.
    pub folder: PathBuf,
    /// Number of the round, from 1.
    pub round: u32,
    /// Folder of the job, with its settings.
    own: PathBuf,
}

impl StoredJob {
    /// Returns the last round of each job of an archive, sorted by name; only of the job `name` if that is given. Jobs
    /// that never ran have no rounds and are left out.
    pub fn find(archive: &Path, name: Option<&str>) -> Result<Vec<StoredJob>, JobsError> {
        let folder = archive.join("jobs");
        let mut jobs = Vec::new();
        let entries = fs::read_dir(&folder)
            .map_err(|source| JobsError::NoJobs { archive: archive.to_owned(), source })?;
        for entry in entries {
            let folder = entry.map_err(JobsError::reading(&folder))?.path();
            let found = folder.file_name().map(|name| name.to_string_lossy().into_owned());
            if let Some(found) = found.filter(|found| name.is_none_or(|name| name == *found)) {
                jobs.extend(rounds_of(&found, &folder)?.pop());
            }
        }
        if let (Some(name), true) = (name, jobs.is_empty()) {
            let (job, archive) = (name.to_owned(), archive.to_owned());
            return Err(JobsError::NoSuchJob { job, archive });
        }
        jobs.sort_by(|a, b| a.name.cmp(&b.name));
        Ok(jobs)
    }

    /// Returns one round of a job: the last one, or the one with this number.
    pub fn find_round(
        archive: &Path,
        job: &str,
        round: Option<u32>,
    ) -> Result<StoredJob, JobsError> {
        let no_such_job =
            || JobsError::NoSuchJob { job: job.to_owned(), archive: archive.to_owned() };
        let last = StoredJob::find(archive, Some(job))?.pop().ok_or_else(no_such_job)?;
        let Some(round) = round else { return Ok(last) };
        let found = last.rounds()?.into_iter().find(|it| it.round == round);
        found.ok_or(JobsError::NoSuchRound { job: last.name, round, last: last.round })
    }

    /// Returns all rounds of the job, oldest first.
    pub fn rounds(&self) -> Result<Vec<StoredJob>, JobsError> {
        rounds_of(&self.name, &self.own)
    }

    /// Opens the log of the round.
    pub fn history(&self) -> Result<History, JobsError> {
        Ok(History::open(&self.folder.join("frontier"))?)
    }

    /// Folder of the job, which paths in its settings are relative to.
    pub(crate) fn settings_folder(&self) -> &Path {
        &self.own
    }

    /// Whether pages were judged in this round.
    pub fn has_verdicts(&self) -> bool {
        self.folder.join("logs").join("verdicts.ndjson").exists()
    }

    /// Returns how fast the harvest was in its last two hours, from a moment in seconds since 1970 on, oldest first.
    pub fn progress(&self, from: u64) -> Result<Vec<ProgressSample>, JobsError> {
        Ok(ProgressSample::recent(&self.folder.join("logs"), from)?)
    }

    /// Sends a request to the process that harvests the job, and waits for its answer.
    pub fn ask(&self, request: &ControlRequest) -> Result<ControlAnswer, AskError> {
        ask(&self.own, request)
    }

    /// The same, but waits `longest` at most.
    pub fn ask_within(
        &self,
        request: &ControlRequest,
        longest: Duration,
    ) -> Result<ControlAnswer, AskError> {
        ask_within(&self.own, request, longest)
    }

    /// Returns the text of the job's job.toml, as it is now.
    pub fn settings_text(&self) -> Result<String, JobsError> {
        let path = self.own.join("job.toml");
        fs::read_to_string(&path).map_err(|source| JobsError::Settings { path, source })
    }

    /// Returns the settings of the job, as they are in its job.toml now.
    pub fn settings(&self) -> Result<Job, JobsError> {
        let path = self.own.join("job.toml");
        Ok(Job::parse(&self.settings_text()?, &path.display().to_string())?)
    }

    /// Returns the scope of the job by the settings `job`, with the seeds that redirects have added.
    pub fn scope(&self, job: &Job) -> Result<Scope, JobsError> {
        let seeds = job.read_seeds(&self.own)?;
        let mut scope = Scope::new(&job.scope, job.profile, &seeds, &self.own)?;
        let redirected = self.own.join("redirected-seeds.txt");
        for line in fs::read_to_string(redirected).unwrap_or_default().lines() {
            scope.add_seed(line.as_bytes());
        }
        Ok(scope)
    }

    /// Whether a process harvests the job.
    pub fn is_running(&self) -> bool {
        Lock::seems_held(&self.folder.join("frontier").join("lock"))
    }
}

/// Returns the folder of a job of an archive; `None` if there is no such job, or if the name leads elsewhere.
pub(crate) fn folder_of(archive: &Path, job: &str) -> Option<PathBuf> {
    let mut parts = Path::new(job).components();
    let is_name = matches!(parts.next(), Some(Component::Normal(name)) if name == job);
    let folder = archive.join("jobs").join(job);
    (is_name && folder.join("job.toml").is_file()).then_some(folder)
}

/// Returns the rounds of a job that have a log.
fn rounds_of(name: &str, own: &Path) -> Result<Vec<StoredJob>, JobsError> {
    let mut rounds = Vec::new();
    for (round, folder) in rounds::folders(own)? {
        if folder.join("frontier").is_dir() {
            rounds.push(StoredJob { name: name.to_owned(), folder, round, own: own.to_owned() });
        }
    }
    Ok(rounds)
}
