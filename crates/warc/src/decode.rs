//! From the body of an HTTP message to its payload: removes transfer and content codings.
//!
//! Heads lie. Crawlers stored decoded bodies under the head of the coded ones, servers said
//! `chunked` and sent none, transfers broke off. So a declared coding is a claim that is tried on
//! the first bytes: a body that is not in it passes through unchanged, and what went wrong is told
//! by an [`Outcome`] when the end is reached, not by an error. Errors are those of the source, and
//! [`LimitExceeded`], which stops bodies that decode into more than the caller asked for.
//!
//! Memory does not depend on the input: fixed buffers, windows of at most 8 MiB (zstd) and 16 MiB
//! (br), at most four codings on top of each other.

use std::io::{self, BufRead, Read};

use brotli_decompressor::{BrotliDecompressStream, BrotliResult, BrotliState, StandardAlloc};
use flate2::{Decompress, FlushDecompress, Status};
use memchr::memchr;
use zstd::stream::raw::{DParameter, InBuffer, Operation, OutBuffer};

use crate::http::{Fields, ResponseHead};

/// The longest chunk-size line; extensions are rare and short.
const LINE_LIMIT: usize = 4096;
/// How many bytes a coding is tried on.
const TRIAL: usize = 4096;
/// Size of the buffer that decoded bytes wait in.
const OUT: usize = 32 * 1024;
/// How many codings may lie on top of each other.
const MAX_CODINGS: usize = 4;
/// How many bytes the brotli decoder is given at once: at a fault it loses what it made of them.
const BROTLI_STEP: usize = 512;
/// Largest zstd window, as base-2 logarithm: what the zstd content coding allows.
const ZSTD_WINDOW_LOG: u32 = 23;

/// How the removal of a coding went. Final once the reader has come to its end. Of several codings
/// the worst counts, and later ones here are worse.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Outcome {
    /// No coding was declared.
    Identity,
    /// The declared coding was removed.
    Decoded,
    /// The body was not in the declared coding; its bytes are unchanged.
    Raw,
    /// A coding is not known, or there are too many; it was not removed.
    Unsupported,
    /// The body ended too early; what could be decoded is there.
    Truncated,
    /// The body began well, but has a fault. After it chunked bodies go on unchanged, all others
    /// end.
    Damaged,
}

/// The body decodes into more bytes than the caller allows. Comes as the inner error of an
/// [`io::Error`], see [`is_limit_exceeded`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("body decodes into more than {limit} bytes")]
pub struct LimitExceeded {
    /// The limit that the caller gave.
    pub limit: u64,
}

/// Whether a read failed because of the caller's limit.
pub fn is_limit_exceeded(error: &io::Error) -> bool {
    error.get_ref().is_some_and(|inner| inner.is::<LimitExceeded>())
}

/// The payload of a response: the body with transfer and content codings removed, but no more than
/// `limit` bytes of it.
pub fn payload_reader<R: BufRead>(
    head: &ResponseHead<'_>,
    body: R,
    limit: u64,
) -> PayloadReader<R> {
    PayloadReader::new(&head.fields, body, limit)
}

/// Reads a payload, see [`payload_reader`].
pub struct PayloadReader<R>(ContentDecoder<TransferDecoder<R>>);

impl<R: BufRead> PayloadReader<R> {
    /// As [`payload_reader`], for the fields of any message.
    pub fn new(fields: &Fields<'_>, body: R, limit: u64) -> Self {
        let mut codings = joined(fields, "Content-Encoding");
        // Transfer codings other than chunked were applied after the content codings.
        codings.extend_from_slice(&joined(fields, "Transfer-Encoding"));
        PayloadReader(ContentDecoder::new(TransferDecoder::new(fields, body), &codings, limit))
    }

    /// How the chunks went.
    pub fn transfer_outcome(&self) -> Outcome {
        self.0.source.outcome()
    }

    /// How the other codings went.
    pub fn content_outcome(&self) -> Outcome {
        self.0.outcome()
    }
}

impl<R: BufRead> Read for PayloadReader<R> {
    fn read(&mut self, buf: &mut [u8]) -> io::Result<usize> {
        self.0.read(buf)
    }
}

impl<R: BufRead> BufRead for PayloadReader<R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        self.0.fill_buf()
    }

    fn consume(&mut self, amount: usize) {
        self.0.consume(amount);
    }
}

/// Removes chunks if the head declares them, and leaves content codings in place: what payload
/// digests are made of.
pub struct TransferDecoder<R>(Transfer<R>);

enum Transfer<R> {
    Plain(R),
    Chunked(Chunked<R>),
}

