//! What became of every URI, in the catalogue: the same as in the books of the job, however often it was
//! brought over, killed meanwhile, or made anew.

use super::truth::brisk;
use super::web::{Harvest, Job, Web};
use crate::session::Session;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Stdio;
use std::time::{Duration, Instant};
use stodola_archive::{Archive, Catalogue, CatalogueError, OutcomeRow};
use stodola_frontier::{Frontier, FrontierOptions, Next, Offer, Offered, Outcome, Time};
use stodola_simweb::{Fault, WorldSettings};

const WITHIN: Duration = Duration::from_secs(120);

fn catalogue(archive: &Path) -> Catalogue {
    Catalogue::open(&Archive::open(archive).unwrap()).unwrap()
}

/// Every row of the catalogue.
pub(super) fn dump(archive: &Path) -> String {
    let mut out = Vec::new();
    catalogue(archive).dump(&mut out).unwrap();
    String::from_utf8(out).unwrap()
}

/// The outcomes of each round in the catalogue as `job outcomes` tells them, sorted.
fn told(archive: &Path) -> BTreeMap<u32, Vec<String>> {
    let mut rounds: BTreeMap<u32, Vec<String>> = BTreeMap::new();
    let read = catalogue(archive).each_outcome(|_, round, row| {
        assert_eq!(round.job, "all");
        rounds.entry(round.number).or_default().push(line(row));
        Ok::<(), CatalogueError>(())
    });
    read.unwrap();
    rounds.values_mut().for_each(|lines| lines.sort_unstable());
    rounds
}

fn line(row: &OutcomeRow) -> String {
    let OutcomeRow { uri, outcome, detail, via, taken, time, .. } = row;
    let quoted = |bytes: &[u8]| {
        let text = match std::str::from_utf8(bytes) {
            Ok(text) => text.to_owned(),
            Err(_) => bytes.iter().map(|byte| char::from(*byte)).collect(),
        };
        format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
    };
    let or_null = |text: Option<String>| text.unwrap_or_else(|| "null".to_owned());
    format!(
        "{{\"uri\":{},\"outcome\":\"{outcome}\",\"reason\":{},\"via\":{},\"hops\":{},\"attempts\":{},\
         \"logged_ms\":{time}}}",
        quoted(uri),
        quoted(detail.as_deref().unwrap_or_default().as_bytes()),
        or_null(via.as_deref().map(quoted)),
        or_null(taken.as_ref().map(|taken| quoted(taken.hops.as_bytes()))),
        or_null(taken.as_ref().map(|taken| taken.attempts.to_string())),
    )
}

/// The books of the job.
fn books(harvest: &Harvest) -> Vec<String> {
    let ran = harvest.session.run("job outcomes all --archive archive").expect(0);
    let mut lines: Vec<_> = ran.text().lines().map(str::to_owned).collect();
    lines.sort_unstable();
    lines
}

