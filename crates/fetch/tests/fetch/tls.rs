//! Certificates that do not verify, under both policies.

use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;

use rustls::ServerConfig;
use rustls::pki_types::PrivateKeyDer;
use stodola_fetch::{Client, ClientSettings, Request, TlsPolicy, Truncated};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpListener;
use tokio_rustls::TlsAcceptor;

use crate::server::{settings, text};

const ANSWER: &str = "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello";

/// Serves one answer for each request, with a certificate that nobody signed.
pub(crate) async fn start(answer: &'static str) -> SocketAddr {
    start_with(answer, rustls::DEFAULT_VERSIONS).await
}

async fn start_with(
    answer: &'static str,
    versions: &[&'static rustls::SupportedProtocolVersion],
) -> SocketAddr {
    let made = rcgen::generate_simple_self_signed(vec!["self.example".to_owned()]).unwrap();
    let key = PrivateKeyDer::try_from(made.signing_key.serialize_der()).unwrap();
    let provider = Arc::new(rustls::crypto::aws_lc_rs::default_provider());
    let mut config = ServerConfig::builder_with_provider(provider)
        .with_protocol_versions(versions)
        .unwrap()
        .with_no_client_auth()
        .with_single_cert(vec![made.cert.der().clone()], key)
        .unwrap();
    config.alpn_protocols = vec![b"h2".to_vec(), b"http/1.1".to_vec()];
    let acceptor = TlsAcceptor::from(Arc::new(config));
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.unwrap();
    let address = listener.local_addr().unwrap();
    tokio::spawn(async move {
        loop {
            let (stream, _) = listener.accept().await.unwrap();
            let acceptor = acceptor.clone();
            tokio::spawn(async move {
                let Ok(mut stream) = acceptor.accept(stream).await else { return };
                let mut buffer = [0; 4096];
                while stream.read(&mut buffer).await.is_ok_and(|count| count > 0) {
                    stream.write_all(answer.as_bytes()).await.unwrap();
                    stream.flush().await.unwrap();
                    if !answer.contains("Length: 5") {
                        return; // without saying good-bye
                    }
                }
            });
        }
    });
    address
}

fn client(address: SocketAddr, policy: TlsPolicy) -> Client {
    let connect_to = vec![format!("::{}:{}", address.ip(), address.port()).parse().unwrap()];
    Client::new(ClientSettings { tls: policy, connect_to, ..settings() }).unwrap()
}

#[tokio::test]
async fn a_bad_certificate_is_noted_and_the_connection_kept() {
    let client = client(start(ANSWER).await, TlsPolicy::Record);
    let mut session = client.session();
    for reused in [false, true] {
        let request = Request::get(b"https://self.example/");
        let exchange = session.fetch(&request).await.unwrap();
        assert_eq!((text(&exchange).as_str(), exchange.reused), (ANSWER, reused));
        let tls = exchange.tls.unwrap();
        assert_eq!(tls.protocol, "TLSv1_3");
        assert!(tls.cipher.starts_with("TLS13_"), "{}", tls.cipher);
        let problem = tls.problem.as_ref().unwrap();
        assert!(problem.contains("certificate"), "{problem}");
    }
    // A name that is not in the certificate, and an address.
    for uri in ["https://other.example/", "https://192.0.2.1/"] {
        let exchange = session.fetch(&Request::get(uri.as_bytes())).await.unwrap();
        assert!(exchange.tls.unwrap().problem.is_some());
    }
}

#[tokio::test]
async fn the_older_protocol_is_spoken_too() {
    let address = start_with(ANSWER, &[&rustls::version::TLS12]).await;
    let client = client(address, TlsPolicy::Record);
    let exchange = client.session().fetch(&Request::get(b"https://self.example/")).await.unwrap();
    let tls = exchange.tls.unwrap();
    assert_eq!((tls.protocol.as_str(), tls.problem.is_some()), ("TLSv1_2", true));
}

#[tokio::test]
async fn a_bad_certificate_is_refused_if_told_so() {
    let client = client(start(ANSWER).await, TlsPolicy::Refuse);
    let failure = client.session().fetch(&Request::get(b"https://self.example/")).await;
    let failure = failure.unwrap_err();
    assert_eq!((failure.name(), failure.is_transient()), ("tls", false));
}

#[tokio::test]
async fn a_close_without_farewell_is_a_close() {
    for (answer, truncated) in [
        ("HTTP/1.1 200 OK\r\n\r\nhello", None),
        ("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhello", Some(Truncated::Disconnect)),
    ] {
        let client = client(start(answer).await, TlsPolicy::Record);
        let request = Request::get(b"https://self.example/");
        let exchange = client.session().fetch(&request).await.unwrap();
        assert_eq!((text(&exchange).as_str(), exchange.truncated), (answer, truncated));
    }
}

#[tokio::test]
async fn what_is_no_tls_at_all_is_a_failure() {
    let server = crate::server::Server::start(vec![vec![crate::server::Act::Send(
        b"HTTP/1.1 400 Bad Request\r\n\r\n".to_vec(),
    )]])
    .await;
    let client = client(server.address, TlsPolicy::Record);
    let failure = client.session().fetch(&Request::get(b"https://plain.example/")).await;
    assert_eq!(failure.unwrap_err().name(), "tls");
}

/// What becomes of a handshake that a server answers with these bytes.
async fn answered_with(bytes: &'static [u8]) -> String {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.unwrap();
    let address = listener.local_addr().unwrap();
    tokio::spawn(async move {
        let (mut stream, _) = listener.accept().await.unwrap();
        let hello = &mut [0; 4096];
        assert!(stream.read(hello).await.unwrap() > 0);
        stream.write_all(bytes).await.unwrap();
        // Until the other side has read it and gone away.
        while stream.read(hello).await.is_ok_and(|count| count > 0) {}
    });
    let client = client(address, TlsPolicy::Record);
    let failure = client.session().fetch(&Request::get(b"https://old.example/")).await.unwrap_err();
    assert!(!failure.is_transient(), "{failure}");
    failure.name().to_owned()
}

#[tokio::test]
async fn old_versions_and_key_exchanges_cannot_be_had_and_are_called_tls() {
    // The alerts "protocol version" and "handshake failure": TLS 1.1 at most, nothing but RSA.
    assert_eq!(answered_with(b"\x15\x03\x02\x00\x02\x02\x46").await, "tls");
    assert_eq!(answered_with(b"\x15\x03\x03\x00\x02\x02\x28").await, "tls");
    // The beginning of a handshake in TLS 1.0 and 1.1, with TLS_RSA_WITH_AES_128_CBC_SHA.
    let hello = b"\x16\x03\x01\x00\x2a\x02\x00\x00\x26\x03\x01\
        0123456789abcdef0123456789abcdef\x00\x00\x2f\x00";
    assert_eq!(answered_with(hello).await, "tls");
    let hello = b"\x16\x03\x02\x00\x2a\x02\x00\x00\x26\x03\x02\
        0123456789abcdef0123456789abcdef\x00\x00\x2f\x00";
    assert_eq!(answered_with(hello).await, "tls");
    // The same key exchange in TLS 1.2.
    let hello = b"\x16\x03\x03\x00\x2a\x02\x00\x00\x26\x03\x03\
        0123456789abcdef0123456789abcdef\x00\x00\x2f\x00";
    assert_eq!(answered_with(hello).await, "tls");
    // No TLS at all.
    assert_eq!(answered_with(b"HTTP/1.1 400 Bad Request\r\n\r\n").await, "tls");
}
