//! People: passwords, sessions, tokens, links, lock-out, projects, webhooks, and the log of all that.

use std::path::Path;
use stodola_access::people::{
    Actor, IDLE_MAX, LinkPurpose, LivePeople, PasswordHash, Person, PersonDraft, PersonEdit,
    PersonError, PersonRole, ProjectDraft, SESSION_MAX, SecretText, SignInDoor, TokenDraft,
    TokenScope, WebhookDraft,
};
use stodola_access::{Moment, PeopleError, PeopleStore};
use tempfile::{TempDir, tempdir};

const START: i64 = 1_800_000_000;
const PASSWORD: &str = "correct horse";

pub(crate) fn actor(seconds: i64) -> Actor<'static> {
    Actor { who: "test", address: Some([127, 0, 0, 1].into()), time: Moment(START + seconds) }
}

fn store() -> (TempDir, PeopleStore) {
    let folder = tempdir().unwrap();
    let store = PeopleStore::open(&PeopleStore::path_in(folder.path())).unwrap();
    (folder, store)
}

fn add(store: &mut PeopleStore, name: &str, role: PersonRole) -> Person {
    store.add_person(&PersonDraft { name, role, groups: &[] }, &actor(0)).unwrap();
    let link = store.password_link(name, &actor(0)).unwrap();
    let hash = PasswordHash::of(PASSWORD).unwrap();
    store.use_link(link.secret.reveal(), "", &hash, &actor(0)).unwrap()
}

fn sign_in(store: &mut PeopleStore, name: &str, password: &str, at: i64) -> Option<SecretText> {
    match store.begin_sign_in(name, &actor(at)).unwrap() {
        SignInDoor::Locked(_) => None,
        SignInDoor::Open(check) if check.fits(password) => {
            Some(store.sign_in(&check, "Test/1", &actor(at)).unwrap().1)
        }
        SignInDoor::Open(check) => {
            store.refuse_sign_in(&check, &actor(at)).unwrap();
            None
        }
    }
}

fn acts(store: &PeopleStore) -> Vec<String> {
    let mut acts: Vec<String> =
        store.audit(None, 100).unwrap().into_iter().map(|row| row.act).collect();
    acts.reverse();
    acts
}

#[test]
fn the_first_admin_comes_by_a_link_that_is_used_once() {
    let (_folder, mut store) = store();
    let hash = PasswordHash::of(PASSWORD).unwrap();
    let lost = store.first_admin_link(&actor(0)).unwrap().unwrap();
    let link = store.first_admin_link(&actor(1)).unwrap().unwrap();
    // Only the latest one counts, and not for ever.
    let error = store.use_link(lost.secret.reveal(), "eva", &hash, &actor(2)).unwrap_err();
    assert!(matches!(error, PersonError::Link));
    let late = actor(link.ends.0 - START);
    assert!(matches!(store.link(link.secret.reveal(), late.time), Err(PersonError::Link)));
    let purpose = store.link(link.secret.reveal(), actor(2).time).unwrap();
    assert_eq!(purpose, LinkPurpose::FirstAdmin);
    let error = store.use_link(link.secret.reveal(), "a b", &hash, &actor(2)).unwrap_err();
    assert!(matches!(error, PersonError::Name(_)));
    let eva = store.use_link(link.secret.reveal(), " Eva ", &hash, &actor(2)).unwrap();
    assert_eq!((eva.name.as_str(), eva.role, eva.has_password), ("eva", PersonRole::Admin, true));
    let again = store.use_link(link.secret.reveal(), "evil", &hash, &actor(3));
    assert!(matches!(again, Err(PersonError::Link)));
    assert!(store.first_admin_link(&actor(4)).unwrap().is_none());
    assert!(sign_in(&mut store, "EVA", PASSWORD, 5).is_some());
    assert_eq!(acts(&store), ["link-made", "link-made", "person-add", "password-set", "sign-in"]);
}

#[test]
fn secrets_are_not_in_the_file() {
    let (folder, mut store) = store();
    let eva = add(&mut store, "eva", PersonRole::Admin);
    let link = store.password_link("eva", &actor(0)).unwrap();
    let session = sign_in(&mut store, "eva", PASSWORD, 1).unwrap();
    let draft = TokenDraft { name: "script", scopes: &[TokenScope::Read], ends: None };
    let (_, token) = store.add_token(&eva.name, &draft, &actor(1)).unwrap();
    drop(store);
    let bytes = std::fs::read(PeopleStore::path_in(folder.path())).unwrap();
    for secret in [PASSWORD, link.secret.reveal(), session.reveal(), token.reveal()] {
        let is_there = bytes.windows(secret.len()).any(|it| it == secret.as_bytes());
        assert!(!is_there, "a secret of {} characters is in the file", secret.len());
    }
    assert!(!format!("{link:?} {session:?} {token:?}").contains(token.reveal()));
}

