//! The segments: which there are, when they are complete, and how they become one.

use super::schema::{COLUMNS, KEY, create_segment, create_view};
use super::{Catalogue, CatalogueError, CatalogueWriter};
use rusqlite::types::Value;
use rusqlite::{Connection, OptionalExtension};

/// So many complete segments of one level become one of the next.
const FAN_IN: usize = 8;
/// How many captures are merged in one transaction: the log stays small.
const CHUNK: i64 = 200_000;

const FILLING: i64 = 0;
const COMPLETE: i64 = 1;
const MERGING: i64 = 2;

/// The numbers of the valid segments, oldest first.
pub(super) fn valid(connection: &Connection) -> rusqlite::Result<Vec<i64>> {
    let mut statement =
        connection.prepare_cached("SELECT id FROM segments WHERE state < 2 ORDER BY id")?;
    statement.query_map((), |row| row.get(0))?.collect()
}

/// The segment that takes new captures, and how many it has.
pub(super) fn filling(connection: &Connection) -> rusqlite::Result<(i64, u64)> {
    let mut statement =
        connection.prepare_cached("SELECT id, captures FROM segments WHERE state = ?1")?;
    statement.query_row([FILLING], |row| Ok((row.get(0)?, row.get::<_, i64>(1)? as u64)))
}

pub(super) fn count_added(connection: &Connection, id: i64, added: u64) -> rusqlite::Result<()> {
    let mut statement =
        connection.prepare_cached("UPDATE segments SET captures = captures + ?2 WHERE id = ?1")?;
    statement.execute((id, added as i64)).map(|_| ())
}

/// Completes the segment that takes new captures and begins another one. Part of the caller's
/// transaction.
pub(super) fn begin_next(connection: &Connection) -> rusqlite::Result<i64> {
    connection.execute("UPDATE segments SET state = ?1 WHERE state = ?2", (COMPLETE, FILLING))?;
    let id = add(connection, 0, FILLING)?;
    renew_view(connection)?;
    Ok(id)
}

/// Numbers of valid segments are never used twice (the latest of them is never taken away): a reader
/// that holds an old list must not find another table.
fn add(connection: &Connection, level: i64, state: i64) -> rusqlite::Result<i64> {
    let id: i64 = connection.query_row("SELECT max(id) + 1 FROM segments", (), |row| row.get(0))?;
    connection.execute("INSERT INTO segments VALUES (?1, ?2, ?3, 0)", (id, level, state))?;
    connection.execute_batch(&create_segment(id))?;
    Ok(id)
}

fn renew_view(connection: &Connection) -> rusqlite::Result<()> {
    connection.execute_batch(&create_view(&valid(connection)?))
}

impl Catalogue {
    /// How many segments a look-up asks.
    pub fn segments(&self) -> Result<usize, CatalogueError> {
        valid(&self.connection).map(|ids| ids.len()).map_err(|e| self.explain(e))
    }
}

impl CatalogueWriter {
    /// Removes segments whose merging was cut short.
    pub(super) fn remove_unfinished(&mut self) -> Result<(), CatalogueError> {
        let remove = |connection: &Connection| {
            let mut statement = connection.prepare("SELECT id FROM segments WHERE state = ?1")?;
            let ids: Vec<i64> =
                statement.query_map([MERGING], |row| row.get(0))?.collect::<Result<_, _>>()?;
            drop(statement);
            let transaction = connection.unchecked_transaction()?;
            for id in ids {
                transaction.execute_batch(&format!("DROP TABLE IF EXISTS captures_{id}"))?;
                transaction.execute("DELETE FROM segments WHERE id = ?1", [id])?;
            }
            transaction.commit()
        };
        remove(&self.connection).map_err(|e| self.explain(e))
    }

    /// Merges until no level has too many segments.
    pub(super) fn merge(&mut self) -> Result<(), CatalogueError> {
        let merge = |connection: &Connection| {
            while let Some((level, sources)) = due(connection)? {
                merge_into_one(connection, level, &sources)?;
            }
            Ok(())
        };
        merge(&self.connection).map_err(|e| self.explain(e))
    }
}

/// The lowest level that has enough complete segments, and these.
fn due(connection: &Connection) -> rusqlite::Result<Option<(i64, Vec<i64>)>> {
    let level: Option<i64> = connection
        .prepare_cached(
            "SELECT level FROM segments WHERE state = ?1 GROUP BY level HAVING count(*) >= ?2
             ORDER BY level LIMIT 1",
        )?
        .query_row((COMPLETE, FAN_IN as i64), |row| row.get(0))
        .optional()?;
    let Some(level) = level else { return Ok(None) };
    let mut statement = connection
        .prepare_cached("SELECT id FROM segments WHERE state = ?1 AND level = ?2 ORDER BY id")?;
    let sources = statement.query_map((COMPLETE, level), |row| row.get(0))?;
    Ok(Some((level, sources.collect::<Result<_, _>>()?)))
}

fn merge_into_one(connection: &Connection, level: i64, sources: &[i64]) -> rusqlite::Result<()> {
    let transaction = connection.unchecked_transaction()?;
    let id = add(&transaction, level + 1, MERGING)?;
    transaction.commit()?;

    // Each source is in order, so that the database merges them as they come, without sorting.
    let behind = format!("({KEY}) > (?1, ?2, ?3, ?4, ?5)");
    let all: Vec<String> = sources
        .iter()
        .map(|id| format!("SELECT {COLUMNS} FROM captures_{id} WHERE {behind}"))
        .collect();
    let mut copy = connection.prepare(&format!(
        "INSERT INTO captures_{id} {} ORDER BY 1, 2, 3, 4, 5 LIMIT {CHUNK}",
        all.join(" UNION ALL ")
    ))?;
    let mut last = connection.prepare(&format!(
        "SELECT {KEY} FROM captures_{id}
         ORDER BY surt DESC, time DESC, file DESC, offset DESC, inner DESC LIMIT 1"
    ))?;
    let mut captures = 0;
    // Before every key: no text is less than the empty one, and no number of ours is negative.
    let mut key: [Value; 5] = [
        Value::Text(String::new()),
        Value::Integer(-1),
        Value::Integer(-1),
        Value::Integer(-1),
        Value::Integer(-1),
    ];
    loop {
        let transaction = connection.unchecked_transaction()?;
        let copied = copy.execute(rusqlite::params_from_iter(key.iter()))?;
        captures += copied as i64;
        transaction.commit()?;
        if (copied as i64) < CHUNK {
            break;
        }
        key = last.query_row((), |row| {
            Ok([row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?, row.get(4)?])
        })?;
    }
    drop((copy, last));

    let transaction = connection.unchecked_transaction()?;
    transaction.execute(
        "UPDATE segments SET state = ?2, captures = ?3 WHERE id = ?1",
        (id, COMPLETE, captures),
    )?;
    for source in sources {
        transaction.execute("DELETE FROM segments WHERE id = ?1", [source])?;
    }
    renew_view(&transaction)?;
    for source in sources {
        transaction.execute_batch(&format!("DROP TABLE captures_{source}"))?;
    }
    transaction.commit()
}
