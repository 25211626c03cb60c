//! The values that a [`Frontier`](super::Frontier) takes and returns.

use super::event::{HostId, LogPlace};
use crate::{Budget, Detail, Outcome, Reason, Time};
use std::time::Duration;

/// Limits and pauses of hosts and addresses, and when checkpoints are due.
#[derive(Clone, Debug)]
pub struct FrontierOptions {
    /// Maximum number of connections to one host at a time.
    pub connections_per_host: u16,
    /// Maximum number of connections to one address at a time.
    pub connections_per_address: u32,
    /// Minimum time between the starts of two requests to one address.
    pub address_delay: Duration,
    /// Time for which no host is asked after a crash: it is not known which host was asked last.
    pub crash_delay: Duration,
    /// Maximum pause of a host. A stored time that is further ahead was written while the clock was wrong.
    pub longest_pause: Duration,
    /// Maximum time for which a robots.txt is valid; see `longest_pause`.
    pub longest_robots: Duration,
    /// Maximum number of archived documents of one host; `None` for no limit.
    pub documents_per_host: Option<u32>,
    /// Maximum number of archived bytes of one host; `None` for no limit.
    pub bytes_per_host: Option<u64>,
    /// Maximum number of archived documents of all hosts of one registrable domain, without those in flight; `None` for
    /// no limit.
    pub documents_per_domain: Option<u64>,
    /// Maximum number of archived bytes of all hosts of one registrable domain; `None` for no limit.
    pub bytes_per_domain: Option<u64>,
    /// Maximum number of hosts of one registrable domain; `None` for no limit.
    pub hosts_per_domain: Option<u32>,
    /// Maximum number of URIs of one host that wait; `None` for no limit.
    pub queued_per_host: Option<u64>,
    /// Whether each URI has a standing: a URI that is offered again with a larger standing is handed out again. A
    /// frontier that once had standings keeps them; URIs found before have none.
    pub has_standings: bool,
    /// Whether hosts have [priorities](super::Frontier::set_priority). Then the waiting time of a host begins when it
    /// has a URI to fetch, not when its pause is over.
    pub has_priorities: bool,
    /// Maximum number of hosts whose URIs are handed out at a time, at least 1. Other hosts wait until one of these has
    /// nothing to fetch, a long pause, or had its [share](FrontierOptions::uris_per_stay).
    pub active_hosts: usize,
    /// Number of hosts that become active as soon as they have a URI to fetch. If more are active, others become active
    /// only when none of these can be asked.
    pub eager_hosts: usize,
    /// Number of URIs of a host that are fetched before another host that waits takes its place.
    pub uris_per_stay: u32,
    /// Whether the seeds of all hosts are fetched first, with their requisites and the targets of their redirects.
    pub homes_first: bool,
    /// Number of URIs found since the last checkpoint after which another is due.
    pub checkpoint_uris: usize,
    /// Bytes of log since the last checkpoint after which another is due.
    pub checkpoint_bytes: u64,
}

impl Default for FrontierOptions {
    fn default() -> FrontierOptions {
        FrontierOptions {
            connections_per_host: 1,
            connections_per_address: u32::MAX,
            address_delay: Duration::ZERO,
            crash_delay: Duration::ZERO,
            longest_pause: Duration::MAX,
            longest_robots: Duration::MAX,
            documents_per_host: None,
            bytes_per_host: None,
            documents_per_domain: None,
            bytes_per_domain: None,
            hosts_per_domain: None,
            queued_per_host: None,
            has_standings: false,
            has_priorities: false,
            active_hosts: usize::MAX,
            eager_hosts: usize::MAX,
            uris_per_stay: u32::MAX,
            homes_first: false,
            checkpoint_uris: 1 << 18,
            checkpoint_bytes: 96 << 20,
        }
    }
}

/// A URI to be offered to the frontier.
#[derive(Clone, Copy, Debug)]
pub struct Offer<'a> {
    /// The normalised URI. Two URIs are the same if their bytes are.
    pub uri: &'a [u8],
    /// The host of the URI.
    pub host: &'a str,
    /// Level of the queue, from 0, which is served first, to 6. Larger numbers count as 6.
    pub level: u8,
    /// The page where it was found, by the place where that page was found; `None` for seeds.
    pub via: Option<LogPlace>,
    /// Hop path: one letter for each link followed from a seed.
    pub hops: &'a [u8],
    /// Whether it is a seed of the job.
    pub is_seed: bool,
    /// Whether it was declared to be a sitemap.
    pub is_sitemap: bool,
    /// The standing of the URI, as a number that the frontier only compares. It has three parts, which are compared
    /// each for itself: bits 0 to 19, bit 20, and bits 21 to 31. Of two offers, the larger of each part counts. Ignored
    /// if the frontier has no [standings](FrontierOptions::has_standings).
    pub standing: u32,
}

/// The result of an offer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Offered {
    /// The URI is new and waits now. This place identifies it.
    New(LogPlace),
    /// The URI was offered before. If it waits or is being fetched, it has the larger standing now.
    Seen,
    /// The URI had ended with a smaller standing, and waits again.
    Again,
    /// The URI was rejected, and this was logged: the domain has too many hosts.
    TooManyHosts,
    /// The URI was rejected, and this was logged: too many URIs of the host wait.
    TooManyQueued,
}

