//! Guesses at links in scripts and JSON.
//!
//! Crawlers that take every string with a slash for a link request thousands of addresses that never existed, and are
//! blocked for it. So a string literal counts only if it is an absolute address, or a path with an ending known from
//! the web; strings that are composed of parts do not count.

/// Scans a script piece by piece; keeps at most one string.
pub(crate) struct Scanner {
    state: State,
    token: Vec<u8>,
    is_cut: bool,
    /// Whether the string is a part of a sum, and so not a link by itself.
    is_part: bool,
    /// Whether a string has ended and the next byte has to show whether it is a part.
    pending: bool,
}

/// Maximum length of a guess in bytes.
const MAX_STRING: usize = 2048;

#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    Plain,
    Slash,
    LineComment,
    Comment,
    CommentStar,
    Text { quote: u8, is_escaped: bool },
}

impl Scanner {
    pub(crate) fn new() -> Scanner {
        Scanner {
            state: State::Plain,
            token: Vec::new(),
            is_cut: false,
            is_part: false,
            pending: false,
        }
    }

    /// Scans a piece; calls `found` with each guess, with the escapes of its string decoded.
    pub(crate) fn scan(&mut self, piece: &[u8], found: &mut dyn FnMut(&[u8])) {
        let mut at = 0;
        while let Some(&byte) = piece.get(at) {
            match self.state {
                State::Plain => match byte {
                    b'/' => self.state = State::Slash,
                    b'"' | b'\'' | b'`' => {
                        self.decide(false, found);
                        self.state = State::Text { quote: byte, is_escaped: false };
                    }
                    byte if byte.is_ascii_whitespace() => {}
                    byte => {
                        self.decide(byte == b'+', found);
                        self.is_part = byte == b'+';
                    }
                },
                State::Slash => {
                    self.state = match byte {
                        b'/' => State::LineComment,
                        b'*' => State::Comment,
                        _ => {
                            self.decide(false, found);
                            self.state = State::Plain;
                            continue;
                        }
                    }
                }
                State::LineComment if matches!(byte, b'\n' | b'\r') => self.state = State::Plain,
                State::LineComment => {}
                State::Comment if byte == b'*' => self.state = State::CommentStar,
                State::Comment => {}
                State::CommentStar => match byte {
                    b'/' => self.state = State::Plain,
                    b'*' => {}
                    _ => self.state = State::Comment,
                },
                State::Text { quote, is_escaped } => {
                    if byte == quote && !is_escaped {
                        self.pending = true;
                        self.state = State::Plain;
                    } else if byte == b'\n' && quote != b'`' && !is_escaped {
                        // An apostrophe in a regular expression or in text.
                        self.clear();
                        self.state = State::Plain;
                    } else {
                        if self.token.len() < MAX_STRING {
                            self.token.push(byte);
                        } else {
                            self.is_cut = true;
                        }
                        let is_escaped = byte == b'\\' && !is_escaped;
                        self.state = State::Text { quote, is_escaped };
                    }
                }
            }
            at += 1;
        }
    }

    pub(crate) fn finish(&mut self, found: &mut dyn FnMut(&[u8])) {
        self.decide(false, found);
        self.clear();
    }

    fn decide(&mut self, is_part: bool, found: &mut dyn FnMut(&[u8])) {
        if !std::mem::take(&mut self.pending) {
            return;
        }
        if !self.is_cut && !self.is_part && !is_part {
            let text = unescaped(&self.token);
            if looks_like_link(&text) {
                found(&text);
            }
        }
        self.clear();
    }

    fn clear(&mut self) {
        self.token.clear();
        self.is_cut = false;
        self.is_part = false;
        self.pending = false;
    }
}

/// Decodes the escapes that occur in addresses: `\/`, `\u002F`, `\x2F`; others lose their backslash, so that it does
/// not make a link invalid.
pub(crate) fn unescaped(token: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(token.len());
    let mut rest = token;
    while let Some(at) = memchr::memchr(b'\\', rest) {
        out.extend_from_slice(&rest[..at]);
        rest = &rest[at + 1..];
        let (skip, digits) = match rest.first() {
            Some(b'u') => (1, 4),
            Some(b'x') => (1, 2),
            Some(b'/') => {
                rest = &rest[1..];
                out.push(b'/');
                continue;
            }
            _ => (0, 0),
        };
        let code = rest
            .get(skip..skip + digits)
            .filter(|digits| !digits.is_empty())
            .and_then(|digits| std::str::from_utf8(digits).ok())
            .and_then(|digits| u32::from_str_radix(digits, 16).ok())
            .and_then(char::from_u32);
        match code {
            Some(meant) => {
                out.extend_from_slice(meant.encode_utf8(&mut [0; 4]).as_bytes());
                rest = &rest[skip + digits..];
            }
            None => out.push(b'\\'),
        }
    }
    out.extend_from_slice(rest);
    out
}

