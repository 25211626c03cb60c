//! Logging in with a form, before the first page of a server is fetched. The request is sent in a turn of the host,
//! like any other; neither it nor its answer is stored, because they have the password and what it opens.

use super::answer::detail_of;
use super::progress::Meter;
use super::shared::lock;
use super::states::TicketEnd;
use super::{Engine, pace};
use crate::job::{Login, LoginForm};
use std::io::{BufReader, Read, Seek, SeekFrom};
use std::time::{Duration, SystemTime};
use stodola_fetch::{Exchange, Failure, Request, Session};
use stodola_frontier::{Detail, Outcome, Owed, Pause, Reason, Ticket, Time};
use stodola_warc::decode::payload_reader;
use tracing::warn;

/// How far a log-in by form is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FormState {
    /// It has to be tried, but not before a time; so many attempts have failed.
    Due { failures: u32, not_before: Time },
    /// Somebody is about to log in, until this time at most.
    Asked { failures: u32, until: Time },
    /// It worked.
    In,
    /// It failed for good.
    Refused,
}

/// What the answer to a log-in means.
enum Meaning {
    Works,
    /// It may work later.
    Fails,
    Refused,
}

const FORM_TYPE: &[u8] = b"application/x-www-form-urlencoded";

impl Engine {
    /// Logs in, if the ticket's origin has a form for that and nobody has done so. Returns how the ticket ends, unless
    /// its URI may be fetched now.
    pub(super) async fn log_in(
        &self,
        ticket: &Ticket,
        session: &mut Session,
        crawl_delay: Option<Duration>,
    ) -> Option<TicketEnd> {
        let (login, form) = self.credentials.form_for(&ticket.uri)?;
        let now = self.shared.now();
        let failures = {
            let mut forms = lock(&self.credentials.forms);
            let first = FormState::Due { failures: 0, not_before: Time::ZERO };
            let state = forms.entry(login.origin.clone()).or_insert(first);
            match *state {
                FormState::In => return None,
                FormState::Refused => {
                    return Some(TicketEnd::ended(Outcome::Failed, Reason::LoginFailed));
                }
                FormState::Due { not_before: until, .. } | FormState::Asked { until, .. }
                    if until > now =>
                {
                    return Some(TicketEnd::GiveBack { wait: Some(until.since(now)) });
                }
                FormState::Due { failures, .. } | FormState::Asked { failures, .. } => {
                    let fetch = &self.shared.job.fetch;
                    let longest = fetch.total_timeout.duration() + fetch.connect_timeout.duration();
                    *state = FormState::Asked { failures, until: now + longest };
                    failures
                }
            }
        };
        let end = self.send_form(ticket, session, (login, form), (failures, crawl_delay)).await;
        Some(end)
    }

    async fn send_form(
        &self,
        ticket: &Ticket,
        session: &mut Session,
        (login, form): (&Login, &LoginForm),
        (failures, crawl_delay): (u32, Option<Duration>),
    ) -> TicketEnd {
        let shared = &self.shared;
        self.network.before_request(shared, ticket).await;
        Meter::add(&shared.meter.requests, 1);
        let body = form.body(&login.user, &login.password);
        let url = form.url.as_bytes();
        let carried = self.credentials.cookies_for(url);
        let request = Request {
            headers: &[("Content-Type", FORM_TYPE)],
            secrets: &carried.secrets(),
            is_confidential: true,
            ..Request::post(url, body.as_bytes())
        };
        // A new connection cannot turn out to be closed.
        session.close();
        let begun = SystemTime::now();
        let result = session.fetch(&request).await;
        let due = |failures, not_before| FormState::Due { failures, not_before };
        if let Err(failure @ (Failure::Proxy(_) | Failure::Unheard | Failure::Spool(_))) = &result {
            self.set_form(login, due(failures, Time::ZERO));
            return shared.failed(ticket, failure);
        }
        let took = result.as_ref().map_or(Duration::ZERO, |exchange| exchange.duration);
        let (mut wait, mut owed) = shared.pause_after(ticket, took, crawl_delay);
        let mut detail = match &result {
            Ok(exchange) => detail_of(exchange),
            Err(failure) => Detail::new(Reason::from_text(failure.name()))
                .at(begun, begun.elapsed().unwrap_or_default()),
        };
        let mut meaning = self.meaning(form, &result);
        if matches!(meaning, Meaning::Fails) && failures + 1 >= shared.live().politeness.attempts {
            meaning = Meaning::Refused;
        }
        match meaning {
            Meaning::Works => self.set_form(login, FormState::In),
            Meaning::Fails => {
                let rest = pace::after_failures(&shared.live().politeness, failures + 1);
                if rest > wait {
                    (wait, owed) = (rest, Owed::Failures);
                }
                self.set_form(login, due(failures + 1, shared.now() + wait));
            }
            Meaning::Refused => {
                warn!(origin = %login.origin, "the log-in failed");
                self.set_form(login, FormState::Refused);
            }
        }
        let pause = Pause::new(wait, owed);
        detail.pause = Some(pause);
        shared.frontier().note_beside(ticket, url, &detail.to_line(), 0);
        match meaning {
            Meaning::Works | Meaning::Fails => TicketEnd::GiveBack { wait: Some(wait) },
            Meaning::Refused => {
                let detail = Detail { pause: Some(pause), ..Detail::new(Reason::LoginFailed) };
                TicketEnd::Finish { outcome: Outcome::Failed, detail, bytes: 0, wait: Some(wait) }
            }
        }
    }

    fn meaning(&self, form: &LoginForm, result: &Result<Exchange, Failure>) -> Meaning {
        match result {
            Err(failure) if failure.is_transient() => Meaning::Fails,
            Err(_) => Meaning::Refused,
            Ok(exchange) => {
                Meter::add(&self.shared.meter.received, exchange.response.len());
                self.shared.proxy.note_success(exchange);
                self.credentials.learn(form.url.as_bytes(), exchange, true);
                match exchange.status {
                    _ if form.success.is_in(exchange) => Meaning::Works,
                    Some(429 | 500..) | None => Meaning::Fails,
                    Some(_) => Meaning::Refused,
                }
            }
        }
    }

    /// Whether an answer shows that the server has forgotten the log-in. Then the next ticket logs in again.
    pub(super) fn is_logged_out(&self, ticket: &Ticket, exchange: &Exchange) -> bool {
        let Some((login, form)) = self.credentials.form_for(&ticket.uri) else { return false };
        let is_out = form.logged_out.as_ref().is_some_and(|sign| sign.is_in(exchange));
        let may_try_again = ticket.attempts + 1 < self.shared.live().politeness.attempts;
        if is_out && may_try_again {
            self.set_form(login, FormState::Due { failures: 0, not_before: Time::ZERO });
        }
        is_out && may_try_again
    }

    fn set_form(&self, login: &Login, state: FormState) {
        lock(&self.credentials.forms).insert(login.origin.clone(), state);
    }
}

/// Returns the beginning of a body without its codings; `None` if it cannot be read.
pub(crate) fn body_start(exchange: &Exchange, most: u64) -> Option<Vec<u8>> {
    let head = exchange.head()?;
    let mut reader = exchange.response.reader();
    reader.seek(SeekFrom::Start(exchange.head_length as u64)).ok()?;
    let mut body = Vec::new();
    // What was read before an error counts.
    let _ = payload_reader(&head, BufReader::new(reader), most).read_to_end(&mut body);
    Some(body)
}
