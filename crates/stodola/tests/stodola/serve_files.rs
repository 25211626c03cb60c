//! `stodola serve` over bare files: read where they are, and nothing is left behind.

use crate::serve::Serving;
use crate::session::{Session, fixture};
use std::fs;

/// The temporary folders in a session.
fn left(session: &Session) -> Vec<String> {
    let items = fs::read_dir(session.path("")).unwrap();
    let names = items.map(|item| item.unwrap().file_name().into_string().unwrap());
    names.filter(|name| name.starts_with("stodola-files-")).collect()
}

/// Every capture of the files that is a page is served.
#[track_caller]
fn check_served(serving: &Serving) {
    let rows = serving.get("/web/cdx?url=*&output=text&fl=timestamp,url,statuscode");
    assert!(rows.starts_with("HTTP/1.1 200 OK\r\n"), "{rows}");
    let rows: Vec<&str> = rows.lines().filter(|row| row.ends_with(" 200")).collect();
    assert!(!rows.is_empty());
    for row in rows {
        let (time, url) = row.trim_end_matches(" 200").split_once(' ').unwrap();
        let capture = serving.get(&format!("/web/{time}id_/{url}"));
        assert!(capture.starts_with("HTTP/1.1 200 OK\r\n"), "{capture}");
    }
}

#[test]
fn files_are_served_where_they_are_and_nothing_is_left() {
    let session = Session::new();
    session.run("archive add --archive a @hello.warc.gz").expect(0);
    session.run("archive export --wacz site.wacz --all --archive a").expect(0);
    let hello = fixture("hello.warc.gz").to_string_lossy().into_owned();
    for (file, signal) in [(&*hello, "-INT"), ("site.wacz", "-TERM")] {
        let serving = Serving::start_with(&session, &[file]);
        let folders = left(&session);
        assert_eq!(folders.len(), 1, "{folders:?}");
        // The records are not copied.
        assert!(!session.path(&folders[0]).join("archive/warc/added").exists());
        check_served(&serving);
        let (code, said) = serving.end(signal);
        assert_eq!(code, Some(0), "{said}");
        assert_eq!(left(&session), Vec::<String>::new());
    }
}

#[test]
fn folder_that_a_kill_left_is_removed_by_the_next_one() {
    let session = Session::new();
    let hello = fixture("hello.warc.gz").to_string_lossy().into_owned();
    let serving = Serving::start_with(&session, &[&hello]);
    // A second one leaves the folder of the first alone.
    let second = Serving::start_with(&session, &[&hello]);
    assert_eq!(left(&session).len(), 2);
    second.end("-KILL");
    serving.end("-KILL");
    assert_eq!(left(&session).len(), 2);
    let serving = Serving::start_with(&session, &[&hello]);
    assert_eq!(left(&session).len(), 1);
    serving.end("-TERM");
    assert_eq!(left(&session).len(), 0);
}

#[test]
fn files_that_cannot_be_read_are_said_and_nothing_is_left() {
    let session = Session::new();
    session.write("letter.txt", b"a letter");
    session.write("cut.wacz", b"PK\x03\x04 and no more");
    let mut command = session.command();
    command.env("TMPDIR", session.path("")).args(["serve", "letter.txt", "cut.wacz", "gone.warc"]);
    let output = command.output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{said}");
    for words in ["neither ARC nor WARC nor WACZ", "cannot be read as a WACZ file", "gone.warc"] {
        assert!(said.contains(words), "{said}");
    }
    assert!(said.contains("none of the files could be read"), "{said}");
    assert_eq!(left(&session), Vec::<String>::new());
}
