//! One URI on its way through the stages.

use super::examine::{self, Examined};
use super::national::{self, Judged, National};
use super::post::Then;
use super::prefetch::Permission;
use super::progress::Meter;
use super::{Engine, HarvestError, lock, pace};
use crate::job::Politeness;
use crate::sink::{Earlier, Harvested, Kept, SinkError};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};
use stodola_fetch::{DnsAnswer, Exchange, Failure, Request, Session, Truncated};
use stodola_frontier::{CaptureChange, Detail, Errand, Outcome, Owed, Pause, Reason, Ticket};
use stodola_warc::date::Timestamp;

/// Larger responses are worked on in a thread for such.
const LIGHT_MAX: u64 = 512 << 10;

/// What to do with a ticket in the end.
pub(super) enum Verdict {
    Finish {
        outcome: Outcome,
        detail: Detail,
        bytes: u64,
        wait: Option<Duration>,
    },
    Retry {
        detail: Detail,
        wait: Duration,
    },
    GiveBack {
        wait: Option<Duration>,
    },
    /// As a retry after the time `later`, but the host's other URIs do not have to wait for so long.
    Later {
        detail: Detail,
        wait: Option<Duration>,
        later: Duration,
    },
}

impl Verdict {
    pub(super) fn ended(outcome: Outcome, reason: Reason) -> Verdict {
        Verdict::Finish { outcome, detail: Detail::new(reason), bytes: 0, wait: None }
    }

    /// Lengthens the pause after a host that was asked.
    fn wait_at_least(&mut self, (least, owed): (Duration, Owed)) {
        let wait = match self {
            Verdict::Finish { wait: Some(wait), .. }
            | Verdict::Retry { wait, .. }
            | Verdict::Later { wait: Some(wait), .. }
            | Verdict::GiveBack { wait: Some(wait) } => wait,
            Verdict::Finish { wait: None, .. }
            | Verdict::Later { wait: None, .. }
            | Verdict::GiveBack { wait: None } => return,
        };
        if *wait < least {
            *wait = least;
            if let Some(detail) = self.detail() {
                detail.pause = Some(Pause::new(least, owed));
            }
        }
    }

    pub(super) fn detail(&mut self) -> Option<&mut Detail> {
        match self {
            Verdict::Finish { detail, .. }
            | Verdict::Retry { detail, .. }
            | Verdict::Later { detail, .. } => Some(detail),
            Verdict::GiveBack { .. } => None,
        }
    }
}

/// What came for a URI.
struct Found {
    exchange: Exchange,
    /// What the archive had of it before; None if nobody looked.
    before: Option<Before>,
    /// What the server said is still the same.
    earlier: Option<Earlier>,
    /// The page that named it.
    via: Option<Vec<u8>>,
}

/// What the archive had of a URI.
enum Before {
    Nothing,
    Capture { status: Option<u16>, digest: Option<String> },
}

impl Before {
    fn new(earlier: Option<&Earlier>) -> Before {
        match earlier {
            None => Before::Nothing,
            Some(Earlier { status, digest, .. }) => {
                Before::Capture { status: *status, digest: digest.clone() }
            }
        }
    }

    /// What is new about a capture with that status and digest.
    fn change(&self, status: Option<u16>, is_not_modified: bool, digest: &str) -> CaptureChange {
        let hash = |digest: &str| digest.rsplit(':').next().unwrap_or_default().to_owned();
        match self {
            Before::Nothing => CaptureChange::New,
            Before::Capture { .. } if is_not_modified => CaptureChange::Unchanged,
            Before::Capture { status: Some(before), .. }
                if matches!(status, Some(404 | 410)) && *before < 400 =>
            {
                CaptureChange::Gone
            }
            Before::Capture { status: before, digest: Some(had) }
                if *before == status && hash(had) == hash(digest) =>
            {
                CaptureChange::Unchanged
            }
            Before::Capture { .. } => CaptureChange::Changed,
        }
    }
}

/// A fault of ours in reading one page must not cost the page, nor the harvest.
fn unbroken(
    examine: impl FnOnce() -> Result<Option<Examined>, SinkError>,
) -> Result<Option<Examined>, SinkError> {
    catch_unwind(AssertUnwindSafe(examine)).unwrap_or_else(|_| Ok(Some(Examined::failed())))
}

