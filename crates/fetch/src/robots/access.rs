//! Fetching a `robots.txt`, and what it means if that does not go well.
//!
//! By RFC 9309, section 2.3: what is not there (400 to 499) allows everything, what cannot be
//! reached (500 to 599, no connection, no time) forbids everything for now. 429 is taken for the
//! second, since it asks to come later. Redirects are followed five times, to other hosts too;
//! after that, and where a redirect leads nowhere, the file is taken as not there.
//!
//! A file that came only in part still speaks: the rules that came are kept, without the last line,
//! which may be cut. If none came, it counts as not reached.

use std::io::{BufReader, Read, Seek, SeekFrom};
use std::time::Duration;

use stodola_warc::decode::payload_reader;

use super::{PARSE_LIMIT, Robots, without_last_line};
use crate::client::Client;
use crate::exchange::{Exchange, Truncated};
use crate::failure::Failure;
use crate::request::Request;
use crate::session::Session;
use crate::target::target;

/// How many redirects are followed.
const REDIRECTS: usize = 5;

/// Bytes of a response that are taken: a file that is not compressed, and chunk framing.
const BODY_LIMIT: u64 = 2 * PARSE_LIMIT as u64;

/// How a `robots.txt` was fetched, and what follows from it.
#[derive(Debug)]
pub struct RobotsAnswer {
    /// Each URI that was asked for and what came of it, for the archive. There is at least one.
    pub steps: Vec<(Vec<u8>, Result<Exchange, Failure>)>,
    /// What a robot may do.
    pub access: Access,
}

/// What a robot may do at a site.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Access {
    /// What the file says.
    Rules(Robots),
    /// Everything: there is no file.
    AllowAll,
    /// Nothing for now: nobody knows what the file says. It should be asked for again later.
    Unreachable,
}

/// What one response means.
enum Step {
    Final(Access),
    Redirect(Vec<u8>),
}

/// Fetches the file that speaks for a URI.
pub(crate) async fn fetch(
    client: &Client,
    session: &mut Session,
    uri: &[u8],
    pause: &(dyn Fn() -> Duration + Send + Sync),
) -> RobotsAnswer {
    let mut steps = Vec::new();
    let origin = match target(uri) {
        Ok(target) => target.origin,
        Err(failure) => {
            steps.push((uri.to_vec(), Err(failure)));
            return RobotsAnswer { steps, access: Access::Unreachable };
        }
    };
    let scheme = if origin.secure { "https" } else { "http" };
    let mut next = format!("{scheme}://{}/robots.txt", origin.authority()).into_bytes();
    // Other hosts are asked over a session of their own: the caller's connection stays open.
    let mut elsewhere = client.session();
    loop {
        let here = target(&next).is_ok_and(|target| target.origin == origin);
        let session = if here { &mut *session } else { &mut elsewhere };
        let request = Request { body_limit: Some(BODY_LIMIT), ..Request::get(&next) };
        let result = session.fetch(&request).await;
        let step = match &result {
            Ok(exchange) => meaning(exchange, &next),
            Err(_) => Step::Final(Access::Unreachable),
        };
        steps.push((next, result));
        match step {
            Step::Final(access) => return RobotsAnswer { steps, access },
            Step::Redirect(_) if steps.len() > REDIRECTS => {
                return RobotsAnswer { steps, access: Access::AllowAll };
            }
            Step::Redirect(to) => next = to,
        }
        let pause = pause();
        if !pause.is_zero() {
            tokio::time::sleep(pause).await;
        }
    }
}

fn meaning(exchange: &Exchange, uri: &[u8]) -> Step {
    let access = match exchange.status {
        Some(200..=299) => rules(exchange),
        Some(301 | 302 | 303 | 307 | 308) => {
            let location = exchange.field("Location");
            match location.and_then(|location| redirect(uri, &location)) {
                Some(to) => return Step::Redirect(to),
                None => Access::AllowAll,
            }
        }
        Some(429) => Access::Unreachable,
        Some(300..=499) => Access::AllowAll,
        _ => Access::Unreachable,
    };
    Step::Final(access)
}

/// The rules in a response.
fn rules(exchange: &Exchange) -> Access {
    let Some(head) = exchange.head() else { return Access::Unreachable };
    let mut body = exchange.response.reader();
    if body.seek(SeekFrom::Start(exchange.head_length as u64)).is_err() {
        return Access::Unreachable;
    }
    // One byte more shows that there is more, and that the last line is cut.
    let limit = PARSE_LIMIT as u64 + 1;
    let mut text = Vec::new();
    // A body that decodes into more, or not to its end, is good for what came of it.
    let _ = payload_reader(&head, BufReader::new(body), limit).read_to_end(&mut text);
    match exchange.truncated {
        None => Access::Rules(Robots::parse(&text)),
        Some(Truncated::Length) if text.len() as u64 >= limit => {
            Access::Rules(Robots::parse(&text))
        }
        Some(_) => {
            let robots = Robots::parse(without_last_line(&text));
            if robots.is_empty() { Access::Unreachable } else { Access::Rules(robots) }
        }
    }
}

/// Where a redirect leads, if to something that can be fetched.
pub(crate) fn redirect(base: &[u8], location: &[u8]) -> Option<Vec<u8>> {
    let location = location.trim_ascii();
    let base = stodola_uri::parse(base);
    let (scheme, host) = (base.scheme?, base.host?);
    let port = base.port.map(|port| [b":", port].concat()).unwrap_or_default();
    let root = [scheme, b"://", host, &port].concat();
    let parts = stodola_uri::parse(location);
    let joined = if parts.scheme.is_some() {
        location.to_vec()
    } else if parts.host.is_some() {
        [scheme, b":", location].concat()
    } else if location.starts_with(b"/") {
        [&root, location].concat()
    } else if location.is_empty() || location[0] == b'#' {
        return None; // leads back to itself
    } else if location[0] == b'?' {
        [&root, base.path, location].concat()
    } else {
        let folder = memchr::memrchr(b'/', base.path).map_or(0, |slash| slash + 1);
        [&root, &base.path[..folder], location].concat()
    };
    let normal = stodola_uri::normalise(stodola_uri::without_fragment(&joined));
    target(&normal).is_ok().then_some(normal)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn redirects_are_joined() {
        let table = [
            ("http://b/x", Some("http://b/x")),
            ("HTTPS://B", Some("https://b/")),
            ("//b/x", Some("http://b/x")),
            ("/x/../y#z", Some("http://a:81/y")),
            ("x", Some("http://a:81/d/x")),
            ("../x", Some("http://a:81/x")),
            ("?q", Some("http://a:81/d/robots.txt?q")),
            (" /a b ", Some("http://a:81/a%20b")),
            ("", None),
            ("#x", None),
            ("ftp://b/", None),
            ("javascript:alert(1)", None),
            ("http://", None),
            ("http://1.2.3.4.5/", None),
        ];
        for (location, expected) in table {
            let found = redirect(b"http://a:81/d/robots.txt", location.as_bytes());
            let found = found.map(|uri| String::from_utf8_lossy(&uri).into_owned());
            assert_eq!(found.as_deref(), expected, "{location}");
        }
    }
}
