//! The payloads that the archive has, including those of unfinished files, so that none is stored twice.
//!
//! A payload is identified by the body of a response without transfer coding, and by whether it is stored chunked:
//! replay tools put the head of a revisit before the stored body of the original, so both must be framed alike.
//! Payloads of finished files are in a [`DedupIndex`]; those of unfinished files are [beside it](unfinished), and go to
//! the index when the file is finished. If two threads have the same payload at the same moment, only one stores it:
//! the second waits until the first has stored it, and then refers to it.
//!
//! An original that cannot be read does not count: if its file is missing, the payload counts as new and is stored
//! again.
//!
//! | killed | left behind | then |
//! |---|---|---|
//! | before a file is finished | nothing in the index | the sink finishes the file, which is read and committed |
//! | before a finished file is committed | the same | it is read and committed with the followers that lag behind |

mod unfinished;

use crate::captures::{Spot, record_next, record_open};
use crate::dedup::{DedupError, DedupIndex, Payload};
use crate::folder::Archive;
use crate::observe::ReadCapture;
use std::collections::{HashMap, HashSet};
use std::io::Read;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError, RwLock};
use stodola_warc::date::{parse_arc_date, parse_warc_date};
use stodola_warc::digest::{Algorithm, Digest};
use stodola_warc::write::ResponseDigests;
use stodola_warc::{Format, Record, RecordType};
use unfinished::Unfinished;

/// Name of the folder of the index in the archive.
const INDEX: &str = "payloads";
/// Name of the folder in it for payloads of unfinished files.
const UNFINISHED: &str = "unfinished";
/// Number of recently used originals that are remembered: the same logo stands on every page.
const RECENT: usize = 1024;

/// How the body of a stored response is framed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Framing {
    /// `Transfer-Encoding: chunked`: the sizes of the chunks stand between its bytes.
    Chunked,
    /// The bytes of the payload alone.
    Plain,
}

impl Framing {
    pub(crate) fn new(is_chunked: bool) -> Framing {
        if is_chunked { Framing::Chunked } else { Framing::Plain }
    }
}

/// How often the archive stores the same payload.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PayloadCopies {
    /// Once: whoever has it again refers to it.
    #[default]
    One,
    /// In two finished files, so that the loss of one file loses nothing.
    Two,
    /// Each time.
    All,
}

/// A record with the content that another record refers to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Original {
    /// Record id; `None` for ARC records, which have none.
    pub id: Option<String>,
    /// URI of the capture.
    pub uri: Vec<u8>,
    /// Date of the capture, as in a WARC header.
    pub date: String,
}

/// The payloads of an archive, so that none is stored twice. Only one process at a time can open it.
pub struct PayloadIndex {
    archive: Archive,
    /// The index on disk. `None` only if it could not be opened again after it was cleared.
    index: RwLock<Option<DedupIndex>>,
    fresh: Mutex<Fresh>,
    /// Notified when a thread that was storing a payload has succeeded or given up.
    settled: Condvar,
    /// Originals that were found of late, and whether two files have them.
    recent: Mutex<HashMap<Payload, (Original, bool)>>,
}

/// Payloads that are not in the index yet.
struct Fresh {
    /// Those that a thread is storing at this moment.
    coming: HashSet<Payload>,
    /// Those in files that are not committed to the index.
    stored: Unfinished,
}

/// Whether a payload has to be stored.
pub(crate) enum Claim<'p> {
    /// The archive has it, in this record.
    Stored(Original),
    /// The caller has to store it.
    Yours(Reservation<'p>),
}

/// The right to store a payload. Dropping it gives the right back.
pub(crate) struct Reservation<'p> {
    payloads: &'p PayloadIndex,
    payload: Payload,
    is_kept: bool,
}

impl Reservation<'_> {
    /// Records that the payload is stored in this file of the archive, at this byte offset.
    pub(crate) fn keep(mut self, file: &str, offset: u64) {
        self.is_kept = true;
        let mut fresh = lock(&self.payloads.fresh);
        fresh.stored.insert(self.payload, file, offset);
        fresh.coming.remove(&self.payload);
        drop(fresh);
        self.payloads.settled.notify_all();
    }
}

impl Drop for Reservation<'_> {
    fn drop(&mut self) {
        if !self.is_kept {
            lock(&self.payloads.fresh).coming.remove(&self.payload);
            self.payloads.settled.notify_all();
        }
    }
}