impl Engine {
    /// Passes a URI through the stages; the ticket is back in the frontier when it returns.
    pub(super) async fn visit(self: &Arc<Self>, mut ticket: Box<Ticket>) {
        let verdict = match self.stages(&mut ticket).await {
            Ok(verdict) => verdict,
            Err(error) => {
                self.fail(error);
                Some(Verdict::GiveBack { wait: None })
            }
        };
        if let Some(verdict) = verdict {
            self.settle(&ticket, verdict);
        }
    }

    /// None if the last stage has settled the ticket together with the links.
    async fn stages(
        self: &Arc<Self>,
        ticket: &mut Box<Ticket>,
    ) -> Result<Option<Verdict>, HarvestError> {
        match ticket.errand {
            Errand::Links if self.offer_links_again(ticket)? => return Ok(None),
            Errand::Links | Errand::Fetch => {}
        }
        if let Some(reason) = self.national.as_ref().and_then(|it| it.refuses(ticket)) {
            self.settle_for_now(ticket, Verdict::ended(Outcome::NotNational, reason));
            return Ok(None);
        }
        let earlier = self.earlier(ticket)?;
        if let Some(earlier) = &earlier
            && let Some(verdict) = self.not_due(ticket, earlier).await?
        {
            return Ok(verdict);
        }
        let mut session = self.sessions.take(ticket.host).unwrap_or_else(|| self.client.session());
        let crawl_delay = match self.prefetch(ticket, &mut session).await? {
            Permission::Granted { crawl_delay } => crawl_delay,
            Permission::Denied(verdict) => {
                if let Verdict::GiveBack { wait: Some(wait) } = &verdict {
                    self.sessions.keep(ticket.host, session, *wait, self.room(ticket, 1));
                }
                return Ok(Some(verdict));
            }
        };
        let via = match ticket.via {
            Some(via) => Some(self.frontier().uri(via)?),
            None => None,
        };
        self.before_request(ticket).await;
        Meter::add(&self.meter.requests, 1);
        let (started, begin) = (SystemTime::now(), Instant::now());
        let conditions = earlier.as_ref().map(Earlier::conditions).unwrap_or_default();
        let request = Request { headers: &conditions, ..Request::get(&ticket.uri) };
        let result = session.fetch(&request).await;
        let exchange = match result {
            Ok(exchange) => exchange,
            Err(failure) => {
                let mut verdict = self.failed(ticket, &failure);
                verdict.wait_at_least(self.pause_after(ticket, Duration::ZERO, crawl_delay));
                if let Some(detail) = verdict.detail() {
                    *detail = std::mem::take(detail).at(started, begin.elapsed());
                }
                return Ok(Some(verdict));
            }
        };
        Meter::add(&self.meter.received, exchange.response.len());
        let (wait, owed) = self.pause_after(ticket, exchange.duration, crawl_delay);
        let verdict = self.judge(ticket, &exchange, wait, owed, &self.job.politeness);
        let has_condition = !conditions.is_empty();
        drop(conditions);
        let before = self.looks_for_earlier(ticket).then(|| Before::new(earlier.as_ref()));
        let earlier = earlier.filter(|_| has_condition && exchange.status == Some(304));
        let found = Found { exchange, before, earlier, via };
        self.hand_over(ticket, found, verdict, session, wait).await?;
        Ok(None)
    }

    /// What the archive has of a URI, if that matters. A second attempt asks for all of it.
    fn earlier(&self, ticket: &Ticket) -> Result<Option<Earlier>, HarvestError> {
        let again = &self.job.again;
        if !self.looks_for_earlier(ticket) {
            return Ok(None);
        }
        let earlier = self.sink.earlier(&ticket.uri).map_err(HarvestError::Sink)?;
        Ok(earlier.map(|earlier| match again.conditional {
            true => earlier,
            false => Earlier { etag: None, last_modified: None, ..earlier },
        }))
    }

    fn looks_for_earlier(&self, ticket: &Ticket) -> bool {
        let again = &self.job.again;
        ticket.attempts == 0 && (again.conditional || again.round().is_some())
    }

