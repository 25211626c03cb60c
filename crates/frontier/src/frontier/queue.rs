//! The queue: URIs that wait, by host and level in the order of finding; most of them on disk.
//!
//! An entry is a host, a level and a place. Within a host and level, entries are taken in the order of their places, so
//! one *mark* says which are gone: those up to it. New entries always come behind it. Entries since the last checkpoint
//! are in memory, the rest in sorted runs; a few entries of the hosts that are being served are read ahead.

use super::error::FrontierError;
use super::event::{HostId, LEVELS, LogPlace};
use std::collections::{BTreeSet, HashMap, VecDeque};
use std::path::Path;
use std::sync::Arc;
use stodola_table::{PAGE, PagedList, RunKind, Runs, TableError};

/// Bytes of an entry: host 32 bits, level 3, place 45. The first eight bytes, by which a page is found, distinguish
/// places that are 64 KiB apart.
const WIDTH: usize = 10;
const PLACE_BITS: u32 = 45;
const PLACE_MASK: u128 = (1 << PLACE_BITS) - 1;
/// Number of entries that are read ahead for a host and level.
const AHEAD: usize = 64;
/// Maximum number of hosts and levels that are read ahead for; when there are more, all are forgotten.
const FRONTS_MAX: usize = 1 << 15;

fn key(host: HostId, level: u8, place: LogPlace) -> u128 {
    u128::from(host) << 48 | u128::from(level) << PLACE_BITS | u128::from(place)
}

fn record(key: u128) -> [u8; WIDTH] {
    let [_, _, _, _, _, _, record @ ..] = key.to_be_bytes();
    record
}

fn place_of(record: &[u8; WIDTH]) -> LogPlace {
    let key = record.iter().fold(0u128, |value, &byte| value << 8 | u128::from(byte));
    (key & PLACE_MASK) as LogPlace
}

/// How far each host and level was served. Shared with the thread that merges runs, which leaves out entries that are
/// gone; marks only grow. Most marks are in a file without a name.
///
/// The marks of a piece of hosts in one level are a page, so levels that are not used take no room.
pub(super) struct Marks(PagedList<MARK>);

/// Bytes of a mark.
const MARK: usize = size_of::<LogPlace>();
/// Number of hosts whose marks in a level are a page.
const PIECE: u64 = (PAGE / MARK) as u64;
/// Number of pages of marks in memory: 2 MiB.
const MARK_PAGES: usize = if cfg!(test) { 1 } else { 512 };

impl Marks {
    fn new(folder: &Path) -> Marks {
        Marks(PagedList::new(folder, MARK_PAGES))
    }

    pub(super) fn get(&self, host: HostId, level: u8) -> LogPlace {
        LogPlace::from_le_bytes(self.0.get(spot(host, level)))
    }

    pub(super) fn set(&self, host: HostId, level: u8, place: LogPlace) {
        self.0.set(spot(host, level), &place.to_le_bytes());
    }

    /// Returns the error if marks could not be read from disk, and may be wrong.
    pub(super) fn check(&self) -> Result<(), TableError> {
        self.0.check()
    }

    fn is_gone(&self, record: &[u8; WIDTH]) -> bool {
        let key = record.iter().fold(0u128, |value, &byte| value << 8 | u128::from(byte));
        let (host, level) = ((key >> 48) as HostId, (key >> PLACE_BITS) as u8 & 7);
        place_of(record) <= self.get(host, level)
    }
}

/// Returns the number of a mark in the list.
fn spot(host: HostId, level: u8) -> u64 {
    let host = u64::from(host);
    (host / PIECE * LEVELS as u64 + u64::from(level)) * PIECE + host % PIECE
}

pub(super) struct Queue {
    recent: BTreeSet<u128>,
    fronts: HashMap<(HostId, u8), VecDeque<LogPlace>>,
    runs: Runs<WIDTH>,
    marks: Arc<Marks>,
}

impl Queue {
    pub(super) fn open(folder: &Path, runs: &[u64]) -> Result<Queue, FrontierError> {
        let marks = Arc::new(Marks::new(folder));
        let looked_at = Arc::clone(&marks);
        let keep = Arc::new(move |record: &[u8; WIDTH]| !looked_at.is_gone(record));
        let kind = RunKind { name: "queue", spot_of: None, keep, key: WIDTH };
        Ok(Queue {
            recent: BTreeSet::new(),
            fronts: HashMap::new(),
            runs: Runs::open(folder, kind, runs)?,
            marks,
        })
    }

    pub(super) fn marks(&self) -> &Marks {
        &self.marks
    }

    pub(super) fn push(&mut self, host: HostId, level: u8, place: LogPlace) {
        self.recent.insert(key(host, level, place));
    }

    /// Takes the first entry of a host and level; `None` if there is none.
    pub(super) fn pop(
        &mut self,
        host: HostId,
        level: u8,
    ) -> Result<Option<LogPlace>, FrontierError> {
        self.pop_if(host, level, |_| true)
    }

    /// Takes the first entry of a host and level if `wanted` accepts it.
    pub(super) fn pop_if(
        &mut self,
        host: HostId,
        level: u8,
        mut is_wanted: impl FnMut(LogPlace) -> bool,
    ) -> Result<Option<LogPlace>, FrontierError> {
        if self.fronts.get(&(host, level)).is_none_or(VecDeque::is_empty) {
            self.read_ahead(host, level)?;
        }
        let Some(front) = self.fronts.get_mut(&(host, level)) else { return Ok(None) };
        let taken = front.pop_front_if(|&mut place| is_wanted(place));
        if front.is_empty() {
            self.fronts.remove(&(host, level));
        }
        if let Some(place) = taken {
            self.marks.set(host, level, place);
            self.recent.remove(&key(host, level, place));
        }
        Ok(taken)
    }

    fn read_ahead(&mut self, host: HostId, level: u8) -> Result<(), FrontierError> {
        if self.fronts.len() >= FRONTS_MAX {
            self.fronts.clear();
        }
        let places = self.behind(host, level, self.marks.get(host, level), AHEAD)?;
        if !places.is_empty() {
            self.fronts.insert((host, level), places.into());
        }
        Ok(())
    }

    /// Returns the first entries of a host and level behind a place, in order.
    pub(super) fn behind(
        &self,
        host: HostId,
        level: u8,
        place: LogPlace,
        number: usize,
    ) -> Result<Vec<LogPlace>, FrontierError> {
        let from = key(host, level, place + 1);
        let above = key(host, level, 0) | PLACE_MASK;
        let mut places = Vec::new();
        let host_prefix = host.to_be_bytes();
        for run in self.runs.iter() {
            for found in run.scan(&host_prefix, record(from)).take(number) {
                let found = found?;
                let is_level = found[4] >> 5 == level;
                if !is_level {
                    break;
                }
                places.push(place_of(&found));
            }
        }
        let recent = self.recent.range(from..=above).take(number);
        places.extend(recent.map(|key| (key & PLACE_MASK) as LogPlace));
        places.sort_unstable();
        places.dedup();
        places.truncate(number);
        Ok(places)
    }

    /// Number of entries added since the last flush that still wait.
    pub(super) fn recent(&self) -> usize {
        self.recent.len()
    }

    /// Moves what is in memory to disk.
    pub(super) fn flush(&mut self) -> Result<(), FrontierError> {
        if self.recent.is_empty() {
            return Ok(());
        }
        let entries = std::mem::take(&mut self.recent);
        Ok(self.runs.add(entries.len() as u64, entries.iter().map(|&key| record(key)))?)
    }

    pub(super) fn runs(&mut self) -> &mut Runs<WIDTH> {
        &mut self.runs
    }
}
