//! Why nothing came: the failures of a fetch, and of setting a client up.

use std::io;
use std::net::IpAddr;
use std::path::PathBuf;

/// A fetch without a single byte of response.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    /// The URI cannot be fetched.
    #[error("cannot fetch \"{uri}\": {reason}")]
    Uri {
        /// The URI, with odd bytes escaped.
        uri: String,
        /// What is wrong with it.
        reason: &'static str,
    },
    /// A header field of the request must not be sent.
    #[error("header field \"{name}\" {reason}")]
    Header {
        /// The name of the field, with odd bytes escaped.
        name: String,
        /// What is wrong with it.
        reason: &'static str,
    },
    /// The name leads to no address.
    #[error("cannot resolve the host name: {0}")]
    Dns(#[from] DnsFailure),
    /// The address is one that must not be connected to.
    #[error("address {0} is not allowed")]
    AddressRefused(IpAddr),
    /// No connection.
    #[error("cannot connect: {0}")]
    Connect(#[source] io::Error),
    /// No connection in time.
    #[error("no connection in time")]
    ConnectTimeout,
    /// The handshake failed, or the certificate did not verify and had to.
    #[error("cannot make a TLS connection: {0}")]
    Tls(String),
    /// The request could not be sent.
    #[error("cannot send the request: {0}")]
    Send(#[source] io::Error),
    /// The connection was closed before a byte came.
    #[error("the server closed the connection without a response")]
    Closed,
    /// A connection that was kept turned out to be closed; a new one may do.
    #[error("the kept connection was closed")]
    Unheard,
    /// No byte came in time.
    #[error("no response in time")]
    ResponseTimeout,
    /// The response could not be kept: the one failure that is ours.
    #[error("cannot store the response: {0}")]
    Spool(#[source] io::Error),
}

impl Failure {
    /// Whether trying again later may help.
    pub fn is_transient(&self) -> bool {
        match self {
            Failure::Dns(failure) => failure.is_transient(),
            Failure::Connect(_)
            | Failure::ConnectTimeout
            | Failure::Send(_)
            | Failure::Closed
            | Failure::Unheard
            | Failure::ResponseTimeout
            | Failure::Spool(_) => true,
            Failure::Uri { .. }
            | Failure::Header { .. }
            | Failure::AddressRefused(_)
            | Failure::Tls(_) => false,
        }
    }

    /// A word for logs and tables, which stays the same over versions.
    pub fn name(&self) -> &'static str {
        match self {
            Failure::Uri { .. } => "uri",
            Failure::Header { .. } => "header",
            Failure::Dns(DnsFailure::NoSuchName) => "dns-no-such-name",
            Failure::Dns(DnsFailure::NoAddress) => "dns-no-address",
            Failure::Dns(DnsFailure::Server(_)) => "dns-server",
            Failure::Dns(DnsFailure::Timeout) => "dns-timeout",
            Failure::AddressRefused(_) => "address-refused",
            Failure::Connect(_) => "connect",
            Failure::ConnectTimeout => "connect-timeout",
            Failure::Tls(_) => "tls",
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
    /// NXDOMAIN, or a name that cannot exist.
    #[error("no such name")]
    NoSuchName,
    /// The name exists, but has no address.
    #[error("no address")]
    NoAddress,
    /// The servers failed or cannot be reached.
    #[error("server failure: {0}")]
    Server(String),
    /// No answer in time.
    #[error("no answer in time")]
    Timeout,
}

impl DnsFailure {
    /// Whether asking again later may help.
    pub fn is_transient(&self) -> bool {
        match self {
            DnsFailure::NoSuchName | DnsFailure::NoAddress => false,
            DnsFailure::Server(_) | DnsFailure::Timeout => true,
        }
    }
}

/// Errors from setting up a client.
#[derive(Debug, thiserror::Error)]
pub enum SetupError {
    /// A value would break out of its header field.
    #[error("setting \"{setting}\" has a control character or is not ASCII: \"{value}\"")]
    HeaderValue {
        /// Which setting.
        setting: &'static str,
        /// Its value, with odd bytes escaped.
        value: String,
    },
    /// The folder of the spool is none.
    #[error("spool folder \"{path}\" cannot be used: {source}")]
    SpoolFolder {
        /// The folder.
        path: PathBuf,
        /// Why not.
        source: io::Error,
    },
    /// The system does not tell whom to ask for names.
    #[error("name resolution cannot be set up: {0}")]
    Dns(String),
    /// The library for TLS refuses the settings.
    #[error("TLS cannot be set up: {0}")]
    Tls(String),
}
