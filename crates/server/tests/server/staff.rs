//! Pages of staff: one's account and tokens, people, webhooks, rules; nothing without its role; problems of the API.

use crate::person::{Browser, PASSWORD, add, json, post, try_sign_in};
use crate::shelf::{Options, Shelf, page};
use stodola_access::people::PersonRole;
use stodola_access::{AddressRange, PeopleStore, Signed};
use stodola_server::ReadingPolicy;

fn shelf() -> Shelf {
    let shelf = Shelf::new(&[page("http://a.cz/", "20200101000000", "hello")]);
    for role in PersonRole::ALL {
        add(&shelf, role.as_str(), role, &[]);
    }
    shelf
}

/// Pages, and the least role that may see them.
const PAGES: [(&str, PersonRole); 21] = [
    ("/account", PersonRole::Reader),
    ("/access", PersonRole::Curator),
    ("/projects", PersonRole::Reader),
    ("/projects/1", PersonRole::Reader),
    ("/archive", PersonRole::Operator),
    ("/archive/checks", PersonRole::Operator),
    ("/archive/migrations", PersonRole::Operator),
    ("/archive/migrations/x", PersonRole::Operator),
    ("/jobs", PersonRole::Operator),
    ("/jobs/new", PersonRole::Operator),
    ("/jobs/x", PersonRole::Operator),
    ("/jobs/x/hosts", PersonRole::Operator),
    ("/jobs/x/now", PersonRole::Operator),
    ("/jobs/x/settings", PersonRole::Operator),
    ("/jobs/x/settings/file", PersonRole::Operator),
    ("/jobs/x/verdicts/http://a.cz/", PersonRole::Operator),
    ("/jobs/x/stop", PersonRole::Operator),
    ("/why", PersonRole::Operator),
    ("/people", PersonRole::Admin),
    ("/audit", PersonRole::Admin),
    ("/webhooks", PersonRole::Admin),
];

/// Forms, and the least role that may send them.
const FORMS: [(&str, PersonRole); 25] = [
    ("/account/password", PersonRole::Reader),
    ("/account/tokens", PersonRole::Reader),
    ("/account/tokens/1/remove", PersonRole::Reader),
    ("/projects", PersonRole::Reader),
    ("/projects/1", PersonRole::Reader),
    ("/projects/1/remove", PersonRole::Reader),
    ("/access", PersonRole::Curator),
    ("/access/undo", PersonRole::Curator),
    ("/access/1/remove", PersonRole::Curator),
    ("/jobs/new", PersonRole::Operator),
    ("/jobs/x/start", PersonRole::Operator),
    ("/jobs/x/again", PersonRole::Operator),
    ("/jobs/x/pace", PersonRole::Operator),
    ("/jobs/x/settings", PersonRole::Operator),
    ("/jobs/x/settings/file", PersonRole::Operator),
    ("/jobs/x/pause", PersonRole::Operator),
    ("/jobs/x/resume", PersonRole::Operator),
    ("/jobs/x/stop", PersonRole::Operator),
    ("/jobs/x/limit", PersonRole::Operator),
    ("/jobs/x/seeds", PersonRole::Operator),
    ("/people", PersonRole::Admin),
    ("/people/x", PersonRole::Admin),
    ("/people/x/link", PersonRole::Admin),
    ("/webhooks", PersonRole::Admin),
    ("/webhooks/1/remove", PersonRole::Admin),
];

