//! What goes into a frontier and what comes out of it.

use super::event::{HostId, Place};
use crate::{Budget, Detail, Outcome, Reason, Time};
use std::time::Duration;

/// How a frontier treats hosts, and when it writes.
#[derive(Clone, Debug)]
pub struct FrontierOptions {
    /// Connections to one host at a time.
    pub connections_per_host: u16,
    /// Connections to one address at a time.
    pub connections_per_address: u32,
    /// Least time between the starts of two requests to one address.
    pub address_delay: Duration,
    /// Time for which no host is asked after a crash: it is not known which host was asked last.
    pub crash_delay: Duration,
    /// No host is ever left alone for longer. A stored turn that lies further ahead was written while the
    /// clock was wrong.
    pub longest_pause: Duration,
    /// No robots.txt holds for longer; see `longest_pause`.
    pub longest_robots: Duration,
    /// Archived documents of one host.
    pub documents_per_host: Option<u32>,
    /// Archived bytes of one host.
    pub bytes_per_host: Option<u64>,
    /// Archived documents of all hosts of one registrable domain; those in flight come on top.
    pub documents_per_domain: Option<u64>,
    /// Hosts of one registrable domain.
    pub hosts_per_domain: Option<u32>,
    /// URIs of one host that wait.
    pub queued_per_host: Option<u64>,
    /// Whether each URI has a standing: offered once more with a larger one, it comes again. A frontier that
    /// once had them has them for ever. What was found before is left as it is.
    pub has_standings: bool,
    /// Whether hosts have [priorities](super::Frontier::set_priority): then one waits since it has something
    /// to be asked for, and not since it may be asked.
    pub has_priorities: bool,
    /// So many URIs found since the last checkpoint call for another.
    pub checkpoint_uris: usize,
    /// So many bytes of log since the last checkpoint call for another.
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
            hosts_per_domain: None,
            queued_per_host: None,
            has_standings: false,
            has_priorities: false,
            checkpoint_uris: 1 << 20,
            checkpoint_bytes: 96 << 20,
        }
    }
}

/// A URI to be offered.
#[derive(Clone, Copy, Debug)]
pub struct Offer<'a> {
    /// Normalised; it is known by its bytes.
    pub uri: &'a [u8],
    /// Of the URI.
    pub host: &'a str,
    /// 0 is served first; at most 6.
    pub level: u8,
    /// The page it was found on.
    pub via: Option<Place>,
    /// One letter for each link followed from a seed.
    pub hops: &'a [u8],
    /// Whether somebody named it as a seed.
    pub is_seed: bool,
    /// Whether it was said to be a sitemap.
    pub is_sitemap: bool,
    /// What it has a right to on the strength of this way to it. Does not count where there are no
    /// [standings](FrontierOptions::has_standings).
    pub standing: u32,
}

/// What an offer came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Offered {
    /// It waits now.
    New(Place),
    /// It was there before. If it waits or is being fetched, it has the larger standing now.
    Seen,
    /// It was there before and had come to its end, but not with so large a standing: it waits again.
    Again,
    /// Its domain has too many hosts; that is noted as a rejection.
    TooManyHosts,
    /// Too many of its host wait; that is noted as a rejection.
    TooManyQueued,
}

/// A URI handed out, to come back.
#[derive(Clone, Debug)]
pub struct Ticket {
    /// Where it was found.
    pub found: Place,
    /// Its host.
    pub host: HostId,
    /// Of the host.
    pub host_name: Box<str>,
    /// To be fetched.
    pub uri: Vec<u8>,
    /// One letter for each link followed from a seed.
    pub hops: Vec<u8>,
    /// The page it was found on.
    pub via: Option<Place>,
    /// Whether somebody named it as a seed.
    pub is_seed: bool,
    /// Whether it was said to be a sitemap.
    pub is_sitemap: bool,
    /// The largest that was offered so far.
    pub standing: u32,
    /// What it is handed out for.
    pub errand: Errand,
    /// Attempts that failed before.
    pub attempts: u32,
    /// Set if it must not be fetched, only finished with what this says.
    pub closed: Option<Closed>,
    /// Since when its host could have been asked.
    pub ready_at: Time,
    pub(super) entry: Place,
    pub(super) level: u8,
    pub(super) address: Option<u32>,
}

/// What a URI is handed out for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Errand {
    /// To be fetched.
    Fetch,
    /// It is in the archive; its links are to be offered again, with what they inherit from its larger
    /// standing. Its host is not asked, and nothing is written.
    Links,
}

/// How a URI ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Finished<'a> {
    /// What became of it.
    pub outcome: Outcome,
    /// More about it, for the log.
    pub detail: &'a str,
    /// Counts for archived ones.
    pub bytes: u64,
    /// None where there are no standings, or if it was not fetched.
    pub settled: Option<Settled>,
}

/// What a URI that was fetched has come to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settled {
    /// An offer that is not larger brings nothing new. Not less than the ticket's.
    pub standing: u32,
    /// Whether the archive has it.
    pub is_archived: bool,
}

/// Why nothing of a host is fetched any more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Closed {
    /// It has as much as it may have.
    Over(Budget),
    /// One of its URIs came to an end that is the end of all.
    With(Outcome),
}

impl Closed {
    /// What becomes of all that waits there.
    pub fn outcome(self) -> Outcome {
        match self {
            Closed::Over(_) => Outcome::OverBudget,
            Closed::With(outcome) => outcome,
        }
    }

    /// The line for the log.
    pub fn detail(self) -> String {
        let reason = match self {
            Closed::Over(budget) => Reason::Budget(budget),
            Closed::With(_) => Reason::HostClosed,
        };
        Detail::new(reason).to_line()
    }
}

/// What to do next.
#[derive(Debug)]
pub enum Next {
    /// Fetch this.
    Go(Box<Ticket>),
    /// Ask again then, or when a ticket has come back.
    Wait(Time),
    /// Ask again when a ticket has come back.
    InFlight,
    /// All is done.
    Empty,
}

/// A URI that waits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Waiting {
    /// To be fetched.
    pub uri: Vec<u8>,
    /// One letter for each link followed from a seed.
    pub hops: Vec<u8>,
    /// Whether somebody named it as a seed.
    pub is_seed: bool,
}

/// A host that complained about being asked too often (429, 503), and the pause it is given since.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SlowedHost {
    /// Its name.
    pub name: Box<str>,
    /// The shortest pause between two requests.
    pub pause: Duration,
}

/// How much of what there is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// URIs ever found and accepted.
    pub found: u64,
    /// Links noted as rejected.
    pub rejected: u64,
    /// URIs that have an outcome.
    pub finished: u64,
    /// Those of them that were archived.
    pub archived: u64,
    /// Bytes of those.
    pub bytes: u64,
}

/// What was there when a frontier was opened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Opened {
    /// Whether there was nothing.
    pub is_new: bool,
    /// Whether the last one to use it had closed it.
    pub was_clean: bool,
    /// Events since the last checkpoint.
    pub replayed: u64,
}

/// What a host may be asked, as far as that is known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KnownRobots {
    /// What the robots.txt is of: scheme, host and port.
    pub authority: Vec<u8>,
    /// As given to [`Frontier::note_robots`](super::Frontier::note_robots).
    pub access: u8,
    /// Of the robots.txt.
    pub body: Vec<u8>,
    /// When it has to be fetched again.
    pub until: Time,
}
