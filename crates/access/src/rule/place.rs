//! Which addresses a rule is for.

use super::RuleTextError;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;
use stodola_uri::surt;

/// Which addresses a rule is for, by their keys (SURT).
///
/// | written by people | kept as | addresses |
/// |---|---|---|
/// | `*` | `surt:` | all |
/// | `*.example.cz` | `domain:cz,example` | of the host and of all hosts below it |
/// | `example.cz`, `example.cz:8080` | `host:cz,example` | of the host; without a port, of all its ports |
/// | `http://example.cz/a/*` | `surt:cz,example)/a` | whose key begins so |
/// | `http://example.cz/a` | `exact:cz,example)/a` | with just that key |
///
/// Keys know neither scheme nor `www.`. What is kept can be given as well.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum RulePlace {
    /// Keys that begin so.
    Prefix(String),
    /// Keys of a host and of those below it.
    Domain(String),
    /// Keys of a host.
    Host(String),
    /// One key.
    Exact(String),
}

impl RulePlace {
    /// All addresses.
    pub fn everything() -> RulePlace {
        RulePlace::Prefix(String::new())
    }

    /// The beginning that all its keys have in common.
    pub fn key(&self) -> &str {
        match self {
            RulePlace::Prefix(key)
            | RulePlace::Domain(key)
            | RulePlace::Host(key)
            | RulePlace::Exact(key) => key,
        }
    }

    /// The place as people write it. Parsed, it is the same place again.
    pub fn as_written(&self) -> String {
        let key = self.key();
        let (host, rest) = key.split_once(')').unwrap_or((key, ""));
        let (labels, port) = match host.split_once(':') {
            Some((labels, port)) => (labels, format!(":{port}")),
            None => (host, String::new()),
        };
        let name = labels.split(',').rev().collect::<Vec<_>>().join(".");
        let text = match self {
            RulePlace::Prefix(key) if key.is_empty() => "*".to_owned(),
            RulePlace::Prefix(_) => format!("http://{name}{port}{rest}*"),
            RulePlace::Domain(_) => format!("*.{name}"),
            RulePlace::Host(_) => format!("{name}{port}"),
            RulePlace::Exact(_) => format!("http://{name}{port}{rest}"),
        };
        // Beginnings of keys that are no address stay as they are kept.
        if text.parse().as_ref() == Ok(self) { text } else { self.to_string() }
    }

    /// Which of two places with the same bytes is the more specific one.
    pub(crate) fn rank(&self) -> u8 {
        match self {
            RulePlace::Prefix(_) => 0,
            RulePlace::Domain(_) => 1,
            RulePlace::Host(_) => 2,
            RulePlace::Exact(_) => 3,
        }
    }

    /// Whether an address with that key belongs to it.
    pub fn contains(&self, key: &[u8]) -> bool {
        key.starts_with(self.key().as_bytes()) && self.fits(key)
    }

    /// Whether a key that begins with the bytes of the place belongs to it.
    pub(crate) fn fits(&self, key: &[u8]) -> bool {
        let next = key.get(self.key().len());
        match self {
            RulePlace::Prefix(_) => true,
            RulePlace::Domain(_) => matches!(next, Some(b')' | b',' | b':')),
            // A host with a port goes on behind it.
            RulePlace::Host(host) => match host.contains(':') {
                true => matches!(next, Some(b')')),
                false => matches!(next, Some(b')' | b':')),
            },
            RulePlace::Exact(_) => next.is_none(),
        }
    }

    /// Of a URI with its path: its key.
    fn key_of(uri: &str) -> Option<String> {
        String::from_utf8(surt(uri.replace(' ', "%20").as_bytes())).ok()
    }

    /// Of a host, perhaps with a port: the part of its key before the parenthesis.
    fn host_key(host: &str) -> Option<String> {
        let is_name = |it: char| it.is_alphanumeric() || ".-_:[]".contains(it);
        if host.is_empty() || !host.chars().all(is_name) {
            return None;
        }
        let key = RulePlace::key_of(&format!("http://{host}/"))?;
        Some(key.strip_suffix(")/")?.to_owned()).filter(|it| !it.is_empty() && !it.contains(')'))
    }

