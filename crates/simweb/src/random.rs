//! Pseudo-random numbers: everything in the simulated web is computed from the seed by these functions.

/// Spreads the bits of `x` (the finaliser of SplitMix64).
pub(crate) fn mix(x: u64) -> u64 {
    let x = x.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ (x >> 31)
}

/// Returns a number for `seed` and `bytes`, the same on every machine.
pub(crate) fn hash(seed: u64, bytes: &[u8]) -> u64 {
    let mut state = mix(seed ^ bytes.len() as u64);
    for chunk in bytes.chunks(8) {
        let mut word = [0; 8];
        word[..chunk.len()].copy_from_slice(chunk);
        state = mix(state ^ u64::from_le_bytes(word));
    }
    state
}

/// A sequence of pseudo-random numbers that begins at a given point.
#[derive(Clone, Debug)]
pub(crate) struct Dice(u64);

impl Dice {
    pub(crate) fn new(seed: u64) -> Dice {
        Dice(seed)
    }

    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        mix(self.0)
    }

    /// Returns a number in `0..limit`; 0 if `limit` is 0.
    pub(crate) fn below(&mut self, limit: u32) -> u32 {
        ((u128::from(self.next()) * u128::from(limit)) >> 64) as u32
    }

    /// Returns a number in `0.0..1.0`.
    pub(crate) fn unit(&mut self) -> f64 {
        (self.next() >> 11) as f64 / (1u64 << 53) as f64
    }

    pub(crate) fn chance(&mut self, share: f64) -> bool {
        self.unit() < share
    }

    /// Returns one of `items`, which must not be empty.
    pub(crate) fn pick<T: Copy>(&mut self, items: &[T]) -> T {
        items[self.below(items.len() as u32) as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::{Dice, hash};

    #[test]
    fn every_byte_counts() {
        let all = [&b""[..], b"\0", b"\0\0", b"a", b"aaaaaaaab", b"aaaaaaaaa"];
        for (i, a) in all.iter().enumerate() {
            for b in &all[i + 1..] {
                assert_ne!(hash(1, a), hash(1, b));
            }
            assert_ne!(hash(1, a), hash(2, a));
        }
    }

    #[test]
    fn dice_stay_in_bounds() {
        let mut dice = Dice::new(7);
        for _ in 0..1000 {
            assert!(dice.below(3) < 3);
            assert!((0.0..1.0).contains(&dice.unit()));
        }
        assert_eq!(dice.below(0), 0);
    }
}
