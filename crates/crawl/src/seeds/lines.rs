//! Lines of a file, packed or not, of which none takes more memory than the longest one may.

use super::SeedFault;
use bzip2::bufread::MultiBzDecoder;
use lzma_rust2::XzReader;
use std::io::{self, BufRead, BufReader, Chain, Cursor, Read};
use stodola_warc::decode::{ContentDecoder, DecodeOutcome};

/// Longest line in bytes. Lines of Heritrix have about a thousand.
const MAX_LINE: usize = 1 << 20;
/// Bytes at the start of a file that show which kind of file it is.
const HEAD: u64 = 64 << 10;
/// Size of the buffer for reading.
const BUFFER: usize = 256 << 10;

/// Most memory for unpacking xz, in KiB: enough for `xz -9`, which has a dictionary of 64 MiB.
const XZ_MEMORY: u32 = 80 << 10;
/// The name of a packing that needs more.
const XZ_LARGE: &str = "xz with a dictionary of more than 64 MiB";

/// Beginnings of packed files that are not unpacked here, with the names of the packings.
const OTHERS: [(&[u8], &str); 2] = [(b"PK\x03\x04", "zip"), (b"7z\xBC\xAF\x27\x1C", "7z")];

type Stored = BufReader<Box<dyn Read + Send>>;

/// The unpacked bytes of a file.
enum Unpacked {
    Plain(Stored),
    Packed(Box<ContentDecoder<Stored>>),
    Other(BufReader<Watched>),
}

/// Unpacks, and ends where the packed data are damaged.
struct Watched {
    source: Box<dyn Read + Send>,
    is_damaged: bool,
}

impl Read for Watched {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        if self.is_damaged {
            return Ok(0);
        }
        match self.source.read(bytes) {
            // What the system says is about the file; all else is about its content.
            Err(error)
                if error.raw_os_error().is_none()
                    && !matches!(
                        error.kind(),
                        io::ErrorKind::Interrupted | io::ErrorKind::OutOfMemory
                    ) =>
            {
                self.is_damaged = true;
                Ok(0)
            }
            read => read,
        }
    }
}

impl Unpacked {
    fn is_damaged(&self) -> bool {
        match self {
            Unpacked::Plain(_) => false,
            Unpacked::Packed(packed) => {
                !matches!(packed.outcome(), DecodeOutcome::Decoded | DecodeOutcome::Identity)
            }
            Unpacked::Other(packed) => packed.get_ref().is_damaged,
        }
    }
}

impl Read for Unpacked {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        match self {
            Unpacked::Plain(source) => source.read(bytes),
            Unpacked::Packed(source) => source.read(bytes),
            Unpacked::Other(source) => source.read(bytes),
        }
    }
}

impl BufRead for Unpacked {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        match self {
            Unpacked::Plain(source) => source.fill_buf(),
            Unpacked::Packed(source) => source.fill_buf(),
            Unpacked::Other(source) => source.fill_buf(),
        }
    }

    fn consume(&mut self, amount: usize) {
        match self {
            Unpacked::Plain(source) => source.consume(amount),
            Unpacked::Packed(source) => source.consume(amount),
            Unpacked::Other(source) => source.consume(amount),
        }
    }
}

/// The lines of a file.
pub(super) struct Lines {
    source: Chain<Cursor<Vec<u8>>, Unpacked>,
    line: Vec<u8>,
    number: u64,
    is_ended: bool,
}

/// A line of a file.
pub(super) struct Line<'l> {
    /// Its number, from 1.
    pub(super) number: u64,
    /// Its bytes without the line end; or the fault, with its first bytes.
    pub(super) content: Result<&'l [u8], (SeedFault, &'l [u8])>,
}

