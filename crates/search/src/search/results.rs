//! What a request gives: hits, counts and facets, as data for pages and programs.

use crate::error::SearchError;
use crate::kind::DocumentType;
use crate::run::{Tally, facets_highest};
use crate::search::HitCapture;
use crate::snippet::WordMarker;
use crate::span::{FIRST_YEAR, LAST_JOB};
use crate::store::{NameKind, Store};
use serde::Serialize;
use stodola_archive::Stamp;

/// Values of a facet that are returned.
const VALUES_MAX: usize = 20;

/// A page of results.
#[derive(Clone, Debug, Default)]
pub struct SearchPage {
    /// The hits, the best first.
    pub hits: Vec<SearchHit>,
    /// Number of hits on the pages before this one.
    pub before: u64,
    /// Number of documents found, as far as the reader may see them: distinct contents, before those that are alike
    /// are folded.
    pub total: u64,
    /// Whether there may be more: too many documents had to be checked against rules of access one by one.
    pub is_total_partial: bool,
    /// Whether no document has all words, and those with some of them are shown.
    pub is_relaxed: bool,
    /// Whether the cursor of the request was understood: this is not the first page.
    pub is_continued: bool,
    /// Counts of all documents found.
    pub facets: SearchFacets,
    /// Asks for the next page; `None` if this is the last one.
    pub cursor: Option<String>,
    /// Words that were perhaps meant.
    pub suggestions: Vec<WordSuggestion>,
    /// Marks the words of the query in titles, and makes snippets.
    pub marker: WordMarker,
}

/// A document that was found.
#[derive(Clone, Debug, PartialEq)]
pub struct SearchHit {
    /// Its address, as captured.
    pub uri: Vec<u8>,
    /// For a picture: its own address; `uri` is that of the page that shows it.
    pub image: Option<Vec<u8>>,
    /// The capture to show: the latest one that was asked for and that the reader may see.
    pub capture: HitCapture,
    /// The first and the last time when it was captured with this content.
    pub times: Option<(Stamp, Stamp)>,
    /// Its host, `www.` left out.
    pub site: String,
    /// What it is.
    pub kind: DocumentType,
    /// Its language; `None` if it is not known.
    pub language: Option<String>,
    /// HTTP status; `None` without one.
    pub status: Option<u16>,
    /// How well it fits; only useful for comparing hits of the same query.
    pub score: f32,
    /// Number of hits that are folded into this one: other contents of the address, and documents nearly the same.
    pub similar: u32,
}

/// A word of the query that no document has, and one that some have.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct WordSuggestion {
    /// The word as it was typed.
    pub word: String,
    /// The word that was perhaps meant.
    pub instead: String,
}

/// A value of a facet.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct FacetValue {
    /// The value, as it is written in a query.
    pub name: String,
    /// Number of documents.
    pub count: u64,
}

/// Counts of the documents found, the highest first; years in their order: the timeline of the hits.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct SearchFacets {
    /// By host.
    pub sites: Vec<FacetValue>,
    /// By kind.
    pub types: Vec<FacetValue>,
    /// By language.
    pub languages: Vec<FacetValue>,
    /// By year of a capture; a document counts in each of its years.
    pub years: Vec<FacetValue>,
    /// By job.
    pub jobs: Vec<FacetValue>,
    /// By the groups of [`SearchRequest::groups`](crate::SearchRequest::groups), in their order; empty without any. The
    /// first 64 are counted. A document belongs to a group if it was captured as the filters say, not necessarily by
    /// one capture that fits all of them.
    #[serde(skip)]
    pub groups: Vec<u64>,
}

pub(super) fn facets(tally: &Tally, store: &Store) -> Result<SearchFacets, SearchError> {
    let named =
        |kind, counts: &[u32], show: fn(&str) -> String| -> Result<Vec<FacetValue>, SearchError> {
            let mut values = Vec::new();
            for (number, count) in facets_highest(counts, VALUES_MAX) {
                if let Some(name) = store.name_of(kind, number)? {
                    values.push(FacetValue { name: show(&name), count });
                }
            }
            Ok(values)
        };
    let types = facets_highest(&tally.kinds, VALUES_MAX);
    let types = types.into_iter().filter_map(|(code, count)| {
        let name = DocumentType::from_code(code as u8)?.name().to_owned();
        Some(FacetValue { name, count })
    });
    let years = tally.years.iter().enumerate().filter(|(_, count)| **count > 0);
    let years = years.map(|(bit, count)| FacetValue {
        name: (usize::from(FIRST_YEAR) + bit).to_string(),
        count: u64::from(*count),
    });
    Ok(SearchFacets {
        sites: named(NameKind::Site, &tally.sites, host_of)?,
        types: types.collect(),
        languages: named(NameKind::Language, &tally.languages, str::to_owned)?,
        years: years.collect(),
        // The last bit stands for several jobs.
        jobs: named(NameKind::Job, &tally.jobs[..LAST_JOB as usize], str::to_owned)?,
        groups: tally.groups.clone(),
    })
}

/// The host of a name in the order of SURT.
pub(super) fn host_of(site: &str) -> String {
    site.split(',').rev().collect::<Vec<_>>().join(".")
}
