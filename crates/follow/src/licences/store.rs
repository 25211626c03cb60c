//! `licences.db`: which capture names which licence.

use super::VERSION;
use super::found::{LicenceEvidence, PageLicence};
use super::known::Licence;
use crate::error::FollowError;
use rusqlite::{Connection, OpenFlags, OptionalExtension};
use std::path::{Path, PathBuf};
use std::time::Duration;
use stodola_archive::{Archive, Entry, FilePlace, Key};

const FILE: &str = "licences.db";
/// "Stol": tells this kind of database from others.
const APPLICATION: i32 = 0x5374_6F6C;
const BUSY: Duration = Duration::from_secs(30);

const TABLES: &str = "
    CREATE TABLE places (file TEXT PRIMARY KEY, offset INTEGER NOT NULL, is_end INTEGER NOT NULL) WITHOUT ROWID;
    CREATE TABLE licences (file TEXT NOT NULL, offset INTEGER NOT NULL, inner INTEGER NOT NULL,
        place INTEGER NOT NULL, name TEXT, uri TEXT, kind TEXT NOT NULL, words TEXT NOT NULL, more TEXT,
        PRIMARY KEY (file, offset, inner, place)) WITHOUT ROWID;";

/// The licences of pages in an archive.
pub struct LicenceStore {
    connection: Connection,
    version: u32,
}

/// A licence, and the record that names it.
pub(super) struct PageLicenceRow {
    pub(super) offset: u64,
    pub(super) inner: u64,
    pub(super) licence: PageLicence,
}

impl From<rusqlite::Error> for FollowError {
    fn from(error: rusqlite::Error) -> FollowError {
        FollowError::new(format!("{FILE}: {error}"))
    }
}

impl LicenceStore {
    fn path(archive: &Archive) -> PathBuf {
        archive.folder().join(FILE)
    }

    /// Whether the archive looks for licences.
    pub fn exists(archive: &Archive) -> bool {
        LicenceStore::path(archive).is_file()
    }

    /// Makes an empty store, if there is none. From then on the archive looks for licences.
    pub(crate) fn create(archive: &Archive) -> Result<(), FollowError> {
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_CREATE;
        LicenceStore::connect(&LicenceStore::path(archive), flags).map(|_| ())
    }

    /// Opens the store to fill it. The process must have the lock of the archive.
    pub(crate) fn open(archive: &Archive) -> Result<LicenceStore, FollowError> {
        LicenceStore::connect(&LicenceStore::path(archive), OpenFlags::SQLITE_OPEN_READ_WRITE)
    }

    /// Opens the store to read it; `None` if the archive does not look for licences.
    pub fn open_to_read(archive: &Archive) -> Result<Option<LicenceStore>, FollowError> {
        if !LicenceStore::exists(archive) {
            return Ok(None);
        }
        let path = LicenceStore::path(archive);
        let store = LicenceStore::connect(&path, OpenFlags::SQLITE_OPEN_READ_ONLY)?;
        Ok(Some(store))
    }

    fn connect(path: &Path, flags: OpenFlags) -> Result<LicenceStore, FollowError> {
        let connection =
            Connection::open_with_flags(path, flags | OpenFlags::SQLITE_OPEN_NO_MUTEX)?;
        connection.busy_timeout(BUSY)?;
        let number =
            |name: &str| connection.pragma_query_value(None, name, |row| row.get::<_, i32>(0));
        let may_write = flags.contains(OpenFlags::SQLITE_OPEN_READ_WRITE);
        if number("schema_version")? == 0 && may_write {
            connection.execute_batch(&format!(
                "BEGIN IMMEDIATE; {TABLES} PRAGMA application_id = {APPLICATION};
                 PRAGMA user_version = {VERSION}; COMMIT"
            ))?;
        }
        let version = u32::try_from(number("user_version")?).unwrap_or_default();
        if number("application_id")? != APPLICATION || version > VERSION {
            let words = format!("{FILE} is that of another program, or of a newer one");
            return Err(FollowError::new(words));
        }
        Ok(LicenceStore { connection, version })
    }

