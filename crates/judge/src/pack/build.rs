//! Building the exclusive dictionary: the words of a language without those of its neighbours.
//!
//! Words come from dictionaries of Hunspell (`.dic`, with the `.aff` beside it), from plain lists, or from folders of
//! texts. Of the language, the words are taken as listed; of a neighbour, also every form that its affix rules make,
//! because an inflected form of a neighbour's word is not exclusive either. Of texts, words count that occur several
//! times: typing errors and quotations rarely do.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::path::{Path, PathBuf};

use crate::error::Error;
use crate::pack::hunspell;
use crate::words::{lower_into, words};

/// Minimum number of letters of a word. Shorter words occur in too many languages by accident.
const MIN_LETTERS: usize = 3;

/// Number of times that a word of texts must occur, to be a word of the language.
const LEAST_OCCURRENCES: u32 = 3;
/// Number of different words of texts from which on those that occurred once are forgotten, to save memory.
const MANY_WORDS: usize = 4_000_000;

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
    if path.is_dir() {
        return each_word_of_texts(path, take);
    }
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

/// Passes on the words that occur several times in the texts of a folder, as they are written.
fn each_word_of_texts(folder: &Path, take: &mut dyn FnMut(&str)) -> Result<(), Error> {
    let mut counts: HashMap<Box<str>, u32> = HashMap::new();
    each_text(folder, &mut |text| {
        for (_, word) in words(text) {
            match counts.get_mut(word) {
                Some(count) => *count = count.saturating_add(1),
                None => drop(counts.insert(word.into(), 1)),
            }
        }
        if counts.len() > MANY_WORDS {
            counts.retain(|_, count| *count > 1);
        }
    })?;
    let frequent = counts.iter().filter(|(_, count)| **count >= LEAST_OCCURRENCES);
    frequent.for_each(|(word, _)| take(word));
    Ok(())
}

/// Passes on the texts of a file, or of all files in a folder and below it.
fn each_text(path: &Path, take: &mut dyn FnMut(&str)) -> Result<(), Error> {
    let unreadable = |source| Error::Read { path: path.to_owned(), source };
    if !path.is_dir() {
        take(&super::list::read_file(path)?);
        return Ok(());
    }
    let entries = std::fs::read_dir(path).map_err(unreadable)?;
    let mut paths = Vec::new();
    for entry in entries {
        let entry = entry.map_err(unreadable)?;
        // Links could lead in a circle.
        let is_link = entry.file_type().map_err(unreadable)?.is_symlink();
        let is_hidden = entry.file_name().to_string_lossy().starts_with('.');
        if !is_link && !is_hidden {
            paths.push(entry.path());
        }
    }
    paths.sort();
    paths.iter().try_for_each(|path| each_text(path, take))
}

/// How much of texts a dictionary covers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct WordCoverage {
    /// Number of words in the texts.
    pub running: u64,
    /// Number of those that are in the dictionary.
    pub known: u64,
    /// Number of different words in the texts.
    pub different: u64,
    /// Number of those that are in the dictionary.
    pub different_known: u64,
}

impl WordCoverage {
    /// Counts the words of texts, in a file or a folder, that are in a dictionary of words in lower case. Words of one
    /// letter do not count.
    pub fn of<'a>(
        dictionary: impl Iterator<Item = &'a str>,
        texts: &[PathBuf],
    ) -> Result<WordCoverage, Error> {
        let dictionary: HashSet<&str> = dictionary.collect();
        let mut seen: HashSet<Box<str>> = HashSet::new();
        let mut out = WordCoverage::default();
        let mut lower = String::new();
        for path in texts {
            each_text(path, &mut |text| {
                for (_, word) in words(text).filter(|(_, word)| word.chars().nth(1).is_some()) {
                    lower_into(word, &mut lower);
                    let is_known = dictionary.contains(lower.as_str());
                    out.running += 1;
                    out.known += u64::from(is_known);
                    if seen.len() < MANY_WORDS && !seen.contains(lower.as_str()) {
                        seen.insert(lower.as_str().into());
                        out.different += 1;
                        out.different_known += u64::from(is_known);
                    }
                }
            })?;
        }
        Ok(out)
    }

    /// The share of running words that the dictionary has, in percent.
    pub fn percent(&self) -> f64 {
        self.known as f64 * 100.0 / self.running.max(1) as f64
    }
}