impl PayloadIndex {
    /// Opens the index of an archive that this process has locked; creates an empty one if there is none.
    pub fn open(archive: &Archive) -> Result<PayloadIndex, DedupError> {
        let folder = archive.folder().join(INDEX);
        // Only after it is locked may anything in the folder be removed.
        let index = DedupIndex::open(&folder)?;
        let stored = Unfinished::open(folder.join(UNFINISHED))?;
        Ok(PayloadIndex {
            archive: archive.clone(),
            index: RwLock::new(Some(index)),
            fresh: Mutex::new(Fresh { coming: HashSet::new(), stored }),
            settled: Condvar::new(),
            recent: Mutex::default(),
        })
    }

    /// Returns the original if the archive has the payload; otherwise reserves it for the caller, who has to store it.
    /// Waits while another thread is storing it. `payload` was made by [`payload`] for the same `framing`. `digest` is
    /// the payload digest in its record, if there is one.
    pub(crate) fn claim(
        &self,
        payload: Payload,
        framing: Framing,
        digest: &Digest,
        copies: PayloadCopies,
    ) -> Result<Claim<'_>, DedupError> {
        let wants_two = copies == PayloadCopies::Two;
        if let Some((original, has_two)) = lock(&self.recent).get(&payload)
            && (*has_two || !wants_two)
        {
            return Ok(Claim::Stored(original.clone()));
        }
        let ours = || Reservation { payloads: self, payload, is_kept: false };
        let mut fresh = lock(&self.fresh);
        while fresh.coming.contains(&payload) {
            fresh = self.settled.wait(fresh).unwrap_or_else(PoisonError::into_inner);
        }
        if let Some((file, offset)) = fresh.stored.find(&payload)? {
            // The file only grows, or was finished just now.
            return Ok(match self.original_at(&file, offset, framing, digest) {
                // A second copy in the same file would be lost with it: it has to wait for another file.
                Some(original) if wants_two => Claim::Stored(original),
                Some(original) => self.found(payload, original, false),
                None => {
                    fresh.stored.forget(&payload, &file);
                    fresh.coming.insert(payload);
                    Claim::Yours(ours())
                }
            });
        }
        // No other thread looks for it between the check and this line: the lock is held.
        fresh.coming.insert(payload);
        drop(fresh);
        let ours = ours();
        let places: Vec<(Arc<str>, u64)> = {
            let index = self.index.read().unwrap_or_else(PoisonError::into_inner);
            let index = index.as_ref().ok_or_else(|| self.doubtful())?;
            let copies = index.lookup(&payload)?;
            let places = copies.iter().flat_map(|copies| copies.iter());
            places
                .filter_map(|place| Some((index.file_name(place.file)?.into(), place.offset)))
                .collect()
        };
        let mut originals =
            places.iter().filter_map(|(file, at)| self.original_at(file, *at, framing, digest));
        Ok(match originals.next() {
            Some(original) if !wants_two => self.found(payload, original, false),
            Some(original) if originals.next().is_some() => self.found(payload, original, true),
            Some(_) | None => Claim::Yours(ours),
        })
    }

    /// Reserves a payload for a caller that stores it in any case, so that others can refer to it; `None` if another
    /// copy of it is in an unfinished file.
    pub(crate) fn reserve(&self, payload: Payload) -> Result<Option<Reservation<'_>>, DedupError> {
        let mut fresh = lock(&self.fresh);
        if fresh.coming.contains(&payload) || fresh.stored.find(&payload)?.is_some() {
            return Ok(None);
        }
        fresh.coming.insert(payload);
        Ok(Some(Reservation { payloads: self, payload, is_kept: false }))
    }

    fn found(&self, payload: Payload, original: Original, has_two: bool) -> Claim<'_> {
        let mut recent = lock(&self.recent);
        if recent.len() >= RECENT {
            recent.clear();
        }
        recent.insert(payload, (original.clone(), has_two));
        Claim::Stored(original)
    }

    /// Returns the original at an offset of a file; `None` if it cannot be used. Somebody may have replaced the file
    /// since it was read, and indexes of earlier versions do not distinguish chunked payloads from others.
    fn original_at(
        &self,
        file: &str,
        offset: u64,
        framing: Framing,
        digest: &Digest,
    ) -> Option<Original> {
        let spot = Spot::at(offset);
        let (mut reader, path) = record_open(&self.archive, file, spot, None).ok()?;
        let mut record = record_next(&mut reader, spot, &path).ok()?;
        let is_alike = Framing::new(record.http().ok()??.is_chunked) == framing;
        let said = record.warc().and_then(|header| header.get("WARC-Payload-Digest"));
        let said = said.and_then(|said| Digest::parse(said).ok());
        let is_other =
            said.is_some_and(|said| said.algorithm() == digest.algorithm() && said != *digest);
        let is_it = record.kind() == RecordType::Response && is_alike && !is_other;
        is_it.then(|| Original::of(&record)).flatten()
    }

    /// Adds the payloads that this process wrote to a file to the index. The file is finished.
    pub(crate) fn commit(&self, file: &str) -> Result<(), DedupError> {
        let stored = lock(&self.fresh).stored.of_file(file)?;
        self.commit_file(file, &stored)?;
        lock(&self.fresh).stored.remove(file)
    }

    /// Whether an archive has a payload index. One that no harvest has written to has none, and needs none.
    pub fn exists(archive: &Archive) -> bool {
        archive.folder().join(INDEX).is_dir()
    }

    /// Returns the names of the files in the index of an archive. For readers: takes no lock.
    pub fn committed_files(archive: &Archive) -> Result<Vec<String>, DedupError> {
        Ok(DedupIndex::read(&archive.folder().join(INDEX))?.file_names())
    }

    /// Whether the index has the payloads of a file.
    pub fn is_committed(&self, file: &str) -> bool {
        let index = self.index.read().unwrap_or_else(PoisonError::into_inner);
        index.as_ref().is_some_and(|index| index.is_committed(file))
    }

    /// Adds the payloads of a finished file, each with the byte offset of its record, all or none. A file that the
    /// index already has stays as it is.
    pub fn commit_file(&self, file: &str, stored: &[(Payload, u64)]) -> Result<(), DedupError> {
        let mut index = self.index.write().unwrap_or_else(PoisonError::into_inner);
        let index = index.as_mut().ok_or_else(|| self.doubtful())?;
        if !index.is_committed(file) {
            index.commit_file(file, stored, &[])?;
            // The next file may take hours, and a large one has a million payloads.
            index.seal_if_long()?;
        }
        Ok(())
    }

    /// Removes everything from the index, to fill it again.
    pub fn clear(&self) -> Result<(), DedupError> {
        let folder = self.archive.folder().join(INDEX);
        let mut index = self.index.write().unwrap_or_else(PoisonError::into_inner);
        // The index holds its files open, and the lock.
        *index = None;
        let removed = std::fs::remove_dir_all(&folder);
        removed.map_err(|error| DedupError::Io { what: "remove", path: folder.clone(), error })?;
        *index = Some(DedupIndex::open(&folder)?);
        lock(&self.recent).clear();
        Ok(())
    }

    fn doubtful(&self) -> DedupError {
        DedupError::Doubtful(self.archive.folder().join(INDEX))
    }

    /// Returns the payload of a record that others may refer to: a complete response with a body. `None` for any other
    /// record.
    pub fn payload_of(capture: &mut ReadCapture<'_, '_>) -> Option<Payload> {
        // If a compressed member has several records, only the first can be found by its offset.
        if capture.kind() != RecordType::Response
            || capture.row().inner_offset != 0
            || capture.field("WARC-Truncated").is_some()
            || capture.field("WARC-Segment-Number").is_some()
        {
            return None;
        }
        let length = capture.declared_length()?;
        let found = match capture.block().ok()? {
            // A block that was cut does not have the payload that its header describes.
            Some(block) if block.len() as u64 == length => {
                ResponseDigests::of_slice(block, Algorithm::Sha256)
            }
            Some(_) => return None,
            None => {
                let mut again = capture.read_again().ok()?;
                ResponseDigests::of_stream(&mut again, length, Algorithm::Sha256).ok()?
            }
        };
        let (digest, length) = found.payload?;
        payload(&digest, length, Framing::new(found.is_chunked))
    }
}

