//! Tickets: how the groups of a reader come from the app to the replay origin, which has no sessions.
//!
//! The shell puts a ticket into the address of its frame. It can be used once, within a minute. The replay origin
//! answers it with a cookie that names groups and a time, signed with a key that only this process has. Scripts of
//! archived pages cannot read the cookie, and the app does not know it.

use crate::origins::{Origin, OriginPair};
use crate::settings::ServeError;
use crate::state::now;
use data_encoding::BASE64URL_NOPAD;
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;
use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};
use stodola_access::people::SecretText;
use stodola_uri::registrable_domain;

/// How long a ticket can be used.
const TICKET_TIME: Duration = Duration::from_secs(60);
/// So many tickets can be open.
const TICKETS_MAX: usize = 10_000;
/// How long the cookie is good, in seconds.
const COOKIE_SECONDS: i64 = 3600;

/// Gives tickets and takes them.
pub(crate) struct TicketOffice {
    key: SecretText,
    open: Mutex<HashMap<String, (Instant, Vec<String>)>>,
    cookie: &'static str,
    attributes: &'static str,
}

impl TicketOffice {
    pub(crate) fn new(origins: &OriginPair) -> Result<TicketOffice, ServeError> {
        let is_https = origins.replay.as_str().starts_with("https:");
        // The frame is on another site, unless both names belong to one domain.
        let (cookie, attributes) = match (is_same_site(&origins.app, &origins.replay), is_https) {
            (true, true) => ("__Host-groups", "SameSite=Lax; Secure"),
            (true, false) => ("groups", "SameSite=Lax"),
            (false, true) => ("__Host-groups", "SameSite=None; Secure; Partitioned"),
            // Browsers take this machine itself for secure.
            (false, false) => ("groups", "SameSite=None; Secure; Partitioned"),
        };
        Ok(TicketOffice {
            key: SecretText::random()?,
            open: Mutex::new(HashMap::new()),
            cookie,
            attributes,
        })
    }

    /// A new ticket for these groups; `None` if there is no chance to be had.
    pub(crate) fn issue(&self, groups: &[String]) -> Option<String> {
        let ticket = SecretText::random().ok()?.reveal().to_owned();
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        if open.len() >= TICKETS_MAX {
            open.retain(|_, (made, _)| made.elapsed() < TICKET_TIME);
            if open.len() >= TICKETS_MAX {
                open.clear();
            }
        }
        open.insert(ticket.clone(), (Instant::now(), groups.to_vec()));
        Some(ticket)
    }

    /// Takes a ticket, which is worth nothing then. Returns the cookie for it.
    pub(crate) fn redeem(&self, ticket: &str) -> Option<String> {
        let taken = self.open.lock().unwrap_or_else(PoisonError::into_inner).remove(ticket);
        let (_, groups) = taken.filter(|(made, _)| made.elapsed() < TICKET_TIME)?;
        let ends = now().0 + COOKIE_SECONDS;
        let content = serde_json::json!({ "ends": ends, "groups": groups }).to_string();
        let content = BASE64URL_NOPAD.encode(content.as_bytes());
        let mac = BASE64URL_NOPAD.encode(&self.mac(&content)?.finalize().into_bytes());
        let (name, attributes) = (self.cookie, self.attributes);
        Some(format!(
            "{name}={content}.{mac}; Path=/; Max-Age={COOKIE_SECONDS}; HttpOnly; {attributes}"
        ))
    }

    /// The groups that a request names; `None` if it has no cookie of ours that is good.
    pub(crate) fn groups_in(&self, headers: &axum::http::HeaderMap) -> Option<Vec<String>> {
        let (content, mac) = super::cookie(headers, self.cookie)?.split_once('.')?;
        let mac = BASE64URL_NOPAD.decode(mac.as_bytes()).ok()?;
        self.mac(content)?.verify_slice(&mac).ok()?;
        let content = BASE64URL_NOPAD.decode(content.as_bytes()).ok()?;
        let content: serde_json::Value = serde_json::from_slice(&content).ok()?;
        content["ends"].as_i64().filter(|ends| *ends > now().0)?;
        let groups = content["groups"].as_array()?.iter();
        groups.map(|group| group.as_str().map(str::to_owned)).collect()
    }

    fn mac(&self, content: &str) -> Option<Hmac<Sha256>> {
        let mut mac = Hmac::<Sha256>::new_from_slice(self.key.reveal().as_bytes()).ok()?;
        mac.update(content.as_bytes());
        Some(mac)
    }
}

/// Whether browsers take two origins for the same site, so that cookies go into frames.
fn is_same_site(app: &Origin, replay: &Origin) -> bool {
    let domain = registrable_domain(app.host());
    let scheme = |origin: &Origin| origin.as_str().split(':').next().map(str::to_owned);
    domain.is_some() && domain == registrable_domain(replay.host()) && scheme(app) == scheme(replay)
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::http::{HeaderMap, header};

    fn office(app: &str, replay: &str) -> TicketOffice {
        let origin = |url: &str| Origin::parse(url).unwrap();
        TicketOffice::new(&OriginPair { app: origin(app), replay: origin(replay) }).unwrap()
    }

    #[test]
    fn a_ticket_is_good_once_and_its_cookie_cannot_be_changed() {
        let office = office("http://localhost:1", "http://127.0.0.1:2");
        let ticket = office.issue(&["staff".to_owned()]).unwrap();
        let cookie = office.redeem(&ticket).unwrap();
        assert!(cookie.ends_with("HttpOnly; SameSite=None; Secure; Partitioned"), "{cookie}");
        assert!(office.redeem(&ticket).is_none() && office.redeem("").is_none());
        let value = cookie.split(';').next().unwrap();
        let groups = |value: &str, office: &TicketOffice| {
            let mut headers = HeaderMap::new();
            headers.insert(header::COOKIE, value.parse().unwrap());
            office.groups_in(&headers)
        };
        assert_eq!(groups(value, &office), Some(vec!["staff".to_owned()]));
        let (content, mac) = value.strip_prefix("groups=").unwrap().split_once('.').unwrap();
        let other = BASE64URL_NOPAD.encode(br#"{"ends":9999999999,"groups":["admin"]}"#);
        for wrong in [
            format!("groups={other}.{mac}"),
            format!("groups={content}."),
            format!("groups={content}"),
            format!("groups={content}.{}", mac.replace(|it: char| it.is_ascii_digit(), "x")),
        ] {
            assert_eq!(groups(&wrong, &office), None, "{wrong}");
        }
        // Another process has another key.
        assert_eq!(
            groups(value, &super::tests::office("http://localhost:1", "http://127.0.0.1:2")),
            None
        );
    }

    #[test]
    fn cookies_in_frames_suit_the_names() {
        for (app, replay, expected) in [
            ("https://a.archive.cz", "https://r.archive.cz", "SameSite=Lax; Secure"),
            ("https://archive.cz", "https://replay.cz", "SameSite=None; Secure; Partitioned"),
            ("http://archive.cz", "https://r.archive.cz", "SameSite=None; Secure; Partitioned"),
        ] {
            assert_eq!(office(app, replay).attributes, expected, "{app} {replay}");
        }
    }
}
