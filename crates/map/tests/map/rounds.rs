//! Pages that change from round to round: what is known of them at each date.

use super::archives::{TestArchive, answer, dump, page, record, redirect};
use stodola_follow::Follower as _;
use stodola_map::{GraphOptions, LinkMap, MapFollower, MapSight, MapTime, PageState};

/// The edges between pages at a date, as paths.
fn edges(map: &LinkMap, date: u64) -> Vec<String> {
    let snapshot = map.snapshot(MapTime::from_number(date)).unwrap();
    let graph = snapshot.graph(&GraphOptions::default()).unwrap();
    let path = |node: u32| {
        let uri = snapshot.uri(graph.page(node).unwrap());
        String::from_utf8(uri).unwrap().replace("http://a.cz", "")
    };
    let mut edges = Vec::new();
    for node in 0..graph.len() as u32 {
        let targets: Vec<_> = graph.edges().of(node).iter().map(|target| path(*target)).collect();
        edges.push(format!("{}: {}", path(node), targets.join(" ")));
    }
    edges
}

fn date(year: u32) -> String {
    format!("{year}-01-01T00:00:00Z")
}

fn links(targets: &[&str]) -> String {
    targets.iter().map(|target| format!("<a href='{target}'>to {target}</a> ")).collect()
}

#[test]
fn page_that_gains_and_loses_links_has_those_of_each_round() {
    let archive = TestArchive::new("rounds");
    let rounds: [(u32, &[&str]); 5] = [
        (2020, &["/b"]),
        (2021, &["/b", "/c"]),
        (2022, &["/c"]),
        (2023, &[]),
        (2024, &["/b", "/c", "/b"]),
    ];
    for (year, targets) in rounds {
        archive.add(&[
            page("http://a.cz/", &date(year), &links(targets)),
            page("http://a.cz/b", &date(year), "<a href=/>home</a>"),
            page("http://a.cz/c", &date(year), "nothing"),
        ]);
    }
    let map = archive.map();
    for (year, targets) in rounds {
        let mut expected: Vec<&str> = targets.to_vec();
        expected.sort_unstable();
        expected.dedup();
        let found = edges(&map, u64::from(year) * 10_000_000_000 + 601_000_000);
        assert_eq!(found, [format!("/: {}", expected.join(" ")), "/b: /".into(), "/c: ".into()]);
    }
    assert_eq!(edges(&map, 20190601000000), [""; 0]);
    // A page that did not change has its links once.
    assert_eq!(map.captures(b"http://a.cz/b").unwrap().len(), 5);
    let contents: std::collections::BTreeSet<_> =
        map.captures(b"http://a.cz/b").unwrap().into_iter().map(|it| it.content).collect();
    assert_eq!(contents.len(), 1);
}

#[test]
fn revisit_has_the_links_of_its_content_and_a_redirect_is_the_page_it_leads_to() {
    let archive = TestArchive::new("revisit");
    let digest = "WARC-Payload-Digest: sha1:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA\r\n";
    let head = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n";
    let body = format!("{head}<a href=b>b</a><a href=old>old</a>");
    archive.add(&[
        record("response", "http://a.cz/", &date(2020), digest, body.as_bytes()),
        page("http://a.cz/b", &date(2020), "<a href=/old>x</a>"),
        redirect("http://a.cz/old", &date(2020), "/new"),
        page("http://a.cz/new", &date(2020), ""),
    ]);
    let fields = format!(
        "{digest}WARC-Profile: http://netpreserve.org/warc/1.1/revisit/identical-payload-digest\r\n"
    );
    let foreign = format!(
        "{fields}WARC-Refers-To-Target-URI: http://a.cz/\r\nWARC-Refers-To-Date: {}\r\n",
        date(2020)
    );
    archive.add(&[
        page("http://a.cz/", &date(2021), "changed"),
        record("revisit", "http://a.cz/", &date(2022), &fields, head.as_bytes()),
        record("revisit", "http://a.cz/dir/", &date(2022), &foreign, head.as_bytes()),
        page("http://a.cz/dir/b", &date(2022), ""),
    ]);
    let map = archive.map();
    assert_eq!(edges(&map, 20200601000000), ["/: /b /new", "/b: /new", "/new: "]);
    assert_eq!(edges(&map, 20210601000000), ["/: ", "/b: /new", "/new: "]);
    // The same content at another address has other links.
    let latest = ["/: /b /new", "/b: /new", "/dir/: /dir/b", "/dir/b: ", "/new: "];
    assert_eq!(edges(&map, 20220601000000), latest);
    let view = map.page(b"http://a.cz/", MapTime::LATEST).unwrap().unwrap();
    assert!(view.capture.is_revisit && view.links.len() == 2);
}

