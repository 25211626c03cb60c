//! Reading: queries on the view `pages`.

use super::error::{PageDatabaseError, PageQueryError, QueryPart, explain};
use super::expression::{self, COLUMNS, ExpressionFault, FUNCTIONS, Understood};
use super::store::check;
use crate::data::PageMeta;
use rusqlite::functions::{Context, FunctionFlags};
use rusqlite::hooks::{AuthAction, AuthContext, Authorization};
use rusqlite::limits::Limit;
use rusqlite::types::{ToSqlOutput, Value};
use rusqlite::{Connection, ErrorCode, OpenFlags, Row, ToSql};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

const VIEW: &str = include_str!("sql/view.sql");
const SELECT: &str = include_str!("sql/select.sql");

/// The function that the view asks.
const SIGHT: &str = "may_be_seen";
/// The longest text that is given for a question mark; the longest of a pattern is what SQLite is told.
const VALUE_MAX: usize = 4096;
/// How many instructions of SQLite run between two looks at the clock.
const LOOK_EVERY: i32 = 1000;

/// A row, as far as it matters for whether somebody may see it.
#[derive(Clone, Copy, Debug)]
pub struct SeenPage<'a> {
    /// The domain.
    pub domain: &'a str,
    /// The round that brought the version.
    pub tag: &'a str,
    /// The folder of the page.
    pub path: &'a str,
    /// The address of the page.
    pub url: &'a str,
    /// When it was captured: milliseconds since 1970.
    pub time: i64,
    /// The media type.
    pub media: Option<&'a str>,
}

/// Decides which rows somebody may see.
pub trait PageSight: Send + Sync + 'static {
    /// Whether a version of a page may be seen. It must give the same answer each time during a query.
    fn shows(&self, page: &SeenPage<'_>) -> bool;
}

impl<F: Fn(&SeenPage<'_>) -> bool + Send + Sync + 'static> PageSight for F {
    fn shows(&self, page: &SeenPage<'_>) -> bool {
        self(page)
    }
}

/// A question to the metadata.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PageQuery {
    /// What stands behind `WHERE`; `None` for all rows.
    pub condition: Option<String>,
    /// What stands behind `ORDER BY`. Rows that are equal by it, and all without it, come in the order of domain, path
    /// and tag.
    pub order: Option<String>,
    /// Values for the question marks, first those of the condition.
    pub parameters: Vec<QueryValue>,
    /// Most rows of the answer; `None` for the most that is possible.
    pub limit: Option<usize>,
}

/// A value for a question mark.
#[derive(Clone, Debug, PartialEq)]
pub enum QueryValue {
    /// No value.
    Null,
    /// A whole number.
    Integer(i64),
    /// A number.
    Real(f64),
    /// A text.
    Text(String),
}

impl From<&str> for QueryValue {
    fn from(text: &str) -> QueryValue {
        QueryValue::Text(text.to_owned())
    }
}

impl From<i64> for QueryValue {
    fn from(number: i64) -> QueryValue {
        QueryValue::Integer(number)
    }
}

impl ToSql for QueryValue {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        Ok(match self {
            QueryValue::Null => ToSqlOutput::Owned(Value::Null),
            QueryValue::Integer(number) => ToSqlOutput::Owned(Value::Integer(*number)),
            QueryValue::Real(number) => ToSqlOutput::Owned(Value::Real(*number)),
            QueryValue::Text(text) => ToSqlOutput::from(text.as_str()),
        })
    }
}

/// What a query may cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct QueryBounds {
    /// How long it may take.
    pub time: Duration,
    /// Most rows of an answer.
    pub rows: usize,
    /// Most bytes of texts in an answer.
    pub bytes: usize,
}

impl Default for QueryBounds {
    fn default() -> QueryBounds {
        QueryBounds { time: Duration::from_secs(5), rows: 10_000, bytes: 16 << 20 }
    }
}

/// A version of a page in an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PageVersion {
    /// The domain.
    pub domain: String,
    /// What `data.xml` says.
    pub meta: PageMeta,
    /// The commit of the round that brought it.
    pub commit: String,
    /// The first round without it; `None` if the newest round has it.
    pub until: Option<String>,
}

/// What was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PageAnswer {
    /// The rows in their order.
    pub versions: Vec<PageVersion>,
    /// Whether these are all; `false` if a limit cut the rest off.
    pub is_complete: bool,
}

