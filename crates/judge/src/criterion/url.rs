//! The address of the page itself: words of its host and path, and patterns that it matches. Each counts once.

use std::collections::HashSet;

use regex::Regex;

use super::{Criterion, Found, Making, Seen};
use crate::error::Error;
use crate::page::Page;
use crate::probability::saturated;
use crate::verdict::Signal;

/// Maximum number of bytes of an address that are looked at; the rest is ignored.
const MAX_LENGTH: usize = 2048;
/// Number of different words of most addresses; used to allocate memory.
const USUAL_WORDS: usize = 16;

struct Url {
    patterns: Vec<Regex>,
    /// Words in lower case.
    words: HashSet<Box<str>>,
}

pub(super) fn make(making: &Making<'_>) -> Result<Box<dyn Criterion>, Error> {
    let forms = making.pack.url_words.iter().flat_map(|entry| &entry.forms);
    Ok(Box::new(Url {
        patterns: making.pack.url_patterns.clone(),
        words: forms.map(|form| form.to_lowercase().into()).collect(),
    }))
}

impl Criterion for Url {
    fn look(&self, page: &Page<'_>, _: &Seen<'_>) -> Found {
        if self.patterns.is_empty() && self.words.is_empty() {
            return Found::lacking("the pack says nothing about addresses");
        }
        let uri = String::from_utf8_lossy(&page.uri[..page.uri.len().min(MAX_LENGTH)]);
        if uri.is_empty() {
            return Found::lacking("the page has no address");
        }
        let uri = uri.to_lowercase();
        let mut out = Found::default();
        let words = uri.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
        // An address has few words, so that a set of them would take longer.
        let mut known = Vec::with_capacity(USUAL_WORDS);
        // The first word is the scheme.
        for word in words.skip(1) {
            if !known.contains(&word) {
                known.push(word);
                out.count(self.words.contains(word), word, None);
            }
        }
        for found in self.patterns.iter().filter_map(|pattern| pattern.find(&uri)) {
            out.count(true, found.as_str(), None);
        }
        // Words that are not on the list do not count against the nation.
        out.signal = Some(Signal { national: saturated(out.valid), foreign: 0.0 });
        out
    }
}
