//! Patterns of paths: `*` for anything, `$` for the end, compared in one spelling.
//!
//! Pattern and path are first brought into the same spelling: escapes of unreserved characters are decoded, others get
//! capital digits, bytes that are not allowed in a URI are escaped. Behind a `?` the escapes of `:`, `/`, `?` and `@`
//! are decoded too, which need no escape there; this way the second example of RFC 9309, section 2.2.2 matches. `*` and
//! `$` of a path are escaped, because a pattern has to escape them if they stand for themselves.
//!
//! Each part between stars is matched at its first occurrence. That is enough, because a star matches as little as
//! possible; the time is linear in the length of the path.

use memchr::memmem;
use std::borrow::Cow;

/// A pattern of paths.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pattern<'a> {
    /// Pattern in the common spelling, `*` for anything; without the final `$`.
    pub(super) text: &'a [u8],
    /// Whether the path has to end with the pattern.
    pub(super) is_anchored: bool,
}

/// A path in the common spelling.
#[derive(Debug)]
pub(super) struct Path<'a>(Cow<'a, [u8]>);

impl Path<'_> {
    pub(super) fn new(path: &[u8]) -> Path<'_> {
        Path(spell(path, |byte| matches!(byte, b'*' | b'$')))
    }

    pub(super) fn is_robots_txt(&self) -> bool {
        *self.0 == *b"/robots.txt"
    }
}

/// Returns the text of a pattern in the common spelling, and whether the path has to end with it. The text is borrowed
/// if it is the beginning of `pattern`.
pub(super) fn spell_pattern(pattern: &[u8]) -> (Cow<'_, [u8]>, bool) {
    let is_anchored = pattern.last() == Some(&b'$');
    let pattern = if is_anchored { &pattern[..pattern.len() - 1] } else { pattern };
    (spell(pattern, |byte| byte == b'$'), is_anchored)
}

impl Pattern<'_> {
    /// Length of the pattern in bytes, as the RFC counts: the longer, the more specific.
    pub(super) fn length(&self) -> usize {
        self.text.len() + usize::from(self.is_anchored)
    }

    pub(super) fn matches(&self, path: &Path<'_>) -> bool {
        let path = &*path.0;
        let mut parts = self.text.split(|byte| *byte == b'*');
        let Some(mut rest) = parts.next().and_then(|first| path.strip_prefix(first)) else {
            return false;
        };
        let Some(last) = parts.next_back() else {
            return !self.is_anchored || rest.is_empty();
        };
        for part in parts {
            match memmem::find(rest, part) {
                Some(at) => rest = &rest[at + part.len()..],
                None => return false,
            }
        }
        if self.is_anchored { rest.ends_with(last) } else { memmem::find(rest, last).is_some() }
    }
}

/// Brings a path into the common spelling, with the characters escaped for which `escape` returns true. Most paths are
/// spelt like that, and are borrowed.
fn spell(path: &[u8], escape: impl Fn(u8) -> bool) -> Cow<'_, [u8]> {
    let is_kept = |&byte: &u8| byte != b'%' && !is_escaped(byte) && !escape(byte);
    if path.iter().all(is_kept) {
        return Cow::Borrowed(path);
    }
    let mut text = Vec::with_capacity(path.len());
    let mut in_query = false;
    let mut at = 0;
    while at < path.len() {
        let byte = path[at];
        if byte == b'%'
            && let Some(meant) = escaped(&path[at..])
        {
            let plain = is_unreserved(meant) || (in_query && b":/?@".contains(&meant));
            if plain {
                text.push(meant);
            } else {
                push_escape(&mut text, meant);
            }
            at += 3;
            continue;
        }
        in_query |= byte == b'?';
        if byte == b'%' || is_escaped(byte) || escape(byte) {
            push_escape(&mut text, byte);
        } else {
            text.push(byte);
        }
        at += 1;
    }
    Cow::Owned(text)
}

/// Whether a URI may not have the byte as it is.
fn is_escaped(byte: u8) -> bool {
    !byte.is_ascii_graphic()
        || matches!(byte, b'"' | b'<' | b'>' | b'\\' | b'^' | b'`' | b'{' | b'|' | b'}')
}

