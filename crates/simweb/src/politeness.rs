//! Judges a log: was anybody asked too often, or by too many at once?

use crate::log::{Connection, Entry, Log};
use std::collections::HashMap;
use std::time::Duration;

/// What a crawler owes to each host.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Politeness {
    /// The least time between the beginnings of two requests.
    pub delay: Duration,
    /// What the clocks of two processes may differ by: taken off `delay`, and a connection may
    /// overlap with the next one for so long, since its end is seen a little late.
    pub slack: Duration,
    /// How long a host is left alone after it answered 429 or 503, counted like `delay`.
    pub rest: Duration,
    /// How many connections may be open at once.
    pub connections: usize,
    /// Whether requests for `robots.txt` count.
    pub robots_count: bool,
}

impl Default for Politeness {
    fn default() -> Politeness {
        Politeness {
            delay: Duration::from_secs(1),
            slack: Duration::from_millis(20),
            rest: Duration::ZERO,
            connections: 1,
            robots_count: true,
        }
    }
}

/// A breach of manners.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Violation {
    /// Two requests followed too closely.
    TooSoon {
        /// Whom it hit.
        host: String,
        /// The numbers of the two requests.
        requests: (u64, u64),
        /// The time between them.
        gap: Duration,
    },
    /// A request began while the answer to another was still on its way.
    AtOnce {
        /// Whom it hit.
        host: String,
        /// The numbers of the two requests.
        requests: (u64, u64),
    },
    /// Too many connections were open.
    TooManyConnections {
        /// Whom it hit.
        host: String,
        /// The connection that was one too many.
        connection: u64,
        /// How many were open then.
        open: usize,
    },
}

impl Log {
    /// Every breach of `politeness` in what is remembered.
    pub fn violations(&self, politeness: &Politeness) -> Vec<Violation> {
        self.violations_with(politeness, |_| Duration::ZERO)
    }

    /// The same, where `delay` tells how long a host wants to be left alone between two requests;
    /// the longer of this and the delay of `politeness` counts.
    pub fn violations_with(
        &self,
        politeness: &Politeness,
        delay: impl Fn(&str) -> Duration,
    ) -> Vec<Violation> {
        let mut found = judge_requests(&self.entries(), politeness, delay);
        found.extend(judge_connections(&self.connections(), politeness));
        found
    }
}

fn judge_requests(
    entries: &[Entry],
    politeness: &Politeness,
    delay: impl Fn(&str) -> Duration,
) -> Vec<Violation> {
    let mut found = Vec::new();
    let mut latest: HashMap<&str, &Entry> = HashMap::new();
    for entry in entries {
        if entry.target == "/robots.txt" && !politeness.robots_count {
            continue;
        }
        let Some(before) = latest.insert(&entry.host, entry) else { continue };
        let requests = (before.number, entry.number);
        let gap = entry.at.saturating_sub(before.at);
        let rest = match before.status {
            Some(429 | 503) => politeness.rest,
            _ => Duration::ZERO,
        };
        let least = politeness.delay.max(delay(&entry.host)).max(rest);
        if gap < least.saturating_sub(politeness.slack) {
            found.push(Violation::TooSoon { host: entry.host.clone(), requests, gap });
        }
        let other_connection = before.connection != entry.connection;
        let still_busy = before.ended.is_none_or(|ended| ended > entry.at + politeness.slack);
        if other_connection && still_busy && politeness.connections == 1 {
            found.push(Violation::AtOnce { host: entry.host.clone(), requests });
        }
    }
    found
}

fn judge_connections(connections: &[Connection], politeness: &Politeness) -> Vec<Violation> {
    let mut found = Vec::new();
    let mut open: HashMap<&str, Vec<&Connection>> = HashMap::new();
    for connection in connections {
        let Some(host) = &connection.host else { continue };
        let others = open.entry(host).or_default();
        others.retain(|other| {
            other.closed.is_none_or(|closed| closed > connection.opened + politeness.slack)
        });
        others.push(connection);
        if others.len() > politeness.connections {
            found.push(Violation::TooManyConnections {
                host: host.clone(),
                connection: connection.number,
                open: others.len(),
            });
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::{Politeness, Violation, judge_connections, judge_requests};
    use crate::log::{Connection, Entry};
    use std::time::Duration;

    fn entry(number: u64, host: &str, at: u64, ended: u64) -> Entry {
        Entry {
            number,
            at: Duration::from_millis(at),
            ended: Some(Duration::from_millis(ended)),
            connection: number,
            method: "GET".to_owned(),
            host: host.to_owned(),
            target: "/".to_owned(),
            status: Some(200),
            fault: None,
        }
    }

    #[test]
    fn close_and_overlapping_requests_are_found() {
        let entries = [
            entry(0, "a", 0, 10),
            entry(1, "b", 5, 10),
            entry(2, "a", 990, 5000),
            entry(3, "b", 500, 510),
            entry(4, "a", 2000, 2001),
        ];
        let found = judge_requests(&entries, &Politeness::default(), |_| Duration::ZERO);
        let gap = Duration::from_millis(495);
        assert_eq!(
            found,
            [
                Violation::TooSoon { host: "b".to_owned(), requests: (1, 3), gap },
                Violation::AtOnce { host: "a".to_owned(), requests: (2, 4) },
            ]
        );
    }

    #[test]
    fn hosts_may_ask_for_more() {
        let mut entries = [entry(0, "a", 0, 10), entry(1, "a", 2000, 2010)];
        let politeness = Politeness { rest: Duration::from_secs(9), ..Politeness::default() };
        let judge = |entries: &[Entry], seconds| {
            judge_requests(entries, &politeness, |_| Duration::from_secs(seconds)).len()
        };
        assert_eq!(judge(&entries, 2), 0);
        assert_eq!(judge(&entries, 3), 1);
        entries[0].status = Some(429);
        assert_eq!(judge(&entries, 2), 1);
    }

    #[test]
    fn second_connection_is_one_too_many() {
        let connection = |number, host: &str, opened, closed: Option<u64>| Connection {
            number,
            opened: Duration::from_millis(opened),
            closed: closed.map(Duration::from_millis),
            host: Some(host.to_owned()),
        };
        let connections = [
            connection(0, "a", 0, Some(110)),
            connection(1, "b", 0, None),
            connection(2, "a", 100, Some(500)),
            connection(3, "b", 100, None),
        ];
        let found = judge_connections(&connections, &Politeness::default());
        let host = "b".to_owned();
        assert_eq!(found, [Violation::TooManyConnections { host, connection: 3, open: 2 }]);
        let two = Politeness { connections: 2, ..Politeness::default() };
        assert_eq!(judge_connections(&connections, &two), []);
    }
}
