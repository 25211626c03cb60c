//! Deflates bytes that repeat: what is the same as shortly before costs a comparison, not a search.
//!
//! Servers that never end an answer send the same bytes again and again, up to the limit of the harvest. A general
//! compressor looks for the best match at each place. Here the distance is known: as long as the next bytes are those
//! of one period before, they are written as the longest matches that deflate has (RFC 1951, section 3.2.6: fixed
//! codes). Everything else goes through zlib. Both write whole deflate blocks that end with a byte, so they can take
//! turns.

use super::pack::ROOM;
use flate2::{Compress, Compression, FlushCompress};
use memchr::memmem;
use std::io;

/// Level of what does not repeat: at 5 and 6, zlib-rs takes six times as long for some bodies that nearly do.
const LEVEL: u32 = 4;
/// The largest distance of deflate.
const DISTANCE_MAX: usize = 32 << 10;
/// The longest match of deflate, and the shortest.
const MATCH_MAX: usize = 258;
const MATCH_MIN: usize = 3;
/// Bytes that are searched for to find a distance.
const PROBE: usize = 64;
/// Number of distances that are tried.
const TRIES: usize = 16;
/// Bytes that do not repeat after which a distance is looked for again.
const SEARCH_EVERY: usize = 128 << 10;
/// Bytes of a pattern at least, so that comparing does not begin anew too often.
const PATTERN_MIN: usize = 8 << 10;

/// Deflates a stream of bytes into deflate blocks, none of which is the last.
pub(super) struct Deflater {
    mode: Mode,
}

enum Mode {
    /// What comes is compressed by zlib; the last bytes, in which a distance will be looked for.
    Searching(Box<Compress>, Vec<u8>),
    Repeating(Run),
}

impl Deflater {
    /// Begins with the first bytes; `None` if their end does not repeat.
    pub(super) fn begin(first: &[u8], out: &mut Vec<u8>) -> io::Result<Option<Deflater>> {
        let Some(run) = Run::find(first) else { return Ok(None) };
        let mut zlib = new_zlib();
        feed(&mut zlib, first, out)?;
        flush(&mut zlib, out)?;
        Ok(Some(Deflater { mode: Mode::Repeating(run) }))
    }

    /// Adds bytes; what was compressed is appended to `out`.
    pub(super) fn push(&mut self, mut bytes: &[u8], out: &mut Vec<u8>) -> io::Result<()> {
        while !bytes.is_empty() {
            match &mut self.mode {
                Mode::Repeating(run) => {
                    let same = run.same(bytes);
                    run.add(same, out);
                    bytes = &bytes[same..];
                    if !bytes.is_empty() {
                        let mut zlib = new_zlib();
                        feed(&mut zlib, &run.end(out), out)?;
                        self.mode = Mode::Searching(Box::new(zlib), Vec::new());
                    }
                }
                Mode::Searching(zlib, recent) => {
                    let piece;
                    (piece, bytes) = bytes.split_at(bytes.len().min(SEARCH_EVERY - recent.len()));
                    feed(zlib, piece, out)?;
                    recent.extend_from_slice(piece);
                    if recent.len() == SEARCH_EVERY {
                        match Run::find(recent) {
                            Some(run) => {
                                flush(zlib, out)?;
                                self.mode = Mode::Repeating(run);
                            }
                            None => recent.clear(),
                        }
                    }
                }
            }
        }
        Ok(())
    }

    /// Ends the stream at a byte; the rest is appended to `out`.
    pub(super) fn finish(self, out: &mut Vec<u8>) -> io::Result<()> {
        match self.mode {
            Mode::Searching(mut zlib, _) => flush(&mut zlib, out),
            Mode::Repeating(mut run) => {
                let rest = run.end(out);
                let mut zlib = new_zlib();
                feed(&mut zlib, &rest, out)?;
                flush(&mut zlib, out)
            }
        }
    }
}

fn new_zlib() -> Compress {
    Compress::new(Compression::new(LEVEL), false)
}

