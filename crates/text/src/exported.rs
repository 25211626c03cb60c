//! What was exported, and what was left out.

use crate::{Language, size, text};
use stodola_app::export::{ExportSummary, LeftOutReason};

/// Returns what an export came to, line by line.
pub fn export_lines(language: Language, summary: &ExportSummary) -> Vec<String> {
    let mut lines = vec![text!(
        language,
        "archive-exported",
        captures = summary.captures,
        originals = summary.originals,
        requisites = summary.requisites,
        pages = summary.pages,
        size = size(language, summary.bytes)
    )];
    let Some(list) = &summary.list else { return lines };
    lines.push(text!(language, "archive-export-left-out", list = list.display()));
    for (reason, number) in &summary.left_out {
        lines.push(format!("  {number} {}", reason_words(language, *reason)));
    }
    lines
}

/// Why something was left out.
pub(crate) fn reason_words(language: Language, reason: LeftOutReason) -> String {
    match reason {
        LeftOutReason::Blocked => text!(language, "archive-export-blocked"),
        LeftOutReason::Hidden => text!(language, "archive-export-hidden"),
        LeftOutReason::NoOriginal => text!(language, "archive-export-no-original"),
        LeftOutReason::OriginalRefused => text!(language, "archive-export-original-refused"),
        LeftOutReason::OnlyLater => text!(language, "archive-export-only-later"),
        LeftOutReason::NotArchived => text!(language, "archive-export-not-archived"),
        LeftOutReason::TooDeep => text!(language, "archive-export-too-deep"),
        LeftOutReason::FileMissing => text!(language, "archive-export-file-missing"),
        LeftOutReason::FileChanged => text!(language, "archive-export-file-changed"),
        LeftOutReason::Damaged => text!(language, "archive-export-damaged"),
        LeftOutReason::Cut => text!(language, "archive-export-cut"),
        LeftOutReason::OtherSegments => text!(language, "archive-export-other-segments"),
        LeftOutReason::Companion => text!(language, "archive-export-companion"),
    }
}
