//! Sets of prefixes, for lists of domains and SURTs with millions of entries.
//!
//! The prefixes are sorted in one piece of memory, each with four bytes more than its length, and none begins with
//! another one. So at most one of them can match a key: the largest that is not larger than the key, which a binary
//! search finds.

use std::collections::BTreeSet;
use std::ops::Bound;

/// Error: more bytes than a set can hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct TooLarge;

/// A set of prefixes that does not change.
#[derive(Clone, Debug, Default)]
pub(super) struct PrefixSet {
    bytes: Box<[u8]>,
    /// Offset of the end of each prefix.
    ends: Box<[u32]>,
}

/// Collects prefixes in any order.
#[derive(Debug, Default)]
pub(super) struct PrefixSetBuilder {
    bytes: Vec<u8>,
    ends: Vec<u32>,
}

impl PrefixSetBuilder {
    /// Adds a prefix. An empty one, which would match everything, is ignored.
    pub(super) fn push(&mut self, prefix: &[u8]) -> Result<(), TooLarge> {
        if !prefix.is_empty() {
            let end = u32::try_from(self.bytes.len() + prefix.len()).map_err(|_| TooLarge)?;
            self.bytes.extend_from_slice(prefix);
            self.ends.push(end);
        }
        Ok(())
    }

    pub(super) fn finish(self) -> PrefixSet {
        let mut order: Vec<usize> = (0..self.ends.len()).collect();
        order.sort_unstable_by_key(|&index| piece(&self.bytes, &self.ends, index));
        let mut bytes: Vec<u8> = Vec::with_capacity(self.bytes.len());
        let mut ends: Vec<u32> = Vec::with_capacity(self.ends.len());
        let mut last: &[u8] = &[];
        for index in order {
            let prefix = piece(&self.bytes, &self.ends, index);
            if last.is_empty() || !prefix.starts_with(last) {
                bytes.extend_from_slice(prefix);
                // Not more bytes than were collected, and those fitted.
                ends.push(u32::try_from(bytes.len()).unwrap_or(u32::MAX));
                last = prefix;
            }
        }
        PrefixSet { bytes: bytes.into_boxed_slice(), ends: ends.into_boxed_slice() }
    }
}

impl PrefixSet {
    /// Whether a key begins with a prefix of the set.
    pub(super) fn covers(&self, key: &[u8]) -> bool {
        let (mut low, mut high) = (0, self.ends.len());
        while low < high {
            let middle = low + (high - low) / 2;
            if piece(&self.bytes, &self.ends, middle) <= key {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        low > 0 && key.starts_with(piece(&self.bytes, &self.ends, low - 1))
    }

    pub(super) fn len(&self) -> usize {
        self.ends.len()
    }
}

fn piece<'a>(bytes: &'a [u8], ends: &[u32], index: usize) -> &'a [u8] {
    let start = if index == 0 { 0 } else { ends[index - 1] as usize };
    &bytes[start..ends[index] as usize]
}

/// A set that grows one prefix at a time: it needs more memory, and is used for the few that are added later.
#[derive(Clone, Debug, Default)]
pub(super) struct GrowingSet(BTreeSet<Box<[u8]>>);

impl GrowingSet {
    pub(super) fn insert(&mut self, prefix: &[u8]) {
        if prefix.is_empty() || self.covers(prefix) {
            return;
        }
        let longer: Vec<Box<[u8]>> = self
            .0
            .range::<[u8], _>((Bound::Excluded(prefix), Bound::Unbounded))
            .take_while(|other| other.starts_with(prefix))
            .cloned()
            .collect();
        for other in longer {
            self.0.remove(&other);
        }
        self.0.insert(prefix.into());
    }

    pub(super) fn covers(&self, key: &[u8]) -> bool {
        let mut below = self.0.range::<[u8], _>((Bound::Unbounded, Bound::Included(key)));
        below.next_back().is_some_and(|prefix| key.starts_with(prefix))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn key_is_covered_by_its_prefixes_only() {
        let prefixes = ["org,example,", "cz,", "org,example,www,", "com,a,)/x", "", "com,a,)/x"];
        let mut builder = PrefixSetBuilder::default();
        let mut growing = GrowingSet::default();
        for prefix in prefixes {
            builder.push(prefix.as_bytes()).unwrap();
            growing.insert(prefix.as_bytes());
        }
        let set = builder.finish();
        assert_eq!((set.len(), growing.0.len()), (3, 3));
        for (key, expect) in [
            ("", false),
            ("cz", false),
            ("cz,", true),
            ("cz,nkp,)/", true),
            ("org,example,)/", true),
            ("org,example,zzz,)/", true),
            ("org,examples,)/", false),
            ("com,a,)/", false),
            ("com,a,)/xy", true),
            ("zz", false),
        ] {
            assert_eq!(set.covers(key.as_bytes()), expect, "{key:?}");
            assert_eq!(growing.covers(key.as_bytes()), expect, "{key:?}, growing");
        }
    }

    #[test]
    fn longer_prefixes_give_way_to_a_shorter_one() {
        let mut set = GrowingSet::default();
        for prefix in ["b,a,", "b,c,", "c,", "b,"] {
            set.insert(prefix.as_bytes());
        }
        assert_eq!(set.0.len(), 2);
        assert!(set.covers(b"b,b,") && set.covers(b"c,") && !set.covers(b"a,"));
    }
}
