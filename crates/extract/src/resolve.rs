//! Resolving references: RFC 3986, section 5.2, as lenient as browsers.
//!
//! Beyond the RFC: blanks around a reference and line ends within it are dropped; in http, https
//! and ftp a backslash is a slash, any number of slashes may precede the host, and `http:x` is
//! relative to a base of the same scheme. Within the document the fragment is cut off.
//!
//! A result is printable ASCII without quotes and angle brackets. Other characters are percent-encoded: paths in UTF-8,
//! queries in the charset of the page, as the server of an old page expects them; a host becomes A-labels. (Pages in
//! UTF-16 and ISO-2022-JP, and all XML, are read as UTF-8, and so are their queries.) Nothing else changes: neither
//! upper and lower case nor the spelling of escapes.

mod write;

use std::borrow::Cow;

use encoding_rs::Encoding;
use memchr::memchr;

use self::write::{push_authority, push_escaped, push_path, push_query, push_segments};

/// Why a reference has no result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Unresolved {
    /// The reference is empty, or only a fragment.
    SameDocument,
    /// The scheme cannot be fetched.
    Scheme,
    /// The reference is not a URI.
    Invalid,
    /// The port is above 65535.
    Port,
}

/// An absolute URI that references are resolved against.
#[derive(Clone, Debug)]
pub(crate) struct Base {
    uri: Vec<u8>,
    scheme: usize,
    /// Offset of the path, which has no dot segments: the end of the authority.
    path: usize,
    /// Offset of the query: the end of the path.
    query: usize,
    is_special: bool,
    /// Whether references can be relative to it; not so for `dns:` or `urn:`.
    is_hierarchical: bool,
}

impl Base {
    /// Creates a base from a URI; `None` if it has no scheme.
    pub(crate) fn new(uri: &[u8]) -> Option<Base> {
        let mut escaped = Vec::with_capacity(uri.len());
        push_escaped(&mut escaped, stodola_uri::without_fragment(uri));
        let parts = stodola_uri::parse(&escaped);
        let scheme = parts.scheme?.len();
        let query = parts.query.map_or(escaped.len(), |query| escaped.len() - query.len() - 1);
        let path = query - parts.path.len();
        let is_hierarchical = parts.host.is_some() || parts.path.starts_with(b"/");
        let mut uri = escaped[..path].to_vec();
        push_path(&mut uri, &escaped[path..query]);
        let query_at = uri.len();
        uri.extend_from_slice(&escaped[query..]);
        let is_special = is_special(&uri[..scheme]);
        Some(Base { uri, scheme, path, query: query_at, is_special, is_hierarchical })
    }

    /// Returns the base of a document with unknown URI: only absolute references can be resolved.
    pub(crate) fn unknown() -> Base {
        Base {
            uri: b"unknown:".to_vec(),
            scheme: 7,
            path: 8,
            query: 8,
            is_special: false,
            is_hierarchical: false,
        }
    }

    pub(crate) fn as_bytes(&self) -> &[u8] {
        &self.uri
    }

    /// Returns the last label of the host; `None` if there is none.
    pub(crate) fn tld(&self) -> Option<Vec<u8>> {
        let host = stodola_uri::host(&self.uri)?;
        let last = host.trim_end_matches('.').rsplit('.').next()?;
        let is_name = !last.is_empty() && last.bytes().all(|byte| byte.is_ascii_alphanumeric());
        is_name.then(|| last.as_bytes().to_vec())
    }

    fn path(&self) -> &[u8] {
        &self.uri[self.path..self.query]
    }

