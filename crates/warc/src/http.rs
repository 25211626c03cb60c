//! The head of an HTTP message as it stands in a record's block.
//!
//! For thirty years servers sent heads that no grammar allows, and archives kept them. Nothing is repaired or
//! serialised again here: a head is a view of the bytes of the block, and parsing only decides where the head ends,
//! what its first line says and which lines are fields. Fields are found by scanning, because a listing needs two or
//! three of about fifteen; a head in the usual form is read without allocation.
//!
//! What is tolerated: line ends of LF or of several CRs, a missing reason, version or status,
//! a colon after the status, `ICY`, lower case, space before a colon, lines without a colon, folded
//! lines, control characters.

use std::borrow::Cow;

use memchr::{memchr, memchr_iter};

/// The head of a response: status line and fields.
#[derive(Clone, Copy, Debug)]
pub struct ResponseHead<'a> {
    /// `HTTP/1.1`, `http/1.0`, `ICY`: as sent.
    pub version: &'a [u8],
    /// The number after the version, if there is one of up to three digits.
    pub status: Option<u16>,
    /// The text after the status, trimmed; the whole rest of the line if no status was found.
    pub reason: &'a [u8],
    /// The lines after the status line.
    pub fields: Fields<'a>,
    /// Bytes of the head with its blank line; of the whole slice if no blank line was found.
    pub head_len: usize,
    /// Whether the blank line was found. If not, either the caller passed too few bytes or the message has only a head.
    pub complete: bool,
}

/// The head of a request: request line and fields.
#[derive(Clone, Copy, Debug)]
pub struct RequestHead<'a> {
    /// `GET`, `POST`: as sent.
    pub method: &'a [u8],
    /// The target, with any spaces that it contains.
    pub target: &'a [u8],
    /// `HTTP/1.1`; empty for a request of HTTP/0.9.
    pub version: &'a [u8],
    /// The lines after the request line.
    pub fields: Fields<'a>,
    /// Bytes of the head with its blank line; of the whole slice if no blank line was found.
    pub head_len: usize,
    /// Whether the blank line was found, see [`ResponseHead::complete`].
    pub complete: bool,
}

/// The field lines of a head; they are parsed when they are asked for.
#[derive(Clone, Copy, Debug)]
pub struct Fields<'a> {
    raw: &'a [u8],
}

/// One field of a head.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Field<'a> {
    /// The name as sent, without the space that may stand before the colon.
    pub name: &'a [u8],
    raw_value: &'a [u8],
}

/// Reads the head of a response from the start of a block, or `None` if the block does not begin with a status line.
/// The slice must contain the first line, but not necessarily the rest.
pub fn parse_response(block: &[u8]) -> Option<ResponseHead<'_>> {
    let line = first_line(block);
    let version_len = line.iter().position(|&b| b == b' ' || b == b'\t').unwrap_or(line.len());
    let (version, rest) = line.split_at(version_len);
    if !is_http_version(version) && !version.eq_ignore_ascii_case(b"ICY") {
        return None;
    }
    let rest = rest.trim_ascii();
    let (status, reason) = match status_len(rest) {
        0 => (None, rest),
        digits => {
            let (number, reason) = rest.split_at(digits);
            let status = number.iter().fold(0, |n, &b| n * 10 + u16::from(b - b'0'));
            (Some(status), reason.strip_prefix(b":").unwrap_or(reason).trim_ascii())
        }
    };
    let (fields, head_len, complete) = split_head(block);
    Some(ResponseHead { version, status, reason, fields, head_len, complete })
}

/// Reads the head of a request from the start of a block, or `None` if the block does not begin
/// with a request line. A line without a version counts if its method is in capitals.
pub fn parse_request(block: &[u8]) -> Option<RequestHead<'_>> {
    let line = first_line(block).trim_ascii_end();
    let method_len = line.iter().position(|&b| b == b' ' || b == b'\t')?;
    let (method, rest) = line.split_at(method_len);
    let rest = rest.trim_ascii_start();
    let split = rest.iter().rposition(|&b| b == b' ' || b == b'\t');
    let (target, version) = match split {
        Some(at) if is_http_version(&rest[at + 1..]) => {
            (rest[..at].trim_ascii_end(), &rest[at + 1..])
        }
        _ => (rest, &rest[rest.len()..]),
    };
    let plausible = if version.is_empty() {
        method.iter().all(u8::is_ascii_uppercase)
    } else {
        method.iter().all(|&b| is_token_byte(b))
    };
    if method.is_empty() || target.is_empty() || !plausible {
        return None;
    }
    let (fields, head_len, complete) = split_head(block);
    Some(RequestHead { method, target, version, fields, head_len, complete })
}

