//! Migration as a librarian meets it: damaged sources, kills, full disks, and the proof.

use crate::session::{Session, fixture};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// An ARC of its own for each number.
fn arc(number: u32, records: u32) -> Vec<u8> {
    let mut out = Vec::new();
    let block = "1 0 Test\nURL IP-address Archive-date Content-type Archive-length\n\n";
    let head = format!("filedesc://{number}.arc 0.0.0.0 20010203040506 text/plain {}", block.len());
    out.extend(format!("{head}\n{block}\n").into_bytes());
    for i in 0..records {
        let body = format!("page {i} of {number} ").repeat(1 + (i as usize * 37) % 90);
        let block = format!("HTTP/1.0 200 OK\r\nContent-Type: text/plain\r\n\r\n{body}");
        let line =
            format!("http://a{number}/{i} 10.0.0.1 20010203040506 text/plain {}", block.len());
        out.extend(format!("{line}\n{block}\n").into_bytes());
    }
    out
}

fn results(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut found = BTreeMap::new();
    // A kill may come before the folder is made.
    for entry in fs::read_dir(folder).into_iter().flatten() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap().to_owned();
        if name.ends_with(".warc.gz") {
            found.insert(name, fs::read(&path).unwrap());
        }
    }
    found
}

fn report(session: &Session) -> Vec<String> {
    let text = fs::read_to_string(session.path("out/migration.ndjson")).unwrap();
    text.lines().skip(1).map(str::to_owned).collect()
}

#[test]
fn an_arc_becomes_a_sound_warc_and_comes_back_to_the_byte() {
    let session = Session::new();
    session.run("migrate @old.arc.gz --out out").expect(0);
    let result = "out/arc2warc-old.arc.gz.warc.gz";
    session.run(&format!("warc check --grade recommendation {result}")).expect(0);
    let ran = session.run(&format!("migrate verify @old.arc.gz {result}")).expect(0);
    assert!(ran.stderr.contains("5 records"), "{}", ran.stderr);
    session.run(&format!("migrate {result} --to-arc back.arc.gz")).expect(0);
    let unpack = |path: &Path| {
        Command::new("gzip")
            .arg("-dc")
            .stdin(fs::File::open(path).unwrap())
            .output()
            .unwrap()
            .stdout
    };
    assert_eq!(unpack(&session.path("back.arc.gz")), unpack(&fixture("old.arc.gz")));
    let ran = session.run(&format!("migrate {result} --to-arc back.arc.gz")).expect(2);
    assert!(ran.stderr.contains("back.arc.gz"), "{}", ran.stderr);
}

#[test]
fn what_an_arc_says_is_kept() {
    let session = Session::new();
    session.run("migrate @old.arc.gz --out out").expect(0);
    let ran = session.run("warc ls --json out/arc2warc-old.arc.gz.warc.gz").expect(0);
    let rows: Vec<&str> = ran.text().lines().collect();
    for (row, wanted) in rows.iter().zip([
        &["\"type\":\"warcinfo\""][..],
        &["\"type\":\"metadata\"", "filedesc://old.arc", "2001-02-03T04:05:06Z"],
        &["\"type\":\"resource\"", "dns:www.stodola.example", "\"content_type\":\"text/dns\""],
        &["\"type\":\"response\"", "\"status\":200", "application/http;msgtype=response"],
        &["\"type\":\"response\"", "pole%20a%20luka.html", "\"status\":404"],
        &["\"type\":\"resource\"", "application/octet-stream", "2001-02-03T04:05:00Z"],
    ]) {
        for wanted in wanted {
            assert!(row.contains(wanted), "{wanted} in {row}");
        }
    }
    let offset = rows[4].split_once("\"offset\":").unwrap().1.split_once(',').unwrap().0;
    let words = format!("warc cat out/arc2warc-old.arc.gz.warc.gz --headers --offset {offset}");
    let header = session.run(&words).expect(0);
    assert!(header.text().contains(
        "ARC-Header-Line: http://www.stodola.example/pole a luka.html 192.0.2.1 20010203040508 \
         text/html; charset=iso-8859-2 53\r\n"
    ));
}

