//! CDX over HTTP; what queries mean is tested beside their code.

use crate::shelf::{Shelf, page};
use std::io::Read;

fn shelf(count: u32) -> Shelf {
    let records: Vec<Vec<u8>> = (0..count)
        .map(|i| page(&format!("http://a.cz/{i:05}"), "20200101000000", &format!("page {i}")))
        .collect();
    Shelf::new(&records)
}

#[test]
fn both_dialects_answer_at_their_addresses() {
    let shelf = shelf(3);
    for (path, kind, start) in [
        (
            "/web/cdx?url=a.cz/*",
            "text/x-cdxj",
            "cz,a)/00000 20200101000000 {\"url\": \"http://a.cz/00000\"",
        ),
        ("/web-cdx?url=a.cz/*&output=json", "text/x-ndjson", "{\"urlkey\": \"cz,a)/00000\""),
        (
            "/cdx/search/cdx?url=a.cz/*",
            "text/plain; charset=utf-8",
            "cz,a)/00000 20200101000000 http://a.cz/00000 ",
        ),
        (
            "/cdx/search/cdx?url=a.cz/*&output=json",
            "application/json",
            "[[\"urlkey\",\"timestamp\",\"original\",",
        ),
        ("/web?url=http://a.cz/00000", "text/plain; charset=utf-8", "cz,a)/00000 20200101000000 "),
        (
            "/web?q=type:urlquery+url:http%3A%2F%2Fa.cz%2F00000",
            "application/xml; charset=utf-8",
            "<?xml",
        ),
        ("/web/cdx?url=a.cz/*&output=link", "application/link-format", "<http://127.0.0.1:"),
    ] {
        let answer = shelf.get(path);
        assert_eq!(answer.status, 200, "{path}");
        assert_eq!(answer.header("content-type"), kind, "{path}");
        assert!(answer.text().starts_with(start), "{path}: {}", answer.text());
        assert_eq!(answer.header("cache-control"), "no-cache");
    }
    let outback = shelf.get("/web?url=http://a.cz/00000");
    assert_eq!(outback.header("outbackcdx-urlkey"), "cz,a)/00000");
    assert_eq!(outback.header("access-control-allow-origin"), "*");
}

#[test]
fn wrong_queries_get_400_in_the_form_of_the_dialect() {
    let shelf = shelf(1);
    let pywb = shelf.get("/web/cdx");
    assert_eq!((pywb.status, pywb.header("content-type")), (400, "application/json"));
    assert_eq!(pywb.text(), "{\"message\":\"The \\\"url\\\" param is required\"}");
    let archive = shelf.get("/cdx/search/cdx?url=a.cz&limit=x");
    assert_eq!(archive.status, 400);
    assert_eq!(archive.text(), "limit: 'x' is not a number\n");
    assert_eq!(shelf.get("/web?q=type:nothing+url:x").status, 400);
}

#[test]
fn long_answers_are_streams_and_may_be_compressed() {
    let shelf = shelf(3000);
    let plain = shelf.get("/web/cdx?url=a.cz/*");
    assert_eq!(plain.header("transfer-encoding"), "chunked");
    assert_eq!(plain.text().lines().count(), 3000);
    let packed = shelf.get_with("/web/cdx?url=a.cz/*", &[("Accept-Encoding", "gzip")]);
    assert_eq!(packed.header("content-encoding"), "gzip");
    assert!(packed.body.len() < plain.body.len() / 3);
    let mut text = Vec::new();
    flate2::read::GzDecoder::new(&packed.body[..]).read_to_end(&mut text).unwrap();
    assert_eq!(text, plain.body);
    let refused = shelf.get_with("/web/cdx?url=a.cz/*&gzip=false", &[("Accept-Encoding", "gzip")]);
    assert_eq!(refused.header("content-encoding"), "");
    let short = shelf.get_with("/web/cdx?url=a.cz/00001", &[("Accept-Encoding", "gzip")]);
    assert_eq!((short.header("content-encoding"), short.header("transfer-encoding")), ("", ""));
    let head = shelf.send("HEAD", "/web/cdx?url=a.cz/*", &[]);
    assert_eq!((head.status, head.body.len()), (200, 0));
}

#[test]
fn pages_have_every_row_once() {
    let shelf = shelf(7000);
    let number = shelf.get("/cdx/search/cdx?url=a.cz/*&showNumPages=true&pageSize=1").text();
    let number: u32 = number.trim().parse().unwrap();
    assert!((2..=4).contains(&number), "{number}");
    let told: serde_json::Value =
        serde_json::from_slice(&shelf.get("/web/cdx?url=a.cz/*&showNumPages=true&pageSize=1").body)
            .unwrap();
    assert_eq!(told["pages"], number);
    let mut all = String::new();
    for page in 0..number {
        let part = shelf.get(&format!("/cdx/search/cdx?url=a.cz/*&page={page}&pageSize=1"));
        assert!(part.text().lines().count() > 100, "{page}");
        all.push_str(&part.text());
    }
    assert_eq!(all, shelf.get("/cdx/search/cdx?url=a.cz/*").text());
    assert_eq!(
        shelf.get(&format!("/cdx/search/cdx?url=a.cz/*&page={number}&pageSize=1")).status,
        400
    );
    let index = shelf.get("/cdx/search/cdx?url=a.cz/*&showPagedIndex=true&pageSize=1").text();
    assert_eq!(index.lines().count() as u32, number);
}

#[test]
fn captures_that_are_added_meanwhile_are_found() {
    let shelf = shelf(1);
    assert_eq!(shelf.get("/web/cdx?url=b.cz").text(), "");
    assert_eq!(shelf.get("/web/2020id_/http://b.cz/").status, 404);
    shelf.add("fresh", &[page("http://b.cz/", "20210101000000", "fresh")]);
    assert_eq!(shelf.get("/web/cdx?url=b.cz").text().lines().count(), 1);
    assert_eq!(shelf.get("/web/2020id_/http://b.cz/").text(), "fresh");
}
