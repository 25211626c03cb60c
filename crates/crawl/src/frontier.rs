//! The frontier: what was found, what is fetched next and when, and what became of everything.
//!
//! A URI is [offered](Frontier::offer) once; it waits in the queue of its host, by level and in the order
//! of finding. [`Frontier::next`] hands out a [`Ticket`] for a URI whose host may be asked now; the
//! ticket comes back by [`finish`](Frontier::finish), [`retry`](Frontier::retry) or
//! [`give_back`](Frontier::give_back). There is no clock here: callers say what time it is, in
//! milliseconds since 1970.
//!
//! # What survives a crash
//!
//! Every change is an event of a log. [`begin_commit`](Frontier::begin_commit) takes what happened since
//! the last commit, [`Commit::write`] makes it safe. A page and the links found on it are finished in one
//! call and so in one commit: after `kill -9` either all of it is there or the page is fetched again. So
//! at most what was in flight or finished since the last commit is done twice, and nothing is lost. A
//! [`checkpoint`](Frontier::checkpoint) moves what is in memory to sorted files and makes opening quick.
//!
//! Memory: some 230 bytes per host, one and a half per URI ever seen, and what came since the
//! last checkpoint.

mod checkpoint;
mod code;
mod error;
mod event;
mod history;
mod hosts;
mod lock;
mod log;
mod queue;
mod runs;
mod seen;
mod state;
#[cfg(test)]
mod tests;
mod turns;

pub use error::FrontierError;
pub use event::{HostId, LEVELS, Place, RETRY_LEVEL};
pub use history::Happened;
pub use log::Commit;

use crate::Outcome;
use checkpoint::Checkpoint;
use event::{Done, Event, Form, Found};
use log::Log;
use state::State;
use std::fs;
use std::net::IpAddr;
use std::path::{Path, PathBuf};

/// How a frontier treats hosts, and when it writes.
#[derive(Clone, Debug)]
pub struct FrontierOptions {
    /// Connections to one host at a time.
    pub connections_per_host: u16,
    /// Connections to one address at a time.
    pub connections_per_address: u32,
    /// Between the starts of two requests to one address, ms.
    pub address_delay: u64,
    /// So long no host is asked after a crash, ms: nobody knows which had just been.
    pub crash_delay: u64,
    /// Archived documents of one host.
    pub documents_per_host: Option<u32>,
    /// Archived bytes of one host.
    pub bytes_per_host: Option<u64>,
    /// Archived documents of all hosts of one registrable domain; those in flight come on top.
    pub documents_per_domain: Option<u64>,
    /// Hosts of one registrable domain.
    pub hosts_per_domain: Option<u32>,
    /// So many URIs found since the last checkpoint call for another.
    pub checkpoint_uris: usize,
    /// So many bytes of log since the last checkpoint call for another.
    pub checkpoint_bytes: u64,
}

impl Default for FrontierOptions {
    fn default() -> FrontierOptions {
        FrontierOptions {
            connections_per_host: 1,
            connections_per_address: u32::MAX,
            address_delay: 0,
            crash_delay: 0,
            documents_per_host: None,
            bytes_per_host: None,
            documents_per_domain: None,
            hosts_per_domain: None,
            checkpoint_uris: 1 << 20,
            checkpoint_bytes: 96 << 20,
        }
    }
}

/// A URI to be offered.
#[derive(Clone, Copy, Debug)]
pub struct Offer<'a> {
    /// Normalised; it is known by its bytes.
    pub uri: &'a [u8],
    /// Of the URI.
    pub host: &'a str,
    /// 0 is served first; at most 6.
    pub level: u8,
    /// The page it was found on.
    pub via: Option<Place>,
    /// One letter for each link followed from a seed.
    pub hops: &'a [u8],
    /// Whether somebody named it as a seed.
    pub is_seed: bool,
    /// Whether it was said to be a sitemap.
    pub is_sitemap: bool,
}

