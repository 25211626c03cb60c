//! All that is known about one capture.

use super::{CaptureGate, CaptureParts, CaptureRefusal, CaptureSight, ReaderGate};
use crate::memento::{MementoNeighbours, is_memento};
use stodola_archive::{
    CaptureKind, Captures, CatalogueError, Direction, Entry, KeyRange, RangeCursor, Stamp, key_of,
};
use stodola_follow::{LicenceStore, PageLicence};

/// So many captures of the same second are looked at.
const MAX_SAME: usize = 100;

/// The capture that has the content of a revisit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RevisitedCapture {
    /// When it was made.
    pub time: Option<Stamp>,
    /// Its URI.
    pub uri: Vec<u8>,
    /// The file that it is in.
    pub file: String,
    /// Where its record begins in the file, in bytes.
    pub offset: u64,
}

/// All that is known about one capture.
#[derive(Clone, Debug)]
pub struct CaptureDetails {
    /// Its row in the catalogue, with title and language if they are known.
    pub entry: Entry,
    /// Why its content is not shown; `None` if it is shown. Then nothing below is filled in.
    pub refusal: Option<CaptureRefusal>,
    /// The captures around it.
    pub neighbours: MementoNeighbours,
    /// The job that made it, if that is known.
    pub job: Option<String>,
    /// The identifier of its record.
    pub record_id: Option<String>,
    /// The head of the answer, as it came over the wire; `None` if there is none.
    pub head: Option<Vec<u8>>,
    /// Of a revisit: the capture that has the content; `None` if the reader may not know of it.
    pub revisited: Option<RevisitedCapture>,
    /// The licences that it names, the strongest evidence first.
    pub licences: Vec<PageLicence>,
    /// The parts of the page; `None` if it has none, or cannot be read.
    pub parts: Option<CaptureParts>,
    /// Why its record cannot be read; `None` if it can.
    pub failure: Option<String>,
}

impl CaptureDetails {
    /// The capture of an address at a moment; `None` if there is none that the reader may know of.
    pub fn find(
        url: &[u8],
        time: Stamp,
        captures: &Captures,
        gate: &ReaderGate,
    ) -> Result<Option<CaptureDetails>, CatalogueError> {
        let found = {
            let catalogue = captures.catalogue()?;
            let range = KeyRange::between(&key_of(url), time.number(), time.number());
            let mut cursor = RangeCursor::new(range, Direction::Forwards);
            let mut found = None;
            for _ in 0..MAX_SAME {
                let Some(entry) = catalogue.advance(&mut cursor)? else { break };
                if is_memento(&entry, &catalogue, gate)? {
                    found = Some(entry);
                    break;
                }
            }
            let Some(mut entry) = found else { return Ok(None) };
            if let Some(described) = catalogue.closest(url, time)?
                && described.key() == entry.key()
            {
                entry = described;
            }
            CaptureDetails {
                neighbours: MementoNeighbours::of(&entry, &catalogue, gate)?,
                refusal: gate.refusal(&entry),
                job: catalogue.job_of(&entry.file)?,
                record_id: None,
                head: None,
                revisited: None,
                licences: Vec::new(),
                parts: None,
                failure: None,
                entry,
            }
        };
        let mut details = found;
        if details.refusal.is_none() {
            details.read(captures, gate);
            details.licences = licences_of(&details.entry, captures);
            if details.failure.is_none() && has_parts(&details.entry) {
                let parts = CaptureParts::read(&details.entry, captures, gate)?;
                details.parts = parts.ok().filter(|parts| !parts.parts.is_empty());
            }
        }
        Ok(Some(details))
    }

    /// Reads what stands in the record. That takes a connection of its own.
    fn read(&mut self, captures: &Captures, gate: &ReaderGate) {
        match captures.record_id(&self.entry) {
            Ok(id) => self.record_id = id.map(|id| String::from_utf8_lossy(&id).into_owned()),
            Err(error) => self.failure = Some(error.to_string()),
        }
        match captures.open(&self.entry) {
            Ok(opened) => {
                self.head = opened.content.raw_head().map(<[u8]>::to_vec);
                let known = opened.original.filter(|it| gate.sight(it) != CaptureSight::Hidden);
                self.revisited = known.map(|original| RevisitedCapture {
                    time: original.row.time,
                    uri: original.row.uri,
                    file: original.file.to_string(),
                    offset: original.row.offset,
                });
            }
            Err(error) => self.failure = Some(error.to_string()),
        }
    }
}

/// Whether a capture may be a page with parts. The type of a revisit is not always known.
fn has_parts(entry: &Entry) -> bool {
    let mime = entry.row.mime.as_deref();
    let is_page = mime.is_some_and(|mime| matches!(mime, "text/html" | "application/xhtml+xml"));
    is_page || entry.row.kind == CaptureKind::Revisit
}

/// The licences that a capture names; none if the archive does not look for licences, or if they cannot be read. A
/// revisit has those of the capture that has its content.
pub fn licences_of(entry: &Entry, captures: &Captures) -> Vec<PageLicence> {
    let Ok(Some(store)) = LicenceStore::open_to_read(captures.archive()) else { return Vec::new() };
    let found = store.of(entry).unwrap_or_default();
    if !found.is_empty() || entry.row.kind != CaptureKind::Revisit {
        return found;
    }
    let originals = captures.originals(entry).unwrap_or_default();
    originals.first().map(|original| store.of(original).unwrap_or_default()).unwrap_or_default()
}
