//! `fixity`: checks that the files of the archive are what they were. The answer lists those that are not.

use super::{FieldForm, PackageKind, PackageRun, QuestionField};
use crate::archive::{ArchiveCheckSettings, CheckedFile, check};
use crate::requests::RequestNote;
use serde_json::json;
use std::time::Duration;
use stodola_access::people::PersonRole;
use stodola_work::{WorkFailure, WorkResult};

const DAY: u64 = 86_400;
/// Most files that the answer lists.
const LISTED: usize = 10_000;

pub(super) const KIND: PackageKind = PackageKind {
    name: "fixity",
    version: 1,
    at_once: 1,
    reuse: 0,
    role: PersonRole::Operator,
    shows_captures: false,
    fields: &[
        QuestionField::optional("older_than_days", FieldForm::Number),
        QuestionField::optional("max_minutes", FieldForm::Number),
    ],
    run,
};

fn run(run: &PackageRun<'_>) -> Result<WorkResult, WorkFailure> {
    let days = run.number("older_than_days").unwrap_or(0).min(36_500);
    let minutes = run.number("max_minutes").map(|it| it.min(60 * 24 * 365));
    let settings = ArchiveCheckSettings {
        archive: run.archive.to_owned(),
        older_than: Duration::from_secs(days * DAY),
        max_time: minutes.map(|minutes| Duration::from_secs(minutes * 60)),
        is_unnoted: false,
    };
    let report = check(&settings, run.watch).map_err(|error| run.failed(&error))?;
    let bad: Vec<&CheckedFile> =
        report.files.iter().filter(|file| file.condition.is_bad()).take(LISTED).collect();
    run.log(&RequestNote::Checked { files: report.files.len() as u64, bad: report.bad() });
    let answer = json!({
        "files": report.files.len(),
        "bad": report.bad(),
        "missing": report.missing(),
        "bad_files": bad,
    });
    Ok(WorkResult::json(&format!("fixity-{}.json", run.task.number), &answer))
}
