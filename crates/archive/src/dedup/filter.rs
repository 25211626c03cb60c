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
/// Filters of all sizes come and go. In pieces of 256 KiB the memory that one leaves fits the next;
/// in one piece each, the gaps between them cost a quarter more at 100 million payloads.
const BLOCKS_PER_PIECE: usize = 4096;

pub(super) struct Filter {
    pieces: Vec<Box<[Block]>>,
    blocks: u64,
}

impl Filter {
    /// How many blocks that many payloads need.
    pub(super) fn blocks_for(payloads: u64) -> u64 {
        payloads.div_ceil(PAYLOADS_PER_BLOCK)
    }

    /// An empty one.
    pub(super) fn new(blocks: u64) -> Filter {
        let mut filter = Filter { pieces: Vec::new(), blocks };
        let mut missing = blocks as usize;
        while missing > 0 {
            let piece = missing.min(BLOCKS_PER_PIECE);
            filter.pieces.push(vec![[0; 8]; piece].into_boxed_slice());
            missing -= piece;
        }
        filter
    }

    pub(super) fn blocks(&self) -> u64 {
        self.blocks
    }

    /// In memory, and on disk.
    pub(super) fn bytes(&self) -> u64 {
        self.blocks * BLOCK_BYTES
    }

    pub(super) fn add(&mut self, key: &[u8; KEY]) {
        if let Some((piece, block)) = self.place(key) {
            let block = &mut self.pieces[piece][block];
            bits(key).for_each(|(word, bit)| block[word] |= bit);
        }
    }

    /// False only if the payload was never added.
    pub(super) fn may_hold(&self, key: &[u8; KEY]) -> bool {
        self.place(key).is_some_and(|(piece, block)| {
            let block = &self.pieces[piece][block];
            bits(key).all(|(word, bit)| block[word] & bit != 0)
        })
    }

    pub(super) fn write_to(&self, out: &mut impl Write) -> io::Result<()> {
        let words = self.pieces.iter().flatten().flatten();
        words.map(|word| word.to_be_bytes()).try_for_each(|bytes| out.write_all(&bytes))
    }

    pub(super) fn read_from(input: &mut impl Read, blocks: u64) -> io::Result<Filter> {
        let mut filter = Filter::new(blocks);
        for word in filter.pieces.iter_mut().flatten().flatten() {
            let mut bytes = [0; 8];
            input.read_exact(&mut bytes)?;
            *word = u64::from_be_bytes(bytes);
        }
        Ok(filter)
    }

    /// The piece and the block in it; None if there are no blocks.
    fn place(&self, key: &[u8; KEY]) -> Option<(usize, usize)> {
        let block = ((u128::from(word(key, 16)) * u128::from(self.blocks)) >> 64) as usize;
        (self.blocks > 0).then_some((block / BLOCKS_PER_PIECE, block % BLOCKS_PER_PIECE))
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
        // Enough for a second piece.
        let payloads = 300_000;
        let mut filter = Filter::new(Filter::blocks_for(payloads));
        let key = |number| payload(number).key().unwrap();
        (0..payloads).for_each(|number| filter.add(&key(number)));
        assert!((0..payloads).all(|number| filter.may_hold(&key(number))));
        let absent = payloads..payloads + 20_000;
        let wrong = absent.filter(|&number| filter.may_hold(&key(number))).count();
        assert!(wrong < 1000, "{wrong} of 20000");
    }

    #[test]
    fn filter_without_blocks_holds_nothing() {
        let mut filter = Filter::new(Filter::blocks_for(0));
        filter.add(&[1; KEY]);
        assert!(!filter.may_hold(&[1; KEY]));
    }
}