/// The metadata database, for queries. Each query has a connection of its own, so any number of threads may ask.
#[derive(Clone, Debug)]
pub struct PageReader {
    path: PathBuf,
    bounds: QueryBounds,
}

impl PageReader {
    /// A reader of the database at `path`, which need not be there yet.
    pub fn open(path: &Path) -> PageReader {
        PageReader { path: path.to_owned(), bounds: QueryBounds::default() }
    }

    /// The same with other bounds.
    pub fn with_bounds(self, bounds: QueryBounds) -> PageReader {
        PageReader { bounds, ..self }
    }

    /// Answers a query with what `sight` shows.
    pub fn query(
        &self,
        query: &PageQuery,
        sight: Arc<dyn PageSight>,
    ) -> Result<PageAnswer, PageQueryError> {
        let refused = |part, text: &str| {
            let text = text.to_owned();
            move |ExpressionFault { at, what }| {
                let before = text.get(..at).unwrap_or(&text);
                PageQueryError::Refused { part, at: before.chars().count() + 1, what }
            }
        };
        let mut parts: [Option<Understood>; 2] = [None, None];
        let mut wanted = 0;
        if let Some(text) = &query.condition {
            let found =
                expression::condition(text, 1).map_err(refused(QueryPart::Condition, text))?;
            wanted += found.parameters;
            parts[0] = Some(found);
        }
        if let Some(text) = &query.order {
            let found =
                expression::order(text, wanted + 1).map_err(refused(QueryPart::Order, text))?;
            wanted += found.parameters;
            parts[1] = Some(found);
        }
        check_values(wanted, &query.parameters)?;
        let [condition, order] = parts.map(|it| it.map(|it| it.sql));
        let mut sql = SELECT.to_owned();
        if let Some(condition) = condition {
            sql += &format!("WHERE ({condition} ) ");
        }
        let order = order.map(|it| format!("{it} ,")).unwrap_or_default();
        let most = query.limit.unwrap_or(usize::MAX).min(self.bounds.rows);
        // One more tells whether there are more.
        sql += &format!("ORDER BY {order} domain, path, tag LIMIT {}", most.saturating_add(1));
        self.run(&sql, &query.parameters, most, sight)
    }

    fn run(
        &self,
        sql: &str,
        parameters: &[QueryValue],
        most: usize,
        sight: Arc<dyn PageSight>,
    ) -> Result<PageAnswer, PageQueryError> {
        let until = Instant::now() + self.bounds.time;
        let failed = |error: rusqlite::Error| match error.sqlite_error_code() {
            Some(ErrorCode::OperationInterrupted) => {
                PageQueryError::Late { seconds: self.bounds.time.as_secs_f64() }
            }
            _ => PageQueryError::Database(explain(&self.path, error)),
        };
        let connection = self.connect(sight, until)?;
        let mut statement =
            connection.prepare(sql).map_err(|error| match error.sqlite_error_code() {
                // The second wall, which nothing that was understood should ever reach.
                Some(
                    ErrorCode::Unknown
                    | ErrorCode::AuthorizationForStatementDenied
                    | ErrorCode::TooBig,
                ) => {
                    let what = "it is too large, or asks for what a query may not have".to_owned();
                    PageQueryError::Refused { part: QueryPart::Condition, at: 1, what }
                }
                _ => failed(error),
            })?;
        let mut rows = statement.query(rusqlite::params_from_iter(parameters)).map_err(failed)?;
        let mut answer = PageAnswer { versions: Vec::new(), is_complete: true };
        let mut bytes = 0;
        while let Some(row) = rows.next().map_err(failed)? {
            let version = version(row).map_err(failed)?;
            bytes += weight(&version);
            if answer.versions.len() >= most
                || (bytes > self.bounds.bytes && !answer.versions.is_empty())
            {
                answer.is_complete = false;
                break;
            }
            answer.versions.push(version);
        }
        Ok(answer)
    }

    /// A connection that can do nothing but answer queries on the view.
    fn connect(
        &self,
        sight: Arc<dyn PageSight>,
        until: Instant,
    ) -> Result<Connection, PageDatabaseError> {
        let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let failed = |error| explain(&self.path, error);
        let mut connection = Connection::open_with_flags(&self.path, flags).map_err(failed)?;
        connection.busy_timeout(self.bounds.time).map_err(failed)?;
        check(&self.path, &connection)?;
        let fence = || {
            let shows = move |context: &Context<'_>| Ok(is_seen(context, sight.as_ref()));
            let flags = FunctionFlags::SQLITE_UTF8 | FunctionFlags::SQLITE_DETERMINISTIC;
            connection.create_scalar_function(SIGHT, 6, flags, shows)?;
            connection.execute_batch(VIEW)?;
            for (limit, most) in LIMITS {
                connection.set_limit(limit, most)?;
            }
            connection.authorizer(Some(authorise))?;
            connection.progress_handler(LOOK_EVERY, Some(move || Instant::now() >= until))
        };
        fence().map_err(failed)?;
        Ok(connection)
    }
}

