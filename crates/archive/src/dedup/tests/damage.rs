//! An index whose files were cut, changed, or left unfinished by a kill.

use super::*;
use std::fs::OpenOptions;
use std::os::unix::fs::FileExt;

/// An index of seven files in two runs and a log, and the same before its last run was made.
fn sample(name: &str) -> (Folder, Folder) {
    let (folder, before) = (Folder::new(name), Folder::new(&format!("{name}-before")));
    let mut index = folder.index();
    for number in 0..7 {
        if number == 6 {
            before.copy_from(&folder);
        }
        commit(&mut index, number);
    }
    drop(index);
    let runs = ["0000000000-0000000002.run", "0000000003-0000000005.run"];
    assert_eq!(folder.names(), [runs[0], runs[1], "lock", "log"]);
    assert_eq!(before.names(), [runs[0], "lock", "log"]);
    (folder, before)
}

/// Opens a changed index. It either is refused, or holds the first commits, whole. Single look-ups may
/// still report damage; a wrong answer they may never give. Gives how many files it holds.
fn examine(folder: &Folder) -> Option<u64> {
    let index = match folder.open() {
        Ok(index) => index,
        Err(error @ DedupError::Damaged { .. }) => {
            assert!(error.to_string().contains("build it again"), "{error}");
            return None;
        }
        Err(DedupError::Newer { .. }) => return None,
        Err(error) => panic!("{error}"),
    };
    let files = (0..).take_while(|&number| index.is_committed(&name(number))).count() as u64;
    assert_eq!(index.payloads(), files * PER_FILE);
    for number in 0..80 {
        let first = RecordPlace { file: FileId((number / PER_FILE) as u32), offset: number * 100 };
        let right = (number < files * PER_FILE).then_some(Copies { first, second: None });
        match index.lookup(&payload(number)) {
            Ok(found) => assert_eq!(found, right, "payload {number}"),
            Err(error) => assert!(matches!(error, DedupError::Damaged { .. }), "{error}"),
        }
    }
    for found in index.dependents(FileId(0)) {
        match found {
            Ok(reference) => assert_eq!(reference.original.offset, 0),
            Err(error) => assert!(matches!(error, DedupError::Damaged { .. }), "{error}"),
        }
    }
    Some(files)
}

#[test]
fn run_cut_at_any_byte_is_reported() {
    let (folder, _) = sample("cut-run");
    for name in folder.names().into_iter().filter(|name| name.ends_with(".run")).rev() {
        let file = OpenOptions::new().write(true).open(folder.0.join(&name)).unwrap();
        for length in (0..file.metadata().unwrap().len()).rev() {
            file.set_len(length).unwrap();
            assert_eq!(examine(&folder), None, "{name} cut to {length} bytes");
        }
    }
}

#[test]
fn log_cut_at_any_byte_loses_its_last_commit_only() {
    let (folder, _) = sample("cut-log");
    let path = folder.0.join("log");
    let whole = fs::read(&path).unwrap();
    for length in 0..whole.len() {
        fs::write(&path, &whole[..length]).unwrap();
        // Without the 24 bytes of its header the log cannot be read.
        assert_eq!(examine(&folder), (length >= 24).then_some(6), "cut to {length} bytes");
        if length % 50 == 49 {
            // What was cut off can be committed again.
            commit(&mut folder.index(), 6);
            check(&folder.index(), 7);
        }
    }
}

#[test]
fn byte_changed_anywhere_never_gives_a_wrong_answer() {
    let (folder, _) = sample("changed");
    for name in folder.names().into_iter().filter(|name| name != "lock") {
        let path = folder.0.join(&name);
        let whole = fs::read(&path).unwrap();
        let file = OpenOptions::new().write(true).open(&path).unwrap();
        for (at, &byte) in whole.iter().enumerate() {
            file.write_all_at(&[byte ^ (1 << (at % 8))], at as u64).unwrap();
            let files = examine(&folder);
            assert!(matches!(files, None | Some(6 | 7)), "{name} changed at {at}: {files:?}");
            // The log may have been cut.
            let changed = if name == "log" { 0..whole.len() } else { at..at + 1 };
            file.write_all_at(&whole[changed.clone()], changed.start as u64).unwrap();
        }
    }
    check(&folder.index(), 7);
}

