//! Logging in with a form, before the first page of a server is fetched. The request is sent in a turn of the host,
//! like any other; neither it nor its answer is stored, because they have the password and what it opens. If the form
//! has hidden fields, its page is fetched first, in a turn of its own.

use super::answer::detail_of;
use super::login_page::hidden_fields;
use super::progress::Meter;
use super::shared::lock;
use super::states::TicketEnd;
use super::{Engine, pace};
use crate::job::{Login, LoginForm};
use std::io::{BufReader, Read, Seek, SeekFrom};
use std::sync::Arc;
use std::time::{Duration, SystemTime};
use stodola_fetch::{Exchange, Failure, Request, Session};
use stodola_frontier::{Detail, Outcome, Owed, Pause, Reason, Ticket, Time};
use stodola_warc::decode::payload_reader;
use tracing::warn;

/// How far a log-in by form is.
#[derive(Clone)]
pub(super) enum FormState {
    /// It has to be tried, but not before a time; so many attempts have failed.
    Due { failures: u32, not_before: Time },
    /// Its page was fetched and has these hidden fields; it has to be sent, but not before a time.
    Ready { failures: u32, not_before: Time, hidden: Arc<HiddenFields> },
    /// Somebody is about to log in, until this time at most.
    Asked { failures: u32, until: Time },
    /// It worked.
    In,
    /// It failed for good.
    Refused,
}

/// Names and values of the hidden fields of a form.
type HiddenFields = Vec<(String, String)>;

/// What the answer to a log-in means.
#[derive(Clone, Copy)]
enum Meaning {
    Works,
    /// It may work later.
    Fails,
    Refused,
}

/// Bytes of the page with the form that are read.
const PAGE_MAX: u64 = 2 << 20;

const FORM_TYPE: &[u8] = b"application/x-www-form-urlencoded";

/// What has to be requested next to log in.
enum FormStep<'f> {
    /// The page with the form.
    Page(&'f str),
    /// The form, with these hidden fields.
    Send(Arc<HiddenFields>),
}

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
        let (failures, hidden) = {
            let mut forms = lock(&self.credentials.forms);
            let first = FormState::Due { failures: 0, not_before: Time::ZERO };
            let state = forms.entry(login.origin.clone()).or_insert(first);
            let (failures, not_before, hidden) = match &*state {
                FormState::In => return None,
                FormState::Refused => {
                    return Some(TicketEnd::ended(Outcome::Failed, Reason::LoginFailed));
                }
                FormState::Due { failures, not_before } => (*failures, *not_before, None),
                FormState::Asked { failures, until } => (*failures, *until, None),
                FormState::Ready { failures, not_before, hidden } => {
                    (*failures, *not_before, Some(Arc::clone(hidden)))
                }
            };
            if not_before > now {
                return Some(TicketEnd::GiveBack { wait: Some(not_before.since(now)) });
            }
            let fetch = &self.shared.job.fetch;
            let longest = fetch.total_timeout.duration() + fetch.connect_timeout.duration();
            *state = FormState::Asked { failures, until: now + longest };
            (failures, hidden)
        };
        let step = match (&form.page, hidden) {
            (Some(page), None) => FormStep::Page(page),
            (None, None) => FormStep::Send(Arc::default()),
            (_, Some(hidden)) => FormStep::Send(hidden),
        };
        Some(self.take_step(ticket, session, (login, form, &step), (failures, crawl_delay)).await)
    }

    /// Makes the request of a step, and notes what comes of it.
    async fn take_step(
        &self,
        ticket: &Ticket,
        session: &mut Session,
        (login, form, step): (&Login, &LoginForm, &FormStep<'_>),
        (failures, crawl_delay): (u32, Option<Duration>),
    ) -> TicketEnd {
        let shared = &self.shared;
        self.network.before_request(shared, ticket).await;
        Meter::add(&shared.meter.requests, 1);
        let url = match step {
            FormStep::Page(page) => page.as_bytes(),
            FormStep::Send(_) => form.url.as_bytes(),
        };
        let carried = self.credentials.cookies_for(url);
        let secrets = carried.secrets();
        let body;
        let request = match step {
            FormStep::Page(_) => Request { body_limit: Some(PAGE_MAX), ..Request::get(url) },
            FormStep::Send(hidden) => {
                body = form.body(&login.user, &login.password, hidden);
                let headers = &[("Content-Type", FORM_TYPE)];
                Request { headers, ..Request::post(url, body.as_bytes()) }
            }
        };
        let request = Request { secrets: &secrets, is_confidential: true, ..request };
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
        let mut hidden = None;
        let mut meaning = self.meaning(url, &result, |exchange| match step {
            FormStep::Send(_) => form.success.is_in(exchange),
            FormStep::Page(_) => {
                let page = body_start(exchange, PAGE_MAX).filter(|_| exchange.status == Some(200));
                hidden = page.and_then(|page| hidden_fields(&page, form));
                hidden.is_some()
            }
        });
        if matches!(meaning, Meaning::Fails) && failures + 1 >= shared.live().politeness.attempts {
            meaning = Meaning::Refused;
        }
        match meaning {
            Meaning::Works => self.set_form(
                login,
                match hidden {
                    None => FormState::In,
                    Some(hidden) => {
                        let not_before = shared.now() + wait;
                        FormState::Ready { failures, not_before, hidden: Arc::new(hidden) }
                    }
                },
            ),
            Meaning::Fails => {
                let rest = pace::after_failures(&shared.live().politeness, failures + 1);
                if rest > wait {
                    (wait, owed) = (rest, Owed::Failures);
                }
                self.set_form(login, due(failures + 1, shared.now() + wait));
            }
            Meaning::Refused => {
                match step {
                    FormStep::Page(page) => {
                        warn!(%page, "the page has no form with the fields of the log-in");
                    }
                    FormStep::Send(_) => warn!(origin = %login.origin, "the log-in failed"),
                }
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

    /// Returns what the answer from an address means; `works` tells whether it is the one that was hoped for.
    fn meaning(
        &self,
        url: &[u8],
        result: &Result<Exchange, Failure>,
        works: impl FnOnce(&Exchange) -> bool,
    ) -> Meaning {
        match result {
            Err(failure) if failure.is_transient() => Meaning::Fails,
            Err(_) => Meaning::Refused,
            Ok(exchange) => {
                Meter::add(&self.shared.meter.received, exchange.response.len());
                self.shared.proxy.note_success(exchange);
                self.credentials.learn(url, exchange, true);
                match exchange.status {
                    _ if works(exchange) => Meaning::Works,
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
