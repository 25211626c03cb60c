//! Fetching a `robots.txt`, and what it means if that fails.
//!
//! By RFC 9309, section 2.3: a file that does not exist (400 to 499) allows everything, one that cannot be reached (500
//! to 599, no connection, no time) forbids everything for now. 429 counts as not reached, since it asks to come later.
//! Up to five redirects are followed, also to other hosts; after that, and if a redirect leads nowhere, the file counts
//! as not existing.
//!
//! A file that was truncated, whose coding is broken, or that came as 206 although no part was asked for counts as not
//! reached: the missing part may have a rule that forbids.

use std::io::{BufReader, Read, Seek, SeekFrom};

use stodola_warc::decode::{DecodeOutcome, is_limit_exceeded, payload_reader};

use super::{PARSE_LIMIT, Robots};
use crate::client::Client;
use crate::exchange::{Exchange, Truncated};
use crate::failure::Failure;
use crate::request::Request;
use crate::session::Session;
use crate::target::{Origin, target};

/// Maximum number of redirects that are followed.
const REDIRECTS: usize = 5;

/// Maximum number of bytes of a response: an uncompressed file with chunk framing.
const BODY_LIMIT: u64 = 2 * PARSE_LIMIT as u64;

/// How a `robots.txt` was fetched, and what follows from it.
#[derive(Debug)]
pub struct RobotsAnswer {
    /// Each URI that was requested and the result, for the archive. There is at least one.
    pub steps: Vec<(Vec<u8>, Result<Exchange, Failure>)>,
    /// What a robot may do.
    pub access: Access,
}

/// What a robot may do at a site.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Access {
    /// What the rules of the file allow.
    Rules(Robots),
    /// Everything: there is no file.
    AllowAll,
    /// Nothing for now: the content of the file is unknown. It should be requested again later.
    Unreachable,
}

/// The way to the `robots.txt` of a site, over at most five redirects. Each [step](RobotsTrail::step) is one request,
/// so that the caller decides when the next host is asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RobotsTrail {
    next: Vec<u8>,
    redirects: usize,
}

/// One request on the way to a `robots.txt`.
#[derive(Debug)]
pub struct RobotsStep {
    /// The URI that was asked for.
    pub uri: Vec<u8>,
    /// The result, for the archive.
    pub result: Result<Exchange, Failure>,
    /// What follows from it.
    pub then: Then,
}

/// What follows from one request on the way to a `robots.txt`.
#[derive(Debug)]
pub enum Then {
    /// The way ends here, with this result.
    Access {
        /// What a robot may do.
        access: Access,
        /// The file without its codings, at most one byte more than [`PARSE_LIMIT`]; empty unless there are rules.
        /// [`Robots::parse`] makes the same rules of it.
        text: Vec<u8>,
    },
    /// A redirect has to be followed.
    Follow(RobotsTrail),
}

impl RobotsTrail {
    /// Begins the way to the file that applies to a URI. An error if the URI cannot be fetched.
    pub fn new(uri: &[u8]) -> Result<RobotsTrail, Failure> {
        let Origin { secure, .. } = target(uri)?.origin;
        let scheme = if secure { "https" } else { "http" };
        let authority = target(uri)?.origin.authority();
        let next = format!("{scheme}://{authority}/robots.txt").into_bytes();
        Ok(RobotsTrail { next, redirects: 0 })
    }

    /// The URI of the next step.
    pub fn next(&self) -> &[u8] {
        &self.next
    }

    /// Requests the next URI over a session.
    pub async fn step(self, session: &mut Session) -> RobotsStep {
        let request = Request { body_limit: Some(BODY_LIMIT), ..Request::get(&self.next) };
        let result = session.fetch(&request).await;
        let then = match &result {
            Ok(exchange) => self.meaning(exchange),
            Err(_) => end(Access::Unreachable),
        };
        RobotsStep { uri: self.next, result, then }
    }

