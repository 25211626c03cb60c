//! The best documents of a query so far.

use crate::parts::Facts;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

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
    /// Multiplies scores, for documents that many link to.
    rank: Option<PageRank>,
}

/// What the address of a content is worth because of the links to it: 1 is usual. Filled by the link map, once there
/// is one.
pub type PageRank = std::sync::Arc<dyn Fn(u64) -> f32 + Send + Sync>;

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
    pub(crate) fn new(limit: usize, rank: Option<PageRank>) -> Best {
        Best { heap: BinaryHeap::new(), limit: limit.max(1), rank }
    }

    pub(super) fn offer(&mut self, score: f32, content: u64, facts: Facts, place: (u32, u32)) {
        let mut score = score;
        if facts.status >= 400 {
            score *= ERROR_WORTH;
        }
        if let Some(rank) = &self.rank {
            score *= rank(content);
        }
        let ranked = Ranked { score, content, facts, place };
        if self.heap.len() == self.limit {
            match self.heap.peek() {
                Some(Reverse(worst)) if worst.0.key() >= ranked.key() => return,
                _ => self.heap.pop(),
            };
        }
        self.heap.push(Reverse(BestItem(ranked)));
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
