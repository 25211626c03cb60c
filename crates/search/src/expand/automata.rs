//! Sets of terms: words that differ only in diacritics, and words that begin so.

use crate::words::folded;
use tantivy_fst::Automaton;

/// All words that are this one but for diacritics. The word itself has none.
///
/// Terms are UTF-8, and come byte by byte: a state is the number of letters matched, and the bytes of a letter begun.
pub(super) struct Diacritics {
    letters: Vec<char>,
}

/// How far a term was matched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Progress {
    /// Letters of the word that were matched.
    matched: usize,
    /// Bytes of the next letter of the term, so far.
    begun: [u8; 4],
    length: u8,
    is_dead: bool,
}

impl Diacritics {
    pub(super) fn new(word: &str) -> Diacritics {
        Diacritics { letters: word.chars().collect() }
    }
}

impl Automaton for Diacritics {
    type State = Progress;

    fn start(&self) -> Progress {
        Progress { matched: 0, begun: [0; 4], length: 0, is_dead: false }
    }

    fn is_match(&self, state: &Progress) -> bool {
        !state.is_dead && state.length == 0 && state.matched == self.letters.len()
    }

    fn can_match(&self, state: &Progress) -> bool {
        !state.is_dead && (state.matched < self.letters.len() || state.length == 0)
    }

    fn accept(&self, state: &Progress, byte: u8) -> Progress {
        let mut next = *state;
        if next.is_dead || next.matched >= self.letters.len() || usize::from(next.length) >= 4 {
            return Progress { is_dead: true, ..next };
        }
        next.begun[usize::from(next.length)] = byte;
        next.length += 1;
        let Ok(text) = std::str::from_utf8(&next.begun[..usize::from(next.length)]) else {
            return next;
        };
        let wanted = self.letters[next.matched];
        let is_same = text.chars().eq([wanted])
            || folded(text).is_some_and(|plain| plain.chars().eq([wanted]));
        Progress { matched: next.matched + 1, begun: [0; 4], length: 0, is_dead: !is_same }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_match_whatever_their_diacritics() {
        let matches = |word: &str, term: &str| {
            let automaton = Diacritics::new(word);
            let mut state = automaton.start();
            for byte in term.bytes() {
                state = automaton.accept(&state, byte);
            }
            automaton.is_match(&state)
        };
        assert!(matches("prilis", "příliš"));
        assert!(matches("prilis", "prilis"));
        assert!(!matches("prilis", "příli"));
        assert!(!matches("prilis", "příliše"));
        assert!(!matches("prilis", "přiliž"));
        assert!(!matches("a", "\u{65e5}"));
        assert!(matches("", ""));
    }
}
