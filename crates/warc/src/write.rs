//! Writes WARC: records with exact lengths and digests, one compressed member each, into files that a crash cannot
//! damage.
//!
//! [`RecordHead`] is the header of a record to be written, [`WarcWriter`] writes records to anything
//! that takes bytes, [`WarcFile`] gives them a file that is called `.open` until it is finished and
//! can be resumed after a crash, and [`FileSeries`] goes on to the next file when one is full.
//!
//! A record is written as a whole or not at all: if writing fails half-way, the file is as before. No clock and no
//! random numbers are used here; callers pass dates and record ids.
//!
//! ```
//! use stodola_warc::date::Timestamp;
//! use stodola_warc::write::{RecordHead, WarcWriter, WriterOptions};
//! use stodola_warc::{Reader, RecordType};
//!
//! let mut writer = WarcWriter::new(Vec::new(), WriterOptions::default())?;
//! let date = Timestamp::from_unix_seconds(1_200_000_000);
//! let head = RecordHead::new(RecordType::Resource, "urn:example:1", date)
//!     .field("WARC-Target-URI", "dns:example.cz")
//!     .field("Content-Type", "text/dns");
//! let written = writer.write(&head, b"20080110212000\nexample.cz. 60 IN A 192.0.2.1\n")?;
//! assert_eq!(written.offset, 0);
//!
//! let file = writer.into_inner();
//! assert_eq!(written.length, file.len() as u64);
//! let mut reader = Reader::new(&file[..]);
//! let record = reader.next_record()?.unwrap();
//! assert_eq!(record.id(), Some(&b"urn:example:1"[..]));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod deflated;
mod file;
mod hash;
mod head;
mod pack;
mod repeats;
mod resume;
mod series;
mod sync;
#[cfg(test)]
pub(crate) mod tests;

pub use deflated::{BlockPacker, BlockReader, PackedBlock};
pub use file::{FileError, WarcFile};
pub use hash::ResponseDigests;
pub use head::{HeadError, RecordHead, Version, Warcinfo, rewrite};
pub use resume::Resumed;
pub use series::{DEFAULT_LIMIT, FileName, FileSeries, left_open};
pub use sync::Syncing;

use crate::digest::{Algorithm, Digest};
use crate::record::RecordType;
use crate::stream::Container;
use hash::{Made, Wanted};
use pack::Packer;
use std::io::{self, Read, Seek, SeekFrom, Write};

/// Bytes up to which a record is put together in memory and written by one call.
const WHOLE_MAX: u64 = 8 << 20;
/// Bytes of a longer record that are read at a time.
const CHUNK: usize = 256 << 10;
/// The bytes after every block.
const SEPARATOR: &[u8] = b"\r\n\r\n";

/// How records are packed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Compression {
    /// No compression: `.warc`.
    None,
    /// A gzip member for each record: `.warc.gz`.
    #[default]
    Gzip,
    /// A zstd frame for each record, with content size and checksum: `.warc.zst`.
    Zstd,
}

impl Compression {
    /// Returns the ending of the names of such files.
    pub fn extension(self) -> &'static str {
        match self {
            Compression::None => ".warc",
            Compression::Gzip => ".warc.gz",
            Compression::Zstd => ".warc.zst",
        }
    }

    fn container(self) -> Container {
        match self {
            Compression::None => Container::Plain,
            Compression::Gzip => Container::Gzip,
            Compression::Zstd => Container::Zstd,
        }
    }
}

/// How much time the compressor spends.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Effort {
    /// Twice as fast, a few per cent larger.
    Fast,
    /// The usual effort for archives.
    #[default]
    Normal,
}

/// What is the same for all records of a writer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WriterOptions {
    /// How records are packed.
    pub compression: Compression,
    /// How much time the compressor spends.
    pub effort: Effort,
    /// Which digests are computed for headers that have none: that of the block, and for HTTP
    /// responses that of the payload. `None` for no digests.
    pub digest: Option<Algorithm>,
    /// Whether every record names the `warcinfo` of its file in `WARC-Warcinfo-ID`.
    pub link_warcinfo: bool,
}

