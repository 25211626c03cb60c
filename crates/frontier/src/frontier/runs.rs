//! Runs: sorted records in files that never change, and the merging that keeps them few.
//!
//! ```text
//! KIND-NUMBER.run   header page | pages of records | fences, 8 each | filter, 64 per block | CRC-32
//! header page       "stodola-tab\n" 12 | version 4 | width 4 | records 8 | filter blocks 8 |
//!                   CRC-32 of all before it 4 | zeros up to 4096
//! ```
//!
//! Numbers are big-endian; the last sum is that of fences and filter. A run counts only if a checkpoint
//! names it: what else lies in the folder is left from a crash and removed. Four runs of about the same
//! size become one, in a thread of its own, while the four are still read.

use super::error::{FrontierError, damaged, io_error};
use std::fs::{self, File};
use std::io::{BufReader, BufWriter, Read, Seek, SeekFrom, Write};
use std::iter::Peekable;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread::JoinHandle;
use stodola_table::{Disk, Filter, Merge, PAGE, Scan, Spot, Table, TableError, TableWriter, pages};

const MAGIC: &[u8; 12] = b"stodola-tab\n";
const VERSION: u32 = 1;
const HEADER: usize = 40;
/// So many runs of one size become one of the next.
const FAN_IN: usize = 4;
/// With so many runs, adding another waits for the merge that is under way.
const RUNS_MAX: usize = 24;

/// What tells the spot of a record in the filter, for kinds of runs that have one.
type SpotOf<const W: usize> = fn(&[u8; W]) -> Spot;
/// Says whether a record is still wanted when runs are merged.
pub(super) type Keep<const W: usize> = Arc<dyn Fn(&[u8; W]) -> bool + Send + Sync>;

#[derive(Debug)]
pub(super) struct Run<const W: usize> {
    disk: Disk,
    table: Table<W>,
    filter: Option<Filter>,
    number: u64,
}

impl<const W: usize> Run<W> {
    pub(super) fn scan(&self, prefix: &[u8], from: [u8; W]) -> Scan<'_, W> {
        self.table.scan_from(&self.disk, prefix, from)
    }

    pub(super) fn may_hold(&self, spot: Spot) -> bool {
        self.filter.as_ref().is_none_or(|filter| filter.may_hold(spot))
    }
}

/// The runs of one kind, oldest first.
pub(super) struct Runs<const W: usize> {
    folder: PathBuf,
    kind: &'static str,
    spot_of: Option<SpotOf<W>>,
    keep: Keep<W>,
    /// So many bytes tell what a record is about.
    key: usize,
    runs: Vec<Arc<Run<W>>>,
    next: u64,
    merging: Option<Merging<W>>,
    /// Files that no checkpoint to come will name.
    superseded: Vec<PathBuf>,
}

struct Merging<const W: usize> {
    thread: JoinHandle<Result<Run<W>, FrontierError>>,
    inputs: Vec<u64>,
}

impl<const W: usize> Runs<W> {
    /// Opens the runs of those numbers.
    pub(super) fn open(
        folder: &Path,
        kind: &'static str,
        numbers: &[u64],
        spot_of: Option<SpotOf<W>>,
        keep: Keep<W>,
    ) -> Result<Runs<W>, FrontierError> {
        let runs = numbers.iter().map(|&number| Ok(Arc::new(open_run(folder, kind, number)?)));
        Ok(Runs {
            folder: folder.to_owned(),
            kind,
            spot_of,
            keep,
            key: W,
            runs: runs.collect::<Result<_, FrontierError>>()?,
            next: numbers.iter().max().map_or(0, |max| max + 1),
            merging: None,
            superseded: Vec::new(),
        })
    }

    /// Of records that begin with the same `key` bytes only the last, which is the largest, is wanted when
    /// runs are merged.
    pub(super) fn keyed(mut self, key: usize) -> Runs<W> {
        self.key = key;
        self
    }

    pub(super) fn iter(&self) -> impl DoubleEndedIterator<Item = &Run<W>> {
        self.runs.iter().map(|run| &**run)
    }

    /// Writes a run of records that come in order, none of them twice.
    pub(super) fn add(
        &mut self,
        expected: u64,
        records: impl Iterator<Item = [u8; W]>,
    ) -> Result<(), FrontierError> {
        self.finish_merge(self.runs.len() >= RUNS_MAX)?;
        let number = self.take_number();
        let records = records.map(Ok);
        let run = create_run(&self.folder, self.kind, number, expected, self.spot_of, records)?;
        self.runs.push(Arc::new(run));
        self.start_merge();
        Ok(())
    }

