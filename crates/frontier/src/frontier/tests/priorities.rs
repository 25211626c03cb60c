//! Hosts with priorities: higher ones go first, none is left out; without priorities nothing changes.

use super::super::turns::{AddressRule, Line, Turn, Turns};
use super::*;

/// What a step of priority is worth, in milliseconds.
const STEP: u64 = super::super::priority::STEP.as_millis() as u64;

/// Returns a frontier with these hosts, each with its priority and two URIs.
fn filled(folder: &Folder, hosts: &[(&str, u8)], now: u64) -> Frontier {
    let options = FrontierOptions {
        has_priorities: true,
        address_delay: ms(10),
        connections_per_address: 1,
        ..FrontierOptions::default()
    };
    let mut frontier = folder.open(options, now);
    for (host, priority) in hosts {
        for path in 0..2 {
            offer(&mut frontier, &format!("http://{host}/{path}"), 1);
        }
        let id = frontier.state.hosts.find(host).unwrap();
        frontier.set_priority(id, *priority);
    }
    frontier
}

/// Returns the hosts that are asked one after another, each with a pause of `wait`.
fn served(frontier: &mut Frontier, requests: usize, wait: u64, now: u64) -> Vec<String> {
    let serve = |_| {
        let ticket = go(frontier, now);
        frontier.finish(&ticket, Outcome::Archived, "200", 1, Some(ms(wait)), at(now));
        ticket.host_name.to_string()
    };
    (0..requests).map(serve).collect()
}

#[test]
fn the_better_host_goes_first_and_those_alike_in_the_order_of_time() {
    let folder = Folder::new();
    let hosts = [("a.cz", 0), ("b.cz", 5), ("c.cz", 10), ("d.cz", 5), ("e.cz", 8)];
    let mut frontier = filled(&folder, &hosts, 1000);
    assert_eq!(served(&mut frontier, 3, 500, 1000), ["c.cz", "e.cz", "b.cz"]);
    // Hosts that were asked have their pause, whatever their priority.
    assert_eq!(served(&mut frontier, 2, 500, 1000), ["d.cz", "a.cz"]);
    assert_eq!(until(&mut frontier, 1499), 1500);
    assert_eq!(served(&mut frontier, 5, 0, 1500), ["c.cz", "e.cz", "b.cz", "d.cz", "a.cz"]);
}

#[test]
fn a_host_that_waits_is_moved_when_more_is_known_of_it() {
    let folder = Folder::new();
    let mut frontier = filled(&folder, &[("a.cz", 5), ("b.cz", 5), ("c.cz", 5)], 0);
    frontier.set_priority(2, 9);
    frontier.set_priority(0, 1);
    // An unknown host is ignored, and a number above the maximum is the maximum.
    frontier.set_priority(77, 9);
    frontier.set_priority(1, 200);
    assert_eq!(served(&mut frontier, 3, 9, 0), ["b.cz", "c.cz", "a.cz"]);
}

#[test]
fn the_better_host_of_an_address_goes_first_and_takes_the_address_with_it() {
    let folder = Folder::new();
    let hosts = [("a.cz", 5), ("b.cz", 9), ("c.cz", 6), ("d.cz", 1)];
    let mut frontier = filled(&folder, &hosts, 0);
    let address: IpAddr = "192.0.2.1".parse().unwrap();
    // The address of a, b and d becomes known.
    let mut tickets: Vec<Ticket> = (0..4).map(|_| go(&mut frontier, 0)).collect();
    for ticket in tickets.iter_mut().filter(|ticket| &*ticket.host_name != "c.cz") {
        let _ = frontier.set_address(ticket, address, at(0));
    }
    for ticket in &tickets {
        frontier.give_back(ticket, Some(ms(20)), at(0));
    }
    let mut order = String::new();
    for now in (0..200).step_by(10) {
        while let Next::Go(ticket) = frontier.next(at(now)).unwrap() {
            order.push_str(&format!("{now}{} ", &ticket.host_name[..1]));
            frontier.finish(&ticket, Outcome::Archived, "200", 1, Some(ms(40)), at(now));
        }
    }
    // At each time the address has one request, and goes before c for the sake of b, but not of a and d.
    assert_eq!(order, "20b 20c 30a 40d 60b 60c 70a 80d ");
}

