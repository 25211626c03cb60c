//! A record as the reader returns it: what its header says, and its block as a byte stream.

use crate::arc::{ArcLine, ArcVersion};
use crate::header::Header;
use crate::reader::Reader;
use crate::stream::Container;
use crate::warning::Warning;
use std::fmt;
use std::io::{self, BufRead, Read};

/// The format a record is stored in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// ARC, with the version its filedesc record gives.
    Arc(ArcVersion),
    /// WARC of a published version.
    Warc(WarcVersion),
    /// WARC of a version never published; the header's version line tells which.
    WarcUnknown,
}

/// The published versions of WARC.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum WarcVersion {
    /// 0.17, a draft of 2008 in wide use.
    V0_17,
    /// 0.18, a draft of 2008 in wide use.
    V0_18,
    /// 1.0, ISO 28500:2009.
    V1_0,
    /// 1.1, ISO 28500:2017.
    V1_1,
}

impl WarcVersion {
    /// Returns the version line, for example `WARC/1.1`.
    pub fn as_str(self) -> &'static str {
        match self {
            WarcVersion::V0_17 => "WARC/0.17",
            WarcVersion::V0_18 => "WARC/0.18",
            WarcVersion::V1_0 => "WARC/1.0",
            WarcVersion::V1_1 => "WARC/1.1",
        }
    }

    pub(crate) fn parse(line: &[u8]) -> Option<WarcVersion> {
        [WarcVersion::V1_0, WarcVersion::V1_1, WarcVersion::V0_17, WarcVersion::V0_18]
            .into_iter()
            .find(|v| line.eq_ignore_ascii_case(v.as_str().as_bytes()))
    }
}

/// The kinds of records.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RecordType {
    /// ARC: describes the file.
    Filedesc,
    /// Describes the records that follow.
    Warcinfo,
    /// What a server answered.
    Response,
    /// Something captured without protocol headers.
    Resource,
    /// What a server was asked.
    Request,
    /// Information about another record.
    Metadata,
    /// A capture whose content was stored before.
    Revisit,
    /// Another form of a record's content.
    Conversion,
    /// A further segment of a record.
    Continuation,
    /// A type the standard does not know, or none; the header tells which.
    Other,
}

impl RecordType {
    /// The eight types of the standard, as they are written in `WARC-Type`.
    pub const STANDARD: [RecordType; 8] = [
        RecordType::Response,
        RecordType::Request,
        RecordType::Metadata,
        RecordType::Revisit,
        RecordType::Resource,
        RecordType::Warcinfo,
        RecordType::Conversion,
        RecordType::Continuation,
    ];

    /// Reads a `WARC-Type`, letter case ignored.
    pub fn parse(name: &[u8]) -> RecordType {
        RecordType::STANDARD
            .into_iter()
            .find(|t| name.eq_ignore_ascii_case(t.as_str().as_bytes()))
            .unwrap_or(RecordType::Other)
    }

    /// Returns the name of the type; empty for [`RecordType::Other`].
    pub fn as_str(self) -> &'static str {
        match self {
            RecordType::Filedesc => "filedesc",
            RecordType::Warcinfo => "warcinfo",
            RecordType::Response => "response",
            RecordType::Resource => "resource",
            RecordType::Request => "request",
            RecordType::Metadata => "metadata",
            RecordType::Revisit => "revisit",
            RecordType::Conversion => "conversion",
            RecordType::Continuation => "continuation",
            RecordType::Other => "",
        }
    }
}

impl fmt::Display for RecordType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// A record's header in the form of its format.
#[derive(Clone, Debug)]
pub enum AnyHeader {
    /// A WARC header.
    Warc(Header),
    /// An ARC header line.
    Arc(ArcLine),
}

/// What is known of a record once it has been read to its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordEnd {
    /// Stored bytes of the record, in plain files without separators; `None` if it shares a compressed member with
    /// other records.
    pub length: Option<u64>,
    /// Bytes in the block.
    pub block_length: u64,
    /// Everything odd about the record.
    pub warnings: Vec<Warning>,
}

/// A record that is being read. Its block is read through [`BufRead`]; what is not read is skipped.
pub struct Record<'r, R> {
    pub(crate) reader: &'r mut Reader<R>,
}