impl Default for WriterOptions {
    /// Gzip with normal effort, SHA-1, no `WARC-Warcinfo-ID`.
    fn default() -> WriterOptions {
        let digest = Some(Algorithm::Sha1);
        WriterOptions {
            compression: Compression::default(),
            effort: Effort::default(),
            digest,
            link_warcinfo: false,
        }
    }
}

/// Where a record was written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Written {
    /// Offset of the record in the file.
    pub offset: u64,
    /// Stored bytes, with the separator.
    pub length: u64,
}

/// Why a record was not written.
#[derive(Debug, thiserror::Error)]
pub enum WriteError {
    /// The header is not legal.
    #[error(transparent)]
    Head(#[from] HeadError),
    /// The block ended too early.
    #[error("the block has {found} bytes instead of {declared}")]
    BlockShort {
        /// The declared length in bytes.
        declared: u64,
        /// The bytes that were read.
        found: u64,
    },
    /// The block has more bytes than declared.
    #[error("the block has more than the {declared} bytes it should have")]
    BlockLong {
        /// The declared length in bytes.
        declared: u64,
    },
    /// The block that was read for writing is not the one that was read for its digest.
    #[error("the block changed while it was written")]
    BlockChanged,
    /// The block could not be read.
    #[error("cannot read the block: {0}")]
    Read(#[source] io::Error),
    /// The record could not be compressed or written.
    #[error("cannot write the record: {0}")]
    Write(#[source] io::Error),
    /// An earlier record was written only in part, so nothing may follow it.
    #[error("an earlier record was written only in part")]
    Torn,
}

/// Writes records one after another.
///
/// In general, output cannot be undone: if a record longer than 8 MiB fails half-way, or the output itself fails, all
/// later records are refused with [`WriteError::Torn`]. [`WarcFile`] cuts the file back instead and goes on.
pub struct WarcWriter<W> {
    out: W,
    options: WriterOptions,
    packer: Packer,
    /// Offset after the last whole record.
    position: u64,
    /// Whether the output ends with a part of a record.
    is_torn: bool,
    warcinfo_id: Option<String>,
    raw: Vec<u8>,
    packed: Vec<u8>,
}

impl<W: Write> WarcWriter<W> {
    /// Writes to `out`, which is at the start of a file.
    pub fn new(out: W, options: WriterOptions) -> io::Result<WarcWriter<W>> {
        WarcWriter::with_offset(out, 0, options)
    }

    /// Writes to `out`, which is at `offset` in its file.
    pub fn with_offset(out: W, offset: u64, options: WriterOptions) -> io::Result<WarcWriter<W>> {
        Ok(WarcWriter {
            out,
            options,
            packer: Packer::new(options.compression, options.effort)?,
            position: offset,
            is_torn: false,
            warcinfo_id: None,
            raw: Vec::new(),
            packed: Vec::new(),
        })
    }

    /// Writes a record whose block is in memory.
    pub fn write(&mut self, head: &RecordHead, block: &[u8]) -> Result<Written, WriteError> {
        let made = Wanted::by(head, self.options.digest).map(|w| hash::of_slice(block, w));
        let length = block.len() as u64;
        let header = self.header(head, made.unwrap_or_default(), length)?;
        self.put(&header, &mut &block[..], length, None)
    }

    /// Writes a record whose block is the next `length` bytes of `block`, which must end there. To compute digests, a
    /// long block is read twice.
    pub fn write_stream(
        &mut self,
        head: &RecordHead,
        block: &mut (impl Read + Seek),
        length: u64,
    ) -> Result<Written, WriteError> {
        let mut made = Made::default();
        if let Some(wanted) = Wanted::by(head, self.options.digest) {
            if length <= WHOLE_MAX {
                let mut whole = Vec::with_capacity(length as usize);
                read_block(block, length, &mut whole)?;
                return self.write(head, &whole);
            }
            let start = block.stream_position().map_err(WriteError::Read)?;
            made = hash::of_stream(block, length, wanted)?;
            block.seek(SeekFrom::Start(start)).map_err(WriteError::Read)?;
        }
        let header = self.header(head, made, length)?;
        self.put(&header, block, length, made.block)
    }

    /// Writes header and block byte for byte as given. The header must be complete and have the right length; nothing
    /// else in it is checked.
    pub fn write_raw(
        &mut self,
        header: &[u8],
        block: &mut impl Read,
        length: u64,
    ) -> Result<Written, WriteError> {
        head::check_raw(header, length)?;
        self.put(header, block, length, None)
    }

    /// Writes a member that a [`RecordPacker`] has made with the same compression, or several members that belong
    /// together, one after another.
    pub fn write_packed(&mut self, member: &[u8]) -> Result<Written, WriteError> {
        if self.is_torn {
            return Err(WriteError::Torn);
        }
        self.is_torn = true;
        self.out.write_all(member).map_err(WriteError::Write)?;
        let written = Written { offset: self.position, length: member.len() as u64 };
        self.position += written.length;
        self.is_torn = false;
        Ok(written)
    }

    /// Writes the `warcinfo` of a file of this name; later records can name it.
    pub fn write_warcinfo(
        &mut self,
        warcinfo: &Warcinfo,
        file_name: Option<&[u8]>,
    ) -> Result<Written, WriteError> {
        let head = warcinfo.head(file_name);
        let written = self.write(&head, &warcinfo.block()?)?;
        self.warcinfo_id = Some(head.id().to_owned());
        Ok(written)
    }

    /// Returns where the next record will start.
    pub fn position(&self) -> u64 {
        self.position
    }

    /// Flushes the output.
    pub fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }

    /// Returns the output, not flushed.
    pub fn into_inner(self) -> W {
        self.out
    }

    fn header(&self, head: &RecordHead, made: Made, length: u64) -> Result<Vec<u8>, HeadError> {
        let mut more = Vec::with_capacity(3);
        if self.options.link_warcinfo && head.kind() != RecordType::Warcinfo {
            more.extend(
                self.warcinfo_id.as_ref().map(|id| ("WARC-Warcinfo-ID", format!("<{id}>"))),
            );
        }
        more.extend(made.block.map(|digest| ("WARC-Block-Digest", digest.to_string())));
        more.extend(made.payload.map(|digest| ("WARC-Payload-Digest", digest.to_string())));
        head.compose_with(&more, length)
    }

    fn put(
        &mut self,
        header: &[u8],
        block: &mut dyn Read,
        length: u64,
        digest: Option<Digest>,
    ) -> Result<Written, WriteError> {
        if self.is_torn {
            return Err(WriteError::Torn);
        }
        // Headers end at 1 MiB, and no source has 2^64 bytes: a sum that would overflow fails later.
        let total = (header.len() as u64).saturating_add(length).saturating_add(4);
        let stored = if total <= WHOLE_MAX {
            self.put_whole(header, block, length)?
        } else {
            self.put_pieces(header, block, length, total, digest)?
        };
        let written = Written { offset: self.position, length: stored };
        self.position += stored;
        self.is_torn = false;
        Ok(written)
    }

    /// Writes a record that fits in memory. Nothing is written before the block was read to its end.
    fn put_whole(
        &mut self,
        header: &[u8],
        block: &mut dyn Read,
        length: u64,
    ) -> Result<u64, WriteError> {
        self.raw.clear();
        self.raw.extend_from_slice(header);
        read_block(block, length, &mut self.raw)?;
        self.raw.extend_from_slice(SEPARATOR);
        let bytes = self.packer.pack(&self.raw, &mut self.packed).map_err(WriteError::Write)?;
        self.is_torn = true;
        self.out.write_all(bytes).map_err(WriteError::Write)?;
        Ok(bytes.len() as u64)
    }

    fn put_pieces(
        &mut self,
        header: &[u8],
        block: &mut dyn Read,
        length: u64,
        total: u64,
        digest: Option<Digest>,
    ) -> Result<u64, WriteError> {
        self.packed.clear();
        let mut member = self.packer.begin(total, &mut self.packed).map_err(WriteError::Write)?;
        member.push(header, &mut self.packed).map_err(WriteError::Write)?;
        let mut hasher = digest.map(|digest| digest.algorithm().hasher());
        let mut stored = 0;
        let mut found = 0;
        self.raw.resize(CHUNK, 0);
        while found < length {
            let want = (length - found).min(CHUNK as u64) as usize;
            let n = read_some(block, &mut self.raw[..want]).map_err(WriteError::Read)?;
            if n == 0 {
                return Err(WriteError::BlockShort { declared: length, found });
            }
            found += n as u64;
            if let Some(hasher) = &mut hasher {
                hasher.update(&self.raw[..n]);
            }
            member.push(&self.raw[..n], &mut self.packed).map_err(WriteError::Write)?;
            if self.packed.len() >= CHUNK {
                stored += self.emit()?;
            }
        }
        expect_end(block, length)?;
        if hasher.map(|hasher| hasher.finish()) != digest {
            return Err(WriteError::BlockChanged);
        }
        member.push(SEPARATOR, &mut self.packed).map_err(WriteError::Write)?;
        member.finish(&mut self.packed).map_err(WriteError::Write)?;
        stored += self.emit()?;
        Ok(stored)
    }

    fn emit(&mut self) -> Result<u64, WriteError> {
        self.is_torn = true;
        self.out.write_all(&self.packed).map_err(WriteError::Write)?;
        let n = self.packed.len() as u64;
        self.packed.clear();
        Ok(n)
    }
}

/// Packs records apart from their file, for example in another thread.
pub struct RecordPacker {
    packer: Packer,
}

impl RecordPacker {
    /// Bytes of the longest record that can be packed this way; a longer one is written as a stream.
    pub const MAX: u64 = WHOLE_MAX;

    /// Returns a packer for files written with these options.
    pub fn new(options: WriterOptions) -> io::Result<RecordPacker> {
        Ok(RecordPacker { packer: Packer::new(options.compression, options.effort)? })
    }

    /// Returns the member that contains a record. `record` is header and block; the separator is added.
    pub fn pack(&mut self, mut record: Vec<u8>) -> io::Result<Vec<u8>> {
        record.extend_from_slice(SEPARATOR);
        let mut member = Vec::new();
        match self.packer.pack(&record, &mut member)?.len() {
            // Plain records are given back as they are.
            _ if member.is_empty() => Ok(record),
            _ => Ok(member),
        }
    }

    /// Like [`RecordPacker::pack`], but appends the member to `out`, for callers that reuse their buffers.
    pub fn pack_onto(&mut self, record: &mut Vec<u8>, out: &mut Vec<u8>) -> io::Result<()> {
        record.extend_from_slice(SEPARATOR);
        self.packer.pack_onto(record, out)
    }
}

/// Appends exactly `length` bytes; fails if the block has fewer or more.
fn read_block(block: &mut dyn Read, length: u64, out: &mut Vec<u8>) -> Result<(), WriteError> {
    let found = block.take(length).read_to_end(out).map_err(WriteError::Read)? as u64;
    if found < length {
        return Err(WriteError::BlockShort { declared: length, found });
    }
    expect_end(block, length)
}

fn expect_end(block: &mut dyn Read, length: u64) -> Result<(), WriteError> {
    match read_some(block, &mut [0]).map_err(WriteError::Read)? {
        0 => Ok(()),
        _ => Err(WriteError::BlockLong { declared: length }),
    }
}

fn read_some(block: &mut dyn Read, buf: &mut [u8]) -> io::Result<usize> {
    loop {
        match block.read(buf) {
            Err(e) if e.kind() == io::ErrorKind::Interrupted => {}
            result => return result,
        }
    }
}