#[test]
fn a_wrongly_declared_type_is_noted() {
    let session = Session::new();
    let block = "HTTP/1.0 200 OK\r\nContent-Type: text/html\r\n\r\n%PDF-1.4 and so on";
    let line = format!("http://a/x 10.0.0.1 20010203040506 text/html {}", block.len());
    session.write("x.arc", &[&arc(1, 1)[..], format!("{line}\n{block}\n").as_bytes()].concat());
    session.run("migrate x.arc --out out").expect(0);
    let ran = session.run("warc repack out/arc2warc-x.arc.warc.gz --compression none --out plain");
    ran.expect(0);
    let plain = fs::read(session.path("plain/arc2warc-x.arc.warc")).unwrap();
    let plain = String::from_utf8_lossy(&plain);
    assert!(plain.contains("WARC-Identified-Payload-Type: application/pdf\r\n"), "{plain}");
    assert_eq!(plain.matches("WARC-Identified-Payload-Type").count(), 1);
}

#[test]
fn older_warc_becomes_warc_1_1() {
    let session = Session::new();
    let plain = session.run("warc cat @hello.warc.gz --offset 847").expect(0).stdout;
    let old = [&b"WARC/0.17"[..], &plain[8..], b"\r\n\r\n"].concat();
    session.write("old.warc", &old);
    session.run("migrate old.warc --out out").expect(0);
    let ran = session.run("warc cat out/warc11-old.warc.warc.gz --offset 0").expect(0);
    assert_eq!(ran.stdout, plain);
    session.run("migrate verify old.warc out/warc11-old.warc.warc.gz").expect(0);
}

#[test]
fn damage_is_put_aside_and_the_rest_goes_on() {
    let session = Session::new();
    let sound = arc(1, 5);
    let mut damaged = sound.clone();
    let at = damaged.windows(11).position(|w| w == b"http://a1/3").unwrap();
    damaged.splice(at..at, b"some junk\nthat is no record\n".iter().copied());
    session.write("d.arc", &damaged);
    let ran = session.run("migrate d.arc --out out").expect(1);
    // The line end before the junk may belong to it, so it is kept too.
    assert!(ran.stderr.contains(" 29 bytes "), "{}", ran.stderr);
    let kept = fs::read(session.path(&format!("out/quarantine/d.arc.{}.bin", at - 1))).unwrap();
    assert_eq!(kept, b"\nsome junk\nthat is no record\n");
    let line = &report(&session)[0];
    assert!(line.contains("\"filedesc\":1,\"response\":5"), "{line}");
    assert!(line.contains("\"bytes_gaps\":29"), "{line}");
    let bytes: u64 = ["headers", "blocks", "separators", "gaps"]
        .iter()
        .map(|part| {
            let (_, rest) = line.split_once(&format!("\"bytes_{part}\":")).unwrap();
            rest.split_once(',').unwrap().0.parse::<u64>().unwrap()
        })
        .sum();
    assert_eq!(bytes, damaged.len() as u64);
}

#[test]
fn a_damaged_member_is_put_aside_with_its_compressed_bytes() {
    let session = Session::new();
    fs::copy(fixture("damaged.warc.gz"), session.path("d.warc.gz")).unwrap();
    session.run("migrate d.warc.gz --out out").expect(1);
    let source = fs::read(fixture("damaged.warc.gz")).unwrap();
    let kept = fs::read(session.path("out/quarantine/d.warc.gz.578.bin")).unwrap();
    assert_eq!(kept, source[578..578 + 273]);
}

