//! Percent-encoding: which bytes are allowed in a URI, and how the others are written.

use std::borrow::Cow;

const UPPER_HEX: &[u8; 16] = b"0123456789ABCDEF";

/// Percent-encodes the bytes that are not allowed in a URI, and changes nothing else.
///
/// These bytes are encoded: the space, control and 8-bit bytes, any of `` "<>\^`{|} `` and a `%` that does not begin an
/// escape. Square brackets and a second `#` stay, although the grammar allows brackets only around an IP address: for
/// many servers a bracket and its escape are not the same.
///
/// ```
/// use stodola_uri::escape_illegal;
///
/// assert_eq!(*escape_illegal(b"http://x/a b|100%"), *b"http://x/a%20b%7C100%25");
/// assert_eq!(*escape_illegal(b"http://x/%e9[1]"), *b"http://x/%e9[1]");
/// ```
pub fn escape_illegal(uri: &[u8]) -> Cow<'_, [u8]> {
    let is_illegal = |(at, &byte): (usize, &u8)| {
        if byte == b'%' { escape_at(uri, at).is_none() } else { !is_legal(byte) }
    };
    let Some(first) = uri.iter().enumerate().position(is_illegal) else {
        return Cow::Borrowed(uri);
    };
    let mut out = Vec::with_capacity(uri.len() + 16);
    out.extend_from_slice(&uri[..first]);
    for (at, byte) in uri.iter().enumerate().skip(first) {
        if is_illegal((at, byte)) {
            push_escape(&mut out, *byte);
        } else {
            out.push(*byte);
        }
    }
    Cow::Owned(out)
}

/// Returns whether a byte is allowed in a URI, also if only as a delimiter or at the start of an escape.
pub(crate) fn is_legal(byte: u8) -> bool {
    byte.is_ascii_graphic()
        && !matches!(byte, b'"' | b'<' | b'>' | b'\\' | b'^' | b'`' | b'{' | b'|' | b'}')
}

/// Returns whether a byte means the same escaped and unescaped, everywhere in a URI.
pub(crate) fn is_unreserved(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.' | b'_' | b'~')
}

/// Returns the byte that the escape at `at` encodes; `None` if no well-formed escape begins there.
pub(crate) fn escape_at(bytes: &[u8], at: usize) -> Option<u8> {
    match bytes.get(at..at + 3)? {
        [b'%', high, low] => Some(hex_value(*high)? << 4 | hex_value(*low)?),
        _ => None,
    }
}

/// Appends a byte as an escape with upper-case digits.
pub(crate) fn push_escape(out: &mut Vec<u8>, byte: u8) {
    let digit = |nibble: u8| UPPER_HEX[usize::from(nibble)];
    out.extend_from_slice(&[b'%', digit(byte >> 4), digit(byte & 15)]);
}

/// Unescapes until no escape is left, as if by repeated passes: `%2541` becomes `A`.
///
/// Two escapes never overlap, so the order of unescaping cannot change the outcome. That allows
/// one pass that looks back after each byte; repeated passes take quadratic time on `%252525…`.
pub(crate) fn unescape_fully(bytes: &[u8]) -> Cow<'_, [u8]> {
    let Some(first) = bytes.iter().position(|&byte| byte == b'%') else {
        return Cow::Borrowed(bytes);
    };
    let mut out = Vec::with_capacity(bytes.len());
    out.extend_from_slice(&bytes[..first]);
    for &byte in &bytes[first..] {
        out.push(byte);
        while out.len() >= 3
            && let Some(meant) = escape_at(&out, out.len() - 3)
        {
            out.truncate(out.len() - 3);
            out.push(meant);
        }
    }
    Cow::Owned(out)
}

fn hex_value(digit: u8) -> Option<u8> {
    match digit {
        b'0'..=b'9' => Some(digit - b'0'),
        b'a'..=b'f' => Some(digit - b'a' + 10),
        b'A'..=b'F' => Some(digit - b'A' + 10),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_illegal_bytes_are_escaped() {
        let check = |input: &[u8], expect: &[u8]| assert_eq!(*escape_illegal(input), *expect);
        check(b"", b"");
        check(b"http://a/b?c#d", b"http://a/b?c#d");
        check(b"http://A/%7e/../x y", b"http://A/%7e/../x%20y");
        check(b"a\"<>\\^`{|}b", b"a%22%3C%3E%5C%5E%60%7B%7C%7Db");
        check(b"\x00\t\n\x7f", b"%00%09%0A%7F");
        check("é".as_bytes(), b"%C3%A9");
        check(b"\xe9", b"%E9");
        check(b"100%", b"100%25");
        check(b"%4g%41", b"%254g%41");
        check(b"[::1]:#a#b", b"[::1]:#a#b");
    }

    #[test]
    fn escapes_of_escapes_are_unescaped_too() {
        let check = |input: &[u8], expect: &[u8]| assert_eq!(*unescape_fully(input), *expect);
        check(b"", b"");
        check(b"abc", b"abc");
        check(b"%41%4a%4A", b"AJJ");
        check(b"%25%32%35", b"%");
        check(b"%2525252541", b"A");
        check(b"%%34%31", b"A");
        check(b"%%%25%32%35asd%%", b"%%%asd%%");
        check(b"%4", b"%4");
        check(b"%g1%1g", b"%g1%1g");
        check(b"%c3%28", b"\xc3(");
    }

    #[test]
    fn a_megabyte_of_nested_escapes_takes_one_pass() {
        let mut nested = b"%".to_vec();
        nested.extend(b"25".repeat(500_000));
        assert_eq!(*unescape_fully(&nested), *b"%");
    }
}
