//! Removes the transfer coding `chunked`.

use super::{DecodeOutcome, read_buffered, shorter};
use memchr::memchr;
use std::io::{self, BufRead, Read};

/// The longest chunk-size line; extensions are rare and short.
const LINE_LIMIT: usize = 4096;

/// Removes the transfer coding `chunked`, with chunk extensions and trailers.
pub struct Chunked<R> {
    source: R,
    state: ChunkState,
    /// The line that is being read. In the raw state: bytes of it that are still to be passed on.
    line: Vec<u8>,
    passed: usize,
    outcome: DecodeOutcome,
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
        Chunked { source, state, line: Vec::new(), passed: 0, outcome: DecodeOutcome::Decoded }
    }

    /// Returns how the removal went.
    pub fn outcome(&self) -> DecodeOutcome {
        self.outcome
    }

    /// Reads the next line of the framing. An interrupted call may be repeated.
    fn step(&mut self) -> io::Result<()> {
        let limit = if matches!(self.state, ChunkState::AfterData) { 2 } else { LINE_LIMIT };
        let whole = self.read_line(limit)?;
        let at_end = !whole && self.line.len() < limit;
        self.state = match self.state {
            // No body at all, as after HEAD.
            ChunkState::Size { first: true } if self.line.is_empty() => ChunkState::Done,
            ChunkState::Size { first } => match chunk_size(&self.line) {
                Some(_) if first && !whole => self.raw(DecodeOutcome::Raw),
                Some(0) => ChunkState::Trailer,
                Some(size) if whole => ChunkState::Data(size),
                _ if first => self.raw(DecodeOutcome::Raw),
                Some(_) => self.truncated(),
                None if self.line.is_empty() => self.truncated(),
                None => self.raw(DecodeOutcome::Damaged),
            },
            ChunkState::AfterData if is_blank(&self.line) && whole => {
                ChunkState::Size { first: false }
            }
            ChunkState::AfterData if at_end && is_blank(&self.line) => self.truncated(),
            ChunkState::AfterData => self.raw(DecodeOutcome::Damaged),
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

    /// Reads up to the next LF, the limit or the end. Returns whether there was an LF.
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

    fn raw(&mut self, outcome: DecodeOutcome) -> ChunkState {
        self.outcome = outcome;
        ChunkState::Raw
    }

    fn truncated(&mut self) -> ChunkState {
        self.outcome = DecodeOutcome::Truncated;
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
                    self.outcome = DecodeOutcome::Truncated;
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
