//! Answering a query: from its words to ranked documents, counts and facets.
//!
//! ```text
//! clauses ─▶ terms: the forms of each word that the index has, and how rare it is
//! segments, 4096 documents at a time:
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
use tantivy::Searcher;

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
pub(crate) struct IndexRun<'r> {
    pub(crate) searcher: &'r Searcher,
    pub(crate) fields: &'r Fields,
    pub(crate) clauses: &'r [ClauseTerms],
    pub(crate) stats: &'r Stats,
    pub(crate) matching: Matching,
}

impl IndexRun<'_> {
    /// Goes through all segments.
    pub(crate) fn run(
        &self,
        filter: &mut CompiledFilter<'_>,
        tally: &mut Tally,
        best: &mut Best,
    ) -> Result<(), SearchError> {
        let IndexRun { searcher, fields, clauses, stats, matching } = *self;
        for (number, segment) in searcher.segment_readers().iter().enumerate() {
            let run = SegmentRun::new(segment, fields, clauses, stats, matching)?;
            if let Some(run) = run {
                run.run(number as u32, filter, tally, best)?;
            }
        }
        let wanted = clauses.iter().filter(|clause| clause.is_wanted());
        if best.is_by_fit() && wanted.count() > 1 {
            closeness::rank_again(searcher, fields, clauses, best)?;
        }
        Ok(())
    }
}
