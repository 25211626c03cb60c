//! Captures over HTTP: raw and rewritten, whole and in parts.

use crate::shelf::{Options, Shelf, page, record, response};
use std::io::{Read, Write};

const A: &str = "http://a.cz/";
const TIME: &str = "20200101000000";

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

#[test]
fn pages_are_rewritten_and_raw_ones_are_not() {
    let html = "<html><head></head><body><a href=\"http://b.cz/x\">x</a><img src=\"/y.png\"></body></html>";
    let shelf = Shelf::new(&[page(A, TIME, html)]);
    let raw = shelf.get(&format!("/web/{TIME}id_/{A}"));
    assert_eq!(raw.text(), html);
    assert_eq!(raw.header("content-type"), "text/html; charset=utf-8");
    let rewritten = shelf.get(&format!("/web/{TIME}mp_/{A}"));
    let text = rewritten.text();
    assert!(text.contains(&format!("/web/{TIME}mp_/http://b.cz/x\"")), "{text}");
    assert!(text.contains(&format!("/web/{TIME}im_/http://a.cz/y.png\"")), "{text}");
    assert!(text.contains("<script src=\"/_stodola/replay.js\" data-stodola=\"{"), "{text}");
    assert!(text.contains("&quot;uri&quot;:&quot;http://a.cz/&quot;"), "{text}");
    assert!(!text.contains("src=\"/y.png\""), "{text}");
    let script = shelf.get("/_stodola/replay.js");
    assert_eq!(script.status, 200);
    assert!(
        script.body.len() > 1000 && script.header("content-type").starts_with("text/javascript")
    );
    let again = shelf.get_with("/_stodola/replay.js", &[("If-None-Match", script.header("etag"))]);
    assert_eq!((again.status, again.body.len()), (304, 0));
}

#[test]
fn a_page_at_another_time_is_sent_to_its_own_time_and_parts_are_not() {
    let css = response("http://a.cz/s.css", TIME, "200 OK\nContent-Type: text/css", b"p{}");
    let shelf = Shelf::new(&[page(A, TIME, "x"), css]);
    let base = format!("{}/web/", shelf.replay_url());
    let answer = shelf.get("/web/2019mp_/http://www.a.cz/");
    assert_eq!(answer.status, 302);
    assert_eq!(answer.header("location"), format!("{base}{TIME}mp_/{A}"));
    let part = shelf.get("/web/20190101000000cs_/http://a.cz/s.css");
    assert_eq!(part.status, 200);
    assert_eq!(part.header("content-location"), format!("{base}{TIME}cs_/http://a.cz/s.css"));
    assert_eq!(part.header("memento-datetime"), "Wed, 01 Jan 2020 00:00:00 GMT");
}

#[test]
fn a_browser_gets_the_page_with_the_banner_and_programs_get_it_bare() {
    let shelf = Shelf::new(&[page(A, TIME, "x")]);
    let path = format!("/web/{TIME}mp_/{A}");
    let top = shelf.get_with(&path, &[("Sec-Fetch-Dest", "document")]);
    assert_eq!(top.status, 302);
    assert_eq!(top.header("location"), format!("http://{}/replay/{TIME}/{A}", shelf.app_host()));
    for dest in ["iframe", "empty", "image"] {
        assert_eq!(shelf.get_with(&path, &[("Sec-Fetch-Dest", dest)]).status, 200, "{dest}");
    }
    let raw = shelf.get_with(&format!("/web/{TIME}id_/{A}"), &[("Sec-Fetch-Dest", "document")]);
    assert_eq!(raw.status, 200);
}

#[test]
fn redirects_stay_in_the_archive_and_in_time() {
    let redirect =
        response(A, TIME, "301 Moved\nLocation: https://b.cz/x?y=1\nSet-Cookie: a=b", b"");
    let shelf = Shelf::new(&[redirect]);
    let answer = shelf.get(&format!("/web/{TIME}mp_/{A}"));
    assert_eq!(answer.status, 301);
    let expected = format!("{}/web/{TIME}mp_/https://b.cz/x?y=1", shelf.replay_url());
    assert_eq!(answer.header("location"), expected);
    assert_eq!(answer.header("set-cookie"), "");
    assert_eq!(answer.header("x-archive-orig-set-cookie"), "a=b");
}

