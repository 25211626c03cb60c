//! What people have to know of requests that have ended: they are told once, and errors stay until they were seen.

use super::row::RequestState;
use super::{ERROR_MAX, WorkQueue, shortened};
use crate::error::WorkError;
use crate::time::WorkTime;
use rusqlite::{Connection, Row};

/// A request that has ended and whose owners are to be told.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PendingNews {
    /// Its number.
    pub number: i64,
    /// The kind of work.
    pub package: String,
    /// How it ended.
    pub state: RequestState,
    /// Why it failed; `None` if it did not.
    pub error: Option<String>,
    /// Who asked, by name.
    pub owners: Vec<String>,
    /// Whether its result was made anew by itself.
    pub is_refresh: bool,
}

impl WorkQueue {
    /// Requests that have ended and whose owners were not told yet, at most 100.
    pub fn untold(&self) -> Result<Vec<PendingNews>, WorkError> {
        let read = |row: &Row<'_>| {
            let state: String = row.get(2)?;
            let state = RequestState::parse(&state).unwrap_or(RequestState::Cancelled);
            let error: Option<String> = row.get(3)?;
            Ok(PendingNews {
                number: row.get(0)?,
                package: row.get(1)?,
                state,
                error: error.filter(|_| state == RequestState::Failed),
                is_refresh: row.get(4)?,
                owners: serde_json::from_str(&row.get::<_, String>(5)?).unwrap_or_default(),
            })
        };
        let find = || -> rusqlite::Result<Vec<PendingNews>> {
            let mut find = self.connection.prepare_cached(
                "SELECT number, package, state, error, is_refresh,
                     (SELECT json_group_array(name) FROM owners WHERE request = number)
                     FROM requests WHERE is_told = 0 ORDER BY number LIMIT 100",
            )?;
            find.query_map((), read)?.collect()
        };
        find().map_err(|error| self.failed(error))
    }

    /// Notes that the owners of a request were told.
    pub fn note_told(&mut self, number: i64) -> Result<(), WorkError> {
        self.change(|db| {
            db.execute("UPDATE requests SET is_told = 1 WHERE number = ?1", [number])?;
            Ok(())
        })
    }

    /// Notes that an owner has seen the error of a request. Of a request that is well since, the error goes when all
    /// have seen it.
    pub fn note_seen(&mut self, number: i64, owner: &str) -> Result<(), WorkError> {
        self.change(|db| {
            db.execute(
                "UPDATE owners SET has_seen = 1 WHERE request = ?1 AND name = ?2",
                (number, owner),
            )?;
            Ok(forget_seen_error(db, number)?)
        })
    }

    /// How many requests have an error that this owner has not seen.
    pub fn unseen_errors(&self, owner: &str) -> Result<u32, WorkError> {
        let count = self.connection.query_row(
            "SELECT count(*) FROM owners WHERE name = ?1 AND has_seen = 0",
            [owner],
            |row| row.get(0),
        );
        count.map_err(|error| self.failed(error))
    }
}

/// Puts an error on record, which no owner has seen.
pub(super) fn set_error(
    db: &Connection,
    number: i64,
    error: &str,
    now: WorkTime,
) -> rusqlite::Result<()> {
    db.prepare_cached("UPDATE requests SET error = ?2, ended = ?3, is_told = 0 WHERE number = ?1")?
        .execute((number, shortened(error, ERROR_MAX), now.0))?;
    db.prepare_cached("UPDATE owners SET has_seen = 0 WHERE request = ?1")?.execute([number])?;
    Ok(())
}

/// Removes the error of a request that has not failed last, if all owners have seen it.
pub(super) fn forget_seen_error(db: &Connection, number: i64) -> rusqlite::Result<()> {
    db.prepare_cached(
        "UPDATE requests SET error = NULL WHERE number = ?1 AND state <> 'failed'
             AND NOT EXISTS (SELECT 1 FROM owners WHERE request = ?1 AND has_seen = 0)",
    )?
    .execute([number])?;
    Ok(())
}
