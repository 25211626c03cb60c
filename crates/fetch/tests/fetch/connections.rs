//! Which connections are kept, and what becomes of those that are closed meanwhile.

use std::time::Duration;

use stodola_fetch::{Request, Session};

use crate::server::{Act, Server, client, text};

const ANSWER: &str = "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello";

fn answer() -> Vec<Act> {
    vec![Act::Request, Act::Send(ANSWER.as_bytes().to_vec())]
}

/// Fetches, and tells whether the connection was used before and is kept.
async fn fetch(session: &mut Session, uri: &str) -> (bool, bool) {
    let exchange = session.fetch(&Request::get(uri.as_bytes())).await.unwrap();
    assert_eq!((exchange.status, exchange.truncated), (Some(200), None));
    assert_eq!(session.is_connected(), exchange.kept_alive);
    (exchange.reused, exchange.kept_alive)
}

#[tokio::test]
async fn one_connection_serves_many_requests() {
    let chunked =
        b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\na\r\n0\r\n\r\n".to_vec();
    let mut script =
        [answer(), answer(), vec![Act::Request, Act::Send(chunked)], answer()].concat();
    script.push(Act::Hold);
    let server = Server::start(vec![script]).await;
    let mut session = client().session();
    let uri = server.uri("/");
    assert_eq!(fetch(&mut session, &uri).await, (false, true));
    for _ in 0..3 {
        assert_eq!(fetch(&mut session, &uri).await, (true, true));
    }
    assert_eq!(server.requests().len(), 4);
}

#[tokio::test]
async fn a_connection_closed_meanwhile_is_replaced_silently() {
    // Closed at once; closed when the request comes; reset when it comes.
    let endings = [vec![], vec![Act::Request], vec![Act::Request, Act::Reset]];
    for ending in endings {
        let server = Server::start(vec![[answer(), ending].concat(), answer()]).await;
        let mut session = client().session();
        let uri = server.uri("/");
        assert_eq!(fetch(&mut session, &uri).await, (false, true));
        assert_eq!(fetch(&mut session, &uri).await, (false, true));
    }
}

#[tokio::test]
async fn a_request_is_sent_again_only_once() {
    let closing = [answer(), vec![Act::Request]].concat();
    let server = Server::start(vec![closing, vec![Act::Request], answer()]).await;
    let mut session = client().session();
    let uri = server.uri("/");
    fetch(&mut session, &uri).await;
    let failure = session.fetch(&Request::get(uri.as_bytes())).await.unwrap_err();
    assert_eq!(failure.name(), "closed");
    assert_eq!(server.requests().len(), 3);
}

#[tokio::test]
async fn bytes_beyond_the_response_end_the_connection_and_are_not_recorded() {
    let more = format!("{ANSWER} and more");
    // With the response, and after it.
    let pause = Act::Pause(Duration::from_millis(1));
    let late = [answer(), vec![pause, Act::Send(ANSWER.as_bytes().to_vec()), Act::Hold]].concat();
    for (first, kept) in
        [(vec![Act::Request, Act::Send(more.into_bytes()), Act::Hold], false), (late, true)]
    {
        let server = Server::start(vec![first, answer()]).await;
        let mut session = client().session();
        let uri = server.uri("/");
        let exchange = session.fetch(&Request::get(uri.as_bytes())).await.unwrap();
        assert_eq!((text(&exchange).as_str(), exchange.kept_alive), (ANSWER, kept));
        tokio::time::sleep(Duration::from_millis(200)).await;
        assert_eq!(fetch(&mut session, &uri).await, (false, true));
    }
}

#[tokio::test]
async fn what_the_server_says_decides() {
    for (answer, kept) in [
        ("HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\nx", true),
        ("HTTP/1.1 200 OK\r\nContent-Length: 1\r\nConnection: close\r\n\r\nx", false),
        ("HTTP/1.0 200 OK\r\nContent-Length: 1\r\n\r\nx", false),
        ("HTTP/1.0 200 OK\r\nContent-Length: 1\r\nConnection: keep-alive\r\n\r\nx", true),
        ("HTTP/1.1 200 OK\r\n\r\nx", false),
    ] {
        let server = Server::answering(answer).await;
        let mut session = client().session();
        assert_eq!(fetch(&mut session, &server.uri("/")).await, (false, kept), "{answer}");
        session.close();
        assert!(!session.is_connected());
    }
}

#[tokio::test]
async fn another_host_has_another_connection() {
    let one = Server::start(vec![[answer(), vec![Act::Hold]].concat(), answer()]).await;
    let two = Server::start(vec![answer()]).await;
    let mut session = client().session();
    assert_eq!(fetch(&mut session, &one.uri("/")).await, (false, true));
    assert_eq!(fetch(&mut session, &two.uri("/")).await, (false, true));
    assert_eq!(fetch(&mut session, &one.uri("/")).await, (false, true));
}
