//! What a client is told once: who it is, how much it takes, where it may go.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;

use crate::address::AddressPolicy;
use crate::connect_to::ConnectTo;

/// The settings of a client.
#[derive(Clone, Debug)]
pub struct ClientSettings {
    /// Sent as `User-Agent`. Should name the archive and a page about the harvest.
    pub user_agent: String,
    /// Sent as `From`: the mail address of whoever answers for the harvest.
    pub from: Option<String>,
    /// Sent as `Accept`.
    pub accept: String,
    /// Sent as `Accept-Encoding`; not sent if empty. Only codings that the crate `warc` can undo
    /// should stand here. `deflate` is not offered, because servers disagree on what it means.
    pub accept_encoding: String,
    /// How much is taken, and how long is waited.
    pub limits: Limits,
    /// Where responses are kept.
    pub spool: SpoolSettings,
    /// Hosts and ports that are found elsewhere. The first that fits counts.
    pub connect_to: Vec<ConnectTo>,
    /// Which addresses may be connected to.
    pub addresses: AddressPolicy,
    /// What becomes of a certificate that does not verify.
    pub tls: TlsPolicy,
    /// How names are resolved.
    pub dns: DnsSettings,
    /// Whether a request over a kept connection that was closed without a byte is sent once more at
    /// once. The server may have heard the first; whoever owes it a pause says no, and gets
    /// [`Failure::Unheard`](crate::Failure::Unheard).
    pub asks_again: bool,
}

impl ClientSettings {
    /// The defaults under the given name.
    pub fn new(user_agent: impl Into<String>) -> ClientSettings {
        ClientSettings { user_agent: user_agent.into(), ..ClientSettings::default() }
    }
}

impl Default for ClientSettings {
    fn default() -> ClientSettings {
        ClientSettings {
            user_agent: concat!("stodola/", env!("CARGO_PKG_VERSION")).to_owned(),
            from: None,
            accept: "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8".to_owned(),
            accept_encoding: "gzip, br".to_owned(),
            limits: Limits::default(),
            spool: SpoolSettings::default(),
            connect_to: Vec::new(),
            addresses: AddressPolicy::default(),
            tls: TlsPolicy::default(),
            dns: DnsSettings::default(),
            asks_again: true,
        }
    }
}

/// How much is taken of one response, and how long is waited for it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Bytes of a head, together with the interim responses before it; also of the trailers.
    /// Default: 64 KiB.
    pub header: usize,
    /// Bytes of a body as sent, chunk framing included. Default: 100 MB.
    pub body: u64,
    /// Opening a connection to one address, with the TLS handshake. Default: 20 s.
    pub connect: Duration,
    /// Without a byte from the server. Default: 30 s.
    pub idle: Duration,
    /// From the sending of the request to the last byte. Default: 20 min.
    pub total: Duration,
    /// The average below which a response is given up. Default: none.
    pub min_rate: Option<MinRate>,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            header: 64 * 1024,
            body: 100_000_000,
            connect: Duration::from_secs(20),
            idle: Duration::from_secs(30),
            total: Duration::from_secs(20 * 60),
            min_rate: None,
        }
    }
}

/// An average that a response has to reach.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MinRate {
    /// Counted from the sending of the request. 0 asks nothing.
    pub bytes_per_second: u64,
    /// The time of grace before it is looked at.
    pub after: Duration,
}

/// Where responses are kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SpoolSettings {
    /// Bytes of a response that are kept in memory; a longer one goes to a file. Default: 256 KiB.
    pub memory: usize,
    /// The folder of such files, which never have a name there. `None`: the system's.
    pub folder: Option<PathBuf>,
}

impl Default for SpoolSettings {
    fn default() -> SpoolSettings {
        SpoolSettings { memory: 256 * 1024, folder: None }
    }
}

/// What becomes of a certificate that does not verify.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TlsPolicy {
    /// The exchange goes on, and its [`TlsInfo`](crate::TlsInfo) tells the problem. An archive
    /// sends no secrets, and half the old web has let its certificates lapse.
    #[default]
    Record,
    /// The exchange fails with [`Failure::Tls`](crate::Failure::Tls).
    Refuse,
}

/// How names are resolved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DnsSettings {
    /// Whom to ask. Empty: the system's servers, and its table of hosts first.
    pub servers: Vec<SocketAddr>,
    /// An answer is believed at least so long. Default: 5 min.
    pub min_ttl: Duration,
    /// An answer is believed at most so long. Default: 1 day.
    pub max_ttl: Duration,
    /// That a name does not exist is believed so long; that a server failed, 10 s at most.
    /// Default: 10 min.
    pub negative_ttl: Duration,
    /// For one name, with all tries. Default: 10 s.
    pub timeout: Duration,
    /// How many answers are remembered. Default: 50,000.
    pub cache: usize,
}

impl Default for DnsSettings {
    fn default() -> DnsSettings {
        DnsSettings {
            servers: Vec::new(),
            min_ttl: Duration::from_secs(5 * 60),
            max_ttl: Duration::from_secs(24 * 60 * 60),
            negative_ttl: Duration::from_secs(10 * 60),
            timeout: Duration::from_secs(10),
            cache: 50_000,
        }
    }
}
