//! Every limit, with durations that a test can wait for.

use std::time::Duration;

use stodola_fetch::{Client, Limits, MinRate, Request, Throttle, Truncated};

use crate::server::{Act, Server, fetch, settings, text};

const SHORT: Duration = Duration::from_millis(100);

fn client(limits: Limits) -> Client {
    let mut settings = settings();
    settings.limits = limits;
    Client::new(settings).unwrap()
}

/// A head, then a byte now and then for ever.
fn dribble(every: Duration) -> Vec<Act> {
    let mut script = vec![Act::Request, Act::Send(b"HTTP/1.1 200 OK\r\n\r\n".to_vec())];
    for _ in 0..100 {
        script.extend([Act::Send(b"x".to_vec()), Act::Pause(every)]);
    }
    script
}

#[tokio::test]
async fn a_throttled_answer_takes_its_time_and_is_not_cut_for_it() {
    let body = "x".repeat(60_000);
    let answer = format!("HTTP/1.1 200 OK\r\nContent-Length: {}\r\n\r\n{body}", body.len());
    let server = Server::answering(&answer).await;
    // Slower than the lowest speed, and than the time for the whole, if the wait counted.
    let min_rate = Some(MinRate { bytes_per_second: 150_000, after: Duration::from_millis(300) });
    let total = Duration::from_millis(450);
    let client = client(Limits { total, min_rate, ..Limits::default() });
    let mut session = client.session();
    let rate = std::sync::Arc::new(std::sync::atomic::AtomicU64::new(100_000));
    session.set_throttles(vec![std::sync::Arc::new(Throttle::new(rate))]);
    let exchange = session.fetch(&Request::get(server.uri("/").as_bytes())).await.unwrap();
    assert_eq!((text(&exchange), exchange.truncated), (answer, None));
    // 60 kB at 100 kB/s, of which 10 kB may come at once and the last piece need not be waited for.
    assert!(exchange.duration >= Duration::from_millis(380), "{:?}", exchange.duration);
}

#[tokio::test]
async fn silence_before_the_first_byte_is_a_failure() {
    let server = Server::start(vec![vec![Act::Request, Act::Hold]]).await;
    let client = client(Limits { idle: SHORT, ..Limits::default() });
    let failure = fetch(&client, &server.uri("/")).await.unwrap_err();
    assert_eq!(failure.name(), "response-timeout");
}

#[tokio::test]
async fn silence_after_it_is_a_truncation() {
    for part in ["H", "HTTP/1.1 200 OK\r\nA", "HTTP/1.1 200 OK\r\n\r\n", "<html>"] {
        let script = vec![Act::Request, Act::Send(part.as_bytes().to_vec()), Act::Hold];
        let server = Server::start(vec![script]).await;
        let client = client(Limits { idle: SHORT, ..Limits::default() });
        let exchange = fetch(&client, &server.uri("/")).await.unwrap();
        assert_eq!(text(&exchange), part);
        assert_eq!(exchange.truncated, Some(Truncated::Time), "{part}");
    }
}

#[tokio::test]
async fn dribbling_is_ended_by_the_total_and_by_the_rate() {
    let rate = MinRate { bytes_per_second: 1000, after: SHORT };
    let dribble = dribble(SHORT / 10);
    for limits in [
        Limits { total: SHORT, ..Limits::default() },
        Limits { min_rate: Some(rate), ..Limits::default() },
    ] {
        let server = Server::start(vec![dribble.clone()]).await;
        let exchange = fetch(&client(limits), &server.uri("/")).await.unwrap();
        assert_eq!(exchange.truncated, Some(Truncated::Time));
        assert!(exchange.body_length() > 0 && exchange.body_length() < 90);
        assert!(exchange.duration <= SHORT * 5, "{:?}", exchange.duration);
    }
}

#[tokio::test]
async fn dribbling_is_fine_if_nothing_limits_it() {
    let limits = Limits { idle: SHORT * 10, ..Limits::default() };
    let server = Server::start(vec![dribble(Duration::from_millis(2))]).await;
    let exchange = fetch(&client(limits), &server.uri("/")).await.unwrap();
    assert_eq!((exchange.truncated, exchange.body_length()), (None, 100));
}

#[tokio::test]
async fn a_stream_without_end_is_ended_by_the_total() {
    // Bytes are always there at once; the clock is looked at nevertheless.
    let head = b"HTTP/1.1 200 OK\r\n\r\n".to_vec();
    let script = vec![Act::Request, Act::Send(head), Act::Endless];
    let server = Server::start(vec![script]).await;
    let limits = Limits { total: SHORT, body: u64::MAX, ..Limits::default() };
    let exchange = fetch(&client(limits), &server.uri("/")).await.unwrap();
    assert_eq!(exchange.truncated, Some(Truncated::Time));
}

#[tokio::test]
async fn long_heads_and_bodies_are_cut() {
    let head = format!("HTTP/1.1 200 OK\r\n{}", "A: b\r\n".repeat(20_000));
    let server = Server::answering(&head).await;
    let exchange = fetch(&client(Limits::default()), &server.uri("/")).await.unwrap();
    assert_eq!(exchange.truncated, Some(Truncated::Length));
    assert_eq!((exchange.status, exchange.head_length), (Some(200), 64 * 1024));

    let body = format!("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{}", "x".repeat(100));
    for (limit, truncated) in [(99, Some(Truncated::Length)), (100, None)] {
        let server = Server::answering(&body).await;
        let limits = Limits { body: 10, ..Limits::default() };
        let uri = server.uri("/");
        let request = Request { body_limit: Some(limit), ..Request::get(uri.as_bytes()) };
        let exchange = client(limits).session().fetch(&request).await.unwrap();
        assert_eq!((exchange.truncated, exchange.body_length()), (truncated, limit));
        assert_eq!(exchange.kept_alive, truncated.is_none());
    }
}

#[tokio::test]
async fn a_connection_that_never_opens_is_given_up() {
    // The handshake of TLS is part of it: this server accepts, but never says hello.
    let server = Server::start(vec![vec![Act::Hold]]).await;
    let client = client(Limits { connect: SHORT, ..Limits::default() });
    let failure = fetch(&client, &format!("https://{}/", server.address)).await.unwrap_err();
    assert_eq!(failure.name(), "connect-timeout");
}
