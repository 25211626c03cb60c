//! Link farms: nodes whose links come nearly all from nodes that link to nothing else.
//!
//! PageRank counts such links like others, so many hosts that exist only to link to one raise its rank. Nobody can tell
//! for sure from links alone that they were made for that; so it is told as numbers, and nothing is taken away. It
//! makes sense between hosts or domains: within a site, pages that link only to the home page are nothing unusual.

use crate::graph::LinkGraph;

/// Number of nodes from which on they are worth telling.
const CAPTIVES_MIN: u64 = 10;

/// A node that may owe its rank to a link farm.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LinkFarm {
    /// The node.
    pub node: u32,
    /// Number of nodes that link to it.
    pub sources: u64,
    /// Number of those that link to nothing else.
    pub captives: u64,
}

/// Returns the nodes that ten or more others link to of which four in five link to nothing else, those with most such
/// others first.
pub fn link_farms(graph: &LinkGraph) -> Vec<LinkFarm> {
    let mut counts = vec![(0u64, 0u64); graph.len()];
    for source in 0..graph.len() as u32 {
        let targets = || graph.edges().of(source).iter().filter(|target| **target != source);
        let is_captive = targets().count() == 1;
        for target in targets() {
            if let Some((sources, captives)) = counts.get_mut(*target as usize) {
                *sources += 1;
                *captives += u64::from(is_captive);
            }
        }
    }
    let farms =
        (0..).zip(counts).map(|(node, (sources, captives))| LinkFarm { node, sources, captives });
    let is_farm = |it: &LinkFarm| it.captives >= CAPTIVES_MIN && it.captives * 5 >= it.sources * 4;
    let mut farms: Vec<LinkFarm> = farms.filter(is_farm).collect();
    farms.sort_by(|a, b| (b.captives, a.node).cmp(&(a.captives, b.node)));
    farms
}
