//! The bytes of a file in a folder, a tar or a zip, which can be read several times.

use std::fs::File;
use std::io::{self, BufReader, Read, Seek, SeekFrom};
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

use flate2::Crc;
use flate2::bufread::DeflateDecoder;

use super::zip;

/// The bytes of one file, wherever they are. Only their place is in memory, so a content is cheap to keep and to clone;
/// the bytes are read by a [`ContentReader`].
#[derive(Clone, Debug)]
pub struct NedlibContent {
    place: Place,
    len: u64,
}

#[derive(Clone, Debug)]
enum Place {
    File(PathBuf),
    Range { file: Shared, start: u64 },
    Zipped { file: Shared, header: u64, packed: u64, method: u16, crc: u32 },
}

/// An archive that several readers share; each seeks to its own position before it reads.
pub(super) type Shared = Arc<Mutex<File>>;

/// What a zip says about an entry.
pub(super) struct Zipped {
    pub(super) header: u64,
    pub(super) packed: u64,
    pub(super) len: u64,
    pub(super) method: u16,
    pub(super) crc: u32,
}

impl NedlibContent {
    pub(super) fn file(path: PathBuf, len: u64) -> NedlibContent {
        NedlibContent { place: Place::File(path), len }
    }

    pub(super) fn range(file: &Shared, start: u64, len: u64) -> NedlibContent {
        NedlibContent { place: Place::Range { file: Arc::clone(file), start }, len }
    }

    pub(super) fn zipped(file: &Shared, entry: &Zipped) -> NedlibContent {
        let &Zipped { header, packed, len, method, crc } = entry;
        let file = Arc::clone(file);
        NedlibContent { place: Place::Zipped { file, header, packed, method, crc }, len }
    }

    /// Returns the number of bytes, unpacked.
    pub fn len(&self) -> u64 {
        self.len
    }

    /// Returns whether there are no bytes.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Returns a reader that starts at the first byte. Any number of readers can be used at the same time.
    pub fn reader(&self) -> io::Result<ContentReader> {
        let (inner, crc): (Box<dyn Read + Send>, _) = match &self.place {
            Place::File(path) => (Box::new(File::open(path)?), None),
            Place::Range { file, start } => (Box::new(window(file, *start, self.len)?), None),
            Place::Zipped { file, header, packed, method, crc } => {
                let start = zip::data_start(file, *header)?;
                let bytes = window(file, start, *packed)?;
                let inner: Box<dyn Read + Send> = match *method {
                    zip::STORED => Box::new(bytes),
                    zip::DEFLATED => Box::new(DeflateDecoder::new(bytes)),
                    _ => return Err(invalid("unknown compression")),
                };
                (inner, Some((Crc::new(), *crc)))
            }
        };
        Ok(ContentReader { inner, left: self.len, crc, checked: false })
    }
}

/// Reads exactly as many bytes as the content has; see [`NedlibContent::reader`].
///
/// Fewer or more bytes than declared, and a wrong checksum, are errors: a packed file with more bytes than its archive
/// says is not unpacked any further.
pub struct ContentReader {
    inner: Box<dyn Read + Send>,
    left: u64,
    /// The checksum so far, and what it must be at the end.
    crc: Option<(Crc, u32)>,
    checked: bool,
}

impl ContentReader {
    fn check_end(&mut self) -> io::Result<()> {
        if self.checked {
            return Ok(());
        }
        if self.inner.read(&mut [0])? != 0 {
            return Err(invalid("more bytes than announced"));
        }
        if self.crc.as_ref().is_some_and(|(sum, expected)| sum.sum() != *expected) {
            return Err(invalid("wrong checksum"));
        }
        self.checked = true;
        Ok(())
    }
}

impl Read for ContentReader {
    fn read(&mut self, buf: &mut [u8]) -> io::Result<usize> {
        if buf.is_empty() {
            return Ok(0);
        }
        if self.left == 0 {
            self.check_end()?;
            return Ok(0);
        }
        let most = usize::try_from(self.left).unwrap_or(usize::MAX).min(buf.len());
        let count = self.inner.read(&mut buf[..most])?;
        if count == 0 {
            return Err(io::Error::new(io::ErrorKind::UnexpectedEof, "fewer bytes than announced"));
        }
        self.left -= count as u64;
        if let Some((sum, _)) = &mut self.crc {
            sum.update(&buf[..count]);
        }
        Ok(count)
    }
}

impl std::fmt::Debug for ContentReader {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ContentReader").field("left", &self.left).finish_non_exhaustive()
    }
}

/// Returns a reader for a range of a shared file, buffered so that the lock is rarely taken.
fn window(file: &Shared, start: u64, len: u64) -> io::Result<BufReader<Window>> {
    let end = start.checked_add(len).ok_or_else(|| invalid("beyond the end of the file"))?;
    let window = Window { file: Arc::clone(file), position: start, end };
    let capacity = usize::try_from(len).unwrap_or(usize::MAX).clamp(1, 64 * 1024);
    Ok(BufReader::with_capacity(capacity, window))
}

struct Window {
    file: Shared,
    position: u64,
    end: u64,
}

impl Read for Window {
    fn read(&mut self, buf: &mut [u8]) -> io::Result<usize> {
        let left = usize::try_from(self.end - self.position).unwrap_or(usize::MAX);
        let most = left.min(buf.len());
        let count = read_at(&self.file, self.position, &mut buf[..most])?;
        self.position += count as u64;
        Ok(count)
    }
}

/// Reads once at an offset, and returns the number of bytes.
pub(super) fn read_at(file: &Shared, offset: u64, buf: &mut [u8]) -> io::Result<usize> {
    // A panic elsewhere leaves nothing half done here: every read seeks first.
    let mut file = file.lock().unwrap_or_else(PoisonError::into_inner);
    file.seek(SeekFrom::Start(offset))?;
    file.read(buf)
}

pub(super) fn invalid(what: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, what)
}