#[test]
fn ranges_are_those_of_the_standard_also_of_chunked_and_compressed_captures() {
    let content: Vec<u8> = (0..1270_u32).map(|i| (i % 251) as u8).collect();
    let mut chunked = Vec::new();
    for piece in content.chunks(100) {
        chunked.extend(format!("{:x}\r\n", piece.len()).bytes());
        chunked.extend_from_slice(piece);
        chunked.extend_from_slice(b"\r\n");
    }
    chunked.extend_from_slice(b"0\r\n\r\n");
    let head = "200 OK\nContent-Type: video/mp4";
    let shelf = Shelf::new(&[
        response("http://a.cz/plain", TIME, &format!("{head}\nContent-Length: 1270"), &content),
        response(
            "http://a.cz/chunked",
            TIME,
            &format!("{head}\nTransfer-Encoding: chunked"),
            &chunked,
        ),
        response(
            "http://a.cz/packed",
            TIME,
            &format!("{head}\nContent-Encoding: gzip"),
            &gzip(&content),
        ),
    ]);
    for name in ["plain", "chunked", "packed"] {
        let path = format!("/web/{TIME}oe_/http://a.cz/{name}");
        let whole = shelf.get(&path);
        assert_eq!((whole.status, &whole.body), (200, &content), "{name}");
        assert_eq!(whole.header("accept-ranges"), "bytes");
        for (range, status, part, told) in [
            ("bytes=0-499", 206, 0..500, "bytes 0-499/1270"),
            ("bytes=10-200000", 206, 10..1270, "bytes 10-1269/1270"),
            ("bytes=-100", 206, 1170..1270, "bytes 1170-1269/1270"),
            ("bytes=500-", 206, 500..1270, "bytes 500-1269/1270"),
            ("bytes=1270-", 416, 0..0, "bytes */1270"),
            ("bytes=0-0,5-9", 200, 0..1270, ""),
            ("bytes=x", 200, 0..1270, ""),
        ] {
            let answer = shelf.get_with(&path, &[("Range", range)]);
            assert_eq!(
                (answer.status, answer.header("content-range")),
                (status, told),
                "{name} {range}"
            );
            assert_eq!(answer.body, content[part], "{name} {range}");
        }
        let tag = whole.header("etag").to_owned();
        for (condition, status) in [(&*tag, 206), ("\"other\"", 200)] {
            let answer = shelf.get_with(&path, &[("Range", "bytes=0-9"), ("If-Range", condition)]);
            assert_eq!(answer.status, status, "{name} {condition}");
        }
        let head = shelf.send("HEAD", &path, &[]);
        assert_eq!((head.status, head.header("content-length"), head.body.len()), (200, "1270", 0));
    }
}

#[test]
fn ranges_of_long_content_are_streams_with_a_length() {
    let content: Vec<u8> = (0..1_500_000_u32).map(|i| (i % 253) as u8).collect();
    let shelf = Shelf::new(&[response(A, TIME, "200 OK\nContent-Type: video/mp4", &content)]);
    let path = format!("/web/{TIME}oe_/{A}");
    for _ in 0..2 {
        let answer = shelf.get_with(&path, &[("Range", "bytes=1000000-")]);
        assert_eq!(answer.status, 206);
        assert_eq!(answer.header("content-range"), "bytes 1000000-1499999/1500000");
        assert_eq!(answer.header("content-length"), "500000");
        assert_eq!(answer.body, content[1_000_000..]);
    }
    let end = shelf.get_with(&path, &[("Range", "bytes=-5")]);
    assert_eq!(end.body, content[1_499_995..]);
    let whole = shelf.get(&path);
    assert_eq!((whole.status, whole.body == content), (200, true));
}

#[test]
fn what_the_reader_has_is_not_sent_again() {
    let modified = "200 OK\nContent-Type: text/html\nLast-Modified: Tue, 01 Jan 2019 00:00:00 GMT";
    let shelf = Shelf::new(&[response(A, TIME, modified, b"<p>x")]);
    let path = format!("/web/{TIME}mp_/{A}");
    let first = shelf.get(&path);
    assert_eq!(first.header("cache-control"), "private, no-cache");
    assert_eq!(first.header("last-modified"), "Tue, 01 Jan 2019 00:00:00 GMT");
    let tag = first.header("etag");
    assert!(tag.starts_with('"') && tag.contains("sha1:"), "{tag}");
    for (field, value, status) in [
        ("If-None-Match", tag, 304),
        ("If-None-Match", "\"x\"", 200),
        ("If-Modified-Since", "Tue, 01 Jan 2019 00:00:00 GMT", 304),
        ("If-Modified-Since", "Mon, 31 Dec 2018 00:00:00 GMT", 200),
    ] {
        let answer = shelf.get_with(&path, &[(field, value)]);
        assert_eq!(answer.status, status, "{field}: {value}");
        assert_eq!(answer.body.is_empty(), status == 304);
    }
    // Raw and rewritten are not the same thing.
    assert_ne!(shelf.get(&format!("/web/{TIME}id_/{A}")).header("etag"), tag);
}

