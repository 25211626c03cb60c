//! Long documents left out, cut or asked for in part, and fetched again whole; stages left out by rules.

use super::look_again_after;
use super::tiny::{Answer, Asked, Tiny};
use super::web::{Harvest, Job};
use crate::session::Session;
use std::collections::BTreeMap;
use std::fs;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

const LONG: usize = 50_000;
const WITHIN: Duration = Duration::from_secs(90);

fn page(links: &[&str]) -> Answer {
    let links: String = links.iter().map(|link| format!("<a href='{link}'>x</a>")).collect();
    let text = format!("<html><title>x</title>{links}</html>");
    (200, "Content-Type: text/html\r\n".to_owned(), text.into_bytes())
}

fn of_type(name: &str, body: Vec<u8>) -> Answer {
    (200, format!("Content-Type: {name}\r\n"), body)
}

/// A long document, another one for each path.
fn long_body(path: &str) -> Vec<u8> {
    let first: usize = path.bytes().map(usize::from).sum();
    (first..first + LONG).map(|at| (at % 251) as u8).collect()
}

fn answer(asked: &Asked) -> Answer {
    let body = || long_body(&asked.path);
    match &*asked.path {
        "/" => {
            page(&["/film.mp4", "/song.mp3", "/old.mp3", "/picture.gif", "/stream", "/short.mp4"])
        }
        "/film.mp4" => of_type("video/mp4", body()),
        "/short.mp4" => of_type("video/mp4", vec![b'x'; 9000]),
        "/song.mp3" if asked.range.as_deref() == Some("bytes=0-9999") => {
            let fields =
                format!("Content-Type: audio/mpeg\r\nContent-Range: bytes 0-9999/{LONG}\r\n");
            (206, fields, body()[..10_000].to_vec())
        }
        "/song.mp3" | "/old.mp3" => of_type("audio/mpeg", body()),
        "/picture.gif" => of_type("image/gif", body()),
        "/stream" => {
            let fields = "Content-Type: video/mp4\r\nTransfer-Encoding: chunked\r\n".to_owned();
            let chunk = [format!("{LONG:x}\r\n").into_bytes(), body(), b"\r\n0\r\n\r\n".to_vec()];
            (200, fields, chunk.concat())
        }
        _ => (404, String::new(), Vec::new()),
    }
}

fn job(tiny: &Tiny, name: &str) -> Job {
    let port = tiny.addr.port();
    Job::bare(name)
        .with("fetch.connect_to", format!("[\"*:80:127.0.0.1:{port}\"]"))
        .seeds(&["http://long.example/"])
}

/// Outcome, reason and cut of each path that is listed.
fn listed(lines: &str) -> BTreeMap<String, (String, String, String)> {
    let text = |line: &str, name: &str| {
        let after = line.split(&format!("\"{name}\":\"")).nth(1);
        after.and_then(|rest| rest.split('"').next()).unwrap_or_default().to_owned()
    };
    lines
        .lines()
        .map(|line| {
            let path = text(line, "uri").replace("http://long.example", "");
            (path, (text(line, "outcome"), text(line, "reason"), text(line, "cut")))
        })
        .collect()
}

/// The WARC files of the archive.
pub(super) fn files_of(session: &Session) -> Vec<String> {
    let years = fs::read_dir(session.path("archive/warc")).unwrap();
    let files = years.flat_map(|year| fs::read_dir(year.unwrap().path()).unwrap());
    files.map(|file| file.unwrap().path().display().to_string()).collect()
}

#[test]
fn long_documents_are_left_out_cut_or_asked_for_in_part_and_fetched_whole_on_request() {
    let tiny = Tiny::start(answer);
    let long = "[\"video/* 10kB skip\", \"audio/* 10kB range\", \"image/* 10kB cut\"]";
    let harvest = Harvest::new(&job(&tiny, "all").with("fetch.long", long));
    let session = &harvest.session;
    session.run("crawl --config job.toml --archive archive").expect(0);
    let cut = session.run("job outcomes all --archive archive --outcome cut").expect(0);
    let expected = [
        ("/film.mp4", ("left-out", "too-long declared=50000", "")),
        ("/old.mp3", ("archived", "200", "length")),
        ("/picture.gif", ("archived", "200", "length")),
        ("/song.mp3", ("archived", "206", "range")),
        ("/stream", ("archived", "200", "length")),
    ];
    let found = listed(cut.text());
    let found: Vec<_> =
        found.iter().map(|(path, (a, b, c))| (&**path, (&**a, &**b, &**c))).collect();
    assert_eq!(found, expected);
    // Whole, then in part; the server that ignores it is asked twice too.
    let asked = tiny.asked();
    for (path, times) in [("/song.mp3", 2), ("/old.mp3", 2), ("/film.mp4", 1), ("/picture.gif", 1)]
    {
        assert_eq!(asked.iter().filter(|it| **it == path).count(), times, "{path} {asked:?}");
    }
    let why = session.run("why http://long.example/film.mp4 --archive archive");
    assert!(why.text().contains("the server declared"), "{}", why.text());
    let files = files_of(session);
    session.run(&format!("warc check {}", files.join(" "))).expect(0);
    let lengths = session.run(&format!("warc ls {}", files.join(" "))).expect(0);
    assert!(!lengths.text().contains("film.mp4"), "{}", lengths.text());

    // What was cut is the list of seeds of another job.
    session.write("cut.json", &cut.stdout);
    session.write("whole.toml", job(&tiny, "whole").seeds(&[] as &[&str]).text().as_bytes());
    session.run("crawl --config whole.toml --seeds cut.json --archive archive").expect(0);
    let whole = session.run("job outcomes whole --archive archive --outcome archived").expect(0);
    let whole = listed(whole.text());
    for path in ["/film.mp4", "/song.mp3", "/old.mp3", "/picture.gif", "/stream"] {
        assert_eq!(whole[path], ("archived".into(), "200".into(), String::new()), "{path}");
    }
    let none = session.run("job outcomes whole --archive archive --outcome cut").expect(0);
    assert_eq!(none.text().len(), 0);
}