#[test]
fn an_address_is_worth_as_much_as_a_host_of_it_that_becomes_ready_later() {
    let folder = Folder::new();
    let mut frontier = filled(&folder, &[("a.cz", 5), ("b.cz", 9), ("c.cz", 6)], 0);
    let address: IpAddr = "192.0.2.1".parse().unwrap();
    let mut tickets: Vec<Ticket> = (0..3).map(|_| go(&mut frontier, 0)).collect();
    for ticket in &mut tickets {
        let wait = match &*ticket.host_name {
            "a.cz" => 20,
            "b.cz" => 25,
            _ => 30,
        };
        if &*ticket.host_name != "c.cz" {
            let _ = frontier.set_address(ticket, address, at(0));
        }
        frontier.give_back(ticket, Some(ms(wait)), at(0));
    }
    // When a worker asks, all three are ready; a was ready before the others.
    assert_eq!(served(&mut frontier, 2, 100, 40), ["b.cz", "c.cz"]);
    assert_eq!(served(&mut frontier, 1, 100, 50), ["a.cz"]);
}

#[test]
fn nobody_waits_longer_for_better_ones_than_their_bonus() {
    let folder = Folder::new();
    let start = 1000 * STEP;
    let mut frontier = filled(&folder, &[("bad.cz", 2), ("good.cz", 6)], start);
    for path in 2..500 {
        offer(&mut frontier, &format!("http://good.cz/{path}"), 1);
    }
    // One worker, and a host of high priority that is always ready.
    let mut asked = None;
    for minutes in 0..400 {
        let now = start + minutes * (STEP / 60);
        if served(&mut frontier, 1, 0, now) == ["bad.cz"] {
            asked = Some(minutes);
            break;
        }
    }
    // Four steps, and the two minutes from one request to the next but one.
    assert_eq!(asked, Some(242));
}

#[test]
fn a_host_has_not_waited_before_something_was_found_there() {
    let folder = Folder::new();
    let start = 1000 * STEP;
    let mut frontier = filled(&folder, &[("good.cz", 6)], start);
    assert_eq!(served(&mut frontier, 1, 10, start), ["good.cz"]);
    let now = start + STEP / 2;
    assert!(until(&mut frontier, start) > start);
    offer(&mut frontier, "http://new.cz/", 1);
    assert_eq!(served(&mut frontier, 2, 10, now), ["good.cz", "new.cz"]);
}

#[test]
fn priorities_are_given_anew_when_a_frontier_is_opened_again() {
    let folder = Folder::new();
    let hosts = [("a.cz", 1), ("b.cz", 9)];
    let mut frontier = filled(&folder, &hosts, 0);
    assert_eq!(served(&mut frontier, 1, 0, 0), ["b.cz"]);
    frontier.close(at(0)).unwrap();
    let mut frontier = filled(&folder, &hosts, 100_000);
    assert_eq!(served(&mut frontier, 2, 0, 100_000), ["b.cz", "a.cz"]);
}

/// Returns the results of random pushes and pops with one priority; `addresses` are shared.
fn shuffled(priority: u8, addresses: u64, seed: u64) -> Vec<(u64, Result<Turn, Option<Time>>)> {
    let mut turns = Turns::new(AddressRule { delay: ms(3), connections: 1 }, &std::env::temp_dir());
    let (mut random, mut now, mut popped) = (seed, 50, Vec::new());
    let mut draw = |below: u64| {
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (random >> 33) % below
    };
    for turn in 0..400 {
        let (time, host) = (draw(100), draw(40) as HostId);
        let address = (addresses > 0).then(|| draw(addresses) as u32);
        turns.push(Line::Begun, at(time), (host, turn), priority, address);
        if draw(3) == 0 {
            now += draw(4);
            popped.push((now, turns.pop(Line::Begun, at(now))));
        }
    }
    popped
}

#[test]
fn with_one_priority_the_order_is_that_of_time() {
    for seed in 0..50 {
        let common = shuffled(PRIORITY_COMMON, 0, seed);
        assert_eq!(common, shuffled(PRIORITY_MAX, 0, seed), "seed {seed}");
        assert_eq!(shuffled(PRIORITY_COMMON, 5, seed), shuffled(0, 5, seed), "seed {seed}");
        assert_eq!(common, in_order_of_time(seed), "seed {seed}");
    }
}

/// The same without addresses, found by looking at all hosts that wait.
fn in_order_of_time(seed: u64) -> Vec<(u64, Result<Turn, Option<Time>>)> {
    let (mut waiting, mut random, mut now) = (BTreeSet::new(), seed, 50);
    let mut draw = |below: u64| {
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (random >> 33) % below
    };
    let mut popped = Vec::new();
    for turn in 0..400 {
        waiting.insert((draw(100), draw(40) as HostId, turn));
        if draw(3) == 0 {
            now += draw(4);
            let &first = waiting.first().unwrap();
            popped.push((
                now,
                match first {
                    (time, host, turn) if time <= now => {
                        waiting.remove(&first);
                        Ok(Turn { host, turn, time: at(time) })
                    }
                    (time, ..) => Err(Some(at(time))),
                },
            ));
        }
    }
    popped
}
