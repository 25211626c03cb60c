//! A harvest is steered from another terminal.

use super::archive;
use super::history::History;
use super::look_again_after;
use super::truth::{assert_holds, expected};
use super::web::{Harvest, Job, Running, Web};
use crate::serve::Serving;
use crate::session::Ran;
use std::io::{BufRead, BufReader, Write};
use std::net::Shutdown;
use std::os::unix::fs::PermissionsExt;
use std::os::unix::net::UnixStream;
use std::path::PathBuf;
use std::process::Stdio;
use std::time::{Duration, Instant};
use stodola_frontier::Outcome;
use stodola_simweb::WorldSettings;

const WITHIN: Duration = Duration::from_secs(90);

/// A web whose harvest takes long enough to be steered.
fn slow_web() -> (Web, Job) {
    let web = Web::start(WorldSettings {
        smallest_site: 8,
        largest_site: 12,
        ..WorldSettings::calm(77, 10)
    });
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
    // Sizes are for people; whoever wants all digits reads JSON.
    let status = harvest.job("status all").expect(0);
    assert!(status.text().contains("B rejected=") && !status.text().contains("bytes="));
    let asked = web.log.requests();
    assert!(harvest.number("queued") > 0, "too late to tell");
    assert_eq!(harvest.job("checkpoint all").expect(0).text(), "checkpoint written\n");
    assert!(harvest.archive().join("jobs/all/frontier/checkpoint").exists());
    assert_eq!(web.log.requests(), asked);
    assert_eq!(harvest.job("resume all").expect(0).text(), "running\n");
    running.finish(WITHIN).expect(0);
    assert_holds(&archive::by_uri(&harvest.archive()), &expected(&web.world));
    let ran = harvest.job("status all").expect(0);
    assert!(ran.text().starts_with("all finished round=1\n"), "{}", ran.text());
    let ran = harvest.job("pause all").expect(2);
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
    // It would go on while these commands start, for who knows how long.
    harvest.job("pause all").expect(0);
    let other = format!("http://{}/", hosts[3]);
    harvest.job(&format!("seeds all {other}")).expect(0);
    let ran = harvest.job("limit all documets 1").expect(2);
    assert!(ran.stderr.contains("documents"), "{}", ran.stderr);
    while harvest.number("in_flight") > 0 {
        look_again_after(Duration::from_millis(5));
    }
    let limit = harvest.number("archived") + 5;
    harvest.job(&format!("limit all documents {limit}")).expect(0);
    harvest.job("resume all").expect(0);
    let ran = running.finish(WITHIN).expect(3);
    assert!(ran.stderr.contains(&format!(" {limit} documents")), "{}", ran.stderr);
    let stored = std::fs::read_to_string(harvest.archive().join("jobs/all/job.toml")).unwrap();
    let expected = format!("documents = {limit}");
    assert!(stored.contains(&other) && stored.contains(&expected), "{stored}");
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

/// A harvest of which nothing is fetched any more, and which can be asked.
fn paused() -> (Web, Harvest, Running) {
    let (web, job) = slow_web();
    let harvest = Harvest::new(&job);
    let running = harvest.start(&[]);
    harvest.await_requests(&web, &running, 3);
    harvest.job("pause all").expect(0);
    (web, harvest, running)
}

impl Harvest {
    fn connect(&self) -> UnixStream {
        UnixStream::connect(self.archive().join("jobs/all/control.sock")).unwrap()
    }

    /// What the harvest answers to these bytes, after which nothing comes.
    fn answer(&self, bytes: &[u8]) -> String {
        let mut stream = self.connect();
        // It may have refused before all is written.
        let _ = stream.write_all(bytes);
        let _ = stream.shutdown(Shutdown::Write);
        let mut answer = String::new();
        BufReader::new(stream).read_line(&mut answer).unwrap();
        answer
    }

    fn job_file(&self) -> PathBuf {
        self.archive().join("jobs/all/job.toml")
    }
}

#[test]
fn who_says_nothing_keeps_nobody_from_stopping() {
    let (_web, harvest, running) = paused();
    let mut silent: Vec<UnixStream> = (0..5).map(|_| harvest.connect()).collect();
    // Half a request is no request.
    silent[0].write_all(b"res").unwrap();
    assert_eq!(harvest.job("stop all").expect(0).text(), "stopping\n");
    running.finish(WITHIN).expect(3);
    drop(silent);
}

#[test]
fn a_request_that_hangs_does_not_keep_a_finished_harvest_from_ending_well() {
    let (web, job) = slow_web();
    let rules = "[{ type = \"accept-all\" }, { type = \"domain\", action = \"reject\", file = \"list.txt\" }]";
    let harvest = Harvest::new(&job.with("scope.rule", rules));
    harvest.session.write("list.txt", b"elsewhere.example\n");
    let running = harvest.start(&[]);
    harvest.await_requests(&web, &running, 3);
    harvest.job("pause all").expect(0);
    // Whoever reads the list now waits for somebody who writes it.
    let list = harvest.session.path("list.txt");
    std::fs::remove_file(&list).unwrap();
    assert!(std::process::Command::new("mkfifo").arg(&list).status().unwrap().success());
    let mut busy = harvest.connect();
    busy.write_all(b"rescope\n").unwrap();
    let silent = harvest.connect();
    let held = std::fs::File::options().write(true).open(&list).unwrap();
    harvest.job("resume all").expect(0);
    let ran = running.finish(WITHIN).expect(0);
    assert!(ran.stderr.contains("finished"), "{}", ran.stderr);
    let folder = harvest.archive().join("jobs/all");
    for report in ["crawl-report.txt", "hosts-report.txt", "seeds-report.txt"] {
        assert!(folder.join("reports").join(report).exists(), "{report} is missing");
    }
    let checkpoint = std::fs::read_to_string(folder.join("frontier/checkpoint")).unwrap();
    assert!(checkpoint.contains("clean"), "{checkpoint}");
    History::read(&harvest.archive(), "all").assert_settled();
    let files = std::fs::read_dir(harvest.archive().join("warc")).unwrap();
    let names = files.map(|file| file.unwrap().path());
    assert!(names.into_iter().all(|path| path.extension().is_none_or(|it| it != "open")));
    drop((held, silent, busy));
}

#[test]
fn a_request_is_taken_whole_or_not_at_all() {
    let (_web, harvest, running) = paused();
    for (bytes, reason) in [
        (b"stop".to_vec(), "without the end of its line"),
        (b"".to_vec(), "without the end of its line"),
        ([b"seeds ".to_vec(), vec![b'a'; 5 << 20]].concat(), "longer than 4.2 MB"),
        (b"seeds http://a.cz/\xff\n".to_vec(), "not in UTF-8"),
        (b"seeds http://a.cz/ ftp://b.cz/\n".to_vec(), "ftp://b.cz/"),
        (b"seeds http://a.cz/ #b\n".to_vec(), "seed 2, '#b', is not an http or https URI"),
        (b"seeds http://a.cz/ mailto:a@b.cz\n".to_vec(), "seed 2, 'mailto:a@b.cz', is not"),
        (b"seeds a.cz not\\sa\\sseed\n".to_vec(), "seed 2, 'not a seed', is not"),
        (b"stop at once\n".to_vec(), "has to be 'stop'"),
        (b"halt\n".to_vec(), "does not know the request 'halt'"),
    ] {
        let answer = harvest.answer(&bytes);
        assert!(answer.starts_with("error ") && answer.contains(reason), "{answer}");
    }
    // The command says the same, before it asks anybody.
    let mut command = harvest.session.command();
    command.args(["job", "seeds", "all", "http://a.cz/", "no seed", "--archive", "archive"]);
    let ran = command.output().unwrap();
    assert_eq!(ran.status.code(), Some(2));
    let told = String::from_utf8(ran.stderr).unwrap();
    assert!(told.contains("seed 2, 'no seed', is not an http or https URI"), "{told}");
    let before = std::fs::read_to_string(harvest.job_file()).unwrap();
    assert!(!before.contains("a.cz"), "{before}");
    // More than a mebibyte of seeds: all of them, none cut.
    let seed = |number| format!("http://catalogue0.example/of-a-long-list/{number:05}.html");
    let seeds: Vec<String> = (0..21_000).map(seed).collect();
    assert!(seeds.join(" ").len() > 1 << 20);
    let mut command = harvest.session.command();
    command.args(["job", "seeds", "all"]).args(&seeds).args(["--archive", "archive"]);
    let ran = command.output().unwrap();
    let told = String::from_utf8(ran.stdout).unwrap();
    assert_eq!(told, "21000 seeds received, 21000 of them new\n", "{:?}", ran.stderr);
    let ran = harvest.job("seeds all http://catalogue0.example/with\\a").expect(0);
    assert_eq!(ran.text(), "1 seed received, 1 of them new\n");
    let text = std::fs::read_to_string(harvest.job_file()).unwrap();
    let stored = stodola_crawl::job::Job::parse(&text, "job.toml").unwrap().seeds;
    assert!(seeds.iter().all(|seed| stored.contains(seed)));
    assert_eq!(stored.last().unwrap(), "http://catalogue0.example/with\\a");
    harvest.job("stop all").expect(0);
    running.finish(WITHIN).expect(3);
}

#[test]
fn what_somebody_edits_while_it_runs_stays() {
    let (_web, harvest, running) = paused();
    let path = harvest.job_file();
    let text = std::fs::read_to_string(&path).unwrap();
    let edited = text.replacen("description = \"\"", "description = \"ours\" # edited", 1);
    let edited = edited.replacen("workers = 50", "workers = 7 # fewer", 1);
    assert_ne!(edited, text);
    std::fs::write(&path, &edited).unwrap();
    harvest.job("limit all documents 700").expect(0);
    harvest.job("seeds all http://catalogue0.example/more").expect(0);
    let now = std::fs::read_to_string(&path).unwrap();
    for wanted in [
        "description = \"ours\" # edited",
        "workers = 7 # fewer",
        "documents = 700\n",
        "\"http://catalogue0.example/more\"",
    ] {
        assert!(now.contains(wanted), "{wanted} is not in {now}");
    }
    // Somebody is not done with it: it is left alone.
    std::fs::write(&path, format!("{now}\n[limits")).unwrap();
    for words in ["limit all documents 800", "seeds all http://catalogue0.example/most"] {
        let ran = harvest.job(words).expect(2);
        for wanted in ["nothing was changed", "job.toml:"] {
            assert!(ran.stderr.contains(wanted), "{wanted} is not in {}", ran.stderr);
        }
    }
    assert_eq!(std::fs::read_to_string(&path).unwrap(), format!("{now}\n[limits"));
    std::fs::write(&path, &now).unwrap();
    harvest.job("stop all").expect(0);
    running.finish(WITHIN).expect(3);
    // A run that changes nothing leaves remarks alone.
    let words = "crawl --archive archive --job all";
    harvest.session.run(&format!("{words} --max-time 1ms")).expect(3);
    harvest.session.run(&format!("{words} --max-time 1ms")).expect(3);
    let text = std::fs::read_to_string(&path).unwrap();
    let marked = text.replacen("workers = 7", "workers = 7 # fewer", 1);
    std::fs::write(&path, &marked).unwrap();
    harvest.session.run(words).expect(3);
    assert_eq!(std::fs::read_to_string(&path).unwrap(), marked);
}

#[test]
fn the_demonstration_works_as_it_stands() {
    let session = crate::session::Session::new();
    let ran = session.run("demo --no-serve").expect(0);
    assert!(ran.stderr.contains("finished") && ran.stderr.contains("Try next"), "{}", ran.stderr);
    // What is said under a no speaks against the page.
    let shown: Vec<&str> = ran.text().lines().collect();
    let mut others = 0;
    for lines in shown.windows(2).filter(|lines| lines[0].starts_with("no ")) {
        let reasons = lines[1].trim().strip_prefix("because of: ");
        let reasons = reasons.unwrap_or_else(|| panic!("no reason for {}", lines[0]));
        assert!(reasons.contains("language (") || reasons.contains(" -"), "{lines:?}");
        assert!(!reasons.contains("(cs)") && !reasons.contains("email 2"), "{lines:?}");
        others += 1;
    }
    assert!(others > 4, "{}", ran.text());
    let listed = ran.stderr.lines().find(|line| line.contains("warc check")).unwrap();
    let file = listed.split_whitespace().nth(3).unwrap();
    session.run(&format!("warc check {file}")).expect(0);
}

#[test]
fn the_demonstration_ends_by_serving_what_it_has_harvested() {
    let session = crate::session::Session::new();
    let mut command = session.command();
    command.arg("demo").stdout(Stdio::null());
    let serving = Serving::of(&session, command);
    let rows =
        serving.get("/web/cdx?url=*&limit=1&output=text&fl=timestamp,url&filter=mime:text/html");
    let row = rows.rsplit("\r\n").next().unwrap().trim();
    let (time, url) = row.split_once(' ').unwrap_or_else(|| panic!("{rows}"));
    let page = serving.get(&format!("/web/{time}mp_/{url}"));
    assert!(page.contains("/_stodola/replay.js"), "{page}");
    assert_eq!(serving.end("-INT").0, Some(0));
}
