//! A harvest is steered from another terminal.

use super::archive;
use super::history::History;
use super::look_again_after;
use super::truth::{assert_holds, expected};
use super::web::{Harvest, Job, Running, Web};
use crate::session::Ran;
use std::os::unix::fs::PermissionsExt;
use std::time::{Duration, Instant};
use stodola_crawl::Outcome;
use stodola_simweb::Settings;

const WITHIN: Duration = Duration::from_secs(90);

/// A web whose harvest takes long enough to be steered.
fn slow_web() -> (Web, Job) {
    let web = Web::start(Settings { smallest_site: 8, largest_site: 12, ..Settings::calm(77, 10) });
    let job = Job::everything(&web)
        .with("politeness.min_delay", "\"60ms\"")
        .with("politeness.max_delay", "\"1s\"");
    (web, job)
}

impl Harvest {
    fn job(&self, words: &str) -> Ran {
        self.session.run(&format!("job {words} --archive archive"))
    }

    /// The number that `job status` tells under that name.
    #[track_caller]
    fn number(&self, name: &str) -> u64 {
        let ran = self.job("status all").expect(0);
        let found = ran.text().split_whitespace().find_map(|word| word.strip_prefix(name));
        let found = found.and_then(|rest| rest.strip_prefix('='));
        found.unwrap_or_else(|| panic!("no {name} in {}", ran.text())).parse().unwrap()
    }

    /// Waits until the harvest listens and has asked for a few pages.
    fn await_requests(&self, web: &Web, running: &Running, number: u64) {
        let begun = Instant::now();
        let socket = self.archive().join("jobs/all/control.sock");
        while web.log.requests() < number || !socket.exists() {
            assert!(begun.elapsed() < WITHIN, "{}", running.said());
            look_again_after(Duration::from_millis(2));
        }
    }
}

#[test]
fn a_paused_harvest_asks_nobody_and_goes_on_when_it_is_told_to() {
    let (web, job) = slow_web();
    let harvest = Harvest::new(&job);
    let running = harvest.start(&[]);
    harvest.await_requests(&web, &running, 10);
    let mode = std::fs::metadata(harvest.archive().join("jobs/all/control.sock")).unwrap();
    assert_eq!(mode.permissions().mode() & 0o777, 0o600);
    assert_eq!(harvest.job("pause all").expect(0).text(), "paused\n");
    while harvest.number("in_flight") > 0 {
        look_again_after(Duration::from_millis(5));
    }
    let asked = web.log.requests();
    assert!(harvest.number("queued") > 0, "too late to tell");
    assert_eq!(harvest.job("checkpoint all").expect(0).text(), "checkpoint written\n");
    assert!(harvest.archive().join("jobs/all/frontier/checkpoint").exists());
    assert_eq!(web.log.requests(), asked);
    assert_eq!(harvest.job("resume all").expect(0).text(), "running\n");
    running.finish(WITHIN).expect(0);
    assert_holds(&archive::by_uri(&harvest.archive()), &expected(&web.world));
    let ran = harvest.job("status all").expect(2);
    assert!(ran.stderr.contains("no harvest"), "{}", ran.stderr);
}

#[test]
fn limits_and_seeds_are_changed_for_good_while_it_runs() {
    let (web, job) = slow_web();
    // The site of the first seed alone, and then that of another host.
    let hosts: Vec<String> = web.world.hosts().collect();
    let job = job.with("scope.rule", "[]").with("limits.documents", 5000);
    let harvest = Harvest::new(&job);
    let running = harvest.start(&[]);
    harvest.await_requests(&web, &running, 3);
    let other = format!("http://{}/", hosts[3]);
    harvest.job(&format!("seeds all {other}")).expect(0);
    let ran = harvest.job("limit all documets 1").expect(2);
    assert!(ran.stderr.contains("documents"), "{}", ran.stderr);
    harvest.job("limit all documents 12").expect(0);
    let ran = running.finish(WITHIN).expect(0);
    assert!(ran.stderr.contains("12 documents"), "{}", ran.stderr);
    let stored = std::fs::read_to_string(harvest.archive().join("jobs/all/job.toml")).unwrap();
    assert!(stored.contains(&other) && stored.contains("documents = 12"), "{stored}");
    // Without the job file it goes on as it was steered.
    let ran = harvest.session.run("crawl --archive archive --job all --max-docs 5000").expect(0);
    assert!(ran.stderr.contains("finished"), "{}", ran.stderr);
    let history = History::read(&harvest.archive(), "all");
    assert!(history.fates.keys().filter(|uri| uri.starts_with(&other)).count() > 5);
}

#[test]
fn what_waits_is_put_to_another_scope() {
    let (web, job) = slow_web();
    let harvest = Harvest::new(&job);
    let running = harvest.start(&[]);
    harvest.await_requests(&web, &running, 30);
    harvest.job("pause all").expect(0);
    let path = harvest.archive().join("jobs/all/job.toml");
    let stored = std::fs::read_to_string(&path).unwrap();
    let rule = "[[scope.rule]]\ntype = \"regex\"\nname = \"no-pictures\"\npattern = '/img/'\naction = \"reject\"\n";
    std::fs::write(&path, format!("{stored}\n{rule}")).unwrap();
    let ran = harvest.job("rescope all").expect(0);
    let refused: usize = ran.text().split(' ').next().unwrap().parse().unwrap();
    harvest.job("resume all").expect(0);
    running.finish(WITHIN).expect(0);
    let history = History::read(&harvest.archive(), "all");
    history.assert_settled();
    let out = history.fates.values().filter(|fate| fate.outcome().0 == Outcome::OutOfScope);
    let out: Vec<_> = out.map(|fate| fate.outcome().1.to_owned()).collect();
    assert!(refused > 0 && out.len() >= refused, "{refused} refused, {} out of scope", out.len());
    assert!(out.iter().all(|rule| rule == "no-pictures"), "{out:?}");
}

#[test]
fn the_demonstration_works_as_it_stands() {
    let session = crate::session::Session::new();
    let ran = session.run("demo").expect(0);
    assert!(ran.stderr.contains("finished") && ran.stderr.contains("Try next"), "{}", ran.stderr);
    let listed = ran.stderr.lines().find(|line| line.contains("warc check")).unwrap();
    let file = listed.split_whitespace().nth(3).unwrap();
    session.run(&format!("warc check {file}")).expect(0);
}