#[test]
fn original_that_comes_after_its_revisit_gives_it_its_links() {
    let digest = "WARC-Payload-Digest: sha1:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA\r\n";
    let head = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n";
    let body = format!("{head}<a href=b>b</a>");
    let foreign = format!(
        "{digest}WARC-Profile: http://netpreserve.org/warc/1.1/revisit/identical-payload-digest\r\n\
         WARC-Refers-To-Target-URI: http://a.cz/\r\nWARC-Refers-To-Date: {}\r\n",
        date(2020)
    );
    let revisits = [
        record("revisit", "http://a.cz/dir/", &date(2022), &foreign, head.as_bytes()),
        page("http://a.cz/dir/b", &date(2022), ""),
        page("http://a.cz/b", &date(2020), ""),
    ];
    let original = [record("response", "http://a.cz/", &date(2020), digest, body.as_bytes())];
    let late = TestArchive::new("late");
    let waiting = late.map_folder().join("waiting");
    let name = late.add(&revisits);
    assert!(waiting.exists());
    assert_eq!(edges(&late.map(), 20230101000000), ["/b: ", "/dir/: ", "/dir/b: "]);
    late.add(&[page("http://a.cz/other", &date(2020), "")]);
    assert!(waiting.exists());
    late.add(&original);
    assert!(!waiting.exists());
    let expected = ["/: /b", "/b: ", "/dir/: /dir/b", "/dir/b: "];
    let found = edges(&late.map(), 20230101000000);
    let found: Vec<&String> = found.iter().filter(|it| !it.starts_with("/other")).collect();
    assert_eq!(found, expected);
    // The order of files makes no difference.
    let early = TestArchive::new("early");
    early.add(&original);
    early.add(&revisits);
    assert_eq!(edges(&early.map(), 20230101000000), expected);
    // Those of a file that goes wait no longer.
    let gone = TestArchive::new("gone");
    let first = gone.add(&revisits);
    assert_eq!(first.split('/').next_back(), name.split('/').next_back());
    let mut follower = MapFollower::open(&gone.archive).unwrap();
    follower.forget(&first).unwrap();
    assert!(!gone.map_folder().join("waiting").exists());
}

#[test]
fn answer_that_nothing_has_changed_leaves_everything_as_it_was() {
    let archive = TestArchive::new("unchanged");
    let profile = "WARC-Profile: http://netpreserve.org/warc/1.1/revisit/server-not-modified\r\n";
    let same = "WARC-Payload-Digest: sha1:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA\r\nWARC-Profile: \
                http://netpreserve.org/warc/1.1/revisit/identical-payload-digest\r\n";
    let head = b"HTTP/1.1 304 Not Modified\r\n\r\n";
    archive.add(&[
        page("http://a.cz/", &date(2020), "<a href=/b>b</a>"),
        page("http://a.cz/b", &date(2020), ""),
        answer("http://a.cz/gone", &date(2020), "404 Not Found", "", ""),
    ]);
    archive.add(&[
        record("revisit", "http://a.cz/", &date(2021), profile, head),
        record("revisit", "http://a.cz/gone", &date(2021), profile, head),
        record("revisit", "http://a.cz/b", &date(2021), same, b"HTTP/1.1 404 Gone\r\n\r\n"),
        record("revisit", "http://a.cz/unheard-of", &date(2021), profile, head),
    ]);
    let map = archive.map();
    assert_eq!(edges(&map, 20200601000000), ["/: /b", "/b: "]);
    // A revisit of an error is an error.
    assert_eq!(edges(&map, 20220101000000), ["/: "]);
    let snapshot = map.snapshot(MapTime::LATEST).unwrap();
    let state = |uri: &str| snapshot.standing(snapshot.find(uri.as_bytes()).unwrap()).state;
    assert_eq!(state("http://a.cz/gone"), PageState::Failed);
    assert_eq!(state("http://a.cz/unheard-of"), PageState::Failed);
    let view = map.page(b"http://a.cz/", MapTime::LATEST).unwrap().unwrap();
    assert_eq!((view.links.len(), view.capture.status), (1, Some(200)));
    assert_eq!(map.captures(b"http://a.cz/").unwrap().len(), 2);
}

