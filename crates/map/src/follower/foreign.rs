//! Revisits of other addresses: the content is stored with a capture of another address, but the links of this one are
//! other links, since they are relative to it. So the content is read again, for this address.

use super::MapFollower;
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
    /// Reads the contents of the revisits of this batch. The catalogue has listed them before followers commit. The
    /// links of one whose original is missing stay unknown; `archive rebuild --only map` finds an original that came
    /// later.
    pub(super) fn resolve_foreign(&mut self) -> Result<(), MapError> {
        for revisit in std::mem::take(&mut self.foreign) {
            let Some(entry) = entry_of(&self.captures, &revisit) else { continue };
            let Ok(opened) = self.captures.open(&entry) else { continue };
            let name = name_of(&revisit.row.uri);
            let read =
                Document::with_content(&entry.file, &entry.row, opened.content, |document| {
                    let page = self.batch.page(name);
                    self.known_content(document, page).map(|known| (page, known))
                });
            // The damage of the original is on record with it.
            if let Ok(Ok((page, known))) = read {
                let content = Content { hash: revisit.hash, known: Some(known) };
                self.batch.add_content(page, content);
            }
        }
        Ok(())
    }
}

/// The row of a revisit in the catalogue; `None` if it is not listed.
fn entry_of(captures: &Captures, revisit: &ForeignRevisit) -> Option<Entry> {
    let ForeignRevisit { file, row, .. } = revisit;
    let time = row.time.map_or(0, |time| time.number());
    let catalogue = captures.catalogue().ok()?;
    let range = KeyRange::between(&row.key, time, time);
    let mut cursor = RangeCursor::new(range, Direction::Forwards);
    for _ in 0..SAME_SECOND_MAX {
        let entry = catalogue.advance(&mut cursor).ok()??;
        let place = (&*entry.file, entry.row.offset, entry.row.inner_offset);
        if place == (file.as_str(), row.offset, row.inner_offset) {
            return Some(entry);
        }
    }
    None
}
