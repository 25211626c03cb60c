//! Signing in with name and password, and the lock-out of those who try many.
//!
//! An attempt is counted before the password is looked at, and forgotten when it fits: nobody gains by trying many at
//! once, or by stopping the server. Names that nobody has are counted and locked like others, and comparing takes as
//! long: the answer does not tell who exists.

use super::audit::{Actor, AuditAct, note};
use super::live::Stop;
use super::person::{by_id, folded};
use super::secret::hash_of;
use super::{PasswordHash, Person, PersonError, SecretText};
use crate::moment::Moment;
use crate::store::PeopleStore;
use rusqlite::{OptionalExtension, Transaction};
use serde_json::json;
use std::net::IpAddr;

/// Failures from one network that are free, and those of one name from anywhere: many networks can be used against
/// one name, but nobody should be able to lock others out with a few attempts.
const FREE_FROM_NETWORK: i64 = 5;
const FREE_OF_NAME: i64 = 50;
/// Seconds of the first lock-out; each further failure doubles it.
const FIRST_LOCK: i64 = 30;
/// Seconds of the longest lock-out.
const LONGEST_LOCK: i64 = 3600;
/// After so many seconds without an attempt all is forgotten.
const FORGOTTEN: i64 = 86_400;
/// So many names and networks are remembered.
const ATTEMPTS_KEPT: i64 = 20_000;
/// Characters of a browser's name that are kept.
const AGENT_MAX: usize = 200;

/// Whether somebody may try a password.
#[derive(Debug)]
pub enum SignInDoor {
    /// They may: the password is compared with [`SignInCheck::fits`], without holding the store.
    Open(SignInCheck),
    /// Too many attempts failed; not before this moment.
    Locked(Moment),
}

/// An attempt to sign in, counted as failed until it succeeds.
#[derive(Debug)]
pub struct SignInCheck {
    /// The person and their password as it was; `None` if nobody has that name, or they cannot sign in.
    person: Option<(i64, PasswordHash)>,
    name: String,
    doors: [String; 2],
    compared: PasswordHash,
}

impl SignInCheck {
    /// Whether the password is right. Takes a tenth of a second and 19 MiB, also for names that nobody has.
    pub fn fits(&self, password: &str) -> bool {
        self.compared.fits(password) & self.person.is_some()
    }
}

/// The network of an address: of IPv6, what one customer has.
fn network(address: Option<IpAddr>) -> String {
    match address {
        None => "console".to_owned(),
        Some(IpAddr::V4(address)) => address.to_string(),
        Some(IpAddr::V6(address)) => {
            let [a, b, c, d, ..] = address.segments();
            format!("{a:x}:{b:x}:{c:x}:{d:x}")
        }
    }
}

/// Seconds of the lock-out after so many failures.
fn lock_seconds(failures: i64, free: i64) -> i64 {
    let over = failures - free;
    if over < 0 { 0 } else { (FIRST_LOCK << over.min(20)).min(LONGEST_LOCK) }
}

/// Counts an attempt at a door. Returns until when it is locked, and then counts nothing.
fn count(
    transaction: &Transaction<'_>,
    door: &str,
    free: i64,
    now: Moment,
) -> rusqlite::Result<Option<Moment>> {
    let known: Option<(i64, i64)> = transaction
        .prepare_cached("SELECT failures, last FROM attempts WHERE door = ?1")?
        .query_row([door], |row| Ok((row.get(0)?, row.get(1)?)))
        .optional()?;
    // The clock may have been put back.
    let known = known.map(|(failures, last)| (failures, last.min(now.0)));
    let (failures, last) = known.filter(|(_, last)| now.0 - last < FORGOTTEN).unwrap_or((0, now.0));
    let until = last + lock_seconds(failures, free);
    if now.0 < until {
        return Ok(Some(Moment(until)));
    }
    transaction
        .prepare_cached("INSERT OR REPLACE INTO attempts VALUES (?1, ?2, ?3)")?
        .execute((door, failures + 1, now.0))?;
    Ok(None)
}

impl PeopleStore {
    /// Begins an attempt to sign in.
    pub fn begin_sign_in(
        &mut self,
        name: &str,
        actor: &Actor<'_>,
    ) -> Result<SignInDoor, PersonError> {
        // What cannot be a name is treated as a name that nobody has.
        let name = folded(name).unwrap_or_else(|_| "?".to_owned());
        let doors = [format!("{name} {}", network(actor.address)), name.clone()];
        self.write(|transaction| {
            for (door, free) in doors.iter().zip([FREE_FROM_NETWORK, FREE_OF_NAME]) {
                if let Some(until) = count(transaction, door, free, actor.time)? {
                    return Ok(SignInDoor::Locked(until));
                }
            }
            transaction.execute(
                "DELETE FROM attempts WHERE last <= (SELECT last FROM attempts ORDER BY last DESC LIMIT 1 OFFSET ?1)",
                [ATTEMPTS_KEPT],
            )?;
            let person: Option<(i64, String)> = transaction
                .prepare_cached(
                    "SELECT id, password FROM people WHERE name = ?1 AND NOT disabled AND password IS NOT NULL",
                )?
                .query_row([&name], |row| Ok((row.get(0)?, row.get(1)?)))
                .optional()?;
            let person = person.map(|(id, password)| (id, PasswordHash::kept(password)));
            let compared =
                person.as_ref().map_or_else(PasswordHash::of_nobody, |(_, password)| password.clone());
            Ok(SignInDoor::Open(SignInCheck { person, name, doors, compared }))
        })
    }

