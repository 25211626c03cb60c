//! URIs that had ended and are fetched again because somebody asks for them.
//!
//! Their outcome stays until they have another one, which then says that it replaces it: both are on record.

use super::error::FrontierError;
use super::event::{Event, LogPlace, RETRY_LEVEL};
use super::history::{Happened, History};
use super::{Frontier, HostId};
use crate::{Outcome, Time};
use std::collections::BTreeMap;

/// Which URIs are asked for again.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AnewFilter {
    /// Those with one of these outcomes. What is archived, or not due, is never asked for again.
    pub outcomes: Vec<Outcome>,
    /// Only those of this host; `None` for all.
    pub host: Option<String>,
}

impl AnewFilter {
    fn wants(&self, outcome: Outcome) -> bool {
        let can_be = match outcome {
            Outcome::Archived | Outcome::NotDue | Outcome::Retried => false,
            Outcome::Failed
            | Outcome::RobotsExcluded
            | Outcome::RobotsUnreachable
            | Outcome::AddressRefused
            | Outcome::OverBudget
            | Outcome::OutOfScope
            | Outcome::Trap
            | Outcome::Unfetchable
            | Outcome::NotNational
            | Outcome::LeftOut => true,
        };
        can_be && self.outcomes.contains(&outcome)
    }
}

impl History {
    /// Returns the places of the last outcomes of all URIs that a filter wants, in the order in which they were found.
    /// URIs that wait again already are left out. Memory depends on their number.
    pub fn outcomes_of(&mut self, filter: &AnewFilter) -> Result<Vec<LogPlace>, FrontierError> {
        let mut wanted_host: Option<HostId> = None;
        // Outcome by the place where its URI was found; and where the entries of URIs that wait again lead to.
        let mut ended: BTreeMap<LogPlace, LogPlace> = BTreeMap::new();
        let mut entries: BTreeMap<LogPlace, LogPlace> = BTreeMap::new();
        self.read(|happened| {
            match happened {
                Happened::Host { host, name } => {
                    if filter.host.as_deref() == Some(name) {
                        wanted_host = Some(host);
                    }
                }
                Happened::Retry { place, found, .. } | Happened::Again { place, found, .. } => {
                    entries.insert(place, found);
                    ended.remove(&found);
                }
                Happened::Done { place, entry, host, outcome, .. } => {
                    let found = entries.remove(&entry).unwrap_or(entry);
                    let is_there = filter.host.is_none() || wanted_host == Some(host);
                    if is_there && filter.wants(outcome) {
                        ended.insert(found, place);
                    }
                }
                Happened::Linked { entry, .. } => drop(entries.remove(&entry)),
                Happened::Found { .. } | Happened::Beside { .. } | Happened::Rejected { .. } => {}
            }
            Ok(())
        })?;
        Ok(ended.into_values().collect())
    }
}

impl Frontier {
    /// Prepares for [`ask_anew`](Frontier::ask_anew), which needs a newer version of the log than other events. Returns
    /// `false` if something has to be committed first.
    pub fn begin_anew(&mut self) -> Result<bool, FrontierError> {
        self.log.raise()
    }

    /// Puts the URI of an outcome back into its queue, behind all others. The caller makes sure that it does not wait
    /// already, see [`History::outcomes_of`].
    pub fn ask_anew(&mut self, outcome: LogPlace) -> Result<(), FrontierError> {
        let (host, found) = self.found_of(outcome)?;
        let not_before = Time::ZERO;
        let place =
            self.log.add(&Event::Anew { host, found, attempts: 0, not_before, replaces: outcome });
        self.state.reopen(host);
        self.state.enqueue(host, RETRY_LEVEL, place);
        Ok(())
    }
}
