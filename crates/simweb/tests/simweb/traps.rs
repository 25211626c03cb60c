//! Traps have no end, and are known to be traps.

use std::collections::BTreeSet;
use stodola_simweb::{PageKind, SimLinkKind, SimRequest, Trap, World, WorldSettings};

fn world() -> World {
    World::new(WorldSettings { hosts: 200, ..WorldSettings::default() })
}

/// The first page of the trap, from a link that leads into it.
fn entry(world: &World, trap: Trap) -> (String, String) {
    world
        .truth()
        .filter(|page| page.target == "/")
        .flat_map(|page| page.links)
        .filter(|link| link.kind == SimLinkKind::Anchor)
        .filter_map(|link| {
            let rest = link.uri.strip_prefix("http://")?;
            let (host, target) = rest.split_at(rest.find('/')?);
            Some((host.to_owned(), target.to_owned()))
        })
        .find(|(host, target)| world.kind(host, target) == Some(PageKind::Trap(trap)))
        .unwrap()
}

#[test]
fn traps_go_on() {
    let world = world();
    for trap in [
        Trap::Calendar,
        Trap::Parameters,
        Trap::RepeatingSegments,
        Trap::SessionIds,
        Trap::LinkFarm,
    ] {
        let mut here = entry(&world, trap);
        let mut seen = BTreeSet::new();
        for step in 0..100 {
            assert!(seen.insert(here.clone()), "{trap:?} ends after {step} steps at {here:?}");
            assert_eq!(world.kind(&here.0, &here.1), Some(PageKind::Trap(trap)), "{here:?}");
            let answer = world.response(&here.0, &here.1, &SimRequest::get());
            assert_eq!(answer.status, 200);
            let link = world.links(&here.0, &here.1).pop().unwrap();
            let rest = link.uri.strip_prefix("http://").unwrap();
            let (host, target) = rest.split_at(rest.find('/').unwrap());
            here = (host.to_owned(), target.to_owned());
        }
    }
}

#[test]
fn redirect_loop_goes_round() {
    let world = world();
    let (host, target) = entry(&world, Trap::RedirectLoop);
    let mut here = target.clone();
    for _ in 0..3 {
        let answer = world.response(&host, &here, &SimRequest::get());
        assert_eq!(answer.status, 302);
        here = answer.header("Location").unwrap().to_owned();
    }
    assert_eq!(here, target);
}

#[test]
fn soft_not_found_is_always_found() {
    let world = world();
    let (host, target) = entry(&world, Trap::SoftNotFound);
    let answer = world.response(&host, &target, &SimRequest::get());
    assert_eq!(answer.status, 200);
    let other = world.response(&host, "/some/other/nonsense?x=1", &SimRequest::get());
    assert_eq!((other.status, other.body), (200, answer.body));
}

#[test]
fn long_address_is_served() {
    let world = world();
    let (host, target) = entry(&world, Trap::LongUri);
    assert!(target.len() > 20_000);
    assert_eq!(world.response(&host, &target, &SimRequest::get()).status, 200);
}

#[test]
fn farms_have_every_name() {
    let world = world();
    for host in ["a.farm0.test", "b.c.farm2.test"] {
        assert_eq!(world.kind(host, "/x"), Some(PageKind::Trap(Trap::LinkFarm)));
    }
    for host in ["farm0.test", "a.farm9.test"] {
        assert_eq!(world.kind(host, "/x"), None);
    }
}

#[test]
fn calm_web_has_no_traps() {
    let world = World::new(WorldSettings::calm(1, 200));
    assert!(!world.truth().any(|page| matches!(page.kind, PageKind::Trap(_))));
}
