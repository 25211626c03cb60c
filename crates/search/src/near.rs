//! Near words: base forms that stand close to the words of a query, in the documents that it finds.
//!
//! A word at most `distance` words from an occurrence, in the same block, is near it, and gets 1/distance for it. What
//! all forms of a word get in all documents is its relevance. With several words in the query, only what is near to all
//! of them counts; if nothing is, what is near to some of them.
//!
//! Left out are the words of the query, stop words of the document's language, single letters and numbers, and whatever
//! stands in navigation and footers, which say the same on all pages. The index has no texts, so the caller reads
//! documents, as for snippets, and adds each to a [`NearTally`]; how many is up to the caller.

mod base;
mod stop;

pub(crate) use base::BaseForms;

use crate::error::SearchError;
use crate::parts::SearchPart;
use crate::search::SearchIndex;
use crate::snippet::WordMarker;
use crate::words::Words;
use serde::Serialize;
use std::collections::BTreeMap;
use std::ops::Range;
use stodola_extract::PageText;

/// Greatest distance, in words.
pub const NEAR_DISTANCE_MAX: usize = 50;
/// Occurrences of words of the query in one document beyond these are not looked at.
const OCCURRENCES_MAX: usize = 1_000;
/// Different words that are kept. Those that come later are not.
const KEPT_MAX: usize = 200_000;
/// Ways of writing one word that are counted.
const WRITTEN_MAX: usize = 16;

/// How near words are looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NearOptions {
    /// Greatest distance, in words: 1 is the next word. At most [`NEAR_DISTANCE_MAX`].
    pub distance: usize,
    /// Words of a document that are looked at.
    pub words: usize,
}

impl Default for NearOptions {
    fn default() -> NearOptions {
        NearOptions { distance: 5, words: 200_000 }
    }
}

/// A word near those of a query.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct NearWord {
    /// The word, as it is written most often near them.
    pub word: String,
    /// Sum of 1/distance over all places, for all its forms.
    pub relevance: f64,
    /// Number of documents in which it stands near them, in the form that most of them have.
    #[serde(skip)]
    pub documents: u64,
}

/// The words near those of a query.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct NearWords {
    /// The words, the most relevant first; of equal ones in the order of the alphabet.
    pub words: Vec<NearWord>,
    /// Whether no word is near to all words of the query, and those near to some of them are given.
    pub is_relaxed: bool,
}

/// What stands near the words of a query in some documents, form by form.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct NearTally {
    /// By language (empty if it is not known) and word, in the form in which it is indexed.
    words: BTreeMap<(String, String), Nearness>,
}

/// How near a form is.
#[derive(Clone, Debug, Default, PartialEq)]
struct Nearness {
    /// Where it is near to all words of the query.
    to_all: f64,
    /// Where it is near to some of them.
    to_some: f64,
    documents: u64,
    written: BTreeMap<String, u64>,
}

impl NearTally {
    /// Adds what was found in other documents. The result depends on the order only in the last digits of sums.
    pub fn join(&mut self, other: NearTally) {
        for (key, more) in other.words {
            if self.words.len() >= KEPT_MAX && !self.words.contains_key(&key) {
                continue;
            }
            let known = self.words.entry(key).or_default();
            known.to_all += more.to_all;
            known.to_some += more.to_some;
            known.documents += more.documents;
            for (form, count) in more.written {
                if known.written.len() < WRITTEN_MAX || known.written.contains_key(&form) {
                    *known.written.entry(form).or_default() += count;
                }
            }
        }
    }

    /// The forms that count, with how near they are, the nearest first.
    fn ranked(&self) -> (Vec<RankedForm<'_>>, bool) {
        let is_relaxed = !self.words.values().any(|it| it.to_all > 0.0);
        let value = |it: &Nearness| if is_relaxed { it.to_some } else { it.to_all };
        let mut ranked: Vec<RankedForm<'_>> =
            self.words.iter().map(|(key, it)| (key, value(it), it)).collect();
        ranked.retain(|(_, value, _)| *value > 0.0);
        ranked.sort_by(|a, b| b.1.total_cmp(&a.1).then_with(|| a.0.cmp(b.0)));
        (ranked, is_relaxed && !self.words.is_empty())
    }
}

/// Language and form, how near it is, and how it is written.
type RankedForm<'t> = (&'t (String, String), f64, &'t Nearness);

impl WordMarker {
    /// Returns what stands near the words of the query in a document. `language`: that of the document, without its
    /// region; `None` if it is not known.
    pub fn near(&self, page: &PageText, language: Option<&str>, options: NearOptions) -> NearTally {
        let blocks = page.blocks().filter_map(|block| Some((SearchPart::of(&block)?, block.text)));
        self.near_in(blocks, language, options)
    }

    /// Same as [`near`](WordMarker::near), for texts of any kind.
    pub fn near_in<'t>(
        &self,
        blocks: impl Iterator<Item = (SearchPart, &'t str)>,
        language: Option<&str>,
        options: NearOptions,
    ) -> NearTally {
        let mut places = Places::new(self, language, options);
        let blocks = blocks.filter(|(part, _)| *part != SearchPart::Aside);
        blocks.for_each(|(_, text)| places.read(text));
        places.tally
    }
}

