//! Reads the block of a record once, and computes everything that is compared.
//!
//! Only what was declared is hashed, and a payload that is the whole block is not hashed twice.

use crate::decode::{Chunked, DecodeOutcome};
use crate::digest::{Algorithm, Digest, Hasher};
use crate::http::{Fields, parse_request, parse_response};
use crate::record::Record;
use std::io::{self, BufRead, Read};

/// The longest HTTP head that is looked for.
const MAX_HEAD: usize = 1 << 20;
/// Bytes after which hashing changes between block and payload, so that the bytes are still in the cache.
const TURN: usize = 32 << 10;

/// What is to be found out about a block.
#[derive(Clone, Default)]
pub(super) struct Wanted {
    pub(super) block: Option<Algorithm>,
    pub(super) payload: Option<Algorithm>,
    /// Algorithms of further digests.
    pub(super) more_block: Vec<Algorithm>,
    pub(super) more_payload: Vec<Algorithm>,
    /// The HTTP message that the block should be.
    pub(super) message: Option<Message>,
    /// Whether the body is incomplete, so that its chunks cannot be followed to the end.
    pub(super) is_partial: bool,
}

impl Wanted {
    /// Whether nothing has to be hashed.
    fn is_idle(&self) -> bool {
        self.block.is_none()
            && self.payload.is_none()
            && self.more_block.is_empty()
            && self.more_payload.is_empty()
    }
}

fn hashers(algorithms: &[Algorithm]) -> Vec<Hasher> {
    algorithms.iter().map(|algorithm| algorithm.hasher()).collect()
}

/// The two kinds of HTTP messages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Message {
    Request,
    Response,
}

/// What a head says about the body behind it.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Head {
    pub(super) length: usize,
    pub(super) is_complete: bool,
    pub(super) status: Option<u16>,
    pub(super) content_length: Option<u64>,
    pub(super) is_chunked: bool,
}

/// What was found out about a block.
#[derive(Default)]
pub(super) struct Found {
    pub(super) block: Option<Digest>,
    /// Digest of the payload, without chunks.
    pub(super) payload: Option<Digest>,
    /// Digest of the body as it was sent, if that differs from the payload.
    pub(super) chunked_payload: Option<Digest>,
    /// Further digests, in the order in which they were wanted.
    pub(super) more_block: Vec<Digest>,
    pub(super) more_payload: Vec<Digest>,
    pub(super) head: Option<Head>,
    /// How the removal of chunks went; `None` if the body is not chunked.
    pub(super) chunks: Option<DecodeOutcome>,
}

/// Reads the block to its end.
pub(super) fn read<R: Read>(record: &mut Record<'_, R>, wanted: &Wanted) -> io::Result<Found> {
    let head = match wanted.message {
        Some(Message::Response) => parse_response(record.peek(MAX_HEAD)?)
            .map(|h| Head::new(&h.fields, h.head_len, h.complete, h.status)),
        Some(Message::Request) => parse_request(record.peek(MAX_HEAD)?)
            .map(|h| Head::new(&h.fields, h.head_len, h.complete, None)),
        None => None,
    };
    let body_start = head.map_or(0, |h| h.length);
    // The payload is the block: one hash says it all.
    let is_same = body_start == 0 && wanted.payload.is_some() && wanted.payload == wanted.block;
    let mut hashes = Hashes {
        block: wanted.block.map(Algorithm::hasher),
        body: wanted.payload.filter(|_| !is_same).map(Algorithm::hasher),
        more_block: hashers(&wanted.more_block),
        more_body: Vec::new(),
        before_body: body_start,
    };
    let is_chunked = head.is_some_and(|h| h.is_chunked) && !wanted.is_partial;
    let mut found = Found { head, ..Found::default() };
    let mut decoded = None;
    let mut more_payload = hashers(&wanted.more_payload);
    if is_chunked {
        decoded = wanted.payload.map(Algorithm::hasher);
        let all = decoded.iter_mut().chain(&mut more_payload);
        found.chunks = Some(read_chunked(record, &mut hashes, all.collect())?);
    } else if !wanted.is_idle() {
        hashes.more_body = std::mem::take(&mut more_payload);
        while hashes.take(record)? {}
    }
    more_payload.append(&mut hashes.more_body);
    found.more_block = hashes.more_block.into_iter().map(Hasher::finish).collect();
    found.more_payload = more_payload.into_iter().map(Hasher::finish).collect();
    let body = hashes.body.map(Hasher::finish);
    found.block = hashes.block.map(Hasher::finish);
    match decoded {
        Some(decoded) => {
            found.payload = Some(decoded.finish());
            found.chunked_payload = body;
        }
        None => found.payload = if is_same { found.block } else { body },
    }
    Ok(found)
}

