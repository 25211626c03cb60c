//! Requests as JSON output has them.

use serde::Serialize;
use serde_json::{Map, Value};
use stodola_access::Moment;
use stodola_work::{RequestLogLine, RequestRow, ResultRow, SavedQuestion, WorkTime};

/// A request.
#[derive(Clone, Debug, Serialize)]
pub struct RequestRecord {
    /// Its number.
    pub number: i64,
    /// The package.
    pub package: String,
    /// The question.
    pub question: Value,
    /// Who has asked, by name.
    pub owners: Vec<String>,
    /// `waiting`, `running`, `done`, `failed` or `cancelled`.
    pub state: &'static str,
    /// From -10 to 10.
    pub priority: i64,
    /// Whether people with equal rights see it.
    pub shared: bool,
    /// Its place in the line of its package, from 1 on; null if it does not wait.
    pub place: Option<u32>,
    /// The part that is done, from 0 to 1; null if that is not known.
    pub share: Option<f64>,
    /// What is being done.
    pub words: String,
    /// When it was asked for.
    pub asked: Moment,
    /// When work on it began.
    pub begun: Option<Moment>,
    /// When it ended.
    pub ended: Option<Moment>,
    /// About how many seconds it will still take; null if that cannot be told.
    pub left: Option<i64>,
    /// Why it failed last.
    pub error: Option<String>,
    /// Owners who have not seen the error.
    pub unseen: Vec<String>,
    /// When its result is made anew: `never`, `idle`, or an interval.
    pub refresh: String,
    /// The file of a site that has the result.
    pub save_to: Option<String>,
    /// Its result.
    pub result: Option<ResultRecord>,
}

/// A result.
#[derive(Clone, Debug, Serialize)]
pub struct ResultRecord {
    /// The media type.
    pub media: String,
    /// The name of the file for those who save it.
    pub name: String,
    /// Bytes.
    pub length: u64,
    /// When it was made.
    pub made: Moment,
    /// Its age in seconds.
    pub age: i64,
    /// How many seconds the work took.
    pub took: i64,
    /// How often it, and those before it, were looked at.
    pub views: i64,
    /// When it is made anew by itself.
    pub next: Option<Moment>,
}

/// A line of the log of a request.
#[derive(Clone, Debug, Serialize)]
pub struct LogRecord {
    /// When it was written.
    pub time: Moment,
    /// What it says.
    pub text: String,
}

/// A request with its log.
#[derive(Clone, Debug, Serialize)]
pub struct ShownRequest {
    /// The request.
    pub request: RequestRecord,
    /// The lines of its log, the oldest first.
    pub log: Vec<LogRecord>,
}

/// A favourite.
#[derive(Clone, Debug, Serialize)]
pub struct FavouriteRecord {
    /// Its name.
    pub name: String,
    /// The package.
    pub package: String,
    /// The question.
    pub question: Value,
    /// When it was made.
    pub made: Moment,
}

/// A package and how busy it is.
#[derive(Clone, Debug, Serialize)]
pub struct PackageRecord {
    /// Its name.
    pub package: &'static str,
    /// Its version.
    pub version: u32,
    /// How many of its requests may run at the same time.
    pub at_once: u32,
    /// The role that is needed.
    pub role: &'static str,
    /// Requests that run.
    pub running: u32,
    /// Requests that wait.
    pub waiting: u32,
    /// People who see and may cancel all its requests.
    pub administrators: Vec<String>,
    /// Its settings, for those who look after it; `None` for others, and if there are none.
    pub settings: Option<Map<String, Value>>,
}

fn moment(time: WorkTime) -> Moment {
    Moment(time.0)
}

impl RequestRecord {
    pub(super) fn new(row: RequestRow, place: Option<u32>, now: WorkTime) -> RequestRecord {
        let left = left(&row, now);
        RequestRecord {
            number: row.number,
            package: row.package,
            question: serde_json::from_str(&row.question).unwrap_or_default(),
            owners: row.owners,
            state: row.state.as_str(),
            priority: row.priority,
            shared: row.is_shared,
            place,
            share: row.share,
            words: row.words,
            asked: moment(row.asked),
            begun: row.begun.map(moment),
            ended: row.ended.map(moment),
            left,
            error: row.error,
            unseen: row.unseen,
            refresh: row.refresh.to_string(),
            save_to: row.save_to,
            result: row.result.map(|result| ResultRecord::new(result, now)),
        }
    }
}

/// The time that is left is told only when it is worth believing: after a while, and not at the very beginning.
fn left(row: &RequestRow, now: WorkTime) -> Option<i64> {
    let (begun, share) = (row.begun?, row.share.filter(|share| *share >= 0.05)?);
    let since = now.since(begun);
    (row.state.is_active() && since >= 5).then(|| (since as f64 * (1.0 - share) / share) as i64)
}

impl ResultRecord {
    fn new(result: ResultRow, now: WorkTime) -> ResultRecord {
        ResultRecord {
            media: result.media,
            name: result.name,
            length: result.length,
            made: moment(result.made),
            age: now.since(result.made),
            took: result.took,
            views: result.all_views,
            next: result.next.map(moment),
        }
    }
}

impl From<RequestLogLine> for LogRecord {
    fn from(line: RequestLogLine) -> LogRecord {
        LogRecord { time: moment(line.time), text: line.text }
    }
}

impl From<SavedQuestion> for FavouriteRecord {
    fn from(saved: SavedQuestion) -> FavouriteRecord {
        FavouriteRecord {
            name: saved.name,
            package: saved.package,
            question: serde_json::from_str(&saved.question).unwrap_or_default(),
            made: moment(saved.made),
        }
    }
}
