//! `/replay/TIME/URL`: the frame around an archived page, with what the reader has to know about it.

use super::calendar::compare_link;
use super::capture_page::about_link;
use super::captures::AskedPage;
use super::charts::banner_bars;
use super::format::{bold, duration, iso, markup, moment};
use super::missing::missing;
use super::own_query::{OwnQuery, VIA_RESULT};
use super::page::{MessageLink, MessagePage, PageFrame, address_in};
use super::refusal::refuse;
use crate::http::{redirect, work};
use crate::reader::Reader;
use crate::state::{AskError, Shared, now};
use askama::Template;
use axum::Extension;
use axum::body::Body;
use axum::extract::State;
use axum::http::{HeaderMap, HeaderValue, Response, StatusCode, Uri};
use std::sync::Arc;
use stodola_app::memento::MementoNeighbours;
use stodola_app::reading::{CaptureGate, CaptureRefusal, CaptureSight, UrlHistory, licences_of};
use stodola_archive::{Entry, Stamp};
use stodola_follow::PageLicence;
use stodola_replay::{
    AskedTime, FindOutcome, KeyMatch, Modifier, PassReason, ReplayAddress, Wanted, find,
};

/// Captures that are counted for the bars of the banner.
const COUNTED: u64 = 20_000;

#[derive(Template)]
#[template(path = "shell.html")]
struct ShellPage<'p> {
    page: &'p PageFrame,
    url: String,
    /// The address of this page for the capture that is shown, to the second.
    shown: String,
    time: String,
    iso: String,
    note: Option<String>,
    before: Option<String>,
    after: Option<String>,
    bars: String,
    calendar: String,
    compare: Option<String>,
    about: String,
    text: Option<String>,
    /// Where the script asks about the parts of the page.
    parts: Option<String>,
    /// The licence that the page names.
    licence: Option<String>,
    frame: String,
    alone: String,
    replay_origin: String,
}

/// What there is to show.
enum Found {
    Capture(Box<FoundCapture>),
    Refused(Box<Entry>, CaptureRefusal),
    Unusable(PassReason),
    Nothing,
}

/// A capture that is shown.
struct FoundCapture {
    entry: Entry,
    /// How its address compares to the one that was asked for.
    matched: KeyMatch,
    neighbours: MementoNeighbours,
    history: UrlHistory,
    licences: Vec<PageLicence>,
}

pub(crate) async fn shell(
    State(shared): State<Arc<Shared>>,
    Extension(reader): Extension<Reader>,
    uri: Uri,
    headers: HeaderMap,
) -> Response<Body> {
    let mut page = PageFrame::of(&uri, &headers, &reader);
    page.section = "captures";
    let address = address_in(&uri, "/replay/").unwrap_or_default();
    let address = match ReplayAddress::parse(address.as_bytes()) {
        Ok(address) => address,
        Err(error) => return page.no_address(&error),
    };
    page.box_text = String::from_utf8_lossy(&address.uri).into_owned();
    let own = OwnQuery::split(uri.path_and_query().map_or("", |it| it.as_str()));
    let asked = AskedPage { shared, reader, page, headers, uri: address.uri.clone() };
    let wanted = match address.time {
        AskedTime::At(time) => Some(time),
        AskedTime::Latest => None,
        AskedTime::All | AskedTime::Between { .. } => {
            return redirect(StatusCode::FOUND, &asked.calendar());
        }
    };
    let (shared, reader, url) = (asked.shared.clone(), asked.reader.clone(), asked.uri.clone());
    let found = match work(move || look_up(&shared, &reader, &url, wanted)).await {
        Ok(Ok(found)) => found,
        Ok(Err(error)) => return asked.page.fault(&error),
        Err(error) => return asked.page.fault(&error),
    };
    match found {
        Found::Nothing => missing(asked).await,
        Found::Refused(entry, refusal) => refuse(&asked, &entry, &refusal),
        Found::Unusable(reason) => unusable(&asked, &reason),
        Found::Capture(found) => {
            if let Some(via) = own.get(VIA_RESULT).map(str::to_owned) {
                return opened(&asked, via, &found).await;
            }
            let shown = shell_page(&asked, wanted, &found);
            let mut answer = asked.page.answer(StatusCode::OK, &shown);
            // With the stricter policy of other pages the archived page in the frame could not open windows.
            let policy = HeaderValue::from_static("same-origin-allow-popups");
            answer.headers_mut().insert(super::OPENER_POLICY, policy);
            answer
        }
    }
}

