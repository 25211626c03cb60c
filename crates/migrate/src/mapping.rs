//! The rules by which an ARC record becomes a WARC record, and how they are undone.
//!
//! | ARC | WARC |
//! |---|---|
//! | filedesc record | `metadata` record, `application/x-arc-filedesc`, the whole record as its block |
//! | block that starts with an HTTP status line | `response`, `application/http;msgtype=response` |
//! | any other block (dns, ftp, headerless pages) | `resource` with the ARC media type |
//! | header line | `ARC-Header-Line`, or `ARC-Header-Line-Base64` if it is not plain text; `ARC-Version` if it is of version 2 |
//! | URL | `WARC-Target-URI`, illegal bytes escaped; the original stands in the header line |
//! | date | `WARC-Date`; one that cannot be read becomes the date of the filedesc record |
//! | address | `WARC-IP-Address`, unless it is none (`-`, `0`, `0.0.0.0`) |
//! | media type | `Content-Type` of a resource, if it is a media type at all |
//!
//! Blocks are never changed.

use data_encoding::BASE64;
use std::net::IpAddr;
use stodola_warc::date::{Timestamp, parse_arc_date};
use stodola_warc::http;
use stodola_warc::{ArcLine, Header, RecordType};

/// The header line as it is, if a WARC header can contain it.
pub const LINE: &str = "ARC-Header-Line";
/// The header line with its line end, in Base64, if a WARC header cannot contain it as it is.
pub const LINE_BASE64: &str = "ARC-Header-Line-Base64";
/// Says that the header line is of another version than 1.
pub const VERSION: &str = "ARC-Version";
/// The value of [`VERSION`] for lines with ten fields.
pub const VERSION_2: &str = "2.0";
/// The digest of the whole original block, in a revisit.
pub const BLOCK_DIGEST: &str = "ARC-Block-Digest";
/// The length of the whole original block, in a revisit.
pub const BLOCK_LENGTH: &str = "ARC-Block-Length";
/// The SHA-256 of the payload of a revisit, as it was stored.
pub const PAYLOAD_SHA256: &str = "ARC-Payload-SHA-256";
/// The length of that payload.
pub const PAYLOAD_LENGTH: &str = "ARC-Payload-Length";
/// The content type of a record that was a filedesc record.
pub const FILEDESC_TYPE: &str = "application/x-arc-filedesc";
/// The content type of a record with an HTTP response.
pub const HTTP_TYPE: &str = "application/http;msgtype=response";

/// The fields that a WARC record must have for an ARC record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mapped {
    /// `metadata`, `response` or `resource`.
    pub kind: RecordType,
    /// The target URI.
    pub uri: Vec<u8>,
    /// The date.
    pub date: Timestamp,
    /// The content type of the block.
    pub content_type: String,
    /// The address, if the line has one.
    pub ip: Option<String>,
}

impl Mapped {
    /// Maps a header line and the first bytes of its block. `fallback` is used for a date that
    /// cannot be read.
    pub fn new(line: &ArcLine, head: &[u8], fallback: Timestamp) -> Mapped {
        let (kind, content_type) = if line.is_filedesc() {
            (RecordType::Metadata, FILEDESC_TYPE.to_owned())
        } else if http::parse_response(head).is_some() {
            (RecordType::Response, HTTP_TYPE.to_owned())
        } else {
            (RecordType::Resource, media_type(line.mime()))
        };
        Mapped {
            kind,
            uri: stodola_uri::escape_illegal(line.url()).into_owned(),
            date: parse_arc_date(line.date()).0.unwrap_or(fallback),
            content_type,
            ip: address(line.ip()),
        }
    }
}

/// Returns a media type that a header may have: the given one, or the one for unknown bytes.
pub(crate) fn media_type(mime: &[u8]) -> String {
    let is_token = |part: &[u8]| {
        !part.is_empty()
            && part.iter().all(|b| b.is_ascii_alphanumeric() || b"!#$&-^_.+".contains(b))
    };
    let bare = http::media_type(mime);
    let mut parts = bare.splitn(2, |b| *b == b'/');
    let is_type = parts.next().is_some_and(is_token) && parts.next().is_some_and(is_token);
    match std::str::from_utf8(mime.trim_ascii()) {
        Ok(mime) if is_type && mime.bytes().all(|b| (0x20..0x7f).contains(&b)) => mime.to_owned(),
        _ => "application/octet-stream".to_owned(),
    }
}