impl<R: Read> Record<'_, R> {
    /// Returns where the record starts in the file; in compressed files, where its member starts.
    pub fn offset(&self) -> u64 {
        self.reader.open.location.offset
    }

    /// Returns the decoded bytes before the record in its compressed member; 0 unless other records come before it
    /// there.
    pub fn inner_offset(&self) -> u64 {
        self.reader.open.location.inner
    }

    /// Returns how the record is compressed.
    pub fn container(&self) -> Container {
        self.reader.open.location.container
    }

    /// Returns the format and its version.
    pub fn format(&self) -> Format {
        self.reader.open.format
    }

    /// Returns the kind of record.
    pub fn kind(&self) -> RecordType {
        self.reader.open.kind
    }

    /// Returns the header of a WARC record; `None` for ARC.
    pub fn warc(&self) -> Option<&Header> {
        match &self.reader.header {
            AnyHeader::Warc(header) => Some(header),
            AnyHeader::Arc(_) => None,
        }
    }

    /// Returns the header line of an ARC record; `None` for WARC.
    pub fn arc(&self) -> Option<&ArcLine> {
        match &self.reader.header {
            AnyHeader::Warc(_) => None,
            AnyHeader::Arc(line) => Some(line),
        }
    }

    /// Returns the header, in the form of its format.
    pub fn header(&self) -> &AnyHeader {
        &self.reader.header
    }

    /// Returns the bytes of the header as found, with its line ends.
    pub fn raw_header(&self) -> &[u8] {
        match &self.reader.header {
            AnyHeader::Warc(header) => header.raw(),
            AnyHeader::Arc(_) => &self.reader.arc_raw,
        }
    }

    /// Returns the target URI, bytes as found, without the angle brackets that some writers put around it; `None` if
    /// there is none.
    pub fn uri(&self) -> Option<&[u8]> {
        match &self.reader.header {
            AnyHeader::Warc(header) => header.get("WARC-Target-URI").map(strip_brackets),
            AnyHeader::Arc(line) => Some(line.url()),
        }
    }

    /// Returns the record id, without angle brackets; `None` if there is none.
    pub fn id(&self) -> Option<&[u8]> {
        self.warc()?.get("WARC-Record-ID").map(strip_brackets)
    }

    /// Returns the date as found; `None` if there is none.
    pub fn raw_date(&self) -> Option<&[u8]> {
        match &self.reader.header {
            AnyHeader::Warc(header) => header.get("WARC-Date"),
            AnyHeader::Arc(line) => Some(line.date()),
        }
    }

    /// Returns whether indexes list the record: what was captured from a URI, and resources and metadata that are
    /// documents of their own.
    pub fn is_capture(&self) -> bool {
        match self.kind() {
            RecordType::Response | RecordType::Revisit => true,
            RecordType::Resource | RecordType::Metadata => {
                self.content_type() != Some(b"application/warc-fields")
            }
            RecordType::Filedesc
            | RecordType::Warcinfo
            | RecordType::Request
            | RecordType::Conversion
            | RecordType::Continuation
            | RecordType::Other => false,
        }
    }

    /// Returns the content type of the block: the `Content-Type` field, or the ARC media type.
    pub fn content_type(&self) -> Option<&[u8]> {
        match &self.reader.header {
            AnyHeader::Warc(header) => header.get("Content-Type"),
            AnyHeader::Arc(line) => Some(line.mime()),
        }
    }

    /// Returns the length of the block in bytes, as declared; `None` if it is missing or not a number.
    pub fn declared_length(&self) -> Option<u64> {
        self.reader.open.declared
    }

    /// Returns how many bytes of the block are still to come, as far as is known: by the declared length, or by the
    /// real one if that is wrong. A cut block is even shorter.
    pub fn expected_length(&self) -> u64 {
        self.reader.open.left
    }

    /// Returns the warnings so far; reading on may add more.
    pub fn warnings(&self) -> &[Warning] {
        &self.reader.open.warnings
    }

    /// Buffers up to `n` bytes of the block and shows them without consuming any; fewer than `n`
    /// if the block is shorter or `n` is over 4 MiB.
    pub fn peek(&mut self, n: usize) -> io::Result<&[u8]> {
        self.reader.peek_block(n)
    }

    /// Skips the rest of the block, and returns its length and all warnings.
    pub fn finish(self) -> io::Result<RecordEnd> {
        self.reader.finish()
    }
}

impl<R: Read> Read for Record<'_, R> {
    fn read(&mut self, buf: &mut [u8]) -> io::Result<usize> {
        let mut piece = self.fill_buf()?;
        let n = piece.read(buf)?;
        self.consume(n);
        Ok(n)
    }
}

impl<R: Read> BufRead for Record<'_, R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        self.reader.fill_block()
    }

    fn consume(&mut self, n: usize) {
        self.reader.consume_block(n);
    }
}

/// The block of one record, read without the others of its file: see [`Reader::into_block`].
pub struct RecordBlock<R> {
    pub(crate) reader: Reader<R>,
}

impl<R: Read> Read for RecordBlock<R> {
    fn read(&mut self, buf: &mut [u8]) -> io::Result<usize> {
        let mut piece = self.fill_buf()?;
        let n = piece.read(buf)?;
        self.consume(n);
        Ok(n)
    }
}

impl<R: Read> BufRead for RecordBlock<R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        self.reader.fill_block()
    }

    fn consume(&mut self, n: usize) {
        self.reader.consume_block(n);
    }
}

/// Returns the value without `<` and `>` around it, if it has both.
pub(crate) fn strip_brackets(value: &[u8]) -> &[u8] {
    value.strip_prefix(b"<").and_then(|v| v.strip_suffix(b">")).unwrap_or(value)
}
