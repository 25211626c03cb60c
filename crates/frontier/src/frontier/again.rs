//! URIs that are handed out again, because they were offered with a larger standing than they have. The frontier
//! compares numbers and knows what is archived; only the caller knows what a standing means.

use super::error::{FrontierError, damaged};
use super::event::{Done, Event, LogPlace, RETRY_LEVEL, Rest};
use super::history::Step;
use super::seen::{Print, print};
use super::standings::{Kept, Rank, joined};
use super::{Errand, Finished, Frontier, HostId, Offer, Offered, SettledUri, Ticket};
use crate::{Outcome, Time};
use std::path::Path;
use std::time::Duration;

impl Frontier {
    /// Ends a URI, and records what is settled about it. Otherwise like [`finish`](Frontier::finish). If `settled` is
    /// `None`, the URI was not fetched and never will be, unless its outcome is that it is archived. Tickets of the
    /// errand [`Links`](Errand::Links) are ended by [`finish_links`](Frontier::finish_links); here they are treated the
    /// same.
    pub fn finish_as(
        &mut self,
        ticket: &Ticket,
        finished: &Finished<'_>,
        wait: Option<Duration>,
        now: Time,
    ) {
        let &Finished { outcome, detail, bytes, settled } = finished;
        if ticket.errand == Errand::Links {
            self.end_links(ticket, settled.map_or(ticket.standing, |settled| settled.standing));
            return self.state.end(ticket, wait, now);
        }
        let kept = self.state.take_back(ticket);
        let rest = kept.map(|(print, kept)| rest(ticket, print, kept, outcome, settled));
        let done = Done {
            host: ticket.host,
            level: ticket.level,
            entry: ticket.entry,
            outcome: outcome.code(),
            wait: wait.unwrap_or_default(),
            bytes,
            rest,
            replaces: ticket.replaces,
            was_archived: ticket.was_archived,
            detail: detail.as_bytes(),
        };
        let before = done.before();
        let place = self.log.add(&Event::Done(done));
        self.state.count(ticket.host, outcome, bytes, before);
        if let (Some(rest), Some((_, kept))) = (rest, kept) {
            let settled = Kept { standing: rest.standing, rank: rest.rank, place };
            self.rest(ticket, rest.print, settled, kept.standing);
        }
        self.state.end(ticket, wait, now);
    }

    /// Ends a ticket of the errand [`Links`](Errand::Links): the links were offered again. This does not appear in the
    /// logs of the harvest. A ticket of another errand is given back.
    pub fn finish_links(&mut self, ticket: &Ticket, standing: u32) {
        match ticket.errand {
            Errand::Links => {
                self.end_links(ticket, standing);
                self.state.end(ticket, None, Time::ZERO);
            }
            Errand::Fetch => self.give_back(ticket, None, Time::ZERO),
        }
    }

    fn end_links(&mut self, ticket: &Ticket, standing: u32) {
        // A URI with the errand `Links` has a standing.
        let Some((print, before)) = self.state.take_back(ticket) else { return };
        let standing = joined(standing, ticket.standing);
        let kept = Kept { standing, rank: Rank::Archived, place: before.place };
        let (host, level, entry) = (ticket.host, ticket.level, ticket.entry);
        self.log.add(&Event::Linked { host, level, entry, print, kept });
        self.rest(ticket, print, kept, before.standing);
    }

    /// Records the final state of a URI; if a larger standing was offered meanwhile, it waits again.
    fn rest(&mut self, ticket: &Ticket, print: Print, kept: Kept, offered: u32) {
        self.state.keep(print, kept);
        let standing = joined(offered, kept.standing);
        if standing != kept.standing
            && let Some(rank) = kept.rank.again()
        {
            let level = ticket.level.min(RETRY_LEVEL - 1);
            let kept = Kept { standing, rank, ..kept };
            self.queue_again(ticket.host, level, ticket.found, print, kept);
        }
    }

    /// Handles an offer of a URI that was seen before.
    pub(super) fn offer_again(
        &mut self,
        offer: &Offer<'_>,
        print: Print,
        kept: Kept,
    ) -> Result<Offered, FrontierError> {
        let standing = joined(offer.standing, kept.standing);
        if standing == kept.standing || kept.rank == Rank::Refused {
            return Ok(Offered::Seen);
        }
        let Some(rank) = kept.rank.again() else {
            let kept = Kept { standing, ..kept };
            self.log.add(&Event::Raised { print, kept });
            self.state.keep(print, kept);
            return Ok(Offered::Seen);
        };
        let kept = Kept { standing, rank, ..kept };
        let (host, found) = self.found_of(kept.place)?;
        self.queue_again(host, offer.level.min(RETRY_LEVEL - 1), found, print, kept);
        Ok(Offered::Again)
    }

    fn queue_again(&mut self, host: HostId, level: u8, found: LogPlace, print: Print, kept: Kept) {
        let place = self.log.add(&Event::Again { host, level, found, print, kept });
        self.state.keep(print, kept);
        self.state.enqueue(host, level, place);
    }

    /// Returns the host of an outcome's URI, and the place where the URI was found.
    pub(super) fn found_of(&self, outcome: LogPlace) -> Result<(HostId, LogPlace), FrontierError> {
        let wrong = || damaged(Path::new("log"), format!("no outcome at place {outcome}"));
        let done = self.log.read(outcome, |event| match event {
            Event::Done(done) => Some((done.host, done.entry)),
            _ => None,
        })?;
        let (host, entry) = done.ok_or_else(wrong)?;
        match self.log.read(entry, |event| Step::new(&event, |_| Some("")))? {
            Step::Found(_) => Ok((host, entry)),
            Step::Retry { found, .. } => Ok((host, found)),
            Step::Other => Err(wrong()),
        }
    }

    /// Returns the final state of a URI that is refused while it waits; `None` without standings.
    pub(super) fn refused(&mut self, uri: &[u8]) -> Result<Option<Rest>, FrontierError> {
        let Some(standings) = &mut self.state.standings else { return Ok(None) };
        let print = print(&[uri]);
        let kept = standings.get(print)?;
        Ok(kept.map(|kept| Rest {
            print,
            standing: kept.standing,
            rank: Rank::Refused,
            replaces: None,
        }))
    }
}

/// Returns the final state of a URI that was fetched, or should have been.
fn rest(
    ticket: &Ticket,
    print: Print,
    kept: Kept,
    outcome: Outcome,
    settled: Option<SettledUri>,
) -> Rest {
    let replaces = (kept.rank == Rank::WaitsAgain).then_some(kept.place);
    // What was archived once stays so, whatever became of the request for the whole document.
    let is_archived = ticket.was_archived
        || outcome == Outcome::Archived
        || settled.is_some_and(|end| end.is_archived);
    let (standing, rank) = match (is_archived, settled) {
        (true, _) => (ticket.standing, Rank::Archived),
        (false, Some(_)) => (ticket.standing, Rank::Fetched),
        // Nothing can change this any more, so larger standings offered meanwhile are settled too.
        (false, None) => (kept.standing, Rank::Refused),
    };
    // Standings never shrink.
    let standing = settled.map_or(standing, |settled| joined(settled.standing, standing));
    Rest { print, standing, rank, replaces }
}