/// A result of a search was opened: that is recorded, and the reader goes on to the address without the token.
async fn opened(asked: &AskedPage, via: String, found: &FoundCapture) -> Response<Body> {
    let (shared, uri) = (asked.shared.clone(), asked.uri.clone());
    let recorded = work(move || shared.results.record(&shared.archive, &via, &uri, now())).await;
    if let Err(error) = recorded {
        return asked.page.fault(&error);
    }
    match found.entry.row.time {
        Some(time) => {
            let to = replay_link(&asked.page, &found.entry.row.uri, &time.to_string());
            redirect(StatusCode::SEE_OTHER, &to)
        }
        None => redirect(StatusCode::SEE_OTHER, &asked.calendar()),
    }
}

fn look_up(
    shared: &Shared,
    reader: &Reader,
    uri: &[u8],
    time: Option<Stamp>,
) -> Result<Found, AskError> {
    let gate = shared.gate(reader)?;
    let is_shown = |entry: &Entry| gate.sight(entry) != CaptureSight::Hidden;
    let mut wanted = Wanted::new(uri, time);
    wanted.is_shown = &is_shown;
    let site_rules = shared.site_rules();
    wanted.site_rules = Some(&site_rules);
    let (entry, matched) = match find(&shared.captures, &wanted)? {
        FindOutcome::Found(found) => (found.entry, found.matched),
        FindOutcome::Nothing => return Ok(Found::Nothing),
        FindOutcome::Unusable { reason, .. } => return Ok(Found::Unusable(reason)),
    };
    if let Some(refusal) = gate.refusal(&entry) {
        return Ok(Found::Refused(Box::new(entry), refusal));
    }
    let neighbours = {
        let catalogue = shared.captures.catalogue()?;
        MementoNeighbours::of(&entry, &catalogue, &gate)?
    };
    let history = UrlHistory::count(&entry.row.uri, COUNTED, &shared.captures, &gate)?;
    let licences = licences_of(&entry, &shared.captures);
    Ok(Found::Capture(Box::new(FoundCapture { entry, matched, neighbours, history, licences })))
}

fn shell_page<'p>(
    asked: &'p AskedPage,
    wanted: Option<Stamp>,
    found: &FoundCapture,
) -> ShellPage<'p> {
    let FoundCapture { entry, matched, neighbours, history, licences } = found;
    let page = &asked.page;
    let time = entry.row.time;
    let replay_origin = asked.shared.origins.replay.as_str().to_owned();
    let framed = |modifier| {
        let path = ReplayAddress::new(&asked.uri, time, Some(modifier)).to_path();
        format!("{}{path}", asked.reader.collection.base(&replay_origin))
    };
    let step = |other: &Option<(Stamp, Vec<u8>)>| {
        let (time, uri) = other.as_ref()?;
        Some(replay_link(page, uri, &time.to_string()))
    };
    let bars = match history.is_cut {
        true => Vec::new(),
        false => years(page, &entry.row.uri, history),
    };
    let about = match time {
        Some(time) => about_link(page, &entry.row.uri, time),
        None => asked.calendar(),
    };
    let viewed = |view: &str| {
        let path = ReplayAddress::new(&entry.row.uri, None, None).to_path();
        time.map(|time| page.link(&format!("/captures/{path}/{time}"), &[("view", view)]))
    };
    let licence = licences.first().map(|it| &it.licence);
    ShellPage {
        text: viewed("text"),
        parts: viewed("parts"),
        licence: licence.and_then(|it| it.name.clone().or(it.uri.clone())),
        url: asked.url(),
        shown: format!(
            "{}/replay/{}",
            page.root,
            ReplayAddress::new(&asked.uri, time, None).to_path()
        ),
        time: time.map(|time| moment(page.language, time)).unwrap_or_default(),
        iso: time.map(iso).unwrap_or_default(),
        note: notes(page, entry, *matched, wanted),
        before: step(&neighbours.previous),
        after: step(&neighbours.next),
        bars: banner_bars(&bars, time.map_or(0, Stamp::year)),
        calendar: match time {
            Some(time) => {
                // An address without captures has no calendar.
                let uri = match matched {
                    KeyMatch::Exact => &asked.uri,
                    KeyMatch::SameSitePage | KeyMatch::Fuzzy(_) => &entry.row.uri,
                };
                let path = ReplayAddress::new(uri, None, None).to_path();
                let day = super::format::day_number(time).to_string();
                page.link(&format!("/captures/{path}"), &[("day", &day)])
            }
            None => asked.calendar(),
        },
        compare: neighbours
            .previous
            .as_ref()
            .zip(time)
            .map(|((before, _), time)| compare_link(page, &entry.row.uri, *before, time)),
        about,
        frame: asked.shared.people.framed(&asked.shared, &asked.reader, framed(Modifier::Page)),
        // A page that is asked for as a page would come back here.
        alone: framed(Modifier::Iframe),
        replay_origin,
        page,
    }
}

