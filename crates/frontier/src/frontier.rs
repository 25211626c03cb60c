//! The frontier: what was found, what is fetched next and when, and what became of everything.
//!
//! A URI is [offered](Frontier::offer) once; it waits in the queue of its host, by level and in the order
//! of finding. [`Frontier::next`] hands out a [`Ticket`] for a URI whose host may be asked now; the
//! ticket comes back by [`finish`](Frontier::finish), [`retry`](Frontier::retry) or
//! [`give_back`](Frontier::give_back). There is no clock here: callers say what time it is, in
//! milliseconds since 1970.
//!
//! Where hosts have [priorities](Frontier::set_priority), of those whose time has come the better go first.
//!
//! Where URIs have [standings](FrontierOptions::has_standings), one that is offered again with a larger one
//! comes again: to be fetched if it was not archived, else so that its links can be offered again. The frontier
//! only compares numbers.
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
//! last checkpoint. Standings take one byte more, or two before runs are merged.

mod again;
mod checkpoint;
mod code;
mod depths;
mod ends;
mod error;
mod event;
mod guests;
mod history;
mod hosts;
mod lock;
mod log;
mod priority;
mod queue;
mod robots;
mod runs;
mod seen;
mod standings;
mod state;
#[cfg(test)]
mod tests;
mod turns;
mod types;

pub use depths::Depths;
pub use ends::{End, Fate};
pub use error::FrontierError;
#[doc(hidden)]
pub use event::recode_event;
pub use event::{HostId, LEVELS, Place, RETRY_LEVEL};
pub use guests::{Visit, Wanted};
pub use history::{Earlier, Entry, Happened, History, Tail};
pub use log::Commit;
pub use priority::{PRIORITY_COMMON, PRIORITY_MAX};
pub use types::{
    Closed, Counts, Errand, Finished, FrontierOptions, KnownRobots, Next, Offer, Offered, Opened,
    Settled, SlowedHost, Ticket, Waiting,
};

use crate::Outcome;
use checkpoint::Checkpoint;
use event::{Done, Event, Form, Found, Rest};
use log::Log;
use standings::{Kept, Rank, Standings};
use state::State;
use std::fs;
use std::net::IpAddr;
use std::path::{Path, PathBuf};
use stodola_durable::Lock;

/// So many good answers in a row halve a pause that has grown.
pub const GOOD_ANSWERS: u8 = 10;
/// Entries looked at together in a sweep.
const SWEEP: usize = 1000;

