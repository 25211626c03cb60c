//! Programs that were made for OutbackCDX or for the Internet Archive's CDX server: what pywb, OpenWayback and Heritrix
//! ask.

use crate::access::{add, rule};
use crate::client::send;
use crate::shelf::{Options, Shelf, page, record, response};
use stodola_access::{AccessPolicy, AccessRule, BlockCause};

const TIME: &str = "20200101000000";

/// The times of the rows, as years.
fn years(shelf: &Shelf, path: &str) -> String {
    let answer = shelf.get(path);
    assert_eq!(answer.status, 200, "{path}: {}", answer.text());
    let year = |line: &str| line.split(' ').nth(1).map(|time| time[..4].to_owned());
    answer.text().lines().filter_map(year).collect::<Vec<_>>().join(" ")
}

#[test]
fn redirects_of_a_url_to_itself_can_be_left_out() {
    let moved = |uri: &str, time: &str, to: &str| {
        response(uri, time, &format!("301 Moved\nLocation: {to}"), b"")
    };
    let shelf = Shelf::new(&[
        moved("http://a.cz/", "20100101000000", "https://www.a.cz/"),
        moved("https://a.cz/", "20110101000000", "//www.a.cz"),
        page("https://www.a.cz/", "20120101000000", "here"),
        moved("https://www.a.cz/", "20130101000000", "https://new.cz/"),
        response("https://www.a.cz/", "20140101000000", "304 Not Modified\nLocation: /", b""),
    ]);
    assert_eq!(years(&shelf, "/web?url=a.cz"), "2010 2011 2012 2013 2014");
    assert_eq!(years(&shelf, "/web?url=a.cz&omitSelfRedirects=true"), "2012 2013 2014");
    assert_eq!(
        years(&shelf, "/web?url=a.cz&omitSelfRedirects=true&sort=reverse&limit=2"),
        "2014 2013"
    );
    assert_eq!(years(&shelf, "/web?url=a.cz&omitSelfRedirects=false&limit=1"), "2010");
}

#[test]
fn many_redirects_to_itself_are_passed_over_in_steps() {
    let moved = |day: u32| {
        let time = format!("2010{:02}{:02}000000", 1 + day / 28, 1 + day % 28);
        response("http://a.cz/", &time, "302 Found\nLocation: https://a.cz/", b"")
    };
    let mut records: Vec<Vec<u8>> = (0..200).map(moved).collect();
    records.push(page("http://a.cz/", "20200101000000", "x"));
    let shelf = Shelf::new(&records);
    assert_eq!(years(&shelf, "/web?url=a.cz&omitSelfRedirects=true"), "2020");
}

#[test]
fn answers_to_posts_are_told_apart() {
    let asked = |id: u32, body: &str| {
        let length = body.len();
        let block = format!(
            "POST /api HTTP/1.1\r\nHost: a.cz\r\nContent-Type: application/x-www-form-urlencoded\r\n\
             Content-Length: {length}\r\n\r\n{body}"
        );
        let fields = format!("WARC-Record-ID: <urn:asked:{id}>\r\n");
        record("request", "http://a.cz/api", TIME, &fields, block.as_bytes())
    };
    let answered = |id: u32, time: &str| {
        let fields = format!(
            "WARC-Record-ID: <urn:answered:{id}>\r\nWARC-Concurrent-To: <urn:asked:{id}>\r\n"
        );
        let block = b"HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n\r\nx";
        record("response", "http://a.cz/api", time, &fields, block)
    };
    let shelf = Shelf::new(&[
        record(
            "response",
            "http://a.cz/api",
            "20100101000000",
            "WARC-Record-ID: <urn:page>\r\n",
            b"HTTP/1.1 200 OK\r\n\r\ngot",
        ),
        asked(1, "q=one two"),
        answered(1, "20110101000000"),
        asked(2, "q=2"),
        answered(2, "20120101000000"),
    ]);
    for (rest, expected) in [
        ("", "2010 2011 2012"),
        ("&method=GET", "2010"),
        ("&method=POST", "2011 2012"),
        ("&method=PUT", ""),
        ("&method=post&requestBody=q%3Done+two", "2011"),
        ("&requestBody=q%3D2", "2012"),
    ] {
        assert_eq!(years(&shelf, &format!("/web?url=a.cz/api{rest}")), expected, "{rest}");
    }
}

