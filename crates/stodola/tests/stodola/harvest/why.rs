//! `stodola why`: each fate a URI can have is told in words that name the reason.

use super::history::{Fate, History};
use super::tiny::Tiny;
use super::truth::brisk;
use super::web::{Harvest, Job, Web};
use std::time::Duration;
use stodola_frontier::Outcome;
use stodola_simweb::{Fault, WorldSettings};

const WITHIN: Duration = Duration::from_secs(120);

/// What the program says of a URI.
#[track_caller]
fn why(harvest: &Harvest, uri: &str, more: &[&str]) -> String {
    let mut command = harvest.session.command();
    command.args(["why", uri, "--archive", "archive"]).args(more);
    let output = command.output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

#[track_caller]
fn assert_says(said: &str, parts: &[&str]) {
    for part in parts {
        assert!(said.contains(part), "no '{part}' in:\n{said}");
    }
}

fn with(history: &History, is_it: impl Fn(&Fate) -> bool) -> Option<&str> {
    history.fates.iter().find(|(_, fate)| is_it(fate)).map(|(uri, _)| uri.as_str())
}

#[test]
fn each_fate_is_told_with_its_reason_and_what_to_do() {
    let web = Web::start(WorldSettings {
        seed: 5,
        hosts: 30,
        largest_site: 25,
        fault_rate: 0.2,
        fault_kinds: vec![Fault::Reset, Fault::EndlessBody],
        fault_heals_after: 1,
        touchy_rate: 0.0,
        pace: brisk(),
        ..WorldSettings::default()
    });
    let job = Job::everything(&web)
        .with("politeness.crawl_delay_max", "\"20ms\"")
        .with("limits.bytes_per_document", "\"300kB\"")
        .with("scope.max_hops", 4)
        .with("limits.hosts_per_domain", 30);
    let harvest = Harvest::new(&job);
    harvest.run(WITHIN).expect(0);
    let history = History::read(&harvest.archive(), "all");

    let seed = web.world.seeds()[0].clone();
    assert_says(&why(&harvest, &seed, &[]), &["job 'all':", "\n    seed ", "accepted by the rule"]);
    let deep = history.hops.iter().find(|(_, hops)| hops.starts_with("LL")).unwrap().0;
    let said = why(&harvest, &format!("{deep}#fragment"), &[]);
    assert_says(&said, &[deep, "\n    seed ", "\n    links to ", "attempt 1: "]);

    let is = |wanted: Outcome| move |fate: &Fate| fate.outcome().0 == wanted;
    let robots = with(&history, is(Outcome::RobotsExcluded)).unwrap();
    assert_says(
        &why(&harvest, robots, &[]),
        &["robots.txt of its host forbids it", "if you want it"],
    );
    let missing = with(&history, |fate| fate.outcome() == (Outcome::Archived, "404")).unwrap();
    assert_says(&why(&harvest, missing, &[]), &["the server sent an error page", "404"]);
    let cut = with(&history, |fate| fate.outcome().1 == "200 truncated=length").unwrap();
    assert_says(&why(&harvest, cut, &[]), &["cut (length)", "limits.bytes_per_document"]);
    let retried = with(&history, |fate| fate.attempts.len() == 2).unwrap();
    assert_says(&why(&harvest, retried, &[]), &["attempt 1: ", "(retried)", "attempt 2: "]);
    let (far, _) = history
        .rejected
        .iter()
        .find(|(uri, rule)| *rule == "too-many-hops" && !history.fates.contains_key(*uri))
        .unwrap();
    let said = why(&harvest, far, &[]);
    assert_says(&said, &["by the rule 'too-many-hops'", " on http", "scope.max_hops"]);
    let host = seed.trim_start_matches("http://").split('/').next().unwrap();
    let said = why(&harvest, &format!("http://{host}/robots.txt"), &[]);
    assert_says(
        &said,
        &["fetched because it was needed before other URIs of its host", " for http"],
    );
    let said = why(&harvest, "http://nobody.example/x", &[]);
    assert_says(&said, &["never seen", "job 'all' would accept it"]);

    harvest.session.run("why http:///x --archive archive").expect(2);
    let said = why(&harvest, robots, &["--json", "--job", "all"]);
    assert_says(&said, &["\"state\":\"robots-excluded\"", "\"way\":[\"http", "\"attempts\":[{"]);
    assert_eq!(said.lines().count(), 1);
}

#[test]
fn what_waits_is_told_with_what_comes_before_it_even_while_the_job_runs() {
    let web = Web::start(WorldSettings {
        smallest_site: 30,
        largest_site: 40,
        ..WorldSettings::calm(4, 3)
    });
    let job = Job::everything(&web)
        .with("politeness.min_delay", "\"30s\"")
        .with("politeness.max_delay", "\"30s\"");
    let harvest = Harvest::new(&job);
    let mut running = harvest.start(&[]);
    let seed = web.world.seeds()[0].clone();
    // After robots.txt each host is left alone for long, so the seed waits as soon as it is known.
    let deadline = std::time::Instant::now() + WITHIN;
    let said = loop {
        let output = harvest
            .session
            .command()
            .args(["why", &seed, "--archive", "archive"])
            .output()
            .unwrap();
        let said = String::from_utf8(output.stdout).unwrap();
        if said.contains("next possible in") {
            break said;
        }
        assert!(std::time::Instant::now() < deadline, "{said}");
        assert!(running.child.try_wait().unwrap().is_none(), "{}", running.said());
    };
    assert_says(
        &said,
        &["waiting: 0 other URIs of its host come first", "s: the shortest pause of the job"],
    );
    assert!(!said.contains("the job is not running"), "{said}");
    let listed = harvest.session.run("job ls --archive archive").expect(0);
    assert!(listed.text().starts_with("all running round=1 seeds="), "{}", listed.text());
    running.child.kill().unwrap();
    running.child.wait().unwrap();
    assert_says(&why(&harvest, &seed, &[]), &["the job is not running"]);
    let listed = harvest.session.run("job ls --archive archive").expect(0);
    assert!(listed.text().starts_with("all interrupted round=1 seeds="), "{}", listed.text());
}

#[test]
fn captures_whose_file_is_missing_are_told_as_lost() {
    let web = Web::start(WorldSettings {
        smallest_site: 3,
        largest_site: 5,
        ..WorldSettings::calm(8, 3)
    });
    let harvest = Harvest::new(&Job::everything(&web));
    harvest.run(WITHIN).expect(0);
    let seed = web.world.seeds()[0].clone();
    assert!(!why(&harvest, &seed, &[]).contains("is lost"));
    for file in super::archive::files(&harvest.archive()) {
        std::fs::remove_file(file).unwrap();
    }
    // Also after the catalogue was made anew.
    for _ in 0..2 {
        assert_says(&why(&harvest, &seed, &[]), &["the capture of 20", "is lost: its file warc/"]);
        let said = why(&harvest, &seed, &["--json"]);
        assert_says(&said, &["\"lost\":[{\"file\":\"warc/"]);
        let ran = harvest.session.run("archive rebuild --archive archive").expect(1);
        assert_says(&ran.stderr, &["the file is missing"]);
    }
}

/// JSON with a zero for each number that the clock makes.
fn without_times(json: &str) -> String {
    let mut parts = json.split("_ms\":");
    let mut out = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let rest = part.trim_start_matches(|c: char| c.is_ascii_digit());
        out.push_str(if rest.len() < part.len() { "_ms\":0" } else { "_ms\":" });
        out.push_str(rest);
    }
    out
}

