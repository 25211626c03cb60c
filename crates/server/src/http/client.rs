//! Who asks: the address of the reader, also behind proxies that are trusted.

use axum::http::HeaderMap;
use std::net::IpAddr;
use stodola_access::AddressRange;

/// The address of whoever asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ClientAddress {
    /// The reader, as far as it is known.
    pub(crate) reader: IpAddr,
    /// Whether the connection comes from a trusted proxy.
    pub(crate) is_proxied: bool,
}

impl ClientAddress {
    /// The reader behind a connection: of the addresses that proxies report, the last one that is not a trusted proxy.
    pub(crate) fn new(
        peer: IpAddr,
        headers: &HeaderMap,
        trusted: &[AddressRange],
    ) -> ClientAddress {
        let is_trusted = |address: IpAddr| trusted.iter().any(|range| range.contains(address));
        if !is_trusted(peer) {
            return ClientAddress { reader: peer.to_canonical(), is_proxied: false };
        }
        let reported = headers.get_all("x-forwarded-for").into_iter();
        let reported: Vec<IpAddr> = reported
            .filter_map(|value| value.to_str().ok())
            .flat_map(|value| value.split(','))
            .filter_map(|address| address.trim().parse().ok())
            .collect();
        let reader = reported.iter().rev().copied().find(|address| !is_trusted(*address));
        let reader = reader.or(reported.first().copied()).unwrap_or(peer);
        ClientAddress { reader: reader.to_canonical(), is_proxied: true }
    }

    /// Whether the request comes from this machine itself, not through a proxy.
    pub(crate) fn is_local(self) -> bool {
        self.reader.is_loopback() && !self.is_proxied
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_trusted_proxies_are_believed() {
        let trusted = ["10.0.0.0/8".parse().unwrap()];
        let headers: HeaderMap = [("x-forwarded-for", "6.6.6.6, 9.9.9.9, 10.0.0.2")]
            .iter()
            .map(|(name, value)| {
                (axum::http::HeaderName::from_static(name), value.parse().unwrap())
            })
            .collect();
        let reader = |peer: &str| ClientAddress::new(peer.parse().unwrap(), &headers, &trusted);
        assert_eq!(reader("10.0.0.1").reader.to_string(), "9.9.9.9");
        assert!(reader("10.0.0.1").is_proxied);
        assert_eq!(reader("8.8.8.8").reader.to_string(), "8.8.8.8");
    }
}
