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
        let tag = self.etag.as_deref().map(|tag| ("If-None-Match", tag));
        let date = self.last_modified.as_deref().map(|date| ("If-Modified-Since", date));
        tag.into_iter().chain(date).collect()
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
