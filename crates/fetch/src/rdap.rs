//! The country of a domain's owner, by the registration data access protocol (RFC 9082, RFC 9083).
//!
//! An RDAP server is a third party: it learns of each domain that is asked about, and serves many others. So no server
//! is asked unless one is configured; there is one question at a time, with a pause before the next; answers are kept
//! for long, and a server that says it is asked too often, or fails repeatedly, is left alone for a while. A country
//! that cannot be found out is simply unknown.
//!
//! Where RDAP has no answer, a whois server (RFC 3912) may be asked, if one is configured, with the same manners.

mod answer;
mod memory;
mod whois;

use std::io::{self, BufReader, Read, Seek, SeekFrom};
use std::path::PathBuf;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use stodola_warc::decode::payload_reader;
use tokio::time::Instant;

pub use self::answer::{Country, NoAnswer, NoCountry, registrant_country};
use self::memory::{Memory, MemoryError};
use self::whois::WhoisServer;
pub use self::whois::{WhoisAnswer, whois_answer};
use crate::client::Client;
use crate::exchange::Exchange;
use crate::request::Request;
use crate::retry_after::retry_after;
use crate::robots::redirect;
use crate::target::target;

/// Maximum number of bytes of an answer that are read, both compressed and decompressed.
const BODY_LIMIT: u64 = 256 * 1024;
/// Maximum number of redirects that are followed: servers that know which registry to ask use them.
const REDIRECTS: usize = 3;
/// Maximum duration of a question, with its redirects.
const LONGEST: Duration = Duration::from_secs(30);
/// How long a server is left alone that asks for it without saying how long.
const REST: Duration = Duration::from_secs(60);
/// Maximum time for which a server is left alone if it asks for it.
const REST_MAX: Duration = Duration::from_secs(24 * 60 * 60);
/// Number of failures in a row after which a server is left alone; the time doubles with each further failure.
const PATIENCE: u32 = 3;
/// Maximum time for which a server is left alone after failures.
const FAILURE_REST_MAX: Duration = Duration::from_secs(60 * 60);
/// Maximum length of a host name in bytes.
const NAME_MAX: usize = 253;

/// Errors from setting up RDAP requests.
#[derive(Debug, thiserror::Error)]
pub enum RdapError {
    /// The address of the server is not valid.
    #[error("'{0}' is not an RDAP server: give an http or https URI without a query")]
    Base(String),
    /// The name of the whois server is not valid.
    #[error("'{0}' is not a whois server: give its name, or NAME:PORT")]
    Whois(String),
    /// The file of answers has another content, or a newer version.
    #[error("'{}' is not a list of owners' countries that this version can read: give another file", .0.display())]
    Format(PathBuf),
    /// The file of answers cannot be read or written.
    #[error("cannot use the list of owners' countries '{}': {source}", .path.display())]
    Cache {
        /// The file.
        path: PathBuf,
        /// What went wrong.
        source: io::Error,
    },
}

/// Asks one RDAP server for the countries of domain owners, and a whois server where that has no answer.
#[derive(Debug)]
pub struct Rdap {
    client: Client,
    /// Address of the server, which ends with a slash; `None` if only a whois server is asked.
    base: Option<String>,
    whois: Option<WhoisServer>,
    pause: Duration,
    memory: Mutex<Memory>,
    /// Only the holder of this lock may send a request.
    turn: tokio::sync::Mutex<Turn>,
}

/// When the next question may be sent.
#[derive(Debug)]
struct Turn {
    next: Instant,
    rdap: Rest,
    whois: Rest,
}

/// How long a server is left alone.
#[derive(Debug)]
struct Rest {
    /// It is not asked before then.
    until: Instant,
    /// Number of failures since its last answer.
    failures: u32,
}

impl Rest {
    fn new(now: Instant) -> Rest {
        Rest { until: now, failures: 0 }
    }

    fn is_over(&self) -> bool {
        Instant::now() >= self.until
    }

    /// Counts a failure; after some of them the server is left alone.
    fn fail(&mut self, now: Instant) {
        self.failures = self.failures.saturating_add(1);
        if let Some(more) = self.failures.checked_sub(PATIENCE) {
            let rest = REST.saturating_mul(1 << more.min(10));
            self.until = now + rest.min(FAILURE_REST_MAX);
        }
    }
}

/// The result of a request.
enum Asked {
    Answer(Option<Country>),
    /// The server asks to be left alone, for this time if it says how long.
    Busy(Option<Duration>),
    Failed,
}

