//! Asking about addresses without archiving anything: robots.txt first, one request at a time to a host, with pauses.
//!
//! The steps and turns are those of `recognise URL`. A GET is sent and only the beginning of the answer is read: many
//! servers answer a HEAD wrongly.

use super::SiteError;
use crate::Watch;
use crate::map::outcome::failed;
use crate::recognise::RecogniseError;
use crate::recognise::web::step::{Asked, HostLink, Stepped, host_of, step};
use crate::recognise::web::turns::{Errand, ServerManners, Turns};
use std::collections::HashMap;
use std::net::IpAddr;
use std::time::Duration;
use stodola_crawl::job::Job;
use stodola_crawl::user_agent;
use stodola_fetch::{AddressPolicy, Client, ClientSettings, Exchange, TlsPolicy};
use stodola_frontier::Reason;
use stodola_map::{LinkProblem, Unharvested};
use tokio::runtime::Runtime;
use tokio::task::JoinSet;
use tokio::time::Instant;

/// Hosts that are asked at the same time.
const HOSTS: usize = 16;
/// Requests to one server at the same time, and the pause between two.
const MANNERS: ServerManners = ServerManners { connections: 2, pause: Duration::from_millis(500) };
/// Bytes of an answer that are read.
pub(super) const BRIEF: u64 = 64 << 10;
/// Longest time for one request.
const TIMEOUT: Duration = Duration::from_secs(30);
/// How often somebody who wants to stop is looked for.
const LOOK: Duration = Duration::from_millis(200);

/// What became of one address: `None` if it is there, or what is wrong.
pub(super) type Answer = Option<LinkProblem>;

/// Asks about addresses. Returns an answer for each, `None` for those for which there was no time.
pub(super) fn ask(
    uris: &[Vec<u8>],
    job: &Job,
    time: Duration,
    watch: &dyn Watch,
) -> Result<Vec<Option<Answer>>, SiteError> {
    let mut answers = vec![None; uris.len()];
    let mut done = 0;
    watch.begin("links", Some(uris.len() as u64));
    fetch_all(uris, job, time, watch, &mut |index, end| {
        answers[index] = Some(answer(end));
        done += 1;
        watch.at(done);
    })?;
    watch.end();
    Ok(answers)
}

/// How an address ended.
pub(super) enum End {
    /// The server gave a page.
    Page(Box<Exchange>),
    /// It did not, or may not be asked.
    Error(RecogniseError, Option<&'static str>),
}

fn answer(end: End) -> Answer {
    let (error, unreachable) = match end {
        End::Page(_) => return None,
        End::Error(error, unreachable) => (error, unreachable),
    };
    let failure = |name: &str| match Reason::from_text(name).failure() {
        Some(failure) => failed(failure),
        None => Unharvested::Other(name.to_owned()),
    };
    let reason = match (error, unreachable) {
        (RecogniseError::Status(status @ (401 | 403 | 407 | 429 | 451)), _) => {
            // Servers answer robots so that let people in.
            Unharvested::Other(format!("status {status}"))
        }
        (RecogniseError::Status(status @ 400..), _) => return Some(LinkProblem::Status(status)),
        // Another answer without a content is not an error.
        (RecogniseError::Status(_), _) => return None,
        (RecogniseError::TooManyRedirects(_), _) => return Some(LinkProblem::RedirectLoop),
        (RecogniseError::Fetch(error), _) => failure(error.name()),
        (RecogniseError::Forbidden(_), _) => Unharvested::Robots,
        (RecogniseError::RobotsUnknown(_), Some(name)) => failure(name),
        (error, _) => Unharvested::Other(error.to_string()),
    };
    Some(LinkProblem::NotHarvested(reason))
}

/// Fetches the beginning of each address, as politely as a harvest.
pub(super) fn fetch_all(
    uris: &[Vec<u8>],
    job: &Job,
    time: Duration,
    watch: &dyn Watch,
    on: &mut dyn FnMut(usize, End),
) -> Result<(), SiteError> {
    let start = |error: std::io::Error| SiteError::Ask(error.to_string());
    let runtime = tokio::runtime::Builder::new_multi_thread();
    let runtime = { runtime }.worker_threads(1).enable_all().build().map_err(start)?;
    let client = {
        let _inside = runtime.enter();
        Client::new(client_settings(job)).map_err(|error| SiteError::Ask(error.to_string()))?
    };
    let mut asker = Asker {
        client,
        allows_private: job.fetch.allow_private,
        leads_here: !job.fetch.connect_to.is_empty(),
        turns: Turns::new(Some(MANNERS)),
        hosts: HashMap::new(),
        flying: JoinSet::new(),
        open: 0,
    };
    let now = Instant::now();
    for (index, uri) in uris.iter().enumerate() {
        let errand = Errand { index, uri: uri.clone(), redirects: 0, robots: None };
        asker.line_up(errand, false, on);
    }
    let end = now + time;
    while asker.open > 0 && Instant::now() < end && !watch.is_stopped() {
        asker.send(&runtime);
        asker.wait(&runtime, end, on);
    }
    Ok(())
}

/// Addresses on their way.
struct Asker {
    client: Client,
    /// Whether private servers may be asked. They alone need no pause.
    allows_private: bool,
    /// Whether hosts without an address of their own may be on another one that the job names.
    leads_here: bool,
    turns: Turns,
    hosts: HashMap<usize, HostLink>,
    flying: JoinSet<Stepped>,
    /// Number of addresses without an end.
    open: usize,
}

impl Asker {
    fn line_up(&mut self, errand: Errand, is_first: bool, on: &mut dyn FnMut(usize, End)) {
        let index = errand.index;
        match host_of(errand.next()) {
            Some(host) => {
                self.turns.add(&host, errand, is_first, Instant::now());
                self.open += usize::from(!is_first);
            }
            None => {
                self.open -= usize::from(is_first);
                on(index, End::Error(RecogniseError::NoHost, None));
            }
        }
    }

