//! A record of a source, ready to be written: its new header, its block, and its proof.

use crate::damage::Place;
use crate::header::{self, Converted, Keeping};
use crate::mapping::{self, Mapped};
use crate::proof::Proof;
use crate::sniff;
use sha2::{Digest as _, Sha256};
use std::io::{self, Read};
use stodola_warc::date::{Timestamp, parse_arc_date};
use stodola_warc::decode::Chunked;
use stodola_warc::digest::{Algorithm, Digest};
use stodola_warc::write::{HeadError, RecordHead, RecordPacker, Version, rewrite};
use stodola_warc::{ArcLine, Container, Header, Record, RecordEnd, RecordType, Warning, http};

/// Bytes up to which a block is kept in memory.
const MAX_IN_MEMORY: u64 = RecordPacker::MAX - (2 << 20);
/// Bytes of a payload that are used to recognise its type.
const SNIFFED: usize = 1445;

/// A record as it was read, before it is written.
pub(crate) struct SourceRecord {
    pub(crate) offset: u64,
    pub(crate) inner: u64,
    is_packed: bool,
    /// The type in the source, for counting.
    pub(crate) kind: RecordType,
    pub(crate) header: SourceHeader,
    pub(crate) block: Block,
    pub(crate) block_sha256: Digest,
    pub(crate) payload_sha1: Option<Digest>,
    /// Bytes of HTTP head before the payload; `None` if the block is no HTTP response.
    pub(crate) http_head: Option<usize>,
    pub(crate) is_chunked: bool,
    pub(crate) end: RecordEnd,
    /// The first bytes of the payload, and its declared type.
    sniffed: Vec<u8>,
    declared_type: Option<Vec<u8>>,
}

pub(crate) enum SourceHeader {
    /// The line with its line end, and its fields.
    Arc { raw: Vec<u8>, line: Box<ArcLine> },
    /// The header as it is, and as it will be written.
    Warc { raw: Vec<u8>, converted: Converted, older: Option<Vec<u8>>, is_truncated: bool },
}

pub(crate) enum Block {
    Here(Vec<u8>),
    /// Too long for memory: the number of bytes, to be read from the source again.
    Long(u64),
}

impl Block {
    pub(crate) fn length(&self) -> u64 {
        match self {
            Block::Here(bytes) => bytes.len() as u64,
            Block::Long(length) => *length,
        }
    }
}

impl SourceRecord {
    /// Reads a record to its end.
    pub(crate) fn read<R: Read>(mut record: Record<'_, R>) -> io::Result<SourceRecord> {
        let (offset, inner, kind) = (record.offset(), record.inner_offset(), record.kind());
        let is_packed = record.container() != Container::Plain;
        let raw = record.raw_header().to_vec();
        let line = record.arc().cloned();
        let header = record.warc().cloned();
        let expected = record.expected_length();
        let (block, block_sha256, payload_sha1, http_head, is_chunked, sniffed, declared_type);
        if expected <= MAX_IN_MEMORY {
            let mut bytes = Vec::with_capacity(expected as usize);
            record.read_to_end(&mut bytes)?;
            block_sha256 = Algorithm::Sha256.digest(&bytes);
            let head = http::parse_response(&bytes).filter(|_| kind == RecordType::Response);
            http_head = head.map(|h| h.head_len);
            is_chunked = head.is_some_and(|h| h.fields.is_chunked());
            declared_type =
                head.and_then(|h| h.field("Content-Type")).map(|value| value.into_owned());
            let payload = &bytes[http_head.unwrap_or(0)..];
            payload_sha1 = Some(sha1_of(payload, is_chunked)?);
            sniffed = payload[..payload.len().min(SNIFFED)].to_vec();
            block = Block::Here(bytes);
        } else {
            let info = record.http()?.filter(|_| kind == RecordType::Response);
            http_head = info.as_ref().map(|i| i.head_len);
            is_chunked = info.as_ref().is_some_and(|i| i.is_chunked);
            declared_type = info.and_then(|i| i.content_type);
            let start = http_head.unwrap_or(0);
            let head = record.peek(start + SNIFFED)?;
            sniffed = head[start.min(head.len())..].to_vec();
            let digests = record.digests_by(Algorithm::Sha256, Algorithm::Sha1)?;
            block_sha256 = digests.block;
            payload_sha1 = digests.payload;
            block = Block::Long(0);
        }
        let end = record.finish()?;
        let block = match block {
            Block::Long(_) => Block::Long(end.block_length),
            here => here,
        };
        let header = match (line, header) {
            (Some(line), _) => SourceHeader::Arc { raw, line: Box::new(line) },
            (None, Some(header)) => {
                let length = end.block_length;
                let converted = header::convert(&raw, length);
                let older =
                    (!converted.changes.is_empty()).then(|| as_older_versions_did(&header, length));
                let is_truncated = header.get("WARC-Truncated").is_some();
                SourceHeader::Warc { raw, converted, older, is_truncated }
            }
            (None, None) => return Err(io::Error::other("a record is either ARC or WARC")),
        };
        Ok(SourceRecord {
            offset,
            inner,
            is_packed,
            kind,
            header,
            block,
            block_sha256,
            payload_sha1,
            http_head,
            is_chunked,
            end,
            sniffed,
            declared_type,
        })
    }

