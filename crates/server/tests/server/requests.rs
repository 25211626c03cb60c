//! Requests of users on pages and by the API: asked, worked off, shown, cancelled; hostile questions and results.

use crate::person::{Browser, add, json, post, token};
use crate::shelf::{Shelf, page};
use serde_json::{Value, json};
use stodola_access::people::{PersonRole, TokenScope};

fn shelf() -> Shelf {
    let shelf = Shelf::new(&[page("http://a.cz/x", "20200101000000", "hello")]);
    add(&shelf, "eva", PersonRole::Operator, &[]);
    add(&shelf, "jan", PersonRole::Reader, &[]);
    add(&shelf, "ota", PersonRole::Reader, &["staff"]);
    shelf
}

/// Waits until a request has ended.
fn ended(browser: &Browser<'_>, number: i64) -> Value {
    loop {
        let request = json(&browser.get(&format!("/api/v1/requests/{number}")));
        let state = request["request"]["state"].as_str().unwrap();
        if !matches!(state, "waiting" | "running") {
            return request;
        }
        std::thread::yield_now();
    }
}

fn ask(browser: &Browser<'_>, package: &str, question: &Value) -> Value {
    let body = json!({ "package": package, "question": question }).to_string();
    let answer = browser.write("POST", "/api/v1/requests", &body);
    assert_eq!(answer.status, 201, "{}", answer.text());
    json(&answer)
}

#[test]
fn an_export_is_asked_for_worked_off_and_saved() {
    let shelf = shelf();
    let [eva, jan, ota] = ["eva", "jan", "ota"].map(|name| Browser::sign_in(&shelf, name));
    // Nothing is made in the archive before somebody asks.
    assert_eq!(json(&jan.get("/api/v1/requests"))["items"], json!([]));
    assert!(!shelf.folder().join("archive/work.db").exists());
    let asked = ask(&jan, "export", &json!({ "prefix": "http://a.cz/", "format": "warc" }));
    let number = asked["number"].as_i64().unwrap();
    let request = ended(&jan, number);
    assert_eq!(request["request"]["state"], "done", "{request}");
    assert!(
        request["log"].as_array().unwrap().iter().any(|line| line["text"] == "the result is there")
    );
    let path = format!("/api/v1/requests/{number}/result");
    let result = jan.get(&path);
    assert_eq!(result.status, 200);
    assert_eq!(result.header("content-type"), "application/warc");
    assert!(result.header("content-disposition").starts_with("attachment; filename=\"export-"));
    assert_eq!(result.header("x-content-type-options"), "nosniff");
    assert!(result.header("content-security-policy").starts_with("sandbox"));
    assert!(result.body.starts_with(&[0x1f, 0x8b]));
    assert_eq!(jan.get(&format!("/requests/{number}/result")).body, result.body);
    // Others do not know of it; an operator sees it, but does not get what was made with other rights.
    for path in [&path, &format!("/requests/{number}"), &format!("/api/v1/requests/{number}")] {
        assert_eq!(ota.get(path).status, 404, "{path}");
        let anonymous = shelf.get_app(path, &[]).status;
        assert!(matches!(anonymous, 303 | 401), "{path}: {anonymous}");
    }
    assert_eq!(eva.get(&format!("/requests/{number}")).status, 200);
    // The same again is there at once, and is the same.
    let again = ask(&jan, "export", &json!({ "format": "warc", "prefix": "http://a.cz/" }));
    assert_eq!((&again["number"], &again["state"]), (&json!(number), &json!("done")));
    let item = &json(&jan.get("/api/v1/requests?list=mine"))["items"][0];
    assert_eq!((&item["result"]["views"], &item["owners"]), (&json!(2), &json!(["jan"])));
}

