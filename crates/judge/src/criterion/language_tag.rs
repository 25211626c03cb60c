//! Languages that a page declares: `lang`, `xml:lang`, `Content-Language` as element and header.
//!
//! With a pattern of WebAnalyzer, the source of the page is searched instead: each match counts.
//!
//! A tag counts if it names the language, or another one as used in the country (`en-CZ`).

use regex::Regex;

use super::{Criterion, Found, Making, Seen};
use crate::error::Error;
use crate::page::Page;
use crate::verdict::Signal;

/// Maximum number of tags that are looked at; the rest is ignored.
const MAX_TAGS: usize = 64;

/// An attribute of a language in the source of a page: `lang="cs"`, also at the end of `xml:lang` or `hreflang`.
const DECLARED: &str = r#"(?i)lang\s{0,9}=\s{0,9}["']?\s{0,9}[a-z]{2,3}"#;

struct LanguageTag {
    language: String,
    countries: Vec<String>,
    imported: Option<Regex>,
    /// Attributes of languages in a source, whatever the language.
    declared: Option<Regex>,
    counts_repeats: bool,
}

pub(super) fn make(making: &Making<'_>) -> Result<Box<dyn Criterion>, Error> {
    let imported = making.properties.and_then(|it| it.language_tag.clone());
    // A constant pattern, compiled only where it is used.
    let declared = imported.as_ref().and_then(|_| Regex::new(DECLARED).ok());
    Ok(Box::new(LanguageTag {
        language: making.pack.language.clone(),
        countries: making.pack.countries.clone(),
        imported,
        declared,
        counts_repeats: making.properties.is_some(),
    }))
}

impl Criterion for LanguageTag {
    fn look(&self, page: &Page<'_>, _: &Seen<'_>) -> Found {
        if let (Some(pattern), Some(declared)) = (&self.imported, &self.declared) {
            return in_source(page, pattern, declared);
        }
        let mut out = Found::default();
        let header = page.content_language.into_iter();
        let tags = header.chain(page.languages.iter().map(String::as_str));
        let mut known: Vec<String> = Vec::new();
        let tags = tags.flat_map(|tags| tags.split(',')).map(|tag| tag.trim().to_ascii_lowercase());
        for tag in tags.filter(|tag| !tag.is_empty()).take(MAX_TAGS) {
            if self.counts_repeats || !known.contains(&tag) {
                out.count(self.is_national(&tag), &tag, None);
                known.push(tag);
            }
        }
        let share = if out.found == 0 { 0.0 } else { out.valid as f64 / out.found as f64 };
        let foreign = if out.found == 0 { 0.0 } else { 1.0 - share };
        out.signal = Some(Signal { national: share, foreign });
        out
    }
}

/// Counts the matches of a pattern in the source, and as not valid the attributes of languages beside them.
fn in_source(page: &Page<'_>, pattern: &Regex, declared: &Regex) -> Found {
    let Some(source) = page.source else {
        return Found::lacking("the source of the page is not known");
    };
    let mut out = Found::default();
    let mut taken: Vec<std::ops::Range<usize>> = Vec::new();
    for found in pattern.find_iter(source).filter(|found| !found.is_empty()) {
        // A position in the source is not one in the text.
        out.count(true, found.as_str(), None);
        taken.push(found.range());
    }
    for found in declared.find_iter(source) {
        let next = taken.partition_point(|range| range.end <= found.start());
        if taken.get(next).is_none_or(|range| range.start >= found.end()) {
            out.count(false, found.as_str(), None);
        }
    }
    out
}

impl LanguageTag {
    fn is_national(&self, tag: &str) -> bool {
        let mut parts = tag.split(['-', '_']);
        parts.next() == Some(self.language.as_str())
            || parts.any(|part| self.countries.iter().any(|it| it.eq_ignore_ascii_case(part)))
    }
}