impl<R: BufRead> TransferDecoder<R> {
    /// Decodes the body that follows these fields.
    pub fn new(fields: &Fields<'_>, body: R) -> Self {
        let chunked = fields
            .all("Transfer-Encoding")
            .any(|value| tokens(&value).any(|token| token.eq_ignore_ascii_case(b"chunked")));
        TransferDecoder(match chunked {
            true => Transfer::Chunked(Chunked::new(body)),
            false => Transfer::Plain(body),
        })
    }

    /// How the chunks went.
    pub fn outcome(&self) -> Outcome {
        match &self.0 {
            Transfer::Plain(_) => Outcome::Identity,
            Transfer::Chunked(chunked) => chunked.outcome(),
        }
    }
}

impl<R: BufRead> Read for TransferDecoder<R> {
    fn read(&mut self, buf: &mut [u8]) -> io::Result<usize> {
        read_buffered(self, buf)
    }
}

impl<R: BufRead> BufRead for TransferDecoder<R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        match &mut self.0 {
            Transfer::Plain(body) => body.fill_buf(),
            Transfer::Chunked(body) => body.fill_buf(),
        }
    }

    fn consume(&mut self, amount: usize) {
        match &mut self.0 {
            Transfer::Plain(body) => body.consume(amount),
            Transfer::Chunked(body) => body.consume(amount),
        }
    }
}

/// Removes the transfer coding `chunked`, with chunk extensions and trailers.
pub struct Chunked<R> {
    source: R,
    state: ChunkState,
    /// The line being read; in the raw state what was read of it and is yet to be passed on.
    line: Vec<u8>,
    passed: usize,
    outcome: Outcome,
}

#[derive(Clone, Copy)]
enum ChunkState {
    Size { first: bool },
    Data(u64),
    AfterData,
    Trailer,
    Raw,
    Done,
}

impl<R: BufRead> Chunked<R> {
    /// Decodes what the source yields.
    pub fn new(source: R) -> Self {
        let state = ChunkState::Size { first: true };
        Chunked { source, state, line: Vec::new(), passed: 0, outcome: Outcome::Decoded }
    }

    /// How it went.
    pub fn outcome(&self) -> Outcome {
        self.outcome
    }

    /// Goes on from one line of the framing to the next. An interrupted call may be repeated.
    fn step(&mut self) -> io::Result<()> {
        let limit = if matches!(self.state, ChunkState::AfterData) { 2 } else { LINE_LIMIT };
        let whole = self.read_line(limit)?;
        let at_end = !whole && self.line.len() < limit;
        self.state = match self.state {
            // No body at all, as after HEAD.
            ChunkState::Size { first: true } if self.line.is_empty() => ChunkState::Done,
            ChunkState::Size { first } => match chunk_size(&self.line) {
                Some(_) if first && !whole => self.raw(Outcome::Raw),
                Some(0) => ChunkState::Trailer,
                Some(size) if whole => ChunkState::Data(size),
                _ if first => self.raw(Outcome::Raw),
                Some(_) => self.truncated(),
                None if self.line.is_empty() => self.truncated(),
                None => self.raw(Outcome::Damaged),
            },
            ChunkState::AfterData if is_blank(&self.line) && whole => {
                ChunkState::Size { first: false }
            }
            ChunkState::AfterData if at_end && is_blank(&self.line) => self.truncated(),
            ChunkState::AfterData => self.raw(Outcome::Damaged),
            ChunkState::Trailer if at_end || is_blank(&self.line) => ChunkState::Done,
            other @ (ChunkState::Trailer
            | ChunkState::Data(_)
            | ChunkState::Raw
            | ChunkState::Done) => other,
        };
        if !matches!(self.state, ChunkState::Raw) {
            self.line.clear();
        }
        Ok(())
    }

