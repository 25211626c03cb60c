//! A map that remembers what was used lately, with a maximum number of entries.
//!
//! It has two parts. Whatever is added or found goes to the young part; when that is full, it becomes the old part, and
//! the entries of the previous old part are forgotten. So no entry needs a time, and at least the `least` keys that
//! were used last are there.

use std::collections::HashMap;
use std::hash::Hash;

pub(crate) struct Lately<K, V> {
    young: HashMap<K, V>,
    old: HashMap<K, V>,
    least: usize,
}

impl<K: Hash + Eq, V> Lately<K, V> {
    /// Creates a map that remembers at least this number of entries, and at most twice as many.
    pub(crate) fn new(least: usize) -> Lately<K, V> {
        Lately { young: HashMap::new(), old: HashMap::new(), least: least.max(1) }
    }

    /// Returns the value of a key, which counts as used; `None` if it is unknown or forgotten.
    pub(crate) fn get(&mut self, key: &K) -> Option<&V> {
        if let Some((key, value)) = self.old.remove_entry(key) {
            self.insert(key, value);
        }
        self.young.get(key)
    }

    /// Sets the value of a key. Returns the value before it, if it was not forgotten.
    pub(crate) fn insert(&mut self, key: K, value: V) -> Option<V> {
        let before = self.remove(&key);
        if self.young.len() >= self.least {
            self.old = std::mem::take(&mut self.young);
        }
        self.young.insert(key, value);
        before
    }

    /// Forgets a key. Returns its value, if it was known.
    pub(crate) fn remove(&mut self, key: &K) -> Option<V> {
        self.young.remove(key).or_else(|| self.old.remove(key))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_latest_are_remembered_and_memory_is_bounded() {
        let mut map = Lately::new(10);
        for number in 0..1000u32 {
            assert_eq!(map.insert(number, number * 2), None);
            assert!(map.young.len() + map.old.len() <= 20);
            // This one is used again and again, and never forgotten.
            assert_eq!(map.get(&0), Some(&0));
            let latest = number.saturating_sub(4)..=number;
            latest.for_each(|known| assert_eq!(map.get(&known), Some(&(known * 2))));
        }
        assert_eq!(map.get(&500), None);
        assert_eq!(map.insert(999, 7), Some(1998));
        assert_eq!(map.remove(&999), Some(7));
        assert_eq!(map.get(&999), None);
        assert_eq!(map.remove(&999), None);
    }
}
