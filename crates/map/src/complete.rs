//! Completeness: which parts of pages the archive lacks.
//!
//! A page needs its style sheets, pictures, scripts, frames, and what these need in turn. One that is missing at the
//! date counts once for each page that needs it.

use crate::dead::Unharvested;
use crate::error::MapError;
use crate::graph::{GraphOptions, LinkGraph};
use crate::snapshot::{MapSnapshot, PageNumber, PageState};
use std::collections::BTreeMap;

/// How far parts of parts are followed: a style sheet that imports another, with a picture.
const DEPTH_MAX: u32 = 4;
/// Number of parts of one page that are looked at.
const PARTS_MAX: usize = 5_000;

/// Which pages are looked at, and who knows more.
#[derive(Clone, Copy)]
pub struct CompletenessOptions<'f> {
    /// Decides by its address whether a page is looked at.
    pub keep: &'f dyn Fn(&[u8]) -> bool,
    /// Says why an address has no capture.
    pub outcome: &'f dyn Fn(&[u8]) -> Unharvested,
}

/// How complete pages are in the archive.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PartCompleteness {
    /// Pages with parts that are missing, in the order of numbers.
    pub pages: Vec<PageCompleteness>,
    /// Number of pages that were looked at.
    pub page_count: u64,
    /// Number of parts that they need, each as often as a page needs it.
    pub needed: u64,
    /// Number of those that are missing.
    pub missing: u64,
    /// Parts that are missing, with the reason and the number of pages that need them.
    pub parts: BTreeMap<PageNumber, (Unharvested, u64)>,
}

/// A page with parts that are missing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PageCompleteness {
    /// The page.
    pub page: PageNumber,
    /// Number of parts that it needs.
    pub needed: u32,
    /// The parts that are missing.
    pub missing: Vec<PageNumber>,
}

impl PartCompleteness {
    /// The share of parts that are there, from 0 to 1.
    pub fn score(&self) -> f64 {
        score(self.needed, self.missing)
    }
}

impl PageCompleteness {
    /// The share of parts that are there, from 0 to 1.
    pub fn score(&self) -> f64 {
        score(u64::from(self.needed), self.missing.len() as u64)
    }
}

fn score(needed: u64, missing: u64) -> f64 {
    if needed == 0 { 1.0 } else { (needed - missing.min(needed)) as f64 / needed as f64 }
}

impl MapSnapshot<'_> {
    /// Finds the parts of pages that the archive lacks.
    pub fn completeness(
        &self,
        options: &CompletenessOptions<'_>,
    ) -> Result<PartCompleteness, MapError> {
        let graph = self.graph(&GraphOptions {
            with_missing: true,
            is_page: &|_| true,
            is_edge: &|shape| shape.kind.is_requisite(),
            ..GraphOptions::default()
        })?;
        let mut found = PartCompleteness::default();
        let mut walk = Walk { reached: vec![u32::MAX; graph.len()], queue: Vec::new() };
        for node in 0..graph.len() as u32 {
            let Some(page) = graph.page(node) else { continue };
            let is_page = self.standing(page).state == PageState::Present
                && matches!(self.mime(page).as_str(), "text/html" | "application/xhtml+xml");
            if !is_page || !(options.keep)(&self.uri(page)) {
                continue;
            }
            walk.parts(&graph, node);
            let parts = walk.queue[1..].iter().filter_map(|part| graph.page(part.0));
            let is_missing = |part: &PageNumber| self.standing(*part).state != PageState::Present;
            let missing: Vec<PageNumber> = parts.filter(is_missing).collect();
            let needed = walk.queue.len() as u32 - 1;
            found.page_count += 1;
            found.needed += u64::from(needed);
            found.missing += missing.len() as u64;
            for part in &missing {
                let reason = || (self.why_missing(*part, options), 0);
                found.parts.entry(*part).or_insert_with(reason).1 += 1;
            }
            if !missing.is_empty() {
                found.pages.push(PageCompleteness { page, needed, missing });
            }
        }
        Ok(found)
    }

    fn why_missing(&self, part: PageNumber, options: &CompletenessOptions<'_>) -> Unharvested {
        let standing = self.standing(part);
        match standing.state {
            PageState::Failed => Unharvested::Other(format!("status {}", standing.status)),
            PageState::Redirected => Unharvested::Other("redirects without an end".to_owned()),
            PageState::Linked | PageState::Present => (options.outcome)(&self.uri(part)),
        }
    }
}

/// The parts of one page after the other.
struct Walk {
    /// The last page that each node was reached from.
    reached: Vec<u32>,
    /// Nodes with their depth; the page is the first.
    queue: Vec<(u32, u32)>,
}

impl Walk {
    fn parts(&mut self, graph: &LinkGraph, page: u32) {
        self.queue.clear();
        self.queue.push((page, 0));
        self.reached[page as usize] = page;
        let mut at = 0;
        while let Some(&(node, depth)) = self.queue.get(at) {
            at += 1;
            if depth >= DEPTH_MAX {
                continue;
            }
            for &part in graph.edges().of(node) {
                if self.queue.len() > PARTS_MAX {
                    return;
                }
                if std::mem::replace(&mut self.reached[part as usize], page) != page {
                    self.queue.push((part, depth + 1));
                }
            }
        }
    }
}
