//! The settings of a simulated web, from which everything else is computed.

use crate::fault::Fault;
use crate::ip::DnsFault;
use std::time::Duration;

/// The recipe of a simulated web. Two equal recipes give the same web, byte for byte.
#[derive(Clone, Debug)]
pub struct WorldSettings {
    /// Seed of the pseudo-random numbers; another seed gives another web.
    pub seed: u64,
    /// Number of sites; the first one is the catalogue of all the others.
    pub hosts: u32,
    /// Number of sites of the national web, in addition to the others; 0 means that there is none.
    pub national: u32,
    /// Number of pages of the smallest sites, which are the most frequent.
    pub smallest_site: u32,
    /// Maximum number of pages of a site. Sizes follow a power law.
    pub largest_site: u32,
    /// Typical length of the text of a page, in bytes.
    pub text_bytes: u32,
    /// Which kinds of `robots.txt` there are.
    pub robots: RobotsMix,
    /// Whether redirects, cookies, missing pages and strange addresses are linked from the home pages.
    pub oddities: bool,
    /// Whether traps are linked from the home pages.
    pub traps: bool,
    /// Whether addresses that name their fault (`/fault/...`) are linked from the home pages.
    pub fault_links: bool,
    /// Whether there is a site with a dead link of every kind: see [`World::dead_links`](crate::World::dead_links).
    pub dead_links: bool,
    /// Share of pages with a fault that their address does not name, from 0 to 1. Pages that are needed to find others,
    /// and the catalogue, never have one.
    pub fault_rate: f64,
    /// The faults of the pages of `fault_rate` and the links of `fault_links`.
    pub fault_kinds: Vec<Fault>,
    /// Number of requests for such a page after which a fault that looks temporary ends ([`Fault::may_heal`]); 0 means
    /// never. Faults that the address names never end.
    pub fault_heals_after: u32,
    /// Number of IP addresses that the hosts share, up to four million. If there are several,
    /// [`SimWeb::start`](crate::SimWeb::start) listens on the whole loopback.
    pub addresses: u32,
    /// TTL of the answers of the name service, in seconds.
    pub dns_ttl: u32,
    /// Share of hosts whose names cannot be resolved, from 0 to 1; their pages then cannot be harvested. Use 0 unless
    /// the crawler asks the name service of this web.
    pub dns_fault_rate: f64,
    /// The faults of those names.
    pub dns_fault_kinds: Vec<DnsFault>,
    /// Share of hosts that refuse a second request within [`Pace::interval`], with status 429 or 503 and `Retry-After`
    /// as seconds or as a date. `robots.txt` is never refused.
    pub touchy_rate: f64,
    /// Minimum and maximum of the time that a host takes to answer; each host has its own.
    pub latency: (Duration, Duration),
    /// Share of hosts that close each connection without an answer, from 0 to 1.
    pub dead_rate: f64,
    /// Whether the web is also served over TLS, on a port of its own.
    pub tls: bool,
    /// Share of hosts with a bad certificate, from 0 to 1: expired, or for another name.
    pub bad_certificate_rate: f64,
    /// Durations and sizes of faults.
    pub pace: Pace,
    /// Maximum number of requests in the log; older ones are removed, and counted.
    pub log_entries: usize,
}

/// Which kinds of `robots.txt` a web has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum RobotsMix {
    /// Everything is allowed everywhere.
    AllowAll,
    /// Most hosts allow everything; the others have one of every kind, including strange ones.
    EveryKind,
}

/// The durations and sizes of faults.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pace {
    /// Pause between two pieces of something slow.
    pub pause: Duration,
    /// Time for which a stalled connection is held open.
    pub stall: Duration,
    /// `Retry-After` of an answer 429 or 503, in seconds.
    pub retry_after: u32,
    /// Minimum time between two requests that a touchy host accepts.
    pub interval: Duration,
    /// Length of a header bomb, in bytes.
    pub header_bytes: u64,
    /// Number of bytes that a gzip bomb decompresses to.
    pub bomb_bytes: u64,
}

impl Default for Pace {
    fn default() -> Pace {
        Pace {
            pause: Duration::from_secs(1),
            stall: Duration::from_secs(3600),
            retry_after: 30,
            interval: Duration::from_millis(500),
            header_bytes: 16 << 20,
            bomb_bytes: 1 << 30,
        }
    }
}

impl Default for WorldSettings {
    /// Returns a small web with everything in it, good and bad.
    fn default() -> WorldSettings {
        WorldSettings {
            seed: 1,
            hosts: 50,
            national: 0,
            smallest_site: 3,
            largest_site: 500,
            text_bytes: 1200,
            robots: RobotsMix::EveryKind,
            oddities: true,
            traps: true,
            fault_links: true,
            dead_links: false,
            fault_rate: 0.02,
            fault_kinds: Fault::ALL.to_vec(),
            fault_heals_after: 0,
            addresses: 1,
            dns_ttl: 300,
            dns_fault_rate: 0.0,
            dns_fault_kinds: DnsFault::ALL.to_vec(),
            touchy_rate: 0.05,
            latency: (Duration::ZERO, Duration::ZERO),
            dead_rate: 0.0,
            tls: false,
            bad_certificate_rate: 0.05,
            pace: Pace::default(),
            log_entries: 200_000,
        }
    }
}

impl WorldSettings {
    /// Returns a web in which everything works and everything is allowed, for benchmarks.
    pub fn calm(seed: u64, hosts: u32) -> WorldSettings {
        WorldSettings {
            seed,
            hosts,
            robots: RobotsMix::AllowAll,
            oddities: false,
            traps: false,
            fault_links: false,
            fault_rate: 0.0,
            touchy_rate: 0.0,
            bad_certificate_rate: 0.0,
            ..WorldSettings::default()
        }
    }
}
