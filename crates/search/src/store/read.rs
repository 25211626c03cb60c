//! Reading the database: captures of a content, spans, how much there is.

use super::Store;
use crate::error::SearchError;
use crate::span::{CHUNK, SPAN_BYTES, Span};
use rusqlite::OptionalExtension;

/// The addresses of a content.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ContentAddress {
    /// The URI that was captured.
    pub(crate) uri: Vec<u8>,
    /// The number that all contents of an address share.
    pub(crate) number: i64,
    /// For a picture: its own address.
    pub(crate) image: Option<Vec<u8>>,
}

/// A capture of a content.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct StoredCapture {
    /// Fourteen digits; 0 if the time is not known.
    pub(crate) time: u64,
    pub(crate) file: String,
    pub(crate) offset: u64,
    pub(crate) inner: u64,
    /// The number of its job, if it is known.
    pub(crate) job: Option<u32>,
}

/// A revisit whose original is missing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct WaitingContent {
    pub(crate) content: u64,
    pub(crate) hash: [u8; 16],
    pub(crate) uri: Vec<u8>,
    pub(crate) file: String,
    /// Fourteen digits; 0 if the time is not known.
    pub(crate) time: u64,
    pub(crate) offset: u64,
    pub(crate) inner: u64,
}

impl Store {
    /// Returns revisits whose originals are missing, those behind a content, at most `limit`.
    pub(crate) fn unresolved(
        &self,
        behind: u64,
        limit: usize,
    ) -> Result<Vec<WaitingContent>, SearchError> {
        let mut statement = self.connection.prepare_cached(
            "SELECT contents.id, hash, uri, name, time, unresolved.offset, unresolved.inner FROM unresolved
             JOIN contents ON contents.id = unresolved.content AND NOT is_indexed
             JOIN captures ON captures.content = unresolved.content AND captures.file = unresolved.file
                 AND captures.offset = unresolved.offset AND captures.inner = unresolved.inner
             JOIN files ON files.id = unresolved.file
             WHERE unresolved.content > ?1 ORDER BY unresolved.content LIMIT ?2",
        )?;
        let rows = statement.query_map((behind as i64, limit as i64), |row| {
            Ok(WaitingContent {
                content: row.get::<_, i64>(0)? as u64,
                hash: row.get(1)?,
                uri: row.get(2)?,
                file: row.get(3)?,
                time: row.get::<_, i64>(4)? as u64,
                offset: row.get::<_, i64>(5)? as u64,
                inner: row.get::<_, i64>(6)? as u64,
            })
        })?;
        Ok(rows.collect::<Result<_, _>>()?)
    }