#[test]
fn row_tells_what_a_page_was() {
    let archive = TestArchive::new("rows");
    archive.add(&[
        page(
            "http://a.cz/?b#c",
            &date(2020),
            "<html lang=cs><title>T</title><meta name=description content=D><h1>H</h1><h1>2</h1>\
             <nav><a rel=next href=x#place>next <b>page</b></a></nav><img src=i.png>\
             <a name=here></a><a href='#here'></a><a href='#there'></a>",
        ),
        answer("http://a.cz/gone", &date(2020), "404 Not Found", "", "<a href=/>home</a>"),
        answer("http://a.cz/i.png", &date(2020), "200 OK", "Content-Type: image/png\r\n", "12345"),
    ]);
    let map = archive.map();
    let view = map.page(b"http://a.cz/?b", MapTime::LATEST).unwrap().unwrap();
    assert_eq!((view.texts.title.as_str(), view.texts.h1.as_str()), ("T", "H"));
    assert_eq!((view.texts.description.as_str(), view.texts.h1_count), ("D", 2));
    assert_eq!((view.capture.language.as_str(), view.capture.mime.as_str()), ("cs", "text/html"));
    assert_eq!((view.parser, view.shortfall.is_empty()), (Some(1), true));
    let shown: Vec<String> = view
        .links
        .iter()
        .map(|link| {
            let shape = &link.shape;
            let nav = shape.block.is_some_and(|(_, within)| within.nav);
            let uri = String::from_utf8_lossy(&link.uri);
            let rest = (shape.rel.as_str(), link.text.as_str(), link.fragment.as_str(), nav);
            format!("{uri} {} {} {:?} {rest:?}", shape.element, shape.attribute, shape.kind)
        })
        .collect();
    assert_eq!(
        shown,
        [
            r#"http://a.cz/x a href Navigation ("next", "next page", "place", true)"#,
            r#"http://a.cz/i.png img src Requisite(Image) ("", "", "", false)"#,
            // Of links to places in the page itself, those that are missing.
            r#"http://a.cz/?b a href Navigation ("", "", "there", false)"#,
        ]
    );
    assert!(view.texts.has_place("here") && !view.texts.has_place("there"));
    let gone = map.page(b"http://a.cz/gone", MapTime::LATEST).unwrap().unwrap();
    assert_eq!((gone.capture.status, gone.links.len()), (Some(404), 0));
    let picture = map.page(b"http://a.cz/i.png", MapTime::LATEST).unwrap().unwrap();
    assert_eq!((picture.capture.size, picture.links.len()), (5, 0));
    let snapshot = map.snapshot(MapTime::LATEST).unwrap();
    let state = |uri: &str| snapshot.standing(snapshot.find(uri.as_bytes()).unwrap()).state;
    assert_eq!(state("http://a.cz/x"), PageState::Linked);
    assert_eq!(state("http://a.cz/gone"), PageState::Failed);
    assert_eq!(snapshot.find(b"http://a.cz/unheard-of"), None);
}