    /// Reads on to the next LF, to the limit or to the end; true if there was an LF.
    fn read_line(&mut self, limit: usize) -> io::Result<bool> {
        while self.line.len() < limit {
            let available = self.source.fill_buf()?;
            if available.is_empty() {
                return Ok(false);
            }
            let available = &available[..available.len().min(limit - self.line.len())];
            let lf = memchr(b'\n', available);
            let taken = lf.map_or(available.len(), |lf| lf + 1);
            self.line.extend_from_slice(&available[..taken]);
            self.source.consume(taken);
            if lf.is_some() {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn raw(&mut self, outcome: Outcome) -> ChunkState {
        self.outcome = outcome;
        ChunkState::Raw
    }

    fn truncated(&mut self) -> ChunkState {
        self.outcome = Outcome::Truncated;
        ChunkState::Done
    }
}

impl<R: BufRead> Read for Chunked<R> {
    fn read(&mut self, buf: &mut [u8]) -> io::Result<usize> {
        read_buffered(self, buf)
    }
}

impl<R: BufRead> BufRead for Chunked<R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        loop {
            match self.state {
                ChunkState::Data(_) | ChunkState::Raw | ChunkState::Done => break,
                ChunkState::Size { .. } | ChunkState::AfterData | ChunkState::Trailer => {
                    self.step()?;
                }
            }
        }
        match self.state {
            ChunkState::Data(left) => {
                let available = self.source.fill_buf()?;
                if available.is_empty() {
                    self.state = ChunkState::Done;
                    self.outcome = Outcome::Truncated;
                }
                Ok(&available[..shorter(available.len(), left)])
            }
            ChunkState::Raw if self.passed < self.line.len() => Ok(&self.line[self.passed..]),
            ChunkState::Raw => self.source.fill_buf(),
            _ => Ok(&[]),
        }
    }

    fn consume(&mut self, amount: usize) {
        match self.state {
            ChunkState::Data(left) => {
                let left = left.saturating_sub(amount as u64);
                self.state = if left == 0 { ChunkState::AfterData } else { ChunkState::Data(left) };
                self.source.consume(amount);
            }
            ChunkState::Raw if self.passed < self.line.len() => self.passed += amount,
            ChunkState::Raw => self.source.consume(amount),
            _ => (),
        }
    }
}

/// The size that a chunk-size line gives: hexadecimal, then space or an extension.
fn chunk_size(line: &[u8]) -> Option<u64> {
    let line = line.trim_ascii();
    let digits = line.iter().take_while(|b| b.is_ascii_hexdigit()).count();
    let rest = line[digits..].trim_ascii_start();
    if digits == 0 || !(rest.is_empty() || rest[0] == b';') {
        return None;
    }
    let digits = std::str::from_utf8(&line[..digits]).ok()?;
    u64::from_str_radix(digits, 16).ok()
}

fn is_blank(line: &[u8]) -> bool {
    line.iter().all(|&b| b == b'\r' || b == b'\n')
}

/// Removes content codings: gzip, deflate, br, zstd.
pub struct ContentDecoder<R> {
    source: R,
    /// The coding that was applied last, and is removed first, stands first.
    stages: Vec<Stage>,
    unsupported: bool,
    limit: u64,
    passed: u64,
}

impl<R: BufRead> ContentDecoder<R> {
    /// Removes the codings of a `Content-Encoding` value; a reader of more than `limit` bytes
    /// fails with [`LimitExceeded`].
    pub fn new(source: R, encodings: &[u8], limit: u64) -> Self {
        let mut stages = Vec::new();
        let mut unsupported = false;
        let names: Vec<&[u8]> = tokens(encodings).collect();
        for name in names.into_iter().rev() {
            match Coding::from_name(name) {
                Ok(Some(coding)) if stages.len() < MAX_CODINGS => stages.push(Stage::new(coding)),
                Ok(None) => (),
                // A name nobody knows is mostly a misplaced charset and changed no byte.
                Ok(Some(_)) | Err(Unknown) => unsupported = true,
            }
        }
        ContentDecoder { source, stages, unsupported, limit, passed: 0 }
    }

