//! What there is instead of an address that has no captures.

use super::{CaptureGate, ListedAddress, ReaderGate};
use crate::memento::is_memento;
use stodola_archive::{
    Captures, Catalogue, CatalogueError, Direction, Key, KeyRange, RangeCursor, key_of,
};

/// So many addresses are told on either side.
const MAX_SIDE: usize = 4;
/// So many captures are looked at for them.
const MAX_READ: usize = 2000;
/// So many outcomes are told.
const MAX_OUTCOMES: usize = 5;

/// What a harvest did with an address.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HarvestOutcome {
    /// The job.
    pub job: String,
    /// Its round; 1 for the first.
    pub round: u32,
    /// When, in milliseconds since 1970.
    pub time: u64,
    /// The name of the outcome.
    pub outcome: String,
    /// The rule or the reason.
    pub detail: Option<String>,
}

/// What there is near an address.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NearbyAddresses {
    /// The same address without its query, if that has captures.
    pub without_query: Option<ListedAddress>,
    /// Addresses of the same host that stand next to it in the order of keys.
    pub same_host: Vec<ListedAddress>,
    /// What harvests did with the address, the latest first.
    pub outcomes: Vec<HarvestOutcome>,
}

impl NearbyAddresses {
    /// Looks around an address.
    pub fn find(
        url: &[u8],
        captures: &Captures,
        gate: &ReaderGate,
    ) -> Result<NearbyAddresses, CatalogueError> {
        let catalogue = captures.catalogue()?;
        let key = key_of(url);
        let mut found = NearbyAddresses::default();
        if let Some(at) = url.iter().position(|byte| *byte == b'?') {
            let bare = key_of(&url[..at]);
            found.without_query = first_of(KeyRange::of_key(&bare), &catalogue, gate)?;
        }
        if let Some(end) = key.iter().position(|byte| *byte == b')') {
            let host = &key[..=end];
            found.same_host = beside(&key, host, Direction::Backwards, &catalogue, gate)?;
            found.same_host.reverse();
            found.same_host.extend(beside(&key, host, Direction::Forwards, &catalogue, gate)?);
        }
        // That an address was harvested says that there is a capture: nothing is told if that could be hidden.
        if !gate.may_hide(&key) {
            let outcomes = catalogue.outcomes(url)?.into_iter().rev().take(MAX_OUTCOMES);
            found.outcomes = outcomes
                .map(|(round, row)| HarvestOutcome {
                    job: round.job,
                    round: round.number,
                    time: row.time,
                    outcome: row.outcome,
                    detail: row.detail,
                })
                .collect();
        }
        Ok(found)
    }
}

/// The address of the first capture of a range that the reader may know of.
fn first_of(
    range: KeyRange,
    catalogue: &Catalogue,
    gate: &dyn CaptureGate,
) -> Result<Option<ListedAddress>, CatalogueError> {
    let mut cursor = RangeCursor::new(range, Direction::Forwards);
    for _ in 0..MAX_READ {
        let Some(entry) = catalogue.advance(&mut cursor)? else { break };
        if is_memento(&entry, catalogue, gate)? {
            return Ok(ListedAddress::new(&entry, gate));
        }
    }
    Ok(None)
}

/// Addresses of a host before or behind a key.
fn beside(
    key: &[u8],
    host: &[u8],
    direction: Direction,
    catalogue: &Catalogue,
    gate: &dyn CaptureGate,
) -> Result<Vec<ListedAddress>, CatalogueError> {
    let whole = KeyRange::of_prefix(host);
    let here = |time| Key { surt: key.to_vec(), time, ..Key::default() };
    let range = match direction {
        Direction::Forwards => KeyRange { start: here(i64::MAX as u64), ..whole },
        Direction::Backwards => KeyRange { end: Some(here(0)), ..whole },
    };
    let mut cursor = RangeCursor::new(range, direction);
    let mut found: Vec<(Vec<u8>, ListedAddress)> = Vec::new();
    for _ in 0..MAX_READ {
        let Some(entry) = catalogue.advance(&mut cursor)? else { break };
        if !is_memento(&entry, catalogue, gate)? {
            continue;
        }
        match found.last() {
            Some((known, _)) if *known == entry.row.key => {}
            _ if found.len() == MAX_SIDE => break,
            _ => found.extend(ListedAddress::new(&entry, gate).map(|it| (entry.row.key, it))),
        }
    }
    Ok(found.into_iter().map(|(_, address)| address).collect())
}