    /// Returns the proof of the record. The proof of a WARC record includes the header as found if the result keeps it:
    /// if it had to be changed, or the record is damaged.
    pub(crate) fn proof(&self, is_damaged: bool) -> Proof {
        match &self.header {
            SourceHeader::Arc { raw, .. } => self.proof_with(raw),
            SourceHeader::Warc { raw, converted, .. } => {
                match converted.changes.is_empty() && !is_damaged {
                    true => self.proof_with(&converted.clone().finish(&[])),
                    false => self.proof_with(&Sha256::digest(raw)),
                }
            }
        }
    }

    /// Returns the proof that a result of an older version has, which did not convert headers and mark damage; `None`
    /// if it is the same.
    pub(crate) fn older_proof(&self, is_damaged: bool) -> Option<Proof> {
        match &self.header {
            SourceHeader::Warc { older: Some(older), .. } => Some(self.proof_with(older)),
            SourceHeader::Warc { converted, .. } if is_damaged => {
                Some(self.proof_with(&converted.clone().finish(&[])))
            }
            SourceHeader::Warc { .. } | SourceHeader::Arc { .. } => None,
        }
    }

    fn proof_with(&self, header: &[u8]) -> Proof {
        Proof::new(header, self.block.length(), &sha256_bytes(&self.block_sha256))
    }

