//! The API: lists page by page, tags, problems in words, rules, projects, tokens, people.

use crate::person::{Browser, add, json, post};
use crate::shelf::{Shelf, page};
use stodola_access::people::PersonRole;

fn shelf() -> Shelf {
    Shelf::new(&[
        page("http://a.cz/", "20100101000000", "ten"),
        page("http://a.cz/", "20200101000000", "twenty"),
        page("http://a.cz/x", "20200101000001", "x"),
        page("http://www.b.a.cz/", "20200101000002", "b"),
        page("http://ab.cz/", "20200101000003", "other"),
    ])
}

#[test]
fn captures_come_page_by_page_without_gaps_or_repeats() {
    let shelf = shelf();
    let all = |query: &str| {
        let (mut found, mut cursor) = (Vec::new(), String::new());
        loop {
            let answer = shelf.get_app(&format!("/api/v1/captures?{query}{cursor}"), &[]);
            assert_eq!(answer.status, 200, "{}", answer.text());
            let page = json(&answer);
            for item in page["items"].as_array().unwrap() {
                found.push(item["time"].as_str().unwrap().to_owned());
            }
            match page["next"].as_str() {
                Some(next) => cursor = format!("&cursor={next}"),
                None => return found,
            }
        }
    };
    for limit in [1, 2, 3, 100] {
        let times = all(&format!("url=http://a.cz/&match=domain&limit={limit}"));
        assert_eq!(times, ["20100101000000", "20200101000000", "20200101000001", "20200101000002"]);
    }
    assert_eq!(all("url=a.cz").len(), 2);
    assert_eq!(all("url=a.cz&match=host").len(), 3);
    assert_eq!(all("url=a.cz&from=2015").len(), 1);
    assert_eq!(all("url=a.cz&to=2010").len(), 1);
    assert_eq!(all("url=http://a.cz/&match=prefix").len(), 3);
    for wrong in [
        "",
        "url=a.cz&limit=0",
        "url=a.cz&limit=x",
        "url=a.cz&match=x",
        "url=a.cz&from=x",
        "url=a.cz&cursor=x",
    ] {
        assert_eq!(shelf.get_app(&format!("/api/v1/captures?{wrong}"), &[]).status, 400, "{wrong}");
    }
}

#[test]
fn a_capture_and_the_history_of_its_address() {
    let shelf = shelf();
    let capture = json(&shelf.get_app("/api/v1/capture?url=a.cz&time=20200101000000", &[]));
    assert_eq!(capture["capture"]["uri"], "http://a.cz/");
    assert_eq!(capture["previous"], "20100101000000");
    assert!(capture["head"].as_str().unwrap().starts_with("HTTP/1.1 200 OK"), "{capture}");
    assert!(capture["replay"].as_str().unwrap().ends_with("/replay/20200101000000/http://a.cz/"));
    assert_eq!(shelf.get_app("/api/v1/capture?url=a.cz&time=20200101000009", &[]).status, 404);
    let history = json(&shelf.get_app("/api/v1/history?url=a.cz", &[]));
    assert_eq!((&history["captures"], &history["changes"]), (&2.into(), &1.into()));
    let stats = json(&shelf.get_app("/api/v1/stats", &[]));
    assert_eq!(stats["captures"], 5);
}

#[test]
fn what_a_program_has_already_is_not_sent_again() {
    let shelf = shelf();
    let first = shelf.get_app("/api/v1/stats", &[]);
    let tag = first.header("etag").to_owned();
    assert!(tag.len() > 10, "{tag}");
    let again = shelf.get_app("/api/v1/stats", &[("If-None-Match", &tag)]);
    assert_eq!((again.status, again.body.len()), (304, 0));
    shelf.add("second", &[page("http://c.cz/", "20210101000000", "new")]);
    let changed = shelf.get_app("/api/v1/stats", &[("If-None-Match", &tag)]);
    assert_eq!((changed.status, &json(&changed)["captures"]), (200, &6.into()));
}

