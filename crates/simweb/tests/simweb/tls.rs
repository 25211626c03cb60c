//! The same web over TLS, seen by a client that checks certificates.

use crate::client::{fetch, start};
use std::io;
use std::sync::Arc;
use stodola_simweb::{CertificateFault, SimWeb, WorldSettings};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio_rustls::TlsConnector;
use tokio_rustls::rustls::crypto::aws_lc_rs;
use tokio_rustls::rustls::pki_types::{CertificateDer, ServerName};
use tokio_rustls::rustls::{ClientConfig, RootCertStore};

async fn get(web: &SimWeb, host: &str, target: &str) -> io::Result<Vec<u8>> {
    let mut roots = RootCertStore::empty();
    roots.add(CertificateDer::from(web.authority().unwrap().to_vec())).unwrap();
    let config = ClientConfig::builder_with_provider(Arc::new(aws_lc_rs::default_provider()))
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_root_certificates(roots)
        .with_no_client_auth();
    let stream = TcpStream::connect(web.https().unwrap()).await?;
    let name = ServerName::try_from(host.to_owned()).unwrap();
    let mut stream = TlsConnector::from(Arc::new(config)).connect(name, stream).await?;
    let request = format!("GET {target} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).await?;
    let mut bytes = Vec::new();
    stream.read_to_end(&mut bytes).await?;
    Ok(bytes)
}

async fn web() -> SimWeb {
    start(WorldSettings { tls: true, bad_certificate_rate: 0.3, ..WorldSettings::calm(6, 40) })
        .await
}

#[tokio::test]
async fn same_bytes_over_tls() {
    let web = web().await;
    for host in ["catalogue0.example", "any.farm1.test"] {
        let plain = fetch(&web, host, "/").await;
        let secure = get(&web, host, "/").await.unwrap();
        let end = secure.windows(4).position(|window| window == b"\r\n\r\n").unwrap() + 4;
        assert_eq!(secure[end..], plain.body);
    }
    let hosts: Vec<String> = web.log.entries().into_iter().map(|entry| entry.host).collect();
    assert_eq!(hosts[0], hosts[1]);
}

#[tokio::test]
async fn bad_certificates_are_found_out() {
    let web = web().await;
    let mut bad = [false; 2];
    for host in web.world.hosts() {
        let outcome = get(&web, &host, "/robots.txt").await;
        let said = outcome.as_ref().map_or_else(|error| error.to_string(), |_| String::new());
        match web.world.certificate_fault(&host) {
            None => assert!(outcome.is_ok(), "{host}: {said}"),
            Some(CertificateFault::Expired) => {
                bad[0] = true;
                assert!(said.contains("Expired") || said.contains("expired"), "{said}");
            }
            Some(_) => {
                bad[1] = true;
                assert!(said.contains("NotValidForName") || said.contains("not valid for name"));
            }
        }
    }
    assert_eq!(bad, [true, true]);
}

#[tokio::test]
async fn reset_under_tls_is_a_reset() {
    let web = web().await;
    let broken = get(&web, "catalogue0.example", "/fault/reset/0.html").await;
    broken.unwrap_err();
}
