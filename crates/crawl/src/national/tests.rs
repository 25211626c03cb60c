//! The rule as tables, and compared with brute force on random graphs.

mod simulated;

use super::*;
use Standing::{Depth, Leaf, Probe};
use std::collections::BTreeSet;
use stodola_extract::{LinkKind, Requisite};

const HOPS: [Hop; 4] = [Hop::Navigation, Hop::Requisite, Hop::Frame, Hop::Redirect];
const KINDS: [DocumentKind; 3] = [DocumentKind::Html, DocumentKind::Other, DocumentKind::Redirect];

fn rule(depth: u32, probe: u8) -> DepthRule {
    DepthRule::new(depth, probe).unwrap()
}

fn document(kind: DocumentKind, is_valid: bool) -> DepthDocument {
    DepthDocument { kind, is_valid, has_links: true }
}

#[test]
fn larger_standings_have_larger_codes() {
    let all = [Probe(0), Probe(1), Probe(255), Leaf, Depth(0), Depth(1), Depth(DEPTH_MAX)];
    for pair in all.windows(2) {
        assert!(pair[0] < pair[1] && pair[0].code() < pair[1].code(), "{pair:?}");
    }
    for standing in all {
        assert_eq!(Standing::from_code(standing.code()), standing);
    }
    // They are stored in logs of harvests, so they never change.
    assert_eq!([Probe(3), Leaf, Depth(2)].map(Standing::code), [3, 256, 259]);
    assert_eq!(Standing::from_code(u32::MAX).code(), u32::MAX);
}

#[test]
fn depth_has_a_bound() {
    assert!(DepthRule::new(DEPTH_MAX, 0).is_ok());
    let error = DepthRule::new(DEPTH_MAX + 1, 0).unwrap_err();
    assert_eq!(error.to_string(), "depth \"1000001\" is too large; the largest is 1000000");
}

#[test]
fn what_is_archived() {
    use DocumentKind::{Html, Other, Redirect};
    let rule = rule(3, 1);
    #[rustfmt::skip] // a table
    let rows = [
        // kind, valid, inherited, archived, settled
        (Html,     true,  Probe(0), true,  Depth(3)),
        (Html,     true,  Leaf,     true,  Depth(3)),
        (Html,     true,  Depth(1), true,  Depth(3)),
        (Html,     false, Probe(0), false, Probe(0)),
        (Html,     false, Probe(1), false, Leaf),
        (Html,     false, Leaf,     false, Leaf),
        (Html,     false, Depth(0), true,  Depth(0)),
        (Html,     false, Depth(2), true,  Depth(2)),
        (Other,    true,  Probe(1), true,  Depth(3)),
        (Other,    false, Probe(1), false, Probe(1)),
        (Other,    false, Leaf,     true,  Leaf),
        (Other,    false, Depth(0), true,  Depth(0)),
        (Redirect, false, Probe(1), false, Probe(1)),
        (Redirect, true,  Probe(1), false, Probe(1)),
        (Redirect, false, Leaf,     true,  Leaf),
        (Redirect, false, Depth(2), true,  Depth(2)),
    ];
    for (kind, is_valid, inherited, is_archived, standing) in rows {
        let settled = rule.settle(inherited, document(kind, is_valid));
        let context = format!("{kind:?}, valid {is_valid}, {inherited:?}");
        assert_eq!((settled.is_archived, settled.standing), (is_archived, standing), "{context}");
    }
}

#[test]
fn what_has_no_links_is_done_with_once_it_is_archived() {
    let rule = rule(3, 2);
    let bare = |kind| DepthDocument { has_links: false, ..document(kind, false) };
    let rows = [
        (DocumentKind::Other, Leaf, Depth(3)),
        (DocumentKind::Other, Depth(0), Depth(3)),
        (DocumentKind::Other, Probe(0), Probe(0)),
        (DocumentKind::Html, Depth(1), Depth(3)),
        (DocumentKind::Html, Probe(0), Leaf),
    ];
    for (kind, inherited, standing) in rows {
        assert_eq!(rule.settle(inherited, bare(kind)).standing, standing, "{kind:?} {inherited:?}");
    }
}

