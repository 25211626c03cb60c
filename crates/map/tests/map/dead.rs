//! Every kind of dead link, in one small site.

use super::archives::{TestArchive, answer, page, redirect};
use stodola_map::{
    CompletenessOptions, DeadLinks, DeadOptions, FixHint, LinkMap, MapSnapshot, MapTime,
    Unharvested,
};

const DATE: &str = "2024-01-01T00:00:00Z";

fn site(name: &str) -> TestArchive {
    let archive = TestArchive::new(name);
    archive.add(&[page("https://a.cz/was-there", "2020-01-01T00:00:00Z", "<h1>old</h1>")]);
    archive.add(&[
        page(
            "https://a.cz/",
            DATE,
            "<link rel=stylesheet href=/s.css><img src=http://a.cz/mixed.png><img src=gone.png>\
             <a href=/ok>ok</a><a href=/ok#place>place</a><a href=/ok#nowhere>nowhere</a>\
             <a href=/gone>gone</a><a href=/gone>again</a><a href=/broken>broken</a>\
             <a href=/was-there>was</a><a href=/chain1>chain</a><a href=/loop1>loop</a>\
             <a href=/moved#place>moved</a><a href=/moved#none>moved</a>\
             <a href=http://nohost.cz/>no host</a><a href=https://tls.cz/>tls</a>\
             <a href=http://slow.cz/>slow</a><a href=/robots>robots</a><a href=/never>never</a>\
             <a href='#own'>own</a><a href='#ownless'>own</a><p id=own>\
             <a href=/OK/>spelling</a><form action=/form></form><a href=mailto:x@a.cz>mail</a>",
        ),
        page("https://a.cz/ok", DATE, "<p id=place><a href=/gone>gone</a><a href=/pic#x>p</a>"),
        answer("https://a.cz/pic", DATE, "200 OK", "Content-Type: image/png\r\n", "\u{1}PNG"),
        answer("https://a.cz/gone", DATE, "404 Not Found", "", "<a href=/not-counted>x</a>"),
        answer("https://a.cz/broken", DATE, "500 Error", "", ""),
        answer("https://a.cz/was-there", DATE, "410 Gone", "", ""),
        answer(
            "https://a.cz/s.css",
            DATE,
            "200 OK",
            "Content-Type: text/css\r\n",
            "a{background:url(/b.png)} @import '/t.css';",
        ),
        answer(
            "https://a.cz/t.css",
            DATE,
            "200 OK",
            "Content-Type: text/css\r\n",
            "a{background:url(/c.png)}",
        ),
        answer("https://a.cz/c.png", DATE, "200 OK", "Content-Type: image/png\r\n", "x"),
        answer("http://a.cz/mixed.png", DATE, "200 OK", "Content-Type: image/png\r\n", "x"),
        redirect("https://a.cz/chain1", DATE, "/chain2"),
        redirect("https://a.cz/chain2", DATE, "/ok"),
        redirect("https://a.cz/moved", DATE, "/ok"),
        redirect("https://a.cz/loop1", DATE, "/loop2"),
        redirect("https://a.cz/loop2", DATE, "/loop1"),
    ]);
    archive
}

fn outcome(uri: &[u8]) -> Unharvested {
    match std::str::from_utf8(uri).unwrap() {
        "http://nohost.cz/" => Unharvested::NoHost,
        "https://tls.cz/" => Unharvested::Certificate,
        "http://slow.cz/" => Unharvested::Timeout,
        "https://a.cz/robots" => Unharvested::Robots,
        _ => Unharvested::Unknown,
    }
}

fn shown(snapshot: &MapSnapshot<'_>, found: &DeadLinks) -> Vec<String> {
    let uri = |page| String::from_utf8(snapshot.uri(page)).unwrap().replace("https://a.cz", "");
    let mut lines: Vec<String> = found
        .targets
        .iter()
        .map(|target| {
            let texts: Vec<&str> = target.links.iter().map(|link| link.text.as_str()).collect();
            let pages: Vec<String> = target.links.iter().map(|link| uri(link.page)).collect();
            let hint = match target.hint {
                Some(FixHint::EndOfRedirects(page)) => format!(" end {}", uri(page)),
                Some(FixHint::Alike(page)) => format!(" alike {}", uri(page)),
                Some(FixHint::Earlier(time)) => format!(" earlier {time}"),
                None => String::new(),
            };
            let dead = if target.problem.is_dead() { "!" } else { "" };
            let code = target.problem.code();
            format!(
                "{dead}{} {code} {} from {}{hint}",
                uri(target.page),
                texts.join("+"),
                pages.join("+")
            )
        })
        .collect();
    lines.sort();
    lines
}

