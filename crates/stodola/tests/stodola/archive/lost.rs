//! Files that are missing stay known until somebody says why they are gone; files that were moved are known again.

use super::filled;
use crate::session::{Session, fixture};
use std::fs;

const FILE: &str = "warc/added/old.arc.gz";

#[test]
fn missing_files_are_named_by_every_check_and_rebuild_until_somebody_says_why() {
    let session = filled();
    let path = session.path(&format!("a/{FILE}"));
    let bytes = fs::read(&path).unwrap();
    fs::remove_file(&path).unwrap();
    for _ in 0..2 {
        let ran = session.run("archive rebuild --archive a").expect(1);
        assert!(
            ran.stderr.contains(&format!("{FILE}: the file is missing, 4 captures in it")),
            "{}",
            ran.stderr
        );
        assert!(
            ran.stderr.contains("2 files, 7 captures; the same as before; 1 of the files missing"),
            "{}",
            ran.stderr
        );
        // However lately it was checked.
        let ran = session.run("archive check --archive a --older-than 30d").expect(1);
        assert!(ran.text().starts_with(&format!("missing {FILE} (")), "{}", ran.text());
        assert!(ran.stderr.contains("1 missing"), "{}", ran.stderr);
    }
    let ran = session.run("archive lookup --archive a stodola.example").expect(0);
    assert!(ran.text().lines().next().unwrap().ends_with("(file is missing)"), "{}", ran.text());
    assert!(ran.stderr.contains("1 of them lost"), "{}", ran.stderr);
    // Also if the catalogue is lost with it: fixity.tsv remembers.
    fs::remove_file(session.path("a/catalogue.db")).unwrap();
    for _ in 0..2 {
        let ran = session.run("archive rebuild --archive a").expect(1);
        assert!(ran.stderr.contains(&format!("{FILE}: the file is missing")), "{}", ran.stderr);
        let ran = session.run("archive check --archive a --no-note").expect(1);
        assert!(ran.text().contains(&format!("missing {FILE}")), "{}", ran.text());
    }

    let ran = session.run("archive forget old.arc.gz --archive a").expect(2);
    assert!(ran.stderr.contains("--why"), "{}", ran.stderr);
    let ran = session.run("archive forget hello.warc.gz --why x --archive a").expect(2);
    assert!(ran.stderr.contains("is there; only files that are missing"), "{}", ran.stderr);
    let ran = session.run("archive forget nothing.warc --why x --archive a").expect(2);
    assert!(ran.stderr.contains("knows no file"), "{}", ran.stderr);
    session.run("archive forget old.arc.gz --why flood --archive a").expect(0);
    session.run("archive check --archive a").expect(0);
    let ran = session.run("archive rebuild --archive a").expect(0);
    assert!(ran.stderr.contains("1 file, 3 captures"), "{}", ran.stderr);
    let record = fs::read_to_string(session.path("a/gone.tsv")).unwrap();
    assert!(record.starts_with("# stodola gone 1\n"), "{record}");
    assert!(record.contains(&format!("\tforgotten\t{}\t", bytes.len())), "{record}");
    assert!(record.contains(&format!("\t{FILE}\tflood\n")), "{record}");

    // Found again it belongs to the archive again, and is missed again.
    fs::write(&path, &bytes).unwrap();
    session.run(&format!("archive add --archive a a/{FILE}")).expect(0);
    let ran = session.run("archive check --archive a").expect(0);
    assert!(ran.stderr.contains("2 files checked"), "{}", ran.stderr);
    fs::remove_file(&path).unwrap();
    let ran = session.run("archive check --archive a").expect(1);
    assert!(ran.text().contains(&format!("missing {FILE}")), "{}", ran.text());
}

#[test]
fn missing_files_elsewhere_stay_known_too() {
    let session = Session::new();
    fs::create_dir(session.path("x")).unwrap();
    fs::copy(fixture("hello.warc.gz"), session.path("x/h.warc.gz")).unwrap();
    session.run("archive add --archive a x @old.arc.gz").expect(0);
    fs::remove_file(session.path("x/h.warc.gz")).unwrap();
    // What the list forgot, the catalogue and fixity.tsv remember.
    fs::remove_file(session.path("a/references.txt")).unwrap();
    let ran = session.run("archive rebuild --archive a").expect(1);
    assert!(ran.stderr.contains("x/h.warc.gz: the file is missing, 3 captures"), "{}", ran.stderr);
    let ran = session.run("archive check --archive a").expect(1);
    assert_eq!(ran.text().lines().count(), 1, "{}", ran.text());
    session.run("archive forget h.warc.gz --archive a --why gone").expect(0);
    session.run("archive check --archive a").expect(0);
    session.run("archive rebuild --archive a").expect(0);
}

