//! Errors of a fetch without any response, and of setting up a client.

use std::io;
use std::net::IpAddr;
use std::path::PathBuf;

/// A fetch without a single byte of response.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    /// The URI cannot be fetched.
    #[error("cannot fetch \"{uri}\": {reason}")]
    Uri {
        /// The URI, with control and non-ASCII bytes escaped.
        uri: String,
        /// What is wrong with it.
        reason: &'static str,
    },
    /// A header field of the request must not be sent.
    #[error("header field \"{name}\" {reason}")]
    Header {
        /// Name of the field, with control and non-ASCII bytes escaped.
        name: String,
        /// What is wrong with it.
        reason: &'static str,
    },
    /// The host name could not be resolved.
    #[error("cannot resolve the host name: {0}")]
    Dns(#[from] DnsFailure),
    /// The address policy does not permit the address.
    #[error("address {0} is not allowed")]
    AddressRefused(IpAddr),
    /// A proxy would resolve the name, and the name is none of the public internet.
    #[error("host name \"{0}\" is not allowed")]
    NameRefused(String),
    /// The proxy cannot be used. It says nothing about the host.
    #[error("the proxy failed: {0}")]
    Proxy(#[from] ProxyFailure),
    /// The proxy does not allow connections to this host.
    #[error("the proxy refuses to connect to the host: {0}")]
    ProxyRefused(String),
    /// The connection could not be opened.
    #[error("cannot connect: {0}")]
    Connect(#[source] io::Error),
    /// The connection was not opened in time.
    #[error("no connection in time")]
    ConnectTimeout,
    /// The TLS handshake failed, or the certificate is not valid and the policy refuses it.
    #[error("cannot make a TLS connection: {0}")]
    Tls(String),
    /// The server speaks only HTTP/2.
    #[error("the server speaks only HTTP/2")]
    Http2Only,
    /// The request could not be sent.
    #[error("cannot send the request: {0}")]
    Send(#[source] io::Error),
    /// The server closed the connection before the first byte of a response.
    #[error("the server closed the connection without a response")]
    Closed,
    /// A kept connection turned out to be closed; a new one may work.
    #[error("the kept connection was closed")]
    Unheard,
    /// The first byte of the response did not come in time.
    #[error("no response in time")]
    ResponseTimeout,
    /// The response could not be stored here. The only failure on this side.
    #[error("cannot store the response: {0}")]
    Spool(#[source] io::Error),
}

impl Failure {
    /// Whether the same request may succeed later.
    pub fn is_transient(&self) -> bool {
        match self {
            Failure::Dns(failure) => failure.is_transient(),
            Failure::Connect(_)
            | Failure::ConnectTimeout
            | Failure::Send(_)
            | Failure::Closed
            | Failure::Unheard
            | Failure::ResponseTimeout
            | Failure::Proxy(_)
            | Failure::Spool(_) => true,
            Failure::Uri { .. }
            | Failure::Header { .. }
            | Failure::AddressRefused(_)
            | Failure::NameRefused(_)
            | Failure::ProxyRefused(_)
            | Failure::Http2Only
            | Failure::Tls(_) => false,
        }
    }

    /// Name for logs and tables, which never changes.
    pub fn name(&self) -> &'static str {
        match self {
            Failure::Uri { .. } => "uri",
            Failure::Header { .. } => "header",
            Failure::Dns(DnsFailure::NoSuchName) => "dns-no-such-name",
            Failure::Dns(DnsFailure::NoAddress) => "dns-no-address",
            Failure::Dns(DnsFailure::Server(_)) => "dns-server",
            Failure::Dns(DnsFailure::Timeout) => "dns-timeout",
            Failure::AddressRefused(_) => "address-refused",
            Failure::NameRefused(_) => "name-refused",
            Failure::Proxy(_) => "proxy",
            Failure::ProxyRefused(_) => "proxy-refused",
            Failure::Connect(_) => "connect",
            Failure::ConnectTimeout => "connect-timeout",
            Failure::Tls(_) => "tls",
            Failure::Http2Only => "http2-only",
            Failure::Send(_) => "send",
            Failure::Closed => "closed",
            Failure::Unheard => "unheard",
            Failure::ResponseTimeout => "response-timeout",
            Failure::Spool(_) => "spool",
        }
    }
}

/// Errors from resolving a host name.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DnsFailure {
    /// The name does not exist (NXDOMAIN), or cannot exist.
    #[error("no such name")]
    NoSuchName,
    /// The name exists, but has no address.
    #[error("no address")]
    NoAddress,
    /// The name servers failed or cannot be reached.
    #[error("server failure: {0}")]
    Server(String),
    /// No name server answered in time.
    #[error("no answer in time")]
    Timeout,
}

impl DnsFailure {
    /// Whether the same question may succeed later.
    pub fn is_transient(&self) -> bool {
        match self {
            DnsFailure::NoSuchName | DnsFailure::NoAddress => false,
            DnsFailure::Server(_) | DnsFailure::Timeout => true,
        }
    }
}

/// Errors of a proxy, before it was asked for a host.
#[derive(Debug, thiserror::Error)]
pub enum ProxyFailure {
    /// The name of the proxy could not be resolved.
    #[error("its name cannot be resolved: {0}")]
    Dns(#[source] DnsFailure),
    /// The connection to the proxy could not be opened, or was closed.
    #[error("no connection: {0}")]
    Connect(#[source] io::Error),
    /// The proxy did not answer in time.
    #[error("no answer in time")]
    Timeout,
    /// The proxy does not accept user name and password, or wants some and has been given none.
    #[error("it refuses the user name and password, or asks for them")]
    Login,
    /// The proxy answered with something that the protocol does not allow.
    #[error("it does not speak the protocol of the setting")]
    Protocol,
}

/// Errors from setting up a client.
#[derive(Debug, thiserror::Error)]
pub enum SetupError {
    /// A value is not allowed in a header field.
    #[error("setting \"{setting}\" has a control character or is not ASCII: \"{value}\"")]
    HeaderValue {
        /// Name of the setting.
        setting: &'static str,
        /// Value of the setting, with control and non-ASCII bytes escaped.
        value: String,
    },
    /// A header field of the settings must not be sent.
    #[error("header field \"{name}\" {reason}")]
    HeaderField {
        /// Name of the field, as it was given.
        name: String,
        /// What is wrong with it.
        reason: &'static str,
    },
    /// The spool folder cannot be used.
    #[error("spool folder \"{path}\" cannot be used: {source}")]
    SpoolFolder {
        /// The folder.
        path: PathBuf,
        /// The error of the operating system.
        source: io::Error,
    },
    /// The name servers of the system could not be determined.
    #[error("name resolution cannot be set up: {0}")]
    Dns(String),
    /// The TLS library refuses the settings.
    #[error("TLS cannot be set up: {0}")]
    Tls(String),
}
