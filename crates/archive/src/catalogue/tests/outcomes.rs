//! Outcomes alone: what is returned, how far logs were read, and what is forgotten.

use super::{Folder, dump};
use crate::{CatalogueWriter, Followed, OutcomeRow, RoundRow, Taken};

fn round(number: u32) -> RoundRow {
    RoundRow { job: "spring".into(), number }
}

/// Returns the outcome at a place of a log: every third link was not followed.
fn outcome(place: u64) -> OutcomeRow {
    let scheme = ["http", "https", "http://www."][(place % 3) as usize];
    let is_rejected = place % 3 == 2;
    OutcomeRow {
        uri: format!("{}{}.cz/{}", prefix(scheme), place % 7, place / 3).into_bytes(),
        place,
        time: 1_767_000_000_000 + place,
        outcome: if is_rejected { "rejected" } else { "archived" }.into(),
        detail: Some(if is_rejected { "scope" } else { "200" }.into()),
        via: (place > 5).then(|| b"http://\xe1.cz/".to_vec()),
        taken: (!is_rejected).then(|| Taken { hops: "L".into(), attempts: 1 }),
    }
}

fn prefix(scheme: &str) -> String {
    if scheme.contains(':') { scheme.to_owned() } else { format!("{scheme}://h") }
}

fn follow(writer: &mut CatalogueWriter, round: &RoundRow, places: std::ops::Range<u64>) {
    let rows: Vec<_> = places.clone().map(outcome).collect();
    let followed = Followed { began: 77, position: places.end, length: 0 };
    writer.add_outcomes(round, &rows, &[], followed).unwrap();
}

#[test]
fn outcomes_follow_the_log_in_batches_of_any_size() {
    let (one, two) = (Folder::new("outcomes-1"), Folder::new("outcomes-2"));
    let (_, mut first) = one.open();
    let (_, mut second) = two.open();
    // Another job comes first, so that numbers in the two databases differ.
    first.set_jobs(&[("autumn".into(), String::new()), ("spring".into(), String::new())]).unwrap();
    second.set_jobs(&[("spring".into(), String::new()), ("autumn".into(), String::new())]).unwrap();
    assert_eq!(first.followed(&round(1)).unwrap(), None);
    let bounds: Vec<u64> = (0..40).map(|n| n * 13).collect();
    for pair in bounds.windows(2) {
        follow(&mut first, &round(1), pair[0]..pair[1]);
        follow(&mut first, &round(2), pair[0]..pair[1]);
    }
    follow(&mut second, &round(2), 0..507);
    follow(&mut second, &round(1), 0..507);
    assert_eq!(dump(&first), dump(&second));
    let expected = Followed { began: 77, position: 507, length: 0 };
    assert_eq!(first.followed(&round(1)).unwrap(), Some(expected));
    for place in [0, 4, 100, 506] {
        let mut found = first.outcomes(&outcome(place).uri).unwrap();
        found.retain(|(_, row)| row.place == place);
        assert_eq!(found, [(round(1), outcome(place)), (round(2), outcome(place))]);
    }
    assert_eq!(first.outcomes(b"http://nowhere.cz/").unwrap(), []);
    let counts = first.outcome_counts().unwrap();
    let counts: Vec<_> = counts.iter().map(|it| (it.round.number, &*it.outcome, it.uris)).collect();
    let expected =
        [(1, "archived", 338), (1, "rejected", 169), (2, "archived", 338), (2, "rejected", 169)];
    assert_eq!(counts, expected);
    assert_eq!(first.totals().unwrap().outcomes, 1014);

    first.forget_round(&round(2)).unwrap();
    second.forget_round(&round(2)).unwrap();
    assert_eq!(first.followed(&round(2)).unwrap(), None);
    assert_eq!(first.totals().unwrap().outcomes, 507);
    assert_eq!(first.outcomes(&outcome(4).uri).unwrap().len(), 1);
    assert_eq!(dump(&first), dump(&second));
}

#[test]
fn later_end_of_a_uri_replaces_the_earlier_and_leaves_rejected_links() {
    let folder = Folder::new("outcomes-later");
    let (_, mut writer) = folder.open();
    let at = |place: u64, outcome: &str, taken: Option<Taken>| OutcomeRow {
        uri: b"http://h.cz/".to_vec(),
        place,
        time: place,
        outcome: outcome.into(),
        detail: None,
        via: None,
        taken,
    };
    let taken = Some(Taken { hops: String::new(), attempts: 3 });
    let all =
        [at(1, "failed", taken.clone()), at(2, "rejected", None), at(3, "archived", taken.clone())];
    for row in &all {
        let followed = Followed { began: 1, position: row.place + 1, length: 9 };
        let replaced: &[&str] = if row.place == 3 { &["failed"] } else { &[] };
        writer.add_outcomes(&round(1), std::slice::from_ref(row), replaced, followed).unwrap();
    }
    let followed = Followed { began: 2, position: 2, length: 9 };
    writer.add_outcomes(&round(2), &all[..1], &[], followed).unwrap();
    // Both outcomes in one batch give the same counts.
    let followed = Followed { began: 3, position: 4, length: 9 };
    writer.add_outcomes(&round(3), &all, &["failed"], followed).unwrap();
    let found = writer.outcomes(b"https://www.h.cz").unwrap();
    let expected = [(2, 1), (1, 2), (3, 2), (1, 3), (3, 3)];
    let found: Vec<_> = found.iter().map(|(round, row)| (round.number, row.place)).collect();
    assert_eq!(found, expected);
    let dumped = dump(&writer);
    let rows =
        |word: &str| dumped.lines().filter(|it| it.contains("place:") && it.contains(word)).count();
    assert_eq!((rows("failed"), rows("archived"), rows("rejected")), (1, 2, 2));
    let counts = writer.outcome_counts().unwrap();
    let counts: Vec<_> = counts.iter().map(|it| (it.round.number, &*it.outcome, it.uris)).collect();
    let expected = [
        (1, "archived", 1),
        (1, "rejected", 1),
        (2, "failed", 1),
        (3, "archived", 1),
        (3, "rejected", 1),
    ];
    assert_eq!(counts, expected);
}
