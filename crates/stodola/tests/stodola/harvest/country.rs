//! A whole country: its domains as scope, a zone file as seeds, home pages first, few hosts at a time.

use super::archive;
use super::truth::{assert_holds, assert_sound, brisk, expected};
use super::web::{Harvest, Job, Web, owed_to_hosts};
use crate::session::Session;
use std::collections::BTreeMap;
use std::time::Duration;
use stodola_frontier::Outcome;
use stodola_simweb::{LoggedRequest, WorldSettings};

const WITHIN: Duration = Duration::from_secs(120);
const DELAY: Duration = Duration::from_millis(30);
const ACTIVE: usize = 4;

fn web() -> Web {
    Web::start(WorldSettings {
        smallest_site: 3,
        largest_site: 9,
        dead_rate: 0.1,
        pace: brisk(),
        ..WorldSettings::calm(77, 50)
    })
}

/// A zone file that delegates all hosts.
fn zone(web: &Web) -> String {
    let mut zone = "$ORIGIN .\n@ IN SOA ns. me. ( 1 2\n 3 4 5 )\n  IN NS ns.\n".to_owned();
    for host in web.world.hosts() {
        zone.push_str(&format!("{host}. 3600 IN NS ns1.{host}.\n\t3600 IN NS ns2.{host}.\n"));
    }
    zone
}

fn job(web: &Web) -> Job {
    Job::everything(web)
        .without("seeds")
        .without("scope.rule")
        .with("seeds_file", "\"country.zone\"")
        .with("profile", "\"country\"")
        .with("scope.domains", "[\"example\", \"test\"]")
        .with("politeness.min_delay", format!("\"{}ms\"", DELAY.as_millis()))
        .with("politeness.max_delay", "\"1s\"")
        .with("politeness.attempts", 2)
        .with("fetch.workers", 3)
        .with("fetch.active_hosts", ACTIVE)
        .with("fetch.documents_per_stay", 2)
}

#[test]
fn a_country_is_harvested_from_its_zone_file_home_pages_first() {
    let web = web();
    let harvest = Harvest::new(&job(&web));
    harvest.session.write("country.zone", zone(&web).as_bytes());
    harvest.run(WITHIN).expect(0);
    let truth = expected(&web.world);
    let found = archive::by_uri(&harvest.archive());
    assert_holds(&found, &truth);
    let history = assert_sound(&harvest.archive());
    for host in web.world.hosts() {
        let fate = &history.fates[&format!("http://{host}/")];
        let is_archived = fate.outcome().0 == Outcome::Archived;
        assert_eq!(is_archived, !web.world.is_dead(&host), "{host}: {:?}", fate.attempts);
    }
    let violations: Vec<_> =
        owed_to_hosts(DELAY).iter().flat_map(|owed| web.log.violations(owed)).collect();
    assert!(violations.is_empty(), "{violations:#?}");
    assert_in_order(&web, &web.log.entries());
}

/// The home page of a host comes soon after its robots.txt, and other pages come after all home pages.
fn assert_in_order(web: &Web, asked: &[LoggedRequest]) {
    let is_robots = |entry: &LoggedRequest| entry.target == "/robots.txt";
    let mut homes = BTreeMap::new();
    for (at, entry) in asked.iter().enumerate().filter(|(_, entry)| entry.target == "/") {
        homes.entry(&*entry.host).or_insert(at);
    }
    for (host, &home) in &homes {
        let robots = asked.iter().position(|entry| is_robots(entry) && entry.host == **host);
        let robots = robots.unwrap();
        let between = asked[robots..home].iter().filter(|entry| is_robots(entry)).count();
        assert!(between <= 3 * ACTIVE, "{between} robots.txt between that of {host} and its home");
    }
    let homes_of = |host: &str| -> Vec<String> {
        let start = format!("http://{host}");
        let links = web.world.links(host, "/");
        let own = links.iter().filter(|link| link.kind.is_requisite());
        own.filter_map(|link| link.uri.strip_prefix(&start).map(str::to_owned)).collect()
    };
    // What styles of a home page need is not in this list, and not counted here: it is no page.
    let is_page = |entry: &LoggedRequest| {
        entry.status == Some(200)
            && !is_robots(entry)
            && entry.target != "/"
            && matches!(
                web.world.kind(&entry.host, &entry.target),
                Some(stodola_simweb::PageKind::Document)
            )
            && !homes_of(&entry.host).contains(&entry.target)
    };
    let first = asked.iter().position(is_page).unwrap();
    let before = homes.values().filter(|&&at| at < first).count();
    assert!(before + 2 * ACTIVE >= homes.len(), "{before} of {} homes", homes.len());
}

#[test]
fn a_country_needs_a_domain_and_says_who_harvests() {
    let session = Session::new();
    session.write("domains.txt", b"a.example\nb.example\n");
    let crawl = "crawl --seeds domains.txt --profile country --archive archive --job all";
    let who = "--contact archive@library.example --operator Library --purpose test";
    for (more, wanted) in [
        (who.to_owned(), "`scope.domains` is empty"),
        ("--domain example".to_owned(), "--contact"),
        (format!("--domain example {}", &who[..who.find(" --purpose").unwrap()]), "--purpose"),
    ] {
        let ran = session.run(&format!("{crawl} {more}")).expect(2);
        assert!(ran.stderr.contains(wanted), "{wanted} is not in {}", ran.stderr);
        assert!(!session.path("archive/jobs/all/frontier").exists());
    }
}
