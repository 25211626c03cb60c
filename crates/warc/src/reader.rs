//! The record reader: finds every record in a file, whatever its format, packing and damage.
//!
//! At each boundary the next bytes decide the format. The declared length of a block is accepted only if a record, a
//! member boundary or the end follows; otherwise the reader looks for the next record inside the block, and gives a
//! warning. Bytes that belong to no record become [`Gap`]s. Memory does not depend on the size of records: blocks are
//! streamed, and the reader looks at most [`LOOK_AHEAD`] bytes ahead.

mod block;
mod length;
mod resync;

use crate::arc::{ArcLine, ArcVersion};
use crate::header::{Header, Parsed};
use crate::record::{AnyHeader, Format, Record, RecordBlock, RecordType, WarcVersion};
use crate::start;
use crate::stream::{Container, Decoded, Fill, Location};
use crate::warning::{Gap, Warning};
use memchr::memchr;
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::path::Path;

/// Bytes that the reader looks ahead to verify a declared length.
pub const LOOK_AHEAD: usize = 4 << 20;
/// Bytes of the longest header that is read.
pub const MAX_HEADER: usize = 1 << 20;

/// Reads records from a stream of bytes.
pub struct Reader<R> {
    stream: Decoded<R>,
    /// A second handle on a plain file, to look at the end of blocks too long to buffer.
    probe: Option<File>,
    pub(crate) header: AnyHeader,
    /// The header line of an ARC record with its line end.
    pub(crate) arc_raw: Vec<u8>,
    spare: Header,
    arc_version: Option<ArcVersion>,
    pub(crate) open: Open,
    is_open: bool,
    previous: Previous,
    gaps: Vec<Gap>,
    account: Account,
    /// Decoded position where the last block, or the last gap, ended.
    block_end: u64,
    /// Where the last block ended in the file.
    block_end_place: Location,
    /// Whether exactly the separator of its format followed the last record.
    is_separated: bool,
    signs: length::Signs,
    /// Decoded position of a line that was already found to be an ARC header.
    judged_line: Option<u64>,
    /// Whether an ARC record of this file was followed by a separator.
    are_separated: bool,
    /// Whether only line ends were skipped since the last block.
    follows_block: bool,
    /// Whether the header that was tried last is longer than [`MAX_HEADER`].
    header_too_long: bool,
    /// Where plain bytes were last tried as a compressed member, so that this happens only once.
    reconsidered: Option<u64>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Previous {
    Nothing,
    Warc,
    Arc,
}

/// What the bytes of a file were taken for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Account {
    /// Bytes of the file that were read.
    pub stored: u64,
    /// Decoded bytes that were read.
    pub decoded: u64,
    /// Decoded bytes that are record headers.
    pub headers: u64,
    /// Decoded bytes that are blocks.
    pub blocks: u64,
    /// Decoded bytes that are line ends between records.
    pub separators: u64,
    /// Decoded bytes that belong to no record; each is in a [`Gap`].
    pub gaps: u64,
}

impl Account {
    /// Returns whether every decoded byte was taken for something.
    pub fn is_complete(&self) -> bool {
        self.headers + self.blocks + self.separators + self.gaps == self.decoded
    }
}

/// The state of the record being read.
pub(crate) struct Open {
    pub(crate) location: Location,
    pub(crate) format: Format,
    pub(crate) kind: RecordType,
    pub(crate) declared: Option<u64>,
    pub(crate) warnings: Vec<Warning>,
    /// Decoded position of the first byte of the header.
    start: u64,
    /// Bytes of the block that were not returned yet.
    pub(crate) left: u64,
    read: u64,
    /// The last byte of the block that was returned.
    last: u8,
    /// Whether the end of the block was checked.
    is_verified: bool,
    /// Whether what follows the block agrees with its length.
    is_end_right: bool,
    /// Whether the HTTP head gives the same length.
    is_confirmed: bool,
}

impl Reader<File> {
    /// Opens a file for reading from its start.
    pub fn open(path: &Path) -> io::Result<Reader<File>> {
        let file = File::open(path)?;
        let mut reader = Reader::new(file);
        reader.probe = File::open(path).ok();
        Ok(reader)
    }

