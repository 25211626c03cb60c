//! Where a body ends: at a length, behind the last chunk, or at the close.
//!
//! Chunks are read by the rules that the crate `warc` decodes them by: sizes in hexadecimal, with
//! extensions, lines of LF or CRLF. A body that is declared chunked and begins otherwise is a plain
//! one, which ends with the connection; one that goes wrong later is read up to there as well.

use memchr::memchr;
use stodola_warc::http::{ResponseHead, media_type};

/// The longest chunk-size line.
const LINE_LIMIT: usize = 4096;

/// How a body is delimited, and how far it is.
#[derive(Debug)]
pub(super) enum Framing {
    /// So many bytes are left.
    Length(u64),
    Chunked(Chunks),
    /// All that comes.
    Close,
    /// All that comes, because the chunks are broken.
    Broken,
}

/// Where in a chunked body.
#[derive(Debug)]
pub(super) struct Chunks {
    state: State,
    /// The part of a line that came in earlier pieces.
    line: Vec<u8>,
    trailer_left: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    FirstSize,
    Size,
    Data(u64),
    AfterData,
    Trailer,
    Over,
}

/// How much of a piece belongs to the body.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Taken {
    pub(super) bytes: usize,
    /// Whether the body is over.
    pub(super) over: bool,
}

impl Framing {
    /// What the head says of the body.
    pub(super) fn of(head: &ResponseHead<'_>, trailer_limit: usize) -> Framing {
        if matches!(head.status, Some(100..=199 | 204 | 304)) {
            return Framing::Length(0);
        }
        if is_chunked(head) {
            let (state, line) = (State::FirstSize, Vec::new());
            return Framing::Chunked(Chunks { state, line, trailer_left: trailer_limit });
        }
        content_length(head).map_or(Framing::Close, Framing::Length)
    }

    /// Whether the body is over.
    pub(super) fn is_over(&self) -> bool {
        match self {
            Framing::Length(left) => *left == 0,
            Framing::Chunked(chunks) => chunks.state == State::Over,
            Framing::Close | Framing::Broken => false,
        }
    }

    /// Whether the body is known to go on.
    pub(super) fn wants_more(&self) -> bool {
        match self {
            Framing::Length(_) | Framing::Chunked(_) => !self.is_over(),
            Framing::Close | Framing::Broken => false,
        }
    }

    /// Whether a close at this point ends the body as it should. Behind the last chunk the blank
    /// line is often missing.
    pub(super) fn may_end_here(&self) -> bool {
        match self {
            Framing::Length(left) => *left == 0,
            Framing::Chunked(chunks) => match chunks.state {
                State::Trailer | State::Over => true,
                // Declared, but nothing came at all; or the plain start of something else.
                State::FirstSize => {
                    chunks.line.is_empty() || chunk_size(&chunks.line).is_none_or(|size| size == 0)
                }
                State::Size => chunk_size(&chunks.line) == Some(0),
                State::Data(_) | State::AfterData => false,
            },
            Framing::Close | Framing::Broken => true,
        }
    }

    /// Takes what belongs to the body from the start of a piece.
    pub(super) fn take(&mut self, piece: &[u8]) -> Taken {
        match self {
            Framing::Length(left) => {
                let bytes = shorter(piece.len(), *left);
                *left -= bytes as u64;
                Taken { bytes, over: *left == 0 }
            }
            Framing::Close | Framing::Broken => Taken { bytes: piece.len(), over: false },
            Framing::Chunked(chunks) => match chunks.take(piece) {
                Ok(bytes) => Taken { bytes, over: chunks.state == State::Over },
                Err(broken) => {
                    *self = broken;
                    Taken { bytes: piece.len(), over: false }
                }
            },
        }
    }
}

