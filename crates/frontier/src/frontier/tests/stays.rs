//! A bounded number of active hosts: who is active, for how long, and who is next.

use super::*;

fn bounded(active_hosts: usize, uris_per_stay: u32) -> FrontierOptions {
    FrontierOptions { active_hosts, uris_per_stay, ..FrontierOptions::default() }
}

/// Adds `pages` URIs of the level for each of these hosts, whose names are numbers.
fn fill(frontier: &mut Frontier, hosts: std::ops::Range<u32>, pages: u32, level: u8) {
    for host in hosts {
        for page in 0..pages {
            offer(frontier, &format!("http://{host}.cz/{level}-{page}"), level);
        }
    }
}

/// Fetches with so many workers, each for a millisecond with a pause of one, until nothing is left or the time is
/// over. Returns the hosts in the order in which they were asked.
fn run(frontier: &mut Frontier, workers: usize, mut now: u64, end: u64) -> Vec<String> {
    let (mut out, mut asked) = (Vec::new(), Vec::new());
    while now < end {
        while out.len() < workers {
            match frontier.next(at(now)).unwrap() {
                Next::Go(ticket) => {
                    asked.push(ticket.host_name.trim_end_matches(".cz").to_owned());
                    out.push(ticket);
                }
                Next::Wait(_) | Next::InFlight => break,
                Next::Empty => return asked,
            }
        }
        now += 1;
        for ticket in out.drain(..) {
            frontier.finish(&ticket, Outcome::Archived, "", 1, Some(ms(1)), at(now));
        }
    }
    asked
}

#[test]
fn a_host_takes_the_place_of_one_that_has_nothing_left() {
    let folder = Folder::new();
    let mut frontier = folder.open(bounded(2, 100), 0);
    fill(&mut frontier, 0..4, 3, 1);
    let asked = run(&mut frontier, 2, 0, 1000);
    assert_eq!(asked.concat(), "010101232323");
    assert_eq!(frontier.active_hosts(), 0);
}

#[test]
fn each_host_has_a_stay_before_any_has_a_second_one() {
    let folder = Folder::new();
    let mut frontier = folder.open(bounded(2, 2), 0);
    fill(&mut frontier, 0..5, 5, 1);
    let asked = run(&mut frontier, 1, 0, 1000);
    assert_eq!(asked.len(), 25);
    // Whenever a host is asked, it is not more than its stay, and the stays of the two active hosts, ahead of others.
    for end in 0..asked.len() {
        let mut times = [0i32; 5];
        asked[..end].iter().for_each(|host| times[host.parse::<usize>().unwrap()] += 1);
        let (least, most) = (times.iter().min().unwrap(), times.iter().max().unwrap());
        assert!(most - least <= 4, "{times:?}");
    }
    // A host that is found later waits its turn, no longer.
    fill(&mut frontier, 5..9, 9, 1);
    assert_eq!(run(&mut frontier, 1, 1000, 1001).concat(), "5");
    fill(&mut frontier, 9..10, 1, 1);
    let asked = run(&mut frontier, 1, 1002, 1030);
    assert!(asked[..16].contains(&"9".to_owned()), "{asked:?}");
}

#[test]
fn pages_of_active_hosts_go_before_hosts_that_are_not_needed_yet() {
    let folder = Folder::new();
    let mut frontier = folder.open(FrontierOptions { eager_hosts: 2, ..bounded(100, 100) }, 0);
    fill(&mut frontier, 0..9, 2, 1);
    // One worker: whenever a host has its pause, another is needed.
    assert_eq!(run(&mut frontier, 1, 0, 6).concat(), "010123");
    assert_eq!(frontier.active_hosts(), 2);
    // Many workers need many hosts.
    assert_eq!(run(&mut frontier, 9, 6, 7).concat(), "245678");
}

#[test]
fn a_host_goes_on_if_nobody_waits_for_its_place() {
    let folder = Folder::new();
    let mut frontier = folder.open(bounded(1, 1), 0);
    fill(&mut frontier, 0..1, 5, 1);
    assert_eq!(run(&mut frontier, 1, 0, 100).concat(), "00000");
}

#[test]
fn a_long_pause_holds_no_place_and_ends_before_the_line_does() {
    let folder = Folder::new();
    let mut frontier = folder.open(bounded(1, 100), 0);
    fill(&mut frontier, 0..200, 1, 1);
    let dead = go(&mut frontier, 0);
    assert_eq!(&*dead.host_name, "0.cz");
    frontier.give_back(&dead, Some(ms(60_000)), at(0));
    assert_eq!(frontier.active_hosts(), 0);
    let asked = run(&mut frontier, 1, 0, 50);
    assert_eq!((asked[0].as_str(), asked.len()), ("1", 50));
    // When its time has come, it goes before those who have waited all the time.
    let asked = run(&mut frontier, 1, 60_000, 60_002);
    assert!(asked.contains(&"0".to_owned()), "{asked:?}");
}

