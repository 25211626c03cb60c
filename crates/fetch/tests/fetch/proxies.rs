//! Requests through HTTP and SOCKS5 proxies of a few lines, and what remains of the rules about addresses.

use std::net::{Ipv4Addr, SocketAddr};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use stodola_fetch::{
    AddressPolicy, Client, ClientSettings, Proxy, ProxyKind, Rdap, Request, Secret,
};
use tokio::io::{AsyncReadExt, AsyncWriteExt, copy_bidirectional};
use tokio::net::{TcpListener, TcpStream};

use crate::name_server::{NameServer, Says};
use crate::server::{Act, Server, fetch, settings, text};

const ANSWER: &str = "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello";
const USER: &str = "harvester";
const PASSWORD: &str = "sesame";

/// A proxy for which every host is at one address.
struct Relay {
    address: SocketAddr,
    asked: Arc<Mutex<Vec<String>>>,
}

impl Relay {
    async fn start(kind: ProxyKind, needs_login: bool, server: SocketAddr) -> Relay {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.unwrap();
        let address = listener.local_addr().unwrap();
        let asked: Arc<Mutex<Vec<String>>> = Arc::default();
        let log = Arc::clone(&asked);
        tokio::spawn(async move {
            loop {
                let (stream, _) = listener.accept().await.unwrap();
                let log = Arc::clone(&log);
                tokio::spawn(async move {
                    match kind {
                        ProxyKind::Http => http(stream, needs_login, server, &log).await,
                        _ => socks(stream, needs_login, server, &log).await,
                    }
                });
            }
        });
        Relay { address, asked }
    }

    fn asked(&self) -> Vec<String> {
        self.asked.lock().unwrap().clone()
    }
}

async fn head(stream: &mut TcpStream) -> Option<String> {
    let mut head = Vec::new();
    while !head.ends_with(b"\r\n\r\n") {
        head.push(stream.read_u8().await.ok()?);
    }
    Some(String::from_utf8(head).unwrap())
}

async fn http(
    mut stream: TcpStream,
    needs_login: bool,
    server: SocketAddr,
    log: &Mutex<Vec<String>>,
) -> Option<()> {
    let head = head(&mut stream).await?;
    let line = head.lines().next().unwrap().to_owned();
    log.lock().unwrap().push(line.clone());
    // "harvester:sesame"
    if needs_login && !head.contains("Proxy-Authorization: Basic aGFydmVzdGVyOnNlc2FtZQ==\r\n") {
        let answer = b"HTTP/1.1 407 Who\r\nContent-Length: 0\r\nConnection: close\r\n\r\n";
        return stream.write_all(answer).await.ok();
    }
    for (host, answer) in [
        ("forbidden.example", "HTTP/1.1 403 No\r\n\r\n"),
        ("gone.example", "HTTP/1.1 502 Gone\r\n\r\n"),
        ("garbage.example", "what?\r\n\r\n"),
    ] {
        if line.contains(host) {
            return stream.write_all(answer.as_bytes()).await.ok();
        }
    }
    let mut upstream = TcpStream::connect(server).await.ok()?;
    if line.starts_with("CONNECT ") {
        stream.write_all(b"HTTP/1.1 200 Connected\r\nVia: x\r\n\r\n").await.ok()?;
    } else {
        upstream.write_all(head.as_bytes()).await.ok()?;
    }
    copy_bidirectional(&mut stream, &mut upstream).await.ok().map(drop)
}

async fn socks(
    mut stream: TcpStream,
    needs_login: bool,
    server: SocketAddr,
    log: &Mutex<Vec<String>>,
) -> Option<()> {
    let version = stream.read_u8().await.ok()?;
    assert_eq!(version, 5);
    let mut methods = vec![0; stream.read_u8().await.ok()?.into()];
    stream.read_exact(&mut methods).await.ok()?;
    let method = if needs_login { 2 } else { 0 };
    if !methods.contains(&method) {
        return stream.write_all(&[5, 0xff]).await.ok();
    }
    stream.write_all(&[5, method]).await.ok()?;
    if needs_login {
        assert_eq!(stream.read_u8().await.ok()?, 1);
        let mut words = Vec::new();
        for _ in 0..2 {
            let mut word = vec![0; stream.read_u8().await.ok()?.into()];
            stream.read_exact(&mut word).await.ok()?;
            words.push(String::from_utf8(word).unwrap());
        }
        let is_right = words == [USER, PASSWORD];
        stream.write_all(&[1, u8::from(!is_right)]).await.ok()?;
        if !is_right {
            return None;
        }
    }
    let mut start = [0; 4];
    stream.read_exact(&mut start).await.ok()?;
    assert_eq!(start[..3], [5, 1, 0]);
    let place = match start[3] {
        1 => {
            let mut octets = [0; 4];
            stream.read_exact(&mut octets).await.ok()?;
            Ipv4Addr::from(octets).to_string()
        }
        _ => {
            let mut name = vec![0; stream.read_u8().await.ok()?.into()];
            stream.read_exact(&mut name).await.ok()?;
            String::from_utf8(name).unwrap()
        }
    };
    let port = stream.read_u16().await.ok()?;
    log.lock().unwrap().push(format!("{place}:{port}"));
    let reply = match place.as_str() {
        "forbidden.example" => 2,
        "gone.example" => 5,
        "garbage.example" => 99,
        _ => 0,
    };
    // A name as the bound address, the longest form of it.
    stream.write_all(&[5, reply, 0, 3, 1, b'x', 0, 80]).await.ok()?;
    let mut upstream = TcpStream::connect(server).await.ok()?;
    copy_bidirectional(&mut stream, &mut upstream).await.ok().map(drop)
}