    fn meaning(&self, exchange: &Exchange) -> Then {
        match exchange.status {
            // No part was requested, and the content of the rest is unknown.
            Some(206) => end(Access::Unreachable),
            Some(200..=299) => match text(exchange) {
                Some(text) => Then::Access { access: Access::Rules(Robots::parse(&text)), text },
                None => end(Access::Unreachable),
            },
            Some(301 | 302 | 303 | 307 | 308) if self.redirects < REDIRECTS => {
                let location = exchange.field("Location");
                match location.and_then(|location| redirect(&self.next, &location)) {
                    Some(next) => Then::Follow(RobotsTrail { next, redirects: self.redirects + 1 }),
                    None => end(Access::AllowAll),
                }
            }
            Some(429) => end(Access::Unreachable),
            Some(300..=499) => end(Access::AllowAll),
            _ => end(Access::Unreachable),
        }
    }
}

fn end(access: Access) -> Then {
    Then::Access { access, text: Vec::new() }
}

/// Fetches the file that applies to a URI, one step after another.
pub(crate) async fn fetch(client: &Client, session: &mut Session, uri: &[u8]) -> RobotsAnswer {
    let mut steps = Vec::new();
    let (mut trail, origin) = match (RobotsTrail::new(uri), target(uri)) {
        (Ok(trail), Ok(target)) => (trail, target.origin),
        (Err(failure), _) | (_, Err(failure)) => {
            steps.push((uri.to_vec(), Err(failure)));
            return RobotsAnswer { steps, access: Access::Unreachable };
        }
    };
    // Other hosts are asked over another session: the caller's connection stays open.
    let mut elsewhere = client.session();
    loop {
        let is_here = target(trail.next()).is_ok_and(|target| target.origin == origin);
        let session = if is_here { &mut *session } else { &mut elsewhere };
        let RobotsStep { uri, result, then } = trail.step(session).await;
        steps.push((uri, result));
        match then {
            Then::Access { access, .. } => return RobotsAnswer { steps, access },
            Then::Follow(next) => trail = next,
        }
    }
}

/// Returns the file in a response, without its codings. `None` if it is incomplete, or cannot be decoded.
fn text(exchange: &Exchange) -> Option<Vec<u8>> {
    let head = exchange.head()?;
    let mut body = exchange.response.reader();
    body.seek(SeekFrom::Start(exchange.head_length as u64)).ok()?;
    // One byte more shows that there is more, and that the last line is cut.
    let limit = PARSE_LIMIT as u64 + 1;
    let mut text = Vec::new();
    let mut payload = payload_reader(&head, BufReader::new(body), limit);
    match payload.read_to_end(&mut text) {
        // Bytes behind the limit are not read, whatever is wrong with them.
        Err(error) if is_limit_exceeded(&error) => return Some(text),
        Err(_) => return None,
        Ok(_) => (),
    }
    let is_whole = match exchange.truncated {
        None => true,
        Some(Truncated::Length) => text.len() as u64 >= limit,
        Some(Truncated::Time | Truncated::Disconnect | Truncated::Unspecified) => false,
    };
    let is_readable = match payload.transfer_outcome().max(payload.content_outcome()) {
        DecodeOutcome::Identity | DecodeOutcome::Decoded => true,
        // The head declares a coding that the body does not have. The bytes decide whether it can be read.
        DecodeOutcome::Raw | DecodeOutcome::Unsupported => {
            exchange.body_length() == 0 || !Robots::parse(&text).is_empty()
        }
        DecodeOutcome::Truncated | DecodeOutcome::Damaged => exchange.body_length() == 0,
    };
    (is_whole && is_readable).then_some(text)
}

/// Returns the target of a redirect; `None` if it cannot be fetched.
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
    let joined = stodola_uri::without_user_info(stodola_uri::without_fragment(&joined));
    let normal = stodola_uri::normalise(&joined);
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
            ("http://me:secret@b/x", Some("http://b/x")),
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
