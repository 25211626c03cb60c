//! robots.txt of hosts without archived documents, for policies that store nothing of such hosts. The file waits in
//! memory until the first document of its host is archived. That happens soon or hardly ever, so when there are too
//! many, those that have waited longest are dropped.
//!
//! Files that were dropped are lost, and so are all when the run ends, while the frontier remembers the rules for
//! longer. So the robots.txt of such a host is requested once more before something is fetched there.

use super::HarvestError;
use super::keep::Keeping;
use super::lately::Lately;
use super::rules::authority;
use super::shared::{Shared, lock};
use std::collections::{HashMap, HashSet, VecDeque};
use std::hash::{BuildHasher, RandomState};
use stodola_fetch::Exchange;
use stodola_frontier::{HostId, Ticket};

/// Maximum number of bytes that wait, in all and of one file.
const BYTES: u64 = 8 << 20;
const FILE_BYTES: u64 = 512 << 10;
/// Approximate number of bytes of memory that a file takes beside its content.
const LEAST_BYTES: u64 = 1 << 10;
/// Number of authorities that are remembered at least; of those that are forgotten the file is requested once more.
const ASKED: usize = 1 << 16;

/// The files that wait.
pub(super) struct Aside {
    waiting: Shelf<Waiting>,
    /// Hashes of the authorities whose answer of this run waits, has been stored, or was too large; and of those whose
    /// answer an earlier run has stored.
    asked: Lately<u64, ()>,
    hasher: RandomState,
}

impl Default for Aside {
    fn default() -> Aside {
        let hasher = RandomState::new();
        Aside { waiting: Shelf::default(), asked: Lately::new(ASKED), hasher }
    }
}

/// A file, or a redirect to it.
struct Waiting {
    uri: Vec<u8>,
    exchange: Exchange,
    /// The URI that it was fetched for.
    via: Vec<u8>,
}

/// Items of hosts, with the bytes they take.
struct Shelf<T> {
    by_host: HashMap<HostId, Vec<(u64, T)>>,
    /// Hosts in the order in which items were added; also those whose items were taken meanwhile.
    order: VecDeque<HostId>,
    bytes: u64,
}

impl<T> Default for Shelf<T> {
    fn default() -> Shelf<T> {
        Shelf { by_host: HashMap::new(), order: VecDeque::new(), bytes: 0 }
    }
}

impl<T> Shelf<T> {
    /// Adds an item, if it is not too large. Returns those that had to make room.
    fn put(&mut self, host: HostId, bytes: u64, thing: T) -> Vec<T> {
        let mut dropped = Vec::new();
        if bytes > FILE_BYTES {
            return dropped;
        }
        let bytes = bytes + LEAST_BYTES;
        while self.bytes + bytes > BYTES
            && let Some(oldest) = self.order.pop_front()
        {
            dropped.extend(self.take(oldest));
        }
        self.bytes += bytes;
        self.order.push_back(host);
        self.by_host.entry(host).or_default().push((bytes, thing));
        // Hosts whose items were taken would accumulate here.
        if self.order.len() as u64 > 2 * BYTES / LEAST_BYTES {
            let mut known = HashSet::new();
            self.order.retain(|host| self.by_host.contains_key(host) && known.insert(*host));
        }
        dropped
    }

    fn take(&mut self, host: HostId) -> impl Iterator<Item = T> + use<T> {
        let taken = self.by_host.remove(&host).unwrap_or_default();
        self.bytes -= taken.iter().map(|(bytes, _)| bytes).sum::<u64>();
        taken.into_iter().map(|(_, thing)| thing)
    }
}

impl Aside {
    /// Keeps a robots.txt, or a redirect to it, until something of the ticket's host is archived.
    fn put(&mut self, ticket: &Ticket, uri: Vec<u8>, exchange: Exchange) {
        let bytes = exchange.response.len() + (uri.len() + ticket.uri.len()) as u64;
        let waiting = Waiting { uri, exchange, via: ticket.uri.clone() };
        for dropped in self.waiting.put(ticket.host, bytes, waiting) {
            let print = self.print(authority(&dropped.via));
            self.asked.remove(&print);
        }
    }

