//! Filling the database: a batch is what was taken of one file since the last commit.

use super::Store;
use super::names::Names;
use crate::error::SearchError;
use crate::span::{CHUNK, SPAN_BYTES, Span};
use rusqlite::{OptionalExtension, Transaction};
use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, HashMap};
use stodola_archive::{CaptureRow, FilePlace};

/// A content that was not known.
#[derive(Clone, Debug)]
pub(crate) struct NewContent {
    /// Hash of the key of the address and of the digest.
    pub(crate) hash: [u8; 16],
    /// Hash of the key alone: the contents of one address have the same.
    pub(crate) address: i64,
    pub(crate) uri: Vec<u8>,
    /// For a picture: its own address; `uri` is that of the page.
    pub(crate) image: Option<Vec<u8>>,
    /// Whether the index has it. A revisit may come before the capture with the text.
    pub(crate) is_indexed: bool,
}

/// A capture of a content.
#[derive(Clone, Copy, Debug)]
pub(crate) struct NewCapture {
    pub(crate) content: u64,
    /// Fourteen digits; 0 if the time is not known.
    pub(crate) time: u64,
    pub(crate) offset: u64,
    pub(crate) inner: u64,
}

/// What is committed together.
#[derive(Default)]
pub(crate) struct Batch {
    pub(crate) names: Names,
    /// Contents that are new, by number.
    pub(crate) contents: BTreeMap<u64, NewContent>,
    pub(crate) by_hash: HashMap<[u8; 16], u64>,
    /// Contents that were known only from revisits, by their old number: they have the new one now.
    pub(crate) renumbered: Vec<(u64, u64)>,
    pub(crate) captures: Vec<NewCapture>,
    /// Captures that could not be digested: offset, inner offset, reason.
    pub(crate) undigested: Vec<(u64, u64, String)>,
    /// Revisits of other addresses, by content: their text is read at the end.
    pub(crate) foreign: Vec<(u64, CaptureRow)>,
    /// Contents of revisits whose originals are missing, with their places: offset, inner offset.
    pub(crate) unresolved: Vec<(u64, u64, u64)>,
    /// The next number of a content.
    pub(crate) next: u64,
    /// Whether the index has got documents.
    pub(crate) has_documents: bool,
}

impl Store {
    /// Starts a batch behind what is committed.
    pub(crate) fn begin(&self) -> Result<Batch, SearchError> {
        let next =
            self.connection.query_row("SELECT next FROM state", (), |row| row.get::<_, i64>(0))?;
        Ok(Batch { next: next as u64, ..Batch::default() })
    }

    /// Returns the number of the last change of any kind.
    pub(crate) fn batch(&self) -> Result<u64, SearchError> {
        let batch =
            self.connection.query_row("SELECT batch FROM state", (), |row| row.get::<_, i64>(0))?;
        Ok(batch as u64)
    }

    /// Returns how often the index was committed with this database. The index has the same number, or is one ahead.
    pub(crate) fn commits(&self) -> Result<u64, SearchError> {
        let commits = self
            .connection
            .query_row("SELECT commits FROM state", (), |row| row.get::<_, i64>(0))?;
        Ok(commits as u64)
    }

    /// Returns the number of a content and whether it is indexed; `None` if it is not known.
    pub(crate) fn content(&self, hash: &[u8; 16]) -> Result<Option<(u64, bool)>, SearchError> {
        let mut statement = self
            .connection
            .prepare_cached("SELECT id, is_indexed FROM contents WHERE hash = ?1")?;
        let row = |row: &rusqlite::Row<'_>| Ok((row.get::<_, i64>(0)? as u64, row.get(1)?));
        Ok(statement.query_row([&hash[..]], row).optional()?)
    }

    /// Returns the content of an address at a time, or the last one before it; `None` if there is none.
    pub(crate) fn content_at(&self, address: i64, time: u64) -> Result<Option<u64>, SearchError> {
        let mut statement = self.connection.prepare_cached(
            "SELECT content FROM contents JOIN captures ON content = id
             WHERE address = ?1 AND time <= ?2 ORDER BY time DESC LIMIT 1",
        )?;
        let row = |row: &rusqlite::Row<'_>| Ok(row.get::<_, i64>(0)? as u64);
        Ok(statement.query_row((address, time as i64), row).optional()?)
    }

    /// Returns up to which place a file is committed.
    pub(crate) fn place(&self, file: &str) -> Result<FilePlace, SearchError> {
        let mut statement =
            self.connection.prepare_cached("SELECT offset, is_end FROM files WHERE name = ?1")?;
        let place = statement
            .query_row([file], |row| {
                Ok(FilePlace { offset: row.get::<_, i64>(0)? as u64, is_end: row.get(1)? })
            })
            .optional()?;
        Ok(place.unwrap_or(FilePlace::START))
    }

