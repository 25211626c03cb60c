//! The end of a body: at a length, behind the last chunk, or at the close of the connection.
//!
//! Chunks are parsed by the same rules as in the decoder of the crate `warc`: sizes in hexadecimal, with extensions,
//! lines of LF or CRLF. A body that is declared chunked and begins otherwise is a plain one, which ends with the
//! connection; a body whose chunks are broken later is read up to the close as well.

use memchr::memchr;
use stodola_warc::http::{ResponseHead, media_type};

/// Maximum length of a chunk-size line in bytes.
const LINE_LIMIT: usize = 4096;

/// How a body is delimited, and how far it is.
#[derive(Debug)]
pub(super) enum Framing {
    /// Bytes left of a body with a length.
    Length(u64),
    Chunked(Chunks),
    /// Everything up to the close.
    Close,
    /// Everything up to the close, because the chunks are broken.
    Broken,
}

/// The position in a chunked body.
#[derive(Debug)]
pub(super) struct Chunks {
    state: State,
    /// The part of a line that was in earlier pieces.
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
    /// Whether the body is complete.
    pub(super) over: bool,
}

impl Framing {
    /// Returns what the head says about the end of the body.
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

    /// Whether the body is complete.
    pub(super) fn is_over(&self) -> bool {
        match self {
            Framing::Length(left) => *left == 0,
            Framing::Chunked(chunks) => chunks.state == State::Over,
            Framing::Close | Framing::Broken => false,
        }
    }

    /// Whether the body is known to continue.
    pub(super) fn wants_more(&self) -> bool {
        match self {
            Framing::Length(_) | Framing::Chunked(_) => !self.is_over(),
            Framing::Close | Framing::Broken => false,
        }
    }

    /// Whether a close at this point is a correct end of the body. The blank line behind the last chunk is often
    /// missing.
    pub(super) fn may_end_here(&self) -> bool {
        match self {
            Framing::Length(left) => *left == 0,
            Framing::Chunked(chunks) => match chunks.state {
                State::Trailer | State::Over => true,
                // Chunks are declared, but nothing was received, or the plain beginning of something else.
                State::FirstSize => {
                    chunks.line.is_empty() || chunk_size(&chunks.line).is_none_or(|size| size == 0)
                }
                State::Size => chunk_size(&chunks.line) == Some(0),
                State::Data(_) | State::AfterData => false,
            },
            Framing::Close | Framing::Broken => true,
        }
    }

    /// Takes the bytes at the start of a piece that belong to the body.
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
    /// Parses a piece. Returns the number of bytes used; the error is the framing to use instead, if these are not
    /// chunks.
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
                // Trailers are not parsed, only limited; a line is either blank or not.
                self.trailer_left = self.trailer_left.checked_sub(end).ok_or(Framing::Broken)?;
            }
            let too_long = self.line.len() + end > LINE_LIMIT;
            if too_long && self.state != State::Trailer {
                return Err(self.broken());
            } else if lf.is_none() && too_long {
                // A line this long is not blank; nothing else matters.
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

    /// Rejects a line as soon as it cannot be valid any more.
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

/// Whether chunks are declared, by the rules of the decoder: `chunked;x=y` counts.
fn is_chunked(head: &ResponseHead<'_>) -> bool {
    let is_chunked = |item: &[u8]| media_type(item).eq_ignore_ascii_case(b"chunked");
    let mut values = head.fields.all("Transfer-Encoding");
    values.any(|value| value.split(|byte| *byte == b',').any(is_chunked))
}

/// Returns the size in a chunk-size line: hexadecimal, then space or an extension. `None` if it has none.
fn chunk_size(line: &[u8]) -> Option<u64> {
    let line = line.trim_ascii();
    let digits = line.iter().take_while(|byte| byte.is_ascii_hexdigit()).count();
    let rest = line[digits..].trim_ascii_start();
    if digits == 0 || !(rest.is_empty() || rest[0] == b';') {
        return None;
    }
    u64::from_str_radix(str::from_utf8(&line[..digits]).ok()?, 16).ok()
}

/// Returns the length that all fields and all list items agree on; `None` if they differ or there is none.
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
