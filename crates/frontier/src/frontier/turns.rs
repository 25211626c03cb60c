//! Turns: hosts by the time when they may be asked, and the addresses that hosts share.
//!
//! A host whose address is known waits at that address; the address waits until both it and the first of its hosts may
//! be asked. So one look at the heap finds a host to ask, however many hosts a server has.
//!
//! There are two lines, each with heaps of its own: that of hosts whose [stay](super::stay) has begun, and that of idle
//! ones. An idle host whose address is known leaves its line only if the address may be asked, and if not too many
//! hosts of the address have begun: otherwise the hosts of one large server would be all that are active.
//!
//! Hosts may have [priorities](super::priority). An address waits with each priority that one of its hosts has;
//! whichever of these turns comes first, the host that goes is the first among the hosts of the address.

use super::error::FrontierError;
use super::event::HostId;
use super::line::LongLine;
use super::priority::{Heap, Shelves, first};
use crate::Time;
use std::cmp::Reverse;
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Number of hosts of an address that have begun, from which on its idle hosts wait as long as one of these can be
/// asked.
const BEGUN_MOST: usize = 16;
/// Number of addresses from which on those that nothing is known of any more are forgotten.
const ADDRESSES: usize = 4096;

/// A host or an address, in four bytes: hosts are in memory, so there are fewer than 2^31.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Who(u32);

impl Who {
    const ADDRESS: u32 = 1 << 31;

    fn host(id: HostId) -> Who {
        Who(id)
    }

    fn address(id: u32) -> Who {
        Who(id | Who::ADDRESS)
    }

    /// The number of the address, if it is one; otherwise that of the host.
    fn as_address(self) -> Result<u32, HostId> {
        if self.0 & Who::ADDRESS == 0 { Err(self.0) } else { Ok(self.0 & !Who::ADDRESS) }
    }
}

/// A host whose turn has come, the number of that turn, and the time that it was for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Turn {
    pub(super) host: HostId,
    pub(super) turn: u32,
    pub(super) time: Time,
}

/// The line that a host waits in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Line {
    /// Hosts whose stay has begun, and closed ones.
    Begun,
    /// The other hosts.
    Idle,
}

#[derive(Default)]
struct Address {
    begun: Shelves<Shelf>,
    idle: Shelves<Shelf>,
    next_at: Time,
    /// Time when the latest request was or will be sent.
    sent_at: Time,
    in_flight: u32,
    /// Time until which the next turn is reserved for a visitor.
    held_until: Time,
}

impl Address {
    fn line(&mut self, line: Line) -> &mut Shelves<Shelf> {
        match line {
            Line::Begun => &mut self.begun,
            Line::Idle => &mut self.idle,
        }
    }

    /// Whether so many of its hosts have begun that one of them could be asked whenever the address can.
    fn is_crowded(&self, now: Time) -> bool {
        let begun: usize = self.begun.iter().map(|(_, shelf)| shelf.hosts.len()).sum();
        begun >= BEGUN_MOST && self.begun.next(now, |shelf| first(&shelf.hosts)).is_some()
    }

    /// Whether nothing would change if it were forgotten.
    fn is_forgettable(&self, now: Time, delay: Duration) -> bool {
        let is_empty = |shelves: &Shelves<Shelf>| {
            shelves.iter().all(|(_, shelf)| shelf.hosts.is_empty() && shelf.looked_at.is_none())
        };
        let latest = self.next_at.max(self.sent_at + delay).max(self.held_until);
        self.in_flight == 0 && latest <= now && is_empty(&self.begun) && is_empty(&self.idle)
    }
}

/// The hosts of an address that have one priority.
#[derive(Default)]
struct Shelf {
    hosts: Heap<HostId>,
    /// Time when the address is next looked at for these hosts, if it is in their heap; and which of its entries there
    /// is valid.
    looked_at: Option<Time>,
    turn: u32,
}

/// The limits of one address.
#[derive(Clone, Copy, Debug)]
pub(super) struct AddressRule {
    /// Minimum time between the starts of two requests.
    pub(super) delay: Duration,
    pub(super) connections: u32,
}