#[test]
fn what_links_inherit() {
    use DocumentKind::{Html, Other, Redirect};
    let rule = rule(3, 2);
    #[rustfmt::skip] // a table
    let rows = [
        // kind, inherited, then what navigation, requisites, frames and redirects inherit
        (Html,     Depth(3), [Some(Depth(2)), Some(Depth(0)), Some(Depth(3)), Some(Depth(2))]),
        (Html,     Depth(1), [Some(Depth(0)), Some(Depth(0)), Some(Depth(1)), Some(Depth(0))]),
        (Html,     Depth(0), [Some(Leaf),     Some(Depth(0)), Some(Depth(0)), Some(Leaf)]),
        (Html,     Leaf,     [Some(Probe(1)), None,           Some(Probe(1)), Some(Probe(2))]),
        (Html,     Probe(2), [Some(Probe(1)), None,           Some(Probe(1)), Some(Probe(2))]),
        (Html,     Probe(1), [Some(Probe(0)), None,           Some(Probe(0)), Some(Probe(1))]),
        (Html,     Probe(0), [None,           None,           None,           Some(Probe(0))]),
        (Other,    Depth(1), [Some(Depth(0)), Some(Depth(0)), Some(Depth(1)), Some(Depth(0))]),
        (Other,    Depth(0), [Some(Leaf),     Some(Depth(0)), Some(Depth(0)), Some(Leaf)]),
        (Other,    Leaf,     [Some(Probe(1)), Some(Leaf),     Some(Leaf),     Some(Probe(2))]),
        (Other,    Probe(0), [None,           None,           None,           Some(Probe(0))]),
        (Redirect, Depth(2), [None,           None,           None,           Some(Depth(2))]),
        (Redirect, Leaf,     [None,           None,           None,           Some(Leaf)]),
        (Redirect, Probe(0), [None,           None,           None,           Some(Probe(0))]),
    ];
    for (kind, inherited, expect) in rows {
        let settled = rule.settle(inherited, document(kind, false));
        let found = HOPS.map(|hop| rule.inherit(&settled, hop));
        assert_eq!(found, expect, "{kind:?} {inherited:?}");
    }
}

#[test]
fn without_depth_there_are_no_leaves() {
    let rule = rule(0, 0);
    let page = rule.settle(rule.seed(), document(DocumentKind::Html, true));
    assert!(page.is_archived);
    assert_eq!(rule.inherit(&page, Hop::Navigation), Some(Probe(0)));
    assert_eq!(rule.inherit(&page, Hop::Requisite), Some(Depth(0)));
    assert_eq!(rule.inherit(&page, Hop::Frame), Some(Depth(0)));
}

#[test]
fn only_a_larger_standing_brings_a_uri_back() {
    let rule = rule(2, 0);
    let rows = [
        (Depth(2), true, Depth(2), OfferAgain::No),
        (Depth(2), true, Leaf, OfferAgain::No),
        (Depth(0), true, Depth(1), OfferAgain::Links),
        (Leaf, true, Depth(0), OfferAgain::Links),
        (Leaf, false, Depth(0), OfferAgain::Fetch),
        (Leaf, false, Leaf, OfferAgain::No),
        (Probe(0), false, Leaf, OfferAgain::Fetch),
    ];
    for (standing, was_archived, offered, expect) in rows {
        assert_eq!(rule.again(standing, was_archived, offered), expect, "{standing:?} {offered:?}");
    }
}

