//! Rules of access: list and change them, tell which one decides, import those of other programs, read the log; people.
//!
//! The rules stand in `people.db` of the archive folder. They can be changed while a harvest writes the archive, and a
//! change holds at once for all who read it.

mod check;
mod import;
pub mod people;
mod record;
mod written;

pub use check::{AccessCheck, AccessCheckSettings, CheckedRule, check};
pub use import::{ImportFormat, ImportSettings, ImportedRules, import};
pub use record::{ChangeRecord, GroupRecord, RuleRecord};
pub use written::{WrittenRule, WrittenRuleError, group_names};

use crate::events::{EventKind, note};
use serde_json::json;
use std::io;
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};
use stodola_access::import::ImportError;
use stodola_access::people::PersonError;
use stodola_access::{
    AccessRule, AddressRange, ChangeKind, Moment, PeopleError, PeopleStore, RuleEdit, RuleId,
    Signed,
};
use stodola_archive::{Archive, ArchiveError, CatalogueError};

/// Errors from working with the rules of access.
#[derive(Debug, thiserror::Error)]
pub enum AccessError {
    /// The archive folder could not be read.
    #[error(transparent)]
    Archive(#[from] ArchiveError),
    /// The rules could not be read or changed.
    #[error(transparent)]
    People(#[from] PeopleError),
    /// People could not be changed.
    #[error(transparent)]
    Person(#[from] PersonError),
    /// The catalogue could not be asked for a capture.
    #[error(transparent)]
    Catalogue(#[from] CatalogueError),
    /// Rules of another program could not be imported.
    #[error("'{}': {error}", .path.display())]
    Import {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        #[source]
        error: ImportError,
    },
    /// A file of rules could not be read.
    #[error("cannot read '{}': {error}", .path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// What went wrong.
        #[source]
        error: io::Error,
    },
}

/// Who changes rules, and why.
#[derive(Clone, Debug)]
pub struct ChangeSettings {
    /// The archive folder.
    pub archive: PathBuf,
    /// The name of whoever changes something; kept in the log.
    pub who: String,
    /// The reason; kept in the log.
    pub why: String,
}

impl ChangeSettings {
    fn open(&self) -> Result<PeopleStore, AccessError> {
        let archive = Archive::open(&self.archive)?;
        Ok(PeopleStore::open(&PeopleStore::path_in(archive.folder()))?)
    }

    /// Tells those who want to know of changes.
    fn tell(&self, number: i64) {
        note(&self.archive, EventKind::Rule, &json!({ "change": number }));
    }

    fn signed(&self) -> Signed<'_> {
        Signed { who: &self.who, why: &self.why, time: now() }
    }
}

/// What a change did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RuleChange {
    /// The number of the change in the log.
    pub number: i64,
    /// The rules that are new.
    pub added: Vec<RuleId>,
    /// Of an undoing: the change that was taken back.
    pub undone: Option<i64>,
}

/// The rules of an archive by number.
pub fn rules(archive: &Path) -> Result<Vec<RuleRecord>, AccessError> {
    let Some(store) = open_to_read(archive)? else { return Ok(Vec::new()) };
    Ok(store.rules()?.into_iter().map(|(id, rule)| RuleRecord { id, rule }).collect())
}

/// Adds a rule.
pub fn add_rule(settings: &ChangeSettings, rule: AccessRule) -> Result<RuleChange, AccessError> {
    let edits = [RuleEdit::Add(rule.into())];
    let (number, added) = settings.open()?.change(&settings.signed(), ChangeKind::Add, &edits)?;
    settings.tell(number);
    Ok(RuleChange { number, added, undone: None })
}

/// Removes rules, all or none.
pub fn remove_rules(settings: &ChangeSettings, ids: &[RuleId]) -> Result<RuleChange, AccessError> {
    let mut ids = ids.to_vec();
    ids.sort_unstable();
    ids.dedup();
    let edits: Vec<RuleEdit> = ids.into_iter().map(RuleEdit::Remove).collect();
    let (number, added) =
        settings.open()?.change(&settings.signed(), ChangeKind::Remove, &edits)?;
    settings.tell(number);
    Ok(RuleChange { number, added, undone: None })
}

/// Takes a change back, the latest one that was not taken back yet without a number.
pub fn undo(settings: &ChangeSettings, number: Option<i64>) -> Result<RuleChange, AccessError> {
    let (undone, number) = settings.open()?.undo(number, &settings.signed())?;
    settings.tell(number);
    Ok(RuleChange { number, added: Vec::new(), undone: Some(undone) })
}

/// The groups of an archive whose members are known by their address, by name.
pub fn groups(archive: &Path) -> Result<Vec<GroupRecord>, AccessError> {
    let Some(store) = open_to_read(archive)? else { return Ok(Vec::new()) };
    Ok(store.group_ranges()?.into_iter().map(GroupRecord::from).collect())
}

/// Adds a range of addresses to a group, or removes it. Returns the number of the change; `None` if it was so already.
pub fn change_group(
    settings: &ChangeSettings,
    group: &str,
    range: AddressRange,
    is_member: bool,
) -> Result<Option<i64>, AccessError> {
    let number = settings.open()?.change_group(&settings.signed(), group, range, is_member)?;
    if let Some(number) = number {
        settings.tell(number);
    }
    Ok(number)
}

/// The changes of the rules of an archive, in their order.
pub fn changes(archive: &Path) -> Result<Vec<ChangeRecord>, AccessError> {
    let Some(store) = open_to_read(archive)? else { return Ok(Vec::new()) };
    Ok(store.log(0, usize::MAX)?.into_iter().map(ChangeRecord::from).collect())
}

fn open_to_read(archive: &Path) -> Result<Option<PeopleStore>, AccessError> {
    let archive = Archive::open(archive)?;
    Ok(PeopleStore::open_to_read(&PeopleStore::path_in(archive.folder()))?)
}

/// This moment.
pub fn now() -> Moment {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    Moment(i64::try_from(since.as_secs()).unwrap_or(i64::MAX))
}
