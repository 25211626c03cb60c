//! The topics of a site: its pages, grouped by their key words.

use super::{Finder, IndexGate, TextSearchError, on_all_cores, opened, snippet};
use crate::export::ExportAccess;
use crate::json;
use crate::reading::CaptureGate;
use serde::Serialize;
use std::path::PathBuf;
use stodola_search::query::{QueryError, parse};
use stodola_search::{DocumentType, PageWords, SearchRequest};

/// Pages that are read at most.
const PAGES_MAX: usize = 5_000;

/// Which site is asked about.
#[derive(Clone, Debug)]
pub struct TopicQuery {
    /// A host, with those below it, or an address of it.
    pub site: String,
    /// Filters in the language of queries, such as `lang:` and `date:`. Empty for none.
    pub narrowing: String,
    /// Pages that are read, the newest ones; at most 5,000.
    pub pages: usize,
    /// Groups with a name.
    pub groups: usize,
}

/// The topics of a site.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SiteTopics {
    /// The groups; the last one has no name, if pages are left.
    pub sections: Vec<TopicSection>,
    /// Number of pages that were read.
    pub documents: u64,
    /// Number of pages that the site has.
    pub total: u64,
}

/// A group of pages.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct TopicSection {
    /// The word that names it; empty for the pages that are left.
    pub name: String,
    /// Further words that many of its pages have.
    pub words: Vec<String>,
    /// Its pages.
    pub pages: Vec<TopicPage>,
}

/// A page of a topic.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct TopicPage {
    /// Its address.
    pub uri: String,
    /// Its title; `None` if it has none.
    pub title: Option<String>,
}

impl Finder {
    /// Finds the topics of a site, from the pages that the reader may see.
    pub fn topics(
        &self,
        query: &TopicQuery,
        gate: &dyn CaptureGate,
    ) -> Result<SiteTopics, TextSearchError> {
        if query.site.trim().is_empty() || query.site.contains(['"', '“', '”']) {
            return Err(QueryError::NoValue("site".to_owned()).into());
        }
        let mut parsed = parse(&format!("site:\"{}\" -status:400..599", query.site))?;
        parsed.filters.types.wanted = vec![DocumentType::Html, DocumentType::Text];
        if !query.narrowing.is_empty() {
            parsed.filters.narrow(parse(&query.narrowing)?.filters);
        }
        let index_gate = IndexGate { gate, captures: &self.captures };
        let limit = query.pages.clamp(1, PAGES_MAX);
        let request = SearchRequest {
            query: parsed,
            limit,
            depth: limit.saturating_mul(2),
            gate: Some(&index_gate),
            ..SearchRequest::default()
        };
        let found = self.index.search(&request)?;
        let read = on_all_cores(&found.hits, |hit| {
            let text = snippet::text(&self.captures, gate, hit);
            Ok(text.map(|(text, title)| {
                let page = TopicPage { uri: json::text(&hit.uri).into_owned(), title };
                (PageWords::of(&text, hit.language.as_deref()), page)
            }))
        })?;
        let (words, pages): (Vec<PageWords>, Vec<TopicPage>) = read.into_iter().flatten().unzip();
        let groups = self.index.topics(&words, query.groups)?;
        let sections = groups.into_iter().map(|group| TopicSection {
            name: group.name,
            words: group.words,
            pages: group.pages.into_iter().filter_map(|at| pages.get(at).cloned()).collect(),
        });
        let sections = sections.collect();
        Ok(SiteTopics { sections, documents: words.len() as u64, total: found.total })
    }
}

/// Where topics are looked for, and whose rights count.
#[derive(Clone, Debug)]
pub struct TopicSettings {
    /// The archive folder.
    pub archive: PathBuf,
    /// Which site is asked about.
    pub query: TopicQuery,
    /// Whose rights count.
    pub access: ExportAccess,
    /// Only captures of this collection or job; all others are as if they did not exist. `None` for the whole archive.
    pub collection: Option<String>,
}

/// Finds the topics of a site once.
pub fn topics(settings: &TopicSettings) -> Result<SiteTopics, TextSearchError> {
    let (finder, gate) =
        opened(&settings.archive, &settings.access, settings.collection.as_deref())?;
    finder.topics(&settings.query, &*gate)
}
