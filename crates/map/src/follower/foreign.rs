//! Revisits of other addresses: the content is stored with a capture of another address, but the links of this one are
//! other links, since they are relative to it. So the content is read again, for this address.

use super::MapFollower;
use super::waiting::WaitingRevisit;
use crate::error::MapError;
use crate::name::name_of;
use crate::record::Content;
use stodola_archive::{CaptureRow, Captures, Direction, Entry, KeyRange, RangeCursor};
use stodola_follow::Document;

/// Captures of one second that are looked through for the right one.
const SAME_SECOND_MAX: usize = 100;

/// A revisit of another address.
pub(super) struct ForeignRevisit {
    pub(super) file: String,
    pub(super) row: CaptureRow,
    pub(super) hash: u64,
}

impl MapFollower {
    /// Reads the contents of the revisits of this batch. The catalogue has listed them before followers commit. Those
    /// whose originals are missing wait for them.
    pub(super) fn resolve_foreign(&mut self) -> Result<(), MapError> {
        let mut missing = Vec::new();
        for ForeignRevisit { file, row, hash } in std::mem::take(&mut self.foreign) {
            let CaptureRow { key, time, offset, inner_offset, .. } = row;
            let revisit = WaitingRevisit { hash, key, time, file, offset, inner_offset };
            if !self.resolve(&revisit) {
                missing.push(revisit);
            }
        }
        self.waiting.add(missing)
    }

    /// Reads the contents of revisits of earlier batches that waited for captures of this one.
    pub(super) fn resolve_arrived(&mut self) -> Vec<WaitingRevisit> {
        let arrived = std::mem::take(&mut self.arrived);
        let waiting = if arrived.is_empty() { Vec::new() } else { self.waiting.of(&arrived) };
        waiting.into_iter().filter(|revisit| self.resolve(revisit)).collect()
    }

    /// Adds the content of a revisit; false if its original is missing.
    fn resolve(&mut self, revisit: &WaitingRevisit) -> bool {
        let Some(entry) = entry_of(&self.captures, revisit) else { return false };
        let Ok(opened) = self.captures.open(&entry) else { return false };
        let name = name_of(&entry.row.uri);
        let read = Document::with_content(&entry.file, &entry.row, opened.content, |document| {
            let page = self.batch.page(name);
            self.known_content(document, page).map(|known| (page, known))
        });
        // The damage of the original is on record with it.
        let Ok(Ok((page, known))) = read else { return false };
        self.batch.add_content(page, Content { hash: revisit.hash, known: Some(known) });
        true
    }
}

/// The row of a revisit in the catalogue; `None` if it is not listed.
fn entry_of(captures: &Captures, revisit: &WaitingRevisit) -> Option<Entry> {
    let WaitingRevisit { key, time, file, offset, inner_offset, .. } = revisit;
    let time = time.map_or(0, |time| time.number());
    let catalogue = captures.catalogue().ok()?;
    let range = KeyRange::between(key, time, time);
    let mut cursor = RangeCursor::new(range, Direction::Forwards);
    for _ in 0..SAME_SECOND_MAX {
        let entry = catalogue.advance(&mut cursor).ok()??;
        let place = (&*entry.file, entry.row.offset, entry.row.inner_offset);
        if place == (file.as_str(), *offset, *inner_offset) {
            return Some(entry);
        }
    }
    None
}
