//! Words and phrases of lists, found in the text as whole words; all lists are searched in one pass.

use std::collections::HashSet;

use aho_corasick::{AhoCorasick, AhoCorasickKind, Input, MatchKind};

use super::Found;
use crate::pack::Pack;

/// Total length of all forms in bytes up to which the fastest search is used, which needs some hundred bytes of memory
/// for each byte.
const FAST: usize = 64 << 10;

/// Bytes at the beginning of a text that are searched; [`END`] is for its end. The beginning says what a text is
/// about, the end where its author lives.
const BEGINNING: usize = 6 << 10;
const END: usize = 2 << 10;

/// Lists of phrases, prepared for searching.
pub(crate) struct Phrases {
    automaton: Option<AhoCorasick>,
    /// The list and entry that each pattern is a form of.
    entries: Vec<(List, usize)>,
}

/// The entries of each list that were found.
#[derive(Debug, Default)]
pub(crate) struct Phrased {
    pub(crate) places: Found,
    pub(crate) forbidden: Found,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum List {
    /// Names of places: case counts.
    Places,
    /// Forbidden words in the usual spellings of upper and lower case: searching for these takes far less time than
    /// converting each text to lower case.
    Forbidden,
}

impl Phrases {
    pub(crate) fn new(pack: &Pack) -> Phrases {
        let mut forms = Vec::new();
        let mut entries = Vec::new();
        for (list, of_pack) in
            [(List::Places, &pack.places), (List::Forbidden, &pack.forbidden_words)]
        {
            for (number, entry) in of_pack.iter().enumerate() {
                for form in &entry.forms {
                    let written = match list {
                        List::Places => vec![form.to_string()],
                        List::Forbidden => ways_to_write(form),
                    };
                    entries.extend(written.iter().map(|_| (list, number)));
                    forms.extend(written);
                }
            }
        }
        let is_fast = forms.iter().map(String::len).sum::<usize>() <= FAST;
        // The pack limits the number and length of forms to far below the limit of the automaton.
        let automaton = match forms.is_empty() {
            true => None,
            false => AhoCorasick::builder()
                .match_kind(MatchKind::LeftmostLongest)
                .kind(is_fast.then_some(AhoCorasickKind::DFA))
                .build(&forms)
                .ok(),
        };
        Phrases { automaton, entries }
    }

    /// Counts the entries that occur in the text or the title, each once. An entry that is only in the title has no
    /// position.
    pub(crate) fn find(&self, text: &str, title: &str) -> Phrased {
        let mut out = Phrased::default();
        let Some(automaton) = &self.automaton else { return out };
        let beginning = text.floor_char_boundary(BEGINNING);
        let end = text.ceil_char_boundary(text.len().saturating_sub(END)).max(beginning);
        let parts = [(text, 0..beginning), (text, end..text.len()), (title, 0..title.len())];
        let mut known = HashSet::new();
        for (number, (part, range)) in parts.into_iter().enumerate() {
            for found in automaton.find_iter(Input::new(part).range(range)) {
                let (list, entry) = self.entries[found.pattern().as_usize()];
                if stands_alone(part, found.start(), found.end()) && known.insert((list, entry)) {
                    let of_list = match list {
                        List::Places => &mut out.places,
                        List::Forbidden => &mut out.forbidden,
                    };
                    let position = (number < 2).then_some(found.start());
                    of_list.count(true, &part[found.range()], position);
                }
            }
        }
        out
    }
}

/// Returns a form in lower case, with a first capital, with capitals of all words, and in upper case.
fn ways_to_write(form: &str) -> Vec<String> {
    let lower = form.to_lowercase();
    let headline = lower.split(' ').map(capital).collect::<Vec<_>>().join(" ");
    let mut written = vec![capital(&lower), headline, lower.to_uppercase(), lower];
    written.dedup();
    written
}

fn capital(word: &str) -> String {
    let mut letters = word.chars();
    let first = letters.next().into_iter().flat_map(char::to_uppercase);
    first.chain(letters).collect()
}

/// Whether no letter or digit touches these bytes.
fn stands_alone(text: &str, start: usize, end: usize) -> bool {
    // Patterns are whole characters, so matches begin and end between characters.
    let before = text.get(..start).and_then(|text| text.chars().next_back());
    let after = text.get(end..).and_then(|text| text.chars().next());
    !before.is_some_and(char::is_alphanumeric) && !after.is_some_and(char::is_alphanumeric)
}
