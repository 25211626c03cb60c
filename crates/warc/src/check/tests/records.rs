//! One record of a sound file edited, and what must be found then.

use super::samples::{file_with, samples};
use super::*;

#[test]
fn samples_of_all_types_are_sound() {
    let file: Vec<u8> = samples().iter().flat_map(Sample::bytes).collect();
    let (found, summary) = findings(&file, Limits::default());
    assert_eq!(found, [""; 0]);
    assert_eq!((summary.records, summary.blocks_verified, summary.payloads_verified), (9, 5, 2));
    assert_eq!(summary.by_type.len(), 8);
    assert_eq!(summary.by_type[2], (RecordType::Response, 2));
}

#[test]
fn an_edited_record_gives_its_findings() {
    assert_rows(rows());
}

/// Each row as its name, its file and what must be found.
pub(super) fn rows() -> impl Iterator<Item = (String, Vec<u8>, &'static str)> {
    ROWS.iter()
        .map(|(name, edits, expect)| (format!("{name} {edits:?}"), file_with(name, edits), *expect))
}

#[test]
fn without_digests_only_the_form_is_checked() {
    let file = file_with("response", &["WARC-Block-Digest: sha1:AAAA"]);
    let mut found = Vec::new();
    let mut on = |f: Finding| found.push(f.rule);
    let options = CheckerOptions { digests: false };
    let summary = super::super::check(&mut Reader::new(&file[..]), &options, &mut on).unwrap();
    assert_eq!((summary.blocks_verified, summary.payloads_verified), (0, 0));
    assert_eq!(found, ["digest-syntax"]);
    let file = file_with("response", &["|HTTP/1.1 200 OK\r\n\r\nchanged", EMPTY_BLOCK]);
    let summary = super::super::check(&mut Reader::new(&file[..]), &options, &mut |_| ()).unwrap();
    assert_eq!(summary.errors, 0);
}

#[test]
fn messages_name_the_field_and_the_value() {
    let table = [
        ("WARC-Date: der", "WARC-Date 'der' is not a date"),
        ("WARC-IP-Address: a.b", "WARC-IP-Address 'a.b' is neither IPv4 nor IPv6"),
        ("WARC-Target-URI: x", "WARC-Target-URI 'x' has no scheme"),
        ("WARC-Segment-Number: 2", "WARC-Segment-Number is '2', but the first segment has 1"),
        (
            "WARC-Payload-Digest: {block}",
            "WARC-Payload-Digest is 'sha1:6WXWV5GR2OYW6UKKZB23L767JRLINI6E', but the payload has \
             'sha1:XJSAM2J6QFOSRKNCKGDDZIMGOKI7ZOBH'; the declared value is the digest of \
             the whole block",
        ),
    ];
    for (edit, expect) in table {
        let file = file_with("response", &[edit]);
        let mut first = None;
        let mut on = |f: Finding| {
            first.get_or_insert(f.fault.to_string());
        };
        super::super::check(&mut Reader::new(&file[..]), &CheckerOptions::default(), &mut on)
            .unwrap();
        assert_eq!(first.as_deref(), Some(expect));
    }
}

const EMPTY_BLOCK: &str = "WARC-Block-Digest: sha1:3I42H3S6NNFQ2MSVX7XZKYAYSCX5QBYJ";
const EMPTY_PAYLOAD: &str = "WARC-Payload-Digest: sha1:3I42H3S6NNFQ2MSVX7XZKYAYSCX5QBYJ";
const CHUNKED: &str = "|HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip, chunked\r\n\r\n\
                       5\r\nDobry\r\n4;x=y\r\n den\r\n0\r\n\r\n";
const OTHER_ALGORITHM: &str =
    "WARC-Block-Digest: sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
const URI_AGNOSTIC: &str = "WARC-Profile: http://netpreserve.org/warc/1.1/revisit/\
                            uri-agnostic-identical-payload-digest";
/// Of `Dobry den`.
const UNCHUNKED: &str = "WARC-Payload-Digest: sha1:QVJVCCRBGCUH5KR6SJ2OJMADGOAAWVGR";
const NO_URI: &str = "WARC-Record-ID: <zaphod>";

