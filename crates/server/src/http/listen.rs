//! Sockets: connections are taken, limited, timed and ended.
//!
//! | against | limit |
//! |---|---|
//! | floods of connections | a fixed number at a time; further ones wait in the system's queue |
//! | slow senders | seconds until the head of a request must be there |
//! | slow readers | seconds in which not one byte could be written |
//! | large requests | bytes and number of header fields; bodies are refused by the callers |

use axum::Router;
use axum::body::Body;
use axum::http::Request;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use std::future::Future;
use std::io;
use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{Semaphore, watch};
use tokio::time::{Sleep, sleep, timeout};

/// How much of the server its readers may use.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Limits {
    /// Connections at a time, on both origins together.
    pub(crate) connections: usize,
    /// Time until the head of a request is there; also how long a connection may be idle.
    pub(crate) head: Duration,
    /// Time in which nothing could be written before a connection is given up.
    pub(crate) write: Duration,
    /// Time for answers in progress when the server ends.
    pub(crate) stop: Duration,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            connections: 1024,
            head: Duration::from_secs(20),
            write: Duration::from_secs(30),
            stop: Duration::from_secs(10),
        }
    }
}

/// Bytes of the head of a request. Longer ones get 431; hyper answers addresses of more than 64 KiB with 414 itself.
const HEAD_BYTES: usize = 100 << 10;
/// Fields of the head of a request.
const HEAD_FIELDS: usize = 100;
/// Time to wait when the system has no more descriptors, say.
const ACCEPT_PAUSE: Duration = Duration::from_millis(100);

/// Serves connections until `stop` is set, then lets answers in progress end.
pub(crate) async fn listen(
    listener: TcpListener,
    router: Router,
    limits: Limits,
    places: Arc<Semaphore>,
    mut stop: watch::Receiver<bool>,
) {
    let graceful = GracefulShutdown::new();
    loop {
        let accepted = tokio::select! {
            accepted = accept(&listener, &places) => accepted,
            _ = stop.wait_for(|stop| *stop) => break,
        };
        let Some((permit, stream, peer)) = accepted else { continue };
        // Without this, an answer in two packets waits for the acknowledgement of the first one.
        let _ = stream.set_nodelay(true);
        metrics::counter!("stodola_http_connections_total").increment(1);
        let service = TowerToHyperService::new(WithPeer { router: router.clone(), peer });
        let connection = http1::Builder::new()
            .timer(TokioTimer::new())
            .header_read_timeout(limits.head)
            .max_buf_size(HEAD_BYTES)
            .max_headers(HEAD_FIELDS)
            .serve_connection(TokioIo::new(TimedStream::new(stream, limits.write)), service);
        let connection = graceful.watch(connection);
        tokio::spawn(async move {
            if let Err(error) = connection.await {
                tracing::debug!(%error, %peer, "a connection ended");
            }
            drop(permit);
        });
    }
    drop(listener);
    if timeout(limits.stop, graceful.shutdown()).await.is_err() {
        tracing::warn!("some answers were cut off");
    }
}

type Accepted = (tokio::sync::OwnedSemaphorePermit, TcpStream, SocketAddr);

/// The next connection, once there is a place for it; `None` if it was lost.
async fn accept(listener: &TcpListener, places: &Arc<Semaphore>) -> Option<Accepted> {
    let Ok(permit) = places.clone().acquire_owned().await else {
        // Nobody closes it.
        return std::future::pending().await;
    };
    match listener.accept().await {
        Ok((stream, peer)) => Some((permit, stream, peer)),
        Err(error) => {
            tracing::warn!(%error, "a connection could not be accepted");
            sleep(ACCEPT_PAUSE).await;
            None
        }
    }
}

/// The address that a connection comes from; every request has it as an extension.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PeerAddress(pub(crate) SocketAddr);

/// Gives each request the address of the connection.
#[derive(Clone)]
struct WithPeer {
    router: Router,
    peer: SocketAddr,
}

impl tower_service::Service<Request<Incoming>> for WithPeer {
    type Response = <Router as tower_service::Service<Request<Body>>>::Response;
    type Error = <Router as tower_service::Service<Request<Body>>>::Error;
    type Future = <Router as tower_service::Service<Request<Body>>>::Future;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), Self::Error>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, mut request: Request<Incoming>) -> Self::Future {
        request.extensions_mut().insert(PeerAddress(self.peer));
        tower_service::Service::call(&mut self.router, request.map(Body::new))
    }
}

/// A connection that ends if nothing can be written for a while.
struct TimedStream {
    stream: TcpStream,
    limit: Duration,
    /// Set while a write waits.
    deadline: Option<Pin<Box<Sleep>>>,
}

impl TimedStream {
    fn new(stream: TcpStream, limit: Duration) -> TimedStream {
        TimedStream { stream, limit, deadline: None }
    }

    /// Notes that a write waits, or that it does not any more.
    fn timed<T>(
        &mut self,
        context: &mut Context<'_>,
        result: Poll<io::Result<T>>,
    ) -> Poll<io::Result<T>> {
        if result.is_ready() {
            self.deadline = None;
            return result;
        }
        let limit = self.limit;
        let deadline = self.deadline.get_or_insert_with(|| Box::pin(sleep(limit)));
        if deadline.is_elapsed() || deadline.as_mut().poll(context).is_ready() {
            metrics::counter!("stodola_http_slow_readers_total").increment(1);
            return Poll::Ready(Err(io::ErrorKind::TimedOut.into()));
        }
        Poll::Pending
    }
}

impl AsyncRead for TimedStream {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buf: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(context, buf)
    }
}

impl AsyncWrite for TimedStream {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buf: &[u8],
    ) -> Poll<io::Result<usize>> {
        let result = Pin::new(&mut self.stream).poll_write(context, buf);
        self.timed(context, result)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bufs: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let result = Pin::new(&mut self.stream).poll_write_vectored(context, bufs);
        self.timed(context, result)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let result = Pin::new(&mut self.stream).poll_flush(context);
        self.timed(context, result)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}
