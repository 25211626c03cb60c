//! Exports: read back by ourselves and by others, with what they lack on a list.

use super::{Session, filled};
use crate::session::skipped;
use std::collections::BTreeSet;
use std::fs;
use std::io::Write;
use std::process::Command;

/// A WARC record with a response.
fn response(uri: &str, date: &str, mime: &str, body: &str) -> String {
    let block = format!("HTTP/1.1 200 OK\r\nContent-Type: {mime}\r\n\r\n{body}");
    let id = format!("{:016x}", hash(&format!("{uri} {date}")));
    format!(
        "WARC/1.1\r\nWARC-Type: response\r\nWARC-Record-ID: <urn:uuid:00000000-0000-4000-{}-{}>\r\n\
         WARC-Target-URI: {uri}\r\nWARC-Date: {date}\r\nContent-Type: application/http;msgtype=response\r\n\
         Content-Length: {}\r\n\r\n{block}\r\n\r\n",
        &id[..4],
        &id[4..],
        block.len()
    )
}

/// A number that differs for different texts.
fn hash(text: &str) -> u64 {
    text.bytes().fold(7, |sum: u64, byte| sum.wrapping_mul(1_000_003).wrapping_add(byte.into()))
}

fn revisit(uri: &str, date: &str, of: &str, of_date: &str) -> String {
    let block = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n";
    format!(
        "WARC/1.1\r\nWARC-Type: revisit\r\nWARC-Record-ID: <urn:uuid:00000000-0000-4000-8000-{:012x}>\r\n\
         WARC-Target-URI: {uri}\r\nWARC-Date: {date}\r\nWARC-Refers-To-Target-URI: {of}\r\n\
         WARC-Refers-To-Date: {of_date}\r\n\
         WARC-Profile: http://netpreserve.org/warc/1.1/revisit/identical-payload-digest\r\n\
         Content-Type: application/http;msgtype=response\r\nContent-Length: {}\r\n\r\n{block}\r\n\r\n",
        hash(uri) & 0xffff_ffff_ffff,
        block.len()
    )
}

/// What an archive has: URI, time, status and digest of each capture.
#[track_caller]
fn holdings(session: &Session, archive: &str) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for prefix in ["*.cz", "*.example", "dns:"] {
        let words = format!("archive lookup --prefix --json --archive {archive} {prefix}");
        for line in session.run(&words).expect(0).text().lines() {
            let field = |name: &str| {
                let start = line.find(&format!("\"{name}\":")).unwrap();
                // What ARC allows in a URL and WARC does not is escaped by an export.
                line[start..].split(",\"").next().unwrap().replace(' ', "%20")
            };
            found.insert(["uri", "time", "status", "digest"].map(field).join(" "));
        }
    }
    found
}

/// The reasons in the list of what was left out, with the URIs.
fn left_out(session: &Session, out: &str) -> Vec<String> {
    let Ok(list) = fs::read_to_string(session.path(&format!("{out}.left-out.ndjson"))) else {
        return Vec::new();
    };
    let value = |line: &str, name: &str| {
        let start = line.find(&format!("\"{name}\":\"")).unwrap() + name.len() + 4;
        line[start..].split('"').next().unwrap().to_owned()
    };
    list.lines().map(|line| format!("{} {}", value(line, "reason"), value(line, "uri"))).collect()
}

#[test]
fn whole_archive_comes_back_from_warc_and_wacz() {
    let session = filled();
    let all = holdings(&session, "a");
    assert_eq!(all.len(), 7);
    session.run("archive export --warc out.warc.gz --all --archive a").expect(0);
    session.run("archive export --wacz out.wacz --all --title Barns --archive a").expect(0);
    session.run("warc check out.warc.gz").expect(0);
    assert_eq!(left_out(&session, "out.warc.gz"), Vec::<String>::new());
    for (archive, words) in [("b", "out.warc.gz"), ("c", "out.wacz"), ("d", "--copy out.wacz")] {
        session.run(&format!("archive add --archive {archive} {words}")).expect(0);
        assert_eq!(holdings(&session, archive), all, "{words}");
    }
    // Nothing is overwritten.
    let ran = session.run("archive export --wacz out.wacz --all --archive a").expect(2);
    assert!(ran.stderr.contains("exists already"), "{}", ran.stderr);
}

