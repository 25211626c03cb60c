//! Fetches pages to judge them: robots.txt is obeyed, one request at a time, with a pause between two requests to the
//! same host.

use super::page::Origin;
use super::{RecogniseError, RecogniseSettings, Run, warc};
use std::collections::HashMap;
use std::io::{BufReader, Seek, SeekFrom};
use std::net::IpAddr;
use std::time::Duration;
use stodola_fetch::robots::{Access, RobotsAnswer, Rules};
use stodola_fetch::{AddressPolicy, Client, ClientSettings, Exchange, Failure, Request, Session};
use stodola_warc::decode::payload_reader;
use tokio::runtime::Runtime;
use tokio::time::Instant;

/// The product token of this program in robots.txt.
const ROBOT: &str = "stodola";
/// Maximum number of bytes of a page that are read.
const MAX_BODY: u64 = 16 << 20;
const REDIRECTS: usize = 5;
/// Pause between two requests to a host, if it asks for nothing else.
const PAUSE: Duration = Duration::from_secs(1);
/// Maximum pause that a host may ask for, in a command for which a person waits.
const MAX_PAUSE: Duration = Duration::from_secs(60);
/// Number of linked hosts whose countries are looked up.
const MAX_LOOKUPS: usize = 32;

pub(super) struct Web {
    runtime: Runtime,
    client: Client,
    hosts: HashMap<String, Host>,
    /// Whether private servers are allowed, which need no pause.
    is_private: bool,
    wants_countries: bool,
}

/// What is known of a scheme, host and port.
struct Host {
    session: Session,
    /// The rules of robots.txt. If they are unknown, nothing is allowed; the error says why.
    rules: Result<Rules, String>,
    next: Instant,
}

impl Web {
    pub(super) fn new(settings: &RecogniseSettings) -> Result<Web, RecogniseError> {
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(1)
            .enable_all()
            .build()
            .map_err(RecogniseError::Start)?;
        let client = {
            let _inside = runtime.enter();
            Client::new(fetch_settings(settings))?
        };
        let (is_private, wants_countries) = (settings.allow_private, settings.geo.is_some());
        Ok(Web { runtime, client, hosts: HashMap::new(), is_private, wants_countries })
    }

    /// Fetches a page and judges it.
    pub(super) fn page(&mut self, address: &str, run: &mut Run<'_>) -> Result<(), RecogniseError> {
        let address = stodola_uri::without_user_info(address.as_bytes());
        let mut uri = stodola_uri::normalise(&address);
        for _ in 0..=REDIRECTS {
            let exchange = self.fetch(&uri)?;
            let status = exchange.status.ok_or(RecogniseError::NoStatus)?;
            if matches!(status, 301 | 302 | 303 | 307 | 308) {
                let location = exchange.field("Location").ok_or(RecogniseError::NoLocation)?;
                uri = redirected(&uri, &location).ok_or_else(|| {
                    RecogniseError::BadRedirect(location.escape_ascii().to_string())
                })?;
                continue;
            }
            if status != 200 {
                return Err(RecogniseError::Status(status));
            }
            return self.judge(&uri, &exchange, run);
        }
        Err(RecogniseError::TooManyRedirects(REDIRECTS))
    }

    fn fetch(&mut self, uri: &[u8]) -> Result<Exchange, RecogniseError> {
        let Web { runtime, client, hosts, is_private, .. } = self;
        let parts = stodola_uri::parse(uri);
        let host = stodola_uri::host(uri).ok_or(RecogniseError::NoHost)?;
        let scheme = String::from_utf8_lossy(parts.scheme.unwrap_or_default()).into_owned();
        let port = String::from_utf8_lossy(parts.port.unwrap_or_default()).into_owned();
        let key = format!("{scheme}://{host}:{port}");
        runtime.block_on(async {
            if !hosts.contains_key(&key) {
                let mut session = client.session();
                let answer = client.robots(&mut session, uri).await;
                let rules = match &answer.access {
                    Access::Rules(robots) => Ok(robots.for_agent(ROBOT)),
                    Access::AllowAll => Ok(Rules::default()),
                    Access::Unreachable => Err(why_unreachable(&answer)),
                };
                let next = Instant::now();
                hosts.insert(key.clone(), Host { session, rules, next });
            }
            let Some(host) = hosts.get_mut(&key) else { return Err(RecogniseError::NoHost) };
            let rules = match &host.rules {
                Ok(rules) => rules,
                Err(reason) => return Err(RecogniseError::RobotsUnknown(reason.clone())),
            };
            let path = path_and_query(uri);
            let verdict = rules.verdict(&path);
            if !verdict.allowed {
                let rule = verdict.rule.unwrap_or_default();
                return Err(RecogniseError::Forbidden(rule.to_string()));
            }
            tokio::time::sleep_until(host.next).await;
            let pause = match *is_private {
                true => rules.crawl_delay().unwrap_or_default(),
                false => rules.crawl_delay().unwrap_or_default().max(PAUSE),
            };
            let request = Request { body_limit: Some(MAX_BODY), ..Request::get(uri) };
            let exchange = host.session.fetch(&request).await?;
            host.next = Instant::now() + pause.min(MAX_PAUSE);
            Ok(exchange)
        })
    }

