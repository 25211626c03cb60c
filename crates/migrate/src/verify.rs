//! The proof: a result is read back from disk and compared, record by record, with its source.

use crate::mapping::{self, Mapped, without_line_end};
use crate::pairs::{original_name, scan_pairs};
use crate::proof::Proof;
use crate::source::{SourceRecord, sha256_bytes};
use std::fs::File;
use std::io::{self, BufRead, Read};
use std::ops::Range;
use std::path::Path;
use stodola_warc::date::{Timestamp, parse_warc_date};
use stodola_warc::digest::{Algorithm, Digest};
use stodola_warc::{Account, ArcLine, Container, Header, Reader, Record, RecordType, Warning};

/// What a source holds, in the order of its records.
#[derive(Debug)]
pub struct Scan {
    /// One per record.
    pub proofs: Vec<Proof>,
    /// The date that stands for dates that cannot be read.
    pub fallback: Timestamp,
    /// What the bytes were taken for.
    pub account: Account,
    /// True for ARC, false for WARC.
    pub is_arc: bool,
}

/// Errors from comparing a result with its source.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum VerifyError {
    /// A file cannot be read.
    #[error("cannot be read: {0}")]
    Io(#[from] io::Error),
    /// A record differs.
    #[error("record {number} of the source, at {offset} in the result: {what}")]
    Differs {
        /// The number of the source record, from 0.
        number: usize,
        /// Where the result's record starts.
        offset: u64,
        /// How it differs.
        what: String,
    },
    /// Records are missing or too many.
    #[error("the source has {source_records} records, the result {result_records}")]
    Count {
        /// In the source.
        source_records: usize,
        /// In the result, without what describes the conversion.
        result_records: usize,
    },
    /// Bytes of the result belong to no record.
    #[error("the result is damaged: {0}")]
    Damaged(String),
    /// Bytes of the source were taken for nothing.
    #[error("{0} bytes of the source are not accounted for")]
    Unaccounted(u64),
}

/// Reads a source to its end.
pub fn scan(path: &Path) -> Result<Scan, VerifyError> {
    if (path.is_dir() || !starts_with_record(path)?)
        && let Some(scan) = scan_pairs(path)?
    {
        return Ok(scan);
    }
    let mut reader = Reader::open(path)?;
    let mut proofs = Vec::new();
    let mut fallback = None;
    let mut is_arc = false;
    while let Some(record) = reader.next_record()? {
        let record = SourceRecord::read(record)?;
        if proofs.is_empty() {
            fallback = record.arc_date();
            is_arc = fallback.is_some() || record.kind == RecordType::Filedesc;
        }
        is_arc |= matches!(record.header, crate::source::SourceHeader::Arc { .. });
        proofs.push(record.proof());
    }
    let account = reader.account();
    let size = path.metadata()?.len();
    check_account(&account, size)?;
    let fallback = fallback.unwrap_or(Timestamp::from_unix_seconds(0));
    Ok(Scan { proofs, fallback, account, is_arc })
}

fn starts_with_record(path: &Path) -> io::Result<bool> {
    Ok(Reader::open(path)?.next_record()?.is_some_and(|record| record.offset() == 0))
}

/// Every byte of the source must be taken for something.
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

/// Repeats the proof from the two files alone.
pub fn verify(source: &Path, result: &Path) -> Result<Scan, VerifyError> {
    let scan = scan(source)?;
    let size = result.metadata()?.len();
    let found = verify_range(result, 0..size, &scan.proofs, scan.fallback)?;
    if found != scan.proofs.len() {
        return Err(VerifyError::Count {
            source_records: scan.proofs.len(),
            result_records: found,
        });
    }
    Ok(scan)
}

