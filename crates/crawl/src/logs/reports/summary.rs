//! The outcomes of a round in a few numbers that add up, and the seeds that failed.

use super::Reports;
use std::collections::BTreeMap;
use stodola_frontier::{Outcome, Reason};

/// So many seeds that failed are listed.
const LISTED: usize = 10;

/// The outcomes of a round: every URI found is counted in exactly one of the parts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RoundSummary {
    /// URIs that were found and belong to the harvest.
    pub found: u64,
    /// Documents whose content is new to the archive.
    pub archived: u64,
    /// Documents whose content the archive had already: a short record refers to it.
    pub unchanged: u64,
    /// Left for a later round, since their captures are young enough.
    pub not_due: u64,
    /// Not fetched, or fetched and not kept, because of a rule or a limit; by kind.
    pub excluded: BTreeMap<Outcome, u64>,
    /// Tried, and nothing came.
    pub failed: u64,
    /// Without an outcome yet.
    pub waiting: u64,
    /// Links that were not followed; they are not among those found.
    pub rejected: u64,
    /// All seeds, those that a rule rejected included.
    pub seeds: u64,
    /// How many of them failed.
    pub seeds_failed: u64,
    /// The first of those.
    pub failed_seeds: Vec<FailedSeed>,
}

/// A seed that brought nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FailedSeed {
    /// As it was fetched.
    pub uri: Vec<u8>,
    /// Where it was redirected to, if that failed.
    pub target: Option<Vec<u8>>,
    /// What became of it.
    pub outcome: Outcome,
    /// The HTTP status, the failure, the rule.
    pub reason: Reason,
}

/// How a seed stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum SeedState {
    /// It waits.
    Waiting,
    /// It was tried without success, for this reason, and will be again.
    Tried(Reason),
    /// It has an outcome, with a reason.
    Ended(Outcome, Reason),
}

impl SeedState {
    /// The outcome and the reason of one that brought nothing. An error page is archived, and still is not what
    /// somebody named a seed for.
    fn failure(&self) -> Option<(Outcome, &Reason)> {
        let SeedState::Ended(outcome, reason) = self else { return None };
        let is_failure = match outcome {
            Outcome::Archived => reason.status().is_some_and(|status| status >= 400),
            Outcome::NotDue | Outcome::NotNational | Outcome::Retried => false,
            Outcome::RobotsExcluded
            | Outcome::RobotsUnreachable
            | Outcome::Failed
            | Outcome::AddressRefused
            | Outcome::OverBudget
            | Outcome::OutOfScope
            | Outcome::Trap
            | Outcome::Unfetchable => true,
        };
        is_failure.then_some((*outcome, reason))
    }
}

impl RoundSummary {
    /// Whether nothing came of the round so far: nothing is in the archive, or all seeds failed.
    pub fn is_fruitless(&self) -> bool {
        self.archived + self.unchanged + self.not_due == 0
            || (self.seeds > 0 && self.seeds_failed == self.seeds)
    }

    fn note_failed(&mut self, seed: FailedSeed) {
        self.seeds_failed += 1;
        if self.failed_seeds.len() < LISTED {
            self.failed_seeds.push(seed);
        }
    }
}

impl Reports {
    /// The outcomes in numbers that add up.
    pub fn summary(&self) -> RoundSummary {
        let (found, finished) = self.found();
        let mut summary = RoundSummary {
            found,
            waiting: found.saturating_sub(finished),
            rejected: self.rejected().map(|(_, number)| number).sum(),
            seeds: (self.seeds.len() + self.rejected_seeds.len()) as u64,
            ..RoundSummary::default()
        };
        for (&outcome, &number) in &self.outcomes {
            match outcome {
                // Not one of a URI; it is never counted.
                Outcome::Retried => {}
                Outcome::Archived => {
                    summary.unchanged = self.unchanged;
                    summary.archived = number.saturating_sub(self.unchanged);
                }
                Outcome::NotDue => summary.not_due = number,
                Outcome::Failed | Outcome::RobotsUnreachable | Outcome::Unfetchable => {
                    summary.failed += number;
                }
                Outcome::RobotsExcluded
                | Outcome::AddressRefused
                | Outcome::OverBudget
                | Outcome::OutOfScope
                | Outcome::Trap
                | Outcome::NotNational => drop(summary.excluded.insert(outcome, number)),
            }
        }
        for seed in &self.seeds {
            // What it was redirected to counts more than the redirect.
            let (target, state) = match &seed.target {
                Some((uri, state)) => (Some(uri), state),
                None => (None, &seed.state),
            };
            if let Some((outcome, reason)) = state.failure() {
                let (uri, target) = (seed.uri.clone(), target.cloned());
                summary.note_failed(FailedSeed { uri, target, outcome, reason: reason.clone() });
            }
        }
        let mut rejected: Vec<_> = self.rejected_seeds.iter().collect();
        rejected.sort();
        for (uri, rule) in rejected {
            let (uri, reason) = (uri.clone(), Reason::from_text(rule));
            let outcome = Outcome::OutOfScope;
            summary.note_failed(FailedSeed { uri, target: None, outcome, reason });
        }
        summary
    }
}
