//! The IP addresses of hosts. Hosting is shared: a few addresses have most of the hosts, and all names of one domain
//! have the same address.

use crate::random::{Dice, hash};
use crate::settings::WorldSettings;
use crate::site::{Host, is_name_above};
use crate::world::World;
use std::net::Ipv4Addr;

/// How the resolution of a name fails.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum DnsFault {
    /// NXDOMAIN, although there are links to the name.
    NoSuchName,
    /// SERVFAIL.
    ServerFailure,
    /// The question is not answered.
    NoAnswer,
    /// Two aliases that refer to each other.
    AliasLoop,
}

impl DnsFault {
    /// Every fault, in the order of the type.
    pub const ALL: &[DnsFault] =
        &[DnsFault::NoSuchName, DnsFault::ServerFailure, DnsFault::NoAnswer, DnsFault::AliasLoop];
}

/// What the name service knows of a name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Resolution {
    /// An address, possibly by an alias.
    Found {
        alias: Option<String>,
        ip: Ipv4Addr,
    },
    /// The name has no address, but there are names below it.
    Empty,
    Unknown,
    Fault(DnsFault),
}

/// Domain of the machines behind the aliases.
const HOSTING: &str = ".hosting.test";
/// Number of addresses between 127.64.0.0 and 127.127.255.255, far from those that machines use for themselves.
pub(crate) const MAX_ADDRESSES: u32 = 1 << 22;

impl World {
    /// Returns the address of a host: 127.0.0.1, unless [`WorldSettings::addresses`] asks for several. `None` if there
    /// is no such host. The name service may answer otherwise, see [`World::dns_fault`].
    pub fn ip(&self, host: &str) -> Option<Ipv4Addr> {
        let host = host.to_ascii_lowercase();
        Host::find(self.settings(), &host)?;
        Some(ip_of(self.settings(), rank(self.settings(), &host)))
    }

    /// How the resolution of a host's name fails; `None` if it does not. The catalogue's never does.
    pub fn dns_fault(&self, host: &str) -> Option<DnsFault> {
        match Host::find(self.settings(), host)? {
            Host::Site(site) => self.site_dns_fault(site.index),
            Host::Farm(_) | Host::National(_) | Host::DeadLinks(_) => None,
        }
    }

    pub(crate) fn site_dns_fault(&self, index: u32) -> Option<DnsFault> {
        let settings = self.settings();
        let kinds = &settings.dns_fault_kinds;
        if index == 0 || kinds.is_empty() || settings.dns_fault_rate <= 0.0 {
            return None;
        }
        let mut dice = Dice::new(hash(settings.seed ^ 0xd45, &index.to_le_bytes()));
        dice.chance(settings.dns_fault_rate).then(|| dice.pick(kinds))
    }

    /// Returns the answer of the name service for a name in lower case.
    pub(crate) fn resolve(&self, name: &str) -> Resolution {
        let settings = self.settings();
        if let Some(rank) = name.strip_suffix(HOSTING).and_then(|pool| pool.strip_prefix("pool")) {
            return match rank.parse() {
                Ok(rank) if rank < addresses(settings) => {
                    Resolution::Found { alias: None, ip: ip_of(settings, rank) }
                }
                _ => Resolution::Unknown,
            };
        }
        match Host::find(settings, name) {
            Some(Host::Site(site)) => {
                if let Some(fault) = self.site_dns_fault(site.index) {
                    return Resolution::Fault(fault);
                }
                let rank = rank(settings, name);
                // Every sixth site has an alias.
                let aliased = site.index > 0 && hash(site.key ^ 0xa11a5, b"").is_multiple_of(6);
                let alias = aliased.then(|| format!("pool{rank}{HOSTING}"));
                Resolution::Found { alias, ip: ip_of(settings, rank) }
            }
            Some(Host::Farm(_) | Host::National(_) | Host::DeadLinks(_)) => {
                Resolution::Found { alias: None, ip: ip_of(settings, rank(settings, name)) }
            }
            None if is_name_above(settings, name) || name == &HOSTING[1..] => Resolution::Empty,
            None => Resolution::Unknown,
        }
    }
}