/// Returns the type and subtype of a Content-Type value, without parameters and outer space.
pub fn media_type(value: &[u8]) -> &[u8] {
    let end = memchr(b';', value).unwrap_or(value.len());
    value[..end].trim_ascii()
}

/// Returns whether a record's Content-Type says that its block is an HTTP message.
pub fn is_http_content_type(value: &[u8]) -> bool {
    media_type(value).eq_ignore_ascii_case(b"application/http")
}

impl<'a> ResponseHead<'a> {
    /// Returns the value of the first field of that name, letter case ignored; `None` if there is none.
    pub fn field(&self, name: &str) -> Option<Cow<'a, [u8]>> {
        self.fields.first(name)
    }
}

impl<'a> RequestHead<'a> {
    /// Returns the value of the first field of that name, letter case ignored; `None` if there is none.
    pub fn field(&self, name: &str) -> Option<Cow<'a, [u8]>> {
        self.fields.first(name)
    }
}

impl<'a> Fields<'a> {
    /// Returns the value of the first field of that name, letter case ignored; `None` if there is none.
    pub fn first(&self, name: &str) -> Option<Cow<'a, [u8]>> {
        self.all(name).next()
    }

    /// Returns the values of all fields of that name, letter case ignored, in order.
    pub fn all<'n>(&self, name: &'n str) -> impl Iterator<Item = Cow<'a, [u8]>> + use<'a, 'n> {
        self.iter().filter(move |f| f.is(name)).map(|f| f.value())
    }

    /// Returns whether `Transfer-Encoding` contains `chunked`, anywhere in its list.
    pub fn is_chunked(&self) -> bool {
        self.all("Transfer-Encoding").any(|value| {
            value.split(|b| *b == b',').any(|t| t.trim_ascii().eq_ignore_ascii_case(b"chunked"))
        })
    }

    /// Returns all fields in order. Lines without a colon are left out.
    pub fn iter(&self) -> FieldIter<'a> {
        let mut lines = FieldIter { rest: self.raw };
        lines.skip_continuation(); // a folded first line is no field
        lines
    }

    /// Returns the field lines as sent, without the blank line.
    pub fn as_bytes(&self) -> &'a [u8] {
        self.raw
    }
}

impl<'a> IntoIterator for Fields<'a> {
    type Item = Field<'a>;
    type IntoIter = FieldIter<'a>;

    fn into_iter(self) -> FieldIter<'a> {
        self.iter()
    }
}

impl<'a> Field<'a> {
    /// Returns whether the field has this name, letter case ignored.
    pub fn is(&self, name: &str) -> bool {
        self.name.eq_ignore_ascii_case(name.as_bytes())
    }

    /// Returns the value without outer space; a folded one with a single space for each fold.
    pub fn value(&self) -> Cow<'a, [u8]> {
        let value = self.raw_value.trim_ascii();
        if memchr(b'\n', value).is_none() {
            return Cow::Borrowed(value);
        }
        let mut unfolded = Vec::with_capacity(value.len());
        for line in value.split(|&b| b == b'\n').map(<[u8]>::trim_ascii) {
            if !unfolded.is_empty() && !line.is_empty() {
                unfolded.push(b' ');
            }
            unfolded.extend_from_slice(line);
        }
        Cow::Owned(unfolded)
    }

    /// Returns the bytes after the colon as sent, with folds, without the final line end.
    pub fn raw_value(&self) -> &'a [u8] {
        self.raw_value
    }
}

/// Iterates over the fields of a head, see [`Fields::iter`].
#[derive(Clone, Debug)]
pub struct FieldIter<'a> {
    rest: &'a [u8],
}

impl<'a> FieldIter<'a> {
    /// Takes the next line, with its line end.
    fn line(&mut self) -> &'a [u8] {
        let end = memchr(b'\n', self.rest).map_or(self.rest.len(), |lf| lf + 1);
        let (line, rest) = self.rest.split_at(end);
        self.rest = rest;
        line
    }

    /// Takes the lines that continue the previous one, and returns their length.
    fn skip_continuation(&mut self) -> usize {
        let before = self.rest.len();
        while matches!(self.rest.first(), Some(b' ' | b'\t')) {
            self.line();
        }
        before - self.rest.len()
    }
}

impl<'a> Iterator for FieldIter<'a> {
    type Item = Field<'a>;

    fn next(&mut self) -> Option<Field<'a>> {
        while !self.rest.is_empty() {
            let start = self.rest;
            let line = self.line();
            let len = line.len() + self.skip_continuation();
            if let Some(colon) = memchr(b':', line) {
                let name = line[..colon].trim_ascii_end();
                return Some(Field { name, raw_value: without_line_end(&start[colon + 1..len]) });
            }
        }
        None
    }
}