    fn send(&mut self, runtime: &Runtime) {
        while self.flying.len() < HOSTS {
            let Some((number, errand)) = self.turns.take(Instant::now()) else { return };
            let link = self.hosts.remove(&number);
            let link = link.unwrap_or_else(|| HostLink::brief(&self.client, BRIEF));
            self.flying.spawn_on(step(self.client.clone(), link, number, errand), runtime.handle());
        }
    }

    fn wait(&mut self, runtime: &Runtime, end: Instant, on: &mut dyn FnMut(usize, End)) {
        let now = Instant::now();
        let mut until = (now + LOOK).min(end);
        if self.flying.len() < HOSTS
            && let Some(next) = self.turns.next()
        {
            until = until.min(next.max(now));
        }
        let flying = &mut self.flying;
        let happened = runtime.block_on(async {
            tokio::select! {
                Some(stepped) = flying.join_next() => Some(stepped),
                () = tokio::time::sleep_until(until) => None,
            }
        });
        match happened {
            Some(Ok(stepped)) => self.stepped(stepped, on),
            // A bug must not cost the other addresses: this one gets no answer.
            Some(Err(_)) => self.open -= 1,
            None => {}
        }
    }

    fn stepped(&mut self, stepped: Stepped, on: &mut dyn FnMut(usize, End)) {
        let Stepped { number, mut link, errand, asked } = stepped;
        let is_local = match link.server() {
            Some(address) => is_private(address),
            None => self.leads_here,
        };
        let (index, pause) = (errand.index, link.pause(self.allows_private && is_local));
        let mut is_request = true;
        match asked {
            Asked::Prepared { is_request: was_request } => {
                is_request = was_request;
                self.line_up(errand, true, on);
            }
            Asked::Moved(uri) => {
                let errand = Errand { uri, redirects: errand.redirects + 1, ..errand };
                self.line_up(errand, true, on);
            }
            Asked::Refused(error) | Asked::Failed(error) => {
                self.open -= 1;
                on(index, End::Error(error, link.failure()));
            }
            Asked::Page(fetched) => {
                self.open -= 1;
                on(index, End::Page(Box::new(fetched.exchange)));
            }
        }
        if self.turns.is_idle(number) {
            link.close();
        }
        let server = link.server();
        self.hosts.insert(number, link);
        let pause = if is_request { pause } else { Duration::ZERO };
        self.turns.back(number, pause, server, Instant::now());
    }
}

/// Whether an address belongs to this machine or to a network of its own.
fn is_private(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(it) => it.is_loopback() || it.is_private() || it.is_link_local(),
        IpAddr::V6(it) => it.is_loopback() || it.is_unique_local() || it.is_unicast_link_local(),
    }
}

/// Who we are and where we connect to: as the harvest. A certificate that is not valid is a problem here.
fn client_settings(job: &Job) -> ClientSettings {
    let mut settings = ClientSettings::new(user_agent(job));
    if job.contact.contains('@') {
        settings.from = Some(job.contact.clone());
    }
    settings.limits.connect = job.fetch.connect_timeout.duration().min(TIMEOUT);
    settings.limits.idle = job.fetch.idle_timeout.duration().min(TIMEOUT);
    settings.limits.total = TIMEOUT;
    settings.connect_to = job.fetch.connect_to.iter().map(|entry| entry.0.clone()).collect();
    if job.fetch.allow_private {
        settings.addresses = AddressPolicy::AnyButMetadata;
    }
    settings.tls = TlsPolicy::Refuse;
    settings.asks_again = false;
    settings.dns.servers = job.fetch.dns_servers.iter().map(|server| server.0).collect();
    settings.proxy = job.fetch.proxy();
    settings
}
