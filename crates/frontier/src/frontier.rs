//! The frontier: URIs found, what is fetched next and when, and the outcome of every URI.
//!
//! A URI is [offered](Frontier::offer) once; it waits in the queue of its host, by level and in the order of finding.
//! [`Frontier::next`] hands out a [`Ticket`] for a URI whose host may be asked now; the ticket comes back by
//! [`finish`](Frontier::finish), [`retry`](Frontier::retry) or [`give_back`](Frontier::give_back). There is no clock
//! here: callers pass the current [`Time`].
//!
//! If hosts have [priorities](Frontier::set_priority), hosts with a higher one go first among those whose pause is
//! over.
//!
//! If URIs have [standings](FrontierOptions::has_standings), a URI that is offered again with a larger one is handed
//! out again: to be fetched if it was not archived, otherwise so that its links can be offered again. The frontier
//! only compares these numbers.
//!
//! # What survives a crash
//!
//! Every change is an event of a log. [`begin_commit`](Frontier::begin_commit) takes the events since the last commit,
//! [`Commit::write`] writes them to disk. A page and the links found on it are finished in one call and so in one
//! commit: after `kill -9` either all of it is there or the page is fetched again. So only URIs that were in flight or
//! finished since the last commit are fetched twice, and nothing is lost. A [`checkpoint`](Frontier::checkpoint) moves
//! data from memory to sorted files and makes opening quick.
//!
//! Memory: about 16 bytes per host; one and a half per URI ever seen; hosts that are active; and everything since the
//! last checkpoint. Standings take one byte more per URI, or two before runs are
//! merged. Everything else about hosts is on disk, see [`hosts`].

mod again;
mod anew;
mod checkpoint;
mod code;
mod depths;
mod ends;
mod error;
mod event;
mod guests;
mod history;
mod hosts;
mod line;
mod lock;
mod log;
mod priority;
mod queue;
mod robots;
mod seen;
mod standing_hosts;
mod standings;
mod state;
mod stay;
#[cfg(test)]
mod tests;
mod turns;
mod types;
mod uri_set;

pub use anew::{AnewChoice, AnewFilter, CutDocuments};
pub use depths::Depths;
pub use ends::{End, Fate};
pub use error::FrontierError;
#[doc(hidden)]
pub use event::recode_event;
pub use event::{HostId, LEVELS, LogPlace, RETRY_LEVEL};
pub use guests::{HostVisit, WantedVisit};
pub use history::{EarlierOutcome, Happened, History, LogTail, LoggedUri};
pub use hosts::{HostNames, Pieces};
pub use log::Commit;
pub use priority::{PRIORITY_COMMON, PRIORITY_MAX};
pub use types::{
    ClosedHost, Counts, Errand, Finished, FrontierOptions, HostTurn, KnownRobots, Next, Offer,
    Offered, Opened, SettledUri, SlowedHost, Ticket, WaitingUri,
};
pub use uri_set::UriSet;

use crate::{Detail, Outcome, Reason, Time};
use checkpoint::Checkpoint;
use event::{Done, Event, Form, Found, Rest};
use hosts::ShortSpan;
use log::Log;
use standings::{Kept, Rank, Standings};
use state::State;
use std::fs;
use std::net::IpAddr;
use std::path::{Path, PathBuf};
use std::time::Duration;
use stodola_durable::Lock;
use turns::AddressRule;

/// Number of good answers in a row after which a pause that has grown is halved.
pub const GOOD_ANSWERS: u8 = 10;
/// Number of entries that a sweep reads at a time.
const SWEEP: usize = 1000;

/// All URIs of a harvest, in a folder of its own. See the [crate](crate) for an example.
pub struct Frontier {
    folder: PathBuf,
    log: Log,
    state: State,
    hosts_number: u64,
    checkpoint_at: LogPlace,
    _lock: Lock,
}