#[test]
fn every_kind_of_dead_link_is_found_once_with_its_pages() {
    let archive = site("dead");
    let map: LinkMap = archive.map();
    let snapshot = map.snapshot(MapTime::LATEST).unwrap();
    let options = DeadOptions { outcome: &outcome, ..DeadOptions::default() };
    let found = snapshot.dead_links(&options).unwrap();
    assert_eq!(
        shown(&snapshot, &found),
        [
            "!/ missing-fragment  from /",
            "!/broken server-error broken from /",
            "!/gone client-error gone+again+gone from /+/+/ok",
            "!/loop1 redirect-loop loop from /",
            "!/moved missing-fragment moved from /",
            "!/ok missing-fragment nowhere from /",
            "!/was-there client-error was from / earlier 20200101000000",
            "!http://nohost.cz/ dns no host from /",
            "!http://slow.cz/ timeout slow from /",
            "!https://tls.cz/ tls tls from /",
            "/OK/ unknown spelling from / alike /ok",
            "/b.png unknown  from /s.css",
            "/chain1 redirect-chain chain from / end /ok",
            "/gone.png unknown  from /",
            "/never unknown never from /",
            "/robots robots robots from /",
            "http://a.cz/mixed.png mixed-content  from /",
        ]
    );
    assert_eq!(found.dead(), 12);
    let pages = found.by_page();
    assert_eq!(pages.len(), 3);
    assert_eq!(pages.iter().map(|(_, links)| links.len()).sum::<usize>(), 20 - 1);
    // Four years before, nothing but one page was there.
    let snapshot = map.snapshot(MapTime::from_number(20200601000000)).unwrap();
    let found = snapshot.dead_links(&options).unwrap();
    assert_eq!((found.pages, found.targets.len()), (1, 0));
    // Only the pages that are asked for.
    let snapshot = map.snapshot(MapTime::LATEST).unwrap();
    let only = DeadOptions { keep: &|uri| uri.ends_with(b"/ok"), ..options };
    assert_eq!(
        shown(&snapshot, &snapshot.dead_links(&only).unwrap()),
        ["!/gone client-error gone from /ok"]
    );
}

#[test]
fn parts_that_are_missing_are_told_with_the_reason() {
    let archive = site("complete");
    let map = archive.map();
    let snapshot = map.snapshot(MapTime::LATEST).unwrap();
    let options = CompletenessOptions { keep: &|_| true, outcome: &outcome };
    let found = snapshot.completeness(&options).unwrap();
    // Style sheet, its import and their two pictures, two pictures of the page.
    assert_eq!((found.page_count, found.needed, found.missing), (2, 6, 2));
    assert!((found.score() - 4.0 / 6.0).abs() < 1e-12);
    let parts: Vec<(String, u64)> = found
        .parts
        .iter()
        .map(|(page, (reason, pages))| {
            let uri = String::from_utf8(snapshot.uri(*page)).unwrap();
            (format!("{uri} {reason:?}"), *pages)
        })
        .collect();
    let expected = ["https://a.cz/b.png Unknown", "https://a.cz/gone.png Unknown"];
    assert_eq!(parts, expected.map(|part| (part.to_owned(), 1)));
    assert_eq!(found.pages.len(), 1);
    assert_eq!(snapshot.uri(found.pages[0].page), b"https://a.cz/");
}

#[test]
fn links_to_a_page_come_with_their_words_and_over_redirects() {
    let archive = site("in-links");
    let map = archive.map();
    let snapshot = map.snapshot(MapTime::LATEST).unwrap();
    let ok = snapshot.require(b"https://a.cz/ok").unwrap();
    let found = snapshot.in_links(ok, 5, &|_| true).unwrap();
    let texts: Vec<&str> = found.links.iter().map(|link| link.text.as_str()).collect();
    assert_eq!(texts, ["ok", "place", "nowhere", "chain", "moved"]);
    assert_eq!((found.count, found.pages), (6, 1));
    let chain = snapshot.require(b"https://a.cz/chain2").unwrap();
    assert_eq!(snapshot.in_links(chain, 0, &|_| true).unwrap().count, 6);
    let gone = snapshot.require(b"https://a.cz/gone").unwrap();
    assert_eq!(snapshot.in_links(gone, 9, &|_| true).unwrap().pages, 2);
    assert_eq!(snapshot.in_links(gone, 9, &|uri| uri.ends_with(b"/ok")).unwrap().count, 1);
    let missing = snapshot.require(b"https://a.cz/unheard-of").unwrap_err();
    assert_eq!(missing.to_string(), "the map has no page 'https://a.cz/unheard-of'");
}
