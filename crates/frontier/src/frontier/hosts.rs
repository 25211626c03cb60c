//! The state of each host, of the registrable domains they belong to and of the addresses they share. All of it is in
//! memory and part of every checkpoint. Hosts that are in use have all their fields; the others, which may be millions,
//! are [packed]: a host with one URI takes about 90 bytes in all.
//!
//! ```text
//! hosts-NUMBER.tab   "stodola-hst\n" 12 | version 4 | hosts, each a row of numbers and texts | CRC-32 of
//!                    all before it 4
//! ```

mod names;
mod packed;
mod pieces;
mod table;

use super::event::{HostId, LEVELS, LogPlace};
use super::priority::PRIORITY_COMMON;
use crate::Time;
use crate::time::millis;
use hashbrown::HashTable;
pub use names::HostNames;
use packed::{pack, unpack};
pub use pieces::Pieces;
use std::hash::{BuildHasher, RandomState};
use std::net::IpAddr;
use std::ops::Deref;
use std::time::Duration;

/// Number of unpacked hosts, beside those that are active, from which on they are packed again.
const UNPACKED: usize = 4096;

/// A duration in four bytes: whole milliseconds, at most 49 days.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct ShortSpan(u32);

impl ShortSpan {
    pub(super) const ZERO: ShortSpan = ShortSpan(0);

    pub(super) fn get(self) -> Duration {
        Duration::from_millis(self.0.into())
    }
}

impl From<Duration> for ShortSpan {
    fn from(time: Duration) -> ShortSpan {
        ShortSpan(u32::try_from(millis(time)).unwrap_or(u32::MAX))
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Host {
    pub(super) domain: u32,
    /// Number of its address plus one; 0 if the address is unknown or its limits do not apply.
    pub(super) address: u32,
    /// Number of URIs that wait in each level.
    pub(super) waiting: [u32; LEVELS],
    /// Time when it may be asked again.
    pub(super) next_at: Time,
    /// Pause between two requests, as of its last answer.
    pub(super) wait: ShortSpan,
    /// The longer pause that it got because it complained; zero if it has the usual one.
    pub(super) least_wait: ShortSpan,
    /// Good answers since that pause last changed. Not stored on disk: counted from 0 after a restart.
    pub(super) good_answers: u8,
    pub(super) documents: u32,
    pub(super) bytes: u64,
    /// Place of the event with its robots.txt, 0 if there is none, and until when that is valid.
    pub(super) robots: LogPlace,
    pub(super) robots_until: Time,
    pub(super) in_flight: u16,
    /// Consecutive failures of the host itself, not of a page.
    pub(super) failures: u16,
    /// Outcome with which its URIs end; 0 if they are fetched.
    pub(super) closed: u8,
    /// Whether one of its retries waits for its time outside the queue.
    pub(super) has_delayed: bool,
    /// Number of its latest turn. Turns with another number, which may still be in a heap, are ignored.
    pub(super) turn: u32,
    pub(super) is_waiting_for_turn: bool,
    /// Its priority. Not stored on disk: the caller sets it again.
    pub(super) priority: u8,
    /// Whether it is one of the active hosts, see [`stay`](super::stay). This and the next three are not on disk.
    pub(super) is_active: bool,
    /// Whether its stay has begun; it is not active while it has a long pause.
    pub(super) has_begun: bool,
    /// Whether it had a stay before.
    pub(super) had_stay: bool,
    /// Number of URIs that may still be fetched in this stay.
    pub(super) stay_left: u32,
}

impl Host {
    fn new(domain: u32) -> Host {
        Host {
            domain,
            address: 0,
            waiting: [0; LEVELS],
            next_at: Time::ZERO,
            wait: ShortSpan::ZERO,
            least_wait: ShortSpan::ZERO,
            good_answers: 0,
            documents: 0,
            bytes: 0,
            robots: 0,
            robots_until: Time::ZERO,
            in_flight: 0,
            failures: 0,
            closed: 0,
            has_delayed: false,
            turn: 0,
            is_waiting_for_turn: false,
            priority: PRIORITY_COMMON,
            is_active: false,
            has_begun: false,
            had_stay: false,
            stay_left: 0,
        }
    }

    /// Number of its URIs that wait in the queue.
    pub(super) fn queued(&self) -> u64 {
        self.waiting.iter().copied().map(u64::from).sum()
    }
}

/// A host in the list.
enum Slot {
    Packed(Box<[u8]>),
    Used(Box<Host>),
}

/// A host to look at.
pub(super) enum HostView<'a> {
    Unpacked(Host),
    Used(&'a Host),
}

impl Deref for HostView<'_> {
    type Target = Host;

    fn deref(&self) -> &Host {
        match self {
            HostView::Unpacked(host) => host,
            HostView::Used(host) => host,
        }
    }
}

pub(super) struct Domain {
    /// One of its hosts, which tells the name of the domain.
    first: HostId,
    pub(super) hosts: u32,
    pub(super) documents: u64,
    pub(super) bytes: u64,
}

#[derive(Default)]
pub(super) struct Hosts {
    slots: Pieces<Slot>,
    /// The hosts that are unpacked, each once, and the number from which on they are packed.
    used: Vec<HostId>,
    used_most: usize,
    buffer: Vec<u8>,
    names: HostNames,
    by_name: HashTable<HostId>,
    state: RandomState,
    by_domain: HashTable<u32>,
    domains: Pieces<Domain>,
    by_address: HashTable<u32>,
    addresses: Pieces<IpAddr>,
}

impl Hosts {
    pub(super) fn len(&self) -> usize {
        self.slots.len()
    }

