//! The rule as tables, and compared with brute force on random graphs.

mod simulated;

use super::*;
use std::collections::BTreeSet;
use stodola_extract::{LinkKind, Requisite};

const HOPS: [Hop; 4] = [Hop::Navigation, Hop::Requisite, Hop::Frame, Hop::Redirect];
const KINDS: [DocumentKind; 3] = [DocumentKind::Html, DocumentKind::Other, DocumentKind::Redirect];

fn rule(depth: u32, links: u8) -> DepthRule {
    DepthRule::new(depth, Follow::Links(links), true).unwrap()
}

fn document(kind: DocumentKind, is_valid: bool) -> DepthDocument {
    DepthDocument { kind, is_valid, has_links: true }
}

/// `j2` judged with two more links, `js` as far as the scope allows, `l` a leaf, `d1` depth 1; `-` nothing.
fn standing(text: &str) -> Standing {
    text.split_whitespace().fold(Standing::default(), |all, word| {
        let number = || word[1..].parse().unwrap();
        all.joined(match &word[..1] {
            "j" if word == "js" => Standing::judged(Follow::Scope),
            "j" if word == "jv" => Standing::judged(Follow::Valid),
            "j" => Standing::judged(Follow::Links(word[1..].parse().unwrap())),
            "l" => Standing::LEAF,
            "d" => Standing::kept(number()),
            _ => Standing::default(),
        })
    })
}

/// What the frontier makes of two offers.
fn joined(one: u32, other: u32) -> u32 {
    let parts = |it: u32| [it & 0xf_ffff, it & 1 << 20, it & !0x1f_ffff];
    (0..3).map(|part: usize| parts(one)[part].max(parts(other)[part])).sum()
}

#[test]
fn codes_never_change_and_are_larger_for_what_gives_more() {
    let all = ["j0", "j1", "j254", "js", "l", "d0", "d1", "d1000000"].map(standing);
    for pair in all.windows(2) {
        assert!(pair[0].linear_code() < pair[1].linear_code(), "{pair:?}");
    }
    for standing in all {
        assert_eq!(Standing::from_code(standing.linear_code()), standing);
        assert_eq!(Standing::from_code(standing.code()), standing);
    }
    // They are stored in logs of harvests.
    assert_eq!(["j3", "js", "l", "d2"].map(|it| standing(it).linear_code()), [3, 255, 256, 259]);
    let codes = ["j3", "js", "jv", "l", "d2", "-", "j0 l d1000000"].map(|it| standing(it).code());
    assert_eq!(
        codes,
        [4 << 21, 256 << 21, 257 << 21, 1 << 20, 259, 0, 1 << 21 | 1 << 20 | 1_000_257]
    );
    for text in ["j0 l", "js d3", "jv l d7", "l d0", "j254 d1000000"] {
        assert_eq!(Standing::from_code(standing(text).code()), standing(text), "{text}");
    }
    for (one, other) in [("j3", "d1"), ("j1 l", "j2"), ("l", "d0"), ("js d1", "jv d0")] {
        let both = joined(standing(one).code(), standing(other).code());
        assert_eq!(Standing::from_code(both), standing(one).joined(standing(other)));
    }
    for code in [u32::MAX, 1 << 20 | 7, 300 << 21] {
        let _ = Standing::from_code(code).code();
    }
}

#[test]
fn depth_has_a_bound() {
    assert!(DepthRule::new(DEPTH_MAX, Follow::Scope, false).is_ok());
    let error = DepthRule::new(DEPTH_MAX + 1, Follow::Scope, true).unwrap_err();
    assert_eq!(error.to_string(), "depth \"1000001\" is too large; the largest is 1000000");
}

