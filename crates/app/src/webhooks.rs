//! Sends events to programs that asked for it (webhooks): signed, in order, again after a pause if they were not taken.
//!
//! A message is a POST of JSON: `{"number": 7, "time": "…", "kind": "rule", "data": {…}}`. Its field
//! `Stodola-Signature: t=SECONDS,v1=HEX` has the HMAC-SHA256 of `SECONDS.BODY` with the key of the webhook. Any status
//! from 200 to 299 means that it was taken. A program may get the same event twice, if its answer was lost.
//!
//! Messages go to public addresses only, unless the server was started otherwise: whoever may add a webhook must not
//! be able to reach into the network of the server.

use crate::access::now;
use crate::events::{ArchiveEvent, EventLog, EventsError};
use hmac::{Hmac, KeyInit, Mac};
use serde_json::{Value, json};
use sha2::Sha256;
use std::path::{Path, PathBuf};
use stodola_access::people::{Actor, LivePeople, PersonError, Webhook};
use stodola_fetch::{AddressPolicy, Client, ClientSettings, Request, SetupError};

/// So many events are looked at for one webhook in a turn.
const EVENTS_AT_A_TIME: usize = 100;
/// Bytes of the answer that are read.
const ANSWER_MAX: u64 = 4096;

/// Errors from sending events to webhooks. That a program does not take an event is none.
#[derive(Debug, thiserror::Error)]
pub enum WebhooksError {
    /// The webhooks could not be read or changed.
    #[error(transparent)]
    People(#[from] PersonError),
    /// The events could not be read.
    #[error(transparent)]
    Events(#[from] EventsError),
    /// There is no client for HTTP.
    #[error(transparent)]
    Setup(#[from] SetupError),
}

/// Sends the events of an archive.
pub struct WebhookSender {
    archive: PathBuf,
    people: LivePeople,
    client: Client,
}

impl WebhookSender {
    /// A sender for the archive in a folder. With `allows_private`, programs in private networks are told as well.
    pub fn new(archive: &Path, allows_private: bool) -> Result<WebhookSender, WebhooksError> {
        let addresses = match allows_private {
            true => AddressPolicy::AnyButMetadata,
            false => AddressPolicy::Public,
        };
        // The program may have taken a message although its answer is lost; it is sent again only after a pause.
        let settings = ClientSettings { addresses, asks_again: false, ..ClientSettings::default() };
        Ok(WebhookSender {
            archive: archive.to_owned(),
            people: LivePeople::of_archive(archive),
            client: Client::new(settings)?,
        })
    }

    /// Sends each webhook that is due its next events. Returns how many were taken.
    pub async fn turn(&self) -> Result<usize, WebhooksError> {
        let webhooks = self.people.with(|store| store.webhooks())?.unwrap_or_default();
        let due = webhooks.into_iter().filter(|it| it.parked.is_none() && it.next <= now());
        let due: Vec<Webhook> = due.collect();
        if due.is_empty() {
            return Ok(0);
        }
        let Some(log) = EventLog::open_to_read(&self.archive)? else { return Ok(0) };
        let mut taken = 0;
        for webhook in due {
            let events = log.after(webhook.place, EVENTS_AT_A_TIME)?;
            taken += self.tell(&webhook, &events).await?;
        }
        Ok(taken)
    }

    async fn tell(
        &self,
        webhook: &Webhook,
        events: &[ArchiveEvent],
    ) -> Result<usize, WebhooksError> {
        let mut taken = 0;
        for event in events {
            let is_wanted = webhook.kinds.is_empty() || webhook.kinds.contains(&event.kind);
            if is_wanted {
                if let Err(reason) = self.send(webhook, event).await {
                    let actor = Actor { who: "serve", address: None, time: now() };
                    self.people.with(|store| store.webhook_failed(webhook, &reason, &actor))?;
                    return Ok(taken);
                }
                taken += 1;
            }
            self.people.with(|store| store.webhook_told(webhook.id, event.number))?;
        }
        Ok(taken)
    }

    /// Sends one event. An error is the reason why it was not taken.
    async fn send(&self, webhook: &Webhook, event: &ArchiveEvent) -> Result<(), String> {
        let body = message(event).to_string();
        let seconds = now().0;
        let signature =
            format!("t={seconds},v1={}", signature(webhook.key.reveal(), seconds, &body));
        let headers: &[(&str, &[u8])] = &[
            ("Content-Type", b"application/json"),
            ("Accept", b"*/*"),
            ("Stodola-Signature", signature.as_bytes()),
        ];
        let request = Request {
            headers,
            body_limit: Some(ANSWER_MAX),
            ..Request::post(webhook.url.as_bytes(), body.as_bytes())
        };
        let exchange =
            self.client.session().fetch(&request).await.map_err(|error| error.to_string())?;
        match exchange.status {
            Some(200..=299) => Ok(()),
            Some(status) => Err(format!("status {status}")),
            None => Err("not an answer in HTTP".to_owned()),
        }
    }
}

/// An event as it is sent.
pub fn message(event: &ArchiveEvent) -> Value {
    let data: Value = serde_json::from_str(&event.data).unwrap_or_default();
    json!({ "number": event.number, "time": event.time, "kind": event.kind, "data": data })
}

/// The signature of a body, in hexadecimal.
pub fn signature(key: &str, seconds: i64, body: &str) -> String {
    // HMAC takes keys of any length.
    let Ok(mut mac) = Hmac::<Sha256>::new_from_slice(key.as_bytes()) else { return String::new() };
    mac.update(format!("{seconds}.{body}").as_bytes());
    mac.finalize().into_bytes().iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::signature;

    #[test]
    fn signatures_are_those_of_other_programs() {
        // printf '1.{}' | openssl dgst -sha256 -hmac key
        assert_eq!(
            signature("key", 1, "{}"),
            "1ba6b8171186efc613e8bcc0cbdab2748f24984d7c5a84faa2637afa0e40d224"
        );
    }
}
