//! How far away hosts are: the time that each takes to answer, and hosts that never do.

use crate::random::{Dice, hash};
use crate::world::World;
use std::collections::HashSet;
use std::time::Duration;

/// A site as a harvest meets it, see [`World::host_records`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HostRecord {
    /// The name of the host.
    pub host: String,
    /// Time from a request to its answer.
    pub latency: Duration,
    /// Whether it closes each connection without an answer.
    pub is_dead: bool,
    /// Number of documents of the home page on this host: the page itself and its requisites.
    pub home: u32,
}

/// Maximum number of documents of a home page that are counted.
const HOME_MOST: usize = 1000;

impl World {
    /// Returns the time from a request to its answer; it is the same for all requests to a host.
    pub fn latency(&self, host: &str) -> Duration {
        let (least, most) = self.settings().latency;
        let unit = Dice::new(hash(self.settings().seed ^ 0x1a7e, host.as_bytes())).unit();
        least + most.saturating_sub(least).mul_f64(unit)
    }

    /// Whether a host closes each connection without an answer. The catalogue does not.
    pub fn is_dead(&self, host: &str) -> bool {
        let rate = self.settings().dead_rate;
        rate > 0.0
            && host != self.host_name(0)
            && Dice::new(hash(self.settings().seed ^ 0xdead, host.as_bytes())).chance(rate)
    }

    /// All sites in their order.
    pub fn host_records(&self) -> impl Iterator<Item = HostRecord> {
        self.hosts().map(|host| HostRecord {
            latency: self.latency(&host),
            is_dead: self.is_dead(&host),
            home: self.home(&host),
            host,
        })
    }

    fn home(&self, host: &str) -> u32 {
        let start = format!("http://{host}");
        let mut seen = HashSet::from(["/".to_owned()]);
        let mut next = vec!["/".to_owned()];
        while let Some(target) = next.pop() {
            for link in self.links(host, &target) {
                let own = link.uri.strip_prefix(&start).filter(|rest| rest.starts_with('/'));
                let Some(own) = own.filter(|_| link.kind.is_requisite()) else { continue };
                if seen.len() < HOME_MOST && seen.insert(own.to_owned()) {
                    next.push(own.to_owned());
                }
            }
        }
        seen.len() as u32
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::settings::WorldSettings;

    #[test]
    fn hosts_differ_in_distance_and_some_are_dead() {
        let range = (Duration::from_millis(200), Duration::from_secs(1));
        let settings =
            WorldSettings { latency: range, dead_rate: 0.05, ..WorldSettings::calm(3, 2000) };
        let world = World::new(settings.clone());
        let records: Vec<HostRecord> = world.host_records().collect();
        assert_eq!(records, World::new(settings).host_records().collect::<Vec<_>>());
        assert!(records.iter().all(|host| range.0 <= host.latency && host.latency <= range.1));
        let mean = records.iter().map(|host| host.latency.as_secs_f64()).sum::<f64>() / 2000.0;
        assert!((0.58..0.62).contains(&mean), "{mean}");
        let dead = records.iter().filter(|host| host.is_dead).count();
        assert!((70..130).contains(&dead), "{dead}");
        assert!(records.iter().all(|host| host.home > 0) && !records[0].is_dead);
        assert!(records.iter().any(|host| host.home > 3));
        let near = World::new(WorldSettings::calm(3, 9));
        assert!(near.host_records().all(|host| host.latency.is_zero() && !host.is_dead));
    }
}
