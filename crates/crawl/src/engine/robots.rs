//! Fetching a robots.txt, one request after another, and applying it.

use super::answer::detail_of;
use super::progress::Meter;
use super::rules::{Elsewhere, Refusal, authority};
use super::shared::lock;
use super::states::TicketEnd;
use super::{Engine, HarvestError, pace};
use crate::job::RobotsSetting;
use crate::policy::KeepRobots;
use crate::scope::Candidate;
use std::time::{Duration, SystemTime};
use stodola_fetch::robots::{RobotsStep, RobotsTrail, Rules, Then};
use stodola_fetch::{Access, Exchange, Failure, Session};
use stodola_frontier::{Detail, Offer, Outcome, Owed, Pause, Reason, Ticket, Time, WantedVisit};

/// Minimum number of turns of its host for which a robots.txt is valid.
const TURNS_LEAST: u32 = 10;
/// Maximum time for which a robots.txt is valid because of these turns.
const HOLD_MOST: Duration = Duration::from_secs(24 * 60 * 60);
/// Minimum time for which an authority that cannot be reached is not asked again.
const LEAVE_LEAST: Duration = Duration::from_secs(60 * 60);
/// Minimum time that other tickets wait for the one that requests a robots.txt on another host.
const ASKED_LEAST: Duration = Duration::from_millis(500);

impl Engine {
    /// Takes the next step on the way to robots.txt: one request, or one more wait for the host that a redirect leads
    /// to. The URI has to wait for the next turn of its host.
    pub(super) async fn fetch_robots(
        &self,
        ticket: &Ticket,
        session: &mut Session,
        own: &[u8],
    ) -> Result<TicketEnd, HarvestError> {
        let trail = lock(&self.network.rules).take_trail(own);
        let trail = match trail.map_or_else(|| RobotsTrail::new(&ticket.uri), Ok) {
            Ok(trail) => trail,
            Err(failure) => return Ok(self.shared.failed(ticket, &failure)),
        };
        match stodola_uri::host(trail.next()) {
            Some(host) if *host != *ticket.host_name => {
                let host = host.into_owned();
                self.fetch_robots_elsewhere(ticket, own, trail, &host).await
            }
            _ => {
                self.network.before_request(&self.shared, ticket).await;
                // Uses a new connection, which cannot turn out to be closed.
                session.close();
                let begun = SystemTime::now();
                let step = trail.step(session).await;
                self.heed_step(ticket, own, step, begun, None)
            }
        }
    }