fn feed(zlib: &mut Compress, mut bytes: &[u8], out: &mut Vec<u8>) -> io::Result<()> {
    while !bytes.is_empty() {
        let before = zlib.total_in();
        out.reserve(ROOM);
        zlib.compress_vec(bytes, out, FlushCompress::None).map_err(io::Error::other)?;
        bytes = &bytes[(zlib.total_in() - before) as usize..];
    }
    Ok(())
}

/// Ends the last block, and the last byte.
fn flush(zlib: &mut Compress, out: &mut Vec<u8>) -> io::Result<()> {
    loop {
        out.reserve(ROOM);
        zlib.compress_vec(&[], out, FlushCompress::Sync).map_err(io::Error::other)?;
        if out.len() < out.capacity() {
            return Ok(());
        }
    }
}

/// Bytes that are the same as those before them, at one distance.
struct Run {
    /// The bytes that repeat, once or several times.
    pattern: Vec<u8>,
    /// The place in the pattern of the next byte.
    phase: usize,
    /// The code of the longest match, and its number of bits.
    longest: (u64, u32),
    distance: usize,
    /// Bytes that are not written yet: less than three, or such that matches of three and more remain.
    pending: usize,
    bits: Bits,
}

impl Run {
    /// Finds the distance at which the end of some bytes repeats; `None` if there is none.
    fn find(bytes: &[u8]) -> Option<Run> {
        let mut place = bytes.len().checked_sub(PROBE)?;
        let mut end = bytes.len() - 1;
        for _ in 0..TRIES {
            let from = place.saturating_sub(DISTANCE_MAX);
            let at = from + memmem::rfind(&bytes[from..end], &bytes[place..place + PROBE])?;
            let distance = place - at;
            // Two periods, of which one may be nearly all there is.
            let proof = (2 * distance).max(DISTANCE_MAX);
            let first = bytes.len().checked_sub(distance + proof)?;
            let (before, proven) = (&bytes[first..first + proof], &bytes[first + distance..]);
            let Some(differs) = before.iter().zip(proven).rposition(|(a, b)| a != b) else {
                return Some(Run::new(&bytes[bytes.len() - distance..]));
            };
            // Something shorter repeats inside; where it begins is a better place to look for.
            let edge = (first + differs + 1).saturating_sub(PROBE / 2).min(bytes.len() - PROBE);
            end = if edge == place { at } else { edge } + PROBE - 1;
            place = edge;
        }
        None
    }

    fn new(period: &[u8]) -> Run {
        let times = PATTERN_MIN.div_ceil(period.len());
        let distance = period.len();
        let mut bits = Bits::default();
        // A block of fixed codes that is not the last.
        bits.put(0b010, 3);
        let longest = match_code(MATCH_MAX, distance);
        Run { pattern: period.repeat(times), phase: 0, longest, distance, pending: 0, bits }
    }

    /// Returns how many of these bytes continue the run.
    fn same(&mut self, bytes: &[u8]) -> usize {
        let mut same = 0;
        while same < bytes.len() {
            let (expected, found) = (&self.pattern[self.phase..], &bytes[same..]);
            let length = expected.len().min(found.len());
            let (expected, found) = (&expected[..length], &found[..length]);
            let alike = match expected == found {
                true => length,
                // It is at least one less than the length.
                false => expected.iter().zip(found).take_while(|(a, b)| a == b).count(),
            };
            same += alike;
            self.phase = (self.phase + alike) % self.pattern.len();
            if alike < length {
                break;
            }
        }
        same
    }

    fn add(&mut self, count: usize, out: &mut Vec<u8>) {
        self.pending += count;
        while self.pending >= MATCH_MAX + MATCH_MIN {
            self.pending -= MATCH_MAX;
            let (code, bits) = self.longest;
            self.bits.put(code, bits);
            self.bits.give(out);
        }
    }

