//! The shares of all hosts, by their numbers. Those used last are in memory, the others in a file without a name: after
//! a restart they are counted again from the log.
//!
//! A share that cannot be read counts as that of a new host: then more pages are judged than needed, and none is lost.

use crate::engine::HarvestError;
use crate::national::Share;
use std::path::Path;
use stodola_frontier::{Detail, Happened, History, HostId};
use stodola_table::PagedList;

/// Number of pages in memory, with 512 hosts each.
const PAGES: usize = 128;

/// The shares of all hosts.
pub(super) struct Shares {
    list: PagedList<8>,
    hosts: HostId,
}

impl Shares {
    /// Counts the judged pages of each host in the log of a frontier, in whose folder the file is.
    pub(super) fn open(frontier: &Path) -> Result<Shares, HarvestError> {
        let mut shares = Shares { list: PagedList::new(frontier, PAGES), hosts: 0 };
        let mut history = History::open(frontier)?;
        history.read(|happened| {
            if let Happened::Done { host, detail, .. } = happened
                && let Some(is_valid) = Detail::parse(detail).verdict
            {
                shares.learn(host, is_valid);
            }
            Ok(())
        })?;
        Ok(shares)
    }

    /// Number of hosts, as far as a page of theirs was judged.
    pub(super) fn hosts(&self) -> HostId {
        self.hosts
    }

    /// The share of a host.
    pub(super) fn of(&self, host: HostId) -> Share {
        let [a, b, c, d, valid @ ..] = self.list.get(host.into());
        Share { judged: u32::from_le_bytes([a, b, c, d]), valid: u32::from_le_bytes(valid) }
    }

    /// Counts a judged page of a host; returns its share.
    pub(super) fn learn(&mut self, host: HostId, is_valid: bool) -> Share {
        let mut share = self.of(host);
        share.learn(is_valid);
        let mut record = [0; 8];
        record[..4].copy_from_slice(&share.judged.to_le_bytes());
        record[4..].copy_from_slice(&share.valid.to_le_bytes());
        self.list.set(host.into(), &record);
        self.hosts = self.hosts.max(host.saturating_add(1));
        share
    }
}
