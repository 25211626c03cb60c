//! Responses over a socket: all bytes, in whatever pieces they come.

use stodola_fetch::{Client, Request, Truncated};

use crate::server::{Act, Server, client, fetch, settings, text};

#[tokio::test]
async fn request_and_response_are_recorded_to_the_byte() {
    let answer = "HTTP/1.1 200 OK\r\nserver : x\r\nContent-Length: 5\r\nX: a\r\n b\r\n\r\nhello";
    let server = Server::answering(answer).await;
    let exchange = fetch(&client(), &server.uri("/a?b#c")).await.unwrap();
    assert_eq!(text(&exchange), answer);
    assert_eq!(server.requests(), [String::from_utf8_lossy(&exchange.request)]);
    assert!(server.requests()[0].starts_with("GET /a?b HTTP/1.1\r\nHost: 127.0.0.1:"));
    assert_eq!((exchange.status, exchange.truncated), (Some(200), None));
    assert_eq!(exchange.field("Server").as_deref(), Some(&b"x"[..]));
    assert_eq!(exchange.head_length, answer.len() - 5);
    assert_eq!((exchange.body_length(), exchange.address), (5, Some(server.address)));
    assert!(exchange.resolved.is_none() && exchange.tls.is_none());
    assert!(exchange.first_byte <= exchange.duration);
}

#[tokio::test]
async fn pieces_of_any_size_make_the_same_response() {
    let answers = [
        "HTTP/1.1 103 Early\r\nA: b\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 12\r\n\r\nhello, world",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5;x\r\nhello\r\n7\n, world\n0\r\nA: b\r\n\r\n",
        "HTTP/1.0 200 OK\n\nhello, world",
        "hello, world: no head at all",
    ];
    for answer in answers {
        let kept = answer.find("HTTP/1.1 200").map_or(answer, |start| &answer[start..]);
        for size in [1, 2, 3, 7, 1000] {
            let script = vec![Act::Request, Act::Pieces(answer.as_bytes().to_vec(), size)];
            let server = Server::start(vec![script]).await;
            let exchange = fetch(&client(), &server.uri("/")).await.unwrap();
            assert_eq!((text(&exchange).as_str(), exchange.truncated), (kept, None), "by {size}");
            assert_eq!(exchange.interim, u32::from(kept != answer));
        }
    }
}

#[tokio::test]
async fn a_response_that_breaks_off_is_kept_at_every_byte() {
    let answer = "HTTP/1.1 200 OK\r\nContent-Length: 12\r\n\r\nhello, world";
    let client = client();
    for cut in 1..answer.len() {
        let server = Server::answering(&answer[..cut]).await;
        let exchange = fetch(&client, &server.uri("/")).await.unwrap();
        assert_eq!(text(&exchange), &answer[..cut]);
        assert_eq!(exchange.truncated, Some(Truncated::Disconnect), "{cut}");
        assert!(!exchange.kept_alive);
    }
}

#[tokio::test]
async fn a_reset_in_the_body_is_a_disconnect() {
    let answer = b"HTTP/1.1 200 OK\r\n\r\nhello".to_vec();
    let pause = Act::Pause(std::time::Duration::from_millis(50));
    let script = vec![Act::Request, Act::Send(answer), pause, Act::Reset];
    let server = Server::start(vec![script]).await;
    let exchange = fetch(&client(), &server.uri("/")).await.unwrap();
    assert_eq!(exchange.truncated, Some(Truncated::Disconnect));
    assert!(text(&exchange).ends_with("hello"));
}

#[tokio::test]
async fn a_large_response_goes_to_a_file() {
    let folder = tempfile::tempdir().unwrap();
    let mut settings = settings();
    settings.spool.folder = Some(folder.path().to_owned());
    let client = stodola_fetch::Client::new(settings).unwrap();
    for length in [200_000, 300_000, 3_000_000] {
        let body: String = (0..length).map(|at| char::from(b'a' + (at % 23) as u8)).collect();
        let answer = format!("HTTP/1.1 200 OK\r\nContent-Length: {length}\r\n\r\n{body}");
        let server = Server::answering(&answer).await;
        let exchange = fetch(&client, &server.uri("/")).await.unwrap();
        assert_eq!(exchange.response.in_memory().is_some(), length < 250_000);
        assert!(text(&exchange) == answer, "{length}");
        assert_eq!(
            exchange.field("Content-Length").as_deref(),
            Some(length.to_string().as_bytes())
        );
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
    }
}

#[tokio::test]
async fn nothing_but_a_close_is_a_failure() {
    for script in [vec![Act::Request], vec![Act::Request, Act::Reset]] {
        let server = Server::start(vec![script]).await;
        let failure = fetch(&client(), &server.uri("/")).await.unwrap_err();
        assert_eq!((failure.name(), failure.is_transient()), ("closed", true));
    }
    // Line ends alone belong to no response.
    let server = Server::answering("\r\n").await;
    assert_eq!(fetch(&client(), &server.uri("/")).await.unwrap_err().name(), "closed");
    let server = Server::start(vec![]).await;
    let failure = fetch(&client(), &server.uri("/")).await.unwrap_err();
    assert_eq!(failure.name(), "connect");
}

#[tokio::test]
async fn a_response_that_cannot_be_kept_is_a_failure() {
    let folder = tempfile::tempdir().unwrap();
    let mut settings = settings();
    settings.spool.folder = Some(folder.path().to_owned());
    let client = stodola_fetch::Client::new(settings.clone()).unwrap();
    drop(folder);
    let body = "x".repeat(300_000);
    let server = Server::answering(format!("HTTP/1.1 200 OK\r\n\r\n{body}")).await;
    let failure = fetch(&client, &server.uri("/")).await.unwrap_err();
    assert_eq!(failure.name(), "spool");
    assert!(stodola_fetch::Client::new(settings).is_err());
}

#[test]
fn a_client_needs_no_runtime_to_be_set_up() {
    drop(client());
}

#[tokio::test]
async fn bad_requests_are_refused_before_anything_is_sent() {
    let client = client();
    let request = Request { headers: &[("X", b"a\r\nY: b")], ..Request::get(b"http://127.0.0.1/") };
    assert_eq!(client.session().fetch(&request).await.unwrap_err().name(), "header");
    for uri in ["", "http://", "ftp://127.0.0.1/", "http://127.0.0.1/ x", "http://1.2.3.4.5/"] {
        assert_eq!(fetch(&client, uri).await.unwrap_err().name(), "uri", "{uri}");
    }
    let mut settings = settings();
    settings.user_agent = "a\r\nb".to_owned();
    assert!(stodola_fetch::Client::new(settings).is_err());
}

/// The future of a fetch can go to another thread: this does not compile otherwise. It is never called.
const _: fn(&Client) = |client| {
    fn check<T: Send>(_: T) {}
    fn shared<T: Send + Sync + Clone>(_: &T) {}
    shared(client);
    let mut session = client.session();
    check(session.fetch(&Request::get(b"http://a/")));
    check(client.robots(&mut client.session(), b"http://a/"));
    check(client.resolve("a"));
};
