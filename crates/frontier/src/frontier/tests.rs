//! The frontier as its callers see it: order, politeness, budgets, and its state after a crash.

mod anew;
mod guests;
mod pace;
mod priorities;
mod standings;
mod stays;

use super::*;
use crate::Budget;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicU32, Ordering};

/// A folder that is removed after the test.
struct Folder(PathBuf);

impl Folder {
    fn new() -> Folder {
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let name = format!("stodola-frontier-{}-{number}", std::process::id());
        Folder(std::env::temp_dir().join(name))
    }

    fn open(&self, options: FrontierOptions, now: u64) -> Frontier {
        Frontier::open(&self.0, options, at(now)).unwrap().0
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// Returns the time with this number of milliseconds.
fn at(millis: u64) -> Time {
    Time::from_millis(millis)
}

/// Returns a duration of this number of milliseconds.
fn ms(millis: u64) -> Duration {
    Duration::from_millis(millis)
}

fn offer(frontier: &mut Frontier, uri: &str, level: u8) -> Offered {
    let host = stodola_uri::host(uri.as_bytes()).unwrap().into_owned();
    let offer = Offer {
        uri: uri.as_bytes(),
        host: &host,
        level,
        via: None,
        hops: b"L",
        is_seed: false,
        is_sitemap: false,
        standing: 0,
    };
    frontier.offer(&offer).unwrap()
}

fn go(frontier: &mut Frontier, now: u64) -> Ticket {
    match frontier.next(at(now)).unwrap() {
        Next::Go(ticket) => *ticket,
        other => panic!("{other:?} at {now}"),
    }
}

/// Returns when to ask again; nothing can be fetched now.
fn until(frontier: &mut Frontier, now: u64) -> u64 {
    match frontier.next(at(now)).unwrap() {
        Next::Wait(until) => until.millis(),
        other => panic!("{other:?} at {now}"),
    }
}

fn uri(ticket: &Ticket) -> &str {
    std::str::from_utf8(&ticket.uri).unwrap()
}

#[test]
fn higher_levels_come_first_and_within_a_level_the_first_found() {
    let folder = Folder::new();
    let mut frontier = folder.open(FrontierOptions::default(), 0);
    for (path, level) in [("a", 3), ("b", 1), ("c", 3), ("d", 0), ("e", 1)] {
        let place = offer(&mut frontier, &format!("http://h.cz/{path}"), level);
        assert!(matches!(place, Offered::New(_)));
    }
    assert_eq!(offer(&mut frontier, "http://h.cz/c", 0), Offered::Seen);
    let mut order = String::new();
    for now in 0..5 {
        let ticket = go(&mut frontier, now);
        order.push_str(&uri(&ticket)["http://h.cz/".len()..]);
        frontier.finish(&ticket, Outcome::Archived, "200", 10, Some(ms(0)), at(now));
    }
    assert_eq!(order, "dbeac");
    assert!(matches!(frontier.next(at(9)).unwrap(), Next::Empty));
    let counts = Counts { found: 5, rejected: 0, finished: 5, archived: 5, bytes: 50 };
    assert_eq!(frontier.counts(), counts);
}

#[test]
fn host_is_asked_by_one_at_a_time_and_left_alone_as_long_as_told() {
    let folder = Folder::new();
    let mut frontier = folder.open(FrontierOptions::default(), 0);
    for path in 0..3 {
        offer(&mut frontier, &format!("http://h.cz/{path}"), 1);
    }
    let first = go(&mut frontier, 100);
    assert!(matches!(frontier.next(at(100)).unwrap(), Next::InFlight));
    frontier.finish(&first, Outcome::Archived, "", 0, Some(ms(3000)), at(200));
    assert_eq!(until(&mut frontier, 3199), 3200);
    let second = go(&mut frontier, 3200);
    // The host was not asked: no pause, and the same URI again.
    frontier.give_back(&second, None, at(3300));
    let again = go(&mut frontier, 3300);
    assert_eq!(uri(&again), uri(&second));
    frontier.finish(&again, Outcome::RobotsExcluded, "Disallow: /", 0, None, at(3300));
    assert_eq!(uri(&go(&mut frontier, 3300)), "http://h.cz/2");
}

#[test]
fn hosts_of_one_address_share_its_time_and_connections() {
    let folder = Folder::new();
    let options = FrontierOptions {
        connections_per_address: 2,
        address_delay: ms(500),
        ..FrontierOptions::default()
    };
    let mut frontier = folder.open(options, 0);
    let address: IpAddr = "192.0.2.1".parse().unwrap();
    for host in 0..4 {
        for path in 0..2 {
            offer(&mut frontier, &format!("http://h{host}.cz/{path}"), 1);
        }
    }
    let mut first = go(&mut frontier, 0);
    frontier.set_address(&mut first, address, at(0)).unwrap();
    let mut second = go(&mut frontier, 0);
    assert_eq!(frontier.set_address(&mut second, address, at(100)), Err(Some(at(500))));
    frontier.give_back(&second, None, at(100));
    let mut third = go(&mut frontier, 100);
    let elsewhere: IpAddr = "192.0.2.2".parse().unwrap();
    frontier.set_address(&mut third, elsewhere, at(100)).unwrap();
    let mut fourth = go(&mut frontier, 100);
    assert_eq!(frontier.set_address(&mut fourth, address, at(100)), Err(Some(at(500))));
    frontier.give_back(&fourth, None, at(100));
    assert_eq!(until(&mut frontier, 499), 500);
    let second = go(&mut frontier, 500);
    assert_eq!(second.host_name.as_ref(), "h1.cz");
    // Two connections are in use now.
    assert!(matches!(frontier.next(at(5000)).unwrap(), Next::InFlight));
    frontier.finish(&first, Outcome::Archived, "", 0, Some(ms(1)), at(5000));
    assert_eq!(go(&mut frontier, 5000).host_name.as_ref(), "h3.cz");
    frontier.finish(&second, Outcome::Archived, "", 0, Some(ms(1)), at(5100));
    assert_eq!(until(&mut frontier, 5100), 5500);
}

#[test]
fn retry_comes_last_and_not_before_its_time() {
    let folder = Folder::new();
    let mut frontier = folder.open(FrontierOptions::default(), 0);
    offer(&mut frontier, "http://h.cz/a", 1);
    offer(&mut frontier, "http://h.cz/b", 1);
    let ticket = go(&mut frontier, 0);
    frontier.retry(&ticket, "connect-failed", Some(ms(10)), at(1000), at(0));
    let other = go(&mut frontier, 10);
    assert_eq!(uri(&other), "http://h.cz/b");
    frontier.finish(&other, Outcome::Archived, "", 0, Some(ms(10)), at(20));
    assert_eq!(until(&mut frontier, 30), 1000);
    // A URI found meanwhile need not wait for it.
    offer(&mut frontier, "http://h.cz/c", 1);
    let third = go(&mut frontier, 40);
    assert_eq!(uri(&third), "http://h.cz/c");
    frontier.finish(&third, Outcome::Archived, "", 0, Some(ms(10)), at(50));
    let again = go(&mut frontier, 1000);
    assert_eq!((uri(&again), again.attempts), ("http://h.cz/a", 1));
    assert_eq!(again.found, ticket.found);
}

#[test]
fn budgets_end_what_waits() {
    let folder = Folder::new();
    let options = FrontierOptions {
        documents_per_host: Some(2),
        hosts_per_domain: Some(2),
        connections_per_host: 5,
        ..FrontierOptions::default()
    };
    let mut frontier = folder.open(options, 0);
    for path in 0..5 {
        offer(&mut frontier, &format!("http://a.h.cz/{path}"), 1);
    }
    let first = go(&mut frontier, 0);
    let second = go(&mut frontier, 0);
    // Whether a third may be fetched is not known before one of the two has ended.
    assert!(matches!(frontier.next(at(0)).unwrap(), Next::InFlight));
    frontier.finish(&first, Outcome::Failed, "dns", 0, Some(ms(0)), at(0));
    let third = go(&mut frontier, 1);
    assert_eq!(third.closed, None);
    frontier.finish(&second, Outcome::Archived, "", 0, Some(ms(0)), at(1));
    frontier.finish(&third, Outcome::Archived, "", 0, Some(ms(0)), at(1));
    for _ in 0..2 {
        let ticket = go(&mut frontier, 1);
        let closed = ticket.closed.unwrap();
        assert_eq!(closed, ClosedHost::Over(Budget::DocumentsPerHost));
        assert_eq!(
            (closed.outcome(), &*closed.detail()),
            (Outcome::OverBudget, "documents_per_host")
        );
        frontier.finish(&ticket, closed.outcome(), &closed.detail(), 0, None, at(1));
    }
    assert!(matches!(frontier.next(at(1)).unwrap(), Next::Empty));
    assert!(matches!(offer(&mut frontier, "http://b.h.cz/", 1), Offered::New(_)));
    assert_eq!(offer(&mut frontier, "http://c.h.cz/", 1), Offered::TooManyHosts);
    assert!(matches!(offer(&mut frontier, "http://b.h.cz/2", 1), Offered::New(_)));
    assert!(matches!(offer(&mut frontier, "http://other.cz/", 1), Offered::New(_)));
}

#[test]
fn each_limit_that_closes_a_host_is_named() {
    let none = FrontierOptions::default();
    let cases = [
        (FrontierOptions { bytes_per_host: Some(10), ..none.clone() }, "bytes_per_host"),
        (FrontierOptions { documents_per_host: Some(1), ..none.clone() }, "documents_per_host"),
        (FrontierOptions { documents_per_domain: Some(1), ..none.clone() }, "documents_per_domain"),
        (FrontierOptions { bytes_per_domain: Some(10), ..none }, "bytes_per_domain"),
    ];
    for (options, name) in cases {
        let folder = Folder::new();
        let mut frontier = folder.open(options, 0);
        offer(&mut frontier, "http://h.cz/a", 1);
        offer(&mut frontier, "http://h.cz/b", 1);
        let ticket = go(&mut frontier, 0);
        frontier.finish(&ticket, Outcome::Archived, "", 10, Some(ms(0)), at(0));
        let closed = go(&mut frontier, 0).closed.unwrap();
        assert_eq!((closed.outcome(), closed.detail()), (Outcome::OverBudget, name.to_owned()));
    }
}

#[test]
fn full_queue_takes_no_more_until_it_is_served() {
    let folder = Folder::new();
    let options = FrontierOptions { queued_per_host: Some(2), ..FrontierOptions::default() };
    let mut frontier = folder.open(options, 0);
    offer(&mut frontier, "http://h.cz/a", 1);
    offer(&mut frontier, "http://h.cz/b", 1);
    assert_eq!(offer(&mut frontier, "http://h.cz/c", 1), Offered::TooManyQueued);
    assert_eq!(offer(&mut frontier, "http://h.cz/a", 1), Offered::Seen);
    let ticket = go(&mut frontier, 0);
    frontier.finish(&ticket, Outcome::Archived, "", 0, Some(ms(0)), at(0));
    assert!(matches!(offer(&mut frontier, "http://h.cz/c", 1), Offered::New(_)));
    assert_eq!(frontier.counts().rejected, 1);
}

#[test]
fn sweep_ends_what_is_refused_and_nothing_else() {
    let folder = Folder::new();
    let mut frontier = folder.open(FrontierOptions::default(), 0);
    for number in 0..2500 {
        offer(&mut frontier, &format!("http://h.cz/{number}"), (number % 3) as u8);
        if number == 1500 {
            frontier.checkpoint(at(0)).unwrap();
        }
    }
    let refuse_odd = |waiting: &WaitingUri| {
        let last = waiting.uri.last().copied().unwrap_or_default();
        (last % 2 == 1).then(|| Reason::from_text("odd"))
    };
    assert_eq!(frontier.sweep_host(0, Outcome::OutOfScope, refuse_odd).unwrap(), 1250);
    assert_eq!(frontier.sweep_host(0, Outcome::OutOfScope, refuse_odd).unwrap(), 0);
    assert_eq!((frontier.queued(), frontier.counts().finished), (1250, 1250));
    // The same after a crash.
    frontier.commit(at(0)).unwrap();
    drop(frontier);
    let mut frontier = folder.open(FrontierOptions::default(), 0);
    assert_eq!((frontier.queued(), frontier.counts().finished), (1250, 1250));
    for now in 0..1250 {
        let ticket = go(&mut frontier, now);
        assert_eq!(ticket.uri.last().unwrap() % 2, 0);
        frontier.finish(&ticket, Outcome::Archived, "", 0, Some(ms(0)), at(now));
    }
    assert!(matches!(frontier.next(at(9999)).unwrap(), Next::Empty));
}

#[test]
fn closed_host_gives_all_it_has_an_outcome_at_once() {
    let folder = Folder::new();
    let mut frontier = folder.open(FrontierOptions::default(), 0);
    for path in 0..3 {
        offer(&mut frontier, &format!("http://h.cz/{path}"), 1);
    }
    let ticket = go(&mut frontier, 0);
    frontier.give_back(&ticket, Some(ms(3_600_000)), at(0));
    frontier.close_host(ticket.host, Outcome::RobotsUnreachable, at(5));
    for _ in 0..3 {
        let ticket = go(&mut frontier, 5);
        assert_eq!(ticket.closed, Some(ClosedHost::With(Outcome::RobotsUnreachable)));
        frontier.finish(&ticket, Outcome::RobotsUnreachable, "", 0, None, at(5));
    }
    assert!(matches!(frontier.next(at(5)).unwrap(), Next::Empty));
}

#[test]
fn after_a_crash_hosts_are_left_alone_as_long_as_before() {
    let folder = Folder::new();
    let mut frontier = folder.open(FrontierOptions::default(), 0);
    offer(&mut frontier, "http://h.cz/a", 1);
    offer(&mut frontier, "http://h.cz/b", 1);
    let ticket = go(&mut frontier, 0);
    frontier.finish(&ticket, Outcome::Archived, "", 0, Some(ms(2000)), at(10));
    frontier.commit(at(20)).unwrap();
    drop(frontier);
    let (mut frontier, opened) =
        Frontier::open(&folder.0, FrontierOptions::default(), at(100_000)).unwrap();
    assert!(!opened.was_clean && !opened.is_new);
    assert_eq!(until(&mut frontier, 100_000), 102_000);
    frontier.close(at(101_000)).unwrap();
    let (mut frontier, opened) =
        Frontier::open(&folder.0, FrontierOptions::default(), at(103_000)).unwrap();
    assert!(opened.was_clean);
    assert_eq!(uri(&go(&mut frontier, 103_000)), "http://h.cz/b");
}

#[test]
fn second_user_is_refused() {
    let folder = Folder::new();
    let _first = folder.open(FrontierOptions::default(), 0);
    let second = Frontier::open(&folder.0, FrontierOptions::default(), at(0));
    assert!(matches!(second.err(), Some(FrontierError::Locked { holder: Some(_), .. })));
}

#[test]
fn robots_are_kept_as_long_as_they_hold() {
    let folder = Folder::new();
    let mut frontier = folder.open(FrontierOptions::default(), 0);
    offer(&mut frontier, "http://h.cz/a", 1);
    frontier.note_robots(0, b"http://h.cz", 1, &[b'x'; 300_000], at(5000)).unwrap();
    frontier.commit(at(0)).unwrap();
    drop(frontier);
    let frontier = folder.open(FrontierOptions::default(), 0);
    let robots = frontier.robots(0, b"http://h.cz", at(4999)).unwrap().unwrap();
    assert_eq!((robots.access, robots.body.len(), robots.until), (1, 300_000, at(5000)));
    assert_eq!(frontier.robots(0, b"http://h.cz", at(5000)).unwrap(), None);
}

#[test]
fn robots_of_every_authority_of_a_host_are_kept() {
    let folder = Folder::new();
    let mut frontier = folder.open(FrontierOptions::default(), 0);
    offer(&mut frontier, "http://h.cz/a", 1);
    let authorities: Vec<String> = (0..20).map(|port| format!("http://h.cz:{port}")).collect();
    for (number, authority) in authorities.iter().enumerate() {
        let (body, until) = ([number as u8; 9], 5000 + number as u64);
        frontier.note_robots(0, authority.as_bytes(), 1, &body, at(until)).unwrap();
    }
    frontier.note_robots(0, b"http://h.cz:19", 2, b"", at(6000)).unwrap();
    let check = |frontier: &Frontier| {
        for (number, authority) in authorities.iter().enumerate() {
            let kept = |now| frontier.robots(0, authority.as_bytes(), at(now)).unwrap();
            match number {
                // No more authorities of a host are kept than these.
                0..4 => assert_eq!(kept(0), None, "{number}"),
                19 => assert_eq!(kept(5999).map(|robots| robots.access), Some(2)),
                _ => {
                    let robots = kept(4999 + number as u64).unwrap();
                    let authority = authority.clone().into_bytes();
                    assert_eq!((robots.authority, robots.body), (authority, vec![number as u8; 9]));
                    assert_eq!(kept(5000 + number as u64), None, "{number}");
                }
            }
        }
        assert!(frontier.has_robots_beside(0, b"http://h.cz:19", at(5017)).unwrap());
        assert!(!frontier.has_robots_beside(0, b"http://h.cz:19", at(5018)).unwrap());
        assert_eq!(frontier.robots(0, b"https://h.cz", at(0)).unwrap(), None);
    };
    check(&frontier);
    frontier.commit(at(0)).unwrap();
    drop(frontier);
    // From the log, and from a checkpoint.
    let frontier = folder.open(FrontierOptions::default(), 0);
    check(&frontier);
    frontier.close(at(0)).unwrap();
    check(&folder.open(FrontierOptions::default(), 0));
}

/// A generator that is the same on every machine.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: u64) -> u64 {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % sides
    }
}

