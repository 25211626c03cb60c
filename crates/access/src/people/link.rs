//! Links that are used once: they let somebody choose a password, or become the first administrator.

use super::audit::{Actor, AuditAct, note};
use super::live::Stop;
use super::person::{by_id, end_sessions, insert, known};
use super::secret::hash_of;
use super::{PasswordHash, Person, PersonDraft, PersonError, PersonRole, SecretText};
use crate::moment::Moment;
use crate::store::PeopleStore;
use rusqlite::{Connection, OptionalExtension};
use serde_json::json;

/// How long a link can be used, in seconds: three days.
const LINK_SECONDS: i64 = 3 * 86_400;

/// A link that was just made: only now is its secret known.
#[derive(Clone, Debug)]
pub struct OneTimeLink {
    /// What stands at the end of the address.
    pub secret: SecretText,
    /// Until when it can be used.
    pub ends: Moment,
}

/// What a link is for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LinkPurpose {
    /// Whoever uses it becomes the first administrator, under a name they choose.
    FirstAdmin,
    /// This person chooses a password.
    Password(Box<Person>),
}

fn purpose(connection: &Connection, secret: &str, now: Moment) -> Result<LinkPurpose, Stop> {
    let hash = hash_of(secret).ok_or(PersonError::Link)?;
    let found: Option<Option<i64>> = connection
        .prepare_cached("SELECT person FROM links WHERE hash = ?1 AND ends > ?2")?
        .query_row((hash, now.0), |row| row.get(0))
        .optional()?;
    match found.ok_or(PersonError::Link)? {
        None => Ok(LinkPurpose::FirstAdmin),
        Some(id) => {
            let person = by_id(connection, id)?.filter(|person| !person.is_disabled);
            Ok(LinkPurpose::Password(Box::new(person.ok_or(PersonError::Link)?)))
        }
    }
}

impl PeopleStore {
    /// A new link for the first administrator; `None` if there is one already. An earlier link cannot be used any more.
    pub fn first_admin_link(
        &mut self,
        actor: &Actor<'_>,
    ) -> Result<Option<OneTimeLink>, PersonError> {
        if self.has_admin()? {
            return Ok(None);
        }
        let secret = SecretText::new("")?;
        let ends = Moment(actor.time.0 + LINK_SECONDS);
        self.write(|transaction| {
            transaction
                .execute("DELETE FROM links WHERE person IS NULL OR ends <= ?1", [actor.time.0])?;
            let hash = hash_of(secret.reveal());
            transaction.execute("INSERT INTO links VALUES (?1, NULL, ?2)", (hash, ends.0))?;
            Ok(note(transaction, actor, AuditAct::LinkMade, "", &json!({ "for": "first-admin" }))?)
        })?;
        Ok(Some(OneTimeLink { secret, ends }))
    }

    /// A new link by which a person chooses a password. An earlier link of theirs cannot be used any more.
    pub fn password_link(
        &mut self,
        name: &str,
        actor: &Actor<'_>,
    ) -> Result<OneTimeLink, PersonError> {
        let secret = SecretText::new("")?;
        let ends = Moment(actor.time.0 + LINK_SECONDS);
        self.write(|transaction| {
            let person = known(transaction, name)?;
            transaction.execute(
                "DELETE FROM links WHERE person = ?1 OR ends <= ?2",
                (person.id, actor.time.0),
            )?;
            let hash = hash_of(secret.reveal());
            transaction
                .execute("INSERT INTO links VALUES (?1, ?2, ?3)", (hash, person.id, ends.0))?;
            Ok(note(
                transaction,
                actor,
                AuditAct::LinkMade,
                &person.name,
                &json!({ "for": "password" }),
            )?)
        })?;
        Ok(OneTimeLink { secret, ends })
    }

    /// What a link is for. Fails with [`PersonError::Link`] if it cannot be used.
    pub fn link(&mut self, secret: &str, now: Moment) -> Result<LinkPurpose, PersonError> {
        self.write(|transaction| purpose(transaction, secret, now))
    }

    /// Uses a link: its person has this password now, and all their sessions end. For the first administrator, `name`
    /// is the one they have chosen.
    pub fn use_link(
        &mut self,
        secret: &str,
        name: &str,
        password: &PasswordHash,
        actor: &Actor<'_>,
    ) -> Result<Person, PersonError> {
        self.write(|transaction| {
            let person = match purpose(transaction, secret, actor.time)? {
                LinkPurpose::Password(person) => *person,
                LinkPurpose::FirstAdmin => {
                    let has_admin: bool = transaction.query_row(
                        "SELECT EXISTS (SELECT 1 FROM people WHERE role = 'admin' AND NOT disabled
                         AND password IS NOT NULL)",
                        (),
                        |row| row.get(0),
                    )?;
                    if has_admin {
                        return Err(PersonError::HasAdmin.into());
                    }
                    let draft = PersonDraft { name, role: PersonRole::Admin, groups: &[] };
                    let own = super::person::folded(name)?;
                    insert(transaction, &draft, &Actor { who: &own, ..*actor })?
                }
            };
            transaction.execute("DELETE FROM links WHERE hash = ?1", [hash_of(secret)])?;
            let actor = Actor { who: &person.name, ..*actor };
            set(transaction, &person, password, None, &actor)?;
            Ok(by_id(transaction, person.id)?.ok_or(PersonError::Link)?)
        })
    }

    /// Gives a person another password; all their other sessions end.
    pub fn set_password(
        &mut self,
        name: &str,
        password: &PasswordHash,
        kept_session: Option<i64>,
        actor: &Actor<'_>,
    ) -> Result<(), PersonError> {
        self.write(|transaction| {
            let person = known(transaction, name)?;
            set(transaction, &person, password, kept_session, actor)
        })
    }
}

fn set(
    transaction: &rusqlite::Transaction<'_>,
    person: &Person,
    password: &PasswordHash,
    kept_session: Option<i64>,
    actor: &Actor<'_>,
) -> Result<(), Stop> {
    transaction.execute(
        "UPDATE people SET password = ?2, version = version + 1 WHERE id = ?1",
        (person.id, password.as_str()),
    )?;
    transaction.execute("DELETE FROM links WHERE person = ?1", [person.id])?;
    let ended = end_sessions(transaction, person.id, kept_session)?;
    let detail = json!({ "sessions_ended": ended });
    Ok(note(transaction, actor, AuditAct::PasswordSet, &person.name, &detail)?)
}