#[test]
fn the_proof_fails_on_any_change() {
    let session = Session::new();
    session.write("a.arc", &arc(1, 3));
    session.run("migrate a.arc --out out").expect(0);
    let result = session.path("out/arc2warc-a.arc.warc.gz");
    session.run("warc repack out/arc2warc-a.arc.warc.gz --compression none --out plain").expect(0);
    let plain = fs::read(session.path("plain/arc2warc-a.arc.warc")).unwrap();
    let verify = |bytes: &[u8]| {
        let packed = session.write("changed.warc", bytes);
        session.run(&format!("migrate verify a.arc {}", packed.display()))
    };
    verify(&plain).expect(0);
    for (from, to) in [
        ("page 1 of 1", "page 1 of 2"),
        ("WARC-Target-URI: http://a1/1", "WARC-Target-URI: http://a1/7"),
        ("WARC-Date: 2001", "WARC-Date: 2002"),
        ("WARC-IP-Address: 10.0.0.1", "WARC-IP-Address: 10.0.0.2"),
        ("WARC-Type: response", "WARC-Type: resource"),
        ("ARC-Header-Line: http://a1/0", "ARC-Header-Line: http://a1/8"),
    ] {
        let text = String::from_utf8(plain.clone()).unwrap();
        let changed = text.replacen(from, to, 1);
        assert_ne!(text, changed, "{from}");
        verify(changed.as_bytes()).expect(1);
    }
    // A record less, and a record more.
    let last = plain.windows(8).rposition(|w| w == b"WARC/1.1").unwrap();
    verify(&plain[..last]).expect(1);
    verify(&[&plain[..], &plain[last..]].concat()).expect(1);
    assert!(result.exists());
}

#[test]
fn the_result_does_not_depend_on_the_number_of_jobs() {
    let session = Session::new();
    fs::create_dir(session.path("in")).unwrap();
    for i in 0..7 {
        session.write(&format!("in/{i}.arc"), &arc(i, 40));
    }
    let run = |jobs: u32| {
        let out = format!("out{jobs}");
        let status = session
            .command()
            .env("SOURCE_DATE_EPOCH", "1000000000")
            .args(["migrate", "in", "--out", &out, "--jobs", &jobs.to_string()])
            .output()
            .unwrap();
        assert!(status.status.success(), "{}", String::from_utf8_lossy(&status.stderr));
        results(&session.path(&out))
    };
    let one = run(1);
    assert_eq!(one.len(), 7);
    assert_eq!(run(2), one);
    assert_eq!(run(5), one);
}

#[test]
fn what_cannot_be_migrated_is_told() {
    let session = Session::new();
    let check = |words: &str, code: i32, wanted: &str| {
        let ran = session.run(words).expect(code);
        assert!(ran.stderr.contains(wanted), "{wanted} in {}", ran.stderr);
    };
    session.write("text.arc", b"This is not an archive.\n");
    session.write("empty.arc", b"");
    session.write("good.arc", &arc(1, 2));
    check("migrate text.arc --out o1", 2, "holds no record");
    check("migrate empty.arc good.arc --out o2", 2, "holds no record");
    assert_eq!(results(&session.path("o2")).len(), 1);
    check("migrate nothing.arc --out o3", 2, "nothing.arc: cannot be read: No such file");
    check("migrate nothing.arc good.arc --out o6", 2, "1 file migrated and verified");
    fs::create_dir(session.path("texts")).unwrap();
    session.write("texts/a.txt", b"hello");
    check("migrate texts --out o4", 2, "no archive was found");
    check("migrate good.arc --out texts", 2, "is not empty and was not begun by a migration");
    assert_eq!(fs::read_dir(session.path("texts")).unwrap().count(), 1);
    let ran = session.feed("migrate - --out o5", b"good.arc\n").expect(0);
    assert!(ran.stderr.contains("1 file migrated"), "{}", ran.stderr);
}

#[test]
fn a_second_run_does_nothing_and_a_changed_source_is_noticed() {
    let session = Session::new();
    session.write("a.arc", &arc(1, 2));
    session.write("b.arc", &arc(2, 2));
    session.run("migrate a.arc b.arc --out out").expect(0);
    let before = results(&session.path("out"));
    let ran = session.run("migrate a.arc b.arc --out out").expect(0);
    assert!(ran.stderr.contains("0 files migrated and verified, 2 done before"), "{}", ran.stderr);
    session.write("a.arc", &arc(3, 2));
    let ran = session.run("migrate a.arc b.arc --out out").expect(2);
    assert!(ran.stderr.contains("a.arc: has changed since it was migrated"), "{}", ran.stderr);
    assert_eq!(results(&session.path("out")), before);
    assert_eq!(report(&session).len(), 2);
}

