//! Finds what is wrong with a value. Only its syntax is checked, not whether it fits its record.

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

/// Returns why the value is not an absolute URI, or `None` if it is one. Only what readers cannot handle is a fault: a
/// missing scheme, and characters that must be percent-encoded.
pub(super) fn uri_fault(value: &[u8]) -> Option<&'static str> {
    let scheme = value.iter().position(|&b| b == b':').map(|colon| &value[..colon]);
    let fault = match scheme {
        None | Some(b"") => Some("has no scheme"),
        Some(s) if !is_scheme(s) => Some("has no valid scheme"),
        Some(_) => None,
    };
    fault.or_else(|| {
        let odd = value.iter().find(|b| !matches!(b, 0x21..=0x7e))?;
        Some(match odd {
            b' ' | b'\t' => "contains white space",
            0x80.. => "contains bytes beyond ASCII that are not percent-encoded",
            _ => "contains control characters",
        })
    })
}

fn is_scheme(text: &[u8]) -> bool {
    text.first().is_some_and(u8::is_ascii_alphabetic)
        && text.iter().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'+' | b'-' | b'.'))
}

/// Returns why the value is not a record id, or `None` if it is one.
pub(super) fn id_fault(value: &[u8]) -> Option<&'static str> {
    match value.strip_prefix(b"<").and_then(|v| v.strip_suffix(b">")) {
        Some(uri) => uri_fault(uri),
        None => Some("is not enclosed in < and >"),
    }
}

/// Returns why the value is not a media type, or `None` if it is one. Parameters are not checked: they come from
/// servers.
pub(super) fn media_type_fault(value: &[u8]) -> Option<&'static str> {
    let media_type = crate::http::media_type(value);
    let Some(slash) = media_type.iter().position(|&b| b == b'/') else {
        return Some("has no '/'");
    };
    if !is_token(&media_type[..slash]) {
        return Some("has no valid type");
    }
    (!is_token(&media_type[slash + 1..])).then_some("has no valid subtype")
}

/// Returns whether the text is a token, as the grammar of headers defines it.
pub(super) fn is_token(text: &[u8]) -> bool {
    !text.is_empty()
        && text.iter().all(|b| b.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~".contains(b))
}

/// What is wrong with a date.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum DateFault {
    Syntax(&'static str),
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
        Some(odd) => return Some(DateFault::Syntax(describe(odd))),
        None => (),
    }
    let precision = timestamp.map(|t| t.precision());
    (precision != Some(Precision::Second)).then_some(DateFault::Precision)
}

fn describe(odd: DateOddity) -> &'static str {
    match odd {
        DateOddity::Space => "has space around it",
        DateOddity::LowerCase => "is not in capitals",
        DateOddity::Separator => "has a wrong separator",
        DateOddity::Offset => "is not in UTC",
        DateOddity::NoZone => "has no time zone",
        DateOddity::DigitsOnly => "has no separators",
        DateOddity::Short => "is too short",
        DateOddity::Long => "is too long",
        DateOddity::Unreadable => "is not a date",
    }
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
        let table: &[(&[u8], Option<&str>)] = &[
            (b"http://example.cz/a?b#c", None),
            (b"dns:example.cz", None),
            (b"urn:uuid:35f02b38", None),
            (b"example.cz", Some("has no scheme")),
            (b"", Some("has no scheme")),
            (b"://x", Some("has no scheme")),
            (b"1http://x", Some("has no valid scheme")),
            (b"h<>ttp://x", Some("has no valid scheme")),
            (b"http://a b", Some("contains white space")),
            (b"http://a\x01b", Some("contains control characters")),
            (
                b"http://\xc4\x8d.cz/",
                Some("contains bytes beyond ASCII that are not percent-encoded"),
            ),
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
            ("2008-04-30T20:48:25+02:00", Some(DateFault::Syntax("is not in UTC"))),
            ("der", Some(DateFault::Syntax("is not a date"))),
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