    /// The version of what is in it.
    pub(crate) fn version(&self) -> u32 {
        self.version
    }

    /// The licences that a capture names, the strongest evidence first. A revisit has those of its original.
    pub fn of(&self, entry: &Entry) -> Result<Vec<PageLicence>, FollowError> {
        let Key { offset, inner, .. } = entry.key();
        let mut statement = self.connection.prepare_cached(
            "SELECT name, uri, kind, words, more FROM licences
             WHERE file = ?1 AND offset = ?2 AND inner = ?3 ORDER BY place",
        )?;
        let mut rows = statement.query((&*entry.file, offset as i64, inner as i64))?;
        let mut licences = Vec::new();
        while let Some(row) = rows.next()? {
            let licence = Licence { name: row.get(0)?, uri: row.get(1)? };
            let (kind, words): (String, String) = (row.get(2)?, row.get(3)?);
            let more: Option<String> = row.get(4)?;
            let evidence = match kind.as_str() {
                "relation" => LicenceEvidence::Relation(words),
                "json-ld" => LicenceEvidence::JsonLd(words),
                "meta" => LicenceEvidence::Meta(words, more.unwrap_or_default()),
                _ => LicenceEvidence::Link(words),
            };
            licences.push(PageLicence { licence, evidence });
        }
        Ok(licences)
    }

    pub(crate) fn place(&self, file: &str) -> Result<FilePlace, FollowError> {
        let mut statement =
            self.connection.prepare_cached("SELECT offset, is_end FROM places WHERE file = ?1")?;
        let place = statement
            .query_row([file], |row| {
                Ok(FilePlace { offset: row.get::<_, i64>(0)? as u64, is_end: row.get(1)? })
            })
            .optional()?;
        Ok(place.unwrap_or(FilePlace::START))
    }

    pub(super) fn commit(
        &mut self,
        file: &str,
        place: FilePlace,
        rows: &[PageLicenceRow],
    ) -> Result<(), FollowError> {
        let transaction = self.connection.transaction()?;
        let mut before = None;
        let mut number = 0;
        for PageLicenceRow { offset, inner, licence } in rows {
            number = if before == Some((offset, inner)) { number + 1 } else { 0 };
            before = Some((offset, inner));
            let PageLicence { licence, evidence } = licence;
            let (words, more) = match evidence {
                LicenceEvidence::Meta(name, content) => (name, Some(content)),
                LicenceEvidence::Relation(words)
                | LicenceEvidence::JsonLd(words)
                | LicenceEvidence::Link(words) => (words, None),
            };
            let kind = evidence.parts().0;
            transaction
                .prepare_cached(
                    "INSERT OR REPLACE INTO licences VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)",
                )?
                .execute((
                    file,
                    *offset as i64,
                    *inner as i64,
                    number,
                    &licence.name,
                    &licence.uri,
                    kind,
                    words,
                    more,
                ))?;
        }
        let offset = i64::try_from(place.offset).unwrap_or(i64::MAX);
        transaction
            .prepare_cached("INSERT OR REPLACE INTO places VALUES (?1, ?2, ?3)")?
            .execute((file, offset, place.is_end))?;
        Ok(transaction.commit()?)
    }

    pub(crate) fn forget(&mut self, file: &str) -> Result<(), FollowError> {
        let transaction = self.connection.transaction()?;
        for table in ["licences", "places"] {
            transaction.execute(&format!("DELETE FROM {table} WHERE file = ?1"), [file])?;
        }
        Ok(transaction.commit()?)
    }

    pub(crate) fn clear(&mut self) -> Result<(), FollowError> {
        self.connection.execute_batch(&format!(
            "BEGIN IMMEDIATE; DELETE FROM licences; DELETE FROM places; PRAGMA user_version = {VERSION}; COMMIT"
        ))?;
        self.version = VERSION;
        Ok(())
    }
}
