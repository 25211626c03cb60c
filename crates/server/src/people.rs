//! The people of the archive, as far as HTTP needs them: cookies, limits, tickets for the replay origin.

mod rate;
mod tickets;

pub(crate) use rate::RateLimit;
pub(crate) use tickets::TicketOffice;

use crate::origins::OriginPair;
use crate::reader::Reader;
use crate::replay::TICKET_PATH;
use crate::settings::{ReadingPolicy, ServeError};
use crate::state::Shared;
use axum::http::{HeaderMap, HeaderValue, header};
use metrics::{Counter, counter};
use std::path::Path;
use stodola_access::people::{IDLE_MAX, LivePeople, SecretText};
use stodola_app::cdx::form_encoded;
use tokio::sync::Semaphore;

/// So many passwords are compared at a time: each takes 19 MiB and a processor.
const PASSWORDS_AT_A_TIME: usize = 2;

/// What requests need about people.
pub(crate) struct PeopleDesk {
    /// The store.
    pub(crate) store: LivePeople,
    /// Places for comparing passwords.
    pub(crate) passwords: Semaphore,
    /// How often one network may try to sign in.
    pub(crate) sign_ins: RateLimit,
    /// How often one network may ask the API.
    pub(crate) calls: RateLimit,
    /// Tickets for the replay origin.
    pub(crate) tickets: TicketOffice,
    /// Comparisons of passwords. The same number for every attempt, whoever it is.
    pub(crate) compared: Counter,
    is_https: bool,
}

impl PeopleDesk {
    pub(crate) fn new(archive: &Path, origins: &OriginPair) -> Result<PeopleDesk, ServeError> {
        Ok(PeopleDesk {
            store: LivePeople::of_archive(archive),
            passwords: Semaphore::new(PASSWORDS_AT_A_TIME),
            // Twenty at once, then one every three seconds.
            sign_ins: RateLimit::new(20.0, 1.0 / 3.0),
            calls: RateLimit::new(1000.0, 100.0),
            tickets: TicketOffice::new(origins)?,
            compared: counter!("stodola_password_comparisons_total"),
            is_https: origins.app.as_str().starts_with("https:"),
        })
    }

    /// The name of the cookie of sessions. With `__Host-` a browser takes it from this very host over TLS only.
    fn cookie_name(&self) -> &'static str {
        if self.is_https { "__Host-session" } else { "session" }
    }

    /// The secret of the session that a request belongs to.
    pub(crate) fn session_in(&self, headers: &HeaderMap) -> Option<String> {
        cookie(headers, self.cookie_name()).map(str::to_owned)
    }

    /// The cookie that begins a session or changes its secret.
    pub(crate) fn session_cookie(&self, secret: &SecretText) -> Option<HeaderValue> {
        self.set_cookie(secret.reveal(), IDLE_MAX)
    }

    /// The cookie that ends a session.
    pub(crate) fn no_session_cookie(&self) -> Option<HeaderValue> {
        self.set_cookie("", 0)
    }

    fn set_cookie(&self, value: &str, age: i64) -> Option<HeaderValue> {
        let secure = if self.is_https { "; Secure" } else { "" };
        let name = self.cookie_name();
        let cookie =
            format!("{name}={value}; Path=/; Max-Age={age}; HttpOnly; SameSite=Lax{secure}");
        let mut cookie = HeaderValue::try_from(cookie).ok()?;
        cookie.set_sensitive(true);
        Some(cookie)
    }

    /// The address for the frame of a replayed page. Whoever may see more than the public gets there over a ticket.
    pub(crate) fn framed(&self, shared: &Shared, reader: &Reader, url: String) -> String {
        let is_public = reader.groups.is_empty() && shared.reading == ReadingPolicy::Open;
        let replay = shared.origins.replay.as_str();
        match url.strip_prefix(replay).filter(|_| !is_public) {
            None => url,
            Some(path) => match self.tickets.issue(&reader.groups) {
                None => url.clone(),
                Some(ticket) => {
                    format!("{replay}{TICKET_PATH}?ticket={ticket}&to={}", form_encoded(path))
                }
            },
        }
    }
}

/// The value of a cookie.
pub(crate) fn cookie<'h>(headers: &'h HeaderMap, name: &str) -> Option<&'h str> {
    let cookies =
        headers.get_all(header::COOKIE).into_iter().filter_map(|value| value.to_str().ok());
    let mut pairs =
        cookies.flat_map(|value| value.split(';')).filter_map(|it| it.trim().split_once('='));
    pairs.find(|(known, _)| *known == name).map(|(_, value)| value)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::origins::Origin;

    #[test]
    fn cookies_are_for_this_host_alone_where_there_is_tls() {
        for (app, name, end) in [
            ("https://a.cz", "__Host-session", "; HttpOnly; SameSite=Lax; Secure"),
            ("http://localhost:8080", "session", "; HttpOnly; SameSite=Lax"),
        ] {
            let origin = |url: &str| Origin::parse(url).unwrap();
            let origins = OriginPair { app: origin(app), replay: origin("https://r.b.cz") };
            let desk = PeopleDesk::new(Path::new("nowhere"), &origins).unwrap();
            let secret = SecretText::random().unwrap();
            let cookie = desk.session_cookie(&secret).unwrap();
            assert!(cookie.is_sensitive());
            let cookie = cookie.to_str().unwrap().to_owned();
            assert!(
                cookie.starts_with(&format!("{name}={}; Path=/; ", secret.reveal())),
                "{cookie}"
            );
            assert!(cookie.ends_with(end) && !cookie.contains("Domain"), "{cookie}");
            let mut headers = HeaderMap::new();
            headers.insert(header::COOKIE, format!("a=b; {name}=x").parse().unwrap());
            assert_eq!(desk.session_in(&headers), Some("x".to_owned()));
        }
    }
}