#[test]
fn files_that_were_moved_keep_their_captures() {
    let session = Session::new();
    for folder in ["x", "y", "z"] {
        fs::create_dir(session.path(folder)).unwrap();
    }
    fs::copy(fixture("hello.warc.gz"), session.path("x/h.warc.gz")).unwrap();
    session.run("archive add --archive a x").expect(0);
    let stats =
        |session: &Session| session.run("archive stats --archive a").expect(0).text().to_owned();
    let before = stats(&session);

    // Moved by hand, and added again.
    fs::rename(session.path("x/h.warc.gz"), session.path("y/h.warc.gz")).unwrap();
    let ran = session.run("archive add --archive a y").expect(0);
    assert!(ran.stderr.contains("was moved, it was"), "{}", ran.stderr);
    assert!(ran.stderr.contains("0 files added, 0 captures; 1 moved"), "{}", ran.stderr);
    assert_eq!(stats(&session), before);
    session.run("archive check --archive a").expect(0);
    // Moved by the program; the second time there is nothing to do.
    let ran = session.run("archive move h.warc.gz z --archive a").expect(0);
    assert!(ran.stderr.contains("z/h.warc.gz: was moved"), "{}", ran.stderr);
    assert!(!session.path("y/h.warc.gz").exists() && session.path("z/h.warc.gz").exists());
    assert_eq!(stats(&session), before);
    session.run("archive check --archive a").expect(0);
    // A second copy is not added a second time.
    fs::copy(session.path("z/h.warc.gz"), session.path("x/other.warc.gz")).unwrap();
    for more in ["", "--copy"] {
        let ran = session.run(&format!("archive add --archive a {more} x")).expect(0);
        assert!(ran.stderr.contains("has the same bytes already"), "{}", ran.stderr);
        assert_eq!(stats(&session), before);
    }
    assert!(!session.path("a/warc/added/other.warc.gz").exists());
    let ran = session.run("archive rebuild --archive a").expect(0);
    assert!(ran.stderr.contains("the same as before"), "{}", ran.stderr);
    let record = fs::read_to_string(session.path("a/gone.tsv")).unwrap();
    assert_eq!(record.matches("\tmoved\t").count(), 2, "{record}");
}

#[test]
fn rebuild_recognises_files_that_were_moved_within_the_archive() {
    let session = filled();
    let before = session.run("archive stats --archive a").expect(0);
    fs::create_dir(session.path("a/warc/2001")).unwrap();
    fs::rename(session.path(&format!("a/{FILE}")), session.path("a/warc/2001/b.arc.gz")).unwrap();
    let ran = session.run("archive rebuild --archive a").expect(0);
    assert!(
        ran.stderr.contains("warc/2001/b.arc.gz: was moved, it was warc/added/old.arc.gz"),
        "{}",
        ran.stderr
    );
    assert_eq!(session.run("archive stats --archive a").expect(0).text(), before.text());
    session.run("archive check --archive a").expect(0);
    let ran = session.run("archive rebuild --archive a").expect(0);
    assert!(ran.stderr.contains("the same as before"), "{}", ran.stderr);
}

#[test]
fn file_with_other_bytes_is_not_taken_for_the_one_that_was_moved() {
    let session = filled();
    fs::remove_file(session.path(&format!("a/{FILE}"))).unwrap();
    session.write("other.arc.gz", &fs::read(fixture("damaged.warc.gz")).unwrap());
    session.run("archive move old.arc.gz other.arc.gz --archive a").expect(2);
    let ran = session.run("archive check --archive a").expect(1);
    assert!(ran.text().contains(&format!("missing {FILE}")), "{}", ran.text());
    // Nor is anything written over.
    let ran = session.run("archive move hello.warc.gz other.arc.gz --archive a").expect(2);
    assert!(ran.stderr.contains("cannot move"), "{}", ran.stderr);
    assert!(session.path("a/warc/added/hello.warc.gz").exists());
}

#[test]
fn moving_to_a_folder_that_does_not_exist_tells_what_to_do() {
    let session = filled();
    let ran = session.run("archive move old.arc.gz moved/ --archive a").expect(2);
    let expected =
        "stodola: the folder 'moved/' does not exist; create it, or give the new path of the file";
    assert_eq!(ran.stderr.trim(), expected);
    assert!(session.path(&format!("a/{FILE}")).exists() && !session.path("moved").exists());
    session.run("archive check --archive a").expect(0);
    // A new path makes the folders on its way; a folder that exists takes the file under its own name.
    session.run("archive move old.arc.gz moved/new.arc.gz --archive a").expect(0);
    session.run("archive move new.arc.gz moved/../ --archive a").expect(0);
    assert!(session.path("new.arc.gz").exists() && !session.path("moved/new.arc.gz").exists());
    session.run("archive check --archive a").expect(0);
}

#[test]
fn dependents_takes_any_name_that_only_one_file_has() {
    let session = filled();
    let ran = session.run("archive dependents old.arc.gz --archive a").expect(0);
    assert!(ran.stderr.contains(FILE), "{}", ran.stderr);
    let ran = session.run("archive dependents added/old.arc.gz --archive a").expect(0);
    assert!(ran.stderr.contains(FILE), "{}", ran.stderr);
    let ran = session.run("archive dependents d.arc.gz --archive a").expect(2);
    assert!(ran.stderr.contains("knows no file"), "{}", ran.stderr);
    session.write("a/warc/more/old.arc.gz", &fs::read(fixture("old.arc.gz")).unwrap());
    session.run("archive rebuild --archive a").expect(0);
    let ran = session.run("archive dependents old.arc.gz --archive a").expect(2);
    assert!(ran.stderr.contains("can mean several files"), "{}", ran.stderr);
    assert!(ran.stderr.contains("warc/more/old.arc.gz"), "{}", ran.stderr);
    session.run("archive dependents more/old.arc.gz --archive a").expect(0);
}

#[test]
fn check_tells_findings_and_sizes_as_json() {
    let session = Session::new();
    session.run("archive add --copy --archive a @hello.warc.gz @damaged.warc.gz").expect(1);
    let ran = session.run("archive check --json --archive a").expect(1);
    let line = |name: &str| ran.text().lines().find(|line| line.contains(name)).unwrap().to_owned();
    let size = fs::metadata(fixture("hello.warc.gz")).unwrap().len();
    let sound = line("hello.warc.gz");
    assert!(sound.contains(&format!("\"size\":{size},\"expected_size\":{size},")), "{sound}");
    assert!(sound.ends_with("\"findings\":[]}"), "{sound}");
    let flawed = line("damaged.warc.gz");
    assert!(flawed.contains("\"findings\":[{\"offset\":"), "{flawed}");
    assert!(flawed.contains("\"rule\":\"") && flawed.contains("\"message\":\""), "{flawed}");
}