#[test]
fn json_has_the_same_keys_in_the_same_order_for_each_fate() {
    let page = "<a href='/caf\u{e9}\"x'>1</a> <a href='/closed'>2</a> <a href='http://other.example/'>3</a> \
                <a href='mailto:a@b.cz'>4</a>";
    let server = Tiny::start(move |asked| match asked.path.as_str() {
        "/robots.txt" => (200, String::new(), b"User-agent: *\nDisallow: /closed\n".to_vec()),
        "/" => (200, "Content-Type: text/html; charset=utf-8\r\n".into(), page.as_bytes().to_vec()),
        _ => (404, "Content-Type: text/plain\r\n".into(), b"no".to_vec()),
    });
    let job = Job::bare("all")
        .with("fetch.connect_to", format!("[\"*:80:127.0.0.1:{}\"]", server.addr.port()))
        .with(
            "scope.rule",
            "[{ type = \"accept-all\" }, { type = \"surt\", prefixes = [\"example,other\"], action = \"reject\" }]",
        )
        .seeds(&["http://one.example/".to_owned()]);
    let harvest = Harvest::new(&job);
    harvest.run(WITHIN).expect(0);
    for (uri, expected) in [
        (
            "http://one.example/",
            concat!(
                r#"{"uri":"http://one.example/","job":"all","round":1,"state":"archived","found_ms":0,"hops":"","#,
                r#""seed":true,"way":["http://one.example/"],"accepted_now":true,"rule_now":"seed","pages_cut":0,"#,
                r#""attempts":[{"logged_ms":0,"outcome":"archived","reason":"200","start_ms":0,"took_ms":0,"#,
                r#""size":116,"type":"text/html","digest":"sha1:HCASB5GCTI6CQEDSPG7GAUJCGIWTG6QR","#,
                r#""truncated":null}],"lost":[]}"#,
            ),
        ),
        (
            "http://one.example/caf\u{e9}\"x",
            concat!(
                r#"{"uri":"http://one.example/caf%C3%A9%22x","job":"all","round":1,"state":"archived","#,
                r#""found_ms":0,"hops":"L","seed":false,"#,
                r#""way":["http://one.example/","http://one.example/caf%C3%A9%22x"],"accepted_now":true,"#,
                r#""rule_now":"accept-all","pages_cut":0,"attempts":[{"logged_ms":0,"outcome":"archived","#,
                r#""reason":"404","start_ms":0,"took_ms":0,"size":2,"type":"text/plain","#,
                r#""digest":"sha1:7UJIMNJVODCXAN4ZXJ3JTEZDW7DUI6YG","truncated":null}],"lost":[]}"#,
            ),
        ),
        (
            "http://one.example/closed",
            concat!(
                r#"{"uri":"http://one.example/closed","job":"all","round":1,"state":"robots-excluded","#,
                r#""found_ms":0,"hops":"L","seed":false,"way":["http://one.example/","http://one.example/closed"],"#,
                r#""accepted_now":true,"rule_now":"accept-all","pages_cut":0,"attempts":[{"logged_ms":0,"#,
                r#""outcome":"robots-excluded","reason":"Disallow: /closed","start_ms":null,"took_ms":null,"#,
                r#""size":null,"type":null,"digest":null,"truncated":null}],"lost":[]}"#,
            ),
        ),
        (
            "http://one.example/robots.txt",
            concat!(
                r#"{"uri":"http://one.example/robots.txt","job":"all","round":1,"state":"prerequisite","#,
                r#""accepted_now":true,"rule_now":"accept-all","pages_cut":0,"attempts":[{"logged_ms":0,"#,
                r#""outcome":null,"reason":"200","start_ms":0,"took_ms":0,"size":32,"type":null,"#,
                r#""digest":"sha1:RLT3R6RG44TK5OKDSYL2O73AJMFPU4K7","truncated":null}],"lost":[]}"#,
            ),
        ),
        (
            "http://other.example/",
            concat!(
                r#"{"uri":"http://other.example/","job":"all","round":1,"state":"rejected","accepted_now":false,"#,
                r#""rule_now":"surt","rejected_ms":0,"rejected_by":"surt","rejected_on":"http://one.example/","#,
                r#""pages_cut":0,"attempts":[],"lost":[]}"#,
            ),
        ),
        (
            "http://nobody.example/",
            concat!(
                r#"{"uri":"http://nobody.example/","job":"all","round":1,"state":"never-seen","accepted_now":true,"#,
                r#""rule_now":"accept-all","pages_cut":0,"attempts":[],"lost":[]}"#,
            ),
        ),
        (
            "mailto:a@b.cz",
            concat!(
                r#"{"uri":"mailto:a@b.cz","job":"all","round":1,"state":"never-seen","accepted_now":false,"#,
                r#""rule_now":"scheme","passed_over_because":"scheme","pages_with_such_links":1,"#,
                r#""first_page_with_such_links":"http://one.example/","pages_cut":0,"attempts":[],"lost":[]}"#,
            ),
        ),
    ] {
        assert_eq!(without_times(why(&harvest, uri, &["--json"]).trim_end()), expected);
    }
}