impl Frontier {
    /// Opens the frontier in a folder, or begins one. Only one process can have it open; another gets
    /// [`FrontierError::Locked`]. After a crash no host is asked before its last pause, and at least
    /// [`FrontierOptions::crash_delay`], has passed since `now`.
    pub fn open(
        folder: &Path,
        options: FrontierOptions,
        now: Time,
    ) -> Result<(Frontier, Opened), FrontierError> {
        stodola_durable::create_folders(folder)?;
        let lock = lock::lock(folder)?;
        let checkpoint = Checkpoint::read(folder)?;
        let is_new = checkpoint.is_none();
        let checkpoint = checkpoint.unwrap_or_default();
        lock::remove_strays(folder, &checkpoint)?;
        let mut state = State::open(folder, options, &checkpoint)?;
        let mut replayed = 0;
        let has_standings = state.standings.is_some();
        let log = Log::open(folder, checkpoint.log, has_standings, |time, place, event| {
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
        if checkpoint.is_clean {
            // From now on, a missing clean checkpoint means a crash.
            frontier.write_checkpoint(false)?;
        }
        Ok((frontier, opened))
    }

    /// Adds a URI, unless it was added before. A URI that was added before may get a larger standing, see [`Offered`].
    pub fn offer(&mut self, offer: &Offer<'_>) -> Result<Offered, FrontierError> {
        let print = seen::print(&[offer.uri]);
        if !self.state.may_add_host(offer.host) {
            self.reject(offer.uri, offer.via, "hosts-per-domain")?;
            return Ok(Offered::TooManyHosts);
        }
        if self.state.has_full_queue(offer.host) && !self.state.has_seen(print)? {
            self.reject(offer.uri, offer.via, "queued-per-host")?;
            return Ok(Offered::TooManyQueued);
        }
        let standing = match &mut self.state.standings {
            Some(standings) => match standings.get(print)? {
                Some(kept) => return self.offer_again(offer, print, kept),
                // The URI was seen before this frontier had standings.
                None if self.state.seen.contains(print)? => return Ok(Offered::Seen),
                None => Some(offer.standing),
            },
            None if self.state.seen.insert(print)? => None,
            None => return Ok(Offered::Seen),
        };
        let host = match self.state.hosts.find(offer.host) {
            Some(host) => host,
            None => {
                self.log.add(&Event::Host(offer.host.as_bytes()));
                let host = self.state.hosts.add(offer.host);
                self.state.guests.move_in(offer.host, self.state.hosts.edit(host));
                host
            }
        };
        let (form, rest) = state::shortened(offer.uri, offer.host);
        let level = offer.level.min(RETRY_LEVEL - 1);
        let place = self.log.add(&Event::Found(Found {
            host,
            level,
            is_seed: offer.is_seed,
            is_sitemap: offer.is_sitemap,
            standing,
            via: offer.via,
            hops: offer.hops,
            form,
            rest,
        }));
        if let Some(standing) = standing {
            self.state.keep(print, Kept { standing, rank: Rank::Waits, place });
        }
        self.state.counts.found += 1;
        self.state.enqueue(host, level, place);
        Ok(Offered::New(place))
    }

    /// Logs that a link is not followed, once for each URI, with the name of the rule. The URI may still be offered
    /// later.
    pub fn reject(
        &mut self,
        uri: &[u8],
        via: Option<LogPlace>,
        rule: &str,
    ) -> Result<(), FrontierError> {
        if self.state.seen.insert(state::rejection_print(uri))? {
            self.log.add(&Event::Rejected { via, rule: rule.as_bytes(), uri });
            self.state.counts.rejected += 1;
        }
        Ok(())
    }

    /// Returns the URI to fetch next, or when to ask again.
    pub fn next(&mut self, now: Time) -> Result<Next, FrontierError> {
        self.state.next(&self.log, now)
    }

    /// Ends a URI with an outcome. `wait` is the pause of its host from now on; `None` if the host was not asked.
    /// `bytes` is the number of archived bytes. Use [`finish_as`](Frontier::finish_as) for URIs that were fetched, if
    /// the frontier has standings.
    pub fn finish(
        &mut self,
        ticket: &Ticket,
        outcome: Outcome,
        detail: &str,
        bytes: u64,
        wait: Option<Duration>,
        now: Time,
    ) {
        let finished = Finished { outcome, detail, bytes, settled: None };
        self.finish_as(ticket, &finished, wait, now);
    }

    /// Ends an attempt: the URI is tried again, not before `not_before`, when no other URI of its host waits.
    pub fn retry(
        &mut self,
        ticket: &Ticket,
        detail: &str,
        wait: Option<Duration>,
        not_before: Time,
        now: Time,
    ) {
        self.state.take_back(ticket);
        self.log.add(&Event::Done(Done {
            host: ticket.host,
            level: ticket.level,
            entry: ticket.entry,
            outcome: Outcome::Retried.code(),
            wait: wait.unwrap_or_default(),
            bytes: 0,
            rest: None,
            replaces: None,
            was_archived: false,
            detail: detail.as_bytes(),
        }));
        let attempts = ticket.attempts + 1;
        let (host, found) = (ticket.host, ticket.found);
        let place = self.log.add(&match ticket.replaces {
            None => Event::Retry { host, found, attempts, not_before },
            Some(replaces) => {
                let is_whole = ticket.is_whole;
                Event::Anew { host, found, attempts, not_before, replaces, is_whole }
            }
        });
        self.state.enqueue(host, RETRY_LEVEL, place);
        self.state.end(ticket, wait, now);
    }

    /// Takes back a ticket whose URI was not fetched. It is the next URI of its host that is handed out.
    pub fn give_back(&mut self, ticket: &Ticket, wait: Option<Duration>, now: Time) {
        self.state.give_back(ticket, wait, now);
    }

    /// Sets the address of a ticket's host. If that address cannot be asked now, the error is the time when it can
    /// (`None`: when another request to it has ended); then the ticket must be given back.
    pub fn set_address(
        &mut self,
        ticket: &mut Ticket,
        address: IpAddr,
        now: Time,
    ) -> Result<(), Option<Time>> {
        self.state.set_address(ticket, address, now)
    }

    /// Returns the number of the address of a ticket's host, and the number of tickets of that address that are out;
    /// `None` if the address is not known.
    pub fn at_address(&self, ticket: &Ticket) -> Option<(u32, u32)> {
        ticket.address.map(|address| (address, self.state.turns.in_flight(address)))
    }

    /// Must be called before a request is sent to the ticket's address; returns the time to wait before sending it.
    pub fn send(&mut self, ticket: &Ticket, now: Time) -> Duration {
        ticket.address.map_or(Duration::ZERO, |address| self.state.turns.send(address, now))
    }

    /// Sets the time before which no host of the ticket's address is asked.
    pub fn rest_address(&mut self, ticket: &Ticket, until: Time) {
        if let Some(address) = ticket.address {
            self.state.turns.rest(address, until);
        }
    }

    /// Closes a host: all its URIs, also those found later, are handed out only to be finished with this outcome.
    pub fn close_host(&mut self, host: HostId, outcome: Outcome, now: Time) {
        self.state.close_host(host, outcome, now);
    }

    /// Sets the priority of a host, at most [`PRIORITY_MAX`]. Of hosts whose pause is over, those with a higher
    /// priority go first, unless another has waited for hours longer. Hosts begin with [`PRIORITY_COMMON`], also when
    /// a frontier is opened again.
    pub fn set_priority(&mut self, host: HostId, priority: u8) {
        self.state.set_priority(host, priority);
    }

    /// Counts consecutive failures of a host; returns their number. `false` sets it to 0.
    pub fn note_failure(&mut self, host: HostId, failed: bool) -> u16 {
        let host = self.state.hosts.edit(host);
        host.failures = if failed { host.failures.saturating_add(1) } else { 0 };
        host.failures
    }

    /// Records that a host complained about its pause: from now on it gets a pause twice as long, between `least` and
    /// `most`. Returns the new pause. After a crash only the pauses in details of outcomes
    /// ([`slowed`](crate::Detail::slowed)) are known.
    pub fn note_haste(&mut self, id: HostId, least: Duration, most: Duration) -> Duration {
        let host = self.state.hosts.edit(id);
        let wait = host.least_wait.get().saturating_mul(2).max(least).min(most);
        host.least_wait = host.least_wait.max(ShortSpan::from(wait));
        host.good_answers = 0;
        let pause = host.least_wait.get();
        self.state.slowed.insert(id);
        pause
    }

    /// Records a good answer of a host. After [`GOOD_ANSWERS`] of them a pause that has grown is halved; below `least`
    /// it becomes the usual one. Returns the new pause if it changed, zero if it is the usual one; see
    /// [`note_haste`](Frontier::note_haste).
    pub fn note_good_answer(&mut self, id: HostId, least: Duration) -> Option<Duration> {
        let host = self.state.hosts.edit(id);
        if host.least_wait == ShortSpan::ZERO {
            return None;
        }
        host.good_answers += 1;
        if host.good_answers < GOOD_ANSWERS {
            return None;
        }
        host.good_answers = 0;
        host.least_wait = (host.least_wait.get() / 2).into();
        if host.least_wait.get() < least {
            self.forget_complaints(id);
        }
        Some(self.least_wait(id))
    }

    /// Gives a host its usual pause again, from its next answer on. Returns the pause it had grown to; `None` if the
    /// host is unknown. The next checkpoint stores the change.
    pub fn reset_pace(&mut self, name: &str) -> Option<Duration> {
        let id = self.state.hosts.find(name)?;
        let pause = self.least_wait(id);
        self.forget_complaints(id);
        Some(pause)
    }

    fn forget_complaints(&mut self, id: HostId) {
        let host = self.state.hosts.edit(id);
        (host.least_wait, host.good_answers) = (ShortSpan::ZERO, 0);
        self.state.slowed.remove(&id);
    }

    /// Number of hosts that have a longer pause because they complained.
    pub fn slowed(&self) -> usize {
        self.state.slowed.len()
    }

    /// Returns the hosts with the longest of these pauses, at most `most` of them.
    pub fn slowest(&self, most: usize) -> Vec<SlowedHost> {
        let pause = |id: &HostId| self.least_wait(*id);
        let mut ids: Vec<HostId> = self.state.slowed.iter().copied().collect();
        ids.sort_by_key(|id| std::cmp::Reverse(pause(id)));
        ids.truncate(most);
        let name = |id: HostId| self.host_name(id).unwrap_or_default();
        ids.into_iter().map(|id| SlowedHost { name: name(id), pause: pause(&id) }).collect()
    }

    /// Returns the pause that a host got because it complained; zero if it has the usual one.
    pub fn least_wait(&self, host: HostId) -> Duration {
        self.state.hosts.at(host).least_wait.get()
    }

    /// Calls `refuse` with all URIs that wait for a host. Those for which it returns a reason end with this outcome;
    /// returns their number. URIs that were given back, or wait for another attempt or for the second time, are
    /// skipped: callers check them before they are fetched.
    pub fn sweep_host(
        &mut self,
        host: HostId,
        outcome: Outcome,
        mut refuse: impl FnMut(&WaitingUri) -> Option<Reason>,
    ) -> Result<u64, FrontierError> {
        let mut refused = 0;
        for level in 0..RETRY_LEVEL {
            let mut last = self.state.queue.marks().get(host, level);
            loop {
                let places = self.state.queue.behind(host, level, last, SWEEP)?;
                let Some(&end) = places.last() else { break };
                for &place in &places {
                    if self.state.done_ahead.contains(&place) {
                        continue;
                    }
                    let Some(found) = self.state.find(&self.log, place)? else { continue };
                    let waiting =
                        WaitingUri { uri: found.uri, hops: found.hops, is_seed: found.is_seed };
                    if let Some(reason) = refuse(&waiting) {
                        let detail = Detail::new(reason).to_line();
                        let rest = self.refused(&waiting.uri)?;
                        let done = self.log.add(&Event::Done(Done {
                            host,
                            level,
                            entry: place,
                            outcome: outcome.code(),
                            wait: Duration::ZERO,
                            bytes: 0,
                            rest,
                            replaces: None,
                            was_archived: false,
                            detail: detail.as_bytes(),
                        }));
                        if let Some(Rest { print, standing, rank, .. }) = rest {
                            self.state.keep(print, Kept { standing, rank, place: done });
                        }
                        self.state.sweep(host, level, place, outcome);
                        refused += 1;
                    }
                }
                last = end;
            }
        }
        Ok(refused)
    }

    /// Changes the limits of hosts, domains and addresses. Whether there are standings stays as it was.
    pub fn set_options(&mut self, options: FrontierOptions) {
        self.state.turns.set_rule(AddressRule {
            delay: options.address_delay,
            connections: options.connections_per_address,
        });
        self.state.options = options;
        self.state.schedule_all();
    }

    /// Returns the URI that was found at a place.
    pub fn uri(&self, place: LogPlace) -> Result<Vec<u8>, FrontierError> {
        Ok(self.state.read_found(&self.log, place)?.uri)
    }

    /// Numbers of URIs and bytes.
    pub fn counts(&self) -> Counts {
        self.state.counts
    }

    /// Number of URIs that wait.
    pub fn queued(&self) -> u64 {
        self.state.queued
    }

    /// Number of tickets that are out.
    pub fn in_flight(&self) -> usize {
        self.state.in_flight
    }

    /// The name of a host; `None` if there is no such number.
    pub fn host_name(&self, host: HostId) -> Option<Box<str>> {
        self.state.hosts.name(host)
    }

    /// The number of archived documents of a host.
    pub fn documents(&self, host: HostId) -> u32 {
        self.state.hosts.get(host).map_or(0, |host| host.documents)
    }

    /// The number of hosts ever met.
    pub fn hosts(&self) -> usize {
        self.state.hosts.len()
    }

    /// The number of active hosts: those whose robots.txt and pages are fetched now.
    pub fn active_hosts(&self) -> usize {
        self.state.active
    }

    /// Bytes of events that wait for a commit.
    pub fn uncommitted(&self) -> usize {
        self.log.pending_bytes()
    }

    /// Takes the events since the last commit; `None` if there are none or if a commit is under way. The frontier can
    /// be used while the commit is [written](Commit::write); then [`end_commit`](Frontier::end_commit) must be called.
    pub fn begin_commit(&mut self, now: Time) -> Result<Option<Commit>, FrontierError> {
        self.state.check()?;
        self.log.begin_commit(now)
    }

    /// Ends a commit. If it was not written, nothing more can be committed until the frontier is opened again.
    pub fn end_commit(&mut self, written: bool) {
        self.log.end_commit(written);
    }

    /// Commits in one step.
    pub fn commit(&mut self, now: Time) -> Result<(), FrontierError> {
        let Some(commit) = self.begin_commit(now)? else { return Ok(()) };
        let result = commit.write();
        self.log.end_commit(result.is_ok());
        result
    }

    /// Whether a checkpoint is due, by [`FrontierOptions`].
    pub fn wants_checkpoint(&self) -> bool {
        let options = &self.state.options;
        let standings = self.state.standings.as_ref().map_or(0, Standings::recent);
        let recent = self.state.seen.recent().max(self.state.queue.recent()).max(standings);
        recent >= options.checkpoint_uris
            || self.log.end() - self.checkpoint_at >= options.checkpoint_bytes
    }

    /// Commits, and writes a checkpoint, so that opening need not read the log before it. No commit may be under way.
    pub fn checkpoint(&mut self, now: Time) -> Result<(), FrontierError> {
        self.commit(now)?;
        self.write_checkpoint(false)
    }

    /// Ends the use of a frontier with a checkpoint. Tickets that are out count as given back.
    pub fn close(mut self, now: Time) -> Result<(), FrontierError> {
        self.commit(now)?;
        let is_clean = self.state.in_flight == 0;
        self.write_checkpoint(is_clean)
    }

    fn write_checkpoint(&mut self, is_clean: bool) -> Result<(), FrontierError> {
        let state = &mut self.state;
        state.seen.flush()?;
        state.queue.flush()?;
        if let Some(standings) = &mut state.standings {
            standings.flush()?;
        }
        let hosts = self.hosts_number;
        state.hosts.save(&lock::hosts_path(&self.folder, hosts), state.queue.marks())?;
        // The table was written from what was read: it counts only if all of that is right.
        state.check()?;
        // The new files and their names are synced before the file that refers to them is replaced.
        let checkpoint = Checkpoint {
            log: self.log.committed_end(),
            seen: state.seen.runs().numbers(),
            queue: state.queue.runs().numbers(),
            standings: state.standings.as_mut().map(|standings| standings.runs().numbers()),
            hosts: Some(hosts),
            taken: state.taken.iter().copied().collect(),
            done: state.done_ahead.iter().copied().collect(),
            counts: state.counts,
            is_clean,
        };
        checkpoint.write(&self.folder)?;
        state.seen.runs().remove_superseded()?;
        state.queue.runs().remove_superseded()?;
        if let Some(standings) = &mut state.standings {
            standings.runs().remove_superseded()?;
        }
        if let Some(old) = hosts.checked_sub(1) {
            let _ = fs::remove_file(lock::hosts_path(&self.folder, old));
        }
        self.hosts_number = hosts + 1;
        self.checkpoint_at = checkpoint.log;
        Ok(())
    }
}

/// What [`State`](state::State) reads from the log about a URI.
struct FoundUri {
    host: HostId,
    uri: Vec<u8>,
    hops: Vec<u8>,
    via: Option<LogPlace>,
    is_seed: bool,
    is_sitemap: bool,
}

impl FoundUri {
    fn uri_of(found: &Found<'_>, host: &str) -> Vec<u8> {
        let start = match found.form {
            Form::Http => "http://",
            Form::Https => "https://",
            Form::Whole => "",
        };
        let host = if found.form == Form::Whole { "" } else { host };
        [start.as_bytes(), host.as_bytes(), found.rest].concat()
    }

    fn new(found: &Found<'_>, host: &str) -> FoundUri {
        FoundUri {
            host: found.host,
            uri: FoundUri::uri_of(found, host),
            hops: found.hops.into(),
            via: found.via,
            is_seed: found.is_seed,
            is_sitemap: found.is_sitemap,
        }
    }
}
