//! Removes the transfer coding `chunked`.

use super::{DecodeOutcome, read_buffered, shorter};
use memchr::memchr;
use std::io::{self, BufRead, Read};

/// The longest chunk-size line; extensions are rare and short.
const LINE_LIMIT: usize = 4096;

/// Removes the transfer coding `chunked`, with chunk extensions and trailers.
pub struct Chunked<R> {
    source: R,
    chunks: ChunkState,
}

/// The position in a chunked body, without a source: the caller passes what it has.
pub(crate) struct ChunkState {
    part: Part,
    /// The line that is being read. In the raw part: bytes of it that are still to be passed on.
    line: Vec<u8>,
    passed: usize,
    outcome: DecodeOutcome,
}

#[derive(Clone, Copy)]
enum Part {
    Size { first: bool },
    Data(u64),
    AfterData,
    Trailer,
    Raw,
    Done,
}

/// What comes next in a chunked body.
pub(crate) enum Follows {
    /// A line of the framing: see [`ChunkState::frame`].
    Framing,
    /// At most this number of bytes of the payload: see [`ChunkState::pass`].
    Payload(u64),
    /// Bytes of the payload that were taken for framing: see [`ChunkState::pending`].
    Pending,
    /// Nothing more belongs to the payload.
    Nothing,
}

impl ChunkState {
    pub(crate) fn new() -> ChunkState {
        let part = Part::Size { first: true };
        ChunkState { part, line: Vec::new(), passed: 0, outcome: DecodeOutcome::Decoded }
    }

    pub(crate) fn follows(&self) -> Follows {
        match self.part {
            Part::Size { .. } | Part::AfterData | Part::Trailer => Follows::Framing,
            Part::Data(left) => Follows::Payload(left),
            Part::Raw if self.passed < self.line.len() => Follows::Pending,
            Part::Raw => Follows::Payload(u64::MAX),
            Part::Done => Follows::Nothing,
        }
    }

    /// Bytes of the payload that were taken for framing at first, and have to be [passed](ChunkState::pass) now.
    pub(crate) fn pending(&self) -> &[u8] {
        match self.part {
            Part::Raw => &self.line[self.passed..],
            _ => &[],
        }
    }

    /// Takes bytes of the framing; none means that the body ends here. Returns how many were taken.
    pub(crate) fn frame(&mut self, available: &[u8]) -> usize {
        let limit = if matches!(self.part, Part::AfterData) { 2 } else { LINE_LIMIT };
        let room = limit - self.line.len();
        let is_end = available.is_empty();
        let available = &available[..available.len().min(room)];
        let lf = memchr(b'\n', available);
        let taken = lf.map_or(available.len(), |lf| lf + 1);
        self.line.extend_from_slice(&available[..taken]);
        let whole = lf.is_some();
        if whole || is_end || self.line.len() == limit {
            self.line_ends(whole, !whole && self.line.len() < limit);
        }
        taken
    }

    /// Goes on behind a line of the framing. `whole`: it has its LF; `at_end`: the body ends in it.
    fn line_ends(&mut self, whole: bool, at_end: bool) {
        self.part = match self.part {
            // No body at all, as after HEAD.
            Part::Size { first: true } if self.line.is_empty() => Part::Done,
            Part::Size { first } => match chunk_size(&self.line) {
                Some(_) if first && !whole => self.raw(DecodeOutcome::Raw),
                Some(0) => Part::Trailer,
                Some(size) if whole => Part::Data(size),
                _ if first => self.raw(DecodeOutcome::Raw),
                Some(_) => self.truncated(),
                None if self.line.is_empty() => self.truncated(),
                None => self.raw(DecodeOutcome::Damaged),
            },
            Part::AfterData if is_blank(&self.line) && whole => Part::Size { first: false },
            Part::AfterData if at_end && is_blank(&self.line) => self.truncated(),
            Part::AfterData => self.raw(DecodeOutcome::Damaged),
            Part::Trailer if at_end || is_blank(&self.line) => Part::Done,
            other @ (Part::Trailer | Part::Data(_) | Part::Raw | Part::Done) => other,
        };
        if !matches!(self.part, Part::Raw) {
            self.line.clear();
        }
    }

    /// Passes bytes of the payload, or of what was pending.
    pub(crate) fn pass(&mut self, amount: usize) {
        match self.part {
            Part::Data(left) => {
                let left = left.saturating_sub(amount as u64);
                self.part = if left == 0 { Part::AfterData } else { Part::Data(left) };
            }
            Part::Raw if self.passed < self.line.len() => self.passed += amount,
            _ => (),
        }
    }

    fn raw(&mut self, outcome: DecodeOutcome) -> Part {
        self.outcome = outcome;
        Part::Raw
    }

    fn truncated(&mut self) -> Part {
        self.outcome = DecodeOutcome::Truncated;
        Part::Done
    }
}

impl<R: BufRead> Chunked<R> {
    /// Decodes what the source yields.
    pub fn new(source: R) -> Self {
        Chunked { source, chunks: ChunkState::new() }
    }

    /// Returns how the removal went.
    pub fn outcome(&self) -> DecodeOutcome {
        self.chunks.outcome
    }
}

impl<R: BufRead> Read for Chunked<R> {
    fn read(&mut self, buf: &mut [u8]) -> io::Result<usize> {
        read_buffered(self, buf)
    }
}

impl<R: BufRead> BufRead for Chunked<R> {
    /// An interrupted call may be repeated.
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        while let Follows::Framing = self.chunks.follows() {
            let taken = self.chunks.frame(self.source.fill_buf()?);
            self.source.consume(taken);
        }
        match self.chunks.follows() {
            Follows::Payload(most) => {
                let available = self.source.fill_buf()?;
                if available.is_empty() && matches!(self.chunks.part, Part::Data(_)) {
                    self.chunks.part = self.chunks.truncated();
                }
                Ok(&available[..shorter(available.len(), most)])
            }
            Follows::Pending => Ok(self.chunks.pending()),
            Follows::Framing | Follows::Nothing => Ok(&[]),
        }
    }

    fn consume(&mut self, amount: usize) {
        if let Follows::Payload(_) = self.chunks.follows() {
            self.source.consume(amount);
        }
        self.chunks.pass(amount);
    }
}

/// Returns the size in a chunk-size line: a hexadecimal number, then space or an extension. `None` if it is not such a
/// line.
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::decode::pieces::{Pieces, read_all};

    fn dechunk(body: &[u8], seed: u64) -> (String, DecodeOutcome) {
        let mut chunked = Chunked::new(Pieces::new(body, seed));
        let out = read_all(&mut chunked);
        (String::from_utf8_lossy(&out).into_owned(), chunked.outcome())
    }

    #[test]
    fn chunks_are_removed_and_what_is_none_passes_raw() {
        use DecodeOutcome::*;
        let table: &[(&str, &str, DecodeOutcome)] = &[
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
    fn truncation_at_every_byte_gives_a_prefix_or_the_raw_bytes() {
        let body = b"5;x=y\r\nhello\r\n6\r\n world\r\n0\r\nA: b\r\n\r\n";
        for cut in 0..body.len() {
            let (found, outcome) = dechunk(&body[..cut], cut as u64);
            assert!(
                outcome == DecodeOutcome::Raw || "hello world".starts_with(&found),
                "cut at {cut}"
            );
        }
    }
}
