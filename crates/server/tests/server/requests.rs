//! Requests of users on pages and by the API: asked, worked off, shown, cancelled; hostile questions and results.

use crate::events::take;
use crate::person::{Browser, add, json, post, token};
use crate::shelf::{Options, Shelf, page};
use serde_json::{Value, json};
use std::net::TcpListener;
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

/// Derives something from an archive.
fn tell(shelf: &Shelf, what: &str) {
    let settings = stodola_app::archive::RebuildSettings {
        archive: shelf.folder().join("archive"),
        scope: stodola_follow::RebuildScope::Only(what.to_owned()),
        command: "test".to_owned(),
    };
    stodola_app::archive::rebuild(&settings, &stodola_app::Quiet, &mut |_| ()).unwrap();
}

#[test]
fn favourites_are_listed_set_renamed_asked_and_removed_by_the_api() {
    let shelf = shelf();
    let [jan, ota] = ["jan", "ota"].map(|name| Browser::sign_in(&shelf, name));
    assert_eq!(json(&jan.get("/api/v1/favourites"))["items"], json!([]));
    let question = json!({ "prefix": "http://a.cz/", "format": "warc" });
    let body = json!({ "package": "export", "question": question }).to_string();
    let set = jan.write("PUT", "/api/v1/favourites/my%20site%2F1", &body);
    assert_eq!(set.status, 200, "{}", set.text());
    assert_eq!((&json(&set)["name"], &json(&set)["question"]), (&json!("my site/1"), &question));
    let number = json(&jan.write("POST", "/api/v1/favourites/my%20site%2F1/ask", "{}"))["number"]
        .as_i64()
        .unwrap();
    ended(&jan, number);
    let of_request = json!({ "request": number }).to_string();
    assert_eq!(jan.write("PUT", "/api/v1/favourites/other", &of_request).status, 200);
    let renamed = jan.write("POST", "/api/v1/favourites/other/rename", r#"{"name": "third"}"#);
    assert_eq!(json(&renamed)["name"], "third", "{}", renamed.text());
    let names = |browser: &Browser<'_>| {
        let list = json(&browser.get("/api/v1/favourites"));
        let items = list["items"].as_array().unwrap().iter();
        items.map(|it| it["name"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(names(&jan), ["my site/1", "third"]);
    assert!(names(&ota).is_empty());
    for (method, path, body, status) in [
        ("POST", "third/rename", r#"{"name": "my site/1"}"#, 409),
        ("POST", "third/rename", r#"{"name": ""}"#, 422),
        ("POST", "unknown/rename", r#"{"name": "x"}"#, 404),
        ("POST", "unknown/ask", "{}", 404),
        ("DELETE", "unknown", "", 404),
        ("PUT", "x", "{}", 422),
        ("PUT", "x", r#"{"package": "nothing"}"#, 422),
        ("PUT", "x", r#"{"package": "export", "request": 1}"#, 422),
    ] {
        let answer = jan.write(method, &format!("/api/v1/favourites/{path}"), body);
        assert_eq!(answer.status, status, "{method} {path}: {}", answer.text());
    }
    assert_eq!(ota.write("PUT", "/api/v1/favourites/x", &of_request).status, 404);
    assert_eq!(jan.write("DELETE", "/api/v1/favourites/third", "").status, 200);
    assert_eq!(names(&jan), ["my site/1"]);
    // On the page, too.
    let sent = jan.send("/requests/favourites/rename", "name=my+site%2F1&new=barns");
    assert_eq!(sent.status, 303, "{}", sent.text());
    assert!(jan.get("/requests?list=favourites").text().contains("barns"));
}

#[test]
fn a_map_is_shown_on_its_page_and_what_happened_in_czech() {
    let shelf = shelf();
    tell(&shelf, "map");
    let jan = Browser::sign_in(&shelf, "jan");
    let form = jan.get("/requests/new?package=map").text();
    assert!(form.contains("<textarea") && form.contains("name=\"q-template\""), "{form}");
    let sent = jan.send("/requests", "package=map&q-site=a.cz&q-view=survey&q-format=json");
    assert_eq!(sent.header("location"), "/requests/1", "{}", sent.text());
    ended(&jan, 1);
    let text = jan.get("/requests/1").text();
    assert!(text.contains("http://a.cz/x") && text.contains("Links to other hosts"), "{text}");
    // The page showed the result, and so it was looked at.
    let item = json(&jan.get("/api/v1/requests/1"));
    assert_eq!(item["request"]["result"]["views"], 1, "{item}");
    let czech = jan.get("/requests/1?lang=cs").text();
    assert!(czech.contains("začíná 1. běh") && czech.contains("výsledek je hotový"), "{czech}");
    jan.send("/requests?lang=en", "package=map&q-site=nothing.example");
    ended(&jan, 3);
    let czech = jan.get("/requests/3?lang=cs").text();
    assert!(czech.contains("mapa nemá žádnou stránku z"), "{czech}");
    let packages = json(&jan.get("/api/v1/packages"));
    let names =
        packages["items"].as_array().unwrap().iter().map(|it| it["package"].as_str().unwrap());
    assert_eq!(names.collect::<Vec<_>>(), ["map", "rank", "near", "export"]);
}

#[test]
fn a_result_is_saved_to_a_file_that_a_site_includes() {
    let shelf = shelf();
    let (archive, site) = (shelf.folder().join("archive"), shelf.folder().join("site"));
    let settings = format!(
        "[site]\nfolder = '{}'\n[packages.fixity]\nadministrators = ['jan']\n",
        site.display()
    );
    std::fs::write(archive.join("work.toml"), settings).unwrap();
    let [eva, jan] = ["eva", "jan"].map(|name| Browser::sign_in(&shelf, name));
    assert!(!jan.get("/requests/new?package=export").text().contains("name=\"save_to\""));
    let form = eva.get("/requests/new?package=fixity").text();
    assert!(form.contains("name=\"save_to\"") && form.contains("Looked after by: jan."), "{form}");
    let sent = eva.send("/requests", "package=fixity&save_to=checks%2Fall.json");
    assert_eq!(sent.header("location"), "/requests/1", "{}", sent.text());
    let request = ended(&eva, 1);
    assert_eq!(request["request"]["save_to"], "checks/all.json");
    let path = site.join("checks/all.json");
    while !path.exists() {
        std::thread::yield_now();
    }
    let saved: Value = serde_json::from_slice(&std::fs::read(path).unwrap()).unwrap();
    assert_eq!(saved["bad"], 0, "{saved}");
    assert!(eva.get("/requests/1").text().contains("A site includes it as checks/all.json"));
    // Who looks after a package sees its requests, though they are not theirs.
    assert_eq!(jan.get("/requests/1").status, 200);
}

#[test]
fn a_webhook_is_told_of_requests_that_have_ended() {
    let options = Options { private_webhooks: true, ..Options::default() };
    let shelf = Shelf::with(&[page("http://a.cz/x", "20200101000000", "hello")], options);
    add(&shelf, "root", PersonRole::Admin, &[]);
    let root = Browser::sign_in(&shelf, "root");
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}/hook", listener.local_addr().unwrap());
    let body = json!({ "url": url, "kinds": ["request"] }).to_string();
    assert_eq!(root.write("POST", "/api/v1/webhooks", &body).status, 201);
    let asked = ask(&root, "export", &json!({ "prefix": "http://a.cz/" }));
    let mut states = Vec::new();
    // Clean-up asks for itself, and is told of as well.
    while states.last().is_none_or(|state| state != "done") {
        let (_, body) = take(&listener, "200 OK");
        let message: Value = serde_json::from_str(&body).unwrap();
        if message["data"]["request"] == asked["number"] {
            assert_eq!(message["data"]["owners"], json!(["root"]));
            states.push(message["data"]["state"].as_str().unwrap().to_owned());
        }
    }
    assert_eq!(states, ["waiting", "done"]);
}

/// A hundred people ask for a hundred things each, at once, while others read pages.
#[test]
fn a_flood_is_refused_politely_and_loses_nothing_while_pages_answer() {
    const PEOPLE: usize = 100;
    const EACH: usize = 100;
    const THREADS: usize = 8;
    let shelf = shelf();
    let archive = shelf.folder().join("archive");
    let settings = "[limits]\nwaiting_per_person = 5\nwaiting_in_all = 400\n[packages.export]\nat_once = 0\n\
        [packages.clean-up]\nat_once = 0\n";
    std::fs::write(archive.join("work.toml"), settings).unwrap();
    let bearers: Vec<String> = (0..PEOPLE)
        .map(|person| {
            let name = format!("person{person}");
            add(&shelf, &name, PersonRole::Reader, &[]);
            format!("Bearer {}", token(&shelf, &name, &[TokenScope::Requests]).reveal())
        })
        .collect();
    // Each thread asks for some people, one request after the other: what was taken, and what was refused.
    let is_long =
        std::env::var_os("STODOLA_LONG").is_some_and(|value| !value.is_empty() && value != "0");
    let each = if is_long { EACH } else { 12 };
    let flood = |thread: usize| {
        let (mut taken, mut refused) = (Vec::new(), 0);
        for request in 0..each {
            for person in (thread..PEOPLE).step_by(THREADS) {
                let prefix = format!("http://a.cz/{person}/{request}");
                let body =
                    json!({ "package": "export", "question": { "prefix": prefix } }).to_string();
                let headers =
                    [("Authorization", &*bearers[person]), ("Content-Type", "application/json")];
                let answer = post(&shelf, "POST", "/api/v1/requests", &headers, &body);
                match answer.status {
                    201 => taken.push((json(&answer)["number"].as_i64().unwrap(), person)),
                    429 => {
                        assert!(!answer.header("retry-after").is_empty(), "{}", answer.text());
                        refused += 1;
                    }
                    status => panic!("{status}: {}", answer.text()),
                }
            }
        }
        (taken, refused)
    };
    let is_over = std::sync::atomic::AtomicBool::new(false);
    let (mut taken, refused, pages) = std::thread::scope(|scope| {
        let floods: Vec<_> =
            (0..THREADS).map(|thread| scope.spawn(move || flood(thread))).collect();
        let reader = scope.spawn(|| {
            let mut pages = 0;
            while !is_over.load(std::sync::atomic::Ordering::Relaxed) || pages == 0 {
                assert_eq!(shelf.get_app("/", &[]).status, 200);
                pages += 1;
            }
            pages
        });
        let ended: Vec<_> = floods.into_iter().map(|flood| flood.join()).collect();
        is_over.store(true, std::sync::atomic::Ordering::Relaxed);
        let (mut taken, mut refused) = (Vec::new(), 0);
        for of_thread in ended {
            let of_thread: (Vec<(i64, usize)>, usize) = of_thread.unwrap();
            taken.extend(of_thread.0);
            refused += of_thread.1;
        }
        (taken, refused, reader.join().unwrap())
    });
    assert!(pages > 0);
    assert_eq!(taken.len() + refused, PEOPLE * each);
    taken.sort_unstable();
    taken.dedup_by_key(|it| it.0);
    // Clean-up has a place, too.
    assert!((399..=400).contains(&taken.len()), "{}", taken.len());
    let queue = stodola_work::WorkQueue::open(&archive).unwrap();
    for (number, person) in &taken {
        let row = queue.request(*number).unwrap();
        assert_eq!(row.owners, [format!("person{person}")]);
        assert_eq!(row.state, stodola_work::RequestState::Waiting);
    }
    for person in 0..PEOPLE {
        assert!(queue.waiting_of(&format!("person{person}")).unwrap() <= 5);
    }
}
