//! The door: a request in, a page of results out.

mod fold;
mod gate;
mod linked;
mod results;

pub use gate::{HitCapture, SearchGate};
pub use results::{FacetValue, SearchFacets, SearchHit, SearchPage, WordSuggestion};

use crate::cursor::Cursor;
use crate::error::SearchError;
use crate::expand::{expand, suggest};
use crate::kind::DocumentType;
use crate::links::LinkSignals;
use crate::parts::SearchPart;
use crate::query::{QueryDemand, QueryFilters, QueryWords, SearchQuery, ValueFilter};
use crate::run::{
    Best, ClauseTerms, CompiledFilter, IndexRun, Matching, NumberFilter, NumberSet, PageRank,
    Ranked, SearchOrder, Sight, Stats, Tally, shares,
};
use crate::snapshot::{OpenIndex, Snapshot};
use crate::snippet::WordMarker;
use crate::span::{FIRST_YEAR, YEARS, year_bit};
use crate::store::{NameKind, Store};
use gate::GateSight;
use linked::link_clauses;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
use stodola_archive::Archive;

/// Documents that are ranked for a request; nobody looks further.
const RANKED: usize = 1_000;

/// What is asked for.
#[derive(Clone, Default)]
pub struct SearchRequest<'r> {
    /// The query.
    pub query: SearchQuery,
    /// Hits of a page.
    pub limit: usize,
    /// Where the page before ended, from [`SearchPage::cursor`]; `None` for the first page.
    pub cursor: Option<&'r str>,
    /// Whether pictures are searched, instead of documents.
    pub images: bool,
    /// Who asks; `None` sees everything.
    pub gate: Option<&'r dyn SearchGate>,
    /// Languages in which words are inflected; empty: those of most documents.
    pub languages: Vec<String>,
    /// Whether every content is a hit of its own, also those of the same address and those nearly the same.
    pub unfolded: bool,
    /// Documents that are ranked at most; 0: as many as usual.
    pub depth: usize,
    /// The order of the hits.
    pub order: SearchOrder,
    /// What links to documents are worth; `None`: what [`LinkSignalsWriter`](crate::LinkSignalsWriter) has told.
    pub rank: Option<PageRank>,
    /// Groups of documents that are counted too, each by filters: see [`SearchFacets::groups`].
    pub groups: &'r [QueryFilters],
}

/// The search index of an archive, opened to ask it, from any number of threads.
pub struct SearchIndex {
    archive: PathBuf,
    search: PathBuf,
    open: Mutex<Arc<OpenIndex>>,
}

impl SearchIndex {
    /// Opens the index of an archive. Needs no lock, and no right to write.
    pub fn open(archive: &Archive) -> Result<SearchIndex, SearchError> {
        let (folder, search) = (archive.folder().to_owned(), Store::folder(archive));
        let open = OpenIndex::open(&folder, &search)?;
        Ok(SearchIndex { archive: folder, search, open: Mutex::new(Arc::new(open)) })
    }

    /// Answers a request from what is committed now.
    pub fn search(&self, request: &SearchRequest<'_>) -> Result<SearchPage, SearchError> {
        let open = self.current()?;
        // The library panics on some kinds of damage; that is an answer too.
        let answer = catch_unwind(AssertUnwindSafe(|| answer(&open, request)));
        answer.unwrap_or_else(|_| Err(SearchError::damaged("it cannot be read")))
    }

    /// Reads what the first request would have to wait for.
    pub fn prepare(&self) -> Result<(), SearchError> {
        self.current()?.snapshot().map(drop)
    }

    /// Returns how many files, documents, captures and undigested captures there are.
    pub fn counts(&self) -> Result<[u64; 4], SearchError> {
        self.current()?.with_store(Store::counts)
    }

    /// Returns captures that could not be digested: file, offset, reason; at most `limit`.
    pub fn undigested(&self, limit: usize) -> Result<Vec<(String, u64, String)>, SearchError> {
        self.current()?.with_store(|store| store.undigested(limit))
    }

