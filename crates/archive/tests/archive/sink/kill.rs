//! A child process writes captures from several threads until it is killed; those for which a sync
//! returned must be there, whole.

use super::*;
use std::collections::HashSet;
use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Stdio};
use std::thread;

const KILLS: u64 = 30;
const THREADS: u64 = 4;
const FOLDER: &str = "STODOLA_TEST_SINK_FOLDER";
const FIRST: &str = "STODOLA_TEST_SINK_FIRST";

fn small_files() -> SinkOptions {
    // So small that files are begun and finished all the time.
    SinkOptions { roll_bytes: 20_000, ..options() }
}

/// The child process is this test again, with [`FOLDER`] set.
const SELF: &str = "sink::kill::killed_at_any_moment_keeps_every_capture_that_was_synced";

/// What the child process does.
fn write_until_killed(folder: &Path) {
    let first: u64 = env::var(FIRST).unwrap().parse().unwrap();
    let (sink, _) = WarcSink::open(folder, small_files()).unwrap();
    thread::scope(|scope| {
        for thread in 0..THREADS {
            let sink = &sink;
            scope.spawn(move || {
                for round in 0.. {
                    // Each thread has numbers of its own.
                    let numbers: Vec<_> =
                        (0..5).map(|n| first + (round * 5 + n) * THREADS + thread).collect();
                    numbers.iter().for_each(|&number| drop(write(sink, number).unwrap()));
                    sink.sync().unwrap();
                    let mut out = std::io::stdout().lock();
                    numbers.iter().for_each(|number| writeln!(out, "synced {number}.").unwrap());
                    out.flush().unwrap();
                }
            });
        }
    });
}

#[test]
fn killed_at_any_moment_keeps_every_capture_that_was_synced() {
    if let Some(folder) = env::var_os(FOLDER) {
        return write_until_killed(Path::new(&folder));
    }
    let _alone = crate::files::alone();
    let folder = Folder::new();
    let mut synced = HashSet::new();
    let mut torn = 0;
    for kill in 0..KILLS {
        let mut child = Command::new(env::current_exe().unwrap())
            .args([SELF, "--exact", "--nocapture"])
            .env(FOLDER, &folder.0)
            .env(FIRST, (kill * 1_000_000).to_string())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
        // The last line may be cut, so that a number ends with a full stop.
        let number = |line: &str| -> Option<u64> {
            line.split_once("synced ")?.1.strip_suffix('.')?.parse().ok()
        };
        let mut wanted = kill % 7 * 5;
        while wanted > 0 {
            let line = lines.next().expect("the child goes on for ever").unwrap();
            if let Some(number) = number(&line) {
                synced.insert(number);
                wanted -= 1;
            }
        }
        // Somewhere within the next few captures, at a point that no line marks.
        for spin in 0..(kill * 7_919) % 31 * 40_000 {
            std::hint::black_box(spin);
        }
        child.kill().unwrap();
        child.wait().unwrap();
        synced.extend(lines.map_while(Result::ok).filter_map(|line| number(&line)));

        let (sink, recovered) = WarcSink::open(&folder.0, small_files()).unwrap();
        for file in &recovered {
            torn += match &file.outcome {
                Recovery::Finished(resumed) => u64::from(resumed.cut > 0),
                Recovery::WasFinished => 0,
                other => panic!("{other:?}"),
            };
        }
        sink.close().unwrap();
    }
    let mut found = HashSet::new();
    for name in files(&folder) {
        for record in read_file(&folder.0, &name) {
            if record.kind == RecordType::Response {
                let uri = record.uri.unwrap();
                let number = uri.rsplit('/').next().unwrap().parse().unwrap();
                assert_eq!(record.block, response(number));
                assert!(found.insert(number), "{number} twice");
            }
        }
    }
    let lost: Vec<_> = synced.difference(&found).collect();
    assert!(lost.is_empty(), "{lost:?}");
    println!("{KILLS} kills, {} synced, {} found, {torn} torn", synced.len(), found.len());
}
