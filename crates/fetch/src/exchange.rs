//! A request and its response, as they were sent.

use std::borrow::Cow;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use stodola_warc::http::{ResponseHead, parse_response};

use crate::dns::DnsAnswer;
use crate::proxy::ProxyKind;
use crate::spool::Spool;

/// A request and its response, as they were sent over the network.
#[derive(Debug)]
pub struct Exchange {
    /// The bytes that were sent, without the parts that [`withheld`](Exchange::withheld) names.
    pub request: Vec<u8>,
    /// Secret parts of the request that are not in [`request`](Exchange::request): names of header fields, in the order
    /// in which they were sent, and `body`.
    pub withheld: Vec<&'static str>,
    /// The kind of proxy that the request went through; `None` if it went to the server itself.
    pub proxy: Option<ProxyKind>,
    /// Bytes of the response: head and body, with chunk framing and trailers. Interim responses (100 to 199, except
    /// 101) are left out, so that a record has the final response; so are blank lines before the status line, which
    /// belong to no message.
    pub response: Spool,
    /// Bytes of the head at the start of the response, with the blank line. 0 if there is no head.
    pub head_length: usize,
    /// Status code; `None` if there is no status line, or no status in it.
    pub status: Option<u16>,
    /// Address of the server that was connected to, also through a proxy; `None` if a proxy resolved the name, so that
    /// the address is not known here.
    pub address: Option<SocketAddr>,
    /// How the address was found; `None` if the URI has an address instead of a name, or if
    /// [`ConnectTo`](crate::ConnectTo) gave it.
    pub resolved: Option<Arc<DnsAnswer>>,
    /// Time when the request was sent.
    pub started: SystemTime,
    /// Time from sending the request to the first byte of the response.
    pub first_byte: Duration,
    /// Time from sending the request to the last byte that was read.
    pub duration: Duration,
    /// Why the response is incomplete; `None` if it is complete.
    pub truncated: Option<Truncated>,
    /// The encryption of the connection; `None` without encryption.
    pub tls: Option<Arc<TlsInfo>>,
    /// Whether the request went over a connection that an earlier one had opened.
    pub reused: bool,
    /// Whether the connection is still open for the next request.
    pub kept_alive: bool,
    /// Number of interim responses that were left out.
    pub interim: u32,
    pub(crate) head: Vec<u8>,
}

impl Exchange {
    /// The parsed head of the response; `None` if it has no status line.
    pub fn head(&self) -> Option<ResponseHead<'_>> {
        parse_response(&self.head)
    }

    /// Value of the first field with this name in the head; `None` if there is none.
    pub fn field(&self, name: &str) -> Option<Cow<'_, [u8]>> {
        self.head()?.field(name)
    }

    /// Bytes of the body as sent.
    pub fn body_length(&self) -> u64 {
        self.response.len() - self.head_length as u64
    }
}

/// Why a response is incomplete.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Truncated {
    /// The response was longer than the limit.
    Length,
    /// The response took longer than the limit.
    Time,
    /// The connection was interrupted, or closed too early.
    Disconnect,
    /// The chunks are broken: everything up to the close is there, but it is unknown whether something is missing.
    Unspecified,
}

impl Truncated {
    /// Value for the header field `WARC-Truncated`.
    pub fn as_str(self) -> &'static str {
        match self {
            Truncated::Length => "length",
            Truncated::Time => "time",
            Truncated::Disconnect => "disconnect",
            Truncated::Unspecified => "unspecified",
        }
    }
}

/// The encryption of a connection.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TlsInfo {
    /// Protocol version, as the TLS library names it: `TLSv1_3`.
    pub protocol: String,
    /// Cipher suite, as the TLS library names it: `TLS13_AES_256_GCM_SHA384`.
    pub cipher: String,
    /// Why the certificate is not valid; `None` if it is.
    pub problem: Option<String>,
}
