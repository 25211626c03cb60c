//! Addresses that begin alike.

use super::{CaptureGate, CaptureSight};
use crate::memento::is_memento;
use stodola_archive::{
    Captures, Catalogue, CatalogueError, Direction, Entry, Key, KeyRange, RangeCursor, Stamp,
    key_of,
};

/// So many captures of one address are counted.
const MAX_COUNTED: u64 = 1000;
/// So many captures are looked at for one page of a list.
const MAX_READ: u64 = 100_000;

/// An address in a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListedAddress {
    /// The URI of its last counted capture, as found.
    pub uri: Vec<u8>,
    /// How many captures it has.
    pub captures: u64,
    /// Whether it has more captures than were counted.
    pub is_more: bool,
    /// How many of them may not be shown.
    pub blocked: u64,
    /// The first capture.
    pub first: Stamp,
    /// The last one.
    pub last: Stamp,
}

/// A page of a list of addresses.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AddressList {
    /// The addresses, by their keys.
    pub addresses: Vec<ListedAddress>,
    /// The key that the next page begins behind; `None` if this is the last page.
    pub next: Option<Vec<u8>>,
}

impl AddressList {
    /// The addresses whose keys begin like that of `prefix`, at most `max`, behind the key `after`.
    pub fn read(
        prefix: &[u8],
        after: Option<&[u8]>,
        max: usize,
        captures: &Captures,
        gate: &dyn CaptureGate,
    ) -> Result<AddressList, CatalogueError> {
        let catalogue = captures.catalogue()?;
        let start = key_of(prefix);
        let mut range = KeyRange::of_prefix(&start);
        if let Some(after) = after.filter(|after| after.starts_with(&start)) {
            range.start = end_of(after);
        }
        let mut list = AddressList::default();
        let (mut read, mut last_key) = (0, None);
        let mut cursor = RangeCursor::new(range.clone(), Direction::Forwards);
        let mut current: Option<(Vec<u8>, ListedAddress)> = None;
        while let Some(entry) = catalogue.advance(&mut cursor)? {
            read += 1;
            let is_new = current.as_ref().is_none_or(|(key, _)| *key != entry.row.key);
            if is_new {
                if let Some((key, address)) = current.take() {
                    list.addresses.push(address);
                    last_key = Some(key);
                }
                // The page ends with an address that the reader may know of: its key stands in a link.
                if list.addresses.len() >= max || read > MAX_READ {
                    list.next = last_key;
                    return Ok(list);
                }
            }
            if !is_memento(&entry, &catalogue, gate)? {
                continue;
            }
            match &mut current {
                Some((_, address)) => address.add(&entry, gate),
                None => {
                    current =
                        ListedAddress::new(&entry, gate).map(|it| (entry.row.key.clone(), it));
                }
            }
            if let Some((key, address)) = &mut current
                && address.captures >= MAX_COUNTED
            {
                address.pass_rest(key, &catalogue, gate)?;
                range.start = end_of(key);
                cursor = RangeCursor::new(range.clone(), Direction::Forwards);
            }
        }
        list.addresses.extend(current.map(|(_, address)| address));
        Ok(list)
    }
}

/// The place behind all captures of a key.
fn end_of(key: &[u8]) -> Key {
    Key { surt: key.to_vec(), time: i64::MAX as u64, ..Key::default() }
}

impl ListedAddress {
    pub(super) fn new(entry: &Entry, gate: &dyn CaptureGate) -> Option<ListedAddress> {
        let time = entry.row.time?;
        let mut address = ListedAddress {
            uri: Vec::new(),
            captures: 0,
            is_more: false,
            blocked: 0,
            first: time,
            last: time,
        };
        address.add(entry, gate);
        Some(address)
    }

    fn add(&mut self, entry: &Entry, gate: &dyn CaptureGate) {
        self.captures += 1;
        self.blocked += u64::from(gate.sight(entry) == CaptureSight::Blocked);
        self.last = entry.row.time.unwrap_or(self.last);
        self.uri.clone_from(&entry.row.uri);
    }

    /// Finds the last capture of an address that has too many to count.
    fn pass_rest(
        &mut self,
        key: &[u8],
        catalogue: &Catalogue,
        gate: &dyn CaptureGate,
    ) -> Result<(), CatalogueError> {
        let mut cursor = RangeCursor::new(KeyRange::of_key(key), Direction::Backwards);
        for _ in 0..MAX_COUNTED {
            let Some(entry) = catalogue.advance(&mut cursor)? else { break };
            if is_memento(&entry, catalogue, gate)? {
                self.is_more = entry.row.time > Some(self.last);
                self.last = entry.row.time.unwrap_or(self.last);
                break;
            }
        }
        Ok(())
    }
}
