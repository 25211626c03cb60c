//! A harvest that is killed again and again, at any moment, ends as one that was left in peace.

use super::again::census;
use super::archive;
use super::logs::assert_one_line_each;
use super::outcomes::dump;
use super::truth::{assert_holds, assert_sound, brisk, expected};
use super::web::{Harvest, Job, Web, owed_to_hosts};
use super::{alone, is_long, look_again_after};
use std::collections::{BTreeMap, BTreeSet};
use std::time::{Duration, Instant};
use stodola_simweb::{Fault, LoggedRequest, WorldSettings};

const DELAY: Duration = Duration::from_millis(50);
/// What was finished so long before a kill may be done again, but nothing older.
const GRACE: Duration = Duration::from_secs(1);

/// The same numbers each time for the same seed.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 33) % bound
    }
}

/// When to kill a run.
enum When {
    /// So many milliseconds after its start.
    After(u64),
    /// So many requests after its start.
    Requests(u64),
}

fn web(seed: u64) -> Web {
    Web::start(WorldSettings {
        smallest_site: 3,
        text_bytes: 4000,
        largest_site: 12,
        fault_rate: 0.2,
        fault_heals_after: 1,
        fault_kinds: vec![Fault::Reset, Fault::TruncatedBody, Fault::LongLength, Fault::WrongMime],
        pace: brisk(),
        ..WorldSettings::calm(seed, 25)
    })
}

fn job(web: &Web) -> Job {
    Job::everything(web)
        .with("politeness.min_delay", format!("\"{}ms\"", DELAY.as_millis()))
        .with("politeness.max_delay", "\"1s\"")
        .with("write.roll_bytes", "\"1MB\"")
}

/// Runs a harvest with a kill whenever `when` says so; None lets it end. Tells when it was killed.
fn run_with_kills(
    web: &Web,
    harvest: &Harvest,
    begin: &[&str],
    mut when: impl FnMut() -> Option<When>,
) -> Vec<Instant> {
    let mut kills = Vec::new();
    let last = last_round(harvest);
    loop {
        let before = web.log.requests();
        // A round that was begun continues. One that was not, since the kill came too soon, still has to be.
        let words = if last_round(harvest) > last { &[] } else { begin };
        let mut running = harvest.start(words);
        let Some(when) = when() else {
            running.finish(Duration::from_secs(60)).expect(0);
            break;
        };
        let begun = Instant::now();
        let is_due = || match when {
            When::After(millis) => begun.elapsed() >= Duration::from_millis(millis),
            When::Requests(number) => web.log.requests() >= before + number,
        };
        while !is_due() && running.child.try_wait().unwrap().is_none() {
            look_again_after(Duration::from_micros(200));
        }
        if let Some(status) = running.child.try_wait().unwrap() {
            assert!(status.success(), "{}", running.said());
            break;
        }
        kills.push(Instant::now());
        running.child.kill().unwrap();
        running.child.wait().unwrap();
    }
    kills
}

/// The number of the round that was begun last. None before the first.
fn last_round(harvest: &Harvest) -> Option<u32> {
    let job = harvest.archive().join("jobs/all");
    let current = std::fs::read_to_string(job.join("round.toml")).ok();
    // While a round is put aside, there is no such file; the new one is not begun then.
    let current = current.and_then(|text| {
        text.lines().find_map(|line| line.strip_prefix("number = ")?.parse::<u32>().ok())
    });
    let aside = std::fs::read_dir(job.join("rounds")).into_iter().flatten();
    let aside = aside.filter_map(|it| it.ok()?.file_name().to_str()?.parse::<u32>().ok()).max();
    current.max(aside)
}

/// The files hold no payload twice, and the catalogue is what can be made of them and the books, to the row.
fn assert_derived(harvest: &Harvest) {
    census(&harvest.archive());
    let before = dump(&harvest.archive());
    harvest.session.run("archive rebuild --archive archive").expect(0);
    let after = dump(&harvest.archive());
    assert!(before == after, "the catalogue was not what it is when it is made anew");
}

/// The same with few active hosts, each for a short time, home pages first.
fn job_of_few(web: &Web) -> Job {
    let hosts: Vec<_> = web.world.hosts().map(|host| format!("http://{host}/")).collect();
    job(web)
        .seeds(&hosts)
        .with("profile", "\"country\"")
        .with("scope.domains", "[\"example\", \"test\"]")
        .with("fetch.active_hosts", 3)
        .with("fetch.documents_per_stay", 2)
}

/// Harvests a web of its own for the seed, with a kill whenever `when` says so; None lets it end. Tells how
/// often it was killed.
fn harvest_with_kills(seed: u64, when: impl FnMut(&mut Random) -> Option<When>) -> usize {
    harvest_so_with_kills(seed, job, when)
}

