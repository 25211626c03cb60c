//! How much is looked at for one request.

use crate::{Made, found, page, redirect, stamp};
use std::cell::Cell;
use stodola_replay::{FindLimits, FindOutcome, Wanted, find};

const A: &str = "http://a.cz/";

#[test]
fn rows_that_are_looked_at_are_bounded() {
    let mut made = Made::new();
    let year = |number: u32| format!("{:04}", 1000 + number);
    made.add(&(0..500).map(|number| page(A, &year(number))).collect::<Vec<_>>());
    // Addresses that a fuzzy search has to look through.
    let uri = |number: u32| format!("http://a.cz/api?q={number}");
    made.add(&(0..500).map(|number| page(&uri(number), "2012")).collect::<Vec<_>>());
    let captures = made.captures();
    let looked_at = Cell::new(0);
    let is_shown = |_: &stodola_archive::Entry| {
        looked_at.set(looked_at.get() + 1);
        false
    };
    let limits = FindLimits { rows: 100, fuzzy_rows: 50, records: 4 };
    let wanted = Wanted { is_shown: &is_shown, limits, ..Wanted::new(A.as_bytes(), None) };
    assert_eq!(found(&captures, &wanted), "nothing");
    assert!((50..=150).contains(&looked_at.get()), "{}", looked_at.get());
    // The capture that is alike stands behind what is looked at, or not.
    let uri = b"http://a.cz/api?q=499&_=1";
    for (fuzzy_rows, expected) in [(50, "nothing"), (2000, "2012")] {
        let limits = FindLimits { fuzzy_rows, ..limits };
        let wanted = Wanted { is_shown: &|_| true, limits, uri, ..wanted };
        assert_eq!(found(&captures, &wanted), expected);
    }
}

#[test]
fn records_that_are_opened_are_bounded() {
    let mut made = Made::new();
    let year = |number: u32| format!("{:04}", 1000 + number);
    let mut records: Vec<_> = (0..100).map(|it| redirect(A, &year(it), "https://a.cz/")).collect();
    records.push(page(A, "2020"));
    made.add(&records);
    let captures = made.captures();
    let wanted = |records: usize| Wanted {
        limits: FindLimits { records, ..FindLimits::default() },
        ..Wanted::new(A.as_bytes(), Some(stamp("1000")))
    };
    assert_eq!(found(&captures, &wanted(1000)), "2020");
    let said = found(&captures, &wanted(24));
    assert_eq!(said, "unusable 10000101000000: redirects to itself");
    let FindOutcome::Unusable { nearest, .. } = find(&captures, &wanted(0)).unwrap() else {
        panic!("found")
    };
    assert_eq!(nearest.row.time.unwrap().year(), 1000);
}