fn replay_link(page: &PageFrame, uri: &[u8], time: &str) -> String {
    let path = ReplayAddress::new(uri, None, None).to_path();
    page.link(&format!("/replay/{time}/{path}"), &[])
}

/// The years of an address, each with its captures and a link to the first day that has some.
fn years(page: &PageFrame, uri: &[u8], history: &UrlHistory) -> Vec<(u16, u64, String)> {
    let years = history.years().into_iter();
    years
        .filter_map(|(year, (captures, _))| {
            let start = u32::from(year) * 10_000;
            let (day, _) = history.days.range(start..).next()?;
            Some((year, captures, replay_link(page, uri, &format!("{day}120000"))))
        })
        .collect()
}

/// What is said if the capture is not of the address or the time that were asked for.
fn notes(
    page: &PageFrame,
    entry: &Entry,
    matched: KeyMatch,
    wanted: Option<Stamp>,
) -> Option<String> {
    let key = match matched {
        KeyMatch::Exact => None,
        KeyMatch::SameSitePage => Some("web-shell-same-page"),
        KeyMatch::Fuzzy(_) => Some("web-shell-alike"),
    };
    let uri = String::from_utf8_lossy(&entry.row.uri);
    let address = key.map(|key| markup(&page.say(key, &[("address", bold(&cut(&uri)).into())])));
    let time = wanted.zip(entry.row.time).and_then(|(wanted, time)| note(page, wanted, time));
    match (address, time) {
        (Some(address), Some(time)) => Some(format!("{address} {time}")),
        (address, time) => address.or(time),
    }
}

/// As much of an address as a sentence can have.
fn cut(uri: &str) -> String {
    const SHOWN: usize = 100;
    match uri.char_indices().nth(SHOWN) {
        Some((end, _)) => format!("{}…", &uri[..end]),
        None => uri.to_owned(),
    }
}

/// What is said if the capture is not of the time that was asked for.
fn note(page: &PageFrame, wanted: Stamp, time: Stamp) -> Option<String> {
    let apart = wanted.seconds().abs_diff(time.seconds());
    if apart == 0 {
        return None;
    }
    let key = if time < wanted { "web-shell-earlier" } else { "web-shell-later" };
    let words = page.say(
        key,
        &[
            ("asked", moment(page.language, wanted).into()),
            ("apart", bold(&duration(page.language, apart)).into()),
        ],
    );
    Some(markup(&words))
}

/// The page about captures of which none can be shown.
fn unusable(asked: &AskedPage, reason: &PassReason) -> Response<Body> {
    let page = &asked.page;
    let why = match reason {
        PassReason::SelfRedirect => "web-unusable-self-redirect",
        PassReason::Unreadable(_) | PassReason::NotTried => "web-unusable-unreadable",
    };
    let calendar =
        MessageLink { href: asked.calendar(), text: page.t("web-to-calendar"), is_outside: false };
    let message = MessagePage {
        title: page.t("web-unusable"),
        paragraphs: vec![page.t(why)],
        links: vec![calendar],
        page,
    };
    page.answer(StatusCode::NOT_FOUND, &message)
}

/// `20140126200624` as `2014-01-26 20:06:24`.
pub(crate) fn spaced(digits: &str) -> String {
    let part = |from: usize, to: usize| digits.get(from..to).unwrap_or("");
    format!(
        "{}-{}-{} {}:{}:{}",
        part(0, 4),
        part(4, 6),
        part(6, 8),
        part(8, 10),
        part(10, 12),
        part(12, 14)
    )
}
