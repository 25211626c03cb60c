//! The URI that the links of a document are relative to.

use std::borrow::Cow;

use super::link::{may_climb, split_scheme};

/// An absolute URI, taken apart; nothing in it can end an attribute, a string or a tag.
#[derive(Debug, Clone, Default)]
pub(super) struct Base {
    uri: Vec<u8>,
    /// In lower case; empty if nothing can be relative to the URI.
    scheme: &'static [u8],
    /// Length of scheme and host.
    origin_len: usize,
    /// Length up to the end of the path.
    path_len: usize,
    /// Whether the URI has a path. If not, a browser resolves links of the replayed page wrongly.
    has_path: bool,
    /// Number of folders in the path.
    depth: usize,
}

impl Base {
    pub(super) fn new(uri: &[u8]) -> Base {
        let (scheme, rest) = split_scheme(uri.trim_ascii());
        let known = [&b"http"[..], b"https", b"ftp"];
        let scheme =
            scheme.and_then(|it| known.into_iter().find(|known| known.eq_ignore_ascii_case(it)));
        let slashes = rest.iter().take_while(|byte| is_slash(**byte)).count();
        let (Some(scheme), true) = (scheme, slashes >= 2 && rest.len() > slashes) else {
            return Base::default();
        };
        let rest = &rest[slashes..];
        let rest = &rest[..memchr::memchr(b'#', rest).unwrap_or(rest.len())];
        let end =
            rest.iter().position(|byte| is_slash(*byte) || *byte == b'?').unwrap_or(rest.len());
        let (host, rest) = rest.split_at(end);
        let query_at = memchr::memchr(b'?', rest).unwrap_or(rest.len());
        let (path, query) = rest.split_at(query_at);
        let mut uri = [scheme, b"://"].concat();
        push_safe(host, &mut uri);
        let origin_len = uri.len();
        uri.push(b'/');
        let mut segments = Vec::new();
        push_segments(&mut segments, path.get(1..).unwrap_or_default(), || {});
        push_safe(&segments, &mut uri);
        let path_len = uri.len();
        let depth = uri[origin_len..].iter().filter(|byte| **byte == b'/').count() - 1;
        push_safe(query, &mut uri);
        Base { uri, scheme, origin_len, path_len, has_path: !path.is_empty(), depth }
    }

    pub(super) fn uri(&self) -> &[u8] {
        &self.uri
    }