    /// Ends the block. Returns bytes that were too few for a match: two at most.
    fn end(&mut self, out: &mut Vec<u8>) -> Vec<u8> {
        let mut rest = Vec::new();
        let lengths = match self.pending {
            too_few @ 0..MATCH_MIN => {
                let end = self.phase + self.pattern.len();
                rest.extend((end - too_few..end).map(|at| self.pattern[at % self.pattern.len()]));
                [0, 0]
            }
            one @ MATCH_MIN..=MATCH_MAX => [one, 0],
            more => [more - MATCH_MIN, MATCH_MIN],
        };
        for length in lengths.into_iter().filter(|&length| length > 0) {
            let (code, bits) = match_code(length, self.distance);
            self.bits.put(code, bits);
            self.bits.give(out);
        }
        // The end of the block, then a stored block without bytes, which begins with a byte.
        self.bits.put(0, 7);
        self.bits.put(0b000, 3);
        self.bits.align(out);
        out.extend_from_slice(&[0, 0, 0xff, 0xff]);
        rest
    }
}

/// Returns the fixed code of a match, first bit lowest, and its number of bits.
fn match_code(length: usize, distance: usize) -> (u64, u32) {
    let mut bits = Bits::default();
    let (symbol, extra) = length_symbol(length);
    match symbol {
        ..280 => bits.put(reversed(symbol - 256, 7), 7),
        280.. => bits.put(reversed(0b1100_0000 + (symbol - 280), 8), 8),
    }
    bits.put(extra.0, extra.1);
    let (symbol, extra) = distance_symbol(distance);
    bits.put(reversed(symbol, 5), 5);
    bits.put(extra.0, extra.1);
    (bits.word, bits.count)
}

/// A value, and its number of bits.
type Extra = (u64, u32);

/// Symbol and extra bits of a length of 3 to 258.
fn length_symbol(length: usize) -> (u32, Extra) {
    let over = (length - MATCH_MIN) as u32;
    match over {
        255 => (285, (0, 0)),
        0..8 => (257 + over, (0, 0)),
        _ => {
            // Four symbols for each number of extra bits.
            let extra = over.ilog2() - 2;
            let symbol = 257 + 4 * (extra + 1) + (over >> extra) - 4;
            (symbol, (u64::from(over & ((1 << extra) - 1)), extra))
        }
    }
}

/// Symbol and extra bits of a distance of 1 to 32,768.
fn distance_symbol(distance: usize) -> (u32, Extra) {
    let over = (distance - 1) as u32;
    match over {
        0..4 => (over, (0, 0)),
        _ => {
            // Two symbols for each number of extra bits.
            let extra = over.ilog2() - 1;
            let symbol = 2 * (extra + 1) + (over >> extra) - 2;
            (symbol, (u64::from(over & ((1 << extra) - 1)), extra))
        }
    }
}

/// Huffman codes begin with their highest bit.
fn reversed(code: u32, bits: u32) -> u64 {
    u64::from(code.reverse_bits() >> (32 - bits))
}

/// Bits that are not a whole byte yet, the first one lowest.
#[derive(Default)]
struct Bits {
    word: u64,
    count: u32,
}

impl Bits {
    /// Adds up to 32 bits; there are less than 32 before.
    fn put(&mut self, value: u64, count: u32) {
        self.word |= value << self.count;
        self.count += count;
    }

    /// Appends bits to the output until less than 32 are left.
    fn give(&mut self, out: &mut Vec<u8>) {
        if self.count >= 32 {
            out.extend_from_slice(&(self.word as u32).to_le_bytes());
            self.word >>= 32;
            self.count -= 32;
        }
    }

