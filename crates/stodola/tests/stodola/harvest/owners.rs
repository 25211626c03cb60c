//! Owners of domains: a server of RDAP is asked about each domain once, and whatever it answers does no
//! harm.

use super::look_again_after;
use super::national::{archived, assert_same, job, normals, truth, web};
use super::tiny::{Answer, Asked, Tiny};
use super::web::{Harvest, Job};
use crate::session::Session;
use std::collections::BTreeSet;
use std::time::Duration;

const WITHIN: Duration = Duration::from_secs(120);

fn answer(status: u16, headers: &str, body: &str) -> Answer {
    (status, headers.to_owned(), body.as_bytes().to_vec())
}

/// The owner is in this country.
fn owner(country: &str) -> Answer {
    let adr = format!(r#"["adr",{{}},"text",["","","","","","","{country}"]]"#);
    let body =
        format!(r#"{{"entities":[{{"roles":["registrant"],"vcardArray":["vcard",[{adr}]]}}]}}"#);
    answer(200, "Content-Type: application/rdap+json\r\n", &body)
}

/// Pages of these URIs.
fn warc(uris: &[&str]) -> Vec<u8> {
    let http = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<p>a@b.cz";
    let record = |uri: &&str| {
        format!(
            "WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: {uri}\r\n\
             WARC-Date: 2020-01-02T03:04:05Z\r\nWARC-Record-ID: <urn:uuid:1>\r\n\
             Content-Type: application/http;msgtype=response\r\nContent-Length: {}\r\n\r\n{http}\r\n\r\n",
            http.len()
        )
    };
    uris.iter().map(record).collect::<String>().into_bytes()
}

fn bad_servers() -> Vec<Answer> {
    vec![
        answer(200, "", "<html>nothing of the kind"),
        answer(200, "", &"[".repeat(400_000)),
        answer(429, "Retry-After: 3600\r\n", ""),
        answer(500, "", "{}"),
        answer(302, "Location: /again\r\n", ""),
    ]
}

#[test]
fn recognise_asks_about_each_domain_once() {
    let tiny = Tiny::start(|asked: &Asked| match &*asked.path {
        "/domain/spolek.example" => owner("cz"),
        _ => owner("US"),
    });
    let session = Session::new();
    let uris = ["http://www.spolek.example/", "http://spolek.example/a", "http://club.example/"];
    session.write("a.warc", &warc(&uris));
    let base = format!("--rdap http://{} --rdap-cache cache/owners.tsv", tiny.addr);
    for _ in 0..2 {
        let ran = session.run(&format!("recognise --json --allow-private {base} a.warc")).expect(0);
        let valid: Vec<_> = ran
            .text()
            .lines()
            .map(|line| {
                line.contains(
                    "{\"name\":\"owner\",\"found\":1,\"valid\":1,\"points\":60,\
                     \"evidence\":[{\"text\":\"CZ\",\"position\":null}]}",
                )
            })
            .collect();
        assert_eq!(valid, [true, true, false], "{}", ran.text());
        assert_eq!(ran.text().matches("\"name\":\"owner\",\"found\":1,").count(), 3);
        assert_eq!(tiny.asked(), ["/domain/spolek.example", "/domain/club.example"]);
    }
    let ran = session.run("recognise --json a.warc").expect(0);
    assert_eq!(ran.text().matches("\"lacks\":\"not used\"").count(), 3, "{}", ran.text());
    let other = format!("--allow-private --rdap http://{}/ --rdap-cache a.warc a.warc", tiny.addr);
    for (words, expect) in [
        ("--allow-private --rdap http://a.example/?q a.warc", "is not an RDAP server"),
        (&format!("{base} a.warc"), "--contact"),
        ("--rdap-cache x a.warc", "--rdap"),
        (&other, "'a.warc' is not a list of owners' countries"),
    ] {
        let ran = session.run(&format!("recognise {words}")).expect(2);
        assert!(ran.stderr.contains(expect), "{words}: {}", ran.stderr);
    }
    assert_eq!(tiny.asked().len(), 2);
}

#[test]
fn recognise_goes_on_without_answers() {
    for bad in bad_servers() {
        let what = format!("{} {}", bad.0, bad.1);
        let tiny = Tiny::start(move |_| bad.clone());
        let session = Session::new();
        session.write("a.warc", &warc(&["http://spolek.example/"]));
        let words = format!(
            "recognise --json --allow-private --rdap http://{} --rdap-cache owners.tsv a.warc",
            tiny.addr
        );
        let ran = session.run(&words).expect(0);
        assert!(ran.text().contains("no data: the owner was not looked up"), "{what}");
        assert!(!tiny.asked().is_empty(), "{what}");
    }
}

fn with_owners(job: Job, tiny: &Tiny, pause: &str) -> Job {
    job.with("national.rdap", format!("\"http://{}/\"", tiny.addr))
        .with("national.rdap_pause", format!("\"{pause}\""))
        .with("fetch.allow_private", true)
}

#[track_caller]
fn assert_each_once(asked: &[String]) {
    let different: BTreeSet<_> = asked.iter().collect();
    assert_eq!(different.len(), asked.len(), "{asked:#?}");
}

#[test]
fn a_harvest_asks_about_each_domain_once() {
    let web = web(6);
    let tiny = Tiny::start(|_| owner("CZ"));
    let harvest = Harvest::new(&with_owners(job(&web, 0, 0), &tiny, "0s"));
    harvest.run(WITHIN).expect(0);
    let asked = tiny.asked();
    assert!(asked.len() > 5, "{asked:#?}");
    assert_each_once(&asked);
    let folder = harvest.archive().join("jobs/all");
    let verdicts = std::fs::read_to_string(folder.join("logs/verdicts.ndjson")).unwrap();
    let told = "{\"name\":\"owner\",\"found\":1,\"valid\":1,\"points\":60,";
    assert!(verdicts.lines().count() > 5 && verdicts.lines().all(|line| line.contains(told)));
    let owners = std::fs::read_to_string(folder.join("rdap.tsv")).unwrap();
    assert_eq!(owners.lines().next(), Some("# stodola rdap 1"));
    let known = owners.lines().skip(1).map(|line| line.split_once("\tCZ\t").unwrap().0);
    let known: Vec<_> = known.map(|domain| format!("/domain/{domain}")).collect();
    assert_eq!(known, asked);
}

#[test]
fn a_harvest_goes_on_without_answers() {
    let web = web(7);
    let truth = truth(&web, 0, 0);
    for bad in bad_servers() {
        let what = format!("{} {}", bad.0, bad.1);
        let tiny = Tiny::start(move |_| bad.clone());
        let harvest = Harvest::new(&with_owners(job(&web, 0, 0), &tiny, "0s"));
        harvest.run(WITHIN).expect(0);
        assert_same(&archived(&harvest), &normals(&truth.archived), &what);
        // A server that does not do its work is soon left alone.
        assert!((1..=12).contains(&tiny.asked().len()), "{what}: {:?}", tiny.asked());
    }
}

#[test]
fn a_harvest_that_waits_for_an_owner_can_be_stopped_and_goes_on() {
    let web = web(8);
    let tiny = Tiny::start(|_| answer(404, "", ""));
    let harvest = Harvest::new(&with_owners(job(&web, 0, 0), &tiny, "1h"));
    let mut running = harvest.start(&[]);
    let socket = harvest.archive().join("jobs/all/control.sock");
    while tiny.asked().is_empty() || !socket.exists() {
        assert!(running.child.try_wait().unwrap().is_none(), "{}", running.said());
        look_again_after(Duration::from_millis(1));
    }
    harvest.session.run("job stop all --archive archive").expect(0);
    running.finish(WITHIN).expect(3);
    assert_eq!(tiny.asked().len(), 1);
    let job = with_owners(job(&web, 0, 0), &tiny, "0s");
    harvest.session.write("job.toml", job.text().as_bytes());
    harvest.run(WITHIN).expect(0);
    assert_each_once(&tiny.asked());
    assert_same(&archived(&harvest), &normals(&truth(&web, 0, 0).archived), "after a stop");
}

#[test]
fn a_server_that_is_none_is_named() {
    let web = web(9);
    let harvest = Harvest::new(&job(&web, 0, 0).with("national.rdap", "\"rdap.example\""));
    let ran = harvest.run(WITHIN).expect(2);
    assert!(ran.stderr.contains("national.rdap"), "{}", ran.stderr);
}

#[test]
fn whois_is_asked_where_rdap_has_no_answer() {
    let tiny = Tiny::start(|_| answer(404, "", ""));
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let whois = listener.local_addr().unwrap();
    std::thread::spawn(move || {
        for mut stream in listener.incoming().flatten() {
            let mut line = String::new();
            std::io::BufRead::read_line(&mut std::io::BufReader::new(&stream), &mut line).unwrap();
            let country = if line == "spolek.example\r\n" { "CZ" } else { "US" };
            let _ = std::io::Write::write_all(
                &mut stream,
                format!("Registrant Country: {country}\r\n").as_bytes(),
            );
        }
    });
    let session = Session::new();
    session.write("a.warc", &warc(&["http://www.spolek.example/", "http://club.example/"]));
    let servers =
        [format!("--rdap http://{} --whois {whois}", tiny.addr), format!("--whois {whois}")];
    for (number, servers) in servers.iter().enumerate() {
        let words = format!("--allow-private {servers} --rdap-cache {number}.tsv");
        let ran = session.run(&format!("recognise --json {words} a.warc")).expect(0);
        let count = |valid| {
            let found = format!("\"name\":\"owner\",\"found\":1,\"valid\":{valid},");
            ran.text().matches(&found).count()
        };
        assert_eq!((count(1), count(0)), (1, 1), "{}", ran.text());
    }
    assert_eq!(tiny.asked(), ["/domain/spolek.example", "/domain/club.example"]);
    let ran = session.run("recognise --allow-private --whois x a.warc").expect(2);
    assert!(ran.stderr.contains("'x' is not a whois server"), "{}", ran.stderr);
}
