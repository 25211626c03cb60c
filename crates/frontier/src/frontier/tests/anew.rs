//! URIs that had ended are fetched again because somebody asks for them, also after crashes.

use super::*;

fn outcomes_choice() -> AnewChoice {
    AnewChoice::Outcomes(vec![Outcome::Failed, Outcome::Archived])
}

fn failed_of(folder: &Folder, host: Option<&str>) -> Vec<LogPlace> {
    let filter = AnewFilter { choice: outcomes_choice(), host: host.map(str::to_owned) };
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
    frontier.ask_anew(wanted[0], &outcomes_choice()).unwrap();
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
    assert_eq!(versions(&folder), [before, 4]);
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
    frontier.ask_anew(failed_of(&folder, None)[0], &outcomes_choice()).unwrap();
    let ticket = go(&mut frontier, 3);
    assert_eq!(ticket.closed, None);
}

fn cut_of(folder: &Folder) -> Vec<LogPlace> {
    let filter = AnewFilter { choice: AnewChoice::Cut, host: None };
    History::open(&folder.0).unwrap().outcomes_of(&filter).unwrap()
}

fn ask_for_whole(folder: &Folder, frontier: &mut Frontier, time: u64) -> usize {
    frontier.commit(at(time)).unwrap();
    assert!(frontier.begin_anew().unwrap());
    let cut = cut_of(folder);
    for &place in &cut {
        frontier.ask_anew(place, &AnewChoice::Cut).unwrap();
    }
    frontier.commit(at(time)).unwrap();
    cut.len()
}

fn check_whole(options: &FrontierOptions) {
    let folder = Folder::new();
    let mut frontier = folder.open(options.clone(), 0);
    for uri in ["http://a.cz/cut", "http://a.cz/whole", "http://b.cz/long"] {
        offer(&mut frontier, uri, 1);
    }
    for _ in 0..3 {
        let ticket = go(&mut frontier, 1);
        assert!(!ticket.is_whole);
        let (outcome, detail, bytes) = match uri(&ticket) {
            "http://a.cz/cut" => (Outcome::Archived, "200 truncated=length", 10),
            "http://a.cz/whole" => (Outcome::Archived, "200", 9),
            _ => (Outcome::LeftOut, "too-long%20declared=500", 0),
        };
        frontier.finish(&ticket, outcome, detail, bytes, Some(ms(0)), at(1));
    }
    assert_eq!(frontier.counts().archived, 2);
    frontier.commit(at(2)).unwrap();
    frontier.begin_anew().unwrap();
    assert_eq!(ask_for_whole(&folder, &mut frontier, 3), 2);
    drop(frontier);
    // After a crash it is still known that whole documents are wanted; also after a failed attempt.
    let mut frontier = folder.open(options.clone(), 4);
    assert_eq!(cut_of(&folder), [], "they wait already");
    let (one, other) = (go(&mut frontier, 90_000), go(&mut frontier, 90_000));
    assert!(one.is_whole && other.is_whole);
    for ticket in [&one, &other] {
        frontier.retry(ticket, "x", Some(ms(0)), at(90_000), at(90_000));
    }
    frontier.commit(at(90_000)).unwrap();
    drop(frontier);
    let mut frontier = folder.open(options.clone(), 90_001);
    for _ in 0..2 {
        let ticket = go(&mut frontier, 180_000);
        assert!(ticket.is_whole && ticket.attempts == 1);
        let (outcome, bytes) = match uri(&ticket) {
            "http://a.cz/cut" => (Outcome::Failed, 0),
            _ => (Outcome::Archived, 500),
        };
        frontier.finish(&ticket, outcome, "x", bytes, Some(ms(0)), at(180_000));
    }
    let counts = Counts { found: 3, rejected: 0, finished: 3, archived: 2, bytes: 519 };
    assert_eq!(frontier.counts(), counts);
    // The one that failed is not whole yet; a plain request for it has the limits of the job.
    assert_eq!(ask_for_whole(&folder, &mut frontier, 180_001), 1);
    let ticket = go(&mut frontier, 180_002);
    assert_eq!((uri(&ticket), ticket.is_whole), ("http://a.cz/cut", true));
    frontier.finish(&ticket, Outcome::Archived, "200", 50, Some(ms(0)), at(180_003));
    let counts = Counts { archived: 3, bytes: 569, ..counts };
    assert_eq!(frontier.counts(), counts);
    frontier.close(at(180_004)).unwrap();
    let frontier = folder.open(options.clone(), 180_005);
    assert_eq!((frontier.counts(), frontier.queued()), (counts, 0));
    assert_eq!(cut_of(&folder), []);
    let replaced: Vec<_> = outcomes(&folder).into_iter().filter(|it| it.1.is_some()).collect();
    let expected = [
        (Outcome::Archived, Some(Outcome::LeftOut)),
        (Outcome::Failed, Some(Outcome::Archived)),
        (Outcome::Archived, Some(Outcome::Failed)),
    ];
    assert_eq!(replaced.len(), 3);
    assert!(expected.iter().all(|it| replaced.contains(it)), "{replaced:?}");
}

#[test]
fn documents_that_were_cut_are_asked_for_as_a_whole_until_they_are() {
    check_whole(&FrontierOptions::default());
    check_whole(&FrontierOptions { has_standings: true, ..FrontierOptions::default() });
}

#[test]
fn a_whole_document_and_the_links_of_its_page_are_both_wanted() {
    let folder = Folder::new();
    let options = FrontierOptions { has_standings: true, ..FrontierOptions::default() };
    let mut frontier = folder.open(options, 0);
    offer(&mut frontier, "http://a.cz/cut", 1);
    let ticket = go(&mut frontier, 1);
    let settled = Some(SettledUri { standing: 0, is_archived: true });
    let end = |detail| Finished { outcome: Outcome::Archived, detail, bytes: 5, settled };
    frontier.finish_as(&ticket, &end("200 truncated=length"), Some(ms(0)), at(1));
    frontier.commit(at(2)).unwrap();
    frontier.begin_anew().unwrap();
    assert_eq!(ask_for_whole(&folder, &mut frontier, 3), 1);
    // Meanwhile a page gives it a larger standing.
    let offered = frontier
        .offer(&Offer {
            uri: b"http://a.cz/cut",
            host: "a.cz",
            level: 1,
            via: None,
            hops: b"",
            is_seed: false,
            is_sitemap: false,
            standing: 5,
        })
        .unwrap();
    assert_eq!((offered, frontier.queued()), (Offered::Again, 2));
    let mut errands = Vec::new();
    for time in [4, 5] {
        let ticket = go(&mut frontier, time);
        errands.push((ticket.errand, ticket.is_whole));
        match ticket.errand {
            Errand::Links => frontier.finish_links(&ticket, ticket.standing),
            Errand::Fetch => {
                let settled = Some(SettledUri { standing: ticket.standing, is_archived: true });
                let end = Finished { settled, ..end("200") };
                frontier.finish_as(&ticket, &end, Some(ms(0)), at(time));
            }
        }
    }
    errands.sort_by_key(|it| it.1);
    assert_eq!(errands, [(Errand::Links, false), (Errand::Fetch, true)]);
    let counts = Counts { found: 1, rejected: 0, finished: 1, archived: 1, bytes: 10 };
    assert_eq!((frontier.counts(), frontier.queued()), (counts, 0));
}