#[test]
fn sessions_end_and_their_secrets_turn() {
    let (_folder, mut store) = store();
    add(&mut store, "eva", PersonRole::Reader);
    let first = sign_in(&mut store, "eva", PASSWORD, 0).unwrap();
    let at = |store: &mut PeopleStore, secret: &str, seconds: i64| {
        store.session(secret, Moment(START + seconds)).unwrap()
    };
    let before = at(&mut store, first.reveal(), 3599).unwrap();
    assert!(before.turned.is_none());
    // After an hour there is a new secret; the old one is good until the new one was used, and a minute more.
    let turned = at(&mut store, first.reveal(), 3600).unwrap();
    let second = turned.turned.unwrap();
    assert!(turned.form.is(before.form.reveal()));
    assert!(at(&mut store, first.reveal(), 3610).unwrap().turned.is_none());
    // The answer was lost: another new one.
    let third = at(&mut store, first.reveal(), 3700).unwrap().turned.unwrap();
    assert!(at(&mut store, second.reveal(), 3701).is_none());
    assert!(at(&mut store, third.reveal(), 3702).unwrap().turned.is_none());
    assert!(at(&mut store, first.reveal(), 3760).is_some());
    assert!(at(&mut store, first.reveal(), 3763).is_none());
    // Nobody came for twelve hours.
    assert!(at(&mut store, third.reveal(), 3760 + IDLE_MAX + 1).is_none());
    // Somebody comes all the time, but not for more than fourteen days.
    let mut secret = sign_in(&mut store, "eva", PASSWORD, 0).unwrap();
    let mut now = 0;
    while now < SESSION_MAX {
        let signed = at(&mut store, secret.reveal(), now).unwrap();
        secret = signed.turned.unwrap_or(secret);
        now += IDLE_MAX;
    }
    assert!(at(&mut store, secret.reveal(), SESSION_MAX + 1).is_none());
    for wrong in ["", "x", &"x".repeat(43), &"x".repeat(5000), "é"] {
        assert!(at(&mut store, wrong, 1).is_none());
    }
}

#[test]
fn signing_out_a_new_password_and_less_rights_end_sessions() {
    let (_folder, mut store) = store();
    let eva = add(&mut store, "eva", PersonRole::Operator);
    add(&mut store, "root", PersonRole::Admin);
    let is_in = |store: &mut PeopleStore, secret: &SecretText| {
        store.session(secret.reveal(), Moment(START + 5)).unwrap().is_some()
    };
    let [one, two] = [1, 2].map(|at| sign_in(&mut store, "eva", PASSWORD, at).unwrap());
    store.sign_out(one.reveal(), &actor(3)).unwrap();
    assert!(!is_in(&mut store, &one) && is_in(&mut store, &two));
    let one = sign_in(&mut store, "eva", PASSWORD, 3).unwrap();
    let kept = store.session(one.reveal(), Moment(START + 4)).unwrap().unwrap().session;
    let hash = PasswordHash::of("another password").unwrap();
    store.set_password("eva", &hash, Some(kept), &actor(4)).unwrap();
    assert!(is_in(&mut store, &one) && !is_in(&mut store, &two));
    assert!(sign_in(&mut store, "eva", PASSWORD, 5).is_none());
    let edit = PersonEdit { role: Some(PersonRole::Reader), ..PersonEdit::default() };
    store.edit_person("eva", &edit, &actor(5)).unwrap();
    assert!(!is_in(&mut store, &one));
    let one = sign_in(&mut store, "eva", "another password", 5).unwrap();
    let edit = PersonEdit { is_disabled: Some(true), ..PersonEdit::default() };
    store.edit_person("eva", &edit, &actor(6)).unwrap();
    assert!(!is_in(&mut store, &one));
    assert!(sign_in(&mut store, "eva", "another password", 7).is_none());
    assert_eq!(store.sessions(eva.id).unwrap(), []);
}

#[test]
fn a_password_that_was_changed_during_an_attempt_does_not_fit() {
    let (_folder, mut store) = store();
    add(&mut store, "eva", PersonRole::Reader);
    let SignInDoor::Open(check) = store.begin_sign_in("eva", &actor(0)).unwrap() else {
        panic!("not locked")
    };
    assert!(check.fits(PASSWORD));
    let hash = PasswordHash::of("another password").unwrap();
    store.set_password("eva", &hash, None, &actor(1)).unwrap();
    assert!(matches!(store.sign_in(&check, "", &actor(2)), Err(PersonError::Unknown(_))));
}

