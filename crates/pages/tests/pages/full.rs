//! The disk is full: the writer fails, nothing is damaged, and when there is room again the work goes on.

use crate::support::{WAIT, check, content, domain, html, start, write_round, xml};
use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;
use stodola_pages::{BegunRound, GitStore, VersionStore};

const FOLDER: &str = "STODOLA_PAGES_FULL_FOLDER";
const SELF: &str = "full::full_disk_damages_nothing";

fn pages(round: u64) -> BTreeMap<String, Vec<u8>> {
    (0..200).map(|number| (number.to_string(), html(number + round * 1000, round))).collect()
}

/// Writes the second round, and says how it ended.
#[allow(clippy::print_stdout, reason = "the parent reads it")]
fn run_task(folder: &Path) {
    let store = GitStore::new(folder);
    let BegunRound::Open(mut round) = store.begin_round(&domain(), &start(1), WAIT).unwrap() else {
        panic!("it is new")
    };
    for (path, html) in pages(1) {
        let page = crate::support::page(&path);
        if let Err(error) = round.put(&page, &html, &mut |tag| xml(&page, tag)) {
            println!("failed: {error}");
            return;
        }
    }
    match round.finish() {
        Ok(_) => println!("written"),
        Err(error) => println!("failed: {error}"),
    }
}

#[test]
fn full_disk_damages_nothing() {
    if let Some(folder) = std::env::var_os(FOLDER) {
        return run_task(Path::new(&folder));
    }
    let folder = tempfile::tempdir().unwrap();
    let store = GitStore::new(folder.path());
    let tag = write_round(&store, &start(0), &pages(0)).unwrap().0.tag;
    let before = content(&*store.reader(&domain()).unwrap().unwrap(), &tag);
    // No file may get longer than so many kibibytes: the same as a disk that is full, and any user may set it.
    for limit in [1, 8, 64, 128, 160, 192, 256] {
        let program = std::env::current_exe().unwrap();
        let command =
            format!("trap '' XFSZ; ulimit -f {limit}; exec \"$0\" {SELF} --exact --nocapture");
        let output = Command::new("bash")
            .args(["-c", &command])
            .arg(&program)
            .env(FOLDER, folder.path())
            .output()
            .unwrap();
        let said = String::from_utf8_lossy(&output.stdout).into_owned();
        let reader = store.reader(&domain()).unwrap().unwrap();
        if said.contains("written") {
            assert!(limit > 8);
            break;
        }
        assert!(
            said.contains("failed: "),
            "{limit} {said} {}",
            String::from_utf8_lossy(&output.stderr)
        );
        assert_eq!(reader.tags(), std::slice::from_ref(&tag));
        assert!(content(&*reader, &tag) == before);
        let packs = std::fs::read_dir(folder.path().join("example.cz/objects/pack")).unwrap();
        assert_eq!(packs.count(), 2);
        check(&folder.path().join("example.cz"));
    }
    write_round(&store, &start(1), &pages(1));
    let reader = store.reader(&domain()).unwrap().unwrap();
    assert_eq!(reader.tags().len(), 2);
    assert!(content(&*reader, &tag) == before);
    check(&folder.path().join("example.cz"));
}
