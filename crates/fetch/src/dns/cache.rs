//! Remembers answers for as long as they are believed, and joins those who ask at the same time.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use tokio::sync::OnceCell;
use tokio::time::Instant;

use super::DnsAnswer;
use crate::failure::DnsFailure;

/// An answer, good or bad, and when it is to be forgotten.
#[derive(Clone, Debug)]
pub(super) struct Known {
    pub(super) answer: Result<Arc<DnsAnswer>, DnsFailure>,
    pub(super) until: Instant,
}

/// A place for an answer. Whoever finds it empty asks; the others wait. If the one who asks goes
/// away, the next takes over.
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

    /// The place for the answer about a name, empty if there is none that is still believed.
    pub(super) fn cell(&self, host: &str, now: Instant) -> Cell {
        // Between lock and unlock nothing can fail that would leave the map half changed.
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

/// An empty place counts: someone is asking.
fn is_believed(cell: &Cell, now: Instant) -> bool {
    cell.get().is_none_or(|known| known.until > now)
}

/// Forgets what is out of date, and if that is not much, an eighth of the rest: then looking
/// through all is rare.
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