/// Returns the fields after the first line, the length of the head, and whether it is complete.
fn split_head(block: &[u8]) -> (Fields<'_>, usize, bool) {
    let mut line_start = 0;
    let mut fields_start = block.len();
    for lf in memchr_iter(b'\n', block) {
        if line_start == 0 {
            fields_start = lf + 1;
        } else if block[line_start..lf].iter().all(|&b| b == b'\r') {
            return (Fields { raw: &block[fields_start..line_start] }, lf + 1, true);
        }
        line_start = lf + 1;
    }
    (Fields { raw: &block[fields_start..] }, block.len(), false)
}

fn first_line(block: &[u8]) -> &[u8] {
    without_line_end(&block[..memchr(b'\n', block).unwrap_or(block.len())])
}

fn without_line_end(line: &[u8]) -> &[u8] {
    let mut line = line.strip_suffix(b"\n").unwrap_or(line);
    while let Some(shorter) = line.strip_suffix(b"\r") {
        line = shorter;
    }
    line
}

/// Returns how many digits at the start are a status: 3 for `200OK`, which servers have sent, but 0 for `2x`.
fn status_len(rest: &[u8]) -> usize {
    let digits = rest.iter().take_while(|b| b.is_ascii_digit()).count();
    let ends = rest.get(digits).is_none_or(|b| !b.is_ascii_alphanumeric());
    if digits == 3 || (digits < 3 && ends) { digits } else { 0 }
}

/// Returns whether a word is a version such as `HTTP/1.1`, letter case ignored. Misspelt names are accepted:
/// `HTTPX/1.1` occurs in archives.
fn is_http_version(word: &[u8]) -> bool {
    let Some(slash) = memchr(b'/', word) else { return false };
    (4..=8).contains(&slash)
        && word[..4].eq_ignore_ascii_case(b"HTTP")
        && word[4..slash].iter().all(u8::is_ascii_alphabetic)
        && word.get(slash + 1).is_some_and(u8::is_ascii_digit)
}