#[test]
fn what_is_archived() {
    use DocumentKind::{Html, Other, Redirect};
    let rule = rule(3, 1);
    #[rustfmt::skip] // a table
    let rows = [
        // kind, valid, inherited, archived, settled
        (Html,     true,  "j0", true,  "d3"),
        (Html,     true,  "l",  true,  "d3"),
        (Html,     true,  "d1", true,  "d3"),
        (Html,     false, "j0", false, "j0"),
        (Html,     false, "j1", false, "l"),
        (Html,     false, "l",  false, "l"),
        (Html,     false, "d0", true,  "d0"),
        (Html,     false, "d2", true,  "d2"),
        (Other,    true,  "j1", true,  "d3"),
        (Other,    false, "j1", false, "j1"),
        (Other,    false, "l",  true,  "l"),
        (Other,    false, "d0", true,  "d0"),
        (Redirect, false, "j1", false, "j1"),
        (Redirect, true,  "j1", false, "j1"),
        (Redirect, false, "l",  true,  "l"),
        (Redirect, false, "d2", true,  "d2"),
    ];
    for (kind, is_valid, inherited, is_archived, expect) in rows {
        let settled = rule.settle(standing(inherited), document(kind, is_valid));
        let found = (settled.is_archived, rule.code(settled.standing));
        let context = format!("{kind:?}, valid {is_valid}, {inherited}");
        assert_eq!(found, (is_archived, rule.code(standing(expect))), "{context}");
    }
}

#[test]
fn what_is_judged() {
    let all = rule(1, 1);
    let some = DepthRule::new(1, Follow::Links(1), false).unwrap();
    for (inherited, expect) in [
        ("j0", true),
        ("js", true),
        ("l", false),
        ("d3", false),
        ("j0 l d3", true),
        ("jv d3", false),
    ] {
        assert!(all.is_judged(standing(inherited)), "{inherited}");
        assert_eq!(some.is_judged(standing(inherited)), expect, "{inherited}");
    }
}

#[test]
fn what_has_no_links_is_done_with_once_it_is_archived() {
    let rule = rule(3, 2);
    let bare = |kind| DepthDocument { has_links: false, ..document(kind, false) };
    let rows = [
        (DocumentKind::Other, "l", "d3"),
        (DocumentKind::Other, "d0", "d3"),
        (DocumentKind::Other, "j0", "j0"),
        (DocumentKind::Html, "d1", "d3"),
        (DocumentKind::Html, "j0", "l"),
    ];
    for (kind, inherited, expect) in rows {
        let settled = rule.settle(standing(inherited), bare(kind)).standing;
        assert_eq!(rule.code(settled), rule.code(standing(expect)), "{kind:?} {inherited}");
    }
}

#[test]
fn what_links_inherit() {
    use DocumentKind::{Html, Other, Redirect};
    let all = rule(3, 2);
    let some = DepthRule::new(3, Follow::Links(2), false).unwrap();
    let flat = DepthRule::new(0, Follow::Links(2), false).unwrap();
    #[rustfmt::skip] // a table
    let rows = [
        // rule, kind, inherited, then what navigation, requisites, frames and redirects inherit
        (all,  Html,     "d3",    ["d2", "d0", "d3", "d2"]),
        (all,  Html,     "d1",    ["d0", "d0", "d1", "d0"]),
        (all,  Html,     "d0",    ["l",  "d0", "d0", "l"]),
        (all,  Html,     "l",     ["j1", "-",  "j1", "j2"]),
        (all,  Html,     "j2",    ["j1", "-",  "j1", "j2"]),
        (all,  Html,     "j1",    ["j0", "-",  "j0", "j1"]),
        (all,  Html,     "j0",    ["-",  "-",  "-",  "j0"]),
        (all,  Html,     "js",    ["js", "-",  "js", "js"]),
        (all,  Other,    "d1",    ["d0", "d0", "d1", "d0"]),
        (all,  Other,    "d0",    ["l",  "d0", "d0", "l"]),
        (all,  Other,    "l",     ["j1", "l",  "l",  "j2"]),
        (all,  Other,    "j0",    ["-",  "-",  "-",  "j0"]),
        (all,  Redirect, "d2",    ["-",  "-",  "-",  "d2"]),
        (all,  Redirect, "l",     ["-",  "-",  "-",  "l"]),
        (all,  Redirect, "j0",    ["-",  "-",  "-",  "j0"]),
        (some, Html,     "d1",    ["d0", "d0", "d1", "d0"]),
        (some, Html,     "l",     ["-",  "-",  "-",  "l"]),
        (some, Other,    "l",     ["-",  "l",  "l",  "l"]),
        (flat, Html,     "l",     ["j1", "-",  "j1", "l"]),
        (flat, Other,    "l",     ["j1", "l",  "l",  "l"]),
        (flat, Html,     "l d0",  ["j1 l", "d0", "j1 d0", "l"]),
        (some, Html,     "j0",    ["-",  "-",  "-",  "j0"]),
        (some, Html,     "j1 d0", ["j0 l", "d0", "j0 d0", "j1 l"]),
        (some, Html,     "l d2",  ["d1", "d0", "d2", "l d1"]),
        (some, Redirect, "j1 d2", ["-",  "-",  "-",  "j1 d2"]),
    ];
    for (rule, kind, inherited, expect) in rows {
        let settled = rule.settle(standing(inherited), document(kind, false));
        let found = HOPS.map(|hop| rule.inherit(&settled, hop).unwrap_or_default());
        assert_eq!(found, expect.map(standing), "{kind:?} {inherited}");
    }
}