/// What an offer came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Offered {
    /// It waits now.
    New(Place),
    /// It was there before.
    Seen,
    /// Its domain has too many hosts; that is noted as a rejection.
    TooManyHosts,
}

/// A URI handed out, to come back.
#[derive(Debug)]
pub struct Ticket {
    /// Where it was found.
    pub found: Place,
    /// Its host.
    pub host: HostId,
    /// Of the host.
    pub host_name: Box<str>,
    /// To be fetched.
    pub uri: Vec<u8>,
    /// One letter for each link followed from a seed.
    pub hops: Vec<u8>,
    /// The page it was found on.
    pub via: Option<Place>,
    /// Whether somebody named it as a seed.
    pub is_seed: bool,
    /// Whether it was said to be a sitemap.
    pub is_sitemap: bool,
    /// Attempts that failed before.
    pub attempts: u32,
    /// Set if it must not be fetched, only finished with this outcome.
    pub closed: Option<Outcome>,
    /// Since when its host could have been asked, ms.
    pub ready_at: u64,
    entry: Place,
    level: u8,
    address: Option<u32>,
}

impl Ticket {
    /// One that stands for none while the real one is elsewhere.
    pub(crate) fn empty() -> Ticket {
        Ticket {
            found: 0,
            host: 0,
            host_name: "".into(),
            uri: Vec::new(),
            hops: Vec::new(),
            via: None,
            is_seed: false,
            is_sitemap: false,
            attempts: 0,
            closed: None,
            ready_at: 0,
            entry: 0,
            level: 0,
            address: None,
        }
    }
}

/// What to do next.
#[derive(Debug)]
pub enum Next {
    /// Fetch this.
    Go(Box<Ticket>),
    /// Ask again then, or when a ticket has come back.
    Wait(u64),
    /// Ask again when a ticket has come back.
    InFlight,
    /// All is done.
    Empty,
}

/// How much of what there is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// URIs ever found and accepted.
    pub found: u64,
    /// Links noted as rejected.
    pub rejected: u64,
    /// URIs that have an outcome.
    pub finished: u64,
    /// Those of them that were archived.
    pub archived: u64,
    /// Bytes of those.
    pub bytes: u64,
}

/// What was there when a frontier was opened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Opened {
    /// Whether there was nothing.
    pub is_new: bool,
    /// Whether the last one to use it had closed it.
    pub was_clean: bool,
    /// Events since the last checkpoint.
    pub replayed: u64,
}

/// What a host may be asked, as far as that is known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KnownRobots {
    /// What the robots.txt is of: scheme, host and port.
    pub authority: Vec<u8>,
    /// As given to [`Frontier::note_robots`].
    pub access: u8,
    /// Of the robots.txt.
    pub body: Vec<u8>,
    /// When it has to be fetched again, ms.
    pub until: u64,
}

/// See the module.
pub struct Frontier {
    folder: PathBuf,
    log: Log,
    state: State,
    hosts_number: u64,
    checkpoint_at: Place,
    _lock: fs::File,
}

impl Frontier {
    /// Opens the frontier in a folder, or begins one. Only one process can have it open. After a crash
    /// no host is asked before the time it was last to be left alone for has passed since `now`, nor
    /// before [`FrontierOptions::crash_delay`] has.
    pub fn open(
        folder: &Path,
        options: FrontierOptions,
        now: u64,
    ) -> Result<(Frontier, Opened), FrontierError> {
        fs::create_dir_all(folder).map_err(error::io_error("create", folder))?;
        let lock = lock::lock(folder)?;
        let checkpoint = Checkpoint::read(folder)?;
        let is_new = checkpoint.is_none();
        let checkpoint = checkpoint.unwrap_or_default();
        lock::remove_strays(folder, &checkpoint)?;
        let mut state = State::open(folder, options, &checkpoint)?;
        let mut replayed = 0;
        let log = Log::open(folder, checkpoint.log, |time, place, event| {
            replayed += 1;
            state.replay(time, place, event)
        })?;
        let was_clean = checkpoint.is_clean && replayed == 0;
        let opened = Opened { is_new: is_new && replayed == 0, was_clean, replayed };
        state.start(&log, now, was_clean || opened.is_new)?;
        let mut frontier = Frontier {
            folder: folder.to_owned(),
            log,
            state,
            hosts_number: checkpoint.hosts.map_or(0, |number| number + 1),
            checkpoint_at: checkpoint.log,
            _lock: lock,
        };
        if opened.is_new {
            log::sync_folder(folder)?;
        } else if checkpoint.is_clean {
            // From now on a crash is one.
            frontier.write_checkpoint(false)?;
        }
        Ok((frontier, opened))
    }

