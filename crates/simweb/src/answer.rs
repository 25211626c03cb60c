//! Requests and answers of the simulated web, before they become bytes on the network.

use crate::fault::Fault;

/// A request, as far as the answer depends on it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SimRequest {
    /// `GET`, `HEAD`, `POST` or something else.
    pub method: String,
    /// Header fields in their order.
    pub headers: Vec<(String, String)>,
    /// Number of earlier requests for the same address; used only for faults that end.
    pub attempt: u32,
}

impl SimRequest {
    /// Returns a `GET` without any header fields.
    pub fn get() -> SimRequest {
        SimRequest { method: "GET".to_owned(), headers: Vec::new(), attempt: 0 }
    }

    /// Returns the request with one more header field.
    #[must_use]
    pub fn with(mut self, name: &str, value: &str) -> SimRequest {
        self.headers.push((name.to_owned(), value.to_owned()));
        self
    }

    /// Value of the first field with this name; `None` if there is none.
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers
            .iter()
            .find(|(known, _)| known.eq_ignore_ascii_case(name))
            .map(|(_, value)| value.as_str())
    }

    /// Whether a field is a list that contains `word`.
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

/// How the body is coded, if the client accepts it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Coding {
    /// No coding.
    Identity,
    /// `gzip`.
    Gzip,
    /// `br`.
    Brotli,
}

/// How the end of the body is marked.
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

/// How a server writes its header. All except the first occur on real servers, and a crawler has to accept them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Dialect {
    /// The usual form.
    Plain,
    /// Names of fields in lower case.
    LowerCase,
    /// No reason phrase after the status.
    NoReason,
    /// `HTTP/1.0`, and the connection is closed.
    Http10,
    /// Lines end with a line feed alone.
    BareLineFeed,
    /// A field that continues in the next line, and one that occurs twice.
    Folded,
}

impl Dialect {
    /// Every dialect, in the order of the type.
    pub const ALL: &[Dialect] = &[
        Dialect::Plain,
        Dialect::LowerCase,
        Dialect::NoReason,
        Dialect::Http10,
        Dialect::BareLineFeed,
        Dialect::Folded,
    ];
}

/// The answer to a request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SimAnswer {
    /// Status code; a fault may hide it.
    pub status: u16,
    /// Header fields except those of the framing and the connection.
    pub headers: Vec<(&'static str, String)>,
    /// Body as it is sent, coded, but not yet cut into chunks. Also set for `HEAD`, where only its length is used.
    pub body: Vec<u8>,
    /// How its end is marked.
    pub framing: Framing,
    /// How the header is written.
    pub dialect: Dialect,
    /// What goes wrong while the answer is sent; `None` if nothing does.
    pub fault: Option<Fault>,
}

impl SimAnswer {
    /// Value of the first field with this name; `None` if there is none.
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers
            .iter()
            .find(|(known, _)| known.eq_ignore_ascii_case(name))
            .map(|(_, value)| value.as_str())
    }

    /// Whether the status is 204 or 304, which have no body and no length.
    pub(crate) fn is_bodiless(&self) -> bool {
        matches!(self.status, 204 | 304)
    }
}

/// Returns the reason phrase of a status.
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
