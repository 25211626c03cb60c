//! From the signals of all criteria to one probability: a logistic function. Its coefficients are fitted on labelled
//! pages (`bench/recognise`) and stored in the pack.

use crate::verdict::{CriterionFinding, Signal};

/// Coefficients of a pack.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Logistic {
    pub(crate) bias: f64,
    /// Two coefficients for each criterion, in their order: for the nation, for others.
    pub(crate) weights: Vec<[f64; 2]>,
}

impl Logistic {
    pub(crate) fn probability(&self, findings: &[CriterionFinding]) -> f64 {
        let sum = findings.iter().zip(&self.weights).fold(self.bias, |sum, (finding, weights)| {
            let Signal { national, foreign } = finding.signal;
            sum + weights[0] * national + weights[1] * foreign
        });
        1.0 / (1.0 + (-sum).exp())
    }
}

/// Returns how much a number of finds says, from 0 to 1: the first find gives one half, each further one half of the
/// rest.
pub(crate) fn saturated(count: u64) -> f64 {
    1.0 - 0.5f64.powi(i32::try_from(count).unwrap_or(i32::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_find_says_most() {
        assert_eq!([0, 1, 2, 3].map(saturated), [0.0, 0.5, 0.75, 0.875]);
        assert_eq!(saturated(u64::MAX), 1.0);
    }
}
