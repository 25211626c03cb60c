//! Sessions: somebody who is signed in with a browser.
//!
//! The secret of a session is changed every hour, so that a copied one is soon worth nothing. The answer with the
//! new secret can get lost; so the earlier one is good until the browser has come with the new one, and a minute more
//! for requests that were on their way.

use super::audit::{Actor, AuditAct, note};
use super::person::{by_id, end_sessions};
use super::secret::hash_of;
use super::{Person, PersonError, SecretText};
use crate::moment::Moment;
use crate::store::PeopleStore;
use rusqlite::{Connection, OptionalExtension, Transaction};
use serde_json::json;

/// A session ends after so many seconds without a request: twelve hours.
pub const IDLE_MAX: i64 = 12 * 3600;
/// A session ends so many seconds after signing in, whatever happens: fourteen days.
pub const SESSION_MAX: i64 = 14 * 86_400;
/// The secret is changed after so many seconds.
const TURN: i64 = 3600;
/// The earlier secret is good for so many seconds after the new one was used.
const GRACE: i64 = 60;
/// How exact the time of the last request is kept, in seconds.
const SEEN_STEP: i64 = 60;
/// A person has at most so many sessions; the oldest ones end.
const SESSIONS_MAX: i64 = 50;

/// Somebody who is signed in.
#[derive(Clone, Debug)]
pub struct SignedIn {
    /// The person.
    pub person: Person,
    /// The number of the session.
    pub session: i64,
    /// What forms must contain, so that no other site can send them.
    pub form: SecretText,
    /// The new secret, if it was changed just now: the browser must be told.
    pub turned: Option<SecretText>,
}

/// A session in a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SessionRow {
    /// Its number.
    pub id: i64,
    /// When it began.
    pub made: Moment,
    /// The last request, to the minute.
    pub seen: Moment,
    /// From which address it began.
    pub address: String,
    /// What the browser calls itself.
    pub agent: String,
}

struct Kept {
    id: i64,
    person: i64,
    form: String,
    made: i64,
    turned: i64,
    used: Option<i64>,
    seen: i64,
    is_earlier: bool,
}

impl Kept {
    fn signed_in(self, person: Person, turned: Option<SecretText>) -> SignedIn {
        SignedIn { person, session: self.id, form: SecretText::kept(self.form), turned }
    }
}

/// What is to be written about a session at a request.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Step {
    Nothing,
    /// The secret is changed: it is time, or the answer with the new one was lost.
    Turn,
    /// The new secret was used for the first time.
    Used,
    /// The time of the last request.
    Seen,
}

fn step(kept: &Kept, now: Moment) -> Step {
    let since_turn = now.0 - kept.turned;
    match (kept.is_earlier, kept.used) {
        (true, None) if since_turn > GRACE => Step::Turn,
        (false, _) if since_turn >= TURN => Step::Turn,
        (false, None) => Step::Used,
        _ if now.0 - kept.seen >= SEEN_STEP => Step::Seen,
        _ => Step::Nothing,
    }
}

/// The session of a secret and its person, if it is not over.
fn look(
    connection: &Connection,
    hash: &[u8],
    now: Moment,
) -> rusqlite::Result<Option<(Kept, Person)>> {
    let Some(kept) = find(connection, hash)?.filter(|kept| !is_over(kept, now.0)) else {
        return Ok(None);
    };
    let person = by_id(connection, kept.person)?.filter(|person| !person.is_disabled);
    Ok(person.map(|person| (kept, person)))
}

fn find(connection: &Connection, hash: &[u8]) -> rusqlite::Result<Option<Kept>> {
    connection
        .prepare_cached(
            "SELECT id, person, form, made, turned, used, seen, hash <> ?1 FROM sessions
             WHERE hash = ?1 OR earlier = ?1",
        )?
        .query_row([hash], |row| {
            Ok(Kept {
                id: row.get(0)?,
                person: row.get(1)?,
                form: row.get(2)?,
                made: row.get(3)?,
                turned: row.get(4)?,
                used: row.get(5)?,
                seen: row.get(6)?,
                is_earlier: row.get(7)?,
            })
        })
        .optional()
}

