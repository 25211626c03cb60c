//! What a harvest tells at its end: first whether something is wrong, then numbers that add up, then how to go on.

use crate::{Language, decimal, failed_seed_lines, shell_word, size, text};
use std::path::Path;
use stodola_crawl::logs::RoundSummary;
use stodola_crawl::{Ended, Progress, Report};
use stodola_frontier::Outcome;

/// Returns what a run of a harvest came to, line by line: first whether something is wrong, then numbers that add up,
/// then how to go on.
pub fn harvest_summary_lines(
    language: Language,
    name: &str,
    archive: &Path,
    report: &Report,
) -> Vec<String> {
    let summary = &report.summary;
    let mut lines = Vec::new();
    if summary.is_fruitless() {
        lines.push(fruitless(language, name, report));
        lines.extend(failed_seeds(language, name, archive, summary));
    }
    lines.push(headline(language, name, report));
    lines.push(parts(language, summary, report.progress.queued));
    lines.extend(busy(language, &report.progress));
    if summary.seeds_failed > 0 && !summary.is_fruitless() {
        let (failed, seeds) = (summary.seeds_failed, summary.seeds);
        lines.push(text!(language, "crawl-seeds-failed", failed = failed, seeds = seeds));
        lines.extend(failed_seeds(language, name, archive, summary));
    }
    lines.extend(how_to_go_on(language, name, archive, report));
    lines
}

/// A line for each seed that failed.
fn failed_seeds(
    language: Language,
    name: &str,
    archive: &Path,
    summary: &RoundSummary,
) -> Vec<String> {
    let archive = shell_word(&archive.display().to_string());
    let command = format!("stodola job report {name} --archive {archive} --name seeds");
    failed_seed_lines(language, summary, &command)
}

/// That nothing came of it.
fn fruitless(language: Language, name: &str, report: &Report) -> String {
    let RoundSummary { seeds, seeds_failed, .. } = report.summary;
    match (report.is_finished(), seeds) {
        (_, 1) if seeds_failed == 1 => text!(language, "crawl-only-seed-failed", job = name),
        (_, 1..) if seeds_failed == seeds => {
            text!(language, "crawl-all-seeds-failed", job = name, seeds = seeds)
        }
        (true, _) => text!(language, "crawl-archived-nothing", job = name),
        (false, _) => text!(language, "crawl-archived-nothing-yet", job = name),
    }
}

/// How it ended, and how much was harvested.
fn headline(language: Language, name: &str, report: &Report) -> String {
    let Progress { counts, hosts, elapsed, .. } = report.progress;
    let how = match report.ended {
        Ended::Finished if report.is_finished() => text!(language, "crawl-ended-finished"),
        Ended::Finished | Ended::Stopped => text!(language, "crawl-ended-stopped"),
        Ended::Documents => text!(language, "crawl-ended-documents"),
        Ended::Bytes => text!(language, "crawl-ended-bytes"),
        Ended::Time => text!(language, "crawl-ended-time"),
        Ended::Memory => text!(language, "crawl-ended-memory"),
    };
    text!(
        language,
        "crawl-headline",
        job = name,
        how = how,
        documents = counts.archived,
        bytes = size(language, counts.bytes),
        hosts = hosts,
        seconds = decimal(language, elapsed.as_secs_f64(), 1)
    )
}

/// Every URI found in exactly one part. Parts that are empty are left out, but for the first.
fn parts(language: Language, summary: &RoundSummary, queued: u64) -> String {
    let RoundSummary { found, archived, unchanged, not_due, failed, waiting, rejected, .. } =
        *summary;
    let excluded = summary.excluded.iter().map(|(outcome, number)| (excluded(*outcome), *number));
    let mut parts = vec![text!(language, "crawl-part-archived", number = archived)];
    let others = [("crawl-part-unchanged", unchanged), ("crawl-part-not-due", not_due)].into_iter();
    let others = others.chain(excluded);
    let others = others.chain([("crawl-part-failed", failed), ("crawl-part-waiting", waiting)]);
    parts.extend(
        others.filter(|it| it.1 > 0).map(|(key, number)| text!(language, key, number = number)),
    );
    let mut line = text!(language, "crawl-found", found = found, parts = parts.join(", "));
    // Where depths count, a URI that has an outcome may wait for another visit.
    if queued > waiting {
        line =
            format!("{line}; {}", text!(language, "crawl-found-again", number = queued - waiting));
    }
    if rejected > 0 {
        line = format!("{line}; {}", text!(language, "crawl-found-out-of-scope", links = rejected));
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
        Outcome::LeftOut => "crawl-part-left-out",
        Outcome::Retried
        | Outcome::Archived
        | Outcome::RobotsUnreachable
        | Outcome::Failed
        | Outcome::Unfetchable
        | Outcome::NotDue => "crawl-part-excluded",
    }
}

fn busy(language: Language, progress: &Progress) -> Option<String> {
    let share = progress.busy_share()?;
    Some(text!(language, "crawl-busy", share = decimal(language, 100.0 * share, 1)))
}

/// What to do next, if something is left or nothing came of it.
fn how_to_go_on(language: Language, name: &str, archive: &Path, report: &Report) -> Option<String> {
    let raise = |option: &str| {
        let archive = shell_word(&archive.display().to_string());
        let command = format!("stodola crawl --archive {archive} --job {name} {option} unlimited");
        text!(language, "crawl-next-raise", command = command)
    };
    match report.ended {
        Ended::Documents => Some(raise("--max-docs")),
        Ended::Bytes => Some(raise("--max-bytes")),
        _ if report.is_finished() && report.summary.is_fruitless() => {
            Some(text!(language, "crawl-next-correct"))
        }
        _ if report.is_finished() => None,
        Ended::Finished | Ended::Stopped | Ended::Time | Ended::Memory => {
            Some(text!(language, "crawl-next-same"))
        }
    }
}
