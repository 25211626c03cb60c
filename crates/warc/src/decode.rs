//! From the body of an HTTP message to its payload: removes transfer and content codings.
//!
//! HTTP heads are often wrong. Crawlers stored decoded bodies with the head of the coded ones, servers declared
//! `chunked` and sent no chunks, transfers broke off. So a declared coding is first tried on the first bytes: a body
//! that is not in it passes through unchanged. What went wrong is not an error, but the [`DecodeOutcome`] when the end
//! is reached. Errors are those of the source, and [`LimitExceeded`] for bodies that decode into more bytes than the
//! caller allows.
//!
//! Memory does not depend on the input: fixed buffers, windows of at most 8 MiB (zstd) and 16 MiB
//! (br), at most four codings on top of each other.

mod chunked;
mod codec;
mod content;
#[cfg(test)]
mod pieces;

pub use chunked::Chunked;
pub(crate) use chunked::{ChunkState, Follows};
pub use content::ContentDecoder;

use crate::http::{Fields, ResponseHead};
use std::io::{self, BufRead, Read};

/// How the removal of a coding went. The value is final when the reader is at its end. Of several codings the worst
/// outcome counts; the variants are in order, the worst last.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum DecodeOutcome {
    /// No coding was declared.
    Identity,
    /// The declared coding was removed.
    Decoded,
    /// The body was not in the declared coding; its bytes are unchanged.
    Raw,
    /// A coding is not known, or there are too many; it was not removed.
    Unsupported,
    /// The body ended too early; the part that could be decoded was returned.
    Truncated,
    /// The body has a fault after a good beginning. After the fault, chunked bodies go on unchanged and all others end.
    Damaged,
}

/// The error for a body that decodes into more bytes than the caller allows. It is the inner error of an [`io::Error`];
/// see [`is_limit_exceeded`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("body decodes into more than {limit} bytes")]
pub struct LimitExceeded {
    /// The limit of the caller, in bytes.
    pub limit: u64,
}

/// Returns whether a read failed because of the caller's limit.
pub fn is_limit_exceeded(error: &io::Error) -> bool {
    error.get_ref().is_some_and(|inner| inner.is::<LimitExceeded>())
}

/// Returns a reader of the payload of a response: the body without transfer and content codings. Reading more than
/// `limit` bytes fails with [`LimitExceeded`].
pub fn payload_reader<R: BufRead>(
    head: &ResponseHead<'_>,
    body: R,
    limit: u64,
) -> PayloadReader<R> {
    PayloadReader::new(&head.fields, body, limit)
}

/// Reads a payload, see [`payload_reader`].
pub struct PayloadReader<R>(ContentDecoder<TransferDecoder<R>>);

impl<R: BufRead> PayloadReader<R> {
    /// Like [`payload_reader`], for the fields of any message.
    pub fn new(fields: &Fields<'_>, body: R, limit: u64) -> Self {
        let mut codings = joined(fields, "Content-Encoding");
        // Transfer codings other than chunked were applied after the content codings.
        codings.extend_from_slice(&joined(fields, "Transfer-Encoding"));
        PayloadReader(ContentDecoder::new(TransferDecoder::new(fields, body), &codings, limit))
    }

    /// Returns how the removal of chunks went.
    pub fn transfer_outcome(&self) -> DecodeOutcome {
        self.0.source.outcome()
    }

    /// Returns how the removal of content codings went.
    pub fn content_outcome(&self) -> DecodeOutcome {
        self.0.outcome()
    }
}

impl<R: BufRead> Read for PayloadReader<R> {
    fn read(&mut self, buf: &mut [u8]) -> io::Result<usize> {
        self.0.read(buf)
    }
}

impl<R: BufRead> BufRead for PayloadReader<R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        self.0.fill_buf()
    }

    fn consume(&mut self, amount: usize) {
        self.0.consume(amount);
    }
}

/// Removes chunks if the head declares them, and keeps content codings. Payload digests are made of these bytes.
pub struct TransferDecoder<R>(Transfer<R>);

enum Transfer<R> {
    Plain(R),
    Chunked(Chunked<R>),
}

