//! The corpora of the fuzz targets, run through the same assertions without a fuzzer.

#[path = "../../../../fuzz/harness/nedlib_metadata.rs"]
mod nedlib_metadata;
#[path = "../../../../fuzz/harness/nedlib_tar.rs"]
mod nedlib_tar;
#[path = "../../../../fuzz/harness/nedlib_zip.rs"]
mod nedlib_zip;
#[path = "../../../../fuzz/harness/shared/replay.rs"]
mod replay;

use replay::replay;

#[test]
fn tars_of_nedlib_pairs_keep_their_promises() {
    replay("nedlib_tar", nedlib_tar::run);
}

#[test]
fn zips_of_nedlib_pairs_keep_their_promises() {
    replay("nedlib_zip", nedlib_zip::run);
}

#[test]
fn metadata_of_nedlib_pairs_keeps_its_promises() {
    replay("nedlib_metadata", nedlib_metadata::run);
}
