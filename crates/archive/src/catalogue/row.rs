//! A capture in the catalogue, and how it is stored in little space.
//!
//! The key (SURT) is in every row, and the URI can mostly be made from it. The URI is stored as well only if the usual
//! spelling of the key, with the scheme and `www.` in `form`, differs from it by a byte. A digest in its usual encoding
//! is stored as its bytes.

use super::stamp::Stamp;
use rusqlite::types::{ToSqlOutput, ValueRef};
use stodola_warc::digest::{Algorithm, Digest};

/// The type of record of a capture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum CaptureKind {
    /// A response with its content.
    Response,
    /// A response whose content is stored with another capture.
    Revisit,
    /// Content without an HTTP response around it.
    Resource,
    /// A metadata record about a URI.
    Metadata,
    /// An answer of a name server.
    Dns,
}

impl CaptureKind {
    const ALL: [CaptureKind; 5] = [
        CaptureKind::Response,
        CaptureKind::Revisit,
        CaptureKind::Resource,
        CaptureKind::Metadata,
        CaptureKind::Dns,
    ];

    /// Number of the kind in the catalogue; numbers never change.
    pub(super) fn code(self) -> i64 {
        match self {
            CaptureKind::Response => 1,
            CaptureKind::Revisit => 2,
            CaptureKind::Resource => 3,
            CaptureKind::Metadata => 4,
            CaptureKind::Dns => 5,
        }
    }

    pub(super) fn from_code(code: i64) -> Option<CaptureKind> {
        CaptureKind::ALL.into_iter().find(|kind| kind.code() == code)
    }

    /// Name of the kind.
    pub fn as_str(self) -> &'static str {
        match self {
            CaptureKind::Response => "response",
            CaptureKind::Revisit => "revisit",
            CaptureKind::Resource => "resource",
            CaptureKind::Metadata => "metadata",
            CaptureKind::Dns => "dns",
        }
    }
}

/// What the catalogue knows of a capture, except for its file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CaptureRow {
    /// The SURT of the URI.
    pub key: Vec<u8>,
    /// The URI as found.
    pub uri: Vec<u8>,
    /// Time when it was fetched; `None` if the record has no readable date.
    pub time: Option<Stamp>,
    /// The type of its record.
    pub kind: CaptureKind,
    /// HTTP status of the answer; `None` without an HTTP response.
    pub status: Option<u16>,
    /// Media type, as said by the server or the record; `None` if neither says it.
    pub mime: Option<String>,
    /// Payload digest: as in the record, or computed; `None` if there is none.
    pub digest: Option<String>,
    /// Stored bytes of the record; `None` if it shares a compressed member with others.
    pub length: Option<u64>,
    /// Byte offset of the record, or of its compressed member, in the file.
    pub offset: u64,
    /// Decoded bytes before the record in its member.
    pub inner_offset: u64,
    /// For a revisit: the URI of the capture that has the content, if it is another URI.
    pub target_uri: Option<Vec<u8>>,
    /// For a revisit: the time of the capture that has the content; `None` if it is not known.
    pub target_time: Option<Stamp>,
    /// Language of the page; `None` if it was not determined.
    pub language: Option<String>,
    /// Title of the page; `None` if it was not determined.
    pub title: Option<String>,
}

/// A digest as it is stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum StoredDigest {
    /// SHA-1 or SHA-256 in their usual encoding; their lengths distinguish them.
    Bytes(Vec<u8>),
    /// Any other digest, as found.
    Text(String),
}

impl StoredDigest {
    pub(super) fn new(text: &str) -> StoredDigest {
        match Digest::parse(text.as_bytes()) {
            Ok(digest)
                if matches!(digest.algorithm(), Algorithm::Sha1 | Algorithm::Sha256)
                    && digest.to_string() == text =>
            {
                StoredDigest::Bytes(digest.as_bytes().to_vec())
            }
            _ => StoredDigest::Text(text.to_owned()),
        }
    }

