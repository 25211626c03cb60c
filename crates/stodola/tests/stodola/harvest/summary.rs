//! What a harvest tells at its end: that nothing came of it, and why; how to go on; and numbers that add up.

use super::national;
use super::tiny::{Answer, Tiny};
use super::truth::brisk;
use super::web::{Harvest, Job, Web};
use crate::session::{Ran, Session};
use std::collections::BTreeMap;
use std::net::TcpListener;
use std::time::Duration;
use stodola_simweb::WorldSettings;

const WITHIN: Duration = Duration::from_secs(120);

/// The parts of what was found, as the program tells them.
#[track_caller]
fn parts(ran: &Ran) -> (u64, BTreeMap<String, u64>) {
    let line = ran.stderr.lines().find(|line| line.contains(" found: ")).unwrap();
    let (found, rest) = line.split_once(" found: ").unwrap();
    let parts = rest.split("; ").next().unwrap().split(", ").map(|part| {
        let (number, name) = part.split_once(' ').unwrap();
        (name.to_owned(), number.parse().unwrap())
    });
    let number = found.split(' ').next().unwrap();
    (number.parse().unwrap(), parts.collect())
}

/// The same from the books of the job, each URI by itself.
fn booked(session: &Session) -> BTreeMap<String, u64> {
    let ran = session.run("job outcomes all --archive archive --waiting").expect(0);
    let mut counts = BTreeMap::new();
    for line in ran.text().lines() {
        let outcome = national::field(line, "outcome").unwrap();
        let name = match &*outcome {
            // Links that were not followed are not among those found.
            "rejected" => continue,
            "not-due" => "not due",
            "robots-excluded" => "excluded by robots.txt",
            "address-refused" => "excluded by address",
            "over-budget" => "excluded by a limit",
            "out-of-scope" => "excluded by the scope",
            "trap" => "excluded as traps",
            "not-national" => "not of the nation",
            "failed" | "robots-unreachable" | "unfetchable" => "failed",
            other => other,
        };
        *counts.entry(name.to_owned()).or_default() += 1;
    }
    counts
}

/// Every URI found is in exactly one part, and the parts are those of the books. Gives the parts.
#[track_caller]
fn assert_adds_up(session: &Session, ran: &Ran) -> BTreeMap<String, u64> {
    let (found, told) = parts(ran);
    assert_eq!(told.values().sum::<u64>(), found, "{}", ran.stderr);
    let mut same = told.clone();
    let unchanged = same.remove("unchanged (the archive had their content)").unwrap_or(0);
    *same.entry("archived".to_owned()).or_default() += unchanged;
    same.retain(|_, number| *number > 0);
    assert_eq!(same, booked(session), "{}", ran.stderr);
    told
}

#[test]
fn the_numbers_of_sites_add_up_in_every_run_and_round() {
    for seed in [5, 6] {
        let web = Web::start(WorldSettings {
            seed,
            hosts: 14,
            smallest_site: 5,
            largest_site: 12,
            fault_rate: 0.1,
            pace: brisk(),
            traps: false,
            ..WorldSettings::default()
        });
        let hosts: Vec<String> = web.world.hosts().collect();
        let quoted = format!("again.hosts.\"{}\"", hosts[1]);
        // Tests live as long as the process does.
        let key: &'static str = quoted.leak();
        // Nobody listens there any more.
        let dead = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
        let ports = [dead.port(), web.addr.port()];
        let connect_to = format!(
            "[\"dead.example:80:127.0.0.1:{}\", \"*:80:127.0.0.1:{}\"]",
            ports[0], ports[1]
        );
        let job = Job::everything(&web)
            .seeds(&[&web.world.seeds()[0], "http://dead.example/"])
            .with("fetch.connect_to", connect_to)
            .with("limits.documents_per_host", 9)
            .with("again.every", "\"1h\"")
            .with(key, "\"30d\"")
            .with("politeness.attempts", 2);
        let harvest = Harvest::new(&job);
        let ran = harvest.start(&["--max-docs", "25"]).finish(WITHIN).expect(3);
        let told = assert_adds_up(&harvest.session, &ran);
        assert!(told["waiting"] > 0, "{}", ran.stderr);
        let ran = harvest.run(WITHIN).expect(0);
        let told = assert_adds_up(&harvest.session, &ran);
        for part in ["excluded by a limit", "failed"] {
            assert!(told.contains_key(part), "no {part}: {}", ran.stderr);
        }
        let ran = harvest.start(&["--again"]).finish(WITHIN).expect(0);
        let told = assert_adds_up(&harvest.session, &ran);
        for part in ["not due", "unchanged (the archive had their content)"] {
            assert!(told.contains_key(part), "no {part}: {}", ran.stderr);
        }
    }
}