/// The response records of a path, each with whether it is truncated and the digest of its payload.
fn responses(session: &Session, path: &str) -> Vec<(bool, String)> {
    let mut found = Vec::new();
    let uri = format!("http://long.example{path}");
    for file in files_of(session) {
        let mut reader = stodola_warc::Reader::open(std::path::Path::new(&file)).unwrap();
        while let Some(record) = reader.next_record().unwrap() {
            let is_it = record.kind() == stodola_warc::RecordType::Response
                && record.uri() == Some(uri.as_bytes());
            let field = |name: &str| record.warc().unwrap().get(name).map(<[u8]>::to_vec);
            if is_it {
                let digest = field("WARC-Payload-Digest").unwrap_or_default();
                let is_cut = field("WARC-Truncated").is_some();
                found.push((is_cut, String::from_utf8(digest).unwrap()));
            }
        }
    }
    found.sort();
    found
}

/// Holds answers back until the test lets them go.
#[derive(Default)]
struct Gate {
    is_closed: AtomicBool,
    waiting: AtomicUsize,
}

impl Gate {
    fn pass(&self) {
        self.waiting.fetch_add(1, Ordering::SeqCst);
        while self.is_closed.load(Ordering::SeqCst) {
            look_again_after(Duration::from_millis(1));
        }
    }
}

#[test]
fn what_was_cut_is_fetched_whole_in_the_same_job_also_after_a_kill() {
    let gate = Arc::new(Gate::default());
    let own = Arc::clone(&gate);
    let tiny = Tiny::start(move |asked| {
        if asked.path != "/" && !asked.path.contains("robots") {
            own.pass();
        }
        answer(asked)
    });
    let long = "[\"video/* 10kB skip\", \"audio/* 10kB range\", \"image/* 10kB cut\"]";
    let job = job(&tiny, "all")
        .with("fetch.long", long)
        .with("fetch.idle_timeout", "\"60s\"")
        .with("fetch.total_timeout", "\"60s\"");
    let harvest = Harvest::new(&job);
    let session = &harvest.session;
    harvest.run(WITHIN).expect(0);
    let said = |words: &str| session.run(words).expect(0).text().to_owned();
    let before = listed(&said("job outcomes all --archive archive"));
    assert_eq!(responses(session, "/film.mp4"), []);
    let cut_digest = responses(session, "/picture.gif")[0].clone();
    assert!(cut_digest.0);
    // With the limits of the job it is left out again.
    assert_eq!(
        said("job retry all --archive archive --outcome left-out"),
        "URIs that are tried again: 1\n"
    );
    harvest.run(WITHIN).expect(0);
    assert_eq!(listed(&said("job outcomes all --archive archive"))["/film.mp4"].0, "left-out");
    session.run("job retry all --archive archive --cut --outcome failed").expect(2);
    assert_eq!(said("job retry all --archive archive --cut"), "URIs that are tried again: 5\n");
    assert_eq!(said("job retry all --archive archive --cut"), "URIs that are tried again: 0\n");

    // Killed while the first one is on its way.
    gate.is_closed.store(true, Ordering::SeqCst);
    let waiting = gate.waiting.load(Ordering::SeqCst);
    let mut running = harvest.start(&[]);
    let begun = Instant::now();
    while gate.waiting.load(Ordering::SeqCst) == waiting {
        assert!(begun.elapsed() < WITHIN, "{}", running.said());
        look_again_after(Duration::from_millis(1));
    }
    running.child.kill().unwrap();
    running.child.wait().unwrap();
    gate.is_closed.store(false, Ordering::SeqCst);
    harvest.run(WITHIN).expect(0);

    assert_eq!(said("job outcomes all --archive archive --outcome cut"), "");
    let after = listed(&said("job outcomes all --archive archive"));
    assert_eq!(after.len(), before.len());
    for (path, captures) in
        [("/film.mp4", 1), ("/song.mp3", 2), ("/old.mp3", 2), ("/picture.gif", 2), ("/stream", 2)]
    {
        assert_eq!(after[path], ("archived".into(), "200".into(), String::new()), "{path}");
        let sha1 = stodola_warc::digest::Algorithm::Sha1;
        let digest = sha1.digest(&long_body(path)).to_string();
        let all = responses(session, path);
        assert_eq!(all.len(), captures, "{path}: {all:?}");
        assert!(all.contains(&(false, digest.clone())), "{path}: {all:?} {digest}");
    }
    // What was cut is there as it was.
    assert!(responses(session, "/picture.gif").contains(&cut_digest));
    let why = said("why http://long.example/picture.gif --archive archive");
    assert!(why.contains("cut (length)") && why.matches("200").count() >= 2, "{why}");
    let row = said("job ls --archive archive");
    assert!(row.contains("found=7 waiting=0 archived=7 "), "{row}");
    session.run(&format!("warc check {}", files_of(session).join(" "))).expect(0);
    session.run("archive check --archive archive").expect(0);
}

