//! What the ground truth says is what one gets, and all of it can be found.

use crate::client::{Client, start};
use sha2::{Digest, Sha256};
use std::collections::{BTreeMap, BTreeSet};
use stodola_simweb::{
    Fault, Pace, PageKind, Permission, SimLinkKind, SimPage, World, WorldSettings,
};

fn settings() -> WorldSettings {
    let pace = Pace { header_bytes: 1 << 16, bomb_bytes: 1 << 20, ..Pace::default() };
    WorldSettings {
        seed: 11,
        hosts: 40,
        largest_site: 80,
        fault_rate: 0.1,
        pace,
        ..WorldSettings::default()
    }
}

/// Host and target of an address.
fn parts(uri: &str) -> Option<(&str, &str)> {
    let rest = uri.strip_prefix("http://")?;
    Some(rest.split_at(rest.find('/')?))
}

#[tokio::test(start_paused = true)]
async fn served_pages_are_the_listed_ones() {
    let web = start(settings()).await;
    let mut fetched = 0;
    let whole = |page: &SimPage| match page.kind {
        PageKind::Fault(fault) => fault.arrives_whole(),
        _ => true,
    };
    for page in web.world.truth().filter(whole) {
        if let Some(interval) = page.interval {
            tokio::time::advance(interval).await;
        }
        let reply = Client::connect(web.addr).await.get(&page.host, &page.target).await;
        assert_eq!(Some(reply.status), page.status, "{}", page.uri());
        assert_eq!(reply.header("Content-Type"), Some(page.content_type.as_str()));
        assert_eq!(reply.body.len() as u64, page.length, "{}", page.uri());
        assert_eq!(Sha256::digest(&reply.body)[..], page.sha256, "{}", page.uri());
        if page.content_type.starts_with("text/html") && page.status == Some(200) {
            compare_links(&page, &reply.body);
        }
        if let Some(location) = reply.header("Location") {
            assert!(page.links[0].uri.ends_with(location), "{}", page.uri());
        }
        fetched += 1;
    }
    assert!(fetched > 1000, "{fetched}");
}

/// A crude reader of attributes; what is written otherwise than it is meant stays out.
fn compare_links(page: &SimPage, body: &[u8]) {
    let text = String::from_utf8_lossy(body).replace("&amp;", "&");
    let mut found = BTreeSet::new();
    for name in ["href=\"", "src=\""] {
        for (at, _) in text.match_indices(name) {
            let value = &text[at + name.len()..];
            let value = &value[..value.find('"').unwrap()];
            found.insert(resolve(page, value));
        }
    }
    let odd = |uri: &str| uri.contains("/odd/");
    found.retain(|uri| !odd(uri) && !uri.ends_with("/some/base/"));
    let listed: BTreeSet<String> = page
        .links
        .iter()
        .filter(|link| link.kind != SimLinkKind::Refresh && !odd(&link.uri))
        .map(|link| link.uri.clone())
        .collect();
    let missing: Vec<_> = found.difference(&listed).filter(|uri| !uri.contains("\n")).collect();
    assert!(missing.is_empty(), "{}: {missing:?}", page.uri());
    let srcset = |uri: &&String| !uri.contains("/img/");
    let invented: Vec<_> = listed.difference(&found).filter(srcset).collect();
    assert!(invented.is_empty(), "{}: {invented:?}", page.uri());
}

/// Enough of the standard for the links that occur here.
fn resolve(page: &SimPage, value: &str) -> String {
    let host = &page.host;
    if value.starts_with("//") {
        format!("http:{value}")
    } else if value.starts_with('/') {
        format!("http://{host}{value}")
    } else if let Some(rest) = value.strip_prefix("../..") {
        format!("http://{host}{rest}")
    } else if value.split('/').next().is_some_and(|first| first.contains(':')) {
        value.to_owned()
    } else {
        let path = page.target.split('?').next().unwrap();
        let folder = &path[..=path.rfind('/').unwrap()];
        format!("http://{host}{folder}{value}")
    }
}