impl Rdap {
    /// Default of the minimum pause between two questions.
    pub const PAUSE: Duration = Duration::from_secs(1);

    /// Creates a client of the server at `base`, or those it redirects to, for `BASE/domain/NAME`. Questions are at
    /// least `pause` apart; answers are kept in the file `cache`, if there is one.
    pub fn new(
        client: Client,
        base: &str,
        pause: Duration,
        cache: Option<PathBuf>,
    ) -> Result<Rdap, RdapError> {
        if !Rdap::is_base(base) {
            return Err(RdapError::Base(base.escape_default().to_string()));
        }
        let base = format!("{}/", base.trim_end_matches('/'));
        Rdap::with(client, Some(base), None, pause, cache)
    }

    /// Creates a client of a whois server alone, `NAME` or `NAME:PORT`.
    pub fn whois_only(
        client: Client,
        server: &str,
        pause: Duration,
        cache: Option<PathBuf>,
    ) -> Result<Rdap, RdapError> {
        Rdap::with(client, None, Some(whois_server(server)?), pause, cache)
    }

    /// Asks this whois server, `NAME` or `NAME:PORT`, about domains for which RDAP has no answer.
    pub fn and_whois(mut self, server: &str) -> Result<Rdap, RdapError> {
        self.whois = Some(whois_server(server)?);
        Ok(self)
    }

    fn with(
        client: Client,
        base: Option<String>,
        whois: Option<WhoisServer>,
        pause: Duration,
        cache: Option<PathBuf>,
    ) -> Result<Rdap, RdapError> {
        let memory = match cache {
            Some(path) => Memory::open(&path).map_err(|error| match error {
                MemoryError::Io(source) => RdapError::Cache { path, source },
                MemoryError::Format => RdapError::Format(path),
            })?,
            None => Memory::default(),
        };
        let now = Instant::now();
        let turn = Turn { next: now, rdap: Rest::new(now), whois: Rest::new(now) };
        Ok(Rdap { client, base, whois, pause, memory: Mutex::new(memory), turn: turn.into() })
    }

    /// Whether this can be a whois server: `NAME` or `NAME:PORT`.
    pub fn is_whois(server: &str) -> bool {
        WhoisServer::parse(server).is_some()
    }

    /// Whether this can be the address of a server: an http or https URI without a query.
    pub fn is_base(base: &str) -> bool {
        target(base.as_bytes()).is_ok() && !base.contains(['?', '#'])
    }

    /// Returns the country of the owner of a host's domain; `None` if it is unknown, also because the server cannot be
    /// asked now. Asks the server unless there is a recent answer.
    ///
    /// The future may be dropped: the pause before the next question is kept nevertheless.
    pub async fn country(&self, host: &str) -> Option<Country> {
        let domain = domain_of(host)?;
        if self.memory().wants(&domain, now()) {
            self.learn(&domain).await;
        }
        self.memory().country(&domain)
    }

    /// Same as [`Rdap::country`], without asking the server.
    pub fn known(&self, host: &str) -> Option<Country> {
        self.memory().country(&domain_of(host)?)
    }

    /// Asks about a domain after the pause, unless another caller has asked meanwhile.
    async fn learn(&self, domain: &str) {
        let mut turn = self.turn.lock().await;
        let can_ask = self.base.is_some() && turn.rdap.is_over();
        let can_ask_whois = self.whois.is_some() && turn.whois.is_over();
        if !self.memory().wants(domain, now()) || !(can_ask || can_ask_whois) {
            return;
        }
        tokio::time::sleep_until(turn.next).await;
        turn.next = Instant::now() + self.pause;
        let (mut known, mut is_busy, mut has_failed) = (None, false, false);
        if can_ask {
            let asked = tokio::time::timeout(LONGEST, self.ask(domain)).await;
            let end = Instant::now();
            match asked.unwrap_or(Asked::Failed) {
                Asked::Answer(country) => {
                    turn.rdap.failures = 0;
                    known = Some(country);
                }
                Asked::Busy(rest) => {
                    is_busy = true;
                    turn.rdap.until = end + rest.unwrap_or(REST).min(REST_MAX);
                }
                Asked::Failed => {
                    has_failed = true;
                    turn.rdap.fail(end);
                }
            }
            turn.next = end + self.pause;
        }
        // RDAP may know what whois does not say.
        let is_unasked = self.base.is_some() && (!can_ask || is_busy || has_failed);
        if let Some(server) = self.whois.as_ref().filter(|_| can_ask_whois)
            && known.flatten().is_none()
        {
            match whois::ask(&self.client, server, domain).await {
                Ok(country) => {
                    turn.whois.failures = 0;
                    known = (country.is_some() || !is_unasked).then_some(country);
                }
                Err(_) => {
                    known = None;
                    turn.whois.fail(Instant::now());
                }
            }
            turn.next = Instant::now() + self.pause;
        }
        match known {
            Some(country) => self.memory().keep(domain, country, now()),
            // A server that wants a rest has not failed for this domain.
            None if is_busy => {}
            None => self.memory().keep_failure(domain, now()),
        }
    }

