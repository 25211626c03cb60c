//! What is told of a site: its changes, copies of it, and rules about its addresses.

use crate::errors::tested_uri;
use crate::{Language, size, text};
use stodola_app::changes::{PageChange, SiteChange, SiteChanges};
use stodola_app::json;
use stodola_app::site_rules::{RuleEvidence, RulesCheck, SuggestedChange, SuggestedRules};
use stodola_app::static_copy::{CopyGap, StaticCopySummary};

/// Returns the title and the summary of a change, for a feed.
pub fn change_words(language: Language, change: &SiteChange) -> (String, String) {
    let title = change.title.clone();
    let title = title.unwrap_or_else(|| json::text(&change.uri).into_owned());
    let mut summary = match (change.kind, change.before) {
        (PageChange::New, None) => text!(language, "change-new"),
        (PageChange::New, Some(_)) => text!(language, "change-new-again"),
        (PageChange::Gone, _) => text!(language, "change-gone"),
        (PageChange::Changed, _) => match &change.difference {
            None => text!(language, "change-changed"),
            Some(difference) => text!(
                language,
                "change-changed-words",
                added = difference.added,
                removed = difference.removed
            ),
        },
    };
    if let Some(difference) = &change.difference {
        if let Some(words) = &difference.first_added {
            let first = text!(language, "change-changed-first-added", words = words);
            summary = format!("{summary} {first}");
        } else if let Some(words) = &difference.first_removed {
            let first = text!(language, "change-changed-first-removed", words = words);
            summary = format!("{summary} {first}");
        }
    }
    (title, summary)
}

/// Returns the title of the feed of a site, and what it is about.
pub fn change_feed_words(language: Language, site: &str) -> (String, String) {
    let title = text!(language, "change-feed-title", site = site);
    (title, text!(language, "change-feed-about", site = site))
}

/// Returns the changes of a site, a few lines for each, and what is not among them.
pub fn change_lines(language: Language, changes: &SiteChanges) -> Vec<String> {
    let mut lines = Vec::new();
    for change in &changes.changes {
        let kind = match change.kind {
            PageChange::New => text!(language, "change-line-new"),
            PageChange::Changed => text!(language, "change-line-changed"),
            PageChange::Gone => text!(language, "change-line-gone"),
        };
        let uri = json::text(&change.uri);
        lines.push(format!("{} {kind} {uri}", change.time));
        let (title, summary) = change_words(language, change);
        lines.push(match change.title {
            Some(_) => format!("  {title}. {summary}"),
            None => format!("  {summary}"),
        });
    }
    lines
}

/// Returns what is not among the changes of a site.
pub fn change_remarks(language: Language, changes: &SiteChanges) -> Vec<String> {
    let mut lines = Vec::new();
    if changes.changes.is_empty() {
        lines.push(text!(language, "changes-none"));
    }
    if changes.more > 0 {
        lines.push(text!(language, "changes-more", more = changes.more));
    }
    if changes.is_cut {
        lines.push(text!(language, "changes-cut"));
    }
    lines
}

/// Returns what was copied, and what is missing.
pub fn copy_lines(language: Language, summary: &StaticCopySummary) -> Vec<String> {
    let mut lines = vec![text!(
        language,
        "copy-done",
        pages = summary.pages,
        parts = summary.parts,
        size = size(language, summary.bytes),
        entrance = summary.entrance.display()
    )];
    if !summary.gaps.is_empty() {
        lines.push(text!(language, "copy-missing", list = summary.list.display()));
    }
    for (gap, number) in &summary.gaps {
        lines.push(format!("  {number} {}", gap_words(language, *gap)));
    }
    lines
}

fn gap_words(language: Language, gap: CopyGap) -> String {
    match gap {
        CopyGap::NotArchived => text!(language, "copy-gap-not-archived"),
        CopyGap::Blocked => text!(language, "copy-gap-blocked"),
        CopyGap::Failed => text!(language, "copy-gap-failed"),
        CopyGap::LostRedirect => text!(language, "copy-gap-lost-redirect"),
        CopyGap::Unreadable => text!(language, "copy-gap-unreadable"),
        CopyGap::Cut => text!(language, "copy-gap-cut"),
        CopyGap::LongPath => text!(language, "copy-gap-long-path"),
        CopyGap::TooMany => text!(language, "copy-gap-too-many"),
    }
}

/// Returns what speaks for the rules that are proposed for a site.
pub fn suggested_rule_lines(language: Language, suggested: &SuggestedRules) -> Vec<String> {
    let mut lines = Vec::new();
    for RuleEvidence { change, equal, different, examples } in &suggested.evidence {
        let what = match change {
            SuggestedChange::Index { name } => {
                text!(language, "rules-suggest-index", name = name)
            }
            SuggestedChange::Needless { path, parameter } => {
                text!(language, "rules-suggest-needless", parameter = parameter, path = path)
            }
            SuggestedChange::Order { path } => {
                text!(language, "rules-suggest-order", path = path)
            }
        };
        let all = equal + different;
        let evidence = text!(language, "rules-evidence", equal = *equal, all = all);
        lines.push(format!("{what}: {evidence}"));
        for (from, counts) in examples {
            let example = text!(language, "rules-evidence-example", from = from, counts = counts);
            lines.push(format!("  {example}"));
        }
    }
    if suggested.evidence.is_empty() {
        lines.push(text!(language, "rules-suggest-none", addresses = suggested.addresses));
    }
    if suggested.is_cut {
        lines.push(text!(language, "rules-suggest-cut"));
    }
    lines
}

/// Returns the tests of a file that failed, and how many there are.
pub fn rules_check_lines(language: Language, check: &RulesCheck) -> Vec<String> {
    let mut lines: Vec<String> = check
        .failed
        .iter()
        .map(|failed| {
            text!(
                language,
                "rules-test-failed",
                place = failed.test.place.to_string(),
                url = &failed.test.url,
                expected = tested_uri(language, &failed.test.expected),
                found = tested_uri(language, &failed.found)
            )
        })
        .collect();
    let (tests, failed) = (check.tests as u64, check.failed.len() as u64);
    lines.push(text!(language, "rules-checked", tests = tests, failed = failed));
    lines
}