#[test]
fn catalogue_has_the_outcomes_of_the_books_and_has_them_again_when_made_anew() {
    let web = Web::start(WorldSettings {
        seed: 5,
        hosts: 15,
        largest_site: 20,
        fault_rate: 0.2,
        fault_kinds: vec![Fault::Reset, Fault::WrongMime],
        fault_heals_after: 2,
        touchy_rate: 0.0,
        pace: brisk(),
        ..WorldSettings::default()
    });
    let job = Job::everything(&web)
        .with("politeness.crawl_delay_max", "\"20ms\"")
        .with("limits.documents_per_host", 5)
        .with("scope.max_hops", 3);
    let harvest = Harvest::new(&job);
    let archive = harvest.archive();
    let session = &harvest.session;
    harvest.start(&["--max-docs", "20"]).finish(WITHIN).expect(3);
    assert_eq!(told(&archive)[&1], books(&harvest));

    // Only the rest is added when the harvest has gone on; then nothing.
    harvest.run(WITHIN).expect(0);
    let all = books(&harvest);
    assert_eq!(told(&archive)[&1], all);
    let ran = session.run("archive add archive/warc --archive archive").expect(0);
    assert!(!ran.stderr.contains("outcome"), "{}", ran.stderr);

    let over = all.iter().find(|line| line.contains("\"over-budget\"")).unwrap();
    assert!(over.contains("\"reason\":\"documents_per_host\""), "{over}");
    let uri = over.split('"').nth(3).unwrap();
    let ran = session.run(&format!("archive lookup {uri} --archive archive")).expect(0);
    assert!(ran.stderr.starts_with("0 captures\njob 'all', round 1, "), "{}", ran.stderr);
    assert!(ran.stderr.contains("over-budget (documents_per_host)"), "{}", ran.stderr);
    let ran = session.run(&format!("why {uri} --archive archive")).expect(0);
    assert!(ran.text().contains("was reached (limits.documents_per_host)"), "{}", ran.text());

    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for line in &all {
        *counts
            .entry(line.split("\"outcome\":\"").nth(1).unwrap().split('"').next().unwrap())
            .or_default() += 1;
    }
    assert!(counts.len() >= 3, "{counts:?}");
    let ran = session.run("archive stats --archive archive --by outcome --json").expect(0);
    let expected: String = counts
        .iter()
        .map(|(outcome, uris)| {
            format!("{{\"by\":\"outcome\",\"job\":\"all\",\"round\":1,\"outcome\":\"{outcome}\",\"uris\":{uris}}}\n")
        })
        .collect();
    assert_eq!(ran.text(), expected);
    let ran = session.run("archive stats --archive archive").expect(0);
    let most = format!(" {:>12}  {}\n", counts.values().max().unwrap(), "#".repeat(40));
    assert!(ran.text().contains("Outcomes of URIs, by job\n  all "), "{}", ran.text());
    assert!(ran.text().contains(&most), "{}", ran.text());

    // Lost or damaged: noticed, with the way out; made anew with the same rows.
    let whole = dump(&archive);
    assert!(whole.contains("title: Some("), "no page has a title");
    let path = archive.join("catalogue.db");
    let bytes = fs::read(&path).unwrap();
    let mut holed = bytes.clone();
    holed[100..].fill(0x5a);
    session.run("archive rebuild --archive archive").expect(0);
    assert_eq!(dump(&archive), whole);
    for bytes in [None, Some(&bytes[..9000]), Some(&holed)] {
        match bytes {
            Some(bytes) => fs::write(&path, bytes).unwrap(),
            None => fs::remove_file(&path).unwrap(),
        }
        let ran = session.run("archive lookup http://x.cz/ --archive archive").expect(2);
        let way_out = "stodola archive rebuild --archive 'archive'";
        assert!(ran.stderr.contains(way_out), "{}", ran.stderr);
        session.run("archive rebuild --archive archive").expect(0);
        assert_eq!(dump(&archive), whole);
    }
}

#[test]
fn rounds_keep_their_outcomes_apart() {
    let web = Web::start(WorldSettings {
        smallest_site: 3,
        largest_site: 6,
        ..WorldSettings::calm(3, 5)
    });
    let harvest = Harvest::new(&Job::everything(&web));
    let (archive, session) = (harvest.archive(), &harvest.session);
    harvest.run(WITHIN).expect(0);
    let first = books(&harvest);
    assert_eq!(told(&archive), BTreeMap::from([(1, first.clone())]));
    let job = archive.join("jobs/all");
    harvest.start(&["--again"]).finish(WITHIN).expect(0);
    let second = books(&harvest);
    assert_ne!(first, second);
    assert_eq!(told(&archive), BTreeMap::from([(1, first.clone()), (2, second.clone())]));
    let whole = dump(&archive);
    session.run("archive rebuild --archive archive").expect(0);
    assert_eq!(dump(&archive), whole);

    // A job that was removed and begun anew: what was known of its last round gives way.
    fs::remove_dir_all(job.join("frontier")).unwrap();
    fs::remove_dir_all(job.join("logs")).unwrap();
    fs::remove_file(job.join("round.toml")).unwrap();
    harvest.run(WITHIN).expect(0);
    let third = books(&harvest);
    assert_eq!(told(&archive), BTreeMap::from([(1, first), (2, third)]));

    // Books that cannot be read are told of; the rest of the archive is not held up by them.
    let log = job.join("rounds/0001/frontier/0000000000000000.log");
    let mut bytes = fs::read(&log).unwrap();
    bytes[40] ^= 0xff;
    fs::write(&log, bytes).unwrap();
    let ran = session.run("archive rebuild --archive archive").expect(1);
    assert!(ran.stderr.contains("job 'all': some outcomes of its URIs"), "{}", ran.stderr);
    assert_eq!(told(&archive).keys().collect::<Vec<_>>(), [&2]);
}

