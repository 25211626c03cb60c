//! For tests: sources that give their bytes in pieces, and bodies to give.

use super::read_buffered;
use std::io::{self, BufRead, Read, Write};

/// Returns random small pieces, and is interrupted from time to time.
pub(super) struct Pieces<'a> {
    rest: &'a [u8],
    seed: u64,
    offered: usize,
}

impl<'a> Pieces<'a> {
    pub(super) fn new(rest: &'a [u8], seed: u64) -> Self {
        Pieces { rest, seed, offered: 0 }
    }
}

impl Read for Pieces<'_> {
    fn read(&mut self, buf: &mut [u8]) -> io::Result<usize> {
        read_buffered(self, buf)
    }
}

impl BufRead for Pieces<'_> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if self.offered == 0 {
            self.seed = random(self.seed);
            if self.seed.is_multiple_of(11) {
                return Err(io::ErrorKind::Interrupted.into());
            }
            self.offered = (self.seed >> 20) as usize % 9 + 1;
        }
        Ok(&self.rest[..self.offered.min(self.rest.len())])
    }

    fn consume(&mut self, amount: usize) {
        self.rest = &self.rest[amount..];
        self.offered -= amount;
    }
}

fn random(seed: u64) -> u64 {
    seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407)
}

pub(super) fn read_all(mut reader: impl Read) -> Vec<u8> {
    let mut out = Vec::new();
    reader.read_to_end(&mut out).unwrap();
    out
}

pub(super) fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}
