//! Bytes and records by number of which only some pages are in memory.
//!
//! They are for state that grows with a harvest and that can be computed again: the other pages are in a file without a
//! name, which vanishes with the process, however that ends. Nothing is synced.
//!
//! Reading and writing never fail at once. If a page cannot be written, it stays in memory, and the next one is tried
//! when room is needed again. If a page cannot be read, its bytes are zeros, and [`PagedBytes::check`] returns the
//! error from then on: callers have to ask before they rely on what they have read.

use crate::error::{TableError, io_error};
use crate::table::PAGE;
use std::fs::File;
use std::io;
use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Bytes at any places, zero until they are written, with a maximum number of pages in memory.
#[derive(Debug)]
pub struct PagedBytes {
    cache: Mutex<PageCache>,
}

#[derive(Debug)]
struct PageCache {
    folder: PathBuf,
    most: usize,
    /// Where each page is: the number of a slot, or one of the two numbers below.
    table: Vec<u32>,
    slots: Vec<Slot>,
    /// The slot that is looked at next when room is needed.
    hand: usize,
    /// Made when the first page has to leave memory.
    file: Option<File>,
    /// The reason why a page could not be read, and its kind.
    failed: Option<(io::ErrorKind, String)>,
}

/// In the table: nothing was written to the page, or it is on disk.
const UNWRITTEN: u32 = u32::MAX;
const ON_DISK: u32 = u32::MAX - 1;

#[derive(Debug)]
struct Slot {
    page: usize,
    bytes: Box<[u8; PAGE]>,
    has_changed: bool,
    was_used: bool,
}

impl PagedBytes {
    /// Creates them without any byte that is not zero. Pages beyond `most` are written to a file in this folder.
    pub fn new(folder: &Path, most: usize) -> PagedBytes {
        PagedBytes {
            cache: Mutex::new(PageCache {
                folder: folder.to_owned(),
                most: most.max(1),
                table: Vec::new(),
                slots: Vec::new(),
                hand: 0,
                file: None,
                failed: None,
            }),
        }
    }

    /// Fills `room` with the bytes at a place.
    pub fn read(&self, at: u64, room: &mut [u8]) {
        let mut cache = self.lock();
        let (mut page, mut from) = spot(at);
        let mut rest = room;
        while !rest.is_empty() {
            let size = rest.len().min(PAGE - from);
            let (part, behind) = rest.split_at_mut(size);
            match cache.is_written(page) {
                true => part.copy_from_slice(&cache.slot(page).bytes[from..from + size]),
                false => part.fill(0),
            }
            (page, from, rest) = (page + 1, 0, behind);
        }
    }

    /// Sets the bytes at a place.
    pub fn write(&self, at: u64, bytes: &[u8]) {
        let mut cache = self.lock();
        let (mut page, mut from) = spot(at);
        let mut rest = bytes;
        while !rest.is_empty() {
            let (part, behind) = rest.split_at(rest.len().min(PAGE - from));
            let slot = cache.slot(page);
            slot.bytes[from..from + part.len()].copy_from_slice(part);
            slot.has_changed = true;
            (page, from, rest) = (page + 1, 0, behind);
        }
    }

    /// Returns the error if a page could ever not be read: what was read since then may be wrong.
    pub fn check(&self) -> Result<(), TableError> {
        let cache = self.lock();
        match &cache.failed {
            None => Ok(()),
            Some((kind, text)) => Err(io_error("read what was put aside in", &cache.folder)(
                io::Error::new(*kind, text.clone()),
            )),
        }
    }

    /// Number of bytes of the pages in memory.
    pub fn in_memory(&self) -> usize {
        let cache = self.lock();
        cache.slots.len() * (PAGE + size_of::<Slot>()) + cache.table.capacity() * 4
    }

    fn lock(&self) -> MutexGuard<'_, PageCache> {
        // Every change keeps the cache whole, whatever panics.
        self.cache.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn spot(at: u64) -> (usize, usize) {
    ((at / PAGE as u64) as usize, (at % PAGE as u64) as usize)
}

impl PageCache {
    /// Whether anything was ever written to a page.
    fn is_written(&self, page: usize) -> bool {
        self.table.get(page).is_some_and(|&place| place != UNWRITTEN)
    }

    /// Returns the page, from disk if it is there.
    fn slot(&mut self, page: usize) -> &mut Slot {
        if self.table.len() <= page {
            self.table.resize(page + 1, UNWRITTEN);
        }
        let number = match self.table[page] {
            UNWRITTEN | ON_DISK => self.bring(page),
            number => number as usize,
        };
        let slot = &mut self.slots[number];
        slot.was_used = true;
        slot
    }

    /// Brings a page to memory; returns its slot.
    fn bring(&mut self, page: usize) -> usize {
        let number = match self.make_room() {
            Some(number) => number,
            None => {
                let bytes = Box::new([0; PAGE]);
                self.slots.push(Slot { page, bytes, has_changed: false, was_used: true });
                self.slots.len() - 1
            }
        };
        let slot = &mut self.slots[number];
        (slot.page, slot.has_changed) = (page, false);
        let read = match &self.file {
            Some(file) if self.table[page] == ON_DISK => {
                file.read_exact_at(&mut slot.bytes[..], (page * PAGE) as u64)
            }
            _ => {
                slot.bytes.fill(0);
                Ok(())
            }
        };
        if let Err(error) = read {
            slot.bytes.fill(0);
            self.failed.get_or_insert_with(|| (error.kind(), error.to_string()));
        }
        self.table[page] = number as u32;
        number
    }

