//! Bodies in every coding: whole, cut, damaged, and in none at all.

use super::*;
use crate::decode::is_limit_exceeded;
use crate::decode::pieces::{Pieces, gzip, read_all};
use std::io::Write;

fn decode(body: &[u8], encodings: &str, seed: u64) -> (Vec<u8>, DecodeOutcome) {
    let mut decoder = ContentDecoder::new(Pieces::new(body, seed), encodings.as_bytes(), 1 << 30);
    let out = read_all(&mut decoder);
    (out, decoder.outcome())
}

#[test]
fn every_coding_is_removed_however_it_arrives() {
    let text = text();
    for (name, encodings, body) in bodies(&text) {
        for seed in 0..10 {
            let (found, outcome) = decode(&body, encodings, seed);
            assert!(found == text, "{name}, seed {seed}");
            assert_eq!(outcome, DecodeOutcome::Decoded, "{name}, seed {seed}");
        }
    }
}

#[test]
fn truncation_at_every_byte_gives_a_prefix_or_the_raw_bytes() {
    let text = text();
    for (name, encodings, body) in bodies(&text) {
        for cut in 0..body.len() {
            let (found, outcome) = decode(&body[..cut], encodings, cut as u64);
            let good = match outcome {
                DecodeOutcome::Raw => found == body[..cut],
                _ if encodings.contains(',') => true, // the inner coding may be raw
                _ => text.starts_with(&found),
            };
            assert!(good, "{name} cut at {cut}: {outcome:?}");
        }
    }
}

#[test]
fn a_flipped_bit_never_panics() {
    let text = text();
    for (_, encodings, body) in bodies(&text) {
        for at in 0..body.len().min(600) {
            let mut body = body.clone();
            body[at] ^= 1 << (at % 8);
            decode(&body, encodings, at as u64);
        }
    }
}

#[test]
fn a_body_that_is_not_in_its_coding_passes_raw() {
    let plain: [&[u8]; 8] = [
        b"<!DOCTYPE html><html></html>",
        b"{\"json\": [1, 2, 3]}",
        b"OK",
        b"1",
        b"\n",
        b"x^ this looks like zlib",
        b"\x1f\x8b",
        &[b'a'; 10_000],
    ];
    for body in plain {
        for encodings in ["gzip", "deflate", "br", "zstd", "gzip, br", "x-gzip"] {
            let (found, outcome) = decode(body, encodings, 7);
            let shown = String::from_utf8_lossy(&body[..body.len().min(30)]);
            assert!(found == body, "{shown} as {encodings}");
            assert_eq!(outcome, DecodeOutcome::Raw, "{shown} as {encodings}");
        }
    }
    // Declared twice, applied once.
    let once = gzip(b"hello");
    assert_eq!(decode(&once, "gzip, gzip", 3), (b"hello".to_vec(), DecodeOutcome::Raw));
}

#[test]
fn unknown_codings_are_left_and_said() {
    use DecodeOutcome::*;
    let table: &[(&str, DecodeOutcome)] = &[
        ("", Identity),
        ("identity", Identity),
        (" , ", Identity),
        ("utf-8", Unsupported),
        ("compress", Unsupported),
        ("gzip", Decoded),
        ("GZip ;q=1", Decoded),
        ("gzip, utf-8", Unsupported),
        ("gzip, identity", Decoded),
        ("gzip,gzip,gzip,gzip,gzip", Unsupported),
    ];
    for &(encodings, expected) in table {
        let (found, outcome) = decode(&gzip(b"hello"), encodings, 5);
        let decoded = encodings.to_ascii_lowercase().contains("gzip");
        assert_eq!(found == b"hello", decoded, "{encodings:?}");
        assert_eq!(outcome, expected, "{encodings:?}");
    }
    assert_eq!(decode(b"", "gzip", 5), (Vec::new(), Decoded));
}

