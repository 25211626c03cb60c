//! The terms of the index that a clause asks for.

use crate::error::SearchError;
use crate::links::AnchorWorths;
use crate::parts::{Fields, SearchPart};
use crate::query::QueryDemand;
use std::sync::Arc;
use tantivy::Searcher;

/// A clause, with the terms of the index that it stands for.
#[derive(Clone, Debug)]
pub(crate) struct ClauseTerms {
    pub(crate) demand: QueryDemand,
    /// One group for a word; one for each word of a phrase.
    pub(crate) groups: Vec<TermGroup>,
    pub(crate) parts: Vec<SearchPart>,
    /// Contents that links have the word for; `None` if there are none, or if they do not count.
    pub(crate) anchors: Option<Arc<AnchorWorths>>,
}

/// A word, in all forms that are looked for.
#[derive(Clone, Debug, Default)]
pub(crate) struct TermGroup {
    /// Forms with what each is worth; the word as it was typed is worth 1.
    pub(crate) forms: Vec<(String, f32)>,
}

impl ClauseTerms {
    pub(crate) fn is_wanted(&self) -> bool {
        self.demand != QueryDemand::Excluded
    }

    pub(crate) fn is_phrase(&self) -> bool {
        self.groups.len() > 1
    }
}

impl TermGroup {
    /// Number of documents with this word, estimated: those of the part with most of them.
    pub(crate) fn documents(
        &self,
        searcher: &Searcher,
        fields: &Fields,
        parts: &[SearchPart],
    ) -> Result<u64, SearchError> {
        let mut most = 0;
        for part in parts {
            let mut documents = 0;
            for segment in searcher.segment_readers() {
                let index = segment.inverted_index(fields.part(*part))?;
                for (form, _) in &self.forms {
                    documents +=
                        index.terms().get(form)?.map_or(0, |info| u64::from(info.doc_freq));
                }
            }
            most = most.max(documents);
        }
        Ok(most)
    }
}