fn is_token_byte(b: u8) -> bool {
    b.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~".contains(&b)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn status_lines_of_every_kind_are_read() {
        type Line = (&'static str, Option<u16>, &'static str);
        let table: &[(&str, Option<Line>)] = &[
            ("HTTP/1.1 200 OK\r\n", Some(("HTTP/1.1", Some(200), "OK"))),
            ("HTTP/1.1 200\r\n", Some(("HTTP/1.1", Some(200), ""))),
            ("HTTP/1.0 404: Not found\r\n", Some(("HTTP/1.0", Some(404), "Not found"))),
            ("ICY 200 OK\r\n", Some(("ICY", Some(200), "OK"))),
            ("http/1.0 301 redirect\n", Some(("http/1.0", Some(301), "redirect"))),
            ("HTTP/2 204", Some(("HTTP/2", Some(204), ""))),
            ("HTTP/1.1  200\tOK \r\r\n", Some(("HTTP/1.1", Some(200), "OK"))),
            ("HTTP/1.1 200OK\r\n", Some(("HTTP/1.1", Some(200), "OK"))),
            ("HTTP/1.1 0 \r\n", Some(("HTTP/1.1", Some(0), ""))),
            ("HTTP/1.1 /images/a.gif\r\n", Some(("HTTP/1.1", None, "/images/a.gif"))),
            ("HTTP/1.1 2x\r\n", Some(("HTTP/1.1", None, "2x"))),
            ("HTTP/1.1 2000 OK\r\n", Some(("HTTP/1.1", None, "2000 OK"))),
            ("HTTP/1.1 -1\r\n", Some(("HTTP/1.1", None, "-1"))),
            ("HTTP/1.1\r\n", Some(("HTTP/1.1", None, ""))),
            ("HTTP/1.1", Some(("HTTP/1.1", None, ""))),
            ("", None),
            ("\r\nHTTP/1.1 200 OK\r\n", None),
            ("HTTP/", None),
            ("HTTP/is a protocol", None),
            ("ICYCLE 200", None),
            ("<SCRIPT>", None),
        ];
        for &(input, expected) in table {
            let head = parse_response(input.as_bytes());
            let found = head.as_ref().map(|h| (text(h.version), h.status, text(h.reason)));
            let expected = expected.map(|(v, s, r)| (v.to_owned(), s, r.to_owned()));
            assert_eq!(found, expected, "{input:?}");
        }
    }

    #[test]
    fn the_head_ends_at_the_blank_line_however_it_is_written() {
        let table: &[(&str, &str, bool)] = &[
            ("HTTP/1.1 200 OK\r\nA: b\r\n\r\nbody\n\n", "body\n\n", true),
            ("HTTP/1.1 200 OK\nA: b\n\nbody", "body", true),
            ("HTTP/1.1 200 OK\r\nA: b\n\r\nbody", "body", true),
            ("HTTP/1.1 200 OK\nA: b\r\n\nbody", "body", true),
            ("HTTP/1.1 200 OK\r\r\nA: b\r\r\n\r\r\nbody", "body", true),
            ("HTTP/1.1 200 OK\r\n\r\n", "", true),
            ("HTTP/1.1 200 OK\r\nA: b\r\n", "", false),
            ("HTTP/1.1 200 OK\r\nA: b\r\n\r", "", false),
            ("HTTP/1.1 200 OK", "", false),
        ];
        for &(input, body, complete) in table {
            let head = parse_response(input.as_bytes()).unwrap();
            assert_eq!((&input[head.head_len..], head.complete), (body, complete), "{input:?}");
        }
    }

    #[test]
    fn odd_field_lines_are_read_or_skipped() {
        let head = parse_response(
            b"HTTP/1.1 200\r\n and more reason\r\nServer: a\r\nno colon here\r\n folded onto it\r\n\
              CONTENT-type \t:  text/html \r\nPower by: x\x01y\nX-Fold: 1\r\n\t2\r\n   \r\n 3\r\n\
              : nameless\r\nserver:b\r\nEmpty:\r\nTime: 10:20\r\n\r\nServer: in the body",
        )
        .unwrap();
        let found: Vec<_> = head.fields.iter().map(|f| (text(f.name), text(&f.value()))).collect();
        let expected = [
            ("Server", "a"),
            ("CONTENT-type", "text/html"),
            ("Power by", "x\u{1}y"),
            ("X-Fold", "1 2 3"),
            ("", "nameless"),
            ("server", "b"),
            ("Empty", ""),
            ("Time", "10:20"),
        ];
        assert_eq!(found, expected.map(|(n, v)| (n.to_owned(), v.to_owned())));
        assert_eq!(head.field("content-type").as_deref(), Some(&b"text/html"[..]));
        assert_eq!(head.field("Serve"), None);
        assert_eq!(head.fields.all("SERVER").count(), 2);
        assert!(matches!(head.field("server"), Some(Cow::Borrowed(b"a"))));
    }

    #[test]
    fn request_lines_are_read() {
        type Line = (&'static str, &'static str, &'static str);
        let table: &[(&str, Option<Line>)] = &[
            ("GET / HTTP/1.1\r\nHost: a\r\n\r\n", Some(("GET", "/", "HTTP/1.1"))),
            ("POST /a b?c d HTTP/1.0\n\n", Some(("POST", "/a b?c d", "HTTP/1.0"))),
            ("post /x http/1.1\r\n\r\n", Some(("post", "/x", "http/1.1"))),
            ("GET /index.html\r\n", Some(("GET", "/index.html", ""))),
            ("CONNECT a:443 HTTP/1.1", Some(("CONNECT", "a:443", "HTTP/1.1"))),
            ("GET  HTTP/1.1\r\n", Some(("GET", "HTTP/1.1", ""))),
            ("GET\r\n", None),
            ("hello world\r\n", None),
            ("<html> / HTTP/1.1", None),
            ("", None),
            (" / HTTP/1.1", None),
        ];
        for &(input, expected) in table {
            let head = parse_request(input.as_bytes());
            let found = head.as_ref().map(|h| (text(h.method), text(h.target), text(h.version)));
            let expected = expected.map(|(m, t, v)| (m.to_owned(), t.to_owned(), v.to_owned()));
            assert_eq!(found, expected, "{input:?}");
        }
        let head = parse_request(b"GET / HTTP/1.1\r\nHost: a\r\n\r\n").unwrap();
        assert_eq!((head.field("host").as_deref(), head.complete), (Some(&b"a"[..]), true));
    }

    #[test]
    fn every_prefix_of_a_head_is_read_without_panic() {
        let whole = b"HTTP/1.1 200 OK\r\nA: b\r\n\tc\r\nD\r\nE : f\r\n\r\n";
        for cut in 0..whole.len() {
            for head in [parse_response(&whole[..cut])].into_iter().flatten() {
                assert_eq!((head.complete, head.head_len), (false, cut));
                assert!(head.fields.iter().count() <= 2);
            }
            parse_request(&whole[..cut]);
        }
    }

    #[test]
    fn media_types_lose_their_parameters() {
        let table = [
            ("text/html; charset=utf-8", "text/html"),
            (" text/html ;x", "text/html"),
            ("text/html", "text/html"),
            (";", ""),
            ("", ""),
        ];
        for (input, expected) in table {
            assert_eq!(media_type(input.as_bytes()), expected.as_bytes(), "{input:?}");
        }
        let http = ["application/http", "Application/HTTP ; msgtype=response", "application/http;"];
        assert!(http.iter().all(|v| is_http_content_type(v.as_bytes())));
        assert!(!is_http_content_type(b"application/httpx"));
    }

    fn text(bytes: &[u8]) -> String {
        String::from_utf8_lossy(bytes).into_owned()
    }
}
