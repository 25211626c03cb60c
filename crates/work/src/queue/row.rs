//! Requests and results as they are read.

use super::WorkQueue;
use crate::error::WorkError;
use crate::refresh::RequestRefresh;
use crate::time::WorkTime;
use rusqlite::{OptionalExtension, Row};
use std::fmt;

/// Where a request stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RequestState {
    /// It waits for its turn.
    Waiting,
    /// It is being worked on.
    Running,
    /// It has a result.
    Done,
    /// It could not be done; the error says why.
    Failed,
    /// Nobody wants it any more.
    Cancelled,
}

impl RequestState {
    /// All states.
    pub const ALL: [RequestState; 5] = [
        RequestState::Waiting,
        RequestState::Running,
        RequestState::Done,
        RequestState::Failed,
        RequestState::Cancelled,
    ];

    /// Its name in data.
    pub fn as_str(self) -> &'static str {
        match self {
            RequestState::Waiting => "waiting",
            RequestState::Running => "running",
            RequestState::Done => "done",
            RequestState::Failed => "failed",
            RequestState::Cancelled => "cancelled",
        }
    }

    /// The state of that name; `None` if there is none.
    pub fn parse(name: &str) -> Option<RequestState> {
        RequestState::ALL.into_iter().find(|state| state.as_str() == name)
    }

    /// Whether it waits or runs.
    pub fn is_active(self) -> bool {
        matches!(self, RequestState::Waiting | RequestState::Running)
    }
}

impl fmt::Display for RequestState {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// A request.
#[derive(Clone, Debug, PartialEq)]
pub struct RequestRow {
    /// Its number, which no other request ever has.
    pub number: i64,
    /// The kind of work.
    pub package: String,
    /// The question as canonical JSON.
    pub question: String,
    /// Whose rights count, as the caller wrote it; requests with other rights are other requests.
    pub rights: String,
    /// Who is told when it has ended, by name.
    pub owners: Vec<String>,
    /// From -10 to 10; greater ones come earlier.
    pub priority: i64,
    /// Whether people with equal rights who did not ask see it in lists.
    pub is_shared: bool,
    /// Where it stands.
    pub state: RequestState,
    /// The part that is done, from 0 to 1; `None` if that is not known.
    pub share: Option<f64>,
    /// What is being done; empty if nothing is.
    pub words: String,
    /// When it was asked for, last.
    pub asked: WorkTime,
    /// When the last run began.
    pub begun: Option<WorkTime>,
    /// When it ended, last.
    pub ended: Option<WorkTime>,
    /// Why it failed last. It stays, also if a later run succeeds, until its owners have seen it.
    pub error: Option<String>,
    /// Names of owners who have not seen the error.
    pub unseen: Vec<String>,
    /// How often it was begun.
    pub runs: i64,
    /// Whether it was put into the queue by itself, to make its result anew.
    pub is_refresh: bool,
    /// When its result is made anew.
    pub refresh: RequestRefresh,
    /// The file that a site includes, below the folder for it; `None` for no file.
    pub save_to: Option<String>,
    /// What is known of its result; `None` if there is none. A request that is made anew has the result before.
    pub result: Option<ResultRow>,
}

/// What is known of a result, without its content.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ResultRow {
    /// The run that it came from.
    pub run: i64,
    /// The version of the package that made it.
    pub version: u32,
    /// The media type.
    pub media: String,
    /// The name of the file for those who save it.
    pub name: String,
    /// The name in the folder of results; `None` if the content is in the database.
    pub file: Option<String>,
    /// Bytes of the content.
    pub length: u64,
    /// What its maker wants to know when it is shown.
    pub stamp: String,
    /// When it was made.
    pub made: WorkTime,
    /// How many seconds the work took.
    pub took: i64,
    /// How often it was looked at since it was made.
    pub views: i64,
    /// How often it and all results before it were looked at.
    pub all_views: i64,
    /// When it was last looked at.
    pub viewed: Option<WorkTime>,
    /// Seconds after which it is made anew by itself.
    pub interval: Option<i64>,
    /// When it is due to be made anew.
    pub next: Option<WorkTime>,
}