impl Chunks {
    /// Goes through a piece; or tells that these are no chunks, and what they are instead.
    fn take(&mut self, piece: &[u8]) -> Result<usize, Framing> {
        let mut at = 0;
        while at < piece.len() && self.state != State::Over {
            if let State::Data(left) = self.state {
                let bytes = shorter(piece.len() - at, left);
                at += bytes;
                let left = left - bytes as u64;
                self.state = if left == 0 { State::AfterData } else { State::Data(left) };
                continue;
            }
            let rest = &piece[at..];
            let rest = &rest[..rest.len().min(LINE_LIMIT)];
            let lf = memchr(b'\n', rest);
            let end = lf.map_or(rest.len(), |lf| lf + 1);
            at += end;
            if self.state == State::Trailer {
                // Trailers are not read, only bounded; a line counts by whether it is blank.
                self.trailer_left = self.trailer_left.checked_sub(end).ok_or(Framing::Broken)?;
            }
            let too_long = self.line.len() + end > LINE_LIMIT;
            if too_long && self.state != State::Trailer {
                return Err(self.broken());
            } else if lf.is_none() && too_long {
                // So long a line is not blank; more need not be known of it.
                self.line.clear();
                self.line.push(b'x');
            } else if lf.is_none() {
                self.line.extend_from_slice(&rest[..end]);
                self.check_start()?;
            } else if self.line.is_empty() {
                self.line_ends(&rest[..end])?;
            } else {
                let mut line = std::mem::take(&mut self.line);
                line.extend_from_slice(&rest[..end]);
                self.line_ends(&line)?;
                line.clear();
                self.line = line;
            }
        }
        Ok(at)
    }

    /// A line that can be no more what it should need not be waited for.
    fn check_start(&self) -> Result<(), Framing> {
        let fine = match self.state {
            State::FirstSize | State::Size => {
                self.line.trim_ascii().is_empty() || chunk_size(&self.line).is_some()
            }
            State::AfterData => self.line.iter().all(|&byte| byte == b'\r') && self.line.len() < 2,
            State::Data(_) | State::Trailer | State::Over => true,
        };
        if fine { Ok(()) } else { Err(self.broken()) }
    }

    fn line_ends(&mut self, line: &[u8]) -> Result<(), Framing> {
        self.state = match self.state {
            State::FirstSize | State::Size => match chunk_size(line) {
                Some(0) => State::Trailer,
                Some(size) => State::Data(size),
                None => return Err(self.broken()),
            },
            State::AfterData if matches!(line, b"\r\n" | b"\n") => State::Size,
            State::AfterData => return Err(self.broken()),
            State::Trailer if line.iter().all(|byte| matches!(byte, b'\r' | b'\n')) => State::Over,
            state @ (State::Trailer | State::Data(_) | State::Over) => state,
        };
        Ok(())
    }

    fn broken(&self) -> Framing {
        if self.state == State::FirstSize { Framing::Close } else { Framing::Broken }
    }
}

/// Whether chunks are declared, by the reading of the decoder: `chunked;x=y` counts.
fn is_chunked(head: &ResponseHead<'_>) -> bool {
    let is_chunked = |item: &[u8]| media_type(item).eq_ignore_ascii_case(b"chunked");
    let mut values = head.fields.all("Transfer-Encoding");
    values.any(|value| value.split(|byte| *byte == b',').any(is_chunked))
}

/// The size that a chunk-size line gives: hexadecimal, then space or an extension.
fn chunk_size(line: &[u8]) -> Option<u64> {
    let line = line.trim_ascii();
    let digits = line.iter().take_while(|byte| byte.is_ascii_hexdigit()).count();
    let rest = line[digits..].trim_ascii_start();
    if digits == 0 || !(rest.is_empty() || rest[0] == b';') {
        return None;
    }
    u64::from_str_radix(str::from_utf8(&line[..digits]).ok()?, 16).ok()
}

/// The length that all fields and all list items agree on.
fn content_length(head: &ResponseHead<'_>) -> Option<u64> {
    let mut length = None;
    for value in head.fields.all("Content-Length") {
        for item in value.split(|byte| *byte == b',') {
            let item = item.trim_ascii();
            if item.is_empty() || !item.iter().all(u8::is_ascii_digit) {
                return None;
            }
            let number = str::from_utf8(item).ok()?.parse::<u64>().ok()?;
            if length.is_some_and(|length| length != number) {
                return None;
            }
            length = Some(number);
        }
    }
    length
}

fn shorter(length: usize, limit: u64) -> usize {
    usize::try_from(limit).map_or(length, |limit| length.min(limit))
}
