//! Whose turn it is: addresses wait at their host, one request to a host at a time, with pauses, and few at a time to
//! one server. No clock and no network: the caller says what time it is and what has happened.
//!
//! A host is in one place at a time: asleep (nothing waits there), in the order of turns, at a server that has enough
//! connections, or out with a request. So nobody looks at the same host again and again, and nothing is locked.

use std::collections::{BTreeSet, HashMap, VecDeque};
use std::net::IpAddr;
use std::time::Duration;
use stodola_fetch::robots::{RobotsTrail, Rules};
use tokio::time::Instant;

/// An address that is to be judged.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Errand {
    /// Its number in the order of the input.
    pub(crate) index: usize,
    /// Where it is now: the address itself, or where a redirect has led.
    pub(crate) uri: Vec<u8>,
    pub(crate) redirects: usize,
    /// The robots.txt that it needs, while that is on its way; otherwise `None`.
    pub(crate) robots: Option<RobotsErrand>,
}

/// A robots.txt on its way, which may lead over other hosts. Each of them is asked in its turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum RobotsErrand {
    /// The next request, for this scheme, host and port.
    Fetch(String, RobotsTrail),
    /// Its rules, from another host, for this scheme, host and port; or why they are not known.
    Brought(String, Result<Rules, String>),
}

impl Errand {
    /// The URI of the next request.
    pub(crate) fn next(&self) -> &[u8] {
        match &self.robots {
            Some(RobotsErrand::Fetch(_, trail)) => trail.next(),
            Some(RobotsErrand::Brought(..)) | None => &self.uri,
        }
    }
}

/// What servers are spared: many hosts may be on one.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ServerManners {
    /// Requests to one server at the same time.
    pub(crate) connections: usize,
    /// Pause between the starts of two requests to one server.
    pub(crate) pause: Duration,
}

/// Number of a host.
pub(crate) type HostNumber = usize;

/// The hosts with their waiting addresses.
pub(crate) struct Turns {
    hosts: Vec<HostTurn>,
    numbers: HashMap<String, HostNumber>,
    /// The hosts that may be asked, by the time from which on they may.
    order: BTreeSet<(Instant, HostNumber)>,
    servers: HashMap<IpAddr, ServerTurn>,
    /// `None` if servers are not spared.
    manners: Option<ServerManners>,
}

struct HostTurn {
    waiting: VecDeque<Errand>,
    server: Option<IpAddr>,
    /// When it may be asked again.
    next: Instant,
    place: HostPlace,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum HostPlace {
    Asleep,
    InOrder,
    /// As `InOrder`, and its server expects it then.
    Expected,
    AtServer,
    Out,
}

struct ServerTurn {
    active: usize,
    next: Instant,
    waiting: VecDeque<HostNumber>,
}

impl Turns {
    pub(crate) fn new(manners: Option<ServerManners>) -> Turns {
        Turns {
            hosts: Vec::new(),
            numbers: HashMap::new(),
            order: BTreeSet::new(),
            servers: HashMap::new(),
            manners,
        }
    }

    /// Lets an errand wait at the host with this name; `is_first`: before the others there.
    pub(crate) fn add(
        &mut self,
        host: &str,
        errand: Errand,
        is_first: bool,
        now: Instant,
    ) -> HostNumber {
        let number = match self.numbers.get(host) {
            Some(number) => *number,
            None => {
                let number = self.hosts.len();
                let (waiting, place) = (VecDeque::new(), HostPlace::Asleep);
                self.hosts.push(HostTurn { waiting, server: None, next: now, place });
                self.numbers.insert(host.to_owned(), number);
                number
            }
        };
        let turn = &mut self.hosts[number];
        match is_first {
            true => turn.waiting.push_front(errand),
            false => turn.waiting.push_back(errand),
        }
        if turn.place == HostPlace::Asleep {
            self.line_up(number);
        }
        number
    }

    /// Returns a host whose turn has come, with the errand to do there; `None` if none has. The host is out until
    /// [`back`](Turns::back).
    pub(crate) fn take(&mut self, now: Instant) -> Option<(HostNumber, Errand)> {
        loop {
            let (time, number) = *self.order.first()?;
            if time > now {
                return None;
            }
            self.order.remove(&(time, number));
            if !self.is_welcome(number, now) {
                continue;
            }
            let turn = &mut self.hosts[number];
            let Some(errand) = turn.waiting.pop_front() else {
                turn.place = HostPlace::Asleep;
                continue;
            };
            turn.place = HostPlace::Out;
            return Some((number, errand));
        }
    }