/// Whether a session is over, or the secret no longer its own.
fn is_over(kept: &Kept, now: i64) -> bool {
    let is_stale = kept.is_earlier && kept.used.is_some_and(|used| now - used > GRACE);
    is_stale || now - kept.seen > IDLE_MAX || now - kept.made > SESSION_MAX
}

/// Removes sessions that are over, and the oldest of too many.
pub(super) fn remove_old(
    transaction: &Transaction<'_>,
    person: i64,
    now: i64,
) -> rusqlite::Result<()> {
    transaction.execute(
        "DELETE FROM sessions WHERE seen < ?1 OR made < ?2",
        (now - IDLE_MAX, now - SESSION_MAX),
    )?;
    transaction.execute(
        "DELETE FROM sessions WHERE id IN (SELECT id FROM sessions WHERE person = ?1 ORDER BY seen DESC
         LIMIT -1 OFFSET ?2)",
        (person, SESSIONS_MAX - 1),
    )?;
    Ok(())
}

impl PeopleStore {
    /// Who is signed in with this secret; `None` if nobody is any more.
    pub fn session(&mut self, secret: &str, now: Moment) -> Result<Option<SignedIn>, PersonError> {
        let Some(hash) = hash_of(secret) else { return Ok(None) };
        // Mostly there is nothing to write.
        let found = self.read_people(|connection| look(connection, &hash, now))?;
        match found {
            Some((kept, person)) if step(&kept, now) == Step::Nothing => {
                return Ok(Some(kept.signed_in(person, None)));
            }
            Some(_) => {}
            None => return Ok(None),
        }
        let fresh = SecretText::new("")?;
        self.write(|transaction| {
            let Some((kept, person)) = look(transaction, &hash, now)? else { return Ok(None) };
            let step = step(&kept, now);
            match step {
                Step::Nothing => {}
                Step::Turn => {
                    let fresh = hash_of(fresh.reveal());
                    transaction
                        .prepare_cached(
                            "UPDATE sessions SET earlier = ?2, hash = ?3, turned = ?4, used = NULL, seen = ?4
                             WHERE id = ?1",
                        )?
                        .execute((kept.id, &hash, fresh, now.0))?;
                }
                Step::Used => {
                    transaction.execute(
                        "UPDATE sessions SET used = ?2, seen = ?2 WHERE id = ?1",
                        (kept.id, now.0),
                    )?;
                }
                Step::Seen => {
                    transaction
                        .execute("UPDATE sessions SET seen = ?2 WHERE id = ?1", (kept.id, now.0))?;
                }
            }
            Ok(Some(kept.signed_in(person, (step == Step::Turn).then_some(fresh))))
        })
    }

    /// Ends a session.
    pub fn sign_out(&mut self, secret: &str, actor: &Actor<'_>) -> Result<(), PersonError> {
        let Some(hash) = hash_of(secret) else { return Ok(()) };
        self.write(|transaction| {
            let Some(kept) = find(transaction, &hash)? else { return Ok(()) };
            transaction.execute("DELETE FROM sessions WHERE id = ?1", [kept.id])?;
            Ok(note(transaction, actor, AuditAct::SignOut, actor.who, &json!({}))?)
        })
    }

    /// The sessions of a person, the latest first.
    pub fn sessions(&self, person: i64) -> Result<Vec<SessionRow>, PersonError> {
        self.read_people(|connection| {
            let mut statement = connection.prepare_cached(
                "SELECT id, made, seen, address, agent FROM sessions WHERE person = ?1 ORDER BY seen DESC, id DESC",
            )?;
            let rows = statement.query_map([person], |row| {
                Ok(SessionRow {
                    id: row.get(0)?,
                    made: Moment(row.get(1)?),
                    seen: Moment(row.get(2)?),
                    address: row.get(3)?,
                    agent: row.get(4)?,
                })
            })?;
            rows.collect()
        })
    }

    /// Ends all sessions of a person but one. Returns how many.
    pub fn end_sessions(
        &mut self,
        person: &Person,
        except: Option<i64>,
        actor: &Actor<'_>,
    ) -> Result<usize, PersonError> {
        self.write(|transaction| {
            let ended = end_sessions(transaction, person.id, except)?;
            let detail = json!({ "sessions_ended": ended });
            note(transaction, actor, AuditAct::SessionsEnd, &person.name, &detail)?;
            Ok(ended)
        })
    }
}
