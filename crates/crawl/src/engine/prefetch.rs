//! Before a URI is fetched: is it still in scope, is it part of a trap, where is its host, and what does
//! robots.txt say?

use super::progress::Meter;
use super::rules::{Elsewhere, Known, Refusal, authority, path_and_query};
use super::visit::{self, Verdict};
use super::{Engine, HarvestError, lock, pace};
use crate::job::Robots;
use crate::scope::Candidate;
use crate::trap;
use std::net::IpAddr;
use std::time::{Duration, SystemTime};
use stodola_fetch::robots::{RobotsStep, RobotsTrail, Rules, Then};
use stodola_fetch::{Access, Exchange, Failure, Session};
use stodola_frontier::{Detail, Offer, Outcome, Owed, Pause, Reason, Ticket, Time, WantedVisit};

/// Rules hold for at least so many turns of their host.
const TURNS_LEAST: u32 = 10;
/// And for no longer than this if the job does not say so.
const HOLD_MOST: Duration = Duration::from_secs(24 * 60 * 60);
/// An authority that cannot be reached is left alone at least so long.
const LEAVE_LEAST: Duration = Duration::from_secs(60 * 60);
/// Least time that others wait for whoever asks for a robots.txt elsewhere.
const ASKED_LEAST: Duration = Duration::from_millis(500);

/// Whether a URI may be fetched now.
#[expect(clippy::large_enum_variant, reason = "there is one for each URI, on its way for a moment")]
pub(super) enum Permission {
    Granted { crawl_delay: Option<Duration> },
    Denied(Verdict),
}

use Permission::{Denied, Granted};

impl Engine {
    pub(super) async fn prefetch(
        &self,
        ticket: &mut Ticket,
        session: &mut Session,
    ) -> Result<Permission, HarvestError> {
        if let Some(verdict) = self.refuse(ticket) {
            return Ok(Denied(verdict));
        }
        // Names are asked for before robots.txt: a host without an address has none.
        match self.client.resolve(&ticket.host_name).await {
            Err(failure) => return Ok(Denied(self.failed(ticket, &failure))),
            Ok(resolved) => {
                let first = resolved.addresses.first().copied();
                if let Some(verdict) = self.refuse_without_contact(first) {
                    return Ok(Denied(verdict));
                }
                // Where the user says what is where, there is no telling what shares a server.
                if let (Some(_), Some(address)) = (&resolved.answer, first) {
                    let now = self.now();
                    if self.frontier().set_address(ticket, address, now).is_err() {
                        return Ok(Denied(Verdict::GiveBack { wait: None }));
                    }
                }
            }
        }
        let own = authority(&ticket.uri).to_vec();
        let (known, failing) = {
            let mut rules = lock(&self.rules);
            let known = rules.get(&self.frontier(), ticket.host, &own, self.now())?;
            (known, rules.failing(&own, self.now()))
        };
        let is_lost = known.is_some() && self.has_lost_robots(ticket)?;
        match (known.map(|known| self.ask(ticket, &known)), failing) {
            (Some(Denied(verdict)), _) => Ok(Denied(verdict)),
            (Some(granted), _) if !is_lost => Ok(granted),
            (_, Some((_, Some(refusal)))) => {
                Ok(Denied(Verdict::ended(refusal.outcome, refusal.reason)))
            }
            (_, Some((not_before, None))) => {
                let detail = Detail::new(Reason::RobotsUnreachable);
                let later = not_before.since(self.now());
                Ok(Denied(Verdict::Later { detail, wait: None, later }))
            }
            // Either nobody knows what it says, or nobody could keep it with what is fetched now.
            (Some(Granted { .. }) | None, None) => {
                self.fetch_robots(ticket, session, &own).await.map(Denied)
            }
        }
    }

    /// Whoever names no contact may harvest this machine only.
    fn refuse_without_contact(&self, address: Option<IpAddr>) -> Option<Verdict> {
        let is_elsewhere = address.is_some_and(|address| !address.to_canonical().is_loopback());
        let reason = "no-contact: only this machine is harvested without one";
        (self.job.contact.is_empty() && is_elsewhere)
            .then(|| Verdict::ended(Outcome::AddressRefused, Reason::from_text(reason)))
    }

