//! The mementos before and after a capture.

use super::FindError;
use stodola_archive::{CaptureKind, Captures, Catalogue, CatalogueError, Entry, Key, Stamp};

/// So many captures are passed over at most on the way to a neighbour.
const LOOKED_AT_MAX: usize = 20_000;
/// So many are read at first, and more each time, up to the other number.
const PART: usize = 4;
const LARGEST_PART: usize = 1024;

/// The first, previous, next and last memento of an address, seen from one capture. Each is of another second than the
/// capture, but for `first` and `last`, which may be the capture itself. `None` if there is none.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Neighbours {
    /// The earliest.
    pub first: Option<Entry>,
    /// The latest before the capture.
    pub previous: Option<Entry>,
    /// The earliest after the capture.
    pub next: Option<Entry>,
    /// The latest.
    pub last: Option<Entry>,
}

/// The neighbours of the capture of a key at a time. Captures that `is_shown` refuses are passed over, and so are those
/// that are no pages: metadata and answers of the name system. The cost does not depend on how many captures there are;
/// if more than 20,000 in a row are passed over, that neighbour is `None`.
pub fn neighbours(
    captures: &Captures,
    key: &[u8],
    time: Stamp,
    is_shown: &dyn Fn(&Entry) -> bool,
) -> Result<Neighbours, FindError> {
    let catalogue = captures.catalogue()?;
    let is_memento = |entry: &Entry| {
        let is_page = match entry.row.kind {
            CaptureKind::Response | CaptureKind::Revisit | CaptureKind::Resource => true,
            CaptureKind::Metadata | CaptureKind::Dns => false,
        };
        is_page && entry.row.time.is_some() && is_shown(entry)
    };
    let walk = Walk { catalogue: &catalogue, is_memento: &is_memento };
    Ok(Neighbours {
        first: walk.first(Key::start_of(key), Catalogue::captures_behind)?,
        previous: walk.first(Key::before_time(key, time), Catalogue::captures_before)?,
        next: walk.first(Key::behind_time(key, time), Catalogue::captures_behind)?,
        last: walk.first(Key::end_of(key), Catalogue::captures_before)?,
    })
}

/// Gives the captures on one side of a place.
type Beside = fn(&Catalogue, &Key, usize) -> Result<Vec<Entry>, CatalogueError>;

struct Walk<'w> {
    catalogue: &'w Catalogue,
    is_memento: &'w dyn Fn(&Entry) -> bool,
}

impl Walk<'_> {
    /// The first memento beside a place.
    fn first(&self, mut place: Key, beside: Beside) -> Result<Option<Entry>, FindError> {
        let (mut looked_at, mut part) = (0, PART);
        while looked_at < LOOKED_AT_MAX {
            let entries = beside(self.catalogue, &place, part)?;
            let is_end = entries.len() < part;
            looked_at += entries.len();
            let Some(last) = entries.last().map(Entry::key) else { return Ok(None) };
            let found = entries.into_iter().find(|entry| {
                (self.is_memento)(entry)
                    && self.catalogue.posted(entry).is_ok_and(|posted| posted.is_none())
            });
            if found.is_some() || is_end {
                return Ok(found);
            }
            (place, part) = (last, (part * 4).min(LARGEST_PART));
        }
        Ok(None)
    }
}
