//! The command as an archivist meets it: what it refuses, how it stops, and how it goes on.

use super::archive;
use super::history::History;
use super::look_again_after;
use super::tiny::{Answer, Tiny};
use super::truth::{assert_holds, assert_sound, expected};
use super::web::{Harvest, Job, Running, Web};
use crate::session::Session;
use std::io::{BufRead, BufReader};
use std::net::TcpListener;
use std::process::Command;
use std::time::{Duration, Instant};
use stodola_frontier::Outcome;
use stodola_simweb::WorldSettings;

const WITHIN: Duration = Duration::from_secs(60);

/// A web that takes some seconds, because each host is asked with pauses.
fn slow_web() -> (Web, Job) {
    let web = Web::start(WorldSettings {
        smallest_site: 3,
        largest_site: 5,
        ..WorldSettings::calm(31, 15)
    });
    let job = Job::everything(&web)
        .with("politeness.min_delay", "\"40ms\"")
        .with("politeness.max_delay", "\"1s\"");
    (web, job)
}

fn wait_for_requests(web: &Web, running: &Running, number: u64) {
    let begun = Instant::now();
    while web.log.requests() < number {
        assert!(begun.elapsed() < WITHIN, "{}", running.said());
        look_again_after(Duration::from_millis(1));
    }
}

#[test]
fn contact_operator_and_purpose_are_demanded_before_anybody_else_is_asked() {
    let session = Session::new();
    let ran = session.run("crawl http://www.example.org/ --archive archive").expect(2);
    for wanted in ["`contact` is missing", "give an e-mail address or a web page"] {
        assert!(ran.stderr.contains(wanted), "{wanted} is not in {}", ran.stderr);
    }
    let contact = "--contact archive@example.org";
    for (given, wanted) in [
        (contact.to_owned(), "--operator"),
        (format!("{contact} --operator Library"), "--purpose"),
        (format!("{contact} --purpose test"), "`operator` is missing"),
    ] {
        let ran = session.run(&format!("crawl http://www.example.org/ --archive archive {given}"));
        let ran = ran.expect(2);
        assert!(ran.stderr.contains(wanted), "{wanted} is not in {}", ran.stderr);
    }
    let begun = std::fs::read_dir(session.path("archive/warc")).map_or(0, Iterator::count);
    assert_eq!(begun, 0, "a file was begun");
}

#[test]
fn a_misspelt_key_is_refused_with_the_one_that_may_be_meant() {
    let session = Session::new();
    session.write("job.toml", b"name = \"a\"\nseeds = [\"http://localhost/\"]\n[politness]\n");
    let ran = session.run("crawl --config job.toml --archive archive").expect(2);
    for wanted in ["job.toml", "politness", "politeness"] {
        assert!(ran.stderr.contains(wanted), "{wanted} is not in {}", ran.stderr);
    }
    session.write("job.toml", b"name = \"a\"\nseeds = []\n[politeness]\nmin_dely = \"1s\"\n");
    let ran = session.run("crawl --config job.toml --archive archive").expect(2);
    assert!(ran.stderr.contains("min_delay"), "{}", ran.stderr);
    assert!(!session.path("archive/warc").exists(), "an archive was begun");
}

#[test]
fn the_template_is_a_job() {
    let session = Session::new();
    let ran = session.run("crawl --template").expect(0);
    let job = stodola_crawl::job::Job::parse(ran.text(), "template").unwrap();
    job.validate().unwrap();
    assert_eq!(job.name, "harvest");
    assert_eq!(job.seeds.len(), 2);
}

#[test]
fn a_second_process_on_the_same_job_waits_and_is_told_who_has_it() {
    let (web, job) = slow_web();
    let harvest = Harvest::new(&job);
    let running = harvest.start(&[]);
    wait_for_requests(&web, &running, 20);
    let words = "crawl --config job.toml --archive archive";
    let waited = harvest.session.run(words).expect(0);
    let holder = format!("in use by process {}", running.child.id());
    assert!(waited.stderr.contains(&holder), "{holder} is not in {}", waited.stderr);
    assert!(waited.stderr.contains("job 'all' is finished"), "{}", waited.stderr);
    running.finish(WITHIN).expect(0);
    let found = archive::by_uri(&harvest.archive());
    assert_holds(&found, &expected(&web.world));
    assert_sound(&harvest.archive());
}

#[test]
fn an_interrupt_stops_it_in_order_and_the_same_command_goes_on() {
    let (web, job) = slow_web();
    let harvest = Harvest::new(&job);
    let running = harvest.start(&[]);
    wait_for_requests(&web, &running, 30);
    let process = running.child.id().to_string();
    assert!(Command::new("kill").args(["-INT", &process]).status().unwrap().success());
    let ran = running.finish(WITHIN).expect(3);
    for wanted in ["stopping", "job 'all' stopped", "run the same command to continue"] {
        assert!(ran.stderr.contains(wanted), "{wanted} is not in {}", ran.stderr);
    }
    let (truth, before) = (expected(&web.world), web.asked());
    assert!(before.len() < truth.len(), "it had ended already");
    archive::check_all(&harvest.archive());
    let ran = harvest.run(WITHIN).expect(0);
    assert!(ran.stderr.contains("job 'all' continues:"), "{}", ran.stderr);
    assert!(ran.stderr.contains("job 'all' finished"), "{}", ran.stderr);
    assert_holds(&archive::by_uri(&harvest.archive()), &truth);
    assert_sound(&harvest.archive());
    assert!(web.asked().values().all(|&times| times == 1), "{:?}", web.asked());
    // Nothing is left to do.
    let requests = web.log.requests();
    harvest.run(WITHIN).expect(0);
    assert_eq!(web.log.requests(), requests);
}

