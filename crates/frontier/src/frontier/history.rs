//! The events of a frontier from the beginning: for logs, reports and `why`.
//!
//! [`History`] reads the log of a folder without a lock and without changing anything, so it may be used while a
//! harvest runs. It reads the whole log: about a million events per second.

use super::HostNames;
use super::error::{FrontierError, damaged};
use super::event::{Done, Event, HostId, LogPlace, RETRY_LEVEL};
use super::log::{Log, Stored};
use super::{FoundUri, Frontier, Ticket};
use crate::{Outcome, Time};
use std::path::Path;
use std::time::Duration;

/// One event. Times are those of the commit; [`Time::ZERO`] if it is not committed yet.
#[derive(Debug, PartialEq, Eq)]
pub enum Happened<'a> {
    /// A host was found for the first time.
    Host {
        /// Its number, which later events refer to.
        host: HostId,
        /// Its name.
        name: &'a str,
    },
    /// A URI was found and accepted.
    Found {
        /// Its place, which later events refer to.
        place: LogPlace,
        /// Its host.
        host: HostId,
        /// Level of the queue; 0 is served first.
        level: u8,
        /// The URI.
        uri: Vec<u8>,
        /// The page that it was found on; `None` for seeds.
        via: Option<LogPlace>,
        /// Hop path: one letter for each link followed from a seed.
        hops: &'a [u8],
        /// Whether it is a seed of the job.
        is_seed: bool,
        /// Time of the commit.
        time: Time,
    },
    /// A URI will be tried again.
    Retry {
        /// The place that identifies the next attempt.
        place: LogPlace,
        /// The place where it was found.
        found: LogPlace,
        /// Its host.
        host: HostId,
        /// The number of attempts that failed.
        attempts: u32,
        /// Time before which it is not tried again.
        not_before: Time,
    },
    /// A URI that had ended waits again, because it has a larger standing now, or somebody asked for it. It keeps its
    /// outcome until it gets another one; if it was archived, only its links are offered again, and its outcome stays.
    Again {
        /// The place that identifies the next attempt.
        place: LogPlace,
        /// The place where it was found.
        found: LogPlace,
        /// Its host.
        host: HostId,
        /// Level of the queue; 0 is served first.
        level: u8,
    },
    /// The links of a URI that waited again were offered again. Its outcome stays.
    Linked {
        /// The place since which it waited.
        entry: LogPlace,
        /// Its host.
        host: HostId,
        /// The level it was taken from.
        level: u8,
    },
    /// An attempt at a URI ended.
    Done {
        /// The place of this outcome; a later one may [replace](Happened::Done::replaces) it.
        place: LogPlace,
        /// The entry that was taken: the place where the URI was found, or where it was put to wait again.
        entry: LogPlace,
        /// Its host.
        host: HostId,
        /// The level it was taken from.
        level: u8,
        /// The outcome.
        outcome: Outcome,
        /// A line to be read by [`Detail::parse`](crate::Detail::parse).
        detail: &'a [u8],
        /// Archived bytes.
        bytes: u64,
        /// Pause of its host from then on.
        wait: Duration,
        /// The place of an earlier outcome of the URI, which does not count any more; `None` if there is none.
        replaces: Option<LogPlace>,
        /// Time of the commit.
        time: Time,
    },
    /// Something was fetched because a URI needs it: a robots.txt, or an answer of a name server.
    Beside {
        /// The URI that needs it.
        cause: LogPlace,
        /// The host of that URI.
        host: HostId,
        /// The URI that was fetched.
        uri: &'a [u8],
        /// A line to be read by [`Detail::parse`](crate::Detail::parse).
        detail: &'a [u8],
        /// Archived bytes.
        bytes: u64,
        /// Time of the commit.
        time: Time,
    },
    /// A link was not followed.
    Rejected {
        /// The URI that the link leads to.
        uri: &'a [u8],
        /// The page that it was found on; `None` for seeds.
        via: Option<LogPlace>,
        /// The name of the rule that rejected it.
        rule: &'a [u8],
        /// Time of the commit.
        time: Time,
    },
}

/// A URI in the log, as it was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LoggedUri {
    /// The place where it was found.
    pub found: LogPlace,
    /// Its host.
    pub host: HostId,
    /// The URI.
    pub uri: Vec<u8>,
    /// Hop path: one letter for each link followed from a seed.
    pub hops: Vec<u8>,
    /// The page that it was found on; `None` for seeds.
    pub via: Option<LogPlace>,
    /// Number of attempts that failed before.
    pub attempts: u32,
}

/// An outcome that was replaced by another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EarlierOutcome {
    /// The outcome.
    pub outcome: Outcome,
    /// A line to be read by [`Detail::parse`](crate::Detail::parse).
    pub detail: Vec<u8>,
    /// Archived bytes.
    pub bytes: u64,
}

