//! SURT keys: the sort-friendly form under which indexes of web archives list a URI.
//!
//! A key has the host reversed (`org,example)/path`), so that the captures of a domain are listed together. It leaves
//! out what often differs between captures of one page: scheme, user, `www.`, default port, letter case, session ids,
//! the order of query arguments.
//!
//! The rules serve compatibility alone. An index can only be used if every reader computes the same keys as its writer,
//! so the rules follow the established programs also where these are odd.

mod host;
mod plain;
mod session;
mod split;

use std::borrow::Cow;

use crate::percent::{push_escape, unescape_fully};
use split::Address;

/// Which programs' keys are made. Two families of programs make the same keys of common URIs, but not of odd ones.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Variant {
    /// The Python package `surt`, used by pywb and cdxj-indexer.
    #[default]
    Python,
    /// `WaybackURLKeyMaker` of the Java library webarchive-commons, used by OpenWayback and the Hadoop indexers. The
    /// differences to `Python`: `dns:example.org` gives `org,example)`, `www.` is removed repeatedly, only six schemes
    /// are known (anything else is taken for an http host), several dots become one, an address of fewer than four
    /// numbers stays as it is.
    Java,
}

/// Returns the SURT key of a URI, as the Python package `surt` 0.3.1 makes it.
///
/// Bytes that are not UTF-8 are read as Latin-1. An empty URI has the key `-`. Where the Python package fails (a port
/// that is not a number), the key is the URI itself with spaces, control and 8-bit bytes escaped; cdxj-indexer does the
/// same without the escaping.
///
/// Hosts outside ASCII are mapped by the current Unicode tables (UTS 46, with the treatment of
/// `ß` and `ς` from IDNA 2003); Python has those of Unicode 3.2.
///
/// ```
/// use stodola_uri::surt;
///
/// assert_eq!(surt(b"http://www.Example.org:80/A/?b=2&a=1#top"), b"org,example)/a?a=1&b=2");
/// assert_eq!(surt(b"https://34.203.211.192/robots.txt"), b"192,211,203,34)/robots.txt");
/// assert_eq!(surt(b"dns:example.org"), b"dns:example.org");
/// ```
pub fn surt(uri: &[u8]) -> Vec<u8> {
    surt_with(uri, Variant::default())
}

/// Returns the SURT key of a URI in the given variant.
///
/// ```
/// use stodola_uri::{Variant, surt_with};
///
/// assert_eq!(surt_with(b"dns:example.org", Variant::Java), b"org,example)");
/// ```
pub fn surt_with(uri: &[u8], variant: Variant) -> Vec<u8> {
    plain::key(uri, variant).unwrap_or_else(|| full_key(uri, variant))
}

/// Returns the key, made by all rules; for URIs that are not plain.
fn full_key(uri: &[u8], variant: Variant) -> Vec<u8> {
    let text = as_utf8(uri);
    let is_own_key = match variant {
        Variant::Python => text.starts_with(b"filedesc"),
        Variant::Java => text.starts_with(b"filedesc") || text.starts_with(b"warcinfo"),
    };
    if is_own_key {
        return text.into_owned();
    }
    if variant == Variant::Java
        && let Some(name) = text.strip_prefix(b"dns:")
    {
        let mut key = Vec::with_capacity(name.len() + 1);
        host::push_reversed(&mut key, name);
        key.push(b')');
        return key;
    }
    let tidy = split::tidy(&text, variant);
    if tidy.is_empty() {
        return b"-".to_vec();
    }
    match split::split(&tidy, variant) {
        Some(address) => address_key(&address, variant),
        None => {
            let mut key = Vec::with_capacity(text.len());
            for &byte in text.iter() {
                if byte.is_ascii_graphic() { key.push(byte) } else { push_escape(&mut key, byte) }
            }
            key
        }
    }
}

