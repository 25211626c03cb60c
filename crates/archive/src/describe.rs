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