#[test]
fn many_wrong_passwords_lock_the_door_whoever_it_is() {
    let (_folder, mut store) = store();
    add(&mut store, "eva", PersonRole::Reader);
    // The same for a person, for nobody, and for what cannot be a name.
    for name in ["eva", "nobody", "not a name"] {
        for attempt in 0..5 {
            assert!(sign_in(&mut store, name, "wrong password", attempt).is_none());
        }
        let until =
            |store: &mut PeopleStore, at: i64| match store.begin_sign_in(name, &actor(at)).unwrap()
            {
                SignInDoor::Locked(until) => Some(until.0 - START),
                SignInDoor::Open(_) => None,
            };
        // Also the right password, and also when the clock is put back; asking does not make it longer.
        assert_eq!(until(&mut store, 5), Some(34), "{name}");
        assert_eq!(until(&mut store, 33), Some(34));
        assert_eq!(until(&mut store, -1000), Some(-970));
        // One attempt, then twice as long.
        assert_eq!(until(&mut store, 34), None);
        assert_eq!(until(&mut store, 35), Some(94));
    }
    // From elsewhere the person can come, and all is forgotten then.
    let elsewhere = |at| Actor { address: Some([10, 0, 0, 1].into()), ..actor(at) };
    let SignInDoor::Open(check) = store.begin_sign_in("eva", &elsewhere(36)).unwrap() else {
        panic!("not locked from there")
    };
    assert!(check.fits(PASSWORD));
    store.sign_in(&check, "", &elsewhere(36)).unwrap();
    assert!(sign_in(&mut store, "eva", PASSWORD, 95).is_some());
    assert!(acts(&store).contains(&"sign-in-locked".to_owned()));
}

#[test]
fn tokens_are_good_until_they_end_or_go() {
    let (_folder, mut store) = store();
    let eva = add(&mut store, "eva", PersonRole::Curator);
    let draft = TokenDraft {
        name: "nightly",
        scopes: &[TokenScope::Rules, TokenScope::Read, TokenScope::Read],
        ends: Some(Moment(START + 100)),
    };
    let (token, secret) = store.add_token("eva", &draft, &actor(0)).unwrap();
    assert_eq!(token.scopes, [TokenScope::Read, TokenScope::Rules]);
    let holder = store.token_holder(secret.reveal(), Moment(START + 99)).unwrap().unwrap();
    assert_eq!((holder.person.name.as_str(), holder.token.id), ("eva", token.id));
    assert_eq!(store.tokens(eva.id).unwrap()[0].seen, Some(Moment(START + 99)));
    assert!(store.token_holder(secret.reveal(), Moment(START + 100)).unwrap().is_none());
    for wrong in ["", "stodola_", &secret.reveal()[8..], &"stodola_x".repeat(5)] {
        assert!(store.token_holder(wrong, Moment(START)).unwrap().is_none());
    }
    for (name, scopes) in [("", &[TokenScope::Read][..]), ("x", &[])] {
        let draft = TokenDraft { name, scopes, ends: None };
        assert!(matches!(store.add_token("eva", &draft, &actor(0)), Err(PersonError::Text(_))));
    }
    let other = add(&mut store, "other", PersonRole::Admin);
    let error = store.remove_token(&other, token.id, &actor(1)).unwrap_err();
    assert!(matches!(error, PersonError::Missing("token", _)));
    store.remove_token(&eva, token.id, &actor(1)).unwrap();
    assert!(store.token_holder(secret.reveal(), Moment(START)).unwrap().is_none());
}

