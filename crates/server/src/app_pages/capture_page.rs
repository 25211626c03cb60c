//! `/captures/URL/TIME`: all that is known about one capture, and how to cite it.

use super::captures::AskedPage;
use super::format::{iso, markup, moment, plain_text};
use super::jobs::verdict_address;
use super::page::PageFrame;
use super::part_list::{self, PartLine};
use super::refusal::{refuse, wants_json};
use super::text_page;
use crate::http::{json, work};
use crate::state::{AskError, Shared};
use askama::Template;
use axum::body::Body;
use axum::http::{Response, StatusCode};
use stodola_access::people::PersonRole;
use stodola_app::job::StoredJob;
use stodola_app::reading::CaptureDetails;
use stodola_archive::Stamp;
use stodola_follow::PageLicence;
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
    text: String,
    /// Licences that the page names: words, address, where it says so.
    licences: Vec<(String, Option<String>, String)>,
    parts_sentence: String,
    parts: Vec<PartLine>,
    are_parts_cut: bool,
    /// For operators: the verdict of its harvest.
    verdict: Option<String>,
}

/// The page of a capture. If there is no such capture, the request comes back.
pub(super) async fn show(
    mut asked: AskedPage,
    uri: Vec<u8>,
    time: Stamp,
) -> Result<Response<Body>, Box<AskedPage>> {
    let (shared, reader, wanted) = (asked.shared.clone(), asked.reader.clone(), uri.clone());
    let found = work(move || {
        let gate = shared.gate(&reader)?;
        let details = CaptureDetails::find(&wanted, time, &shared.captures, &gate)?;
        let is_operator = reader.role >= Some(PersonRole::Operator);
        let judging = details.as_ref().and_then(|it| it.job.as_deref()).filter(|_| is_operator);
        let judging = judging.filter(|job| has_verdicts(&shared, job)).map(str::to_owned);
        Ok::<_, AskError>((details, judging))
    });
    let (details, judging) = match found.await {
        Ok(Ok((Some(details), judging))) => (details, judging),
        Ok(Ok((None, _))) => return Err(Box::new(asked)),
        Ok(Err(error)) => return Ok(asked.page.fault(&error)),
        Err(error) => return Ok(asked.page.fault(&error)),
    };
    asked.uri = uri;
    asked.page.box_text = asked.url();
    if let Some(refusal) = &details.refusal {
        return Ok(refuse(&asked, &details.entry, refusal));
    }
    match asked.page.own("view") {
        Some("text") => return Ok(text_page::show(asked, time).await),
        Some("parts") if wants_json(&asked.headers) => return Ok(parts_json(&asked, &details)),
        _ => {}
    }
    let mut shown = capture_page(&asked, &details, time);
    let uri = String::from_utf8_lossy(&details.entry.row.uri);
    shown.verdict = judging.map(|job| verdict_address(&job, &uri));
    Ok(asked.page.answer(StatusCode::OK, &shown))
}

/// Whether a job has judged pages. Blocks.
fn has_verdicts(shared: &Shared, job: &str) -> bool {
    StoredJob::find_round(&shared.archive, job, None).is_ok_and(|job| job.has_verdicts())
}

fn capture_page<'p>(
    asked: &'p AskedPage,
    details: &CaptureDetails,
    time: Stamp,
) -> CapturePage<'p> {
    let page = &asked.page;
    let row = &details.entry.row;
    let path = ReplayAddress::new(&row.uri, Some(time), None).to_path();
    let about = ReplayAddress::new(&row.uri, None, None).to_path();
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
    let base = asked.reader.collection.base(origins.replay.as_str());
    let (status_line, fields) = head_of(details);
    let beside = |other: &Option<(Stamp, Vec<u8>)>| {
        let (time, uri) = other.as_ref()?;
        Some(about_link(page, uri, *time))
    };
    let url = asked.url();
    let captured = moment(page.language, time);
    let title = row.title.clone();
    let cite_url = format!("{}{}/replay/{path}", origins.app.as_str(), page.root);
    let words = title.clone().unwrap_or_else(|| url.clone());
    let cite = page.say(
        "web-cite-words",
        &[
            ("title", super::format::foreign(&words).into()),
            ("url", super::format::foreign(&url).into()),
            ("time", (&captured).into()),
        ],
    );
    let parts = details.parts.as_ref();
    CapturePage {
        text: page.link(&format!("/captures/{about}/{time}"), &[("view", "text")]),
        licences: licence_lines(&details.licences),
        parts_sentence: parts.map(|it| markup(&part_list::sentence(page, it))).unwrap_or_default(),
        parts: parts.map(|it| part_list::lines(page, it)).unwrap_or_default(),
        are_parts_cut: parts.is_some_and(|it| it.is_cut),
        verdict: None,
        calendar: asked.calendar(),
        replay: page.link(&format!("/replay/{path}"), &[]),
        raw: format!("{base}{}", path.replacen('/', "id_/", 1)),
        iso: iso(time),
        title_lang: row.language.clone().unwrap_or_default(),
        revisited: details.revisited.as_ref().and_then(|original| {
            let time = original.time?;
            let words =
                format!("{}, {}:{}", moment(page.language, time), original.file, original.offset);
            Some((about_link(page, &original.uri, time), words))
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

/// What the banner says about the parts, for its script.
fn parts_json(asked: &AskedPage, details: &CaptureDetails) -> Response<Body> {
    let told = details.parts.as_ref().filter(|parts| part_list::is_worth_telling(parts));
    let sentence = told.map(|parts| plain_text(&part_list::sentence(&asked.page, parts)));
    json(StatusCode::OK, format!("{}\n", serde_json::json!({ "sentence": sentence })))
}

/// The licences of a capture: words, address, and where the page says so.
fn licence_lines(licences: &[PageLicence]) -> Vec<(String, Option<String>, String)> {
    let line = |it: &PageLicence| {
        let words = it.licence.name.clone().or(it.licence.uri.clone()).unwrap_or_default();
        let is_link = |uri: &String| uri.starts_with("http://") || uri.starts_with("https://");
        let (kind, evidence) = it.evidence.parts();
        (words, it.licence.uri.clone().filter(is_link), format!("{kind}: {evidence}"))
    };
    licences.iter().map(line).collect()
}

/// The address of the page about a capture.
pub(super) fn about_link(page: &PageFrame, uri: &[u8], time: Stamp) -> String {
    let path = ReplayAddress::new(uri, None, None).to_path();
    page.link(&format!("/captures/{path}/{time}"), &[])
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
