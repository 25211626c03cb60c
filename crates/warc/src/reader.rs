//! The record reader: finds every record in a file, whatever its format, packing and damage.
//!
//! At each boundary the next bytes decide the format. The declared length of a block is believed only
//! if what follows it is a record, a member boundary or the end; otherwise the reader looks for
//! the next record inside, and says so. Bytes that belong to no record become [`Gap`]s. Memory is
//! bounded whatever the record size: blocks are streamed, and looking ahead ends at
//! [`LOOK_AHEAD`] bytes.

use crate::arc::{ArcLine, ArcVersion};
use crate::header::{Header, Parsed};
use crate::record::{AnyHeader, Format, Record, RecordEnd, RecordType, WarcVersion};
use crate::start::{self, Found, Wanted};
use crate::stream::{Container, Decoded, Fill, Location};
use crate::warning::{Gap, GapReason, Warning};
use memchr::memchr;
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::path::Path;

/// How far the reader looks ahead to verify a declared length.
pub const LOOK_AHEAD: usize = 4 << 20;
/// The longest header that is read.
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
    /// Decoded position where the last block, or the last gap, ended.
    block_end: u64,
    /// True if only line ends were skipped since the last block.
    follows_block: bool,
    /// Where plain bytes were last taken for a compressed member, so that it happens once.
    reconsidered: Option<u64>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Previous {
    Nothing,
    Warc,
    Arc,
}

