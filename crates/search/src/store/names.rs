//! Names that documents of the index have as numbers: sites, languages, jobs.

use super::Store;
use crate::error::SearchError;
use rusqlite::OptionalExtension;
use std::collections::HashMap;

/// What is named.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum NameKind {
    /// A host, in the order of SURT (`cz,example,www`).
    Site,
    /// A language tag, without its region.
    Language,
    /// A job.
    Job,
}

impl NameKind {
    pub(super) fn code(self) -> i64 {
        match self {
            NameKind::Site => 1,
            NameKind::Language => 2,
            NameKind::Job => 3,
        }
    }
}

/// Names that were looked up or are new.
#[derive(Default)]
pub(crate) struct Names {
    known: HashMap<(NameKind, String), u32>,
    next: HashMap<NameKind, u32>,
    pub(super) new: Vec<(NameKind, u32, String)>,
}

/// So many names are remembered at most.
const NAMES_MAX: usize = 50_000;

impl Names {
    /// Returns the number of a name; a new one if there is none. Numbers begin with 1, jobs with 0.
    pub(crate) fn number(
        &mut self,
        store: &Store,
        kind: NameKind,
        name: &str,
    ) -> Result<u32, SearchError> {
        let key = (kind, name.to_owned());
        if let Some(number) = self.known.get(&key) {
            return Ok(*number);
        }
        if self.known.len() >= NAMES_MAX && self.new.is_empty() {
            self.known.clear();
        }
        let number = match store.number_of(kind, name)? {
            Some(number) => number,
            None => {
                let next = match self.next.get(&kind) {
                    Some(next) => *next,
                    None => store.next_number(kind)?,
                };
                self.next.insert(kind, next + 1);
                self.new.push((kind, next, name.to_owned()));
                next
            }
        };
        self.known.insert(key, number);
        Ok(number)
    }
}

impl Store {
    /// Returns the number of a name; `None` if it has none.
    pub(crate) fn number_of(&self, kind: NameKind, name: &str) -> Result<Option<u32>, SearchError> {
        let mut statement =
            self.connection.prepare_cached("SELECT id FROM names WHERE kind = ?1 AND name = ?2")?;
        Ok(statement.query_row((kind.code(), name), |row| row.get(0)).optional()?)
    }

    fn next_number(&self, kind: NameKind) -> Result<u32, SearchError> {
        let mut statement =
            self.connection.prepare_cached("SELECT max(id) FROM names WHERE kind = ?1")?;
        let last: Option<u32> = statement.query_row([kind.code()], |row| row.get(0))?;
        let first = u32::from(kind != NameKind::Job);
        Ok(last.map_or(first, |last| last + 1))
    }

    /// Returns the name with a number; `None` if there is none.
    pub(crate) fn name_of(
        &self,
        kind: NameKind,
        number: u32,
    ) -> Result<Option<String>, SearchError> {
        let mut statement =
            self.connection.prepare_cached("SELECT name FROM names WHERE kind = ?1 AND id = ?2")?;
        Ok(statement.query_row((kind.code(), number), |row| row.get(0)).optional()?)
    }

    /// Returns the numbers of a name and of all names that begin with it and a comma: a site with the hosts below it.
    pub(crate) fn numbers_below(
        &self,
        kind: NameKind,
        name: &str,
    ) -> Result<Vec<u32>, SearchError> {
        let mut statement = self.connection.prepare_cached(
            "SELECT id FROM names WHERE kind = ?1 AND (name = ?2 OR (name > ?2 || ',' AND name < ?2 || '-'))",
        )?;
        let rows = statement.query_map((kind.code(), name), |row| row.get(0))?;
        Ok(rows.collect::<Result<_, _>>()?)
    }
}
