//! Serves a [`World`]: takes the connections, and hands each to a conversation of its own.

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

/// More than this many connections at once wait to be accepted.
const MAX_CONNECTIONS: usize = 10_000;

/// Serves `world` on `listener` until `shutdown` is over; then all connections are cut, and
/// when it returns nobody is served any more.
///
/// The `Host` field tells which host is meant, so a crawler may connect to one address only,
/// whatever the name. A listener on every address (`0.0.0.0`) is there for the whole loopback:
/// connections from elsewhere are closed at once.
///
/// # Errors
/// None that a single connection meets; those end the connection. What is left is a listener that
/// does not work any more.
pub async fn serve(
    listener: TcpListener,
    world: Arc<World>,
    log: Log,
    shutdown: impl Future,
) -> io::Result<()> {
    accept(listener, Door::Open, Arc::new(Service::new(world, log)), shutdown).await
}

/// What a client has to pass before it is heard.
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
            // A client may go away whenever it likes; there is nobody to tell.
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

/// Too many open files, or a client that was gone before it was accepted.
fn is_passing(error: &io::Error) -> bool {
    !matches!(error.kind(), io::ErrorKind::InvalidInput | io::ErrorKind::NotConnected)
}
