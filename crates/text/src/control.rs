//! What a running harvest answers, in words.

use crate::{Language, phrase, size_word, span, text};
use std::time::Duration;
use stodola_app::control::{ControlAnswer, HostLine, HostWait};
use stodola_app::job::ChangedSettings;
use stodola_crawl::logs::TypeAmount;

/// Returns the answer of a harvest as a line; hosts have a line each.
pub fn control_words(language: Language, answer: &ControlAnswer) -> String {
    match answer {
        ControlAnswer::Status(words) | ControlAnswer::Other(words) => status_words(words),
        ControlAnswer::Paused => text!(language, "job-paused"),
        ControlAnswer::Running => text!(language, "job-running"),
        ControlAnswer::Stopping => text!(language, "job-stopping"),
        ControlAnswer::CheckpointWritten => text!(language, "job-checkpoint-written"),
        ControlAnswer::Limit { key, value } => {
            text!(language, "job-limit-set", key = key, value = value)
        }
        ControlAnswer::Seeds { received, new } => {
            text!(language, "job-seeds-added", received = *received, added = *new)
        }
        ControlAnswer::Rescoped { refused } => {
            text!(language, "job-rescoped", refused = *refused)
        }
        ControlAnswer::Reloaded { live, later } => reloaded_words(language, live, later),
        ControlAnswer::Retried { uris } => text!(language, "job-retried", uris = *uris),
        ControlAnswer::Types { types, .. } => {
            let line = |amount: &TypeAmount| {
                let TypeAmount { media_type, documents, bytes } = amount;
                format!("{media_type} documents={documents} size={}", size_word(*bytes))
            };
            types.iter().map(line).collect::<Vec<_>>().join("\n")
        }
        ControlAnswer::Pace { host, grown: Duration::ZERO } => {
            text!(language, "job-pace-usual", host = host)
        }
        ControlAnswer::Pace { host, grown } => {
            text!(language, "job-pace-reset", host = host, pause = span(language, *grown))
        }
        ControlAnswer::Hosts { hosts, .. } => {
            let line = |host: &HostLine| {
                let HostLine { host: name, queued, archived, bytes, .. } = host;
                let (bytes, why) = (size_word(*bytes), host_wait_words(language, host.wait()));
                format!("{name} queued={queued} archived={archived} size={bytes}: {why}")
            };
            hosts.iter().map(line).collect::<Vec<_>>().join("\n")
        }
    }
}

/// Returns from when on changed settings count.
pub fn changed_settings_words(language: Language, changed: &ChangedSettings) -> String {
    match changed {
        ChangedSettings::Told(answer) => control_words(language, answer),
        ChangedSettings::Stored(settings) => reloaded_words(language, &[], settings),
        ChangedSettings::Untold { why, .. } => {
            text!(language, "job-settings-untold", error = why)
        }
    }
}

/// Returns what of a changed job file counts now, and what counts later.
fn reloaded_words(language: Language, live: &[String], later: &[String]) -> String {
    let mut lines = Vec::new();
    if !live.is_empty() {
        lines.push(text!(language, "job-reloaded-live", settings = live.join(", ")));
    }
    if !later.is_empty() {
        lines.push(text!(language, "job-reloaded-later", settings = later.join(", ")));
    }
    if lines.is_empty() {
        lines.push(text!(language, "job-reloaded-nothing"));
    }
    lines.join("\n")
}

/// Returns why the next URI of a host is not fetched now.
pub fn host_wait_words(language: Language, wait: HostWait<'_>) -> String {
    match wait {
        HostWait::Closed(why) => text!(language, "host-wait-closed", why = why),
        HostWait::InFlight => text!(language, "host-wait-in-flight"),
        HostWait::Nothing => text!(language, "host-wait-nothing"),
        HostWait::Failures(number) => text!(language, "host-wait-failures", number = number),
        HostWait::Complaint(pause) => {
            let pause = span(language, pause);
            phrase!(language, "host-wait-complaint", pause)
        }
        HostWait::Pause(pause) => {
            let pause = span(language, pause);
            phrase!(language, "host-wait-pause", pause)
        }
        HostWait::Turn => text!(language, "host-wait-turn"),
    }
}

/// The status with sizes as people read them: `bytes=1234567` becomes `size=1.2MB`.
pub(crate) fn status_words(answer: &str) -> String {
    let word = |word: &str| match word.strip_prefix("bytes=").map(str::parse) {
        Some(Ok(bytes)) => format!("size={}", size_word(bytes)),
        _ => word.to_owned(),
    };
    answer.split(' ').map(word).collect::<Vec<_>>().join(" ")
}
