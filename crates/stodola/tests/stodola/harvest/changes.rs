//! What a round found, beside what the archive had before: reports count it rightly.

use super::tiny::{HANGS_UP, Tiny};
use super::web::{Harvest, Job};
use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

const WITHIN: Duration = Duration::from_secs(60);

/// A site that is another in the second round.
fn web(is_second: Arc<AtomicBool>) -> Tiny {
    Tiny::start(move |asked| {
        let second = is_second.load(Ordering::SeqCst);
        let html = "Content-Type: text/html\r\n";
        let (status, headers, body) = match &*asked.path {
            "/" if second => (
                200,
                html,
                "2 <a href=/tag><a href=/same><a href=/other><a href=/gone><a href=/new><a href=/dead>",
            ),
            "/" => (
                200,
                html,
                "1 <a href=/tag><a href=/same><a href=/other><a href=/gone><a href=/dead>",
            ),
            "/tag" if asked.condition.is_some() => (304, "ETag: \"1\"\r\n", ""),
            "/tag" => (200, "Content-Type: text/html\r\nETag: \"1\"\r\n", "tagged"),
            "/same" => (200, html, "always the same"),
            "/other" => (200, html, if second { "other" } else { "one" }),
            "/gone" if !second => (200, html, "here today"),
            "/new" => (200, html, "gone tomorrow"),
            "/robots.txt" => (404, html, "no rules"),
            "/dead" => (HANGS_UP, "", ""),
            _ => (404, html, "nothing"),
        };
        (status, headers.to_owned(), body.as_bytes().to_vec())
    })
}

fn changes(harvest: &Harvest) -> BTreeMap<String, u64> {
    let report = harvest.archive().join("jobs/all/reports/changes-report.txt");
    let report = std::fs::read_to_string(report).unwrap();
    let rows = report.strip_prefix("[#urls] [change]\n").unwrap().lines();
    rows.map(|row| row.split_once(' ').unwrap())
        .map(|(number, name)| (name.to_owned(), number.parse().unwrap()))
        .filter(|(_, number)| *number > 0)
        .collect()
}

#[test]
fn a_round_tells_what_is_new_changed_unchanged_gone_and_failed() {
    let is_second = Arc::new(AtomicBool::new(false));
    let tiny = web(Arc::clone(&is_second));
    let job = Job::bare("all")
        .with("fetch.connect_to", format!("[\"*:80:127.0.0.1:{}\"]", tiny.addr.port()))
        .seeds(&["http://spolek.test/"]);
    let harvest = Harvest::new(&job);
    harvest.run(WITHIN).expect(0);
    let expect = |rows: &[(&str, u64)]| {
        rows.iter().map(|(name, number)| ((*name).to_owned(), *number)).collect::<BTreeMap<_, _>>()
    };
    assert_eq!(changes(&harvest), expect(&[("new", 5), ("failed", 1)]));
    is_second.store(true, Ordering::SeqCst);
    harvest.start(&["--again"]).finish(WITHIN).expect(0);
    assert_eq!(
        changes(&harvest),
        expect(&[("new", 1), ("changed", 2), ("unchanged", 2), ("gone", 1), ("failed", 1)])
    );
    let read = |name: &str| {
        std::fs::read_to_string(harvest.archive().join("jobs/all/reports").join(name)).unwrap()
    };
    // /same is known by its hash, and so is robots.txt; /tag by what the server says.
    let crawl = read("crawl-report.txt");
    for line in ["novel URIs: 4", "duplicate-by-hash URIs: 2", "not-modified URIs: 1"] {
        assert!(crawl.lines().any(|it| it == line), "no '{line}' in {crawl}");
    }
    let hosts = read("hosts-report.txt");
    let row = hosts.lines().find(|row| row.contains(" spolek.test ")).unwrap();
    let words: Vec<_> = row.split(' ').collect();
    assert_eq!((words[0], words[5], words[7], words[9]), ("7", "4", "2", "1"), "{row}");
    let bytes = |at: usize| words[at].parse::<u64>().unwrap();
    assert!(bytes(6) > 0 && bytes(8) > 0 && bytes(10) > 0, "{row}");
    assert_eq!(bytes(1), bytes(6) + bytes(8) + bytes(10), "{row}");
}
