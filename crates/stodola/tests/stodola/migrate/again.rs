//! Runs after the first: results that were changed or lost, reports, and the proof for folders.

use super::*;

#[test]
fn a_result_can_be_migrated_again() {
    let session = Session::new();
    let mut damaged = packed(&arc(1, 3), &record_starts(&arc(1, 3)));
    let n = damaged.len();
    damaged[n - 8] ^= 1;
    session.write("in/a.arc.gz", &damaged);
    session.write("in/odd.warc", headers::odd_warc().as_bytes());
    session.run("migrate in --out once").expect(1);
    // Results are sound files, whatever they say of their sources.
    let results = "once/arc2warc-a.arc.gz.warc.gz once/warc11-odd.warc.warc.gz";
    session.run(&format!("migrate {results} --out twice")).expect(0);
    let once = records(&session, "once/arc2warc-a.arc.gz.warc.gz");
    assert_eq!(records(&session, "twice/warc11-arc2warc-a.arc.gz.warc.gz.warc.gz"), once);
    let twice = "twice/warc11-warc11-odd.warc.warc.gz.warc.gz";
    session.run(&format!("migrate verify once/warc11-odd.warc.warc.gz {twice}")).expect(0);
}

#[test]
fn what_was_passed_over_or_failed_stands_in_both_reports() {
    let session = Session::new();
    session.write("in/a.arc", &arc(1, 2));
    session.write("in/notes.txt", b"not an archive");
    std::os::unix::fs::symlink("a.arc", session.path("in/link.arc")).unwrap();
    session.write("bad.arc", b"This is not an archive.\n");
    let ran = session.run("migrate in bad.arc --out out").expect(2);
    assert_has(&ran.stderr, &["in/notes.txt: skipped", "1 failed, 2 skipped"]);
    let text = || fs::read_to_string(session.path("out/migration.txt")).unwrap();
    assert_has(
        &text(),
        &["1 source migrated and verified, 0 migrated with damage, 1 failed, 2 skipped"],
    );
    assert_has(
        &text(),
        &["in/notes.txt: not an archive", "in/link.arc: a symbolic link", "bad.arc: contains no"],
    );
    let lines = report(&session).join("\n");
    assert_has(
        &lines,
        &[
            "{\"not_migrated\":\"passed-over\",\"source\":\"in/notes.txt\",\"reason\":\"not an archive\"}",
            "{\"not_migrated\":\"failed\",\"source\":\"bad.arc\"",
        ],
    );
    // Said once, however often it is run, and no longer when it is put right.
    session.run("migrate in bad.arc --out out").expect(2);
    assert_eq!(report(&session).join("\n"), lines);
    session.write("bad.arc", &arc(2, 2));
    session.run("migrate in bad.arc --out out").expect(0);
    assert_has(
        &text(),
        &["2 sources migrated and verified, 0 migrated with damage, 0 failed, 2 skipped"],
    );
}

#[test]
fn a_changed_result_is_noticed_and_not_overwritten() {
    let session = Session::new();
    session.write("a.arc", &arc(1, 20));
    session.write("b.arc", &arc(2, 20));
    session.run("migrate a.arc b.arc --out out").expect(0);
    let path = session.path("out/arc2warc-a.arc.warc.gz");
    let good = fs::read(&path).unwrap();
    let mut changed = good.clone();
    changed[700] ^= 1;
    for bytes in [&changed[..], &good[..good.len() - 1]] {
        fs::write(&path, bytes).unwrap();
        let ran = session.run("migrate a.arc b.arc --out out").expect(2);
        assert_has(
            &ran.stderr,
            &[
                "arc2warc-a.arc.warc.gz' has changed since it was written",
                "1 done before, 1 failed",
            ],
        );
        assert_eq!(fs::read(&path).unwrap(), bytes);
        let text = fs::read_to_string(session.path("out/migration.txt")).unwrap();
        assert_has(&text, &["a.arc: its result"]);
    }
    // Put back, it counts as done, and the report says so.
    fs::write(&path, &good).unwrap();
    session.run("migrate a.arc b.arc --out out").expect(0);
    let text = fs::read_to_string(session.path("out/migration.txt")).unwrap();
    assert!(!text.contains("a.arc: its result"), "{text}");
    // Bits that rot leave no trace in size and time: only reading tells.
    fs::write(&path, &changed).unwrap();
    let file = fs::File::options().write(true).open(&path).unwrap();
    let before = report(&session).join("\n");
    let told = before.rsplit_once("\"result_modified\":").unwrap().1;
    let told: u64 = told.split_once(',').unwrap().0.parse().unwrap();
    file.set_modified(std::time::UNIX_EPOCH + std::time::Duration::from_nanos(told)).unwrap();
    session.run("migrate a.arc b.arc --out out").expect(0);
    let ran = session.run("migrate a.arc b.arc --out out --check-results").expect(2);
    assert_has(&ran.stderr, &["its SHA-256 is not the one in the report"]);
    // Moved away, it is made again: the same to the byte.
    fs::remove_file(&path).unwrap();
    session.run("migrate a.arc b.arc --out out").expect(0);
    assert_eq!(fs::read(&path).unwrap(), good);
}

