//! From a job to an engine that can run it.

use super::national::{COUNTRY_DOMAIN, National};
use super::progress::Meter;
use super::rules::RulesCache;
use super::sessions::Sessions;
use super::{Clock, Engine, Harvest, pace};
use crate::job::{Job, JobError, Limit, Limits, Profile, Tls};
use crate::logs::{Logs, LogsError};
use crate::scope::{Candidate, Scope, ScopeError};
use crate::sink::{Sink, SinkError};
use crate::trap::TrapGuard;
use std::collections::HashMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64};
use std::sync::{Arc, Mutex, RwLock};
use std::thread::available_parallelism;
use std::time::Duration;
use stodola_durable::Appender;
use stodola_fetch::{AddressPolicy, Client, MinRate, RdapError, Settings, SetupError, TlsPolicy};
use stodola_frontier::{Frontier, FrontierError, FrontierOptions, Offer};
use tokio::sync::{Notify, Semaphore};

/// Large documents of a national harvest that may wait for something outside, a name server for example, beside those
/// that are worked on.
const LARGE_WAITING: usize = 4;

/// Where seeds were redirected to: their sites belong to the harvest too.
const REDIRECTED: &str = "redirected-seeds.txt";
/// The grace before the rate of a response is looked at.
const RATE_AFTER: Duration = Duration::from_secs(30);