/// A simple model to compare a frontier with. `committed` survives a crash.
#[derive(Clone, Default)]
struct Model {
    offered: BTreeSet<String>,
    done: BTreeSet<String>,
}

#[test]
fn nothing_is_lost_or_done_twice_whenever_it_crashes() {
    for seed in 0..28 {
        let mut dice = Dice(seed);
        let folder = Folder::new();
        let mut options = FrontierOptions {
            connections_per_host: 1 + (seed % 3) as u16,
            checkpoint_uris: 20 + (seed * 7 % 60) as usize,
            ..FrontierOptions::default()
        };
        // The same with few active hosts, which share addresses and have long pauses.
        let is_bounded = seed >= 10;
        if is_bounded {
            options.active_hosts = 1 + (seed % 5) as usize;
            options.eager_hosts = 1 + (seed % 2) as usize;
            options.uris_per_stay = 1 + (seed % 4) as u32;
            options.homes_first = seed % 2 == 0;
            options.connections_per_address = 1 + (seed % 3) as u32;
            options.address_delay = ms(seed % 3);
        }
        let (mut live, mut safe) = (Model::default(), Model::default());
        let mut now = 0;
        let mut frontier = folder.open(options.clone(), now);
        let mut out: Vec<Ticket> = Vec::new();
        for step in 0..1500 {
            now += dice.roll(4);
            match dice.roll(100) {
                0..40 => {
                    let (host, path) = (dice.roll(12), dice.roll(60));
                    let uri = format!("http://h{host}.cz/{path}");
                    let result = offer(&mut frontier, &uri, dice.roll(7) as u8);
                    assert_eq!(result == Offered::Seen, !live.offered.insert(uri));
                }
                40..70 => {
                    if let Next::Go(ticket) = frontier.next(at(now)).unwrap() {
                        assert!(!live.done.contains(uri(&ticket)), "seed {seed} step {step}");
                        let mut ticket = *ticket;
                        let address = IpAddr::from([192, 0, 2, (ticket.host % 5) as u8]);
                        if is_bounded
                            && frontier.set_address(&mut ticket, address, at(now)).is_err()
                        {
                            frontier.give_back(&ticket, None, at(now));
                        } else {
                            out.push(ticket);
                        }
                        let asked: BTreeSet<_> = out.iter().map(|ticket| ticket.host).collect();
                        assert!(asked.len() <= options.active_hosts, "seed {seed} step {step}");
                    }
                }
                70..90 => {
                    if !out.is_empty() {
                        let ticket = out.swap_remove(dice.roll(out.len() as u64) as usize);
                        match dice.roll(8) {
                            0 => {
                                let long = dice.roll(if is_bounded { 40_000 } else { 2 });
                                frontier.give_back(&ticket, Some(ms(long)), at(now));
                            }
                            1 => frontier.retry(&ticket, "x", Some(ms(2)), at(now + 20), at(now)),
                            _ => {
                                live.done.insert(uri(&ticket).into());
                                frontier.finish(
                                    &ticket,
                                    Outcome::Archived,
                                    "",
                                    1,
                                    Some(ms(1)),
                                    at(now),
                                );
                            }
                        }
                    }
                }
                90..97 => {
                    frontier.commit(at(now)).unwrap();
                    safe = live.clone();
                    if frontier.wants_checkpoint() {
                        frontier.checkpoint(at(now)).unwrap();
                    }
                }
                97..99 => {
                    // Crash: what was not committed is gone, and so are the tickets.
                    out.clear();
                    drop(frontier);
                    live = safe.clone();
                    frontier = folder.open(options.clone(), now);
                }
                _ => {
                    frontier.close(at(now)).unwrap();
                    out.clear();
                    safe = live.clone();
                    frontier = folder.open(options.clone(), now);
                }
            }
            assert!(frontier.active_hosts() <= options.active_hosts, "seed {seed} step {step}");
            let out_or_waiting = frontier.queued() + frontier.in_flight() as u64;
            assert_eq!(out_or_waiting, (live.offered.len() - live.done.len()) as u64);
        }
        // To the end.
        out.drain(..).for_each(|ticket| frontier.give_back(&ticket, None, at(now)));
        loop {
            now += 1;
            match frontier.next(at(now)).unwrap() {
                Next::Go(ticket) => {
                    assert!(live.done.insert(uri(&ticket).into()), "{} twice", uri(&ticket));
                    frontier.finish(&ticket, Outcome::Archived, "", 1, Some(ms(0)), at(now));
                }
                Next::Wait(until) => now = until.millis(),
                Next::InFlight => panic!("nothing is in flight"),
                Next::Empty => break,
            }
        }
        assert_eq!(live.done, live.offered, "seed {seed}");
        assert_eq!(frontier.counts().finished, live.offered.len() as u64);
        check_history(&frontier, &live.offered);
    }
}

