//! Style sheets: `url()`, `src()`, `image-set()` and `@import` are rewritten.
//!
//! A scanner of bytes, not a parser: it knows comments, strings, escapes and functions, and that is enough to tell
//! links from other text however broken the sheet is. Addresses in `@namespace` are names and stay.

mod value;

use std::ops::Range;

use self::value::{Address, address_at};
use super::js::Edit;
use super::link::{LinkRewriter, Relative};
use super::pending::Pending;
use crate::Modifier;

/// Where a style sheet stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    /// It is a document of its own: what it imports inherits its modifier.
    Sheet,
    /// It stands in a page.
    Page,
}

/// Rewrites a style sheet that comes in pieces.
pub(super) struct CssRewriter {
    scanner: Scanner,
    pending: Pending,
}

impl CssRewriter {
    pub(super) fn new(place: Place) -> CssRewriter {
        CssRewriter { scanner: Scanner::new(place), pending: Pending::default() }
    }

    pub(super) fn take(
        &mut self,
        piece: &[u8],
        is_last: bool,
        links: &LinkRewriter,
        out: &mut Vec<u8>,
    ) {
        let scanner = &mut self.scanner;
        self.pending.feed(piece, is_last, |bytes, is_last| {
            let mut copied = 0;
            let used = scanner.scan(bytes, is_last, links, &mut |range, new| {
                out.extend_from_slice(&bytes[copied..range.start]);
                out.extend_from_slice(new);
                copied = range.end;
            });
            out.extend_from_slice(&bytes[copied..used]);
            used
        });
    }
}

/// Rewrites a whole style sheet, such as a `style` attribute.
pub(super) fn rewrite_whole(sheet: &[u8], links: &LinkRewriter, edit: Edit<'_>) {
    // Nothing can be a link without a function or an at-rule.
    if memchr::memchr2(b'(', b'@', sheet).is_some() {
        Scanner::new(Place::Page).scan(sheet, true, links, edit);
    }
}

/// What is kept from one piece to the next.
struct Scanner {
    inside: Inside,
    place: Place,
    /// Whether the address of an import comes next.
    is_import: bool,
    in_font_face: bool,
    /// Open brackets, counted from that of an `image-set()`; zero outside.
    set_depth: u32,
    head: Vec<u8>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Inside {
    Plain,
    Comment,
    /// A string that is no link, or the rest of one that was too long to be held.
    Text(u8),
    /// The rest of an address without quotes that was too long to be held.
    Address,
    /// A `@namespace` rule.
    Namespace,
}

/// An address is waited for up to this length; of a longer one the start is enough.
const MAX_HELD: usize = 8 << 10;

/// No name of a function that matters is longer, even with escapes.
const MAX_NAME: usize = 120;

impl Scanner {
    fn new(place: Place) -> Scanner {
        Scanner {
            inside: Inside::Plain,
            place,
            is_import: false,
            in_font_face: false,
            set_depth: 0,
            head: Vec::new(),
        }
    }

    /// Looks at a piece and says how much of it is done with; all of the last one.
    fn scan(&mut self, bytes: &[u8], is_last: bool, links: &LinkRewriter, edit: Edit<'_>) -> usize {
        let mut at = 0;
        while at < bytes.len() {
            let next = match self.inside {
                Inside::Plain => self.plain(bytes, at, is_last, links, edit),
                Inside::Comment => match memchr::memmem::find(&bytes[at..], b"*/") {
                    Some(end) => {
                        self.inside = Inside::Plain;
                        Some(at + end + 2)
                    }
                    None if is_last => Some(bytes.len()),
                    None => (bytes.len() - at > 1).then(|| bytes.len() - 1),
                },
                Inside::Text(quote) => self.text(quote, bytes, at, is_last),
                Inside::Address => {
                    match memchr::memchr2(b')', b'\\', &bytes[at..]).map(|end| at + end) {
                        Some(end) if bytes[end] == b')' => {
                            self.inside = Inside::Plain;
                            Some(end)
                        }
                        Some(end) if end + 1 < bytes.len() => Some(end + 2),
                        Some(end) if !is_last => (end > at).then_some(end),
                        _ => Some(bytes.len()),
                    }
                }
                Inside::Namespace => match memchr::memchr2(b';', b'{', &bytes[at..]) {
                    Some(end) => {
                        self.inside = Inside::Plain;
                        Some(at + end + 1)
                    }
                    None => Some(bytes.len()),
                },
            };
            match next {
                Some(next) => at = next,
                None if is_last => return bytes.len(),
                None => return at,
            }
        }
        at
    }

