//! Any bytes may stand where a digest, a date, a header or a posted form should. What is read of
//! them is read again from the form that we write; fields are parts of their header; and a query
//! stays within its limit.

use std::ops::Range;

use stodola_warc::date::{parse_arc_date, parse_warc_date};
use stodola_warc::digest::Digest;
use stodola_warc::{ArcLine, Reader, post};

/// Reads the bytes as each of them.
pub(crate) fn run(text: &[u8]) {
    digest(text);
    dates(text);
    arc_line(text, false);
    arc_line(text, true);
    header(text);
    query(text);
}

fn digest(text: &[u8]) {
    if let Ok(digest) = Digest::parse(text) {
        assert_eq!(Digest::parse(digest.to_string().as_bytes()), Ok(digest));
    }
}

fn dates(text: &[u8]) {
    let warc = parse_warc_date(text).0;
    if let Some(date) = warc {
        let written = date.iso8601().to_string();
        assert_eq!(parse_warc_date(written.as_bytes()), (Some(date), None), "{written}");
    }
    let arc = parse_arc_date(text).0;
    if let Some(date) = arc {
        let written = date.iso8601().to_string();
        assert_eq!(parse_warc_date(written.as_bytes()), (Some(date), None), "{written}");
    }
    for date in [warc, arc].into_iter().flatten() {
        let written = date.digits14().to_string();
        let seconds = parse_arc_date(written.as_bytes()).0.map(|d| d.to_unix());
        assert_eq!(seconds, Some(date.to_unix()), "{written}");
    }
}

fn arc_line(text: &[u8], version2: bool) {
    let line = text.split(|b| *b == b'\n').next().unwrap_or_default();
    let Some(parsed) = ArcLine::parse(line, version2) else { return };
    assert_eq!(parsed.raw(), line);
    let mut fields = vec![parsed.url(), parsed.ip(), parsed.date(), parsed.mime()];
    fields.extend(parsed.v2().into_iter().flatten());
    fields.push(parsed.length_text());
    let mut end = 0;
    for field in fields.into_iter().filter(|f| !f.is_empty()) {
        let place = place(parsed.raw(), field).expect("a field lies within its line");
        assert!(place.start >= end, "fields overlap");
        end = place.end;
    }
}

/// Where a slice lies in a larger one.
fn place(whole: &[u8], part: &[u8]) -> Option<Range<usize>> {
    let start = (part.as_ptr() as usize).checked_sub(whole.as_ptr() as usize)?;
    let end = start + part.len();
    (end <= whole.len()).then_some(start..end)
}

fn header(text: &[u8]) {
    let file = [b"WARC/1.1\r\n", text, b"\r\n\r\n"].concat();
    let mut reader = Reader::new(&file[..]);
    let record = reader.next_record().expect("the source does not fail");
    let record = record.expect("a version line starts a record");
    let raw = record.raw_header();
    assert_eq!(raw, &file[..raw.len()]);
    let header = record.warc().expect("the record is one of WARC");
    for (name, value) in header.fields() {
        assert!(name.len() + value.len() < raw.len());
        if let Ok(name) = std::str::from_utf8(name) {
            assert_eq!(header.get(name), header.get_all(name).next());
            assert!(header.get(name).is_some());
        }
    }
    record.finish().expect("the source does not fail");
}

/// The first line is the content type, the second the declared length, the rest the body.
fn query(text: &[u8]) {
    let mut lines = text.splitn(3, |b| *b == b'\n');
    let content_type = lines.next();
    let length = lines.next().filter(|l| !l.is_empty());
    let body = lines.next().unwrap_or_default();
    let declared = post::declared_body(length, body).unwrap_or_default();
    assert!(body.starts_with(declared));
    for body in [declared, body] {
        let query = post::body_query(b"POST", content_type, body);
        assert!(query.chars().count() <= 4096, "the query is too long");
        let url = post::append_query(b"POST", b"http://a/", content_type, body);
        let expected = match query.as_str() {
            "" => "http://a/?__wb_method=POST".to_owned(),
            query => format!("http://a/?__wb_method=POST&{query}"),
        };
        assert_eq!(url, Some(expected.into_bytes()));
    }
    assert_eq!(post::append_query(b"get", text, content_type, body), None);
}