#[test]
fn faults_in_and_after_a_stream_are_told_apart() {
    let text = text();
    let mut crc = gzip(&text);
    let at = crc.len() - 8;
    crc[at] ^= 1;
    assert!(decode(&crc, "gzip", 1) == (text.clone(), DecodeOutcome::Damaged));
    let mut sum = zstd_with_checksum(&text);
    let at = sum.len() - 1;
    sum[at] ^= 1;
    assert!(decode(&sum, "zstd", 1) == (text.clone(), DecodeOutcome::Damaged));
    let garbage = [gzip(&text), b"\0\0\0 garbage".to_vec()].concat();
    assert!(decode(&garbage, "gzip", 1) == (text.clone(), DecodeOutcome::Decoded));
    let garbage = [zstd::bulk::compress(&text, 3).unwrap(), b"\n".to_vec()].concat();
    assert!(decode(&garbage, "zstd", 1) == (text.clone(), DecodeOutcome::Decoded));
    let middle = [gzip(b"hello, "), b"\x1f\x8b\x08\xff\xff\xff".to_vec()].concat();
    assert_eq!(decode(&middle, "gzip", 1).0, b"hello, ");
    let mut window = zstd::stream::write::Encoder::new(Vec::new(), 1).unwrap();
    window.window_log(24).unwrap();
    window.write_all(&text).unwrap();
    let window = window.finish().unwrap();
    assert_eq!(decode(&window, "zstd", 1), (Vec::new(), DecodeOutcome::Damaged));
}

#[test]
fn the_limit_stops_a_bomb() {
    let bomb = gzip(&vec![0; 5_000_000]);
    let twice = gzip(&bomb);
    for (body, encodings) in [(&bomb, "gzip"), (&twice, "gzip, gzip")] {
        for limit in [0, 1, 1_000_000, 4_999_999] {
            let mut decoder = ContentDecoder::new(&body[..], encodings.as_bytes(), limit);
            let mut out = Vec::new();
            let error = decoder.read_to_end(&mut out).unwrap_err();
            assert!(is_limit_exceeded(&error));
            assert_eq!(out.len() as u64, limit);
        }
        let exact = ContentDecoder::new(&body[..], encodings.as_bytes(), 5_000_000);
        assert_eq!(read_all(exact).len(), 5_000_000);
    }
    let mut plain = ContentDecoder::new(&b"hello"[..], b"", 4);
    assert!(is_limit_exceeded(&plain.read_to_end(&mut Vec::new()).unwrap_err()));
    assert!(!is_limit_exceeded(&io::Error::other("else")));
}

fn text() -> Vec<u8> {
    "The barn keeps what the harvest brought. ".repeat(40).into_bytes()
}

/// The text in every coding: name, header value, body.
fn bodies(text: &[u8]) -> Vec<(&'static str, &'static str, Vec<u8>)> {
    let (one, two) = text.split_at(text.len() / 3);
    let zstd = |bytes: &[u8]| zstd::bulk::compress(bytes, 3).unwrap();
    let skippable = b"\x51\x2a\x4d\x18\x03\x00\x00\x00abc".to_vec();
    vec![
        ("gzip", "gzip", gzip(text)),
        ("two members", "x-gzip", [gzip(one), gzip(b""), gzip(two)].concat()),
        ("zlib", "deflate", zlib(text)),
        ("raw deflate", "deflate", deflate(text)),
        ("gzip as deflate", "deflate", gzip(text)),
        ("br", "br", BROTLI.to_vec()),
        ("zstd", "zstd", zstd(text)),
        ("zstd frames", "ZSTD", [skippable, zstd(one), zstd(two)].concat()),
        ("br in gzip", "br, gzip", gzip(BROTLI)),
        ("four", "deflate, zstd, gzip, deflate", deflate(&gzip(&zstd(&zlib(text))))),
    ]
}

/// The text of [`text`], compressed by the reference encoder at its best level.
const BROTLI: &[u8] = b"\x1b\x67\x06\xf8\x8d\x94\xab\xed\x68\x41\xa5\x3b\xbc\xde\xdd\xef\
    \x62\x8c\x48\x2a\x65\x2d\x0a\x19\x96\x38\xec\x53\x54\x59\x08\x4e\x21\xa5\x5e\xe4\xa7\
    \x39\xaf\xbd\x37\xe8\xfc\x00";

fn zlib(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = flate2::write::ZlibEncoder::new(Vec::new(), flate2::Compression::best());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

fn deflate(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = flate2::write::DeflateEncoder::new(Vec::new(), flate2::Compression::best());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

fn zstd_with_checksum(bytes: &[u8]) -> Vec<u8> {
    let mut compressor = zstd::bulk::Compressor::new(3).unwrap();
    compressor.include_checksum(true).unwrap();
    compressor.compress(bytes).unwrap()
}
