//! Each fault is on the wire what its name says.

use crate::client::{Client, start};
use std::io::Read;
use std::time::Duration;
use stodola_simweb::{Fault, Pace, SimWeb, WorldSettings};
use tokio::time::Instant;

async fn web() -> SimWeb {
    let pace = Pace {
        pause: Duration::from_secs(3),
        stall: Duration::from_secs(500),
        retry_after: 17,
        header_bytes: 1 << 20,
        bomb_bytes: 5 << 20,
        ..Pace::default()
    };
    start(WorldSettings { pace, ..WorldSettings::calm(2, 5) }).await
}

const HOST: &str = "catalogue0.example";

/// Sends a request for the fault and gives the connection back.
async fn ask(web: &SimWeb, fault: Fault) -> Client {
    let mut client = Client::connect(web.addr).await;
    let target = format!("/fault/{}/0.html", fault.name());
    client.send(&format!("GET {target} HTTP/1.1\r\nHost: {HOST}\r\n\r\n")).await;
    client
}

/// All that comes until the end, and how it ends.
async fn raw(web: &SimWeb, fault: Fault) -> (Vec<u8>, std::io::Result<()>) {
    ask(web, fault).await.raw(usize::MAX).await
}

/// The header as text, and what follows.
fn split(bytes: &[u8]) -> (String, &[u8]) {
    let end = bytes.windows(4).position(|window| window == b"\r\n\r\n").unwrap() + 4;
    (String::from_utf8(bytes[..end].to_vec()).unwrap(), &bytes[end..])
}

fn content_length(head: &str) -> usize {
    let line = head.lines().find_map(|line| line.strip_prefix("Content-Length: "));
    line.unwrap().parse().unwrap()
}

#[tokio::test(start_paused = true)]
async fn slow_answers_come_whole() {
    let web = web().await;
    for fault in [Fault::SlowHeaders, Fault::SlowBody] {
        let start = Instant::now();
        let mut client = ask(&web, fault).await;
        let reply = client.reply(false).await;
        assert_eq!(reply.status, 200);
        assert!(reply.body.ends_with(b"</html>\n"));
        assert!(start.elapsed() >= Duration::from_secs(20), "{:?}", start.elapsed());
        // The connection is still good.
        assert_eq!(client.get(HOST, "/").await.status, 200);
    }
}

#[tokio::test(start_paused = true)]
async fn stall_is_silent_after_half_of_the_body() {
    let web = web().await;
    let start = Instant::now();
    let (bytes, end) = raw(&web, Fault::Stall).await;
    end.unwrap();
    let (head, body) = split(&bytes);
    assert_eq!(body.len(), content_length(&head) / 2);
    assert_eq!(start.elapsed().as_secs(), 500);
}

#[tokio::test]
async fn reset_is_a_reset() {
    let web = web().await;
    let (_, end) = raw(&web, Fault::Reset).await;
    assert_eq!(end.unwrap_err().kind(), std::io::ErrorKind::ConnectionReset);
}

#[tokio::test]
async fn truncated_body_has_no_last_chunk() {
    let web = web().await;
    let (bytes, end) = raw(&web, Fault::TruncatedBody).await;
    end.unwrap();
    let (head, body) = split(&bytes);
    assert!(head.contains("Transfer-Encoding: chunked"));
    assert!(!body.is_empty() && !body.ends_with(b"0\r\n\r\n"));
}

#[tokio::test]
async fn lengths_are_wrong() {
    let web = web().await;
    let (bytes, _) = raw(&web, Fault::ShortLength).await;
    let (head, body) = split(&bytes);
    assert!(content_length(&head) < body.len());
    let (bytes, _) = raw(&web, Fault::LongLength).await;
    let (head, body) = split(&bytes);
    assert!(content_length(&head) > body.len() && !body.is_empty());
}

#[tokio::test]
async fn bad_chunk_has_no_size() {
    let web = web().await;
    let (bytes, _) = raw(&web, Fault::BadChunk).await;
    assert!(bytes.windows(14).any(|window| window == b"size unknown\r\n"));
}

