//! A child process asks for work and does it until it is killed, again and again: no request that was taken is lost,
//! and none is finished twice.

use super::{draft, runner_settings, settings};
use std::collections::BTreeSet;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Command, Stdio};
use stodola_work::{
    RequestFilter, RequestState, ResultContent, WorkFailure, WorkPackage, WorkProgress, WorkQueue,
    WorkResult, WorkRunner, WorkSettings, WorkTask, WorkTime,
};

const FOLDER: &str = "STODOLA_TEST_WORK_FOLDER";
/// The child process is this test again, with [`FOLDER`] set.
const SELF: &str = "kill::killed_at_any_moment_no_request_is_lost_or_finished_twice";

/// Writes its number, as a file or as bytes, with some lines of its log.
struct Counting;

impl WorkPackage for Counting {
    fn name(&self) -> &'static str {
        "count"
    }

    fn version(&self) -> u32 {
        1
    }

    fn run(
        &self,
        task: &WorkTask<'_>,
        progress: &mut dyn WorkProgress,
    ) -> Result<WorkResult, WorkFailure> {
        progress.at(Some(0.5), "counting");
        progress.log("half");
        let text = format!("result of {}", task.question.as_str());
        let content = match task.number % 2 {
            0 => ResultContent::Bytes(text.into_bytes()),
            _ => {
                let path = task.scratch.join("counted");
                std::fs::write(&path, text).map_err(|error| WorkFailure::of(&error))?;
                ResultContent::File(path)
            }
        };
        let name = "counted.txt".to_owned();
        Ok(WorkResult { media: "text/plain".to_owned(), name, content, stamp: String::new() })
    }
}

fn wide() -> WorkSettings {
    WorkSettings {
        waiting_per_owner: 1_000_000,
        waiting_in_all: 1_000_000,
        ..settings(&[("count", 2)])
    }
}

/// Asks for twenty requests, does them, and so on.
fn work_for_ever(folder: &Path) {
    let mut queue = WorkQueue::open(folder).unwrap();
    let mut out = std::io::stdout();
    let mut next = queue.count(&RequestFilter::default()).unwrap();
    let runner =
        WorkRunner::start(runner_settings(folder, vec![Box::new(Counting)], wide())).unwrap();
    loop {
        for _ in 0..20 {
            let submitted =
                queue.submit(&draft("count", next, "anna"), &wide(), WorkTime(0)).unwrap();
            next += 1;
            writeln!(out, "\ntaken {}", submitted.number).unwrap();
            out.flush().unwrap();
        }
        runner.look();
        while queue.waiting_of("anna").unwrap() > 40 {
            std::thread::yield_now();
        }
    }
}

#[test]
fn killed_at_any_moment_no_request_is_lost_or_finished_twice() {
    if let Some(folder) = std::env::var_os(FOLDER) {
        return work_for_ever(Path::new(&folder));
    }
    let is_long =
        std::env::var_os("STODOLA_LONG").is_some_and(|value| !value.is_empty() && value != "0");
    let folder = tempfile::tempdir().unwrap();
    let mut taken = BTreeSet::new();
    for kill in 0..if is_long { 100 } else { 12 } {
        let mut child = Command::new(std::env::current_exe().unwrap())
            .args([SELF, "--exact", "--nocapture"])
            .env(FOLDER, folder.path())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let mut numbers =
            lines.filter_map(|line| line.ok()?.strip_prefix("taken ")?.parse::<i64>().ok());
        // Each time after another number of requests.
        for _ in 0..1 + super::mixed(kill) % 60 {
            taken.insert(numbers.next().unwrap());
        }
        child.kill().unwrap();
        // What it wrote before it died was taken as well.
        taken.extend(numbers);
        child.wait().unwrap();
    }
    let settings = runner_settings(folder.path(), vec![Box::new(Counting)], wide());
    WorkRunner::work_off(&settings).unwrap();
    let mut queue = WorkQueue::open(folder.path()).unwrap();
    let rows = queue.requests(&RequestFilter::default(), usize::MAX).unwrap();
    let there: BTreeSet<i64> = rows.iter().map(|row| row.number).collect();
    assert!(taken.is_subset(&there), "{:?}", taken.difference(&there));
    let mut files = 0;
    for row in &rows {
        assert_eq!(row.state, RequestState::Done, "{row:?}");
        let ends = queue
            .log(row.number)
            .unwrap()
            .iter()
            .filter(|it| it.text == "the result is there")
            .count();
        assert_eq!(ends, 1, "{row:?}");
        let content = match queue.open_result(row.number, WorkTime(0)).unwrap() {
            stodola_work::OpenedContent::Bytes(bytes) => String::from_utf8(bytes).unwrap(),
            stodola_work::OpenedContent::File(file) => {
                files += 1;
                std::io::read_to_string(file).unwrap()
            }
        };
        assert_eq!(content, format!("result of {}", row.question));
    }
    assert!(files > 0);
    // What the killed ones left is removed, and nothing else.
    queue.sweep(&wide(), WorkTime(0)).unwrap();
    assert_eq!(std::fs::read_dir(folder.path().join("results")).unwrap().count(), files);
}
