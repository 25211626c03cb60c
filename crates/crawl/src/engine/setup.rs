//! Opening a job: its settings become an engine that can run it.

use super::credentials::Credentials;
use super::keep::Keeping;
use super::network::Network;
use super::planting::{REDIRECTED, make_scope, plant_all};
use super::shared::{Clock, Parts, Shared};
use super::workshop::Workshop;
use super::{Engine, Harvest, pace};
use crate::contracts::{ContractError, Contracts};
use crate::job::{Job, JobError, Limit, LoginsError, LongSetting, SecretError, SecretSource, Tls};
use crate::logs::{Logs, LogsError};
use crate::policy::PolicyInput;
use crate::scope::ScopeError;
use crate::trap::TrapGuard;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::time::Duration;
use stodola_durable::Appender;
use stodola_fetch::{
    AddressPolicy, Client, ClientSettings, CookieFileError, MinRate, Proxy, RdapError, Secret,
    SetupError, TlsPolicy, own_header,
};
use stodola_frontier::{Frontier, FrontierError, FrontierOptions};
use stodola_judge::Pack;

/// Time before the speed of a response is measured.
const RATE_AFTER: Duration = Duration::from_secs(30);
/// Number of hosts for each worker, and in all, that become active without being needed, so that small harvests ask all
/// their hosts in turn.
const EAGER_PER_WORKER: usize = 4;
const EAGER_LEAST: usize = 1000;

