//! The state of a frontier in memory, and how it changes. It is computed from the last checkpoint and the events behind
//! it.

use super::checkpoint::Checkpoint;
use super::error::{FrontierError, damaged};
use super::event::{Before, Event, Form, HostId, LogPlace, RETRY_LEVEL, Rest};
use super::guests::Guests;
use super::hosts::{Domain, Host, Hosts, ShortSpan};
use super::lock::hosts_path;
use super::log::Log;
use super::priority::PRIORITY_MAX;
use super::queue::Queue;
use super::seen::{Print, Seen, print};
use super::standings::{Kept, Rank, Standings};
use super::turns::{AddressRule, Line, Turn, Turns};
use super::{ClosedHost, Counts, Errand, FoundUri, FrontierOptions, Next, Ticket};
use crate::{Budget, Detail, Outcome, Time};
use std::cmp::Reverse;
use std::collections::{BTreeSet, BinaryHeap, HashMap, HashSet, VecDeque};
use std::net::IpAddr;
use std::path::{Path, PathBuf};
use std::time::Duration;

pub(super) struct State {
    pub(super) options: FrontierOptions,
    pub(super) seen: Seen,
    /// If set, seen URIs are here and not in `seen`.
    pub(super) standings: Option<Standings>,
    folder: PathBuf,
    pub(super) queue: Queue,
    pub(super) hosts: Hosts,
    pub(super) turns: Turns,
    pub(super) guests: Guests,
    pub(super) counts: Counts,
    pub(super) queued: u64,
    pub(super) in_flight: usize,
    /// Number of active hosts, see [`stay`](super::stay).
    pub(super) active: usize,
    /// Entries handed out, given back or delayed, and not done.
    pub(super) taken: HashSet<LogPlace>,
    /// Entries given back: they come first.
    returned: HashMap<HostId, VecDeque<LogPlace>>,
    /// Retries whose time has not come yet, at most one of each host.
    delayed: BinaryHeap<Reverse<(Time, HostId, LogPlace)>>,
    /// Entries that were done before a crash, although the mark of their queue does not say so.
    pub(super) done_ahead: HashSet<LogPlace>,
    /// The queues of those entries.
    ahead_in: HashSet<(HostId, u8)>,
    /// Hosts whose pause has grown because they complained.
    pub(super) slowed: BTreeSet<HostId>,
    /// The latest time that a caller has passed.
    pub(super) now: Time,
}

impl State {
    pub(super) fn open(
        folder: &Path,
        options: FrontierOptions,
        checkpoint: &Checkpoint,
    ) -> Result<State, FrontierError> {
        let queue = Queue::open(folder, &checkpoint.queue)?;
        let hosts = match checkpoint.hosts {
            Some(number) => Hosts::load(&hosts_path(folder, number), folder, queue.marks())?,
            None => Hosts::new(folder),
        };
        let standings = match &checkpoint.standings {
            Some(runs) => Some(Standings::open(folder, runs)?),
            None if options.has_standings => Some(Standings::open(folder, &[])?),
            None => None,
        };
        let rule = AddressRule {
            delay: options.address_delay,
            connections: options.connections_per_address,
        };
        Ok(State {
            options,
            seen: Seen::open(folder, &checkpoint.seen)?,
            standings,
            folder: folder.to_owned(),
            queue,
            hosts,
            turns: Turns::new(rule, folder),
            guests: Guests::default(),
            counts: checkpoint.counts,
            queued: 0,
            in_flight: 0,
            active: 0,
            taken: checkpoint.taken.iter().copied().collect(),
            returned: HashMap::new(),
            delayed: BinaryHeap::new(),
            done_ahead: checkpoint.done.iter().copied().collect(),
            ahead_in: HashSet::new(),
            slowed: BTreeSet::new(),
            now: Time::ZERO,
        })
    }

