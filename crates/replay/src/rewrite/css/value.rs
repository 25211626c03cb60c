//! Addresses and escapes of style sheets.

use std::borrow::Cow;
use std::ops::Range;

/// An address in a function or string.
pub(super) struct Address {
    /// Where it stands, without quotes and blanks.
    pub(super) range: Range<usize>,
    pub(super) quote: Option<u8>,
    /// Whether its end is there.
    pub(super) is_whole: bool,
    /// The place to go on.
    pub(super) end: usize,
}

/// The address that begins here, behind blanks. `None` if more bytes are needed.
pub(super) fn address_at(
    bytes: &[u8],
    start: usize,
    is_last: bool,
    max_held: usize,
) -> Option<Address> {
    let blanks = bytes[start..].iter().position(|byte| !byte.is_ascii_whitespace());
    let Some(at) = blanks.map(|blanks| start + blanks) else {
        let is_enough = is_last || bytes.len() - start > max_held;
        return is_enough.then_some(Address {
            range: bytes.len()..bytes.len(),
            quote: None,
            is_whole: true,
            end: bytes.len(),
        });
    };
    let quote = Some(bytes[at]).filter(|byte| matches!(byte, b'"' | b'\''));
    let first = if quote.is_some() { at + 1 } else { at };
    let mut end = first;
    loop {
        match bytes.get(end) {
            None => {
                let is_enough = is_last || bytes.len() - first > max_held;
                return is_enough.then_some(Address {
                    range: first..bytes.len(),
                    quote,
                    is_whole: is_last,
                    end: bytes.len(),
                });
            }
            Some(b'\\')
                if end + 1 == bytes.len() && !is_last && bytes.len() - first <= max_held =>
            {
                return None;
            }
            Some(b'\\') if end + 1 == bytes.len() && !is_last => {
                return Some(Address { range: first..end, quote, is_whole: false, end });
            }
            Some(b'\\') => end = (end + 2).min(bytes.len()),
            // A string that the line ends is broken, and no link.
            Some(b'\n') if quote.is_some() => {
                return Some(Address {
                    range: end..end,
                    quote: None,
                    is_whole: true,
                    end: end + 1,
                });
            }
            Some(byte) if Some(*byte) == quote => {
                return Some(Address { range: first..end, quote, is_whole: true, end: end + 1 });
            }
            // Only a forgotten bracket lets the end of a rule into an address.
            Some(b'{' | b'}' | b'"') if quote.is_none() => {
                return Some(Address { range: end..end, quote: None, is_whole: true, end });
            }
            Some(b')') if quote.is_none() => {
                let len = bytes[first..end].trim_ascii_end().len();
                return Some(Address { range: first..first + len, quote, is_whole: true, end });
            }
            Some(_) => end += 1,
        }
    }
}

/// Undoes the escapes of a name or address. A character outside ASCII stays as it is escaped: the charset is not known.
pub(super) fn unescaped(written: &[u8]) -> Cow<'_, [u8]> {
    if memchr::memchr(b'\\', written).is_none() {
        return Cow::Borrowed(written);
    }
    let mut out = Vec::with_capacity(written.len());
    let mut rest = written;
    while let Some((&byte, after)) = rest.split_first() {
        rest = after;
        if byte != b'\\' {
            out.push(byte);
            continue;
        }
        let digits = rest.iter().take(6).take_while(|byte| byte.is_ascii_hexdigit()).count();
        if digits == 0 {
            // Escaped by itself; a line end vanishes.
            match rest.split_first() {
                Some((b'\n', after)) => rest = after,
                Some((&escaped, after)) => {
                    out.push(escaped);
                    rest = after;
                }
                None => {}
            }
            continue;
        }
        let text = std::str::from_utf8(&rest[..digits]).unwrap_or("0");
        let code = u32::from_str_radix(text, 16).unwrap_or(0);
        match u8::try_from(code) {
            Ok(byte) if byte.is_ascii() && byte != 0 => out.push(byte),
            _ => {
                out.push(b'\\');
                out.extend_from_slice(&rest[..digits]);
                if rest.get(digits).is_some_and(u8::is_ascii_whitespace) {
                    out.push(b' ');
                }
            }
        }
        rest = &rest[digits..];
        if rest.first().is_some_and(u8::is_ascii_whitespace) {
            rest = &rest[1..];
        }
    }
    Cow::Owned(out)
}
