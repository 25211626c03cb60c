//! Ranks and centrality against naive implementations, on graphs of all shapes.

use stodola_map::{
    EdgeList, HarmonicOptions, LinkFarm, LinkGraph, RankOptions, RankScale, harmonic_centrality,
    link_farms, page_rank,
};

/// SplitMix64.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        (mixed ^ (mixed >> 31)) % limit
    }
}

fn random_edges(nodes: u32, density: u64, random: &mut Random) -> Vec<Vec<u32>> {
    (0..nodes)
        .map(|node| {
            let mut targets: Vec<u32> = (0..random.below(density + 1))
                .map(|_| random.below(u64::from(nodes)) as u32)
                .filter(|target| *target != node)
                .collect();
            targets.sort_unstable();
            targets.dedup();
            targets
        })
        .collect()
}

fn graph_of(edges: &[Vec<u32>]) -> LinkGraph {
    let mut list = EdgeList::new(false);
    for targets in edges {
        targets.iter().for_each(|target| list.push(*target));
        list.end_node();
    }
    LinkGraph::from_edges(list)
}

/// Every page in turn shares what it has among those that it links to.
fn naive_ranks(edges: &[Vec<u32>], damping: f64, rounds: u32) -> Vec<f64> {
    let count = edges.len() as f64;
    let mut ranks = vec![1.0 / count; edges.len()];
    for _ in 0..rounds {
        let mut new = vec![(1.0 - damping) / count; edges.len()];
        for (node, targets) in edges.iter().enumerate() {
            if targets.is_empty() {
                new.iter_mut().for_each(|rank| *rank += damping * ranks[node] / count);
            }
            for target in targets {
                new[*target as usize] += damping * ranks[node] / targets.len() as f64;
            }
        }
        ranks = new;
    }
    ranks
}

#[test]
fn ranks_are_those_of_a_naive_implementation() {
    let mut random = Random(7);
    for case in 0..60 {
        let nodes = 1 + random.below(60) as u32;
        let density = random.below(6);
        let edges = random_edges(nodes, density, &mut random);
        let graph = graph_of(&edges);
        let options = RankOptions {
            tolerance: 0.0,
            rounds: 40,
            scale: RankScale::SumOne,
            ..RankOptions::default()
        };
        let found = page_rank(&graph, &options);
        let expected = naive_ranks(&edges, 0.85, 40);
        for (found, expected) in found.ranks.iter().zip(&expected) {
            assert!((found - expected).abs() < 1e-12, "case {case}: {found} {expected}");
        }
        assert_eq!(found.dangling, edges.iter().filter(|it| it.is_empty()).count());
        let mean = page_rank(&graph, &RankOptions { scale: RankScale::MeanOne, ..options });
        let sum: f64 = mean.ranks.iter().sum();
        assert!((sum / f64::from(nodes) - 1.0).abs() < 1e-9, "case {case}: {sum}");
    }
    assert!(page_rank(&graph_of(&[]), &RankOptions::default()).ranks.is_empty());
}

#[test]
fn ranks_do_not_depend_on_threads_and_the_best_come_first() {
    let mut random = Random(11);
    let graph = graph_of(&random_edges(60_000, 8, &mut random));
    let with = |threads| page_rank(&graph, &RankOptions { threads, ..RankOptions::default() });
    let one = with(1);
    for threads in [2, 3, 7] {
        assert_eq!(with(threads), one, "{threads}");
    }
    assert!(one.error < 1e-9 && one.rounds < 100);
    let best = one.best(5);
    let ranks: Vec<f64> = best.iter().map(|node| one.ranks[*node as usize]).collect();
    assert!(ranks.is_sorted_by(|a, b| a >= b));
    let above = one.ranks.iter().filter(|rank| **rank > ranks[4]).count();
    assert!(above <= 4, "{above}");
    assert_eq!(one.best(100_000).len(), 60_000);
}

fn naive_harmonic(edges: &[Vec<u32>]) -> Vec<f64> {
    let nodes = edges.len();
    let mut distance = vec![vec![f64::INFINITY; nodes]; nodes];
    for (node, targets) in edges.iter().enumerate() {
        distance[node][node] = 0.0;
        targets.iter().for_each(|target| distance[node][*target as usize] = 1.0);
    }
    for via in 0..nodes {
        for from in 0..nodes {
            for to in 0..nodes {
                let way = distance[from][via] + distance[via][to];
                distance[from][to] = distance[from][to].min(way);
            }
        }
    }
    let value = |to: usize| {
        (0..nodes).filter(|from| *from != to).map(|from| 1.0 / distance[from][to]).sum()
    };
    (0..nodes).map(value).collect()
}

#[test]
fn harmonic_centrality_is_exact_for_small_graphs_and_close_for_large_ones() {
    let mut random = Random(5);
    for case in 0..30 {
        let nodes = 1 + random.below(25) as u32;
        let edges = random_edges(nodes, 4, &mut random);
        let found = harmonic_centrality(&graph_of(&edges), &HarmonicOptions::default());
        assert!(found.is_exact);
        for (found, expected) in found.values.iter().zip(naive_harmonic(&edges)) {
            assert!((found - expected).abs() < 1e-9, "case {case}: {found} {expected}");
        }
    }
    let graph = graph_of(&random_edges(3000, 6, &mut random));
    let exact = harmonic_centrality(&graph, &HarmonicOptions::default());
    let options = HarmonicOptions { sources: 600, ..HarmonicOptions::default() };
    let sampled = harmonic_centrality(&graph, &options);
    assert!(exact.is_exact && !sampled.is_exact && sampled.sources == 600);
    let sum = |values: &[f64]| values.iter().sum::<f64>();
    let difference: f64 =
        exact.values.iter().zip(&sampled.values).map(|(a, b)| (a - b).abs()).sum();
    assert!(difference / sum(&exact.values) < 0.05, "{difference}");
    let again = harmonic_centrality(&graph, &HarmonicOptions { threads: 3, ..options });
    assert_eq!(again, sampled);
}

#[test]
fn nodes_that_only_captives_link_to_are_told_as_link_farms() {
    // 0 has twelve captives and two others; 1 has twelve sources that link elsewhere too; 2 has nine captives.
    let mut edges = vec![Vec::new(), Vec::new(), Vec::new()];
    edges.extend(std::iter::repeat_n(vec![0], 12));
    edges.extend(std::iter::repeat_n(vec![0, 1], 2));
    edges.extend(std::iter::repeat_n(vec![1, 2], 10));
    edges.extend(std::iter::repeat_n(vec![2], 9));
    let found = link_farms(&graph_of(&edges));
    assert_eq!(found, [LinkFarm { node: 0, sources: 14, captives: 12 }]);
    assert_eq!(link_farms(&graph_of(&[])), []);
    // A link to oneself is none.
    let own: Vec<Vec<u32>> =
        (0..11).map(|node| if node == 0 { vec![0] } else { vec![0, node] }).collect();
    assert_eq!(link_farms(&graph_of(&own)), [LinkFarm { node: 0, sources: 10, captives: 10 }]);
}
