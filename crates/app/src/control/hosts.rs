//! The hosts of a running harvest, and what each of them is waiting for.

use super::request::{escape, unescape};
use super::{HOSTS_MAX, HostWaitKind, HostsWanted};
use serde::Serialize;
use std::time::{Duration, SystemTime, UNIX_EPOCH};
use stodola_crawl::logs::HostCount;
use stodola_crawl::{Control, ControlError};
use stodola_frontier::{ClosedHost, HostTurn, Reason, Time};

/// A host of a running harvest.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct HostLine {
    /// Its name.
    pub host: String,
    /// Number of URIs in its queue.
    pub queued: u64,
    /// Number of its archived documents.
    pub archived: u64,
    /// Bytes of these.
    pub bytes: u64,
    /// Number of requests under way.
    pub in_flight: u64,
    /// Milliseconds until it may be asked again; 0 if it may be asked now.
    pub wait_ms: u64,
    /// Pause between two requests as of its last answer, in milliseconds.
    pub pause_ms: u64,
    /// The longer pause that it got because it answered 429 or 503, in milliseconds; 0 if it has the usual one.
    pub grown_ms: u64,
    /// Failures in a row of the host itself.
    pub failures: u64,
    /// Why nothing of it is fetched any more; `None` if its URIs are fetched.
    pub closed: Option<String>,
}

/// Why the next URI of a host is not fetched at this moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HostWait<'h> {
    /// Nothing of it is fetched any more: the name of the limit or the outcome.
    Closed(&'h str),
    /// A request is under way.
    InFlight,
    /// Nothing is in its queue.
    Nothing,
    /// It could not be reached, so many times in a row.
    Failures(u64),
    /// It answered 429 or 503, so its pause has grown to this.
    Complaint(Duration),
    /// Its usual pause after an answer.
    Pause(Duration),
    /// It may be asked: its turn comes when a worker is free.
    Turn,
}

impl HostWait<'_> {
    /// The same without numbers.
    pub fn kind(self) -> HostWaitKind {
        match self {
            HostWait::Closed(_) => HostWaitKind::Closed,
            HostWait::InFlight => HostWaitKind::InFlight,
            HostWait::Nothing => HostWaitKind::Nothing,
            HostWait::Failures(_) => HostWaitKind::Failures,
            HostWait::Complaint(_) => HostWaitKind::Complaint,
            HostWait::Pause(_) => HostWaitKind::Pause,
            HostWait::Turn => HostWaitKind::Turn,
        }
    }
}

impl HostLine {
    /// Why its next URI is not fetched at this moment.
    pub fn wait(&self) -> HostWait<'_> {
        if let Some(closed) = &self.closed {
            return HostWait::Closed(closed);
        }
        match () {
            () if self.in_flight > 0 => HostWait::InFlight,
            () if self.queued == 0 => HostWait::Nothing,
            () if self.wait_ms == 0 => HostWait::Turn,
            () if self.failures > 0 => HostWait::Failures(self.failures),
            () if self.grown_ms > 0 => HostWait::Complaint(Duration::from_millis(self.grown_ms)),
            () => HostWait::Pause(Duration::from_millis(self.pause_ms)),
        }
    }

    /// A host of a frontier at this moment.
    pub(super) fn new(turn: &HostTurn, now: Time) -> HostLine {
        HostLine { host: turn.name.to_string(), ..HostLine::unnamed(turn, now) }
    }

    /// The same without its name, which is an allocation less.
    pub(super) fn unnamed(turn: &HostTurn, now: Time) -> HostLine {
        let millis = |time: Duration| u64::try_from(time.as_millis()).unwrap_or(u64::MAX);
        HostLine {
            host: String::new(),
            queued: turn.queued,
            archived: turn.documents.into(),
            bytes: turn.bytes,
            in_flight: turn.in_flight.into(),
            wait_ms: turn.next_at.millis().saturating_sub(now.millis()),
            pause_ms: millis(turn.pause),
            grown_ms: millis(turn.grown),
            failures: turn.failures.into(),
            closed: turn.closed.map(|closed| match closed {
                ClosedHost::Over(budget) => Reason::Budget(budget).to_string(),
                ClosedHost::With(outcome) => outcome.name().to_owned(),
            }),
        }
    }

    /// A host of a harvest that does not run, from the log: nothing is known of its pause.
    pub fn of_log(count: &HostCount) -> HostLine {
        HostLine {
            host: count.host.to_string(),
            queued: count.waiting,
            archived: count.archived,
            bytes: count.bytes,
            in_flight: 0,
            wait_ms: 0,
            pause_ms: 0,
            grown_ms: 0,
            failures: 0,
            closed: None,
        }
    }

    /// The words of a line: numbers with commas between them, why it is closed, its name.
    pub(super) fn put(&self, line: &mut String) {
        let numbers = self.numbers().map(|number| number.to_string()).join(",");
        let closed = self.closed.as_deref().unwrap_or("");
        escape(&format!("{numbers},{closed},{}", self.host), line);
    }

    fn numbers(&self) -> [u64; 8] {
        [
            self.queued,
            self.archived,
            self.bytes,
            self.in_flight,
            self.wait_ms,
            self.pause_ms,
            self.grown_ms,
            self.failures,
        ]
    }

    /// Reads a word that [`put`](HostLine::put) wrote; `None` if it is another one.
    pub(super) fn parse(word: &str) -> Option<HostLine> {
        let word = unescape(word);
        let mut parts = word.splitn(10, ',');
        let mut number = || parts.next()?.parse::<u64>().ok();
        let [queued, archived, bytes, in_flight] = [number()?, number()?, number()?, number()?];
        let [wait_ms, pause_ms, grown_ms, failures] = [number()?, number()?, number()?, number()?];
        let closed = Some(parts.next()?).filter(|it| !it.is_empty()).map(str::to_owned);
        let host = parts.next()?.to_owned();
        Some(HostLine {
            host,
            queued,
            archived,
            bytes,
            in_flight,
            wait_ms,
            pause_ms,
            grown_ms,
            failures,
            closed,
        })
    }
}

