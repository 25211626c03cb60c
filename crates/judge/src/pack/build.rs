//! Building the exclusive dictionary: the words of a language without those of its neighbours.
//!
//! Words come from dictionaries of Hunspell (`.dic`, with the `.aff` beside it) or from plain lists. Of the language,
//! the words are taken as listed; of a neighbour, also every form that its affix rules make, because an inflected form
//! of a neighbour's word is not exclusive either.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use crate::error::Error;
use crate::pack::hunspell;
use crate::words::lower_into;

/// Minimum number of letters of a word. Shorter words occur in too many languages by accident.
const MIN_LETTERS: usize = 3;

/// Whether words count as listed or with all their forms.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lexicon {
    /// The words as they are listed.
    Listed,
    /// The words, and all forms that affix rules make of them.
    Inflected,
}

/// An exclusive dictionary.
#[derive(Debug)]
pub struct Built {
    /// The words, in lower case, sorted.
    pub words: BTreeSet<Box<str>>,
    /// Number of words of the language.
    pub of_language: usize,
    /// Number of them that a neighbour has too.
    pub shared: usize,
}

/// Builds an exclusive dictionary from files.
pub fn build_words(
    words: &[PathBuf],
    lexicon: Lexicon,
    neighbours: &[PathBuf],
) -> Result<Built, Error> {
    let mut own: BTreeSet<Box<str>> = BTreeSet::new();
    let mut lower = String::new();
    for path in words {
        each_word(path, lexicon, &mut |word| {
            if is_word(word) {
                lower_into(word, &mut lower);
                if !own.contains(lower.as_str()) {
                    own.insert(lower.as_str().into());
                }
            }
        })?;
    }
    let of_language = own.len();
    for path in neighbours {
        each_word(path, Lexicon::Inflected, &mut |word| {
            lower_into(word, &mut lower);
            own.remove(lower.as_str());
        })?;
    }
    let shared = of_language - own.len();
    Ok(Built { words: own, of_language, shared })
}

/// Whether this is a word of a language. Names begin with a capital and abbreviations have several: neither counts.
fn is_word(word: &str) -> bool {
    word.chars().count() >= MIN_LETTERS
        && word.chars().all(|c| c.is_alphabetic() && (c.is_lowercase() || !c.is_uppercase()))
}

fn each_word(path: &Path, lexicon: Lexicon, take: &mut dyn FnMut(&str)) -> Result<(), Error> {
    if path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("dic")) {
        return hunspell::each_word(path, lexicon, take);
    }
    let text = super::list::read_file(path)?;
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        // Lists of frequencies have the number before or after the word.
        for word in line.split([' ', '\t', ';', ',']).filter(|word| !word.is_empty()) {
            take(word);
        }
    }
    Ok(())
}
