//! Answers in JSON, with a tag, so that what a program has already is not sent again.

use super::{Problem, ProblemKind};
use crate::http::{EntityTag, answer, is_not_modified};
use axum::body::Body;
use axum::http::{HeaderMap, HeaderValue, Response, StatusCode, header};
use data_encoding::HEXLOWER;
use serde::Serialize;
use sha2::{Digest, Sha256};

/// An answer that is well.
#[derive(Debug)]
pub(crate) struct ApiAnswer {
    status: StatusCode,
    text: String,
    kind: &'static str,
    tag: EntityTag,
    location: Option<String>,
}

impl ApiAnswer {
    pub(crate) fn new(body: &impl Serialize) -> Result<ApiAnswer, Problem> {
        let text = serde_json::to_string(body)
            .map_err(|error| Problem::caused(ProblemKind::Fault, error))?;
        Ok(ApiAnswer { kind: "application/json", ..ApiAnswer::text(text) })
    }

    /// An answer in plain text.
    pub(crate) fn text(text: String) -> ApiAnswer {
        let digest = HEXLOWER.encode(&Sha256::digest(text.as_bytes())[..16]);
        let (tag, kind) = (EntityTag::new(&[&digest]), "text/plain; charset=utf-8");
        ApiAnswer { status: StatusCode::OK, text, kind, tag, location: None }
    }

    /// Something was made; this is where it is.
    pub(crate) fn made(self, location: String) -> ApiAnswer {
        ApiAnswer { status: StatusCode::CREATED, location: Some(location), ..self }
    }

    /// The version of a thing is its tag: `If-Match` compares it.
    pub(crate) fn version(self, version: i64) -> ApiAnswer {
        ApiAnswer { tag: EntityTag::new(&[&format!("v{version}")]), ..self }
    }

    /// The revision of a file is its tag: `If-Match` compares it.
    pub(crate) fn revision(self, revision: &str) -> ApiAnswer {
        ApiAnswer { tag: EntityTag::new(&[&format!("r{revision}")]), ..self }
    }

    pub(crate) fn respond(self, headers: &HeaderMap) -> Response<Body> {
        let is_same = self.status == StatusCode::OK && is_not_modified(headers, &self.tag, None);
        let mut response = match is_same {
            true => answer(StatusCode::NOT_MODIFIED, self.kind, String::new()),
            false => answer(self.status, self.kind, self.text),
        };
        let headers = response.headers_mut();
        headers.insert(header::ETAG, self.tag.header());
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("private, no-cache"));
        headers.insert(header::VARY, HeaderValue::from_static("authorization, cookie"));
        if let Some(location) = self.location.and_then(|it| HeaderValue::try_from(it).ok()) {
            headers.insert(header::LOCATION, location);
        }
        response
    }
}