/// Returns the byte that an escape at the start stands for; `None` if there is no escape.
fn escaped(bytes: &[u8]) -> Option<u8> {
    let digit = |byte: u8| char::from(byte).to_digit(16);
    let (high, low) = (digit(*bytes.get(1)?)?, digit(*bytes.get(2)?)?);
    u8::try_from(high * 16 + low).ok()
}

fn push_escape(text: &mut Vec<u8>, byte: u8) {
    const DIGITS: &[u8; 16] = b"0123456789ABCDEF";
    text.extend([b'%', DIGITS[usize::from(byte >> 4)], DIGITS[usize::from(byte & 15)]]);
}

fn is_unreserved(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.' | b'_' | b'~')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn matches(pattern: &[u8], path: &[u8]) -> bool {
        let (text, is_anchored) = spell_pattern(pattern);
        Pattern { text: &text, is_anchored }.matches(&Path::new(path))
    }

    #[test]
    fn patterns_match_as_the_search_engines_say() {
        let table = [
            ("/", "/anything", true),
            ("/*", "/", true),
            ("/$", "/", true),
            ("/$", "/a", false),
            ("/fish", "/fish.html", true),
            ("/fish", "/fish/salmon.html", true),
            ("/fish", "/fishheads/yummy.html", true),
            ("/fish", "/fish.php?id=anything", true),
            ("/fish", "/Fish.asp", false),
            ("/fish", "/catfish", false),
            ("/fish", "/?id=fish", false),
            ("/fish*", "/fishheads", true),
            ("/fish/", "/fish/?id=x", true),
            ("/fish/", "/fish", false),
            ("/*.php", "/index.php", true),
            ("/*.php", "/folder/any.php.file.html", true),
            ("/*.php", "/filename.php?parameters", true),
            ("/*.php", "/", false),
            ("/*.php", "/windows.PHP", false),
            ("/*.php$", "/filename.php", true),
            ("/*.php$", "/folder/filename.php", true),
            ("/*.php$", "/filename.php?parameters", false),
            ("/*.php$", "/filename.php/", false),
            ("/*.php$", "/filename.php5", false),
            ("/fish*.php", "/fishheads/catfish.php?parameters", true),
            ("/fish*.php", "/Fish.PHP", false),
            ("*.gif$", "/a/b.gif", true),
            ("fish", "/fish", false),
            ("/a**b", "/axb", true),
            ("/a*b*c$", "/abbc", true),
            ("/a*b*c$", "/abcb", false),
            ("/a*bc$", "/abcbc", true),
            ("/a*a$", "/a", false),
            ("/x$y", "/x$y", true),
            ("/x%24", "/x$", true),
            ("/x%2a", "/x*", true),
            ("/x%2A", "/xy", false),
            ("/caf%c3%a9", "/caf\u{e9}", true),
            ("/caf\u{e9}", "/caf%C3%A9", true),
            ("/%7Ejoe/", "/~joe/index.html", true),
            ("/~joe/", "/%7ejoe/index.html", true),
            ("/a%2fb", "/a%2Fb.html", true),
            ("/a%2fb", "/a/b.html", false),
            ("/a/b", "/a%2fb.html", false),
            ("/a%3cd", "/a%3Cd", true),
            ("/a<d", "/a%3Cd", true),
            ("/foo/bar?baz=https://foo.bar", "/foo/bar?baz=https%3A%2F%2Ffoo.bar", true),
            ("/foo/bar?baz=https%3A%2F%2Ffoo.bar", "/foo/bar?baz=https://foo.bar", true),
            ("/foo/bar/\u{30c4}", "/foo/bar/%E3%83%84", true),
            ("/foo/bar/%62%61%7A", "/foo/bar/baz", true),
            ("/foo/bar/baz", "/foo/bar/%62%61%7A", true),
            ("/100%", "/100%25", true),
            ("/a%zz", "/a%25zz", true),
        ];
        for (pattern, path, expected) in table {
            let found = matches(pattern.as_bytes(), path.as_bytes());
            assert_eq!(found, expected, "{pattern} {path}");
        }
    }

    #[test]
    fn stars_take_no_more_than_linear_time() {
        assert!(matches("/*a".repeat(20_000).as_bytes(), &b"/aaaaaaaaa".repeat(100_000)));
        let pattern = format!("{}$", "*a".repeat(200_000));
        assert!(!matches(pattern.as_bytes(), &b"/aaaaaaaab".repeat(100_000)));
    }
}
