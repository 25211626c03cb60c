//! Migrates one source file to one WARC: it is read, written, read back, and only then gets its name.

use crate::damage::{self, Damages, Survey};
use crate::dedup::Decisions;
use crate::pool::{Pending, Pool, lock};
use crate::report::{DamagedRecord, FileReport, Quarantined};
use crate::source::{Block, Composed, Original, SourceHeader, SourceRecord, Wrap};
use crate::verify::{self, Expected, VerifyError};
use sha2::{Digest as _, Sha256};
use std::collections::{BTreeMap, VecDeque};
use std::fs::{self, File};
use std::io::{self, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::time::UNIX_EPOCH;
use stodola_warc::date::Timestamp;
use stodola_warc::digest::Algorithm;
use stodola_warc::write::{
    FileError, HeadError, RecordHead, RecordPacker, WarcFile, WriteError, WriterOptions,
};
use stodola_warc::{Gap, GapBytes, Reader, RecordType, Wrapping};

/// The field of the `warcinfo` of a conversion that contains the name of the source.
pub const CONVERSION_FIELD: &str = "ARC-Source-File";
/// Bytes of records that may wait for compression, per file.
const IN_FLIGHT: usize = 16 << 20;
/// Stored bytes verified as one piece of work.
const VERIFY_PIECE: u64 = 16 << 20;

/// Errors of migrating one source.
#[derive(Debug, thiserror::Error)]
pub enum MigrateError {
    /// The source cannot be read.
    #[error("cannot be read: {0}")]
    Read(io::Error),
    /// It contains no record.
    #[error("contains no ARC or WARC record")]
    NotAnArchive,
    /// It must be unpacked first.
    #[error("is not an archive: it looks like {0}")]
    Wrapped(Wrapping),
    /// The result cannot be written.
    #[error(transparent)]
    File(#[from] FileError),
    /// A record cannot be written.
    #[error("the record at {offset} cannot be written: {error}")]
    Write {
        /// Offset of the record in the source.
        offset: u64,
        /// Why.
        error: WriteError,
    },
    /// A header cannot be composed.
    #[error("the header of the record at {offset} cannot be written: {error}")]
    Head {
        /// Offset of the record in the source.
        offset: u64,
        /// Why.
        error: HeadError,
    },
    /// Bytes cannot be written to the quarantine.
    #[error("{} cannot be written: {error}", path.display())]
    Quarantine {
        /// Path of the file in the quarantine.
        path: PathBuf,
        /// Why.
        error: io::Error,
    },
    /// The result is not what it should be; it did not get its name.
    #[error("the result could not be verified and was deleted: {0}")]
    Verify(#[from] VerifyError),
    /// The source has changed since an earlier run migrated it.
    #[error("has changed since it was migrated; its result was left as it is")]
    Changed,
    /// A result has changed since it was written.
    #[error(
        "its result '{result}' has changed since it was written ({what}); nothing was overwritten: move that \
         file away and run the migration again to make a new one"
    )]
    ResultChanged {
        /// The result, relative to the output folder.
        result: String,
        /// What shows it.
        what: String,
    },
    /// There is another file with the name of the result.
    #[error(
        "would become '{result}', which is there already and was not made from it ({error}); move that file \
         away and run the migration again"
    )]
    Occupied {
        /// The result, relative to the output folder.
        result: String,
        /// What shows it.
        error: VerifyError,
    },
    /// Two sources would get the same name.
    #[error(
        "its result '{0}' has the same name as that of another source; name the folder above both instead"
    )]
    SameName(String),
    /// The index of payloads failed.
    #[error("the index of payloads: {0}")]
    Dedup(#[from] stodola_archive::DedupError),
    /// A record that the index of payloads names is not there.
    #[error("'{}' has no record at {offset}, but the index of payloads says so", path.display())]
    OriginalMissing {
        /// The file.
        path: PathBuf,
        /// The offset in it.
        offset: u64,
    },
}

/// What is common to all files of a run.
pub(crate) struct Shared {
    pub(crate) folder: PathBuf,
    pub(crate) options: WriterOptions,
    pub(crate) pool: Arc<Pool>,
    pub(crate) packers: Mutex<Vec<RecordPacker>>,
    pub(crate) software: String,
    pub(crate) now: fn() -> Timestamp,
    pub(crate) on_progress: Box<dyn Fn(u64) + Send + Sync>,
}

