//! Adding a file to the catalogue: all its captures or none.

use super::row::{StoredDigest, form_of, host_of};
use super::schema::CAPTURES;
use super::{
    CaptureRow, CatalogueError, CatalogueWriter, ConversionRow, PostedRow, Stamp, conversions,
    requests,
};
use crate::pairs::AnswerPlace;
use crate::scan::ScannedItem;
use rusqlite::types::{ToSqlOutput, ValueRef};
use rusqlite::{Connection, OptionalExtension, ToSql};
use std::collections::HashMap;

/// Number of captures that are sorted and written at a time.
const BATCH: usize = 100_000;
/// Maximum number of media types that are kept in memory; others are looked up in the database. Some servers invent one
/// for each answer.
const MIMES_KEPT: usize = 10_000;

/// What is known of a file when it was read to its end.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FileFacts {
    /// Size in bytes.
    pub size: u64,
    /// Time when the file was last changed, in seconds since 1970, to see quickly whether it is still the same.
    /// `None` if the system does not know it.
    pub modified: Option<i64>,
    /// SHA-256 of the whole file; `None` if it was not computed.
    pub sha256: Option<[u8; 32]>,
    /// Number of records of any type.
    pub records: u64,
    /// Name of the job that wrote the file; `None` if it is not known.
    pub job: Option<String>,
}

/// A file that is being added. If it is dropped before it is finished or suspended, nothing of it stays.
pub struct Adder<'c> {
    writer: &'c mut CatalogueWriter,
    file: i64,
    covered: u64,
    waiting: Vec<Packed>,
    tallies: HashMap<Tally, (u64, u64)>,
    captures: u64,
    span: Option<(Stamp, Stamp)>,
    is_done: bool,
}

/// A capture ready to be written.
struct Packed {
    row: CaptureRow,
    mime: Option<i64>,
}

#[derive(PartialEq, Eq, Hash)]
struct Tally {
    year: i64,
    kind: i64,
    mime: i64,
    status: i64,
}

#[derive(Default)]
struct Host {
    captures: u64,
    bytes: u64,
    span: Option<(Stamp, Stamp)>,
}

/// Bytes that are stored as text in the database, whether they are UTF-8 or not.
pub(super) struct Text<'a>(pub(super) &'a [u8]);

impl ToSql for Text<'_> {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        Ok(ToSqlOutput::Borrowed(ValueRef::Text(self.0)))
    }
}

impl CatalogueWriter {
    /// Begins to add the file with this name, or continues one that was suspended. A complete file with this name is
    /// removed first, which looks at every capture in the catalogue.
    pub fn begin_file(&mut self, name: &str) -> Result<Adder<'_>, CatalogueError> {
        let known = self.listed(name)?;
        if known.as_ref().is_some_and(|known| known.is_complete()) {
            self.remove_file(name)?;
        }
        let begin = |connection: &Connection| {
            connection.execute_batch("BEGIN IMMEDIATE")?;
            let mut find =
                connection.prepare_cached("SELECT id, covered FROM files WHERE name = ?1")?;
            let found = find
                .query_row([name], |row| Ok((row.get(0)?, row.get::<_, i64>(1)? as u64)))
                .optional()?;
            if let Some(found) = found {
                return Ok(found);
            }
            connection
                .prepare_cached(
                    "INSERT INTO files (name, state, covered, size, records, captures)
                     VALUES (?1, 0, 0, 0, 0, 0)",
                )?
                .execute([name])?;
            Ok((connection.last_insert_rowid(), 0))
        };
        match begin(&self.connection) {
            Ok((file, covered)) => Ok(Adder {
                writer: self,
                file,
                covered,
                waiting: Vec::new(),
                tallies: HashMap::new(),
                captures: 0,
                span: None,
                is_done: false,
            }),
            Err(error) => {
                let _ = self.connection.execute_batch("ROLLBACK");
                Err(self.explain(error))
            }
        }
    }

    fn mime_id(&mut self, name: &str) -> rusqlite::Result<i64> {
        if let Some(&id) = self.mimes.get(name) {
            return Ok(id);
        }
        let mut find = self.connection.prepare_cached("SELECT id FROM mimes WHERE name = ?1")?;
        let id = match find.query_row([name], |row| row.get(0)).optional()? {
            Some(id) => id,
            None => {
                let mut insert =
                    self.connection.prepare_cached("INSERT INTO mimes (name) VALUES (?1)")?;
                insert.insert([name])?
            }
        };
        drop(find);
        if self.mimes.len() < MIMES_KEPT {
            self.mimes.insert(name.to_owned(), id);
        }
        Ok(id)
    }
}