    /// Returns lines of `inflection.txt` that cannot be understood.
    pub fn odd_exceptions(&self) -> Result<Vec<usize>, SearchError> {
        Ok(self.current()?.exceptions.odd_lines.clone())
    }

    /// The index, opened again if it was made anew.
    pub(crate) fn current(&self) -> Result<Arc<OpenIndex>, SearchError> {
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        if !open.is_current() {
            *open = Arc::new(OpenIndex::open(&self.archive, &self.search)?);
        }
        Ok(Arc::clone(&open))
    }
}

fn answer(open: &OpenIndex, request: &SearchRequest<'_>) -> Result<SearchPage, SearchError> {
    let snapshot = open.snapshot()?;
    let languages = languages_of(request, &snapshot);
    let mut clauses = clauses_of(open, &snapshot, request, &languages)?;
    link_clauses(open, request, &mut clauses)?;
    let marker = WordMarker::new(&request.query, &clauses);
    let identity = identity_of(request);
    let cursor = request.cursor.and_then(|text| Cursor::decode(text, identity));
    let mut stats = match &cursor {
        Some(cursor) => cursor.stats.clone(),
        None => {
            let stats = Stats::now(&snapshot.searcher, &open.fields, &clauses, snapshot.next)?;
            match request.gate.is_some_and(|gate| gate.may_restrict("")) {
                true => stats.coarse(snapshot.searcher.num_docs()),
                false => stats,
            }
        }
    };
    stats.weights.resize(clauses.len(), 1.0);
    stats.next = stats.next.min(snapshot.next);
    open.with_store(|store| {
        // Somebody from whom nothing is hidden is not asked about each document.
        let gate = request.gate.filter(|gate| gate.may_restrict(""));
        let sight = gate.map(|gate| GateSight { gate, store });
        let sight = sight.as_ref().map(|sight| sight as &dyn Sight);
        let asked = Asked { open, snapshot: &snapshot, request, clauses: &clauses, store, sight };
        let mut matching = cursor.as_ref().map_or(Matching::All, |cursor| cursor.matching);
        let (mut tally, mut ranked) = asked.run(&stats, matching)?;
        let can_relax = clauses.iter().any(|clause| clause.demand == QueryDemand::Wanted)
            && clauses.iter().filter(|clause| clause.is_wanted()).count() > 1;
        if tally.documents == 0 && cursor.is_none() && can_relax {
            matching = Matching::Some;
            (tally, ranked) = asked.run(&stats, matching)?;
        }
        let is_relaxed = matching == Matching::Some && tally.documents > 0;
        let suggestions = match tally.documents == 0 || is_relaxed {
            true => asked.suggestions(&languages)?,
            false => Vec::new(),
        };
        let folded = fold::fold(&asked, &ranked, cursor.as_ref().map(|cursor| cursor.last))?;
        let before = cursor.as_ref().map_or(0, |cursor| cursor.shown);
        let shown = before.saturating_add(folded.hits.len() as u32);
        let next = folded
            .last
            .map(|last| Cursor { query: identity, stats, matching, last, shown }.encode());
        Ok(SearchPage {
            hits: folded.hits,
            before: u64::from(before),
            total: tally.documents,
            is_total_partial: tally.is_partial,
            is_relaxed,
            is_continued: cursor.is_some(),
            facets: results::facets(&tally, store)?,
            cursor: next,
            suggestions,
            marker,
        })
    })
}

/// A request with everything that it is answered from.
pub(crate) struct Asked<'a> {
    open: &'a OpenIndex,
    snapshot: &'a Snapshot,
    request: &'a SearchRequest<'a>,
    clauses: &'a [ClauseTerms],
    store: &'a Store,
    sight: Option<&'a dyn Sight>,
}

