//! Which hosts of a harvest are told, and in which order.

use super::HostLine;
use super::request::escape;
use std::cmp::Ordering;
use std::fmt::Write as _;
use stodola_frontier::{Frontier, HostId, HostTurn, Time};

/// Most hosts that are told at a time.
pub const HOSTS_MAX: usize = 1000;
/// Number of hosts from which on those that cannot be told are dropped while others are still looked at.
const CHOSEN_AT_ONCE: usize = 4096;

/// Why the next URI of a host is not fetched at this moment, without numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum HostWaitKind {
    /// A request is under way.
    InFlight,
    /// It may be asked.
    Turn,
    /// Its usual pause.
    Pause,
    /// It answered 429 or 503.
    Complaint,
    /// It could not be reached.
    Failures,
    /// Nothing of it is fetched any more.
    Closed,
    /// Nothing is in its queue.
    Nothing,
}

impl HostWaitKind {
    /// All kinds.
    pub const ALL: [HostWaitKind; 7] = [
        HostWaitKind::InFlight,
        HostWaitKind::Turn,
        HostWaitKind::Pause,
        HostWaitKind::Complaint,
        HostWaitKind::Failures,
        HostWaitKind::Closed,
        HostWaitKind::Nothing,
    ];

    /// Name in requests and addresses.
    pub fn name(self) -> &'static str {
        match self {
            HostWaitKind::InFlight => "in-flight",
            HostWaitKind::Turn => "turn",
            HostWaitKind::Pause => "pause",
            HostWaitKind::Complaint => "complaint",
            HostWaitKind::Failures => "failures",
            HostWaitKind::Closed => "closed",
            HostWaitKind::Nothing => "nothing",
        }
    }

    /// Returns the kind with this name; `None` if there is none.
    pub fn from_name(name: &str) -> Option<HostWaitKind> {
        HostWaitKind::ALL.into_iter().find(|kind| kind.name() == name)
    }
}

/// A column of the list of hosts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum HostOrder {
    /// Its name.
    Host,
    /// URIs in its queue.
    #[default]
    Queued,
    /// Documents archived.
    Archived,
    /// Their bytes.
    Bytes,
    /// Time until it may be asked again.
    Next,
    /// Why its next URI is not fetched now.
    Why,
}

impl HostOrder {
    /// All columns.
    pub const ALL: [HostOrder; 6] = [
        HostOrder::Host,
        HostOrder::Queued,
        HostOrder::Archived,
        HostOrder::Bytes,
        HostOrder::Next,
        HostOrder::Why,
    ];

    /// Name in requests and addresses.
    pub fn name(self) -> &'static str {
        match self {
            HostOrder::Host => "host",
            HostOrder::Queued => "queued",
            HostOrder::Archived => "archived",
            HostOrder::Bytes => "bytes",
            HostOrder::Next => "next",
            HostOrder::Why => "why",
        }
    }

    /// Returns the column with this name; `None` if there is none.
    pub fn from_name(name: &str) -> Option<HostOrder> {
        HostOrder::ALL.into_iter().find(|order| order.name() == name)
    }

    /// Whether the smallest comes first unless somebody wants it otherwise: names, not numbers.
    pub fn rises(self) -> bool {
        matches!(self, HostOrder::Host | HostOrder::Why)
    }

    /// What hosts are ordered by; names are compared apart.
    fn key(self, host: &HostLine) -> u64 {
        match self {
            HostOrder::Host => 0,
            HostOrder::Queued => host.queued,
            HostOrder::Archived => host.archived,
            HostOrder::Bytes => host.bytes,
            HostOrder::Next => host.wait_ms,
            HostOrder::Why => host.wait().kind() as u64,
        }
    }
}

/// Which hosts are wanted, and in which order. By default none of all, the longest queue first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct HostsWanted {
    /// Most hosts to tell.
    pub most: u32,
    /// Hosts in that order that are passed over.
    pub skip: u32,
    /// What their names have in them; empty for all.
    pub part: String,
    /// Only those that wait for this; `None` for all.
    pub wait: Option<HostWaitKind>,
    /// By which column they are ordered.
    pub order: HostOrder,
    /// Whether the order is the opposite of the usual one: see [`HostOrder::rises`].
    pub is_turned: bool,
}

