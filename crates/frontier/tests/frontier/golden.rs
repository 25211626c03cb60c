//! Frontiers that earlier versions of the program wrote must open, with all that is in them.
//!
//! The folders below `golden` were written by version 0.1.0 before sorted runs moved to the crate `table`. They hold
//! 600 URIs of three hosts, of which one in four has an outcome; a checkpoint was written after each hundred, so that
//! runs of several sizes are there; the last commit stands in the log alone.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;
use stodola_frontier::{
    Frontier, FrontierOptions, Happened, History, Next, Offer, Offered, Outcome, Time,
};

const URIS: u64 = 600;
const NOW: Time = Time::from_millis(1_700_000_000_000);

/// A copy of a golden folder, gone after the test: opening one changes it.
struct Copy(PathBuf);

impl Copy {
    fn new(name: &str) -> Copy {
        let golden = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden").join(name);
        let copy =
            std::env::temp_dir().join(format!("stodola-golden-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&copy);
        fs::create_dir_all(&copy).unwrap();
        for item in fs::read_dir(&golden).unwrap() {
            let path = item.unwrap().path();
            fs::copy(&path, copy.join(path.file_name().unwrap())).unwrap();
        }
        Copy(copy)
    }
}

impl Drop for Copy {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn uri(number: u64) -> (String, String) {
    let host = format!("h{}.example.cz", number % 3);
    (format!("http://{host}/{number}"), host)
}

fn offer(frontier: &mut Frontier, number: u64) -> Offered {
    let (uri, host) = uri(number);
    let offer = Offer {
        uri: uri.as_bytes(),
        host: &host,
        level: (number % 2) as u8,
        via: None,
        hops: b"L",
        is_seed: false,
        is_sitemap: false,
        standing: 7,
    };
    frontier.offer(&offer).unwrap()
}

/// Writes such a frontier, with the present version.
fn write(folder: &Path, options: &FrontierOptions) {
    let (mut frontier, _) = Frontier::open(folder, options.clone(), NOW).unwrap();
    for number in 0..URIS {
        assert!(matches!(offer(&mut frontier, number), Offered::New(_)));
        if number % 4 == 3 {
            let Next::Go(ticket) = frontier.next(NOW).unwrap() else { panic!("nothing is ready") };
            let detail = "200 start=1700000000000 took=5 size=10 pause=0:min-delay";
            frontier.finish(&ticket, Outcome::Archived, detail, 10, Some(Duration::ZERO), NOW);
        }
        if number % 100 == 98 {
            frontier.checkpoint(NOW).unwrap();
        }
    }
    frontier.reject(b"http://elsewhere.example/", None, "accept-hosts").unwrap();
    frontier.commit(NOW).unwrap();
}

/// All that was written is there, and the frontier can be used.
fn check(folder: &Path) {
    let mut outcomes: BTreeMap<&str, u64> = BTreeMap::new();
    let mut history = History::open(folder).unwrap();
    history
        .read(|happened| {
            let name = match happened {
                Happened::Found { .. } => "found",
                Happened::Done { outcome, .. } => outcome.name(),
                Happened::Rejected { .. } => "rejected",
                _ => return Ok(()),
            };
            *outcomes.entry(name).or_default() += 1;
            Ok(())
        })
        .unwrap();
    let expected = [("archived", URIS / 4), ("found", URIS), ("rejected", 1)];
    assert_eq!(outcomes.into_iter().collect::<Vec<_>>(), expected);

    let (mut frontier, opened) = Frontier::open(folder, FrontierOptions::default(), NOW).unwrap();
    assert!(!opened.is_new && opened.replayed > 0);
    let counts = frontier.counts();
    assert_eq!((counts.found, counts.finished, counts.rejected), (URIS, URIS / 4, 1));
    assert_eq!((counts.archived, counts.bytes), (URIS / 4, URIS / 4 * 10));
    for number in 0..URIS {
        assert_eq!(offer(&mut frontier, number), Offered::Seen, "{number}");
    }
    // Each that waits comes once.
    let mut taken = Vec::new();
    while let Next::Go(ticket) = frontier.next(NOW + Duration::from_hours(1)).unwrap() {
        taken.push(ticket.uri.clone());
        frontier.finish(&ticket, Outcome::Archived, "200", 1, Some(Duration::ZERO), NOW);
    }
    assert_eq!(taken.len() as u64, URIS - URIS / 4);
    taken.sort();
    taken.dedup();
    assert_eq!(taken.len() as u64, URIS - URIS / 4);
    assert!(matches!(offer(&mut frontier, URIS), Offered::New(_)));
    // Runs of the old version and of this one live together.
    frontier.checkpoint(NOW).unwrap();
    frontier.close(NOW).unwrap();
    let (mut frontier, opened) = Frontier::open(folder, FrontierOptions::default(), NOW).unwrap();
    assert!(opened.was_clean);
    for number in 0..=URIS {
        assert_eq!(offer(&mut frontier, number), Offered::Seen, "{number}");
    }
}

#[test]
fn frontier_of_version_1_opens() {
    check(&Copy::new("plain").0);
}

#[test]
fn frontier_of_version_2_with_standings_opens() {
    check(&Copy::new("standings").0);
}

#[test]
fn frontier_of_today_is_read_like_the_golden_ones() {
    for has_standings in [false, true] {
        let name = format!("stodola-today-{has_standings}-{}", std::process::id());
        let folder = Copy(std::env::temp_dir().join(name));
        let options = FrontierOptions { has_standings, ..FrontierOptions::default() };
        write(&folder.0, &options);
        check(&folder.0);
    }
}
