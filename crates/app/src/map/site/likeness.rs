//! How alike two texts are: the share of runs of three words that both have.

use std::collections::HashSet;
use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher};

/// Number of words of a text that count.
const WORDS_MAX: usize = 5_000;
/// Number of words of a run.
const RUN: usize = 3;

/// The runs of words of a text, as hashes. Digits do not count: pages of errors tell the time or a number.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct TextRuns(HashSet<u64>);

impl TextRuns {
    pub(super) fn of(text: &str) -> TextRuns {
        let is_word = |word: &&str| word.chars().any(char::is_alphabetic);
        let words = text.split(|c: char| !c.is_alphanumeric()).filter(is_word);
        let words: Vec<String> = words.take(WORDS_MAX).map(str::to_lowercase).collect();
        let hasher = BuildHasherDefault::<DefaultHasher>::default();
        TextRuns(
            words.windows(RUN.min(words.len()).max(1)).map(|run| hasher.hash_one(run)).collect(),
        )
    }

    /// Number of different runs.
    pub(super) fn len(&self) -> usize {
        self.0.len()
    }

    /// From 0, nothing in common, to 1, the same.
    pub(super) fn likeness(&self, other: &TextRuns) -> f64 {
        let common = self.0.intersection(&other.0).count();
        let all = self.0.len() + other.0.len() - common;
        if all == 0 { 0.0 } else { common as f64 / all as f64 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn likeness_is_one_for_the_same_words_and_none_for_others() {
        let like = |a: &str, b: &str| TextRuns::of(a).likeness(&TextRuns::of(b));
        let error = "Sorry, the page you are looking for was not found on this server. Request";
        assert_eq!(like(&format!("{error} 17"), &format!("{error} 4711")), 1.0);
        assert_eq!(like(error, "Our barns are open from May to October, also on Sundays."), 0.0);
        let half =
            like(error, "Sorry, the page you are looking for is being repaired by our people");
        assert!((0.1..0.9).contains(&half), "{half}");
        assert_eq!((like("", ""), like("", "one")), (0.0, 0.0));
        assert_eq!(like("one", "one"), 1.0);
    }
}
