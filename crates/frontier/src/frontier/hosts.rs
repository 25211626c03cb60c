//! The state of each host, of the registrable domains they belong to and of the addresses they share. A checkpoint has
//! all of it. Hosts that are in use are in memory with all their fields; the others, which may be millions, are [rows]
//! of a file without a name, and so are all names. In memory are 16 bytes of each host: tables that find a host and a
//! domain by name.
//!
//! The file is gone after a crash, as memory is: the frontier computes it again from checkpoint and log.
//!
//! ```text
//! hosts-NUMBER.tab   "stodola-hst\n" 12 | version 4 | hosts, each a row of numbers and texts | CRC-32 of
//!                    all before it 4
//! ```

mod name_list;
mod names;
mod pieces;
mod rows;
mod table;

use super::error::FrontierError;
use super::event::{HostId, LEVELS, LogPlace};
use super::priority::PRIORITY_COMMON;
use crate::Time;
use crate::time::millis;
use hashbrown::HashTable;
use name_list::NameList;
pub use names::HostNames;
pub use pieces::Pieces;
use rows::{ROW, from_row, to_row};
use std::collections::HashMap;
use std::hash::{BuildHasher, BuildHasherDefault, Hasher, RandomState};
use std::net::IpAddr;
use std::ops::Deref;
use std::path::Path;
use std::time::Duration;
use stodola_table::PagedList;

