//! Unchanged captures add dates, not documents.

use super::archives::{TestArchive, page, paths, record};

const DIGEST: &str = "WARC-Payload-Digest: sha1:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA\r\n";

fn original(date: &str) -> Vec<u8> {
    let block = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<title>t</title><p>mamut";
    record("response", "http://a.cz/m", date, DIGEST, block)
}

fn revisit(date: &str) -> Vec<u8> {
    let fields = format!(
        "{DIGEST}WARC-Profile: http://netpreserve.org/warc/1.1/revisit/identical-payload-digest\r\n"
    );
    let block = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n";
    record("revisit", "http://a.cz/m", date, &fields, block)
}

#[test]
fn unchanged_captures_are_dates_of_one_document() {
    let archive = TestArchive::new("unchanged");
    archive.add(&[
        original("2007-01-01T00:00:00Z"),
        original("2008-06-01T00:00:00Z"),
        revisit("2012-03-01T00:00:00Z"),
    ]);
    archive.add(&[
        revisit("2015-01-01T00:00:00Z"),
        page("http://a.cz/m", "2016-01-01T00:00:00Z", "<p>mamut odešel"),
    ]);
    let counts = archive.index().counts().unwrap();
    assert_eq!(counts, [2, 2, 5, 0]);
    let years: Vec<String> =
        archive.search("mamut").facets.years.into_iter().map(|it| it.name).collect();
    assert_eq!(years, ["2007", "2008", "2012", "2015", "2016"]);
    for (query, time) in [
        ("mamut date:2008", Some("20080601000000")),
        ("mamut date:2007..2012", Some("20120301000000")),
        ("mamut date:2009..2011", None),
        ("mamut date:2012-02..2012-04", Some("20120301000000")),
        ("mamut date:2012-04..2012-12", None),
        ("mamut date:2016", Some("20160101000000")),
    ] {
        let found = archive.search(query);
        let told = found.hits.first().and_then(|hit| hit.capture.time).map(|time| time.to_string());
        assert_eq!(told.as_deref(), time, "{query}");
        assert_eq!(found.total, u64::from(time.is_some()), "{query}");
    }
}

#[test]
fn revisit_before_its_original_waits_for_it() {
    let archive = TestArchive::new("waits");
    archive.add(&[revisit("2012-03-01T00:00:00Z")]);
    assert_eq!(archive.search("site:a.cz").total, 0);
    archive.add(&[original("2007-01-01T00:00:00Z")]);
    assert_eq!(archive.search("mamut").facets.years.len(), 2);
    assert_eq!(paths(&archive.search("mamut date:2012")), "m");
}

#[test]
fn forgotten_file_takes_its_dates_and_documents_along() {
    let archive = TestArchive::new("forget");
    let first = archive.add(&[
        original("2007-01-01T00:00:00Z"),
        page("http://a.cz/x", "2007-01-01T00:00:00Z", "<p>bizon"),
    ]);
    archive.add(&[revisit("2015-01-01T00:00:00Z")]);
    let mut writer = archive.writer().unwrap();
    std::fs::remove_file(archive.archive.path_of(&first)).unwrap();
    writer.forget(&archive.archive, first.as_ref(), "a test").unwrap();
    writer.close().unwrap();
    assert_eq!(archive.paths("bizon"), "");
    let left: Vec<String> =
        archive.search("mamut").facets.years.into_iter().map(|it| it.name).collect();
    assert_eq!(left, ["2015"]);
    assert_eq!(archive.index().counts().unwrap()[1], 1);
}

/// A revisit of another address, as programs write it that compare payloads whatever their address.
fn foreign(uri: &str, date: &str, mime: &str) -> Vec<u8> {
    let fields = format!(
        "{DIGEST}WARC-Profile: http://netpreserve.org/warc/1.1/revisit/identical-payload-digest\r\n\
         WARC-Refers-To-Target-URI: http://a.cz/m\r\nWARC-Refers-To-Date: 2007-01-01T00:00:00Z\r\n"
    );
    let block = format!("HTTP/1.1 200 OK\r\nContent-Type: {mime}\r\n\r\n");
    record("revisit", uri, date, &fields, block.as_bytes())
}

#[test]
fn revisit_of_another_address_is_found_with_the_text_of_that_one() {
    let archive = TestArchive::new("foreign");
    // The original stands in the same file, and in one before.
    archive.add(&[
        original("2007-01-01T00:00:00Z"),
        foreign("http://b.cz/x", "2008-01-01T00:00:00Z", "text/html"),
    ]);
    archive.add(&[
        foreign("http://c.cz/y", "2009-01-01T00:00:00Z", "text/html"),
        foreign("http://c.cz/y", "2010-01-01T00:00:00Z", "text/html"),
        foreign("http://c.cz/picture", "2009-01-01T00:00:00Z", "image/png"),
    ]);
    assert_eq!(archive.search("mamut").total, 3);
    assert_eq!(archive.paths("mamut site:b.cz"), "x");
    let other = archive.search("title:t site:c.cz");
    assert_eq!(
        other.hits[0].times.map(|(first, last)| (first.year(), last.year())),
        Some((2009, 2010))
    );
    assert_eq!(archive.index().counts().unwrap(), [2, 3, 4, 0]);
}

#[test]
fn revisit_of_another_address_waits_for_a_later_file() {
    let archive = TestArchive::new("foreign-waits");
    archive.add(&[foreign("http://b.cz/x", "2008-01-01T00:00:00Z", "text/html")]);
    assert_eq!(archive.search("site:b.cz").total, 0);
    assert_eq!(archive.index().undigested(10).unwrap().len(), 1);
    archive.add(&[original("2007-01-01T00:00:00Z")]);
    assert_eq!(archive.paths("mamut site:b.cz date:2008"), "x");
    assert_eq!(archive.index().undigested(10).unwrap().len(), 0);
    archive.catch_up();
    assert_eq!(archive.index().counts().unwrap(), [2, 2, 2, 0]);
}
