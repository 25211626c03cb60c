//! A capture in the catalogue, and how little of it has to be written down.
//!
//! The key (SURT) stands in every row; the URI mostly follows from it. Only if the usual spelling of
//! the key, with the scheme and `www.` that `form` remembers, is not the URI to the byte, the URI
//! stands in the row as well. A digest in its usual encoding is stored as its bytes.

use super::stamp::Stamp;
use stodola_warc::digest::{Algorithm, Digest};

/// What kind of record a capture is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum CaptureKind {
    /// An answer with its content.
    Response,
    /// An answer whose content is stored with another capture.
    Revisit,
    /// Content without an answer around it.
    Resource,
    /// Something said about a URI.
    Metadata,
    /// An answer of the name system.
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

    /// Its number in the catalogue; numbers are for ever.
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

    /// Its name.
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

/// What the catalogue knows of a capture, but for the file it is in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CaptureRow {
    /// The SURT of the URI.
    pub key: Vec<u8>,
    /// The URI as found.
    pub uri: Vec<u8>,
    /// When it was fetched; `None` if the record has no date that can be read.
    pub time: Option<Stamp>,
    /// What kind of record it is.
    pub kind: CaptureKind,
    /// The status of the answer.
    pub status: Option<u16>,
    /// The media type, as said by the server or the record.
    pub mime: Option<String>,
    /// The payload digest: as the record has it, or computed.
    pub digest: Option<String>,
    /// Stored bytes; `None` if the record shares a compressed member with others.
    pub length: Option<u64>,
    /// Where the record or its member starts.
    pub offset: u64,
    /// Decoded bytes before it in its member.
    pub inner_offset: u64,
    /// Of a revisit: the URI of the capture that has the content, if it is another one.
    pub target_uri: Option<Vec<u8>>,
    /// Of a revisit: when that was fetched.
    pub target_time: Option<Stamp>,
    /// The language of the text, if somebody looked.
    pub language: Option<String>,
    /// The title of the page, if somebody looked.
    pub title: Option<String>,
}

/// A digest as it is stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum StoredDigest {
    /// SHA-1 or SHA-256, told apart by their length, in their usual encoding.
    Bytes(Vec<u8>),
    /// Anything else, as found.
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

    pub(super) fn text_of_bytes(bytes: &[u8]) -> Option<String> {
        let algorithm = if bytes.len() == 20 { Algorithm::Sha1 } else { Algorithm::Sha256 };
        Digest::from_bytes(algorithm, bytes).map(|digest| digest.to_string())
    }
}

const HTTPS: i64 = 1;
const WWW: i64 = 2;
const SLASH: i64 = 4;

/// How the URI follows from the key, or `None` if it does not.
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

/// The URI that a key and a form stand for; `None` if the key is not that of a host.
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

/// The part of a key that names the host: all before `)`.
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