    /// Opens a file for reading from a record whose offset is known.
    pub fn open_at(path: &Path, offset: u64) -> io::Result<Reader<File>> {
        let mut file = File::open(path)?;
        let dictionary = read_dictionary(&mut file)?;
        file.seek(SeekFrom::Start(offset))?;
        let mut reader = Reader::with_offset(file, offset);
        reader.stream.set_dictionary(dictionary);
        reader.probe = File::open(path).ok();
        Ok(reader)
    }
}

/// Returns the dictionary a `.warc.zst` file starts with; empty if there is none.
pub(crate) fn read_dictionary(file: &mut File) -> io::Result<Vec<u8>> {
    let mut head = [0; 8];
    let n = read_up_to(file, &mut head)?;
    if n < 8 || !head.starts_with(crate::zst::DICTIONARY_MAGIC) {
        return Ok(Vec::new());
    }
    let length = u32::from_le_bytes([head[4], head[5], head[6], head[7]]) as usize;
    if length > crate::zst::MAX_DICTIONARY {
        return Ok(Vec::new());
    }
    let mut content = Vec::new();
    file.take(length as u64).read_to_end(&mut content)?;
    Ok(crate::zst::dictionary(&content).unwrap_or_default())
}

fn read_up_to(source: &mut impl Read, buf: &mut [u8]) -> io::Result<usize> {
    let mut n = 0;
    while n < buf.len() {
        match source.read(&mut buf[n..]) {
            Ok(0) => break,
            Ok(read) => n += read,
            Err(e) if e.kind() == io::ErrorKind::Interrupted => {}
            Err(e) => return Err(e),
        }
    }
    Ok(n)
}

impl<R: Read> Reader<R> {
    /// Reads from `source`, which is at the start of a file.
    pub fn new(source: R) -> Self {
        Reader::with_offset(source, 0)
    }

    /// Reads from `source`, which is at `offset` in its file.
    pub fn with_offset(source: R, offset: u64) -> Self {
        let location = Location { offset: 0, inner: 0, container: Container::Plain };
        Reader {
            stream: Decoded::new(source, offset),
            probe: None,
            header: AnyHeader::Warc(Header::default()),
            arc_raw: Vec::new(),
            spare: Header::default(),
            arc_version: None,
            open: Open {
                location,
                format: Format::WarcUnknown,
                kind: RecordType::Other,
                declared: None,
                warnings: Vec::new(),
                start: 0,
                left: 0,
                read: 0,
                last: 0,
                is_verified: true,
                is_end_right: false,
                is_confirmed: false,
            },
            is_open: false,
            previous: Previous::Nothing,
            gaps: Vec::new(),
            account: Account::default(),
            block_end: 0,
            block_end_place: location,
            is_separated: false,
            signs: length::Signs::new(),
            judged_line: None,
            are_separated: false,
            follows_block: false,
            header_too_long: false,
            reconsidered: None,
        }
    }

    /// Reads from `source`, which is at `offset` in `file`, where a record starts. A `.warc.zst` file may begin with a
    /// dictionary that all its records need; it is read from `file`, whose position changes.
    pub fn at_offset_of(file: &mut File, source: R, offset: u64) -> io::Result<Self> {
        file.seek(SeekFrom::Start(0))?;
        let dictionary = read_dictionary(file)?;
        let mut reader = Reader::with_offset(source, offset);
        reader.stream.set_dictionary(dictionary);
        Ok(reader)
    }

    /// Gives a second handle on the file, with which the ends of blocks too long to buffer are
    /// verified. `source` must be read from that file's start.
    pub fn with_probe(mut self, probe: File) -> Self {
        self.probe = Some(probe);
        self
    }

    /// Tells how many stored bytes the first record has, as an index may know. Then no more is read than that record
    /// needs. If the number is wrong, the same records are returned, only more slowly.
    pub fn with_expected(mut self, stored: u64) -> Self {
        self.stream.expect(stored);
        self
    }

    /// Returns the stored bytes consumed so far; for progress bars.
    pub fn stored_position(&self) -> u64 {
        self.stream.stored_position()
    }

    /// Returns how many of the bytes so far were read as what. After [`Reader::next_record`] has returned `None`, the
    /// sum of the parts must be the whole; otherwise the reader has a bug.
    pub fn account(&self) -> Account {
        Account {
            stored: self.stream.stored_position(),
            decoded: self.stream.position(),
            ..self.account
        }
    }

