//! What is said of a page, with every reason.

use crate::language::Identified;

/// Whether a page belongs to the nation, and why.
#[derive(Clone, Debug, PartialEq)]
pub struct Verdict {
    /// Whether it does, by the rule below.
    pub is_valid: bool,
    /// What decided.
    pub rule: Rule,
    /// The sum over all criteria.
    pub points: i64,
    /// How likely it is that a person would say so, from 0 to 1.
    pub probability: f64,
    /// The language of its text, if that could be told.
    pub language: Option<Identified>,
    /// What each criterion found, in the order of [`CRITERIA`](crate::CRITERIA).
    pub criteria: Vec<Finding>,
}

impl Verdict {
    /// What the criterion of this name found.
    pub fn finding(&self, name: &str) -> Option<&Finding> {
        self.criteria.iter().find(|finding| finding.name == name)
    }

    /// Returns the findings that gave points for the nation, those with most points first.
    pub fn findings_for(&self) -> Vec<&Finding> {
        let mut findings: Vec<&Finding> = self.criteria.iter().filter(|it| it.points > 0).collect();
        findings.sort_by_key(|finding| std::cmp::Reverse(finding.points));
        findings
    }

    /// Returns the findings that speak against the nation, the strongest first.
    pub fn findings_against(&self) -> Vec<&Finding> {
        let against = |it: &Finding| it.signal.foreign - it.signal.national;
        let is_against = |it: &&Finding| it.points < 0 || against(it) > 0.0;
        let mut findings: Vec<&Finding> = self.criteria.iter().filter(is_against).collect();
        findings.sort_by(|a, b| against(b).total_cmp(&against(a)));
        findings
    }
}

/// What makes a page valid.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Rule {
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
pub struct Finding {
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

#[cfg(test)]
mod tests {
    use super::*;

    fn finding(name: &'static str, points: i64, national: f64, foreign: f64) -> Finding {
        let signal = Signal { national, foreign };
        Finding { name, found: 1, valid: 0, points, evidence: Vec::new(), lacks: None, signal }
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
        let rule = Rule::Points { minimum: 5 };
        let (points, probability) = (9, 0.5);
        let verdict =
            Verdict { is_valid: true, rule, points, probability, language: None, criteria };
        let names = |findings: Vec<&Finding>| {
            findings.into_iter().map(|finding| finding.name).collect::<Vec<_>>()
        };
        assert_eq!(names(verdict.findings_for()), ["strong", "both", "weak"]);
        assert_eq!(names(verdict.findings_against()), ["other", "both", "fined"]);
    }
}