    /// Asks the host that a redirect leads to, in the turn of that host.
    async fn fetch_robots_elsewhere(
        &self,
        ticket: &Ticket,
        own: &[u8],
        trail: RobotsTrail,
        host: &str,
    ) -> Result<TicketEnd, HarvestError> {
        let uri = trail.next().to_vec();
        let said = lock(&self.network.rules).elsewhere(&uri, ticket.host, self.shared.now());
        match said {
            Elsewhere::Says(access, text) => {
                let (end, _) = self.heed_robots(ticket, own, &access, &text, None)?;
                self.keeping.note_robots_asked(ticket);
                return Ok(end);
            }
            Elsewhere::Asked(until) => return Ok(self.follow_later(own, trail, until)),
            Elsewhere::Unknown => {}
        }
        let begun = SystemTime::now();
        let resolved = match self.network.client.resolve(host).await {
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
        if let Some(end) = self.shared.refuse_without_contact(host, address) {
            return Ok(self.refuse_all(own, end));
        }
        let pause = self.pause_elsewhere(host, &uri, Duration::ZERO)?.time;
        let wanted = WantedVisit {
            by: ticket,
            host,
            address: address.filter(|_| resolved.answer.is_some()),
            pause,
        };
        let now = self.shared.now();
        let visit = self.shared.frontier().visit(&wanted, now);
        let visit = match visit {
            Ok(visit) => visit,
            Err(at) => {
                lock(&self.network.rules).note_asked(
                    &uri,
                    ticket.host,
                    at + wanted.pause.max(ASKED_LEAST),
                );
                return Ok(self.follow_later(own, trail, at));
            }
        };
        let longest = self.shared.job.fetch.total_timeout.duration()
            + self.shared.job.fetch.connect_timeout.duration();
        lock(&self.network.rules).note_asked(&uri, ticket.host, now + longest);
        match visit.address() {
            Some(address) => self.network.before_visit(&self.shared, address).await,
            None => self.network.before_request(&self.shared, ticket).await,
        }
        let known = self.shared.frontier().find_host(host);
        // Only one connection is allowed to it, and this one is new, so it cannot turn out to be closed.
        drop(known.and_then(|known| self.network.sessions.take(known)));
        let mut session = self.network.new_session(&self.shared, host);
        let step = trail.step(&mut session).await;
        drop(session);
        let took = step.result.as_ref().map_or(Duration::ZERO, |exchange| exchange.duration);
        let pause = self.pause_elsewhere(host, &uri, took)?;
        let now = self.shared.now();
        self.shared.frontier().end_visit(visit, pause.time, now);
        self.shared.freed.notify_one();
        self.heed_step(ticket, own, step, begun, Some(pause))
    }

    /// Ends all URIs of an authority in the same way, without asking it again for each.
    fn refuse_all(&self, own: &[u8], end: TicketEnd) -> TicketEnd {
        if let TicketEnd::Finish { outcome, detail, .. } = &end {
            let refusal = Refusal { outcome: *outcome, reason: detail.reason.clone() };
            let hold = self.shared.live().politeness.robots_expiry.duration().max(LEAVE_LEAST);
            let until = self.shared.now() + hold;
            lock(&self.network.rules).leave(own, until, Some(refusal));
        }
        end
    }

    /// Remembers the target of a redirect until its host may be asked.
    fn follow_later(&self, own: &[u8], trail: RobotsTrail, at: Time) -> TicketEnd {
        lock(&self.network.rules).put_trail(own, trail);
        let wait = at.since(self.shared.now()).max(Duration::from_millis(1));
        TicketEnd::GiveBack { wait: Some(wait) }
    }

    /// Returns the pause of a host that another host's robots.txt redirects to.
    fn pause_elsewhere(
        &self,
        host: &str,
        uri: &[u8],
        took: Duration,
    ) -> Result<Pause, HarvestError> {
        let mut rules = lock(&self.network.rules);
        let frontier = self.shared.frontier();
        let (mut asked, mut least) = (None, Duration::ZERO);
        if let Some(host) = frontier.find_host(host) {
            let known = rules.peek(&frontier, host, authority(uri), self.shared.now())?;
            asked = known.and_then(|rules| rules.crawl_delay());
            least = frontier.least_wait(host);
        }
        let (own, owed) = pace::after_answer(&self.shared.live().politeness, took, asked);
        let owed = if least > own { Owed::Complaint } else { owed };
        Ok(Pause::new(own.max(least), owed))
    }

    /// Stores the result of one step on the way to robots.txt, and applies it. `elsewhere` is the pause of another host
    /// after this request.
    fn heed_step(
        &self,
        ticket: &Ticket,
        own: &[u8],
        step: RobotsStep,
        begun: SystemTime,
        elsewhere: Option<Pause>,
    ) -> Result<TicketEnd, HarvestError> {
        let RobotsStep { uri, result, then } = step;
        Meter::add(&self.shared.meter.requests, 1);
        let answer = match &then {
            Then::Access { access, text } => Some((access, &text[..])),
            Then::Follow(_) => None,
        };
        if elsewhere.is_some() {
            let until = self.shared.now() + self.shared.live().politeness.robots_expiry.duration();
            lock(&self.network.rules).note_said(&uri, answer, until);
        }
        let mut detail = match &result {
            Ok(exchange) => detail_of(exchange),
            // The proxy failed, and the host knows nothing of it.
            Err(failure @ Failure::Proxy(_)) => return Ok(self.shared.failed(ticket, failure)),
            Err(
                Failure::AddressRefused(_)
                | Failure::NameRefused(_)
                | Failure::Uri { .. }
                | Failure::Spool(_),
            ) => {
                let failed = result.err().map(|failure| self.shared.failed(ticket, &failure));
                let end = failed.unwrap_or(TicketEnd::GiveBack { wait: None });
                return Ok(match elsewhere {
                    Some(_) => self.refuse_all(own, end),
                    None => end,
                });
            }
            Err(failure) => Detail::new(Reason::from_text(failure.name()))
                .at(begun, begun.elapsed().unwrap_or_default()),
        };
        let mut bytes = 0;
        if let Ok(exchange) = &result {
            self.shared.proxy.note_success(exchange);
            bytes = exchange.response.len();
            Meter::add(&self.shared.meter.received, bytes);
            if self.shared.job.profile.kind().robots == KeepRobots::AtOnce {
                let robots = (&uri[..], exchange, &ticket.uri[..]);
                let kept = self.keeping.keep_robots(&self.shared, ticket, robots)?;
                (detail.digest, detail.is_revisit) = (Some(kept.payload_digest), kept.is_revisit);
            }
        }
        // A host that was not asked itself needs no pause.
        let took = match (elsewhere, &result) {
            (Some(_), _) => None,
            (None, Ok(exchange)) => Some(exchange.duration),
            (None, Err(_)) => Some(Duration::ZERO),
        };
        let is_obeyed = self.shared.live().politeness.robots == RobotsSetting::Obey;
        let is_known = match &then {
            Then::Follow(_) => false,
            Then::Access { access, .. } => !(is_obeyed && matches!(access, Access::Unreachable)),
        };
        let (end, pause) = match then {
            Then::Follow(trail) => {
                lock(&self.network.rules).put_trail(own, trail);
                self.pause_before_next(ticket, took, None)
            }
            Then::Access { access: Access::Unreachable, .. } if is_obeyed => {
                self.robots_unreachable(ticket, own, &result)?
            }
            Then::Access { access, text } => self.heed_robots(ticket, own, &access, &text, took)?,
        };
        detail.pause = elsewhere.or(pause);
        self.shared.frontier().note_beside(ticket, &uri, &detail.to_line(), bytes);
        if let Ok(exchange) = result {
            self.keeping.put_aside(ticket, uri, exchange);
        }
        if is_known {
            // Before that, there is nothing that could be stored with what is fetched.
            self.keeping.note_robots_asked(ticket);
        }
        Ok(end)
    }

    /// Gives a URI back for the next turn of its host.
    fn pause_before_next(
        &self,
        ticket: &Ticket,
        took: Option<Duration>,
        crawl_delay: Option<Duration>,
    ) -> (TicketEnd, Option<Pause>) {
        let Some(took) = took else { return (TicketEnd::GiveBack { wait: None }, None) };
        let (wait, owed) = self.shared.pause_after(ticket, took, crawl_delay);
        (TicketEnd::GiveBack { wait: Some(wait) }, Some(Pause::new(wait, owed)))
    }

    /// Stores the rules of robots.txt; returns the pause of the host, and the reason for it.
    fn heed_robots(
        &self,
        ticket: &Ticket,
        own: &[u8],
        access: &Access,
        text: &[u8],
        took: Option<Duration>,
    ) -> Result<(TicketEnd, Option<Pause>), HarvestError> {
        // If the job ignores robots.txt, an unreachable one does not matter.
        let access = match access {
            Access::Unreachable => &Access::AllowAll,
            access => access,
        };
        // First the sitemaps, then the rules. If only the rules were committed when the process is killed, they would
        // keep robots.txt from being read again, and its sitemaps would be lost.
        let job = &self.shared.job;
        let wants_sitemaps = job.extract.sitemaps && job.profile.kind().wants_sitemaps;
        if let (true, Access::Rules(robots)) = (wants_sitemaps, access) {
            for uri in robots.sitemaps() {
                self.offer_sitemap(ticket, uri)?;
            }
        }
        let known = {
            let mut rules = lock(&self.network.rules);
            let mut frontier = self.shared.frontier();
            let hold = |rules: &Rules| self.rules_hold(rules);
            let answer = (access, text);
            rules.note(&mut frontier, ticket.host, own, answer, hold, self.shared.now())?
        };
        self.shared.frontier().note_failure(ticket.host, false);
        let crawl_delay = known.and_then(|known| known.rules.crawl_delay());
        let took = took.or_else(|| crawl_delay.map(|_| Duration::ZERO));
        Ok(self.pause_before_next(ticket, took, crawl_delay))
    }

    /// Returns how long rules are valid: as the job says, but not so short that every turn of the host is spent on
    /// requesting them again.
    fn rules_hold(&self, rules: &Rules) -> Duration {
        let politeness = &self.shared.live().politeness;
        let (pause, _) = pace::after_answer(politeness, Duration::ZERO, rules.crawl_delay());
        let least = pause.saturating_mul(TURNS_LEAST).min(HOLD_MOST);
        politeness.robots_expiry.duration().max(least)
    }

    /// RFC 9309: a robots.txt that cannot be reached forbids everything for now. That applies to one authority: others
    /// of the host continue meanwhile, if there are any.
    fn robots_unreachable(
        &self,
        ticket: &Ticket,
        own: &[u8],
        result: &Result<Exchange, Failure>,
    ) -> Result<(TicketEnd, Option<Pause>), HarvestError> {
        let politeness = &self.shared.live().politeness;
        let now = self.shared.now();
        let failures = lock(&self.network.rules).note_failure(own);
        let has_others = self.shared.frontier().has_robots_beside(ticket.host, own, now)?;
        let is_final = match result {
            // Another attempt would end the same way.
            Err(Failure::Tls(_) | Failure::Http2Only | Failure::ProxyRefused(_)) => true,
            // The host exists, but nothing listens on this port.
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
                return Ok((TicketEnd::GiveBack { wait: Some(wait) }, pause));
            }
            let later = wait;
            lock(&self.network.rules).leave(own, now + later, None);
            let (pause, owed) = self.shared.pause_after(ticket, Duration::ZERO, None);
            let detail = Detail::new(Reason::RobotsUnreachable);
            let end = TicketEnd::Later { detail, wait: Some(pause), later };
            return Ok((end, Some(Pause::new(pause, owed))));
        }
        Meter::add(&self.shared.meter.failures, 1);
        let (outcome, reason) = match result {
            Ok(exchange) => {
                (Outcome::RobotsUnreachable, exchange.status.map_or(Reason::None, Reason::Status))
            }
            // Nothing else of the authority can be fetched either, whatever robots.txt would say.
            Err(failure @ (Failure::Tls(_) | Failure::Http2Only | Failure::ProxyRefused(_))) => {
                (Outcome::Failed, Reason::from_text(failure.name()))
            }
            Err(failure) => (Outcome::RobotsUnreachable, Reason::from_text(failure.name())),
        };
        let (wait, owed) = self.shared.pause_after(ticket, Duration::ZERO, None);
        let pause = Pause::new(wait, owed);
        let detail = Detail { pause: Some(pause), ..Detail::new(reason) };
        let end = TicketEnd::Finish { outcome, detail, bytes: 0, wait: Some(wait) };
        Ok((self.refuse_all(own, end), Some(pause)))
    }

    fn offer_sitemap(&self, ticket: &Ticket, uri: &[u8]) -> Result<(), HarvestError> {
        let normal = stodola_uri::normalise(uri);
        let normal = stodola_uri::without_user_info(stodola_uri::without_fragment(&normal));
        let normal = &*normal;
        let Some(host) = stodola_uri::host(normal).filter(|host| !host.is_empty()) else {
            return Ok(self.shared.frontier().reject(normal, Some(ticket.found), "no-host")?);
        };
        let scope = self.shared.scope();
        let candidate = Candidate { hops: "M", ..Candidate::new(normal, &host) };
        let decision = scope.decide(&candidate);
        let mut frontier = self.shared.frontier();
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