#[test]
fn exported_wacz_is_valid_for_py_wacz() {
    let Some(programs) = std::env::var_os("STODOLA_WACZ") else {
        return skipped("STODOLA_WACZ does not name a folder with py-wacz; `./test` installs it");
    };
    let session = filled();
    let words = "archive export --wacz out.wacz --prefix http://stodola.example/ --archive a";
    session.run(words).expect(0);
    let wacz = std::path::Path::new(&programs).join("wacz");
    let mut command = Command::new(wacz);
    let output = command.args(["validate", "-f"]).arg(session.path("out.wacz")).output().unwrap();
    let said = String::from_utf8_lossy(&output.stdout);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{said}{errors}");
    assert!(said.contains("1.1.1"), "{said}{errors}");
}

#[test]
fn selection_by_prefix_and_time_takes_originals_of_revisits_along() {
    let session = Session::new();
    let (a, b) = ("http://a.cz/old", "http://a.cz/new/");
    let page = "<title>Barns</title>";
    session.write("1.warc", response(a, "2019-01-01T00:00:00Z", "text/html", page).as_bytes());
    let again = revisit(b, "2020-01-01T00:00:00Z", a, "2019-01-01T00:00:00Z");
    let lost = revisit(
        "http://a.cz/new/lost",
        "2020-01-01T00:00:00Z",
        "http://b.cz/",
        "2001-01-01T00:00:00Z",
    );
    let later = response("http://a.cz/new/x", "2021-01-01T00:00:00Z", "text/html", page);
    session.write("2.warc", [again, lost, later].concat().as_bytes());
    session.run("archive add --archive a 1.warc 2.warc").expect(0);
    let words = "archive export --warc out.warc.gz --prefix http://a.cz/new/ --to 2020 --archive a";
    let ran = session.run(words).expect(1);
    assert!(ran.stderr.contains("1 capture exported"), "{}", ran.stderr);
    assert!(ran.stderr.contains("added for revisits: 1"), "{}", ran.stderr);
    assert_eq!(left_out(&session, "out.warc.gz"), ["no-original http://a.cz/new/lost"]);
    let records = session.run("warc ls out.warc.gz").expect(0);
    assert!(records.text().contains(a) && records.text().contains(b), "{}", records.text());
    assert!(!records.text().contains("http://a.cz/new/x"), "{}", records.text());
}

#[test]
fn site_as_of_a_date_has_one_capture_of_each_url_and_what_its_pages_need() {
    let session = Session::new();
    let html = "<link rel=stylesheet href=http://cdn.cz/s.css><img src=/gone.png><a href=http://c.cz/>c</a>";
    let css = "body { background: url(/bg.png) }";
    let mut warc = String::new();
    for year in [2018, 2019, 2020, 2022] {
        warc += &response("http://a.cz/", &format!("{year}-01-01T00:00:00Z"), "text/html", html);
        warc +=
            &response("http://cdn.cz/s.css", &format!("{year}-01-01T00:01:00Z"), "text/css", css);
    }
    warc += &response("http://a.cz/later", "2022-01-01T00:00:00Z", "text/html", "later");
    warc += &response("http://cdn.cz/bg.png", "2023-01-01T00:00:00Z", "image/png", "picture");
    warc += &response("http://c.cz/", "2019-01-01T00:00:00Z", "text/html", "another site");
    session.write("1.warc", warc.as_bytes());
    session.run("archive add --archive a 1.warc").expect(0);
    let words = "archive export --wacz out.wacz --prefix http://a.cz/ --as-of 2020 --archive a";
    let ran = session.run(words).expect(0);
    assert!(ran.stderr.contains("1 capture exported"), "{}", ran.stderr);
    assert!(ran.stderr.contains("1 page; added for pages: 2"), "{}", ran.stderr);
    let mut lacks = left_out(&session, "out.wacz");
    lacks.sort();
    assert_eq!(lacks, ["not-archived http://a.cz/gone.png", "only-later http://a.cz/later"]);
    session.run("archive add --archive b out.wacz").expect(0);
    let found: Vec<String> = holdings(&session, "b")
        .iter()
        .map(|line| line.split(' ').take(2).collect::<Vec<_>>().join(" "))
        .collect();
    let expected = [
        "\"uri\":\"http://a.cz/\" \"time\":\"20200101000000\"",
        "\"uri\":\"http://cdn.cz/bg.png\" \"time\":\"20230101000000\"",
        "\"uri\":\"http://cdn.cz/s.css\" \"time\":\"20200101000100\"",
    ];
    for (found, expected) in found.iter().zip(expected) {
        assert!(found.contains(expected.split(' ').next().unwrap()), "{found}");
        assert!(found.contains(expected.split(' ').nth(1).unwrap()), "{found}");
    }
    assert_eq!(found.len(), 3, "{found:?}");
}

