//! The criteria set against each other: how often each spoke for pages, how often two of them spoke for the same pages,
//! and which of them decided. Counted for all pages, in memory that does not depend on their number.

use super::statistics::PageFigures;
use stodola_judge::{CRITERIA, VerdictRule};

/// How the criteria compare over all pages of a run.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CriteriaComparison {
    /// For each criterion, in the order of `stodola_judge::CRITERIA`.
    pub criteria: Vec<CriterionShare>,
    /// Number of pages that both of two criteria spoke for, by the numbers of the two; on the diagonal, those that one
    /// of them spoke for.
    pub both: Vec<Vec<u64>>,
}

/// What one criterion did over all pages.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CriterionShare {
    /// Pages that it gave points for.
    pub spoke: u64,
    /// Those of them that belong to the nation.
    pub spoke_rightly: u64,
    /// Pages that it gave negative points for.
    pub against: u64,
    /// Pages of the nation for which it gave the most points of all criteria.
    pub led: u64,
    /// Pages that would have been judged otherwise without its points; known only if points decide.
    pub decided: u64,
}

impl CriteriaComparison {
    /// Counts a page that was judged by this rule.
    pub(super) fn add(&mut self, page: &PageFigures<'_>, rule: VerdictRule) {
        self.criteria.resize(CRITERIA.len(), CriterionShare::default());
        self.both.resize_with(CRITERIA.len(), || vec![0; CRITERIA.len()]);
        let speakers: Vec<usize> = (0..page.criteria.len().min(CRITERIA.len()))
            .filter(|it| page.criteria[*it].points > 0)
            .collect();
        for one in &speakers {
            for other in &speakers {
                self.both[*one][*other] += 1;
            }
            self.criteria[*one].spoke += 1;
            self.criteria[*one].spoke_rightly += u64::from(page.is_valid);
        }
        // Of several with the same points the first one leads.
        let leader = speakers.iter().copied().reduce(|best, it| {
            if page.criteria[it].points > page.criteria[best].points { it } else { best }
        });
        if let Some(leader) = leader.filter(|_| page.is_valid) {
            self.criteria[leader].led += 1;
        }
        for (share, figures) in self.criteria.iter_mut().zip(&page.criteria) {
            share.against += u64::from(figures.points < 0);
            if let VerdictRule::Points { minimum } = rule {
                let without = page.points.saturating_sub(figures.points) >= minimum;
                share.decided += u64::from(without != page.is_valid && figures.points != 0);
            }
        }
    }

    /// Returns how far two criteria agree, from 0 to 1: of the pages that one of them spoke for, the share that both
    /// did. `None` if neither spoke for any.
    pub fn agreement(&self, one: usize, other: usize) -> Option<f64> {
        let spoke = |it: usize| self.both.get(it)?.get(it).copied();
        let both = *self.both.get(one)?.get(other)?;
        let either = spoke(one)? + spoke(other)? - both;
        (either > 0).then(|| both as f64 / either as f64)
    }
}

#[cfg(test)]
mod tests {
    use super::super::statistics::CriterionFigures;
    use super::*;

    fn page(points: &[i64], is_valid: bool) -> PageFigures<'static> {
        let figures = |points: &i64| CriterionFigures { found: 1, valid: 1, points: *points };
        let criteria = points.iter().map(figures).collect();
        let points = points.iter().sum();
        PageFigures { name: "x", title: "", is_valid, points, probability: 0.5, criteria }
    }

    #[test]
    fn criteria_are_set_against_each_other() {
        let mut comparison = CriteriaComparison::default();
        let rule = VerdictRule::Points { minimum: 5 };
        // Both together are enough; each alone is not.
        comparison.add(&page(&[3, 2, 0], true), rule);
        // The first alone is enough, whatever the others say.
        comparison.add(&page(&[9, 1, -2], true), rule);
        // The third has cost it the page.
        comparison.add(&page(&[6, 0, -2], false), rule);
        comparison.add(&page(&[0, 4, 0], false), rule);
        let share = |it: usize| {
            let CriterionShare { spoke, spoke_rightly, against, led, decided } =
                comparison.criteria[it];
            [spoke, spoke_rightly, against, led, decided]
        };
        assert_eq!(share(0), [3, 2, 0, 2, 2]);
        assert_eq!(share(1), [3, 2, 0, 0, 1]);
        assert_eq!(share(2), [0, 0, 2, 0, 1]);
        assert_eq!(comparison.agreement(0, 1), Some(0.5));
        assert_eq!(comparison.agreement(0, 0), Some(1.0));
        assert_eq!((comparison.agreement(2, 2), comparison.agreement(0, 99)), (None, None));
        assert_eq!(comparison.agreement(1, 2), Some(0.0));
        // If something else decides, nobody knows which points did.
        comparison.add(&page(&[3, 2, 0], true), VerdictRule::Expression);
        assert_eq!(comparison.criteria[0].decided, 2);
    }
}