    /// Goes on in a string. A line end ends it too, as in browsers.
    fn text(&mut self, quote: u8, bytes: &[u8], start: usize, is_last: bool) -> Option<usize> {
        let mut at = start;
        loop {
            let Some(found) = memchr::memchr3(quote, b'\\', b'\n', &bytes[at..]) else {
                return Some(bytes.len());
            };
            at += found;
            if bytes[at] == b'\\' {
                match bytes.get(at + 1) {
                    Some(_) => at += 2,
                    None if is_last => return Some(bytes.len()),
                    None => return (at > start).then_some(at),
                }
                continue;
            }
            self.inside = Inside::Plain;
            return Some(at + 1);
        }
    }

    /// Goes to the next token that matters and takes it. `None` if more bytes are needed.
    fn plain(
        &mut self,
        bytes: &[u8],
        from: usize,
        is_last: bool,
        links: &LinkRewriter,
        edit: Edit<'_>,
    ) -> Option<usize> {
        // Names of functions do not begin before `start`; all before `next` has been looked at.
        let (mut start, mut next) = (from, from);
        let at = loop {
            let found = bytes[next..].iter().position(|byte| MATTERS[usize::from(*byte)]);
            let Some(at) = found.map(|at| next + at) else {
                // The name of a function may go on in the next piece.
                let done =
                    if is_last { bytes.len() } else { start_of_name(bytes, start, bytes.len()) };
                return (done > from).then_some(done);
            };
            match bytes[at] {
                b')' => self.set_depth = self.set_depth.saturating_sub(1),
                byte @ (b';' | b'{' | b'}') => {
                    self.is_import = false;
                    self.set_depth = 0;
                    self.in_font_face &= byte != b'}';
                }
                // Whatever is escaped means nothing by itself, but belongs to a name.
                b'\\' if at + 1 < bytes.len() || is_last => {
                    next = (at + 2).min(bytes.len());
                    continue;
                }
                _ => break at,
            }
            start = at + 1;
            next = at + 1;
        };
        // Where there is more to do only with more bytes, everything before is done with.
        let until = |place: usize| (place > from).then_some(place);
        match bytes[at] {
            b'/' => match bytes.get(at + 1) {
                Some(b'*') => {
                    self.inside = Inside::Comment;
                    Some(at + 2)
                }
                None if !is_last => until(at),
                _ => Some(at + 1),
            },
            b'@' => self.at_rule(bytes, at, is_last).or_else(|| until(at)),
            b'"' | b'\'' => {
                if !self.is_import && self.set_depth == 0 {
                    self.inside = Inside::Text(bytes[at]);
                    return Some(at + 1);
                }
                let modifier = if self.is_import { Modifier::Style } else { Modifier::Image };
                let Some(address) = address_at(bytes, at, is_last, MAX_HELD) else {
                    return until(at);
                };
                self.is_import = false;
                Some(self.address(bytes, address, modifier, links, edit))
            }
            b'(' => {
                let name_at = start_of_name(bytes, start, at);
                self.function(bytes, name_at, at, is_last, links, edit).or_else(|| until(name_at))
            }
            // A backslash at the end of the piece.
            _ => until(start_of_name(bytes, start, at)),
        }
    }

    /// The name behind an `@`. `None` if more bytes are needed.
    fn at_rule(&mut self, bytes: &[u8], at: usize, is_last: bool) -> Option<usize> {
        let is_name = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'-';
        let end = bytes[at + 1..].iter().position(|byte| !is_name(byte)).map(|end| at + 1 + end);
        let Some(end) = end.or(is_last.then_some(bytes.len())) else {
            return (bytes.len() - at > MAX_NAME).then_some(bytes.len());
        };
        let is = |name: &str| bytes[at + 1..end].eq_ignore_ascii_case(name.as_bytes());
        self.is_import = is("import");
        self.in_font_face |= is("font-face");
        if is("namespace") {
            self.inside = Inside::Namespace;
        }
        Some(end)
    }

