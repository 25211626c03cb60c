//! What a national harvest must archive, computed by brute force from the wording of the rule.
//!
//! **The rule** (N4), in the wording that is implemented here. Every page that is fetched is judged. A national page is
//! archived with depth D. Another page is archived if an archived page with depth d ≥ 1 links to it, and then with
//! depth d − 1. What a page with depth 0 links to is archived only if it is not HTML; with D = 0 not even then, because
//! only the page and its requisites are wanted. Requisites of what is archived are archived, wherever they are; a frame
//! has the depth of its page, other requisites have depth 0 if they are HTML. The links of a file archived at depth 0
//! are not followed, except for the requisites of a style. A redirect passes on what it was given. An error is a page
//! that is not national.
//!
//! Links of pages that are not archived are not followed, unless `probe` allows a number of links to be followed for
//! judging what is there, counted from a seed or from what an archived page links to. A page with `Refresh` links to
//! the target; this link is followed even if the page is not archived, and does not count.
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

/// How a document was reached on one path.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Way {
    /// It is judged, and this number of further links is followed.
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

    /// Computes the right result of a harvest from `seeds` with `depth` for valid pages, which follows up to `probe`
    /// links of pages that are not archived.
    pub fn harvest(&self, seeds: &[String], depth: u32, probe: u32) -> NationalHarvest {
        let mut harvest = NationalHarvest::default();
        let mut known = BTreeSet::new();
        let first = Way::Judge { more: probe };
        let mut todo: Vec<(&str, Way)> = seeds.iter().map(|seed| (seed.as_str(), first)).collect();
        while let Some((uri, way)) = todo.pop() {
            let Some(node) = self.nodes.get(uri).filter(|_| known.insert((uri, way))) else {
                continue;
            };
            let way = match node.shape {
                Shape::Html { is_national: true } => Way::Keep { depth },
                Shape::Html { is_national: false } | Shape::File | Shape::Redirect => way,
            };
            let is_html = matches!(node.shape, Shape::Html { .. });
            if is_html {
                harvest.judged.insert(uri.to_owned());
            }
            let is_kept = match way {
                Way::Keep { .. } => true,
                Way::Leaf => !is_html,
                Way::Judge { .. } => false,
            };
            if is_kept {
                harvest.archived.insert(uri.to_owned());
            }
            for link in &node.links {
                let Some(next) = step(node.shape, way, link.kind, depth, probe) else { continue };
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
fn step(shape: Shape, way: Way, kind: SimLinkKind, depth: u32, probe: u32) -> Option<Way> {
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
            0 if depth == 0 => Way::Judge { more: probe },
            0 => Way::Leaf,
            _ => Way::Keep { depth: left - 1 },
        });
    }
    if way == Way::Leaf && shape == Shape::File && is_part {
        return Some(Way::Leaf);
    }
    let more = if let Way::Judge { more } = way { more } else { probe };
    match more {
        _ if is_part && !is_frame => None,
        _ if is_sent_on => Some(Way::Judge { more }),
        0 => None,
        _ => Some(Way::Judge { more: more - 1 }),
    }
}

fn host(uri: &str) -> &str {
    let rest = uri.split_once("://").map_or(uri, |(_, rest)| rest);
    rest.split(['/', ':', '?']).next().unwrap_or(rest)
}
