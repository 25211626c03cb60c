//! What is asked and what is answered, before anything becomes bytes on a wire.

use crate::fault::Fault;

/// A request, as far as the answer depends on it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SimRequest {
    /// `GET`, `HEAD`, `POST` or something else.
    pub method: String,
    /// The fields in their order.
    pub headers: Vec<(String, String)>,
    /// How many times the same was asked for before; matters only where a fault can heal.
    pub attempt: u32,
}

impl SimRequest {
    /// A `GET` without any fields.
    pub fn get() -> SimRequest {
        SimRequest { method: "GET".to_owned(), headers: Vec::new(), attempt: 0 }
    }

    /// The same with one field more.
    #[must_use]
    pub fn with(mut self, name: &str, value: &str) -> SimRequest {
        self.headers.push((name.to_owned(), value.to_owned()));
        self
    }

    /// The value of the first field of that name.
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers
            .iter()
            .find(|(known, _)| known.eq_ignore_ascii_case(name))
            .map(|(_, value)| value.as_str())
    }

    /// Whether a field is a list with `word` in it.
    pub(crate) fn lists(&self, name: &str, word: &str) -> bool {
        self.header(name).is_some_and(|value| {
            value.split(',').any(|item| {
                let mut parts = item.split(';').map(str::trim);
                let named = parts.next().is_some_and(|first| first.eq_ignore_ascii_case(word));
                named && !parts.any(|part| part == "q=0")
            })
        })
    }
}

/// How the body is coded, if the client can take it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Coding {
    /// As it is.
    Identity,
    /// `gzip`.
    Gzip,
    /// `br`.
    Brotli,
}

/// How the end of the body is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Framing {
    /// `Content-Length`.
    Length,
    /// `Transfer-Encoding: chunked`.
    Chunked,
    /// The connection is closed.
    UntilClose,
}

/// How a server writes its header. All but the first are met in the wild and have to be borne.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Dialect {
    /// As everybody does.
    Plain,
    /// Names of fields in small letters.
    LowerCase,
    /// No words after the status.
    NoReason,
    /// `HTTP/1.0`, and the connection is closed.
    Http10,
    /// Lines end with a line feed alone.
    BareLineFeed,
    /// A field that goes on in the next line, and one that occurs twice.
    Folded,
}

impl Dialect {
    /// Every kind, in the order of the type.
    pub const ALL: &[Dialect] = &[
        Dialect::Plain,
        Dialect::LowerCase,
        Dialect::NoReason,
        Dialect::Http10,
        Dialect::BareLineFeed,
        Dialect::Folded,
    ];
}

/// What the web says to a request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SimAnswer {
    /// The status, unless a fault hides it.
    pub status: u16,
    /// The fields without those that belong to the framing and the connection.
    pub headers: Vec<(&'static str, String)>,
    /// The body as it is sent, coded, but not yet cut into chunks. Sent to `HEAD` too when it comes
    /// to its length.
    pub body: Vec<u8>,
    /// How its end is told.
    pub framing: Framing,
    /// How the header is written.
    pub dialect: Dialect,
    /// What goes wrong on the way.
    pub fault: Option<Fault>,
}

impl SimAnswer {
    /// The value of the first field of that name.
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers
            .iter()
            .find(|(known, _)| known.eq_ignore_ascii_case(name))
            .map(|(_, value)| value.as_str())
    }

    /// Status 204 and 304 have no body and no length.
    pub(crate) fn is_bodiless(&self) -> bool {
        matches!(self.status, 204 | 304)
    }
}

/// The words after the status.
pub(crate) fn reason(status: u16) -> &'static str {
    match status {
        200 => "OK",
        206 => "Partial Content",
        301 => "Moved Permanently",
        302 => "Found",
        303 => "See Other",
        304 => "Not Modified",
        307 => "Temporary Redirect",
        308 => "Permanent Redirect",
        400 => "Bad Request",
        403 => "Forbidden",
        404 => "Not Found",
        405 => "Method Not Allowed",
        416 => "Range Not Satisfiable",
        421 => "Misdirected Request",
        429 => "Too Many Requests",
        431 => "Request Header Fields Too Large",
        500 => "Internal Server Error",
        503 => "Service Unavailable",
        _ => "Unknown",
    }
}
