//! `/`: what the archive has, and the box for words or an address.

use super::charts::year_bars;
use super::format::{bold, day, day_number, grouped, markup};
use super::page::PageFrame;
use super::search::is_address;
use crate::collection::PAGES;
use crate::http::{redirect, work};
use crate::reader::Reader;
use crate::settings::DemoTour;
use crate::state::{AskError, Shared, now};
use askama::Template;
use axum::Extension;
use axum::body::Body;
use axum::extract::State;
use axum::http::{HeaderMap, Response, StatusCode, Uri};
use std::sync::Arc;
use stodola_access::Moment;
use stodola_app::cdx::{QueryParams, form_encoded};
use stodola_app::collections::CollectionDefinition;
use stodola_app::reading::ArchiveFront;
use stodola_archive::Stamp;
use stodola_replay::ReplayAddress;

#[derive(Template)]
#[template(path = "home.html")]
struct HomePage<'p> {
    barn: &'static str,
    page: &'p PageFrame,
    title: String,
    /// Of a collection: what it is about.
    about: Option<String>,
    /// Of a collection: what belongs to it.
    facts: Vec<(String, String)>,
    collections: Vec<CollectionLine>,
    /// Whether the definitions of collections cannot be read.
    has_unreadable: bool,
    sentence: String,
    chart: String,
    years: Vec<(u16, String)>,
    /// Addresses to try: where their calendars are, and what they are called.
    examples: Vec<(String, String)>,
    is_empty: bool,
    /// Of a demonstration: what to try, and where.
    tour: Vec<(String, String)>,
}

/// Collections that are listed.
const LISTED: usize = 200;

/// A collection in a list.
struct CollectionLine {
    href: String,
    title: String,
    about: Option<String>,
}

pub(crate) async fn home(
    State(shared): State<Arc<Shared>>,
    Extension(reader): Extension<Reader>,
    uri: Uri,
    headers: HeaderMap,
) -> Response<Body> {
    let params = QueryParams::parse(uri.query().unwrap_or("")).unwrap_or_default();
    if let Some(words) = params.get("q").map(str::trim).filter(|words| !words.is_empty()) {
        let root = reader.collection.root();
        let place = match is_address(words) {
            true => calendar_of(words),
            false => format!("/search?q={}", form_encoded(words)),
        };
        return redirect(StatusCode::SEE_OTHER, &format!("{root}{place}"));
    }
    let page = PageFrame::of(&uri, &headers, &reader);
    let asking = reader.clone();
    let (asked, front) = (shared.clone(), move || {
        let gate = shared.gate(&asking)?;
        Ok::<_, AskError>(ArchiveFront::read(&shared.captures, &gate)?)
    });
    let mut shown = match work(front).await {
        Ok(Ok(front)) => home_page(&page, &front),
        failed => {
            if let Ok(Err(error)) = failed {
                tracing::error!(%error, "the archive could not be asked");
            }
            HomePage { sentence: markup(&page.t("web-home-unknown")), ..HomePage::new(&page) }
        }
    };
    match reader.collection.scope() {
        Some(scope) => shown.describe(scope.definition()),
        None => {
            shown.list_collections(&asked);
            shown.tour = asked.tour.as_ref().map(|tour| stops(&page, tour)).unwrap_or_default();
        }
    }
    page.answer(StatusCode::OK, &shown)
}

/// What there is to try in a demonstration: addresses, and what they show.
fn stops(page: &PageFrame, tour: &DemoTour) -> Vec<(String, String)> {
    let words = form_encoded(&tour.words);
    let said = [("words", (&tour.words).into())];
    let mut stops = vec![(format!("/search?q={words}"), page.say("web-tour-search", &said))];
    if let Some(kept) = &tour.kept {
        stops.push((calendar_of(kept), page.t("web-tour-calendar")));
        let latest = format!("/replay/{}/{kept}", now().digits());
        stops.push((latest, page.t("web-tour-replay")));
        stops.push((calendar_of(&format!("{kept}*")), page.t("web-tour-addresses")));
    }
    if let Some(left) = &tour.left {
        stops.push((format!("/why?url={}", form_encoded(left)), page.t("web-tour-why")));
    }
    stops.push(("/jobs".to_owned(), page.t("web-tour-jobs")));
    stops
}

