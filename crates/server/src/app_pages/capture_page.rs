//! `/captures/URL/TIME`: all that is known about one capture, and how to cite it.

use super::captures::AskedPage;
use super::format::{iso, moment};
use super::own_query::own_link;
use super::page::PageFrame;
use super::refusal::refuse;
use crate::http::work;
use crate::state::AskError;
use askama::Template;
use axum::body::Body;
use axum::http::{Response, StatusCode};
use stodola_app::reading::CaptureDetails;
use stodola_archive::Stamp;
use stodola_replay::ReplayAddress;
use stodola_warc::http::parse_response;

/// Header fields that are shown, and bytes of each.
const MAX_FIELDS: usize = 100;
const MAX_VALUE: usize = 2000;

#[derive(Template)]
#[template(path = "capture.html")]
struct CapturePage<'p> {
    page: &'p PageFrame,
    url: String,
    calendar: String,
    replay: String,
    raw: String,
    captured: String,
    iso: String,
    title: Option<String>,
    title_lang: String,
    /// Labels and values.
    facts: Vec<(String, String)>,
    revisited: Option<(String, String)>,
    failure: Option<String>,
    status_line: String,
    fields: Vec<(String, String)>,
    cite: String,
    cite_url: String,
    before: Option<String>,
    after: Option<String>,
}

/// The page of a capture. If there is no such capture, the request comes back.
pub(super) async fn show(
    mut asked: AskedPage,
    uri: Vec<u8>,
    time: Stamp,
) -> Result<Response<Body>, Box<AskedPage>> {
    let (shared, client, wanted) = (asked.shared.clone(), asked.client.clone(), uri.clone());
    let found = work(move || {
        let gate = shared.gate(client)?;
        Ok::<_, AskError>(CaptureDetails::find(&wanted, time, &shared.captures, &gate)?)
    });
    let details = match found.await {
        Ok(Ok(Some(details))) => details,
        Ok(Ok(None)) => return Err(Box::new(asked)),
        Ok(Err(error)) => return Ok(asked.page.fault(&error)),
        Err(error) => return Ok(asked.page.fault(&error)),
    };
    asked.uri = uri;
    asked.page.box_text = asked.url();
    if let Some(refusal) = &details.refusal {
        return Ok(refuse(&asked, &details.entry, refusal));
    }
    let shown = capture_page(&asked, &details, time);
    Ok(asked.page.answer(StatusCode::OK, &shown))
}

fn capture_page<'p>(
    asked: &'p AskedPage,
    details: &CaptureDetails,
    time: Stamp,
) -> CapturePage<'p> {
    let page = &asked.page;
    let row = &details.entry.row;
    let path = ReplayAddress::new(&row.uri, Some(time), None).to_path();
    let origins = &asked.shared.origins;
    let mut facts = Vec::new();
    let mut add = |key: &str, value: Option<String>| {
        facts.extend(value.filter(|value| !value.is_empty()).map(|value| (page.t(key), value)));
    };
    add("web-about-status", row.status.map(|status| status.to_string()));
    add("web-about-type", row.mime.clone());
    add("web-about-language", row.language.clone());
    add("web-about-kind", Some(row.kind.as_str().to_owned()));
    add("web-about-digest", row.digest.clone());
    add("web-about-record", details.record_id.clone());
    add("web-about-file", Some(details.entry.file.to_string()));
    add("web-about-offset", Some(row.offset.to_string()));
    add("web-about-length", row.length.map(|it| stodola_text::size(page.language, it)));
    add("web-about-job", details.job.clone());
    let (status_line, fields) = head_of(details);
    let beside = |other: &Option<(Stamp, Vec<u8>)>| {
        let (time, uri) = other.as_ref()?;
        Some(about_link(uri, *time))
    };
    let url = asked.url();
    let captured = moment(page.language, time);
    let title = row.title.clone();
    let cite_url = format!("{}/replay/{path}", origins.app.as_str());
    let words = title.clone().unwrap_or_else(|| url.clone());
    let cite = page.say(
        "web-cite-words",
        &[
            ("title", super::format::foreign(&words).into()),
            ("url", super::format::foreign(&url).into()),
            ("time", (&captured).into()),
        ],
    );
    CapturePage {
        calendar: asked.calendar(),
        replay: own_link(&format!("/replay/{path}"), &[]),
        raw: format!("{}/web/{}", origins.replay.as_str(), path.replacen('/', "id_/", 1)),
        iso: iso(time),
        title_lang: row.language.clone().unwrap_or_default(),
        revisited: details.revisited.as_ref().and_then(|original| {
            let time = original.time?;
            let words =
                format!("{}, {}:{}", moment(page.language, time), original.file, original.offset);
            Some((about_link(&original.uri, time), words))
        }),
        failure: details.failure.clone(),
        before: beside(&details.neighbours.previous),
        after: beside(&details.neighbours.next),
        url,
        captured,
        title,
        facts,
        status_line,
        fields,
        cite,
        cite_url,
        page,
    }
}

/// The address of the page about a capture.
pub(super) fn about_link(uri: &[u8], time: Stamp) -> String {
    let path = ReplayAddress::new(uri, None, None).to_path();
    own_link(&format!("/captures/{path}/{time}"), &[])
}

/// The first line and the fields of the answer.
fn head_of(details: &CaptureDetails) -> (String, Vec<(String, String)>) {
    let Some(raw) = details.head.as_deref() else { return (String::new(), Vec::new()) };
    if parse_response(raw).is_none() {
        return (String::new(), Vec::new());
    }
    let text = String::from_utf8_lossy(raw);
    let mut lines = text.lines();
    let first: String = lines.next().unwrap_or("").chars().take(MAX_VALUE).collect();
    let fields = lines.take(MAX_FIELDS).filter_map(|line| {
        let (name, value) = line.split_once(':')?;
        Some((name.to_owned(), value.trim().chars().take(MAX_VALUE).collect()))
    });
    (first, fields.collect())
}
