//! The numbers of a harvest as a page shows them, and as the stream of its changes has them.

use super::format::{grouped, say};
use stodola_app::control::HarvestStatus;
use stodola_app::job::{JobRow, JobState};
use stodola_text::{Language, size, span};

/// The name of an element, and its text.
pub(crate) type LiveText = (&'static str, String);

/// The numbers of a harvest that runs.
pub(crate) fn running(language: Language, status: &HarvestStatus) -> Vec<LiveText> {
    let number = |name: &str| grouped(status.number(name));
    let state = match &*status.state {
        "paused" => say(language, "web-job-state-paused", &[]),
        _ => say(language, "web-job-state-running", &[]),
    };
    let key = match &*status.state {
        "paused" => "web-job-is-paused",
        _ => "web-job-is-running",
    };
    let elapsed = std::time::Duration::from_secs(status.number("seconds"));
    vec![
        ("state", state),
        ("sentence", sentence(language, key, status.number("queued"), status.number("archived"))),
        ("found", number("found")),
        ("queued", number("queued")),
        ("hosts", number("hosts")),
        ("in_flight", number("in_flight")),
        ("finished", number("finished")),
        ("archived", number("archived")),
        ("bytes", size(language, status.number("bytes"))),
        ("rejected", number("rejected")),
        ("failures", number("failures")),
        ("slowed", number("slowed")),
        ("elapsed", span(language, elapsed)),
        ("rate", rate(language, status)),
    ]
}

/// How a harvest is.
fn sentence(language: Language, key: &str, waiting: u64, archived: u64) -> String {
    let arguments = [
        ("waiting_shown", grouped(waiting).into()),
        ("archived", archived.into()),
        ("archived_shown", grouped(archived).into()),
    ];
    say(language, key, &arguments)
}

/// Documents a second since the run began.
fn rate(language: Language, status: &HarvestStatus) -> String {
    let seconds = status.number("seconds").max(1);
    stodola_text::decimal(language, status.number("archived") as f64 / seconds as f64, 1)
}

/// That there are so many new troubles; empty if there are none.
pub(crate) fn news(language: Language, number: u64) -> String {
    let arguments = [("n", number.into()), ("shown", grouped(number).into())];
    if number == 0 { String::new() } else { say(language, "web-troubles-new", &arguments) }
}

/// The numbers of a harvest that does not run.
pub(crate) fn ended(language: Language, row: &JobRow) -> Vec<LiveText> {
    let key = match row.state {
        JobState::New => "web-job-is-new",
        JobState::Running => "web-job-is-running",
        JobState::Finished => "web-job-is-finished",
        JobState::Stopped => "web-job-is-stopped",
        JobState::Interrupted => "web-job-is-interrupted",
    };
    vec![
        ("state", state(language, row.state)),
        ("sentence", sentence(language, key, row.waiting, row.archived)),
        ("found", grouped(row.found)),
        ("queued", grouped(row.waiting)),
        ("in_flight", grouped(0)),
        ("finished", grouped(row.found.saturating_sub(row.waiting))),
        ("archived", grouped(row.archived)),
        ("bytes", size(language, row.bytes)),
        ("rejected", grouped(row.rejected)),
    ]
}

/// The state of a job in a word.
pub(crate) fn state(language: Language, state: JobState) -> String {
    let key = match state {
        JobState::New => "web-job-state-new",
        JobState::Running => "web-job-state-running",
        JobState::Finished => "web-job-state-finished",
        JobState::Stopped => "web-job-state-stopped",
        JobState::Interrupted => "web-job-state-interrupted",
    };
    say(language, key, &[])
}
