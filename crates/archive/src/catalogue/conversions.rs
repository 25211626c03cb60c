//! Conversions: content of captures in another format, made later.
//!
//! A `conversion` record is no capture, so it stands in a table of its own and not among them: no index of captures
//! lists it, no count has it.

use super::add::Text;
use super::row::StoredDigest;
use super::{Catalogue, CatalogueError, Stamp};
use rusqlite::{Connection, Params, Row};
use std::sync::Arc;

/// A `conversion` record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConversionRow {
    /// The SURT of the URI.
    pub key: Vec<u8>,
    /// The URI of the content that was converted.
    pub uri: Vec<u8>,
    /// When it was converted; `None` if the record has no date that can be read.
    pub time: Option<Stamp>,
    /// The media type of the result.
    pub mime: Option<String>,
    /// The payload digest, if the record has one.
    pub digest: Option<String>,
    /// The id of the record that was converted, without angle brackets.
    pub refers_to: Option<Vec<u8>>,
    /// When that was captured, if the record says so.
    pub target_time: Option<Stamp>,
    /// The name of the file; empty while the row is on its way to the catalogue.
    pub file: Arc<str>,
    /// Where the record or its member starts.
    pub offset: u64,
    /// Decoded bytes before it in its member.
    pub inner_offset: u64,
}

/// A table that catalogues of format 1 do not have.
pub(super) const TABLE: &str = "
    CREATE TABLE IF NOT EXISTS conversions (surt TEXT NOT NULL, time INTEGER NOT NULL, file INTEGER NOT NULL,
        offset INTEGER NOT NULL, inner INTEGER NOT NULL, uri TEXT NOT NULL, mime TEXT, digest, refers_to TEXT,
        target_time INTEGER, PRIMARY KEY (surt, time, file, offset, inner)) WITHOUT ROWID;";

impl Catalogue {
    /// The conversions of a key, at most `limit`, the latest first.
    pub fn conversions(
        &self,
        key: &[u8],
        limit: usize,
    ) -> Result<Vec<ConversionRow>, CatalogueError> {
        let limit = i64::try_from(limit).unwrap_or(i64::MAX);
        let sql = "surt = ?1 ORDER BY time DESC, file DESC, offset DESC, inner DESC LIMIT ?2";
        self.conversions_where(sql, (Text(key), limit))
    }

    /// Those in a file.
    pub(super) fn conversions_in(&self, file: i64) -> Result<Vec<ConversionRow>, CatalogueError> {
        self.conversions_where("file = ?1 ORDER BY offset, inner", [file])
    }

    fn conversions_where(
        &self,
        condition: &str,
        parameters: impl Params,
    ) -> Result<Vec<ConversionRow>, CatalogueError> {
        if !self.has_side_tables {
            return Ok(Vec::new());
        }
        let sql = format!(
            "SELECT surt, time, name, offset, inner, uri, mime, digest, refers_to, target_time
             FROM conversions JOIN files ON files.id = file WHERE {condition}"
        );
        let find = || -> rusqlite::Result<Vec<ConversionRow>> {
            let mut statement = self.connection.prepare_cached(&sql)?;
            let found = statement.query_map(parameters, read)?;
            found.collect()
        };
        find().map_err(|error| self.explain(error))
    }
}

fn read(row: &Row<'_>) -> rusqlite::Result<ConversionRow> {
    let time = |at: usize| -> rusqlite::Result<Option<Stamp>> {
        Ok(row.get::<_, Option<i64>>(at)?.and_then(|it| Stamp::from_number(it as u64)))
    };
    let bytes = |at: usize| -> rusqlite::Result<Option<Vec<u8>>> {
        Ok(row.get_ref(at)?.as_bytes_or_null()?.map(<[u8]>::to_vec))
    };
    let name: String = row.get(2)?;
    Ok(ConversionRow {
        key: bytes(0)?.unwrap_or_default(),
        time: time(1)?,
        file: name.into(),
        offset: row.get::<_, i64>(3)? as u64,
        inner_offset: row.get::<_, i64>(4)? as u64,
        uri: bytes(5)?.unwrap_or_default(),
        mime: row.get(6)?,
        digest: StoredDigest::read(row.get_ref(7)?),
        refers_to: bytes(8)?,
        target_time: time(9)?,
    })
}

pub(super) fn insert(
    connection: &Connection,
    file: i64,
    row: &ConversionRow,
) -> rusqlite::Result<()> {
    connection
        .prepare_cached(
            "INSERT OR REPLACE INTO conversions VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)",
        )?
        .execute((
            Text(&row.key),
            row.time.map_or(0, |time| time.number() as i64),
            file,
            row.offset as i64,
            row.inner_offset as i64,
            Text(&row.uri),
            &row.mime,
            &row.digest,
            row.refers_to.as_deref().map(Text),
            row.target_time.map(|time| time.number() as i64),
        ))
        .map(|_| ())
}
