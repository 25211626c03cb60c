//! Groups by address: changes, their log, undoing them, decisions; databases that do not know them yet.

use crate::store::signed;
use stodola_access::{
    AccessDecision, AccessPolicy, AccessRule, ChangeKind, GroupRange, LiveRules, PeopleError,
    PeopleStore, RuleAudience, RuleEdit, Visitor,
};
use stodola_access::{CaptureFacts, Moment};
use tempfile::tempdir;

/// Written by the program when it knew format 1: a rule that hides `a.cz`, and one that was taken back.
const FORMAT_1: &[u8] = include_bytes!("golden/people-1.db");

fn names(store: &PeopleStore) -> Vec<String> {
    let name = |it: GroupRange| format!("{} {}", it.group, it.range);
    store.group_ranges().unwrap().into_iter().map(name).collect()
}

#[test]
fn ranges_are_added_removed_logged_and_undone() {
    let folder = tempdir().unwrap();
    let mut store = PeopleStore::open(&PeopleStore::path_in(folder.path())).unwrap();
    let (room, other) = ("10.1.0.0/16".parse().unwrap(), "2001:db8::/32".parse().unwrap());
    let why = signed("reading room");
    assert_eq!(store.change_group(&why, "readers", room, true).unwrap(), Some(1));
    assert_eq!(store.change_group(&why, "readers", room, true).unwrap(), None);
    assert_eq!(store.change_group(&why, "readers", other, true).unwrap(), Some(2));
    assert_eq!(names(&store), ["readers 10.1.0.0/16", "readers 2001:db8::/32"]);
    assert_eq!(store.change_group(&why, "readers", room, false).unwrap(), Some(3));
    assert_eq!(store.change_group(&why, "nobody", room, false).unwrap(), None);
    let log = store.log(0, 100).unwrap();
    let told: Vec<_> = log.iter().map(|it| (it.kind, it.groups[0].is_member)).collect();
    assert_eq!(
        told,
        [(ChangeKind::Add, true), (ChangeKind::Add, true), (ChangeKind::Remove, false)]
    );
    // The change that added it cannot be undone: it is not there any more.
    let error = store.undo(Some(1), &signed("x")).unwrap_err();
    assert!(matches!(error, PeopleError::GroupChangedAgain { number: 1, .. }), "{error}");
    assert_eq!(store.undo(None, &signed("wrong")).unwrap(), (3, 4));
    assert_eq!(names(&store).len(), 2);
    assert_eq!(store.undo(Some(4), &signed("right after all")).unwrap(), (4, 5));
    assert_eq!(names(&store), ["readers 2001:db8::/32"]);
    for name in ["", "two words", "a\nb", &"x".repeat(300)] {
        let error = store.change_group(&why, name, room, true).unwrap_err();
        assert!(matches!(error, PeopleError::GroupName(_)), "{name:?}");
    }
    assert!(matches!(
        store.change_group(&signed(" "), "readers", room, true),
        Err(PeopleError::NoReason)
    ));
    assert_eq!(store.log(0, 100).unwrap().len(), 5);
}

#[test]
fn visitors_belong_to_the_groups_of_their_address() {
    let folder = tempdir().unwrap();
    let path = PeopleStore::path_in(folder.path());
    let mut store = PeopleStore::open(&path).unwrap();
    let hide = AccessRule::new("a.cz".parse().unwrap(), AccessPolicy::Hide);
    let allow = AccessRule {
        audience: RuleAudience::Group("readers".to_owned()),
        ..AccessRule::new("a.cz".parse().unwrap(), AccessPolicy::Allow)
    };
    let edits = [RuleEdit::Add(hide.into()), RuleEdit::Add(allow.into())];
    store.change(&signed("x"), ChangeKind::Add, &edits).unwrap();
    let live = LiveRules::of_archive(folder.path());
    let is_shown = |address: &str| {
        let rules = live.current().unwrap();
        let visitor = Visitor { groups: Vec::new(), address: Some(address.parse().unwrap()) };
        let visitor = rules.recognise(visitor);
        let facts = CaptureFacts { key: b"cz,a)/", time: None, mime: None };
        matches!(rules.decide(&visitor, &facts, Moment(0)), AccessDecision::Allow)
    };
    assert!(!is_shown("10.1.2.3"));
    store.change_group(&signed("x"), "readers", "10.1.0.0/16".parse().unwrap(), true).unwrap();
    assert!(is_shown("10.1.2.3") && is_shown("::ffff:10.1.2.3") && !is_shown("10.2.2.3"));
    // Groups that are known already stay, and none is there twice.
    let rules = live.current().unwrap();
    let groups = vec!["staff".to_owned(), "readers".to_owned()];
    let visitor = Visitor { groups: groups.clone(), address: "10.1.2.3".parse().ok() };
    assert_eq!(rules.recognise(visitor).groups, groups);
}

#[test]
fn databases_of_format_1_are_read_and_raised_by_the_first_change() {
    let folder = tempdir().unwrap();
    let path = PeopleStore::path_in(folder.path());
    std::fs::write(&path, FORMAT_1).unwrap();
    let store = PeopleStore::open_to_read(&path).unwrap().unwrap();
    assert_eq!(store.rules().unwrap().len(), 1);
    assert!(names(&store).is_empty());
    assert_eq!(store.log(0, 10).unwrap().len(), 3);
    drop(store);
    assert_eq!(std::fs::read(&path).unwrap(), FORMAT_1);
    let mut store = PeopleStore::open(&path).unwrap();
    store.change_group(&signed("x"), "readers", "10.0.0.1".parse().unwrap(), true).unwrap();
    assert_eq!(names(&store), ["readers 10.0.0.1"]);
    assert_eq!(store.rules().unwrap(), store.rules_by_log().unwrap());
    // What was changed before can still be taken back.
    assert_eq!(store.undo(Some(1), &signed("x")).unwrap().0, 1);
    assert!(store.rules().unwrap().is_empty());
}
