//! Two digests of one algorithm, computed together: block and payload of a response are nearly the same bytes.
//!
//! A core computes one SHA-1 with half of its strength, because each round waits for the one before. Where the
//! processor has instructions for SHA-1, two digests take turns and cost little more than one.

use super::{Algorithm, Digest, Hasher};

/// Bytes that SHA-1 takes at a time.
const BLOCK: usize = 64;

/// The state of SHA-1 between two blocks.
type State = [u32; 5];

const INITIAL: State = [0x6745_2301, 0xefcd_ab89, 0x98ba_dcfe, 0x1032_5476, 0xc3d2_e1f0];

/// Computes two digests.
pub(crate) struct HasherPair(Pair);

enum Pair {
    Sha1([Lane; 2]),
    Others(Box<[Hasher; 2]>),
}

/// One SHA-1 of the two.
struct Lane {
    state: State,
    /// Number of bytes so far.
    length: u64,
    /// The beginning of a block; the rest of it is still to come.
    partial: [u8; BLOCK],
}

impl HasherPair {
    pub(crate) fn new(algorithm: Algorithm) -> HasherPair {
        HasherPair(match algorithm {
            Algorithm::Sha1 => Pair::Sha1([Lane::new(), Lane::new()]),
            other => Pair::Others(Box::new([other.hasher(), other.hasher()])),
        })
    }

    /// Adds bytes to both. Fastest if they are equally long.
    pub(crate) fn update(&mut self, first: &[u8], second: &[u8]) {
        match &mut self.0 {
            Pair::Sha1(lanes) => update(lanes, first, second),
            Pair::Others(hashers) => {
                let [a, b] = &mut **hashers;
                a.update(first);
                b.update(second);
            }
        }
    }

    pub(crate) fn finish(self) -> (Digest, Digest) {
        match self.0 {
            Pair::Sha1([a, b]) => (a.finish(), b.finish()),
            Pair::Others(hashers) => {
                let [a, b] = *hashers;
                (a.finish(), b.finish())
            }
        }
    }
}

fn update([a, b]: &mut [Lane; 2], first: &[u8], second: &[u8]) {
    let (first, first_rest) = a.take_blocks(first);
    let (second, second_rest) = b.take_blocks(second);
    let both = first.len().min(second.len());
    let (states, blocks) = ([&mut a.state, &mut b.state], [&first[..both], &second[..both]]);
    compress_both(states, blocks);
    sha1::block_api::compress(&mut a.state, &first[both..]);
    sha1::block_api::compress(&mut b.state, &second[both..]);
    a.keep(first_rest);
    b.keep(second_rest);
}

impl Lane {
    fn new() -> Lane {
        Lane { state: INITIAL, length: 0, partial: [0; BLOCK] }
    }

    /// Completes the block that has begun, and returns the whole blocks behind it and the rest, which has to be
    /// [kept](Lane::keep).
    fn take_blocks<'b>(&mut self, mut bytes: &'b [u8]) -> (&'b [[u8; BLOCK]], &'b [u8]) {
        let begun = self.begun();
        self.length += bytes.len() as u64;
        if begun > 0 {
            let (more, behind) = bytes.split_at(bytes.len().min(BLOCK - begun));
            self.partial[begun..begun + more.len()].copy_from_slice(more);
            if begun + more.len() < BLOCK {
                // The block is still not complete: there is no rest.
                return (&[], &[]);
            }
            sha1::block_api::compress(&mut self.state, &[self.partial]);
            bytes = behind;
        }
        bytes.as_chunks()
    }

    fn keep(&mut self, rest: &[u8]) {
        self.partial[..rest.len()].copy_from_slice(rest);
    }

    /// Number of bytes of the block that has begun.
    fn begun(&self) -> usize {
        (self.length % BLOCK as u64) as usize
    }

    fn finish(mut self) -> Digest {
        let (bits, begun) = (self.length.wrapping_mul(8), self.begun());
        // One bit, then zeros, then the length in bits at the end of a block.
        let mut end = [0; 2 * BLOCK];
        end[..begun].copy_from_slice(&self.partial[..begun]);
        end[begun] = 0x80;
        let blocks = if begun + 9 <= BLOCK { 1 } else { 2 };
        end[blocks * BLOCK - 8..blocks * BLOCK].copy_from_slice(&bits.to_be_bytes());
        sha1::block_api::compress(&mut self.state, &end.as_chunks().0[..blocks]);
        let mut bytes = [0; 20];
        for (to, word) in bytes.chunks_exact_mut(4).zip(self.state) {
            to.copy_from_slice(&word.to_be_bytes());
        }
        super::finished(Algorithm::Sha1, &bytes)
    }
}

/// Adds as many blocks to each of two states.
fn compress_both(states: [&mut State; 2], blocks: [&[[u8; BLOCK]]; 2]) {
    #[cfg(target_arch = "x86_64")]
    if x86::is_there() {
        return x86::compress_both(states, blocks);
    }
    let [a, b] = states;
    sha1::block_api::compress(a, blocks[0]);
    sha1::block_api::compress(b, blocks[1]);
}

#[cfg(target_arch = "x86_64")]
#[allow(
    unsafe_code,
    reason = "code for a processor that has these instructions may be called only if it has them"
)]
mod x86 {
    use super::{BLOCK, State};
    use std::arch::x86_64::{
        __m128i, _mm_add_epi32, _mm_extract_epi32, _mm_set_epi32, _mm_set_epi64x,
        _mm_setzero_si128, _mm_sha1msg1_epu32, _mm_sha1msg2_epu32, _mm_sha1nexte_epu32,
        _mm_sha1rnds4_epu32, _mm_xor_si128,
    };

