//! The content of a record: the head of the HTTP message and the payload behind it.

use std::io::{self, BufRead, Read};
use stodola_warc::decode::{ContentDecoder, TransferDecoder};
use stodola_warc::http::{ResponseHead, parse_response};
use stodola_warc::{Record, RecordType};

/// Head for records that are not HTTP: it declares no coding.
const NO_HEAD: &[u8] = b"HTTP/1.1 200 OK\r\n\r\n";

/// The content of a capture: an HTTP head, if there is one, and a body that is read as a stream.
///
/// The body comes in three forms: as it is stored ([`Content::into_stored`]), without transfer coding
/// ([`Content::into_payload`], what payload digests are made of), and without any coding
/// ([`Content::into_decoded`], what a browser shows).
pub struct Content<B> {
    head: Option<Vec<u8>>,
    /// The head that stands before the body in its record, if it differs from `head`: a revisit has its own head, and
    /// the stored body may be chunked although that head says otherwise.
    framing: Option<Vec<u8>>,
    body: B,
}

/// A body without transfer and content codings.
pub type Decoded<B> = ContentDecoder<TransferDecoder<B>>;

impl<'a, 'r, R: Read> Content<&'a mut Record<'r, R>> {
    /// Returns the content of a record of which nothing was read yet. Records that contain no HTTP response have no
    /// head, and their block is the body.
    pub fn of(record: &'a mut Record<'r, R>) -> io::Result<Content<&'a mut Record<'r, R>>> {
        let head = take_head(record)?;
        Ok(Content { head, framing: None, body: record })
    }
}

/// Reads the head of the HTTP response in a block; `None` if the block has none.
pub(super) fn take_head<R: Read>(record: &mut Record<'_, R>) -> io::Result<Option<Vec<u8>>> {
    if !matches!(record.kind(), RecordType::Response | RecordType::Revisit) {
        return Ok(None);
    }
    let Some(http) = record.http()? else { return Ok(None) };
    let mut head = vec![0; http.head_len];
    record.read_exact(&mut head)?;
    Ok(Some(head))
}

impl<B: BufRead> Content<B> {
    /// Returns a content from the HTTP head that stands before the body in its record, and the body.
    pub fn new(head: Option<Vec<u8>>, body: B) -> Content<B> {
        Content { head, framing: None, body }
    }

    /// Returns the same body with another head.
    pub(super) fn with_head(self, head: Vec<u8>) -> Content<B> {
        let framing = self.framing.or(self.head);
        Content { head: Some(head), framing, body: self.body }
    }

    /// Bytes of the head of the HTTP response as stored, with its empty line. `None` if the capture is not HTTP.
    pub fn raw_head(&self) -> Option<&[u8]> {
        self.head.as_deref()
    }

    /// The parsed head of the HTTP response. `None` if the capture is not HTTP.
    pub fn head(&self) -> Option<ResponseHead<'_>> {
        self.head.as_deref().and_then(parse_response)
    }

    /// Whether the stored body is chunked.
    pub fn is_chunked(&self) -> bool {
        self.framing().is_some_and(|head| head.fields.is_chunked())
    }

    /// Returns the body as it is stored, with all its codings.
    pub fn into_stored(self) -> B {
        self.body
    }

    /// Returns the body without transfer coding: the payload as the standard defines it.
    pub fn into_payload(self) -> TransferDecoder<B> {
        let head = self.framing.as_deref().or(self.head.as_deref());
        transfer(head, self.body)
    }

    /// Returns the body without transfer and content codings. Reading fails once it would return more than `limit`
    /// bytes: see [`stodola_warc::decode::is_limit_exceeded`].
    pub fn into_decoded(self, limit: u64) -> Decoded<B> {
        let mut codings = Vec::new();
        let mut add = |head: Option<ResponseHead<'_>>, name: &str| {
            for value in head.iter().flat_map(|head| head.fields.all(name)) {
                codings.extend_from_slice(&value);
                codings.push(b',');
            }
        };
        add(self.head(), "Content-Encoding");
        // Transfer codings other than chunked were applied after the content codings.
        add(self.framing(), "Transfer-Encoding");
        ContentDecoder::new(self.into_payload(), &codings, limit)
    }

    fn framing(&self) -> Option<ResponseHead<'_>> {
        self.framing.as_deref().or(self.head.as_deref()).and_then(parse_response)
    }
}

fn transfer<B: BufRead>(head: Option<&[u8]>, body: B) -> TransferDecoder<B> {
    let head = head.and_then(parse_response).or_else(|| parse_response(NO_HEAD));
    match head {
        Some(head) => TransferDecoder::new(&head.fields, body),
        // `NO_HEAD` is a valid head.
        None => unreachable!("a head that is written here can be parsed"),
    }
}
