//! Words near those of a query: what the documents that it finds are about, in their own words.

use super::{
    FindQuery, Finder, IndexGate, TextSearchError, on_all_cores, opened, snippet, understood,
};
use crate::export::ExportAccess;
use crate::reading::CaptureGate;
use std::path::PathBuf;
use stodola_search::{NearOptions, NearTally, NearWord, NearWords, SearchRequest};

/// Words that the page of a search shows.
const NEAR_SHOWN: usize = 10;
/// Forms that are looked up for them; a reader waits for it.
pub(super) const NEAR_FORMS: usize = 60;
/// How they are looked for in the hits of a page.
pub(super) const PAGE_NEAR: NearOptions = NearOptions { distance: 5, words: 20_000 };
/// Forms that are looked up for somebody who asks for near words alone.
const FORMS_MAX: usize = 20_000;
/// Documents that are read at most.
const DOCUMENTS_MAX: usize = 2_000;

/// Which words are asked for.
#[derive(Clone, Debug)]
pub struct NearQuery {
    /// The words, in the language of queries: `site:`, `lang:`, `date:` and the others restrict the documents.
    pub text: String,
    /// Filters in the same language that must hold in addition. Empty for none.
    pub narrowing: String,
    /// Greatest distance, in words.
    pub distance: usize,
    /// Documents that are read, those that fit best; at most 2,000.
    pub documents: usize,
    /// Words that are returned.
    pub limit: usize,
}

impl Default for NearQuery {
    fn default() -> NearQuery {
        let (text, narrowing) = (String::new(), String::new());
        NearQuery { text, narrowing, distance: 5, documents: 200, limit: 50 }
    }
}

/// Words near those of a query, and what they are from.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct NearFound {
    /// The words, the most relevant first.
    pub words: Vec<NearWord>,
    /// Whether no word is near to all words of the query, and those near to some of them are given.
    pub is_relaxed: bool,
    /// Number of documents that were read.
    pub documents: u64,
    /// Number of documents that the query finds.
    pub total: u64,
}

/// The words that divide the hits of a page: those that several of them have.
pub(super) fn shown(near: NearWords) -> Vec<NearWord> {
    near.words.into_iter().filter(|word| word.documents > 1).take(NEAR_SHOWN).collect()
}

impl Finder {
    /// Finds the words near those of a query, in the documents that fit it best and that the reader may see.
    pub fn near(
        &self,
        query: &NearQuery,
        gate: &dyn CaptureGate,
    ) -> Result<NearFound, TextSearchError> {
        let asked = FindQuery {
            text: query.text.clone(),
            narrowing: query.narrowing.clone(),
            ..FindQuery::default()
        };
        let (parsed, _) = understood(&asked)?;
        let index_gate = IndexGate { gate, captures: &self.captures };
        let limit = query.documents.clamp(1, DOCUMENTS_MAX);
        let request = SearchRequest {
            query: parsed,
            limit,
            depth: limit.saturating_mul(4),
            gate: Some(&index_gate),
            ..SearchRequest::default()
        };
        let page = self.index.search(&request)?;
        let options = NearOptions { distance: query.distance, ..NearOptions::default() };
        let read = on_all_cores(&page.hits, |hit| {
            let text = snippet::text(&self.captures, gate, hit);
            Ok(text.map(|(text, _)| page.marker.near(&text, hit.language.as_deref(), options)))
        })?;
        let mut tally = NearTally::default();
        let documents = read.iter().flatten().count() as u64;
        // In the order of the hits, so that sums are the same each time.
        read.into_iter().flatten().for_each(|of_document| tally.join(of_document));
        let near = self.index.near_words(&tally, query.limit, FORMS_MAX)?;
        let (words, is_relaxed) = (near.words, near.is_relaxed);
        Ok(NearFound { words, is_relaxed, documents, total: page.total })
    }
}

/// Where near words are looked for, and whose rights count.
#[derive(Clone, Debug)]
pub struct NearSettings {
    /// The archive folder.
    pub archive: PathBuf,
    /// Which words are asked for.
    pub query: NearQuery,
    /// Whose rights count.
    pub access: ExportAccess,
    /// Only captures of this collection or job; all others are as if they did not exist. `None` for the whole archive.
    pub collection: Option<String>,
}

/// Finds near words in an archive once.
pub fn near(settings: &NearSettings) -> Result<NearFound, TextSearchError> {
    let (finder, gate) =
        opened(&settings.archive, &settings.access, settings.collection.as_deref())?;
    finder.near(&settings.query, &*gate)
}
