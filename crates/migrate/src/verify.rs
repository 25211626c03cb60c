//! The proof: a result is read back from disk and compared, record by record, with its source.

use crate::damage::{self, DAMAGE, Damaged, Damages, Survey};
use crate::header::{self, KeptHeader};
use crate::mapping::{self, Mapped, without_line_end};
use crate::pairs::{original_name, scan_pairs};
use crate::proof::Proof;
use crate::source::{SourceRecord, sha256_bytes};
use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, BufRead, Read};
use std::ops::Range;
use std::path::Path;
use stodola_warc::date::{Timestamp, parse_warc_date};
use stodola_warc::digest::{Algorithm, Digest};
use stodola_warc::{
    Account, ArcLine, Container, Gap, Header, Reader, Record, RecordEnd, RecordType, Warning,
};

/// What a source contains, in the order of its records.
#[derive(Debug)]
pub struct SourceScan {
    /// The proof of each record.
    pub proofs: Vec<Proof>,
    /// The date that replaces dates that cannot be read.
    pub fallback: Timestamp,
    /// How many bytes were read as what.
    pub account: Account,
    /// Whether the source is ARC; otherwise it is WARC.
    pub is_arc: bool,
    /// The records that were read from damaged bytes, by their number. They are in the result and marked there, but
    /// nobody knows whether they are what was archived.
    pub damaged: BTreeMap<usize, Damaged>,
    /// What could not be read as a record.
    pub put_aside: Vec<PutAside>,
    /// Proofs of records as older versions of the program wrote them, where these differ.
    pub(crate) older: BTreeMap<usize, Proof>,
}

/// A range of a source that could not be read as a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PutAside {
    /// Offset in the source of the range, or of the member that contains it.
    pub offset: u64,
    /// Its length in bytes; 0 if that is not known.
    pub length: u64,
    /// Why it could not be read, as a text for people.
    pub reason: String,
}

/// Errors of comparing a result with its source.
#[derive(Debug, thiserror::Error)]
pub enum VerifyError {
    /// A file cannot be read.
    #[error("cannot be read: {0}")]
    Io(#[from] io::Error),
    /// A record differs.
    #[error("record {number} of the source, at {offset} in the result: {what}")]
    Differs {
        /// The number of the source record, from 0.
        number: usize,
        /// Offset of the record in the result.
        offset: u64,
        /// How it differs.
        what: String,
    },
    /// A record was read from damaged bytes, and the result does not say so.
    #[error(
        "record {number} of the source was read from damaged bytes ({reason}), but the record at {offset} in \
         the result does not say so; older versions did not mark such records: delete the result and \
         migrate the source again"
    )]
    Unmarked {
        /// The number of the source record, from 0.
        number: usize,
        /// Offset of the record in the result.
        offset: u64,
        /// What is wrong with the source.
        reason: String,
    },
    /// Records are missing or too many.
    #[error("the source has {source_records} records, the result {result_records}")]
    Count {
        /// Number of records in the source.
        source_records: usize,
        /// Number of records in the result, without the one that describes the conversion.
        result_records: usize,
    },
    /// Bytes of the result belong to no record.
    #[error("the result is damaged: {0}")]
    Damaged(String),
    /// The reader did not account for this many bytes of the source.
    #[error("{0} bytes of the source are not accounted for")]
    Unaccounted(u64),
}

/// Reads a source to its end.
pub fn scan(path: &Path) -> Result<SourceScan, VerifyError> {
    if (path.is_dir() || !starts_with_record(path)?)
        && let Some(scan) = scan_pairs(path)?
    {
        return Ok(scan);
    }
    let (scan, damages) = scan_records(path, &Damages::default())?;
    if damages.records.is_empty() {
        return Ok(scan);
    }
    // Which records are damaged is known only now, and decides what their proof covers.
    let (scan, again) = scan_records(path, &damages)?;
    match again == damages {
        true => Ok(scan),
        false => Err(VerifyError::Io(io::Error::other("it changes while it is read"))),
    }
}