impl Original {
    /// Returns the record as an original; `None` if it has no URI or no readable date.
    pub fn of<R: Read>(record: &Record<'_, R>) -> Option<Original> {
        let date = record.raw_date()?;
        let date = match record.format() {
            Format::Arc(_) => parse_arc_date(date).0?.iso8601().to_string(),
            _ => {
                parse_warc_date(date).0?;
                String::from_utf8(date.to_vec()).ok()?
            }
        };
        let id = record.id().and_then(|id| String::from_utf8(id.to_vec()).ok());
        Some(Original { id, uri: record.uri()?.to_vec(), date })
    }
}

/// Returns the key of a payload in the index; `None` for an empty payload, which is never stored by reference.
///
/// The index keeps the first two copies of each key. Chunked copies and others must not take each
/// other's place there, so chunked ones have a key of their own: the complement of the SHA-256.
pub(crate) fn payload(digest: &Digest, length: u64, framing: Framing) -> Option<Payload> {
    let mut sha256: [u8; 32] = digest.as_bytes().try_into().ok()?;
    if framing == Framing::Chunked {
        sha256 = sha256.map(|byte| !byte);
    }
    (length > 0).then_some(Payload { sha256, length })
}

/// Locks a mutex. A panic cannot leave its content half changed: every change is a single call.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
