//! JSON output of the commands on archives, byte for byte: other programs depend on keys, their order and the way
//! that bytes are shown.

use crate::session::{Ran, Session};
use std::fs;

/// A URI with a byte that is not UTF-8, a quotation mark and a backslash.
const LATIN: &[u8] = b"http://example.cz/caf\xe9?a=\"b\"\\c";

fn record(kind: &str, number: u32, uri: &[u8], date: &str, more: &[u8], block: &[u8]) -> Vec<u8> {
    let id = format!("<urn:uuid:00000000-0000-4000-8000-{number:012}>");
    let head = format!(
        "WARC/1.1\r\nWARC-Type: {kind}\r\nWARC-Record-ID: {id}\r\nWARC-Date: {date}\r\nWARC-Target-URI: "
    );
    let length = block.len();
    let rest = format!(
        "Content-Type: application/http; msgtype=response\r\nContent-Length: {length}\r\n\r\n"
    );
    [head.as_bytes(), uri, b"\r\n", more, rest.as_bytes(), block, b"\r\n\r\n"].concat()
}

/// An archive of two files; the second has a revisit of what is in the first.
fn archive() -> Session {
    let session = Session::new();
    let page = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Language: cs\r\n\r\n\
        <title>\"Quoted\" \\ titlež</title>";
    let mut one = record("response", 1, LATIN, "2020-01-02T03:04:05Z", b"", page.as_bytes());
    let missing = b"HTTP/1.1 404 Not Found\r\n\r\nnothing";
    let plain = b"http://www.example.cz:8080/plain";
    one.extend(record("response", 2, plain, "2021-01-02T03:04:05Z", b"", missing));
    session.write("one.warc", &one);
    let profile =
        "WARC-Profile: http://netpreserve.org/warc/1.1/revisit/identical-payload-digest\r\n";
    let digest = "WARC-Payload-Digest: sha1:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA\r\n";
    let refers = [
        profile.as_bytes(),
        b"WARC-Refers-To-Target-URI: ",
        LATIN,
        b"\r\nWARC-Refers-To-Date: 2020-01-02T03:04:05Z\r\n",
        digest.as_bytes(),
    ]
    .concat();
    let head = b"HTTP/1.1 200 OK\r\n\r\n";
    session.write("two.warc", &record("revisit", 3, LATIN, "2022-01-02T03:04:05Z", &refers, head));
    let ran = session.run("archive add --copy --archive a one.warc two.warc").expect(0);
    assert_eq!(ran.stderr.trim(), "2 files added, 3 captures");
    session
}

#[track_caller]
fn assert_gives(ran: &Ran, expected: &[&str]) {
    let lines: Vec<_> = ran.text().lines().collect();
    assert_eq!(lines, expected);
}

#[test]
fn stats_as_json() {
    let session = archive();
    assert_gives(
        &session.run("archive stats --json --archive a").expect(0),
        &[
            r#"{"by":"year","name":"2020","captures":1,"bytes":349}"#,
            r#"{"by":"year","name":"2021","captures":1,"bytes":285}"#,
            r#"{"by":"year","name":"2022","captures":1,"bytes":510}"#,
            r#"{"by":"kind","name":"response","captures":2,"bytes":634}"#,
            r#"{"by":"kind","name":"revisit","captures":1,"bytes":510}"#,
            r#"{"by":"type","name":null,"captures":1,"bytes":285}"#,
            r#"{"by":"type","name":"text/html","captures":1,"bytes":349}"#,
            r#"{"by":"type","name":"warc/revisit","captures":1,"bytes":510}"#,
            r#"{"by":"status","name":"200","captures":2,"bytes":859}"#,
            r#"{"by":"status","name":"404","captures":1,"bytes":285}"#,
            r#"{"by":"host","name":"example.cz","captures":2,"bytes":859}"#,
            r#"{"by":"host","name":"example.cz:8080","captures":1,"bytes":285}"#,
            r#"{"by":"job","name":null,"captures":3,"bytes":1144}"#,
            concat!(
                r#"{"by":"follower","name":"catalogue","files":2,"files_done":2,"bytes":1156,"bytes_done":1156,"#,
                r#""failed":null,"failed_at":null,"reason":null}"#
            ),
        ],
    );
}

