//! The log of what people did. Nothing is ever removed from it, but for the oldest of very many failed sign-ins.

use super::PersonError;
use crate::moment::Moment;
use crate::store::{PeopleStore, explain};
use rusqlite::Transaction;
use std::net::IpAddr;

/// So many failed sign-ins are kept: somebody who tries passwords must not fill the disk.
const FAILURES_KEPT: i64 = 100_000;

/// Who does something, from where and when.
#[derive(Clone, Copy, Debug)]
pub struct Actor<'a> {
    /// The name of the person; at a terminal `console:` and the user of the system.
    pub who: &'a str,
    /// The address of their machine; `None` at a terminal.
    pub address: Option<IpAddr>,
    /// Now.
    pub time: Moment,
}

/// What was done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names in the log say it")]
pub enum AuditAct {
    SignIn,
    SignInFailed,
    SignInLocked,
    SignOut,
    PersonAdd,
    PersonEdit,
    PasswordSet,
    LinkMade,
    SessionsEnd,
    TokenAdd,
    TokenRemove,
    ProjectAdd,
    ProjectEdit,
    ProjectRemove,
    WebhookAdd,
    WebhookRemove,
    WebhookParked,
    WebhookResumed,
    JobAdd,
    JobSteer,
}

impl AuditAct {
    /// Its name in the log.
    pub fn as_str(self) -> &'static str {
        match self {
            AuditAct::SignIn => "sign-in",
            AuditAct::SignInFailed => "sign-in-failed",
            AuditAct::SignInLocked => "sign-in-locked",
            AuditAct::SignOut => "sign-out",
            AuditAct::PersonAdd => "person-add",
            AuditAct::PersonEdit => "person-edit",
            AuditAct::PasswordSet => "password-set",
            AuditAct::LinkMade => "link-made",
            AuditAct::SessionsEnd => "sessions-end",
            AuditAct::TokenAdd => "token-add",
            AuditAct::TokenRemove => "token-remove",
            AuditAct::ProjectAdd => "project-add",
            AuditAct::ProjectEdit => "project-edit",
            AuditAct::ProjectRemove => "project-remove",
            AuditAct::WebhookAdd => "webhook-add",
            AuditAct::WebhookRemove => "webhook-remove",
            AuditAct::WebhookParked => "webhook-parked",
            AuditAct::WebhookResumed => "webhook-resumed",
            AuditAct::JobAdd => "job-add",
            AuditAct::JobSteer => "job-steer",
        }
    }
}

/// A line of the log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AuditRow {
    /// Its number.
    pub number: i64,
    /// When it was done.
    pub time: Moment,
    /// Who did it.
    pub who: String,
    /// From which address; `None` at a terminal.
    pub address: Option<String>,
    /// What was done: a name of [`AuditAct`], or of a later version.
    pub act: String,
    /// To whom or what.
    pub subject: String,
    /// More of it, as a JSON object.
    pub detail: String,
}

/// Adds a line to the log, in the transaction that does it.
pub(super) fn note(
    transaction: &Transaction<'_>,
    actor: &Actor<'_>,
    act: AuditAct,
    subject: &str,
    detail: &serde_json::Value,
) -> rusqlite::Result<()> {
    let address = actor.address.map(|address| address.to_string());
    let number = transaction
        .prepare_cached(
            "INSERT INTO audit (time, who, address, act, subject, detail) VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
        )?
        .insert((actor.time.0, actor.who, address, act.as_str(), subject, detail.to_string()))?;
    if act == AuditAct::SignInFailed && number % 1000 == 0 {
        transaction.execute(
            "DELETE FROM audit WHERE act = ?1 AND number <= (SELECT number FROM audit WHERE act = ?1
             ORDER BY number DESC LIMIT 1 OFFSET ?2)",
            (act.as_str(), FAILURES_KEPT),
        )?;
    }
    Ok(())
}

impl PeopleStore {
    /// Notes what somebody does to something that is not kept here, such as a job.
    pub fn note_act(
        &mut self,
        act: AuditAct,
        subject: &str,
        detail: &serde_json::Value,
        actor: &Actor<'_>,
    ) -> Result<(), PersonError> {
        self.write(|transaction| Ok(note(transaction, actor, act, subject, detail)?))
    }

    /// The lines of the log before a number, the latest first, at most `limit`. `None` begins with the latest.
    pub fn audit(&self, before: Option<i64>, limit: usize) -> Result<Vec<AuditRow>, PersonError> {
        if !self.has_people()? {
            return Ok(Vec::new());
        }
        let limit = i64::try_from(limit).unwrap_or(i64::MAX);
        let read = || -> rusqlite::Result<Vec<AuditRow>> {
            let mut statement = self.connection.prepare_cached(
                "SELECT number, time, who, address, act, subject, detail FROM audit WHERE number < ?1
                 ORDER BY number DESC LIMIT ?2",
            )?;
            let rows = statement.query_map((before.unwrap_or(i64::MAX), limit), |row| {
                Ok(AuditRow {
                    number: row.get(0)?,
                    time: Moment(row.get(1)?),
                    who: row.get(2)?,
                    address: row.get(3)?,
                    act: row.get(4)?,
                    subject: row.get(5)?,
                    detail: row.get(6)?,
                })
            })?;
            rows.collect()
        };
        read().map_err(|error| explain(&self.path, error).into())
    }
}