    pub(super) fn replay(
        &mut self,
        time: Time,
        place: LogPlace,
        event: Event<'_>,
    ) -> Result<(), FrontierError> {
        let wrong =
            || damaged(Path::new("log"), format!("the event at place {place} is not valid"));
        let known = self.hosts.len();
        let check = |host: HostId| if (host as usize) < known { Ok(()) } else { Err(wrong()) };
        match event {
            Event::Host(name) => {
                self.hosts.add(std::str::from_utf8(name).map_err(|_| wrong())?);
            }
            Event::Found(found) => {
                check(found.host)?;
                let host = self.hosts.name(found.host).unwrap_or_default();
                let uri = FoundUri::new(&found, &host).uri;
                match found.standing {
                    Some(standing) => {
                        let kept = Kept { standing, rank: Rank::Waits, place };
                        self.standings()?.set(print(&[&uri]), kept);
                    }
                    None => drop(self.seen.insert(print(&[&uri]))?),
                }
                self.counts.found += 1;
                self.put(found.host, found.level, place);
            }
            Event::Retry { host, .. } => {
                check(host)?;
                self.put(host, RETRY_LEVEL, place);
            }
            Event::Anew { host, .. } => {
                check(host)?;
                self.put(host, RETRY_LEVEL, place);
                self.reopen(host);
            }
            Event::Done(done) => {
                check(done.host)?;
                self.remove(done.host, done.level, done.entry).ok_or_else(wrong)?;
                let outcome = Outcome::from_code(done.outcome).ok_or_else(wrong)?;
                self.count(done.host, outcome, done.bytes, done.before());
                if let Some(Rest { print, standing, rank, .. }) = done.rest {
                    self.standings()?.set(print, Kept { standing, rank, place });
                }
                let host = self.hosts.edit(done.host);
                host.next_at = host.next_at.max(time + done.wait);
                if !done.wait.is_zero() {
                    host.wait = done.wait.into();
                }
                if let Some(pause) = Detail::slowed_in(done.detail) {
                    host.least_wait = pause.into();
                }
            }
            Event::Rejected { uri, .. } => {
                self.seen.insert(rejection_print(uri))?;
                self.counts.rejected += 1;
            }
            Event::Robots { host, until, .. } => {
                check(host)?;
                let host = self.hosts.edit(host);
                (host.robots, host.robots_until) = (place, until);
            }
            Event::Beside { host, .. } => check(host)?,
            Event::Raised { print, kept } => self.standings()?.set(print, kept),
            Event::Again { host, level, print, kept, .. } => {
                check(host)?;
                self.put(host, level, place);
                self.standings()?.set(print, kept);
            }
            Event::Linked { host, level, entry, print, kept } => {
                check(host)?;
                self.remove(host, level, entry).ok_or_else(wrong)?;
                self.standings()?.set(print, kept);
            }
        }
        Ok(())
    }

    /// In a replay: marks an entry as done. `None` if that is impossible.
    fn remove(&mut self, host: HostId, level: u8, entry: LogPlace) -> Option<()> {
        if !self.taken.remove(&entry) {
            let waiting = &mut self.hosts.edit(host).waiting[usize::from(level)];
            *waiting = waiting.checked_sub(1)?;
            self.done_ahead.insert(entry);
            self.ahead_in.insert((host, level));
        }
        Some(())
    }

    /// In a replay: the log has standings, whatever the options say.
    fn standings(&mut self) -> Result<&mut Standings, FrontierError> {
        match &mut self.standings {
            Some(standings) => Ok(standings),
            none => Ok(none.insert(Standings::open(&self.folder, &[])?)),
        }
    }

    /// After the replay: schedules the hosts.
    pub(super) fn start(
        &mut self,
        log: &Log,
        now: Time,
        was_clean: bool,
    ) -> Result<(), FrontierError> {
        self.now = now;
        for (host, level) in std::mem::take(&mut self.ahead_in) {
            let ahead = &mut self.done_ahead;
            while self.queue.pop_if(host, level, |place| ahead.remove(&place))?.is_some() {}
        }
        for &place in &self.taken {
            let host = log.read(place, |event| match event {
                Event::Found(found) => Some(found.host),
                Event::Retry { host, .. }
                | Event::Again { host, .. }
                | Event::Anew { host, .. } => Some(host),
                _ => None,
            })?;
            let wrong = || damaged(Path::new("log"), format!("no URI at place {place}"));
            self.returned.entry(host.ok_or_else(wrong)?).or_default().push_back(place);
        }
        // Restores the order of finding, as far as it is known.
        self.returned.values_mut().for_each(|places| places.make_contiguous().sort_unstable());
        let FrontierOptions { crash_delay, longest_pause, longest_robots, .. } = self.options;
        if !was_clean {
            self.guests.rest_until(now + crash_delay);
            self.turns.rest_all(now + self.options.address_delay);
        }
        for host in 0..self.hosts.len() as HostId {
            let state = self.hosts.edit(host);
            // Times on disk come from a clock that may have been set back since; no host waits for that.
            state.next_at = state.next_at.min(now + longest_pause);
            state.robots_until = state.robots_until.min(now + longest_robots);
            if !was_clean {
                let wait = state.wait.get().max(crash_delay);
                state.next_at = state.next_at.max(now + wait);
            }
            if state.least_wait > ShortSpan::ZERO {
                self.slowed.insert(host);
            }
            state.had_stay = state.documents > 0;
            // Hosts that had fewer stays go first.
            let stays = state.documents / self.options.uris_per_stay.max(1);
            let since = Time::from_millis(stays.into());
            self.queued += state.queued();
            self.schedule_since(host, if self.options.has_priorities { now } else { since });
        }
        self.queued += self.taken.len() as u64;
        Ok(())
    }