#[test]
fn content_is_compressed_for_readers_elsewhere() {
    let html = format!("<p>{}", "words ".repeat(2000));
    let trusted = vec!["127.0.0.1".parse().unwrap()];
    let shelf = Shelf::with(&[page(A, TIME, &html)], Options { trusted, ..Options::default() });
    let path = format!("/web/{TIME}mp_/{A}");
    let far = [("Accept-Encoding", "gzip"), ("X-Forwarded-For", "9.9.9.9")];
    let packed = shelf.get_with(&path, &far);
    assert_eq!(packed.header("content-encoding"), "gzip");
    assert_eq!(packed.header("vary"), "accept-encoding");
    let plain = shelf.get(&path);
    assert_eq!(plain.header("content-encoding"), "");
    assert_ne!(plain.header("etag"), packed.header("etag"));
    let mut text = Vec::new();
    flate2::read::GzDecoder::new(&packed.body[..]).read_to_end(&mut text).unwrap();
    assert_eq!(text, plain.body);
}

#[test]
fn raw_captures_keep_their_coding() {
    let packed = gzip(b"<p>hello");
    let head = "200 OK\nContent-Type: text/html\nContent-Encoding: gzip";
    let shelf = Shelf::new(&[response(A, TIME, head, &packed)]);
    let raw = shelf.get(&format!("/web/{TIME}id_/{A}"));
    assert_eq!((raw.header("content-encoding"), &raw.body), ("gzip", &packed));
    let page = shelf.get(&format!("/web/{TIME}mp_/{A}"));
    assert_eq!(page.header("content-encoding"), "");
    assert!(page.text().ends_with("<p>hello"), "{}", page.text());
}

#[test]
fn damaged_content_is_shown_as_far_as_it_goes() {
    let mut packed = gzip(&b"<p>hello".repeat(5000));
    packed.truncate(packed.len() / 2);
    let head = "200 OK\nContent-Type: text/plain\nContent-Encoding: gzip";
    let shelf = Shelf::new(&[response(A, TIME, head, &packed)]);
    let answer = shelf.get(&format!("/web/{TIME}mp_/{A}"));
    assert_eq!(answer.status, 200);
    assert!(answer.text().starts_with("<p>hello<p>hello"), "{} bytes", answer.body.len());
}

