//! Requests with a body and conversions in the catalogue, and captures of one key by time.

use crate::captures::{add, record};
use crate::files::{Folder, lock, rebuild_files};
use stodola_archive::{Archive, Captures, Key, PostedRow, Stamp, key_of};

const API: &str = "http://a.cz/api?x=1";

/// A request with a body and its answer, in either order.
fn pair(number: u32, body: &str, is_request_first: bool) -> Vec<u8> {
    let date = format!("20{number:02}-01-01T00:00:00Z");
    let (asked, answered) = (format!("<urn:asked:{number}>"), format!("<urn:answered:{number}>"));
    let head = format!(
        "POST /api?x=1 HTTP/1.1\r\nHost: a.cz\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n",
        body.len()
    );
    let request =
        |fields: &str| record("request", API, &date, fields, format!("{head}{body}").as_bytes());
    let answer = |fields: &str| {
        let block = format!("HTTP/1.1 200 OK\r\n\r\nanswer {number}");
        record("response", API, &date, fields, block.as_bytes())
    };
    let (asked_id, answered_id) =
        (format!("WARC-Record-ID: {asked}\r\n"), format!("WARC-Record-ID: {answered}\r\n"));
    let mut both = match is_request_first {
        true => request(&asked_id),
        false => answer(&answered_id),
    };
    both.extend(match is_request_first {
        true => answer(&format!("{answered_id}WARC-Concurrent-To: {asked}\r\n")),
        false => request(&format!("{asked_id}WARC-Concurrent-To: {answered}\r\n")),
    });
    both
}

fn posted(query: &str) -> PostedRow {
    PostedRow { method: "POST".to_owned(), query: query.to_owned() }
}

fn check(archive: &Archive) {
    let captures = Captures::new(archive);
    let catalogue = captures.catalogue().unwrap();
    // All are captures of the URI.
    let all = catalogue.lookup(API.as_bytes()).unwrap();
    let found: Vec<_> = all
        .iter()
        .map(|entry| (entry.row.time.unwrap().year(), catalogue.posted(entry).unwrap()))
        .collect();
    let expected = [
        (2010, Some(posted("q=one"))),
        (2011, Some(posted("q=two"))),
        (2012, Some(posted("q=one"))),
        (2013, None),
    ];
    assert_eq!(found, expected);
    let key = posted("q=one").key(API.as_bytes()).unwrap();
    assert_eq!(key, key_of(b"http://a.cz/api?x=1&__wb_method=POST&q=one"));
    let years = |entries: Vec<stodola_archive::Entry>| -> Vec<u16> {
        entries.iter().map(|it| it.row.time.unwrap().year()).collect()
    };
    let behind = catalogue.posted_behind(&Key::start_of(&key), 9).unwrap();
    assert_eq!(years(behind), [2010, 2012]);
    let before = catalogue.posted_before(&Key::end_of(&key), 1).unwrap();
    assert_eq!(years(before), [2012]);
    let rows = catalogue.conversions(&key_of(API.as_bytes()), 9).unwrap();
    drop(catalogue);
    assert_eq!(rows.len(), 1);
    assert_eq!(rows[0].refers_to.as_deref(), Some(&b"urn:answered:10"[..]));
    assert_eq!(captures.record_id(&all[0]).unwrap().as_deref(), Some(&b"urn:answered:10"[..]));
    let mut text = String::new();
    let content = captures.open_conversion(&rows[0]).unwrap();
    std::io::Read::read_to_string(&mut content.into_stored(), &mut text).unwrap();
    assert_eq!(text, "converted");
}

#[test]
fn answers_to_posts_are_found_by_their_request_also_after_a_rebuild() {
    let folder = Folder::new("requests");
    let mut bytes = pair(10, "{\"q\": \"one\"}", true);
    bytes.extend(pair(11, "{\"q\": \"two\"}", false));
    let fields = "Content-Type: text/plain\r\nWARC-Refers-To: <urn:answered:10>\r\n";
    bytes.extend(record("conversion", API, "2024-01-01T00:00:00Z", fields, b"converted"));
    add(&folder, "a.warc", &bytes);
    let mut bytes = pair(12, "{\"q\": \"one\"}", true);
    bytes.extend(record("response", API, "2013-01-01T00:00:00Z", "", b"HTTP/1.1 200 OK\r\n\r\n"));
    let archive = add(&folder, "b.warc", &bytes);
    check(&archive);
    rebuild_files(&archive, lock(&archive, "a test")).unwrap();
    check(&archive);
    // What is known of a file that is lost is kept.
    std::fs::rename(folder.path().join("b.warc"), folder.path().join("c.warc.away")).unwrap();
    rebuild_files(&archive, lock(&archive, "a test")).unwrap();
    check(&archive);
}

#[test]
fn captures_of_one_key_come_by_time_from_any_place() {
    let folder = Folder::new("by-time");
    let uri = "http://a.cz/";
    for year in [2010, 2012, 2011, 2013, 2012] {
        let file = std::fs::read_dir(folder.path()).unwrap().count();
        let block = format!("HTTP/1.1 200 OK\r\n\r\n{file}");
        let date = format!("{year}-01-01T00:00:00Z");
        let bytes = record("response", uri, &date, "", block.as_bytes());
        add(&folder, &format!("{file}.warc"), &bytes);
    }
    let other = record("response", "http://a.cz/a", "2012-01-01T00:00:00Z", "", b"");
    let archive = add(&folder, "other.warc", &other);
    let captures = Captures::new(&archive);
    let catalogue = captures.catalogue().unwrap();
    let key = key_of(uri.as_bytes());
    let years = |entries: Vec<stodola_archive::Entry>| -> Vec<u16> {
        entries.iter().map(|it| it.row.time.unwrap().year()).collect()
    };
    let at = |year: &str| Stamp::parse(year).unwrap();
    let behind = |place: Key, limit| years(catalogue.captures_behind(&place, limit).unwrap());
    let before = |place: Key, limit| years(catalogue.captures_before(&place, limit).unwrap());
    assert_eq!(behind(Key::start_of(&key), 9), [2010, 2011, 2012, 2012, 2013]);
    assert_eq!(behind(Key::before_time(&key, at("2012")), 2), [2012, 2012]);
    assert_eq!(behind(Key::behind_time(&key, at("2012")), 2), [2013]);
    assert_eq!(before(Key::end_of(&key), 2), [2013, 2012]);
    assert_eq!(before(Key::behind_time(&key, at("2012")), 9), [2012, 2012, 2011, 2010]);
    assert_eq!(before(Key::before_time(&key, at("2012")), 1), [2011]);
    assert_eq!(before(Key::start_of(&key), 1), []);
    // A page goes on behind the last capture of the one before.
    let first = catalogue.captures_behind(&Key::start_of(&key), 3).unwrap();
    assert_eq!(behind(first[2].key(), 9), [2012, 2013]);
}