/// The hosts of a harvest that are wanted, and how many there are.
pub(crate) fn hosts(
    control: &Control,
    wanted: &HostsWanted,
) -> Result<(u64, Vec<HostLine>), ControlError> {
    control.look(|frontier| wanted.choose(frontier, now()))
}

/// Hosts in the order in which they were found, from a number on; and how many there are in all.
pub(super) fn host_range(
    control: &Control,
    from: u32,
    most: u32,
) -> Result<(u64, Vec<HostLine>), ControlError> {
    let (most, now) = (most.min(HOSTS_MAX as u32), now());
    control.look(|frontier| {
        let hosts = (from..from.saturating_add(most)).map_while(|id| frontier.host_turn(id));
        (frontier.hosts() as u64, hosts.map(|host| HostLine::new(&host, now)).collect())
    })
}

fn now() -> Time {
    Time::ZERO + SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn host() -> HostLine {
        HostLine {
            host: "[::1]".to_owned(),
            queued: 1,
            archived: 2,
            bytes: 3,
            in_flight: 0,
            wait_ms: 5,
            pause_ms: 6,
            grown_ms: 0,
            failures: 0,
            closed: None,
        }
    }

    #[test]
    fn a_host_says_what_it_waits_for() {
        let hosts = [
            (HostLine { in_flight: 1, ..host() }, HostWait::InFlight),
            (HostLine { queued: 0, ..host() }, HostWait::Nothing),
            (HostLine { wait_ms: 0, failures: 1, ..host() }, HostWait::Turn),
            (HostLine { failures: 3, ..host() }, HostWait::Failures(3)),
            (HostLine { grown_ms: 9, ..host() }, HostWait::Complaint(Duration::from_millis(9))),
            (host(), HostWait::Pause(Duration::from_millis(6))),
            (
                HostLine { closed: Some("a, b c".to_owned()), in_flight: 1, ..host() },
                HostWait::Closed("a, b c"),
            ),
        ];
        for (host, why) in &hosts {
            assert_eq!(host.wait(), *why);
            assert_eq!(HostWaitKind::from_name(why.kind().name()), Some(why.kind()));
        }
    }

    #[test]
    fn hosts_come_back_from_their_words() {
        for host in [host(), HostLine { closed: Some("over budget".to_owned()), ..host() }] {
            let mut line = String::new();
            host.put(&mut line);
            assert!(!line.contains(' '), "{line}");
            assert_eq!(HostLine::parse(&line), Some(host));
        }
        for wrong in ["", "1,2", "1,2,3,4,5,6,7,8", "1,2,3,4,5,6,7,x,,a"] {
            assert_eq!(HostLine::parse(wrong), None, "{wrong}");
        }
    }
}