    /// Whether the processor has instructions for SHA-1.
    pub(super) fn is_there() -> bool {
        std::arch::is_x86_feature_detected!("sha") && std::arch::is_x86_feature_detected!("sse4.1")
    }

    pub(super) fn compress_both(states: [&mut State; 2], blocks: [&[[u8; BLOCK]]; 2]) {
        assert!(is_there(), "the processor has no instructions for SHA-1");
        // SAFETY: the processor has what the function is compiled for, as was just checked. It is safe otherwise.
        unsafe { with_instructions(states, blocks) }
    }

    /// Two SHA-1, a step of one and a step of the other in turn.
    #[target_feature(enable = "sha,sse4.1")]
    fn with_instructions(states: [&mut State; 2], blocks: [&[[u8; BLOCK]]; 2]) {
        let mut abcd = [_mm_setzero_si128(); 2];
        let mut e = abcd;
        for (lane, state) in states.iter().enumerate() {
            let [a, b, c, d, last] = state.map(|word| word as i32);
            abcd[lane] = _mm_set_epi32(a, b, c, d);
            e[lane] = _mm_set_epi32(last, 0, 0, 0);
        }
        for pair in blocks[0].iter().zip(blocks[1]) {
            let mut words = [words_of(pair.0), words_of(pair.1)];
            let (abcd_before, e_before) = (abcd, e);
            /// Four rounds of each lane, and the words that are needed sixteen rounds later.
            macro_rules! rounds {
                ($($at:literal)*, $kind:literal) => {$(
                    for lane in 0..2 {
                        let w = &mut words[lane];
                        let four = w[$at % 4];
                        let input = match $at {
                            0 => _mm_add_epi32(e[lane], four),
                            _ => _mm_sha1nexte_epu32(e[lane], four),
                        };
                        e[lane] = abcd[lane];
                        abcd[lane] = _mm_sha1rnds4_epu32(abcd[lane], input, $kind);
                        if $at < 16 {
                            let mixed = _mm_sha1msg1_epu32(four, w[($at + 1) % 4]);
                            let mixed = _mm_xor_si128(mixed, w[($at + 2) % 4]);
                            w[$at % 4] = _mm_sha1msg2_epu32(mixed, w[($at + 3) % 4]);
                        }
                    }
                )*};
            }
            rounds!(0 1 2 3 4, 0);
            rounds!(5 6 7 8 9, 1);
            rounds!(10 11 12 13 14, 2);
            rounds!(15 16 17 18 19, 3);
            for lane in 0..2 {
                e[lane] = _mm_sha1nexte_epu32(e[lane], e_before[lane]);
                abcd[lane] = _mm_add_epi32(abcd[lane], abcd_before[lane]);
            }
        }
        for (lane, state) in states.into_iter().enumerate() {
            state[0] = _mm_extract_epi32(abcd[lane], 3) as u32;
            state[1] = _mm_extract_epi32(abcd[lane], 2) as u32;
            state[2] = _mm_extract_epi32(abcd[lane], 1) as u32;
            state[3] = _mm_extract_epi32(abcd[lane], 0) as u32;
            state[4] = _mm_extract_epi32(e[lane], 3) as u32;
        }
    }

    /// The sixteen words of a block; the first of four is the highest.
    #[target_feature(enable = "sse4.1")]
    fn words_of(block: &[u8; BLOCK]) -> [__m128i; 4] {
        let (halves, _) = block.as_chunks::<8>();
        let half = |at: usize| i64::from_be_bytes(halves[at]);
        [0, 2, 4, 6].map(|at| _mm_set_epi64x(half(at), half(at + 1)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALL: [Algorithm; 3] = [Algorithm::Sha1, Algorithm::Sha256, Algorithm::Md5];

    #[test]
    fn a_pair_gives_what_two_hashers_give_however_the_bytes_come() {
        let bytes: Vec<u8> = (0..3000_u32).map(|at| (at * 31 % 251) as u8).collect();
        for algorithm in ALL {
            for length in (0..140).chain([1000, 2048, 3000]) {
                for (step, skipped) in [(1, 0), (7, 3), (64, 5), (65, 64), (200, 1), (3000, 9)] {
                    let (first, second) = (&bytes[..length], &bytes[skipped.min(length)..length]);
                    let mut pair = HasherPair::new(algorithm);
                    let mut at = 0;
                    for piece in first.chunks(step) {
                        // The second begins later, and both end at the same byte.
                        let from = skipped.max(at).min(at + piece.len());
                        pair.update(piece, &first[from..at + piece.len()]);
                        at += piece.len();
                    }
                    let expected = (algorithm.digest(first), algorithm.digest(second));
                    assert_eq!(pair.finish(), expected, "{algorithm:?} {length} {step} {skipped}");
                }
            }
        }
    }

    #[test]
    fn one_of_the_two_may_get_nothing() {
        let bytes = [b'x'; 200];
        let mut pair = HasherPair::new(Algorithm::Sha1);
        pair.update(&bytes, b"");
        pair.update(b"", b"");
        pair.update(&bytes, b"");
        let expected = (Algorithm::Sha1.digest(&[b'x'; 400]), Algorithm::Sha1.digest(b""));
        assert_eq!(pair.finish(), expected);
    }
}
