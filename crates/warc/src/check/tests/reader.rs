//! Rules of the reader: a file that breaks each of them.

use super::samples::sample;
use super::*;
use std::io::Write;

const FILEDESC: &str = "filedesc://a.arc 0.0.0.0 20240501120000 text/plain 71\n1 0 Ostrava\n\
                        URL IP-address Archive-date Content-type Archive-length\nxyz\n";

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut out = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::new(6));
    out.write_all(bytes).unwrap();
    out.finish().unwrap()
}

/// A record with a line of its header changed.
fn edited(from: &str, to: &str) -> Vec<u8> {
    let bytes = String::from_utf8(sample("conversion").bytes()).unwrap();
    assert!(bytes.contains(from), "{from}");
    bytes.replacen(from, to, 1).into_bytes()
}

/// The length of the block of the sample.
fn length() -> String {
    let bytes = String::from_utf8(sample("conversion").bytes()).unwrap();
    let rest = bytes.split_once("Content-Length: ").unwrap().1;
    rest.split_once('\r').unwrap().0.to_owned()
}

fn with_length(by: i64) -> Vec<u8> {
    let length = length();
    let wrong = length.parse::<i64>().unwrap() + by;
    let file =
        edited(&format!("Content-Length: {length}\r"), &format!("Content-Length: {wrong}\r"));
    [file, sample("warcinfo").bytes()].concat()
}

fn arc(records: &[&str]) -> Vec<u8> {
    let mut file = FILEDESC.to_owned();
    records.iter().for_each(|record| file.push_str(record));
    file.into_bytes()
}

/// A gzip member of which some bytes are changed, counted from its end if negative.
fn damaged(at: isize, by: u8) -> Vec<u8> {
    let mut member = gzip(&sample("conversion").bytes());
    let length = member.len() as isize;
    member[((at + length) % length) as usize] ^= by;
    [member, gzip(&sample("warcinfo").bytes())].concat()
}

/// Each rule with a file that breaks it.
pub(super) fn rows() -> Vec<(&'static str, Vec<u8>)> {
    let record = sample("conversion").bytes();
    let member = gzip(&record);
    let lines = String::from_utf8(record.clone()).unwrap();
    let head = lines.find("\r\n\r\n").unwrap() + 4;
    let with_ends =
        |ends: &str| [lines[..head].replace("\r\n", ends), lines[head..].to_owned()].concat();
    let page = "http://a.cz/ 1.2.3.4 20240501120000 text/html 3\nabc\n";
    let frame = zstd::bulk::Compressor::new(3).unwrap().compress(&record).unwrap();
    vec![
        ("empty-member", [gzip(b""), member.clone()].concat()),
        ("gzip-crc", damaged(-8, 1)),
        ("gzip-size", damaged(-1, 1)),
        ("gzip-trailer-cut", member[..member.len() - 5].to_vec()),
        // A CRC of the header is announced, and it is wrong.
        ("gzip-header", [&member[..3], b"\x02", &member[4..10], b"xx", &member[10..]].concat()),
        ("member-damaged", member[..member.len() / 2].to_vec()),
        ("member-lost", damaged(10, 0xff)),
        ("zstd-frame", frame),
        ("inside-member", gzip(&[record.clone(), record.clone()].concat())),
        ("split-members", [gzip(&record[..head + 2]), gzip(&record[head + 2..])].concat()),
        ("junk-between-members", [&member[..], b"junk", &member].concat()),
        ("nul-padding", [&record[..], &[0; 20]].concat()),
        ("block-truncated", record[..record.len() - 10].to_vec()),
        ("length-too-long", with_length(20)),
        ("length-too-short", with_length(-3)),
        (
            "length-doubtful",
            arc(&[page, "http://a.cz/ 1.2.3.4 20240501120000 text/html 4\nabc\n", page]),
        ),
        ("length-unreadable", edited("Content-Length: ", "Content-Length: x")),
        (
            "filedesc-length",
            [FILEDESC.replace(" 71\n", " 40\n"), page.to_owned()].concat().into_bytes(),
        ),
        ("separator", [&record[..record.len() - 2], &sample("warcinfo").bytes()].concat()),
        ("arc-separator", arc(&["\n", page])),
        ("bytes-after-block", [&record[..], b"junk"].concat()),
        ("not-a-record", b"junk\n".to_vec()),
        ("unknown-version", edited("WARC/1.1", "WARC/3.3")),
        ("lf-lines", with_ends("\n").into_bytes()),
        ("cr-cr-lf-lines", with_ends("\r\r\n").into_bytes()),
        ("line-without-colon", edited("WARC/1.1\r\n", "WARC/1.1\r\nmonkeys\r\n")),
        ("header-unfinished", record[..head - 2].to_vec()),
        ("header-too-long", [&b"WARC/1.1\r\n"[..], &b"x: y\r\n".repeat(200_000)].concat()),
        ("arc-fields", arc(&["http://a.cz/x y 1.2.3.4 20240501120000 text/html 3\nabc\n"])),
    ]
}

#[test]
fn the_reader_breaks_its_rules() {
    for (rule, file) in rows() {
        let (found, _) = findings(&file, Limits::default());
        let grade = CheckRule::named(rule).unwrap().grade.as_str();
        assert!(found.contains(&format!("{grade} {rule}")), "{rule}: {found:?}");
    }
}