    /// Adds a URI unless it was ever added before.
    pub fn offer(&mut self, offer: &Offer<'_>) -> Result<Offered, FrontierError> {
        let print = seen::print(&[offer.uri]);
        if !self.state.may_add_host(offer.host) {
            self.reject(offer.uri, offer.via, "hosts-per-domain")?;
            return Ok(Offered::TooManyHosts);
        }
        if !self.state.seen.insert(print)? {
            return Ok(Offered::Seen);
        }
        let host = match self.state.hosts.find(offer.host) {
            Some(host) => host,
            None => {
                self.log.add(&Event::Host(offer.host.as_bytes()));
                self.state.hosts.add(offer.host)
            }
        };
        let (form, rest) = state::shortened(offer.uri, offer.host);
        let level = offer.level.min(RETRY_LEVEL - 1);
        let place = self.log.add(&Event::Found(Found {
            host,
            level,
            is_seed: offer.is_seed,
            is_sitemap: offer.is_sitemap,
            via: offer.via,
            hops: offer.hops,
            form,
            rest,
        }));
        self.state.counts.found += 1;
        self.state.enqueue(host, level, place);
        Ok(Offered::New(place))
    }

    /// Notes that a link is not followed, once for each URI. It may still be offered later.
    pub fn reject(
        &mut self,
        uri: &[u8],
        via: Option<Place>,
        rule: &str,
    ) -> Result<(), FrontierError> {
        if self.state.seen.insert(state::rejection_print(uri))? {
            self.log.add(&Event::Rejected { via, rule: rule.as_bytes(), uri });
            self.state.counts.rejected += 1;
        }
        Ok(())
    }

    /// The URI to fetch next.
    pub fn next(&mut self, now: u64) -> Result<Next, FrontierError> {
        self.state.next(&self.log, now)
    }

    /// Ends a URI. `wait` is how long its host is to be left alone from now on, ms; None if it was not
    /// asked. `bytes` counts for archived ones.
    pub fn finish(
        &mut self,
        ticket: &Ticket,
        outcome: Outcome,
        detail: &str,
        bytes: u64,
        wait: Option<u64>,
        now: u64,
    ) {
        self.done(ticket, outcome, detail, bytes, wait.unwrap_or(0));
        self.state.finished(ticket, outcome, bytes);
        self.state.end(ticket, wait, now);
    }

    /// Ends an attempt: the URI is tried again, not before `not_before`, when nothing else of its host
    /// waits.
    pub fn retry(
        &mut self,
        ticket: &Ticket,
        detail: &str,
        wait: Option<u64>,
        not_before: u64,
        now: u64,
    ) {
        self.done(ticket, Outcome::Retried, detail, 0, wait.unwrap_or(0));
        let attempts = ticket.attempts + 1;
        let (host, found) = (ticket.host, ticket.found);
        let place = self.log.add(&Event::Retry { host, found, attempts, not_before });
        self.state.enqueue(host, RETRY_LEVEL, place);
        self.state.end(ticket, wait, now);
    }

