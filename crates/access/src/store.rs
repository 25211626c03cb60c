//! `people.db`: the rules, groups by address, and the log of who changed them, when and why. People, their tokens and
//! their projects stand in the same file (`crate::people`).
//!
//! It is the truth, and nothing else knows what it says: back it up. One SQLite database; each change is one
//! transaction that is on disk when it returns, together with its line in the log. The log is enough to make all rules
//! again, and no change is ever removed from it: to undo one is a change as well.
//!
//! | killed | left behind | then |
//! |---|---|---|
//! | while it is made | `people.db.new` | the next writer completes it, and gives it its name |
//! | while rules are changed | `people.db-journal` | whoever opens it next, and may write, takes the half change back |
//!
//! People who may only read cannot read the rules while half a change is there: better nothing than what is forbidden.
//! For the same reason a file without tables is damaged, and not an archive without rules: somebody may be copying it.
//! There is no write-ahead log beside it, so that people who may only read the folder can read the rules.

mod change;
mod error;
mod groups;
mod log;
mod schema;

pub use change::{ChangeKind, RuleEdit, Signed};
pub use error::PeopleError;
pub use groups::ChangedGroup;
pub use log::{ChangeRow, ChangedRule};

use crate::rule::{AccessRule, RuleId};
use crate::rule_set::RuleSet;
pub(crate) use error::explain;
use rusqlite::Connection;
use std::path::{Path, PathBuf};

/// The name of the file in the folder of an archive.
const FILE: &str = "people.db";

/// The rules of an archive and their log. Several processes may have it open and change it.
pub struct PeopleStore {
    pub(crate) connection: Connection,
    pub(crate) path: PathBuf,
}

impl std::fmt::Debug for PeopleStore {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("PeopleStore").field("path", &self.path).finish_non_exhaustive()
    }
}

impl PeopleStore {
    /// Where the rules of the archive in a folder are.
    pub fn path_in(archive: &Path) -> PathBuf {
        archive.join(FILE)
    }

    /// Opens the store at a path to change it; one that is not there is made.
    pub fn open(path: &Path) -> Result<PeopleStore, PeopleError> {
        let connection = schema::open_to_write(path)?;
        Ok(PeopleStore { connection, path: path.to_owned() })
    }

    /// Opens the store at a path to read it. `None` if there is none: nothing was ever forbidden.
    pub fn open_to_read(path: &Path) -> Result<Option<PeopleStore>, PeopleError> {
        let connection = schema::open_to_read(path)?;
        Ok(connection.map(|connection| PeopleStore { connection, path: path.to_owned() }))
    }

    /// All rules by number.
    pub fn rules(&self) -> Result<Vec<(RuleId, AccessRule)>, PeopleError> {
        let texts = || -> rusqlite::Result<Vec<(i64, String)>> {
            let mut statement =
                self.connection.prepare_cached("SELECT id, rule FROM rules ORDER BY id")?;
            statement.query_map((), |row| Ok((row.get(0)?, row.get(1)?)))?.collect()
        };
        let texts = texts().map_err(|error| explain(&self.path, error))?;
        texts.iter().map(|(id, text)| Ok((RuleId(*id), self.read(*id, text)?))).collect()
    }

    /// The rules, ready for decisions.
    pub fn rule_set(&self) -> Result<RuleSet, PeopleError> {
        Ok(RuleSet::new(self.rules()?).with_groups(self.group_ranges()?))
    }

    /// Whether the file has tables for people. One of the first format, opened to read, has none.
    pub(crate) fn has_people(&self) -> Result<bool, PeopleError> {
        schema::has_people(&self.connection).map_err(|error| explain(&self.path, error))
    }

    /// The number of the last change of rules; 0 before the first one.
    pub fn last_change(&self) -> Result<i64, PeopleError> {
        let last =
            self.connection
                .query_row("SELECT coalesce(max(number), 0) FROM changes", (), |row| row.get(0));
        last.map_err(|error| explain(&self.path, error))
    }

    /// A number that is another one when another connection has changed anything.
    pub(crate) fn data_version(&self) -> Result<i64, PeopleError> {
        let version = self.connection.pragma_query_value(None, "data_version", |row| row.get(0));
        version.map_err(|error| explain(&self.path, error))
    }

    /// A rule that cannot be read must not be passed over: it may forbid something.
    fn read(&self, id: i64, text: &str) -> Result<AccessRule, PeopleError> {
        serde_json::from_str(text).map_err(|error| PeopleError::Damaged {
            path: self.path.clone(),
            what: format!("rule {id} cannot be read: {error}"),
        })
    }
}
