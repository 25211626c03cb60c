//! Fragments: whether the page that a link leads to has a place with that name.

use super::LinkProblem;
use super::find::Findings;
use crate::error::MapError;
use crate::snapshot::PageNumber;
use crate::texts::PageTexts;
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// Fragments that are to be looked for. Equal ones stand once, since menus have them on every page.
#[derive(Default)]
pub(super) struct PlaceChecks {
    /// Numbers of fragments.
    numbers: HashMap<String, u32>,
    /// By page and fragment: the links, by their page and place in it.
    links: BTreeMap<(PageNumber, u32), Vec<(PageNumber, u32)>>,
}

impl PlaceChecks {
    pub(super) fn add(&mut self, target: PageNumber, page: PageNumber, at: u32, fragment: &str) {
        let next = self.numbers.len() as u32;
        let number = match self.numbers.get(fragment) {
            Some(number) => *number,
            None => *self.numbers.entry(fragment.to_owned()).or_insert(next),
        };
        self.links.entry((target, number)).or_default().push((page, at));
    }

    /// Looks for all places, and adds the links whose places are missing.
    pub(super) fn check(mut self, findings: &mut Findings<'_, '_>) -> Result<(), MapError> {
        if self.links.is_empty() {
            return Ok(());
        }
        let snapshot = findings.snapshot;
        let mut fragments = vec![String::new(); self.numbers.len()];
        for (fragment, number) in std::mem::take(&mut self.numbers) {
            fragments[number as usize] = fragment;
        }
        let mut missing: BTreeSet<(PageNumber, u32)> = BTreeSet::new();
        snapshot.each(true, |page| {
            let range = (page.number, 0)..=(page.number, u32::MAX);
            let mut wanted = self.links.range(range).peekable();
            // Nothing is missing in a content that is not known.
            let Some(content) = page.content.filter(|_| wanted.peek().is_some()) else {
                return Ok(());
            };
            let texts = PageTexts::decode(&content.texts);
            for ((_, fragment), links) in wanted {
                if !texts.has_place(&fragments[*fragment as usize]) {
                    missing.extend(links);
                }
            }
            Ok(())
        })?;
        if missing.is_empty() {
            return Ok(());
        }
        snapshot.each(true, |page| {
            let range = (page.number, 0)..=(page.number, u32::MAX);
            let mut wanted = missing.range(range).peekable();
            let Some(content) = page.content.filter(|_| wanted.peek().is_some()) else {
                return Ok(());
            };
            let texts = PageTexts::decode(&content.texts);
            for (_, at) in wanted {
                let link = content.links.get(*at as usize);
                let words = texts.links.get(*at as usize);
                let (Some(link), Some(words)) = (link, words) else { continue };
                let Some(shape) = snapshot.shape(link.shape) else { continue };
                let problem = LinkProblem::MissingPlace(words.fragment.clone());
                findings.add(page, link.target, problem, &words.text, shape);
            }
            Ok(())
        })
    }
}
