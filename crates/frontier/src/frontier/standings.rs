//! The standing of each URI, and whether it is settled: only in frontiers that [have
//! standings](super::FrontierOptions::has_standings). There, this is the set of seen URIs too.
//!
//! ```text
//! standings-NUMBER.run   records of: print 16 | standing 4 | rank 1 | place 6
//! ```
//!
//! If a URI is in several runs, only one record is valid, the largest: standings never shrink, with the same standing a
//! URI waits before it is settled, and places grow. So runs can be merged in any order, and replaying an event twice
//! does no harm. In memory are the changes since the last checkpoint, the URIs that are out with a ticket, a filter of
//! one byte for each URI, and a small cache.

use super::error::{FrontierError, damaged};
use super::event::LogPlace;
use super::seen::{Low, Print, spot_of_print};
use super::types::Errand;
use std::collections::HashMap;
use std::hash::BuildHasherDefault;
use std::path::Path;
use std::sync::Arc;
use stodola_table::{RunKind, Runs, Spot};

const PRINT: usize = 16;
const WIDTH: usize = PRINT + 4 + 1 + 6;
/// Number of entries in the cache: 4 MiB. Small in tests, so that they see URIs that are not in it.
const CACHE: usize = if cfg!(test) { 1 << 5 } else { 1 << 17 };

/// The parts of a standing, by their bits. Each is a number for itself, and larger or smaller for itself.
const PARTS: [u32; 3] = [0xffe0_0000, 0x0010_0000, 0x000f_ffff];

/// Returns the standing with the larger of each part: whoever has it has a right to all that both give. As a number it
/// is never smaller than either.
pub(super) fn joined(one: u32, other: u32) -> u32 {
    PARTS.iter().fold(0, |all, part| all | (one & part).max(other & part))
}

/// What is kept of a URI.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Kept {
    /// While the URI waits, the largest standing that was offered; otherwise the one that was settled.
    pub(super) standing: u32,
    pub(super) rank: Rank,
    /// Place where it was found, as long as it has no outcome; otherwise the place of its last outcome.
    pub(super) place: LogPlace,
}

/// Whether a URI waits or is settled. URIs that wait may be out with a ticket. The order matters, see the module.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
pub(super) enum Rank {
    /// It waits for the first time, or for another attempt.
    Waits = 0,
    /// It was fetched and not archived, and waits to be fetched again.
    WaitsAgain = 1,
    /// It is archived, and waits for its links to be offered again.
    WaitsForLinks = 2,
    /// It was fetched, and not archived.
    Fetched = 3,
    /// It is in the archive.
    Archived = 4,
    /// It was not fetched, and never will be.
    Refused = 5,
}

/// All ranks, by number.
const RANKS: &[Rank] = &[
    Rank::Waits,
    Rank::WaitsAgain,
    Rank::WaitsForLinks,
    Rank::Fetched,
    Rank::Archived,
    Rank::Refused,
];

impl Rank {
    pub(super) fn from_code(code: u8) -> Option<Rank> {
        RANKS.get(usize::from(code)).copied()
    }

    /// Returns what a URI that waits is handed out for.
    pub(super) fn errand(self) -> Errand {
        match self {
            Rank::WaitsForLinks => Errand::Links,
            Rank::Waits | Rank::WaitsAgain | Rank::Fetched | Rank::Archived | Rank::Refused => {
                Errand::Fetch
            }
        }
    }

    /// Returns how the URI waits after a larger offer; `None` if it need not be queued again.
    pub(super) fn again(self) -> Option<Rank> {
        match self {
            Rank::Fetched => Some(Rank::WaitsAgain),
            Rank::Archived => Some(Rank::WaitsForLinks),
            Rank::Waits | Rank::WaitsAgain | Rank::WaitsForLinks | Rank::Refused => None,
        }
    }
}

pub(super) struct Standings {
    recent: HashMap<Print, Kept, BuildHasherDefault<Low>>,
    /// URIs that are out with a ticket, so that taking one back needs no disk access.
    out: HashMap<Print, Kept, BuildHasherDefault<Low>>,
    cache: Box<[(Print, Kept)]>,
    runs: Runs<WIDTH>,
}