/// Books of many links that were not followed and some pages, in the archive of a session.
fn large_books(session: &Session, links: u32) {
    let folder = session.path("archive/jobs/all/frontier");
    fs::create_dir_all(session.path("archive/warc")).unwrap();
    fs::create_dir_all(&folder).unwrap();
    fs::write(session.path("archive/jobs/all/job.toml"), "name = \"all\"\n").unwrap();
    let (mut frontier, _) =
        Frontier::open(&folder, FrontierOptions::default(), Time::ZERO).unwrap();
    let mut page = None;
    for number in 0..links {
        if number % 1000 == 0 {
            let (uri, host) = (format!("http://h{number}.cz/"), format!("h{number}.cz"));
            let (uri, hops) = (uri.as_bytes(), &b"LL"[..]);
            let (level, via) = (1, page);
            let offer = Offer {
                uri,
                host: &host,
                level,
                via,
                hops,
                is_seed: false,
                is_sitemap: false,
                standing: 0,
            };
            let Offered::New(place) = frontier.offer(&offer).unwrap() else { panic!("not new") };
            let Next::Go(ticket) = frontier.next(Time::ZERO).unwrap() else {
                panic!("nothing to do")
            };
            frontier.finish(
                &ticket,
                Outcome::Archived,
                "200",
                1,
                Some(std::time::Duration::ZERO),
                Time::ZERO,
            );
            page = Some(place);
        }
        let uri = format!("http://elsewhere{}.org/{number}", number % 97);
        frontier.reject(uri.as_bytes(), page, "out-of-scope").unwrap();
        if number % 10_000 == 0 {
            frontier.commit(Time::from_millis(1_767_225_600_000 + u64::from(number))).unwrap();
        }
    }
    frontier.close(Time::from_millis(1_767_225_600_000 + u64::from(links))).unwrap();
}

/// Runs the program again and again, each time killed a little later, until it comes to its end. Tells how
/// often it was killed.
fn until_done(session: &Session, words: &[&str], mut between: impl FnMut()) -> u32 {
    let mut kills = 0;
    loop {
        let mut command = session.command();
        command.args(words).stdin(Stdio::null()).stdout(Stdio::null());
        let said = session.path("said.txt");
        let mut child = command.stderr(fs::File::create(&said).unwrap()).spawn().unwrap();
        let until = Instant::now() + Duration::from_millis(5 + u64::from(kills) * 90);
        let status = loop {
            if let Some(status) = child.try_wait().unwrap() {
                break Some(status);
            }
            if Instant::now() >= until {
                break None;
            }
            super::look_again_after(Duration::from_millis(1));
        };
        match status {
            Some(status) => {
                let said = fs::read_to_string(said).unwrap();
                assert!(status.success(), "after {kills} kills: {said}");
                return kills;
            }
            None => {
                child.kill().unwrap();
                child.wait().unwrap();
                kills += 1;
                between();
            }
        }
    }
}

#[test]
fn killed_at_any_moment_the_catalogue_follows_the_books_without_gap_or_repetition() {
    const LINKS: u32 = 100_000;
    let undisturbed = Session::new();
    large_books(&undisturbed, LINKS);
    undisturbed.run("archive add archive/warc --archive archive").expect(0);
    let whole = dump(&undisturbed.path("archive"));
    let total = u64::from(LINKS + LINKS / 1000);
    assert_eq!(catalogue(&undisturbed.path("archive")).totals().unwrap().outcomes, total);

    let session = Session::new();
    large_books(&session, LINKS);
    let archive = session.path("archive");
    let (mut most, mut partly) = (0, 0);
    let add = ["archive", "add", "archive/warc", "--archive", "archive"];
    let kills = until_done(&session, &add, || {
        let Ok(archive) = Archive::open(&archive) else { return };
        // It may have been killed before the catalogue was made.
        let Ok(catalogue) = Catalogue::open(&archive) else { return assert_eq!(most, 0) };
        let outcomes = catalogue.totals().unwrap().outcomes;
        assert!(outcomes >= most, "{outcomes} after {most}");
        partly += u32::from(outcomes > most && outcomes < total);
        most = outcomes;
    });
    assert_eq!(dump(&archive), whole);
    assert!(kills > 0 && partly > 0, "{kills} kills, {partly} of them in the middle");
    let kills = until_done(&session, &["archive", "rebuild", "--archive", "archive"], || ());
    assert!(kills > 0);
    assert_eq!(dump(&archive), whole);
}
