//! Requests with a body, as a reader's browser sends them while a page is replayed.

use stodola_archive::PostedRow;
use stodola_warc::post::{body_query, declared_body};

/// A request that is not a GET. Its answer was captured under a key that has method and body in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RequestBody<'r> {
    /// The method, in any case of letters.
    pub method: &'r [u8],
    /// The field `Content-Type`.
    pub content_type: Option<&'r [u8]>,
    /// The body, without codings; of a long one the first MiB is enough.
    pub body: &'r [u8],
}

impl RequestBody<'_> {
    /// What the catalogue has of such a request: the same function makes the keys when files are listed.
    pub fn row(&self) -> PostedRow {
        // The length that a browser declares is the one of the body that it sends.
        let body = declared_body(Some(self.body.len().to_string().as_bytes()), self.body);
        let query = body_query(self.method, self.content_type, body.unwrap_or_default());
        PostedRow { method: String::from_utf8_lossy(self.method).to_ascii_uppercase(), query }
    }
}
