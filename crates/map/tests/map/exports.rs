//! Trees, tables and files for other programs.

use super::archives::{TestArchive, page};
use stodola_map::{
    ExportNode, GraphFormat, GraphNodes, GraphOptions, HostPicture, LinkGraph, MapSnapshot,
    MapTime, PageSheet, RankOptions, SiteTree, TreeFormat, page_rank, write_graph,
    write_host_picture, write_tree, write_tree_picture,
};

const DATE: &str = "2024-01-01T00:00:00Z";

fn site(name: &str) -> TestArchive {
    let archive = TestArchive::new(name);
    let canonical = "<link rel=canonical href=/><title>Same</title>";
    archive.add(&[
        page(
            "http://a.cz/",
            DATE,
            "<title>\"Home\" <&> ]]></title><h1>A</h1><a href=/b>b</a><a href=/c>c</a>\
             <a href=http://b.cz/>out</a>",
        ),
        page("http://a.cz/b", DATE, &format!("{canonical}<a href=/dir/d>d</a><a href=/c>c</a>")),
        page("http://a.cz/c", DATE, &format!("{canonical}<a href=/dir/d>d</a><a href=/>home</a>")),
        page("http://a.cz/dir/d", DATE, "<meta name=description content=D>"),
        page("http://a.cz/dir/e", DATE, "<meta name=description content=D>"),
        page("http://b.cz/", DATE, "<a href=http://a.cz/>a</a>"),
    ]);
    archive
}

fn in_site(uri: &[u8]) -> bool {
    uri.starts_with(b"http://a.cz/")
}

fn exported<'s>(
    snapshot: &'s MapSnapshot<'s>,
    graph: &'s LinkGraph,
    sheet: &'s PageSheet,
) -> impl Fn(u32) -> ExportNode + 's {
    move |node| {
        let Some(page) = graph.page(node) else {
            let label = graph.name(node).unwrap_or_default().to_owned();
            return ExportNode { label, ..ExportNode::default() };
        };
        let row = sheet.rows.iter().find(|row| row.page == page);
        ExportNode {
            label: String::from_utf8(snapshot.uri(page)).unwrap(),
            title: row.map(|row| row.title.clone()).unwrap_or_default(),
            mime: "text/html".into(),
            rank: Some(0.5),
            ..ExportNode::default()
        }
    }
}

#[test]
fn tree_and_table_tell_what_a_site_is() {
    let archive = site("tree");
    let map = archive.map();
    let snapshot = map.snapshot(MapTime::LATEST).unwrap();
    let graph =
        snapshot.graph(&GraphOptions { keep: &in_site, ..GraphOptions::default() }).unwrap();
    let sheet = snapshot.sheet(&graph, &in_site).unwrap();
    let home = graph.node(snapshot.require(b"http://a.cz/").unwrap()).unwrap();
    let tree = SiteTree::new(&graph, home, u32::MAX);
    assert_eq!(tree.depths(), [1, 2, 1]);
    let node = exported(&snapshot, &graph, &sheet);
    let written = |format| {
        let mut out = Vec::new();
        write_tree(&mut out, &tree, format, &node).unwrap();
        String::from_utf8(out).unwrap()
    };
    let text = "http://a.cz/  \"Home\" <&> ]]>\n  http://a.cz/b  Same\n    http://a.cz/dir/d\n  \
                http://a.cz/c  Same\n";
    assert_eq!(written(TreeFormat::Text), text);
    let xml = written(TreeFormat::Xml);
    assert_eq!(xml.matches("<page ").count(), 4);
    assert_eq!(xml.matches("</page>").count(), 4);
    assert!(xml.contains("title=\"&quot;Home&quot; &lt;&amp;&gt; ]]&gt;\""));
    assert!(xml.contains("</page></page>\n<page uri=\"http://a.cz/c\""), "{xml}");
    let json: serde_json::Value = serde_json::from_str(&written(TreeFormat::Json)).unwrap();
    assert_eq!(json["children"][0]["children"][0]["uri"], "http://a.cz/dir/d");
    assert_eq!(json["title"], "\"Home\" <&> ]]>");
    let lines = written(TreeFormat::Lines);
    let third: serde_json::Value = serde_json::from_str(lines.lines().nth(3).unwrap()).unwrap();
    assert_eq!((&third["parent"], &third["depth"]), (&"http://a.cz/b".into(), &2.into()));
    assert_eq!(
        written(TreeFormat::Csv).lines().nth(1).unwrap(),
        "http://a.cz/,,0,\"\"\"Home\"\" <&> ]]>\",text/html,0,"
    );

    let row = |uri: &str| {
        let page = snapshot.find(uri.as_bytes()).unwrap();
        sheet.rows.iter().find(|row| row.page == page).unwrap()
    };
    assert_eq!((row("http://a.cz/").h1.as_str(), row("http://a.cz/").in_links), ("A", 1));
    assert_eq!((row("http://a.cz/b").doubles.title, row("http://a.cz/b").out_links), (1, 2));
    assert_eq!(row("http://a.cz/b").canonical, snapshot.find(b"http://a.cz/"));
    let d = row("http://a.cz/dir/d").doubles;
    assert_eq!((d.description, d.content, d.title), (1, 1, 0));
    assert_eq!(sheet.rows.len(), 5);

    let folders = snapshot.folders(&in_site).unwrap();
    let origin = &folders.folders["http://a.cz"];
    assert_eq!((origin.documents, origin.documents_below), (3, 5));
    assert_eq!(origin.folders["dir"].documents, 2);

    let mut picture = Vec::new();
    write_tree_picture(&mut picture, &tree, 3, &node).unwrap();
    let picture = String::from_utf8(picture).unwrap();
    assert_eq!(picture.matches("<text ").count(), 3);
    assert!(picture.contains("Same (+1)</text>"), "{picture}");
}

