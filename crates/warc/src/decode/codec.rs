//! The codings of a body, the formats that they come in, and one decoder for each.

use brotli_decompressor::{BrotliDecompressStream, BrotliResult, BrotliState, StandardAlloc};
use flate2::{Decompress, FlushDecompress, Status};
use std::io;
use zstd::stream::raw::{DParameter, InBuffer, Operation, OutBuffer};

/// Bytes that the brotli decoder gets at once. At a fault it loses what it has decoded of them.
const BROTLI_STEP: usize = 512;
/// Largest zstd window, as base-2 logarithm: what the zstd content coding allows.
const ZSTD_WINDOW_LOG: u32 = 23;

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Coding {
    Gzip,
    Deflate,
    Brotli,
    Zstd,
}

pub(super) struct Unknown;

impl Coding {
    pub(super) fn from_name(name: &[u8]) -> Result<Option<Coding>, Unknown> {
        match name.to_ascii_lowercase().as_slice() {
            b"gzip" | b"x-gzip" => Ok(Some(Coding::Gzip)),
            b"deflate" => Ok(Some(Coding::Deflate)),
            b"br" => Ok(Some(Coding::Brotli)),
            b"zstd" => Ok(Some(Coding::Zstd)),
            b"identity" | b"none" | b"" => Ok(None),
            b"chunked" => Ok(None), // removed before, see `TransferDecoder`
            _ => Err(Unknown),
        }
    }

    /// Returns the formats that a body with this coding may have, judging by its first bytes.
    pub(super) fn formats(self, start: &[u8]) -> Vec<Format> {
        let zlib = matches!(*start, [a, b, ..] if a & 0x8f == 8
            && b & 0x20 == 0
            && (u16::from(a) << 8 | u16::from(b)) % 31 == 0);
        let candidates = match self {
            Coding::Gzip => vec![(Format::Gzip, is_gzip(start))],
            Coding::Deflate => {
                let gzip = (Format::Gzip, is_gzip(start));
                vec![gzip, (Format::Zlib, zlib), (Format::RawDeflate, true)]
            }
            Coding::Brotli => vec![(Format::Brotli, true)],
            Coding::Zstd => vec![(Format::Zstd, is_zstd(start))],
        };
        candidates.into_iter().filter_map(|(format, fits)| fits.then_some(format)).collect()
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Format {
    Gzip,
    Zlib,
    RawDeflate,
    Brotli,
    Zstd,
}

impl Format {
    /// Returns whether the first bytes alone prove the format.
    pub(super) fn has_magic(self) -> bool {
        matches!(self, Format::Gzip | Format::Zstd)
    }

    pub(super) fn codec(self) -> io::Result<Codec> {
        Ok(match self {
            Format::Gzip => Codec::Inflate(Decompress::new_gzip(15)),
            Format::Zlib => Codec::Inflate(Decompress::new(true)),
            Format::RawDeflate => Codec::Inflate(Decompress::new(false)),
            Format::Brotli => {
                let alloc = StandardAlloc::default;
                // Strict, because windows beyond 16 MiB are no part of the coding.
                Codec::Brotli(Box::new(BrotliState::new_strict(alloc(), alloc(), alloc())))
            }
            Format::Zstd => {
                let mut decoder = zstd::stream::raw::Decoder::new()?;
                decoder.set_parameter(DParameter::WindowLogMax(ZSTD_WINDOW_LOG))?;
                Codec::Zstd(Frames { decoder, wanted: 1, is_full: false })
            }
        })
    }
}

pub(super) fn is_gzip(start: &[u8]) -> bool {
    start.starts_with(&[0x1f, 0x8b, 8])
}

/// Returns whether the bytes start a zstd frame or a skippable frame.
pub(super) fn is_zstd(start: &[u8]) -> bool {
    match *start {
        [0x28, 0xb5, 0x2f, 0xfd, ..] => true,
        [a, 0x2a, 0x4d, 0x18, ..] => a & 0xf0 == 0x50,
        _ => false,
    }
}

pub(super) fn is_control(b: u8) -> bool {
    b < b' ' && !matches!(b, b'\t' | b'\n' | b'\r' | 0x0c | 0x1b)
}

pub(super) enum Codec {
    Inflate(Decompress),
    Brotli(Box<BrotliState<StandardAlloc, StandardAlloc, StandardAlloc>>),
    Zstd(Frames),
}

/// What one call of a codec did.
pub(super) struct Progress {
    pub(super) consumed: usize,
    pub(super) produced: usize,
    pub(super) then: Then,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Then {
    GoOn,
    MemberEnd,
    Fault,
}

impl Codec {
    pub(super) fn run(&mut self, input: &[u8], output: &mut [u8]) -> Progress {
        match self {
            Codec::Inflate(inflate) => {
                let (was_in, was_out) = (inflate.total_in(), inflate.total_out());
                let then = match inflate.decompress(input, output, FlushDecompress::None) {
                    Ok(Status::Ok | Status::BufError) => Then::GoOn,
                    Ok(Status::StreamEnd) => Then::MemberEnd,
                    Err(_) => Then::Fault,
                };
                Progress {
                    consumed: (inflate.total_in() - was_in) as usize,
                    produced: (inflate.total_out() - was_out) as usize,
                    then,
                }
            }
            Codec::Brotli(state) => {
                let input = &input[..input.len().min(BROTLI_STEP)];
                let (mut left_in, mut consumed) = (input.len(), 0);
                let (mut left_out, mut produced, mut total) = (output.len(), 0, 0);
                let result = BrotliDecompressStream(
                    &mut left_in,
                    &mut consumed,
                    input,
                    &mut left_out,
                    &mut produced,
                    output,
                    &mut total,
                    state,
                );
                let then = match result {
                    BrotliResult::NeedsMoreInput | BrotliResult::NeedsMoreOutput => Then::GoOn,
                    BrotliResult::ResultSuccess => Then::MemberEnd,
                    BrotliResult::ResultFailure => Then::Fault,
                };
                Progress { consumed, produced, then }
            }
            Codec::Zstd(frames) => frames.run(input, output),
        }
    }
}

/// The zstd decoder. At a fault it loses what it has decoded in the same call, so it gets one block at a time, and none
/// while it still has decoded bytes.
pub(super) struct Frames {
    decoder: zstd::stream::raw::Decoder<'static>,
    /// Bytes that it needs next.
    wanted: usize,
    is_full: bool,
}

impl Frames {
    fn run(&mut self, input: &[u8], output: &mut [u8]) -> Progress {
        if std::mem::take(&mut self.is_full) {
            let flushed = self.run_block(&[], output);
            if flushed.produced > 0 || flushed.then != Then::GoOn {
                return flushed;
            }
        }
        self.run_block(&input[..input.len().min(self.wanted)], output)
    }

    fn run_block(&mut self, input: &[u8], output: &mut [u8]) -> Progress {
        let room = output.len();
        let (mut from, mut to) = (InBuffer::around(input), OutBuffer::around(output));
        let then = match self.decoder.run(&mut from, &mut to) {
            Ok(0) => Then::MemberEnd,
            Ok(wanted) => {
                self.wanted = wanted;
                Then::GoOn
            }
            Err(_) => Then::Fault,
        };
        self.is_full = to.pos() == room;
        Progress { consumed: from.pos(), produced: to.pos(), then }
    }
}
