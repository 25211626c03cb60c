//! Searching the text of an archive: hits with titles and snippets, as far as the reader may see them.

mod gate;
mod groups;
mod links;
mod near;
mod rows;
mod snippet;
mod topics;

pub use groups::CollectionCount;
pub(crate) use links::keep_links_told;
pub use links::{LinkSignalsError, LinkSignalsMade, tell_links};
pub use near::{NearFound, NearQuery, NearSettings, near};
pub use rows::{
    FoundExportError, csv_cell, export_found, stream_found, write_csv_head, write_csv_line,
};
pub use topics::{SiteTopics, TopicPage, TopicQuery, TopicSection, TopicSettings, topics};

use crate::collections::CollectionDefinition;
use crate::export::ExportAccess;
use crate::json;
use crate::reading::{CaptureGate, GateError, UrlHistory, gate_of};
use gate::IndexGate;
use near::{NEAR_FORMS, PAGE_NEAR};
use serde::{Serialize, Serializer};
use snippet::TextWanted;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use stodola_archive::{Archive, ArchiveError, Captures, CatalogueError, Entry, Stamp};
use stodola_search::query::{
    QueryError, QueryFilters, QueryWords, SearchQuery, parse, parse_literally,
};
use stodola_search::{
    HitSnippet, NearTally, NearWord, SearchError, SearchHit, SearchIndex, SearchOrder, SearchPage,
    SearchRequest,
};

