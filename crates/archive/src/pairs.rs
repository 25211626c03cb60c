//! Which answer belongs to which request with a body, while a file is read.
//!
//! Request and answer stand next to each other, in either order, and the second names the first
//! (`WARC-Concurrent-To`). That is the rule of cdxj-indexer and of `stodola warc index --post-append`, so that all come
//! to the same keys.

use crate::catalogue::{CaptureRow, ConversionRow, PostedRow, Stamp, key_of};
use crate::record_row::text;
use std::io::{self, BufReader, Read};
use stodola_warc::date::parse_warc_date;
use stodola_warc::decode::{PayloadReader, is_limit_exceeded};
use stodola_warc::{HttpInfo, Record, RecordType, http, post};

/// As much of a request body as can matter for the key.
const BODY_MAX: u64 = 1 << 20;

impl PostedRow {
    /// What a request with a body asked for; `None` for records of other kinds, and for methods without a body. The
    /// block is read.
    pub fn read<R: Read>(
        record: &mut Record<'_, R>,
        info: Option<&HttpInfo>,
    ) -> io::Result<Option<PostedRow>> {
        let (RecordType::Request, Some(info)) = (record.kind(), info) else { return Ok(None) };
        let mut head = vec![0; info.head_len];
        record.read_exact(&mut head)?;
        let Some(head) = http::parse_request(&head) else { return Ok(None) };
        if !post::has_body_query(head.method) {
            return Ok(None);
        }
        let mut body = Vec::new();
        let mut reader = PayloadReader::new(&head.fields, BufReader::new(record), BODY_MAX);
        // A body cut by the limit still gives the key that its first bytes make.
        match reader.read_to_end(&mut body) {
            Err(error) if !is_limit_exceeded(&error) => return Err(error),
            _ => {}
        }
        let length = head.field("Content-Length");
        let body = post::declared_body(length.as_deref(), &body).unwrap_or_default();
        let content_type = head.field("Content-Type");
        let query = post::body_query(head.method, content_type.as_deref(), body);
        let method = String::from_utf8_lossy(head.method).to_ascii_uppercase();
        Ok(Some(PostedRow { method, query }))
    }
}

impl ConversionRow {
    /// The row of a `conversion` record; `None` without a target URI.
    pub(crate) fn read<R: Read>(record: &Record<'_, R>) -> Option<ConversionRow> {
        let header = |name: &str| {
            let value = record.warc().and_then(|header| header.get(name));
            value.filter(|value| !value.is_empty())
        };
        let date = |raw: Option<&[u8]>| raw.and_then(|raw| parse_warc_date(raw).0).map(Stamp::from);
        let uri = record.uri()?.to_vec();
        Some(ConversionRow {
            key: key_of(&uri),
            time: date(record.raw_date()),
            mime: record.content_type().map(text),
            digest: header("WARC-Payload-Digest").or(header("WARC-Block-Digest")).map(text),
            refers_to: header("WARC-Refers-To").map(|id| bare(id).to_vec()),
            target_time: date(header("WARC-Refers-To-Date")),
            file: "".into(),
            offset: record.offset(),
            inner_offset: record.inner_offset(),
            uri,
        })
    }
}

/// An id without angle brackets.
fn bare(id: &[u8]) -> &[u8] {
    let id = id.trim_ascii();
    id.strip_prefix(b"<").and_then(|id| id.strip_suffix(b">")).unwrap_or(id)
}

/// A request or an answer that may be one of a pair.
pub(crate) struct PairSide {
    id: Option<Vec<u8>>,
    concurrent_to: Option<Vec<u8>>,
    uri: Option<Vec<u8>>,
    kind: SideKind,
}

enum SideKind {
    /// A request with a body.
    Request(PostedRow),
    /// An answer. Where it is listed is known when the record was read.
    Answer(Option<AnswerPlace>),
}

/// Where the answer to a request is listed.
pub(crate) struct AnswerPlace {
    pub(crate) uri: Vec<u8>,
    pub(crate) key: Vec<u8>,
    pub(crate) time: Option<Stamp>,
    pub(crate) offset: u64,
    pub(crate) inner_offset: u64,
}

impl From<&CaptureRow> for AnswerPlace {
    fn from(row: &CaptureRow) -> AnswerPlace {
        AnswerPlace {
            uri: row.uri.clone(),
            key: row.key.clone(),
            time: row.time,
            offset: row.offset,
            inner_offset: row.inner_offset,
        }
    }
}

impl PairSide {
    /// Looks at a record of which nothing was read yet. Requests without a body are of no interest.
    pub(crate) fn read<R: Read>(record: &mut Record<'_, R>) -> io::Result<Option<PairSide>> {
        let kind = match record.kind() {
            RecordType::Response => SideKind::Answer(None),
            RecordType::Request => {
                // Most are GET, which costs a look at a few bytes.
                let start = record.peek(5)?;
                let may_have_body = start.eq_ignore_ascii_case(b"POST ")
                    || start.get(..4).is_some_and(|it| it.eq_ignore_ascii_case(b"PUT "));
                if !may_have_body {
                    return Ok(None);
                }
                let info = record.http()?;
                match PostedRow::read(record, info.as_ref())? {
                    Some(posted) => SideKind::Request(posted),
                    None => return Ok(None),
                }
            }
            _ => return Ok(None),
        };
        let header = |name: &str| record.warc().and_then(|it| it.get(name)).map(<[u8]>::to_vec);
        Ok(Some(PairSide {
            id: header("WARC-Record-ID"),
            concurrent_to: header("WARC-Concurrent-To"),
            uri: record.uri().map(<[u8]>::to_vec),
            kind,
        }))
    }

    /// Of an answer: what the catalogue lists.
    pub(crate) fn set_row(&mut self, listed: Option<&CaptureRow>) {
        if let SideKind::Answer(place) = &mut self.kind {
            *place = listed.map(AnswerPlace::from);
        }
    }

    fn is_request(&self) -> bool {
        matches!(self.kind, SideKind::Request(_))
    }
}

/// The record before.
#[derive(Default)]
pub(crate) struct Pairs {
    before: Option<PairSide>,
}

impl Pairs {
    /// Takes the next record. If it and the one before are a request and its answer, returns where the answer is listed
    /// and what was asked.
    pub(crate) fn next(&mut self, side: Option<PairSide>) -> Option<(AnswerPlace, PostedRow)> {
        let is_pair = match (&self.before, &side) {
            (Some(before), Some(after)) => {
                before.is_request() != after.is_request()
                    && before.uri == after.uri
                    && after.concurrent_to == before.id
            }
            _ => false,
        };
        let before = std::mem::replace(&mut self.before, side);
        if !is_pair {
            return None;
        }
        match (before?.kind, self.before.take()?.kind) {
            (SideKind::Request(posted), SideKind::Answer(place))
            | (SideKind::Answer(place), SideKind::Request(posted)) => Some((place?, posted)),
            (SideKind::Request(_), SideKind::Request(_))
            | (SideKind::Answer(_), SideKind::Answer(_)) => None,
        }
    }
}
