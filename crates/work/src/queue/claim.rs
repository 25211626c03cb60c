//! Taking requests to work on them, and giving back those that were not finished.

use super::row::RequestState;
use super::{LINE_MAX, WorkQueue, note, shortened};
use crate::error::WorkError;
use crate::note::QueueNote;
use crate::settings::WorkSettings;
use crate::time::WorkTime;
use rusqlite::{Connection, OptionalExtension};

/// After so many runs in a row that ended with their process, a request is not tried again.
const CRASHES_MAX: i64 = 10;

/// A request that is to be worked on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClaimedRequest {
    /// Its number.
    pub number: i64,
    /// The number of this run.
    pub run: i64,
    /// The kind of work.
    pub package: String,
    /// The question as canonical JSON.
    pub question: String,
    /// Whose rights count.
    pub rights: String,
    /// Who asked, by name.
    pub owners: Vec<String>,
}

impl WorkQueue {
    /// Takes the request whose turn it is among the packages that have a free place. `None` if there is none.
    /// `is_known` tells which packages can be worked on here.
    pub fn claim(
        &mut self,
        settings: &WorkSettings,
        is_known: &dyn Fn(&str) -> bool,
        now: WorkTime,
    ) -> Result<Option<ClaimedRequest>, WorkError> {
        self.change(|db| {
            let mut next: Option<(i64, i64)> = None;
            for (name, rules) in settings.packages.iter().filter(|(name, _)| is_known(name)) {
                if count_running(db, name)? >= i64::from(rules.at_once) {
                    continue;
                }
                let first: Option<(i64, i64)> = db
                    .prepare_cached(
                        "SELECT turn, number FROM requests WHERE state = 'waiting' AND package = ?1
                             ORDER BY turn, number LIMIT 1",
                    )?
                    .query_row([name], |row| Ok((row.get(0)?, row.get(1)?)))
                    .optional()?;
                next = [next, first].into_iter().flatten().min();
            }
            let Some((_, number)) = next else { return Ok(None) };
            db.prepare_cached(
                "UPDATE requests SET state = 'running', run = run + 1, begun = ?2, ended = NULL, share = NULL,
                     words = '', is_cancelled = 0 WHERE number = ?1",
            )?
            .execute((number, now.0))?;
            let mut claimed = db
                .prepare_cached("SELECT run, package, question, rights FROM requests WHERE number = ?1")?
                .query_row([number], |row| {
                    Ok(ClaimedRequest {
                        number,
                        run: row.get(0)?,
                        package: row.get(1)?,
                        question: row.get(2)?,
                        rights: row.get(3)?,
                        owners: Vec::new(),
                    })
                })?;
            let mut owners = db.prepare_cached("SELECT name FROM owners WHERE request = ?1 ORDER BY name")?;
            let names = owners.query_map([number], |row| row.get(0))?;
            claimed.owners = names.collect::<rusqlite::Result<Vec<String>>>()?;
            note(db, number, &QueueNote::Begins { run: claimed.run }, now)?;
            Ok(Some(claimed))
        })
    }

    /// Tells how far a run is. Returns whether somebody has cancelled it, or the run does not count any more.
    pub fn progress(
        &mut self,
        number: i64,
        run: i64,
        share: Option<f64>,
        words: &str,
    ) -> Result<bool, WorkError> {
        let share = share.filter(|share| share.is_finite()).map(|share| share.clamp(0.0, 1.0));
        let words = shortened(words, LINE_MAX);
        self.change(|db| {
            db.prepare_cached(
                "UPDATE requests SET share = ?3, words = ?4 WHERE number = ?1 AND run = ?2 AND state = 'running'",
            )?
            .execute((number, run, share, words))?;
            Ok(!is_wanted(db, number, run)?)
        })
    }

    /// Whether somebody has cancelled a run, or it does not count any more.
    pub fn is_cancelled(&self, number: i64, run: i64) -> Result<bool, WorkError> {
        let is_wanted = is_wanted(&self.connection, number, run);
        Ok(!is_wanted.map_err(|error| self.failed(error))?)
    }

    /// Appends a line to the log of a request.
    pub fn write_log(&mut self, number: i64, text: &str, now: WorkTime) -> Result<(), WorkError> {
        self.change(|db| Ok(note(db, number, &text, now)?))
    }

    /// Puts requests back whose process has ended without finishing them: those that run, except `but`. Whoever calls
    /// this must be the only one who runs requests. Returns how many there were.
    pub fn recover(&mut self, but: &[i64], now: WorkTime) -> Result<usize, WorkError> {
        self.change(|db| {
            let mut running =
                db.prepare_cached("SELECT number, crashes FROM requests WHERE state = 'running'")?;
            let lost: Vec<(i64, i64)> = running
                .query_map((), |row| Ok((row.get(0)?, row.get(1)?)))?
                .collect::<rusqlite::Result<_>>()?;
            let lost: Vec<_> = lost.into_iter().filter(|(number, _)| !but.contains(number)).collect();
            for (number, crashes) in &lost {
                let is_hopeless = crashes + 1 >= CRASHES_MAX;
                let (state, line) = match is_hopeless {
                    true => (RequestState::Failed, QueueNote::Hopeless),
                    false => (RequestState::Waiting, QueueNote::Lost),
                };
                db.prepare_cached(
                    "UPDATE requests SET state = CASE WHEN is_cancelled THEN 'cancelled' ELSE ?2 END,
                         crashes = crashes + 1, share = NULL, words = '' WHERE number = ?1",
                )?
                .execute((number, state.as_str()))?;
                if is_hopeless {
                    super::outcome::set_error(db, *number, &line.to_string(), now)?;
                }
                note(db, *number, &line, now)?;
            }
            Ok(lost.len())
        })
    }
}

/// Whether a run is still wanted.
fn is_wanted(db: &Connection, number: i64, run: i64) -> rusqlite::Result<bool> {
    let mut find = db.prepare_cached(
        "SELECT is_cancelled = 0 FROM requests WHERE number = ?1 AND run = ?2 AND state = 'running'",
    )?;
    Ok(find.query_row((number, run), |row| row.get(0)).optional()?.unwrap_or(false))
}

fn count_running(db: &Connection, package: &str) -> rusqlite::Result<i64> {
    let mut count = db
        .prepare_cached("SELECT count(*) FROM requests WHERE state = 'running' AND package = ?1")?;
    count.query_row([package], |row| row.get(0))
}
