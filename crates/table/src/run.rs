//! A run: sorted records of one width in a file that never changes.
//!
//! ```text
//! header page | pages of records | fences, 8 each | filter, 64 a block | CRC-32 of fences and filter
//! header page   "stodola-tab\n" 12 | version 4 | width 4 | records 8 | filter blocks 8 |
//!               CRC-32 of all before it 4 | zeros up to 4096
//! ```
//!
//! Numbers are big-endian. Header, fences and filter are checked when the run is opened, a page whenever it is read.

use crate::error::{TableError, io_error};
use crate::file::{CHECKSUM, RunWriter, check_start, read_tail};
use crate::filter::{Filter, Spot};
use crate::levels::Weigh;
use crate::table::{Disk, PAGE, Scan, Table, pages, read_fences, write_fences};
use std::fs::File;
use std::io;
use std::os::unix::fs::FileExt;
use std::path::Path;

const MAGIC: &[u8; 12] = b"stodola-tab\n";
const VERSION: u32 = 1;
const HEADER: usize = 40;

/// Returns the place of a record in the filter of its run.
pub type SpotOf<const W: usize> = fn(&[u8; W]) -> Spot;

/// A run of records of `W` bytes each, open for reading.
#[derive(Debug)]
pub struct Run<const W: usize> {
    disk: Disk,
    table: Table<W>,
    filter: Option<Filter>,
}

impl<const W: usize> Run<W> {
    /// Writes a run of sorted records. `expected` is the maximum number of records, for which the filter is made.
    /// Without `spot_of` there is no filter. When this returns, the run survives a power cut.
    pub fn create(
        path: &Path,
        expected: u64,
        spot_of: Option<SpotOf<W>>,
        records: impl Iterator<Item = Result<[u8; W], TableError>>,
    ) -> Result<Run<W>, TableError> {
        let mut out = RunWriter::create(path)?;
        let blocks = if spot_of.is_some() { Filter::blocks_for(expected) } else { 0 };
        let mut filter = Filter::new(blocks);
        let (count, fences) = match spot_of {
            Some(spot_of) => out.table(records, |record| filter.add(spot_of(record)))?,
            None => out.table(records, |_| {})?,
        };
        out.tail(|mut out| {
            write_fences(&mut out, &fences)?;
            filter.write_to(&mut out)
        })?;
        let file = out.publish(&header(W, count, blocks))?;
        let disk = Disk { file, path: path.to_owned() };
        let table = Table::new(PAGE as u64, count, fences);
        Ok(Run { disk, table, filter: (blocks > 0).then_some(filter) })
    }

    /// Opens a run, and checks its header, fences and filter.
    pub fn open(path: &Path) -> Result<Run<W>, TableError> {
        let damaged = |what: String| TableError::Damaged { path: path.to_owned(), what };
        let failed = io_error("read", path);
        let file = File::open(path).map_err(io_error("open", path))?;
        let length = file.metadata().map_err(&failed)?.len();
        let mut found = [0; HEADER];
        file.read_exact_at(&mut found, 0).map_err(&failed)?;
        check_start(path, &found, MAGIC, VERSION)?;
        let number_at = |at: usize| {
            found[at..at + 8].iter().fold(0u64, |value, &byte| value << 8 | u64::from(byte))
        };
        let (records, blocks) = (number_at(20), number_at(28));
        if found != header(W, records, blocks) {
            return Err(damaged("wrong header".to_owned()));
        }
        let table_end = PAGE as u64 * (1 + pages(records, W));
        let tail = (pages(records, W) * 8).saturating_add(blocks.saturating_mul(64));
        if Some(length) != table_end.checked_add(tail).and_then(|end| end.checked_add(CHECKSUM)) {
            return Err(damaged(format!("it has {length} bytes, so a part is missing")));
        }
        let tail = read_tail(&file, table_end, tail, |mut input| {
            let fences = read_fences(&mut input, pages(records, W))?;
            Ok((fences, Filter::read_from(&mut input, blocks)?))
        });
        let (fences, filter) = tail.map_err(|error| match error.kind() {
            io::ErrorKind::InvalidData | io::ErrorKind::UnexpectedEof => {
                damaged("its last part has a wrong checksum".to_owned())
            }
            _ => failed(error),
        })?;
        let table = Table::new(PAGE as u64, records, fences);
        let disk = Disk { file, path: path.to_owned() };
        Ok(Run { disk, table, filter: (blocks > 0).then_some(filter) })
    }

    /// Returns the records that start with `prefix` and are not below `from`, which starts with it too.
    pub fn scan(&self, prefix: &[u8], from: [u8; W]) -> Scan<'_, W> {
        self.table.scan_from(&self.disk, prefix, from)
    }

    /// Whether a record may have this place in the filter; `false` only if none has. `true` if there is no filter.
    pub fn may_hold(&self, spot: Spot) -> bool {
        self.filter.as_ref().is_none_or(|filter| filter.may_hold(spot))
    }

    /// Number of records.
    pub fn records(&self) -> u64 {
        self.table.records()
    }

    /// Path of the file.
    pub fn path(&self) -> &Path {
        &self.disk.path
    }
}

impl<const W: usize> Weigh for Run<W> {
    fn weight(&self) -> u64 {
        self.records()
    }
}

fn header(width: usize, records: u64, blocks: u64) -> [u8; HEADER] {
    let mut bytes = [0; HEADER];
    bytes[..12].copy_from_slice(MAGIC);
    bytes[12..16].copy_from_slice(&VERSION.to_be_bytes());
    bytes[16..20].copy_from_slice(&(width as u32).to_be_bytes());
    bytes[20..28].copy_from_slice(&records.to_be_bytes());
    bytes[28..36].copy_from_slice(&blocks.to_be_bytes());
    let sum = libdeflater::crc32(&bytes[..36]);
    bytes[36..].copy_from_slice(&sum.to_be_bytes());
    bytes
}
