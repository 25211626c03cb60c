//! Requests and their responses, which stand beside each other in a file.

use std::io::{self, BufReader, Read};
use stodola_archive::cdx::CdxLine;
use stodola_warc::{HttpInfo, Record, RecordType, decode, http, post};

/// As much of a request body as can matter for the key.
const MAX_BODY: u64 = 1 << 20;

/// What a record says of the one beside it.
pub(super) struct RecordSide {
    kind: RecordType,
    uri: Option<Vec<u8>>,
    id: Option<Vec<u8>>,
    concurrent_to: Option<Vec<u8>>,
    /// Method and body, as a query, of a request that has one.
    posted: Option<(Vec<u8>, String)>,
}

impl RecordSide {
    /// Reads the block of a request; that of any other record is left alone.
    pub(super) fn read<R: Read>(
        record: &mut Record<'_, R>,
        http: Option<&HttpInfo>,
    ) -> io::Result<RecordSide> {
        let field = |name: &str| record.warc()?.get(name).map(<[u8]>::to_vec);
        let mut side = RecordSide {
            kind: record.kind(),
            uri: record.uri().map(<[u8]>::to_vec),
            id: field("WARC-Record-ID"),
            concurrent_to: field("WARC-Concurrent-To"),
            posted: None,
        };
        if let (RecordType::Request, Some(info)) = (side.kind, http) {
            side.posted = read_posted(record, info)?;
        }
        Ok(side)
    }

    /// Whether one of two neighbours is the request of the other, a response.
    fn is_pair_with(&self, after: &RecordSide) -> bool {
        self.uri == after.uri
            && after.concurrent_to == self.id
            && matches!(
                (self.kind, after.kind),
                (RecordType::Response, RecordType::Request)
                    | (RecordType::Request, RecordType::Response)
            )
    }
}

/// Returns method and body of a request, as a query; `None` if its method has no body that counts.
fn read_posted<R: Read>(
    record: &mut Record<'_, R>,
    info: &HttpInfo,
) -> io::Result<Option<(Vec<u8>, String)>> {
    let mut head = vec![0; info.head_len];
    record.read_exact(&mut head)?;
    let Some(head) = http::parse_request(&head) else { return Ok(None) };
    if !post::has_body_query(head.method) {
        return Ok(None);
    }
    let mut body = Vec::new();
    let mut reader = decode::PayloadReader::new(&head.fields, BufReader::new(record), MAX_BODY);
    // A body cut by the limit still gives the key that its first bytes make.
    match reader.read_to_end(&mut body) {
        Err(error) if !decode::is_limit_exceeded(&error) => return Err(error),
        _ => {}
    }
    let length = head.field("Content-Length");
    let body = post::declared_body(length.as_deref(), &body).unwrap_or_default();
    let content_type = head.field("Content-Type");
    let query = post::body_query(head.method, content_type.as_deref(), body);
    Ok(Some((head.method.to_ascii_uppercase(), query)))
}

/// Holds each line back until the record behind its own is known, which may be its request.
#[derive(Default)]
pub(super) struct Pairing {
    waiting: Option<(RecordSide, Option<CdxLine>)>,
}

impl Pairing {
    /// Takes the next record with its line, if it has one. Returns the lines that are ready, in the order of the file.
    pub(super) fn push(
        &mut self,
        mut side: RecordSide,
        mut line: Option<CdxLine>,
    ) -> [Option<CdxLine>; 2] {
        let Some((mut before, mut line_before)) = self.waiting.take() else {
            self.waiting = Some((side, line));
            return [None, None];
        };
        if !before.is_pair_with(&side) {
            self.waiting = Some((side, line));
            return [line_before, None];
        }
        match before.kind {
            RecordType::Request => append(&mut before, &mut line),
            _ => append(&mut side, &mut line_before),
        }
        [line_before, line]
    }

    /// Returns the line of the last record.
    pub(super) fn finish(self) -> Option<CdxLine> {
        self.waiting?.1
    }
}

/// Takes what a request has posted into the key of its response.
fn append(request: &mut RecordSide, line: &mut Option<CdxLine>) {
    let (Some((method, query)), Some(line)) = (request.posted.take(), line) else { return };
    if let Some(url) = post::append_to_url(&method, line.url.as_bytes(), &query) {
        line.key = stodola_uri::surt(&url);
    }
    line.posted = Some((String::from_utf8_lossy(&method).into_owned(), query));
}
