//! The URL under which an index keeps the answer to a request that had a body.
//!
//! Replay looks a page up by its URL, but the answers to two POST requests to one URL differ by what was posted. By a
//! convention of indexes and replay tools the method and the body are therefore written as a query after the URL:
//! `http://a/?__wb_method=POST&name=value`. Both sides must produce the same bytes, so this follows cdxj-indexer 1.5.0
//! in every detail: the counters of repeated JSON keys, `True` and `None`, numbers as Python prints them, 4096
//! characters at most. The Flash format AMF is treated as binary, and so is a body that this tool cannot read.

mod json;
mod multipart;

use data_encoding::BASE64;
use std::borrow::Cow;

/// The longest query, in characters.
const MAX_QUERY: usize = 4096;
/// Bytes of a body that are read if the request does not declare its length.
const UNDECLARED: usize = 8192;
/// Digits of the longest whole number that is accepted, as in Python.
const MAX_DIGITS: usize = 4300;

/// Returns the URL with the method and the body of a request appended, or `None` for GET, whose URL stays as it is. The
/// body must be without transfer and content codings, and cut by [`declared_body`].
///
/// cdxj-indexer itself appends to POST and PUT only, see [`has_body_query`].
pub fn append_query(
    method: &[u8],
    url: &[u8],
    content_type: Option<&[u8]>,
    body: &[u8],
) -> Option<Vec<u8>> {
    append_to_url(method, url, &body_query(method, content_type, body))
}

/// Returns the URL with a method and the query of [`body_query`] appended, or `None` for GET.
pub fn append_to_url(method: &[u8], url: &[u8], query: &str) -> Option<Vec<u8>> {
    if method.eq_ignore_ascii_case(b"GET") {
        return None;
    }
    let mut appended = url.to_vec();
    appended.push(if url.contains(&b'?') { b'&' } else { b'?' });
    appended.extend_from_slice(b"__wb_method=");
    appended.extend(method.iter().map(u8::to_ascii_uppercase));
    if !query.is_empty() {
        appended.push(b'&');
        appended.extend_from_slice(query.as_bytes());
    }
    Some(appended)
}

/// Returns whether the body of a request with this method becomes part of a query.
pub fn has_body_query(method: &[u8]) -> bool {
    method.eq_ignore_ascii_case(b"POST") || method.eq_ignore_ascii_case(b"PUT")
}

/// Returns the body of a request as a query: what CDXJ calls `requestBody`. Empty if there is nothing to
/// append.
pub fn body_query(method: &[u8], content_type: Option<&[u8]>, body: &[u8]) -> String {
    if !has_body_query(method) {
        return String::new();
    }
    let mime = header_text(content_type.unwrap_or_default());
    let query = if mime.starts_with("application/x-www-form-urlencoded") {
        std::str::from_utf8(body).ok().map(unquote_plus)
    } else if mime.starts_with("multipart/") {
        mime.split("boundary=")
            .nth(1)
            .and_then(|boundary| multipart::multipart_query(body, boundary))
    } else if mime.starts_with("application/json") {
        Some(json::json_query(body).unwrap_or_default())
    } else if mime.starts_with("text/plain") {
        json::json_query(body)
    } else {
        None
    };
    let mut query = query.unwrap_or_else(|| binary_query(body));
    if let Some((end, _)) = query.char_indices().nth(MAX_QUERY) {
        query.truncate(end);
    }
    query
}

