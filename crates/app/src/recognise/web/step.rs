//! One request for a page: what is done next depends on what is known of its host.

use super::super::RecogniseError;
use super::turns::{Errand, HostNumber};
use std::net::IpAddr;
use std::time::Duration;
use stodola_fetch::robots::{Access, RobotsAnswer, Rules};
use stodola_fetch::{Client, Exchange, Failure, Request, Session};

/// The product token of this program in robots.txt.
pub(super) const ROBOT: &str = "stodola";
/// Maximum number of bytes of a page that are read.
pub(super) const MAX_BODY: u64 = 16 << 20;
const REDIRECTS: usize = 5;
/// Pause between two requests to a host, if it asks for nothing else.
const PAUSE: Duration = Duration::from_secs(1);
/// Maximum pause that a host may ask for, in a command for which a person waits.
const MAX_PAUSE: Duration = Duration::from_secs(60);

/// What is known of a scheme, host and port.
pub(super) struct HostLink {
    session: Session,
    knows: HostKnowledge,
    server: Option<IpAddr>,
}

enum HostKnowledge {
    /// Nothing: its address is looked up first.
    Nothing,
    /// Where it is: its robots.txt is asked for.
    Address,
    /// The rules of its robots.txt. If they are unknown, nothing is allowed; the error says why.
    Rules(Result<Rules, String>),
}

impl HostLink {
    pub(super) fn new(client: &Client) -> HostLink {
        HostLink { session: client.session(), knows: HostKnowledge::Nothing, server: None }
    }

    /// The address of the host; `None` if it is not known yet.
    pub(super) fn server(&self) -> Option<IpAddr> {
        self.server
    }

    /// Closes the connection: nothing waits at the host.
    pub(super) fn close(&mut self) {
        self.session.close();
    }

    /// The pause after a request. Private servers need none, unless they ask for it.
    pub(super) fn pause(&self, is_private: bool) -> Duration {
        let wanted = match &self.knows {
            HostKnowledge::Rules(Ok(rules)) => rules.crawl_delay().unwrap_or_default(),
            _ => Duration::ZERO,
        };
        let pause = if is_private { wanted } else { wanted.max(PAUSE) };
        pause.min(MAX_PAUSE)
    }
}

/// A page that was fetched.
pub(super) struct Fetched {
    pub(super) uri: Vec<u8>,
    pub(super) exchange: Exchange,
}

/// The result of a step.
pub(super) enum Asked {
    /// More is known of the host now; the page is not fetched yet.
    Prepared {
        /// Whether the host was asked for that.
        is_request: bool,
    },
    /// The page is elsewhere.
    Moved(Vec<u8>),
    /// The page may not be fetched; nobody was asked for it.
    Refused(RecogniseError),
    /// The page could not be fetched.
    Failed(RecogniseError),
    /// The page.
    Page(Box<Fetched>),
}

/// A host that comes back from a step.
pub(super) struct Stepped {
    pub(super) number: HostNumber,
    pub(super) link: HostLink,
    pub(super) errand: Errand,
    pub(super) asked: Asked,
}

/// Takes the next step for an errand at a host.
pub(super) async fn step(
    client: Client,
    mut link: HostLink,
    number: HostNumber,
    errand: Errand,
) -> Stepped {
    let asked = match &link.knows {
        HostKnowledge::Nothing => {
            let host = stodola_uri::host(&errand.uri).unwrap_or_default();
            // Whether the name exists is told by the request; here only the server is wanted.
            link.server =
                client.resolve(&host).await.ok().and_then(|it| it.addresses.first().copied());
            link.knows = HostKnowledge::Address;
            Asked::Prepared { is_request: false }
        }
        HostKnowledge::Address => {
            let answer = client.robots(&mut link.session, &errand.uri).await;
            link.knows = HostKnowledge::Rules(match &answer.access {
                Access::Rules(robots) => Ok(robots.for_agent(ROBOT)),
                Access::AllowAll => Ok(Rules::default()),
                Access::Unreachable => Err(why_unreachable(&answer)),
            });
            Asked::Prepared { is_request: true }
        }
        HostKnowledge::Rules(Err(reason)) => {
            Asked::Refused(RecogniseError::RobotsUnknown(reason.clone()))
        }
        HostKnowledge::Rules(Ok(rules)) => {
            let verdict = rules.verdict(&path_and_query(&errand.uri));
            match verdict.allowed {
                true => page(&mut link.session, &errand).await.unwrap_or_else(Asked::Failed),
                false => {
                    let rule = verdict.rule.unwrap_or_default();
                    Asked::Refused(RecogniseError::Forbidden(rule.to_string()))
                }
            }
        }
    };
    Stepped { number, link, errand, asked }
}

async fn page(session: &mut Session, errand: &Errand) -> Result<Asked, RecogniseError> {
    let uri = &errand.uri;
    let request = Request { body_limit: Some(MAX_BODY), ..Request::get(uri) };
    let exchange = session.fetch(&request).await?;
    let status = exchange.status.ok_or(RecogniseError::NoStatus)?;
    if matches!(status, 301 | 302 | 303 | 307 | 308) {
        let location = exchange.field("Location").ok_or(RecogniseError::NoLocation)?;
        if errand.redirects >= REDIRECTS {
            return Err(RecogniseError::TooManyRedirects(REDIRECTS));
        }
        let wrong = || RecogniseError::BadRedirect(location.escape_ascii().to_string());
        return Ok(Asked::Moved(redirected(uri, &location).ok_or_else(wrong)?));
    }
    if status != 200 {
        return Err(RecogniseError::Status(status));
    }
    Ok(Asked::Page(Box::new(Fetched { uri: uri.clone(), exchange })))
}

/// Returns the scheme, host and port of a URI; `None` if it has no host.
pub(super) fn host_key(uri: &[u8]) -> Option<String> {
    let parts = stodola_uri::parse(uri);
    let host = stodola_uri::host(uri).filter(|host| !host.is_empty())?;
    let scheme = String::from_utf8_lossy(parts.scheme.unwrap_or_default()).into_owned();
    let port = String::from_utf8_lossy(parts.port.unwrap_or_default()).into_owned();
    Some(format!("{scheme}://{host}:{port}"))
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