#[test]
fn every_kind_of_link_is_some_hop() {
    assert_eq!(Hop::of(LinkKind::Navigation), Hop::Navigation);
    assert_eq!(Hop::of(LinkKind::Speculative), Hop::Navigation);
    assert_eq!(Hop::of(LinkKind::Requisite(Requisite::Frame)), Hop::Frame);
    assert_eq!(Hop::of(LinkKind::Requisite(Requisite::Font)), Hop::Requisite);
    assert_eq!(Hop::of(LinkKind::Redirect), Hop::Redirect);
}

/// A larger standing must never give less, or the order of visits would matter.
#[test]
fn larger_standing_never_gives_less() {
    for (depth, probe) in [(0, 0), (0, 2), (1, 0), (3, 0), (3, 2)] {
        let rule = rule(depth, probe);
        let mut all: Vec<Standing> = (0..=probe).map(Probe).collect();
        // With depth 0 there are no leaves.
        all.extend((depth > 0).then_some(Leaf));
        all.extend((0..=depth).map(Depth));
        for kind in KINDS {
            for pair in all.windows(2) {
                let [less, more] =
                    [0, 1].map(|i: usize| rule.settle(pair[i], document(kind, false)));
                assert!(less.is_archived <= more.is_archived, "{kind:?} {pair:?}");
                for hop in HOPS {
                    let inherited = [less, more].map(|settled| rule.inherit(&settled, hop));
                    assert!(inherited[0] <= inherited[1], "{kind:?} {pair:?} {hop:?}");
                }
            }
        }
    }
}

/// SplitMix64, so that a failure can be reproduced.
struct Dice(u64);

impl Dice {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let x = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((x ^ (x >> 31)) % limit as u64) as usize
    }
}

struct Node {
    kind: DocumentKind,
    is_valid: bool,
    links: Vec<(Hop, usize)>,
}

fn graph(dice: &mut Dice) -> Vec<Node> {
    let count = 2 + dice.below(9);
    let node = |dice: &mut Dice| {
        let kind = [KINDS[0], KINDS[0], KINDS[0], KINDS[1], KINDS[1], KINDS[2]][dice.below(6)];
        let links = (0..dice.below(5)).map(|_| {
            let hop = if dice.below(2) == 0 { Hop::Navigation } else { HOPS[dice.below(4)] };
            (hop, dice.below(count))
        });
        let links = links.collect();
        Node { kind, is_valid: kind == DocumentKind::Html && dice.below(4) == 0, links }
    };
    (0..count).map(|_| node(dice)).collect()
}

/// Returns what a harvest archives that serves URIs in any order and stores one number for each.
fn harvest(graph: &[Node], seeds: &[usize], rule: DepthRule, dice: &mut Dice) -> BTreeSet<usize> {
    let mut kept: Vec<Option<u32>> = vec![None; graph.len()];
    let mut fetched = vec![false; graph.len()];
    let mut archived = BTreeSet::new();
    let mut waiting: Vec<usize> = Vec::new();
    let mut offers: Vec<(usize, Standing)> =
        seeds.iter().map(|seed| (*seed, rule.seed())).collect();
    let mut visits = 0;
    loop {
        for (uri, offered) in offers.drain(..) {
            let before = kept[uri].map(Standing::from_code);
            let again = match before {
                Some(before) if fetched[uri] => {
                    rule.again(before, archived.contains(&uri), offered)
                }
                Some(before) if offered <= before => OfferAgain::No,
                Some(_) | None => OfferAgain::Fetch,
            };
            if again != OfferAgain::No {
                kept[uri] = Some(offered.code());
                fetched[uri] = false;
                if !waiting.contains(&uri) {
                    waiting.push(uri);
                }
            }
        }
        if waiting.is_empty() {
            return archived;
        }
        let uri = waiting.swap_remove(dice.below(waiting.len()));
        let Node { kind, is_valid, links } = &graph[uri];
        let document =
            DepthDocument { kind: *kind, is_valid: *is_valid, has_links: !links.is_empty() };
        let settled = rule.settle(Standing::from_code(kept[uri].unwrap()), document);
        assert!(settled.is_archived || !archived.contains(&uri), "given up again");
        if settled.is_archived {
            archived.insert(uri);
        }
        kept[uri] = Some(settled.standing.code());
        fetched[uri] = true;
        visits += 1;
        assert!(visits < 1000, "does not end");
        offers.extend(
            links.iter().filter_map(|(hop, to)| Some((*to, rule.inherit(&settled, *hop)?))),
        );
    }
}