    fn read(text: &str) -> Option<RulePlace> {
        let plain = |key: &str| {
            let is_plain = key.bytes().all(|byte| byte.is_ascii_graphic());
            is_plain.then(|| key.to_owned())
        };
        if let Some(key) = text.strip_prefix("surt:") {
            return plain(key).map(RulePlace::Prefix);
        }
        if let Some(key) = text.strip_prefix("exact:") {
            return plain(key).map(RulePlace::Exact);
        }
        let without_path = |key: &str| plain(key).filter(|it| !it.is_empty() && !it.contains(')'));
        if let Some(key) = text.strip_prefix("host:") {
            return without_path(key).map(RulePlace::Host);
        }
        if let Some(key) = text.strip_prefix("domain:") {
            return without_path(key).map(RulePlace::Domain);
        }
        if text == "*" {
            return Some(RulePlace::everything());
        }
        if let Some(host) = text.strip_prefix("*.") {
            return RulePlace::host_key(host).filter(|it| !it.contains(':')).map(RulePlace::Domain);
        }
        if !text.contains("://") && !text.contains('/') {
            return RulePlace::host_key(text).map(RulePlace::Host);
        }
        match text.strip_suffix('*') {
            Some(start) => RulePlace::key_of(start).map(RulePlace::Prefix),
            None => RulePlace::key_of(text).map(RulePlace::Exact),
        }
    }
}

impl FromStr for RulePlace {
    type Err = RuleTextError;

    fn from_str(text: &str) -> Result<RulePlace, RuleTextError> {
        let text = text.trim();
        let place = RulePlace::read(text).filter(|_| !text.is_empty());
        place.ok_or_else(|| RuleTextError::new("address, host or domain", text))
    }
}

impl fmt::Display for RulePlace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kind = match self {
            RulePlace::Prefix(_) => "surt",
            RulePlace::Domain(_) => "domain",
            RulePlace::Host(_) => "host",
            RulePlace::Exact(_) => "exact",
        };
        write!(f, "{kind}:{}", self.key())
    }
}

impl From<RulePlace> for String {
    fn from(place: RulePlace) -> String {
        place.to_string()
    }
}

impl TryFrom<String> for RulePlace {
    type Error = RuleTextError;

    fn try_from(text: String) -> Result<RulePlace, RuleTextError> {
        text.parse()
    }
}

#[cfg(test)]
mod tests {
    use super::RulePlace;

    #[test]
    fn places_are_read_and_kept() {
        for (text, kept) in [
            ("*", Some("surt:")),
            ("*.Example.cz", Some("domain:cz,example")),
            ("*.cz", Some("domain:cz")),
            ("www.example.cz", Some("host:cz,example")),
            ("example.cz:8080", Some("host:cz,example:8080")),
            ("háčky.cz", Some("host:cz,xn--hky-ela4t")),
            ("192.0.2.7", Some("host:7,2,0,192")),
            ("http://example.cz/a/*", Some("surt:cz,example)/a")),
            ("http://example.cz/*", Some("surt:cz,example)/")),
            ("https://www.example.cz/A?b=2&a=1", Some("exact:cz,example)/a?a=1&b=2")),
            ("example.cz/a", Some("exact:cz,example)/a")),
            ("http://example.cz/a b", Some("exact:cz,example)/a%20b")),
            ("surt:cz,", Some("surt:cz,")),
            ("exact:cz,example)/", Some("exact:cz,example)/")),
            ("", None),
            ("host:", None),
            ("host:cz,example)/", None),
            ("surt:cz,ž", None),
            ("*.example.cz:80/x", None),
            ("a b.cz", None),
        ] {
            let place = text.parse::<RulePlace>().ok();
            assert_eq!(place.as_ref().map(|it| it.to_string()).as_deref(), kept, "{text}");
            if let Some(place) = place {
                assert_eq!(place.to_string().parse().as_ref(), Ok(&place));
                assert_eq!(place.as_written().parse(), Ok(place));
            }
        }
    }

    #[test]
    fn places_are_shown_as_they_are_written() {
        for text in [
            "*",
            "*.example.cz",
            "example.cz",
            "example.cz:8080",
            "192.0.2.7",
            "http://example.cz/*",
            "http://example.cz:8080/a*",
            "http://example.cz/a?b=1",
            "surt:cz,",
        ] {
            assert_eq!(text.parse::<RulePlace>().unwrap().as_written(), text);
        }
    }

    #[test]
    fn keys_belong_to_places() {
        for (place, key, fits) in [
            ("*.a.cz", "cz,a)/", true),
            ("*.a.cz", "cz,a,b)/", true),
            ("*.a.cz", "cz,a:8080)/", true),
            ("*.a.cz", "cz,ab)/", false),
            ("a.cz", "cz,a)/x", true),
            ("a.cz", "cz,a:8080)/x", true),
            ("a.cz:8080", "cz,a:8080)/x", true),
            ("a.cz:8080", "cz,a:80800)/x", false),
            ("a.cz", "cz,a,b)/x", false),
            ("http://a.cz/x", "cz,a)/x", true),
            ("http://a.cz/x", "cz,a)/xy", false),
            ("http://a.cz/x*", "cz,a)/xy", true),
        ] {
            let place: RulePlace = place.parse().unwrap();
            let begins = key.starts_with(place.key());
            assert_eq!(begins && place.fits(key.as_bytes()), fits, "{place} {key}");
        }
    }
}