#[test]
fn depth_0_has_leaves_too() {
    let rule = rule(0, 0);
    let page = rule.settle(rule.seed(), document(DocumentKind::Html, true));
    assert!(page.is_archived);
    assert_eq!(rule.inherit(&page, Hop::Navigation), Some(Standing::LEAF));
    assert_eq!(rule.inherit(&page, Hop::Requisite), Some(Standing::kept(0)));
    assert_eq!(rule.inherit(&page, Hop::Frame), Some(Standing::kept(0)));
}

#[test]
fn every_kind_of_link_is_some_hop() {
    assert_eq!(Hop::of(LinkKind::Navigation), Hop::Navigation);
    assert_eq!(Hop::of(LinkKind::Speculative), Hop::Navigation);
    assert_eq!(Hop::of(LinkKind::Requisite(Requisite::Frame)), Hop::Frame);
    assert_eq!(Hop::of(LinkKind::Requisite(Requisite::Font)), Hop::Requisite);
    assert_eq!(Hop::of(LinkKind::Redirect), Hop::Redirect);
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
            let before = kept[uri].unwrap_or_default();
            let now = joined(before, rule.code(offered));
            if kept[uri] != Some(now) {
                kept[uri] = Some(now);
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
        let inherited = Standing::from_code(kept[uri].unwrap());
        let document = DepthDocument {
            kind: *kind,
            is_valid: *is_valid && rule.is_judged(inherited),
            has_links: !links.is_empty(),
        };
        let settled = rule.settle(inherited, document);
        assert!(settled.is_archived || !archived.contains(&uri), "given up again");
        if settled.is_archived {
            archived.insert(uri);
        }
        kept[uri] = Some(joined(kept[uri].unwrap(), rule.code(settled.standing)));
        fetched[uri] = true;
        visits += 1;
        assert!(visits < 1000, "does not end");
        offers.extend(
            links.iter().filter_map(|(hop, to)| Some((*to, rule.inherit(&settled, *hop)?))),
        );
    }
}

/// Visits pages one after another, as often as the order says, and returns which are archived. Links of leaves that are
/// pages are followed, which the rule does not do.
fn visit_with_links_of_leaves(links: &[&[usize]], valid: &[usize], order: &[usize]) -> Vec<usize> {
    let rule = DepthRule::new(2, Follow::Scope, false).unwrap();
    let mut kept = vec![Standing::default(); links.len()];
    let mut archived = BTreeSet::new();
    (kept[0], kept[1]) = (rule.seed(), rule.seed());
    for &at in order {
        if kept[at].is_empty() {
            continue;
        }
        let is_valid = valid.contains(&at) && rule.is_judged(kept[at]);
        let settled = rule.settle(kept[at], document(DocumentKind::Html, is_valid));
        archived.extend(settled.is_archived.then_some(at));
        kept[at] = kept[at].joined(settled.standing);
        for &to in links[at] {
            let own = rule.inherit(&settled, Hop::Navigation).unwrap_or_default();
            let of_leaf = match settled.is_archived {
                false if settled.passes.is_leaf => Standing::judged(Follow::Scope),
                _ => Standing::default(),
            };
            kept[to] = kept[to].joined(own).joined(of_leaf);
        }
    }
    archived.into_iter().collect()
}

