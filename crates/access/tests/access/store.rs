//! The store of rules: changes, their log, undoing them, other processes, files that are not right.

use crate::{decided, rules};
use stodola_access::{
    AccessPolicy, AccessRule, ChangeKind, LiveRules, Moment, PeopleError, PeopleStore, RuleEdit,
    RuleId, Signed,
};
use tempfile::tempdir;

pub(crate) fn signed(why: &str) -> Signed<'_> {
    Signed { who: "Anna", why, time: Moment(1_800_000_000) }
}

fn rule(place: &str, policy: AccessPolicy) -> AccessRule {
    AccessRule::new(place.parse().unwrap(), policy)
}

fn add(store: &mut PeopleStore, place: &str, policy: AccessPolicy) -> RuleId {
    let edits = [RuleEdit::Add(rule(place, policy).into())];
    store.change(&signed("because"), ChangeKind::Add, &edits).unwrap().1[0]
}

/// Numbers of the rules.
fn numbers(store: &PeopleStore) -> Vec<i64> {
    assert_eq!(store.rules().unwrap(), store.rules_by_log().unwrap());
    store.rules().unwrap().iter().map(|(id, _)| id.0).collect()
}

#[test]
fn changes_are_logged_and_can_be_undone_and_done_again() {
    let folder = tempdir().unwrap();
    let mut store = PeopleStore::open(&PeopleStore::path_in(folder.path())).unwrap();
    let first = add(&mut store, "a.cz", AccessPolicy::Hide);
    let second = add(&mut store, "b.cz", AccessPolicy::Block);
    let remove = [RuleEdit::Remove(first)];
    store.change(&signed("not needed"), ChangeKind::Remove, &remove).unwrap();
    assert_eq!(numbers(&store), [2]);
    // The latest that is not undone, one after the other.
    assert_eq!(store.undo(None, &signed("wrong")).unwrap(), (3, 4));
    assert_eq!(numbers(&store), [1, 2]);
    assert_eq!(store.undo(None, &signed("wrong")).unwrap(), (2, 5));
    assert_eq!(numbers(&store), [1]);
    // To undo the undoing is to do it again.
    assert_eq!(store.undo(Some(5), &signed("right after all")).unwrap(), (5, 6));
    assert_eq!(numbers(&store), [1, 2]);
    let log = store.log(0, 100).unwrap();
    assert_eq!(log.len(), 6);
    assert_eq!((log[0].who.as_str(), log[0].why.as_str()), ("Anna", "because"));
    assert_eq!((log[3].kind, log[3].undoes), (ChangeKind::Undo, Some(3)));
    assert_eq!(log[2].rules[0].before, Some(rule("a.cz", AccessPolicy::Hide)));
    assert_eq!(log[2].rules[0].after, None);
    assert_eq!(store.log(4, 1).unwrap()[0].number, 5);
    assert_eq!(store.rules().unwrap()[1], (second, rule("b.cz", AccessPolicy::Block)));
    // Again the change that was done again.
    assert_eq!(store.undo(None, &signed("x")).unwrap().0, 2);
    assert_eq!(store.undo(None, &signed("x")).unwrap().0, 1);
    assert_eq!(numbers(&store), [] as [i64; 0]);
    assert!(matches!(store.undo(None, &signed("x")), Err(PeopleError::NothingToUndo)));
    // A number is never given again.
    assert_eq!(add(&mut store, "c.cz", AccessPolicy::Hide), RuleId(3));
}

#[test]
fn what_cannot_be_done_changes_nothing() {
    let folder = tempdir().unwrap();
    let path = PeopleStore::path_in(folder.path());
    let mut store = PeopleStore::open(&path).unwrap();
    let first = add(&mut store, "a.cz", AccessPolicy::Hide);
    let edits =
        [RuleEdit::Add(rule("b.cz", AccessPolicy::Hide).into()), RuleEdit::Remove(RuleId(9))];
    let error = store.change(&signed("x"), ChangeKind::Add, &edits).unwrap_err();
    assert!(matches!(error, PeopleError::UnknownRule(RuleId(9))), "{error}");
    let edits = &edits[..1];
    let nobody = Signed { who: " ", ..signed("x") };
    assert!(matches!(store.change(&nobody, ChangeKind::Add, edits), Err(PeopleError::NoName)));
    let error = store.change(&signed("\n"), ChangeKind::Add, edits).unwrap_err();
    assert!(matches!(error, PeopleError::NoReason));
    let long = AccessRule { note: Some("x".repeat(9000)), ..rule("b.cz", AccessPolicy::Hide) };
    let error =
        store.change(&signed("x"), ChangeKind::Add, &[RuleEdit::Add(long.into())]).unwrap_err();
    assert!(matches!(error, PeopleError::TooLong { what: "note" }));
    assert!(matches!(store.undo(Some(7), &signed("x")), Err(PeopleError::UnknownChange(7))));
    // A rule that was changed since.
    store.change(&signed("x"), ChangeKind::Remove, &[RuleEdit::Remove(first)]).unwrap();
    let error = store.undo(Some(1), &signed("x")).unwrap_err();
    assert!(matches!(error, PeopleError::ChangedAgain { number: 1, rule: RuleId(1), by: 2 }));
    store.undo(Some(2), &signed("x")).unwrap();
    let error = store.undo(Some(2), &signed("x")).unwrap_err();
    assert!(matches!(error, PeopleError::Undone { number: 2, by: 3 }));
    assert_eq!((numbers(&store), store.log(0, 9).unwrap().len()), (vec![1], 3));
}

