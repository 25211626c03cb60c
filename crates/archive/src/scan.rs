//! Reads an ARC or WARC file, or a part of one, and passes its captures to the catalogue and the observer.

use crate::catalogue::{CaptureRow, ConversionRow, FileFacts, PostedRow};
use crate::folder::Archive;
use crate::observe::{Block, CaptureObserver, Needs, ReadCapture};
use crate::pairs::{AnswerPlace, PairSide, Pairs};
use crate::record_row::text;
use crate::source::{FileSource, OpenedFile, RunningHash, reader_at};
use crate::wacz;
use std::fmt::Display;
use std::io::{self, Read, Seek};
use std::ops::Range;
use std::time::UNIX_EPOCH;
use stodola_warc::{Reader, Record, RecordType};

/// Bytes of a `warcinfo` record that are read to find the name of the job.
const INFO_MAX: u64 = 1 << 16;
/// Maximum number of problems of a file that are described in words; the rest is only counted.
const PROBLEMS_TOLD: usize = 20;

/// What was found in a file when it was read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Scanned {
    /// Facts about the file for the catalogue.
    pub facts: FileFacts,
    /// Number of captures listed.
    pub captures: u64,
    /// Problems in the file, each with its byte offset and a description: the first few.
    pub problems: Vec<(u64, String)>,
    /// Number of problems in the file.
    pub problem_count: u64,
}

impl Scanned {
    fn problem(&mut self, offset: u64, what: &dyn Display) {
        self.problem_count += 1;
        if self.problems.len() < PROBLEMS_TOLD {
            self.problems.push((offset, what.to_string()));
        }
    }
}

/// The part of a file that is to be read.
pub(crate) struct Stretch<'a> {
    pub(crate) archive: &'a Archive,
    pub(crate) name: &'a str,
    pub(crate) extent: Extent,
    /// The catalogue has the captures before this byte.
    pub(crate) covered: u64,
    /// What the observer needs; `None` if nothing.
    pub(crate) needs: Option<Needs>,
    /// Hash of the bytes that were read before. `None` if no digest of the file is needed.
    pub(crate) hash: Option<RunningHash>,
}

/// How far a file is read.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Extent {
    /// The file is read to its end: it is finished.
    Whole,
    /// The file is read up to this byte, where a record ends: it is being written.
    Until(u64),
}

/// Who is told of captures and progress.
pub(crate) struct Listeners<'l, E> {
    pub(crate) observer: Option<&'l mut dyn CaptureObserver>,
    /// Lists a capture. An error stops the reading.
    pub(crate) on: &'l mut dyn FnMut(ScannedItem) -> Result<(), E>,
    /// Is called with the number of bytes read from time to time. An error stops the reading.
    pub(crate) at: &'l mut dyn FnMut(u64) -> io::Result<()>,
}

/// What belongs into the catalogue.
pub(crate) enum ScannedItem {
    /// A capture.
    Capture(CaptureRow),
    /// The request with a body that a capture answers, which came before.
    Posted(AnswerPlace, PostedRow),
    /// A conversion.
    Conversion(ConversionRow),
}

