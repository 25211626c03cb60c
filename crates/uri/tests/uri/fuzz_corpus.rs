//! The corpora of the fuzz targets, run through the same assertions without a fuzzer.

use std::fs;
use std::panic::RefUnwindSafe;
use std::path::Path;

#[path = "../../../../fuzz/harness/file_path.rs"]
mod file_path_harness;
#[path = "../../../../fuzz/harness/uri.rs"]
mod harness;

#[test]
fn uris_of_the_fuzz_corpus_keep_the_promises() {
    replay("uri", harness::run);
}

#[test]
fn paths_of_the_fuzz_corpora_keep_the_promises() {
    replay("file_path", file_path_harness::run);
    replay("uri", file_path_harness::run);
}

fn replay(corpus: &str, run: impl Fn(&[u8]) + RefUnwindSafe) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/corpus").join(corpus);
    let entries = fs::read_dir(&folder).unwrap_or_else(|e| panic!("{}: {e}", folder.display()));
    let mut paths: Vec<_> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
    assert!(!paths.is_empty(), "{} is empty", folder.display());
    paths.sort();
    for path in paths {
        let bytes = fs::read(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
        let result = std::panic::catch_unwind(|| run(&bytes));
        assert!(result.is_ok(), "{} fails", path.display());
    }
}
