//! `/compare?a=TIME/URL&b=TIME/URL`: two captures, word by word or beside each other.

use super::calendar::compare_link;
use super::format::{bold, duration, grouped, markup, moment};
use super::own_query::own_link;
use super::page::{MessageLink, MessagePage, PageFrame};
use super::refusal::heading;
use crate::http::{ClientAddress, work};
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
    CaptureDetails, CapturePlace, CaptureText, ComparedParagraph, TextComparison, UnreadableText,
    WordChange, WordRun,
};
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
    text_tab: String,
    seen_tab: String,
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

struct Found {
    texts: [Result<CaptureText, UnreadableText>; 2],
    neighbours: [Option<MementoNeighbours>; 2],
}

pub(crate) async fn compare(
    State(shared): State<Arc<Shared>>,
    Extension(client): Extension<ClientAddress>,
    uri: Uri,
    headers: HeaderMap,
) -> Response<Body> {
    let mut page = PageFrame::new(&uri, &headers, "/");
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
    let asked = shared.clone();
    let found = match work(move || look_up(&asked, client, &wanted)).await {
        Ok(Ok(found)) => found,
        Ok(Err(error)) => return page.fault(&error),
        Err(error) => return page.fault(&error),
    };
    let is_seen = params.get("view") == Some("seen");
    let is_gone = |text: &Result<CaptureText, UnreadableText>| {
        matches!(text, Err(UnreadableText::NotArchived))
    };
    let status = match found.texts.iter().all(is_gone) {
        true => StatusCode::NOT_FOUND,
        false => StatusCode::OK,
    };
    let shown = compare_page(&page, &shared, &places, &found, is_seen);
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
    client: ClientAddress,
    places: &[CapturePlace; 2],
) -> Result<Found, AskError> {
    let gate = shared.gate(client)?;
    let text = |place: &CapturePlace| CaptureText::read(place, &shared.captures, &gate);
    let around = |place: &CapturePlace| {
        let details = CaptureDetails::find(&place.uri, place.time, &shared.captures, &gate)?;
        Ok::<_, AskError>(details.map(|details| details.neighbours))
    };
    let [a, b] = places;
    Ok(Found { texts: [text(a)?, text(b)?], neighbours: [around(a)?, around(b)?] })
}

fn compare_page<'p>(
    page: &'p PageFrame,
    shared: &Shared,
    places: &[CapturePlace; 2],
    found: &Found,
    is_seen: bool,
) -> ComparePage<'p> {
    let [a, b] = places;
    let side = |place: &CapturePlace, text: &Result<CaptureText, UnreadableText>| {
        let at = |modifier| ReplayAddress::new(&place.uri, Some(place.time), modifier).to_path();
        SideHead {
            time: moment(page.language, place.time),
            href: own_link(&format!("/replay/{}", at(None)), &[]),
            frame: format!("{}/web/{}", shared.origins.replay.as_str(), at(Some(Modifier::Page))),
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
    let link = compare_link(&a.uri, a.time, b.time);
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
        calendar: own_link(&format!("/captures/{path}"), &[]),
        url: super::home::readable(&b.uri),
        title: found.texts[1].as_ref().ok().and_then(|text| text.title.clone()),
        sides,
        is_seen,
        text_tab: link.clone(),
        seen_tab: format!("{link}&view=seen"),
        sentence,
        rows,
        back: back.map(|(time, _)| compare_link(&a.uri, *time, a.time)),
        on: on.map(|(time, _)| compare_link(&b.uri, b.time, *time)),
        is_cut,
        page,
    }
}

fn problem_words(page: &PageFrame, problem: &UnreadableText) -> String {
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
