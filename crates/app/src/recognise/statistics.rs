//! The figures of a run, for people who decide about points and packs.

use super::{CriteriaComparison, JudgedPage};
use stodola_judge::{CRITERIA, VerdictRule};

/// Maximum number of pages whose figures are kept; more are only counted.
const MAX_PAGES: usize = 200_000;
/// Maximum number of pages near the limit that are kept.
const MAX_BORDERLINE: usize = 100;
/// Distance from which on a probability is no longer near the limit.
const CLOSE: f64 = 0.35;

/// The figures of all pages, and the pages that were close to being judged otherwise.
#[derive(Debug)]
pub struct PageStatistics {
    /// The rule that decides.
    pub rule: VerdictRule,
    /// Figures of the first pages, in their order.
    pub pages: Vec<PageCounts>,
    /// Pages near the limit, the nearest first.
    pub borderline: Vec<BorderlinePage>,
    /// Number of pages that belong to the nation.
    pub valid: u64,
    /// Number of pages that do not.
    pub others: u64,
    /// The criteria set against each other, over all pages.
    pub comparison: CriteriaComparison,
}

/// What is counted of a page.
#[derive(Clone, Debug)]
pub(super) struct PageFigures<'a> {
    pub(super) name: &'a str,
    pub(super) title: &'a str,
    pub(super) is_valid: bool,
    pub(super) points: i64,
    pub(super) probability: f64,
    /// In the order of `stodola_judge::CRITERIA`.
    pub(super) criteria: Vec<CriterionFigures>,
}

/// What is counted of a criterion on a page.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct CriterionFigures {
    pub(super) found: u64,
    pub(super) valid: u64,
    pub(super) points: i64,
}

/// The figures of one page.
#[derive(Debug)]
pub struct PageCounts {
    /// Numbers of found and valid elements for each criterion, in the order of `stodola_judge::CRITERIA`.
    pub counts: Vec<(u32, u32)>,
    /// Sum of the points of all criteria.
    pub points: i64,
    /// Whether it belongs to the nation.
    pub is_valid: bool,
}

/// A page that was close to being judged otherwise.
#[derive(Debug)]
pub struct BorderlinePage {
    /// URI of the page, or the name of its file.
    pub name: String,
    /// Title; empty if it has none.
    pub title: String,
    /// Sum of the points of all criteria.
    pub points: i64,
    /// Probability that it belongs to the nation, from 0 to 1.
    pub probability: f64,
    /// Whether it belongs to the nation.
    pub is_valid: bool,
    /// Distance from the limit, in a unit that is comparable between rules.
    pub(super) distance: f64,
    /// The criteria with points, each with its points.
    pub reasons: String,
}

impl PageStatistics {
    /// Creates empty statistics.
    pub fn new(rule: VerdictRule) -> PageStatistics {
        PageStatistics {
            rule,
            pages: Vec::new(),
            borderline: Vec::new(),
            valid: 0,
            others: 0,
            comparison: CriteriaComparison::default(),
        }
    }

    /// Counts a page.
    pub fn add(&mut self, judged: &JudgedPage) {
        let verdict = &judged.verdict;
        let figures = verdict.criteria.iter().map(|it| CriterionFigures {
            found: it.found,
            valid: it.valid,
            points: it.points,
        });
        self.count(&PageFigures {
            name: &judged.name,
            title: judged.title.as_deref().unwrap_or_default(),
            is_valid: verdict.is_valid,
            points: verdict.points,
            probability: verdict.probability,
            criteria: figures.collect(),
        });
    }

    /// Counts the figures of a page.
    pub(super) fn count(&mut self, page: &PageFigures<'_>) {
        *(if page.is_valid { &mut self.valid } else { &mut self.others }) += 1;
        self.comparison.add(page, self.rule);
        if self.pages.len() < MAX_PAGES {
            let small = |n: u64| u32::try_from(n).unwrap_or(u32::MAX);
            let counts = page.criteria.iter().map(|it| (small(it.found), small(it.valid)));
            let (points, is_valid) = (page.points, page.is_valid);
            self.pages.push(PageCounts { counts: counts.collect(), points, is_valid });
        }
        let distance = match self.rule {
            VerdictRule::Points { minimum } => {
                page.points.saturating_sub(minimum).saturating_abs() as f64
                    / (minimum.saturating_abs().max(1) as f64)
            }
            VerdictRule::Probability { threshold } => (page.probability - threshold).abs(),
            // A rule is met or not: no page is nearly so.
            VerdictRule::Expression => f64::INFINITY,
        };
        if distance <= CLOSE {
            self.note_borderline(page, distance);
        }
    }

    fn note_borderline(&mut self, page: &PageFigures<'_>, distance: f64) {
        let reasons = CRITERIA.iter().zip(&page.criteria).filter(|(_, it)| it.points != 0);
        let reasons: Vec<String> =
            reasons.map(|(known, it)| format!("{} {:+}", known.name, it.points)).collect();
        let at = self.borderline.partition_point(|it| it.distance <= distance);
        if at < MAX_BORDERLINE {
            let page = BorderlinePage {
                name: page.name.to_owned(),
                title: page.title.to_owned(),
                points: page.points,
                probability: page.probability,
                is_valid: page.is_valid,
                distance,
                reasons: reasons.join(", "),
            };
            self.borderline.insert(at, page);
            self.borderline.truncate(MAX_BORDERLINE);
        }
    }
}
