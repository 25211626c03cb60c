//! `/captures/URL`: the captures of a URL, year by year.

use super::page::{MessagePage, PageFrame, address_in};
use super::shell::spaced;
use crate::http::{ClientAddress, work};
use crate::state::{AskError, Shared};
use askama::Template;
use axum::Extension;
use axum::body::Body;
use axum::extract::State;
use axum::http::{HeaderMap, Response, StatusCode, Uri};
use std::sync::Arc;
use stodola_app::cdx::QueryParams;
use stodola_app::memento::{CaptureCalendar, YearCapture};
use stodola_replay::ReplayAddress;
use stodola_text::text;

/// Captures that are listed of a year.
const LISTED: usize = 1000;

#[derive(Template)]
#[template(path = "captures.html")]
struct CapturesPage<'p> {
    page: &'p PageFrame,
    url: String,
    sentence: String,
    years: Vec<YearLink>,
    rows: Vec<CaptureLine>,
    more: Option<String>,
}

struct YearLink {
    name: String,
    href: String,
    count: u64,
    is_shown: bool,
}

struct CaptureLine {
    href: String,
    time: String,
    iso: String,
    status: String,
    mime: String,
    change: String,
    is_changed: bool,
}

pub(super) async fn captures(
    State(shared): State<Arc<Shared>>,
    Extension(client): Extension<ClientAddress>,
    uri: Uri,
    headers: HeaderMap,
) -> Response<Body> {
    let mut page = PageFrame::new(&uri, &headers, "/");
    let address = address_in(&uri, "/captures/").unwrap_or_default();
    let url = match ReplayAddress::parse(address.as_bytes()) {
        Ok(address) => address.uri,
        Err(error) => {
            let paragraphs = vec![error.to_string()];
            let title = page.t("web-no-address");
            let message = MessagePage { title, paragraphs, links: Vec::new(), page: &page };
            return page.answer(StatusCode::BAD_REQUEST, &message);
        }
    };
    let path = ReplayAddress::new(&url, None, None).to_path();
    let url = String::from_utf8_lossy(&url).into_owned();
    page.box_text.clone_from(&url);
    let params = QueryParams::parse(uri.query().unwrap_or("")).unwrap_or_default();
    let year = params.get("year").and_then(|year| year.parse::<u16>().ok());
    let found = {
        let url = url.clone();
        let shared = shared.clone();
        work(move || look_up(&shared, client, &url, year)).await
    };
    let Ok(Ok((calendar, year, listed))) = found else {
        let message = MessagePage {
            title: page.t("web-fault"),
            paragraphs: vec![page.t("web-fault-why")],
            links: Vec::new(),
            page: &page,
        };
        return page.answer(StatusCode::INTERNAL_SERVER_ERROR, &message);
    };
    let (Some(first), Some(last)) = (calendar.first, calendar.last) else {
        let message = MessagePage {
            title: page.t("web-no-capture"),
            paragraphs: vec![text!(page.language, "web-no-capture-why", url = &*url)],
            links: Vec::new(),
            page: &page,
        };
        return page.answer(StatusCode::NOT_FOUND, &message);
    };
    let count: u64 = calendar.years.values().map(|(months, _)| months.iter().sum::<u64>()).sum();
    let day = |digits: String| spaced(&digits)[..10].to_owned();
    let sentence = text!(
        page.language,
        "web-captures-sentence",
        captures = count,
        first = day(first.to_string()),
        last = day(last.to_string())
    );
    let years = calendar.years.iter().map(|(name, (months, _))| YearLink {
        name: name.to_string(),
        href: format!("/captures/{path}{}year={name}", if path.contains('?') { '&' } else { '?' }),
        count: months.iter().sum(),
        is_shown: *name == year,
    });
    let more = (listed.len() > LISTED).then(|| {
        let replay = shared.origins.replay.as_str();
        let url = stodola_app::cdx::form_encoded(&url);
        format!("{replay}/web/cdx?url={url}&output=text&from={year}&to={year}")
    });
    let rows = listed.into_iter().take(LISTED).map(|capture| line(&page, capture)).collect();
    let shown = CapturesPage { years: years.collect(), sentence, rows, more, url, page: &page };
    page.answer(StatusCode::OK, &shown)
}

fn look_up(
    shared: &Shared,
    client: ClientAddress,
    url: &str,
    year: Option<u16>,
) -> Result<(CaptureCalendar, u16, Vec<YearCapture>), AskError> {
    let gate = shared.gate(client)?;
    let calendar = CaptureCalendar::count(url, &shared.captures, &gate, None)?;
    let year = year.or(calendar.last.map(|last| last.year())).unwrap_or(0);
    let listed = YearCapture::list(url, year, LISTED + 1, &shared.captures, &gate)?;
    Ok((calendar, year, listed))
}

fn line(page: &PageFrame, capture: YearCapture) -> CaptureLine {
    let digits = capture.time.to_string();
    let time = spaced(&digits);
    let address = ReplayAddress::new(&capture.uri, Some(capture.time), None);
    CaptureLine {
        href: format!("/replay/{}", address.to_path()),
        iso: format!("{}Z", time.replace(' ', "T")),
        time,
        status: capture.status.map_or("–".to_owned(), |status| status.to_string()),
        mime: capture.mime.unwrap_or_default(),
        change: page.t(match capture.is_changed {
            true => "web-captures-changed",
            false => "web-captures-same",
        }),
        is_changed: capture.is_changed,
    }
}
