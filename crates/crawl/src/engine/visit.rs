//! Passes one URI through the stages.

use super::answer::detail_of;
use super::examine::{self, Examined};
use super::progress::Meter;
use super::states::{Before, Fetched, Permitted, Scheduled, Step, TicketEnd};
use super::{Engine, HarvestError};
use crate::contracts::EarlierCapture;
use std::ops::ControlFlow::{Break, Continue};
use std::sync::Arc;
use std::time::{Duration, Instant, SystemTime};
use stodola_fetch::{Request, Session};
use stodola_frontier::{Detail, Owed, Pause, Ticket};

/// Size of a response in bytes above which it is worked on in a thread that may block.
const LIGHT_MAX: u64 = 512 << 10;

impl Engine {
    /// Passes a URI through the stages; when it returns, the ticket is back in the frontier.
    pub(super) async fn visit(self: &Arc<Self>, mut ticket: Box<Ticket>) {
        let end = self.stages(&mut ticket).await.unwrap_or_else(|error| {
            self.shared.fail(error);
            Some(TicketEnd::GiveBack { wait: None })
        });
        if let Some(end) = end {
            self.shared.settle(&ticket, end);
        }
    }

    /// Runs the stages. Returns `None` if a stage has settled the ticket.
    async fn stages(
        self: &Arc<Self>,
        ticket: &mut Box<Ticket>,
    ) -> Result<Option<TicketEnd>, HarvestError> {
        let scheduled = match self.recall(ticket).await? {
            Continue(scheduled) => scheduled,
            Break(end) => return Ok(end),
        };
        let permitted = match self.prefetch(ticket).await? {
            Continue(permitted) => permitted,
            Break(end) => return Ok(end),
        };
        let (fetched, session) = match self.fetch(ticket, scheduled, permitted).await? {
            Continue(fetched) => fetched,
            Break(end) => return Ok(end),
        };
        self.finish(ticket, fetched, session).await?;
        Ok(None)
    }

    /// Sends the request and receives the response.
    async fn fetch(
        &self,
        ticket: &Ticket,
        scheduled: Scheduled,
        permitted: Permitted,
    ) -> Step<(Fetched, Session)> {
        let (shared, Scheduled { is_looked_up, earlier }) = (&self.shared, scheduled);
        let Permitted { mut session, crawl_delay } = permitted;
        let via = match ticket.via {
            Some(via) => Some(shared.frontier().uri(via)?),
            None => None,
        };
        self.network.before_request(shared, ticket).await;
        Meter::add(&shared.meter.requests, 1);
        let (started, begin) = (SystemTime::now(), Instant::now());
        let mut conditions = earlier.as_ref().map(EarlierCapture::conditions).unwrap_or_default();
        let has_condition = !conditions.is_empty();
        let range = shared.range_of(ticket);
        let asked = range.map(|most| format!("bytes=0-{}", most.saturating_sub(1)));
        if let Some(asked) = &asked {
            // The bytes of the document itself, not those of a packed form of it.
            conditions.push(("Range", asked.as_bytes()));
            conditions.push(("Accept-Encoding", b"identity"));
        }
        let carried = self.credentials.carry(&ticket.uri);
        let mut headers: Vec<(&str, &[u8])> = conditions.clone();
        let mut secrets = carried.secrets();
        if shared.job.write.credentials {
            secrets.clear();
            headers.extend(carried.headers());
        }
        let request = Request {
            headers: &headers,
            body_limit: range.or_else(|| shared.whole_limit(ticket)),
            secrets: &secrets,
            is_confidential: carried.is_confidential,
            ..Request::get(&ticket.uri)
        };
        let exchange = match session.fetch(&request).await {
            Ok(exchange) => exchange,
            Err(failure) => {
                let mut end = shared.failed(ticket, &failure);
                end.wait_at_least(shared.pause_after(ticket, Duration::ZERO, crawl_delay));
                if let Some(detail) = end.detail() {
                    *detail = std::mem::take(detail).at(started, begin.elapsed());
                }
                return Ok(Break(Some(end)));
            }
        };
        drop((headers, conditions));
        Meter::add(&shared.meter.received, exchange.response.len());
        shared.proxy.note_success(&exchange);
        let (wait, owed) = shared.pause_after(ticket, exchange.duration, crawl_delay);
        self.credentials.learn(&ticket.uri, &exchange, false);
        if self.credentials.is_asked(&ticket.uri, &carried, &exchange) {
            self.network.keep(shared, ticket, session, wait);
            return Ok(Break(Some(TicketEnd::GiveBack { wait: Some(wait) })));
        }
        if self.is_logged_out(ticket, &exchange) {
            let pause = Some(Pause::new(wait, owed));
            let detail = Detail { pause, ..detail_of(&exchange) };
            return Ok(Break(Some(TicketEnd::Retry { detail, wait })));
        }
        if let Some(end) = shared.too_long(ticket, &exchange, (wait, owed)) {
            return Ok(Break(Some(end)));
        }
        let mut end = shared.answered(ticket, &exchange, (wait, owed));
        if range.is_some() {
            shared.note_range(ticket, &exchange, &mut end);
        }
        let before = is_looked_up.then(|| Before::new(earlier.as_ref()));
        let not_modified = earlier.filter(|_| has_condition && exchange.status == Some(304));
        let fetched = Fetched { exchange, before, not_modified, via, end, wait };
        Ok(Continue((fetched, session)))
    }

