//! Headers that must not be written, and those given as bytes.

use super::{date, read_all, resource, warcinfo};
use crate::RecordType;
use crate::write::{HeadError, RecordHead, WarcWriter, Warcinfo, WriteError, WriterOptions};

#[test]
fn nothing_breaks_out_of_its_line() {
    let value = |name: &str| HeadError::Value(name.to_owned());
    let name = |name: &str| HeadError::Name(name.to_owned());
    let id = |id: &str| HeadError::Id(id.to_owned());
    let with = |name: &str, value: &str| resource(1).field(name, value);
    let of = |kind, id: &str| RecordHead::new(kind, id, date());
    let table = [
        (with("WARC-Target-URI", "a\r\nX: y"), value("WARC-Target-URI")),
        (with("X", "a\n"), value("X")),
        (with("X", "a\rb"), value("X")),
        (with("X", "a\0b"), value("X")),
        (with("", "a"), name("")),
        (with("X Y", "a"), name("X Y")),
        (with("X:", "a"), name("X:")),
        (with("X\r\nY", "a"), name("X\\r\\nY")),
        (with("Jméno", "a"), name("Jm\\u{e9}no")),
        (with("content-length", "5"), HeadError::Reserved("content-length".into())),
        (with("WARC-Type", "response"), HeadError::Reserved("WARC-Type".into())),
        (of(RecordType::Resource, ""), id("")),
        (of(RecordType::Resource, "no-uri"), id("no-uri")),
        (of(RecordType::Resource, "urn:a>\r\nX: <"), id("urn:a>\r\nX: <")),
        (of(RecordType::Resource, "urn:a b"), id("urn:a b")),
        (of(RecordType::Filedesc, "urn:a"), HeadError::Type(RecordType::Filedesc)),
        (of(RecordType::Other, "urn:a"), HeadError::Type(RecordType::Other)),
    ];
    let mut writer = WarcWriter::new(Vec::new(), WriterOptions::default()).unwrap();
    for (head, expected) in table {
        match writer.write(&head, b"block") {
            Err(WriteError::Head(error)) => assert_eq!(error, expected),
            other => panic!("{other:?} instead of {expected:?}"),
        }
    }
    let long = resource(1).field("X", vec![b'x'; crate::MAX_HEADER]);
    assert!(matches!(long.compose(0), Err(HeadError::TooLong(_))));
    let info = Warcinfo::new("urn:a", date()).field("operator", "me\r\nsoftware: not mine");
    assert!(matches!(writer.write_warcinfo(&info, None), Err(WriteError::Head(_))));
    assert!(matches!(
        writer.write_warcinfo(&warcinfo(), Some(b"a\nb")),
        Err(WriteError::Head(HeadError::Value(_)))
    ));
    assert_eq!((writer.position(), writer.into_inner()), (0, vec![]));
}

#[test]
fn a_header_given_as_bytes_is_written_as_it_is() {
    let odd: &[&[u8]] = &[
        b"WARC/1.0\r\nWARC-Type: resource\r\nContent-Length: 5\r\n\r\n",
        b"WARC/1.1\r\nwarc-type:response  \r\nX-Odd :\t \xff\r\n folded\r\ncontent-length:  5 \r\n\r\n",
        b"WARC/0.17\nWARC-Type: metadata\nContent-Length: 5\n\n",
    ];
    for header in odd {
        let mut writer =
            WarcWriter::new(Vec::new(), super::options(crate::write::Compression::None));
        let writer = writer.as_mut().unwrap();
        writer.write_raw(header, &mut &b"block"[..], 5).unwrap();
        assert_eq!(writer.out, [header, &b"block\r\n\r\n"[..]].concat());
    }
}

#[test]
fn a_header_that_is_none_is_refused() {
    let table: &[(&[u8], u64)] = &[
        (b"", 0),
        (b"HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n", 0),
        (b"WARC/1.0\r\nContent-Length: 0\r\n", 0),
        (b"WARC/1.0\r\nContent-Length: 0", 0),
        (b"WARC/1.0\r\nWARC-Type: resource\r\n\r\n", 0),
        (b"WARC/1.0\r\nContent-Length: 5\r\n\r\n", 4),
        (b"WARC/1.0\r\nContent-Length: x\r\n\r\n", 4),
        (b"WARC/1.0\r\nContent-Length: 4\r\n\r\nmore", 4),
        (b"WARC/1.0\r\nContent-Length: 4\r\n\r\n\r\n", 4),
        (b"WARC/1.0\r\nA: b\r\nWARC/1.0\r\nContent-Length: 4\r\n\r\n", 4),
    ];
    let mut writer = WarcWriter::new(Vec::new(), WriterOptions::default()).unwrap();
    for (header, length) in table {
        let error = writer.write_raw(header, &mut &b"blok"[..*length as usize], *length);
        let shown = header.escape_ascii();
        assert!(matches!(error, Err(WriteError::Head(HeadError::Raw(_)))), "{shown}");
    }
    assert_eq!(writer.into_inner(), []);
}

#[test]
fn what_the_caller_says_about_digests_stands() {
    let mut writer = WarcWriter::new(Vec::new(), super::options(crate::write::Compression::None));
    let writer = writer.as_mut().unwrap();
    let payload = "sha1:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";
    let head = RecordHead::new(RecordType::Response, "urn:test:1", date())
        .field("Content-Type", "application/http;msgtype=response")
        .field("warc-payload-digest", payload);
    writer.write(&head, b"HTTP/1.1 200 OK\r\n\r\nbody").unwrap();
    let text = String::from_utf8_lossy(&writer.out).into_owned();
    assert_eq!(text.to_lowercase().matches("warc-payload-digest").count(), 1);
    assert_eq!(text.matches("WARC-Block-Digest: sha1:").count(), 1);
    assert!(text.contains(payload));
    assert_eq!(read_all(&writer.out[..]).len(), 1);
}
