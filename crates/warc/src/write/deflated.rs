//! A block that is compressed and hashed while it is received, when nobody knows the header of its record yet.
//!
//! ```text
//!  gzip header │ stored: header of the record │ … the block, deflated │ stored, last: CRLF CRLF │ CRC, size
//!                                               made before           ▲
//!                                                                     ends with a byte
//! ```
//!
//! A gzip member is one deflate stream, and that is a series of deflate blocks. A compressor that begins with the block
//! refers to nothing before it, so its output may follow any other deflate blocks that end with a byte. Header and
//! separator are stored in such blocks as they are, and the CRC of the whole is combined from those of the parts.

use super::hash::{Made, ResponseHasher};
use super::pack::GZIP_HEADER;
use super::repeats::Deflater;
use super::{
    CHUNK, Packer, RecordHead, ResponseDigests, SEPARATOR, WarcWriter, WriteError, Written,
};
use crate::digest::Algorithm;
use flate2::read::DeflateDecoder;
use libdeflater::{Crc, crc32};
use std::io::{self, Read, Write};

/// Bytes of the longest stored deflate block.
const STORED_MAX: usize = 0xffff;

/// Compresses and hashes an HTTP response while it is received.
pub struct BlockPacker {
    deflater: Deflater,
    crc: Crc,
    hasher: ResponseHasher,
    length: u64,
    stored: u64,
}

/// A block that was compressed before its record is written: what is known of it. The compressed bytes are kept by the
/// caller.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PackedBlock {
    length: u64,
    stored: u64,
    crc: u32,
    digests: ResponseDigests,
}

impl BlockPacker {
    /// Begins with the first bytes of a response. The compressed bytes are appended to `out`. `None` if it would not
    /// pay: compressing costs less than keeping the bytes only if they repeat within 32 KiB. Also `None` if they lack
    /// the end of the HTTP head.
    pub fn begin(
        first: &[u8],
        algorithm: Algorithm,
        out: &mut Vec<u8>,
    ) -> io::Result<Option<BlockPacker>> {
        let start = out.len();
        let Some(deflater) = Deflater::begin(first, out)? else { return Ok(None) };
        let Some(hasher) = ResponseHasher::new(first, algorithm) else {
            out.truncate(start);
            return Ok(None);
        };
        let mut crc = Crc::new();
        crc.update(first);
        let (length, stored) = (first.len() as u64, (out.len() - start) as u64);
        Ok(Some(BlockPacker { deflater, crc, hasher, length, stored }))
    }

    /// Adds the next bytes; what was compressed is appended to `out`.
    pub fn push(&mut self, bytes: &[u8], out: &mut Vec<u8>) -> io::Result<()> {
        let start = out.len();
        self.hasher.update(bytes);
        self.crc.update(bytes);
        self.deflater.push(bytes, out)?;
        self.length += bytes.len() as u64;
        self.stored += (out.len() - start) as u64;
        Ok(())
    }

    /// Ends the block; the rest is appended to `out`.
    pub fn finish(self, out: &mut Vec<u8>) -> io::Result<PackedBlock> {
        let BlockPacker { deflater, crc, hasher, length, stored } = self;
        let start = out.len();
        deflater.finish(out)?;
        let stored = stored + (out.len() - start) as u64;
        Ok(PackedBlock { length, stored, crc: crc.sum(), digests: hasher.finish() })
    }
}

impl PackedBlock {
    /// Length of the block in bytes.
    pub fn length(&self) -> u64 {
        self.length
    }

    /// Number of compressed bytes.
    pub fn stored(&self) -> u64 {
        self.stored
    }

    /// Digests of the block and its payload.
    pub fn digests(&self) -> &ResponseDigests {
        &self.digests
    }

    /// Reads the block from its compressed bytes.
    pub fn reader<R: Read>(&self, deflated: R) -> BlockReader<R> {
        // The compressed bytes do not say where they end, so no more is asked for than there is.
        BlockReader(DeflateDecoder::new(deflated).take(self.length))
    }
}

/// Reads a block from its compressed bytes, see [`PackedBlock::reader`].
#[derive(Debug)]
pub struct BlockReader<R>(io::Take<DeflateDecoder<R>>);

impl<R: Read> Read for BlockReader<R> {
    fn read(&mut self, buf: &mut [u8]) -> io::Result<usize> {
        self.0.read(buf)
    }
}

