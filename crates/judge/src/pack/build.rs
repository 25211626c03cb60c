//! Making the exclusive dictionary: the words of a language less those of its neighbours.
//!
//! Words come from dictionaries of Hunspell (`.dic`, with the `.aff` beside it) or from plain
//! lists. Of the language the words as they stand in the list are taken; of a neighbour every form
//! that its affix rules make as well, since a word that a neighbour only inflects into is not
//! exclusive.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use crate::error::Error;
use crate::pack::hunspell;
use crate::words::lower_into;

/// Shorter words occur in too many languages by accident.
const MIN_LETTERS: usize = 3;

/// What a list of words is of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lexicon {
    /// The words as they are listed.
    Listed,
    /// All forms that affix rules make of them, too.
    Inflected,
}

/// An exclusive dictionary.
#[derive(Debug)]
pub struct Built {
    /// The words, in lower case, sorted.
    pub words: BTreeSet<Box<str>>,
    /// How many words the language has.
    pub of_language: usize,
    /// How many of those some neighbour has, too.
    pub shared: usize,
}

/// Makes an exclusive dictionary of files.
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

/// Names begin with a capital and abbreviations have several: neither is a word of a language.
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
