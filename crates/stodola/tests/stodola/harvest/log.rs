//! What an operator sees with `RUST_LOG` and `STODOLA_LOG`, and what is seen without them.

use super::tiny::Tiny;
use crate::session::Session;
use std::process::Output;

fn site() -> Tiny {
    Tiny::start(|asked| match asked.path.as_str() {
        "/" => (200, "Content-Type: text/html\r\n".to_owned(), b"<a href=/gone>x</a>".to_vec()),
        _ => (404, String::new(), b"no".to_vec()),
    })
}

/// Harvests a site of two pages with some variables set.
fn crawl(session: &Session, site: &Tiny, variables: &[(&str, &str)]) -> Output {
    let seed = format!("http://{}/", site.addr);
    let words = ["crawl", &seed, "--archive", "a", "--allow-private", "--delay", "0s"];
    session.command().args(words).envs(variables.iter().copied()).output().unwrap()
}

fn stderr(output: &Output) -> String {
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stderr.clone()).unwrap()
}

#[test]
fn harvest_is_logged_as_json_on_demand() {
    let (session, site) = (Session::new(), site());
    let variables = [("STODOLA_LOG", "json"), ("RUST_LOG", "stodola=info,stodola_crawl=debug")];
    let said = stderr(&crawl(&session, &site, &variables));
    let logged: Vec<&str> = said.lines().filter(|line| line.starts_with('{')).collect();
    let has = |parts: &[&str]| {
        let found = logged.iter().any(|line| parts.iter().all(|part| line.contains(part)));
        assert!(found, "no line with {parts:?} in {said}");
    };
    let page = format!("\"uri\":\"http://{}/gone\"", site.addr);
    has(&["\"message\":\"harvest starts\"", "\"level\":\"INFO\"", "\"queued\":1"]);
    has(&[
        "\"message\":\"visit\"",
        &page,
        "\"outcome\":\"archived\"",
        "\"reason\":\"404\"",
        "took_ms",
    ]);
    has(&["\"message\":\"commit\"", "took_ms"]);
    has(&["\"message\":\"harvest ends\"", "\"is_finished\":true", "\"failures\":0"]);
    // Counters of all crates, whatever is logged of these.
    has(&["\"name\":\"stodola_fetch_requests_total\"", "\"value\":3"]);
    has(&["stodola_crawl_visits_total{outcome=\\\"archived\\\"}", "\"value\":2"]);
    has(&["\"name\":\"stodola_archive_captures_listed_total\""]);
    assert!(!said.contains("stodola_fetch::"), "more is logged than was asked for: {said}");
}

#[test]
fn requests_and_files_are_logged_as_text() {
    let (session, site) = (Session::new(), site());
    let said = stderr(&crawl(&session, &site, &[("RUST_LOG", "stodola_fetch=debug,info")]));
    for part in
        ["answer uri=", "status=404", "file finished file=", "file listed file=", "captures="]
    {
        assert!(said.contains(part), "no {part} in {said}");
    }
    assert!(!said.contains(" visit "), "{said}");
}

#[test]
fn a_file_that_a_crash_left_is_logged_when_it_is_completed() {
    let (session, site) = (Session::new(), site());
    crawl(&session, &site, &[]);
    let finished = super::archive::files(&session.path("a"));
    let [file] = &finished[..] else { panic!("{finished:?}") };
    // As a crash leaves it: with its former name, and a part of one more record.
    let mut bytes = std::fs::read(file).unwrap();
    bytes.extend_from_slice(b"\x1f\x8b\x08");
    std::fs::remove_file(file).unwrap();
    std::fs::write(format!("{}.open", file.display()), bytes).unwrap();
    let words = ["crawl", "--config", "a/jobs/127.0.0.1/job.toml", "--archive", "a", "--again"];
    let output = session.command().args(words).env("RUST_LOG", "info").output().unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    for part in ["WARN stodola_archive::trace: unfinished file completed file=", "cut_bytes=3"] {
        assert!(said.contains(part), "no {part} in {said}");
    }
    assert!(said.contains("name=\"stodola_archive_files_recovered_total\" value=1"), "{said}");
}

#[test]
fn nothing_is_logged_unless_somebody_asks() {
    let (session, site) = (Session::new(), site());
    for variables in [&[][..], &[("RUST_LOG", ""), ("STODOLA_LOG", "")]] {
        let said = stderr(&crawl(&session, &site, variables));
        for word in ["INFO", "DEBUG", "stodola_crawl", "counter"] {
            assert!(!said.contains(word), "{said}");
        }
    }
}

#[test]
fn a_wrong_variable_is_told_and_stops_nothing() {
    let (session, site) = (Session::new(), site());
    let said = stderr(&crawl(&session, &site, &[("STODOLA_LOG", "xml")]));
    assert!(
        said.contains("STODOLA_LOG is 'text' or 'json', not 'xml'; nothing is logged"),
        "{said}"
    );
    assert!(!said.contains("INFO"), "{said}");
}

#[test]
fn migration_is_logged_and_control_characters_are_not_passed_on() {
    let session = Session::new();
    let arc = "filedesc://x.arc 0.0.0.0 20010203040506 text/plain 66\n1 0 Test\n\
               URL IP-address Archive-date Content-type Archive-length\n\n\n";
    session.write("in/a\u{1b}[31mb.arc", arc.as_bytes());
    session.write("in/c.arc", arc.as_bytes());
    for form in ["text", "json"] {
        let out = format!("out-{form}");
        let output = session
            .command()
            .args(["migrate", "in", "--out", &out])
            .env("STODOLA_LOG", form)
            .output()
            .unwrap();
        let said = String::from_utf8(output.stderr).unwrap();
        let logged: Vec<&str> =
            said.lines().filter(|line| line.contains("stodola_migrate")).collect();
        assert!(logged.iter().any(|line| line.contains("migration of a file begins")), "{said}");
        let ended =
            |line: &&&str| line.contains("migration of a file ends") && line.contains("c.arc");
        assert!(logged.iter().find(ended).unwrap().contains("verified"), "{said}");
        assert!(logged.iter().any(|line| line.contains("31mb.arc")), "{said}");
        assert!(logged.iter().all(|line| !line.contains('\u{1b}')), "{said}");
    }
}
