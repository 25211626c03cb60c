//! Checks a log: was a host asked too often, or over too many connections at once?

use crate::log::{Connection, Log, LoggedRequest};
use std::collections::HashMap;
use std::hash::Hash;
use std::net::IpAddr;
use std::time::Duration;

/// What a crawler owes to each host, and to each IP address, whose hosts share one machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Politeness {
    /// Minimum time between the starts of two requests.
    pub delay: Duration,
    /// Tolerance for the clocks of two processes: subtracted from `delay`, and a connection that is used may overlap
    /// with the next one for this time.
    pub slack: Duration,
    /// Time after which the end of a connection is noticed: one that is not used any more may overlap with the next one
    /// for this time. On a busy machine it may take the server long to look, though the client has closed the one
    /// before it opened the other.
    pub closing: Duration,
    /// Time for which a host must not be asked after it answered 429 or 503, counted like `delay`.
    pub rest: Duration,
    /// Maximum number of open connections.
    pub connections: usize,
    /// Whether requests for `robots.txt` count too.
    pub robots_count: bool,
    /// Minimum time between the starts of two requests to one IP address.
    pub address_delay: Duration,
    /// Maximum number of open connections to one IP address; `None` for no limit.
    pub address_connections: Option<usize>,
}

impl Default for Politeness {
    fn default() -> Politeness {
        Politeness {
            delay: Duration::from_secs(1),
            slack: Duration::from_millis(20),
            closing: Duration::from_millis(500),
            rest: Duration::ZERO,
            connections: 1,
            robots_count: true,
            address_delay: Duration::ZERO,
            address_connections: None,
        }
    }
}

/// A violation of the politeness.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Violation {
    /// Two requests to a host followed too closely.
    TooSoon {
        /// Name of the host, without a port.
        host: String,
        /// Numbers of the two requests.
        requests: (u64, u64),
        /// The time between them.
        gap: Duration,
    },
    /// A request began while the answer to another was still being sent.
    AtOnce {
        /// Name of the host, without a port.
        host: String,
        /// Numbers of the two requests.
        requests: (u64, u64),
    },
    /// Too many connections to a host were open.
    TooManyConnections {
        /// Name of the host, without a port.
        host: String,
        /// Number of the connection that exceeded the limit.
        connection: u64,
        /// Number of open connections at that time.
        open: usize,
    },
    /// Two requests to one IP address followed too closely.
    AddressTooSoon {
        /// The address.
        ip: IpAddr,
        /// Numbers of the two requests.
        requests: (u64, u64),
        /// The time between them.
        gap: Duration,
    },
    /// Too many connections to one IP address were open.
    AddressTooManyConnections {
        /// The address.
        ip: IpAddr,
        /// Number of the connection that exceeded the limit.
        connection: u64,
        /// Number of open connections at that time.
        open: usize,
    },
}

impl Log {
    /// Returns every violation of `politeness` in the log.
    pub fn violations(&self, politeness: &Politeness) -> Vec<Violation> {
        self.violations_with(politeness, |_| Duration::ZERO)
    }

    /// Same as [`Log::violations`], where `delay` returns the minimum time between two requests to a host; the longer
    /// of this and the delay of `politeness` counts.
    pub fn violations_with(
        &self,
        politeness: &Politeness,
        delay: impl Fn(&str) -> Duration,
    ) -> Vec<Violation> {
        let (entries, connections) = (self.entries(), self.connections());
        let mut found = judge_requests(&entries, politeness, delay);
        found.extend(judge_connections(&connections, politeness));
        found.extend(judge_addresses(&entries, &connections, politeness));
        found
    }
}

fn judge_requests(
    entries: &[LoggedRequest],
    politeness: &Politeness,
    delay: impl Fn(&str) -> Duration,
) -> Vec<Violation> {
    let mut found = Vec::new();
    let mut latest: HashMap<&str, &LoggedRequest> = HashMap::new();
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
    let hosts = |connection: &Connection| connection.host.clone();
    crowds(connections, politeness.connections, politeness, hosts)
        .map(|(host, connection, open)| Violation::TooManyConnections { host, connection, open })
        .collect()
}

