//! How often one network may do something: a number at once, and then so many a second.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

/// So many networks are remembered.
const NETWORKS_MAX: usize = 20_000;

/// A limit for each network.
pub(crate) struct RateLimit {
    at_once: f64,
    a_second: f64,
    networks: Mutex<HashMap<[u8; 8], (f64, Instant)>>,
}

impl RateLimit {
    pub(crate) fn new(at_once: f64, a_second: f64) -> RateLimit {
        RateLimit { at_once, a_second, networks: Mutex::new(HashMap::new()) }
    }

    /// Takes one of what a network may do. Returns the seconds to wait if there is none.
    pub(crate) fn take(&self, address: IpAddr, now: Instant) -> Result<(), u64> {
        let mut networks = self.networks.lock().unwrap_or_else(PoisonError::into_inner);
        let left = |(left, since): (f64, Instant)| {
            let new = now.saturating_duration_since(since).as_secs_f64() * self.a_second;
            (left + new).min(self.at_once)
        };
        if networks.len() >= NETWORKS_MAX {
            networks.retain(|_, known| left(*known) < self.at_once);
            if networks.len() >= NETWORKS_MAX {
                networks.clear();
            }
        }
        let known = networks.entry(network(address)).or_insert((self.at_once, now));
        let left = left(*known);
        let is_allowed = left >= 1.0;
        *known = (if is_allowed { left - 1.0 } else { left }, now);
        if is_allowed { Ok(()) } else { Err(((1.0 - left) / self.a_second).ceil() as u64) }
    }
}

/// The network of an address: of IPv6, what one customer has.
fn network(address: IpAddr) -> [u8; 8] {
    let mut network = [0; 8];
    match address.to_canonical() {
        IpAddr::V4(address) => {
            network[..4].copy_from_slice(&address.octets());
            // No network of IPv6 begins so.
            network[7] = 4;
        }
        IpAddr::V6(address) => network.copy_from_slice(&address.octets()[..8]),
    }
    network
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn a_network_has_some_at_once_and_then_waits() {
        let limit = RateLimit::new(3.0, 0.5);
        let [one, other] = ["10.0.0.1", "10.0.0.2"].map(|it| it.parse().unwrap());
        let start = Instant::now();
        for _ in 0..3 {
            assert_eq!(limit.take(one, start), Ok(()));
        }
        assert_eq!(limit.take(one, start), Err(2));
        assert_eq!(limit.take(other, start), Ok(()));
        let later = start + Duration::from_secs(2);
        assert_eq!(limit.take(one, later), Ok(()));
        assert_eq!(limit.take(one, later), Err(2));
        // However long nobody comes, there are no more at once.
        let later = start + Duration::from_secs(1000);
        assert_eq!((0..9).filter(|_| limit.take(one, later).is_ok()).count(), 3);
    }

    #[test]
    fn very_many_networks_are_forgotten_rather_than_kept() {
        let limit = RateLimit::new(1.0, 0.001);
        let now = Instant::now();
        for number in 0..50_000_u32 {
            let _ = limit.take(IpAddr::from(number.to_be_bytes()), now);
        }
        assert!(limit.networks.lock().unwrap().len() <= NETWORKS_MAX);
    }
}
