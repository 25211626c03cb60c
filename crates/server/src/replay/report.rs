//! What the policy stopped: browsers report it, and it is counted. Nothing of the reports is kept.

use crate::http::plain;
use crate::state::Shared;
use axum::body::{Body, to_bytes};
use axum::extract::Request;
use axum::http::{Response, StatusCode};

/// Where browsers send reports to.
pub(super) const PATH: &str = "/_stodola/report";
/// Bytes of a report that are read.
const MAX_REPORT: usize = 16 << 10;

/// Kinds of things that are told apart; all others are one.
const KINDS: &[&str] = &[
    "script-src",
    "img-src",
    "style-src",
    "connect-src",
    "frame-src",
    "font-src",
    "media-src",
    "form-action",
];

pub(super) async fn report(shared: &Shared, request: Request) -> Response<Body> {
    let Ok(report) = to_bytes(request.into_body(), MAX_REPORT).await else {
        return plain(StatusCode::PAYLOAD_TOO_LARGE, "a report is short\n");
    };
    let directive = directive_of(&report).unwrap_or_default();
    // `script-src-elem` is a kind of `script-src`.
    let kind = KINDS.iter().find(|kind| directive.starts_with(**kind)).copied().unwrap_or("other");
    shared.counters.stopped.increment(1);
    metrics::counter!("stodola_replay_stopped_by_kind_total", "kind" => kind).increment(1);
    plain(StatusCode::NO_CONTENT, "")
}

/// The part of the policy that stopped something. The report has the whole policy in it, too.
fn directive_of(report: &[u8]) -> Option<String> {
    let report: serde_json::Value = serde_json::from_slice(report).ok()?;
    let told = &report["csp-report"];
    let directive = told["effective-directive"].as_str().or(told["violated-directive"].as_str());
    directive.map(str::to_owned)
}