fn judge_addresses(
    entries: &[LoggedRequest],
    connections: &[Connection],
    politeness: &Politeness,
) -> Vec<Violation> {
    let mut found = Vec::new();
    let least = politeness.address_delay.saturating_sub(politeness.slack);
    let mut latest: HashMap<IpAddr, &LoggedRequest> = HashMap::new();
    let counts = |entry: &&LoggedRequest| politeness.robots_count || entry.target != "/robots.txt";
    for entry in entries.iter().filter(counts) {
        let Some(before) = latest.insert(entry.ip, entry) else { continue };
        let gap = entry.at.saturating_sub(before.at);
        if gap < least {
            let requests = (before.number, entry.number);
            found.push(Violation::AddressTooSoon { ip: entry.ip, requests, gap });
        }
    }
    if let Some(most) = politeness.address_connections {
        let addresses = |connection: &Connection| Some(connection.ip);
        found.extend(crowds(connections, most, politeness, addresses).map(
            |(ip, connection, open)| Violation::AddressTooManyConnections { ip, connection, open },
        ));
    }
    found
}

/// Returns every connection that exceeded the limit for its `key`, with the number of open connections at that time.
fn crowds<'a, K: Clone + Eq + Hash + 'a>(
    connections: &'a [Connection],
    most: usize,
    politeness: &Politeness,
    key: impl Fn(&Connection) -> Option<K> + 'a,
) -> impl Iterator<Item = (K, u64, usize)> + 'a {
    let Politeness { slack, closing, .. } = *politeness;
    let mut open: HashMap<K, Vec<&Connection>> = HashMap::new();
    connections.iter().filter_map(move |connection| {
        let key = key(connection)?;
        let others = open.entry(key.clone()).or_default();
        let now = connection.opened;
        others.retain(|other| {
            let is_used = other.used.is_some_and(|at| at > now + slack);
            is_used || other.closed.is_none_or(|at| at > now + closing.max(slack))
        });
        others.push(connection);
        (others.len() > most).then_some((key, connection.number, others.len()))
    })
}

#[cfg(test)]
mod tests {
    use super::{Politeness, Violation, judge_addresses, judge_connections, judge_requests};
    use crate::log::{Connection, LoggedRequest};
    use std::net::{IpAddr, Ipv4Addr};
    use std::time::Duration;

    const IP: IpAddr = IpAddr::V4(Ipv4Addr::LOCALHOST);

    fn entry(number: u64, host: &str, at: u64, ended: u64) -> LoggedRequest {
        LoggedRequest {
            number,
            at: Duration::from_millis(at),
            ended: Some(Duration::from_millis(ended)),
            connection: number,
            method: "GET".to_owned(),
            host: host.to_owned(),
            target: "/".to_owned(),
            status: Some(200),
            fault: None,
            too_fast: false,
            ip: IP,
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
        let judge = |entries: &[LoggedRequest], seconds| {
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
            used: Some(Duration::from_millis(closed.unwrap_or(opened))),
            closed: closed.map(Duration::from_millis),
            host: Some(host.to_owned()),
            ip: IP,
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
        let address = Politeness { address_connections: Some(3), ..Politeness::default() };
        let crowd = Violation::AddressTooManyConnections { ip: IP, connection: 3, open: 3 };
        assert_eq!(judge_addresses(&[], &connections, &address), []);
        let address = Politeness { address_connections: Some(2), ..address };
        // The first one had ended a moment after the third was opened.
        assert_eq!(judge_addresses(&[], &connections, &address), [crowd]);
    }

    #[test]
    fn the_end_of_a_connection_is_noticed_late_but_its_use_is_not() {
        let millis = Duration::from_millis;
        let judge = |used: u64, closed: Option<u64>| {
            let first = Connection {
                number: 0,
                opened: millis(0),
                used: Some(millis(used)),
                closed: closed.map(millis),
                host: Some("a".to_owned()),
                ip: IP,
            };
            let (opened, used) = (millis(1000), Some(millis(1010)));
            let second = Connection { number: 1, opened, used, ..first.clone() };
            judge_connections(&[first, second], &Politeness::default()).len()
        };
        // The client has closed it before, the server has looked late.
        assert_eq!(judge(10, Some(1400)), 0);
        // It was left open.
        assert_eq!((judge(10, Some(1600)), judge(10, None)), (1, 1));
        // Something was asked or answered over both.
        assert_eq!((judge(1015, Some(1030)), judge(1100, Some(1100))), (0, 1));
    }

    #[test]
    fn hosts_of_one_address_count_together() {
        let mut entries = [entry(0, "a", 0, 10), entry(1, "b", 500, 510), entry(2, "c", 900, 910)];
        entries[1].ip = IpAddr::V4(Ipv4Addr::new(127, 1, 2, 3));
        assert_eq!(judge_addresses(&entries, &[], &Politeness::default()), []);
        let politeness =
            Politeness { address_delay: Duration::from_secs(1), ..Politeness::default() };
        let gap = Duration::from_millis(900);
        let violation = Violation::AddressTooSoon { ip: IP, requests: (0, 2), gap };
        assert_eq!(judge_addresses(&entries, &[], &politeness), [violation]);
    }
}
