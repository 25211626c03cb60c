//! The records of a capture: their headers, and their compression.

use super::files::Link;
use super::pool::Workspace;
use super::sources::{Sources, timestamp};
use super::{Capture, DnsLookup, SinkError, Stored};
use crate::payloads::Original;
use std::io::{self, Read, SeekFrom};
use std::net::IpAddr;
use std::sync::Arc;
use std::time::SystemTime;
use stodola_uri::escape_illegal;
use stodola_warc::RecordType;
use stodola_warc::digest::{Algorithm, Digest, MORE_BLOCK_DIGESTS, MORE_PAYLOAD_DIGESTS};
use stodola_warc::write::{HeadError, RecordHead, ResponseDigests, Version, WriteError, Written};

/// Bytes of a long response that are read at a time.
const CHUNK: usize = 256 << 10;

/// The field of a `metadata` record that has the head of an answer 304 (Not Modified).
///
/// It is not stored in the `revisit` record itself, as the standard would allow: pywb replays such a record as an empty
/// answer 304, and readers would see a blank page. If the block is empty, pywb, wabac and OpenWayback replay the head
/// and the body of the original.
///
/// Control characters and `%` are escaped as in a URI; [`not_modified_head`] undoes it to the byte.
pub const NOT_MODIFIED_HEAD: &str = "notModifiedHead";

/// Makes the records of captures.
pub(super) struct Composer {
    pub(super) version: Version,
    pub(super) algorithm: Algorithm,
    /// Algorithms of further digests.
    pub(super) more: Vec<Algorithm>,
    pub(super) sources: Arc<Sources>,
}

/// Largest number of further digests.
pub(super) const MORE: usize = 3;

/// What is known of a capture when its records are compressed.
pub(super) struct Packed {
    /// Stored bytes of the first record.
    pub(super) response_length: u64,
    digests: Digests,
    is_revisit: bool,
}

/// The original that a revisit refers to, and why.
pub(super) struct Referral<'a> {
    pub(super) original: &'a Original,
    pub(super) reason: Reason,
}

/// Why a payload need not be stored.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Reason {
    /// The archive has the same bytes.
    Identical,
    /// The server answered 304.
    NotModified,
}

/// The digests of a response.
#[derive(Clone, Copy)]
pub(super) struct Digests {
    block: Digest,
    /// Further digests of the block and of the payload.
    more_block: More,
    more_payload: More,
    pub(super) payload: Digest,
    pub(super) payload_length: u64,
    /// False if the response is not valid HTTP, and the caller gave the length of its head: a reader could not find the
    /// payload, so its digest is not written to the record.
    pub(super) is_http: bool,
    /// True if the body is stored with chunk sizes between its bytes.
    pub(super) is_chunked: bool,
}

/// Further digests, as many as are wanted.
type More = [Option<Digest>; MORE];

/// Returns further digests as the value of a field; `None` if there are none.
fn in_field(more: &More) -> Option<String> {
    let words: Vec<String> = more.iter().flatten().map(Digest::to_string).collect();
    (!words.is_empty()).then(|| words.join(" "))
}

impl Packed {
    pub(super) fn stored(&self, file: Arc<str>, response: Written) -> Stored {
        Stored {
            file,
            offset: response.offset,
            length: response.length,
            payload_digest: self.digests.payload,
            payload_length: self.digests.payload_length,
            block_digest: self.digests.block,
            is_revisit: self.is_revisit,
        }
    }
}

/// Reads a response that is compressed in memory.
pub(super) fn read_whole(capture: &mut Capture<'_>, block: &mut Vec<u8>) -> Result<(), WriteError> {
    let declared = capture.length;
    block.clear();
    // With room for the check behind the end: a buffer that grows would take twice as much.
    block.reserve_exact(declared as usize + 32);
    // One byte more than declared, to detect a longer response.
    let found = (&mut *capture.response).take(declared + 1).read_to_end(block);
    match found.map_err(WriteError::Read)? as u64 {
        found if found < declared => Err(WriteError::BlockShort { declared, found }),
        found if found > declared => Err(WriteError::BlockLong { declared }),
        _ => Ok(()),
    }
}

