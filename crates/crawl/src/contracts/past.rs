//! The contract of whatever knows captures of earlier harvests.

use super::ContractError;
use crate::job::SeenCapture;
use std::io::Read;
use std::net::IpAddr;

/// Knows URIs from earlier harvests, so that they need not be fetched or sent again. See [the module](super) for what
/// holds for all contracts.
///
/// Captures that this harvest has stored itself count too, if it fetches URIs again (see
/// [`FrontierOptions::has_standings`](stodola_frontier::FrontierOptions::has_standings)).
pub trait Past: Send + Sync {
    /// Whether [`earlier`](Past::earlier) may find something for a URI; `false` if it certainly will not.
    ///
    /// Called for each URI by the threads that fetch, so it must answer from memory and never block.
    fn may_have(&self, uri: &[u8]) -> bool;

    /// Returns the last capture of exactly this URI; `None` if there is none, or if it cannot be read.
    ///
    /// May block: it is called from threads of its own, at most four at a time, and never from those that fetch.
    fn earlier(&self, uri: &[u8]) -> Result<Option<EarlierCapture>, ContractError>;

    /// Calls `read` with the response of an earlier capture, head and body, as it was received. Returns `false` if it
    /// cannot be read; `read` may have been called then, and what it read must be discarded.
    ///
    /// Called by the threads that fetch, soon after [`earlier`](Past::earlier) found the capture. It may read from a
    /// disk, but should not wait for other threads.
    fn reread(
        &self,
        earlier: &EarlierCapture,
        read: &mut dyn FnMut(&mut dyn Read),
    ) -> Result<bool, ContractError>;
}

/// A past without captures: every URI is fetched as if for the first time.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoPast;

impl Past for NoPast {
    fn may_have(&self, _uri: &[u8]) -> bool {
        false
    }

    fn earlier(&self, _uri: &[u8]) -> Result<Option<EarlierCapture>, ContractError> {
        Ok(None)
    }

    fn reread(
        &self,
        _earlier: &EarlierCapture,
        _read: &mut dyn FnMut(&mut dyn Read),
    ) -> Result<bool, ContractError> {
        Ok(false)
    }
}

/// What is known of the last capture of a URI.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EarlierCapture {
    /// Times of captures and whether the URI had changed then, oldest first. Contains at least the last capture, not
    /// necessarily all.
    pub seen: Vec<SeenCapture>,
    /// Status of the last answer that had a document; `None` if it had none.
    pub status: Option<u16>,
    /// Digest of its payload, with or without its algorithm; `None` if it is not known.
    pub digest: Option<String>,
    /// Address of the server that sent it; `None` if it is not known.
    pub server: Option<IpAddr>,
    /// `ETag` of the answer. `None` if it had none, or if the whole document has to be requested.
    pub etag: Option<Vec<u8>>,
    /// `Last-Modified` of the answer. `None` as for `etag`.
    pub last_modified: Option<Vec<u8>>,
    /// Name of the file with the response, and the offset of its record in bytes.
    pub place: (String, u64),
    /// The same for the head of the response, if its body was stored with the head of another one; otherwise `None`.
    pub head: Option<(String, u64)>,
}

impl EarlierCapture {
    /// Returns header fields that ask the server to send the document only if it has changed. Empty if there is nothing
    /// to compare versions by, or if the last answer was not a document.
    pub(crate) fn conditions(&self) -> Vec<(&'static str, &[u8])> {
        if self.status != Some(200) {
            return Vec::new();
        }
        let tag = self.etag.as_deref().filter(|tag| is_one_tag(tag));
        let tag = tag.map(|tag| ("If-None-Match", tag));
        let date = self.last_modified.as_deref().filter(|date| is_plain(date));
        let date = date.map(|date| ("If-Modified-Since", date));
        tag.into_iter().chain(date).collect()
    }
}

/// Maximum length in bytes of a value that is sent back.
const CONDITION_MAX: usize = 1024;

/// Whether a value is allowed in a header field: not too long, and without control characters.
fn is_plain(value: &[u8]) -> bool {
    let range = 1..=CONDITION_MAX;
    range.contains(&value.len()) && value.iter().all(|&byte| byte >= b' ' && byte != 0x7f)
}

/// Whether an `ETag` names exactly one version. `*` matches every version, and for a list of tags a server would answer
/// that nothing has changed if any of them matches. Servers that forget the quotes compare without them, so such tags
/// are sent as they were received, unless they contain characters with another meaning.
fn is_one_tag(tag: &[u8]) -> bool {
    let opaque = tag.strip_prefix(b"W/").unwrap_or(tag);
    let is_quoted = opaque.len() >= 2 && opaque.starts_with(b"\"") && opaque.ends_with(b"\"");
    match is_quoted {
        true => is_plain(tag) && !opaque[1..opaque.len() - 1].contains(&b'"'),
        false => {
            is_plain(tag)
                && tag.iter().all(|b| b.is_ascii_alphanumeric() || b"-._:+/=~".contains(b))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_names_one_version_is_sent_back() {
        let long = format!("\"{}\"", "x".repeat(CONDITION_MAX));
        let table: &[(&[u8], bool)] = &[
            (b"\"abc\"", true),
            (b"W/\"abc\"", true),
            (b"\"\"", true),
            (b"\"a b, *\"", true),
            (b"\"\xe9\"", true),
            (b"5f3-61b", true),
            (b"*", false),
            (b" * ", false),
            (b"W/*", false),
            (b"", false),
            (b"\"", false),
            (b"W/\"", false),
            (b"\"a\", \"b\"", false),
            (b"\"a\", *", false),
            (b"a, b", false),
            (b"a\"b", false),
            (b"\"a\"b\"", false),
            (b"\"a\tb\"", false),
            (b"\"a\r\nX: y\"", false),
            (b"\"a\0\"", false),
            (b"\"a\x7f\"", false),
            (long.as_bytes(), false),
        ];
        for &(tag, expected) in table {
            let earlier = EarlierCapture {
                seen: Vec::new(),
                status: Some(200),
                digest: None,
                server: None,
                etag: Some(tag.to_vec()),
                last_modified: Some(b"Mon, 16 Nov 2026 00:00:00 GMT".to_vec()),
                place: (String::new(), 0),
                head: None,
            };
            let conditions = earlier.conditions();
            let sent = conditions.iter().any(|(name, _)| *name == "If-None-Match");
            assert_eq!(
                (sent, conditions.len()),
                (expected, 1 + usize::from(expected)),
                "{}",
                tag.escape_ascii()
            );
        }
    }
}
