//! The words that are exchanged with a proxy before a connection can be used.
//!
//! Nothing is read beyond the answer of the proxy: what follows belongs to the server.

use std::io;
use std::net::{IpAddr, SocketAddr};

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::timeout;

use super::{Proxy, ProxyKind};
use crate::client::Shared;
use crate::failure::{Failure, ProxyFailure};
use crate::target::{Origin, address};

/// Maximum number of bytes of the answer to `CONNECT`.
const ANSWER_MAX: usize = 16 << 10;
/// Maximum number of addresses of a proxy that are tried.
const ADDRESSES: usize = 3;

/// Where the proxy is asked to connect to.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Hop<'a> {
    Address(SocketAddr),
    Name(&'a str, u16),
}

/// Opens a connection to the proxy, and for SOCKS5 agrees on how to log in. Whatever fails here, the proxy failed.
pub(crate) async fn dial(shared: &Shared, proxy: &Proxy) -> Result<TcpStream, Failure> {
    let (host, port) = proxy.place();
    let addresses = match address(host) {
        Ok(Some(address)) => vec![address],
        _ => {
            let answer = shared.resolver.resolve(host).await.map_err(ProxyFailure::Dns)?;
            answer.addresses.clone()
        }
    };
    let mut failure = ProxyFailure::Timeout;
    for address in addresses.into_iter().take(ADDRESSES) {
        let opening = async {
            let stream = TcpStream::connect(SocketAddr::new(address, port)).await;
            let mut stream = stream.map_err(ProxyFailure::Connect)?;
            stream.set_nodelay(true).map_err(ProxyFailure::Connect)?;
            if proxy.kind != ProxyKind::Http {
                greet(&mut stream, proxy).await?;
            }
            Ok(stream)
        };
        match timeout(shared.settings.limits.connect, opening).await {
            Ok(Ok(stream)) => return Ok(stream),
            Ok(Err(error)) => failure = error,
            Err(_) => failure = ProxyFailure::Timeout,
        }
    }
    Err(failure.into())
}

/// Asks the proxy for a connection to a server. Not called for requests in absolute form.
pub(crate) async fn tunnel(
    stream: &mut TcpStream,
    proxy: &Proxy,
    hop: Hop<'_>,
    origin: &Origin,
) -> Result<(), Failure> {
    match proxy.kind {
        ProxyKind::Http => connect(stream, proxy, origin).await,
        ProxyKind::Socks5 | ProxyKind::Socks5h => socks_connect(stream, hop).await,
    }
}

fn broken(error: io::Error) -> ProxyFailure {
    ProxyFailure::Connect(error)
}

async fn connect(stream: &mut TcpStream, proxy: &Proxy, origin: &Origin) -> Result<(), Failure> {
    let place = format!("{}:{}", origin.host, origin.port);
    let mut request = format!("CONNECT {place} HTTP/1.1\r\nHost: {place}\r\n");
    if let Some(value) = proxy.authorization() {
        request.push_str(&format!("Proxy-Authorization: {value}\r\n"));
    }
    request.push_str("\r\n");
    stream.write_all(request.as_bytes()).await.map_err(broken)?;
    let mut answer = Vec::new();
    while !answer.ends_with(b"\r\n\r\n") && !answer.ends_with(b"\n\n") {
        if answer.len() >= ANSWER_MAX {
            return Err(ProxyFailure::Protocol.into());
        }
        answer.push(stream.read_u8().await.map_err(broken)?);
    }
    let head = stodola_warc::http::parse_response(&answer).ok_or(ProxyFailure::Protocol)?;
    let refused = |status: u16| Failure::ProxyRefused(format!("status {status}"));
    match head.status {
        Some(200..=299) => Ok(()),
        Some(407) => Err(ProxyFailure::Login.into()),
        // The proxy works, but it cannot reach the server.
        Some(502 | 503) => Err(Failure::Connect(io::ErrorKind::ConnectionRefused.into())),
        Some(504) => Err(Failure::ConnectTimeout),
        Some(status @ 400..=599) => Err(refused(status)),
        _ => Err(ProxyFailure::Protocol.into()),
    }
}