    /// Returns the hash that identifies an authority.
    fn print(&self, authority: &[u8]) -> u64 {
        self.hasher.hash_one(authority)
    }
}

impl Keeping {
    /// Keeps the robots.txt of a host until something of the host is archived, unless it was stored at once.
    pub(super) fn put_aside(&self, ticket: &Ticket, uri: Vec<u8>, exchange: Exchange) {
        if let Some(aside) = &self.aside {
            lock(aside).put(ticket, uri, exchange);
        }
    }

    /// Stores the robots.txt of a host from which something is archived now.
    pub(super) fn keep_waiting_robots(
        &self,
        shared: &Shared,
        ticket: &Ticket,
    ) -> Result<(), HarvestError> {
        let Some(aside) = &self.aside else { return Ok(()) };
        let taken = lock(aside).waiting.take(ticket.host);
        for Waiting { uri, exchange, via } in taken {
            self.keep_robots(shared, ticket, (&uri, &exchange, &via))?;
        }
        Ok(())
    }

    /// Records that the robots.txt that applies to a ticket was requested, and an answer was received.
    pub(super) fn note_robots_asked(&self, ticket: &Ticket) {
        if let Some(aside) = &self.aside {
            let mut aside = lock(aside);
            let print = aside.print(authority(&ticket.uri));
            aside.asked.insert(print, ());
        }
    }

    /// Whether the robots.txt that applies to a ticket is known from an earlier run that did not store it.
    pub(super) async fn has_lost_robots(
        &self,
        shared: &Shared,
        ticket: &Ticket,
    ) -> Result<bool, HarvestError> {
        let Some(aside) = &self.aside else { return Ok(false) };
        let own = authority(&ticket.uri);
        let print = {
            let mut aside = lock(aside);
            let print = aside.print(own);
            if aside.asked.get(&print).is_some() {
                return Ok(false);
            }
            print
        };
        if shared.frontier().documents(ticket.host) == 0 {
            return Ok(true);
        }
        // Archived documents of the host may have another port or scheme, with another robots.txt.
        let uri = [own, b"/robots.txt"].concat();
        let is_kept = self.earlier(&uri).await?.is_some();
        if is_kept {
            lock(aside).asked.insert(print, ());
        }
        Ok(!is_kept)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn those_that_have_waited_longest_make_room_and_what_is_too_long_does_not_wait() {
        let mut shelf = Shelf::default();
        shelf.put(1, FILE_BYTES + 1, 0);
        assert_eq!(shelf.take(1).count(), 0);
        let fits = (BYTES / (FILE_BYTES + LEAST_BYTES)) as u32;
        for host in 0..fits {
            shelf.put(host, FILE_BYTES, host);
        }
        // One that was taken does not have to make room any more.
        assert_eq!(shelf.take(0).collect::<Vec<_>>(), [0]);
        shelf.put(fits, FILE_BYTES, fits);
        assert!(shelf.by_host.contains_key(&1));
        shelf.put(fits, FILE_BYTES, fits + 1);
        assert_eq!(shelf.take(1).count(), 0);
        assert_eq!(shelf.take(fits).collect::<Vec<_>>(), [fits, fits + 1]);
        (2..fits).for_each(|host| assert_eq!(shelf.take(host).collect::<Vec<_>>(), [host]));
        assert_eq!(shelf.bytes, 0);
    }

    #[test]
    fn hosts_that_were_taken_leave_nothing_behind() {
        let mut shelf = Shelf::default();
        for number in 0..500_000 {
            let host = if number % 2 == 0 { 0 } else { number };
            shelf.put(host, 10, ());
            assert_eq!(shelf.take(host).count(), 1);
        }
        assert!(shelf.order.len() as u64 <= 2 * BYTES / LEAST_BYTES);
        assert_eq!((shelf.bytes, shelf.by_host.len()), (0, 0));
    }
}
