//! The best documents of a query so far.

use crate::parts::Facts;
use crate::span::Span;
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use stodola_archive::Stamp;

/// A document of the ranking.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Ranked {
    pub(crate) score: f32,
    pub(crate) content: u64,
    pub(crate) facts: Facts,
    /// Segment, and number in it.
    pub(crate) place: (u32, u32),
}

impl Ranked {
    /// Larger is better. Of equal scores the newer content goes first.
    pub(crate) fn key(&self) -> (u32, u64) {
        // The bits of a float that is not negative are in the order of the floats.
        (self.score.max(0.0).to_bits(), self.content)
    }
}

/// Keeps a number of documents with the best scores.
pub(crate) struct Best {
    heap: BinaryHeap<Reverse<BestItem>>,
    limit: usize,
    order: SearchOrder,
    /// Multiplies scores, for documents that many link to.
    rank: Option<PageRank>,
}

/// What the address of a content is worth because of the links to it; 1 if nothing is known of them.
pub type PageRank = std::sync::Arc<dyn Fn(u64) -> f32 + Send + Sync>;

/// The order of hits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SearchOrder {
    /// What fits best first.
    #[default]
    Best,
    /// What was captured last first, to the hour.
    Newest,
    /// What was captured first first, to the hour.
    Oldest,
}

struct BestItem(Ranked);

impl PartialEq for BestItem {
    fn eq(&self, other: &BestItem) -> bool {
        self.0.key() == other.0.key()
    }
}

impl Eq for BestItem {}

impl PartialOrd for BestItem {
    fn partial_cmp(&self, other: &BestItem) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for BestItem {
    fn cmp(&self, other: &BestItem) -> std::cmp::Ordering {
        self.0.key().cmp(&other.0.key())
    }
}

/// Pages of errors are hardly what somebody looks for.
const ERROR_WORTH: f32 = 0.2;

impl Best {
    pub(crate) fn new(limit: usize, order: SearchOrder, rank: Option<PageRank>) -> Best {
        Best { heap: BinaryHeap::new(), limit: limit.max(1), order, rank }
    }

    /// Whether what fits best is kept; otherwise scores are times.
    pub(super) fn is_by_fit(&self) -> bool {
        self.order == SearchOrder::Best
    }

    pub(super) fn offer(
        &mut self,
        score: f32,
        content: u64,
        facts: Facts,
        span: Span,
        place: (u32, u32),
    ) {
        let score = match self.order {
            SearchOrder::Best => self.fit(score, content, facts),
            SearchOrder::Newest => hour(span.last).map_or(0.0, |hour| hour),
            SearchOrder::Oldest => hour(span.first).map_or(0.0, |hour| HOURS_END - hour),
        };
        self.keep(Ranked { score, content, facts, place });
    }

    /// Adds the best documents of another thread.
    pub(crate) fn join(&mut self, other: Best) {
        other.heap.into_iter().for_each(|Reverse(BestItem(ranked))| self.keep(ranked));
    }

    fn keep(&mut self, ranked: Ranked) {
        if self.heap.len() == self.limit {
            match self.heap.peek() {
                Some(Reverse(worst)) if worst.0.key() >= ranked.key() => return,
                _ => self.heap.pop(),
            };
        }
        self.heap.push(Reverse(BestItem(ranked)));
    }

    fn fit(&self, score: f32, content: u64, facts: Facts) -> f32 {
        let worth = if facts.status >= 400 { ERROR_WORTH } else { 1.0 };
        score * worth * self.rank.as_ref().map_or(1.0, |rank| rank(content))
    }

    /// Takes all documents out, the best first.
    pub(crate) fn take(&mut self) -> Vec<Ranked> {
        let heap = std::mem::take(&mut self.heap);
        heap.into_sorted_vec().into_iter().map(|Reverse(BestItem(ranked))| ranked).collect()
    }

    /// Puts documents back.
    pub(super) fn put_back(&mut self, ranked: Vec<Ranked>) {
        self.heap = ranked.into_iter().map(|ranked| Reverse(BestItem(ranked))).collect();
    }
}

/// Later than all captures, in hours since 1900.
const HOURS_END: f32 = 16_000_000.0;
/// Hours from 1900 to 1970.
const HOURS_BEFORE: i64 = 613_608;

/// The hour of a time in fourteen digits, since 1900; `None` if it is not known. A float has it exactly.
fn hour(time: u64) -> Option<f32> {
    let hours = Stamp::from_number(time)?.seconds().div_euclid(3_600) + HOURS_BEFORE;
    Some((hours.max(1) as f32).min(HOURS_END - 1.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_best_of_two_threads_are_kept_in_one_order() {
        let of = |scores: &[f32]| {
            let mut best = Best::new(3, SearchOrder::Best, None);
            for score in scores {
                best.offer(*score, *score as u64, Facts::default(), Span::default(), (0, 0));
            }
            best
        };
        let (mut one, mut other) = (of(&[5.0, 1.0, 3.0]), of(&[4.0, 2.0, 6.0]));
        one.join(of(&[4.0, 2.0, 6.0]));
        other.join(of(&[5.0, 1.0, 3.0]));
        let scores = |best: &mut Best| best.take().iter().map(|it| it.score).collect::<Vec<_>>();
        assert_eq!(scores(&mut one), [6.0, 5.0, 4.0]);
        assert_eq!(scores(&mut other), [6.0, 5.0, 4.0]);
    }

    #[test]
    fn hours_are_told_apart() {
        let at = |time| hour(time).unwrap_or_default();
        assert!(at(20240101000000) < at(20240101010000));
        assert!(at(19000101000000) >= 1.0 && at(19900101000000) < at(20240101000000));
        assert_eq!(hour(0), None);
    }
}