/// Reads a part of a file. Captures come in the order of the file. Damage in a finished file does not stop the reading.
pub(crate) fn scan<E: From<io::Error>>(
    opened: OpenedFile,
    mut stretch: Stretch<'_>,
    mut listeners: Listeners<'_, E>,
) -> Result<(Scanned, Option<RunningHash>), E> {
    let metadata = opened.file.metadata()?;
    if !metadata.is_file() {
        return Err(io::Error::new(io::ErrorKind::InvalidInput, "not a file").into());
    }
    let needed = stretch.needs.map_or(u64::MAX, |needs| needs.from);
    let from = stretch.covered.min(needed);
    let until = match stretch.extent {
        Extent::Whole => None,
        Extent::Until(until) => Some(until),
    };
    let mut scanned = Scanned::default();
    let mut hash = stretch.hash.take();
    let is_hashed = hash.is_some();
    let mut scan = CaptureScan { stretch, scanned: &mut scanned, listeners: &mut listeners };
    match scan.stretches(&opened)? {
        None => {
            let running = hash.take().map(|hash| hash.up_to(&opened, from)).transpose()?;
            let reader = scan.read(reader_at(opened, from, until, running)?)?;
            if is_hashed {
                hash = Some(reader.into_source().finish()?);
            }
        }
        Some(stretches) => {
            // What lies between the records belongs to the file too.
            hash = hash.map(|hash| hash.up_to(&opened, metadata.len())).transpose()?;
            for part in stretches.into_iter().filter(|part| part.end > from) {
                let opened = opened.try_clone()?;
                scan.read(reader_at(opened, part.start.max(from), Some(part.end), None)?)?;
            }
        }
    }
    let extent = scan.stretch.extent;
    let Some(hash) = hash else { return Ok((scanned, None)) };
    match extent {
        Extent::Whole => {
            let (size, sha256) = hash.clone().finish();
            (scanned.facts.size, scanned.facts.sha256) = (size, Some(sha256));
            scanned.facts.modified = modified(&metadata);
        }
        Extent::Until(until) => scanned.facts.size = until,
    }
    Ok((scanned, Some(hash)))
}

/// A scan that is going on.
struct CaptureScan<'s, 'a, 'l, E> {
    stretch: Stretch<'a>,
    scanned: &'s mut Scanned,
    listeners: &'s mut Listeners<'l, E>,
}

impl<E: From<io::Error>> CaptureScan<'_, '_, '_, E> {
    /// Where the records of a WACZ file lie; `None` for other files.
    fn stretches(&self, opened: &OpenedFile) -> io::Result<Option<Vec<Range<u64>>>> {
        let mut file = opened.file.try_clone()?;
        let is_zip = self.stretch.extent == Extent::Whole && wacz::is_zip(&mut file)?;
        file.rewind()?;
        if !is_zip {
            return Ok(None);
        }
        let packed =
            || io::Error::new(io::ErrorKind::InvalidData, "a WACZ file has to be unpacked");
        wacz::stretches(file)?.map(Some).ok_or_else(packed)
    }

    /// Reads records to the end of the source.
    fn read(&mut self, mut reader: Reader<FileSource>) -> Result<Reader<FileSource>, E> {
        let CaptureScan { stretch, scanned, listeners } = self;
        let mut block = Block::default();
        let mut pairs = Pairs::default();
        while reader.next_record()?.is_some() {
            let Some(record) = reader.current_record() else { break };
            let told = read_record(record, stretch, &mut block, scanned, listeners)?;
            if told.offset >= stretch.covered {
                scanned.facts.records += 1;
                if let Some(conversion) = told.conversion {
                    (listeners.on)(ScannedItem::Conversion(conversion))?;
                }
                let posted = pairs.next(told.side);
                if let Some(row) = told.row {
                    scanned.captures += 1;
                    (listeners.on)(ScannedItem::Capture(row))?;
                }
                if let Some((place, posted)) = posted {
                    (listeners.on)(ScannedItem::Posted(place, posted))?;
                }
            }
            for gap in reader.take_gaps() {
                scanned.problem(gap.offset, &gap);
            }
            (listeners.at)(reader.stored_position())?;
        }
        for gap in reader.take_gaps() {
            scanned.problem(gap.offset, &gap);
        }
        Ok(reader)
    }
}

/// Returns the byte at which the last complete record of an unfinished file ends. What follows is an incomplete record,
/// or was never safe.
pub(crate) fn end_of_whole_records(opened: OpenedFile) -> io::Result<u64> {
    let size = opened.file.metadata()?.len();
    let mut reader = reader_at(opened, 0, Some(size), None)?;
    while let Some(record) = reader.next_record()? {
        let offset = record.offset();
        let end = record.finish()?;
        let is_damaged = end.warnings.iter().any(stodola_warc::Warning::is_damage);
        let gap = reader.take_gaps().first().map(|gap| gap.offset);
        if is_damaged || gap.is_some() {
            return Ok(gap.map_or(offset, |gap| gap.min(offset)));
        }
    }
    Ok(reader.take_gaps().first().map_or(size, |gap| gap.offset))
}