#[test]
fn change_of_another_connection_holds_at_once() {
    let folder = tempdir().unwrap();
    let live = LiveRules::of_archive(folder.path());
    let ask = || decided(&live.current().unwrap(), "", "http://a.cz/", "2020", "", "2026");
    assert_eq!(ask(), "allow");
    let path = PeopleStore::path_in(folder.path());
    let mut store = PeopleStore::open(&path).unwrap();
    assert_eq!(ask(), "allow");
    let before = live.current().unwrap();
    for _ in 0..20 {
        add(&mut store, "a.cz", AccessPolicy::Hide);
        assert!(ask().starts_with("hide"));
        store.undo(None, &signed("x")).unwrap();
        assert_eq!(ask(), "allow");
    }
    // What nobody changed is not read again.
    assert!(std::sync::Arc::ptr_eq(&live.current().unwrap(), &live.current().unwrap()));
    assert!(!std::sync::Arc::ptr_eq(&before, &live.current().unwrap()));
    // A copy that somebody puts in its place.
    add(&mut store, "a.cz", AccessPolicy::Hide);
    drop(store);
    let copy = folder.path().join("copy");
    std::fs::copy(&path, &copy).unwrap();
    let mut other = PeopleStore::open(&copy).unwrap();
    other.undo(None, &signed("x")).unwrap();
    drop(other);
    assert!(ask().starts_with("hide"));
    std::fs::rename(&copy, &path).unwrap();
    assert_eq!(ask(), "allow");
    // If it cannot be read, nothing may be shown.
    std::fs::write(&copy, b"this is no database, but it is long enough to be looked at").unwrap();
    std::fs::rename(&copy, &path).unwrap();
    assert!(matches!(live.current(), Err(PeopleError::Damaged { .. })));
}

#[test]
fn store_of_a_later_program_and_of_another_one_are_refused() {
    let folder = tempdir().unwrap();
    let path = PeopleStore::path_in(folder.path());
    drop(PeopleStore::open(&path).unwrap());
    let whole = std::fs::read(&path).unwrap();
    let mut bytes = whole.clone();
    bytes[60..64].copy_from_slice(&[0, 0, 0, 4]);
    std::fs::write(&path, &bytes).unwrap();
    assert!(matches!(PeopleStore::open(&path), Err(PeopleError::Newer { found: 4, .. })));
    assert_eq!(std::fs::read(&path).unwrap(), bytes);
    let mut bytes = whole;
    bytes[68..72].copy_from_slice(b"Else");
    std::fs::write(&path, &bytes).unwrap();
    assert!(matches!(PeopleStore::open_to_read(&path), Err(PeopleError::Damaged { .. })));
    // An empty file is no archive without rules: somebody may be copying it.
    std::fs::write(&path, b"").unwrap();
    assert!(matches!(PeopleStore::open_to_read(&path), Err(PeopleError::Damaged { .. })));
    assert!(matches!(PeopleStore::open(&path), Err(PeopleError::Damaged { .. })));
    assert_eq!(std::fs::read(&path).unwrap(), b"");
    // A kill while it was made leaves it under another name; the next writer completes it.
    std::fs::remove_file(&path).unwrap();
    let new = folder.path().join("people.db.new");
    std::fs::write(&new, b"").unwrap();
    assert!(PeopleStore::open_to_read(&path).unwrap().is_none());
    assert_eq!(PeopleStore::open(&path).unwrap().rules().unwrap(), []);
    assert!(!new.exists());
}

#[test]
fn rules_of_the_first_format_are_read() {
    // One of each, as they stand in `people.db`. These texts must be readable for ever.
    let kept = [
        r#"{"place":"surt:","policy":"allow"}"#,
        r#"{"place":"host:cz,a","policy":"block","cause":"takedown-court","message":"M","note":"N"}"#,
        r#"{"place":"domain:cz,a","policy":"hide","audience":"group:staff"}"#,
        r#"{"place":"exact:cz,a)/","policy":"block","audience":"address:10.0.0.0/8","captured":{"from":"2010-01-01T00:00:00Z","to":"2019-12-31T23:59:59Z"}}"#,
        r#"{"place":"surt:cz,a)/","policy":"block","cause":"embargo","age":{"younger":"1y6m10d"},"valid":{"to":"2030-01-01T00:00:00Z"},"mime":"image/*"}"#,
        r#"{"place":"surt:cz,a)/","policy":"allow","age":{"older":"90d"},"yields_to_embargo":true}"#,
    ];
    for ((_, rule), text) in rules(&kept).iter().zip(kept) {
        assert_eq!(serde_json::to_string(rule).unwrap(), text);
    }
    for text in [
        r#"{"place":"surt:","policy":"allow","secret":1}"#,
        r#"{"place":"surt:","policy":"deny"}"#,
        r#"{"policy":"allow"}"#,
    ] {
        assert!(serde_json::from_str::<AccessRule>(text).is_err(), "{text}");
    }
}