    /// Returns the addresses of a content; `None` if it does not count (any more).
    pub(crate) fn uri(&self, content: u64) -> Result<Option<ContentAddress>, SearchError> {
        let mut statement = self.connection.prepare_cached(
            "SELECT uri, address, image FROM contents WHERE id = ?1 AND is_indexed",
        )?;
        let row = |row: &rusqlite::Row<'_>| {
            Ok(ContentAddress { uri: row.get(0)?, number: row.get(1)?, image: row.get(2)? })
        };
        Ok(statement.query_row([content as i64], row).optional()?)
    }

    /// Returns the contents of an address that are documents, the newest first, at most `limit`.
    pub(crate) fn contents_of(&self, address: i64, limit: usize) -> Result<Vec<u64>, SearchError> {
        let mut statement = self.connection.prepare_cached(
            "SELECT id FROM contents WHERE address = ?1 AND is_indexed AND image IS NULL
             ORDER BY id DESC LIMIT ?2",
        )?;
        let rows = statement.query_map((address, limit as i64), |row| row.get::<_, i64>(0))?;
        rows.map(|row| Ok(row? as u64)).collect()
    }

    /// Returns the latest captures of a content between two times, the latest first, at most `limit`.
    fn captures(
        &self,
        content: u64,
        from: u64,
        to: u64,
        limit: usize,
    ) -> Result<Vec<StoredCapture>, SearchError> {
        let mut statement = self.connection.prepare_cached(
            "SELECT time, name, captures.offset, inner, job FROM captures JOIN files ON files.id = file
             WHERE content = ?1 AND time BETWEEN ?2 AND ?3 ORDER BY time DESC LIMIT ?4",
        )?;
        let parameters =
            (content as i64, from as i64, to.min(i64::MAX as u64) as i64, limit as i64);
        let rows = statement.query_map(parameters, |row| {
            Ok(StoredCapture {
                time: row.get::<_, i64>(0)? as u64,
                file: row.get(1)?,
                offset: row.get::<_, i64>(2)? as u64,
                inner: row.get::<_, i64>(3)? as u64,
                job: row.get(4)?,
            })
        })?;
        Ok(rows.collect::<Result<_, _>>()?)
    }

    /// Returns the latest captures of a content in some ranges of time, in order of time, at most `limit` of each.
    /// Without ranges: of all times.
    pub(crate) fn latest(
        &self,
        content: u64,
        ranges: &[(u64, u64)],
        limit: usize,
    ) -> Result<Vec<StoredCapture>, SearchError> {
        let ranges = if ranges.is_empty() { &[(0, u64::MAX)] } else { ranges };
        let mut all = Vec::new();
        for (from, to) in ranges {
            all.extend(self.captures(content, *from, *to, limit)?);
        }
        all.sort_by(|a, b| (a.time, &a.file, a.offset).cmp(&(b.time, &b.file, b.offset)));
        all.dedup();
        Ok(all)
    }

    /// Whether a content was captured between two times.
    pub(crate) fn has_capture(
        &self,
        content: u64,
        from: u64,
        to: u64,
    ) -> Result<bool, SearchError> {
        Ok(!self.captures(content, from, to, 1)?.is_empty())
    }

    /// Whether a content was captured by a job.
    pub(crate) fn has_job(&self, content: u64, job: u32) -> Result<bool, SearchError> {
        let mut statement = self.connection.prepare_cached(
            "SELECT 1 FROM captures JOIN files ON files.id = file WHERE content = ?1 AND job = ?2 LIMIT 1",
        )?;
        Ok(statement.exists((content as i64, job))?)
    }

    /// Calls `on` with each row of spans that was changed behind a commit: its first content, and the spans.
    pub(crate) fn spans_since(
        &self,
        batch: u64,
        on: &mut dyn FnMut(u64, &mut dyn Iterator<Item = Span>),
    ) -> Result<(), SearchError> {
        // All of them in the order of the table; the index would make it jump.
        let words = match batch {
            0 => "SELECT chunk, data FROM spans WHERE batch > ?1 ORDER BY chunk",
            _ => "SELECT chunk, data FROM spans INDEXED BY spans_by_batch WHERE batch > ?1",
        };
        let mut statement = self.connection.prepare_cached(words)?;
        let mut rows = statement.query([batch as i64])?;
        while let Some(row) = rows.next()? {
            let chunk: i64 = row.get(0)?;
            let data = row.get_ref(1)?.as_blob().unwrap_or_default();
            on(chunk as u64 * CHUNK, &mut data.chunks(SPAN_BYTES).map(Span::from_bytes));
        }
        Ok(())
    }

    /// Returns the number behind the last content, of all commits so far.
    pub(crate) fn next(&self) -> Result<u64, SearchError> {
        let next =
            self.connection.query_row("SELECT next FROM state", (), |row| row.get::<_, i64>(0))?;
        Ok(next as u64)
    }

    /// Returns how many files, indexed contents, captures and undigested captures there are.
    pub(crate) fn counts(&self) -> Result<[u64; 4], SearchError> {
        let mut counts = [0; 4];
        let tables = ["files", "contents WHERE is_indexed", "captures", "undigested"];
        for (count, table) in counts.iter_mut().zip(tables) {
            let words = format!("SELECT count(*) FROM {table}");
            *count = self.connection.query_row(&words, (), |row| row.get::<_, i64>(0))? as u64;
        }
        Ok(counts)
    }

    /// Returns the captures that could not be digested: file, offset, reason; at most `limit`.
    pub(crate) fn undigested(
        &self,
        limit: usize,
    ) -> Result<Vec<(String, u64, String)>, SearchError> {
        let mut statement = self.connection.prepare_cached(
            "SELECT name, undigested.offset, reason FROM undigested JOIN files ON files.id = file LIMIT ?1",
        )?;
        let rows = statement.query_map([limit as i64], |row| {
            Ok((row.get(0)?, row.get::<_, i64>(1)? as u64, row.get(2)?))
        })?;
        Ok(rows.collect::<Result<_, _>>()?)
    }
}

impl Store {
    /// Calls `work` with a state of the database that does not change meanwhile.
    pub(crate) fn together<T>(
        &self,
        work: impl FnOnce(&Store) -> Result<T, SearchError>,
    ) -> Result<T, SearchError> {
        self.connection.execute_batch("BEGIN")?;
        let result = work(self);
        let ended = self.connection.execute_batch("COMMIT");
        let value = result?;
        ended?;
        Ok(value)
    }

    /// The file of the database.
    pub(crate) fn metadata(search: &std::path::Path) -> Result<std::fs::Metadata, SearchError> {
        match search.join(super::FILE).metadata() {
            Ok(about) => Ok(about),
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => Err(SearchError::NoIndex),
            Err(error) => Err(SearchError::io("search.db", error)),
        }
    }
}