/// Errors from opening or running a harvest.
#[derive(Debug, thiserror::Error)]
pub enum HarvestError {
    /// The settings of the job are not allowed.
    #[error(transparent)]
    Job(#[from] JobError),
    /// A scope rule cannot be used.
    #[error(transparent)]
    Scope(#[from] ScopeError),
    /// The HTTP client could not be set up.
    #[error(transparent)]
    Client(#[from] SetupError),
    /// The frontier could not be read or written.
    #[error(transparent)]
    Frontier(#[from] FrontierError),
    /// A log or a report could not be read or written.
    #[error(transparent)]
    Logs(#[from] LogsError),
    /// The data of a nation could not be read.
    #[error(transparent)]
    Pack(#[from] stodola_judge::Error),
    /// The RDAP client could not be set up.
    #[error(transparent)]
    Rdap(#[from] RdapError),
    /// The log-ins could not be read.
    #[error(transparent)]
    Logins(#[from] LoginsError),
    /// The secret of the proxy could not be read.
    #[error("fetch.proxy_login: {0}")]
    Secret(SecretError),
    /// The file of cookies is not in its format.
    #[error("'{}' is not a file of cookies: {source}", .path.display())]
    Cookies {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        source: CookieFileError,
    },
    /// The store failed.
    #[error("cannot store the captures: {0}")]
    Store(ContractError),
    /// Earlier captures could not be looked up.
    #[error("cannot look up earlier captures: {0}")]
    Past(ContractError),
    /// The observer failed.
    #[error("cannot record the verdicts: {0}")]
    Observer(ContractError),
    /// A seed is not an http or https URI with a host.
    #[error("the seed '{0}' cannot be harvested: it must be an http or https URI with a host")]
    Seed(String),
    /// The job has no seeds.
    #[error("there are no seeds")]
    NoSeeds,
    /// A file of the job could not be read or written.
    #[error("cannot {what} '{}': {error}", .path.display())]
    Io {
        /// What failed, as a verb: `read`, `create`.
        what: &'static str,
        /// The file or folder.
        path: PathBuf,
        /// The error of the system.
        #[source]
        error: io::Error,
    },
    /// A task of the harvest panicked, or a thread could not be started.
    #[error("a worker stopped unexpectedly: {0}")]
    Worker(String),
}

pub(super) fn open(job: Job, folder: &Path, contracts: Contracts) -> Result<Harvest, HarvestError> {
    job.validate()?;
    let io_error = |what, path: &Path| {
        let path = path.to_owned();
        move |error| HarvestError::Io { what, path, error }
    };
    let spool = folder.join("spool");
    fs::create_dir_all(&spool).map_err(io_error("create", &spool))?;
    let scope = make_scope(&job, folder)?;
    let clock = Clock::new();
    let books = folder.join("frontier");
    let (mut frontier, opened) = Frontier::open(&books, frontier_options(&job), clock.now())?;
    let client = Client::new(client_settings(&job, folder, &spool)?)?;
    let credentials = Credentials::open(&job, folder)?;
    let kind = job.profile.kind();
    let policy =
        (kind.open)(&PolicyInput { job: &job, folder, frontier: &books, client: &client })?;
    policy.begin(&mut frontier);
    let seed_tally = plant_all(&mut frontier, &scope, &*policy, (&job, folder), &clock)?;
    let logs = Logs::open(folder, &frontier)?;
    let this_year = 1970 + (clock.now().seconds() / 31_556_952) as u32;
    let traps = TrapGuard::new(job.traps.clone(), this_year);
    let folder = folder.to_owned();
    let (types, network) = (logs.types(), client.clone());
    let parts =
        Parts { job, folder, clock, policy, scope, traps, frontier, client: network, types };
    let engine = Engine {
        shared: Arc::new(Shared::new(parts)),
        network: Network::new(client, opened.is_new || opened.was_clean),
        credentials,
        keeping: Keeping::new(contracts, kind.robots),
        logs: Mutex::new(logs),
        workshop: Workshop::new(kind.inquires),
    };
    Ok(Harvest { engine: Arc::new(engine), opened, seed_tally })
}

/// Checks whether a job can be opened in this folder, as far as possible without creating anything.
pub(super) fn check(job: &Job, folder: &Path) -> Result<(), HarvestError> {
    job.validate()?;
    make_scope(job, folder)?;
    Credentials::open(job, folder)?;
    proxy(job, folder)?;
    (job.profile.kind().check)(job, folder)
}

impl Shared {
    /// Adds the site that a seed redirects to to the scope, also for later runs.
    pub(super) fn add_redirected_seed(&self, uri: &[u8]) -> Result<(), HarvestError> {
        let path = self.folder.join(REDIRECTED);
        Appender::lines(&path).and_then(|mut file| file.append(&[uri, b"\n"].concat())).map_err(
            |error| HarvestError::Io { what: error.doing, path: error.path, error: error.source },
        )?;
        let mut scope = self.scope.write().unwrap_or_else(|poisoned| poisoned.into_inner());
        scope.add_seed(uri);
        Ok(())
    }
}

pub(super) fn frontier_options(job: &Job) -> FrontierOptions {
    let (limits, politeness) = (&job.limits, &job.politeness);
    FrontierOptions {
        connections_per_host: politeness.connections_per_host.try_into().unwrap_or(u16::MAX),
        connections_per_address: politeness.connections_per_ip,
        address_delay: politeness.ip_delay.duration(),
        crash_delay: politeness.min_delay.duration(),
        longest_pause: pace::longest(politeness),
        longest_robots: politeness.robots_expiry.duration(),
        documents_per_host: small(limits.documents_per_host),
        bytes_per_host: limits.bytes_per_host.get().map(|size| size.bytes()),
        documents_per_domain: limits.documents_per_domain.get(),
        bytes_per_domain: limits.bytes_per_domain.get().map(|size| size.bytes()),
        hosts_per_domain: small(limits.hosts_per_domain),
        queued_per_host: limits.queued_per_host.get(),
        has_standings: job.profile.kind().has_standings,
        has_priorities: job.profile.kind().has_standings,
        homes_first: job.profile.kind().homes_first,
        active_hosts: job.fetch.active_hosts as usize,
        eager_hosts: (job.fetch.workers as usize * EAGER_PER_WORKER).max(EAGER_LEAST),
        uris_per_stay: job.fetch.documents_per_stay,
        ..FrontierOptions::default()
    }
}

fn small(limit: Limit<u64>) -> Option<u32> {
    limit.get().map(|limit| limit.try_into().unwrap_or(u32::MAX))
}

/// Returns the proxy of a job with user name and password; `None` if it has none.
fn proxy(job: &Job, folder: &Path) -> Result<Option<Proxy>, HarvestError> {
    let Some(mut proxy) = job.fetch.proxy() else { return Ok(None) };
    if let Some(source) = &job.fetch.proxy_login {
        let source: SecretSource = source.parse().map_err(HarvestError::Secret)?;
        let secret = source.read(folder).map_err(HarvestError::Secret)?;
        let unusable = || HarvestError::Secret(SecretError::Unusable(source.to_string()));
        let (user, password) = secret.reveal().split_once(':').ok_or_else(unusable)?;
        proxy.login = Some((user.to_owned(), Secret::new(password)));
    }
    Ok(Some(proxy))
}

/// Returns the value of `Accept-Language`; empty for none.
fn accept_language(job: &Job, folder: &Path) -> Result<String, HarvestError> {
    match (&*job.fetch.accept_language, job.as_national()) {
        ("auto", Some(national)) => {
            let pack_folder = folder.join(&national.pack);
            let pack = match pack_folder.is_dir() {
                true => Pack::folder(&pack_folder)?,
                false => Pack::open(&national.pack)?,
            };
            // Other languages are better than an error page.
            Ok(format!("{}, *;q=0.5", pack.language()))
        }
        ("auto", None) => Ok(String::new()),
        (own, _) => Ok(own.to_owned()),
    }
}

fn client_settings(job: &Job, folder: &Path, spool: &Path) -> Result<ClientSettings, HarvestError> {
    let fetch = &job.fetch;
    let mut settings = ClientSettings::new(user_agent(job));
    if job.contact.contains('@') {
        settings.from = Some(job.contact.clone());
    }
    let limits = &mut settings.limits;
    limits.header = fetch.header_limit.bytes() as usize;
    limits.body = job.limits.bytes_per_document.bytes();
    limits.by_type = fetch.long.iter().map(LongSetting::limit).collect();
    limits.connect = fetch.connect_timeout.duration();
    limits.idle = fetch.idle_timeout.duration();
    limits.total = fetch.total_timeout.duration();
    limits.min_rate = match fetch.min_rate.bytes() {
        0 => None,
        bytes_per_second => Some(MinRate { bytes_per_second, after: RATE_AFTER }),
    };
    settings.spool.memory = fetch.spool_memory.bytes() as usize;
    settings.spool.folder = Some(spool.to_owned());
    settings.spool.packs = job.write.packs();
    settings.connect_to = fetch.connect_to.iter().map(|entry| entry.0.clone()).collect();
    if fetch.allow_private {
        settings.addresses = AddressPolicy::AnyButMetadata;
    }
    settings.tls = match fetch.tls {
        Tls::Record => TlsPolicy::Record,
        Tls::Refuse => TlsPolicy::Refuse,
    };
    // If a server received the first request, it gets a pause before the second.
    settings.asks_again = false;
    settings.dns.servers = fetch.dns_servers.iter().map(|server| server.0).collect();
    settings.dns.negative_ttl = job.dns.keep_negative.duration();
    settings.dns.limits = job.dns.limits();
    settings.proxy = proxy(job, folder)?;
    let own = fetch.headers.iter().filter_map(|line| own_header(line).ok());
    settings.headers = own.map(|(name, value)| (name.to_owned(), value.to_owned())).collect();
    let is_language = |(name, _): &(String, String)| name.eq_ignore_ascii_case("Accept-Language");
    let language = accept_language(job, folder)?;
    if !language.is_empty() && !settings.headers.iter().any(is_language) {
        settings.headers.push(("Accept-Language".to_owned(), language));
    }
    Ok(settings)
}

/// Returns the `User-Agent` of a job: product, version, contact.
pub fn user_agent(job: &Job) -> String {
    product(job, concat!("stodola/", env!("CARGO_PKG_VERSION")))
}

/// Returns a `User-Agent` that begins with this text.
pub(super) fn product(job: &Job, text: &str) -> String {
    let mut agent = text.to_owned();
    if !job.contact.is_empty() {
        agent.push_str(&format!(" (+{})", job.contact));
    }
    if !job.fetch.user_agent_extra.is_empty() {
        agent.push(' ');
        agent.push_str(&job.fetch.user_agent_extra);
    }
    agent
}
