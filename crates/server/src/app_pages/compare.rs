//! `/compare?a=TIME/URL&b=TIME/URL`: two captures, word by word or beside each other.

use super::calendar::compare_link;
use super::format::{bold, duration, grouped, markup, moment};
use super::page::{MessageLink, MessagePage, PageFrame};
use super::refusal::heading;
use crate::http::work;
use crate::reader::Reader;
use crate::state::{AskError, Shared};
use askama::Template;
use axum::Extension;
use axum::body::Body;
use axum::extract::State;
use axum::http::{HeaderMap, Response, StatusCode, Uri};
use std::sync::Arc;
use stodola_app::cdx::QueryParams;
use stodola_app::memento::MementoNeighbours;
use stodola_app::reading::{
    CapturePlace, CaptureText, ComparedAspect, ComparedParagraph, DayCapture, TextComparison,
    UnreadableText, WordChange, WordRun,
};
use stodola_archive::Stamp;
use stodola_replay::{Modifier, ReplayAddress};

/// Paragraphs beside each other that are the same and follow one another are folded if there are more.
const FOLDED: usize = 3;

#[derive(Template)]
#[template(path = "compare.html")]
struct ComparePage<'p> {
    page: &'p PageFrame,
    calendar: String,
    url: String,
    title: Option<String>,
    sides: [SideHead; 2],
    is_seen: bool,
    is_code: bool,
    view: &'static str,
    /// The ways to compare: names, addresses, and whether it is the one at hand.
    tabs: Vec<(String, String, bool)>,
    /// The captures to choose from, for each side: values, words, and whether it is the one at hand.
    choices: [Vec<(String, String, bool)>; 2],
    what: String,
    sentence: String,
    rows: Vec<CompareRow>,
    back: Option<String>,
    on: Option<String>,
    is_cut: bool,
}

/// What stands above one side.
struct SideHead {
    time: String,
    href: String,
    frame: String,
    lang: String,
    /// Why there is no text.
    problem: Option<String>,
    is_blocked: bool,
}

/// A part of the table.
enum CompareRow {
    /// Paragraphs that did not change, folded.
    Folded(String, Vec<String>),
    /// A paragraph that did not change.
    Same(String),
    /// Words of both sides, each with whether it differs.
    Different(Vec<(bool, String)>, Vec<(bool, String)>),
}

