//! Cookies by RFC 6265bis: what servers ask to be sent back, and to whom it is sent.
//!
//! [`CookieJar`] holds them in memory, within bounds: when there are too many of one domain or in all, those that have
//! not been sent for longest make room, those that stand for a log-in last. A jar knows no clock; callers give the time
//! in seconds since 1970. `SameSite` is ignored, because a harvest is on no site, and so is `HttpOnly`, because it runs
//! no scripts.

mod date;
mod file;
mod set_cookie;

use std::collections::BTreeMap;

use crate::target::{address, target};
pub use file::CookieFileError;
use set_cookie::SetCookie;

/// Maximum number of cookies of one domain, and of all.
const PER_DOMAIN: usize = 180;
const IN_ALL: usize = 20_000;
/// Maximum number of bytes of the field that is sent.
const FIELD_MAX: usize = 16 << 10;
/// Longest life of a cookie in seconds: 400 days.
const LIFE_MAX: u64 = 400 * 24 * 3600;

/// A cookie.
#[derive(Clone, PartialEq, Eq)]
pub struct Cookie {
    /// Name; may be empty.
    pub name: String,
    /// Value.
    pub value: String,
    /// Host in lower case, or the domain whose hosts all get the cookie.
    pub domain: String,
    /// Whether only this host gets it, not those below its name.
    pub is_host_only: bool,
    /// Path below which it is sent.
    pub path: String,
    /// Whether it is sent over encrypted connections only.
    pub is_secure: bool,
    /// Time in seconds since 1970 at which it ends; `None` if it ends with the session.
    pub expires: Option<u64>,
    /// Whether it stands for a log-in: it came from a file of the operator, or with the answer to a log-in.
    pub is_credential: bool,
}

impl std::fmt::Debug for Cookie {
    /// Without the value, which may be a secret.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Cookie({} of {}{})", self.name, self.domain, self.path)
    }
}

/// Cookies of many domains.
#[derive(Debug, Default)]
pub struct CookieJar {
    /// By registrable domain, or by host if it has none.
    domains: BTreeMap<String, Vec<Kept>>,
    count: usize,
    /// Counts changes and uses, for the order in which cookies are sent and make room.
    clock: u64,
}

#[derive(Debug)]
struct Kept {
    cookie: Cookie,
    created: u64,
    used: u64,
}

/// The cookies for one request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CookieField {
    /// Value of the field `Cookie`.
    pub value: String,
    /// Whether one of them stands for a log-in.
    pub is_credential: bool,
}

/// Host, path and scheme of a URI, as far as cookies know them.
struct Place<'u> {
    host: String,
    path: &'u str,
    is_secure: bool,
}

impl<'u> Place<'u> {
    fn of(uri: &'u [u8]) -> Option<Place<'u>> {
        let target = target(uri).ok()?;
        let host = target.origin.host.trim_end_matches('.').to_owned();
        let path = std::str::from_utf8(target.path).ok()?;
        is_host(&host).then_some(Place { host, path, is_secure: target.origin.secure })
    }
}

impl CookieJar {
    /// Number of cookies.
    pub fn len(&self) -> usize {
        self.count
    }

    /// Whether there is no cookie.
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// Takes a `Set-Cookie` field of the answer to a request for `uri`. What is not allowed is ignored; whether
    /// something was changed is returned. With `is_login` the cookie stands for a log-in.
    pub fn set(&mut self, uri: &[u8], field: &[u8], is_login: bool, now: u64) -> bool {
        let (Some(place), Some(set)) = (Place::of(uri), SetCookie::parse(field)) else {
            return false;
        };
        let Some(mut cookie) = admitted(&place, set, now) else { return false };
        cookie.is_credential = is_login;
        if !place.is_secure && self.would_hide_secure(&cookie) {
            return false;
        }
        self.put(cookie, now)
    }

