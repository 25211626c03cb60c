//! Measures decisions among many rules: `cargo run --release -p stodola-access --example decisions`.

#![allow(clippy::print_stdout, clippy::unwrap_used, reason = "it measures, and tells what")]

use std::hint::black_box;
use std::time::Instant;
use stodola_access::{
    AccessPolicy, AccessRule, AgeLimit, BlockCause, CalendarPeriod, CaptureFacts, LiveRules,
    Moment, PeopleStore, RuleAudience, RuleId, RuleSet, Visitor,
};

const RULES: i64 = 100_000;
const DECISIONS: u32 = 2_000_000;

/// A rule of a kind that libraries have: a host, a folder, a page, some for groups, some with an embargo.
fn rule(number: i64) -> AccessRule {
    let host = format!("site{}.example{}.cz", number % 40_000, number % 7);
    let place = match number % 4 {
        0 => format!("*.{host}"),
        1 => host,
        2 => format!("http://{host}/folder{number}/*"),
        _ => format!("http://{host}/page{number}.html"),
    };
    let rule = AccessRule::new(place.parse().unwrap(), AccessPolicy::Block);
    match number % 3 {
        0 => AccessRule { audience: RuleAudience::Group("staff".to_owned()), ..rule },
        1 => {
            let period = CalendarPeriod { months: 12, days: 0 };
            AccessRule { age: Some(AgeLimit::Younger(period)), cause: BlockCause::Embargo, ..rule }
        }
        _ => rule,
    }
}

fn main() {
    let start = Instant::now();
    let rules: Vec<_> = (1..=RULES).map(|number| (RuleId(number), rule(number))).collect();
    let made = start.elapsed();
    let start = Instant::now();
    let set = RuleSet::new(rules);
    println!("{RULES} rules read in {made:?}, prepared in {:?}", start.elapsed());

    let keys: Vec<Vec<u8>> = (0..4096_i64)
        .map(|number| {
            let number = number * 7919;
            let host = format!("site{}.example{}.cz", number % 50_000, number % 7);
            stodola_uri::surt(format!("http://{host}/folder{number}/x.html").as_bytes())
        })
        .collect();
    let visitor = Visitor { groups: vec!["readers".to_owned()], address: None };
    let now = Moment::parse("2026-11-16").unwrap();
    let start = Instant::now();
    for at in 0..DECISIONS {
        let key = &keys[at as usize % keys.len()];
        let time = Some(Moment(1_700_000_000 + i64::from(at)));
        let capture = CaptureFacts { key, time, mime: Some("text/html") };
        black_box(set.decide(&visitor, &capture, now));
    }
    println!("{:?} a decision", start.elapsed() / DECISIONS);

    let folder = std::env::temp_dir().join(format!("stodola-decisions-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    drop(PeopleStore::open(&PeopleStore::path_in(&folder)).unwrap());
    let live = LiveRules::of_archive(&folder);
    live.current().unwrap();
    let start = Instant::now();
    for _ in 0..100_000 {
        black_box(live.current().unwrap());
    }
    println!("{:?} to see that nobody changed the rules", start.elapsed() / 100_000);
    std::fs::remove_dir_all(&folder).unwrap();
}