#[test]
fn there_is_always_an_admin_and_changes_do_not_overwrite_each_other() {
    let (_folder, mut store) = store();
    let eva = add(&mut store, "eva", PersonRole::Admin);
    // Somebody who has not chosen a password yet does not count.
    let draft = PersonDraft { name: "new", role: PersonRole::Admin, groups: &["staff".to_owned()] };
    store.add_person(&draft, &actor(0)).unwrap();
    for edit in [
        PersonEdit { role: Some(PersonRole::Operator), ..PersonEdit::default() },
        PersonEdit { is_disabled: Some(true), ..PersonEdit::default() },
    ] {
        let error = store.edit_person("eva", &edit, &actor(1)).unwrap_err();
        assert!(matches!(error, PersonError::LastAdmin(_)), "{error}");
    }
    let groups = Some(vec!["b".to_owned(), "a".to_owned(), "b".to_owned()]);
    let edit = PersonEdit { groups, version: Some(eva.version), ..PersonEdit::default() };
    assert_eq!(store.edit_person("eva", &edit, &actor(1)).unwrap().groups, ["a", "b"]);
    assert!(matches!(store.edit_person("eva", &edit, &actor(1)), Err(PersonError::Changed)));
    let error = store.edit_person("who", &edit, &actor(1)).unwrap_err();
    assert!(matches!(error, PersonError::Unknown(_)));
    for (name, groups) in
        [("", vec![]), ("a b", vec![]), ("<b>", vec![]), ("ok", vec!["a b".to_owned()])]
    {
        let draft = PersonDraft { name, role: PersonRole::Reader, groups: &groups };
        assert!(store.add_person(&draft, &actor(1)).is_err(), "{name}");
    }
    let draft = PersonDraft { name: "EVA", role: PersonRole::Reader, groups: &[] };
    assert!(matches!(store.add_person(&draft, &actor(1)), Err(PersonError::NameTaken(_))));
    let names: Vec<String> = store.people().unwrap().into_iter().map(|it| it.name).collect();
    assert_eq!(names, ["eva", "new"]);
}

#[test]
fn projects_belong_to_their_owner_and_can_be_shared() {
    let (_folder, mut store) = store();
    let [eva, jan] = ["eva", "jan"].map(|name| add(&mut store, name, PersonRole::Reader));
    let parts = ["*.voda.cz", "http://a.cz/x/*", "collection:floods"];
    let parts: Vec<_> = parts.iter().map(|part| part.parse().unwrap()).collect();
    let mut draft =
        ProjectDraft { name: "Water".into(), note: String::new(), is_shared: false, parts };
    let id = store.add_project(&eva, &draft, &actor(0)).unwrap();
    assert!(matches!(
        store.add_project(&eva, &draft, &actor(0)),
        Err(PersonError::ProjectTaken(_))
    ));
    store.add_project(&jan, &draft, &actor(0)).unwrap();
    assert_eq!(store.project(jan.id, id).unwrap(), None);
    draft.is_shared = true;
    assert!(matches!(
        store.edit_project(&jan, id, None, &draft, &actor(1)),
        Err(PersonError::Missing("project", _))
    ));
    store.edit_project(&eva, id, Some(1), &draft, &actor(1)).unwrap();
    assert!(matches!(
        store.edit_project(&eva, id, Some(1), &draft, &actor(1)),
        Err(PersonError::Changed)
    ));
    let project = store.project(jan.id, id).unwrap().unwrap();
    assert_eq!((project.owner.as_str(), project.version), ("eva", 2));
    assert_eq!(store.projects(jan.id, 0, 10).unwrap().len(), 2);
    assert_eq!(store.projects(jan.id, id, 10).unwrap().len(), 1);
    for (key, is_in) in [
        ("cz,voda)/", true),
        ("cz,voda,www)/x", true),
        ("cz,vodafone)/", false),
        ("cz,a)/x/y", true),
        ("cz,a)/", false),
    ] {
        assert_eq!(project.has_key(key.as_bytes()), is_in, "{key}");
    }
    store.remove_project(&eva, id, None, &actor(2)).unwrap();
    assert_eq!(store.project(eva.id, id).unwrap(), None);
}

#[test]
fn webhooks_that_fail_wait_longer_and_are_parked() {
    let (_folder, mut store) = store();
    for wrong in ["", "ftp://a.cz/", "https://a.cz/\n", "https://u:p@a.cz/", "a.cz"] {
        let draft = WebhookDraft { url: wrong, kinds: &[], place: 0 };
        assert!(
            matches!(store.add_webhook(&draft, &actor(0)), Err(PersonError::Address(_))),
            "{wrong}"
        );
    }
    let draft = WebhookDraft { url: "https://a.cz/hook", kinds: &["rule".to_owned()], place: 7 };
    let (id, key) = store.add_webhook(&draft, &actor(0)).unwrap();
    let (mut now, mut pauses) = (0, Vec::new());
    loop {
        let webhook = store.webhooks().unwrap().remove(0);
        assert!(webhook.key.is(key.reveal()) && webhook.place == 7);
        let is_parked = store.webhook_failed(&webhook, "it is closed", &actor(now)).unwrap();
        let webhook = store.webhooks().unwrap().remove(0);
        pauses.push(webhook.next.0 - START - now);
        now = webhook.next.0 - START;
        assert_eq!(webhook.parked.is_some(), is_parked);
        if is_parked {
            break;
        }
    }
    assert_eq!(pauses[..4], [10, 20, 40, 80]);
    assert_eq!((pauses.len(), pauses[19]), (20, 6 * 3600));
    store.resume_webhook(id, &actor(now)).unwrap();
    store.webhook_told(id, 9).unwrap();
    let webhook = store.webhooks().unwrap().remove(0);
    assert_eq!((webhook.place, webhook.tries, webhook.parked, webhook.error), (9, 0, None, None));
    store.remove_webhook(id, &actor(now)).unwrap();
    assert!(matches!(
        store.remove_webhook(id, &actor(now)),
        Err(PersonError::Missing("webhook", _))
    ));
}