/// Endings of files that scripts load or link to.
const ENDINGS: &[&str] = &[
    "html", "htm", "xhtml", "php", "asp", "aspx", "jsp", "js", "mjs", "css", "json", "xml", "rss",
    "png", "jpg", "jpeg", "gif", "webp", "avif", "svg", "ico", "mp3", "mp4", "webm", "ogg", "m3u8",
    "mpd", "woff", "woff2", "ttf", "otf", "pdf", "txt", "vtt", "wasm",
];

fn looks_like_link(text: &[u8]) -> bool {
    let is_foreign =
        |byte: &u8| !byte.is_ascii_graphic() || b"<>{}[]()|^`\"'\\*$,;!".contains(byte);
    if text.len() < 4 || text.iter().any(is_foreign) {
        return false;
    }
    let lower = text.to_ascii_lowercase();
    for prefix in [&b"http://"[..], b"https://", b"//"] {
        if let Some(rest) = lower.strip_prefix(prefix) {
            let host = rest.split(|byte| b"/?#:".contains(byte)).next().unwrap_or_default();
            let last = host.rsplit(|&byte| byte == b'.').next().unwrap_or_default();
            let is_host = host.len() > last.len() + 1
                && last.len() >= 2
                && last.iter().all(u8::is_ascii_alphanumeric);
            // Names of vocabularies, which are not meant to be fetched.
            return is_host && host != b"www.w3.org" && host != b"schema.org";
        }
    }
    let path = lower.split(|byte| b"?#".contains(byte)).next().unwrap_or_default();
    let Some(dot) = memchr::memrchr(b'.', path) else { return false };
    let has_ending = ENDINGS.iter().any(|ending| path[dot + 1..] == *ending.as_bytes());
    let name = path[..dot].rsplit(|&byte| byte == b'/').next().unwrap_or_default();
    let is_path = memchr::memchr(b'/', path).is_some_and(|slash| slash < dot);
    has_ending && is_path && !name.is_empty() && memchr::memchr(b':', path).is_none()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(script: &str, expect: &str) {
        for size in [1, 3, script.len().max(1)] {
            let mut found = Vec::new();
            let mut give = |text: &[u8]| found.push(String::from_utf8_lossy(text).into_owned());
            let mut scanner = Scanner::new();
            for piece in script.as_bytes().chunks(size) {
                scanner.scan(piece, &mut give);
            }
            scanner.finish(&mut give);
            assert_eq!(found.join(" "), expect, "{script:?} in pieces of {size}");
        }
    }

    #[test]
    fn links_are_guessed() {
        check("var a = 'http://example.org/x'", "http://example.org/x");
        check(
            "f(\"/img/a.png\", './b/c.js?v=1', \"//cdn.example.org/x\")",
            "/img/a.png ./b/c.js?v=1 //cdn.example.org/x",
        );
        check(
            r#"{"u":"https:\/\/example.org\/a.jpg","v":"\u002fx\u002Fy.css"}"#,
            "https://example.org/a.jpg /x/y.css",
        );
        check("`/a/b.html`", "/a/b.html");
    }

    #[test]
    fn other_strings_are_not() {
        check("'text/html' 'a/b' '/' 'x.js' '1.5' 'foo.bar.html'", "");
        check("'/a/' + b + '.png'; c + '/x/y.png'; '/x/y.png' + d", "");
        check("`/a/${b}.png` '/x/{id}.json' '/x/*.js'", "");
        check("// '/a/b.js'\n/* '/c/d.js' */ 1", "");
        check("'http://' 'http://x' 'http://www.w3.org/2000/svg' '//comment'", "");
        check("'mailto:a@b.cz' 'a:/b.js' '/.js'", "");
        check("it's /a/b.js\n'/c/d.js'", "/c/d.js");
        check("'\\", "");
        check("'/a\\u12", "");
    }
}
