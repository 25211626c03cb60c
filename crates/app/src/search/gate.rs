//! The rules of access, as the index asks about them.

use crate::reading::{CaptureGate, CaptureSight};
use stodola_archive::{Captures, Direction, Entry, KeyRange, RangeCursor, key_of};
use stodola_search::{HitCapture, SearchGate};

/// Captures of one second that are looked through for the right one.
const SAME_SECOND_MAX: usize = 100;

/// A gate, with the catalogue that knows what it asks about.
pub(super) struct IndexGate<'g> {
    pub(super) gate: &'g dyn CaptureGate,
    pub(super) captures: &'g Captures,
}

impl SearchGate for IndexGate<'_> {
    fn may_restrict(&self, site: &str) -> bool {
        self.gate.may_restrict_below(site.as_bytes())
    }

    /// What the catalogue does not know, or cannot be read of it, is not shown.
    fn shown(&self, uri: &[u8], image: Option<&[u8]>, captures: &[HitCapture]) -> Vec<bool> {
        let is_seen = |entry: &Entry| self.gate.sight(entry) == CaptureSight::Shown;
        let is_picture_shown = |capture: &HitCapture| match (image, capture.time) {
            (None, _) => true,
            (Some(_), None) => false,
            // A picture that is not archived has nothing to hide.
            (Some(image), Some(time)) => match self.captures.closest(image, time) {
                Ok(picture) => picture.is_none_or(|picture| is_seen(&picture)),
                Err(_) => false,
            },
        };
        let is_shown = |capture: &HitCapture| {
            let entry = entry_of(self.captures, uri, capture);
            entry.is_some_and(|entry| is_seen(&entry)) && is_picture_shown(capture)
        };
        captures.iter().map(is_shown).collect()
    }
}

/// Returns the row of a capture in the catalogue; `None` if there is none, or if it cannot be read.
pub(super) fn entry_of(captures: &Captures, uri: &[u8], capture: &HitCapture) -> Option<Entry> {
    let catalogue = captures.catalogue().ok()?;
    let time = capture.time.map_or(0, |time| time.number());
    let range = KeyRange::between(&key_of(uri), time, time);
    let mut cursor = RangeCursor::new(range, Direction::Forwards);
    for _ in 0..SAME_SECOND_MAX {
        let entry = catalogue.advance(&mut cursor).ok()??;
        let place = (&*entry.file, entry.row.offset, entry.row.inner_offset);
        if place == (&*capture.file, capture.offset, capture.inner_offset) {
            return Some(entry);
        }
    }
    None
}