    /// Returns the error if something that was put aside could not be read: what follows from it may be wrong, so
    /// nothing of it may be handed out or stored.
    pub(super) fn check(&self) -> Result<(), FrontierError> {
        self.hosts.check()?;
        self.turns.check()?;
        Ok(self.queue.marks().check()?)
    }

    pub(super) fn may_add_host(&self, name: &str) -> bool {
        let Some(limit) = self.options.hosts_per_domain else { return true };
        if self.hosts.find(name).is_some() {
            return true;
        }
        self.hosts.domain_of(name).is_none_or(|domain| domain.hosts < limit)
    }

    pub(super) fn has_full_queue(&self, name: &str) -> bool {
        self.options.queued_per_host.is_some_and(|limit| {
            self.hosts.find(name).is_some_and(|id| self.hosts.at(id).queued() >= limit)
        })
    }

    pub(super) fn enqueue(&mut self, host: HostId, level: u8, place: LogPlace) {
        self.put(host, level, place);
        self.queued += 1;
        self.schedule(host);
    }

    fn put(&mut self, host: HostId, level: u8, place: LogPlace) {
        self.queue.push(host, level, place);
        self.hosts.edit(host).waiting[usize::from(level)] += 1;
    }

    pub(super) fn has_seen(&mut self, print: Print) -> Result<bool, FrontierError> {
        if let Some(standings) = &mut self.standings
            && standings.get(print)?.is_some()
        {
            return Ok(true);
        }
        self.seen.contains(print)
    }

    /// Records the standing of a URI, if the frontier has standings.
    pub(super) fn keep(&mut self, print: Print, kept: Kept) {
        if let Some(standings) = &mut self.standings {
            standings.set(print, kept);
        }
    }

    /// Takes a ticket back; returns the record of its URI, `None` without standings.
    pub(super) fn take_back(&mut self, ticket: &Ticket) -> Option<(Print, Kept)> {
        let standings = self.standings.as_mut()?;
        let print = print(&[&ticket.uri]);
        Some((print, standings.take_back(print)?))
    }

    /// Ends an entry that still waits.
    pub(super) fn sweep(&mut self, host: HostId, level: u8, place: LogPlace, outcome: Outcome) {
        let waiting = &mut self.hosts.edit(host).waiting[usize::from(level)];
        *waiting = waiting.saturating_sub(1);
        self.queued = self.queued.saturating_sub(1);
        self.done_ahead.insert(place);
        self.count(host, outcome, 0, Before::Nothing);
    }

    /// After a change of limits: schedules hosts that were held back.
    pub(super) fn schedule_all(&mut self) {
        for host in 0..self.hosts.len() as HostId {
            self.schedule(host);
        }
    }

    /// Whether a URI of the host was given back.
    pub(super) fn has_returned(&self, id: HostId) -> bool {
        self.returned.get(&id).is_some_and(|places| !places.is_empty())
    }

    pub(super) fn next(&mut self, log: &Log, now: Time) -> Result<Next, FrontierError> {
        self.now = self.now.max(now);
        loop {
            while let Some(&Reverse((time, host, place))) = self.delayed.peek()
                && time <= now
            {
                self.delayed.pop();
                self.hosts.edit(host).has_delayed = false;
                self.returned.entry(host).or_default().push_back(place);
                self.schedule(host);
            }
            self.admit(self.options.eager_hosts, now);
            let time = match self.turns.pop(Line::Begun, now) {
                Ok(turn) => match self.try_take(turn, log, now)? {
                    Some(ticket) => {
                        self.check()?;
                        return Ok(Next::Go(Box::new(ticket)));
                    }
                    None => continue,
                },
                Err(time) => time,
            };
            let active = self.active;
            let idle = self.admit(active + 1, now);
            if self.active > active {
                continue;
            }
            // Turns that no longer count may still be there.
            if self.queued == 0 && self.in_flight == 0 {
                return Ok(Next::Empty);
            }
            let delayed = self.delayed.peek().map(|Reverse((time, ..))| *time);
            return match time.into_iter().chain(idle).chain(delayed).min() {
                Some(time) => Ok(Next::Wait(time)),
                None if self.in_flight > 0 => Ok(Next::InFlight),
                None => {
                    let what = format!("{} URIs are waiting, but no host has any", self.queued);
                    Err(damaged(Path::new("frontier"), what))
                }
            };
        }
    }