    /// Examines, settles, writes and posts a response, in a thread that fits its size.
    async fn finish(
        self: &Arc<Self>,
        ticket: &Ticket,
        fetched: Fetched,
        session: Session,
    ) -> Result<(), HarvestError> {
        let is_large = fetched.exchange.response.len() > LIGHT_MAX;
        if is_large {
            // The connection is closed before the work begins, which may take a while.
            drop(session);
        } else {
            // Before the ticket is back: the next turn of the host must find the connection, or there would be two.
            self.network.keep(&self.shared, ticket, session, fetched.wait);
        }
        if !is_large {
            let (fetched, examined) = self.examine(ticket, fetched)?;
            let Some(examined) = examined else {
                self.shared.settle(ticket, self.try_in_full(&fetched));
                return Ok(());
            };
            let wait = Some(fetched.wait);
            if let Some(servers) = self.shared.inquire(ticket, &examined, wait).await {
                self.write(ticket, fetched, &examined, servers)?;
            }
            return Ok(());
        }
        // Held to the end: otherwise all documents would be examined before the first one is finished.
        let _permit = self.workshop.enter_large().await;
        let (ticket, wait) = (Arc::new(ticket.clone()), Some(fetched.wait));
        let at = Arc::clone(&ticket);
        let examined = move |engine: &Engine| engine.examine(&at, fetched);
        let (fetched, examined) = self.in_workshop(examined).await?;
        let Some(examined) = examined else {
            self.shared.settle(&ticket, self.try_in_full(&fetched));
            return Ok(());
        };
        let Some(servers) = self.shared.inquire(&ticket, &examined, wait).await else {
            return Ok(());
        };
        self.in_workshop(move |engine| engine.write(&ticket, fetched, &examined, servers)).await
    }

    /// Examines the response, or after an answer 304 the archived one. `None` if the archive does not have it.
    fn examine(
        &self,
        ticket: &Ticket,
        fetched: Fetched,
    ) -> Result<(Fetched, Option<Examined>), HarvestError> {
        let (shared, past) = (&self.shared, self.keeping.past());
        let examined = match &fetched.not_modified {
            None => Some(examine::examine(shared, ticket, &fetched.exchange)),
            Some(earlier) => examine::examine_earlier(shared, past, ticket, earlier)?,
        };
        Ok((fetched, examined))
    }

    /// The archive does not have the capture that was expected. The next attempt requests the whole document.
    fn try_in_full(&self, fetched: &Fetched) -> TicketEnd {
        let wait = self.shared.live().politeness.min_delay.duration();
        let pause = Some(Pause::new(wait, Owed::MinDelay));
        TicketEnd::Retry { detail: Detail { pause, ..detail_of(&fetched.exchange) }, wait }
    }
}
