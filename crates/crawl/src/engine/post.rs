//! The last stage: scope and policy decide about the links of a document, and the ticket is settled together with them.

use super::HarvestError;
use super::examine::Examined;
use super::shared::{Shared, lock};
use super::states::{Discovered, TicketEnd};
use crate::job::RobotsTagSetting;
use crate::policy::Settlement;
use crate::scope::{self, Candidate, Scope};
use crate::site_rules::{SITE_RULE, SITE_RULE_SAME};
use crate::trap;
use std::time::{Duration, Instant};
use stodola_extract::{LinkKind, Requisite};
use stodola_fetch::Exchange;
use stodola_frontier::{self as frontier, Finished, Frontier, Offer, Ticket};
use stodola_uri::RuledUri;

/// How a ticket ends when its links were offered.
#[expect(
    clippy::large_enum_variant,
    reason = "there is one for each URI, and nearly all are settled"
)]
pub(super) enum Then {
    /// The ticket is settled with this result.
    Settle(TicketEnd),
    /// The URI was settled before; only its links had to be offered again.
    Links,
}

/// Decisions about some links of a page.
#[derive(Default)]
struct Batch {
    accepted: Vec<Discovered>,
    rejected: Vec<(Vec<u8>, String)>,
    /// URIs that seeds redirect to.
    redirected: Vec<Vec<u8>>,
    bytes: usize,
}

impl Batch {
    fn is_full(&self) -> bool {
        self.bytes >= BATCH_BYTES || self.accepted.len() + self.rejected.len() >= BATCH_LINKS
    }
}

/// Maximum number of links, and bytes of links, that are decided before they go to the frontier. Most pages have fewer.
const BATCH_LINKS: usize = 4096;
const BATCH_BYTES: usize = 512 << 10;
/// Number of uncommitted bytes from which on pages with more than one batch wait.
const UNCOMMITTED_MAX: usize = 8 << 20;
const COMMIT_LOOK: Duration = Duration::from_millis(5);
/// Maximum time to wait for a commit.
const COMMIT_WAIT: Duration = Duration::from_secs(10);

/// Maximum length of a hop path that is followed.
const HOPS_MAX: usize = 200;

