//! Webhooks: programs that are told of events.

use super::wire::{Done, MadeWebhook, NewWebhook, Nothing, WebhookItem, WebhookList};
use super::{ApiAnswer, ApiResult, Call, Problem, ProblemKind};
use stodola_access::people::{Webhook, WebhookDraft};
use stodola_app::events::{EventLog, EventsError};

impl From<EventsError> for Problem {
    fn from(error: EventsError) -> Problem {
        Problem::caused(ProblemKind::Fault, error)
    }
}

fn item(webhook: Webhook) -> WebhookItem {
    WebhookItem {
        id: webhook.id,
        url: webhook.url,
        kinds: webhook.kinds,
        made: webhook.made.to_string(),
        place: webhook.place,
        tries: webhook.tries,
        parked: webhook.parked.map(|since| since.to_string()),
        error: webhook.error,
    }
}

pub(crate) fn list(call: &Call) -> ApiResult {
    let webhooks = call.shared.people.store.made(|store| store.webhooks())?;
    ApiAnswer::new(&WebhookList { items: webhooks.into_iter().map(item).collect() })
}

/// Tells a program of events from now on. Returns its number, and the key that its messages are signed with.
pub(crate) fn begin(call: &Call, url: &str, kinds: &[String]) -> Result<(i64, String), Problem> {
    let log = EventLog::open_to_read(&call.shared.archive)?;
    let place = log.map(|log| log.last()).transpose()?.unwrap_or(0);
    let draft = WebhookDraft { url, kinds, place };
    let (id, key) =
        call.shared.people.store.made(|store| store.add_webhook(&draft, &call.actor()))?;
    Ok((id, key.reveal().to_owned()))
}

pub(crate) fn add(call: &Call) -> ApiResult {
    let NewWebhook { url, kinds } = call.json()?;
    let (id, key) = begin(call, &url, &kinds.unwrap_or_default())?;
    let made = MadeWebhook { id, key };
    Ok(ApiAnswer::new(&made)?.made(format!("/api/v1/webhooks/{id}")))
}

pub(crate) fn remove(call: &Call) -> ApiResult {
    let id = call.id()?;
    call.shared.people.store.made(|store| store.remove_webhook(id, &call.actor()))?;
    ApiAnswer::new(&Done { done: true })
}

pub(crate) fn resume(call: &Call) -> ApiResult {
    let Nothing {} = call.json()?;
    let id = call.id()?;
    call.shared.people.store.made(|store| store.resume_webhook(id, &call.actor()))?;
    ApiAnswer::new(&Done { done: true })
}
