//! Addresses in a job file: other places to connect to, name servers, and whether a target is this machine.

use std::fmt;
use std::net::{IpAddr, SocketAddr};
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use stodola_fetch::ConnectToError;

/// Another place to connect to: `HOST:PORT:ADDRESS:PORT`, see [`stodola_fetch::ConnectTo`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct ConnectToSetting(pub stodola_fetch::ConnectTo);

/// The error for a text that is not an address.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("'{text}' is not {expected}")]
pub struct AddressError {
    text: String,
    expected: &'static str,
}

impl FromStr for ConnectToSetting {
    type Err = ConnectToError;

    fn from_str(text: &str) -> Result<ConnectToSetting, ConnectToError> {
        text.parse().map(ConnectToSetting)
    }
}

impl fmt::Display for ConnectToSetting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl TryFrom<String> for ConnectToSetting {
    type Error = ConnectToError;

    fn try_from(text: String) -> Result<ConnectToSetting, ConnectToError> {
        text.parse()
    }
}

impl From<ConnectToSetting> for String {
    fn from(entry: ConnectToSetting) -> String {
        entry.to_string()
    }
}

/// A name server: `"192.0.2.1"` or `"[2001:db8::1]:5353"`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct DnsServer(pub SocketAddr);

const DNS_PORT: u16 = 53;

impl TryFrom<String> for DnsServer {
    type Error = AddressError;

    fn try_from(text: String) -> Result<DnsServer, AddressError> {
        let bare = text.parse::<IpAddr>().map(|address| SocketAddr::new(address, DNS_PORT));
        bare.or_else(|_| text.parse()).map(DnsServer).map_err(|_| AddressError {
            text,
            expected: "the address of a DNS server, with or without a port",
        })
    }
}

impl From<DnsServer> for String {
    fn from(server: DnsServer) -> String {
        if server.0.port() == DNS_PORT { server.0.ip().to_string() } else { server.0.to_string() }
    }
}

/// Whether a connection for this host and port stays on this machine.
///
/// The host has the form of [`stodola_uri::host`]. The first entry of `connect_to` that matches decides; otherwise the
/// host must be `localhost`, a name below it, or a loopback address.
pub fn is_loopback(host: &str, port: u16, connect_to: &[ConnectToSetting]) -> bool {
    let entry = connect_to.iter().find(|entry| entry.0.is_for(host, port));
    let target = entry.and_then(|entry| entry.0.target());
    let target = target.as_deref().unwrap_or(host);
    let name = target.trim_matches(['[', ']']).trim_end_matches('.').to_ascii_lowercase();
    match name.parse::<IpAddr>() {
        Ok(address) => address.to_canonical().is_loopback(),
        Err(_) => name == "localhost" || name.ends_with(".localhost"),
    }
}

/// Whether harvesting these seeds needs a contact for webmasters: unless all of them are on this machine.
///
/// Links may still lead elsewhere. A caller that fetches without a contact checks each host with [`is_loopback`].
pub fn contact_needed<S: AsRef<[u8]>>(seeds: &[S], connect_to: &[ConnectToSetting]) -> bool {
    seeds.iter().any(|seed| {
        let uri = seed.as_ref();
        let parts = stodola_uri::parse(uri);
        let default = if parts.scheme.is_some_and(|scheme| scheme.eq_ignore_ascii_case(b"https")) {
            443
        } else {
            80
        };
        let written = parts.port.and_then(|port| str::from_utf8(port).ok()?.parse().ok());
        let port = written.unwrap_or(default);
        !stodola_uri::host(uri).is_some_and(|host| is_loopback(&host, port, connect_to))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn contact_is_needed_beyond_this_machine() {
        for (seeds, connect_to, expect) in [
            (&["http://localhost:8000/"][..], &[][..], false),
            (&["http://a.localhost/"], &[], false),
            (&["http://127.9.9.9/", "https://[::1]/"], &[], false),
            (&["http://[::ffff:127.0.0.1]/"], &[], false),
            (&["http://localhost.example.org/"], &[], true),
            (&["http://127.0.0.1/", "http://example.org/"], &[], true),
            (&["http://example.org/"], &["*:*:127.0.0.1:80"], false),
            (&["http://example.org/"], &["example.org:80:[::1]:80"], false),
            (&["https://example.org/"], &["example.org:80:[::1]:80"], true),
            (&["https://example.org/"], &["example.org:443:localhost:80"], false),
            (&["http://example.org:81/"], &["example.org:80:[::1]:80"], true),
            (&["http://localhost/"], &["*:*:192.0.2.1:80"], true),
            (&["mailto:me@example.org"], &[], true),
            (&[], &[], false),
        ] {
            let entries: Vec<ConnectToSetting> =
                connect_to.iter().map(|s| s.parse().unwrap()).collect();
            assert_eq!(contact_needed(seeds, &entries), expect, "{seeds:?} {connect_to:?}");
        }
    }

    #[test]
    fn name_server_has_a_port() {
        for (text, expect) in [
            ("192.0.2.1", Some("192.0.2.1")),
            ("192.0.2.1:53", Some("192.0.2.1")),
            ("[2001:db8::1]:5353", Some("[2001:db8::1]:5353")),
            ("2001:db8::1", Some("2001:db8::1")),
            ("dns.example.org", None),
        ] {
            let server = DnsServer::try_from(text.to_owned()).ok().map(String::from);
            assert_eq!(server.as_deref(), expect, "{text:?}");
        }
    }
}
