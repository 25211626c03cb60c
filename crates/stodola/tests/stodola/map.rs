//! The map of an archive from the command line: trees, dead links, ranks, tables, exports, dates, and what rules hide.

use crate::session::{Ran, Session, fixture};

fn record(number: u32, uri: &str, year: u32, status: &str, body: &str) -> Vec<u8> {
    let kind = if uri.ends_with(".png") { "image/png" } else { "text/html; charset=utf-8" };
    let block = format!("HTTP/1.1 {status}\r\nContent-Type: {kind}\r\n\r\n{body}");
    format!(
        "WARC/1.1\r\nWARC-Type: response\r\nWARC-Record-ID: <urn:uuid:00000000-0000-4000-8000-0000{number:08}>\r\n\
         WARC-Target-URI: {uri}\r\nWARC-Date: {year}-05-01T10:00:00Z\r\n\
         Content-Type: application/http; msgtype=response\r\n\
         Content-Length: {}\r\n\r\n{block}\r\n\r\n",
        block.len()
    )
    .into_bytes()
}

/// An archive in the folder `a` with a small site in several years, and its map.
pub(crate) fn filled() -> Session {
    let session = Session::new();
    let home = "<html lang=en><title>Barns</title><h1>Barns</h1><meta name=description content='All barns'>\
        <a href=/old>Old barns</a> <a href=/new#roofs>New</a> <a href=/secret/plan>Plan</a> <img src=/barn.png>\
        <a href=/gone>Gone</a> <a href=http://b.example/>Neighbour</a> <img src=/lost.png>";
    let page = |title: &str, links: &str| {
        format!("<html lang=en><title>{title}</title><h1>{title}</h1>{links}")
    };
    let mut number = 0;
    let mut add = |uri: &str, year, status: &str, body: &str| {
        number += 1;
        record(number, uri, year, status, body)
    };
    let records = [
        add("http://a.example/", 2020, "200 OK", &page("Early", "<a href=/old>old</a>")),
        add("http://a.example/old", 2020, "200 OK", &page("Old", "<a href=/>home</a>")),
        add("http://a.example/gone", 2020, "200 OK", &page("Was here", "")),
        add("http://a.example/", 2022, "200 OK", home),
        add("http://a.example/old", 2022, "200 OK", &page("Old", "<a href=/>home</a>")),
        add(
            "http://a.example/new",
            2022,
            "200 OK",
            &page("Old", "<a href=/old>old</a><p id=walls>"),
        ),
        add("http://a.example/gone", 2022, "404 Not Found", "none"),
        add("http://a.example/barn.png", 2022, "200 OK", "12345"),
        add("http://a.example/alone", 2022, "200 OK", &page("Nobody links here", "")),
        add(
            "http://a.example/secret/plan",
            2022,
            "200 OK",
            &page("A secret plan", "<a href=/secret/more>more</a><a href=/old>the old ones</a>"),
        ),
        add("http://a.example/secret/more", 2022, "200 OK", &page("More secrets", "")),
        add("http://b.example/", 2022, "200 OK", &page("B", "<a href=http://a.example/>A</a>")),
    ];
    session.write("pages.warc", &records.concat());
    session.run("archive add --copy --archive a pages.warc").expect(0);
    session.run("archive rebuild --only map --archive a").expect(0);
    session
}

/// Values of a key of all lines.
fn values(ran: &Ran, key: &str) -> Vec<String> {
    let start = format!("\"{key}\":\"");
    let value = |line: &str| Some(line.split_once(&start)?.1.split('"').next()?.to_owned());
    ran.text().lines().filter_map(value).collect()
}

#[test]
fn an_archive_without_a_map_says_how_to_make_one() {
    let session = Session::new();
    session.run("archive add --copy --archive a @hello.warc.gz").expect(0);
    for command in ["rank", "dead", "tree --site www.stodola.example", "complete", "sheet"] {
        let ran = session.run(&format!("map {command} --archive a")).expect(2);
        let wanted = "the archive has no map; 'stodola archive rebuild --only map' makes it";
        assert!(ran.stderr.contains(wanted), "{command}: {}", ran.stderr);
    }
    let ran = session.run("map rank --archive nothing-here").expect(2);
    assert!(ran.stderr.contains("nothing-here"), "{}", ran.stderr);
}

