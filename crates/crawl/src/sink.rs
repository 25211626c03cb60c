//! Where a harvest puts what it fetched: the contract between the stages and a store.

use std::error::Error;
use stodola_fetch::{DnsAnswer, Exchange};

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
}

/// What a store says of a thing it took.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Kept {
    /// Of the payload, the body without transfer coding, with its algorithm: `sha1:…`.
    pub payload_digest: String,
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

    /// When it returns, all that was taken before the call survives a power cut.
    fn sync(&self) -> Result<(), SinkError>;
}
