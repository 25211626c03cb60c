//! An index that an earlier version of the program wrote must open, with all that is in it.
//!
//! The folder `crates/archive/tests/golden/dedup` was written by version 0.1.0 before sorted runs moved to the crate
//! `table`: twenty files in one run of twelve, two of three, and a log.

use super::*;

const FILES: u64 = 20;

fn golden() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden/dedup")
}

#[test]
fn index_of_version_1_opens_and_grows() {
    let folder = Folder::new("golden");
    folder.copy_from(&std::mem::ManuallyDrop::new(Folder(golden())));
    check(&DedupIndex::read(&folder.0).unwrap(), FILES);
    let runs = folder.names().iter().filter(|name| name.ends_with(".run")).count();
    assert_eq!(runs, 3, "{:?}", folder.names());
    let mut index = folder.index();
    check(&index, FILES);
    // Runs of the old version and of this one are merged.
    (FILES..FILES + 40)
        .for_each(|number| assert_eq!(u64::from(commit(&mut index, number).0), number));
    check(&index, FILES + 40);
    drop(index);
    check(&folder.index(), FILES + 40);
}
