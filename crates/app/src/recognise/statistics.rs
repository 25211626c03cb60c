//! The figures of a run, for people who decide about points and packs.

use super::JudgedPage;
use stodola_judge::VerdictRule;

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
        PageStatistics { rule, pages: Vec::new(), borderline: Vec::new(), valid: 0, others: 0 }
    }

    /// Counts a page.
    pub fn add(&mut self, judged: &JudgedPage) {
        let verdict = &judged.verdict;
        *(if verdict.is_valid { &mut self.valid } else { &mut self.others }) += 1;
        if self.pages.len() < MAX_PAGES {
            let small = |n: u64| u32::try_from(n).unwrap_or(u32::MAX);
            let counts = verdict.criteria.iter().map(|it| (small(it.found), small(it.valid)));
            let (points, is_valid) = (verdict.points, verdict.is_valid);
            self.pages.push(PageCounts { counts: counts.collect(), points, is_valid });
        }
        let distance = match self.rule {
            VerdictRule::Points { minimum } => {
                (verdict.points - minimum).abs() as f64 / (minimum.abs().max(1) as f64)
            }
            VerdictRule::Probability { threshold } => (verdict.probability - threshold).abs(),
            // A rule is met or not: no page is nearly so.
            VerdictRule::Expression => f64::INFINITY,
        };
        if distance <= CLOSE {
            self.note_borderline(judged, distance);
        }
    }

    fn note_borderline(&mut self, judged: &JudgedPage, distance: f64) {
        let verdict = &judged.verdict;
        let reasons: Vec<String> = verdict
            .criteria
            .iter()
            .filter(|it| it.points != 0)
            .map(|it| format!("{} {:+}", it.name, it.points))
            .collect();
        let at = self.borderline.partition_point(|it| it.distance <= distance);
        if at < MAX_BORDERLINE {
            let page = BorderlinePage {
                name: judged.name.clone(),
                title: judged.title.clone().unwrap_or_default(),
                points: verdict.points,
                probability: verdict.probability,
                is_valid: verdict.is_valid,
                distance,
                reasons: reasons.join(", "),
            };
            self.borderline.insert(at, page);
            self.borderline.truncate(MAX_BORDERLINE);
        }
    }
}
