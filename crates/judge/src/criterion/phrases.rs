//! Words and phrases of a list, found in the text as whole words, all in one pass.

use std::collections::HashSet;

use aho_corasick::{AhoCorasick, AhoCorasickKind, MatchKind};

use super::Found;
use crate::pack::Entry;

/// Entries of a list, ready to be looked for.
pub(super) struct Phrases {
    automaton: Option<AhoCorasick>,
    /// Which entry a pattern is a form of.
    entries: Vec<usize>,
}

/// Up to so many bytes in all, forms are looked for in the fastest way, which takes some hundred
/// bytes of memory for each.
const FAST: usize = 32 << 10;

/// So much of a text is looked through: what it is about, it says at the beginning.
const TEXT_MAX: usize = 16 << 10;

/// Whether `praha` is found by `Praha`.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Case {
    Counts,
    /// But not a capital within a word beside small letters, unless it is of ASCII: to look for all
    /// ways to write a word takes far less time than to write each text anew in small letters.
    Ignored,
}

impl Phrases {
    pub(super) fn new(list: &[Entry], case: Case) -> Phrases {
        let mut forms = Vec::new();
        let mut entries = Vec::new();
        for (number, entry) in list.iter().enumerate() {
            for form in &entry.forms {
                let written = match case {
                    Case::Counts => vec![form.to_string()],
                    Case::Ignored => ways_to_write(form),
                };
                entries.extend(written.iter().map(|_| number));
                forms.extend(written);
            }
        }
        let is_fast = forms.iter().map(String::len).sum::<usize>() <= FAST;
        // Forms are bounded in number and length by the pack, far below what the automaton takes.
        let automaton = match forms.is_empty() {
            true => None,
            false => AhoCorasick::builder()
                .match_kind(MatchKind::LeftmostLongest)
                .kind(is_fast.then_some(AhoCorasickKind::DFA))
                .ascii_case_insensitive(case == Case::Ignored)
                .build(&forms)
                .ok(),
        };
        Phrases { automaton, entries }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.automaton.is_none()
    }

    /// Counts the entries that occur in the text or the title, each once. What stands in the title
    /// only has no position.
    pub(super) fn count(&self, text: &str, title: &str) -> Found {
        let mut out = Found::default();
        let Some(automaton) = &self.automaton else { return out };
        let mut known = HashSet::new();
        let text = &text[..text.floor_char_boundary(TEXT_MAX)];
        for (part, is_text) in [(text, true), (title, false)] {
            for found in automaton.find_iter(part) {
                let entry = self.entries[found.pattern().as_usize()];
                if !known.contains(&entry) && stands_alone(part, found.start(), found.end()) {
                    known.insert(entry);
                    out.count(true, &part[found.range()], is_text.then_some(found.start()));
                }
            }
        }
        out
    }
}

/// In small letters, with a capital, in capitals.
fn ways_to_write(form: &str) -> Vec<String> {
    let lower = form.to_lowercase();
    let mut letters = lower.chars();
    let first = letters.next().into_iter().flat_map(char::to_uppercase);
    let mut written = vec![first.chain(letters).collect(), lower.to_uppercase(), lower];
    written.dedup();
    written
}

/// Whether no letter or digit touches these bytes.
fn stands_alone(text: &str, start: usize, end: usize) -> bool {
    // Patterns are whole characters, so that matches begin and end between characters.
    let before = text.get(..start).and_then(|text| text.chars().next_back());
    let after = text.get(end..).and_then(|text| text.chars().next());
    !before.is_some_and(char::is_alphanumeric) && !after.is_some_and(char::is_alphanumeric)
}