#[test]
fn requests_are_asked_for_and_shown_on_pages() {
    let shelf = shelf();
    let [eva, jan] = ["eva", "jan"].map(|name| Browser::sign_in(&shelf, name));
    let text = jan.get("/requests").text();
    assert!(text.contains("You have asked for nothing yet") && text.contains("Exports"), "{text}");
    assert!(!text.contains("Checks of files"), "{text}");
    assert!(eva.get("/requests/new").text().contains("package=fixity"));
    let form = jan.get("/requests/new?package=export").text();
    assert!(form.contains("name=\"q-prefix\"") && form.contains("name=\"refresh\""), "{form}");
    let body = "package=export&q-prefix=http%3A%2F%2Fa.cz%2F%3Cb%3E&q-format=wacz&refresh=1w";
    let sent = jan.send("/requests", body);
    assert_eq!((sent.status, sent.header("location")), (303, "/requests/1"), "{}", sent.text());
    // Nothing of that address is archived. The page says so, with what strangers wrote as text.
    ended(&eva, 1);
    let text = jan.get("/requests").text();
    assert!(
        text.contains("&#60;b&#62;") && !text.contains("cz/<b>") && text.contains("failed"),
        "{text}"
    );
    let text = jan.get("/requests/1").text();
    assert!(
        text.contains("run 1 begins") && text.contains("action=\"/requests/1/again\""),
        "{text}"
    );
    let named = jan.send("/requests/1/favourite", "name=%3Ci%3Emine");
    assert_eq!(named.header("location"), "/requests?list=favourites", "{}", named.text());
    let text = jan.get("/requests?list=favourites").text();
    assert!(text.contains("&#60;i&#62;mine") && !text.contains("<i>mine"), "{text}");
    let asked = jan.send("/requests/favourites/ask", "name=%3Ci%3Emine");
    assert_eq!(asked.header("location"), "/requests/1", "{}", asked.text());
    ended(&eva, 1);
    // What is over cannot be cancelled; the page says why.
    assert_eq!(jan.send("/requests/1/cancel", "").status, 422);
    assert_eq!(jan.send("/requests/1/again", "").status, 303);
    assert_eq!(jan.send("/requests/9/cancel", "").status, 422);
    // A form without the key of the session is none of ours.
    assert_eq!(jan.send_with("/requests", body).status, 403);
    assert_eq!(jan.send("/requests", "package=fixity").status, 403);
    let wrong = jan.send("/requests", "package=export&q-format=zip&q-prefix=x");
    assert!(wrong.status == 422 && wrong.text().contains("choices"), "{}", wrong.text());
    let czech = jan.get("/requests?lang=cs").text();
    assert!(czech.contains("Požadavky") && czech.contains("Exporty"), "{czech}");
}

#[test]
fn hostile_and_too_many_requests_are_refused() {
    let shelf = shelf();
    let archive = shelf.folder().join("archive");
    // Nothing is worked on, so that requests stay in line.
    let settings = "[limits]\nwaiting_per_person = 3\n[packages.export]\nat_once = 0\n";
    std::fs::write(archive.join("work.toml"), settings).unwrap();
    let jan = Browser::sign_in(&shelf, "jan");
    let deep = format!("{}1{}", "[".repeat(100), "]".repeat(100));
    let long = "x".repeat(100_000);
    for (body, status) in [
        ("{}".to_owned(), 422),
        (r#"{"package": "export"}"#.to_owned(), 422),
        (r#"{"package": "nothing", "question": {}}"#.to_owned(), 422),
        (r#"{"package": "export", "question": []}"#.to_owned(), 422),
        (r#"{"package": "export", "question": {"out": "/etc/passwd"}}"#.to_owned(), 422),
        (format!(r#"{{"package": "export", "question": {{"prefix": {deep}}}}}"#), 422),
        (format!(r#"{{"package": "export", "question": {{"prefix": "{long}"}}}}"#), 422),
        (
            format!(
                r#"{{"package": "export", "question": {{"prefix": "{}"}}}}"#,
                "x".repeat(300_000)
            ),
            413,
        ),
        (r#"{"package": "export", "question": {}, "save_to": "../x.html"}"#.to_owned(), 403),
        (r#"{"package": "index", "question": {"only": "search"}}"#.to_owned(), 403),
        (r#"{"package": "export", "question": {}, "refresh": "1s"}"#.to_owned(), 422),
    ] {
        let answer = jan.write("POST", "/api/v1/requests", &body);
        let shown: String = body.chars().take(80).collect();
        assert_eq!(answer.status, status, "{shown}: {}", answer.text());
    }
    let mut number = 0;
    for part in 0..3 {
        let asked = ask(&jan, "export", &json!({ "prefix": format!("http://a.cz/{part}") }));
        number = asked["number"].as_i64().unwrap();
    }
    let body = r#"{"package": "export", "question": {"prefix": "http://a.cz/3"}}"#;
    let refused = jan.write("POST", "/api/v1/requests", body);
    assert_eq!((refused.status, refused.header("retry-after")), (429, "60"), "{}", refused.text());
    assert!(refused.text().contains("wait for one of them"), "{}", refused.text());
    let path = format!("/api/v1/requests/{number}/cancel");
    let cancelled = jan.write("POST", &path, "{}");
    assert_eq!(json(&cancelled)["state"], "cancelled", "{}", cancelled.text());
    assert_eq!(jan.write("POST", "/api/v1/requests", body).status, 201);
    // Pages of the list go on behind each other.
    let first = json(&jan.get("/api/v1/requests?limit=2"));
    let next = first["next"].as_str().unwrap();
    let second = json(&jan.get(&format!("/api/v1/requests?limit=10&cursor={next}")));
    assert_eq!(second["items"].as_array().unwrap().len(), 2, "{second}");
    assert_eq!(jan.get("/api/v1/requests?list=everything").status, 400);
    assert_eq!(jan.get("/api/v1/requests/x").status, 400);
    // A program needs the scope.
    for (scope, status) in [(TokenScope::Read, 403), (TokenScope::Requests, 200)] {
        let bearer = format!("Bearer {}", token(&shelf, "jan", &[scope]).reveal());
        let answer = post(&shelf, "GET", "/api/v1/packages", &[("Authorization", &*bearer)], "");
        assert_eq!(answer.status, status, "{}", answer.text());
    }
}
