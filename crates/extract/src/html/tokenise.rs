//! The tags of a page and, if wanted, its text: the tokeniser of the HTML standard as far as links need it.
//!
//! It works on bytes and takes the page in pieces; what it cannot decide yet it leaves, to be given again with more
//! bytes behind it, so that the place of cuts does not matter. It leaves at most a tag that has not ended, no longer
//! than a limit, or a few bytes of anything else. A tag beyond the limit loses its attributes; its name still decides
//! what follows it.
//!
//! All states of the standard are here, including those of scripts in comments in scripts. States that differ only in
//! the errors they report are one, and a `DOCTYPE` ends at the first `>`, as it does by the standard even within
//! quotes. Which text is raw depends on the tree that a browser builds. Of that tree there is only what [`foreign`]
//! keeps; tags that a browser would ignore at their place (in a `frameset`, for example) still switch the state here.
//! Scripts count as enabled, so that `noscript` is raw text.

mod foreign;
mod raw;
mod scan;
#[cfg(test)]
mod tests;

use std::ops::Range;

use memchr::memchr;

use self::foreign::Foreign;
use self::raw::{Script, text_within};
pub use self::scan::{Attribute, Attributes};
use self::scan::{Scanned, Skipper};

/// Receives what is found.
pub trait Sink {
    /// A start tag.
    fn start(&mut self, tag: &StartTag<'_>);
    /// An end tag; the name is in lower case. That of an element of raw text comes after its text.
    fn end(&mut self, name: &[u8]);
    /// A part of a text of any kind, as written; `at` is its byte offset in the page.
    fn text(&mut self, text: &[u8], at: u64);
    /// A part of the inside of a comment, `<!--` and `-->` not included; it stands at this byte of the page. `is_end`:
    /// the comment ends behind it. One that the page ends in has no such part.
    #[inline]
    fn comment(&mut self, text: &[u8], at: u64, is_end: bool) {
        let _ = (text, at, is_end);
    }
    /// The attributes of the start tag that follows, or some of them, were too large to be kept.
    fn fell_short(&mut self);
    /// Whether the rest of the page is not wanted.
    fn is_full(&self) -> bool;
}

/// A start tag.
pub struct StartTag<'a> {
    /// Name in lower case; empty if it is longer than any known name.
    pub name: &'a [u8],
    /// Its attributes.
    pub attributes: Attributes<'a>,
    /// Whether the element belongs to SVG or MathML.
    pub is_foreign: bool,
    /// Whether it ends with `/>`, which has a meaning only in foreign content.
    pub is_self_closing: bool,
    /// Position in the page, in bytes. For a tag that is too long to be kept, only its end.
    pub position: Range<u64>,
}

/// The state of the tokeniser between two pieces.
pub struct Tokeniser {
    state: State,
    /// Whether the next end tag is that of an element of raw text.
    is_raw: bool,
    foreign: Foreign,
    scanned: Scanned,
    max_markup: usize,
    /// Number of bytes of the page that are done.
    at: u64,
}

#[derive(Clone, Copy)]
enum State {
    Data,
    /// Raw text, with or without references, up to the beginning of its end tag.
    Raw(&'static [u8]),
    Script(Script),
    Plaintext,
    Comment,
    /// Up to the next `>`: a comment of another form, a processing instruction, a `DOCTYPE`.
    Bogus,
    Cdata,
    /// A tag that is too long.
    Skipping {
        skipper: Skipper,
        is_end: bool,
    },
}

/// Number of bytes by which the name of a tag is known, or that it has no meaning; these are waited for even if the
/// limit is lower.
const ENOUGH: usize = 32;

const CDATA: &[u8] = b"<![CDATA[";

impl Tokeniser {
    /// A tokeniser at the start of a page. Attributes of tags longer than `max_markup` bytes are lost.
    pub fn new(max_markup: usize) -> Tokeniser {
        Tokeniser {
            state: State::Data,
            is_raw: false,
            foreign: Foreign::default(),
            scanned: Scanned::default(),
            max_markup,
            at: 0,
        }
    }

    /// Takes a piece and returns how many of its bytes are done; the rest, never longer than the limit or a few bytes,
    /// has to begin the next piece. Nothing is left of the last piece, unless the sink is full.
    pub fn feed<S: Sink>(&mut self, piece: &[u8], is_last: bool, sink: &mut S) -> usize {
        let start = self.at;
        let mut at = 0;
        while at < piece.len() && !sink.is_full() {
            let rest = &piece[at..];
            let used = match self.state {
                State::Data => self.data(rest, is_last, sink),
                State::Raw(close) => self.raw(rest, close, is_last, sink),
                State::Script(script) => self.script(rest, script, is_last, sink),
                State::Plaintext => {
                    sink.text(rest, self.at);
                    Some(rest.len())
                }
                State::Comment => self.comment(rest, sink),
                State::Bogus => Some(match memchr(b'>', rest) {
                    Some(end) => {
                        self.state = State::Data;
                        end + 1
                    }
                    None => rest.len(),
                }),
                State::Cdata => self.cdata(rest, is_last, sink),
                State::Skipping { mut skipper, is_end } => Some(match skipper.skip(rest) {
                    Some(end) => {
                        self.state = State::Data;
                        self.scanned.is_self_closing = skipper.is_self_closing;
                        let position = self.at..self.at + end as u64;
                        self.tag_ended(&[], is_end, position, sink);
                        end
                    }
                    None => {
                        self.state = State::Skipping { skipper, is_end };
                        rest.len()
                    }
                }),
            };
            match used {
                Some(used) => {
                    at += used;
                    self.at = start + at as u64;
                }
                // What is unfinished at the end of the page is dropped, as in the standard.
                None if is_last => return piece.len(),
                None => break,
            }
        }
        at
    }

