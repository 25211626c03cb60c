//! An open connection, and how it is made: name, address, policy, proxy, socket, TLS.

use std::future::poll_fn;
use std::io;
use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::task::unconstrained;
use tokio::time::timeout;
use tokio_rustls::client::TlsStream;

use crate::client::Shared;
use crate::connect_to::Place;
use crate::dns::DnsAnswer;
use crate::exchange::TlsInfo;
use crate::failure::{DnsFailure, Failure};
use crate::proxy::{Hop, Passage, Proxy, dial, proxy_for, relay_for, tunnel};
use crate::target::{Origin, address};

/// Maximum number of addresses of a name that are tried.
const ADDRESSES: usize = 3;

/// An open connection.
#[derive(Debug)]
pub(crate) struct Connection {
    stream: Stream,
    pub(crate) origin: Origin,
    pub(crate) passage: Passage,
    pub(crate) resolved: Option<Arc<DnsAnswer>>,
    pub(crate) tls: Option<Arc<TlsInfo>>,
}

#[derive(Debug)]
enum Stream {
    Plain(TcpStream),
    Tls(Box<TlsStream<TcpStream>>),
}

/// What is spoken over a connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Protocol {
    /// HTTP: a proxy may pass requests on itself.
    Http,
    /// Something else, for which an HTTP proxy has to make a tunnel.
    Other,
}

/// Permitted addresses of a host, and how they were found.
struct Route {
    addresses: Vec<SocketAddr>,
    resolved: Option<Arc<DnsAnswer>>,
}

impl Connection {
    /// Opens a connection.
    pub(crate) async fn open(
        shared: &Shared,
        origin: &Origin,
        protocol: Protocol,
    ) -> Result<Connection, Failure> {
        if let Some(proxy) = proxy_for(&shared.settings, &origin.host) {
            return open_through(shared, origin, proxy, protocol).await;
        }
        let route = route(shared, origin).await?;
        let mut failure = Failure::Dns(DnsFailure::NoAddress);
        for &address in route.addresses.iter().take(ADDRESSES) {
            let opening = timeout(shared.settings.limits.connect, open(shared, origin, address));
            match opening.await {
                Ok(Ok((stream, tls))) => {
                    let (origin, tls) = (origin.clone(), tls.map(Arc::new));
                    let resolved = route.resolved;
                    let passage = Passage { address: Some(address), proxy: None };
                    return Ok(Connection { stream, origin, passage, resolved, tls });
                }
                Ok(Err(error)) => failure = error,
                Err(_) => failure = Failure::ConnectTimeout,
            }
        }
        Err(failure)
    }

    /// Whether nothing was received since the last response: neither a close nor unexpected bytes, which could be taken
    /// for the response to the next request.
    pub(crate) async fn is_quiet(&mut self) -> bool {
        let mut byte = [0];
        let look = poll_fn(|cx| Poll::Ready(self.poll_read(cx, &mut byte).is_pending()));
        // Tokio tells a task that has worked for long that nothing is ready, to make it pause. Here that would be a
        // wrong answer.
        unconstrained(look).await
    }

    /// Reads into the buffer; 0 bytes mean the end of the connection.
    pub(crate) fn poll_read(
        &mut self,
        cx: &mut Context<'_>,
        buffer: &mut [u8],
    ) -> Poll<io::Result<usize>> {
        let mut buffer = ReadBuf::new(buffer);
        let read = match &mut self.stream {
            Stream::Plain(stream) => Pin::new(stream).poll_read(cx, &mut buffer),
            Stream::Tls(stream) => Pin::new(stream).poll_read(cx, &mut buffer),
        };
        read.map(|result| match result {
            Ok(()) => Ok(buffer.filled().len()),
            // A close without the TLS alert `close_notify`. Half of the servers do that.
            Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => Ok(0),
            Err(error) => Err(error),
        })
    }

    /// Writes some of the bytes, and returns how many.
    pub(crate) fn poll_write(
        &mut self,
        cx: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        match &mut self.stream {
            Stream::Plain(stream) => Pin::new(stream).poll_write(cx, bytes),
            Stream::Tls(stream) => Pin::new(stream).poll_write(cx, bytes),
        }
    }

    /// Sends what TLS has buffered.
    pub(crate) fn poll_flush(&mut self, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        match &mut self.stream {
            Stream::Plain(_) => Poll::Ready(Ok(())),
            Stream::Tls(stream) => Pin::new(stream).poll_flush(cx),
        }
    }
}

