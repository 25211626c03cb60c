//! The replay origin: archived content, and what programs ask about it. Read-only.
//!
//! ```text
//! /COLLECTION/TIME[mod_]/URL      a capture                /COLLECTION/timemap/{link,json,cdxj}/URL
//! /COLLECTION/URL                 TimeGate                 /COLLECTION/cdx        CDX, pywb's dialect
//! /COLLECTION/*/URL               to the calendar          /COLLECTION?url= ?q=   CDX, OutbackCDX's dialect
//! /cdx/search/cdx                 CDX, the Internet Archive's dialect
//! /wayback/available              the nearest capture      /__wb/…                counts for calendars
//! /_stodola/replay.js, /static/…  files of the program     /_stodola/report       what the CSP stopped
//! /_stodola/ticket                groups of a reader, from the app, as a cookie
//! ```
//!
//! The collection `web` has everything; the name of a job has the captures of its files. Others are defined in
//! `collections.toml`.

mod capture;
mod cdx;
mod client_script;
mod content;
mod headers;
mod message;
mod post;
mod prefer;
mod report;
mod small;
mod ticket;
mod timemap;

use crate::app_pages::{host_of, misdirected, refuse_body};
use crate::assets::asset;
use crate::collection::Collection;
use crate::http::{ClientAddress, PeerAddress, plain, redirect};
use crate::reader::Reader;
use crate::state::{AskError, Shared};
use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::{HeaderValue, Method, Response, StatusCode, header};
use axum::{Extension, Router};
use std::sync::Arc;
use stodola_app::cdx::{CdxDialect, QueryParams};
pub(crate) use ticket::PATH as TICKET_PATH;

/// The routes of the replay origin. Addresses contain addresses, which a router would change; so there is one handler.
pub(crate) fn router(shared: Arc<Shared>) -> Router {
    Router::new().fallback(answer).with_state(shared)
}

/// A request, as far as all answers need it.
pub(crate) struct Asked {
    pub(crate) shared: Arc<Shared>,
    /// Who asks, and in which collection.
    pub(crate) reader: Reader,
    pub(crate) parts: axum::http::request::Parts,
}

impl Asked {
    /// A header field; `None` also if it is not text.
    pub(crate) fn header(&self, name: impl header::AsHeaderName) -> Option<&str> {
        self.parts.headers.get(name).and_then(|value| value.to_str().ok())
    }

    /// The query string; empty if there is none.
    pub(crate) fn query(&self) -> &str {
        self.parts.uri.query().unwrap_or("")
    }

    /// The collection that is asked about.
    pub(crate) fn collection(&self) -> &Collection {
        &self.reader.collection
    }

    /// The beginning of the addresses of pages about this collection, without a slash at the end.
    pub(crate) fn app_pages(&self) -> String {
        format!("{}{}", self.shared.origins.app.as_str(), self.collection().root())
    }

    /// The same request in a collection, or the answer that there is none.
    async fn within(mut self, name: &str) -> Result<Asked, Box<Response<Body>>> {
        match Collection::find(&self.shared, name).await {
            Ok(Some(collection)) => {
                self.reader = self.reader.within(collection);
                Ok(self)
            }
            Ok(None) => Err(Box::new(no_collection(name))),
            Err(error @ AskError::Collection(_)) => Err(Box::new(unreadable_collections(&error))),
            Err(error) => Err(Box::new(message::unanswerable(&error))),
        }
    }

    /// The origin of archived content, without a slash at the end.
    pub(crate) fn origin(&self) -> &str {
        self.shared.origins.replay.as_str()
    }
}

async fn answer(
    State(shared): State<Arc<Shared>>,
    Extension(PeerAddress(peer)): Extension<PeerAddress>,
    request: Request,
) -> Response<Body> {
    shared.counters.replay.increment(1);
    let client = ClientAddress::new(peer.ip(), request.headers(), &shared.trusted);
    let replay = &shared.origins.replay;
    if !host_of(&request, client).is_some_and(|host| replay.is_named_by(host)) {
        return misdirected(replay.as_str());
    }
    if request.uri().path() == ticket::PATH {
        return ticket::redeem(&shared, request.uri().query().unwrap_or(""));
    }
    let is_report = request.uri().path() == report::PATH;
    if is_report && request.method() == Method::POST {
        return report::report(&shared, request).await;
    }
    // An archived service worker would rule all other archived pages of this origin.
    if request.headers().contains_key("service-worker") {
        return plain(StatusCode::FORBIDDEN, "service workers of archived pages are not run\n");
    }
    let is_read = matches!(*request.method(), Method::GET | Method::HEAD);
    if let (true, Some(refused)) = (is_read, refuse_body(&request)) {
        return refused;
    }
    let reader = match ticket::admit(&shared, client, request.headers()).await {
        Ok(reader) => reader,
        Err(refused) => return *refused,
    };
    let (parts, body) = request.into_parts();
    let asked = Asked { shared, reader, parts };
    let mut answer = match is_read {
        true => route(asked).await,
        false => post::post(asked, body).await,
    };
    headers::protect(answer.headers_mut());
    answer
}

