//! What is known of a document, beside its body.

/// What is known of a document before its body is read.
#[derive(Clone, Copy, Debug, Default)]
pub struct Input<'a> {
    /// URI of the document; references are relative to it.
    pub uri: &'a [u8],
    /// HTTP headers, names in any case. The caller must have removed a `Content-Encoding` other than gzip.
    pub headers: &'a [(&'a [u8], &'a [u8])],
    /// What the document is expected to be.
    pub expect: Expect,
}

impl<'a> Input<'a> {
    /// Creates an input without headers.
    pub fn new(uri: &'a [u8]) -> Input<'a> {
        Input { uri, ..Input::default() }
    }

    /// Returns the values of a header, in order.
    pub(crate) fn header(&self, name: &str) -> impl Iterator<Item = &'a [u8]> {
        self.headers
            .iter()
            .filter(move |(found, _)| found.eq_ignore_ascii_case(name.as_bytes()))
            .map(|(_, value)| *value)
    }

    /// Returns the URI's path, without the query.
    pub(crate) fn path(&self) -> &'a [u8] {
        stodola_uri::parse(self.uri).path
    }
}

/// What plain text in a document means, if the place where it was found says so.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Expect {
    /// Nothing is known.
    #[default]
    Any,
    /// A sitemap; as plain text it is a list of URIs.
    Sitemap,
    /// A robots.txt. A document with that path always counts as one.
    Robots,
    /// The manifest of a web application, if it is JSON. JSON with such a name or media type always counts as one.
    Manifest,
}
