//! The files of the catalogue.

use super::row::host_of;
use super::schema::CAPTURES;
use super::{Catalogue, CatalogueError, CatalogueWriter, Entry, Stamp};
use rusqlite::{Connection, OptionalExtension, Row};
use std::collections::BTreeSet;

/// How far a file is listed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileState {
    /// The file is still being written.
    Open,
    /// All captures of the file are in the catalogue.
    Complete,
}

/// A file in the catalogue.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listed {
    /// Name relative to the archive, or an absolute path if the file is elsewhere.
    pub name: String,
    /// How far the file is listed.
    pub state: FileState,
    /// Size in bytes when it was added.
    pub size: u64,
    /// Time of the last change before it was added, in seconds since 1970; `None` if it is not known.
    pub modified: Option<i64>,
    /// SHA-256 of the whole file when it was added; `None` for an unfinished file.
    pub sha256: Option<[u8; 32]>,
    /// Number of records of any type.
    pub records: u64,
    /// Number of its captures in the catalogue.
    pub captures: u64,
    /// Time of its first capture; `None` if no capture has a time.
    pub first: Option<Stamp>,
    /// Time of its last capture; `None` if no capture has a time.
    pub last: Option<Stamp>,
    /// Name of the job that wrote the file; `None` if it is not known.
    pub job: Option<String>,
}

impl Listed {
    /// Whether all captures of the file are in the catalogue.
    pub fn is_complete(&self) -> bool {
        self.state == FileState::Complete
    }
}

const SELECT: &str = "SELECT files.name, state, size, modified, sha256, records, captures, first, \
     last, jobs.name FROM files LEFT JOIN jobs ON jobs.id = files.job";

fn listed(row: &Row<'_>) -> rusqlite::Result<Listed> {
    let number = |i: usize| Ok::<_, rusqlite::Error>(row.get::<_, i64>(i)? as u64);
    let stamp = |i: usize| -> rusqlite::Result<Option<Stamp>> {
        Ok(row.get::<_, Option<i64>>(i)?.and_then(|n| Stamp::from_number(n as u64)))
    };
    Ok(Listed {
        name: row.get(0)?,
        state: if row.get::<_, i64>(1)? == 1 { FileState::Complete } else { FileState::Open },
        size: number(2)?,
        modified: row.get(3)?,
        sha256: row.get::<_, Option<Vec<u8>>>(4)?.and_then(|bytes| bytes.try_into().ok()),
        records: number(5)?,
        captures: number(6)?,
        first: stamp(7)?,
        last: stamp(8)?,
        job: row.get(9)?,
    })
}

impl Catalogue {
    /// Returns all files, by name.
    pub fn files(&self) -> Result<Vec<Listed>, CatalogueError> {
        let all = || {
            let mut statement =
                self.connection.prepare_cached(&format!("{SELECT} ORDER BY files.name"))?;
            statement.query_map((), listed)?.collect::<rusqlite::Result<_>>()
        };
        all().map_err(|e| self.explain(e))
    }

    /// Returns the file with this name; `None` if it is not listed.
    pub fn listed(&self, name: &str) -> Result<Option<Listed>, CatalogueError> {
        let find = || {
            let mut statement =
                self.connection.prepare_cached(&format!("{SELECT} WHERE files.name = ?1"))?;
            statement.query_row([name], listed).optional()
        };
        find().map_err(|e| self.explain(e))
    }

    /// Returns the complete files with this size and SHA-256. For size 0 the result is empty.
    pub(crate) fn twins(
        &self,
        size: u64,
        sha256: &[u8; 32],
    ) -> Result<Vec<Listed>, CatalogueError> {
        if size == 0 {
            return Ok(Vec::new());
        }
        let find = || {
            let mut statement = self.connection.prepare_cached(&format!(
                "{SELECT} WHERE state = 1 AND size = ?1 AND sha256 = ?2 ORDER BY files.name"
            ))?;
            let found = statement.query_map((size as i64, &sha256[..]), listed)?;
            found.collect::<rusqlite::Result<_>>()
        };
        find().map_err(|e| self.explain(e))
    }

    /// Returns up to which byte the file of a capture is listed, if it is still being written. `None` if it is
    /// complete.
    pub(crate) fn covered(&self, entry: &Entry) -> Result<Option<u64>, CatalogueError> {
        self.covered_of(&entry.file)
    }