    /// How it went; the worst of all codings.
    pub fn outcome(&self) -> Outcome {
        let unsupported = self.unsupported.then_some(Outcome::Unsupported);
        let worst = self.stages.iter().map(|stage| stage.outcome).chain(unsupported).max();
        worst.unwrap_or(Outcome::Identity)
    }
}

impl<R: BufRead> Read for ContentDecoder<R> {
    fn read(&mut self, buf: &mut [u8]) -> io::Result<usize> {
        read_buffered(self, buf)
    }
}

impl<R: BufRead> BufRead for ContentDecoder<R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        let available = available(&mut self.source, &mut self.stages, self.limit)?;
        let left = self.limit - self.passed;
        if left == 0 && !available.is_empty() {
            return Err(io::Error::other(LimitExceeded { limit: self.limit }));
        }
        Ok(&available[..shorter(available.len(), left)])
    }

    fn consume(&mut self, amount: usize) {
        self.passed = self.limit.min(self.passed.saturating_add(amount as u64));
        consume(&mut self.source, &mut self.stages, amount);
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Coding {
    Gzip,
    Deflate,
    Brotli,
    Zstd,
}

struct Unknown;

impl Coding {
    fn from_name(name: &[u8]) -> Result<Option<Coding>, Unknown> {
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

    /// The formats that a body in this coding may be in, seen from its first bytes.
    fn formats(self, start: &[u8]) -> Vec<Format> {
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
enum Format {
    Gzip,
    Zlib,
    RawDeflate,
    Brotli,
    Zstd,
}

impl Format {
    /// Whether the first bytes alone prove it.
    fn has_magic(self) -> bool {
        matches!(self, Format::Gzip | Format::Zstd)
    }

    fn codec(self) -> io::Result<Codec> {
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
                Codec::Zstd(decoder)
            }
        })
    }
}

fn is_gzip(start: &[u8]) -> bool {
    start.starts_with(&[0x1f, 0x8b, 8])
}

/// A frame, or a skippable one.
fn is_zstd(start: &[u8]) -> bool {
    match *start {
        [0x28, 0xb5, 0x2f, 0xfd, ..] => true,
        [a, 0x2a, 0x4d, 0x18, ..] => a & 0xf0 == 0x50,
        _ => false,
    }
}

fn is_control(b: u8) -> bool {
    b < b' ' && !matches!(b, b'\t' | b'\n' | b'\r' | 0x0c | 0x1b)
}

enum Codec {
    Inflate(Decompress),
    Brotli(Box<BrotliState<StandardAlloc, StandardAlloc, StandardAlloc>>),
    Zstd(zstd::stream::raw::Decoder<'static>),
}

/// What one call of a codec did.
struct Progress {
    consumed: usize,
    produced: usize,
    then: Then,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Then {
    GoOn,
    MemberEnd,
    Fault,
}

impl Codec {
    fn run(&mut self, input: &[u8], output: &mut [u8]) -> Progress {
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
            Codec::Zstd(decoder) => {
                let (mut from, mut to) = (InBuffer::around(input), OutBuffer::around(output));
                let then = match decoder.run(&mut from, &mut to) {
                    Ok(0) => Then::MemberEnd,
                    Ok(_) => Then::GoOn,
                    Err(_) => Then::Fault,
                };
                Progress { consumed: from.pos(), produced: to.pos(), then }
            }
        }
    }
}

/// One coding on its way to be removed.
struct Stage {
    coding: Coding,
    phase: Phase,
    /// Bytes taken from below and looked at, from `input_at` on not yet decoded.
    input: Vec<u8>,
    input_at: usize,
    /// Decoded bytes not yet passed on stand at `output_at..output_end`.
    output: Vec<u8>,
    output_at: usize,
    output_end: usize,
    total: u64,
    outcome: Outcome,
}

enum Phase {
    Start,
    Running(Format, Codec),
    /// A gzip member or a zstd frame is over; there may be another.
    MemberEnd(Format),
    Raw,
    End,
}

impl Stage {
    fn new(coding: Coding) -> Stage {
        Stage {
            coding,
            phase: Phase::Start,
            input: Vec::new(),
            input_at: 0,
            output: Vec::new(),
            output_at: 0,
            output_end: 0,
            total: 0,
            outcome: Outcome::Decoded,
        }
    }

    /// Works until there is output or no more to come.
    fn pump<R: BufRead>(
        &mut self,
        source: &mut R,
        below: &mut [Stage],
        limit: u64,
    ) -> io::Result<()> {
        while self.output_at == self.output_end {
            // The exact limit is kept at the very end; this one bounds the work in between.
            if self.total > limit.saturating_add(OUT as u64) {
                return Err(io::Error::other(LimitExceeded { limit }));
            }
            match self.phase {
                Phase::Start => {
                    self.gather(TRIAL, source, below, limit)?;
                    self.choose()?;
                }
                Phase::Running(..) => self.decode(source, below, limit)?,
                Phase::MemberEnd(format) => {
                    self.gather(4, source, below, limit)?;
                    let rest = &self.input[self.input_at..];
                    let more = match format {
                        Format::Gzip => is_gzip(rest),
                        Format::Zstd => is_zstd(rest),
                        Format::Zlib | Format::RawDeflate | Format::Brotli => false,
                    };
                    // What else follows the last member is garbage that servers append.
                    self.phase =
                        if more { Phase::Running(format, format.codec()?) } else { Phase::End };
                }
                Phase::Raw | Phase::End => break,
            }
        }
        Ok(())
    }

    /// Takes bytes from below until so many are looked at, or the end is reached.
    fn gather<R: BufRead>(
        &mut self,
        count: usize,
        source: &mut R,
        below: &mut [Stage],
        limit: u64,
    ) -> io::Result<()> {
        self.input.drain(..self.input_at);
        self.input_at = 0;
        while self.input.len() < count {
            let more = available(source, below, limit)?;
            if more.is_empty() {
                break;
            }
            let taken = more.len().min(count - self.input.len());
            self.input.extend_from_slice(&more[..taken]);
            consume(source, below, taken);
        }
        Ok(())
    }

    /// Tries the formats of the coding on the first bytes; raw if none fits.
    fn choose(&mut self) -> io::Result<()> {
        if self.input.is_empty() {
            self.phase = Phase::End;
            return Ok(());
        }
        self.output.resize(OUT, 0);
        for format in self.coding.formats(&self.input) {
            let mut codec = format.codec()?;
            let (mut consumed, mut produced) = (0, 0);
            let then = loop {
                let step = codec.run(&self.input[consumed..], &mut self.output[produced..]);
                consumed += step.consumed;
                produced += step.produced;
                let stuck = step.consumed == 0 && step.produced == 0;
                let done = consumed == self.input.len() || produced == OUT;
                if step.then != Then::GoOn || stuck || done {
                    break step.then;
                }
            };
            let fits = match then {
                _ if format.has_magic() => true,
                Then::Fault => false,
                // Without a magic number, an end before the end means it was not the format.
                Then::MemberEnd => consumed == self.input.len() || format == Format::Zlib,
                // Text may by chance begin like a compressed stream, but no stream of any length
                // goes without control characters.
                Then::GoOn => produced > 0 && self.input.iter().any(|&b| is_control(b)),
            };
            if fits {
                self.input_at = consumed;
                self.advance(format, codec, produced, then);
                return Ok(());
            }
        }
        self.phase = Phase::Raw;
        self.outcome = Outcome::Raw;
        Ok(())
    }

    fn decode<R: BufRead>(
        &mut self,
        source: &mut R,
        below: &mut [Stage],
        limit: u64,
    ) -> io::Result<()> {
        let own = self.input_at < self.input.len();
        let input =
            if own { &self.input[self.input_at..] } else { available(source, below, limit)? };
        let Phase::Running(format, mut codec) = std::mem::replace(&mut self.phase, Phase::End)
        else {
            return Ok(());
        };
        let step = codec.run(input, &mut self.output);
        let stuck = step.consumed == 0 && step.produced == 0 && step.then == Then::GoOn;
        let at_end = input.is_empty();
        if own {
            self.input_at += step.consumed;
        } else {
            consume(source, below, step.consumed);
        }
        match stuck {
            true if at_end => self.outcome = Outcome::Truncated,
            true => self.outcome = Outcome::Damaged,
            false => self.advance(format, codec, step.produced, step.then),
        }
        Ok(())
    }

    fn advance(&mut self, format: Format, codec: Codec, produced: usize, then: Then) {
        (self.output_at, self.output_end) = (0, produced);
        self.total = self.total.saturating_add(produced as u64);
        self.phase = match then {
            Then::GoOn => Phase::Running(format, codec),
            Then::MemberEnd => Phase::MemberEnd(format),
            Then::Fault => {
                self.outcome = Outcome::Damaged;
                Phase::End
            }
        };
    }
}

/// The bytes that the uppermost stage has ready; empty at the end.
fn available<'a, R: BufRead>(
    source: &'a mut R,
    stages: &'a mut [Stage],
    limit: u64,
) -> io::Result<&'a [u8]> {
    let Some((stage, below)) = stages.split_last_mut() else {
        return source.fill_buf();
    };
    stage.pump(source, below, limit)?;
    if matches!(stage.phase, Phase::Raw) {
        match stage.input_at < stage.input.len() {
            true => Ok(&stage.input[stage.input_at..]),
            false => available(source, below, limit),
        }
    } else {
        Ok(&stage.output[stage.output_at..stage.output_end])
    }
}

