//! The names of the hosts of a frontier, one behind the other in a file without a name; those used last are in memory.
//!
//! ```text
//! name   host 4 | domain 4 | length 4, the top bit says that the host is the first of its domain | letters |
//!        zeros up to a multiple of 8
//! ```
//!
//! A name is known by its place, in units of 8 bytes: so four bytes are enough for 32 GiB of names.

use super::super::event::HostId;
use std::path::Path;
use stodola_table::{PagedBytes, TableError};

const HEAD: usize = 12;
const UNIT: u64 = 8;
const FIRST: u32 = 1 << 31;
/// Number of bytes that are read at once: enough for nearly all names.
const ROOM: usize = 128;
/// Number of pages in memory: 3 MiB.
const PAGES: usize = if cfg!(test) { 1 } else { 768 };

pub(super) struct NameList {
    bytes: PagedBytes,
    /// The place of the next name.
    end: u32,
}

/// A name, and whose it is.
pub(super) struct Named {
    pub(super) host: HostId,
    pub(super) domain: u32,
    /// Whether the host was the first of its domain.
    pub(super) is_first: bool,
    pub(super) name: Box<str>,
}

impl NameList {
    pub(super) fn new(folder: &Path) -> NameList {
        NameList { bytes: PagedBytes::new(folder, PAGES), end: 0 }
    }

    pub(super) fn check(&self) -> Result<(), TableError> {
        self.bytes.check()
    }

    #[cfg(test)]
    pub(super) fn in_memory(&self) -> usize {
        self.bytes.in_memory()
    }

    /// Adds a name; returns its place.
    pub(super) fn push(&mut self, host: HostId, domain: u32, is_first: bool, name: &str) -> u32 {
        let mut entry = Vec::with_capacity(HEAD + name.len());
        entry.extend_from_slice(&host.to_le_bytes());
        entry.extend_from_slice(&domain.to_le_bytes());
        let length = name.len() as u32 | if is_first { FIRST } else { 0 };
        entry.extend_from_slice(&length.to_le_bytes());
        entry.extend_from_slice(name.as_bytes());
        let place = self.end;
        self.bytes.write(u64::from(place) * UNIT, &entry);
        self.end += units(name.len());
        place
    }

    /// Returns the name at a place.
    pub(super) fn get(&self, place: u32) -> Named {
        let mut room = [0; ROOM];
        let at = u64::from(place) * UNIT;
        self.bytes.read(at, &mut room);
        let (host, domain, length) = head(&room);
        let size = (length & !FIRST) as usize;
        let letters = match room[HEAD..].get(..size) {
            Some(letters) => String::from_utf8_lossy(letters).into(),
            None => {
                // A length that nobody has written comes from bytes that could not be read.
                let end = u64::from(self.end) * UNIT;
                let mut letters = vec![0; size.min(end.saturating_sub(at) as usize)];
                self.bytes.read(at + HEAD as u64, &mut letters);
                String::from_utf8_lossy(&letters).into()
            }
        };
        Named { host, domain, is_first: length & FIRST != 0, name: letters }
    }

    /// Returns the host of the name at a place, if it is this one.
    pub(super) fn owner_if(&self, place: u32, name: &str) -> Option<HostId> {
        let Some(size) = name.len().checked_add(HEAD).filter(|&size| size <= ROOM) else {
            let found = self.get(place);
            return (&*found.name == name).then_some(found.host);
        };
        let mut room = [0; ROOM];
        self.bytes.read(u64::from(place) * UNIT, &mut room[..size]);
        let (host, _, length) = head(&room);
        let is_it =
            (length & !FIRST) as usize == name.len() && room[HEAD..size] == *name.as_bytes();
        is_it.then_some(host)
    }

    /// Returns all names with their places, in the order in which they were added.
    pub(super) fn iter(&self) -> impl Iterator<Item = (u32, Named)> {
        let mut next = 0;
        std::iter::from_fn(move || {
            let place = next;
            let named = (place < self.end).then(|| self.get(place))?;
            next += units(named.name.len());
            Some((place, named))
        })
    }
}

/// Number of units that a name of this length takes.
fn units(length: usize) -> u32 {
    ((HEAD + length) as u64).div_ceil(UNIT) as u32
}

fn head(room: &[u8; ROOM]) -> (HostId, u32, u32) {
    let word = |at: usize| u32::from_le_bytes([room[at], room[at + 1], room[at + 2], room[at + 3]]);
    (word(0), word(4), word(8))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_any_length_come_back() {
        let mut names = NameList::new(&std::env::temp_dir());
        let lengths = [0, 1, 4, 5, ROOM - HEAD - 1, ROOM - HEAD, ROOM - HEAD + 1, 5000, 9];
        let name = |number: usize| "ž".repeat(lengths[number % lengths.len()]);
        let places: Vec<u32> = (0..300)
            .map(|number| names.push(number, number / 2, number % 2 == 0, &name(number as usize)))
            .collect();
        let all: Vec<u32> = names.iter().map(|(place, _)| place).collect();
        assert_eq!(all, places);
        for (number, &place) in places.iter().enumerate() {
            let found = names.get(place);
            assert_eq!((found.host as usize, found.domain as usize), (number, number / 2));
            assert_eq!((found.is_first, &*found.name), (number % 2 == 0, &*name(number)));
            assert_eq!(names.owner_if(place, &name(number)), Some(number as u32));
            assert_eq!(names.owner_if(place, "another"), None);
            assert_eq!(names.owner_if(place, &(name(number) + "x")), None);
        }
        names.check().unwrap();
    }
}
