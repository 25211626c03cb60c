//! How rare words are and how long parts: what the scores of a query are computed with.
//!
//! A cursor carries these numbers from page to page, so that documents that came meanwhile do not change the order of
//! the others.

use super::terms::ClauseTerms;
use crate::error::SearchError;
use crate::parts::{Fields, SearchPart};
use tantivy::Searcher;

/// Numbers of the index at the time of the first page.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Stats {
    /// How much each clause tells, in their order.
    pub(crate) weights: Vec<f32>,
    /// Mean number of words of each part.
    pub(crate) lengths: Vec<f32>,
    /// Documents with this number or a higher one came later.
    pub(crate) next: u64,
}

impl Stats {
    /// Counts now.
    pub(crate) fn now(
        searcher: &Searcher,
        fields: &Fields,
        clauses: &[ClauseTerms],
        next: u64,
    ) -> Result<Stats, SearchError> {
        let documents = searcher.num_docs().max(1);
        let mut lengths = Vec::new();
        for part in SearchPart::ALL {
            let mut words = 0;
            for segment in searcher.segment_readers() {
                words += segment.inverted_index(fields.part(part))?.total_num_tokens();
            }
            lengths.push((words as f32 / documents as f32).max(1.0));
        }
        let mut weights = Vec::new();
        for clause in clauses {
            let mut weight = 0.0;
            for group in &clause.groups {
                let with = group.documents(searcher, fields, &clause.parts)?.min(documents);
                let (with, all) = (with as f32, documents as f32);
                weight += (1.0 + (all - with + 0.5) / (with + 0.5)).ln();
            }
            weights.push(weight);
        }
        Ok(Stats { weights, lengths, next })
    }

    /// What an occurrence in a part is worth, by the class of the length of the part (a byte, as the index keeps it).
    pub(crate) fn table(&self, part: SearchPart) -> [f32; 256] {
        let weight = part.weight();
        let mean = self.lengths.get(part as usize).copied().unwrap_or(1.0).max(1.0);
        std::array::from_fn(|class| {
            let length = tantivy::fieldnorm::FieldNormReader::id_to_fieldnorm(class as u8) as f32;
            weight.weight / (1.0 - weight.length + weight.length * length / mean)
        })
    }
}

/// The score of a clause from what its occurrences are worth (BM25).
pub(crate) fn score(weight: f32, worth: f32) -> f32 {
    const SATURATION: f32 = 1.6;
    weight * worth * (SATURATION + 1.0) / (worth + SATURATION)
}
