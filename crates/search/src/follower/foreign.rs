//! Revisits: captures whose content is stored with another one, of the same address or of another.
//!
//! A revisit of its own address is one more date of a content, or waits for it. A revisit of *another* address is a
//! document of its own: its text is read from the capture that has it. That one may stand in the same file, which the
//! catalogue lists before followers commit, or come with a later file.

use super::SearchFollower;
use super::address::Address;
use crate::error::SearchError;
use crate::kind::DocumentType;
use crate::store::WaitingContent;
use stodola_archive::{
    CaptureRow, Captures, Content, Direction, Entry, KeyRange, RangeCursor, StoredBlock,
};
use stodola_follow::Document;

/// Why a revisit is not found yet.
const REASON: &str = "a revisit of another address, whose capture the archive does not have";
/// Revisits without an original that are looked at again whenever a file is finished.
const LOOKED_AT_MAX: usize = 200;
/// Captures of one second that are looked through for the right one.
const SAME_SECOND_MAX: usize = 100;

impl SearchFollower {
    /// Returns the content of a revisit; `None` if it is a part of pages that nobody searches for. A content that is
    /// not known waits for the capture that has it.
    pub(super) fn revisited(
        &mut self,
        document: &mut Document<'_>,
        row: &CaptureRow,
        address: &Address,
        hash: [u8; 16],
    ) -> Result<Option<u64>, SearchError> {
        if let Some((content, _)) = self.known(&hash)? {
            return Ok(Some(content));
        }
        if !may_be_document(document) {
            return Ok(None);
        }
        let content = self.new_content(row, address, hash, false);
        if row.target_uri.is_some() {
            self.batch.foreign.push((content, row.clone()));
        }
        Ok(Some(content))
    }

    /// Indexes the revisits of other addresses that this batch has, if their originals are there.
    pub(super) fn resolve_new(&mut self, file: &str) -> Result<(), SearchError> {
        for (content, row) in std::mem::take(&mut self.batch.foreign) {
            let Some(new) = self.batch.contents.get(&content).filter(|it| !it.is_indexed) else {
                continue;
            };
            let hash = new.hash;
            let entry = entry_of(&self.captures, file, &row.key, &row);
            if !self.resolve(entry, content, hash)? {
                self.batch.unresolved.push((content, row.offset, row.inner_offset));
                self.undigested(&row, REASON);
            }
        }
        Ok(())
    }

    /// Looks again at some of those whose originals were missing.
    pub(super) fn resolve_waiting(&mut self) -> Result<(), SearchError> {
        let waiting = self.store.unresolved(self.looked_at, LOOKED_AT_MAX)?;
        self.looked_at = match waiting.last() {
            Some(last) if waiting.len() == LOOKED_AT_MAX => last.content,
            _ => 0,
        };
        for WaitingContent { content, hash, uri, file, time, offset, inner } in waiting {
            let key = stodola_archive::key_of(&uri);
            let range = KeyRange::between(&key, time, time);
            let entry = entry_in(&self.captures, range, (&file, offset, inner));
            self.resolve(entry, content, hash)?;
        }
        Ok(())
    }

    /// Indexes a revisit with the content of its original. Returns whether there is one.
    fn resolve(
        &mut self,
        entry: Option<Entry>,
        content: u64,
        hash: [u8; 16],
    ) -> Result<bool, SearchError> {
        let Some(entry) = entry else { return Ok(false) };
        let Some(original) = original_of(&self.captures, &entry) else { return Ok(false) };
        let address = Address::of(&entry.row.key);
        let added = Document::with_content(&entry.file, &entry.row, original, |document| {
            let row = document.row().clone();
            self.add(document, &row, &address, Some(hash), Some((content, false)))
        });
        match added {
            Ok(added) => added.map(|_| true),
            // Its own damage is on record with the original.
            Err(_) => Ok(false),
        }
    }
}

/// The content of the original; `None` if it is missing or cannot be read.
fn original_of(captures: &Captures, entry: &Entry) -> Option<Content<StoredBlock>> {
    Some(captures.open(entry).ok()?.content)
}

/// Whether the head of a revisit leaves open that it is a document: pictures and style sheets are none.
fn may_be_document(document: &mut Document<'_>) -> bool {
    let Ok(Some(head)) = document.head() else { return true };
    let Some(value) = head.field("Content-Type") else { return true };
    DocumentType::of_mime(&String::from_utf8_lossy(&value)).is_some()
}

fn entry_of(captures: &Captures, file: &str, key: &[u8], row: &CaptureRow) -> Option<Entry> {
    let time = row.time.map_or(0, |time| time.number());
    entry_in(captures, KeyRange::between(key, time, time), (file, row.offset, row.inner_offset))
}

/// The row of a capture in the catalogue, by its place; `None` if it is not listed.
fn entry_in(captures: &Captures, range: KeyRange, place: (&str, u64, u64)) -> Option<Entry> {
    let catalogue = captures.catalogue().ok()?;
    let mut cursor = RangeCursor::new(range, Direction::Forwards);
    for _ in 0..SAME_SECOND_MAX {
        let entry = catalogue.advance(&mut cursor).ok()??;
        if place == (&*entry.file, entry.row.offset, entry.row.inner_offset) {
            return Some(entry);
        }
    }
    None
}
