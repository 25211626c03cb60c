//! The one way to read an archive: look a capture up, open it, read its head and its payload.
//!
//! ```text
//! URI, time ─▶ catalogue ─▶ Entry ─▶ Captures::open ─▶ Content: head, payload as a stream
//!                                        │
//!                                        └─ revisit? the payload of the capture it names, in whatever file
//! ```
//!
//! Files that a harvest is still writing are read too, up to the last record that the catalogue lists.

mod by_offset;
mod content;
mod error;
mod pool;
mod record_at;
mod record_run;

pub use content::{Content, Decoded};
pub use error::CaptureError;
pub use pool::PooledCatalogue;
pub use record_at::AnswerHead;
pub(crate) use record_at::{Spot, next as record_next, open as record_open};
pub use record_run::RecordRun;

use crate::catalogue::{CaptureKind, CatalogueError, ConversionRow, Entry, Stamp};
use crate::folder::Archive;
use crate::source::FileSource;
use content::take_head;
use pool::Pool;
use stodola_warc::{Record, RecordBlock};

/// Maximum number of open connections to the catalogue, unless the caller asks for another number.
const CONNECTIONS: usize = 8;

/// The captures of an archive, for any number of threads. All calls block; an asynchronous program makes them in
/// threads for that purpose.
///
/// At most a fixed number of connections to the catalogue is open; a caller that needs one more waits. Every call sees
/// what was committed before it, also by other processes, and also after the catalogue was rebuilt.
///
/// ```no_run
/// use std::io::Read;
/// use stodola_archive::{Archive, Captures};
///
/// let captures = Captures::new(&Archive::open("archive".as_ref())?);
/// for entry in captures.lookup(b"http://example.cz/")? {
///     let opened = captures.open(&entry)?;
///     let status = opened.content.head().and_then(|head| head.status);
///     let mut page = Vec::new();
///     opened.content.into_decoded(64 << 20).read_to_end(&mut page)?;
///     println!("{:?} {status:?} {} bytes", entry.row.time, page.len());
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Captures {
    archive: Archive,
    pool: Pool,
}

/// The block of a record in a file of an archive, as a stream.
pub type StoredBlock = RecordBlock<FileSource>;

/// A capture that was opened.
pub struct OpenedCapture {
    /// HTTP head and payload.
    ///
    /// For a revisit with identical payload, the head is the one of the revisit, and the payload the one of the
    /// original. For a revisit after an answer 304 both are those of the original: a 304 describes no payload.
    pub content: Content<StoredBlock>,
    /// The capture that has the payload; `None` if this capture is not a revisit.
    pub original: Option<Entry>,
}

impl std::fmt::Debug for Captures {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Captures").field("archive", &self.archive).finish_non_exhaustive()
    }
}

impl Captures {
    /// Returns a reader for the captures of an archive. Opens no file yet.
    pub fn new(archive: &Archive) -> Captures {
        Captures::with_connections(archive, CONNECTIONS)
    }

    /// Same as [`Captures::new`], with at most `max` connections to the catalogue. 0 counts as 1.
    pub fn with_connections(archive: &Archive, max: usize) -> Captures {
        Captures { archive: archive.clone(), pool: Pool::new(archive, max, None) }
    }

    /// The same where each connection keeps only so many MiB of the catalogue in memory: a server has many
    /// connections, and the system keeps what they read as well.
    pub fn with_cache(archive: &Archive, max: usize, cache_mib: u32) -> Captures {
        Captures { archive: archive.clone(), pool: Pool::new(archive, max, Some(cache_mib)) }
    }

    /// The archive.
    pub fn archive(&self) -> &Archive {
        &self.archive
    }

