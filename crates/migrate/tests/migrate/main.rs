//! The corpora of the fuzz targets, run through the same assertions without a fuzzer.

#[path = "../../../../fuzz/harness/nedlib.rs"]
mod nedlib;
#[path = "../../../../fuzz/harness/shared/replay.rs"]
mod replay;

use replay::replay;

#[test]
fn tars_of_nedlib_pairs_keep_their_promises() {
    replay("nedlib_tar", nedlib::tar);
}

#[test]
fn zips_of_nedlib_pairs_keep_their_promises() {
    replay("nedlib_zip", nedlib::zip);
}

#[test]
fn metadata_of_nedlib_pairs_keeps_its_promises() {
    replay("nedlib_metadata", nedlib::metadata);
}