fn scan_records(path: &Path, damages: &Damages) -> Result<(SourceScan, Damages), VerifyError> {
    let mut reader = Reader::open(path)?;
    let mut survey = Survey::new(path);
    let mut proofs = Vec::new();
    let mut older = BTreeMap::new();
    let mut put_aside = Vec::new();
    let mut fallback = None;
    let mut is_arc = false;
    while let Some(record) = reader.next_record()? {
        let record = SourceRecord::read(record)?;
        let gaps = reader.take_gaps();
        survey.gaps(&gaps)?;
        survey.record(record.place(proofs.len()), &record.end);
        put_aside.extend(gaps.iter().map(PutAside::of));
        if proofs.is_empty() {
            fallback = record.arc_date();
            is_arc = fallback.is_some() || record.kind == RecordType::Filedesc;
        }
        is_arc |= matches!(record.header, crate::source::SourceHeader::Arc { .. });
        let is_damaged = damages.records.contains_key(&proofs.len());
        older.extend(record.older_proof(is_damaged).map(|proof| (proofs.len(), proof)));
        proofs.push(record.proof(is_damaged));
    }
    let gaps = reader.take_gaps();
    survey.gaps(&gaps)?;
    put_aside.extend(gaps.iter().map(PutAside::of));
    let account = reader.account();
    let size = path.metadata()?.len();
    check_account(&account, size)?;
    let fallback = fallback.unwrap_or(Timestamp::from_unix_seconds(0));
    let damaged = damages.records.clone();
    let scan = SourceScan { proofs, fallback, account, is_arc, damaged, put_aside, older };
    Ok((scan, survey.finish(size)))
}

impl SourceScan {
    /// Returns whether something about the source is wrong.
    pub fn is_data_bad(&self) -> bool {
        !self.damaged.is_empty() || !self.put_aside.is_empty()
    }
}

impl PutAside {
    fn of(gap: &Gap) -> PutAside {
        PutAside { offset: gap.offset, length: gap.length, reason: gap.reason.to_string() }
    }
}

fn starts_with_record(path: &Path) -> io::Result<bool> {
    Ok(Reader::open(path)?.next_record()?.is_some_and(|record| record.offset() == 0))
}

/// Checks that the reader accounted for every byte of the source.
pub(crate) fn check_account(account: &Account, size: u64) -> Result<(), VerifyError> {
    if account.stored != size {
        return Err(VerifyError::Unaccounted(size.abs_diff(account.stored)));
    }
    let told = account.headers + account.blocks + account.separators + account.gaps;
    match account.decoded.abs_diff(told) {
        0 => Ok(()),
        n => Err(VerifyError::Unaccounted(n)),
    }
}

/// Repeats the proof from the two files alone. A source with damage gives no error if the result says the same about
/// it; [`SourceScan::is_data_bad`] says whether there is damage.
pub fn verify(source: &Path, result: &Path) -> Result<SourceScan, VerifyError> {
    let scan = scan(source)?;
    let size = result.metadata()?.len();
    let expected = Expected {
        proofs: &scan.proofs,
        first: 0,
        damaged: &scan.damaged,
        older: &scan.older,
        fallback: scan.fallback,
    };
    let found = verify_range(result, 0..size, &expected)?;
    if found != scan.proofs.len() {
        return Err(VerifyError::Count {
            source_records: scan.proofs.len(),
            result_records: found,
        });
    }
    Ok(scan)
}

/// What a range of a result must contain.
pub(crate) struct Expected<'a> {
    pub(crate) proofs: &'a [Proof],
    /// The number of the first of them in the source.
    pub(crate) first: usize,
    /// The damaged records, by their number in the source.
    pub(crate) damaged: &'a BTreeMap<usize, Damaged>,
    /// The proofs of older versions of the program, by the number of the record in the source.
    pub(crate) older: &'a BTreeMap<usize, Proof>,
    pub(crate) fallback: Timestamp,
}

