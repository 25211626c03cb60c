//! Parts of scripts in which nothing is a name: strings, templates, comments, regular expressions, numbers.

use super::scan::{Declaration, Edit, FrameKind, Inside, MAX_HELD, Scanner};
use super::word::{end_of_string, end_of_word, find_in_text, next_token};
use crate::rewrite::charset::SecondBytes;
use crate::rewrite::link::LinkRewriter;

impl Scanner {
    /// Goes on in a comment, string or template. `None` if more bytes are needed.
    pub(super) fn text(
        &mut self,
        inside: Inside,
        bytes: &[u8],
        start: usize,
        is_last: bool,
        second: SecondBytes,
    ) -> Option<usize> {
        let rest = &bytes[start..];
        match inside {
            Inside::Code => Some(start),
            Inside::LineComment => Some(match memchr::memchr2(b'\n', b'\r', rest) {
                Some(end) => {
                    self.inside = Inside::Code;
                    start + end
                }
                None => bytes.len(),
            }),
            Inside::BlockComment => match memchr::memmem::find(rest, b"*/") {
                Some(end) => {
                    self.had_line_end |= memchr::memchr(b'\n', &rest[..end]).is_some();
                    self.inside = Inside::Code;
                    Some(start + end + 2)
                }
                None if is_last => Some(bytes.len()),
                // The asterisk of the end may be there.
                None => (rest.len() > 1).then(|| bytes.len() - 1),
            },
            Inside::Text(quote) => {
                let found = find_in_text(bytes, start, [quote, b'\\', b'\n'], second);
                let Some(at) = found else { return end_of_text(bytes, start, is_last, second) };
                match bytes[at] {
                    b'\n' => {
                        self.is_broken = true;
                        Some(at)
                    }
                    b'\\' => past_escape(bytes, at, is_last).or_else(|| (at > start).then_some(at)),
                    _ => {
                        self.inside = Inside::Code;
                        self.value();
                        Some(at + 1)
                    }
                }
            }
            Inside::Template => {
                let found = find_in_text(bytes, start, [b'`', b'\\', b'$'], second);
                let Some(at) = found else { return end_of_text(bytes, start, is_last, second) };
                match bytes[at] {
                    b'`' => {
                        self.inside = Inside::Code;
                        self.value();
                        Some(at + 1)
                    }
                    b'\\' => past_escape(bytes, at, is_last).or_else(|| (at > start).then_some(at)),
                    _ => match bytes.get(at + 1) {
                        Some(b'{') => {
                            self.inside = Inside::Code;
                            self.open(FrameKind::Template);
                            Some(at + 2)
                        }
                        Some(_) => Some(at + 1),
                        None if is_last => Some(bytes.len()),
                        None => (at > start).then_some(at),
                    },
                }
            }
        }
    }

    pub(super) fn number(&mut self, bytes: &[u8], at: usize, is_last: bool) -> Option<usize> {
        let mut end = at + 1;
        while bytes
            .get(end)
            .is_some_and(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.'))
        {
            end += 1;
        }
        if end == bytes.len() && !is_last {
            return None;
        }
        self.value();
        Some(end)
    }

    /// A regular expression, or a division after all if the line ends before it does.
    pub(super) fn regex(
        &mut self,
        bytes: &[u8],
        at: usize,
        is_last: bool,
        second: SecondBytes,
    ) -> Option<usize> {
        let (mut end, mut in_class) = (at + 1, false);
        loop {
            match bytes.get(end) {
                None if is_last => break,
                None => return None,
                Some(b'\n' | b'\r') => break,
                Some(b'\\') => end += 1,
                Some(byte) if second.follow(*byte) => end += 1,
                Some(b'[') => in_class = true,
                Some(b']') => in_class = false,
                Some(b'/') if !in_class => {
                    let end = end_of_word(bytes, end + 1);
                    if end == bytes.len() && !is_last {
                        return None;
                    }
                    self.value();
                    return Some(end);
                }
                Some(_) => {}
            }
            end += 1;
        }
        self.operator();
        Some(at + 1)
    }

    pub(super) fn string(
        &mut self,
        bytes: &[u8],
        at: usize,
        is_last: bool,
        links: &LinkRewriter,
        edit: Edit<'_>,
    ) -> Option<usize> {
        let Some(end) = end_of_string(bytes, at, links.second_bytes) else {
            if !is_last
                && bytes.len() - at < MAX_HELD
                && memchr::memchr(b'\n', &bytes[at..]).is_none()
            {
                return None;
            }
            self.inside = Inside::Text(bytes[at]);
            return Some(at + 1);
        };
        let inner = at + 1..end - 1;
        match self.declaration {
            Declaration::Import { address_next: true }
            | Declaration::Export { address_next: true, .. }
                if self.top().kind != FrameKind::ImportList =>
            {
                super::module::rewrite_address(bytes, inner, self.relative, links, edit);
                self.declaration = Declaration::None;
            }
            _ => match self.top().kind {
                FrameKind::Bracket { is_index: true, of_window } if self.wants_value => {
                    let next = match next_token(bytes, end) {
                        None if !is_last => return None,
                        next => next,
                    };
                    if next.is_some_and(|next| bytes[next] == b']') && !self.is_deleting {
                        match &bytes[inner.clone()] {
                            b"location" => edit(inner, super::LOCATION),
                            b"top" if of_window => edit(inner, super::TOP),
                            _ => {}
                        }
                    }
                }
                _ => {}
            },
        }
        self.value();
        Some(end)
    }
}

/// The place behind a text of which nothing but text is at hand. The first half of a character waits for the second.
fn end_of_text(bytes: &[u8], start: usize, is_last: bool, second: SecondBytes) -> Option<usize> {
    if is_last || second == SecondBytes::NeverAscii {
        return Some(bytes.len());
    }
    let mut at = start;
    while at < bytes.len() {
        let len = if second.follow(bytes[at]) { 2 } else { 1 };
        if at + len > bytes.len() {
            return (at > start).then_some(at);
        }
        at += len;
    }
    Some(at)
}

/// The place behind a backslash and what it escapes. `None` if that has not come.
fn past_escape(bytes: &[u8], at: usize, is_last: bool) -> Option<usize> {
    match bytes.get(at + 1) {
        Some(b'\r') if bytes.get(at + 2) == Some(&b'\n') => Some(at + 3),
        Some(b'\r') if bytes.len() == at + 2 && !is_last => None,
        Some(_) => Some(at + 2),
        None if is_last => Some(bytes.len()),
        None => None,
    }
}
