//! Projects: a person's named part of the archive, to which searches, maps and requests can be restricted.

use super::audit::{Actor, AuditAct, note};
use super::live::Stop;
use super::{Person, PersonError};
use crate::moment::Moment;
use crate::rule::{RulePlace, RuleTextError};
use crate::store::{PeopleError, PeopleStore, explain};
use rusqlite::{Connection, OptionalExtension, Row};
use serde::{Deserialize, Serialize};
use serde_json::json;
use std::fmt;
use std::str::FromStr;

const NAME_MAX: usize = 100;
const NOTE_MAX: usize = 8192;
/// A project has at most so many parts, a person so many projects.
const PARTS_MAX: usize = 1000;
const PROJECTS_MAX: i64 = 1000;

/// A part of a project: addresses as in rules (`*.example.cz`, `http://example.cz/a/*`), or `collection:NAME`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum ProjectPart {
    /// Addresses.
    Place(RulePlace),
    /// A named collection; `web` has everything.
    Collection(String),
}

impl FromStr for ProjectPart {
    type Err = RuleTextError;

    fn from_str(text: &str) -> Result<ProjectPart, RuleTextError> {
        match text.strip_prefix("collection:") {
            None => Ok(ProjectPart::Place(text.parse()?)),
            Some(name) => {
                let is_plain = name.chars().all(|it| it.is_alphanumeric() || "._-".contains(it));
                match !name.is_empty() && name.len() <= 200 && is_plain {
                    true => Ok(ProjectPart::Collection(name.to_owned())),
                    false => Err(RuleTextError::new("collection:NAME", text)),
                }
            }
        }
    }
}

impl fmt::Display for ProjectPart {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ProjectPart::Place(place) => place.fmt(f),
            ProjectPart::Collection(name) => write!(f, "collection:{name}"),
        }
    }
}

impl From<ProjectPart> for String {
    fn from(part: ProjectPart) -> String {
        part.to_string()
    }
}

impl TryFrom<String> for ProjectPart {
    type Error = RuleTextError;

    fn try_from(text: String) -> Result<ProjectPart, RuleTextError> {
        text.parse()
    }
}

/// A person's named part of the archive.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Project {
    /// Its number.
    pub id: i64,
    /// The name of its owner.
    pub owner: String,
    /// What its owner calls it.
    pub name: String,
    /// What it is for.
    pub note: String,
    /// Whether all others may use it too.
    pub is_shared: bool,
    /// What belongs to it.
    pub parts: Vec<ProjectPart>,
    /// When it was made.
    pub made: Moment,
    /// Counts the changes, from 1.
    pub version: i64,
}

impl Project {
    /// Whether an address with this key (SURT) belongs to it by its places. Collections are for whoever knows them.
    pub fn has_key(&self, key: &[u8]) -> bool {
        self.parts.iter().any(|part| match part {
            ProjectPart::Place(place) => key.starts_with(place.key().as_bytes()) && place.fits(key),
            ProjectPart::Collection(_) => false,
        })
    }
}

/// A project as its owner writes it.
#[derive(Clone, Debug)]
pub struct ProjectDraft {
    /// What its owner calls it.
    pub name: String,
    /// What it is for; may be empty.
    pub note: String,
    /// Whether all others may use it too.
    pub is_shared: bool,
    /// What belongs to it.
    pub parts: Vec<ProjectPart>,
}

impl ProjectDraft {
    fn check(&self) -> Result<(), PersonError> {
        let name = self.name.trim();
        if name.is_empty() || name.chars().count() > NAME_MAX || name.chars().any(char::is_control)
        {
            return Err(PersonError::Text("name"));
        }
        if self.note.len() > NOTE_MAX {
            return Err(PersonError::Text("note"));
        }
        if self.parts.len() > PARTS_MAX {
            return Err(PersonError::TooMany("parts"));
        }
        Ok(())
    }

    fn parts_text(&self) -> String {
        json!(self.parts.iter().map(ToString::to_string).collect::<Vec<_>>()).to_string()
    }
}

const SELECT: &str =
    "SELECT projects.id, people.name, projects.name, note, shared, parts, projects.made,
    projects.version FROM projects JOIN people ON people.id = person";

/// A project, and its parts as they are kept.
fn from_row(row: &Row<'_>) -> rusqlite::Result<(Project, String)> {
    let project = Project {
        id: row.get(0)?,
        owner: row.get(1)?,
        name: row.get(2)?,
        note: row.get(3)?,
        is_shared: row.get(4)?,
        parts: Vec::new(),
        made: Moment(row.get(6)?),
        version: row.get(7)?,
    };
    Ok((project, row.get(5)?))
}

impl PeopleStore {
    fn read_parts(&self, (mut project, parts): (Project, String)) -> Result<Project, PersonError> {
        project.parts = serde_json::from_str(&parts).map_err(|error| PeopleError::Damaged {
            path: self.path.clone(),
            what: format!("project {} cannot be read: {error}", project.id),
        })?;
        Ok(project)
    }

