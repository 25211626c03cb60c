//! Requests that are not reading: replayed pages send forms, whose answers may be archived; everything else is refused.

use super::{Asked, capture, split};
use crate::http::plain;
use axum::body::{Body, to_bytes};
use axum::http::{HeaderValue, Method, Response, StatusCode, header};

/// Bytes of a request's body that are read: more than forms have.
const MAX_BODY: usize = 1 << 20;

/// A request with a body that was read.
pub(super) struct PostedBody {
    pub(super) method: Vec<u8>,
    pub(super) content_type: Option<Vec<u8>>,
    pub(super) body: Vec<u8>,
}

pub(super) async fn post(asked: Asked, body: Body) -> Response<Body> {
    let method = asked.parts.method.clone();
    let path = asked.parts.uri.path().to_owned();
    let (first, rest) = split(&path);
    let is_replay = rest
        .is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()) && rest.contains('/'));
    if !matches!(method, Method::POST | Method::PUT) || !is_replay {
        return not_allowed();
    }
    let asked = match asked.within(first).await {
        Ok(asked) => asked,
        Err(answer) => return *answer,
    };
    let Ok(body) = to_bytes(body, MAX_BODY).await else {
        let mut answer = plain(StatusCode::PAYLOAD_TOO_LARGE, "the body is too long\n");
        answer.headers_mut().insert(header::CONNECTION, HeaderValue::from_static("close"));
        return answer;
    };
    let content_type = asked.parts.headers.get(header::CONTENT_TYPE);
    let posted = PostedBody {
        method: method.as_str().as_bytes().to_vec(),
        content_type: content_type.map(|value| value.as_bytes().to_vec()),
        body: body.to_vec(),
    };
    capture::capture(asked, Some(posted)).await
}

/// The catalogue follows from the archive's files; nobody adds to it here.
fn not_allowed() -> Response<Body> {
    let words = "This server only reads: the catalogue is derived from the archive's files. \
        Add files with 'stodola archive add'.\n";
    let mut answer = plain(StatusCode::METHOD_NOT_ALLOWED, words);
    let headers = answer.headers_mut();
    headers.insert(header::ALLOW, HeaderValue::from_static("GET, HEAD"));
    headers.insert(header::CONNECTION, HeaderValue::from_static("close"));
    answer
}