/// A sample's name, edits as [`Sample::edit`] has them, findings as [`expected`] has them.
pub(super) const ROWS: &[(&str, &[&str], &str)] = &[
    // Which fields must and must not be there.
    ("response", &["-WARC-Date"], "error missing-field"),
    ("resource", &["-WARC-Record-ID"], "error missing-field"),
    ("resource", &["-WARC-Target-URI"], "error missing-field"),
    ("continuation", &["-WARC-Segment-Number"], "error missing-field comment segment-elsewhere"),
    ("continuation", &["-WARC-Segment-Origin-ID"], "error missing-field comment segment-elsewhere"),
    ("revisit", &["-WARC-Profile"], "error missing-field"),
    ("metadata", &["-WARC-Target-URI"], ""),
    ("resource", &["-WARC-Type"], "error missing-field"),
    ("resource", &["WARC-Type: other", "-WARC-Date"], "error missing-field comment type-unknown"),
    ("warcinfo", &["WARC-Target-URI: http://example.cz/"], "error field-not-allowed"),
    (
        "warcinfo",
        &["WARC-Warcinfo-ID: <urn:uuid:00000000-0000-4000-8000-000000000001>"],
        "error field-not-allowed",
    ),
    ("warcinfo", &["WARC-Payload-Digest: {block}"], "recommendation field-not-allowed"),
    ("response", &["WARC-Filename: a.warc"], "error field-not-allowed"),
    ("response", &["WARC-Refers-To: <a:b>"], "error field-not-allowed"),
    ("response", &["WARC-Profile: x"], "recommendation field-not-allowed"),
    ("metadata", &["WARC-Refers-To: <a:b>"], ""),
    ("metadata", &["WARC-Refers-To-Date: 2024-05-01T12:00:01Z"], "error field-not-allowed"),
    ("conversion", &["WARC-IP-Address: 192.0.2.17"], "error field-not-allowed"),
    ("response", &["WARC-Segment-Total-Length: 7"], "error field-not-allowed"),
    (
        "conversion",
        &["WARC-Concurrent-To: <urn:uuid:00000000-0000-4000-8000-000000000003>"],
        "error field-not-allowed",
    ),
    (
        "revisit",
        &["WARC/1.0", "WARC-Profile: http://netpreserve.org/warc/1.0/revisit/server-not-modified"],
        "comment field-newer field-newer",
    ),
    ("resource", &["+WARC-Date: 2024-05-01T12:00:00Z"], "error duplicate-field"),
    ("resource", &["+warc-type: resource"], "error duplicate-field"),
    ("resource", &["WARC-IP-Address:"], "error empty-value"),
    ("resource", &["Content-Type:"], "error empty-value"),
    ("metadata", &["WARC-Foo: a", "+WARC-foo: b", "Foo: c"], "comment unknown-field"),
    ("metadata", &["Source-Damage: gzip-crc; gzip member at 0: x"], "comment source-damage"),
    ("metadata", &["two words: x"], "error field-name"),
    ("metadata", &["Note: \u{fffd}"], "error header-encoding"),
    ("metadata", &["Note: žlutý"], ""),
    ("metadata", &["Note: a\u{1}b"], "error header-control"),
    // Values.
    ("resource", &["WARC-Type: novelty"], "comment type-unknown"),
    ("resource", &["WARC-Type: Resource"], "comment type-case"),
    ("resource", &["WARC-Record-ID: urn:uuid:1"], "error id-syntax"),
    ("resource", &[NO_URI], "error id-syntax"),
    ("resource", &["WARC-Concurrent-To: x:y"], "error id-syntax comment reference-elsewhere"),
    ("resource", &["WARC-Target-URI: example.cz"], "error uri-syntax"),
    ("resource", &["WARC-Target-URI: http://example.cz/a b"], "error uri-syntax"),
    ("resource", &["WARC-Target-URI: http://example.cz/ž"], "error uri-syntax"),
    ("resource", &["WARC-Target-URI: <http://example.cz/>"], "error uri-brackets"),
    (
        "metadata",
        &["WARC/1.0", "WARC-Target-URI: <http://example.cz/>"],
        "recommendation uri-brackets",
    ),
    ("resource", &["WARC-Date: 2024-05-01 12:00:00"], "error date-syntax"),
    ("resource", &["WARC-Date: 2024-05-01t12:00:00z"], "comment date-syntax"),
    ("resource", &["WARC-Date: 2024"], ""),
    ("resource", &["WARC/1.0"], "error date-precision"),
    ("resource", &["WARC/1.0", "WARC-Date: 2024-05"], "error date-precision"),
    ("revisit", &["WARC-Refers-To-Date: yesterday"], "error date-syntax"),
    ("resource", &["Content-Type: text"], "error media-type-syntax"),
    ("response", &["WARC-Identified-Payload-Type: a b/c"], "error media-type-syntax"),
    ("response", &["WARC-IP-Address: 1.2.3.4.5"], "error ip-syntax"),
    ("response", &["WARC-IP-Address: 2001:db8:0:0:0:0:0:1"], "comment ip-form"),
    ("response", &["WARC-IP-Address: 2001:db8::1"], ""),
    (
        "continuation",
        &["WARC-Segment-Total-Length: many"],
        "error number-syntax comment segment-elsewhere",
    ),
    ("metadata", &["WARC-Truncated: boredom"], "comment truncated-reason"),
    ("resource", &["Content-Length: many"], "error length-unreadable"),
    ("resource", &["-Content-Type"], "recommendation content-type-missing"),
    ("warcinfo", &["Content-Type: text/plain"], "recommendation warc-fields-type"),
    ("metadata", &["Content-Type: text/anvl"], "comment warc-fields-type"),
    ("resource", &["WARC/1.2"], "error unknown-version"),
    ("resource", &["WARC/0.18", "WARC-Date: 2024-05-01T12:00:00Z"], ""),
    // Revisits.
    ("revisit", &["WARC-Profile: hello kitty"], "recommendation profile-unknown"),
    ("revisit", &[URI_AGNOSTIC], ""),
    (
        "revisit",
        &["WARC-Profile: http://netpreserve.org/warc/1.0/revisit/server-not-modified"],
        "comment profile-version",
    ),
    ("revisit", &["-WARC-Payload-Digest"], "error revisit-digest"),
    ("revisit", &["-WARC-Refers-To", "-WARC-Refers-To-Date"], "comment revisit-reference"),
    ("revisit", &["-WARC-Truncated"], "comment revisit-truncated"),
    ("revisit", &["|", "-WARC-Truncated"], ""),
    (
        "revisit",
        &[
            "WARC-Profile: http://netpreserve.org/warc/1.1/revisit/server-not-modified",
            "-WARC-Truncated",
        ],
        "",
    ),
    // Segments and ids.
    ("segment: response", &["WARC-Segment-Number: 2"], "error segment-number segment-chain"),
    ("continuation", &["WARC-Segment-Number: 1"], "error segment-number segment-chain"),
    ("continuation", &["WARC-Segment-Number: 3"], "error segment-chain"),
    ("continuation", &["WARC-Segment-Total-Length: 79"], "error segment-chain"),
    ("continuation", &["-WARC-Segment-Total-Length"], "comment segment-elsewhere"),
    ("continuation", &["WARC-Segment-Number: x"], "error number-syntax comment segment-elsewhere"),
    (
        "request",
        &["WARC-Segment-Number: 1"],
        "recommendation segment-type comment segment-elsewhere",
    ),
    (
        "continuation",
        &["WARC-Segment-Origin-ID: <a:b>"],
        "comment segment-elsewhere segment-elsewhere",
    ),
    ("segment: response", &["-WARC-Segment-Number"], "error segment-chain comment http-length"),
    (
        "resource",
        &["WARC-Record-ID: <urn:uuid:00000000-0000-4000-8000-000000000003>"],
        "error duplicate-id",
    ),
    ("resource", &["WARC-Warcinfo-ID: <a:b>"], "comment reference-elsewhere"),
    ("resource", &["WARC-Refers-To: <a:b>"], "error field-not-allowed"),
    // Digests.
    ("resource", &["WARC-Block-Digest: asdf"], "error digest-syntax"),
    ("resource", &["WARC-Block-Digest: sha1:&$*^"], "error digest-syntax"),
    ("resource", &["WARC-Block-Digest: has space:asdf"], "error digest-syntax"),
    ("resource", &["WARC-Block-Digest: crc32:00000000"], "comment digest-algorithm"),
    ("resource", &[EMPTY_BLOCK], "error block-digest"),
    ("resource", &[EMPTY_BLOCK, "WARC-Truncated: time"], "recommendation block-digest"),
    ("response", &[EMPTY_PAYLOAD], "error payload-digest"),
    ("response", &["WARC-Payload-Digest: {block}"], "error payload-digest"),
    ("resource", &[EMPTY_PAYLOAD], "error payload-digest"),
    ("response", &[CHUNKED, UNCHUNKED], ""),
    ("response", &[CHUNKED], "comment payload-digest-raw"),
    ("response", &[CHUNKED, EMPTY_PAYLOAD], "error payload-digest"),
    ("continuation", &["WARC-Payload-Digest: {block}"], "comment payload-digest-segment"),
    ("revisit", &["WARC-Payload-Digest: {block}"], ""),
    ("response", &[OTHER_ALGORITHM], "error block-digest"),
    // Further digests.
    ("resource", &["Stodola-Block-Digests: {block}"], ""),
    (
        "resource",
        &["Stodola-Block-Digests: {block} md5:d41d8cd98f00b204e9800998ecf8427e"],
        "error block-digest",
    ),
    (
        "resource",
        &["Stodola-Block-Digests: asdf crc32:00"],
        "error digest-syntax comment digest-algorithm",
    ),
    ("response", &["Stodola-Payload-Digests: {block}"], "error payload-digest"),
    ("revisit", &["Stodola-Payload-Digests: {block}"], ""),
    (
        "response",
        &[CHUNKED, UNCHUNKED, "Stodola-Payload-Digests: sha1:QVJVCCRBGCUH5KR6SJ2OJMADGOAAWVGR"],
        "",
    ),
    // HTTP.
    ("response", &["|<p>Dobry den</p>"], "recommendation http-head"),
    ("response", &["|"], "recommendation http-head"),
    ("response", &["|HTTP/1.1 200 OK\r\nA: b\r\n", EMPTY_PAYLOAD], "recommendation http-head"),
    ("request", &["|Dear server, please"], "recommendation http-head"),
    ("response", &["Content-Type: text/html"], "recommendation http-type error payload-digest"),
    (
        "request",
        &["Content-Type: application/http; msgtype=\"response\""],
        "recommendation http-msgtype",
    ),
    ("response", &["|HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nabc"], "comment http-length"),
    ("response", &["|HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n"], ""),
    ("response", &["|HTTP/1.1 304 X\r\nContent-Length: 9\r\n\r\nabc"], ""),
    (
        "response",
        &["|HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nnot at all"],
        "comment http-chunks",
    ),
    (
        "response",
        &["|HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nDob"],
        "comment http-chunks payload-digest-raw",
    ),
];