/// Finds out what is asked for.
async fn route(asked: Asked) -> Response<Body> {
    let path = asked.parts.uri.path().to_owned();
    let (first, rest) = split(&path);
    let asked_for = (first, rest);
    match asked_for {
        ("", None) => {
            redirect(StatusCode::FOUND, &format!("{}/", asked.shared.origins.app.as_str()))
        }
        ("static", Some(name)) => asset(name),
        ("_stodola", Some("replay.js")) => client_script::script(&asked),
        ("cdx", Some("search" | "search/cdx")) => {
            cdx::cdx(asked, CdxDialect::InternetArchive).await
        }
        ("wayback", Some("available")) => small::available(asked).await,
        ("__wb", Some("sparkline")) => small::sparkline(asked).await,
        ("__wb", Some(rest)) if rest.starts_with("calendarcaptures") => {
            small::calendar_captures(asked).await
        }
        ("favicon.ico" | "robots.txt", None) => own_file(first),
        _ => in_collection(asked, first, rest).await,
    }
}

async fn in_collection(asked: Asked, first: &str, rest: Option<&str>) -> Response<Body> {
    // Older names of the CDX server.
    let older = first.strip_suffix("-cdx").or_else(|| first.strip_suffix("-index"));
    if let (Some(name), None) = (older, rest) {
        return match asked.within(name).await {
            Ok(asked) => cdx::cdx(asked, CdxDialect::Pywb).await,
            Err(answer) => *answer,
        };
    }
    let asked = match asked.within(first).await {
        Ok(asked) => asked,
        Err(answer) => return *answer,
    };
    let query = asked.query();
    match rest {
        None | Some("") if QueryParams::parse(query).is_ok_and(|it| it.get("q").is_some()) => {
            cdx::xml(asked).await
        }
        None | Some("") if !query.is_empty() => cdx::cdx(asked, CdxDialect::Outback).await,
        None | Some("") => redirect(StatusCode::FOUND, &format!("{}/", asked.app_pages())),
        Some("cdx" | "index") => cdx::cdx(asked, CdxDialect::Pywb).await,
        Some(rest) if rest.starts_with("timemap/") => timemap::timemap(asked, rest).await,
        Some(_) => capture::capture(asked, None).await,
    }
}

/// The first segment of a path, and what stands behind its slash.
fn split(path: &str) -> (&str, Option<&str>) {
    let path = path.strip_prefix('/').unwrap_or(path);
    path.split_once('/').map_or((path, None), |(first, rest)| (first, Some(rest)))
}

fn no_collection(name: &str) -> Response<Body> {
    let name: String = name.chars().take(60).collect();
    plain(StatusCode::NOT_FOUND, format!("there is no collection '{name}'; 'web' has everything\n"))
}

fn unreadable_collections(error: &AskError) -> Response<Body> {
    tracing::error!(%error, "the collections could not be read");
    let words =
        "the definitions of collections cannot be read at the moment; 'web' has everything\n";
    plain(StatusCode::SERVICE_UNAVAILABLE, words)
}

/// What browsers and crawlers ask every origin for. Archived pages are not for search engines.
fn own_file(name: &str) -> Response<Body> {
    match name {
        "robots.txt" => plain(StatusCode::OK, "User-agent: *\nDisallow: /\n"),
        _ => {
            // Not 404: browsers would tell an archived page's reader of an error that the page does not have.
            let mut answer = plain(StatusCode::NO_CONTENT, "");
            let day = HeaderValue::from_static("public, max-age=86400");
            answer.headers_mut().insert(header::CACHE_CONTROL, day);
            answer
        }
    }
}

#[cfg(test)]
mod tests {
    use super::split;

    #[test]
    fn the_first_segment_is_the_collection() {
        for (path, expected) in [
            ("/", ("", None)),
            ("/web", ("web", None)),
            ("/web/", ("web", Some(""))),
            ("/web/2014/http://a.cz//x", ("web", Some("2014/http://a.cz//x"))),
            ("//web/x", ("", Some("web/x"))),
        ] {
            assert_eq!(split(path), expected);
        }
    }
}
