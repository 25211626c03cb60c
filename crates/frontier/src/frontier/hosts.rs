//! The state of each host, of the registrable domains they belong to and of the addresses they share. All of it is in
//! memory, about 230 bytes for a host that waits, and part of every checkpoint.
//!
//! ```text
//! hosts-NUMBER.tab   "stodola-hst\n" 12 | version 4 | hosts, each a row of numbers and texts | CRC-32 of
//!                    all before it 4
//! ```

use super::code::{number, put_number, put_text, small, text};
use super::error::{FrontierError, damaged, io_error};
use super::event::{HostId, LEVELS, LogPlace};
use super::priority::PRIORITY_COMMON;
use super::queue::Marks;
use crate::Time;
use crate::time::millis;
use hashbrown::HashTable;
use std::collections::HashMap;
use std::hash::{BuildHasher, RandomState};
use std::net::IpAddr;
use std::path::Path;
use std::time::Duration;

const MAGIC: &[u8; 12] = b"stodola-hst\n";
const VERSION: u32 = 1;

/// A duration in four bytes: whole milliseconds, at most 49 days. There is one in memory for each host.
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

pub(super) struct Host {
    pub(super) name: Box<str>,
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
}

#[derive(Default)]
pub(super) struct Domain {
    pub(super) hosts: u32,
    pub(super) documents: u64,
    pub(super) bytes: u64,
}

#[derive(Default)]
pub(super) struct Hosts {
    pub(super) list: Vec<Host>,
    by_name: HashTable<HostId>,
    state: RandomState,
    domain_ids: HashMap<Box<str>, u32>,
    pub(super) domains: Vec<Domain>,
    address_ids: HashMap<IpAddr, u32>,
    pub(super) addresses: Vec<IpAddr>,
}

impl Hosts {
    pub(super) fn find(&self, name: &str) -> Option<HostId> {
        let hash = self.state.hash_one(name);
        self.by_name.find(hash, |&id| &*self.list[id as usize].name == name).copied()
    }

    /// Returns the domain of a new host; adds it if it is new.
    pub(super) fn domain_of(&mut self, name: &str) -> u32 {
        let domain = stodola_uri::registrable_domain(name).unwrap_or(name);
        if let Some(&id) = self.domain_ids.get(domain) {
            return id;
        }
        let id = self.domains.len() as u32;
        self.domains.push(Domain::default());
        self.domain_ids.insert(domain.into(), id);
        id
    }

    pub(super) fn add(&mut self, name: &str) -> HostId {
        let domain = self.domain_of(name);
        self.domains[domain as usize].hosts += 1;
        let id = self.list.len() as HostId;
        self.list.push(Host {
            name: name.into(),
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
        });
        let (list, state) = (&self.list, &self.state);
        self.by_name.insert_unique(state.hash_one(name), id, |&other| {
            state.hash_one(&*list[other as usize].name)
        });
        id
    }

    /// Returns the number of an address; adds it if it is new.
    pub(super) fn address_id(&mut self, address: IpAddr) -> u32 {
        *self.address_ids.entry(address).or_insert_with(|| {
            self.addresses.push(address);
            self.addresses.len() as u32 - 1
        })
    }

    /// Counts an archived document.
    pub(super) fn count(&mut self, host: HostId, bytes: u64) {
        let host = &mut self.list[host as usize];
        host.documents = host.documents.saturating_add(1);
        host.bytes = host.bytes.saturating_add(bytes);
        let domain = &mut self.domains[host.domain as usize];
        domain.documents += 1;
        domain.bytes = domain.bytes.saturating_add(bytes);
    }

    pub(super) fn save(&self, path: &Path, marks: &Marks) -> Result<(), FrontierError> {
        let mut out = Vec::with_capacity(32 + self.list.len() * 64);
        out.extend_from_slice(MAGIC);
        out.extend_from_slice(&VERSION.to_be_bytes());
        for (id, host) in self.list.iter().enumerate() {
            put_text(&mut out, host.name.as_bytes());
            let address = host.address.checked_sub(1).map(|id| self.addresses[id as usize]);
            let address = address.map(|address| address.to_string()).unwrap_or_default();
            put_text(&mut out, address.as_bytes());
            for level in 0..LEVELS {
                put_number(&mut out, marks.get(id as HostId, level as u8));
                put_number(&mut out, host.waiting[level].into());
            }
            let numbers = [
                host.next_at.millis(),
                host.wait.0.into(),
                host.least_wait.0.into(),
                host.documents.into(),
                host.bytes,
                host.robots,
                host.robots_until.millis(),
                host.failures.into(),
                host.closed.into(),
            ];
            numbers.into_iter().for_each(|number| put_number(&mut out, number));
        }
        let sum = libdeflater::crc32(&out);
        out.extend_from_slice(&sum.to_be_bytes());
        Ok(stodola_durable::replace(path, &out)?)
    }

    pub(super) fn load(path: &Path, marks: &Marks) -> Result<Hosts, FrontierError> {
        let bytes = std::fs::read(path).map_err(io_error("read", path))?;
        let wrong = || damaged(path, "the table of hosts has changed since it was written");
        let (content, sum) = bytes.split_last_chunk::<4>().ok_or_else(wrong)?;
        let (magic, rest) = content.split_first_chunk::<12>().ok_or_else(wrong)?;
        let (version, mut rest) = rest.split_first_chunk::<4>().ok_or_else(wrong)?;
        let version = u32::from_be_bytes(*version);
        if magic == MAGIC && version > VERSION {
            return Err(FrontierError::Newer { path: path.into(), found: version, known: VERSION });
        }
        if magic != MAGIC || libdeflater::crc32(content).to_be_bytes() != *sum {
            return Err(wrong());
        }
        let mut hosts = Hosts::default();
        while !rest.is_empty() {
            hosts.load_one(&mut rest, marks).ok_or_else(wrong)?;
        }
        Ok(hosts)
    }

    fn load_one(&mut self, rest: &mut &[u8], marks: &Marks) -> Option<()> {
        let name = std::str::from_utf8(text(rest)?).ok()?;
        let id = self.add(name);
        let address = std::str::from_utf8(text(rest)?).ok()?;
        if !address.is_empty() {
            let address = self.address_id(address.parse().ok()?) + 1;
            self.list[id as usize].address = address;
        }
        for level in 0..LEVELS {
            match number(rest)? {
                0 => {}
                mark => marks.set(id, level as u8, mark),
            }
            self.list[id as usize].waiting[level] = small(rest)?;
        }
        let host = &mut self.list[id as usize];
        host.next_at = Time::from_millis(number(rest)?);
        host.wait = ShortSpan(small(rest)?);
        host.least_wait = ShortSpan(small(rest)?);
        host.documents = small(rest)?;
        host.bytes = number(rest)?;
        host.robots = number(rest)?;
        host.robots_until = Time::from_millis(number(rest)?);
        host.failures = small(rest)?;
        host.closed = small(rest)?;
        let domain = &mut self.domains[host.domain as usize];
        domain.documents += u64::from(host.documents);
        domain.bytes = domain.bytes.saturating_add(host.bytes);
        Some(())
    }
}
