//! The stage before the fetch: is the URI still in scope, is it part of a trap, what is the address of its host, and
//! what does robots.txt say?

use super::rules::{Known, authority, path_and_query};
use super::shared::{Shared, lock};
use super::states::{Permitted, Step, TicketEnd};
use super::{Engine, HarvestError};
use crate::job::{JobError, RobotsSetting, is_loopback};
use crate::scope::Candidate;
use crate::site_rules::SITE_RULE;
use crate::trap;
use std::net::IpAddr;
use std::ops::ControlFlow;
use std::time::Duration;
use stodola_fetch::Session;
use stodola_frontier::{Detail, Outcome, Reason, Ticket};
use stodola_uri::RuledUri;

const NO_CONTACT: &str = "no-contact: only this machine is harvested without one";
const NO_OPERATOR: &str = "no-operator: only this machine is harvested without one";
const NO_PURPOSE: &str = "no-purpose: only this machine is harvested without one";

/// Whether a URI may be fetched now.
#[expect(clippy::large_enum_variant, reason = "there is one for each URI, on its way for a moment")]
enum Permission {
    Granted { crawl_delay: Option<Duration> },
    Denied(TicketEnd),
}

use Permission::{Denied, Granted};

impl Engine {
    /// Decides whether a URI may be fetched now.
    pub(super) async fn prefetch(&self, ticket: &mut Ticket) -> Step<Permitted> {
        let mut session = self.network.session(&self.shared, ticket.host, &ticket.host_name);
        Ok(match self.permission(ticket, &mut session).await? {
            Granted { crawl_delay } => ControlFlow::Continue(Permitted { session, crawl_delay }),
            Denied(end) => {
                if let TicketEnd::GiveBack { wait: Some(wait) } = &end {
                    self.network.keep(&self.shared, ticket, session, *wait);
                }
                ControlFlow::Break(Some(end))
            }
        })
    }

    async fn permission(
        &self,
        ticket: &mut Ticket,
        session: &mut Session,
    ) -> Result<Permission, HarvestError> {
        if let Some(end) = self.shared.refuse(ticket) {
            return Ok(Denied(end));
        }
        // Names are resolved before robots.txt is fetched: a host without an address has none.
        match self.network.client.resolve(&ticket.host_name).await {
            Err(failure) => return Ok(Denied(self.shared.failed(ticket, &failure))),
            Ok(resolved) => {
                let first = resolved.addresses.first().copied();
                if let Some(end) = self.shared.refuse_without_contact(&ticket.host_name, first) {
                    return Ok(Denied(end));
                }
                // If the user gives the addresses, it is unknown which hosts share a server.
                if let (Some(_), Some(address)) = (&resolved.answer, first) {
                    let now = self.shared.now();
                    if self.shared.frontier().set_address(ticket, address, now).is_err() {
                        return Ok(Denied(TicketEnd::GiveBack { wait: None }));
                    }
                }
            }
        }
        let own = authority(&ticket.uri).to_vec();
        let (known, failing) = {
            let mut rules = lock(&self.network.rules);
            let known = rules.get(&self.shared.frontier(), ticket.host, &own, self.shared.now())?;
            (known, rules.failing(&own, self.shared.now()))
        };
        let is_lost = known.is_some() && self.keeping.has_lost_robots(&self.shared, ticket).await?;
        match (known.map(|known| self.ask(ticket, &known)), failing) {
            (Some(Denied(end)), _) => Ok(Denied(end)),
            (Some(Granted { crawl_delay }), _) if !is_lost => {
                let end = self.log_in(ticket, session, crawl_delay).await;
                Ok(end.map_or(Granted { crawl_delay }, Denied))
            }
            (_, Some((_, Some(refusal)))) => {
                Ok(Denied(TicketEnd::ended(refusal.outcome, refusal.reason)))
            }
            (_, Some((not_before, None))) => {
                let detail = Detail::new(Reason::RobotsUnreachable);
                let later = not_before.since(self.shared.now());
                Ok(Denied(TicketEnd::Later { detail, wait: None, later }))
            }
            // The rules are unknown, or are known but the file cannot be stored with what is fetched now.
            (Some(Granted { .. }) | None, None) => {
                self.fetch_robots(ticket, session, &own).await.map(Denied)
            }
        }
    }

    fn ask(&self, ticket: &Ticket, known: &Known) -> Permission {
        let crawl_delay = known.rules.crawl_delay();
        if let (false, Some(delay)) = (self.network.was_clean, crawl_delay) {
            // The previous run may have asked the host just before its end.
            let delay = delay.min(self.shared.live().politeness.crawl_delay_max.duration());
            let rest = delay.saturating_sub(self.shared.clock.elapsed());
            if !rest.is_zero() {
                return Denied(TicketEnd::GiveBack { wait: Some(rest) });
            }
        }
        if self.shared.live().politeness.robots == RobotsSetting::Ignore {
            return Granted { crawl_delay };
        }
        let said = known.rules.verdict(path_and_query(&ticket.uri));
        if said.allowed {
            return Granted { crawl_delay };
        }
        let line = said.rule.unwrap_or_default();
        Denied(TicketEnd::ended(Outcome::RobotsExcluded, Reason::from_text(&line)))
    }
}

impl Shared {
    /// Without contact, operator and purpose, only this machine may be harvested. The address is missing if a proxy
    /// resolves the name.
    pub(super) fn refuse_without_contact(
        &self,
        host: &str,
        address: Option<IpAddr>,
    ) -> Option<TicketEnd> {
        let is_elsewhere = match address {
            Some(address) => !address.to_canonical().is_loopback(),
            None => !is_loopback(host, 0, &[]),
        };
        if !is_elsewhere {
            return None;
        }
        let reason = match self.job.missing_identity()? {
            JobError::NoIdentity { key: "operator" } => NO_OPERATOR,
            JobError::NoIdentity { .. } => NO_PURPOSE,
            _ => NO_CONTACT,
        };
        Some(TicketEnd::ended(Outcome::AddressRefused, Reason::from_text(reason)))
    }

    /// Checks that need no request.
    pub(super) fn refuse(&self, ticket: &Ticket) -> Option<TicketEnd> {
        let hops = std::str::from_utf8(&ticket.hops).unwrap_or_default();
        let candidate = Candidate {
            hops,
            is_seed: ticket.is_seed,
            ..Candidate::new(&ticket.uri, &ticket.host_name)
        };
        {
            let scope = self.scope();
            let decision = scope.decide(&candidate);
            if !decision.accepted {
                return Some(TicketEnd::ended(
                    Outcome::OutOfScope,
                    Reason::from_text(decision.rule),
                ));
            }
            // Links are ruled when they are found; these were found before the rules were there.
            if !ticket.is_seed
                && let RuledUri::Ignored(why) = scope.ruled(&ticket.uri)
            {
                let reason = Reason::from_text(&format!("{SITE_RULE} {why}"));
                return Some(TicketEnd::ended(Outcome::OutOfScope, reason));
            }
        }
        if !self.job.traps.enabled || ticket.is_seed {
            return None;
        }
        match lock(&self.traps).verdict(&trap::Pattern::of(&ticket.uri)) {
            trap::TrapVerdict::Go => None,
            trap::TrapVerdict::Cut { reason } => {
                Some(TicketEnd::ended(Outcome::Trap, Reason::from_text(reason.as_str())))
            }
        }
    }
}
