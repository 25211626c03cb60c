//! What a harvest brings home is what is there: all of it, to the byte, and nothing else.

use super::alone;
use super::archive::{self, Capture};
use super::history::History;
use super::web::{Harvest, Job, Web};
use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::path::Path;
use std::time::Duration;
use stodola_frontier::Outcome;
use stodola_simweb::{Pace, PageKind, Permission, RobotsKind, SimPage, World, WorldSettings};

const WITHIN: Duration = Duration::from_secs(120);

/// The truth by the URIs that the harvest knows its pages by.
pub(super) fn expected(world: &World) -> BTreeMap<String, SimPage> {
    let normal = |uri: &str| {
        let normal = stodola_uri::normalise(uri.as_bytes());
        String::from_utf8(stodola_uri::without_fragment(&normal).to_vec()).unwrap()
    };
    world.truth_reachable(true).into_iter().map(|(uri, page)| (normal(&uri), page)).collect()
}

/// Every page of the truth is there with its bytes; tells how many there are.
#[track_caller]
pub(super) fn assert_holds(
    found: &BTreeMap<String, Vec<Capture>>,
    truth: &BTreeMap<String, SimPage>,
) {
    let missing: Vec<_> = truth.keys().filter(|uri| !found.contains_key(*uri)).collect();
    assert!(
        missing.is_empty(),
        "{} missing: {:?}",
        missing.len(),
        &missing[..missing.len().min(9)]
    );
    for (uri, page) in truth {
        // What a visitor with a cookie gets is another page.
        if page.kind == PageKind::Cookie {
            continue;
        }
        let is_same = |capture: &Capture| {
            capture.status == page.status
                && capture.truncated.is_none()
                && capture.payload.len() as u64 == page.length
                && capture.sha256() == page.sha256
        };
        let SimPage { status, length, kind, .. } = page;
        assert!(
            found[uri].iter().any(is_same),
            "{uri} differs: {kind:?} {status:?} of {length} bytes, but {:?}",
            found[uri].iter().map(Capture::summary).collect::<Vec<_>>()
        );
    }
}

/// The files are sound and the books are closed.
#[track_caller]
pub(super) fn assert_sound(archive: &Path) -> History {
    assert!(archive::check_all(archive) > 0);
    let history = History::read(archive, "all");
    history.assert_settled();
    history
}

#[test]
fn a_calm_web_is_archived_whole_and_each_page_asked_for_once() {
    let _alone = alone();
    let web = Web::start(WorldSettings::calm(3, 30));
    let harvest = Harvest::new(&Job::everything(&web));
    let ran = harvest.run(WITHIN).expect(0);
    assert!(ran.stderr.contains("job 'all' finished"), "{}", ran.stderr);
    let truth = expected(&web.world);
    assert!(truth.len() > 500, "{}", truth.len());
    let found = archive::by_uri(&harvest.archive());
    assert_holds(&found, &truth);
    assert_eq!(found.keys().collect::<Vec<_>>(), truth.keys().collect::<Vec<_>>());
    assert!(found.values().all(|captures| captures.len() == 1));
    let twice: Vec<_> = web.asked().into_iter().filter(|(_, times)| *times != 1).collect();
    assert!(twice.is_empty(), "{twice:?}");
    let history = assert_sound(&harvest.archive());
    // The rules of each host are no URI of the frontier.
    let pages = truth.keys().filter(|uri| !uri.ends_with("/robots.txt"));
    assert_eq!(history.fates.keys().collect::<Vec<_>>(), pages.collect::<Vec<_>>());
    for (uri, fate) in &history.fates {
        assert_eq!(fate.outcome().0, Outcome::Archived, "{uri}");
    }
}

#[test]
fn no_host_is_asked_by_two_instances_of_a_job_and_each_by_one() {
    let web = Web::start(WorldSettings::calm(8, 12));
    let seeds: Vec<String> = web.world.hosts().map(|host| format!("http://{host}/")).collect();
    let mut owners: BTreeMap<String, usize> = BTreeMap::new();
    let mut logged = 0;
    for instance in 1..=3 {
        let job = Job::everything(&web).seeds(&seeds).with("scope.instances", 3);
        let harvest = Harvest::new(&job.with("scope.instance", instance));
        harvest.run(WITHIN).expect(0);
        for uri in archive::by_uri(&harvest.archive()).keys() {
            let host = uri.split('/').nth(2).unwrap().to_owned();
            let owner = *owners.entry(host.clone()).or_insert(instance);
            assert_eq!(owner, instance, "{host}");
        }
        let outscope =
            harvest.session.run("job outscope all --archive archive --rule other-instance");
        logged += outscope.expect(0).text().lines().count();
    }
    let hosts: BTreeSet<String> = web.world.hosts().map(|host| host.to_string()).collect();
    assert_eq!(owners.into_keys().collect::<BTreeSet<_>>(), hosts);
    assert!(logged >= 2 * hosts.len(), "{logged}");
}

