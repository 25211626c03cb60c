//! Hosts that say they are asked too often get longer pauses, and shorter ones again.

use super::look_again_after;
use super::tiny::Tiny;
use super::web::{Harvest, Job};
use std::time::Duration;
use stodola_frontier::{Detail, Happened, History, Owed};

const WITHIN: Duration = Duration::from_secs(120);

/// A site whose first page links to all others; `bad` tells the status of each.
fn site(pages: usize, status: impl Fn(&str) -> u16 + Send + Sync + 'static) -> Tiny {
    Tiny::start(move |asked| {
        let links = |path: &str| match path {
            "/" => (1..=pages).map(|page| format!("<a href=/{page}>")).collect(),
            _ => String::new(),
        };
        let path = &*asked.path;
        let status = if path == "/robots.txt" { 404 } else { status(path) };
        (status, "Content-Type: text/html\r\n".to_owned(), links(path).into_bytes())
    })
}

fn job(tiny: &Tiny) -> Job {
    Job::bare("all")
        .with("fetch.connect_to", format!("[\"*:80:127.0.0.1:{}\"]", tiny.addr.port()))
        .with("traps.enabled", false)
        .seeds(&["http://spolek.test/"])
}

/// How the pause of the host changed, one after the other, and how often it was asked.
fn changes(harvest: &Harvest) -> (Vec<u64>, usize) {
    let mut changes = Vec::new();
    let mut asked = 0;
    let folder = harvest.archive().join("jobs/all/frontier");
    let read = |happened: Happened<'_>| {
        if let Happened::Done { detail, .. } = happened {
            changes.extend(Detail::parse(detail).slowed.map(|pause| pause.as_millis() as u64));
            asked += 1;
        }
        Ok(())
    };
    History::open(&folder).unwrap().read(read).unwrap();
    (changes, asked)
}

#[test]
fn one_page_that_always_says_503_does_not_slow_its_host_for_good() {
    let tiny = site(40, |path| if path == "/3" { 503 } else { 200 });
    let harvest = Harvest::new(&job(&tiny));
    harvest.run(WITHIN).expect(0);
    let (changes, asked) = changes(&harvest);
    assert!(asked > 42, "{asked}");
    // It grew once, and was gone after ten good answers.
    assert_eq!(changes, [250, 0]);
}

#[test]
fn the_pause_of_a_host_is_told_and_reset_and_survives_a_kill() {
    let tiny = site(9, |path| if path == "/" { 200 } else { 429 });
    let job = job(&tiny).with("politeness.attempts", 100).with("politeness.max_delay", "\"2m\"");
    let harvest = Harvest::new(&job);
    let grown = |least: u64| {
        let ran = harvest.session.run("job status all --archive archive");
        let pause = ran.text().split("slowest=spolek.test:").nth(1)?;
        let pause: u64 = pause.split("ms").next()?.parse().unwrap();
        assert!(ran.text().contains("slowed=1 "), "{}", ran.text());
        assert!(ran.text().contains("429-or-503"), "{}", ran.text());
        (pause >= least).then_some(pause)
    };
    let mut running = harvest.start(&[]);
    let wait = |least: u64| loop {
        if let Some(pause) = grown(least) {
            return pause;
        }
        look_again_after(Duration::from_millis(20));
    };
    // What it was before the last change was committed long ago.
    wait(1000);
    running.child.kill().unwrap();
    running.child.wait().unwrap();
    let (stored, _) = changes(&harvest);
    let stored = stored.last().copied().unwrap();
    assert!(stored >= 250, "{stored}");
    let running = harvest.start(&[]);
    assert!(wait(0) >= stored);
    let ran = harvest.session.run("job pace all spolek.test --reset --archive archive").expect(0);
    assert!(ran.text().contains("usual pause again; it had grown to"), "{}", ran.text());
    let ran = harvest.session.run("job pace all jiny.test --reset --archive archive").expect(2);
    assert!(ran.stderr.contains("no host 'jiny.test'"), "{}", ran.stderr);
    harvest.session.run("job stop all --archive archive").expect(0);
    running.finish(WITHIN);
}

#[test]
fn a_robots_txt_does_not_shorten_the_pause_of_a_host_that_complained() {
    let tiny = site(0, |_| 429);
    let port = tiny.addr.port();
    let places = format!("[\"*:80:127.0.0.1:{port}\", \"*:81:127.0.0.1:{port}\"]");
    // The second port has a robots.txt of its own, which is asked for after the first complaint.
    let job = job(&tiny)
        .with("fetch.connect_to", places)
        .seeds(&["http://spolek.test/", "http://spolek.test:81/"]);
    let harvest = Harvest::new(&job);
    harvest.run(WITHIN);
    let mut pauses = Vec::new();
    let read = |happened: Happened<'_>| {
        if let Happened::Beside { uri, detail, .. } = happened {
            let pause = Detail::parse(detail).pause.unwrap();
            pauses.push((String::from_utf8_lossy(uri).into_owned(), pause.owed));
            assert!(pause.owed == Owed::MinDelay || pause.time >= Duration::from_millis(250));
        }
        Ok(())
    };
    let folder = harvest.archive().join("jobs/all/frontier");
    History::open(&folder).unwrap().read(read).unwrap();
    let expected = [
        ("http://spolek.test/robots.txt".to_owned(), Owed::MinDelay),
        ("http://spolek.test:81/robots.txt".to_owned(), Owed::Complaint),
    ];
    assert_eq!(pauses, expected);
}
