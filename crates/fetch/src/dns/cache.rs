//! The cache of answers, as long as they are valid; callers that ask at the same time share one question.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use tokio::sync::OnceCell;
use tokio::time::Instant;

use super::DnsAnswer;
use crate::failure::DnsFailure;

/// An answer, good or bad, and the time when it expires.
#[derive(Clone, Debug)]
pub(super) struct Known {
    pub(super) answer: Result<Arc<DnsAnswer>, DnsFailure>,
    pub(super) until: Instant,
}

/// The place of an answer. The caller that finds it empty asks; the others wait. If that caller goes away, the next one
/// takes over.
pub(super) type Cell = Arc<OnceCell<Known>>;

/// Answers by name.
#[derive(Debug)]
pub(super) struct Cache {
    cells: Mutex<HashMap<String, Cell>>,
    limit: usize,
}

impl Cache {
    pub(super) fn new(limit: usize) -> Cache {
        Cache { cells: Mutex::default(), limit: limit.max(1) }
    }

    /// Returns the place for the answer about a name; empty if there is no valid answer.
    pub(super) fn cell(&self, host: &str, now: Instant) -> Cell {
        // Nothing can fail between lock and unlock, so the map is never half changed.
        let mut cells = self.cells.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(cell) = cells.get(host)
            && is_believed(cell, now)
        {
            return Arc::clone(cell);
        }
        if cells.len() >= self.limit && !cells.contains_key(host) {
            make_room(&mut cells, now);
        }
        let cell = Cell::default();
        cells.insert(host.to_owned(), Arc::clone(&cell));
        cell
    }
}

/// Whether an answer is still valid. An empty place counts: somebody is asking.
fn is_believed(cell: &Cell, now: Instant) -> bool {
    cell.get().is_none_or(|known| known.until > now)
}

/// Removes expired answers, and if these are few, an eighth of the rest: this way the whole map is searched rarely.
fn make_room(cells: &mut HashMap<String, Cell>, now: Instant) {
    let before = cells.len();
    cells.retain(|_, cell| is_believed(cell, now));
    let wanted = before - before.div_ceil(8);
    if cells.len() > wanted {
        let surplus = cells.len() - wanted;
        let names: Vec<String> = cells.keys().take(surplus).cloned().collect();
        for name in names {
            cells.remove(&name);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    fn fill(cell: &Cell, until: Instant) {
        cell.set(Known { answer: Err(DnsFailure::NoAddress), until }).unwrap();
    }

    #[tokio::test(start_paused = true)]
    async fn answers_are_forgotten_in_time() {
        let cache = Cache::new(10);
        let start = Instant::now();
        fill(&cache.cell("a", start), start + Duration::from_secs(5));
        assert!(cache.cell("a", start + Duration::from_secs(4)).get().is_some());
        assert!(cache.cell("b", start).get().is_none());
        assert!(cache.cell("a", start + Duration::from_secs(5)).get().is_none());
        // The place that someone is about to fill is shared.
        assert!(Arc::ptr_eq(&cache.cell("b", start), &cache.cell("b", start)));
    }

    #[tokio::test(start_paused = true)]
    async fn the_cache_stays_within_its_limit() {
        let cache = Cache::new(100);
        let now = Instant::now();
        for number in 0..1000 {
            fill(&cache.cell(&number.to_string(), now), now + Duration::from_secs(number % 7));
            assert!(cache.cells.lock().unwrap().len() <= 100);
        }
        assert!(cache.cell("999", now).get().is_some());
    }
}
