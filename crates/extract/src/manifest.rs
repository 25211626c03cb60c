//! Links of the manifest of a web application, which is JSON.
//!
//! It is read piece by piece without validation: everything except strings, brackets and colons is skipped, so that a
//! manifest that is not valid JSON still gives its links.

use crate::link::{LinkKind, Requisite};
use crate::script::unescaped;

/// Maximum depth of values that are read; no link is deeper than `shortcuts[].icons[].src`.
const MAX_DEPTH: usize = 8;
const IMAGE: LinkKind = LinkKind::Requisite(Requisite::Image);

/// Scans a manifest piece by piece; keeps at most one string.
pub(crate) struct Scanner {
    /// For each open bracket the name of the current value; none in arrays.
    path: Vec<Name>,
    /// Number of open brackets beyond those of `path`.
    deeper: usize,
    string: Vec<u8>,
    state: State,
    max_uri: usize,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    Plain,
    Text {
        is_escaped: bool,
    },
    /// A string has ended; the next byte shows whether it is a name or a value.
    Ended,
}

/// A name of a member that is used.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Name {
    None,
    Icons,
    Screenshots,
    Shortcuts,
    Related,
    Src,
    Url,
    StartUrl,
}

impl Scanner {
    pub(crate) fn new(max_uri: usize) -> Scanner {
        let (path, string) = (Vec::new(), Vec::new());
        Scanner { path, deeper: 0, string, state: State::Plain, max_uri }
    }

    /// Scans a piece; calls `found` with each reference, with the escapes of its string decoded.
    pub(crate) fn scan(&mut self, piece: &[u8], found: &mut dyn FnMut(&[u8], LinkKind)) {
        for &byte in piece {
            match self.state {
                State::Text { is_escaped: false } if byte == b'"' => self.state = State::Ended,
                State::Text { is_escaped } => {
                    // One byte too many tells the collector that it is too long.
                    if self.string.len() <= self.max_uri {
                        self.string.push(byte);
                    }
                    self.state = State::Text { is_escaped: byte == b'\\' && !is_escaped };
                }
                State::Ended if byte.is_ascii_whitespace() => {}
                State::Ended if byte == b':' => {
                    self.state = State::Plain;
                    self.stand_under(name(&self.string));
                }
                State::Ended => {
                    self.value(found);
                    // A name belongs to one value.
                    self.stand_under(Name::None);
                    self.state = State::Plain;
                    self.structure(byte);
                }
                State::Plain => self.structure(byte),
            }
        }
    }

    pub(crate) fn finish(&mut self, found: &mut dyn FnMut(&[u8], LinkKind)) {
        if self.state == State::Ended {
            self.value(found);
        }
    }

    fn stand_under(&mut self, name: Name) {
        if let Some(last) = self.path.last_mut().filter(|_| self.deeper == 0) {
            *last = name;
        }
    }

    fn structure(&mut self, byte: u8) {
        match byte {
            b'"' => {
                self.string.clear();
                self.state = State::Text { is_escaped: false };
            }
            b'{' | b'[' if self.path.len() < MAX_DEPTH => self.path.push(Name::None),
            b'{' | b'[' => self.deeper += 1,
            b'}' | b']' if self.deeper > 0 => self.deeper -= 1,
            b'}' | b']' => {
                self.path.pop();
            }
            b',' => self.stand_under(Name::None),
            _ => {}
        }
    }

    fn value(&self, found: &mut dyn FnMut(&[u8], LinkKind)) {
        if self.deeper > 0 {
            return;
        }
        let kind = match self.path[..] {
            [Name::StartUrl] => LinkKind::Navigation,
            [Name::Icons | Name::Screenshots, Name::None, Name::Src] => IMAGE,
            [Name::Shortcuts, Name::None, Name::Icons, Name::None, Name::Src] => IMAGE,
            [Name::Shortcuts | Name::Related, Name::None, Name::Url] => LinkKind::Navigation,
            _ => return,
        };
        found(&unescaped(&self.string), kind);
    }
}

fn name(string: &[u8]) -> Name {
    match string {
        b"icons" => Name::Icons,
        b"screenshots" => Name::Screenshots,
        b"shortcuts" => Name::Shortcuts,
        b"related_applications" => Name::Related,
        b"src" => Name::Src,
        b"url" => Name::Url,
        b"start_url" => Name::StartUrl,
        _ => Name::None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expect: &str) {
        for size in [1, 2, 7, text.len()] {
            let mut scanner = Scanner::new(100);
            let mut lines = Vec::new();
            let mut found = |uri: &[u8], kind: LinkKind| {
                let letter = if kind == IMAGE { 'i' } else { 'n' };
                lines.push(format!("{letter} {}", String::from_utf8_lossy(uri)));
            };
            text.as_bytes().chunks(size.max(1)).for_each(|piece| scanner.scan(piece, &mut found));
            scanner.finish(&mut found);
            assert_eq!(lines.join(", "), expect, "{text}");
        }
    }

    #[test]
    fn members_that_are_links() {
        check(
            r#"{ "name": "x", "start_url" : "/?a=\"b", "icons": [{"src":"a.png","sizes":"1x1"},
                {"type": "image/png", "src": "\/b\u002epng"}], "screenshots": [{"src": "c"}],
                "shortcuts": [{"url": "d", "icons": [{"src": "e"}]}],
                "related_applications": [{"platform": "web", "url": "https://f/"}] }"#,
            r#"n /?a=\"b, i a.png, i /b.png, i c, n d, i e, n https://f/"#,
        );
    }

    #[test]
    fn other_members_and_other_places_are_not() {
        check(
            r#"{"src":"a","url":"b","scope":"/","x":{"start_url":"c","icons":[{"src":"d"}]}}"#,
            "",
        );
        check(r#"{"icons":"a","icons":["b"],"icons":[[{"src":"c"}]],"src":1}"#, "");
        check(r#"["icons",{"src":"a"}]"#, "");
    }

    #[test]
    fn broken_manifests_yield_what_they_can() {
        check(r#"{"icons":[{"src":"a","src" "b""src":"#, "i a");
        check(r#"{"start_url":"x""#, "n x");
        check(r#"{"start_url":"x"#, "");
        check(r#"}}]]{"start_url":"x",}"#, "n x");
        check(&format!("{}{{\"start_url\":\"x\"}}", "[".repeat(1000)), "");
        check(
            &format!("{{\"a\":{}{},\"start_url\":\"x\"}}", "[".repeat(999), "]".repeat(999)),
            "n x",
        );
        check("", "");
    }
}