    /// Leaves a URI alone whose capture is young enough; the links of that are followed. None if it has
    /// to be fetched; none inside if the ticket is settled.
    async fn not_due(
        &self,
        ticket: &Ticket,
        earlier: &Earlier,
    ) -> Result<Option<Option<Verdict>>, HarvestError> {
        let is_failure = earlier.status.is_none_or(|status| status >= 500);
        let due = self.job.again.due(&ticket.host_name, &earlier.seen);
        let (Some(due), Some(last), false) = (due, earlier.seen.last(), is_failure) else {
            return Ok(None);
        };
        if due <= self.now().millis() {
            return Ok(None);
        }
        if let Some(verdict) = self.refuse(ticket) {
            return Ok(Some(Some(verdict)));
        }
        let examined = unbroken(|| examine::examine_earlier(self, ticket, earlier));
        let Some(mut examined) = examined.map_err(HarvestError::Sink)? else { return Ok(None) };
        if !self.may_judge(ticket, Some(&mut examined), None).await {
            return Ok(Some(None));
        }
        let date = Timestamp::from_unix_millis(last.time).iso8601().to_string();
        let verdict = Verdict::ended(Outcome::NotDue, Reason::from_text(&date));
        let judge = |it: &National| it.judge(ticket, &examined, earlier.server).settled;
        let settled = self.national.as_ref().map(judge);
        self.post(ticket, &examined, settled.as_ref(), Then::Settle(verdict))?;
        Ok(Some(None))
    }

    /// Offers the links of a page that is archived already with what they inherit now. False if it has to
    /// be fetched for that, since it cannot be read. A page of the nation has the largest standing there is
    /// and never comes back, so this one is none.
    fn offer_links_again(&self, ticket: &Ticket) -> Result<bool, HarvestError> {
        let Some(national) = &self.national else { return Ok(false) };
        let earlier = self.sink.earlier(&ticket.uri).map_err(HarvestError::Sink)?;
        let Some(earlier) = earlier else { return Ok(false) };
        let examined = unbroken(|| examine::examine_earlier(self, ticket, &earlier));
        let Some(examined) = examined.map_err(HarvestError::Sink)? else { return Ok(false) };
        let settled = national.settle(ticket, &examined, false);
        self.post(ticket, &examined, Some(&settled), Then::Links)?;
        Ok(true)
    }

    /// How long the host of a ticket is left alone after an answer that took so long, and why.
    fn pause_after(
        &self,
        ticket: &Ticket,
        took: Duration,
        crawl_delay: Option<Duration>,
    ) -> (Duration, Owed) {
        let least = self.frontier().least_wait(ticket.host);
        let (own, owed) = pace::after_answer(&self.job.politeness, took, crawl_delay);
        if least > own { (least, Owed::Complaint) } else { (own, owed) }
    }

    /// Waits if requests to the address have come too near to each other on their way to here, and closes
    /// connections that would be too many with this one.
    pub(super) async fn before_request(&self, ticket: &Ticket) {
        let now = self.now();
        let wait = self.frontier().send(ticket, now);
        if !wait.is_zero() {
            tokio::time::sleep(wait).await;
        }
        let (address, room) = self.room(ticket, 0);
        self.sessions.make_room(address, room);
    }

    /// The same for a visit to another host.
    pub(super) async fn before_visit(&self, address: u32) {
        let now = self.now();
        let wait = self.frontier().send_to(address, now);
        if !wait.is_zero() {
            tokio::time::sleep(wait).await;
        }
        let in_flight = self.frontier().in_flight_at(address);
        let room = self.job.politeness.connections_per_ip.saturating_sub(in_flight);
        self.sessions.make_room(Some(address), room as usize);
    }

    /// How many connections may be idle at the ticket's address, which has `own` tickets out that have
    /// done their work.
    fn room(&self, ticket: &Ticket, own: u32) -> (Option<u32>, usize) {
        let most = self.job.politeness.connections_per_ip;
        match self.frontier().at_address(ticket) {
            Some((address, in_flight)) => {
                let room = most.saturating_sub(in_flight.saturating_sub(own));
                (Some(address), room as usize)
            }
            None => (None, usize::MAX),
        }
    }