pub(super) struct Turns {
    begun: Shelves<LongLine>,
    idle: Shelves<LongLine>,
    addresses: HashMap<u32, Address>,
    /// Number of addresses from which on the next look for forgettable ones is due.
    addresses_most: usize,
    /// Number of the next entry of an address in a heap.
    next_look: u32,
    rule: AddressRule,
    /// No address is asked before this time.
    rest: Time,
    /// Folder for what does not fit into memory.
    folder: PathBuf,
}

impl Turns {
    pub(super) fn new(rule: AddressRule, folder: &Path) -> Turns {
        Turns {
            begun: Shelves::default(),
            idle: Shelves::default(),
            addresses: HashMap::new(),
            addresses_most: ADDRESSES,
            next_look: 0,
            rule,
            rest: Time::ZERO,
            folder: folder.to_owned(),
        }
    }

    /// Returns the error if the turn of a host could not be read from disk, and is lost.
    pub(super) fn check(&self) -> Result<(), FrontierError> {
        let lines = self.begun.iter().chain(self.idle.iter());
        Ok(lines.map(|(_, line)| line).try_for_each(LongLine::check)?)
    }

    /// Changes the limits of addresses, from their next requests on.
    pub(super) fn set_rule(&mut self, rule: AddressRule) {
        self.rule = rule;
    }

    /// Puts a host of this priority into a line for `time`, at its address if it has one.
    pub(super) fn push(
        &mut self,
        line: Line,
        time: Time,
        (host, turn): (HostId, u32),
        priority: u8,
        address: Option<u32>,
    ) {
        match address {
            None => {
                let heaps = match line {
                    Line::Begun => &mut self.begun,
                    Line::Idle => &mut self.idle,
                };
                heaps.of(priority).push((time, Who::host(host).0, turn), &self.folder);
            }
            Some(address) => {
                let shelf = self.address(address).line(line).of(priority);
                shelf.hosts.push(Reverse((time, host, turn)));
                self.look_at(address);
            }
        }
    }

    /// Whether a host waits in the line of idle hosts. Turns that are no longer valid count too.
    pub(super) fn has_idle(&self) -> bool {
        self.idle.iter().any(|(_, line)| !line.is_empty())
    }

    /// Returns the next host of a line that may be asked, or the time to ask again. Turns that are no longer valid are
    /// returned too; the caller recognises them.
    pub(super) fn pop(&mut self, line: Line, now: Time) -> Result<Turn, Option<Time>> {
        loop {
            let heaps = self.line(line);
            let Some(priority) = heaps.next(now, LongLine::first) else {
                return Err(heaps.iter().filter_map(|(_, line)| line.first()).min());
            };
            let Some((time, who, turn)) = heaps.of(priority).pop() else { continue };
            let id = match Who(who).as_address() {
                Err(host) => return Ok(Turn { host, turn, time }),
                Ok(address) => address,
            };
            let connections = self.rule.connections;
            let address = self.address(id);
            let shelf = address.line(line).of(priority);
            if shelf.looked_at.is_none() || shelf.turn != turn {
                continue;
            }
            shelf.looked_at = None;
            let is_free = address.next_at <= now && address.in_flight < connections;
            // What has begun goes first. When one of these hosts is taken, the address is looked at again.
            let is_crowded = line == Line::Idle && address.is_crowded(now);
            let due = address.line(line).next(now, |shelf| first(&shelf.hosts));
            let due = due.filter(|_| is_free && !is_crowded);
            let taken = due.and_then(|due| address.line(line).of(due).hosts.pop());
            if !is_crowded {
                self.look_at(id);
            }
            if let Some(Reverse((time, host, turn))) = taken {
                return Ok(Turn { host, turn, time });
            }
        }
    }

    /// Records that a request to the address begins. If it may not, the error is the time when it may; `None` if
    /// another request must end first.
    pub(super) fn start(&mut self, id: u32, now: Time) -> Result<(), Option<Time>> {
        let AddressRule { delay, connections } = self.rule;
        let address = self.address(id);
        if address.in_flight >= connections {
            return Err(None);
        }
        if address.next_at > now {
            return Err(Some(address.next_at));
        }
        address.in_flight += 1;
        address.next_at = now + delay;
        self.look_at(id);
        Ok(())
    }