impl<R: BufRead> TransferDecoder<R> {
    /// Decodes the body that follows these fields.
    pub fn new(fields: &Fields<'_>, body: R) -> Self {
        let chunked = fields
            .all("Transfer-Encoding")
            .any(|value| tokens(&value).any(|token| token.eq_ignore_ascii_case(b"chunked")));
        TransferDecoder(match chunked {
            true => Transfer::Chunked(Chunked::new(body)),
            false => Transfer::Plain(body),
        })
    }

    /// Returns how the removal of chunks went.
    pub fn outcome(&self) -> DecodeOutcome {
        match &self.0 {
            Transfer::Plain(_) => DecodeOutcome::Identity,
            Transfer::Chunked(chunked) => chunked.outcome(),
        }
    }
}

impl<R: BufRead> Read for TransferDecoder<R> {
    fn read(&mut self, buf: &mut [u8]) -> io::Result<usize> {
        read_buffered(self, buf)
    }
}

impl<R: BufRead> BufRead for TransferDecoder<R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        match &mut self.0 {
            Transfer::Plain(body) => body.fill_buf(),
            Transfer::Chunked(body) => body.fill_buf(),
        }
    }

    fn consume(&mut self, amount: usize) {
        match &mut self.0 {
            Transfer::Plain(body) => body.consume(amount),
            Transfer::Chunked(body) => body.consume(amount),
        }
    }
}

/// Returns all values of a field as one list, with a comma after each.
fn joined(fields: &Fields<'_>, name: &str) -> Vec<u8> {
    let mut list = Vec::new();
    for value in fields.all(name) {
        list.extend_from_slice(&value);
        list.push(b',');
    }
    list
}

/// Returns the items of a comma-separated list, without parameters.
fn tokens(list: &[u8]) -> impl Iterator<Item = &[u8]> {
    list.split(|&b| b == b',').map(crate::http::media_type)
}

fn shorter(len: usize, left: u64) -> usize {
    usize::try_from(left).map_or(len, |left| len.min(left))
}

fn read_buffered<B: BufRead>(source: &mut B, buf: &mut [u8]) -> io::Result<usize> {
    if buf.is_empty() {
        return Ok(0);
    }
    let available = source.fill_buf()?;
    let len = available.len().min(buf.len());
    buf[..len].copy_from_slice(&available[..len]);
    source.consume(len);
    Ok(len)
}

#[cfg(test)]
mod tests {
    use super::pieces::{Pieces, gzip, read_all};
    use super::*;
    use crate::http::parse_response;

    #[test]
    fn a_payload_is_read_as_its_head_says() {
        use DecodeOutcome::*;
        let gz = gzip(b"hello");
        let chunked = [format!("{:x}\r\n", gz.len()).as_bytes(), &gz, b"\r\n0\r\n\r\n"].concat();
        let table: &[(&str, &[u8], DecodeOutcome, DecodeOutcome)] = &[
            ("", b"hello", Identity, Identity),
            ("Content-Encoding: gzip\r\n", &gz, Identity, Decoded),
            (
                "content-encoding: gzip\r\ntransfer-encoding: Chunked\r\n",
                &chunked,
                Decoded,
                Decoded,
            ),
            ("Transfer-Encoding: gzip, chunked\r\n", &chunked, Decoded, Decoded),
            ("Transfer-Encoding: chunked\r\nContent-Encoding: br\r\n", b"hello", Raw, Raw),
        ];
        for &(fields, body, transfer, content) in table {
            let head = format!("HTTP/1.1 200 OK\r\n{fields}\r\n");
            let head = parse_response(head.as_bytes()).unwrap();
            let mut reader = payload_reader(&head, Pieces::new(body, 9), 100);
            assert_eq!(read_all(&mut reader), b"hello", "{fields}");
            assert_eq!(reader.transfer_outcome(), transfer, "{fields}");
            assert_eq!(reader.content_outcome(), content, "{fields}");
            let entity = read_all(TransferDecoder::new(&head.fields, body));
            assert!(entity == gz || entity == b"hello", "{fields}");
        }
    }
}
