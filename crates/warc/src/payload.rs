//! The payload of a record: where it starts in the block, and its digest.
//!
//! The payload of an HTTP message is its body with the transfer encoding removed and the content
//! encoding kept; that of a resource or conversion is the whole block. Other records have none.

use crate::decode::Chunked;
use crate::digest::{Algorithm, Digest, Hasher};
use crate::http;
use crate::record::{Format, Record, RecordType};
use std::io::{self, BufRead, Read};

/// Bytes of the longest HTTP head that is read.
const MAX_HEAD: usize = 1 << 20;

/// What the head of an HTTP message in a block says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HttpInfo {
    /// The status of a response, if its line has a number.
    pub status: Option<u16>,
    /// The value of `Content-Type`, if there is one.
    pub content_type: Option<Vec<u8>>,
    /// Bytes of the head, with its empty line.
    pub head_len: usize,
    /// Whether the head says that the body is chunked.
    pub is_chunked: bool,
}

/// Digests of one record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Digests {
    /// Digest of the whole block.
    pub block: Digest,
    /// Digest of the payload; `None` if the record has none.
    pub payload: Option<Digest>,
}

impl<R: Read> Record<'_, R> {
    /// Returns the media type of a capture, as listings and indexes show it: for HTTP what the server said, otherwise
    /// what the record says; `warc/revisit` for revisits. `http` is the result of [`Record::http`].
    ///
    /// In ARC the type in the header line counts only if the HTTP head is broken: then it is the type that the
    /// harvester understood. For other ARC records the indexes of other programs have no type.
    pub fn media_type(&self, http: Option<&HttpInfo>) -> Option<Vec<u8>> {
        let is_arc = matches!(self.format(), Format::Arc(_));
        let value = match (self.kind(), http) {
            (RecordType::Revisit, _) => return Some(b"warc/revisit".to_vec()),
            (RecordType::Request, _) => None,
            (RecordType::Response, Some(http)) => http.content_type.as_deref(),
            (RecordType::Response | RecordType::Resource, _) if is_arc => {
                let is_broken = self.uri().is_some_and(is_http_uri) && self.expected_length() > 0;
                self.content_type().filter(|_| is_broken)
            }
            (RecordType::Response, None) => None,
            _ => self.content_type(),
        }?;
        let media_type = http::media_type(value);
        let end = media_type.iter().position(u8::is_ascii_whitespace).unwrap_or(media_type.len());
        Some(media_type[..end].to_vec()).filter(|media_type| !media_type.is_empty())
    }

    /// Reads the head of the HTTP message in the block and consumes nothing. `None` if records of this type have no
    /// HTTP message, or the block does not start with one.
    pub fn http(&mut self) -> io::Result<Option<HttpInfo>> {
        let is_request = match self.kind() {
            RecordType::Response | RecordType::Revisit => false,
            RecordType::Request => true,
            RecordType::Filedesc
            | RecordType::Warcinfo
            | RecordType::Resource
            | RecordType::Metadata
            | RecordType::Conversion
            | RecordType::Continuation
            | RecordType::Other => return Ok(None),
        };
        let mut n = 8 << 10;
        loop {
            let block = self.peek(n)?;
            let is_all = block.len() < n || n >= MAX_HEAD;
            let (status, head_len, is_complete, fields) = if is_request {
                let Some(head) = http::parse_request(block) else { return Ok(None) };
                (None, head.head_len, head.complete, head.fields)
            } else {
                let Some(head) = http::parse_response(block) else { return Ok(None) };
                (head.status, head.head_len, head.complete, head.fields)
            };
            if !is_complete && !is_all {
                n *= 8;
                continue;
            }
            let content_type = fields.first("Content-Type").map(|value| value.into_owned());
            let is_chunked = fields.is_chunked();
            return Ok(Some(HttpInfo { status, content_type, head_len, is_chunked }));
        }
    }

    /// Returns the digests of block and payload, computed in one pass; the block is consumed.
    pub fn digests(&mut self, algorithm: Algorithm) -> io::Result<Digests> {
        self.digests_by(algorithm, algorithm)
    }

    /// Like [`Record::digests`], with an algorithm for each of the two.
    pub fn digests_by(&mut self, block: Algorithm, payload: Algorithm) -> io::Result<Digests> {
        let http = self.http()?;
        let mut block = block.hasher();
        let mut tee = Tee { source: self, hasher: &mut block };
        let payload = hash_payload(&mut tee, http.as_ref(), payload)?;
        io::copy(&mut tee, &mut io::sink())?;
        Ok(Digests { block: block.finish(), payload })
    }

    /// Returns the digest of the payload alone; the block is consumed.
    pub fn payload_digest(&mut self, algorithm: Algorithm) -> io::Result<Option<Digest>> {
        let http = self.http()?;
        hash_payload(self, http.as_ref(), algorithm)
    }
}

/// Returns the digest that [`Record::payload_digest`] gives, for a block that was read into memory. `http` is the
/// result of [`Record::http`] for it.
pub fn payload_digest_of(
    kind: RecordType,
    http: Option<&HttpInfo>,
    block: &[u8],
    algorithm: Algorithm,
) -> Option<Digest> {
    // Reading from memory does not fail.
    hash_payload(&mut InMemory { kind, rest: block }, http, algorithm).unwrap_or_default()
}

struct InMemory<'b> {
    kind: RecordType,
    rest: &'b [u8],
}

impl Read for InMemory<'_> {
    fn read(&mut self, buf: &mut [u8]) -> io::Result<usize> {
        self.rest.read(buf)
    }
}

