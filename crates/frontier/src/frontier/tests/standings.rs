//! URIs that come back because of a larger standing: when, for what, and the state after a crash.

mod model;

use super::*;

fn options() -> FrontierOptions {
    FrontierOptions { has_standings: true, ..FrontierOptions::default() }
}

fn offer_with(frontier: &mut Frontier, uri: &str, level: u8, standing: u32) -> Offered {
    let host = stodola_uri::host(uri.as_bytes()).unwrap().into_owned();
    let offer = Offer {
        uri: uri.as_bytes(),
        host: &host,
        level,
        via: None,
        hops: b"L",
        is_seed: false,
        is_sitemap: false,
        standing,
    };
    frontier.offer(&offer).unwrap()
}

/// Ends a fetch with a settled standing.
fn settle(frontier: &mut Frontier, ticket: &Ticket, standing: u32, is_archived: bool, now: u64) {
    // There is no outcome yet for what was fetched and is not kept; any that is no capture will do.
    let outcome = if is_archived { Outcome::Archived } else { Outcome::OutOfScope };
    let settled = Some(SettledUri { standing, is_archived });
    let finished = Finished { outcome, detail: "200", bytes: 10, settled };
    frontier.finish_as(ticket, &finished, Some(ms(0)), at(now));
}

/// Name, steps, and how many are found, finished and archived in the end.
type Case = (&'static str, &'static [Step], (u64, u64, u64));