    fn try_take(
        &mut self,
        turn: Turn,
        log: &Log,
        now: Time,
    ) -> Result<Option<Ticket>, FrontierError> {
        if !self.is_valid(turn) {
            return Ok(None);
        }
        self.hosts.edit(turn.host).is_waiting_for_turn = false;
        if !self.reactivate(turn.host) {
            return Ok(None);
        }
        let host = self.hosts.at(turn.host);
        let closed = closed(&self.options, &host, &self.hosts.domain(&host));
        let mut address = None;
        if closed.is_none() {
            // A visitor may have come since the turn was given, and may stay longer than its pause. When it leaves, the
            // host is scheduled again.
            let is_full = host.in_flight >= self.options.connections_per_host;
            if host.next_at > now || is_full {
                self.schedule(turn.host);
                return Ok(None);
            }
            if let Some(id) = host.address.checked_sub(1) {
                if self.turns.start(id, now).is_err() {
                    self.schedule(turn.host);
                    return Ok(None);
                }
                address = Some(id);
            }
        }
        let Some(ticket) = self.take(turn.host, closed, address, log, now)? else {
            if let Some(id) = address {
                self.turns.end(id);
            }
            self.schedule(turn.host);
            return Ok(None);
        };
        self.hosts.edit(turn.host).in_flight += 1;
        self.guests.own_turn(&ticket.host_name);
        self.in_flight += 1;
        self.schedule(turn.host);
        Ok(Some(ticket))
    }

    fn take(
        &mut self,
        host: HostId,
        closed: Option<ClosedHost>,
        address: Option<u32>,
        log: &Log,
        now: Time,
    ) -> Result<Option<Ticket>, FrontierError> {
        // A time further ahead than any pause was written before the clock was set back.
        let latest = now + self.options.longest_pause;
        let is_ahead = |time: Time| time > now && time <= latest;
        while let Some(entry) = self.take_entry(host)? {
            self.queued -= 1;
            let wrong = || damaged(Path::new("log"), format!("no URI at place {entry}"));
            let name = self.hosts.name(host).unwrap_or_default();
            let read = |place: LogPlace| {
                log.read(place, |event| match event {
                    Event::Found(found) => Some((FoundUri::new(&found, &name), found.level)),
                    _ => None,
                })
            };
            let entered = log.read(entry, |event| match event {
                Event::Retry { found, attempts, not_before, .. } => {
                    Ok((found, attempts, RETRY_LEVEL, Entered::Found, not_before))
                }
                Event::Anew { found, attempts, not_before, replaces, is_whole, .. } => {
                    let entered = Entered::Anew { replaces, is_whole };
                    Ok((found, attempts, RETRY_LEVEL, entered, not_before))
                }
                Event::Again { found, level, .. } => {
                    Ok((found, 0, level, Entered::Again, Time::ZERO))
                }
                Event::Found(found) => Err(Some((FoundUri::new(&found, &name), found.level))),
                _ => Err(None),
            })?;
            let (found, attempts, entered, (uri, level)) = match entered {
                Err(found) => (entry, 0, Entered::Found, found.ok_or_else(wrong)?),
                Ok((.., not_before)) if is_ahead(not_before) && closed.is_none() => {
                    self.delayed.push(Reverse((not_before, host, entry)));
                    self.hosts.edit(host).has_delayed = true;
                    self.queued += 1;
                    continue;
                }
                Ok((found, attempts, level, entered, _)) => {
                    let (uri, _) = read(found)?.ok_or_else(wrong)?;
                    (found, attempts, entered, (uri, level))
                }
            };
            let (replaces, is_whole) = match entered {
                Entered::Anew { replaces, is_whole } => (Some(replaces), is_whole),
                Entered::Found | Entered::Again => (None, false),
            };
            // Only those who ask for whole documents ask for archived ones.
            let was_archived = match replaces.filter(|_| is_whole) {
                Some(place) => log.read(place, |event| match event {
                    Event::Done(done) => done.outcome == Outcome::Archived.code(),
                    _ => false,
                })?,
                None => false,
            };
            let kept = match &mut self.standings {
                Some(standings) => standings.take_out(print(&[&uri.uri]))?,
                None => None,
            };
            let errand = match (entered, kept.map(|kept| kept.rank)) {
                (_, None) => Errand::Fetch,
                // Its links are offered with what they inherit now when it is fetched.
                (Entered::Anew { is_whole: true, .. }, Some(_)) => Errand::Fetch,
                // It was fetched whole meanwhile.
                (Entered::Again, Some(Rank::Archived)) => Errand::Links,
                (_, Some(rank)) => rank.errand(),
            };
            return Ok(Some(Ticket {
                found,
                host,
                host_name: name,
                uri: uri.uri,
                hops: uri.hops,
                via: uri.via,
                is_seed: uri.is_seed,
                is_sitemap: uri.is_sitemap,
                standing: kept.map_or(0, |kept| kept.standing),
                errand,
                is_whole,
                attempts,
                // For the errand `Links` no host is asked.
                closed: closed.filter(|_| errand == Errand::Fetch),
                ready_at: self.hosts.at(host).next_at,
                entry,
                level,
                replaces,
                was_archived,
                address,
            }));
        }
        Ok(None)
    }

