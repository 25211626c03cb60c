//! The rule of the national harvest on small graphs whose answers are written by hand.

use std::collections::BTreeSet;
use stodola_simweb::{NationalNode, NationalTerms, NationalTruth, Shape, SimLink, SimLinkKind};

/// A document a line: its name, what it is, its links.
/// `+` national page, `-` other page, `=` file, `>` redirect;
/// `a` anchor, `i` picture, `c` style, `f` frame, `m` refresh, `l` location.
/// Names that begin with `cz` are in the country domain.
fn graph(lines: &[&str]) -> NationalTruth {
    let nodes = lines.iter().map(|line| {
        let mut words = line.split_whitespace();
        let name = words.next().unwrap();
        let shape = match words.next().unwrap() {
            "+" => Shape::Html { is_national: true },
            "-" => Shape::Html { is_national: false },
            "=" => Shape::File,
            ">" => Shape::Redirect,
            other => panic!("{other}"),
        };
        let links = words.map(|word| {
            let (kind, to) = word.split_once(':').unwrap();
            let kind = match kind {
                "a" => SimLinkKind::Anchor,
                "i" => SimLinkKind::Image,
                "c" => SimLinkKind::Style,
                "f" => SimLinkKind::Frame,
                "m" => SimLinkKind::Refresh,
                "l" => SimLinkKind::Redirect,
                other => panic!("{other}"),
            };
            SimLink { uri: uri(to), kind }
        });
        NationalNode { uri: uri(name), shape, links: links.collect() }
    });
    NationalTruth::new(nodes)
}

fn uri(name: &str) -> String {
    let host = if name.starts_with("cz") { "x.cz" } else { "x.example" };
    format!("http://{host}/{name}")
}

fn names(uris: &BTreeSet<String>) -> String {
    let names: Vec<&str> = uris.iter().map(|uri| uri.rsplit('/').next().unwrap()).collect();
    names.join(" ")
}

/// The seed is `s`; `expect` has what is archived for D = 0, 1, 2, 3.
fn check(lines: &[&str], expect: [&str; 4]) {
    check_probing(lines, 0, expect);
}

fn check_probing(lines: &[&str], follow: u32, expect: [&str; 4]) {
    check_terms(lines, NationalTerms::new(0, follow), expect);
}

fn check_terms(lines: &[&str], terms: NationalTerms, expect: [&str; 4]) {
    let truth = graph(lines);
    for (depth, expect) in (0..).zip(expect) {
        let harvest = truth.harvest(&[uri("s")], NationalTerms { depth, ..terms });
        let mut expect: Vec<String> = expect.split_whitespace().map(uri).collect();
        expect.sort();
        let expect: BTreeSet<String> = expect.into_iter().collect();
        assert_eq!(names(&harvest.archived), names(&expect), "D = {depth} of {lines:#?}");
    }
}

#[test]
fn chain_is_archived_as_far_as_the_depth_reaches() {
    let lines = ["s + a:1", "1 - a:2", "2 - a:3", "3 - a:4", "4 -"];
    check(&lines, ["s", "s 1", "s 1 2", "s 1 2 3"]);
}

#[test]
fn seed_that_is_not_national_leads_nowhere() {
    check(&["s - a:1 i:p", "1 + i:q", "p =", "q ="], [""; 4]);
}

#[test]
fn requisites_come_with_every_archived_page() {
    let lines = ["s + a:1 i:p", "1 - a:2 i:q", "2 - i:r", "p =", "q =", "r ="];
    check(&lines, ["s p", "s p 1 q", "s p 1 q 2 r", "s p 1 q 2 r"]);
}

#[test]
fn style_brings_what_it_loads() {
    let lines = ["s + c:css", "css = c:base i:bg", "base = i:dot", "bg =", "dot ="];
    check(&lines, ["s css base bg dot"; 4]);
}

#[test]
fn leaves_are_files_only() {
    let lines = ["s + a:pdf a:1", "1 - a:doc a:2", "2 - a:txt", "pdf =", "doc =", "txt ="];
    check(&lines, ["s pdf", "s pdf 1 doc", "s pdf 1 doc 2 txt", "s pdf 1 doc 2 txt"]);
}

