//! A simulated web that runs as long as the test that uses it.

use crate::dns::serve_dns;
use crate::log::Log;
use crate::server::{Door, accept};
use crate::settings::WorldSettings;
use crate::talk::Service;
#[cfg(feature = "tls")]
use crate::tls::Tls;
use crate::world::World;
use std::io;
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;
use tokio::net::{TcpListener, UdpSocket};
use tokio::sync::watch;
use tokio::task::JoinSet;

/// A running web. It stops when it is dropped.
#[derive(Debug)]
pub struct SimWeb {
    /// Address at which all its hosts are served.
    pub addr: SocketAddr,
    /// The web that is served.
    pub world: Arc<World>,
    /// The log of its requests.
    pub log: Log,
    dns: SocketAddr,
    https: Option<SocketAddr>,
    authority: Option<Vec<u8>>,
    stop: watch::Sender<()>,
    tasks: JoinSet<io::Result<()>>,
}

/// The sockets on which a web is served.
#[derive(Debug)]
pub struct Sockets {
    /// HTTP. A listener on `0.0.0.0` serves the whole loopback, and nobody else.
    pub http: TcpListener,
    /// The name service.
    pub dns: UdpSocket,
    /// HTTPS; `None` if it is not wanted.
    pub https: Option<TcpListener>,
}

impl Sockets {
    /// Binds free ports of the loopback, as `settings` asks for.
    ///
    /// # Errors
    /// No port is free.
    pub async fn bind(settings: &WorldSettings) -> io::Result<Sockets> {
        let ip = match settings.addresses {
            0 | 1 => Ipv4Addr::LOCALHOST,
            _ => Ipv4Addr::UNSPECIFIED,
        };
        let http = TcpListener::bind((ip, 0)).await?;
        let dns = UdpSocket::bind((Ipv4Addr::LOCALHOST, 0)).await?;
        let https = if settings.tls { Some(TcpListener::bind((ip, 0)).await?) } else { None };
        Ok(Sockets { http, dns, https })
    }
}

impl SimWeb {
    /// Serves the web of `settings` on free ports of the loopback, on the current runtime.
    ///
    /// # Errors
    /// No port is free.
    pub async fn start(settings: WorldSettings) -> io::Result<SimWeb> {
        SimWeb::with(Sockets::bind(&settings).await?, settings)
    }

    /// Same as [`SimWeb::start`], with HTTP on a socket that the caller provides.
    ///
    /// # Errors
    /// The socket is not bound, or no port for the name service is free.
    pub async fn on(http: TcpListener, settings: WorldSettings) -> io::Result<SimWeb> {
        SimWeb::with(Sockets { http, ..Sockets::bind(&settings).await? }, settings)
    }

    /// Same as [`SimWeb::start`], on sockets that the caller provides.
    ///
    /// # Errors
    /// A socket is not bound; no certificate can be made; or HTTPS is asked for without the feature
    /// `tls`.
    pub fn with(sockets: Sockets, settings: WorldSettings) -> io::Result<SimWeb> {
        let Sockets { http, dns, https } = sockets;
        let log = Log::new(settings.log_entries);
        let world = Arc::new(World::new(settings));
        let service = Arc::new(Service::new(Arc::clone(&world), log.clone()));
        let (stop, stopped) = watch::channel(());
        let until = || {
            let mut stopped = stopped.clone();
            // Nothing is ever sent: dropping the sender is the signal.
            async move { stopped.changed().await.is_err() }
        };
        let (addr, dns_addr) = (reachable(http.local_addr()?), dns.local_addr()?);
        let https_addr = https.as_ref().map(TcpListener::local_addr).transpose()?.map(reachable);
        let mut tasks = JoinSet::new();
        let mut authority = None;
        if let Some(https) = https {
            let (door, certificate) = secure_door(&world)?;
            authority = Some(certificate);
            tasks.spawn(accept(https, door, Arc::clone(&service), until()));
        }
        tasks.spawn(accept(http, Door::Open, service, until()));
        tasks.spawn(serve_dns(dns, Arc::clone(&world), log.clone(), until()));
        let (dns, https) = (dns_addr, https_addr);
        Ok(SimWeb { addr, world, log, dns, https, authority, stop, tasks })
    }

    /// Address of its name service, over UDP.
    pub fn dns(&self) -> SocketAddr {
        self.dns
    }

    /// Address at which all its hosts are served over TLS; `None` unless [`WorldSettings::tls`] asks for it.
    pub fn https(&self) -> Option<SocketAddr> {
        self.https
    }

    /// The certificate (DER) by which all valid certificates of its hosts are signed, for clients that verify; a new
    /// one at each start. `None` without TLS.
    pub fn authority(&self) -> Option<&[u8]> {
        self.authority.as_deref()
    }

    /// Stops the servers and waits until no connection is served any more.
    ///
    /// # Errors
    /// A socket had failed before.
    pub async fn shutdown(self) -> io::Result<()> {
        let SimWeb { stop, mut tasks, .. } = self;
        drop(stop);
        let mut outcome = Ok(());
        while let Some(ended) = tasks.join_next().await {
            let ended = ended.unwrap_or_else(|error| Err(io::Error::other(error)));
            outcome = outcome.and(ended);
        }
        outcome
    }
}

/// Returns the address to connect to: a loopback address, if the socket is bound to all addresses.
fn reachable(bound: SocketAddr) -> SocketAddr {
    match bound {
        SocketAddr::V4(bound) if bound.ip().is_unspecified() => {
            (Ipv4Addr::LOCALHOST, bound.port()).into()
        }
        bound => bound,
    }
}

#[cfg(feature = "tls")]
fn secure_door(world: &Arc<World>) -> io::Result<(Door, Vec<u8>)> {
    let tls = Tls::new(Arc::clone(world))?;
    let authority = tls.authority().to_vec();
    Ok((Door::Tls(tls), authority))
}

#[cfg(not(feature = "tls"))]
fn secure_door(_: &Arc<World>) -> io::Result<(Door, Vec<u8>)> {
    Err(io::Error::new(io::ErrorKind::Unsupported, "built without the feature `tls`"))
}
