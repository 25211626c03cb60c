//! The calendar of an address: all years day by day, one year by months, one day capture by capture.

mod months;

use super::captures::AskedPage;
use super::charts::strip;
use super::format::{bold, clock, day, day_number, grouped, iso, markup, moment, month, parts};
use super::missing::missing;
use super::own_query::own_link;
use super::page::PageFrame;
use crate::http::work;
use crate::state::{AskError, Shared};
use askama::Template;
use axum::body::Body;
use axum::http::{Response, StatusCode};
use months::{MonthGrid, months_of};
use stodola_app::cdx::form_encoded;
use stodola_app::memento::TimeMapAddresses;
use stodola_app::reading::{CaptureGate, CaptureSight, ContentChange, DayCapture, UrlHistory};
use stodola_archive::Stamp;
use stodola_replay::ReplayAddress;

/// Captures of an address that are counted.
const COUNTED: u64 = 200_000;
/// Captures of a day that are listed.
const LISTED: usize = 200;
/// With a longer query of the archived address, days are no links: there are hundreds of them.
const LONG_QUERY: usize = 300;

#[derive(Template)]
#[template(path = "calendar.html")]
struct CalendarPage<'p> {
    page: &'p PageFrame,
    scheme: String,
    address: String,
    title: Option<String>,
    title_lang: String,
    sentence: String,
    first: Option<(String, u16)>,
    alive: Option<(String, u16)>,
    compare: Option<String>,
    month_names: Vec<String>,
    rows: Vec<YearRow>,
    years_title: String,
    year: u16,
    before: Option<(String, u16)>,
    after: Option<(String, u16)>,
    months: Vec<MonthGrid>,
    weekdays: Vec<String>,
    list_title: String,
    captures: Vec<CaptureLine>,
    is_more: bool,
    is_cut: bool,
    cdx: String,
    timemap: String,
    capture_count: String,
}

struct YearRow {
    year: u16,
    href: String,
    svg: String,
    captures: String,
    changes: String,
    sentence: String,
    is_shown: bool,
}

pub(super) struct CaptureLine {
    href: String,
    iso: String,
    time: String,
    status: String,
    mime: String,
    change: String,
    class: &'static str,
    about: String,
    compare: Option<String>,
    is_blocked: bool,
}

/// What the archive says of an address.
struct Found {
    history: UrlHistory,
    year: u16,
    /// The day that is listed; 0 for the whole year.
    day: u32,
    listed: Vec<DayCapture>,
    title: Option<String>,
    title_language: Option<String>,
}

pub(super) async fn show(asked: AskedPage) -> Response<Body> {
    let number =
        |name: &str| asked.page.own(name).and_then(|it| it.replace('-', "").parse::<u32>().ok());
    let wanted_day = number("day").filter(|day| *day < 100_000_000);
    let wanted_year = number("year").and_then(|year| u16::try_from(year).ok());
    let (shared, client, uri) = (asked.shared.clone(), asked.client.clone(), asked.uri.clone());
    let found = work(move || look_up(&shared, client, &uri, wanted_year, wanted_day));
    let found = match found.await {
        Ok(Ok(found)) => found,
        Ok(Err(error)) => return asked.page.fault(&error),
        Err(error) => return asked.page.fault(&error),
    };
    if found.history.captures == 0 {
        return missing(asked).await;
    }
    let shown = calendar_page(&asked, &found);
    asked.page.answer(StatusCode::OK, &shown)
}

