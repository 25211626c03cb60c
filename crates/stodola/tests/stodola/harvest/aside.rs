//! robots.txt in a national harvest: it is kept with what is archived of its host, whatever happened between.

use super::archive;
use super::look_again_after;
use super::national::archived;
use super::priorities::{CZECH, ENGLISH};
use super::tiny::{HANGS_UP, Tiny};
use super::web::{Harvest, Job};
use std::collections::BTreeSet;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::mpsc;
use std::time::Duration;

const WITHIN: Duration = Duration::from_secs(120);

/// Each page links to the next; from the second on they are Czech.
fn page(path: &str) -> Vec<u8> {
    let number: u32 = path[1..].parse().unwrap();
    let text = if number == 1 { ENGLISH } else { CZECH };
    format!("<html><p>{text} <a href=/{}>next</a>", number + 1).into_bytes()
}

fn job(tiny: &Tiny) -> Job {
    Job::bare("all")
        .with("profile", "\"national\"")
        .with("national.depth", 1)
        .with("national.follow_invalid", 1)
        .with("fetch.connect_to", format!("[\"*:80:127.0.0.1:{}\"]", tiny.addr.port()))
        .with("fetch.total_timeout", "\"1m\"")
        .with("fetch.idle_timeout", "\"1m\"")
        .with("scope.rule", "[]")
        .seeds(&["http://spolek.test/1"])
}

#[test]
fn robots_txt_is_asked_for_again_by_a_later_run_until_it_is_kept() {
    // Pages 2 and 3 are not answered before somebody was killed.
    let (came, coming) = mpsc::channel();
    let held = Mutex::new(BTreeSet::from(["/2", "/3"]));
    let (go, wait) = mpsc::channel::<()>();
    let wait = Mutex::new(wait);
    let tiny = Tiny::start(move |asked| {
        let path = &*asked.path;
        if path == "/robots.txt" {
            return (200, "Content-Type: text/plain\r\n".to_owned(), b"Disallow:\n".to_vec());
        }
        if held.lock().unwrap().remove(path) {
            came.send(path.to_owned()).unwrap();
            let _ = wait.lock().unwrap().recv();
        }
        let found = matches!(path, "/1" | "/2" | "/3");
        let body = if found { page(path) } else { Vec::new() };
        (if found { 200 } else { 404 }, "Content-Type: text/html\r\n".to_owned(), body)
    });
    let harvest = Harvest::new(&job(&tiny));
    for (path, before) in [("/2", "http://spolek.test/1"), ("/3", "http://spolek.test/2")] {
        let mut running = harvest.start(&[]);
        assert_eq!(coming.recv_timeout(WITHIN).unwrap(), path);
        // What came before is safe when it stands in the log as the URI of a line: as the page that led to
        // robots.txt it stands there earlier.
        let log = harvest.archive().join("jobs/all/logs/crawl.log");
        let is_safe = || {
            std::fs::read_to_string(&log).is_ok_and(|log| {
                log.lines().any(|line| line.split_whitespace().nth(3) == Some(before))
            })
        };
        while !is_safe() {
            assert!(running.child.try_wait().unwrap().is_none(), "{}", running.said());
            look_again_after(Duration::from_millis(5));
        }
        running.child.kill().unwrap();
        running.child.wait().unwrap();
        go.send(()).unwrap();
    }
    harvest.run(WITHIN).expect(0);
    let pages = ["1", "2", "3", "4"].map(|page| format!("http://spolek.test/{page}"));
    let kept = archived(&harvest);
    assert!(!kept.contains(&pages[0]) && kept.contains(&pages[1]), "{kept:?}");
    assert!(kept.contains(&pages[2]) && kept.contains(&pages[3]), "{kept:?}");
    // Once before anything was archived, and once when there was something to keep it with.
    let asked = tiny.asked();
    let times = asked.iter().filter(|path| *path == "/robots.txt").count();
    assert_eq!(times, 2, "{asked:?}");
    let robots = "http://spolek.test/robots.txt";
    assert_eq!(archive::by_uri(&harvest.archive())[robots].len(), 1);
    let metadata = &archive::metadata(&harvest.archive())[robots];
    assert!(metadata.contains("via: http://spolek.test/2\r\n"), "{metadata}");
    assert!(metadata.contains("hopsFromSeed: P\r\n"), "{metadata}");
    archive::check_all(&harvest.archive());
}

#[test]
fn robots_txt_is_asked_for_until_it_comes_though_an_earlier_run_knows_what_it_says() {
    let (came, coming) = mpsc::channel();
    let (go, wait) = mpsc::channel::<()>();
    let wait = Mutex::new(wait);
    let asked_for_robots = AtomicU32::new(0);
    let is_held = AtomicBool::new(true);
    let tiny = Tiny::start(move |asked| {
        let path = &*asked.path;
        let html = "Content-Type: text/html\r\n".to_owned();
        match path {
            // The first run hears it; the second is hung up on at first.
            "/robots.txt" => match asked_for_robots.fetch_add(1, Ordering::SeqCst) {
                1 => (HANGS_UP, String::new(), Vec::new()),
                _ => (200, "Content-Type: text/plain\r\n".to_owned(), b"Disallow:\n".to_vec()),
            },
            "/2" if is_held.swap(false, Ordering::SeqCst) => {
                came.send(()).unwrap();
                let _ = wait.lock().unwrap().recv();
                (200, html, page(path))
            }
            "/1" | "/2" | "/3" => (200, html, page(path)),
            _ => (404, html, Vec::new()),
        }
    });
    let harvest = Harvest::new(&job(&tiny));
    let mut running = harvest.start(&[]);
    coming.recv_timeout(WITHIN).unwrap();
    let log = harvest.archive().join("jobs/all/logs/crawl.log");
    while !std::fs::read_to_string(&log).is_ok_and(|log| log.contains("/1 ")) {
        assert!(running.child.try_wait().unwrap().is_none(), "{}", running.said());
        look_again_after(Duration::from_millis(5));
    }
    running.child.kill().unwrap();
    running.child.wait().unwrap();
    go.send(()).unwrap();
    harvest.run(WITHIN).expect(0);
    let kept = archived(&harvest);
    assert!(kept.contains("http://spolek.test/2"), "{kept:?}");
    let robots = "http://spolek.test/robots.txt";
    let captures = archive::by_uri(&harvest.archive());
    assert_eq!(captures.get(robots).map(Vec::len), Some(1), "{:?}", tiny.asked());
    archive::check_all(&harvest.archive());
}