    /// What needs nobody to be asked.
    pub(super) fn refuse(&self, ticket: &Ticket) -> Option<Verdict> {
        let hops = std::str::from_utf8(&ticket.hops).unwrap_or_default();
        let candidate = Candidate {
            hops,
            is_seed: ticket.is_seed,
            ..Candidate::new(&ticket.uri, &ticket.host_name)
        };
        {
            let scope = self.scope.read().unwrap_or_else(|poisoned| poisoned.into_inner());
            let decision = scope.decide(&candidate);
            if !decision.accepted {
                return Some(Verdict::ended(Outcome::OutOfScope, Reason::from_text(decision.rule)));
            }
        }
        if !self.job.traps.enabled || ticket.is_seed {
            return None;
        }
        match lock(&self.traps).verdict(&trap::Pattern::of(&ticket.uri)) {
            trap::Verdict::Go => None,
            trap::Verdict::Cut { reason } => {
                Some(Verdict::ended(Outcome::Trap, Reason::from_text(reason.as_str())))
            }
        }
    }

    fn ask(&self, ticket: &Ticket, known: &Known) -> Permission {
        let crawl_delay = known.rules.crawl_delay();
        if let (false, Some(delay)) = (self.was_clean, crawl_delay) {
            // The run before this one may have asked the host in its last moment.
            let delay = delay.min(self.job.politeness.crawl_delay_max.duration());
            let rest = delay.saturating_sub(self.clock.elapsed());
            if !rest.is_zero() {
                return Denied(Verdict::GiveBack { wait: Some(rest) });
            }
        }
        if self.job.politeness.robots == Robots::Ignore {
            return Granted { crawl_delay };
        }
        let verdict = known.rules.verdict(path_and_query(&ticket.uri));
        if verdict.allowed {
            return Granted { crawl_delay };
        }
        let line = verdict.rule.unwrap_or_default();
        Denied(Verdict::ended(Outcome::RobotsExcluded, Reason::from_text(&line)))
    }

    /// Takes the next step on the way to robots.txt: one request, or one more wait for the host that a
    /// redirect leads to. The URI has to wait for its host's next turn.
    async fn fetch_robots(
        &self,
        ticket: &Ticket,
        session: &mut Session,
        own: &[u8],
    ) -> Result<Verdict, HarvestError> {
        let trail = lock(&self.rules).take_trail(own);
        let trail = match trail.map_or_else(|| RobotsTrail::new(&ticket.uri), Ok) {
            Ok(trail) => trail,
            Err(failure) => return Ok(self.failed(ticket, &failure)),
        };
        match stodola_uri::host(trail.next()) {
            Some(host) if *host != *ticket.host_name => {
                let host = host.into_owned();
                self.fetch_robots_elsewhere(ticket, own, trail, &host).await
            }
            _ => {
                self.before_request(ticket).await;
                // Over a connection of its own, so that it cannot turn out to be closed.
                session.close();
                let begun = SystemTime::now();
                let step = trail.step(session).await;
                self.heed_step(ticket, own, step, begun, None)
            }
        }
    }