/// SQLite's own limits for a query.
const LIMITS: [(Limit, i32); 10] = [
    (Limit::SQLITE_LIMIT_LENGTH, 16 << 20),
    (Limit::SQLITE_LIMIT_SQL_LENGTH, 128 << 10),
    (Limit::SQLITE_LIMIT_COLUMN, 64),
    (Limit::SQLITE_LIMIT_EXPR_DEPTH, 1000),
    (Limit::SQLITE_LIMIT_COMPOUND_SELECT, 1),
    (Limit::SQLITE_LIMIT_VDBE_OP, 50_000),
    (Limit::SQLITE_LIMIT_FUNCTION_ARG, 8),
    (Limit::SQLITE_LIMIT_ATTACHED, 0),
    (Limit::SQLITE_LIMIT_LIKE_PATTERN_LENGTH, VALUE_MAX as i32),
    (Limit::SQLITE_LIMIT_TRIGGER_DEPTH, 0),
];

/// The second wall: admits the view, what it is made of, and the functions of the list.
fn authorise(context: AuthContext<'_>) -> Authorization {
    let is_inside = context.accessor == Some("pages");
    let is_fine = match context.action {
        AuthAction::Select => true,
        AuthAction::Read { table_name: "pages", column_name } => {
            column_name.is_empty() || COLUMNS.contains(&column_name)
        }
        AuthAction::Read { table_name: "versions" | "rounds", .. } => is_inside,
        AuthAction::Function { function_name: SIGHT } => is_inside,
        AuthAction::Function { function_name } => {
            matches!(function_name, "like" | "glob")
                || FUNCTIONS.iter().any(|it| it.0 == function_name)
        }
        _ => false,
    };
    if is_fine { Authorization::Allow } else { Authorization::Deny }
}

/// What the view asks of each row. A row that cannot be read is hidden.
fn is_seen(context: &Context<'_>, sight: &dyn PageSight) -> bool {
    let text = |place| context.get_raw(place).as_str().ok();
    let page = || {
        Some(SeenPage {
            domain: text(0)?,
            tag: text(1)?,
            path: text(2)?,
            url: text(3)?,
            time: context.get_raw(4).as_i64().ok()?,
            media: text(5),
        })
    };
    page().is_some_and(|page| sight.shows(&page))
}

fn check_values(wanted: usize, given: &[QueryValue]) -> Result<(), PageQueryError> {
    if wanted != given.len() {
        return Err(PageQueryError::Values { wanted, given: given.len() });
    }
    let is_long = |it: &QueryValue| matches!(it, QueryValue::Text(text) if text.len() > VALUE_MAX);
    match given.iter().position(is_long) {
        Some(place) => Err(PageQueryError::ValueTooLong { number: place + 1, limit: VALUE_MAX }),
        None => Ok(()),
    }
}

fn version(row: &Row<'_>) -> rusqlite::Result<PageVersion> {
    Ok(PageVersion {
        domain: row.get(0)?,
        meta: PageMeta {
            tag: row.get(1)?,
            path: row.get(2)?,
            url: row.get(3)?,
            title: row.get(4)?,
            time: row.get(5)?,
            digest: row.get(6)?,
            status: row.get(7)?,
            media: row.get(8)?,
            charset: row.get(9)?,
            language: row.get(10)?,
            record: row.get(11)?,
        },
        until: row.get(12)?,
        commit: row.get(13)?,
    })
}

/// About how many bytes a row takes.
fn weight(version: &PageVersion) -> usize {
    let meta = &version.meta;
    let some = |text: &Option<String>| text.as_ref().map_or(0, String::len);
    let fixed = version.domain.len() + version.commit.len() + meta.tag.len() + meta.path.len();
    let more = meta.url.len() + meta.digest.len() + some(&version.until) + some(&meta.title);
    let rest = some(&meta.record) + some(&meta.media) + some(&meta.charset) + some(&meta.language);
    fixed + more + rest + 200
}

#[cfg(test)]
mod tests;
