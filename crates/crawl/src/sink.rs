//! Where a harvest puts what it fetched: the contract between the stages and a store.

use crate::job::Seen;
use std::error::Error;
use std::io::Read;
use std::net::IpAddr;
use stodola_fetch::{DnsAnswer, Exchange};
use stodola_judge::Verdict;

/// Why a store could not take something.
pub type SinkError = Box<dyn Error + Send + Sync>;

/// Something fetched, to be kept.
pub struct Harvested<'a> {
    /// As it was asked for.
    pub uri: &'a [u8],
    /// What was sent and what came.
    pub exchange: &'a Exchange,
    /// What the harvest knows beside: `via`, `hopsFromSeed`, `outlink` …
    pub metadata: &'a [(&'a str, &'a [u8])],
    /// What the server was asked to compare with, if it said that nothing has changed since.
    pub not_modified: Option<&'a Earlier>,
}

/// What a store has of a URI from earlier.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Earlier {
    /// The captures of it, at least the last one; not necessarily all.
    pub seen: Vec<Seen>,
    /// The status of the last one.
    pub status: Option<u16>,
    /// The digest of its payload, if it is known, with its algorithm or without.
    pub digest: Option<String>,
    /// The server it came from.
    pub server: Option<IpAddr>,
    /// What the server called its version, if it can be asked for another.
    pub etag: Option<Vec<u8>>,
    /// When the server had changed it.
    pub last_modified: Option<Vec<u8>>,
    /// Where the store has the response, in its own words.
    pub place: (String, u64),
    /// Where the head is that goes with its body, if another one came with that.
    pub head: Option<(String, u64)>,
}

impl Earlier {
    /// What to ask the server, so that it need not send the same again. Nothing if there is no way to
    /// tell versions apart, or what came was no document.
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

/// Longer values are not sent back.
const CONDITION_MAX: usize = 1024;

/// Whether a value can stand in a header field: not too long, and without control characters.
fn is_plain(value: &[u8]) -> bool {
    let range = 1..=CONDITION_MAX;
    range.contains(&value.len()) && value.iter().all(|&byte| byte >= b' ' && byte != 0x7f)
}

/// Whether what a server called its version names one version. `*` names every one, and to a list of tags a
/// server would say that nothing has changed if any of them fits. Servers that forget the quotes compare
/// without them, so such tags are sent as they came, if they have nothing in them that means something else.
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
            let earlier = Earlier {
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

/// What a store says of a thing it took.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Kept {
    /// Of the payload, the body without transfer coding, with its algorithm: `sha1:…`.
    pub payload_digest: String,
    /// Whether it was there already, and is only referred to.
    pub is_revisit: bool,
}

/// A store.
///
/// All methods may be called from many threads at once. An error of any of them ends the harvest: what
/// was not kept is fetched again when it goes on.
pub trait Sink: Send + Sync {
    /// Takes something fetched. When it returns, the thing survives the end of the process.
    fn write(&self, harvested: &Harvested<'_>) -> Result<Kept, SinkError>;

    /// Takes what the name system said of a host that something was kept from.
    fn write_dns(&self, answer: &DnsAnswer) -> Result<(), SinkError>;

    /// Is told what the judge said of a document, archived or not.
    fn judged(&self, _uri: &[u8], _verdict: &Verdict) -> Result<(), SinkError> {
        Ok(())
    }

    /// What the store has of a URI, as it is spelled here.
    fn earlier(&self, _uri: &[u8]) -> Result<Option<Earlier>, SinkError> {
        Ok(None)
    }

    /// Lets `read` have the response, head and body, of an earlier capture. False if it cannot be read.
    fn reread(
        &self,
        _earlier: &Earlier,
        _read: &mut dyn FnMut(&mut dyn Read),
    ) -> Result<bool, SinkError> {
        Ok(false)
    }

    /// When it returns, all that was taken before the call survives a power cut.
    fn sync(&self) -> Result<(), SinkError>;
}