#[test]
fn what_stands_in_the_place_of_a_result_is_left_alone() {
    let session = Session::new();
    session.write("a.arc", &arc(1, 2));
    session.write("b.arc", &arc(2, 2));
    session.run("migrate b.arc --out out").expect(0);
    session.write("out/arc2warc-a.arc.warc.gz", b"something else");
    let ran = session.run("migrate a.arc --out out").expect(2);
    assert_has(&ran.stderr, &["is there already and was not made from it", "move that file"]);
    assert_eq!(fs::read(session.path("out/arc2warc-a.arc.warc.gz")).unwrap(), b"something else");
}

#[test]
fn deduplication_goes_on_after_a_result_was_deleted() {
    let page = |i: usize| format!("shared page {i} ").repeat(30);
    for lost in [&["a"][..], &["b"], &["c"], &["a", "c"], &["a", "b", "c"]] {
        // Made again by the same program the file is the same; by another it may not be.
        for options in ["", "--fast"] {
            let session = Session::new();
            session.write("a.arc", &arc_of("a", &[&page(1), &page(2), &page(1)]));
            session.write("b.arc", &arc_of("b", &[&page(2), &page(3)]));
            session.write("c.arc", &arc_of("c", &[&page(3), &page(1), &page(4)]));
            session.run("migrate a.arc b.arc c.arc --dedup --out out").expect(0);
            let dependents = |session: &Session, file: &str| {
                let words = format!("archive dependents arc2warc-{file}.arc.warc.gz --archive out");
                let ran = session.run(&words).expect(0);
                let mut lines: Vec<String> = ran
                    .text()
                    .lines()
                    .map(|line| line.rsplit_once(' ').unwrap().1.to_owned())
                    .collect();
                lines.sort();
                lines
            };
            let before = ["a", "b", "c"].map(|name| dependents(&session, name));
            assert_eq!(before[0], ["http://b/0", "http://c/1"]);
            for name in lost {
                fs::remove_file(session.path(&format!("out/arc2warc-{name}.arc.warc.gz"))).unwrap();
            }
            let words = format!("migrate a.arc b.arc c.arc --dedup {options} --out out");
            let ran = session.run(&words).expect(0);
            let wanted = format!(
                "{} migrated and verified",
                match lost.len() {
                    1 => "1 file".to_owned(),
                    n => format!("{n} files"),
                }
            );
            assert_has(&ran.stderr, &[&wanted]);
            for name in ["a", "b", "c"] {
                let words = format!(
                    "migrate out/arc2warc-{name}.arc.warc.gz --to-arc back-{name}.arc --archive out"
                );
                session.run(&words).expect(0);
                let back = fs::read(session.path(&format!("back-{name}.arc"))).unwrap();
                assert_eq!(back, fs::read(session.path(&format!("{name}.arc"))).unwrap());
            }
            assert_eq!(["a", "b", "c"].map(|name| dependents(&session, name)), before, "{lost:?}");
            assert_eq!(types(&session, "out/arc2warc-b.arc.warc.gz"), ["revisit", "response"]);
            // Nothing is left to be done.
            session.run(&words).expect(0);
            assert!(!session.path("out/dedup.stale").exists());
        }
    }
}

#[test]
fn a_lost_result_is_made_again_without_deduplication_too() {
    let session = Session::new();
    let page = "a page of some length ".repeat(20);
    for name in ["a", "b"] {
        session.write(&format!("{name}.arc"), &arc_of(name, &[&page]));
    }
    session.run("migrate a.arc b.arc --dedup --out out").expect(0);
    fs::remove_file(session.path("out/arc2warc-b.arc.warc.gz")).unwrap();
    // Now it stores what it had referred to, so the index is another.
    let ran = session.run("migrate a.arc b.arc --out out").expect(0);
    assert_has(&ran.stderr, &["Rebuilding the index of payloads"]);
    assert_eq!(types(&session, "out/arc2warc-b.arc.warc.gz"), ["response"]);
    let words = "archive dependents arc2warc-a.arc.warc.gz --archive out";
    assert_eq!(session.run(words).expect(0).text(), "");
}