/// Computes the SHA-256 of the payload of a long response, and its length. The response is read once more and is at its
/// beginning again.
pub(super) fn sha256_of_long(
    capture: &mut Capture<'_>,
    start: u64,
) -> Result<Option<(Digest, u64)>, WriteError> {
    let (mut source, length) = (&mut *capture.response, capture.length);
    let found = ResponseDigests::payload_of_stream(&mut source, length, Algorithm::Sha256)?;
    capture.response.seek(SeekFrom::Start(start)).map_err(WriteError::Read)?;
    Ok(found)
}

/// Reads the beginning of a long response, as far as its head may reach.
pub(super) fn read_head(capture: &mut Capture<'_>, block: &mut Vec<u8>) -> Result<(), WriteError> {
    block.clear();
    let source = (&mut *capture.response).take(CHUNK as u64);
    io::BufReader::new(source).read_to_end(block).map_err(WriteError::Read)?;
    Ok(())
}

impl Composer {
    /// Compresses all records of a capture whose response is in the workspace: the whole response, or, for a revisit,
    /// its head.
    pub(super) fn capture(
        &self,
        capture: &Capture<'_>,
        digests: Digests,
        referral: Option<&Referral<'_>>,
        link: Option<&Link>,
        workspace: &mut Workspace,
    ) -> Result<Packed, SinkError> {
        let block = std::mem::take(&mut workspace.block);
        let (head, digests) = match referral {
            None => (self.response(capture, digests, link)?, digests),
            Some(referral) => {
                let own_digest = self.algorithm.digest(referral.block(&block));
                let more_block = self.more_of(referral.block(&block));
                let digests = Digests { block: own_digest, more_block, ..digests };
                (self.revisit(capture, digests, referral, link)?, digests)
            }
        };
        let own_block = referral.map_or(&block[..], |referral| referral.block(&block));
        let not_modified = referral.filter(|referral| referral.reason == Reason::NotModified);
        let not_modified = not_modified.map(|_| escape_percent(&block));
        workspace.out.clear();
        let packed = pack(&head, own_block, workspace);
        // The block is needed again if the file ends before these records are appended.
        workspace.block = block;
        packed?;
        let response_length = workspace.out.len() as u64;
        self.others(capture, head.id(), not_modified.as_deref(), link, workspace)?;
        Ok(Packed { response_length, digests, is_revisit: referral.is_some() })
    }

    /// Returns the header of a response that is written as a stream; compresses the other records.
    pub(super) fn around_long(
        &self,
        capture: &Capture<'_>,
        digests: Digests,
        link: Option<&Link>,
        workspace: &mut Workspace,
    ) -> Result<(RecordHead, Packed), SinkError> {
        let head = self.response(capture, digests, link)?;
        workspace.out.clear();
        self.others(capture, head.id(), None, link, workspace)?;
        Ok((head, Packed { response_length: 0, digests, is_revisit: false }))
    }

    /// Returns the digests of a response that was compressed while it was received; `None` if it was not, or if other
    /// digests are wanted.
    pub(super) fn digests_of_packed(&self, capture: &Capture<'_>) -> Option<Digests> {
        let block = capture.packed.as_ref()?.block;
        let found = block.digests();
        let (payload, payload_length) = found.payload?;
        let is_wanted = found.block.algorithm() == self.algorithm && self.more.is_empty();
        (is_wanted && block.length() == capture.length).then_some(Digests {
            block: found.block,
            more_block: More::default(),
            more_payload: More::default(),
            payload,
            payload_length,
            is_http: true,
            is_chunked: found.is_chunked,
        })
    }

