//! The app origin: pages for readers, files of the program, metrics, a record by its place.

mod addresses;
mod arquivo;
mod calendar;
mod capture_page;
mod captures;
mod charts;
mod compare;
mod feed;
mod format;
mod home;
mod missing;
mod own_query;
mod page;
mod part_list;
mod record;
mod refusal;
mod search;
mod shell;
mod text_page;
#[cfg(test)]
mod texts;

pub(crate) use page::{MessageLink, MessagePage, PageFrame};
pub(crate) use shell::spaced;

use crate::assets::asset;
use crate::collection::{Collection, PAGES};
use crate::http::{ClientAddress, PeerAddress, plain, redirect};
use crate::reader::Reader;
use crate::state::Shared;
use axum::body::Body;
use axum::extract::{Path, Request, State};
use axum::http::{HeaderMap, HeaderValue, Method, Response, StatusCode, header};
use axum::middleware::{Next, from_fn_with_state};
use axum::routing::get;
use axum::{Extension, Router};
use std::sync::Arc;

/// The routes of the app origin.
pub(crate) fn router(shared: Arc<Shared>) -> Router {
    Router::new()
        .route("/", get(home::home))
        .route("/captures/", get(home::home))
        .route("/captures/{*url}", get(captures::captures))
        .route("/compare", get(compare::compare))
        .route("/replay/{*rest}", get(shell::shell))
        .route("/search", get(search::search))
        .route("/textsearch", get(arquivo::text_search))
        .route("/imagesearch", get(arquivo::image_search))
        .route("/collections/{name}/", get(home::home))
        .route("/collections/{name}/captures/", get(home::home))
        .route("/collections/{name}/captures/{*url}", get(captures::captures))
        .route("/collections/{name}/compare", get(compare::compare))
        .route("/collections/{name}/replay/{*rest}", get(shell::shell))
        .route("/collections/{name}/search", get(search::search))
        .route("/static/{name}", get(async |Path(name): Path<String>| asset(&name)))
        .route("/metrics", get(metrics))
        .route("/api/v1/record", get(record::record))
        .fallback(page::not_found)
        .layer(from_fn_with_state(shared.clone(), guard))
        .with_state(shared)
}

/// What holds for every request: the right host, no writing from elsewhere, no body, headers that protect the reader.
async fn guard(
    State(shared): State<Arc<Shared>>,
    Extension(PeerAddress(peer)): Extension<PeerAddress>,
    mut request: Request,
    next: Next,
) -> Response<Body> {
    shared.counters.app.increment(1);
    let client = ClientAddress::new(peer.ip(), request.headers(), &shared.trusted);
    let app = &shared.origins.app;
    if !host_of(&request, client).is_some_and(|host| app.is_named_by(host)) {
        return misdirected(app.as_str());
    }
    if let Some(refused) = refuse_body(&request) {
        return refused;
    }
    let is_read = matches!(*request.method(), Method::GET | Method::HEAD | Method::OPTIONS);
    let origin = request.headers().get(header::ORIGIN).and_then(|value| value.to_str().ok());
    if !is_read && origin != Some(app.as_str()) {
        return plain(
            StatusCode::FORBIDDEN,
            "requests that change something come from our pages only\n",
        );
    }
    let mut answer = match within(&shared, Reader::at(client), &mut request).await {
        Ok(reader) => {
            request.extensions_mut().insert(client);
            request.extensions_mut().insert(reader);
            next.run(request).await
        }
        Err(answer) => *answer,
    };
    protect(answer.headers_mut(), shared.origins.replay.as_str());
    answer
}

/// The reader in the collection that the path names. The pages are the same in all collections, so they get the rest of
/// the path.
async fn within(
    shared: &Arc<Shared>,
    reader: Reader,
    request: &mut Request,
) -> Result<Reader, Box<Response<Body>>> {
    let whole = request.uri().path_and_query().map_or("/", |it| it.as_str()).to_owned();
    let Some(behind) = whole.strip_prefix(PAGES) else { return Ok(reader) };
    let end = behind.find(['/', '?']).unwrap_or(behind.len());
    let (name, rest) = behind.split_at(end);
    if !rest.starts_with('/') {
        return Err(Box::new(redirect(StatusCode::FOUND, &format!("{PAGES}{name}/{rest}"))));
    }
    let found = Collection::find(shared, name).await;
    let page = || PageFrame::new(request.uri(), request.headers(), "/");
    let collection = match found {
        Ok(Some(collection)) => collection,
        Ok(None) => return Err(Box::new(page::no_collection(&page(), name))),
        Err(error) => return Err(Box::new(page().fault(&error))),
    };
    match rest.parse() {
        Ok(rest) => *request.uri_mut() = rest,
        Err(error) => return Err(Box::new(page().no_address(&error))),
    }
    Ok(reader.within(collection))
}

/// The host that a request is for; a trusted proxy may report another one than it asked for itself.
pub(crate) fn host_of<B>(request: &axum::http::Request<B>, client: ClientAddress) -> Option<&str> {
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

/// Which windows of other origins a page has a hold on.
const OPENER_POLICY: header::HeaderName =
    header::HeaderName::from_static("cross-origin-opener-policy");

/// Adds the headers that keep other sites and archived scripts away from the pages.
fn protect(headers: &mut HeaderMap, replay: &str) {
    let policy = format!(
        "default-src 'self'; frame-src {replay}; base-uri 'none'; form-action 'self'; \
         frame-ancestors 'none'; object-src 'none'"
    );
    let fixed = [
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "same-origin"),
        (header::HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    ];
    for (name, value) in fixed {
        headers.insert(name, HeaderValue::from_static(value));
    }
    headers.entry(OPENER_POLICY).or_insert(HeaderValue::from_static("same-origin"));
    if let (false, Ok(policy)) =
        (headers.contains_key(header::CONTENT_SECURITY_POLICY), HeaderValue::try_from(policy))
    {
        headers.insert(header::CONTENT_SECURITY_POLICY, policy);
    }
    let no_cache = HeaderValue::from_static("no-cache");
    headers.entry(header::CACHE_CONTROL).or_insert(no_cache);
}

/// Whether a request comes from this machine itself, not through a proxy.
fn is_local(client: ClientAddress) -> bool {
    client.reader.is_loopback() && !client.is_proxied
}

/// `/metrics`: counters for Prometheus, for programs on this machine.
async fn metrics(
    State(shared): State<Arc<Shared>>,
    Extension(client): Extension<ClientAddress>,
) -> Response<Body> {
    if !is_local(client) {
        return plain(StatusCode::FORBIDDEN, "only for programs on the same machine\n");
    }
    let mut answer = plain(StatusCode::OK, shared.metrics.text());
    let kind = HeaderValue::from_static("text/plain; version=0.0.4; charset=utf-8");
    answer.headers_mut().insert(header::CONTENT_TYPE, kind);
    answer
}
