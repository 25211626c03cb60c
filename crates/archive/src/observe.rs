//! Everybody who derives something from captures beside the catalogue, as the catalogue sees them.
//!
//! A file is read once: the catalogue lists its captures, and a [`CaptureObserver`] is shown each of them on the way.
//! The crate `follow` has the observer that the program uses; an archive knows neither HTML nor any other index.

use crate::captures::{Spot, record_next, record_open};
use crate::catalogue::CaptureRow;
use crate::folder::Archive;
use crate::source::FileSource;
use std::io::{self, Read};
use stodola_warc::{HttpInfo, Record, RecordBlock, RecordType};

/// A longer block is not kept in memory: whoever wants it reads it from the file again.
pub const BLOCK_MAX: u64 = 8 << 20;

/// How far a file was read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FilePlace {
    /// All captures before this byte are known.
    pub offset: u64,
    /// Whether that is the end of a finished file: nothing will follow.
    pub is_end: bool,
}

impl FilePlace {
    /// Nothing of a file is known.
    pub const START: FilePlace = FilePlace { offset: 0, is_end: false };
}

/// What an observer needs of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Needs {
    /// Captures from this byte on.
    pub from: u64,
    /// Whether it will ask for the blocks of most records, and not only for their beginnings.
    pub blocks: bool,
}

/// What is known of a page.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Description {
    /// What it calls itself.
    pub title: Option<String>,
    /// The language it says it is in.
    pub language: Option<String>,
}

/// Is shown every capture of the archive, in the order of its file.
///
/// For each file, or each new part of a file in the making: [`begin`](CaptureObserver::begin), then
/// [`describe`](CaptureObserver::describe) and [`take`](CaptureObserver::take) for each capture, then
/// [`commit`](CaptureObserver::commit) or [`abandon`](CaptureObserver::abandon). The catalogue commits first, so that
/// nobody derives anything from a capture that is not listed. A crash in between leaves an observer behind the
/// catalogue: it says so at the next `begin`, and is shown those captures again.
///
/// No method fails: what goes wrong with an observer must not keep a capture from being listed. It keeps the reason
/// itself.
pub trait CaptureObserver: Send {
    /// A file is about to be read. Returns from where on it is needed, `None` if nothing is needed of it.
    fn begin(&mut self, file: &str, is_finished: bool) -> Option<Needs>;

    /// Returns title and language of a page. The same capture must always give the same: a catalogue that is built
    /// again has the rows it had before. Also called where nothing else is needed.
    fn describe(&mut self, capture: &mut ReadCapture<'_, '_>) -> Description;

    /// A capture. It may stand before the place that `begin` asked for.
    fn take(&mut self, capture: &mut ReadCapture<'_, '_>);

    /// All captures up to this place were shown, and the catalogue has them.
    fn commit(&mut self, file: &str, place: FilePlace);

    /// What was shown since `begin` does not count.
    fn abandon(&mut self);

    /// A file is no longer what it was, or no longer part of the archive.
    fn forget(&mut self, file: &str);

    /// Everything is about to be built again.
    fn start_anew(&mut self);
}

/// A capture while its file is read.
pub struct ReadCapture<'a, 'r> {
    pub(crate) archive: &'a Archive,
    pub(crate) file: &'a str,
    pub(crate) row: CaptureRow,
    pub(crate) kind: RecordType,
    pub(crate) http: Option<HttpInfo>,
    pub(crate) record: &'a mut Record<'r, FileSource>,
    pub(crate) block: &'a mut Block,
}

/// The block of the record that is read.
#[derive(Default)]
pub(crate) struct Block {
    bytes: Vec<u8>,
    state: BlockState,
}

#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum BlockState {
    /// Nothing of it was read.
    #[default]
    Unread,
    /// All of it is in memory.
    InMemory,
    /// It was read and not kept.
    Gone,
}

impl Block {
    /// The next record comes.
    pub(crate) fn reset(&mut self) {
        self.state = BlockState::Unread;
        // What one huge record needed is not kept for those that are not.
        if self.bytes.capacity() > 2 << 20 {
            self.bytes = Vec::new();
        }
    }

    /// The block, if it is in memory.
    pub(crate) fn in_memory(&self) -> Option<&[u8]> {
        (self.state == BlockState::InMemory).then_some(&self.bytes[..])
    }

    /// Reads the block into memory, unless it is too long.
    pub(crate) fn load<R: Read>(&mut self, record: &mut Record<'_, R>) -> io::Result<()> {
        if self.state == BlockState::Unread && record.expected_length() <= BLOCK_MAX {
            self.bytes.clear();
            record.read_to_end(&mut self.bytes)?;
            self.state = BlockState::InMemory;
        }
        Ok(())
    }

    /// Somebody has read it.
    pub(crate) fn is_gone(&mut self) {
        self.state = BlockState::Gone;
    }
}

impl ReadCapture<'_, '_> {
    /// The name of the file in the archive.
    pub fn file(&self) -> &str {
        self.file
    }

    /// What the catalogue knows of it. The stored length is known only later, and is `None`.
    pub fn row(&self) -> &CaptureRow {
        &self.row
    }

    /// The kind of record.
    pub fn kind(&self) -> RecordType {
        self.kind
    }

    /// What the head of the HTTP message says, if the block starts with one.
    pub fn http(&self) -> Option<&HttpInfo> {
        self.http.as_ref()
    }

    /// The value of a field in the header of a WARC record.
    pub fn field(&self, name: &str) -> Option<&[u8]> {
        self.record.warc().and_then(|header| header.get(name))
    }

    /// The length of the block as the header has it.
    pub fn declared_length(&self) -> Option<u64> {
        self.record.declared_length()
    }

    /// The first bytes of the block; fewer than `n` if it is shorter, or `n` is over 4 MiB. Costs little.
    pub fn beginning(&mut self, n: usize) -> io::Result<&[u8]> {
        match self.block.state {
            BlockState::Unread => self.record.peek(n),
            BlockState::InMemory => Ok(&self.block.bytes[..n.min(self.block.bytes.len())]),
            BlockState::Gone => Ok(&[]),
        }
    }

    /// The whole block, read once for all who ask. `None` if it is longer than [`BLOCK_MAX`]: see
    /// [`ReadCapture::read_again`].
    pub fn block(&mut self) -> io::Result<Option<&[u8]>> {
        self.block.load(self.record)?;
        Ok(self.block.in_memory())
    }

    /// The block from the file, once more.
    pub fn read_again(&self) -> io::Result<RecordBlock<FileSource>> {
        let spot = Spot { offset: self.row.offset, inner: self.row.inner_offset };
        let (mut reader, path) =
            record_open(self.archive, self.file, spot, None).map_err(io::Error::other)?;
        record_next(&mut reader, spot, &path).map_err(io::Error::other)?;
        Ok(reader.into_block())
    }
}
