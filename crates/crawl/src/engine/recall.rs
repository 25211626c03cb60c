//! The first stage: what is known of a URI from earlier, and whether it is due.

use super::examine::{self, Examined};
use super::post::Then;
use super::states::{Scheduled, Step, TicketEnd};
use super::{Engine, HarvestError};
use crate::contracts::EarlierCapture;
use crate::policy::Evidence;
use std::ops::ControlFlow::{Break, Continue};
use stodola_frontier::{Errand, Outcome, Reason, Ticket};
use stodola_warc::date::Timestamp;

impl Engine {
    /// Looks up what the archive has of a URI, and ends URIs that are not wanted, not due, or only need their links
    /// offered.
    pub(super) async fn recall(&self, ticket: &Ticket) -> Step<Scheduled> {
        match ticket.errand {
            Errand::Links if self.offer_links_again(ticket).await? => return Ok(Break(None)),
            Errand::Links | Errand::Fetch => {}
        }
        if let Err(reason) = self.shared.policy.admit(ticket) {
            let end = TicketEnd::ended(Outcome::NotNational, reason);
            self.shared.settle_for_now(ticket, end);
            return Ok(Break(None));
        }
        let again = &self.shared.live().again;
        // A second attempt requests the whole document, and so does somebody who asks for it.
        if ticket.attempts > 0 || ticket.is_whole || !(again.conditional || again.round().is_some())
        {
            return Ok(Continue(Scheduled::default()));
        }
        let earlier = self.keeping.earlier(&ticket.uri).await?;
        let earlier = earlier.map(|earlier| match again.conditional {
            true => earlier,
            false => EarlierCapture { etag: None, last_modified: None, ..earlier },
        });
        match earlier {
            Some(earlier) => self.unless_due(ticket, earlier).await,
            None => Ok(Continue(Scheduled { is_looked_up: true, earlier: None })),
        }
    }

    /// Ends a URI whose capture is young enough; the links of that capture are followed.
    async fn unless_due(&self, ticket: &Ticket, earlier: EarlierCapture) -> Step<Scheduled> {
        let is_failure = earlier.status.is_none_or(|status| status >= 500);
        let due = self.shared.live().again.due(&ticket.host_name, &earlier.seen);
        let due = due.is_none_or(|due| due <= self.shared.now().millis());
        let last = earlier.seen.last().filter(|_| !is_failure && !due);
        if let Some(last) = last {
            if let Some(end) = self.shared.refuse(ticket) {
                return Ok(Break(Some(end)));
            }
            if let Some(examined) = self.examine_earlier(ticket, &earlier)? {
                let date = Timestamp::from_unix_millis(last.time).iso8601().to_string();
                let end = TicketEnd::ended(Outcome::NotDue, Reason::from_text(&date));
                let server = earlier.server;
                let Some(linked_servers) = self.shared.inquire(ticket, &examined, None).await
                else {
                    return Ok(Break(None));
                };
                let via = ticket.via.map(|via| self.shared.frontier().uri(via)).transpose()?;
                let evidence = Evidence { server, linked_servers, via };
                let settlement = self.shared.policy.settle(ticket, &examined, &evidence);
                self.shared.post(ticket, &examined, &settlement, Then::Settle(end))?;
                return Ok(Break(None));
            }
        }
        Ok(Continue(Scheduled { is_looked_up: true, earlier: Some(earlier) }))
    }

    /// Offers the links of an archived page with what they inherit now. Returns `false` if the page cannot be read from
    /// the archive and has to be fetched for that.
    async fn offer_links_again(&self, ticket: &Ticket) -> Result<bool, HarvestError> {
        let Some(earlier) = self.keeping.earlier(&ticket.uri).await? else { return Ok(false) };
        let Some(examined) = self.examine_earlier(ticket, &earlier)? else {
            return Ok(false);
        };
        let policy = &self.shared.policy;
        let linked_servers = match policy.judges_again() {
            true => match self.shared.inquire(ticket, &examined, None).await {
                Some(servers) => servers,
                // The harvest is stopped, and the ticket is given back.
                None => return Ok(true),
            },
            false => Vec::new(),
        };
        let via = ticket.via.map(|via| self.shared.frontier().uri(via)).transpose()?;
        let evidence = Evidence { server: earlier.server, linked_servers, via };
        let Some(settlement) = policy.settle_again(ticket, &examined, &evidence) else {
            return Ok(false);
        };
        if let Some(verdict) = &settlement.verdict {
            self.keeping.tell(&ticket.uri, verdict)?;
        }
        self.shared.post(ticket, &examined, &settlement, Then::Links)?;
        Ok(true)
    }

    /// Examines the archived response of a URI. `None` if it cannot be read.
    fn examine_earlier(
        &self,
        ticket: &Ticket,
        earlier: &EarlierCapture,
    ) -> Result<Option<Examined>, HarvestError> {
        examine::examine_earlier(&self.shared, self.keeping.past(), ticket, earlier)
    }
}
