//! The stage that settles a document, and stores it if it is archived.

use super::examine::Examined;
use super::post::Then;
use super::shared::Shared;
use super::states::{Fetched, TicketEnd};
use super::{Engine, HarvestError};
use crate::contracts::NewCapture;
use crate::job::{RobotsTagSetting, Write};
use crate::policy::{self, ArchiveDecision, Evidence, Reads, Settlement};
use crate::scope::HarvestStage;
use std::net::IpAddr;
use std::time::Duration;
use stodola_frontier::{Outcome, Reason, RobotsTag, Ticket};

impl Shared {
    /// Gets what the policy needs beside the document: the addresses of servers that it links to. If the harvest is
    /// stopped before, this is `None` and the ticket is given back: the verdict must not depend on that.
    pub(super) async fn inquire(
        &self,
        ticket: &Ticket,
        examined: &Examined,
        wait: Option<Duration>,
    ) -> Option<Vec<IpAddr>> {
        let Some(inquiry) = self.policy.inquire(ticket, examined, &self.switches) else {
            return Some(Vec::new());
        };
        let answer = inquiry.await;
        if answer.is_none() {
            self.settle(ticket, TicketEnd::GiveBack { wait });
        }
        answer
    }
}

impl Shared {
    /// Returns what the page asks of robots that keeps it out of the archive; `None` if nothing does.
    fn refused_by_page(&self, examined: &Examined) -> Option<RobotsTag> {
        let (asked, live) = (examined.robots, self.live());
        let politeness = &live.politeness;
        if asked.noarchive && politeness.obeys(RobotsTagSetting::Noarchive) {
            Some(RobotsTag::Noarchive)
        } else if asked.noindex && politeness.obeys(RobotsTagSetting::Noindex) {
            Some(RobotsTag::Noindex)
        } else {
            None
        }
    }
}

impl Engine {
    /// Settles a document, stores it if it is archived, and posts its links.
    pub(super) fn write(
        &self,
        ticket: &Ticket,
        fetched: Fetched,
        examined: &Examined,
        linked_servers: Vec<IpAddr>,
    ) -> Result<(), HarvestError> {
        let (shared, address) = (&*self.shared, fetched.exchange.address);
        let server = address.map(|address| address.ip());
        let evidence = Evidence { server, linked_servers, via: fetched.via.clone() };
        let settlement = shared.policy.settle(ticket, examined, &evidence);
        let mut fetched = self.note_settlement(ticket, examined, &settlement, fetched)?;
        if settlement.is_archived()
            && let Some(tag) = shared.refused_by_page(examined)
        {
            if let TicketEnd::Finish { outcome, detail, bytes, .. } = &mut fetched.end {
                (*outcome, *bytes) = (Outcome::RobotsExcluded, 0);
                detail.reason = Reason::RobotsTag(tag);
            }
            // What is handed on to links is the same; only this document is not in the archive.
            let settlement = Settlement { decision: ArchiveDecision::NotNational, ..settlement };
            return shared.post(ticket, examined, &settlement, Then::Settle(fetched.end));
        }
        let end = match settlement.is_archived() {
            true => match shared.skips(HarvestStage::Write, ticket) {
                None => self.store(ticket, fetched, examined, &settlement)?,
                Some(rule) => leave_out(fetched.end, &rule),
            },
            false => fetched.end,
        };
        shared.post(ticket, examined, &settlement, Then::Settle(end))
    }

    /// Records a settlement. A document that is not archived gets another outcome.
    fn note_settlement(
        &self,
        ticket: &Ticket,
        examined: &Examined,
        settlement: &Settlement,
        mut fetched: Fetched,
    ) -> Result<Fetched, HarvestError> {
        let TicketEnd::Finish { outcome, detail, bytes, .. } = &mut fetched.end else {
            return Ok(fetched);
        };
        if let Some(verdict) = &settlement.verdict {
            // What a host has to offer, its pages say; pictures and the like would only outnumber them.
            let counts = examined.is_document();
            detail.verdict = counts.then_some(verdict.is_valid);
            if counts && let Some(priority) = self.shared.policy.learn(ticket, verdict.is_valid) {
                self.shared.frontier().set_priority(ticket.host, priority);
            }
            self.keeping.tell(&ticket.uri, verdict)?;
        }
        match settlement.decision {
            ArchiveDecision::Archive => {}
            ArchiveDecision::NotNational => {
                (*outcome, *bytes) = (Outcome::NotNational, 0);
                detail.reason = policy::in_short(settlement.verdict.as_ref());
            }
            ArchiveDecision::LeaveOut(why) => {
                (*outcome, *bytes) = (Outcome::LeftOut, 0);
                detail.reason = Reason::from_text(why);
            }
        }
        Ok(fetched)
    }

