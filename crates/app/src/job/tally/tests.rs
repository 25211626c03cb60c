//! The tally of a log that grows, over a real frontier.

use super::*;
use std::time::Duration;
use stodola_frontier::{Frontier, FrontierOptions, Next, Offer, Ticket};

/// A frontier in a folder that goes with it.
struct Growing {
    folder: PathBuf,
    frontier: Frontier,
}

impl Drop for Growing {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

impl Growing {
    fn begin(name: &str) -> Growing {
        let folder = std::env::temp_dir().join(format!("stodola-{name}-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&folder);
        let options = FrontierOptions::default();
        let (frontier, _) = Frontier::open(&folder, options, Time::ZERO).unwrap();
        Growing { folder, frontier }
    }

    fn offer(&mut self, host: &str, path: &str) {
        let uri = format!("http://{host}/{path}");
        let offer = Offer {
            uri: uri.as_bytes(),
            host,
            level: 1,
            via: None,
            hops: b"L",
            is_seed: false,
            is_sitemap: false,
            standing: 0,
        };
        self.frontier.offer(&offer).unwrap();
    }

    fn next(&mut self, now: Time) -> Ticket {
        match self.frontier.next(now).unwrap() {
            Next::Go(ticket) => *ticket,
            other => panic!("{other:?}"),
        }
    }

    /// Fetches the next URI.
    fn end(&mut self, outcome: Outcome, detail: &str, now: u64) {
        let now = Time::from_millis(now);
        let ticket = self.next(now);
        self.frontier.finish(&ticket, outcome, detail, 7, Some(Duration::ZERO), now);
        self.frontier.commit(now).unwrap();
    }
}

#[test]
fn a_log_is_counted_on_as_it_grows() {
    let mut job = Growing::begin("tally-grows");
    let mut reader = TallyReader::open(&job.folder).unwrap();
    assert_eq!(reader.ahead().unwrap(), 0);
    reader.read_on().unwrap();
    assert_eq!(reader.tally(), JobTally::default());
    for path in ["a", "b", "c", "d"] {
        job.offer("a.cz", path);
    }
    job.end(Outcome::Archived, "200 size=7 type=Text/HTML", 1000);
    let at = Time::from_millis(2000);
    let ticket = job.next(at);
    let later = Time::from_millis(60_000);
    job.frontier.retry(&ticket, "connect-timeout", Some(Duration::ZERO), later, at);
    job.frontier.commit(at).unwrap();
    assert!(reader.ahead().unwrap() > 0);
    reader.read_on().unwrap();
    let tally = reader.tally();
    assert_eq!((tally.finished(), tally.trouble_number), (1, 1));
    let timeout = TroubleKind::Failure(FetchFailure::ConnectTimeout);
    let expected = JobTrouble {
        time: at,
        uri: "http://a.cz/b".to_owned(),
        kind: timeout,
        follows: TroubleFollows::Again { not_before: later, failed: 1 },
    };
    assert_eq!(tally.troubles, [expected]);
    // More of it, and another host; what was counted is not counted again.
    job.offer("b.cz", "x");
    job.end(Outcome::Archived, "503 size=7 type=text/html", 3000);
    job.end(Outcome::RobotsExcluded, "Disallow:%20/", 4000);
    job.end(Outcome::Archived, "200 size=9 truncated=length", 5000);
    job.end(Outcome::Failed, "connect-timeout", 70_000);
    reader.ahead().unwrap();
    reader.read_on().unwrap();
    let tally = reader.tally();
    let outcomes = [(Outcome::Archived, 3), (Outcome::RobotsExcluded, 1), (Outcome::Failed, 1)];
    assert_eq!(tally.outcomes, BTreeMap::from(outcomes));
    assert_eq!(tally.statuses, BTreeMap::from([(200, 2), (503, 1)]));
    let types: Vec<_> = tally.types.iter().map(|it| (&*it.name, it.documents, it.bytes)).collect();
    assert_eq!(types, [("text/html", 2, 14), ("unknown", 1, 7)]);
    let kinds: Vec<_> = tally.kinds.iter().map(|it| (it.kind, it.number)).collect();
    let others = [(TroubleKind::Status(503), 1), (TroubleKind::CutLength, 1)];
    assert_eq!((kinds[0], &kinds[1..]), ((timeout, 2), &others[..]));
    assert_eq!(tally.kinds[0].time, Time::from_millis(70_000));
    assert_eq!(tally.troubles[0].follows, TroubleFollows::GivenUp(2));
    assert_eq!(tally.troubles.len(), 4);
    assert_eq!(tally.recent[0].outcome, Outcome::Failed);
    assert_eq!(tally.recent.last().unwrap().uri, "http://a.cz/a");
}

#[test]
fn memory_is_bounded_whatever_servers_say() {
    let mut counted = Counted::default();
    for number in 0..2000u64 {
        let line = format!("200 size=1 type=x/{number}{}", "y".repeat(5000));
        counted.count(&Happened::Done {
            place: number,
            entry: number,
            host: 0,
            level: 1,
            outcome: Outcome::Archived,
            detail: line.as_bytes(),
            bytes: 1,
            wait: Duration::ZERO,
            replaces: None,
            time: Time::ZERO,
        });
        counted.note_trouble(SeenTrouble {
            time: Time::ZERO,
            entry: number,
            host: 0,
            kind: TroubleKind::Status(number as u16),
            outcome: Outcome::Archived,
            again: None,
        });
    }
    assert!(counted.types.len() <= TYPES_MAX + 1 && counted.kinds.len() <= KINDS_MAX + 1);
    assert!(counted.types.keys().all(|name| name.len() <= TYPE_LENGTH));
    let types = counted.types();
    assert_eq!(types.iter().map(|it| it.documents).sum::<u64>(), 2000);
    assert_eq!((types[0].name.as_str(), types[0].documents), ("", 2000 - TYPES_MAX as u64));
    assert_eq!(counted.kinds.values().map(|it| it.number).sum::<u64>(), 2000);
    assert_eq!((counted.troubles.len(), counted.recent.len()), (NEWEST, NEWEST));
}

#[test]
fn another_log_in_the_same_folder_is_counted_from_its_beginning() {
    let mut job = Growing::begin("tally-another");
    job.offer("a.cz", "a");
    job.end(Outcome::Archived, "200", 1000);
    let mut reader = TallyReader::open(&job.folder).unwrap();
    reader.ahead().unwrap();
    reader.read_on().unwrap();
    assert_eq!(reader.tally().finished(), 1);
    drop(job);
    let mut job = Growing::begin("tally-another");
    job.offer("b.cz", "b");
    job.end(Outcome::Failed, "closed", 9000);
    assert!(reader.ahead().unwrap() > 0);
    reader.read_on().unwrap();
    let tally = reader.tally();
    assert_eq!(tally.outcomes, BTreeMap::from([(Outcome::Failed, 1)]));
    assert_eq!(tally.recent[0].uri, "http://b.cz/b");
}
