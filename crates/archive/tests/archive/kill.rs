//! A child process commits files until it is killed; what it said it had committed must be there.
//!
//! The child is this test again, told by a variable what to do. It prints the number of a file
//! as soon as its commit has returned. The parent reads some of these lines and kills it, again and
//! again on the same index.

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Command, Stdio};
use stodola_archive::{DedupError, DedupIndex, DedupOptions, Payload, RecordPlace};

const KILLS: u64 = 120;
const FOLDER: &str = "STODOLA_TEST_KILL_FOLDER";
/// So small that most of the time goes into sealing and merging.
const OPTIONS: DedupOptions = DedupOptions { log_bytes: 3000 };
const PER_FILE: u64 = 10;

/// SplitMix64: the seed decides everything, so that a failure can be repeated.
fn mixed(number: u64) -> u64 {
    let mut mixed = number.wrapping_add(0x9E37_79B9_7F4A_7C15);
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    mixed ^ (mixed >> 31)
}

fn payload(number: u64) -> Payload {
    let mut sha256 = [0; 32];
    for (part, word) in sha256.chunks_exact_mut(8).zip(0..) {
        part.copy_from_slice(&mixed(number * 4 + word).to_be_bytes());
    }
    Payload { sha256, length: number }
}

fn name(file: u64) -> String {
    format!("warc/{file}.warc.gz")
}

fn stored(file: u64) -> Vec<(Payload, u64)> {
    (file * PER_FILE..(file + 1) * PER_FILE).map(|number| (payload(number), number)).collect()
}

/// Each file after the first has one revisit of each payload of the file before.
fn references(index: &DedupIndex, file: u64) -> Vec<(u64, RecordPlace)> {
    let Some(before) = file.checked_sub(1) else { return Vec::new() };
    let id = index.file_id(&name(before)).expect("committed before");
    stored(before).iter().map(|&(_, offset)| (offset, RecordPlace { file: id, offset })).collect()
}

fn commit(index: &mut DedupIndex, file: u64) -> Result<(), DedupError> {
    let references = references(index, file);
    index.commit_file(&name(file), &stored(file), &references).map(|_| ())
}

/// What the child process does.
#[expect(clippy::print_stdout, reason = "the parent process reads it")]
fn commit_until_killed(folder: &Path) {
    let mut index = DedupIndex::open_with(folder, OPTIONS).unwrap();
    let mut next = (0..).find(|&file| !index.is_committed(&name(file))).unwrap();
    // A little of what is there is committed again, as after a real crash.
    for file in next.saturating_sub(2)..next {
        commit(&mut index, file).unwrap();
    }
    loop {
        commit(&mut index, next).unwrap();
        println!("committed {next}");
        std::io::stdout().flush().unwrap();
        next += 1;
    }
}

/// How many files the index holds: all of them whole, none beyond.
fn check(folder: &Path) -> u64 {
    let mut index = DedupIndex::open_with(folder, OPTIONS).unwrap();
    let files = (0..).take_while(|&file| index.is_committed(&name(file))).count() as u64;
    assert_eq!(index.payloads(), files * PER_FILE);
    for file in 0..files {
        let id = index.file_id(&name(file)).unwrap();
        assert_eq!(index.file_name(id), Some(&*name(file)));
        for (payload, offset) in stored(file) {
            let copies = index.lookup(&payload).unwrap().unwrap();
            assert_eq!((copies.first, copies.second), (RecordPlace { file: id, offset }, None));
        }
        let expected = if file + 1 < files { PER_FILE } else { 0 };
        let dependents: Vec<_> = index.dependents(id).collect::<Result<_, _>>().unwrap();
        assert_eq!(dependents.len() as u64, expected);
        assert!(
            dependents.iter().all(|it| index.file_id(&name(file + 1)) == Some(it.revisit.file))
        );
    }
    for number in files * PER_FILE..(files + 3) * PER_FILE {
        assert_eq!(index.lookup(&payload(number)).unwrap(), None);
    }
    // To commit again what is there is accepted and changes nothing.
    for file in files.saturating_sub(5)..files {
        commit(&mut index, file).unwrap();
    }
    assert_eq!(index.payloads(), files * PER_FILE);
    files
}

#[test]
fn killed_at_any_moment_keeps_every_commit_that_returned() {
    if let Some(folder) = std::env::var_os(FOLDER) {
        return commit_until_killed(Path::new(&folder));
    }
    let _alone = crate::files::alone();
    let folder = std::env::temp_dir().join(format!("stodola-kill-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&folder);
    let (mut files, mut in_between, mut unfinished) = (0, 0, 0);
    for kill in 0..KILLS {
        let mut child = Command::new(std::env::current_exe().unwrap())
            .args([
                "kill::killed_at_any_moment_keeps_every_commit_that_returned",
                "--exact",
                "--nocapture",
            ])
            .env(FOLDER, &folder)
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let mut reported = files;
        let mut wanted = mixed(kill) % 7;
        while wanted > 0 {
            let line = lines.next().expect("the child goes on for ever").unwrap();
            // The harness may have begun the line.
            if let Some((_, number)) = line.split_once("committed ") {
                assert_eq!(number.parse(), Ok(reported));
                reported += 1;
                wanted -= 1;
            }
        }
        // Somewhere within the next few commits, at a point that no line marks.
        let spins = mixed(kill + 1000) % 3_000_000;
        for spin in 0..spins {
            std::hint::black_box(spin);
        }
        child.kill().unwrap();
        child.wait().unwrap();
        for line in lines.map_while(Result::ok) {
            if let Some(number) = line.split_once("committed ").map(|(_, number)| number) {
                // The last line may be cut.
                reported = number.parse().map_or(reported, |number: u64| reported.max(number + 1));
            }
        }

        let is_unfinished = std::fs::read_dir(&folder).is_ok_and(|items| {
            items.flatten().any(|item| item.path().extension().is_some_and(|it| it == "tmp"))
        });
        unfinished += u32::from(is_unfinished);
        files = check(&folder);
        // One more may have been finished and not yet reported.
        assert!((reported..=reported + 1).contains(&files), "kill {kill}: {reported} vs {files}");
        in_between += u32::from(files > reported);
    }
    println!(
        "{KILLS} kills, {files} files; {in_between} times a commit was whole and not yet reported, \
         {unfinished} times a run or a log was half written"
    );
    let _ = std::fs::remove_dir_all(&folder);
}