    /// What a response means for its URI and its host.
    fn judge(
        &self,
        ticket: &Ticket,
        exchange: &Exchange,
        wait: Duration,
        owed: Owed,
        politeness: &Politeness,
    ) -> Verdict {
        let status = exchange.status;
        let mut detail = Detail { pause: Some(Pause::new(wait, owed)), ..detail_of(exchange) };
        let may_try_again = ticket.attempts + 1 < politeness.attempts;
        if let Some(429 | 503) = status {
            // The host asks to be left alone; that goes for all its URIs. A page that says so once more after
            // that long a rest speaks for itself alone.
            let is_complaint = status == Some(429) || ticket.attempts == 0;
            let failures = {
                let mut frontier = self.frontier();
                if is_complaint {
                    let (least, most) = pace::grown(politeness, wait);
                    detail.slowed = Some(frontier.note_haste(ticket.host, least, most));
                }
                frontier.note_failure(ticket.host, true)
            };
            let asked = exchange.field("Retry-After").and_then(|value| {
                let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
                stodola_fetch::retry_after(&value, now.as_secs())
            });
            let own = pace::after_failures(politeness, failures.into());
            let rest = asked.unwrap_or(own).min(politeness.retry_wait_max.duration()).max(wait);
            if rest > wait {
                let owed = if asked.is_some() { Owed::RetryAfter } else { Owed::Failures };
                detail.pause = Some(Pause::new(rest, owed));
            }
            if may_try_again {
                return Verdict::Retry { detail, wait: rest };
            }
            return Verdict::Finish {
                outcome: Outcome::Archived,
                detail,
                bytes: exchange.response.len(),
                wait: Some(rest),
            };
        }
        {
            let mut frontier = self.frontier();
            frontier.note_failure(ticket.host, false);
            if status.is_some_and(|status| status < 500) {
                let usual = pace::usual(politeness);
                detail.slowed = frontier.note_good_answer(ticket.host, usual);
            }
        }
        let is_cut = match exchange.truncated {
            Some(Truncated::Time | Truncated::Disconnect) => true,
            Some(Truncated::Length | Truncated::Unspecified) | None => false,
        };
        if (is_cut || matches!(status, Some(502 | 504))) && may_try_again {
            return Verdict::Retry { detail, wait };
        }
        let bytes = exchange.response.len();
        Verdict::Finish { outcome: Outcome::Archived, detail, bytes, wait: Some(wait) }
    }

    /// What it means that nothing came.
    pub(super) fn failed(&self, ticket: &Ticket, failure: &Failure) -> Verdict {
        Meter::add(&self.meter.failures, 1);
        let mut detail = Detail::new(Reason::from_text(failure.name()));
        let politeness = &self.job.politeness;
        match failure {
            Failure::AddressRefused(address) => {
                return Verdict::ended(Outcome::AddressRefused, Reason::Address(*address));
            }
            // The host may have heard it, so it is asked again after a pause, as if for the first time.
            Failure::Unheard => {
                let wait = politeness.min_delay.duration();
                return Verdict::GiveBack { wait: Some(wait) };
            }
            Failure::Uri { reason, .. } => {
                return Verdict::ended(Outcome::Unfetchable, Reason::from_text(reason));
            }
            Failure::Spool(error) => {
                let copy = std::io::Error::new(error.kind(), error.to_string());
                let path = self.folder.join("spool");
                self.fail(HarvestError::Io { what: "write", path, error: copy });
                return Verdict::GiveBack { wait: None };
            }
            _ => {}
        }
        let failures = self.frontier().note_failure(ticket.host, true);
        let rest = pace::after_failures(politeness, failures.into());
        let rest = rest.max(politeness.min_delay.duration());
        if failure.is_transient() && ticket.attempts + 1 < politeness.attempts {
            detail.pause = Some(Pause::new(rest, Owed::Failures));
            return Verdict::Retry { detail, wait: rest };
        }
        // A name that does not exist costs its server nothing.
        let was_asked = !matches!(failure, Failure::Dns(_));
        let wait = was_asked.then_some(rest.min(politeness.max_delay.duration()));
        detail.pause = wait.map(|wait| Pause::new(wait, Owed::Failures));
        Verdict::Finish { outcome: Outcome::Failed, detail, bytes: 0, wait }
    }

