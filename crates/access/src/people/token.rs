//! Tokens: programs that act for a person, within scopes.

use super::audit::{Actor, AuditAct, note};
use super::person::{by_id, known};
use super::secret::hash_of;
use super::{Person, PersonError, SecretText, TokenScope};
use crate::moment::Moment;
use crate::store::PeopleStore;
use rusqlite::{OptionalExtension, Row};
use serde_json::json;

/// So that people and programs that look for leaked secrets recognise it.
const PREFIX: &str = "stodola_";
/// Characters of the longest name.
const NAME_MAX: usize = 100;
/// A person has at most so many.
const TOKENS_MAX: i64 = 200;
/// How exact the time of the last use is kept, in seconds.
const SEEN_STEP: i64 = 3600;

/// A token, without its secret, which only its owner knows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ApiToken {
    /// Its number.
    pub id: i64,
    /// The person it acts for.
    pub person: i64,
    /// What its owner calls it.
    pub name: String,
    /// What it may do.
    pub scopes: Vec<TokenScope>,
    /// When it was made.
    pub made: Moment,
    /// Until when it can be used; `None` for ever.
    pub ends: Option<Moment>,
    /// When it was last used, to the hour; `None` if never.
    pub seen: Option<Moment>,
}

/// A token to be made.
#[derive(Clone, Debug)]
pub struct TokenDraft<'d> {
    /// What its owner calls it.
    pub name: &'d str,
    /// What it may do; at least one.
    pub scopes: &'d [TokenScope],
    /// Until when it can be used; `None` for ever.
    pub ends: Option<Moment>,
}

/// A person for whom a program asks.
#[derive(Clone, Debug)]
pub struct TokenHolder {
    /// The person.
    pub person: Person,
    /// The token.
    pub token: ApiToken,
}

const COLUMNS: &str = "id, person, name, scopes, made, ends, seen";

fn from_row(row: &Row<'_>) -> rusqlite::Result<ApiToken> {
    let scopes: String = row.get(3)?;
    Ok(ApiToken {
        id: row.get(0)?,
        person: row.get(1)?,
        name: row.get(2)?,
        // A scope of a later version gives no right here.
        scopes: scopes.split(' ').filter_map(|scope| scope.parse().ok()).collect(),
        made: Moment(row.get(4)?),
        ends: row.get::<_, Option<i64>>(5)?.map(Moment),
        seen: row.get::<_, Option<i64>>(6)?.map(Moment),
    })
}

impl PeopleStore {
    /// Makes a token for a person. Returns it with its secret, which is never known again.
    pub fn add_token(
        &mut self,
        name: &str,
        draft: &TokenDraft<'_>,
        actor: &Actor<'_>,
    ) -> Result<(ApiToken, SecretText), PersonError> {
        let called = draft.name.trim();
        if called.is_empty()
            || called.chars().count() > NAME_MAX
            || called.chars().any(char::is_control)
        {
            return Err(PersonError::Text("name"));
        }
        let mut scopes = draft.scopes.to_vec();
        scopes.sort_unstable();
        scopes.dedup();
        if scopes.is_empty() {
            return Err(PersonError::Text("list of scopes"));
        }
        let secret = SecretText::new(PREFIX)?;
        let token = self.write(|transaction| {
            let person = known(transaction, name)?;
            let count: i64 = transaction.query_row(
                "SELECT count(*) FROM tokens WHERE person = ?1",
                [person.id],
                |row| row.get(0),
            )?;
            if count >= TOKENS_MAX {
                return Err(PersonError::TooMany("tokens").into());
            }
            let words: Vec<&str> = scopes.iter().map(|scope| scope.as_str()).collect();
            let id = transaction
                .prepare_cached(
                    "INSERT INTO tokens (hash, person, name, scopes, made, ends) VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
                )?
                .insert((
                    hash_of(secret.reveal()),
                    person.id,
                    called,
                    words.join(" "),
                    actor.time.0,
                    draft.ends.map(|ends| ends.0),
                ))?;
            let detail = json!({ "token": id, "name": called, "scopes": words });
            note(transaction, actor, AuditAct::TokenAdd, &person.name, &detail)?;
            Ok(ApiToken {
                id,
                person: person.id,
                name: called.to_owned(),
                scopes,
                made: actor.time,
                ends: draft.ends,
                seen: None,
            })
        })?;
        Ok((token, secret))
    }

    /// The tokens of a person by number.
    pub fn tokens(&self, person: i64) -> Result<Vec<ApiToken>, PersonError> {
        self.read_people(|connection| {
            let sql = format!("SELECT {COLUMNS} FROM tokens WHERE person = ?1 ORDER BY id");
            let mut statement = connection.prepare_cached(&sql)?;
            statement.query_map([person], from_row)?.collect()
        })
    }

    /// Removes a token of a person: it cannot be used any more.
    pub fn remove_token(
        &mut self,
        person: &Person,
        id: i64,
        actor: &Actor<'_>,
    ) -> Result<(), PersonError> {
        self.write(|transaction| {
            let removed = transaction
                .execute("DELETE FROM tokens WHERE id = ?1 AND person = ?2", (id, person.id))?;
            if removed == 0 {
                return Err(PersonError::Missing("token", id).into());
            }
            Ok(note(
                transaction,
                actor,
                AuditAct::TokenRemove,
                &person.name,
                &json!({ "token": id }),
            )?)
        })
    }

    /// Who asks with this secret; `None` if it is not the one of a token that can be used.
    pub fn token_holder(
        &mut self,
        secret: &str,
        now: Moment,
    ) -> Result<Option<TokenHolder>, PersonError> {
        let hash = match hash_of(secret) {
            Some(hash) if secret.starts_with(PREFIX) => hash,
            _ => return Ok(None),
        };
        let found = self.read_people(|connection| {
            let sql = format!(
                "SELECT {COLUMNS} FROM tokens WHERE hash = ?1 AND (ends IS NULL OR ends > ?2)"
            );
            let token =
                connection.prepare_cached(&sql)?.query_row((hash, now.0), from_row).optional()?;
            let Some(token) = token else { return Ok(None) };
            let person = by_id(connection, token.person)?.filter(|person| !person.is_disabled);
            Ok(person.map(|person| TokenHolder { person, token }))
        })?;
        if let Some(TokenHolder { token, .. }) = &found
            && token.seen.is_none_or(|seen| now.0 - seen.0 >= SEEN_STEP)
        {
            self.write(|transaction| {
                transaction
                    .execute("UPDATE tokens SET seen = ?2 WHERE id = ?1", (token.id, now.0))?;
                Ok(())
            })?;
        }
        Ok(found)
    }
}