    /// Adds a cookie as it is, for example from a file. It replaces one with the same name, domain and path; one that
    /// has ended only removes that. Returns whether something was changed.
    pub fn put(&mut self, cookie: Cookie, now: u64) -> bool {
        self.clock += 1;
        let clock = self.clock;
        let key = key(&cookie.domain);
        let kept = self.domains.entry(key.clone()).or_default();
        let same = kept.iter().position(|it| {
            let other = &it.cookie;
            (&other.name, &other.domain, &other.path, other.is_host_only)
                == (&cookie.name, &cookie.domain, &cookie.path, cookie.is_host_only)
        });
        let is_over = cookie.expires.is_some_and(|expires| expires <= now);
        let is_changed = match (same, is_over) {
            (Some(at), true) => {
                kept.remove(at);
                self.count -= 1;
                true
            }
            (Some(at), false) => {
                // What stands for a log-in still does when the server renews it.
                let is_credential = cookie.is_credential || kept[at].cookie.is_credential;
                let cookie = Cookie { is_credential, ..cookie };
                let before = std::mem::replace(&mut kept[at].cookie, cookie);
                kept[at].used = clock;
                before != kept[at].cookie
            }
            (None, true) => false,
            (None, false) => {
                kept.push(Kept { cookie, created: clock, used: clock });
                self.count += 1;
                true
            }
        };
        if kept.len() > PER_DOMAIN {
            self.count -= make_room(kept, now);
        }
        if self.domains.get(&key).is_some_and(Vec::is_empty) {
            self.domains.remove(&key);
        }
        if self.count > IN_ALL {
            self.shrink(now);
        }
        is_changed
    }

    /// Returns the cookies for a request; `None` if there are none.
    pub fn field(&mut self, uri: &[u8], now: u64) -> Option<CookieField> {
        let place = Place::of(uri)?;
        self.clock += 1;
        let clock = self.clock;
        let kept = self.domains.get_mut(&key(&place.host))?;
        let mut fitting: Vec<&mut Kept> =
            kept.iter_mut().filter(|it| is_for(&it.cookie, &place, now)).collect();
        fitting.sort_by_key(|it| (std::cmp::Reverse(it.cookie.path.len()), it.created));
        let mut field = CookieField { value: String::new(), is_credential: false };
        for kept in fitting {
            let Cookie { name, value, is_credential, .. } = &kept.cookie;
            if field.value.len() + name.len() + value.len() + 3 > FIELD_MAX {
                break;
            }
            if !field.value.is_empty() {
                field.value.push_str("; ");
            }
            if !name.is_empty() {
                field.value.push_str(name);
                field.value.push('=');
            }
            field.value.push_str(value);
            field.is_credential |= is_credential;
            kept.used = clock;
        }
        (!field.value.is_empty()).then_some(field)
    }

    /// Whether there is a cookie with this name for a request.
    pub fn has(&self, uri: &[u8], name: &str, now: u64) -> bool {
        let Some(place) = Place::of(uri) else { return false };
        let kept = self.domains.get(&key(&place.host)).into_iter().flatten();
        kept.map(|it| &it.cookie).any(|it| it.name == name && is_for(it, &place, now))
    }

    /// All cookies that have not ended.
    pub fn iter(&self, now: u64) -> impl Iterator<Item = &Cookie> {
        let all = self.domains.values().flatten().map(|it| &it.cookie);
        all.filter(move |it| it.expires.is_none_or(|expires| expires > now))
    }

    /// Whether a cookie from an insecure place would be sent instead of a secure one (RFC 6265bis, section 5.7, 15).
    fn would_hide_secure(&self, cookie: &Cookie) -> bool {
        let kept = self.domains.get(&key(&cookie.domain)).into_iter().flatten();
        kept.map(|it| &it.cookie).any(|other| {
            other.is_secure
                && other.name == cookie.name
                && (domain_matches(&other.domain, &cookie.domain)
                    || domain_matches(&cookie.domain, &other.domain))
                && path_matches(&cookie.path, &other.path)
        })
    }

