//! Jobs: their state and settings, and new ones.

use super::wire::{AlarmItem, Job, JobList, NewJob};
use super::{ApiAnswer, ApiResult, Call, Problem, ProblemKind};
use serde_json::json;
use stodola_access::people::AuditAct;
use stodola_app::crawl::{Alarm, CrawlError};
use stodola_app::job::{JobRow, JobsError, StoredJob};
use stodola_app::settings::{EditError, NewJobDraft};
use stodola_text::alarm_words;

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
            CrawlError::NoSuchJob { .. } => ProblemKind::NotFound,
            CrawlError::NoJobGiven
            | CrawlError::NoSeedForNewJob { .. }
            | CrawlError::NotASeed(_)
            | CrawlError::NoContact(_)
            | CrawlError::NoIdentity { .. }
            | CrawlError::Job(_)
            | CrawlError::Harvest(_) => ProblemKind::Invalid,
            _ => ProblemKind::Fault,
        };
        Problem::caused(kind, error)
    }
}

/// Alarms in the language of whoever asks.
pub(crate) fn alarms(call: &Call, alarms: &[Alarm]) -> Vec<AlarmItem> {
    let item = |alarm: &Alarm| AlarmItem {
        alarm: alarm.name().to_owned(),
        detail: Some(alarm.detail()).filter(|it| !it.is_empty()).map(str::to_owned),
        words: alarm_words(call.language, alarm),
    };
    alarms.iter().map(item).collect()
}

fn job(call: &Call, row: JobRow) -> Job {
    Job {
        alarms: alarms(call, &row.alarms),
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
    ApiAnswer::new(&JobList { items: rows(call)?.into_iter().map(|row| job(call, row)).collect() })
}

pub(crate) fn one(call: &Call) -> ApiResult {
    ApiAnswer::new(&job(call, row(call)?))
}

/// Adds a job. What names a path, a proxy or a program, or relaxes the rules about addresses and robots.txt, can be set
/// in a file on the server only.
pub(crate) fn make(call: &Call, new: &NewJobDraft) -> Result<String, EditError> {
    let made = super::settings::make(call, new)?;
    Ok(made.job)
}

/// Puts a new job on record, and has it started.
pub(crate) fn note_made(call: &Call, name: &str, new: &NewJobDraft) -> Result<(), Problem> {
    let detail = json!({ "begin_with": new.begin_with, "held": new.is_held });
    let store = &call.shared.people.store;
    store.made(|store| store.note_act(AuditAct::JobAdd, name, &detail, &call.actor()))?;
    call.shared.look_at_jobs();
    Ok(())
}

/// A new job as programs write it.
fn draft_of(new: NewJob) -> NewJobDraft {
    let mut settings = super::settings::draft(&new.set.unwrap_or_default());
    if !new.seeds.is_empty() {
        settings.set("seeds", &new.seeds.join("\n"));
    }
    let depth = new.depth.map(|depth| depth.to_string());
    for (path, value) in [
        ("contact", new.contact),
        ("operator", new.operator),
        ("purpose", new.purpose),
        ("scope.max_hops", depth),
        ("limits.documents", new.max_docs),
        ("limits.bytes", new.max_bytes),
        ("limits.time", new.max_time),
    ] {
        if let Some(value) = value {
            settings.set(path, &value);
        }
    }
    let begin_with = match (new.begin_with, new.profile) {
        (Some(begin_with), profile) => {
            if let Some(profile) = profile {
                settings.set("profile", &profile);
            }
            Some(begin_with)
        }
        (None, profile) => profile,
    };
    NewJobDraft { name: new.name, begin_with, settings, is_held: new.held.unwrap_or(false) }
}

pub(crate) fn add(call: &Call) -> ApiResult {
    let new = draft_of(call.json()?);
    let name = make(call, &new)?;
    note_made(call, &name, &new)?;
    let rows = rows(call)?.into_iter().find(|row| row.job == name);
    let row = rows.ok_or_else(|| Problem::new(ProblemKind::NotFound))?;
    Ok(ApiAnswer::new(&job(call, row))?
        .made(format!("/api/v1/jobs/{}", stodola_app::cdx::form_encoded(&name))))
}