fn proxied(kind: ProxyKind, address: SocketAddr, login: Option<&str>) -> ClientSettings {
    let mut proxy: Proxy = format!("{}://{address}", kind.name()).parse().unwrap();
    proxy.login = login.map(|password| (USER.to_owned(), Secret::new(password)));
    ClientSettings { proxy: Some(proxy), addresses: AddressPolicy::Public, ..settings() }
}

/// A server that answers any number of requests on any number of connections.
async fn web() -> Server {
    let script: Vec<Act> =
        (0..4).flat_map(|_| [Act::Request, Act::Send(ANSWER.as_bytes().to_vec())]).collect();
    Server::start(vec![script; 8]).await
}

#[tokio::test]
async fn names_go_to_the_proxy_and_no_name_server_is_asked() {
    for kind in [ProxyKind::Http, ProxyKind::Socks5h] {
        let web = web().await;
        let relay = Relay::start(kind, true, web.address).await;
        let mut settings = proxied(kind, relay.address, Some(PASSWORD));
        // A name server that would be noticed.
        settings.dns.servers = vec!["192.0.2.1:53".parse().unwrap()];
        let client = Client::new(settings).unwrap();
        let resolved = client.resolve("www.example").await.unwrap();
        assert!(resolved.is_elsewhere && resolved.addresses.is_empty());
        let mut session = client.session();
        for is_second in [false, true] {
            let exchange = session.fetch(&Request::get(b"http://www.example/a?b")).await.unwrap();
            assert_eq!((text(&exchange).as_str(), exchange.reused), (ANSWER, is_second));
            assert_eq!((exchange.address, exchange.proxy), (None, Some(kind)));
            let request = String::from_utf8(exchange.request).unwrap();
            assert!(!request.contains("Proxy-") && request.contains("Host: www.example\r\n"));
            let is_http = kind == ProxyKind::Http;
            assert_eq!(request.starts_with("GET http://www.example/a?b HTTP/1.1\r\n"), is_http);
            assert_eq!(exchange.withheld, ["Proxy-Authorization"][..usize::from(is_http)]);
        }
        let expected = match kind {
            ProxyKind::Http => "GET http://www.example/a?b HTTP/1.1",
            _ => "www.example:80",
        };
        assert_eq!(relay.asked(), [expected], "the second request goes over the same connection");
    }
}

#[tokio::test]
async fn https_goes_through_a_tunnel() {
    for kind in [ProxyKind::Http, ProxyKind::Socks5h] {
        // What answers is no TLS, which shows that the tunnel is there.
        let web = Server::start(vec![vec![Act::Send(ANSWER.as_bytes().to_vec())]]).await;
        let relay = Relay::start(kind, false, web.address).await;
        let client = Client::new(proxied(kind, relay.address, None)).unwrap();
        let failure = fetch(&client, "https://www.example/").await.unwrap_err();
        assert_eq!(failure.name(), "tls", "{failure}");
        let asked = relay.asked();
        let expected = match kind {
            ProxyKind::Http => "CONNECT www.example:443 HTTP/1.1",
            _ => "www.example:443",
        };
        assert_eq!(asked, [expected]);
    }
}

#[tokio::test]
async fn whois_goes_through_a_tunnel() {
    for kind in [ProxyKind::Http, ProxyKind::Socks5h] {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.unwrap();
        let server = listener.local_addr().unwrap();
        tokio::spawn(async move {
            let (mut stream, _) = listener.accept().await.unwrap();
            while stream.read_u8().await.unwrap() != b'\n' {}
            stream.write_all(b"Registrant Country: CZ\r\n").await.unwrap();
        });
        let relay = Relay::start(kind, false, server).await;
        let client = Client::new(proxied(kind, relay.address, None)).unwrap();
        let rdap = Rdap::whois_only(client, "whois.example", Duration::ZERO, None).unwrap();
        let country = rdap.country("www.spolek.example").await.map(|it| it.to_string());
        assert_eq!(country.as_deref(), Some("CZ"), "{kind:?}");
        let expected = match kind {
            ProxyKind::Http => "CONNECT whois.example:43 HTTP/1.1",
            _ => "whois.example:43",
        };
        assert_eq!(relay.asked(), [expected]);
    }
}