    /// Returns what had to be changed in the header of a WARC record, apart from its version.
    pub(crate) fn changes(&self) -> impl Iterator<Item = &'static str> {
        let changes = match &self.header {
            SourceHeader::Arc { .. } => None,
            SourceHeader::Warc { converted, .. } => Some(&converted.changes),
        };
        changes.into_iter().flatten().map(|change| change.name())
    }

    /// Returns the header as found, if it has to be kept in a file of its own.
    pub(crate) fn header_for_file(&self, is_damaged: bool) -> Option<&[u8]> {
        let SourceHeader::Warc { raw, converted, .. } = &self.header else { return None };
        let is_kept = is_damaged || !converted.changes.is_empty();
        (is_kept && converted.keeping(raw) == Keeping::InFile).then_some(raw)
    }

    /// Returns the URI of the source, for people.
    pub(crate) fn shown_uri(&self) -> String {
        let uri = match &self.header {
            SourceHeader::Arc { line, .. } => line.url().to_vec(),
            SourceHeader::Warc { converted, .. } => converted.target_uri(),
        };
        crate::damage::plain(&String::from_utf8_lossy(&uri))
    }

    /// Returns the place of the record in its source.
    pub(crate) fn place(&self, number: usize) -> Place {
        Place { number, offset: self.offset, inner: self.inner, is_packed: self.is_packed }
    }

    /// Returns the date of an ARC record; `None` if it cannot be read.
    pub(crate) fn arc_date(&self) -> Option<Timestamp> {
        match &self.header {
            SourceHeader::Arc { line, .. } => parse_arc_date(line.date()).0,
            SourceHeader::Warc { .. } => None,
        }
    }

    /// Returns whether bytes of the block are missing.
    pub(crate) fn is_cut(&self) -> bool {
        self.end.warnings.iter().any(|w| {
            matches!(
                w,
                Warning::BlockTruncated { .. }
                    | Warning::LengthTooLong { .. }
                    | Warning::MemberDamaged { .. }
            )
        })
    }

    /// Returns the first bytes of the block.
    fn head(&self) -> &[u8] {
        match &self.block {
            Block::Here(bytes) => bytes,
            // Long blocks were looked at by the reader: HTTP or not is all that matters here.
            Block::Long(_) if self.http_head.is_some() => b"HTTP/1.0 200",
            Block::Long(_) => b"",
        }
    }

    /// Returns the type that the bytes show, if it contradicts the declared one.
    fn identified(&self) -> Option<&'static str> {
        let SourceHeader::Arc { line, .. } = &self.header else { return None };
        if self.kind == RecordType::Filedesc || line.url().starts_with(b"dns:") {
            return None;
        }
        let found = sniff::identify(&self.sniffed)?;
        // A content-encoded body is not what its type says, and rightly so.
        if found == "application/gzip" && self.http_head.is_some() {
            return None;
        }
        let declared = match self.http_head {
            Some(_) => self.declared_type.as_deref(),
            None => Some(line.mime()),
        };
        sniff::contradicts(declared, found).then_some(found)
    }

    /// Returns what revisits need to refer to this record after its migration.
    pub(crate) fn identity(&self, source_name: &str, fallback: Timestamp) -> Option<Original> {
        let SourceHeader::Arc { line, .. } = &self.header else { return None };
        let mapped = Mapped::new(line, self.head(), fallback);
        Some(Original {
            id: self.proof(false).record_id(source_name, self.offset, self.inner),
            uri: mapped.uri,
            date: mapped.date.iso8601().to_string(),
        })
    }

    /// Composes the header that an ARC record gets; a WARC record keeps its own.
    pub(crate) fn compose(&self, wrap: &Wrap<'_>) -> Result<Composed, HeadError> {
        let (raw, line) = match &self.header {
            SourceHeader::Arc { raw, line } => (raw, line),
            SourceHeader::Warc { raw, converted, is_truncated, .. } => {
                let header = self.warc_header(raw, converted, *is_truncated, wrap);
                return Ok(Composed { header, ..Composed::default() });
            }
        };
        let mapped = Mapped::new(line, self.head(), wrap.fallback);
        let id = self.proof(false).record_id(wrap.source_name, self.offset, self.inner);
        let is_filedesc = mapped.kind == RecordType::Metadata;
        let is_revisit = wrap.original.is_some();
        let kind = if is_revisit { RecordType::Revisit } else { mapped.kind };
        let mut head = RecordHead::new(kind, &id, mapped.date)
            .field("WARC-Target-URI", &mapped.uri)
            .field("WARC-Warcinfo-ID", format!("<{}>", wrap.warcinfo_id));
        if let Some(ip) = &mapped.ip {
            head = head.field("WARC-IP-Address", ip);
        }
        if is_filedesc {
            head = head.field("WARC-Concurrent-To", format!("<{}>", wrap.warcinfo_id));
        }
        head = head.field("Content-Type", &mapped.content_type);
        if let Some(found) = self.identified() {
            head = head.field("WARC-Identified-Payload-Type", found);
        }
        let payload = self.payload_sha1.filter(|_| !is_filedesc);
        if let Some(payload) = payload {
            head = head.field("WARC-Payload-Digest", payload.to_string());
        }
        let (name, value) = mapping::line_field(raw);
        head = head.field(name, value);
        if line.v2().is_some() {
            head = head.field(mapping::VERSION, mapping::VERSION_2);
        }
        for (name, value) in wrap.mark {
            head = head.field(name, value);
        }
        let length = match (&wrap.original, self.http_head) {
            (Some(original), Some(http_head)) => {
                head = head
                    .field("WARC-Profile", REVISIT_PROFILE)
                    .field("WARC-Refers-To", format!("<{}>", original.id))
                    .field("WARC-Refers-To-Target-URI", &original.uri)
                    .field("WARC-Refers-To-Date", &original.date)
                    .field("WARC-Truncated", "length");
                if let Some(payload) = crate::dedup::payload_of(self) {
                    head = head
                        .field(
                            mapping::PAYLOAD_SHA256,
                            data_encoding::HEXLOWER.encode(&payload.sha256),
                        )
                        .field(mapping::PAYLOAD_LENGTH, payload.length.to_string());
                }
                head = head
                    .field(mapping::BLOCK_DIGEST, self.block_sha256.to_string())
                    .field(mapping::BLOCK_LENGTH, self.block.length().to_string());
                if let Block::Here(bytes) = &self.block {
                    let digest = Algorithm::Sha256.digest(&bytes[..http_head]);
                    head = head.field("WARC-Block-Digest", digest.to_string());
                }
                http_head as u64
            }
            _ => {
                if self.is_cut() {
                    head = head.field("WARC-Truncated", "unspecified");
                }
                let digest = match (&self.block, is_filedesc) {
                    (_, false) => Some(self.block_sha256),
                    (Block::Here(bytes), true) => {
                        Some(Algorithm::Sha256.digest(&[&raw[..], bytes].concat()))
                    }
                    (Block::Long(_), true) => None,
                };
                if let Some(digest) = digest {
                    head = head.field("WARC-Block-Digest", digest.to_string());
                }
                self.block.length()
            }
        };
        let before = if is_filedesc { raw.clone() } else { Vec::new() };
        let header = head.compose(length + before.len() as u64)?;
        Ok(Composed { header, before, block_length: Some(length), mapped: Some(mapped) })
    }

    /// Returns a header of WARC 1.1, with the mark if the record is damaged, and with the original header if more than
    /// its version has changed.
    fn warc_header(
        &self,
        raw: &[u8],
        converted: &Converted,
        is_truncated: bool,
        wrap: &Wrap<'_>,
    ) -> Vec<u8> {
        let mut more = Vec::new();
        if !wrap.mark.is_empty() {
            if self.is_cut() && !is_truncated {
                more.push(("WARC-Truncated", "unspecified".to_owned()));
            }
            more.extend(wrap.mark.iter().cloned());
        }
        if !more.is_empty() || !converted.changes.is_empty() {
            more.extend(header::original_fields(raw, converted.keeping(raw), wrap.header_file));
        }
        converted.clone().finish(&more)
    }
}

