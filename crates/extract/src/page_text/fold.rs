//! Makes spaces single, and removes characters that only mark where a word may be broken.

use std::borrow::Cow;

use encoding_rs::{Encoding, UTF_8};

use crate::html::entity;

/// Number of bytes that are examined together.
const GROUP: usize = 8;

/// Appends text. Blanks become single spaces; there are none at the end, and none behind a space or a line end.
pub(super) fn append(to: &mut Vec<u8>, text: &[u8]) {
    let before = to.len();
    let mut wants_no_blank = to.last().is_none_or(|last| matches!(last, b' ' | b'\n'));
    // Unused bytes are removed below.
    to.resize(before + text.len(), 0);
    let out = to.as_mut_slice();
    let mut len = before;
    let mut at = 0;
    while at < text.len() {
        if let Some(group) = plain_group(&text[at..], wants_no_blank) {
            out[len..len + GROUP].copy_from_slice(&group);
            len += GROUP;
            at += GROUP;
            wants_no_blank = group.ends_with(b" ");
            continue;
        }
        let end = text.len().min(at + GROUP);
        while at < end {
            let byte = text[at];
            let (length, sign) = match SIGNS[usize::from(byte)] {
                Sign::Other => sign_at(&text[at..]),
                sign => (1, sign),
            };
            at += length;
            // Without a branch for each word: the processor cannot predict where words end.
            let is_blank = sign == Sign::Blank;
            out[len] = if is_blank { b' ' } else { byte };
            len += usize::from(!(is_blank && wants_no_blank) && sign != Sign::Break);
            wants_no_blank = is_blank || wants_no_blank && sign == Sign::Break;
        }
    }
    // The following text begins with a space, unless it is another line.
    len -= usize::from(len > before && out[len - 1] == b' ');
    to.truncate(len);
}

/// Returns a short text on one line, in UTF-8; invalid bytes become U+FFFD.
pub(crate) fn folded(text: &[u8]) -> String {
    let mut line = Vec::with_capacity(text.len());
    append(&mut line, text);
    String::from_utf8(line)
        .unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned())
}

/// Converts text to UTF-8 as far as it is valid, with character references decoded.
pub(crate) fn utf8<'a>(bytes: &'a [u8], encoding: &'static Encoding) -> Cow<'a, [u8]> {
    let text = match encoding == UTF_8 {
        true => Cow::Borrowed(bytes),
        false => match encoding.decode_without_bom_handling(bytes).0 {
            Cow::Borrowed(text) => Cow::Borrowed(text.as_bytes()),
            Cow::Owned(text) => Cow::Owned(text.into_bytes()),
        },
    };
    entity::unescaped(text)
}

/// Returns the next bytes of a text as they are written, if none is left out: no blanks but single ones, and no byte
/// with which a blank or a break beyond ASCII may begin.
#[inline]
fn plain_group(text: &[u8], wants_no_blank: bool) -> Option<[u8; GROUP]> {
    const ONES: u64 = u64::MAX / 0xff;
    const HIGH: u64 = ONES << 7;
    let bytes = u64::from_le_bytes(*text.first_chunk::<GROUP>()?);
    let ascii = !bytes & HIGH;
    // Sums of bytes below 0x80 do not overflow into neighbours.
    let low = bytes & !HIGH;
    let is = |byte: u8| !((low ^ (ONES * u64::from(byte & 0x7f))) + (HIGH - ONES)) & HIGH;
    if ascii != HIGH && OTHERS.iter().fold(0, |found, byte| found | is(*byte)) & !ascii != 0 {
        return None;
    }
    let is_from = |byte: u64| low + ONES * (0x80 - byte);
    let controls = is_from(0x09) & !is_from(0x0e) & ascii;
    let blanks = controls | is(b' ') & ascii;
    let before = u64::from(wants_no_blank) << 7;
    let is_plain = blanks & (blanks << 8 | before) == 0;
    // All bits of tabs and line ends, which become spaces.
    let replaced = (controls >> 7) * 0xff;
    is_plain.then(|| (bytes & !replaced | replaced & (ONES * 0x20)).to_le_bytes())
}

/// First bytes of all blanks and breaks beyond ASCII.
const OTHERS: &[u8] = b"\xc2\xe1\xe2\xe3\xef";

/// The kind of a byte of text.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Sign {
    /// Part of a word.
    Letter,
    Blank,
    /// Marks only where a word may be broken.
    Break,
    /// Depends on the bytes behind it.
    Other,
}

const SIGNS: [Sign; 256] = {
    let mut signs = [Sign::Letter; 256];
    let blanks = b"\t\n\x0b\x0c\r ";
    let mut index = 0;
    while index < blanks.len() {
        signs[blanks[index] as usize] = Sign::Blank;
        index += 1;
    }
    index = 0;
    while index < OTHERS.len() {
        signs[OTHERS[index] as usize] = Sign::Other;
        index += 1;
    }
    signs
};

/// Returns the length in bytes and the kind of the character at the beginning of a text; of a letter only the first
/// byte.
fn sign_at(text: &[u8]) -> (usize, Sign) {
    match text {
        [0xc2, 0xad, ..] => (2, Sign::Break),
        [0xe2, 0x80, 0x8b, ..] | [0xef, 0xbb, 0xbf, ..] => (3, Sign::Break),
        [0xc2, 0x85 | 0xa0, ..] => (2, Sign::Blank),
        [0xe1, 0x9a, 0x80, ..]
        | [0xe2, 0x80, 0x80..=0x8a | 0xa8 | 0xa9 | 0xaf, ..]
        | [0xe2, 0x81, 0x9f, ..]
        | [0xe3, 0x80, 0x80, ..] => (3, Sign::Blank),
        _ => (1, Sign::Letter),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The same rule, one character after another.
    fn plainly(text: &str) -> String {
        let mut line = String::new();
        for c in text.chars().filter(|c| !matches!(c, '\u{ad}' | '\u{200b}' | '\u{feff}')) {
            match c.is_whitespace() {
                true if line.is_empty() || line.ends_with(' ') => {}
                true => line.push(' '),
                false => line.push(c),
            }
        }
        line.trim_end_matches(' ').to_owned()
    }

    #[test]
    fn groups_of_bytes_give_what_single_characters_give() {
        let signs =
            ['a', 'é', '\0', '\u{8}', '\t', '\n', '\r', '\u{b}', '\u{e}', '\u{1f}', ' ', '\u{7f}'];
        let rare = ['\u{a0}', '\u{ad}', '\u{2009}', '\u{200b}', '\u{3000}', '\u{20ac}', '漢'];
        let mut random = 7u64;
        for round in 0..20_000u64 {
            let mut next = |below: usize| {
                random = random
                    .wrapping_mul(6_364_136_223_846_793_005)
                    .wrapping_add(1_442_695_040_888_963_407);
                (random >> 33) as usize % below
            };
            // Mostly letters, so that many groups are plain.
            let text: String = (0..round % 40)
                .map(|_| match next(10) {
                    0..6 => 'x',
                    6..9 => signs[next(signs.len())],
                    _ => rare[next(rare.len())],
                })
                .collect();
            assert_eq!(folded(text.as_bytes()), plainly(&text), "{text:?}");
        }
    }
}
