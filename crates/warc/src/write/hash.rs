//! The digests of a block that is about to be written.
//!
//! Digests stand in the header, so they must be known before the block is written. The payload of a
//! response is its body with the transfer coding removed and content codings kept.

use super::{RecordHead, WriteError};
use crate::RecordType;
use crate::decode::{ChunkState, Chunked, Follows};
use crate::digest::{Algorithm, Digest, Hasher, HasherPair};
use crate::http;
use std::io::{self, BufRead, Read};

/// Bytes of the buffer for a long block, and of the longest HTTP head that is read in one.
const BUFFER: usize = 256 << 10;

/// The digests that a header needs.
#[derive(Clone, Copy, Debug)]
pub(super) struct Wanted {
    pub(super) algorithm: Algorithm,
    pub(super) block: bool,
    pub(super) payload: bool,
}

impl Wanted {
    /// Returns the digests that the head lacks. Segments get no payload digest, because it would be that of the whole
    /// record.
    pub(super) fn by(head: &RecordHead, algorithm: Option<Algorithm>) -> Option<Wanted> {
        let is_http = head.get("Content-Type").is_some_and(http::is_http_content_type);
        let block = head.get("WARC-Block-Digest").is_none();
        let payload = head.kind() == RecordType::Response
            && is_http
            && head.get("WARC-Payload-Digest").is_none()
            && head.get("WARC-Segment-Number").is_none();
        let algorithm = algorithm?;
        (block || payload).then_some(Wanted { algorithm, block, payload })
    }
}

/// The digests that were wanted and could be computed.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Made {
    pub(super) block: Option<Digest>,
    pub(super) payload: Option<Digest>,
    /// Bytes of the payload, if there is a digest of it.
    payload_length: u64,
}

/// The digests of an HTTP response, computed before it is written: by a thread that does not lock the file, or for a
/// caller that needs them. If they are fields of a [`RecordHead`], they are not computed again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ResponseDigests {
    /// Digest of the whole block.
    pub block: Digest,
    /// Digest and length in bytes of the body without transfer coding. `None` if the block does not start with a whole
    /// HTTP head.
    pub payload: Option<(Digest, u64)>,
    /// Whether the head says that the body is chunked.
    pub is_chunked: bool,
}

impl ResponseDigests {
    /// Computes the digests of a block in memory.
    pub fn of_slice(block: &[u8], algorithm: Algorithm) -> ResponseDigests {
        match ResponseHasher::new(block, algorithm) {
            Some(hasher) => hasher.finish(),
            None => ResponseDigests::without_payload(algorithm.digest(block)),
        }
    }

    /// Computes the digests of a block that is the next `length` bytes of `source`.
    pub fn of_stream(
        source: &mut dyn Read,
        length: u64,
        algorithm: Algorithm,
    ) -> Result<ResponseDigests, WriteError> {
        let mut buffer = vec![0; BUFFER];
        let mut source = source.take(length);
        let mut filled = fill(&mut source, &mut buffer).map_err(WriteError::Read)?;
        let mut found = filled as u64;
        let mut hasher = match ResponseHasher::new(&buffer[..filled], algorithm) {
            Some(hasher) => Either::Response(hasher),
            None => {
                let mut hasher = algorithm.hasher();
                hasher.update(&buffer[..filled]);
                Either::Block(hasher)
            }
        };
        while filled > 0 {
            filled = fill(&mut source, &mut buffer).map_err(WriteError::Read)?;
            found += filled as u64;
            match &mut hasher {
                Either::Response(hasher) => hasher.update(&buffer[..filled]),
                Either::Block(hasher) => hasher.update(&buffer[..filled]),
            }
        }
        if found < length {
            return Err(WriteError::BlockShort { declared: length, found });
        }
        Ok(match hasher {
            Either::Response(hasher) => hasher.finish(),
            Either::Block(hasher) => ResponseDigests::without_payload(hasher.finish()),
        })
    }

    /// Same as [`payload_of_slice`](ResponseDigests::payload_of_slice), of a block that is the next `length` bytes of
    /// `source`.
    pub fn payload_of_stream(
        source: &mut dyn Read,
        length: u64,
        algorithm: Algorithm,
    ) -> Result<Option<(Digest, u64)>, WriteError> {
        let made = pass(source, length, Wanted { algorithm, block: false, payload: true }, None)?;
        Ok(made.payload.map(|digest| (digest, made.payload_length)))
    }

