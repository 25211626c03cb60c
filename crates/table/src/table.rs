//! Sorted records of one width, in pages of 4 KiB, each with a checksum.
//!
//! ```text
//! page    record | record | ... | zeros | CRC-32 of all before it, 4 bytes
//! ```
//!
//! Only the last page may have room left. The *fences* of a table are kept in memory: the first eight bytes of the
//! first record of each page. They lead to the only page that can contain a record, so a look-up reads 4 KiB from disk
//! and verifies them.

use crate::error::{TableError, io_error};
use std::fs::File;
use std::io::{self, Read, Write};
use std::os::unix::fs::FileExt;
use std::path::PathBuf;

/// Length of a page in bytes.
pub const PAGE: usize = 4096;
const CHECKSUM: usize = 4;

/// Returns the number of records of a width in bytes that fit into a page.
const fn per_page(width: usize) -> usize {
    (PAGE - CHECKSUM) / width
}

/// Returns the number of pages that this number of records of a width in bytes takes.
pub fn pages(records: u64, width: usize) -> u64 {
    records.div_ceil(per_page(width) as u64)
}

/// An open file with its path, for error messages.
#[derive(Debug)]
pub struct Disk {
    /// The open file.
    pub file: File,
    /// Path of the file.
    pub path: PathBuf,
}

/// A table of records of `W` bytes each: its place in its file, and its fences. Each call gets the file itself.
#[derive(Debug)]
pub struct Table<const W: usize> {
    start: u64,
    records: u64,
    fences: Vec<u64>,
}

impl<const W: usize> Table<W> {
    /// Creates a table that starts at byte `start` of a file. There must be a fence for each of its pages.
    pub fn new(start: u64, records: u64, fences: Vec<u64>) -> Table<W> {
        debug_assert_eq!(fences.len() as u64, pages(records, W));
        Table { start, records, fences }
    }

    /// Number of records.
    pub fn records(&self) -> u64 {
        self.records
    }

    /// Returns the records that start with `prefix`, in order; all records if it is empty. `prefix` must not be longer
    /// than a record.
    pub fn scan<'a>(&'a self, disk: &'a Disk, prefix: &[u8]) -> Scan<'a, W> {
        let mut from = [0; W];
        from[..prefix.len()].copy_from_slice(prefix);
        self.scan_from(disk, prefix, from)
    }

    /// Returns the records that start with `prefix` and are not below `from`, in order. `from` must start with
    /// `prefix`.
    pub fn scan_from<'a>(&'a self, disk: &'a Disk, prefix: &[u8], from: [u8; W]) -> Scan<'a, W> {
        let (low, high) = (fence(&from), fence_above(prefix));
        // A page may begin below the prefix and still have the first such records at its end.
        let page = self.first_fence_from(low).saturating_sub(1);
        Scan {
            table: self,
            disk,
            from,
            width: prefix.len(),
            page,
            high,
            buffer: [0; PAGE],
            at: 0,
            filled: 0,
        }
    }

    /// Returns the number of the first fence that is not below `low`.
    fn first_fence_from(&self, low: u64) -> usize {
        // Hashes are evenly distributed, so it is close to where an exactly even distribution would place it. A search
        // through all fences would wait for memory at almost every step.
        let fences = &self.fences[..];
        let guess = ((u128::from(low) * fences.len() as u128) >> 64) as usize;
        let mut reach = 64;
        loop {
            let from = guess.saturating_sub(reach);
            let to = fences.len().min(guess + reach);
            let starts_below = from == 0 || fences[from - 1] < low;
            let ends_above = to == fences.len() || fences[to] >= low;
            if starts_below && ends_above {
                return from + fences[from..to].partition_point(|&fence| fence < low);
            }
            reach *= 4;
        }
    }
}

/// Returns the first eight bytes as a number.
fn fence(record: &[u8]) -> u64 {
    padded(record, 0)
}

/// Returns the largest number that the first eight bytes of a record with this prefix can be.
fn fence_above(prefix: &[u8]) -> u64 {
    padded(prefix, 0xFF)
}

fn padded(bytes: &[u8], padding: u8) -> u64 {
    let mut first = [padding; 8];
    let length = bytes.len().min(8);
    first[..length].copy_from_slice(&bytes[..length]);
    u64::from_be_bytes(first)
}

/// The records of a table that start with a prefix, in order. Ends after an error: a page that cannot be read or has a
/// wrong checksum.
pub struct Scan<'a, const W: usize> {
    table: &'a Table<W>,
    disk: &'a Disk,
    from: [u8; W],
    /// Length in bytes of the prefix that all records have in common.
    width: usize,
    /// The next page to read, and the largest fence of a page that has to be read.
    page: usize,
    high: u64,
    buffer: [u8; PAGE],
    /// The next record in the buffer, and the number of records in it.
    at: usize,
    filled: usize,
}