impl Asked<'_> {
    fn run(&self, stats: &Stats, matching: Matching) -> Result<(Tally, Vec<Ranked>), SearchError> {
        self.run_clauses(self.clauses, stats, matching)
    }

    fn run_clauses(
        &self,
        clauses: &[ClauseTerms],
        stats: &Stats,
        matching: Matching,
    ) -> Result<(Tally, Vec<Ranked>), SearchError> {
        let Asked { open, snapshot, request, .. } = *self;
        let (searcher, fields) = (&snapshot.searcher, &open.fields);
        let run = IndexRun { searcher, fields, clauses, stats, matching };
        let mut shares = match self.sight {
            // How many documents may be asked about is counted in one place.
            Some(_) => vec![(0..searcher.segment_readers().len()).collect()],
            None => shares(searcher),
        };
        let own = shares.pop().unwrap_or_default();
        let (tally, mut best) = std::thread::scope(|scope| {
            let other = |segments: Vec<usize>| {
                scope.spawn(move || {
                    open.with_store(|store| {
                        let sight = None;
                        let asked = Asked { open, snapshot, request, clauses, store, sight };
                        asked.run_segments(&segments, run)
                    })
                })
            };
            let others: Vec<_> = shares.into_iter().map(other).collect();
            let (mut tally, mut best) = self.run_segments(&own, run)?;
            for other in others {
                let found = other.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
                let (more, ranked) = found?;
                tally.join(&more);
                best.join(ranked);
            }
            Ok::<_, SearchError>((tally, best))
        })?;
        if tally.documents > 0 {
            run.rank_again(&mut best)?;
        }
        Ok((tally, best.take()))
    }

    /// Counts and ranks the documents of some segments.
    fn run_segments(
        &self,
        segments: &[usize],
        run: IndexRun<'_>,
    ) -> Result<(Tally, Best), SearchError> {
        let depth = match self.request.depth {
            0 => RANKED,
            depth => depth,
        };
        let dates = &self.request.query.filters.dates.wanted;
        let mut tally = Tally::new(year_mask(dates));
        let rank = self.request.rank.clone();
        let rank = rank.or_else(|| self.open.links.as_ref().map(LinkSignals::rank));
        let mut best = Best::new(depth.max(self.request.limit), self.request.order, rank);
        let site_name = |number| self.store.name_of(NameKind::Site, number);
        let next = run.stats.next;
        let Some(mut filter) = self.filter(&self.request.query.filters, next, &site_name)? else {
            return Ok((tally, best));
        };
        for group in self.request.groups {
            filter.groups.push(self.filter(group, next, &site_name)?);
        }
        tally.groups.resize(self.request.groups.len(), 0);
        run.run(segments, &mut filter, &mut tally, &mut best)?;
        tally.is_partial = filter.is_partial;
        Ok((tally, best))
    }

    /// Returns the filters with numbers instead of names; `None` if nothing can be found.
    fn filter<'f>(
        &'f self,
        filters: &QueryFilters,
        next: u64,
        site_name: &'f dyn Fn(u32) -> Result<Option<String>, SearchError>,
    ) -> Result<Option<CompiledFilter<'f>>, SearchError> {
        let store = self.store;
        let sites = numbers(&filters.sites, |site| match site.strip_suffix(')') {
            Some(host) => Ok(store.number_of(NameKind::Site, host)?.into_iter().collect()),
            None => store.numbers_below(NameKind::Site, site),
        })?;
        let by_name =
            |kind| move |name: &String| Ok(store.number_of(kind, name)?.into_iter().collect());
        let languages = numbers(&filters.languages, by_name(NameKind::Language))?;
        let jobs = numbers(&filters.jobs, by_name(NameKind::Job))?;
        let kinds =
            numbers(&filters.types, |kind: &DocumentType| Ok(vec![u32::from(kind.code())]))?;
        let is_impossible = [&sites, &languages, &jobs, &kinds]
            .iter()
            .any(|filter| filter.wanted.as_ref().is_some_and(NumberSet::is_empty));
        if is_impossible {
            return Ok(None);
        }
        Ok(Some(CompiledFilter {
            sites,
            languages,
            kinds,
            jobs,
            statuses: filters.statuses.clone(),
            dates: filters.dates.clone(),
            images: self.request.images,
            next,
            spans: &self.snapshot.spans,
            store,
            sight: self.sight,
            restricted: Default::default(),
            site_name,
            asked: 0,
            is_partial: false,
            groups: Vec::new(),
        }))
    }

    /// Words that were perhaps meant, instead of those that no document has.
    fn suggestions(&self, languages: &[String]) -> Result<Vec<WordSuggestion>, SearchError> {
        let mut suggestions = Vec::new();
        let (searcher, fields) = (&self.snapshot.searcher, &self.open.fields);
        for (clause, terms) in self.request.query.clauses.iter().zip(self.clauses) {
            let QueryWords::Forms(word) = &clause.words else { continue };
            let is_there = terms.groups.iter().try_fold(0, |sum, group| {
                Ok::<u64, SearchError>(sum + group.documents(searcher, fields, &terms.parts)?)
            })?;
            if is_there > 0 || clause.demand == QueryDemand::Excluded {
                continue;
            }
            for instead in suggest(searcher, fields, word, 3)? {
                // What the reader may not see must not be suggested either.
                let words = QueryWords::Forms(instead.clone());
                let groups = expand(&words, self.open, self.snapshot, languages)?;
                let terms = [ClauseTerms { groups, anchors: None, ..terms.clone() }];
                let stats = Stats::now(searcher, fields, &terms, self.snapshot.next)?;
                if self.run_clauses(&terms, &stats, Matching::All)?.0.documents > 0 {
                    suggestions.push(WordSuggestion { word: word.clone(), instead });
                    break;
                }
            }
        }
        Ok(suggestions)
    }
}

