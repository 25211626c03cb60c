//! Countries of owners over the wire: redirects, answers that are none, servers that want a rest.

use std::path::Path;
use std::time::{Duration, Instant};

use stodola_fetch::{AddressPolicy, Client, ClientSettings, Rdap, RdapError};

use crate::server::{Act, Server, client, settings};

/// Each answer goes over a connection of its own.
async fn server(answers: &[String]) -> Server {
    let script = |answer: &String| vec![Act::Request, Act::Send(answer.clone().into_bytes())];
    Server::start(answers.iter().map(script).collect()).await
}

fn answer(status: &str, head: &str, body: &str) -> String {
    let length = body.len();
    format!(
        "HTTP/1.1 {status} X\r\n{head}Content-Length: {length}\r\nConnection: close\r\n\r\n{body}"
    )
}

fn owner(country: &str) -> String {
    let adr = format!(r#"["adr",{{"cc":"{country}"}},"text",[]]"#);
    let body =
        format!(r#"{{"entities":[{{"roles":["registrant"],"vcardArray":["vcard",[{adr}]]}}]}}"#);
    answer("200", "Content-Type: application/rdap+json\r\n", &body)
}

fn rdap(server: &Server, cache: Option<&Path>) -> Rdap {
    let base = server.uri("/rdap");
    Rdap::new(client(), &base, Duration::ZERO, cache.map(Path::to_owned)).unwrap()
}

async fn ask(rdap: &Rdap, host: &str) -> String {
    rdap.country(host).await.map_or("-".to_owned(), |it| it.to_string())
}

fn paths(server: &Server) -> Vec<String> {
    let requests = server.requests();
    requests.iter().map(|it| it.split(' ').nth(1).unwrap().to_owned()).collect()
}

#[tokio::test]
async fn a_domain_is_asked_about_once_whatever_its_hosts() {
    let server = server(&[owner("cz"), answer("404", "", "")]).await;
    let folder = tempfile::tempdir().unwrap();
    let cache = folder.path().join("rdap.tsv");
    let first = rdap(&server, Some(&cache));
    assert_eq!(ask(&first, "www.spolek.example").await, "CZ");
    assert_eq!(ask(&first, "spolek.example").await, "CZ");
    assert_eq!(ask(&first, "nobody.example").await, "-");
    assert_eq!(ask(&first, "x.nobody.example").await, "-");
    assert_eq!(ask(&first, "someone.github.io").await, "-");
    assert_eq!(ask(&first, "127.0.0.1").await, "-");
    let second = rdap(&server, Some(&cache));
    assert_eq!(second.known("a.spolek.example").unwrap().as_str(), "CZ");
    assert_eq!(ask(&second, "a.spolek.example").await, "CZ");
    assert_eq!(ask(&second, "nobody.example").await, "-");
    assert_eq!(paths(&server), ["/rdap/domain/spolek.example", "/rdap/domain/nobody.example"]);
    assert!(server.requests()[0].contains("\r\nAccept: application/rdap+json\r\n"));
}

#[tokio::test]
async fn an_old_answer_is_asked_for_again_and_holds_if_there_is_no_other() {
    let server = server(&[owner("sk"), answer("500", "", "")]).await;
    let folder = tempfile::tempdir().unwrap();
    let cache = folder.path().join("rdap.tsv");
    let old = "# stodola rdap 1\na.example\tCZ\t1000\nb.example\tCZ\t1000\n";
    std::fs::write(&cache, old).unwrap();
    let rdap = rdap(&server, Some(&cache));
    assert_eq!(rdap.known("a.example").unwrap().as_str(), "CZ");
    assert_eq!(ask(&rdap, "a.example").await, "SK");
    assert_eq!(ask(&rdap, "b.example").await, "CZ");
    assert_eq!(paths(&server).len(), 2);
}

#[tokio::test]
async fn redirects_are_followed_three_times() {
    for (redirects, expected) in [(1, "CZ"), (3, "CZ"), (4, "-")] {
        let mut answers = vec![answer("302", "Location: /other\r\n", ""); redirects];
        answers.push(owner("CZ"));
        let server = server(&answers).await;
        assert_eq!(ask(&rdap(&server, None), "a.example").await, expected, "{redirects}");
    }
}

#[tokio::test]
async fn redirects_lead_nowhere_that_the_client_may_not_go() {
    let server = server(&[answer("302", "Location: http://192.168.0.1/x\r\n", "")]).await;
    // Only the server itself is placed; an address beside it is private.
    let connect_to = format!("rdap.example::127.0.0.1:{}", server.address.port());
    let connect_to = vec![connect_to.parse().unwrap()];
    let settings = ClientSettings { connect_to, addresses: AddressPolicy::Public, ..settings() };
    let client = Client::new(settings).unwrap();
    let rdap = Rdap::new(client, "http://rdap.example/", Duration::ZERO, None).unwrap();
    assert_eq!(ask(&rdap, "a.example").await, "-");
    assert_eq!(paths(&server).len(), 1);
}

#[tokio::test]
async fn what_is_no_answer_does_no_harm_and_is_not_asked_for_again() {
    let long = "[".repeat(300 * 1024);
    for odd in [
        answer("500", "", "{}"),
        answer("200", "", "<html>"),
        answer("200", "", "{\"entities\":[{\"roles\":"),
        answer("200", "", &long),
        answer("200", "Content-Encoding: gzip\r\n", "not packed"),
        answer("302", "", ""),
        answer("302", "Location: javascript:x\r\n", ""),
        "nonsense".to_owned(),
        String::new(),
    ] {
        let server = server(&[odd.clone(), owner("CZ")]).await;
        let rdap = rdap(&server, None);
        let what = &odd[..odd.len().min(80)];
        assert_eq!(ask(&rdap, "a.example").await, "-", "{what}");
        assert_eq!(ask(&rdap, "a.example").await, "-", "{what}");
        assert_eq!(ask(&rdap, "b.example").await, "CZ", "{what}");
    }
}

#[tokio::test]
async fn a_server_that_is_asked_too_often_is_left_alone() {
    for (status, head) in [("429", "Retry-After: 3600\r\n"), ("429", ""), ("503", "")] {
        let server = server(&[answer(status, head, ""), owner("CZ")]).await;
        let rdap = rdap(&server, None);
        for host in ["a.example", "a.example", "b.example"] {
            assert_eq!(ask(&rdap, host).await, "-");
        }
        assert_eq!(paths(&server).len(), 1, "{status} {head}");
    }
    // A rest that is over at once.
    let server = server(&[answer("429", "Retry-After: 0\r\n", ""), owner("CZ")]).await;
    let rdap = rdap(&server, None);
    assert_eq!(ask(&rdap, "a.example").await, "-");
    assert_eq!(ask(&rdap, "a.example").await, "CZ");
}

#[tokio::test]
async fn a_server_that_fails_again_and_again_is_given_a_rest() {
    let server = server(&vec![answer("500", "", ""); 10]).await;
    let rdap = rdap(&server, None);
    for number in 0..10 {
        assert_eq!(ask(&rdap, &format!("n{number}.example")).await, "-");
    }
    assert_eq!(paths(&server).len(), 3);
}

#[tokio::test]
async fn many_at_once_ask_one_after_another_with_pauses() {
    let pause = Duration::from_millis(40);
    let server = server(&vec![owner("CZ"); 3]).await;
    let rdap = Rdap::new(client(), &server.uri("/"), pause, None).unwrap();
    let start = Instant::now();
    let hosts = ["a.example", "b.example", "x.a.example", "c.example", "a.example", "y.b.example"];
    let asked = hosts.map(|host| ask(&rdap, host));
    let [a, b, c, d, e, f] = asked;
    let found = tokio::join!(a, b, c, d, e, f);
    assert_eq!([found.0, found.1, found.2, found.3, found.4, found.5], ["CZ"; 6]);
    assert!(start.elapsed() >= 2 * pause);
    assert_eq!(paths(&server).len(), 3);
}

#[tokio::test]
async fn servers_and_files_that_cannot_be_used_are_named() {
    let folder = tempfile::tempdir().unwrap();
    let newer = folder.path().join("newer.tsv");
    std::fs::write(&newer, "# stodola rdap 7\n").unwrap();
    let make = |base: &str, cache| Rdap::new(client(), base, Rdap::PAUSE, cache).unwrap_err();
    assert!(matches!(make("rdap.example", None), RdapError::Base(base) if base == "rdap.example"));
    let base = "https://rdap.example/";
    assert!(matches!(make(base, Some(newer)), RdapError::Format(_)));
    let is_folder = Some(folder.path().to_owned());
    assert!(matches!(make(base, is_folder), RdapError::Cache { .. }));
}