#[test]
fn the_numbers_of_a_nation_add_up() {
    for (seed, depth, follow) in [(1, 0, 0), (2, 2, 1)] {
        let web = national::web(seed);
        let harvest = Harvest::new(&national::job(&web, depth, follow));
        let ran = harvest.start(&["--max-docs", "20"]).finish(WITHIN).expect(3);
        assert_adds_up(&harvest.session, &ran);
        let ran = harvest.run(WITHIN).expect(0);
        let told = assert_adds_up(&harvest.session, &ran);
        assert!(told.contains_key("not of the nation"), "{}", ran.stderr);
        let ran = harvest.start(&["--again"]).finish(WITHIN).expect(0);
        assert_adds_up(&harvest.session, &ran);
    }
}

fn page(asked: &super::tiny::Asked) -> Answer {
    match &*asked.path {
        "/" => (200, "Content-Type: text/html\r\n".to_owned(), b"<a href='/a'>a</a>".to_vec()),
        "/a" => (200, "Content-Type: text/html\r\n".to_owned(), b"a".to_vec()),
        "/moved" => (302, "Location: /gone\r\n".to_owned(), Vec::new()),
        _ => (404, String::new(), Vec::new()),
    }
}

#[track_caller]
fn assert_said(ran: &Ran, wanted: &[&str]) {
    for wanted in wanted {
        assert!(ran.stderr.contains(wanted), "{wanted} is not in {}", ran.stderr);
    }
}

#[test]
fn a_seed_that_failed_is_told_with_what_to_do_and_the_same_command_tries_it_again() {
    let tiny = Tiny::start(page);
    let session = Session::new();
    let words = format!("crawl http://{}/ --archive archive --delay 0s", tiny.addr);
    for round in [1, 2] {
        let ran = session.run(&words).expect(1);
        let first = ran.stderr.lines().find(|line| !line.contains("starts with")).unwrap();
        match round {
            1 => assert_eq!(first, "job '127.0.0.1': its only seed failed"),
            _ => assert_said(&ran, &["tried again as round 2", "its only seed failed"]),
        }
        assert_said(&ran, &[&format!("http://{}/: its address 127.0.0.1 is not", tiny.addr)]);
        assert_said(
            &ran,
            &["add --allow-private", "1 URI found: 0 archived, 1 excluded by address"],
        );
        assert!(tiny.asked().is_empty());
    }
    let ran = session.run(&format!("{words} --allow-private")).expect(0);
    assert_said(&ran, &["job '127.0.0.1' finished: 2 documents", "2 URIs found: 2 archived"]);
    assert!(tiny.asked().contains(&"/a".to_owned()));
    // Now it is done, and another round has to be asked for.
    let ran = session.run(&words).expect(0);
    assert_said(&ran, &["is finished. To harvest it again, add --again"]);
    // Jobs that are run by the clock do not begin again at once.
    session
        .run(&format!("crawl http://{}/moved --archive other --allow-private", tiny.addr))
        .expect(1);
    let ran = session.run("harvest --archive other").expect(0);
    assert!(!ran.stderr.contains("starts"), "{}", ran.stderr);
}