/// Returns the part of a body that counts: as many bytes as the request's Content-Length says, or the first 8192 if
/// there is none. `None` if it is not a number; then the query is empty.
pub fn declared_body<'a>(content_length: Option<&[u8]>, body: &'a [u8]) -> Option<&'a [u8]> {
    let Some(text) = content_length else {
        return Some(&body[..body.len().min(UNDECLARED)]);
    };
    let text = text.trim_ascii();
    let (negative, digits) = match text {
        [b'-', digits @ ..] => (true, digits),
        [b'+', digits @ ..] => (false, digits),
        digits => (false, digits),
    };
    let numeric = digits.split(|&b| b == b'_');
    if digits.len() > MAX_DIGITS || !numeric.clone().all(is_number) {
        return None;
    }
    let length = digits
        .iter()
        .filter(|b| b.is_ascii_digit())
        .fold(0_usize, |n, &b| n.saturating_mul(10).saturating_add(usize::from(b - b'0')));
    Some(if negative { &[] } else { &body[..body.len().min(length)] })
}

fn is_number(digits: &[u8]) -> bool {
    !digits.is_empty() && digits.iter().all(u8::is_ascii_digit)
}

fn binary_query(body: &[u8]) -> String {
    // Three bytes make four characters: more would be cut off anyway.
    let kept = &body[..body.len().min(MAX_QUERY)];
    format!("__wb_post_data={}", BASE64.encode(kept))
}

/// Returns a header value as text; bytes that are not UTF-8 are read as ISO-8859-1.
fn header_text(value: &[u8]) -> Cow<'_, str> {
    match std::str::from_utf8(value) {
        Ok(text) => Cow::Borrowed(text),
        Err(_) => value.iter().map(|&b| char::from(b)).collect::<String>().into(),
    }
}

/// Decodes `+` and percent escapes. Escapes are decoded as UTF-8 only within a sequence of ASCII.
fn unquote_plus(text: &str) -> String {
    let mut unquoted = String::with_capacity(text.len());
    let mut run = Vec::new();
    let mut rest = text.as_bytes();
    while let Some((&b, after)) = rest.split_first() {
        rest = after;
        match b {
            b'+' => run.push(b' '),
            b'%' => match after {
                [high, low, after @ ..] if is_hex(*high) && is_hex(*low) => {
                    run.push(hex_value(*high) << 4 | hex_value(*low));
                    rest = after;
                }
                _ => run.push(b'%'),
            },
            0..0x80 => run.push(b),
            _ => {
                unquoted.push_str(&String::from_utf8_lossy(&run));
                run.clear();
                let end = rest.iter().position(u8::is_ascii).unwrap_or(rest.len());
                let (foreign, after) = text[text.len() - rest.len() - 1..].split_at(end + 1);
                unquoted.push_str(foreign);
                rest = after.as_bytes();
            }
        }
    }
    unquoted.push_str(&String::from_utf8_lossy(&run));
    unquoted
}

fn is_hex(b: u8) -> bool {
    b.is_ascii_hexdigit()
}

fn hex_value(b: u8) -> u8 {
    match b {
        b'0'..=b'9' => b - b'0',
        b'a'..=b'f' => b - b'a' + 10,
        b'A'..=b'F' => b - b'A' + 10,
        _ => 0,
    }
}

/// Appends a name or a value, encoded as in a form.
fn quote_plus(query: &mut String, bytes: &[u8]) {
    const HEX: &[u8; 16] = b"0123456789ABCDEF";
    for &b in bytes {
        match b {
            b' ' => query.push('+'),
            b'_' | b'.' | b'-' | b'~' => query.push(char::from(b)),
            _ if b.is_ascii_alphanumeric() => query.push(char::from(b)),
            _ => {
                query.push('%');
                query.push(char::from(HEX[usize::from(b >> 4)]));
                query.push(char::from(HEX[usize::from(b & 15)]));
            }
        }
    }
}

fn push_pair(query: &mut String, name: &[u8], value: &[u8]) {
    if !query.is_empty() {
        query.push('&');
    }
    quote_plus(query, name);
    query.push('=');
    quote_plus(query, value);
}

#[cfg(test)]
mod tests {
    use super::*;

    const FORM: &str = "application/x-www-form-urlencoded";
    const JSON: &str = "application/json";
    const TEXT: &str = "text/plain";
    const MULTI: &str = "multipart/form-data; boundary=b";