    /// Reads a long response to compute its digests, and seeks back to its beginning.
    pub(super) fn digests_of_long(
        &self,
        capture: &mut Capture<'_>,
        start: u64,
    ) -> Result<Digests, WriteError> {
        let mut source = &mut *capture.response;
        let found = ResponseDigests::of_stream(&mut source, capture.length, self.algorithm)?;
        let mut to = |offset: u64| {
            capture.response.seek(SeekFrom::Start(start + offset)).map_err(WriteError::Read)
        };
        let head_length = (capture.head_length as u64).min(capture.length);
        let mut digests = match found.payload {
            Some((payload, payload_length)) => Digests {
                block: found.block,
                more_block: More::default(),
                more_payload: More::default(),
                payload,
                payload_length,
                is_http: true,
                is_chunked: found.is_chunked,
            },
            None => {
                to(head_length)?;
                let mut hasher = self.algorithm.hasher();
                let payload_length = capture.length - head_length;
                let source = (&mut *capture.response).take(payload_length);
                io::copy(&mut io::BufReader::with_capacity(CHUNK, source), &mut hasher)
                    .map_err(WriteError::Read)?;
                Digests {
                    block: found.block,
                    more_block: More::default(),
                    more_payload: More::default(),
                    payload: hasher.finish(),
                    payload_length,
                    is_http: false,
                    is_chunked: false,
                }
            }
        };
        capture.response.seek(SeekFrom::Start(start)).map_err(WriteError::Read)?;
        // The response is read once more for each of them: long ones are rare, and further digests are asked for.
        for (at, algorithm) in self.more.iter().enumerate() {
            let mut source = &mut *capture.response;
            let found = ResponseDigests::of_stream(&mut source, capture.length, *algorithm)?;
            digests.more_block[at] = Some(found.block);
            digests.more_payload[at] = found.payload.map(|(digest, _)| digest);
            capture.response.seek(SeekFrom::Start(start)).map_err(WriteError::Read)?;
        }
        Ok(digests)
    }

    /// Returns the further digests of a block.
    fn more_of(&self, block: &[u8]) -> More {
        let mut more = More::default();
        for (digest, algorithm) in more.iter_mut().zip(&self.more) {
            *digest = Some(algorithm.digest(block));
        }
        more
    }

    /// Returns the further digests of the payload of a response; none if it is not HTTP.
    fn more_of_payload(&self, block: &[u8]) -> More {
        let mut more = More::default();
        for (digest, algorithm) in more.iter_mut().zip(&self.more) {
            *digest =
                ResponseDigests::payload_of_slice(block, *algorithm).map(|(digest, _)| digest);
        }
        more
    }

    /// Compresses the record of a DNS request.
    pub(super) fn lookup(
        &self,
        lookup: &DnsLookup<'_>,
        link: Option<&Link>,
        workspace: &mut Workspace,
    ) -> Result<Packed, SinkError> {
        let uri = format!("dns:{}", lookup.host);
        let digest = self.algorithm.digest(lookup.answer);
        let head = self.head(RecordType::Response, lookup.date, link)?;
        let more_block = self.more_of(lookup.answer);
        let mut head = about(head, uri.as_bytes(), lookup.server)
            .field("Content-Type", "text/dns")
            .field("WARC-Block-Digest", digest.to_string());
        if let Some(more) = in_field(&more_block) {
            head = head.field(MORE_BLOCK_DIGESTS, more);
        }
        workspace.out.clear();
        pack(&head, lookup.answer, workspace)?;
        let digests = Digests {
            block: digest,
            more_block,
            more_payload: More::default(),
            payload: digest,
            payload_length: lookup.answer.len() as u64,
            is_http: false,
            is_chunked: false,
        };
        let response_length = workspace.out.len() as u64;
        Ok(Packed { response_length, digests, is_revisit: false })
    }

    pub(super) fn digests(&self, block: &[u8], head_length: usize) -> Digests {
        let found = ResponseDigests::of_slice(block, self.algorithm);
        let (is_http, (payload, payload_length)) = match found.payload {
            Some(payload) => (true, payload),
            None => {
                let body = &block[head_length.min(block.len())..];
                (false, (self.algorithm.digest(body), body.len() as u64))
            }
        };
        let is_chunked = found.is_chunked;
        let (more_block, more_payload) = (self.more_of(block), self.more_of_payload(block));
        let block = found.block;
        Digests { block, more_block, more_payload, payload, payload_length, is_http, is_chunked }
    }

    fn response(
        &self,
        capture: &Capture<'_>,
        digests: Digests,
        link: Option<&Link>,
    ) -> Result<RecordHead, SinkError> {
        let head = self.head(RecordType::Response, capture.date, link)?;
        let mut head = spoken(about(head, capture.uri, capture.address), capture)
            .field("Content-Type", "application/http;msgtype=response");
        for (name, value) in [
            ("WARC-Identified-Payload-Type", capture.payload_type),
            ("WARC-Truncated", capture.truncated),
        ] {
            if let Some(value) = value {
                head = head.field(name, value);
            }
        }
        head = head.field("WARC-Block-Digest", digests.block.to_string());
        if let Some(more) = in_field(&digests.more_block) {
            head = head.field(MORE_BLOCK_DIGESTS, more);
        }
        if digests.is_http {
            head = head.field("WARC-Payload-Digest", digests.payload.to_string());
            if let Some(more) = in_field(&digests.more_payload) {
                head = head.field(MORE_PAYLOAD_DIGESTS, more);
            }
        }
        Ok(head)
    }

