//! Short answers.

use axum::body::Body;
use axum::http::{HeaderValue, Response, StatusCode, header};

/// Text for a program or a person.
pub(crate) fn plain(status: StatusCode, text: impl Into<String>) -> Response<Body> {
    answer(status, "text/plain; charset=utf-8", text.into())
}

/// A page.
pub(crate) fn html(status: StatusCode, page: String) -> Response<Body> {
    answer(status, "text/html; charset=utf-8", page)
}

/// JSON text.
pub(crate) fn json(status: StatusCode, text: String) -> Response<Body> {
    answer(status, "application/json", text)
}

/// Sends the reader elsewhere. An address that cannot stand in a header is an error of the program, not of the reader.
pub(crate) fn redirect(status: StatusCode, to: &str) -> Response<Body> {
    let Ok(location) = HeaderValue::try_from(to) else {
        return plain(StatusCode::BAD_REQUEST, "the address cannot be understood\n");
    };
    let mut answer = plain(status, String::new());
    answer.headers_mut().insert(header::LOCATION, location);
    answer
}

/// An answer of any kind of text.
pub(crate) fn answer(status: StatusCode, kind: &'static str, body: String) -> Response<Body> {
    let mut answer = Response::new(Body::from(body));
    *answer.status_mut() = status;
    let headers = answer.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(kind));
    headers.insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    answer
}
