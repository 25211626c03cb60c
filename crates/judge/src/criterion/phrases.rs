//! Words and phrases of a list, found in the text as whole words, all in one pass.

use std::collections::HashSet;

use aho_corasick::{AhoCorasick, MatchKind};

use super::Found;
use crate::pack::Entry;

/// Entries of a list, ready to be looked for.
pub(super) struct Phrases {
    automaton: Option<AhoCorasick>,
    /// Which entry a pattern is a form of.
    entries: Vec<usize>,
}

/// Whether `praha` is found by `Praha`.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Case {
    Counts,
    /// Forms are in lower case, and so must the text be.
    Lowered,
}

impl Phrases {
    pub(super) fn new(list: &[Entry], case: Case) -> Phrases {
        let mut forms = Vec::new();
        let mut entries = Vec::new();
        for (number, entry) in list.iter().enumerate() {
            for form in &entry.forms {
                forms.push(match case {
                    Case::Counts => form.to_string(),
                    Case::Lowered => form.to_lowercase(),
                });
                entries.push(number);
            }
        }
        // Forms are bounded in number and length by the pack, far below what the automaton takes.
        let automaton = match forms.is_empty() {
            true => None,
            false => {
                AhoCorasick::builder().match_kind(MatchKind::LeftmostLongest).build(&forms).ok()
            }
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

/// Whether no letter or digit touches these bytes.
fn stands_alone(text: &str, start: usize, end: usize) -> bool {
    // Patterns are whole characters, so that matches begin and end between characters.
    let before = text.get(..start).and_then(|text| text.chars().next_back());
    let after = text.get(end..).and_then(|text| text.chars().next());
    !before.is_some_and(char::is_alphanumeric) && !after.is_some_and(char::is_alphanumeric)
}
