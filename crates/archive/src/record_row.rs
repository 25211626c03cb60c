//! From a record to its row in the catalogue, and to its line in a CDX file.
//!
//! Which records are captures, their keys and their digests are those of `stodola warc index`:
//! responses, revisits, resources, and metadata other than `application/warc-fields`.

use crate::catalogue::{CaptureKind, CaptureRow, Stamp, key_of};
use std::io::{self, Read};
use stodola_warc::date::{parse_arc_date, parse_warc_date};
use stodola_warc::digest::Algorithm;
use stodola_warc::{Format, HttpInfo, Record, RecordType, payload_digest_of};

impl CaptureRow {
    /// Returns the row of a record of which nothing was read yet. `http` is the result of [`Record::http`]. If the
    /// header has no payload digest, the block is read to compute it. `None` if the record has no target URI. The
    /// stored length is set when the record is finished; title and language are left out.
    pub fn read<R: Read>(
        record: &mut Record<'_, R>,
        http: Option<&HttpInfo>,
    ) -> io::Result<Option<CaptureRow>> {
        let Some(mut row) = CaptureRow::without_digest(record, http) else { return Ok(None) };
        row.read_digest(record)?;
        Ok(Some(row))
    }

    /// Reads the block of the record to compute its digest, if the header has none.
    pub(crate) fn read_digest<R: Read>(&mut self, record: &mut Record<'_, R>) -> io::Result<()> {
        if self.digest.is_none() {
            self.digest = match record.kind() {
                RecordType::Revisit => None,
                RecordType::Metadata => Some(record.digests(Algorithm::Sha1)?.block.to_string()),
                _ => record.payload_digest(Algorithm::Sha1)?.map(|digest| digest.to_string()),
            };
        }
        Ok(())
    }

    /// Same as `read_digest`, for a record whose block is in memory.
    pub(crate) fn complete_digest(
        &mut self,
        kind: RecordType,
        http: Option<&HttpInfo>,
        block: &[u8],
    ) {
        if self.digest.is_none() {
            let digest = match kind {
                RecordType::Revisit => None,
                RecordType::Metadata => Some(Algorithm::Sha1.digest(block)),
                _ => payload_digest_of(kind, http, block, Algorithm::Sha1),
            };
            self.digest = digest.map(|digest| digest.to_string());
        }
    }

    /// Returns the row from the headers alone; the digest only if one of them has it.
    pub fn without_digest<R: Read>(
        record: &Record<'_, R>,
        http: Option<&HttpInfo>,
    ) -> Option<CaptureRow> {
        let uri = record.uri()?.to_vec();
        let is_arc = matches!(record.format(), Format::Arc(_));
        let date = record.raw_date().and_then(|raw| match is_arc {
            true => parse_arc_date(raw).0,
            false => parse_warc_date(raw).0,
        });
        let kind = match record.kind() {
            _ if uri.starts_with(b"dns:") => CaptureKind::Dns,
            RecordType::Revisit => CaptureKind::Revisit,
            RecordType::Metadata => CaptureKind::Metadata,
            RecordType::Resource => CaptureKind::Resource,
            _ => CaptureKind::Response,
        };
        let header = |name: &str| {
            let value = record.warc().and_then(|header| header.get(name));
            value.filter(|value| !value.is_empty())
        };
        let target_uri = header("WARC-Refers-To-Target-URI")
            .filter(|target| kind == CaptureKind::Revisit && *target != uri)
            .map(<[u8]>::to_vec);
        let target_time = header("WARC-Refers-To-Date")
            .filter(|_| kind == CaptureKind::Revisit)
            .and_then(|date| parse_warc_date(date).0);
        // Where the block is empty, the profile tells that the server answered 304.
        let is_not_modified = header("WARC-Profile").is_some_and(|it| {
            kind == CaptureKind::Revisit && it.ends_with(b"/server-not-modified")
        });
        let status = match http {
            Some(http) => http.status,
            None => is_not_modified.then_some(304),
        };
        Some(CaptureRow {
            key: key_of(&uri),
            time: date.map(Stamp::from),
            kind,
            status,
            mime: record.media_type(http).map(|mime| text(&mime)),
            digest: header("WARC-Payload-Digest").map(text),
            length: None,
            offset: record.offset(),
            inner_offset: record.inner_offset(),
            target_uri,
            target_time: target_time.map(Stamp::from),
            language: None,
            title: None,
            uri,
        })
    }
}

/// Decodes bytes as UTF-8 if they are valid; otherwise each byte becomes the character with its number, so nothing is
/// lost.
pub(crate) fn text(bytes: &[u8]) -> String {
    match std::str::from_utf8(bytes) {
        Ok(text) => text.to_owned(),
        Err(_) => bytes.iter().map(|byte| char::from(*byte)).collect(),
    }
}