#[tokio::test]
async fn with_socks5_names_are_resolved_and_checked_here() {
    let web = web().await;
    let table = [
        ("good.example", Says::At(vec!["93.184.216.34".parse().unwrap()], 60)),
        ("bad.example", Says::At(vec!["10.0.0.1".parse().unwrap()], 60)),
    ];
    let names = NameServer::start(&table).await;
    let relay = Relay::start(ProxyKind::Socks5, false, web.address).await;
    let mut settings = proxied(ProxyKind::Socks5, relay.address, None);
    settings.dns.servers = vec![names.address];
    let client = Client::new(settings).unwrap();
    let exchange = fetch(&client, "http://good.example/").await.unwrap();
    assert_eq!(exchange.address, Some("93.184.216.34:80".parse().unwrap()));
    assert_eq!(exchange.resolved.unwrap().host, "good.example");
    let failure = fetch(&client, "http://bad.example/").await.unwrap_err();
    assert_eq!(failure.name(), "address-refused");
    assert_eq!(relay.asked(), ["93.184.216.34:80"]);
}

#[tokio::test]
async fn addresses_and_names_that_are_not_public_go_to_no_proxy() {
    let web = web().await;
    for kind in [ProxyKind::Http, ProxyKind::Socks5, ProxyKind::Socks5h] {
        let relay = Relay::start(kind, false, web.address).await;
        let client = Client::new(proxied(kind, relay.address, None)).unwrap();
        for uri in [
            "http://127.0.0.1/",
            "http://0x7f.1/",
            "https://10.0.0.1/",
            "http://169.254.169.254/",
            "http://[::1]/",
        ] {
            assert_eq!(fetch(&client, uri).await.unwrap_err().name(), "address-refused", "{uri}");
        }
        if kind != ProxyKind::Socks5 {
            for uri in ["http://localhost/", "http://db.internal/", "https://printer.local/"] {
                assert_eq!(fetch(&client, uri).await.unwrap_err().name(), "name-refused", "{uri}");
            }
        }
        assert_eq!(relay.asked(), [""; 0]);
    }
}

#[tokio::test]
async fn a_proxy_that_fails_is_named_and_one_that_cannot_reach_a_host_is_not_blamed() {
    let web = web().await;
    for kind in [ProxyKind::Http, ProxyKind::Socks5h] {
        // Nobody listens there any more.
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.unwrap();
        let nobody = listener.local_addr().unwrap();
        drop(listener);
        let silent = Server::start(vec![vec![Act::Hold]; 2]).await.address;
        let relay = Relay::start(kind, true, web.address).await.address;
        let open = Relay::start(kind, false, web.address).await.address;
        let scheme = "https";
        for (address, login, host, expected) in [
            (nobody, None, "www.example", "proxy"),
            (relay, None, "www.example", "proxy"),
            (relay, Some("wrong"), "www.example", "proxy"),
            (open, None, "garbage.example", "proxy"),
            (open, None, "forbidden.example", "proxy-refused"),
            (open, None, "gone.example", "connect"),
        ] {
            let client = Client::new(proxied(kind, address, login)).unwrap();
            let failure = fetch(&client, &format!("{scheme}://{host}/")).await.unwrap_err();
            assert_eq!(failure.name(), expected, "{kind:?} {host}: {failure}");
        }
        // Requests in absolute form get the proxy's own answer.
        let client = Client::new(proxied(kind, relay, Some("wrong"))).unwrap();
        let failure = fetch(&client, "http://www.example/").await.unwrap_err();
        assert_eq!(failure.name(), "proxy", "{failure}");
        let mut settings = proxied(kind, silent, None);
        settings.limits.connect = Duration::from_millis(100);
        let failure = fetch(&Client::new(settings).unwrap(), "https://www.example/").await;
        let expected = if kind == ProxyKind::Http { "connect-timeout" } else { "proxy" };
        assert_eq!(failure.unwrap_err().name(), expected);
    }
}

#[tokio::test]
async fn a_secret_is_not_sent_to_a_server_that_cannot_prove_its_name() {
    let address = crate::tls::start(ANSWER).await;
    let connect_to = vec![format!("::127.0.0.1:{}", address.port()).parse().unwrap()];
    let client = Client::new(ClientSettings { connect_to, ..settings() }).unwrap();
    let request = Request { is_confidential: true, ..Request::get(b"https://self.example/") };
    let failure = client.session().fetch(&request).await.unwrap_err();
    assert_eq!(failure.name(), "tls");
    assert!(failure.to_string().contains("a secret is not sent"), "{failure}");
    assert!(client.session().fetch(&Request::get(b"https://self.example/")).await.is_ok());
}