#[test]
fn style_at_a_leaf_brings_its_pictures() {
    let lines = ["s + a:1", "1 - a:css", "css = c:base i:bg a:2", "base =", "bg =", "2 -"];
    let most = "s 1 css base bg";
    // A style has no ways to pages; should it have one, it counts as any.
    check(&lines, ["s", most, most, "s 1 css base bg 2"]);
}

#[test]
fn file_at_a_leaf_leads_to_no_further_leaf() {
    check(&["s + a:1", "1 - a:f", "f = a:g", "g ="], ["s", "s 1 f", "s 1 f g", "s 1 f g"]);
}

#[test]
fn national_page_begins_anew() {
    let lines = ["s + a:1", "1 - a:2", "2 + a:3", "3 - a:4", "4 - a:5", "5 -"];
    check(&lines, ["s", "s 1 2 3", "s 1 2 3 4", "s 1 2 3 4 5"]);
}

/// A page at a leaf is judged, though it is not archived for being there.
#[test]
fn national_page_at_a_leaf_is_found() {
    let lines = ["s + a:1", "1 + a:2", "2 - a:3", "3 + i:p", "p ="];
    check(&lines, ["s 1", "s 1 2 3 p", "s 1 2 3 p", "s 1 2 3 p"]);
}

#[test]
fn longer_way_first_does_not_shorten_the_depth() {
    // `2` is linked to by `1` and by the seed; its own link counts from the shorter way.
    let lines = ["s + a:1 a:2", "1 - a:2", "2 - a:3", "3 - a:4", "4 -"];
    check(&lines, ["s", "s 1 2", "s 1 2 3", "s 1 2 3 4"]);
    let circle = ["s + a:1", "1 - a:s a:2", "2 - a:1 a:3", "3 -"];
    check(&circle, ["s", "s 1", "s 1 2", "s 1 2 3"]);
}

#[test]
fn page_that_was_left_behind_is_taken_when_a_better_way_comes() {
    // `x` is a leaf of `1`, and two links from `v`, which is found later.
    let lines = ["s + a:1", "1 - a:x a:v", "x - a:y", "y -", "v + a:x"];
    check(&lines, ["s", "s 1 v x", "s 1 x y v", "s 1 x y v"]);
}

#[test]
fn frame_has_the_depth_of_its_page() {
    let lines = ["s + f:fr", "fr - i:p a:1", "p =", "1 - a:2", "2 -"];
    check(&lines, ["s fr p", "s fr p 1", "s fr p 1 2", "s fr p 1 2"]);
}

#[test]
fn page_that_stands_for_a_picture_is_archived_without_its_links() {
    let lines = ["s + i:page", "page - i:p a:1 a:f", "p =", "1 -", "f ="];
    check(&lines, ["s page p f"; 4]);
}

#[test]
fn redirect_costs_nothing() {
    let lines = ["s + a:r", "r > l:t", "t > l:1", "1 - a:2", "2 -"];
    check(&lines, ["s r t", "s r t 1", "s r t 1 2", "s r t 1 2"]);
}

#[test]
fn seed_may_redirect() {
    check(&["s > l:1", "1 + i:p", "p ="], ["1 p"; 4]);
}

#[test]
fn page_that_sends_on_is_followed_though_it_is_not_archived() {
    check(&["s - m:1", "1 + a:2", "2 -"], ["1", "1 2", "1 2", "1 2"]);
    check(&["s + m:1", "1 - m:2", "2 -"], ["s", "s 1", "s 1 2", "s 1 2"]);
}

#[test]
fn redirect_at_a_leaf_is_archived_and_its_page_is_not() {
    let lines = ["s + a:1", "1 - a:r a:q", "r > l:2", "q > l:f", "2 -", "f ="];
    check(&lines, ["s", "s 1 r q f", "s 1 r q f 2", "s 1 r q f 2"]);
}

