//! What a national harvest must archive, computed by brute force from the wording of the rule.
//!
//! **The rule** (N4, N4a), in the wording that is implemented here. A page that is judged and national is archived with
//! depth D. Another page is archived if an archived page with depth d ≥ 1 links to it, and then with depth d − 1. What
//! a page with depth 0 links to is archived only if it is not HTML. Requisites of what is archived are archived,
//! wherever they are; a frame has the depth of its page, other requisites have depth 0 if they are HTML. The links of a
//! file archived at depth 0 are not followed, except for the requisites of a style. A redirect passes on what it was
//! given. An error is a page that is not national.
//!
//! What is judged: every page that is fetched, or (`judges_linked = false`) only pages that are reached from a seed or
//! from pages that are not archived, on a path of its own.
//!
//! Links of pages that are not archived are followed as far as `follow` says, for judging what is there, counted from a
//! seed or from what an archived page links to; so are those of files. A page with `Refresh` links to the target; this
//! link is followed even if the page is not archived, and does not count. If what is linked is not judged, a `Refresh`
//! of a page at a leaf passes on what it was given, as a redirect does, and other links of such a page are followed
//! only with D = 0.
//!
//! Links into the country domain belong to another harvest: they are listed and not followed, except for requisites.
//!
//! Each path to each document is examined separately; nothing depends on which was first or gave most. That is slow,
//! and hard to get wrong. `robots.txt` is not part of it.

use super::site::is_country;
use crate::html::{SimLink, SimLinkKind};
use std::collections::{BTreeMap, BTreeSet};

/// A document, as far as the rule needs to know it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NationalNode {
    /// Absolute URI.
    pub uri: String,
    /// Kind of document.
    pub shape: Shape,
    /// Links of the document.
    pub links: Vec<SimLink>,
}

/// The kind of a document.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Shape {
    /// An HTML page.
    Html {
        /// Whether the judge has to find it valid.
        is_national: bool,
    },
    /// Anything else.
    File,
    /// A redirect (status 3xx).
    Redirect,
}

/// A graph of documents, for which it can be computed what a harvest must archive.
#[derive(Clone, Debug, Default)]
pub struct NationalTruth {
    nodes: BTreeMap<String, NationalNode>,
}

/// The right result of a harvest.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NationalHarvest {
    /// URIs in the archive; there are no others.
    pub archived: BTreeSet<String>,
    /// URIs of pages that were fetched and judged, archived or not.
    pub judged: BTreeSet<String>,
    /// Links into the country domain that were not followed.
    pub rejected: BTreeSet<String>,
}

/// The settings of a harvest that the rule depends on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NationalTerms {
    /// Depth of national pages.
    pub depth: u32,
    /// Number of links that are followed from pages that are not archived; `None`: as many as the scope allows.
    pub follow: Option<u32>,
    /// Whether what archived pages link to is judged.
    pub judges_linked: bool,
}

/// Number of links that stands for any number.
const UNLIMITED: u32 = u32::MAX;

impl NationalTerms {
    /// Terms with this depth and number of links; everything is judged.
    pub fn new(depth: u32, follow: u32) -> NationalTerms {
        NationalTerms { depth, follow: Some(follow), judges_linked: true }
    }

    fn follow(self) -> u32 {
        self.follow.unwrap_or(UNLIMITED)
    }
}

/// How a document was reached on one path.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Way {
    /// This number of further links is followed; the page is judged.
    Judge { more: u32 },
    /// It is archived if it is not HTML.
    Leaf,
    /// It is archived with this depth.
    Keep { depth: u32 },
}

impl NationalTruth {
    /// Creates the graph of these documents. Targets of links that are not among them do not exist.
    pub fn new(nodes: impl IntoIterator<Item = NationalNode>) -> NationalTruth {
        NationalTruth { nodes: nodes.into_iter().map(|node| (node.uri.clone(), node)).collect() }
    }

    /// Computes the right result of a harvest from `seeds`.
    pub fn harvest(&self, seeds: &[String], terms: NationalTerms) -> NationalHarvest {
        let mut harvest = NationalHarvest::default();
        let mut known = BTreeSet::new();
        let first = Way::Judge { more: terms.follow() };
        let mut todo: Vec<(&str, Way)> = seeds.iter().map(|seed| (seed.as_str(), first)).collect();
        while let Some((uri, way)) = todo.pop() {
            let Some(node) = self.nodes.get(uri).filter(|_| known.insert((uri, way))) else {
                continue;
            };
            let is_html = matches!(node.shape, Shape::Html { .. });
            let is_judged = is_html && (terms.judges_linked || matches!(way, Way::Judge { .. }));
            if is_judged {
                harvest.judged.insert(uri.to_owned());
            }
            let way = match node.shape {
                Shape::Html { is_national: true } if is_judged => Way::Keep { depth: terms.depth },
                Shape::Html { .. } | Shape::File | Shape::Redirect => way,
            };
            let is_kept = match way {
                Way::Keep { .. } => true,
                Way::Leaf => !is_html,
                Way::Judge { .. } => false,
            };
            if is_kept {
                harvest.archived.insert(uri.to_owned());
            }
            for link in &node.links {
                let Some(next) = step(node.shape, way, link.kind, terms) else { continue };
                if !link.kind.is_requisite() && is_country(host(&link.uri)) {
                    harvest.rejected.insert(link.uri.clone());
                } else {
                    todo.push((&link.uri, next));
                }
            }
        }
        harvest
    }
}

/// Returns how the target of a link of this kind is reached from a document that was reached this way; `None` if the
/// link is not followed.
fn step(shape: Shape, way: Way, kind: SimLinkKind, terms: NationalTerms) -> Option<Way> {
    if kind == SimLinkKind::Foreign {
        return None;
    }
    if shape == Shape::Redirect {
        return (kind == SimLinkKind::Redirect).then_some(way);
    }
    let (is_frame, is_part) = (kind == SimLinkKind::Frame, kind.is_requisite());
    let is_sent_on = matches!(kind, SimLinkKind::Refresh | SimLinkKind::Redirect);
    if let Way::Keep { depth: left } = way {
        return Some(match left {
            _ if is_frame => Way::Keep { depth: left },
            _ if is_part => Way::Keep { depth: 0 },
            0 => Way::Leaf,
            _ => Way::Keep { depth: left - 1 },
        });
    }
    if way == Way::Leaf && shape == Shape::File && is_part {
        return Some(Way::Leaf);
    }
    if way == Way::Leaf && !terms.judges_linked {
        if is_sent_on {
            return Some(Way::Leaf);
        }
        if terms.depth > 0 {
            return None;
        }
    }
    let more = if let Way::Judge { more } = way { more } else { terms.follow() };
    match more {
        _ if is_part && !is_frame => None,
        _ if is_sent_on => Some(Way::Judge { more }),
        0 => None,
        UNLIMITED => Some(Way::Judge { more }),
        _ => Some(Way::Judge { more: more - 1 }),
    }
}

fn host(uri: &str) -> &str {
    let rest = uri.split_once("://").map_or(uri, |(_, rest)| rest);
    rest.split(['/', ':', '?']).next().unwrap_or(rest)
}
