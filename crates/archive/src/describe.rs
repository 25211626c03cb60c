//! Title and language of a page, as far as its beginning tells.
//!
//! Reading HTML is no business of an archive: whoever fills a catalogue brings somebody who can. What that
//! one is given here is the payload as a browser would see it, without transfer and content codings.

use std::io::Read;
use stodola_warc::decode::payload_reader;
use stodola_warc::http::{ResponseHead, parse_response};
use stodola_warc::{HttpInfo, Record, RecordType};

/// So much of a page is looked at, decoded.
const BODY_MAX: usize = 64 << 10;
/// So much of a page is looked at, as it is stored: chunks and headers take room too.
const STORED_MAX: usize = BODY_MAX + (16 << 10);

/// Whoever can read pages. The same page must always give the same: a catalogue that is made anew has the
/// rows it had before.
pub trait Describe: Send + Sync {
    /// Tells what it can of a page from its beginning.
    fn describe(&self, page: &Page<'_>) -> Description;
}

/// The beginning of a page.
#[derive(Clone, Copy, Debug)]
pub struct Page<'a> {
    /// Where it was.
    pub uri: &'a [u8],
    /// The headers of the answer, in their order.
    pub headers: &'a [(&'a [u8], &'a [u8])],
    /// The first bytes of the payload, 64 KiB at most. They may end anywhere.
    pub body: &'a [u8],
}

/// What is known of a page.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Description {
    /// What it calls itself.
    pub title: Option<String>,
    /// The language it says it is in.
    pub language: Option<String>,
}

/// Describes the page in a record, if it is a response with HTML; consumes nothing of it.
pub(crate) fn describe<R: Read>(
    describe: &dyn Describe,
    record: &mut Record<'_, R>,
    http: Option<&HttpInfo>,
    uri: &[u8],
) -> std::io::Result<Description> {
    let is_page = http.is_some_and(|http| http.content_type.as_deref().is_some_and(is_html));
    let (Some(http), RecordType::Response, true) = (http, record.kind(), is_page) else {
        return Ok(Description::default());
    };
    let block = record.peek(http.head_len.saturating_add(STORED_MAX))?;
    let Some(head) = parse_response(block) else { return Ok(Description::default()) };
    let headers: Vec<_> =
        head.fields.iter().map(|field| (field.name, field.raw_value().trim_ascii())).collect();
    let body = beginning(&head, &block[head.head_len..]);
    Ok(describe.describe(&Page { uri, headers: &headers, body: &body }))
}

fn is_html(content_type: &[u8]) -> bool {
    let media_type = stodola_warc::http::media_type(content_type);
    let known: [&[u8]; 2] = [b"text/html", b"application/xhtml+xml"];
    known.iter().any(|known| media_type.eq_ignore_ascii_case(known))
}

/// As much of the payload as can be decoded: it may be damaged, and its end is not there.
fn beginning(head: &ResponseHead<'_>, stored: &[u8]) -> Vec<u8> {
    let mut body = Vec::new();
    let mut reader = payload_reader(head, stored, BODY_MAX as u64);
    let mut piece = [0; 8 << 10];
    while let Ok(n @ 1..) = reader.read(&mut piece) {
        body.extend_from_slice(&piece[..n]);
    }
    body.truncate(BODY_MAX);
    body
}

#[cfg(test)]
mod tests {
    use super::*;
    use stodola_warc::Reader;

    /// Tells what it was shown.
    struct Shown;

    impl Describe for Shown {
        fn describe(&self, page: &Page<'_>) -> Description {
            let language = page.headers.iter().find(|(name, _)| *name == b"Language");
            let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
            Description {
                title: Some(format!("{} {}", text(page.uri), text(page.body))),
                language: language.map(|(_, value)| text(value)),
            }
        }
    }

    fn shown(kind: &str, block: &[u8]) -> Description {
        let mut bytes = format!(
            "WARC/1.1\r\nWARC-Type: {kind}\r\nWARC-Target-URI: u\r\nContent-Length: {}\r\n\r\n",
            block.len()
        )
        .into_bytes();
        bytes.extend_from_slice(block);
        bytes.extend_from_slice(b"\r\n\r\n");
        let mut reader = Reader::new(&bytes[..]);
        let mut record = reader.next_record().unwrap().unwrap();
        let http = record.http().unwrap();
        let description = describe(&Shown, &mut record, http.as_ref(), b"u").unwrap();
        // Whoever comes next finds the block as it was.
        let mut left = Vec::new();
        record.read_to_end(&mut left).unwrap();
        assert_eq!(left, block);
        description
    }

    #[test]
    fn beginning_of_a_page_is_shown_decoded() {
        let check = |kind: &str, block: &[u8], title: Option<&str>, language: Option<&str>| {
            let expected =
                Description { title: title.map(Into::into), language: language.map(Into::into) };
            assert_eq!(shown(kind, block), expected, "{}", String::from_utf8_lossy(block));
        };
        let html = "HTTP/1.1 200 OK\r\nContent-Type: Text/HTML; charset=x\r\n";
        let plain = format!("{html}Language:  cs \r\n\r\nhello");
        check("response", plain.as_bytes(), Some("u hello"), Some("cs"));
        check("revisit", plain.as_bytes(), None, None);
        let chunked =
            format!("{html}Transfer-Encoding: chunked\r\n\r\n3\r\nhel\r\n2\r\nlo\r\n0\r\n\r\n");
        check("response", chunked.as_bytes(), Some("u hello"), None);
        // Cut in the middle, and damaged: what can be had is shown.
        check("response", &chunked.as_bytes()[..chunked.len() - 9], Some("u hel"), None);
        check(
            "response",
            format!("{html}Content-Encoding: gzip\r\n\r\n").as_bytes(),
            Some("u "),
            None,
        );
        check("response", b"HTTP/1.1 200 OK\r\nContent-Type: image/png\r\n\r\nx", None, None);
        check("response", b"HTTP/1.1 200 OK\r\n\r\n<html>", None, None);
        check("response", b"<html>", None, None);
    }

    #[test]
    fn no_more_than_the_beginning_is_shown() {
        let mut block = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n".to_vec();
        block.resize(1 << 20, b'x');
        assert_eq!(shown("response", &block).title.map(|title| title.len()), Some(BODY_MAX + 2));
    }
}
