//! Sites that are harvested and mapped in one go, with every kind of dead link that a server can give.

use super::tiny::{Answer, Asked, HANGS_UP, Tiny};
use super::truth::{brisk, expected};
use super::web::{Harvest, Job, Web};
use crate::session::{Ran, Session};
use std::collections::BTreeSet;
use std::time::Duration;
use stodola_simweb::{PageKind, WorldSettings};

const HOME: &str = "<html lang=en><title>Home</title><h1>Home</h1><a href=/ok>Fine</a> <a href=/ok#here>Place</a>\
    <a href=/ok#nowhere>No place</a> <a href=/gone>Gone</a> <a href=/broken>Broken</a> <a href=/hang>Hangs</a>\
    <a href=/loop1>Round</a> <a href=/chain1>Chain</a> <a href=/forbidden/x>Forbidden</a> <img src=/lost.png>\
    <a href=/soft>Soft</a> <a href=http://other.example/there>There</a>\
    <a href=http://other.example/missing>Missing</a>\
    <a href=http://closed.example/>Closed</a> <a href=http://strict.example/x>Strict</a>\
    <a href=http://login.example/x>Login</a>";

const NOT_FOUND: &str =
    "<title>Sorry</title><p>We are sorry, but there is no such page on this server. Try to search.";

fn html(body: &str) -> Answer {
    (200, "Content-Type: text/html\r\n".to_owned(), body.as_bytes().to_vec())
}

fn moved(to: &str) -> Answer {
    (302, format!("Location: {to}\r\n"), Vec::new())
}

fn answer(asked: &Asked) -> Answer {
    let host = asked.field("Host").unwrap_or_default();
    let empty = |status: u16| (status, "Content-Type: text/html\r\n".to_owned(), b"none".to_vec());
    match (host, asked.path.as_str()) {
        ("site.example", "/robots.txt") => {
            (200, String::new(), b"User-agent: *\nDisallow: /forbidden/\n".to_vec())
        }
        ("strict.example", "/robots.txt") => {
            (200, String::new(), b"User-agent: *\nDisallow: /\n".to_vec())
        }
        ("site.example", "/") => html(HOME),
        ("site.example", "/ok") => html(
            "<title>Fine</title><h1>Fine</h1><p id=here>Barns of stone stand for many years.<a href=/>home</a>",
        ),
        ("site.example", "/soft") => html(NOT_FOUND),
        ("site.example", path) if path.starts_with("/no-such-page-") => html(NOT_FOUND),
        ("site.example", "/broken") => empty(500),
        ("site.example", "/hang") => (HANGS_UP, String::new(), Vec::new()),
        ("site.example", "/loop1") => moved("/loop2"),
        ("site.example", "/loop2") => moved("/loop1"),
        ("site.example", "/chain1") => moved("/chain2"),
        ("site.example", "/chain2") => moved("/ok"),
        ("other.example", "/there") => html("<title>There</title>"),
        ("login.example", "/x") => empty(403),
        _ => empty(404),
    }
}

/// Runs `map site` on the site of a server; nothing else is reached.
fn map_site(session: &Session, web: &Tiny, more: &str) -> Ran {
    let job = Job::bare("site").without("scope.rule").with("fetch.idle_timeout", "\"2s\"");
    session.write("job.toml", job.text().as_bytes());
    let port = web.addr.port();
    session.run(&format!(
        "map site http://site.example/ --config job.toml --connect-to closed.example:80:127.0.0.1:1 \
         --connect-to *:80:127.0.0.1:{port} --allow-private --delay 0s {more}"
    ))
}

/// The targets in a report with their outcomes.
fn problems(report: &str) -> BTreeSet<String> {
    let rows = report.split("{\"target\":\"").skip(1);
    let value = |row: &str, key: &str| {
        row.split_once(key).map(|(_, rest)| rest.split('"').next().unwrap_or_default().to_owned())
    };
    let row = |row: &str| {
        let target = row.split('"').next().unwrap_or_default().to_owned();
        format!("{target} {}", value(row, "\"outcome\":\"").unwrap_or_default())
    };
    rows.map(row).collect()
}

