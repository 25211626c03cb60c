//! `/replay/TIME/URL`: the frame around an archived page, with what the reader has to know about it.

use super::calendar::compare_link;
use super::capture_page::about_link;
use super::captures::AskedPage;
use super::charts::banner_bars;
use super::format::{bold, duration, iso, markup, moment};
use super::missing::missing;
use super::own_query::own_link;
use super::page::{MessageLink, MessagePage, PageFrame, address_in};
use super::refusal::refuse;
use crate::http::{ClientAddress, redirect, work};
use crate::state::{AskError, Shared};
use askama::Template;
use axum::Extension;
use axum::body::Body;
use axum::extract::State;
use axum::http::{HeaderMap, Response, StatusCode, Uri};
use std::sync::Arc;
use stodola_app::memento::MementoNeighbours;
use stodola_app::reading::{CaptureGate, CaptureRefusal, CaptureSight, UrlHistory};
use stodola_archive::{Entry, Stamp};
use stodola_replay::{AskedTime, FindOutcome, Modifier, PassReason, ReplayAddress, Wanted, find};

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
    frame: String,
    alone: String,
    replay_origin: String,
}

/// What there is to show.
enum Found {
    Capture { entry: Box<Entry>, neighbours: MementoNeighbours, history: UrlHistory },
    Refused(Box<Entry>, CaptureRefusal),
    Unusable(PassReason),
    Nothing,
}

pub(crate) async fn shell(
    State(shared): State<Arc<Shared>>,
    Extension(client): Extension<ClientAddress>,
    uri: Uri,
    headers: HeaderMap,
) -> Response<Body> {
    let mut page = PageFrame::new(&uri, &headers, "/");
    page.section = "captures";
    let address = address_in(&uri, "/replay/").unwrap_or_default();
    let address = match ReplayAddress::parse(address.as_bytes()) {
        Ok(address) => address,
        Err(error) => return page.no_address(&error),
    };
    page.box_text = String::from_utf8_lossy(&address.uri).into_owned();
    let asked = AskedPage { shared, client, page, headers, uri: address.uri.clone() };
    let wanted = match address.time {
        AskedTime::At(time) => Some(time),
        AskedTime::Latest => None,
        AskedTime::All | AskedTime::Between { .. } => {
            return redirect(StatusCode::FOUND, &asked.calendar());
        }
    };
    let (shared, client, url) = (asked.shared.clone(), asked.client.clone(), asked.uri.clone());
    let found = match work(move || look_up(&shared, client, &url, wanted)).await {
        Ok(Ok(found)) => found,
        Ok(Err(error)) => return asked.page.fault(&error),
        Err(error) => return asked.page.fault(&error),
    };
    match found {
        Found::Nothing => missing(asked).await,
        Found::Refused(entry, refusal) => refuse(&asked, &entry, &refusal),
        Found::Unusable(reason) => unusable(&asked, &reason),
        Found::Capture { entry, neighbours, history } => {
            let shown = shell_page(&asked, wanted, &entry, &neighbours, &history);
            asked.page.answer(StatusCode::OK, &shown)
        }
    }
}

fn look_up(
    shared: &Shared,
    client: ClientAddress,
    uri: &[u8],
    time: Option<Stamp>,
) -> Result<Found, AskError> {
    let gate = shared.gate(client)?;
    let is_shown = |entry: &Entry| gate.sight(entry) != CaptureSight::Hidden;
    let mut wanted = Wanted::new(uri, time);
    wanted.is_shown = &is_shown;
    let entry = match find(&shared.captures, &wanted)? {
        FindOutcome::Found(found) => found.entry,
        FindOutcome::Nothing => return Ok(Found::Nothing),
        FindOutcome::Unusable { reason, .. } => return Ok(Found::Unusable(reason)),
    };
    if let Some(refusal) = gate.refusal(&entry) {
        return Ok(Found::Refused(Box::new(entry), refusal));
    }
    let neighbours = {
        let catalogue = shared.captures.catalogue()?;
        MementoNeighbours::of(&entry, &catalogue, &gate, None)?
    };
    let history = UrlHistory::count(&entry.row.uri, COUNTED, &shared.captures, &gate)?;
    Ok(Found::Capture { entry: Box::new(entry), neighbours, history })
}

fn shell_page<'p>(
    asked: &'p AskedPage,
    wanted: Option<Stamp>,
    entry: &Entry,
    neighbours: &MementoNeighbours,
    history: &UrlHistory,
) -> ShellPage<'p> {
    let page = &asked.page;
    let time = entry.row.time;
    let replay_origin = asked.shared.origins.replay.as_str().to_owned();
    let framed = |modifier| {
        let path = ReplayAddress::new(&asked.uri, time, Some(modifier)).to_path();
        format!("{replay_origin}/web/{path}")
    };
    let step = |other: &Option<(Stamp, Vec<u8>)>| {
        let (time, uri) = other.as_ref()?;
        Some(replay_link(uri, &time.to_string()))
    };
    let bars = match history.is_cut {
        true => Vec::new(),
        false => years(&entry.row.uri, history),
    };
    let about = match time {
        Some(time) => about_link(&entry.row.uri, time),
        None => asked.calendar(),
    };
    ShellPage {
        url: asked.url(),
        shown: format!("/replay/{}", ReplayAddress::new(&asked.uri, time, None).to_path()),
        time: time.map(|time| moment(page.language, time)).unwrap_or_default(),
        iso: time.map(iso).unwrap_or_default(),
        note: wanted.zip(time).and_then(|(wanted, time)| note(page, wanted, time)),
        before: step(&neighbours.previous),
        after: step(&neighbours.next),
        bars: banner_bars(&bars, time.map_or(0, Stamp::year)),
        calendar: match time {
            Some(time) => {
                let path = ReplayAddress::new(&asked.uri, None, None).to_path();
                let day = super::format::day_number(time).to_string();
                own_link(&format!("/captures/{path}"), &[("day", &day)])
            }
            None => asked.calendar(),
        },
        compare: neighbours
            .previous
            .as_ref()
            .zip(time)
            .map(|((before, _), time)| compare_link(&entry.row.uri, *before, time)),
        about,
        frame: asked.shared.people.framed(&asked.shared, &asked.client, framed(Modifier::Page)),
        // A page that is asked for as a page would come back here.
        alone: framed(Modifier::Iframe),
        replay_origin,
        page,
    }
}

fn replay_link(uri: &[u8], time: &str) -> String {
    let path = ReplayAddress::new(uri, None, None).to_path();
    own_link(&format!("/replay/{time}/{path}"), &[])
}

/// The years of an address, each with its captures and a link to the first day that has some.
fn years(uri: &[u8], history: &UrlHistory) -> Vec<(u16, u64, String)> {
    let years = history.years().into_iter();
    years
        .filter_map(|(year, (captures, _))| {
            let start = u32::from(year) * 10_000;
            let (day, _) = history.days.range(start..).next()?;
            Some((year, captures, replay_link(uri, &format!("{day}120000"))))
        })
        .collect()
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
