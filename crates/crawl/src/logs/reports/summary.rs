//! The outcomes of a round as numbers that add up, and the seeds that failed.

use super::Reports;
use std::collections::BTreeMap;
use stodola_frontier::{Outcome, Reason};

/// Maximum number of failed seeds that are listed.
const LISTED: usize = 10;

/// The outcomes of a round: every URI found is counted in exactly one part.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RoundSummary {
    /// Number of URIs that were found and belong to the harvest.
    pub found: u64,
    /// Number of documents whose content is new to the archive.
    pub archived: u64,
    /// Number of documents whose content the archive already had: a short record refers to it.
    pub unchanged: u64,
    /// Number of URIs left for a later round, because their captures are young enough.
    pub not_due: u64,
    /// Number of URIs not fetched, or fetched and not archived, because of a rule or a limit; by outcome.
    pub excluded: BTreeMap<Outcome, u64>,
    /// Number of URIs that were tried without any answer.
    pub failed: u64,
    /// Number of URIs without an outcome so far.
    pub waiting: u64,
    /// Number of links that were not followed; they are not part of `found`.
    pub rejected: u64,
    /// Number of seeds, including those that a rule rejected.
    pub seeds: u64,
    /// Number of seeds that failed.
    pub seeds_failed: u64,
    /// The first failed seeds.
    pub failed_seeds: Vec<FailedSeed>,
}

/// A seed without a result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FailedSeed {
    /// URI as it was fetched.
    pub uri: Vec<u8>,
    /// The URI that it redirected to, if that failed; otherwise `None`.
    pub target: Option<Vec<u8>>,
    /// Outcome of the seed or of that URI.
    pub outcome: Outcome,
    /// The HTTP status, the failure or the rule.
    pub reason: Reason,
}

/// The state of a seed.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum SeedState {
    /// The seed waits.
    Waiting,
    /// An attempt failed for this reason, and another will follow.
    Tried(Reason),
    /// The seed has an outcome, with a reason.
    Ended(Outcome, Reason),
}

impl SeedState {
    /// Returns the outcome and the reason of a seed without a result; `None` otherwise. An error page is archived, but
    /// is not what a seed was meant for.
    fn failure(&self) -> Option<(Outcome, &Reason)> {
        let SeedState::Ended(outcome, reason) = self else { return None };
        let is_failure = match outcome {
            Outcome::Archived => reason.status().is_some_and(|status| status >= 400),
            Outcome::NotDue | Outcome::NotNational | Outcome::LeftOut | Outcome::Retried => false,
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
    /// Whether the round has no result so far: nothing is archived, or all seeds failed.
    pub fn is_fruitless(&self) -> bool {
        self.archived + self.unchanged + self.not_due == 0
            || (self.seeds > 0 && self.seeds_failed == self.seeds)
    }

    fn note_failed(&mut self, seed: impl FnOnce() -> FailedSeed) {
        self.seeds_failed += 1;
        if self.failed_seeds.len() < LISTED {
            self.failed_seeds.push(seed());
        }
    }
}

impl Reports {
    /// Returns the outcomes as numbers that add up.
    pub fn summary(&self) -> RoundSummary {
        let (found, finished) = self.found();
        let mut summary = RoundSummary {
            found,
            waiting: found.saturating_sub(finished),
            rejected: self.rejected().map(|(_, number)| number).sum(),
            seeds: (self.seeds() + self.rejected_seeds.len()) as u64,
            ..RoundSummary::default()
        };
        for (&outcome, &number) in &self.outcomes {
            match outcome {
                // Not the outcome of a URI; it is never counted.
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
                | Outcome::NotNational
                | Outcome::LeftOut => drop(summary.excluded.insert(outcome, number)),
            }
        }
        for seed in self.seeds.list.iter() {
            // The URI that the seed redirected to counts more than the redirect.
            let target = seed.redirected.as_ref().and_then(|it| it.target.as_ref());
            let (target, state) = match target {
                Some((uri, state)) => (Some(uri), state),
                None => (None, self.seed_states.get(seed.state)),
            };
            if let Some((outcome, reason)) = state.failure() {
                summary.note_failed(|| {
                    let (uri, target) = (self.seed_uri(seed).unwrap_or_default(), target.cloned());
                    FailedSeed { uri, target, outcome, reason: reason.clone() }
                });
            }
        }
        let mut rejected: Vec<_> = self.rejected_seeds.iter().collect();
        rejected.sort();
        for (uri, rule) in rejected {
            summary.note_failed(|| {
                let (uri, reason) = (uri.clone(), Reason::from_text(rule));
                FailedSeed { uri, target: None, outcome: Outcome::OutOfScope, reason }
            });
        }
        summary
    }
}