/// Faults pass quickly here, and slow is not that slow.
pub(super) fn brisk() -> Pace {
    Pace {
        pause: Duration::from_millis(20),
        retry_after: 1,
        interval: Duration::from_millis(300),
        header_bytes: 1 << 20,
        bomb_bytes: 32 << 20,
        ..Pace::default()
    }
}

/// What no robot may ask for was never asked for.
#[track_caller]
fn assert_allowed(web: &Web) {
    let (mut kinds, mut forbidden) = (BTreeSet::new(), Vec::new());
    for entry in web.log.entries() {
        let Some(robots) = web.world.robots(&entry.host) else { continue };
        kinds.insert(format!("{robots:?}"));
        if robots.permission(&entry.target) != Permission::Allowed {
            forbidden.push((entry.host, entry.target, robots));
        }
    }
    assert!(forbidden.is_empty(), "{forbidden:?}");
    assert_eq!(
        kinds.len(),
        RobotsKind::ALL.len(),
        "some kinds of robots.txt are missing: {kinds:?}"
    );
}

#[test]
fn a_web_full_of_mishaps_and_traps_is_archived_without_getting_lost() {
    let _alone = alone();
    let settings = |seed| WorldSettings {
        seed,
        hosts: 60,
        largest_site: 100,
        fault_rate: 0.1,
        fault_heals_after: 2,
        touchy_rate: 0.0,
        pace: brisk(),
        ..WorldSettings::default()
    };
    let has_all_rules = |seed: &u64| {
        let world = World::new(settings(*seed));
        let kinds: HashSet<_> = world.hosts().filter_map(|host| world.robots(&host)).collect();
        kinds.len() == RobotsKind::ALL.len()
    };
    let web = Web::start(settings((1..).find(has_all_rules).unwrap()));
    let job = Job::everything(&web)
        .with("politeness.crawl_delay_max", "\"50ms\"")
        .with("limits.bytes_per_document", "\"4MB\"")
        .with("limits.hosts_per_domain", 50)
        .with("scope.max_segments", 14)
        .with("traps.min_documents", 50)
        .with("traps.window", 40)
        .with("fetch.workers", 100);
    let harvest = Harvest::new(&job);
    let ran = harvest.run(WITHIN).expect(0);
    assert!(ran.stderr.contains("job 'all' finished"), "{}", ran.stderr);
    let truth = expected(&web.world);
    assert!(truth.len() > 1000, "{}", truth.len());
    let found = archive::by_uri(&harvest.archive());
    assert_holds(&found, &truth);
    assert_allowed(&web);
    let history = assert_sound(&harvest.archive());
    let mut outcomes: BTreeMap<&str, u32> = BTreeMap::new();
    for fate in history.fates.values() {
        *outcomes.entry(fate.outcome().0.name()).or_default() += 1;
    }
    for outcome in ["archived", "robots-excluded", "robots-unreachable", "failed", "trap"] {
        assert!(outcomes.contains_key(outcome), "{outcome} is not among {outcomes:?}");
    }
    let rejected = &history.rejected;
    assert!(rejected.values().any(|rule| rule == "hosts-per-domain"));
    assert!(rejected.keys().any(|uri| uri.len() > 20_000), "no long URI was met");
    // Each trap costs some requests before it is known for one, but not many.
    let mut traps: BTreeMap<String, usize> = BTreeMap::new();
    for entry in web.log.entries() {
        if let Some(PageKind::Trap(trap)) = web.world.kind(&entry.host, &entry.target) {
            *traps.entry(format!("{trap:?} of {}", domain(&entry.host))).or_default() += 1;
        }
    }
    assert!(traps.len() > 10, "{traps:?}");
    assert!(traps.values().all(|&requests| requests < 2000), "{traps:?}");
}

/// The hosts of a farm make one trap.
fn domain(host: &str) -> &str {
    host.rmatch_indices('.').nth(1).map_or(host, |(dot, _)| &host[dot + 1..])
}

#[test]
fn hosts_that_refuse_haste_are_left_alone_and_give_everything_in_the_end() {
    let _alone = alone();
    let web = Web::start(WorldSettings {
        touchy_rate: 0.6,
        smallest_site: 4,
        largest_site: 8,
        pace: brisk(),
        ..WorldSettings::calm(11, 25)
    });
    let touchy = web.world.hosts().filter(|host| web.world.interval(host).is_some()).count();
    assert!(touchy > 10, "{touchy}");
    let job = Job::everything(&web)
        .with("politeness.min_delay", "\"50ms\"")
        .with("politeness.max_delay", "\"2s\"")
        .with("politeness.attempts", 10);
    let harvest = Harvest::new(&job);
    harvest.run(WITHIN).expect(0);
    let truth = expected(&web.world);
    assert!(truth.len() > 300, "{}", truth.len());
    let found = archive::by_uri(&harvest.archive());
    assert_holds(&found, &truth);
    assert_eq!(found.keys().collect::<Vec<_>>(), truth.keys().collect::<Vec<_>>());
    assert_sound(&harvest.archive());
    let (refused, requests) = (web.log.too_fast(), web.log.requests());
    assert!(refused > 0 && refused * 8 < requests, "{refused} of {requests} were too fast");
}