    /// Returns the digest of the payload alone, and its length in bytes, of a block in memory. `None` if it does not
    /// start with a whole HTTP head.
    pub fn payload_of_slice(block: &[u8], algorithm: Algorithm) -> Option<(Digest, u64)> {
        let made = of_slice(block, Wanted { algorithm, block: false, payload: true });
        made.payload.map(|digest| (digest, made.payload_length))
    }

    fn without_payload(block: Digest) -> ResponseDigests {
        ResponseDigests { block, payload: None, is_chunked: false }
    }
}

/// A response has a payload; another block has only a digest of itself.
enum Either {
    Response(ResponseHasher),
    Block(Hasher),
}

/// Reads until the buffer is full or the source has ended. Returns the number of bytes.
fn fill(source: &mut impl Read, buffer: &mut [u8]) -> io::Result<usize> {
    let mut filled = 0;
    while filled < buffer.len() {
        match source.read(&mut buffer[filled..]) {
            Ok(0) => break,
            Ok(n) => filled += n,
            Err(e) if e.kind() == io::ErrorKind::Interrupted => {}
            Err(e) => return Err(e),
        }
    }
    Ok(filled)
}

/// Computes the digests of an HTTP response whose bytes come in pieces.
pub(super) struct ResponseHasher {
    pair: HasherPair,
    /// The position in a chunked body; `None` if the body is the payload.
    chunks: Option<ChunkState>,
    payload_length: u64,
}

impl ResponseHasher {
    /// Begins with the first bytes of a response; `None` if they do not have its whole head.
    pub(super) fn new(first: &[u8], algorithm: Algorithm) -> Option<ResponseHasher> {
        let body = Body::behind(first)?;
        let (head, rest) = first.split_at(body.start);
        let mut pair = HasherPair::new(algorithm);
        pair.update(head, &[]);
        let chunks = body.is_chunked.then(ChunkState::new);
        let mut hasher = ResponseHasher { pair, chunks, payload_length: 0 };
        hasher.update(rest);
        Some(hasher)
    }

    /// Adds the next bytes of the response.
    pub(super) fn update(&mut self, bytes: &[u8]) {
        let Some(chunks) = &mut self.chunks else {
            self.pair.update(bytes, bytes);
            self.payload_length += bytes.len() as u64;
            return;
        };
        // Bytes up to here are in the digest of the block.
        let mut done = 0;
        let mut at = 0;
        while at < bytes.len() {
            match chunks.follows() {
                Follows::Framing => at += chunks.frame(&bytes[at..]),
                Follows::Payload(most) => {
                    let rest = bytes.len() - at;
                    let n = usize::try_from(most).map_or(rest, |most| rest.min(most));
                    self.pair.update(&bytes[done..at + n], &bytes[at..at + n]);
                    self.payload_length += n as u64;
                    chunks.pass(n);
                    at += n;
                    done = at;
                }
                Follows::Pending => self.payload_length += pass_pending(chunks, &mut self.pair),
                Follows::Nothing => break,
            }
        }
        self.pair.update(&bytes[done..], &[]);
    }

    /// Returns the digests of all bytes so far.
    pub(super) fn finish(mut self) -> ResponseDigests {
        let is_chunked = self.chunks.is_some();
        if let Some(chunks) = &mut self.chunks {
            while let Follows::Framing = chunks.follows() {
                chunks.frame(&[]);
            }
            self.payload_length += pass_pending(chunks, &mut self.pair);
        }
        let (block, payload) = self.pair.finish();
        ResponseDigests { block, payload: Some((payload, self.payload_length)), is_chunked }
    }
}

/// Adds bytes to the payload that were taken for framing at first. Returns how many.
fn pass_pending(chunks: &mut ChunkState, pair: &mut HasherPair) -> u64 {
    let pending = chunks.pending();
    let length = pending.len();
    pair.update(&[], pending);
    chunks.pass(length);
    length as u64
}

/// Computes the digests of a block in memory.
pub(super) fn of_slice(block: &[u8], wanted: Wanted) -> Made {
    let mut made = Made::default();
    if wanted.block {
        made.block = Some(wanted.algorithm.digest(block));
    }
    if let Some(body) = wanted.payload.then(|| Body::behind(block)).flatten() {
        let mut hasher = wanted.algorithm.hasher();
        // Reading from memory does not fail.
        if let Ok(length) = body.hash(&mut &block[body.start..], &mut hasher) {
            made.payload = Some(hasher.finish());
            made.payload_length = length;
        }
    }
    made
}