#[test]
fn lookup_as_json_and_as_cdxj() {
    let session = archive();
    fs::remove_file(session.path("a/warc/added/two.warc")).unwrap();
    assert_gives(
        &session.run("archive lookup --json --prefix *.example.cz --archive a").expect(0),
        &[
            concat!(
                r#"{"uri":"http://example.cz/café?a=\"b\"\\c","key":"cz,example)/caf%c3%a9?a=\"b\"\\c","#,
                r#""time":"20200102030405","kind":"response","status":200,"mime":"text/html","#,
                r#""digest":"sha1:WNKI6GRZ2NUAZ2T5UFEGFITVNEJMF73L","file":"warc/added/one.warc","offset":0,"#,
                r#""inner_offset":0,"length":349,"language":"cs","title":"\"Quoted\" \\ titlež","missing":false}"#
            ),
            concat!(
                r#"{"uri":"http://example.cz/café?a=\"b\"\\c","key":"cz,example)/caf%c3%a9?a=\"b\"\\c","#,
                r#""time":"20220102030405","kind":"revisit","status":200,"mime":"warc/revisit","#,
                r#""digest":"sha1:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA","file":"warc/added/two.warc","offset":0,"#,
                r#""inner_offset":0,"length":510,"language":null,"title":null,"missing":true}"#
            ),
        ],
    );
    assert_gives(
        &session.run("archive lookup --cdxj --prefix *.example.cz --archive a").expect(0),
        &[
            concat!(
                r#"cz,example)/caf%c3%a9?a="b"\c 20200102030405 {"url": "http://example.cz/caf\u00e9?a=\"b\"\\c", "#,
                r#""mime": "text/html", "status": "200", "digest": "sha1:WNKI6GRZ2NUAZ2T5UFEGFITVNEJMF73L", "#,
                r#""length": "349", "offset": "0", "filename": "one.warc"}"#
            ),
            concat!(
                r#"cz,example)/caf%c3%a9?a="b"\c 20220102030405 {"url": "http://example.cz/caf\u00e9?a=\"b\"\\c", "#,
                r#""mime": "warc/revisit", "status": "200", "digest": "sha1:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA", "#,
                r#""length": "510", "offset": "0", "filename": "two.warc"}"#
            ),
        ],
    );
}

#[test]
fn dependents_as_json() {
    let session = archive();
    let expected = concat!(
        r#"{"file":"warc/added/two.warc","offset":0,"date":"20220102030405","#,
        r#""uri":"http://example.cz/café?a=\"b\"\\c"}"#
    );
    let ran = session.run("archive dependents one.warc --json --archive a").expect(0);
    assert_gives(&ran, &[expected]);
    assert_eq!(ran.stderr.trim(), "warc/added/one.warc: 1 capture depends on it");
    let ran = session.run("archive dependents one.warc --archive a").expect(0);
    assert_gives(&ran, &[r#"warc/added/two.warc 0 20220102030405 http://example.cz/café?a="b"\c"#]);
}

#[test]
fn check_as_json() {
    let session = archive();
    let sound = |name: &str, size: u32| {
        format!(
            "{{\"file\":\"warc/added/{name}.warc\",\"condition\":\"sound\",\"before\":\"added\",\"errors\":0,\
             \"size\":{size},\"expected_size\":{size},\"dependents\":0,\"problem\":null,\"findings\":[]}}"
        )
    };
    let ran = session.run("archive check --json --archive a").expect(0);
    assert_gives(&ran, &[&sound("one", 642), &sound("two", 514)]);
    fs::remove_file(session.path("a/warc/added/one.warc")).unwrap();
    let path = session.path("a/warc/added/two.warc");
    let longer = [fs::read(&path).unwrap(), b"x".to_vec()].concat();
    fs::write(path, longer).unwrap();
    assert_gives(
        &session.run("archive check --json --archive a").expect(1),
        &[
            concat!(
                r#"{"file":"warc/added/one.warc","condition":"missing","before":"sound","errors":0,"size":null,"#,
                r#""expected_size":642,"dependents":1,"problem":null,"findings":[]}"#
            ),
            concat!(
                r#"{"file":"warc/added/two.warc","condition":"changed","before":"sound","errors":1,"size":515,"#,
                r#""expected_size":514,"dependents":0,"problem":null,"findings":[{"offset":514,"#,
                r#""rule":"bytes-after-block","#,
                r#""message":"1 bytes could not be read as a record: they follow the declared end of a block"}]}"#
            ),
        ],
    );
}