fn address_key(address: &Address<'_>, variant: Variant) -> Vec<u8> {
    let mut key = Vec::with_capacity(address.path.len() + address.query.len() + 64);
    let host = host::key_name(address, variant);
    let keeps_scheme = host.is_empty() && variant == Variant::Python;
    if keeps_scheme {
        key.extend_from_slice(address.scheme);
        key.push(b':');
    } else {
        host::push_reversed(&mut key, &host);
        if let Some(port) = address.port {
            key.extend_from_slice(format!(":{port}").as_bytes());
        }
        key.push(b')');
    }

    let mut path = unescape_fully(address.path);
    if !keeps_scheme {
        path = Cow::Owned(flat_path(&path));
    }
    let mut path = escape_lower(&path, variant);
    session::strip_from_path(&mut path);
    if path.len() > 1 && path.ends_with(b"/") {
        path.pop();
    }

    let mut query = escape_lower(&unescape_fully(address.query), variant);
    session::strip_from_query(&mut query);

    if path.is_empty() && !query.is_empty() {
        path.push(b'/');
    }
    key.append(&mut path);
    push_query(&mut key, &query);
    key
}

/// Returns header bytes as UTF-8; if they are not, they are read as Latin-1. cdxj-indexer does this first.
fn as_utf8(uri: &[u8]) -> Cow<'_, [u8]> {
    if str::from_utf8(uri).is_ok() {
        Cow::Borrowed(uri)
    } else {
        Cow::Owned(uri.iter().copied().map(char::from).collect::<String>().into_bytes())
    }
}

/// Resolves dot segments and drops empty segments, except a last one.
///
/// This is not the rule of RFC 3986: `..` at the top stays (a second `..` removes it), `..` after an empty segment
/// removes only that segment, and a dot segment at the end is removed together with its slash.
fn flat_path(path: &[u8]) -> Vec<u8> {
    let mut kept: Vec<&[u8]> = Vec::new();
    for segment in path.split(|&byte| byte == b'/').skip(1) {
        match segment {
            b"." => {}
            b".." if kept.pop().is_some() => {}
            name => kept.push(name),
        }
    }
    let mut out = Vec::with_capacity(path.len() + 1);
    out.push(b'/');
    if let Some((last, before)) = kept.split_last() {
        for segment in before.iter().filter(|segment| !segment.is_empty()) {
            out.extend_from_slice(segment);
            out.push(b'/');
        }
        out.extend_from_slice(last);
    }
    out
}

/// Appends bytes in lower case; `#`, `%` and everything that is not a visible ASCII character are escaped.
fn escape_lower(bytes: &[u8], variant: Variant) -> Vec<u8> {
    let mut out = Vec::with_capacity(bytes.len() + 8);
    for &byte in bytes {
        let stays = match byte {
            b'#' | b'%' => false,
            0x7f => variant == Variant::Java,
            _ => byte.is_ascii_graphic(),
        };
        if stays {
            out.push(byte.to_ascii_lowercase());
        } else {
            push_escape(&mut out, byte);
            let digits = out.len() - 2;
            out[digits..].make_ascii_lowercase();
        }
    }
    out
}

/// Appends `?` and the arguments sorted by name, then value (`a` before `a=`), unless empty.
fn push_query(key: &mut Vec<u8>, query: &[u8]) {
    if query.is_empty() {
        return;
    }
    key.push(b'?');
    if !query.contains(&b'&') {
        key.extend_from_slice(query);
        return;
    }
    let mut arguments: Vec<_> = query
        .split(|&byte| byte == b'&')
        .map(|argument| crate::parts::cut_at(argument, b'='))
        .collect();
    arguments.sort_unstable();
    for (index, (name, value)) in arguments.into_iter().enumerate() {
        if index > 0 {
            key.push(b'&');
        }
        key.extend_from_slice(name);
        if let Some(value) = value {
            key.push(b'=');
            key.extend_from_slice(value);
        }
    }
}
