//! Signing in and out, links, forged requests, lock-out, tickets of the replay origin.

use crate::access::rule;
use crate::person::{
    Browser, PASSWORD, actor, add, cookie_of, json, post, store, token, try_sign_in,
};
use crate::shelf::{Options, Shelf, page};
use stodola_access::people::{PersonEdit, PersonRole, TokenScope};
use stodola_access::{AccessPolicy, AccessRule, BlockCause};
use stodola_server::ReadingPolicy;

const A: &str = "http://a.cz/";

fn shelf() -> Shelf {
    Shelf::new(&[page(A, "20100101000000", "ten"), page(A, "20200101000000", "twenty")])
}

fn closed() -> Shelf {
    let options = Options { reading: Some(ReadingPolicy::SignedIn), ..Options::default() };
    Shelf::with(&[page(A, "20100101000000", "ten")], options)
}

#[test]
fn the_first_admin_chooses_name_and_password_by_a_link() {
    let shelf = shelf();
    let link = store(&shelf).first_admin_link(&actor()).unwrap().unwrap();
    let path = format!("/start/{}", link.secret.reveal());
    let asked = shelf.get_app(&path, &[]);
    assert_eq!(asked.status, 200);
    assert!(asked.text().contains("You are the first one here."), "{}", asked.text());
    assert_eq!(asked.header("cache-control"), "no-store");
    let origin = format!("http://{}", shelf.app_host());
    let send = |origin: &str, body: &str| post(&shelf, "POST", &path, &[("Origin", origin)], body);
    assert_eq!(send("http://evil.example", "name=eva&password=long+enough+x").status, 403);
    let short = send(&origin, "name=eva&password=short");
    assert_eq!(short.status, 422);
    assert!(short.text().contains("a password has 10 to 200 characters"), "{}", short.text());
    let done = send(&origin, "name=Eva&password=long+enough+x");
    assert_eq!((done.status, done.header("location")), (303, "/sign-in"));
    let cookie = cookie_of(&done).unwrap();
    let account = shelf.get_app("/account", &[("Cookie", &cookie)]).text();
    assert!(account.contains("You are signed in as eva."), "{account}");
    // It is worth nothing any more.
    assert_eq!(send(&origin, "name=mallory&password=long+enough+x").status, 404);
    assert_eq!(shelf.get_app(&path, &[]).status, 404);
    assert_eq!(shelf.get_app("/start/x", &[("Accept-Language", "cs")]).status, 404);
}

#[test]
fn signing_in_begins_a_new_session_whatever_the_browser_had() {
    let shelf = shelf();
    add(&shelf, "eva", PersonRole::Reader, &[]);
    add(&shelf, "mallory", PersonRole::Reader, &[]);
    // Somebody has put a value of their choice into the browser.
    let planted = "session=AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";
    let answer = try_sign_in(&shelf, "eva", PASSWORD, planted);
    assert_eq!((answer.status, answer.header("location")), (303, "/captures/"));
    let set = answer.header("set-cookie");
    assert!(set.ends_with("; Path=/; Max-Age=43200; HttpOnly; SameSite=Lax"), "{set}");
    let own = cookie_of(&answer).unwrap();
    assert_ne!(own, planted);
    let me =
        |cookie: &str| json(&shelf.get_app("/api/v1/me", &[("Cookie", cookie)]))["name"].clone();
    assert_eq!(me(planted), serde_json::Value::Null);
    assert_eq!(me(&own), "eva");
    // Each time another one; and a session of somebody else cannot be taken over by signing in with it.
    let again = cookie_of(&try_sign_in(&shelf, "eva", PASSWORD, "")).unwrap();
    assert_ne!(again, own);
    let theirs = Browser::sign_in(&shelf, "mallory");
    assert_eq!(try_sign_in(&shelf, "eva", PASSWORD, &theirs.cookie).status, 403);
    assert_eq!(me(&theirs.cookie), "mallory");
}

#[test]
fn signing_out_ends_the_session_on_the_server() {
    let shelf = shelf();
    add(&shelf, "eva", PersonRole::Reader, &[]);
    let eva = Browser::sign_in(&shelf, "eva");
    let origin = format!("http://{}", shelf.app_host());
    let fields = [("Origin", &*origin), ("Cookie", &*eva.cookie)];
    assert_eq!(post(&shelf, "POST", "/sign-out", &fields, "").status, 403);
    assert_eq!(post(&shelf, "POST", "/sign-out", &fields, "form=wrong").status, 403);
    let done = post(&shelf, "POST", "/sign-out", &fields, &format!("form={}", eva.key));
    assert_eq!(done.status, 303);
    assert!(done.header("set-cookie").starts_with("session=; Path=/; Max-Age=0;"));
    assert_eq!(json(&eva.get("/api/v1/me"))["name"], serde_json::Value::Null);
}

