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
            let mut told = 0.0;
            for group in &clause.groups {
                let linked = clause.anchors.as_ref().map_or(0, |anchors| anchors.len());
                let with = group.documents(searcher, fields, &clause.parts)?.max(linked);
                let with = with.min(documents);
                told += weight(with, documents);
            }
            weights.push(told);
        }
        Ok(Stats { weights, lengths, next })
    }

    /// Makes the numbers coarse. They are computed from all documents, and readers see them in scores and cursors: a
    /// reader from whom some documents are hidden must not be able to tell whether these have a word.
    pub(crate) fn coarse(self, documents: u64) -> Stats {
        // As rare as a word of a few documents is the most that can be told.
        let most = weight(RARE, documents.max(RARE));
        let step = |weight: f32| (weight.min(most) * STEPS).round() / STEPS;
        Stats {
            weights: self.weights.into_iter().map(step).collect(),
            lengths: self.lengths.into_iter().map(|length| length.round().max(1.0)).collect(),
            next: self.next,
        }
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

/// How much a word tells that so many of all documents have.
fn weight(with: u64, all: u64) -> f32 {
    let (with, all) = (with as f32, all as f32);
    (1.0 + (all - with + 0.5) / (with + 0.5)).ln()
}

/// Words of fewer documents are equally rare to readers from whom something is hidden.
const RARE: u64 = 16;
/// Steps of coarse weights in one unit: about a third more documents each.
const STEPS: f32 = 4.0;

/// The score of a clause from what its occurrences are worth (BM25).
pub(crate) fn score(weight: f32, worth: f32) -> f32 {
    const SATURATION: f32 = 1.6;
    weight * worth * (SATURATION + 1.0) / (worth + SATURATION)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn coarse_numbers_hide_a_few_documents() {
        let stats = |with: u64| {
            let weights = vec![weight(with, 50_000)];
            Stats { weights, lengths: vec![120.3], next: 7 }.coarse(50_000)
        };
        assert!((0..RARE).all(|with| stats(with) == stats(0)));
        assert_eq!(stats(900), stats(901));
        assert!(stats(100).weights[0] > stats(1_000).weights[0]);
        assert_eq!(stats(9).lengths, [120.0]);
    }
}
