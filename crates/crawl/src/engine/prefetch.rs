//! Before a URI is fetched: is it still in scope, is it part of a trap, where is its host, and what does
//! robots.txt say?

use super::progress::Meter;
use super::rules::{Known, authority, path_and_query};
use super::visit::{self, Verdict};
use super::{Engine, HarvestError, lock, pace};
use crate::frontier::{Offer, Ticket};
use crate::job::Robots;
use crate::scope::Candidate;
use crate::trap;
use crate::{Detail, Outcome, Owed, Pause};
use std::io::{BufReader, Read, Seek, SeekFrom};
use std::time::{Duration, SystemTime};
use stodola_fetch::robots::PARSE_LIMIT;
use stodola_fetch::{Access, Exchange, Failure, RobotsAnswer, Session};
use stodola_warc::decode::payload_reader;

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
                if self.job.contact.is_empty()
                    && first.is_some_and(|address| !address.to_canonical().is_loopback())
                {
                    let detail = "no-contact: only this machine is harvested without one";
                    return Ok(Denied(Verdict::ended(Outcome::AddressRefused, detail)));
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
        let known = {
            let mut rules = lock(&self.rules);
            rules.get(&self.frontier(), ticket.host, &own, self.now())?
        };
        match known.map(|known| self.ask(ticket, &known)) {
            Some(Denied(verdict)) => Ok(Denied(verdict)),
            Some(granted) if !self.has_lost_robots(ticket)? => Ok(granted),
            // Either nobody knows what it says, or nobody could keep it with what is fetched now.
            Some(Granted { .. }) | None => {
                self.fetch_robots(ticket, session, &own).await.map(Denied)
            }
        }
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
                return Some(Verdict::ended(Outcome::OutOfScope, decision.rule));
            }
        }
        if !self.job.traps.enabled || ticket.is_seed {
            return None;
        }
        match lock(&self.traps).verdict(&trap::Pattern::of(&ticket.uri)) {
            trap::Verdict::Go => None,
            trap::Verdict::Cut { reason } => Some(Verdict::ended(Outcome::Trap, reason.as_str())),
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
        Denied(Verdict::ended(Outcome::RobotsExcluded, line))
    }

    /// Fetches, archives and notes robots.txt. The URI has to wait for the host's next turn.
    async fn fetch_robots(
        &self,
        ticket: &Ticket,
        session: &mut Session,
        own: &[u8],
    ) -> Result<Verdict, HarvestError> {
        self.before_request(ticket).await;
        // Over a connection of its own, so that it cannot turn out to be closed.
        session.close();
        let mut begun = SystemTime::now();
        let answer = {
            let own = self.job.politeness.min_delay.duration();
            // Where a redirect leads to is mostly the same server: it has its pause before, and so has
            // whoever comes after.
            let pause = || {
                let at = self.now() + own.as_millis() as u64;
                own + Duration::from_millis(self.frontier().send(ticket, at))
            };
            self.client.robots_with_pauses(session, &ticket.uri, &pause).await
        };
        Meter::add(&self.meter.requests, answer.steps.len() as u64);
        let mut steps = Vec::new();
        for (uri, result) in &answer.steps {
            let exchange = match result {
                Ok(exchange) => exchange,
                Err(failure) => {
                    let took = begun.elapsed().unwrap_or_default();
                    steps.push((uri, Detail::new(failure.name()).at(begun, took), 0));
                    continue;
                }
            };
            begun = exchange.started + exchange.duration;
            Meter::add(&self.meter.received, exchange.response.len());
            let mut detail = visit::detail_of(exchange);
            if self.national.is_none() {
                let metadata = self.robots_metadata(&ticket.uri);
                let kept = self.keep(ticket, uri, exchange, None, &metadata)?;
                (detail.digest, detail.is_revisit) = (Some(kept.payload_digest), kept.is_revisit);
            }
            steps.push((uri, detail, exchange.response.len()));
        }
        if let Some((_, Err(failure))) = answer.steps.last()
            && let Failure::AddressRefused(_) | Failure::Uri { .. } | Failure::Spool(_) = failure
        {
            return Ok(self.failed(ticket, failure));
        }
        let (verdict, pause) = self.heed_robots(ticket, &answer, own)?;
        if let Some((_, last, _)) = steps.last_mut() {
            last.pause = pause;
        }
        {
            let mut frontier = self.frontier();
            for (uri, detail, bytes) in &steps {
                frontier.note_beside(ticket, uri, &detail.to_line(), *bytes);
            }
        }
        if let Some((_, Ok(_))) = answer.steps.last() {
            // Before something came, there is nothing that could be kept with what is fetched.
            self.note_robots_asked(ticket);
        }
        for (uri, result) in answer.steps {
            if let Ok(exchange) = result {
                self.put_aside(ticket, uri, exchange);
            }
        }
        Ok(verdict)
    }

    /// Keeps what robots.txt says; tells how long the host is left alone, and why.
    fn heed_robots(
        &self,
        ticket: &Ticket,
        answer: &RobotsAnswer,
        own: &[u8],
    ) -> Result<(Verdict, Option<Pause>), HarvestError> {
        let responses = answer.steps.iter().filter_map(|(_, result)| result.as_ref().ok());
        let took = responses.map(|exchange| exchange.duration).max().unwrap_or_default();
        let politeness = &self.job.politeness;
        let (now, robots) = (self.now(), last_body(answer));
        let until = now + politeness.robots_expiry.duration().as_millis() as u64;
        let known = {
            let mut rules = lock(&self.rules);
            let mut frontier = self.frontier();
            let access = match (&answer.access, politeness.robots) {
                // Whoever ignores what it says need not wait until it says something.
                (Access::Unreachable, Robots::Ignore) => &Access::AllowAll,
                (access, _) => access,
            };
            rules.note(&mut frontier, ticket.host, own, access, &robots, until)
        };
        let Some(known) = known else { return Ok(self.robots_unreachable(ticket, answer)) };
        self.frontier().note_failure(ticket.host, false);
        // Of a nation's pages those are wanted that others lead to.
        let wants_sitemaps = self.job.extract.sitemaps && self.national.is_none();
        if let (true, Access::Rules(robots)) = (wants_sitemaps, &answer.access) {
            for uri in robots.sitemaps() {
                self.offer_sitemap(ticket, uri)?;
            }
        }
        let (wait, owed) = pace::after_answer(politeness, took, known.rules.crawl_delay());
        Ok((Verdict::GiveBack { wait: Some(wait) }, Some(Pause::new(wait, owed))))
    }

    /// RFC 9309: what cannot be reached forbids everything, for now.
    fn robots_unreachable(
        &self,
        ticket: &Ticket,
        answer: &RobotsAnswer,
    ) -> (Verdict, Option<Pause>) {
        let politeness = &self.job.politeness;
        let failures = self.frontier().note_failure(ticket.host, true);
        if u32::from(failures) < politeness.attempts {
            let asked = answer.steps.last().and_then(|(_, result)| {
                let value = result.as_ref().ok()?.field("Retry-After")?;
                stodola_fetch::retry_after(&value, self.now() / 1000)
            });
            let own = pace::after_failures(politeness, failures.into());
            let wait = asked.unwrap_or(own).min(politeness.retry_wait_max.duration());
            let wait = wait.max(politeness.min_delay.duration());
            let owed = if asked.is_some() { Owed::RetryAfter } else { Owed::Failures };
            return (Verdict::GiveBack { wait: Some(wait) }, Some(Pause::new(wait, owed)));
        }
        Meter::add(&self.meter.failures, 1);
        let detail = match answer.steps.last() {
            Some((_, Ok(exchange))) => exchange.status.map(|status| status.to_string()),
            Some((_, Err(failure))) => Some(failure.name().to_owned()),
            None => None,
        };
        let now = self.now();
        self.frontier().close_host(ticket.host, Outcome::RobotsUnreachable, now);
        (Verdict::ended(Outcome::RobotsUnreachable, detail.unwrap_or_default()), None)
    }

    fn offer_sitemap(&self, ticket: &Ticket, uri: &[u8]) -> Result<(), HarvestError> {
        let normal = stodola_uri::normalise(uri);
        let normal = stodola_uri::without_fragment(&normal);
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

/// The robots.txt that came in the end, decoded; empty if none did.
fn last_body(answer: &RobotsAnswer) -> Vec<u8> {
    let Some((_, Ok(exchange))) = answer.steps.last() else { return Vec::new() };
    body(exchange, PARSE_LIMIT as u64).unwrap_or_default()
}

fn body(exchange: &Exchange, limit: u64) -> Option<Vec<u8>> {
    let mut reader = exchange.response.reader();
    reader.seek(SeekFrom::Start(exchange.head_length as u64)).ok()?;
    let mut bytes = Vec::new();
    let head = exchange.head()?;
    let payload = payload_reader(&head, BufReader::new(reader), limit.saturating_mul(2));
    // What could be read counts, even if the rest is damaged.
    let _ = payload.take(limit).read_to_end(&mut bytes);
    Some(bytes)
}