#[test]
fn writes_that_another_site_caused_are_refused() {
    let shelf = shelf();
    add(&shelf, "eva", PersonRole::Admin, &[]);
    let eva = Browser::sign_in(&shelf, "eva");
    let (own, replay) = (format!("http://{}", shelf.app_host()), shelf.replay_url());
    let body = r#"{"name": "x", "role": "admin"}"#;
    let kind = ("Content-Type", "application/json");
    let cookie = ("Cookie", &*eva.cookie);
    let key = ("X-Form-Key", &*eva.key);
    for fields in [
        // Without the key, with a wrong one, from elsewhere, from an archived page, from nowhere.
        &[kind, cookie, ("Origin", &*own)][..],
        &[kind, cookie, ("Origin", &*own), ("X-Form-Key", "x")],
        &[kind, cookie, key, ("Origin", "https://evil.example")],
        &[kind, cookie, key, ("Origin", &*replay)],
        &[kind, cookie, key, ("Origin", "null")],
        &[kind, cookie, key],
    ] {
        let answer = post(&shelf, "POST", "/api/v1/people", fields, body);
        assert_eq!(answer.status, 403, "{fields:?}: {}", answer.text());
    }
    for path in ["/api/v1/tokens/1", "/api/v1/projects/1", "/api/v1/rules/1?why=x"] {
        let answer = post(&shelf, "DELETE", path, &[cookie, ("Origin", &*own)], "");
        assert_eq!(answer.status, 403, "{path}");
    }
    // As plain text a browser would send it without asking.
    let fields = [cookie, key, ("Origin", &*own), ("Content-Type", "text/plain")];
    assert_eq!(post(&shelf, "POST", "/api/v1/people", &fields, body).status, 400);
    assert_eq!(store(&shelf).people().unwrap().len(), 1);
    assert_eq!(eva.write("POST", "/api/v1/people", body).status, 201);
}

#[test]
fn wrong_passwords_are_answered_alike_and_lock_the_door() {
    let shelf = shelf();
    add(&shelf, "eva", PersonRole::Reader, &[]);
    add(&shelf, "zuzana", PersonRole::Reader, &[]);
    let edit = PersonEdit { is_disabled: Some(true), ..PersonEdit::default() };
    store(&shelf).edit_person("zuzana", &edit, &actor()).unwrap();
    let wrong = |name: &str| {
        let answer = try_sign_in(&shelf, name, "wrong password", "");
        (answer.status, answer.text().replace(name, "NAME"), answer.header("set-cookie").to_owned())
    };
    // A person, one who may not come any more (with the right password), and nobody.
    let [known, nobody] = ["eva", "nobody"].map(wrong);
    assert_eq!(known.0, 422);
    assert!(known.1.contains("Name or password are wrong."), "{}", known.1);
    assert_eq!((&known, &known), (&nobody, &wrong("zuzana")));
    let off = try_sign_in(&shelf, "zuzana", PASSWORD, "");
    assert_eq!((off.status, off.text().replace("zuzana", "NAME")), (422, known.1.clone()));
    for _ in 0..4 {
        assert_eq!(wrong("eva").0, 422);
    }
    let locked = try_sign_in(&shelf, "eva", PASSWORD, "");
    assert_eq!(locked.status, 429, "{}", locked.text());
    let seconds: u64 = locked.header("retry-after").parse().unwrap();
    assert!((1..=30).contains(&seconds), "{seconds}");
    assert_eq!(locked.header("set-cookie"), "");
    let acts: Vec<String> =
        store(&shelf).audit(None, 3).unwrap().into_iter().map(|it| it.act).collect();
    assert!(acts.contains(&"sign-in-locked".to_owned()), "{acts:?}");
}

#[test]
fn one_network_cannot_try_many_names() {
    // Nobody was ever added, so that no password is compared: the places of one network are used up before new ones
    // come.
    let shelf = shelf();
    let answers: Vec<u16> = (0..30)
        .map(|n| try_sign_in(&shelf, &format!("n{n}"), "wrong password", "").status)
        .collect();
    assert_eq!(answers[..20], [422; 20]);
    assert!(answers[20..].contains(&429), "{answers:?}");
}

