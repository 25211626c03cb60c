//! Links of style sheets: `url()`, `src()`, `@import`, `image-set()`.
//!
//! A scanner of bytes, not a parser of CSS: it knows comments, strings, escapes and functions, which is enough to
//! distinguish links from other text however broken the sheet is. It takes its input in pieces of any size and keeps at
//! most one token, cut at a limit.

mod escape;

use self::escape::unescaped;
use crate::link::{LinkKind, Requisite};

/// Scans a style sheet piece by piece.
pub(crate) struct Scanner {
    state: State,
    /// The token that is being read: a word, or the content of a string or URL.
    token: Vec<u8>,
    max_token: usize,
    is_cut: bool,
    rule: Rule,
    in_font_face: bool,
    /// For each open function whether it is `image-set()`, the innermost last.
    functions: Vec<bool>,
    /// Number of open functions beyond those in the list.
    deeper: usize,
}

/// Depth up to which nested functions are distinguished.
const MAX_FUNCTIONS: usize = 64;

#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    Plain,
    Slash,
    Comment,
    CommentStar,
    Word {
        is_at: bool,
    },
    /// Behind `url(`, before its content.
    UrlStart,
    Url {
        is_escaped: bool,
    },
    /// In a string. `in_url`: whether it is the content of a `url()`.
    Text {
        quote: u8,
        is_escaped: bool,
        in_url: bool,
    },
    /// Behind the string in a `url()`.
    UrlEnd,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Rule {
    None,
    Import,
    FontFace,
    /// `@namespace`: its URLs are names, not links.
    Namespace,
    Other,
}

impl Scanner {
    /// Creates a scanner. It keeps one byte more than `max_token` of a token, which shows that it is too long.
    pub(crate) fn new(max_token: usize) -> Scanner {
        Scanner {
            state: State::Plain,
            token: Vec::new(),
            max_token: max_token.saturating_add(1),
            is_cut: false,
            rule: Rule::None,
            in_font_face: false,
            functions: Vec::new(),
            deeper: 0,
        }
    }

    /// Scans a piece; calls `found` with the bytes of each link, with escapes decoded. A link that is too long is cut.
    pub(crate) fn scan(&mut self, piece: &[u8], found: &mut dyn FnMut(&[u8], LinkKind)) {
        let mut at = 0;
        while let Some(&byte) = piece.get(at) {
            match self.state {
                State::Plain => self.plain(byte),
                State::Slash if byte == b'*' => self.state = State::Comment,
                State::Slash => {
                    self.state = State::Plain;
                    continue;
                }
                State::Comment => match memchr::memchr(b'*', &piece[at..]) {
                    Some(star) => {
                        at += star;
                        self.state = State::CommentStar;
                    }
                    None => return,
                },
                State::CommentStar => match byte {
                    b'/' => self.state = State::Plain,
                    b'*' => {}
                    _ => self.state = State::Comment,
                },
                State::Word { is_at } => {
                    if is_word(byte) {
                        self.push(byte);
                    } else {
                        self.end_word(is_at, byte == b'(');
                        if byte != b'(' {
                            continue;
                        }
                    }
                }
                State::UrlStart => match byte {
                    b'"' | b'\'' => {
                        self.state = State::Text { quote: byte, is_escaped: false, in_url: true };
                    }
                    byte if byte.is_ascii_whitespace() => {}
                    _ => {
                        self.state = State::Url { is_escaped: false };
                        continue;
                    }
                },
                State::Url { is_escaped } => match byte {
                    b')' if !is_escaped => self.end_url(found),
                    // The end of a rule can be in a URL only if a bracket was forgotten.
                    b'{' | b'}' | b'"' if !is_escaped => {
                        self.clear();
                        self.state = State::Plain;
                        continue;
                    }
                    _ => {
                        self.push(byte);
                        self.state = State::Url { is_escaped: byte == b'\\' && !is_escaped };
                    }
                },
                State::Text { quote, is_escaped, in_url } => {
                    if byte == quote && !is_escaped {
                        self.end_text(in_url, found);
                    } else if matches!(byte, b'\n' | b'\r' | b'\x0c') && !is_escaped {
                        self.clear();
                        self.state = State::Plain;
                    } else {
                        self.push(byte);
                        let is_escaped = byte == b'\\' && !is_escaped;
                        self.state = State::Text { quote, is_escaped, in_url };
                    }
                }
                State::UrlEnd => match byte {
                    b')' => self.state = State::Plain,
                    // Modifiers after the string are not in use anywhere.
                    b'{' | b'}' | b';' => {
                        self.state = State::Plain;
                        continue;
                    }
                    _ => {}
                },
            }
            at += 1;
        }
    }

