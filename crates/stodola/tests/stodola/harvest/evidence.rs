//! What a national harvest knows of pages beside their text: links from the national domain, lists of the operator, the
//! address of a picture, the age of the database of countries.

use super::national::{archived, field};
use super::tiny::Tiny;
use super::web::{Harvest, Job};
use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

const WITHIN: Duration = Duration::from_secs(120);

fn tiny() -> Tiny {
    Tiny::start(|asked| {
        let words = match &*asked.path {
            "/home" => "<a href=http://a.test/linked>a</a> <a href=http://b.test/other>b</a>",
            "/linked" => "<a href=http://c.test/far>c</a>",
            "/other" => "Tady je hrozba.",
            "/far" => "Konec.",
            "/praha.png" | "/other.png" => {
                let picture = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR".to_vec();
                return (200, "Content-Type: image/png\r\n".to_owned(), picture);
            }
            _ => return (404, String::new(), Vec::new()),
        };
        let body = format!("<html lang=cs><p>Když není čas, napište nám do Prahy. {words}");
        (200, "Content-Type: text/html; charset=utf-8\r\n".to_owned(), body.into_bytes())
    })
}

fn job(tiny: &Tiny) -> Job {
    Job::bare("all")
        .with("profile", "\"national\"")
        .with("national.min_points", 10)
        .with("national.follow_country", true)
        .with("fetch.connect_to", format!("[\"*:80:127.0.0.1:{}\"]", tiny.addr.port()))
        .with("scope.rule", "[]")
        .seeds(&["http://portal.cz/home", "http://d.test/praha.png", "http://d.test/other.png"])
}

/// What a criterion found valid on each judged page.
fn valid(harvest: &Harvest, criterion: &str) -> BTreeMap<String, u64> {
    let path = harvest.archive().join("jobs/all/logs/verdicts.ndjson");
    let text = std::fs::read_to_string(path).unwrap();
    let of_line = |line: &str| {
        let (_, rest) = line.split_once(&format!("\"name\":\"{criterion}\",")).unwrap();
        let (_, rest) = rest.split_once("\"valid\":").unwrap();
        let (count, _) = rest.split_once(',').unwrap();
        (field(line, "uri").unwrap(), count.parse().unwrap())
    };
    text.lines().map(of_line).collect()
}

#[test]
fn links_from_the_national_domain_are_counted_for_each_page() {
    let tiny = tiny();
    let job = job(&tiny).with("national.in_links", "\"in-links.tsv\"");
    let harvest = Harvest::new(&job);
    let counted = "# stodola in-links 1\n2\thttp://b.test/other\n9\thttp://nobody.test/\n";
    harvest.session.write("in-links.tsv", counted.as_bytes());
    harvest.run(WITHIN).expect(0);
    let expected = [
        ("http://portal.cz/home", 0),
        ("http://a.test/linked", 1),
        ("http://b.test/other", 3),
        ("http://c.test/far", 0),
        ("http://d.test/praha.png", 0),
        ("http://d.test/other.png", 0),
    ];
    let expected = expected.map(|(uri, count)| (uri.to_owned(), count)).into();
    assert_eq!(valid(&harvest, "in-links"), expected);
}

#[test]
fn lists_vetoes_and_addresses_of_pictures_decide() {
    let tiny = tiny();
    let job = job(&tiny)
        .with("national.depth", 0)
        .with("national.probe", 3)
        .with("national.lists", "\"lists\"")
        .with("national.veto", "[\"racist-words\"]");
    let harvest = Harvest::new(&job);
    std::fs::create_dir_all(harvest.session.path("lists")).unwrap();
    harvest.session.write("lists/racist-words.txt", b"hrozba; hrozby\n");
    harvest.run(WITHIN).expect(0);
    let uris = ["portal.cz/home", "a.test/linked", "c.test/far", "d.test/praha.png"];
    assert_eq!(archived(&harvest), BTreeSet::from(uris.map(|uri| format!("http://{uri}"))));
    assert_eq!(valid(&harvest, "url")["http://d.test/praha.png"], 1);

    // WebAnalyzer judged only text, and who wants that says so.
    let harvest = Harvest::new(&job.with("national.all_types", false));
    std::fs::create_dir_all(harvest.session.path("lists")).unwrap();
    harvest.run(WITHIN).expect(0);
    assert!(!valid(&harvest, "url").contains_key("http://d.test/praha.png"));
}