#[test]
fn pages_and_forms_are_for_their_role_and_draw_without_scripts() {
    let shelf = shelf();
    for (path, _) in PAGES {
        let answer = shelf.get_app(path, &[]);
        assert_eq!(answer.status, 303, "{path}");
        assert!(answer.header("location").starts_with("/sign-in?to="), "{path}");
    }
    for role in PersonRole::ALL {
        let browser = Browser::sign_in(&shelf, role.as_str());
        for (path, least) in PAGES {
            let answer = browser.get(path);
            assert_eq!(answer.status == 403, role < least, "{role}: {path}: {}", answer.status);
            assert!(answer.status < 500, "{role}: {path}");
            assert_eq!(answer.header("content-type"), "text/html; charset=utf-8", "{path}");
            let text = answer.text();
            assert!(!text.contains("<style") && !text.contains(" style=\""), "{path}: {text}");
            assert!(!text.contains("<script>") && !text.contains(" onclick"), "{path}: {text}");
        }
        for (path, least) in FORMS {
            // The wrong key is refused for everybody, the right one by the role.
            assert_eq!(browser.send_with(path, "form=wrong&name=x").status, 403, "{role}: {path}");
            if role < least {
                assert_eq!(browser.send(path, "name=x").status, 403, "{role}: {path}");
            }
        }
        let nav = browser.get("/account").text();
        assert_eq!(nav.contains("href=\"/jobs\""), role >= PersonRole::Operator, "{role}: {nav}");
        assert_eq!(nav.contains("href=\"/people\""), role >= PersonRole::Admin, "{role}");
    }
}

#[test]
fn the_pages_of_staff_are_in_czech_too() {
    let shelf = shelf();
    let root = Browser::sign_in(&shelf, "admin");
    for (path, words) in [
        ("/account", "Tokeny pro programy"),
        ("/people", "Práva tu mají 4 lidé."),
        ("/webhooks", "Žádný program se o událostech nedozvídá."),
        ("/access", "Žádná pravidla nejsou"),
        ("/jobs", "Zatím tu není žádná sklizeň."),
        ("/audit", "Co kdo udělal"),
        ("/archive", "Co je odvozeno"),
        ("/archive/checks", "1 soubor je v pořádku."),
        ("/archive/migrations", "Žádné nejsou"),
        ("/collections", "Pojmenované části archivu"),
        ("/projects", "Zatím nemáte žádný projekt."),
        ("/jobs/new", "Dokumentů z jednoho serveru"),
    ] {
        let answer = shelf.get_app(path, &[("Cookie", &root.cookie), ("Accept-Language", "cs")]);
        let text = answer.text().replace('\u{a0}', " ");
        assert!(text.contains(words) && text.contains("<html lang=\"cs\""), "{path}: {text}");
    }
}

#[test]
fn ones_own_tokens_and_password_on_the_account_page() {
    let shelf = shelf();
    let eva = Browser::sign_in(&shelf, "reader");
    let page = eva.get("/account").text();
    assert!(page.contains("value=\"read\"") && !page.contains("value=\"people\""), "{page}");
    let made = eva.send("/account/tokens", "name=%3Cscript%3Ex&scope=read").text();
    let secret = made.split("class=\"secret\">").nth(1).unwrap().split('<').next().unwrap();
    assert!(made.contains("&#60;script&#62;x") && !made.contains("<script>x"), "{made}");
    let bearer = format!("Bearer {secret}");
    let captures = || shelf.get_app("/api/v1/captures?url=a.cz", &[("Authorization", &bearer)]);
    assert_eq!(captures().status, 200);
    assert!(!eva.get("/account").text().contains(secret));
    let none = eva.send("/account/tokens", "name=x");
    assert_eq!(none.status, 422, "{}", none.text());
    assert_eq!(eva.send("/account/tokens", "name=x&scope=read&ends=soon").status, 422);
    let removed = eva.send("/account/tokens/1/remove", "");
    assert_eq!((removed.status, removed.header("location")), (303, "/account?done=token"));
    assert_eq!(captures().status, 401);
    let wrong = eva.send("/account/password", "old=wrong&new=another+long+one");
    assert_eq!(wrong.status, 422);
    let old = PASSWORD.replace(' ', "+");
    let changed = eva.send("/account/password", &format!("old={old}&new=another+long+one"));
    assert_eq!(changed.header("location"), "/account?done=password");
    assert_eq!(try_sign_in(&shelf, "reader", PASSWORD, "").status, 422);
    assert_eq!(try_sign_in(&shelf, "reader", "another long one", "").status, 303);
}

