//! The set of URIs that a frontier has seen, exactly: each by 128 bits of its SHA-256.
//!
//! URIs since the last checkpoint are in memory, the rest in sorted runs with a filter each, so that a new URI rarely
//! needs a read. URIs that were recently asked for are in a small cache.

use super::error::FrontierError;
use sha2::{Digest, Sha256};
use std::collections::HashSet;
use std::hash::{BuildHasherDefault, Hasher};
use std::path::Path;
use std::sync::Arc;
use stodola_table::{RunKind, Runs, Spot};

/// Identifies a URI: 128 bits of its SHA-256.
pub(super) type Print = u128;
const WIDTH: usize = 16;
/// Number of entries in the cache: 4 MiB.
const CACHE: usize = 1 << 18;

pub(super) fn print(parts: &[&[u8]]) -> Print {
    let mut hash = Sha256::new();
    parts.iter().for_each(|part| hash.update(part));
    let digest: [u8; 32] = hash.finalize().into();
    digest[..WIDTH].iter().fold(0, |value, &byte| value << 8 | u128::from(byte))
}

pub(super) struct Seen {
    recent: HashSet<Print, BuildHasherDefault<Low>>,
    cache: Box<[Print]>,
    runs: Runs<WIDTH>,
}

impl Seen {
    pub(super) fn open(folder: &Path, runs: &[u64]) -> Result<Seen, FrontierError> {
        let keep = Arc::new(|_: &[u8; WIDTH]| true);
        let kind = RunKind { name: "seen", spot_of: Some(spot_of), keep, key: WIDTH };
        Ok(Seen {
            recent: HashSet::default(),
            cache: vec![0; CACHE].into_boxed_slice(),
            runs: Runs::open(folder, kind, runs)?,
        })
    }

    /// Adds a URI. Returns whether it was new.
    pub(super) fn insert(&mut self, print: Print) -> Result<bool, FrontierError> {
        let is_new = !self.contains(print)?;
        if is_new {
            self.recent.insert(print);
        }
        Ok(is_new)
    }

    pub(super) fn contains(&mut self, print: Print) -> Result<bool, FrontierError> {
        let slot = print as usize % CACHE;
        if self.cache[slot] == print || self.recent.contains(&print) {
            return Ok(true);
        }
        let record = print.to_be_bytes();
        let spot = spot_of(&record);
        for run in self.runs.iter().rev() {
            if run.may_hold(spot) && run.scan(&record, record).next().transpose()?.is_some() {
                self.cache[slot] = print;
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Number of URIs added since the last flush.
    pub(super) fn recent(&self) -> usize {
        self.recent.len()
    }

    /// Moves what is in memory to disk.
    pub(super) fn flush(&mut self) -> Result<(), FrontierError> {
        if self.recent.is_empty() {
            return Ok(());
        }
        let mut prints: Vec<Print> = self.recent.drain().collect();
        prints.sort_unstable();
        let records = prints.iter().map(|print| print.to_be_bytes());
        Ok(self.runs.add(prints.len() as u64, records)?)
    }

    pub(super) fn runs(&mut self) -> &mut Runs<WIDTH> {
        &mut self.runs
    }
}

fn spot_of(record: &[u8; WIDTH]) -> Spot {
    spot_of_print(Print::from_be_bytes(*record))
}

/// Returns the place of a print in a filter. The first word sorts the runs; the second is used for the filter.
pub(super) fn spot_of_print(print: Print) -> Spot {
    let low = print as u64;
    Spot { block: low.rotate_left(32).wrapping_mul(0x9E37_79B9_7F4A_7C15), bits: low }
}

/// A hasher that takes a part of a print, which is as good as any hash.
#[derive(Default)]
pub(super) struct Low(u64);

impl Hasher for Low {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|&byte| self.0 = self.0.rotate_left(8) ^ u64::from(byte));
    }

    fn write_u128(&mut self, print: u128) {
        self.0 = (print >> 32) as u64;
    }
}