#[test]
fn what_links_of_leaves_lead_to_would_depend_on_the_order() {
    // S, T, A, P, Q, V: the example in ARCHITECTURE.md.
    let links: [&[usize]; 6] = [&[2], &[3], &[3], &[4], &[5], &[]];
    let valid = [0, 1, 5];
    let s_first = [0, 2, 3, 4, 5, 1, 3, 4, 5, 0, 2, 3, 4, 5];
    let t_first = [1, 3, 4, 5, 0, 2, 3, 4, 5, 1, 3, 4, 5];
    assert_eq!(visit_with_links_of_leaves(&links, &valid, &s_first), [0, 1, 2, 3, 4, 5]);
    assert_eq!(visit_with_links_of_leaves(&links, &valid, &t_first), [0, 1, 2, 3, 4]);
}

/// How a document was reached on one path.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Way {
    ToJudge { more: u8 },
    AsLeaf,
    ToKeep { depth: u32 },
}

/// A number of links that stands for any number.
const ANY: u8 = 255;

/// The rule as it is told, for every way to every document on its own: nothing is compared, and the largest
/// is never looked for.
fn brute_force(
    graph: &[Node],
    seeds: &[usize],
    depth: u32,
    links: u8,
    judges_linked: bool,
) -> BTreeSet<usize> {
    let mut known: BTreeSet<(usize, Way)> = BTreeSet::new();
    let mut archived = BTreeSet::new();
    let mut todo: Vec<(usize, Way)> =
        seeds.iter().map(|seed| (*seed, Way::ToJudge { more: links })).collect();
    while let Some((at, way)) = todo.pop() {
        if !known.insert((at, way)) {
            continue;
        }
        let node = &graph[at];
        let is_html = node.kind == DocumentKind::Html;
        let is_judged = judges_linked || matches!(way, Way::ToJudge { .. });
        let way = if node.is_valid && is_judged { Way::ToKeep { depth } } else { way };
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
            let more = if let Way::ToJudge { more } = way { more } else { links };
            let next = match (way, hop) {
                (Way::ToKeep { .. }, Hop::Requisite) => Some(Way::ToKeep { depth: 0 }),
                (Way::ToKeep { depth }, Hop::Frame) => Some(Way::ToKeep { depth }),
                (Way::ToKeep { depth: 0 }, _) => Some(Way::AsLeaf),
                (Way::ToKeep { depth }, _) => Some(Way::ToKeep { depth: depth - 1 }),
                (Way::AsLeaf, Hop::Requisite | Hop::Frame) if !is_html => Some(Way::AsLeaf),
                (Way::AsLeaf, Hop::Redirect) if !judges_linked => Some(Way::AsLeaf),
                (Way::AsLeaf, _) if !judges_linked && depth > 0 => None,
                (_, Hop::Requisite) => None,
                (_, Hop::Redirect) => Some(Way::ToJudge { more }),
                (_, _) if more == 0 => None,
                (_, _) if more == ANY => Some(Way::ToJudge { more }),
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
    let mut differs = 0;
    for case in 0..40_000 {
        let mut dice = Dice(case);
        let graph = graph(&mut dice);
        let seeds: Vec<usize> = (0..1 + dice.below(2)).map(|_| dice.below(graph.len())).collect();
        let (depth, links) = (dice.below(5) as u32, [0, 1, 2, ANY][dice.below(4)]);
        let judges_linked = dice.below(2) == 0;
        let follow = if links == ANY { Follow::Scope } else { Follow::Links(links) };
        let rule = DepthRule::new(depth, follow, judges_linked).unwrap();
        let expect = brute_force(&graph, &seeds, depth, links, judges_linked);
        let found = harvest(&graph, &seeds, rule, &mut dice);
        assert_eq!(found, expect, "case {case}, {rule:?}");
        sizes.insert(found.len());
        differs += usize::from(brute_force(&graph, &seeds, depth, links, !judges_linked) != found);
    }
    assert!(sizes.len() > 8, "{sizes:?}");
    assert!(differs > 500, "{differs}");
}

#[test]
fn deeper_harvest_archives_what_a_shallower_one_does() {
    for case in 0..5_000 {
        let mut dice = Dice(case);
        let graph = graph(&mut dice);
        let sets: Vec<_> = (0..4).map(|depth| brute_force(&graph, &[0], depth, 0, true)).collect();
        assert!(sets.windows(2).all(|pair| pair[0].is_subset(&pair[1])), "case {case}");
    }
}