/// Every URI found has exactly one outcome that is final.
fn check_history(frontier: &Frontier, offered: &BTreeSet<String>) {
    let (mut found, mut entries, mut finals) = (BTreeMap::new(), BTreeMap::new(), BTreeMap::new());
    let read = frontier.history(|happened| {
        match happened {
            Happened::Found { place, uri, .. } => {
                found.insert(place, String::from_utf8(uri).unwrap());
                entries.insert(place, place);
            }
            Happened::Retry { place, found, .. } => drop(entries.insert(place, found)),
            Happened::Done { entry, outcome, .. } => {
                if outcome != Outcome::Retried {
                    *finals.entry(entries[&entry]).or_insert(0) += 1;
                }
            }
            Happened::Rejected { .. }
            | Happened::Host { .. }
            | Happened::Beside { .. }
            | Happened::Again { .. }
            | Happened::Linked { .. } => {}
        }
        Ok(())
    });
    read.unwrap();
    assert_eq!(&found.values().cloned().collect::<BTreeSet<_>>(), offered);
    assert!(finals.values().all(|&times| times == 1));
    assert_eq!(finals.len(), found.len());
}

#[test]
fn torn_frame_is_cut_off_wherever_the_cut_is() {
    let folder = Folder::new();
    let mut frontier = folder.open(FrontierOptions::default(), 0);
    offer(&mut frontier, "http://h.cz/safe", 1);
    frontier.commit(at(0)).unwrap();
    offer(&mut frontier, "http://h.cz/torn", 1);
    frontier.commit(at(0)).unwrap();
    drop(frontier);
    let path = folder.0.join("0000000000000000.log");
    let whole = fs::read(&path).unwrap();
    let frame = whole.windows(4).rposition(|bytes| bytes == b"/tor").unwrap();
    // The second frame begins before its only event, in which nothing else is long.
    let start = (0..frame).rev().find(|&at| whole[at..].starts_with(&[0, 0, 0])).unwrap();
    let start = (16..=start).rev().find(|&at| {
        let size = u32::from_be_bytes(whole[at..at + 4].try_into().unwrap()) as usize;
        at + 16 + size == whole.len()
    });
    for cut in start.unwrap() + 1..whole.len() {
        fs::write(&path, &whole[..cut]).unwrap();
        let mut frontier = folder.open(FrontierOptions::default(), 0);
        assert_eq!(frontier.queued(), 1, "cut at {cut}");
        assert_eq!(offer(&mut frontier, "http://h.cz/safe", 1), Offered::Seen);
        assert!(matches!(offer(&mut frontier, "http://h.cz/torn", 1), Offered::New(_)));
    }
    let mut wrong = whole.clone();
    wrong[40] ^= 1;
    fs::write(&path, &wrong).unwrap();
    let opened = Frontier::open(&folder.0, FrontierOptions::default(), at(0));
    assert!(matches!(opened.err(), Some(FrontierError::Damaged { .. })));
}

