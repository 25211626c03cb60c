//! The nearest capture, and what is passed over on the way to it.

use crate::{Made, at, found, page, record, redirect, stamp};
use stodola_replay::{FindOutcome, KeyMatch, PassReason, Wanted, find};

const A: &str = "http://a.cz/";

#[test]
fn nearest_capture_by_time_is_found() {
    let mut made = Made::new();
    made.add(&[page(A, "2010"), page("https://www.a.cz/", "20120601000000")]);
    made.add(&[page(A, "2014"), page("http://a.cz/other", "2013"), page(A, "2016")]);
    let captures = made.captures();
    for (time, expected) in [
        ("2000", "2010"),
        ("2010", "2010"),
        ("2011", "2010"),
        ("20120101000000", "20120601000000"),
        ("20130801000000", "2014"),
        // As near as the next: the earlier one.
        ("2015", "2014"),
        ("2030", "2016"),
        ("", "2016"),
    ] {
        assert_eq!(at(&captures, A, time), expected, "{time}");
    }
    assert_eq!(at(&captures, "http://a.cz/nothing", "2010"), "nothing");
    assert_eq!(at(&captures, "HTTPS://WWW.A.CZ:443/#x", "2010"), "2010");
}

#[test]
fn status_does_not_matter() {
    let mut made = Made::new();
    let error = record("response", A, "2012", "", "HTTP/1.1 503 Busy\r\n\r\nerror");
    made.add(&[page(A, "2010"), error]);
    assert_eq!(at(&made.captures(), A, "2012"), "error");
}

#[test]
fn redirects_to_themselves_are_passed_over() {
    let mut made = Made::new();
    made.add(&[
        page(A, "2010"),
        redirect(A, "2011", "https://www.a.cz/"),
        redirect(A, "2012", "/"),
        redirect(A, "2013", "//A.cz:80/?"),
        redirect(A, "2014", "/elsewhere"),
        // Without a target, and one that only says that nothing has changed.
        record("response", A, "2015", "", "HTTP/1.1 302 Found\r\n\r\n2015"),
        record("response", A, "2016", "", "HTTP/1.1 304 Not\r\nLocation: /\r\n\r\n2016"),
    ]);
    let captures = made.captures();
    assert_eq!(at(&captures, A, "2011"), "2010");
    assert_eq!(at(&captures, A, "20120601000000"), "2014");
    assert_eq!(at(&captures, A, "2015"), "2015");
    assert_eq!(at(&captures, A, "2016"), "2016");
    let outcome = find(&captures, &Wanted::new(A.as_bytes(), Some(stamp("2012")))).unwrap();
    let FindOutcome::Found(capture) = outcome else { panic!("nothing") };
    assert_eq!(capture.matched, KeyMatch::Exact);
    let years: Vec<_> = capture.passed.iter().map(|(it, _)| it.row.time.unwrap().year()).collect();
    assert_eq!(years, [2012, 2011, 2013]);
    assert!(capture.passed.iter().all(|(_, reason)| matches!(reason, PassReason::SelfRedirect)));
}

#[test]
fn redirects_that_come_back_over_others_are_passed_over() {
    let mut made = Made::new();
    made.add(&[
        page(A, "2008"),
        redirect(A, "2013", "http://a.cz/index.php"),
        redirect("http://a.cz/index.php", "2013", "/second"),
        redirect("http://a.cz/second", "2013", "https://a.cz"),
        // A redirect into that circle, and one that leads out of another.
        redirect("http://b.cz/", "2013", A),
        redirect("http://c.cz/", "2013", "/x"),
        redirect("http://c.cz/x", "2013", "/y"),
        page("http://c.cz/y", "2013"),
    ]);
    let captures = made.captures();
    assert_eq!(at(&captures, A, "2013"), "2008");
    for uri in ["http://a.cz/index.php", "http://a.cz/second"] {
        assert_eq!(at(&captures, uri, "2013"), "unusable 20130101000000: redirects to itself");
    }
    for uri in ["http://b.cz/", "http://c.cz/", "http://c.cz/x"] {
        assert_eq!(at(&captures, uri, "2013"), "2013", "{uri}");
    }
}

#[test]
fn where_all_redirect_to_themselves_there_is_no_loop() {
    let mut made = Made::new();
    made.add(&[redirect(A, "2011", "https://a.cz/"), redirect(A, "2013", "https://a.cz/")]);
    let said = at(&made.captures(), A, "2013");
    assert_eq!(said, "unusable 20130101000000: redirects to itself");
}