#[test]
fn graphs_are_written_for_other_programs() {
    let archive = site("graphs");
    let map = archive.map();
    let snapshot = map.snapshot(MapTime::LATEST).unwrap();
    let graph = snapshot.graph(&GraphOptions::default()).unwrap();
    let sheet = snapshot.sheet(&graph, &|_| true).unwrap();
    let node = exported(&snapshot, &graph, &sheet);
    let edges = graph.edges().len();
    for (name, format) in GraphFormat::ALL {
        let mut out = Vec::new();
        write_graph(&mut out, &graph, format, &node).unwrap();
        let text = String::from_utf8(out).unwrap();
        let mark = match format {
            GraphFormat::Json => "\"source\":",
            GraphFormat::Xml => "<link ",
            GraphFormat::Dot => " -> ",
            GraphFormat::GraphMl | GraphFormat::Gexf => "<edge ",
            GraphFormat::Csv => ",1\r\n",
        };
        assert_eq!(text.matches(mark).count(), edges, "{name}: {text}");
        if format == GraphFormat::Json {
            let json: serde_json::Value = serde_json::from_str(&text).unwrap();
            assert_eq!(json["nodes"].as_array().unwrap().len(), 6);
        }
        if let Some(folder) = std::env::var_os("STODOLA_MAP_EXPORTS") {
            let path = std::path::Path::new(&folder).join(format!("graph.{name}"));
            std::fs::write(path, &text).unwrap();
        }
    }
    let hosts = GraphOptions { nodes: GraphNodes::Hosts, ..GraphOptions::default() };
    let hosts = snapshot.graph(&hosts).unwrap();
    let ranks = page_rank(&hosts, &RankOptions::default());
    let node = exported(&snapshot, &hosts, &sheet);
    for (shown, circles) in [(10, 2), (1, 2)] {
        let picture = HostPicture { hosts: shown, ..HostPicture::default() };
        let mut out = Vec::new();
        write_host_picture(&mut out, &hosts, &ranks, &picture, &node).unwrap();
        let text = String::from_utf8(out).unwrap();
        assert_eq!((text.matches("<circle").count(), text.matches("<path").count()), (circles, 2));
        assert_eq!(text.contains("+1</text>"), shown == 1);
    }
}

#[test]
fn nearest_pages_are_those_of_the_host_with_like_addresses() {
    let archive = TestArchive::new("nearest");
    archive.add(&[
        page("http://a.cz/barns/old-barns.html", DATE, "<title>Old</title>"),
        page("http://a.cz/barns/new.html", DATE, ""),
        page("http://a.cz/contact", DATE, "<title>Barns of old</title>"),
        page("http://a.cz/zzz", DATE, ""),
        page("http://b.cz/barns/old-barn", DATE, ""),
    ]);
    let map = archive.map();
    let snapshot = map.snapshot(MapTime::LATEST).unwrap();
    let near = |uri: &str, limit| -> Vec<String> {
        let found = snapshot.nearest(uri.as_bytes(), limit).unwrap();
        assert!(found.is_sorted_by(|a, b| a.nearness >= b.nearness));
        found.iter().map(|it| String::from_utf8(snapshot.uri(it.page)).unwrap()).collect()
    };
    let all = ["barns/old-barns.html", "contact", "barns/new.html"];
    let all = all.map(|path| format!("http://a.cz/{path}"));
    assert_eq!(near("http://a.cz/barns/old-barn.htm", 9), all);
    assert_eq!(near("http://a.cz/barns/old-barn.htm", 1), all[..1]);
    assert_eq!(near("http://a.cz/barns/old-barns.html", 1), all[1..2]);
    assert!(near("http://c.cz/barns", 9).is_empty());
}