    /// Stores a document, and before it the robots.txt of its host if that has waited for it.
    fn store(
        &self,
        ticket: &Ticket,
        fetched: Fetched,
        examined: &Examined,
        settlement: &Settlement,
    ) -> Result<TicketEnd, HarvestError> {
        let shared = &*self.shared;
        self.keeping.keep_waiting_robots(shared, ticket)?;
        let facts = Facts::new(&fetched, examined, shared.policy.reads(), settlement);
        let metadata = facts.metadata(ticket, &fetched, examined, &shared.job.write);
        let Fetched { exchange, before, not_modified, .. } = &fetched;
        let (uri, not_modified) = (&ticket.uri, not_modified.as_ref());
        let capture = NewCapture { uri, exchange, metadata: &metadata, not_modified };
        let kept = self.keeping.keep(shared, ticket, &capture)?;
        let digest = kept.payload_digest;
        shared.note_novelty(ticket, exchange, digest.as_bytes(), examined.similarity);
        let change = before
            .as_ref()
            .map(|before| before.change(exchange.status, not_modified.is_some(), &digest));
        let mut end = fetched.end;
        if let Some(detail) = end.detail() {
            detail.change = change;
            detail.digest = Some(digest);
            detail.is_revisit = kept.is_revisit;
        }
        Ok(end)
    }
}

/// Returns the end of a URI that a rule leaves out of the archive, though it was fetched and its links are followed.
fn leave_out(mut end: TicketEnd, rule: &str) -> TicketEnd {
    if let TicketEnd::Finish { outcome, detail, bytes, .. } = &mut end {
        *outcome = Outcome::LeftOut;
        detail.reason = Reason::from_text(rule);
        *bytes = 0;
    }
    end
}

/// Values of a metadata record that have to be formatted first.
struct Facts {
    took: String,
    unfollowed: Vec<String>,
    /// The verdict in short; `None` if documents are not judged.
    verdict: Option<String>,
}

impl Facts {
    fn new(fetched: &Fetched, examined: &Examined, reads: Reads, settlement: &Settlement) -> Facts {
        let unfollowed = examined.unfollowed.iter();
        let is_judged = reads == Reads::LinksAndText;
        Facts {
            took: fetched.exchange.duration.as_millis().to_string(),
            unfollowed: unfollowed.map(|(loss, n)| format!("{} {n}", loss.name())).collect(),
            verdict: is_judged.then(|| policy::in_short(settlement.verdict.as_ref()).to_string()),
        }
    }

    /// Returns the fields of the metadata record, in their order; empty if the job wants no such records.
    fn metadata<'a>(
        &'a self,
        ticket: &'a Ticket,
        fetched: &'a Fetched,
        examined: &'a Examined,
        settings: &Write,
    ) -> Vec<(&'a str, &'a [u8])> {
        let mut metadata: Vec<(&str, &[u8])> = Vec::new();
        // The record of the request is not what was sent, so this is said in any case.
        let withheld = fetched.exchange.withheld.iter();
        let withheld = withheld.map(|part| ("requestWithheld", part.as_bytes()));
        if !settings.metadata {
            metadata.extend(withheld);
            return metadata;
        }
        match &fetched.via {
            Some(via) => metadata.push(("via", &via[..])),
            None => metadata.push(("seed", b"")),
        }
        if !ticket.hops.is_empty() {
            metadata.push(("hopsFromSeed", &ticket.hops));
        }
        metadata.push(("fetchTimeMs", self.took.as_bytes()));
        if let Some(proxy) = fetched.exchange.proxy {
            metadata.push(("viaProxy", proxy.name().as_bytes()));
        }
        metadata.extend(withheld);
        if let Some(charset) = &examined.charset {
            metadata.push(("charsetForLinkExtraction", charset.as_bytes()));
        }
        if let Some(verdict) = &self.verdict {
            metadata.push(("verdict", verdict.as_bytes()));
        }
        if examined.has_failed {
            metadata.push(("extraction", b"failed"));
        }
        let unfollowed = self.unfollowed.iter();
        metadata.extend(unfollowed.map(|line| ("outlinksUnfollowed", line.as_bytes())));
        if settings.outlinks {
            metadata.extend(examined.outlinks().map(|line| ("outlink", line)));
        }
        metadata
    }
}