#[test]
fn damage_before_the_last_commit_of_the_log_is_reported() {
    let folder = Folder::new("middle");
    let mut index = folder.index();
    commit(&mut index, 0);
    let end = index.log.length as usize;
    commit(&mut index, 1);
    drop(index);
    let path = folder.0.join("log");
    let whole = fs::read(&path).unwrap();
    for at in 0..end {
        let mut changed = whole.clone();
        changed[at] ^= 0x10;
        fs::write(&path, &changed).unwrap();
        assert_eq!(examine(&folder), None, "changed at {at}");
    }
    // After a power cut: the length of an append is there, its bytes are not.
    for length in 1..100 {
        let mut longer = whole.clone();
        longer.resize(whole.len() + length, 0);
        fs::write(&path, &longer).unwrap();
        assert_eq!(examine(&folder), Some(2));
    }
}

#[test]
fn missing_file_is_reported() {
    let (folder, _) = sample("missing");
    let work = Folder::new("missing-work");
    for name in folder.names().into_iter().filter(|name| name != "lock") {
        work.copy_from(&folder);
        fs::remove_file(work.0.join(&name)).unwrap();
        assert_eq!(examine(&work), None, "without {name}");
    }
}

#[test]
fn file_of_a_newer_format_is_refused_politely() {
    let (folder, _) = sample("newer");
    let work = Folder::new("newer-work");
    for name in folder.names().into_iter().filter(|name| name != "lock") {
        work.copy_from(&folder);
        let path = work.0.join(&name);
        let mut bytes = fs::read(&path).unwrap();
        bytes[15] = 2;
        fs::write(&path, &bytes).unwrap();
        let error = work.open().err().unwrap();
        assert!(matches!(error, DedupError::Newer { found: 2, known: 1, .. }), "{error}");
        assert!(error.to_string().contains("use a newer program"), "{error}");
    }
}

#[test]
fn kill_between_run_and_new_log_loses_nothing() {
    let (folder, before) = sample("steps");
    let work = Folder::new("steps-work");
    work.copy_from(&before);
    fs::copy(folder.0.join("0000000003-0000000005.run"), work.0.join("0000000003-0000000005.run"))
        .unwrap();
    check(&work.index(), 6);
    // And what was left behind by a kill while writing is gone.
    fs::write(work.0.join("0000000006-0000000006.run.new"), b"half").unwrap();
    fs::write(work.0.join("log.new"), b"half").unwrap();
    // By an earlier version too.
    fs::write(work.0.join("log.tmp"), b"half").unwrap();
    check(&work.index(), 6);
    let mut index = work.index();
    commit(&mut index, 6);
    check(&index, 7);
    assert_eq!(work.names(), folder.names());
}

#[test]
fn kill_before_merged_runs_are_removed_loses_nothing() {
    let (folder, work) = (Folder::new("merged"), Folder::new("merged-work"));
    let mut index = folder.index();
    // The thirteenth commit makes the fourth run, and one of all four.
    for number in 0..13 {
        if number == 12 {
            work.copy_from(&folder);
        }
        commit(&mut index, number);
    }
    drop(index);
    let merged = "0000000000-0000000011.run";
    assert_eq!(folder.names(), [merged, "lock", "log"]);
    for name in [merged, "log"] {
        fs::copy(folder.0.join(name), work.0.join(name)).unwrap();
    }
    check(&work.index(), 13);
    assert_eq!(work.names(), folder.names());
}

#[test]
fn failed_write_stops_commits_until_the_index_is_opened_again() {
    let folder = Folder::new("failed");
    let mut index = folder.index();
    (0..3).for_each(|number| assert_eq!(commit(&mut index, number).0 as u64, number));
    // The next commit begins with a run, whose file cannot be created.
    let obstacle = folder.0.join("0000000000-0000000002.run.new");
    fs::create_dir(&obstacle).unwrap();
    let error = index.commit_file(&name(3), &[], &[]).unwrap_err();
    assert!(matches!(error, DedupError::Io { what: "create", .. }), "{error}");
    fs::remove_dir(&obstacle).unwrap();
    let error = index.commit_file(&name(3), &[], &[]).unwrap_err();
    assert!(matches!(error, DedupError::Doubtful(_)), "{error}");
    // Look-ups go on, and to commit again what is there is no write.
    check(&index, 3);
    commit(&mut index, 2);
    drop(index);
    let mut index = folder.index();
    commit(&mut index, 3);
    check(&index, 4);
}