/// The form of a source.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// ARC or WARC.
    Records,
    /// NEDLIB.
    Pairs,
}

/// A source and its result.
#[derive(Clone, Debug)]
pub(crate) struct Job {
    pub(crate) kind: Kind,
    pub(crate) source: PathBuf,
    /// The source, relative to the folder that was named, or its name.
    pub(crate) relative: String,
    /// The result, relative to the output folder.
    pub(crate) result: String,
}

impl Job {
    pub(crate) fn source_name(&self) -> String {
        let name = self.source.file_name().unwrap_or(self.source.as_os_str());
        name.to_string_lossy().into_owned()
    }
}

/// What was written, for the index of payloads: the place of each record in the result.
pub(crate) struct Migrated {
    pub(crate) report: FileReport,
    pub(crate) offsets: Vec<u64>,
    /// The result, complete and verified, but not yet under its name.
    pub(crate) file: WarcFile,
}

/// How an attempt to migrate a source ended.
#[derive(Debug, PartialEq, Eq)]
enum Attempt {
    Done,
    /// Something is damaged. A checksum comes after the bytes that it covers, so records that are already written may
    /// be damaged; they are written again, marked.
    FoundDamage,
}

/// Reads the source and writes the result, which is verified but not yet named. `made` is the time of the conversion,
/// if the result must be the same as a lost one.
pub(crate) fn migrate(
    shared: &Arc<Shared>,
    job: &Job,
    decisions: &Decisions,
    made: Option<Timestamp>,
) -> Result<Migrated, MigrateError> {
    let made = made.unwrap_or_else(|| (shared.now)());
    let mut told = 0;
    match attempt(shared, job, decisions, made, &mut told, None)? {
        Some(migrated) => Ok(migrated),
        None => {
            let damages = damage::survey(&job.source).map_err(MigrateError::Read)?;
            let migrated = attempt(shared, job, decisions, made, &mut told, Some(damages))?;
            // What is known to be damaged does not stop it; what is damaged since is no longer the source.
            migrated.ok_or(MigrateError::Changed)
        }
    }
}

fn attempt(
    shared: &Arc<Shared>,
    job: &Job,
    decisions: &Decisions,
    made: Timestamp,
    told: &mut u64,
    damages: Option<Damages>,
) -> Result<Option<Migrated>, MigrateError> {
    let target = shared.folder.join(&job.result);
    let mut work = Work::begin(shared, job, &target, made, damages)?;
    let result = match job.kind {
        Kind::Records => work.run(decisions, told),
        Kind::Pairs => work.run_pairs().map(|()| Attempt::Done),
    };
    let result = result.and_then(|attempt| match attempt {
        Attempt::Done => work.verify().map(|()| Attempt::Done),
        Attempt::FoundDamage => Ok(Attempt::FoundDamage),
    });
    if let Ok(Attempt::Done) = result {
        return Ok(Some(work.finish()));
    }
    // Not under its name, and of no use: the next attempt or run begins anew.
    let path = work.file.open_path().to_owned();
    drop(work);
    let _ = fs::remove_file(path);
    result.map(|_| None)
}

pub(crate) struct Work<'a> {
    pub(crate) shared: &'a Arc<Shared>,
    pub(crate) job: &'a Job,
    pub(crate) file: WarcFile,
    pub(crate) report: FileReport,
    pub(crate) proofs: Vec<crate::proof::Proof>,
    pub(crate) offsets: Vec<u64>,
    waiting: VecDeque<Waiting>,
    in_flight: usize,
    pub(crate) warcinfo_id: String,
    fallback: Option<Timestamp>,
    made: Timestamp,
    /// What is known to be damaged; `None` until something is found.
    pub(crate) damages: Option<Damages>,
    /// Files in the quarantine, by the offset of the bytes that they contain.
    kept: BTreeMap<u64, String>,
}

struct Waiting {
    member: Pending<io::Result<Vec<u8>>>,
    raw_length: usize,
    source_offset: u64,
}

