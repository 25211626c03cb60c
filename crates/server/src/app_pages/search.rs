//! `/search`: documents and pictures by their words, with facets, a timeline and snippets; the same for programs.

mod asked;
mod export;
mod facets;
mod hits;

pub(super) use asked::{is_address, is_plain};

use super::format::{bold, grouped, markup};
use super::page::{MessageLink, MessagePage, PageFrame};
use crate::http::work;
use crate::reader::Reader;
use crate::state::{AskError, Shared};
use askama::Template;
use asked::{SearchAsked, sort_name};
use axum::Extension;
use axum::body::Body;
use axum::extract::State;
use axum::http::{HeaderMap, HeaderValue, Response, StatusCode, Uri, header};
use export::ExportForm;
use facets::{FacetList, years_of};
use hits::{HitLine, PictureLine};
use std::sync::Arc;
use stodola_app::cdx::QueryParams;
use stodola_app::search::{FindQuery, FoundPage, TextSearchError};
use stodola_replay::ReplayAddress;
use stodola_search::query::QUERY_BYTES_MAX;
use stodola_search::{NearWord, SearchError, SearchOrder};
use stodola_text::error_text;

/// Documents on one page.
const DOCUMENTS: usize = 20;
/// Pictures on one page.
const PICTURES: usize = 40;
/// Other forms of words that are shown.
const FORMS: usize = 12;

