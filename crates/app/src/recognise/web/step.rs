//! One request for a page: what is done next depends on what is known of its host.

use super::super::RecogniseError;
use super::turns::{Errand, HostNumber, RobotsErrand};
use std::collections::HashMap;
use std::net::IpAddr;
use std::time::Duration;
use stodola_fetch::robots::{Access, RobotsStep, RobotsTrail, Rules, Then};
use stodola_fetch::{Client, Exchange, Failure, Request, Session};

/// The product token of this program in robots.txt.
pub(crate) const ROBOT: &str = "stodola";
/// Maximum number of bytes of a page that are read.
pub(crate) const MAX_BODY: u64 = 16 << 20;
const REDIRECTS: usize = 5;
/// Pause between two requests to a host, if it asks for nothing else.
const PAUSE: Duration = Duration::from_secs(1);
/// Maximum pause that a host may ask for, in a command for which a person waits.
const MAX_PAUSE: Duration = Duration::from_secs(60);

/// What is known of a host.
pub(crate) struct HostLink {
    session: Session,
    /// Whether its address was looked up, which comes first.
    is_looked_up: bool,
    server: Option<IpAddr>,
    /// The rules of robots.txt for each scheme and port of the host. If they are unknown, nothing is allowed; the error
    /// says why.
    rules: HashMap<String, Result<Rules, String>>,
    /// Why the last robots.txt could not be reached, as a word of [`Failure::name`]; `None` if a server answered.
    failure: Option<&'static str>,
    /// Maximum number of bytes of a page that are read.
    body_limit: u64,
}

impl HostLink {
    pub(crate) fn new(client: &Client) -> HostLink {
        HostLink {
            session: client.session(),
            is_looked_up: false,
            server: None,
            rules: HashMap::new(),
            failure: None,
            body_limit: MAX_BODY,
        }
    }

    /// Same as [`HostLink::new`], for somebody who wants to see only the beginning of pages.
    pub(crate) fn brief(client: &Client, body_limit: u64) -> HostLink {
        HostLink { body_limit, ..HostLink::new(client) }
    }

    /// Why the host could not be reached at all, as a word of [`Failure::name`]; `None` if it answered.
    pub(crate) fn failure(&self) -> Option<&'static str> {
        self.failure
    }

    /// The address of the host; `None` if it is not known yet.
    pub(crate) fn server(&self) -> Option<IpAddr> {
        self.server
    }

    /// Closes the connection: nothing waits at the host.
    pub(crate) fn close(&mut self) {
        self.session.close();
    }

    /// The pause after a request. Private servers need none, unless they ask for it.
    pub(crate) fn pause(&self, is_private: bool) -> Duration {
        let known = self.rules.values().flatten();
        let wanted = known.filter_map(Rules::crawl_delay).max().unwrap_or_default();
        let pause = if is_private { wanted } else { wanted.max(PAUSE) };
        pause.min(MAX_PAUSE)
    }
}

/// A page that was fetched.
pub(crate) struct Fetched {
    pub(crate) uri: Vec<u8>,
    pub(crate) exchange: Exchange,
}