/// Returns the header as older versions of this program wrote it: only the version and a wrong length are changed.
/// There are still such results.
fn as_older_versions_did(header: &Header, length: u64) -> Vec<u8> {
    let is_right =
        header.get("Content-Length").unwrap_or_default() == length.to_string().as_bytes();
    rewrite(header, Some(Version::V1_1), (!is_right).then_some(length))
}

/// The profile of the revisits that deduplication makes.
pub(crate) const REVISIT_PROFILE: &str =
    "http://netpreserve.org/warc/1.1/revisit/identical-payload-digest";

/// What is added to the records of a file.
pub(crate) struct Wrap<'a> {
    pub(crate) source_name: &'a str,
    pub(crate) warcinfo_id: &'a str,
    pub(crate) fallback: Timestamp,
    /// The record that contains the same payload; `None` if it is stored here.
    pub(crate) original: Option<&'a Original>,
    /// The fields that say that the record is damaged; empty if it is not.
    pub(crate) mark: &'a [(&'static str, String)],
    /// The file with the header as it was found, if it is too long for another header.
    pub(crate) header_file: &'a str,
}

/// A record whose payload other records share.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Original {
    pub(crate) id: String,
    pub(crate) uri: Vec<u8>,
    pub(crate) date: String,
}

/// A header, and which bytes of the source become the block.
#[derive(Default)]
pub(crate) struct Composed {
    pub(crate) header: Vec<u8>,
    /// Bytes before the block: the header line of a filedesc record.
    pub(crate) before: Vec<u8>,
    /// Bytes of the source's block that are written; `None` for all.
    pub(crate) block_length: Option<u64>,
    pub(crate) mapped: Option<Mapped>,
}

fn sha1_of(payload: &[u8], is_chunked: bool) -> io::Result<Digest> {
    if !is_chunked {
        return Ok(Algorithm::Sha1.digest(payload));
    }
    let mut hasher = Algorithm::Sha1.hasher();
    io::copy(&mut Chunked::new(payload), &mut hasher)?;
    Ok(hasher.finish())
}

pub(crate) fn sha256_bytes(digest: &Digest) -> [u8; 32] {
    let mut bytes = [0; 32];
    let found = digest.as_bytes();
    let n = found.len().min(32);
    bytes[..n].copy_from_slice(&found[..n]);
    bytes
}
