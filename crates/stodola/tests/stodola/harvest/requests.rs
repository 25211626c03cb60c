//! What requests say beside the address, what pages ask of robots, and servers that speak another protocol.

use super::archive;
use super::tiny::{Asked, Tiny};
use super::web::{Harvest, Job};
use std::io::{Read, Write};
use std::net::TcpListener;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

const WITHIN: Duration = Duration::from_secs(60);

fn tiny(answer: impl Fn(&Asked) -> (u16, String, Vec<u8>) + Send + Sync + 'static) -> (Tiny, Job) {
    let tiny = Tiny::start(answer);
    let place = format!("[\"::127.0.0.1:{}\"]", tiny.addr.port());
    (tiny, Job::bare("all").with("fetch.connect_to", place))
}

fn html(body: &str) -> (u16, String, Vec<u8>) {
    (200, "Content-Type: text/html\r\n".to_owned(), body.as_bytes().to_vec())
}

#[test]
fn requests_have_own_headers_and_hosts_their_own_user_agent() {
    let (tiny, job) = tiny(|_| html("<p>page"));
    let job = job
        .identified()
        .with("contact", "\"archive@library.example\"")
        .with("fetch.headers", "[\"X-Archive: yes\"]")
        .with("fetch.accept_language", "\"cs, en;q=0.5\"")
        .with("fetch.user_agents", "[\"picky.example: Mozilla/5.0 (compatible; archive)\"]")
        .seeds(&["http://a.example/", "http://www.picky.example/"]);
    Harvest::new(&job).run(WITHIN).expect(0);
    let asked = tiny.requests();
    assert_eq!(asked.len(), 4);
    for asked in asked {
        assert_eq!(asked.field("X-Archive"), Some("yes"), "{}", asked.head);
        assert_eq!(asked.field("Accept-Language"), Some("cs, en;q=0.5"), "{}", asked.head);
        let agent = asked.field("User-Agent").unwrap();
        assert!(agent.contains("(+archive@library.example)"), "{agent}");
        let is_picky = asked.field("Host") == Some("www.picky.example");
        // robots.txt is asked for under the same name.
        assert_eq!(agent.starts_with("Mozilla/5.0 (compatible; archive) "), is_picky, "{agent}");
        assert_eq!(agent.starts_with("stodola/"), !is_picky, "{agent}");
    }
}

#[test]
fn a_national_harvest_asks_for_the_language_of_its_pack() {
    for (setting, expected) in [("auto", Some("cs, *;q=0.5")), ("", None), ("de", Some("de"))] {
        let (tiny, job) = tiny(|_| html("<p>page"));
        let job = job
            .with("profile", "\"national\"")
            .with("fetch.accept_language", format!("{setting:?}"))
            .without("scope.rule")
            .seeds(&["http://a.example/"]);
        Harvest::new(&job).run(WITHIN);
        let asked = tiny.requests();
        assert!(asked.len() == 2, "{asked:?}");
        for asked in asked {
            assert_eq!(asked.field("Accept-Language"), expected, "{}", asked.head);
        }
    }
}

