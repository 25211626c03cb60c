//! What `warc check` finds, for people.

use crate::{Language, fault_text, grade_text, text};
use stodola_app::warc::ReportedFinding;
use stodola_warc::check::CheckSummary;

/// Columns of a line.
const COLUMNS: usize = 80;

/// Returns a finding as a line.
pub fn check_finding_line(language: Language, finding: &ReportedFinding<'_>) -> String {
    let ReportedFinding { file, offset, grade, rule, fault } = finding;
    let (grade, message) = (grade_text(language, *grade), fault_text(language, fault));
    let place = text!(language, "warc-at", offset = *offset);
    format!("{file}: {place}: {grade}: {message} [{rule}]")
}

/// Returns what was found in a file, as a line.
pub fn check_summary_line(language: Language, name: &str, summary: &CheckSummary) -> String {
    let types: Vec<String> = summary
        .by_type
        .iter()
        .map(|(kind, n)| match kind.as_str() {
            "" => text!(language, "warc-check-unknown-type", number = *n),
            kind => format!("{n} {kind}"),
        })
        .collect();
    text!(
        language,
        "warc-check-summary",
        name = name,
        types = types.join(", "),
        records = summary.records,
        blocks = summary.blocks_verified,
        payloads = summary.payloads_verified,
        errors = summary.errors,
        recommendations = summary.recommendations,
        comments = summary.comments
    )
}

/// Returns a paragraph in lines of at most 80 characters, each with its end.
pub fn wrapped(text: &str) -> String {
    let (mut lines, mut column) = (String::with_capacity(text.len() + 8), 0);
    for word in text.split(' ') {
        let length = word.chars().count();
        if column > 0 && column + 1 + length > COLUMNS {
            lines.push('\n');
            column = 0;
        }
        if column > 0 {
            lines.push(' ');
            column += 1;
        }
        lines.push_str(word);
        column += length;
    }
    lines.push('\n');
    lines
}

#[cfg(test)]
mod tests {
    use super::wrapped;

    #[test]
    fn long_paragraphs_become_lines() {
        let lines = wrapped(&"žluťoučký kůň ".repeat(12));
        assert!(lines.lines().all(|line| line.chars().count() <= 80), "{lines}");
        assert_eq!(lines.split_whitespace().count(), 24);
        assert_eq!(wrapped("a b"), "a b\n");
    }
}