/// The log of a frontier, open for reading only.
#[derive(Debug)]
pub struct History {
    pub(super) stored: Stored,
    pub(super) hosts: HostNames,
}

impl History {
    /// Opens the log in the folder of a frontier, also if another process uses the frontier.
    pub fn open(folder: &Path) -> Result<History, FrontierError> {
        Ok(History { stored: Stored::open(folder)?, hosts: HostNames::default() })
    }

    /// Calls `use_it` with all events from the beginning. An error of `use_it` ends the reading and is returned.
    pub fn read(
        &mut self,
        mut use_it: impl FnMut(Happened<'_>) -> Result<(), FrontierError>,
    ) -> Result<(), FrontierError> {
        self.hosts.clear();
        let hosts = &mut self.hosts;
        self.stored.read_from(0, &mut |time, place, event| {
            tell(hosts, time, place, event, &mut |_, happened| use_it(happened))
        })?;
        Ok(())
    }

    /// Calls `use_it` with the events that were committed behind the place `from`, and returns the place to go on from
    /// the next time. Begin with 0 and go on with what was returned: names of hosts are learned on the way.
    pub fn read_on(
        &mut self,
        from: LogPlace,
        mut use_it: impl FnMut(Happened<'_>) -> Result<(), FrontierError>,
    ) -> Result<LogPlace, FrontierError> {
        if from == 0 {
            self.hosts.clear();
        }
        // The harvest may have begun another file.
        self.stored.reopen()?;
        let hosts = &mut self.hosts;
        self.stored.read_from(from, &mut |time, place, event| {
            tell(hosts, time, place, event, &mut |_, happened| use_it(happened))
        })
    }

    /// Returns the URI at a place where it was found or where it began to wait again. Call [`read`](History::read)
    /// first, which learns the names of hosts.
    pub fn entry(&self, place: LogPlace) -> Result<LoggedUri, FrontierError> {
        let name = |host: HostId| self.hosts.get(host);
        resolve(place, |place| self.stored.read(place, |event| Step::new(&event, name)))
    }

    /// Returns the outcome at a place, which another one has replaced.
    pub fn earlier(&self, place: LogPlace) -> Result<EarlierOutcome, FrontierError> {
        earlier(&self.stored, place)
    }

    /// Name of a host; empty if there is no such number.
    pub fn host(&self, host: HostId) -> &str {
        self.hosts.get(host).unwrap_or_default()
    }

    /// Number of a host; `None` if it is unknown.
    pub fn find_host(&self, name: &str) -> Option<HostId> {
        self.hosts.position(name)
    }
}

/// The end of the log of an open frontier, which can be read without the frontier.
pub struct LogTail {
    stored: Stored,
}

impl LogTail {
    /// Calls `use_it` with all events of the kinds [`Done`](Happened::Done) and [`Beside`](Happened::Beside) in the
    /// commits from a place on; returns the place to continue from the next time.
    pub fn read(
        &self,
        from: LogPlace,
        mut use_it: impl FnMut(Happened<'_>) -> Result<(), FrontierError>,
    ) -> Result<LogPlace, FrontierError> {
        let end = self.stored.read_from(from, &mut |time, place, event| match event {
            Event::Done(_) | Event::Beside { .. } => {
                tell(&mut HostNames::default(), time, place, event, &mut |_, happened| {
                    use_it(happened)
                })
            }
            _ => Ok(()),
        })?;
        if self.stored.is_end(end) {
            return Ok(end);
        }
        Err(damaged(Path::new("log"), format!("the commits after place {from} cannot be read")))
    }
}

impl Frontier {
    /// Calls `use_it` with all events from the beginning, also those that are not committed yet.
    pub fn history(
        &self,
        mut use_it: impl FnMut(Happened<'_>) -> Result<(), FrontierError>,
    ) -> Result<(), FrontierError> {
        read(&self.log, &mut use_it)
    }

    /// Returns the committed part of the log, which can be read without the frontier.
    pub fn tail(&self) -> LogTail {
        LogTail { stored: self.log.stored() }
    }

    /// Returns the URI at a place where it was found or where it began to wait again.
    pub fn entry(&self, place: LogPlace) -> Result<LoggedUri, FrontierError> {
        let name = |host: HostId| self.state.hosts.name(host);
        resolve(place, |place| self.log.read(place, |event| Step::new(&event, name)))
    }

    /// Logs that something was fetched because the ticket's URI needs it.
    pub fn note_beside(&mut self, ticket: &Ticket, uri: &[u8], detail: &str, bytes: u64) {
        let (host, cause, detail) = (ticket.host, ticket.found, detail.as_bytes());
        self.log.add(&Event::Beside { host, cause, bytes, detail, uri });
    }
}

/// What an event says about the URI at its place.
pub(super) enum Step {
    Found(FoundUri),
    Retry { found: LogPlace, attempts: u32 },
    Other,
}

impl Step {
    pub(super) fn new<N: AsRef<str>>(
        event: &Event<'_>,
        name: impl Fn(HostId) -> Option<N>,
    ) -> Step {
        match event {
            Event::Found(found) => match name(found.host) {
                Some(host) => Step::Found(FoundUri::new(found, host.as_ref())),
                None => Step::Other,
            },
            Event::Retry { found, attempts, .. } => {
                Step::Retry { found: *found, attempts: *attempts }
            }
            Event::Again { found, .. } => Step::Retry { found: *found, attempts: 0 },
            Event::Anew { found, attempts, .. } => {
                Step::Retry { found: *found, attempts: *attempts }
            }
            _ => Step::Other,
        }
    }
}

pub(super) fn resolve(
    place: LogPlace,
    read: impl Fn(LogPlace) -> Result<Step, FrontierError>,
) -> Result<LoggedUri, FrontierError> {
    let (found, attempts, step) = match read(place)? {
        Step::Retry { found, attempts } => (found, attempts, read(found)?),
        step => (place, 0, step),
    };
    match step {
        Step::Found(FoundUri { host, uri, hops, via, .. }) => {
            Ok(LoggedUri { found, host, uri, hops, via, attempts })
        }
        _ => Err(damaged(Path::new("log"), format!("no URI at place {place}"))),
    }
}

pub(super) fn earlier(stored: &Stored, place: LogPlace) -> Result<EarlierOutcome, FrontierError> {
    let earlier = stored.read(place, |event| match event {
        Event::Done(Done { outcome, bytes, detail, .. }) => {
            let outcome = Outcome::from_code(outcome)?;
            Some(EarlierOutcome { outcome, bytes, detail: detail.into() })
        }
        _ => None,
    })?;
    earlier.ok_or_else(|| damaged(Path::new("log"), format!("no outcome at place {place}")))
}

fn read(
    log: &Log,
    use_it: &mut impl FnMut(Happened<'_>) -> Result<(), FrontierError>,
) -> Result<(), FrontierError> {
    let mut hosts = HostNames::default();
    log.read_all(|time, place, event| {
        tell(&mut hosts, time, place, event, &mut |_, happened| use_it(happened))
    })
}

/// Converts an event to [`Happened`], and passes it on. Names of hosts are kept for later events.
pub(super) fn tell(
    hosts: &mut HostNames,
    time: Time,
    place: LogPlace,
    event: Event<'_>,
    use_it: &mut impl FnMut(&HostNames, Happened<'_>) -> Result<(), FrontierError>,
) -> Result<(), FrontierError> {
    let wrong = || damaged(Path::new("log"), format!("the event at place {place} is not valid"));
    if let Event::Host(name) = event {
        hosts.push(&String::from_utf8_lossy(name));
    }
    let hosts = &*hosts;
    let happened = match event {
        Event::Host(_) => {
            let host = (hosts.len() - 1) as HostId;
            Happened::Host { host, name: hosts.get(host).unwrap_or_default() }
        }
        Event::Robots { .. } | Event::Raised { .. } => return Ok(()),
        Event::Found(found) => {
            let name = hosts.get(found.host).ok_or_else(wrong)?;
            let uri = FoundUri::uri_of(&found, name);
            let (host, level, via, is_seed) = (found.host, found.level, found.via, found.is_seed);
            Happened::Found { place, host, level, uri, via, hops: found.hops, is_seed, time }
        }
        Event::Retry { host, found, attempts, not_before } => {
            Happened::Retry { place, found, host, attempts, not_before }
        }
        Event::Anew { host, found, attempts: 0, .. } => {
            Happened::Again { place, found, host, level: RETRY_LEVEL }
        }
        Event::Anew { host, found, attempts, not_before, .. } => {
            Happened::Retry { place, found, host, attempts, not_before }
        }
        Event::Again { host, level, found, .. } => Happened::Again { place, found, host, level },
        Event::Linked { host, level, entry, .. } => Happened::Linked { entry, host, level },
        Event::Done(done) => Happened::Done {
            place,
            entry: done.entry,
            host: done.host,
            level: done.level,
            outcome: Outcome::from_code(done.outcome).ok_or_else(wrong)?,
            detail: done.detail,
            bytes: done.bytes,
            wait: done.wait,
            replaces: done.replaced(),
            time,
        },
        Event::Beside { host, cause, bytes, detail, uri } => {
            Happened::Beside { cause, host, uri, detail, bytes, time }
        }
        Event::Rejected { via, rule, uri } => Happened::Rejected { uri, via, rule, time },
    };
    use_it(hosts, happened)
}
