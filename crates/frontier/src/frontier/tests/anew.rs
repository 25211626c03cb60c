//! URIs that had ended are fetched again because somebody asks for them, also after crashes.

use super::*;

fn failed_of(folder: &Folder, host: Option<&str>) -> Vec<LogPlace> {
    let filter = AnewFilter {
        outcomes: vec![Outcome::Failed, Outcome::Archived],
        host: host.map(str::to_owned),
    };
    History::open(&folder.0).unwrap().outcomes_of(&filter).unwrap()
}

/// The outcomes in the log, each with the outcome that it replaces.
fn outcomes(folder: &Folder) -> Vec<(Outcome, Option<Outcome>)> {
    let history = History::open(&folder.0).unwrap();
    let mut all = Vec::new();
    History::open(&folder.0)
        .unwrap()
        .read(|happened| {
            if let Happened::Done { outcome, replaces, .. } = happened {
                let replaced = replaces.map(|place| history.earlier(place).unwrap().outcome);
                all.push((outcome, replaced));
            }
            Ok(())
        })
        .unwrap();
    all
}

fn versions(folder: &Folder) -> Vec<u8> {
    let mut files: Vec<PathBuf> =
        fs::read_dir(&folder.0).unwrap().map(|it| it.unwrap().path()).collect();
    files.retain(|path| path.extension().is_some_and(|end| end == "log"));
    files.sort();
    files.iter().filter_map(|path| fs::read(path).unwrap().get(15).copied()).collect()
}

fn check(options: &FrontierOptions) {
    let folder = Folder::new();
    let mut frontier = folder.open(options.clone(), 0);
    for uri in ["http://a.cz/1", "http://a.cz/2", "http://b.cz/1"] {
        offer(&mut frontier, uri, 1);
    }
    for _ in 0..3 {
        let ticket = go(&mut frontier, 1);
        let (outcome, bytes) = match uri(&ticket) {
            "http://a.cz/1" => (Outcome::Archived, 9),
            _ => (Outcome::Failed, 0),
        };
        frontier.finish(&ticket, outcome, "x", bytes, Some(ms(0)), at(1));
    }
    // What waits for a commit belongs to a file of the version before.
    assert!(!frontier.begin_anew().unwrap());
    frontier.commit(at(2)).unwrap();
    assert!(frontier.begin_anew().unwrap());
    assert_eq!((failed_of(&folder, None).len(), failed_of(&folder, Some("c.cz")).len()), (2, 0));
    let wanted = failed_of(&folder, Some("a.cz"));
    assert_eq!(wanted.len(), 1, "what is archived is not asked for");
    frontier.ask_anew(wanted[0]).unwrap();
    assert_eq!(frontier.queued(), 1);
    frontier.commit(at(3)).unwrap();
    // A crash before it is handed out, and one after a failed attempt.
    drop(frontier);
    let mut frontier = folder.open(options.clone(), 4);
    assert!(failed_of(&folder, Some("a.cz")).is_empty(), "it waits already");
    let ticket = go(&mut frontier, 90_000);
    assert_eq!((uri(&ticket), ticket.attempts), ("http://a.cz/2", 0));
    frontier.retry(&ticket, "y", Some(ms(0)), at(90_000), at(90_000));
    frontier.commit(at(90_000)).unwrap();
    drop(frontier);
    let mut frontier = folder.open(options.clone(), 90_001);
    let ticket = go(&mut frontier, 180_000);
    assert_eq!((uri(&ticket), ticket.attempts), ("http://a.cz/2", 1));
    frontier.finish(&ticket, Outcome::Archived, "200", 5, Some(ms(0)), at(180_000));
    let counts = Counts { found: 3, rejected: 0, finished: 3, archived: 2, bytes: 14 };
    assert_eq!(frontier.counts(), counts);
    frontier.close(at(180_001)).unwrap();
    let frontier = folder.open(options.clone(), 180_002);
    assert_eq!((frontier.counts(), frontier.queued()), (counts, 0));
    let plain = outcomes(&folder);
    assert_eq!(plain.last(), Some(&(Outcome::Archived, Some(Outcome::Failed))));
    assert!(plain[..4].iter().all(|(_, replaced)| replaced.is_none()), "{plain:?}");
    assert!(failed_of(&folder, Some("a.cz")).is_empty());
    assert_eq!(failed_of(&folder, None).len(), 1);
    let before = if options.has_standings { 2 } else { 1 };
    assert_eq!(versions(&folder), [before, 3]);
}

#[test]
fn what_is_asked_for_again_is_fetched_and_its_new_outcome_replaces_the_old() {
    check(&FrontierOptions::default());
    check(&FrontierOptions { has_standings: true, ..FrontierOptions::default() });
}

#[test]
fn a_host_that_was_closed_is_asked_again() {
    let folder = Folder::new();
    let mut frontier = folder.open(FrontierOptions::default(), 0);
    offer(&mut frontier, "http://a.cz/1", 1);
    let ticket = go(&mut frontier, 1);
    frontier.close_host(ticket.host, Outcome::Failed, at(1));
    frontier.finish(&ticket, Outcome::Failed, "x", 0, None, at(1));
    frontier.commit(at(2)).unwrap();
    assert!(frontier.begin_anew().unwrap());
    frontier.ask_anew(failed_of(&folder, None)[0]).unwrap();
    let ticket = go(&mut frontier, 3);
    assert_eq!(ticket.closed, None);
}