    /// Each expectation was written by cdxj-indexer 1.5.0.
    #[test]
    fn bodies_become_the_queries_of_the_reference_indexer() {
        let table: &[(&str, &[u8], &str)] = &[
            (FORM, b"foo=bar&dir=%2Fbaz+x", "foo=bar&dir=/baz x"),
            (FORM, b"a=%C5%BE&b=\xc5\xbe%ff&%zz=%", "a=ž&b=ž\u{fffd}&%zz=%"),
            ("application/x-www-form-urlencoded; charset=utf-8", b"\xff=1", "__wb_post_data=/z0x"),
            (FORM, b"", ""),
            (
                MULTI,
                b"--b\r\nContent-Disposition: form-data; name=\"a\"\r\n\
                  \r\n1 2\r\n--b\r\nContent-Disposition: form-data; name=\"b\"; filename\
                  =\"f.bin\"\r\n\r\n\xff\0\r\n--b--\r\n",
                "a=1+2&b=%FF%00",
            ),
            (
                MULTI,
                b"--b\r\nContent-Disposition: form-data; name=\"a%22\xc5\xbe\"\r\n\
                  \r\n\xc5\xbe\r\n--b--\r\n",
                "a%22%C5%BE=%C5%BE",
            ),
            (
                MULTI,
                b"--b\r\nContent-Disposition: Form-Data; filename=\"\"; NAME=\"q\\\"r\"\r\
                  \n\r\nl1\r\nl2\r\n--b--\r\n",
                "q%22r=l1%0D%0Al2",
            ),
            (
                MULTI,
                b"--b\r\nContent-Disposition: form-data; name=a\r\n\
                  Content-Type: text/plain; charset=latin-1\r\n\
                  \r\n\xe9\r\n--b--\r\n",
                "a=%C3%A9",
            ),
            (MULTI, b"--b--\r\n", ""),
            ("multipart/form-data", b"--b", "__wb_post_data=LS1i"),
            (
                JSON,
                br#"{"a": "b", "c": {"d": "e", "a": 2}, "f": [1, [2, {"a": 3}], 4]}"#,
                "a=b&d=e&a.2_=2&f=1&f.2_=2&a.3_=3&f.3_=4",
            ),
            (
                JSON,
                br#"{"t": true, "f": false, "n": null, "x": NaN, "i": -Infinity}"#,
                "t=True&f=False&n=None&x=nan&i=-inf",
            ),
            (
                JSON,
                b"{\"a\": 1.0, \"b\": 1e5, \"c\": 1E400, \"d\": 1e-7, \"e\": 0.0001, \"f\
                  \": -0, \"g\": -0.0, \"h\": 1e16}",
                "a=1.0&b=100000.0&c=inf&d=1e-07&e=0.0001&f=0&g=-0.0&h=1e%2B16",
            ),
            (
                JSON,
                br#"{"a": 877306243353338.25, "b": 123456789012345678901234567890, "c": 5e-324}"#,
                "a=877306243353338.2&b=123456789012345678901234567890&c=5e-324",
            ),
            (
                JSON,
                b"{\"\xc5\xbe\": \"\\ud83d\\ude00 \\u00e9/\\/\", \"\xe6\x97\xa5\xe6\x9c\xac\
                  \": \"\"}",
                "%C5%BE=%F0%9F%98%80+%C3%A9%2F%2F&%E6%97%A5%E6%9C%AC=",
            ),
            (JSON, br#"{"a.2_": "x", "a": 1, "b": {"a": 2}, "c": {"a": 3}}"#, "a.2_=2&a=1&a.3_=3"),
            (JSON, br#"{"a": {"b": 1}, "c": 2, "a": {"d": 3}}"#, "d=3&c=2"),
            (JSON, b"{\"a\": 1}\n{\"a\": 2}", "a=1&a.2_=2"),
            (JSON, b"{\"a\": 1}\n{\"a\": 2}\n", ""),
            (JSON, br#"{"": 1, "a": [], "b": {}}"#, ""),
            (JSON, br#"["x", 1]"#, ""),
            (JSON, br#"{"a": "\ud800"}"#, ""),
            (JSON, br#"{"a": 1"#, ""),
            (JSON, b"\xff\xfe{\0\"\0a\0\"\0:\0 \0\"\0~\x01\"\0}\0", "a=%C5%BE"),
            (TEXT, br#"{"a": [1, 2]}"#, "a=1&a.2_=2"),
            (TEXT, b"just text", "__wb_post_data=anVzdCB0ZXh0"),
            (TEXT, b"123", ""),
            (TEXT, b"", "__wb_post_data="),
            ("application/octet-stream", b"\0\x01\xfe\xff", "__wb_post_data=AAH+/w=="),
            ("Application/JSON", br#"{"a": 1}"#, "__wb_post_data=eyJhIjogMX0="),
            ("", b"abc", "__wb_post_data=YWJj"),
        ];
        for &(content_type, body, expected) in table {
            let shown = String::from_utf8_lossy(body);
            let found = body_query(b"POST", Some(content_type.as_bytes()), body);
            assert_eq!(found, expected, "{content_type} {shown}");
            assert_eq!(body_query(b"put", Some(content_type.as_bytes()), body), expected);
            for cut in 0..body.len() {
                body_query(b"POST", Some(content_type.as_bytes()), &body[..cut]);
            }
        }
        assert_eq!(body_query(b"POST", None, b"abc"), "__wb_post_data=YWJj");
    }

    #[test]
    fn queries_are_cut_to_a_length_in_characters() {
        let long = "ž".repeat(5000);
        let query = body_query(b"POST", Some(FORM.as_bytes()), long.as_bytes());
        assert_eq!(query, "ž".repeat(MAX_QUERY));
        let query = body_query(b"POST", None, &[0; 9000]);
        assert_eq!(query.len(), MAX_QUERY);
        assert!(query.ends_with("AAA"));
    }

    #[test]
    fn method_and_query_are_appended_to_the_url() {
        let table: &[(&str, &str, Option<&str>)] = &[
            ("POST", "http://a/", Some("http://a/?__wb_method=POST&a=1")),
            ("PUT", "http://a/?b", Some("http://a/?b&__wb_method=PUT&a=1")),
            ("post", "http://a/", Some("http://a/?__wb_method=POST&a=1")),
            ("OPTIONS", "http://a/", Some("http://a/?__wb_method=OPTIONS")),
            ("GET", "http://a/", None),
        ];
        for &(method, url, expected) in table {
            let found = append_query(
                method.as_bytes(),
                url.as_bytes(),
                Some(JSON.as_bytes()),
                b"{\"a\": 1}",
            );
            assert_eq!(found.as_deref(), expected.map(str::as_bytes), "{method} {url}");
        }
        let url = append_query(b"POST", b"http://a/", Some(JSON.as_bytes()), b"{}");
        assert_eq!(url.as_deref(), Some(&b"http://a/?__wb_method=POST"[..]));
    }

    #[test]
    fn the_declared_length_cuts_the_body() {
        let body = [b'x'; 9000];
        let table: &[(Option<&str>, Option<usize>)] = &[
            (None, Some(8192)),
            (Some("10"), Some(10)),
            (Some(" +1_0 "), Some(10)),
            (Some("-5"), Some(0)),
            (Some("99999999999999999999999"), Some(9000)),
            (Some(""), None),
            (Some("abc"), None),
            (Some("1__0"), None),
            (Some("5 5"), None),
        ];
        for &(length, expected) in table {
            let found = declared_body(length.map(str::as_bytes), &body);
            assert_eq!(found.map(<[u8]>::len), expected, "{length:?}");
        }
    }
}
