//! What a harvest tells while it runs.

use crate::{Language, decimal, size, span, text};
use stodola_crawl::{HarvestRate, Progress};
use stodola_frontier::SlowedHost;

/// Returns documents, bytes, rate since `before`, what waits and what failed, as a line; with the host that is asked
/// most slowly, if hosts are slowed down.
pub fn harvest_progress_line(
    language: Language,
    now: &Progress,
    before: &Progress,
    slowest: Option<&SlowedHost>,
) -> String {
    let HarvestRate { documents, bytes } = now.rate_since(before);
    // A polite harvest of one host has less than one document a second.
    let rate = decimal(language, documents, usize::from(documents < 10.0));
    let line = text!(
        language,
        "crawl-progress",
        documents = now.counts.archived,
        bytes = size(language, now.counts.bytes),
        rate = rate,
        speed = size(language, bytes as u64),
        queued = now.queued,
        inflight = now.in_flight,
        hosts = now.hosts,
        failures = now.failures
    );
    line + &slowed(language, now, slowest)
}

/// How many hosts are asked more slowly, and the slowest of them; nothing if there are none.
fn slowed(language: Language, progress: &Progress, slowest: Option<&SlowedHost>) -> String {
    let (Some(host), 1..) = (slowest, progress.slowed) else { return String::new() };
    let (name, pause) = (&*host.name, span(language, host.pause));
    let hosts = progress.slowed;
    format!(", {}", text!(language, "crawl-slowed", hosts = hosts, name = name, pause = pause))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;
    use stodola_frontier::Counts;

    fn progress(seconds: u64, archived: u64, received: u64) -> Progress {
        let counts = Counts { archived, ..Counts::default() };
        let elapsed = Duration::from_secs(seconds);
        Progress { counts, received, elapsed, ..Progress::default() }
    }

    fn told(now: &Progress, before: &Progress) -> String {
        harvest_progress_line(Language::English, now, before, None)
    }

    #[test]
    fn the_first_line_has_the_rate_of_this_run() {
        let begun = progress(0, 1000, 0);
        let first = told(&progress(20, 1030, 40 << 10), &begun);
        assert!(first.contains("1.5/s, 2.0 kB/s"), "{first}");
        let second = told(&progress(40, 1530, 40 << 10), &progress(20, 1030, 40 << 10));
        assert!(second.contains(" 25/s, 0 B/s"), "{second}");
    }
}