    /// The projects that a person may use, their own and those that are shared, after a number, at most `limit`.
    pub fn projects(
        &self,
        person: i64,
        after: i64,
        limit: usize,
    ) -> Result<Vec<Project>, PersonError> {
        let limit = i64::try_from(limit).unwrap_or(i64::MAX);
        let read = |connection: &Connection| -> rusqlite::Result<Vec<_>> {
            let sql = format!(
                "{SELECT} WHERE (person = ?1 OR shared) AND projects.id > ?2 ORDER BY projects.id LIMIT ?3"
            );
            let mut statement = connection.prepare_cached(&sql)?;
            statement.query_map((person, after, limit), from_row)?.collect()
        };
        let rows = read(&self.connection).map_err(|error| explain(&self.path, error))?;
        rows.into_iter().map(|row| self.read_parts(row)).collect()
    }

    /// A project that a person may use; `None` if there is none of that number, or it is somebody else's own.
    pub fn project(&self, person: i64, id: i64) -> Result<Option<Project>, PersonError> {
        let sql = format!("{SELECT} WHERE (person = ?1 OR shared) AND projects.id = ?2");
        let row = self.read_people(|connection| {
            connection.prepare_cached(&sql)?.query_row((person, id), from_row).optional()
        })?;
        row.map(|row| self.read_parts(row)).transpose()
    }

    /// Adds a project of a person. Returns its number.
    pub fn add_project(
        &mut self,
        person: &Person,
        draft: &ProjectDraft,
        actor: &Actor<'_>,
    ) -> Result<i64, PersonError> {
        draft.check()?;
        self.write(|transaction| {
            let count: i64 = transaction.query_row(
                "SELECT count(*) FROM projects WHERE person = ?1",
                [person.id],
                |row| row.get(0),
            )?;
            if count >= PROJECTS_MAX {
                return Err(PersonError::TooMany("projects").into());
            }
            is_free(transaction, person, draft, 0)?;
            let id = transaction
                .prepare_cached(
                    "INSERT INTO projects (person, name, note, shared, parts, made) VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
                )?
                .insert((
                    person.id,
                    draft.name.trim(),
                    &draft.note,
                    draft.is_shared,
                    draft.parts_text(),
                    actor.time.0,
                ))?;
            let detail = json!({ "project": id, "name": draft.name.trim() });
            note(transaction, actor, AuditAct::ProjectAdd, &person.name, &detail)?;
            Ok(id)
        })
    }

    /// Changes a project of a person. `version` is the one that is changed; `None` for any.
    pub fn edit_project(
        &mut self,
        person: &Person,
        id: i64,
        version: Option<i64>,
        draft: &ProjectDraft,
        actor: &Actor<'_>,
    ) -> Result<(), PersonError> {
        draft.check()?;
        self.write(|transaction| {
            own(transaction, person, id, version)?;
            is_free(transaction, person, draft, id)?;
            transaction.execute(
                "UPDATE projects SET name = ?2, note = ?3, shared = ?4, parts = ?5, version = version + 1
                 WHERE id = ?1",
                (id, draft.name.trim(), &draft.note, draft.is_shared, draft.parts_text()),
            )?;
            let detail = json!({ "project": id, "name": draft.name.trim() });
            Ok(note(transaction, actor, AuditAct::ProjectEdit, &person.name, &detail)?)
        })
    }

    /// Removes a project of a person.
    pub fn remove_project(
        &mut self,
        person: &Person,
        id: i64,
        version: Option<i64>,
        actor: &Actor<'_>,
    ) -> Result<(), PersonError> {
        self.write(|transaction| {
            own(transaction, person, id, version)?;
            transaction.execute("DELETE FROM projects WHERE id = ?1", [id])?;
            Ok(note(
                transaction,
                actor,
                AuditAct::ProjectRemove,
                &person.name,
                &json!({ "project": id }),
            )?)
        })
    }
}

/// Fails if the project is not the person's own, or was changed meanwhile.
fn own(
    connection: &Connection,
    person: &Person,
    id: i64,
    version: Option<i64>,
) -> Result<(), Stop> {
    let found: Option<i64> = connection
        .query_row(
            "SELECT version FROM projects WHERE id = ?1 AND person = ?2",
            (id, person.id),
            |row| row.get(0),
        )
        .optional()?;
    match (found, version) {
        (None, _) => Err(PersonError::Missing("project", id).into()),
        (Some(found), Some(version)) if found != version => Err(PersonError::Changed.into()),
        _ => Ok(()),
    }
}

/// Fails if the person has another project of that name.
fn is_free(
    connection: &Connection,
    person: &Person,
    draft: &ProjectDraft,
    id: i64,
) -> Result<(), Stop> {
    let is_taken: bool = connection.query_row(
        "SELECT EXISTS (SELECT 1 FROM projects WHERE person = ?1 AND name = ?2 AND id <> ?3)",
        (person.id, draft.name.trim(), id),
        |row| row.get(0),
    )?;
    if is_taken {
        Err(PersonError::ProjectTaken(draft.name.trim().to_owned()).into())
    } else {
        Ok(())
    }
}