    /// Asks the host that a redirect leads to, in that host's turn.
    async fn fetch_robots_elsewhere(
        &self,
        ticket: &Ticket,
        own: &[u8],
        trail: RobotsTrail,
        host: &str,
    ) -> Result<Verdict, HarvestError> {
        let uri = trail.next().to_vec();
        let said = lock(&self.rules).elsewhere(&uri, ticket.host, self.now());
        match said {
            Elsewhere::Says(access, text) => {
                let (verdict, _) = self.heed_robots(ticket, own, &access, &text, None)?;
                self.note_robots_asked(ticket);
                return Ok(verdict);
            }
            Elsewhere::Asked(until) => return Ok(self.follow_later(own, trail, until)),
            Elsewhere::Unknown => {}
        }
        let begun = SystemTime::now();
        let resolved = match self.client.resolve(host).await {
            Ok(resolved) => resolved,
            Err(failure) => {
                let access = Access::Unreachable;
                let then = Then::Access { access, text: Vec::new() };
                let step = RobotsStep { uri, result: Err(failure), then };
                let pause = Pause::new(Duration::ZERO, Owed::MinDelay);
                return self.heed_step(ticket, own, step, begun, Some(pause));
            }
        };
        let address = resolved.addresses.first().copied();
        if let Some(verdict) = self.refuse_without_contact(address) {
            return Ok(self.refuse_all(own, verdict));
        }
        let pause = self.pause_elsewhere(host, &uri, Duration::ZERO)?.time;
        let wanted = WantedVisit {
            by: ticket,
            host,
            address: address.filter(|_| resolved.answer.is_some()),
            pause,
        };
        let now = self.now();
        let visit = self.frontier().visit(&wanted, now);
        let visit = match visit {
            Ok(visit) => visit,
            Err(at) => {
                lock(&self.rules).note_asked(&uri, ticket.host, at + wanted.pause.max(ASKED_LEAST));
                return Ok(self.follow_later(own, trail, at));
            }
        };
        let longest =
            self.job.fetch.total_timeout.duration() + self.job.fetch.connect_timeout.duration();
        lock(&self.rules).note_asked(&uri, ticket.host, now + longest);
        match visit.address() {
            Some(address) => self.before_visit(address).await,
            None => self.before_request(ticket).await,
        }
        let known = self.frontier().find_host(host);
        // There is one connection to it, and this one is new, so that it cannot turn out to be closed.
        drop(known.and_then(|known| self.sessions.take(known)));
        let mut session = self.client.session();
        let step = trail.step(&mut session).await;
        drop(session);
        let took = step.result.as_ref().map_or(Duration::ZERO, |exchange| exchange.duration);
        let pause = self.pause_elsewhere(host, &uri, took)?;
        let now = self.now();
        self.frontier().end_visit(visit, pause.time, now);
        self.freed.notify_one();
        self.heed_step(ticket, own, step, begun, Some(pause))
    }

    /// Lets whatever ends one URI end all of its authority, without asking it again for each.
    fn refuse_all(&self, own: &[u8], verdict: Verdict) -> Verdict {
        if let Verdict::Finish { outcome, detail, .. } = &verdict {
            let refusal = Refusal { outcome: *outcome, reason: detail.reason.clone() };
            let hold = self.job.politeness.robots_expiry.duration().max(LEAVE_LEAST);
            let until = self.now() + hold;
            lock(&self.rules).leave(own, until, Some(refusal));
        }
        verdict
    }

    /// Remembers where a redirect leads to until the host there has time.
    fn follow_later(&self, own: &[u8], trail: RobotsTrail, at: Time) -> Verdict {
        lock(&self.rules).put_trail(own, trail);
        let wait = at.since(self.now()).max(Duration::from_millis(1));
        Verdict::GiveBack { wait: Some(wait) }
    }

    /// How long a host is left alone that another's robots.txt is redirected to.
    fn pause_elsewhere(
        &self,
        host: &str,
        uri: &[u8],
        took: Duration,
    ) -> Result<Pause, HarvestError> {
        let mut rules = lock(&self.rules);
        let frontier = self.frontier();
        let (mut asked, mut least) = (None, Duration::ZERO);
        if let Some(host) = frontier.find_host(host) {
            let known = rules.peek(&frontier, host, authority(uri), self.now())?;
            asked = known.and_then(|rules| rules.crawl_delay());
            least = frontier.least_wait(host);
        }
        let (own, owed) = pace::after_answer(&self.job.politeness, took, asked);
        let owed = if least > own { Owed::Complaint } else { owed };
        Ok(Pause::new(own.max(least), owed))
    }