impl<'a> Work<'a> {
    fn begin(
        shared: &'a Arc<Shared>,
        job: &'a Job,
        target: &Path,
        made: Timestamp,
        damages: Option<Damages>,
    ) -> Result<Work<'a>, MigrateError> {
        let (length, modified) = stamp(&job.source).map_err(MigrateError::Read)?;
        if let Some(parent) = target.parent() {
            fs::create_dir_all(parent).map_err(MigrateError::Read)?;
        }
        let mut open = target.as_os_str().to_owned();
        open.push(".open");
        // Left by a kill; the folder is locked, so nobody is writing it.
        match fs::remove_file(&open) {
            Err(e) if e.kind() != io::ErrorKind::NotFound => return Err(MigrateError::Read(e)),
            _ => {}
        }
        let report = FileReport {
            source: job.source.to_string_lossy().into_owned(),
            source_length: length,
            source_modified: modified,
            result: job.result.clone(),
            ..FileReport::default()
        };
        Ok(Work {
            shared,
            job,
            file: WarcFile::create_bare(target, shared.options)?,
            report,
            proofs: Vec::new(),
            offsets: Vec::new(),
            waiting: VecDeque::new(),
            in_flight: 0,
            warcinfo_id: String::new(),
            fallback: None,
            made,
            damages,
            kept: BTreeMap::new(),
        })
    }

    fn run(&mut self, decisions: &Decisions, told: &mut u64) -> Result<Attempt, MigrateError> {
        let file = File::open(&self.job.source).map_err(MigrateError::Read)?;
        let probe = File::open(&self.job.source).map_err(MigrateError::Read)?;
        let hasher = Arc::new(Mutex::new(Sha256::new()));
        let source = Hashing { file, hasher: hasher.clone() };
        let mut reader = Reader::new(source).with_probe(probe);
        let mut survey = Survey::new(&self.job.source);
        while let Some(record) = reader.next_record().map_err(MigrateError::Read)? {
            let record = SourceRecord::read(record).map_err(MigrateError::Read)?;
            let gaps = reader.take_gaps();
            survey.gaps(&gaps).map_err(MigrateError::Read)?;
            survey.record(record.place(self.proofs.len()), &record.end);
            if self.damages.is_none() && survey.has_damage() {
                return Ok(Attempt::FoundDamage);
            }
            if self.proofs.is_empty() {
                self.fallback = record.arc_date();
            }
            if let (true, SourceHeader::Arc { .. }) = (self.warcinfo_id.is_empty(), &record.header)
            {
                self.drain(0)?;
                self.write_warcinfo()?;
            }
            let original = decisions.original(self.proofs.len());
            self.write(record, original)?;
            self.quarantine(&gaps)?;
            self.tell(reader.stored_position(), told);
        }
        if self.proofs.is_empty() {
            return Err(MigrateError::NotAnArchive);
        }
        let gaps = reader.take_gaps();
        survey.gaps(&gaps).map_err(MigrateError::Read)?;
        let found = survey.finish(self.report.source_length);
        match &self.damages {
            Some(known) if *known != found => return Err(MigrateError::Changed),
            None if !found.records.is_empty() => return Ok(Attempt::FoundDamage),
            _ => {}
        }
        self.quarantine(&gaps)?;
        self.drain(0)?;
        let account = reader.account();
        verify::check_account(&account, self.report.source_length)?;
        self.report.set_account(&account);
        self.tell(account.stored, told);
        let hash: [u8; 32] = lock(&hasher).clone().finalize().into();
        self.report.source_sha256 = data_encoding::HEXLOWER.encode(&hash);
        Ok(Attempt::Done)
    }

    /// Reports how far the source is read; what an earlier attempt has reported is not reported again.
    fn tell(&self, position: u64, told: &mut u64) {
        (self.shared.on_progress)(position.saturating_sub(*told));
        *told = position.max(*told);
    }

    /// Writes the record that says where the others come from.
    pub(crate) fn write_warcinfo(&mut self) -> Result<(), MigrateError> {
        let name = self.job.source_name();
        let now = self.made;
        self.report.converted = now.iso8601().to_string();
        let mut hasher = Sha256::new();
        hasher.update(self.job.result.as_bytes());
        hasher.update(now.iso8601().to_string());
        let id = crate::proof::uuid(&hasher.finalize().into());
        let plain = damage::plain(&name);
        let result = self.file.path().file_name().unwrap_or_default().to_string_lossy();
        let head = RecordHead::new(RecordType::Warcinfo, &id, now)
            .field("WARC-Filename", result.as_bytes())
            .field(CONVERSION_FIELD, &plain)
            .field("Content-Type", "application/warc-fields");
        let block = format!(
            "software: {}\r\nformat: WARC File Format 1.1\r\n\
             conformsTo: http://iipc.github.io/warc-specifications/specifications/warc-format/\
             warc-1.1/\r\ndescription: conversion of {plain}\r\n",
            self.shared.software
        );
        let digest = Algorithm::Sha256.digest(block.as_bytes());
        let head = head.field("WARC-Block-Digest", digest.to_string());
        self.warcinfo_id = id;
        let written = self.file.write(&head, block.as_bytes());
        written.map_err(|error| MigrateError::Write { offset: 0, error })?;
        *self.report.records_out.entry("warcinfo".to_owned()).or_default() += 1;
        Ok(())
    }

    fn write(
        &mut self,
        record: SourceRecord,
        original: Option<&Original>,
    ) -> Result<(), MigrateError> {
        let offset = record.offset;
        let mark = self.note_damage(&record)?;
        let is_damaged = !mark.is_empty();
        let header_file = self.keep_header(&record, is_damaged)?;
        self.proofs.push(record.proof(is_damaged));
        *self.report.records_in.entry(type_name(record.kind)).or_default() += 1;
        for warning in &record.end.warnings {
            *self.report.warnings.entry(warning.rule().to_owned()).or_default() += 1;
        }
        for change in record.changes() {
            *self.report.headers_changed.entry(change.to_owned()).or_default() += 1;
        }
        let wrap = Wrap {
            source_name: &self.job.relative,
            warcinfo_id: &self.warcinfo_id,
            fallback: self.fallback.unwrap_or(Timestamp::from_unix_seconds(0)),
            original,
            mark: &mark,
            header_file: &header_file,
        };
        let composed =
            record.compose(&wrap).map_err(|error| MigrateError::Head { offset, error })?;
        let kind = match (&composed.mapped, original) {
            (Some(_), Some(_)) => RecordType::Revisit,
            (Some(mapped), None) => mapped.kind,
            (None, _) => record.kind,
        };
        *self.report.records_out.entry(type_name(kind)).or_default() += 1;
        self.report.revisits += u64::from(original.is_some());
        match record.block {
            Block::Here(block) => self.queue(offset, composed, &block),
            Block::Long(length) => self.write_long(&record, &composed, length),
        }
    }

    pub(crate) fn queue(
        &mut self,
        source_offset: u64,
        composed: Composed,
        block: &[u8],
    ) -> Result<(), MigrateError> {
        let Composed { mut header, before, block_length, .. } = composed;
        let kept = block_length.map_or(block.len(), |n| (n as usize).min(block.len()));
        header.reserve(before.len() + kept + 4);
        header.extend_from_slice(&before);
        header.extend_from_slice(&block[..kept]);
        let raw_length = header.len();
        self.drain(IN_FLIGHT.saturating_sub(raw_length))?;
        let shared = self.shared.clone();
        let member = self.shared.pool.submit(move || {
            let packer = lock(&shared.packers).pop();
            let mut packer = match packer {
                Some(packer) => packer,
                None => RecordPacker::new(shared.options)?,
            };
            let member = packer.pack(header);
            lock(&shared.packers).push(packer);
            member
        });
        self.in_flight += raw_length;
        self.waiting.push_back(Waiting { member, raw_length, source_offset });
        Ok(())
    }

    /// Writes packed records, in order, until at most `most` bytes are waiting.
    pub(crate) fn drain(&mut self, most: usize) -> Result<(), MigrateError> {
        while self.in_flight > most {
            let Some(waiting) = self.waiting.pop_front() else { break };
            let offset = waiting.source_offset;
            let member = self.shared.pool.wait(&waiting.member);
            let written = member
                .map_err(WriteError::Write)
                .and_then(|member| self.file.write_packed(&member))
                .map_err(|error| MigrateError::Write { offset, error })?;
            self.offsets.push(written.offset);
            self.in_flight -= waiting.raw_length;
        }
        Ok(())
    }

    /// Writes a record whose block is too long for memory: it is read from the source a second time.
    fn write_long(
        &mut self,
        record: &SourceRecord,
        composed: &Composed,
        length: u64,
    ) -> Result<(), MigrateError> {
        self.drain(0)?;
        let mut reader =
            Reader::open_at(&self.job.source, record.offset).map_err(MigrateError::Read)?;
        while let Some(mut again) = reader.next_record().map_err(MigrateError::Read)? {
            if again.inner_offset() != record.inner {
                continue;
            }
            let kept = composed.block_length.unwrap_or(length);
            let total = kept + composed.before.len() as u64;
            let mut block = composed.before[..].chain(Read::take(&mut again, kept));
            let written = self.file.write_raw(&composed.header, &mut block, total);
            let offset = record.offset;
            let written = written.map_err(|error| MigrateError::Write { offset, error })?;
            self.offsets.push(written.offset);
            return Ok(());
        }
        Err(MigrateError::Changed)
    }

    /// If the next record is damaged, keeps its source bytes and adds it to the report. Returns the fields that mark
    /// it; none if it is not damaged.
    fn note_damage(
        &mut self,
        record: &SourceRecord,
    ) -> Result<Vec<(&'static str, String)>, MigrateError> {
        let Some(damages) = &self.damages else { return Ok(Vec::new()) };
        let Some(damaged) = damages.records.get(&self.proofs.len()).cloned() else {
            return Ok(Vec::new());
        };
        let place = damages.place(&damaged);
        let file = match self.kept.get(&place.start) {
            // Several records may share a member.
            Some(file) => file.clone(),
            None => {
                let file = self.quarantine_name(&place.start.to_string());
                let length = place.end - place.start;
                let mut source = File::open(&self.job.source).map_err(MigrateError::Read)?;
                source.seek(SeekFrom::Start(place.start)).map_err(MigrateError::Read)?;
                self.keep_all(&file, &mut source.take(length), length)?;
                self.kept.insert(place.start, file.clone());
                file
            }
        };
        let mark = damaged.fields(&self.job.relative, Some(&file));
        self.report.damages += 1;
        self.report.damaged.push(DamagedRecord {
            offset: damaged.offset,
            inner: damaged.inner,
            uri: record.shown_uri(),
            rules: damaged.reasons.iter().map(|r| r.rule.to_owned()).collect(),
            reason: damaged.reason(),
            file,
        });
        Ok(mark)
    }

    /// Keeps a header that is too long for another header. Returns the name of the file; empty if it is not too long.
    fn keep_header(
        &mut self,
        record: &SourceRecord,
        is_damaged: bool,
    ) -> Result<String, MigrateError> {
        let Some(raw) = record.header_for_file(is_damaged) else { return Ok(String::new()) };
        let inner = if record.inner > 0 { format!("+{}", record.inner) } else { String::new() };
        let name = self.quarantine_name(&format!("{}{inner}.header", record.offset));
        self.keep_all(&name, &mut &raw[..], raw.len() as u64)?;
        Ok(name)
    }

    /// Copies the bytes that are not records to the quarantine.
    fn quarantine(&mut self, gaps: &[Gap]) -> Result<(), MigrateError> {
        for gap in gaps {
            let inner = gap.inner.map_or(String::new(), |inner| format!("+{inner}"));
            let name = self.quarantine_name(&format!("{}{inner}", gap.offset));
            let mut bytes = GapBytes::open(&self.job.source, gap).map_err(MigrateError::Read)?;
            self.keep_all(&name, &mut bytes, gap.length)?;
            self.report.damages += 1;
            self.report.quarantined.push(Quarantined {
                file: name,
                offset: gap.offset,
                inner: gap.inner,
                length: gap.length,
                reason: gap.reason.to_string(),
            });
        }
        Ok(())
    }

    /// Returns a path in the quarantine. Folders are kept, so that files with the same name in two folders stay apart.
    pub(crate) fn quarantine_name(&self, place: &str) -> String {
        format!("quarantine/{}.{place}.bin", self.job.relative.replace('\\', "/"))
    }

    /// Writes exactly `length` bytes to the quarantine; fails if there are fewer.
    fn keep_all(&self, name: &str, bytes: &mut impl Read, length: u64) -> Result<(), MigrateError> {
        let copied = self.keep(name, bytes)?;
        if copied == length {
            return Ok(());
        }
        let path = self.shared.folder.join(name);
        let error = io::Error::other(format!("{copied} of {length} bytes could be read"));
        Err(MigrateError::Quarantine { path, error })
    }

    /// Writes bytes to the quarantine, and returns their number.
    pub(crate) fn keep(&self, name: &str, bytes: &mut impl Read) -> Result<u64, MigrateError> {
        let path = self.shared.folder.join(name);
        let mut copied = 0;
        let kept = match path.parent() {
            Some(folder) => stodola_durable::create_folders(folder),
            None => Ok(()),
        };
        kept.and_then(|()| {
            stodola_durable::replace_with(&path, |mut out| {
                copied = io::copy(bytes, &mut out)?;
                Ok(())
            })
        })
        .map_err(|error| MigrateError::Quarantine { path: error.path, error: error.source })?;
        Ok(copied)
    }

    /// Reads the result back from disk and compares it with the source.
    fn verify(&mut self) -> Result<(), MigrateError> {
        self.file.sync()?;
        let path = self.file.open_path().to_owned();
        let size = self.file.size();
        let fallback = self.fallback.unwrap_or(Timestamp::from_unix_seconds(0));
        let proofs = Arc::new(std::mem::take(&mut self.proofs));
        let damages = Arc::new(self.damages.take().unwrap_or_default());
        let hash = {
            let path = path.clone();
            self.shared.pool.submit(move || verify::file_sha256(&path))
        };
        let mut pieces = Vec::new();
        let mut first = 0;
        while first < self.offsets.len() || pieces.is_empty() {
            // The first piece takes what stands before the first record, too.
            let start = if first == 0 { 0 } else { self.offsets[first] };
            let mut last = first;
            while last < self.offsets.len() && self.offsets[last] < start + VERIFY_PIECE {
                last += 1;
            }
            let last = last.max(first + 1).min(self.offsets.len());
            let end = self.offsets.get(last).copied().unwrap_or(size);
            let (path, proofs, damages) = (path.clone(), proofs.clone(), damages.clone());
            pieces.push((
                last - first,
                self.shared.pool.submit(move || {
                    let expected = Expected {
                        proofs: &proofs[first..last],
                        first,
                        damaged: &damages.records,
                        older: &BTreeMap::new(),
                        fallback,
                    };
                    verify::verify_range(&path, start..end, &expected)
                }),
            ));
            first = last;
        }
        let mut found = 0;
        for (expected, piece) in &pieces {
            let n = self.shared.pool.wait(piece)?;
            found += n;
            if n != *expected {
                break;
            }
        }
        if found != proofs.len() {
            return Err(MigrateError::Verify(VerifyError::Count {
                source_records: proofs.len(),
                result_records: found,
            }));
        }
        self.report.result_sha256 = self.shared.pool.wait(&hash).map_err(VerifyError::Io)?;
        self.report.result_length = size;
        self.report.records_verified = (proofs.len() - damages.records.len()) as u64;
        self.report.verified = !self.report.is_data_bad();
        Ok(())
    }

    fn finish(self) -> Migrated {
        Migrated { report: self.report, offsets: self.offsets, file: self.file }
    }
}

/// Returns the bytes of a source, and the time of its last change in nanoseconds since 1970.
pub(crate) fn stamp(source: &Path) -> io::Result<(u64, u64)> {
    let files = match source.is_dir() {
        true => crate::pairs::files_of(source)?,
        false => vec![source.to_owned()],
    };
    let (mut length, mut modified) = (0, 0);
    for file in files {
        let metadata = file.metadata()?;
        length += metadata.len();
        let time = metadata.modified().ok().and_then(|t| t.duration_since(UNIX_EPOCH).ok());
        modified = modified.max(time.map_or(0, |d| d.as_nanos() as u64));
    }
    Ok((length, modified))
}

fn type_name(kind: RecordType) -> String {
    match kind.as_str() {
        "" => "other".to_owned(),
        name => name.to_owned(),
    }
}

/// Hashes a file while it is read.
struct Hashing {
    file: File,
    hasher: Arc<Mutex<Sha256>>,
}

impl Read for Hashing {
    fn read(&mut self, buf: &mut [u8]) -> io::Result<usize> {
        let n = self.file.read(buf)?;
        lock(&self.hasher).update(&buf[..n]);
        Ok(n)
    }
}
