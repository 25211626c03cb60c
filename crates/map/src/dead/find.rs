//! Looking at every link of the pages that are asked for.

use super::hint::add_hints;
use super::places::PlaceChecks;
use super::{DeadLink, DeadLinks, DeadTarget, LinkProblem, Unharvested};
use crate::error::MapError;
use crate::name::{is_http, is_https, uri_of};
use crate::shape::LinkShape;
use crate::snapshot::{CurrentPage, MapSnapshot, PageNumber, PageState};
use crate::texts::PageTexts;
use std::collections::HashMap;
use stodola_extract::LinkKind;

/// Number of targets that are listed.
const TARGETS_MAX: usize = 1_000_000;
/// Number of links that are kept of a target.
const LINKS_MAX: usize = 10_000;

/// Which links are looked at, and who knows more.
#[derive(Clone, Copy)]
pub struct DeadOptions<'f> {
    /// Decides by its address whether the links of a page are looked at.
    pub keep: &'f dyn Fn(&[u8]) -> bool,
    /// Says why an address has no capture.
    pub outcome: &'f dyn Fn(&[u8]) -> Unharvested,
    /// Whether fragments are looked for in their targets.
    pub fragments: bool,
    /// Pages that say that there is nothing, though their status is good; in their order.
    pub soft: &'f [PageNumber],
}

impl Default for DeadOptions<'_> {
    fn default() -> Self {
        DeadOptions {
            keep: &|_| true,
            outcome: &|_| Unharvested::Unknown,
            fragments: true,
            soft: &[],
        }
    }
}

/// What was found so far.
pub(super) struct Findings<'s, 'm> {
    pub(super) snapshot: &'s MapSnapshot<'m>,
    pub(super) found: DeadLinks,
    by_key: HashMap<(PageNumber, LinkProblem), usize>,
}

impl MapSnapshot<'_> {
    /// Finds the links that lead nowhere.
    pub fn dead_links(&self, options: &DeadOptions<'_>) -> Result<DeadLinks, MapError> {
        let found = DeadLinks { as_of: self.as_of(), ..DeadLinks::default() };
        let mut findings = Findings { snapshot: self, found, by_key: HashMap::new() };
        let mut outcomes: HashMap<PageNumber, Unharvested> = HashMap::new();
        let mut places = PlaceChecks::default();
        self.each(true, |page| {
            let is_present = self.standing(page.number).state == PageState::Present;
            let Some(content) = page.content.filter(|_| is_present) else { return Ok(()) };
            if !(options.keep)(&uri_of(page.name)) {
                return Ok(());
            }
            findings.found.pages += 1;
            let texts = PageTexts::decode(&content.texts);
            for (at, link) in content.links.iter().enumerate() {
                let Some(shape) = self.shape(link.shape).filter(|it| is_checked(it)) else {
                    continue;
                };
                findings.found.links += 1;
                let outcome = |target: PageNumber| {
                    let reason = || (options.outcome)(&self.uri(target));
                    outcomes.entry(target).or_insert_with(reason).clone()
                };
                let words = texts.links.get(at);
                if let Some(problem) = self.problem(link.target, outcome, options.soft) {
                    let text = words.map(|it| it.text.as_str());
                    findings.add(page, link.target, problem, text.unwrap_or_default(), shape);
                } else if let Some(words) = words.filter(|it| !it.fragment.is_empty())
                    && options.fragments
                {
                    places.add(
                        self.trail(link.target).end,
                        page.number,
                        at as u32,
                        &words.fragment,
                    );
                }
                if is_mixed(page, self, link.target, shape) {
                    findings.add(page, link.target, LinkProblem::MixedContent, "", shape);
                }
            }
            Ok(())
        })?;
        places.check(&mut findings)?;
        add_hints(&mut findings)?;
        let mut found = findings.found;
        found.targets.sort_by(|a, b| (b.count, a.page).cmp(&(a.count, b.page)));
        Ok(found)
    }

    /// Returns what is wrong with a target as a whole; `None` if it is there.
    fn problem(
        &self,
        target: PageNumber,
        outcome: impl FnOnce(PageNumber) -> Unharvested,
        soft: &[PageNumber],
    ) -> Option<LinkProblem> {
        let trail = self.trail(target);
        if trail.is_loop {
            return Some(LinkProblem::RedirectLoop);
        }
        let standing = self.standing(trail.end);
        match standing.state {
            PageState::Present if soft.binary_search(&trail.end).is_ok() => {
                Some(LinkProblem::SoftMissing)
            }
            PageState::Present if trail.hops > 1 => Some(LinkProblem::RedirectChain(trail.hops)),
            PageState::Present => None,
            PageState::Failed => Some(LinkProblem::Status(standing.status)),
            PageState::Linked | PageState::Redirected => {
                Some(LinkProblem::NotHarvested(outcome(trail.end)))
            }
        }
    }
}

/// Whether a link is one that people or browsers follow.
fn is_checked(shape: &LinkShape) -> bool {
    match shape.kind {
        LinkKind::Navigation
        | LinkKind::Requisite(_)
        | LinkKind::Redirect
        | LinkKind::Alternate
        | LinkKind::Feed
        | LinkKind::Sitemap
        | LinkKind::Listed => true,
        LinkKind::Form | LinkKind::Speculative => false,
    }
}

fn is_mixed(
    page: &CurrentPage<'_>,
    snapshot: &MapSnapshot<'_>,
    target: PageNumber,
    shape: &LinkShape,
) -> bool {
    shape.kind.is_requisite() && is_https(page.name) && is_http(&snapshot.name(target))
}

impl Findings<'_, '_> {
    pub(super) fn add(
        &mut self,
        page: &CurrentPage<'_>,
        target: PageNumber,
        problem: LinkProblem,
        text: &str,
        shape: &LinkShape,
    ) {
        let key = (target, problem);
        let place = match self.by_key.get(&key) {
            Some(place) => *place,
            None if self.found.targets.len() >= TARGETS_MAX => {
                self.found.left_out += 1;
                return;
            }
            None => {
                let place = self.found.targets.len();
                self.found.targets.push(DeadTarget {
                    page: target,
                    problem: key.1.clone(),
                    end: self.snapshot.trail(target).end,
                    hint: None,
                    links: Vec::new(),
                    count: 0,
                });
                self.by_key.insert(key, place);
                place
            }
        };
        let found = &mut self.found.targets[place];
        found.count += 1;
        if found.links.len() < LINKS_MAX {
            let (page, text, shape) = (page.number, text.to_owned(), shape.clone());
            found.links.push(DeadLink { page, text, shape });
        }
    }
}
