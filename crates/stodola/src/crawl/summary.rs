//! What a harvest tells at its end: first whether something is wrong, then numbers that add up, then how to go on.

use crate::lang::{decimal, language, size, text};
use crate::output;
use std::path::Path;
use stodola_crawl::logs::RoundSummary;
use stodola_crawl::{Ended, Progress, Report};
use stodola_frontier::Outcome;

/// Says what the run came to, in one piece: other harvests may speak at the same time.
pub(super) fn tell(name: &str, archive: &Path, report: &Report) {
    output::say(lines(name, archive, report).join("\n"));
}

fn lines(name: &str, archive: &Path, report: &Report) -> Vec<String> {
    let summary = &report.summary;
    let mut lines = Vec::new();
    if summary.is_fruitless() {
        lines.push(fruitless(name, report));
        lines.extend(failed_seeds(name, archive, summary));
    }
    lines.push(headline(name, report));
    lines.push(parts(summary, report.progress.queued));
    lines.extend(busy(&report.progress));
    if summary.seeds_failed > 0 && !summary.is_fruitless() {
        let (failed, seeds) = (summary.seeds_failed, summary.seeds);
        lines.push(text!("crawl-seeds-failed", failed = failed, seeds = seeds));
        lines.extend(failed_seeds(name, archive, summary));
    }
    lines.extend(how_to_go_on(name, archive, report));
    lines
}

/// A line for each seed that failed.
fn failed_seeds(name: &str, archive: &Path, summary: &RoundSummary) -> Vec<String> {
    let archive = output::word(&archive.display().to_string());
    let command = format!("stodola job report {name} --archive {archive} --name seeds");
    stodola_text::failed_seed_lines(language(), summary, &command)
}

/// That nothing came of it.
fn fruitless(name: &str, report: &Report) -> String {
    let RoundSummary { seeds, seeds_failed, .. } = report.summary;
    match (report.is_finished(), seeds) {
        (_, 1) if seeds_failed == 1 => text!("crawl-only-seed-failed", job = name),
        (_, 1..) if seeds_failed == seeds => {
            text!("crawl-all-seeds-failed", job = name, seeds = seeds)
        }
        (true, _) => text!("crawl-archived-nothing", job = name),
        (false, _) => text!("crawl-archived-nothing-yet", job = name),
    }
}

/// How it ended, and how much was harvested.
fn headline(name: &str, report: &Report) -> String {
    let Progress { counts, hosts, elapsed, .. } = report.progress;
    let how = match report.ended {
        Ended::Finished if report.is_finished() => text!("crawl-ended-finished"),
        Ended::Finished | Ended::Stopped => text!("crawl-ended-stopped"),
        Ended::Documents => text!("crawl-ended-documents"),
        Ended::Bytes => text!("crawl-ended-bytes"),
        Ended::Time => text!("crawl-ended-time"),
    };
    text!(
        "crawl-headline",
        job = name,
        how = how,
        documents = counts.archived,
        bytes = size(counts.bytes),
        hosts = hosts,
        seconds = decimal(elapsed.as_secs_f64(), 1)
    )
}

/// Every URI found in exactly one part. Parts that are empty are left out, but for the first.
fn parts(summary: &RoundSummary, queued: u64) -> String {
    let RoundSummary { found, archived, unchanged, not_due, failed, waiting, rejected, .. } =
        *summary;
    let excluded = summary.excluded.iter().map(|(outcome, number)| (excluded(*outcome), *number));
    let mut parts = vec![text!("crawl-part-archived", number = archived)];
    let others = [("crawl-part-unchanged", unchanged), ("crawl-part-not-due", not_due)].into_iter();
    let others = others.chain(excluded);
    let others = others.chain([("crawl-part-failed", failed), ("crawl-part-waiting", waiting)]);
    parts.extend(others.filter(|it| it.1 > 0).map(|(key, number)| text!(key, number = number)));
    let mut line = text!("crawl-found", found = found, parts = parts.join(", "));
    // Where depths count, a URI that has an outcome may wait for another visit.
    if queued > waiting {
        line = format!("{line}; {}", text!("crawl-found-again", number = queued - waiting));
    }
    if rejected > 0 {
        line = format!("{line}; {}", text!("crawl-found-out-of-scope", links = rejected));
    }
    line
}

/// What kept URIs out.
fn excluded(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::RobotsExcluded => "crawl-part-robots",
        Outcome::AddressRefused => "crawl-part-address",
        Outcome::OverBudget => "crawl-part-limit",
        Outcome::OutOfScope => "crawl-part-scope",
        Outcome::Trap => "crawl-part-trap",
        Outcome::NotNational => "crawl-part-not-national",
        Outcome::Retried
        | Outcome::Archived
        | Outcome::RobotsUnreachable
        | Outcome::Failed
        | Outcome::Unfetchable
        | Outcome::NotDue => "crawl-part-excluded",
    }
}

fn busy(progress: &Progress) -> Option<String> {
    let share = progress.busy_share()?;
    Some(text!("crawl-busy", share = decimal(100.0 * share, 1)))
}

/// What to do next, if something is left or nothing came of it.
fn how_to_go_on(name: &str, archive: &Path, report: &Report) -> Option<String> {
    let raise = |option: &str| {
        let archive = output::word(&archive.display().to_string());
        let command = format!("stodola crawl --archive {archive} --job {name} {option} unlimited");
        text!("crawl-next-raise", command = command)
    };
    match report.ended {
        Ended::Documents => Some(raise("--max-docs")),
        Ended::Bytes => Some(raise("--max-bytes")),
        _ if report.is_finished() && report.summary.is_fruitless() => {
            Some(text!("crawl-next-correct"))
        }
        _ if report.is_finished() => None,
        Ended::Finished | Ended::Stopped | Ended::Time => Some(text!("crawl-next-same")),
    }
}
