//! Words that tell nothing alone: articles, prepositions, conjunctions, pronouns, and forms of "to be" and the like.
//!
//! The lists are short on purpose: a word that is missing shows up among near words, a word too many is lost.

use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;

/// The words, by language.
static LISTS: LazyLock<HashMap<&str, HashSet<&str>>> = LazyLock::new(|| {
    let mut lists: HashMap<&str, HashSet<&str>> = HashMap::new();
    for line in include_str!("stop.txt").lines().filter(|line| !line.starts_with('#')) {
        let mut words = line.split_ascii_whitespace();
        if let Some(language) = words.next() {
            lists.entry(language).or_default().extend(words);
        }
    }
    lists
});

/// Whether a word tells something: it has letters, it is not a single letter of an alphabet, and it is no stop word of
/// the language. If that is not known (empty), it is no stop word of any.
pub(super) fn is_telling(word: &str, language: &str) -> bool {
    let mut letters = word.chars();
    let is_single = letters.next().is_none_or(is_of_alphabet) && letters.next().is_none();
    if is_single || !word.chars().any(char::is_alphabetic) {
        return false;
    }
    match language {
        "" => !LISTS.values().any(|list| list.contains(word)),
        language => !LISTS.get(language).is_some_and(|list| list.contains(word)),
    }
}

/// Whether it is a letter of an alphabet, and not an ideograph or a syllable, which are words.
fn is_of_alphabet(letter: char) -> bool {
    u32::from(letter) < 0x2e80
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stop_words_letters_and_numbers_tell_nothing() {
        for (word, language, tells) in [
            ("systém", "cs", true),
            ("který", "cs", false),
            ("the", "en", false),
            ("the", "cs", true),
            ("the", "", false),
            ("x", "en", false),
            ("ž", "cs", false),
            ("日", "ja", true),
            ("2024", "en", false),
            ("h2o", "en", true),
            ("", "en", false),
        ] {
            assert_eq!(is_telling(word, language), tells, "{word} {language}");
        }
    }
}
