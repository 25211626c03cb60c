//! Harmonic centrality: how close a page is to all pages from which it can be reached, the sum of 1/distance.
//!
//! Small graphs are computed exactly, from every page. For large ones the paths from a sample of pages are followed,
//! and the sums are scaled up: the mean error falls with the square root of the sample.

use crate::graph::{EdgeList, LinkGraph};
use std::sync::Mutex;

/// One, in the fixed point of the sums: adding whole numbers gives the same result in any order.
const ONE: u64 = 1 << 40;

/// Settings of harmonic centrality.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HarmonicOptions {
    /// Number of nodes up to which it is computed exactly; above it is the size of the sample.
    pub sources: u32,
    /// Decides which nodes are in the sample.
    pub seed: u64,
    /// Number of threads; 0 for as many as there are processors.
    pub threads: usize,
}

impl Default for HarmonicOptions {
    fn default() -> HarmonicOptions {
        HarmonicOptions { sources: 4096, seed: 1, threads: 0 }
    }
}

/// Harmonic centrality of all nodes.
#[derive(Clone, Debug, PartialEq)]
pub struct HarmonicCentrality {
    /// The value of each node.
    pub values: Vec<f64>,
    /// Number of nodes from which paths were followed.
    pub sources: u32,
    /// Whether these are all nodes.
    pub is_exact: bool,
}

/// Computes harmonic centrality.
pub fn harmonic_centrality(graph: &LinkGraph, options: &HarmonicOptions) -> HarmonicCentrality {
    let nodes = graph.len() as u32;
    let is_exact = nodes <= options.sources;
    let sources: Vec<u32> = match is_exact {
        true => (0..nodes).collect(),
        false => sample(nodes, options.sources, options.seed),
    };
    let next = Mutex::new(sources.iter());
    let threads = match options.threads {
        0 => std::thread::available_parallelism().map_or(1, usize::from),
        threads => threads,
    };
    let sums = Mutex::new(vec![0u64; nodes as usize]);
    let run = || {
        let mut paths = Paths::new(nodes as usize);
        while let Some(source) = next.lock().ok().and_then(|mut next| next.next()) {
            paths.follow(graph.edges(), *source);
        }
        if let Ok(mut sums) = sums.lock() {
            sums.iter_mut().zip(&paths.sums).for_each(|(all, own)| *all += own);
        }
    };
    std::thread::scope(|scope| {
        for _ in 1..threads {
            scope.spawn(run);
        }
        run();
    });
    let scale = f64::from(nodes) / sources.len().max(1) as f64 / ONE as f64;
    let sums = sums.into_inner().unwrap_or_default();
    let values = sums.into_iter().map(|sum| sum as f64 * scale).collect();
    HarmonicCentrality { values, sources: sources.len() as u32, is_exact }
}

/// Some of the nodes, each at most once.
fn sample(nodes: u32, wanted: u32, seed: u64) -> Vec<u32> {
    let mut keyed: Vec<(u64, u32)> =
        (0..nodes).map(|node| (mixed(seed ^ u64::from(node) << 1), node)).collect();
    keyed.select_nth_unstable((wanted as usize).min(nodes as usize - 1));
    let mut nodes: Vec<u32> = keyed.iter().take(wanted as usize).map(|(_, node)| *node).collect();
    nodes.sort_unstable();
    nodes
}

/// SplitMix64.
fn mixed(number: u64) -> u64 {
    let mut mixed = number.wrapping_add(0x9E37_79B9_7F4A_7C15);
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    mixed ^ (mixed >> 31)
}

/// Shortest paths from one node after the other.
struct Paths {
    sums: Vec<u64>,
    /// The last source from which each node was reached, plus one.
    reached: Vec<u32>,
    queue: Vec<u32>,
}

impl Paths {
    fn new(nodes: usize) -> Paths {
        Paths { sums: vec![0; nodes], reached: vec![0; nodes], queue: Vec::new() }
    }

    fn follow(&mut self, edges: &EdgeList, source: u32) {
        self.queue.clear();
        self.queue.push(source);
        self.reached[source as usize] = source + 1;
        let (mut at, mut distance) = (0, 0u64);
        while at < self.queue.len() {
            distance += 1;
            let end = self.queue.len();
            while at < end {
                for &target in edges.of(self.queue[at]) {
                    if std::mem::replace(&mut self.reached[target as usize], source + 1)
                        != source + 1
                    {
                        self.sums[target as usize] += ONE / distance;
                        self.queue.push(target);
                    }
                }
                at += 1;
            }
        }
    }
}
