//! Finds what is wrong with a value. Only its syntax is checked, not whether it fits its record.

use super::ValueFault;
use crate::date::{DateOddity, Precision, parse_warc_date};
use std::fmt::{self, Write as _};
use std::net::IpAddr;

/// How much of a value a message shows.
const SHOWN: usize = 100;

/// A value as messages show it: in quotes, shortened, without control characters.
pub(super) struct Quoted<'a>(pub(super) &'a [u8]);

impl fmt::Display for Quoted<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_char('\'')?;
        for part in self.0[..self.0.len().min(SHOWN)].utf8_chunks() {
            for c in part.valid().chars() {
                match c.is_control() {
                    true => write!(f, "{}", c.escape_default())?,
                    false => f.write_char(c)?,
                }
            }
            // The cut may have left half a character at the end, which is no fault of the value.
            let is_cut = self.0.len() > SHOWN && part.invalid().len() < 4;
            if !is_cut {
                write!(f, "{}", part.invalid().escape_ascii())?;
            }
        }
        f.write_str(if self.0.len() > SHOWN { "…'" } else { "'" })
    }
}

/// Returns a value as messages show it.
pub(super) fn quoted(value: &[u8]) -> String {
    Quoted(value).to_string()
}

/// Why the value is no absolute URI. Only what breaks readers is looked for: a scheme must be
/// there, and nothing that a URI can hold only in percent-encoded form.
pub(super) fn uri_fault(value: &[u8]) -> Option<ValueFault> {
    let scheme = value.iter().position(|&b| b == b':').map(|colon| &value[..colon]);
    let fault = match scheme {
        None | Some(b"") => Some(ValueFault::NoScheme),
        Some(s) if !is_scheme(s) => Some(ValueFault::InvalidScheme),
        Some(_) => None,
    };
    fault.or_else(|| {
        let odd = value.iter().find(|b| !matches!(b, 0x21..=0x7e))?;
        Some(match odd {
            b' ' | b'\t' => ValueFault::WhiteSpace,
            0x80.. => ValueFault::NotAscii,
            _ => ValueFault::Control,
        })
    })
}

fn is_scheme(text: &[u8]) -> bool {
    text.first().is_some_and(u8::is_ascii_alphabetic)
        && text.iter().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'+' | b'-' | b'.'))
}

/// Returns why the value is not a record id, or `None` if it is one.
pub(super) fn id_fault(value: &[u8]) -> Option<ValueFault> {
    match value.strip_prefix(b"<").and_then(|v| v.strip_suffix(b">")) {
        Some(uri) => uri_fault(uri),
        None => Some(ValueFault::NoBrackets),
    }
}

/// Returns why the value is not a media type, or `None` if it is one. Parameters are not checked: they come from
/// servers.
pub(super) fn media_type_fault(value: &[u8]) -> Option<ValueFault> {
    let media_type = crate::http::media_type(value);
    let Some(slash) = media_type.iter().position(|&b| b == b'/') else {
        return Some(ValueFault::NoSlash);
    };
    if !is_token(&media_type[..slash]) {
        return Some(ValueFault::InvalidType);
    }
    (!is_token(&media_type[slash + 1..])).then_some(ValueFault::InvalidSubtype)
}

/// Returns whether the text is a token, as the grammar of headers defines it.
pub(super) fn is_token(text: &[u8]) -> bool {
    !text.is_empty()
        && text.iter().all(|b| b.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~".contains(b))
}

/// What is wrong with a date.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum DateFault {
    Syntax(DateOddity),
    /// A precision other than the second, which is allowed since WARC 1.1.
    Precision,
    /// `t` and `z` in lower case; every reader accepts them, but they should be capitals.
    LowerCase,
}

/// Returns what is wrong with a date, or `None`. The caller knows the version of the record and decides about the
/// precision.
pub(super) fn date_fault(value: &[u8]) -> Option<DateFault> {
    let (timestamp, odd) = parse_warc_date(value);
    match odd {
        Some(DateOddity::LowerCase) => return Some(DateFault::LowerCase),
        Some(odd) => return Some(DateFault::Syntax(odd)),
        None => (),
    }
    let precision = timestamp.map(|t| t.precision());
    (precision != Some(Precision::Second)).then_some(DateFault::Precision)
}

/// What is wrong with an address.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum IpFault {
    NoAddress,
    /// Not in the canonical form, which is given.
    NotCanonical(String),
}