#[test]
fn what_pages_ask_of_robots_is_obeyed_as_far_as_the_job_says() {
    let answer = |asked: &Asked| {
        let meta = |content: &str| {
            html(&format!("<meta name=robots content='{content}'><a href=/x{content}>"))
        };
        match &*asked.path {
            "/robots.txt" => (404, String::new(), Vec::new()),
            "/" => html("<a href=/1><a href=/2><a href=/3><a href=/4><a href=/5><img src=/6>"),
            "/1" => meta("nofollow"),
            "/2" => meta("noarchive"),
            "/3" => meta("noindex"),
            "/4" => html("<meta name=stodola content=noarchive>"),
            "/5" => html("<meta name=otherbot content=noarchive>"),
            "/6" => (
                200,
                "Content-Type: image/png\r\nX-Robots-Tag: noarchive\r\n".to_owned(),
                b"x".to_vec(),
            ),
            _ => html("<p>page"),
        }
    };
    let everything =
        ["/", "/1", "/2", "/3", "/4", "/5", "/6", "/xnoarchive", "/xnofollow", "/xnoindex"];
    for (setting, left_out) in [
        ("[]", &[][..]),
        ("[\"nofollow\"]", &["/xnofollow"]),
        ("[\"noarchive\"]", &["/2", "/4", "/6"]),
        ("[\"noindex\", \"nofollow\"]", &["/3", "/xnofollow"]),
    ] {
        let (_tiny, job) = tiny(answer);
        let job = job.with("politeness.robots_tags", setting).seeds(&["http://a.example/"]);
        let harvest = Harvest::new(&job);
        harvest.run(WITHIN).expect(0);
        let found = archive::by_uri(&harvest.archive());
        for path in everything {
            let is_there = found.contains_key(&format!("http://a.example{path}"));
            assert_eq!(is_there, !left_out.contains(&path), "{setting} {path}");
        }
        if setting.contains("noarchive") {
            // What is not archived is followed all the same, and says why it is not there.
            let why = harvest.session.run("why http://a.example/2 --archive archive");
            let text = why.text();
            assert!(
                text.contains("the page asks robots for that: 'robots-tag noarchive'"),
                "{text}"
            );
            let logs = harvest.archive().join("jobs/all/logs/crawl.log");
            let log = std::fs::read_to_string(logs).unwrap();
            let line = log.lines().find(|line| line.contains("http://a.example/2 ")).unwrap();
            assert!(line.contains(" -9998 "), "{line}");
        }
    }
}

#[test]
fn a_server_that_speaks_only_http2_is_named_as_that() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    let connections = Arc::new(AtomicUsize::new(0));
    let count = Arc::clone(&connections);
    // The thread ends with the process.
    std::thread::spawn(move || {
        for mut stream in listener.incoming().flatten() {
            count.fetch_add(1, Ordering::Relaxed);
            let _ = stream.write_all(b"\0\0\x06\x04\0\0\0\0\0\0\x03\0\0\0\x64");
            while stream.read(&mut [0; 512]).is_ok_and(|length| length > 0) {}
        }
    });
    let job = Job::bare("all")
        .with("fetch.allow_private", true)
        .seeds(&[format!("http://127.0.0.1:{port}/"), format!("http://127.0.0.1:{port}/b")]);
    let harvest = Harvest::new(&job);
    let ran = harvest.run(WITHIN);
    assert!(ran.stderr.contains("speaks only HTTP/2"), "{}", ran.stderr);
    let why = harvest.session.run(&format!("why http://127.0.0.1:{port}/b --archive archive"));
    assert!(why.text().contains("its server speaks only HTTP/2 (http2-only)"), "{}", why.text());
    assert_eq!(connections.load(Ordering::Relaxed), 1, "nothing is asked twice");
}

#[test]
fn a_robots_txt_that_has_changed_applies_to_what_waits_and_the_next_round_brings_back_what_it_allows()
 {
    let rounds = Arc::new(AtomicUsize::new(0));
    let asked = Arc::clone(&rounds);
    let (tiny, job) = tiny(move |request: &Asked| match &*request.path {
        // The first allows everything, the next forbid what is late; from the tenth on all is allowed again.
        "/robots.txt" => {
            let rules = match asked.fetch_add(1, Ordering::Relaxed) {
                0 => "User-agent: *\nAllow: /\n",
                1..9 => "User-agent: *\nDisallow: /late\n",
                _ => "",
            };
            (200, String::new(), rules.as_bytes().to_vec())
        }
        "/" => html("<a href=/1><a href=/late1><a href=/2><a href=/late2>"),
        _ => html("<p>page"),
    });
    // Expired at once: each turn of the host fetches it again.
    let job = job.with("politeness.robots_expiry", "\"0s\"").seeds(&["http://a.example/"]);
    let harvest = Harvest::new(&job);
    harvest.run(WITHIN).expect(0);
    assert!(tiny.asked().iter().all(|path| !path.starts_with("/late")), "{:?}", tiny.asked());
    let why = harvest.session.run("why http://a.example/late2 --archive archive");
    assert!(
        why.text().contains("robots.txt of its host forbids it: 'Disallow: /late'"),
        "{}",
        why.text()
    );
    rounds.store(9, Ordering::Relaxed);
    harvest.start(&["--again"]).finish(WITHIN).expect(0);
    let found = archive::by_uri(&harvest.archive());
    for path in ["1", "2", "late1", "late2"] {
        assert!(found.contains_key(&format!("http://a.example/{path}")), "{path}");
    }
}