#[derive(Template)]
#[template(path = "search.html")]
struct SearchPageShown<'p> {
    page: &'p PageFrame,
    words: String,
    /// What the form sends beside the words.
    kept: Vec<(&'static str, String)>,
    /// What the form of years sends beside the years.
    kept_without_years: Vec<(&'static str, String)>,
    years_given: [String; 2],
    is_empty: bool,
    /// Documents and pictures: names, addresses, and whether it is the one at hand.
    tabs: Vec<(String, String, bool)>,
    notes: Vec<String>,
    /// Words that were perhaps meant: the word, the other one, the address.
    suggestions: Vec<(String, String, String)>,
    sentence: String,
    forms: String,
    /// Where words are looked for as they are written, or in all their forms again.
    other_forms: Option<(String, String)>,
    orders: Vec<(String, String, bool)>,
    /// Words that stand near those of the query, with the addresses of the page for both.
    near: Vec<(String, String)>,
    /// What narrows, with the address of the page without it.
    chips: Vec<(String, String)>,
    timeline: String,
    timeline_rows: Vec<(String, String, String)>,
    facets: Vec<FacetList>,
    hits: Vec<HitLine>,
    pictures: Vec<PictureLine>,
    /// What else can be tried, if nothing was found.
    ways: Vec<(String, String)>,
    /// Which of the documents these are.
    place: String,
    next: Option<String>,
    first: Option<String>,
    exports: Vec<(&'static str, String)>,
    help: Vec<(String, String)>,
}

/// What was asked and what was found.
struct Searched {
    found: Result<FoundPage, TextSearchError>,
    /// How many there are without what narrows, if nothing was found.
    wider: Option<u64>,
    /// The token of the results, if it is recorded which of them are opened.
    token: Option<String>,
}

pub(crate) async fn search(
    State(shared): State<Arc<Shared>>,
    Extension(reader): Extension<Reader>,
    uri: Uri,
    headers: HeaderMap,
) -> Response<Body> {
    let mut page = PageFrame::of(&uri, &headers, &reader);
    page.section = "search";
    let params = match QueryParams::parse(uri.query().unwrap_or("")) {
        Ok(params) => params,
        Err(error) => return page.no_address(&error),
    };
    let asked = SearchAsked::read(&params);
    let form = ExportForm::wanted(&params, &headers);
    let query = FindQuery {
        text: asked.words.clone(),
        narrowing: asked.narrowing(),
        limit: match form {
            Some(_) => export::limit(&params),
            None if asked.images => PICTURES,
            None => DOCUMENTS,
        },
        cursor: params.get("after").map(str::to_owned),
        images: asked.images,
        snippets: form.is_none_or(ExportForm::has_snippets) && !asked.images,
        exact: asked.is_exact,
        order: asked.order,
        lenient: true,
        histories: form.is_none() && !asked.images,
        unfolded: false,
        collections: Vec::new(),
        near: form.is_none() && !asked.images && params.get("after").is_none(),
    };
    let (asking, is_continued, is_empty) =
        (reader.clone(), query.cursor.is_some(), asked.is_empty());
    let (searching, widened) = (shared.clone(), asked.is_narrowed().then(|| asked.widened()));
    let searched = work(move || look_for(&searching, &asking, &query, is_empty, widened)).await;
    let searched = match searched {
        Ok(Ok(searched)) => searched,
        Ok(Err(AskError::Search(error))) => return unanswered(&page, &asked, &error),
        Ok(Err(error)) => return page.fault(&error),
        Err(error) => return page.fault(&error),
    };
    if let Some(form) = form {
        return form.answer(&page, &asked, searched.found, (&shared, &reader));
    }
    let mut shown = SearchPageShown::new(&page, &asked);
    match searched.found {
        Ok(found) if !is_empty => {
            let base = reader.collection.base(shared.origins.replay.as_str());
            shown.fill(&asked, &found, (searched.wider, searched.token), is_continued, &base);
        }
        Ok(_) => {}
        Err(error) => shown.notes.push(error_text(page.language, &error)),
    }
    let mut answer = page.answer(StatusCode::OK, &shown);
    if asked.images {
        allow_pictures(answer.headers_mut(), shared.origins.replay.as_str());
    }
    answer
}

/// Asks the index. Errors of the query are part of the answer.
fn look_for(
    shared: &Shared,
    reader: &Reader,
    query: &FindQuery,
    is_empty: bool,
    widened: Option<SearchAsked>,
) -> Result<Searched, AskError> {
    let finder = shared.finder()?;
    if is_empty {
        return Ok(Searched { found: Ok(FoundPage::default()), wider: None, token: None });
    }
    let gate = shared.gate(reader)?;
    let mut query = query.clone();
    if query.histories && reader.collection.scope().is_none() {
        // A file that cannot be understood is told of elsewhere.
        let defined = shared.collections.defined();
        query.collections = defined.map(|defined| defined.to_vec()).unwrap_or_default();
    }
    let found = match finder.find(&query, &gate) {
        Err(error @ (TextSearchError::Query(_) | TextSearchError::Cursor)) => Err(error),
        found => Ok(found?),
    };
    let is_nothing = found.as_ref().is_ok_and(|found| found.page.total == 0);
    let wider = match widened.filter(|widened| is_nothing && !widened.is_empty()) {
        Some(widened) => {
            let query = FindQuery {
                text: widened.words,
                limit: 1,
                images: query.images,
                exact: query.exact,
                lenient: true,
                ..FindQuery::default()
            };
            finder.find(&query, &gate).ok().map(|found| found.page.total)
        }
        None => None,
    };
    let token = match &found {
        // Only results on a page can be opened from it.
        Ok(found) if query.histories => {
            let uris = found.documents.iter().map(|it| &*it.hit.uri);
            shared.results.remember(&shared.archive, &query.text, found.page.before, uris)
        }
        _ => None,
    };
    Ok(Searched { found, wider, token })
}

/// The page if the index cannot be asked.
fn unanswered(page: &PageFrame, asked: &SearchAsked, error: &TextSearchError) -> Response<Body> {
    let TextSearchError::Search(kind @ (SearchError::NoIndex | SearchError::Busy)) = error else {
        return page.fault(error);
    };
    let (status, title) = match kind {
        SearchError::Busy => (StatusCode::SERVICE_UNAVAILABLE, page.t("web-search-busy")),
        _ => (StatusCode::NOT_FOUND, page.t("web-search-none")),
    };
    let mut links = Vec::new();
    if let Some((text, href)) = address_way(page, asked) {
        links.push(MessageLink { href, text, is_outside: false });
    }
    links.push(MessageLink { href: "/".into(), text: page.t("web-to-home"), is_outside: false });
    let paragraphs = vec![error_text(page.language, error), page.t("web-search-none-way")];
    page.answer(status, &MessagePage { title, paragraphs, links, page })
}

/// The calendar of what stands in the box, if it could be an address.
fn address_way(page: &PageFrame, asked: &SearchAsked) -> Option<(String, String)> {
    let words = &asked.words;
    if words.is_empty() || words.contains(char::is_whitespace) || words.len() > 500 {
        return None;
    }
    let path = ReplayAddress::new(words.as_bytes(), None, None).to_path();
    let text = page.say("web-look-up", &[("url", words.into())]);
    Some((text, page.link(&format!("/captures/{path}"), &[])))
}

/// Pictures come from the replay origin.
fn allow_pictures(headers: &mut HeaderMap, replay: &str) {
    let policy = format!(
        "default-src 'self'; img-src 'self' {replay}; frame-src 'none'; base-uri 'none'; form-action 'self'; \
         frame-ancestors 'none'; object-src 'none'"
    );
    if let Ok(policy) = HeaderValue::try_from(policy) {
        headers.insert(header::CONTENT_SECURITY_POLICY, policy);
    }
}

impl<'p> SearchPageShown<'p> {
    /// The page before anything was found.
    fn new(page: &'p PageFrame, asked: &SearchAsked) -> SearchPageShown<'p> {
        let tab = |key: &str, images: bool| {
            let link = SearchAsked { images, ..asked.clone() }.link(page);
            (page.t(key), link, asked.images == images)
        };
        let kept: Vec<_> = asked.pairs().into_iter().filter(|(name, _)| *name != "q").collect();
        let without_years =
            asked.pairs().into_iter().filter(|(name, _)| !matches!(*name, "from" | "to"));
        let year = |year: Option<u16>| year.map_or(String::new(), |year| year.to_string());
        let help = ["words", "phrase", "signs", "prefix", "part", "site", "type", "date", "other"];
        let help = help.map(|name| {
            let [write, find] =
                ["write", "find"].map(|what| format!("web-search-help-{what}-{name}"));
            (page.t(&write), page.t(&find))
        });
        SearchPageShown {
            words: asked.words.clone(),
            kept,
            kept_without_years: without_years.collect(),
            years_given: [year(asked.from), year(asked.to)],
            is_empty: asked.is_empty(),
            tabs: vec![tab("web-search-documents", false), tab("web-search-images", true)],
            notes: Vec::new(),
            suggestions: Vec::new(),
            sentence: String::new(),
            forms: String::new(),
            other_forms: None,
            orders: Vec::new(),
            near: Vec::new(),
            chips: chips(page, asked),
            timeline: String::new(),
            timeline_rows: Vec::new(),
            facets: Vec::new(),
            hits: Vec::new(),
            pictures: Vec::new(),
            ways: Vec::new(),
            place: String::new(),
            next: None,
            first: None,
            exports: Vec::new(),
            help: help.into(),
            page,
        }
    }

    /// Adds what was found.
    fn fill(
        &mut self,
        asked: &SearchAsked,
        found: &FoundPage,
        (wider, token): (Option<u64>, Option<String>),
        is_continued: bool,
        base: &str,
    ) {
        let page = self.page;
        self.tell(asked, found);
        let total = found.page.total;
        let count = bold(&page.count("web-n-documents", total));
        self.sentence = markup(&match (total, found.page.is_total_partial) {
            (0, false) => page.t("web-search-nothing"),
            (_, true) => page.say("web-search-at-least", &[("documents", count.into())]),
            (_, false) => page.say("web-search-found", &[("documents", count.into())]),
        });
        if total == 0 {
            self.ways = ways(page, asked, wider);
            return;
        }
        self.orders = orders(page, asked);
        self.near = near(page, asked, found);
        (self.timeline, self.timeline_rows) = years_of(page, asked, &found.page.facets);
        self.facets = facets::all(page, asked, &found.page.facets);
        self.facets.extend(facets::collections(page, asked, &found.collections));
        let axis = facets::axis(&found.page.facets);
        match asked.images {
            true => {
                let lines =
                    found.documents.iter().filter_map(|it| PictureLine::new(page, it, base));
                self.pictures = lines.collect();
            }
            false => {
                let marker = &found.page.marker;
                let lines = found.documents.iter().zip(1..).map(|(it, place)| {
                    let via = token.as_ref().map(|token| format!("{token}.{place}"));
                    HitLine::new(page, it, (marker, axis), via.as_deref())
                });
                self.hits = lines.collect();
            }
        }
        self.next =
            found.page.cursor.as_ref().map(|after| asked.link_with(page, &[("after", after)]));
        self.first = is_continued.then(|| asked.link(page));
        let shown = if asked.images { self.pictures.len() } else { self.hits.len() } as u64;
        let place = [
            ("from", grouped(found.page.before + 1).into()),
            ("to", grouped(found.page.before + shown).into()),
            ("all", grouped(total).into()),
        ];
        let key =
            if found.page.is_total_partial { "web-search-place" } else { "web-search-place-of" };
        self.place = page.say(key, &place);
        self.exports = export::links(page, asked);
    }

    /// Tells what was made of the words.
    fn tell(&mut self, asked: &SearchAsked, found: &FoundPage) {
        let page = self.page;
        if let Some(error) = &found.misunderstood {
            let reason = error_text(page.language, error);
            self.notes.push(page.say("web-search-misunderstood", &[("reason", reason.into())]));
        }
        if found.page.is_relaxed {
            self.notes.push(page.t("web-search-relaxed"));
        }
        for suggestion in &found.page.suggestions {
            let words = replaced(&asked.words, &suggestion.word, &suggestion.instead);
            let link = SearchAsked { words, ..asked.clone() }.link(page);
            self.suggestions.push((suggestion.word.clone(), suggestion.instead.clone(), link));
        }
        let shown: Vec<&str> = found.forms.iter().take(FORMS).map(String::as_str).collect();
        self.forms = shown.join(", ");
        if found.forms.len() > FORMS {
            self.forms.push_str(" …");
        }
        let other = SearchAsked { is_exact: !asked.is_exact, ..asked.clone() }.link(page);
        self.other_forms = match asked.is_exact {
            true => Some((page.t("web-search-all-forms"), other)),
            false if self.forms.is_empty() => None,
            false => Some((page.t("web-search-exact"), other)),
        };
    }
}

/// A text with a word replaced, wherever it stands alone, large or small letters alike.
fn replaced(text: &str, word: &str, instead: &str) -> String {
    let pieces = text.split_inclusive(|c: char| !c.is_alphanumeric()).map(|piece| {
        let end = piece.find(|c: char| !c.is_alphanumeric()).unwrap_or(piece.len());
        let (found, behind) = piece.split_at(end);
        if found.to_lowercase() == word { format!("{instead}{behind}") } else { piece.to_owned() }
    });
    pieces.collect()
}

/// What narrows, each with the address of the page without it.
fn chips(page: &PageFrame, asked: &SearchAsked) -> Vec<(String, String)> {
    let mut chips = Vec::new();
    let mut add = |text: String, without: SearchAsked| chips.push((text, without.link(page)));
    let years = match (asked.from, asked.to) {
        (None, None) => None,
        (Some(from), Some(to)) if from == to => Some(from.to_string()),
        (from, to) => {
            let shown = |year: Option<u16>| year.map_or(String::new(), |year| year.to_string());
            Some(format!("{}–{}", shown(from), shown(to)))
        }
    };
    if let Some(years) = years {
        let text = page.say("web-search-captured", &[("years", years.into())]);
        add(text, SearchAsked { from: None, to: None, ..asked.clone() });
    }
    if let Some(kind) = asked.kind {
        add(facets::kind_name(page, kind.name()), SearchAsked { kind: None, ..asked.clone() });
    }
    if let Some(language) = &asked.language {
        add(facets::language_name(page, language), SearchAsked { language: None, ..asked.clone() });
    }
    if let Some(host) = &asked.host {
        add(host.clone(), SearchAsked { host: None, ..asked.clone() });
    }
    if let Some(job) = &asked.job {
        let text = format!("{}: {job}", page.t("web-harvest"));
        add(text, SearchAsked { job: None, ..asked.clone() });
    }
    if let (Some(_), Some((_, name))) = (asked.project, &page.project) {
        let text = format!("{}: {name}", page.t("web-project"));
        add(text, SearchAsked { project: None, ..asked.clone() });
    }
    chips
}

/// The orders to choose from: names, addresses, and whether it is the one at hand.
fn orders(page: &PageFrame, asked: &SearchAsked) -> Vec<(String, String, bool)> {
    let all = [SearchOrder::Best, SearchOrder::Newest, SearchOrder::Oldest];
    let line = |order| {
        let name = page.t(match sort_name(order) {
            None => "web-search-best",
            Some("newest") => "web-search-newest",
            Some(_) => "web-search-oldest",
        });
        let link = SearchAsked { order, ..asked.clone() }.link(page);
        (name, link, asked.order == order)
    };
    all.map(line).into()
}

/// Words near those of the query, each with the address of the page for both. A word is letters and digits only, so it
/// means nothing else in a query.
fn near(page: &PageFrame, asked: &SearchAsked, found: &FoundPage) -> Vec<(String, String)> {
    if asked.words.is_empty() || asked.words.len() > QUERY_BYTES_MAX / 2 {
        return Vec::new();
    }
    let line = |word: &NearWord| {
        let words = format!("{} {}", asked.words, word.word);
        (word.word.clone(), SearchAsked { words, ..asked.clone() }.link(page))
    };
    found.near.iter().map(line).collect()
}

/// What can be tried if nothing was found.
fn ways(page: &PageFrame, asked: &SearchAsked, wider: Option<u64>) -> Vec<(String, String)> {
    let mut ways = Vec::new();
    if let Some(wider) = wider.filter(|wider| *wider > 0) {
        let text =
            page.say("web-search-wider", &[("n", wider.into()), ("shown", grouped(wider).into())]);
        ways.push((text, asked.widened().link(page)));
    }
    if asked.is_exact {
        let link = SearchAsked { is_exact: false, ..asked.clone() }.link(page);
        ways.push((page.t("web-search-all-forms"), link));
    }
    ways.extend(address_way(page, asked));
    if page.collection.is_some() {
        ways.push((page.t("web-within-all"), page.beyond()));
    }
    ways
}

#[cfg(test)]
mod tests {
    use super::replaced;

    #[test]
    fn words_are_replaced_where_they_stand_alone() {
        assert_eq!(replaced("Knhia a knhiam, -knhia", "knhia", "kniha"), "kniha a knhiam, -kniha");
        assert_eq!(replaced("", "a", "b"), "");
    }
}