    fn data<S: Sink>(&mut self, rest: &[u8], is_last: bool, sink: &mut S) -> Option<usize> {
        let Some(at) = memchr(b'<', rest) else {
            sink.text(rest, self.at);
            return Some(rest.len());
        };
        if at > 0 {
            sink.text(&rest[..at], self.at);
            self.at += at as u64;
        }
        match self.markup(&rest[at..], is_last, sink) {
            Some(used) => Some(at + used),
            None => (at > 0).then_some(at),
        }
    }

    /// Handles what a `<` begins.
    fn markup<S: Sink>(&mut self, rest: &[u8], is_last: bool, sink: &mut S) -> Option<usize> {
        let text_len = match (rest.get(1), rest.get(2)) {
            (Some(byte), _) if byte.is_ascii_alphabetic() => {
                return self.tag(rest, false, is_last, sink);
            }
            (Some(b'/'), Some(byte)) if byte.is_ascii_alphabetic() => {
                return self.tag(rest, true, is_last, sink);
            }
            (Some(b'/'), Some(b'>')) => return Some(3),
            (Some(b'/'), Some(_)) | (Some(b'?'), _) => {
                self.state = State::Bogus;
                return Some(2);
            }
            (Some(b'!'), _) => return self.declaration(rest, is_last),
            (None, _) | (Some(b'/'), None) if !is_last => return None,
            (Some(b'/'), None) => 2,
            _ => 1,
        };
        sink.text(&rest[..text_len], self.at);
        Some(text_len)
    }

    /// Handles what `<!` begins.
    fn declaration(&mut self, rest: &[u8], is_last: bool) -> Option<usize> {
        const COMMENT: &[u8] = b"<!--";
        let knows_cdata = self.foreign.is_inside();
        let is_cut = rest.len() < COMMENT.len() && COMMENT.starts_with(rest)
            || knows_cdata && rest.len() < CDATA.len() && CDATA.starts_with(rest);
        if is_cut && !is_last {
            return None;
        }
        let (state, len) = match rest.strip_prefix(COMMENT) {
            // Two forms of an empty comment end before the rules for its content apply.
            Some([b'>', ..]) => (State::Data, 5),
            Some([b'-', b'>', ..]) => (State::Data, 6),
            Some([] | [b'-']) if !is_last => return None,
            Some(_) => (State::Comment, COMMENT.len()),
            None if knows_cdata && rest.starts_with(CDATA) => (State::Cdata, CDATA.len()),
            None => (State::Bogus, 2),
        };
        self.state = state;
        Some(len)
    }

    /// Handles the content of a comment, which ends with `-->` or `--!>`.
    fn comment<S: Sink>(&mut self, rest: &[u8], sink: &mut S) -> Option<usize> {
        for end in memchr::memchr_iter(b'>', rest) {
            let inside = &rest[..end];
            let text = inside.strip_suffix(b"--").or_else(|| inside.strip_suffix(b"--!"));
            if let Some(text) = text {
                sink.comment(text, self.at, true);
                self.state = State::Data;
                return Some(end + 1);
            }
        }
        let done = all_but(rest, 3)?;
        sink.comment(&rest[..done], self.at, false);
        Some(done)
    }

    fn tag<S: Sink>(
        &mut self,
        rest: &[u8],
        is_end: bool,
        is_last: bool,
        sink: &mut S,
    ) -> Option<usize> {
        let name_at = if is_end { 2 } else { 1 };
        let inside = &rest[name_at..];
        match self.scanned.scan(inside) {
            Some(len) => {
                let len = name_at + len;
                if !is_end && (len > self.max_markup || self.scanned.has_more) {
                    sink.fell_short();
                }
                if len > self.max_markup {
                    self.scanned.drop_attributes();
                }
                let position = self.at..self.at + len as u64;
                self.tag_ended(inside, is_end, position, sink);
                Some(len)
            }
            None if rest.len() > self.max_markup.max(ENOUGH) => {
                if !is_end {
                    sink.fell_short();
                }
                self.scanned.drop_attributes();
                self.state = State::Skipping { skipper: Skipper::new(), is_end };
                Some(name_at)
            }
            None if is_last => Some(rest.len()),
            None => None,
        }
    }

    fn tag_ended<S: Sink>(
        &mut self,
        inside: &[u8],
        is_end: bool,
        position: Range<u64>,
        sink: &mut S,
    ) {
        let Scanned { is_self_closing, .. } = self.scanned;
        let name = self.scanned.name();
        if is_end {
            if !std::mem::take(&mut self.is_raw) {
                self.foreign.end(name);
            }
            sink.end(name);
            return;
        }
        let attributes = self.scanned.attributes(inside);
        let is_foreign = !self.foreign.start(name, attributes, is_self_closing);
        sink.start(&StartTag { name, attributes, is_foreign, is_self_closing, position });
        if !is_foreign && let Some(state) = text_within(name) {
            self.state = state;
            self.is_raw = true;
        }
    }
}

/// Returns the number of all bytes except the last `kept`, which may be needed with what follows.
fn all_but(rest: &[u8], kept: usize) -> Option<usize> {
    rest.len().checked_sub(kept).filter(|done| *done > 0)
}