    /// Whether the server of a host takes a request now. If not, the host waits there, or until its server expects it.
    fn is_welcome(&mut self, number: HostNumber, now: Instant) -> bool {
        let turn = &mut self.hosts[number];
        let (Some(manners), Some(address)) = (self.manners, turn.server) else { return true };
        let server = self.servers.entry(address).or_insert_with(|| ServerTurn {
            active: 0,
            next: now,
            waiting: VecDeque::new(),
        });
        if turn.place == HostPlace::Expected {
            return true;
        }
        if server.active >= manners.connections {
            turn.place = HostPlace::AtServer;
            server.waiting.push_back(number);
            return false;
        }
        server.active += 1;
        let start = server.next.max(now);
        server.next = start + manners.pause;
        if start > now {
            turn.place = HostPlace::Expected;
            self.order.insert((start, number));
            return false;
        }
        true
    }

    /// A host comes back: it may be asked again after `pause`. `server` is its address, as soon as it is known.
    pub(crate) fn back(
        &mut self,
        number: HostNumber,
        pause: Duration,
        server: Option<IpAddr>,
        now: Instant,
    ) {
        let turn = &mut self.hosts[number];
        turn.next = now + pause;
        turn.place = HostPlace::Asleep;
        let was_at = turn.server;
        turn.server = turn.server.or(server);
        let has_more = !turn.waiting.is_empty();
        if let Some(server) = was_at.and_then(|address| self.servers.get_mut(&address)) {
            server.active = server.active.saturating_sub(1);
            if let Some(next) = server.waiting.pop_front() {
                self.line_up(next);
            }
        }
        if has_more {
            self.line_up(number);
        }
    }

    /// Whether nothing waits at a host.
    pub(crate) fn is_idle(&self, number: HostNumber) -> bool {
        self.hosts[number].waiting.is_empty()
    }

    /// Returns the time when the next host may be asked; `None` if none waits for a time.
    pub(crate) fn next(&self) -> Option<Instant> {
        self.order.first().map(|(time, _)| *time)
    }

    fn line_up(&mut self, number: HostNumber) {
        let turn = &mut self.hosts[number];
        turn.place = HostPlace::InOrder;
        self.order.insert((turn.next, number));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn errand(index: usize) -> Errand {
        Errand { index, uri: Vec::new(), redirects: 0, robots: None }
    }

    fn seconds(number: u64) -> Duration {
        Duration::from_secs(number)
    }

    #[test]
    fn a_host_is_asked_once_at_a_time_and_after_its_pause() {
        let mut turns = Turns::new(None);
        let start = Instant::now();
        let host = turns.add("a", errand(0), false, start);
        turns.add("a", errand(1), false, start);
        turns.add("b", errand(2), false, start);
        assert_eq!(turns.take(start), Some((host, errand(0))));
        let (other, taken) = turns.take(start).unwrap();
        assert_eq!(taken, errand(2));
        assert_eq!(turns.take(start), None);
        turns.back(host, seconds(2), None, start);
        turns.back(other, seconds(2), None, start);
        assert_eq!(turns.take(start + seconds(1)), None);
        assert_eq!(turns.next(), Some(start + seconds(2)));
        // What goes on at a host goes before the others.
        turns.add("a", errand(3), true, start);
        assert_eq!(turns.take(start + seconds(2)), Some((host, errand(3))));
        turns.back(host, seconds(0), None, start + seconds(2));
        assert_eq!(turns.take(start + seconds(2)), Some((host, errand(1))));
        assert!(turns.is_idle(host));
        turns.back(host, seconds(0), None, start + seconds(2));
        assert_eq!((turns.take(start + seconds(9)), turns.next()), (None, None));
    }

    #[test]
    fn many_hosts_on_one_server_get_few_connections_with_pauses_and_nobody_is_forgotten() {
        let manners = ServerManners { connections: 2, pause: seconds(1) };
        let mut turns = Turns::new(Some(manners));
        let start = Instant::now();
        let server: Option<IpAddr> = Some("192.0.2.1".parse().unwrap());
        let names: Vec<String> = (0..50).map(|number| format!("h{number}")).collect();
        // First the address of each host is found, which asks nobody.
        for (index, name) in names.iter().enumerate() {
            turns.add(name, errand(index), false, start);
        }
        for _ in &names {
            let (host, errand) = turns.take(start).unwrap();
            turns.add(&names[host], errand, true, start);
            turns.back(host, seconds(0), server, start);
        }
        let (mut now, mut out, mut done, mut starts) =
            (start, VecDeque::new(), Vec::new(), Vec::new());
        let mut looks = 0;
        while done.len() < names.len() {
            while let Some((host, errand)) = turns.take(now) {
                out.push_back(host);
                starts.push(now);
                done.push(errand.index);
            }
            looks += 1;
            assert!(out.len() <= 2, "{out:?}");
            assert!(looks < 200, "looks in vain");
            match out.pop_front() {
                Some(host) => turns.back(host, seconds(0), None, now),
                None => now = turns.next().unwrap_or(now + seconds(1)),
            }
        }
        assert!(starts.windows(2).all(|pair| pair[1] >= pair[0] + seconds(1)), "{starts:?}");
        done.sort_unstable();
        assert_eq!(done, (0..50).collect::<Vec<_>>());
    }
}
