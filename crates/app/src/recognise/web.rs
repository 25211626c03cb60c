//! Fetches pages to judge them, as politely as a harvest: robots.txt comes first and is obeyed, one request at a time
//! to a host, whatever its scheme and port, pauses between two requests to it, and few requests at a time to one
//! server. Hosts are asked beside each other, and pages are judged beside that; verdicts come in the order of the
//! input.

pub(crate) mod step;
pub(crate) mod turns;

use self::step::{Asked, Fetched, HostLink, Stepped};
use self::turns::{Errand, ServerManners, Turns};
use super::page::{JudgedPage, Origin};
use super::{RecogniseError, RecogniseSettings, Recogniser, Run, page, warc};
use crate::warc::{InputsEnded, Notice, ReportNotice};
use std::collections::{BTreeMap, HashMap};
use std::io::{BufReader, Seek, SeekFrom};
use std::net::IpAddr;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::Ordering;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;
use stodola_fetch::{AddressPolicy, Client, ClientSettings};
use stodola_warc::decode::payload_reader;
use tokio::runtime::Runtime;
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio::task::{Id, JoinSet};
use tokio::time::Instant;

/// Number of linked hosts whose countries are looked up.
const MAX_LOOKUPS: usize = 32;
/// Requests to one server at the same time, and the pause between two, as in a harvest.
const MANNERS: ServerManners = ServerManners { connections: 4, pause: Duration::from_millis(250) };
/// Addresses that are begun before the verdict on an earlier one is given: their verdicts wait in memory.
const WINDOW: usize = 1000;
/// Threads that judge at most. Most of their time they wait for name servers.
const JUDGES_MAX: usize = 8;
/// How often somebody who wants to stop is looked for.
const LOOK: Duration = Duration::from_millis(200);

pub(super) struct Web {
    runtime: Runtime,
    client: Client,
    /// Whether private servers are allowed, which need no pause.
    is_private: bool,
    wants_countries: bool,
    workers: usize,
    turns: Turns,
    /// What is known of the hosts, by their numbers; `None` while a request is under way.
    hosts: HashMap<usize, HostLink>,
}

/// A verdict; `None` if the document is not text.
type Verdicted = Result<Option<JudgedPage>, RecogniseError>;

impl Web {
    pub(super) fn new(settings: &RecogniseSettings) -> Result<Web, RecogniseError> {
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(1)
            .enable_all()
            .build()
            .map_err(RecogniseError::Start)?;
        let client = {
            let _inside = runtime.enter();
            Client::new(fetch_settings(settings))?
        };
        let is_private = settings.allow_private;
        Ok(Web {
            runtime,
            client,
            is_private,
            wants_countries: settings.geo.is_some(),
            workers: settings.workers.max(1) as usize,
            turns: Turns::new((!is_private).then_some(MANNERS)),
            hosts: HashMap::new(),
        })
    }

    /// Fetches and judges pages; verdicts are passed on in the order of the addresses. `at` is told how many are done.
    /// Returns the number of addresses that are left because somebody has stopped the run.
    pub(super) fn pages(
        &mut self,
        addresses: &[&str],
        run: &mut Run<'_>,
        watch: &dyn ReportNotice,
        at: &dyn Fn(u64),
        ended: &mut InputsEnded,
    ) -> Result<u64, RecogniseError> {
        let recogniser = run.recogniser;
        let (to_judge, fetched) = channel::<(usize, Fetched)>();
        let fetched = Mutex::new(fetched);
        let (judged, verdicts) = unbounded_channel();
        let handle = self.runtime.handle().clone();
        let lookups = Lookups { handle, client: self.client.clone(), wanted: self.wants_countries };
        std::thread::scope(|scope| {
            for _ in 0..self.workers.min(JUDGES_MAX) {
                let (fetched, lookups, judged) = (&fetched, &lookups, judged.clone());
                scope.spawn(move || judge_all(fetched, recogniser, lookups, &judged));
            }
            drop(judged);
            let mut batch = Batch {
                addresses,
                begun: 0,
                given: 0,
                flying: JoinSet::new(),
                tasks: HashMap::new(),
                passed: 0,
                judging: 0,
                done: BTreeMap::new(),
                to_judge,
                verdicts,
            };
            // At the end of this block the judges have nothing to wait for any more.
            self.work(&mut batch, run, watch, at, ended)
        })
    }

    fn work(
        &mut self,
        batch: &mut Batch<'_>,
        run: &mut Run<'_>,
        watch: &dyn ReportNotice,
        at: &dyn Fn(u64),
        ended: &mut InputsEnded,
    ) -> Result<u64, RecogniseError> {
        loop {
            let is_stopped = run.recogniser.stop.load(Ordering::Relaxed);
            if !is_stopped {
                self.begin(batch);
                self.send(batch);
            }
            batch.give(is_stopped && batch.is_quiet(), &mut |address, verdict| {
                match verdict.and_then(|judged| run.take(judged)) {
                    Err(error @ RecogniseError::Output(_)) => return Err(error),
                    Err(error) => {
                        watch.notice(address, Notice::Failed(&error));
                        ended.has_failed = true;
                    }
                    Ok(()) => {}
                }
                Ok(())
            })?;
            at(batch.given as u64);
            if batch.given == batch.addresses.len() {
                return Ok(0);
            }
            if is_stopped && batch.is_quiet() {
                return Ok(batch.left());
            }
            self.wait(batch);
        }
    }

