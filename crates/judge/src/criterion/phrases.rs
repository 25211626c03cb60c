//! Words and phrases of lists, found in the text as whole words; all lists are searched in one pass over the whole
//! text.

mod beginnings;
#[cfg(test)]
mod tests;

use std::collections::HashMap;

use aho_corasick::{AhoCorasick, Anchored, Input, MatchKind, StartKind};

use self::beginnings::Beginnings;
use super::Found;
use crate::pack::Pack;

/// Bytes at the beginning of a text in which places count; [`END`] is for its end. The beginning says what a text is
/// about, the end where its author lives.
const BEGINNING: usize = 6 << 10;
const END: usize = 2 << 10;

/// A list of the pack that is searched for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PhraseList {
    Places = 0,
    Names = 1,
    Forbidden = 2,
    Vulgar = 3,
    Pornographic = 4,
    Racist = 5,
}

impl PhraseList {
    const ALL: [PhraseList; 6] = [
        PhraseList::Places,
        PhraseList::Names,
        PhraseList::Forbidden,
        PhraseList::Vulgar,
        PhraseList::Pornographic,
        PhraseList::Racist,
    ];

    /// Whether upper and lower case are distinguished: names are no names without their capitals.
    fn is_exact(self) -> bool {
        match self {
            PhraseList::Places | PhraseList::Names => true,
            PhraseList::Forbidden
            | PhraseList::Vulgar
            | PhraseList::Pornographic
            | PhraseList::Racist => false,
        }
    }
}

/// Lists of phrases, prepared for searching.
pub(crate) struct Phrases {
    /// Reads the phrase that begins at a place.
    automaton: Option<AhoCorasick>,
    /// The places where it has to look.
    beginnings: Beginnings,
    /// What each pattern stands for.
    meanings: Vec<Vec<Meaning>>,
    /// Number of entries of all lists.
    entries: usize,
}

/// An entry of a list that a pattern is a form of.
struct Meaning {
    list: PhraseList,
    /// Number of the entry among those of all lists.
    entry: usize,
    /// The form if case counts.
    exact: Option<Box<str>>,
}

/// The entries of each list that were found.
#[derive(Debug, Default)]
pub(crate) struct Phrased([Found; 6]);

impl Phrased {
    pub(crate) fn of(&self, list: PhraseList) -> &Found {
        &self.0[list as usize]
    }
}

impl Phrases {
    pub(crate) fn new(pack: &Pack) -> Phrases {
        let mut forms: Vec<String> = Vec::new();
        let mut meanings: Vec<Vec<Meaning>> = Vec::new();
        let mut places = HashMap::new();
        let mut entries = 0;
        for list in PhraseList::ALL {
            for entry in pack.phrases(list) {
                for form in &entry.forms {
                    let exact = || list.is_exact().then(|| form.clone());
                    for written in ways_to_write(form, list.is_exact()) {
                        let place = *places.entry(written.clone()).or_insert_with(|| {
                            forms.push(written);
                            meanings.push(Vec::new());
                            meanings.len() - 1
                        });
                        meanings[place].push(Meaning { list, entry: entries, exact: exact() });
                    }
                }
                entries += 1;
            }
        }
        // The pack limits the number and length of forms to far below the limit of the automaton.
        let automaton = match forms.is_empty() {
            true => None,
            false => AhoCorasick::builder()
                .match_kind(MatchKind::LeftmostLongest)
                .ascii_case_insensitive(true)
                .start_kind(StartKind::Anchored)
                .build(&forms)
                .ok(),
        };
        Phrases { automaton, beginnings: Beginnings::of(&forms), meanings, entries }
    }

    /// Counts the entries that occur in the text or the title, each once. An entry that is only in the title has no
    /// position. Places count only near the beginning and the end of a text.
    pub(crate) fn find(&self, text: &str, title: &str) -> Phrased {
        let mut out = Phrased::default();
        let Some(automaton) = &self.automaton else { return out };
        let mut known = vec![false; self.entries];
        for (part, is_text) in [(text, true), (title, false)] {
            let end = part.len().saturating_sub(END);
            let mut at = 0;
            while let Some(place) = self.beginnings.next(part, at) {
                let input = Input::new(part).range(place..).anchored(Anchored::Yes);
                // The automaton was built for such searches, so it does not refuse them.
                let Ok(Some(found)) = automaton.try_find(input) else {
                    at = place + 1;
                    continue;
                };
                let (start, stop) = (found.start(), found.end());
                if !stands_alone(part, start, stop) {
                    at = after_word(part, start);
                    continue;
                }
                at = stop;
                let written = &part[start..stop];
                for meaning in &self.meanings[found.pattern().as_usize()] {
                    let is_near = start < BEGINNING || start >= end;
                    let counts = !known[meaning.entry]
                        && meaning.exact.as_ref().is_none_or(|exact| **exact == *written)
                        && (is_near || meaning.list != PhraseList::Places);
                    if counts {
                        known[meaning.entry] = true;
                        let position = is_text.then_some(start);
                        out.0[meaning.list as usize].count(true, written, position);
                    }
                }
            }
        }
        out
    }
}

/// Returns the ways to write a form that the automaton has to know, with all ASCII letters in lower case, because it
/// ignores their case. Other letters are searched for in the usual spellings: lower case, first capitals, upper case.
/// This takes far less time than converting each text to lower case.
fn ways_to_write(form: &str, is_exact: bool) -> Vec<String> {
    if is_exact {
        return vec![form.to_ascii_lowercase()];
    }
    let lower = form.to_lowercase();
    let headline = lower.split(' ').map(capital).collect::<Vec<_>>().join(" ");
    let mut written = vec![capital(&lower), headline, lower.to_uppercase(), lower];
    written.iter_mut().for_each(|it| it.make_ascii_lowercase());
    written.sort_unstable();
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

/// Returns where to search on after a match that does not stand alone: behind the word that it begins in, because the
/// next word may be one that is searched for.
fn after_word(text: &str, start: usize) -> usize {
    let rest = text.get(start..).unwrap_or_default();
    let first = rest.chars().next().map_or(1, char::len_utf8);
    let word = rest.find(|c: char| !c.is_alphanumeric()).unwrap_or(rest.len());
    (start + word.max(first)).min(text.len())
}
