//! Hosts that are connected to without the proxy.

use std::fmt;
use std::net::IpAddr;
use std::str::FromStr;

use crate::target::address;

/// Hosts that are connected to without the proxy: a domain with all its hosts (`example.org`), an address, or a network
/// (`192.0.2.0/24`) for hosts that are addresses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProxyBypass(Entry);

#[derive(Clone, Debug, PartialEq, Eq)]
enum Entry {
    Domain(String),
    /// An address and the number of bits that count.
    Network(IpAddr, u8),
}

/// Error: a text that is not a [`ProxyBypass`].
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("\"{0}\" is not a domain, an address or a network such as 192.0.2.0/24")]
pub struct ProxyBypassError(pub String);

impl ProxyBypass {
    /// Whether it is for this host. Names are not resolved.
    pub fn matches(&self, host: &str) -> bool {
        let host = host.strip_suffix('.').unwrap_or(host);
        match (&self.0, address(host)) {
            (Entry::Domain(domain), Ok(None)) => {
                let cut = host.len().checked_sub(domain.len());
                cut.is_some_and(|cut| {
                    host.is_char_boundary(cut)
                        && host[cut..].eq_ignore_ascii_case(domain)
                        && (cut == 0 || host[..cut].ends_with('.'))
                })
            }
            (Entry::Network(network, bits), Ok(Some(host))) => {
                within(host.to_canonical(), *network, *bits)
            }
            _ => false,
        }
    }
}

fn within(host: IpAddr, network: IpAddr, bits: u8) -> bool {
    let same = |host: u128, network: u128, width: u32| {
        let rest = width - u32::from(bits).min(width);
        (host ^ network).checked_shr(rest).unwrap_or(0) == 0
    };
    match (host, network) {
        (IpAddr::V4(host), IpAddr::V4(network)) => {
            same(host.to_bits().into(), network.to_bits().into(), 32)
        }
        (IpAddr::V6(host), IpAddr::V6(network)) => same(host.to_bits(), network.to_bits(), 128),
        _ => false,
    }
}

impl FromStr for ProxyBypass {
    type Err = ProxyBypassError;

    fn from_str(text: &str) -> Result<ProxyBypass, ProxyBypassError> {
        let error = || ProxyBypassError(text.escape_debug().to_string());
        let (place, bits) = match text.split_once('/') {
            Some((place, bits)) => (place, Some(bits.parse::<u8>().map_err(|_| error())?)),
            None => (text, None),
        };
        let bare = place.strip_prefix('[').and_then(|it| it.strip_suffix(']')).unwrap_or(place);
        if let Ok(network) = bare.parse::<IpAddr>() {
            let width = if network.is_ipv4() { 32 } else { 128 };
            let bits = bits.unwrap_or(width);
            return if bits <= width {
                Ok(ProxyBypass(Entry::Network(network, bits)))
            } else {
                Err(error())
            };
        }
        let domain = text.strip_prefix("*.").or(text.strip_prefix('.')).unwrap_or(text);
        let domain = domain.strip_suffix('.').unwrap_or(domain).to_ascii_lowercase();
        let uri = format!("http://{domain}/");
        let is_name = stodola_uri::host(uri.as_bytes()).is_some_and(|host| host == *domain);
        match is_name && !domain.is_empty() && address(&domain) == Ok(None) {
            true => Ok(ProxyBypass(Entry::Domain(domain))),
            false => Err(error()),
        }
    }
}

impl fmt::Display for ProxyBypass {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Entry::Domain(domain) => f.write_str(domain),
            Entry::Network(address, bits) => write!(f, "{address}/{bits}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_match_domains_and_networks() {
        let table = [
            ("example.org", "example.org", true),
            ("example.org", "www.Example.org.", true),
            ("*.example.org", "www.example.org", true),
            (".example.org", "example.org", true),
            ("example.org", "myexample.org", false),
            ("example.org", "org", false),
            ("192.0.2.0/24", "192.0.2.77", true),
            ("192.0.2.0/24", "192.0.3.77", false),
            ("0.0.0.0/0", "8.8.8.8", true),
            ("127.0.0.1", "0x7f.1", true),
            ("127.0.0.1", "127.0.0.2", false),
            ("2001:db8::/32", "[2001:db8::1]", true),
            ("::/0", "[2001:db8::1]", true),
            ("::/0", "192.0.2.1", false),
            ("192.0.2.0/24", "192.0.2.7.example", false),
        ];
        for (entry, host, expected) in table {
            let bypass: ProxyBypass = entry.parse().unwrap();
            assert_eq!(bypass.matches(host), expected, "{entry} {host}");
            assert_eq!(bypass.to_string().parse::<ProxyBypass>().unwrap(), bypass);
        }
        for wrong in ["", "a b", "192.0.2.0/33", "192.0.2.0/x", "example.org/24", "1.2.3.4.5"] {
            assert!(wrong.parse::<ProxyBypass>().is_err(), "{wrong}");
        }
    }
}