fn look_up(
    shared: &Shared,
    client: crate::http::ClientAddress,
    uri: &[u8],
    year: Option<u16>,
    day: Option<u32>,
) -> Result<Found, AskError> {
    let gate = shared.gate(client)?;
    let history = UrlHistory::count(uri, COUNTED, &shared.captures, &gate)?;
    let day = day.filter(|day| history.days.contains_key(day));
    let years = history.years();
    let asked =
        day.map(|day| (day / 10_000) as u16).or(year.filter(|year| years.contains_key(year)));
    let year = asked.or(history.last.map(|last| last.year())).unwrap_or(0);
    let is_long = query_of(uri).is_some_and(|query| query.len() > LONG_QUERY);
    let day = match is_long {
        true => 0,
        false => day.or(history.last_day_of(year)).unwrap_or(0),
    };
    let span = match day {
        0 => (u64::from(year) * 10_000_000_000, u64::from(year) * 10_000_000_000 + 9_999_999_999),
        day => (u64::from(day) * 1_000_000, u64::from(day) * 1_000_000 + 999_999),
    };
    let listed = DayCapture::list(uri, span, LISTED + 1, &shared.captures, &gate)?;
    // The title is that of the last capture that may be shown.
    let named = match history.last_alive {
        Some(time) => shared.captures.closest(uri, time)?,
        None => None,
    };
    let named = named.filter(|entry| gate.sight(entry) == CaptureSight::Shown);
    let (title, title_language) = named.map_or((None, None), |it| (it.row.title, it.row.language));
    Ok(Found { history, year, day, listed, title, title_language })
}

fn query_of(uri: &[u8]) -> Option<&[u8]> {
    uri.iter().position(|byte| *byte == b'?').map(|at| &uri[at + 1..])
}

fn calendar_page<'p>(asked: &'p AskedPage, found: &Found) -> CalendarPage<'p> {
    let page = &asked.page;
    let Found { history, year, day: shown_day, .. } = found;
    let path = ReplayAddress::new(&asked.uri, None, None).to_path();
    // Links to other days are relative: an address may be long, and there are hundreds of them.
    let query = path.split_once('?').map(|(_, query)| format!("?{query}")).unwrap_or_default();
    let link = |name: &str, value: &str| own_link(&query, &[(name, value)]);
    let year_link = |year: &u16| (link("year", &year.to_string()), *year);
    let years = history.years();
    let rows = years.iter().rev().map(|(it, (captures, changes))| YearRow {
        year: *it,
        href: link("year", &it.to_string()),
        svg: strip(*it, &history.days),
        captures: grouped(*captures),
        changes: if *changes == 0 { "–".to_owned() } else { grouped(*changes) },
        sentence: page.count("web-n-captures", *captures),
        is_shown: it == year,
    });
    let url = asked.url();
    let (scheme, address) =
        url.split_once("://").map_or(("", &*url), |(scheme, rest)| (scheme, rest));
    let replay = asked.shared.origins.replay.as_str();
    let base = format!("{replay}/web/");
    let long = query.len() > LONG_QUERY;
    let day_link = |day: u32| (!long).then(|| link("day", &day.to_string()));
    let replayed = |time: Stamp| {
        let path = ReplayAddress::new(&asked.uri, Some(time), None).to_path();
        (own_link(&format!("/replay/{path}"), &[]), time.year())
    };
    let is_year = *shown_day == 0;
    let lines = found.listed.iter().take(LISTED).map(|capture| line(asked, capture, is_year));
    CalendarPage {
        scheme: if scheme.is_empty() { String::new() } else { format!("{scheme}://") },
        address: address.to_owned(),
        title: found.title.clone(),
        title_lang: found.title_language.clone().unwrap_or_default(),
        sentence: markup(&sentence(page, history)),
        first: history.first.filter(|first| history.last != Some(*first)).map(replayed),
        alive: history.last_alive.map(replayed),
        compare: compare_ends(asked, history),
        month_names: (1..=12)
            .map(|it| month(page.language, it).chars().take(3).collect())
            .collect(),
        years_title: page.count("web-calendar-years", years.len() as u64),
        rows: rows.collect(),
        before: years.range(..year).next_back().map(|(year, _)| year_link(year)),
        after: years.range(year + 1..).next().map(|(year, _)| year_link(year)),
        months: months_of(page, *year, *shown_day, &history.days, &day_link),
        weekdays: page.t("web-weekdays").split(' ').map(str::to_owned).collect(),
        list_title: match shown_day {
            0 => year.to_string(),
            number => named_day(page, *number),
        },
        captures: lines.collect(),
        is_more: found.listed.len() > LISTED,
        is_cut: history.is_cut,
        cdx: format!("{replay}/web/cdx?url={}&output=cdxj", form_encoded(&url)),
        timemap: TimeMapAddresses { base: &base, url: &url }.timemap("link", 1),
        capture_count: page.count("web-n-captures", found.listed.len() as u64),
        year: *year,
        page,
    }
}

