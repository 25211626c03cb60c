//! Looking up one URI.

use super::add::Text;
use super::row::{CaptureKind, StoredDigest, spelled};
use super::schema::CAPTURES;
use super::{CaptureRow, Catalogue, CatalogueError, Key, Stamp};
use rusqlite::types::ValueRef;
use rusqlite::{Connection, OptionalExtension, Row, ToSql};
use std::collections::HashMap;
use std::ops::Deref;
use std::sync::Arc;

/// A capture and the file it is in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The name of the file in the archive: see [`Archive::path_of`](crate::Archive::path_of).
    pub file: Arc<str>,
    /// The row of the capture.
    pub row: CaptureRow,
    pub(super) file_id: i64,
}

impl Entry {
    /// Place of the capture in the order of the catalogue.
    pub fn key(&self) -> Key {
        Key {
            surt: self.row.key.clone(),
            time: self.row.time.map_or(0, Stamp::number),
            file: self.file_id,
            offset: self.row.offset,
            inner: self.row.inner_offset,
        }
    }
}

impl Catalogue {
    /// Returns all captures with the same key (SURT) as the URI, ordered by time. Empty if there is none.
    pub fn lookup(&self, uri: &[u8]) -> Result<Vec<Entry>, CatalogueError> {
        self.lookup_key(&key_of(uri))
    }

    /// Returns all captures with this key, ordered by time.
    pub fn lookup_key(&self, key: &[u8]) -> Result<Vec<Entry>, CatalogueError> {
        let mut entries =
            self.ask(&[&Text(key)], |id| CAPTURES.select(&[id], "WHERE surt = ?1"))?;
        entries.sort_unstable_by_key(|it| {
            (it.row.time, it.file_id, it.row.offset, it.row.inner_offset)
        });
        Ok(entries)
    }

    /// Returns the capture of the URI nearest to a time; of two equally near, the earlier one. `None` if there is none.
    pub fn closest(&self, uri: &[u8], time: Stamp) -> Result<Option<Entry>, CatalogueError> {
        let key = key_of(uri);
        let number = time.number() as i64;
        // Reads only the two neighbours in each segment: there may be too many captures to look at all.
        let entries = self.ask(&[&Text(&key), &number], |id| {
            let from = CAPTURES.select(&[id], "WHERE surt = ?1 AND time");
            format!(
                "SELECT * FROM ({from} <= ?2 ORDER BY time DESC, file, offset, inner LIMIT 1)
                 UNION ALL
                 SELECT * FROM ({from} > ?2 ORDER BY time, file, offset, inner LIMIT 1)"
            )
        })?;
        let distance = |entry: &Entry| {
            entry.row.time.map(|it| it.seconds().abs_diff(time.seconds())).unwrap_or(u64::MAX)
        };
        Ok(entries.into_iter().min_by_key(|it| (distance(it), it.row.time, it.file_id)))
    }

    /// Returns the captures with this key and exactly this time, to the second.
    pub(super) fn at(&self, key: &[u8], time: Stamp) -> Result<Vec<Entry>, CatalogueError> {
        let number = time.number() as i64;
        self.ask(&[&Text(key), &number], |id| {
            CAPTURES.select(&[id], "WHERE surt = ?1 AND time = ?2")
        })
    }

    /// The capture at a place of the catalogue.
    pub(super) fn at_place(&self, place: &Key) -> Result<Option<Entry>, CatalogueError> {
        let Key { surt, time, file, offset, inner } = place;
        let (time, offset, inner) = (*time as i64, *offset as i64, *inner as i64);
        let found = self.ask(&[&Text(surt), &time, file, &offset, &inner], |id| {
            let place =
                "WHERE surt = ?1 AND time = ?2 AND file = ?3 AND offset = ?4 AND inner = ?5";
            CAPTURES.select(&[id], place)
        })?;
        Ok(found.into_iter().next())
    }

    /// Begins a read transaction: everything that is read is of one moment, for as long as the result lives.
    pub(super) fn moment(&self) -> rusqlite::Result<Moment<'_>> {
        let connection = &self.connection;
        // Readers without permission to write are in a transaction from the beginning, and so may callers be.
        let is_own = connection.is_autocommit();
        if is_own {
            connection.prepare_cached("BEGIN")?.execute(())?;
        }
        Ok(Moment { connection, is_own })
    }

    /// Answers everything that is asked while the result lives from the state of one moment. That takes less time than
    /// a moment for each question.
    pub fn hold(&self) -> Result<impl Sized + '_, CatalogueError> {
        self.moment().map_err(|error| self.explain(error))
    }

    /// Asks every segment with one statement, so that all answers are of one moment.
    pub(super) fn ask(
        &self,
        parameters: &[&dyn ToSql],
        select: impl Fn(i64) -> String,
    ) -> Result<Vec<Entry>, CatalogueError> {
        let ask = || {
            let transaction = self.moment()?;
            let all: Vec<String> = CAPTURES.valid(&transaction)?.into_iter().map(select).collect();
            let mut statement = transaction.prepare_cached(&all.join(" UNION ALL "))?;
            let mut names = Names::new(&self.connection);
            let mut rows = statement.query(parameters)?;
            let mut entries = Vec::new();
            while let Some(row) = rows.next()? {
                entries.push(names.entry(row)?);
            }
            Ok(entries)
        };
        ask().map_err(|e| self.explain(e))
    }
}