impl<'p> HomePage<'p> {
    fn new(page: &'p PageFrame) -> HomePage<'p> {
        HomePage {
            barn: "open",
            title: page.t("web-home-title"),
            about: None,
            facts: Vec::new(),
            collections: Vec::new(),
            has_unreadable: false,
            sentence: String::new(),
            chart: String::new(),
            years: Vec::new(),
            examples: Vec::new(),
            is_empty: false,
            tour: Vec::new(),
            page,
        }
    }

    /// What a collection is, and what belongs to it.
    fn describe(&mut self, definition: &CollectionDefinition) {
        let page = self.page;
        self.title.clone_from(&definition.title);
        self.about.clone_from(&definition.about);
        let mut add = |key: &str, values: Vec<String>| {
            if !values.is_empty() {
                self.facts.push((page.t(key), values.join(", ")));
            }
        };
        add("web-collection-places", definition.written_places.clone());
        add("web-collection-jobs", definition.jobs.clone());
        let shown = |moment: Option<Moment>| {
            let digits = moment.and_then(|moment| u64::try_from(moment.digits()).ok());
            let time = digits.and_then(Stamp::from_number)?;
            Some(day(page.language, day_number(time)))
        };
        let ends = [shown(definition.captured.from), shown(definition.captured.to)];
        if ends.iter().any(Option::is_some) {
            let [from, to] = ends.map(|end| end.unwrap_or_else(|| "…".to_owned()));
            add("web-collection-time", vec![format!("{from} – {to}")]);
        }
        add("web-collection-types", definition.types.iter().map(ToString::to_string).collect());
    }

    /// The collections that are defined. If that cannot be read, the page says so.
    fn list_collections(&mut self, shared: &Shared) {
        match shared.collections.defined() {
            Ok(defined) => {
                let line = |it: &Arc<CollectionDefinition>| CollectionLine {
                    href: format!("{PAGES}{}/", it.name),
                    title: it.title.clone(),
                    about: it.about.clone(),
                };
                self.collections = defined.iter().take(LISTED).map(line).collect();
            }
            Err(error) => {
                tracing::error!(%error, "the collections could not be read");
                self.has_unreadable = true;
            }
        }
    }
}

/// The calendar of what stands in the box; with a star at its end, the list of addresses that begin so.
fn calendar_of(words: &str) -> String {
    let (address, star) = words.strip_suffix('*').map_or((words, ""), |address| (address, "*"));
    let path = ReplayAddress::new(address.as_bytes(), None, None).to_path();
    format!("/captures/{path}{star}")
}

fn home_page<'p>(page: &'p PageFrame, front: &ArchiveFront) -> HomePage<'p> {
    let mut sentences = Vec::new();
    let count = |key: &str, n: u64| bold(&page.count(key, n));
    match (front.captures, front.size) {
        (Some(0), _) if page.collection.is_some() => {
            sentences.push(page.t("web-collection-empty"));
        }
        (Some(0), _) => sentences.push(page.t("web-home-empty")),
        (Some(captures), Some((hosts, bytes))) => sentences.push(page.say(
            "web-home-holds",
            &[
                ("captures", count("web-n-captures", captures).into()),
                ("hosts", count("web-on-n-hosts", hosts).into()),
                (
                    "size",
                    bold(&stodola_text::size(page.language, bytes).replace(' ', "\u{a0}")).into(),
                ),
            ],
        )),
        (Some(captures), None) => {
            sentences.push(page.say(
                "web-home-captures",
                &[("captures", count("web-n-captures", captures).into())],
            ));
        }
        (None, _) => sentences.push(page.t("web-home-no-figures")),
    }
    if let Some((first, last)) = front.span {
        let shown = |time| day(page.language, day_number(time));
        sentences.push(
            page.say(
                "web-home-span",
                &[("first", shown(first).into()), ("last", shown(last).into())],
            ),
        );
    }
    let caption = page.t("web-home-years");
    HomePage {
        sentence: markup(&sentences.join(" ")),
        chart: year_bars(page.language, &front.years, &caption),
        years: front.years.iter().map(|(year, count)| (*year, grouped(*count))).collect(),
        examples: front
            .examples
            .iter()
            .map(|uri| {
                let path = ReplayAddress::new(uri, None, None).to_path();
                (page.link(&format!("/captures/{path}"), &[]), readable(uri))
            })
            .collect(),
        is_empty: front.captures == Some(0) && page.collection.is_none(),
        ..HomePage::new(page)
    }
}

/// An address as people write it: without its scheme, and without a slash at the end of a host.
pub(super) fn readable(uri: &[u8]) -> String {
    let text = String::from_utf8_lossy(uri);
    let text = text.strip_prefix("http://").or(text.strip_prefix("https://")).unwrap_or(&text);
    let text = text.strip_suffix('/').filter(|host| !host.contains('/')).unwrap_or(text);
    text.to_owned()
}