#[test]
fn log_that_is_shorter_than_the_checkpoint_says_is_reported() {
    let folder = Folder::new();
    let mut frontier = folder.open(FrontierOptions::default(), 0);
    offer(&mut frontier, "http://h.cz/safe", 1);
    frontier.checkpoint(at(0)).unwrap();
    drop(frontier);
    let path = folder.0.join("0000000000000000.log");
    let whole = fs::read(&path).unwrap();
    for length in [whole.len() - 1, 17, 16, 0] {
        fs::write(&path, &whole[..length]).unwrap();
        let opened = Frontier::open(&folder.0, FrontierOptions::default(), at(0));
        assert!(matches!(opened.err(), Some(FrontierError::Damaged { .. })), "cut to {length}");
    }
    fs::write(&path, &whole).unwrap();
    assert_eq!(folder.open(FrontierOptions::default(), 0).queued(), 1);
}

#[test]
fn files_that_no_checkpoint_names_are_removed() {
    let folder = Folder::new();
    let mut frontier = folder.open(FrontierOptions::default(), 0);
    offer(&mut frontier, "http://h.cz/safe", 1);
    frontier.checkpoint(at(0)).unwrap();
    drop(frontier);
    let names = || {
        let items = fs::read_dir(&folder.0).unwrap();
        items.map(|item| item.unwrap().file_name().into_string().unwrap()).collect::<BTreeSet<_>>()
    };
    let before = names();
    for stray in ["seen-00000009.run", "queue-00000001.run.new", "hosts-00000007.tab.new"] {
        fs::write(folder.0.join(stray), "half").unwrap();
    }
    fs::write(folder.0.join("notes.txt"), "somebody's").unwrap();
    assert_eq!(folder.open(FrontierOptions::default(), 0).queued(), 1);
    let after = names();
    assert!(after.is_superset(&before) && after.contains("notes.txt"), "{after:?}");
    assert_eq!(after.len(), before.len() + 1, "{after:?}");
}

