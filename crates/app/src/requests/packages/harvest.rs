//! `harvest`: lets a job continue, or begin its next round. Whichever process runs the jobs does it.

use super::{FieldForm, PackageKind, PackageRun, QuestionField};
use crate::crawl::JobWish;
use crate::harvest::{ask_job, run_by};
use crate::requests::RequestNote;
use serde_json::json;
use stodola_access::people::PersonRole;
use stodola_archive::Archive;
use stodola_work::{WorkFailure, WorkResult};

pub(super) const KIND: PackageKind = PackageKind {
    name: "harvest",
    version: 1,
    at_once: 1,
    reuse: 0,
    role: PersonRole::Operator,
    shows_captures: false,
    fields: &[
        QuestionField::needed("job", FieldForm::Text),
        QuestionField::optional("again", FieldForm::Flag),
    ],
    run,
};

fn run(run: &PackageRun<'_>) -> Result<WorkResult, WorkFailure> {
    let job = run.text("job").unwrap_or_default();
    let wish = if run.flag("again") { JobWish::Again } else { JobWish::Start };
    ask_job(run.archive, &job, wish).map_err(|error| WorkFailure::of(&error))?;
    let archive = Archive::open(run.archive).map_err(|error| WorkFailure::of(&error))?;
    let runner = run_by(&archive).runner;
    if runner.is_none() {
        run.log(&RequestNote::NobodyHarvests);
    }
    let answer =
        json!({ "job": job, "asked": wish.as_str(), "is_run_by_somebody": runner.is_some() });
    Ok(WorkResult::json(&format!("harvest-{}.json", run.task.number), &answer))
}
