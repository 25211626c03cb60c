//! The value of a refresh, in a header field or a `meta` element: `5; url='address'`.

use std::ops::Range;

/// Returns where in the value the address stands, as browsers read it in all its quotings; `None` if the page only
/// loads itself again.
pub(super) fn refresh_address(value: &[u8]) -> Option<Range<usize>> {
    let mut at = past_blanks(value, 0);
    let number = at;
    while value.get(at).is_some_and(|byte| byte.is_ascii_digit() || *byte == b'.') {
        at += 1;
    }
    let had_number = at > number;
    let after_number = at;
    at = past_blanks(value, at);
    match value.get(at) {
        Some(b';' | b',') => at = past_blanks(value, at + 1),
        Some(_) if had_number && at > after_number => {}
        _ => return None,
    }
    // `url` and `=` may both be missing, and blanks may stand around them.
    if value.get(at..at + 3).is_some_and(|name| name.eq_ignore_ascii_case(b"url")) {
        let equals = past_blanks(value, at + 3);
        if value.get(equals) == Some(&b'=') {
            at = past_blanks(value, equals + 1);
        }
    }
    let end = match value.get(at) {
        Some(&quote @ (b'"' | b'\'')) => {
            at += 1;
            memchr::memchr(quote, &value[at..]).map_or(value.len(), |end| at + end)
        }
        _ => value.len(),
    };
    let end = at + value[at..end].trim_ascii_end().len();
    (end > at).then_some(at..end)
}

fn past_blanks(value: &[u8], mut at: usize) -> usize {
    while value.get(at).is_some_and(u8::is_ascii_whitespace) {
        at += 1;
    }
    at
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_found_in_all_quotings() {
        let check = |value: &str, expect: Option<&str>| {
            let found = refresh_address(value.as_bytes()).map(|range| &value[range]);
            assert_eq!(found, expect, "{value}");
        };
        check("5; url=a", Some("a"));
        check("5;URL = 'a b'", Some("a b"));
        check("0;url=\"a", Some("a"));
        check(" 0 , a ", Some("a"));
        check("0 a", Some("a"));
        check("1.5;url='a'b", Some("a"));
        check(";url=a", Some("a"));
        check("0;urla", Some("urla"));
        check("0; url a", Some("url a"));
        check("5", None);
        check("5;", None);
        check("5; url=''", None);
        check("a", None);
        check("", None);
    }
}
