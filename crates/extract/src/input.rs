//! What is extracted from, beside the body.

/// What is known of a document before its body is read.
#[derive(Clone, Copy, Debug, Default)]
pub struct Input<'a> {
    /// The URI the document came from; references are relative to it.
    pub uri: &'a [u8],
    /// The HTTP headers, names in any case. A `Content-Encoding` other than gzip must have been
    /// undone by the caller.
    pub headers: &'a [(&'a [u8], &'a [u8])],
    /// What the document is expected to be.
    pub expect: Expect,
}

impl<'a> Input<'a> {
    /// A document without headers.
    pub fn new(uri: &'a [u8]) -> Input<'a> {
        Input { uri, ..Input::default() }
    }

    /// The values of a header, in order.
    pub(crate) fn header(&self, name: &str) -> impl Iterator<Item = &'a [u8]> {
        self.headers
            .iter()
            .filter(move |(found, _)| found.eq_ignore_ascii_case(name.as_bytes()))
            .map(|(_, value)| *value)
    }

    /// The path up to the query.
    pub(crate) fn path(&self) -> &'a [u8] {
        stodola_uri::parse(self.uri).path
    }
}

/// Where a document was found may say what plain text in it means.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Expect {
    /// Nothing is known.
    #[default]
    Any,
    /// A sitemap; as plain text it is a list of URIs.
    Sitemap,
    /// A robots.txt. So is whatever has that path.
    Robots,
    /// The manifest of a web application, if it is JSON. So is JSON with such a name or label.
    Manifest,
}