    /// Takes back a ticket whose URI was not asked for: it comes first when the host's turn comes.
    pub fn give_back(&mut self, ticket: &Ticket, wait: Option<u64>, now: u64) {
        self.state.give_back(ticket, wait, now);
    }

    fn done(&mut self, ticket: &Ticket, outcome: Outcome, detail: &str, bytes: u64, wait: u64) {
        self.log.add(&Event::Done(Done {
            host: ticket.host,
            level: ticket.level,
            entry: ticket.entry,
            outcome: outcome.code(),
            wait,
            bytes,
            detail: detail.as_bytes(),
        }));
    }

    /// Says which address the host of a ticket has. If that cannot be asked now, the error is until when;
    /// the ticket is to be given back then.
    pub fn set_address(
        &mut self,
        ticket: &mut Ticket,
        address: IpAddr,
        now: u64,
    ) -> Result<(), Option<u64>> {
        self.state.set_address(ticket, address, now)
    }

    /// The address of a ticket's host as a number, if it is known, and how many tickets of it are out.
    pub fn at_address(&self, ticket: &Ticket) -> Option<(u32, u32)> {
        ticket.address.map(|address| (address, self.state.turns.in_flight(address)))
    }

    /// Says that a request is about to be sent to the ticket's address; tells how long to wait with it, ms.
    pub fn send(&mut self, ticket: &Ticket, now: u64) -> u64 {
        ticket.address.map_or(0, |address| self.state.turns.send(address, now))
    }

    /// Lets all hosts of the ticket's address rest.
    pub fn rest_address(&mut self, ticket: &Ticket, until: u64) {
        if let Some(address) = ticket.address {
            self.state.turns.rest(address, until);
        }
    }

    /// Ends all that waits for a host, and all that will be found there, with this outcome.
    pub fn close_host(&mut self, host: HostId, outcome: Outcome, now: u64) {
        self.state.close_host(host, outcome, now);
    }

    /// Notes failures of a host in a row; tells how many there are now. `false` ends the row.
    pub fn note_failure(&mut self, host: HostId, failed: bool) -> u16 {
        let host = &mut self.state.hosts.list[host as usize];
        host.failures = if failed { host.failures.saturating_add(1) } else { 0 };
        host.failures
    }

    /// Keeps a robots.txt until the time given. Longer bodies than 512 KiB are cut.
    pub fn note_robots(
        &mut self,
        host: HostId,
        authority: &[u8],
        access: u8,
        body: &[u8],
        until: u64,
    ) {
        let body = &body[..body.len().min(512 << 10)];
        let place = self.log.add(&Event::Robots { host, until, authority, access, body });
        let host = &mut self.state.hosts.list[host as usize];
        (host.robots, host.robots_until) = (place, until);
    }

    /// The robots.txt that was kept for a host, if it still holds.
    pub fn robots(&self, host: HostId, now: u64) -> Result<Option<KnownRobots>, FrontierError> {
        let host = &self.state.hosts.list[host as usize];
        if host.robots == 0 || host.robots_until <= now {
            return Ok(None);
        }
        let until = host.robots_until;
        self.log.read(host.robots, |event| match event {
            Event::Robots { authority, access, body, .. } => {
                Some(KnownRobots { authority: authority.into(), access, body: body.into(), until })
            }
            _ => None,
        })
    }

    /// The URI that was found there.
    pub fn uri(&self, place: Place) -> Result<Vec<u8>, FrontierError> {
        Ok(self.state.read_found(&self.log, place)?.uri)
    }

    /// How much there is of everything.
    pub fn counts(&self) -> Counts {
        self.state.counts
    }

    /// URIs that wait.
    pub fn queued(&self) -> u64 {
        self.state.queued
    }

    /// Tickets that are out.
    pub fn in_flight(&self) -> usize {
        self.state.in_flight
    }

    /// Hosts ever met.
    pub fn hosts(&self) -> usize {
        self.state.hosts.list.len()
    }

