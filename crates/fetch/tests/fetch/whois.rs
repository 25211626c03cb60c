//! Countries of owners from whois servers on loopback: referrals, servers that fail, and servers that talk too much.

use std::net::{Ipv4Addr, SocketAddr};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use stodola_fetch::{AddressPolicy, Client, ClientSettings, Rdap, RdapError};
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
use tokio::net::TcpListener;

use crate::server::client;

type Questions = Arc<Mutex<Vec<String>>>;

/// Answers each question with the same text, and remembers it.
async fn serve(address: SocketAddr, answer: Vec<u8>) -> (SocketAddr, Questions) {
    let listener = TcpListener::bind(address).await.unwrap();
    let address = listener.local_addr().unwrap();
    let questions = Questions::default();
    let log = Arc::clone(&questions);
    tokio::spawn(async move {
        while let Ok((mut stream, _)) = listener.accept().await {
            let mut line = String::new();
            let (read, mut write) = stream.split();
            BufReader::new(read).read_line(&mut line).await.unwrap();
            log.lock().unwrap().push(line);
            // The client may have enough before all is sent.
            let _ = write.write_all(&answer).await;
        }
    });
    (address, questions)
}

fn home(port: u16) -> SocketAddr {
    (Ipv4Addr::LOCALHOST, port).into()
}

fn whois(server: SocketAddr) -> Rdap {
    Rdap::whois_only(client(), &server.to_string(), Duration::ZERO, None).unwrap()
}

async fn ask(rdap: &Rdap, host: &str) -> String {
    rdap.country(host).await.map_or("-".to_owned(), |it| it.to_string())
}

#[tokio::test]
async fn one_line_is_asked_and_the_registrant_is_read() {
    let (address, questions) = serve(home(0), b"Registrant Country: CZ\r\n".to_vec()).await;
    let rdap = whois(address);
    assert_eq!(ask(&rdap, "www.spolek.example").await, "CZ");
    assert_eq!(ask(&rdap, "spolek.example").await, "CZ");
    assert_eq!(*questions.lock().unwrap(), ["spolek.example\r\n"]);
}

#[tokio::test]
async fn a_referral_is_followed_on_the_same_port_and_never_in_a_circle() {
    let circle = b"refer: 127.0.0.1\n".to_vec();
    let (address, first) = serve(home(0), b"refer: 127.0.0.2:9\n".to_vec()).await;
    let other: SocketAddr = ([127, 0, 0, 2], address.port()).into();
    let (_, second) = serve(other, circle).await;
    assert_eq!(ask(&whois(address), "a.example").await, "-");
    assert_eq!((first.lock().unwrap().len(), second.lock().unwrap().len()), (1, 1));

    let (address, _) = serve(home(0), b"ReferralServer: whois://127.0.0.2/\n".to_vec()).await;
    let other: SocketAddr = ([127, 0, 0, 2], address.port()).into();
    let (_, second) = serve(other, b"domain: a.example\ncountry: SK\n".to_vec()).await;
    assert_eq!(ask(&whois(address), "a.example").await, "SK");
    assert_eq!(*second.lock().unwrap(), ["a.example\r\n"]);
}

#[tokio::test]
async fn whois_is_asked_where_rdap_has_no_answer() {
    let (address, questions) = serve(home(0), b"Registrant Country: CZ\n".to_vec()).await;
    // Nobody listens at the port of discarded data.
    let rdap = Rdap::new(client(), "http://127.0.0.1:9/", Duration::ZERO, None).unwrap();
    let rdap = rdap.and_whois(&address.to_string()).unwrap();
    assert_eq!(ask(&rdap, "a.example").await, "CZ");
    assert_eq!(questions.lock().unwrap().len(), 1);
}

#[tokio::test]
async fn servers_that_fail_are_left_alone_and_long_answers_are_cut() {
    let (address, questions) = serve(home(0), Vec::new()).await;
    let rdap = whois(address);
    for number in 0..10 {
        assert_eq!(ask(&rdap, &format!("a{number}.example")).await, "-");
    }
    assert_eq!(questions.lock().unwrap().len(), 3);

    let mut long = b"x: y\n".repeat(1 << 20);
    long.extend_from_slice(b"Registrant Country: CZ\n");
    let (address, _) = serve(home(0), long).await;
    assert_eq!(ask(&whois(address), "a.example").await, "-");
}

#[tokio::test]
async fn private_servers_are_not_asked_without_permission() {
    let (address, questions) = serve(home(0), b"Registrant Country: CZ\n".to_vec()).await;
    let settings =
        ClientSettings { addresses: AddressPolicy::Public, ..ClientSettings::new("test/1") };
    let client = Client::new(settings).unwrap();
    let rdap = Rdap::whois_only(client, &address.to_string(), Duration::ZERO, None).unwrap();
    assert_eq!(ask(&rdap, "a.example").await, "-");
    assert!(questions.lock().unwrap().is_empty());
    let wrong = Rdap::whois_only(crate::server::client(), "whois", Duration::ZERO, None);
    assert!(matches!(wrong.unwrap_err(), RdapError::Whois(server) if server == "whois"));
}

#[tokio::test]
async fn that_whois_names_no_country_is_not_kept_while_rdap_cannot_be_asked() {
    let (address, _) = serve(home(0), b"No match\n".to_vec()).await;
    let name = format!("stodola-whois-kept-{}.tsv", std::process::id());
    let file = std::env::temp_dir().join(name);
    // Nobody listens at the port of discarded data.
    let rdap = Rdap::new(client(), "http://127.0.0.1:9/", Duration::ZERO, Some(file.clone()));
    let rdap = rdap.unwrap().and_whois(&address.to_string()).unwrap();
    assert_eq!(ask(&rdap, "a.example").await, "-");
    assert_eq!(std::fs::read_to_string(&file).unwrap().lines().count(), 1, "its first line");
    let whois = &address.to_string();
    let rdap = Rdap::whois_only(client(), whois, Duration::ZERO, Some(file.clone())).unwrap();
    assert_eq!(ask(&rdap, "a.example").await, "-");
    assert!(std::fs::read_to_string(&file).unwrap().contains("\na.example\t-\t"));
    std::fs::remove_file(file).unwrap();
}