#[test]
fn folders_are_verified_at_once() {
    let session = Session::new();
    for i in 0..4 {
        session.write(&format!("in/{}/{i}.arc", i % 2), &arc(i, 5));
    }
    session.write("in/notes.txt", b"not an archive");
    session.run("migrate in --out out").expect(0);
    let ran = session.run("migrate verify in out --jobs 2").expect(0);
    assert_has(
        &ran.stderr,
        &[
            "4 files verified, 0 with damage, 0 with a wrong result, 0 without a result, 0 not readable",
        ],
    );
    assert_has(&ran.stderr, &["24 records identical", "in/notes.txt: skipped"]);
    // One source with damage, one result changed, one gone, one without a source.
    let mut gz = packed(&arc(9, 2), &record_starts(&arc(9, 2)));
    let n = gz.len();
    gz[n - 8] ^= 1;
    session.write("in/9.arc.gz", &gz);
    session.run("migrate in --out out").expect(1);
    let ran = session.run("migrate verify in out").expect(1);
    assert_has(&ran.stderr, &["4 files verified, 1 with damage", "9.arc.gz: at ", "not verified"]);
    fs::remove_file(session.path("out/0/arc2warc-0.arc.warc.gz")).unwrap();
    fs::remove_file(session.path("in/1/1.arc")).unwrap();
    let path = session.path("out/0/arc2warc-2.arc.warc.gz");
    let mut bytes = fs::read(&path).unwrap();
    bytes[600] ^= 1;
    fs::write(&path, bytes).unwrap();
    fs::remove_dir_all(session.path("out/quarantine")).unwrap();
    let ran = session.run("migrate verify in out").expect(1);
    assert_has(
        &ran.stderr,
        &[
            "1 file verified, 1 with damage, 1 with a wrong result, 1 without a result",
            "1 result without a source, 1 file gone from the quarantine",
            "0.arc: has no result",
            "arc2warc-1.arc.warc.gz: cannot be verified",
            "arc2warc-2.arc.warc.gz: ",
        ],
    );
    session.run("migrate verify in/9.arc.gz out").expect(1);
}

#[test]
fn quarantines_of_equal_names_are_not_mixed_up() {
    let session = Session::new();
    for (name, junk) in
        [("in/x/a.arc", "junk of the first\n"), ("in/x_a.arc", "junk of the second\n")]
    {
        session.write(name, &[&arc(1, 1)[..], junk.as_bytes(), &arc(2, 1)].concat());
    }
    session.run("migrate in --out out").expect(1);
    let at = arc(1, 1).len() - 1;
    let kept =
        |name: &str| fs::read(session.path(&format!("out/quarantine/{name}.{at}.bin"))).unwrap();
    assert_eq!(kept("x/a.arc"), b"\njunk of the first\n");
    assert_eq!(kept("x_a.arc"), b"\njunk of the second\n");
}

#[test]
fn a_report_of_version_1_is_continued() {
    let session = Session::new();
    session.write("a.arc", &arc(1, 2));
    session.write("b.arc", &arc(2, 2));
    session.run("migrate a.arc --out out").expect(0);
    // As version 1 wrote it, before there were damaged records and times of change.
    let path = session.path("out/migration.ndjson");
    let text = fs::read_to_string(&path).unwrap();
    let mut old = String::from("{\"format\":\"stodola migration\",\"version\":1}\n");
    for line in text.lines().skip(1) {
        let mut line = line.to_owned();
        for (name, end) in [
            ("damaged", "]"),
            ("headers_changed", "}"),
            ("records_verified", "0123456789"),
            ("result_modified", "0123456789"),
            ("converted", "Z\""),
        ] {
            let (front, back) = line.split_once(&format!(",\"{name}\":")).unwrap();
            let after = match end {
                "0123456789" => back.find(|c: char| !c.is_ascii_digit()).unwrap(),
                end => back.find(end).unwrap() + end.len(),
            };
            line = format!("{front}{}", &back[after..]);
        }
        old += &format!("{line}\n");
    }
    fs::write(&path, old).unwrap();
    let ran = session.run("migrate a.arc b.arc --out out").expect(0);
    assert_has(&ran.stderr, &["1 file migrated and verified, 1 done before, 0 failed"]);
    let text = fs::read_to_string(&path).unwrap();
    assert!(text.starts_with("{\"format\":\"stodola migration\",\"version\":2}\n"), "{text}");
    session.run("migrate a.arc b.arc --out out").expect(0);
    assert_eq!(fs::read_to_string(&path).unwrap(), text);
}

#[test]
fn the_output_folder_is_no_source() {
    let session = Session::new();
    session.write("in/a.arc", &arc(1, 2));
    session.run("migrate in --out in/new").expect(0);
    let ran = session.run("migrate in --out in/new").expect(0);
    assert_has(&ran.stderr, &["0 files migrated and verified, 1 done before, 0 failed;"]);
    let ran = session.run("migrate verify in in/new").expect(0);
    assert_has(&ran.stderr, &["1 file verified", "0 results without a source"]);
}
