//! Writing: rounds of domains, one change each.

use super::error::{PageDatabaseError, explain};
use crate::data::PageMeta;
use rusqlite::{
    Connection, ErrorCode, OpenFlags, OptionalExtension, Transaction, TransactionBehavior,
};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The newest format that is known here: the `user_version` of the database.
pub(super) const FORMAT: i32 = 1;
/// "Stop": tells this kind of database from others.
const APPLICATION: i32 = 0x5374_6F70;
/// The longest wait for other processes that write.
const BUSY: Duration = Duration::from_secs(30);

const SCHEMA: &str = include_str!("sql/schema.sql");
const INDEXES: &str = include_str!("sql/indexes.sql");
const CLEAR: &str = include_str!("sql/clear.sql");
const INSERT_ROUND: &str = include_str!("sql/insert_round.sql");
const END_VERSION: &str = include_str!("sql/end_version.sql");
const INSERT_VERSION: &str = include_str!("sql/insert_version.sql");
const ROUNDS: &str = include_str!("sql/rounds.sql");
const FIND_ROUND: &str = include_str!("sql/find_round.sql");
const NEWEST_ROUND: &str = include_str!("sql/newest_round.sql");
const DOMAINS: &str = include_str!("sql/domains.sql");

/// A round of a domain: one commit of a harvest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PageRound {
    /// The domain.
    pub domain: String,
    /// Its tag, `DOMAIN@20260102T030405Z`: tags of a domain sort by time.
    pub tag: String,
    /// Its time: milliseconds since 1970 in UTC.
    pub time: i64,
    /// The commit that the harvest made, in hexadecimal.
    pub commit: String,
}

/// What became of a round that was to be recorded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RoundRecord {
    /// It is recorded now.
    New,
    /// It was recorded already, with this commit; nothing was changed.
    Known,
}

/// The metadata database, for writing. The caller makes sure that one process writes at a time; readers do not wait.
pub struct PageDatabase {
    connection: Connection,
    path: PathBuf,
}

impl std::fmt::Debug for PageDatabase {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("PageDatabase").field("path", &self.path).finish_non_exhaustive()
    }
}

impl PageDatabase {
    /// Opens a database; one that is not there is made.
    pub fn open(path: &Path) -> Result<PageDatabase, PageDatabaseError> {
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE
            | OpenFlags::SQLITE_OPEN_CREATE
            | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let failed = |error| explain(path, error);
        let mut connection = Connection::open_with_flags(path, flags).map_err(failed)?;
        connection.busy_timeout(BUSY).map_err(failed)?;
        // Before anything is changed: a file of another program must stay as it is.
        let is_empty = |connection: &Connection| {
            connection.query_row("SELECT count(*) = 0 FROM sqlite_schema", (), |row| row.get(0))
        };
        if !is_empty(&connection).map_err(failed)? {
            check(path, &connection)?;
        }
        // Rounds that a power cut took away are found missing, and recorded again: git has them.
        connection.pragma_update(None, "journal_mode", "wal").map_err(failed)?;
        connection.pragma_update(None, "synchronous", "normal").map_err(failed)?;
        let change =
            connection.transaction_with_behavior(TransactionBehavior::Immediate).map_err(failed)?;
        if is_empty(&change).map_err(failed)? {
            let marks =
                format!("PRAGMA application_id = {APPLICATION}; PRAGMA user_version = {FORMAT}");
            change.execute_batch(&format!("{SCHEMA}{INDEXES}{marks}")).map_err(failed)?;
        }
        change.commit().map_err(failed)?;
        check(path, &connection)?;
        Ok(PageDatabase { connection, path: path.to_owned() })
    }

    /// Records a round as one change: `fill` gives the pages that are new, changed or gone. If it fails, nothing is
    /// recorded. A round that is recorded already is left as it is, and `fill` is not called.
    pub fn record<E: From<PageDatabaseError>>(
        &mut self,
        round: &PageRound,
        fill: impl FnOnce(&mut VersionWriter<'_>) -> Result<(), E>,
    ) -> Result<RoundRecord, E> {
        self.change(|change, path| record(change, path, round, fill))
    }

    /// Makes everything anew, as one change: until it is complete, readers see what was there before. `fill` gives the
    /// rounds, those of each domain in the order of their times.
    pub fn rebuild<E: From<PageDatabaseError>>(
        &mut self,
        fill: impl FnOnce(&mut RebuildWriter<'_>) -> Result<(), E>,
    ) -> Result<(), E> {
        self.change(|change, path| {
            let failed = |error| explain(path, error);
            change.execute_batch(CLEAR).map_err(failed)?;
            fill(&mut RebuildWriter { change, path })?;
            change.execute_batch(INDEXES).map_err(failed)?;
            Ok(())
        })
    }

    fn change<T, E: From<PageDatabaseError>>(
        &mut self,
        make: impl FnOnce(&Transaction<'_>, &Path) -> Result<T, E>,
    ) -> Result<T, E> {
        let failed = |error| explain(&self.path, error);
        let change = self
            .connection
            .transaction_with_behavior(TransactionBehavior::Immediate)
            .map_err(failed)?;
        let made = make(&change, &self.path)?;
        change.commit().map_err(failed)?;
        Ok(made)
    }

    /// The rounds of a domain, newest first.
    pub fn rounds(&self, domain: &str) -> Result<Vec<PageRound>, PageDatabaseError> {
        let list = || {
            let mut statement = self.connection.prepare_cached(ROUNDS)?;
            let rows = statement.query_map([domain], |row| {
                let (domain, tag, time, commit) = row.try_into()?;
                Ok(PageRound { domain, tag, time, commit })
            })?;
            rows.collect::<rusqlite::Result<_>>()
        };
        list().map_err(|error| explain(&self.path, error))
    }

    /// All domains, each with its newest tag.
    pub fn domains(&self) -> Result<Vec<(String, String)>, PageDatabaseError> {
        let list = || {
            let mut statement = self.connection.prepare_cached(DOMAINS)?;
            let rows = statement.query_map((), |row| row.try_into())?;
            rows.collect::<rusqlite::Result<_>>()
        };
        list().map_err(|error| explain(&self.path, error))
    }
}

/// Takes the rounds of a database that is made anew.
pub struct RebuildWriter<'a> {
    change: &'a Transaction<'a>,
    path: &'a Path,
}

impl RebuildWriter<'_> {
    /// Records a round; `fill` gives the pages that are new, changed or gone.
    pub fn round<E: From<PageDatabaseError>>(
        &mut self,
        round: &PageRound,
        fill: impl FnOnce(&mut VersionWriter<'_>) -> Result<(), E>,
    ) -> Result<(), E> {
        record(self.change, self.path, round, fill).map(drop)
    }
}

impl std::fmt::Debug for RebuildWriter<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("RebuildWriter").field("path", &self.path).finish_non_exhaustive()
    }
}