    /// Returns the header of a revisit.
    fn revisit(
        &self,
        capture: &Capture<'_>,
        digests: Digests,
        referral: &Referral<'_>,
        link: Option<&Link>,
    ) -> Result<RecordHead, SinkError> {
        let Referral { original, reason } = referral;
        let head = self.head(RecordType::Revisit, capture.date, link)?;
        let mut head = spoken(about(head, capture.uri, capture.address), capture);
        if *reason == Reason::Identical {
            head = head.field("Content-Type", "application/http;msgtype=response");
        }
        head = head
            .field("WARC-Profile", profile(*reason, self.version))
            .field("WARC-Refers-To-Target-URI", escape_illegal(&original.uri))
            .field("WARC-Refers-To-Date", &original.date);
        if let Some(id) = &original.id {
            head = head.field("WARC-Refers-To", format!("<{id}>"));
        }
        head = head.field("WARC-Block-Digest", digests.block.to_string());
        if let Some(more) = in_field(&digests.more_block) {
            head = head.field(MORE_BLOCK_DIGESTS, more);
        }
        // The payload digest after an answer 304 is known only from the earlier capture.
        match (reason, &capture.not_modified) {
            (Reason::Identical, _) => {
                head = head
                    .field("WARC-Payload-Digest", digests.payload.to_string())
                    .field("WARC-Truncated", "length");
                if let Some(more) = in_field(&digests.more_payload) {
                    head = head.field(MORE_PAYLOAD_DIGESTS, more);
                }
            }
            (Reason::NotModified, Some((_, Some(digest)))) => {
                head = head.field("WARC-Payload-Digest", digest);
            }
            (Reason::NotModified, _) => {}
        }
        Ok(head)
    }

    /// Compresses the records that follow a response and refer to it. `not_modified` is the escaped head of an answer
    /// 304.
    fn others(
        &self,
        capture: &Capture<'_>,
        response: &str,
        not_modified: Option<&[u8]>,
        link: Option<&Link>,
        workspace: &mut Workspace,
    ) -> Result<(), SinkError> {
        let beside = |kind| -> Result<RecordHead, SinkError> {
            let head = self.head(kind, capture.date, link)?;
            let head = about(head, capture.uri, capture.address);
            Ok(head.field("WARC-Concurrent-To", format!("<{response}>")))
        };
        if !capture.request.is_empty() {
            let head = spoken(beside(RecordType::Request)?, capture)
                .field("Content-Type", "application/http;msgtype=request");
            self.pack_small(head, capture.request, workspace)?;
        }
        let first = not_modified.map(|head| (NOT_MODIFIED_HEAD, head));
        let lines: Vec<_> = first.into_iter().chain(capture.metadata.iter().copied()).collect();
        if !lines.is_empty() {
            let block = warc_fields(&lines)?;
            let head = beside(RecordType::Metadata)?;
            let head = head.field("Content-Type", "application/warc-fields");
            self.pack_small(head, &block, workspace)?;
        }
        Ok(())
    }

    fn pack_small(
        &self,
        head: RecordHead,
        block: &[u8],
        workspace: &mut Workspace,
    ) -> Result<(), SinkError> {
        let digest = self.algorithm.digest(block).to_string();
        let mut head = head.field("WARC-Block-Digest", digest);
        if let Some(more) = in_field(&self.more_of(block)) {
            head = head.field(MORE_BLOCK_DIGESTS, more);
        }
        pack(&head, block, workspace)
    }

    fn head(
        &self,
        kind: RecordType,
        date: SystemTime,
        link: Option<&Link>,
    ) -> Result<RecordHead, SinkError> {
        let id = self.sources.record_id()?;
        let head = RecordHead::new(kind, &id, timestamp(date)).version(self.version);
        Ok(match link {
            Some(link) => head.field("WARC-Warcinfo-ID", format!("<{}>", link.warcinfo_id)),
            None => head,
        })
    }
}

impl Referral<'_> {
    /// Returns the part of the response's head that is stored in the block of the record.
    fn block<'b>(&self, head: &'b [u8]) -> &'b [u8] {
        match self.reason {
            Reason::Identical => head,
            Reason::NotModified => &[],
        }
    }
}

