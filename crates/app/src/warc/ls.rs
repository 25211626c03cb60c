//! Lists the records of files, one row per record.

use super::{InputsEnded, ReportNotice, WarcError, WarcInput, each_input};
use crate::json;
use serde::Serialize;
use std::io::{self, Read};
use std::path::PathBuf;
use stodola_warc::date::{parse_arc_date, parse_warc_date};
use stodola_warc::digest::Algorithm;
use stodola_warc::{Digests, Format, Record, RecordType, Warning};

/// A record in a list. It is serialised as a line of JSON.
#[derive(Debug, Serialize)]
pub struct ListedRecord<'a> {
    /// The input, as the user named it.
    pub file: &'a str,
    /// Byte offset of the record, or of the compressed member that contains it.
    pub offset: u64,
    /// Stored bytes of the record; `None` if several records share a member.
    pub length: Option<u64>,
    /// Decoded bytes before the record in its member.
    #[serde(skip_serializing_if = "is_zero")]
    pub inner_offset: u64,
    /// Format and version, as in `WARC/1.1`.
    #[serde(serialize_with = "json::bytes")]
    pub format: Vec<u8>,
    /// Type as written, so that an unknown one is visible.
    #[serde(rename = "type", serialize_with = "json::bytes")]
    pub kind: Vec<u8>,
    /// WARC-Record-ID; `None` if it has none.
    #[serde(serialize_with = "json::bytes_or_null")]
    pub id: Option<Vec<u8>>,
    /// Target URI; `None` if it has none.
    #[serde(serialize_with = "json::bytes_or_null")]
    pub uri: Option<Vec<u8>>,
    /// The date, or what stands in its place; `None` if there is none.
    #[serde(serialize_with = "json::bytes_or_null")]
    pub date: Option<Vec<u8>>,
    /// The date as found, if it has not the right form; otherwise `None`.
    #[serde(serialize_with = "json::bytes_or_null", skip_serializing_if = "Option::is_none")]
    pub raw_date: Option<Vec<u8>>,
    /// Content-Type of the record; `None` if it has none.
    #[serde(serialize_with = "json::bytes_or_null")]
    pub content_type: Option<Vec<u8>>,
    /// Bytes of the block in the file.
    pub block_length: u64,
    /// HTTP status; `None` if the record has none.
    pub status: Option<u16>,
    /// Media type of the payload; `None` if it is not known.
    #[serde(serialize_with = "json::bytes_or_null")]
    pub mime: Option<Vec<u8>>,
    /// Computed digests; `None` if they were not asked for.
    #[serde(flatten)]
    pub digests: Option<Sha1Digests>,
    /// All warnings about the record.
    #[serde(serialize_with = "messages", skip_serializing_if = "Vec::is_empty")]
    pub warnings: Vec<Warning>,
}

/// SHA-1 of a record's block and payload, in base32.
#[derive(Debug, Serialize)]
pub struct Sha1Digests {
    /// Digest of the block.
    #[serde(rename = "block_sha1")]
    pub block: String,
    /// Digest of the payload; `None` if there is no payload.
    #[serde(rename = "payload_sha1")]
    pub payload: Option<String>,
}

/// Passes each record of the inputs to `row`, with digests if these are wanted.
pub fn list(
    paths: &[PathBuf],
    wants_digests: bool,
    watch: &dyn ReportNotice,
    row: &mut dyn FnMut(&ListedRecord<'_>) -> io::Result<()>,
) -> Result<InputsEnded, WarcError> {
    each_input(paths, watch, |input| list_input(input, wants_digests, row))
}

fn list_input(
    input: &mut WarcInput<'_>,
    wants_digests: bool,
    row: &mut dyn FnMut(&ListedRecord<'_>) -> io::Result<()>,
) -> Result<u64, WarcError> {
    let mut records = 0;
    while let Some(mut record) = input.reader.next_record()? {
        records += 1;
        let mut listed = read(input.name, &mut record)?;
        if wants_digests {
            listed.digests = Some(record.digests(Algorithm::Sha1)?.into());
        }
        let end = record.finish()?;
        listed.length = end.length;
        listed.block_length = end.block_length;
        listed.warnings = end.warnings;
        row(&listed).map_err(WarcError::Output)?;
        // They are in the row; here they only count.
        input.is_data_bad |= listed.warnings.iter().any(Warning::is_damage);
        input.after_record();
    }
    Ok(records)
}

/// Returns everything except what is known only at the end of the record.
fn read<'a, R: Read>(file: &'a str, record: &mut Record<'_, R>) -> io::Result<ListedRecord<'a>> {
    let http = record.http()?;
    let raw = record.raw_date();
    let (date, oddity) = match (raw, record.format()) {
        (None, _) => (None, None),
        (Some(raw), Format::Arc(_)) => parse_arc_date(raw),
        (Some(raw), Format::Warc(_) | Format::WarcUnknown) => parse_warc_date(raw),
    };
    let raw_date = raw.filter(|_| oddity.is_some() || date.is_none()).map(<[u8]>::to_vec);
    let date = date.map(|date| date.iso8601().to_string().into_bytes());
    Ok(ListedRecord {
        file,
        offset: record.offset(),
        length: None,
        inner_offset: record.inner_offset(),
        format: format_name(record),
        kind: type_name(record),
        id: record.id().map(<[u8]>::to_vec),
        uri: record.uri().map(<[u8]>::to_vec),
        date: date.or_else(|| raw_date.clone()),
        raw_date,
        content_type: record.content_type().filter(|t| !t.is_empty()).map(<[u8]>::to_vec),
        block_length: 0,
        status: http.as_ref().and_then(|h| h.status),
        mime: record.media_type(http.as_ref()),
        digests: None,
        warnings: Vec::new(),
    })
}

fn format_name<R: Read>(record: &Record<'_, R>) -> Vec<u8> {
    match (record.format(), record.warc()) {
        (Format::Arc(version), _) => version.as_str().into(),
        (Format::Warc(version), _) => version.as_str().into(),
        (Format::WarcUnknown, Some(header)) => header.version().to_vec(),
        (Format::WarcUnknown, None) => b"WARC".to_vec(),
    }
}

fn type_name<R: Read>(record: &Record<'_, R>) -> Vec<u8> {
    match (record.kind(), record.warc()) {
        (RecordType::Other, Some(header)) => header.get("WARC-Type").unwrap_or_default().to_vec(),
        (kind, _) => kind.as_str().into(),
    }
}

impl From<Digests> for Sha1Digests {
    fn from(Digests { block, payload }: Digests) -> Sha1Digests {
        Sha1Digests { block: block.value(), payload: payload.map(|digest| digest.value()) }
    }
}

fn is_zero(number: &u64) -> bool {
    *number == 0
}

fn messages<S: serde::Serializer>(warnings: &[Warning], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(warnings.iter().map(ToString::to_string))
}
