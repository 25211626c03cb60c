//! No host and no address is asked more often than the job says, whatever it is asked for.

use super::archive;
use super::truth::brisk;
use super::web::{Harvest, Job, Web, owed_to_hosts};
use super::{alone, is_long_alone};
use std::collections::BTreeSet;
use std::time::Duration;
use stodola_simweb::{Politeness, RobotsKind, RobotsMix, Violation, WorldSettings};

const DELAY: Duration = Duration::from_millis(150);
const CRAWL_DELAY: Duration = Duration::from_millis(600);
const ADDRESS_DELAY: Duration = Duration::from_millis(100);
const ADDRESS_CONNECTIONS: usize = 2;
/// Two hosts of an address are asked by two tasks and answered by two more: a machine that is busy with
/// other things lets some of their requests arrive nearer to each other than they were sent.
const ADDRESS_SLACK: Duration = Duration::from_millis(60);

#[test]
fn pauses_are_kept_for_every_host_and_address() {
    let _alone = alone();
    let web = Web::start(WorldSettings {
        smallest_site: 3,
        largest_site: 6,
        robots: RobotsMix::EveryKind,
        oddities: true,
        addresses: 2000,
        pace: brisk(),
        log_entries: 2_000_000,
        ..WorldSettings::calm(9, if is_long_alone() { 10_000 } else { 300 })
    });
    let millis = |time: Duration| format!("\"{}ms\"", time.as_millis());
    let mut job = Job::everything(&web)
        .identified()
        .with("politeness.min_delay", millis(DELAY))
        .with("politeness.max_delay", "\"5s\"")
        .with("politeness.delay_factor", "2.0")
        .with("politeness.crawl_delay_max", millis(CRAWL_DELAY))
        .with("politeness.ip_delay", millis(ADDRESS_DELAY))
        .with("politeness.connections_per_ip", ADDRESS_CONNECTIONS)
        .with("limits.documents_per_host", 10)
        .with("fetch.allow_private", true)
        .with("fetch.connect_to", format!("[\"*:80::{}\"]", web.addr.port()))
        .with("fetch.dns_servers", format!("[\"{}\"]", web.dns()));
    if is_long_alone() {
        job = job.with("limits.time", "\"10m\"").with("fetch.workers", 500);
    }
    let harvest = Harvest::new(&job);
    // The long one is stopped by its limit of time.
    harvest.run(Duration::from_secs(900)).expect(if is_long_alone() { 3 } else { 0 });
    let entries = web.log.entries();
    assert_eq!(web.log.forgotten(), 0);
    let addresses: BTreeSet<_> = entries.iter().map(|entry| entry.ip).collect();
    let hosts: BTreeSet<_> = entries.iter().map(|entry| &entry.host).collect();
    assert!(addresses.len() > 20 && hosts.len() > 250, "{} {}", addresses.len(), hosts.len());
    let redirects = entries.iter().filter(|entry| matches!(entry.status, Some(301..=308))).count();
    let asks_for_pauses = |host: &&&String| web.world.robots(host) == Some(RobotsKind::CrawlDelay);
    let delayed = hosts.iter().filter(asks_for_pauses).count();
    assert!(redirects > 10 && delayed > 3, "{redirects} {delayed}");
    let crawl_delay = |host: &str| {
        let asked = web.world.robots(host).and_then(RobotsKind::crawl_delay);
        asked.unwrap_or_default().min(CRAWL_DELAY)
    };
    let addresses = Politeness {
        delay: Duration::ZERO,
        slack: ADDRESS_SLACK,
        address_delay: ADDRESS_DELAY,
        address_connections: Some(ADDRESS_CONNECTIONS),
        ..Politeness::default()
    };
    let [pauses, connections] = owed_to_hosts(DELAY);
    let mut violations = web.log.violations_with(&pauses, crawl_delay);
    violations.extend(web.log.violations(&connections));
    let is_too_soon = |violation: &Violation| matches!(violation, Violation::AddressTooSoon { .. });
    let (delayed, others): (Vec<_>, Vec<_>) =
        web.log.violations(&addresses).into_iter().partition(is_too_soon);
    violations.extend(others);
    if delayed.len() * 50 > entries.len() {
        violations.extend(delayed);
    }
    let mut shown = String::new();
    for violation in violations.iter().take(20) {
        shown.push_str(&format!("{violation:?}\n"));
        if let Violation::TooSoon { requests, .. } | Violation::AddressTooSoon { requests, .. } =
            violation
        {
            for number in [requests.0, requests.1] {
                shown.push_str(&format!("    {:?}\n", entries[number as usize]));
            }
        }
    }
    assert!(violations.is_empty(), "{} breaches: {shown}", violations.len());
    assert!(archive::check_all(&harvest.archive()) > 1000);
}
