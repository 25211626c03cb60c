//! A number that is nearly the same for nearly the same texts (Charikar's simhash over words and pairs of words).

use std::hash::Hasher;

/// Texts whose numbers differ in at most so many bits are nearly the same.
pub(crate) const NEAR_BITS: u32 = 3;
/// Words after which a text is long enough: the number of a longer one does not get better.
const WORDS_MAX: u32 = 4000;

/// Adds up the words of a text.
pub(crate) struct Simhash {
    sums: [i32; 64],
    before: u64,
    words: u32,
}

impl Simhash {
    pub(crate) fn new() -> Simhash {
        Simhash { sums: [0; 64], before: 0, words: 0 }
    }

    /// Adds the next word.
    pub(crate) fn add(&mut self, word: &str) {
        if self.words >= WORDS_MAX {
            return;
        }
        self.words += 1;
        let mut hasher = Fnv::default();
        hasher.write(word.as_bytes());
        let hash = mixed(hasher.finish());
        let pair = mixed(self.before.rotate_left(17) ^ hash);
        self.before = hash;
        for (bit, sum) in self.sums.iter_mut().enumerate() {
            *sum += if pair >> bit & 1 == 1 { 1 } else { -1 };
        }
    }

    /// Returns the number; 0 if there are too few words to compare texts by.
    pub(crate) fn number(&self) -> u64 {
        if self.words < 16 {
            return 0;
        }
        let bits = self.sums.iter().enumerate().filter(|(_, sum)| **sum > 0);
        bits.fold(0, |number, (bit, _)| number | 1 << bit)
    }
}

/// Whether two texts are nearly the same.
pub(crate) fn is_near(a: u64, b: u64) -> bool {
    a != 0 && b != 0 && (a ^ b).count_ones() <= NEAR_BITS
}

/// FNV-1a, so that the number of a text does not change with the compiler.
struct Fnv(u64);

impl Default for Fnv {
    fn default() -> Fnv {
        Fnv(0xcbf2_9ce4_8422_2325)
    }
}

impl Hasher for Fnv {
    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = (self.0 ^ u64::from(*byte)).wrapping_mul(0x100_0000_01b3);
        }
    }

    fn finish(&self) -> u64 {
        self.0
    }
}

/// Spreads the bits (the finaliser of MurmurHash3).
fn mixed(mut hash: u64) -> u64 {
    hash = (hash ^ hash >> 33).wrapping_mul(0xff51_afd7_ed55_8ccd);
    hash = (hash ^ hash >> 33).wrapping_mul(0xc4ce_b9fe_1a85_ec53);
    hash ^ hash >> 33
}

#[cfg(test)]
mod tests {
    use super::*;

    fn number(text: &str) -> u64 {
        let mut simhash = Simhash::new();
        text.split(' ').for_each(|word| simhash.add(word));
        simhash.number()
    }

    #[test]
    fn nearly_the_same_texts_are_near_and_others_are_not() {
        let text: Vec<String> = (0..600).map(|n| format!("w{}", n * 7919 % 1009)).collect();
        let mut changed = text.clone();
        changed[300] = "other".to_owned();
        let other: Vec<String> = (0..600).map(|n| format!("v{}", n * 104_729 % 1009)).collect();
        let [a, b, c] = [text, changed, other].map(|it| number(&it.join(" ")));
        assert!(is_near(a, b), "{}", (a ^ b).count_ones());
        assert!(!is_near(a, c), "{}", (a ^ c).count_ones());
        assert_eq!(number("too short"), 0);
        assert!(!is_near(0, 0));
    }
}
