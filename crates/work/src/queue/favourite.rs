//! Favourites: questions that a person has given a name, to ask them again.

use super::submit::name;
use super::{WorkQueue, shortened};
use crate::error::WorkError;
use crate::question::WorkQuestion;
use crate::settings::WorkSettings;
use crate::time::WorkTime;
use rusqlite::Row;

/// A favourite of a person.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SavedQuestion {
    /// Its name, which no other favourite of the owner has.
    pub name: String,
    /// The kind of work.
    pub package: String,
    /// The question as canonical JSON.
    pub question: String,
    /// When it was made.
    pub made: WorkTime,
}

impl WorkQueue {
    /// Gives a question a name. One of that name is replaced.
    pub fn add_favourite(
        &mut self,
        owner: &str,
        favourite: (&str, &str, &WorkQuestion),
        settings: &WorkSettings,
        now: WorkTime,
    ) -> Result<(), WorkError> {
        let (called, package, question) = favourite;
        let (owner, called) = (name(owner)?, name(called)?);
        if !settings.packages.contains_key(package) {
            return Err(WorkError::UnknownPackage(shortened(package, 100)));
        }
        let limit = settings.favourites_per_owner;
        self.change(|db| {
            let others: u32 = db.query_row(
                "SELECT count(*) FROM favourites WHERE owner = ?1 AND name <> ?2",
                (owner, called),
                |row| row.get(0),
            )?;
            if others >= limit {
                return Err(WorkError::TooManyFavourites { limit }.into());
            }
            db.execute(
                "INSERT OR REPLACE INTO favourites (owner, name, package, question, made)
                     VALUES (?1, ?2, ?3, ?4, ?5)",
                (owner, called, package, question.as_str(), now.0),
            )?;
            Ok(())
        })
    }

    /// Gives a favourite another name. No other favourite of the owner may have that name.
    pub fn rename_favourite(
        &mut self,
        owner: &str,
        called: &str,
        new: &str,
    ) -> Result<(), WorkError> {
        let new = name(new)?;
        self.change(|db| {
            let is_taken: bool = db.query_row(
                "SELECT EXISTS (SELECT 1 FROM favourites WHERE owner = ?1 AND name = ?2)",
                (owner, new),
                |row| row.get(0),
            )?;
            if is_taken && new != called {
                return Err(WorkError::FavouriteTaken(new.to_owned()).into());
            }
            let renamed = db.execute(
                "UPDATE favourites SET name = ?3 WHERE owner = ?1 AND name = ?2",
                (owner, called, new),
            )?;
            match renamed {
                0 => Err(WorkError::UnknownFavourite(shortened(called, 100)).into()),
                _ => Ok(()),
            }
        })
    }

    /// Removes a favourite.
    pub fn remove_favourite(&mut self, owner: &str, called: &str) -> Result<(), WorkError> {
        self.change(|db| {
            let removed = db.execute(
                "DELETE FROM favourites WHERE owner = ?1 AND name = ?2",
                (owner, called),
            )?;
            match removed {
                0 => Err(WorkError::UnknownFavourite(shortened(called, 100)).into()),
                _ => Ok(()),
            }
        })
    }

    /// The favourites of a person by name.
    pub fn favourites(&self, owner: &str) -> Result<Vec<SavedQuestion>, WorkError> {
        let read = |row: &Row<'_>| {
            Ok(SavedQuestion {
                name: row.get(0)?,
                package: row.get(1)?,
                question: row.get(2)?,
                made: WorkTime(row.get(3)?),
            })
        };
        let list = || -> rusqlite::Result<Vec<SavedQuestion>> {
            let mut statement = self.connection.prepare_cached(
                "SELECT name, package, question, made FROM favourites WHERE owner = ?1 ORDER BY name",
            )?;
            statement.query_map([owner], read)?.collect()
        };
        list().map_err(|error| self.failed(error))
    }
}
