//! CDX queries over HTTP: the answer is a stream of steps of a [`CdxRun`].

use super::Asked;
use super::collection::Collection;
use super::message::unanswerable;
use crate::http::{ChunkBody, Chunks, Gzip, accepts_gzip, plain, work};
use crate::state::{AskError, Shared};
use axum::body::Body;
use axum::http::{HeaderValue, Method, Response, StatusCode, header};
use std::io;
use std::sync::Arc;
use stodola_app::cdx::{
    CdxDialect, CdxError, CdxQuery, CdxRun, CdxStep, CdxView, QueryParams, XmlQuery, write_xml,
};
use stodola_app::reading::ReaderGate;

/// An answer that is being made.
struct CdxAnswer {
    run: CdxRun,
    /// What was made before the stream began.
    first: Option<Vec<u8>>,
    is_finished: bool,
    gzip: Option<Gzip>,
    place: Place,
}

/// Where a query is asked.
#[derive(Clone)]
struct Place {
    shared: Arc<Shared>,
    collection: Collection,
    gate: ReaderGate,
    /// The beginning of the addresses of captures.
    base: String,
}

impl Place {
    fn view(&self) -> CdxView<'_> {
        CdxView {
            captures: &self.shared.captures,
            gate: &self.gate,
            job: self.collection.job(),
            mementos: &self.base,
        }
    }
}

impl CdxAnswer {
    /// Makes the next piece, before compression.
    fn step(&mut self) -> Result<Vec<u8>, CdxError> {
        let mut piece = Vec::new();
        let step = self.run.step(self.place.view(), &mut piece)?;
        self.is_finished = step == CdxStep::Finished;
        Ok(piece)
    }
}

impl Chunks for CdxAnswer {
    fn next(&mut self) -> io::Result<Option<Vec<u8>>> {
        let piece = match self.first.take() {
            Some(first) => first,
            None if self.is_finished => {
                return self.gzip.as_mut().map_or(Ok(None), Gzip::finish);
            }
            None => self.step().map_err(io::Error::other)?,
        };
        match &mut self.gzip {
            Some(gzip) => gzip.push(&piece).map(Some),
            None => Ok(Some(piece)),
        }
    }
}

/// Answers a query in a dialect.
pub(super) async fn cdx(
    asked: Asked,
    collection: Collection,
    dialect: CdxDialect,
) -> Response<Body> {
    let query =
        QueryParams::parse(asked.query()).and_then(|params| CdxQuery::read(&params, dialect));
    match query {
        Ok(query) => rows(asked, collection, query).await,
        Err(error) => failed(&error, dialect),
    }
}

/// Answers a query that was understood.
pub(super) async fn rows(asked: Asked, collection: Collection, query: CdxQuery) -> Response<Body> {
    asked.shared.counters.cdx.increment(1);
    let dialect = query.dialect();
    let media_type = query.media_type();
    let key = query.key().map(<[u8]>::to_vec);
    let wants_gzip = query.may_be_compressed() && accepts_gzip(&asked.parts.headers);
    let is_head = asked.parts.method == Method::HEAD;
    let base = collection.base(asked.origin());
    let (shared, client) = (asked.shared.clone(), asked.client.clone());
    // The first step tells whether the answer is short, as most are: then it has a length.
    let begun = work(move || {
        let gate = shared.gate(client)?;
        let place = Place { shared, collection, gate, base };
        let mut first = Vec::new();
        let run = CdxRun::start(query, place.view(), &place.shared.pages, &mut first)?;
        let mut answer = CdxAnswer { run, first: None, is_finished: false, gzip: None, place };
        first.extend(answer.step()?);
        Ok::<_, AskError>((answer, first))
    });
    let (mut answer, first) = match begun.await {
        Ok(Ok(begun)) => begun,
        Ok(Err(AskError::Cdx(error))) => return failed(&error, dialect),
        Ok(Err(error)) => return unanswerable(&error),
        Err(error) => return plain(StatusCode::INTERNAL_SERVER_ERROR, format!("{error}\n")),
    };
    let is_compressed = wants_gzip && (!answer.is_finished || first.len() > 1400);
    let mut response = match (is_head, answer.is_finished, is_compressed) {
        (true, ..) => Response::new(Body::empty()),
        (false, true, false) => Response::new(Body::from(first)),
        (false, ..) => {
            answer.first = Some(first);
            answer.gzip = is_compressed.then(Gzip::new);
            Response::new(ChunkBody::stream(answer, None))
        }
    };
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(media_type));
    headers.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
    // The archive grows: a stale list would hide captures.
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    if is_compressed && !is_head {
        headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static("gzip"));
    }
    if dialect == CdxDialect::Outback {
        headers.insert(header::ACCESS_CONTROL_ALLOW_ORIGIN, HeaderValue::from_static("*"));
        let key = key.and_then(|key| HeaderValue::from_bytes(&key).ok());
        if let Some(key) = key {
            headers.insert("outbackcdx-urlkey", key);
        }
    }
    response
}

/// Answers a query in XML.
pub(super) async fn xml(asked: Asked, collection: Collection) -> Response<Body> {
    let params = QueryParams::parse(asked.query()).unwrap_or_default();
    let query = match XmlQuery::read(params.get("q").unwrap_or("")) {
        Ok(query) => query,
        Err(error) => return failed(&error, CdxDialect::Outback),
    };
    asked.shared.counters.cdx.increment(1);
    let base = collection.base(asked.origin());
    let (shared, client) = (asked.shared.clone(), asked.client.clone());
    let made = work(move || {
        let gate = shared.gate(client)?;
        let place = Place { shared, collection, gate, base };
        Ok::<_, AskError>(write_xml(&query, place.view())?)
    });
    match made.await {
        Ok(Ok(xml)) => {
            let mut answer = plain(StatusCode::OK, xml);
            let kind = HeaderValue::from_static("application/xml; charset=utf-8");
            let headers = answer.headers_mut();
            headers.insert(header::CONTENT_TYPE, kind);
            headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-cache"));
            answer
        }
        Ok(Err(AskError::Cdx(error))) => failed(&error, CdxDialect::Outback),
        Ok(Err(error)) => unanswerable(&error),
        Err(error) => plain(StatusCode::INTERNAL_SERVER_ERROR, format!("{error}\n")),
    }
}

/// Tells an error in the form of the dialect.
fn failed(error: &CdxError, dialect: CdxDialect) -> Response<Body> {
    let status = match error {
        error if error.is_of_the_query() => StatusCode::BAD_REQUEST,
        CdxError::Busy => StatusCode::SERVICE_UNAVAILABLE,
        error => {
            tracing::error!(%error, "a CDX query failed");
            StatusCode::INTERNAL_SERVER_ERROR
        }
    };
    let (body, kind) = error.body(dialect);
    let mut answer = plain(status, body);
    answer.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static(kind));
    answer
}