impl Expected<'_> {
    /// Compares what was read with the record of this number.
    fn compare(&self, number: usize, offset: u64, found: &Found) -> Result<(), VerifyError> {
        let Some(proof) = self.proofs.get(number - self.first) else {
            let source_records = self.first + self.proofs.len();
            return Err(VerifyError::Count { source_records, result_records: number + 1 });
        };
        let differs = |what: &str| VerifyError::Differs { number, offset, what: what.to_owned() };
        let damaged = self.damaged.get(&number);
        let is_marked = if found.copy == *proof || self.older.get(&number) == Some(&found.copy) {
            // A mark that the source itself has, from an earlier migration, is none of this one.
            false
        } else {
            match &found.made {
                Ok(Some(made)) if made.proof == *proof => made.is_marked,
                Ok(_) => return Err(differs("header line or block differs from the source")),
                Err(what) => return Err(differs(what)),
            }
        };
        match (damaged, is_marked) {
            (None, false) | (Some(_), true) => Ok(()),
            (None, true) => Err(differs("it is marked as damaged, but its source is sound")),
            (Some(damaged), false) => {
                Err(VerifyError::Unmarked { number, offset, reason: damaged.reason() })
            }
        }
    }
}

/// Compares the records of a range of a result with those of the source, and returns their number.
pub(crate) fn verify_range(
    path: &Path,
    range: Range<u64>,
    expected: &Expected<'_>,
) -> Result<usize, VerifyError> {
    let mut reader = Reader::open_at(path, range.start)?;
    let mut count = 0;
    let mut position = range.start;
    while position < range.end {
        let Some(record) = reader.next_record()? else {
            return Err(VerifyError::Damaged(format!("it ends at {position}")));
        };
        let offset = record.offset();
        let is_about_conversion = is_conversion_info(&record);
        // The length of a plain record leaves its separator out.
        let separator = if record.container() == Container::Plain { 4 } else { 0 };
        let number = expected.first + count;
        let (found, end) = read_back(record, expected.fallback)?;
        // A result that is migrated again has such a record, too; then it is one of the source's.
        if !is_about_conversion || expected.proofs.get(count) == Some(&found.copy) {
            expected.compare(number, offset, &found)?;
            count += 1;
        }
        if let Some(warning) = end.warnings.iter().find(|w| is_of_packing(w)) {
            return Err(VerifyError::Damaged(format!("at {offset}: {warning}")));
        }
        if let Some(gap) = reader.take_gaps().first() {
            return Err(VerifyError::Damaged(format!("at {}: {gap}", gap.offset)));
        }
        let Some(length) = end.length.filter(|_| offset == position) else {
            return Err(VerifyError::Damaged(format!("no record starts at {position}")));
        };
        position = offset + length + separator;
    }
    match position == range.end {
        true => Ok(count),
        false => Err(VerifyError::Damaged(format!("a record goes beyond {}", range.end))),
    }
}

/// Returns whether a result must not have this warning. Odd headers of old WARC records are kept as they are.
fn is_of_packing(warning: &Warning) -> bool {
    warning.is_damage()
        || matches!(
            warning,
            Warning::InsideMember
                | Warning::SplitMembers
                | Warning::EmptyMember { .. }
                | Warning::GzipHeader { .. }
                | Warning::ZstdFrame { .. }
        )
}

/// Returns whether a record is the warcinfo that the conversion wrote, which was not made from a source record.
fn is_conversion_info<R: Read>(record: &Record<'_, R>) -> bool {
    record.kind() == RecordType::Warcinfo
        && record.warc().is_some_and(|h| h.get(crate::file::CONVERSION_FIELD).is_some())
}

