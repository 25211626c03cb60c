//! Servers that speak only HTTP/2 are named as that.

use std::net::Ipv4Addr;
use std::sync::Arc;

use rustls::ServerConfig;
use rustls::pki_types::PrivateKeyDer;
use stodola_fetch::{Client, ClientSettings};
use tokio::net::TcpListener;
use tokio_rustls::TlsAcceptor;

use crate::server::{Act, Server, client, fetch, settings};

#[tokio::test]
async fn a_server_that_answers_with_frames_is_named_and_not_waited_for() {
    // SETTINGS and silence, as a server that waits for the preface; GOAWAY and the end.
    let settings = b"\0\0\x0c\x04\0\0\0\0\0\0\x03\0\0\0\x64\0\x04\0\0\xff\xff".to_vec();
    let goaway = b"\0\0\x08\x07\0\0\0\0\0\0\0\0\0\0\0\0\x01".to_vec();
    for script in [
        vec![Act::Request, Act::Send(settings.clone()), Act::Hold],
        vec![Act::Send(settings), Act::Hold],
        vec![Act::Request, Act::Pieces(goaway, 1)],
    ] {
        let server = Server::start(vec![script]).await;
        let failure = fetch(&client(), &server.uri("/")).await.unwrap_err();
        assert_eq!((failure.name(), failure.is_transient()), ("http2-only", false));
    }
}

#[tokio::test]
async fn a_server_that_agrees_to_nothing_but_http2_is_named() {
    let made = rcgen::generate_simple_self_signed(vec!["new.example".to_owned()]).unwrap();
    let key = PrivateKeyDer::try_from(made.signing_key.serialize_der()).unwrap();
    let provider = Arc::new(rustls::crypto::aws_lc_rs::default_provider());
    let mut config = ServerConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_no_client_auth()
        .with_single_cert(vec![made.cert.der().clone()], key)
        .unwrap();
    config.alpn_protocols = vec![b"h2".to_vec()];
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.unwrap();
    let address = listener.local_addr().unwrap();
    tokio::spawn(async move {
        let (stream, _) = listener.accept().await.unwrap();
        assert!(TlsAcceptor::from(Arc::new(config)).accept(stream).await.is_err());
    });
    let connect_to = vec![format!("::127.0.0.1:{}", address.port()).parse().unwrap()];
    let client = Client::new(ClientSettings { connect_to, ..settings() }).unwrap();
    let failure = fetch(&client, "https://new.example/").await.unwrap_err();
    assert_eq!(failure.name(), "http2-only", "{failure}");
}
