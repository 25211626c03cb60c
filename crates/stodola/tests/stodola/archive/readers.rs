//! Who may read an archive and not write to it can ask it everything, also while somebody else writes.
#![cfg(unix)]

use super::filled;
use crate::session::{Ran, Session, fixture};
use std::fs;
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use stodola_archive::{Archive, CatalogueWriter, Intake};

/// Nobody's number.
const NOBODY: u32 = 65534;

const QUESTIONS: [&str; 6] = [
    "archive stats --archive a",
    "archive lookup --archive a stodola.example",
    "archive check --no-note --archive a",
    "archive dependents --archive a old.arc.gz",
    "job ls --archive a",
    "why http://stodola.example/ --archive a",
];

fn is_root() -> bool {
    fs::metadata("/proc/self").unwrap().uid() == 0
}

/// The program under a name that everybody can reach: it may have been built in a folder that only root may enter.
fn program_for_all(session: &Session) -> PathBuf {
    let (program, path) = (env!("CARGO_BIN_EXE_stodola"), session.path("program"));
    // A link, if possible: a copy that is being written while another test starts a process cannot be run.
    if !path.exists() && fs::hard_link(program, &path).is_err() {
        fs::copy(program, &path).unwrap();
    }
    path
}

/// Runs the program as somebody who may not write to the folder: as nobody, or, where that is not allowed, as
/// ourselves after the right was taken away.
fn ask(session: &Session, words: &str) -> Ran {
    // Everybody has a place for temporary files.
    let temporary = session.path("tmp");
    fs::create_dir_all(&temporary).unwrap();
    fs::set_permissions(&temporary, fs::Permissions::from_mode(0o777)).unwrap();
    let mut command = session.command();
    if is_root() {
        command = session.command_of(&program_for_all(session));
        command.uid(NOBODY).gid(NOBODY);
    }
    command.args(words.split_whitespace()).env("TMPDIR", &temporary);
    let output = command.output().unwrap();
    Ran {
        stdout: output.stdout,
        stderr: String::from_utf8_lossy(&output.stderr).into_owned(),
        code: output.status.code().unwrap_or(-1),
    }
}

/// Lets everybody read below a folder, and the owner write or not.
fn set_rights(path: &Path, may_write: bool) {
    let write = if may_write { 0o200 } else { 0 };
    if path.is_dir() {
        fs::set_permissions(path, fs::Permissions::from_mode(0o755)).unwrap();
        for item in fs::read_dir(path).unwrap() {
            set_rights(&item.unwrap().path(), may_write);
        }
        fs::set_permissions(path, fs::Permissions::from_mode(0o555 | write)).unwrap();
    } else {
        fs::set_permissions(path, fs::Permissions::from_mode(0o444 | write)).unwrap();
    }
}

#[track_caller]
fn assert_all_is_told(session: &Session, captures: u64) {
    for question in QUESTIONS {
        let ran = ask(session, question).expect(0);
        if question.contains("stats") {
            assert_eq!(super::captures(&ran), captures);
        }
    }
    let refused = ask(session, "archive check --archive a").expect(2);
    assert!(refused.stderr.contains("--no-note"), "{}", refused.stderr);
}

/// An archive with files and a job.
fn with_job() -> Session {
    let session = filled();
    // A job that comes to its end at once: the port is closed.
    session.run("crawl http://127.0.0.1:1/ --archive a --job j --max-time 1s --allow-private");
    session
}

#[test]
fn who_may_only_read_an_archive_can_ask_it_everything() {
    let session = with_job();
    set_rights(&session.path("a"), false);
    assert_all_is_told(&session, 7);
    // As an earlier program left it, or a backup: without what writers leave beside the catalogue.
    set_rights(&session.path("a"), true);
    for ending in ["-wal", "-shm"] {
        fs::remove_file(session.path(&format!("a/catalogue.db{ending}"))).unwrap();
    }
    set_rights(&session.path("a"), false);
    assert_all_is_told(&session, 7);
    set_rights(&session.path("a"), true);
}