    async fn ask(&self, domain: &str) -> Asked {
        let Some(base) = &self.base else { return Asked::Failed };
        let mut uri = format!("{base}domain/{domain}").into_bytes();
        let mut session = self.client.session();
        for _ in 0..=REDIRECTS {
            let headers: &[(&str, &[u8])] = &[("Accept", b"application/rdap+json")];
            let request = Request { headers, body_limit: Some(BODY_LIMIT), ..Request::get(&uri) };
            let Ok(exchange) = session.fetch(&request).await else { return Asked::Failed };
            match exchange.status {
                Some(200) => return read(&exchange).map_or(Asked::Failed, Asked::Answer),
                // The domain is not registered, or not with this registry.
                Some(404) => return Asked::Answer(None),
                Some(429 | 503) => {
                    let value = exchange.field("Retry-After");
                    return Asked::Busy(value.and_then(|value| retry_after(&value, now())));
                }
                Some(301 | 302 | 303 | 307 | 308) => {
                    let location = exchange.field("Location");
                    let Some(to) = location.and_then(|location| redirect(&uri, &location)) else {
                        return Asked::Failed;
                    };
                    if stodola_uri::host(&to) == stodola_uri::host(&uri) {
                        tokio::time::sleep(self.pause).await;
                    }
                    uri = to;
                }
                _ => return Asked::Failed,
            }
        }
        Asked::Failed
    }

    fn memory(&self) -> MutexGuard<'_, Memory> {
        // A thread that panicked left nothing half changed.
        self.memory.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Returns the country in an answer, if the answer names one; `None` if it is not an RDAP answer.
fn read(exchange: &Exchange) -> Option<Option<Country>> {
    let head = exchange.head()?;
    let mut body = exchange.response.reader();
    body.seek(SeekFrom::Start(exchange.head_length as u64)).ok()?;
    let mut text = Vec::new();
    payload_reader(&head, BufReader::new(body), BODY_LIMIT).read_to_end(&mut text).ok()?;
    registrant_country(&text).ok()
}

fn whois_server(server: &str) -> Result<WhoisServer, RdapError> {
    let wrong = || RdapError::Whois(server.escape_default().to_string());
    WhoisServer::parse(server).ok_or_else(wrong)
}

/// Returns the registered domain of a host; `None` if it has none.
fn domain_of(host: &str) -> Option<String> {
    let host = host.to_ascii_lowercase();
    let domain = stodola_uri::registrable_domain(&host)?;
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.' | b'_');
    let is_name = domain.len() <= NAME_MAX && domain.bytes().all(is_plain);
    (is_name && !stodola_uri::is_below_private_suffix(domain)).then(|| domain.to_owned())
}

fn now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_secs()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_a_registry_knows_is_asked_about() {
        for (host, expected) in [
            ("www.Spolek.example", Some("spolek.example")),
            ("spolek.co.uk", Some("spolek.co.uk")),
            ("xn--hkyrky-ptac70bc.example", Some("xn--hkyrky-ptac70bc.example")),
            ("someone.github.io", None),
            ("com", None),
            ("127.0.0.1", None),
            ("[::1]", None),
            ("a/../b.example", None),
            ("a b.example", None),
            ("h\u{e1}\u{10d}ky.example", None),
            ("", None),
        ] {
            assert_eq!(domain_of(host).as_deref(), expected, "{host}");
        }
    }

    #[test]
    fn a_server_is_named_by_its_address() {
        for (base, expected) in [
            ("https://rdap.example", true),
            ("http://127.0.0.1:8080/rdap/", true),
            ("rdap.example", false),
            ("ftp://rdap.example/", false),
            ("https://rdap.example/?q=", false),
            ("https://rdap.example/#x", false),
            ("https://rdap.example/a b", false),
        ] {
            assert_eq!(Rdap::is_base(base), expected, "{base}");
        }
    }
}
