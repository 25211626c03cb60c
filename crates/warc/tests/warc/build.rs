//! Makes archive files for tests, right ones and wrong ones.

use std::io::Write;

/// A WARC/1.0 record with the right length.
pub(crate) fn warc(kind: &str, uri: &str, block: &[u8]) -> Vec<u8> {
    warc_as(kind, uri, block, &block.len().to_string())
}

/// A WARC/1.0 record that claims another length.
pub(crate) fn warc_as(kind: &str, uri: &str, block: &[u8], length: &str) -> Vec<u8> {
    let mut record = format!(
        "WARC/1.0\r\nWARC-Type: {kind}\r\nWARC-Target-URI: {uri}\r\n\
         WARC-Date: 2020-01-02T03:04:05Z\r\nContent-Length: {length}\r\n\r\n"
    )
    .into_bytes();
    record.extend_from_slice(block);
    record.extend_from_slice(b"\r\n\r\n");
    record
}

/// A response with a body.
pub(crate) fn response(uri: &str, body: &str) -> Vec<u8> {
    let block = format!("HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n\r\n{body}");
    warc("response", uri, block.as_bytes())
}

/// An ARC record, its separator behind it.
pub(crate) fn arc(uri: &str, block: &str) -> Vec<u8> {
    arc_line(&format!("{uri} 10.0.0.1 20010203040506 text/html {}", block.len()), block)
}

/// An ARC record with a header line of its own.
pub(crate) fn arc_line(line: &str, block: &str) -> Vec<u8> {
    format!("{line}\n{block}\n").into_bytes()
}

/// The record an ARC file starts with.
pub(crate) fn filedesc(version: &str, metadata: &str) -> Vec<u8> {
    let fields = match version {
        "2 0" => {
            "URL IP-address Archive-date Content-type Result-code Checksum Location Offset \
                  Filename Archive-length"
        }
        _ => "URL IP-address Archive-date Content-type Archive-length",
    };
    let block = format!("{version} Stodola\n{fields}\n{metadata}\n");
    let head = "filedesc://test.arc 0.0.0.0 20010203040506 text/plain";
    match version {
        "2 0" => arc_line(&format!("{head} 200 - - 0 test.arc {}", block.len()), &block),
        _ => arc_line(&format!("{head} {}", block.len()), &block),
    }
}

/// One gzip member.
pub(crate) fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut out = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::new(6));
    out.write_all(bytes).unwrap();
    out.finish().unwrap()
}

/// One zstd frame as the rules ask for it.
pub(crate) fn zstd(bytes: &[u8]) -> Vec<u8> {
    let mut out = zstd::bulk::Compressor::new(3).unwrap();
    out.include_checksum(true).unwrap();
    out.include_contentsize(true).unwrap();
    out.compress(bytes).unwrap()
}

/// Joins pieces.
pub(crate) fn cat(pieces: &[&[u8]]) -> Vec<u8> {
    pieces.concat()
}