impl Standings {
    pub(super) fn open(folder: &Path, runs: &[u64]) -> Result<Standings, FrontierError> {
        let nobody = (0, Kept { standing: 0, rank: Rank::Waits, place: 0 });
        let keep = Arc::new(|_: &[u8; WIDTH]| true);
        let kind = RunKind { name: "standings", spot_of: Some(spot_of), keep, key: PRINT };
        Ok(Standings {
            recent: HashMap::default(),
            out: HashMap::default(),
            cache: vec![nobody; CACHE].into_boxed_slice(),
            runs: Runs::open(folder, kind, runs)?,
        })
    }

    /// Returns the record of a URI; `None` if it was never seen.
    pub(super) fn get(&mut self, print: Print) -> Result<Option<Kept>, FrontierError> {
        if let Some(kept) = self.recent.get(&print) {
            return Ok(Some(*kept));
        }
        let slot = print as usize % CACHE;
        if let (known, kept) = self.cache[slot]
            && known == print
            && kept.place > 0
        {
            return Ok(Some(kept));
        }
        let prefix = print.to_be_bytes();
        let mut from = [0; WIDTH];
        from[..PRINT].copy_from_slice(&prefix);
        let spot = spot_of_print(print);
        // The record that was written last is the largest.
        for run in self.runs.iter().rev() {
            if run.may_hold(spot)
                && let Some(record) = run.scan(&prefix, from).next().transpose()?
            {
                let wrong = || damaged(Path::new("standings"), "it has an unknown rank");
                let kept = kept_of(&record).ok_or_else(wrong)?;
                self.cache[slot] = (print, kept);
                return Ok(Some(kept));
            }
        }
        Ok(None)
    }

    pub(super) fn set(&mut self, print: Print, kept: Kept) {
        self.recent.insert(print, kept);
        if let Some(out) = self.out.get_mut(&print) {
            *out = kept;
        }
        let slot = &mut self.cache[print as usize % CACHE];
        if slot.0 == print {
            slot.1 = kept;
        }
    }

    /// Marks a URI as out with a ticket.
    pub(super) fn take_out(&mut self, print: Print) -> Result<Option<Kept>, FrontierError> {
        let kept = self.get(print)?;
        if let Some(kept) = kept {
            self.out.insert(print, kept);
        }
        Ok(kept)
    }

    /// Takes a URI back whose ticket came back; returns its record.
    pub(super) fn take_back(&mut self, print: Print) -> Option<Kept> {
        self.out.remove(&print)
    }

    /// Number of URIs changed since the last flush.
    pub(super) fn recent(&self) -> usize {
        self.recent.len()
    }

    /// Moves what is in memory to disk.
    pub(super) fn flush(&mut self) -> Result<(), FrontierError> {
        if self.recent.is_empty() {
            return Ok(());
        }
        let mut records: Vec<[u8; WIDTH]> =
            self.recent.drain().map(|(print, kept)| record(print, kept)).collect();
        records.sort_unstable();
        Ok(self.runs.add(records.len() as u64, records.into_iter())?)
    }

    pub(super) fn runs(&mut self) -> &mut Runs<WIDTH> {
        &mut self.runs
    }
}

fn record(print: Print, kept: Kept) -> [u8; WIDTH] {
    let mut record = [0; WIDTH];
    record[..PRINT].copy_from_slice(&print.to_be_bytes());
    record[PRINT..PRINT + 4].copy_from_slice(&kept.standing.to_be_bytes());
    record[PRINT + 4] = kept.rank as u8;
    let [_, _, place @ ..] = kept.place.to_be_bytes();
    record[PRINT + 5..].copy_from_slice(&place);
    record
}

/// Decodes a record; `None` if the rank is unknown.
fn kept_of(record: &[u8; WIDTH]) -> Option<Kept> {
    let number = |from: usize, to: usize| {
        record[from..to].iter().fold(0u64, |value, &byte| value << 8 | u64::from(byte))
    };
    Some(Kept {
        standing: number(PRINT, PRINT + 4) as u32,
        rank: Rank::from_code(record[PRINT + 4])?,
        place: number(PRINT + 5, WIDTH),
    })
}

fn spot_of(record: &[u8; WIDTH]) -> Spot {
    let print = record.first_chunk::<PRINT>().map_or(0, |print| Print::from_be_bytes(*print));
    spot_of_print(print)
}
