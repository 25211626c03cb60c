//! What an answer, or the lack of one, means for a URI and its host.

use super::progress::Meter;
use super::shared::Shared;
use super::states::TicketEnd;
use super::{HarvestError, pace};
use std::time::{Duration, SystemTime, UNIX_EPOCH};
use stodola_fetch::{Exchange, Failure, Truncated};
use stodola_frontier::{Detail, Outcome, Owed, Pause, Reason, Ticket};

impl Shared {
    /// Returns the pause of a ticket's host after an answer that took the time `took`, and the reason for it.
    pub(super) fn pause_after(
        &self,
        ticket: &Ticket,
        took: Duration,
        crawl_delay: Option<Duration>,
    ) -> (Duration, Owed) {
        let least = self.frontier().least_wait(ticket.host);
        let (own, owed) = pace::after_answer(&self.live().politeness, took, crawl_delay);
        if least > own { (least, Owed::Complaint) } else { (own, owed) }
    }

    /// Returns the address of the ticket's host, and the number of idle connections that are allowed to it. `own` is
    /// the number of tickets of this task that count as in flight there although their work is done.
    pub(super) fn room(&self, ticket: &Ticket, own: u32) -> (Option<u32>, usize) {
        let most = self.live().politeness.connections_per_ip;
        match self.frontier().at_address(ticket) {
            Some((address, in_flight)) => {
                let room = most.saturating_sub(in_flight.saturating_sub(own));
                (Some(address), room as usize)
            }
            None => (None, usize::MAX),
        }
    }

    /// Returns what a response means for its URI and its host.
    pub(super) fn answered(
        &self,
        ticket: &Ticket,
        exchange: &Exchange,
        (wait, owed): (Duration, Owed),
    ) -> TicketEnd {
        let politeness = &self.live().politeness;
        let status = exchange.status;
        let mut detail = Detail { pause: Some(Pause::new(wait, owed)), ..detail_of(exchange) };
        let may_try_again = ticket.attempts + 1 < politeness.attempts;
        if let Some(429 | 503) = status {
            // The host asks to be left alone; that applies to all its URIs. If a page answers this again after such a
            // long pause, it applies to that page alone.
            let is_complaint = status == Some(429) || ticket.attempts == 0;
            let failures = {
                let mut frontier = self.frontier();
                if is_complaint {
                    let (least, most) = pace::grown(politeness, wait);
                    detail.slowed = Some(frontier.note_haste(ticket.host, least, most));
                }
                frontier.note_failure(ticket.host, true)
            };
            let asked = exchange.field("Retry-After").and_then(|value| {
                let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
                stodola_fetch::retry_after(&value, now.as_secs())
            });
            let own = pace::after_failures(politeness, failures.into());
            let rest = asked.unwrap_or(own).min(politeness.retry_wait_max.duration()).max(wait);
            if rest > wait {
                let owed = if asked.is_some() { Owed::RetryAfter } else { Owed::Failures };
                detail.pause = Some(Pause::new(rest, owed));
            }
            if may_try_again {
                return TicketEnd::Retry { detail, wait: rest };
            }
            return TicketEnd::Finish {
                outcome: Outcome::Archived,
                detail,
                bytes: exchange.response.len(),
                wait: Some(rest),
            };
        }
        {
            let mut frontier = self.frontier();
            frontier.note_failure(ticket.host, false);
            if status.is_some_and(|status| status < 500) {
                let usual = pace::usual(politeness);
                detail.slowed = frontier.note_good_answer(ticket.host, usual);
            }
        }
        let is_cut = match exchange.truncated {
            Some(Truncated::Time | Truncated::Disconnect) => true,
            Some(Truncated::Length | Truncated::Unspecified) | None => false,
        };
        if (is_cut || matches!(status, Some(502 | 504))) && may_try_again {
            return TicketEnd::Retry { detail, wait };
        }
        let bytes = exchange.response.len();
        TicketEnd::Finish { outcome: Outcome::Archived, detail, bytes, wait: Some(wait) }
    }

    /// Returns what a failure means for its URI and its host.
    pub(super) fn failed(&self, ticket: &Ticket, failure: &Failure) -> TicketEnd {
        Meter::add(&self.meter.failures, 1);
        let mut detail = Detail::new(Reason::from_text(failure.name()));
        let politeness = &self.live().politeness;
        match failure {
            Failure::AddressRefused(address) => {
                return TicketEnd::ended(Outcome::AddressRefused, Reason::Address(*address));
            }
            Failure::NameRefused(_) => {
                return TicketEnd::ended(Outcome::AddressRefused, detail.reason);
            }
            // All URIs wait until the proxy works again, and none of them has failed.
            Failure::Proxy(trouble) => {
                if self.proxy.note_failure(trouble, self.now()) {
                    let line = detail.at(SystemTime::now(), Duration::ZERO).to_line();
                    self.frontier().note_beside(ticket, &ticket.uri, &line, 0);
                }
                return TicketEnd::GiveBack { wait: None };
            }
            // The host may have received the request, so it is asked again after a pause, as if for the first time.
            Failure::Unheard => {
                let wait = politeness.min_delay.duration();
                return TicketEnd::GiveBack { wait: Some(wait) };
            }
            Failure::Uri { reason, .. } => {
                return TicketEnd::ended(Outcome::Unfetchable, Reason::from_text(reason));
            }
            Failure::Spool(error) => {
                let copy = std::io::Error::new(error.kind(), error.to_string());
                let path = self.folder.join("spool");
                self.fail(HarvestError::Io { what: "write", path, error: copy });
                return TicketEnd::GiveBack { wait: None };
            }
            _ => {}
        }
        let failures = self.frontier().note_failure(ticket.host, true);
        let rest = pace::after_failures(politeness, failures.into());
        let rest = rest.max(politeness.min_delay.duration());
        if failure.is_transient() && ticket.attempts + 1 < politeness.attempts {
            detail.pause = Some(Pause::new(rest, Owed::Failures));
            return TicketEnd::Retry { detail, wait: rest };
        }
        // A name that does not exist costs its server nothing.
        let was_asked = !matches!(failure, Failure::Dns(_));
        let wait = was_asked.then_some(rest.min(politeness.max_delay.duration()));
        detail.pause = wait.map(|wait| Pause::new(wait, Owed::Failures));
        TicketEnd::Finish { outcome: Outcome::Failed, detail, bytes: 0, wait }
    }
}

/// Returns the detail of a response for the log, before the response is read.
pub(super) fn detail_of(exchange: &Exchange) -> Detail {
    let reason = exchange.status.map_or(Reason::NoStatus, Reason::Status);
    let media_type = exchange
        .field("Content-Type")
        .map(|value| String::from_utf8_lossy(stodola_warc::http::media_type(&value)).into_owned());
    Detail {
        size: Some(exchange.body_length()),
        media_type: media_type.filter(|media_type| !media_type.is_empty()),
        truncated: exchange.truncated.map(|truncated| truncated.as_str().to_owned()),
        ..Detail::new(reason).at(exchange.started, exchange.duration)
    }
}