    /// Lets more addresses wait at their hosts.
    fn begin(&mut self, batch: &mut Batch<'_>) {
        let now = Instant::now();
        while batch.begun < batch.addresses.len() && batch.begun < batch.given + WINDOW {
            let index = batch.begun;
            batch.begun += 1;
            let address = stodola_uri::without_user_info(batch.addresses[index].as_bytes());
            let uri = stodola_uri::normalise(&address);
            let errand = Errand { index, uri: uri.to_vec(), redirects: 0, robots: None };
            self.line_up(batch, errand, now);
        }
    }

    fn line_up(&mut self, batch: &mut Batch<'_>, errand: Errand, now: Instant) {
        match step::host_of(errand.next()) {
            Some(key) => {
                let is_first = errand.redirects > 0;
                self.turns.add(&key, errand, is_first, now);
            }
            None => drop(batch.done.insert(errand.index, Err(RecogniseError::NoHost))),
        }
    }

    /// Sends requests to hosts whose turn has come.
    fn send(&mut self, batch: &mut Batch<'_>) {
        let now = Instant::now();
        while batch.flying.len() < self.workers && batch.judging <= self.workers {
            let Some((number, errand)) = self.turns.take(now) else { return };
            let link = self.hosts.remove(&number).unwrap_or_else(|| HostLink::new(&self.client));
            let index = errand.index;
            let step = step::step(self.client.clone(), link, number, errand);
            let task = batch.flying.spawn_on(step, self.runtime.handle());
            batch.tasks.insert(task.id(), (number, index));
        }
    }

    /// Waits until something has happened, or the turn of a host has come.
    fn wait(&mut self, batch: &mut Batch<'_>) {
        let now = Instant::now();
        let mut until = now + LOOK;
        if batch.flying.len() < self.workers
            && let Some(next) = self.turns.next()
        {
            until = until.min(next.max(now));
        }
        let Batch { flying, verdicts, .. } = batch;
        let happened = self.runtime.block_on(async {
            tokio::select! {
                Some(ended) = flying.join_next_with_id() => match ended {
                    Ok((id, stepped)) => Happened::Stepped(id, Some(Box::new(stepped))),
                    Err(error) => Happened::Stepped(error.id(), None),
                },
                Some(verdict) = verdicts.recv() => Happened::Judged(Box::new(verdict)),
                () = tokio::time::sleep_until(until) => Happened::Nothing,
            }
        });
        match happened {
            Happened::Stepped(id, stepped) => {
                let task = batch.tasks.remove(&id);
                match (stepped, task) {
                    (Some(stepped), _) => self.stepped(batch, *stepped),
                    (None, Some((number, index))) => self.broken(batch, number, index),
                    (None, None) => {}
                }
            }
            Happened::Judged(verdict) => {
                let (index, verdict) = *verdict;
                batch.judging -= 1;
                batch.done.insert(index, verdict);
            }
            Happened::Nothing => {}
        }
    }

    /// The task of a request has failed: a bug must cost neither the other pages nor the host its turn.
    fn broken(&mut self, batch: &mut Batch<'_>, number: usize, index: usize) {
        let error = std::io::Error::other("the request could not be completed");
        batch.done.insert(index, Err(RecogniseError::Read(error)));
        let pause = HostLink::new(&self.client).pause(self.is_private);
        self.turns.back(number, pause, None, Instant::now());
    }

    /// A request has ended.
    fn stepped(&mut self, batch: &mut Batch<'_>, stepped: Stepped) {
        let Stepped { number, mut link, errand, asked } = stepped;
        let (now, index) = (Instant::now(), errand.index);
        let pause = link.pause(self.is_private);
        let mut is_request = true;
        let mut moved = None;
        match asked {
            // The next request for the same page goes to the same host, unless its robots.txt is elsewhere.
            Asked::Prepared { is_request: was_request } => {
                is_request = was_request;
                moved = Some(errand);
            }
            Asked::Moved(uri) => {
                moved = Some(Errand { uri, redirects: errand.redirects + 1, ..errand });
            }
            Asked::Refused(error) => {
                is_request = false;
                batch.done.insert(index, Err(error));
            }
            Asked::Failed(error) => drop(batch.done.insert(index, Err(error))),
            Asked::Page(fetched) => match batch.to_judge.send((index, *fetched)) {
                Ok(()) => batch.judging += 1,
                Err(_) => drop(batch.done.insert(index, Err(RecogniseError::NoHead))),
            },
        }
        // Before the host comes back, so that it has something to do then.
        if let Some(errand) = moved {
            match step::host_of(errand.next()) {
                Some(key) => drop(self.turns.add(&key, errand, true, now)),
                None => drop(batch.done.insert(errand.index, Err(RecogniseError::NoHost))),
            }
        }
        if self.turns.is_idle(number) {
            link.close();
        }
        let server = link.server();
        self.hosts.insert(number, link);
        let pause = if is_request { pause } else { Duration::ZERO };
        self.turns.back(number, pause, server, now);
    }
}

