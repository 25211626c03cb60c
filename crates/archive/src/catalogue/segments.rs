//! The segments: which exist, when they are complete, and how they are merged.

use super::schema::{CAPTURES, Family, OUTCOMES};
use super::{Catalogue, CatalogueError, CatalogueWriter};
use rusqlite::types::Value;
use rusqlite::{Connection, OptionalExtension};

/// Number of complete segments of one level that are merged into one of the next level.
const FAN_IN: usize = 8;
/// Number of rows that are merged in one transaction, so that the log stays small.
const CHUNK: i64 = 200_000;

const FILLING: i64 = 0;
const COMPLETE: i64 = 1;
const MERGING: i64 = 2;

impl Family {
    /// Returns the numbers of the valid segments, oldest first.
    pub(super) fn valid(&self, connection: &Connection) -> rusqlite::Result<Vec<i64>> {
        let mut statement = connection
            .prepare_cached(&format!("SELECT id FROM {} WHERE state < 2 ORDER BY id", self.list))?;
        statement.query_map((), |row| row.get(0))?.collect()
    }

    /// Returns the segment that takes this number of new rows: the current one, or a new one if they are too many for
    /// it. Part of the caller's transaction.
    pub(super) fn filling(
        &self,
        connection: &Connection,
        rows: usize,
        limit: u64,
    ) -> rusqlite::Result<i64> {
        let mut statement = connection
            .prepare_cached(&format!("SELECT id, filled FROM {} WHERE state = ?1", self.list))?;
        let (id, filled) = statement
            .query_row([FILLING], |row| Ok((row.get(0)?, row.get::<_, i64>(1)? as u64)))?;
        if filled > 0 && filled + rows as u64 > limit {
            self.begin_next(connection)
        } else {
            Ok(id)
        }
    }

    /// Counts rows that were added to a segment, or removed from it.
    pub(super) fn count(
        &self,
        connection: &Connection,
        id: i64,
        rows: i64,
    ) -> rusqlite::Result<()> {
        let mut statement = connection.prepare_cached(&format!(
            "UPDATE {} SET filled = filled + ?2 WHERE id = ?1",
            self.list
        ))?;
        statement.execute((id, rows)).map(|_| ())
    }

    /// Completes the current segment and begins another one.
    fn begin_next(&self, connection: &Connection) -> rusqlite::Result<i64> {
        let complete = format!("UPDATE {} SET state = ?1 WHERE state = ?2", self.list);
        connection.execute(&complete, (COMPLETE, FILLING))?;
        let id = self.add(connection, 0, FILLING)?;
        self.renew_view(connection)?;
        Ok(id)
    }

    /// Adds a segment. Numbers of valid segments are never used twice (the latest segment is never removed): a reader
    /// with an old list must not find another table under the same number.
    fn add(&self, connection: &Connection, level: i64, state: i64) -> rusqlite::Result<i64> {
        let list = self.list;
        let next = format!("SELECT max(id) + 1 FROM {list}");
        let id: i64 = connection.query_row(&next, (), |row| row.get(0))?;
        let insert = format!("INSERT INTO {list} VALUES (?1, ?2, ?3, 0)");
        connection.execute(&insert, (id, level, state))?;
        connection.execute_batch(&self.create(id))?;
        Ok(id)
    }

    fn renew_view(&self, connection: &Connection) -> rusqlite::Result<()> {
        connection.execute_batch(&self.create_view(&self.valid(connection)?))
    }

    fn remove_unfinished(&self, connection: &Connection) -> rusqlite::Result<()> {
        let Family { name, list, .. } = self;
        let mut statement =
            connection.prepare(&format!("SELECT id FROM {list} WHERE state = ?1"))?;
        let ids: Vec<i64> =
            statement.query_map([MERGING], |row| row.get(0))?.collect::<Result<_, _>>()?;
        drop(statement);
        let transaction = connection.unchecked_transaction()?;
        for id in ids {
            transaction.execute_batch(&format!("DROP TABLE IF EXISTS {name}_{id}"))?;
            transaction.execute(&format!("DELETE FROM {list} WHERE id = ?1"), [id])?;
        }
        transaction.commit()
    }

