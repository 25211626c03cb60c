//! Words that occur in this language and in none of its neighbours.
//!
//! Every word counts once, so that no word decides by being repeated. Words of one letter do not count. Of a long text
//! only samples are looked at.

use std::collections::{HashMap, HashSet};
use std::hash::{BuildHasher, BuildHasherDefault, Hasher, RandomState};

use super::{Criterion, Found, Making, Seen};
use crate::error::Error;
use crate::language::sample;
use crate::page::Page;
use crate::probability::saturated;
use crate::verdict::Signal;
use crate::words::{lower_into, words};

/// Share of exclusive words from which on a text counts fully as national: in ordinary text of the language at least
/// this share of the words is in a short list.
const FULL_SHARE: f64 = 0.10;

/// Number of different words in the samples of most texts; used to allocate memory.
const USUAL_WORDS: usize = 256;

struct Dictionary {
    /// The words, by their hashes.
    words: HashMap<u64, Box<str>, BuildHasherDefault<Marked>>,
    /// A bit for each word, by its hash: most words of a page are not in the dictionary, and this table is so small
    /// that it stays in the processor's cache.
    bits: Vec<u64>,
    marks: Marks,
    counts_repeats: bool,
}

/// Number of bits for each word of the dictionary.
const BITS_PER_WORD: usize = 16;

pub(super) fn make(making: &Making<'_>) -> Result<Box<dyn Criterion>, Error> {
    let mut lower = String::new();
    let imported = making.properties.map(|it| it.words(making.pack)).transpose()?.flatten();
    let entries = imported.as_ref().unwrap_or(&making.pack.words);
    let forms = entries.iter().flat_map(|entry| &entry.forms);
    let marks = Marks::new();
    let words = forms.map(|form| {
        lower_into(form, &mut lower);
        (marks.of(form, &mut String::new()), lower.as_str().into())
    });
    let words: HashMap<u64, Box<str>, _> = words.collect();
    let mut bits = vec![0; (words.len() * BITS_PER_WORD / 64).next_power_of_two()];
    for mark in words.keys() {
        let (place, bit) = place(*mark, bits.len());
        bits[place] |= bit;
    }
    let counts_repeats = making.properties.is_some();
    Ok(Box::new(Dictionary { words, bits, marks, counts_repeats }))
}

/// Returns the place of a hash in a table with this number of entries, a power of two, and its bit.
fn place(mark: u64, entries: usize) -> (usize, u64) {
    let number = mark >> 16;
    ((number >> 6) as usize & (entries - 1), 1 << (number & 63))
}

impl Dictionary {
    /// Returns the word with this hash.
    fn word(&self, mark: u64) -> Option<&str> {
        let (place, bit) = place(mark, self.bits.len());
        let may_be = self.bits[place] & bit != 0;
        may_be.then(|| self.words.get(&mark)).flatten().map(|word| &**word)
    }
}

impl Criterion for Dictionary {
    fn look(&self, page: &Page<'_>, _: &Seen<'_>) -> Found {
        if self.words.is_empty() {
            return Found::lacking("the pack has no words; build them with 'stodola pack build'");
        }
        let mut out = Found::default();
        // Only hashes of the words are kept: a collision costs one count.
        let mut known: HashSet<u64, BuildHasherDefault<Marked>> =
            HashSet::with_capacity_and_hasher(USUAL_WORDS, BuildHasherDefault::default());
        let mut lower = String::new();
        // A word that is only in the title has no position in the text.
        let title = words(page.title.unwrap_or_default()).map(|(_, word)| (None, word));
        // If every mention counts, the whole text is read.
        let whole = self.counts_repeats.then_some((0, page.text));
        let parts = sample::half(page.text).filter(|_| !self.counts_repeats).chain(whole);
        let text = parts.flat_map(|(start, part)| {
            words(part).map(move |(position, word)| (Some(start + position), word))
        });
        for (position, word) in text.chain(title) {
            if word.chars().nth(1).is_none() {
                continue;
            }
            let mark = self.marks.of(word, &mut lower);
            if known.insert(mark) || self.counts_repeats {
                let is_ours = self.word(mark).is_some_and(|ours| {
                    lower_into(word, &mut lower);
                    *ours == *lower
                });
                out.count(is_ours, word, position);
            }
        }
        if out.found > 0 {
            let share = (out.valid as f64 / out.found as f64 / FULL_SHARE).min(1.0);
            // One word of five is not enough to identify a language.
            let national = share * saturated(out.valid);
            out.signal = Some(Signal { national, foreign: 0.0 });
        }
        out
    }
}

/// Computes hashes of words in lower case, with a secret key that no page can know.
struct Marks(u64);

impl Marks {
    fn new() -> Marks {
        Marks(RandomState::new().hash_one(0))
    }

    /// Returns the hash of a word, in whatever case; `lower` is a buffer.
    fn of(&self, word: &str, lower: &mut String) -> u64 {
        let bytes = match word.is_ascii() {
            true => word.as_bytes(),
            false => {
                lower_into(word, lower);
                lower.as_bytes()
            }
        };
        let mark = bytes.iter().fold(self.0, |mark, byte| {
            (mark.rotate_left(5) ^ u64::from(byte.to_ascii_lowercase()))
                .wrapping_mul(0x9e37_79b9_7f4a_7c15)
        });
        // The last letters have not reached the low bits, which hash tables use.
        mark ^ mark >> 32
    }
}

/// A hasher that passes on its input: the keys are hashes already.
#[derive(Default)]
struct Marked(u64);

impl Hasher for Marked {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = self.0.rotate_left(8) ^ u64::from(*byte);
        }
    }

    fn write_u64(&mut self, mark: u64) {
        self.0 = mark;
    }
}