/// What has happened while the work waited.
enum Happened {
    /// A request has ended; `None` if its task has failed.
    Stepped(Id, Option<Box<Stepped>>),
    Judged(Box<(usize, Verdicted)>),
    Nothing,
}

/// Some addresses on their way.
struct Batch<'a> {
    addresses: &'a [&'a str],
    /// Number of addresses that wait at their hosts, or did.
    begun: usize,
    /// Number of addresses from the beginning whose verdicts were passed on.
    given: usize,
    /// Number of all verdicts that were passed on.
    passed: usize,
    flying: JoinSet<Stepped>,
    /// The hosts and addresses of the requests under way, by task.
    tasks: HashMap<Id, (usize, usize)>,
    /// Number of pages that are being judged.
    judging: usize,
    /// Verdicts that wait for earlier ones.
    done: BTreeMap<usize, Verdicted>,
    to_judge: Sender<(usize, Fetched)>,
    verdicts: UnboundedReceiver<(usize, Verdicted)>,
}

impl Batch<'_> {
    /// Whether nothing is under way.
    fn is_quiet(&self) -> bool {
        self.flying.is_empty() && self.judging == 0
    }

    /// Passes verdicts on in their order. If nothing more will come, those that wait for others too.
    fn give(
        &mut self,
        is_last: bool,
        take: &mut dyn FnMut(&str, Verdicted) -> Result<(), RecogniseError>,
    ) -> Result<(), RecogniseError> {
        while let Some(entry) = self.done.first_entry() {
            let index = *entry.key();
            if index != self.given && !is_last {
                return Ok(());
            }
            let verdict = entry.remove();
            self.passed += 1;
            if index == self.given {
                self.given += 1;
            }
            take(self.addresses[index], verdict)?;
        }
        Ok(())
    }

    /// Number of addresses without a verdict, after the last one was given.
    fn left(&self) -> u64 {
        self.addresses.len().saturating_sub(self.passed) as u64
    }
}

/// Looks up the addresses of servers that a page links to.
struct Lookups {
    handle: tokio::runtime::Handle,
    client: Client,
    wanted: bool,
}

impl Lookups {
    fn address_of(&self, host: &str, left: &std::cell::Cell<usize>) -> Option<IpAddr> {
        left.set(left.get().checked_sub(1)?);
        let resolved = self.handle.block_on(self.client.resolve(host)).ok()?;
        resolved.addresses.first().copied()
    }
}

/// Judges pages until no more come.
fn judge_all(
    fetched: &Mutex<Receiver<(usize, Fetched)>>,
    recogniser: &Recogniser,
    lookups: &Lookups,
    judged: &UnboundedSender<(usize, Verdicted)>,
) {
    loop {
        let next = fetched.lock().unwrap_or_else(PoisonError::into_inner).recv();
        let Ok((index, page)) = next else { return };
        // A bug must not cost the other pages: all would wait for this one.
        let verdict = catch_unwind(AssertUnwindSafe(|| judge(&page, recogniser, lookups)));
        let broken = || std::io::Error::other("the page could not be judged");
        let verdict = verdict.unwrap_or_else(|_| Err(RecogniseError::Read(broken())));
        if judged.send((index, verdict)).is_err() {
            return;
        }
    }
}

fn judge(fetched: &Fetched, recogniser: &Recogniser, lookups: &Lookups) -> Verdicted {
    let Fetched { uri, exchange } = fetched;
    let head = exchange.head().ok_or(RecogniseError::NoHead)?;
    let headers = warc::without_codings(&head.fields);
    let pairs: Vec<_> = headers.iter().map(|(name, value)| (&name[..], &value[..])).collect();
    let mut reader = exchange.response.reader();
    reader.seek(SeekFrom::Start(exchange.head_length as u64))?;
    let body = payload_reader(&head, BufReader::new(reader), step::MAX_BODY);
    let name = String::from_utf8_lossy(uri).into_owned();
    let left = std::cell::Cell::new(MAX_LOOKUPS);
    let address_of = |host: &str| lookups.address_of(host, &left);
    let origin = Origin {
        name: &name,
        uri,
        headers: &pairs,
        server: exchange.address.map(|address| address.ip()),
        address_of: lookups.wanted.then_some(&address_of as &page::AddressOf<'_>),
    };
    Ok(recogniser.judge(&origin, body))
}

/// Returns the settings of the client: who we are, and which addresses are allowed.
pub(super) fn fetch_settings(settings: &RecogniseSettings) -> ClientSettings {
    let (version, robot) = (&settings.version, step::ROBOT);
    let name = match &settings.contact {
        Some(contact) => format!("{robot}/{version} (+{contact})"),
        None => format!("{robot}/{version}"),
    };
    let addresses = match settings.allow_private {
        true => AddressPolicy::AnyButMetadata,
        false => AddressPolicy::Public,
    };
    ClientSettings { addresses, ..ClientSettings::new(name) }
}
