//! Titles and languages in the catalogue: of responses with HTML, by their beginning, decoded.

use crate::files::{Folder, archive, lock, record};
use stodola_archive::Intake;
use stodola_follow::{FOLLOWERS, open_writer};

fn described(kind: &str, block: &[u8]) -> (Option<String>, Option<String>) {
    let folder = Folder::new(&format!("titles-{}", block.len()));
    let archive = archive(&folder);
    let path = folder.write("a.warc", record(kind, "http://a.cz/", "2020-01-01T00:00:00Z", block));
    let mut writer = open_writer(&archive, FOLLOWERS, lock(&archive)).unwrap();
    writer.take_in(&archive, &path, Intake::Reference, &mut ()).unwrap();
    let row = writer.lookup(b"http://a.cz/").unwrap().remove(0).row;
    (row.title, row.language)
}

#[test]
fn titles_are_those_of_decoded_pages() {
    let check = |kind: &str, block: &str, title: Option<&str>, language: Option<&str>| {
        let expected = (title.map(str::to_owned), language.map(str::to_owned));
        assert_eq!(described(kind, block.as_bytes()), expected, "{block}");
    };
    let html = "HTTP/1.1 200 OK\r\nContent-Type: Text/HTML; charset=utf-8\r\n";
    let page = "<title>hello</title>";
    let plain = format!("{html}Content-Language:  cs \r\n\r\n{page}");
    check("response", &plain, Some("hello"), Some("cs"));
    check("revisit", &plain, None, None);
    let chunked = format!(
        "{html}Transfer-Encoding: chunked\r\n\r\n8\r\n<title>h\r\nc\r\nello</title>\r\n0\r\n\r\n"
    );
    check("response", &chunked, Some("hello"), None);
    // Cut in the middle, and damaged: what can be had is there.
    check("response", &chunked[..chunked.len() - 7], Some("hello"), None);
    check("response", &format!("{html}Content-Encoding: gzip\r\n\r\n{page}"), Some("hello"), None);
    check(
        "response",
        &format!("HTTP/1.1 200 OK\r\nContent-Type: image/png\r\n\r\n{page}"),
        None,
        None,
    );
    check("response", &format!("HTTP/1.1 200 OK\r\n\r\n{page}"), None, None);
    check("response", page, None, None);
}

#[test]
fn no_more_than_the_beginning_is_looked_at() {
    let head = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n";
    let block = format!("{head}{}<title>late</title>", "<p>x</p>".repeat(8 << 10));
    assert_eq!(described("response", block.as_bytes()).0, None);
    let block = format!("{head}{}<title>late</title>", "<p>x</p>".repeat(7 << 10));
    assert_eq!(described("response", block.as_bytes()).0.as_deref(), Some("late"));
}
