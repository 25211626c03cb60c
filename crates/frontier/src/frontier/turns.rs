//! Turns: hosts by the time when they may be asked, and the addresses that hosts share.
//!
//! A host whose address is known waits at that address; the address waits until both it and the first of its hosts may
//! be asked. So one look at the heap finds a host to ask, however many hosts a server has.
//!
//! Hosts may have [priorities](super::priority). An address waits with each priority that one of its hosts has;
//! whichever of these turns comes first, the host that goes is the first among the hosts of the address.

use super::event::HostId;
use super::priority::{Heap, Shelves, first};
use crate::Time;
use std::cmp::Reverse;
use std::time::Duration;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Who {
    Host(HostId),
    Address(u32),
}

/// A host whose turn has come, and the number of that turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Turn {
    pub(super) host: HostId,
    pub(super) turn: u32,
}

#[derive(Default)]
struct Address {
    shelves: Shelves<Shelf>,
    next_at: Time,
    /// Time when the latest request was or will be sent.
    sent_at: Time,
    in_flight: u32,
    /// Time until which the next turn is reserved for a visitor.
    held_until: Time,
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
    heaps: Shelves<Heap<Who>>,
    addresses: Vec<Address>,
    rule: AddressRule,
    /// No address is asked before this time.
    rest: Time,
}

impl Turns {
    pub(super) fn new(rule: AddressRule) -> Turns {
        Turns { heaps: Shelves::default(), addresses: Vec::new(), rule, rest: Time::ZERO }
    }

    /// Changes the limits of addresses, from their next requests on.
    pub(super) fn set_rule(&mut self, rule: AddressRule) {
        self.rule = rule;
    }

    /// Schedules a host of this priority for `time`, at its address if it has one.
    pub(super) fn push(&mut self, time: Time, turn: Turn, priority: u8, address: Option<u32>) {
        match address {
            None => {
                let heap = self.heaps.of(priority);
                heap.push(Reverse((time, Who::Host(turn.host), turn.turn)));
            }
            Some(address) => {
                let shelf = self.address(address).shelves.of(priority);
                shelf.hosts.push(Reverse((time, turn.host, turn.turn)));
                self.look_at(address);
            }
        }
    }

    /// Returns the next host that may be asked, or the time to ask again. Turns that are no longer valid are returned
    /// too; the caller recognises them.
    pub(super) fn pop(&mut self, now: Time) -> Result<Turn, Option<Time>> {
        loop {
            let Some(priority) = self.heaps.next(now, first) else {
                return Err(self.heaps.iter().filter_map(|(_, heap)| first(heap)).min());
            };
            let Some(Reverse((_, who, turn))) = self.heaps.of(priority).pop() else { continue };
            match who {
                Who::Host(host) => return Ok(Turn { host, turn }),
                Who::Address(id) => {
                    let connections = self.rule.connections;
                    let address = self.address(id);
                    let shelf = address.shelves.of(priority);
                    if shelf.turn != turn {
                        continue;
                    }
                    shelf.looked_at = None;
                    let is_free = address.next_at <= now && address.in_flight < connections;
                    let due = address.shelves.next(now, |shelf| first(&shelf.hosts));
                    let due = due.filter(|_| is_free);
                    let taken = due.and_then(|due| address.shelves.of(due).hosts.pop());
                    self.look_at(id);
                    if let Some(Reverse((_, host, turn))) = taken {
                        return Ok(Turn { host, turn });
                    }
                }
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
        self.addresses.get(id as usize).map_or(0, |address| address.in_flight)
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

    fn address(&mut self, id: u32) -> &mut Address {
        let id = id as usize;
        if self.addresses.len() <= id {
            let next_at = self.rest;
            self.addresses.resize_with(id + 1, || Address { next_at, ..Address::default() });
        }
        &mut self.addresses[id]
    }

    /// Puts the address into the heaps, unless it is there early enough.
    fn look_at(&mut self, id: u32) {
        let connections = self.rule.connections;
        self.address(id);
        let (heaps, address) = (&mut self.heaps, &mut self.addresses[id as usize]);
        if address.in_flight >= connections {
            return;
        }
        for (priority, shelf) in address.shelves.iter_mut() {
            let Some(first) = first(&shelf.hosts) else { continue };
            let time = address.next_at.max(first);
            if shelf.looked_at.is_some_and(|looked_at| looked_at <= time) {
                continue;
            }
            shelf.looked_at = Some(time);
            shelf.turn = shelf.turn.wrapping_add(1);
            heaps.of(priority).push(Reverse((time, Who::Address(id), shelf.turn)));
        }
    }
}
