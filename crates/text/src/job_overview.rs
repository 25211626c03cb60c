//! A job at a glance, in lines for a terminal.

use crate::control::status_words;
use crate::{Language, decimal, size, span, text};
use std::time::Duration;
use stodola_app::crawl::Alarm;
use stodola_app::job::{JobOverview, RunOverview};

/// The longest name in a table; others are cut.
const NAME_MAX: usize = 50;

/// Returns the lines about a job: its numbers, what its process says, and tables of what takes most.
pub fn job_overview_lines(language: Language, overview: &JobOverview) -> Vec<String> {
    let JobOverview { job, state, round, found, finished, waiting, .. } = overview;
    let JobOverview { archived, bytes, rejected, hosts, .. } = overview;
    let first = match overview.words.as_str() {
        "" => format!("{job} {state} round={round}"),
        words => status_words(words),
    };
    let mut lines = vec![
        first,
        text!(
            language,
            "overview-uris",
            found = *found,
            finished = *finished,
            waiting = *waiting,
            rejected = *rejected
        ),
        text!(
            language,
            "overview-archived",
            archived = *archived,
            size = size(language, *bytes),
            hosts = *hosts
        ),
    ];
    for alarm in &overview.alarms {
        lines.push(text!(language, "alarm-raised", alarm = alarm_words(language, alarm)));
    }
    if let Some(run) = &overview.run {
        if let Some(hold) = &run.waits_for {
            lines.push(hold_words(language, hold));
        }
        if let Some(seconds) = run.proxy_fails_for {
            let time = span(language, Duration::from_secs(seconds));
            lines.push(text!(language, "overview-proxy", time = time));
        }
        lines.extend(run_lines(language, run));
    }
    let hosts = overview.by_host.iter();
    let hosts = hosts.map(|row| (&*row.host, row.archived, row.bytes, row.share));
    table(language, "overview-by-host", hosts, &mut lines);
    let other = text!(language, "overview-other-types");
    let types = overview.by_type.iter().map(|row| {
        let name = if row.media_type.is_empty() { &*other } else { &*row.media_type };
        (name, row.archived, row.bytes, row.share)
    });
    table(language, "overview-by-type", types, &mut lines);
    lines
}

/// Returns what is unusual about a harvest.
pub fn alarm_words(language: Language, alarm: &Alarm) -> String {
    match alarm {
        Alarm::Rate => text!(language, "alarm-rate"),
        Alarm::Errors => text!(language, "alarm-errors"),
        Alarm::Host(host) => text!(language, "alarm-host", host = host),
        Alarm::Disk => text!(language, "alarm-disk"),
        Alarm::Completeness(source) => text!(language, "alarm-completeness", source = source),
    }
}

/// Returns why a harvest starts no requests for now.
pub fn hold_words(language: Language, hold: &str) -> String {
    match hold {
        "hours" => text!(language, "hold-hours"),
        "disk" => text!(language, "hold-disk"),
        "memory" => text!(language, "hold-memory"),
        other => other.to_owned(),
    }
}

fn run_lines(language: Language, run: &RunOverview) -> [String; 4] {
    let rate = decimal(language, run.documents_per_second, 1);
    let time = span(language, Duration::from_secs(run.seconds));
    let waited = span(language, Duration::from_millis(run.dns.waited_ms));
    [
        text!(
            language,
            "overview-rate",
            time = time,
            documents = rate,
            bytes = size(language, run.bytes_per_second.max(0.0) as u64)
        ),
        text!(
            language,
            "overview-workers",
            busy = run.in_flight,
            workers = run.workers,
            failures = run.failures,
            slowed = run.slowed
        ),
        text!(
            language,
            "overview-memory",
            memory = size(language, run.memory),
            peak = size(language, run.memory_peak)
        ),
        text!(
            language,
            "overview-dns",
            sent = run.dns.sent,
            names = run.dns.names,
            known = run.dns.known,
            negative = run.dns.negative,
            failed = run.dns.failed,
            waited = waited
        ),
    ]
}

/// Adds a table with a title: what, documents, bytes, part of all bytes. Nothing if it has no rows.
fn table<'a>(
    language: Language,
    title: &str,
    rows: impl Iterator<Item = (&'a str, u64, u64, f64)>,
    lines: &mut Vec<String>,
) {
    let cut = |name: &str| name.chars().take(NAME_MAX).collect::<String>();
    let rows: Vec<_> =
        rows.map(|(name, number, bytes, part)| (cut(name), number, bytes, part)).collect();
    if rows.is_empty() {
        return;
    }
    let width = rows.iter().map(|(name, ..)| name.chars().count()).max().unwrap_or(0);
    lines.push(String::new());
    lines.push(text!(language, title));
    for (name, number, bytes, part) in rows {
        let (bytes, part) = (size(language, bytes), decimal(language, part * 100.0, 1));
        lines.push(format!("  {name:width$}  {number:>10}  {bytes:>10}  {part:>5} %"));
    }
}
