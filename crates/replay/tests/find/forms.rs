//! Requests with a body, converted content, and files in the making.

use crate::{Made, at, found, page, record, stamp};
use std::io::Read;
use stodola_archive::{CatalogueWriter, FileFacts};
use stodola_replay::{FindOutcome, RequestBody, Wanted, WantedForm, find};

const API: &str = "http://a.cz/api";

fn posted(number: u32, time: &str, body: &str) -> [Vec<u8>; 2] {
    let head = "POST /api HTTP/1.1\r\nContent-Type: application/json\r\n";
    let request = format!("{head}Content-Length: {}\r\n\r\n{body}", body.len());
    let id = format!("WARC-Record-ID: <urn:{number}>\r\n");
    let concurrent = format!("WARC-Concurrent-To: <urn:{number}>\r\n");
    let answer = format!("HTTP/1.1 200 OK\r\n\r\n{body} in {time}");
    [
        record("response", API, time, &id, &answer),
        record("request", API, time, &concurrent, &request),
    ]
}

#[test]
fn answer_to_a_request_is_found_by_its_body() {
    let mut made = Made::new();
    let one = r#"{"q": 1}"#;
    let two = r#"{"q": 2}"#;
    made.add(&posted(1, "2010", one).concat_with(posted(2, "2012", two)));
    made.add(
        &posted(3, "2014", one).concat_with([page(API, "2011"), page("http://a.cz/get", "2011")]),
    );
    let captures = made.captures();
    let ask = |method: &str, body: &str, time: &str| {
        let request = RequestBody {
            method: method.as_bytes(),
            content_type: Some(b"application/json"),
            body: body.as_bytes(),
        };
        let wanted =
            Wanted { request: Some(&request), ..Wanted::new(API.as_bytes(), Some(stamp(time))) };
        found(&captures, &wanted)
    };
    assert_eq!(ask("POST", one, "2011"), format!("{one} in 2010"));
    assert_eq!(ask("post", one, "2013"), format!("{one} in 2014"));
    assert_eq!(ask("POST", r#"{ "q":2 }"#, "2014"), format!("{two} in 2012"));
    assert_eq!(ask("POST", r#"{"q": 3}"#, "2014"), "nothing");
    assert_eq!(ask("PUT", one, "2014"), "nothing");
    // A GET is no POST, and the other way round.
    assert_eq!(ask("GET", "", "2014"), "2011");
    assert_eq!(at(&captures, API, "2014"), "2011");
}

#[test]
fn a_form_may_lead_to_its_own_address() {
    for (status, expected) in [(303, "sent"), (302, "sent"), (308, "redirects to itself")] {
        let mut made = Made::new();
        let [_, request] = posted(1, "2010", "{}");
        let block = format!("HTTP/1.1 {status} X\r\nLocation: /api\r\n\r\nsent");
        let answer = record("response", API, "2010", "WARC-Record-ID: <urn:1>\r\n", &block);
        made.add(&[answer, request]);
        let json = Some(&b"application/json"[..]);
        let request = RequestBody { method: b"POST", content_type: json, body: b"{}" };
        let wanted =
            Wanted { request: Some(&request), ..Wanted::new(API.as_bytes(), Some(stamp("2010"))) };
        assert!(found(&made.captures(), &wanted).ends_with(expected), "{status}");
    }
}

/// Two lists one after the other.
trait ConcatWith {
    fn concat_with(self, other: [Vec<u8>; 2]) -> Vec<Vec<u8>>;
}

impl ConcatWith for [Vec<u8>; 2] {
    fn concat_with(self, other: [Vec<u8>; 2]) -> Vec<Vec<u8>> {
        self.into_iter().chain(other).collect()
    }
}

#[test]
fn converted_content_is_given_on_request() {
    let mut made = Made::new();
    let uri = "http://a.cz/x.doc";
    let id = |number: u32| format!("WARC-Record-ID: <urn:{number}>\r\n");
    let original = |number: u32, time: &str| {
        let block = format!("HTTP/1.1 200 OK\r\nContent-Type: application/msword\r\n\r\n{time}");
        record("response", uri, time, &id(number), &block)
    };
    let conversion = |of: u32, mime: &str, text: &str| {
        let fields = format!("Content-Type: {mime}\r\nWARC-Refers-To: <urn:{of}>\r\n");
        record("conversion", uri, "2024", &fields, text)
    };
    made.add(&[original(1, "2010"), original(2, "2012"), original(3, "2014")]);
    made.add(&[
        conversion(1, "application/pdf", "pdf of 1"),
        conversion(2, "application/pdf", "pdf of 2"),
        conversion(2, "text/plain", "text of 2"),
    ]);
    let refers = format!(
        "WARC-Refers-To-Target-URI: {uri}\r\nWARC-Refers-To-Date: 2010-01-01T00:00:00Z\r\n"
    );
    made.add(&[record("revisit", uri, "2016", &refers, "HTTP/1.1 200 OK\r\n\r\n")]);
    let captures = made.captures();
    let ask = |form, time: &str| {
        let wanted = Wanted { form, ..Wanted::new(uri.as_bytes(), Some(stamp(time))) };
        found(&captures, &wanted)
    };
    assert_eq!(ask(WantedForm::Original, "2012"), "2012");
    assert_eq!(ask(WantedForm::Conversion(Some("application/pdf")), "2010"), "pdf of 1");
    assert_eq!(ask(WantedForm::Conversion(Some("Application/PDF; v=1")), "2012"), "pdf of 2");
    assert_eq!(ask(WantedForm::Conversion(Some("text/plain")), "2012"), "text of 2");
    // Without one, the original.
    assert_eq!(ask(WantedForm::Conversion(Some("image/png")), "2012"), "2012");
    assert_eq!(ask(WantedForm::Conversion(None), "2014"), "2014");
    // A revisit has the conversions of its original.
    assert_eq!(ask(WantedForm::Conversion(None), "2016"), "pdf of 1");
    let form = WantedForm::Conversion(None);
    let wanted = Wanted { form, ..Wanted::new(uri.as_bytes(), Some(stamp("2010"))) };
    let FindOutcome::Found(capture) = find(&captures, &wanted).unwrap() else { panic!("nothing") };
    assert_eq!(capture.conversion.unwrap().mime.as_deref(), Some("application/pdf"));
    assert_eq!(capture.entry.row.time, Some(stamp("2010")));
    assert_eq!(capture.opened.content.raw_head(), None);
    // No conversion is a capture.
    assert_eq!(captures.lookup(uri.as_bytes()).unwrap().len(), 4);
}

#[test]
fn captures_of_a_file_in_the_making_are_found() {
    let made = Made::new();
    let archive = made.archive();
    let bytes = page("http://a.cz/", "2012");
    let path = archive.folder().join("warc/x.warc.open");
    std::fs::create_dir_all(path.parent().unwrap()).unwrap();
    std::fs::write(&path, [&bytes[..], b"WARC/1.1\r\nWARC-Ty"].concat()).unwrap();
    // As a harvest lists what is safe.
    let row = {
        let mut reader = stodola_warc::Reader::new(&bytes[..]);
        let mut record = reader.next_record().unwrap().unwrap();
        let http = record.http().unwrap();
        stodola_archive::CaptureRow::read(&mut record, http.as_ref()).unwrap().unwrap()
    };
    let mut writer: CatalogueWriter = made.writer();
    let mut adder = writer.begin_file("warc/x.warc").unwrap();
    adder.push(row).unwrap();
    let size = bytes.len() as u64;
    adder.suspend(size, &FileFacts { size, ..FileFacts::default() }).unwrap();
    drop(writer);
    let captures = made.captures();
    assert_eq!(at(&captures, "http://a.cz/", ""), "2012");
    let mut text = String::new();
    std::fs::File::open(&path).unwrap().read_to_string(&mut text).unwrap();
    assert!(text.ends_with("WARC-Ty"));
}
