//! What a simulated web is like: one value, from which everything else follows.

use crate::fault::Fault;
use crate::ip::DnsFault;
use std::time::Duration;

/// The recipe of a web. Two equal recipes give the same web to the byte.
#[derive(Clone, Debug)]
pub struct WorldSettings {
    /// Another seed gives another web.
    pub seed: u64,
    /// How many sites there are; the first one is the catalogue of all the others.
    pub hosts: u32,
    /// How many sites the national web has, beside all others; nought means that there is none.
    pub national: u32,
    /// Pages of the smallest sites, which are the most frequent.
    pub smallest_site: u32,
    /// No site has more pages than this. Sizes fall off as a power law.
    pub largest_site: u32,
    /// The typical length of the text of a page, in bytes.
    pub text_bytes: u32,
    /// Which kinds of `robots.txt` there are.
    pub robots: RobotsMix,
    /// Redirects, cookies, missing pages and strange addresses are linked from the home pages.
    pub oddities: bool,
    /// Traps are linked from the home pages.
    pub traps: bool,
    /// Addresses that misbehave by their name (`/fault/...`) are linked from the home pages.
    pub fault_links: bool,
    /// The share of pages that misbehave though nothing in their address says so. Only pages that
    /// no other page depends upon for being found are touched, and never the catalogue.
    pub fault_rate: f64,
    /// What the pages meant by `fault_rate` and the links meant by `fault_links` do.
    pub fault_kinds: Vec<Fault>,
    /// After so many requests for such a page, those of its faults that look passing are over
    /// ([`Fault::may_heal`]); nought means never. Faults by name stay.
    pub fault_heals_after: u32,
    /// How many IP addresses the hosts share, up to four million. With more than one,
    /// [`SimWeb::start`](crate::SimWeb::start) listens on all of the loopback.
    pub addresses: u32,
    /// How long the name service lets its answers be kept, in seconds.
    pub dns_ttl: u32,
    /// The share of hosts whose names cannot be resolved; their pages are not harvestable then.
    /// Nought, unless a crawler asks the name service of this web.
    pub dns_fault_rate: f64,
    /// How those names fail.
    pub dns_fault_kinds: Vec<DnsFault>,
    /// The share of hosts that refuse to be asked again within [`Pace::interval`], with status 429
    /// or 503 and `Retry-After` as seconds or as a date. `robots.txt` is always given.
    pub touchy_rate: f64,
    /// The web is served over TLS as well, on a port of its own.
    pub tls: bool,
    /// The share of hosts with a bad certificate: expired, or for another name.
    pub bad_certificate_rate: f64,
    /// How slow is slow, and how large is large.
    pub pace: Pace,
    /// How many requests the log remembers; older ones are forgotten, and counted.
    pub log_entries: usize,
}

/// Which kinds of `robots.txt` a web has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum RobotsMix {
    /// Everything is allowed everywhere.
    AllowAll,
    /// Most hosts allow everything; the others have one of every kind, strange ones too.
    EveryKind,
}

/// The measures of the faults.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pace {
    /// Between two pieces of something slow.
    pub pause: Duration,
    /// How long a stalled connection is held open.
    pub stall: Duration,
    /// `Retry-After` of an answer 429 or 503, in seconds.
    pub retry_after: u32,
    /// The least time between two requests that a touchy host bears.
    pub interval: Duration,
    /// The length of a header bomb.
    pub header_bytes: u64,
    /// What a gzip bomb unpacks to.
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
    /// A small web with everything in it, good and bad.
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
            fault_rate: 0.02,
            fault_kinds: Fault::ALL.to_vec(),
            fault_heals_after: 0,
            addresses: 1,
            dns_ttl: 300,
            dns_fault_rate: 0.0,
            dns_fault_kinds: DnsFault::ALL.to_vec(),
            touchy_rate: 0.05,
            tls: false,
            bad_certificate_rate: 0.05,
            pace: Pace::default(),
            log_entries: 200_000,
        }
    }
}

impl WorldSettings {
    /// A web where everything works and everything is allowed: for benchmarks.
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