#[test]
fn a_running_job_fetches_whole_what_it_had_cut() {
    let gate = Arc::new(Gate::default());
    gate.is_closed.store(true, Ordering::SeqCst);
    let own = Arc::clone(&gate);
    let tiny = Tiny::start(move |asked| match &*asked.path {
        "/" => page(&["/picture.gif", "/last.html"]),
        "/last.html" => {
            // It keeps the harvest running.
            own.pass();
            page(&[])
        }
        _ => answer(asked),
    });
    let job = job(&tiny, "all")
        .with("fetch.long", "[\"* 10kB cut\"]")
        .with("politeness.connections_per_host", 2)
        .with("fetch.idle_timeout", "\"60s\"")
        .with("fetch.total_timeout", "\"60s\"");
    let harvest = Harvest::new(&job);
    let running = harvest.start(&[]);
    let begun = Instant::now();
    let retried = || {
        let ran = harvest.session.run("job retry all --archive archive --cut");
        ran.text().contains("again: 1")
    };
    while !retried() {
        assert!(begun.elapsed() < WITHIN, "{}", running.said());
        look_again_after(Duration::from_millis(20));
    }
    gate.is_closed.store(false, Ordering::SeqCst);
    running.finish(WITHIN).expect(0);
    let all = responses(&harvest.session, "/picture.gif");
    assert_eq!(all.iter().map(|it| it.0).collect::<Vec<_>>(), [false, true]);
}

#[test]
fn rules_leave_out_links_verdicts_and_writing() {
    let tiny = Tiny::start(|asked| match &*asked.path {
        "/" => page(&["/list.html", "/passing.html", "/known.html"]),
        "/list.html" => page(&["/hidden.html"]),
        "/passing.html" => page(&["/behind.html"]),
        "/known.html" | "/hidden.html" | "/behind.html" => page(&[]),
        _ => (404, String::new(), Vec::new()),
    });
    let rules = "[{ type = \"accept-all\" }, \
        { type = \"regex\", name = \"no-lists\", pattern = \"/list\", action = \"skip-extract\" }, \
        { type = \"regex\", name = \"passing\", pattern = \"/passing\", action = \"skip-write\" }, \
        { type = \"regex\", name = \"known\", pattern = \"/known\", action = \"skip-judge\" }]";
    let harvest = Harvest::new(&job(&tiny, "all").with("scope.rule", rules));
    let session = &harvest.session;
    session.run("crawl --config job.toml --archive archive").expect(0);
    let outcomes = listed(session.run("job outcomes all --archive archive").expect(0).text());
    let of = |path: &str| outcomes.get(path).map(|(outcome, reason, _)| (&**outcome, &**reason));
    assert_eq!(of("/list.html"), Some(("archived", "200")));
    assert_eq!(of("/hidden.html"), None);
    assert_eq!(of("/passing.html"), Some(("left-out", "passing")));
    assert_eq!(of("/behind.html"), Some(("archived", "200")));
    let why = session.run("why http://long.example/list.html --archive archive");
    assert!(why.text().contains("extract:no-lists"), "{}", why.text());
    let why = session.run("why http://long.example/passing.html --archive archive");
    assert!(why.text().contains("'passing'"), "{}", why.text());

    // The same with a judge: what is not judged has no verdict.
    let national = job(&tiny, "nation").with("scope.rule", rules).with("profile", "\"national\"");
    session.write("nation.toml", national.text().as_bytes());
    session.run("crawl --config nation.toml --archive archive");
    let verdicts =
        fs::read_to_string(session.path("archive/jobs/nation/logs/verdicts.ndjson")).unwrap();
    assert!(verdicts.contains("\"http://long.example/\""), "{verdicts}");
    assert!(!verdicts.contains("known.html"), "{verdicts}");
}
