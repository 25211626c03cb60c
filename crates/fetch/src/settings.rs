//! The settings of a client: who it is, how much it reads, which addresses it may connect to.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use stodola_warc::digest::Algorithm;

use crate::address::AddressPolicy;
use crate::connect_to::ConnectTo;
use crate::dns::DnsLimits;
use crate::proxy::Proxy;
use crate::type_limit::TypeLimit;

/// The settings of a client.
#[derive(Clone, Debug)]
pub struct ClientSettings {
    /// Value of `User-Agent`. Should name the archive and a page about the harvest.
    pub user_agent: String,
    /// Value of `From`: mail address of the person responsible for the harvest. `None`: not sent.
    pub from: Option<String>,
    /// Value of `Accept`.
    pub accept: String,
    /// Value of `Accept-Encoding`; not sent if empty. Only codings that the crate `warc` can decode should be listed.
    /// `deflate` is not offered, because servers disagree on what it means.
    pub accept_encoding: String,
    /// Further header fields of every request. Fields that the client or its callers decide about are refused.
    pub headers: Vec<(String, String)>,
    /// The proxy that connections go through; `None` for no proxy.
    pub proxy: Option<Proxy>,
    /// How much of a response is read, and how long it may take.
    pub limits: Limits,
    /// Where responses are kept.
    pub spool: SpoolSettings,
    /// Hosts and ports with other addresses. The first rule that matches counts.
    pub connect_to: Vec<ConnectTo>,
    /// Which addresses may be connected to.
    pub addresses: AddressPolicy,
    /// What happens if a certificate is not valid.
    pub tls: TlsPolicy,
    /// How names are resolved.
    pub dns: DnsSettings,
    /// Whether a request is sent again at once if a kept connection was closed before the first byte. The server may
    /// have received the first request; callers that have to pause between requests set this to `false`, and get
    /// [`Failure::Unheard`](crate::Failure::Unheard).
    pub asks_again: bool,
}

impl ClientSettings {
    /// Returns the default settings, with this `User-Agent`.
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
            headers: Vec::new(),
            proxy: None,
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

/// How much of one response is read, and how long it may take.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Maximum number of bytes of a head, together with the interim responses before it; also of the trailers. Default:
    /// 64 KiB.
    pub header: usize,
    /// Maximum number of bytes of a body as sent, including chunk framing. Default: 100 MB.
    pub body: u64,
    /// Limits of bodies by media type; the first one that is for a response counts instead of `body`. Requests with a
    /// limit of their own do not have them. Default: none.
    pub by_type: Arc<[TypeLimit]>,
    /// Maximum time to open a connection to one address, with the TLS handshake. Default: 20 s.
    pub connect: Duration,
    /// Maximum time without a byte from the server. Default: 30 s.
    pub idle: Duration,
    /// Maximum time from sending the request to the last byte. Default: 20 min.
    pub total: Duration,
    /// Average speed below which a response is given up; `None` for no limit. Default: none.
    pub min_rate: Option<MinRate>,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            header: 64 * 1024,
            body: 100_000_000,
            by_type: Arc::default(),
            connect: Duration::from_secs(20),
            idle: Duration::from_secs(30),
            total: Duration::from_secs(20 * 60),
            min_rate: None,
        }
    }
}

/// The lowest average speed of a response.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MinRate {
    /// Bytes per second, counted from sending the request. 0 means no limit.
    pub bytes_per_second: u64,
    /// Time after which the speed is first checked.
    pub after: Duration,
}

/// Where responses are kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SpoolSettings {
    /// Maximum number of bytes of a response in memory; a longer one goes to a file. Default: 256 KiB.
    pub memory: usize,
    /// Folder for these files, which never have a name there. `None`: the system's folder for temporary files.
    pub folder: Option<PathBuf>,
    /// Algorithm of the digests, if a long response that repeats itself is compressed while it is received, as the
    /// block of a WARC record. `None`: no response is. Default: none.
    pub packs: Option<Algorithm>,
}

impl Default for SpoolSettings {
    fn default() -> SpoolSettings {
        SpoolSettings { memory: 256 * 1024, folder: None, packs: None }
    }
}

/// What happens if a certificate is not valid.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TlsPolicy {
    /// The exchange continues, and its [`TlsInfo`](crate::TlsInfo) has the problem. An archive sends no secrets, and
    /// many certificates of the old web have expired.
    #[default]
    Record,
    /// The exchange fails with [`Failure::Tls`](crate::Failure::Tls).
    Refuse,
}

/// How names are resolved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DnsSettings {
    /// Name servers. Empty: the system's servers, and its table of hosts first.
    pub servers: Vec<SocketAddr>,
    /// Minimum time for which an answer is valid. Default: 5 min.
    pub min_ttl: Duration,
    /// Maximum time for which an answer is valid. Default: 1 day.
    pub max_ttl: Duration,
    /// Time for which it is remembered that a name does not exist; failures of a server are remembered for 10 s at
    /// most. Default: 10 min.
    pub negative_ttl: Duration,
    /// Maximum time for one question, with all attempts; waiting because of the limits does not count. Default: 10 s.
    pub timeout: Duration,
    /// Maximum number of answers in the cache. Default: 50,000.
    pub cache: usize,
    /// How much name servers are asked. Default: 100 messages in a second, 50 questions at a time.
    pub limits: DnsLimits,
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
            limits: DnsLimits::default(),
        }
    }
}
