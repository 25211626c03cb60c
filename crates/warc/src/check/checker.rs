//! Checks the records of a file, one after another, by all rules.

use super::block::{self, Message, Wanted};
use super::chains::{Chains, Continuation, Id, Limits, Names};
use super::fields::Field;
use super::header::{self, About};
use super::verify::{self, Claims};
use super::{CheckSummary, CheckerOptions, Finding, FormatFault, Sink, arc, kinds, rules};
use crate::arc::parse_u64;
use crate::digest::{Algorithm, Digest};
use crate::http::is_http_content_type;
use crate::record::{Format, Record, RecordEnd, RecordType, WarcVersion};
use crate::stream::Container;
use crate::warning::{Gap, Grade};
use std::io::{self, Read};

/// Bytes of a filedesc record that are checked at most.
const FILEDESC: usize = 64 << 10;

/// Checks the records of one file as they come.
///
/// Between two records the caller may look at [`Reader::stored_position`], and should hand over what
/// [`Reader::take_gaps`] gives. A checker that is dropped before [`Checker::finish`] has reported the findings about
/// single records, but not those about several records together.
///
/// [`Reader::stored_position`]: crate::Reader::stored_position
/// [`Reader::take_gaps`]: crate::Reader::take_gaps
pub struct Checker<'a> {
    options: CheckerOptions,
    sink: Sink<'a>,
    summary: CheckSummary,
    chains: Chains,
    names: Names,
}

/// The algorithms of digests, if these are verified.
fn algorithms(digests: &[Digest], are_verified: bool) -> Vec<Algorithm> {
    digests.iter().filter(|_| are_verified).map(|digest| digest.algorithm()).collect()
}

impl<'a> Checker<'a> {
    /// Starts the check of a file. `on` is called for every finding.
    pub fn new(options: &CheckerOptions, on: &'a mut dyn FnMut(Finding)) -> Checker<'a> {
        Checker::with_limits(options, on, Limits::default())
    }

    pub(super) fn with_limits(
        options: &CheckerOptions,
        on: &'a mut dyn FnMut(Finding),
        limits: Limits,
    ) -> Checker<'a> {
        Checker {
            options: options.clone(),
            sink: Sink { on, offset: 0, errors: 0, recommendations: 0, comments: 0 },
            summary: CheckSummary::default(),
            chains: Chains::new(limits),
            names: Names::new(limits),
        }
    }

    /// Checks the next record and reads it to its end. Fails only if its source cannot be read.
    pub fn record<R: Read>(&mut self, record: Record<'_, R>) -> io::Result<()> {
        self.sink.offset = record.offset();
        let kind = record.kind();
        let end = match record.format() {
            Format::Arc(_) => self.arc_record(record)?,
            Format::Warc(version) => self.warc_record(record, version)?,
            Format::WarcUnknown => self.warc_record(record, WarcVersion::V1_1)?,
        };
        for warning in &end.warnings {
            self.sink.put(Finding {
                offset: self.sink.offset,
                grade: warning.grade(),
                rule: warning.rule(),
                fault: FormatFault::Warning(warning.clone()),
            });
        }
        self.summary.records += 1;
        self.summary.bytes += end.block_length;
        match self.summary.by_type.iter_mut().find(|entry| entry.0 == kind) {
            Some(entry) => entry.1 += 1,
            None => self.summary.by_type.push((kind, 1)),
        }
        Ok(())
    }

    /// Reports bytes that belong to no record. This is always an error, because something was lost or added.
    pub fn gap(&mut self, gap: &Gap) {
        self.sink.put(Finding {
            offset: gap.offset,
            grade: Grade::Error,
            rule: gap.reason.rule(),
            fault: FormatFault::Gap(gap.clone()),
        });
    }

    /// Ends the check of the file: reports what concerns several records, and returns the numbers.
    pub fn finish(mut self) -> CheckSummary {
        self.chains.finish(&mut self.sink);
        if self.summary.records == 0 {
            self.sink.offset = 0;
            self.sink.add(rules::NO_RECORDS, FormatFault::NoRecords);
        }
        self.summary.errors = self.sink.errors;
        self.summary.recommendations = self.sink.recommendations;
        self.summary.comments = self.sink.comments;
        self.summary
    }

    fn warc_record<R: Read>(
        &mut self,
        mut record: Record<'_, R>,
        version: WarcVersion,
    ) -> io::Result<RecordEnd> {
        let kind = record.kind();
        let has_block = !record.peek(1)?.is_empty();
        let Some(header) = record.warc() else { return record.finish() };
        let about = About { kind, version };
        let sink = &mut self.sink;
        let values = header::check(header, about, &mut self.names, sink);
        kinds::check(&values, about, has_block, sink);
        let id = values.get(Field::RecordId).map(|id| self.chains.id(id, sink));
        if let Some(warcinfo) = values.get(Field::WarcinfoId) {
            self.chains.reference("WARC-Warcinfo-ID", warcinfo, sink);
        }
        if values.has(Field::ConcurrentTo) {
            for other in header.get_all("WARC-Concurrent-To").filter(|v| !v.is_empty()) {
                self.chains.reference("WARC-Concurrent-To", other, sink);
            }
        }
        let number = values.get(Field::SegmentNumber).map(parse_u64);
        let claims = Claims {
            block: values.block_digest,
            payload: values.payload_digest,
            more_block: values.more_block.clone(),
            more_payload: values.more_payload.clone(),
            message: message_of(kind, values.get(Field::ContentType)),
            is_truncated: values.has(Field::Truncated),
            is_segment: number.is_some() || kind == RecordType::Continuation,
        };
        let segment = Segment {
            id,
            origin: values.get(Field::SegmentOriginId).map(<[u8]>::to_vec),
            number: number.flatten(),
            total: values.get(Field::SegmentTotalLength).and_then(parse_u64),
        };
        let found = block::read(&mut record, &self.wanted(kind, &claims))?;
        let end = record.finish()?;
        self.compare(kind, &claims, &found, end.block_length);
        self.segment(kind, &segment, end.block_length);
        Ok(end)
    }

