//! Countries of servers in a national harvest: of the one that a page came from, and of those it links to.

use super::archive;
use super::national::{self, assert_only_hosts_of_captures, field, job};
use super::tiny::Tiny;
use super::web::{Harvest, Job, Web};
use std::collections::{BTreeMap, BTreeSet};
use std::net::{Ipv4Addr, UdpSocket};
use std::time::Duration;
use stodola_simweb::WorldSettings;

const WITHIN: Duration = Duration::from_secs(120);

/// Addresses of simulated hosts begin with these bits, 127.64.0.0 and up; the next tells the country.
const PREFIX: [usize; 10] = [0, 1, 1, 1, 1, 1, 1, 1, 0, 1];

fn country(ip: Ipv4Addr) -> &'static str {
    if ip.octets()[1] & 0x20 == 0 { "CZ" } else { "DE" }
}

/// A database in MaxMind's format: addresses that begin with these bits are in CZ if the next bit is 0, else in
/// DE. Nodes of two records of 24 bits, then the data.
fn database(prefix: &[usize]) -> Vec<u8> {
    let nodes = prefix.len() + 1;
    let data =
        [&b"\xe1\x47country\xe1\x48iso_code\x42CZ"[..], b"\xe1\x47country\xe1\x48iso_code\x42DE"];
    let mut out = Vec::new();
    let mut node = |records: [usize; 2]| {
        records
            .iter()
            .for_each(|record| out.extend_from_slice(&(*record as u32).to_be_bytes()[1..]));
    };
    for (number, bit) in prefix.iter().enumerate() {
        // As many as there are nodes means: nothing is known.
        let mut records = [nodes; 2];
        records[*bit] = number + 1;
        node(records);
    }
    node([nodes + 16, nodes + 16 + data[0].len()]);
    out.extend_from_slice(&[0; 16]);
    out.extend_from_slice(&data.concat());
    out.extend_from_slice(b"\xab\xcd\xefMaxMind.com\xe9");
    for (name, value) in [
        ("node_count", &[0xc1, nodes as u8][..]),
        ("record_size", b"\xa1\x18"),
        ("ip_version", b"\xa1\x04"),
        ("database_type", b"\x44Test"),
        ("languages", b"\x00\x04"),
        ("binary_format_major_version", b"\xa1\x02"),
        ("binary_format_minor_version", b"\xa0"),
        ("build_epoch", b"\x01\x02\x01"),
        ("description", b"\xe0"),
    ] {
        out.push(0x40 | name.len() as u8);
        out.extend_from_slice(name.as_bytes());
        out.extend_from_slice(value);
    }
    out
}

/// A web whose hosts have addresses of their own, and names that have to be asked for.
fn web(seed: u64) -> Web {
    Web::start(WorldSettings { national: 24, addresses: 40, ..WorldSettings::calm(seed, 0) })
}

fn located(web: &Web) -> Job {
    job(web, 1, 0)
        .identified()
        .with("national.geo", "\"country.mmdb\"")
        .with("fetch.allow_private", true)
        .with("fetch.connect_to", format!("[\"*:80::{}\"]", web.addr.port()))
        .with("fetch.dns_servers", format!("[\"{}\"]", web.dns()))
}

/// A harvest that has the database beside its job file.
fn harvest(job: &Job) -> Harvest {
    let harvest = Harvest::new(job);
    harvest.session.write("country.mmdb", &database(&PREFIX));
    harvest
}

/// How many a criterion found in each page that was judged, and how many of them were the nation's.
fn found(harvest: &Harvest, criterion: &str) -> BTreeMap<String, (usize, usize)> {
    let verdicts = harvest.archive().join("jobs/all/logs/verdicts.ndjson");
    let verdicts = std::fs::read_to_string(verdicts).unwrap();
    let count = |line: &str| {
        let own = line.split(&format!("{{\"name\":\"{criterion}\",")).nth(1).unwrap();
        let number = |name: &str| {
            let digits = own.split(&format!("\"{name}\":")).nth(1).unwrap();
            digits.split([',', '}']).next().unwrap().parse().unwrap()
        };
        (field(line, "uri").unwrap(), (number("found"), number("valid")))
    };
    verdicts.lines().map(count).collect()
}

/// The hosts that each page links to, in the order of the page.
fn linked(web: &Web) -> BTreeMap<String, Vec<String>> {
    let pages = web.world.national_pages().map(|page| {
        let mut hosts = Vec::new();
        for link in &page.links {
            // What has no host is no link to one.
            let Some(host) = stodola_uri::host(link.uri.as_bytes()) else { continue };
            let host = host.into_owned();
            if host != page.host && !hosts.contains(&host) {
                hosts.push(host);
            }
        }
        (page.uri(), hosts)
    });
    pages.collect()
}

/// Names that somebody asked for, and nothing else of the host.
fn only_looked_up(web: &Web) -> BTreeSet<String> {
    let names: BTreeSet<_> = web.log.lookups().into_iter().map(|lookup| lookup.name).collect();
    let hosts = web.log.entries().into_iter().map(|entry| entry.host).collect();
    names.difference(&hosts).cloned().collect()
}