    /// Appends all bits, filled up to a byte.
    fn align(&mut self, out: &mut Vec<u8>) {
        let bytes = self.count.div_ceil(8) as usize;
        out.extend_from_slice(&self.word.to_le_bytes()[..bytes]);
        *self = Bits::default();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Read;

    /// Inflates blocks that have no last one.
    fn inflate(deflated: &[u8], length: usize) -> Vec<u8> {
        let last = [deflated, &[1, 0, 0, 0xff, 0xff]].concat();
        let mut found = Vec::with_capacity(length);
        flate2::read::DeflateDecoder::new(&last[..]).read_to_end(&mut found).unwrap();
        found
    }

    fn deflate(first: usize, bytes: &[u8], step: usize) -> Option<Vec<u8>> {
        let mut out = Vec::new();
        let mut deflater = Deflater::begin(&bytes[..first], &mut out).unwrap()?;
        for piece in bytes[first..].chunks(step) {
            deflater.push(piece, &mut out).unwrap();
        }
        deflater.finish(&mut out).unwrap();
        Some(out)
    }

    fn noise(length: usize, mut seed: u32) -> Vec<u8> {
        let mut next = || {
            seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (seed >> 24) as u8
        };
        (0..length).map(|_| next()).collect()
    }

    #[test]
    fn what_repeats_is_inflated_to_the_same_bytes_whatever_the_period() {
        for period in [1, 2, 3, 63, 64, 65, 257, 258, 259, 5000, 16_385, 32_767, 32_768] {
            let unit = noise(period, period as u32);
            for length in [0_usize, 1, 2, 3, 4, 257, 258, 259, 260, 261, 262, 516, 519, 100_003] {
                let bytes = unit.repeat((120_000_usize + length).div_ceil(period));
                let bytes = &bytes[..100_000 + length];
                for step in [1 << 20, 8192, 777] {
                    let out = deflate(100_000, bytes, step).expect("it repeats");
                    assert_eq!(inflate(&out, bytes.len()), bytes, "{period} {length} {step}");
                }
            }
        }
    }

    #[test]
    fn what_stops_repeating_and_begins_again_is_kept_to_the_byte() {
        let (a, b) = (noise(700, 1), noise(9000, 2));
        for break_at in (0..2000).step_by(37).chain(0..4) {
            let mut bytes = a.repeat(300);
            let first = bytes.len();
            bytes.extend_from_slice(&a.repeat(4)[..break_at]);
            bytes.extend_from_slice(&noise(1 + break_at * 100, 3));
            bytes.extend_from_slice(&b.repeat(60));
            bytes.push(b'!');
            for step in [1 << 20, 10_007] {
                let out = deflate(first, &bytes, step).expect("it repeats");
                assert_eq!(inflate(&out, bytes.len()), bytes, "{break_at} {step}");
            }
        }
    }

    #[test]
    fn what_repeats_becomes_small() {
        let bytes = noise(6000, 1).repeat(2000);
        let out = deflate(256 << 10, &bytes, 32 << 10).expect("it repeats");
        assert!(out.len() < bytes.len() / 75 + 10_000, "{}", out.len());
    }

    #[test]
    fn a_period_is_found_that_has_shorter_ones_inside() {
        let unit = [&b"3e8\r\n"[..], &b"ten bytes.".repeat(100), b"\r\n", &[b' '; 900]].concat();
        let bytes = unit.repeat(100);
        for end in [0, 1, 300, 899, 901, 1100, 1905] {
            let bytes = &bytes[..bytes.len() - end];
            let out = deflate(100_000, bytes, 5000).expect("it repeats");
            assert_eq!(inflate(&out, bytes.len()), bytes, "{end}");
        }
    }

    #[test]
    fn what_does_not_repeat_is_not_begun() {
        for bytes in [vec![], vec![0; 10], noise(300_000, 1), noise(40_000, 1).repeat(3)] {
            assert!(deflate(bytes.len(), &bytes, 1).is_none());
        }
        // The last bytes stand before, but not all of the period.
        let mut bytes = noise(200_000, 1);
        let end = bytes[190_000..190_100].to_vec();
        bytes.extend_from_slice(&end);
        assert!(deflate(bytes.len(), &bytes, 1).is_none());
    }

    #[test]
    fn every_length_and_distance_has_its_code() {
        // The first length and distance of each symbol, from the tables of RFC 1951.
        let lengths = [
            3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99,
            115,
        ];
        for (number, first) in lengths.into_iter().chain([131, 163, 195, 227, 258]).enumerate() {
            let (symbol, (extra, _)) = length_symbol(first);
            assert_eq!((symbol, extra), (257 + number as u32, 0), "{first}");
        }
        let distances = [
            1, 2, 3, 4, 5, 7, 9, 13, 17, 25, 33, 49, 65, 97, 129, 193, 257, 385, 513, 769, 1025,
            1537,
        ];
        let more = [2049, 3073, 4097, 6145, 8193, 12_289, 16_385, 24_577];
        for (number, first) in distances.into_iter().chain(more).enumerate() {
            let (symbol, (extra, _)) = distance_symbol(first);
            assert_eq!((symbol, extra), (number as u32, 0), "{first}");
        }
    }
}
