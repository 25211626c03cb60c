//! `stodola job`: lists, reports, links for another job, and the ledger of requests.

use super::history::History;
use super::web::{Harvest, Job, Web};
use std::collections::BTreeSet;
use std::time::Duration;
use stodola_simweb::WorldSettings;

const WITHIN: Duration = Duration::from_secs(120);

#[test]
fn links_out_of_scope_seed_another_job_in_batches() {
    let web = Web::start(WorldSettings {
        smallest_site: 5,
        largest_site: 10,
        ..WorldSettings::calm(8, 12)
    });
    let job = Job::everything(&web)
        .with("scope.rule", "[]")
        .with("scope.requisite_hops", 0)
        .seeds(&web.world.seeds()[..1]);
    let harvest = Harvest::new(&job);
    harvest.run(WITHIN).expect(0);
    let session = &harvest.session;
    let rejected: BTreeSet<String> = History::read(&harvest.archive(), "all")
        .rejected
        .into_iter()
        .filter(|(uri, rule)| rule == "out-of-scope" && uri.starts_with("http"))
        .map(|(uri, _)| uri)
        .collect();
    assert!(rejected.len() > 3, "{rejected:?}");
    let ran = session
        .run("job outscope all --archive archive --rule out-of-scope --split 2 --out seeds")
        .expect(0);
    let files = rejected.len().div_ceil(2);
    assert!(
        ran.stderr.contains(&format!("{} links, {files} file", rejected.len())),
        "{}",
        ran.stderr
    );
    let (mut found, mut remarks) = (BTreeSet::new(), 0);
    for number in 1..=files {
        let text =
            std::fs::read_to_string(session.path(&format!("seeds/outscope-{number:05}.txt")))
                .unwrap();
        assert!(text.starts_with("# out-of-scope http://"), "{text}");
        remarks += text.lines().filter(|line| line.starts_with('#')).count();
        let uris: Vec<_> = text.lines().filter(|line| !line.starts_with('#')).collect();
        assert!(uris.len() == 2 || number == files, "{text}");
        found.extend(uris.into_iter().map(str::to_owned));
    }
    assert_eq!(found, rejected);
    assert!(remarks >= files);
    // Nothing is written over.
    session.run("job outscope all --archive archive --split 2 --out seeds").expect(2);
    let plain = session.run("job outscope all --archive archive --rule out-of-scope --plain");
    assert_eq!(plain.expect(0).text().lines().count(), rejected.len());
    let next = Job::everything(&web)
        .with("name", "\"next\"")
        .with("seeds_file", "\"seeds/outscope-00001.txt\"")
        .with("seeds", "[]")
        .with("scope.rule", "[]");
    session.write("next.toml", next.text().as_bytes());
    session.run("crawl --config next.toml --archive archive --max-docs 2").expect(3);
    let listed = session.run("job ls --archive archive --json").expect(0);
    let text = listed.text();
    assert!(
        text.contains("{\"job\":\"all\",\"state\":\"finished\",\"round\":1,\"seeds\":1,"),
        "{text}"
    );
    assert!(
        text.contains("{\"job\":\"next\",\"state\":\"stopped\",\"round\":1,\"seeds\":2,"),
        "{text}"
    );
    let history = History::read(&harvest.archive(), "all");
    let outcomes = session.run("job outcomes all --archive archive --waiting").expect(0);
    let number = history.fates.len() + history.rejected.len();
    assert_eq!(outcomes.text().lines().count(), number);
    for uri in history.fates.keys().chain(history.rejected.keys()) {
        assert!(outcomes.text().contains(&format!("{{\"uri\":\"{uri}\",")), "no {uri}");
    }
    let waiting = session.run("job outcomes next --archive archive --waiting --outcome waiting");
    assert!(waiting.expect(0).text().lines().count() > 0);
    let report = session.run("job report all --archive archive --name crawl").expect(0);
    let written = std::fs::read(session.path("archive/jobs/all/reports/crawl-report.txt")).unwrap();
    assert_eq!(report.stdout, written);
    session.run("job report other --archive archive").expect(2);
    let ran = session.run("job report all --archive archive --name national").expect(2);
    assert!(ran.stderr.contains("job 'all' is not a national harvest"), "{}", ran.stderr);
    assert!(!session.path("archive/jobs/all/reports/national-report.txt").exists());
}

#[test]
fn ledger_tells_each_request_and_that_pauses_were_kept() {
    let web = Web::start(WorldSettings {
        smallest_site: 6,
        largest_site: 8,
        ..WorldSettings::calm(8, 3)
    });
    let job = Job::everything(&web)
        .with("politeness.min_delay", "\"40ms\"")
        .with("politeness.max_delay", "\"40ms\"");
    let harvest = Harvest::new(&job);
    harvest.run(WITHIN).expect(0);
    let seed = web.world.seeds()[0].clone();
    let host = seed.trim_start_matches("http://").split('/').next().unwrap();
    let asked = web.log.entries().into_iter().filter(|entry| entry.host == host).count();
    assert!(asked > 3, "{asked}");
    let ran = harvest.session.run(&format!("job ledger {seed} --archive archive")).expect(0);
    assert_eq!(ran.text().lines().count(), asked);
    let first = ran.text().lines().next().unwrap();
    assert!(first.contains("/robots.txt") && first.contains("owed 40 ms (min-delay)"), "{first}");
    assert!(ran.stderr.contains(&format!("{asked} requests; shortest time")), "{}", ran.stderr);
    assert!(ran.stderr.contains("; 0 came before"), "{}", ran.stderr);
    let ran = harvest.session.run(&format!("job ledger {host} --archive archive --json")).expect(0);
    let lines: Vec<_> = ran.text().lines().collect();
    assert_eq!(lines.len(), asked + 1);
    let last = lines[asked];
    assert!(last.contains(&format!("\"requests\":{asked},")), "{last}");
    assert!(last.ends_with("\"earlier_than_owed\":0}"), "{last}");
    let pause = last.split("\"shortest_pause_ms\":").nth(1).unwrap().split(',').next().unwrap();
    assert!(pause.parse::<u64>().unwrap() >= 39, "{last}");
}