    /// Removes what has ended, and then those that were not used for longest. Those that stand for a log-in go last:
    /// other servers must not be able to push them out.
    fn shrink(&mut self, now: u64) {
        let all = || self.domains.values().flatten();
        let spares_logins = all().any(|it| !it.cookie.is_credential);
        let is_spared = |it: &Kept| spares_logins && it.cookie.is_credential;
        let mut used: Vec<u64> = all().filter(|it| !is_spared(it)).map(|it| it.used).collect();
        used.sort_unstable();
        // A tenth at once, so that this is rare.
        let oldest = used[used.len() / 10];
        for kept in self.domains.values_mut() {
            kept.retain(|it| {
                (it.used > oldest || is_spared(it))
                    && it.cookie.expires.is_none_or(|expires| expires > now)
            });
        }
        self.domains.retain(|_, kept| !kept.is_empty());
        self.count = self.domains.values().map(Vec::len).sum();
    }
}

/// Removes what has ended, otherwise the cookie that was not used for longest, log-ins last. Returns how many.
fn make_room(kept: &mut Vec<Kept>, now: u64) -> usize {
    let before = kept.len();
    kept.retain(|it| it.cookie.expires.is_none_or(|expires| expires > now));
    if kept.len() == before
        && let Some(oldest) =
            kept.iter().enumerate().min_by_key(|(_, it)| (it.cookie.is_credential, it.used))
    {
        let oldest = oldest.0;
        kept.remove(oldest);
    }
    before - kept.len()
}

/// The domain under which cookies of a host are kept together.
fn key(host: &str) -> String {
    stodola_uri::registrable_domain(host).unwrap_or(host).to_owned()
}

/// Returns the cookie that a server may set; `None` if it may not (RFC 6265bis, section 5.7).
fn admitted(place: &Place<'_>, set: SetCookie, now: u64) -> Option<Cookie> {
    let (domain, is_host_only) = match set.domain.as_deref() {
        None | Some("") => (place.host.clone(), true),
        // All hosts of a public suffix belong to different people.
        Some(domain) if is_public_suffix(domain) => {
            if domain != place.host {
                return None;
            }
            (place.host.clone(), true)
        }
        Some(domain) if domain_matches(&place.host, domain) => (domain.to_owned(), false),
        Some(_) => return None,
    };
    let path = match set.path {
        Some(path) if path.starts_with('/') => path,
        _ => default_path(place.path).to_owned(),
    };
    if set.is_secure && !place.is_secure {
        return None;
    }
    let starts = |prefix: &str| {
        set.name.get(..prefix.len()).is_some_and(|start| start.eq_ignore_ascii_case(prefix))
    };
    if starts("__Secure-") && !set.is_secure {
        return None;
    }
    if starts("__Host-") && !(set.is_secure && is_host_only && path == "/") {
        return None;
    }
    let expires = match set.max_age {
        Some(age) if age <= 0 => Some(0),
        Some(age) => Some(now.saturating_add((age as u64).min(LIFE_MAX))),
        None => set.expires.map(|time| time.min(now.saturating_add(LIFE_MAX))),
    };
    Some(Cookie {
        name: set.name,
        value: set.value,
        domain,
        is_host_only,
        path,
        is_secure: set.is_secure,
        expires,
        is_credential: false,
    })
}

/// Whether a name has no registrable domain: it is a public suffix, or a single label.
fn is_public_suffix(domain: &str) -> bool {
    !is_address(domain) && stodola_uri::registrable_domain(domain).is_none()
}

/// Whether a text can be the host of a URI, in lower case.
fn is_host(text: &str) -> bool {
    target(format!("http://{text}/").as_bytes()).is_ok_and(|target| target.origin.host == text)
}

fn is_address(host: &str) -> bool {
    matches!(address(host), Ok(Some(_)) | Err(_))
}

/// Whether a host is a domain or below it.
fn domain_matches(host: &str, domain: &str) -> bool {
    host == domain
        || (!is_address(host) && host.strip_suffix(domain).is_some_and(|rest| rest.ends_with('.')))
}

fn path_matches(path: &str, wanted: &str) -> bool {
    path.strip_prefix(wanted)
        .is_some_and(|rest| rest.is_empty() || wanted.ends_with('/') || rest.starts_with('/'))
}

fn default_path(path: &str) -> &str {
    match path.rfind('/') {
        Some(at) if at > 0 && path.starts_with('/') => &path[..at],
        _ => "/",
    }
}

fn is_for(cookie: &Cookie, place: &Place<'_>, now: u64) -> bool {
    let has_host = match cookie.is_host_only {
        true => cookie.domain == place.host,
        false => domain_matches(&place.host, &cookie.domain),
    };
    has_host
        && path_matches(place.path, &cookie.path)
        && (place.is_secure || !cookie.is_secure)
        && cookie.expires.is_none_or(|expires| expires > now)
}

#[cfg(test)]
mod tests;