    /// Returns the offset in a file up to which its captures are in the catalogue: `u64::MAX` if all of them are, 0 if
    /// the file is not listed.
    pub fn listed_until(&self, name: &str) -> Result<u64, CatalogueError> {
        Ok(match self.listed(name)? {
            None => 0,
            Some(listed) if listed.is_complete() => u64::MAX,
            Some(_) => self.covered_of(name)?.unwrap_or(0),
        })
    }

    /// Same as `covered`, for the file with this name; `None` also if it is not listed.
    pub(crate) fn covered_of(&self, name: &str) -> Result<Option<u64>, CatalogueError> {
        let find = || {
            let mut statement = self
                .connection
                .prepare_cached("SELECT covered FROM files WHERE name = ?1 AND state = 0")?;
            let found = statement.query_row([name], |row| row.get::<_, i64>(0)).optional()?;
            Ok(found.map(|covered| covered as u64))
        };
        find().map_err(|e| self.explain(e))
    }

    pub(super) fn file_id(&self, name: &str) -> Result<i64, CatalogueError> {
        let find = || {
            let mut statement =
                self.connection.prepare_cached("SELECT id FROM files WHERE name = ?1")?;
            statement.query_row([name], |row| row.get(0)).optional()
        };
        find()
            .map_err(|e| self.explain(e))?
            .ok_or_else(|| CatalogueError::UnknownFile(name.to_owned()))
    }
}

impl CatalogueWriter {
    /// Removes a file and all its captures. Looks at every capture: there is no index by file, because nothing else
    /// would use it.
    pub fn remove_file(&mut self, name: &str) -> Result<(), CatalogueError> {
        let id = self.file_id(name)?;
        remove(&self.connection, id).map_err(|e| self.explain(e))
    }
}

impl CatalogueWriter {
    /// Renames a file in the catalogue.
    pub(crate) fn rename_file(
        &mut self,
        from: &str,
        to: &str,
        modified: Option<i64>,
    ) -> Result<(), CatalogueError> {
        let id = self.file_id(from)?;
        let sql = "UPDATE files SET name = ?2, modified = ?3 WHERE id = ?1";
        let renamed = self.connection.execute(sql, (id, to, modified));
        renamed.map(|_| ()).map_err(|e| self.explain(e))
    }
}

fn remove(connection: &Connection, id: i64) -> rusqlite::Result<()> {
    let transaction = connection.unchecked_transaction()?;
    let mut hosts = BTreeSet::new();
    let segments = CAPTURES.valid(&transaction)?;
    for segment in &segments {
        let table = format!("captures_{segment}");
        let mut select =
            transaction.prepare(&format!("SELECT surt FROM {table} WHERE file = ?1"))?;
        let mut rows = select.query([id])?;
        while let Some(row) = rows.next()? {
            let key: &[u8] = row.get_ref(0)?.as_bytes()?;
            hosts.extend(host_of(key).map(<[u8]>::to_vec));
        }
        let removed = transaction.execute(&format!("DELETE FROM {table} WHERE file = ?1"), [id])?;
        CAPTURES.count(&transaction, *segment, -(removed as i64))?;
    }
    for host in hosts {
        count_host(&transaction, &segments, &host)?;
    }
    for statement in [
        "DELETE FROM tallies WHERE file = ?1",
        "DELETE FROM texts WHERE file = ?1",
        "DELETE FROM posted WHERE file = ?1",
        "DELETE FROM conversions WHERE file = ?1",
        "DELETE FROM files WHERE id = ?1",
    ] {
        transaction.execute(statement, [id])?;
    }
    transaction.commit()
}

/// Counts the captures of a host again, after some were removed.
fn count_host(connection: &Connection, segments: &[i64], host: &[u8]) -> rusqlite::Result<()> {
    let all: Vec<String> = segments
        .iter()
        .map(|id| {
            format!(
                "SELECT length, nullif(time, 0) AS time FROM captures_{id}
                 WHERE surt >= ?1 || ')' AND surt < ?1 || '*'"
            )
        })
        .collect();
    let host = super::add::Text(host);
    connection.execute("DELETE FROM hosts WHERE host = ?1", [&host])?;
    connection.execute(
        &format!(
            "INSERT INTO hosts SELECT ?1, count(*), coalesce(sum(length), 0), min(time), max(time)
             FROM ({}) HAVING count(*) > 0",
            all.join(" UNION ALL ")
        ),
        [&host],
    )?;
    Ok(())
}