    /// Keeps what came of one step on the way to robots.txt, and heeds what it says. `elsewhere` is the pause
    /// that another host is owed for it.
    fn heed_step(
        &self,
        ticket: &Ticket,
        own: &[u8],
        step: RobotsStep,
        begun: SystemTime,
        elsewhere: Option<Pause>,
    ) -> Result<Verdict, HarvestError> {
        let RobotsStep { uri, result, then } = step;
        Meter::add(&self.meter.requests, 1);
        let answer = match &then {
            Then::Access { access, text } => Some((access, &text[..])),
            Then::Follow(_) => None,
        };
        if elsewhere.is_some() {
            let until = self.now() + self.job.politeness.robots_expiry.duration();
            lock(&self.rules).note_said(&uri, answer, until);
        }
        let mut detail = match &result {
            Ok(exchange) => visit::detail_of(exchange),
            Err(Failure::AddressRefused(_) | Failure::Uri { .. } | Failure::Spool(_)) => {
                let failed = result.err().map(|failure| self.failed(ticket, &failure));
                let verdict = failed.unwrap_or(Verdict::GiveBack { wait: None });
                return Ok(match elsewhere {
                    Some(_) => self.refuse_all(own, verdict),
                    None => verdict,
                });
            }
            Err(failure) => Detail::new(Reason::from_text(failure.name()))
                .at(begun, begun.elapsed().unwrap_or_default()),
        };
        let mut bytes = 0;
        if let Ok(exchange) = &result {
            bytes = exchange.response.len();
            Meter::add(&self.meter.received, bytes);
            if self.national.is_none() {
                let metadata = self.robots_metadata(&ticket.uri);
                let kept = self.keep(ticket, &uri, exchange, None, &metadata)?;
                (detail.digest, detail.is_revisit) = (Some(kept.payload_digest), kept.is_revisit);
            }
        }
        // A host that was not asked itself owes no pause.
        let took = match (elsewhere, &result) {
            (Some(_), _) => None,
            (None, Ok(exchange)) => Some(exchange.duration),
            (None, Err(_)) => Some(Duration::ZERO),
        };
        let is_obeyed = self.job.politeness.robots == Robots::Obey;
        let is_known = match &then {
            Then::Follow(_) => false,
            Then::Access { access, .. } => !(is_obeyed && matches!(access, Access::Unreachable)),
        };
        let (verdict, pause) = match then {
            Then::Follow(trail) => {
                lock(&self.rules).put_trail(own, trail);
                self.pause_before_next(took, None)
            }
            Then::Access { access: Access::Unreachable, .. } if is_obeyed => {
                self.robots_unreachable(ticket, own, &result)?
            }
            Then::Access { access, text } => self.heed_robots(ticket, own, &access, &text, took)?,
        };
        detail.pause = elsewhere.or(pause);
        self.frontier().note_beside(ticket, &uri, &detail.to_line(), bytes);
        if let Ok(exchange) = result {
            self.put_aside(ticket, uri, exchange);
        }
        if is_known {
            // Before that, there is nothing that could be kept with what is fetched.
            self.note_robots_asked(ticket);
        }
        Ok(verdict)
    }

    /// Gives a URI back for its host's next turn.
    fn pause_before_next(
        &self,
        took: Option<Duration>,
        crawl_delay: Option<Duration>,
    ) -> (Verdict, Option<Pause>) {
        let Some(took) = took else { return (Verdict::GiveBack { wait: None }, None) };
        let (wait, owed) = pace::after_answer(&self.job.politeness, took, crawl_delay);
        (Verdict::GiveBack { wait: Some(wait) }, Some(Pause::new(wait, owed)))
    }

    /// Keeps what robots.txt says; tells how long the host is left alone, and why.
    fn heed_robots(
        &self,
        ticket: &Ticket,
        own: &[u8],
        access: &Access,
        text: &[u8],
        took: Option<Duration>,
    ) -> Result<(Verdict, Option<Pause>), HarvestError> {
        // Whoever ignores what it says need not wait until it says something.
        let access = match access {
            Access::Unreachable => &Access::AllowAll,
            access => access,
        };
        let known = {
            let mut rules = lock(&self.rules);
            let mut frontier = self.frontier();
            let hold = |rules: &Rules| self.rules_hold(rules);
            let answer = (access, text);
            rules.note(&mut frontier, ticket.host, own, answer, hold, self.now())?
        };
        self.frontier().note_failure(ticket.host, false);
        // Of a nation's pages those are wanted that others lead to.
        let wants_sitemaps = self.job.extract.sitemaps && self.national.is_none();
        if let (true, Access::Rules(robots)) = (wants_sitemaps, access) {
            for uri in robots.sitemaps() {
                self.offer_sitemap(ticket, uri)?;
            }
        }
        let crawl_delay = known.and_then(|known| known.rules.crawl_delay());
        let took = took.or_else(|| crawl_delay.map(|_| Duration::ZERO));
        Ok(self.pause_before_next(took, crawl_delay))
    }

