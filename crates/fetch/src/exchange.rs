//! What was sent and what came back.

use std::borrow::Cow;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use stodola_warc::http::{ResponseHead, parse_response};

use crate::dns::DnsAnswer;
use crate::spool::Spool;

/// A request and its response, as they went over the wire.
#[derive(Debug)]
pub struct Exchange {
    /// The bytes that were sent.
    pub request: Vec<u8>,
    /// The bytes that came: head and body, with chunk framing and trailers. Interim responses
    /// (100 to 199, but for 101) are left out, so that a record holds the response that counts;
    /// so are blank lines before the status line, which belong to no message.
    pub response: Spool,
    /// How many bytes of the response are its head, with the blank line. 0 if there is none.
    pub head_length: usize,
    /// `None` if there is no status line, or no status in it.
    pub status: Option<u16>,
    /// The address that was connected to.
    pub address: SocketAddr,
    /// How the address was found; `None` if the URI has an address instead of a name, or if
    /// [`ConnectTo`](crate::ConnectTo) gave it.
    pub resolved: Option<Arc<DnsAnswer>>,
    /// When the request was sent.
    pub started: SystemTime,
    /// From then to the first byte of the response.
    pub first_byte: Duration,
    /// From then to the last byte that was taken.
    pub duration: Duration,
    /// Why the response is not whole, if it is not.
    pub truncated: Option<Truncated>,
    /// About the encryption, if there is one.
    pub tls: Option<Arc<TlsInfo>>,
    /// Whether the request went over a connection that an earlier one had opened.
    pub reused: bool,
    /// Whether the connection is open for the next request.
    pub kept_alive: bool,
    /// How many interim responses were left out.
    pub interim: u32,
    pub(crate) head: Vec<u8>,
}

impl Exchange {
    /// The head of the response; `None` if it has no status line.
    pub fn head(&self) -> Option<ResponseHead<'_>> {
        parse_response(&self.head)
    }

    /// The first field of this name in the head.
    pub fn field(&self, name: &str) -> Option<Cow<'_, [u8]>> {
        self.head()?.field(name)
    }

    /// How many bytes of the response are its body as sent.
    pub fn body_length(&self) -> u64 {
        self.response.len() - self.head_length as u64
    }
}

/// Why a response is not whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Truncated {
    /// It was longer than is taken.
    Length,
    /// It took longer than is waited.
    Time,
    /// The connection broke off, or was closed too early.
    Disconnect,
    /// The chunks are broken: what came up to the close is there, but whether all is, nobody can
    /// tell.
    Unspecified,
}

impl Truncated {
    /// The word for `WARC-Truncated`.
    pub fn as_str(self) -> &'static str {
        match self {
            Truncated::Length => "length",
            Truncated::Time => "time",
            Truncated::Disconnect => "disconnect",
            Truncated::Unspecified => "unspecified",
        }
    }
}

/// About the encryption of a connection.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TlsInfo {
    /// `TLSv1_3`, by the name the library has for it.
    pub protocol: String,
    /// `TLS13_AES_256_GCM_SHA384`, by the name the library has for it.
    pub cipher: String,
    /// Why the certificate did not verify, if it did not.
    pub problem: Option<String>,
}
