//! Hosts at other addresses than DNS says, in the syntax of curl's `--connect-to`.

use std::net::{IpAddr, Ipv6Addr};
use std::str::FromStr;

/// `HOST:PORT:ADDRESS:PORT`: connections to this host and port go to the second address and port instead.
///
/// The request stays the same, with the first host in `Host` and in TLS. An empty host or port, or `*`, matches all; an
/// empty address or port is not changed. IPv6 addresses stand in brackets.
///
/// An address in such a rule may be connected to even if the [`AddressPolicy`](crate::AddressPolicy) refuses it: the
/// person who configured the client named it.
///
/// ```
/// use stodola_fetch::ConnectTo;
///
/// let all: ConnectTo = "::127.0.0.1:8080".parse()?;
/// assert_eq!(all.to_string(), "::127.0.0.1:8080");
/// # Ok::<(), stodola_fetch::ConnectToError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConnectTo {
    host: Option<String>,
    port: Option<u16>,
    to_host: Option<Place>,
    to_port: Option<u16>,
}

/// Where to connect to instead.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Place {
    Address(IpAddr),
    /// A name: resolved like any other, and subject to the policy.
    Name(String),
}

/// Error: a text that is not a [`ConnectTo`].
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("\"{text}\" is not HOST:PORT:ADDRESS:PORT: {reason}")]
pub struct ConnectToError {
    /// The text that was given.
    pub text: String,
    /// What is wrong with it.
    pub reason: &'static str,
}

impl ConnectTo {
    /// Whether the rule is for this host, at whatever port.
    pub(crate) fn is_for_host(&self, host: &str) -> bool {
        let without_dot = host.strip_suffix('.').unwrap_or(host);
        self.host.as_ref().is_none_or(|own| own.eq_ignore_ascii_case(without_dot))
    }

    /// Whether the rule is for this host and port.
    pub fn is_for(&self, host: &str, port: u16) -> bool {
        self.is_for_host(host) && self.port.is_none_or(|own| own == port)
    }

    /// Returns the name or address to connect to instead; `None` if the rule does not change it.
    pub fn target(&self) -> Option<String> {
        self.to_host.as_ref().map(|place| match place {
            Place::Address(address) => address.to_string(),
            Place::Name(name) => name.clone(),
        })
    }

    pub(crate) fn place(&self) -> Option<&Place> {
        self.to_host.as_ref()
    }

    pub(crate) fn port_instead_of(&self, port: u16) -> u16 {
        self.to_port.unwrap_or(port)
    }
}

/// Whether these rules give an address to every host, so that no name is ever resolved.
pub(crate) fn place_all(rules: &[ConnectTo]) -> bool {
    let placed = |rule: &ConnectTo| matches!(rule.to_host, Some(Place::Address(_)));
    rules.iter().all(placed) && rules.iter().any(|rule| rule.host.is_none() && rule.port.is_none())
}

impl FromStr for ConnectTo {
    type Err = ConnectToError;

    fn from_str(text: &str) -> Result<ConnectTo, ConnectToError> {
        let error = |reason| ConnectToError { text: text.to_owned(), reason };
        let (host, rest) = cut_host(text).map_err(error)?;
        let (port, rest) = rest.split_once(':').ok_or(error("the third part is missing"))?;
        let (to_host, to_port) = cut_host(rest).map_err(error)?;
        let any = |part: &str| matches!(part, "" | "*");
        let number = |part: &str| match part {
            part if any(part) => Ok(None),
            part if part.bytes().all(|byte| byte.is_ascii_digit()) => {
                part.parse().map(Some).map_err(|_| error("a port is too large"))
            }
            _ => Err(error("a port is not a number")),
        };
        let host = host.strip_suffix('.').unwrap_or(host);
        Ok(ConnectTo {
            host: (!any(host)).then(|| host.to_ascii_lowercase()),
            port: number(port)?,
            to_host: match to_host {
                "" => None,
                bracketed if bracketed.starts_with('[') => {
                    let address: Ipv6Addr = bracketed[1..bracketed.len() - 1]
                        .parse()
                        .map_err(|_| error("the text in brackets is not an IPv6 address"))?;
                    Some(Place::Address(address.into()))
                }
                plain => Some(match plain.parse() {
                    Ok(address) => Place::Address(IpAddr::V4(address)),
                    Err(_) => Place::Name(plain.to_ascii_lowercase()),
                }),
            },
            to_port: number(to_port)?,
        })
    }
}

