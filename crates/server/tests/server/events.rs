//! The stream of events and webhooks.

use crate::person::{Browser, add, json};
use crate::shelf::{Options, Shelf, page};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use stodola_access::people::PersonRole;

fn shelf(private_webhooks: bool) -> Shelf {
    let options = Options { private_webhooks, ..Options::default() };
    Shelf::with(&[page("http://a.cz/", "20200101000000", "hello")], options)
}

const RULE: &str = r#"{"rule": {"place": "x.cz", "policy": "hide"}, "why": "test"}"#;

/// Listens to the stream until an event with this number has come. Returns what it said.
fn listen(browser: &Browser<'_>, last: Option<&str>, until: &str) -> String {
    let mut stream = TcpStream::connect(browser.shelf.app).unwrap();
    let last = last.map(|last| format!("Last-Event-ID: {last}\r\n")).unwrap_or_default();
    let (host, cookie) = (browser.shelf.app_host(), &browser.cookie);
    write!(stream, "GET /api/v1/events HTTP/1.1\r\nHost: {host}\r\nCookie: {cookie}\r\n{last}\r\n")
        .unwrap();
    let mut said = String::new();
    for line in BufReader::new(stream).lines() {
        let line = line.unwrap();
        said.push_str(&line);
        said.push('\n');
        if line.starts_with("data: ") && said.contains(&format!("id: {until}\n")) {
            break;
        }
    }
    said
}

#[test]
fn events_are_told_as_they_happen_and_from_any_number_on() {
    let shelf = shelf(false);
    add(&shelf, "root", PersonRole::Admin, &[]);
    let root = Browser::sign_in(&shelf, "root");
    for _ in 0..3 {
        assert_eq!(root.write("POST", "/api/v1/rules", RULE).status, 201);
    }
    let said = listen(&root, Some("1"), "3");
    assert!(said.contains("content-type: text/event-stream"), "{said}");
    assert!(said.contains("id: 2\nevent: rule\ndata: {\"data\":{\"change\":2},"), "{said}");
    assert!(!said.contains("id: 1\n"), "{said}");
    // Somebody who listens hears what happens later.
    let said = std::thread::scope(|scope| {
        let listener = scope.spawn(|| listen(&root, Some("3"), "4"));
        assert_eq!(root.write("POST", "/api/v1/rules/undo", r#"{"why": "x"}"#).status, 200);
        listener.join().unwrap()
    });
    assert!(said.contains("id: 4\nevent: rule\n"), "{said}");
    let wrong =
        shelf.get_app("/api/v1/events", &[("Cookie", &root.cookie), ("Last-Event-ID", "x")]);
    assert_eq!(wrong.status, 400);
}

/// Takes one message: its head and its body.
pub(crate) fn take(listener: &TcpListener, answer: &str) -> (String, String) {
    let (stream, _) = listener.accept().unwrap();
    let mut reader = BufReader::new(stream);
    let (mut head, mut length) = (String::new(), 0);
    loop {
        let mut line = String::new();
        reader.read_line(&mut line).unwrap();
        if let Some(value) = line.to_ascii_lowercase().strip_prefix("content-length: ") {
            length = value.trim().parse().unwrap();
        }
        if line.trim().is_empty() {
            break;
        }
        head.push_str(&line);
    }
    let mut body = vec![0; length];
    reader.read_exact(&mut body).unwrap();
    let answer = format!("HTTP/1.1 {answer}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n");
    reader.get_mut().write_all(answer.as_bytes()).unwrap();
    (head, String::from_utf8(body).unwrap())
}

#[test]
fn a_webhook_is_told_of_events_in_order_with_a_signature() {
    let shelf = shelf(true);
    add(&shelf, "root", PersonRole::Admin, &[]);
    let root = Browser::sign_in(&shelf, "root");
    assert_eq!(root.write("POST", "/api/v1/rules", RULE).status, 201);
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}/hook", listener.local_addr().unwrap());
    let made = root.write(
        "POST",
        "/api/v1/webhooks",
        &format!(r#"{{"url": "{url}", "kinds": ["rule"]}}"#),
    );
    assert_eq!(made.status, 201, "{}", made.text());
    let key = json(&made)["key"].as_str().unwrap().to_owned();
    for _ in 0..2 {
        assert_eq!(root.write("POST", "/api/v1/rules", RULE).status, 201);
    }
    // What was before it was made is not told.
    for number in [2, 3] {
        let (head, body) = take(&listener, "204 No Content");
        assert!(head.starts_with("POST /hook HTTP/1.1\r\n"), "{head}");
        let message: serde_json::Value = serde_json::from_str(&body).unwrap();
        assert_eq!((&message["number"], &message["kind"]), (&number.into(), &"rule".into()));
        let signed =
            head.lines().find_map(|line| line.strip_prefix("Stodola-Signature: t=")).unwrap();
        let (seconds, signature) = signed.split_once(",v1=").unwrap();
        let expected = stodola_app::webhooks::signature(&key, seconds.parse().unwrap(), &body);
        assert_eq!(signature, expected);
    }
    // One that is not taken stays the next one.
    assert_eq!(root.write("POST", "/api/v1/rules", RULE).status, 201);
    let (_, refused) = take(&listener, "500 No");
    assert!(refused.contains("\"number\":4"), "{refused}");
    let webhook = wait_for(&root, |webhook| webhook["tries"] == 1);
    assert_eq!((&webhook["place"], &webhook["error"]), (&3.into(), &"status 500".into()));
    assert_eq!(root.write("POST", "/api/v1/webhooks/1/resume", "{}").status, 200);
    let (_, again) = take(&listener, "200 OK");
    assert_eq!(again, refused);
    assert!(!root.get("/api/v1/webhooks").text().contains(&key));
    assert_eq!(root.write("DELETE", "/api/v1/webhooks/1", "").status, 200);
}

/// Asks until the first webhook is as expected; not more often than the server allows.
fn wait_for(
    root: &Browser<'_>,
    is_right: impl Fn(&serde_json::Value) -> bool,
) -> serde_json::Value {
    let start = std::time::Instant::now();
    while start.elapsed().as_secs() < 60 {
        let webhook = json(&root.get("/api/v1/webhooks"))["items"][0].clone();
        if is_right(&webhook) {
            return webhook;
        }
        std::thread::park_timeout(std::time::Duration::from_millis(50));
    }
    panic!("{}", root.get("/api/v1/webhooks").text());
}

#[test]
fn webhooks_do_not_reach_into_the_network_of_the_server() {
    let shelf = shelf(false);
    add(&shelf, "root", PersonRole::Admin, &[]);
    let root = Browser::sign_in(&shelf, "root");
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    listener.set_nonblocking(true).unwrap();
    let url = format!("http://{}/hook", listener.local_addr().unwrap());
    let made = root.write("POST", "/api/v1/webhooks", &format!(r#"{{"url": "{url}"}}"#));
    assert_eq!(made.status, 201);
    assert_eq!(root.write("POST", "/api/v1/rules", RULE).status, 201);
    let webhook = wait_for(&root, |webhook| webhook["tries"] == 1);
    assert!(webhook["error"].as_str().unwrap().contains("127.0.0.1"), "{webhook}");
    assert!(listener.accept().is_err());
    for wrong in ["ftp://a.cz/", "file:///etc/passwd", "http://u:p@a.cz/", "x"] {
        let body = format!(r#"{{"url": "{wrong}"}}"#);
        assert_eq!(root.write("POST", "/api/v1/webhooks", &body).status, 422, "{wrong}");
    }
}