/// Drops bytes that [`available`] gave.
fn consume<R: BufRead>(source: &mut R, stages: &mut [Stage], amount: usize) {
    match stages.split_last_mut() {
        None => source.consume(amount),
        Some((stage, below)) if matches!(stage.phase, Phase::Raw) => {
            match stage.input_at < stage.input.len() {
                true => stage.input_at = stage.input.len().min(stage.input_at + amount),
                false => consume(source, below, amount),
            }
        }
        Some((stage, _)) => stage.output_at = stage.output_end.min(stage.output_at + amount),
    }
}

/// All values of a field as one list, with a comma after each.
fn joined(fields: &Fields<'_>, name: &str) -> Vec<u8> {
    let mut list = Vec::new();
    for value in fields.all(name) {
        list.extend_from_slice(&value);
        list.push(b',');
    }
    list
}

/// The members of a comma-separated list, without parameters.
fn tokens(list: &[u8]) -> impl Iterator<Item = &[u8]> {
    list.split(|&b| b == b',').map(crate::http::media_type)
}

fn shorter(len: usize, left: u64) -> usize {
    usize::try_from(left).map_or(len, |left| len.min(left))
}

fn read_buffered<B: BufRead>(source: &mut B, buf: &mut [u8]) -> io::Result<usize> {
    if buf.is_empty() {
        return Ok(0);
    }
    let available = source.fill_buf()?;
    let len = available.len().min(buf.len());
    buf[..len].copy_from_slice(&available[..len]);
    source.consume(len);
    Ok(len)
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use super::*;
    use crate::http::parse_response;

    /// Gives random small pieces, and is interrupted now and then.
    struct Pieces<'a> {
        rest: &'a [u8],
        seed: u64,
        offered: usize,
    }

    impl<'a> Pieces<'a> {
        fn new(rest: &'a [u8], seed: u64) -> Self {
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

    fn read_all(mut reader: impl Read) -> Vec<u8> {
        let mut out = Vec::new();
        reader.read_to_end(&mut out).unwrap();
        out
    }

    fn dechunk(body: &[u8], seed: u64) -> (String, Outcome) {
        let mut chunked = Chunked::new(Pieces::new(body, seed));
        let out = read_all(&mut chunked);
        (String::from_utf8_lossy(&out).into_owned(), chunked.outcome())
    }

    fn decode(body: &[u8], encodings: &str, seed: u64) -> (Vec<u8>, Outcome) {
        let mut decoder =
            ContentDecoder::new(Pieces::new(body, seed), encodings.as_bytes(), 1 << 30);
        let out = read_all(&mut decoder);
        (out, decoder.outcome())
    }

    #[test]
    fn chunks_are_removed_and_what_is_none_passes_raw() {
        use Outcome::*;
        let table: &[(&str, &str, Outcome)] = &[
            ("5\r\nhello\r\n0\r\n\r\n", "hello", Decoded),
            ("5\r\nhello\r\n6\r\n world\r\n0\r\n\r\n", "hello world", Decoded),
            ("5\nhello\n0\n\n", "hello", Decoded),
            ("00000005  \r\nhello\r\n0\r\n\r\n", "hello", Decoded),
            ("5;a=b;c=\"d\"\r\nhello\r\n0;x\r\nTrailer: 1\r\nB: 2\r\n\r\n", "hello", Decoded),
            ("A\r\n0123456789\r\n0\r\n\r\nleft over", "0123456789", Decoded),
            ("5\r\nhello\r\n0\r\n", "hello", Decoded),
            ("5\r\nhello\r\n0", "hello", Decoded),
            ("0\r\n\r\n", "", Decoded),
            ("", "", Decoded),
            ("<html>\r\n", "<html>\r\n", Raw),
            ("a day in the life", "a day in the life", Raw),
            ("abc", "abc", Raw),
            ("\r\n5\r\nhello\r\n0\r\n\r\n", "\r\n5\r\nhello\r\n0\r\n\r\n", Raw),
            ("-5\r\nhello", "-5\r\nhello", Raw),
            ("10000000000000000\r\nx", "10000000000000000\r\nx", Raw),
            ("5\r\nhello\r\nxyz\r\nrest", "helloxyz\r\nrest", Damaged),
            ("5\r\nhello, world\r\n0\r\n\r\n", "hello, world\r\n0\r\n\r\n", Damaged),
            ("5\r\nhello\r\n5\r\nhel", "hellohel", Truncated),
            ("ffffffffffffffff\r\nhel", "hel", Truncated),
            ("5\r\nhello\r\n5", "hello", Truncated),
            ("5\r\nhello\r\n", "hello", Truncated),
            ("5\r\nhello\r", "hello", Truncated),
            ("5\r\nhello", "hello", Truncated),
        ];
        for &(body, expected, outcome) in table {
            for seed in 0..20 {
                let found = dechunk(body.as_bytes(), seed);
                assert_eq!(found, (expected.to_owned(), outcome), "{body:?}, seed {seed}");
            }
        }
        let endless = vec![b'1'; 3 * LINE_LIMIT];
        assert_eq!(dechunk(&endless, 1).1, Raw);
        assert_eq!(dechunk(&endless, 1).0.len(), endless.len());
    }

    #[test]
    fn every_coding_is_removed_however_it_arrives() {
        let text = text();
        for (name, encodings, body) in bodies(&text) {
            for seed in 0..10 {
                let (found, outcome) = decode(&body, encodings, seed);
                assert!(found == text, "{name}, seed {seed}");
                assert_eq!(outcome, Outcome::Decoded, "{name}, seed {seed}");
            }
        }
    }

    #[test]
    fn truncation_at_every_byte_gives_a_prefix_or_the_raw_bytes() {
        let text = text();
        for (name, encodings, body) in bodies(&text) {
            for cut in 0..body.len() {
                let (found, outcome) = decode(&body[..cut], encodings, cut as u64);
                let good = match outcome {
                    Outcome::Raw => found == body[..cut],
                    _ if encodings.contains(',') => true, // the inner coding may be raw
                    _ => text.starts_with(&found),
                };
                assert!(good, "{name} cut at {cut}: {outcome:?}");
            }
        }
        let body = b"5;x=y\r\nhello\r\n6\r\n world\r\n0\r\nA: b\r\n\r\n";
        for cut in 0..body.len() {
            let (found, outcome) = dechunk(&body[..cut], cut as u64);
            assert!(outcome == Outcome::Raw || "hello world".starts_with(&found), "cut at {cut}");
        }
    }

    #[test]
    fn a_flipped_bit_never_panics() {
        let text = text();
        for (_, encodings, body) in bodies(&text) {
            for at in 0..body.len().min(600) {
                let mut body = body.clone();
                body[at] ^= 1 << (at % 8);
                decode(&body, encodings, at as u64);
            }
        }
    }

    #[test]
    fn a_body_that_is_not_in_its_coding_passes_raw() {
        let plain: [&[u8]; 8] = [
            b"<!DOCTYPE html><html></html>",
            b"{\"json\": [1, 2, 3]}",
            b"OK",
            b"1",
            b"\n",
            b"x^ this looks like zlib",
            b"\x1f\x8b",
            &[b'a'; 10_000],
        ];
        for body in plain {
            for encodings in ["gzip", "deflate", "br", "zstd", "gzip, br", "x-gzip"] {
                let (found, outcome) = decode(body, encodings, 7);
                let shown = String::from_utf8_lossy(&body[..body.len().min(30)]);
                assert!(found == body, "{shown} as {encodings}");
                assert_eq!(outcome, Outcome::Raw, "{shown} as {encodings}");
            }
        }
        // Declared twice, applied once.
        let once = gzip(b"hello");
        assert_eq!(decode(&once, "gzip, gzip", 3), (b"hello".to_vec(), Outcome::Raw));
    }

    #[test]
    fn unknown_codings_are_left_and_said() {
        use Outcome::*;
        let table: &[(&str, Outcome)] = &[
            ("", Identity),
            ("identity", Identity),
            (" , ", Identity),
            ("utf-8", Unsupported),
            ("compress", Unsupported),
            ("gzip", Decoded),
            ("GZip ;q=1", Decoded),
            ("gzip, utf-8", Unsupported),
            ("gzip, identity", Decoded),
            ("gzip,gzip,gzip,gzip,gzip", Unsupported),
        ];
        for &(encodings, expected) in table {
            let (found, outcome) = decode(&gzip(b"hello"), encodings, 5);
            let decoded = encodings.to_ascii_lowercase().contains("gzip");
            assert_eq!(found == b"hello", decoded, "{encodings:?}");
            assert_eq!(outcome, expected, "{encodings:?}");
        }
        assert_eq!(decode(b"", "gzip", 5), (Vec::new(), Decoded));
    }

    #[test]
    fn faults_in_and_after_a_stream_are_told_apart() {
        let text = text();
        let mut crc = gzip(&text);
        let at = crc.len() - 8;
        crc[at] ^= 1;
        assert!(decode(&crc, "gzip", 1) == (text.clone(), Outcome::Damaged));
        let garbage = [gzip(&text), b"\0\0\0 garbage".to_vec()].concat();
        assert!(decode(&garbage, "gzip", 1) == (text.clone(), Outcome::Decoded));
        let garbage = [zstd::bulk::compress(&text, 3).unwrap(), b"\n".to_vec()].concat();
        assert!(decode(&garbage, "zstd", 1) == (text.clone(), Outcome::Decoded));
        let middle = [gzip(b"hello, "), b"\x1f\x8b\x08\xff\xff\xff".to_vec()].concat();
        assert_eq!(decode(&middle, "gzip", 1).0, b"hello, ");
        let mut window = zstd::stream::write::Encoder::new(Vec::new(), 1).unwrap();
        window.window_log(24).unwrap();
        window.write_all(&text).unwrap();
        let window = window.finish().unwrap();
        assert_eq!(decode(&window, "zstd", 1), (Vec::new(), Outcome::Damaged));
    }

    #[test]
    fn the_limit_stops_a_bomb() {
        let bomb = gzip(&vec![0; 5_000_000]);
        let twice = gzip(&bomb);
        for (body, encodings) in [(&bomb, "gzip"), (&twice, "gzip, gzip")] {
            for limit in [0, 1, 1_000_000, 4_999_999] {
                let mut decoder = ContentDecoder::new(&body[..], encodings.as_bytes(), limit);
                let mut out = Vec::new();
                let error = decoder.read_to_end(&mut out).unwrap_err();
                assert!(is_limit_exceeded(&error));
                assert_eq!(out.len() as u64, limit);
            }
            let exact = ContentDecoder::new(&body[..], encodings.as_bytes(), 5_000_000);
            assert_eq!(read_all(exact).len(), 5_000_000);
        }
        let mut plain = ContentDecoder::new(&b"hello"[..], b"", 4);
        assert!(is_limit_exceeded(&plain.read_to_end(&mut Vec::new()).unwrap_err()));
        assert!(!is_limit_exceeded(&io::Error::other("else")));
    }

    #[test]
    fn a_payload_is_read_as_its_head_says() {
        use Outcome::*;
        let gz = gzip(b"hello");
        let chunked = [format!("{:x}\r\n", gz.len()).as_bytes(), &gz, b"\r\n0\r\n\r\n"].concat();
        let table: &[(&str, &[u8], Outcome, Outcome)] = &[
            ("", b"hello", Identity, Identity),
            ("Content-Encoding: gzip\r\n", &gz, Identity, Decoded),
            (
                "content-encoding: gzip\r\ntransfer-encoding: Chunked\r\n",
                &chunked,
                Decoded,
                Decoded,
            ),
            ("Transfer-Encoding: gzip, chunked\r\n", &chunked, Decoded, Decoded),
            ("Transfer-Encoding: chunked\r\nContent-Encoding: br\r\n", b"hello", Raw, Raw),
        ];
        for &(fields, body, transfer, content) in table {
            let head = format!("HTTP/1.1 200 OK\r\n{fields}\r\n");
            let head = parse_response(head.as_bytes()).unwrap();
            let mut reader = payload_reader(&head, Pieces::new(body, 9), 100);
            assert_eq!(read_all(&mut reader), b"hello", "{fields}");
            assert_eq!(reader.transfer_outcome(), transfer, "{fields}");
            assert_eq!(reader.content_outcome(), content, "{fields}");
            let entity = read_all(TransferDecoder::new(&head.fields, body));
            assert!(entity == gz || entity == b"hello", "{fields}");
        }
    }

    fn text() -> Vec<u8> {
        "The barn keeps what the harvest brought. ".repeat(40).into_bytes()
    }

    /// The text in every coding: name, header value, body.
    fn bodies(text: &[u8]) -> Vec<(&'static str, &'static str, Vec<u8>)> {
        let (one, two) = text.split_at(text.len() / 3);
        let zstd = |bytes: &[u8]| zstd::bulk::compress(bytes, 3).unwrap();
        let skippable = b"\x51\x2a\x4d\x18\x03\x00\x00\x00abc".to_vec();
        vec![
            ("gzip", "gzip", gzip(text)),
            ("two members", "x-gzip", [gzip(one), gzip(b""), gzip(two)].concat()),
            ("zlib", "deflate", zlib(text)),
            ("raw deflate", "deflate", deflate(text)),
            ("gzip as deflate", "deflate", gzip(text)),
            ("br", "br", BROTLI.to_vec()),
            ("zstd", "zstd", zstd(text)),
            ("zstd frames", "ZSTD", [skippable, zstd(one), zstd(two)].concat()),
            ("br in gzip", "br, gzip", gzip(BROTLI)),
            ("four", "deflate, zstd, gzip, deflate", deflate(&gzip(&zstd(&zlib(text))))),
        ]
    }

    /// The text of [`text`], compressed by the reference encoder at its best level.
    const BROTLI: &[u8] = b"\x1b\x67\x06\xf8\x8d\x94\xab\xed\x68\x41\xa5\x3b\xbc\xde\xdd\xef\
        \x62\x8c\x48\x2a\x65\x2d\x0a\x19\x96\x38\xec\x53\x54\x59\x08\x4e\x21\xa5\x5e\xe4\xa7\
        \x39\xaf\xbd\x37\xe8\xfc\x00";

    fn gzip(bytes: &[u8]) -> Vec<u8> {
        let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
        encoder.write_all(bytes).unwrap();
        encoder.finish().unwrap()
    }

    fn zlib(bytes: &[u8]) -> Vec<u8> {
        let mut encoder = flate2::write::ZlibEncoder::new(Vec::new(), flate2::Compression::best());
        encoder.write_all(bytes).unwrap();
        encoder.finish().unwrap()
    }

    fn deflate(bytes: &[u8]) -> Vec<u8> {
        let mut encoder =
            flate2::write::DeflateEncoder::new(Vec::new(), flate2::Compression::best());
        encoder.write_all(bytes).unwrap();
        encoder.finish().unwrap()
    }
}
