//! Two processes at one index: the second is refused and told who was first.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};
use stodola_archive::{DedupError, DedupIndex};

const FOLDER: &str = "STODOLA_TEST_LOCK_FOLDER";

/// What the child process, which is this test again, does: it holds the index until its standard input ends.
#[expect(clippy::print_stdout, reason = "the parent process reads it")]
fn hold_the_index(folder: &Path) {
    let _index = DedupIndex::open(folder).unwrap();
    println!("opened");
    let mut line = String::new();
    std::io::stdin().read_line(&mut line).unwrap();
}

#[test]
fn second_process_is_refused_until_the_first_has_ended() {
    if let Some(folder) = std::env::var_os(FOLDER) {
        return hold_the_index(Path::new(&folder));
    }
    let _alone = crate::files::alone();
    let folder = std::env::temp_dir().join(format!("stodola-lock-{}", std::process::id()));
    let mut child = Command::new(std::env::current_exe().unwrap())
        .args([
            "lock::second_process_is_refused_until_the_first_has_ended",
            "--exact",
            "--nocapture",
        ])
        .env(FOLDER, &folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    assert!(lines.any(|line| line.unwrap().ends_with("opened")));
    let Err(DedupError::Locked { holder, .. }) = DedupIndex::open(&folder) else {
        panic!("opened twice")
    };
    assert_eq!(holder, Some(format!("process {}", child.id())));
    // Who only asks needs no lock, and changes nothing.
    let mut reader = DedupIndex::read(&folder).unwrap();
    assert_eq!(reader.payloads(), 0);
    assert!(matches!(reader.commit_file("a", &[], &[]), Err(DedupError::OnlyRead(_))));
    child.kill().unwrap();
    child.wait().unwrap();
    DedupIndex::open(&folder).unwrap().commit_file("a", &[], &[]).unwrap();
    assert_eq!(DedupIndex::read(&folder).unwrap().file_names(), ["a"]);
    assert!(DedupIndex::read(&folder.join("none")).is_err());
    assert!(!folder.join("none").exists());
    let _ = std::fs::remove_dir_all(&folder);
}
