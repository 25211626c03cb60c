//! Which pages, hosts or domains are the most important, by the links between them.

use super::open::{MapQueryError, MapView};
use serde::Serialize;
use stodola_map::{
    GraphNodes, GraphOptions, HarmonicOptions, LinkFarm, LinkGraph, RankOptions, RankScale,
    harmonic_centrality, link_farms, page_rank,
};

/// Number of suspects of link farms that are told.
const FARMS_MAX: usize = 10;

/// How importance is measured.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum RankMeasure {
    /// PageRank.
    PageRank {
        /// The share of a rank that links pass on, from 0 to 1.
        damping: f64,
        /// What the ranks add up to.
        scale: RankScale,
    },
    /// Harmonic centrality: the sum of 1/distance from all others.
    Harmonic,
}

impl Default for RankMeasure {
    fn default() -> RankMeasure {
        RankMeasure::PageRank { damping: 0.85, scale: RankScale::MeanOne }
    }
}

/// What is ranked, and how.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct RankSettings {
    /// What the nodes are.
    pub nodes: GraphNodes,
    /// How importance is measured.
    pub measure: RankMeasure,
    /// Number of nodes that are listed; `None` for all.
    pub limit: Option<usize>,
}

/// A page, host or domain with its rank.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct RankedNode {
    /// The address of a page, or the name of a host or domain.
    pub uri: String,
    /// The rank.
    pub rank: f64,
}

/// A host or domain to which nearly only such link that link to nothing else.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct FarmedNode {
    /// Its name.
    pub name: String,
    /// Number of hosts or domains that link to it.
    pub sources: u64,
    /// Number of those that link to nothing else.
    pub captives: u64,
}

/// The most important nodes, and how they were found.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RankedNodes {
    /// The nodes, the most important first.
    pub nodes: Vec<RankedNode>,
    /// Number of all nodes.
    pub count: u64,
    /// Number of links between them.
    pub links: u64,
    /// Number of nodes without links, whose rank is shared among all. `None` if it is not PageRank.
    pub dangling: Option<u64>,
    /// Hosts or domains that may owe their rank to a link farm, those with most of it first; at most ten.
    pub farms: Vec<FarmedNode>,
    /// Whether the values are computed from a sample.
    pub is_sampled: bool,
}

impl MapView<'_> {
    /// Ranks the pages of the part that is wanted by the links between them.
    pub fn ranks(&self, settings: &RankSettings) -> Result<RankedNodes, MapQueryError> {
        let graph = self.graph(settings.nodes)?;
        let mut found = RankedNodes {
            count: graph.len() as u64,
            links: graph.edges().len() as u64,
            ..RankedNodes::default()
        };
        let limit = settings.limit.unwrap_or(usize::MAX);
        let (best, values) = match settings.measure {
            RankMeasure::PageRank { damping, scale } => {
                let options = RankOptions { damping, scale, ..RankOptions::default() };
                let ranks = page_rank(&graph, &options);
                found.dangling = Some(ranks.dangling as u64);
                (ranks.best(limit), ranks.ranks)
            }
            RankMeasure::Harmonic => {
                let found_values = harmonic_centrality(&graph, &HarmonicOptions::default());
                found.is_sampled = !found_values.is_exact;
                (best(&found_values.values, limit), found_values.values)
            }
        };
        if settings.nodes != GraphNodes::Pages {
            let farmed = |it: LinkFarm| FarmedNode {
                name: self.label(&graph, it.node),
                sources: it.sources,
                captives: it.captives,
            };
            found.farms = link_farms(&graph).into_iter().take(FARMS_MAX).map(farmed).collect();
        }
        for node in best {
            let rank = values.get(node as usize).copied().unwrap_or_default();
            found.nodes.push(RankedNode { uri: self.label(&graph, node), rank });
        }
        Ok(found)
    }

    /// The graph of the part that is wanted.
    pub(super) fn graph(&self, nodes: GraphNodes) -> Result<LinkGraph, MapQueryError> {
        let keep = |uri: &[u8]| self.opened.is_wanted(uri);
        let options = GraphOptions { nodes, keep: &keep, ..GraphOptions::default() };
        Ok(self.snapshot.graph(&options)?)
    }

    /// The address of a page, or the name of a host or domain.
    pub(super) fn label(&self, graph: &LinkGraph, node: u32) -> String {
        match (graph.page(node), graph.name(node)) {
            (Some(page), _) => self.address(page),
            (None, Some(name)) => name.to_owned(),
            (None, None) => String::new(),
        }
    }
}

/// The nodes with the highest values, the highest first; of equal ones that with the lower number.
fn best(values: &[f64], limit: usize) -> Vec<u32> {
    let mut nodes: Vec<u32> = (0..values.len() as u32).collect();
    let value = |node: &u32| values.get(*node as usize).copied().unwrap_or_default();
    nodes.sort_by(|a, b| value(b).total_cmp(&value(a)).then(a.cmp(b)));
    nodes.truncate(limit);
    nodes
}