    /// Returns what has to be computed about a block.
    fn wanted(&mut self, kind: RecordType, claims: &Claims) -> Wanted {
        // The digest of a revisit is that of the payload it refers to.
        let has_payload = kind != RecordType::Revisit;
        if let (Some(digest), true) = (claims.payload, claims.is_segment && has_payload) {
            let fault = FormatFault::PayloadDigestSegments { digest };
            self.sink.add(rules::PAYLOAD_DIGEST_SEGMENT, fault);
        }
        let is_whole = has_payload && !claims.is_segment;
        let hashes = self.options.digests;
        Wanted {
            block: claims.block.filter(|_| hashes).map(|d| d.algorithm()),
            payload: claims.payload.filter(|_| hashes && is_whole).map(|d| d.algorithm()),
            more_block: algorithms(&claims.more_block, hashes),
            more_payload: algorithms(&claims.more_payload, hashes && is_whole),
            message: claims.message,
            is_partial: !is_whole,
        }
    }

    fn compare(&mut self, kind: RecordType, claims: &Claims, found: &block::Found, length: u64) {
        verify::message(kind, claims, found, length, &mut self.sink);
        let confirmed = verify::digests(claims, found, &mut self.sink);
        self.summary.blocks_verified += u64::from(confirmed.block);
        self.summary.payloads_verified += u64::from(confirmed.payload);
    }

    fn segment(&mut self, kind: RecordType, segment: &Segment, length: u64) {
        let Segment { id, origin, number, total } = segment;
        if let (RecordType::Continuation, Some(origin)) = (kind, origin) {
            let segment = Continuation { number: *number, total: *total, length };
            self.chains.continuation(origin, &segment, &mut self.sink);
        } else if let (Some(id), Some(1)) = (id, number)
            && kind != RecordType::Continuation
        {
            self.chains.first_segment(*id, length, &mut self.sink);
        }
    }

    fn arc_record<R: Read>(&mut self, mut record: Record<'_, R>) -> io::Result<RecordEnd> {
        let is_filedesc = record.kind() == RecordType::Filedesc;
        let is_first = self.summary.records == 0;
        let sink = &mut self.sink;
        if is_first && !is_filedesc {
            sink.add(rules::ARC_NO_FILEDESC, FormatFault::ArcNoFiledesc);
        } else if !is_first && is_filedesc {
            sink.add(rules::ARC_MORE_FILEDESC, FormatFault::ArcMoreFiledesc);
        }
        let offset = (record.container() == Container::Plain).then(|| record.offset());
        let Some(line) = record.arc() else { return record.finish() };
        arc::check_line(line, offset, sink);
        let checksum = arc::checksum(line);
        let is_http = kinds::is_http_uri(line.url());
        if is_filedesc {
            arc::check_filedesc(record.peek(FILEDESC)?, sink);
        }
        let claims = Claims {
            message: (is_http && !is_filedesc).then_some(Message::Response),
            ..Claims::default()
        };
        let wanted = Wanted {
            block: checksum.filter(|_| self.options.digests).map(|d| d.algorithm()),
            message: claims.message,
            ..Wanted::default()
        };
        let kind = record.kind();
        let found = block::read(&mut record, &wanted)?;
        let end = record.finish()?;
        verify::message(kind, &claims, &found, end.block_length, &mut self.sink);
        let is_right = arc::check_checksum(checksum, found.block, &mut self.sink);
        self.summary.blocks_verified += u64::from(is_right);
        Ok(end)
    }
}

/// What a header says about the place of a record among segments.
struct Segment {
    id: Option<Id>,
    origin: Option<Vec<u8>>,
    number: Option<u64>,
    total: Option<u64>,
}

/// Returns the HTTP message that a block of this type should be.
fn message_of(kind: RecordType, content_type: Option<&[u8]>) -> Option<Message> {
    if !content_type.is_some_and(is_http_content_type) {
        return None;
    }
    match kind {
        RecordType::Request => Some(Message::Request),
        RecordType::Response | RecordType::Revisit => Some(Message::Response),
        RecordType::Filedesc
        | RecordType::Warcinfo
        | RecordType::Resource
        | RecordType::Metadata
        | RecordType::Conversion
        | RecordType::Continuation
        | RecordType::Other => None,
    }
}