#[tokio::test]
async fn endless_body_does_not_end() {
    let web = web().await;
    let (bytes, end) = ask(&web, Fault::EndlessBody).await.raw(8 << 20).await;
    end.unwrap();
    assert!(bytes.len() >= 8 << 20);
}

#[tokio::test]
async fn header_bomb_is_all_header() {
    let web = web().await;
    let reply = ask(&web, Fault::HeaderBomb).await.reply(false).await;
    assert!(reply.head.len() > 1 << 20);
    assert!(!reply.body.is_empty());
}

#[tokio::test]
async fn gzip_bomb_goes_off() {
    let web = web().await;
    let reply = ask(&web, Fault::GzipBomb).await.reply(false).await;
    assert_eq!(reply.header("Content-Encoding"), Some("gzip"));
    assert!(reply.body.len() < 20_000);
    let mut out = Vec::new();
    flate2::read::GzDecoder::new(&reply.body[..]).read_to_end(&mut out).unwrap();
    assert_eq!(out.len(), 5 << 20);
}

#[tokio::test]
async fn bad_gzip_cannot_be_unpacked() {
    let web = web().await;
    let reply = ask(&web, Fault::BadGzip).await.reply(false).await;
    assert_eq!(reply.header("Content-Encoding"), Some("gzip"));
    let mut out = Vec::new();
    flate2::read::GzDecoder::new(&reply.body[..]).read_to_end(&mut out).unwrap_err();
}

#[tokio::test]
async fn come_back_later() {
    let web = web().await;
    let reply = ask(&web, Fault::TooManyRequests).await.reply(false).await;
    assert_eq!((reply.status, reply.header("Retry-After")), (429, Some("17")));
    let reply = ask(&web, Fault::Unavailable).await.reply(false).await;
    assert_eq!(reply.status, 503);
    assert_eq!(reply.header("Retry-After"), Some("Thu, 01 Jan 2026 12:00:17 GMT"));
}

#[tokio::test]
async fn video_says_it_is_text() {
    let web = web().await;
    let reply = ask(&web, Fault::WrongMime).await.reply(false).await;
    assert_eq!(reply.header("Content-Type"), Some("text/plain"));
    assert_eq!(&reply.body[4..12], b"ftypisom");
}

#[tokio::test]
async fn empty_and_garbled_replies() {
    let web = web().await;
    let (bytes, end) = raw(&web, Fault::EmptyReply).await;
    end.unwrap();
    assert_eq!(bytes, b"");
    let (bytes, end) = raw(&web, Fault::GarbageStatus).await;
    end.unwrap();
    assert!(!bytes.is_empty() && !bytes.starts_with(b"HTTP/"));
}

#[tokio::test]
async fn passing_faults_heal_and_the_truth_knows() {
    let settings = WorldSettings {
        fault_rate: 1.0,
        fault_kinds: vec![Fault::EmptyReply],
        fault_heals_after: 2,
        ..WorldSettings::calm(2, 30)
    };
    let web = start(settings).await;
    let page = web.world.truth().find(|page| page.heals).unwrap();
    assert!(page.is_harvestable());
    for _ in 0..2 {
        let mut client = Client::connect(web.addr).await;
        let request = format!("GET {} HTTP/1.1\r\nHost: {}\r\n\r\n", page.target, page.host);
        client.send(&request).await;
        assert_eq!(client.rest().await, b"");
    }
    let reply = Client::connect(web.addr).await.get(&page.host, &page.target).await;
    assert_eq!((Some(reply.status), reply.body.len() as u64), (page.status, page.length));
    let faults: Vec<_> = web.log.entries().iter().map(|entry| entry.fault).collect();
    assert_eq!(faults, [Some(Fault::EmptyReply), Some(Fault::EmptyReply), None]);
}

#[test]
fn names_lead_back() {
    for fault in Fault::ALL {
        assert_eq!(Fault::from_name(fault.name()), Some(*fault));
    }
}