    /// Same as `start`, for a visitor, see [`guests`](super::guests); if it may not begin, the next turn is reserved,
    /// and the error is the time to ask again.
    pub(super) fn visit(&mut self, id: u32, now: Time, held: Duration) -> Result<(), Time> {
        let AddressRule { delay, connections } = self.rule;
        let address = self.address(id);
        let is_held = address.next_at == address.held_until;
        let at = match (address.next_at > now && !is_held, address.in_flight < connections) {
            (true, _) => address.next_at,
            (false, false) => now + held,
            (false, true) => {
                address.in_flight += 1;
                address.next_at = address.next_at.max(now + delay);
                self.look_at(id);
                return Ok(());
            }
        };
        address.held_until = at + held;
        address.next_at = at + held;
        Err(at)
    }

    /// Must be called before a request that was begun is sent; returns the time to wait before sending it. The time
    /// between beginning and sending differs, so requests may have come too close to each other.
    pub(super) fn send(&mut self, id: u32, now: Time) -> Duration {
        let delay = self.rule.delay;
        let address = self.address(id);
        address.sent_at = now.max(address.sent_at + delay);
        let at = address.sent_at;
        self.rest(id, at + delay);
        at.since(now)
    }

    pub(super) fn end(&mut self, id: u32) {
        let address = self.address(id);
        address.in_flight = address.in_flight.saturating_sub(1);
        self.look_at(id);
    }

    pub(super) fn in_flight(&self, id: u32) -> u32 {
        self.addresses.get(&id).map_or(0, |address| address.in_flight)
    }

    /// Sets the time before which an address is not asked.
    pub(super) fn rest(&mut self, id: u32, until: Time) {
        let address = self.address(id);
        address.next_at = address.next_at.max(until);
        self.look_at(id);
    }

    /// Sets the time before which no address that is still unknown is asked.
    pub(super) fn rest_all(&mut self, until: Time) {
        self.rest = until;
    }

    fn line(&mut self, line: Line) -> &mut Shelves<LongLine> {
        match line {
            Line::Begun => &mut self.begun,
            Line::Idle => &mut self.idle,
        }
    }

    /// Whether so many hosts of an address have begun that its idle hosts wait.
    pub(super) fn is_crowded(&self, id: u32, now: Time) -> bool {
        self.addresses.get(&id).is_some_and(|address| address.is_crowded(now))
    }

    /// Forgets addresses that nothing is known of any more, if there are many.
    pub(super) fn forget(&mut self, now: Time) {
        if self.addresses.len() >= self.addresses_most {
            let delay = self.rule.delay;
            self.addresses.retain(|_, address| !address.is_forgettable(now, delay));
            self.addresses_most = self.addresses.len() * 2 + ADDRESSES;
        }
    }

    fn address(&mut self, id: u32) -> &mut Address {
        let next_at = self.rest;
        self.addresses.entry(id).or_insert_with(|| Address { next_at, ..Address::default() })
    }

    /// Puts the address into the heaps, unless it is there early enough.
    fn look_at(&mut self, id: u32) {
        let connections = self.rule.connections;
        let Some(address) = self.addresses.get_mut(&id) else { return };
        if address.in_flight >= connections {
            return;
        }
        for line in [Line::Begun, Line::Idle] {
            let (heaps, shelves) = match line {
                Line::Begun => (&mut self.begun, &mut address.begun),
                Line::Idle => (&mut self.idle, &mut address.idle),
            };
            for (priority, shelf) in shelves.iter_mut() {
                let Some(first) = first(&shelf.hosts) else { continue };
                let time = address.next_at.max(first);
                if shelf.looked_at.is_some_and(|looked_at| looked_at <= time) {
                    continue;
                }
                shelf.looked_at = Some(time);
                shelf.turn = self.next_look;
                self.next_look = self.next_look.wrapping_add(1);
                let turn = (time, Who::address(id).0, shelf.turn);
                heaps.of(priority).push(turn, &self.folder);
            }
        }
    }
}
