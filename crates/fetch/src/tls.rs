//! TLS for an archive: connect if at all possible, and record what is wrong.
//!
//! Certificates are always verified, against the roots of Mozilla; the policy decides whether a problem is recorded or
//! ends the connection. Each connection has its own verifier to record problems. Sessions are not resumed, because then
//! no certificate is sent and nothing could be recorded. Only `http/1.1` is offered, because HTTP/2 has no form in
//! bytes worth recording.

use std::io;
use std::sync::{Arc, Mutex, PoisonError};

use rustls::client::danger::{HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier};
use rustls::client::{Resumption, WebPkiServerVerifier};
use rustls::crypto::CryptoProvider;
use rustls::pki_types::{CertificateDer, ServerName, UnixTime};
use rustls::{
    AlertDescription, ClientConfig, DigitallySignedStruct, RootCertStore, SignatureScheme,
};
use tokio::net::TcpStream;
use tokio_rustls::TlsConnector;
use tokio_rustls::client::TlsStream;

use crate::exchange::TlsInfo;
use crate::failure::{Failure, SetupError};
use crate::settings::TlsPolicy;
use crate::target::address;

/// The TLS configuration that all connections share.
#[derive(Debug)]
pub(crate) struct Tls {
    config: ClientConfig,
    verifier: Arc<WebPkiServerVerifier>,
    policy: TlsPolicy,
}

impl Tls {
    pub(crate) fn new(policy: TlsPolicy) -> Result<Tls, SetupError> {
        Tls::with_roots(policy, webpki_roots::TLS_SERVER_ROOTS.iter().cloned().collect())
    }

    fn with_roots(policy: TlsPolicy, roots: RootCertStore) -> Result<Tls, SetupError> {
        let error = |error: &dyn std::error::Error| SetupError::Tls(error.to_string());
        let provider: Arc<CryptoProvider> = Arc::new(rustls::crypto::aws_lc_rs::default_provider());
        let verifier =
            WebPkiServerVerifier::builder_with_provider(Arc::new(roots), Arc::clone(&provider))
                .build()
                .map_err(|e| error(&e))?;
        let mut config = ClientConfig::builder_with_provider(provider)
            .with_safe_default_protocol_versions()
            .map_err(|e| error(&e))?
            .with_webpki_verifier(Arc::clone(&verifier))
            .with_no_client_auth();
        config.alpn_protocols = vec![b"http/1.1".to_vec()];
        config.resumption = Resumption::disabled();
        Ok(Tls { config, verifier, policy })
    }

    /// Makes the TLS handshake with a host.
    pub(crate) async fn connect(
        &self,
        host: &str,
        stream: TcpStream,
    ) -> Result<(TlsStream<TcpStream>, TlsInfo), Failure> {
        let name = match address(host) {
            Ok(Some(address)) => ServerName::IpAddress(address.into()),
            _ => ServerName::try_from(host.strip_suffix('.').unwrap_or(host).to_owned())
                .map_err(|_| Failure::Tls(format!("\"{host}\" cannot be a name in TLS")))?,
        };
        let noting =
            Arc::new(Noting { inner: Arc::clone(&self.verifier), problem: Mutex::default() });
        let mut config = self.config.clone();
        if self.policy == TlsPolicy::Record {
            let verifier: Arc<dyn ServerCertVerifier> = Arc::clone(&noting) as _;
            config.dangerous().set_certificate_verifier(verifier);
        }
        let connector = TlsConnector::from(Arc::new(config));
        let stream = connector.connect(name, stream).await.map_err(failure)?;
        let (_, connection) = stream.get_ref();
        let protocol = connection.protocol_version().and_then(|version| version.as_str());
        let cipher = connection.negotiated_cipher_suite().and_then(|s| s.suite().as_str());
        let info = TlsInfo {
            protocol: protocol.unwrap_or("unknown").to_owned(),
            cipher: cipher.unwrap_or("unknown").to_owned(),
            problem: noting.problem.lock().unwrap_or_else(PoisonError::into_inner).take(),
        };
        Ok((stream, info))
    }
}

