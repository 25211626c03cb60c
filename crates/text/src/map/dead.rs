//! Links that lead nowhere, in words.

use super::SHOWN;
use crate::found::harmless;
use crate::{Language, text};
use std::io::{self, Write};
use stodola_app::map::{DeadReport, DeadRow, HintRow, PageProblems};
use stodola_map::{LinkProblem, Unharvested};

/// Returns what is wrong with a link.
pub fn link_problem_words(language: Language, problem: &LinkProblem) -> String {
    match problem {
        LinkProblem::Status(status) => text!(language, "map-problem-status", status = *status),
        LinkProblem::RedirectLoop => text!(language, "map-problem-redirect-loop"),
        LinkProblem::MissingPlace(place) => {
            text!(language, "map-problem-missing-fragment", place = place)
        }
        LinkProblem::SoftMissing => text!(language, "map-problem-soft-404"),
        LinkProblem::MixedContent => text!(language, "map-problem-mixed-content"),
        LinkProblem::RedirectChain(hops) => {
            text!(language, "map-problem-redirect-chain", hops = *hops)
        }
        LinkProblem::NotHarvested(reason) => match reason {
            Unharvested::NoHost => text!(language, "map-problem-dns"),
            Unharvested::Certificate => text!(language, "map-problem-tls"),
            Unharvested::Timeout => text!(language, "map-problem-timeout"),
            Unharvested::Connection => text!(language, "map-problem-connection"),
            Unharvested::Robots => text!(language, "map-problem-robots"),
            Unharvested::OutOfScope(rule) => {
                with_rule(text!(language, "map-problem-out-of-scope"), rule)
            }
            Unharvested::Ignored(rule) => with_rule(text!(language, "map-problem-ignored"), rule),
            Unharvested::Waiting => text!(language, "map-problem-waiting"),
            Unharvested::Other(why) => with_rule(text!(language, "map-problem-not-archived"), why),
            Unharvested::Unknown => text!(language, "map-problem-unknown"),
        },
    }
}

/// A text with a word of data behind it.
fn with_rule(text: String, rule: &str) -> String {
    if rule.is_empty() { text } else { format!("{text} ({rule})") }
}

fn hint_words(language: Language, hint: &HintRow) -> String {
    match hint {
        HintRow::Redirect(uri) => text!(language, "map-hint-redirect", uri = uri),
        HintRow::Alike(uri) => text!(language, "map-hint-alike", uri = uri),
        HintRow::Captured(time) => text!(language, "map-hint-captured", time = time),
    }
}

/// Writes targets with their problems, hints and pages.
///
/// # Errors
/// The writer's.
pub fn write_map_dead(
    out: &mut impl Write,
    language: Language,
    rows: &[DeadRow],
) -> io::Result<()> {
    for row in rows {
        let problem = harmless(&link_problem_words(language, &row.problem));
        writeln!(out, "{}  {problem}", harmless(&row.target))?;
        if let Some(hint) = &row.hint {
            writeln!(out, "    {}", harmless(&hint_words(language, hint)))?;
        }
        for page in row.pages.iter().take(SHOWN) {
            let anchor = harmless(&page.anchor);
            let anchor = if anchor.is_empty() { anchor } else { format!("  \"{anchor}\"") };
            writeln!(out, "    {}{anchor}", harmless(&page.uri))?;
        }
        let more = row.links.saturating_sub(row.pages.len().min(SHOWN) as u64);
        if more > 0 {
            writeln!(out, "    {}", text!(language, "map-more-links", links = more))?;
        }
    }
    Ok(())
}

/// Writes pages with their links that have a problem.
///
/// # Errors
/// The writer's.
pub fn write_map_dead_by_page(
    out: &mut impl Write,
    language: Language,
    pages: &[PageProblems],
) -> io::Result<()> {
    for page in pages {
        writeln!(out, "{}", harmless(&page.uri))?;
        for link in &page.links {
            let problem = harmless(&link_problem_words(language, &link.problem));
            let anchor = harmless(&link.anchor);
            let anchor = if anchor.is_empty() { anchor } else { format!("  \"{anchor}\"") };
            writeln!(out, "    {}  {problem}{anchor}", harmless(&link.target))?;
        }
    }
    Ok(())
}

/// Returns how many links were looked at and how many are dead, line by line.
pub fn map_dead_lines(language: Language, report: &DeadReport) -> Vec<String> {
    let (links, pages) = (report.links, report.pages);
    let mut lines = vec![text!(language, "map-looked-at", links = links, pages = pages)];
    let (targets, dead) = (report.dead_targets(), report.dead_links());
    lines.push(text!(language, "map-dead", links = dead, targets = targets));
    if report.left_out > 0 {
        lines.push(text!(language, "map-dead-left-out", links = report.left_out));
    }
    lines
}
