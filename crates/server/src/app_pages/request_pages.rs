//! `/requests`: what people have asked for, how far it is, and what came of it.

mod act;
mod new;
mod one;
mod shown;

pub(crate) use act::{
    again, ask_favourite, cancel, name, remove_favourite, rename_favourite, result, sooner,
};
pub(crate) use new::{add, ask_new};
pub(crate) use one::request;

use super::format::duration;
use super::page::{PageFrame, problem_page};
use super::sheet::{
    Block, ButtonLook, Cell, FieldKind, FieldView, Figure, FormView, Sheet, SheetTab, TableView,
    frame,
};
use crate::api::requests::open;
use crate::api::{Call, Problem};
use axum::body::Body;
use axum::http::{HeaderName, HeaderValue, Response, StatusCode};
use serde_json::Value;
use stodola_app::requests::{
    Asker, FavouriteRecord, RequestList, RequestRecord, Requests, ResultRecord,
};
use stodola_text::retold;

/// Requests on a page.
const SHOWN: usize = 200;
/// Seconds after which a page is drawn again while something is worked on.
const AGAIN: HeaderValue = HeaderValue::from_static("15");

/// The address of a request.
fn address(number: i64) -> String {
    format!("/requests/{number}")
}

/// A text of a key that has a name in it, or the name itself if there is none: packages may be newer than texts.
fn named(page: &PageFrame, start: &str, name: &str) -> String {
    let key = format!("{start}{}", name.replace('_', "-"));
    let text = page.t(&key);
    if text == key { name.to_owned() } else { text }
}

/// The name of a package for people.
fn package_name(page: &PageFrame, package: &str) -> String {
    named(page, "web-package-", package)
}

/// What a request is about, in a line.
fn title(page: &PageFrame, package: &str, question: &Value) -> String {
    let texts = ["title", "words", "prefix", "site", "collection", "job", "only"];
    let about = texts.iter().find_map(|name| question[name].as_str());
    let package = package_name(page, package);
    about.map_or(package.clone(), |about| format!("{package}: {about}"))
}

/// The state of a request with its mark.
fn state(page: &PageFrame, state: &str) -> Cell {
    let (kind, key) = match state {
        "running" => ("good", "web-request-running"),
        "done" => ("good", "web-request-done"),
        "failed" => ("bad", "web-request-failed"),
        "cancelled" => ("wait", "web-request-cancelled"),
        _ => ("wait", "web-request-waiting"),
    };
    Cell::state(kind, page.t(key))
}

/// How far a request is, or why it failed.
fn progress(page: &PageFrame, record: &RequestRecord) -> String {
    if let Some(error) = &record.error {
        return retold(page.language, error);
    }
    if let Some(place) = record.place {
        return page.count("web-request-place", u64::from(place));
    }
    let stage = match record.words.as_str() {
        "" => String::new(),
        words => named(page, "web-stage-", words),
    };
    match record.share {
        Some(share) => format!("{:.0}\u{a0}% {stage}", share * 100.0),
        None => stage,
    }
}

/// The age of a result, and when it is made anew.
fn result_words(page: &PageFrame, result: &ResultRecord, refresh: &str) -> String {
    let age = duration(page.language, result.age.unsigned_abs());
    let old = page.say("web-request-old", &[("age", age.into())]);
    match refresh {
        "never" => old,
        "idle" => format!("{old}; {}", page.t("web-request-when-idle")),
        every => {
            let every = page.say("web-request-every", &[("every", every.to_owned().into())]);
            format!("{old}; {every}")
        }
    }
}

pub(crate) fn requests(call: &Call) -> Response<Body> {
    show(call, None)
}

fn show(call: &Call, problem: Option<&Problem>) -> Response<Body> {
    let page = frame(call, "requests");
    draw(call, &page, problem).unwrap_or_else(|problem| problem_page(&page, &problem))
}

fn draw(
    call: &Call,
    page: &PageFrame,
    problem: Option<&Problem>,
) -> Result<Response<Body>, Problem> {
    let (requests, asker) = open(call)?;
    let mut sheet = Sheet::new(page, page.t("web-requests"));
    let status = problem.map_or(StatusCode::OK, |problem| sheet.wrong(problem));
    sheet.lead.push(page.t("web-requests-about"));
    let new = FormView::get("/requests/new", page.t("web-request-new"));
    sheet.acts.push(FormView { look: ButtonLook::Main, ..new });
    let wanted = call.query.get("list").unwrap_or("all");
    let favourites = requests.favourites(&asker)?;
    sheet.tabs = tabs(page, &requests, &asker, wanted, favourites.len() as u64)?;
    sheet.section("lines", page.t("web-requests-lines"), vec![lines(page, &requests, &asker)?]);
    let mut is_busy = false;
    let table = match wanted {
        "favourites" => favourite_table(call, page, &favourites),
        wanted => {
            let list = match wanted {
                "mine" => RequestList::Mine,
                "refreshed" => RequestList::Refreshed,
                _ => RequestList::All,
            };
            let records = requests.list(&asker, list, None, SHOWN)?;
            is_busy = records.iter().any(|it| matches!(it.state, "waiting" | "running"));
            let row = |record: &RequestRecord| row(call, page, &asker, record);
            TableView {
                caption: page.t("web-requests"),
                head: HEADS.map(|key| (page.t(key), false)).into(),
                rows: records.iter().map(row).collect(),
                empty: page.t("web-requests-none"),
            }
        }
    };
    let (waiting, limit) = requests.waiting_of(&asker)?;
    let limits = [("limit", u64::from(limit).into()), ("waiting", u64::from(waiting).into())];
    let note = Block::Text(page.say("web-requests-limits", &limits));
    sheet.section("list", page.t("web-requests-list"), vec![Block::Table(table), note]);
    let mut answer = sheet.respond(status);
    if is_busy {
        answer.headers_mut().insert(HeaderName::from_static("refresh"), AGAIN);
    }
    Ok(answer)
}