#[test]
fn countries_of_the_servers_a_page_links_to_are_evidence() {
    let web = web(1);
    let linked = linked(&web);
    for most in [16, 1] {
        let harvest = harvest(&located(&web).with("national.linked_servers", most));
        harvest.run(WITHIN).expect(0);
        let found = found(&harvest, "linked-servers");
        let mut sum = (0, 0);
        for (uri, numbers) in &found {
            let hosts = linked[uri].iter().take(most);
            let ips: BTreeSet<_> = hosts.filter_map(|host| web.world.ip(host)).collect();
            let valid = ips.iter().filter(|ip| country(**ip) == "CZ").count();
            assert_eq!(*numbers, (ips.len(), valid), "{uri} links to {:?}", linked[uri]);
            sum = (sum.0 + numbers.0, sum.1 + numbers.1);
        }
        assert!(found.len() > 50 && sum.1 > 10 && sum.0 - sum.1 > 10, "{} {sum:?}", found.len());
        assert_names_of_captures_are_kept(&harvest, &web);
    }
}

/// Names of hosts that something is archived from are, also if they were looked up for another page before;
/// those that were only looked up are not.
fn assert_names_of_captures_are_kept(harvest: &Harvest, web: &Web) {
    let host = |uri: &str| stodola_uri::host(uri.as_bytes()).unwrap().into_owned();
    let hosts: BTreeSet<_> = national::archived(harvest).iter().map(|uri| host(uri)).collect();
    let uris = archive::by_uri(&harvest.archive()).into_keys();
    let names: BTreeSet<_> =
        uris.filter_map(|uri| uri.strip_prefix("dns:").map(str::to_owned)).collect();
    assert_eq!(names, hosts);
    let only = only_looked_up(web);
    assert!(!only.is_empty() && only.is_disjoint(&names), "{only:?}");
    assert_only_hosts_of_captures(harvest);
}

#[test]
fn nobody_is_asked_about_linked_servers_in_vain() {
    for has_countries in [true, false] {
        let web = web(2);
        let job = match has_countries {
            true => located(&web).with("national.linked_servers", 0),
            false => located(&web).without("national.geo"),
        };
        let harvest = harvest(&job);
        harvest.run(WITHIN).expect(0);
        assert!(found(&harvest, "linked-servers").values().all(|numbers| *numbers == (0, 0)));
        assert!(web.log.lookups().len() > 10);
        let only = only_looked_up(&web);
        assert!(only.is_empty(), "{only:?}");
    }
}

#[test]
fn names_that_nobody_answers_for_do_not_keep_a_page_from_being_judged() {
    // Whoever asks here waits in vain.
    let silent = UdpSocket::bind("127.0.0.1:0").unwrap();
    let tiny = Tiny::start(|asked| match &*asked.path {
        "/" => {
            let links = "<a href=http://silent.test/>1</a> <a href=http://127.100.0.1/>2</a>";
            let body = format!("<html lang=en><p>Nothing to see here. {links}");
            (200, "Content-Type: text/html\r\n".to_owned(), body.into_bytes())
        }
        _ => (404, String::new(), Vec::new()),
    });
    let job = Job::bare("all")
        .with("profile", "\"national\"")
        .identified()
        .with("national.geo", "\"country.mmdb\"")
        .with("fetch.connect_to", format!("[\"page.test:80:127.0.0.1:{}\"]", tiny.addr.port()))
        .with("fetch.dns_servers", format!("[\"{}\"]", silent.local_addr().unwrap()))
        .with("scope.rule", "[]")
        .seeds(&["http://page.test/"]);
    let harvest = harvest(&job);
    // Nothing is archived: the page is not the nation's.
    harvest.run(WITHIN).expect(1);
    // An address needs no name, and it is no matter that the harvest may not go there.
    let expected = BTreeMap::from([("http://page.test/".to_owned(), (1, 0))]);
    assert_eq!(found(&harvest, "linked-servers"), expected);
}

#[test]
fn a_page_that_is_not_due_is_judged_with_the_country_of_the_server_it_came_from() {
    let tiny = Tiny::start(|asked| match &*asked.path {
        "/robots.txt" => (404, String::new(), Vec::new()),
        path => {
            let body = format!("<html><p>Nothing to see here. <a href={path}a>on</a>");
            let body = if path.len() > 3 { "<html><p>The end.".to_owned() } else { body };
            (200, "Content-Type: text/html\r\n".to_owned(), body.into_bytes())
        }
    });
    // Nothing but its server makes a page the nation's.
    let job = Job::bare("all")
        .with("profile", "\"national\"")
        .with("national.depth", 0)
        .with("national.min_points", 40)
        .with("national.geo", "\"country.mmdb\"")
        .with("again.every", "\"1h\"")
        .with("again.hosts.\"page.test\"", "\"30d\"")
        .with("fetch.connect_to", format!("[\"*:80:127.0.0.1:{}\"]", tiny.addr.port()))
        .with("scope.rule", "[]")
        .seeds(&["http://page.test/"]);
    let harvest = harvest(&job);
    // The lower half of all addresses is in CZ.
    harvest.session.write("country.mmdb", &database(&[]));
    harvest.run(WITHIN).expect(0);
    let report = harvest.archive().join("jobs/all/reports/national-report.txt");
    let report = std::fs::read_to_string(report).unwrap();
    assert!(report.ends_with("\n# database of countries built 1970-01-01\n"), "{report}");
    let asked = tiny.asked().len();
    let uris = ["", "a", "aa", "aaa"].map(|path| format!("http://page.test/{path}"));
    assert_eq!(national::archived(&harvest), BTreeSet::from(uris));
    harvest.start(&["--again"]).finish(WITHIN).expect(0);
    assert_eq!(tiny.asked().len(), asked, "{:?}", tiny.asked());
    let outcomes = harvest.session.run("job outcomes all --archive archive").expect(0);
    assert_eq!(outcomes.text().matches("\"not-due\"").count(), 4, "{}", outcomes.text());
}