/// Splits the text at the next colon outside brackets.
fn cut_host(text: &str) -> Result<(&str, &str), &'static str> {
    let from = match text.starts_with('[') {
        true => text.find(']').ok_or("a bracket is not closed")? + 1,
        false => 0,
    };
    let colon = text[from..].find(':').ok_or("there are not four parts")?;
    if from > 0 && colon > 0 {
        return Err("something follows the bracket");
    }
    Ok((&text[..from + colon], &text[from + colon + 1..]))
}

impl std::fmt::Display for ConnectTo {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let port = |port: Option<u16>| port.map(|port| port.to_string()).unwrap_or_default();
        let to_host = match &self.to_host {
            None => String::new(),
            Some(Place::Address(IpAddr::V6(address))) => format!("[{address}]"),
            Some(Place::Address(IpAddr::V4(address))) => address.to_string(),
            Some(Place::Name(name)) => name.clone(),
        };
        let host = self.host.as_deref().unwrap_or_default();
        write!(f, "{host}:{}:{to_host}:{}", port(self.port), port(self.to_port))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_syntax_of_curl_is_read() {
        let table = [
            ("example.cz:80:127.0.0.1:8080", Ok("example.cz:80:127.0.0.1:8080")),
            ("Example.CZ.:80:127.0.0.1:8080", Ok("example.cz:80:127.0.0.1:8080")),
            ("::127.0.0.1:8080", Ok("::127.0.0.1:8080")),
            ("*:*:127.0.0.1:8080", Ok("::127.0.0.1:8080")),
            ("a:443::8443", Ok("a:443::8443")),
            ("a::b:", Ok("a::b:")),
            (":::", Ok(":::")),
            ("[::1]:80:[2001:db8::1]:", Ok("[::1]:80:[2001:db8::1]:")),
            ("a:1:[::1]:2", Ok("a:1:[::1]:2")),
            ("", Err("there are not four parts")),
            ("a:80", Err("the third part is missing")),
            ("a:80:b", Err("there are not four parts")),
            ("a:x:b:1", Err("a port is not a number")),
            ("a:1:b:70000", Err("a port is too large")),
            ("a:-1:b:1", Err("a port is not a number")),
            ("a:1:b:1:2", Err("a port is not a number")),
            ("a:1:[::1:2", Err("a bracket is not closed")),
            ("a:1:[::1]x:2", Err("something follows the bracket")),
            ("a:1:[nonsense]:2", Err("the text in brackets is not an IPv6 address")),
        ];
        for (text, expected) in table {
            let found = text.parse::<ConnectTo>();
            let found = found.as_ref().map(ToString::to_string).map_err(|error| error.reason);
            assert_eq!(found.as_deref(), expected.as_ref().copied(), "{text}");
        }
    }

    #[test]
    fn rules_for_all_hosts_make_names_needless() {
        let table: &[(&[&str], bool)] = &[
            (&[], false),
            (&["::127.0.0.1:80"], true),
            (&["a::127.0.0.1:80", "::[::1]:80"], true),
            (&["a::127.0.0.1:80"], false),
            (&[":80:127.0.0.1:80"], false),
            (&["::b:80"], false),
            (&["::127.0.0.1:80", "a::b:"], false),
        ];
        for (rules, expected) in table {
            let parsed: Vec<ConnectTo> = rules.iter().map(|rule| rule.parse().unwrap()).collect();
            assert_eq!(place_all(&parsed), *expected, "{rules:?}");
        }
    }

    #[test]
    fn host_and_port_decide() {
        let table = [
            ("a:80:b:", "a", 80, true),
            ("a:80:b:", "A", 80, true),
            ("a:80:b:", "a.", 80, true),
            ("a:80:b:", "a", 81, false),
            ("a:80:b:", "b", 80, false),
            ("a::b:", "a", 81, true),
            (":80:b:", "c", 80, true),
            ("::b:", "[::1]", 1, true),
            ("[::1]::b:", "[::1]", 1, true),
        ];
        for (text, host, port, expected) in table {
            let rule: ConnectTo = text.parse().unwrap();
            assert_eq!(rule.is_for(host, port), expected, "{text} {host} {port}");
        }
    }
}