/// Errors from searching an archive.
#[derive(Debug, thiserror::Error)]
pub enum TextSearchError {
    /// The archive folder could not be read.
    #[error(transparent)]
    Archive(#[from] ArchiveError),
    /// The catalogue could not be read.
    #[error(transparent)]
    Catalogue(#[from] CatalogueError),
    /// It is not known what may be seen.
    #[error(transparent)]
    Gate(#[from] GateError),
    /// The index could not be asked.
    #[error(transparent)]
    Search(#[from] SearchError),
    /// The query cannot be understood.
    #[error(transparent)]
    Query(#[from] QueryError),
    /// The place to continue from is not one of this search.
    #[error("this is not the next page of this search; begin with the first page")]
    Cursor,
}

/// What is searched for.
#[derive(Clone, Debug, Default)]
pub struct FindQuery {
    /// The query, in the language of [`stodola_search::query`].
    pub text: String,
    /// Hits of a page.
    pub limit: usize,
    /// Where the page before ended; `None` for the first page.
    pub cursor: Option<String>,
    /// Whether pictures are searched.
    pub images: bool,
    /// Whether hits have snippets, for which their captures are read.
    pub snippets: bool,
    /// Whether every content is a hit, also those of the same address.
    pub unfolded: bool,
    /// Whether words are looked for as they are written, and not in their other forms.
    pub exact: bool,
    /// The order of the hits.
    pub order: SearchOrder,
    /// Filters in the same language that must hold in addition; words in it do not count. Empty for none.
    pub narrowing: String,
    /// Whether a query that cannot be understood is searched for word by word; [`FoundPage::misunderstood`] tells.
    pub lenient: bool,
    /// Whether hits tell how often their address was captured.
    pub histories: bool,
    /// Collections whose documents are counted.
    pub collections: Vec<Arc<CollectionDefinition>>,
    /// Whether words near those of the query are told. They come from the hits of this page, whose texts are read for
    /// their snippets anyway; without snippets there are none.
    pub near: bool,
}

/// Captures of the address of a hit that are counted.
const HISTORY_MAX: u64 = 2_000;
/// Threads that read the captures of one page of hits.
const READERS_MAX: usize = 4;

/// A page of results, with what readers are shown of each hit.
#[derive(Clone, Debug, Default)]
pub struct FoundPage {
    /// Counts, facets and the cursor. Its hits are those of `documents`.
    pub page: SearchPage,
    /// The hits, in the order that was asked for.
    pub documents: Vec<FoundDocument>,
    /// Other forms of the words that were looked for too, in the order of the alphabet. Empty if something may be
    /// hidden from the reader: a form may stand in nothing else.
    pub forms: Vec<String>,
    /// How much of it belongs to the collections that were asked for; those that have none of it are left out.
    pub collections: Vec<CollectionCount>,
    /// Numbers of the lines of `inflection.txt` that cannot be understood; 0 if the file is too long to be read.
    pub odd_exceptions: Vec<usize>,
    /// Why the query was searched for word by word; `None` if it was understood.
    pub misunderstood: Option<QueryError>,
    /// Words that stand near those of the query in several hits of this page, the most relevant first. Each of them
    /// with the query is a narrower query.
    pub near: Vec<NearWord>,
}

/// A hit, as it is shown.
#[derive(Clone, Debug, PartialEq)]
pub struct FoundDocument {
    /// What the index knows.
    pub hit: SearchHit,
    /// The title; `None` if it has none.
    pub title: Option<String>,
    /// The place where the words stand; `None` if the text could not be read, or was not asked for.
    pub snippet: Option<HitSnippet>,
    /// The capture that is shown: of the document, or of the picture; `None` for a picture that is not archived.
    pub shown: Option<ShownCapture>,
    /// How often its address was captured, with any content; `None` if that was not asked for.
    pub history: Option<UrlHistory>,
}

/// What the catalogue says about the capture of a hit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShownCapture {
    /// When it was made; `None` if that is not known.
    pub time: Option<Stamp>,
    /// The media type; `None` if it is not known.
    pub mime: Option<String>,
    /// The digest of its payload, as written in the record.
    pub digest: Option<String>,
    /// Bytes of the record in its file; `None` if that is not known.
    pub length: Option<u64>,
}

/// An archive that is searched, by any number of threads.
pub struct Finder {
    index: SearchIndex,
    captures: Arc<Captures>,
}

impl Finder {
    /// Opens the index of an archive.
    pub fn open(captures: Arc<Captures>) -> Result<Finder, TextSearchError> {
        let index = SearchIndex::open(captures.archive())?;
        Ok(Finder { index, captures })
    }

    /// The index, for counts and what could not be digested.
    pub fn index(&self) -> &SearchIndex {
        &self.index
    }

    /// Answers a query for a reader.
    pub fn find(
        &self,
        query: &FindQuery,
        gate: &dyn CaptureGate,
    ) -> Result<FoundPage, TextSearchError> {
        let (parsed, misunderstood) = understood(query)?;
        let typed = words_of(&parsed);
        let index_gate = IndexGate { gate, captures: &self.captures };
        let counted: Vec<(&CollectionDefinition, Option<QueryFilters>)> =
            query.collections.iter().map(|it| (&**it, groups::filters_of(it))).collect();
        let groups: Vec<QueryFilters> =
            counted.iter().filter_map(|(_, filters)| filters.clone()).collect();
        let request = SearchRequest {
            groups: &groups,
            query: parsed,
            limit: query.limit,
            cursor: query.cursor.as_deref(),
            images: query.images,
            gate: Some(&index_gate),
            unfolded: query.unfolded,
            order: query.order,
            depth: if query.limit > 100 { query.limit.saturating_mul(4) } else { 0 },
            ..SearchRequest::default()
        };
        let page = self.index.search(&request)?;
        if query.cursor.is_some() && !page.is_continued {
            return Err(TextSearchError::Cursor);
        }
        let (documents, near) = self.documents(query, &page, gate)?;
        let near = match query.near {
            true => near::shown(self.index.near_words(&near, NEAR_FORMS, NEAR_FORMS)?),
            false => Vec::new(),
        };
        let forms = match gate.may_restrict_below(b"") {
            true => Vec::new(),
            false => page.marker.forms(),
        };
        let is_other = |form: &&str| !typed.iter().any(|word| word == form);
        let forms = forms.into_iter().filter(is_other).map(str::to_owned).collect();
        let mut counts = page.facets.groups.iter();
        let collections = counted.into_iter().map(|(definition, filters)| CollectionCount {
            name: definition.name.clone(),
            title: definition.title.clone(),
            documents: filters.and_then(|_| counts.next().copied()),
        });
        let collections = collections.filter(|it| it.documents != Some(0)).collect();
        let odd_exceptions = self.index.odd_exceptions()?;
        Ok(FoundPage { page, documents, forms, collections, odd_exceptions, misunderstood, near })
    }

    /// What is shown of the hits of a page, and what stands near the words of the query there.
    fn documents(
        &self,
        query: &FindQuery,
        page: &SearchPage,
        gate: &dyn CaptureGate,
    ) -> Result<(Vec<FoundDocument>, NearTally), TextSearchError> {
        let found = on_all_cores(&page.hits, |hit| self.document(query, page, hit, gate))?;
        let mut near = NearTally::default();
        let mut documents = Vec::with_capacity(found.len());
        for (document, tally) in found.into_iter().flatten() {
            near.join(tally);
            documents.push(document);
        }
        Ok((documents, near))
    }

    /// What is shown of a hit; `None` if it may not be shown any more.
    fn document(
        &self,
        query: &FindQuery,
        page: &SearchPage,
        hit: &SearchHit,
        gate: &dyn CaptureGate,
    ) -> Result<Option<(FoundDocument, NearTally)>, TextSearchError> {
        let marker = query.snippets.then_some(&page.marker);
        let wanted = TextWanted { marker, near: query.near.then_some(PAGE_NEAR) };
        let found = snippet::document(&self.captures, gate, hit, wanted)?;
        let Some((mut found, near)) = found else { return Ok(None) };
        if query.histories {
            let uri = &found.hit.uri;
            found.history = Some(UrlHistory::count(uri, HISTORY_MAX, &self.captures, gate)?);
        }
        Ok(Some((found, near)))
    }
}

/// Reads something of each hit, in their order. It is done on all cores: the reader waits for it.
fn on_all_cores<T: Send>(
    hits: &[SearchHit],
    read: impl Fn(&SearchHit) -> Result<T, TextSearchError> + Sync,
) -> Result<Vec<T>, TextSearchError> {
    let cores = std::thread::available_parallelism().map_or(1, usize::from).min(READERS_MAX);
    let together = hits.len().div_ceil(cores).max(1);
    let some = |hits: &[SearchHit]| hits.iter().map(&read).collect::<Result<Vec<T>, _>>();
    let mut parts = hits.chunks(together);
    let Some(first) = parts.next() else { return Ok(Vec::new()) };
    std::thread::scope(|scope| {
        let others: Vec<_> = parts.map(|hits| scope.spawn(|| some(hits))).collect();
        let mut all = some(first)?;
        for other in others {
            let found = other.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
            all.extend(found?);
        }
        Ok(all)
    })
}

/// The query, and why it was taken word by word.
fn understood(query: &FindQuery) -> Result<(SearchQuery, Option<QueryError>), QueryError> {
    let narrowing = match query.narrowing.is_empty() {
        true => QueryFilters::default(),
        false => parse(&query.narrowing)?.filters,
    };
    let (mut parsed, misunderstood) = match parse(&query.text) {
        Ok(parsed) => (parsed, None),
        // Everything that the filters leave.
        Err(QueryError::Empty) if !narrowing.is_empty() => (SearchQuery::default(), None),
        Err(error) if query.lenient => match parse_literally(&query.text) {
            Ok(parsed) => (parsed, Some(error)),
            Err(_) => return Err(error),
        },
        Err(error) => return Err(error),
    };
    parsed.filters.narrow(narrowing);
    if query.exact {
        for clause in &mut parsed.clauses {
            if let QueryWords::Forms(word) = &mut clause.words {
                clause.words = QueryWords::Exact(vec![std::mem::take(word)]);
            }
        }
    }
    Ok((parsed, misunderstood))
}

/// All words of a query, as they were written.
fn words_of(query: &SearchQuery) -> Vec<String> {
    let words = query.clauses.iter().map(|clause| match &clause.words {
        QueryWords::Forms(word) | QueryWords::Prefix(word) => vec![word.clone()],
        QueryWords::Exact(words) => words.clone(),
    });
    words.flatten().collect()
}

/// Whose rights count, and where is searched.
#[derive(Clone, Debug)]
pub struct FindSettings {
    /// The archive folder.
    pub archive: PathBuf,
    /// What is searched for.
    pub query: FindQuery,
    /// Whose rights count.
    pub access: ExportAccess,
}

/// Searches an archive once.
pub fn find(settings: &FindSettings) -> Result<FoundPage, TextSearchError> {
    let (finder, gate) = opened(&settings.archive, &settings.access, None)?;
    finder.find(&settings.query, &*gate)
}

/// Opens an archive to search it, with what may be seen of it.
fn opened(
    archive: &Path,
    access: &ExportAccess,
    collection: Option<&str>,
) -> Result<(Finder, Box<dyn CaptureGate>), TextSearchError> {
    let archive = Archive::open(archive)?;
    let gate = gate_of(&archive, access, collection)?;
    Ok((Finder::open(Arc::new(Captures::new(&archive)))?, gate))
}

impl ShownCapture {
    fn of(entry: &Entry) -> ShownCapture {
        let row = &entry.row;
        ShownCapture {
            time: row.time,
            mime: row.mime.clone(),
            digest: row.digest.clone(),
            length: row.length,
        }
    }
}

impl FoundDocument {
    /// The text of the snippet without marks; empty if there is none.
    pub fn snippet_text(&self) -> String {
        let runs = self.snippet.iter().flat_map(|snippet| &snippet.runs);
        runs.map(|run| run.text.as_str()).collect()
    }
}

impl Serialize for FoundDocument {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct Row<'a> {
            uri: &'a str,
            #[serde(skip_serializing_if = "Option::is_none")]
            image: Option<String>,
            date: Option<String>,
            title: Option<&'a str>,
            score: f32,
            site: &'a str,
            #[serde(rename = "type")]
            kind: &'a str,
            lang: Option<&'a str>,
            status: Option<u16>,
            first: Option<String>,
            last: Option<String>,
            similar: u32,
            snippet: Option<&'a HitSnippet>,
        }
        let hit = &self.hit;
        let row = Row {
            uri: &json::text(&hit.uri),
            image: hit.image.as_ref().map(|uri| json::text(uri).into_owned()),
            date: hit.capture.time.map(|time| time.to_string()),
            title: self.title.as_deref(),
            score: hit.score,
            site: &hit.site,
            kind: hit.kind.name(),
            lang: hit.language.as_deref(),
            status: hit.status,
            first: hit.times.map(|(first, _)| first.to_string()),
            last: hit.times.map(|(_, last)| last.to_string()),
            similar: hit.similar,
            snippet: self.snippet.as_ref(),
        };
        row.serialize(serializer)
    }
}
