//! The captures of one key in the order of time, a few at a time: a page may have a million of them.

use super::add::Text;
use super::schema::{CAPTURES, Family};
use super::{Catalogue, CatalogueError, Entry, Key, Stamp};

impl Key {
    /// The place before all captures of a key at a time or later.
    pub fn before_time(surt: &[u8], time: Stamp) -> Key {
        Key { surt: surt.to_vec(), time: time.number(), file: -1, ..Key::default() }
    }

    /// The place behind all captures of a key at a time or earlier.
    pub fn behind_time(surt: &[u8], time: Stamp) -> Key {
        Key {
            surt: surt.to_vec(),
            time: time.number(),
            file: i64::MAX,
            offset: i64::MAX as u64,
            inner: i64::MAX as u64,
        }
    }

    /// The place before all captures of a key.
    pub fn start_of(surt: &[u8]) -> Key {
        Key { surt: surt.to_vec(), file: -1, ..Key::default() }
    }

    /// The place behind all captures of a key.
    pub fn end_of(surt: &[u8]) -> Key {
        Key {
            surt: surt.to_vec(),
            time: i64::MAX as u64,
            file: i64::MAX,
            offset: i64::MAX as u64,
            inner: i64::MAX as u64,
        }
    }
}

impl Catalogue {
    /// The first captures of the key of `place` that stand behind it, at most `limit`, by time. The cost does not
    /// depend on how many captures the key has.
    pub fn captures_behind(&self, place: &Key, limit: usize) -> Result<Vec<Entry>, CatalogueError> {
        let mut entries = self.beside(place, limit, ">", "")?;
        entries.sort_by_key(Entry::key);
        entries.truncate(limit);
        Ok(entries)
    }

    /// The last captures of the key of `place` that stand before it, at most `limit`, the latest first. The cost does
    /// not depend on how many captures the key has.
    pub fn captures_before(&self, place: &Key, limit: usize) -> Result<Vec<Entry>, CatalogueError> {
        let mut entries = self.beside(place, limit, "<", "DESC")?;
        entries.sort_by_key(|entry| std::cmp::Reverse(entry.key()));
        entries.truncate(limit);
        Ok(entries)
    }

    /// As many of each segment.
    fn beside(
        &self,
        place: &Key,
        limit: usize,
        than: &str,
        order: &str,
    ) -> Result<Vec<Entry>, CatalogueError> {
        let number = |number: u64| i64::try_from(number).unwrap_or(i64::MAX);
        let Key { surt, time, file, offset, inner } = place;
        let limit = i64::try_from(limit).unwrap_or(i64::MAX);
        let (time, offset, inner) = (number(*time), number(*offset), number(*inner));
        let Family { key, .. } = CAPTURES;
        let by: Vec<String> = key.split(", ").map(|column| format!("{column} {order}")).collect();
        let by = by.join(", ");
        // The key is given twice: once as the place to begin at, once as where to end.
        let condition = format!("WHERE surt = ?1 AND ({key}) {than} (?1, ?2, ?3, ?4, ?5)");
        self.ask(&[&Text(surt), &time, file, &offset, &inner, &limit], |id| {
            let rows = CAPTURES.select(&[id], &condition);
            format!("SELECT * FROM ({rows} ORDER BY {by} LIMIT ?6)")
        })
    }
}
