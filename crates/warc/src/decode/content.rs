//! Removes content codings, also several of one body.

use super::codec::{Codec, Coding, Format, Then, Unknown, is_control, is_gzip, is_zstd};
use super::{DecodeOutcome, LimitExceeded, read_buffered, shorter, tokens};
use std::io::{self, BufRead, Read};

/// Bytes on which a coding is tried.
const TRIAL: usize = 4096;
/// Size of the buffer that decoded bytes wait in.
const OUT: usize = 32 * 1024;
/// Number of codings that one body may have.
const MAX_CODINGS: usize = 4;

/// Removes content codings: gzip, deflate, br, zstd.
pub struct ContentDecoder<R> {
    pub(super) source: R,
    /// The codings; first the one that was applied last and is removed first.
    stages: Vec<Stage>,
    unsupported: bool,
    limit: u64,
    passed: u64,
}

impl<R: BufRead> ContentDecoder<R> {
    /// Removes the codings of a `Content-Encoding` value. Reading more than `limit` bytes fails with [`LimitExceeded`].
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

    /// Returns how the removal went: the worst outcome of all codings.
    pub fn outcome(&self) -> DecodeOutcome {
        let unsupported = self.unsupported.then_some(DecodeOutcome::Unsupported);
        let worst = self.stages.iter().map(|stage| stage.outcome).chain(unsupported).max();
        worst.unwrap_or(DecodeOutcome::Identity)
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

/// One coding that is being removed.
struct Stage {
    coding: Coding,
    phase: Phase,
    /// Bytes from the stage below; from `input_at` on they are not decoded yet.
    input: Vec<u8>,
    input_at: usize,
    /// Decoded bytes; those at `output_at..output_end` are not passed on yet.
    output: Vec<u8>,
    output_at: usize,
    output_end: usize,
    total: u64,
    outcome: DecodeOutcome,
}

enum Phase {
    Start,
    Running(Format, Codec),
    /// A gzip member or a zstd frame has ended; another may follow.
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
            outcome: DecodeOutcome::Decoded,
        }
    }

    /// Decodes until there is output, or until none can follow.
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

    /// Takes bytes from the stage below until there are enough, or the end is reached.
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

    /// Tries the formats of the coding on the first bytes; if none fits, the body is passed on unchanged.
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
        self.outcome = DecodeOutcome::Raw;
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
            true if at_end => self.outcome = DecodeOutcome::Truncated,
            true => self.outcome = DecodeOutcome::Damaged,
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
                self.outcome = DecodeOutcome::Damaged;
                Phase::End
            }
        };
    }
}

/// Returns the bytes that the uppermost stage has ready; empty at the end.
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

#[cfg(test)]
mod tests;