#[test]
fn a_terminal_that_is_closed_stops_it_in_order_unless_that_is_ignored() {
    let (web, job) = slow_web();
    let harvest = Harvest::new(&job);
    let hang_up = |process: u32| {
        let process = process.to_string();
        assert!(Command::new("kill").args(["-HUP", &process]).status().unwrap().success());
    };
    // The tests may run below `nohup` themselves, and children inherit that.
    let run_and_hang_up = |handling: &str| {
        let program = env!("CARGO_BIN_EXE_stodola");
        let mut child = Command::new("env")
            .args([handling, program, "crawl", "--config", "job.toml", "--archive", "archive"])
            .env("LC_ALL", "C")
            .current_dir(harvest.session.path("."))
            .stderr(std::process::Stdio::piped())
            .spawn()
            .unwrap();
        let before = web.log.requests();
        while web.log.requests() < before + 10 {
            assert!(child.try_wait().unwrap().is_none(), "it ended before it was hung up on");
            look_again_after(Duration::from_millis(2));
        }
        hang_up(child.id());
        let ended = child.wait_with_output().unwrap();
        (ended.status.code(), String::from_utf8(ended.stderr).unwrap())
    };
    let (code, said) = run_and_hang_up("--default-signal=HUP");
    assert_eq!(code, Some(3), "{said}");
    assert!(said.contains("job 'all' stopped"), "{said}");
    archive::check_all(&harvest.archive());
    // As `nohup` does it.
    let (code, said) = run_and_hang_up("--ignore-signal=HUP");
    assert_eq!(code, Some(0), "{said}");
    assert_holds(&archive::by_uri(&harvest.archive()), &expected(&web.world));
}

#[test]
fn a_limit_of_documents_is_kept_to_the_document_and_can_be_raised() {
    let (web, job) = slow_web();
    let harvest = Harvest::new(&job);
    let archived = || {
        let history = History::read(&harvest.archive(), "all");
        let done = |fate: &&super::history::Fate| {
            fate.attempts.iter().any(|(outcome, _)| *outcome == Outcome::Archived)
        };
        history.fates.values().filter(done).count()
    };
    for limit in [10, 25] {
        let ran = harvest.start(&["--max-docs", &limit.to_string()]).finish(WITHIN).expect(3);
        assert!(ran.stderr.contains("limit of documents"), "{}", ran.stderr);
        assert_eq!(archived(), limit);
        let robots = |capture: &archive::Capture| capture.uri.ends_with("/robots.txt");
        let captures = archive::captures(&harvest.archive());
        assert_eq!(captures.iter().filter(|capture| !robots(capture)).count(), limit);
    }
    let ran = harvest.start(&["--max-docs", "100000"]).finish(WITHIN).expect(0);
    assert!(ran.stderr.contains("job 'all' finished"), "{}", ran.stderr);
    assert_holds(&archive::by_uri(&harvest.archive()), &expected(&web.world));
    assert_sound(&harvest.archive());
}

fn page(body: String) -> Answer {
    (200, "Content-Type: text/html\r\n".to_owned(), body.into_bytes())
}

#[test]
fn private_addresses_are_never_connected_to_unless_that_is_allowed() {
    let names = Web::start(WorldSettings::calm(1, 3));
    let secret = TcpListener::bind("127.0.0.1:0").unwrap();
    secret.set_nonblocking(true).unwrap();
    let port = secret.local_addr().unwrap().port();
    let direct = format!("http://127.0.0.1:{port}/linked");
    let mapped = format!("http://[::ffff:127.0.0.1]:{port}/mapped");
    let named = format!("http://catalogue0.example:{port}/by-name");
    let moved = format!("http://127.0.0.1:{port}/redirected");
    let cloud = "http://169.254.169.254/latest/meta-data/".to_owned();
    let refused = [direct, mapped, named, moved.clone(), cloud];
    let links: String = refused[..3]
        .iter()
        .chain(&refused[4..])
        .map(|uri| format!("<a href='{uri}'>x</a>"))
        .collect();
    let tiny = Tiny::start(move |asked| match &*asked.path {
        "/" => page(format!("{links}<a href='/moved'>x</a><a href='/sound.html'>x</a>")),
        "/moved" => (302, format!("Location: {moved}\r\n"), Vec::new()),
        "/sound.html" => page("sound".to_owned()),
        _ => (404, String::new(), Vec::new()),
    });
    let job = Job::everything(&names)
        .seeds(&["http://start.example/"])
        .identified()
        .with("fetch.connect_to", format!("[\"start.example:80:127.0.0.1:{}\"]", tiny.addr.port()))
        .with("fetch.dns_servers", format!("[\"{}\"]", names.dns()));
    let harvest = Harvest::new(&job);
    harvest.run(WITHIN).expect(0);
    let history = assert_sound(&harvest.archive());
    for uri in &refused {
        let fate = &history.fates[uri];
        assert_eq!(fate.outcome().0, Outcome::AddressRefused, "{uri} {:?}", fate.attempts);
    }
    for uri in ["http://start.example/", "http://start.example/sound.html"] {
        assert_eq!(history.fates[uri].outcome(), (Outcome::Archived, "200"));
    }
    assert_eq!(history.fates["http://start.example/moved"].outcome(), (Outcome::Archived, "302"));
    assert!(tiny.asked().contains(&"/moved".to_owned()));
    let error = secret.accept().unwrap_err();
    assert_eq!(error.kind(), std::io::ErrorKind::WouldBlock, "somebody connected");
}