    /// Commits a batch with the place in its file. Returns the number of the commit.
    pub(crate) fn commit(
        &mut self,
        file: &str,
        place: FilePlace,
        job: Option<u32>,
        batch: &Batch,
    ) -> Result<u64, SearchError> {
        let transaction = self.connection.transaction()?;
        let number: i64 = transaction.query_row(
            "UPDATE state SET batch = batch + 1, next = ?1, commits = commits + ?2 RETURNING batch",
            (batch.next as i64, batch.has_documents),
            |row| row.get(0),
        )?;
        let offset = i64::try_from(place.offset).unwrap_or(i64::MAX);
        let file: i64 = transaction.query_row(
            "INSERT INTO files (name, job, offset, is_end) VALUES (?1, ?2, ?3, ?4) ON CONFLICT (name)
             DO UPDATE SET job = excluded.job, offset = excluded.offset, is_end = excluded.is_end RETURNING id",
            (file, job, offset, place.is_end),
            |row| row.get(0),
        )?;
        add_names(&transaction, &batch.names)?;
        add_contents(&transaction, batch)?;
        let mut spans = SpanRows::default();
        for (old, new) in &batch.renumbered {
            let span = spans.of(&transaction, *old)?;
            *spans.slot(&transaction, *new)? = span;
            *spans.slot(&transaction, *old)? = Span::default();
        }
        {
            let mut insert = transaction
                .prepare_cached("INSERT OR IGNORE INTO captures VALUES (?1, ?2, ?3, ?4, ?5)")?;
            for capture in &batch.captures {
                insert.execute((
                    capture.content as i64,
                    capture.time as i64,
                    file,
                    capture.offset as i64,
                    capture.inner as i64,
                ))?;
                spans.slot(&transaction, capture.content)?.add(capture.time, job);
            }
            let mut insert = transaction
                .prepare_cached("INSERT OR REPLACE INTO undigested VALUES (?1, ?2, ?3, ?4)")?;
            for (offset, inner, reason) in &batch.undigested {
                insert.execute((file, *offset as i64, *inner as i64, reason))?;
            }
        }
        {
            let mut insert = transaction
                .prepare_cached("INSERT OR REPLACE INTO unresolved VALUES (?1, ?2, ?3, ?4)")?;
            for (content, offset, inner) in &batch.unresolved {
                insert.execute((*content as i64, file, *offset as i64, *inner as i64))?;
            }
        }
        spans.write(&transaction, number)?;
        transaction.commit()?;
        Ok(number as u64)
    }

    /// Removes what came from a file. Contents without any capture left are doomed: see [`Store::doomed`].
    pub(crate) fn forget(&mut self, file: &str) -> Result<(), SearchError> {
        let transaction = self.connection.transaction()?;
        let id: Option<i64> = transaction
            .query_row("SELECT id FROM files WHERE name = ?1", [file], |row| row.get(0))
            .optional()?;
        let Some(id) = id else { return Ok(()) };
        let number: i64 = transaction.query_row(
            "UPDATE state SET batch = batch + 1 RETURNING batch",
            (),
            |row| row.get(0),
        )?;
        let touched: Vec<i64> = transaction
            .prepare("SELECT DISTINCT content FROM captures WHERE file = ?1")?
            .query_map([id], |row| row.get(0))?
            .collect::<Result<_, _>>()?;
        transaction.execute("DELETE FROM captures WHERE file = ?1", [id])?;
        transaction.execute("DELETE FROM undigested WHERE file = ?1", [id])?;
        transaction.execute("DELETE FROM unresolved WHERE file = ?1", [id])?;
        transaction.execute("DELETE FROM files WHERE id = ?1", [id])?;
        let mut spans = SpanRows::default();
        for content in touched {
            let span = span_of_captures(&transaction, content)?;
            *spans.slot(&transaction, content as u64)? = span.unwrap_or_default();
            if span.is_none() {
                transaction
                    .prepare_cached(
                        "INSERT OR IGNORE INTO doomed
                         SELECT id FROM contents WHERE id = ?1 AND is_indexed",
                    )?
                    .execute([content])?;
                transaction
                    .prepare_cached("DELETE FROM contents WHERE id = ?1")?
                    .execute([content])?;
            }
        }
        spans.write(&transaction, number)?;
        Ok(transaction.commit()?)
    }