/// The result of a step.
pub(crate) enum Asked {
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
pub(crate) struct Stepped {
    pub(crate) number: HostNumber,
    pub(crate) link: HostLink,
    pub(crate) errand: Errand,
    pub(crate) asked: Asked,
}

/// Takes the next step for an errand at a host: at most one request.
pub(crate) async fn step(
    client: Client,
    mut link: HostLink,
    number: HostNumber,
    mut errand: Errand,
) -> Stepped {
    let asked = link.ask(&client, &mut errand).await;
    Stepped { number, link, errand, asked }
}

impl HostLink {
    async fn ask(&mut self, client: &Client, errand: &mut Errand) -> Asked {
        if !self.is_looked_up {
            let host = stodola_uri::host(errand.next()).unwrap_or_default().into_owned();
            // Whether the name exists is told by the request; here only the server is wanted.
            self.server =
                client.resolve(&host).await.ok().and_then(|it| it.addresses.first().copied());
            self.is_looked_up = true;
            return Asked::Prepared { is_request: false };
        }
        match errand.robots.take() {
            Some(RobotsErrand::Fetch(of, trail)) => return self.robots(errand, of, trail).await,
            Some(RobotsErrand::Brought(of, rules)) => {
                let delay = rules.as_ref().ok().and_then(Rules::crawl_delay);
                self.rules.insert(of, rules);
                if delay.is_some() {
                    // The host was asked for its robots.txt before anybody knew of this pause.
                    return Asked::Prepared { is_request: true };
                }
            }
            None => {}
        }
        let authority = authority_of(&errand.uri);
        let rules = match self.rules.get(&authority) {
            Some(Ok(rules)) => rules,
            Some(Err(reason)) => {
                return Asked::Refused(RecogniseError::RobotsUnknown(reason.clone()));
            }
            None => {
                return match RobotsTrail::new(&errand.uri) {
                    Ok(trail) => self.robots(errand, authority, trail).await,
                    Err(failure) => {
                        Asked::Refused(RecogniseError::RobotsUnknown(failure.to_string()))
                    }
                };
            }
        };
        let verdict = rules.verdict(&path_and_query(&errand.uri));
        match verdict.allowed {
            true => {
                page(&mut self.session, errand, self.body_limit).await.unwrap_or_else(Asked::Failed)
            }
            false => {
                let rule = verdict.rule.unwrap_or_default();
                Asked::Refused(RecogniseError::Forbidden(rule.to_string()))
            }
        }
    }