#[test]
fn one_command_archives_a_folder_that_a_server_on_this_machine_shows() {
    let files: &[(&str, &str)] = &[
        ("/", "<link rel=stylesheet href=style.css><a href='news/'>news</a><img src=logo.gif>"),
        ("/style.css", "body { background: url(back.png) }"),
        ("/back.png", "a picture"),
        ("/logo.gif", "GIF89a"),
        ("/news/", "<a href=1.html>1</a><a href='../'>home</a><a href='/lost.html'>lost</a>"),
        ("/news/1.html", "žluť"),
    ];
    let tiny = Tiny::start(|asked| {
        let path = &*asked.path;
        let found = files.iter().find(|(name, _)| *name == path);
        let Some((_, text)) = found else { return (404, String::new(), b"not here".to_vec()) };
        let kind = match path.rsplit('.').next() {
            Some("css") => "text/css",
            Some("png" | "gif") => "image/gif",
            _ => "text/html; charset=utf-8",
        };
        (200, format!("Content-Type: {kind}\r\n"), text.as_bytes().to_vec())
    });
    let session = Session::new();
    let seed = format!("http://{}/", tiny.addr);
    let words = format!("crawl {seed} --archive archive --delay 0s --allow-private");
    let ran = session.run(&words).expect(0);
    assert!(ran.stderr.contains("job '127.0.0.1' finished: 7 documents"), "{}", ran.stderr);
    let found = archive::by_uri(&session.path("archive"));
    for (path, text) in files {
        let captures = &found[&format!("http://{}{path}", tiny.addr)];
        assert_eq!(captures.len(), 1);
        assert_eq!(captures[0].payload, text.as_bytes(), "{path}");
    }
    assert_eq!(found[&format!("{seed}lost.html")][0].status, Some(404));
    assert_eq!(found.len(), files.len() + 2, "{:?}", found.keys());
    archive::check_all(&session.path("archive"));
    let asked = tiny.asked();
    assert_eq!(asked.len(), files.len() + 2, "{asked:?}");
    session.run("crawl --archive archive --job 127.0.0.1").expect(0);
    assert_eq!(tiny.asked(), asked);
}

/// A process that serves; it ends with the test.
struct Served(std::process::Child);

impl Drop for Served {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

#[test]
fn the_command_that_simweb_prints_harvests_what_it_serves() {
    for words in ["--calm --hosts 3", "--calm --hosts 2 --dns 127.0.0.1:0", "--calm --national 6"] {
        let session = Session::new();
        let mut command = session.command();
        command.args(["simweb", "--listen", "127.0.0.1:0"]).args(words.split(' '));
        let mut served = Served(command.stderr(std::process::Stdio::piped()).spawn().unwrap());
        let mut lines = BufReader::new(served.0.stderr.take().unwrap()).lines();
        let printed = lines.by_ref().map(Result::unwrap).find(|line| line.starts_with("stodola "));
        let printed = printed.unwrap().replace('\'', "").replace("DIR", "archive");
        let ran = session.run(printed.strip_prefix("stodola ").unwrap()).expect(0);
        assert!(ran.stderr.contains("job 'simweb' finished"), "{}", ran.stderr);
        let list =
            |words: &str| session.run(&format!("simweb {words}")).expect(0).text().to_owned();
        let expected: Vec<String> = if words.contains("national") {
            // The depth that a job has by itself.
            list(&format!("{words} --archived 3")).lines().map(str::to_owned).collect()
        } else {
            let truth = list(&format!("{words} --truth"));
            let pages = truth.lines().filter(|line| line.contains("\"harvestable\":true"));
            pages.map(|line| super::national::field(line, "uri").unwrap()).collect()
        };
        let found = archive::by_uri(&session.path("archive"));
        let normal = |uri: &String| {
            let normal = stodola_uri::normalise(uri.as_bytes());
            String::from_utf8(stodola_uri::without_fragment(&normal).to_vec()).unwrap()
        };
        let missing: Vec<_> =
            expected.iter().filter(|uri| !found.contains_key(&normal(uri))).collect();
        assert!(expected.len() > 20 && missing.is_empty(), "{words}: {missing:?} of {expected:?}");
    }
}
