//! Pauses that grow and shrink, and clocks that are set back.

use super::*;

/// Returns a frontier with enough URIs of one host, and the pauses of a job.
fn begin(folder: &Folder, now: u64) -> Frontier {
    let mut frontier = folder.open(options(), now);
    for number in 0..50 {
        offer(&mut frontier, &format!("http://h.cz/{number}"), 1);
    }
    frontier
}

fn options() -> FrontierOptions {
    FrontierOptions {
        crash_delay: ms(1000),
        longest_pause: ms(60_000),
        longest_robots: ms(3_600_000),
        ..FrontierOptions::default()
    }
}

const YEAR: u64 = 365 * 86_400_000;

#[test]
fn a_pause_that_grew_shrinks_after_good_answers_and_is_gone_in_the_end() {
    let folder = Folder::new();
    let mut frontier = begin(&folder, 0);
    let grown: Vec<_> = (0..6).map(|_| frontier.note_haste(0, ms(1000), ms(9000))).collect();
    assert_eq!(grown, [1000, 2000, 4000, 8000, 9000, 9000].map(ms));
    assert_eq!(frontier.slowed(), 1);
    let slowest = SlowedHost { name: "h.cz".into(), pause: ms(9000) };
    assert_eq!(frontier.slowest(5), [slowest]);
    let mut seen = Vec::new();
    for answer in 1..=50 {
        seen.extend(frontier.note_good_answer(0, ms(1000)).map(|pause| (answer, pause)));
    }
    assert_eq!(seen, [(10, ms(4500)), (20, ms(2250)), (30, ms(1125)), (40, ms(0))]);
    assert_eq!((frontier.least_wait(0), frontier.slowed()), (ms(0), 0));
    // A complaint in between resets the number of good answers.
    frontier.note_haste(0, ms(1000), ms(9000));
    (0..9).for_each(|_| assert_eq!(frontier.note_good_answer(0, ms(100)), None));
    assert_eq!(frontier.note_haste(0, ms(1000), ms(9000)), ms(2000));
    assert_eq!(frontier.note_good_answer(0, ms(100)), None);
    assert_eq!(frontier.reset_pace("h.cz"), Some(ms(2000)));
    assert_eq!((frontier.reset_pace("h.cz"), frontier.reset_pace("x.cz")), (Some(ms(0)), None));
}

#[test]
fn a_host_is_told_with_its_queue_its_pause_and_why_it_is_closed() {
    let folder = Folder::new();
    let mut frontier = begin(&folder, 0);
    for uri in ["http://a.cz/1", "http://b.cz/1", "http://b.cz/2"] {
        offer(&mut frontier, uri, 1);
    }
    frontier.note_haste(0, ms(1000), ms(9000));
    frontier.close_host(1, Outcome::NotNational, Time::from_millis(1));
    let told = |id| frontier.host_turn(id).map(|it| (it.name, it.queued, it.grown, it.closed));
    assert_eq!(told(0), Some(("h.cz".into(), 50, ms(1000), None)));
    let closed = Some(ClosedHost::With(Outcome::NotNational));
    assert_eq!(told(1), Some(("a.cz".into(), 1, ms(0), closed)));
    assert_eq!(told(2), Some(("b.cz".into(), 2, ms(0), None)));
    assert_eq!((told(3), frontier.hosts()), (None, 3));
}

#[test]
fn a_pause_that_grew_survives_a_crash_and_a_clean_end() {
    let folder = Folder::new();
    let mut frontier = begin(&folder, 0);
    for _ in 0..3 {
        frontier.note_haste(0, ms(1000), ms(30_000));
    }
    let ticket = go(&mut frontier, 0);
    frontier.retry(
        &ticket,
        "429 pause=4000:complaint slowed=4000",
        Some(ms(4000)),
        at(4000),
        at(0),
    );
    frontier.commit(at(0)).unwrap();
    drop(frontier);
    let mut frontier = folder.open(options(), 10_000);
    assert_eq!((frontier.least_wait(0), frontier.slowed()), (ms(4000), 1));
    assert_eq!(frontier.note_haste(0, ms(1000), ms(30_000)), ms(8000));
    frontier.close(at(10_000)).unwrap();
    let mut frontier = folder.open(options(), 20_000);
    assert_eq!((frontier.least_wait(0), frontier.slowed()), (ms(8000), 1));
    // After a checkpoint the pause stays reset.
    assert_eq!(frontier.reset_pace("h.cz"), Some(ms(8000)));
    frontier.checkpoint(at(20_000)).unwrap();
    drop(frontier);
    assert_eq!(folder.open(options(), 30_000).least_wait(0), ms(0));
}

#[test]
fn a_clock_that_is_set_back_stalls_nobody() {
    for (is_clean, now) in [(true, 5000), (false, 5000), (true, YEAR - 1000), (false, YEAR - 1000)]
    {
        let folder = Folder::new();
        let mut frontier = begin(&folder, YEAR);
        let ticket = go(&mut frontier, YEAR);
        let host = ticket.host;
        frontier.note_robots(host, b"http://h.cz", 0, b"", at(YEAR + 3_600_000)).unwrap();
        frontier.retry(&ticket, "connect", Some(ms(30_000)), at(YEAR + 30_000), at(YEAR));
        match is_clean {
            true => frontier.close(at(YEAR)).unwrap(),
            false => {
                frontier.commit(at(YEAR)).unwrap();
                drop(frontier);
            }
        }
        let mut frontier = folder.open(options(), now);
        let until = until(&mut frontier, now);
        assert!(until >= now + 30_000 && until <= now + 60_000, "{until} at {now}");
        assert!(frontier.robots(host, b"http://h.cz", at(now)).unwrap().is_some());
        assert!(frontier.robots(host, b"http://h.cz", at(now + 3_600_000)).unwrap().is_none());
        // All URIs, including the one that is tried again.
        let (mut time, mut done) = (until, 0);
        loop {
            match frontier.next(at(time)).unwrap() {
                Next::Go(ticket) => {
                    frontier.finish(&ticket, Outcome::Archived, "200", 1, Some(ms(10)), at(time));
                    done += 1;
                }
                Next::Wait(until) => {
                    let until = until.millis();
                    assert!(until <= time + 60_000, "{until} at {time}");
                    time = until;
                }
                Next::InFlight => panic!("nothing is in flight"),
                Next::Empty => break,
            }
        }
        assert_eq!(done, 50);
        assert!(time < now + 120_000);
    }
}
