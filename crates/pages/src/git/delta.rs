//! Deltas: an object as copies of parts of another object, and the bytes in between.

/// Number of bytes by which a copy is found.
const BLOCK: usize = 16;
/// Maximum number of blocks of the base with the same hash that are compared.
const CHAIN_MAX: usize = 32;
/// Maximum length of one copy and of one insertion, as git writes them.
const COPY_MAX: usize = 0x1_0000;
const INSERT_MAX: usize = 127;
/// Factor of the rolling hash, and the factor of the byte that leaves it.
const FACTOR: u64 = 0x9e37_79b9_7f4a_7c15;
const LEAVING: u64 = power(FACTOR, BLOCK as u32 - 1);

const fn power(base: u64, times: u32) -> u64 {
    let (mut product, mut n) = (1u64, 0);
    while n < times {
        product = product.wrapping_mul(base);
        n += 1;
    }
    product
}

/// The blocks of a base, by their hashes.
#[derive(Debug)]
pub(crate) struct DeltaIndex {
    /// For each hash, the number of its last block, from 1; 0 if there is none.
    heads: Vec<u32>,
    /// For each block, the number of the one before with the same hash.
    chain: Vec<u32>,
    shift: u32,
}

impl DeltaIndex {
    /// Indexes a base of less than 4 GiB.
    pub(crate) fn new(base: &[u8]) -> DeltaIndex {
        let blocks = base.len() / BLOCK;
        let bits = (blocks.max(2) * 2).ilog2();
        let mut index =
            DeltaIndex { heads: vec![0; 1 << bits], chain: Vec::new(), shift: 64 - bits };
        index.chain.reserve_exact(blocks);
        let mut last = None;
        for (number, block) in base.chunks_exact(BLOCK).enumerate() {
            let hash = hash_of(block);
            let slot = index.slot(hash);
            // Of a run of equal blocks the first one has the longest match.
            if last.replace(hash) == Some(hash) {
                index.chain.push(0);
                continue;
            }
            index.chain.push(index.heads[slot]);
            index.heads[slot] = number as u32 + 1;
        }
        index
    }

    fn slot(&self, hash: u64) -> usize {
        (hash.wrapping_mul(0xd6e8_feb8_6659_fd93) >> self.shift) as usize
    }

    /// Returns the longest match of the beginning of `target` with some block of the base: its place and length.
    fn longest(&self, base: &[u8], target: &[u8], hash: u64) -> (usize, usize) {
        let mut best = (0, 0);
        let mut number = self.heads[self.slot(hash)];
        for _ in 0..CHAIN_MAX {
            let Some(block) = number.checked_sub(1) else { break };
            let at = block as usize * BLOCK;
            // A block that is not longer than the best one by its last byte cannot be better.
            let may_be_longer =
                best.1 == 0 || base.get(at + best.1).is_some_and(|b| target.get(best.1) == Some(b));
            if may_be_longer {
                let length = common(&base[at..], target);
                if length > best.1 {
                    best = (at, length);
                }
            }
            number = self.chain[block as usize];
        }
        best
    }
}

fn hash_of(block: &[u8]) -> u64 {
    block
        .iter()
        .fold(0u64, |hash, &byte| hash.wrapping_mul(FACTOR).wrapping_add(u64::from(byte) + 1))
}

fn roll(hash: u64, out: u8, into: u8) -> u64 {
    let without = hash.wrapping_sub((u64::from(out) + 1).wrapping_mul(LEAVING));
    without.wrapping_mul(FACTOR).wrapping_add(u64::from(into) + 1)
}

/// Returns how many bytes two texts have in common at their beginning.
fn common(a: &[u8], b: &[u8]) -> usize {
    let mut n = 0;
    for (x, y) in a.chunks_exact(8).zip(b.chunks_exact(8)) {
        if x != y {
            break;
        }
        n += 8;
    }
    n + a[n..].iter().zip(&b[n..]).take_while(|(x, y)| x == y).count()
}

/// Returns the delta that makes `target` of `base`; `None` if it would have more than `max` bytes.
pub(crate) fn encode(
    base: &[u8],
    index: &DeltaIndex,
    target: &[u8],
    max: usize,
) -> Option<Vec<u8>> {
    let mut out = Vec::with_capacity(max.min(target.len() / 8 + 64));
    push_size(&mut out, base.len());
    push_size(&mut out, target.len());
    let (mut at, mut pending) = (0, 0);
    let mut hash = target.get(..BLOCK).map_or(0, hash_of);
    while at + BLOCK <= target.len() {
        let (mut from, mut length) = index.longest(base, &target[at..], hash);
        if length < BLOCK {
            if at + BLOCK < target.len() {
                hash = roll(hash, target[at], target[at + BLOCK]);
            }
            at += 1;
            if out.len() + (at - pending) > max {
                return None;
            }
            continue;
        }
        // The match may have begun before the block.
        while from > 0 && at > pending && base[from - 1] == target[at - 1] {
            (from, at, length) = (from - 1, at - 1, length + 1);
        }
        push_inserts(&mut out, &target[pending..at]);
        push_copies(&mut out, from, length);
        at += length;
        pending = at;
        hash = target.get(at..at + BLOCK).map_or(0, hash_of);
        if out.len() > max {
            return None;
        }
    }
    push_inserts(&mut out, &target[pending..]);
    (out.len() <= max).then_some(out)
}

fn push_size(out: &mut Vec<u8>, mut size: usize) {
    while size >= 0x80 {
        out.push(size as u8 | 0x80);
        size >>= 7;
    }
    out.push(size as u8);
}

