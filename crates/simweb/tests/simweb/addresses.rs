//! Many IP addresses, and a name service that knows them.

use crate::client::{Client, start};
use std::io::Write;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::time::Duration;
use stodola_simweb::{DnsFault, Politeness, SimWeb, Violation, WorldSettings};
use tokio::net::UdpSocket;

async fn web() -> SimWeb {
    let settings =
        WorldSettings { addresses: 40, dns_fault_rate: 0.2, ..WorldSettings::calm(5, 200) };
    start(settings).await
}

/// What the name service says to a question for an address: its code, and the records in their
/// order as type and data. Nothing, if it is known to say nothing, and does.
async fn ask(web: &SimWeb, name: &str) -> Option<(u8, Vec<(u16, Vec<u8>)>)> {
    let socket = UdpSocket::bind("127.0.0.1:0").await.unwrap();
    let mut query = vec![1, 2, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0];
    for label in name.split('.') {
        query.push(label.len() as u8);
        query.extend(label.as_bytes());
    }
    query.extend([0, 0, 1, 0, 1]);
    socket.send_to(&query, web.dns()).await.unwrap();
    let mut answer = [0; 512];
    let silent = web.world.dns_fault(name) == Some(DnsFault::NoAnswer);
    let patience = Duration::from_millis(if silent { 200 } else { 20_000 });
    let received = tokio::time::timeout(patience, socket.recv(&mut answer)).await;
    let answer = &answer[..received.ok()?.unwrap()];
    assert_eq!(answer[..2], [1, 2]);
    assert_eq!(answer[12..query.len()], query[12..]);
    let mut at = query.len();
    let mut records = Vec::new();
    for _ in 0..answer[7] + answer[9] {
        while answer[at] != 0 && answer[at] < 0xc0 {
            at += usize::from(answer[at]) + 1;
        }
        at += if answer[at] == 0 { 1 } else { 2 };
        let length = usize::from(answer[at + 9]);
        records.push((u16::from(answer[at + 1]), answer[at + 10..at + 10 + length].to_vec()));
        at += 10 + length;
    }
    assert_eq!(at, answer.len());
    Some((answer[3] & 15, records))
}

#[tokio::test]
async fn hosts_are_served_where_the_name_service_says() {
    let web = web().await;
    let mut aliases = 0;
    for host in web.world.hosts().filter(|host| web.world.dns_fault(host).is_none()).take(60) {
        let (code, records) = ask(&web, &host).await.unwrap();
        assert_eq!(code, 0);
        let (kind, data) = records.last().unwrap();
        assert_eq!((*kind, data.len()), (1, 4));
        aliases += records.len() - 1;
        let ip = Ipv4Addr::from(<[u8; 4]>::try_from(&data[..]).unwrap());
        assert_eq!(web.world.ip(&host), Some(ip));
        let addr = SocketAddr::from((ip, web.addr.port()));
        assert_eq!(Client::connect(addr).await.get(&host, "/").await.status, 200);
        assert_eq!(web.log.entries().last().unwrap().ip, IpAddr::V4(ip));
    }
    assert!(aliases > 3);
    assert_eq!(web.log.lookups().len(), 60);
}

#[tokio::test]
async fn names_fail_in_every_way() {
    let web = web().await;
    let failing = |fault| web.world.hosts().find(|host| web.world.dns_fault(host) == Some(fault));
    for fault in DnsFault::ALL {
        let host = failing(*fault).unwrap();
        let answer = ask(&web, &host).await;
        let expect = match fault {
            DnsFault::NoSuchName => Some((3, vec![6])),
            DnsFault::ServerFailure => Some((2, vec![])),
            DnsFault::NoAnswer => None,
            _ => Some((0, vec![5, 5])),
        };
        let kinds = |records: Vec<(u16, _)>| records.into_iter().map(|(kind, _)| kind).collect();
        assert_eq!(answer.map(|(code, records)| (code, kinds(records))), expect, "{fault:?}");
        assert_eq!(web.log.lookups().last().unwrap().fault, Some(*fault));
    }
    assert_eq!(ask(&web, "no.such.host").await.unwrap().0, 3);
    assert_eq!(ask(&web, "any.name.farm2.test").await.unwrap().1.len(), 1);
}

#[tokio::test]
async fn one_address_is_the_default_and_answers_as_before() {
    let web = start(WorldSettings::calm(5, 20)).await;
    assert_eq!(web.addr.ip(), IpAddr::V4(Ipv4Addr::LOCALHOST));
    let (_, records) = ask(&web, "catalogue0.example").await.unwrap();
    assert_eq!(records, [(1, vec![127, 0, 0, 1])]);
    assert_eq!(web.world.ip("catalogue0.example"), Some(Ipv4Addr::LOCALHOST));
}

#[tokio::test]
async fn two_hosts_of_one_address_are_told_apart_from_two_addresses() {
    let web = web().await;
    let hosts: Vec<String> = web.world.hosts().collect();
    let ip = web.world.ip(&hosts[1]).unwrap();
    let same = hosts[2..].iter().find(|host| web.world.ip(host) == Some(ip)).unwrap();
    let other = hosts[2..].iter().find(|host| web.world.ip(host) != Some(ip)).unwrap();
    let get = async |host: &str| {
        let addr = SocketAddr::from((web.world.ip(host).unwrap(), web.addr.port()));
        Client::connect(addr).await.get(host, "/").await;
    };
    let politeness = Politeness { address_delay: Duration::from_secs(60), ..Politeness::default() };
    get(&hosts[1]).await;
    get(other).await;
    assert_eq!(web.log.violations(&politeness), []);
    get(same).await;
    let found = web.log.violations(&politeness);
    assert!(matches!(found[..], [Violation::AddressTooSoon { requests: (0, 2), .. }]), "{found:?}");
    assert_eq!(web.log.violations(&Politeness::default()), []);
}

/// Whoever comes by another interface is turned away, even with a socket on all of them.
#[tokio::test]
async fn only_the_loopback_is_served() {
    let web = web().await;
    // No packet is sent: this only asks which address the machine would speak from.
    let probe = std::net::UdpSocket::bind("0.0.0.0:0").unwrap();
    let outside = probe.connect("192.0.2.1:9").and_then(|()| probe.local_addr());
    let Some(ip) = outside.ok().map(|addr| addr.ip()).filter(|ip| !ip.is_loopback()) else {
        // Not by `eprintln!`: what it prints is shown only if a test fails.
        let line = "skipped: only_the_loopback_is_served: there is no other interface\n";
        return std::io::stderr().write_all(line.as_bytes()).unwrap();
    };
    let mut client = Client::connect((ip, web.addr.port()).into()).await;
    let (bytes, _) = client.raw(1).await;
    assert_eq!(bytes, b"");
    assert_eq!(web.log.connections(), []);
}