#[test]
fn revisits_and_resources_are_shown() {
    let original = page(A, "20190101000000", "<p>same");
    let fields = "WARC-Profile: http://netpreserve.org/warc/1.1/revisit/identical-payload-digest\r\n\
        WARC-Refers-To-Target-URI: http://a.cz/\r\nWARC-Refers-To-Date: 2019-01-01T00:00:00Z\r\n";
    let revisit =
        record("revisit", A, TIME, fields, b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n");
    let text = record("resource", "http://a.cz/t", TIME, "Content-Type: text/plain\r\n", b"plain");
    let shelf = Shelf::new(&[original, revisit, text]);
    let answer = shelf.get(&format!("/web/{TIME}id_/{A}"));
    assert_eq!((answer.status, answer.text()), (200, "<p>same".to_owned()));
    assert_eq!(answer.header("memento-datetime"), "Wed, 01 Jan 2020 00:00:00 GMT");
    let answer = shelf.get(&format!("/web/{TIME}mp_/http://a.cz/t"));
    assert_eq!((answer.text(), answer.header("content-type")), ("plain".to_owned(), "text/plain"));
}

#[test]
fn forms_of_replayed_pages_get_the_answer_that_was_captured() {
    let request = record(
        "request",
        "http://a.cz/api",
        TIME,
        "WARC-Record-ID: <urn:asked:1>\r\n",
        b"POST /api HTTP/1.1\r\nHost: a.cz\r\nContent-Type: application/x-www-form-urlencoded\r\n\
          Content-Length: 5\r\n\r\nq=one",
    );
    let answer = record(
        "response",
        "http://a.cz/api",
        TIME,
        "WARC-Record-ID: <urn:answered:1>\r\nWARC-Concurrent-To: <urn:asked:1>\r\n",
        b"HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n\r\nanswer one",
    );
    let shelf = Shelf::new(&[request, answer]);
    let host = shelf.replay.to_string();
    let path = format!("/web/{TIME}mp_/http://a.cz/api");
    for (body, status) in [("q=one", 200), ("q=two", 404)] {
        let fields = [
            ("Host", &*host),
            ("Content-Type", "application/x-www-form-urlencoded"),
            ("Content-Length", "5"),
        ];
        let answer = crate::client::send(shelf.replay, "POST", &path, &fields, body.as_bytes());
        assert_eq!(answer.status, status, "{body}");
    }
}

#[test]
fn what_is_not_archived_is_said_to_people_and_programs() {
    let loop_ = response(A, TIME, "301 Moved\nLocation: https://www.a.cz/", b"");
    let shelf = Shelf::new(&[loop_]);
    let page = shelf.get_with(
        "/web/2020mp_/http://none.cz/%3Cb%3E",
        &[("Accept", "text/html"), ("Accept-Language", "cs")],
    );
    assert_eq!(page.status, 404);
    let text = page.text();
    assert!(text.contains("<html lang=\"cs\">") && text.contains("Není archivováno."), "{text}");
    assert!(!text.contains("<b>"), "{text}");
    assert!(page.header("content-security-policy").starts_with("default-src 'none'"));
    let line = shelf.get("/web/2020im_/http://none.cz/x.png");
    assert_eq!((line.status, line.header("content-type")), (404, "text/plain; charset=utf-8"));
    let own = shelf.get_with(&format!("/web/{TIME}mp_/{A}"), &[("Accept", "text/html")]);
    assert_eq!(own.status, 404);
    assert!(own.text().contains("It is a redirect to itself."), "{}", own.text());
}

#[test]
fn lists_lead_to_the_calendar() {
    let shelf = Shelf::new(&[page(A, TIME, "x")]);
    let app = format!("http://{}", shelf.app_host());
    for (path, to) in [
        ("/web/*/http://a.cz/", format!("{app}/captures/http://a.cz/")),
        ("/web/2019-2020*/http://a.cz/", format!("{app}/captures/http://a.cz/")),
        ("/web/*/http://a.cz/*", format!("{app}/captures/http://a.cz/*")),
    ] {
        let answer = shelf.get(path);
        assert_eq!((answer.status, answer.header("location")), (302, &*to), "{path}");
    }
}

#[test]
fn a_script_calls_the_function_that_the_page_asks_for() {
    let uri = "http://a.cz/api?callback=jQuery1&x=1";
    let body = b"jQuery1({\"a\": 1});";
    let shelf = Shelf::new(&[response(uri, TIME, "200 OK\nContent-Type: text/javascript", body)]);
    let path = format!("/web/{TIME}js_/http://a.cz/api?callback=jQuery2&x=1");
    let answer = shelf.get(&path);
    assert_eq!((answer.status, answer.text()), (200, "jQuery2({\"a\": 1});".to_owned()));
    let raw = shelf.get(&format!("/web/{TIME}id_/http://a.cz/api?callback=jQuery2&x=1"));
    assert_eq!(raw.body, body);
}

#[test]
fn a_page_is_shown_under_each_address_that_site_rules_say_is_the_same() {
    let shelf =
        Shelf::new(&[page("http://a.cz/index.html", "20100101000000", "<title>Home</title>here")]);
    let rules = shelf.folder().join("archive/site-rules.toml");
    assert_eq!(shelf.get("/web/2010mp_/http://a.cz/").status, 404);
    std::fs::write(&rules, "[[site]]\nhosts = [\"a.cz\"]\nindex = [\"index.html\"]\n").unwrap();
    let answer = shelf.get("/web/20100101000000mp_/http://a.cz/");
    assert_eq!(answer.status, 200, "{}", answer.text());
    assert!(answer.text().contains("here"), "{}", answer.text());
    // The answer says whose capture it is.
    let own = answer.header("content-location");
    assert!(own.ends_with("/web/20100101000000mp_/http://a.cz/index.html"), "{own}");
    assert!(answer.header("link").contains("<http://a.cz/index.html>; rel=\"original\""));
    let shell = shelf.get_app("/replay/20100101000000/http://a.cz/", &[]).text();
    let words = "it is the same page as <b>http://a.cz/index.html</b>";
    assert!(shell.contains(words), "{shell}");
    assert!(shell.contains("/captures/http://a.cz/index.html?day=20100101"), "{shell}");
    let czech = shelf.get_app("/replay/20100101000000/http://a.cz/?lang=cs", &[]).text();
    assert!(czech.contains("je to táž stránka jako <b>http://a.cz/index.html</b>"), "{czech}");
    // Rules that cannot be used are none.
    std::fs::write(&rules, "[[site]]\nhorse = 1\n").unwrap();
    assert_eq!(shelf.get("/web/20100101000000mp_/http://a.cz/").status, 404);
}