/// Converts an error of the socket, which may contain an error of TLS.
fn failure(error: io::Error) -> Failure {
    match error.get_ref().and_then(|inner| inner.downcast_ref::<rustls::Error>()) {
        // Only http/1.1 was offered.
        Some(rustls::Error::AlertReceived(AlertDescription::NoApplicationProtocol)) => {
            Failure::Http2Only
        }
        Some(inner) => Failure::Tls(inner.to_string()),
        None => Failure::Connect(error),
    }
}

/// Verifies like the inner verifier, but accepts everything and records the first problem.
#[derive(Debug)]
struct Noting {
    inner: Arc<WebPkiServerVerifier>,
    problem: Mutex<Option<String>>,
}

impl Noting {
    fn note(&self, error: &rustls::Error) {
        let mut problem = self.problem.lock().unwrap_or_else(PoisonError::into_inner);
        problem.get_or_insert_with(|| error.to_string());
    }
}

impl ServerCertVerifier for Noting {
    fn verify_server_cert(
        &self,
        end_entity: &CertificateDer<'_>,
        intermediates: &[CertificateDer<'_>],
        server_name: &ServerName<'_>,
        ocsp_response: &[u8],
        now: UnixTime,
    ) -> Result<ServerCertVerified, rustls::Error> {
        let result = self.inner.verify_server_cert(
            end_entity,
            intermediates,
            server_name,
            ocsp_response,
            now,
        );
        Ok(result.unwrap_or_else(|error| {
            self.note(&error);
            ServerCertVerified::assertion()
        }))
    }

    fn verify_tls12_signature(
        &self,
        message: &[u8],
        cert: &CertificateDer<'_>,
        dss: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, rustls::Error> {
        Ok(self.inner.verify_tls12_signature(message, cert, dss).unwrap_or_else(|error| {
            self.note(&error);
            HandshakeSignatureValid::assertion()
        }))
    }

    fn verify_tls13_signature(
        &self,
        message: &[u8],
        cert: &CertificateDer<'_>,
        dss: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, rustls::Error> {
        Ok(self.inner.verify_tls13_signature(message, cert, dss).unwrap_or_else(|error| {
            self.note(&error);
            HandshakeSignatureValid::assertion()
        }))
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        self.inner.supported_verify_schemes()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rustls::ServerConfig;
    use rustls::pki_types::PrivateKeyDer;
    use tokio::net::TcpListener;
    use tokio_rustls::TlsAcceptor;

    /// Shakes hands with a server whose certificate is its own root.
    async fn problem(policy: TlsPolicy, host: &str) -> Result<Option<String>, String> {
        let made = rcgen::generate_simple_self_signed(vec!["good.example".to_owned()]).unwrap();
        let key = PrivateKeyDer::try_from(made.signing_key.serialize_der()).unwrap();
        let provider = Arc::new(rustls::crypto::aws_lc_rs::default_provider());
        let config = ServerConfig::builder_with_provider(provider)
            .with_safe_default_protocol_versions()
            .unwrap()
            .with_no_client_auth()
            .with_single_cert(vec![made.cert.der().clone()], key)
            .unwrap();
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        tokio::spawn(async move {
            let (stream, _) = listener.accept().await.unwrap();
            let _ = TlsAcceptor::from(Arc::new(config)).accept(stream).await;
        });
        let mut roots = RootCertStore::empty();
        roots.add(made.cert.der().clone()).unwrap();
        let tls = Tls::with_roots(policy, roots).unwrap();
        let stream = TcpStream::connect(address).await.unwrap();
        match tls.connect(host, stream).await {
            Ok((_, info)) => Ok(info.problem),
            Err(failure) => Err(failure.name().to_owned()),
        }
    }

    #[tokio::test]
    async fn a_good_certificate_is_no_problem_under_another_name_it_is() {
        for policy in [TlsPolicy::Record, TlsPolicy::Refuse] {
            assert_eq!(problem(policy, "good.example").await, Ok(None));
            assert_eq!(problem(policy, "good.example.").await, Ok(None));
        }
        let other = problem(TlsPolicy::Record, "other.example").await.unwrap().unwrap();
        assert!(other.contains("not valid for name"), "{other}");
        assert_eq!(problem(TlsPolicy::Refuse, "other.example").await, Err("tls".to_owned()));
        assert_eq!(problem(TlsPolicy::Refuse, "a~b.example").await, Err("tls".to_owned()));
    }
}
