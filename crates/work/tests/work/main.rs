//! The queue against a naive one, killed, flooded, refreshed; the runner; files of other versions.

#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

mod flood;
mod golden;
mod kill;
mod model;
mod refreshing;
mod running;
mod store;

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use stodola_work::{
    PackageRules, PendingNews, RequestDraft, RunEnd, RunnerSettings, StoredContent, StoredResult,
    WorkClock, WorkListener, WorkPackage, WorkQuestion, WorkQueue, WorkSettings, WorkTime,
};

/// A question about a number.
fn question(number: u64) -> WorkQuestion {
    WorkQuestion::parse(&format!("{{\"n\":{number}}}")).unwrap()
}

fn draft(package: &str, number: u64, owner: &str) -> RequestDraft {
    RequestDraft::new(package, question(number), owner)
}

/// Settings with packages that may have so many requests at a time.
fn settings(packages: &[(&str, u32)]) -> WorkSettings {
    let rules = |at_once| PackageRules { at_once, ..PackageRules::default() };
    let packages = packages.iter().map(|(name, at_once)| ((*name).to_owned(), rules(*at_once)));
    WorkSettings { packages: BTreeMap::from_iter(packages), ..WorkSettings::default() }
}

/// A small result.
fn done(text: &str) -> RunEnd {
    RunEnd::Done(StoredResult {
        version: 1,
        media: "text/plain".to_owned(),
        name: "x.txt".to_owned(),
        content: StoredContent::Bytes(text.as_bytes().to_vec()),
        stamp: String::new(),
    })
}

/// Takes the next request and ends it.
fn work_one(queue: &mut WorkQueue, settings: &WorkSettings, end: &RunEnd, now: i64) -> i64 {
    let claimed = queue.claim(settings, &|_| true, WorkTime(now)).unwrap().unwrap();
    assert!(queue.finish(claimed.number, claimed.run, end, WorkTime(now)).unwrap());
    claimed.number
}

/// A clock that a test sets.
#[derive(Default)]
struct SetClock(AtomicI64);

impl WorkClock for SetClock {
    fn now(&self) -> WorkTime {
        WorkTime(self.0.load(Ordering::Relaxed))
    }
}

/// Nobody is told.
struct Deaf;

impl WorkListener for Deaf {
    fn ended(&self, _: &PendingNews) {}
}

fn runner_settings(
    archive: &std::path::Path,
    packages: Vec<Box<dyn WorkPackage>>,
    settings: WorkSettings,
) -> RunnerSettings {
    RunnerSettings {
        archive: archive.to_owned(),
        packages: packages.into(),
        settings: Arc::new(move || settings.clone()),
        clock: Arc::new(SetClock::default()),
        listener: Arc::new(Deaf),
        command: "a test".to_owned(),
    }
}

/// SplitMix64.
fn mixed(number: u64) -> u64 {
    let mut mixed = number.wrapping_add(0x9E37_79B9_7F4A_7C15);
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    mixed ^ (mixed >> 31)
}