    pub(super) fn scheme(&self) -> &'static [u8] {
        self.scheme
    }

    /// Scheme and host; `None` if nothing can be relative to the URI.
    pub(super) fn origin(&self) -> Option<&[u8]> {
        (!self.scheme.is_empty()).then(|| &self.uri[..self.origin_len])
    }

    /// The base that a link to it declares; `None` if browsers ignore that declaration.
    pub(super) fn join(&self, link: &[u8]) -> Option<Base> {
        let link = link.trim_ascii();
        let (scheme, rest) = split_scheme(link);
        let slashes = rest.iter().take_while(|byte| is_slash(**byte)).count();
        let uri = match (scheme, slashes) {
            (Some(scheme), 0 | 1) if scheme.eq_ignore_ascii_case(self.scheme) => {
                return self.join(rest);
            }
            (Some(scheme), _) => [scheme, b"://", &rest[slashes..]].concat(),
            (None, 0) => {
                let mut uri = Vec::new();
                let tail = self.push_resolved(link, &mut uri);
                uri.extend_from_slice(&tail);
                uri
            }
            (None, 1) => [self.origin()?, b"/", &rest[1..]].concat(),
            (None, _) => [self.scheme, b"://", &rest[slashes..]].concat(),
        };
        let base = Base::new(&uri);
        base.origin()?;
        Some(base)
    }

    /// Whether a relative link resolves within the replay address as it does within the URI.
    pub(super) fn stays(&self, link: &[u8]) -> bool {
        if !self.has_path {
            return false;
        }
        let path = &link[..end_of_path(link)];
        if !may_climb(path) {
            return true;
        }
        let mut depth = self.depth;
        for segment in path.split(|byte| is_slash(*byte)) {
            match dots(segment) {
                Dots::One => {}
                Dots::Two if depth == 0 => return false,
                Dots::Two => depth -= 1,
                Dots::None => depth += 1,
            }
        }
        true
    }

    /// Appends the folder of this base, and a mark behind which the link can stand as it was found. Browsers leave the
    /// mark out; the client script finds by it what a script of the page has to see.
    pub(super) fn push_folder(&self, out: &mut Vec<u8>) {
        let path = &self.uri[self.origin_len..self.path_len];
        let folder = memchr::memrchr(b'/', path).map_or(0, |slash| slash + 1);
        out.extend_from_slice(&self.uri[..self.origin_len + folder]);
        out.extend_from_slice(b"././");
    }

    /// Appends the part of the resolved link that comes from this base; returns the rest.
    pub(super) fn push_resolved<'a>(&self, link: &'a [u8], out: &mut Vec<u8>) -> Cow<'a, [u8]> {
        let end = end_of_path(link);
        let path = &link[..end];
        if path.is_empty() {
            out.extend_from_slice(&self.uri[..self.path_len]);
            return Cow::Borrowed(link);
        }
        let path_of_base = &self.uri[self.origin_len..self.path_len];
        let folder = memchr::memrchr(b'/', path_of_base).map_or(0, |slash| slash + 1);
        if !path.split(|byte| is_slash(*byte)).any(|segment| !matches!(dots(segment), Dots::None)) {
            out.extend_from_slice(&self.uri[..self.origin_len + folder]);
            return Cow::Borrowed(link);
        }
        // Dots in the link take folders of the link away, and then those of the page.
        let path_at = out.len() + self.origin_len;
        out.extend_from_slice(&self.uri[..self.origin_len + folder]);
        let mut own = Vec::with_capacity(link.len());
        push_segments(&mut own, path, || {
            let folders = &out[path_at..out.len() - 1];
            let parent = memchr::memrchr(b'/', folders).unwrap_or(0);
            out.truncate(path_at + parent + 1);
        });
        own.extend_from_slice(&link[end..]);
        Cow::Owned(own)
    }
}

fn end_of_path(link: &[u8]) -> usize {
    memchr::memchr2(b'?', b'#', link).unwrap_or(link.len())
}

pub(super) fn is_slash(byte: u8) -> bool {
    matches!(byte, b'/' | b'\\')
}

enum Dots {
    None,
    One,
    Two,
}

fn dots(segment: &[u8]) -> Dots {
    let is = |rest: &[u8]| rest == b"." || rest.eq_ignore_ascii_case(b"%2e");
    match segment.len() {
        1 | 3 if is(segment) => Dots::One,
        2 | 4 | 6 if (1..segment.len()).any(|at| is(&segment[..at]) && is(&segment[at..])) => {
            Dots::Two
        }
        _ => Dots::None,
    }
}

/// Appends the segments of a path, dots resolved, to `out`, which is empty or ends in a slash. `above` is called for
/// each `..` that leads out of it.
pub(super) fn push_segments(out: &mut Vec<u8>, path: &[u8], mut above: impl FnMut()) {
    let mut segments = path.split(|byte| is_slash(*byte)).peekable();
    while let Some(segment) = segments.next() {
        match dots(segment) {
            Dots::One => {}
            Dots::Two if out.is_empty() => above(),
            Dots::Two => {
                let folders = &out[..out.len() - 1];
                out.truncate(memchr::memrchr(b'/', folders).map_or(0, |slash| slash + 1));
            }
            Dots::None => {
                out.extend_from_slice(segment);
                if segments.peek().is_some() {
                    out.push(b'/');
                }
            }
        }
    }
}

/// Appends with whatever could end a string, a tag or an attribute escaped.
fn push_safe(bytes: &[u8], out: &mut Vec<u8>) {
    for &byte in bytes {
        if byte.is_ascii_graphic() && !b"\"<>\\`".contains(&byte) {
            out.push(byte);
        } else {
            push_percent(byte, out);
        }
    }
}

pub(super) fn push_percent(byte: u8, out: &mut Vec<u8>) {
    const DIGITS: &[u8; 16] = b"0123456789ABCDEF";
    out.extend_from_slice(&[b'%', DIGITS[usize::from(byte >> 4)], DIGITS[usize::from(byte & 15)]]);
}