impl<const W: usize> Scan<'_, W> {
    fn end(&mut self) {
        (self.page, self.at, self.filled) = (usize::MAX, 0, 0);
    }

    fn turn_page(&mut self) -> Result<(), TableError> {
        let Disk { file, path } = self.disk;
        let start = self.table.start + (self.page * PAGE) as u64;
        file.read_exact_at(&mut self.buffer, start).map_err(io_error("read", path))?;
        let (records, sum) = self.buffer.split_at(PAGE - CHECKSUM);
        if libdeflater::crc32(records).to_be_bytes() != sum {
            let what = format!("the page at byte {start} has a wrong checksum");
            return Err(TableError::Damaged { path: path.clone(), what });
        }
        let before = (self.page * per_page(W)) as u64;
        self.filled = (self.table.records - before).min(per_page(W) as u64) as usize;
        self.page += 1;
        let (records, _) = records.as_chunks::<W>();
        self.at = records[..self.filled].partition_point(|record| *record < self.from);
        Ok(())
    }
}

impl<const W: usize> Iterator for Scan<'_, W> {
    type Item = Result<[u8; W], TableError>;

    fn next(&mut self) -> Option<Self::Item> {
        while self.at == self.filled {
            if self.table.fences.get(self.page).is_none_or(|&fence| fence > self.high) {
                return None;
            }
            if let Err(error) = self.turn_page() {
                self.end();
                return Some(Err(error));
            }
        }
        let record = self.buffer.as_chunks::<W>().0[self.at];
        if record[..self.width] != self.from[..self.width] {
            self.end();
            return None;
        }
        self.at += 1;
        Some(Ok(record))
    }
}

/// Writes a table record by record, and collects its fences. Records must be sorted, which is not checked.
pub struct TableWriter<const W: usize> {
    page: Vec<u8>,
    records: u64,
    fences: Vec<u64>,
}

impl<const W: usize> TableWriter<W> {
    /// Creates a writer without records.
    #[expect(clippy::new_without_default, reason = "a writer is begun on purpose")]
    pub fn new() -> TableWriter<W> {
        TableWriter { page: Vec::with_capacity(PAGE), records: 0, fences: Vec::new() }
    }

    /// Adds a record, and writes the page when it is full.
    pub fn push(&mut self, out: &mut impl Write, record: &[u8; W]) -> io::Result<()> {
        if self.page.is_empty() {
            self.fences.push(fence(record));
        }
        self.page.extend_from_slice(record);
        self.records += 1;
        if self.page.len() == per_page(W) * W { self.end_page(out) } else { Ok(()) }
    }

    /// Writes the last page. Returns the number of records, and the fences.
    pub fn finish(mut self, out: &mut impl Write) -> io::Result<(u64, Vec<u64>)> {
        if !self.page.is_empty() {
            self.end_page(out)?;
        }
        Ok((self.records, self.fences))
    }

    fn end_page(&mut self, out: &mut impl Write) -> io::Result<()> {
        self.page.resize(PAGE - CHECKSUM, 0);
        let sum = libdeflater::crc32(&self.page);
        self.page.extend_from_slice(&sum.to_be_bytes());
        out.write_all(&self.page)?;
        self.page.clear();
        Ok(())
    }
}

/// Writes fences, eight bytes each.
pub fn write_fences(out: &mut impl Write, fences: &[u64]) -> io::Result<()> {
    fences.iter().try_for_each(|fence| out.write_all(&fence.to_be_bytes()))
}

/// Reads this number of fences. The caller knows that the file has a page for each of them.
pub fn read_fences(input: &mut impl Read, number: u64) -> io::Result<Vec<u64>> {
    let mut fences = Vec::with_capacity(number as usize);
    for _ in 0..number {
        let mut bytes = [0; 8];
        input.read_exact(&mut bytes)?;
        fences.push(u64::from_be_bytes(bytes));
    }
    Ok(fences)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scan_begins_where_it_is_told_and_stays_within_the_prefix() {
        let path = std::env::temp_dir().join(format!("stodola-scan-{}", std::process::id()));
        let mut file = File::create(&path).unwrap();
        let mut writer = TableWriter::<4>::new();
        // Three prefixes, the middle one over many pages with fences of their own.
        let records = (1..=3u16).flat_map(|group| (0..5000u16).map(move |number| (group, number)));
        for (group, number) in records {
            let [a, b] = group.to_be_bytes();
            let [c, d] = number.to_be_bytes();
            writer.push(&mut file, &[a, b, c, d]).unwrap();
        }
        let (records, fences) = writer.finish(&mut file).unwrap();
        let disk = Disk { file: File::open(&path).unwrap(), path: path.clone() };
        std::fs::remove_file(&path).unwrap();
        let table = Table::<4>::new(0, records, fences);
        for from in [0u16, 1, 999, 1000, 4095, 4998, 4999] {
            let [c, d] = from.to_be_bytes();
            let found: Vec<_> =
                table.scan_from(&disk, &[0, 2], [0, 2, c, d]).map(Result::unwrap).collect();
            let first = found.first().map(|record| [record[2], record[3]]);
            assert_eq!((found.len(), first), (5000 - usize::from(from), Some([c, d])));
        }
        assert_eq!(table.scan(&disk, &[0, 9]).count(), 0);
        assert_eq!(table.scan(&disk, &[]).count(), 15000);
    }
}
