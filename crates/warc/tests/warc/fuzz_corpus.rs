//! The corpora of the fuzz targets, run through the same assertions without a fuzzer.

use std::fs;
use std::path::Path;

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