#[test]
fn who_may_only_read_a_migrated_folder_can_ask_what_depends_on_a_file() {
    let session = Session::new();
    for name in ["one", "two"] {
        let fields = "1 0 t\nURL IP-address Archive-date Content-type Archive-length\n";
        let page = format!("HTTP/1.0 200 OK\r\n\r\n{}", "a long page ".repeat(50));
        let arc = format!(
            "filedesc://{name} 0.0.0.0 20010203040506 text/plain {}\n{fields}\n\
             http://{name}.cz/ 192.0.2.1 20010203040506 text/html {}\n{page}\n",
            fields.len(),
            page.len()
        );
        session.write(&format!("{name}.arc"), arc.as_bytes());
        session.run(&format!("migrate {name}.arc --dedup --out out")).expect(0);
    }
    let question = "archive dependents arc2warc-one.arc.warc.gz --archive out";
    let before = session.run(question).expect(0);
    assert!(!before.text().is_empty(), "{}", before.stderr);
    set_rights(&session.path("out"), false);
    assert_eq!(ask(&session, question).expect(0).text(), before.text());
    set_rights(&session.path("out"), true);
}

#[test]
fn who_may_only_read_an_archive_sees_what_a_writer_commits() {
    if !is_root() {
        eprintln!("skipped: only root can be two users at a time");
        return;
    }
    let session = with_job();
    set_rights(&session.path("a"), true);
    let archive = Archive::open(&session.path("a")).unwrap();
    let mut writer = CatalogueWriter::open(&archive, archive.lock("a test").unwrap()).unwrap();
    assert_all_is_told(&session, 7);
    // The log is not copied into the database before its time.
    let mut captures = 7;
    for number in 0..40 {
        let path = session.path(&format!("{number}.warc"));
        let record = format!(
            "WARC/1.1\r\nWARC-Type: resource\r\nWARC-Target-URI: http://a.cz/{number}\r\n\
             WARC-Date: 2026-01-01T00:00:00Z\r\nContent-Length: 0\r\n\r\n\r\n\r\n"
        );
        fs::write(&path, record).unwrap();
        writer.take_in(&archive, &path, Intake::Reference, &mut ()).unwrap();
        captures += 1;
        if number % 8 == 0 {
            assert_all_is_told(&session, captures);
        } else {
            let ran = ask(&session, "archive stats --archive a --by kind").expect(0);
            assert!(ran.text().contains("resource"), "{}", ran.text());
        }
    }
    // What a killed writer leaves is a copy of what is there now.
    assert!(fs::metadata(session.path("a/catalogue.db-wal")).unwrap().len() > 0);
    fs::create_dir(session.path("b")).unwrap();
    for ending in ["", "-wal", "-shm"] {
        let name = |folder| session.path(&format!("{folder}/catalogue.db{ending}"));
        fs::copy(name("a"), name("b")).unwrap();
    }
    fs::create_dir(session.path("b/warc")).unwrap();
    fs::copy(fixture("hello.warc.gz"), session.path("b/warc/x.warc.gz")).unwrap();
    set_rights(&session.path("b"), true);
    let ran = ask(&session, "archive stats --archive b").expect(0);
    assert_eq!(super::captures(&ran), captures);
    // A backup may leave this one out; the log counts all the same.
    fs::remove_file(session.path("b/catalogue.db-shm")).unwrap();
    let ran = ask(&session, "archive stats --archive b").expect(0);
    assert_eq!(super::captures(&ran), captures);
}

#[test]
fn readers_without_rights_and_writers_do_not_disturb_each_other() {
    if !is_root() {
        eprintln!("skipped: only root can be two users at a time");
        return;
    }
    let session = with_job();
    let rounds = if crate::harvest::is_long() { 200 } else { 15 };
    std::thread::scope(|scope| {
        let writer = scope.spawn(|| {
            for number in 0..rounds {
                let name = format!("from/{number}.warc");
                let record = format!(
                    "WARC/1.1\r\nWARC-Type: resource\r\nWARC-Target-URI: http://a.cz/{number}\r\n\
                     WARC-Date: 2026-01-01T00:00:00Z\r\nContent-Length: 0\r\n\r\n\r\n\r\n"
                );
                session.write(&name, record.as_bytes());
                session.run(&format!("archive add --copy --archive a {name}")).expect(0);
                if number % 5 == 0 {
                    session.run("archive rebuild --archive a").expect(0);
                }
            }
        });
        let mut last = 0;
        while !writer.is_finished() {
            let ran = ask(&session, "archive stats --archive a").expect(0);
            let captures = super::captures(&ran);
            assert!(captures >= last, "{captures} after {last}");
            last = captures;
            ask(&session, "archive lookup --archive a --prefix http://a.cz/").expect(0);
        }
        writer.join().unwrap();
    });
    let ran = ask(&session, "archive stats --archive a").expect(0);
    assert_eq!(super::captures(&ran), 7 + rounds);
}
