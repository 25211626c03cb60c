//! Requests with a body, and what their answers are looked up by.
//!
//! The answer to a POST stands in the catalogue under the key of its URI, as every capture. Here is its second key, of
//! the URI with method and body appended (see [`stodola_warc::post`]), by which replay finds the answer to just that
//! request; and that a capture is no answer to a GET.

use super::add::Text;
use super::by_time::beside_sql;
use super::read::key_of;
use super::{Catalogue, CatalogueError, Entry, Key};
use crate::pairs::AnswerPlace;
use rusqlite::{Connection, OptionalExtension};

/// The request that a capture answers, if it had a body.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PostedRow {
    /// In capital letters.
    pub method: String,
    /// The body as a query: what CDXJ calls `requestBody`.
    pub query: String,
}

impl PostedRow {
    /// The key of the URI with method and body appended. `None` for GET.
    pub fn key(&self, uri: &[u8]) -> Option<Vec<u8>> {
        let appended = stodola_warc::post::append_to_url(self.method.as_bytes(), uri, &self.query);
        appended.map(|uri| key_of(&uri))
    }
}

/// A table that catalogues of format 1 do not have.
pub(super) const TABLE: &str = "
    CREATE TABLE IF NOT EXISTS posted (surt TEXT NOT NULL, time INTEGER NOT NULL, file INTEGER NOT NULL,
        offset INTEGER NOT NULL, inner INTEGER NOT NULL, plain TEXT NOT NULL, method TEXT NOT NULL,
        body TEXT NOT NULL, PRIMARY KEY (surt, time, file, offset, inner)) WITHOUT ROWID;
    CREATE INDEX IF NOT EXISTS posted_by_place ON posted (file, offset, inner);";

impl Catalogue {
    /// The request that a capture answers; `None` if it had no body.
    pub fn posted(&self, entry: &Entry) -> Result<Option<PostedRow>, CatalogueError> {
        if !self.has_side_tables {
            return Ok(None);
        }
        let Key { file, offset, inner, .. } = entry.key();
        let find = || {
            self.connection
                .prepare_cached(
                    "SELECT method, body FROM posted WHERE file = ?1 AND offset = ?2 AND inner = ?3",
                )?
                .query_row((file, offset as i64, inner as i64), |row| {
                    Ok(PostedRow { method: row.get(0)?, query: row.get(1)? })
                })
                .optional()
        };
        find().map_err(|error| self.explain(error))
    }

    /// Whether any capture answers a request with a body: most archives have none, and need not ask for each capture.
    pub fn has_posted(&self) -> Result<bool, CatalogueError> {
        if !self.has_side_tables {
            return Ok(false);
        }
        let find = || {
            self.connection
                .prepare_cached("SELECT EXISTS (SELECT 1 FROM posted)")?
                .query_row((), |row| row.get(0))
        };
        find().map_err(|error| self.explain(error))
    }

    /// The first answers to a request behind a place in the order of time, at most `limit`. The SURT of the place is
    /// that of [`PostedRow::key`].
    pub fn posted_behind(&self, place: &Key, limit: usize) -> Result<Vec<Entry>, CatalogueError> {
        self.posted_beside(place, limit, ">", "")
    }

    /// The last answers to a request before a place in the order of time, at most `limit`, the latest first.
    pub fn posted_before(&self, place: &Key, limit: usize) -> Result<Vec<Entry>, CatalogueError> {
        self.posted_beside(place, limit, "<", "DESC")
    }

    fn posted_beside(
        &self,
        place: &Key,
        limit: usize,
        than: &str,
        order: &str,
    ) -> Result<Vec<Entry>, CatalogueError> {
        if !self.has_side_tables {
            return Ok(Vec::new());
        }
        let number = |number: u64| i64::try_from(number).unwrap_or(i64::MAX);
        let rows = "SELECT time, file, offset, inner, plain FROM posted";
        let sql = beside_sql(rows, than, order);
        let places = || -> rusqlite::Result<Vec<Key>> {
            let mut statement = self.connection.prepare_cached(&sql)?;
            let mut rows = statement.query((
                Text(&place.surt),
                number(place.time),
                place.file,
                number(place.offset),
                number(place.inner),
                number(limit as u64),
            ))?;
            let mut places = Vec::new();
            while let Some(row) = rows.next()? {
                places.push(Key {
                    surt: row.get_ref(4)?.as_bytes()?.to_vec(),
                    time: row.get::<_, i64>(0)? as u64,
                    file: row.get(1)?,
                    offset: row.get::<_, i64>(2)? as u64,
                    inner: row.get::<_, i64>(3)? as u64,
                });
            }
            Ok(places)
        };
        let places = places().map_err(|error| self.explain(error))?;
        let mut entries = Vec::with_capacity(places.len());
        for place in places {
            entries.extend(self.at_place(&place)?);
        }
        Ok(entries)
    }
}

/// Notes the request that a capture answers.
pub(super) fn insert(
    connection: &Connection,
    file: i64,
    answer: &AnswerPlace,
    posted: &PostedRow,
) -> rusqlite::Result<()> {
    let Some(key) = posted.key(&answer.uri) else { return Ok(()) };
    connection
        .prepare_cached("INSERT OR REPLACE INTO posted VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)")?
        .execute((
            Text(&key),
            answer.time.map_or(0, |time| time.number() as i64),
            file,
            answer.offset as i64,
            answer.inner_offset as i64,
            Text(&answer.key),
            &posted.method,
            &posted.query,
        ))
        .map(|_| ())
}