    /// Returns the numbers of contents that the index has still to forget, sorted.
    pub(crate) fn doomed(&self) -> Result<Vec<u64>, SearchError> {
        let mut statement =
            self.connection.prepare("SELECT content FROM doomed ORDER BY content")?;
        let rows = statement.query_map((), |row| Ok(row.get::<_, i64>(0)? as u64))?;
        Ok(rows.collect::<Result<_, _>>()?)
    }

    /// Notes that the index has forgotten all doomed contents.
    pub(crate) fn spare(&mut self) -> Result<(), SearchError> {
        self.connection.execute("DELETE FROM doomed", ())?;
        Ok(())
    }
}

fn add_names(transaction: &Transaction<'_>, names: &Names) -> Result<(), SearchError> {
    let mut insert = transaction.prepare_cached("INSERT INTO names VALUES (?1, ?2, ?3)")?;
    for (kind, id, name) in &names.new {
        insert.execute((kind.code(), id, name))?;
    }
    Ok(())
}

fn add_contents(transaction: &Transaction<'_>, batch: &Batch) -> Result<(), SearchError> {
    for (old, new) in &batch.renumbered {
        transaction
            .prepare_cached(
                "DELETE FROM undigested WHERE (file, offset, inner) IN
                 (SELECT file, offset, inner FROM unresolved WHERE content = ?1)",
            )?
            .execute([*old as i64])?;
        transaction
            .prepare_cached("DELETE FROM unresolved WHERE content = ?1")?
            .execute([*old as i64])?;
        transaction
            .prepare_cached("UPDATE captures SET content = ?2 WHERE content = ?1")?
            .execute((*old as i64, *new as i64))?;
        transaction.prepare_cached("DELETE FROM contents WHERE id = ?1")?.execute([*old as i64])?;
    }
    let mut insert =
        transaction.prepare_cached("INSERT INTO contents VALUES (?1, ?2, ?3, ?4, ?5, ?6)")?;
    for (id, content) in &batch.contents {
        let NewContent { hash, address, uri, image, is_indexed } = content;
        insert.execute((*id as i64, &hash[..], address, uri, image, is_indexed))?;
    }
    Ok(())
}

/// Returns the span of a content from its captures; `None` if it has none.
fn span_of_captures(
    transaction: &Transaction<'_>,
    content: i64,
) -> Result<Option<Span>, SearchError> {
    let mut statement = transaction.prepare_cached(
        "SELECT time, job FROM captures JOIN files ON files.id = file WHERE content = ?1",
    )?;
    let mut rows = statement.query([content])?;
    let mut span = None;
    while let Some(row) = rows.next()? {
        span.get_or_insert_with(Span::default).add(row.get::<_, i64>(0)? as u64, row.get(1)?);
    }
    Ok(span)
}

/// The rows of spans that a transaction changes.
#[derive(Default)]
struct SpanRows {
    rows: BTreeMap<u64, Vec<Span>>,
}

impl SpanRows {
    fn of(&mut self, transaction: &Transaction<'_>, content: u64) -> Result<Span, SearchError> {
        self.slot(transaction, content).copied()
    }

    fn slot(
        &mut self,
        transaction: &Transaction<'_>,
        content: u64,
    ) -> Result<&mut Span, SearchError> {
        let chunk = content / CHUNK;
        let spans = match self.rows.entry(chunk) {
            Entry::Occupied(known) => known.into_mut(),
            Entry::Vacant(room) => {
                let data: Option<Vec<u8>> = transaction
                    .prepare_cached("SELECT data FROM spans WHERE chunk = ?1")?
                    .query_row([chunk as i64], |row| row.get(0))
                    .optional()?;
                let mut spans: Vec<Span> =
                    data.unwrap_or_default().chunks(SPAN_BYTES).map(Span::from_bytes).collect();
                spans.resize(CHUNK as usize, Span::default());
                room.insert(spans)
            }
        };
        Ok(&mut spans[(content % CHUNK) as usize])
    }

    fn write(&self, transaction: &Transaction<'_>, batch: i64) -> Result<(), SearchError> {
        let mut insert =
            transaction.prepare_cached("INSERT OR REPLACE INTO spans VALUES (?1, ?2, ?3)")?;
        for (chunk, spans) in &self.rows {
            // Zeros at the end need no room.
            let used =
                spans.iter().rposition(|span| *span != Span::default()).map_or(0, |at| at + 1);
            let data: Vec<u8> = spans[..used].iter().flat_map(|span| span.to_bytes()).collect();
            insert.execute((*chunk as i64, batch, data))?;
        }
        Ok(())
    }
}