/// Languages in which words of the query are inflected.
fn languages_of(request: &SearchRequest<'_>, snapshot: &Snapshot) -> Vec<String> {
    if !request.languages.is_empty() {
        return request.languages.clone();
    }
    match &request.query.filters.languages.wanted[..] {
        [] => snapshot.languages.to_vec(),
        wanted => wanted.iter().take(3).cloned().collect(),
    }
}

fn clauses_of(
    open: &OpenIndex,
    snapshot: &Snapshot,
    request: &SearchRequest<'_>,
    languages: &[String],
) -> Result<Vec<ClauseTerms>, SearchError> {
    let all = if request.images { SearchPart::PICTURE } else { SearchPart::PAGE };
    let mut clauses = Vec::new();
    for clause in &request.query.clauses {
        let parts = match clause.parts.is_empty() {
            true => all.to_vec(),
            false => clause.parts.clone(),
        };
        let groups = expand(&clause.words, open, snapshot, languages)?;
        clauses.push(ClauseTerms { demand: clause.demand, groups, parts, anchors: None });
    }
    Ok(clauses)
}

fn numbers<T>(
    filter: &ValueFilter<T>,
    number: impl Fn(&T) -> Result<Vec<u32>, SearchError>,
) -> Result<NumberFilter, SearchError> {
    let all = |values: &[T]| -> Result<NumberSet, SearchError> {
        let mut all = NumberSet::default();
        for value in values {
            number(value)?.into_iter().for_each(|number| all.insert(number));
        }
        Ok(all)
    };
    let wanted = match filter.wanted.is_empty() {
        true => None,
        false => Some(all(&filter.wanted)?),
    };
    Ok(NumberFilter { wanted, unwanted: all(&filter.unwanted)? })
}

/// The years that are counted: those of the dates that are asked for.
fn year_mask(dates: &[(u64, u64)]) -> u64 {
    if dates.is_empty() {
        return u64::MAX;
    }
    let year = |time: u64| (time / 10_000_000_000).min(9999) as u16;
    dates.iter().fold(0, |mask, (from, to)| {
        let years = year(*from).max(FIRST_YEAR)..=year(*to).min(FIRST_YEAR + YEARS - 1);
        years.fold(mask, |mask, year| mask | 1 << year_bit(year))
    })
}

/// A number for the query, so that a cursor is not used for another one.
fn identity_of(request: &SearchRequest<'_>) -> u64 {
    let text = format!(
        "{:?} {} {:?} {} {:?}",
        request.query, request.images, request.languages, request.unfolded, request.order
    );
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3)
    })
}