fn push_inserts(out: &mut Vec<u8>, bytes: &[u8]) {
    for piece in bytes.chunks(INSERT_MAX) {
        out.push(piece.len() as u8);
        out.extend_from_slice(piece);
    }
}

fn push_copies(out: &mut Vec<u8>, mut from: usize, mut length: usize) {
    while length > 0 {
        let piece = length.min(COPY_MAX);
        let command = out.len();
        out.push(0x80);
        for (bit, byte) in (from as u32).to_le_bytes().into_iter().enumerate() {
            if byte != 0 {
                out.push(byte);
                out[command] |= 1 << bit;
            }
        }
        // The greatest length is written as none.
        let size = if piece == COPY_MAX { 0 } else { piece as u32 };
        for (bit, byte) in size.to_le_bytes().into_iter().take(3).enumerate() {
            if byte != 0 {
                out.push(byte);
                out[command] |= 0x10 << bit;
            }
        }
        from += piece;
        length -= piece;
    }
}

/// Reads the lengths of base and result at the beginning of a delta; returns them with the number of their bytes.
pub(crate) fn sizes(delta: &[u8]) -> Option<(u64, u64, usize)> {
    let (base, first) = read_size(delta)?;
    let (result, second) = read_size(&delta[first..])?;
    Some((base, result, first + second))
}

fn read_size(bytes: &[u8]) -> Option<(u64, usize)> {
    let mut size = 0;
    for (n, &byte) in bytes.iter().take(9).enumerate() {
        size |= u64::from(byte & 0x7f) << (7 * n);
        if byte < 0x80 {
            return Some((size, n + 1));
        }
    }
    None
}

/// Makes an object of its base and a delta; `None` if they do not fit, or if it would have more than `max` bytes.
pub(crate) fn apply(base: &[u8], delta: &[u8], max: usize) -> Option<Vec<u8>> {
    let (base_size, size, mut at) = sizes(delta)?;
    if base_size != base.len() as u64 || size > max as u64 {
        return None;
    }
    let size = size as usize;
    let mut out = Vec::with_capacity(size);
    while let Some(&command) = delta.get(at) {
        at += 1;
        if command & 0x80 == 0 {
            // The command 0 is reserved.
            let bytes = delta.get(at..at + usize::from(command)).filter(|it| !it.is_empty())?;
            out.extend_from_slice(bytes);
            at += bytes.len();
        } else {
            let mut number = |bits: std::ops::Range<u8>| {
                let mut number = 0usize;
                for (place, bit) in bits.enumerate() {
                    if command & 1 << bit != 0 {
                        number |= usize::from(*delta.get(at)?) << (8 * place);
                        at += 1;
                    }
                }
                Some(number)
            };
            let (from, length) = (number(0..4)?, number(4..7)?);
            let length = if length == 0 { COPY_MAX } else { length };
            out.extend_from_slice(base.get(from..from.checked_add(length)?)?);
        }
        if out.len() > size {
            return None;
        }
    }
    (out.len() == size).then_some(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A small generator of numbers, the same everywhere.
    fn numbers(mut state: u64) -> impl FnMut(usize) -> usize {
        move |below| {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) as usize % below.max(1)
        }
    }

    fn check(base: &[u8], target: &[u8]) -> usize {
        let delta = encode(base, &DeltaIndex::new(base), target, usize::MAX).unwrap();
        assert_eq!(apply(base, &delta, target.len()).as_deref(), Some(target));
        assert_eq!(encode(base, &DeltaIndex::new(base), target, delta.len() - 1), None);
        if !target.is_empty() {
            assert_eq!(apply(base, &delta, target.len() - 1), None);
        }
        delta.len()
    }

    #[test]
    fn deltas_come_back_and_are_short_for_similar_texts() {
        let mut next = numbers(1);
        let base: Vec<u8> = (0..200_000).map(|_| next(250) as u8).collect();
        assert!(check(&base, &base) < 30);
        assert!(check(b"", b"") > 0 && check(b"", &base) > base.len() && check(&base, b"") < 10);
        let zeros = vec![0; 100_000];
        assert!(check(&zeros, &zeros) < 30);
        for _ in 0..50 {
            let mut target = base[next(1000)..base.len() - next(100_000)].to_vec();
            for _ in 0..next(20) {
                let at = next(target.len());
                let end = (at + next(100)).min(target.len());
                let new: Vec<u8> = (0..next(50)).map(|_| next(256) as u8).collect();
                target.splice(at..end, new);
            }
            assert!(check(&base, &target) < 3000);
        }
        for length in 0..64 {
            check(&base[..length], &base[..next(64)]);
            check(&base[1..=length], &base[..length]);
        }
    }

    #[test]
    fn damaged_deltas_are_refused_without_a_panic() {
        let mut next = numbers(2);
        let base: Vec<u8> = (0..5000).map(|_| next(256) as u8).collect();
        let target = [&base[100..3000], b"something else", &base[..50]].concat();
        let delta = encode(&base, &DeltaIndex::new(&base), &target, 1000).unwrap();
        for end in 0..delta.len() {
            assert_eq!(apply(&base, &delta[..end], 10_000), None);
        }
        for _ in 0..10_000 {
            let mut delta = delta.clone();
            let at = next(delta.len());
            delta[at] = next(256) as u8;
            if let Some(made) = apply(&base, &delta, 10_000) {
                assert!(made.len() <= 10_000);
            }
        }
        assert_eq!(apply(&base, &[0xff; 40], 10_000), None);
        assert_eq!(apply(b"", &[0, 1, 0], 10), None);
    }
}
