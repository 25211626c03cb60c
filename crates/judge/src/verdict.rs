//! What is said of a page, with every reason.

use crate::language::Identified;

/// Whether a page belongs to the nation, and why.
#[derive(Clone, Debug, PartialEq)]
pub struct Verdict {
    /// Whether it does, by the rule below.
    pub is_valid: bool,
    /// What decided.
    pub rule: VerdictRule,
    /// The sum over all criteria.
    pub points: i64,
    /// How likely it is that a person would say so, from 0 to 1.
    pub probability: f64,
    /// The language of its text, if that could be told.
    pub language: Option<Identified>,
    /// What each criterion found, in the order of [`CRITERIA`](crate::CRITERIA).
    pub criteria: Vec<CriterionFinding>,
}

impl Verdict {
    /// What the criterion of this name found.
    pub fn finding(&self, name: &str) -> Option<&CriterionFinding> {
        self.criteria.iter().find(|finding| finding.name == name)
    }
}

/// What makes a page valid.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum VerdictRule {
    /// At least so many points.
    Points {
        /// The smallest number that is enough.
        minimum: i64,
    },
    /// At least this probability.
    Probability {
        /// The smallest one that is enough.
        threshold: f64,
    },
}

/// What one criterion has to say of a page.
#[derive(Clone, Debug, PartialEq)]
pub struct CriterionFinding {
    /// The criterion.
    pub name: &'static str,
    /// How many elements of its kind there are.
    pub found: u64,
    /// How many of them are the nation's.
    pub valid: u64,
    /// What they are worth, capped.
    pub points: i64,
    /// What was found, the national part of it, up to a bound.
    pub evidence: Vec<Evidence>,
    /// Why the criterion has nothing to say, if data are missing.
    pub lacks: Option<String>,
    /// The same as two numbers, for the probability.
    pub signal: Signal,
}

/// How strongly a criterion speaks for the nation and for others, each from 0 to 1.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Signal {
    /// For the nation.
    pub national: f64,
    /// For somebody else. Nothing found is 0 on both sides.
    pub foreign: f64,
}

/// Something that counted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Evidence {
    /// As it stands on the page, cut if it is long.
    pub text: String,
    /// At which byte of the text it begins; `None` if it does not stand there.
    pub position: Option<u64>,
}