#[test]
fn what_came_from_a_file_goes_with_it_and_many_files_give_the_same_as_one() {
    let pages = |file: u32| -> Vec<Vec<u8>> {
        let year = date(2000 + file);
        (0..7)
            .map(|number| {
                let targets = [format!("/{}", (number + file) % 9), format!("/only-{file}")];
                let targets: Vec<&str> = targets.iter().map(String::as_str).collect();
                page(&format!("http://a.cz/{number}"), &year, &links(&targets))
            })
            .collect()
    };
    let many = TestArchive::new("many");
    let names: Vec<String> = (0..20).map(|file| many.add(&pages(file))).collect();
    let one = TestArchive::new("one");
    one.add(&(0..20).flat_map(pages).collect::<Vec<_>>());
    assert_eq!(dump(many.archive.folder()), dump(one.archive.folder()));
    assert!(many.map().size().parts <= 12, "{:?}", many.map().size());
    // All but the last file are forgotten.
    let mut writer = many.writer();
    for name in &names[..19] {
        std::fs::remove_file(many.archive.find(name).unwrap()).unwrap();
        writer.forget(&many.archive, name.as_ref(), "a test").unwrap();
    }
    writer.close().unwrap();
    let last = TestArchive::new("last");
    last.add(&pages(19));
    let captures_of = |archive: &TestArchive| -> Vec<String> {
        let dump = dump(archive.archive.folder());
        dump.lines().filter(|line| line.starts_with(' ')).map(str::to_owned).collect()
    };
    assert_eq!(captures_of(&many), captures_of(&last));
    // Addresses that nothing links to any more go when parts are merged.
    for file in 30..40 {
        many.add(&pages(file));
        last.add(&pages(file));
    }
    assert_eq!(captures_of(&many), captures_of(&last));
    // Made anew, it is the same.
    let before = captures_of(&many);
    std::fs::remove_file(many.map_folder().join("commit")).unwrap();
    many.catch_up();
    assert_eq!(captures_of(&many), before);
}

#[test]
fn hidden_captures_are_as_if_they_did_not_exist_and_bare_ones_have_no_links() {
    let archive = TestArchive::new("sights");
    archive.add(&[
        page("http://a.cz/", &date(2020), "<a href=/b>b</a>"),
        page("http://a.cz/b", &date(2020), "<a href=/only-b-knows>x</a><title>B</title>"),
        page("http://a.cz/", &date(2021), "<a href=/c>c</a>"),
        page("http://a.cz/c", &date(2021), "<a href=/>home</a><title>C</title>"),
    ]);
    let map = archive.map();
    let year = |time: &MapTime| time.number() / 10_000_000_000;
    // What is of 2021 is hidden at the home page, and bare at all others.
    let sight = |uri: &[u8], times: &[MapTime]| -> Vec<MapSight> {
        let late = if uri == b"http://a.cz/" { MapSight::Hidden } else { MapSight::Bare };
        times.iter().map(|time| if year(time) == 2021 { late } else { MapSight::Shown }).collect()
    };
    let snapshot = map.snapshot_seen(MapTime::LATEST, Some(&sight)).unwrap();
    let graph = snapshot.graph(&GraphOptions::default()).unwrap();
    let node = |uri: &str| graph.node(snapshot.find(uri.as_bytes()).unwrap()).unwrap();
    // The home page is that of 2020.
    assert_eq!(graph.edges().of(node("http://a.cz/")), [node("http://a.cz/b")]);
    assert_eq!(graph.edges().of(node("http://a.cz/c")), [0; 0]);
    let home = snapshot.page(b"http://a.cz/").unwrap().unwrap();
    assert_eq!((year(&home.capture.time), home.links.len()), (2020, 1));
    let bare = snapshot.page(b"http://a.cz/c").unwrap().unwrap();
    assert_eq!((bare.links.len(), bare.texts.title.as_str()), (0, ""));
    assert_eq!(bare.capture.status, Some(200));
    // Nothing at all is shown of a page whose captures are all hidden.
    let nothing = |_: &[u8], times: &[MapTime]| vec![MapSight::Hidden; times.len()];
    let snapshot = map.snapshot_seen(MapTime::LATEST, Some(&nothing)).unwrap();
    assert!(snapshot.graph(&GraphOptions::default()).unwrap().is_empty());
    assert_eq!(snapshot.page(b"http://a.cz/b").unwrap(), None);
}
