//! People, as an operator at a terminal needs them: list, add, a link for a password, let in or keep out, the log.

use super::{AccessError, now};
use serde::Serialize;
use std::path::{Path, PathBuf};
use stodola_access::people::{Actor, AuditRow, OneTimeLink, Person, PersonDraft, PersonEdit};
use stodola_access::{Moment, PeopleStore};
use stodola_archive::Archive;

/// Whose people are changed, and by whom.
#[derive(Clone, Debug)]
pub struct PeopleSettings {
    /// The archive folder.
    pub archive: PathBuf,
    /// The user of the system; the log has `console:` before it.
    pub user: String,
}

impl PeopleSettings {
    fn change<T, E: Into<AccessError>>(
        &self,
        change: impl FnOnce(&mut PeopleStore, &Actor<'_>) -> Result<T, E>,
    ) -> Result<T, AccessError> {
        let archive = Archive::open(&self.archive)?;
        let mut store = PeopleStore::open(&PeopleStore::path_in(archive.folder()))?;
        let who = format!("console:{}", self.user);
        change(&mut store, &Actor { who: &who, address: None, time: now() }).map_err(Into::into)
    }
}

/// A person as JSON output has them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PersonRecord {
    /// The name.
    pub name: String,
    /// What they may do.
    pub role: &'static str,
    /// The groups they belong to.
    pub groups: Vec<String>,
    /// Whether they may not sign in any more.
    pub disabled: bool,
    /// Whether they have chosen a password.
    pub has_password: bool,
    /// When they were added.
    pub made: Moment,
}

impl From<Person> for PersonRecord {
    fn from(person: Person) -> PersonRecord {
        PersonRecord {
            name: person.name,
            role: person.role.as_str(),
            groups: person.groups,
            disabled: person.is_disabled,
            has_password: person.has_password,
            made: person.made,
        }
    }
}

/// The people of an archive by name.
pub fn people(archive: &Path) -> Result<Vec<PersonRecord>, AccessError> {
    let Some(store) = super::open_to_read(archive)? else { return Ok(Vec::new()) };
    Ok(store.people()?.into_iter().map(PersonRecord::from).collect())
}

/// Adds a person. Returns the link by which they choose a password.
pub fn add_person(
    settings: &PeopleSettings,
    draft: &PersonDraft<'_>,
) -> Result<OneTimeLink, AccessError> {
    settings.change(|store, actor| {
        let person = store.add_person(draft, actor)?;
        store.password_link(&person.name, actor)
    })
}

/// A new link by which a person chooses a password.
pub fn password_link(settings: &PeopleSettings, name: &str) -> Result<OneTimeLink, AccessError> {
    settings.change(|store, actor| store.password_link(name, actor))
}

/// Changes a person.
pub fn edit_person(
    settings: &PeopleSettings,
    name: &str,
    edit: &PersonEdit,
) -> Result<PersonRecord, AccessError> {
    settings.change(|store, actor| store.edit_person(name, edit, actor)).map(PersonRecord::from)
}

/// What people did, the latest first, at most `limit` lines.
pub fn audit(archive: &Path, limit: usize) -> Result<Vec<AuditRow>, AccessError> {
    let Some(store) = super::open_to_read(archive)? else { return Ok(Vec::new()) };
    Ok(store.audit(None, limit)?)
}