/// Why a harvest cannot begin, or had to end.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum HarvestError {
    /// The job does not make sense.
    #[error(transparent)]
    Job(#[from] JobError),
    /// The scope does not make sense.
    #[error(transparent)]
    Scope(#[from] ScopeError),
    /// The client cannot be set up.
    #[error(transparent)]
    Client(#[from] SetupError),
    /// The frontier failed.
    #[error(transparent)]
    Frontier(#[from] FrontierError),
    /// A log or a report failed.
    #[error(transparent)]
    Logs(#[from] LogsError),
    /// A national harvest has no data, or such that cannot be used.
    #[error(transparent)]
    Pack(#[from] stodola_judge::Error),
    /// Countries of owners cannot be asked for.
    #[error(transparent)]
    Rdap(#[from] RdapError),
    /// The store failed.
    #[error("cannot store the captures: {0}")]
    Sink(SinkError),
    /// A seed is no URI that can be harvested.
    #[error("the seed '{0}' cannot be harvested: it must be an http or https URI with a host")]
    Seed(String),
    /// There is nothing to begin with.
    #[error("there are no seeds")]
    NoSeeds,
    /// The file system refused.
    #[error("cannot {what} '{}': {error}", .path.display())]
    Io {
        /// What was to be done.
        what: &'static str,
        /// The file or folder.
        path: PathBuf,
        /// What went wrong.
        #[source]
        error: io::Error,
    },
    /// A part of the program gave up.
    #[error("a worker stopped unexpectedly: {0}")]
    Worker(String),
}

pub(super) fn open(job: Job, folder: &Path, sink: Arc<dyn Sink>) -> Result<Harvest, HarvestError> {
    job.validate()?;
    let io_error = |what, path: &Path| {
        let path = path.to_owned();
        move |error| HarvestError::Io { what, path, error }
    };
    let spool = folder.join("spool");
    fs::create_dir_all(&spool).map_err(io_error("create", &spool))?;
    let seeds = read_seeds(&job, folder)?;
    job.check_contact(&seeds)?;
    let scope = make_scope(&job, &seeds, folder)?;
    let clock = Clock::new();
    let books = folder.join("frontier");
    let (mut frontier, opened) =
        Frontier::open(&books, frontier_options(&job, &job.limits), clock.now())?;
    let client = Client::new(client_settings(&job, &spool))?;
    let national = National::open(&job, folder, &books, &client)?;
    let large_waiting = if national.is_some() { LARGE_WAITING } else { 0 };
    if let Some(national) = &national {
        national.set_priorities(&mut frontier);
    }
    for seed in &seeds {
        plant(&mut frontier, &scope, national.as_ref(), seed)?;
    }
    frontier.commit(clock.now())?;
    let logs = Logs::open(folder, &frontier)?;
    let cores = available_parallelism().map_or(2, |cores| cores.get());
    let this_year = 1970 + (clock.now().seconds() / 31_556_952) as u32;
    let limits = job.limits.clone();
    let engine = Engine {
        traps: Mutex::new(TrapGuard::new(job.traps.clone(), this_year)),
        job,
        folder: folder.to_owned(),
        was_clean: opened.is_new || opened.was_clean,
        clock,
        client,
        scope: RwLock::new(scope),
        frontier: Mutex::new(frontier),
        rules: Mutex::new(RulesCache::default()),
        sessions: Sessions::default(),
        national,
        dns_kept: Mutex::new(HashMap::new()),
        sink,
        meter: Meter::new(),
        logs: Mutex::new(logs),
        freed: Notify::new(),
        heavy: Semaphore::new(cores),
        large: Semaphore::new(cores + large_waiting),
        limits: RwLock::new(limits),
        is_stopping: AtomicBool::new(false),
        is_paused: AtomicBool::new(false),
        wants_checkpoint: AtomicBool::new(false),
        checkpoints: AtomicU64::new(0),
        failed: Mutex::new(None),
    };
    Ok(Harvest { engine: Arc::new(engine), opened })
}

/// Whether a job could be opened in that folder, as far as that can be told without making anything.
pub(super) fn check(job: &Job, folder: &Path) -> Result<(), HarvestError> {
    job.validate()?;
    let seeds = read_seeds(job, folder)?;
    job.check_contact(&seeds)?;
    make_scope(job, &seeds, folder)?;
    let Some(national) = job.as_national() else { return Ok(()) };
    for path in national.geo.iter().chain(&national.properties) {
        let path = folder.join(path);
        if let Err(error) = fs::File::open(&path) {
            return Err(HarvestError::Io { what: "read", path, error });
        }
    }
    if !folder.join(&national.pack).is_dir() {
        stodola_judge::Pack::open(&national.pack)?;
    }
    Ok(())
}

/// Where seeds were redirected to in earlier runs.
fn read_redirected(path: &Path) -> Result<Vec<String>, HarvestError> {
    match fs::read_to_string(path) {
        Ok(lines) => Ok(lines.lines().map(str::to_owned).collect()),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Vec::new()),
        Err(error) => Err(HarvestError::Io { what: "read", path: path.to_owned(), error }),
    }
}

/// The scope of a job, with the sites that its seeds were redirected to.
pub(super) fn make_scope(
    job: &Job,
    seeds: &[Vec<u8>],
    folder: &Path,
) -> Result<Scope, HarvestError> {
    let mut scope = Scope::new(&job.scope, job.profile, seeds, folder)?;
    for line in read_redirected(&folder.join(REDIRECTED))? {
        scope.add_seed(line.as_bytes());
    }
    Ok(scope)
}

pub(super) fn read_seeds(job: &Job, folder: &Path) -> Result<Vec<Vec<u8>>, HarvestError> {
    let mut seeds = Vec::new();
    for seed in job.read_seeds(folder)? {
        let normal = stodola_uri::normalise(seed.as_bytes());
        let normal = stodola_uri::without_fragment(&normal).to_vec();
        let is_web = normal.starts_with(b"http://") || normal.starts_with(b"https://");
        if !is_web || stodola_uri::host(&normal).is_none_or(|host| host.is_empty()) {
            return Err(HarvestError::Seed(seed));
        }
        seeds.push(normal);
    }
    if seeds.is_empty() { Err(HarvestError::NoSeeds) } else { Ok(seeds) }
}

/// Offers a seed; one that was there before changes nothing.
pub(super) fn plant(
    frontier: &mut Frontier,
    scope: &Scope,
    national: Option<&National>,
    seed: &[u8],
) -> Result<(), HarvestError> {
    let Some(host) = stodola_uri::host(seed) else { return Ok(()) };
    let candidate = Candidate { is_seed: true, ..Candidate::new(seed, &host) };
    let decision = scope.decide(&candidate);
    if !decision.accepted {
        return Ok(frontier.reject(seed, None, decision.rule)?);
    }
    if national.is_some_and(|national| national.is_elsewhere(&host)) {
        return Ok(frontier.reject(seed, None, COUNTRY_DOMAIN)?);
    }
    frontier.offer(&Offer {
        standing: national.map_or(0, |national| national.rule.seed().code()),
        uri: seed,
        host: &host,
        level: 0,
        via: None,
        hops: b"",
        is_seed: true,
        is_sitemap: false,
    })?;
    Ok(())
}

impl Engine {
    /// Takes the site that a seed was redirected to into the scope, for good.
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

pub(super) fn frontier_options(job: &Job, limits: &Limits) -> FrontierOptions {
    let politeness = &job.politeness;
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
        hosts_per_domain: small(limits.hosts_per_domain),
        queued_per_host: limits.queued_per_host.get(),
        has_standings: job.profile == Profile::National,
        has_priorities: job.profile == Profile::National,
        ..FrontierOptions::default()
    }
}

fn small(limit: Limit<u64>) -> Option<u32> {
    limit.get().map(|limit| limit.try_into().unwrap_or(u32::MAX))
}

fn client_settings(job: &Job, spool: &Path) -> Settings {
    let fetch = &job.fetch;
    let mut settings = Settings::new(user_agent(job));
    if job.contact.contains('@') {
        settings.from = Some(job.contact.clone());
    }
    let limits = &mut settings.limits;
    limits.header = fetch.header_limit.bytes() as usize;
    limits.body = job.limits.bytes_per_document.bytes();
    limits.connect = fetch.connect_timeout.duration();
    limits.idle = fetch.idle_timeout.duration();
    limits.total = fetch.total_timeout.duration();
    limits.min_rate = match fetch.min_rate.bytes() {
        0 => None,
        bytes_per_second => Some(MinRate { bytes_per_second, after: RATE_AFTER }),
    };
    settings.spool.memory = fetch.spool_memory.bytes() as usize;
    settings.spool.folder = Some(spool.to_owned());
    settings.connect_to = fetch.connect_to.iter().map(|entry| entry.0.clone()).collect();
    if fetch.allow_private {
        settings.addresses = AddressPolicy::AnyButMetadata;
    }
    settings.tls = match fetch.tls {
        Tls::Record => TlsPolicy::Record,
        Tls::Refuse => TlsPolicy::Refuse,
    };
    // A server that heard the first request has a pause before the second.
    settings.asks_again = false;
    settings.dns.servers = fetch.dns_servers.iter().map(|server| server.0).collect();
    settings
}

/// Who we are: product, version, whom to ask.
pub fn user_agent(job: &Job) -> String {
    let mut agent = concat!("stodola/", env!("CARGO_PKG_VERSION")).to_owned();
    if !job.contact.is_empty() {
        agent.push_str(&format!(" (+{})", job.contact));
    }
    if !job.fetch.user_agent_extra.is_empty() {
        agent.push(' ');
        agent.push_str(&job.fetch.user_agent_extra);
    }
    agent
}