    /// Examines, writes and posts, in the thread that fits the size.
    async fn hand_over(
        self: &Arc<Self>,
        ticket: &Ticket,
        found: Found,
        verdict: Verdict,
        session: Session,
        wait: Duration,
    ) -> Result<(), HarvestError> {
        if found.exchange.response.len() <= LIGHT_MAX {
            // Before the ticket is back: whoever has the host's next turn must find it, or there
            // would be two connections.
            self.sessions.keep(ticket.host, session, wait, self.room(ticket, 1));
            let mut examined = self.examine(ticket, &found)?;
            if self.may_judge(ticket, examined.as_mut(), Some(wait)).await {
                self.digest(ticket, &found, examined, verdict)?;
            }
            return Ok(());
        }
        // Closed before the work begins: it may take a while.
        drop(session);
        let (found, copy) = (Arc::new(found), Arc::new(Ticket::clone(ticket)));
        let (of, at) = (Arc::clone(&found), Arc::clone(&copy));
        // Held to the end: else all would be examined before the first one is finished.
        let _large = self.large.acquire().await;
        let mut examined = self.aside(move |engine| engine.examine(&at, &of)).await?;
        if self.may_judge(ticket, examined.as_mut(), Some(wait)).await {
            self.aside(move |engine| engine.digest(&copy, &found, examined, verdict)).await?;
        }
        Ok(())
    }