#[test]
fn ways_into_the_country_domain_are_listed_and_not_taken() {
    let lines = ["s + a:cz1 i:czp a:1", "1 - a:cz2", "cz1 +", "cz2 +", "czp ="];
    check(&lines, ["s czp", "s czp 1", "s czp 1", "s czp 1"]);
    let truth = graph(&lines);
    assert_eq!(names(&truth.harvest(&[uri("s")], NationalTerms::new(0, 0)).rejected), "cz1");
    assert_eq!(names(&truth.harvest(&[uri("s")], NationalTerms::new(1, 0)).rejected), "cz1 cz2");
}

#[test]
fn probing_finds_what_lies_behind_other_pages() {
    let lines = ["s - a:1 i:p", "1 - a:2", "2 + a:3", "3 - a:4", "4 - a:5", "5 +", "p ="];
    check_probing(&lines, 1, [""; 4]);
    check_probing(&lines, 2, ["2 5", "2 3 5", "2 3 4 5", "2 3 4 5"]);
    // Two links are counted from what an archived page links to.
    let lines = ["s + a:1", "1 - a:2", "2 - a:3", "3 - a:4", "4 +"];
    check_probing(&lines, 2, ["s", "s 1 4", "s 1 2 4", "s 1 2 3 4"]);
}

#[test]
fn judged_pages_are_those_that_were_fetched() {
    let truth = graph(&["s + a:1 a:f", "1 - a:2", "2 - a:3", "3 -", "f ="]);
    let judged = |depth| names(&truth.harvest(&[uri("s")], NationalTerms::new(depth, 0)).judged);
    assert_eq!([0, 1, 2, 3].map(judged), ["1 s", "1 2 s", "1 2 3 s", "1 2 3 s"]);
}

/// With depth 0: the page, and everything it links to or embeds that is not HTML.
#[test]
fn depth_0_takes_files_that_the_page_links_to() {
    let lines = [
        "s + a:pdf a:css a:1 i:p",
        "css = i:bg",
        "1 - a:doc i:q",
        "pdf =",
        "p =",
        "bg =",
        "doc =",
        "q =",
    ];
    let all = "s pdf css bg p 1 doc q";
    check(&lines, ["s pdf css bg p", all, all, all]);
}

#[test]
fn links_of_other_pages_are_followed_as_far_as_the_scope_allows() {
    let lines =
        ["s - a:1", "1 - a:2 i:p", "2 - a:3", "3 - a:f", "f = a:4", "4 + a:5", "5 -", "p ="];
    check_terms(
        &lines,
        NationalTerms { follow: None, ..NationalTerms::new(0, 0) },
        ["4", "4 5", "4 5", "4 5"],
    );
    check_probing(&lines, 4, [""; 4]);
    check_probing(&lines, 5, ["4", "4 5", "4 5", "4 5"]);
}

#[test]
fn what_archived_pages_link_to_begins_no_new_depth_if_it_is_not_judged() {
    let once = NationalTerms { judges_linked: false, ..NationalTerms::new(0, 0) };
    let lines = ["s + a:1", "1 + a:2", "2 - a:3", "3 + i:p", "p ="];
    check_terms(&lines, once, ["s", "s 1", "s 1 2", "s 1 2 3 p"]);
    // `2` is a leaf of `1`. With depth 0 its links have no state: they are judged if links are followed.
    let lines = ["s + a:1", "1 - a:2 a:f", "2 + a:3", "3 + a:4", "4 -", "f ="];
    check_terms(&lines, once, ["s", "s 1 f", "s 1 f 2", "s 1 f 2 3"]);
    let followed = NationalTerms { follow: Some(1), ..once };
    check_terms(&lines, followed, ["s 2", "s 1 f", "s 1 f 2", "s 1 f 2 3"]);
}

#[test]
fn a_page_on_two_paths_has_what_each_of_them_gives() {
    let once = NationalTerms { judges_linked: false, ..NationalTerms::new(0, 1) };
    // `2` is linked to by the page `1`, and by `o`, which is not archived: there it is judged.
    let lines = ["s > l:1", "1 + a:2", "2 + a:3", "3 -"];
    check_terms(&lines, once, ["1", "1 2", "1 2 3", "1 2 3"]);
    let both = ["s - m:1 a:2", "1 + a:2", "2 + a:3", "3 - a:4", "4 -"];
    check_terms(&both, once, ["1 2", "1 2 3", "1 2 3 4", "1 2 3 4"]);
}
