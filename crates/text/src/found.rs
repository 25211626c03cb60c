//! What a search found, for a terminal.

use crate::{Language, text};
use std::io::{self, Write};
use stodola_app::json;
use stodola_app::search::{FoundDocument, FoundPage};

/// Writes a hit: time, address and title, then the place where the words stand.
///
/// # Errors
/// The writer's.
pub fn write_found_document(
    out: &mut impl Write,
    language: Language,
    found: &FoundDocument,
) -> io::Result<()> {
    let time = found.hit.capture.time.map_or("-".to_owned(), |time| time.to_string());
    let title = found.title.as_deref().map(harmless).unwrap_or_default();
    writeln!(out, "{time} {} {title}", json::text(&found.hit.uri))?;
    let snippet = found.snippet_text();
    if !snippet.is_empty() {
        writeln!(out, "    {}", harmless(&snippet))?;
    }
    if found.hit.similar > 0 {
        let similar = text!(language, "search-similar", documents = found.hit.similar);
        writeln!(out, "    {similar}")?;
    }
    Ok(())
}

/// A text without what a terminal would obey: strangers wrote it.
pub(crate) fn harmless(text: &str) -> String {
    text.chars().filter(|letter| !letter.is_control()).collect()
}

/// Lines of `inflection.txt` that are told of.
const ODD_LINES: usize = 5;

/// Returns how much was found, and what was made of the words, line by line.
pub fn found_lines(language: Language, found: &FoundPage) -> Vec<String> {
    let page = &found.page;
    let mut lines = vec![text!(language, "search-found", documents = page.total)];
    if page.is_total_partial {
        lines.push(text!(language, "search-partial"));
    }
    if page.is_relaxed {
        lines.push(text!(language, "search-relaxed"));
    }
    for suggestion in &page.suggestions {
        let (word, instead) = (&suggestion.word, &suggestion.instead);
        lines.push(text!(language, "search-instead", word = word, instead = instead));
    }
    for line in found.odd_exceptions.iter().take(ODD_LINES) {
        lines.push(text!(language, "search-odd-exception", line = *line as u64));
    }
    lines
}
