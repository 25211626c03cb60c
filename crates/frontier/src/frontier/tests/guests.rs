//! Visits to hosts that other hosts' robots.txt are redirected to.

use super::*;

/// Asks for a visit with a pause of a second.
fn visit(frontier: &mut Frontier, by: &Ticket, host: &str, now: u64) -> Result<HostVisit, u64> {
    let wanted = WantedVisit { by, host, address: None, pause: ms(1000) };
    frontier.visit(&wanted, at(now)).map_err(Time::millis)
}

/// Tickets of as many hosts.
fn visitors(frontier: &mut Frontier, number: usize) -> Vec<Ticket> {
    for visitor in 0..number {
        offer(frontier, &format!("http://v{visitor}.cz/"), 1);
    }
    (0..number).map(|_| go(frontier, 0)).collect()
}

#[test]
fn one_visitor_at_a_time_and_each_after_a_pause() {
    let folder = Folder::new();
    let mut frontier = folder.open(FrontierOptions::default(), 0);
    let visitors = visitors(&mut frontier, 40);
    // When each visitor comes next; those that have to come again do so.
    let mut coming: BTreeSet<(u64, usize)> = (0..40).map(|visitor| (10, visitor)).collect();
    let mut visits = Vec::new();
    while let Some((now, visitor)) = coming.pop_first() {
        match visit(&mut frontier, &visitors[visitor], "rules.cz", now) {
            Ok(visit) => {
                visits.push(now);
                let again =
                    self::visit(&mut frontier, &visitors[(visitor + 1) % 40], "rules.cz", now);
                assert!(again.is_err(), "a second connection at {now}");
                frontier.end_visit(visit, ms(1000), at(now + 5));
            }
            Err(later) => {
                assert!(later > now, "{later} at {now}");
                coming.insert((later, visitor));
            }
        }
    }
    assert_eq!(visits.len(), 40);
    assert!(visits.windows(2).all(|pair| pair[1] - pair[0] >= 1005), "{visits:?}");
    assert!(visits[39] < 120_000, "{visits:?}");
}

#[test]
fn visitors_and_a_hosts_own_uris_take_turns() {
    let folder = Folder::new();
    let mut frontier = folder.open(FrontierOptions::default(), 0);
    let visitors = visitors(&mut frontier, 10);
    for page in 0..10 {
        offer(&mut frontier, &format!("http://rules.cz/{page}"), 1);
    }
    let mut coming: BTreeSet<(u64, usize)> = (0..10).map(|visitor| (0, visitor)).collect();
    let (mut turns, mut last) = (String::new(), None);
    for now in (0..120_000).step_by(10) {
        let mut turn = |letter| {
            assert!(last.is_none_or(|last| now >= last + 1000), "{last:?} {now}");
            last = Some(now);
            turns.push(letter);
        };
        if let Next::Go(ticket) = frontier.next(at(now)).unwrap() {
            turn('o');
            frontier.finish(&ticket, Outcome::Archived, "200", 1, Some(ms(1000)), at(now));
        }
        while let Some(&(when, visitor)) = coming.first().filter(|(when, _)| *when <= now) {
            coming.remove(&(when, visitor));
            match visit(&mut frontier, &visitors[visitor], "rules.cz", now) {
                Ok(visit) => {
                    turn('v');
                    frontier.end_visit(visit, ms(1000), at(now));
                }
                Err(later) => drop(coming.insert((later, visitor))),
            }
        }
    }
    assert_eq!(turns.len(), 20, "{turns}");
    let shared = turns.trim_end_matches('o').trim_end_matches('v');
    assert!(!shared.contains("vv") && !shared.contains("ooo"), "{turns}");
}

#[test]
fn connections_and_pauses_of_an_address_hold_for_visitors() {
    let folder = Folder::new();
    let options = FrontierOptions {
        connections_per_address: 1,
        address_delay: ms(300),
        ..FrontierOptions::default()
    };
    let mut frontier = folder.open(options, 0);
    let visitor = &visitors(&mut frontier, 1)[0];
    let address: IpAddr = [127, 0, 0, 9].into();
    offer(&mut frontier, "http://other.cz/a", 1);
    offer(&mut frontier, "http://other.cz/b", 1);
    let mut other = go(&mut frontier, 0);
    frontier.set_address(&mut other, address, at(0)).unwrap();
    let mut wanted =
        WantedVisit { by: visitor, host: "rules.cz", address: Some(address), pause: ms(0) };
    // As long as another host of the address is asked, it is full, also when its pause is over.
    let mut now = 0;
    while now < 2000 {
        now = frontier.visit(&wanted, at(now)).unwrap_err().millis();
    }
    frontier.finish(&other, Outcome::Archived, "200", 1, Some(ms(0)), at(now));
    // The next turn of the address is the visitor's, though others wait for it.
    assert!(until(&mut frontier, now) > now);
    let visit = frontier.visit(&wanted, at(now)).unwrap();
    assert_eq!(frontier.in_flight_at(visit.address().unwrap()), 1);
    frontier.end_visit(visit, ms(0), at(now));
    assert!(until(&mut frontier, now + 200) > now + 200);
    let mut other = go(&mut frontier, now + 400);
    frontier.set_address(&mut other, address, at(now + 400)).unwrap();
    // A visitor with a connection to that address needs no second one.
    wanted.by = &other;
    assert_eq!(frontier.visit(&wanted, at(now + 400)).unwrap().address(), None);
}

#[test]
fn a_host_that_was_visited_keeps_its_pause_when_it_is_found() {
    let folder = Folder::new();
    let mut frontier = folder.open(FrontierOptions::default(), 0);
    let visitor = &visitors(&mut frontier, 1)[0];
    let visit = visit(&mut frontier, visitor, "rules.cz", 10).unwrap();
    offer(&mut frontier, "http://rules.cz/", 1);
    assert!(!matches!(frontier.next(at(5000)).unwrap(), Next::Go(_)), "it has a connection");
    frontier.end_visit(visit, ms(700), at(6000));
    assert_eq!(until(&mut frontier, 6699), 6700);
    assert_eq!(uri(&go(&mut frontier, 6700)), "http://rules.cz/");
}

#[test]
fn a_host_whose_turn_has_come_gets_no_connection_beside_that_of_a_visitor() {
    let folder = Folder::new();
    let mut frontier = folder.open(FrontierOptions::default(), 0);
    let visitor = &visitors(&mut frontier, 1)[0];
    offer(&mut frontier, "http://first.cz/", 1);
    offer(&mut frontier, "http://rules.cz/", 1);
    // Both are active. All workers are busy then: nobody takes the turn of the second before the visitor has come, and
    // stayed longer than a pause.
    assert_eq!(uri(&go(&mut frontier, 0)), "http://first.cz/");
    let visit = visit(&mut frontier, visitor, "rules.cz", 10).unwrap();
    assert!(!matches!(frontier.next(at(5000)).unwrap(), Next::Go(_)), "it has a connection");
    frontier.end_visit(visit, ms(700), at(6000));
    assert_eq!(until(&mut frontier, 6699), 6700);
    assert_eq!(uri(&go(&mut frontier, 6700)), "http://rules.cz/");
}