/// Takes what changed in a round.
pub struct VersionWriter<'a> {
    change: &'a Transaction<'a>,
    path: &'a Path,
    round: &'a PageRound,
}

impl std::fmt::Debug for VersionWriter<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("VersionWriter").field("round", &self.round).finish_non_exhaustive()
    }
}

impl VersionWriter<'_> {
    /// A page that is new or has changed, with the metadata of its new version.
    pub fn page(&mut self, meta: &PageMeta) -> Result<(), PageDatabaseError> {
        let round = self.round;
        if meta.tag != round.tag {
            let (path, found) = (meta.path.clone(), meta.tag.clone());
            return Err(PageDatabaseError::OtherTag { path, found, tag: round.tag.clone() });
        }
        self.gone(&meta.path)?;
        let insert = || {
            let mut insert = self.change.prepare_cached(INSERT_VERSION)?;
            insert.execute((
                &round.domain,
                &meta.tag,
                &meta.path,
                &meta.url,
                &meta.title,
                meta.time,
                &meta.digest,
                meta.status,
                &meta.media,
                &meta.charset,
                &meta.language,
                &meta.record,
            ))
        };
        match insert() {
            Ok(_) => Ok(()),
            Err(error) if error.sqlite_error_code() == Some(ErrorCode::ConstraintViolation) => {
                Err(PageDatabaseError::Twice { path: meta.path.clone(), tag: round.tag.clone() })
            }
            Err(error) => Err(explain(self.path, error)),
        }
    }

    /// A page that the domain does not have any more. Nothing happens if it had none.
    pub fn gone(&mut self, path: &str) -> Result<(), PageDatabaseError> {
        let end = || {
            let mut end = self.change.prepare_cached(END_VERSION)?;
            end.execute((&self.round.domain, path, &self.round.tag))
        };
        end().map(drop).map_err(|error| explain(self.path, error))
    }
}

fn record<E: From<PageDatabaseError>>(
    change: &Transaction<'_>,
    path: &Path,
    round: &PageRound,
    fill: impl FnOnce(&mut VersionWriter<'_>) -> Result<(), E>,
) -> Result<RoundRecord, E> {
    if begin(change, path, round)? == RoundRecord::Known {
        return Ok(RoundRecord::Known);
    }
    fill(&mut VersionWriter { change, path, round })?;
    Ok(RoundRecord::New)
}

/// Writes the row of a round, unless it is there.
fn begin(
    change: &Transaction<'_>,
    path: &Path,
    round: &PageRound,
) -> Result<RoundRecord, PageDatabaseError> {
    let failed = |error| explain(path, error);
    let text = |sql: &str, parameters: &[&str]| -> rusqlite::Result<Option<String>> {
        let mut statement = change.prepare_cached(sql)?;
        statement.query_row(rusqlite::params_from_iter(parameters), |row| row.get(0)).optional()
    };
    let PageRound { domain, tag, time, commit } = round;
    match text(FIND_ROUND, &[domain, tag]).map_err(failed)? {
        Some(known) if known == *commit => return Ok(RoundRecord::Known),
        Some(known) => {
            let (tag, commit) = (tag.clone(), commit.clone());
            return Err(PageDatabaseError::OtherCommit { tag, known, commit });
        }
        None => {}
    }
    let newest = text(NEWEST_ROUND, &[domain]).map_err(failed)?;
    if let Some(newest) = newest.filter(|newest| newest >= tag) {
        return Err(PageDatabaseError::NotLater { tag: tag.clone(), newest });
    }
    let insert = || change.prepare_cached(INSERT_ROUND)?.execute((domain, tag, time, commit));
    insert().map_err(failed)?;
    Ok(RoundRecord::New)
}

/// Returns an error if the file is not one that is known here.
pub(super) fn check(path: &Path, connection: &Connection) -> Result<(), PageDatabaseError> {
    let pragma = |name: &str| {
        let value = connection.pragma_query_value(None, name, |row| row.get::<_, i32>(0));
        value.map_err(|error| explain(path, error))
    };
    let damaged =
        |what: &str| PageDatabaseError::Damaged { path: path.to_owned(), what: what.to_owned() };
    if pragma("application_id")? != APPLICATION {
        return Err(damaged("it is the database of another program"));
    }
    match pragma("user_version")? {
        found if found > FORMAT => Err(PageDatabaseError::Newer { path: path.to_owned(), found }),
        found if found < 1 => Err(damaged("it has no format")),
        _ => Ok(()),
    }
}
