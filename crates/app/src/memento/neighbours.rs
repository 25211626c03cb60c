//! The captures of a URL around one of them: first, previous, next and last.

use crate::reading::{CaptureGate, CaptureSight};
use stodola_archive::{
    CaptureKind, Captures, Catalogue, CatalogueError, Direction, Entry, KeyRange, RangeCursor,
    Stamp, key_of,
};

/// So many captures of a URL are read at once; most URLs have fewer, and one look is enough for them.
const AT_ONCE: usize = 40;
/// So many captures that may not be seen are passed over at most.
const MAX_PASSED: usize = 10_000;

/// The captures of a URL around one of them, each with its time and URL.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MementoNeighbours {
    /// The first capture of the URL.
    pub first: Option<(Stamp, Vec<u8>)>,
    /// The one before.
    pub previous: Option<(Stamp, Vec<u8>)>,
    /// The one after.
    pub next: Option<(Stamp, Vec<u8>)>,
    /// The last one.
    pub last: Option<(Stamp, Vec<u8>)>,
}

impl MementoNeighbours {
    /// The neighbours of a capture among those that the reader may see. Captures of the same second count as one.
    pub fn of(
        entry: &Entry,
        catalogue: &Catalogue,
        gate: &dyn CaptureGate,
    ) -> Result<MementoNeighbours, CatalogueError> {
        let Some(time) = entry.row.time else { return Ok(MementoNeighbours::default()) };
        let is_shown = |other: &Entry| is_memento(other, catalogue, gate);
        let range = KeyRange::of_key(&entry.row.key);
        let mut cursor = RangeCursor::new(range.clone(), Direction::Forwards);
        let mut found = MementoNeighbours::default();
        for _ in 0..AT_ONCE {
            let Some(other) = catalogue.advance(&mut cursor)? else { return Ok(found) };
            if is_shown(&other)? {
                found.add(&other, time);
            }
        }
        let near = |range: KeyRange, direction| {
            let mut cursor = RangeCursor::new(range, direction);
            for _ in 0..MAX_PASSED {
                match catalogue.advance(&mut cursor)? {
                    Some(other) if is_shown(&other)? => return Ok(place(&other)),
                    Some(_) => {}
                    None => break,
                }
            }
            Ok::<_, CatalogueError>(None)
        };
        let key = &entry.row.key;
        let before = KeyRange::between(key, 1, time.number().saturating_sub(1));
        let after = KeyRange::between(key, time.number() + 1, u64::MAX);
        Ok(MementoNeighbours {
            first: match found.first {
                Some(first) => Some(first),
                None => near(range.clone(), Direction::Forwards)?,
            },
            previous: near(before, Direction::Backwards)?,
            next: near(after, Direction::Forwards)?,
            last: near(range, Direction::Backwards)?,
        })
    }

    /// The neighbours of the capture of an address at a moment; `None` if there is none that the reader may see.
    pub fn at(
        uri: &[u8],
        time: Stamp,
        captures: &Captures,
        gate: &dyn CaptureGate,
    ) -> Result<Option<MementoNeighbours>, CatalogueError> {
        let catalogue = captures.catalogue()?;
        let range = KeyRange::between(&key_of(uri), time.number(), time.number());
        let mut cursor = RangeCursor::new(range, Direction::Forwards);
        for _ in 0..AT_ONCE {
            match catalogue.advance(&mut cursor)? {
                Some(entry) if is_memento(&entry, &catalogue, gate)? => {
                    return MementoNeighbours::of(&entry, &catalogue, gate).map(Some);
                }
                Some(_) => {}
                None => break,
            }
        }
        Ok(None)
    }

    /// Takes the next capture in the order of time.
    fn add(&mut self, other: &Entry, time: Stamp) {
        let Some((at, uri)) = place(other) else { return };
        if self.first.is_none() {
            self.first = Some((at, uri.clone()));
        }
        if at < time {
            self.previous = Some((at, uri.clone()));
        }
        if at > time && self.next.is_none() {
            self.next = Some((at, uri.clone()));
        }
        self.last = Some((at, uri));
    }
}

fn place(entry: &Entry) -> Option<(Stamp, Vec<u8>)> {
    entry.row.time.map(|time| (time, entry.row.uri.clone()))
}

/// Whether a capture can be replayed, and may be known to the reader.
pub(crate) fn is_memento(
    entry: &Entry,
    catalogue: &Catalogue,
    gate: &dyn CaptureGate,
) -> Result<bool, CatalogueError> {
    if entry.row.time.is_none()
        || matches!(entry.row.kind, CaptureKind::Dns | CaptureKind::Metadata)
    {
        return Ok(false);
    }
    if gate.sight(entry) == CaptureSight::Hidden {
        return Ok(false);
    }
    // The answer to a form is no version of the page.
    Ok(catalogue.posted(entry)?.is_none())
}