#[test]
fn access_rules_keep_captures_back_and_files_that_are_missing_are_listed() {
    let session = filled();
    let why = "--why because --by Anna --archive a";
    session.run(&format!("access block *.example {why}")).expect(0);
    session.run(&format!("access allow *.example --for group:readers {why}")).expect(0);
    let export = |out: &str, words: &str, code: i32| {
        let words = format!("archive export --warc {out} --all --archive a {words}");
        session.run(&words).expect(code).stderr
    };
    export("public.warc.gz", "", 0);
    let kept_back = left_out(&session, "public.warc.gz");
    assert!(!kept_back.is_empty());
    assert!(kept_back.iter().all(|line| line.starts_with("blocked ")), "{kept_back:?}");
    export("readers.warc.gz", "--as group:readers", 0);
    assert_eq!(left_out(&session, "readers.warc.gz"), Vec::<String>::new());
    export("all.warc.gz", "--with-blocked", 0);
    assert_eq!(left_out(&session, "all.warc.gz"), Vec::<String>::new());

    fs::remove_file(session.path("a/warc/added/hello.warc.gz")).unwrap();
    let said = export("lost.warc.gz", "--with-blocked", 1);
    assert!(said.contains("the file is missing"), "{said}");
    let lost = left_out(&session, "lost.warc.gz");
    assert_eq!(lost.len(), 3, "{lost:?}");
}

#[test]
fn kill_during_an_export_leaves_no_file_of_that_name() {
    let session = Session::new();
    // Bytes that cannot be compressed, so that there is time to kill.
    let mut file = fs::File::create(session.path("1.warc")).unwrap();
    let mut number = 1_u64;
    for page in 0..40 {
        let body: String = (0..1 << 19)
            .map(|_| {
                number = number.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                char::from(b'!' + (number >> 33) as u8 % 90)
            })
            .collect();
        let uri = format!("http://a.cz/{page}");
        let record = response(&uri, "2020-01-01T00:00:00Z", "text/plain", &body);
        file.write_all(record.as_bytes()).unwrap();
    }
    session.run("archive add --archive a 1.warc").expect(0);
    let words = ["archive", "export", "--wacz", "out.wacz", "--all", "--archive", "a"];
    let mut child = session.command().args(words).spawn().unwrap();
    let new = session.path("out.wacz.new");
    // It has begun to write records, and has many to go.
    while new.metadata().map_or(0, |it| it.len()) < 1 << 20 {
        assert!(child.try_wait().unwrap().is_none(), "it has ended before it could be killed");
        std::thread::yield_now();
    }
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(!session.path("out.wacz").exists());
    // The next one is not hindered by what is left.
    session.run(&words.join(" ")).expect(0);
    assert!(session.path("out.wacz").exists() && !new.exists());
    session.run("archive add --archive b out.wacz").expect(0);
    assert_eq!(holdings(&session, "b"), holdings(&session, "a"));
}

#[test]
fn what_cannot_be_exported_is_said() {
    let session = filled();
    let ran = session
        .run("archive export --warc out.warc.gz --prefix http://nobody.cz/ --archive a")
        .expect(2);
    assert!(ran.stderr.contains("no capture that fits"), "{}", ran.stderr);
    let ran = session.run("archive export --warc out.warc.gz --from never --archive a").expect(2);
    assert!(ran.stderr.contains("'never' is not a time"), "{}", ran.stderr);
    session.run("archive export --warc out.warc.gz --archive a").expect(2);
    session.run("archive export --all --archive a").expect(2);
    assert!(!session.path("out.warc.gz").exists() && !session.path("out.warc.gz.new").exists());
}
