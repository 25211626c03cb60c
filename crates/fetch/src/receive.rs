//! Finds where a response ends while its bytes come in, and keeps those that belong to it.
//!
//! This is the whole of HTTP framing, without sockets: bytes in pieces of any size, an end of some
//! kind, and in between the decision which bytes are the response. Nothing is repaired. The rules:
//!
//! - A head ends with an empty line, of LF or CRLF. What does not begin with a status line has no
//!   head: all of it, up to the close, is the response (HTTP/0.9 looked like this).
//! - Interim responses are dropped and counted; if no final one comes, the last is kept.
//! - 101, 204 and 304 have no body. `chunked` comes before `Content-Length`; lengths that differ or
//!   are no numbers count as none; without either, the body ends with the connection.
//! - A head or interim responses beyond the limit, and bodies beyond theirs, are cut.
//!
//! Memory is bounded by the limit on the head; the body goes through.

mod framing;

use std::io;

use memchr::memchr_iter;
use stodola_warc::http::{ResponseHead, parse_response};

use crate::exchange::Truncated;
use crate::spool::Spool;
use framing::{Framing, Taken};

/// How many blank lines before a status line are overlooked, in bytes.
const BLANK_LIMIT: usize = 8;

/// A response on its way in.
#[derive(Debug)]
pub struct Receiver {
    phase: Phase,
    /// The head so far, then the head; empty if there is none.
    head: Vec<u8>,
    /// The interim response before, in case that no other comes.
    last_interim: Vec<u8>,
    /// Where the line at the end of `head` begins.
    line_start: usize,
    header_limit: usize,
    /// Bytes of blank lines before a status line.
    blank: usize,
    /// Bytes of interim responses.
    skipped: usize,
    interim: u32,
    body_limit: u64,
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

/// What became of a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fed {
    /// How many of its bytes were looked at. If the response is done, the rest is not part of it.
    pub taken: usize,
    /// Whether the response needs no more.
    pub done: bool,
}

/// Why no more bytes come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// The server closed the connection.
    Closed,
    /// The connection broke.
    Broken,
    /// Time was up.
    Time,
}

impl Receiver {
    /// For a response with at most so many bytes of head and of body.
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
            body_length: 0,
            status: None,
            may_keep: false,
            truncated: None,
        }
    }

    /// Takes the next piece.
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

    /// No more pieces come.
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

    /// Whether any byte of a response came.
    pub fn has_begun(&self) -> bool {
        !self.head.is_empty() || self.interim > 0 || !matches!(self.phase, Phase::Head)
    }

    /// The head, with its blank line if that came; empty if there is no status line.
    pub fn head(&self) -> &[u8] {
        &self.head
    }

    /// As [`Receiver::head`], for keeps.
    pub(crate) fn into_head(self) -> Vec<u8> {
        self.head
    }

    /// The status, once the head came.
    pub fn status(&self) -> Option<u16> {
        self.status
    }

    /// Why the response is not whole, if it is not. Final once it is done.
    pub fn truncated(&self) -> Option<Truncated> {
        self.truncated
    }

    /// How many interim responses were dropped.
    pub fn interim(&self) -> u32 {
        self.interim
    }

    /// Whether the response ended where it had to, and the server keeps the connection.
    pub fn may_keep_connection(&self) -> bool {
        self.may_keep && self.truncated.is_none() && matches!(self.phase, Phase::Done)
    }

    /// Whether there is something to decide without further bytes.
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
            // What is left of the piece is not wanted, but it shows that there was more.
            self.keep_partial_head(spool)?;
            self.truncated = Some(Truncated::Length);
            self.phase = Phase::Done;
        }
        Ok(blank + piece.len().min(room))
    }

    /// Line ends that stand before a status line belong to no message (RFC 9112, section 2.2).
    fn skip_blank(&mut self, piece: &[u8]) -> usize {
        if !self.head.is_empty() {
            return 0;
        }
        let is_line_end = |byte: &&u8| matches!(byte, b'\r' | b'\n');
        let blank = piece.iter().take(BLANK_LIMIT - self.blank).take_while(is_line_end).count();
        self.blank += blank;
        blank
    }

    /// There is no head: what was taken for one is body. Returns how much of the piece that was
    /// added to the head at `before` counts as taken.
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

/// Whether a head could begin so.
fn begins_like_head(bytes: &[u8]) -> bool {
    ["HTTP", "ICY"].iter().any(|word| {
        let length = bytes.len().min(word.len());
        bytes[..length].eq_ignore_ascii_case(&word.as_bytes()[..length])
    })
}

/// Whether the server says that it keeps the connection.
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
