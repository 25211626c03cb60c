//! The same seed gives the same web, another seed another one.

use std::collections::BTreeMap;
use stodola_simweb::{SimPage, SimRequest, World, WorldSettings};

fn world(seed: u64) -> World {
    World::new(WorldSettings { seed, hosts: 20, largest_site: 60, ..WorldSettings::default() })
}

#[test]
fn same_seed_same_bytes() {
    let (a, b) = (world(5), world(5));
    assert!(a.truth().eq(b.truth()));
    let request = SimRequest::get().with("Accept-Encoding", "gzip, br");
    for page in a.truth() {
        let answer = a.response(&page.host, &page.target, &request);
        assert_eq!(answer, b.response(&page.host, &page.target, &request), "{}", page.uri());
    }
}

#[test]
fn other_seed_other_web() {
    let bytes = |world: &World| -> BTreeMap<String, [u8; 32]> {
        world.truth().map(|page| (page.uri(), page.sha256)).collect()
    };
    assert_ne!(bytes(&world(5)), bytes(&world(6)));
    assert_ne!(world(5).hosts().collect::<Vec<_>>(), world(6).hosts().collect::<Vec<_>>());
}

#[test]
fn more_hosts_leave_the_names_of_the_first_ones() {
    let large = World::new(WorldSettings { hosts: 5000, ..WorldSettings::calm(5, 0) });
    let small = World::new(WorldSettings { hosts: 50, ..WorldSettings::calm(5, 0) });
    assert!(small.hosts().eq(large.hosts().take(50)));
    for host in large.hosts() {
        assert!(large.robots(&host).is_some(), "{host}");
        assert!(large.robots(&host.to_uppercase()).is_some(), "{host}");
    }
    assert_eq!(large.robots("h999999.example"), None);
    assert_eq!(large.robots(""), None);
}

#[test]
fn sizes_have_a_heavy_tail() {
    let settings = WorldSettings { largest_site: 100_000, ..WorldSettings::calm(3, 2000) };
    let world = World::new(WorldSettings { hosts: 2000, text_bytes: 10, ..settings });
    let mut sizes: BTreeMap<String, usize> = BTreeMap::new();
    let documents = |page: &SimPage| page.content_type.starts_with("text/html");
    for page in world.truth().filter(documents) {
        *sizes.entry(page.host).or_default() += 1;
    }
    let mut sizes: Vec<usize> = sizes.into_values().collect();
    sizes.sort_unstable();
    let (median, largest) = (sizes[sizes.len() / 2], sizes[sizes.len() - 1]);
    assert!(median < 20, "{median}");
    assert!(largest > 50 * median, "{largest}");
}

/// A poor man's fuzzer: addresses cut, joined and spoilt, with the seed of the run in plain sight.
#[test]
fn any_address_is_answered() {
    let world = world(8);
    let targets: Vec<(String, String)> =
        world.truth().map(|page| (page.host, page.target)).collect();
    let mut state = 0x5eed_u64;
    let mut random = |limit: usize| {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % limit.max(1)
    };
    for _ in 0..20_000 {
        let (host, target) = &targets[random(targets.len())];
        let mut letters: Vec<char> = target.chars().take(200).collect();
        for _ in 0..=random(3) {
            let at = random(letters.len());
            match random(4) {
                0 => letters.truncate(at),
                1 => letters.insert(at, ['/', '?', '&', '.', 'ž', '9', '-', '+'][random(8)]),
                2 => letters.extend("99999999999/4294967295.html".chars().take(random(27))),
                _ => drop((!letters.is_empty()).then(|| letters.remove(at))),
            }
        }
        let spoilt: String = letters.into_iter().collect();
        let answer = world.response(host, &spoilt, &SimRequest::get());
        assert!((200..600).contains(&answer.status), "{host} {spoilt}");
        world.kind(&spoilt, host);
        world.links(host, &spoilt);
    }
}