    pub(super) fn find(&self, name: &str) -> Option<HostId> {
        let hash = self.state.hash_one(name);
        self.by_name.find(hash, |&id| self.names.get(id) == Some(name)).copied()
    }

    /// Name of a host; `None` if there is no such number.
    pub(super) fn name(&self, id: HostId) -> Option<&str> {
        self.names.get(id)
    }

    /// Returns a host to look at; `None` if there is no such number.
    pub(super) fn get(&self, id: HostId) -> Option<HostView<'_>> {
        Some(match self.slots.get(id)? {
            Slot::Packed(bytes) => HostView::Unpacked(unpack(bytes)),
            Slot::Used(host) => HostView::Used(host),
        })
    }

    /// Returns a host that is known to be there, to look at.
    ///
    /// # Panics
    /// There is no host with this number.
    pub(super) fn at(&self, id: HostId) -> HostView<'_> {
        match self.slots.at(id) {
            Slot::Packed(bytes) => HostView::Unpacked(unpack(bytes)),
            Slot::Used(host) => HostView::Used(host),
        }
    }

    /// Returns a host that is known to be there, to be changed.
    ///
    /// # Panics
    /// There is no host with this number.
    pub(super) fn edit(&mut self, id: HostId) -> &mut Host {
        if let Slot::Packed(bytes) = self.slots.at(id) {
            let host = Box::new(unpack(bytes));
            self.pack_unused();
            self.used.push(id);
            *self.slots.at_mut(id) = Slot::Used(host);
        }
        match self.slots.at_mut(id) {
            Slot::Used(host) => host,
            Slot::Packed(_) => unreachable!("it was unpacked above"),
        }
    }

    /// Packs the hosts that are not active, if there are too many that are unpacked.
    fn pack_unused(&mut self) {
        if self.used.len() < self.used_most.max(UNPACKED) {
            return;
        }
        let (slots, buffer) = (&mut self.slots, &mut self.buffer);
        self.used.retain(|&id| {
            let slot = slots.at_mut(id);
            match slot {
                Slot::Used(host) if host.is_active => true,
                Slot::Used(host) => {
                    *slot = Slot::Packed(pack(host, buffer));
                    false
                }
                Slot::Packed(_) => false,
            }
        });
        // As many again may be unpacked before all are looked at the next time.
        self.used_most = self.used.len() * 2 + UNPACKED;
    }

    /// Returns the domain of a host by its name; `None` if no host of that domain is known.
    pub(super) fn domain_of(&self, name: &str) -> Option<&Domain> {
        self.find_domain(domain_name(name)).map(|id| self.domains.at(id))
    }

    fn find_domain(&self, name: &str) -> Option<u32> {
        let is_it = |&id: &u32| self.domain_name(id) == name;
        self.by_domain.find(self.state.hash_one(name), is_it).copied()
    }

    fn domain_name(&self, id: u32) -> &str {
        domain_name(self.names.get(self.domains.at(id).first).unwrap_or_default())
    }

    /// Returns the domain of a host.
    pub(super) fn domain(&self, host: &Host) -> &Domain {
        self.domains.at(host.domain)
    }

    pub(super) fn add(&mut self, name: &str) -> HostId {
        let id = self.slots.len() as HostId;
        self.names.push(name);
        let own = domain_name(name);
        let domain = match self.find_domain(own) {
            Some(domain) => {
                self.domains.at_mut(domain).hosts += 1;
                domain
            }
            None => {
                let domain = self.domains.len() as u32;
                self.domains.push(Domain { first: id, hosts: 1, documents: 0, bytes: 0 });
                let (names, domains, state) = (&self.names, &self.domains, &self.state);
                self.by_domain.insert_unique(state.hash_one(own), domain, |&other| {
                    let first = domains.at(other).first;
                    state.hash_one(domain_name(names.get(first).unwrap_or_default()))
                });
                domain
            }
        };
        self.pack_unused();
        self.slots.push(Slot::Used(Box::new(Host::new(domain))));
        self.used.push(id);
        let (names, state) = (&self.names, &self.state);
        self.by_name.insert_unique(state.hash_one(name), id, |&other| {
            state.hash_one(names.get(other).unwrap_or_default())
        });
        id
    }

    /// Returns the number of an address; adds it if it is new.
    pub(super) fn address_id(&mut self, address: IpAddr) -> u32 {
        let (addresses, state) = (&mut self.addresses, &self.state);
        let hash = state.hash_one(address);
        if let Some(id) = self.by_address.find(hash, |&id| *addresses.at(id) == address) {
            return *id;
        }
        let id = addresses.len() as u32;
        addresses.push(address);
        self.by_address.insert_unique(hash, id, |&other| state.hash_one(addresses.at(other)));
        id
    }

    /// Bytes of memory of all this, without what the allocator adds.
    #[cfg(test)]
    pub(super) fn bytes(&self) -> usize {
        let slot = |id: HostId| match self.slots.at(id) {
            Slot::Packed(bytes) => bytes.len().next_multiple_of(8),
            Slot::Used(_) => size_of::<Host>(),
        };
        let slots: usize = (0..self.len() as HostId).map(|id| size_of::<Slot>() + slot(id)).sum();
        let tables = self.by_name.allocation_size() + self.by_domain.allocation_size();
        slots + self.names.bytes() + tables + self.domains.len() * size_of::<Domain>()
    }

    /// Counts an archived document.
    pub(super) fn count(&mut self, host: HostId, documents: u32, bytes: u64) {
        let host = self.edit(host);
        host.documents = host.documents.saturating_add(documents);
        host.bytes = host.bytes.saturating_add(bytes);
        let domain = host.domain;
        let domain = self.domains.at_mut(domain);
        domain.documents += u64::from(documents);
        domain.bytes = domain.bytes.saturating_add(bytes);
    }
}

