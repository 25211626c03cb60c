//! robots.txt of hosts that nothing was archived from yet. A national harvest keeps nothing of hosts that have
//! nothing for it, so the file waits, up to a bound, until there is something it can be kept with.
//!
//! What waits is lost when the run ends, however it does, while the frontier remembers the rules for longer. So
//! a later run asks such a host once more before it fetches something there.

use super::rules::authority;
use super::{Engine, HarvestError, lock};
use crate::frontier::{HostId, Ticket};
use std::collections::{HashMap, HashSet};
use std::hash::{BuildHasher, RandomState};
use stodola_fetch::Exchange;

/// So many bytes wait for something to be kept with, and no more of one host.
const BYTES: u64 = 32 << 20;
const HOST_BYTES: u64 = 512 << 10;

/// What waits.
#[derive(Default)]
pub(super) struct Aside {
    by_host: HashMap<HostId, Vec<Waiting>>,
    bytes: u64,
    /// Prints of the authorities that were asked in this run: what came of it waits, has been kept, or is too
    /// much.
    asked: HashSet<u64>,
    hasher: RandomState,
}

/// A file, or a redirect to it.
struct Waiting {
    uri: Vec<u8>,
    exchange: Exchange,
    /// What it was fetched for.
    via: Vec<u8>,
}

impl Waiting {
    fn bytes(&self) -> u64 {
        self.exchange.response.len() + (self.uri.len() + self.via.len()) as u64
    }
}

impl Aside {
    fn put(&mut self, host: HostId, waiting: Waiting) {
        let bytes = waiting.bytes();
        if bytes <= HOST_BYTES && self.bytes + bytes <= BYTES {
            self.bytes += bytes;
            self.by_host.entry(host).or_default().push(waiting);
        }
    }

    fn take(&mut self, host: HostId) -> Vec<Waiting> {
        let taken = self.by_host.remove(&host).unwrap_or_default();
        self.bytes -= taken.iter().map(Waiting::bytes).sum::<u64>();
        taken
    }
}

impl Engine {
    /// Puts the robots.txt of a host aside until something of the host is archived.
    pub(super) fn put_aside(&self, ticket: &Ticket, uri: Vec<u8>, exchange: Exchange) {
        if let Some(national) = &self.national {
            let waiting = Waiting { uri, exchange, via: ticket.uri.clone() };
            lock(&national.robots).put(ticket.host, waiting);
        }
    }

    /// Keeps the robots.txt of a host that something is archived from now.
    pub(super) fn keep_aside(&self, ticket: &Ticket) -> Result<(), HarvestError> {
        let Some(national) = &self.national else { return Ok(()) };
        let taken = lock(&national.robots).take(ticket.host);
        for Waiting { uri, exchange, via } in taken {
            self.keep(ticket, &uri, &exchange, None, &self.robots_metadata(&via))?;
        }
        Ok(())
    }

    /// What stands in the metadata record of a robots.txt.
    pub(super) fn robots_metadata<'a>(&self, via: &'a [u8]) -> Vec<(&'static str, &'a [u8])> {
        match self.job.write.metadata {
            true => vec![("via", via), ("hopsFromSeed", b"P")],
            false => Vec::new(),
        }
    }

    /// Notes that the robots.txt that speaks for a ticket is asked for.
    pub(super) fn note_robots_asked(&self, ticket: &Ticket) {
        if let Some(national) = &self.national {
            let mut robots = lock(&national.robots);
            let print = robots.hasher.hash_one(authority(&ticket.uri));
            robots.asked.insert(print);
        }
    }

    /// Whether the robots.txt that speaks for a ticket is known from an earlier run that did not keep it.
    pub(super) fn has_lost_robots(&self, ticket: &Ticket) -> bool {
        let Some(national) = &self.national else { return false };
        if self.frontier().documents(ticket.host) > 0 {
            return false;
        }
        let robots = lock(&national.robots);
        !robots.asked.contains(&robots.hasher.hash_one(authority(&ticket.uri)))
    }
}
