//! The link graph in memory: pages, hosts or domains as of a time, and the links between them.
//!
//! Rules, the same for all that is computed from it:
//!
//! - A page is an address whose newest capture has a content; addresses that redirect count as the page where the
//!   redirects end. Addresses that were never harvested are left out, unless they are asked for.
//! - The links of a page are those of that capture. Several links to the same page are one, and a link of a page to
//!   itself is none, unless they are asked for.
//! - Between hosts and domains there is one edge, whose weight is the number of links between their pages.

mod build;
mod csr;
mod groups;

pub use csr::EdgeList;

use crate::shape::LinkShape;
use crate::snapshot::PageNumber;
use stodola_extract::{LinkKind, Requisite};

/// What the nodes of a graph are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum GraphNodes {
    /// Pages.
    #[default]
    Pages,
    /// Hosts: `www.example.cz`.
    Hosts,
    /// Domains that somebody registered: `example.cz`.
    Domains,
}

/// Which part of a map becomes a graph.
#[derive(Clone, Copy)]
pub struct GraphOptions<'f> {
    /// What the nodes are.
    pub nodes: GraphNodes,
    /// Decides by its address whether a page belongs to it.
    pub keep: &'f dyn Fn(&[u8]) -> bool,
    /// Decides by its media type whether a content is a page.
    pub is_page: &'f dyn Fn(&str) -> bool,
    /// Decides which links count.
    pub is_edge: &'f dyn Fn(&LinkShape) -> bool,
    /// Whether addresses without a content belong to it: never harvested, or with an error.
    pub with_missing: bool,
    /// Whether links to the same node are kept.
    pub self_links: bool,
}

impl Default for GraphOptions<'_> {
    fn default() -> Self {
        GraphOptions {
            nodes: GraphNodes::Pages,
            keep: &|_| true,
            is_page: &is_document,
            is_edge: &is_navigation,
            with_missing: false,
            self_links: false,
        }
    }
}

/// Whether people go from page to page by such a link: links, frames, and redirects that a page itself does.
pub fn is_navigation(shape: &LinkShape) -> bool {
    match shape.kind {
        LinkKind::Navigation | LinkKind::Redirect | LinkKind::Requisite(Requisite::Frame) => true,
        LinkKind::Requisite(_)
        | LinkKind::Alternate
        | LinkKind::Feed
        | LinkKind::Sitemap
        | LinkKind::Listed
        | LinkKind::Form
        | LinkKind::Speculative => false,
    }
}

/// Whether a content of this media type is something to read, and not a part of pages.
pub fn is_document(mime: &str) -> bool {
    let (kind, rest) = mime.split_once('/').unwrap_or_default();
    let is_part = matches!(kind, "image" | "font" | "audio" | "video")
        || rest == "css"
        || rest.contains("javascript")
        || rest.contains("font");
    !is_part
}

/// A directed graph in memory. Nodes are numbered from 0 in the order of their sites.
#[derive(Clone, Debug)]
pub struct LinkGraph {
    labels: NodeLabels,
    edges: EdgeList,
}

#[derive(Clone, Debug)]
enum NodeLabels {
    Pages(Vec<PageNumber>),
    Names(Vec<String>),
    /// A graph that was made of edges alone.
    None,
}

impl LinkGraph {
    /// Makes a graph of edges alone.
    pub fn from_edges(edges: EdgeList) -> LinkGraph {
        LinkGraph { labels: NodeLabels::None, edges }
    }

    /// Number of nodes.
    pub fn len(&self) -> usize {
        self.edges.nodes()
    }

    /// Whether it has no nodes.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The edges, from each node in the order of the document where they first stand.
    pub fn edges(&self) -> &EdgeList {
        &self.edges
    }

    /// Returns the page of a node; `None` unless nodes are pages.
    pub fn page(&self, node: u32) -> Option<PageNumber> {
        match &self.labels {
            NodeLabels::Pages(pages) => pages.get(node as usize).copied(),
            NodeLabels::Names(_) | NodeLabels::None => None,
        }
    }

    /// Returns the host or domain of a node; `None` if nodes are pages.
    pub fn name(&self, node: u32) -> Option<&str> {
        match &self.labels {
            NodeLabels::Names(names) => names.get(node as usize).map(String::as_str),
            NodeLabels::Pages(_) | NodeLabels::None => None,
        }
    }

    /// Returns the node of a page; `None` if it is none.
    pub fn node(&self, page: PageNumber) -> Option<u32> {
        match &self.labels {
            NodeLabels::Pages(pages) => pages.binary_search(&page).ok().map(|node| node as u32),
            NodeLabels::Names(_) | NodeLabels::None => None,
        }
    }
}
