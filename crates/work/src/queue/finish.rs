//! The end of a run: its result and the state of the request are one change.

use super::{WorkQueue, note, outcome};
use crate::error::WorkError;
use crate::note::QueueNote;
use crate::refresh::RequestRefresh;
use crate::time::WorkTime;
use rusqlite::{OptionalExtension, Transaction};
use std::fs::File;
use std::path::PathBuf;
use stodola_durable::PathError;

/// How a run ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RunEnd {
    /// With a result.
    Done(StoredResult),
    /// It could not be done.
    Failed(String),
    /// Somebody cancelled it.
    Cancelled,
    /// The program stops; the request waits again.
    PutBack,
}

/// A result that is safe: its bytes, or a file in the folder of results that was synced.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredResult {
    /// The version of the package.
    pub version: u32,
    /// The media type.
    pub media: String,
    /// The name of the file for those who save it.
    pub name: String,
    /// The content.
    pub content: StoredContent,
    /// What its maker wants to know when it is shown.
    pub stamp: String,
}

/// Where the content of a result is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StoredContent {
    /// In the database.
    Bytes(Vec<u8>),
    /// In a file of that name and length in the folder of results.
    File {
        /// The name.
        name: String,
        /// Bytes of it.
        length: u64,
    },
}

/// What was so before a run ended.
struct Before {
    begun: Option<i64>,
    is_cancelled: bool,
    refresh: RequestRefresh,
    save_to: bool,
    result: Option<ResultBefore>,
}

/// What is needed of the result before.
struct ResultBefore {
    interval: Option<i64>,
    /// Looks since it was made, and in all.
    views: i64,
    all_views: i64,
    viewed: Option<i64>,
    file: Option<String>,
}

impl WorkQueue {
    /// Ends a run. Returns `false`, and changes nothing, if the run does not count any more: the request was given to
    /// another one. The file of an earlier result is removed afterwards.
    pub fn finish(
        &mut self,
        number: i64,
        run: i64,
        end: &RunEnd,
        now: WorkTime,
    ) -> Result<bool, WorkError> {
        let old = self.change(|db| {
            let Some(before) = before(db, number, run)? else { return Ok(None) };
            let old = before.result.as_ref().and_then(|result| result.file.clone());
            match end {
                RunEnd::Done(result) => {
                    keep(db, number, run, result, &before, now)?;
                    state(db, number, "done", now)?;
                    db.execute(
                        "UPDATE requests SET is_told = 0, crashes = 0 WHERE number = ?1",
                        [number],
                    )?;
                    note(db, number, &QueueNote::Done, now)?;
                    return Ok(Some(old));
                }
                RunEnd::PutBack if !before.is_cancelled => {
                    state(db, number, "waiting", now)?;
                    note(db, number, &QueueNote::PutBack, now)?;
                }
                RunEnd::Cancelled | RunEnd::PutBack => {
                    // What was to be made anew is as it was.
                    let has_result = before.result.is_some();
                    state(db, number, if has_result { "done" } else { "cancelled" }, now)?;
                    postpone(db, number, now)?;
                    note(db, number, &QueueNote::Ended, now)?;
                }
                RunEnd::Failed(error) => {
                    state(db, number, "failed", now)?;
                    postpone(db, number, now)?;
                    outcome::set_error(db, number, error, now)?;
                    note(db, number, &error, now)?;
                }
            }
            Ok(Some(None))
        })?;
        let Some(old) = old else { return Ok(false) };
        if let Some(old) = old {
            // If it stays, the next clean-up removes it.
            let _ = std::fs::remove_file(self.results.join(old));
        }
        Ok(true)
    }

    /// The content of a result, and counts the look at it. `None` in the place of bytes: it is in a file, which is
    /// opened here, so that it can be read although it is replaced meanwhile.
    pub fn open_result(&mut self, number: i64, now: WorkTime) -> Result<OpenedContent, WorkError> {
        let (file, bytes) = self.change(|db| {
            let found: Option<(Option<String>, Option<Vec<u8>>)> = db
                .prepare_cached("SELECT file, bytes FROM results WHERE request = ?1")?
                .query_row([number], |row| Ok((row.get(0)?, row.get(1)?)))
                .optional()?;
            let Some(found) = found else { return Err(WorkError::NoResult(number).into()) };
            db.prepare_cached(
                "UPDATE results SET views = views + 1, all_views = all_views + 1, viewed = ?2 WHERE request = ?1",
            )?
            .execute((number, now.0))?;
            db.prepare_cached("UPDATE requests SET wanted = max(wanted, ?2) WHERE number = ?1")?
                .execute((number, now.0))?;
            bring_forward(db, number, now)?;
            Ok(found)
        })?;
        match (file, bytes) {
            (Some(file), _) => {
                let path = self.results.join(file);
                let opened = File::open(&path).map_err(PathError::new("open", &path))?;
                Ok(OpenedContent::File(opened))
            }
            (None, bytes) => Ok(OpenedContent::Bytes(bytes.unwrap_or_default())),
        }
    }