/// `Monday 3 June 2013`.
fn named_day(page: &PageFrame, number: u32) -> String {
    let (year, month, day_of_month) = parts(number);
    let (first, _) = super::format::month_shape(year, month);
    let weekday = page.t(&format!("web-weekday-{}", (first + day_of_month - 1) % 7));
    format!("{weekday} {}", day(page.language, number))
}

/// What a colleague would say.
fn sentence(page: &PageFrame, history: &UrlHistory) -> String {
    let (Some(first), Some(last)) = (history.first, history.last) else { return String::new() };
    let shown = |time| day(page.language, day_number(time));
    let mut sentences = vec![match history.captures {
        1 => page.say("web-calendar-once", &[("day", shown(first).into())]),
        captures => page.say(
            "web-calendar-sentence",
            &[
                ("times", bold(&page.count("web-n-times", captures)).into()),
                ("days", page.count("web-on-n-days", history.days.len() as u64).into()),
                ("first", shown(first).into()),
                ("last", shown(last).into()),
            ],
        ),
    }];
    if history.captures > 1 && history.last_alive.is_some() {
        let changes = history.changes;
        let times = bold(&page.count("web-n-times", changes));
        sentences.push(
            page.say("web-calendar-changes", &[("n", changes.into()), ("times", times.into())]),
        );
    }
    if let Some((since, status)) = history.errors_since {
        let status = bold(&status.to_string());
        let words = [("day", shown(since).into()), ("status", status.into())];
        sentences.push(page.say("web-calendar-errors", &words));
    }
    sentences.join(" ")
}

/// The comparison of the first capture with the last one that may be shown.
fn compare_ends(asked: &AskedPage, history: &UrlHistory) -> Option<String> {
    let (first, last) = (history.first?, history.last_alive?);
    (first < last).then(|| compare_link(&asked.uri, first, last))
}

/// The address of a comparison of two captures of an address.
pub(super) fn compare_link(uri: &[u8], a: Stamp, b: Stamp) -> String {
    let place = |time| form_encoded(&ReplayAddress::new(uri, Some(time), None).to_path());
    format!("/compare?a={}&b={}", place(a), place(b))
}

fn line(asked: &AskedPage, capture: &DayCapture, is_year: bool) -> CaptureLine {
    let page = &asked.page;
    let path = ReplayAddress::new(&capture.uri, Some(capture.time), None).to_path();
    let about = ReplayAddress::new(&capture.uri, None, None).to_path();
    let (key, class) = match capture.change {
        ContentChange::First => ("web-change-first", "st"),
        ContentChange::Changed => ("web-change-changed", "st ch"),
        ContentChange::Same => ("web-change-same", "st"),
        ContentChange::Unknown => ("web-change-unknown", "st"),
        ContentChange::Error => ("web-change-error", "st bad"),
        ContentChange::Blocked => ("web-change-blocked", "st lock"),
    };
    let is_changed = matches!(capture.change, ContentChange::Changed | ContentChange::Unknown);
    let previous = capture.previous.filter(|_| is_changed);
    CaptureLine {
        href: own_link(&format!("/replay/{path}"), &[]),
        iso: iso(capture.time),
        time: match is_year {
            true => moment(page.language, capture.time),
            false => clock(capture.time),
        },
        status: capture.status.map_or("–".to_owned(), |status| status.to_string()),
        mime: capture.mime.clone().unwrap_or_default(),
        change: page.t(key),
        class,
        about: own_link(&format!("/captures/{about}/{}", capture.time), &[]),
        compare: previous.map(|previous| compare_link(&capture.uri, previous, capture.time)),
        is_blocked: capture.change == ContentChange::Blocked,
    }
}
