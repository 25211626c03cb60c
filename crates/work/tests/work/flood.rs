//! Ten thousand requests at once by a hundred people, from several threads.

use super::{draft, settings};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Mutex;
use stodola_work::{RequestFilter, RequestState, WorkError, WorkQueue, WorkSettings, WorkTime};

const PEOPLE: u64 = 100;
const EACH: u64 = 100;
const THREADS: u64 = 4;

/// Submits everything; returns the numbers that were taken by owner, and how many were refused by each limit.
fn flood(folder: &std::path::Path, settings: &WorkSettings) -> (BTreeMap<i64, String>, [u64; 2]) {
    WorkQueue::open(folder).unwrap();
    let taken = Mutex::new((BTreeMap::new(), [0, 0]));
    std::thread::scope(|scope| {
        for thread in 0..THREADS {
            let taken = &taken;
            scope.spawn(move || {
                let mut queue = WorkQueue::open(folder).unwrap();
                for request in (0..PEOPLE * EACH).filter(|it| it % THREADS == thread) {
                    let owner = format!("person{}", request % PEOPLE);
                    let draft = draft("map", request, &owner);
                    let submitted = queue.submit(&draft, settings, WorkTime(1));
                    let mut taken = taken.lock().unwrap();
                    match submitted {
                        Ok(submitted) => assert!(
                            taken.0.insert(submitted.number, owner).is_none(),
                            "a number was given twice"
                        ),
                        Err(WorkError::OwnerLimit { .. }) => taken.1[0] += 1,
                        Err(WorkError::QueueFull { .. }) => taken.1[1] += 1,
                        Err(error) => panic!("{error}"),
                    }
                }
            });
        }
    });
    taken.into_inner().unwrap()
}

fn check(folder: &std::path::Path, taken: &BTreeMap<i64, String>) {
    let queue = WorkQueue::open(folder).unwrap();
    let filter = RequestFilter { state: Some(RequestState::Waiting), ..RequestFilter::default() };
    let rows = queue.requests(&filter, usize::MAX).unwrap();
    let there: BTreeMap<i64, String> =
        rows.into_iter().map(|row| (row.number, row.owners.join(","))).collect();
    assert_eq!(&there, taken);
}

#[test]
fn a_flood_is_refused_politely_and_nothing_that_was_taken_is_lost() {
    let folder = tempfile::tempdir().unwrap();
    let settings = WorkSettings { waiting_in_all: 400, ..settings(&[("map", 1)]) };
    let (taken, [by_owner, by_all]) = flood(folder.path(), &settings);
    assert_eq!(taken.len(), 400);
    assert_eq!(by_owner + by_all, PEOPLE * EACH - 400);
    assert!(by_all > 0);
    let mut of_owners: BTreeMap<&str, u64> = BTreeMap::new();
    taken.values().for_each(|owner| *of_owners.entry(owner).or_default() += 1);
    assert!(of_owners.values().all(|count| *count <= 5), "{of_owners:?}");
    check(folder.path(), &taken);
}

#[test]
fn requests_of_many_people_are_all_kept() {
    let folder = tempfile::tempdir().unwrap();
    let is_long =
        std::env::var_os("STODOLA_LONG").is_some_and(|value| !value.is_empty() && value != "0");
    let each = if is_long { EACH as u32 } else { 8 };
    let settings =
        WorkSettings { waiting_per_owner: each, waiting_in_all: 20_000, ..settings(&[("map", 1)]) };
    let (taken, refused) = flood(folder.path(), &settings);
    assert_eq!(taken.len() as u64, PEOPLE * u64::from(each));
    assert_eq!(refused, [PEOPLE * (EACH - u64::from(each)), 0]);
    let numbers: BTreeSet<i64> = taken.keys().copied().collect();
    assert_eq!(numbers.last(), Some(&(taken.len() as i64)));
    check(folder.path(), &taken);
}
