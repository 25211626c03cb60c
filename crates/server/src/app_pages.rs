//! The app origin: pages for readers, signing in, files of the program, metrics, a record by its place.

mod account;
mod addresses;
mod archive_page;
mod arquivo;
mod calendar;
mod capture_page;
mod captures;
mod charts;
mod compare;
mod feed;
mod format;
mod home;
pub(crate) mod jobs;
pub(crate) mod keeping_pages;
pub(crate) mod live_texts;
pub(crate) mod map_pages;
mod missing;
mod own_query;
mod page;
mod part_list;
mod people_pages;
pub(crate) mod project_pages;
mod rate_chart;
mod record;
mod refusal;
pub(crate) mod request_pages;
pub(crate) mod rule_pages;
mod search;
mod sheet;
mod shell;
mod sign_in;
mod start;
mod text_page;
#[cfg(test)]
mod texts;
mod webhook_pages;
mod why;

pub(crate) use page::{MessageLink, MessagePage, PageFrame};
pub(crate) use shell::spaced;

/// The handlers of pages, for the table of routes.
pub(crate) mod handlers {
    pub(crate) use super::account::{account, add_token, another_password, remove_token};
    pub(crate) use super::archive_page::archive;
    pub(crate) use super::arquivo::{image_search, text_search};
    pub(crate) use super::captures::captures;
    pub(crate) use super::compare::compare;
    pub(crate) use super::home::home;
    pub(crate) use super::jobs;
    pub(crate) use super::keeping_pages;
    pub(crate) use super::map_pages;
    pub(crate) use super::metrics;
    pub(crate) use super::page::{not_found, problem_page};
    pub(crate) use super::people_pages::{
        add_person, audit, edit_person, make_link, people, person,
    };
    pub(crate) use super::project_pages;
    pub(crate) use super::record::record;
    pub(crate) use super::request_pages;
    pub(crate) use super::rule_pages;
    pub(crate) use super::search::search;
    pub(crate) use super::shell::shell;
    pub(crate) use super::sign_in::{ask_sign_in, sign_in, sign_out};
    pub(crate) use super::start::{ask_start, start};
    pub(crate) use super::webhook_pages::{add_webhook, remove_webhook, resume_webhook, webhooks};
    pub(crate) use super::why::{why, why_address};
}

use crate::api::{Problem, ProblemKind};
use crate::caller::{Caller, identify};
use crate::collection::{Collection, PAGES};
use crate::http::{ClientAddress, PeerAddress, plain, redirect, work};
use crate::reader::Reader;
use crate::routes::told;
use crate::state::{AskError, Shared};
use axum::Extension;
use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderValue, Method, Response, StatusCode, header};
use axum::middleware::Next;
use own_query::OwnQuery;
use std::sync::Arc;
use stodola_app::cdx::QueryParams;

/// What holds for every request: the right host, no writing from elsewhere, headers that protect the reader.
pub(crate) async fn guard(
    State(shared): State<Arc<Shared>>,
    Extension(PeerAddress(peer)): Extension<PeerAddress>,
    request: Request,
    next: Next,
) -> Response<Body> {
    shared.counters.app.increment(1);
    let client = ClientAddress::new(peer.ip(), request.headers(), &shared.trusted);
    let mut answer = pass(&shared, client, request, next).await;
    protect(answer.headers_mut(), shared.origins.replay.as_str());
    answer
}

/// Lets a request pass, with what is known of whoever asks, or refuses it.
async fn pass(
    shared: &Arc<Shared>,
    client: ClientAddress,
    mut request: Request,
    next: Next,
) -> Response<Body> {
    let app = &shared.origins.app;
    if !host_of(&request, client).is_some_and(|host| app.is_named_by(host)) {
        return misdirected(app.as_str());
    }
    let is_read = matches!(*request.method(), Method::GET | Method::HEAD | Method::OPTIONS);
    let caller = match identify(shared, request.headers()).await {
        Ok(caller) => caller,
        Err(problem) => return told(&request, &problem),
    };
    // A program with a token has nothing that another site could make a browser send.
    let is_program = matches!(caller, Caller::Program(_));
    let origin = request.headers().get(header::ORIGIN).and_then(|value| value.to_str().ok());
    let is_ours = origin == Some(app.as_str()) || (is_program && origin.is_none());
    if !is_read && !is_ours {
        return told(&request, &Problem::new(ProblemKind::Forged));
    }
    let role = caller.person().map(|person| person.role);
    let reader = Reader { role, ..Reader::at(client).proved(caller.groups()) };
    request.extensions_mut().insert(client);
    request.extensions_mut().insert(reader);
    request.extensions_mut().insert(caller.clone());
    let mut answer = next.run(request).await;
    if let Some(cookie) = caller.turned().and_then(|secret| shared.people.session_cookie(secret)) {
        // An answer that begins or ends a session says more.
        if !answer.headers().contains_key(header::SET_COOKIE) {
            answer.headers_mut().append(header::SET_COOKIE, cookie);
        }
    }
    answer
}