#[test]
fn every_link_leads_to_the_truth_or_into_a_trap() {
    let world = World::new(settings());
    let known: BTreeSet<String> = world.truth().map(|page| page.uri()).collect();
    assert_eq!(known.len(), world.truth().count(), "an address is listed twice");
    for page in world.truth().filter(|page| !matches!(page.kind, PageKind::Trap(_))) {
        for link in page.links.iter().filter(|link| link.kind != SimLinkKind::Foreign) {
            let (host, target) = parts(&link.uri).unwrap();
            let kind = world.kind(host, target).unwrap();
            let fine = known.contains(&link.uri) || matches!(kind, PageKind::Trap(_));
            assert!(fine, "{} links to {}, which is {kind:?}", page.uri(), link.uri);
        }
    }
}

#[test]
fn harvestable_pages_are_found_by_way_of_harvestable_pages() {
    let world = World::new(WorldSettings { dns_fault_rate: 0.1, ..settings() });
    let reached = world.truth_reachable(true);
    let wanted: BTreeMap<String, SimPage> =
        world.truth().filter(SimPage::is_harvestable).map(|page| (page.uri(), page)).collect();
    assert_eq!(reached.keys().collect::<Vec<_>>(), wanted.keys().collect::<Vec<_>>());
    assert!(reached == wanted && reached.len() > 500, "{}", reached.len());
}

#[test]
fn whoever_ignores_the_rules_finds_more() {
    let world = World::new(settings());
    let (polite, rude) = (world.truth_reachable(true), world.truth_reachable(false));
    assert!(polite.keys().all(|uri| rude.contains_key(uri)));
    let forbidden = |page: &&SimPage| page.permission != Permission::Allowed;
    assert!(polite.values().all(|page| !forbidden(&page)));
    assert_eq!(rude.len() - polite.len(), rude.values().filter(forbidden).count());
    assert!(rude.len() > polite.len() + 20, "{} {}", rude.len(), polite.len());
}

#[test]
fn default_web_has_everything_in_it() {
    let world =
        World::new(WorldSettings { hosts: 400, text_bytes: 50, ..WorldSettings::default() });
    let mut faults = BTreeSet::new();
    let mut types = BTreeSet::new();
    let mut statuses = BTreeSet::new();
    let mut permissions = BTreeSet::new();
    for page in world.truth() {
        if let PageKind::Fault(fault) = page.kind {
            faults.insert(fault.name());
        }
        types.insert(page.content_type.split(';').next().unwrap().to_owned());
        types.insert(page.content_type);
        statuses.extend(page.status);
        permissions.insert(format!("{:?}", page.permission));
    }
    assert_eq!(faults.len(), Fault::ALL.len());
    assert_eq!(permissions.len(), 3, "{permissions:?}");
    for status in [200, 301, 302, 303, 307, 308, 403, 404, 429, 500, 503] {
        assert!(statuses.contains(&status), "{status}");
    }
    for kind in [
        "text/html; charset=utf-8",
        "text/html; charset=windows-1250",
        "text/html; charset=iso-8859-2",
        "text/html; charset=koi8-r",
        "text/css",
        "text/javascript",
        "image/png",
        "image/gif",
        "image/jpeg",
        "image/svg+xml",
        "application/pdf",
        "application/json",
        "application/xml",
        "application/gzip",
        "application/rss+xml",
        "application/atom+xml",
        "font/woff",
    ] {
        assert!(types.contains(kind), "{kind}");
    }
}

#[test]
fn healing_web_has_less_to_lose() {
    let lost = |fault_heals_after| {
        let world = World::new(WorldSettings { fault_heals_after, ..settings() });
        world.truth().filter(|page| !page.is_harvestable()).count()
    };
    assert!(lost(2) < lost(0));
}

#[test]
fn calm_web_is_all_harvestable() {
    let world = World::new(WorldSettings::calm(1, 30));
    for page in world.truth() {
        assert!(page.is_harvestable(), "{}", page.uri());
        assert_eq!((page.status, page.permission), (Some(200), Permission::Allowed));
    }
}
