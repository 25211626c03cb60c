//! PageRank over a link graph.
//!
//! Each round gives a page its share of the ranks of the pages that link to it: `PR = (1-d) + d * sum(PR/L)`. What
//! pages without links have is shared among all pages alike, so that nothing is lost and the mean stays 1. The result
//! is the same whatever the number of threads: sums are made in chunks of pages, and added in their order.

use crate::graph::{EdgeList, LinkGraph};
use std::sync::Mutex;

/// Number of nodes whose sums are made in one piece.
const CHUNK: usize = 1 << 14;

/// Settings of PageRank.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RankOptions {
    /// The share of a rank that links pass on.
    pub damping: f64,
    /// It ends when the ranks of a round differ from those before by less than this in all, on the scale of sum 1.
    pub tolerance: f64,
    /// Maximum number of rounds.
    pub rounds: u32,
    /// Number of threads; 0 for as many as there are processors.
    pub threads: usize,
    /// What the ranks add up to.
    pub scale: RankScale,
}

impl Default for RankOptions {
    fn default() -> RankOptions {
        let scale = RankScale::MeanOne;
        RankOptions { damping: 0.85, tolerance: 1e-9, rounds: 100, threads: 0, scale }
    }
}

/// What ranks add up to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum RankScale {
    /// Their mean is 1.
    #[default]
    MeanOne,
    /// Their sum is 1.
    SumOne,
}

/// Ranks of all nodes.
#[derive(Clone, Debug, PartialEq)]
pub struct NodeRanks {
    /// The rank of each node.
    pub ranks: Vec<f64>,
    /// Number of rounds.
    pub rounds: u32,
    /// How much the ranks of the last round differ from those before, in all, on the scale of sum 1.
    pub error: f64,
    /// Number of nodes without links; their rank is shared among all.
    pub dangling: usize,
}

impl NodeRanks {
    /// Returns the nodes with the highest ranks, the highest first; of equal ones that with the lower number.
    pub fn best(&self, limit: usize) -> Vec<u32> {
        let mut nodes: Vec<u32> = (0..self.ranks.len() as u32).collect();
        let order = |a: &u32, b: &u32| {
            let rank = |node: &u32| self.ranks[*node as usize];
            rank(b).total_cmp(&rank(a)).then(a.cmp(b))
        };
        if limit < nodes.len() {
            nodes.select_nth_unstable_by(limit, order);
            nodes.truncate(limit);
        }
        nodes.sort_unstable_by(order);
        nodes
    }
}

/// Computes PageRank.
pub fn page_rank(graph: &LinkGraph, options: &RankOptions) -> NodeRanks {
    page_rank_of(graph.edges(), &graph.edges().transposed(), options)
}

/// Same as [`page_rank`], if the edges turned round are there already.
pub fn page_rank_of(edges: &EdgeList, turned: &EdgeList, options: &RankOptions) -> NodeRanks {
    let nodes = edges.nodes();
    let count = nodes as f64;
    let mut round = Round {
        turned,
        edges,
        threads: match options.threads {
            0 => std::thread::available_parallelism().map_or(1, usize::from),
            threads => threads,
        },
        ranks: vec![1.0 / count; nodes],
        shares: vec![0.0; nodes],
        new_shares: vec![0.0; nodes],
    };
    let mut sums = round.begin();
    let (mut rounds, mut error) = (0, f64::INFINITY);
    while rounds < options.rounds && nodes > 0 {
        let base = (1.0 - options.damping + options.damping * sums.dangling) / count;
        sums = round.run(base, options.damping);
        error = sums.error;
        rounds += 1;
        if error < options.tolerance {
            break;
        }
    }
    let mut ranks = round.ranks;
    if options.scale == RankScale::MeanOne {
        ranks.iter_mut().for_each(|rank| *rank *= count);
    }
    let dangling = (0..nodes as u32).filter(|node| edges.degree(*node) == 0).count();
    NodeRanks { ranks, rounds, error, dangling }
}

/// The state between two rounds.
struct Round<'g> {
    turned: &'g EdgeList,
    edges: &'g EdgeList,
    threads: usize,
    ranks: Vec<f64>,
    /// What each node passes on over each of its links.
    shares: Vec<f64>,
    new_shares: Vec<f64>,
}

#[derive(Clone, Copy, Default)]
struct Sums {
    dangling: f64,
    error: f64,
}

impl Round<'_> {
    /// Computes what nodes pass on in the first round.
    fn begin(&mut self) -> Sums {
        let mut sums = Sums::default();
        for node in 0..self.ranks.len() {
            let degree = self.edges.degree(node as u32);
            let rank = self.ranks[node];
            self.shares[node] = if degree > 0 { rank / degree as f64 } else { 0.0 };
            sums.dangling += if degree > 0 { 0.0 } else { rank };
        }
        sums
    }

    fn run(&mut self, base: f64, damping: f64) -> Sums {
        let chunks = self.ranks.len().div_ceil(CHUNK);
        let sums = Mutex::new(vec![Sums::default(); chunks]);
        let (turned, edges, shares) = (self.turned, self.edges, &self.shares);
        let work = self.ranks.chunks_mut(CHUNK).zip(self.new_shares.chunks_mut(CHUNK));
        let work = Mutex::new(work.enumerate());
        let run = || {
            loop {
                // Nobody panics with the lock.
                let Some(taken) = work.lock().ok().and_then(|mut work| work.next()) else { return };
                let (chunk, (ranks, new_shares)) = taken;
                let mut of_chunk = Sums::default();
                for (at, (rank, share)) in ranks.iter_mut().zip(new_shares).enumerate() {
                    let node = (chunk * CHUNK + at) as u32;
                    let gained: f64 = turned.of(node).iter().map(|it| shares[*it as usize]).sum();
                    let new = base + damping * gained;
                    of_chunk.error += (new - *rank).abs();
                    *rank = new;
                    let degree = edges.degree(node);
                    *share = if degree > 0 { new / degree as f64 } else { 0.0 };
                    of_chunk.dangling += if degree > 0 { 0.0 } else { new };
                }
                if let Ok(mut sums) = sums.lock() {
                    sums[chunk] = of_chunk;
                }
            }
        };
        std::thread::scope(|scope| {
            for _ in 1..self.threads.min(chunks) {
                scope.spawn(run);
            }
            run();
        });
        std::mem::swap(&mut self.shares, &mut self.new_shares);
        let sums = sums.into_inner().unwrap_or_default();
        sums.iter().fold(Sums::default(), |all, it| Sums {
            dangling: all.dangling + it.dangling,
            error: all.error + it.error,
        })
    }
}
