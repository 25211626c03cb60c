//! Links that lead nowhere, by target with the pages that hold them, and by page.

use super::open::{MapQueryError, MapView};
use serde::{Serialize, Serializer};
use std::collections::HashMap;
use stodola_map::{DeadLinks, DeadOptions, DeadTarget, FixHint, LinkProblem, PageNumber};

/// Which problems of links are told.
#[derive(Clone, Debug)]
pub struct DeadSettings {
    /// Whether problems are told that do not make a link dead: chains of redirects, mixed content, and targets that
    /// were not harvested, so that nobody knows.
    pub all: bool,
    /// Whether fragments are looked for in their targets.
    pub fragments: bool,
}

impl Default for DeadSettings {
    fn default() -> DeadSettings {
        DeadSettings { all: false, fragments: true }
    }
}

/// A target of links with a problem. It is serialised as in JSON output.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct DeadRow {
    /// The address, as pages link to it; with its fragment if the problem is one of fragments.
    pub target: String,
    /// What is wrong: a word of [`LinkProblem::code`].
    #[serde(rename = "outcome", serialize_with = "code")]
    pub problem: LinkProblem,
    /// HTTP status of the answer; `None` if there was none.
    pub status: Option<u16>,
    /// Whether the link leads nowhere.
    pub dead: bool,
    /// What could be done; `None` if nothing is known.
    pub hint: Option<HintRow>,
    /// Number of links to it, also of those that are not listed.
    pub links: u64,
    /// The pages that link to it, each as often as it does.
    pub pages: Vec<DeadPage>,
}

/// A link with a problem: the page that holds it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct DeadPage {
    /// Address of the page.
    pub uri: String,
    /// The beginning of the text of the anchor; empty if there is none.
    pub anchor: String,
}

/// What could be done about a link.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum HintRow {
    /// Redirects end at this address.
    Redirect(String),
    /// This address differs only in its spelling, and has a content.
    Alike(String),
    /// The archive has a content of the address from this time, in fourteen digits.
    Captured(String),
}

/// Problems of links at a date.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DeadReport {
    /// Targets with a problem, those with most links first.
    pub rows: Vec<DeadRow>,
    /// Number of pages that were looked at.
    pub pages: u64,
    /// Number of links that were looked at.
    pub links: u64,
    /// Number of links with a problem whose targets are not listed for lack of room.
    pub left_out: u64,
}

/// The problems of one page. It is serialised as in JSON output.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PageProblems {
    /// Address of the page.
    pub uri: String,
    /// Its links with a problem.
    pub links: Vec<ProblemLink>,
}

/// A link with a problem, as the page sees it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ProblemLink {
    /// The address that it names.
    pub target: String,
    /// The text of the anchor; empty if there is none.
    pub anchor: String,
    /// What is wrong.
    #[serde(rename = "outcome", serialize_with = "code")]
    pub problem: LinkProblem,
    /// HTTP status of the answer; `None` if there was none.
    pub status: Option<u16>,
}

fn code<S: Serializer>(problem: &LinkProblem, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(problem.code())
}

impl DeadReport {
    /// Number of targets that are dead.
    pub fn dead_targets(&self) -> usize {
        self.rows.iter().filter(|row| row.dead).count()
    }

    /// Number of links that are dead.
    pub fn dead_links(&self) -> u64 {
        self.rows.iter().filter(|row| row.dead).map(|row| row.links).sum()
    }

    /// The same problems by page, in the order of addresses.
    pub fn by_page(&self) -> Vec<PageProblems> {
        let mut all: Vec<(&DeadPage, &DeadRow)> = Vec::new();
        for row in &self.rows {
            all.extend(row.pages.iter().map(|page| (page, row)));
        }
        all.sort_by(|a, b| (&a.0.uri, &a.1.target).cmp(&(&b.0.uri, &b.1.target)));
        let mut pages: Vec<PageProblems> = Vec::new();
        for (page, row) in all {
            let link = ProblemLink {
                target: row.target.clone(),
                anchor: page.anchor.clone(),
                problem: row.problem.clone(),
                status: row.status,
            };
            match pages.last_mut() {
                Some(last) if last.uri == page.uri => last.links.push(link),
                _ => pages.push(PageProblems { uri: page.uri.clone(), links: vec![link] }),
            }
        }
        pages
    }
}

/// What is known from elsewhere of addresses that have no capture: `None` for those that are there.
pub type KnownProblems = HashMap<Vec<u8>, Option<LinkProblem>>;

impl MapView<'_> {
    /// Finds the links of the part that is wanted which have a problem.
    pub fn dead(&self, settings: &DeadSettings) -> Result<DeadReport, MapQueryError> {
        self.dead_knowing(settings, &KnownProblems::new(), &[])
    }

    /// Same as [`MapView::dead`], if more is known: of addresses that have no capture, and of pages that say "not
    /// found" though their status is good.
    pub fn dead_knowing(
        &self,
        settings: &DeadSettings,
        known: &KnownProblems,
        soft: &[Vec<u8>],
    ) -> Result<DeadReport, MapQueryError> {
        let mut soft: Vec<PageNumber> =
            soft.iter().filter_map(|uri| self.snapshot.find(uri)).collect();
        soft.sort_unstable();
        let wanted = self.opened.wanted();
        let found = self.snapshot.dead_links(&DeadOptions {
            keep: &|uri| wanted.has(uri),
            outcome: &|uri| self.unharvested(uri),
            fragments: settings.fragments,
            soft: &soft,
        })?;
        let DeadLinks { pages, links, left_out, targets, .. } = found;
        let mut report = DeadReport { pages, links, left_out, ..DeadReport::default() };
        for target in targets {
            let uri = self.snapshot.uri(target.end);
            let problem = match (&target.problem, known.get(&uri)) {
                (LinkProblem::NotHarvested(_), Some(None)) => continue,
                (LinkProblem::NotHarvested(_), Some(Some(problem))) => problem.clone(),
                (problem, _) => problem.clone(),
            };
            if settings.all || problem.is_dead() {
                report.rows.push(self.dead_row(target, problem));
            }
        }
        Ok(report)
    }

    fn dead_row(&self, target: DeadTarget, problem: LinkProblem) -> DeadRow {
        let mut address = self.address(target.page);
        if let LinkProblem::MissingPlace(fragment) = &problem {
            address = format!("{address}#{fragment}");
        }
        let status = match &problem {
            LinkProblem::Status(status) => Some(*status),
            _ => Some(self.snapshot.standing(target.end).status).filter(|status| *status != 0),
        };
        let hint = target.hint.map(|hint| match hint {
            FixHint::EndOfRedirects(page) => HintRow::Redirect(self.address(page)),
            FixHint::Alike(page) => HintRow::Alike(self.address(page)),
            FixHint::Earlier(time) => HintRow::Captured(time.to_string()),
        });
        let page = |link: stodola_map::DeadLink| DeadPage {
            uri: self.address(link.page),
            anchor: link.text,
        };
        DeadRow {
            target: address,
            status,
            dead: problem.is_dead(),
            problem,
            hint,
            links: target.count,
            pages: target.links.into_iter().map(page).collect(),
        }
    }
}
