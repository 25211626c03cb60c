//! Character references in attribute values and in the text of XML.
//!
//! Numeric references and the names that occur in addresses are supported; others stay as they are written.

mod names;

use std::borrow::Cow;

use self::names::{may_stand_alone, named};

/// Maximum length of a known name in bytes.
const MAX_NAME: usize = 12;

/// Decodes the character references of an attribute value. By the rule for attributes, a name without its semicolon
/// counts only if no letter, digit or `=` follows: `?a=1&copy=2` is not changed.
pub fn unescaped(value: Cow<'_, [u8]>) -> Cow<'_, [u8]> {
    let Some(first) = memchr::memchr(b'&', &value) else { return value };
    let mut out = Vec::with_capacity(value.len());
    out.extend_from_slice(&value[..first]);
    let mut rest = &value[first..];
    while let Some(at) = memchr::memchr(b'&', rest) {
        out.extend_from_slice(&rest[..at]);
        rest = &rest[at + 1..];
        match reference(rest) {
            Some((meant, len)) => {
                out.extend_from_slice(meant.encode_utf8(&mut [0; 4]).as_bytes());
                rest = &rest[len..];
            }
            None => out.push(b'&'),
        }
    }
    out.extend_from_slice(rest);
    Cow::Owned(out)
}

/// Returns the character for a name (`amp`) or number (`#38`, `#x26`) without its delimiters; `None` if it is unknown.
pub(crate) fn character(name: &[u8]) -> Option<char> {
    reference(name).filter(|(_, len)| *len == name.len()).map(|(meant, _)| meant)
}

/// Returns the character for the reference at the beginning of `rest` (behind the ampersand), and the length of the
/// reference; `None` if there is none.
fn reference(rest: &[u8]) -> Option<(char, usize)> {
    let (meant, len) = match rest.strip_prefix(b"#") {
        Some(rest) => number(rest).map(|(meant, len)| (meant, len + 1))?,
        None => {
            let len =
                rest.iter().take(MAX_NAME).take_while(|byte| byte.is_ascii_alphanumeric()).count();
            let has_semicolon = rest.get(len) == Some(&b';');
            let meant = named(&rest[..len])?;
            let is_glued = rest.get(len) == Some(&b'=');
            if !has_semicolon && (is_glued || !may_stand_alone(meant)) {
                return None;
            }
            (meant, len)
        }
    };
    Some((meant, if rest.get(len) == Some(&b';') { len + 1 } else { len }))
}

fn number(rest: &[u8]) -> Option<(char, usize)> {
    let (prefix, radix) = match rest.first() {
        Some(b'x' | b'X') => (1, 16),
        _ => (0, 10),
    };
    let digits = &rest[prefix..];
    let len = digits.iter().take_while(|byte| char::from(**byte).is_digit(radix)).count();
    let code = digits[..len].iter().fold(0u32, |code, &digit| {
        let digit = char::from(digit).to_digit(radix).unwrap_or_default();
        code.saturating_mul(radix).saturating_add(digit)
    });
    if len == 0 {
        return None;
    }
    let meant = match code {
        0 => None,
        // By the standard, these are read as windows-1252.
        0x80..=0x9f => u8::try_from(code).ok().and_then(|byte| {
            encoding_rs::WINDOWS_1252.decode_without_bom_handling(&[byte]).0.chars().next()
        }),
        code => char::from_u32(code),
    };
    Some((meant.unwrap_or(char::REPLACEMENT_CHARACTER), prefix + len))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn references_are_undone() {
        let check = |value: &str, expect: &str| {
            let found = unescaped(Cow::Borrowed(value.as_bytes()));
            assert_eq!(String::from_utf8_lossy(&found), expect, "{value}");
        };
        check("a&amp;b&#38;c&#x26;d", "a&b&c&d");
        check("?a=1&b=2&amp=3&copy=4", "?a=1&b=2&amp=3&copy=4");
        check("?a=1&amp b&copyx", "?a=1& b&copyx");
        check("java&Tab;script&colon;x", "java\tscript:x");
        check("&eacute;&Eacute;&yuml;&nbsp;", "éÉÿ\u{a0}");
        check("&#8364;&#128;&#0;&#x110000;&#99999999999;", "€€\u{fffd}\u{fffd}\u{fffd}");
        check("&;&#;&#x;&nosuch;&amp", "&;&#;&#x;&nosuch;&");
        check("&amp;amp;", "&amp;");
        check("&scaron;&Zcaron;&rsquo;&hellip;&VerticalLine;", "šŽ’…|");
        check("?a=1&lang=cs&sect=2&image=3&scaron", "?a=1&lang=cs&sect=2&image=3&scaron");
        check("&", "&");
    }

    #[test]
    fn whole_names() {
        assert_eq!(character(b"amp"), Some('&'));
        assert_eq!(character(b"#x41"), Some('A'));
        assert_eq!(character(b"ampx"), None);
    }
}