/// A way to compare.
struct CompareView {
    /// Its value in addresses.
    name: &'static str,
    /// What is compared; `None` for both pages as they are seen.
    aspect: Option<ComparedAspect>,
    /// The key of its name, and of what it compares.
    keys: [&'static str; 2],
}

/// All ways to compare, the usual one first.
const VIEWS: [CompareView; 5] = [
    CompareView {
        name: "text",
        aspect: Some(ComparedAspect::Text),
        keys: ["web-compare-text", "web-compare-what-text"],
    },
    CompareView { name: "seen", aspect: None, keys: ["web-compare-seen", "web-compare-what-seen"] },
    CompareView {
        name: "source",
        aspect: Some(ComparedAspect::Source),
        keys: ["web-compare-source", "web-compare-what-source"],
    },
    CompareView {
        name: "links",
        aspect: Some(ComparedAspect::Links),
        keys: ["web-compare-links", "web-compare-what-links"],
    },
    CompareView {
        name: "parts",
        aspect: Some(ComparedAspect::Parts),
        keys: ["web-compare-parts", "web-compare-what-parts"],
    },
];
/// Captures to choose from at most.
const CHOICES: usize = 500;

struct Found {
    captures: Vec<Stamp>,
    texts: [Result<CaptureText, UnreadableText>; 2],
    neighbours: [Option<MementoNeighbours>; 2],
}

pub(crate) async fn compare(
    State(shared): State<Arc<Shared>>,
    Extension(reader): Extension<Reader>,
    uri: Uri,
    headers: HeaderMap,
) -> Response<Body> {
    let mut page = PageFrame::of(&uri, &headers, &reader);
    page.section = "captures";
    let params = QueryParams::parse(uri.query().unwrap_or("")).unwrap_or_default();
    let places = [place(params.get("a")), place(params.get("b"))];
    let [Some(a), Some(b)] = places else {
        let home = MessageLink { href: "/".into(), text: page.t("web-to-home"), is_outside: false };
        let message = MessagePage {
            title: page.t("web-compare-which"),
            paragraphs: vec![page.t("web-compare-how")],
            links: vec![home],
            page: &page,
        };
        return page.answer(StatusCode::BAD_REQUEST, &message);
    };
    page.box_text = String::from_utf8_lossy(&b.uri).into_owned();
    let places = [a, b];
    let wanted = places.clone();
    let (asked, asking) = (shared.clone(), reader.clone());
    let chosen = params.get("view").unwrap_or("text");
    let view = VIEWS.iter().find(|view| view.name == chosen).unwrap_or(&VIEWS[0]);
    let looked_at = view.aspect.unwrap_or_default();
    let found = match work(move || look_up(&asked, &asking, &wanted, looked_at)).await {
        Ok(Ok(found)) => found,
        Ok(Err(error)) => return page.fault(&error),
        Err(error) => return page.fault(&error),
    };
    let is_gone = |text: &Result<CaptureText, UnreadableText>| {
        matches!(text, Err(UnreadableText::NotArchived))
    };
    let status = match found.texts.iter().all(is_gone) {
        true => StatusCode::NOT_FOUND,
        false => StatusCode::OK,
    };
    let base = reader.collection.base(shared.origins.replay.as_str());
    let shown = compare_page(&page, &base, &places, &found, view);
    page.answer(status, &shown)
}

/// Reads `TIME/URL`.
fn place(written: Option<&str>) -> Option<CapturePlace> {
    let address = ReplayAddress::parse(written?.as_bytes()).ok()?;
    let time = address.nearest_to()?;
    Some(CapturePlace { uri: address.uri, time })
}

fn look_up(
    shared: &Shared,
    reader: &Reader,
    places: &[CapturePlace; 2],
    aspect: ComparedAspect,
) -> Result<Found, AskError> {
    let gate = shared.gate(reader)?;
    let text = |place: &CapturePlace| CaptureText::read(place, aspect, &shared.captures, &gate);
    let around = |place: &CapturePlace| {
        Ok::<_, AskError>(MementoNeighbours::at(&place.uri, place.time, &shared.captures, &gate)?)
    };
    let [a, b] = places;
    let all = (1, u64::MAX / 2);
    let listed = DayCapture::list(&b.uri, all, CHOICES, &shared.captures, &gate)?;
    let mut captures: Vec<Stamp> = listed.iter().map(|capture| capture.time).collect();
    captures.dedup();
    Ok(Found { captures, texts: [text(a)?, text(b)?], neighbours: [around(a)?, around(b)?] })
}

fn compare_page<'p>(
    page: &'p PageFrame,
    base: &str,
    places: &[CapturePlace; 2],
    found: &Found,
    view: &CompareView,
) -> ComparePage<'p> {
    let [a, b] = places;
    let side = |place: &CapturePlace, text: &Result<CaptureText, UnreadableText>| {
        let at = |modifier| ReplayAddress::new(&place.uri, Some(place.time), modifier).to_path();
        SideHead {
            time: moment(page.language, place.time),
            href: page.link(&format!("/replay/{}", at(None)), &[]),
            frame: format!("{base}{}", at(Some(Modifier::Page))),
            lang: text.as_ref().ok().and_then(|text| text.language.clone()).unwrap_or_default(),
            problem: text.as_ref().err().map(|problem| problem_words(page, problem)),
            is_blocked: matches!(text, Err(UnreadableText::Blocked(_))),
        }
    };
    let (mut sentence, mut rows, mut is_cut) = (String::new(), Vec::new(), false);
    if let [Ok(before), Ok(after)] = &found.texts {
        let compared = TextComparison::new(&before.paragraphs, &after.paragraphs);
        is_cut = before.is_cut || after.is_cut;
        sentence = summary(page, &compared);
        rows = table(page, compared);
    }
    let link = compare_link(page, &a.uri, a.time, b.time);
    let with = |link: String, view: &CompareView| match view.name {
        "text" => link,
        name => format!("{link}&view={name}"),
    };
    let viewed = |link: String| with(link, view);
    let tabs =
        VIEWS.iter().map(|it| (page.t(it.keys[0]), with(link.clone(), it), it.name == view.name));
    let neighbour = |side: usize| found.neighbours[side].as_ref();
    let back = neighbour(0).and_then(|it| it.previous.as_ref());
    let on = neighbour(1).and_then(|it| it.next.as_ref());
    let path = ReplayAddress::new(&b.uri, None, None).to_path();
    let mut sides = [side(a, &found.texts[0]), side(b, &found.texts[1])];
    let apart = a.time.seconds().abs_diff(b.time.seconds());
    if a.time < b.time {
        let apart = duration(page.language, apart);
        let later = page.say("web-compare-later", &[("time", apart.into())]);
        sides[1].time = format!("{} · {later}", sides[1].time);
    }
    ComparePage {
        calendar: page.link(&format!("/captures/{path}"), &[]),
        url: super::home::readable(&b.uri),
        title: found.texts[1].as_ref().ok().and_then(|text| text.title.clone()),
        sides,
        is_seen: view.aspect.is_none(),
        is_code: view.aspect.is_some_and(|aspect| aspect != ComparedAspect::Text),
        view: view.name,
        tabs: tabs.collect(),
        choices: [choices(page, a, &found.captures), choices(page, b, &found.captures)],
        what: page.t(view.keys[1]),
        sentence,
        rows,
        back: back.map(|(time, _)| viewed(compare_link(page, &a.uri, *time, a.time))),
        on: on.map(|(time, _)| viewed(compare_link(page, &b.uri, b.time, *time))),
        is_cut,
        page,
    }
}

