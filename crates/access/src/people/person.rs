//! Persons: their names, roles, groups.

use super::audit::{Actor, AuditAct, note};
use super::live::Stop;
use super::{PersonError, PersonRole};
use crate::moment::Moment;
use crate::store::PeopleStore;
use rusqlite::{Connection, OptionalExtension, Row, Transaction};
use serde_json::json;

/// Characters of the longest name.
const NAME_MAX: usize = 60;
/// Bytes of the longest name of a group.
const GROUP_MAX: usize = 200;
/// So many groups a person can belong to, so many people there can be.
const GROUPS_MAX: usize = 100;
const PEOPLE_MAX: i64 = 100_000;

/// Somebody who can sign in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Person {
    /// Their number, which is never given again.
    pub id: i64,
    /// Their name, in lower case.
    pub name: String,
    /// What they may do.
    pub role: PersonRole,
    /// The groups they belong to, in order.
    pub groups: Vec<String>,
    /// Whether they may not sign in any more.
    pub is_disabled: bool,
    /// Whether they have chosen a password.
    pub has_password: bool,
    /// When they were added.
    pub made: Moment,
    /// Counts the changes, from 1.
    pub version: i64,
}

/// A person to be added.
#[derive(Clone, Debug)]
pub struct PersonDraft<'d> {
    /// Their name, in any case.
    pub name: &'d str,
    /// What they may do.
    pub role: PersonRole,
    /// The groups they belong to.
    pub groups: &'d [String],
}

/// What is changed of a person; `None` leaves it.
#[derive(Clone, Debug, Default)]
pub struct PersonEdit {
    /// What they may do.
    pub role: Option<PersonRole>,
    /// The groups they belong to, all of them.
    pub groups: Option<Vec<String>>,
    /// Whether they may not sign in any more.
    pub is_disabled: Option<bool>,
    /// The version that is changed; if it is another one meanwhile, nothing is.
    pub version: Option<i64>,
}

/// The name of a person as it is kept and compared.
pub(super) fn folded(name: &str) -> Result<String, PersonError> {
    let folded = name.trim().to_lowercase();
    let is_plain = |it: char| it.is_alphanumeric() || ".-_@".contains(it);
    let is_name = (1..=NAME_MAX).contains(&folded.chars().count())
        && folded.chars().all(is_plain)
        && folded.chars().any(char::is_alphanumeric);
    is_name
        .then_some(folded)
        .ok_or_else(|| PersonError::Name(name.chars().take(NAME_MAX).collect()))
}

fn checked_groups(groups: &[String]) -> Result<Vec<String>, PersonError> {
    if groups.len() > GROUPS_MAX {
        return Err(PersonError::TooMany("groups"));
    }
    let mut checked = Vec::new();
    for group in groups {
        let is_plain = !group.chars().any(|it| it.is_control() || it.is_whitespace());
        if group.is_empty() || group.len() > GROUP_MAX || !is_plain {
            return Err(PersonError::Group(group.chars().take(60).collect()));
        }
        checked.push(group.clone());
    }
    checked.sort();
    checked.dedup();
    Ok(checked)
}

/// The columns of [`from_row`].
const COLUMNS: &str = "id, name, role, password IS NOT NULL, disabled, made, version";

/// A person without their groups. A role that is not known here is the least one.
fn from_row(row: &Row<'_>) -> rusqlite::Result<Person> {
    let role: String = row.get(2)?;
    Ok(Person {
        id: row.get(0)?,
        name: row.get(1)?,
        role: role.parse().unwrap_or(PersonRole::Reader),
        groups: Vec::new(),
        has_password: row.get(3)?,
        is_disabled: row.get(4)?,
        made: Moment(row.get(5)?),
        version: row.get(6)?,
    })
}

fn with_groups(connection: &Connection, mut person: Person) -> rusqlite::Result<Person> {
    let mut statement = connection
        .prepare_cached("SELECT name FROM memberships WHERE person = ?1 ORDER BY name")?;
    person.groups =
        statement.query_map([person.id], |row| row.get(0))?.collect::<Result<_, _>>()?;
    Ok(person)
}

pub(super) fn by_id(connection: &Connection, id: i64) -> rusqlite::Result<Option<Person>> {
    let sql = format!("SELECT {COLUMNS} FROM people WHERE id = ?1");
    let found = connection.prepare_cached(&sql)?.query_row([id], from_row).optional()?;
    found.map(|person| with_groups(connection, person)).transpose()
}

pub(super) fn by_name(connection: &Connection, name: &str) -> rusqlite::Result<Option<Person>> {
    let sql = format!("SELECT {COLUMNS} FROM people WHERE name = ?1");
    let found = connection.prepare_cached(&sql)?.query_row([name], from_row).optional()?;
    found.map(|person| with_groups(connection, person)).transpose()
}

/// The person of a name, which must be there.
pub(super) fn known(connection: &Connection, name: &str) -> Result<Person, Stop> {
    let unknown = || PersonError::Unknown(name.chars().take(NAME_MAX).collect());
    let folded = folded(name).map_err(|_| unknown())?;
    Ok(by_name(connection, &folded)?.ok_or_else(unknown)?)
}

/// Whether somebody other than `id` could still decide who may do what.
fn has_other_admin(transaction: &Transaction<'_>, id: i64) -> rusqlite::Result<bool> {
    transaction.query_row(
        "SELECT EXISTS (SELECT 1 FROM people WHERE role = 'admin' AND NOT disabled AND password IS NOT NULL
         AND id <> ?1)",
        [id],
        |row| row.get(0),
    )
}