/// Computes the digests of a block that is read once for this purpose.
pub(super) fn of_stream(
    source: &mut dyn Read,
    length: u64,
    wanted: Wanted,
) -> Result<Made, WriteError> {
    let mut hasher = wanted.block.then(|| wanted.algorithm.hasher());
    let made = pass(source, length, wanted, hasher.as_mut())?;
    Ok(Made { block: hasher.map(Hasher::finish), ..made })
}

/// Reads a block once. Returns the digest of the payload, if it is wanted; `hasher` gets the whole block.
fn pass(
    source: &mut dyn Read,
    length: u64,
    wanted: Wanted,
    hasher: Option<&mut Hasher>,
) -> Result<Made, WriteError> {
    let mut tee =
        Tee { source: source.take(length), buf: vec![0; BUFFER], pos: 0, end: 0, hasher, seen: 0 };
    let mut made = Made::default();
    if wanted.payload {
        tee.fill_whole().map_err(WriteError::Read)?;
        if let Some(body) = Body::behind(&tee.buf[..tee.end]) {
            // The body may start where the buffer ends.
            tee.pos = body.start;
            let mut hasher = wanted.algorithm.hasher();
            made.payload_length = body.hash(&mut tee, &mut hasher).map_err(WriteError::Read)?;
            made.payload = Some(hasher.finish());
        }
    }
    hash_all(&mut tee, None).map_err(WriteError::Read)?;
    if tee.seen < length {
        return Err(WriteError::BlockShort { declared: length, found: tee.seen });
    }
    Ok(made)
}

/// Where the body of an HTTP response starts, and whether it says that it is chunked.
struct Body {
    start: usize,
    is_chunked: bool,
}

impl Body {
    /// Finds the body; `None` if the block does not start with a whole head.
    fn behind(block: &[u8]) -> Option<Body> {
        let head = http::parse_response(block).filter(|head| head.complete)?;
        Some(Body { start: head.head_len, is_chunked: head.fields.is_chunked() })
    }

    /// Hashes the payload and returns its length in bytes.
    fn hash(&self, body: &mut impl BufRead, hasher: &mut Hasher) -> io::Result<u64> {
        if self.is_chunked {
            hash_all(&mut Chunked::new(body), Some(hasher))
        } else {
            hash_all(body, Some(hasher))
        }
    }
}

fn hash_all(source: &mut impl BufRead, mut hasher: Option<&mut Hasher>) -> io::Result<u64> {
    let mut length = 0;
    loop {
        let piece = match source.fill_buf() {
            Err(e) if e.kind() == io::ErrorKind::Interrupted => continue,
            piece => piece?,
        };
        let n = piece.len();
        if n == 0 {
            return Ok(length);
        }
        if let Some(hasher) = &mut hasher {
            hasher.update(piece);
        }
        length += n as u64;
        source.consume(n);
    }
}

/// Buffers a source and hashes everything that is read from it, if there is a hasher.
struct Tee<'h, R> {
    source: R,
    buf: Vec<u8>,
    pos: usize,
    end: usize,
    hasher: Option<&'h mut Hasher>,
    seen: u64,
}

impl<R: Read> Tee<'_, R> {
    /// Reads until the buffer is full or the source has ended.
    fn fill_whole(&mut self) -> io::Result<()> {
        while self.end < self.buf.len() {
            match self.read_more() {
                Ok(0) => break,
                Err(e) if e.kind() != io::ErrorKind::Interrupted => return Err(e),
                Ok(_) | Err(_) => {}
            }
        }
        Ok(())
    }

    fn read_more(&mut self) -> io::Result<usize> {
        let n = self.source.read(&mut self.buf[self.end..])?;
        if let Some(hasher) = &mut self.hasher {
            hasher.update(&self.buf[self.end..self.end + n]);
        }
        self.end += n;
        self.seen += n as u64;
        Ok(n)
    }
}

impl<R: Read> Read for Tee<'_, R> {
    fn read(&mut self, buf: &mut [u8]) -> io::Result<usize> {
        let n = self.fill_buf()?.read(buf)?;
        self.consume(n);
        Ok(n)
    }
}

impl<R: Read> BufRead for Tee<'_, R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if self.pos == self.end {
            self.pos = 0;
            self.end = 0;
            self.read_more()?;
        }
        Ok(&self.buf[self.pos..self.end])
    }

    fn consume(&mut self, n: usize) {
        self.pos = (self.pos + n).min(self.end);
    }
}
