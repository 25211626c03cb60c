//! The corpora of the fuzz targets, run through the same assertions without a fuzzer; and faults
//! that were found with them, where an assertion about any bytes says too little.

use crate::build::*;
use std::fs;
use std::io::Read;
use std::path::Path;
use stodola_warc::{GapReason, Reader, Warning};

#[path = "../../../../fuzz/harness/check.rs"]
mod check;
#[path = "../../../../fuzz/harness/fields.rs"]
mod fields;
#[path = "../../../../fuzz/harness/http.rs"]
mod http;
#[path = "../../../../fuzz/harness/reader.rs"]
mod reader;
#[path = "../../../../fuzz/harness/resume.rs"]
mod resume;

#[test]
fn reader_keeps_its_promises() {
    replay("reader", reader::run);
}

#[test]
fn http_keeps_its_promises() {
    replay("http", http::run);
}

#[test]
fn fields_keep_their_promises() {
    replay("fields", fields::run);
}

#[test]
fn check_keeps_its_promises() {
    replay("check", check::run);
}

#[test]
fn resume_keeps_its_promises() {
    replay("resume", resume::run);
}

/// Runs every file of a corpus; a missing or empty one is a failure.
fn replay(target: &str, run: fn(&[u8])) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/corpus").join(target);
    let entries = fs::read_dir(&folder).unwrap_or_else(|e| panic!("{}: {e}", folder.display()));
    let mut paths: Vec<_> = entries.map(|entry| entry.unwrap().path()).collect();
    assert!(!paths.is_empty(), "{} is empty", folder.display());
    paths.sort();
    for path in paths {
        let bytes = fs::read(&path).unwrap();
        let result = std::panic::catch_unwind(|| run(&bytes));
        assert!(result.is_ok(), "{} fails", path.display());
    }
}

/// The offsets of all records, and the gaps as text.
fn offsets<R: Read>(mut reader: Reader<R>) -> (Vec<u64>, Vec<String>) {
    let mut offsets = Vec::new();
    while let Some(record) = reader.next_record().unwrap() {
        offsets.push(record.offset());
    }
    let gaps = reader.take_gaps();
    (
        offsets,
        gaps.iter().map(|g| format!("{}+{} {}", g.offset, g.length, g.reason.rule())).collect(),
    )
}

#[test]
fn a_wrong_zstd_checksum_loses_no_record() {
    let mut file = zstd(&response("http://a/", "one"));
    let last = file.len() - 1;
    file[last] ^= 1;
    file.extend(zstd(&response("http://b/", "two")));
    let mut reader = Reader::new(&file[..]);
    let mut record = reader.next_record().unwrap().unwrap();
    let mut block = Vec::new();
    record.read_to_end(&mut block).unwrap();
    assert!(block.ends_with(b"one"));
    let warnings = record.finish().unwrap().warnings;
    assert!(matches!(warnings[..], [Warning::MemberDamaged { offset: 0, .. }]), "{warnings:?}");
    assert_eq!(offsets(reader).0, [last as u64 + 1]);
}

#[test]
fn plain_records_behind_what_only_looks_like_a_member_are_found() {
    let (one, two) = (response("http://a/", "one"), response("http://b/", "two"));
    let arc = cat(&[&filedesc("1 0", ""), &arc("http://a/", "one")]);
    for (first, second) in [(&one, &two), (&arc, &arc)] {
        for sign in [&b"\x1f\x8b\x08\0\0\0\0\0\0\x03"[..], b"\x28\xb5\x2f\xfd"] {
            let file = cat(&[first, sign, b"no member\n", second]);
            let (found, gaps) = offsets(Reader::new(&file[..]));
            let second_at = file.len() - second.len();
            assert!(found.contains(&(second_at as u64)), "{found:?}");
            let expected = format!("{}+{} member-lost", first.len(), second_at - first.len());
            assert_eq!(gaps, [expected]);
        }
    }
}

#[test]
fn a_member_that_ends_before_its_first_byte_is_a_gap() {
    let (one, two) = (response("http://a/", "one"), response("http://b/", "two"));
    for (one, two, header) in [(gzip(&one), gzip(&two), 10), (zstd(&one), zstd(&two), 9)] {
        for cut in 1..=header {
            let file = cat(&[&one, &two[..cut]]);
            let mut reader = Reader::new(&file[..]);
            assert!(reader.next_record().unwrap().is_some());
            assert!(reader.next_record().unwrap().is_none());
            let gaps = reader.take_gaps();
            let [gap] = &gaps[..] else { panic!("cut at {cut}: {gaps:?}") };
            assert_eq!((gap.offset, gap.length), (one.len() as u64, cut as u64));
            let is_right = match gap.reason {
                GapReason::MemberDamaged(_) => true,
                GapReason::NotAMember => cut < 4,
                _ => false,
            };
            assert!(is_right, "cut at {cut}: {gap}");
        }
    }
}

#[test]
fn a_length_beyond_all_bounds_hides_no_record() {
    let first = warc_as("resource", "http://a/", b"abc", &u64::MAX.to_string());
    let file = cat(&[&first, &response("http://b/", "two")]);
    let path = std::env::temp_dir().join(format!("stodola-bounds-{}.warc", std::process::id()));
    fs::write(&path, &file).unwrap();
    let found = offsets(Reader::open(&path).unwrap());
    fs::remove_file(&path).unwrap();
    assert_eq!(found.0, [0, first.len() as u64]);
}
