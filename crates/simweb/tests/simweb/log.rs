//! The log knows who asked, and finds those without manners.

use crate::client::{Client, start};
use std::sync::{Arc, Mutex};
use std::time::Duration;
use stodola_simweb::{Log, Politeness, SimWeb, Violation, World, WorldSettings, serve};
use tokio::net::TcpListener;

const HOME: &str = "catalogue0.example";

async fn web() -> SimWeb {
    start(WorldSettings { log_entries: 5, ..WorldSettings::calm(9, 10) }).await
}

#[tokio::test(start_paused = true)]
async fn entries_tell_what_was_asked() {
    let web = web().await;
    let mut client = Client::connect(web.addr).await;
    client.get(HOME, "/").await;
    tokio::time::advance(Duration::from_secs(5)).await;
    client.ask("HEAD", &format!("{}:8080", HOME.to_uppercase()), "/nothing?x", "").await;
    client.send(&format!("GET /fault/empty-reply/0.html HTTP/1.1\r\nHost: {HOME}\r\n\r\n")).await;
    assert_eq!(client.rest().await, b"");
    let entries = web.log.entries();
    let seen: Vec<_> = entries
        .iter()
        .map(|e| (e.number, e.method.as_str(), e.host.as_str(), e.target.as_str(), e.status))
        .collect();
    assert_eq!(
        seen,
        [
            (0, "GET", HOME, "/", Some(200)),
            (1, "HEAD", HOME, "/nothing?x", Some(404)),
            (2, "GET", HOME, "/fault/empty-reply/0.html", None),
        ]
    );
    assert_eq!(entries[1].at - entries[0].at, Duration::from_secs(5));
    assert!(entries.iter().all(|entry| entry.connection == 0));
}

#[tokio::test]
async fn log_is_bounded() {
    let web = web().await;
    let mut client = Client::connect(web.addr).await;
    for _ in 0..12 {
        client.get(HOME, "/").await;
    }
    assert_eq!((web.log.requests(), web.log.forgotten()), (12, 7));
    let numbers: Vec<u64> = web.log.entries().iter().map(|entry| entry.number).collect();
    assert_eq!(numbers, [7, 8, 9, 10, 11]);
}

#[tokio::test(start_paused = true)]
async fn violations_are_found_and_good_manners_pass() {
    let web = web().await;
    let politeness = Politeness { delay: Duration::from_secs(2), ..Politeness::default() };
    let mut client = Client::connect(web.addr).await;
    client.get(HOME, "/robots.txt").await;
    tokio::time::advance(Duration::from_secs(2)).await;
    client.get(HOME, "/").await;
    assert_eq!(web.log.violations(&politeness), []);
    tokio::time::advance(Duration::from_secs(1)).await;
    let mut other = Client::connect(web.addr).await;
    other.get(HOME, "/").await;
    let host = HOME.to_owned();
    assert_eq!(
        web.log.violations(&politeness),
        [
            Violation::TooSoon {
                host: host.clone(),
                requests: (1, 2),
                gap: Duration::from_secs(1)
            },
            Violation::TooManyConnections { host, connection: 1, open: 2 },
        ]
    );
}

#[tokio::test]
async fn watcher_sees_each_answer() {
    let seen = Arc::new(Mutex::new(Vec::new()));
    let log = Log::with_watcher(1, {
        let seen = Arc::clone(&seen);
        move |entry| seen.lock().unwrap().push(entry.target.clone())
    });
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let addr = listener.local_addr().unwrap();
    let world = Arc::new(World::new(WorldSettings::calm(9, 10)));
    let (stop, stopped) = tokio::sync::oneshot::channel::<()>();
    let server = tokio::spawn(serve(listener, world, log, stopped));
    let mut client = Client::connect(addr).await;
    for target in ["/", "/robots.txt", "/"] {
        client.get(HOME, target).await;
    }
    drop(stop);
    server.await.unwrap().unwrap();
    assert_eq!(*seen.lock().unwrap(), ["/", "/robots.txt", "/"]);
}
