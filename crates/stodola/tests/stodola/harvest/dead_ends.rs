//! A site with a dead link of every kind: what the program says of them is the truth, no more and no less.

use super::web::{Harvest, Job, Web};
use std::collections::BTreeSet;
use std::io::Write;
use std::net::TcpListener;
use std::time::Duration;
use stodola_simweb::{DeadLinkTruth, WorldSettings};

const HOME: &str = "http://deadlinks.example/";

/// A problem as the program tells it: target, outcome, status, pages.
type Told = (String, String, Option<u16>, Vec<String>);

struct Site {
    web: Web,
    /// Accepts connections and never answers.
    _silent: TcpListener,
    job: Job,
}

fn site() -> Site {
    let web =
        Web::start(WorldSettings { dead_links: true, tls: true, ..WorldSettings::calm(1, 3) });
    let silent = TcpListener::bind("127.0.0.1:0").unwrap();
    let bare = TcpListener::bind("127.0.0.1:0").unwrap();
    let bare_port = bare.local_addr().unwrap().port();
    // Answers at once, without TLS. The thread ends with the process.
    std::thread::spawn(move || {
        for mut stream in bare.incoming().flatten() {
            let _ = stream.write_all(b"HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n");
        }
    });
    let (http, https) = (web.addr.port(), web.https().unwrap().port());
    let connect_to = [
        format!("deadlinks.example:80:127.0.0.1:{http}"),
        format!("deadlinks.example:443:127.0.0.1:{https}"),
        format!("elsewhere.example:80:127.0.0.1:{http}"),
        format!("untrusted.example:443:127.0.0.1:{bare_port}"),
        format!("silent.example:80:127.0.0.1:{}", silent.local_addr().unwrap().port()),
        "refusing.example:80:127.0.0.1:1".to_owned(),
    ];
    let job = Job::bare("all")
        .identified()
        .with("fetch.connect_to", format!("{connect_to:?}"))
        .with("fetch.dns_servers", format!("[\"{}\"]", web.dns()))
        .with("politeness.attempts", 2);
    Site { web, _silent: silent, job }
}

/// The problems in a report.
fn told(report: &str) -> BTreeSet<Told> {
    let value = |row: &str, key: &str| {
        let rest = row.split_once(&format!("\"{key}\":\"")).map(|(_, rest)| rest);
        rest.and_then(|rest| rest.split('"').next()).unwrap_or_default().to_owned()
    };
    let row = |row: &str| {
        let status = row.split_once("\"status\":").unwrap().1;
        let status = status.split([',', '}']).next().unwrap().parse().ok();
        let pages = row.split_once("\"pages\":[").unwrap().1.split(']').next().unwrap();
        let mut pages: Vec<String> = pages
            .split("{\"uri\":\"")
            .skip(1)
            .map(|page| page.split('"').next().unwrap().to_owned())
            .collect();
        pages.sort();
        (row.split('"').next().unwrap().to_owned(), value(row, "outcome"), status, pages)
    };
    report.split("{\"target\":\"").skip(1).map(row).collect()
}

/// The truth without what is left out; the status only where there is one that matters.
fn expected(truth: Vec<DeadLinkTruth>, left_out: &[&str], said: &BTreeSet<Told>) -> BTreeSet<Told> {
    let wanted = truth.into_iter().filter(|it| !left_out.contains(&it.problem));
    let row = |it: DeadLinkTruth| {
        let is_it = |told: &&Told| told.0 == it.target && told.1 == it.problem;
        let status = it.status.or_else(|| said.iter().find(is_it).and_then(|told| told.2));
        (it.target, it.problem.to_owned(), status, it.pages)
    };
    wanted.map(row).collect()
}

#[test]
fn a_harvest_of_a_site_with_every_kind_of_dead_link_tells_exactly_these() {
    let Site { web, job, .. } = &site();
    let harvest = Harvest::new(&job.clone().seeds(&[HOME]));
    harvest.run(Duration::from_secs(60)).expect(0);
    harvest.session.run("archive rebuild --only map --archive archive").expect(0);
    let ran = harvest.session.run("map dead --all --json --archive archive").expect(1);
    let found = told(ran.text());
    // Nobody was asked for a name that cannot exist.
    assert_eq!(found, expected(web.world.dead_links(), &["soft-404"], &found));
    // Without --all, what is not dead for sure is left out.
    let ran = harvest.session.run("map dead --json --archive archive").expect(1);
    let found = told(ran.text());
    let doubtful = ["soft-404", "robots", "redirect-chain", "mixed-content"];
    assert_eq!(found, expected(web.world.dead_links(), &doubtful, &found));
    // What waits or was never looked for has a reason of its own.
    let few = job.clone().with("limits.documents", 1).seeds(&[HOME]);
    let harvest = Harvest::new(&few);
    harvest.run(Duration::from_secs(60)).expect(3);
    harvest.session.run("archive rebuild --only map --archive archive").expect(0);
    let ran = harvest.session.run("map dead --all --json --no-fragments --archive archive");
    let found = told(ran.text());
    let more = found.iter().find(|it| it.0 == format!("{HOME}more")).unwrap();
    assert!(["waiting", "unknown"].contains(&&*more.1), "{found:?}");
}

#[test]
fn the_report_of_a_site_has_exactly_its_problems() {
    let Site { web, job, .. } = &site();
    let session = crate::session::Session::new();
    session.write("job.toml", job.clone().without("scope.rule").text().as_bytes());
    let ran = session
        .run(&format!(
            "map site {HOME} --config job.toml --allow-private --delay 0s --soft-404 --json"
        ))
        .expect(1);
    let found = told(ran.text());
    // What robots may not ask for is no problem of a site.
    let truth = expected(web.world.dead_links(), &["robots"], &found);
    assert_eq!(found, truth, "{}", ran.stderr);
}
