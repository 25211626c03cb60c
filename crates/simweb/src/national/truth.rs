//! What a national harvest must archive, found by brute force from the rule as it is told.
//!
//! **The rule** (N4), in the words that are followed here. Every page that is fetched is judged. One that is
//! national is archived with depth D. A page that is not is archived if an archived page with depth d ≥ 1
//! links to it, with depth d − 1. What a page with depth 0 links to is archived only if it is not HTML;
//! with D = 0 not even then, because only the page and its requisites are wanted. Requisites of what is
//! archived are archived, wherever they are; a frame has the depth of its page, other requisites have depth
//! 0 should they be HTML. A style at a leaf brings its requisites, and the links of no other leaf are
//! followed. A redirect hands on what it was given. An error is a page that is not national.
//!
//! Pages that are not archived are left behind, unless `probe` says that so many links are followed to judge what is
//! there, counted from a seed or from what an archived page links to. A page that sends its reader on by `Refresh`
//! links there, and that is followed even if the page is not archived, at no cost.
//!
//! Ways into the country domain belong to another harvest: they are listed and not taken, but for requisites.
//!
//! Each way to each document is looked at on its own; nothing depends on which was first or gave most. That
//! is slow, and hard to get wrong. `robots.txt` is not part of it.

use super::site::is_country;
use crate::html::{SimLink, SimLinkKind};
use std::collections::{BTreeMap, BTreeSet};

/// A document, as far as the rule has to know it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NationalNode {
    /// The whole address.
    pub uri: String,
    /// What it is.
    pub shape: Shape,
    /// Where it leads to.
    pub links: Vec<SimLink>,
}

/// What a document is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Shape {
    /// A page.
    Html {
        /// Whether the judge has to find it valid.
        is_national: bool,
    },
    /// Anything else.
    File,
    /// Status 3xx.
    Redirect,
}

/// A graph of documents of which it can be told what a harvest must archive.
#[derive(Clone, Debug, Default)]
pub struct NationalTruth {
    nodes: BTreeMap<String, NationalNode>,
}

/// What a harvest must have done.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NationalHarvest {
    /// What is in the archive; nothing else is.
    pub archived: BTreeSet<String>,
    /// Pages that were fetched and judged, archived or not.
    pub judged: BTreeSet<String>,
    /// Links into the country domain that were not taken.
    pub rejected: BTreeSet<String>,
}

/// How one way led to a document.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Way {
    /// To be judged, and so many links on.
    Judge { more: u32 },
    /// To be archived if it is not HTML.
    Leaf,
    /// To be archived, with that depth.
    Keep { depth: u32 },
}

impl NationalTruth {
    /// The graph of these documents. What they link to and is not among them does not exist.
    pub fn new(nodes: impl IntoIterator<Item = NationalNode>) -> NationalTruth {
        NationalTruth { nodes: nodes.into_iter().map(|node| (node.uri.clone(), node)).collect() }
    }

    /// What a harvest from `seeds` must have done whose valid pages have `depth`, and which follows `probe`
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

/// What a link of that kind gives, if the document was come to that way; nothing, if it is not followed.
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
