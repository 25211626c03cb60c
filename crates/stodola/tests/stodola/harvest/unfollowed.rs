//! Links that no URI of a harvest comes of are counted, and `why` tells of them.

use super::archive;
use super::tiny::Tiny;
use super::web::{Harvest, Job};
use std::time::Duration;

const WITHIN: Duration = Duration::from_secs(60);

/// A page with links that cannot be followed, and one with more links than are taken.
fn web() -> Tiny {
    Tiny::start(|asked| {
        let long = format!("http://spolek.test/{}", "x".repeat(70_000));
        let body = match &*asked.path {
            "/" => format!(
                "<a href=/many><a href=mailto:a@spolek.test><a href='javascript:x()'><a href=gopher://g.test/>\
                 <a href=http://spolek.test:99999/><a href='http://{{x}}/'><a href={long}><a href={long}1>"
            ),
            "/many" => (0..40).map(|number| format!("<a href=/{number}>")).collect(),
            _ => String::new(),
        };
        let found = asked.path != "/robots.txt";
        (if found { 200 } else { 404 }, "Content-Type: text/html\r\n".to_owned(), body.into_bytes())
    })
}

#[test]
fn every_link_is_counted_where_it_stands_and_why_tells_the_truth() {
    let tiny = web();
    let job = Job::bare("all")
        .with("fetch.connect_to", format!("[\"*:80:127.0.0.1:{}\"]", tiny.addr.port()))
        .with("extract.max_links", 30)
        .seeds(&["http://spolek.test/"]);
    let harvest = Harvest::new(&job);
    harvest.run(WITHIN).expect(0);
    let folder = harvest.archive().join("jobs/all");
    let log = std::fs::read_to_string(folder.join("logs/crawl.log")).unwrap();
    let notes = |uri: &str| {
        let line = log.lines().find(|line| line.split_whitespace().nth(3) == Some(uri));
        line.unwrap_or_else(|| panic!("no {uri} in {log}")).rsplit(' ').next().unwrap().to_owned()
    };
    assert_eq!(
        notes("http://spolek.test/"),
        "links-scheme:3,links-too-long:2,links-invalid-host:1,links-invalid-port:1"
    );
    assert_eq!(notes("http://spolek.test/many"), "links-cut-max-links:30");
    assert_eq!(notes("http://spolek.test/5"), "-");
    let metadata = archive::metadata(&harvest.archive());
    let first = &metadata["http://spolek.test/"];
    assert!(first.contains("outlinksUnfollowed: scheme 3\r\n"), "{first}");
    assert!(first.contains("outlinksUnfollowed: invalid-port 1\r\n"), "{first}");
    let many = &metadata["http://spolek.test/many"];
    assert!(many.contains("outlinksUnfollowed: cut-max-links 30\r\n"), "{many}");
    let report = std::fs::read_to_string(folder.join("reports/processors-report.txt")).unwrap();
    for line in ["  Links passed over: 7", "    too-long: 2", "  Pages not read to their end: 1"] {
        assert!(report.lines().any(|it| it == line), "{report}");
    }
    let why = |url: &str| {
        let ran = harvest.session.command().args(["why", url, "--archive", "archive"]).output();
        let ran = ran.unwrap();
        assert!(ran.status.success(), "{}", String::from_utf8_lossy(&ran.stderr));
        String::from_utf8(ran.stdout).unwrap()
    };
    let long = format!("http://spolek.test/{}", "x".repeat(70_000));
    for (url, words) in [
        ("mailto:a@spolek.test", "only http and https are harvested"),
        ("gopher://g.test/", "only http and https are harvested"),
        ("http://spolek.test:99999/", "its port is above 65535"),
        ("http://{x}/", "no host that can exist"),
        (&*long, "longer than 65,536 bytes"),
    ] {
        let said = why(url);
        assert!(said.contains(words), "{said}");
        let first = "such links stand on 1 page, first on http://spolek.test/\n";
        assert!(said.contains(first) && !said.contains("no page"), "{said}");
    }
    // Beyond the thirtieth link, and linked from nowhere: nobody can tell these from each other.
    for path in ["35", "nowhere"] {
        let said = why(&format!("http://spolek.test/{path}"));
        let cut = "1 page; the first is http://spolek.test/many: it was cut after its 30 links (extract.max_links)";
        assert!(said.contains("not read to their end") && said.contains(cut), "{said}");
    }
    let ran = harvest.session.run("why mailto:x --json --archive archive").expect(0);
    assert!(ran.text().contains("\"passed_over_because\":\"scheme\""), "{}", ran.text());
    assert!(ran.text().contains("\"pages_with_such_links\":1"), "{}", ran.text());
}