    /// Makes one request on the way to a robots.txt. A redirect is followed in the next turn of the host that it leads
    /// to.
    async fn robots(&mut self, errand: &mut Errand, of: String, trail: RobotsTrail) -> Asked {
        let is_home = host_of(trail.next()) == host_of(&errand.uri);
        let RobotsStep { result, then, .. } = trail.step(&mut self.session).await;
        self.failure = result.as_ref().err().map(Failure::name);
        let rules = match then {
            Then::Follow(trail) => {
                errand.robots = Some(RobotsErrand::Fetch(of, trail));
                return Asked::Prepared { is_request: true };
            }
            Then::Access { access: Access::Rules(robots), .. } => Ok(robots.for_agent(ROBOT)),
            Then::Access { access: Access::AllowAll, .. } => Ok(Rules::default()),
            Then::Access { access: Access::Unreachable, .. } => Err(why_unreachable(&result)),
        };
        match is_home {
            true => drop(self.rules.insert(of, rules)),
            false => errand.robots = Some(RobotsErrand::Brought(of, rules)),
        }
        Asked::Prepared { is_request: true }
    }
}

async fn page(
    session: &mut Session,
    errand: &Errand,
    body_limit: u64,
) -> Result<Asked, RecogniseError> {
    let uri = &errand.uri;
    let request = Request { body_limit: Some(body_limit), ..Request::get(uri) };
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

/// Returns the host of a URI; `None` if it has none.
pub(crate) fn host_of(uri: &[u8]) -> Option<String> {
    stodola_uri::host(uri).filter(|host| !host.is_empty()).map(|host| host.into_owned())
}

/// Returns the scheme, host and port of a URI, which have a robots.txt of their own.
fn authority_of(uri: &[u8]) -> String {
    let parts = stodola_uri::parse(uri);
    let text = |part: Option<&[u8]>| String::from_utf8_lossy(part.unwrap_or_default()).into_owned();
    format!("{}://{}:{}", text(parts.scheme), host_of(uri).unwrap_or_default(), text(parts.port))
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
fn why_unreachable(result: &Result<Exchange, Failure>) -> String {
    match result {
        Err(Failure::AddressRefused(address)) => format!(
            "its address {address} is not a public one, and only those are asked; --allow-private allows \
             addresses in your own network"
        ),
        // The problem is not robots.txt: nothing of the host can be fetched.
        Err(failure @ (Failure::Dns(_) | Failure::Tls(_) | Failure::Uri { .. })) => {
            failure.to_string()
        }
        Err(failure) => {
            format!(
                "its robots.txt cannot be reached ({failure}), so nothing may be fetched for now"
            )
        }
        Ok(exchange) => {
            let status = exchange.status.map(|status| status.to_string()).unwrap_or_default();
            format!(
                "its robots.txt cannot be read (status {status}), so nothing may be fetched for now"
            )
        }
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

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::{Arc, Mutex};
    use stodola_fetch::{AddressPolicy, ClientSettings};
    use tokio::io::{AsyncReadExt, AsyncWriteExt};
    use tokio::net::TcpListener;

    type Lines = Arc<Mutex<Vec<String>>>;

    /// A server whose robots.txt leads to another file, and from there to the host `away`. Returns its port and the
    /// hosts and paths of all requests.
    async fn serve() -> (u16, Lines) {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let port = listener.local_addr().unwrap().port();
        let asked = Lines::default();
        let log = Arc::clone(&asked);
        tokio::spawn(async move {
            while let Ok((mut stream, _)) = listener.accept().await {
                let log = Arc::clone(&log);
                tokio::spawn(async move {
                    let mut head = Vec::new();
                    while let Ok(byte) = stream.read_u8().await {
                        head.push(byte);
                        if !head.ends_with(b"\r\n\r\n") {
                            continue;
                        }
                        let text = String::from_utf8(std::mem::take(&mut head)).unwrap();
                        let path = text.split(' ').nth(1).unwrap();
                        let host = text.split("Host: ").nth(1).unwrap();
                        let host = host.split([':', '\r']).next().unwrap();
                        let line = format!("{host} {path}");
                        let (status, body) = match &*line {
                            "home.example /robots.txt" => ("301 Moved\r\nLocation: /rules", ""),
                            "home.example /rules" => {
                                ("301 Moved\r\nLocation: http://away.example:81/rules", "")
                            }
                            "away.example /rules" => ("200 OK", "User-agent: *\nDisallow: /no"),
                            _ => ("200 OK", "a page"),
                        };
                        log.lock().unwrap().push(line);
                        let length = body.len();
                        let answer =
                            format!("HTTP/1.1 {status}\r\nContent-Length: {length}\r\n\r\n{body}");
                        stream.write_all(answer.as_bytes()).await.unwrap();
                    }
                });
            }
        });
        (port, asked)
    }

    #[tokio::test]
    async fn each_step_is_one_request_and_each_host_is_asked_in_its_own_turn() {
        let (port, asked) = serve().await;
        let places = vec![format!("::127.0.0.1:{port}").parse().unwrap()];
        let client = Client::new(ClientSettings {
            connect_to: places,
            addresses: AddressPolicy::AnyButMetadata,
            ..ClientSettings::new("test/1")
        })
        .unwrap();
        let mut links = HashMap::new();
        for (path, last) in [("/yes", "home.example /yes"), ("/no", "")] {
            let uri = format!("http://home.example/{}", &path[1..]).into_bytes();
            let mut errand = Errand { index: 0, uri, redirects: 0, robots: None };
            let mut steps = Vec::new();
            let end = loop {
                let host = host_of(errand.next()).unwrap();
                let link = links.remove(&host).unwrap_or_else(|| HostLink::new(&client));
                let before = asked.lock().unwrap().len();
                let stepped = step(client.clone(), link, 0, errand).await;
                links.insert(host, stepped.link);
                errand = stepped.errand;
                let new = asked.lock().unwrap()[before..].to_vec();
                assert!(new.len() <= 1, "{new:?}");
                steps.extend(new);
                match stepped.asked {
                    Asked::Prepared { .. } => {}
                    end => break end,
                }
            };
            let way = ["home.example /robots.txt", "home.example /rules", "away.example /rules"];
            match last {
                "" => {
                    assert_eq!(steps, [""; 0], "the rules are known");
                    assert!(matches!(end, Asked::Refused(RecogniseError::Forbidden(_))));
                }
                last => {
                    assert_eq!(steps, [&way[..], &[last]].concat());
                    assert!(matches!(end, Asked::Page(_)));
                }
            }
        }
    }

    #[test]
    fn a_host_is_one_host_whatever_its_scheme_and_port() {
        let uris = ["http://a.cz/", "https://a.cz/x", "http://A.cz:81/"];
        let hosts = uris.map(|uri| host_of(uri.as_bytes()));
        assert!(hosts.iter().all(|host| host.as_deref() == Some("a.cz")), "{hosts:?}");
        let authorities = uris.map(|uri| authority_of(uri.as_bytes()));
        assert_eq!(authorities, ["http://a.cz:", "https://a.cz:", "http://a.cz:81"]);
        assert_eq!(host_of(b"mailto:a@b.cz"), None);
    }
}
