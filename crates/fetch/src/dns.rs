//! Resolving names to addresses: name servers, the cache, and the content of `dns:` records.
//!
//! A name is asked for its IPv4 addresses, and only if it has none for those of IPv6. One answer is used both for the
//! check of the address and for the connection, so that a second answer cannot slip in between. The cache stands before
//! the resolver, because this program limits how long an answer is valid, and because the answer itself is archived.

mod answer;
mod cache;

use std::net::IpAddr;
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use hickory_resolver::TokioResolver;
use hickory_resolver::config::{ConnectionConfig, NameServerConfig, ResolveHosts, ResolverConfig};
use hickory_resolver::net::runtime::TokioRuntimeProvider;
use hickory_resolver::net::{DnsError, NetError};
use hickory_resolver::proto::op::ResponseCode;
use hickory_resolver::proto::rr::{Name, RecordType};
use tokio::time::{Instant, timeout};

use crate::failure::{DnsFailure, SetupError};
use crate::settings::DnsSettings;
pub use answer::DnsAnswer;
use cache::{Cache, Known};

/// Maximum time for which the failure of a name server is remembered.
const FAILURE_TTL: Duration = Duration::from_secs(10);

/// The addresses of a host.
#[derive(Clone, Debug)]
pub struct Resolved {
    /// Addresses in the order of the answer. No policy was applied yet.
    pub addresses: Vec<IpAddr>,
    /// Answer of the name server; `None` if no server had to be asked.
    pub answer: Option<Arc<DnsAnswer>>,
    /// Whether the name is resolved by a proxy, so that no addresses are known here.
    pub is_elsewhere: bool,
}

/// Resolves names, with a cache.
#[derive(Debug)]
pub(crate) struct Resolver {
    /// `None` if no name server is to be asked.
    inner: Option<TokioResolver>,
    cache: Cache,
    settings: DnsSettings,
}

impl Resolver {
    pub(crate) fn new(settings: &DnsSettings) -> Result<Resolver, SetupError> {
        let inner = set_up(settings).map_err(|error| SetupError::Dns(error.to_string()))?;
        Ok(Resolver { inner: Some(inner), ..Resolver::mute(settings) })
    }

    /// Returns a resolver that asks no name server, for clients whose hosts all have configured addresses. They work on
    /// machines without any name service.
    pub(crate) fn mute(settings: &DnsSettings) -> Resolver {
        Resolver { inner: None, cache: Cache::new(settings.cache), settings: settings.clone() }
    }

    /// Returns the addresses of a name. Callers that ask for the same name at the same time wait for the same answer.
    pub(crate) async fn resolve(&self, host: &str) -> Result<Arc<DnsAnswer>, DnsFailure> {
        let host = host.strip_suffix('.').unwrap_or(host);
        let cell = self.cache.cell(host, Instant::now());
        let known = cell.get_or_init(|| async {
            let answer = match timeout(self.settings.timeout, self.ask(host)).await {
                Ok(answer) => answer,
                Err(_) => Err(DnsFailure::Timeout),
            };
            Known { until: Instant::now() + self.believed(&answer), answer }
        });
        known.await.answer.clone()
    }

    /// Returns how long an answer is valid.
    fn believed(&self, answer: &Result<Arc<DnsAnswer>, DnsFailure>) -> Duration {
        let DnsSettings { min_ttl, max_ttl, negative_ttl, .. } = self.settings;
        match answer {
            Ok(answer) => answer.ttl.max(min_ttl).min(max_ttl),
            Err(failure) if failure.is_transient() => negative_ttl.min(FAILURE_TTL),
            Err(_) => negative_ttl,
        }
    }

    async fn ask(&self, host: &str) -> Result<Arc<DnsAnswer>, DnsFailure> {
        // With its final dot a name is complete, and not looked up below the local domain.
        let mut name = Name::from_ascii(host).map_err(|_| DnsFailure::NoSuchName)?;
        name.set_fqdn(true);
        let nobody = || DnsFailure::Server("no DNS server is known".to_owned());
        let inner = self.inner.as_ref().ok_or_else(nobody)?;
        for kind in [RecordType::A, RecordType::AAAA] {
            match inner.lookup(name.clone(), kind).await {
                Ok(lookup) => {
                    let answer = DnsAnswer::new(host, SystemTime::now(), lookup.answers());
                    if !answer.addresses.is_empty() {
                        return Ok(Arc::new(answer));
                    }
                }
                Err(error) => match failure(error) {
                    DnsFailure::NoAddress => (),
                    other => return Err(other),
                },
            }
        }
        Err(DnsFailure::NoAddress)
    }
}

fn set_up(settings: &DnsSettings) -> Result<TokioResolver, NetError> {
    let own_servers = !settings.servers.is_empty();
    let mut builder = if own_servers {
        let servers = settings.servers.iter().map(|server| {
            let with_port = |mut connection: ConnectionConfig| {
                connection.port = server.port();
                connection
            };
            let connections = [ConnectionConfig::udp(), ConnectionConfig::tcp()];
            let connections = connections.map(with_port).to_vec();
            NameServerConfig::new(server.ip(), true, connections)
        });
        let config = ResolverConfig::from_parts(None, Vec::new(), servers.collect());
        TokioResolver::builder_with_config(config, TokioRuntimeProvider::default())
    } else {
        TokioResolver::builder_tokio()?
    };
    let options = builder.options_mut();
    options.cache_size = 0;
    options.preserve_intermediates = true;
    options.attempts = 2;
    options.timeout = settings.timeout / 2;
    // One busy connection serves all sessions.
    options.max_active_requests = 1024;
    options.use_hosts_file = if own_servers { ResolveHosts::Never } else { ResolveHosts::Always };
    builder.build()
}

/// Returns what an error of the resolver means.
fn failure(error: NetError) -> DnsFailure {
    match error {
        NetError::Dns(DnsError::NoRecordsFound(none)) => match none.response_code {
            ResponseCode::NXDomain => DnsFailure::NoSuchName,
            ResponseCode::NoError => DnsFailure::NoAddress,
            other => DnsFailure::Server(other.to_string()),
        },
        NetError::Dns(DnsError::ResponseCode(code)) => DnsFailure::Server(code.to_string()),
        NetError::Timeout => DnsFailure::Timeout,
        other => DnsFailure::Server(other.to_string()),
    }
}