impl<W: Write> WarcWriter<W> {
    /// Writes a record whose block was compressed before. `deflated` yields its compressed bytes. If records are not
    /// packed with gzip, the block is decompressed.
    pub fn write_deflated(
        &mut self,
        head: &RecordHead,
        block: &PackedBlock,
        deflated: &mut dyn Read,
    ) -> Result<Written, WriteError> {
        let mut made = Made::default();
        if self.options.digest.is_some() {
            let lacks = |name| head.get(name).is_none();
            let payload = block.digests.payload.map(|(digest, _)| digest);
            made.block = lacks("WARC-Block-Digest").then_some(block.digests.block);
            made.payload = payload.filter(|_| lacks("WARC-Payload-Digest"));
        }
        let header = self.header(head, made, block.length)?;
        if !matches!(self.packer, Packer::Gzip { .. }) {
            let digest = Some(block.digests.block);
            return self.put(&header, &mut block.reader(deflated), block.length, digest);
        }
        if self.is_torn {
            return Err(WriteError::Torn);
        }
        let stored = self.splice(&header, block, deflated)?;
        let written = Written { offset: self.position, length: stored };
        self.position += stored;
        self.is_torn = false;
        Ok(written)
    }

    /// Writes a member of header, deflated block and separator. Returns its length in bytes.
    fn splice(
        &mut self,
        header: &[u8],
        block: &PackedBlock,
        deflated: &mut dyn Read,
    ) -> Result<u64, WriteError> {
        self.packed.clear();
        self.packed.extend_from_slice(&GZIP_HEADER);
        for piece in header.chunks(STORED_MAX) {
            store(piece, false, &mut self.packed);
        }
        let before = self.emit()?;
        self.raw.resize(CHUNK, 0);
        let mut found = 0;
        while found < block.stored {
            let want = (block.stored - found).min(CHUNK as u64) as usize;
            let n = super::read_some(deflated, &mut self.raw[..want]).map_err(WriteError::Read)?;
            if n == 0 {
                return Err(WriteError::BlockShort { declared: block.stored, found });
            }
            self.out.write_all(&self.raw[..n]).map_err(WriteError::Write)?;
            found += n as u64;
        }
        let crc = combined(crc32(header), block.crc, block.length);
        let crc = combined(crc, crc32(SEPARATOR), SEPARATOR.len() as u64);
        let size = header.len() as u64 + block.length + SEPARATOR.len() as u64;
        store(SEPARATOR, true, &mut self.packed);
        self.packed.extend_from_slice(&crc.to_le_bytes());
        // The format keeps the length modulo 2^32.
        self.packed.extend_from_slice(&(size as u32).to_le_bytes());
        Ok(before + found + self.emit()?)
    }
}

/// Appends a deflate block with bytes as they are (RFC 1951, section 3.2.4); at most [`STORED_MAX`].
fn store(bytes: &[u8], is_last: bool, out: &mut Vec<u8>) {
    let length = bytes.len() as u16;
    out.push(is_last.into());
    out.extend_from_slice(&length.to_le_bytes());
    out.extend_from_slice(&(!length).to_le_bytes());
    out.extend_from_slice(bytes);
}

/// Returns the CRC-32 of bytes with the CRC `first`, followed by `length` bytes with the CRC `second`.
///
/// A CRC is the remainder of a polynomial; bytes that follow multiply it by x to the power of their number of bits.
fn combined(first: u32, second: u32, length: u64) -> u32 {
    // The highest bit stands for 1, the next for x, and this one for x to the power of 8.
    let (mut power, mut factor, mut rest) = (1 << 31, 1 << 23, length);
    while rest > 0 {
        if rest & 1 == 1 {
            power = times(power, factor);
        }
        factor = times(factor, factor);
        rest >>= 1;
    }
    times(power, first) ^ second
}

/// Multiplies two polynomials modulo that of CRC-32.
fn times(a: u32, mut b: u32) -> u32 {
    const POLYNOMIAL: u32 = 0xedb8_8320;
    let mut product = 0;
    for bit in (0..32).rev() {
        if a >> bit & 1 == 1 {
            product ^= b;
        }
        b = if b & 1 == 1 { b >> 1 ^ POLYNOMIAL } else { b >> 1 };
    }
    product
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_crc_of_two_parts_is_that_of_the_whole() {
        let bytes: Vec<u8> = (0..70_000_u32).map(|at| (at * 7 % 253) as u8).collect();
        for cut in [0, 1, 2, 255, 4096, 65_537, 69_999, 70_000] {
            let (first, second) = bytes.split_at(cut);
            let found = combined(crc32(first), crc32(second), second.len() as u64);
            assert_eq!(found, crc32(&bytes), "{cut}");
        }
    }
}