    /// A bracket, and perhaps the name of a function before it. `None` if more bytes are needed.
    fn function(
        &mut self,
        bytes: &[u8],
        name_at: usize,
        at: usize,
        is_last: bool,
        links: &LinkRewriter,
        edit: Edit<'_>,
    ) -> Option<usize> {
        let name = value::unescaped(&bytes[name_at..at]);
        let is = |known: &str| name.eq_ignore_ascii_case(known.as_bytes());
        if is("url") || is("src") {
            let modifier = match () {
                () if self.is_import => Modifier::Style,
                () if self.in_font_face => Modifier::Embed,
                () => Modifier::Image,
            };
            let address = address_at(bytes, at + 1, is_last, MAX_HELD)?;
            self.is_import = false;
            // Its own bracket will be counted when it closes.
            self.set_depth += u32::from(self.set_depth > 0);
            return Some(self.address(bytes, address, modifier, links, edit));
        }
        if is("image-set") || is("-webkit-image-set") || self.set_depth > 0 {
            self.set_depth = self.set_depth.saturating_add(1);
        }
        Some(at + 1)
    }

    /// Rewrites an address; returns the place to go on.
    fn address(
        &mut self,
        bytes: &[u8],
        address: Address,
        modifier: Modifier,
        links: &LinkRewriter,
        edit: Edit<'_>,
    ) -> usize {
        let Address { range, quote, is_whole, end } = address;
        let written = &bytes[range.clone()];
        let relative = match self.place {
            Place::Sheet => Relative::Keep,
            Place::Page => links.relative_for(modifier),
        };
        self.head.clear();
        if memchr::memchr(b'\\', written).is_none() {
            if let Some(tail) = links.rewrite(written, modifier, relative, &mut self.head) {
                let mut new = safe(&self.head);
                new.extend_from_slice(&tail);
                edit(range, &new);
            }
        } else if is_whole {
            self.escaped_address(written, range, modifier, relative, links, edit);
        }
        if !is_whole {
            self.inside = quote.map_or(Inside::Address, Inside::Text);
        }
        end
    }

    fn escaped_address(
        &mut self,
        written: &[u8],
        range: Range<usize>,
        modifier: Modifier,
        relative: Relative,
        links: &LinkRewriter,
        edit: Edit<'_>,
    ) {
        let meant = value::unescaped(written);
        if let Some(tail) = links.rewrite(&meant, modifier, relative, &mut self.head) {
            let mut new = safe(&self.head);
            for &byte in tail.iter() {
                match byte {
                    b'"' | b'\'' | b'(' | b')' => new.extend_from_slice(&[b'\\', byte]),
                    b' ' | b'\t' => new.extend_from_slice(b"%20"),
                    _ => new.push(byte),
                }
            }
            edit(range, &new);
        }
    }
}

/// A head of a link, which may stand within any quotes or none.
fn safe(head: &[u8]) -> Vec<u8> {
    let mut safe = Vec::with_capacity(head.len() + 64);
    for &byte in head {
        match byte {
            b'\'' => safe.extend_from_slice(b"%27"),
            b'(' => safe.extend_from_slice(b"%28"),
            b')' => safe.extend_from_slice(b"%29"),
            b'<' => safe.extend_from_slice(b"%3C"),
            _ => safe.push(byte),
        }
    }
    safe
}

/// Bytes at which something may begin or end.
static MATTERS: [bool; 256] = {
    let mut matters = [false; 256];
    let marks = b"/@\"'()\\;{}";
    let mut at = 0;
    while at < marks.len() {
        matters[marks[at] as usize] = true;
        at += 1;
    }
    matters
};

/// The place where the name that ends here begins, not before `start`.
fn start_of_name(bytes: &[u8], start: usize, end: usize) -> usize {
    let is_name = |byte: &u8| {
        byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'\\') || !byte.is_ascii()
    };
    let least = start.max(end.saturating_sub(MAX_NAME));
    let mut at = end;
    while at > least {
        // A blank may end an escape in hexadecimal digits: `\75 rl(`.
        let is_part = is_name(&bytes[at - 1]) || ends_escape(bytes, least, at - 1);
        if !is_part {
            break;
        }
        at -= 1;
    }
    at
}

/// Whether the blank here ends an escape.
fn ends_escape(bytes: &[u8], least: usize, blank: usize) -> bool {
    if !matches!(bytes[blank], b' ' | b'\t' | b'\n') {
        return false;
    }
    let digits = bytes[least..blank]
        .iter()
        .rev()
        .take(7)
        .take_while(|byte| byte.is_ascii_hexdigit())
        .count();
    (1..=6).contains(&digits) && blank > least + digits && bytes[blank - digits - 1] == b'\\'
}
