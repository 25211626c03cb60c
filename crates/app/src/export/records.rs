//! Copying records from the archive into one WARC file, in the order of the plan.
//!
//! With each capture go the records that follow it and belong to it: its request, and what is said about it. The
//! `warcinfo` record of each file that something is taken from goes first, so that nobody has to wonder who captured
//! it.

mod copy;

use super::left_out::{LeftOut, reason_of_error};
use super::measured::{Measure, Measured};
use super::pages::{ExportedPage, page_of};
use super::plan::{Plan, Planned, Role};
use super::{ExportError, ExportWork, LeftOutReason};
use crate::LineSorter;
use copy::{Copied, copy_record};
use std::io::{self, Write};
use std::time::{SystemTime, UNIX_EPOCH};
use stodola_archive::cdx::{CdxFormat, CdxLine};
use stodola_archive::{CaptureRow, FileSource, RecordRun, key_of};
use stodola_warc::date::Timestamp;
use stodola_warc::write::{WarcWriter, Warcinfo, WriterOptions};
use stodola_warc::{Record, RecordType};

/// What was written.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct RecordCounts {
    pub(super) captures: u64,
    pub(super) originals: u64,
    pub(super) requisites: u64,
    pub(super) records: u64,
}

/// The WARC file in the making, and what is known of its records.
pub(super) struct Records<'w, W: Write> {
    work: &'w ExportWork<'w>,
    writer: WarcWriter<Measured<W>>,
    /// The name of the file in the index.
    name: String,
    counts: RecordCounts,
    index: LineSorter,
    pages: LineSorter,
    page_count: u64,
    /// The page whose URL is that of the selection, the latest capture.
    main_page: Option<ExportedPage>,
    done: u64,
}

/// A WARC file that is whole.
pub(super) struct WrittenRecords<W> {
    pub(super) out: W,
    pub(super) measure: Measure,
    pub(super) counts: RecordCounts,
    pub(super) index: LineSorter,
    pub(super) pages: LineSorter,
    pub(super) page_count: u64,
    pub(super) main_page: Option<ExportedPage>,
}