#[test]
fn history_is_read_beside_whoever_uses_the_frontier_and_without_a_torn_end() {
    let folder = Folder::new();
    let mut frontier = folder.open(FrontierOptions::default(), 0);
    for number in 0..1000 {
        offer(&mut frontier, &format!("http://h{}.cz/page/number/{number}", number % 7), 1);
        frontier.commit(at(number)).unwrap();
    }
    let read = || {
        let mut history = History::open(&folder.0).unwrap();
        let mut places = Vec::new();
        let result = history.read(|happened| {
            if let Happened::Found { place, uri, time, .. } = happened {
                places.push((place, uri, time.millis()));
            }
            Ok(())
        });
        result.unwrap();
        for (place, uri, _) in &places {
            assert_eq!(&history.entry(*place).unwrap().uri, uri);
        }
        places
    };
    let all = read();
    assert_eq!(all.len(), 1000);
    assert_eq!((&all[999].1[..], all[999].2), (&b"http://h5.cz/page/number/999"[..], 999));
    let mut files: Vec<_> =
        fs::read_dir(&folder.0).unwrap().map(|file| file.unwrap().path()).collect();
    files.retain(|path| path.extension().is_some_and(|end| end == "log"));
    files.sort();
    assert!(files.len() > 2, "{files:?}");
    // Events in memory are not read, and a torn end is not changed.
    offer(&mut frontier, "http://h.cz/uncommitted", 1);
    assert_eq!(read().len(), 1000);
    frontier.commit(at(1000)).unwrap();
    let last = files.last().unwrap();
    let whole = fs::read(last).unwrap();
    fs::write(last, &whole[..whole.len() - 1]).unwrap();
    assert_eq!(read(), all);
    assert_eq!(fs::read(last).unwrap().len(), whole.len() - 1);
}