/// Goes through the blocks of one document.
struct Places<'m> {
    marker: &'m WordMarker,
    language: &'m str,
    distance: usize,
    /// A bit for each clause of the query.
    all: u64,
    words_left: usize,
    occurrences_left: usize,
    tally: NearTally,
}

impl<'m> Places<'m> {
    fn new(marker: &'m WordMarker, language: Option<&'m str>, options: NearOptions) -> Places<'m> {
        let all = marker.clauses().fold(0, |all, clause| all | bit(clause));
        Places {
            marker,
            language: language.unwrap_or_default(),
            distance: options.distance.clamp(1, NEAR_DISTANCE_MAX),
            all,
            words_left: options.words,
            occurrences_left: OCCURRENCES_MAX,
            tally: NearTally::default(),
        }
    }

    fn read(&mut self, text: &str) {
        let (mut words, mut word) = (Words::new(text), String::new());
        let mut ranges: Vec<Range<usize>> = Vec::new();
        let mut occurrences: Vec<(usize, u64)> = Vec::new();
        while self.words_left > 0
            && let Some(range) = words.next_into(&mut word)
        {
            self.words_left -= 1;
            if self.occurrences_left > 0
                && let Some(clause) = self.marker.clause_of(&word)
            {
                self.occurrences_left -= 1;
                occurrences.push((ranges.len(), bit(clause)));
            }
            ranges.push(range);
        }
        if occurrences.is_empty() {
            return;
        }
        let mut near: BTreeMap<usize, (f64, u64)> = BTreeMap::new();
        for (at, clause) in &occurrences {
            let last = (at + self.distance).min(ranges.len() - 1);
            for place in at.saturating_sub(self.distance)..=last {
                if place != *at {
                    let known = near.entry(place).or_default();
                    known.0 += 1.0 / at.abs_diff(place) as f64;
                    known.1 |= clause;
                }
            }
        }
        for (place, (nearness, clauses)) in near {
            let written = &text[ranges[place].clone()];
            Words::new(written).next_into(&mut word);
            if self.marker.clause_of(&word).is_none() && stop::is_telling(&word, self.language) {
                self.add(&word, written, nearness, clauses);
            }
        }
    }

    fn add(&mut self, word: &str, written: &str, nearness: f64, clauses: u64) {
        let key = (self.language.to_owned(), word.to_owned());
        let known = self.tally.words.entry(key).or_default();
        known.to_some += nearness;
        if clauses == self.all {
            known.to_all += nearness;
        }
        known.documents = 1;
        if known.written.len() < WRITTEN_MAX || known.written.contains_key(written) {
            *known.written.entry(written.to_owned()).or_default() += 1;
        }
    }
}

/// The bit of a clause; a query has at most 64.
fn bit(clause: usize) -> u64 {
    1 << (clause % 64)
}

impl SearchIndex {
    /// Puts forms of the same word together and returns the most relevant words, at most `limit`. Only so many forms
    /// are looked up as `forms` says, the nearest ones: each takes some 20 µs where a table of inflection is used.
    pub fn near_words(
        &self,
        tally: &NearTally,
        limit: usize,
        forms: usize,
    ) -> Result<NearWords, SearchError> {
        let open = self.current()?;
        let mut bases = BaseForms::new(&open.tables, &open.exceptions);
        let (ranked, is_relaxed) = tally.ranked();
        Ok(NearWords {
            words: together(ranked.into_iter().take(forms), &mut bases, limit),
            is_relaxed,
        })
    }
}

fn together<'t>(
    ranked: impl Iterator<Item = RankedForm<'t>>,
    bases: &mut BaseForms<'_>,
    limit: usize,
) -> Vec<NearWord> {
    let mut words: BTreeMap<String, (f64, u64, BTreeMap<&str, u64>)> = BTreeMap::new();
    for ((language, form), nearness, it) in ranked {
        let known = words.entry(bases.of(language, form)).or_default();
        known.0 += nearness;
        known.1 = known.1.max(it.documents);
        it.written.iter().for_each(|(form, count)| *known.2.entry(form).or_default() += count);
    }
    let mut words: Vec<NearWord> = words
        .into_values()
        .map(|(relevance, documents, written)| NearWord {
            word: most_written(&written).to_owned(),
            // Sums of fractions: more digits would say nothing.
            relevance: (relevance * 1e6).round() / 1e6,
            documents,
        })
        .collect();
    words.sort_by(|a, b| b.relevance.total_cmp(&a.relevance).then_with(|| a.word.cmp(&b.word)));
    words.truncate(limit);
    words
}

/// The way in which a word is written most often; of equal ones the first in the order of the alphabet.
pub(crate) fn most_written<'w>(written: &BTreeMap<&'w str, u64>) -> &'w str {
    let most = written.iter().max_by(|a, b| a.1.cmp(b.1).then_with(|| b.0.cmp(a.0)));
    most.map_or("", |(form, _)| *form)
}

/// Whether a word tells something in a language; empty if that is not known.
pub(crate) fn is_telling(word: &str, language: &str) -> bool {
    stop::is_telling(word, language)
}

#[cfg(test)]
mod tests;
