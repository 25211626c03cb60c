//! Which of many seeds are taken: one batch of several, or a random sample. Both depend on the URIs and on nothing
//! else, so that a stream of any length is enough, and everybody who chooses again gets the same.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt;
use std::num::NonZeroU32;
use std::str::FromStr;
use stodola_warc::digest::Algorithm;

/// Largest number of URIs in a sample: they are kept in memory.
pub const MAX_SAMPLE: u64 = 1_000_000;

/// One of several parts of a list, written `2/10`. All URIs of a registrable domain are in the same part, so no batch
/// fetches what another one does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct SeedBatch {
    number: u32,
    of: NonZeroU32,
}

/// The error for a text that is not a batch.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a batch is written NUMBER/COUNT, such as 2/10")]
pub struct SeedBatchError;

impl SeedBatch {
    /// The only part: everything.
    pub const ALL: SeedBatch = SeedBatch { number: 1, of: NonZeroU32::MIN };

    /// Whether a URI belongs to the batch.
    pub fn has(self, uri: &[u8]) -> bool {
        let host = stodola_uri::host(uri);
        self.of.get() == 1
            || host.is_some_and(|host| stodola_uri::partition(&host, self.of) == self.number - 1)
    }
}

impl Default for SeedBatch {
    fn default() -> SeedBatch {
        SeedBatch::ALL
    }
}

impl FromStr for SeedBatch {
    type Err = SeedBatchError;

    fn from_str(text: &str) -> Result<SeedBatch, SeedBatchError> {
        let (number, of) = text.split_once('/').ok_or(SeedBatchError)?;
        let number: u32 = number.trim().parse().map_err(|_| SeedBatchError)?;
        let of: NonZeroU32 = of.trim().parse().map_err(|_| SeedBatchError)?;
        let is_one = (1..=of.get()).contains(&number);
        if is_one { Ok(SeedBatch { number, of }) } else { Err(SeedBatchError) }
    }
}

impl TryFrom<String> for SeedBatch {
    type Error = SeedBatchError;

    fn try_from(text: String) -> Result<SeedBatch, SeedBatchError> {
        text.parse()
    }
}

impl From<SeedBatch> for String {
    fn from(batch: SeedBatch) -> String {
        batch.to_string()
    }
}

impl fmt::Display for SeedBatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.number, self.of)
    }
}

/// A random sample of a stream: the URIs with the smallest hashes, each once.
pub(super) struct Sample {
    size: usize,
    seed: u64,
    taken: BTreeMap<[u8; 32], Vec<u8>>,
}

impl Sample {
    pub(super) fn new(size: u64, seed: u64) -> Sample {
        Sample { size: size.min(MAX_SAMPLE) as usize, seed, taken: BTreeMap::new() }
    }

    pub(super) fn offer(&mut self, uri: Vec<u8>) {
        let mut hasher = Algorithm::Sha256.hasher();
        hasher.update(&self.seed.to_be_bytes());
        hasher.update(&uri);
        let Ok(hash) = <[u8; 32]>::try_from(hasher.finish().as_bytes()) else { return };
        let is_far = self.taken.len() >= self.size
            && self.taken.last_key_value().is_none_or(|(largest, _)| hash >= *largest);
        if is_far {
            return;
        }
        self.taken.insert(hash, uri);
        if self.taken.len() > self.size {
            self.taken.pop_last();
        }
    }

    /// Returns the sample, in random order.
    pub(super) fn into_uris(self) -> std::collections::btree_map::IntoValues<[u8; 32], Vec<u8>> {
        self.taken.into_values()
    }
}
