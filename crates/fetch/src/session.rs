//! One request after another over at most one connection.

use std::io;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::SystemTime;

use tokio::time::Instant;

use crate::client::Shared;
use crate::connection::{Connection, Protocol};
use crate::exchange::{Exchange, TlsInfo};
use crate::failure::{Failure, ProxyFailure};
use crate::http2;
use crate::proxy::ProxyKind;
use crate::receive::{Ending, Receiver};
use crate::request::{Outgoing, Request, is_field_value, outgoing};
use crate::spool::Spool;
use crate::target::target;
use crate::throttle::Throttle;
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
    /// The `User-Agent` of this session; `None` for that of the client.
    user_agent: Option<Arc<str>>,
    throttles: Vec<Arc<Throttle>>,
}

/// An attempt that gave no exchange.
enum Attempt {
    /// The connection was closed before the first byte: a request over a kept connection was not received.
    Unheard(Failure),
    Failed(Failure),
}

impl Session {
    pub(crate) fn new(shared: Arc<Shared>) -> Session {
        Session {
            shared,
            connection: None,
            buffer: Vec::new(),
            watch: None,
            user_agent: None,
            throttles: Vec::new(),
        }
    }

    /// Sends this `User-Agent` instead of that of the client; `None` for that of the client.
    ///
    /// # Panics
    /// It has a control character or is not ASCII.
    pub fn set_user_agent(&mut self, agent: Option<Arc<str>>) {
        let is_fine = agent.as_ref().is_none_or(|agent| is_user_agent(agent));
        assert!(is_fine, "the user agent has a character that is not allowed");
        self.user_agent = agent;
    }

    /// Receives no faster than all of these allow.
    pub fn set_throttles(&mut self, throttles: Vec<Arc<Throttle>>) {
        self.throttles = throttles;
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
        let agent = self.user_agent.clone();
        let mut out = outgoing(request, &target, &shared.settings, agent.as_ref())?;
        let limits = &shared.settings.limits;
        let bounds = match request.body_limit {
            Some(limit) => (limit, Arc::default()),
            None => (limits.body, Arc::clone(&limits.by_type)),
        };
        if let Some(mut kept) = self.connection.take()
            && kept.origin == target.origin
            && kept.is_quiet().await
        {
            check_trust(&kept, request)?;
            match self.exchange(kept, &mut out, bounds.clone(), true).await {
                Ok(exchange) => return Ok(exchange),
                Err(Attempt::Failed(failure)) => return Err(failure),
                Err(Attempt::Unheard(_)) if !shared.settings.asks_again => {
                    return Err(Failure::Unheard);
                }
                Err(Attempt::Unheard(_)) => (),
            }
        }
        let connection = Connection::open(&shared, &target.origin, Protocol::Http).await?;
        check_trust(&connection, request)?;
        match self.exchange(connection, &mut out, bounds, false).await {
            Ok(exchange) => Ok(exchange),
            Err(Attempt::Failed(failure) | Attempt::Unheard(failure)) => Err(failure),
        }
    }

    async fn exchange(
        &mut self,
        mut connection: Connection,
        out: &mut Outgoing,
        (body_limit, by_type): (u64, Arc<[TypeLimit]>),
        reused: bool,
    ) -> Result<Exchange, Attempt> {
        let limits = &self.shared.settings.limits;
        let start = Instant::now();
        let started = SystemTime::now();
        let mut deadline = Deadline::new(start, limits);
        let watch = self.watch.get_or_insert_with(|| Watch::new(deadline.after(start, 0)));
        if self.buffer.is_empty() {
            self.buffer = vec![0; BUFFER];
        }

        let mut sent = 0;
        let send = |cx: &mut Context<'_>| poll_send(cx, &mut connection, &out.sent, &mut sent);
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
        // The first bytes, by which another protocol is recognised.
        let mut opening = http2::Opening::default();
        loop {
            let until = deadline.after(last, received);
            let most = self.throttles.iter().map(|throttle| throttle.piece()).min();
            let most = most.map_or(BUFFER, |most| most.min(BUFFER));
            let buffer = &mut self.buffer[..most];
            let read = watch.until(until, |cx| connection.poll_read(cx, buffer)).await;
            let ending = match read {
                Some(Ok(0)) => Ending::Closed,
                Some(Ok(count)) => {
                    let before = last;
                    last = Instant::now();
                    first_byte.get_or_insert(last - start);
                    received += count as u64;
                    if opening.is_http2(&self.buffer[..count]) {
                        return Err(Attempt::Failed(Failure::Http2Only));
                    }
                    let fed = receiver.feed(&self.buffer[..count], &mut spool).map_err(spooled)?;
                    if fed.done {
                        exact = fed.taken == count;
                        break;
                    }
                    // The time is checked here too, because reads that never wait do not look at the timer.
                    if last < deadline.after(before, received) {
                        if let Some(waited) = throttle(&self.throttles, count).await {
                            // The server is not to blame for this wait.
                            deadline.postpone(waited);
                            last = Instant::now();
                        }
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

        spool.end().map_err(spooled)?;
        let kept_alive = exact && receiver.may_keep_connection();
        if relay_refuses(&connection, receiver.status()) {
            return Err(Attempt::Failed(ProxyFailure::Login.into()));
        }
        let (request, withheld) = out.take_record();
        let exchange = Exchange {
            request,
            withheld,
            proxy: connection.passage.proxy,
            head_length: receiver.head().len(),
            status: receiver.status(),
            address: connection.passage.address,
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

/// Whether a text can be a `User-Agent`.
pub(crate) fn is_user_agent(text: &str) -> bool {
    !text.is_empty() && text.is_ascii() && is_field_value(text.as_bytes())
}

/// Waits as long as the throttles demand after these bytes. Returns how long; `None` if there was no wait.
async fn throttle(throttles: &[Arc<Throttle>], count: usize) -> Option<std::time::Duration> {
    let now = Instant::now();
    let waits = throttles.iter().map(|throttle| throttle.take(count as u64, now.into_std()));
    let wait = waits.max().filter(|wait| !wait.is_zero())?;
    tokio::time::sleep(wait).await;
    Some(wait)
}

/// A secret of the operator is sent only to a server that is the one it says it is.
fn check_trust(connection: &Connection, request: &Request<'_>) -> Result<(), Failure> {
    match connection.tls.as_deref() {
        Some(TlsInfo { problem: Some(problem), .. }) if request.is_confidential => {
            Err(Failure::Tls(format!("a secret is not sent: {problem}")))
        }
        _ => Ok(()),
    }
}

/// Whether an answer is that of the proxy: it does not accept the user.
fn relay_refuses(connection: &Connection, status: Option<u16>) -> bool {
    let is_relay = connection.passage.proxy == Some(ProxyKind::Http) && connection.tls.is_none();
    is_relay && status == Some(407)
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
