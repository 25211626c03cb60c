//! Reads a file of records to its end and tells its captures.

use crate::catalogue::{CaptureRow, FileFacts};
use crate::describe::{self, Describe, Description};
use crate::record_row::text;
use sha2::{Digest as _, Sha256};
use std::fmt::Display;
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;
use std::time::UNIX_EPOCH;
use stodola_warc::{HttpInfo, Reader, Record, RecordType};

/// So much of a `warcinfo` record is read for the name of the job.
const INFO_MAX: u64 = 1 << 16;
/// So many problems of a file are told in words; the rest is counted.
const PROBLEMS_TOLD: usize = 20;

/// What a file turned out to be.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Scanned {
    /// For the catalogue.
    pub facts: FileFacts,
    /// How many captures were told.
    pub captures: u64,
    /// What is wrong with it: offset and words, the first few.
    pub problems: Vec<(u64, String)>,
    /// How many there are.
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

/// Reads a file. `describe` is shown its pages. `on` is called for each capture, in the order of the file, `at` now and then with the
/// number of bytes read. Damage stops nothing; what `on` refuses does.
pub(crate) fn scan<E: From<io::Error>>(
    path: &Path,
    describe: Option<&dyn Describe>,
    mut on: impl FnMut(CaptureRow) -> Result<(), E>,
    mut at: impl FnMut(u64),
) -> Result<Scanned, E> {
    let file = File::open(path)?;
    let metadata = file.metadata()?;
    if !metadata.is_file() {
        return Err(io::Error::new(io::ErrorKind::InvalidInput, "not a file").into());
    }
    let mut scanned = Scanned::default();
    let mut hashed = Hashed::new(file);
    let mut reader = Reader::new(&mut hashed).with_probe(File::open(path)?);
    while let Some(mut record) = reader.next_record()? {
        scanned.facts.records += 1;
        let offset = record.offset();
        let mut row = None;
        if record.is_capture() {
            let http = record.http()?;
            let description = describe_record(describe, &mut record, http.as_ref())?;
            row = CaptureRow::read(&mut record, http.as_ref())?;
            if let Some(row) = &mut row {
                (row.title, row.language) = (description.title, description.language);
            }
            if row.is_none() {
                scanned.problem(offset, &"no WARC-Target-URI, so the record is not listed");
            }
        } else if record.kind() == RecordType::Warcinfo && scanned.facts.job.is_none() {
            scanned.facts.job = job_of(&mut record)?;
        }
        let end = record.finish()?;
        for warning in end.warnings.iter().filter(|warning| warning.is_damage()) {
            scanned.problem(offset, warning);
        }
        if let Some(mut row) = row {
            if row.time.is_none() {
                scanned.problem(offset, &"no readable date");
            }
            row.length = end.length;
            scanned.captures += 1;
            on(row)?;
        }
        for gap in reader.take_gaps() {
            scanned.problem(gap.offset, &gap);
        }
        at(reader.stored_position());
    }
    for gap in reader.take_gaps() {
        scanned.problem(gap.offset, &gap);
    }
    drop(reader);
    let (size, sha256) = hashed.finish()?;
    scanned.facts.size = size;
    scanned.facts.sha256 = Some(sha256);
    scanned.facts.modified = modified(&metadata);
    Ok(scanned)
}

/// When a file was last changed, in seconds since 1970.
pub(crate) fn modified(metadata: &std::fs::Metadata) -> Option<i64> {
    let time = metadata.modified().ok()?.duration_since(UNIX_EPOCH).ok()?;
    i64::try_from(time.as_secs()).ok()
}

fn describe_record<R: Read>(
    describe: Option<&dyn Describe>,
    record: &mut Record<'_, R>,
    http: Option<&HttpInfo>,
) -> io::Result<Description> {
    match (describe, record.uri().map(<[u8]>::to_vec)) {
        (Some(it), Some(uri)) => describe::describe(it, record, http, &uri),
        _ => Ok(Description::default()),
    }
}

/// The job that a `warcinfo` record names.
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

/// A file whose bytes are hashed as they are read.
pub(crate) struct Hashed {
    file: File,
    hasher: Sha256,
    size: u64,
}

impl Hashed {
    pub(crate) fn new(file: File) -> Hashed {
        Hashed { file, hasher: Sha256::new(), size: 0 }
    }

    /// Reads what is left; the size and the digest of all.
    pub(crate) fn finish(mut self) -> io::Result<(u64, [u8; 32])> {
        io::copy(&mut self, &mut io::sink())?;
        Ok((self.size, self.hasher.finalize().into()))
    }
}

impl Read for Hashed {
    fn read(&mut self, buf: &mut [u8]) -> io::Result<usize> {
        let n = self.file.read(buf)?;
        self.hasher.update(&buf[..n]);
        self.size += n as u64;
        Ok(n)
    }
}
