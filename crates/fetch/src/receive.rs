//! Finds the end of a response while its bytes are received, and keeps the bytes that belong to it.
//!
//! This is the whole of HTTP framing, without sockets: input is bytes in pieces of any size and an end of some kind;
//! the result is which bytes are the response. Nothing is repaired. The rules:
//!
//! - A head ends with an empty line, of LF or CRLF. What does not begin with a status line has no
//!   head: all of it, up to the close, is the response (HTTP/0.9 looked like this).
//! - Interim responses are dropped and counted; if no final one comes, the last is kept.
//! - 101, 204 and 304 have no body. `chunked` comes before `Content-Length`; lengths that differ or are not numbers are
//!   ignored; without either, the body ends with the connection.
//! - A head or interim responses beyond the limit, and bodies beyond theirs, are cut.
//!
//! Memory is limited by the limit on the head; the body is passed on.

mod framing;

use std::io;
use std::sync::Arc;

use memchr::memchr_iter;
use stodola_warc::http::{ResponseHead, parse_response};

use crate::exchange::Truncated;
use crate::spool::Spool;
use crate::type_limit::TypeLimit;
use framing::{Framing, Taken};

/// Maximum number of bytes of blank lines before a status line that are ignored.
const BLANK_LIMIT: usize = 8;

/// A response while it is received.
#[derive(Debug)]
pub struct Receiver {
    phase: Phase,
    /// Bytes of the head, as far as it was received; empty if there is no head.
    head: Vec<u8>,
    /// The last interim response, which is kept if no final one follows.
    last_interim: Vec<u8>,
    /// Offset in `head` of its last line.
    line_start: usize,
    header_limit: usize,
    /// Bytes of blank lines before the status line.
    blank: usize,
    /// Bytes of interim responses.
    skipped: usize,
    interim: u32,
    body_limit: u64,
    /// Limits of bodies by media type.
    by_type: Arc<[TypeLimit]>,
    body_length: u64,
    status: Option<u16>,
    may_keep: bool,
    truncated: Option<Truncated>,
}

#[derive(Debug)]
enum Phase {
    Head,
    Body(Framing),
    Done,
}

/// What was done with a piece of input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fed {
    /// Number of bytes of the piece that were used. If the response is done, the rest does not belong to it.
    pub taken: usize,
    /// Whether the response is complete.
    pub done: bool,
}

/// Why no more bytes come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// The server closed the connection.
    Closed,
    /// The connection was interrupted.
    Broken,
    /// The time limit was reached.
    Time,
}

impl Receiver {
    /// Returns a receiver for a response with at most these numbers of bytes in its head and in its body.
    pub fn new(header_limit: usize, body_limit: u64) -> Receiver {
        Receiver {
            phase: Phase::Head,
            head: Vec::new(),
            last_interim: Vec::new(),
            line_start: 0,
            header_limit: header_limit.max(1),
            blank: 0,
            skipped: 0,
            interim: 0,
            body_limit,
            by_type: Arc::default(),
            body_length: 0,
            status: None,
            may_keep: false,
            truncated: None,
        }
    }

    /// Applies limits by media type, instead of the one for all bodies, to the types they are for.
    pub fn with_type_limits(mut self, limits: Arc<[TypeLimit]>) -> Receiver {
        self.by_type = limits;
        self
    }

    /// Takes the next piece of input. Bytes of the response go to `spool`.
    pub fn feed(&mut self, piece: &[u8], spool: &mut Spool) -> io::Result<Fed> {
        let mut taken = 0;
        while taken < piece.len() || self.is_settled() {
            match self.phase {
                Phase::Head => taken += self.feed_head(&piece[taken..], spool)?,
                Phase::Body(_) => {
                    let body = self.feed_body(&piece[taken..], spool)?;
                    taken += body;
                    if body == 0 && !matches!(self.phase, Phase::Done) {
                        break;
                    }
                }
                Phase::Done => break,
            }
        }
        Ok(Fed { taken, done: matches!(self.phase, Phase::Done) })
    }

