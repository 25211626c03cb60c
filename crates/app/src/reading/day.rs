//! The captures of an address in a span of time, one by one.

use super::change::ChangeTracker;
use super::{CaptureGate, ContentChange};
use crate::memento::is_memento;
use stodola_archive::{
    CaptureKind, Captures, Catalogue, CatalogueError, Direction, KeyRange, RangeCursor, Stamp,
    key_of,
};

/// So many captures before the span are looked at for the one that its first is compared with.
const MAX_BEFORE: usize = 1000;

/// A capture as a list shows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DayCapture {
    /// When it was made.
    pub time: Stamp,
    /// Its URI as found.
    pub uri: Vec<u8>,
    /// The status of the answer.
    pub status: Option<u16>,
    /// The media type.
    pub mime: Option<String>,
    /// Whether its content is stored with another capture.
    pub is_revisit: bool,
    /// How it compares with the one before.
    pub change: ContentChange,
    /// The one before that it was compared with.
    pub previous: Option<Stamp>,
}

impl DayCapture {
    /// The captures of an address whose time, fourteen digits as a number, is in `from..=to`, at most `max`.
    pub fn list(
        url: &[u8],
        (from, to): (u64, u64),
        max: usize,
        captures: &Captures,
        gate: &dyn CaptureGate,
    ) -> Result<Vec<DayCapture>, CatalogueError> {
        let catalogue = captures.catalogue()?;
        let key = key_of(url);
        let mut tracker = ChangeTracker::default();
        let mut previous = before(&key, from, &catalogue, gate, &mut tracker)?;
        let range = KeyRange::between(&key, from.max(1), to);
        let mut cursor = RangeCursor::new(range, Direction::Forwards);
        let mut list = Vec::new();
        while list.len() < max {
            let Some(entry) = catalogue.advance(&mut cursor)? else { break };
            if !is_memento(&entry, &catalogue, gate)? {
                continue;
            }
            let change = tracker.next(&entry, gate.sight(&entry));
            let row = entry.row;
            let Some(time) = row.time else { continue };
            let is_revisit = row.kind == CaptureKind::Revisit;
            let (uri, status, mime) = (row.uri, row.status, row.mime);
            list.push(DayCapture { time, uri, status, mime, is_revisit, change, previous });
            if change.is_content() {
                previous = Some(time);
            }
        }
        Ok(list)
    }
}

/// The last capture with content before a moment; the tracker compares with it.
fn before(
    key: &[u8],
    from: u64,
    catalogue: &Catalogue,
    gate: &dyn CaptureGate,
    tracker: &mut ChangeTracker,
) -> Result<Option<Stamp>, CatalogueError> {
    let earlier = KeyRange::between(key, 1, from.saturating_sub(1));
    let mut cursor = RangeCursor::new(earlier, Direction::Backwards);
    for _ in 0..MAX_BEFORE {
        let Some(entry) = catalogue.advance(&mut cursor)? else { break };
        if is_memento(&entry, catalogue, gate)?
            && tracker.next(&entry, gate.sight(&entry)).is_content()
        {
            return Ok(entry.row.time);
        }
    }
    Ok(None)
}