#[test]
fn every_reason_of_a_failed_seed_has_its_words() {
    let tiny = Tiny::start(page);
    // Nobody listens there any more.
    let dead = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let names = Web::start(WorldSettings::calm(1, 1));
    let at =
        |name: &str, to: std::net::SocketAddr| format!("\"{name}:80:{}:{}\"", to.ip(), to.port());
    let connect_to = format!("[{}, {}]", at("alive.example", tiny.addr), at("dead.example", dead));
    let job = Job::bare("all")
        .identified()
        .with("fetch.connect_to", connect_to)
        .with("fetch.dns_servers", format!("[\"{}\"]", names.dns()))
        .with("politeness.attempts", 1)
        .with("scope.profile_rules", false)
        .with(
            "scope.rule",
            "[{ type = \"accept-all\" }, \
             { type = \"surt\", name = \"mine\", prefixes = [\"cz,\"], action = \"reject\" }]",
        )
        .seeds(&[
            "http://alive.example/moved",
            "http://alive.example/none",
            "http://dead.example/",
            "http://no-such-name.example/",
            "http://169.254.169.254/",
            "http://10.0.0.1/",
            "http://www.cz/",
        ]);
    let harvest = Harvest::new(&job);
    let ran = harvest.run(WITHIN).expect(1);
    assert_said(
        &ran,
        &[
            "job 'all': all 7 seeds failed\n",
            "http://alive.example/moved: redirected to http://alive.example/gone: the server answered 404; check",
            "http://alive.example/none: the server answered 404; check the address",
            "http://dead.example/: without its robots.txt nothing may be fetched: the server cannot be reached; check",
            "http://no-such-name.example/: the name does not exist; check the spelling",
            "http://169.254.169.254/: its address 169.254.169.254 is that of a cloud's metadata service",
            "http://10.0.0.1/: its address 10.0.0.1 is not on the public internet; add --allow-private",
            "http://www.cz/: the rule 'mine' keeps it out; see [scope] in job.toml",
            "run the same command again",
        ],
    );
    // With one that works, the others are told after the numbers, and all is well.
    let harvest = Harvest::new(&job.seeds(&["http://alive.example/", "http://dead.example/"]));
    let ran = harvest.run(WITHIN).expect(0);
    assert_said(&ran, &["1 of 2 seeds failed:\n  http://dead.example/: "]);
    let ran = harvest
        .session
        .command()
        .env("LC_ALL", "cs_CZ.UTF-8")
        .args(["crawl", "--config", "job.toml", "--archive", "archive", "--again"])
        .output()
        .unwrap();
    let said = String::from_utf8(ran.stderr).unwrap();
    for wanted in ["úloha 'all' dokončena: ", "nalezeno 3 URI: archivováno: 0", " B), 2 servery, "]
    {
        assert!(said.contains(wanted), "{wanted} is not in {said}");
    }
    // Czech has commas in numbers.
    let busy = said.lines().find_map(|line| line.strip_suffix(" % času")).unwrap();
    assert!(busy.rsplit(' ').next().unwrap().contains(','), "{busy}");
}

#[test]
fn after_a_limit_the_advice_is_true() {
    let tiny = Tiny::start(page);
    for option in ["--max-docs", "--max-bytes"] {
        let session = Session::new();
        let words =
            format!("crawl http://{}/ --archive archive --allow-private --delay 0s", tiny.addr);
        let ran = session.run(&format!("{words} {option} 1")).expect(3);
        assert_said(&ran, &["stopped by the limit of", "1 document ("]);
        assert!(!ran.stderr.contains("the same command"), "{}", ran.stderr);
        // Run by the clock it is stopped as well, and says so.
        session.run("harvest --archive archive").expect(3);
        let advice = ran.stderr.lines().find_map(|line| line.split_once(": stodola ")).unwrap().1;
        assert!(advice.ends_with(&format!("{option} unlimited")), "{advice}");
        let ran = session.run(advice).expect(0);
        assert_said(&ran, &["finished: 2 documents", "2 URIs found: 2 archived"]);
    }
    // Time is counted anew in each run.
    let session = Session::new();
    let words = format!("crawl http://{}/ --archive archive --allow-private --delay 0s", tiny.addr);
    let ran = session.run(&format!("{words} --max-time 1ms")).expect(3);
    assert_said(&ran, &["stopped by the limit of time", "run the same command to continue"]);
    let ran = session.run(&format!("{words} --max-time unlimited")).expect(0);
    assert_said(&ran, &["finished: 2 documents"]);
    session.run(&format!("{words} --max-docs many")).expect(2);
}

#[test]
fn what_is_refused_leaves_no_job_behind() {
    let session = Session::new();
    let rule = |rule: &str| {
        format!(
            "name = \"a\"\nseeds = [\"http://127.0.0.1/\"]\n[[scope.rule]]\n{rule}\naction = \"reject\"\n"
        )
    };
    session.write("regex.toml", rule("type = \"regex\"\npattern = \"(\"").as_bytes());
    session.write("list.toml", rule("type = \"domain\"\nfile = \"nowhere.txt\"").as_bytes());
    let geo = "name = \"a\"\nprofile = \"national\"\nseeds = [\"http://127.0.0.1/\"]\n\
        national.geo = \"nowhere.mmdb\"\n";
    session.write("geo.toml", geo.as_bytes());
    for (words, reason) in [
        ("ftp://127.0.0.1/", "ftp://127.0.0.1/"),
        ("http://127.0.0.1/ mailto://me@127.0.0.1", "mailto://127.0.0.1"),
        ("http://127.0.0.1/ http://", "http://"),
        ("http://example.org/", "contact"),
        ("--config regex.toml", "regex"),
        ("--config list.toml", "nowhere.txt"),
        ("--config geo.toml", "nowhere.mmdb"),
    ] {
        let ran = session.run(&format!("crawl {words} --archive archive")).expect(2);
        assert_said(&ran, &[reason]);
        assert!(!session.path("archive").exists(), "{words} left an archive");
    }
}
