//! Answering a query: from its words to ranked documents, counts and facets.
//!
//! ```text
//! clauses ─▶ terms: the forms of each word that the index has, and how rare it is
//! segments, shared out among threads, 4096 documents at a time:
//!     scores of each clause (BM25 over weighted parts) ─▶ and, or, not ─▶ filters, access ─▶ counts, best
//! the best 200: words that stand close together count more
//! ```

mod best;
mod closeness;
mod facets;
mod filter;
mod phrase;
mod segment;
mod stats;
mod terms;

pub(crate) use best::{Best, Ranked};
pub use best::{PageRank, SearchOrder};
pub(crate) use facets::{Tally, highest as facets_highest};
pub(crate) use filter::{CompiledFilter, NumberFilter, NumberSet, Sight};
pub(crate) use stats::Stats;
pub(crate) use terms::{ClauseTerms, TermGroup};

use crate::error::SearchError;
use crate::parts::Fields;
use segment::SegmentRun;
use tantivy::{Searcher, SegmentReader};

/// Documents that are looked at together.
pub(crate) const WINDOW: usize = 4096;

/// Whether documents need all words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Matching {
    /// All words that are wanted.
    All,
    /// At least one of them, and all that are required.
    Some,
}

/// What is looked for, and where.
#[derive(Clone, Copy)]
pub(crate) struct IndexRun<'r> {
    pub(crate) searcher: &'r Searcher,
    pub(crate) fields: &'r Fields,
    pub(crate) clauses: &'r [ClauseTerms],
    pub(crate) stats: &'r Stats,
    pub(crate) matching: Matching,
}

impl IndexRun<'_> {
    /// Goes through some segments, given by their numbers.
    pub(crate) fn run(
        &self,
        segments: &[usize],
        filter: &mut CompiledFilter<'_>,
        tally: &mut Tally,
        best: &mut Best,
    ) -> Result<(), SearchError> {
        let IndexRun { searcher, fields, clauses, stats, matching } = *self;
        for number in segments {
            let segment = searcher.segment_reader(*number as u32);
            let run = SegmentRun::new(segment, fields, clauses, stats, matching)?;
            if let Some(run) = run {
                run.run(*number as u32, filter, tally, best)?;
            }
        }
        Ok(())
    }

    /// Ranks the best of all segments again, by how close to each other the words stand.
    pub(crate) fn rank_again(&self, best: &mut Best) -> Result<(), SearchError> {
        let wanted = self.clauses.iter().filter(|clause| clause.is_wanted());
        match best.is_by_fit() && wanted.count() > 1 {
            true => closeness::rank_again(self.searcher, self.fields, self.clauses, best),
            false => Ok(()),
        }
    }
}

/// Documents for which one more thread is worth its start; in debug builds one, so that tests divide small indexes.
const THREAD_DOCUMENTS: u64 = if cfg!(debug_assertions) { 1 } else { 50_000 };
/// Threads that work on one query at most.
const THREADS_MAX: usize = 4;

/// Divides the segments of an index among threads: their numbers, for each thread. There is always one.
pub(crate) fn shares(searcher: &Searcher) -> Vec<Vec<usize>> {
    let mut sizes: Vec<(u32, usize)> =
        searcher.segment_readers().iter().map(SegmentReader::num_docs).zip(0..).collect();
    sizes.sort_unstable_by(|a, b| b.cmp(a));
    let cores = std::thread::available_parallelism().map_or(1, usize::from).min(THREADS_MAX);
    let worth = (searcher.num_docs() / THREAD_DOCUMENTS).max(1);
    let threads = cores.min(sizes.len().max(1)).min(worth as usize);
    let mut shares = vec![(0, Vec::new()); threads];
    for (size, number) in sizes {
        if let Some((sum, numbers)) = shares.iter_mut().min_by_key(|(sum, _)| *sum) {
            *sum += u64::from(size);
            numbers.push(number);
        }
    }
    shares.into_iter().map(|(_, numbers)| numbers).collect()
}