/// What is known of a record when it was read.
struct Told {
    offset: u64,
    row: Option<CaptureRow>,
    conversion: Option<ConversionRow>,
    side: Option<PairSide>,
}

fn read_record<E: From<io::Error>>(
    mut record: Record<'_, FileSource>,
    stretch: &Stretch<'_>,
    block: &mut Block,
    scanned: &mut Scanned,
    listeners: &mut Listeners<'_, E>,
) -> Result<Told, E> {
    let offset = record.offset();
    let is_new = offset >= stretch.covered;
    let (mut row, mut conversion) = (None, None);
    let mut side = if is_new { PairSide::read(&mut record)? } else { None };
    if record.kind() == RecordType::Conversion {
        conversion = ConversionRow::read(&record);
    }
    if record.is_capture() {
        row = read_capture(&mut record, stretch, block, &mut listeners.observer)?;
        if row.is_none() && is_new {
            scanned.problem(offset, &"no WARC-Target-URI, so the record is not listed");
        }
    } else if record.kind() == RecordType::Warcinfo && scanned.facts.job.is_none() {
        scanned.facts.job = job_of(&mut record)?;
    }
    let end = record.finish()?;
    for warning in end.warnings.iter().filter(|warning| warning.is_damage() && is_new) {
        scanned.problem(offset, warning);
    }
    if let Some(row) = &mut row {
        if row.time.is_none() && is_new {
            scanned.problem(offset, &"no readable date");
        }
        row.length = end.length;
    }
    if let Some(side) = &mut side {
        side.set_row(row.as_ref());
    }
    Ok(Told { offset, row, conversion, side })
}

/// Reads one capture. Returns `None` if the record has no target URI.
fn read_capture(
    record: &mut Record<'_, FileSource>,
    stretch: &Stretch<'_>,
    block: &mut Block,
    observer: &mut Option<&mut dyn CaptureObserver>,
) -> io::Result<Option<CaptureRow>> {
    let http = record.http()?;
    let kind = record.kind();
    let Some(row) = CaptureRow::without_digest(record, http.as_ref()) else { return Ok(None) };
    block.reset();
    let is_needed = stretch.needs.is_some_and(|needs| row.offset >= needs.from);
    if stretch.needs.is_some_and(|needs| needs.blocks) && is_needed {
        block.load(record)?;
    }
    let Stretch { archive, name: file, .. } = *stretch;
    let mut capture = ReadCapture { archive, file, row, kind, http, record, block };
    let is_listed = capture.row.offset >= stretch.covered;
    if let Some(observer) = observer.as_mut().filter(|_| is_listed) {
        let description = observer.describe(&mut capture);
        (capture.row.title, capture.row.language) = (description.title, description.language);
    }
    let ReadCapture { row, http, record, block, .. } = &mut capture;
    if let Some(block) = block.in_memory() {
        row.complete_digest(kind, http.as_ref(), block);
    } else if row.digest.is_none() && kind != RecordType::Revisit {
        row.read_digest(record)?;
        block.is_gone();
    }
    if let Some(observer) = observer.as_mut().filter(|_| is_needed) {
        observer.take(&mut capture);
    }
    Ok(Some(capture.row))
}

/// Returns the time when a file was last changed, in seconds since 1970; `None` if the system does not know.
pub(crate) fn modified(metadata: &std::fs::Metadata) -> Option<i64> {
    let time = metadata.modified().ok()?.duration_since(UNIX_EPOCH).ok()?;
    i64::try_from(time.as_secs()).ok()
}

/// Returns the job that a `warcinfo` record names; `None` if it names none.
fn job_of<R: Read>(record: &mut Record<'_, R>) -> io::Result<Option<String>> {
    let mut block = Vec::new();
    record.take(INFO_MAX).read_to_end(&mut block)?;
    let value = block.split(|&byte| byte == b'\n').find_map(|line| {
        let colon = line.iter().position(|&byte| byte == b':')?;
        let (name, value) = line.split_at(colon);
        name.eq_ignore_ascii_case(b"isPartOf").then(|| value[1..].trim_ascii())
    });
    Ok(value.filter(|value| !value.is_empty()).map(text))
}