impl<'w, W: Write> Records<'w, W> {
    /// Begins the file with its `warcinfo`.
    pub(super) fn begin(
        work: &'w ExportWork<'w>,
        out: W,
        name: &str,
    ) -> Result<Records<'w, W>, ExportError> {
        let path = &work.settings.out;
        let options = WriterOptions::default();
        let mut writer =
            WarcWriter::new(Measured::new(out), options).map_err(ExportError::write(path))?;
        let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        let now = Timestamp::from_unix_seconds(since.as_secs());
        let id = copy::made_id(&[name.as_bytes(), &since.as_nanos().to_le_bytes()]);
        let warcinfo = Warcinfo::new(&id, now)
            .field("software", &work.settings.software)
            .field("format", "WARC File Format 1.1")
            .field(
                "conformsTo",
                "http://iipc.github.io/warc-specifications/specifications/warc-format/warc-1.1/",
            )
            .field("description", "records copied from an archive");
        let written = writer.write_warcinfo(&warcinfo, Some(name.as_bytes()));
        written.map_err(|error| ExportError::Record { path: path.clone(), error })?;
        Ok(Records {
            work,
            writer,
            name: name.to_owned(),
            counts: RecordCounts { records: 1, ..RecordCounts::default() },
            index: LineSorter::default(),
            pages: LineSorter::default(),
            page_count: 0,
            main_page: None,
            done: 0,
        })
    }

    /// Copies all records of a plan.
    pub(super) fn write_all(
        &mut self,
        plan: Plan,
        left_out: &mut LeftOut,
    ) -> Result<(), ExportError> {
        let watch = self.work.watch;
        watch.begin("records", Some(plan.bytes()));
        let mut lines = plan.finish()?;
        let (mut file, mut run): (String, Option<RecordRun>) = (String::new(), None);
        while let Some(planned) = lines.next()? {
            if watch.is_stopped() {
                return Err(ExportError::Stopped);
            }
            if file != planned.file {
                self.copy_warcinfo(&planned.file)?;
                (file, run) = (planned.file.clone(), None);
            }
            let mut at = run.take();
            // Often the next record is the one that the reader stands at.
            let place = Some((planned.offset, planned.inner));
            if at.as_mut().and_then(RecordRun::place) != place {
                at = self.open(&planned, left_out)?;
            }
            if let Some(mut at) = at
                && self.write(&planned, &mut at, left_out)?
            {
                run = Some(at);
            }
            self.done += planned.length;
            watch.at(self.done);
        }
        watch.end();
        Ok(())
    }

    /// Ends the file.
    pub(super) fn finish(mut self) -> Result<WrittenRecords<W>, ExportError> {
        self.writer.flush().map_err(ExportError::write(&self.work.settings.out))?;
        let Records { writer, counts, index, pages, page_count, main_page, .. } = self;
        let (out, measure) = writer.into_inner().finish();
        Ok(WrittenRecords { out, measure, counts, index, pages, page_count, main_page })
    }

    fn open(
        &self,
        planned: &Planned,
        left_out: &mut LeftOut,
    ) -> Result<Option<RecordRun>, ExportError> {
        let Planned { file, offset, inner, .. } = planned;
        match self.work.captures.records_from(file, *offset, *inner) {
            Ok(run) => Ok(Some(run)),
            Err(error) => match reason_of_error(&error) {
                None => Err(error.into()),
                Some(reason) => {
                    note(left_out, reason, planned, Some(error.to_string()))?;
                    Ok(None)
                }
            },
        }
    }

    /// Copies the `warcinfo` record that a file begins with, if it does.
    fn copy_warcinfo(&mut self, file: &str) -> Result<(), ExportError> {
        let Ok(mut run) = self.work.captures.records_from(file, 0, 0) else { return Ok(()) };
        let is_warcinfo = run.current().is_some_and(|it| it.kind() == RecordType::Warcinfo);
        if is_warcinfo && matches!(self.copy(&mut run)?, Copied::Whole(_) | Copied::Cut(_)) {
            self.counts.records += 1;
        }
        Ok(())
    }

    /// Copies the record that a reader stands at, and those behind it that belong to it. `false` if the reader is of
    /// no more use.
    fn write(
        &mut self,
        planned: &Planned,
        run: &mut RecordRun,
        left_out: &mut LeftOut,
    ) -> Result<bool, ExportError> {
        let facts = match facts_of(run, planned) {
            Ok(Some(facts)) => facts,
            Ok(None) => {
                note(left_out, LeftOutReason::FileChanged, planned, None)?;
                return Ok(false);
            }
            Err(error) => {
                note(left_out, LeftOutReason::Damaged, planned, Some(error.to_string()))?;
                return Ok(false);
            }
        };
        let written = match self.copy(run)? {
            Copied::Whole(written) => written,
            Copied::Cut(written) => {
                note(left_out, LeftOutReason::Cut, planned, None)?;
                written
            }
            Copied::Not(why) => {
                note(left_out, LeftOutReason::Damaged, planned, Some(why))?;
                return Ok(false);
            }
        };
        self.counts.records += 1;
        if facts.is_segment {
            note(left_out, LeftOutReason::OtherSegments, planned, None)?;
        }
        if !planned.is_conversion {
            match planned.role {
                Role::Original => self.counts.originals += 1,
                Role::Requisite => self.counts.requisites += 1,
                Role::Selected => self.counts.captures += 1,
            }
            let place = (written.written.offset, written.written.length);
            self.list(planned, &facts, written.uri, place)?;
        }
        self.copy_companions(planned, &facts, run, left_out)
    }

    /// Copies the records that follow and belong to a capture. `false` if the file could not be read on.
    fn copy_companions(
        &mut self,
        planned: &Planned,
        facts: &RecordFacts,
        run: &mut RecordRun,
        left_out: &mut LeftOut,
    ) -> Result<bool, ExportError> {
        let mut missing = facts.concurrent.clone();
        let is_read_on = loop {
            match run.advance() {
                Ok(true) => {}
                Ok(false) => break true,
                // The next record that is wanted will be opened by its place.
                Err(_) => break false,
            }
            let Some(record) = run.current().filter(|it| is_companion(it, facts)) else {
                break true;
            };
            let (id, offset) = (record.id().map(<[u8]>::to_vec), record.offset());
            match self.copy(run)? {
                Copied::Whole(_) | Copied::Cut(_) => {
                    self.counts.records += 1;
                    missing.retain(|other| Some(other) != id.as_ref());
                }
                Copied::Not(why) => {
                    let place = (&*planned.file, offset);
                    let (uri, why) = (planned.uri(), Some(why));
                    left_out.place(LeftOutReason::Damaged, &uri, None, place, why)?;
                }
            }
        };
        if !missing.is_empty() {
            note(left_out, LeftOutReason::Companion, planned, None)?;
        }
        Ok(is_read_on)
    }

    fn copy(&mut self, run: &mut RecordRun) -> Result<Copied, ExportError> {
        let path = &self.work.settings.out;
        copy_record(&mut self.writer, run)
            .map_err(|error| ExportError::Record { path: path.clone(), error })
    }

    /// Puts a capture into the index, and a page into the list of pages.
    fn list(
        &mut self,
        planned: &Planned,
        facts: &RecordFacts,
        uri: Option<Vec<u8>>,
        (offset, length): (u64, u64),
    ) -> Result<(), ExportError> {
        let Some(mut row) = facts.row.clone() else { return Ok(()) };
        if let Some(uri) = uri {
            row.key = key_of(&uri);
            row.uri = uri;
        }
        (row.offset, row.inner_offset, row.length) = (offset, 0, Some(length));
        row.digest = row.digest.or_else(|| planned.digest.clone());
        let mut line = CdxLine::of(&row);
        let posted = planned.posted();
        if let Some(posted) = &posted {
            if let Some(key) = posted.key(line.url.as_bytes()) {
                line.key = key;
            }
            line.posted = Some((posted.method.clone(), posted.query.clone()));
        }
        let mut text = Vec::new();
        let pushed = line.write(&mut text, CdxFormat::Cdxj, &self.name);
        pushed.and_then(|()| self.index.push(&text)).map_err(ExportError::Scratch)?;
        if planned.role == Role::Selected && posted.is_none() {
            let page = page_of(&row, facts.mime.as_deref(), planned.title.as_deref());
            if let Some(page) = page {
                self.page_count += 1;
                self.pages.push(page.line.as_bytes()).map_err(ExportError::Scratch)?;
                self.note_main_page(&row, page);
            }
        }
        Ok(())
    }

    fn note_main_page(&mut self, row: &CaptureRow, page: ExportedPage) {
        let prefixes = &self.work.settings.selection.prefixes;
        let is_meant = prefixes.iter().any(|prefix| key_of(prefix.as_bytes()) == row.key);
        if is_meant && self.main_page.as_ref().is_none_or(|main| main.time < page.time) {
            self.main_page = Some(page);
        }
    }
}

