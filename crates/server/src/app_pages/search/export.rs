//! Results for programs: JSON, CSV, a list of addresses, and the captures themselves as WARC.

use super::super::page::PageFrame;
use super::asked::SearchAsked;
use crate::http::json;
use crate::reader::Reader;
use crate::state::Shared;
use axum::body::Body;
use axum::http::{HeaderMap, HeaderValue, Response, StatusCode, header};
use serde_json::json;
use std::io;
use stodola_app::cdx::QueryParams;
use stodola_app::export::ExportAccess;
use stodola_app::search::{
    FoundPage, TextSearchError, stream_found, write_csv_head, write_csv_line,
};
use stodola_text::error_text;

/// Documents of one answer for programs, if they do not say how many.
const USUAL: usize = 100;
/// Documents of one answer at most; a cursor leads to more.
const MOST: usize = 1_000;

/// A form of results for programs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ExportForm {
    Json,
    Csv,
    Addresses,
    Warc,
}

impl ExportForm {
    /// The form that a request asks for; `None` for a page.
    pub(super) fn wanted(params: &QueryParams, headers: &HeaderMap) -> Option<ExportForm> {
        match params.get("format") {
            Some("json") => return Some(ExportForm::Json),
            Some("csv") => return Some(ExportForm::Csv),
            Some("urls") => return Some(ExportForm::Addresses),
            Some("warc") => return Some(ExportForm::Warc),
            _ => {}
        }
        let accepted = headers.get(header::ACCEPT).and_then(|value| value.to_str().ok())?;
        let (json, html) = (accepted.find("application/json")?, accepted.find("text/html"));
        html.is_none_or(|html| json < html).then_some(ExportForm::Json)
    }

    /// Whether what is told of a document is more than its place.
    pub(super) fn has_snippets(self) -> bool {
        matches!(self, ExportForm::Json | ExportForm::Csv)
    }

    pub(super) fn answer(
        self,
        page: &PageFrame,
        asked: &SearchAsked,
        found: Result<FoundPage, TextSearchError>,
        (shared, reader): (&Shared, &Reader),
    ) -> Response<Body> {
        let found = match found {
            Ok(found) => found,
            Err(error) => {
                let told = error_text(page.language, &error);
                let problem = json!({ "title": told, "status": 400 });
                return json(StatusCode::BAD_REQUEST, problem.to_string());
            }
        };
        let (kind, text) = match self {
            ExportForm::Json => ("application/json", told(page, asked, &found)),
            ExportForm::Csv => ("text/csv; charset=utf-8; header=present", csv(&found)),
            ExportForm::Addresses => ("text/plain; charset=utf-8", addresses(&found)),
            ExportForm::Warc => return warc(page, found, shared, reader),
        };
        let mut answer = json(StatusCode::OK, text);
        answer.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static(kind));
        if self == ExportForm::Csv {
            let save = HeaderValue::from_static("attachment; filename=\"search.csv\"");
            answer.headers_mut().insert(header::CONTENT_DISPOSITION, save);
        }
        answer
    }
}

/// The captures of all hits, with those that revisits among them refer to, as far as the reader may see them.
fn warc(page: &PageFrame, found: FoundPage, shared: &Shared, reader: &Reader) -> Response<Body> {
    let refused = |status: StatusCode, key: &str| {
        let problem = json!({ "title": page.t(key), "status": status.as_u16() });
        json(status, problem.to_string())
    };
    if found.documents.is_empty() {
        return refused(StatusCode::NOT_FOUND, "web-search-nothing");
    }
    let (archive, access) =
        (shared.archive.clone(), ExportAccess::Visitor(Shared::visitor(reader)));
    let software = concat!("Stodola ", env!("CARGO_PKG_VERSION")).to_owned();
    let body = shared.writers.begin(move |out| {
        let written = stream_found(archive, &found.documents, access, software, out);
        match written.map_err(io::Error::other)? {
            summary if summary.is_data_bad() => Err(io::Error::other("some captures are damaged")),
            _ => Ok(()),
        }
    });
    let Some(body) = body else {
        return refused(StatusCode::SERVICE_UNAVAILABLE, "web-search-many-exports");
    };
    let mut answer = Response::new(body);
    let headers = answer.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/warc"));
    let save = HeaderValue::from_static("attachment; filename=\"search.warc.gz\"");
    headers.insert(header::CONTENT_DISPOSITION, save);
    answer
}

fn told(page: &PageFrame, asked: &SearchAsked, found: &FoundPage) -> String {
    let next = found.page.cursor.as_ref();
    let next = next.map(|after| asked.link_with(page, &[("format", "json"), ("after", after)]));
    let answer = json!({
        "query": asked.words,
        "total": found.page.total,
        "is_total_partial": found.page.is_total_partial,
        "is_relaxed": found.page.is_relaxed,
        "misunderstood": found.misunderstood.as_ref().map(|error| error_text(page.language, error)),
        "suggestions": found.page.suggestions,
        "facets": found.page.facets,
        "documents": found.documents,
        "next": next,
    });
    answer.to_string()
}

fn csv(found: &FoundPage) -> String {
    let mut bytes = Vec::new();
    // Writing to memory does not fail.
    let _ = write_csv_head(&mut bytes);
    for document in &found.documents {
        let _ = write_csv_line(&mut bytes, document);
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

fn addresses(found: &FoundPage) -> String {
    let lines = found.documents.iter().map(|found| {
        let uri = found.hit.image.as_ref().unwrap_or(&found.hit.uri);
        String::from_utf8_lossy(uri).replace(['\n', '\r'], "") + "\n"
    });
    lines.collect()
}

/// How many documents a program asks for.
pub(super) fn limit(params: &QueryParams) -> usize {
    let wanted = params.number("limit").ok().flatten();
    wanted.and_then(|it| usize::try_from(it).ok()).unwrap_or(USUAL).clamp(1, MOST)
}

/// Names and addresses of the forms.
pub(super) fn links(page: &PageFrame, asked: &SearchAsked) -> Vec<(&'static str, String)> {
    let link = |format| asked.link_with(page, &[("format", format), ("limit", "1000")]);
    let mut links = vec![("CSV", link("csv")), ("JSON", link("json")), ("URL", link("urls"))];
    if !asked.images {
        links.push(("WARC", link("warc")));
    }
    links
}
