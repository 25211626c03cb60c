//! A cache of the sums of words. Few words make up most of any text, and a word has the same features wherever it
//! stands, so they are added up once.

use super::features::{FEATURES_MAX, Key, Word};
use super::model::{LANES, Lanes, Model};

/// Number of slots, a power of two. A word replaces the one that was in its slot.
const SLOTS: usize = 1 << SLOT_BITS;
const SLOT_BITS: u32 = 13;

/// Words and their sums; the memory does not depend on the number of texts.
pub(super) struct Memo {
    slots: Vec<Slot>,
}

/// A short word whose sums are wanted.
pub(super) struct Waiting {
    pub(super) key: Key,
    pub(super) hash: u64,
}

/// One entry: two lines of the processor's cache, which are loaded together.
#[derive(Clone)]
#[repr(align(128))]
pub(super) struct Slot {
    /// The word; all zero if the slot is empty.
    key: Key,
    /// Number of features that were added up.
    pub(super) features: u32,
    /// Sums by language. They fit: a short word has less than a hundred features of at most 128 each.
    pub(super) sums: Lanes<i16>,
}

impl Memo {
    pub(super) fn new() -> Memo {
        let empty = Slot { key: Key::default(), features: 0, sums: [0; LANES] };
        Memo { slots: vec![empty; SLOTS] }
    }

    /// Passes the sums of these words to `take`.
    pub(super) fn sums(&mut self, words: &[Waiting], model: &Model, mut take: impl FnMut(&Slot)) {
        let place = |word: &Waiting| (word.hash >> (u64::BITS - SLOT_BITS)) as usize;
        // Between two pages other work fills the processor's cache, so the slots are requested all at once and not one
        // after another: most of the time would be spent waiting for them.
        let touched = words.iter().fold(0, |touched, word| {
            let slot = &self.slots[place(word)];
            touched ^ i32::from(slot.key[0]) ^ i32::from(slot.sums[LANES - 1])
        });
        std::hint::black_box(touched);
        for word in words {
            let slot = &mut self.slots[place(word)];
            if slot.key != word.key {
                slot.learn(word.key, model);
            }
            take(slot);
        }
    }
}

impl Slot {
    // Indexed loop: all lanes at once, whether or not iterators are inlined.
    #[allow(clippy::needless_range_loop)]
    #[cold]
    fn learn(&mut self, key: Key, model: &Model) {
        let mut word = Word::from_key(&key);
        let mut rows = [0; FEATURES_MAX];
        let mut count = 0;
        let mut touched = 0;
        word.rows(|row| {
            rows[count] = row;
            count += 1;
            // Rows are seldom in the processor's cache, so all are requested at once and not one after another.
            touched ^= model.row(row)[0];
        });
        std::hint::black_box(touched);
        let mut sums = [0; LANES];
        for &row in &rows[..count] {
            let weights = model.row(row);
            for lane in 0..LANES {
                sums[lane] += i16::from(weights[lane]);
            }
        }
        *self = Slot { key, features: count as u32, sums };
    }
}
