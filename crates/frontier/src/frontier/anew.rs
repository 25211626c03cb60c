//! URIs that had ended and are fetched again because somebody asks for them.
//!
//! Their outcome stays until they have another one, which then says that it replaces it: both are on record.

use super::error::FrontierError;
use super::event::{Event, LogPlace, RETRY_LEVEL};
use super::history::{Happened, History};
use super::{Frontier, HostId};
use crate::{Detail, Outcome, Time};
use std::collections::{BTreeMap, HashSet};

/// Which URIs are asked for again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AnewFilter {
    /// By how they ended.
    pub choice: AnewChoice,
    /// Only those of this host; `None` for all.
    pub host: Option<String>,
}

/// How URIs ended that are asked for again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AnewChoice {
    /// With one of these outcomes. What is archived, or not due, is never asked for again by this.
    Outcomes(Vec<Outcome>),
    /// In the archive, but not [as a whole](Detail::is_cut), or left out because of their length. They are fetched
    /// whole then, whatever the limits on their length.
    Cut,
}

impl AnewChoice {
    /// Returns the choice for the name of an outcome, or for `cut`; `None` for any other name.
    pub fn from_name(name: &str) -> Option<AnewChoice> {
        match name {
            "cut" => Some(AnewChoice::Cut),
            name => Some(AnewChoice::Outcomes(vec![Outcome::from_name(name)?])),
        }
    }

    /// Whether the outcome of a URI is such a one. `is_cut` if the document is not in the archive as a whole.
    fn wants(&self, outcome: Outcome, is_cut: bool) -> bool {
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
        match self {
            AnewChoice::Outcomes(outcomes) => can_be && outcomes.contains(&outcome),
            AnewChoice::Cut => is_cut,
        }
    }
}

/// The outcomes in a log of documents that are not in the archive as a whole. Outcomes have to be passed in the order
/// of the log.
#[derive(Debug, Default)]
pub struct CutDocuments(HashSet<LogPlace>);

impl CutDocuments {
    /// Whether the document of an outcome is not in the archive as a whole: it was cut, or it was asked for again
    /// because of that and is not archived since.
    pub fn has(&mut self, done: &Happened<'_>) -> bool {
        let &Happened::Done { place, outcome, detail, replaces, .. } = done else { return false };
        let is_cut = match outcome {
            Outcome::Retried => false,
            Outcome::Archived => Detail::parse(detail).is_cut(),
            _ => {
                replaces.is_some_and(|place| self.0.contains(&place))
                    || Detail::parse(detail).is_cut()
            }
        };
        if is_cut {
            self.0.insert(place);
        }
        is_cut
    }
}

impl History {
    /// Returns the places of the last outcomes of all URIs that a filter wants, in the order in which they were found.
    /// URIs that wait again already are left out. Memory depends on their number.
    pub fn outcomes_of(&mut self, filter: &AnewFilter) -> Result<Vec<LogPlace>, FrontierError> {
        let mut wanted_host: Option<HostId> = None;
        let mut cut = CutDocuments::default();
        // Outcome by the place where its URI was found; and where the entries of URIs that wait again lead to, with the
        // outcome that they have if only their links are offered.
        let mut ended: BTreeMap<LogPlace, LogPlace> = BTreeMap::new();
        let mut entries: BTreeMap<LogPlace, (LogPlace, Option<LogPlace>)> = BTreeMap::new();
        self.read(|happened| {
            let is_cut = filter.choice == AnewChoice::Cut && cut.has(&happened);
            match happened {
                Happened::Host { host, name } => {
                    if filter.host.as_deref() == Some(name) {
                        wanted_host = Some(host);
                    }
                }
                Happened::Retry { place, found, .. } | Happened::Again { place, found, .. } => {
                    entries.insert(place, (found, ended.remove(&found)));
                }
                Happened::Done { place, entry, host, outcome, .. } => {
                    let found = entries.remove(&entry).map_or(entry, |(found, _)| found);
                    let is_there = filter.host.is_none() || wanted_host == Some(host);
                    if is_there && filter.choice.wants(outcome, is_cut) {
                        ended.insert(found, place);
                    }
                }
                Happened::Linked { entry, .. } => {
                    if let Some((found, Some(outcome))) = entries.remove(&entry) {
                        ended.insert(found, outcome);
                    }
                }
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
    /// already, see [`History::outcomes_of`]. With the choice [`Cut`](AnewChoice::Cut) the whole document is wanted.
    pub fn ask_anew(
        &mut self,
        outcome: LogPlace,
        choice: &AnewChoice,
    ) -> Result<(), FrontierError> {
        let (host, found) = self.found_of(outcome)?;
        let (attempts, not_before, replaces) = (0, Time::ZERO, outcome);
        let is_whole = *choice == AnewChoice::Cut;
        let anew = Event::Anew { host, found, attempts, not_before, replaces, is_whole };
        let place = self.log.add(&anew);
        self.state.reopen(host);
        self.state.enqueue(host, RETRY_LEVEL, place);
        Ok(())
    }
}
