//! Words that occur in this language and in none of its neighbours.
//!
//! Every word counts once, so that no word decides by being repeated. Words of one letter do not
//! count.

use std::collections::HashSet;
use std::hash::{BuildHasher, RandomState};

use super::{Criterion, Found, Making, Seen};
use crate::error::Error;
use crate::page::Page;
use crate::probability::saturated;
use crate::verdict::Signal;
use crate::words::{lower_into, words};

/// In ordinary text of the language at least this share of words is in a short list of its
/// exclusive words.
const FULL_SHARE: f64 = 0.10;

struct Dictionary {
    words: HashSet<Box<str>>,
    counts_repeats: bool,
}

pub(super) fn make(making: &Making<'_>) -> Result<Box<dyn Criterion>, Error> {
    let mut lower = String::new();
    let forms = making.pack.words.iter().flat_map(|entry| &entry.forms);
    let words = forms.map(|form| {
        lower_into(form, &mut lower);
        lower.as_str().into()
    });
    Ok(Box::new(Dictionary { words: words.collect(), counts_repeats: making.properties.is_some() }))
}

impl Criterion for Dictionary {
    fn look(&self, page: &Page<'_>, _: &Seen<'_>) -> Found {
        if self.words.is_empty() {
            return Found::lacking("the pack has no words; make them with 'stodola pack build'");
        }
        let mut out = Found::default();
        // Only marks of the words are kept: a collision costs one count.
        let marks = RandomState::new();
        let mut known = HashSet::new();
        let mut lower = String::new();
        // What stands in the title only has no position in the text.
        let title = words(page.title.unwrap_or_default()).map(|(_, word)| (None, word));
        let text = words(page.text).map(|(position, word)| (Some(position), word));
        for (position, word) in text.chain(title) {
            if word.chars().nth(1).is_none() {
                continue;
            }
            lower_into(word, &mut lower);
            if known.insert(marks.hash_one(&lower)) || self.counts_repeats {
                out.count(self.words.contains(lower.as_str()), word, position);
            }
        }
        if out.found > 0 {
            let share = (out.valid as f64 / out.found as f64 / FULL_SHARE).min(1.0);
            // One word of five is not yet a language.
            let national = share * saturated(out.valid);
            out.signal = Some(Signal { national, foreign: 0.0 });
        }
        out
    }
}