/// Number of unpacked hosts, beside those that are active, from which on they become rows again. Small in tests, as the
/// numbers of pages are, so that hosts go to disk and come back all the time.
const UNPACKED: usize = if cfg!(test) { 4 } else { 4096 };
/// Numbers of pages in memory: those of 70,000 hosts, whose links are then offered without a read.
const ROW_PAGES: usize = if cfg!(test) { 1 } else { 1792 };
const DOMAIN_PAGES: usize = if cfg!(test) { 1 } else { 64 };

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
    /// Where its name is.
    name: u32,
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
    fn new(domain: u32, name: u32) -> Host {
        Host {
            domain,
            name,
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

/// A registrable domain.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Domain {
    pub(super) hosts: u32,
    pub(super) documents: u64,
    pub(super) bytes: u64,
}

/// Bytes of a domain on disk.
const DOMAIN: usize = 20;

pub(super) struct Hosts {
    len: u32,
    /// The hosts that are unpacked, and the number from which on they become rows again.
    used: HashMap<HostId, Box<Host>, BuildHasherDefault<Spread>>,
    used_most: usize,
    /// The hosts that were ever packed.
    rows: PagedList<ROW>,
    names: NameList,
    state: RandomState,
    /// Places of names, by name.
    by_name: HashTable<u32>,
    /// Places of the names of hosts that are the first of their domain, by the name of the domain.
    by_domain: HashTable<u32>,
    domains: PagedList<DOMAIN>,
    domains_len: u32,
    by_address: HashTable<u32>,
    addresses: Pieces<IpAddr>,
}

impl Hosts {
    /// Creates a list without hosts, which needs a folder for what does not fit into memory.
    pub(super) fn new(folder: &Path) -> Hosts {
        Hosts {
            len: 0,
            used: HashMap::default(),
            used_most: 0,
            rows: PagedList::new(folder, ROW_PAGES),
            names: NameList::new(folder),
            state: RandomState::new(),
            by_name: HashTable::new(),
            by_domain: HashTable::new(),
            domains: PagedList::new(folder, DOMAIN_PAGES),
            domains_len: 0,
            by_address: HashTable::new(),
            addresses: Pieces::default(),
        }
    }

    pub(super) fn len(&self) -> usize {
        self.len as usize
    }

    /// Returns the error if something could not be read from disk: hosts may be wrong then, and nothing must come of
    /// them.
    pub(super) fn check(&self) -> Result<(), FrontierError> {
        self.rows.check()?;
        self.domains.check()?;
        Ok(self.names.check()?)
    }

    pub(super) fn find(&self, name: &str) -> Option<HostId> {
        let hash = self.state.hash_one(name);
        let mut found = None;
        self.by_name.find(hash, |&place| {
            found = self.names.owner_if(place, name);
            found.is_some()
        })?;
        found
    }

    /// Name of a host; `None` if there is no such number.
    pub(super) fn name(&self, id: HostId) -> Option<Box<str>> {
        Some(self.names.get(self.get(id)?.name).name)
    }

    /// Returns a host to look at; `None` if there is no such number.
    pub(super) fn get(&self, id: HostId) -> Option<HostView<'_>> {
        (id < self.len).then(|| match self.used.get(&id) {
            Some(host) => HostView::Used(host),
            None => HostView::Unpacked(from_row(&self.rows.get(id.into()))),
        })
    }

    /// Returns a host that is known to be there, to look at.
    ///
    /// # Panics
    /// There is no host with this number.
    pub(super) fn at(&self, id: HostId) -> HostView<'_> {
        self.get(id).unwrap_or_else(|| panic!("there is no host {id}"))
    }

    /// Returns a host that is known to be there, to be changed.
    ///
    /// # Panics
    /// There is no host with this number.
    pub(super) fn edit(&mut self, id: HostId) -> &mut Host {
        assert!(id < self.len, "there is no host {id}");
        if !self.used.contains_key(&id) {
            self.pack_unused();
        }
        let rows = &self.rows;
        self.used.entry(id).or_insert_with(|| Box::new(from_row(&rows.get(id.into()))))
    }

    /// Packs the hosts that are not active, if there are too many that are unpacked.
    fn pack_unused(&mut self) {
        if self.used.len() < self.used_most.max(UNPACKED) {
            return;
        }
        let mut packed: Vec<(HostId, Box<Host>)> =
            self.used.extract_if(|_, host| !host.is_active).collect();
        // In the order of the rows on disk.
        packed.sort_unstable_by_key(|(id, _)| *id);
        packed.iter().for_each(|(id, host)| self.rows.set((*id).into(), &to_row(host)));
        // As many again may be unpacked before all are looked at the next time.
        self.used_most = self.used.len() * 2 + UNPACKED;
    }

    /// Returns the domain of a host by its name; `None` if no host of that domain is known.
    pub(super) fn domain_of(&self, name: &str) -> Option<Domain> {
        self.find_domain(domain_name(name)).map(|id| self.domain_at(id))
    }

    fn find_domain(&self, name: &str) -> Option<u32> {
        let mut found = None;
        self.by_domain.find(self.state.hash_one(name), |&place| {
            let first = self.names.get(place);
            found = (domain_name(&first.name) == name).then_some(first.domain);
            found.is_some()
        })?;
        found
    }

    /// Returns the domain of a host.
    pub(super) fn domain(&self, host: &Host) -> Domain {
        self.domain_at(host.domain)
    }

    fn domain_at(&self, id: u32) -> Domain {
        let row = self.domains.get(id.into());
        let number = |at: usize, size: usize| {
            row[at..at + size].iter().rev().fold(0u64, |all, &byte| all << 8 | u64::from(byte))
        };
        Domain { hosts: number(0, 4) as u32, documents: number(4, 8), bytes: number(12, 8) }
    }

    fn change_domain(&self, id: u32, change: impl FnOnce(&mut Domain)) {
        let mut domain = self.domain_at(id);
        change(&mut domain);
        let mut row = [0; DOMAIN];
        row[..4].copy_from_slice(&domain.hosts.to_le_bytes());
        row[4..12].copy_from_slice(&domain.documents.to_le_bytes());
        row[12..].copy_from_slice(&domain.bytes.to_le_bytes());
        self.domains.set(id.into(), &row);
    }

    pub(super) fn add(&mut self, name: &str) -> HostId {
        let id = self.len;
        let own = domain_name(name);
        let known = self.find_domain(own);
        let domain = known.unwrap_or(self.domains_len);
        let place = self.names.push(id, domain, known.is_none(), name);
        if known.is_none() {
            self.domains_len += 1;
            self.make_room();
            let hash = self.state.hash_one(own);
            self.by_domain.insert_unique(hash, place, |_| unreachable!("room was made above"));
        }
        self.change_domain(domain, |domain| domain.hosts += 1);
        self.pack_unused();
        self.used.insert(id, Box::new(Host::new(domain, place)));
        self.len += 1;
        self.make_room();
        let hash = self.state.hash_one(name);
        self.by_name.insert_unique(hash, place, |_| unreachable!("room was made above"));
        id
    }

    /// Makes the tables of names larger if they are full. All names are read in their order, which is the order on
    /// disk; the tables would ask for them one by one.
    fn make_room(&mut self) {
        let (names, state) = (&self.names, &self.state);
        let full = |table: &HashTable<u32>| table.len() == table.capacity();
        let larger = |table: &mut HashTable<u32>| {
            let (size, old) = (table.len(), std::mem::take(table));
            drop(old);
            (HashTable::with_capacity((size * 2).max(16)), size)
        };
        if full(&self.by_name) {
            let (mut table, size) = larger(&mut self.by_name);
            for (place, named) in names.iter().take(size) {
                let hash = state.hash_one(&*named.name);
                table.insert_unique(hash, place, |_| unreachable!("there is room for all"));
            }
            self.by_name = table;
        }
        if full(&self.by_domain) {
            let (mut table, size) = larger(&mut self.by_domain);
            for (place, named) in names.iter().filter(|(_, named)| named.is_first).take(size) {
                let hash = state.hash_one(domain_name(&named.name));
                table.insert_unique(hash, place, |_| unreachable!("there is room for all"));
            }
            self.by_domain = table;
        }
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
        let used = self.used.capacity() * 16 + self.used.len() * size_of::<Host>();
        let tables = self.by_name.allocation_size() + self.by_domain.allocation_size();
        let pages = self.rows.in_memory() + self.domains.in_memory() + self.names.in_memory();
        used + tables + pages
    }

    /// Counts an archived document.
    pub(super) fn count(&mut self, host: HostId, documents: u32, bytes: u64) {
        let host = self.edit(host);
        host.documents = host.documents.saturating_add(documents);
        host.bytes = host.bytes.saturating_add(bytes);
        let domain = host.domain;
        self.change_domain(domain, |domain| {
            domain.documents = domain.documents.saturating_add(documents.into());
            domain.bytes = domain.bytes.saturating_add(bytes);
        });
    }
}