const HEADS: [&str; 7] = [
    "web-request",
    "web-state",
    "web-request-progress",
    "web-request-left",
    "web-request-for",
    "web-request-result",
    "web-acts",
];

fn tabs(
    page: &PageFrame,
    requests: &Requests,
    asker: &Asker,
    wanted: &str,
    favourites: u64,
) -> Result<Vec<SheetTab>, Problem> {
    let all = [
        ("all", "web-requests-all", requests.count(asker, RequestList::All)?),
        ("mine", "web-requests-mine", requests.count(asker, RequestList::Mine)?),
        ("favourites", "web-requests-favourites", favourites),
        ("refreshed", "web-requests-refreshed", requests.count(asker, RequestList::Refreshed)?),
    ];
    let is_known = all.iter().any(|(name, ..)| *name == wanted);
    let tab = |(name, key, count): (&str, &str, u64)| SheetTab {
        href: format!("/requests?list={name}"),
        text: format!("{} {count}", page.t(key)),
        is_shown: name == wanted || (name == "all" && !is_known),
    };
    Ok(all.into_iter().map(tab).collect())
}

/// How busy each package is.
fn lines(page: &PageFrame, requests: &Requests, asker: &Asker) -> Result<Block, Problem> {
    let figure = |record: stodola_app::requests::PackageRecord| {
        let (running, most) = (u64::from(record.running), u64::from(record.at_once));
        let numbers = [("running", running.into()), ("most", most.into())];
        let key = if running == 0 { "web-package-idle-now" } else { "web-package-at-work" };
        let waiting = page.count("web-requests-waiting", u64::from(record.waiting));
        Figure {
            note: waiting,
            ..Figure::new(package_name(page, record.package), page.say(key, &numbers))
        }
    };
    Ok(Block::Figures(requests.packages(asker)?.into_iter().map(figure).collect()))
}

fn row(call: &Call, page: &PageFrame, asker: &Asker, record: &RequestRecord) -> Vec<Cell> {
    let left = record.left.map(|left| duration(page.language, left.unsigned_abs()));
    let owners: Vec<&str> = record
        .owners
        .iter()
        .map(|owner| if *owner == asker.name { "" } else { owner.as_str() })
        .collect();
    let you = page.t("web-request-you");
    let owners: Vec<&str> =
        owners.into_iter().map(|owner| if owner.is_empty() { &you } else { owner }).collect();
    let result = record.result.as_ref();
    vec![
        Cell::link(address(record.number), title(page, &record.package, &record.question)),
        state(page, record.state),
        Cell::text(progress(page, record)),
        Cell::text(left.unwrap_or_default()),
        Cell::text(owners.join(", ")),
        result.map_or_else(Cell::default, |result| {
            let words = result_words(page, result, &record.refresh);
            Cell::link(format!("{}/result", address(record.number)), words)
        }),
        Cell::forms(acts(call, page, asker, record)),
    ]
}

/// What can be done with a request.
fn acts(call: &Call, page: &PageFrame, asker: &Asker, record: &RequestRecord) -> Vec<FormView> {
    let act = |act: &str, key: &str, look| {
        FormView::post(call, format!("{}/{act}", address(record.number)), page.t(key), look)
    };
    let is_operator = asker.role >= stodola_access::people::PersonRole::Operator;
    match record.state {
        "running" => vec![act("cancel", "web-request-stop", ButtonLook::Harm)],
        "waiting" => {
            let mut acts = vec![act("cancel", "web-request-drop", ButtonLook::Harm)];
            if is_operator {
                acts.insert(0, act("sooner", "web-request-sooner", ButtonLook::Quiet));
            }
            acts
        }
        "done" => vec![act("again", "web-request-refresh", ButtonLook::Quiet)],
        _ => vec![act("again", "web-request-again", ButtonLook::Quiet)],
    }
}

fn favourite_table(call: &Call, page: &PageFrame, favourites: &[FavouriteRecord]) -> TableView {
    let row = |favourite: &FavouriteRecord| {
        let act = |path: &str, key: &str, look| {
            let name = FieldView::new("name", "", favourite.name.clone());
            FormView::post(call, path, page.t(key), look).field(name.of_kind(FieldKind::Hidden))
        };
        vec![
            Cell::text(&favourite.name),
            Cell::text(title(page, &favourite.package, &favourite.question)),
            Cell::forms(vec![
                act("/requests/favourites/ask", "web-request-ask", ButtonLook::Quiet),
                act("/requests/favourites/rename", "web-request-rename", ButtonLook::Quiet)
                    .field(FieldView::new("new", page.t("web-request-new-name"), "").needed()),
                act("/requests/favourites/remove", "web-remove", ButtonLook::Harm),
            ]),
        ]
    };
    TableView {
        caption: page.t("web-requests-favourites"),
        head: ["web-name", "web-request", "web-acts"].map(|key| (page.t(key), false)).into(),
        rows: favourites.iter().map(row).collect(),
        empty: page.t("web-requests-no-favourites"),
    }
}
