//! The contract by which others see every capture while the catalogue lists it.
//!
//! A file is read once: the catalogue lists its captures, and a [`CaptureObserver`] is shown each of them on the way.
//! The crate `follow` has the observer that the program uses; an archive knows neither HTML nor any other index.

use crate::captures::{Spot, record_next, record_open};
use crate::catalogue::CaptureRow;
use crate::folder::Archive;
use crate::source::FileSource;
use std::io::{self, Read};
use stodola_warc::{HttpInfo, Record, RecordBlock, RecordType};

/// Bytes of the longest block that is kept in memory; a longer one is read from the file again.
pub const BLOCK_MAX: u64 = 8 << 20;

/// How far a file was read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FilePlace {
    /// All captures before this byte offset were read.
    pub offset: u64,
    /// Whether this is the end of a finished file: nothing will follow.
    pub is_end: bool,
}

impl FilePlace {
    /// Nothing of the file was read.
    pub const START: FilePlace = FilePlace { offset: 0, is_end: false };
}

/// What an observer needs of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Needs {
    /// Byte offset of the first capture that is needed.
    pub from: u64,
    /// Whether it will ask for the blocks of most records, and not only for their beginnings.
    pub blocks: bool,
}

/// Title and language of a page.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Description {
    /// Title; `None` if the page has none.
    pub title: Option<String>,
    /// Language that the page declares; `None` if it declares none.
    pub language: Option<String>,
}

/// Is shown every capture of the archive, in the order of its file.
///
/// For each file, or each new part of an unfinished file: [`begin`](CaptureObserver::begin), then
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

    /// Takes a capture. It may stand before the place that `begin` asked for.
    fn take(&mut self, capture: &mut ReadCapture<'_, '_>);

    /// All captures before this place were shown, and the catalogue has committed them.
    fn commit(&mut self, file: &str, place: FilePlace);

    /// Discards everything that was shown since `begin`.
    fn abandon(&mut self);

    /// The file has changed, or no longer belongs to the archive: discards what was derived from it.
    fn forget(&mut self, file: &str);

    /// Everything will be built again: discards all that was derived.
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
    /// Nothing of the block was read.
    #[default]
    Unread,
    /// The whole block is in memory.
    InMemory,
    /// The block was read and not kept.
    Gone,
}

impl Block {
    /// Prepares for the next record.
    pub(crate) fn reset(&mut self) {
        self.state = BlockState::Unread;
        // Memory that one huge record needed is not kept for small ones.
        if self.bytes.capacity() > 2 << 20 {
            self.bytes = Vec::new();
        }
    }

    /// Returns the block, if it is in memory.
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

    /// Marks the block as read by somebody else, so that it can no longer be loaded.
    pub(crate) fn is_gone(&mut self) {
        self.state = BlockState::Gone;
    }
}

impl ReadCapture<'_, '_> {
    /// The name of the file in the archive.
    pub fn file(&self) -> &str {
        self.file
    }

    /// The row of the capture in the catalogue. The stored length is not known yet, and is `None`.
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

    /// Value of a field in the header of a WARC record; `None` if it has no such field.
    pub fn field(&self, name: &str) -> Option<&[u8]> {
        self.record.warc().and_then(|header| header.get(name))
    }

    /// Length of the block in bytes, as declared in the header; `None` if it declares none.
    pub fn declared_length(&self) -> Option<u64> {
        self.record.declared_length()
    }

    /// Returns the first `n` bytes of the block; fewer if the block is shorter, or `n` is over 4 MiB. Costs little.
    pub fn beginning(&mut self, n: usize) -> io::Result<&[u8]> {
        match self.block.state {
            BlockState::Unread => self.record.peek(n),
            BlockState::InMemory => Ok(&self.block.bytes[..n.min(self.block.bytes.len())]),
            BlockState::Gone => Ok(&[]),
        }
    }

    /// Returns the whole block, which is read once for all callers. `None` if it is longer than [`BLOCK_MAX`]: see
    /// [`ReadCapture::read_again`].
    pub fn block(&mut self) -> io::Result<Option<&[u8]>> {
        self.block.load(self.record)?;
        Ok(self.block.in_memory())
    }

    /// Opens the block in the file again, as a stream.
    pub fn read_again(&self) -> io::Result<RecordBlock<FileSource>> {
        let spot = Spot { offset: self.row.offset, inner: self.row.inner_offset };
        let (mut reader, path) =
            record_open(self.archive, self.file, spot, None).map_err(io::Error::other)?;
        record_next(&mut reader, spot, &path).map_err(io::Error::other)?;
        Ok(reader.into_block())
    }
}