#[test]
fn a_second_process_is_refused() {
    let session = Session::new();
    session.write("a.arc", &arc(1, 2));
    session.run("migrate a.arc --out out").expect(0);
    let held = fs::File::open(session.path("out/migration.ndjson")).unwrap();
    held.lock().unwrap();
    let ran = session.run("migrate a.arc --out out").expect(2);
    assert!(ran.stderr.contains("is being written by another migration"), "{}", ran.stderr);
    drop(held);
    session.run("migrate a.arc --out out").expect(0);
}

#[test]
fn arc_and_warc_in_one_file_are_both_kept() {
    let session = Session::new();
    let plain = session.run("warc cat @hello.warc.gz --offset 847").expect(0).stdout;
    let warc = [&plain[..], b"\r\n\r\n"].concat();
    session.write("x.arc", &[&warc[..], &arc(1, 2), &warc].concat());
    session.run("migrate x.arc --out out").expect(0);
    session.run("migrate verify x.arc out/warc11-x.arc.warc.gz").expect(0);
}

#[test]
fn a_full_disk_leaves_the_finished_files_valid() {
    let session = Session::new();
    session.write("a.arc", &arc(1, 2));
    session.write("b.arc", &arc(2, 3000));
    // No file may grow beyond 64 kB, which fails as a full disk does.
    let line = "trap '' XFSZ; ulimit -f 64; \"$STODOLA\" migrate a.arc b.arc --jobs 1 --out out";
    let output = Command::new("bash")
        .args(["-c", line])
        .env("STODOLA", env!("CARGO_BIN_EXE_stodola"))
        .current_dir(session.path(""))
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(2), "{}", String::from_utf8_lossy(&output.stderr));
    assert_eq!(results(&session.path("out")).len(), 1);
    session.run("migrate verify a.arc out/arc2warc-a.arc.warc.gz").expect(0);
    // With room again, it goes on.
    session.run("migrate a.arc b.arc --out out").expect(0);
    session.run("migrate verify b.arc out/arc2warc-b.arc.warc.gz").expect(0);
}

/// One ARC whose pages are `bodies`, each at a URL of its own.
fn arc_of(name: &str, bodies: &[&str]) -> Vec<u8> {
    let mut out = arc(0, 0);
    for (i, body) in bodies.iter().enumerate() {
        let block = format!("HTTP/1.0 200 OK\r\nX-From: {name}\r\n\r\n{body}");
        let line = format!("http://{name}/{i} 10.0.0.1 20010203040506 text/plain {}", block.len());
        out.extend(format!("{line}\n{block}\n").into_bytes());
    }
    out
}

fn types(session: &Session, file: &str) -> Vec<String> {
    let ran = session.run(&format!("warc ls --json {file}")).expect(0);
    let kind = |line: &str| {
        let (_, rest) = line.split_once("\"type\":\"").unwrap();
        rest.split_once('"').unwrap().0.to_owned()
    };
    ran.text().lines().skip(2).map(kind).collect()
}

#[test]
fn payloads_stored_before_become_revisits_and_come_back() {
    let session = Session::new();
    let (long, other) = ("long page ".repeat(40), "other page ".repeat(40));
    session.write("a.arc", &arc_of("a", &[&long, &long, "tiny", "tiny"]));
    session.write("b.arc", &arc_of("b", &[&other, &long]));
    session.run("migrate a.arc --dedup --out out").expect(0);
    // Another run, another file: the index is on disk.
    session.run("migrate a.arc b.arc --dedup --out out").expect(0);
    let (a, b) = ("out/arc2warc-a.arc.warc.gz", "out/arc2warc-b.arc.warc.gz");
    assert_eq!(types(&session, a), ["response", "revisit", "response", "response"]);
    assert_eq!(types(&session, b), ["response", "revisit"]);
    session.run(&format!("warc check --grade recommendation {a} {b}")).expect(0);
    session.run("warc repack out/arc2warc-b.arc.warc.gz --compression none --out plain").expect(0);
    let plain = fs::read_to_string(session.path("plain/arc2warc-b.arc.warc")).unwrap();
    for wanted in [
        "WARC-Profile: http://netpreserve.org/warc/1.1/revisit/identical-payload-digest\r\n",
        "WARC-Refers-To: <urn:uuid:",
        "WARC-Refers-To-Target-URI: http://a/0\r\n",
        "WARC-Refers-To-Date: 2001-02-03T04:05:06Z\r\n",
        "WARC-Truncated: length\r\n",
        "HTTP/1.0 200 OK\r\nX-From: b\r\n\r\n\r\n\r\n",
    ] {
        assert!(plain.contains(wanted), "{wanted} in {plain}");
    }
    let ran = session.run("archive dependents arc2warc-a.arc.warc.gz --archive out").expect(0);
    assert_eq!(ran.text().lines().count(), 1);
    assert!(ran.text().trim_end().ends_with("2001-02-03T04:05:06Z http://b/1"), "{}", ran.text());
    for (source, result) in [("a.arc", a), ("b.arc", b)] {
        session.run(&format!("migrate verify {source} {result}")).expect(0);
        let back = format!("back-{source}");
        session.run(&format!("migrate {result} --to-arc {back} --archive out")).expect(0);
        assert_eq!(fs::read(session.path(&back)).unwrap(), fs::read(session.path(source)).unwrap());
    }
    let ran = session.run(&format!("migrate {b} --to-arc alone.arc")).expect(2);
    assert!(ran.stderr.contains("is in another record"), "{}", ran.stderr);
    // Nothing half-written looks finished.
    assert!(!session.path("alone.arc").exists() && !session.path("alone.arc.open").exists());
}

