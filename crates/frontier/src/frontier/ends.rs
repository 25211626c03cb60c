//! The outcome of each URI, in the order of the log: for the catalogue, which keeps a list of them and adds new ones.

use super::error::FrontierError;
use super::history::{Happened, History, LoggedUri, Step, earlier, resolve, tell};
use super::{HostId, LogPlace};
use crate::{Detail, Outcome, Time};

/// A URI that ended with an outcome, or a link that was rejected.
#[derive(Debug, PartialEq, Eq)]
pub struct End<'a> {
    /// Place in the log, larger than those before.
    pub place: LogPlace,
    /// The URI.
    pub uri: &'a [u8],
    /// How it ended.
    pub fate: Fate,
    /// The HTTP status, the failure, the line of robots.txt, the limit or the rule that decided.
    pub reason: String,
    /// The page that it was found on; `None` for seeds.
    pub via: Option<&'a [u8]>,
    /// Time of the commit.
    pub time: Time,
    /// The earlier outcome of the URI, which does not count any more; `None` if there is none.
    pub replaces: Option<Outcome>,
}

/// How a URI ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fate {
    /// It was accepted, and has this outcome.
    Outcome {
        /// The outcome; never [`Outcome::Retried`].
        outcome: Outcome,
        /// Hop path: one letter for each link followed from a seed.
        hops: Vec<u8>,
        /// Number of attempts, including this one.
        attempts: u32,
    },
    /// The link was not followed. Another one to the same URI may have been, before or after.
    Rejected,
}

impl Fate {
    /// Name for reports.
    pub fn name(&self) -> &'static str {
        match self {
            Fate::Outcome { outcome, .. } => outcome.name(),
            Fate::Rejected => "rejected",
        }
    }
}

impl History {
    /// Calls `use_it` with everything that ended at the place `from` or behind it. The log is read from its beginning,
    /// because the names of hosts are there.
    pub fn ends(
        &mut self,
        from: LogPlace,
        mut use_it: impl FnMut(End<'_>) -> Result<(), FrontierError>,
    ) -> Result<(), FrontierError> {
        let History { stored, hosts } = self;
        hosts.clear();
        let mut page: Option<(LogPlace, Vec<u8>)> = None;
        stored.read_from(0, &mut |time, place, event| {
            tell(hosts, time, place, event, &mut |hosts, happened| {
                if place < from {
                    return Ok(());
                }
                let entry = |place: LogPlace| {
                    let name = |host: HostId| hosts.get(host);
                    resolve(place, |place| stored.read(place, |event| Step::new(&event, name)))
                };
                let mut look_up = |via: Option<LogPlace>| -> Result<(), FrontierError> {
                    match via {
                        // Many links of one page follow one another.
                        Some(via) if page.as_ref().is_none_or(|(known, _)| *known != via) => {
                            page = Some((via, entry(via)?.uri));
                        }
                        Some(_) => {}
                        None => page = None,
                    }
                    Ok(())
                };
                match happened {
                    Happened::Done { outcome: Outcome::Retried, .. } => Ok(()),
                    Happened::Done { entry: done, outcome, detail, time, replaces, .. } => {
                        let LoggedUri { uri, hops, via, attempts, .. } = entry(done)?;
                        look_up(via)?;
                        let replaces = match replaces {
                            Some(place) => Some(earlier(stored, place)?.outcome),
                            None => None,
                        };
                        let reason = Detail::parse(detail).reason.to_string();
                        let fate = Fate::Outcome { outcome, hops, attempts: attempts + 1 };
                        let via = page.as_ref().map(|(_, uri)| &uri[..]);
                        use_it(End { place, uri: &uri, fate, reason, via, time, replaces })
                    }
                    Happened::Rejected { uri, via, rule, time } => {
                        look_up(via)?;
                        let reason = String::from_utf8_lossy(rule).into_owned();
                        let via = page.as_ref().map(|(_, uri)| &uri[..]);
                        let (fate, replaces) = (Fate::Rejected, None);
                        use_it(End { place, uri, fate, reason, via, time, replaces })
                    }
                    Happened::Host { .. }
                    | Happened::Found { .. }
                    | Happened::Retry { .. }
                    | Happened::Again { .. }
                    | Happened::Linked { .. }
                    | Happened::Beside { .. } => Ok(()),
                }
            })
        })?;
        Ok(())
    }

    /// Time when the log was begun; `None` if nothing was committed yet. If a log is replaced by another one in the
    /// same folder, the times differ.
    pub fn began(&self) -> Result<Option<Time>, FrontierError> {
        self.stored.began()
    }

    /// Length of the log in bytes. If it has not changed, nothing was added.
    pub fn length(&self) -> Result<u64, FrontierError> {
        self.stored.length()
    }
}