#[test]
fn an_access_point_shows_what_its_group_may_see() {
    let records: Vec<Vec<u8>> = ["20100101000000", "20120101000000", "20200101000000"]
        .iter()
        .map(|time| page("http://a.cz/", time, time))
        .collect();
    let shelf = Shelf::new(&records);
    let blocked = rule(AccessPolicy::Block, BlockCause::ReadingRoom, "2010");
    let allowed = AccessRule {
        policy: AccessPolicy::Allow,
        audience: "group:staff".parse().unwrap(),
        ..blocked.clone()
    };
    add(&shelf, blocked);
    add(&shelf, allowed);
    add(&shelf, rule(AccessPolicy::Hide, BlockCause::Rights, "2012"));
    for (rest, expected) in [
        // Without one, what is blocked is listed for whoever asks.
        ("", "2010 2020"),
        ("&accesspoint=public", "2020"),
        ("&accesspoint=staff", "2010 2020"),
        ("&accesspoint=others", "2020"),
    ] {
        assert_eq!(years(&shelf, &format!("/web?url=a.cz{rest}")), expected, "{rest}");
    }
    let xml = shelf.get("/web?q=type:urlquery+url:a.cz&accesspoint=public").text();
    assert!(xml.contains("20200101000000") && !xml.contains("20100101000000"), "{xml}");
    // Behind a proxy anybody could say so.
    let trusted = vec!["127.0.0.1".parse().unwrap()];
    let shelf = Shelf::with(&records, Options { trusted, ..Options::default() });
    let host = shelf.replay.to_string();
    let fields = [("Host", &*host), ("X-Forwarded-For", "9.9.9.9")];
    for (point, status) in [("staff", 400), ("public", 200)] {
        let path = format!("/web?url=a.cz&accesspoint={point}");
        assert_eq!(send(shelf.replay, "GET", &path, &fields, b"").status, status, "{point}");
    }
}

#[test]
fn heritrix_finds_the_last_capture() {
    let shelf = Shelf::new(&[
        page("http://a.cz/", "20100101000000", "ten"),
        page("http://a.cz/", "20200101000000", "twenty"),
    ]);
    // Its processors for the Internet Archive's server take column 2 as the time and column 6 as the digest of the
    // last line; those for OutbackCDX the first line with the same URL.
    for path in [
        "/web/timemap/cdx?url=http%3A%2F%2Fa.cz%2F&limit=-1",
        "/cdx/search/cdx?url=http%3A%2F%2Fa.cz%2F&startDate=20190101000000",
        "/cdx/search?url=http%3A%2F%2Fa.cz%2F&limit=-1",
        "/web?limit=100&matchType=exact&filter=%21mimetype%3Afailure-status-code.*&sort=reverse\
         &url=http%3A%2F%2Fa.cz%2F",
    ] {
        let answer = shelf.get(path);
        assert_eq!(answer.status, 200, "{path}");
        let text = answer.text();
        let columns: Vec<&str> = text.lines().next().unwrap().split(' ').collect();
        assert_eq!((columns[1], columns[2]), (TIME, "http://a.cz/"), "{path}");
        assert!(columns[5].len() == 32, "{path}: {}", columns[5]);
    }
}

#[test]
fn a_conversion_is_sent_to_those_who_prefer_it() {
    let original = record(
        "response",
        "http://a.cz/x",
        TIME,
        "WARC-Record-ID: <urn:original>\r\nContent-Type: application/http; msgtype=response\r\n",
        b"HTTP/1.1 200 OK\r\nContent-Type: application/x-old\r\nX-Own: 1\r\n\r\nold",
    );
    let converted = record(
        "conversion",
        "http://a.cz/x",
        "20250101000000",
        "WARC-Record-ID: <urn:converted>\r\nWARC-Refers-To: <urn:original>\r\nContent-Type: text/html\r\n",
        b"<a href=\"http://a.cz/y\">new</a>",
    );
    let shelf = Shelf::new(&[original, converted]);
    let ask = |modifier: &str, prefer: Option<&str>| {
        let prefer: Vec<_> = prefer.map(|value| ("Prefer", value)).into_iter().collect();
        shelf.get_with(&format!("/web/{TIME}{modifier}/http://a.cz/x"), &prefer)
    };
    let plain = ask("id_", None);
    assert_eq!((plain.text(), plain.header("preference-applied")), ("old".to_owned(), ""));
    let raw = ask("id_", Some("conversion"));
    assert_eq!(raw.text(), "<a href=\"http://a.cz/y\">new</a>");
    assert_eq!(raw.header("content-type"), "text/html");
    assert_eq!((raw.header("preference-applied"), raw.header("x-own")), ("conversion", ""));
    assert_eq!(raw.header("memento-datetime"), "Wed, 01 Jan 2020 00:00:00 GMT");
    assert_ne!(raw.header("etag"), plain.header("etag"));
    // A page that it was converted to is replayed like any other.
    let page = ask("if_", Some("conversion=\"text/html\""));
    assert!(page.text().contains("/web/20200101000000if_/http://a.cz/y"), "{}", page.text());
    // There is no conversion to that type: the capture itself is sent, and the answer does not claim otherwise.
    let other = ask("id_", Some("conversion=\"application/pdf\""));
    assert_eq!((other.text(), other.header("preference-applied")), ("old".to_owned(), ""));
    let fields = [("Prefer", "conversion"), ("Range", "bytes=0-1")];
    let part = shelf.get_with(&format!("/web/{TIME}id_/http://a.cz/x"), &fields);
    assert_eq!((part.status, part.text()), (206, "<a".to_owned()));
}