    /// The numbers to be named by a checkpoint.
    pub(super) fn numbers(&self) -> Vec<u64> {
        self.runs.iter().map(|run| run.number).collect()
    }

    /// Removes what the checkpoint just written does not name any more.
    pub(super) fn remove_superseded(&mut self) -> Result<(), FrontierError> {
        let paths = std::mem::take(&mut self.superseded);
        paths.iter().try_for_each(|path| fs::remove_file(path).map_err(io_error("remove", path)))
    }

    fn take_number(&mut self) -> u64 {
        self.next += 1;
        self.next - 1
    }

    /// Takes over the result of a merge that is through, or of the one under way if `wait`.
    fn finish_merge(&mut self, wait: bool) -> Result<(), FrontierError> {
        if !self.merging.as_ref().is_some_and(|merging| wait || merging.thread.is_finished()) {
            return Ok(());
        }
        let Some(merging) = self.merging.take() else { return Ok(()) };
        let merged = merging
            .thread
            .join()
            .map_err(|_| damaged(&self.folder, "merging its runs failed unexpectedly"))??;
        let first = self.runs.iter().position(|run| merging.inputs.contains(&run.number));
        let gone = self.runs.extract_if(.., |run| merging.inputs.contains(&run.number));
        self.superseded.extend(gone.map(|run| run.disk.path.clone()));
        if merged.table.records() > 0 {
            self.runs.insert(first.unwrap_or_default(), Arc::new(merged));
        } else {
            self.superseded.push(merged.disk.path);
        }
        Ok(())
    }

    /// Starts merging if the last runs are of about the same size.
    fn start_merge(&mut self) {
        if self.merging.is_some() {
            return;
        }
        // The longest stretch at the end whose first run is not much larger than all behind it.
        let mut behind = 0;
        let mut from = self.runs.len();
        for (number, run) in self.runs.iter().enumerate().rev() {
            let records = run.table.records();
            if behind > 0 && records > behind * 2 {
                break;
            }
            behind += records;
            from = number;
        }
        let inputs = self.runs[from..].to_vec();
        if inputs.len() < FAN_IN {
            return;
        }
        let numbers = inputs.iter().map(|run| run.number).collect();
        let (folder, kind, number) = (self.folder.clone(), self.kind, self.take_number());
        let (spot_of, keep, key) = (self.spot_of, Arc::clone(&self.keep), self.key);
        let thread = std::thread::spawn(move || {
            let merged = || {
                Merge::new(inputs.iter().map(|run| run.scan(&[], [0; W])))
                    .filter(|record| record.as_ref().map_or(true, |record| keep(record)))
            };
            if key < W {
                // Most may be there twice, and the filter stays in memory: to count them first is cheaper.
                let expected = Last { inner: merged().peekable(), key }.count() as u64;
                let records = Last { inner: merged().peekable(), key };
                return create_run(&folder, kind, number, expected, spot_of, records);
            }
            let expected = inputs.iter().map(|run| run.table.records()).sum();
            create_run(&folder, kind, number, expected, spot_of, merged())
        });
        self.merging = Some(Merging { thread, inputs: numbers });
    }
}

/// Of records in order that begin with the same bytes, the last. Errors go through.
struct Last<I: Iterator> {
    inner: Peekable<I>,
    key: usize,
}

impl<const W: usize, I> Iterator for Last<I>
where
    I: Iterator<Item = Result<[u8; W], TableError>>,
{
    type Item = Result<[u8; W], TableError>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            let record = self.inner.next()?;
            if let (Ok(record), Some(Ok(next))) = (&record, self.inner.peek())
                && record[..self.key] == next[..self.key]
            {
                continue;
            }
            return Some(record);
        }
    }
}

impl<const W: usize> Drop for Runs<W> {
    fn drop(&mut self) {
        // The thread writes into the folder, which may be another's as soon as this is gone.
        if let Some(merging) = self.merging.take() {
            let _ = merging.thread.join();
        }
    }
}

pub(super) fn run_path(folder: &Path, kind: &str, number: u64) -> PathBuf {
    folder.join(format!("{kind}-{number:08}.run"))
}