    /// Returns the record that [`Reader::next_record`] returned last, with the part of its block that was not read.
    /// `None` if there is no such record or it was finished.
    pub fn current_record(&mut self) -> Option<Record<'_, R>> {
        if self.is_open { Some(Record { reader: self }) } else { None }
    }

    /// Returns the source. More may have been read from it than the records that were returned.
    pub fn into_source(self) -> R {
        self.stream.into_source()
    }

    /// Returns the rest of the block of the record that [`Reader::next_record`] returned last, as a stream. Empty if
    /// there is no such record or it was finished.
    pub fn into_block(mut self) -> RecordBlock<R> {
        if !self.is_open {
            self.open.left = 0;
            self.open.is_verified = true;
        }
        RecordBlock { reader: self }
    }

    /// Returns the ranges skipped since the last call, in file order.
    pub fn take_gaps(&mut self) -> Vec<Gap> {
        std::mem::take(&mut self.gaps)
    }

    /// Returns the next record, or `None` at the end of the file. The unread part of the record before is skipped.
    /// Fails only if the source cannot be read; damage gives gaps and warnings.
    pub fn next_record(&mut self) -> io::Result<Option<Record<'_, R>>> {
        if self.is_open {
            self.finish()?;
        }
        loop {
            self.skip_newlines()?;
            if self.stream.buffered().is_empty() {
                match self.stream.fill()? {
                    Fill::Bytes => continue,
                    Fill::Barrier => {
                        self.gaps.extend(self.stream.cross());
                        self.follows_block = false;
                        continue;
                    }
                    Fill::End => return Ok(None),
                }
            }
            if self.begin_record()? {
                self.is_open = true;
                return Ok(Some(Record { reader: self }));
            }
            self.resynchronise()?;
        }
    }

    /// Skips line ends, any number of them, without a warning.
    fn skip_newlines(&mut self) -> io::Result<()> {
        loop {
            let buffered = self.stream.buffered();
            let n = count_newlines(buffered);
            let all = n == buffered.len();
            self.account.separators += n as u64;
            self.stream.consume(n);
            if !all || n == 0 || self.stream.fill()? != Fill::Bytes {
                return Ok(());
            }
        }
    }

    /// Parses the header at the current position. Returns false if there is none.
    fn begin_record(&mut self) -> io::Result<bool> {
        let start = self.stream.position();
        let mut location = self.stream.locate(start);
        // Behind a block that seems to end too early, text that only begins like a header is a part of it.
        let is_after_fault =
            self.follows_block && !self.open.is_end_right && self.open.declared.is_some();
        let head = self.stream.ensure(if is_after_fault { 256 } else { 8 })?;
        let is_warc = start::is_warc(head)
            && !(is_after_fault && start::is_warc_strictly(head) == Some(false));
        self.open.warnings.clear();
        let began = if is_warc { self.begin_warc()? } else { self.begin_arc()? };
        if !began {
            return Ok(false);
        }
        if location.inner > 0 {
            // Some ARC writers put the separator at the start of the next member.
            if start - location.inner >= self.block_end {
                location.inner = 0;
            } else {
                self.open.warnings.push(Warning::InsideMember);
            }
        }
        self.open.location = location;
        self.open.start = start;
        self.open.read = 0;
        self.open.is_end_right = false;
        self.open.is_confirmed = false;
        self.settle_length()?;
        if self.previous == Previous::Arc && self.open.kind != RecordType::Filedesc {
            let head = self.peek_block(64)?;
            let is_http = crate::http::parse_response(head).is_some();
            self.open.kind = if is_http { RecordType::Response } else { RecordType::Resource };
        }
        Ok(true)
    }

    fn begin_warc(&mut self) -> io::Result<bool> {
        let mut header = match std::mem::replace(
            &mut self.header,
            AnyHeader::Warc(std::mem::take(&mut self.spare)),
        ) {
            AnyHeader::Warc(header) => header,
            AnyHeader::Arc(_) => Header::default(),
        };
        let mut is_all = false;
        let length = loop {
            let buffered = self.stream.buffered();
            let n = buffered.len();
            let buffered = &buffered[..n.min(MAX_HEADER)];
            match header.parse(buffered, is_all, &mut self.open.warnings) {
                Parsed::Complete(length) => break length,
                Parsed::Partial if n >= MAX_HEADER => {
                    self.header_too_long = true;
                    return Ok(false);
                }
                Parsed::Partial => is_all = self.stream.ensure(2 * n.max(512))?.len() == n,
            }
        };
        self.account.headers += length as u64;
        self.stream.consume(length);
        self.open.format = match WarcVersion::parse(header.version()) {
            Some(version) => Format::Warc(version),
            None => {
                let version = header.version();
                let version = version[..version.len().min(40)].escape_ascii().to_string();
                self.open.warnings.push(Warning::UnknownVersion { version });
                Format::WarcUnknown
            }
        };
        self.open.kind = header.get("WARC-Type").map_or(RecordType::Other, RecordType::parse);
        let text = header.get("Content-Length");
        self.open.declared = text.and_then(crate::arc::parse_u64);
        if self.open.declared.is_none() {
            let value = text.map(shorten);
            self.open.warnings.push(Warning::LengthUnreadable { value });
        }
        self.header = AnyHeader::Warc(header);
        self.previous = Previous::Warc;
        Ok(true)
    }

    fn begin_arc(&mut self) -> io::Result<bool> {
        let buffered = self.stream.buffered();
        if !start::starts_with_scheme(buffered) {
            return Ok(false);
        }
        let end = loop {
            let buffered = self.stream.buffered();
            let n = buffered.len();
            if let Some(end) = memchr(b'\n', buffered) {
                break end;
            }
            if n >= MAX_HEADER {
                self.header_too_long = true;
                return Ok(false);
            }
            if self.stream.ensure(2 * n.max(512))?.len() == n {
                break n;
            }
        };
        // The version of a filedesc stands in the line behind its header.
        self.stream.ensure((end + 64).min(MAX_HEADER + 64))?;
        let buffered = self.stream.buffered();
        let line = &buffered[..end];
        let line = crate::arc::without_cr(line);
        let is_filedesc = line.starts_with(b"filedesc:");
        let mut version = self.arc_version.unwrap_or(ArcVersion::V1_0);
        if is_filedesc {
            let rest = buffered.get(end + 1..).unwrap_or_default();
            let second = &rest[..memchr(b'\n', rest).unwrap_or(rest.len())];
            if let Some(found) = ArcVersion::parse(second) {
                version = found;
            }
        }
        // Behind a sound record a line with odd fields is a header too; elsewhere only a line that can
        // be nothing else.
        let version2 = version == ArcVersion::V2_0;
        let is_header = match self.previous {
            _ if is_filedesc || self.judged_line == Some(self.stream.position()) => true,
            Previous::Arc => crate::arc::is_plausible(line, version2),
            Previous::Warc | Previous::Nothing => crate::arc::is_certain(line),
        };
        if !is_header {
            return Ok(false);
        }
        let Some(parsed) = ArcLine::parse(line, version2) else {
            return Ok(false);
        };
        if is_filedesc {
            self.arc_version = Some(version);
        }
        if let Some(what) = parsed.odd {
            self.open.warnings.push(Warning::ArcFields { what });
        }
        self.open.format = Format::Arc(version);
        self.open.kind = if is_filedesc { RecordType::Filedesc } else { RecordType::Response };
        self.open.declared = parsed.length();
        if self.open.declared.is_none() {
            let value = Some(shorten(parsed.length_text()));
            self.open.warnings.push(Warning::LengthUnreadable { value });
        }
        let consumed = (end + 1).min(buffered.len());
        self.arc_raw.clear();
        self.arc_raw.extend_from_slice(&buffered[..consumed]);
        self.account.headers += consumed as u64;
        self.stream.consume(consumed);
        if let AnyHeader::Warc(header) = std::mem::replace(&mut self.header, AnyHeader::Arc(parsed))
        {
            self.spare = header;
        }
        self.previous = Previous::Arc;
        Ok(true)
    }
}

fn count_newlines(bytes: &[u8]) -> usize {
    bytes.iter().take_while(|b| matches!(b, b'\r' | b'\n')).count()
}

fn shorten(value: &[u8]) -> String {
    value[..value.len().min(60)].escape_ascii().to_string()
}