#[test]
fn two_copies_are_kept_if_asked() {
    let session = Session::new();
    let page = "a page of some length ".repeat(20);
    for name in ["a", "b", "c"] {
        session.write(&format!("{name}.arc"), &arc_of(name, &[&page]));
    }
    session.run("migrate a.arc b.arc c.arc --dedup --dedup-copies 2 --out out").expect(0);
    assert_eq!(types(&session, "out/arc2warc-a.arc.warc.gz"), ["response"]);
    assert_eq!(types(&session, "out/arc2warc-b.arc.warc.gz"), ["response"]);
    assert_eq!(types(&session, "out/arc2warc-c.arc.warc.gz"), ["revisit"]);
    // The loss of either copy alone loses nothing.
    let ran = session.run("archive dependents arc2warc-a.arc.warc.gz --archive out").expect(0);
    assert_eq!(ran.text(), "");
    fs::remove_file(session.path("out/arc2warc-a.arc.warc.gz")).unwrap();
    session.run("migrate out/arc2warc-c.arc.warc.gz --to-arc c2.arc --archive out").expect(0);
    assert_eq!(fs::read(session.path("c2.arc")).unwrap(), fs::read(session.path("c.arc")).unwrap());
}

#[test]
fn what_must_not_be_shared_is_stored_every_time() {
    let session = Session::new();
    let long = "x".repeat(600);
    let chunked =
        format!("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n258\r\n{long}\r\n0\r\n\r\n");
    let mut bytes = arc(0, 0);
    for _ in 0..2 {
        for (url, block) in
            [("dns:a", &long), ("http://a/headless", &long), ("http://a/chunked", &chunked)]
        {
            let line = format!("{url} 10.0.0.1 20010203040506 text/plain {}", block.len());
            bytes.extend(format!("{line}\n{block}\n").into_bytes());
        }
    }
    session.write("a.arc", &bytes);
    session.run("migrate a.arc --dedup --out out").expect(0);
    let kinds = types(&session, "out/arc2warc-a.arc.warc.gz");
    assert!(!kinds.contains(&"revisit".to_owned()), "{kinds:?}");
}

#[test]
fn a_deduplicated_result_does_not_depend_on_the_number_of_jobs() {
    let session = Session::new();
    fs::create_dir(session.path("in")).unwrap();
    let pages: Vec<String> = (0..9).map(|i| format!("shared page {i} ").repeat(30)).collect();
    for i in 0..12usize {
        let bodies: Vec<&str> = (0..8).map(|k| &pages[(i * 5 + k * k) % 9][..]).collect();
        session.write(&format!("in/{i:02}.arc"), &arc_of(&format!("h{i}"), &bodies));
    }
    // A damaged one among them.
    session.write("in/03.arc.broken", b"http://x/ 1.2.3.4 20010203040506 text/plain 5\n");
    let run = |jobs: u32| {
        let out = format!("out{jobs}");
        let run = session
            .command()
            .env("SOURCE_DATE_EPOCH", "1000000000")
            .args(["migrate", "in", "--dedup", "--out", &out, "--jobs", &jobs.to_string()])
            .output()
            .unwrap();
        assert!(run.status.code().is_some_and(|code| code < 2));
        results(&session.path(&out))
    };
    let one = run(1);
    assert_eq!(run(2), one);
    assert_eq!(run(6), one);
}