#[test]
fn people_are_added_changed_and_kept_out_on_their_pages() {
    let shelf = shelf();
    let root = Browser::sign_in(&shelf, "admin");
    let made = root.send("/people", "name=jan&role=curator&groups=staff,+readers").text();
    let url = made.split("class=\"secret\">").nth(1).unwrap().split('<').next().unwrap();
    assert!(url.contains("/start/"), "{made}");
    let path = url.strip_prefix(&format!("http://{}", shelf.app_host())).unwrap();
    assert!(shelf.get_app(path, &[]).text().contains("Choose a password for jan."));
    let list = root.get("/people").text();
    assert!(list.contains("<a href=\"/people/jan\">jan</a>"), "{list}");
    assert!(list.contains("readers, staff") || list.contains("staff, readers"), "{list}");
    for (body, words) in [
        ("name=jan&role=reader", "there is somebody called"),
        ("name=a+b&role=reader", "cannot be a name"),
        ("name=x&role=king", "role"),
    ] {
        let answer = root.send("/people", body);
        assert!(answer.status == 422 && answer.text().contains(words), "{}", answer.text());
    }
    let person = root.get("/people/jan").text();
    let version = person.split("name=\"version\" value=\"").nth(1).unwrap();
    let version = version.split('"').next().unwrap();
    let edit = |version: &str| {
        root.send("/people/jan", &format!("role=operator&disabled=yes&version={version}"))
    };
    assert_eq!(edit(version).header("location"), "/people/jan?done=changed");
    // Somebody else has changed it meanwhile.
    assert_eq!(edit(version).status, 422);
    let jan = json(&root.get("/api/v1/people/jan"));
    assert_eq!((&jan["role"], &jan["disabled"]), (&"operator".into(), &true.into()));
    assert_eq!(jan["groups"], serde_json::json!([]));
    let last = root.send("/people/admin", "role=reader");
    assert!(last.status == 422 && last.text().contains("last administrator"), "{}", last.text());
    let audit = root.get("/audit").text();
    assert!(audit.contains("person-edit") && audit.contains("127.0.0.1"), "{audit}");
    assert_eq!(root.get("/people/nobody").status, 404);
}

#[test]
fn webhooks_and_rules_have_their_pages() {
    let shelf = shelf();
    let root = Browser::sign_in(&shelf, "admin");
    let made = root.send("/webhooks", "url=https%3A%2F%2Fhook.example%2Fx&kinds=rule+job").text();
    assert!(made.contains("class=\"secret\"") && made.contains("rule, job"), "{made}");
    let wrong = root.send("/webhooks", "url=javascript%3Aalert(1)");
    assert!(wrong.status == 422 && wrong.text().contains("role=\"alert\""), "{}", wrong.text());
    assert_eq!(root.send("/webhooks/1/remove", "").status, 303);
    assert_eq!(root.send("/webhooks/1/resume", "").status, 422);
    let captures = || shelf.get("/web/cdx?url=a.cz").text().lines().count();
    assert_eq!(captures(), 1);
    let reason = "why=%3Cscript%3Eletter%3C%2Fscript%3E";
    let added = root.send("/access", &format!("place=a.cz&policy=hide&{reason}"));
    assert_eq!((added.status, added.header("location")), (303, "/access"));
    assert_eq!(captures(), 0);
    let page = root.get("/access").text();
    assert!(page.contains("&#60;script&#62;letter") && !page.contains("<script>letter"), "{page}");
    for body in ["place=a.cz&policy=hide&why=", "place=&why=x", "place=a.cz&why=x&until=soon"] {
        assert_eq!(root.send("/access", body).status, 422, "{body}");
    }
    assert_eq!(root.send("/access/undo", "why=wrong").status, 303);
    assert_eq!(captures(), 1);
    let added = root.send("/access", "place=a.cz&policy=block&audience=group:staff&why=x");
    assert_eq!(added.status, 303);
    assert_eq!(root.send("/access/2/remove", "why=x").status, 303);
    assert_eq!(root.send("/access/2/remove", "why=x").status, 422);
}