    /// The end of the sheet: a URL that was not closed counts, as in browsers.
    pub(crate) fn finish(&mut self, found: &mut dyn FnMut(&[u8], LinkKind)) {
        match self.state {
            State::Url { .. } => self.end_url(found),
            State::Text { in_url, .. } => self.end_text(in_url, found),
            _ => {}
        }
        self.clear();
    }

    fn plain(&mut self, byte: u8) {
        match byte {
            b'/' => self.state = State::Slash,
            b'"' | b'\'' => {
                self.state = State::Text { quote: byte, is_escaped: false, in_url: false };
            }
            b'@' => self.state = State::Word { is_at: true },
            b'(' => self.open(false),
            b')' if self.deeper > 0 => self.deeper -= 1,
            b')' => {
                self.functions.pop();
            }
            b';' => self.rule = Rule::None,
            b'{' => {
                self.in_font_face = self.rule == Rule::FontFace;
                self.rule = Rule::None;
                self.close_all();
            }
            b'}' => {
                self.in_font_face = false;
                self.rule = Rule::None;
                self.close_all();
            }
            byte if is_word(byte) => {
                self.push(byte);
                self.state = State::Word { is_at: false };
            }
            _ => {}
        }
    }

    fn end_word(&mut self, is_at: bool, is_function: bool) {
        self.state = State::Plain;
        let word = &self.token;
        let is = |name: &str| word.eq_ignore_ascii_case(name.as_bytes());
        if is_at {
            self.rule = match () {
                () if is("import") => Rule::Import,
                () if is("font-face") => Rule::FontFace,
                () if is("namespace") => Rule::Namespace,
                () => Rule::Other,
            };
        } else if is_function && (is("url") || is("src")) {
            self.state = State::UrlStart;
        } else if is_function {
            let is_image_set = is("image-set") || is("-webkit-image-set");
            self.open(is_image_set);
        }
        self.clear();
    }

    fn end_url(&mut self, found: &mut dyn FnMut(&[u8], LinkKind)) {
        self.give(self.kind(), found);
        self.state = State::Plain;
    }

    fn end_text(&mut self, in_url: bool, found: &mut dyn FnMut(&[u8], LinkKind)) {
        if in_url {
            self.give(self.kind(), found);
            self.state = State::UrlEnd;
            return;
        }
        let in_image_set = self.deeper == 0 && self.functions.last() == Some(&true);
        let is_import = self.rule == Rule::Import && self.functions.is_empty();
        if in_image_set || is_import {
            self.give(self.kind(), found);
        }
        self.clear();
        self.state = State::Plain;
    }

    /// Returns what a URL at this place is for; `None` if it is not a link.
    fn kind(&self) -> Option<LinkKind> {
        match self.rule {
            Rule::Namespace => None,
            Rule::Import => Some(LinkKind::Requisite(Requisite::Style)),
            _ if self.in_font_face => Some(LinkKind::Requisite(Requisite::Font)),
            _ => Some(LinkKind::Requisite(Requisite::Image)),
        }
    }

    fn give(&mut self, kind: Option<LinkKind>, found: &mut dyn FnMut(&[u8], LinkKind)) {
        if let Some(kind) = kind {
            if self.is_cut || memchr::memchr(b'\\', &self.token).is_none() {
                found(&self.token, kind);
            } else {
                found(&unescaped(&self.token), kind);
            }
            // The conditions of an import follow its address.
            if self.rule == Rule::Import {
                self.rule = Rule::Other;
            }
        }
        self.clear();
    }

    fn open(&mut self, is_image_set: bool) {
        if self.functions.len() < MAX_FUNCTIONS {
            self.functions.push(is_image_set);
        } else {
            self.deeper += 1;
        }
    }

    fn close_all(&mut self) {
        self.functions.clear();
        self.deeper = 0;
    }

    fn push(&mut self, byte: u8) {
        if self.token.len() < self.max_token {
            self.token.push(byte);
        } else {
            self.is_cut = true;
        }
    }

    fn clear(&mut self) {
        self.token.clear();
        self.is_cut = false;
    }
}

/// Scans a whole sheet, such as a `style` attribute.
pub(crate) fn scan(sheet: &[u8], max_token: usize, found: &mut dyn FnMut(&[u8], LinkKind)) {
    let mut scanner = Scanner::new(max_token);
    scanner.scan(sheet, found);
    scanner.finish(found);
}

fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_') || !byte.is_ascii()
}

#[cfg(test)]
mod tests;