impl HostsWanted {
    /// Writes the words of a request. What older harvests know is written as it was.
    pub(super) fn put(&self, line: &mut String) {
        // Writing to a string cannot fail.
        let _ = write!(line, "hosts {}", self.most);
        if !self.part.is_empty() {
            line.push_str(if self.part.contains('=') { " part=" } else { " " });
            escape(&self.part, line);
        }
        if self.order != HostOrder::default() || self.is_turned {
            let turned = if self.is_turned { "-" } else { "" };
            let _ = write!(line, " order={turned}{}", self.order.name());
        }
        if self.skip > 0 {
            let _ = write!(line, " skip={}", self.skip);
        }
        if let Some(wait) = self.wait {
            let _ = write!(line, " wait={}", wait.name());
        }
    }

    /// Reads the words behind `hosts`; `None` if they are not a request.
    pub(super) fn parse(words: &[String]) -> Option<HostsWanted> {
        let (most, words) = words.split_first()?;
        let mut wanted = HostsWanted { most: most.parse().ok()?, ..HostsWanted::default() };
        for word in words {
            match word.split_once('=') {
                None if wanted.part.is_empty() => wanted.part = word.clone(),
                Some(("part", part)) => wanted.part = part.to_owned(),
                Some(("skip", number)) => wanted.skip = number.parse().ok()?,
                Some(("wait", name)) => wanted.wait = Some(HostWaitKind::from_name(name)?),
                Some(("order", name)) => {
                    wanted.is_turned = name.starts_with('-');
                    wanted.order = HostOrder::from_name(name.trim_start_matches('-'))?;
                }
                _ => return None,
            }
        }
        Some(wanted)
    }

    /// Whether a host is one of those wanted.
    pub fn has(&self, host: &HostLine) -> bool {
        (self.part.is_empty() || host.host.contains(&self.part))
            && self.wait.is_none_or(|wait| host.wait().kind() == wait)
    }

    /// Orders hosts that were read from a log. Equal ones keep their order.
    pub fn sort(&self, hosts: &mut [HostLine]) {
        hosts.sort_by(|a, b| {
            self.compare((self.order.key(a), &a.host), (self.order.key(b), &b.host))
        });
    }

    fn compare(&self, a: (u64, &str), b: (u64, &str)) -> Ordering {
        let order = match self.order {
            HostOrder::Host => a.1.cmp(b.1),
            _ => a.0.cmp(&b.0),
        };
        if self.order.rises() == self.is_turned { order.reverse() } else { order }
    }

    /// Chooses hosts of a frontier at this moment, and counts all that are wanted. There may be millions; memory is
    /// needed only for those that are told and those before them.
    pub(super) fn choose(&self, frontier: &Frontier, now: Time) -> (u64, Vec<HostLine>) {
        let name = |id: HostId| frontier.host_name(id).unwrap_or_default();
        let is_named = |host: &HostTurn| self.part.is_empty() || host.name.contains(&self.part);
        let order = |a: &(u64, HostId), b: &(u64, HostId)| {
            let by_name = self.order == HostOrder::Host;
            let words = if by_name { (name(a.1), name(b.1)) } else { Default::default() };
            self.compare((a.0, &words.0), (b.0, &words.1)).then(a.1.cmp(&b.1))
        };
        let (skip, most) = (self.skip as usize, (self.most as usize).min(HOSTS_MAX));
        let end = skip.saturating_add(most);
        let first = |chosen: &mut Vec<(u64, HostId)>| {
            if (1..chosen.len()).contains(&end) {
                chosen.select_nth_unstable_by(end - 1, order);
            }
            chosen.truncate(end);
        };
        let mut chosen: Vec<(u64, HostId)> = Vec::new();
        let mut total = 0;
        for id in 0..frontier.hosts() as HostId {
            let Some(turn) = frontier.host_turn(id).filter(is_named) else { continue };
            // Names are looked up again for those that are told.
            let host = HostLine::unnamed(&turn, now);
            if self.wait.is_none_or(|wait| host.wait().kind() == wait) {
                total += 1;
                chosen.push((self.order.key(&host), id));
                // Not after each one, so that the search costs little for each.
                if chosen.len() >= end.saturating_mul(2).max(CHOSEN_AT_ONCE) {
                    first(&mut chosen);
                }
            }
        }
        first(&mut chosen);
        chosen.sort_unstable_by(order);
        let told = chosen.iter().skip(skip).take(most);
        let told = told.filter_map(|(_, id)| Some(HostLine::new(&frontier.host_turn(*id)?, now)));
        (total, told.collect())
    }
}
