//! Refusals: what may not be shown, why, since when and until when, and what the reader can do.

use super::captures::AskedPage;
use super::format::{day, day_number, duration, moment, say};
use super::page::PageFrame;
use crate::http::json;
use askama::Template;
use axum::body::Body;
use axum::http::{HeaderMap, HeaderValue, Response, StatusCode, header};
use stodola_access::{BlockCause, Moment};
use stodola_app::reading::CaptureRefusal;
use stodola_archive::{Entry, Stamp};
use stodola_text::Language;

#[derive(Template)]
#[template(path = "refusal.html")]
struct RefusalPage<'p> {
    page: &'p PageFrame,
    url: String,
    captured: String,
    heading: String,
    lead: String,
    message: Option<String>,
    barn: &'static str,
    calendar: String,
    /// The feed that tells when an embargo has ended.
    feed: Option<String>,
    facts: Vec<(String, String)>,
    /// Of an embargo: days that have passed, all its days, and how long it still is.
    progress: Option<(u64, u64, String)>,
    ways: Vec<String>,
}

/// The page about a capture that may not be shown.
pub(super) fn refuse(asked: &AskedPage, entry: &Entry, refusal: &CaptureRefusal) -> Response<Body> {
    asked.shared.counters.missing.increment(1);
    let page = &asked.page;
    let status = StatusCode::from_u16(refusal.cause.status()).unwrap_or(StatusCode::FORBIDDEN);
    let mut answer = match wants_json(&asked.headers) {
        true => json(status, refusal_json(entry, refusal)),
        false => {
            let shown = RefusalPage {
                url: asked.url(),
                captured: entry.row.time.map_or_else(String::new, |time| {
                    page.say("web-captured-at", &[("time", moment(page.language, time).into())])
                }),
                heading: heading(page.language, refusal),
                lead: page.t(lead_key(refusal.cause)),
                message: refusal.message.clone(),
                barn: match refusal.cause {
                    BlockCause::ReadingRoom => "ajar",
                    _ => "barred",
                },
                calendar: asked.calendar(),
                feed: (refusal.cause == BlockCause::Embargo).then(|| asked.feed()),
                facts: facts(page, entry, refusal, status),
                progress: progress(page, entry, refusal),
                ways: ways(page, refusal.cause),
                page,
            };
            page.answer(status, &shown)
        }
    };
    let headers = answer.headers_mut();
    let link = format!("<{}/>; rel=\"blocked-by\"", asked.shared.origins.app.as_str());
    if let Ok(link) = HeaderValue::try_from(link) {
        headers.insert(header::LINK, link);
    }
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    answer
}

/// Whether a program asks.
pub(super) fn wants_json(headers: &HeaderMap) -> bool {
    let accept = headers.get(header::ACCEPT).and_then(|value| value.to_str().ok()).unwrap_or("");
    accept.contains("application/json") && !accept.contains("text/html")
}

/// The heading of a refusal.
pub(super) fn heading(language: Language, refusal: &CaptureRefusal) -> String {
    let key = match (refusal.cause, refusal.until.and_then(stamp_of)) {
        (BlockCause::Embargo, Some(until)) => {
            let until = day(language, day_number(until));
            return say(language, "web-refused-embargo", &[("day", until.into())]);
        }
        (BlockCause::Embargo, None) => "web-refused-embargo-open",
        (BlockCause::ReadingRoom, _) => "web-refused-reading-room",
        (BlockCause::TakedownCourt | BlockCause::TakedownOwner | BlockCause::TakedownPerson, _) => {
            "web-refused-takedown"
        }
        (BlockCause::Rights, _) => "web-refused-rights",
    };
    say(language, key, &[])
}

fn lead_key(cause: BlockCause) -> &'static str {
    match cause {
        BlockCause::Embargo => "web-refused-embargo-lead",
        BlockCause::ReadingRoom => "web-refused-reading-room-lead",
        BlockCause::TakedownCourt => "web-refused-court-lead",
        BlockCause::TakedownOwner => "web-refused-owner-lead",
        BlockCause::TakedownPerson => "web-refused-person-lead",
        BlockCause::Rights => "web-refused-rights-lead",
    }
}

/// What may be said about the capture.
fn facts(
    page: &PageFrame,
    entry: &Entry,
    refusal: &CaptureRefusal,
    status: StatusCode,
) -> Vec<(String, String)> {
    let row = &entry.row;
    let mut captured: Vec<String> =
        row.time.map(|time| moment(page.language, time)).into_iter().collect();
    captured.extend(row.mime.clone());
    captured.extend(row.length.map(|length| stodola_text::size(page.language, length)));
    let until = refusal.until.and_then(stamp_of).map(|until| day(page.language, day_number(until)));
    let rule = refusal.rule.to_string();
    let mut facts = vec![
        (page.t("web-refused-captured"), captured.join(", ")),
        (page.t("web-refused-rule"), page.say("web-refused-rule-name", &[("rule", rule.into())])),
    ];
    facts.extend(until.map(|until| (page.t("web-refused-until"), until)));
    let answer = format!("{}, {}", status.as_u16(), refusal.cause.as_str());
    facts.push((page.t("web-refused-answer"), answer));
    facts
}

fn progress(
    page: &PageFrame,
    entry: &Entry,
    refusal: &CaptureRefusal,
) -> Option<(u64, u64, String)> {
    let until = refusal.until.filter(|_| refusal.cause == BlockCause::Embargo)?;
    let start = entry.row.time?.seconds();
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).ok()?.as_secs();
    let left = u64::try_from(until.0).ok()?.saturating_sub(now);
    let all = u64::try_from(until.0.saturating_sub(start)).ok()?.max(1);
    let left_words =
        page.say("web-refused-left", &[("time", duration(page.language, left).into())]);
    Some((all.saturating_sub(left) / 86_400, all.div_ceil(86_400), left_words))
}

fn ways(page: &PageFrame, cause: BlockCause) -> Vec<String> {
    let own = match cause {
        BlockCause::Embargo => "web-way-embargo",
        BlockCause::ReadingRoom => "web-way-reading-room",
        BlockCause::TakedownCourt | BlockCause::TakedownOwner | BlockCause::TakedownPerson => {
            "web-way-takedown"
        }
        BlockCause::Rights => "web-way-rights",
    };
    vec![page.t(own), page.t("web-way-others"), page.t("web-way-mistake")]
}

/// The same for programs.
fn refusal_json(entry: &Entry, refusal: &CaptureRefusal) -> String {
    let told = serde_json::json!({
        "reason": refusal.cause.as_str(),
        "rule": refusal.rule.to_string(),
        "until": refusal.until.map(|until| until.to_string()),
        "message": refusal.message,
        "timestamp": entry.row.time.map(|time| time.to_string()),
        "mime": entry.row.mime,
    });
    format!("{told}\n")
}

/// A moment of the rules as a moment of captures.
fn stamp_of(moment: Moment) -> Option<Stamp> {
    u64::try_from(moment.digits()).ok().and_then(Stamp::from_number)
}