/// A line of the log of a request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RequestLogLine {
    /// When it was written.
    pub time: WorkTime,
    /// What it says.
    pub text: String,
}

/// The columns that [`read`] reads. Lists come as JSON.
pub(super) const COLUMNS: &str = "
    q.number, q.package, q.question, q.rights, q.priority, q.is_shared, q.state, q.share, q.words, q.asked, q.begun,
    q.ended, q.error, q.run, q.is_refresh, q.refresh, q.every, q.save_to,
    (SELECT json_group_array(name) FROM owners WHERE request = q.number),
    (SELECT json_group_array(name) FROM owners WHERE request = q.number AND has_seen = 0),
    r.run, r.version, r.media, r.name, r.file, r.length, r.stamp, r.made, r.took, r.views, r.all_views, r.viewed,
    r.interval, r.next";

/// The tables of [`COLUMNS`].
pub(super) const TABLES: &str = "requests q LEFT JOIN results r ON r.request = q.number";

pub(super) fn read(row: &Row<'_>) -> rusqlite::Result<RequestRow> {
    let time = |at: usize| -> rusqlite::Result<Option<WorkTime>> {
        Ok(row.get::<_, Option<i64>>(at)?.map(WorkTime))
    };
    let names = |at: usize| -> rusqlite::Result<Vec<String>> {
        let mut names: Vec<String> =
            serde_json::from_str(&row.get::<_, String>(at)?).unwrap_or_default();
        names.sort_unstable();
        Ok(names)
    };
    let state: String = row.get(6)?;
    Ok(RequestRow {
        number: row.get(0)?,
        package: row.get(1)?,
        question: row.get(2)?,
        rights: row.get(3)?,
        priority: row.get(4)?,
        is_shared: row.get(5)?,
        // A state that a later version wrote is none that this one could act on.
        state: RequestState::parse(&state).unwrap_or(RequestState::Cancelled),
        share: row.get(7)?,
        words: row.get(8)?,
        asked: WorkTime(row.get(9)?),
        begun: time(10)?,
        ended: time(11)?,
        error: row.get(12)?,
        runs: row.get(13)?,
        is_refresh: row.get(14)?,
        refresh: RequestRefresh::from_row(&row.get::<_, String>(15)?, row.get(16)?),
        save_to: row.get(17)?,
        owners: names(18)?,
        unseen: names(19)?,
        result: match row.get::<_, Option<i64>>(20)? {
            None => None,
            Some(run) => Some(ResultRow {
                run,
                version: row.get(21)?,
                media: row.get(22)?,
                name: row.get(23)?,
                file: row.get(24)?,
                length: u64::try_from(row.get::<_, i64>(25)?).unwrap_or(0),
                stamp: row.get(26)?,
                made: WorkTime(row.get(27)?),
                took: row.get(28)?,
                views: row.get(29)?,
                all_views: row.get(30)?,
                viewed: time(31)?,
                interval: row.get(32)?,
                next: time(33)?,
            }),
        },
    })
}

impl WorkQueue {
    /// A request.
    pub fn request(&self, number: i64) -> Result<RequestRow, WorkError> {
        let find = || {
            let text = format!("SELECT {COLUMNS} FROM {TABLES} WHERE q.number = ?1");
            self.connection.prepare_cached(&text)?.query_row([number], read).optional()
        };
        let found = find().map_err(|error| self.failed(error))?;
        found.ok_or(WorkError::UnknownRequest(number))
    }

    /// The log of a request, the oldest line first.
    pub fn log(&self, number: i64) -> Result<Vec<RequestLogLine>, WorkError> {
        let lines = || -> rusqlite::Result<Vec<RequestLogLine>> {
            let mut statement = self
                .connection
                .prepare_cached("SELECT time, text FROM log WHERE request = ?1 ORDER BY line")?;
            let line = |row: &Row<'_>| {
                Ok(RequestLogLine { time: WorkTime(row.get(0)?), text: row.get(1)? })
            };
            statement.query_map([number], line)?.collect()
        };
        lines().map_err(|error| self.failed(error))
    }
}
