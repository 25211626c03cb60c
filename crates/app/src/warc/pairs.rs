//! Requests and their responses, which stand beside each other in a file.

use std::io::{self, Read};
use stodola_archive::PostedRow;
use stodola_archive::cdx::CdxLine;
use stodola_warc::{HttpInfo, Record, RecordType};

/// What a record says of the one beside it.
pub(super) struct RecordSide {
    kind: RecordType,
    uri: Option<Vec<u8>>,
    id: Option<Vec<u8>>,
    concurrent_to: Option<Vec<u8>>,
    /// What a request with a body asked for.
    posted: Option<PostedRow>,
}

impl RecordSide {
    /// Reads the block of a request; that of any other record is left alone.
    pub(super) fn read<R: Read>(
        record: &mut Record<'_, R>,
        http: Option<&HttpInfo>,
    ) -> io::Result<RecordSide> {
        let field = |name: &str| record.warc()?.get(name).map(<[u8]>::to_vec);
        Ok(RecordSide {
            kind: record.kind(),
            uri: record.uri().map(<[u8]>::to_vec),
            id: field("WARC-Record-ID"),
            concurrent_to: field("WARC-Concurrent-To"),
            posted: PostedRow::read(record, http)?,
        })
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
    let (Some(posted), Some(line)) = (request.posted.take(), line) else { return };
    if let Some(key) = posted.key(line.url.as_bytes()) {
        line.key = key;
    }
    line.posted = Some((posted.method, posted.query));
}
