//! The app origin: pages for readers, signing in, files of the program, metrics, a record by its place.

mod addresses;
mod calendar;
mod capture_page;
mod captures;
mod charts;
mod compare;
mod format;
mod home;
mod missing;
mod own_query;
mod page;
mod record;
mod refusal;
mod shell;
mod sign_in;
mod start;
#[cfg(test)]
mod texts;

pub(crate) use page::{MessageLink, MessagePage, PageFrame};
pub(crate) use shell::spaced;

/// The handlers of pages, for the table of routes.
pub(crate) mod handlers {
    pub(crate) use super::captures::captures;
    pub(crate) use super::compare::compare;
    pub(crate) use super::home::home;
    pub(crate) use super::metrics;
    pub(crate) use super::page::not_found;
    pub(crate) use super::record::record;
    pub(crate) use super::shell::shell;
    pub(crate) use super::sign_in::{ask_sign_in, sign_in, sign_out};
    pub(crate) use super::start::{ask_start, start};
}

use crate::api::{Problem, ProblemKind};
use crate::caller::{Caller, identify};
use crate::http::{ClientAddress, PeerAddress, plain};
use crate::language::language_of;
use crate::state::Shared;
use axum::Extension;
use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderValue, Method, Response, StatusCode, header};
use axum::middleware::Next;
use std::sync::Arc;

/// What holds for every request: the right host, no writing from elsewhere, no body, headers that protect the reader.
pub(crate) async fn guard(
    State(shared): State<Arc<Shared>>,
    Extension(PeerAddress(peer)): Extension<PeerAddress>,
    mut request: Request,
    next: Next,
) -> Response<Body> {
    shared.counters.app.increment(1);
    let client = ClientAddress::new(peer.ip(), request.headers(), &shared.trusted);
    let app = &shared.origins.app;
    if !host_of(&request, &client).is_some_and(|host| app.is_named_by(host)) {
        return misdirected(app.as_str());
    }
    let is_read = matches!(*request.method(), Method::GET | Method::HEAD | Method::OPTIONS);
    if let (true, Some(refused)) = (is_read, refuse_body(&request)) {
        return refused;
    }
    let caller = match identify(&shared, request.headers()).await {
        Ok(caller) => caller,
        Err(problem) => {
            let language = language_of(None, request.headers());
            return problem.respond(language, request.uri().path());
        }
    };
    // A program with a token has nothing that another site could make a browser send.
    let is_program = matches!(caller, Caller::Program(_));
    let origin = request.headers().get(header::ORIGIN).and_then(|value| value.to_str().ok());
    let is_ours = origin == Some(app.as_str()) || (is_program && origin.is_none());
    if !is_read && !is_ours {
        let language = language_of(None, request.headers());
        return Problem::new(ProblemKind::Forged).respond(language, request.uri().path());
    }
    let client = ClientAddress { groups: caller.groups(), ..client };
    request.extensions_mut().insert(client);
    request.extensions_mut().insert(caller.clone());
    let mut answer = next.run(request).await;
    if let Some(cookie) = caller.turned().and_then(|secret| shared.people.session_cookie(secret)) {
        // An answer that begins or ends a session says more.
        if !answer.headers().contains_key(header::SET_COOKIE) {
            answer.headers_mut().append(header::SET_COOKIE, cookie);
        }
    }
    protect(answer.headers_mut(), shared.origins.replay.as_str());
    answer
}

/// The host that a request is for; a trusted proxy may report another one than it asked for itself.
pub(crate) fn host_of<'r, B>(
    request: &'r axum::http::Request<B>,
    client: &ClientAddress,
) -> Option<&'r str> {
    let named = |name: &str| request.headers().get(name).and_then(|value| value.to_str().ok());
    let forwarded = if client.is_proxied { named("x-forwarded-host") } else { None };
    forwarded.or_else(|| named("host")).or_else(|| request.uri().authority().map(|it| it.as_str()))
}

/// The answer to a request for a host that is not served here.
pub(crate) fn misdirected(right: &str) -> Response<Body> {
    plain(StatusCode::MISDIRECTED_REQUEST, format!("this server answers to {right}\n"))
}

/// Nothing here needs a body; one is refused before it is read.
pub(crate) fn refuse_body<B>(request: &axum::http::Request<B>) -> Option<Response<Body>> {
    let headers = request.headers();
    let length = headers.get(header::CONTENT_LENGTH);
    let has_body = headers.contains_key(header::TRANSFER_ENCODING)
        || length.is_some_and(|length| length.as_bytes() != b"0");
    has_body.then(|| {
        let mut answer = plain(StatusCode::PAYLOAD_TOO_LARGE, "requests have no body here\n");
        answer.headers_mut().insert(header::CONNECTION, HeaderValue::from_static("close"));
        answer
    })
}

/// Adds the headers that keep other sites and archived scripts away from the pages.
fn protect(headers: &mut HeaderMap, replay: &str) {
    let policy = format!(
        "default-src 'self'; frame-src {replay}; base-uri 'none'; form-action 'self'; \
         frame-ancestors 'none'; object-src 'none'"
    );
    let fixed = [
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "same-origin"),
        (header::HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
        (header::HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    ];
    for (name, value) in fixed {
        headers.insert(name, HeaderValue::from_static(value));
    }
    if let (false, Ok(policy)) =
        (headers.contains_key(header::CONTENT_SECURITY_POLICY), HeaderValue::try_from(policy))
    {
        headers.insert(header::CONTENT_SECURITY_POLICY, policy);
    }
    let no_cache = HeaderValue::from_static("no-cache");
    headers.entry(header::CACHE_CONTROL).or_insert(no_cache);
}

/// `/metrics`: counters for Prometheus.
pub(crate) async fn metrics(State(shared): State<Arc<Shared>>) -> Response<Body> {
    let mut answer = plain(StatusCode::OK, shared.metrics.text());
    let kind = HeaderValue::from_static("text/plain; version=0.0.4; charset=utf-8");
    answer.headers_mut().insert(header::CONTENT_TYPE, kind);
    answer
}