#[test]
fn a_site_is_harvested_and_all_its_dead_links_are_told() {
    let session = Session::new();
    let web = Tiny::start(answer);
    let ran = map_site(&session, &web, "--json --html report.html --archive kept").expect(1);
    let expected = [
        "http://closed.example/ connection",
        "http://other.example/missing client-error",
        "http://site.example/broken server-error",
        "http://site.example/chain1 redirect-chain",
        "http://site.example/gone client-error",
        "http://site.example/hang connection",
        "http://site.example/loop1 redirect-loop",
        "http://site.example/lost.png client-error",
        "http://site.example/ok#nowhere missing-fragment",
    ];
    let expected: BTreeSet<String> = expected.iter().map(|it| (*it).to_owned()).collect();
    assert_eq!(problems(ran.text()), expected, "{}{}", ran.text(), ran.stderr);
    assert!(ran.text().contains(r#""finished":true"#), "{}", ran.text());
    // Other sites were asked, politely, and nothing of them was archived.
    let asked: Vec<(String, String)> = web
        .requests()
        .iter()
        .map(|it| (it.field("Host").unwrap_or_default().to_owned(), it.path.clone()))
        .collect();
    let at = |host: &str| -> Vec<&str> {
        asked.iter().filter(|it| it.0 == host).map(|it| it.1.as_str()).collect()
    };
    assert_eq!(at("strict.example"), ["/robots.txt"]);
    assert_eq!(at("other.example")[0], "/robots.txt");
    assert_eq!(at("other.example").len(), 3);
    let ran = session.run("archive lookup *.other.example --archive kept");
    assert!(!ran.text().contains("other.example"), "{}", ran.text());
    let page = std::fs::read_to_string(session.path("report.html")).unwrap();
    for part in ["<!DOCTYPE html>", "http://site.example/gone", "status 404", "Fine", "</html>"] {
        assert!(page.contains(part), "{part}");
    }
    assert!(!page.contains("<script"));
    // The archive has a map now.
    session.run("map dead --site site.example --archive kept").expect(1);
    let dead = session.run("map dead --site site.example --json --archive kept").expect(1);
    let then = session.run("map dead --site site.example --json --round site/1 --archive kept");
    assert_eq!(then.expect(1).text(), dead.text());
    let ran = session.run("map dead --round site/7 --archive kept").expect(2);
    assert!(ran.stderr.contains('7'), "{}", ran.stderr);
    let ran = session.run("map tree http://site.example/ --archive kept").expect(0);
    assert!(ran.text().contains("  http://site.example/ok  Fine"), "{}", ran.text());
}

#[test]
fn a_report_for_people_has_figures_tree_pages_and_dead_links() {
    let session = Session::new();
    let web = Tiny::start(answer);
    let ran = map_site(&session, &web, "--ask 0").expect(1);
    for part in ["http://site.example/\n", "The tree of the site", "Dead links", "status 500"] {
        assert!(ran.text().contains(part), "{part}: {}", ran.text());
    }
    assert!(ran.text().contains("links to other sites were not asked about"), "{}", ran.text());
    let hosts: BTreeSet<String> =
        web.requests().iter().filter_map(|it| it.field("Host").map(str::to_owned)).collect();
    assert_eq!(hosts, BTreeSet::from(["site.example".to_owned()]));
}

#[test]
fn a_page_that_says_not_found_with_a_good_status_is_found_if_asked_for() {
    let session = Session::new();
    let web = Tiny::start(answer);
    let ran = map_site(&session, &web, "--json --ask 0 --soft-404").expect(1);
    assert!(problems(ran.text()).contains("http://site.example/soft soft-404"), "{}", ran.text());
    let asked = web.asked();
    assert_eq!(asked.iter().filter(|path| path.starts_with("/no-such-page-")).count(), 1);
}

#[test]
fn a_site_without_dead_links_is_a_success() {
    let session = Session::new();
    let web = Tiny::start(|asked| match asked.path.as_str() {
        "/" => html("<title>Home</title><a href=/a>A</a>"),
        "/a" => html("<title>A</title><a href=/>Home</a>"),
        _ => (404, String::new(), Vec::new()),
    });
    let ran = map_site(&session, &web, "").expect(0);
    assert!(ran.text().contains("Dead links\nnone\n"), "{}", ran.text());
    let ran = session.run("map site mailto:x@y.example").expect(2);
    assert!(ran.stderr.contains("is not a URI with a host"), "{}", ran.stderr);
}

#[test]
fn dead_links_of_a_simulated_web_are_those_of_its_truth() {
    let settings = WorldSettings {
        hosts: 12,
        largest_site: 60,
        fault_rate: 0.05,
        fault_heals_after: 0,
        touchy_rate: 0.0,
        traps: false,
        pace: brisk(),
        ..WorldSettings::default()
    };
    let web = Web::start(settings);
    let harvest = Harvest::new(&Job::everything(&web).with("fetch.workers", 50));
    harvest.run(Duration::from_secs(120)).expect(0);
    harvest.session.run("archive rebuild --only map --archive archive").expect(0);
    let ran = harvest.session.run("map dead --no-fragments --json --archive archive").expect(1);
    let found: BTreeSet<String> = problems(ran.text())
        .into_iter()
        .filter_map(|row| row.strip_suffix(" client-error").map(str::to_owned))
        .collect();
    // Pages that are archived whole, and what they link to that is missing.
    let truth = expected(&web.world);
    let is_missing = |uri: &String| truth.get(uri).is_some_and(|it| it.kind == PageKind::Missing);
    let normal = |uri: &str| {
        let normal = stodola_uri::normalise(uri.as_bytes());
        String::from_utf8_lossy(stodola_uri::without_fragment(&normal)).into_owned()
    };
    let pages = truth.values().filter(|page| page.status == Some(200));
    let links = pages.flat_map(|page| &page.links).map(|link| normal(&link.uri));
    let missing: BTreeSet<String> = links.filter(is_missing).collect();
    assert!(!missing.is_empty(), "the web has no dead links");
    let untold: Vec<&String> = missing.difference(&found).collect();
    assert!(untold.is_empty(), "{untold:?}");
    for uri in found.difference(&missing) {
        let status = truth.get(uri).and_then(|page| page.status);
        assert!(status.is_none_or(|status| (400..500).contains(&status)), "{uri} {status:?}");
    }
}
