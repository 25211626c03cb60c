//! The lines of a `robots.txt`: key, colon, value, comment.

use memchr::{memchr, memchr2};

/// The content of a line.
#[derive(Debug)]
pub(super) enum Line<'a> {
    Agent(&'a [u8]),
    Rule { allow: bool, path: &'a [u8], whole: &'a [u8] },
    Delay(&'a [u8]),
    Sitemap(&'a [u8]),
    Other,
}

/// Keys, in the spellings that occur.
const AGENT: &[&str] = &["user-agent", "useragent", "user agent"];
const ALLOW: &[&str] = &["allow"];
const DISALLOW: &[&str] = &["disallow", "dissallow", "dissalow", "disalow", "diasllow", "disallaw"];
const DELAY: &[&str] = &["crawl-delay", "crawldelay", "crawl delay"];
const SITEMAP: &[&str] = &["sitemap", "site-map"];

/// Returns the lines of a text, with line ends of any kind.
pub(super) fn lines(text: &[u8]) -> impl Iterator<Item = Line<'_>> {
    let mut rest = text.strip_prefix(b"\xef\xbb\xbf").unwrap_or(text);
    std::iter::from_fn(move || {
        if rest.is_empty() {
            return None;
        }
        // The LF of a CRLF makes an additional empty line, which is ignored.
        let end = memchr2(b'\r', b'\n', rest).unwrap_or(rest.len());
        let line = &rest[..end];
        rest = rest.get(end + 1..).unwrap_or_default();
        Some(read(line))
    })
}

fn read(line: &[u8]) -> Line<'_> {
    let line = trim(&line[..memchr(b'#', line).unwrap_or(line.len())]);
    let Some((key, value)) = split(line) else { return Line::Other };
    let is = |names: &[&str]| names.iter().any(|name| key.eq_ignore_ascii_case(name.as_bytes()));
    if is(AGENT) {
        Line::Agent(value)
    } else if is(ALLOW) {
        Line::Rule { allow: true, path: value, whole: line }
    } else if is(DISALLOW) {
        Line::Rule { allow: false, path: value, whole: line }
    } else if is(DELAY) {
        Line::Delay(value)
    } else if is(SITEMAP) {
        Line::Sitemap(value)
    } else {
        Line::Other
    }
}

/// Splits a line into key and value. Without a colon, exactly two words are key and value.
fn split(line: &[u8]) -> Option<(&[u8], &[u8])> {
    if let Some(colon) = memchr(b':', line) {
        return Some((trim(&line[..colon]), trim(&line[colon + 1..])));
    }
    let space = memchr2(b' ', b'\t', line)?;
    let value = trim(&line[space..]);
    memchr2(b' ', b'\t', value).is_none().then_some((&line[..space], value))
}

/// Removes space at both ends. Files in UTF-16 or with NULs are not understood anyway.
fn trim(bytes: &[u8]) -> &[u8] {
    bytes.trim_ascii()
}
