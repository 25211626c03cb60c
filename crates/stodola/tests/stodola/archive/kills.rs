//! Commands that are killed in their first moments, when an archive is made, and in the middle of adding: whatever
//! comes next just works.

use crate::harvest::is_long;
use crate::session::{Session, fixture};
use std::collections::BTreeSet;
use std::fs;
use std::process::{Child, Stdio};
use std::time::{Duration, Instant};
use stodola_archive::{Archive, Catalogue};

/// The same numbers each time.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 33) % bound
    }
}

fn start(session: &Session, words: &[&str]) -> Child {
    let mut command = session.command();
    command.args(words).stdin(Stdio::null()).stdout(Stdio::null());
    command.stderr(fs::File::create(session.path("said")).unwrap()).spawn().unwrap()
}

/// Kills a process so long after its start; tells whether it was still there.
fn kill_after(mut child: Child, moment: Duration) -> bool {
    let until = Instant::now() + moment;
    while Instant::now() < until {
        std::thread::yield_now();
    }
    let is_running = child.try_wait().unwrap().is_none();
    child.kill().unwrap();
    child.wait().unwrap();
    is_running
}

/// How long a command takes that nobody disturbs, in microseconds.
fn time_of(words: &[&str]) -> u64 {
    let session = Session::new();
    let begun = Instant::now();
    start(&session, words).wait().unwrap();
    begun.elapsed().as_micros() as u64
}

/// The names in the catalogue that have no line in fixity.tsv.
fn without_line(session: &Session) -> Vec<String> {
    let log = fs::read_to_string(session.path("a/fixity.tsv")).unwrap_or_default();
    let noted: BTreeSet<_> = log
        .lines()
        .filter(|line| line.contains("\tadded\t"))
        .filter_map(|line| line.rsplit('\t').next())
        .collect();
    let files =
        Catalogue::open(&Archive::open(&session.path("a")).unwrap()).unwrap().files().unwrap();
    files.into_iter().map(|file| file.name).filter(|name| !noted.contains(name.as_str())).collect()
}

#[test]
fn adding_that_is_killed_needs_no_rebuild_and_loses_no_line() {
    let files = [fixture("hello.warc.gz"), fixture("old.arc.gz")];
    let words: Vec<&str> = ["archive", "add", "--copy", "--archive", "a"]
        .into_iter()
        .chain(files.iter().map(|file| file.to_str().unwrap()))
        .collect();
    let whole = time_of(&words);
    let wanted = if is_long() { 700 } else { 40 };
    let (mut random, mut kills) = (Random(3), 0);
    while kills < wanted {
        let session = Session::new();
        // Several kills of one archive, each may find what the one before left.
        for _ in 0..1 + random.below(3) {
            let moment = Duration::from_micros(random.below(whole));
            kills += u32::from(kill_after(start(&session, &words), moment));
            if session.path("a/warc").is_dir() {
                session.run("archive stats --archive a").expect(0);
                assert_eq!(without_line(&session), Vec::<String>::new(), "after {moment:?}");
            }
        }
        let ran = session.run(&words.join(" ")).expect(0);
        assert!(!ran.stderr.contains("rebuild"), "{}", ran.stderr);
        let ran = session.run("archive stats --archive a").expect(0);
        assert_eq!(super::captures(&ran), 7);
        assert_eq!(without_line(&session), Vec::<String>::new());
        let ran = session.run("archive rebuild --archive a").expect(0);
        assert!(ran.stderr.contains("the same as before"), "{}", ran.stderr);
    }
}

#[test]
fn first_harvest_that_is_killed_needs_no_rebuild() {
    let words =
        ["crawl", "http://127.0.0.1:1/", "--archive", "a", "--allow-private", "--max-time", "1s"];
    let wanted = if is_long() { 300 } else { 25 };
    let (mut random, mut kills) = (Random(5), 0);
    while kills < wanted {
        let session = Session::new();
        for _ in 0..3 {
            kills += u32::from(kill_after(
                start(&session, &words),
                Duration::from_micros(random.below(80_000)),
            ));
            if session.path("a/warc").is_dir() {
                session.run("archive stats --archive a").expect(0);
            }
        }
        let ran = session.run("archive add --copy --archive a @hello.warc.gz").expect(0);
        assert!(!ran.stderr.contains("rebuild"), "{}", ran.stderr);
        session.run("archive stats --archive a").expect(0);
    }
}

/// As an earlier program left it, that was killed between the catalogue and fixity.tsv.
#[test]
fn line_that_an_earlier_program_lost_is_completed_by_the_next_command() {
    let session = super::filled();
    let path = session.path("a/fixity.tsv");
    let log = fs::read_to_string(&path).unwrap();
    let lines: Vec<_> = log.lines().filter(|line| !line.ends_with("old.arc.gz")).collect();
    // The last line was torn, too.
    fs::write(&path, lines.join("\n") + "\n2026-01-01T00:00:00Z\tso").unwrap();
    assert_eq!(without_line(&session), ["warc/added/old.arc.gz"]);
    session.run("archive add --copy --archive a @hello.warc.gz").expect(0);
    assert_eq!(without_line(&session), Vec::<String>::new());
    // What it should be is what it was when it was added.
    let file = session.path("a/warc/added/old.arc.gz");
    let mut bytes = fs::read(&file).unwrap();
    let last = bytes.len() - 1;
    bytes[last] ^= 1;
    fs::write(&file, bytes).unwrap();
    let ran = session.run("archive check --archive a").expect(1);
    assert!(ran.text().contains("changed warc/added/old.arc.gz"), "{}", ran.text());
}

/// An unfinished catalogue, as earlier programs could leave it when they were killed.
#[test]
fn unfinished_catalogue_of_an_empty_archive_needs_no_rebuild() {
    for bytes in [&b""[..], b"SQLite format 3\0"] {
        let session = Session::new();
        session.run("archive add --archive a").expect(2);
        fs::create_dir_all(session.path("a/warc")).unwrap();
        session.write("a/catalogue.db", bytes);
        if bytes.is_empty() {
            session.run("archive stats --archive a").expect(0);
        }
        session.run("archive add --copy --archive a @hello.warc.gz").expect(0);
        session.run("archive stats --archive a").expect(0);
    }
}

#[test]
fn commands_that_begin_an_archive_at_the_same_moment_take_their_turns() {
    let session = Session::new();
    let from = fixture("hello.warc.gz");
    let mut children = Vec::new();
    for number in 0..6 {
        let name = session.path(&format!("{number}.warc"));
        let record = format!(
            "WARC/1.1\r\nWARC-Type: resource\r\nWARC-Target-URI: http://a.cz/{number}\r\n\
             WARC-Date: 2026-01-01T00:00:00Z\r\nContent-Length: 0\r\n\r\n\r\n\r\n"
        );
        fs::write(&name, record).unwrap();
        let mut command = session.command();
        command.args(["archive", "add", "--archive", "a"]).arg(&from).arg(name);
        children.push(command.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap());
    }
    for child in children {
        let output = child.wait_with_output().unwrap();
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{said}");
        for line in said.lines().filter(|line| line.starts_with("waiting")) {
            assert!(line.contains("in use by process") && line.contains(" since 20"), "{line}");
        }
    }
    let ran = session.run("archive stats --archive a").expect(0);
    assert_eq!(super::captures(&ran), 9);
    session.run("archive check --archive a").expect(0);
}
