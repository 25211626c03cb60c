//! `index`: builds derived data again, or for the first time: the search index, the map and so on. It waits for the
//! archive, and other processes wait for it.

use super::{FieldForm, PackageKind, PackageRun, QuestionField};
use crate::Watch;
use crate::archive::{RebuildSettings, rebuild};
use crate::followers::FOLLOWERS;
use crate::requests::{PackageFault, RequestNote};
use serde_json::json;
use std::time::Duration;
use stodola_access::people::PersonRole;
use stodola_archive::Archive;
use stodola_follow::RebuildScope;
use stodola_work::{WorkFailure, WorkResult};

pub(super) const KIND: PackageKind = PackageKind {
    name: "index",
    version: 1,
    at_once: 1,
    reuse: 0,
    role: PersonRole::Operator,
    shows_captures: false,
    fields: &[QuestionField::needed("only", FieldForm::Text)],
    run,
};

/// Problems of files that go to the log; the rest is counted.
const TOLD: u64 = 50;

fn run(run: &PackageRun<'_>) -> Result<WorkResult, WorkFailure> {
    let only = run.text("only").unwrap_or_default();
    // The name is told in the answer and to processes that wait; it must be one that is known.
    let is_known = only == stodola_follow::CATALOGUE || FOLLOWERS.iter().any(|it| it.name == only);
    if !is_known {
        let known: Vec<&str> = FOLLOWERS.iter().map(|kind| kind.name).collect();
        let known = known.join(", ");
        return Err(WorkFailure::of(&PackageFault::NotDerived { only, known }));
    }
    let settings = RebuildSettings {
        archive: run.archive.to_owned(),
        scope: RebuildScope::Only(only.clone()),
        command: run.command.to_owned(),
    };
    wait_for_archive(run)?;
    let mut problems: u64 = 0;
    rebuild(&settings, run.watch, &mut |file| {
        problems += 1;
        if problems <= TOLD {
            run.log(&RequestNote::NotReadCompletely { file: file.name.to_owned() });
        }
    })
    .map_err(|error| run.failed(&error))?;
    let answer = json!({ "only": only, "files_with_problems": problems });
    Ok(WorkResult::json(&format!("index-{}.json", run.task.number), &answer))
}

/// Waits until the archive is free, or until somebody cancels the work: whoever has taken a place in the queue for the
/// lock cannot leave it.
fn wait_for_archive(run: &PackageRun<'_>) -> Result<(), WorkFailure> {
    const LOOK_EVERY: Duration = Duration::from_millis(200);
    let archive = Archive::open(run.archive).map_err(|error| WorkFailure::of(&error))?;
    let mut is_told = false;
    loop {
        run.go_on()?;
        match archive.held_by() {
            None if !archive.is_wanted() => return Ok(()),
            Some(holder) if !is_told => {
                run.watch.waiting(run.archive, &holder);
                is_told = true;
            }
            None | Some(_) => {}
        }
        std::thread::sleep(LOOK_EVERY);
    }
}