#[test]
fn robots_txt_that_came_in_part_is_told_as_such_in_both_languages() {
    let server = Tiny::start(|asked| match asked.path.as_str() {
        "/robots.txt" => (200, "Transfer-Encoding: chunked\r\n".into(), b"5\r\nAllow\r\n".to_vec()),
        _ => (200, String::new(), Vec::new()),
    });
    let job = Job::bare("all")
        .with("fetch.connect_to", format!("[\"*:80:127.0.0.1:{}\"]", server.addr.port()))
        .with("politeness.attempts", 2)
        .seeds(&["http://one.example/".to_owned()]);
    let harvest = Harvest::new(&job);
    harvest.run(WITHIN);
    assert!(server.asked().iter().all(|path| path == "/robots.txt"), "{:?}", server.asked());
    let said = why(&harvest, "http://one.example/", &[]);
    let cut = "not archived: robots.txt of its host was cut, damaged or only a part (status 200)";
    assert_says(&said, &["job 'all':\n", cut, "  if you want it: start another round"]);
    assert!(!said.contains("could not be fetched"), "{said}");
    let mut command = harvest.session.command();
    command.env("LC_ALL", "cs_CZ.UTF-8").args(["why", "one.example/", "--archive", "archive"]);
    let said = String::from_utf8(command.output().unwrap().stdout).unwrap();
    let cut = "nearchivováno: robots.txt jeho serveru byl neúplný nebo poškozený (stav 200)";
    assert_says(
        &said,
        &["úloha 'all':\n", cut, "\n    semínko http://one.example/", "  pokus 1: 20"],
    );
}