fn create_run<const W: usize>(
    folder: &Path,
    kind: &str,
    number: u64,
    expected: u64,
    spot_of: Option<SpotOf<W>>,
    records: impl Iterator<Item = Result<[u8; W], TableError>>,
) -> Result<Run<W>, FrontierError> {
    let path = run_path(folder, kind, number);
    let failed = io_error("write", &path);
    let file = File::options().read(true).write(true).create(true).truncate(true).open(&path);
    let file = file.map_err(io_error("create", &path))?;
    let mut out = BufWriter::with_capacity(1 << 20, &file);
    out.write_all(&[0; PAGE]).map_err(&failed)?;
    let blocks = if spot_of.is_some() { Filter::blocks_for(expected) } else { 0 };
    let mut filter = Filter::new(blocks);
    let mut table = TableWriter::<W>::new();
    for record in records {
        let record = record?;
        if let Some(spot_of) = spot_of {
            filter.add(spot_of(&record));
        }
        table.push(&mut out, &record).map_err(&failed)?;
    }
    let (count, fences) = table.finish(&mut out).map_err(&failed)?;
    let mut tail = Vec::with_capacity(fences.len() * 8 + blocks as usize * 64 + 4);
    fences.iter().for_each(|fence| tail.extend_from_slice(&fence.to_be_bytes()));
    filter.write_to(&mut tail).map_err(&failed)?;
    tail.extend_from_slice(&libdeflater::crc32(&tail).to_be_bytes());
    out.write_all(&tail).map_err(&failed)?;
    out.seek(SeekFrom::Start(0)).map_err(&failed)?;
    out.write_all(&header(W, count, blocks)).map_err(&failed)?;
    out.flush().map_err(&failed)?;
    drop(out);
    file.sync_all().map_err(&failed)?;
    let table = Table::new(PAGE as u64, count, fences);
    let filter = (blocks > 0).then_some(filter);
    Ok(Run { disk: Disk { file, path }, table, filter, number })
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

fn open_run<const W: usize>(
    folder: &Path,
    kind: &str,
    number: u64,
) -> Result<Run<W>, FrontierError> {
    let path = run_path(folder, kind, number);
    let failed = io_error("read", &path);
    let file = File::open(&path).map_err(io_error("open", &path))?;
    let length = file.metadata().map_err(&failed)?.len();
    let mut input = BufReader::with_capacity(1 << 20, &file);
    let mut found = [0; HEADER];
    input.read_exact(&mut found).map_err(&failed)?;
    let number_at = |at: usize, width: usize| {
        found[at..at + width].iter().fold(0u64, |value, &byte| value << 8 | u64::from(byte))
    };
    let (version, records, blocks) = (number_at(12, 4) as u32, number_at(20, 8), number_at(28, 8));
    if found[..12] == *MAGIC && version > VERSION {
        return Err(FrontierError::Newer { path, found: version, known: VERSION });
    }
    if found != header(W, records, blocks) {
        return Err(damaged(&path, "wrong header"));
    }
    let table_end = PAGE as u64 * (1 + pages(records, W));
    let tail = pages(records, W) * 8 + blocks.saturating_mul(64);
    if Some(length) != table_end.checked_add(tail).and_then(|end| end.checked_add(4)) {
        return Err(damaged(&path, format!("it has {length} bytes, so a part is missing")));
    }
    input.seek(SeekFrom::Start(table_end)).map_err(&failed)?;
    let mut bytes = Vec::with_capacity(tail as usize + 4);
    input.read_to_end(&mut bytes).map_err(&failed)?;
    let (tail, sum) = bytes.split_at(bytes.len().saturating_sub(4));
    if libdeflater::crc32(tail).to_be_bytes() != sum {
        return Err(damaged(&path, "its last part has a wrong checksum"));
    }
    let (fences, mut filter) = tail.split_at((pages(records, W) * 8) as usize);
    let fences = fences.as_chunks::<8>().0.iter().map(|fence| u64::from_be_bytes(*fence)).collect();
    let filter = match blocks {
        0 => None,
        _ => Some(Filter::read_from(&mut filter, blocks).map_err(&failed)?),
    };
    drop(input);
    let table = Table::new(PAGE as u64, records, fences);
    Ok(Run { disk: Disk { file, path }, table, filter, number })
}