/// Ends all sessions of a person but one.
pub(super) fn end_sessions(
    transaction: &Transaction<'_>,
    person: i64,
    except: Option<i64>,
) -> rusqlite::Result<usize> {
    transaction.execute("DELETE FROM sessions WHERE person = ?1 AND id IS NOT ?2", (person, except))
}

pub(super) fn insert(
    transaction: &Transaction<'_>,
    draft: &PersonDraft<'_>,
    actor: &Actor<'_>,
) -> Result<Person, Stop> {
    let (name, groups) = (folded(draft.name)?, checked_groups(draft.groups)?);
    if by_name(transaction, &name)?.is_some() {
        return Err(PersonError::NameTaken(name).into());
    }
    let people: i64 = transaction.query_row("SELECT count(*) FROM people", (), |row| row.get(0))?;
    if people >= PEOPLE_MAX {
        return Err(PersonError::TooMany("people").into());
    }
    let id = transaction
        .prepare_cached("INSERT INTO people (name, role, made) VALUES (?1, ?2, ?3)")?
        .insert((&name, draft.role.as_str(), actor.time.0))?;
    put_groups(transaction, id, &groups)?;
    let detail = json!({ "role": draft.role.as_str(), "groups": groups });
    note(transaction, actor, AuditAct::PersonAdd, &name, &detail)?;
    Ok(by_id(transaction, id)?.ok_or(PersonError::Unknown(name))?)
}

fn put_groups(transaction: &Transaction<'_>, id: i64, groups: &[String]) -> rusqlite::Result<()> {
    transaction.execute("DELETE FROM memberships WHERE person = ?1", [id])?;
    for group in groups {
        transaction.execute("INSERT INTO memberships VALUES (?1, ?2)", (id, group))?;
    }
    Ok(())
}

impl PeopleStore {
    /// All people by name.
    pub fn people(&self) -> Result<Vec<Person>, PersonError> {
        if !self.has_people()? {
            return Ok(Vec::new());
        }
        self.read_people(|connection| {
            let sql = format!("SELECT {COLUMNS} FROM people ORDER BY name");
            let mut statement = connection.prepare_cached(&sql)?;
            let people: Vec<Person> =
                statement.query_map((), from_row)?.collect::<Result<_, _>>()?;
            people.into_iter().map(|person| with_groups(connection, person)).collect()
        })
    }

    /// The person of a name, in any case; `None` if there is none.
    pub fn person(&self, name: &str) -> Result<Option<Person>, PersonError> {
        match folded(name) {
            Ok(name) if self.has_people()? => {
                self.read_people(|connection| by_name(connection, &name))
            }
            _ => Ok(None),
        }
    }

    /// Whether there is an administrator who can sign in.
    pub fn has_admin(&self) -> Result<bool, PersonError> {
        if !self.has_people()? {
            return Ok(false);
        }
        self.read_people(|connection| {
            connection.query_row(
                "SELECT EXISTS (SELECT 1 FROM people WHERE role = 'admin' AND NOT disabled AND password IS NOT NULL)",
                (),
                |row| row.get(0),
            )
        })
    }

    /// Adds a person, without a password yet.
    pub fn add_person(
        &mut self,
        draft: &PersonDraft<'_>,
        actor: &Actor<'_>,
    ) -> Result<Person, PersonError> {
        self.write(|transaction| insert(transaction, draft, actor))
    }

    /// Changes a person. Whoever may do less than before, or may not sign in any more, is signed out everywhere.
    pub fn edit_person(
        &mut self,
        name: &str,
        edit: &PersonEdit,
        actor: &Actor<'_>,
    ) -> Result<Person, PersonError> {
        self.write(|transaction| {
            let before = known(transaction, name)?;
            if edit.version.is_some_and(|version| version != before.version) {
                return Err(PersonError::Changed.into());
            }
            let role = edit.role.unwrap_or(before.role);
            let is_disabled = edit.is_disabled.unwrap_or(before.is_disabled);
            let groups = match &edit.groups {
                Some(groups) => checked_groups(groups)?,
                None => before.groups.clone(),
            };
            let was_admin =
                before.role == PersonRole::Admin && !before.is_disabled && before.has_password;
            if was_admin
                && (role != PersonRole::Admin || is_disabled)
                && !has_other_admin(transaction, before.id)?
            {
                return Err(PersonError::LastAdmin(before.name).into());
            }
            transaction.execute(
                "UPDATE people SET role = ?2, disabled = ?3, version = version + 1 WHERE id = ?1",
                (before.id, role.as_str(), is_disabled),
            )?;
            put_groups(transaction, before.id, &groups)?;
            let loses_groups = before.groups.iter().any(|group| !groups.contains(group));
            if is_disabled || role < before.role || loses_groups {
                end_sessions(transaction, before.id, None)?;
            }
            if is_disabled {
                transaction.execute("DELETE FROM links WHERE person = ?1", [before.id])?;
            }
            let detail = json!({
                "role": [before.role.as_str(), role.as_str()],
                "disabled": [before.is_disabled, is_disabled],
                "groups": [before.groups, groups],
            });
            note(transaction, actor, AuditAct::PersonEdit, &before.name, &detail)?;
            Ok(by_id(transaction, before.id)?.ok_or(PersonError::Unknown(before.name))?)
        })
    }
}