#[test]
fn where_reading_is_closed_nothing_is_read_without_signing_in() {
    let shelf = closed();
    add(&shelf, "eva", PersonRole::Reader, &[]);
    for path in ["/", "/captures/http://a.cz/", "/compare", "/replay/2010/http://a.cz/"] {
        let answer = shelf.get_app(path, &[]);
        assert_eq!(answer.status, 303, "{path}");
        assert!(
            answer.header("location").starts_with("/sign-in?to=%2F"),
            "{}",
            answer.header("location")
        );
    }
    for path in ["/api/v1/stats", "/api/v1/captures?url=a.cz", "/api/v1/history?url=a.cz"] {
        let answer = shelf.get_app(path, &[]);
        assert_eq!((answer.status, answer.header("www-authenticate")), (401, "Bearer"), "{path}");
    }
    for path in
        ["/web/20100101000000id_/http://a.cz/", "/web/cdx?url=a.cz", "/wayback/available?url=a.cz"]
    {
        assert_eq!(shelf.get(path).status, 401, "{path}");
    }
    let secret = token(&shelf, "eva", &[TokenScope::Read]);
    let bearer = format!("Bearer {}", secret.reveal());
    let fields = [("Authorization", &*bearer)];
    assert_eq!(shelf.get_app("/api/v1/stats", &fields).status, 200);
    assert_eq!(shelf.get_with("/web/20100101000000id_/http://a.cz/", &fields).text(), "ten");
    // A session is worth nothing at the replay origin; its frame comes with a ticket.
    let eva = Browser::sign_in(&shelf, "eva");
    let fields = [("Cookie", &*eva.cookie)];
    assert_eq!(shelf.get_with("/web/20100101000000id_/http://a.cz/", &fields).status, 401);
    let shell = eva.get("/replay/20100101000000/http://a.cz/");
    assert_eq!(shell.status, 200, "{}", shell.text());
    let cookie = take_ticket(&shelf, &shell.text());
    let fields = [("Cookie", &*cookie)];
    assert_eq!(shelf.get_with("/web/20100101000000mp_/http://a.cz/", &fields).status, 200);
    // And what the replay origin gave is worth nothing at the app.
    assert_eq!(shelf.get_app("/api/v1/stats", &fields).status, 401);
}

/// Follows the frame of a shell. Returns the cookie of the replay origin.
fn take_ticket(shelf: &Shelf, shell: &str) -> String {
    let frame = shell.split("<iframe src=\"").nth(1).unwrap().split('"').next().unwrap();
    let frame = frame.replace("&#38;", "&").replace("&amp;", "&");
    let path = frame.strip_prefix(&shelf.replay_url()).unwrap();
    assert!(path.starts_with("/_stodola/ticket?ticket="), "{path}");
    let answer = shelf.get(path);
    assert_eq!(answer.status, 302);
    assert_eq!(answer.header("location"), "/web/20100101000000mp_/http://a.cz/");
    assert!(answer.header("set-cookie").contains("; Max-Age=3600; HttpOnly; "));
    let cookie = cookie_of(&answer).unwrap();
    // It is good once, and leads nowhere else.
    assert_eq!(shelf.get(path).header("set-cookie"), "");
    for wrong in ["//evil.example", "https://evil.example", "/\\evil.example"] {
        assert_eq!(
            shelf.get(&format!("/_stodola/ticket?ticket=x&to={wrong}")).status,
            400,
            "{wrong}"
        );
    }
    cookie
}

#[test]
fn members_of_a_group_see_what_is_for_them_on_both_origins() {
    let shelf = shelf();
    add(&shelf, "eva", PersonRole::Reader, &["staff"]);
    add(&shelf, "jan", PersonRole::Reader, &[]);
    let everybody = rule(AccessPolicy::Block, BlockCause::Rights, "2010");
    let audience = "group:staff".parse().unwrap();
    let staff = AccessRule { policy: AccessPolicy::Allow, audience, ..everybody.clone() };
    crate::access::add(&shelf, everybody);
    crate::access::add(&shelf, staff);
    let path = "/replay/20100101000000/http://a.cz/";
    assert_eq!(shelf.get_app(path, &[]).status, 403);
    assert_eq!(Browser::sign_in(&shelf, "jan").get(path).status, 403);
    let eva = Browser::sign_in(&shelf, "eva");
    let shell = eva.get(path);
    assert_eq!(shell.status, 200);
    let cookie = take_ticket(&shelf, &shell.text());
    let archived = "/web/20100101000000id_/http://a.cz/";
    assert_eq!(shelf.get_with(archived, &[("Cookie", &cookie)]).text(), "ten");
    assert_eq!(shelf.get(archived).status, 403);
    let forged = cookie.replace('.', "x.");
    assert_eq!(shelf.get_with(archived, &[("Cookie", &forged)]).status, 403);
    // The API says the same, and a token that may not read has no groups.
    let blocked = |fields: &[(&str, &str)]| {
        let answer = shelf.get_app("/api/v1/captures?url=a.cz", fields);
        json(&answer)["items"][0]["blocked"].clone()
    };
    assert_eq!((blocked(&[]), blocked(&[("Cookie", &eva.cookie)])), (true.into(), false.into()));
    let secret = token(&shelf, "eva", &[TokenScope::Read]);
    assert_eq!(blocked(&[("Authorization", &format!("Bearer {}", secret.reveal()))]), false);
}

#[test]
fn a_token_that_is_not_good_is_refused_also_where_everybody_may_read() {
    let shelf = shelf();
    for wrong in [
        "Bearer x",
        "Bearer stodola_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
        "Basic eDp5",
        "x",
    ] {
        let answer = shelf.get_app("/api/v1/stats", &[("Authorization", wrong)]);
        assert_eq!(answer.status, 401, "{wrong}");
    }
}
