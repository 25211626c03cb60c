//! Checks of files, runs of migrations, and collections.

use super::wire::{
    CheckItem, CheckSummary, CollectionItem, CollectionList, MigrationDetail, MigrationItem,
    MigrationList,
};
use super::{ApiAnswer, ApiResult, Call, Problem, ProblemKind};
use crate::state::AskError;
use stodola_app::archive::{FileCheck, checks as read_checks};
use stodola_app::migrate::{MigrationRun, migration_run, migration_runs};
use stodola_warc::date::Timestamp;

/// A time in seconds since 1970 as text; `None` if there is none.
pub(crate) fn time_text(time: Option<i64>) -> Option<String> {
    let seconds = u64::try_from(time?).ok()?;
    Some(Timestamp::from_unix_seconds(seconds).iso8601().to_string())
}

fn check(file: FileCheck) -> CheckItem {
    CheckItem {
        condition: file.condition.as_str().to_owned(),
        bad: file.condition.is_bad(),
        time: time_text(file.time),
        errors: file.errors,
        size: file.size,
        file: file.name,
    }
}

pub(crate) fn checks(call: &Call) -> ApiResult {
    let limit = call.limit()?;
    let found = read_checks(&call.shared.archive, limit)
        .map_err(|error| Problem::caused(ProblemKind::Fault, error))?;
    ApiAnswer::new(&CheckSummary {
        files: found.files,
        sound: found.sound,
        not_sound: found.bad.len() as u64,
        by_month: found.by_age.to_vec(),
        bad: found.bad.into_iter().take(limit).map(check).collect(),
        latest: found.latest.into_iter().map(check).collect(),
    })
}

fn migration_item(run: MigrationRun) -> MigrationItem {
    MigrationItem {
        name: run.name,
        running: run.is_running,
        sources: run.sources,
        verified: run.verified,
        damaged: run.damaged,
        failed: run.failed,
        passed_over: run.passed_over,
        bytes_in: run.bytes_in,
        bytes_out: run.bytes_out,
    }
}

pub(crate) fn migrations(call: &Call) -> ApiResult {
    let runs = migration_runs(&call.shared.archive)
        .map_err(|error| Problem::caused(ProblemKind::Fault, error))?;
    ApiAnswer::new(&MigrationList { items: runs.into_iter().map(migration_item).collect() })
}

pub(crate) fn migration(call: &Call) -> ApiResult {
    let found = migration_run(&call.shared.archive, call.path("name"))
        .map_err(|error| Problem::caused(ProblemKind::Fault, error))?;
    let (run, summary) = found.ok_or_else(|| Problem::new(ProblemKind::NotFound))?;
    ApiAnswer::new(&MigrationDetail { run: migration_item(run), summary })
}

/// The collections: those that are defined, then jobs.
pub(crate) fn collections(call: &Call) -> Result<Vec<CollectionItem>, Problem> {
    let known = &call.shared.collections;
    let defined = known.defined().map_err(|error| Problem::caused(ProblemKind::Fault, error))?;
    let mut items: Vec<CollectionItem> = defined
        .iter()
        .map(|it| CollectionItem {
            name: it.name.clone(),
            title: it.title.clone(),
            about: it.about.clone().unwrap_or_default(),
            job: false,
        })
        .collect();
    for job in known.jobs().map_err(AskError::from)? {
        if !items.iter().any(|it| it.name == job) {
            let title = job.clone();
            items.push(CollectionItem { name: job, title, about: String::new(), job: true });
        }
    }
    Ok(items)
}

pub(crate) fn list_collections(call: &Call) -> ApiResult {
    ApiAnswer::new(&CollectionList { items: collections(call)? })
}
