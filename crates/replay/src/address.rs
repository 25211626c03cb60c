//! The part of a replay address behind the collection: `20140126200624im_/http://example.cz/logo.png`.
//!
//! ```text
//! TIME[mod_]/URI    the capture nearest to a time; 1 to 14 digits
//! [mod_/]URI        the latest capture
//! */URI  */URI*     all captures of the URI, or of all URIs that begin so
//! FROM-TO*/URI      those between two times; either may be missing
//! ```
//!
//! What people and proxies do to such addresses is repaired: `https:/x`, `http%3A//x`, a wholly escaped URI, a
//! missing scheme. Nothing else of the URI is changed, since each byte may be a part of the key.

mod repair;
mod time;

pub use time::{AskedTime, earliest, latest};

use crate::Modifier;
use repair::repair;
use std::borrow::Cow;
use std::fmt::Write as _;
use stodola_archive::Stamp;

/// The longest address that is read, in bytes.
pub const ADDRESS_MAX: usize = 64 << 10;

/// What a replay address asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReplayAddress {
    /// Which captures.
    pub time: AskedTime,
    /// What they are wanted for; `None` if the address does not say, or says it in a way that is not known here.
    pub modifier: Option<Modifier>,
    /// The URI, with a scheme and without a fragment. Bytes as they were in the address.
    pub uri: Vec<u8>,
    /// Whether all URIs that begin like `uri` are meant. Only for lists of captures.
    pub is_prefix: bool,
    /// What stands behind `#`, without it. Browsers keep it to themselves.
    pub fragment: Option<Vec<u8>>,
}

/// Errors from reading a replay address.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ReplayAddressError {
    /// It is longer than [`ADDRESS_MAX`].
    #[error("the address has {length} bytes; at most {ADDRESS_MAX} are read")]
    TooLong {
        /// Its length in bytes.
        length: usize,
    },
    /// It names no URI.
    #[error("the address names no URI")]
    NoUri,
    /// It has more digits than a time has.
    #[error("'{digits}' is no time: it has more than 14 digits")]
    Time {
        /// The first digits.
        digits: String,
    },
}

impl ReplayAddress {
    /// The address of the capture of a URI that is nearest to a time; of the latest one without a time.
    pub fn new(uri: &[u8], time: Option<Stamp>, modifier: Option<Modifier>) -> ReplayAddress {
        let (uri, fragment) = split_fragment(uri);
        ReplayAddress {
            time: time.map_or(AskedTime::Latest, AskedTime::At),
            modifier,
            uri: uri.to_vec(),
            is_prefix: false,
            fragment: fragment.map(<[u8]>::to_vec),
        }
    }

    /// Reads an address: all that stands behind the collection and its slash, with the query, as it came over the wire.
    pub fn parse(text: &[u8]) -> Result<ReplayAddress, ReplayAddressError> {
        if text.len() > ADDRESS_MAX {
            return Err(ReplayAddressError::TooLong { length: text.len() });
        }
        let end = text.iter().position(|&byte| byte == b'/').unwrap_or(text.len());
        let (first, rest) = text.split_at(end);
        let (time, modifier, uri) = match time::parse(first)? {
            Some((time, modifier)) => (time, modifier, rest.get(1..).unwrap_or_default()),
            None => (AskedTime::Latest, None, text),
        };
        let (uri, fragment) = split_fragment(uri);
        let mut uri = repair(uri).ok_or(ReplayAddressError::NoUri)?;
        let is_prefix = time.is_list() && uri.ends_with(b"*");
        if is_prefix {
            uri.pop();
        }
        let fragment = fragment.map(<[u8]>::to_vec);
        Ok(ReplayAddress { time, modifier, uri, is_prefix, fragment })
    }

    /// The time that the capture should be nearest to; `None` for the latest one.
    pub fn nearest_to(&self) -> Option<Stamp> {
        match self.time {
            AskedTime::At(time) => Some(time),
            AskedTime::Latest | AskedTime::All | AskedTime::Between { .. } => None,
        }
    }

    /// The address as it is written, in ASCII, without blanks and control characters, ready for a header or a link.
    /// Reading it again gives the same capture.
    pub fn to_path(&self) -> String {
        let mut path = String::with_capacity(self.uri.len() + 20);
        let modifier = self.modifier.map_or("", Modifier::as_str);
        match self.time {
            AskedTime::Latest if modifier.is_empty() => {}
            AskedTime::Latest => path.push_str(modifier),
            AskedTime::At(time) => {
                // Writing to a string cannot fail.
                let _ = write!(path, "{time}{modifier}");
            }
            AskedTime::All => path.push('*'),
            AskedTime::Between { from, to } => {
                let digits =
                    |time: Option<Stamp>| time.map(|it| it.to_string()).unwrap_or_default();
                let _ = write!(path, "{}-{}*", digits(from), digits(to));
            }
        }
        if !path.is_empty() {
            path.push('/');
        }
        push_escaped(&mut path, &self.uri);
        if self.is_prefix {
            path.push('*');
        }
        if let Some(fragment) = &self.fragment {
            path.push('#');
            push_escaped(&mut path, fragment);
        }
        path
    }
}

/// A URI and what stands behind its first `#`.
fn split_fragment(uri: &[u8]) -> (&[u8], Option<&[u8]>) {
    match uri.iter().position(|&byte| byte == b'#') {
        Some(at) => (&uri[..at], Some(&uri[at + 1..])),
        None => (uri, None),
    }
}

/// Escapes what must not stand in a header or a link. Bytes that are not UTF-8 are read as Latin-1 first, as keys do
/// it, so that the escaped URI has the key of the raw one.
fn push_escaped(path: &mut String, uri: &[u8]) {
    let text = match std::str::from_utf8(uri) {
        Ok(text) => Cow::Borrowed(text),
        Err(_) => uri.iter().map(|&byte| char::from(byte)).collect(),
    };
    for byte in text.bytes() {
        match byte {
            // Browsers and keys leave these out.
            b'\t' | b'\r' | b'\n' => {}
            b'"' | b'<' | b'>' | b'#' | 0..=b' ' | 0x7f.. => {
                let _ = write!(path, "%{byte:02X}");
            }
            _ => path.push(char::from(byte)),
        }
    }
}

#[cfg(test)]
mod tests;
