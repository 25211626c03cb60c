//! Streams cut anywhere and delivered in any pieces.

use crate::build::*;
use crate::edge::dump;
use std::io::{self, Read};

/// Three files, one per packing, with some oddities in each.
fn files() -> [Vec<u8>; 3] {
    let plain = cat(&[
        &filedesc("1 1", "<xml/>"),
        &arc("http://a/", "HTTP/1.0 200 OK\r\n\r\nhi"),
        &arc_line("http://b/ 10.0.0.1 20010203040506 text/html 99", "short"),
        &response("http://c/", "three"),
        b"junk\n",
        &warc("metadata", "http://d/", b""),
    ]);
    let body = "the quick brown fox ".repeat(40);
    let gzipped = cat(&[
        &gzip(&warc("warcinfo", "x:", b"software: y\r\n")),
        &gzip(&response("http://a/", &body)),
        &gzip(b""),
        &gzip(&cat(&[&response("http://b/", "two"), &response("http://c/", &body)])),
        b"junk",
        &gzip(&response("http://d/", "four")),
    ]);
    let framed = cat(&[
        &zstd(&response("http://a/", &body)),
        b"\x5a\x2a\x4d\x18\x04\0\0\0abcd",
        &zstd(&response("http://b/", "two")),
        &zstd(&warc("resource", "http://c/", &[7; 3000])),
    ]);
    [plain, gzipped, framed]
}

/// Gives its bytes in pieces of pseudo-random size.
struct Pieces<'a> {
    bytes: &'a [u8],
    state: u64,
    largest: usize,
}

impl Read for Pieces<'_> {
    fn read(&mut self, buf: &mut [u8]) -> io::Result<usize> {
        self.state = self.state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        if self.state >> 60 == 0 {
            return Err(io::ErrorKind::Interrupted.into());
        }
        let n = 1 + (self.state >> 33) as usize % self.largest;
        let n = n.min(buf.len()).min(self.bytes.len());
        buf[..n].copy_from_slice(&self.bytes[..n]);
        self.bytes = &self.bytes[n..];
        Ok(n)
    }
}

#[test]
fn pieces_of_any_size_give_the_same_records() {
    for file in files() {
        let whole = dump(&file[..]);
        for seed in 0..60 {
            let largest = [1, 3, 17, 300][seed as usize % 4];
            let pieces = Pieces { bytes: &file, state: seed, largest };
            assert_eq!(dump(pieces), whole, "seed {seed}");
        }
    }
}

#[test]
fn a_cut_anywhere_keeps_every_record_before_it() {
    for file in files() {
        let whole = dump(&file[..]);
        let whole: Vec<&str> = whole.lines().collect();
        for cut in 0..file.len() {
            let part = dump(&file[..cut]);
            let kept = part.lines().zip(&whole).take_while(|(a, b)| a == *b).count();
            // All records that end before the cut; the next one may be there in part.
            let complete = whole.iter().take_while(|line| end_of(line) <= cut).count();
            assert!(
                kept >= complete.saturating_sub(1),
                "cut at {cut}:\n{part}\nof\n{}",
                whole.join("\n")
            );
        }
    }
}

/// Where the thing a line tells of ends in the file, as far as the line tells.
fn end_of(line: &str) -> usize {
    let mut words = line.split(' ').skip(1);
    let offset = words.next().unwrap();
    let offset: usize = offset.split('+').next().unwrap().parse().unwrap();
    let length = words.next().unwrap().parse().unwrap_or(usize::MAX / 2);
    offset + length
}

#[test]
fn random_damage_never_panics_and_never_loops() {
    for (i, file) in files().into_iter().enumerate() {
        let mut state = i as u64 + 1;
        for _ in 0..700 {
            let mut damaged = file.clone();
            for _ in 0..1 + state % 4 {
                state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
                let at = (state >> 20) as usize % damaged.len();
                match state >> 62 {
                    0 => damaged[at] = (state >> 8) as u8,
                    1 if damaged.len() > 1 => drop(damaged.remove(at)),
                    2 => damaged.insert(at, (state >> 8) as u8),
                    _ => damaged.truncate(at.max(1)),
                }
            }
            dump(&damaged[..]);
        }
    }
}