/// The next record, seen from the start of a block.
struct Next {
    /// Bytes before its header.
    start: usize,
    /// The same without the separator.
    block: usize,
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
    /// Bytes of the block not yet handed out.
    left: u64,
    read: u64,
    /// True if the end of the block was looked at and is right.
    is_verified: bool,
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

/// The dictionary a `.warc.zst` file starts with; empty if there is none.
fn read_dictionary(file: &mut File) -> io::Result<Vec<u8>> {
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
    /// Reads from `source`, which stands at the start of a file.
    pub fn new(source: R) -> Self {
        Reader::with_offset(source, 0)
    }

    /// Reads from `source`, which stands at `offset` in its file.
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
                is_verified: true,
            },
            is_open: false,
            previous: Previous::Nothing,
            gaps: Vec::new(),
            block_end: 0,
            follows_block: false,
            reconsidered: None,
        }
    }

    /// Gives a second handle on the file, with which the ends of blocks too long to buffer are
    /// verified. `source` must be read from that file's start.
    pub fn with_probe(mut self, probe: File) -> Self {
        self.probe = Some(probe);
        self
    }

    /// Stored bytes consumed so far; for progress bars.
    pub fn stored_position(&self) -> u64 {
        self.stream.stored_position()
    }

    /// The ranges skipped since the last call, in file order.
    pub fn take_gaps(&mut self) -> Vec<Gap> {
        std::mem::take(&mut self.gaps)
    }

    /// The next record, or `None` at the end of the file. What was left of the record before is
    /// skipped. Fails only if the source does; damage gives gaps and warnings.
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

    /// Skips line ends; none of them is reported, whatever their number.
    fn skip_newlines(&mut self) -> io::Result<()> {
        loop {
            let buffered = self.stream.buffered();
            let n = count_newlines(buffered);
            let all = n == buffered.len();
            self.stream.consume(n);
            if !all || n == 0 || self.stream.fill()? != Fill::Bytes {
                return Ok(());
            }
        }
    }

    /// Parses the header at the current position; false if there is none.
    fn begin_record(&mut self) -> io::Result<bool> {
        let start = self.stream.position();
        let mut location = self.stream.locate(start);
        self.stream.ensure(8)?;
        self.open.warnings.clear();
        let began = if start::is_warc(self.stream.buffered()) {
            self.begin_warc()?
        } else {
            self.begin_arc()?
        };
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
            match header.parse(buffered, is_all, &mut self.open.warnings) {
                Parsed::Complete(length) => break length,
                Parsed::Partial if n >= MAX_HEADER => return Ok(false),
                Parsed::Partial => is_all = self.stream.ensure(2 * n.max(512))?.len() == n,
            }
        };
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
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        let is_filedesc = line.starts_with(b"filedesc:");
        let mut version = self.arc_version.unwrap_or(ArcVersion::V1_0);
        if is_filedesc {
            let rest = buffered.get(end + 1..).unwrap_or_default();
            let second = &rest[..memchr(b'\n', rest).unwrap_or(rest.len())];
            if let Some(found) = ArcVersion::parse(second) {
                version = found;
            }
        }
        // Behind a sound record anything with enough fields is a header; elsewhere only a line
        // that can be nothing else.
        let is_expected = self.previous == Previous::Arc || is_filedesc;
        if !is_expected && !crate::arc::is_certain(line) {
            return Ok(false);
        }
        let Some(parsed) = ArcLine::parse(line, version == ArcVersion::V2_0) else {
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
        self.stream.consume(consumed);
        if let AnyHeader::Warc(header) =
            std::mem::replace(&mut self.header, AnyHeader::Arc(parsed))
        {
            self.spare = header;
        }
        self.previous = Previous::Arc;
        Ok(true)
    }

    /// Decides how long the block is: as declared if what follows agrees, else up to the next
    /// record that can be found.
    fn settle_length(&mut self) -> io::Result<()> {
        let Some(declared) = self.open.declared else {
            self.open.is_verified = true;
            self.open.left = self.find_next_record(LOOK_AHEAD)?.map_or(0, |n| n.block as u64);
            return Ok(());
        };
        self.open.left = declared;
        self.open.is_verified = false;
        if declared > LOOK_AHEAD as u64 {
            return self.settle_long_length(declared);
        }
        let length = declared as usize;
        let there = self.stream.buffered().len().max(self.stream.ensure(length)?.len());
        if there >= length && self.end_is_right(length)? {
            self.open.is_verified = true;
            return Ok(());
        }
        if self.open.kind == RecordType::Filedesc {
            if let Some(found) = self.find_next_record(MAX_HEADER)? {
                let found = found.block as u64;
                self.open.warnings.push(Warning::FiledescLength { declared, found });
                self.open.left = found;
                self.open.is_verified = true;
            }
            return Ok(());
        }
        // A header that starts inside the block may end behind it.
        if let Some(found) = self.find_next_record(length + 256)? {
            if found.start < length {
                let found = found.block as u64;
                self.open.warnings.push(Warning::LengthTooLong { declared, found });
                self.open.left = found;
            }
        }
        self.open.is_verified = true;
        Ok(())
    }

    /// A block too long to buffer is verified through the second handle, if the file is plain.
    fn settle_long_length(&mut self, declared: u64) -> io::Result<()> {
        let position = self.stream.position();
        let location = self.stream.locate(position);
        let Some(probe) = &mut self.probe else { return Ok(()) };
        if location.container != Container::Plain {
            return Ok(());
        }
        let Some(end) = location.offset.checked_add(declared) else { return Ok(()) };
        let wanted = if self.previous == Previous::Arc { Wanted::Arc } else { Wanted::Warc };
        let size = probe.metadata()?.len();
        if end <= size {
            let mut tail = vec![0; 64 << 10];
            probe.seek(SeekFrom::Start(end))?;
            let n = read_up_to(probe, &mut tail)?;
            let tail = &tail[count_newlines(&tail[..n])..n];
            let is_right = tail.is_empty()
                || start::is_warc(tail)
                || tail[0] == 0
                || start::find_record(tail, wanted, true, true) == Found::At(0);
            if is_right {
                self.open.is_verified = true;
                return Ok(());
            }
        }
        if let Some(found) = search_file(probe, location.offset, end.min(size), wanted)? {
            self.open.warnings.push(Warning::LengthTooLong { declared, found });
            self.open.left = found;
        }
        self.open.is_verified = true;
        Ok(())
    }

    /// Is there a record, a member boundary or the end behind `length` bytes of block?
    fn end_is_right(&mut self, length: usize) -> io::Result<bool> {
        let block = self.stream.position();
        let mut seen = length;
        loop {
            let tail = &self.stream.buffered()[seen..];
            let newlines = count_newlines(tail);
            let is_all_newlines = newlines == tail.len();
            seen += newlines;
            let boundary = self.stream.next_member((block + length as u64).saturating_sub(1));
            if boundary.is_some_and(|at| at <= block + seen as u64) {
                return Ok(true);
            }
            if !is_all_newlines {
                break;
            }
            if self.stream.between_members() && self.is_compressed() {
                return Ok(true);
            }
            if seen - length > LOOK_AHEAD || self.stream.fill()? != Fill::Bytes {
                return Ok(true);
            }
        }
        let tail = self.stream.ensure(seen + 5)?;
        let tail = &tail[seen..];
        if start::is_warc(tail) || tail[0] == 0 || tail.starts_with(crate::gzip::MAGIC) {
            return Ok(true);
        }
        if !start::starts_with_scheme(&self.stream.ensure(seen + 32)?[seen..]) {
            return Ok(false);
        }
        let mut window = 512;
        loop {
            let tail = &self.stream.ensure(seen + window)?[seen..];
            match memchr(b'\n', tail) {
                Some(end) => return Ok(crate::arc::is_certain(&tail[..end])),
                None if tail.len() < window => return Ok(crate::arc::is_certain(tail)),
                None if window > MAX_HEADER => return Ok(false),
                None => window *= 2,
            }
        }
    }

    fn is_compressed(&self) -> bool {
        self.stream.locate(self.stream.position()).container != Container::Plain
    }

    /// Where the next record starts, looking at most `limit` bytes ahead. For a block without
    /// declared length the end of what is readable counts as such a place.
    fn find_next_record(&mut self, limit: usize) -> io::Result<Option<Next>> {
        let block = self.stream.position();
        let there = self.stream.ensure(limit)?.len();
        let is_all = there < limit;
        let bytes = &self.stream.buffered()[..there.min(limit)];
        let wanted = if self.previous == Previous::Arc { Wanted::Arc } else { Wanted::Warc };
        let mut found = match start::find_record(bytes, wanted, true, true) {
            Found::At(at) => Some(at),
            Found::NotBefore(_) => None,
        };
        // A compressed member that starts with a record counts as well.
        let mut position = block;
        while let Some(at) = self.stream.next_member(position) {
            let inside = (at - block) as usize;
            if inside >= found.unwrap_or(bytes.len()) {
                break;
            }
            if start::could_be_record(&bytes[inside..]) {
                found = Some(inside);
                break;
            }
            position = at;
        }
        let start = match found {
            Some(at) => at,
            None if self.open.declared.is_none() && is_all => bytes.len(),
            None => return Ok(None),
        };
        Ok(Some(Next { start, block: without_separator(&bytes[..start], wanted) }))
    }

    pub(crate) fn fill_block(&mut self) -> io::Result<&[u8]> {
        if self.open.left == 0 {
            return Ok(&[]);
        }
        if self.stream.buffered().is_empty() && self.stream.fill()? != Fill::Bytes {
            self.cut_block();
            return Ok(&[]);
        }
        let mut n = self.open.left.min(self.stream.buffered().len() as u64);
        if !self.open.is_verified {
            let position = self.stream.position();
            if self.open.read > 0 && self.stream.member_starts(position) {
                let head = self.stream.ensure(32)?;
                if start::is_warc(head) || (self.previous == Previous::Arc && is_arc_start(head)) {
                    self.end_block_early();
                    return Ok(&[]);
                }
            }
            if let Some(at) = self.stream.next_member(position) {
                n = n.min(at - position);
            }
        }
        Ok(&self.stream.buffered()[..n as usize])
    }

    pub(crate) fn consume_block(&mut self, n: usize) {
        let n = n.min(self.stream.buffered().len()).min(self.open.left as usize);
        self.stream.consume(n);
        self.open.left -= n as u64;
        self.open.read += n as u64;
    }

    pub(crate) fn peek_block(&mut self, n: usize) -> io::Result<&[u8]> {
        let n = self.open.left.min(n.min(LOOK_AHEAD) as u64) as usize;
        let bytes = self.stream.ensure(n)?;
        Ok(&bytes[..n.min(bytes.len())])
    }

    fn cut_block(&mut self) {
        let declared = self.open.read + self.open.left;
        let found = self.open.read;
        self.open.warnings.push(Warning::BlockTruncated { declared, found });
        self.open.left = 0;
    }

    fn end_block_early(&mut self) {
        let declared = self.open.read + self.open.left;
        let found = self.open.read;
        self.open.warnings.push(Warning::LengthTooLong { declared, found });
        self.open.left = 0;
    }

    /// Skips what is left of the block, then the separator.
    pub(crate) fn finish(&mut self) -> io::Result<RecordEnd> {
        self.is_open = false;
        loop {
            let n = self.fill_block()?.len();
            if n == 0 {
                break;
            }
            self.consume_block(n);
        }
        let end = self.stream.position();
        self.block_end = end;
        self.follows_block = true;
        self.end_separator()?;
        let location = self.open.location;
        let after = self.stream.position();
        let length = if location.container == Container::Plain {
            Some(end - self.open.start)
        } else {
            let stored_end = self.stream.member_end(after);
            if stored_end.is_some() && self.stream.locate(end.max(1) - 1).offset != location.offset
            {
                self.open.warnings.push(Warning::SplitMembers);
            }
            stored_end.filter(|_| location.inner == 0).map(|end| end - location.offset)
        };
        if self.stream.has_faults() {
            let is_cut =
                self.open.warnings.iter().any(|w| matches!(w, Warning::BlockTruncated { .. }));
            let next = match self.stream.member_end(after) {
                _ if is_cut => u64::MAX,
                Some(end) => end,
                None => location.offset + 1,
            };
            let faults = self.stream.take_faults(next);
            self.open.warnings.extend(faults);
        }
        let warnings = std::mem::take(&mut self.open.warnings);
        Ok(RecordEnd { length, block_length: self.open.read, warnings })
    }

    /// Consumes the line ends behind the block, in compressed files those of its member, and
    /// notes what is not as it should be.
    fn end_separator(&mut self) -> io::Result<()> {
        let mut seen = [0u8; 8];
        let mut count = 0usize;
        loop {
            if self.stream.buffered().is_empty() {
                // In a plain file the next bytes are needed to know; in a compressed one only to
                // reach the end of a member that is being streamed.
                if self.is_compressed_at_end() && self.stream.between_members() {
                    break;
                }
                if self.stream.fill()? != Fill::Bytes {
                    break;
                }
            }
            let position = self.stream.position();
            if count > 0 || position > self.open.start {
                if self.stream.member_starts(position) {
                    break;
                }
            }
            let mut tail = self.stream.buffered();
            if let Some(at) = self.stream.next_member(position) {
                tail = &tail[..(at - position) as usize];
            }
            let n = count_newlines(tail);
            let is_all = n == tail.len();
            for b in &tail[..n] {
                if let Some(slot) = seen.get_mut(count) {
                    *slot = *b;
                }
                count += 1;
            }
            self.stream.consume(n);
            if !is_all {
                break;
            }
        }
        let seen = &seen[..count.min(8)];
        let is_right = match self.open.format {
            Format::Arc(_) => count <= 2,
            Format::Warc(_) | Format::WarcUnknown => seen == b"\r\n\r\n" && count == 4,
        };
        if !is_right && self.open.declared.is_some() {
            let found = seen.escape_ascii().to_string();
            self.open.warnings.push(Warning::Separator { found });
        }
        Ok(())
    }

    fn is_compressed_at_end(&self) -> bool {
        self.open.location.container != Container::Plain
    }

    /// Skips to the next place where a record can start.
    fn resynchronise(&mut self) -> io::Result<()> {
        let from = self.stream.position();
        let head = self.stream.buffered();
        let is_packed = head.starts_with(crate::gzip::MAGIC) || head.starts_with(crate::zst::MAGIC);
        if is_packed && !self.is_compressed() && self.reconsidered != Some(from) {
            self.reconsidered = Some(from);
            self.stream.reconsider_plain();
            return Ok(());
        }
        let place = self.stream.locate(from);
        let reason =
            if self.follows_block { GapReason::AfterBlock } else { GapReason::NotARecord };
        self.follows_block = false;
        let mut only_nul = true;
        let mut at_line_start = false;
        // Whatever stands here is no record: step over its first byte.
        let mut step = 1;
        loop {
            let bytes = self.stream.buffered();
            let skipped = &bytes[..step.min(bytes.len())];
            only_nul &= skipped.iter().all(|b| *b == 0);
            if let Some(last) = skipped.last() {
                at_line_start = *last == b'\n';
            }
            let n = skipped.len();
            self.stream.consume(n);
            let have = self.stream.buffered().len();
            let position = self.stream.position();
            let is_all = self.stream.ensure(have.max(64 << 10) + 1)?.len() <= have.max(64 << 10);
            // A member boundary is a place to try again in any case.
            if n > 0 && self.stream.member_starts(position) {
                break;
            }
            let mut bytes = self.stream.buffered();
            let mut is_last = is_all;
            if let Some(at) = self.stream.next_member(position) {
                bytes = &bytes[..(at - position) as usize];
                is_last = true;
            }
            if bytes.is_empty() {
                break;
            }
            match start::find_record(bytes, Wanted::Either, at_line_start, is_last) {
                Found::At(at) => {
                    only_nul &= bytes[..at].iter().all(|b| *b == 0);
                    self.stream.consume(at);
                    break;
                }
                Found::NotBefore(at) if at == 0 && !is_last => {
                    // A start that the buffer cuts in two: get more of it, or give it up.
                    let have = bytes.len();
                    if self.stream.ensure(2 * have)?.len() == have || have > MAX_HEADER {
                        step = 1;
                    } else {
                        step = 0;
                    }
                }
                Found::NotBefore(at) => step = at,
            }
        }
        let length = self.stream.position() - from;
        let is_plain = place.container == Container::Plain;
        self.gaps.push(Gap {
            offset: place.offset,
            length,
            inner: (!is_plain).then_some(place.inner),
            reason: if only_nul { GapReason::Nul } else { reason },
        });
        self.block_end = self.stream.position();
        Ok(())
    }
}