/// Returns what is wrong with an address, or `None`.
pub(super) fn ip_fault(value: &[u8]) -> Option<IpFault> {
    let Some(address) = std::str::from_utf8(value).ok().and_then(|v| v.parse::<IpAddr>().ok())
    else {
        return Some(IpFault::NoAddress);
    };
    let IpAddr::V6(v6) = address else { return None };
    let canonical = v6.to_string();
    (canonical.as_bytes() != value).then_some(IpFault::NotCanonical(canonical))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn uris_need_a_scheme_and_plain_characters() {
        let table: &[(&[u8], Option<ValueFault>)] = &[
            (b"http://example.cz/a?b#c", None),
            (b"dns:example.cz", None),
            (b"urn:uuid:35f02b38", None),
            (b"example.cz", Some(ValueFault::NoScheme)),
            (b"", Some(ValueFault::NoScheme)),
            (b"://x", Some(ValueFault::NoScheme)),
            (b"1http://x", Some(ValueFault::InvalidScheme)),
            (b"h<>ttp://x", Some(ValueFault::InvalidScheme)),
            (b"http://a b", Some(ValueFault::WhiteSpace)),
            (b"http://a\x01b", Some(ValueFault::Control)),
            (b"http://\xc4\x8d.cz/", Some(ValueFault::NotAscii)),
        ];
        for (value, expected) in table {
            assert_eq!(uri_fault(value), *expected, "{}", Quoted(value));
        }
    }

    #[test]
    fn ids_stand_in_brackets() {
        let table: &[(&str, bool)] = &[
            ("<urn:uuid:35f02b38>", true),
            ("<http://example.cz/id/1>", true),
            ("urn:uuid:35f02b38", false),
            ("<zaphod>", false),
            ("<>", false),
            ("<", false),
            ("", false),
        ];
        for (value, good) in table {
            assert_eq!(id_fault(value.as_bytes()).is_none(), *good, "{value:?}");
        }
    }

    #[test]
    fn media_types_have_two_tokens() {
        let table: &[(&str, bool)] = &[
            ("text/html", true),
            ("application/http; msgtype=response", true),
            ("application/http;msgtype=response", true),
            ("TEXT/DNS", true),
            ("image/svg+xml ;x", true),
            ("text", false),
            ("gif\\image", false),
            ("/html", false),
            ("text/", false),
            ("has space/x", false),
            ("x/has space", false),
            ("text/html, text/plain", false),
        ];
        for (value, good) in table {
            assert_eq!(media_type_fault(value.as_bytes()).is_none(), *good, "{value:?}");
        }
    }

    #[test]
    fn dates_and_addresses_are_told_apart() {
        let dates: &[(&str, Option<DateFault>)] = &[
            ("2008-04-30T20:48:25Z", None),
            ("2008-04-30t20:48:25z", Some(DateFault::LowerCase)),
            ("2008-04-30T20:48:25.5Z", Some(DateFault::Precision)),
            ("2008-04", Some(DateFault::Precision)),
            ("2008-04-30T20:48:25+02:00", Some(DateFault::Syntax(DateOddity::Offset))),
            ("der", Some(DateFault::Syntax(DateOddity::Unreadable))),
        ];
        for (value, expected) in dates {
            assert_eq!(date_fault(value.as_bytes()), *expected, "{value:?}");
        }
        let canonical = |text: &str| Some(IpFault::NotCanonical(text.into()));
        let addresses: &[(&str, Option<IpFault>)] = &[
            ("192.0.2.1", None),
            ("2001:db8::1", None),
            ("2001:DB8:0:0::1", canonical("2001:db8::1")),
            ("1.2.3.4.5", Some(IpFault::NoAddress)),
            ("a.b.c.d", Some(IpFault::NoAddress)),
        ];
        for (value, expected) in addresses {
            assert_eq!(ip_fault(value.as_bytes()), *expected, "{value:?}");
        }
    }

    #[test]
    fn quoted_values_are_short_and_printable() {
        assert_eq!(Quoted("žluť".as_bytes()).to_string(), "'žluť'");
        assert_eq!(Quoted(b"a\x01\xff").to_string(), "'a\\u{1}\\xff'");
        let long = "ž".repeat(99);
        assert_eq!(Quoted(long.as_bytes()).to_string(), format!("'{}…'", "ž".repeat(50)));
        let long = format!("a{}", "ž".repeat(99));
        assert_eq!(Quoted(long.as_bytes()).to_string(), format!("'a{}…'", "ž".repeat(49)));
    }
}