    /// Works in a thread for what takes long, by few at a time.
    async fn aside<T: Send + 'static>(
        self: &Arc<Self>,
        work: impl FnOnce(&Engine) -> Result<T, HarvestError> + Send + 'static,
    ) -> Result<T, HarvestError> {
        let permit = self.heavy.acquire().await;
        let engine = Arc::clone(self);
        let task = tokio::task::spawn_blocking(move || work(&engine));
        let result = task.await.map_err(|error| HarvestError::Worker(error.to_string()))?;
        drop(permit);
        result
    }

    /// Finds out what a verdict needs beside the document. If the harvest is to stop before, it is false and
    /// the ticket is given back: the verdict must not depend on that.
    async fn may_judge(
        &self,
        ticket: &Ticket,
        examined: Option<&mut Examined>,
        wait: Option<Duration>,
    ) -> bool {
        let Some(examined) = examined else { return true };
        let (owner, servers) =
            tokio::join!(self.learn_owner(ticket, examined), self.linked_servers(ticket, examined));
        if let (true, Some(servers)) = (owner, servers) {
            examined.linked_servers = servers;
            return true;
        }
        self.settle(ticket, Verdict::GiveBack { wait });
        false
    }

    fn examine(&self, ticket: &Ticket, found: &Found) -> Result<Option<Examined>, HarvestError> {
        let examined = match &found.earlier {
            None => unbroken(|| Ok(Some(examine::examine(self, ticket, &found.exchange)))),
            Some(earlier) => unbroken(|| examine::examine_earlier(self, ticket, earlier)),
        };
        examined.map_err(HarvestError::Sink)
    }

    fn digest(
        &self,
        ticket: &Ticket,
        found: &Found,
        examined: Option<Examined>,
        mut verdict: Verdict,
    ) -> Result<(), HarvestError> {
        let Found { exchange, before, earlier, via } = found;
        let Some(examined) = examined else {
            // What the archive was thought to have, it has not. The next attempt asks for all of it.
            let wait = self.job.politeness.min_delay.duration();
            let detail =
                Detail { pause: Some(Pause::new(wait, Owed::MinDelay)), ..detail_of(exchange) };
            self.settle(ticket, Verdict::Retry { detail, wait });
            return Ok(());
        };
        let server = Some(exchange.address.ip());
        let judged = self.national.as_ref().map(|it| it.judge(ticket, &examined, server));
        let settled = judged.as_ref().map(|judged| &judged.settled);
        let said =
            judged.as_ref().map(|judged| national::in_short(judged.verdict.as_ref()).to_string());
        if let Some(judged) = &judged {
            self.note_judged(ticket, judged, &mut verdict)?;
            if !judged.settled.is_archived {
                return self.post(ticket, &examined, settled, Then::Settle(verdict));
            }
            self.keep_aside(ticket)?;
        }
        let took = exchange.duration.as_millis().to_string();
        let unfollowed: Vec<String> = examined
            .unfollowed
            .iter()
            .map(|(loss, number)| format!("{} {number}", loss.name()))
            .collect();
        let mut metadata: Vec<(&str, &[u8])> = Vec::new();
        if self.job.write.metadata {
            match via {
                Some(via) => metadata.push(("via", &via[..])),
                None => metadata.push(("seed", b"")),
            }
            if !ticket.hops.is_empty() {
                metadata.push(("hopsFromSeed", &ticket.hops));
            }
            metadata.push(("fetchTimeMs", took.as_bytes()));
            if let Some(charset) = &examined.charset {
                metadata.push(("charsetForLinkExtraction", charset.as_bytes()));
            }
            if let Some(said) = &said {
                metadata.push(("verdict", said.as_bytes()));
            }
            if examined.has_failed {
                metadata.push(("extraction", b"failed"));
            }
            metadata.extend(unfollowed.iter().map(|line| ("outlinksUnfollowed", line.as_bytes())));
            if self.job.write.outlinks {
                metadata.extend(examined.outlinks().map(|line| ("outlink", line)));
            }
        }
        let kept = self.keep(ticket, &ticket.uri, exchange, earlier.as_ref(), &metadata)?;
        self.note_novelty(ticket, exchange, kept.payload_digest.as_bytes(), examined.similarity);
        if let Some(detail) = verdict.detail() {
            detail.change = before.as_ref().map(|before| {
                before.change(exchange.status, earlier.is_some(), &kept.payload_digest)
            });
            detail.digest = Some(kept.payload_digest);
            detail.is_revisit = kept.is_revisit;
        }
        self.post(ticket, &examined, settled, Then::Settle(verdict))
    }

    /// Puts a verdict on record. A document that is not archived has another outcome.
    fn note_judged(
        &self,
        ticket: &Ticket,
        judged: &Judged,
        verdict: &mut Verdict,
    ) -> Result<(), HarvestError> {
        let Verdict::Finish { outcome, detail, bytes, .. } = verdict else { return Ok(()) };
        if let Some(judgement) = &judged.verdict {
            detail.verdict = Some(judgement.is_valid);
            if let Some(national) = &self.national {
                let priority = national.learn(ticket, judgement.is_valid);
                self.frontier().set_priority(ticket.host, priority);
            }
            self.sink.judged(&ticket.uri, judgement).map_err(HarvestError::Sink)?;
        }
        if !judged.settled.is_archived {
            *outcome = Outcome::NotNational;
            *bytes = 0;
            detail.reason = national::in_short(judged.verdict.as_ref());
        }
        Ok(())
    }

    /// Writes an exchange to the sink, and before it what the name system said of its host.
    pub(super) fn keep(
        &self,
        ticket: &Ticket,
        uri: &[u8],
        exchange: &Exchange,
        not_modified: Option<&Earlier>,
        metadata: &[(&str, &[u8])],
    ) -> Result<Kept, HarvestError> {
        if let (true, Some(answer)) = (self.job.write.dns, &exchange.resolved) {
            let is_news = {
                let mut kept = lock(&self.dns_kept);
                kept.insert(ticket.host, answer.date) != Some(answer.date)
            };
            if is_news {
                self.sink.write_dns(answer).map_err(HarvestError::Sink)?;
                self.note_dns(ticket, answer);
            }
        }
        let harvested = Harvested { uri, exchange, metadata, not_modified };
        let kept = self.sink.write(&harvested).map_err(HarvestError::Sink)?;
        if kept.is_revisit {
            Meter::add(&self.meter.revisits, 1);
        }
        Ok(kept)
    }

    fn note_dns(&self, ticket: &Ticket, answer: &DnsAnswer) {
        let size = answer.record_block().len() as u64;
        let detail = Detail {
            size: Some(size),
            media_type: Some("text/dns".to_owned()),
            ..Detail::new(Reason::Dns).at(answer.date, Duration::ZERO)
        };
        let uri = format!("dns:{}", answer.host);
        self.frontier().note_beside(ticket, uri.as_bytes(), &detail.to_line(), size);
    }
}

/// What is known of a response by itself.
pub(super) fn detail_of(exchange: &Exchange) -> Detail {
    let reason = exchange.status.map_or(Reason::NoStatus, Reason::Status);
    let media_type = exchange
        .field("Content-Type")
        .map(|value| String::from_utf8_lossy(stodola_warc::http::media_type(&value)).into_owned());
    Detail {
        size: Some(exchange.body_length()),
        media_type: media_type.filter(|media_type| !media_type.is_empty()),
        truncated: exchange.truncated.map(|truncated| truncated.as_str().to_owned()),
        ..Detail::new(reason).at(exchange.started, exchange.duration)
    }
}