    fn judge(
        &mut self,
        uri: &[u8],
        exchange: &Exchange,
        run: &mut Run<'_>,
    ) -> Result<(), RecogniseError> {
        let head = exchange.head().ok_or(RecogniseError::NoHead)?;
        let headers = warc::without_codings(&head.fields);
        let pairs: Vec<_> = headers.iter().map(|(name, value)| (&name[..], &value[..])).collect();
        let mut reader = exchange.response.reader();
        reader.seek(SeekFrom::Start(exchange.head_length as u64))?;
        let body = payload_reader(&head, BufReader::new(reader), MAX_BODY);
        let name = String::from_utf8_lossy(uri).into_owned();
        let left = std::cell::Cell::new(MAX_LOOKUPS);
        let address_of = |host: &str| self.address_of(host, &left);
        let origin = Origin {
            name: &name,
            uri,
            headers: &pairs,
            server: exchange.address.map(|address| address.ip()),
            address_of: self.wants_countries.then_some(&address_of),
        };
        run.judge(&origin, body)
    }

    fn address_of(&self, host: &str, left: &std::cell::Cell<usize>) -> Option<IpAddr> {
        left.set(left.get().checked_sub(1)?);
        let resolved = self.runtime.block_on(self.client.resolve(host)).ok()?;
        resolved.addresses.first().copied()
    }
}

/// Returns the settings of the client: who we are, and which addresses are allowed.
pub(super) fn fetch_settings(settings: &RecogniseSettings) -> ClientSettings {
    let version = &settings.version;
    let name = match &settings.contact {
        Some(contact) => format!("{ROBOT}/{version} (+{contact})"),
        None => format!("{ROBOT}/{version}"),
    };
    let addresses = match settings.allow_private {
        true => AddressPolicy::AnyButMetadata,
        false => AddressPolicy::Public,
    };
    ClientSettings { addresses, ..ClientSettings::new(name) }
}

fn path_and_query(uri: &[u8]) -> Vec<u8> {
    let parts = stodola_uri::parse(uri);
    let mut path = match parts.path.is_empty() {
        true => b"/".to_vec(),
        false => parts.path.to_vec(),
    };
    if let Some(query) = parts.query {
        path.push(b'?');
        path.extend_from_slice(query);
    }
    path
}

/// Returns why the content of a robots.txt is unknown.
fn why_unreachable(answer: &RobotsAnswer) -> String {
    match answer.steps.last() {
        Some((_, Err(Failure::AddressRefused(address)))) => format!(
            "its address {address} is not a public one, and only those are asked; --allow-private allows \
             addresses in your own network"
        ),
        // The problem is not robots.txt: nothing of the host can be fetched.
        Some((_, Err(failure @ (Failure::Dns(_) | Failure::Tls(_) | Failure::Uri { .. })))) => {
            failure.to_string()
        }
        Some((_, Err(failure))) => {
            format!(
                "its robots.txt cannot be reached ({failure}), so nothing may be fetched for now"
            )
        }
        Some((_, Ok(exchange))) => {
            let status = exchange.status.map(|status| status.to_string()).unwrap_or_default();
            format!(
                "its robots.txt cannot be read (status {status}), so nothing may be fetched for now"
            )
        }
        None => "its robots.txt cannot be reached, so nothing may be fetched for now".to_owned(),
    }
}

/// Returns the target of a `Location`, resolved like every other link; `None` if it is not a URI.
fn redirected(uri: &[u8], location: &[u8]) -> Option<Vec<u8>> {
    let headers = [(&b"Location"[..], location)];
    let input = stodola_extract::Input { headers: &headers, ..stodola_extract::Input::new(uri) };
    let mut target = None;
    let options = stodola_extract::ExtractOptions::default();
    stodola_extract::extract(&input, &b""[..], &options, &mut |link| {
        target.get_or_insert(link.uri.to_vec());
    });
    target
}