/// Compares the records of a stretch of a result with proofs; how many there were.
pub(crate) fn verify_range(
    path: &Path,
    range: Range<u64>,
    proofs: &[Proof],
    fallback: Timestamp,
) -> Result<usize, VerifyError> {
    let mut reader = Reader::open_at(path, range.start)?;
    let mut number = 0;
    let mut position = range.start;
    while position < range.end {
        let Some(record) = reader.next_record()? else {
            return Err(VerifyError::Damaged(format!("it ends at {position}")));
        };
        let offset = record.offset();
        let is_about_conversion = is_conversion_info(&record);
        // The length of a plain record leaves its separator out.
        let separator = if record.container() == Container::Plain { 4 } else { 0 };
        let differs = |what: String| VerifyError::Differs { number, offset, what };
        let proof = match is_about_conversion {
            true => None,
            false => {
                let Some(proof) = proofs.get(number) else {
                    let source_records = proofs.len();
                    let result_records = number + 1;
                    return Err(VerifyError::Count { source_records, result_records });
                };
                Some(proof)
            }
        };
        let (found, end) = read_back(record, fallback).map_err(|e| match e {
            ReadBack::Io(e) => VerifyError::Io(e),
            ReadBack::Differs(what) => differs(what),
        })?;
        if let Some(proof) = proof {
            if found != Some(*proof) {
                return Err(differs("header line or block differs from the source".to_owned()));
            }
            number += 1;
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
        true => Ok(number),
        false => Err(VerifyError::Damaged(format!("a record goes beyond {}", range.end))),
    }
}

/// What may not be wrong with a result. Odd headers of old WARC records are kept as they are.
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

/// The warcinfo written by the conversion, which no source record stands for.
fn is_conversion_info<R: Read>(record: &Record<'_, R>) -> bool {
    record.kind() == RecordType::Warcinfo
        && record.warc().is_some_and(|h| h.get(crate::file::CONVERSION_FIELD).is_some())
}

enum ReadBack {
    Io(io::Error),
    Differs(String),
}

impl From<io::Error> for ReadBack {
    fn from(e: io::Error) -> ReadBack {
        ReadBack::Io(e)
    }
}

/// Reads a record of a result and works out the proof of the source record it was made from.
fn read_back<R: Read>(
    mut record: Record<'_, R>,
    fallback: Timestamp,
) -> Result<(Option<Proof>, stodola_warc::RecordEnd), ReadBack> {
    let Some(header) = record.warc().cloned() else {
        return Err(ReadBack::Differs("not a WARC record".to_owned()));
    };
    if let Some(name) = original_name(&header) {
        let digest = block_sha256(&mut record)?;
        let end = record.finish()?;
        return Ok((Some(Proof::new(&name, end.block_length, &sha256_bytes(&digest))), end));
    }
    let Some(raw) = mapping::original_line(&header) else {
        // Made from WARC: the header was kept.
        let digest = block_sha256(&mut record)?;
        let end = record.finish()?;
        let proof = Proof::new(header.raw(), end.block_length, &sha256_bytes(&digest));
        return Ok((Some(proof), end));
    };
    let is_version2 = header.get(mapping::VERSION) == Some(mapping::VERSION_2.as_bytes());
    let text = without_line_end(&raw);
    let line = ArcLine::parse(text, is_version2);
    let Some(line) = line else {
        return Err(ReadBack::Differs("the kept header line cannot be read".to_owned()));
    };
    let mut before = 0;
    if line.is_filedesc() {
        let mut kept = vec![0; raw.len()];
        record.read_exact(&mut kept)?;
        if kept != raw {
            return Err(ReadBack::Differs("the filedesc line differs from its copy".to_owned()));
        }
        before = raw.len() as u64;
    }
    let head = record.peek(4096)?.to_vec();
    check_fields(&header, &Mapped::new(&line, &head, fallback))?;
    let digest = block_sha256(&mut record)?;
    let is_revisit = record.kind() == RecordType::Revisit;
    let end = record.finish()?;
    let (length, digest) = match is_revisit {
        false => (end.block_length - before, digest),
        true => kept_block(&header).ok_or_else(|| {
            ReadBack::Differs(
                "the revisit does not give length and digest of the original block".to_owned(),
            )
        })?,
    };
    Ok((Some(Proof::new(&raw, length, &sha256_bytes(&digest))), end))
}

fn block_sha256(block: &mut impl BufRead) -> io::Result<Digest> {
    let mut hasher = Algorithm::Sha256.hasher();
    loop {
        let piece = block.fill_buf()?;
        let n = piece.len();
        if n == 0 {
            return Ok(hasher.finish());
        }
        hasher.update(piece);
        block.consume(n);
    }
}

/// Length and digest of the block that a revisit stands for.
fn kept_block(header: &Header) -> Option<(u64, Digest)> {
    let length = std::str::from_utf8(header.get(mapping::BLOCK_LENGTH)?).ok()?.parse().ok()?;
    let digest = Digest::parse(header.get(mapping::BLOCK_DIGEST)?).ok()?;
    (digest.algorithm() == Algorithm::Sha256).then_some((length, digest))
}

/// The fields must be what the rules make of the header line.
fn check_fields(header: &Header, mapped: &Mapped) -> Result<(), ReadBack> {
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
    Err(ReadBack::Differs(format!("{wrong} does not match the header line")))
}

/// SHA-256 of a file, as hex.
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