    /// Takes the first entry of a host; `None` if there is none.
    fn take_entry(&mut self, id: HostId) -> Result<Option<LogPlace>, FrontierError> {
        if let Some(places) = self.returned.get_mut(&id) {
            let place = places.pop_front();
            if places.is_empty() {
                self.returned.remove(&id);
            }
            if place.is_some() {
                return Ok(place);
            }
        }
        loop {
            let host = self.hosts.edit(id);
            let levels = host.levels(self.options.homes_first);
            let Some(level) = host.waiting[..levels].iter().position(|&waiting| waiting > 0) else {
                return Ok(None);
            };
            let Some(place) = self.queue.pop(id, level as u8)? else {
                let name = self.hosts.name(id).unwrap_or_default();
                let what = format!("'{name}' has fewer URIs in level {level} than counted");
                return Err(damaged(Path::new("queue"), what));
            };
            if !self.done_ahead.remove(&place) {
                host.waiting[level] -= 1;
                self.taken.insert(place);
                return Ok(Some(place));
            }
        }
    }

    /// Lets a host be asked again that was closed, or failed many times.
    pub(super) fn reopen(&mut self, host: HostId) {
        let host = self.hosts.edit(host);
        (host.closed, host.failures) = (0, 0);
    }

    /// Counts an outcome. A URI that was archived before counts as one document, and both captures count in bytes.
    pub(super) fn count(&mut self, host: HostId, outcome: Outcome, bytes: u64, before: Before) {
        if outcome == Outcome::Retried {
            return;
        }
        let was_archived = before == Before::Archived;
        self.counts.finished += u64::from(before == Before::Nothing);
        self.counts.archived -= u64::from(was_archived).min(self.counts.archived);
        if outcome == Outcome::Archived {
            self.counts.archived += 1;
            self.counts.bytes = self.counts.bytes.saturating_add(bytes);
            self.hosts.count(host, u32::from(!was_archived), bytes);
        }
    }

    /// Takes back a ticket whose entry is done: the URI has an outcome, or waits in another entry.
    pub(super) fn end(&mut self, ticket: &Ticket, wait: Option<Duration>, now: Time) {
        self.taken.remove(&ticket.entry);
        if wait.is_some() {
            let host = self.hosts.edit(ticket.host);
            host.stay_left = host.stay_left.saturating_sub(1);
        }
        self.leave(ticket, wait, now);
    }

    pub(super) fn give_back(&mut self, ticket: &Ticket, wait: Option<Duration>, now: Time) {
        self.take_back(ticket);
        self.returned.entry(ticket.host).or_default().push_front(ticket.entry);
        self.queued += 1;
        self.leave(ticket, wait, now);
    }