impl Adder<'_> {
    /// The captures before this byte are in the catalogue; 0 unless the file was suspended before.
    pub fn covered(&self) -> u64 {
        self.covered
    }

    /// The catalogue without the file that is being added.
    pub(crate) fn writer(&self) -> &CatalogueWriter {
        self.writer
    }

    /// Adds a capture to the file.
    pub fn push(&mut self, row: CaptureRow) -> Result<(), CatalogueError> {
        let mime = match &row.mime {
            Some(name) => {
                Some(self.writer.mime_id(name).map_err(|error| self.writer.explain(error))?)
            }
            None => None,
        };
        let tally = Tally {
            year: row.time.map_or(0, |time| i64::from(time.year())),
            kind: row.kind.code(),
            mime: mime.unwrap_or(0),
            status: row.status.map_or(0, i64::from),
        };
        let counts = self.tallies.entry(tally).or_default();
        counts.0 += 1;
        counts.1 += row.length.unwrap_or(0);
        self.captures += 1;
        widen(&mut self.span, row.time);
        self.waiting.push(Packed { row, mime });
        if self.waiting.len() >= BATCH { self.flush() } else { Ok(()) }
    }

    /// Adds what was found in the file.
    pub(crate) fn push_item(&mut self, item: ScannedItem) -> Result<(), CatalogueError> {
        match item {
            ScannedItem::Capture(row) => self.push(row),
            ScannedItem::Posted(place, posted) => self.push_posted(&place, &posted),
            ScannedItem::Conversion(row) => self.push_conversion(&row),
        }
    }

    /// Notes the request with a body that a capture of this file answers.
    pub(crate) fn push_posted(
        &mut self,
        answer: &AnswerPlace,
        posted: &PostedRow,
    ) -> Result<(), CatalogueError> {
        let inserted = requests::insert(&self.writer.connection, self.file, answer, posted);
        inserted.map_err(|error| self.writer.explain(error))
    }

    /// Adds a conversion. What it says of its file is not looked at.
    pub(crate) fn push_conversion(&mut self, row: &ConversionRow) -> Result<(), CatalogueError> {
        let inserted = conversions::insert(&self.writer.connection, self.file, row);
        inserted.map_err(|error| self.writer.explain(error))
    }

    /// Commits the captures and marks the file as complete.
    pub fn finish(mut self, facts: &FileFacts) -> Result<(), CatalogueError> {
        self.commit(1, facts.size, facts)?;
        self.writer.merge(&CAPTURES)
    }

    /// Commits the captures of a file that is still being written: all captures before byte `covered`. The next
    /// [`CatalogueWriter::begin_file`] continues there.
    pub fn suspend(mut self, covered: u64, facts: &FileFacts) -> Result<(), CatalogueError> {
        self.commit(0, covered, facts)?;
        self.writer.merge(&CAPTURES)
    }

    fn commit(
        &mut self,
        state: i64,
        covered: u64,
        facts: &FileFacts,
    ) -> Result<(), CatalogueError> {
        self.flush()?;
        let commit = |connection: &Connection| {
            let job = facts.job.as_deref().map(|name| job_id(connection, name)).transpose()?;
            self.write_tallies(connection)?;
            let span = self.span;
            connection
                .prepare_cached(
                    "UPDATE files SET state = ?2, covered = ?3, size = ?4, modified = ?5, sha256 = ?6,
                        records = records + ?7, captures = captures + ?8,
                        first = min(coalesce(first, ?9), coalesce(?9, first)),
                        last = max(coalesce(last, ?10), coalesce(?10, last)),
                        job = coalesce(?11, job) WHERE id = ?1",
                )?
                .execute((
                    self.file,
                    state,
                    covered as i64,
                    facts.size as i64,
                    facts.modified,
                    facts.sha256.as_ref().map(|sha256| &sha256[..]),
                    facts.records as i64,
                    self.captures as i64,
                    span.map(|(first, _)| first.number() as i64),
                    span.map(|(_, last)| last.number() as i64),
                    job,
                ))?;
            connection.execute_batch("COMMIT")
        };
        commit(&self.writer.connection).map_err(|error| self.writer.explain(error))?;
        self.is_done = true;
        Ok(())
    }

    fn write_tallies(&self, connection: &Connection) -> rusqlite::Result<()> {
        let mut add = connection.prepare_cached(
            "INSERT INTO tallies VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7) ON CONFLICT DO UPDATE SET
                captures = captures + excluded.captures, bytes = bytes + excluded.bytes",
        )?;
        for (tally, (captures, bytes)) in &self.tallies {
            let Tally { year, kind, mime, status } = tally;
            add.execute((self.file, year, kind, mime, status, *captures as i64, *bytes as i64))?;
        }
        Ok(())
    }

    /// Writes the captures that wait, in the order of the key: neighbours share pages.
    fn flush(&mut self) -> Result<(), CatalogueError> {
        let mut waiting = std::mem::take(&mut self.waiting);
        waiting.sort_unstable_by(|a, b| {
            let key = |p: &Packed| (p.row.time, p.row.offset, p.row.inner_offset);
            a.row.key.cmp(&b.row.key).then_with(|| key(a).cmp(&key(b)))
        });
        let limit = self.writer.options.segment_captures;
        let written = write(&self.writer.connection, self.file, &waiting, limit);
        waiting.clear();
        self.waiting = waiting;
        written.map_err(|error| self.writer.explain(error))
    }
}