/// See the module.
pub struct Frontier {
    folder: PathBuf,
    log: Log,
    state: State,
    hosts_number: u64,
    checkpoint_at: Place,
    _lock: Lock,
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
        if opened.is_new {
            log::sync_folder(folder)?;
        } else if checkpoint.is_clean {
            // From now on a crash is one.
            frontier.write_checkpoint(false)?;
        }
        Ok((frontier, opened))
    }

    /// Adds a URI unless it was ever added before. One that was may have a larger standing now, see
    /// [`Offered`].
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
                // From before there were standings.
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
                self.state.guests.move_in(&mut self.state.hosts.list[host as usize]);
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
    /// asked. `bytes` counts for archived ones. See [`finish_as`](Frontier::finish_as) for those that were
    /// fetched where there are standings.
    pub fn finish(
        &mut self,
        ticket: &Ticket,
        outcome: Outcome,
        detail: &str,
        bytes: u64,
        wait: Option<u64>,
        now: u64,
    ) {
        let finished = Finished { outcome, detail, bytes, settled: None };
        self.finish_as(ticket, &finished, wait, now);
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
        self.state.take_back(ticket);
        self.log.add(&Event::Done(Done {
            host: ticket.host,
            level: ticket.level,
            entry: ticket.entry,
            outcome: Outcome::Retried.code(),
            wait: wait.unwrap_or(0),
            bytes: 0,
            rest: None,
            detail: detail.as_bytes(),
        }));
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

    /// Says how much a host is worth beside others whose time has come: those with a higher priority, at
    /// most [`PRIORITY_MAX`], go first, unless one has waited for hours longer. Hosts begin with
    /// [`PRIORITY_COMMON`], also when a frontier is opened again.
    pub fn set_priority(&mut self, host: HostId, priority: u8) {
        self.state.set_priority(host, priority);
    }

    /// Notes failures of a host in a row; tells how many there are now. `false` ends the row.
    pub fn note_failure(&mut self, host: HostId, failed: bool) -> u16 {
        let host = &mut self.state.hosts.list[host as usize];
        host.failures = if failed { host.failures.saturating_add(1) } else { 0 };
        host.failures
    }

    /// Notes that a host complained about the pause it was given: it gets twice as long a one from now
    /// on, within bounds, ms. Tells how long. Only what the detail of an outcome [says](crate::Detail::slowed)
    /// survives a crash.
    pub fn note_haste(&mut self, id: HostId, least: u64, most: u64) -> u64 {
        let host = &mut self.state.hosts.list[id as usize];
        let wait = u64::from(host.least_wait).saturating_mul(2).max(least).min(most);
        host.least_wait = host.least_wait.max(wait.try_into().unwrap_or(u32::MAX));
        host.good_answers = 0;
        let pause = host.least_wait.into();
        self.state.slowed.insert(id);
        pause
    }

    /// Notes a good answer of a host. After [`GOOD_ANSWERS`] of them a pause that has grown is halved; below
    /// `least`, ms, it is gone. Tells the new pause if it changed, 0 if it is gone; see
    /// [`note_haste`](Frontier::note_haste).
    pub fn note_good_answer(&mut self, id: HostId, least: u64) -> Option<u64> {
        let host = &mut self.state.hosts.list[id as usize];
        if host.least_wait == 0 {
            return None;
        }
        host.good_answers += 1;
        if host.good_answers < GOOD_ANSWERS {
            return None;
        }
        host.good_answers = 0;
        host.least_wait /= 2;
        if u64::from(host.least_wait) < least {
            self.forget_complaints(id);
        }
        Some(self.least_wait(id))
    }

    /// Gives a host its usual pause again, from its next answer on. Tells the pause it had grown to, ms; None if
    /// no such host was met. A checkpoint makes it last.
    pub fn reset_pace(&mut self, name: &str) -> Option<u64> {
        let id = self.state.hosts.find(name)?;
        let pause = self.least_wait(id);
        self.forget_complaints(id);
        Some(pause)
    }

    fn forget_complaints(&mut self, id: HostId) {
        let host = &mut self.state.hosts.list[id as usize];
        (host.least_wait, host.good_answers) = (0, 0);
        self.state.slowed.remove(&id);
    }

    /// How many hosts have a longer pause because they complained.
    pub fn slowed(&self) -> usize {
        self.state.slowed.len()
    }

    /// The hosts with the longest of such pauses, at most so many.
    pub fn slowest(&self, most: usize) -> Vec<SlowedHost> {
        let pause = |id: &HostId| self.least_wait(*id);
        let mut ids: Vec<HostId> = self.state.slowed.iter().copied().collect();
        ids.sort_by_key(|id| std::cmp::Reverse(pause(id)));
        ids.truncate(most);
        let name = |id: HostId| self.host_name(id).unwrap_or_default().into();
        ids.into_iter().map(|id| SlowedHost { name: name(id), pause: pause(&id) }).collect()
    }

    /// The pause that a host was found to need, ms; 0 if it never complained, or not for long.
    pub fn least_wait(&self, host: HostId) -> u64 {
        self.state.hosts.list[host as usize].least_wait.into()
    }

    /// Looks at all that waits for a host. What `refuse` gives a reason against ends with that outcome.
    /// Tells how many those were. What was given back, or waits for another attempt or for the second time,
    /// is left alone: it is looked at before it is fetched anyway.
    pub fn sweep_host(
        &mut self,
        host: HostId,
        outcome: Outcome,
        mut refuse: impl FnMut(&Waiting) -> Option<String>,
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
                        Waiting { uri: found.uri, hops: found.hops, is_seed: found.is_seed };
                    if let Some(detail) = refuse(&waiting) {
                        let rest = self.refused(&waiting.uri)?;
                        let done = self.log.add(&Event::Done(Done {
                            host,
                            level,
                            entry: place,
                            outcome: outcome.code(),
                            wait: 0,
                            bytes: 0,
                            rest,
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

    /// Changes budgets and numbers of connections; those of addresses stay, and whether there are standings.
    pub fn set_options(&mut self, options: FrontierOptions) {
        self.state.options = options;
        self.state.schedule_all();
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

    /// The name of a host.
    pub fn host_name(&self, host: HostId) -> Option<&str> {
        self.state.hosts.list.get(host as usize).map(|host| &*host.name)
    }

    /// How many documents of a host are archived.
    pub fn documents(&self, host: HostId) -> u32 {
        self.state.hosts.list.get(host as usize).map_or(0, |host| host.documents)
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
        let standings = self.state.standings.as_ref().map_or(0, Standings::recent);
        let recent = self.state.seen.recent().max(self.state.queue.recent()).max(standings);
        recent >= options.checkpoint_uris
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

    fn write_checkpoint(&mut self, is_clean: bool) -> Result<(), FrontierError> {
        let state = &mut self.state;
        state.seen.flush()?;
        state.queue.flush()?;
        if let Some(standings) = &mut state.standings {
            standings.flush()?;
        }
        let hosts = self.hosts_number;
        state.hosts.save(&lock::hosts_path(&self.folder, hosts), state.queue.marks())?;
        // The names of the new files have to be safe before the one that names them.
        log::sync_folder(&self.folder)?;
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

/// What [`State`](state::State) reads back of a URI.
struct FoundUri {
    uri: Vec<u8>,
    hops: Vec<u8>,
    via: Option<Place>,
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
            uri: FoundUri::uri_of(found, host),
            hops: found.hops.into(),
            via: found.via,
            is_seed: found.is_seed,
            is_sitemap: found.is_sitemap,
        }
    }
}
