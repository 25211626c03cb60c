//! No way into a private network, and ways that the user opens.

use stodola_fetch::{AddressPolicy, Client, ClientSettings};

use crate::server::{Server, fetch, text};

const ANSWER: &str = "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello";

fn client(policy: AddressPolicy, connect_to: &[String]) -> Client {
    let connect_to = connect_to.iter().map(|rule| rule.parse().unwrap()).collect();
    let addresses = policy;
    Client::new(ClientSettings { addresses, connect_to, ..ClientSettings::new("archive") }).unwrap()
}

#[tokio::test]
async fn private_addresses_are_refused_in_every_spelling() {
    let server = Server::answering(ANSWER).await;
    let port = server.address.port();
    let client = client(AddressPolicy::Public, &[]);
    for host in [
        "127.0.0.1",
        "127.1",
        "0x7f.1",
        "2130706433",
        "017700000001",
        "0",
        "0.0.0.0",
        "[::1]",
        "[::]",
        "[::ffff:127.0.0.1]",
        "[64:ff9b::7f00:1]",
        "[2002:7f00:1::]",
        "10.0.0.1",
        "169.254.169.254",
        "[fd00:ec2::254]",
    ] {
        let failure = fetch(&client, &format!("http://{host}:{port}/")).await.unwrap_err();
        assert_eq!((failure.name(), failure.is_transient()), ("address-refused", false), "{host}");
    }
    assert!(server.requests().is_empty());
}

#[tokio::test]
async fn private_addresses_can_be_permitted_but_not_metadata() {
    let server = Server::answering(ANSWER).await;
    let client = client(AddressPolicy::AnyButMetadata, &[]);
    let uri = format!("http://0x7f.1:{}/", server.address.port());
    assert_eq!(fetch(&client, &uri).await.unwrap().address, Some(server.address));
    for host in ["169.254.169.254", "0xa9fea9fe", "[::ffff:a9fe:a9fe]", "[fd00:ec2::254]"] {
        let failure = fetch(&client, &format!("http://{host}/")).await.unwrap_err();
        assert_eq!(failure.name(), "address-refused", "{host}");
    }
}

#[tokio::test]
async fn the_user_may_place_hosts_anywhere() {
    let one = Server::answering(ANSWER).await;
    let two = Server::answering(ANSWER).await;
    let rules = [
        format!("one.example:80:127.0.0.1:{}", one.address.port()),
        format!("::127.0.0.1:{}", two.address.port()),
    ];
    let client = client(AddressPolicy::Public, &rules);
    let exchange = fetch(&client, "http://one.example/").await.unwrap();
    assert_eq!((exchange.address, exchange.resolved.is_none()), (Some(one.address), true));
    assert_eq!(text(&exchange), ANSWER);
    let exchange = fetch(&client, "http://169.254.169.254:81/").await.unwrap();
    assert_eq!(exchange.address, Some(two.address));
    assert!(one.requests()[0].contains("\r\nHost: one.example\r\n"));
    assert!(two.requests()[0].contains("\r\nHost: 169.254.169.254:81\r\n"));
    let resolved = client.resolve("one.example").await.unwrap();
    assert!(resolved.answer.is_none() && resolved.addresses == [one.address.ip()]);
}

#[tokio::test]
async fn numbers_need_no_name_service() {
    let client = client(AddressPolicy::Public, &[]);
    for (host, address) in [("127.1", "127.0.0.1"), ("[::1]", "::1"), ("8.8.8.8", "8.8.8.8")] {
        let resolved = client.resolve(host).await.unwrap();
        assert_eq!(resolved.addresses, [address.parse::<std::net::IpAddr>().unwrap()]);
    }
    assert_eq!(client.resolve("1.2.3.4.5").await.unwrap_err().name(), "dns-no-such-name");
}