pub(crate) fn address(ip: &[u8]) -> Option<String> {
    let ip: IpAddr = std::str::from_utf8(ip).ok()?.parse().ok()?;
    (!ip.is_unspecified()).then(|| ip.to_string())
}

/// Returns the field that keeps a header line. `raw` includes its line end.
pub fn line_field(raw: &[u8]) -> (&'static str, String) {
    if let Some(line) = raw.strip_suffix(b"\n") {
        let is_plain = line.iter().all(|b| (0x20..0x7f).contains(b))
            && !line.starts_with(b" ")
            && !line.ends_with(b" ");
        if let (true, Ok(line)) = (is_plain, std::str::from_utf8(line)) {
            return (LINE, line.to_owned());
        }
    }
    (LINE_BASE64, BASE64.encode(raw))
}

/// Returns the header line, with its line end, that a record was made from; `None` if it was not made from ARC.
pub fn original_line(header: &Header) -> Option<Vec<u8>> {
    if let Some(line) = header.get(LINE) {
        return Some([line, b"\n"].concat());
    }
    BASE64.decode(header.get(LINE_BASE64)?).ok()
}

/// Returns the line without its line end, for parsing.
pub(crate) fn without_line_end(raw: &[u8]) -> &[u8] {
    let line = raw.strip_suffix(b"\n").unwrap_or(raw);
    line.strip_suffix(b"\r").unwrap_or(line)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn header_lines_come_back_to_the_byte() {
        let check = |raw: &[u8], name: &str| {
            let (field, value) = line_field(raw);
            assert_eq!(field, name, "{}", raw.escape_ascii());
            let header = format!("WARC/1.1\r\n{field}: {value}\r\nContent-Length: 0\r\n\r\n");
            let mut reader = stodola_warc::Reader::new(header.as_bytes());
            let record = reader.next_record().unwrap().unwrap();
            assert_eq!(original_line(record.warc().unwrap()).as_deref(), Some(raw));
        };
        check(b"http://a/ 1.2.3.4 20010203040506 text/html 5\n", LINE);
        check(b"http://a/x y 1.2.3.4 20010203040506  5\n", LINE);
        check(b"http://a/\xe9 1.2.3.4 20010203040506 text/html 5\n", LINE_BASE64);
        check(b"http://a/ 1.2.3.4 20010203040506 text/html 5\r\n", LINE_BASE64);
        check(b"http://a/ 1.2.3.4 20010203040506 text/html 5 \n", LINE_BASE64);
        check(b"http://a/ 1.2.3.4 20010203040506 text/html 5", LINE_BASE64);
    }

    #[test]
    fn records_are_mapped_by_the_rules() {
        let zero = Timestamp::from_unix_seconds(0);
        let check = |line: &str, head: &str, expect: (&str, &str, &str, &str, Option<&str>)| {
            let line = ArcLine::parse(line.as_bytes(), false).unwrap();
            let mapped = Mapped::new(&line, head.as_bytes(), zero);
            let date = mapped.date.iso8601().to_string();
            let uri = String::from_utf8(mapped.uri).unwrap();
            let got = (mapped.kind.as_str(), &uri[..], &date[..], &mapped.content_type[..]);
            assert_eq!((got.0, got.1, got.2, got.3, mapped.ip.as_deref()), expect);
        };
        check(
            "http://a/ 1.2.3.4 20010203040506 text/html 5",
            "HTTP/1.0 404: Not found\n",
            ("response", "http://a/", "2001-02-03T04:05:06Z", HTTP_TYPE, Some("1.2.3.4")),
        );
        check(
            "http://a/x y 0.0.0.0 20010203040506 text/html; charset=x 5",
            "<SCRIPT>",
            ("resource", "http://a/x%20y", "2001-02-03T04:05:06Z", "text/html; charset=x", None),
        );
        check(
            "dns:a 1.2.3.4 20010203040506 text/dns 5",
            "2001",
            ("resource", "dns:a", "2001-02-03T04:05:06Z", "text/dns", Some("1.2.3.4")),
        );
        check(
            "ftp://a/f - 00000000000000 no-type 5",
            "bytes",
            ("resource", "ftp://a/f", "1970-01-01T00:00:00Z", "application/octet-stream", None),
        );
        check(
            "filedesc://x.arc 0.0.0.0 20010203040506 text/plain 5",
            "1 0 X",
            ("metadata", "filedesc://x.arc", "2001-02-03T04:05:06Z", FILEDESC_TYPE, None),
        );
    }
}
