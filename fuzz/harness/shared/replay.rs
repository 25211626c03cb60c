//! Runs the corpus of a fuzz target through its assertions, without a fuzzer.

use std::fs;
use std::path::Path;

/// Runs every file of `fuzz/corpus/TARGET`. A missing or empty folder is a failure.
pub(crate) fn replay(target: &str, run: fn(&[u8])) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/corpus").join(target);
    let entries = fs::read_dir(&folder).unwrap_or_else(|e| panic!("{}: {e}", folder.display()));
    let mut paths: Vec<_> =
        entries.map(|entry| entry.expect("the folder is listed").path()).collect();
    assert!(!paths.is_empty(), "{} is empty", folder.display());
    paths.sort();
    for path in paths {
        let bytes = fs::read(&path).expect("the file is in git");
        let result = std::panic::catch_unwind(|| run(&bytes));
        assert!(result.is_ok(), "{} fails", path.display());
    }
}