fn harvest_so_with_kills(
    seed: u64,
    job: fn(&Web) -> Job,
    mut when: impl FnMut(&mut Random) -> Option<When>,
) -> usize {
    let web = web(seed);
    let start = Instant::now();
    let harvest = Harvest::new(&job(&web));
    let mut random = Random(seed);
    let kills = run_with_kills(&web, &harvest, &[], || when(&mut random));
    let kills: Vec<Duration> = kills.iter().map(|kill| kill.duration_since(start)).collect();
    eprintln!("seed {seed}: {} kills", kills.len());
    let found = archive::by_uri(&harvest.archive());
    let truth = expected(&web.world);
    assert!(truth.len() > 300, "{}", truth.len());
    assert_holds(&found, &truth);
    assert_eq!(found.keys().collect::<Vec<_>>(), truth.keys().collect::<Vec<_>>());
    let history = assert_sound(&harvest.archive());
    assert_one_line_each(&harvest.archive(), &history);
    let books: BTreeSet<_> = history.fates.keys().collect();
    let pages: BTreeSet<_> = truth.keys().filter(|uri| !uri.ends_with("/robots.txt")).collect();
    assert_eq!(books, pages);
    assert_asked_again_only_around(&web, &kills);
    let violations: Vec<_> =
        owed_to_hosts(DELAY).iter().flat_map(|owed| web.log.violations(owed)).collect();
    assert!(violations.is_empty(), "seed {seed}, kills at {kills:?}: {violations:#?}");
    assert_derived(&harvest);
    kills.len()
}

/// Whatever was fetched with success is not fetched again, unless a kill came within a moment.
fn assert_asked_again_only_around(web: &Web, kills: &[Duration]) {
    let mut asked: BTreeMap<String, Vec<LoggedRequest>> = BTreeMap::new();
    for entry in web.log.entries() {
        asked.entry(format!("{}{}", entry.host, entry.target)).or_default().push(entry);
    }
    for (uri, entries) in &asked {
        for pair in entries.windows(2) {
            if pair[0].fault.is_some_and(Fault::may_heal) {
                continue;
            }
            let ended = pair[0].ended.unwrap_or(Duration::MAX);
            // The clocks of the two lists began a moment apart.
            let is_excused = |kill: &&Duration| {
                pair[0].at <= **kill + GRACE / 10 && ended.saturating_add(GRACE) >= **kill
            };
            let excuse = kills.iter().find(is_excused);
            assert!(excuse.is_some(), "{uri} was asked for twice: {pair:#?}, kills at {kills:?}");
        }
    }
}

#[test]
fn a_harvest_killed_at_random_times_loses_and_repeats_nothing() {
    let _alone = alone();
    let wanted = if is_long() { 200 } else { 20 };
    let (mut kills, mut seed) = (0, 0);
    while kills < wanted {
        seed += 1;
        // On a machine that is busy, the program needs longer for its first step.
        let mut millis = 700;
        kills += harvest_with_kills(seed, |random| {
            millis += millis / 10;
            Some(When::After(random.below(millis)))
        });
    }
    eprintln!("{kills} kills of {seed} harvests");
}

#[test]
fn a_harvest_killed_in_its_first_moments_begins_again() {
    let _alone = alone();
    let wanted = if is_long() { 60 } else { 6 };
    let mut kills = 0;
    let killed = harvest_with_kills(1001, |random| {
        kills += 1;
        (kills <= wanted).then(|| When::After(random.below(60)))
    });
    assert_eq!(killed, wanted);
}

#[test]
fn a_harvest_killed_after_each_few_requests_goes_on() {
    let _alone = alone();
    let wanted = if is_long() { 100 } else { 10 };
    let mut kills = 0;
    let killed = harvest_with_kills(1002, |random| {
        kills += 1;
        (kills <= wanted).then(|| When::Requests(random.below(30)))
    });
    assert_eq!(killed, wanted);
}

#[test]
fn a_harvest_killed_while_hosts_become_active_loses_and_repeats_nothing() {
    let _alone = alone();
    let wanted = if is_long() { 100 } else { 10 };
    let mut kills = 0;
    let killed = harvest_so_with_kills(1004, job_of_few, |random| {
        kills += 1;
        (kills <= wanted).then(|| When::Requests(random.below(25)))
    });
    assert_eq!(killed, wanted);
}

#[test]
fn rounds_that_are_killed_again_and_again_store_nothing_twice_and_lose_no_revisit() {
    let _alone = alone();
    let wanted = if is_long() { 40 } else { 8 };
    let web = web(1003);
    let harvest = Harvest::new(&job(&web));
    harvest.run(Duration::from_secs(60)).expect(0);
    let (mut random, mut kills, mut rounds) = (Random(7), 0, 1);
    while kills < wanted {
        // On a machine that is busy, the program needs longer for its first step.
        let mut millis = 500;
        let killed = run_with_kills(&web, &harvest, &["--again"], || {
            millis += millis / 10;
            Some(When::After(random.below(millis)))
        });
        kills += killed.len();
        rounds += 1;
    }
    eprintln!("{kills} kills of {rounds} rounds");
    let found = archive::by_uri(&harvest.archive());
    let truth = expected(&web.world);
    assert_holds(&found, &truth);
    for (uri, captures) in &found {
        assert!(
            captures.len() >= rounds,
            "{uri} has {} captures in {rounds} rounds: {}",
            captures.len(),
            harvest.session.run(&format!("why {uri} --archive archive")).text()
        );
    }
    assert_sound(&harvest.archive());
    assert_derived(&harvest);
    for round in 1..rounds {
        let folder = harvest.archive().join(format!("jobs/all/rounds/{round:04}"));
        for name in ["frontier", "logs/crawl.log", "reports", "round.toml"] {
            assert!(folder.join(name).exists(), "{name} of round {round} is lost");
        }
    }
}