    /// Tells the receiver that no more input comes.
    pub fn end(&mut self, ending: Ending, spool: &mut Spool) -> io::Result<()> {
        let cut = match ending {
            Ending::Closed | Ending::Broken => Truncated::Disconnect,
            Ending::Time => Truncated::Time,
        };
        match &self.phase {
            Phase::Done => return Ok(()),
            Phase::Head => {
                if self.head.is_empty() {
                    self.head = std::mem::take(&mut self.last_interim);
                }
                self.keep_partial_head(spool)?;
                self.truncated = Some(cut);
            }
            Phase::Body(framing) => {
                let natural = ending == Ending::Closed && framing.may_end_here();
                self.truncated = match framing {
                    _ if !natural => Some(cut),
                    Framing::Broken => Some(Truncated::Unspecified),
                    _ => None,
                };
            }
        }
        self.may_keep = false;
        self.phase = Phase::Done;
        Ok(())
    }

    /// Whether any byte of a response was received.
    pub fn has_begun(&self) -> bool {
        !self.head.is_empty() || self.interim > 0 || !matches!(self.phase, Phase::Head)
    }

    /// Bytes of the head, with the blank line if it was received; empty if there is no status line.
    pub fn head(&self) -> &[u8] {
        &self.head
    }

    /// Same as [`Receiver::head`], by value.
    pub(crate) fn into_head(self) -> Vec<u8> {
        self.head
    }

    /// Status code; `None` until the head is complete, or if it has none.
    pub fn status(&self) -> Option<u16> {
        self.status
    }

    /// Why the response is incomplete; `None` if it is complete. Final once the response is done.
    pub fn truncated(&self) -> Option<Truncated> {
        self.truncated
    }

    /// Number of interim responses that were dropped.
    pub fn interim(&self) -> u32 {
        self.interim
    }

    /// Whether the response ended correctly, and the server keeps the connection open.
    pub fn may_keep_connection(&self) -> bool {
        self.may_keep && self.truncated.is_none() && matches!(self.phase, Phase::Done)
    }

    /// Whether the next step needs no further bytes.
    fn is_settled(&self) -> bool {
        match &self.phase {
            Phase::Head | Phase::Done => false,
            Phase::Body(framing) => {
                framing.is_over() || (framing.wants_more() && self.body_length >= self.body_limit)
            }
        }
    }

    fn feed_head(&mut self, piece: &[u8], spool: &mut Spool) -> io::Result<usize> {
        let blank = self.skip_blank(piece);
        let piece = &piece[blank..];
        if piece.is_empty() {
            return Ok(blank);
        }
        let room = self.header_limit.saturating_sub(self.skipped + self.head.len());
        let before = self.head.len();
        self.head.extend_from_slice(&piece[..piece.len().min(room)]);
        if !begins_like_head(&self.head) {
            return self.begin_raw(before, spool).map(|taken| blank + taken);
        }
        for lf in memchr_iter(b'\n', &self.head[before..]) {
            let lf = before + lf;
            let line = &self.head[self.line_start..lf];
            if self.line_start == 0 {
                if parse_response(line).is_none() {
                    return self.begin_raw(before, spool).map(|taken| blank + taken);
                }
            } else if line.iter().all(|&byte| byte == b'\r') {
                self.head.truncate(lf + 1);
                self.finish_head(spool)?;
                return Ok(blank + lf + 1 - before);
            }
            self.line_start = lf + 1;
        }
        if piece.len() > room {
            // The rest of the piece is not kept, but it shows that there was more.
            self.keep_partial_head(spool)?;
            self.truncated = Some(Truncated::Length);
            self.phase = Phase::Done;
        }
        Ok(blank + piece.len().min(room))
    }