/// Returns the registrable domain of a host, or the name itself if it has none.
fn domain_name(host: &str) -> &str {
    stodola_uri::registrable_domain(host).unwrap_or(host)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hosts_are_the_same_packed_and_unpacked() {
        let mut hosts = Hosts::default();
        let number = UNPACKED as u32 * 3;
        for id in 0..number {
            let name = format!("www{}.d{}.cz", id % 2, id / 2);
            assert_eq!(hosts.add(&name), id);
            hosts.edit(id).waiting[3] = id;
            hosts.edit(id).is_active = id % 5 == 0;
        }
        let packed = (0..number).filter(|&id| matches!(hosts.slots.at(id), Slot::Packed(_)));
        assert!(packed.count() > UNPACKED, "most are packed");
        for id in (0..number).rev() {
            let name = format!("www{}.d{}.cz", id % 2, id / 2);
            assert_eq!((hosts.find(&name), hosts.name(id)), (Some(id), Some(&*name)));
            assert_eq!(hosts.at(id).waiting[3], id);
            assert_eq!(hosts.domain(&hosts.at(id)).hosts, 2);
            hosts.count(id, 1, 10);
        }
        let domain = hosts.domain_of("other.d0.cz").unwrap();
        assert_eq!((domain.hosts, domain.documents, domain.bytes), (2, 2, 20));
        assert!(hosts.domain_of("e.cz").is_none() && hosts.find("e.cz").is_none());
        assert!(hosts.get(number).is_none());
    }

    #[test]
    fn slot_is_as_small_as_the_bytes_of_a_packed_host() {
        assert_eq!(std::mem::size_of::<Slot>(), 16);
    }
}
