//! The features of a text: sequences of two to five letters within a word, where the edges of the word count as
//! letters, and the word as a whole. Each is hashed to a row of the model; some share a row. Training reads texts
//! through this same module, so it takes shared rows into account.

use crate::words::small;

/// Number of rows of the model.
pub const ROWS: usize = 1 << ROW_BITS;
const ROW_BITS: u32 = 16;

/// Maximum number of letters of a word that are used; hardly any European word is longer.
pub(super) const MAX_LETTERS: usize = 30;

const EDGE: u32 = ' ' as u32;
const LONGEST: usize = 5;

/// Maximum number of letters of a word that gets a key.
const KEY_LETTERS: usize = 16;
/// Maximum number of features of a word with a key: five that begin at each letter and at the edge before it, and the
/// word.
pub(super) const FEATURES_MAX: usize = (KEY_LETTERS + 1) * LONGEST + 1;
/// The letters of a short word, padded with zeros.
pub(super) type Key = [u16; KEY_LETTERS];

/// A word while it is read: an edge, and its letters in lower case.
#[derive(Clone, Debug)]
pub struct Word {
    letters: [u32; MAX_LETTERS + 2],
    len: usize,
}

impl Default for Word {
    fn default() -> Word {
        Word { letters: [EDGE; MAX_LETTERS + 2], len: 1 }
    }
}

impl Word {
    /// Adds a letter. Letters beyond the limit are ignored.
    pub fn push(&mut self, letter: char) {
        if self.len > MAX_LETTERS {
            return;
        }
        self.letters[self.len] = lower(letter);
        self.len += 1;
    }

    /// Adds ASCII letters. Those beyond the limit are ignored.
    pub(super) fn push_ascii(&mut self, letters: &str) {
        let room = &mut self.letters[self.len..=MAX_LETTERS];
        for (slot, letter) in room.iter_mut().zip(letters.bytes()) {
            *slot = u32::from(letter.to_ascii_lowercase());
        }
        self.len += letters.len().min(room.len());
    }

    /// Whether the word has no letter yet.
    pub fn is_empty(&self) -> bool {
        self.len == 1
    }

    /// The letters so far, in lower case, as code points.
    pub(super) fn letters(&self) -> &[u32] {
        &self.letters[1..self.len]
    }

    /// Empties the word for the next one.
    pub fn clear(&mut self) {
        self.len = 1;
    }

    /// Returns a short word as a key, and its hash; `None` for a long word.
    #[inline]
    pub(super) fn key(&self) -> Option<(Key, u64)> {
        let letters = &self.letters[1..self.len];
        let mut key = Key::default();
        let mut hash = SEED;
        for (slot, &letter) in key.get_mut(..letters.len())?.iter_mut().zip(letters) {
            *slot = u16::try_from(letter).ok()?;
            hash = mix(hash, letter);
        }
        Some((key, hash))
    }

    /// Returns the word of a key.
    pub(super) fn from_key(key: &Key) -> Word {
        let mut word = Word::default();
        for (slot, &letter) in word.letters[1..].iter_mut().zip(key).take_while(|(_, it)| **it != 0)
        {
            *slot = letter.into();
            word.len += 1;
        }
        word
    }

    /// Calls `call` with the row of each feature.
    #[inline]
    pub fn rows(&mut self, mut call: impl FnMut(usize)) {
        self.letters[self.len] = EDGE;
        let letters = &self.letters[..=self.len];
        for start in 0..letters.len() - 1 {
            let mut hash = SEED;
            for (index, &letter) in letters[start..].iter().take(LONGEST).enumerate() {
                hash = mix(hash, letter);
                // A single letter is a feature only if few languages have it.
                if index > 0 || letter > 0x7f {
                    call(row(hash));
                }
            }
        }
        if letters.len() > LONGEST {
            call(row(letters.iter().fold(SEED ^ 1, |hash, &letter| mix(hash, letter))));
        }
    }
}

const SEED: u64 = 0x51ab_0f11_7e55_d00d;

#[inline]
fn mix(hash: u64, letter: u32) -> u64 {
    (hash.rotate_left(7) ^ u64::from(letter)).wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

#[inline]
fn row(hash: u64) -> usize {
    (hash >> (64 - ROW_BITS)) as usize
}

#[inline]
fn lower(letter: char) -> u32 {
    // The Turkish capital İ becomes two characters; the first is the letter.
    let small = small(letter).or_else(|| letter.to_lowercase().next());
    small.unwrap_or(letter).into()
}
