//! The charset of a document, and from where it is known.
//!
//! The order is that of browsers: a byte order mark, the HTTP header, what the document declares, and last a guess from
//! the bytes and the top-level domain. Only the first [`HEAD`](crate::read::HEAD) bytes are used.

use std::borrow::Cow;

use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use encoding_rs::{Encoding, UTF_8, UTF_16BE, UTF_16LE, WINDOWS_1252, X_USER_DEFINED};

use crate::media_type::MediaType;
use crate::sniff::Type;

/// The charset of a document.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Charset {
    pub(crate) encoding: &'static Encoding,
    /// From where it is known.
    pub source: CharsetSource,
}

impl Charset {
    /// Name by the WHATWG Encoding Standard: `UTF-8`, `windows-1250` …
    pub fn name(&self) -> &'static str {
        self.encoding.name()
    }

    /// Returns the charset of a text without any sign of another.
    pub(crate) fn assumed(encoding: &'static Encoding) -> Charset {
        Charset { encoding, source: CharsetSource::Guess }
    }
}

/// From where a charset is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CharsetSource {
    /// The byte order mark, or the pattern of zero bytes in the first characters of XML.
    Mark,
    /// The HTTP header.
    Header,
    /// The document: `meta`, the XML declaration, `@charset`.
    Document,
    /// It was guessed.
    Guess,
}

/// Returns the charset by the mark or the header, before the type is known; `None` if neither gives one.
pub(crate) fn outer(head: &[u8], label: Option<&[u8]>) -> Option<Charset> {
    let mark = Encoding::for_bom(head).map(|(encoding, _)| encoding).or(match head.get(..4) {
        Some([b'<', 0, b'?' | b'!' | b'h' | b'H', 0]) => Some(UTF_16LE),
        Some([0, b'<', 0, b'?' | b'!' | b'h' | b'H']) => Some(UTF_16BE),
        _ => None,
    });
    if let Some(encoding) = mark {
        return Some(Charset { encoding, source: CharsetSource::Mark });
    }
    let encoding = Encoding::for_label_no_replacement(label?)?;
    // UTF-16 without a single zero byte at the start is a wrong label.
    let is_wrong = is_utf_16(encoding) && !head[..head.len().min(64)].contains(&0);
    (!is_wrong).then_some(Charset { encoding, source: CharsetSource::Header })
}

/// Returns the charset that the document declares, or a guess from its bytes.
pub(crate) fn inner(document: Type, head: &[u8], tld: Option<&[u8]>) -> Charset {
    let label = match document {
        Type::Html => meta_label(head).or_else(|| xml_label(head)),
        Type::Xhtml => xml_label(head).or_else(|| meta_label(head)),
        Type::Css => css_label(head).map(Cow::Borrowed),
        _ => xml_label(head),
    };
    if let Some(encoding) = label.and_then(|label| Encoding::for_label_no_replacement(&label)) {
        // A declaration that could be read in ASCII is not in UTF-16.
        let encoding = match encoding {
            _ if is_utf_16(encoding) => UTF_8,
            _ if encoding == X_USER_DEFINED => WINDOWS_1252,
            encoding => encoding,
        };
        return Charset { encoding, source: CharsetSource::Document };
    }
    match document {
        Type::Html | Type::Text | Type::Robots | Type::Css | Type::Script if !head.is_ascii() => {
            let mut detector = EncodingDetector::new(Iso2022JpDetection::Allow);
            detector.feed(head, true);
            Charset::assumed(detector.guess(tld, Utf8Detection::Allow))
        }
        _ => Charset::assumed(UTF_8),
    }
}

pub(crate) fn is_utf_16(encoding: &'static Encoding) -> bool {
    encoding == UTF_16LE || encoding == UTF_16BE
}

/// Converts bytes of a document to UTF-8. Bytes that are not valid in the charset are not changed.
pub(crate) fn to_utf8<'a>(bytes: &'a [u8], encoding: &'static Encoding) -> Cow<'a, [u8]> {
    if encoding == UTF_8 || bytes.is_ascii() {
        return Cow::Borrowed(bytes);
    }
    match encoding.decode_without_bom_handling_and_without_replacement(bytes) {
        Some(Cow::Borrowed(text)) => Cow::Borrowed(text.as_bytes()),
        Some(Cow::Owned(text)) => Cow::Owned(text.into_bytes()),
        None => Cow::Borrowed(bytes),
    }
}

/// Number of bytes that are searched for a declaration; four times as many as in browsers.
const DECLARATION: usize = 4096;

fn meta_label(head: &[u8]) -> Option<Cow<'_, [u8]>> {
    let head = &head[..head.len().min(DECLARATION)];
    let mut at = 0;
    loop {
        at += memchr::memchr(b'<', &head[at..])? + 1;
        let rest = &head[at..];
        if rest.starts_with(b"!--") {
            at += memchr::memmem::find(rest, b"-->")?;
        } else if rest.get(..4).is_some_and(|name| name.eq_ignore_ascii_case(b"meta")) {
            let end = memchr::memchr(b'>', rest).unwrap_or(rest.len());
            let tag = &rest[4..end];
            if let Some(label) = attribute(tag, b"charset") {
                return Some(Cow::Borrowed(label));
            }
            let is_type = attribute(tag, b"http-equiv")
                .is_some_and(|name| name.eq_ignore_ascii_case(b"content-type"));
            if is_type
                && let Some(label) =
                    attribute(tag, b"content").and_then(|it| MediaType::parse(it).charset)
            {
                return Some(Cow::Owned(label));
            }
        }
    }
}

