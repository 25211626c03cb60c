//! The numbers of a harvest as a page shows them, and as the stream of its changes has them.

use super::format::{grouped, say};
use stodola_app::control::HarvestStatus;
use stodola_app::crawl::Alarm;
use stodola_app::job::{JobRow, JobState};
use stodola_text::{Language, alarm_words, hold_words, size, span};

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
    let hold = status.waits_for.as_deref().map(|hold| hold_words(language, hold));
    let hold = hold.map(|words| say(language, "web-job-holds", &[("hold", words.into())]));
    let mut texts = vec![
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
        ("memory", size(language, status.number("memory"))),
        ("hold", hold.unwrap_or_default()),
    ];
    texts.extend(alarms(language, &status.alarms));
    texts
}

/// The places of alarms that come and go while a harvest runs: each is empty while its alarm is not on.
pub(crate) fn alarms(language: Language, alarms: &[Alarm]) -> [LiveText; 4] {
    ["rate", "errors", "host", "disk"].map(|name| {
        let alarm = alarms.iter().find(|alarm| alarm.name() == name);
        let place = match name {
            "rate" => "alarm-rate",
            "errors" => "alarm-errors",
            "host" => "alarm-host",
            _ => "alarm-disk",
        };
        (place, alarm.map_or_else(String::new, |alarm| alarm_sentence(language, alarm)))
    })
}

/// That there is an alarm.
pub(crate) fn alarm_sentence(language: Language, alarm: &Alarm) -> String {
    say(language, "web-alarm", &[("alarm", alarm_words(language, alarm).into())])
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
    let mut texts = vec![
        ("state", state(language, row.state)),
        ("sentence", sentence(language, key, row.waiting, row.archived)),
        ("hold", String::new()),
        ("found", grouped(row.found)),
        ("queued", grouped(row.waiting)),
        ("in_flight", grouped(0)),
        ("finished", grouped(row.found.saturating_sub(row.waiting))),
        ("archived", grouped(row.archived)),
        ("bytes", size(language, row.bytes)),
        ("rejected", grouped(row.rejected)),
    ];
    texts.extend(alarms(language, &[]));
    texts
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
