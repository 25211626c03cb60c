//! The rule beside the simulated web, which knows by brute force what it must archive.

use super::*;
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use stodola_simweb::{NationalNode, NationalTerms, Shape, SimLinkKind, World, WorldSettings};

fn hop(kind: SimLinkKind) -> Hop {
    match kind {
        SimLinkKind::Frame => Hop::Frame,
        SimLinkKind::Redirect | SimLinkKind::Refresh => Hop::Redirect,
        kind if kind.is_requisite() => Hop::Requisite,
        _ => Hop::Navigation,
    }
}

fn document(node: &NationalNode) -> DepthDocument {
    let (kind, is_valid) = match node.shape {
        Shape::Html { is_national } => (DocumentKind::Html, is_national),
        Shape::File => (DocumentKind::Other, false),
        Shape::Redirect => (DocumentKind::Redirect, false),
    };
    let has_links = node.links.iter().any(|link| link.kind != SimLinkKind::Foreign);
    DepthDocument { kind, is_valid, has_links }
}

/// A harvest that keeps one number for each URI; how often it went to see one comes with it.
fn harvest(
    nodes: &BTreeMap<String, NationalNode>,
    seeds: &[String],
    rule: DepthRule,
) -> (BTreeSet<String>, usize) {
    let mut kept: BTreeMap<&str, u32> = BTreeMap::new();
    let mut archived = BTreeSet::new();
    let mut fetched = BTreeSet::new();
    let mut visits = 0;
    let mut queue: VecDeque<&str> = VecDeque::new();
    let mut offers: Vec<(&str, Standing)> =
        seeds.iter().map(|seed| (seed.as_str(), rule.seed())).collect();
    loop {
        for (uri, offered) in offers.drain(..) {
            let before = kept.get(uri).copied();
            let now = joined(before.unwrap_or_default(), rule.code(offered));
            if before != Some(now) {
                kept.insert(uri, now);
                if before.is_none() || fetched.remove(uri) {
                    queue.push_back(uri);
                }
            }
        }
        let Some(uri) = queue.pop_front() else { return (archived, visits) };
        let node = &nodes[uri];
        let inherited = Standing::from_code(kept[uri]);
        let document = document(node);
        let is_valid = document.is_valid && rule.is_judged(inherited);
        let settled = rule.settle(inherited, DepthDocument { is_valid, ..document });
        if settled.is_archived {
            archived.insert(uri.to_owned());
        }
        kept.insert(uri, joined(kept[uri], rule.code(settled.standing)));
        fetched.insert(uri);
        visits += 1;
        for link in node.links.iter().filter(|link| link.kind != SimLinkKind::Foreign) {
            let inherited = rule.inherit(&settled, hop(link.kind));
            let is_abroad = link.uri.split('/').nth(2).is_some_and(|host| host.ends_with(".cz"));
            let is_taken = link.kind.is_requisite() || !is_abroad;
            offers.extend(inherited.filter(|_| is_taken).map(|to| (link.uri.as_str(), to)));
        }
    }
}

#[test]
fn rule_of_the_crawler_archives_what_the_simulated_web_expects() {
    for seed in 1..=3 {
        let world = World::new(WorldSettings { national: 64, ..WorldSettings::calm(seed, 1) });
        let (truth, seeds) = (world.national_truth(), world.national_seeds());
        let nodes: BTreeMap<String, NationalNode> =
            world.national_pages().map(|page| (page.uri(), page.node())).collect();
        for (depth, links, judges_linked) in combinations() {
            let follow = links.map_or(Follow::Scope, |links| Follow::Links(links as u8));
            let rule = DepthRule::new(depth, follow, judges_linked).unwrap();
            let (archived, visits) = harvest(&nodes, &seeds, rule);
            let expect =
                truth.harvest(&seeds, NationalTerms { depth, follow: links, judges_linked });
            assert_eq!(archived, expect.archived, "seed {seed}, {rule:?}");
            // Coming back to URIs must stay the exception.
            assert!(visits < 3 * nodes.len(), "{visits} visits to {} URIs, {rule:?}", nodes.len());
        }
    }
}

/// All combinations of the three settings.
fn combinations() -> Vec<(u32, Option<u32>, bool)> {
    let depths = [0, 1, 2, 3, 10].into_iter();
    let follow = [Some(0), Some(1), Some(3), None];
    let pairs = depths.flat_map(|depth| follow.map(|links| (depth, links)));
    pairs.flat_map(|(depth, links)| [(depth, links, true), (depth, links, false)]).collect()
}