/// A record of a result, and the source record that it was made from, as it says.
struct Found {
    /// The proof of the record as it is: that of its source, if nothing had to be changed.
    copy: Proof,
    /// What it was made from; an error if its fields contradict each other.
    made: Result<Option<Made>, String>,
}

struct Made {
    proof: Proof,
    /// Whether it is marked as damaged.
    is_marked: bool,
}

/// Length and SHA-256 of a block, and of the bytes after its beginning.
struct BlockRead {
    sha256: Digest,
    rest_sha256: Digest,
}

/// Reads a record of a result and computes the proof of the source record that it was made from.
fn read_back<R: Read>(
    mut record: Record<'_, R>,
    fallback: Timestamp,
) -> Result<(Found, RecordEnd), VerifyError> {
    let Some(header) = record.warc().cloned() else {
        let offset = record.offset();
        return Err(VerifyError::Damaged(format!("at {offset}: not a WARC record")));
    };
    let line = kept_line(&header);
    let before = line.as_ref().map_or(0, |(raw, line)| match line {
        Some(line) if line.is_filedesc() => raw.len(),
        _ => 0,
    });
    let start = match &line {
        Some(_) => record.peek(before + 4096)?.to_vec(),
        None => Vec::new(),
    };
    let block = read_block(&mut record, before)?;
    let is_revisit = record.kind() == RecordType::Revisit;
    let end = record.finish()?;
    let proof = |header: &[u8], length: u64, digest: &Digest| {
        Proof::new(header, length, &sha256_bytes(digest))
    };
    let length = end.block_length;
    let copy = proof(header.raw(), length, &block.sha256);
    let is_marked = header.get(DAMAGE).is_some();
    let made = if let Some(kept) = KeptHeader::of(&header) {
        check_header(&header, &kept, length).map(|is_marked| {
            Some(Made { proof: proof(&kept.sha256(), length, &block.sha256), is_marked })
        })
    } else if let Some(name) = original_name(&header) {
        Ok(Some(Made { proof: proof(&name, length, &block.sha256), is_marked }))
    } else if let Some((raw, line)) = line {
        let (head, tail) = start.split_at(before.min(start.len()));
        check_line(&header, &raw, line.as_ref(), (head, tail), fallback)
            .and_then(|()| match is_revisit {
                false => Ok((length.saturating_sub(before as u64), block.rest_sha256)),
                true => kept_block(&header).ok_or_else(|| {
                    "the revisit does not give length and digest of the original block".to_owned()
                }),
            })
            .map(|(length, digest)| Some(Made { proof: proof(&raw, length, &digest), is_marked }))
    } else {
        Ok(None)
    };
    Ok((Found { copy, made }, end))
}

/// Returns the header line of the ARC record that a record was made from, and its fields; `None` if there is none.
fn kept_line(header: &Header) -> Option<(Vec<u8>, Option<ArcLine>)> {
    let raw = mapping::original_line(header)?;
    let is_version2 = header.get(mapping::VERSION) == Some(mapping::VERSION_2.as_bytes());
    let line = ArcLine::parse(without_line_end(&raw), is_version2);
    Some((raw, line))
}

/// Checks that the header is what the rules make of the ARC line. `block` is the header line that a filedesc record has
/// in its block, and the first bytes after it.
fn check_line(
    header: &Header,
    raw: &[u8],
    line: Option<&ArcLine>,
    block: (&[u8], &[u8]),
    fallback: Timestamp,
) -> Result<(), String> {
    let Some(line) = line else { return Err("the kept header line cannot be read".to_owned()) };
    if line.is_filedesc() && block.0 != raw {
        return Err("the filedesc line differs from its copy".to_owned());
    }
    check_fields(header, &Mapped::new(line, block.1, fallback))
}