/// A hasher for numbers of hosts.
#[derive(Default)]
struct Spread(u64);

impl Hasher for Spread {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|&byte| self.write_u32(byte.into()));
    }

    fn write_u32(&mut self, number: u32) {
        let mixed = (self.0 ^ u64::from(number)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        // Tables use the lowest bits and the highest.
        self.0 = mixed ^ mixed >> 32;
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
    fn hosts_are_the_same_in_memory_and_on_disk() {
        let mut hosts = Hosts::new(&std::env::temp_dir());
        let number = 12_000;
        for id in 0..number {
            let name = format!("www{}.d{}.cz", id % 2, id / 2);
            assert_eq!(hosts.add(&name), id);
            hosts.edit(id).waiting[3] = id;
            hosts.edit(id).is_active = id % 5000 == 0;
        }
        assert!(hosts.used.len() <= 3 * 2 + UNPACKED, "most are on disk");
        assert!([0, 5000, 10_000].iter().all(|id| hosts.used.contains_key(id)));
        for id in (0..number).rev() {
            let name = format!("www{}.d{}.cz", id % 2, id / 2);
            assert_eq!((hosts.find(&name), hosts.name(id)), (Some(id), Some(name.into())));
            assert_eq!(hosts.at(id).waiting[3], id);
            assert_eq!(hosts.domain(&hosts.at(id)).hosts, 2);
            hosts.count(id, 1, 10);
        }
        let domain = hosts.domain_of("other.d0.cz").unwrap();
        assert_eq!((domain.hosts, domain.documents, domain.bytes), (2, 2, 20));
        assert!(hosts.domain_of("e.cz").is_none() && hosts.find("e.cz").is_none());
        assert!(hosts.get(number).is_none());
        hosts.check().unwrap();
    }
}
