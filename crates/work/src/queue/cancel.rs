//! Changes to requests that are there: cancelled, done again, sooner, made anew by themselves.

use super::row::RequestState;
use super::submit::{REFRESH_PRIORITY, turn};
use super::{ChangeFailure, WorkQueue, note};
use crate::error::WorkError;
use crate::note::QueueNote;
use crate::time::WorkTime;
use rusqlite::{OptionalExtension, Transaction};

impl WorkQueue {
    /// Cancels a request for an owner: it ends when no other owner is left. With `None` it ends for all. Work that runs
    /// ends as soon as it notices. Returns the state that it has then.
    pub fn cancel(
        &mut self,
        number: i64,
        owner: Option<&str>,
        now: WorkTime,
    ) -> Result<RequestState, WorkError> {
        self.change(|db| {
            let state = state_of(db, number)?;
            if !state.is_active() {
                return Err(WorkError::NotActive { number, state }.into());
            }
            if let Some(owner) = owner {
                let others: i64 = db.query_row(
                    "SELECT count(*) FROM owners WHERE request = ?1 AND name <> ?2",
                    (number, owner),
                    |row| row.get(0),
                )?;
                if others > 0 {
                    db.execute("DELETE FROM owners WHERE request = ?1 AND name = ?2", (number, owner))?;
                    note(db, number, &QueueNote::Unwanted { who: owner.to_owned() }, now)?;
                    return Ok(state);
                }
            }
            let line = match owner {
                Some(who) => QueueNote::Cancelled { who: who.to_owned() },
                None => QueueNote::CancelledForAll,
            };
            note(db, number, &line, now)?;
            if state == RequestState::Running {
                db.execute("UPDATE requests SET is_cancelled = 1 WHERE number = ?1", [number])?;
                return Ok(state);
            }
            // A result that was to be made anew stays, and is not due at once again.
            let has_result: bool = db.query_row(
                "SELECT count(*) FROM results WHERE request = ?1",
                [number],
                |row| row.get(0),
            )?;
            let state = if has_result { RequestState::Done } else { RequestState::Cancelled };
            db.execute(
                "UPDATE requests SET state = ?2, ended = ?3, is_refresh = 0 WHERE number = ?1",
                (number, state.as_str(), now.0),
            )?;
            db.execute(
                "UPDATE results SET next = ?2 + interval WHERE request = ?1 AND interval IS NOT NULL",
                (number, now.0),
            )?;
            Ok(state)
        })
    }

    /// Changes the priority of a request. It is as if it had been asked for with this one.
    pub fn set_priority(&mut self, number: i64, priority: i64) -> Result<(), WorkError> {
        let priority = priority.clamp(-10, 10);
        self.change(|db| {
            state_of(db, number)?;
            db.execute(
                "UPDATE requests SET turn = turn + (priority - ?2) * 3600, priority = ?2 WHERE number = ?1",
                (number, priority),
            )?;
            Ok(())
        })
    }

    /// Puts a request that has ended into the queue again, to make its result anew. Nobody's limit counts it. Nothing
    /// happens if it waits or runs.
    pub fn make_anew(
        &mut self,
        number: i64,
        why: &QueueNote,
        now: WorkTime,
    ) -> Result<(), WorkError> {
        self.change(|db| {
            if !state_of(db, number)?.is_active() {
                queue_refresh(db, number, now)?;
                note(db, number, why, now)?;
            }
            Ok(())
        })
    }

    /// Puts results into the queue that are due to be made anew: all by their interval, and one of those that are made
    /// anew when nothing else waits, if nothing waits. Returns how many.
    pub fn queue_due(&mut self, now: WorkTime) -> Result<usize, WorkError> {
        // Most times there is nothing to do; then nobody is kept waiting.
        let is_due: rusqlite::Result<bool> = self.connection.query_row(
            "SELECT EXISTS (SELECT 1 FROM results WHERE next <= ?1)",
            [now.0],
            |row| row.get(0),
        );
        if !is_due.map_err(|error| self.failed(error))? {
            return Ok(0);
        }
        self.change(|db| {
            let due = |refresh: &str, most: u32| -> rusqlite::Result<Vec<i64>> {
                let mut find = db.prepare_cached(
                    "SELECT q.number FROM results r JOIN requests q ON q.number = r.request
                         WHERE r.next <= ?1 AND q.refresh = ?2 AND q.state IN ('done', 'failed')
                         ORDER BY r.next, q.number LIMIT ?3",
                )?;
                find.query_map((now.0, refresh, most), |row| row.get(0))?.collect()
            };
            let mut numbers = due("every", 100)?;
            let is_idle: bool = db.query_row(
                "SELECT NOT EXISTS (SELECT 1 FROM requests WHERE state = 'waiting')",
                (),
                |row| row.get(0),
            )?;
            if numbers.is_empty() && is_idle {
                numbers = due("idle", 1)?;
            }
            for number in &numbers {
                queue_refresh(db, *number, now)?;
            }
            Ok(numbers.len())
        })
    }
}

/// Lets a request wait that nobody has asked for now.
fn queue_refresh(db: &Transaction<'_>, number: i64, now: WorkTime) -> rusqlite::Result<()> {
    db.prepare_cached(
        "UPDATE requests SET state = 'waiting', turn = ?2, begun = NULL, ended = NULL, share = NULL, words = '',
             crashes = 0, is_cancelled = 0, is_refresh = 1 WHERE number = ?1",
    )?
    .execute((number, turn(now, REFRESH_PRIORITY)))?;
    Ok(())
}

fn state_of(db: &Transaction<'_>, number: i64) -> Result<RequestState, ChangeFailure> {
    let state: Option<String> = db
        .prepare_cached("SELECT state FROM requests WHERE number = ?1")?
        .query_row([number], |row| row.get(0))
        .optional()?;
    let state = state.ok_or(WorkError::UnknownRequest(number))?;
    Ok(RequestState::parse(&state).unwrap_or(RequestState::Cancelled))
}
