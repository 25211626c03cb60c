//! Tells of most payloads that are not in a run that they are not, without reading from disk.
//!
//! A Bloom filter in blocks of one cache line: a payload belongs to one block and has six of its 512
//! bits set. With one block for every 64 payloads about three in a hundred absent ones look as
//! if they were there, and a look at the disk tells. A SHA-256 is as random as any hash of it, so
//! its own bits are taken; those that sort the run are left alone.

use super::record::KEY;
use std::io::{self, Read, Write};

/// 64 bytes: one line of the processor's cache.
type Block = [u64; 8];
const BLOCK_BYTES: u64 = 64;
const PAYLOADS_PER_BLOCK: u64 = 64;
const BITS_PER_PAYLOAD: u32 = 6;

pub(super) struct Filter {
    blocks: Vec<Block>,
}

impl Filter {
    /// How many blocks that many payloads need.
    pub(super) fn blocks_for(payloads: u64) -> u64 {
        payloads.div_ceil(PAYLOADS_PER_BLOCK)
    }

    /// An empty one.
    pub(super) fn new(blocks: u64) -> Filter {
        Filter { blocks: vec![[0; 8]; blocks as usize] }
    }

    /// In memory, and on disk.
    pub(super) fn bytes(&self) -> u64 {
        self.blocks.len() as u64 * BLOCK_BYTES
    }

    pub(super) fn add(&mut self, key: &[u8; KEY]) {
        if let Some(block) = self.block(key) {
            for (word, bit) in bits(key) {
                self.blocks[block][word] |= bit;
            }
        }
    }

    /// False only if the payload was never added.
    pub(super) fn may_hold(&self, key: &[u8; KEY]) -> bool {
        self.block(key).is_some_and(|block| {
            let block = &self.blocks[block];
            bits(key).all(|(word, bit)| block[word] & bit != 0)
        })
    }

    pub(super) fn write_to(&self, out: &mut impl Write) -> io::Result<()> {
        self.blocks.iter().flatten().try_for_each(|word| out.write_all(&word.to_be_bytes()))
    }

    pub(super) fn read_from(input: &mut impl Read, blocks: u64) -> io::Result<Filter> {
        let mut filter = Filter::new(blocks);
        for word in filter.blocks.iter_mut().flatten() {
            let mut bytes = [0; 8];
            input.read_exact(&mut bytes)?;
            *word = u64::from_be_bytes(bytes);
        }
        Ok(filter)
    }

    /// None if there are no blocks.
    fn block(&self, key: &[u8; KEY]) -> Option<usize> {
        let wide = u128::from(word(key, 16)) * self.blocks.len() as u128;
        let block = (wide >> 64) as usize;
        (block < self.blocks.len()).then_some(block)
    }
}

fn bits(key: &[u8; KEY]) -> impl Iterator<Item = (usize, u64)> {
    let hash = word(key, 8);
    (0..BITS_PER_PAYLOAD).map(move |number| {
        let bit = (hash >> (number * 9)) % 512;
        ((bit / 64) as usize, 1 << (bit % 64))
    })
}

fn word(key: &[u8; KEY], at: usize) -> u64 {
    let mut bytes = [0; 8];
    bytes.copy_from_slice(&key[at..at + 8]);
    u64::from_be_bytes(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dedup::tests::payload;

    #[test]
    fn what_was_added_is_never_denied_and_most_else_is() {
        let mut filter = Filter::new(Filter::blocks_for(10_000));
        let key = |number| payload(number).key().unwrap();
        (0..10_000).for_each(|number| filter.add(&key(number)));
        assert!((0..10_000).all(|number| filter.may_hold(&key(number))));
        let wrong = (10_000..30_000).filter(|&number| filter.may_hold(&key(number))).count();
        assert!(wrong < 1000, "{wrong} of 20000");
    }

    #[test]
    fn filter_without_blocks_holds_nothing() {
        let mut filter = Filter::new(Filter::blocks_for(0));
        filter.add(&[1; KEY]);
        assert!(!filter.may_hold(&[1; KEY]));
    }
}