/// How a document was reached on one path.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Way {
    ToJudge { more: u8 },
    AsLeaf,
    ToKeep { depth: u32 },
}

/// The rule as it is told, for every way to every document on its own: nothing is compared, and the largest
/// is never looked for.
fn brute_force(graph: &[Node], seeds: &[usize], depth: u32, probe: u8) -> BTreeSet<usize> {
    let mut known: BTreeSet<(usize, Way)> = BTreeSet::new();
    let mut archived = BTreeSet::new();
    let mut todo: Vec<(usize, Way)> =
        seeds.iter().map(|seed| (*seed, Way::ToJudge { more: probe })).collect();
    while let Some((at, way)) = todo.pop() {
        if !known.insert((at, way)) {
            continue;
        }
        let node = &graph[at];
        let is_html = node.kind == DocumentKind::Html;
        let way = if node.is_valid { Way::ToKeep { depth } } else { way };
        if matches!(way, Way::ToKeep { .. }) || (way == Way::AsLeaf && !is_html) {
            archived.insert(at);
        }
        for (hop, to) in &node.links {
            if node.kind == DocumentKind::Redirect {
                if *hop == Hop::Redirect {
                    todo.push((*to, way));
                }
                continue;
            }
            let leaf = if depth == 0 { Way::ToJudge { more: probe } } else { Way::AsLeaf };
            let more = if let Way::ToJudge { more } = way { more } else { probe };
            let next = match (way, hop) {
                (Way::ToKeep { .. }, Hop::Requisite) => Some(Way::ToKeep { depth: 0 }),
                (Way::ToKeep { depth }, Hop::Frame) => Some(Way::ToKeep { depth }),
                (Way::ToKeep { depth: 0 }, _) => Some(leaf),
                (Way::ToKeep { depth }, _) => Some(Way::ToKeep { depth: depth - 1 }),
                (Way::AsLeaf, Hop::Requisite | Hop::Frame) if !is_html => Some(Way::AsLeaf),
                (_, Hop::Requisite) => None,
                (_, Hop::Redirect) => Some(Way::ToJudge { more }),
                (_, _) if more == 0 => None,
                (_, _) => Some(Way::ToJudge { more: more - 1 }),
            };
            todo.extend(next.map(|next| (*to, next)));
        }
    }
    archived
}

#[test]
fn any_order_of_visits_archives_what_brute_force_does() {
    let mut sizes = BTreeSet::new();
    for case in 0..20_000 {
        let mut dice = Dice(case);
        let graph = graph(&mut dice);
        let seeds: Vec<usize> = (0..1 + dice.below(2)).map(|_| dice.below(graph.len())).collect();
        let (depth, probe) = (dice.below(5) as u32, dice.below(3) as u8);
        let expect = brute_force(&graph, &seeds, depth, probe);
        let found = harvest(&graph, &seeds, rule(depth, probe), &mut dice);
        assert_eq!(found, expect, "case {case}, depth {depth}, probe {probe}");
        sizes.insert(found.len());
    }
    assert!(sizes.len() > 8, "{sizes:?}");
}

#[test]
fn deeper_harvest_archives_what_a_shallower_one_does() {
    for case in 0..5_000 {
        let mut dice = Dice(case);
        let graph = graph(&mut dice);
        let sets: Vec<_> = (0..4).map(|depth| brute_force(&graph, &[0], depth, 0)).collect();
        assert!(sets.windows(2).all(|pair| pair[0].is_subset(&pair[1])), "case {case}");
    }
}