#[test]
fn what_the_api_does_not_have_is_a_problem_for_programs_and_a_page_for_people() {
    let shelf = shelf();
    let origin = format!("http://{}", shelf.app_host());
    let origin = ("Origin", &*origin);
    for (method, path, body, status, name) in [
        ("GET", "/api/v1/nosuch", "", 404, "not-found"),
        ("GET", "/api/", "", 404, "not-found"),
        ("POST", "/api/v1/captures", "{}", 405, "wrong-method"),
        ("DELETE", "/api/v1/me", "", 405, "wrong-method"),
        ("GET", "/api/v1/captures?url=a.cz", "body", 413, "too-large"),
    ] {
        let length = body.len().to_string();
        let fields = [origin, ("Content-Length", &*length)];
        let host = shelf.app_host();
        let mut all = vec![("Host", &*host)];
        all.extend(fields);
        let answer = crate::client::send(shelf.app, method, path, &all, body.as_bytes());
        assert_eq!(answer.status, status, "{method} {path}: {}", answer.text());
        assert_eq!(answer.header("content-type"), "application/problem+json", "{method} {path}");
        assert_eq!(json(&answer)["type"], format!("urn:stodola:problem:{name}"));
        assert_eq!(answer.header("x-content-type-options"), "nosniff");
    }
    let methods = post(&shelf, "DELETE", "/api/v1/me", &[origin], "");
    assert!(methods.header("allow").contains("GET"), "{:?}", methods.headers);
    let page = shelf.get_app("/nosuch", &[]);
    assert_eq!((page.status, page.header("content-type")), (404, "text/html; charset=utf-8"));
    let page = post(&shelf, "POST", "/captures/", &[origin], "");
    assert_eq!((page.status, page.header("content-type")), (405, "text/html; charset=utf-8"));
}

#[test]
fn a_reading_room_opens_closed_reading_for_its_addresses() {
    let options = Options {
        reading: Some(ReadingPolicy::Rooms),
        trusted: vec!["127.0.0.1".parse().unwrap()],
        ..Options::default()
    };
    let shelf = Shelf::with(&[page("http://a.cz/", "20200101000000", "hello")], options);
    let from =
        |address: &str, path: &str| shelf.get_with(path, &[("X-Forwarded-For", address)]).status;
    let app =
        |address: &str| shelf.get_app("/captures/http://a.cz/", &[("X-Forwarded-For", address)]);
    let content = "/web/20200101000000id_/http://a.cz/";
    assert_eq!((from("10.1.2.3", content), app("10.1.2.3").status), (401, 303));
    let path = PeopleStore::path_in(&shelf.folder().join("archive"));
    let mut store = PeopleStore::open(&path).unwrap();
    let room: AddressRange = "10.1.0.0/16".parse().unwrap();
    let time = stodola_access::Moment(0);
    let signed = Signed { who: "test", why: "reading room", time };
    store.change_group(&signed, "room", room, true).unwrap();
    assert_eq!((from("10.1.2.3", content), app("10.1.2.3").status), (200, 200));
    assert_eq!((from("10.2.2.3", content), app("10.2.2.3").status), (401, 303));
    assert_eq!(from("10.1.2.3", "/web/cdx?url=a.cz"), 200);
    assert_eq!(from("10.2.2.3", "/web/cdx?url=a.cz"), 401);
    store.change_group(&signed, "room", room, false).unwrap();
    assert_eq!((from("10.1.2.3", content), app("10.1.2.3").status), (401, 303));
}
