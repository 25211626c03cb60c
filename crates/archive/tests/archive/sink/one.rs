//! One capture, to the byte.

use super::*;
use stodola_archive::DnsLookup;
use stodola_warc::write;

#[test]
fn a_capture_has_all_it_was_given() {
    let folder = Folder::new();
    let (sink, _) = WarcSink::open_with(&folder.0, options(), sources().0).unwrap();
    let response = b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n";
    let stored = sink
        .write(Capture {
            uri: "https://example.cz/ř a".as_bytes(),
            date: UNIX_EPOCH + EVE + Duration::from_millis(7),
            address: Some("2001:db8::1".parse().unwrap()),
            request: b"GET /%C5%99%20a HTTP/1.1\r\nHost: example.cz\r\n\r\n",
            response: &mut Cursor::new(response),
            length: response.len() as u64,
            head_length: 47,
            truncated: Some("time"),
            protocol: &["http/1.1", "tls/1.3"],
            cipher_suite: Some("TLS_AES_128_GCM_SHA256"),
            payload_type: Some("text/plain"),
            packed: None,
            not_modified: None,
            metadata: &[("via", b"http://example.cz/\r\nx"), ("fetchTimeMs", b"12")],
        })
        .unwrap();
    sink.close().unwrap();
    assert_eq!(&*stored.file, "2026/test-20261231235800-00000-harvester.warc.gz");
    assert_eq!(stored.payload_length, 3);
    assert_eq!(stored.payload_digest.to_string(), "sha1:VGMT4NSHA2AWVOR6EVYXQUGCNSONBWE5");
    let found = captures(&folder).remove(0);
    assert_stored(&found[0], &stored);
    let about = "WARC-Date: 2026-12-31T23:58:00.007Z\r\n\
        WARC-Target-URI: https://example.cz/%C5%99%20a\r\nWARC-IP-Address: 2001:db8::1\r\n";
    let spoken = "WARC-Protocol: http/1.1\r\nWARC-Protocol: tls/1.3\r\n\
        WARC-Cipher-Suite: TLS_AES_128_GCM_SHA256\r\n";
    let beside = "WARC-Concurrent-To: <urn:uuid:00000000-0000-4000-8000-000000000000>\r\n";
    let expected = [
        format!(
            "WARC/1.1\r\nWARC-Type: response\r\n\
             WARC-Record-ID: <urn:uuid:00000000-0000-4000-8000-000000000000>\r\n{about}{spoken}\
             Content-Type: application/http;msgtype=response\r\n\
             WARC-Identified-Payload-Type: text/plain\r\nWARC-Truncated: time\r\n\
             WARC-Block-Digest: {}\r\nWARC-Payload-Digest: {}\r\nContent-Length: 60\r\n\r\n",
            stored.block_digest, stored.payload_digest
        ),
        format!(
            "WARC/1.1\r\nWARC-Type: request\r\n\
             WARC-Record-ID: <urn:uuid:00000000-0000-4000-8000-000000000001>\r\n{about}{beside}{spoken}\
             Content-Type: application/http;msgtype=request\r\n\
             WARC-Block-Digest: {}\r\nContent-Length: 46\r\n\r\n",
            write::WriterOptions::default().digest.unwrap().digest(&found[1].block)
        ),
        format!(
            "WARC/1.1\r\nWARC-Type: metadata\r\n\
             WARC-Record-ID: <urn:uuid:00000000-0000-4000-8000-000000000002>\r\n{about}{beside}\
             Content-Type: application/warc-fields\r\n\
             WARC-Block-Digest: {}\r\nContent-Length: 49\r\n\r\n",
            write::WriterOptions::default().digest.unwrap().digest(&found[2].block)
        ),
    ];
    for (found, expected) in found.iter().zip(expected) {
        assert_eq!(found.header, expected);
    }
    assert_eq!(found[0].block, response);
    assert_eq!(found[2].block, b"via: http://example.cz/%0D%0Ax\r\nfetchTimeMs: 12\r\n");
}

#[test]
fn what_is_not_given_has_no_record() {
    let folder = Folder::new();
    let sink = open(&folder, options());
    let response = b"HTTP/1.1 204 No Content\r\n\r\n";
    let stored = sink
        .write(Capture {
            uri: b"http://example.cz/",
            date: UNIX_EPOCH + EVE,
            address: None,
            request: b"",
            response: &mut Cursor::new(response),
            length: response.len() as u64,
            head_length: response.len(),
            truncated: None,
            protocol: &[],
            cipher_suite: None,
            payload_type: None,
            packed: None,
            not_modified: None,
            metadata: &[],
        })
        .unwrap();
    sink.close().unwrap();
    let found = read_file(&folder.0, &stored.file);
    assert_eq!(found.len(), 2);
    assert_stored(&found[1], &stored);
    assert_eq!(stored.payload_length, 0);
}

#[test]
fn what_is_no_http_is_kept_and_its_payload_is_what_the_caller_says() {
    let folder = Folder::new();
    let sink = open(&folder, options());
    let response = b"\x01\x02 music";
    let stored = sink
        .write(Capture {
            uri: b"http://example.cz/radio",
            date: UNIX_EPOCH + EVE,
            address: None,
            request: b"",
            response: &mut Cursor::new(response),
            length: response.len() as u64,
            head_length: 3,
            truncated: None,
            protocol: &[],
            cipher_suite: None,
            payload_type: None,
            packed: None,
            not_modified: None,
            metadata: &[],
        })
        .unwrap();
    sink.close().unwrap();
    assert_eq!(stored.payload_digest, stored.payload_digest.algorithm().digest(b"music"));
    let bytes = fs::read(folder.0.join(&*stored.file)).unwrap();
    let mut reader = Reader::new(&bytes[..]);
    reader.next_record().unwrap().unwrap().finish().unwrap();
    let mut block = Vec::new();
    let mut record = reader.next_record().unwrap().unwrap();
    record.read_to_end(&mut block).unwrap();
    assert_eq!(block, response);
    assert_eq!(record.warc().unwrap().get("WARC-Payload-Digest"), None);
}

#[test]
fn a_look_up_is_a_response_of_the_name_system() {
    let folder = Folder::new();
    let sink = open(&folder, options());
    let answer = b"20261231235800\nexample.cz.\t60\tIN\tA\t192.0.2.1\n";
    let stored = sink
        .write_dns(&DnsLookup {
            host: "example.cz",
            date: UNIX_EPOCH + EVE,
            server: Some([192, 0, 2, 53].into()),
            answer,
        })
        .unwrap();
    sink.close().unwrap();
    let found = read_file(&folder.0, &stored.file).remove(1);
    assert_eq!((found.kind, found.uri.as_deref()), (RecordType::Response, Some("dns:example.cz")));
    assert_eq!((found.offset, found.length), (stored.offset, stored.length));
    assert!(found.header.contains("Content-Type: text/dns\r\n"));
    assert!(found.header.contains("WARC-IP-Address: 192.0.2.53\r\n"));
    assert_eq!(found.block, answer);
    assert_eq!(
        (stored.payload_length, stored.payload_digest),
        (answer.len() as u64, stored.block_digest)
    );
}

#[test]
fn names_that_are_no_file_names_are_refused() {
    let folder = Folder::new();
    for (prefix, host) in [("", "h"), ("a/b", "h"), ("a", ".."), ("a", "h h")] {
        assert!(WarcSink::open(&folder.0, SinkOptions::new(prefix, host)).is_err());
    }
}