    /// Ends an attempt that failed: it stays counted.
    pub fn refuse_sign_in(
        &mut self,
        check: &SignInCheck,
        actor: &Actor<'_>,
    ) -> Result<(), PersonError> {
        self.write(|transaction| {
            let failures: i64 = transaction.query_row(
                "SELECT coalesce(max(failures), 0) FROM attempts WHERE door = ?1",
                [&check.doors[0]],
                |row| row.get(0),
            )?;
            let is_locked = failures >= FREE_FROM_NETWORK;
            let act = if is_locked { AuditAct::SignInLocked } else { AuditAct::SignInFailed };
            Ok(note(transaction, actor, act, &check.name, &json!({ "failures": failures }))?)
        })
    }

    /// Ends an attempt that succeeded without signing in, as before a change of the password: it is not counted.
    pub fn forget_attempts(&mut self, check: &SignInCheck) -> Result<(), PersonError> {
        self.write(|transaction| Ok(forget(transaction, check)?))
    }

    /// Ends an attempt that succeeded: the person is signed in. Returns the secret of the new session. Fails with
    /// [`PersonError::Unknown`] if the person was changed since the attempt began.
    pub fn sign_in(
        &mut self,
        check: &SignInCheck,
        agent: &str,
        actor: &Actor<'_>,
    ) -> Result<(Person, SecretText), PersonError> {
        let unknown = || PersonError::Unknown(check.name.clone());
        let (id, password) = check.person.as_ref().ok_or_else(unknown)?;
        let secret = SecretText::new("")?;
        let person = self.write(|transaction| {
            let now: Option<String> = transaction
                .query_row("SELECT password FROM people WHERE id = ?1", [id], |row| row.get(0))
                .optional()?
                .flatten();
            let person = by_id(transaction, *id)?.filter(|person| !person.is_disabled);
            let person = person.filter(|_| now.as_deref() == Some(password.as_str()));
            let person = person.ok_or_else(unknown)?;
            forget(transaction, check)?;
            add_session(transaction, &person, &secret, agent, actor)?;
            Ok(person)
        })?;
        Ok((person, secret))
    }

    /// Signs in somebody who has just used a link.
    pub fn sign_in_by_link(
        &mut self,
        person: &Person,
        agent: &str,
        actor: &Actor<'_>,
    ) -> Result<SecretText, PersonError> {
        let secret = SecretText::new("")?;
        self.write(|transaction| add_session(transaction, person, &secret, agent, actor))?;
        Ok(secret)
    }
}

fn forget(transaction: &Transaction<'_>, check: &SignInCheck) -> rusqlite::Result<()> {
    for door in &check.doors {
        transaction.execute("DELETE FROM attempts WHERE door = ?1", [door])?;
    }
    Ok(())
}

fn add_session(
    transaction: &Transaction<'_>,
    person: &Person,
    secret: &SecretText,
    agent: &str,
    actor: &Actor<'_>,
) -> Result<(), Stop> {
    let agent: String = agent.chars().filter(|it| !it.is_control()).take(AGENT_MAX).collect();
    let form = SecretText::new("")?;
    let now = actor.time.0;
    super::session::remove_old(transaction, person.id, now)?;
    transaction.execute(
        "INSERT INTO sessions (hash, person, form, made, turned, used, seen, address, agent)
         VALUES (?1, ?2, ?3, ?4, ?4, ?4, ?4, ?5, ?6)",
        (
            hash_of(secret.reveal()),
            person.id,
            form.reveal(),
            now,
            actor.address.map(|it| it.to_string()).unwrap_or_default(),
            agent,
        ),
    )?;
    let actor = Actor { who: &person.name, ..*actor };
    Ok(note(transaction, &actor, AuditAct::SignIn, &person.name, &json!({}))?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lock_outs_double_up_to_an_hour() {
        let seconds: Vec<i64> = (0..14).map(|failures| lock_seconds(failures, 5)).collect();
        assert_eq!(seconds, [0, 0, 0, 0, 0, 30, 60, 120, 240, 480, 960, 1920, 3600, 3600]);
        assert_eq!(lock_seconds(i64::MAX / 2, 5), 3600);
    }

    #[test]
    fn a_customer_of_ipv6_is_one_network() {
        let of = |address: &str| network(Some(address.parse().unwrap()));
        assert_eq!(of("2001:db8:1:2:3:4:5:6"), of("2001:db8:1:2::9"));
        assert_ne!(of("2001:db8:1:2::9"), of("2001:db8:1:3::9"));
        assert_ne!(of("10.0.0.1"), of("10.0.0.2"));
    }
}
