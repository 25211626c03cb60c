//! Graphs of pages, hosts and domains.

use super::archives::{TestArchive, page, redirect};
use stodola_map::{GraphNodes, GraphOptions, MapTime};

const DATE: &str = "2024-01-01T00:00:00Z";

fn shown(archive: &TestArchive, options: &GraphOptions<'_>) -> Vec<String> {
    let map = archive.map();
    let snapshot = map.snapshot(MapTime::LATEST).unwrap();
    let graph = snapshot.graph(options).unwrap();
    let name = |node: u32| match (graph.page(node), graph.name(node)) {
        (Some(page), _) => String::from_utf8(snapshot.uri(page)).unwrap(),
        (None, name) => name.unwrap().to_owned(),
    };
    let mut lines = Vec::new();
    for node in 0..graph.len() as u32 {
        let edges = graph.edges();
        let mut weights = edges.weights_of(node).iter();
        let targets = edges.of(node).iter().map(|target| match weights.next() {
            Some(weight) => format!("{}*{weight}", name(*target)),
            None => name(*target),
        });
        lines.push(format!("{} -> {}", name(node), targets.collect::<Vec<_>>().join(" ")));
    }
    lines
}

fn archive(name: &str) -> TestArchive {
    let archive = TestArchive::new(name);
    archive.add(&[
        page(
            "http://www.a.cz/",
            DATE,
            "<a href=/2>2</a><a href=http://b.cz/>b</a><a href=/>me</a><a href=/2#x>2</a>\
             <img src=/i.png><a href=http://www.a.cz/r1>r</a><a href=http://c.co.uk/>c</a>",
        ),
        page("http://www.a.cz/2", DATE, "<a href=http://x.b.cz/>b</a><a href=http://b.cz/>b</a>"),
        page("http://b.cz/", DATE, "<a href=http://www.a.cz/2>a</a><a href=http://b.cz/>me</a>"),
        page("http://x.b.cz/", DATE, "<a href=http://b.cz/>b</a>"),
        redirect("http://www.a.cz/r1", DATE, "/r2"),
        redirect("http://www.a.cz/r2", DATE, "/2"),
        redirect("http://www.a.cz/loop", DATE, "/loop2"),
        redirect("http://www.a.cz/loop2", DATE, "/loop"),
    ]);
    archive
}

#[test]
fn pages_hosts_and_domains_are_nodes() {
    let archive = archive("nodes");
    let pages = GraphOptions::default();
    assert_eq!(
        shown(&archive, &pages),
        [
            "http://www.a.cz/ -> http://www.a.cz/2 http://b.cz/",
            "http://www.a.cz/2 -> http://x.b.cz/ http://b.cz/",
            "http://b.cz/ -> http://www.a.cz/2",
            "http://x.b.cz/ -> http://b.cz/",
        ]
    );
    let hosts = GraphOptions { nodes: GraphNodes::Hosts, ..pages };
    assert_eq!(
        shown(&archive, &hosts),
        ["www.a.cz -> b.cz*2 x.b.cz*1", "b.cz -> www.a.cz*1", "x.b.cz -> b.cz*1"]
    );
    let domains = GraphOptions { nodes: GraphNodes::Domains, self_links: true, ..pages };
    assert_eq!(shown(&archive, &domains), ["a.cz -> a.cz*2 b.cz*3", "b.cz -> a.cz*1 b.cz*2"]);
}

#[test]
fn options_choose_pages_and_links() {
    let archive = archive("options");
    let only = |uri: &[u8]| uri.starts_with(b"http://www.a.cz/");
    let site = GraphOptions { keep: &only, ..GraphOptions::default() };
    let own = ["http://www.a.cz/ -> http://www.a.cz/2", "http://www.a.cz/2 -> "];
    assert_eq!(shown(&archive, &site), own);
    let with_missing = GraphOptions { with_missing: true, self_links: true, ..site };
    assert_eq!(
        shown(&archive, &with_missing),
        [
            "http://www.a.cz/ -> http://www.a.cz/2 http://www.a.cz/",
            "http://www.a.cz/2 -> ",
            "http://www.a.cz/i.png -> ",
            "http://www.a.cz/loop -> ",
            "http://www.a.cz/loop2 -> ",
        ]
    );
}

#[test]
fn addresses_that_are_equal_by_rules_are_one_page() {
    let archive = TestArchive::new("united");
    archive.add(&[
        page(
            "http://a.cz/",
            DATE,
            "<a href=/index.html>i</a><a href=/b?s=1>b</a><a href=/d?s=2>d</a>",
        ),
        page("http://a.cz/index.html", DATE, "<a href=/only-here>x</a>"),
        page("http://a.cz/b?s=1", DATE, "<a href=/>home</a>"),
        page("http://a.cz/c?s=2", DATE, "<a href=/b>b</a><a href=/c?s=1>c</a>"),
        redirect("http://a.cz/d", DATE, "/d?s=2"),
        page("http://a.cz/d?s=2", DATE, "<a href=/d>d</a>"),
    ]);
    let counted = |uri: &[u8]| {
        let uri = String::from_utf8_lossy(uri).into_owned();
        let counts = uri.split("?s=").next().unwrap().replace("index.html", "");
        (counts != uri).then(|| counts.into_bytes())
    };
    let map = archive.map();
    let mut snapshot = map.snapshot(MapTime::LATEST).unwrap();
    // `/index.html`, `/b` which is only linked to, and `/c?s=1`; the server redirects from `/d` itself.
    assert_eq!(snapshot.unite(&counted), 3);
    let graph = snapshot.graph(&GraphOptions::default()).unwrap();
    let name = |node| String::from_utf8(snapshot.uri(graph.page(node).unwrap())).unwrap();
    let lines: Vec<String> = (0..graph.len() as u32)
        .map(|node| {
            let targets = graph.edges().of(node).iter().map(|target| name(*target));
            format!("{} -> {}", name(node), targets.collect::<Vec<_>>().join(" "))
        })
        .collect();
    assert_eq!(
        lines,
        [
            "http://a.cz/ -> http://a.cz/b?s=1 http://a.cz/d?s=2",
            "http://a.cz/b?s=1 -> http://a.cz/",
            "http://a.cz/c?s=2 -> http://a.cz/b?s=1",
            "http://a.cz/d?s=2 -> ",
        ]
    );
    assert_eq!(snapshot.unite(&|_| None), 0);
}
