//! What links tell of pages: they are found by the texts of links to them, and go first if many link to them.

use super::archives::{TestArchive, page, paths, request};
use stodola_search::{
    HitCapture, LinkSignalsWriter, PageAnchor, PageLinks, SearchGate, SearchRequest,
};

/// Addresses of a page, its rank, and texts of links to it with the pages that hold them.
type Told<'t> = (&'t [&'t str], f64, &'t [(&'t str, &'t str)]);

fn tell(archive: &TestArchive, pages: &[Told<'_>]) {
    let mut writer = LinkSignalsWriter::begin(&archive.archive).unwrap();
    for (uris, rank, anchors) in pages {
        let anchors = anchors.iter().map(|(text, from)| PageAnchor {
            text: (*text).to_owned(),
            from: from.as_bytes().to_vec(),
        });
        let uris = uris.iter().map(|uri| uri.as_bytes().to_vec()).collect();
        writer.add(&PageLinks { uris, rank: *rank, anchors: anchors.collect() }).unwrap();
    }
    writer.finish().unwrap();
}

const DAY: &str = "2020-01-01T00:00:00Z";

fn library() -> TestArchive {
    let archive = TestArchive::new(&format!("links-{:?}", std::thread::current().id()));
    archive.add(&[
        page("http://a.cz/barn", DAY, "<p>A house of wood for hay."),
        page("http://a.cz/other", DAY, "<p>Something else of stone."),
        page("http://open.cz/o", DAY, "<p>An open page about paper."),
        page("http://hidden.cz/h", DAY, "<p>A hidden page about ink."),
    ]);
    archive
}

#[test]
fn pages_are_found_by_the_texts_of_links_alone() {
    let archive = library();
    assert_eq!(archive.paths("granary"), "");
    let anchors = [("An old granary", "http://open.cz/o"), ("granary", "http://hidden.cz/h")];
    tell(&archive, &[(&["http://a.cz/barn"], 1.0, &anchors)]);
    assert_eq!(archive.paths("granary"), "barn");
    // In other forms, together with words of the page, and with filters.
    assert_eq!(archive.paths("granaries"), "barn");
    assert_eq!(archive.paths("granary hay"), "barn");
    assert_eq!(archive.paths("granary site:a.cz date:2020"), "barn");
    // What is asked of the page itself is not answered by links.
    for query in ["title:granary", "\"old granary\"", "granary date:2019", "granary site:open.cz"] {
        assert_eq!(archive.paths(query), "", "{query}");
    }
    assert_eq!(archive.paths("hay -granary"), "barn");
    assert_eq!(archive.search("granary").total, 1);
}

#[test]
fn addresses_that_redirect_are_the_same_page() {
    let archive = library();
    let uris = ["http://a.cz/barn", "http://a.cz/other", "http://gone.cz/"];
    tell(&archive, &[(&uris, 1.0, &[("granary", "http://open.cz/o")])]);
    let mut found: Vec<String> = archive.paths("granary").split(' ').map(str::to_owned).collect();
    found.sort();
    assert_eq!(found, ["barn", "other"]);
}

#[test]
fn of_equal_pages_the_better_linked_goes_first() {
    let archive = TestArchive::new("links-rank");
    let text = |own: &str| format!("<p>About barns.<p>{}", own.repeat(40));
    archive.add(&[
        page("http://a.cz/1", DAY, &text("one ")),
        page("http://a.cz/2", DAY, &text("two ")),
        page("http://a.cz/3", DAY, &text("six ")),
    ]);
    assert_eq!(archive.paths("barns"), "3 2 1", "the newest first");
    tell(&archive, &[(&["http://a.cz/1"], 9.0, &[]), (&["http://a.cz/2"], 0.5, &[])]);
    assert_eq!(archive.paths("barns"), "1 2 3");
    // It can be told anew, and counts from the next search on.
    let index = archive.index();
    tell(&archive, &[(&["http://a.cz/2"], 9.0, &[])]);
    assert_eq!(paths(&index.search(&request("barns")).unwrap()), "2 3 1");
}

/// Hides a site.
struct Gate;

impl SearchGate for Gate {
    fn may_restrict(&self, site: &str) -> bool {
        site.is_empty() || site == "cz,hidden"
    }

    fn shown(&self, uri: &[u8], _: Option<&[u8]>, captures: &[HitCapture]) -> Vec<bool> {
        vec![!uri.starts_with(b"http://hidden.cz/"); captures.len()]
    }
}

#[test]
fn words_of_hidden_pages_about_others_are_not_found() {
    let archive = library();
    let anchors = [("granary", "http://open.cz/o"), ("fraud", "http://hidden.cz/h")];
    let odd = [("phantom", "http://nobody.cz/x"), ("granary", "")];
    tell(&archive, &[(&["http://a.cz/barn"], 1.0, &anchors), (&["http://a.cz/other"], 1.0, &odd)]);
    let index = archive.index();
    let ask = |query: &str| {
        paths(&index.search(&SearchRequest { gate: Some(&Gate), ..request(query) }).unwrap())
    };
    assert_eq!((ask("granary").as_str(), ask("fraud").as_str()), ("barn", ""));
    assert_eq!(ask("phantom"), "", "nobody can say who may see it");
    assert_eq!(archive.paths("fraud"), "barn");
    assert_eq!(archive.paths("phantom"), "other");
}

#[test]
fn links_go_with_the_index_and_may_be_damaged() {
    let archive = library();
    tell(&archive, &[(&["http://a.cz/barn"], 1.0, &[("granary", "http://open.cz/o")])]);
    let file = archive.search_folder().join("links.db");
    let bytes = std::fs::read(&file).unwrap();
    for end in [0, 10, 100, bytes.len() / 2, bytes.len() - 1] {
        std::fs::write(&file, &bytes[..end]).unwrap();
        assert_eq!(archive.paths("hay"), "barn", "{end}");
    }
    std::fs::write(&file, b"something else").unwrap();
    assert_eq!(archive.paths("hay"), "barn");
    std::fs::write(&file, &bytes).unwrap();
    assert_eq!(archive.paths("granary"), "barn");
    // What a kill left while it was made does no harm.
    std::fs::write(archive.search_folder().join("links.db.making"), b"half").unwrap();
    tell(&archive, &[]);
    assert_eq!(archive.paths("granary"), "");
    let mut follower =
        stodola_search::SearchFollower::open(&archive.archive, archive.tools.clone()).unwrap();
    stodola_follow::Follower::start_anew(&mut follower).unwrap();
    assert!(!file.exists());
}

#[test]
fn hostile_texts_of_links_are_bounded() {
    let archive = library();
    let long = "w ".repeat(100_000);
    let many: Vec<String> = (0..500).map(|at| format!("{at} \u{0}\u{301} %00 {long}")).collect();
    let anchors: Vec<(&str, &str)> = many.iter().map(|it| (it.as_str(), "http://a.cz/%")).collect();
    let odd = ["", "\u{fffd}", "http://a.cz/barn", "urn:x"];
    tell(&archive, &[(&odd, f64::NAN, &anchors), (&[], f64::INFINITY, &[])]);
    assert_eq!(archive.paths("hay"), "barn");
    assert!(archive.search_folder().join("links.db").metadata().unwrap().len() < 1 << 20);
}
