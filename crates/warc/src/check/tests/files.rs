//! Whole files: order, damage, limits.

use super::samples::{sample, samples};
use super::*;

/// What the file is made of: samples by name, other bytes in brackets.
pub(super) const ROWS: &[(&str, &[&str], &str)] = &[
    ("nothing", &[], "error no-records"),
    ("text", &["[hello, world\n]"], "error no-records not-a-record"),
    ("junk before", &["[junk\n]", "conversion"], "error not-a-record"),
    ("junk behind", &["conversion", "[junk\n]"], "error bytes-after-block"),
    ("padding", &["conversion", "[\0\0\0\0]"], "error nul-padding"),
    ("separator", &["conversion", "[\r\n]", "warcinfo"], "error separator"),
    ("twice", &["conversion", "conversion"], "error duplicate-id"),
    (
        "no line end",
        &["[WARC/1.0]"],
        "error header-unfinished length-unreadable missing-field \
        missing-field missing-field",
    ),
    (
        "dangling references",
        &["request", "metadata"],
        "comment reference-elsewhere reference-elsewhere",
    ),
    ("references behind", &["request", "response", "warcinfo"], ""),
    ("first segment alone", &["segment: response"], "comment segment-elsewhere"),
    ("last segment alone", &["continuation"], "comment segment-elsewhere"),
    (
        "segment behind the last",
        &["segment: response", "continuation", "continuation"],
        "error duplicate-id segment-chain segment-chain",
    ),
];

#[test]
fn a_file_gives_its_findings() {
    assert_rows(rows());
}

/// Each row as its name, its file and what must be found.
pub(super) fn rows() -> impl Iterator<Item = (String, Vec<u8>, &'static str)> {
    ROWS.iter().map(|(what, parts, expect)| {
        let mut file = Vec::new();
        for part in *parts {
            match part.strip_prefix('[').and_then(|p| p.strip_suffix(']')) {
                Some(bytes) => file.extend_from_slice(bytes.as_bytes()),
                None => file.extend_from_slice(&sample(part).bytes()),
            }
        }
        ((*what).to_owned(), file, *expect)
    })
}

pub(super) const LIMIT_FINDINGS: &str = "comment not-remembered";

#[test]
fn what_is_beyond_a_limit_is_told_once() {
    let none = Limits { ids: 0, references: 0, series: 0, names: 0 };
    let file: Vec<u8> = samples().iter().flat_map(Sample::bytes).collect();
    for limits in [none, Limits { ids: 1, ..Limits::default() }, Limits { ids: 2, ..none }] {
        let (found, summary) = findings(&file, limits);
        assert_eq!(found, expected(LIMIT_FINDINGS), "{limits:?}");
        assert_eq!((summary.records, summary.comments), (9, 1));
    }
}

#[test]
fn cut_at_every_byte_a_file_gives_findings_and_no_panic() {
    let samples = [sample("conversion"), sample("response")];
    let file: Vec<u8> = samples.iter().flat_map(Sample::bytes).collect();
    let ends: Vec<usize> = samples
        .iter()
        .scan(0, |at, s| {
            *at += s.bytes().len();
            Some(*at)
        })
        .collect();
    for cut in 0..file.len() {
        let (_, summary) = findings(&file[..cut], Limits::default());
        assert_eq!(summary.errors == 0, ends.contains(&cut), "cut at {cut}");
    }
}

#[test]
fn findings_are_placed_at_their_records() {
    let good = sample("conversion").bytes();
    let bad = sample("resource").edit(&["WARC-Date: x", "WARC-Warcinfo-ID: <a:b>"]).bytes();
    let file = [&good[..], &bad, b"junk"].concat();
    let mut found = Vec::new();
    let mut on = |f: Finding| found.push((f.offset, f.rule));
    super::super::check(&mut Reader::new(&file[..]), &CheckerOptions::default(), &mut on).unwrap();
    let (second, junk) = (good.len() as u64, (good.len() + bad.len()) as u64);
    assert_eq!(
        found,
        [(second, "date-syntax"), (junk, "bytes-after-block"), (second, "reference-elsewhere")]
    );
}