impl Shared {
    /// Offers or rejects the links, and settles the ticket together with the last of them: after a crash in between the
    /// page is fetched again, and its links are already known.
    pub(super) fn post(
        &self,
        ticket: &Ticket,
        examined: &Examined,
        settlement: &Settlement,
        mut then: Then,
    ) -> Result<(), HarvestError> {
        if let Then::Settle(end) = &mut then
            && let Some(detail) = end.detail()
        {
            detail.unfollowed = examined.unfollowed.clone();
            detail.skipped = examined.skipped.clone();
        }
        if let Then::Settle(end) = &then {
            self.trace_visit(ticket, end);
        }
        let mut links = examined.links().peekable();
        let mut frontier = loop {
            // All decisions are made before the frontier is locked.
            let batch = self.think(ticket, examined, settlement, &mut links);
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
        let is_archived = settlement.is_archived();
        let settled =
            settlement.standing.map(|standing| frontier::SettledUri { standing, is_archived });
        match then {
            Then::Settle(end) => self.settle_in(&mut frontier, ticket, end, settled),
            Then::Links => {
                frontier.finish_links(ticket, settled.map_or(0, |settled| settled.standing));
            }
        }
        drop(frontier);
        self.freed.notify_one();
        Ok(())
    }

    /// Decides about the next links of a page.
    fn think<'a>(
        &self,
        ticket: &Ticket,
        examined: &Examined,
        settlement: &Settlement,
        links: &mut impl Iterator<Item = (&'a [u8], LinkKind, bool)>,
    ) -> Batch {
        let scope = self.scope();
        let takes_redirected_seeds = self.job.profile.kind().takes_redirected_seeds;
        let obeys = self.live().politeness.obeys(RobotsTagSetting::Nofollow);
        let mut hops = String::from_utf8_lossy(&ticket.hops).into_owned();
        let frame = scope::frame_hop(&hops);
        let via_host = Some(&*ticket.host_name);
        let mut batch = Batch::default();
        while !batch.is_full() {
            let Some((uri, kind, is_nofollow)) = links.next() else { break };
            let normal = stodola_uri::normalise(uri);
            let normal = stodola_uri::without_fragment(&normal).to_vec();
            batch.bytes += normal.len();
            let Some(normal) = ruled(&scope, ticket, kind, normal, &mut batch) else { continue };
            let Some(host) = stodola_uri::host(&normal).filter(|host| !host.is_empty()) else {
                batch.rejected.push((normal, "no-host".to_owned()));
                continue;
            };
            let hop = match kind {
                LinkKind::Requisite(Requisite::Frame) => frame,
                _ => kind.hop(),
            };
            hops.push(hop);
            let candidate = Candidate { hops: &hops, via_host, ..Candidate::new(&normal, &host) };
            let decision = scope.decide(&candidate);
            let is_off = !self.job.extract.sitemaps && kind == LinkKind::Sitemap;
            let asks_not_to = obeys
                && (examined.robots.nofollow || is_nofollow)
                && matches!(
                    kind,
                    LinkKind::Navigation | LinkKind::Alternate | LinkKind::Feed | LinkKind::Form
                );
            // The policy is asked only about links that the scope accepts.
            let inherited = match decision.accepted {
                true => self.policy.inherit(settlement, kind, &host),
                false => Err(decision.rule),
            };
            let accepted = inherited.and_then(|standing| {
                if asks_not_to {
                    Err("nofollow")
                } else if is_off {
                    Err("sitemaps-off")
                } else if hops.len() > HOPS_MAX {
                    Err("hop-path-too-long")
                } else {
                    Ok(standing)
                }
            });
            match accepted {
                Err(rule) => batch.rejected.push((normal, rule.to_owned())),
                Ok(standing) => {
                    if decision.is_redirected_seed && takes_redirected_seeds {
                        batch.redirected.push(normal.clone());
                    }
                    let host = host.into_owned();
                    batch.accepted.push(Discovered { uri: normal, host, kind, hop, standing });
                }
            }
            hops.pop();
        }
        batch
    }

    /// Waits for the next commit if much is uncommitted, so that pages with very many links do not fill the memory.
    fn wait_for_commit(&self) {
        let begun = Instant::now();
        while self.frontier().uncommitted() > UNCOMMITTED_MAX
            && !self.switches.is_stopping()
            && begun.elapsed() < COMMIT_WAIT
        {
            std::thread::sleep(COMMIT_LOOK);
        }
    }

    /// Returns a ticket to the frontier.
    pub(super) fn settle(&self, ticket: &Ticket, end: TicketEnd) {
        self.trace_visit(ticket, &end);
        self.settle_in(&mut self.frontier(), ticket, end, None);
        self.freed.notify_one();
    }

    /// Returns a ticket that was not fetched; its URI comes back if it is offered with a larger standing.
    pub(super) fn settle_for_now(&self, ticket: &Ticket, end: TicketEnd) {
        let settled = frontier::SettledUri { standing: ticket.standing, is_archived: false };
        self.trace_visit(ticket, &end);
        self.settle_in(&mut self.frontier(), ticket, end, Some(settled));
        self.freed.notify_one();
    }

    fn settle_in(
        &self,
        frontier: &mut Frontier,
        ticket: &Ticket,
        end: TicketEnd,
        settled: Option<frontier::SettledUri>,
    ) {
        let now = self.now();
        match end {
            TicketEnd::Finish { outcome, detail, bytes, wait } => {
                let finished = Finished { outcome, detail: &detail.to_line(), bytes, settled };
                frontier.finish_as(ticket, &finished, wait, now);
            }
            TicketEnd::Retry { detail, wait } => {
                frontier.retry(ticket, &detail.to_line(), Some(wait), now + wait, now);
            }
            TicketEnd::Later { detail, wait, later } => {
                frontier.retry(ticket, &detail.to_line(), wait, now + later, now);
            }
            TicketEnd::GiveBack { wait } => frontier.give_back(ticket, wait, now),
        }
    }

    /// Passes a document to the guard against traps.
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

/// Applies the rules about addresses of sites to a link: returns the address that counts, or `None` if the link is
/// ignored. The address as the page has it goes to the log in both cases.
fn ruled(
    scope: &Scope,
    ticket: &Ticket,
    kind: LinkKind,
    uri: Vec<u8>,
    batch: &mut Batch,
) -> Option<Vec<u8>> {
    match scope.ruled(&uri) {
        RuledUri::AsItIs => Some(uri),
        // A server that redirects from the address that counts to another spelling of it would never give the page.
        RuledUri::Becomes(counts) if kind == LinkKind::Redirect && counts == ticket.uri => {
            Some(uri)
        }
        RuledUri::Becomes(counts) => {
            let same = format!("{SITE_RULE_SAME} {}", String::from_utf8_lossy(&counts));
            batch.rejected.push((uri, same));
            Some(counts)
        }
        RuledUri::Ignored(why) => {
            batch.rejected.push((uri, format!("{SITE_RULE} {why}")));
            None
        }
    }
}

/// Passes some links of a ticket's page to the frontier.
fn offer(frontier: &mut Frontier, ticket: &Ticket, batch: &Batch) -> Result<(), HarvestError> {
    let via = Some(ticket.found);
    let mut hops = ticket.hops.clone();
    for Discovered { uri, host, kind, hop, standing } in &batch.accepted {
        hops.push(*hop as u8);
        frontier.offer(&Offer {
            uri,
            host,
            standing: *standing,
            level: level(*kind),
            via,
            hops: &hops,
            is_seed: false,
            is_sitemap: *kind == LinkKind::Sitemap,
        })?;
        hops.pop();
    }
    for (uri, rule) in &batch.rejected {
        frontier.reject(uri, via, rule)?;
    }
    Ok(())
}

/// Returns the level of a link: requisites come before other pages, guesses come last.
fn level(kind: LinkKind) -> u8 {
    match kind {
        LinkKind::Redirect | LinkKind::Requisite(_) => 1,
        LinkKind::Sitemap => 2,
        LinkKind::Navigation | LinkKind::Alternate | LinkKind::Feed => 3,
        LinkKind::Listed => 4,
        LinkKind::Form => 5,
        LinkKind::Speculative => 6,
    }
}