/// Why a file cannot be read line by line.
pub(super) enum Unreadable {
    Io(io::Error),
    /// It is packed in a way that is not unpacked here.
    Packing(&'static str),
}

impl From<io::Error> for Unreadable {
    fn from(error: io::Error) -> Unreadable {
        Unreadable::Io(error)
    }
}

impl Lines {
    /// Reads from a file, which its first bytes tell to be packed or not.
    pub(super) fn new(source: Box<dyn Read + Send>) -> Result<Lines, Unreadable> {
        let mut source = BufReader::with_capacity(BUFFER, source);
        let start = source.fill_buf()?;
        if let Some((_, name)) = OTHERS.iter().find(|(magic, _)| start.starts_with(magic)) {
            return Err(Unreadable::Packing(name));
        }
        let unpack = |source, coding: &[u8]| {
            Unpacked::Packed(Box::new(ContentDecoder::new(source, coding, u64::MAX)))
        };
        let other = |source: Box<dyn Read + Send>| {
            let watched = Watched { source, is_damaged: false };
            Unpacked::Other(BufReader::with_capacity(BUFFER, watched))
        };
        let mut unpacked = if start.starts_with(&[0x1F, 0x8B]) {
            unpack(source, b"gzip")
        } else if start.starts_with(&[0x28, 0xB5, 0x2F, 0xFD]) {
            unpack(source, b"zstd")
        } else if start.starts_with(b"\xFD7zXZ\x00") {
            other(Box::new(XzReader::new_mem_limit(source, true, XZ_MEMORY)))
        } else if is_bzip2(start) {
            other(Box::new(MultiBzDecoder::new(source)))
        } else {
            Unpacked::Plain(source)
        };
        let mut head = Vec::new();
        unpacked.by_ref().take(HEAD).read_to_end(&mut head).map_err(|error| {
            match error.kind() {
                io::ErrorKind::OutOfMemory => Unreadable::Packing(XZ_LARGE),
                _ => Unreadable::Io(error),
            }
        })?;
        // A byte order mark is no part of the text.
        let start = if head.starts_with(b"\xEF\xBB\xBF") { 3 } else { 0 };
        let mut head = Cursor::new(head);
        head.set_position(start);
        Ok(Lines { source: head.chain(unpacked), line: Vec::new(), number: 0, is_ended: false })
    }

    /// The first bytes of the file, as they are before the first line is read.
    pub(super) fn head(&self) -> &[u8] {
        let head = self.source.get_ref().0;
        let start = (head.position() as usize).min(head.get_ref().len());
        &head.get_ref()[start..]
    }

    /// Returns the next line; `None` at the end.
    pub(super) fn next(&mut self) -> io::Result<Option<Line<'_>>> {
        if self.is_ended {
            return Ok(None);
        }
        self.line.clear();
        let limit = MAX_LINE as u64 + 1;
        let read = self.source.by_ref().take(limit).read_until(b'\n', &mut self.line)?;
        self.number += 1;
        let number = self.number;
        if read == 0 {
            self.is_ended = true;
            let is_damaged = self.source.get_ref().1.is_damaged();
            let fault = (SeedFault::Damaged, &b""[..]);
            return Ok(is_damaged.then_some(Line { number, content: Err(fault) }));
        }
        if self.line.last() == Some(&b'\n') {
            self.line.pop();
            if self.line.last() == Some(&b'\r') {
                self.line.pop();
            }
        } else if self.line.len() > MAX_LINE {
            self.source.skip_until(b'\n')?;
            return Ok(Some(Line { number, content: Err((SeedFault::TooLong, &self.line)) }));
        }
        Ok(Some(Line { number, content: Ok(&self.line) }))
    }
}

/// Whether these bytes begin a file of bzip2: the mark, the size of blocks, and the mark of a block or of the end.
fn is_bzip2(start: &[u8]) -> bool {
    let Some(rest) = start.strip_prefix(b"BZh") else { return false };
    let marks = [&b"1AY&SY"[..], b"\x17\x72\x45\x38\x50\x90"];
    matches!(rest.first(), Some(b'1'..=b'9')) && marks.iter().any(|it| rest[1..].starts_with(it))
}