/// One step with the only URI of the test.
#[derive(Clone, Copy, Debug)]
enum Step {
    /// The URI is offered, with this result.
    Offer(u32, &'static str),
    /// The URI is handed out with this standing and errand.
    Go(u32, Errand),
    /// Its ticket comes back with this standing, archived.
    Archive(u32),
    /// Its ticket comes back with this standing, not archived.
    Leave(u32),
    /// It was not fetched.
    Refuse,
    /// It is to be tried again.
    Retry,
    /// Its ticket is given back.
    GiveBack,
    /// Its links were offered.
    Links(u32),
    /// The frontier is empty.
    Empty,
}

#[test]
fn larger_standing_brings_a_uri_back_once_and_only_for_what_it_lacks() {
    use Errand::{Fetch, Links as ForLinks};
    use Step::*;
    let cases: &[Case] = &[
        ("waits", &[Offer(3, "new"), Offer(7, "seen"), Offer(5, "seen"), Go(7, Fetch)], (1, 0, 0)),
        (
            "archived, and no more is offered",
            &[Offer(3, "new"), Go(3, Fetch), Archive(9), Offer(9, "seen"), Empty],
            (1, 1, 1),
        ),
        (
            "archived, and more is offered",
            &[
                Offer(3, "new"),
                Go(3, Fetch),
                Archive(3),
                Offer(4, "again"),
                Offer(6, "seen"),
                Go(6, ForLinks),
                Links(6),
                Offer(6, "seen"),
                Empty,
            ],
            (1, 1, 1),
        ),
        (
            "not archived, and more is offered",
            &[
                Offer(0, "new"),
                Go(0, Fetch),
                Leave(2),
                Offer(2, "seen"),
                Offer(3, "again"),
                Go(3, Fetch),
                Archive(3),
                Offer(1_000_257, "again"),
                Go(1_000_257, ForLinks),
                Links(0),
                Empty,
            ],
            (1, 1, 1),
        ),
        (
            "parts of a standing are compared each for itself",
            &[
                Offer(5, "new"),
                Offer(1 << 21, "seen"),
                Go(5 | 1 << 21, Fetch),
                Archive(5 | 1 << 21),
                Offer(4 | 1 << 21, "seen"),
                Offer(1 << 20, "again"),
                Offer(2 << 21, "seen"),
                Go(5 | 1 << 20 | 2 << 21, ForLinks),
                Links(5),
                Offer(6, "again"),
                Go(6 | 1 << 20 | 2 << 21, ForLinks),
                Links(6),
                Empty,
            ],
            (1, 1, 1),
        ),
        (
            "not archived twice",
            &[
                Offer(0, "new"),
                Go(0, Fetch),
                Leave(0),
                Offer(1, "again"),
                Go(1, Fetch),
                Leave(1),
                Empty,
            ],
            (1, 1, 0),
        ),
        (
            "more is offered while it is being archived",
            &[
                Offer(1, "new"),
                Go(1, Fetch),
                Offer(5, "seen"),
                Archive(4),
                Go(5, ForLinks),
                Links(5),
                Empty,
            ],
            (1, 1, 1),
        ),
        (
            "more is offered meanwhile, but it has come to as much",
            &[Offer(1, "new"), Go(1, Fetch), Offer(5, "seen"), Archive(5), Empty],
            (1, 1, 1),
        ),
        (
            "more is offered while it is fetched and not archived",
            &[
                Offer(1, "new"),
                Go(1, Fetch),
                Offer(5, "seen"),
                Leave(1),
                Go(5, Fetch),
                Leave(5),
                Empty,
            ],
            (1, 1, 0),
        ),
        (
            "more is offered while its links are",
            &[
                Offer(1, "new"),
                Go(1, Fetch),
                Archive(1),
                Offer(2, "again"),
                Go(2, ForLinks),
                Offer(3, "seen"),
                Links(2),
                Go(3, ForLinks),
                Links(3),
                Empty,
            ],
            (1, 1, 1),
        ),
        (
            "refused",
            &[Offer(1, "new"), Go(1, Fetch), Offer(2, "seen"), Refuse, Offer(9, "seen"), Empty],
            (1, 1, 0),
        ),
        (
            "refused the second time",
            &[
                Offer(0, "new"),
                Go(0, Fetch),
                Leave(0),
                Offer(1, "again"),
                Go(1, Fetch),
                Refuse,
                Offer(9, "seen"),
                Empty,
            ],
            (1, 1, 0),
        ),
        (
            "more is offered before another attempt",
            &[
                Offer(1, "new"),
                Go(1, Fetch),
                Retry,
                Offer(4, "seen"),
                Go(4, Fetch),
                Archive(4),
                Empty,
            ],
            (1, 1, 1),
        ),
        (
            "given back and tried again on the second way",
            &[
                Offer(0, "new"),
                Go(0, Fetch),
                Archive(0),
                Offer(1, "again"),
                Go(1, ForLinks),
                GiveBack,
                Offer(2, "seen"),
                Go(2, ForLinks),
                Retry,
                Go(2, ForLinks),
                Refuse,
                Empty,
            ],
            (1, 1, 1),
        ),
    ];
    for (name, steps, counts) in cases {
        // The result is the same if the frontier is killed, or closed, between any two steps.
        for crash in 0..3 {
            play(name, steps, crash, *counts);
        }
    }
}

fn play(name: &str, steps: &[Step], crash: u32, counts: (u64, u64, u64)) {
    let folder = Folder::new();
    let mut frontier = folder.open(options(), 0);
    let mut ticket = None;
    for (now, &step) in steps.iter().enumerate() {
        let now = now as u64 * 10;
        let case = format!("{name}, crash {crash}, step {step:?}");
        match step {
            Step::Offer(standing, expected) => {
                let offered = match offer_with(&mut frontier, "http://h.cz/a", 2, standing) {
                    Offered::New(_) => "new",
                    Offered::Seen => "seen",
                    Offered::Again => "again",
                    other => panic!("{case}: {other:?}"),
                };
                assert_eq!(offered, expected, "{case}");
            }
            Step::Go(standing, errand) => {
                let taken = go(&mut frontier, now);
                assert_eq!((taken.standing, taken.errand), (standing, errand), "{case}");
                ticket = Some(taken);
            }
            Step::Archive(standing) => {
                settle(&mut frontier, &ticket.take().unwrap(), standing, true, now);
            }
            Step::Leave(standing) => {
                settle(&mut frontier, &ticket.take().unwrap(), standing, false, now);
            }
            Step::Refuse => {
                let ticket = ticket.take().unwrap();
                frontier.finish(&ticket, Outcome::RobotsExcluded, "", 0, None, at(now));
            }
            Step::Retry => frontier.retry(&ticket.take().unwrap(), "x", None, at(now), at(now)),
            Step::GiveBack => frontier.give_back(&ticket.take().unwrap(), None, at(now)),
            Step::Links(standing) => frontier.finish_links(&ticket.take().unwrap(), standing),
            Step::Empty => {
                assert!(matches!(frontier.next(at(now)).unwrap(), Next::Empty), "{case}");
            }
        }
        if ticket.is_none() {
            match crash {
                0 => {}
                1 => {
                    frontier.commit(at(now)).unwrap();
                    drop(frontier);
                    frontier = folder.open(options(), now);
                }
                // Once there are standings, there always are.
                _ => {
                    frontier.close(at(now)).unwrap();
                    frontier = folder.open(FrontierOptions::default(), now);
                }
            }
        }
    }
    let Counts { found, finished, archived, .. } = frontier.counts();
    assert_eq!((found, finished, archived), counts, "{name}, crash {crash}");
}

#[test]
fn links_of_an_archived_page_are_offered_though_its_host_is_closed() {
    let folder = Folder::new();
    let mut frontier = folder.open(options(), 0);
    offer_with(&mut frontier, "http://h.cz/a", 1, 1);
    offer_with(&mut frontier, "http://h.cz/b", 1, 1);
    let ticket = go(&mut frontier, 0);
    settle(&mut frontier, &ticket, 1, true, 0);
    frontier.close_host(ticket.host, Outcome::OverBudget, at(0));
    assert_eq!(offer_with(&mut frontier, "http://h.cz/a", 0, 2), Offered::Again);
    let ticket = go(&mut frontier, 0);
    assert_eq!(
        (uri(&ticket), ticket.errand, ticket.closed),
        ("http://h.cz/a", Errand::Links, None)
    );
    frontier.finish_links(&ticket, 2);
    let ticket = go(&mut frontier, 0);
    assert_eq!(ticket.closed, Some(ClosedHost::With(Outcome::OverBudget)));
}

#[test]
fn sweep_leaves_those_alone_that_wait_for_the_second_time_and_refuses_others_for_good() {
    let folder = Folder::new();
    let mut frontier = folder.open(options(), 0);
    offer_with(&mut frontier, "http://h.cz/a", 1, 1);
    let ticket = go(&mut frontier, 0);
    settle(&mut frontier, &ticket, 1, false, 0);
    assert_eq!(offer_with(&mut frontier, "http://h.cz/a", 1, 2), Offered::Again);
    offer_with(&mut frontier, "http://h.cz/b", 1, 1);
    let all = |_: &WaitingUri| Some(Reason::from_text("no"));
    assert_eq!(frontier.sweep_host(0, Outcome::OutOfScope, all).unwrap(), 1);
    assert_eq!(offer_with(&mut frontier, "http://h.cz/b", 1, 9), Offered::Seen);
    frontier.commit(at(0)).unwrap();
    drop(frontier);
    let mut frontier = folder.open(options(), 0);
    assert_eq!(offer_with(&mut frontier, "http://h.cz/b", 1, 9), Offered::Seen);
    let ticket = go(&mut frontier, 0);
    assert_eq!((uri(&ticket), ticket.standing), ("http://h.cz/a", 2));
    settle(&mut frontier, &ticket, 2, false, 0);
    assert!(matches!(frontier.next(at(0)).unwrap(), Next::Empty));
}

#[test]
fn plain_frontier_gets_standings_from_then_on_and_older_programs_refuse_it() {
    let folder = Folder::new();
    let mut frontier = folder.open(FrontierOptions::default(), 0);
    offer_with(&mut frontier, "http://h.cz/old", 1, 5);
    frontier.commit(at(0)).unwrap();
    drop(frontier);
    let versions = || -> Vec<u8> {
        let mut files: Vec<_> =
            fs::read_dir(&folder.0).unwrap().map(|f| f.unwrap().path()).collect();
        files.retain(|path| path.extension().is_some_and(|end| end == "log"));
        files.sort();
        files.iter().map(|path| fs::read(path).unwrap()[15]).collect()
    };
    assert_eq!(versions(), [1]);
    let mut frontier = folder.open(options(), 0);
    offer_with(&mut frontier, "http://h.cz/new", 1, 5);
    frontier.checkpoint(at(0)).unwrap();
    assert_eq!(versions(), [1, 2]);
    let checkpoint = fs::read_to_string(folder.0.join("checkpoint")).unwrap();
    assert!(checkpoint.starts_with("stodola-frontier 2\n"), "{checkpoint}");
    drop(frontier);
    let mut frontier = folder.open(options(), 0);
    assert_eq!(offer_with(&mut frontier, "http://h.cz/old", 1, 9), Offered::Seen);
    for (path, standing) in [("http://h.cz/old", 0), ("http://h.cz/new", 5)] {
        let ticket = go(&mut frontier, 0);
        assert_eq!((uri(&ticket), ticket.standing), (path, standing));
        settle(&mut frontier, &ticket, 5, true, 0);
    }
    assert_eq!(offer_with(&mut frontier, "http://h.cz/old", 1, 9), Offered::Seen);
    assert_eq!(offer_with(&mut frontier, "http://h.cz/new", 1, 9), Offered::Again);
}

#[test]
fn plain_frontier_keeps_its_files_as_they_were() {
    let folder = Folder::new();
    let mut frontier = folder.open(FrontierOptions::default(), 0);
    assert!(matches!(offer_with(&mut frontier, "http://h.cz/a", 1, 1), Offered::New(_)));
    let ticket = go(&mut frontier, 0);
    assert_eq!((ticket.standing, ticket.errand), (0, Errand::Fetch));
    settle(&mut frontier, &ticket, 1, false, 0);
    assert_eq!(offer_with(&mut frontier, "http://h.cz/a", 1, 2), Offered::Seen);
    frontier.close(at(0)).unwrap();
    let checkpoint = fs::read_to_string(folder.0.join("checkpoint")).unwrap();
    assert!(checkpoint.starts_with("stodola-frontier 1\n"), "{checkpoint}");
    let log = fs::read(folder.0.join("0000000000000000.log")).unwrap();
    // Version 1; then the frame, with the URI as in logs without standings.
    assert_eq!(log[12..16], [0, 0, 0, 1]);
    assert!(log.windows(8).any(|bytes| bytes == b"\x00\x01\x00\x01L\x00/a"), "{log:?}");
}

#[test]
fn ends_and_history_tell_which_outcome_replaces_which() {
    let folder = Folder::new();
    let mut frontier = folder.open(options(), 0);
    offer_with(&mut frontier, "http://h.cz/a", 1, 1);
    let ticket = go(&mut frontier, 0);
    settle(&mut frontier, &ticket, 1, false, 0);
    offer_with(&mut frontier, "http://h.cz/a", 1, 2);
    let ticket = go(&mut frontier, 0);
    frontier.retry(&ticket, "x", None, at(0), at(0));
    let ticket = go(&mut frontier, 0);
    settle(&mut frontier, &ticket, 2, true, 0);
    offer_with(&mut frontier, "http://h.cz/a", 1, 3);
    let ticket = go(&mut frontier, 0);
    frontier.finish_links(&ticket, 3);
    frontier.commit(at(0)).unwrap();
    let mut told = Vec::new();
    let mut history = History::open(&folder.0).unwrap();
    let read = history.ends(0, |end| {
        told.push((end.place, end.uri.to_vec(), end.fate.name(), end.replaces));
        Ok(())
    });
    read.unwrap();
    let (first, second) = (told[0].0, told[1].0);
    let page = b"http://h.cz/a".to_vec();
    let expected = [
        (first, page.clone(), "out-of-scope", None),
        (second, page, "archived", Some(Outcome::OutOfScope)),
    ];
    assert_eq!(told, expected);
    let earlier = history.earlier(first).unwrap();
    assert_eq!((earlier.outcome, earlier.bytes), (Outcome::OutOfScope, 10));
    assert!(history.earlier(first + 1).is_err());
}