fn is_arc_start(head: &[u8]) -> bool {
    start::starts_with_scheme(head)
}

fn count_newlines(bytes: &[u8]) -> usize {
    bytes.iter().take_while(|b| matches!(b, b'\r' | b'\n')).count()
}

/// The length of a block found by searching, without the separator behind it.
fn without_separator(block: &[u8], wanted: Wanted) -> usize {
    let mut end = block.len();
    let lines = if wanted == Wanted::Arc { 1 } else { 2 };
    for _ in 0..lines {
        if end > 0 && block[end - 1] == b'\n' {
            end -= 1;
            if end > 0 && block[end - 1] == b'\r' {
                end -= 1;
            }
        }
    }
    end
}

fn shorten(value: &[u8]) -> String {
    value[..value.len().min(60)].escape_ascii().to_string()
}

/// Looks for a record in `from..to` of a plain file; bytes of block before it.
fn search_file(file: &mut File, from: u64, to: u64, wanted: Wanted) -> io::Result<Option<u64>> {
    const PIECE: usize = 1 << 20;
    let mut buf = vec![0; PIECE];
    let mut at = from;
    let mut at_line_start = true;
    while at < to {
        file.seek(SeekFrom::Start(at))?;
        let n = read_up_to(file, &mut buf)?;
        let is_all = n < PIECE;
        match start::find_record(&buf[..n], wanted, at_line_start, is_all) {
            Found::At(found) if at + found as u64 >= to => return Ok(None),
            Found::At(found) => {
                let block = without_separator(&buf[..found], wanted) as u64;
                return Ok(Some(at - from + block));
            }
            Found::NotBefore(_) if is_all => return Ok(None),
            Found::NotBefore(skip) => {
                let skip = skip.clamp(1, n);
                at_line_start = buf[skip - 1] == b'\n';
                at += skip as u64;
            }
        }
    }
    Ok(None)
}