    /// Requests whose results are made anew by themselves, with package and question: those that somebody looked at
    /// last come first.
    pub fn refreshed_questions(&self, limit: u32) -> Result<Vec<(i64, String, String)>, WorkError> {
        let find = || -> rusqlite::Result<Vec<(i64, String, String)>> {
            let mut find = self.connection.prepare_cached(
                "SELECT q.number, q.package, q.question FROM results r JOIN requests q ON q.number = r.request
                     WHERE r.next IS NOT NULL ORDER BY r.viewed DESC NULLS LAST, q.number LIMIT ?1",
            )?;
            find.query_map([limit], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))?.collect()
        };
        find().map_err(|error| self.failed(error))
    }

    /// Counts that somebody has looked at what these results are about, though not at them: they are made anew sooner.
    pub fn count_interest(&mut self, numbers: &[i64], now: WorkTime) -> Result<(), WorkError> {
        self.change(|db| {
            for number in numbers {
                db.prepare_cached("UPDATE results SET views = views + 1 WHERE request = ?1")?
                    .execute([number])?;
                bring_forward(db, *number, now)?;
            }
            Ok(())
        })
    }

    /// Bytes of all results together.
    pub fn results_bytes(&self) -> Result<u64, WorkError> {
        let sum =
            self.connection.query_row("SELECT coalesce(sum(length), 0) FROM results", (), |row| {
                row.get::<_, i64>(0)
            });
        Ok(u64::try_from(sum.map_err(|error| self.failed(error))?).unwrap_or(0))
    }

    /// Results that have to be saved to a file of a site: requests and file names.
    pub(crate) fn unsaved(&self) -> Result<Vec<(i64, String)>, WorkError> {
        let find = || -> rusqlite::Result<Vec<(i64, String)>> {
            let mut find = self.connection.prepare_cached(
                "SELECT q.number, q.save_to FROM results r JOIN requests q ON q.number = r.request
                     WHERE r.is_saved = 0 AND q.save_to IS NOT NULL ORDER BY q.number LIMIT 100",
            )?;
            find.query_map((), |row| Ok((row.get(0)?, row.get(1)?)))?.collect()
        };
        find().map_err(|error| self.failed(error))
    }

    /// The content of a result without counting it as looked at, and the run that it came from.
    pub(crate) fn content(&self, number: i64) -> Result<(i64, OpenedContent), WorkError> {
        let find = || {
            let mut find = self
                .connection
                .prepare_cached("SELECT run, file, bytes FROM results WHERE request = ?1")?;
            find.query_row([number], |row| {
                Ok((
                    row.get(0)?,
                    row.get::<_, Option<String>>(1)?,
                    row.get::<_, Option<Vec<u8>>>(2)?,
                ))
            })
            .optional()
        };
        let found = find().map_err(|error| self.failed(error))?;
        let (run, file, bytes) = found.ok_or(WorkError::NoResult(number))?;
        let content = match file {
            Some(file) => {
                let path: PathBuf = self.results.join(file);
                OpenedContent::File(File::open(&path).map_err(PathError::new("open", &path))?)
            }
            None => OpenedContent::Bytes(bytes.unwrap_or_default()),
        };
        Ok((run, content))
    }

    /// Notes that the result of a run was saved, or cannot be.
    pub(crate) fn note_saved(
        &mut self,
        number: i64,
        run: i64,
        line: &QueueNote,
        now: WorkTime,
    ) -> Result<(), WorkError> {
        self.change(|db| {
            db.execute(
                "UPDATE results SET is_saved = 1 WHERE request = ?1 AND run = ?2",
                (number, run),
            )?;
            Ok(note(db, number, line, now)?)
        })
    }
}

/// The content of a result.
#[derive(Debug)]
pub enum OpenedContent {
    /// It was in the database.
    Bytes(Vec<u8>),
    /// A file.
    File(File),
}