#[test]
fn tree_grows_from_the_home_page_by_clicks_and_by_folders() {
    let session = filled();
    let ran = session.run("map tree http://a.example/ --archive a").expect(0);
    let expected = "http://a.example/  Barns\n  \
        http://a.example/old  Old\n  \
        http://a.example/new  Old\n  \
        http://a.example/secret/plan  A secret plan\n    \
        http://a.example/secret/more  More secrets\n";
    assert_eq!(ran.text(), expected);
    assert!(ran.stderr.contains("1 click away: 3 documents\n"), "{}", ran.stderr);
    assert!(ran.stderr.contains("1 more document; no way of links leads to it"), "{}", ran.stderr);
    let ran = session.run("map tree --site a.example --depth 1 --json --archive a").expect(0);
    let lines: Vec<&str> = ran.text().lines().collect();
    assert_eq!(lines.len(), 4);
    assert!(
        lines[1].starts_with(
            r#"{"uri":"http://a.example/old","parent":"http://a.example/","depth":1,"title":"Old","type":"text/html","size":"#
        ),
        "{}",
        lines[1]
    );
    assert!(lines[1].contains(r#""lang":"en""#), "{}", lines[1]);
    let ran = session.run("map tree --site a.example --sum image --archive a").expect(0);
    assert!(ran.text().starts_with("http://a.example/  Barns  +1 image\n"), "{}", ran.text());
    let ran = session.run("map tree --folders --site a.example --archive a").expect(0);
    assert!(ran.text().contains("  http://a.example/secret/  2 documents, "), "{}", ran.text());
    let ran = session.run("map tree --archive a").expect(2);
    assert!(ran.stderr.contains("say from which page the tree grows"), "{}", ran.stderr);
    let ran = session.run("map tree http://a.example/unheard-of --archive a").expect(2);
    assert!(ran.stderr.contains("the map has no page"), "{}", ran.stderr);
}

#[test]
fn dead_links_are_told_by_target_and_by_page_and_decide_the_exit_code() {
    let session = filled();
    let ran = session.run("map dead --json --archive a").expect(1);
    let lines: Vec<&str> = ran.text().lines().collect();
    let expected = concat!(
        r#"{"target":"http://a.example/gone","outcome":"client-error","status":404,"dead":true,"#,
        r#""hint":{"captured":"20200501100000"},"links":1,"#,
        r#""pages":[{"uri":"http://a.example/","anchor":"Gone"}]}"#
    );
    assert!(lines.contains(&expected), "{}", ran.text());
    assert_eq!(values(&ran, "target"), ["http://a.example/gone", "http://a.example/new#roofs"]);
    assert!(ran.stderr.contains("2 dead links to 2 addresses"), "{}", ran.stderr);
    let ran = session.run("map dead --no-fragments --archive a").expect(1);
    let expected = "http://a.example/gone  status 404\n    \
        the archive has an earlier content, from 20200501100000\n    \
        http://a.example/  \"Gone\"\n";
    assert_eq!(ran.text(), expected);
    let ran = session.run("map dead --by-page --json --archive a").expect(1);
    assert_eq!(values(&ran, "uri"), ["http://a.example/"]);
    // What nobody has harvested is not dead.
    let ran = session.run("map dead --all --json --archive a").expect(1);
    assert!(values(&ran, "target").contains(&"http://a.example/lost.png".to_owned()));
    assert!(values(&ran, "outcome").contains(&"unknown".to_owned()));
    // In 2020 nothing was dead.
    session.run("map dead --date 2020 --archive a").expect(0);
    session.run("map dead --site b.example --archive a").expect(0);
    let mut czech = session.command();
    czech.env("LC_ALL", "cs_CZ.UTF-8").args(["map", "dead", "--archive", "a"]);
    let told = String::from_utf8(czech.output().unwrap().stderr).unwrap();
    assert!(told.contains("2 mrtvé odkazy na 2 adresy"), "{told}");
}

#[test]
fn ranks_are_of_pages_hosts_or_domains_within_a_site_or_over_all() {
    let session = filled();
    let ran = session.run("map rank --site a.example --json --archive a").expect(0);
    let lines: Vec<&str> = ran.text().lines().collect();
    assert_eq!(lines.len(), 6);
    assert!(lines[0].starts_with(r#"{"uri":"http://a.example/","rank":"#), "{}", lines[0]);
    let rank = |line: &str| -> f64 {
        line.split("\"rank\":").nth(1).unwrap().trim_end_matches('}').parse().unwrap()
    };
    let sum: f64 = lines.iter().map(|line| rank(line)).sum();
    assert!((sum - 6.0).abs() < 1e-6, "{sum}");
    let ran = session.run("map rank --sum-one --json --archive a").expect(0);
    let sum: f64 = ran.text().lines().map(rank).sum();
    assert!((sum - 1.0).abs() < 1e-6, "{sum}");
    let ran = session.run("map rank --nodes hosts --json --archive a").expect(0);
    assert_eq!(values(&ran, "uri"), ["a.example", "b.example"]);
    let ran = session.run("map rank --harmonic --limit 1 --archive a").expect(0);
    assert!(ran.text().ends_with("  http://a.example/old\n"), "{}", ran.text());
    let ran = session.run("map rank --damping 1.5 --archive a").expect(2);
    assert!(ran.stderr.contains("a number from 0 to below 1"), "{}", ran.stderr);
}

#[test]
fn the_map_is_that_of_its_date() {
    let session = filled();
    for (date, out) in [("2019", 2), ("2020", 0), ("2021-12-31", 0), ("2022", 0)] {
        let words = format!("map out http://a.example/ --json --date {date} --archive a");
        let ran = session.run(&words).expect(out);
        let links = ran.text().lines().count();
        let expected = match date {
            "2019" => 0,
            "2022" => 7,
            _ => 1,
        };
        assert_eq!(links, expected, "{date}: {}", ran.text());
    }
    let ran = session.run("map rank --date 2020 --json --archive a").expect(0);
    assert_eq!(ran.text().lines().count(), 3);
    let ran = session.run("map rank --date 2023-99 --archive a").expect(2);
    assert!(ran.stderr.contains("is no time"), "{}", ran.stderr);
}

#[test]
fn links_of_a_page_have_the_words_of_their_anchors() {
    let session = filled();
    let ran = session.run("map in http://a.example/old --archive a").expect(0);
    assert!(ran.text().contains("navigation http://a.example/  \"Old barns\"\n"), "{}", ran.text());
    assert!(ran.stderr.contains("3 links on 3 pages"), "{}", ran.stderr);
    let ran = session.run("map out http://a.example/ --archive a").expect(0);
    assert!(ran.text().contains("image http://a.example/lost.png  [registered]\n"));
    assert!(ran.text().contains("navigation http://a.example/gone  \"Gone\"  [not-found]\n"));
    let ran = session.run("map near-pages http://a.example/secret/plam --archive a").expect(0);
    let first = ran.text().lines().next().unwrap_or_default();
    assert!(first.contains("http://a.example/secret/plan"), "{first}");
}

#[test]
fn tables_tell_what_is_missing_or_doubled() {
    let session = filled();
    let ran = session.run("map complete --json --archive a").expect(0);
    let expected = "{\"uri\":\"http://a.example/\",\"score\":0.500000,\"needed\":2,\"missing\":\
        [{\"uri\":\"http://a.example/lost.png\",\"outcome\":\"unknown\"}]}\n";
    assert_eq!(ran.text(), expected);
    assert!(ran.stderr.contains("1 of 2 parts missing, complete to 50.0 %"), "{}", ran.stderr);
    let ran = session.run("map sheet --json --site a.example --archive a").expect(0);
    let home = ran.text().lines().next().unwrap_or_default();
    for part in [
        r#""uri":"http://a.example/""#,
        r#""state":"archived""#,
        r#""title":"Barns""#,
        r#""description":"All barns""#,
        r#""in_links":1"#,
        r#""faults":[]"#,
    ] {
        assert!(home.contains(part), "{part}: {home}");
    }
    let ran = session.run("map sheet --faults --csv --site a.example --archive a").expect(0);
    let old = ran.text().lines().find(|line| line.starts_with("http://a.example/old,")).unwrap();
    assert!(old.contains("double-title double-h1 no-description"), "{old}");
    assert!(ran.stderr.contains("double-title: 2 pages"), "{}", ran.stderr);
}

#[test]
fn maps_are_written_for_other_programs() {
    let session = filled();
    for (format, part) in [
        ("json", "\"nodes\""),
        ("xml", "<graph"),
        ("dot", "digraph"),
        ("graphml", "<graphml"),
        ("gexf", "<gexf"),
        ("csv", "source,target,weight"),
        ("svg", "<svg"),
        ("tree-json", "\"children\""),
        ("tree-xml", "<tree>"),
        ("tree-csv", "uri,parent,depth"),
        ("tree-svg", "<svg"),
        ("sitemap", "<loc>http://a.example/old</loc>"),
    ] {
        let words = format!("map export {format} --site a.example --archive a");
        let ran = session.run(&words).expect(0);
        assert!(ran.text().contains(part), "{format}: {}", ran.text());
        session.run(&format!("{words} --out {format}.out")).expect(0);
        let written = std::fs::read(session.path(&format!("{format}.out"))).unwrap();
        assert_eq!(written, ran.stdout, "{format}");
    }
    let ran = session.run("map export csv --nodes hosts --archive a").expect(0);
    assert_eq!(
        ran.text(),
        "source,target,weight\r\na.example,b.example,1\r\nb.example,a.example,1\r\n"
    );
}

/// Every command that shows pages.
const COMMANDS: [&str; 14] = [
    "tree http://a.example/ --json",
    "tree --folders",
    "dead --all --json",
    "rank --json",
    "rank --harmonic --json",
    "in http://a.example/old --json",
    "complete --json",
    "sheet --all --json",
    "near-pages http://a.example/secret/plam --json",
    "export json",
    "export gexf",
    "export sitemap",
    "export tree-xml --home http://a.example/",
    "export svg --nodes hosts",
];

#[test]
fn hidden_pages_are_in_no_output_and_in_no_count() {
    let session = filled();
    session
        .run("access hide http://a.example/secret/* --why because --by Anna --archive a")
        .expect(0);
    for command in COMMANDS {
        let ran = session.run(&format!("map {command} --archive a"));
        let shown = format!("{}{}", ran.text(), ran.stderr);
        // The address of the link on the home page, which is shown, is all that is left.
        let shown = shown.replace("\"http://a.example/secret/plan\"", "");
        assert!(!shown.contains("secret"), "{command}: {shown}");
    }
    let count = |words: &str| session.run(words).expect(0).text().lines().count();
    assert_eq!(count("map rank --json --archive a"), 5);
    assert_eq!(count("map rank --json --with-blocked --archive a"), 7);
    let ran = session.run("map rank --archive a").expect(0);
    assert!(ran.stderr.contains("5 nodes"), "{}", ran.stderr);
    for words in ["out http://a.example/secret/plan", "in http://a.example/secret/more"] {
        let ran = session.run(&format!("map {words} --archive a")).expect(2);
        assert!(ran.stderr.contains("the map has no page"), "{words}: {}", ran.stderr);
    }
    let ran = session.run("map in http://a.example/old --archive a").expect(0);
    assert!(ran.stderr.contains("2 links on 2 pages"), "{}", ran.stderr);
}

#[test]
fn blocked_pages_are_there_without_their_titles_and_links() {
    let session = filled();
    session
        .run("access block http://a.example/secret/* --why because --by Anna --archive a")
        .expect(0);
    let ran = session.run("map tree http://a.example/ --json --archive a").expect(0);
    let plan = ran.text().lines().find(|line| line.contains("/secret/plan")).unwrap();
    assert!(plan.contains(r#""title":"""#), "{plan}");
    // No way leads on from it.
    assert!(!ran.text().contains("/secret/more"), "{}", ran.text());
    let ran = session.run("map in http://a.example/old --archive a").expect(0);
    assert!(ran.stderr.contains("2 links on 2 pages"), "{}", ran.stderr);
    assert_eq!(
        session.run("map out http://a.example/secret/plan --archive a").expect(0).text(),
        ""
    );
    let ran = session.run("map sheet --json --archive a").expect(0);
    assert!(!ran.text().contains("secret plan"), "{}", ran.text());
    assert!(ran.text().contains("http://a.example/secret/plan"), "{}", ran.text());
}

#[test]
fn a_collection_is_as_if_nothing_else_existed() {
    let session = filled();
    let file = "[[collection]]\nname = \"early\"\nplaces = [\"a.example\"]\nto = \"2021\"\n";
    session.write("a/collections.toml", file.as_bytes());
    let ran = session.run("map rank --collection early --json --archive a").expect(0);
    assert_eq!(ran.text().lines().count(), 3, "{}", ran.text());
    assert!(!ran.text().contains("b.example"), "{}", ran.text());
    let ran = session.run("map rank --collection late --archive a").expect(2);
    assert!(ran.stderr.contains("there is no collection 'late'"), "{}", ran.stderr);
}

/// The commands in the chapters of the guide about maps, as they are written there.
fn examples() -> Vec<String> {
    let guide = std::fs::read_to_string(fixture("../docs/GUIDE.md")).unwrap();
    let chapters = guide.split("\n## A map of my site\n").nth(1).unwrap();
    let chapters = chapters.split("\n## Giving captures to others\n").next().unwrap();
    let lines = chapters.lines().filter_map(|line| line.strip_prefix("    stodola "));
    // Harvests of other people's sites are not for tests; the options are tested elsewhere.
    lines.filter(|line| !line.starts_with("map site ")).map(str::to_owned).collect()
}

#[test]
fn examples_of_the_guide_do_what_it_says() {
    let session = Session::new();
    let home = "<title>Example</title><h1>Example</h1><a href=/about>About</a><a href=/contact.html>Contact</a>\
        <a href=/nothing>Nothing</a>";
    let records = [
        record(1, "https://www.example.cz/", 2011, "200 OK", home),
        record(2, "https://www.example.cz/about", 2011, "200 OK", "<title>About</title>"),
        record(3, "https://www.example.cz/contact.html", 2011, "200 OK", "<title>Contact</title>"),
        record(4, "https://www.example.cz/nothing", 2011, "404 Not Found", "none"),
    ];
    session.write("pages.warc", &records.concat());
    session.run("archive add --copy --archive archive pages.warc").expect(0);
    let examples = examples();
    assert!(examples.len() > 12, "{examples:?}");
    for example in examples {
        // Programs that may not be there are left out.
        let command = example.split(" | jq").next().unwrap();
        let script = format!("\"$STODOLA\" {command}");
        let mut shell = std::process::Command::new("sh");
        shell.current_dir(session.path("")).env("LC_ALL", "C").args(["-c", &script]);
        let output = shell.env("STODOLA", env!("CARGO_BIN_EXE_stodola")).output().unwrap();
        let told = String::from_utf8_lossy(&output.stderr);
        // One page is gone: a link to it is dead, and a copy lacks it.
        let lacks = ["map dead", "map static"].iter().any(|it| command.starts_with(it));
        let expected = if lacks { 1 } else { 0 };
        assert_eq!(output.status.code(), Some(expected), "{command}: {told}");
    }
    let near = session.run("map near-pages https://www.example.cz/contcat.html --archive archive");
    assert!(near.text().lines().next().unwrap().contains("/contact.html"), "{}", near.text());
}
