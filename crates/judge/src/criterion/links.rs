//! Hosts of links, looked up by their suffix: `example.cz` stands for every host below it.

use std::collections::HashSet;

use super::{Found, Seen};
use crate::pack::Entry;

/// Domains, each including all its subdomains.
pub(super) struct Domains(HashSet<Box<str>>);

impl Domains {
    pub(super) fn new<'a>(names: impl Iterator<Item = &'a str>) -> Domains {
        Domains(names.map(Into::into).collect())
    }

    pub(super) fn of(entries: &[Entry]) -> Domains {
        Domains::new(entries.iter().flat_map(|entry| &entry.forms).map(|form| &**form))
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub(super) fn has(&self, host: &str) -> bool {
        let host = host.strip_suffix('.').unwrap_or(host);
        let below = host.match_indices('.').map(|(dot, _)| &host[dot + 1..]);
        std::iter::once(host).chain(below).any(|name| self.0.contains(name))
    }

    /// Counts the hosts that a page links to, and those in these domains.
    pub(super) fn count(&self, seen: &Seen<'_>) -> Found {
        let mut out = Found::default();
        for host in seen.linked_hosts {
            out.count(self.has(host), host, None);
        }
        out
    }
}