    /// The value of the column.
    pub(super) fn to_output(&self) -> ToSqlOutput<'_> {
        ToSqlOutput::Borrowed(match self {
            StoredDigest::Bytes(bytes) => ValueRef::Blob(bytes),
            StoredDigest::Text(text) => ValueRef::Text(text.as_bytes()),
        })
    }

    /// The digest in a column, in its usual encoding.
    pub(super) fn read(stored: ValueRef<'_>) -> Option<String> {
        match stored {
            ValueRef::Blob(bytes) => StoredDigest::text_of_bytes(bytes),
            ValueRef::Text(text) => Some(String::from_utf8_lossy(text).into_owned()),
            ValueRef::Null | ValueRef::Integer(_) | ValueRef::Real(_) => None,
        }
    }

    pub(super) fn text_of_bytes(bytes: &[u8]) -> Option<String> {
        let algorithm = if bytes.len() == 20 { Algorithm::Sha1 } else { Algorithm::Sha256 };
        Digest::from_bytes(algorithm, bytes).map(|digest| digest.to_string())
    }
}

const HTTPS: i64 = 1;
const WWW: i64 = 2;
const SLASH: i64 = 4;

/// Returns the form that makes the URI from the key; `None` if no form does.
pub(super) fn form_of(key: &[u8], uri: &[u8]) -> Option<i64> {
    let (mut form, rest) = match (uri.strip_prefix(b"http://"), uri.strip_prefix(b"https://")) {
        (Some(rest), _) => (0, rest),
        (None, Some(rest)) => (HTTPS, rest),
        (None, None) => return None,
    };
    if rest.starts_with(b"www.") {
        form |= WWW;
    }
    if rest.ends_with(b"/") && !key.ends_with(b"/") {
        form |= SLASH;
    }
    spelled(key, form).filter(|spelled| spelled == uri).map(|_| form)
}

/// Returns the URI that a key and a form stand for; `None` if the key does not begin with a host.
pub(super) fn spelled(key: &[u8], form: i64) -> Option<Vec<u8>> {
    let end = key.iter().position(|&byte| byte == b')')?;
    let (host, path) = (&key[..end], &key[end + 1..]);
    let (host, port) = match host.iter().position(|&byte| byte == b':') {
        Some(colon) => host.split_at(colon),
        None => (host, &b""[..]),
    };
    let mut uri = Vec::with_capacity(key.len() + 14);
    uri.extend_from_slice(if form & HTTPS != 0 { b"https://" } else { b"http://" });
    if form & WWW != 0 {
        uri.extend_from_slice(b"www.");
    }
    for (i, label) in host.rsplit(|&byte| byte == b',').enumerate() {
        if i > 0 {
            uri.push(b'.');
        }
        uri.extend_from_slice(label);
    }
    uri.extend_from_slice(port);
    uri.extend_from_slice(path);
    if form & SLASH != 0 {
        uri.push(b'/');
    }
    Some(uri)
}

/// Returns the part of a key that names the host: everything before `)`. `None` if that is empty or missing.
pub(super) fn host_of(key: &[u8]) -> Option<&[u8]> {
    let end = key.iter().position(|&byte| byte == b')')?;
    key.get(..end).filter(|host| !host.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn usual_uris_follow_from_their_keys() {
        for uri in [
            "http://example.cz/",
            "https://www.example.cz/a/b.html",
            "https://example.cz/a/",
            "http://www.example.co.uk:8080/?a=1&b=2",
            "http://192.0.2.7/x",
        ] {
            let key = stodola_uri::surt(uri.as_bytes());
            let form = form_of(&key, uri.as_bytes());
            let spelled = form.and_then(|form| spelled(&key, form)).unwrap();
            assert_eq!(String::from_utf8(spelled).unwrap(), uri);
        }
    }

    #[test]
    fn unusual_uris_are_kept() {
        for uri in ["http://Example.cz/", "http://example.cz/?b=2&a=1", "dns:example.cz", "", "x"] {
            assert_eq!(form_of(&stodola_uri::surt(uri.as_bytes()), uri.as_bytes()), None, "{uri}");
        }
    }

    #[test]
    fn digests_come_back_as_they_were() {
        for text in [
            "sha1:TQSO4QZBD3XBCTIMDEESMTM5AJ3WDBZX",
            "sha1:tqso4qzbd3xbctimdeesmtm5aj3wdbzx",
            "sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
            "SHA-1:TQSO4QZBD3XBCTIMDEESMTM5AJ3WDBZX",
            "md5:nonsense",
            "",
        ] {
            let back = match StoredDigest::new(text) {
                StoredDigest::Bytes(bytes) => StoredDigest::text_of_bytes(&bytes).unwrap(),
                StoredDigest::Text(text) => text,
            };
            assert_eq!(back, text);
        }
    }
}
