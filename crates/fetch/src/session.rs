//! One request after another over at most one connection.

use std::io;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::SystemTime;

use tokio::time::Instant;

use crate::client::Shared;
use crate::connection::Connection;
use crate::exchange::Exchange;
use crate::failure::Failure;
use crate::receive::{Ending, Receiver};
use crate::request::{Request, compose};
use crate::spool::Spool;
use crate::target::target;
use crate::trace;
use crate::type_limit::TypeLimit;
use crate::watch::{Deadline, Watch};

/// Bytes read at once: two TLS records.
const BUFFER: usize = 32 * 1024;

/// Fetches one URI after another, and keeps the connection open between them if possible.
///
/// Holds at most one connection, to one host and port; dropping the session closes it. If a kept connection turns out
/// to be closed before a byte of the response was received, the request is sent once more over a new connection, unless
/// [`ClientSettings::asks_again`](crate::ClientSettings) is false: most likely the server has not received it.
#[derive(Debug)]
pub struct Session {
    shared: Arc<Shared>,
    connection: Option<Connection>,
    /// Read buffer; allocated with the first connection.
    buffer: Vec<u8>,
    watch: Option<Watch>,
}

/// An attempt that gave no exchange.
enum Attempt {
    /// The connection was closed before the first byte: a request over a kept connection was not received.
    Unheard(Failure),
    Failed(Failure),
}

impl Session {
    pub(crate) fn new(shared: Arc<Shared>) -> Session {
        Session { shared, connection: None, buffer: Vec::new(), watch: None }
    }

    /// Whether a connection is open.
    pub fn is_connected(&self) -> bool {
        self.connection.is_some()
    }

    /// Closes the connection, if one is open.
    pub fn close(&mut self) {
        self.connection = None;
    }

    /// Sends a request and receives the response.
    ///
    /// Dropping the future closes the connection.
    pub async fn fetch(&mut self, request: &Request<'_>) -> Result<Exchange, Failure> {
        let result = self.send(request).await;
        trace::request(request.uri, &result);
        result
    }

    async fn send(&mut self, request: &Request<'_>) -> Result<Exchange, Failure> {
        let shared = Arc::clone(&self.shared);
        let target = target(request.uri)?;
        let mut bytes = compose(request, &target, &shared.settings)?;
        let limits = &shared.settings.limits;
        let bounds = match request.body_limit {
            Some(limit) => (limit, Arc::default()),
            None => (limits.body, Arc::clone(&limits.by_type)),
        };
        if let Some(mut kept) = self.connection.take()
            && kept.origin == target.origin
            && kept.is_quiet().await
        {
            match self.exchange(kept, &mut bytes, bounds.clone(), true).await {
                Ok(exchange) => return Ok(exchange),
                Err(Attempt::Failed(failure)) => return Err(failure),
                Err(Attempt::Unheard(_)) if !shared.settings.asks_again => {
                    return Err(Failure::Unheard);
                }
                Err(Attempt::Unheard(_)) => (),
            }
        }
        let connection = Connection::open(&shared, &target.origin).await?;
        match self.exchange(connection, &mut bytes, bounds, false).await {
            Ok(exchange) => Ok(exchange),
            Err(Attempt::Failed(failure) | Attempt::Unheard(failure)) => Err(failure),
        }
    }

    async fn exchange(
        &mut self,
        mut connection: Connection,
        request: &mut Vec<u8>,
        (body_limit, by_type): (u64, Arc<[TypeLimit]>),
        reused: bool,
    ) -> Result<Exchange, Attempt> {
        let limits = &self.shared.settings.limits;
        let start = Instant::now();
        let started = SystemTime::now();
        let deadline = Deadline::new(start, limits);
        let watch = self.watch.get_or_insert_with(|| Watch::new(deadline.after(start, 0)));
        if self.buffer.is_empty() {
            self.buffer = vec![0; BUFFER];
        }

        let mut sent = 0;
        let send = |cx: &mut Context<'_>| poll_send(cx, &mut connection, request, &mut sent);
        match watch.until(deadline.after(start, 0), send).await {
            Some(Ok(())) => (),
            Some(Err(error)) => return Err(Attempt::Unheard(Failure::Send(error))),
            None => return Err(Attempt::Failed(Failure::ResponseTimeout)),
        }

        let mut spool = Spool::new(&self.shared.settings.spool);
        let mut receiver = Receiver::new(limits.header, body_limit).with_type_limits(by_type);
        let spooled = |error| Attempt::Failed(Failure::Spool(error));
        let mut last = Instant::now();
        let mut first_byte = None;
        let mut received: u64 = 0;
        let mut exact = false;
        loop {
            let until = deadline.after(last, received);
            let buffer = &mut self.buffer;
            let read = watch.until(until, |cx| connection.poll_read(cx, buffer)).await;
            let ending = match read {
                Some(Ok(0)) => Ending::Closed,
                Some(Ok(count)) => {
                    let before = last;
                    last = Instant::now();
                    first_byte.get_or_insert(last - start);
                    received += count as u64;
                    let fed = receiver.feed(&self.buffer[..count], &mut spool).map_err(spooled)?;
                    if fed.done {
                        exact = fed.taken == count;
                        break;
                    }
                    // The time is checked here too, because reads that never wait do not look at the timer.
                    if last < deadline.after(before, received) {
                        continue;
                    }
                    Ending::Time
                }
                Some(Err(_)) => Ending::Broken,
                None => Ending::Time,
            };
            if !receiver.has_begun() {
                return Err(match ending {
                    Ending::Time => Attempt::Failed(Failure::ResponseTimeout),
                    Ending::Closed | Ending::Broken => Attempt::Unheard(Failure::Closed),
                });
            }
            receiver.end(ending, &mut spool).map_err(spooled)?;
            break;
        }

        let kept_alive = exact && receiver.may_keep_connection();
        let exchange = Exchange {
            request: std::mem::take(request),
            head_length: receiver.head().len(),
            status: receiver.status(),
            address: connection.address,
            resolved: connection.resolved.clone(),
            started,
            first_byte: first_byte.unwrap_or_default(),
            duration: last - start,
            truncated: receiver.truncated(),
            tls: connection.tls.clone(),
            reused,
            kept_alive,
            interim: receiver.interim(),
            response: spool,
            head: receiver.into_head(),
        };
        self.connection = kept_alive.then_some(connection);
        Ok(exchange)
    }
}

/// Sends the whole request.
fn poll_send(
    cx: &mut Context<'_>,
    connection: &mut Connection,
    request: &[u8],
    sent: &mut usize,
) -> Poll<io::Result<()>> {
    while *sent < request.len() {
        match connection.poll_write(cx, &request[*sent..]) {
            Poll::Ready(Ok(0)) => return Poll::Ready(Err(io::ErrorKind::WriteZero.into())),
            Poll::Ready(Ok(count)) => *sent += count,
            Poll::Ready(Err(error)) => return Poll::Ready(Err(error)),
            Poll::Pending => return Poll::Pending,
        }
    }
    connection.poll_flush(cx)
}
