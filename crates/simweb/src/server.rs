//! Serves a [`World`]: accepts connections, and handles each in a task of its own.

use crate::log::Log;
use crate::talk::{Service, Stream};
#[cfg(feature = "tls")]
use crate::tls::Tls;
use crate::world::World;
use std::future::Future;
use std::io;
use std::net::IpAddr;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;
use tokio::task::JoinSet;

/// Maximum number of connections at once; more wait to be accepted.
const MAX_CONNECTIONS: usize = 10_000;

/// Serves `world` on `listener` until `shutdown` completes; then all connections are closed. When it returns, no
/// connection is served any more.
///
/// The `Host` field decides which host is meant, so a crawler may connect to one address for all names. A listener on
/// every address (`0.0.0.0`) serves the whole loopback: connections from elsewhere are closed at once.
///
/// # Errors
/// Only if the listener no longer works. An error of a single connection ends that connection.
pub async fn serve(
    listener: TcpListener,
    world: Arc<World>,
    log: Log,
    shutdown: impl Future,
) -> io::Result<()> {
    accept(listener, Door::Open, Arc::new(Service::new(world, log)), shutdown).await
}

/// What a client has to pass before its requests are read: nothing, or TLS.
#[derive(Clone)]
pub(crate) enum Door {
    Open,
    #[cfg(feature = "tls")]
    Tls(Tls),
}

pub(crate) async fn accept(
    listener: TcpListener,
    door: Door,
    service: Arc<Service>,
    shutdown: impl Future,
) -> io::Result<()> {
    let mut shutdown = pin!(shutdown);
    let permits = Arc::new(Semaphore::new(MAX_CONNECTIONS));
    let mut tasks = JoinSet::new();
    let only_loopback = listener.local_addr()?.ip().is_unspecified();
    loop {
        let accept = async {
            // The semaphore is never closed, so there is always a permit to wait for.
            let permit = Arc::clone(&permits).acquire_owned().await.ok();
            (listener.accept().await, permit)
        };
        let (accepted, permit) = tokio::select! {
            _ = &mut shutdown => {
                tasks.shutdown().await;
                return Ok(());
            }
            accepted = accept => accepted,
        };
        while tasks.try_join_next().is_some() {}
        let stream = match accepted {
            Ok((_, peer)) if only_loopback && !is_loopback(peer.ip()) => continue,
            Ok((stream, _)) => stream,
            Err(error) if is_passing(&error) => {
                tokio::time::sleep(Duration::from_millis(10)).await;
                continue;
            }
            Err(error) => return Err(error),
        };
        let (service, door) = (Arc::clone(&service), door.clone());
        tasks.spawn(async move {
            let _permit = permit;
            // A client may close its connection at any time; nobody needs to be told.
            let _ = admit(stream, door, &service).await;
        });
    }
}

async fn admit(stream: TcpStream, door: Door, service: &Service) -> io::Result<()> {
    stream.set_nodelay(true)?;
    let ip = stream.local_addr()?.ip().to_canonical();
    let connection = service.connection(ip);
    match door {
        Door::Open => connection.converse(stream).await,
        #[cfg(feature = "tls")]
        Door::Tls(tls) => connection.converse(tls.accept(stream).await?).await,
    }
}

impl Stream for TcpStream {
    fn reset(&self) -> io::Result<()> {
        self.set_zero_linger()
    }
}

fn is_loopback(ip: IpAddr) -> bool {
    ip.to_canonical().is_loopback()
}

/// Whether an error is temporary: too many open files, or a client that was gone before it was accepted.
fn is_passing(error: &io::Error) -> bool {
    !matches!(error.kind(), io::ErrorKind::InvalidInput | io::ErrorKind::NotConnected)
}
