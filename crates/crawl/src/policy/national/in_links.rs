//! Counts the pages of the nation's own domain that link to a page elsewhere: those that this harvest has fetched, and
//! those that were counted beforehand.

use crate::engine::{Lately, lock};
use std::hash::{BuildHasher, RandomState};
use std::sync::Mutex;
use stodola_judge::{InLinkCounts, in_link_uri};

/// Number of URIs, found last, whose links are counted at least. Of others, only the page is known by which they were
/// found.
const COUNTED: usize = 1 << 17;

/// Numbers of links from the nation's own domain.
pub(super) struct InLinks {
    /// Those that this harvest has found, by hash of the URI.
    found: Mutex<Lately<u64, u32>>,
    hasher: RandomState,
    /// Those that were counted beforehand.
    known: InLinkCounts,
}

impl InLinks {
    pub(super) fn new(known: InLinkCounts) -> InLinks {
        let found = Mutex::new(Lately::new(COUNTED));
        InLinks { found, hasher: RandomState::new(), known }
    }

    /// Notes the links of a page of the nation's own domain.
    pub(super) fn note<'a>(&self, links: impl Iterator<Item = &'a [u8]>) {
        for link in links {
            let key = self.key(link);
            let mut found = lock(&self.found);
            let before = found.get(&key).copied().unwrap_or_default();
            found.insert(key, before.saturating_add(1));
        }
    }

    /// Returns the number of links to a URI. `at_least` is 1 if it was found by such a link: that is known also after
    /// a restart, when the others are forgotten.
    pub(super) fn count(&self, uri: &[u8], at_least: u64) -> u64 {
        let found = lock(&self.found).get(&self.key(uri)).copied().unwrap_or_default();
        u64::from(found).max(at_least).saturating_add(self.known.count(uri))
    }

    fn key(&self, uri: &[u8]) -> u64 {
        self.hasher.hash_one(in_link_uri(uri))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_of_several_pages_add_up() {
        let links = InLinks::new(InLinkCounts::default());
        let [a, b] = ["http://a.example/", "http://b.example/x"].map(str::as_bytes);
        assert_eq!(links.count(a, 0), 0);
        assert_eq!(links.count(a, 1), 1);
        links.note([a, b].into_iter());
        links.note([a].into_iter());
        assert_eq!((links.count(a, 1), links.count(b, 1)), (2, 1));
        assert_eq!(links.count(b"http://a.example/#top", 0), 2);
    }
}
