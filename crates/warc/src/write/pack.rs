//! Compresses one record into one member: at once if it is in memory, otherwise piece by piece.

use super::{Compression, Effort};
use flate2::{Compress, FlushCompress, Status};
use libdeflater::{CompressionLvl, Compressor, Crc};
use std::io;
use zstd::bulk;
use zstd::stream::raw::{CParameter, Encoder, InBuffer, Operation, OutBuffer};

/// Measured on single records of a realistic harvest: libdeflate at 5 packs 127 MB/s, at 6 109 MB/s for
/// 0.4 % less, at 9 45 MB/s for 1 % less; zlib-rs at 6 only 72 MB/s. So libdeflate packs what fits in
/// memory, and zlib-rs, which can stream, the rest.
const GZIP_LEVEL: u8 = 5;
/// 217 MB/s, for 2 % more.
const GZIP_FAST_LEVEL: u8 = 1;
/// 404 MB/s at the size of gzip; level 9 is four times slower for 2 % less.
const ZSTD_LEVEL: i32 = 3;
const ZSTD_FAST_LEVEL: i32 = 1;
/// Bytes of output that a streaming compressor gets at a time.
pub(super) const ROOM: usize = 64 << 10;
/// The gzip header: no name, no time, and "unknown" for the operating system, so that equal records give equal members.
pub(super) const GZIP_HEADER: [u8; 10] = [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff];

/// Packs the records of one file; the compressor is used again for each of them.
pub(super) enum Packer {
    Plain,
    Gzip { whole: Box<Compressor>, level: u8 },
    Zstd { whole: bulk::Compressor<'static>, level: i32 },
}

impl Packer {
    pub(super) fn new(compression: Compression, effort: Effort) -> io::Result<Packer> {
        let (gzip_level, zstd_level) = match effort {
            Effort::Fast => (GZIP_FAST_LEVEL, ZSTD_FAST_LEVEL),
            Effort::Normal => (GZIP_LEVEL, ZSTD_LEVEL),
        };
        Ok(match compression {
            Compression::None => Packer::Plain,
            Compression::Gzip => {
                let lvl = CompressionLvl::new(i32::from(gzip_level)).unwrap_or_default();
                Packer::Gzip { whole: Box::new(Compressor::new(lvl)), level: gzip_level }
            }
            Compression::Zstd => {
                let mut whole = bulk::Compressor::new(zstd_level)?;
                whole.include_checksum(true)?;
                whole.include_contentsize(true)?;
                Packer::Zstd { whole, level: zstd_level }
            }
        })
    }

    /// Packs a record in memory and returns the member; `room` is overwritten.
    pub(super) fn pack<'a>(
        &mut self,
        record: &'a [u8],
        room: &'a mut Vec<u8>,
    ) -> io::Result<&'a [u8]> {
        if let Packer::Plain = self {
            return Ok(record);
        }
        room.clear();
        self.pack_onto(record, room)?;
        Ok(room)
    }

    /// Packs a record in memory, and appends the member to `out`.
    pub(super) fn pack_onto(&mut self, record: &[u8], out: &mut Vec<u8>) -> io::Result<()> {
        let start = out.len();
        let end = match self {
            Packer::Plain => {
                out.extend_from_slice(record);
                out.len()
            }
            Packer::Gzip { whole, .. } => {
                out.resize(start + whole.gzip_compress_bound(record.len()), 0);
                let packed = whole.gzip_compress(record, &mut out[start..]);
                start + packed.map_err(io::Error::other)?
            }
            Packer::Zstd { whole, .. } => {
                out.resize(start + zstd::zstd_safe::compress_bound(record.len()), 0);
                start + whole.compress_to_buffer(record, &mut out[start..])?
            }
        };
        out.truncate(end);
        Ok(())
    }

    /// Begins a member for a record of `total` bytes that come piece by piece.
    pub(super) fn begin(&self, total: u64, out: &mut Vec<u8>) -> io::Result<Member> {
        Ok(match self {
            Packer::Plain => Member::Plain,
            Packer::Gzip { level, .. } => {
                out.extend_from_slice(&GZIP_HEADER);
                let level = flate2::Compression::new(u32::from(*level));
                let deflate = Compress::new(level, false);
                Member::Gzip(Box::new(GzipMember { deflate, crc: Crc::new(), size: 0 }))
            }
            Packer::Zstd { level, .. } => {
                // The WARC-zstd rules ask for content size and checksum in every frame.
                let mut encoder = Encoder::new(*level)?;
                encoder.set_parameter(CParameter::ChecksumFlag(true))?;
                encoder.set_parameter(CParameter::ContentSizeFlag(true))?;
                encoder.set_pledged_src_size(Some(total))?;
                Member::Zstd(encoder)
            }
        })
    }
}

/// A member that is written piece by piece.
pub(super) enum Member {
    Plain,
    Gzip(Box<GzipMember>),
    Zstd(Encoder<'static>),
}

pub(super) struct GzipMember {
    deflate: Compress,
    crc: Crc,
    size: u64,
}

impl Member {
    /// Adds bytes; the output is appended to `out`.
    pub(super) fn push(&mut self, mut bytes: &[u8], out: &mut Vec<u8>) -> io::Result<()> {
        match self {
            Member::Plain => out.extend_from_slice(bytes),
            Member::Gzip(member) => {
                member.crc.update(bytes);
                member.size += bytes.len() as u64;
                while !bytes.is_empty() {
                    let before = member.deflate.total_in();
                    out.reserve(ROOM);
                    member
                        .deflate
                        .compress_vec(bytes, out, FlushCompress::None)
                        .map_err(io::Error::other)?;
                    bytes = &bytes[(member.deflate.total_in() - before) as usize..];
                }
            }
            Member::Zstd(encoder) => {
                let mut input = InBuffer::around(bytes);
                while input.pos() < bytes.len() {
                    out.reserve(ROOM);
                    let end = out.len();
                    encoder.run(&mut input, &mut OutBuffer::around_pos(out, end))?;
                }
            }
        }
        Ok(())
    }

    /// Ends the member; the rest of it is appended to `out`.
    pub(super) fn finish(self, out: &mut Vec<u8>) -> io::Result<()> {
        match self {
            Member::Plain => {}
            Member::Gzip(mut member) => {
                loop {
                    out.reserve(ROOM);
                    let status = member.deflate.compress_vec(&[], out, FlushCompress::Finish);
                    if status.map_err(io::Error::other)? == Status::StreamEnd {
                        break;
                    }
                }
                out.extend_from_slice(&member.crc.sum().to_le_bytes());
                // The format keeps the length modulo 2^32.
                out.extend_from_slice(&(member.size as u32).to_le_bytes());
            }
            Member::Zstd(mut encoder) => loop {
                out.reserve(ROOM);
                let end = out.len();
                if encoder.finish(&mut OutBuffer::around_pos(out, end), true)? == 0 {
                    break;
                }
            },
        }
        Ok(())
    }
}