    /// How long rules hold: as the job says, but not so short that every turn of the host goes to asking
    /// for them again.
    fn rules_hold(&self, rules: &Rules) -> Duration {
        let politeness = &self.job.politeness;
        let (pause, _) = pace::after_answer(politeness, Duration::ZERO, rules.crawl_delay());
        let least = pause.saturating_mul(TURNS_LEAST).min(HOLD_MOST);
        politeness.robots_expiry.duration().max(least)
    }

    /// RFC 9309: what cannot be reached forbids everything, for now. That goes for one authority: others
    /// of the host go on meanwhile, if there are any.
    fn robots_unreachable(
        &self,
        ticket: &Ticket,
        own: &[u8],
        result: &Result<Exchange, Failure>,
    ) -> Result<(Verdict, Option<Pause>), HarvestError> {
        let politeness = &self.job.politeness;
        let now = self.now();
        let failures = lock(&self.rules).note_failure(own);
        let has_others = self.frontier().has_robots_beside(ticket.host, own, now)?;
        let is_final = match result {
            // Another attempt would end the same way.
            Err(Failure::Tls(_)) => true,
            // The host is there, but nobody listens at this port.
            Err(Failure::Connect(error)) => {
                has_others && error.kind() == std::io::ErrorKind::ConnectionRefused
            }
            _ => false,
        };
        if failures < politeness.attempts && !is_final {
            let asked = result.as_ref().ok().and_then(|exchange| {
                stodola_fetch::retry_after(&exchange.field("Retry-After")?, now.seconds())
            });
            let own_wait = pace::after_failures(politeness, failures);
            let wait = asked.unwrap_or(own_wait).min(politeness.retry_wait_max.duration());
            let wait = wait.max(politeness.min_delay.duration());
            let owed = if asked.is_some() { Owed::RetryAfter } else { Owed::Failures };
            if !has_others {
                let pause = Some(Pause::new(wait, owed));
                return Ok((Verdict::GiveBack { wait: Some(wait) }, pause));
            }
            let later = wait;
            lock(&self.rules).leave(own, now + later, None);
            let (pause, owed) = pace::after_answer(politeness, Duration::ZERO, None);
            let detail = Detail::new(Reason::RobotsUnreachable);
            let verdict = Verdict::Later { detail, wait: Some(pause), later };
            return Ok((verdict, Some(Pause::new(pause, owed))));
        }
        Meter::add(&self.meter.failures, 1);
        let (outcome, reason) = match result {
            Ok(exchange) => {
                (Outcome::RobotsUnreachable, exchange.status.map_or(Reason::None, Reason::Status))
            }
            // Nothing else of the authority can be had either, whatever robots.txt would say.
            Err(failure @ Failure::Tls(_)) => (Outcome::Failed, Reason::from_text(failure.name())),
            Err(failure) => (Outcome::RobotsUnreachable, Reason::from_text(failure.name())),
        };
        let (wait, owed) = pace::after_answer(politeness, Duration::ZERO, None);
        let pause = Pause::new(wait, owed);
        let detail = Detail { pause: Some(pause), ..Detail::new(reason) };
        let verdict = Verdict::Finish { outcome, detail, bytes: 0, wait: Some(wait) };
        Ok((self.refuse_all(own, verdict), Some(pause)))
    }

    fn offer_sitemap(&self, ticket: &Ticket, uri: &[u8]) -> Result<(), HarvestError> {
        let normal = stodola_uri::normalise(uri);
        let normal = stodola_uri::without_user_info(stodola_uri::without_fragment(&normal));
        let normal = &*normal;
        let Some(host) = stodola_uri::host(normal).filter(|host| !host.is_empty()) else {
            return Ok(self.frontier().reject(normal, Some(ticket.found), "no-host")?);
        };
        let scope = self.scope.read().unwrap_or_else(|poisoned| poisoned.into_inner());
        let candidate = Candidate { hops: "M", ..Candidate::new(normal, &host) };
        let decision = scope.decide(&candidate);
        let mut frontier = self.frontier();
        if !decision.accepted {
            return Ok(frontier.reject(normal, Some(ticket.found), decision.rule)?);
        }
        frontier.offer(&Offer {
            uri: normal,
            host: &host,
            level: 2,
            via: Some(ticket.found),
            hops: b"M",
            is_seed: false,
            is_sitemap: true,
            standing: 0,
        })?;
        Ok(())
    }
}