impl Head {
    fn new(fields: &Fields<'_>, length: usize, is_complete: bool, status: Option<u16>) -> Head {
        let mut head = Head { length, is_complete, status, ..Head::default() };
        for field in fields.iter() {
            if field.is("Content-Length") {
                head.content_length = head.content_length.or(crate::arc::parse_u64(&field.value()));
            } else if field.is("Transfer-Encoding") {
                head.is_chunked |= field
                    .value()
                    .split(|&b| b == b',')
                    .any(|coding| coding.trim_ascii().eq_ignore_ascii_case(b"chunked"));
            }
        }
        head
    }
}

/// The hashes of a block and of the part of it that begins behind the head.
struct Hashes {
    block: Option<Hasher>,
    body: Option<Hasher>,
    /// Hashes of further digests.
    more_block: Vec<Hasher>,
    more_body: Vec<Hasher>,
    before_body: usize,
}

impl Hashes {
    fn update(&mut self, bytes: &[u8]) {
        for block in self.block.iter_mut().chain(&mut self.more_block) {
            block.update(bytes);
        }
        let skipped = self.before_body.min(bytes.len());
        self.before_body -= skipped;
        for body in self.body.iter_mut().chain(&mut self.more_body) {
            body.update(&bytes[skipped..]);
        }
    }

    /// Hashes the next bytes of a block. Returns false at its end.
    fn take<R: Read>(&mut self, record: &mut Record<'_, R>) -> io::Result<bool> {
        let mut bytes = record.fill_buf()?;
        let n = bytes.len();
        while !bytes.is_empty() {
            let (turn, rest) = bytes.split_at(bytes.len().min(TURN));
            self.update(turn);
            bytes = rest;
        }
        record.consume(n);
        Ok(n > 0)
    }
}

/// Reads a block whose body is in chunks.
fn read_chunked<R: Read>(
    record: &mut Record<'_, R>,
    hashes: &mut Hashes,
    mut decoded: Vec<&mut Hasher>,
) -> io::Result<DecodeOutcome> {
    let mut source = Hashed { record, hashes };
    while source.hashes.before_body > 0 {
        let n = source.fill_buf()?.len().min(source.hashes.before_body);
        if n == 0 {
            break;
        }
        source.consume(n);
    }
    let mut chunked = Chunked::new(&mut source);
    loop {
        let bytes = chunked.fill_buf()?;
        let n = bytes.len().min(TURN);
        if n == 0 {
            break;
        }
        for decoded in &mut decoded {
            decoded.update(&bytes[..n]);
        }
        chunked.consume(n);
    }
    let outcome = chunked.outcome();
    // Trailers are read, but bytes may stand behind the last chunk.
    while source.hashes.take(source.record)? {}
    Ok(outcome)
}

/// A block that is hashed as it is consumed.
struct Hashed<'a, 'r, R> {
    record: &'a mut Record<'r, R>,
    hashes: &'a mut Hashes,
}

impl<R: Read> Read for Hashed<'_, '_, R> {
    fn read(&mut self, buf: &mut [u8]) -> io::Result<usize> {
        let n = self.fill_buf()?.read(buf)?;
        self.consume(n);
        Ok(n)
    }
}

impl<R: Read> BufRead for Hashed<'_, '_, R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        self.record.fill_buf()
    }

    fn consume(&mut self, n: usize) {
        // What is consumed was shown before, so it is buffered and cannot fail.
        if let Ok(bytes) = self.record.fill_buf() {
            self.hashes.update(&bytes[..n.min(bytes.len())]);
        }
        self.record.consume(n);
    }
}
