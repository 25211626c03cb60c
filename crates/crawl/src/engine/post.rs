//! After a URI: its links are put to the scope, and it is finished together with them.

use super::examine::Examined;
use super::national::{COUNTRY_DOMAIN, PAGE_NOT_NATIONAL};
use super::visit::Verdict;
use super::{Engine, HarvestError, lock};
use crate::frontier::{self, Finished, Frontier, Offer, Ticket};
use crate::job::Robots;
use crate::national::{Hop, Settled, Standing};
use crate::scope::Candidate;
use crate::trap;
use stodola_extract::Kind;
use stodola_fetch::Exchange;

/// What becomes of a ticket whose links were offered.
pub(super) enum Then {
    /// It is settled.
    Settle(Verdict),
    /// It was before; only its links had to be offered again.
    Links,
}

/// A link that is followed.
struct Link {
    uri: Vec<u8>,
    host: String,
    hops: String,
    kind: Kind,
    standing: u32,
}

/// A hop path is not followed any further.
const HOPS_MAX: usize = 200;

impl Engine {
    /// Offers or rejects the links, and settles the ticket in the same commit.
    pub(super) fn post(
        &self,
        ticket: &Ticket,
        examined: &Examined,
        settled: Option<&Settled>,
        then: Then,
    ) -> Result<(), HarvestError> {
        // All that needs thought is done before the frontier is held.
        let mut accepted = Vec::new();
        let mut rejected: Vec<(Vec<u8>, String)> = Vec::new();
        let mut redirected = Vec::new();
        {
            let scope = self.scope.read().unwrap_or_else(|poisoned| poisoned.into_inner());
            let obeys = self.job.politeness.robots == Robots::Obey;
            let mut hops = String::from_utf8_lossy(&ticket.hops).into_owned();
            let via_host = Some(&*ticket.host_name);
            for (uri, kind, is_nofollow) in examined.links() {
                let normal = stodola_uri::normalise(uri);
                let normal = stodola_uri::without_fragment(&normal).to_vec();
                let Some(host) = stodola_uri::host(&normal).filter(|host| !host.is_empty()) else {
                    rejected.push((normal, "no-host".to_owned()));
                    continue;
                };
                hops.push(kind.hop());
                let candidate =
                    Candidate { hops: &hops, via_host, ..Candidate::new(&normal, &host) };
                let decision = scope.decide(&candidate);
                let is_off = !self.job.extract.sitemaps && kind == Kind::Sitemap;
                let asks_not_to = obeys
                    && (examined.is_nofollow || is_nofollow)
                    && matches!(kind, Kind::Navigation | Kind::Alternate | Kind::Feed | Kind::Form);
                // What is no matter of a nation has no standing.
                let standing = match (&self.national, settled) {
                    (Some(it), Some(settled)) => it.rule.inherit(settled, Hop::of(kind)),
                    (None, _) | (_, None) => Some(Standing::Probe(0)),
                };
                let is_elsewhere = || match (&self.national, Hop::of(kind)) {
                    (Some(it), Hop::Navigation | Hop::Redirect) => it.is_elsewhere(&host),
                    (Some(_), Hop::Requisite | Hop::Frame) | (None, _) => false,
                };
                let reason = if !decision.accepted {
                    Some(decision.rule)
                } else if is_elsewhere() {
                    Some(COUNTRY_DOMAIN)
                } else if standing.is_none() {
                    Some(PAGE_NOT_NATIONAL)
                } else if asks_not_to {
                    Some("nofollow")
                } else if is_off {
                    Some("sitemaps-off")
                } else if hops.len() > HOPS_MAX {
                    Some("hop-path-too-long")
                } else {
                    None
                };
                match reason {
                    Some(rule) => rejected.push((normal, rule.to_owned())),
                    None => {
                        if decision.is_redirected_seed && self.national.is_none() {
                            redirected.push(normal.clone());
                        }
                        let standing = standing.map_or(0, Standing::code);
                        accepted.push(Link {
                            uri: normal.clone(),
                            host: host.into_owned(),
                            hops: hops.clone(),
                            kind,
                            standing,
                        });
                    }
                }
                hops.pop();
            }
        }
        for uri in &redirected {
            self.add_redirected_seed(uri)?;
        }
        let via = Some(ticket.found);
        let mut frontier = self.frontier();
        for Link { uri, host, hops, kind, standing } in &accepted {
            frontier.offer(&Offer {
                uri,
                host,
                standing: *standing,
                level: level(*kind),
                via,
                hops: hops.as_bytes(),
                is_seed: false,
                is_sitemap: *kind == Kind::Sitemap,
            })?;
        }
        for (uri, rule) in &rejected {
            frontier.reject(uri, via, rule)?;
        }
        let settled = settled.map(|it| frontier::Settled {
            standing: it.standing.code(),
            is_archived: it.is_archived,
        });
        match then {
            Then::Settle(verdict) => self.settle_in(&mut frontier, ticket, verdict, settled),
            Then::Links => {
                frontier.finish_links(ticket, settled.map_or(0, |settled| settled.standing));
            }
        }
        drop(frontier);
        self.freed.notify_one();
        Ok(())
    }

    /// Gives a ticket back to the frontier.
    pub(super) fn settle(&self, ticket: &Ticket, verdict: Verdict) {
        self.settle_in(&mut self.frontier(), ticket, verdict, None);
        self.freed.notify_one();
    }

    /// Gives back a ticket that was not fetched, but would be if it were offered more.
    pub(super) fn settle_for_now(&self, ticket: &Ticket, verdict: Verdict) {
        let settled = frontier::Settled { standing: ticket.standing, is_archived: false };
        self.settle_in(&mut self.frontier(), ticket, verdict, Some(settled));
        self.freed.notify_one();
    }

    fn settle_in(
        &self,
        frontier: &mut Frontier,
        ticket: &Ticket,
        verdict: Verdict,
        settled: Option<frontier::Settled>,
    ) {
        let now = self.now();
        let millis = |wait: std::time::Duration| wait.as_millis() as u64;
        match verdict {
            Verdict::Finish { outcome, detail, bytes, wait } => {
                let finished = Finished { outcome, detail: &detail.to_line(), bytes, settled };
                frontier.finish_as(ticket, &finished, wait.map(millis), now);
            }
            Verdict::Retry { detail, wait } => {
                let wait = millis(wait);
                frontier.retry(ticket, &detail.to_line(), Some(wait), now + wait, now);
            }
            Verdict::Later { detail, wait, later } => {
                let not_before = now + later;
                frontier.retry(ticket, &detail.to_line(), wait.map(millis), not_before, now);
            }
            Verdict::GiveBack { wait } => frontier.give_back(ticket, wait.map(millis), now),
        }
    }

    /// Lets the guard against traps know how new a document was.
    pub(super) fn note_novelty(
        &self,
        ticket: &Ticket,
        exchange: &Exchange,
        digest: &[u8],
        similarity: Option<u64>,
    ) {
        if self.job.traps.enabled && exchange.status == Some(200) {
            let pattern = trap::Pattern::of(&ticket.uri);
            lock(&self.traps).note(&pattern, digest, similarity);
        }
    }
}

/// What a page needs comes before other pages, guesses come last.
fn level(kind: Kind) -> u8 {
    match kind {
        Kind::Redirect | Kind::Requisite(_) => 1,
        Kind::Sitemap => 2,
        Kind::Navigation | Kind::Alternate | Kind::Feed => 3,
        Kind::Listed => 4,
        Kind::Form => 5,
        Kind::Speculative => 6,
    }
}