fn xml_label(head: &[u8]) -> Option<Cow<'_, [u8]>> {
    let head = head[..head.len().min(DECLARATION)].trim_ascii_start();
    let rest = head.strip_prefix(b"<?xml")?;
    let end = memchr::memmem::find(rest, b"?>")?;
    attribute(&rest[..end], b"encoding").map(Cow::Borrowed)
}

fn css_label(head: &[u8]) -> Option<&[u8]> {
    let rest = head.strip_prefix(b"@charset \"")?;
    Some(&rest[..memchr::memchr(b'"', rest)?])
}

/// Returns the value of an attribute inside a tag; `None` if there is none. Sufficient for ASCII names and values.
fn attribute<'a>(tag: &'a [u8], wanted: &[u8]) -> Option<&'a [u8]> {
    let mut rest = tag;
    loop {
        let skipped =
            rest.iter().take_while(|byte| byte.is_ascii_whitespace() || **byte == b'/').count();
        rest = &rest[skipped..];
        if rest.is_empty() {
            return None;
        }
        let is_end = |byte: &u8| byte.is_ascii_whitespace() || matches!(byte, b'=' | b'/');
        // A name may begin with `=`, so at least one byte is always taken.
        let len = 1 + rest[1..].iter().take_while(|byte| !is_end(byte)).count();
        let name = &rest[..len];
        rest = rest[len..].trim_ascii_start();
        let mut value = &rest[..0];
        if let Some(after) = rest.strip_prefix(b"=") {
            rest = after.trim_ascii_start();
            (value, rest) = match rest.first() {
                Some(&quote @ (b'"' | b'\'')) => {
                    let end = memchr::memchr(quote, &rest[1..]).map_or(rest.len(), |at| at + 1);
                    (&rest[1..end], &rest[(end + 1).min(rest.len())..])
                }
                _ => {
                    let len = rest.iter().take_while(|byte| !byte.is_ascii_whitespace()).count();
                    rest.split_at(len)
                }
            };
        }
        if name.eq_ignore_ascii_case(wanted) {
            return Some(value.trim_ascii());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(document: Type, header: Option<&str>, head: &[u8], expect: &str) {
        let outer = outer(head, header.map(str::as_bytes));
        let found = outer.unwrap_or_else(|| inner(document, head, Some(b"cz")));
        let shown = format!("{} {:?}", found.name(), found.source);
        assert_eq!(shown, expect, "{}", String::from_utf8_lossy(head));
    }

    #[test]
    fn declared_charsets() {
        check(Type::Html, Some("latin2"), b"\xef\xbb\xbfx", "UTF-8 Mark");
        check(Type::Html, None, b"\xff\xfe<\0", "UTF-16LE Mark");
        check(Type::Xml, None, b"\0<\0?\0x", "UTF-16BE Mark");
        check(Type::Html, Some("latin2"), b"<meta charset=utf-8>", "ISO-8859-2 Header");
        check(Type::Html, Some("nonsense"), b"<meta charset=utf-8>", "UTF-8 Document");
        check(Type::Html, Some("utf-16"), b"<p>", "UTF-8 Guess");
        check(Type::Html, None, b"<META a='>' CharSet = 'windows-1250' />", "UTF-8 Guess");
        check(Type::Html, None, b"<META a CharSet = 'windows-1250' />", "windows-1250 Document");
        let http = b"<!-- <meta charset=x> --><meta http-equiv=Content-Type content='text/html; charset=koi8-r'>";
        check(Type::Html, None, http, "KOI8-R Document");
        check(Type::Html, None, b"<meta charset=utf-16>", "UTF-8 Document");
        check(Type::Xml, None, b"<?xml version='1.0' encoding='cp1250'?>", "windows-1250 Document");
        check(Type::Css, None, b"@charset \"latin1\";", "windows-1252 Document");
        check(Type::Html, None, b"<meta charset", "UTF-8 Guess");
        check(Type::Html, None, b"<meta =", "UTF-8 Guess");
    }

    #[test]
    fn guessed_charsets() {
        let text = "<p>Příliš žluťoučký kůň úpěl ďábelské ódy, šťastně a věrně se dívaje na řeku.";
        let (bytes, _, _) = encoding_rs::WINDOWS_1250.encode(text);
        check(Type::Html, None, &bytes, "windows-1250 Guess");
        check(Type::Html, None, text.as_bytes(), "UTF-8 Guess");
        check(Type::Html, None, b"plain", "UTF-8 Guess");
    }

    #[test]
    fn unknown_bytes_stay() {
        assert_eq!(*to_utf8(b"\x9e", encoding_rs::WINDOWS_1250), *"ž".as_bytes());
        assert_eq!(*to_utf8(b"\x81\xff", encoding_rs::EUC_JP), *b"\x81\xff");
    }
}
