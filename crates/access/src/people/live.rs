//! The store of people for a server: one connection for all threads, opened when it is first needed.

use super::PersonError;
use crate::live::{FileMark, file_mark};
use crate::store::{PeopleError, PeopleStore, explain};
use rusqlite::{Transaction, TransactionBehavior};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

/// The people of an archive, for any number of threads, one after the other.
#[derive(Debug)]
pub struct LivePeople {
    path: PathBuf,
    open: Mutex<Option<(PeopleStore, FileMark)>>,
}

impl LivePeople {
    /// The people of the archive in a folder. Nothing is opened or made yet.
    pub fn of_archive(folder: &Path) -> LivePeople {
        LivePeople { path: PeopleStore::path_in(folder), open: Mutex::new(None) }
    }

    /// Calls `task` with the store; `None` if there is no file yet, so that there are no people. Blocks.
    pub fn with<T>(
        &self,
        task: impl FnOnce(&mut PeopleStore) -> Result<T, PersonError>,
    ) -> Result<Option<T>, PersonError> {
        match file_mark(&self.path) {
            None if !self.path.exists() => Ok(None),
            _ => self.made(task).map(Some),
        }
    }

    /// The same, but a file that is not there is made.
    pub fn made<T>(
        &self,
        task: impl FnOnce(&mut PeopleStore) -> Result<T, PersonError>,
    ) -> Result<T, PersonError> {
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        // Somebody may have put a copy in its place.
        let is_same = |(_, mark): &(PeopleStore, FileMark)| *mark == file_mark(&self.path);
        if !open.as_ref().is_some_and(is_same) {
            *open = None;
            let store = PeopleStore::open(&self.path)?;
            *open = Some((store, file_mark(&self.path)));
        }
        let Some((store, _)) = open.as_mut() else { return Err(PersonError::NoChance) };
        let result = task(store);
        if let Err(PersonError::Store(PeopleError::Database { .. } | PeopleError::Damaged { .. })) =
            &result
        {
            *open = None;
        }
        result
    }
}

/// Why a change is not made.
pub(super) enum Stop {
    Database(rusqlite::Error),
    Person(PersonError),
}

impl From<rusqlite::Error> for Stop {
    fn from(error: rusqlite::Error) -> Stop {
        Stop::Database(error)
    }
}

impl From<PersonError> for Stop {
    fn from(error: PersonError) -> Stop {
        Stop::Person(error)
    }
}

impl PeopleStore {
    /// Makes a change, all of it or nothing. When it returns, it is on disk.
    pub(super) fn write<T>(
        &mut self,
        change: impl FnOnce(&Transaction<'_>) -> Result<T, Stop>,
    ) -> Result<T, PersonError> {
        let path = self.path.clone();
        let transaction = self
            .connection
            .transaction_with_behavior(TransactionBehavior::Immediate)
            .map_err(|error| explain(&path, error))?;
        let done = change(&transaction).and_then(|done| {
            transaction.commit()?;
            Ok(done)
        });
        done.map_err(|stop| match stop {
            Stop::Database(error) => explain(&path, error).into(),
            Stop::Person(error) => error,
        })
    }

    /// Reads something about people.
    pub(super) fn read_people<T>(
        &self,
        read: impl FnOnce(&rusqlite::Connection) -> rusqlite::Result<T>,
    ) -> Result<T, PersonError> {
        read(&self.connection).map_err(|error| explain(&self.path, error).into())
    }
}
