//! A child process changes rules until it is killed, again and again. Every change that it told of is there, and the
//! rules are those that the log tells of.

use crate::store::signed;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Command, Stdio};
use stodola_access::{AccessPolicy, AccessRule, ChangeKind, LiveRules, PeopleStore, RuleEdit};

const FOLDER: &str = "STODOLA_TEST_ACCESS_FOLDER";
/// The child process is this test again, with [`FOLDER`] set.
const SELF: &str = "kill::killed_at_any_moment_no_change_that_was_told_is_lost";
const KILLS: u32 = 40;

/// Adds three rules, removes two, undoes the removal; tells each change when it is done.
fn change_for_ever(folder: &Path) {
    let mut store = PeopleStore::open(&PeopleStore::path_in(folder)).unwrap();
    let mut out = std::io::stdout();
    let add = |number: i64| {
        let place = format!("h{number}.cz").parse().unwrap();
        RuleEdit::Add(AccessRule::new(place, AccessPolicy::Hide).into())
    };
    loop {
        let edits: Vec<RuleEdit> = (0..3).map(add).collect();
        let (number, ids) = store.change(&signed("x"), ChangeKind::Add, &edits).unwrap();
        writeln!(out, "\ndone {number}").unwrap();
        let edits: Vec<RuleEdit> = ids[..2].iter().map(|id| RuleEdit::Remove(*id)).collect();
        let (number, _) = store.change(&signed("x"), ChangeKind::Remove, &edits).unwrap();
        writeln!(out, "\ndone {number}").unwrap();
        let (_, number) = store.undo(None, &signed("x")).unwrap();
        writeln!(out, "\ndone {number}").unwrap();
        out.flush().unwrap();
    }
}

#[test]
fn killed_at_any_moment_no_change_that_was_told_is_lost() {
    if let Some(folder) = std::env::var_os(FOLDER) {
        return change_for_ever(Path::new(&folder));
    }
    let folder = tempfile::tempdir().unwrap();
    let path = PeopleStore::path_in(folder.path());
    let mut told = 0;
    // A server goes on, also before anybody has opened the store to write.
    let live = LiveRules::of_archive(folder.path());
    for kill in 0..KILLS {
        let mut child = Command::new(std::env::current_exe().unwrap())
            .args([SELF, "--exact", "--nocapture"])
            .env(FOLDER, folder.path())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        // Each time after another number of changes, in the middle of the next one.
        let lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let mut changes =
            lines.filter_map(|line| line.ok()?.strip_prefix("done ")?.parse::<i64>().ok());
        for _ in 0..=kill {
            told = changes.next().unwrap();
        }
        child.kill().unwrap();
        // What it wrote before it died was done as well.
        told = changes.last().unwrap_or(told);
        child.wait().unwrap();
        let seen = live.current().unwrap().len();
        assert_eq!(LiveRules::of_archive(folder.path()).current().unwrap().len(), seen);
        let store = PeopleStore::open(&path).unwrap();
        let log = store.log(0, usize::MAX).unwrap();
        // Without gaps, and no change is half.
        let numbers: Vec<i64> = log.iter().map(|change| change.number).collect();
        assert_eq!(numbers, (1..=numbers.len() as i64).collect::<Vec<_>>());
        assert!(numbers.len() as i64 >= told, "{} of {told}", numbers.len());
        for change in &log {
            let expected = if change.kind == ChangeKind::Add { 3 } else { 2 };
            assert_eq!(change.rules.len(), expected);
        }
        assert_eq!(store.rules().unwrap(), store.rules_by_log().unwrap());
        assert_eq!(store.rules().unwrap().len(), seen);
    }
}
