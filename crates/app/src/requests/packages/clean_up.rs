//! `clean-up`: removes results that nobody looks at, and files that killed processes left.

use super::{PackageKind, PackageRun};
use crate::access::now;
use crate::requests::settings::request_settings;
use serde_json::json;
use stodola_access::people::PersonRole;
use stodola_work::{WorkFailure, WorkQueue, WorkResult, WorkTime};

pub(super) const KIND: PackageKind = PackageKind {
    name: "clean-up",
    version: 1,
    at_once: 1,
    reuse: 0,
    role: PersonRole::Operator,
    shows_captures: false,
    fields: &[],
    run,
};

fn run(run: &PackageRun<'_>) -> Result<WorkResult, WorkFailure> {
    let settings = request_settings(run.archive).map_err(|error| WorkFailure::of(&error))?;
    let mut queue = WorkQueue::open(run.archive).map_err(|error| WorkFailure::of(&error))?;
    let removed =
        queue.sweep(&settings.work, WorkTime(now().0)).map_err(|error| WorkFailure::of(&error))?;
    let answer = json!({
        "requests": removed.requests,
        "leftovers": removed.leftovers,
        "bytes": removed.bytes,
    });
    Ok(WorkResult::json(&format!("clean-up-{}.json", run.task.number), &answer))
}
