//! The archive as a whole: what its first page says.

use super::{CaptureGate, CaptureSight, ReaderGate};
use crate::collections::CollectionScope;
use crate::memento::is_memento;
use std::collections::BTreeMap;
use stodola_archive::{
    By, Captures, Catalogue, CatalogueError, Direction, Entry, KeyRange, RangeCursor, Stamp,
};

/// So many captures that may be hidden are looked at. If there are more, no figures are told.
const MAX_HIDDEN: u64 = 50_000;
/// So many addresses are named.
const MAX_EXAMPLES: usize = 4;
/// So many hosts are looked at for them, and so many captures of each.
const MAX_HOSTS: u32 = 12;
const MAX_OF_HOST: usize = 50;

/// The archive as a whole, as far as the reader may know it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ArchiveFront {
    /// How many captures there are; `None` if that cannot be told without telling of hidden ones.
    pub captures: Option<u64>,
    /// How many hosts, and bytes of files. `None` if some may be hidden.
    pub size: Option<(u64, u64)>,
    /// Captures by year.
    pub years: BTreeMap<u16, u64>,
    /// The first and the last capture; `None` if some may be hidden, or if there are none.
    pub span: Option<(Stamp, Stamp)>,
    /// Addresses with captures, of the largest hosts.
    pub examples: Vec<Vec<u8>>,
}

impl ArchiveFront {
    /// Asks the catalogue.
    pub fn read(captures: &Captures, gate: &ReaderGate) -> Result<ArchiveFront, CatalogueError> {
        let catalogue = captures.catalogue()?;
        if let Some(collection) = gate.collection() {
            return ArchiveFront::of_collection(&catalogue, gate, collection);
        }
        let totals = catalogue.totals()?;
        let mut front = ArchiveFront { captures: Some(totals.captures), ..ArchiveFront::default() };
        for share in catalogue.shares(By::Year, 1000)? {
            if let Some(year) = share.name.and_then(|name| name.parse().ok()) {
                front.years.insert(year, share.captures);
            }
        }
        front.examples = examples(&catalogue, gate)?;
        if gate.hiding_keys().next().is_none() {
            front.size = Some((totals.hosts, totals.file_bytes));
            front.span = catalogue.span()?;
            return Ok(front);
        }
        match hidden(&catalogue, gate)? {
            Some(HiddenCount { all, years }) => {
                front.captures = front.captures.map(|captures| captures.saturating_sub(all));
                for (year, hidden) in years {
                    let count = front.years.entry(year).or_default();
                    *count = count.saturating_sub(hidden);
                }
                front.years.retain(|_, count| *count > 0);
            }
            None => {
                front.captures = None;
                front.years.clear();
            }
        }
        Ok(front)
    }
}

impl ArchiveFront {
    /// The figures of a collection. They are counted one by one; if there are too many captures, none are told.
    fn of_collection(
        catalogue: &Catalogue,
        gate: &ReaderGate,
        collection: &CollectionScope,
    ) -> Result<ArchiveFront, CatalogueError> {
        let mut keys: Vec<&str> =
            collection.definition().places.iter().map(|place| place.key()).collect();
        keys.sort_unstable();
        // None of them within another one, so that nothing is counted twice.
        keys.dedup_by(|key, before| key.starts_with(&**before));
        if keys.is_empty() {
            keys.push("");
        }
        let mut front = ArchiveFront { captures: Some(0), ..ArchiveFront::default() };
        let mut read = 0;
        for key in keys {
            let range = KeyRange::of_prefix(key.as_bytes());
            let mut cursor = RangeCursor::new(range, Direction::Forwards);
            while let Some(entry) = catalogue.advance(&mut cursor)? {
                read += 1;
                if read > MAX_HIDDEN {
                    let examples = front.examples;
                    return Ok(ArchiveFront { examples, ..ArchiveFront::default() });
                }
                if is_memento(&entry, catalogue, gate)? {
                    front.count(entry, gate);
                }
            }
        }
        Ok(front)
    }

    fn count(&mut self, entry: Entry, gate: &ReaderGate) {
        let Some(time) = entry.row.time else { return };
        self.captures = self.captures.map(|captures| captures + 1);
        *self.years.entry(time.year()).or_default() += 1;
        self.span = match self.span {
            Some((first, last)) => Some((first.min(time), last.max(time))),
            None => Some((time, time)),
        };
        let is_new = self.examples.last() != Some(&entry.row.uri);
        if self.examples.len() < MAX_EXAMPLES && is_new && is_example(&entry, gate) {
            self.examples.push(entry.row.uri);
        }
    }
}

/// Whether a capture is a page that can be named as an example.
fn is_example(entry: &Entry, gate: &ReaderGate) -> bool {
    let row = &entry.row;
    row.status.is_none_or(|status| status < 300)
        && row.mime.as_deref() == Some("text/html")
        && row.uri.len() <= 100
        && gate.sight(entry) == CaptureSight::Shown
}

/// How many captures are hidden.
struct HiddenCount {
    all: u64,
    years: BTreeMap<u16, u64>,
}

/// How many captures are hidden, in all and by year. `None` if there are too many to count.
fn hidden(catalogue: &Catalogue, gate: &ReaderGate) -> Result<Option<HiddenCount>, CatalogueError> {
    let (mut read, mut all) = (0, 0);
    let mut years = BTreeMap::new();
    for key in gate.hiding_keys() {
        let mut cursor = RangeCursor::new(KeyRange::of_prefix(key), Direction::Forwards);
        while let Some(entry) = catalogue.advance(&mut cursor)? {
            read += 1;
            if read > MAX_HIDDEN {
                return Ok(None);
            }
            if gate.sight(&entry) == CaptureSight::Hidden {
                all += 1;
                if let Some(time) = entry.row.time {
                    *years.entry(time.year()).or_default() += 1;
                }
            }
        }
    }
    Ok(Some(HiddenCount { all, years }))
}

/// The first page of each of the largest hosts.
fn examples(catalogue: &Catalogue, gate: &ReaderGate) -> Result<Vec<Vec<u8>>, CatalogueError> {
    let mut found = Vec::new();
    for host in catalogue.shares(By::Host, MAX_HOSTS)?.into_iter().filter_map(|share| share.name) {
        let mut cursor = RangeCursor::new(
            KeyRange::of_prefix(format!("{host})/").as_bytes()),
            Direction::Forwards,
        );
        for _ in 0..MAX_OF_HOST {
            let Some(entry) = catalogue.advance(&mut cursor)? else { break };
            if is_example(&entry, gate) {
                found.push(entry.row.uri);
                break;
            }
        }
        if found.len() == MAX_EXAMPLES {
            break;
        }
    }
    Ok(found)
}
