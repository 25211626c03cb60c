//! Resolving names to addresses: name servers, the cache, and the content of `dns:` records.
//!
//! A name is asked for its IPv4 addresses, and only if it has none for those of IPv6. One answer is used both for the
//! check of the address and for the connection, so that a second answer cannot slip in between. The cache stands before
//! the resolver, because this program limits how long an answer is valid, and because the answer itself is archived.

mod answer;
mod cache;
mod gate;
mod runtime;

use std::fmt;
use std::net::IpAddr;
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use hickory_resolver::Resolver as Inner;
use hickory_resolver::config::{ConnectionConfig, NameServerConfig, ResolveHosts, ResolverConfig};
use hickory_resolver::net::{DnsError, NetError};
use hickory_resolver::proto::op::ResponseCode;
use hickory_resolver::proto::rr::{Name, RecordType};
use tokio::time::{Instant, timeout};

use crate::failure::{DnsFailure, SetupError};
use crate::settings::DnsSettings;
pub use answer::DnsAnswer;
use cache::{Cache, Known};
use gate::{Counters, Gate};
pub use gate::{DnsCounts, DnsLimits};
use runtime::GatedRuntime;

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
pub(crate) struct Resolver {
    /// `None` if no name server is to be asked.
    inner: Option<Inner<GatedRuntime>>,
    gate: Arc<Gate>,
    cache: Cache,
    settings: DnsSettings,
}

impl fmt::Debug for Resolver {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Resolver").field("settings", &self.settings).finish_non_exhaustive()
    }
}

impl Resolver {
    pub(crate) fn new(settings: &DnsSettings) -> Result<Resolver, SetupError> {
        let mut resolver = Resolver::mute(settings);
        let inner = set_up(settings, &resolver.gate);
        resolver.inner = Some(inner.map_err(|error| SetupError::Dns(error.to_string()))?);
        Ok(resolver)
    }

    /// Returns a resolver that asks no name server, for clients whose hosts all have configured addresses. They work on
    /// machines without any name service.
    pub(crate) fn mute(settings: &DnsSettings) -> Resolver {
        Resolver {
            inner: None,
            gate: Arc::new(Gate::new(settings.limits)),
            cache: Cache::new(settings.cache),
            settings: settings.clone(),
        }
    }

    /// What name servers were asked so far.
    pub(crate) fn counts(&self) -> DnsCounts {
        self.gate.counts()
    }

    /// Sets how much name servers are asked from now on.
    pub(crate) fn set_limits(&self, limits: DnsLimits) {
        self.gate.set_limits(limits);
    }

    /// Returns the addresses of a name. Callers that ask for the same name at the same time wait for the same answer.
    pub(crate) async fn resolve(&self, host: &str) -> Result<Arc<DnsAnswer>, DnsFailure> {
        let host = host.strip_suffix('.').unwrap_or(host);
        let cell = self.cache.cell(host, Instant::now());
        let counters = &self.gate.counters;
        if cell.get().is_some() {
            Counters::add(&counters.known);
        }
        let known = cell.get_or_init(|| async {
            let answer = self.ask(host).await;
            Counters::add(&counters.names);
            match &answer {
                Ok(_) => {}
                Err(failure) if failure.is_transient() => Counters::add(&counters.failed),
                Err(_) => Counters::add(&counters.negative),
            }
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
            let asking = self.gate.enter().await;
            // The time at the gate does not count: it says nothing about the name server.
            let answer = timeout(self.settings.timeout, inner.lookup(name.clone(), kind)).await;
            drop(asking);
            match answer.unwrap_or(Err(NetError::Timeout)) {
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

fn set_up(settings: &DnsSettings, gate: &Arc<Gate>) -> Result<Inner<GatedRuntime>, NetError> {
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
        Inner::builder_with_config(config, GatedRuntime::new(gate))
    } else {
        Inner::builder(GatedRuntime::new(gate))?
    };
    let options = builder.options_mut();
    options.cache_size = 0;
    options.preserve_intermediates = true;
    // More than fit into the time limit, so that it is the limit that ends them.
    options.attempts = 2;
    // One server at a time: others are asked if it does not answer.
    options.num_concurrent_reqs = 1;
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