/// Escapes `%`, so that the escapes of [`warc_fields`] can be undone.
fn escape_percent(head: &[u8]) -> Vec<u8> {
    let mut escaped = Vec::with_capacity(head.len() + 16);
    for &byte in head {
        match byte {
            b'%' => escaped.extend_from_slice(b"%25"),
            _ => escaped.push(byte),
        }
    }
    escaped
}

/// Returns the head of an answer 304 as it was received, from the block of a `metadata` record. `None` if the block has
/// no such line.
pub fn not_modified_head(block: &[u8]) -> Option<Vec<u8>> {
    let lines = block.split(|&byte| byte == b'\n');
    let value = lines.filter_map(|line| line.strip_prefix(NOT_MODIFIED_HEAD.as_bytes())).next()?;
    let mut rest = value.strip_prefix(b": ")?;
    rest = rest.strip_suffix(b"\r").unwrap_or(rest);
    let mut head = Vec::with_capacity(rest.len());
    while let [byte, behind @ ..] = rest {
        let digits = (*byte == b'%').then(|| behind.get(..2)).flatten();
        let escaped = digits.and_then(|digits| std::str::from_utf8(digits).ok());
        let escaped = escaped.and_then(|digits| u8::from_str_radix(digits, 16).ok());
        head.push(escaped.unwrap_or(*byte));
        rest = if escaped.is_some() { &behind[2..] } else { behind };
    }
    Some(head)
}

/// Returns the URI of the revisit profile for a reason.
fn profile(reason: Reason, version: Version) -> &'static str {
    match (reason, version) {
        (Reason::Identical, Version::V1_0) => {
            "http://netpreserve.org/warc/1.0/revisit/identical-payload-digest"
        }
        (Reason::Identical, Version::V1_1) => {
            "http://netpreserve.org/warc/1.1/revisit/identical-payload-digest"
        }
        (Reason::NotModified, Version::V1_0) => {
            "http://netpreserve.org/warc/1.0/revisit/server-not-modified"
        }
        (Reason::NotModified, Version::V1_1) => {
            "http://netpreserve.org/warc/1.1/revisit/server-not-modified"
        }
    }
}

/// Compresses a record and appends it to the output.
fn pack(head: &RecordHead, block: &[u8], workspace: &mut Workspace) -> Result<(), SinkError> {
    let header = head.compose(block.len() as u64)?;
    let Workspace { packer, record, out, .. } = workspace;
    record.clear();
    record.reserve_exact(header.len() + block.len() + 4);
    record.extend_from_slice(&header);
    record.extend_from_slice(block);
    packer.pack_onto(record, out).map_err(WriteError::Write)?;
    Ok(())
}

fn about(head: RecordHead, uri: &[u8], address: Option<IpAddr>) -> RecordHead {
    let head = head.field("WARC-Target-URI", escape_illegal(uri));
    match address {
        Some(address) => head.field("WARC-IP-Address", address.to_string()),
        None => head,
    }
}

/// Adds the protocols and the cipher suite, which are the same for request and response.
fn spoken(mut head: RecordHead, capture: &Capture<'_>) -> RecordHead {
    for protocol in capture.protocol {
        head = head.field("WARC-Protocol", protocol);
    }
    match capture.cipher_suite {
        Some(suite) => head.field("WARC-Cipher-Suite", suite),
        None => head,
    }
}

/// Returns the lines of a `metadata` record. Values come from the web: bytes that would end a line are escaped as in a
/// URI. Names come from this program; a name that is not allowed is an error.
fn warc_fields(lines: &[(&str, &[u8])]) -> Result<Vec<u8>, HeadError> {
    let mut block = Vec::with_capacity(lines.iter().map(|it| it.0.len() + it.1.len() + 4).sum());
    for (name, value) in lines {
        let is_token = |b: u8| b.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~".contains(&b);
        if name.is_empty() || !name.bytes().all(is_token) {
            return Err(HeadError::Name((*name).to_owned()));
        }
        block.extend_from_slice(name.as_bytes());
        block.extend_from_slice(b": ");
        for &byte in *value {
            match byte {
                0..=31 | 127 => block.extend_from_slice(format!("%{byte:02X}").as_bytes()),
                _ => block.push(byte),
            }
        }
        block.extend_from_slice(b"\r\n");
    }
    Ok(block)
}
