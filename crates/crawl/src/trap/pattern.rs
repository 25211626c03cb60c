//! The pattern of a URI: what it has in common with the other pages of one script.
//!
//! Numbers, hexadecimal ids, long tokens and titles become placeholders, values of parameters are dropped, and their
//! names are sorted: `/shop/item-4711?sort=up&id=7` is `/shop/item-{n}?id&sort`.

use super::signs;

/// Length in bytes from which on a token is replaced: it says more about one page than about its script.
const LONG_TOKEN: usize = 20;

/// Number of words with hyphens between them from which on they are a title.
const TITLE_WORDS: usize = 4;

/// The pattern of a URI, small enough to keep millions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Pattern {
    /// Hash of the host.
    pub(super) host: u64,
    /// Hash of host, path and names of parameters.
    pub(super) shape: u64,
    /// The year of a date in the URI; `None` if there is none.
    pub(super) year: Option<u32>,
}

impl Pattern {
    /// Returns the pattern of a URI. Two different patterns are equal once in 2⁶⁴ times.
    pub fn of(uri: &[u8]) -> Pattern {
        let parts = stodola_uri::parse(uri);
        Pattern {
            host: fnv1a(parts.host.unwrap_or_default()),
            shape: fnv1a(&shape(&parts)),
            year: signs::year(parts.path, parts.query),
        }
    }

    /// Returns the pattern of a URI for people: `www.example.org/shop/item-{n}?id&sort`.
    pub fn text(uri: &[u8]) -> String {
        String::from_utf8_lossy(&shape(&stodola_uri::parse(uri))).into_owned()
    }
}

fn shape(parts: &stodola_uri::Parts<'_>) -> Vec<u8> {
    let mut out = Vec::with_capacity(128);
    out.extend_from_slice(parts.host.unwrap_or_default());
    for (index, segment) in parts.path.split(|&byte| byte == b'/').enumerate() {
        if index > 0 {
            out.push(b'/');
        }
        push_segment(&mut out, segment);
    }
    if let Some(query) = parts.query {
        let mut names: Vec<Vec<u8>> = signs::arguments(query)
            .map(|argument| {
                let mut name = Vec::new();
                push_segment(&mut name, name_and_value(argument).0);
                name
            })
            .collect();
        names.sort_unstable();
        names.dedup();
        out.push(b'?');
        out.extend_from_slice(&names.join(&b'&'));
    }
    out
}

/// Splits a query argument into name and value.
pub(super) fn name_and_value(argument: &[u8]) -> (&[u8], &[u8]) {
    match argument.iter().position(|&byte| byte == b'=') {
        Some(at) => (&argument[..at], &argument[at + 1..]),
        None => (argument, &[]),
    }
}

fn push_segment(out: &mut Vec<u8>, segment: &[u8]) {
    let (stem, extension) = split_extension(segment);
    if is_uuid(stem) {
        out.extend_from_slice(b"{id}");
    } else if is_title(stem) {
        out.extend_from_slice(b"{title}");
    } else {
        let mut rest = stem;
        while let Some(&first) = rest.first() {
            if is_word(first) {
                let len = rest.iter().take_while(|&&byte| is_word(byte)).count();
                push_token(out, &rest[..len]);
                rest = &rest[len..];
            } else {
                out.push(first);
                rest = &rest[1..];
            }
        }
    }
    out.extend_from_slice(extension);
}

/// Whether a byte belongs to a word. `%` does: it begins letters of other scripts.
fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'%' || byte >= 0x80
}

/// Splits a segment into name and ending, such as `.html`: a few letters and digits behind the last dot.
fn split_extension(segment: &[u8]) -> (&[u8], &[u8]) {
    match segment.iter().rposition(|&byte| byte == b'.') {
        Some(at) => {
            let ending = &segment[at + 1..];
            let is_ending = (1..=5).contains(&ending.len())
                && ending.iter().all(u8::is_ascii_alphanumeric)
                && ending.iter().any(u8::is_ascii_alphabetic);
            if is_ending { segment.split_at(at) } else { (segment, &[]) }
        }
        None => (segment, &[]),
    }
}

/// Whether this is a UUID: hexadecimal in groups of 8, 4, 4, 4 and 12.
fn is_uuid(stem: &[u8]) -> bool {
    let is_group_end = |at| matches!(at, 8 | 13 | 18 | 23);
    stem.len() == 36
        && stem.iter().enumerate().all(|(at, &byte)| {
            if is_group_end(at) { byte == b'-' } else { byte.is_ascii_hexdigit() }
        })
}

fn is_title(stem: &[u8]) -> bool {
    let joins = stem.iter().filter(|&&byte| matches!(byte, b'-' | b'_' | b'+')).count();
    joins + 1 >= TITLE_WORDS && stem.iter().any(|byte| byte.is_ascii_alphabetic() || *byte >= 0x80)
}

fn push_token(out: &mut Vec<u8>, token: &[u8]) {
    let digits = token.iter().filter(|byte| byte.is_ascii_digit()).count();
    let is_hex = token.iter().all(u8::is_ascii_hexdigit);
    if digits == token.len() {
        out.extend_from_slice(b"{n}");
    } else if is_hex && digits > 0 && token.len() >= 8 {
        out.extend_from_slice(b"{x}");
    } else if token.len() >= LONG_TOKEN {
        out.extend_from_slice(b"{s}");
    } else {
        let mut is_in_number = false;
        for &byte in token {
            if !byte.is_ascii_digit() {
                out.push(byte.to_ascii_lowercase());
            } else if !is_in_number {
                out.extend_from_slice(b"{n}");
            }
            is_in_number = byte.is_ascii_digit();
        }
    }
}

pub(super) fn fnv1a(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3)
    })
}
