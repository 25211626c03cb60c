//! What happens during a migration or its proof: lines about sources and results.

use crate::inputs::wrapping_of;
use crate::{Language, retold, text};
use std::path::Path;
use stodola_migrate::{FileReport, NOT_AN_ARCHIVE, ORIGINAL, SourceScan};

/// Number of lines about single places that are given for one source.
const SHOWN: usize = 20;

/// Returns what is wrong with a source whose result is right.
pub fn damage_lines(language: Language, source: &Path, scan: &SourceScan) -> Vec<String> {
    let source = &source.display().to_string();
    let mut lines = Vec::new();
    for damaged in scan.damaged.values().take(SHOWN) {
        let (offset, reason) = (damaged.offset, retold(language, &damaged.reason()));
        lines.push(text!(
            language,
            "migrate-not-verified",
            source = source,
            offset = offset,
            reason = reason
        ));
    }
    for range in scan.put_aside.iter().take(SHOWN) {
        let (offset, reason) = (range.offset, retold(language, &range.reason));
        lines.push(text!(
            language,
            "migrate-not-in-result",
            source = source,
            offset = offset,
            reason = reason
        ));
    }
    lines.extend(more(language, source, scan.damaged.len(), scan.put_aside.len()));
    lines
}

/// How many places are not shown, if there are any.
fn more(language: Language, source: &str, records: usize, ranges: usize) -> Option<String> {
    let more = records.saturating_sub(SHOWN) + ranges.saturating_sub(SHOWN);
    (more > 0).then(|| text!(language, "migrate-more-places", source = source, more = more))
}

/// Returns what is wrong with a source that was migrated. `is_new` is false if it was migrated by an earlier run.
pub fn migrated_lines(language: Language, report: &FileReport, is_new: bool) -> Vec<String> {
    let source = &report.source;
    let mut lines = Vec::new();
    for range in report.quarantined.iter().take(SHOWN) {
        lines.push(text!(
            language,
            "migrate-quarantined",
            source = source,
            offset = range.offset,
            length = range.length,
            reason = retold(language, &range.reason),
            file = &range.file
        ));
    }
    for record in report.damaged.iter().take(SHOWN) {
        let damaged = text!(
            language,
            "migrate-damaged-record",
            source = source,
            place = record.place().to_string(),
            uri = &record.uri,
            reason = retold(language, &record.reason)
        );
        lines.push(match &record.file[..] {
            "" => damaged,
            file => format!("{damaged}; {}", text!(language, "migrate-bytes-kept", file = file)),
        });
    }
    lines.extend(more(language, source, report.damaged.len(), report.quarantined.len()));
    if is_new && report.is_data_bad() && !report.warnings.is_empty() {
        lines.push(format!("{source}: {}", counts(&report.warnings)));
    }
    if report.verified && report.damages > 0 {
        let result = &report.result;
        lines.push(text!(language, "migrate-unmarked", source = source, result = result));
    }
    lines
}

/// Returns which headers of a source were changed, if any were.
pub fn headers_line(language: Language, report: &FileReport) -> Option<String> {
    (!report.headers_changed.is_empty()).then(|| {
        let (source, changes) = (&report.source, counts(&report.headers_changed));
        text!(language, "migrate-headers", source = source, changes = changes, field = ORIGINAL)
    })
}

fn counts(counts: &std::collections::BTreeMap<String, u64>) -> String {
    let counts: Vec<String> = counts.iter().map(|(what, n)| format!("{n} × {what}")).collect();
    counts.join(", ")
}

/// Returns why a source was passed over.
pub fn passed_over_line(language: Language, source: &Path, reason: &str) -> String {
    let words = match reason.starts_with(NOT_AN_ARCHIVE) {
        true => text!(language, "migrate-skipped-no-archive"),
        false => text!(language, "migrate-skipped", reason = reason),
    };
    let looks = wrapping_of(language, source).map(|looks| format!(": {looks}"));
    format!("{}: {words}{}", source.display(), looks.unwrap_or_default())
}