#[test]
fn what_a_failed_file_would_have_stored_is_stored_by_the_next() {
    let session = Session::new();
    let page = "a page of some length ".repeat(20);
    let mut state = 1u64;
    let noise: String = (0..300_000)
        .map(|_| {
            state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            char::from(b'!' + ((state >> 40) % 90) as u8)
        })
        .collect();
    session.write("a.arc", &arc_of("a", &[&page, &noise]));
    session.write("b.arc", &arc_of("b", &[&page]));
    for jobs in [1, 2] {
        // The first source fails as on a full disk, after its payloads were counted on.
        let line = format!(
            "trap '' XFSZ; ulimit -f 64; \"$STODOLA\" migrate a.arc b.arc --dedup --jobs {jobs} \
             --out out{jobs}"
        );
        let output = Command::new("bash")
            .args(["-c", &line])
            .env("STODOLA", env!("CARGO_BIN_EXE_stodola"))
            .current_dir(session.path(""))
            .output()
            .unwrap();
        assert_eq!(output.status.code(), Some(2), "{}", String::from_utf8_lossy(&output.stderr));
        assert_eq!(results(&session.path(&format!("out{jobs}"))).len(), 1);
        assert_eq!(types(&session, &format!("out{jobs}/arc2warc-b.arc.warc.gz")), ["response"]);
    }
}

#[test]
fn a_hundred_kills_end_in_a_complete_result() {
    kill_often(&[], 100, |i| arc(i, 6));
}

#[test]
fn kills_while_deduplicating_lose_nothing() {
    let page = |i: u32| format!("page {} of few ", i % 11).repeat(30);
    kill_often(&["--dedup"], 40, |i| {
        arc_of(&format!("h{i}"), &[&page(i), &page(i * 7 + 1), &page(i / 3)])
    });
}

fn kill_often(options: &[&str], least_kills: u32, source: impl Fn(u32) -> Vec<u8>) {
    let session = Session::new();
    fs::create_dir(session.path("in")).unwrap();
    const FILES: u32 = 90;
    for i in 0..FILES {
        session.write(&format!("in/{i}.arc"), &source(i));
    }
    let mut state = 7u64;
    let mut random = |below: u64| {
        state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (state >> 33) % below
    };
    let mut kills = 0;
    let mut round = 0;
    while kills < least_kills {
        round += 1;
        let out = format!("out{round}");
        let log = session.path(&out).join("migration.ndjson");
        loop {
            let mut child = session
                .command()
                .args(["migrate", "in", "--jobs", "2", "--out", &out])
                .args(options)
                .stderr(Stdio::null())
                .spawn()
                .unwrap();
            // Until the report has grown by some lines, and then some more turns.
            let size = |path: &PathBuf| path.metadata().map(|m| m.len()).unwrap_or(0);
            let (start, lines, mut turns) = (size(&log), random(2), random(2000));
            let is_done = loop {
                if let Some(status) = child.try_wait().unwrap() {
                    break status.success();
                }
                if size(&log) >= start + lines * 300 {
                    match turns {
                        0 => break false,
                        _ => turns -= 1,
                    }
                }
            };
            if is_done {
                break;
            }
            child.kill().unwrap();
            child.wait().unwrap();
            kills += 1;
            // Nothing half-written looks finished.
            for name in results(&session.path(&out)).keys() {
                let path = session.path(&out).join(name);
                let source = name.strip_prefix("arc2warc-").unwrap();
                let source = source.strip_suffix(".warc.gz").unwrap();
                if random(60) == 0 {
                    let words = format!("migrate verify in/{source} {}", path.display());
                    session.run(&words).expect(0);
                }
            }
        }
        let done = results(&session.path(&out));
        assert_eq!(done.len() as u32, FILES);
        for i in 0..FILES {
            let words = format!("migrate verify in/{i}.arc {out}/arc2warc-{i}.arc.warc.gz");
            if i % 10 == 0 {
                session.run(&words).expect(0);
            }
        }
        if !options.is_empty() {
            // Every revisit finds its content.
            for i in (0..FILES).step_by(7) {
                let words = format!(
                    "migrate {out}/arc2warc-{i}.arc.warc.gz --to-arc {out}-{i}.arc --archive {out}"
                );
                session.run(&words).expect(0);
                let back = fs::read(session.path(&format!("{out}-{i}.arc"))).unwrap();
                assert_eq!(back, source(i));
            }
        }
        let lines = fs::read_to_string(&log).unwrap().lines().count() as u32;
        assert_eq!(lines, FILES + 1);
        let left: Vec<_> = fs::read_dir(session.path(&out))
            .unwrap()
            .filter(|e| e.as_ref().unwrap().file_name().to_string_lossy().ends_with(".open"))
            .collect();
        assert!(left.is_empty());
    }
}