    /// Bytes that wait for a commit.
    pub fn uncommitted(&self) -> usize {
        self.log.pending_bytes()
    }

    /// Takes what happened since the last commit. None if nothing did or if a commit is under way. The
    /// frontier can be used while it is written; then [`end_commit`](Frontier::end_commit) must be told.
    pub fn begin_commit(&mut self, now: u64) -> Result<Option<Commit>, FrontierError> {
        self.log.begin_commit(now)
    }

    /// Says whether the commit was written.
    pub fn end_commit(&mut self, written: bool) {
        self.log.end_commit(written);
    }

    /// Commits in one step.
    pub fn commit(&mut self, now: u64) -> Result<(), FrontierError> {
        let Some(commit) = self.log.begin_commit(now)? else { return Ok(()) };
        let result = commit.write();
        self.log.end_commit(result.is_ok());
        result
    }

    /// Whether so much has happened that a checkpoint is due.
    pub fn wants_checkpoint(&self) -> bool {
        let options = &self.state.options;
        self.state.seen.recent().max(self.state.queue.recent()) >= options.checkpoint_uris
            || self.log.end() - self.checkpoint_at >= options.checkpoint_bytes
    }

    /// Commits, and moves what is in memory to disk. No commit may be under way.
    pub fn checkpoint(&mut self, now: u64) -> Result<(), FrontierError> {
        self.commit(now)?;
        self.write_checkpoint(false)
    }

    /// Ends the use of a frontier with a checkpoint. Tickets that are out count as given back.
    pub fn close(mut self, now: u64) -> Result<(), FrontierError> {
        self.commit(now)?;
        let is_clean = self.state.in_flight == 0;
        self.write_checkpoint(is_clean)
    }

    /// What happened, from the beginning.
    pub fn history(
        &self,
        mut use_it: impl FnMut(Happened<'_>) -> Result<(), FrontierError>,
    ) -> Result<(), FrontierError> {
        history::read(&self.log, &mut use_it)
    }

    fn write_checkpoint(&mut self, is_clean: bool) -> Result<(), FrontierError> {
        let state = &mut self.state;
        state.seen.flush()?;
        state.queue.flush()?;
        let hosts = self.hosts_number;
        state.hosts.save(&lock::hosts_path(&self.folder, hosts), state.queue.marks())?;
        // The names of the new files have to be safe before the one that names them.
        log::sync_folder(&self.folder)?;
        let checkpoint = Checkpoint {
            log: self.log.committed_end(),
            seen: state.seen.runs().numbers(),
            queue: state.queue.runs().numbers(),
            hosts: Some(hosts),
            taken: state.taken.iter().copied().collect(),
            done: state.done_ahead.iter().copied().collect(),
            counts: state.counts,
            is_clean,
        };
        checkpoint.write(&self.folder)?;
        state.seen.runs().remove_superseded()?;
        state.queue.runs().remove_superseded()?;
        if let Some(old) = hosts.checked_sub(1) {
            let _ = fs::remove_file(lock::hosts_path(&self.folder, old));
        }
        self.hosts_number = hosts + 1;
        self.checkpoint_at = checkpoint.log;
        Ok(())
    }
}

/// What [`State`](state::State) reads back of a URI.
struct FoundUri {
    uri: Vec<u8>,
    hops: Vec<u8>,
    via: Option<Place>,
    is_seed: bool,
    is_sitemap: bool,
}

impl FoundUri {
    fn new(found: &Found<'_>, host: &str) -> FoundUri {
        let start = match found.form {
            Form::Http => "http://",
            Form::Https => "https://",
            Form::Whole => "",
        };
        let host = if found.form == Form::Whole { "" } else { host };
        FoundUri {
            uri: [start.as_bytes(), host.as_bytes(), found.rest].concat(),
            hops: found.hops.into(),
            via: found.via,
            is_seed: found.is_seed,
            is_sitemap: found.is_sitemap,
        }
    }
}
