//! Webhooks: programs that are told of events, one after the other, in their order.
//!
//! What is kept is how far a webhook is. Its next event is sent until the program takes it, with longer and longer
//! pauses; after [`TRIES_MAX`] attempts the webhook is parked, and somebody has to look at it.

use super::audit::{Actor, AuditAct, note};
use super::{PersonError, SecretText};
use crate::moment::Moment;
use crate::store::PeopleStore;
use rusqlite::Row;
use serde_json::json;

/// There are at most so many.
const WEBHOOKS_MAX: i64 = 100;
const URL_MAX: usize = 2000;
/// After so many failed attempts, about two days, a webhook is parked.
const TRIES_MAX: i64 = 20;
/// Seconds before the second attempt; each pause is twice as long as the one before.
const FIRST_PAUSE: i64 = 10;
/// Seconds of the longest pause.
const LONGEST_PAUSE: i64 = 6 * 3600;

/// A program that is told of events.
#[derive(Clone, Debug)]
pub struct Webhook {
    /// Its number.
    pub id: i64,
    /// Where events are sent.
    pub url: String,
    /// What messages are signed with. Unlike other secrets it has to be kept as it is.
    pub key: SecretText,
    /// Kinds of events that are sent; empty for all.
    pub kinds: Vec<String>,
    /// When it was made.
    pub made: Moment,
    /// The number of the last event that it has taken or is not told of.
    pub place: i64,
    /// Failed attempts to send the next event.
    pub tries: i64,
    /// Nothing is sent before.
    pub next: Moment,
    /// Since when nothing is sent any more; `None` if it is at work.
    pub parked: Option<Moment>,
    /// Why the last attempt failed.
    pub error: Option<String>,
}

/// A webhook to be made.
#[derive(Clone, Debug)]
pub struct WebhookDraft<'d> {
    /// Where events are sent.
    pub url: &'d str,
    /// Kinds of events that are sent; empty for all.
    pub kinds: &'d [String],
    /// Events up to this one are not sent.
    pub place: i64,
}

fn from_row(row: &Row<'_>) -> rusqlite::Result<Webhook> {
    let kinds: String = row.get(3)?;
    Ok(Webhook {
        id: row.get(0)?,
        url: row.get(1)?,
        key: SecretText::kept(row.get(2)?),
        kinds: kinds.split_whitespace().map(str::to_owned).collect(),
        made: Moment(row.get(4)?),
        place: row.get(5)?,
        tries: row.get(6)?,
        next: Moment(row.get(7)?),
        parked: row.get::<_, Option<i64>>(8)?.map(Moment),
        error: row.get(9)?,
    })
}

impl PeopleStore {
    /// All webhooks by number.
    pub fn webhooks(&self) -> Result<Vec<Webhook>, PersonError> {
        if !self.has_people()? {
            return Ok(Vec::new());
        }
        self.read_people(|connection| {
            let mut statement = connection.prepare_cached(
                "SELECT id, url, key, kinds, made, place, tries, next, parked, error FROM webhooks ORDER BY id",
            )?;
            statement.query_map((), from_row)?.collect()
        })
    }

    /// Adds a webhook. Returns its number and the key that its messages are signed with.
    pub fn add_webhook(
        &mut self,
        draft: &WebhookDraft<'_>,
        actor: &Actor<'_>,
    ) -> Result<(i64, SecretText), PersonError> {
        let scheme = draft.url.split_once("://").map(|(scheme, _)| scheme);
        let is_plain =
            draft.url.bytes().all(|byte| byte.is_ascii_graphic()) && !draft.url.contains('@');
        if !matches!(scheme, Some("http" | "https")) || !is_plain || draft.url.len() > URL_MAX {
            return Err(PersonError::Address(draft.url.chars().take(100).collect()));
        }
        let is_kind = |kind: &String| {
            kind.len() <= 40
                && !kind.is_empty()
                && kind.bytes().all(|it| it.is_ascii_lowercase() || it == b'-')
        };
        if draft.kinds.len() > 20 || !draft.kinds.iter().all(is_kind) {
            return Err(PersonError::Text("list of kinds"));
        }
        let key = SecretText::new("")?;
        let id = self.write(|transaction| {
            let count: i64 =
                transaction.query_row("SELECT count(*) FROM webhooks", (), |row| row.get(0))?;
            if count >= WEBHOOKS_MAX {
                return Err(PersonError::TooMany("webhooks").into());
            }
            let id = transaction
                .prepare_cached(
                    "INSERT INTO webhooks (url, key, kinds, made, place) VALUES (?1, ?2, ?3, ?4, ?5)",
                )?
                .insert((draft.url, key.reveal(), draft.kinds.join(" "), actor.time.0, draft.place))?;
            let detail = json!({ "webhook": id, "kinds": draft.kinds });
            note(transaction, actor, AuditAct::WebhookAdd, draft.url, &detail)?;
            Ok(id)
        })?;
        Ok((id, key))
    }

    /// Removes a webhook.
    pub fn remove_webhook(&mut self, id: i64, actor: &Actor<'_>) -> Result<(), PersonError> {
        self.write(|transaction| {
            if transaction.execute("DELETE FROM webhooks WHERE id = ?1", [id])? == 0 {
                return Err(PersonError::Missing("webhook", id).into());
            }
            Ok(note(transaction, actor, AuditAct::WebhookRemove, "", &json!({ "webhook": id }))?)
        })
    }

    /// Lets a parked webhook go on where it stopped.
    pub fn resume_webhook(&mut self, id: i64, actor: &Actor<'_>) -> Result<(), PersonError> {
        self.write(|transaction| {
            let resumed = transaction.execute(
                "UPDATE webhooks SET parked = NULL, tries = 0, next = ?2 WHERE id = ?1",
                (id, actor.time.0),
            )?;
            if resumed == 0 {
                return Err(PersonError::Missing("webhook", id).into());
            }
            Ok(note(transaction, actor, AuditAct::WebhookResumed, "", &json!({ "webhook": id }))?)
        })
    }

    /// Notes that a webhook has taken all events up to this one.
    pub fn webhook_told(&mut self, id: i64, place: i64) -> Result<(), PersonError> {
        self.write(|transaction| {
            transaction.execute(
                "UPDATE webhooks SET place = max(place, ?2), tries = 0, next = 0, error = NULL WHERE id = ?1",
                (id, place),
            )?;
            Ok(())
        })
    }

    /// Notes that a webhook did not take its next event. Returns whether it is parked now.
    pub fn webhook_failed(
        &mut self,
        webhook: &Webhook,
        error: &str,
        actor: &Actor<'_>,
    ) -> Result<bool, PersonError> {
        let tries = webhook.tries + 1;
        let pause = (FIRST_PAUSE << webhook.tries.clamp(0, 20)).min(LONGEST_PAUSE);
        let is_dead = tries >= TRIES_MAX;
        let error: String = error.chars().take(500).collect();
        self.write(|transaction| {
            let now = actor.time.0;
            transaction.execute(
                "UPDATE webhooks SET tries = ?2, next = ?3, error = ?4, parked = ?5 WHERE id = ?1",
                (webhook.id, tries, now + pause, &error, is_dead.then_some(now)),
            )?;
            if is_dead {
                let detail = json!({ "webhook": webhook.id, "error": error });
                note(transaction, actor, AuditAct::WebhookParked, &webhook.url, &detail)?;
            }
            Ok(is_dead)
        })
    }
}
