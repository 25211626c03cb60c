//! The corpus of the fuzz target, run through the same assertions without a fuzzer.

use std::fs;
use std::path::Path;

#[path = "../../../../fuzz/harness/repository.rs"]
mod harness;

#[test]
fn repositories_of_the_fuzz_corpus_keep_the_promises() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/corpus/repository");
    let mut paths: Vec<_> =
        fs::read_dir(&folder).unwrap().map(|item| item.unwrap().path()).collect();
    assert!(!paths.is_empty(), "{} is empty", folder.display());
    paths.sort();
    for path in paths {
        let bytes = fs::read(&path).unwrap();
        let result = std::panic::catch_unwind(|| harness::run(&bytes));
        assert!(result.is_ok(), "{} fails", path.display());
    }
}