impl BufRead for InMemory<'_> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        Ok(self.rest)
    }

    fn consume(&mut self, n: usize) {
        self.rest.consume(n);
    }
}

impl Block for InMemory<'_> {
    fn kind(&self) -> RecordType {
        self.kind
    }
}

/// A block that may have a payload, and the type of its record.
trait Block: BufRead {
    fn kind(&self) -> RecordType;
}

impl<R: Read> Block for Record<'_, R> {
    fn kind(&self) -> RecordType {
        Record::kind(self)
    }
}

/// Hashes the bytes that are read through it.
struct Tee<'t, 'r, R> {
    source: &'t mut Record<'r, R>,
    hasher: &'t mut Hasher,
}

impl<R: Read> Read for Tee<'_, '_, R> {
    fn read(&mut self, buf: &mut [u8]) -> io::Result<usize> {
        let n = self.source.read(buf)?;
        self.hasher.update(&buf[..n]);
        Ok(n)
    }
}

impl<R: Read> BufRead for Tee<'_, '_, R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        self.source.fill_buf()
    }

    fn consume(&mut self, n: usize) {
        // Buffered already, so this neither fails nor reads.
        if let Ok(bytes) = self.source.fill_buf() {
            self.hasher.update(&bytes[..n]);
        }
        self.source.consume(n);
    }
}

impl<R: Read> Block for Tee<'_, '_, R> {
    fn kind(&self) -> RecordType {
        Record::kind(self.source)
    }
}

fn hash_payload(
    block: &mut impl Block,
    http: Option<&HttpInfo>,
    algorithm: Algorithm,
) -> io::Result<Option<Digest>> {
    match (block.kind(), http) {
        (RecordType::Response | RecordType::Request, Some(http)) => {
            skip(block, http.head_len)?;
            if http.is_chunked {
                return hash_chunked(block, algorithm).map(Some);
            }
        }
        (RecordType::Response | RecordType::Resource | RecordType::Conversion, None) => {}
        _ => return Ok(None),
    }
    let mut hasher = algorithm.hasher();
    hash_all(block, &mut hasher)?;
    Ok(Some(hasher.finish()))
}

fn hash_chunked(block: &mut impl BufRead, algorithm: Algorithm) -> io::Result<Digest> {
    let mut hasher = algorithm.hasher();
    let mut body = Chunked::new(block);
    hash_all(&mut body, &mut hasher)?;
    Ok(hasher.finish())
}

fn hash_all(source: &mut impl BufRead, hasher: &mut Hasher) -> io::Result<()> {
    loop {
        let piece = source.fill_buf()?;
        let n = piece.len();
        if n == 0 {
            return Ok(());
        }
        hasher.update(piece);
        source.consume(n);
    }
}

fn skip(source: &mut impl BufRead, mut n: usize) -> io::Result<()> {
    while n > 0 {
        let step = source.fill_buf()?.len().min(n);
        if step == 0 {
            break;
        }
        source.consume(step);
        n -= step;
    }
    Ok(())
}

fn is_http_uri(uri: &[u8]) -> bool {
    let head = uri[..uri.len().min(8)].to_ascii_lowercase();
    head.starts_with(b"http://") || head.starts_with(b"https://")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Reader;

    fn reader_of(text: &str) -> Reader<&[u8]> {
        Reader::new(text.as_bytes())
    }

    fn check(kind: &str, block: &str, payload: Option<&str>) {
        let text = format!(
            "WARC/1.0\r\nWARC-Type: {kind}\r\nContent-Length: {}\r\n\r\n{block}\r\n\r\n",
            block.len()
        );
        let mut reader = reader_of(&text);
        let mut record = reader.next_record().unwrap().unwrap();
        let digests = record.digests(Algorithm::Sha1).unwrap();
        assert_eq!(digests.block, Algorithm::Sha1.digest(block.as_bytes()), "{block}");
        assert_eq!(digests.payload, payload.map(|p| Algorithm::Sha1.digest(p.as_bytes())));
        let (kind, end) = (record.kind(), record.finish().unwrap());
        assert_eq!(end.block_length, block.len() as u64);

        let http = reader_of(&text).next_record().unwrap().unwrap().http().unwrap();
        let in_memory = payload_digest_of(kind, http.as_ref(), block.as_bytes(), Algorithm::Sha1);
        assert_eq!(in_memory, digests.payload, "{block}");
        let mut alone = reader_of(&text);
        alone.next_record().unwrap().unwrap();
        let mut left = Vec::new();
        alone.into_block().read_to_end(&mut left).unwrap();
        assert_eq!(left, block.as_bytes());
        let mut over = reader_of(&text);
        over.next_record().unwrap().unwrap().finish().unwrap();
        assert_eq!(over.into_block().read_to_end(&mut left).unwrap(), 0);
    }

    #[test]
    fn payload_is_the_body_without_transfer_encoding() {
        check("response", "HTTP/1.1 200 OK\r\nA: b\r\n\r\nbody", Some("body"));
        check(
            "response",
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nbody\r\n0\r\n\r\n",
            Some("body"),
        );
        check(
            "response",
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nnot chunked",
            Some("not chunked"),
        );
        check("request", "POST / HTTP/1.1\r\nHost: a\r\n\r\na=b", Some("a=b"));
        check("resource", "HTTP/1.1 200 OK\r\n\r\nbody", Some("HTTP/1.1 200 OK\r\n\r\nbody"));
        check("response", "no head", Some("no head"));
        check("revisit", "HTTP/1.1 200 OK\r\n\r\n", None);
        check("warcinfo", "software: x\r\n", None);
    }
}
