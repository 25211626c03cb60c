//! After a URI: its links are put to the scope, and it is finished together with them.

use super::examine::Examined;
use super::national::{COUNTRY_DOMAIN, PAGE_NOT_NATIONAL};
use super::visit::Verdict;
use super::{Engine, HarvestError, lock};
use crate::job::Robots;
use crate::national::{Hop, Settled, Standing};
use crate::scope::{self, Candidate};
use crate::trap;
use std::time::{Duration, Instant};
use stodola_extract::{Kind, Requisite};
use stodola_fetch::Exchange;
use stodola_frontier::{self as frontier, Finished, Frontier, Offer, Ticket};

/// What becomes of a ticket whose links were offered.
#[expect(
    clippy::large_enum_variant,
    reason = "there is one for each URI, and nearly all are verdicts"
)]
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
    kind: Kind,
    hop: char,
    standing: u32,
}

/// What was thought about some links of a page.
#[derive(Default)]
struct Batch {
    accepted: Vec<Link>,
    rejected: Vec<(Vec<u8>, String)>,
    /// Where a seed was redirected to.
    redirected: Vec<Vec<u8>>,
    bytes: usize,
}

impl Batch {
    fn is_full(&self) -> bool {
        self.bytes >= BATCH_BYTES || self.accepted.len() + self.rejected.len() >= BATCH_LINKS
    }
}

/// So much of a page is thought about before it is given to the frontier. Most pages have less.
const BATCH_LINKS: usize = 4096;
const BATCH_BYTES: usize = 512 << 10;
/// With so many bytes uncommitted, pages with more than one batch wait.
const UNCOMMITTED_MAX: usize = 8 << 20;
const COMMIT_LOOK: Duration = Duration::from_millis(5);
/// Whoever commits may be slow, but nobody waits for it for ever.
const COMMIT_WAIT: Duration = Duration::from_secs(10);

/// A hop path is not followed any further.
const HOPS_MAX: usize = 200;

impl Engine {
    /// Offers or rejects the links, and settles the ticket with the last of them: after a crash in between the page
    /// is fetched again, and its links are known already.
    pub(super) fn post(
        &self,
        ticket: &Ticket,
        examined: &Examined,
        settled: Option<&Settled>,
        mut then: Then,
    ) -> Result<(), HarvestError> {
        if let Then::Settle(verdict) = &mut then
            && let Some(detail) = verdict.detail()
        {
            detail.unfollowed = examined.unfollowed.clone();
        }
        let mut links = examined.links().peekable();
        let mut frontier = loop {
            // All that needs thought is done before the frontier is held.
            let batch = self.think(ticket, examined, settled, &mut links);
            for uri in &batch.redirected {
                self.add_redirected_seed(uri)?;
            }
            let mut frontier = self.frontier();
            offer(&mut frontier, ticket, &batch)?;
            if links.peek().is_none() {
                break frontier;
            }
            drop(frontier);
            self.freed.notify_one();
            self.wait_for_commit();
        };
        let settled = settled.map(|it| frontier::SettledUri {
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

    /// Puts the next links of a page to the scope.
    fn think<'a>(
        &self,
        ticket: &Ticket,
        examined: &Examined,
        settled: Option<&Settled>,
        links: &mut impl Iterator<Item = (&'a [u8], Kind, bool)>,
    ) -> Batch {
        let scope = self.scope.read().unwrap_or_else(|poisoned| poisoned.into_inner());
        let obeys = self.job.politeness.robots == Robots::Obey;
        let mut hops = String::from_utf8_lossy(&ticket.hops).into_owned();
        let frame = scope::frame_hop(&hops);
        let via_host = Some(&*ticket.host_name);
        let mut batch = Batch::default();
        while !batch.is_full() {
            let Some((uri, kind, is_nofollow)) = links.next() else { break };
            let normal = stodola_uri::normalise(uri);
            let normal = stodola_uri::without_fragment(&normal).to_vec();
            batch.bytes += normal.len();
            let Some(host) = stodola_uri::host(&normal).filter(|host| !host.is_empty()) else {
                batch.rejected.push((normal, "no-host".to_owned()));
                continue;
            };
            let hop = match kind {
                Kind::Requisite(Requisite::Frame) => frame,
                _ => kind.hop(),
            };
            hops.push(hop);
            let candidate = Candidate { hops: &hops, via_host, ..Candidate::new(&normal, &host) };
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
                Some(rule) => batch.rejected.push((normal, rule.to_owned())),
                None => {
                    if decision.is_redirected_seed && self.national.is_none() {
                        batch.redirected.push(normal.clone());
                    }
                    let standing = standing.map_or(0, Standing::code);
                    let host = host.into_owned();
                    batch.accepted.push(Link { uri: normal, host, kind, hop, standing });
                }
            }
            hops.pop();
        }
        batch
    }

    /// Lets whoever commits catch up, so that pages with very many links do not fill the memory.
    fn wait_for_commit(&self) {
        let begun = Instant::now();
        while self.frontier().uncommitted() > UNCOMMITTED_MAX
            && !self.is_stopping()
            && begun.elapsed() < COMMIT_WAIT
        {
            std::thread::sleep(COMMIT_LOOK);
        }
    }

    /// Gives a ticket back to the frontier.
    pub(super) fn settle(&self, ticket: &Ticket, verdict: Verdict) {
        self.settle_in(&mut self.frontier(), ticket, verdict, None);
        self.freed.notify_one();
    }

    /// Gives back a ticket that was not fetched, but would be if it were offered more.
    pub(super) fn settle_for_now(&self, ticket: &Ticket, verdict: Verdict) {
        let settled = frontier::SettledUri { standing: ticket.standing, is_archived: false };
        self.settle_in(&mut self.frontier(), ticket, verdict, Some(settled));
        self.freed.notify_one();
    }

    fn settle_in(
        &self,
        frontier: &mut Frontier,
        ticket: &Ticket,
        verdict: Verdict,
        settled: Option<frontier::SettledUri>,
    ) {
        let now = self.now();
        match verdict {
            Verdict::Finish { outcome, detail, bytes, wait } => {
                let finished = Finished { outcome, detail: &detail.to_line(), bytes, settled };
                frontier.finish_as(ticket, &finished, wait, now);
            }
            Verdict::Retry { detail, wait } => {
                frontier.retry(ticket, &detail.to_line(), Some(wait), now + wait, now);
            }
            Verdict::Later { detail, wait, later } => {
                frontier.retry(ticket, &detail.to_line(), wait, now + later, now);
            }
            Verdict::GiveBack { wait } => frontier.give_back(ticket, wait, now),
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

/// Gives some links of a ticket's page to the frontier.
fn offer(frontier: &mut Frontier, ticket: &Ticket, batch: &Batch) -> Result<(), HarvestError> {
    let via = Some(ticket.found);
    let mut hops = ticket.hops.clone();
    for Link { uri, host, kind, hop, standing } in &batch.accepted {
        hops.push(*hop as u8);
        frontier.offer(&Offer {
            uri,
            host,
            standing: *standing,
            level: level(*kind),
            via,
            hops: &hops,
            is_seed: false,
            is_sitemap: *kind == Kind::Sitemap,
        })?;
        hops.pop();
    }
    for (uri, rule) in &batch.rejected {
        frontier.reject(uri, via, rule)?;
    }
    Ok(())
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
