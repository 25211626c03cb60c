//! Documents that are too long for the job: left out, asked for again in part, or as a whole if somebody wants that.

use super::answer::detail_of;
use super::shared::{Shared, lock};
use super::states::TicketEnd;
use crate::job::{LongAction, LongSetting};
use std::time::Duration;
use stodola_fetch::{Exchange, Truncated};
use stodola_frontier::{Detail, Outcome, Owed, Pause, Reason, Ticket};

/// The word for a part of a document that was asked for, beside those of `WARC-Truncated`.
const RANGE: &str = "range";

impl Shared {
    /// Number of bytes to ask for; `None` for the whole document.
    pub(super) fn range_of(&self, ticket: &Ticket) -> Option<u64> {
        if ticket.is_whole {
            return None;
        }
        lock(&self.ranged).get(&ticket.found).copied()
    }

    /// Maximum number of bytes of a document that somebody asks for as a whole; `None` for any other, which has the
    /// limits of the client.
    pub(super) fn whole_limit(&self, ticket: &Ticket) -> Option<u64> {
        ticket.is_whole.then(|| self.live().limits.bytes_per_whole_document.bytes())
    }

    /// Returns the end of a URI whose document is declared to be too long, so that nothing of it was read; `None` if
    /// that is not so.
    pub(super) fn too_long(
        &self,
        ticket: &Ticket,
        exchange: &Exchange,
        (wait, owed): (Duration, Owed),
    ) -> Option<TicketEnd> {
        let is_unread = !ticket.is_whole
            && exchange.truncated == Some(Truncated::Length)
            && exchange.body_length() == 0;
        let head = exchange.head().filter(|_| is_unread)?;
        let (entry, declared) = LongSetting::of(&self.job.fetch.long, &head)?;
        let pause = Some(Pause::new(wait, owed));
        let detail = Detail { pause, ..detail_of(exchange) };
        match entry.action {
            LongAction::Cut => None,
            LongAction::Skip => Some(TicketEnd::Finish {
                outcome: Outcome::LeftOut,
                detail: Detail { reason: Reason::TooLong { declared }, truncated: None, ..detail },
                bytes: 0,
                wait: Some(wait),
            }),
            LongAction::Range => {
                lock(&self.ranged).insert(ticket.found, entry.over.bytes());
                Some(TicketEnd::Retry { detail, wait })
            }
        }
    }

    /// Notes that only a part was asked for, and forgets that there was more.
    pub(super) fn note_range(&self, ticket: &Ticket, exchange: &Exchange, end: &mut TicketEnd) {
        let TicketEnd::Finish { detail, .. } = end else { return };
        lock(&self.ranged).remove(&ticket.found);
        if exchange.status == Some(206) && detail.truncated.is_none() {
            detail.truncated = Some(RANGE.to_owned());
        }
    }
}