    fn leave(&mut self, ticket: &Ticket, wait: Option<Duration>, now: Time) {
        self.now = self.now.max(now);
        let host = self.hosts.edit(ticket.host);
        host.in_flight = host.in_flight.saturating_sub(1);
        self.in_flight = self.in_flight.saturating_sub(1);
        if let Some(wait) = wait {
            host.wait = wait.into();
            host.next_at = host.next_at.max(now + wait);
        }
        if let Some(address) = ticket.address {
            self.turns.end(address);
        }
        self.schedule(ticket.host);
    }

    pub(super) fn set_address(
        &mut self,
        ticket: &mut Ticket,
        address: IpAddr,
        now: Time,
    ) -> Result<(), Option<Time>> {
        let id = self.hosts.address_id(address);
        if ticket.address == Some(id) {
            return Ok(());
        }
        if let Some(old) = ticket.address.take() {
            self.turns.end(old);
        }
        self.hosts.edit(ticket.host).address = id + 1;
        self.turns.forget(now);
        let started = self.turns.start(id, now);
        match started {
            Ok(()) => ticket.address = Some(id),
            Err(_) if self.turns.is_crowded(id, now) => self.make_idle(ticket.host),
            Err(_) => {}
        }
        started
    }

    pub(super) fn set_priority(&mut self, id: HostId, priority: u8) {
        if id as usize >= self.hosts.len() {
            return;
        }
        let host = self.hosts.edit(id);
        let priority = priority.min(PRIORITY_MAX);
        if std::mem::replace(&mut host.priority, priority) != priority {
            host.is_waiting_for_turn = false;
            self.schedule(id);
        }
    }

    pub(super) fn close_host(&mut self, id: HostId, outcome: Outcome, now: Time) {
        let host = self.hosts.edit(id);
        host.closed = outcome.code();
        host.is_waiting_for_turn = false;
        host.next_at = host.next_at.min(now);
        self.schedule(id);
    }

    pub(super) fn read_found(&self, log: &Log, place: LogPlace) -> Result<FoundUri, FrontierError> {
        let found = self.find(log, place)?;
        found.ok_or_else(|| damaged(Path::new("log"), format!("no URI at place {place}")))
    }

    /// Returns the URI that was found at a place; `None` if the entry there is one of a URI that waits again.
    pub(super) fn find(
        &self,
        log: &Log,
        place: LogPlace,
    ) -> Result<Option<FoundUri>, FrontierError> {
        log.read(place, |event| match event {
            Event::Found(found) => Some(FoundUri::new(&found, &self.hosts.name(found.host)?)),
            _ => None,
        })
    }
}

/// How a URI came to wait.
#[derive(Clone, Copy)]
enum Entered {
    /// It was found, or its last attempt failed.
    Found,
    /// It has a larger standing now.
    Again,
    /// Somebody asked for it.
    Anew { replaces: LogPlace, is_whole: bool },
}

/// Returns why nothing of a host may be fetched any more; `None` if it may.
pub(super) fn closed(
    options: &FrontierOptions,
    host: &Host,
    domain: &Domain,
) -> Option<ClosedHost> {
    if host.closed != 0 {
        return Outcome::from_code(host.closed).map(ClosedHost::With);
    }
    let budget = if options.documents_per_host.is_some_and(|limit| host.documents >= limit) {
        Budget::DocumentsPerHost
    } else if options.bytes_per_host.is_some_and(|limit| host.bytes >= limit) {
        Budget::BytesPerHost
    } else if options.documents_per_domain.is_some_and(|limit| domain.documents >= limit) {
        Budget::DocumentsPerDomain
    } else if options.bytes_per_domain.is_some_and(|limit| domain.bytes >= limit) {
        Budget::BytesPerDomain
    } else {
        return None;
    };
    Some(ClosedHost::Over(budget))
}

/// Returns the print of a rejection. It differs from the print of the URI, which may be accepted later.
pub(super) fn rejection_print(uri: &[u8]) -> Print {
    print(&[b"\0rejected\0", uri])
}

/// Returns a URI without the beginning that follows from its host.
pub(super) fn shortened<'a>(uri: &'a [u8], host: &str) -> (Form, &'a [u8]) {
    for (form, start) in [(Form::Http, &b"http://"[..]), (Form::Https, b"https://")] {
        let rest = uri.strip_prefix(start).and_then(|rest| rest.strip_prefix(host.as_bytes()));
        if let Some(rest) = rest.filter(|rest| matches!(rest.first(), Some(b'/' | b'?'))) {
            return (form, rest);
        }
    }
    (Form::Whole, uri)
}
