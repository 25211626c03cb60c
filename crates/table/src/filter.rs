//! A Bloom filter: shows for most keys that are not in a table that they are missing, without reading from disk.
//!
//! It has blocks of one cache line: a key belongs to one block and sets six of its 512 bits. With one block for every
//! 64 keys, about three in a hundred missing keys look present, and have to be looked up on disk. Keys are hashes, so
//! the caller passes two words of their bits ([`Spot`]). These should not be the first bits, by which the table is
//! sorted.

use std::io::{self, Read, Write};

/// 64 bytes: one line of the processor's cache.
type Block = [u64; 8];
const BLOCK_BYTES: u64 = 64;
const KEYS_PER_BLOCK: u64 = 64;
const BITS_PER_KEY: u32 = 6;
/// Number of blocks in one allocation. Filters of all sizes come and go. In pieces of 256 KiB the memory of one fits
/// the next; in one piece each, the gaps between them cost a quarter more at 100 million keys.
const BLOCKS_PER_PIECE: usize = 4096;

/// The place of a key in a filter: two words of its hash.
#[derive(Clone, Copy, Debug)]
pub struct Spot {
    /// Chooses the block.
    pub block: u64,
    /// Chooses the bits of the block; only the low 54 bits count.
    pub bits: u64,
}

/// The filter of one table.
#[derive(Debug)]
pub struct Filter {
    pieces: Vec<Box<[Block]>>,
    blocks: u64,
}

impl Filter {
    /// Returns the number of blocks for this number of keys.
    pub fn blocks_for(keys: u64) -> u64 {
        keys.div_ceil(KEYS_PER_BLOCK)
    }

    /// Creates a filter of this number of blocks, without keys.
    pub fn new(blocks: u64) -> Filter {
        let mut filter = Filter { pieces: Vec::new(), blocks };
        let mut missing = blocks as usize;
        while missing > 0 {
            let piece = missing.min(BLOCKS_PER_PIECE);
            filter.pieces.push(vec![[0; 8]; piece].into_boxed_slice());
            missing -= piece;
        }
        filter
    }

    /// Number of blocks.
    pub fn blocks(&self) -> u64 {
        self.blocks
    }

    /// Bytes that the filter takes, in memory and on disk.
    pub fn bytes(&self) -> u64 {
        self.blocks * BLOCK_BYTES
    }

    /// Adds a key.
    pub fn add(&mut self, spot: Spot) {
        if let Some((piece, block)) = self.place(spot) {
            let block = &mut self.pieces[piece][block];
            bits(spot).for_each(|(word, bit)| block[word] |= bit);
        }
    }

    /// Whether a key may have been added; `false` only if it was not.
    pub fn may_hold(&self, spot: Spot) -> bool {
        self.place(spot).is_some_and(|(piece, block)| {
            let block = &self.pieces[piece][block];
            bits(spot).all(|(word, bit)| block[word] & bit != 0)
        })
    }

    /// Writes all blocks, 64 bytes each.
    pub fn write_to(&self, out: &mut impl Write) -> io::Result<()> {
        self.pieces.iter().flatten().try_for_each(|block| {
            let mut bytes = [0; BLOCK_BYTES as usize];
            for (part, word) in bytes.as_chunks_mut().0.iter_mut().zip(block) {
                *part = word.to_be_bytes();
            }
            out.write_all(&bytes)
        })
    }

    /// Reads this number of blocks. The caller knows that the input has as many.
    pub fn read_from(input: &mut impl Read, blocks: u64) -> io::Result<Filter> {
        let mut filter = Filter::new(blocks);
        for block in filter.pieces.iter_mut().flatten() {
            let mut bytes = [0; BLOCK_BYTES as usize];
            input.read_exact(&mut bytes)?;
            for (word, part) in block.iter_mut().zip(bytes.as_chunks().0) {
                *word = u64::from_be_bytes(*part);
            }
        }
        Ok(filter)
    }

    /// Returns the piece and the block in it; `None` if there are no blocks.
    fn place(&self, spot: Spot) -> Option<(usize, usize)> {
        let block = ((u128::from(spot.block) * u128::from(self.blocks)) >> 64) as usize;
        (self.blocks > 0).then_some((block / BLOCKS_PER_PIECE, block % BLOCKS_PER_PIECE))
    }
}

fn bits(spot: Spot) -> impl Iterator<Item = (usize, u64)> {
    let hash = spot.bits;
    (0..BITS_PER_KEY).map(move |number| {
        let bit = (hash >> (number * 9)) % 512;
        ((bit / 64) as usize, 1 << (bit % 64))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// As good as a hash for the purpose.
    fn spot(number: u64) -> Spot {
        let mix = |value: u64| {
            let value = (value ^ (value >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            let value = (value ^ (value >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
            value ^ (value >> 31)
        };
        Spot { block: mix(number), bits: mix(!number) }
    }

    #[test]
    fn what_was_added_is_never_denied_and_most_else_is() {
        // Enough for a second piece.
        let keys = 300_000;
        let mut filter = Filter::new(Filter::blocks_for(keys));
        (0..keys).for_each(|number| filter.add(spot(number)));
        assert!((0..keys).all(|number| filter.may_hold(spot(number))));
        let absent = keys..keys + 20_000;
        let wrong = absent.filter(|&number| filter.may_hold(spot(number))).count();
        assert!(wrong < 1000, "{wrong} of 20000");
    }

    #[test]
    fn filter_without_blocks_holds_nothing() {
        let mut filter = Filter::new(Filter::blocks_for(0));
        filter.add(spot(1));
        assert!(!filter.may_hold(spot(1)));
    }
}