    /// Writes the resolved URI to `out`, which is cleared before.
    ///
    /// `reference` is UTF-8 as far as possible; `query` is the charset of the page.
    pub(crate) fn resolve(
        &self,
        reference: &[u8],
        query: &'static Encoding,
        out: &mut Vec<u8>,
    ) -> Result<(), Unresolved> {
        out.clear();
        let reference = cleaned(reference);
        let reference = stodola_uri::without_fragment(&reference);
        if reference.is_empty() {
            return Err(Unresolved::SameDocument);
        }
        let own = &self.uri[..self.scheme];
        let (scheme, rest) = split_scheme(reference);
        let special = scheme.map_or(self.is_special, is_special);
        let (rest, query_part) = match memchr(b'?', rest) {
            Some(at) => (&rest[..at], Some(&rest[at + 1..])),
            None => (rest, None),
        };
        let rest = if special { slashes_forward(rest) } else { Cow::Borrowed(rest) };
        let rest: &[u8] = &rest;
        let target = match scheme {
            Some(scheme) if special => {
                let is_own = scheme.eq_ignore_ascii_case(own);
                if is_own && self.is_hierarchical && !rest.starts_with(b"//") {
                    Target::relative(rest)
                } else {
                    Target::Authority(scheme, without_slashes(rest))
                }
            }
            Some(scheme) => {
                // `file:` and similar schemes, if the document itself has that scheme.
                if !scheme.eq_ignore_ascii_case(own) || !rest.starts_with(b"/") {
                    return Err(Unresolved::Scheme);
                }
                match rest.strip_prefix(b"//") {
                    Some(rest) => Target::Authority(scheme, rest),
                    None => Target::Path(rest),
                }
            }
            None => match rest.strip_prefix(b"//") {
                Some(rest) => {
                    Target::Authority(own, if special { without_slashes(rest) } else { rest })
                }
                None => Target::relative(rest),
            },
        };
        let is_absolute = special && matches!(target, Target::Authority(..));
        if !self.is_hierarchical && !is_absolute {
            return Err(Unresolved::Invalid);
        }
        match target {
            Target::Authority(scheme, rest) => {
                let end = memchr(b'/', rest).unwrap_or(rest.len());
                out.extend_from_slice(scheme);
                out.extend_from_slice(b"://");
                push_authority(out, &rest[..end], special)?;
                push_path(out, &rest[end..]);
            }
            Target::Path(path) => {
                out.extend_from_slice(&self.uri[..self.path]);
                push_path(out, path);
            }
            Target::Merge(path) => {
                let folder = memchr::memrchr(b'/', self.path()).map_or(0, |slash| slash + 1);
                out.extend_from_slice(&self.uri[..self.path + folder]);
                if folder == 0 {
                    out.push(b'/');
                }
                push_segments(out, self.path, path);
            }
            Target::Query => {
                // `http:` alone means the base with its query.
                let end = if query_part.is_some() { self.query } else { self.uri.len() };
                out.extend_from_slice(&self.uri[..end]);
            }
        }
        if let Some(query_part) = query_part {
            out.push(b'?');
            push_query(out, query_part, query);
        }
        Ok(())
    }
}

/// The part that a reference provides; the base provides the rest.
enum Target<'a> {
    Authority(&'a [u8], &'a [u8]),
    Path(&'a [u8]),
    Merge(&'a [u8]),
    Query,
}

impl Target<'_> {
    fn relative(path: &[u8]) -> Target<'_> {
        match path.first() {
            None => Target::Query,
            Some(b'/') => Target::Path(path),
            Some(_) => Target::Merge(path),
        }
    }
}

fn is_special(scheme: &[u8]) -> bool {
    [&b"http"[..], b"https", b"ftp"].iter().any(|special| scheme.eq_ignore_ascii_case(special))
}

/// Removes blanks and control characters around a reference, and tabs and line ends within it.
fn cleaned(reference: &[u8]) -> Cow<'_, [u8]> {
    let is_edge = |byte: &u8| *byte <= b' ';
    let start = reference.iter().position(|byte| !is_edge(byte)).unwrap_or(reference.len());
    let end = reference.iter().rposition(|byte| !is_edge(byte)).map_or(start, |last| last + 1);
    let reference = &reference[start..end];
    let is_dropped = |byte: &u8| matches!(byte, b'\t' | b'\n' | b'\r');
    if reference.iter().any(is_dropped) {
        Cow::Owned(reference.iter().copied().filter(|byte| !is_dropped(byte)).collect())
    } else {
        Cow::Borrowed(reference)
    }
}

fn split_scheme(reference: &[u8]) -> (Option<&[u8]>, &[u8]) {
    let is_legal = |byte: &u8| byte.is_ascii_alphanumeric() || b"+-.".contains(byte);
    match reference.iter().position(|byte| !is_legal(byte)) {
        Some(len) if reference[len] == b':' && reference[0].is_ascii_alphabetic() => {
            (Some(&reference[..len]), &reference[len + 1..])
        }
        _ => (None, reference),
    }
}

fn slashes_forward(rest: &[u8]) -> Cow<'_, [u8]> {
    if memchr(b'\\', rest).is_none() {
        return Cow::Borrowed(rest);
    }
    Cow::Owned(rest.iter().map(|&byte| if byte == b'\\' { b'/' } else { byte }).collect())
}

fn without_slashes(rest: &[u8]) -> &[u8] {
    let slashes = rest.iter().take_while(|&&byte| byte == b'/').count();
    &rest[slashes..]
}

#[cfg(test)]
mod tests;