/// What is known of a record before it is copied.
struct RecordFacts {
    row: Option<CaptureRow>,
    /// The media type that the server said, also of a revisit.
    mime: Option<String>,
    id: Option<Vec<u8>>,
    /// Ids of records that it names as belonging to it.
    concurrent: Vec<Vec<u8>>,
    is_segment: bool,
}

/// `None` if the record is not the planned one.
fn facts_of(run: &mut RecordRun, planned: &Planned) -> io::Result<Option<RecordFacts>> {
    let Some(mut record) = run.current() else { return Ok(None) };
    if record.uri() != Some(&planned.uri()[..]) {
        return Ok(None);
    }
    let http = record.http()?;
    let row = match planned.is_conversion {
        true => None,
        false => CaptureRow::without_digest(&record, http.as_ref()),
    };
    let said = http.and_then(|http| http.content_type);
    let said = said.map(|mime| String::from_utf8_lossy(&mime).into_owned());
    let mime = said.or_else(|| row.as_ref().and_then(|row| row.mime.clone()));
    let header = record.warc();
    let concurrent = header.map(|it| it.get_all("WARC-Concurrent-To").map(bare).collect());
    Ok(Some(RecordFacts {
        row,
        mime,
        id: record.id().map(<[u8]>::to_vec),
        concurrent: concurrent.unwrap_or_default(),
        is_segment: header.is_some_and(|it| it.get("WARC-Segment-Number").is_some()),
    }))
}

/// Whether a record behind a capture belongs to it: its request, or what is said about it.
fn is_companion(record: &Record<'_, FileSource>, facts: &RecordFacts) -> bool {
    let is_kind = match record.kind() {
        RecordType::Request => true,
        RecordType::Metadata => !record.is_capture(),
        _ => false,
    };
    let (Some(header), Some(id), true) = (record.warc(), &facts.id, is_kind) else { return false };
    let names = |field: &'static str| header.get_all(field).any(|it| bare(it) == *id);
    names("WARC-Concurrent-To")
        || names("WARC-Refers-To")
        || record.id().is_some_and(|own| facts.concurrent.iter().any(|it| it == own))
}

/// An id without angle brackets.
fn bare(id: &[u8]) -> Vec<u8> {
    let id = id.trim_ascii();
    id.strip_prefix(b"<").and_then(|id| id.strip_suffix(b">")).unwrap_or(id).to_vec()
}

fn note(
    left_out: &mut LeftOut,
    reason: LeftOutReason,
    planned: &Planned,
    error: Option<String>,
) -> Result<(), ExportError> {
    left_out.place(reason, &planned.uri(), None, (&planned.file, planned.offset), error)
}
