//! Every type of record in every packing and version.

use super::{ALL, Folder, date, options, read_all, warcinfo};
use crate::digest::Algorithm;
use crate::write::{RecordHead, Version, WarcWriter, WriterOptions, Written};
use crate::{Format, Reader, RecordType, WarcVersion};
use std::fs;
use std::io::Cursor;

const CHUNKED: &[u8] =
    b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nbody\r\n3;x=y\r\n123\r\n0\r\n\r\n";

/// A type, the content type and a block that suit it, and the payload if it gets a digest.
type Row = (RecordType, &'static str, &'static [u8], Option<&'static [u8]>);

fn records() -> Vec<Row> {
    let response = "application/http;msgtype=response";
    vec![
        (RecordType::Response, response, CHUNKED, Some(b"body123")),
        (RecordType::Response, response, b"HTTP/1.0 200 OK\nA: b\n\nbody\r\n", Some(b"body\r\n")),
        (RecordType::Response, response, b"HTTP/1.1 204 No\r\n\r\n", Some(b"")),
        (RecordType::Response, response, b"no head at all", None),
        (RecordType::Response, "text/dns", b"HTTP/1.1 200 OK\r\n\r\nbody", None),
        (RecordType::Request, "application/http;msgtype=request", b"GET / HTTP/1.1\r\n\r\n", None),
        (RecordType::Metadata, "application/warc-fields", b"via: http://a.cz/\r\n", None),
        (RecordType::Revisit, response, b"HTTP/1.1 200 OK\r\n\r\n", None),
        (RecordType::Resource, "text/plain", b"", None),
        (RecordType::Resource, "text/plain", b"\r\n\r\n\r\n\r\n", None),
        (RecordType::Resource, "application/warc", b"WARC/1.0\r\nWARC-Type: x\r\n\r\n", None),
        (RecordType::Conversion, "image/png", b"\x89PNG\r\n\x1a\n\0\0\0\r", None),
        (RecordType::Continuation, "", b"the rest", None),
    ]
}

fn head(number: usize, kind: RecordType, mime: &str, version: Version) -> RecordHead {
    let head = RecordHead::new(kind, &format!("<urn:test:{number}>"), date()).version(version);
    let head = head.field("WARC-Target-URI", "http://example.cz/ž\u{a0}");
    match kind {
        RecordType::Continuation => head
            .field("WARC-Segment-Number", "2")
            .field("WARC-Segment-Origin-ID", "<urn:test:0>")
            .field("WARC-Segment-Total-Length", "8"),
        _ => head.field("Content-Type", mime),
    }
}

#[test]
fn every_type_is_read_back_in_every_packing_and_version() {
    for compression in ALL {
        for (version, expected_version, expected_date) in [
            (Version::V1_0, WarcVersion::V1_0, "2008-01-10T21:20:00Z"),
            (Version::V1_1, WarcVersion::V1_1, "2008-01-10T21:20:00.250Z"),
        ] {
            let options = WriterOptions { link_warcinfo: true, ..options(compression) };
            let mut writer = WarcWriter::new(Vec::new(), options).unwrap();
            writer.write_warcinfo(&warcinfo().version(version), Some(b"x.warc")).unwrap();
            for (i, (kind, mime, block, _)) in records().into_iter().enumerate() {
                writer.write(&head(i, kind, mime, version), block).unwrap();
            }
            let bytes = writer.into_inner();
            let found = read_all(&bytes[..]);
            assert_eq!(found.len(), 1 + records().len());
            assert_eq!(found[0].block, b"software: stodola\r\noperator: Zuzana\r\n");

            let mut reader = Reader::new(&bytes[..]);
            let first = reader.next_record().unwrap().unwrap();
            assert_eq!(first.kind(), RecordType::Warcinfo);
            assert_eq!(first.warc().unwrap().get("WARC-Filename"), Some(&b"x.warc"[..]));
            assert_eq!(first.warc().unwrap().get("WARC-Warcinfo-ID"), None);
            for (i, (kind, _, block, payload)) in records().into_iter().enumerate() {
                let mut record = reader.next_record().unwrap().unwrap();
                assert_eq!(record.kind(), kind);
                assert_eq!(record.format(), Format::Warc(expected_version));
                assert_eq!(record.raw_date(), Some(expected_date.as_bytes()));
                assert_eq!(record.uri(), Some("http://example.cz/ž\u{a0}".as_bytes()));
                let header = record.warc().unwrap().clone();
                let digest = |bytes| Algorithm::Sha1.digest(bytes).to_string().into_bytes();
                assert_eq!(header.get("WARC-Block-Digest"), Some(&digest(block)[..]));
                let payload = payload.map(digest);
                assert_eq!(header.get("WARC-Payload-Digest"), payload.as_deref(), "record {i}");
                assert_eq!(header.get("WARC-Warcinfo-ID"), Some(&b"<urn:test:info>"[..]));
                assert_eq!(found[i + 1].block, block);
                if let Some(payload) = payload {
                    let read = record.payload_digest(Algorithm::Sha1).unwrap().unwrap();
                    assert_eq!(read.to_string().as_bytes(), payload);
                }
            }
        }
    }
}

#[test]
fn offsets_and_lengths_are_exact() {
    for compression in ALL {
        let folder = Folder::new();
        let path = folder.join("x.warc");
        let mut writer = WarcWriter::new(Vec::new(), options(compression)).unwrap();
        let mut places: Vec<Written> = Vec::new();
        for (i, (kind, mime, block, _)) in records().into_iter().enumerate() {
            let head = head(i, kind, mime, Version::V1_1);
            let stream = &mut Cursor::new(block);
            places.push(match i % 3 {
                0 => writer.write(&head, block).unwrap(),
                1 => writer.write_stream(&head, stream, block.len() as u64).unwrap(),
                _ => {
                    let header = head.compose(block.len() as u64).unwrap();
                    writer.write_raw(&header, stream, block.len() as u64).unwrap()
                }
            });
            assert_eq!(writer.position(), writer.out.len() as u64);
        }
        fs::write(&path, &writer.out).unwrap();
        let found = read_all(&writer.out[..]);
        let read = found.iter().map(|f| Written { offset: f.offset, length: f.length });
        assert_eq!(read.collect::<Vec<_>>(), places);
        assert!(places.windows(2).all(|p| p[0].offset + p[0].length == p[1].offset));
        for (i, place) in places.iter().enumerate() {
            let mut reader = Reader::open_at(&path, place.offset).unwrap();
            let record = reader.next_record().unwrap().unwrap();
            assert_eq!(record.id(), Some(format!("urn:test:{i}").as_bytes()));
            let (from, to) = (place.offset as usize, (place.offset + place.length) as usize);
            assert_eq!(read_all(&writer.out[from..to]).len(), 1);
        }
    }
}
