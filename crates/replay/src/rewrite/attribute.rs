//! Values of attributes as they are written, and the text that is meant.

use std::borrow::Cow;
use std::ops::Range;

use stodola_extract::markup::unescaped;

/// The text of an attribute with references to characters of ASCII undone. Others stay as they are written: which bytes
/// they stand for depends on the charset of the page, and they mean nothing to the rewriter.
pub(super) struct AttributeText<'a> {
    pub(super) text: Cow<'a, [u8]>,
    /// Where each byte of the text stands in the value, and the end. Empty if they are the same. No attribute that is
    /// held is longer than these numbers can say.
    places: Vec<u32>,
}

impl<'a> AttributeText<'a> {
    /// The text of a value; references for which `is_wanted` says no stay.
    pub(super) fn new(value: &'a [u8], is_wanted: impl Fn(u8) -> bool) -> AttributeText<'a> {
        if memchr::memchr(b'&', value).is_none() {
            return AttributeText { text: Cow::Borrowed(value), places: Vec::new() };
        }
        let mut text = Vec::with_capacity(value.len());
        let mut places = Vec::with_capacity(value.len() + 1);
        let mut at = 0;
        while at < value.len() {
            let reference = if value[at] == b'&' { ascii_reference(&value[at..]) } else { None };
            let (byte, len) =
                reference.filter(|(byte, _)| is_wanted(*byte)).unwrap_or((value[at], 1));
            text.push(byte);
            places.push(place(at));
            at += len;
        }
        places.push(place(value.len()));
        AttributeText { text: Cow::Owned(text), places }
    }

    /// Where this part of the text stands in the value.
    pub(super) fn place(&self, range: Range<usize>) -> Range<usize> {
        if self.places.is_empty() {
            return range;
        }
        self.places[range.start] as usize..self.places[range.end] as usize
    }
}

fn place(at: usize) -> u32 {
    u32::try_from(at).unwrap_or(u32::MAX)
}

/// The text that a link is recognised by. References that would end an attribute or begin another stay.
pub(super) fn link_text(value: &[u8]) -> Cow<'_, [u8]> {
    AttributeText::new(value, |byte| !b"&\"'<>".contains(&byte)).text
}

/// The character that a reference stands for, if it is one of ASCII, and the length of the reference.
fn ascii_reference(rest: &[u8]) -> Option<(u8, usize)> {
    const LONGEST: usize = 40;
    let is_part = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'#';
    let len = 1 + rest[1..].iter().take(LONGEST).take_while(|byte| is_part(byte)).count();
    // One byte more: a semicolon belongs to the reference, and `=` keeps some from being one.
    let written = &rest[..(len + 1).min(rest.len())];
    let meant = unescaped(Cow::Borrowed(written));
    let &first = meant.first()?;
    if !first.is_ascii() || meant.len() >= written.len() {
        return None;
    }
    // What is left behind the character was not part of the reference.
    Some((first, written.len() - (meant.len() - 1)))
}

/// Appends text so that it can stand in an attribute: within these quotes, or within any or none.
pub(super) fn push_escaped(text: &[u8], quote: Option<u8>, out: &mut Vec<u8>) {
    for &byte in text {
        match byte {
            b'&' => out.extend_from_slice(b"&amp;"),
            b'"' if quote != Some(b'\'') => out.extend_from_slice(b"&quot;"),
            b'\'' if quote != Some(b'"') => out.extend_from_slice(b"&#39;"),
            b'<' if quote.is_none() => out.extend_from_slice(b"&lt;"),
            b'>' if quote.is_none() => out.extend_from_slice(b"&gt;"),
            b' ' | b'\n' | b'\t' | b'\r' | 0x0c if quote.is_none() => {
                out.extend_from_slice(format!("&#{byte};").as_bytes());
            }
            _ => out.push(byte),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn references_to_ascii_are_undone_and_found_again() {
        let check = |value: &str, expect: &str| {
            let text = AttributeText::new(value.as_bytes(), |_| true);
            assert_eq!(String::from_utf8_lossy(&text.text), expect, "{value}");
            let whole = text.place(0..text.text.len());
            assert_eq!(whole, 0..value.len(), "{value}");
        };
        check("plain", "plain");
        check("a&amp;b&quot;c&#39;d&#x2F;e", "a&b\"c'd/e");
        check("&eacute;&amp;&#233;", "&eacute;&&#233;");
        check("?a=1&amp=2&ampb&", "?a=1&amp=2&ampb&");
        check("&lt b", "< b");
        check("&#47", "/");
        check("http&colon;&sol;&sol;x", "http://x");
        let text = AttributeText::new(b"x&amp;&amp;y", |_| true);
        assert_eq!(text.place(1..3), 1..11);
        assert_eq!(text.place(3..3), 11..11);
    }

    #[test]
    fn references_that_end_attributes_stay_in_links() {
        assert_eq!(*link_text(b"&#104;ttp&colon;//a/?b&amp;c&quot;"), *b"http://a/?b&amp;c&quot;");
    }
}
