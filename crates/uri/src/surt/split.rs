//! Finds host, port, path and query in the same way as the programs that make SURT keys.
//!
//! This is not [`parse`](crate::parse): a missing scheme is added, surplus slashes and doubled schemes are accepted,
//! and the host may have to be taken from the path.

use std::borrow::Cow;

use super::Variant;
use crate::parts::{self, cut_at, scheme_len};

/// What a key is made of. Absent parts are empty.
pub(super) struct Address<'a> {
    pub(super) scheme: &'a [u8],
    pub(super) host: &'a [u8],
    /// The port, unless it is the scheme's default.
    pub(super) port: Option<u32>,
    pub(super) path: &'a [u8],
    pub(super) query: &'a [u8],
}

/// Removes stray white space and adds a missing scheme. Returns an empty text if nothing is left.
pub(super) fn tidy(text: &[u8], variant: Variant) -> Cow<'_, [u8]> {
    let trimmed = match variant {
        Variant::Python => trim(text, |byte| matches!(byte, b'\t'..=b'\r' | b' ')),
        Variant::Java => trim(text, |byte| byte <= b' '),
    };
    let mut tidy = without_breaks(trimmed, variant);
    if tidy.is_empty() {
        return tidy;
    }
    let has_scheme = match variant {
        Variant::Python => scheme_len(&tidy).is_some(),
        Variant::Java => has_known_scheme(&tidy),
    };
    if !has_scheme {
        tidy = Cow::Owned([b"http://", &*tidy].concat());
    }
    tidy
}

/// Splits a tidy text; `None` if its port is not a number.
pub(super) fn split(tidy: &[u8], variant: Variant) -> Option<Address<'_>> {
    match variant {
        Variant::Python => split_as_python(tidy),
        Variant::Java => split_as_java(tidy),
    }
}

fn split_as_python(tidy: &[u8]) -> Option<Address<'_>> {
    let split = parts::split(last_of_doubled_schemes(tidy));
    let scheme = split.scheme.unwrap_or_default();
    let authority = trim_end(split.authority.unwrap_or_default(), b':');
    let (mut host, port) = split_authority(after_last(authority, b'@'));
    // No port is written as zero elsewhere in this family, so a port of zero is none.
    let port = read_port(port, 65_535)?.filter(|&port| port != 0);
    let mut path = split.path;
    if host.is_empty() && scheme.starts_with(b"http") && !path.is_empty() {
        // "http:////example.org/" and "http:example.org" mean what they seem to mean.
        let slashes = path.iter().take_while(|&&byte| byte == b'/').count();
        let rest = &path[slashes..];
        let host_len = rest.iter().position(|&byte| byte == b'/').unwrap_or(rest.len());
        host = &rest[..host_len];
        path = if host_len < rest.len() { &rest[host_len..] } else { b"/" };
    }
    let port = port.filter(|&port| Some(port) != default_port(scheme));
    Some(Address { scheme, host, port, path, query: split.query.unwrap_or_default() })
}

fn split_as_java(tidy: &[u8]) -> Option<Address<'_>> {
    let split = parts::split(tidy);
    let scheme = split.scheme.unwrap_or_default();
    let mut authority = split.authority.unwrap_or_default();
    let mut path = split.path;
    if authority.is_empty() && matches!(scheme, b"http" | b"https") {
        let slashes = path.iter().take_while(|&&byte| byte == b'/').count();
        let rest = &path[slashes..];
        let end = rest.iter().position(|&byte| byte == b'/').unwrap_or(rest.len());
        (authority, path) = rest.split_at(end);
    }
    let (host, port) = split_authority(cut_at(authority, b'@').1.unwrap_or(authority));
    let port = read_port(port, u32::MAX >> 1)?;
    let port = port.filter(|&port| port != default_port(scheme).unwrap_or(0));
    Some(Address { scheme, host, port, path, query: split.query.unwrap_or_default() })
}

