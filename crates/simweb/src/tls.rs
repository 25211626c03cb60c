//! Certificates for every host, made when they are first needed, and the TLS handshake.
//!
//! Keys are random, so this is the only part of the web that differs for the same seed; which host has a bad
//! certificate does not.

use crate::random::hash;
use crate::site::Host;
use crate::talk::Stream;
use crate::world::World;
use rcgen::{
    BasicConstraints, CertificateParams, DistinguishedName, DnType, IsCa, Issuer, KeyPair,
    KeyUsagePurpose, date_time_ymd,
};
use std::collections::HashMap;
use std::fmt;
use std::io;
use std::sync::{Arc, Mutex, PoisonError};
use tokio::net::TcpStream;
use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::crypto::aws_lc_rs;
use tokio_rustls::rustls::pki_types::{PrivateKeyDer, PrivatePkcs8KeyDer};
use tokio_rustls::rustls::server::{ClientHello, ResolvesServerCert};
use tokio_rustls::rustls::sign::{CertifiedKey, SigningKey};
use tokio_rustls::rustls::{ServerConfig, version};
use tokio_rustls::server::TlsStream;

/// What is wrong with the certificate of a host.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum CertificateFault {
    /// The certificate expired at the end of 2020.
    Expired,
    /// The certificate is for another name.
    WrongName,
}

/// Name on a certificate for another name, or for a client that sent no name.
const OTHER_NAME: &str = "other.example";
/// Maximum number of certificates that are kept; others are made again each time.
const MAX_KEPT: usize = 10_000;

impl World {
    /// What is wrong with the certificate of a host; `None` if nothing is.
    pub fn certificate_fault(&self, host: &str) -> Option<CertificateFault> {
        let Some(Host::Site(site)) = Host::find(self.settings(), host) else { return None };
        let key = hash(site.key ^ 0xce47, b"");
        let bad = (key >> 1) as f64 / (u64::MAX >> 1) as f64;
        let fault =
            if key & 1 == 0 { CertificateFault::Expired } else { CertificateFault::WrongName };
        (site.index > 0 && bad < self.settings().bad_certificate_rate).then_some(fault)
    }
}

/// Makes TLS 1.2 and 1.3 handshakes with clients.
#[derive(Clone)]
pub(crate) struct Tls {
    acceptor: TlsAcceptor,
    registry: Arc<Registry>,
}

impl Tls {
    /// Creates the keys.
    pub(crate) fn new(world: Arc<World>) -> io::Result<Tls> {
        let registry = Arc::new(Registry::new(world).map_err(io::Error::other)?);
        let provider = Arc::new(aws_lc_rs::default_provider());
        let mut config = ServerConfig::builder_with_provider(provider)
            .with_protocol_versions(&[&version::TLS12, &version::TLS13])
            .map_err(io::Error::other)?
            .with_no_client_auth()
            .with_cert_resolver(Arc::clone(&registry) as Arc<dyn ResolvesServerCert>);
        config.alpn_protocols = vec![b"http/1.1".to_vec()];
        Ok(Tls { acceptor: TlsAcceptor::from(Arc::new(config)), registry })
    }

    /// The certificate, in DER, by which all others are signed.
    pub(crate) fn authority(&self) -> &[u8] {
        &self.registry.authority
    }

    pub(crate) async fn accept(&self, stream: TcpStream) -> io::Result<TlsStream<TcpStream>> {
        self.acceptor.accept(stream).await
    }
}

impl Stream for TlsStream<TcpStream> {
    fn reset(&self) -> io::Result<()> {
        self.get_ref().0.set_zero_linger()
    }
}

/// Signs certificates. All hosts share one key, since creating one takes longer than signing.
struct Registry {
    world: Arc<World>,
    authority: Vec<u8>,
    issuer: Issuer<'static, KeyPair>,
    key: KeyPair,
    signer: Arc<dyn SigningKey>,
    kept: Mutex<HashMap<String, Arc<CertifiedKey>>>,
}

impl Registry {
    fn new(world: Arc<World>) -> Result<Registry, rcgen::Error> {
        let authority_key = KeyPair::generate()?;
        let mut params = CertificateParams::default();
        params.distinguished_name = common_name("simweb authority");
        params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
        params.key_usages = vec![KeyUsagePurpose::KeyCertSign, KeyUsagePurpose::DigitalSignature];
        let authority = params.self_signed(&authority_key)?.der().to_vec();
        let key = KeyPair::generate()?;
        let der = PrivateKeyDer::Pkcs8(PrivatePkcs8KeyDer::from(key.serialize_der()));
        let signer = aws_lc_rs::sign::any_supported_type(&der)
            .map_err(|_| rcgen::Error::CouldNotParseKeyPair)?;
        let issuer = Issuer::new(params, authority_key);
        Ok(Registry { world, authority, issuer, key, signer, kept: Mutex::default() })
    }

    fn certificate(&self, host: &str) -> Option<Arc<CertifiedKey>> {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(certificate) = kept.get(host) {
            return Some(Arc::clone(certificate));
        }
        let made = Arc::new(self.make(host).ok()?);
        if kept.len() < MAX_KEPT {
            kept.insert(host.to_owned(), Arc::clone(&made));
        }
        Some(made)
    }

    fn make(&self, host: &str) -> Result<CertifiedKey, rcgen::Error> {
        let fault = self.world.certificate_fault(host);
        let name = match fault {
            Some(CertificateFault::WrongName) => OTHER_NAME,
            Some(CertificateFault::Expired) | None => host,
        };
        let mut params = CertificateParams::new([name.to_owned()])?;
        params.distinguished_name = common_name(name);
        params.use_authority_key_identifier_extension = true;
        params.not_before = date_time_ymd(2020, 1, 1);
        params.not_after = match fault {
            Some(CertificateFault::Expired) => date_time_ymd(2020, 12, 31),
            Some(CertificateFault::WrongName) | None => date_time_ymd(2100, 1, 1),
        };
        let certificate = params.signed_by(&self.key, &self.issuer)?;
        Ok(CertifiedKey::new(vec![certificate.der().clone()], Arc::clone(&self.signer)))
    }
}

fn common_name(name: &str) -> DistinguishedName {
    let mut distinguished = DistinguishedName::new();
    distinguished.push(DnType::CommonName, name);
    distinguished
}

impl ResolvesServerCert for Registry {
    fn resolve(&self, hello: ClientHello<'_>) -> Option<Arc<CertifiedKey>> {
        self.certificate(hello.server_name().unwrap_or(OTHER_NAME))
    }
}

impl fmt::Debug for Registry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Registry").finish_non_exhaustive()
    }
}
