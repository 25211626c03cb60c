//! "Did you mean": words of the index that differ by a letter or two.

use super::forms::frequency;
use crate::error::SearchError;
use crate::parts::{Fields, SearchPart};
use levenshtein_automata::{DFA, Distance, LevenshteinAutomatonBuilder, SINK_STATE};
use std::collections::BTreeMap;
use tantivy::Searcher;
use tantivy_fst::Automaton;

/// Parts from whose words suggestions are made.
const PARTS: [SearchPart; 5] =
    [SearchPart::Title, SearchPart::H1, SearchPart::Text, SearchPart::Item, SearchPart::Cell];
/// Terms of one dictionary that are looked at.
const LOOKED_MAX: usize = 2_000;

/// Returns words of the index that are like this one, the best first, at most `limit`.
pub(crate) fn suggest(
    searcher: &Searcher,
    fields: &Fields,
    word: &str,
    limit: usize,
) -> Result<Vec<String>, SearchError> {
    let length = word.chars().count();
    // Shorter words have too many neighbours.
    let distance = match length {
        0..=3 => return Ok(Vec::new()),
        4..=6 => 1,
        _ => 2,
    };
    let automaton = Levenshtein(LevenshteinAutomatonBuilder::new(distance, true).build_dfa(word));
    let mut found: BTreeMap<String, u8> = BTreeMap::new();
    for segment in searcher.segment_readers() {
        for part in PARTS {
            let index = segment.inverted_index(fields.part(part))?;
            let mut terms = index.terms().search(&automaton).into_stream()?;
            let mut left = LOOKED_MAX;
            while left > 0 && terms.advance() {
                left -= 1;
                let Ok(term) = std::str::from_utf8(terms.key()) else { continue };
                if term != word && !found.contains_key(term) {
                    let Distance::Exact(distance) = automaton.0.eval(term) else { continue };
                    found.insert(term.to_owned(), distance);
                }
            }
        }
    }
    let mut ranked = Vec::new();
    for (term, distance) in found {
        let documents = frequency(searcher, fields, &term)?;
        ranked.push((distance, std::cmp::Reverse(documents), term));
    }
    ranked.sort();
    Ok(ranked.into_iter().take(limit).map(|(_, _, term)| term).collect())
}

/// The automaton, in the form that dictionaries want.
struct Levenshtein(DFA);

impl Automaton for &Levenshtein {
    type State = u32;

    fn start(&self) -> u32 {
        self.0.initial_state()
    }

    fn is_match(&self, state: &u32) -> bool {
        matches!(self.0.distance(*state), Distance::Exact(_))
    }

    fn can_match(&self, state: &u32) -> bool {
        *state != SINK_STATE
    }

    fn accept(&self, state: &u32, byte: u8) -> u32 {
        self.0.transition(*state, byte)
    }
}