async fn open(
    shared: &Shared,
    origin: &Origin,
    address: SocketAddr,
) -> Result<(Stream, Option<TlsInfo>), Failure> {
    let stream = TcpStream::connect(address).await.map_err(Failure::Connect)?;
    // A request is one write; waiting for more to send would only delay it.
    stream.set_nodelay(true).map_err(Failure::Connect)?;
    secured(shared, origin, stream).await
}

/// Makes the TLS handshake over an open socket, if the origin wants one.
async fn secured(
    shared: &Shared,
    origin: &Origin,
    stream: TcpStream,
) -> Result<(Stream, Option<TlsInfo>), Failure> {
    if !origin.secure {
        return Ok((Stream::Plain(stream), None));
    }
    let (stream, info) = shared.tls.connect(&origin.host, stream).await?;
    Ok((Stream::Tls(Box::new(stream)), Some(info)))
}

/// Opens a connection through a proxy. Names are resolved here only if the proxy does not do it.
async fn open_through(
    shared: &Shared,
    origin: &Origin,
    proxy: &Proxy,
    protocol: Protocol,
) -> Result<Connection, Failure> {
    let Origin { host, port, .. } = origin;
    let is_relayed = protocol == Protocol::Http && relay_for(&shared.settings, origin).is_some();
    let (addresses, resolved) = match address(host) {
        Ok(None) if proxy.resolves_names() => {
            if !shared.settings.addresses.permits_name(host) {
                return Err(Failure::NameRefused(host.clone()));
            }
            (vec![None], None)
        }
        _ => {
            let Route { addresses, resolved } = route(shared, origin).await?;
            (addresses.into_iter().map(Some).collect(), resolved)
        }
    };
    let mut failure = Failure::Dns(DnsFailure::NoAddress);
    for address in addresses.into_iter().take(ADDRESSES) {
        // Whether the proxy itself can be reached is asked apart: a proxy that fails says nothing about the host.
        let mut stream = dial(shared, proxy).await?;
        let hop = address.map_or(Hop::Name(host, *port), Hop::Address);
        let opening = async {
            if !is_relayed {
                tunnel(&mut stream, proxy, hop, origin).await?;
            }
            secured(shared, origin, stream).await
        };
        match timeout(shared.settings.limits.connect, opening).await {
            Ok(Ok((stream, tls))) => {
                let (origin, tls) = (origin.clone(), tls.map(Arc::new));
                let passage = Passage { address, proxy: Some(proxy.kind) };
                return Ok(Connection { stream, origin, passage, resolved, tls });
            }
            Ok(Err(error @ Failure::Proxy(_))) => return Err(error),
            Ok(Err(error)) => failure = error,
            Err(_) => failure = Failure::ConnectTimeout,
        }
    }
    Err(failure)
}

/// Finds the addresses of a host and keeps those that the policy permits.
async fn route(shared: &Shared, origin: &Origin) -> Result<Route, Failure> {
    let Origin { host, port, .. } = origin;
    let rule = shared.settings.connect_to.iter().find(|rule| rule.is_for(host, *port));
    let port = rule.map_or(*port, |rule| rule.port_instead_of(*port));
    let host = match rule.and_then(|rule| rule.place()) {
        Some(Place::Address(address)) => {
            // The address was configured by the user: the policy does not apply.
            let addresses = vec![SocketAddr::new(*address, port)];
            return Ok(Route { addresses, resolved: None });
        }
        Some(Place::Name(name)) => name,
        None => host,
    };
    let (addresses, resolved) = match address(host) {
        Ok(Some(address)) => (vec![address], None),
        Ok(None) => {
            let answer = shared.resolver.resolve(host).await?;
            (answer.addresses.clone(), Some(answer))
        }
        Err(_) => return Err(Failure::Dns(DnsFailure::NoSuchName)),
    };
    let policy = shared.settings.addresses;
    let permitted = addresses.iter().filter(|address| policy.permits(**address));
    let permitted: Vec<SocketAddr> =
        permitted.map(|address| SocketAddr::new(*address, port)).collect();
    match addresses.first() {
        Some(first) if permitted.is_empty() => Err(Failure::AddressRefused(*first)),
        _ => Ok(Route { addresses: permitted, resolved }),
    }
}
