//! The captures of one key in the order of time, a few at a time: a page may have a million of them.

use super::add::Text;
use super::schema::CAPTURES;
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
        self.ask(&[&Text(surt), &time, file, &offset, &inner, &limit], |id| {
            beside_sql(&CAPTURES.select(&[id], ""), than, order)
        })
    }
}

/// The rows of one table beside a place. The SURT must not be a part of the comparison: SQLite would then look at all
/// rows of the key.
pub(super) fn beside_sql(rows: &str, than: &str, order: &str) -> String {
    format!(
        "SELECT * FROM ({rows} WHERE surt = ?1 AND (time, file, offset, inner) {than} (?2, ?3, ?4, ?5)
         ORDER BY time {order}, file {order}, offset {order}, inner {order} LIMIT ?6)"
    )
}

#[cfg(test)]
mod tests {
    use super::beside_sql;
    use crate::catalogue::schema::{CAPTURES, open_empty};
    use rusqlite::StatementStatus;

    #[test]
    fn rows_are_found_by_the_whole_key() {
        let connection = open_empty().unwrap();
        let tables = [CAPTURES.select(&[1], ""), "SELECT * FROM posted".to_owned()];
        for (rows, (than, order)) in
            tables.iter().flat_map(|rows| [(rows, (">", "")), (rows, ("<", "DESC"))])
        {
            let sql = format!("EXPLAIN QUERY PLAN {}", beside_sql(rows, than, order));
            let mut statement = connection.prepare(&sql).unwrap();
            let plan: Vec<String> = statement
                .query_map(("x", 1, 1, 1, 1, 1), |row| row.get(3))
                .unwrap()
                .map(Result::unwrap)
                .collect();
            let plan = plan.join("; ");
            assert!(plan.contains("surt=? AND (time,file,offset,inner)"), "{plan}");
            assert!(!plan.contains("TEMP B-TREE"), "{plan}");
        }
    }

    #[test]
    fn a_statement_is_parsed_once_whatever_is_asked_for() {
        let connection = open_empty().unwrap();
        let sql = beside_sql(&CAPTURES.select(&[1], ""), ">", "");
        let mut statement = connection.prepare(&sql).unwrap();
        for time in 0..5 {
            statement.query_row((format!("x{time}"), time, 1, 1, 1, 1), |_| Ok(())).unwrap_err();
        }
        assert_eq!(statement.get_status(StatementStatus::RePrepare), 0);
    }
}