const SOCKS: u8 = 5;
const NO_LOGIN: u8 = 0;
const PASSWORD: u8 = 2;

async fn greet(stream: &mut TcpStream, proxy: &Proxy) -> Result<(), ProxyFailure> {
    let methods: &[u8] = match &proxy.login {
        Some(_) => &[SOCKS, 2, NO_LOGIN, PASSWORD],
        None => &[SOCKS, 1, NO_LOGIN],
    };
    stream.write_all(methods).await.map_err(broken)?;
    let mut answer = [0; 2];
    stream.read_exact(&mut answer).await.map_err(broken)?;
    match (answer, &proxy.login) {
        ([SOCKS, NO_LOGIN], _) => Ok(()),
        ([SOCKS, PASSWORD], Some((user, password))) => {
            let mut login = vec![1];
            for part in [user.as_str(), password.reveal()] {
                // Longer ones have no form in the protocol.
                let length = u8::try_from(part.len()).map_err(|_| ProxyFailure::Login)?;
                login.push(length);
                login.extend_from_slice(part.as_bytes());
            }
            stream.write_all(&login).await.map_err(broken)?;
            stream.read_exact(&mut answer).await.map_err(broken)?;
            if answer[1] == 0 { Ok(()) } else { Err(ProxyFailure::Login) }
        }
        ([SOCKS, _], _) => Err(ProxyFailure::Login),
        _ => Err(ProxyFailure::Protocol),
    }
}

async fn socks_connect(stream: &mut TcpStream, hop: Hop<'_>) -> Result<(), Failure> {
    let mut request = vec![SOCKS, 1, 0];
    let port = match hop {
        Hop::Address(address) => {
            match address.ip() {
                IpAddr::V4(ip) => {
                    request.push(1);
                    request.extend_from_slice(&ip.octets());
                }
                IpAddr::V6(ip) => {
                    request.push(4);
                    request.extend_from_slice(&ip.octets());
                }
            }
            address.port()
        }
        Hop::Name(name, port) => {
            let name = name.strip_suffix('.').unwrap_or(name);
            let length = u8::try_from(name.len())
                .map_err(|_| Failure::Dns(crate::failure::DnsFailure::NoSuchName))?;
            request.extend_from_slice(&[3, length]);
            request.extend_from_slice(name.as_bytes());
            port
        }
    };
    request.extend_from_slice(&port.to_be_bytes());
    stream.write_all(&request).await.map_err(broken)?;
    let mut answer = [0; 4];
    stream.read_exact(&mut answer).await.map_err(broken)?;
    let [SOCKS, reply, _, kind] = answer else { return Err(ProxyFailure::Protocol.into()) };
    let unreachable = |kind: io::ErrorKind| Err(Failure::Connect(kind.into()));
    match reply {
        0 => {}
        1 => return Err(Failure::Connect(io::Error::other("general failure of the proxy"))),
        2 => return Err(Failure::ProxyRefused("by its rules".to_owned())),
        3 => return unreachable(io::ErrorKind::NetworkUnreachable),
        4 => return unreachable(io::ErrorKind::HostUnreachable),
        5 => return unreachable(io::ErrorKind::ConnectionRefused),
        6 => return Err(Failure::ConnectTimeout),
        8 => return Err(Failure::ProxyRefused("it does not know this kind of address".to_owned())),
        _ => return Err(ProxyFailure::Protocol.into()),
    }
    // The address that the proxy uses; it is of no interest, but has to be read.
    let length = match kind {
        1 => 4,
        4 => 16,
        3 => stream.read_u8().await.map_err(broken)?.into(),
        _ => return Err(ProxyFailure::Protocol.into()),
    };
    let mut rest = vec![0; length + 2];
    stream.read_exact(&mut rest).await.map_err(broken)?;
    Ok(())
}