/// A pair of the NEDLIB form: names and bytes of content and metadata.
fn pair(url: &str, body: &str) -> [(String, Vec<u8>); 2] {
    use stodola_warc::digest::Algorithm;
    let name = Algorithm::Md5.digest(url.as_bytes()).value();
    let md5 = Algorithm::Md5.digest(body.as_bytes()).value();
    let metadata = format!(
        "HTTP/1.1 200 OK\nDate: Tue, 11 Feb 2003 10:11:12 GMT\nContent-Type: text/html\n\
         Arc-Url: {url}\nArc-Length: {}\nArc-Md5: {md5}\nArc-Status: 200\n",
        body.len()
    );
    [(name.clone(), body.into()), (format!("{name}.meta"), metadata.into_bytes())]
}

#[test]
fn nedlib_pairs_loose_or_in_a_tar_become_one_warc() {
    let session = Session::new();
    fs::create_dir_all(session.path("in/2003")).unwrap();
    let pairs = [pair("http://a.cz/", "<p>one"), pair("http://a.cz/x y", "two")];
    for (name, bytes) in pairs.iter().flatten() {
        session.write(&format!("in/2003/{name}"), bytes);
    }
    session.write("in/2003/0123456789abcdef0123456789abcdef", b"content without metadata");
    session.write("in/2003/notes.txt", b"not ours");
    let ran = session.run("migrate in --out out").expect(1);
    assert!(ran.stderr.contains("notes.txt: passed over"), "{}", ran.stderr);
    let result = "out/nedlib2warc-2003.warc.gz";
    session.run(&format!("warc check --grade error {result}")).expect(0);
    let ran = session.run(&format!("warc ls --json {result}")).expect(0);
    let kinds: Vec<_> = ["warcinfo", "response", "metadata", "response", "metadata"].into();
    for (line, kind) in ran.text().lines().zip(kinds) {
        assert!(line.contains(&format!("\"type\":\"{kind}\"")), "{line}");
    }
    assert!(
        ran.text().contains("http://a.cz/x%20y") && ran.text().contains("2003-02-11T10:11:12Z")
    );
    let kept = fs::read(session.path("out/quarantine/2003.0.bin")).unwrap();
    assert_eq!(kept, b"content without metadata");
    let ran = session.run(&format!("migrate verify in/2003 {result}")).expect(0);
    assert!(ran.stderr.contains("4 records"), "{}", ran.stderr);
    let ran = session.run("migrate in --out out").expect(1);
    assert!(ran.stderr.contains("1 done before"), "{}", ran.stderr);

    let mut tar = Command::new("tar");
    tar.args(["-czf", "in.tar.gz", "in/2003"]).current_dir(session.path(""));
    assert!(tar.status().unwrap().success());
    session.run("migrate in.tar.gz --out out2").expect(1);
    session.run("migrate verify in.tar.gz out2/nedlib2warc-in.tar.gz.warc.gz").expect(0);
    // A changed pair is noticed.
    let (name, _) = &pairs[0][0];
    session.write(&format!("in/2003/{name}"), b"<p>other");
    session.run(&format!("migrate verify in/2003 {result}")).expect(1);
    let ran = session.run("migrate in --out out").expect(2);
    assert!(ran.stderr.contains("has changed since"), "{}", ran.stderr);
}
