//! Names, against a server that answers from a table.

use std::net::IpAddr;
use std::time::Duration;

use stodola_fetch::{
    AddressPolicy, Client, ClientSettings, DnsFailure, DnsLimits, DnsSettings, Failure,
};

use crate::name_server::{NameServer, Says};
use crate::server::{Server, fetch};

fn ip(text: &str) -> IpAddr {
    text.parse().unwrap()
}

fn client(server: &NameServer, change: impl FnOnce(&mut ClientSettings)) -> Client {
    let mut settings = ClientSettings::new("archive");
    settings.dns = DnsSettings {
        servers: vec![server.address],
        timeout: Duration::from_secs(5),
        ..DnsSettings::default()
    };
    change(&mut settings);
    Client::new(settings).unwrap()
}

#[tokio::test]
async fn answers_of_every_kind() {
    let table = [
        ("a.example", Says::At(vec![ip("192.0.2.1"), ip("192.0.2.2")], 60)),
        ("six.example", Says::At(vec![ip("2001:db8::1")], 60)),
        ("both.example", Says::At(vec![ip("192.0.2.3"), ip("2001:db8::3")], 60)),
        ("alias.example", Says::Alias("a.example")),
        ("none.example", Says::Nothing),
        ("fails.example", Says::Fails),
    ];
    let server = NameServer::start(&table).await;
    let client = client(&server, |_| ());
    for (host, expected) in [
        ("a.example", Ok(vec!["192.0.2.1", "192.0.2.2"])),
        ("A.Example.", Ok(vec!["192.0.2.1", "192.0.2.2"])),
        ("six.example", Ok(vec!["2001:db8::1"])),
        ("both.example", Ok(vec!["192.0.2.3"])),
        ("alias.example", Ok(vec!["192.0.2.1", "192.0.2.2"])),
        ("none.example", Err("dns-no-address")),
        ("missing.example", Err("dns-no-such-name")),
        ("fails.example", Err("dns-server")),
        ("bad..example", Err("dns-no-such-name")),
    ] {
        let found = client.resolve(host).await;
        let found = found.map(|resolved| resolved.addresses).map_err(|failure| failure.name());
        let expected = expected.map(|addresses| addresses.into_iter().map(ip).collect::<Vec<_>>());
        assert_eq!(found, expected, "{host}");
    }
    let resolved = client.resolve("alias.example").await.unwrap();
    let block = resolved.answer.unwrap().record_block();
    let (date, records) = block.split_once('\n').unwrap();
    assert!(date.len() == 14 && date.bytes().all(|byte| byte.is_ascii_digit()), "{date}");
    assert_eq!(
        records,
        "alias.example.\t60\tIN\tCNAME\ta.example.\n\
         a.example.\t60\tIN\tA\t192.0.2.1\na.example.\t60\tIN\tA\t192.0.2.2\n"
    );
}

#[tokio::test]
async fn answers_are_remembered_within_the_bounds() {
    let table = [("a.example", Says::At(vec![ip("192.0.2.1")], 0))];
    let server = NameServer::start(&table).await;
    let client = client(&server, |settings| {
        settings.dns.min_ttl = Duration::from_millis(500);
        settings.dns.negative_ttl = Duration::from_millis(500);
    });
    for host in ["a.example", "missing.example"] {
        let before = server.asked();
        let _ = client.resolve(host).await;
        let first = server.asked() - before;
        let _ = client.resolve(host).await;
        assert_eq!(server.asked() - before, first, "{host} is remembered");
        tokio::time::sleep(Duration::from_millis(600)).await;
        let _ = client.resolve(host).await;
        assert!(server.asked() - before > first, "{host} is forgotten");
    }
}

#[tokio::test]
async fn those_who_ask_at_the_same_time_share_the_answer() {
    let table = [("a.example", Says::At(vec![ip("192.0.2.1")], 60))];
    let server = NameServer::start(&table).await;
    let client = client(&server, |_| ());
    let asking: Vec<_> = (0..50)
        .map(|_| {
            let client = client.clone();
            tokio::spawn(async move { client.resolve("a.example").await.unwrap().addresses })
        })
        .collect();
    for answer in asking {
        assert_eq!(answer.await.unwrap(), [ip("192.0.2.1")]);
    }
    assert_eq!(server.asked(), 1);
}