    /// Returns a connection to the catalogue, for several questions. Waits while all connections are in use; a thread
    /// that holds one connection and asks for another one may wait for ever.
    pub fn catalogue(&self) -> Result<PooledCatalogue<'_>, CatalogueError> {
        self.pool.take()
    }

    /// Returns all captures with the same key (SURT) as the URI, ordered by time. Empty if there is none.
    pub fn lookup(&self, uri: &[u8]) -> Result<Vec<Entry>, CatalogueError> {
        self.pool.take()?.lookup(uri)
    }

    /// Returns the capture of the URI nearest to a time; of two equally near, the earlier one. `None` if there is none.
    pub fn closest(&self, uri: &[u8], time: Stamp) -> Result<Option<Entry>, CatalogueError> {
        self.pool.take()?.closest(uri, time)
    }

    /// Returns the captures that may hold the content of a revisit: the capture that it names, or otherwise earlier
    /// captures of the same URI with the same digest. Empty if the catalogue has neither.
    pub fn originals(&self, revisit: &Entry) -> Result<Vec<Entry>, CatalogueError> {
        self.pool.take()?.originals(revisit)
    }

    /// Opens a capture. The file must be unchanged since it was listed: if the offset has a record of another URI, or
    /// no record, this is an error. For a record in segments, the content is that of the first segment.
    pub fn open(&self, entry: &Entry) -> Result<OpenedCapture, CaptureError> {
        if entry.row.kind != CaptureKind::Revisit {
            return Ok(OpenedCapture { content: self.stored(entry)?, original: None });
        }
        let own_head = self.head_of_revisit(entry)?;
        let (mut found, mut failure) = (None, None);
        for original in self.originals(entry)? {
            match self.stored(&original) {
                Ok(content) => {
                    found = Some((content, original));
                    break;
                }
                Err(error) => failure = failure.or(Some(error)),
            }
        }
        let Some((content, original)) = found else {
            let path = self.archive.path_of(&entry.file);
            let none = CaptureError::NoOriginal { path, offset: entry.row.offset };
            return Err(failure.unwrap_or(none));
        };
        let content = match own_head {
            Some(head) => content.with_head(head),
            None => content,
        };
        Ok(OpenedCapture { content, original: Some(original) })
    }

    /// Opens a conversion: content without a head.
    pub fn open_conversion(
        &self,
        conversion: &ConversionRow,
    ) -> Result<Content<StoredBlock>, CaptureError> {
        let ConversionRow { file, offset, inner_offset, uri, .. } = conversion;
        let spot = Spot { offset: *offset, inner: *inner_offset };
        let covered = self.pool.take()?.covered_of(file)?;
        let (mut reader, path) = record_at::open(&self.archive, file, spot, covered)?;
        let record = record_at::next(&mut reader, spot, &path)?;
        if record.uri() != Some(&uri[..]) {
            return Err(path.changed(spot));
        }
        Ok(Content::new(None, reader.into_block()))
    }

    /// The id of the record that a capture is, without angle brackets; `None` if it has none.
    pub fn record_id(&self, entry: &Entry) -> Result<Option<Vec<u8>>, CaptureError> {
        self.with_entry(entry, |mut reader, spot, path| {
            let record = record_at::next(&mut reader, spot, &path)?;
            Ok(record.id().map(<[u8]>::to_vec))
        })
    }

    /// Calls `work` with the record at an offset of a file. An error if no record starts there.
    pub fn with_record<T>(
        &self,
        file: &str,
        offset: u64,
        work: impl FnOnce(&mut Record<'_, FileSource>) -> T,
    ) -> Result<T, CaptureError> {
        let spot = Spot::at(offset);
        let (mut reader, path) = record_at::open(&self.archive, file, spot, None)?;
        let mut record = record_at::next(&mut reader, spot, &path)?;
        Ok(work(&mut record))
    }

    /// Returns the head of the HTTP response in the record at an offset. For an answer 304, this is the head of that
    /// answer.
    pub fn answer_head(&self, file: &str, offset: u64) -> Result<AnswerHead, CaptureError> {
        record_at::answer_head(&self.archive, file, offset)
    }

    /// Returns the HTTP head of a revisit, if it describes the content. The head of an answer 304 does not: `None`.
    fn head_of_revisit(&self, entry: &Entry) -> Result<Option<Vec<u8>>, CaptureError> {
        self.with_entry(entry, |mut reader, spot, path| {
            let mut record = record_at::next(&mut reader, spot, &path)?;
            let profile = record.warc().and_then(|header| header.get("WARC-Profile"));
            if profile.is_some_and(|profile| profile.ends_with(b"/server-not-modified")) {
                return Ok(None);
            }
            take_head(&mut record).map_err(path.failed(spot))
        })
    }

    /// Opens the content that is stored in the record itself, without resolving a revisit.
    fn stored(&self, entry: &Entry) -> Result<Content<StoredBlock>, CaptureError> {
        self.with_entry(entry, |mut reader, spot, path| {
            let mut record = record_at::next(&mut reader, spot, &path)?;
            if record.uri() != Some(&entry.row.uri[..]) {
                return Err(path.changed(spot));
            }
            let head = take_head(&mut record).map_err(path.failed(spot))?;
            Ok(Content::new(head, reader.into_block()))
        })
    }

    fn with_entry<T>(
        &self,
        entry: &Entry,
        work: impl FnOnce(
            stodola_warc::Reader<FileSource>,
            Spot,
            record_at::OpenedPath,
        ) -> Result<T, CaptureError>,
    ) -> Result<T, CaptureError> {
        let spot = Spot { offset: entry.row.offset, inner: entry.row.inner_offset };
        // Bytes behind the last listed record may be incomplete, because a harvest is still writing them.
        let covered = self.pool.take()?.covered(entry)?;
        let (reader, path) =
            record_at::open_known(&self.archive, &entry.file, spot, covered, entry.row.length)?;
        work(reader, spot, path)
    }
}