#[test]
fn what_cannot_be_read_is_passed_over() {
    let mut made = Made::new();
    made.add(&[page(A, "2010")]);
    made.add(&[page(A, "2012")]);
    let lost =
        "WARC-Refers-To-Target-URI: http://c.cz/\r\nWARC-Refers-To-Date: 2009-01-01T00:00:00Z\r\n";
    made.add(&[record("revisit", A, "2013", lost, "")]);
    let captures = made.captures();
    assert_eq!(at(&captures, A, "2013"), "2012");
    made.lose(2);
    assert_eq!(at(&captures, A, "2013"), "2010");
    made.lose(1);
    let said = at(&captures, A, "2013");
    assert!(
        said.starts_with("unusable 20130101000000: ") && said.contains("not in the archive"),
        "{said}"
    );
}

#[test]
fn revisits_have_the_content_of_their_original() {
    let mut made = Made::new();
    made.add(&[page(A, "2010")]);
    let refers =
        format!("WARC-Refers-To-Target-URI: {A}\r\nWARC-Refers-To-Date: 2010-01-01T00:00:00Z\r\n");
    let head = "HTTP/1.1 200 OK\r\nX: later\r\n\r\n";
    made.add(&[record("revisit", "http://b.cz/", "2015", &refers, head)]);
    assert_eq!(at(&made.captures(), "http://b.cz/", "2020"), "2010");
}

#[test]
fn hidden_captures_are_as_if_they_were_not_there() {
    let mut made = Made::new();
    made.add(&[page(A, "2010"), page(A, "2012"), page(A, "2014")]);
    let captures = made.captures();
    let is_shown = |entry: &stodola_archive::Entry| entry.row.time.unwrap().year() != 2012;
    let wanted =
        Wanted { is_shown: &is_shown, ..Wanted::new(A.as_bytes(), Some(stamp("20120101000000"))) };
    assert_eq!(found(&captures, &wanted), "2010");
    let wanted = Wanted { is_shown: &|_| false, ..wanted };
    assert_eq!(found(&captures, &wanted), "nothing");
}

#[test]
fn what_is_said_about_a_page_is_not_the_page() {
    let mut made = Made::new();
    let metadata =
        |uri: &str| record("metadata", uri, "2012", "Content-Type: text/xml\r\n", "<m/>");
    made.add(&[metadata(A), metadata("http://b.cz/"), page(A, "2010")]);
    let captures = made.captures();
    assert_eq!(at(&captures, A, "2012"), "2010");
    assert_eq!(at(&captures, "http://b.cz/", "2012"), "<m/>");
}

#[test]
fn fuzzy_rules_find_what_differs_in_nothing_that_matters() {
    let mut made = Made::new();
    let captured = [
        "http://a.cz/data.json?_=1390766784",
        "http://a.cz/api?q=one&callback=jQuery1910_1&_=1",
        "http://a.cz/api?q=two&callback=jQuery1910_1&_=2",
        "http://a.cz/page?id=1&utm_source=x&utm_medium=y",
        "http://a.cz/style.css?v=1.2",
        "http://a.cz/plain",
        "http://a.cz/img.png?id=5",
    ];
    let records: Vec<Vec<u8>> = captured
        .iter()
        .map(|uri| record("response", uri, "2012", "", &format!("HTTP/1.1 200 OK\r\n\r\n{uri}")))
        .collect();
    made.add(&records);
    let captures = made.captures();
    for (uri, expected) in [
        ("http://a.cz/data.json?_=99", captured[0]),
        ("http://a.cz/data.json", captured[0]),
        ("http://a.cz/api?_=3&callback=other&q=one", captured[1]),
        ("http://a.cz/api?q=two", captured[2]),
        ("http://a.cz/api?q=three&_=1", "nothing"),
        ("http://a.cz/api", "nothing"),
        ("http://a.cz/page?id=1", captured[3]),
        ("http://a.cz/page?id=2&utm_source=x", "nothing"),
        ("http://a.cz/style.css?v=2.0", captured[4]),
        ("http://a.cz/style.css?20140101", captured[4]),
        ("http://a.cz/plain?fbclid=abc", captured[5]),
        ("http://a.cz/img.png?id=6", "nothing"),
    ] {
        assert_eq!(at(&captures, uri, "2012"), expected, "{uri}");
        let wanted = Wanted { is_fuzzy: false, ..Wanted::new(uri.as_bytes(), None) };
        assert_eq!(found(&captures, &wanted), "nothing", "{uri}");
    }
    let outcome = find(&captures, &Wanted::new(b"http://a.cz/data.json?_=9", None)).unwrap();
    let FindOutcome::Found(capture) = outcome else { panic!("nothing") };
    assert_eq!(capture.matched, KeyMatch::Fuzzy("cache-buster"));
}