#[test]
fn whoever_reads_on_gets_every_event_once_though_files_are_begun_meanwhile() {
    let folder = Folder::new();
    let mut frontier = folder.open(FrontierOptions::default(), 0);
    let mut history: Option<History> = None;
    let (mut place, mut told, mut expected) = (0, Vec::new(), Vec::new());
    for number in 0..1000 {
        let uri = format!("http://h{}.cz/page/number/{number}", number % 7);
        offer(&mut frontier, &uri, 1);
        expected.push(uri);
        frontier.commit(at(number)).unwrap();
        if number % 90 != 0 && number < 998 {
            continue;
        }
        let history = history.get_or_insert_with(|| History::open(&folder.0).unwrap());
        let mut found = Vec::new();
        let read = history.read_on(place, |happened| {
            if let Happened::Found { place, uri, .. } = happened {
                told.push(String::from_utf8(uri).unwrap());
                found.push(place);
            }
            Ok(())
        });
        place = read.unwrap();
        // Hosts that were named before are still known.
        let last = history.entry(*found.last().unwrap()).unwrap();
        assert_eq!(Some(&String::from_utf8(last.uri).unwrap()), expected.last());
    }
    assert_eq!(told, expected);
    // Nothing new.
    let history = history.as_mut().unwrap();
    assert_eq!(history.read_on(place, |_| panic!("nothing new was told")).unwrap(), place);
    let files = fs::read_dir(&folder.0).unwrap();
    let is_log = |name: &std::ffi::OsStr| name.to_string_lossy().ends_with(".log");
    assert!(files.filter(|file| is_log(&file.as_ref().unwrap().file_name())).count() > 2);
}