#[test]
fn a_long_pause_that_ends_when_all_places_are_taken_waits_for_the_first_free_one() {
    let folder = Folder::new();
    let mut frontier = folder.open(bounded(1, 100), 0);
    fill(&mut frontier, 0..9, 2, 1);
    let dead = go(&mut frontier, 0);
    frontier.give_back(&dead, Some(ms(20_000)), at(0));
    let other = go(&mut frontier, 0);
    assert_eq!(&*other.host_name, "1.cz");
    assert!(matches!(frontier.next(at(20_000)).unwrap(), Next::InFlight), "there is one place");
    assert_eq!(frontier.active_hosts(), 1);
    frontier.finish(&other, Outcome::Archived, "", 1, Some(ms(1)), at(20_000));
    let same = go(&mut frontier, 20_001);
    assert_eq!(&*same.host_name, "1.cz", "its stay goes on");
    frontier.finish(&same, Outcome::Archived, "", 1, Some(ms(1)), at(20_001));
    assert_eq!(&*go(&mut frontier, 20_002).host_name, "0.cz");
}

#[test]
fn homes_of_all_hosts_come_first_with_what_they_need() {
    let folder = Folder::new();
    let mut options = bounded(1, 3);
    options.homes_first = true;
    let mut frontier = folder.open(options, 0);
    for (pages, level) in [(1, 0), (1, 1), (3, 3)] {
        fill(&mut frontier, 0..4, pages, level);
    }
    let mut order = Vec::new();
    for now in 0..1000 {
        let Next::Go(ticket) = frontier.next(at(now)).unwrap() else { continue };
        order.push(uri(&ticket)["http://0.cz/".len()..][..1].to_owned());
        frontier.finish(&ticket, Outcome::Archived, "", 1, Some(ms(1)), at(now));
    }
    let order = order.concat();
    assert_eq!(order.len(), 20);
    assert!(order[..8].bytes().all(|level| level < b'2'), "{order}");
    assert!(order[8..].bytes().all(|level| level == b'3'), "{order}");
    // A host without a home has its turn as well.
    fill(&mut frontier, 4..5, 1, 3);
    assert_eq!(&*go(&mut frontier, 2000).host_name, "4.cz");
}

#[test]
fn hosts_of_one_address_do_not_take_all_places() {
    let folder = Folder::new();
    let options =
        FrontierOptions { connections_per_address: 1, address_delay: ms(1000), ..bounded(20, 100) };
    let mut frontier = folder.open(options, 0);
    fill(&mut frontier, 0..200, 2, 1);
    let shared: IpAddr = "192.0.2.1".parse().unwrap();
    let (mut at_shared, mut elsewhere, mut now) = (0, 0, 0);
    while now < 10_000 {
        match frontier.next(at(now)).unwrap() {
            Next::Go(ticket) => {
                let mut ticket = *ticket;
                // Of ten hosts, nine have the same address.
                let is_shared = ticket.host % 10 > 0;
                let own = IpAddr::from([192, 0, 3, ticket.host as u8]);
                let address = if is_shared { shared } else { own };
                if frontier.set_address(&mut ticket, address, at(now)).is_err() {
                    frontier.give_back(&ticket, None, at(now));
                    continue;
                }
                *if is_shared { &mut at_shared } else { &mut elsewhere } += 1;
                frontier.finish(&ticket, Outcome::Archived, "", 1, Some(ms(1)), at(now));
            }
            Next::Wait(until) => now = until.millis().max(now + 1),
            Next::InFlight | Next::Empty => break,
        }
    }
    assert_eq!(elsewhere, 40, "all others are done");
    assert!((9..=11).contains(&at_shared), "one each second, not {at_shared}");
}

#[test]
fn hosts_with_fewer_documents_go_first_when_a_frontier_is_opened_again() {
    let folder = Folder::new();
    let mut frontier = folder.open(bounded(1, 2), 0);
    fill(&mut frontier, 0..3, 4, 1);
    assert_eq!(run(&mut frontier, 1, 0, 3).concat(), "00");
    frontier.close(at(3)).unwrap();
    let mut frontier = folder.open(bounded(1, 2), 10);
    assert_eq!(run(&mut frontier, 1, 10, 30).concat(), "112200112200"[..10].to_owned());
}

#[test]
fn a_million_idle_hosts_would_take_little_memory() {
    let folder = Folder::new();
    let mut frontier = folder.open(bounded(10, 10), 0);
    fill(&mut frontier, 0..40_000, 1, 0);
    frontier.checkpoint(at(0)).unwrap();
    let bytes = frontier.state.hosts.bytes();
    assert!(bytes / 40_000 <= 90, "{} bytes for each", bytes / 40_000);
}