impl Drop for Adder<'_> {
    fn drop(&mut self) {
        if !self.is_done {
            // If even this fails, closing the connection rolls back too.
            let _ = self.writer.connection.execute_batch("ROLLBACK");
            self.writer.mimes.clear();
        }
    }
}

fn write(connection: &Connection, file: i64, rows: &[Packed], limit: u64) -> rusqlite::Result<()> {
    if rows.is_empty() {
        return Ok(());
    }
    let segment = CAPTURES.filling(connection, rows.len(), limit)?;
    let mut insert = connection.prepare_cached(&format!(
        "INSERT INTO captures_{segment}
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14)"
    ))?;
    let mut hosts: HashMap<&[u8], Host> = HashMap::new();
    for Packed { row, mime } in rows {
        let form = form_of(&row.key, &row.uri);
        let digest = row.digest.as_deref().map(StoredDigest::new);
        insert.execute(rusqlite::params![
            Text(&row.key),
            row.time.map_or(0, |time| time.number() as i64),
            file,
            row.offset as i64,
            row.inner_offset as i64,
            row.kind.code(),
            row.status,
            mime,
            row.length.map(|length| length as i64),
            digest.as_ref().map(StoredDigest::to_output),
            form,
            if form.is_none() { Some(Text(&row.uri)) } else { None },
            row.target_uri.as_deref().map(Text),
            row.target_time.map(|time| time.number() as i64),
        ])?;
        if let Some(name) = host_of(&row.key) {
            let host = hosts.entry(name).or_default();
            host.captures += 1;
            host.bytes += row.length.unwrap_or(0);
            widen(&mut host.span, row.time);
        }
        if row.language.is_some() || row.title.is_some() {
            connection
                .prepare_cached("INSERT OR REPLACE INTO texts VALUES (?1, ?2, ?3, ?4, ?5)")?
                .execute((
                    file,
                    row.offset as i64,
                    row.inner_offset as i64,
                    &row.language,
                    &row.title,
                ))?;
        }
    }
    drop(insert);
    CAPTURES.count(connection, segment, rows.len() as i64)?;
    write_hosts(connection, hosts)
}

fn write_hosts(connection: &Connection, hosts: HashMap<&[u8], Host>) -> rusqlite::Result<()> {
    let mut hosts: Vec<_> = hosts.into_iter().collect();
    hosts.sort_unstable_by_key(|(name, _)| *name);
    let mut add = connection.prepare_cached(
        "INSERT INTO hosts VALUES (?1, ?2, ?3, ?4, ?5) ON CONFLICT DO UPDATE SET
            captures = captures + excluded.captures, bytes = bytes + excluded.bytes,
            first = min(coalesce(first, excluded.first), coalesce(excluded.first, first)),
            last = max(coalesce(last, excluded.last), coalesce(excluded.last, last))",
    )?;
    for (name, host) in hosts {
        add.execute((
            Text(name),
            host.captures as i64,
            host.bytes as i64,
            host.span.map(|(first, _)| first.number() as i64),
            host.span.map(|(_, last)| last.number() as i64),
        ))?;
    }
    Ok(())
}

pub(super) fn job_id(connection: &Connection, name: &str) -> rusqlite::Result<i64> {
    connection
        .prepare_cached("INSERT INTO jobs (name) VALUES (?1) ON CONFLICT DO NOTHING")?
        .execute([name])?;
    connection
        .prepare_cached("SELECT id FROM jobs WHERE name = ?1")?
        .query_row([name], |row| row.get(0))
}

fn widen(span: &mut Option<(Stamp, Stamp)>, time: Option<Stamp>) {
    let Some(time) = time else { return };
    *span = Some(match *span {
        Some((first, last)) => (first.min(time), last.max(time)),
        None => (time, time),
    });
}
