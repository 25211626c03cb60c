//! The contract of a store for captures.

use super::{ContractError, EarlierCapture};
use std::path::Path;
use stodola_fetch::{DnsAnswer, Exchange};

/// A request and its response, to be stored.
pub struct NewCapture<'a> {
    /// The URI as it was requested.
    pub uri: &'a [u8],
    /// The request and the response.
    pub exchange: &'a Exchange,
    /// Further facts as names and values, in this order: `via`, `hopsFromSeed`, `outlink` and so on. Empty if the job
    /// wants no metadata.
    pub metadata: &'a [(&'a str, &'a [u8])],
    /// After an answer 304 (not modified): the capture that the server compared with. `None` for all other answers.
    pub not_modified: Option<&'a EarlierCapture>,
}

/// What a store returns for a capture that it has stored.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct KeptCapture {
    /// Digest of the payload (the body without transfer coding) with its algorithm: `sha1:…`.
    pub payload_digest: String,
    /// Whether the payload was stored before, so that the new capture only refers to it.
    pub is_revisit: bool,
}

/// Stores the captures of a harvest. See [the module](super) for what holds for all contracts.
///
/// The methods may block, but not for long: they are called by the threads that fetch.
pub trait CaptureStore: Send + Sync {
    /// Stores a capture. When it returns, the capture survives the end of the process; for a power cut see
    /// [`sync`](CaptureStore::sync).
    ///
    /// A URI may come several times: an attempt that is repeated is a capture of its own, and after a crash a URI
    /// whose outcome was not committed is fetched again.
    ///
    /// # Errors
    /// Nothing of the capture is stored, or it is stored in full.
    fn write(&self, capture: &NewCapture<'_>) -> Result<KeptCapture, ContractError>;

    /// Stores the DNS answer for a host, before the first capture from that host is stored, and again whenever the name
    /// server was asked again.
    fn write_dns(&self, answer: &DnsAnswer) -> Result<(), ContractError>;

    /// The folder that captures are written to, so that the harvest can make a pause before its disk is full; `None` if
    /// there is none.
    fn folder(&self) -> Option<&Path> {
        None
    }

    /// When it returns, all that was written before the call survives a power cut. The harvest calls it before it
    /// commits outcomes, several times a second, from a thread of its own.
    ///
    /// # Errors
    /// It is unknown what is safe of what was written since the last successful call. The harvest commits none of it.
    fn sync(&self) -> Result<(), ContractError>;
}