fn before(db: &Transaction<'_>, number: i64, run: i64) -> rusqlite::Result<Option<Before>> {
    let mut find = db.prepare_cached(
        "SELECT q.begun, q.is_cancelled, q.refresh, q.every, q.save_to IS NOT NULL, r.request IS NOT NULL, r.interval,
             coalesce(r.views, 0), coalesce(r.all_views, 0), r.viewed, r.file
             FROM requests q LEFT JOIN results r ON r.request = q.number
             WHERE q.number = ?1 AND q.run = ?2 AND q.state = 'running'",
    )?;
    let read = find.query_row((number, run), |row| {
        Ok(Before {
            begun: row.get(0)?,
            is_cancelled: row.get(1)?,
            refresh: RequestRefresh::from_row(&row.get::<_, String>(2)?, row.get(3)?),
            save_to: row.get(4)?,
            result: match row.get(5)? {
                true => Some(ResultBefore {
                    interval: row.get(6)?,
                    views: row.get(7)?,
                    all_views: row.get(8)?,
                    viewed: row.get(9)?,
                    file: row.get(10)?,
                }),
                false => None,
            },
        })
    });
    read.optional()
}

fn state(db: &Transaction<'_>, number: i64, state: &str, now: WorkTime) -> rusqlite::Result<()> {
    let mut update = db.prepare_cached(
        "UPDATE requests SET state = ?2, ended = CASE WHEN ?2 = 'waiting' THEN NULL ELSE ?3 END, share = NULL,
             words = '', is_cancelled = 0 WHERE number = ?1",
    )?;
    update.execute((number, state, now.0))?;
    Ok(())
}

/// A result that people look at is due sooner.
fn bring_forward(db: &Transaction<'_>, number: i64, now: WorkTime) -> rusqlite::Result<()> {
    let mut find = db.prepare_cached(
        "SELECT q.refresh, q.every, r.interval, r.views, r.took, r.made FROM results r
             JOIN requests q ON q.number = r.request WHERE r.request = ?1 AND r.next IS NOT NULL
             AND r.interval IS NOT NULL",
    )?;
    let found = find.query_row([number], |row| {
        let refresh = RequestRefresh::from_row(&row.get::<_, String>(0)?, row.get(1)?);
        let interval = refresh.while_looked_at(row.get(2)?, row.get(3)?, row.get(4)?);
        Ok(row.get::<_, i64>(5)?.saturating_add(interval))
    });
    if let Some(due) = found.optional()? {
        db.prepare_cached("UPDATE results SET next = min(next, max(?2, ?3)) WHERE request = ?1")?
            .execute((number, due, now.0))?;
    }
    Ok(())
}

/// What was not made anew is due after another interval.
fn postpone(db: &Transaction<'_>, number: i64, now: WorkTime) -> rusqlite::Result<()> {
    let mut update = db.prepare_cached(
        "UPDATE results SET next = ?2 + interval WHERE request = ?1 AND interval IS NOT NULL",
    )?;
    update.execute((number, now.0))?;
    Ok(())
}

fn keep(
    db: &Transaction<'_>,
    number: i64,
    run: i64,
    result: &StoredResult,
    before: &Before,
    now: WorkTime,
) -> rusqlite::Result<()> {
    let took = before.begun.map_or(0, |begun| now.since(WorkTime(begun)));
    let (last, views, all_views, viewed) = match &before.result {
        Some(it) => (it.interval, it.views, it.all_views, it.viewed),
        None => (None, 0, 0, None),
    };
    let interval = before.refresh.interval(last, views, took);
    let (file, bytes, length) = match &result.content {
        StoredContent::Bytes(bytes) => (None, Some(bytes), bytes.len() as u64),
        StoredContent::File { name, length } => (Some(name), None, *length),
    };
    db.prepare_cached(
        "INSERT OR REPLACE INTO results (request, run, version, media, name, file, bytes, length, stamp, made, took,
             views, all_views, viewed, interval, next, is_saved)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, 0, ?12, ?13, ?14, ?15, ?16)",
    )?
    .execute(rusqlite::params![
        number,
        run,
        result.version,
        result.media,
        result.name,
        file,
        bytes,
        i64::try_from(length).unwrap_or(i64::MAX),
        result.stamp,
        now.0,
        took,
        all_views,
        viewed,
        interval,
        interval.map(|interval| now.0.saturating_add(interval)),
        !before.save_to,
    ])?;
    Ok(())
}
