//! Which of the objects written lately are like a new one, so that a delta against them is short.
//!
//! Pages of a site share their frame, and often more with some pages than with others. A rolling hash marks places in a
//! text by its content alone, so that equal parts have equal marks wherever they stand. A table of fixed size says
//! which object has a mark; the objects with most marks are the candidates.

use std::sync::Arc;

/// One byte of two to this power is the start of a mark, on average.
const RARITY_BITS: u32 = 5;
/// Bits of the hash that decide; the higher a bit, the more bytes before it count.
const MASK: u64 = ((1 << RARITY_BITS) - 1) << 42;
/// Number of places in the table of marks, a power of two.
const PLACES: usize = 1 << 18;
/// Maximum number of marks of an object, so that a large one does not fill the table.
const MARKS_MAX: usize = 4096;
/// For so many objects a mark stays with the one that had it first: those after it become deltas of one object, and not
/// each of the one before, so that few deltas lead to each.
const KEPT: u32 = 50;
/// What recent objects may take in memory, in bytes.
const MEMORY_MAX: usize = 48 << 20;

const GEAR: [u64; 256] = gear();

const fn gear() -> [u64; 256] {
    let mut table = [0; 256];
    let (mut n, mut state) = (0, 0x5707_d01au64);
    while n < 256 {
        // SplitMix64.
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (state ^ (state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        table[n] = z ^ (z >> 31);
        n += 1;
    }
    table
}

/// Returns the marks of a text.
fn marks(content: &[u8]) -> Vec<u32> {
    let mut marks = Vec::new();
    let mut hash = 0u64;
    for &byte in content {
        hash = (hash << 1).wrapping_add(GEAR[usize::from(byte)]);
        if hash & MASK == 0 {
            marks.push((hash.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32) as u32);
            if marks.len() == MARKS_MAX {
                break;
            }
        }
    }
    marks
}

/// An object that others can be deltas of.
#[derive(Debug)]
pub(crate) struct Recent {
    /// Where it stands in the pack.
    pub(crate) offset: u64,
    /// Number of deltas that lead to it.
    pub(crate) depth: u32,
    pub(crate) content: Arc<[u8]>,
    index: std::sync::OnceLock<super::delta::DeltaIndex>,
}

impl Recent {
    pub(crate) fn new(offset: u64, depth: u32, content: Arc<[u8]>) -> Recent {
        Recent { offset, depth, content, index: std::sync::OnceLock::new() }
    }

    /// Returns the index of its blocks, which is made once.
    pub(crate) fn index(&self) -> &super::delta::DeltaIndex {
        self.index.get_or_init(|| super::delta::DeltaIndex::new(&self.content))
    }

    fn size(&self) -> usize {
        // The index takes about half of it, whether it is made yet or not.
        self.content.len() * 3 / 2 + 200
    }
}

/// The objects written lately.
pub(crate) struct Similar {
    /// By the low bits of a mark: the mark, and the number of the object that has it.
    table: Vec<(u32, u32)>,
    recent: std::collections::VecDeque<Arc<Recent>>,
    /// Number of the first of them, from 1.
    first: u32,
    memory: usize,
}

impl Similar {
    pub(crate) fn new() -> Similar {
        Similar { table: Vec::new(), recent: Default::default(), first: 1, memory: 0 }
    }

    /// Returns the objects with which a text has most in common, the best first, and the marks of the text.
    pub(crate) fn candidates(&self, content: &[u8], max: usize) -> (Vec<Arc<Recent>>, Vec<u32>) {
        let marks = marks(content);
        if self.table.is_empty() {
            return (Vec::new(), marks);
        }
        let mut holders: Vec<u32> = marks
            .iter()
            .map(|&mark| (mark, self.table[mark as usize % PLACES]))
            .filter_map(|(mark, (known, number))| (known == mark && number > 0).then_some(number))
            .collect();
        holders.sort_unstable();
        let mut votes: Vec<(usize, u32)> =
            holders.chunk_by(|a, b| a == b).map(|same| (same.len(), same[0])).collect();
        votes.sort_unstable_by(|a, b| b.cmp(a));
        let found = votes.iter().filter_map(|&(_, number)| {
            self.recent.get(number.checked_sub(self.first)? as usize).cloned()
        });
        (found.take(max).collect(), marks)
    }

    /// Remembers an object with its marks.
    pub(crate) fn remember(&mut self, object: Recent, marks: &[u32]) {
        if object.size() > MEMORY_MAX / 4 {
            return;
        }
        if self.table.is_empty() {
            self.table = vec![(0, 0); PLACES];
        }
        self.memory += object.size();
        self.recent.push_back(Arc::new(object));
        let number = self.first + self.recent.len() as u32 - 1;
        for &mark in marks {
            let place = &mut self.table[mark as usize % PLACES];
            let is_kept = place.0 == mark && place.1 >= self.first && number - place.1 < KEPT;
            if !is_kept {
                *place = (mark, number);
            }
        }
        while self.memory > MEMORY_MAX {
            let Some(old) = self.recent.pop_front() else { break };
            self.memory -= old.size();
            self.first += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(seed: u64, words: u64) -> Vec<u8> {
        let word = |n: u64| format!("{:x} ", (seed << 32 | n).wrapping_mul(0x9e37_79b9_7f4a_7c15));
        (0..words).flat_map(|n| word(n).into_bytes()).collect()
    }

    #[test]
    fn text_with_most_in_common_comes_first_wherever_the_common_part_stands() {
        let mut similar = Similar::new();
        let (_, none) = similar.candidates(&text(1, 400), 3);
        assert!(!none.is_empty());
        for seed in 1..20 {
            let content = text(seed, 400);
            let (_, marks) = similar.candidates(&content, 0);
            similar.remember(Recent::new(seed, 0, content.into()), &marks);
        }
        let mixture = [&b"<x>"[..], &text(7, 300), &text(12, 100), &text(99, 50)].concat();
        let (found, _) = similar.candidates(&mixture, 3);
        let offsets: Vec<u64> = found.iter().map(|object| object.offset).collect();
        assert_eq!(offsets, [7, 12]);
        assert!(similar.candidates(&text(77, 300), 3).0.is_empty());
        assert!(similar.candidates(b"", 3).0.is_empty());
    }

    #[test]
    fn memory_is_bounded_and_old_objects_are_forgotten() {
        let mut similar = Similar::new();
        let large = |seed: u64| [text(seed, 2000), vec![b' '; 4 << 20]].concat();
        for seed in 0..14 {
            let content = large(seed);
            let (_, marks) = similar.candidates(&content[..40_000], 0);
            assert!(marks.len() <= MARKS_MAX);
            similar.remember(Recent::new(seed, 0, content.into()), &marks);
            assert!(similar.memory <= MEMORY_MAX);
        }
        assert!(similar.candidates(&text(0, 2000), 1).0.is_empty());
        assert_eq!(similar.candidates(&text(13, 2000), 1).0[0].offset, 13);
        similar.remember(Recent::new(99, 0, vec![0; MEMORY_MAX].into()), &[1]);
        assert!(similar.recent.back().is_some_and(|object| object.offset == 13));
    }
}