/// Returns host and port. Of an address in brackets only the address counts; what surrounds the brackets is dropped.
fn split_authority(authority: &[u8]) -> (&[u8], &[u8]) {
    match cut_at(authority, b'[') {
        (_, Some(bracketed)) => {
            let (host, rest) = cut_at(bracketed, b']');
            (host, cut_at(rest.unwrap_or_default(), b':').1.unwrap_or_default())
        }
        (plain, None) => {
            let (host, port) = cut_at(plain, b':');
            (host, port.unwrap_or_default())
        }
    }
}

/// Returns the port: `Some(None)` if none is given, `None` if it is not a number up to `most`.
fn read_port(port: &[u8], most: u32) -> Option<Option<u32>> {
    if port.is_empty() {
        return Some(None);
    }
    let mut number = 0_u32;
    for &digit in port {
        if !digit.is_ascii_digit() {
            return None;
        }
        number = number.checked_mul(10)?.checked_add(u32::from(digit - b'0'))?;
    }
    (number <= most).then_some(Some(number))
}

fn default_port(scheme: &[u8]) -> Option<u32> {
    if scheme.eq_ignore_ascii_case(b"http") {
        Some(80)
    } else if scheme.eq_ignore_ascii_case(b"https") {
        Some(443)
    } else {
        None
    }
}

fn has_known_scheme(text: &[u8]) -> bool {
    const KNOWN: [&[u8]; 6] = [b"http", b"https", b"ftp", b"mms", b"rtsp", b"wais"];
    scheme_len(text).is_some_and(|len| {
        text[len + 1..].starts_with(b"//")
            && KNOWN.iter().any(|known| text[..len].eq_ignore_ascii_case(known))
    })
}

/// Returns the URI after a doubled scheme: `http://https://example.org/` means `https://example.org/`.
fn last_of_doubled_schemes(text: &[u8]) -> &[u8] {
    const WEB: [&[u8]; 2] = [b"http://", b"https://"];
    let after_scheme = |text| WEB.iter().find_map(|scheme| <[u8]>::strip_prefix(text, *scheme));
    let mut text = text;
    while let Some(rest) = after_scheme(text)
        && after_scheme(rest).is_some()
    {
        text = rest;
    }
    text
}

fn without_breaks(text: &[u8], variant: Variant) -> Cow<'_, [u8]> {
    // NEL, line separator and paragraph separator, which only the Java library knows of.
    const UNICODE_BREAKS: [&[u8]; 3] = [b"\xc2\x85", b"\xe2\x80\xa8", b"\xe2\x80\xa9"];
    let break_len = |rest: &[u8]| match rest[0] {
        b'\n' | b'\r' | b'\t' => 1,
        0xc2 | 0xe2 if variant == Variant::Java => {
            UNICODE_BREAKS.iter().find(|mark| rest.starts_with(mark)).map_or(0, |mark| mark.len())
        }
        _ => 0,
    };
    if (0..text.len()).all(|at| break_len(&text[at..]) == 0) {
        return Cow::Borrowed(text);
    }
    let mut out = Vec::with_capacity(text.len());
    let mut at = 0;
    while at < text.len() {
        let len = break_len(&text[at..]);
        if len == 0 {
            out.push(text[at]);
        }
        at += len.max(1);
    }
    Cow::Owned(out)
}

fn trim(text: &[u8], is_space: impl Fn(u8) -> bool) -> &[u8] {
    let start = text.iter().position(|&byte| !is_space(byte)).unwrap_or(text.len());
    let end = text.iter().rposition(|&byte| !is_space(byte)).map_or(start, |last| last + 1);
    &text[start..end]
}

fn trim_end(text: &[u8], byte: u8) -> &[u8] {
    let end = text.iter().rposition(|&other| other != byte).map_or(0, |last| last + 1);
    &text[..end]
}

fn after_last(text: &[u8], byte: u8) -> &[u8] {
    text.iter().rposition(|&other| other == byte).map_or(text, |at| &text[at + 1..])
}
