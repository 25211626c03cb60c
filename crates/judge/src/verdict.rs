//! The verdict on a page, with every reason.

use crate::language::Identified;
use crate::rule::RulePart;

/// Whether a page belongs to the nation, and why.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Verdict {
    /// Whether the page belongs to the nation, by `rule`.
    pub is_valid: bool,
    /// The rule that decided.
    pub rule: VerdictRule,
    /// Sum of the points of all criteria.
    pub points: i64,
    /// Probability that a person would call the page national, from 0 to 1.
    pub probability: f64,
    /// Language of the text; `None` if it could not be identified.
    pub language: Option<Identified>,
    /// What each criterion found, in the order of [`CRITERIA`](crate::CRITERIA).
    pub criteria: Vec<CriterionFinding>,
    /// Name of the criterion that makes the page invalid, whatever the rule says; `None` if there is none.
    pub veto: Option<&'static str>,
    /// The parts of the pack's own rule, each before those it is made of; empty if points or a probability decide.
    pub parts: Vec<RulePart>,
}

impl Default for VerdictRule {
    fn default() -> VerdictRule {
        VerdictRule::Points { minimum: 0 }
    }
}

impl Verdict {
    /// Returns the finding of the criterion with this name; `None` if there is no such criterion.
    pub fn finding(&self, name: &str) -> Option<&CriterionFinding> {
        self.criteria.iter().find(|finding| finding.name == name)
    }

    /// Returns the findings that gave points for the nation, those with most points first.
    pub fn findings_for(&self) -> Vec<&CriterionFinding> {
        let mut findings: Vec<&CriterionFinding> =
            self.criteria.iter().filter(|it| it.points > 0).collect();
        findings.sort_by_key(|finding| std::cmp::Reverse(finding.points));
        findings
    }

    /// Returns the findings that speak against the nation, the strongest first.
    pub fn findings_against(&self) -> Vec<&CriterionFinding> {
        let against = |it: &CriterionFinding| it.signal.foreign - it.signal.national;
        let is_against = |it: &&CriterionFinding| it.points < 0 || against(it) > 0.0;
        let mut findings: Vec<&CriterionFinding> =
            self.criteria.iter().filter(is_against).collect();
        findings.sort_by(|a, b| against(b).total_cmp(&against(a)));
        findings
    }
}

/// What makes a page valid.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum VerdictRule {
    /// At least a number of points.
    Points {
        /// The smallest number that is enough.
        minimum: i64,
    },
    /// At least this probability.
    Probability {
        /// The smallest probability that is enough, from 0 to 1.
        threshold: f64,
    },
    /// The pack's own rule; a verdict has its parts.
    Expression,
}

/// What one criterion says of a page.
#[derive(Clone, Debug, PartialEq)]
pub struct CriterionFinding {
    /// Name of the criterion.
    pub name: &'static str,
    /// Number of elements of its kind on the page.
    pub found: u64,
    /// Number of them that are national.
    pub valid: u64,
    /// Points for them, limited by the maximum of the criterion.
    pub points: i64,
    /// The national elements that were found, at most 16.
    pub evidence: Vec<Evidence>,
    /// Why the criterion has no result, if data are missing; otherwise `None`.
    pub lacks: Option<String>,
    /// How strongly the finding speaks, for the probability.
    pub signal: Signal,
}

/// How strongly a criterion speaks for the nation and for others, each from 0 to 1.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Signal {
    /// How strongly it speaks for the nation.
    pub national: f64,
    /// How strongly it speaks for others. Both are 0 if nothing was found.
    pub foreign: f64,
}

/// An element of a page that counted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Evidence {
    /// Text as on the page, cut if it is long.
    pub text: String,
    /// Byte offset in the text of the page; `None` if it is not in the text.
    pub position: Option<u64>,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn finding(name: &'static str, points: i64, national: f64, foreign: f64) -> CriterionFinding {
        let signal = Signal { national, foreign };
        CriterionFinding {
            name,
            found: 1,
            valid: 0,
            points,
            evidence: Vec::new(),
            lacks: None,
            signal,
        }
    }

    #[test]
    fn findings_are_sorted_by_how_much_they_say() {
        let criteria = vec![
            finding("silent", 0, 0.0, 0.0),
            finding("weak", 1, 0.2, 0.1),
            finding("strong", 9, 0.9, 0.0),
            finding("fined", -3, 0.5, 0.4),
            finding("other", 0, 0.1, 0.9),
            finding("both", 2, 0.3, 0.5),
        ];
        let rule = VerdictRule::Points { minimum: 5 };
        let (points, probability) = (9, 0.5);
        let verdict =
            Verdict { is_valid: true, rule, points, probability, criteria, ..Verdict::default() };
        let names = |findings: Vec<&CriterionFinding>| {
            findings.into_iter().map(|finding| finding.name).collect::<Vec<_>>()
        };
        assert_eq!(names(verdict.findings_for()), ["strong", "both", "weak"]);
        assert_eq!(names(verdict.findings_against()), ["other", "both", "fined"]);
    }
}