#[test]
fn store_of_the_first_format_opens_and_is_raised() {
    let folder = tempdir().unwrap();
    let path = PeopleStore::path_in(folder.path());
    let golden = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden/people-1.db");
    std::fs::copy(golden, &path).unwrap();
    let bytes = std::fs::read(&path).unwrap();
    // Whoever only reads takes it as it is.
    let store = PeopleStore::open_to_read(&path).unwrap().unwrap();
    assert_eq!(store.rules().unwrap().len(), 2);
    assert_eq!((store.people().unwrap(), store.audit(None, 9).unwrap()), (vec![], vec![]));
    assert!(!store.has_admin().unwrap() && store.person("eva").unwrap().is_none());
    drop(store);
    assert_eq!(std::fs::read(&path).unwrap(), bytes);
    let mut store = PeopleStore::open(&path).unwrap();
    assert_eq!(store.rules().unwrap(), store.rules_by_log().unwrap());
    assert_eq!(store.log(0, 9).unwrap().len(), 4);
    add(&mut store, "eva", PersonRole::Admin);
    drop(store);
    assert!(PeopleStore::open_to_read(&path).unwrap().unwrap().has_admin().unwrap());
}

#[test]
fn store_with_groups_by_address_opens_and_is_raised() {
    let folder = tempdir().unwrap();
    let path = PeopleStore::path_in(folder.path());
    let golden = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden/people-2.db");
    std::fs::copy(golden, &path).unwrap();
    let bytes = std::fs::read(&path).unwrap();
    let store = PeopleStore::open_to_read(&path).unwrap().unwrap();
    assert_eq!((store.rules().unwrap().len(), store.group_ranges().unwrap().len()), (1, 1));
    assert!(!store.has_admin().unwrap());
    drop(store);
    assert_eq!(std::fs::read(&path).unwrap(), bytes);
    let mut store = PeopleStore::open(&path).unwrap();
    add(&mut store, "eva", PersonRole::Admin);
    assert_eq!((store.rules().unwrap().len(), store.group_ranges().unwrap().len()), (1, 1));
    assert!(store.has_admin().unwrap());
}

#[test]
fn people_of_a_server_follow_the_file() {
    let folder = tempdir().unwrap();
    let people = LivePeople::of_archive(folder.path());
    assert!(people.with(|store| store.people()).unwrap().is_none());
    assert!(!PeopleStore::path_in(folder.path()).exists());
    people.made(|store| store.first_admin_link(&actor(0))).unwrap().unwrap();
    assert_eq!(people.with(|store| store.people()).unwrap().unwrap(), []);
    // Somebody puts a copy in its place, and then nonsense.
    let copy = folder.path().join("copy");
    std::fs::copy(PeopleStore::path_in(folder.path()), &copy).unwrap();
    let mut other = PeopleStore::open(&copy).unwrap();
    add(&mut other, "eva", PersonRole::Reader);
    drop(other);
    std::fs::rename(&copy, PeopleStore::path_in(folder.path())).unwrap();
    assert_eq!(people.with(|store| store.people()).unwrap().unwrap().len(), 1);
    std::fs::write(&copy, b"this is no database, but it is long enough to be looked at").unwrap();
    std::fs::rename(&copy, PeopleStore::path_in(folder.path())).unwrap();
    let error = people.with(|store| store.people()).unwrap_err();
    assert!(matches!(error, PersonError::Store(PeopleError::Damaged { .. })), "{error}");
}

#[test]
fn rules_are_not_read_again_when_people_sign_in() {
    let (folder, mut store) = store();
    let live = stodola_access::LiveRules::of_archive(folder.path());
    let before = live.current().unwrap();
    add(&mut store, "eva", PersonRole::Reader);
    assert!(sign_in(&mut store, "eva", PASSWORD, 1).is_some());
    assert!(std::sync::Arc::ptr_eq(&before, &live.current().unwrap()));
}
