//! Languages that a page declares: `lang`, `xml:lang`, `Content-Language` as element and header.
//!
//! A tag counts if it names the language, or another one as used in the country (`en-CZ`).

use regex::Regex;

use super::{Criterion, Found, Making, Seen};
use crate::error::Error;
use crate::page::Page;
use crate::verdict::Signal;

/// Maximum number of tags that are looked at; the rest is ignored.
const MAX_TAGS: usize = 64;

struct LanguageTag {
    language: String,
    countries: Vec<String>,
    imported: Option<Regex>,
}

pub(super) fn make(making: &Making<'_>) -> Result<Box<dyn Criterion>, Error> {
    Ok(Box::new(LanguageTag {
        language: making.pack.language.clone(),
        countries: making.pack.countries.clone(),
        imported: making.properties.and_then(|it| it.language_tag.clone()),
    }))
}

impl Criterion for LanguageTag {
    fn look(&self, page: &Page<'_>, _: &Seen<'_>) -> Found {
        let mut out = Found::default();
        let header = page.content_language.into_iter();
        let tags = header.chain(page.languages.iter().map(String::as_str));
        let mut known: Vec<String> = Vec::new();
        let tags = tags.flat_map(|tags| tags.split(',')).map(|tag| tag.trim().to_ascii_lowercase());
        for tag in tags.filter(|tag| !tag.is_empty()).take(MAX_TAGS) {
            if !known.contains(&tag) {
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

impl LanguageTag {
    fn is_national(&self, tag: &str) -> bool {
        if let Some(pattern) = &self.imported {
            // The pattern was written for the source of a page; these are the forms in which a tag occurs there.
            return [
                format!("lang=\"{tag}\""),
                format!("lang='{tag}'"),
                format!("lang={tag}"),
                format!("http-equiv=\"content-language\" content=\"{tag}\""),
                tag.to_owned(),
            ]
            .iter()
            .any(|written| pattern.is_match(written));
        }
        let mut parts = tag.split(['-', '_']);
        parts.next() == Some(self.language.as_str())
            || parts.any(|part| self.countries.iter().any(|it| it.eq_ignore_ascii_case(part)))
    }
}