#[test]
fn ends_are_told_from_any_place_on_with_page_and_way() {
    let folder = Folder::new();
    let mut frontier = folder.open(FrontierOptions::default(), 0);
    let Offered::New(page) = offer(&mut frontier, "http://h.cz/", 1) else { panic!("not new") };
    let ticket = go(&mut frontier, 0);
    frontier.reject(b"mailto:a@h.cz", Some(page), "scheme").unwrap();
    let link = Offer {
        uri: b"http://h.cz/a",
        host: "h.cz",
        level: 1,
        via: Some(page),
        hops: b"L",
        is_seed: false,
        is_sitemap: false,
        standing: 0,
    };
    frontier.offer(&link).unwrap();
    frontier.finish(&ticket, Outcome::Archived, "200 size=5", 5, Some(ms(0)), at(0));
    frontier.commit(at(1000)).unwrap();
    let ticket = go(&mut frontier, 1);
    frontier.retry(&ticket, "closed", Some(ms(0)), at(1), at(1));
    let ticket = go(&mut frontier, 2);
    frontier.finish(&ticket, Outcome::Failed, "closed", 0, Some(ms(0)), at(2));
    frontier.commit(at(2000)).unwrap();

    let read = |from: LogPlace| {
        let mut told = Vec::new();
        let mut history = History::open(&folder.0).unwrap();
        let read = history.ends(from, |end| {
            let via = end.via.map(|via| String::from_utf8_lossy(via).into_owned());
            let uri = String::from_utf8_lossy(end.uri).into_owned();
            told.push((end.place, uri, end.fate, end.reason, via, end.time.millis()));
            Ok(())
        });
        read.unwrap();
        assert_eq!(history.began().unwrap(), Some(at(1000)));
        assert_eq!(history.length().unwrap(), frontier.log.committed_end());
        told
    };
    let all = read(0);
    let summary: Vec<_> = all
        .iter()
        .map(|(_, uri, fate, reason, via, time)| {
            format!("{uri} {} {reason} {} {time}", fate.name(), via.as_deref().unwrap_or("-"))
        })
        .collect();
    let expected = [
        "mailto:a@h.cz rejected scheme http://h.cz/ 1000",
        "http://h.cz/ archived 200 - 1000",
        "http://h.cz/a failed closed http://h.cz/ 2000",
    ];
    assert_eq!(summary, expected);
    let last = Fate::Outcome { outcome: Outcome::Failed, hops: b"L".to_vec(), attempts: 2 };
    assert_eq!(all[2].2, last);
    for skipped in 0..3 {
        assert_eq!(read(all[skipped].0 + 1), all[skipped + 1..]);
    }
}