    /// Returns a slot whose page has left memory; `None` if there must be another one.
    fn make_room(&mut self) -> Option<usize> {
        if self.slots.len() < self.most {
            return None;
        }
        // Pages that were used since the hand was there last stay for another round.
        for _ in 0..self.slots.len() * 2 {
            self.hand = (self.hand + 1) % self.slots.len();
            let number = self.hand;
            if std::mem::take(&mut self.slots[number].was_used) {
                continue;
            }
            if self.slots[number].has_changed && self.write(number).is_err() {
                return None;
            }
            self.table[self.slots[number].page] = ON_DISK;
            return Some(number);
        }
        None
    }

    fn write(&mut self, number: usize) -> Result<(), TableError> {
        let file = match &mut self.file {
            Some(file) => file,
            none => none.insert(stodola_durable::nameless(&self.folder)?),
        };
        let slot = &mut self.slots[number];
        let written = file.write_all_at(&slot.bytes[..], (slot.page * PAGE) as u64);
        written.map_err(io_error("write to", &self.folder))?;
        slot.has_changed = false;
        Ok(())
    }
}

/// Records of `W` bytes by number, zero until they are written, with a maximum number of pages in memory.
#[derive(Debug)]
pub struct PagedList<const W: usize>(PagedBytes);

impl<const W: usize> PagedList<W> {
    /// Creates a list without any record that is not zero, see [`PagedBytes::new`].
    pub fn new(folder: &Path, most: usize) -> PagedList<W> {
        const { assert!(W > 0 && W <= PAGE, "a page has at least one record") };
        PagedList(PagedBytes::new(folder, most))
    }

    /// Returns a record.
    pub fn get(&self, number: u64) -> [u8; W] {
        let mut record = [0; W];
        self.0.read(PagedList::<W>::place(number), &mut record);
        record
    }

    /// Sets a record.
    pub fn set(&self, number: u64, record: &[u8; W]) {
        self.0.write(PagedList::<W>::place(number), record);
    }

    /// See [`PagedBytes::check`].
    pub fn check(&self) -> Result<(), TableError> {
        self.0.check()
    }

    /// See [`PagedBytes::in_memory`].
    pub fn in_memory(&self) -> usize {
        self.0.in_memory()
    }

    /// No record is in two pages.
    fn place(number: u64) -> u64 {
        let per_page = (PAGE / W) as u64;
        number / per_page * PAGE as u64 + number % per_page * W as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    /// Numbers that look random.
    fn mixed(number: u64) -> u64 {
        let mut mixed = number.wrapping_mul(0x9E37_79B9_7F4A_7C15);
        mixed ^= mixed >> 29;
        mixed = mixed.wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed ^ mixed >> 32
    }

    #[test]
    fn bytes_come_back_from_memory_and_disk_also_across_pages() {
        let folder = std::env::temp_dir();
        let bytes = PagedBytes::new(&folder, 3);
        let mut expected = vec![0u8; 20 * PAGE];
        for step in 0..20_000u64 {
            let random = mixed(step);
            let size = (random % 300) as usize;
            let at = (random >> 20) as usize % (expected.len() - size);
            if step % 2 == 0 {
                let content: Vec<u8> =
                    (0..size).map(|byte| (random >> 8) as u8 ^ byte as u8).collect();
                bytes.write(at as u64, &content);
                expected[at..at + size].copy_from_slice(&content);
            } else {
                let mut room = vec![7; size];
                bytes.read(at as u64, &mut room);
                assert_eq!(room, expected[at..at + size], "step {step}");
            }
        }
        bytes.check().unwrap();
        assert!(bytes.in_memory() < 4 * PAGE);
        let mut room = [1; 9];
        bytes.read(1 << 40, &mut room);
        assert_eq!(room, [0; 9], "nobody has written there");
    }

    #[test]
    fn records_keep_their_numbers_and_leave_no_file() {
        let name = format!("stodola-paged-{}", std::process::id());
        let folder = std::env::temp_dir().join(name);
        fs::create_dir_all(&folder).unwrap();
        let list = PagedList::<12>::new(&folder, 2);
        let record = |number: u64| {
            let mut record = [0; 12];
            record[4..].copy_from_slice(&(number * 3).to_le_bytes());
            record
        };
        (0..5000).for_each(|number| list.set(number, &record(number)));
        (0..5000).rev().for_each(|number| assert_eq!(list.get(number), record(number)));
        assert_eq!(list.get(1_000_000), [0; 12]);
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 0);
        fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn nothing_is_lost_while_the_disk_cannot_be_written() {
        let folder = std::env::temp_dir().join("stodola-there-is-no-such-folder");
        let list = PagedList::<8>::new(&folder, 2);
        (0..9000u64).for_each(|number| list.set(number, &number.to_le_bytes()));
        (0..9000u64).for_each(|number| assert_eq!(list.get(number), number.to_le_bytes()));
        list.check().unwrap();
        assert!(list.in_memory() > 9000 * 8);
    }

    #[test]
    fn page_that_cannot_be_read_is_reported_from_then_on() {
        let list = PagedList::<8>::new(&std::env::temp_dir(), 1);
        (0..2000u64).for_each(|number| list.set(number, &[1; 8]));
        // As if the disk were gone: a handle that cannot be read.
        let null = fs::OpenOptions::new().write(true).open("/dev/null").unwrap();
        list.0.lock().file = Some(null);
        list.check().unwrap();
        assert_eq!(list.get(0), [0; 8]);
        assert!(list.check().is_err());
        list.get(1999);
        assert!(list.check().is_err());
    }
}
