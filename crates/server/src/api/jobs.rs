//! Jobs: their state and settings, and new ones.

use super::wire::{Job, JobList, JobSettingsText, NewJob};
use super::{ApiAnswer, ApiResult, Call, Problem, ProblemKind};
use serde_json::json;
use stodola_access::people::AuditAct;
use stodola_app::Quiet;
use stodola_app::crawl::{CrawlError, JobSettings, add_job};
use stodola_app::job::{JobRow, JobState, JobsError, StoredJob};

impl From<JobsError> for Problem {
    fn from(error: JobsError) -> Problem {
        let kind = match &error {
            JobsError::NoJobs { .. }
            | JobsError::NoSuchJob { .. }
            | JobsError::NoSuchRound { .. }
            | JobsError::NoSuchReport { .. } => ProblemKind::NotFound,
            JobsError::NotAHost(_) => ProblemKind::BadRequest,
            _ => ProblemKind::Fault,
        };
        Problem::caused(kind, error)
    }
}

impl From<CrawlError> for Problem {
    fn from(error: CrawlError) -> Problem {
        let kind = match &error {
            CrawlError::JobExists { .. } => ProblemKind::Conflict,
            CrawlError::NoJobGiven
            | CrawlError::NoSeedForNewJob { .. }
            | CrawlError::NotASeed(_)
            | CrawlError::NoContact(_)
            | CrawlError::Job(_)
            | CrawlError::Harvest(_) => ProblemKind::Invalid,
            _ => ProblemKind::Fault,
        };
        Problem::caused(kind, error)
    }
}

fn job(row: JobRow) -> Job {
    Job {
        job: row.job,
        state: row.state.name().to_owned(),
        round: row.round,
        seeds: row.seeds,
        found: row.found,
        waiting: row.waiting,
        archived: row.archived,
        bytes: row.bytes,
        rejected: row.rejected,
    }
}

/// The jobs of the archive, also those that never ran.
pub(crate) fn rows(call: &Call) -> Result<Vec<JobRow>, Problem> {
    Ok(call.shared.jobs.rows(&call.shared.archive)?)
}

/// The job that the path names; it has run at least once.
pub(crate) fn stored(call: &Call) -> Result<StoredJob, Problem> {
    Ok(StoredJob::find_round(&call.shared.archive, call.path("name"), None)?)
}

/// The numbers of the job that the path names.
pub(crate) fn row(call: &Call) -> Result<JobRow, Problem> {
    let name = call.path("name");
    match StoredJob::find_round(&call.shared.archive, name, None) {
        Ok(job) => Ok(call.shared.jobs.row(&job)?),
        // It may be one that never ran.
        Err(JobsError::NoSuchJob { .. } | JobsError::NoJobs { .. }) => {
            let row = rows(call)?.into_iter().find(|row| row.job == name);
            row.ok_or_else(|| Problem::new(ProblemKind::NotFound))
        }
        Err(error) => Err(error.into()),
    }
}

pub(crate) fn list(call: &Call) -> ApiResult {
    ApiAnswer::new(&JobList { items: rows(call)?.into_iter().map(job).collect() })
}

pub(crate) fn one(call: &Call) -> ApiResult {
    ApiAnswer::new(&job(row(call)?))
}

/// The job.toml of a job, also of one that never ran.
pub(crate) fn settings_text(call: &Call, row: &JobRow) -> Result<String, Problem> {
    match row.state {
        // The name is that of a folder that is there, so it leads nowhere else.
        JobState::New => {
            let path = call.shared.archive.join("jobs").join(&row.job).join("job.toml");
            let failed = |source| JobsError::Settings { path: path.clone(), source };
            Ok(std::fs::read_to_string(&path).map_err(failed)?)
        }
        _ => Ok(stored(call)?.settings_text()?),
    }
}

pub(crate) fn settings(call: &Call) -> ApiResult {
    let row = row(call)?;
    let toml = settings_text(call, &row)?;
    ApiAnswer::new(&JobSettingsText { job: row.job, toml })
}

/// Adds a job. What names a path, a proxy or a program, or relaxes the rules about addresses and robots.txt, can be set
/// in a file on the server only.
pub(crate) fn make(call: &Call, new: NewJob) -> Result<String, Problem> {
    fn parsed<T: std::str::FromStr<Err: std::fmt::Display>>(
        name: &str,
        value: Option<String>,
    ) -> Result<Option<T>, Problem> {
        let wrong = |error| Problem::with(ProblemKind::Invalid, format!("{name}: {error}"));
        value.map(|value| value.parse().map_err(wrong)).transpose()
    }
    let mut settings = JobSettings {
        seeds: new.seeds,
        name: new.name,
        contact: new.contact,
        depth: new.depth,
        max_docs: parsed("max_docs", new.max_docs)?,
        max_bytes: parsed("max_bytes", new.max_bytes)?,
        max_time: parsed("max_time", new.max_time)?,
        ..JobSettings::default()
    };
    if let Some(profile) = new.profile
        && !settings.set_profile(&profile)
    {
        return Err(Problem::with(ProblemKind::Invalid, format!("profile: {profile}")));
    }
    let name = add_job(&call.shared.archive, &settings, &Quiet)?;
    let detail = json!({ "seeds": settings.seeds.len() });
    let store = &call.shared.people.store;
    store.made(|store| store.note_act(AuditAct::JobAdd, &name, &detail, &call.actor()))?;
    Ok(name)
}

pub(crate) fn add(call: &Call) -> ApiResult {
    let name = make(call, call.json()?)?;
    let rows = rows(call)?.into_iter().find(|row| row.job == name);
    let row = rows.ok_or_else(|| Problem::new(ProblemKind::NotFound))?;
    Ok(ApiAnswer::new(&job(row))?
        .made(format!("/api/v1/jobs/{}", stodola_app::cdx::form_encoded(&name))))
}