/// A URI that was handed out. It must come back by [`finish`](super::Frontier::finish),
/// [`retry`](super::Frontier::retry) or [`give_back`](super::Frontier::give_back).
#[derive(Clone, Debug)]
pub struct Ticket {
    /// The place that identifies the URI: where the log says that it was found.
    pub found: LogPlace,
    /// The number of its host.
    pub host: HostId,
    /// The name of its host.
    pub host_name: Box<str>,
    /// The URI.
    pub uri: Vec<u8>,
    /// Hop path: one letter for each link followed from a seed.
    pub hops: Vec<u8>,
    /// The page where it was found, by the place where that page was found; `None` for seeds.
    pub via: Option<LogPlace>,
    /// Whether it is a seed of the job.
    pub is_seed: bool,
    /// Whether it was declared to be a sitemap.
    pub is_sitemap: bool,
    /// The largest standing that was offered for it so far; 0 without standings.
    pub standing: u32,
    /// What it is handed out for.
    pub errand: Errand,
    /// Whether somebody asked for the whole document, whatever the limits on its length.
    pub is_whole: bool,
    /// Number of attempts that failed before.
    pub attempts: u32,
    /// If set, the URI must not be fetched, only finished with this outcome.
    pub closed: Option<ClosedHost>,
    /// Time when the pause of its host was over.
    pub ready_at: Time,
    pub(super) entry: LogPlace,
    pub(super) level: u8,
    /// The outcome that the URI had before somebody asked for it again.
    pub(super) replaces: Option<LogPlace>,
    /// Whether that outcome was that it is archived.
    pub(super) was_archived: bool,
    pub(super) address: Option<u32>,
}

/// What a ticket is handed out for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Errand {
    /// The URI is to be fetched.
    Fetch,
    /// The URI is in the archive; its links are to be offered again with the larger standing that they inherit. Its
    /// host is not asked, and nothing is archived.
    Links,
}

/// How a URI ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Finished<'a> {
    /// The outcome.
    pub outcome: Outcome,
    /// A line for the log, see [`Detail::to_line`].
    pub detail: &'a str,
    /// Archived bytes; counted only if the outcome is `Archived`.
    pub bytes: u64,
    /// What is settled; `None` if the frontier has no standings, or if the URI was not fetched.
    pub settled: Option<SettledUri>,
}

/// What is settled about a URI that was fetched, in a frontier with standings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SettledUri {
    /// The standing that was satisfied: only an offer with a larger one brings the URI back. At least the standing of
    /// the ticket.
    pub standing: u32,
    /// Whether it is in the archive.
    pub is_archived: bool,
}

/// Why nothing of a host is fetched any more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClosedHost {
    /// A limit of the host or its domain was reached.
    Over(Budget),
    /// The host was [closed](super::Frontier::close_host) with this outcome.
    With(Outcome),
}

impl ClosedHost {
    /// The outcome of all URIs that wait for the host.
    pub fn outcome(self) -> Outcome {
        match self {
            ClosedHost::Over(_) => Outcome::OverBudget,
            ClosedHost::With(outcome) => outcome,
        }
    }

    /// The detail of that outcome, as a line for the log.
    pub fn detail(self) -> String {
        let reason = match self {
            ClosedHost::Over(budget) => Reason::Budget(budget),
            ClosedHost::With(_) => Reason::HostClosed,
        };
        Detail::new(reason).to_line()
    }
}

/// What a worker does next.
#[derive(Debug)]
pub enum Next {
    /// Fetch this URI.
    Go(Box<Ticket>),
    /// Nothing can be fetched now: ask again at this time, or when a ticket has come back.
    Wait(Time),
    /// Nothing can be fetched now: ask again when a ticket has come back.
    InFlight,
    /// No URI waits, and no ticket is out.
    Empty,
}

/// A URI that waits to be fetched.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WaitingUri {
    /// The URI.
    pub uri: Vec<u8>,
    /// Hop path: one letter for each link followed from a seed.
    pub hops: Vec<u8>,
    /// Whether it is a seed of the job.
    pub is_seed: bool,
}

/// A host that complained about too many requests (429, 503), and its pause since then.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SlowedHost {
    /// Its name.
    pub name: Box<str>,
    /// The shortest pause between two requests.
    pub pause: Duration,
}

/// A host at one moment: what waits for it, and when it may be asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HostTurn {
    /// Its name.
    pub name: Box<str>,
    /// Number of URIs in its queue.
    pub queued: u64,
    /// Number of its archived documents.
    pub documents: u32,
    /// Bytes of these.
    pub bytes: u64,
    /// Number of requests under way.
    pub in_flight: u16,
    /// Time when it may be asked again.
    pub next_at: Time,
    /// Pause between two requests, as of its last answer.
    pub pause: Duration,
    /// The longer pause that it got because it answered 429 or 503; zero if it has the usual one.
    pub grown: Duration,
    /// Failures in a row of the host itself.
    pub failures: u16,
    /// Why nothing of it is fetched any more; `None` if its URIs are fetched.
    pub closed: Option<ClosedHost>,
}

/// Numbers of URIs and bytes in a frontier.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Number of URIs ever found and accepted.
    pub found: u64,
    /// Number of links that were rejected.
    pub rejected: u64,
    /// Number of URIs that have an outcome.
    pub finished: u64,
    /// Number of URIs that were archived.
    pub archived: u64,
    /// Number of archived bytes.
    pub bytes: u64,
}

/// The state that a frontier was found in when it was opened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Opened {
    /// Whether the folder had no frontier.
    pub is_new: bool,
    /// Whether the process that used it last had closed it.
    pub was_clean: bool,
    /// Number of events since the last checkpoint, which were read from the log.
    pub replayed: u64,
}

/// A robots.txt that was kept for an authority of a host.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KnownRobots {
    /// The authority: scheme, host and port.
    pub authority: Vec<u8>,
    /// Value of `access` in [`Frontier::note_robots`](super::Frontier::note_robots).
    pub access: u8,
    /// The content of the robots.txt.
    pub body: Vec<u8>,
    /// Time when it has to be fetched again.
    pub until: Time,
}