    /// Returns the lowest level that has enough complete segments for a merge, and these; `None` if no level has.
    fn due(&self, connection: &Connection) -> rusqlite::Result<Option<(i64, Vec<i64>)>> {
        let list = self.list;
        let level: Option<i64> = connection
            .prepare_cached(&format!(
                "SELECT level FROM {list} WHERE state = ?1 GROUP BY level HAVING count(*) >= ?2
                 ORDER BY level LIMIT 1"
            ))?
            .query_row((COMPLETE, FAN_IN as i64), |row| row.get(0))
            .optional()?;
        let Some(level) = level else { return Ok(None) };
        let mut statement = connection.prepare_cached(&format!(
            "SELECT id FROM {list} WHERE state = ?1 AND level = ?2 ORDER BY id"
        ))?;
        let sources = statement.query_map((COMPLETE, level), |row| row.get(0))?;
        Ok(Some((level, sources.collect::<Result<_, _>>()?)))
    }

    fn merge_into_one(
        &self,
        connection: &Connection,
        level: i64,
        sources: &[i64],
    ) -> rusqlite::Result<()> {
        let Family { name, list, key, key_columns, .. } = self;
        let transaction = connection.unchecked_transaction()?;
        let id = self.add(&transaction, level + 1, MERGING)?;
        transaction.commit()?;

        // Each source is in order, so that the database merges them without sorting.
        let numbers = |prefix: &str| {
            let all: Vec<String> = (1..=*key_columns).map(|n| format!("{prefix}{n}")).collect();
            all.join(", ")
        };
        let all = self.select(sources, &format!("WHERE ({key}) > ({})", numbers("?")));
        let mut copy = connection.prepare(&format!(
            "INSERT INTO {name}_{id} {all} ORDER BY {} LIMIT {CHUNK}",
            numbers("")
        ))?;
        let backwards: Vec<String> =
            key.split(", ").map(|column| format!("{column} DESC")).collect();
        let mut last = connection.prepare(&format!(
            "SELECT {key} FROM {name}_{id} ORDER BY {} LIMIT 1",
            backwards.join(", ")
        ))?;
        let mut rows = 0;
        // A key before all others: no text is less than the empty one, and none of the numbers is negative.
        let mut behind = vec![Value::Text(String::new())];
        behind.resize(*key_columns, Value::Integer(-1));
        loop {
            let transaction = connection.unchecked_transaction()?;
            let copied = copy.execute(rusqlite::params_from_iter(behind.iter()))?;
            rows += copied as i64;
            transaction.commit()?;
            if (copied as i64) < CHUNK {
                break;
            }
            behind = last.query_row((), |row| (0..*key_columns).map(|n| row.get(n)).collect())?;
        }
        drop((copy, last));

        let transaction = connection.unchecked_transaction()?;
        transaction.execute(
            &format!("UPDATE {list} SET state = ?2, filled = ?3 WHERE id = ?1"),
            (id, COMPLETE, rows),
        )?;
        for source in sources {
            transaction.execute(&format!("DELETE FROM {list} WHERE id = ?1"), [source])?;
        }
        self.renew_view(&transaction)?;
        for source in sources {
            transaction.execute_batch(&format!("DROP TABLE {name}_{source}"))?;
        }
        transaction.commit()
    }
}

impl Catalogue {
    /// Number of segments that a look-up asks.
    pub fn segments(&self) -> Result<usize, CatalogueError> {
        CAPTURES.valid(&self.connection).map(|ids| ids.len()).map_err(|e| self.explain(e))
    }
}

impl CatalogueWriter {
    /// Removes segments whose merge was interrupted.
    pub(super) fn remove_unfinished(&mut self) -> Result<(), CatalogueError> {
        let remove = |connection: &Connection| {
            CAPTURES.remove_unfinished(connection)?;
            OUTCOMES.remove_unfinished(connection)
        };
        remove(&self.connection).map_err(|e| self.explain(e))
    }

    /// Merges until no level has too many segments.
    pub(super) fn merge(&mut self, family: &Family) -> Result<(), CatalogueError> {
        let merge = |connection: &Connection| {
            while let Some((level, sources)) = family.due(connection)? {
                family.merge_into_one(connection, level, &sources)?;
            }
            Ok(())
        };
        merge(&self.connection).map_err(|e| self.explain(e))
    }
}