    /// Skips line ends before a status line, which belong to no message (RFC 9112, section 2.2). Returns their number.
    fn skip_blank(&mut self, piece: &[u8]) -> usize {
        if !self.head.is_empty() {
            return 0;
        }
        let is_line_end = |byte: &&u8| matches!(byte, b'\r' | b'\n');
        let blank = piece.iter().take(BLANK_LIMIT - self.blank).take_while(is_line_end).count();
        self.blank += blank;
        blank
    }

    /// There is no head: the bytes that were collected as a head are body. Returns how many bytes of the piece, which
    /// was added to the head at `before`, were used.
    fn begin_raw(&mut self, before: usize, spool: &mut Spool) -> io::Result<usize> {
        let bytes = std::mem::take(&mut self.head);
        self.phase = Phase::Body(Framing::Close);
        let earlier = self.feed_body(&bytes[..before], spool)?;
        if earlier < before {
            return Ok(0); // the limit was reached
        }
        self.feed_body(&bytes[before..], spool)
    }

    fn finish_head(&mut self, spool: &mut Spool) -> io::Result<()> {
        self.line_start = 0;
        let Some(head) = parse_response(&self.head) else { return Ok(()) };
        self.status = head.status;
        let is_interim = matches!(head.status, Some(100 | 102..=199));
        if is_interim && self.skipped + self.head.len() < self.header_limit {
            self.skipped += self.head.len();
            self.interim += 1;
            self.status = None;
            std::mem::swap(&mut self.head, &mut self.last_interim);
            self.head.clear();
            return Ok(());
        }
        if is_interim {
            self.truncated = Some(Truncated::Length);
        }
        self.may_keep = keeps_connection(&head);
        if let Some(limit) = TypeLimit::of(&self.by_type, &head) {
            self.body_limit = limit.body_limit(&head);
        }
        let framing = Framing::of(&head, self.header_limit);
        self.last_interim = Vec::new();
        spool.push(&self.head)?;
        self.phase = if framing.is_over() { Phase::Done } else { Phase::Body(framing) };
        Ok(())
    }

    /// Keeps a head that has no end.
    fn keep_partial_head(&mut self, spool: &mut Spool) -> io::Result<()> {
        spool.push(&self.head)?;
        let status = parse_response(&self.head).map(|head| head.status);
        self.status = status.flatten();
        if status.is_none() {
            self.head.clear();
        }
        Ok(())
    }

    fn feed_body(&mut self, piece: &[u8], spool: &mut Spool) -> io::Result<usize> {
        let Phase::Body(framing) = &mut self.phase else { return Ok(0) };
        let room = self.body_limit - self.body_length;
        let room = usize::try_from(room).unwrap_or(usize::MAX);
        let Taken { bytes, over } = framing.take(&piece[..piece.len().min(room)]);
        spool.push(&piece[..bytes])?;
        self.body_length += bytes as u64;
        if over {
            self.phase = Phase::Done;
        } else if self.body_length == self.body_limit
            && (bytes < piece.len() || framing.wants_more())
        {
            self.truncated = Some(Truncated::Length);
            self.phase = Phase::Done;
        }
        Ok(bytes)
    }
}

/// Whether these bytes can be the beginning of a head.
fn begins_like_head(bytes: &[u8]) -> bool {
    ["HTTP", "ICY"].iter().any(|word| {
        let length = bytes.len().min(word.len());
        bytes[..length].eq_ignore_ascii_case(&word.as_bytes()[..length])
    })
}

/// Whether the server says that it keeps the connection open.
fn keeps_connection(head: &ResponseHead<'_>) -> bool {
    let says = |word: &[u8]| {
        head.fields.all("Connection").any(|value| {
            value
                .split(|byte| *byte == b',')
                .any(|part| part.trim_ascii().eq_ignore_ascii_case(word))
        })
    };
    let by_default = head.version.eq_ignore_ascii_case(b"HTTP/1.1");
    head.status != Some(101) && !says(b"close") && (by_default || says(b"keep-alive"))
}

#[cfg(test)]
mod tests;