/// The captures to choose from for one side; the one at hand is always among them.
fn choices(
    page: &PageFrame,
    place: &CapturePlace,
    captures: &[Stamp],
) -> Vec<(String, String, bool)> {
    let mut times = captures.to_vec();
    if let Err(at) = times.binary_search(&place.time) {
        times.insert(at, place.time);
    }
    let choice = |time: Stamp| {
        let value = ReplayAddress::new(&place.uri, Some(time), None).to_path();
        (value, moment(page.language, time), time == place.time)
    };
    times.into_iter().map(choice).collect()
}

pub(super) fn problem_words(page: &PageFrame, problem: &UnreadableText) -> String {
    match problem {
        UnreadableText::NotArchived => page.t("web-compare-not-archived"),
        UnreadableText::Blocked(refusal) => heading(page.language, refusal),
        UnreadableText::Unreadable(error) => {
            tracing::warn!(%error, "a capture could not be compared");
            page.t("web-unusable-unreadable")
        }
        UnreadableText::NoText(mime) => {
            let mime = mime.clone().unwrap_or_else(|| "–".to_owned());
            page.say("web-compare-no-text", &[("mime", mime.into())])
        }
    }
}

fn summary(page: &PageFrame, compared: &TextComparison) -> String {
    if compared.different == 0 {
        return markup(&page.t("web-compare-same"));
    }
    let all = compared.paragraphs.len() as u64;
    let differ = page.say(
        "web-compare-differ",
        &[
            ("n", all.into()),
            ("different", grouped(compared.different).into()),
            ("all", grouped(all).into()),
        ],
    );
    let part = |class: &str, key: &str, n: u64| {
        format!("<{class}>{}</{class}>", markup(&page.count(key, n)))
    };
    format!(
        "{} {}, {}, {}.",
        markup(&bold(&differ)),
        part("ins", "web-compare-added", compared.added),
        part("del", "web-compare-removed", compared.removed),
        markup(&page.count("web-compare-kept", compared.same))
    )
}

fn table(page: &PageFrame, compared: TextComparison) -> Vec<CompareRow> {
    let mut rows = Vec::new();
    let mut same: Vec<String> = Vec::new();
    let flush = |same: &mut Vec<String>, rows: &mut Vec<CompareRow>| {
        if same.len() > FOLDED {
            let words = page.count("web-compare-folded", same.len() as u64);
            rows.push(CompareRow::Folded(words, std::mem::take(same)));
        } else {
            rows.extend(same.drain(..).map(CompareRow::Same));
        }
    };
    for paragraph in compared.paragraphs {
        match paragraph {
            ComparedParagraph::Same(text) => same.push(text),
            ComparedParagraph::Different([before, after]) => {
                flush(&mut same, &mut rows);
                rows.push(CompareRow::Different(runs(before), runs(after)));
            }
        }
    }
    flush(&mut same, &mut rows);
    rows
}

fn runs(runs: Vec<WordRun>) -> Vec<(bool, String)> {
    runs.into_iter().map(|run| (run.change == WordChange::Different, run.text)).collect()
}
