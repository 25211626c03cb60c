//! Finds where the whole records of an interrupted file end.
//!
//! A killed process leaves a file whose last record is cut anywhere. After a power cut, any part of what was written
//! since the last sync may be missing. Everything up to the end of the last whole record stays, even if something
//! before it is damaged: a later check reports it, but bytes that are cut off are lost.

use crate::header::{Header, Parsed};
use crate::reader::{MAX_HEADER, Reader};
use crate::record::RecordType;
use crate::stream::Container;
use crate::warning::Warning;
use crate::{arc, start};
use std::io::{self, Read, Seek, SeekFrom};
use std::path::PathBuf;

/// What was found in an interrupted file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Resumed {
    /// Whole records that were kept.
    pub records: u64,
    /// Bytes that were kept.
    pub kept: u64,
    /// Bytes that were cut off behind the last whole record.
    pub cut: u64,
    /// The file with a copy of them, if they contain something like a record: then nobody knows whether they are one
    /// torn record, or a damaged header with whole records after it.
    pub saved: Option<PathBuf>,
}

/// The whole records of a file.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Scan {
    pub(super) records: u64,
    /// Offset of the end of the last one.
    pub(super) end: u64,
    /// The id of the first record, if it is a `warcinfo`.
    pub(super) warcinfo_id: Option<String>,
    /// Whether there is something like a record after the end.
    pub(super) has_more: bool,
    /// Whether there are records in another container, or the file was never a WARC file.
    pub(super) is_foreign: bool,
}

impl Scan {
    fn add(&mut self, kind: RecordType, id: Option<&[u8]>, end: u64) {
        if self.records == 0 && kind == RecordType::Warcinfo {
            self.warcinfo_id = id.map(super::head::id_text);
        }
        self.records += 1;
        self.end = end;
    }
}

/// Reads a file of `size` bytes in which all records should be packed in `container`.
pub(super) fn scan(
    file: &mut (impl Read + Seek),
    size: u64,
    container: Container,
) -> io::Result<Scan> {
    file.rewind()?;
    let mut head = Vec::new();
    file.take(64).read_to_end(&mut head)?;
    file.rewind()?;
    if !could_be_ours(&head, container) {
        return Ok(Scan { is_foreign: true, ..Scan::default() });
    }
    match container {
        Container::Plain => scan_plain(file, size),
        Container::Gzip | Container::Zstd => scan_members(file, container),
    }
}

/// Returns whether the file starts like a file of this program. A power cut may leave only NUL bytes.
fn could_be_ours(head: &[u8], container: Container) -> bool {
    let magic: &[u8] = match container {
        Container::Plain => b"WARC/",
        Container::Gzip => crate::gzip::MAGIC,
        Container::Zstd => crate::zst::MAGIC,
    };
    let n = head.len().min(magic.len());
    head[..n] == magic[..n] || head.iter().all(|b| *b == 0)
}

/// Finds the whole records of a compressed file, where the end of the member proves the end of the record.
fn scan_members(file: &mut impl Read, container: Container) -> io::Result<Scan> {
    let mut reader = Reader::new(file);
    let mut scan = Scan::default();
    while let Some(record) = reader.next_record()? {
        let (offset, inner) = (record.offset(), record.inner_offset());
        scan.is_foreign |= record.container() != container;
        let kind = record.kind();
        let id = record.id().map(<[u8]>::to_vec);
        let end = record.finish()?;
        let is_whole = inner == 0 && end.warnings.iter().all(is_harmless);
        if let Some(length) = end.length.filter(|_| is_whole) {
            scan.add(kind, id.as_deref(), offset + length);
        }
        reader.take_gaps();
    }
    Ok(scan)
}

/// Returns whether a whole record in a whole member may have this warning.
fn is_harmless(warning: &Warning) -> bool {
    match warning {
        Warning::EmptyMember { .. }
        | Warning::GzipHeader { .. }
        | Warning::ZstdFrame { .. }
        | Warning::FiledescLength { .. }
        | Warning::Separator { .. }
        | Warning::ArcSeparator { .. }
        | Warning::UnknownVersion { .. }
        | Warning::LfLines
        | Warning::CrCrLfLines
        | Warning::LineWithoutColon { .. }
        | Warning::ArcFields { .. } => true,
        Warning::GzipCrc { .. }
        | Warning::GzipSize { .. }
        | Warning::GzipTrailerCut { .. }
        | Warning::MemberDamaged { .. }
        | Warning::InsideMember
        | Warning::SplitMembers
        | Warning::BlockTruncated { .. }
        | Warning::LengthTooLong { .. }
        | Warning::LengthTooShort { .. }
        | Warning::LengthDoubtful { .. }
        | Warning::LengthUnreadable { .. }
        | Warning::HeaderUnfinished => false,
    }
}

/// Finds the whole records of a plain file, where a record is whole if its separator is where its header says.
///
/// The record reader cannot be used for this: before a torn header it looks for records inside the block, and the block
/// may be an archived WARC file.
fn scan_plain(file: &mut (impl Read + Seek), size: u64) -> io::Result<Scan> {
    let mut scan = Scan::default();
    let mut header = Header::default();
    let mut at = 0;
    while at < size {
        let end = match plain_record(file, at, &mut header)? {
            Some(end) if end > size => {
                // All that follows is part of this record, if its header is right.
                scan.has_more = next_start(file, at + 1)?.is_some();
                break;
            }
            Some(end) if separator_ends_at(file, end)? => end,
            _ => match next_start(file, at + 1)? {
                Some(next) => {
                    at = next;
                    continue;
                }
                None => break,
            },
        };
        let kind = header.get("WARC-Type").map_or(RecordType::Other, RecordType::parse);
        scan.add(kind, header.get("WARC-Record-ID"), end);
        at = end;
    }
    Ok(scan)
}

/// Returns where the record at `at` should end; `None` if there is no whole header.
fn plain_record(
    file: &mut (impl Read + Seek),
    at: u64,
    header: &mut Header,
) -> io::Result<Option<u64>> {
    let mut bytes = Vec::new();
    file.seek(SeekFrom::Start(at))?;
    loop {
        let have = bytes.len();
        file.take(have.max(4 << 10) as u64).read_to_end(&mut bytes)?;
        if !start::is_warc(&bytes) {
            return Ok(None);
        }
        let mut warnings = Vec::new();
        let is_all = bytes.len() == have;
        match header.parse(&bytes, is_all, &mut warnings) {
            Parsed::Complete(_) if warnings.contains(&Warning::HeaderUnfinished) => {
                return Ok(None);
            }
            Parsed::Complete(n) => {
                let length = header.get("Content-Length").and_then(arc::parse_u64);
                let end = |length: u64| length.checked_add(at)?.checked_add(n as u64 + 4);
                return Ok(length.and_then(end));
            }
            Parsed::Partial if is_all || bytes.len() > MAX_HEADER => return Ok(None),
            Parsed::Partial => {}
        }
    }
}

fn separator_ends_at(file: &mut (impl Read + Seek), end: u64) -> io::Result<bool> {
    let mut found = Vec::new();
    file.seek(SeekFrom::Start(end.saturating_sub(4)))?;
    file.take(4).read_to_end(&mut found)?;
    Ok(found == super::SEPARATOR)
}

/// Returns the next offset, from `from` on, where the reader finds a record.
fn next_start(file: &mut (impl Read + Seek), from: u64) -> io::Result<Option<u64>> {
    file.seek(SeekFrom::Start(from))?;
    let mut reader = Reader::with_offset(file, from);
    Ok(reader.next_record()?.map(|record| record.offset()))
}