/// Puts the reader into the collection that the path names. The pages are the same in all collections, so they get the
/// rest of the path.
pub(crate) async fn within(
    shared: &Arc<Shared>,
    request: &mut Request,
) -> Result<(), Box<Response<Body>>> {
    let whole = request.uri().path_and_query().map_or("/", |it| it.as_str()).to_owned();
    let Some(behind) = whole.strip_prefix(PAGES) else { return Ok(()) };
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
    if let Some(reader) = request.extensions_mut().get_mut::<Reader>() {
        *reader = reader.clone().within(collection);
    }
    Ok(())
}

/// Narrows what the reader is shown to a project, if the address names one that whoever asks may use.
pub(crate) async fn within_project(
    shared: &Arc<Shared>,
    caller: &Caller,
    request: &mut Request,
) -> Result<(), Box<Response<Body>>> {
    let address = request.uri().path_and_query().map_or("/", |it| it.as_str());
    let path = request.uri().path();
    let named = match path.starts_with("/captures/") {
        // The query belongs to the archived address, but for parameters of ours.
        true => OwnQuery::split(address).get("of-project").map(str::to_owned),
        false if IN_PROJECTS.contains(&path) => {
            let query = QueryParams::parse(request.uri().query().unwrap_or(""));
            query.ok().and_then(|query| query.get("project").map(str::to_owned))
        }
        false => None,
    };
    let Some(named) = named else { return Ok(()) };
    let Ok(id) = named.parse::<i64>() else {
        let problem = Problem::with(ProblemKind::BadRequest, "project: not a number");
        return Err(Box::new(told(request, &problem)));
    };
    let (looking, person) = (shared.clone(), caller.person().map_or(0, |person| person.id));
    let found = work(move || {
        let project = looking.people.store.with(|store| store.project(person, id))?.flatten();
        let Some(project) = project else {
            return Err(Problem::with(ProblemKind::NotFound, format!("project {id}")));
        };
        Ok(looking.collections.of_project(project).map_err(AskError::from)?)
    });
    let found = match found.await {
        Ok(found) => found,
        Err(error) => Err(Problem::caused(ProblemKind::Fault, error)),
    };
    let scope = match found {
        Ok(scope) => Arc::new(scope),
        Err(problem) => return Err(Box::new(told(request, &problem))),
    };
    if let Some(reader) = request.extensions_mut().get_mut::<Reader>() {
        reader.project = Some(scope);
    }
    Ok(())
}

/// Pages and functions, beside those about captures, whose answers can be restricted to a project.
const IN_PROJECTS: [&str; 5] =
    ["/search", "/textsearch", "/imagesearch", "/api/v1/captures", "/api/v1/history"];

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

/// Whether a request has a body.
pub(crate) fn has_body<B>(request: &axum::http::Request<B>) -> bool {
    let headers = request.headers();
    let length = headers.get(header::CONTENT_LENGTH).is_some_and(|length| length != "0");
    length || headers.contains_key(header::TRANSFER_ENCODING)
}

/// The answer to a body where there is none. It is not read, so the connection ends.
pub(crate) fn refuse_body<B>(request: &axum::http::Request<B>) -> Option<Response<Body>> {
    has_body(request).then(|| {
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

/// `/metrics`: counters for Prometheus.
pub(crate) async fn metrics(State(shared): State<Arc<Shared>>) -> Response<Body> {
    let mut answer = plain(StatusCode::OK, shared.metrics.text());
    let kind = HeaderValue::from_static("text/plain; version=0.0.4; charset=utf-8");
    answer.headers_mut().insert(header::CONTENT_TYPE, kind);
    answer
}
