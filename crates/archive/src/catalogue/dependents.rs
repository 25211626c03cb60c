//! Which captures lose their content if a file is lost.

use super::add::Text;
use super::read::key_of;
use super::row::StoredDigest;
use super::schema::CAPTURES;
use super::{CaptureKind, Catalogue, CatalogueError, Entry, Stamp};
use std::collections::BTreeSet;

impl Catalogue {
    /// Returns the revisits in other files whose content is in one of these files and nowhere else. The files
    /// themselves need not exist any more. Looks at every revisit of the archive.
    pub fn dependents(
        &self,
        files: &[&str],
        on: &mut dyn FnMut(&str, Entry),
    ) -> Result<u64, CatalogueError> {
        let lost: BTreeSet<i64> =
            files.iter().map(|name| self.file_id(name)).collect::<Result<_, _>>()?;
        let mut count = 0;
        for revisit in self.of_kind(CaptureKind::Revisit.code()) {
            let revisit = revisit?;
            if lost.contains(&revisit.file_id) {
                continue;
            }
            let originals = self.originals(&revisit)?;
            let is_lost = !originals.is_empty()
                && originals.iter().all(|original| lost.contains(&original.file_id));
            if let (true, Some(original)) = (is_lost, originals.first()) {
                count += 1;
                let name = original.file.clone();
                on(&name, revisit);
            }
        }
        Ok(count)
    }

    /// Returns the captures that may hold the content of a revisit: the capture that it names, or otherwise earlier
    /// captures of the same URI with the same digest. Empty if the catalogue has neither.
    pub fn originals(&self, revisit: &Entry) -> Result<Vec<Entry>, CatalogueError> {
        let row = &revisit.row;
        let has_content = |entry: &Entry| entry.row.kind != CaptureKind::Revisit;
        if let Some(time) = row.target_time {
            let key = row.target_uri.as_deref().map_or_else(|| row.key.clone(), key_of);
            let mut named = self.at(&key, time)?;
            named.retain(has_content);
            if !named.is_empty() {
                return Ok(named);
            }
        }
        let Some(digest) = row.digest.as_deref().map(StoredDigest::new) else {
            return Ok(Vec::new());
        };
        let key = row.target_uri.as_deref().map_or_else(|| row.key.clone(), key_of);
        let until = row.time.map_or(0, Stamp::number) as i64;
        // A page may have a million captures; only those that are alike come into memory.
        let mut alike = self.ask(&[&Text(&key), &digest.to_output(), &until], |id| {
            CAPTURES.select(&[id], "WHERE surt = ?1 AND digest = ?2 AND time <= ?3")
        })?;
        alike.retain(has_content);
        alike.sort_unstable_by_key(Entry::key);
        Ok(alike)
    }
}