#[tokio::test]
async fn a_server_gets_no_more_messages_than_allowed_and_each_is_counted() {
    let table = [
        ("a.example", Says::At(vec![ip("192.0.2.1")], 60)),
        ("six.example", Says::At(vec![ip("2001:db8::1")], 60)),
        ("silent.example", Says::Silent),
    ];
    let server = NameServer::start(&table).await;
    let limits = DnsLimits { per_second: Some(20), at_once: 1 };
    let client = client(&server, |settings| {
        settings.dns.limits = limits;
        settings.dns.timeout = Duration::from_millis(1500);
    });
    let begin = std::time::Instant::now();
    let names = ["a.example", "six.example", "silent.example", "missing.example"];
    let asking = names.map(|name| {
        let client = client.clone();
        tokio::spawn(async move { drop(client.resolve(name).await) })
    });
    for asked in asking {
        asked.await.unwrap();
    }
    drop(client.resolve("missing.example").await);
    let (counts, took) = (client.dns_counts(), begin.elapsed());
    assert_eq!(counts.sent, server.asked() as u64, "{counts:?}");
    assert_eq!((counts.names, counts.known), (4, 1), "{counts:?}");
    assert_eq!((counts.negative, counts.failed), (1, 1), "{counts:?}");
    // Waiting for the silent name is no failure of the others.
    assert!(counts.sent >= 5 && counts.waited > Duration::ZERO, "{counts:?}");
    let most = 1.0 + took.as_secs_f64() * 20.0;
    assert!(counts.sent as f64 <= most, "{counts:?} in {took:?}");
}

#[tokio::test]
async fn a_silent_server_is_given_up() {
    let server = NameServer::start(&[("a.example", Says::Silent)]).await;
    let client = client(&server, |settings| settings.dns.timeout = Duration::from_millis(200));
    let failure = client.resolve("a.example").await.unwrap_err();
    assert!(matches!(failure, Failure::Dns(DnsFailure::Timeout)), "{failure:?}");
    assert!(failure.is_transient());
}

#[tokio::test]
async fn names_that_lead_into_a_private_network_are_refused() {
    let web = Server::answering("HTTP/1.1 200 OK\r\n\r\n").await;
    let table = [
        ("private.example", Says::At(vec![ip("127.0.0.1")], 60)),
        ("mixed.example", Says::At(vec![ip("169.254.169.254"), ip("127.0.0.1")], 60)),
    ];
    let server = NameServer::start(&table).await;
    let uri = |host: &str| format!("http://{host}:{}/", web.address.port());
    let public = client(&server, |_| ());
    for host in ["private.example", "mixed.example"] {
        let failure = fetch(&public, &uri(host)).await.unwrap_err();
        assert_eq!(failure.name(), "address-refused");
    }
    // The first permitted address is taken.
    let any = client(&server, |settings| settings.addresses = AddressPolicy::AnyButMetadata);
    let exchange = fetch(&any, &uri("mixed.example")).await.unwrap();
    assert_eq!(exchange.address, Some(web.address));
    assert_eq!(exchange.resolved.unwrap().host, "mixed.example");
}

#[tokio::test]
async fn the_next_address_is_tried() {
    let web = Server::answering("HTTP/1.1 200 OK\r\n\r\n").await;
    // Nobody listens at the second loopback address.
    let table = [("two.example", Says::At(vec![ip("127.0.0.2"), ip("127.0.0.1")], 60))];
    let server = NameServer::start(&table).await;
    let client = client(&server, |settings| settings.addresses = AddressPolicy::AnyButMetadata);
    let uri = format!("http://two.example:{}/", web.address.port());
    assert_eq!(fetch(&client, &uri).await.unwrap().address, Some(web.address));
}