/// A connection that shows the state of one moment.
pub(super) struct Moment<'c> {
    connection: &'c Connection,
    /// Whether the transaction began with it.
    is_own: bool,
}

impl Drop for Moment<'_> {
    fn drop(&mut self) {
        if self.is_own {
            // Nothing was written. If it fails, the connection stays in this moment, and the next one finds that out.
            let end = self.connection.prepare_cached("ROLLBACK");
            let _ = end.and_then(|mut end| end.execute(()));
        }
    }
}

impl Deref for Moment<'_> {
    type Target = Connection;

    fn deref(&self) -> &Connection {
        self.connection
    }
}

/// Returns the key of a URI, as `warc index` makes it. Spaces are escaped, because a space would end a column there.
pub fn key_of(uri: &[u8]) -> Vec<u8> {
    if uri.contains(&b' ') {
        let parts: Vec<&[u8]> = uri.split(|&byte| byte == b' ').collect();
        return stodola_uri::surt(&parts.join(&b"%20"[..]));
    }
    stodola_uri::surt(uri)
}

/// Finds the names that row numbers stand for.
pub(super) struct Names<'c> {
    connection: &'c Connection,
    files: HashMap<i64, Arc<str>>,
    mimes: HashMap<i64, String>,
}

impl<'c> Names<'c> {
    pub(super) fn new(connection: &'c Connection) -> Names<'c> {
        Names { connection, files: HashMap::new(), mimes: HashMap::new() }
    }

    /// Returns the capture in a row that has the columns of a segment.
    pub(super) fn entry(&mut self, row: &Row<'_>) -> rusqlite::Result<Entry> {
        let mut entry = self.entry_without_text(row)?;
        let CaptureRow { offset, inner_offset, .. } = entry.row;
        let (language, title) = self.text(entry.file_id, offset, inner_offset)?;
        (entry.row.language, entry.row.title) = (language, title);
        Ok(entry)
    }

    /// The same without language and title.
    pub(super) fn entry_without_text(&mut self, row: &Row<'_>) -> rusqlite::Result<Entry> {
        let time = |i: usize| -> rusqlite::Result<Option<Stamp>> {
            Ok(row.get::<_, Option<i64>>(i)?.and_then(|n| Stamp::from_number(n as u64)))
        };
        let bytes = |i: usize| -> rusqlite::Result<Option<Vec<u8>>> {
            match row.get_ref(i)? {
                ValueRef::Text(text) => Ok(Some(text.to_vec())),
                _ => Ok(None),
            }
        };
        let key = bytes(0)?.unwrap_or_default();
        let file_id = row.get(2)?;
        let (offset, inner_offset) = (row.get::<_, i64>(3)? as u64, row.get::<_, i64>(4)? as u64);
        let uri = match row.get::<_, Option<i64>>(10)? {
            Some(form) => spelled(&key, form),
            None => bytes(11)?,
        };
        let digest = StoredDigest::read(row.get_ref(9)?);
        Ok(Entry {
            file: self.file(file_id)?,
            file_id,
            row: CaptureRow {
                uri: uri.unwrap_or_default(),
                time: time(1)?,
                kind: CaptureKind::from_code(row.get(5)?).ok_or_else(|| {
                    rusqlite::Error::IntegralValueOutOfRange(5, row.get(5).unwrap_or_default())
                })?,
                status: row.get(6)?,
                mime: row.get::<_, Option<i64>>(7)?.map(|id| self.mime(id)).transpose()?,
                digest,
                length: row.get::<_, Option<i64>>(8)?.map(|length| length as u64),
                offset,
                inner_offset,
                target_uri: bytes(12)?,
                target_time: time(13)?,
                language: None,
                title: None,
                key,
            },
        })
    }

    fn file(&mut self, id: i64) -> rusqlite::Result<Arc<str>> {
        if let Some(name) = self.files.get(&id) {
            return Ok(name.clone());
        }
        let mut find = self.connection.prepare_cached("SELECT name FROM files WHERE id = ?1")?;
        let name: Arc<str> = find.query_row([id], |row| row.get(0))?;
        self.files.insert(id, name.clone());
        Ok(name)
    }

    pub(super) fn mime(&mut self, id: i64) -> rusqlite::Result<String> {
        if let Some(name) = self.mimes.get(&id) {
            return Ok(name.clone());
        }
        let mut find = self.connection.prepare_cached("SELECT name FROM mimes WHERE id = ?1")?;
        let name: String = find.query_row([id], |row| row.get(0))?;
        self.mimes.insert(id, name.clone());
        Ok(name)
    }

    fn text(
        &self,
        file: i64,
        offset: u64,
        inner: u64,
    ) -> rusqlite::Result<(Option<String>, Option<String>)> {
        let mut find = self.connection.prepare_cached(
            "SELECT language, title FROM texts WHERE file = ?1 AND offset = ?2 AND inner = ?3",
        )?;
        let found = find
            .query_row((file, offset as i64, inner as i64), |row| Ok((row.get(0)?, row.get(1)?)))
            .optional()?;
        Ok(found.unwrap_or_default())
    }
}