#[test]
fn problems_are_told_to_programs_and_to_people_in_their_language() {
    let shelf = shelf();
    for (language, title) in [
        ("en", "This is for people who are signed in, and for programs with a token."),
        ("cs", "Toto je pro přihlášené a pro programy s tokenem."),
    ] {
        let answer = shelf.get_app("/api/v1/rules", &[("Accept-Language", language)]);
        assert_eq!(
            (answer.status, answer.header("content-type")),
            (401, "application/problem+json")
        );
        assert_eq!(answer.header("content-language"), language);
        let problem = json(&answer);
        assert_eq!(problem["type"], "urn:stodola:problem:not-signed-in");
        assert_eq!((&problem["title"], &problem["status"]), (&title.into(), &401.into()));
        assert_eq!(problem["instance"], "/api/v1/rules");
    }
    add(&shelf, "root", PersonRole::Admin, &[]);
    let root = Browser::sign_in(&shelf, "root");
    for (method, path, body, status, detail) in [
        (
            "POST",
            "/api/v1/people",
            r#"{"name": "root", "role": "reader"}"#,
            409,
            "there is somebody called 'root'",
        ),
        (
            "POST",
            "/api/v1/people",
            r#"{"name": "a b", "role": "reader"}"#,
            422,
            "'a b' cannot be a name",
        ),
        ("POST", "/api/v1/people", r#"{"name": "x", "role": "king"}"#, 422, "'king' is not one of"),
        (
            "POST",
            "/api/v1/people",
            r#"{"name": "x", "role": "reader", "x": 1}"#,
            422,
            "unknown field `x`",
        ),
        ("POST", "/api/v1/people", "{", 400, "EOF"),
        (
            "PATCH",
            "/api/v1/people/root",
            r#"{"disabled": true}"#,
            409,
            "'root' is the last administrator",
        ),
        ("PATCH", "/api/v1/people/who", "{}", 404, "there is nobody called 'who'"),
        ("DELETE", "/api/v1/rules/7?why=x", "", 404, "there is no rule 7"),
        ("DELETE", "/api/v1/tokens/7", "", 404, "there is no token with the number 7"),
        (
            "POST",
            "/api/v1/me/password",
            r#"{"old": "x", "new": "long enough x"}"#,
            422,
            "old: not the password",
        ),
    ] {
        let answer = root.write(method, path, body);
        assert_eq!(answer.status, status, "{method} {path} {body}: {}", answer.text());
        assert!(json(&answer)["detail"].as_str().unwrap().contains(detail), "{}", answer.text());
    }
    let long = format!(r#"{{"name": "{}", "role": "reader"}}"#, "x".repeat(300_000));
    assert_eq!(root.write("POST", "/api/v1/people", &long).status, 413);
}

#[test]
fn rules_hold_at_once_and_can_be_taken_back() {
    let shelf = shelf();
    add(&shelf, "kurator", PersonRole::Curator, &[]);
    let curator = Browser::sign_in(&shelf, "kurator");
    let captures = || shelf.get("/web/cdx?url=a.cz").text().lines().count();
    assert_eq!(captures(), 2);
    let body = r#"{"rule": {"place": "a.cz", "policy": "hide"}, "why": "letter"}"#;
    let added = curator.write("POST", "/api/v1/rules", body);
    assert_eq!(added.status, 201, "{}", added.text());
    assert_eq!(json(&added)["added"], serde_json::json!([1]));
    assert_eq!(captures(), 0);
    assert_eq!(
        json(&shelf.get_app("/api/v1/captures?url=a.cz", &[]))["items"],
        serde_json::json!([])
    );
    let check = json(&curator.get("/api/v1/rules/check?url=http://a.cz/"));
    assert_eq!(check["check"]["decision"], "hide");
    assert_eq!(json(&curator.get("/api/v1/rules"))["items"][0]["rule"]["place"], "host:cz,a");
    let undone = curator.write("POST", "/api/v1/rules/undo", r#"{"why": "wrong"}"#);
    assert_eq!(json(&undone)["undone"], 1);
    assert_eq!(captures(), 2);
    let log = json(&curator.get("/api/v1/rules/log?limit=1"));
    assert_eq!(
        (&log["items"][0]["who"], &log["items"][0]["why"]),
        (&"kurator".into(), &"letter".into())
    );
    let next = log["next"].as_str().unwrap();
    let log = json(&curator.get(&format!("/api/v1/rules/log?limit=1&cursor={next}")));
    assert_eq!(
        (&log["items"][0]["kind"], &log["next"]),
        (&"undo".into(), &serde_json::Value::Null)
    );
    for body in [
        r#"{"rule": {"place": "a.cz"}, "why": "x"}"#,
        r#"{"rule": {"place": "a.cz", "policy": "hide"}, "why": ""}"#,
    ] {
        assert_eq!(curator.write("POST", "/api/v1/rules", body).status, 422, "{body}");
    }
}

#[test]
fn projects_restrict_lists_and_are_not_overwritten() {
    let shelf = shelf();
    for name in ["eva", "jan"] {
        add(&shelf, name, PersonRole::Reader, &[]);
    }
    let [eva, jan] = ["eva", "jan"].map(|name| Browser::sign_in(&shelf, name));
    let body = r#"{"name": "B", "parts": ["*.b.a.cz", "collection:nosuch"]}"#;
    let made = eva.write("POST", "/api/v1/projects", body);
    assert_eq!((made.status, made.header("location")), (201, "/api/v1/projects/1"));
    let tag = made.header("etag").to_owned();
    let captures =
        |browser: &Browser<'_>| browser.get("/api/v1/captures?url=a.cz&match=domain&project=1");
    assert_eq!(json(&captures(&eva))["items"].as_array().unwrap().len(), 1);
    assert_eq!(captures(&jan).status, 404);
    assert_eq!(jan.get("/api/v1/projects/1").status, 404);
    let shared = r#"{"name": "B", "parts": ["*.b.a.cz"], "shared": true}"#;
    let put = |tag: &str| eva.write_with("PUT", "/api/v1/projects/1", &[("If-Match", tag)], shared);
    assert_eq!(put("\"v9\"").status, 412);
    assert_eq!(put("\"x\"").status, 412);
    assert_eq!(put(&tag).status, 200);
    assert_eq!(put(&tag).status, 412);
    assert_eq!(captures(&jan).status, 200);
    assert_eq!(jan.write("DELETE", "/api/v1/projects/1", "").status, 404);
    let wrong = r#"{"name": "C", "parts": ["collection:a/b"]}"#;
    assert_eq!(eva.write("POST", "/api/v1/projects", wrong).status, 422);
    assert_eq!(eva.write("DELETE", "/api/v1/projects/1", "").status, 200);
}

#[test]
fn a_token_is_told_once_and_works_until_it_is_removed() {
    let shelf = shelf();
    add(&shelf, "eva", PersonRole::Curator, &[]);
    let eva = Browser::sign_in(&shelf, "eva");
    let made = eva.write(
        "POST",
        "/api/v1/tokens",
        r#"{"name": "script", "scopes": ["rules"], "ends": "2999"}"#,
    );
    assert_eq!(made.status, 201, "{}", made.text());
    let made = json(&made);
    let bearer = format!("Bearer {}", made["secret"].as_str().unwrap());
    let fields = [("Authorization", &*bearer)];
    assert_eq!(shelf.get_app("/api/v1/rules", &fields).status, 200);
    assert_eq!(shelf.get_app("/api/v1/stats", &fields).status, 403);
    // Programs write without the marks of our pages.
    let body = r#"{"rule": {"place": "z.cz", "policy": "hide"}, "why": "x"}"#;
    let kind = ("Content-Type", "application/json");
    let added = post(&shelf, "POST", "/api/v1/rules", &[fields[0], kind], body);
    assert_eq!(added.status, 201, "{}", added.text());
    let list = eva.get("/api/v1/tokens");
    assert!(!list.text().contains("stodola_"), "{}", list.text());
    assert!(json(&list)["items"][0]["seen"].is_string());
    assert_eq!(eva.write("DELETE", "/api/v1/tokens/1", "").status, 200);
    assert_eq!(shelf.get_app("/api/v1/rules", &fields).status, 401);
}

#[test]
fn people_are_added_and_come_by_a_link_and_all_is_on_record() {
    let shelf = shelf();
    add(&shelf, "root", PersonRole::Admin, &[]);
    let root = Browser::sign_in(&shelf, "root");
    let made = root.write(
        "POST",
        "/api/v1/people",
        r#"{"name": "Eva", "role": "reader", "groups": ["staff"]}"#,
    );
    assert_eq!((made.status, made.header("location")), (201, "/api/v1/people/eva"));
    let link = json(&root.write("POST", "/api/v1/people/eva/link", "{}"));
    let url = link["url"].as_str().unwrap();
    let path = url.strip_prefix(&format!("http://{}", shelf.app_host())).unwrap();
    assert!(shelf.get_app(path, &[]).text().contains("Choose a password for eva."));
    let changed = root.write("PATCH", "/api/v1/people/eva", r#"{"role": "operator"}"#);
    assert_eq!(json(&changed)["role"], "operator");
    let names: Vec<String> = json(&root.get("/api/v1/people"))["items"]
        .as_array()
        .unwrap()
        .iter()
        .map(|it| it["name"].as_str().unwrap().to_owned())
        .collect();
    assert_eq!(names, ["eva", "root"]);
    let body = format!(r#"{{"old": "{}", "new": "a new password"}}"#, crate::person::PASSWORD);
    assert_eq!(root.write("POST", "/api/v1/me/password", &body).status, 200);
    let audit = json(&root.get("/api/v1/audit?limit=5"));
    let acts: Vec<&str> =
        audit["items"].as_array().unwrap().iter().map(|it| it["act"].as_str().unwrap()).collect();
    assert_eq!(acts, ["password-set", "person-edit", "link-made", "person-add", "sign-in"]);
    assert_eq!(audit["items"][0]["address"], "127.0.0.1");
    assert!(audit["next"].is_string());
}
