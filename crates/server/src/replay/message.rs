//! Answers of this server in the place of a capture: not archived, cannot be read, may not be shown.

use super::Asked;
use super::headers::{add_link, message_policy, timegate_links};
use crate::app_pages::{MessageLink, MessagePage, PageFrame, spaced};
use crate::http::{json, plain};
use crate::state::AskError;
use axum::body::Body;
use axum::http::{HeaderValue, Response, StatusCode, header};
use stodola_access::BlockCause;
use stodola_app::memento::TimeMapAddresses;
use stodola_app::reading::CaptureRefusal;
use stodola_archive::Entry;
use stodola_replay::{PassReason, ReplayAddress};
use stodola_text::text;

/// Why no capture is sent.
pub(super) enum Refusal<'r> {
    /// There is no capture.
    NotArchived,
    /// The nearest capture may not be shown.
    Blocked(&'r Entry, &'r CaptureRefusal),
    /// There are captures, but none that can be used.
    Unusable(&'r PassReason),
}

/// The answer about a URL that cannot be shown: a page for people, a line for programs.
pub(super) fn refuse(asked: &Asked, uri: &[u8], refusal: &Refusal<'_>) -> Response<Body> {
    asked.shared.counters.missing.increment(1);
    let url = String::from_utf8_lossy(uri).into_owned();
    let app = asked.shared.origins.app.as_str();
    let frame = PageFrame::new(&asked.parts.uri, &asked.parts.headers, &format!("{app}/"));
    let (title, why) = match refusal {
        Refusal::NotArchived => {
            let why = text!(frame.language, "web-no-capture-why", url = &*url);
            (frame.t("web-no-capture"), why)
        }
        Refusal::Blocked(_, refusal) => {
            (blocked_title(&frame, refusal), frame.t("web-blocked-kept"))
        }
        Refusal::Unusable(reason) => (
            frame.t("web-unusable"),
            frame.t(match reason {
                PassReason::SelfRedirect => "web-unusable-self-redirect",
                PassReason::Unreadable(_) | PassReason::NotTried => "web-unusable-unreadable",
            }),
        ),
    };
    let status = match refusal {
        Refusal::Blocked(_, refusal) => {
            StatusCode::from_u16(refusal.cause.status()).unwrap_or(StatusCode::FORBIDDEN)
        }
        Refusal::NotArchived | Refusal::Unusable(_) => StatusCode::NOT_FOUND,
    };
    let mut answer = match is_for_people(asked) {
        false => match refusal {
            Refusal::Blocked(entry, refusal) => json(status, blocked_json(entry, refusal)),
            Refusal::NotArchived | Refusal::Unusable(_) => {
                plain(status, format!("{title} {why}\n"))
            }
        },
        true => {
            let path = ReplayAddress::new(uri, None, None).to_path();
            let is_web = url.starts_with("http://") || url.starts_with("https://");
            let mut links = vec![MessageLink {
                href: format!("{}/captures/{path}", asked.app_pages()),
                text: frame.t("web-to-calendar"),
                is_outside: false,
            }];
            // Nothing is fetched from the live web unless the reader goes there.
            if is_web {
                let text = text!(frame.language, "web-to-live", url = &*url);
                links.push(MessageLink { href: path, text, is_outside: true });
            }
            let mut paragraphs = vec![why];
            if let Refusal::Blocked(entry, refusal) = refusal {
                paragraphs.extend(blocked_words(&frame, entry, refusal));
            }
            let page = MessagePage { title, paragraphs, links, page: &frame };
            frame.answer(status, &page)
        }
    };
    let headers = answer.headers_mut();
    if let Some(policy) = message_policy(app) {
        headers.insert(header::CONTENT_SECURITY_POLICY, policy);
    }
    // The replay origin sets no cookies.
    headers.remove(header::SET_COOKIE);
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    let base = asked.collection().base(asked.origin());
    let mut links = timegate_links(TimeMapAddresses { base: &base, url: &url });
    if let Refusal::Blocked(..) = refusal {
        links.push(format!("<{app}/>; rel=\"blocked-by\""));
    }
    add_link(headers, &links);
    answer
}

/// Whether the answer is shown to a person: a document or a frame, not an image or a script of one.
pub(super) fn is_for_people(asked: &Asked) -> bool {
    match asked.header("sec-fetch-dest") {
        Some(dest) => matches!(dest, "document" | "iframe" | "frame"),
        None => asked.header(header::ACCEPT).is_some_and(|accept| accept.contains("text/html")),
    }
}

/// The answer if the archive could not be asked. Without the rules nothing is shown, not even that there is nothing.
pub(super) fn unanswerable(error: &AskError) -> Response<Body> {
    tracing::error!(%error, "the archive could not be asked");
    plain(StatusCode::SERVICE_UNAVAILABLE, "the archive cannot be asked at the moment\n")
}

/// The heading of a refusal.
fn blocked_title(frame: &PageFrame, refusal: &CaptureRefusal) -> String {
    let day = refusal.until.map(|until| until.to_string()[..10].to_owned());
    match (refusal.cause, day) {
        (BlockCause::Embargo, Some(day)) => text!(frame.language, "web-blocked-embargo", day = day),
        (BlockCause::Embargo, None) => frame.t("web-blocked-embargo-open"),
        (BlockCause::ReadingRoom, _) => frame.t("web-blocked-reading-room"),
        (BlockCause::TakedownCourt | BlockCause::TakedownOwner | BlockCause::TakedownPerson, _) => {
            frame.t("web-blocked-takedown")
        }
        (BlockCause::Rights, _) => frame.t("web-blocked-rights"),
    }
}

/// What is said beside the heading: on whose kind of request, by which rule, about which capture.
fn blocked_words(frame: &PageFrame, entry: &Entry, refusal: &CaptureRefusal) -> Vec<String> {
    let by = match refusal.cause {
        BlockCause::TakedownCourt => Some("web-blocked-by-court"),
        BlockCause::TakedownOwner => Some("web-blocked-by-owner"),
        BlockCause::TakedownPerson => Some("web-blocked-by-person"),
        BlockCause::Embargo | BlockCause::ReadingRoom | BlockCause::Rights => None,
    };
    let time = entry.row.time.map_or("–".to_owned(), |time| spaced(&time.to_string()));
    let mime = entry.row.mime.clone().unwrap_or("–".to_owned());
    let rule = refusal.rule.to_string();
    let about = text!(frame.language, "web-blocked-about", time = time, mime = mime, rule = rule);
    by.map(|key| frame.t(key)).into_iter().chain(refusal.message.clone()).chain([about]).collect()
}

/// The same for programs.
fn blocked_json(entry: &Entry, refusal: &CaptureRefusal) -> String {
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
