//! A run over the simulated web: every page whole, every fault survived, every rule understood.

use std::io::{BufReader, Read, Seek, SeekFrom};
use std::time::Duration;

use stodola_fetch::{Access, Client, ClientSettings, Exchange, Limits, Request, Truncated};
use stodola_simweb::{Fault, Pace, Permission, RobotsMix, SimWeb};
use stodola_warc::decode::payload_reader;

use crate::server::settings;

fn client(web: &SimWeb, limits: Limits) -> Client {
    let place = format!("::{}:{}", web.addr.ip(), web.addr.port()).parse().unwrap();
    Client::new(ClientSettings { connect_to: vec![place], limits, ..settings() }).unwrap()
}

/// The length of the payload, without any coding.
fn payload_length(exchange: &Exchange) -> u64 {
    let mut body = exchange.response.reader();
    body.seek(SeekFrom::Start(exchange.head_length as u64)).unwrap();
    let head = exchange.head().unwrap();
    let mut payload = payload_reader(&head, BufReader::new(body), 1 << 30);
    let mut bytes = Vec::new();
    payload.read_to_end(&mut bytes).unwrap();
    bytes.len() as u64
}

#[tokio::test]
async fn every_page_comes_whole() {
    let web = SimWeb::start(stodola_simweb::WorldSettings::calm(3, 10)).await.unwrap();
    let client = client(&web, Limits::default());
    let mut session = client.session();
    let (mut pages, mut reused) = (0, 0);
    for page in web.world.truth() {
        let exchange = session.fetch(&Request::get(page.uri().as_bytes())).await.unwrap();
        assert_eq!((exchange.status, exchange.truncated), (page.status, None), "{}", page.uri());
        assert_eq!(payload_length(&exchange), page.length, "{}", page.uri());
        pages += 1;
        reused += u32::from(exchange.reused);
    }
    assert!(pages > 100 && reused > pages / 2, "{reused} of {pages}");
}

#[tokio::test]
async fn every_fault_is_survived() {
    let short = Duration::from_millis(20);
    let pace = Pace { pause: short, header_bytes: 1 << 20, ..Pace::default() };
    let recipe = stodola_simweb::WorldSettings { pace, ..stodola_simweb::WorldSettings::default() };
    let web = SimWeb::start(recipe).await.unwrap();
    let limits = Limits { idle: short * 50, body: 3_000_000, ..Limits::default() };
    let client = client(&web, limits);
    for &fault in Fault::ALL {
        let uri = format!("http://catalogue0.example/fault/{}/0.html", fault.name());
        let result = client.session().fetch(&Request::get(uri.as_bytes())).await;
        let found = match &result {
            Ok(exchange) => exchange.truncated.map_or("whole", Truncated::as_str),
            Err(failure) => failure.name(),
        };
        let expected = match fault {
            Fault::Stall => "time",
            Fault::Reset | Fault::TruncatedBody | Fault::LongLength => "disconnect",
            Fault::BadChunk => "unspecified",
            Fault::EndlessBody | Fault::HeaderBomb => "length",
            Fault::EmptyReply => "closed",
            _ => "whole",
        };
        assert_eq!(found, expected, "{fault:?}");
    }
}

#[tokio::test]
async fn every_robots_txt_is_understood() {
    let pace = Pace { pause: Duration::from_millis(5), ..Pace::default() };
    let recipe = stodola_simweb::WorldSettings {
        robots: RobotsMix::EveryKind,
        hosts: 60,
        largest_site: 30,
        fault_rate: 0.0,
        pace,
        ..stodola_simweb::WorldSettings::default()
    };
    let web = SimWeb::start(recipe).await.unwrap();
    let client = client(&web, Limits::default());
    let mut session = client.session();
    let mut site = None;
    for page in web.world.truth() {
        if page.target == "/robots.txt" {
            continue; // may always be asked for, even where nothing else may
        }
        let known = site.as_ref().is_some_and(|(host, _)| *host == page.host);
        if !known {
            let answer = client.robots(&mut session, page.uri().as_bytes()).await;
            site = Some((page.host.clone(), answer.access));
        }
        let found = match site.as_ref().map(|(_, access)| access) {
            Some(Access::Rules(robots)) => {
                let rules = robots.for_agent("archive");
                match rules.verdict(page.target.as_bytes()).allowed {
                    true => Permission::Allowed,
                    false => Permission::Disallowed,
                }
            }
            Some(Access::AllowAll) => Permission::Allowed,
            _ => Permission::Unavailable,
        };
        let kind = web.world.robots(&page.host);
        assert_eq!(found, page.permission, "{} {kind:?}", page.uri());
    }
}