/// Checks that the header is what the rules make of the header that it keeps, and then only has fields that the
/// migration adds. Returns whether these mark it as damaged.
fn check_header(header: &Header, kept: &KeptHeader, length: u64) -> Result<bool, String> {
    let KeptHeader::Whole(raw) = kept else {
        // Only the hash is here: the header is in a file of the quarantine.
        return Ok(header.get(DAMAGE).is_some());
    };
    let lines = header::convert(raw, length).lines;
    let Some(added) = header.raw().strip_prefix(&lines[..]) else {
        return Err("the header is not what the header it keeps asks for".to_owned());
    };
    let mut is_marked = false;
    for line in added.split(|b| *b == b'\n').filter(|line| !line.trim_ascii().is_empty()) {
        let name = line.split(|b| *b == b':').next().unwrap_or_default();
        let is_ours = ADDED.iter().any(|ours| ours.as_bytes() == name);
        if !is_ours {
            return Err(format!("'{}' is not of the source", name.escape_ascii()));
        }
        is_marked |= name == DAMAGE.as_bytes();
    }
    Ok(is_marked)
}

/// The fields that the migration adds to the header of a WARC record.
const ADDED: [&str; 9] = [
    "WARC-Truncated",
    DAMAGE,
    damage::FILE,
    damage::OFFSET,
    damage::INNER,
    damage::QUARANTINE,
    header::ORIGINAL,
    header::ORIGINAL_FILE,
    header::ORIGINAL_SHA256,
];

fn read_block(block: &mut impl BufRead, before: usize) -> io::Result<BlockRead> {
    let mut whole = Algorithm::Sha256.hasher();
    let mut rest = (before > 0).then(|| Algorithm::Sha256.hasher());
    let mut skip = before;
    loop {
        let piece = block.fill_buf()?;
        let n = piece.len();
        if n == 0 {
            let sha256 = whole.finish();
            let rest_sha256 = rest.map_or(sha256, |rest| rest.finish());
            return Ok(BlockRead { sha256, rest_sha256 });
        }
        whole.update(piece);
        if let Some(rest) = &mut rest {
            rest.update(&piece[skip.min(n)..]);
            skip -= skip.min(n);
        }
        block.consume(n);
    }
}

/// Returns length and digest of the original block of a revisit; `None` for other records.
fn kept_block(header: &Header) -> Option<(u64, Digest)> {
    let length = std::str::from_utf8(header.get(mapping::BLOCK_LENGTH)?).ok()?.parse().ok()?;
    let digest = Digest::parse(header.get(mapping::BLOCK_DIGEST)?).ok()?;
    (digest.algorithm() == Algorithm::Sha256).then_some((length, digest))
}

/// Checks that the fields are what the rules make of the header line.
fn check_fields(header: &Header, mapped: &Mapped) -> Result<(), String> {
    let kind = header.get("WARC-Type").map_or(RecordType::Other, RecordType::parse);
    let is_kind =
        kind == mapped.kind || (kind == RecordType::Revisit && mapped.kind == RecordType::Response);
    let date = header.get("WARC-Date").and_then(|d| parse_warc_date(d).0);
    let wrong = if !is_kind {
        "WARC-Type"
    } else if header.get("WARC-Target-URI") != Some(&mapped.uri[..]) {
        "WARC-Target-URI"
    } else if date != Some(mapped.date) {
        "WARC-Date"
    } else if header.get("WARC-IP-Address") != mapped.ip.as_deref().map(str::as_bytes) {
        "WARC-IP-Address"
    } else if header.get("Content-Type") != Some(mapped.content_type.as_bytes()) {
        "Content-Type"
    } else {
        return Ok(());
    };
    Err(format!("{wrong} does not match the header line"))
}

/// Returns the SHA-256 of a file, in hexadecimal.
pub(crate) fn file_sha256(path: &Path) -> io::Result<String> {
    let mut hasher = Algorithm::Sha256.hasher();
    let mut file = File::open(path)?;
    let mut buf = vec![0; 256 << 10];
    loop {
        match file.read(&mut buf)? {
            0 => return Ok(hasher.finish().value()),
            n => hasher.update(&buf[..n]),
        }
    }
}