fn addresses(settings: &WorldSettings) -> u32 {
    settings.addresses.clamp(1, MAX_ADDRESSES)
}

/// Returns the rank of the address of a domain; low ranks have many hosts.
fn rank(settings: &WorldSettings, name: &str) -> u32 {
    let dot = name.rmatch_indices('.').nth(1).map_or(0, |(dot, _)| dot + 1);
    let count = addresses(settings);
    let u = Dice::new(hash(settings.seed ^ 0x1b, &name.as_bytes()[dot..])).unit();
    ((f64::from(count) * u * u * u) as u32).min(count - 1)
}

/// Returns the address of a rank. No two ranks share an address, because multiplying by an odd factor is reversible.
fn ip_of(settings: &WorldSettings, rank: u32) -> Ipv4Addr {
    if addresses(settings) == 1 {
        return Ipv4Addr::LOCALHOST;
    }
    let shift = hash(settings.seed, b"ip") as u32;
    let spread = rank.wrapping_mul(0x9e37_79b1).wrapping_add(shift) % MAX_ADDRESSES;
    Ipv4Addr::from(0x7f40_0000 | spread)
}

#[cfg(test)]
mod tests {
    use crate::ip::{DnsFault, Resolution};
    use crate::settings::WorldSettings;
    use crate::world::World;
    use std::collections::BTreeMap;
    use std::net::Ipv4Addr;

    #[test]
    fn hosting_is_shared_and_skewed() {
        let world = World::new(WorldSettings { addresses: 200, ..WorldSettings::calm(3, 2000) });
        let mut hosts = BTreeMap::new();
        for host in world.hosts() {
            let ip = world.ip(&host).unwrap();
            assert!(ip.is_loopback() && ip != Ipv4Addr::LOCALHOST);
            *hosts.entry(ip).or_insert(0) += 1;
        }
        let most = hosts.values().max().unwrap();
        let alone = hosts.values().filter(|count| **count == 1).count();
        assert!(hosts.len() > 100 && *most > 100 && alone > 5, "{} {most} {alone}", hosts.len());
        let farm = world.ip("a.farm1.test");
        assert!(farm.is_some());
        assert_eq!(farm, world.ip("B.c.farm1.test"));
        assert_ne!(farm, world.ip("a.farm2.test"));
        assert_eq!(world.ip("unknown.test"), None);
    }

    #[test]
    fn aliases_lead_to_the_same_address() {
        let world = World::new(WorldSettings { addresses: 50, ..WorldSettings::calm(3, 300) });
        let mut aliases = 0;
        for host in world.hosts() {
            let Resolution::Found { alias, ip } = world.resolve(&host) else { panic!("{host}") };
            assert_eq!(world.ip(&host), Some(ip));
            if let Some(alias) = alias {
                aliases += 1;
                assert_eq!(world.resolve(&alias), Resolution::Found { alias: None, ip });
            }
        }
        assert!((20..100).contains(&aliases), "{aliases}");
    }

    #[test]
    fn names_that_do_not_resolve() {
        let settings = WorldSettings { dns_fault_rate: 0.5, ..WorldSettings::calm(3, 200) };
        let world =
            World::new(WorldSettings { dns_fault_kinds: DnsFault::ALL.to_vec(), ..settings });
        assert_eq!(world.dns_fault("catalogue0.example"), None);
        for fault in DnsFault::ALL {
            let host = world.hosts().find(|host| world.dns_fault(host) == Some(*fault)).unwrap();
            assert_eq!(world.resolve(&host), Resolution::Fault(*fault));
            assert!(world.truth().all(|page| page.host != host || !page.is_harvestable()));
        }
        for unknown in ["", "nothing.test", "pool1.hosting.test", "poolx.hosting.test"] {
            assert_eq!(world.resolve(unknown), Resolution::Unknown, "{unknown}");
        }
        for above in ["test", "example", "hosting.test", "farm0.test"] {
            assert_eq!(world.resolve(above), Resolution::Empty, "{above}");
        }
    }
}
