//! Speaks HTTP/1.1 on the bare stream, because it has to be able to do everything wrong.

use crate::answer::{Dialect, Framing, SimAnswer};
use crate::fault::Fault;
use crate::head::{Head, MAX_HEAD};
use crate::log::{Log, LoggedRequest};
use crate::random::hash;
use crate::settings::Pace;
use crate::touchy::Patience;
use crate::wire::{After, Manner, send};
use crate::world::World;
use std::collections::HashMap;
use std::io;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};

/// Maximum length of the body of a request in bytes; a longer one ends the connection.
const MAX_REQUEST_BODY: u64 = 16 << 20;
/// Maximum number of faulty addresses whose requests are counted.
const MAX_ATTEMPTS: usize = 100_000;

/// The stream of a connection.
pub(crate) trait Stream: AsyncRead + AsyncWrite + Unpin + Send {
    /// Makes the connection end with a TCP reset when it is dropped.
    fn reset(&self) -> io::Result<()>;
}

/// The web, and what its servers remember between two requests. The web itself has no state.
pub(crate) struct Service {
    world: Arc<World>,
    log: Log,
    attempts: Attempts,
    patience: Patience,
}

impl Service {
    pub(crate) fn new(world: Arc<World>, log: Log) -> Service {
        Service { world, log, attempts: Attempts::default(), patience: Patience::default() }
    }

    /// Returns a connection to `ip`, and adds it to the log.
    pub(crate) fn connection(&self, ip: IpAddr) -> Connection<'_> {
        Connection { service: self, number: self.log.open(ip), ip }
    }

    fn distance(&self, host: &str) -> Distance {
        Distance { latency: self.world.latency(host), is_dead: self.world.is_dead(host) }
    }

    /// Returns the answer, and whether it refuses a request that came too soon.
    fn respond(&self, head: &mut Head) -> (SimAnswer, bool) {
        let world = &self.world;
        if let Some(refusal) = self.patience.refusal(world, &head.host, &head.target) {
            return (refusal, true);
        }
        let answer = world.response(&head.host, &head.target, &head.request);
        let heals = world.settings().fault_heals_after > 0;
        if !heals || !answer.fault.is_some_and(Fault::may_heal) {
            return (answer, false);
        }
        head.request.attempt = self.attempts.count(&head.host, &head.target);
        (world.response(&head.host, &head.target, &head.request), false)
    }
}

/// What a request to a host meets before its answer.
struct Distance {
    latency: Duration,
    is_dead: bool,
}

/// A connection; its end is logged however it ends.
pub(crate) struct Connection<'a> {
    service: &'a Service,
    number: u64,
    ip: IpAddr,
}

impl Drop for Connection<'_> {
    fn drop(&mut self) {
        self.service.log.close(self.number);
    }
}

/// A request in the log; its end is logged however its answer ends.
struct Asked<'a> {
    number: u64,
    log: &'a Log,
}

impl Drop for Asked<'_> {
    fn drop(&mut self) {
        self.log.end(self.number);
    }
}

impl Connection<'_> {
    pub(crate) async fn converse(self, mut stream: impl Stream) -> io::Result<()> {
        let service = self.service;
        let mut input = Vec::with_capacity(4 << 10);
        let mut output = Vec::new();
        let pace = &service.world.settings().pace;
        loop {
            let Some(end) = read_head(&mut stream, &mut input).await? else {
                return refuse(&mut stream, &input).await;
            };
            let head = Head::parse(&input[..end]);
            input.drain(..end);
            let Some(mut head) = head else {
                return complain(&mut stream, 400).await;
            };
            if !skip_body(&mut stream, &mut input, &head).await? {
                return complain(&mut stream, 400).await;
            }
            let (answer, too_fast) = service.respond(&mut head);
            let manner = Manner {
                no_body: head.request.method == "HEAD",
                is_1_0: head.is_1_0,
                keep_alive: head.keeps_alive(),
            };
            let host = head.host.clone();
            let number = service.log.begin(self.entry(head, &answer, too_fast));
            let asked = Asked { number, log: &service.log };
            let distance = service.distance(&host);
            if !distance.latency.is_zero() {
                tokio::time::sleep(distance.latency).await;
            }
            if distance.is_dead {
                return Ok(());
            }
            let after = send(&mut stream, &answer, manner, pace, &mut output).await?;
            drop(asked);
            match after {
                After::Keep => {}
                After::Close => return stream.shutdown().await,
                After::Reset => return stream.reset(),
            }
        }
    }

    fn entry(&self, head: Head, answer: &SimAnswer, too_fast: bool) -> LoggedRequest {
        let status = match answer.fault {
            Some(fault) => fault.status(),
            None => Some(answer.status),
        };
        LoggedRequest {
            number: 0,
            at: Duration::ZERO,
            ended: None,
            connection: self.number,
            method: head.request.method,
            host: head.host,
            target: head.target,
            status,
            fault: answer.fault,
            too_fast,
            ip: self.ip,
        }
    }
}

/// Number of requests for each address whose fault can end.
#[derive(Default)]
struct Attempts(Mutex<HashMap<u64, u32>>);

impl Attempts {
    /// Counts a request, and returns the number of earlier ones for this address. When the memory is full, faults of
    /// further addresses never end.
    fn count(&self, host: &str, target: &str) -> u32 {
        let key = hash(hash(0, host.as_bytes()), target.as_bytes());
        let mut counts = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if counts.len() >= MAX_ATTEMPTS && !counts.contains_key(&key) {
            return 0;
        }
        let count = counts.entry(key).or_default();
        *count = count.saturating_add(1);
        *count - 1
    }
}

/// Reads until `input` holds a complete header, and returns its length; `None` if the connection ends before.
async fn read_head(stream: &mut impl Stream, input: &mut Vec<u8>) -> io::Result<Option<usize>> {
    let mut searched = 0;
    loop {
        if let Some(end) = Head::end(input, searched) {
            return Ok(Some(end));
        }
        searched = input.len();
        if input.len() > MAX_HEAD || stream.read_buf(input).await? == 0 {
            return Ok(None);
        }
    }
}

/// Answers a header that is too long; does nothing if the connection has ended.
async fn refuse(stream: &mut impl Stream, input: &[u8]) -> io::Result<()> {
    if input.len() > MAX_HEAD { complain(stream, 431).await } else { Ok(()) }
}

async fn complain(stream: &mut impl Stream, status: u16) -> io::Result<()> {
    let answer = SimAnswer {
        status,
        headers: Vec::new(),
        body: b"this server does not understand\n".to_vec(),
        framing: Framing::Length,
        dialect: Dialect::Plain,
        fault: None,
    };
    let manner = Manner { no_body: false, is_1_0: false, keep_alive: false };
    send(stream, &answer, manner, &Pace::default(), &mut Vec::new()).await?;
    stream.shutdown().await
}

/// Skips the body of the request; returns false if its end cannot be determined.
async fn skip_body(stream: &mut impl Stream, input: &mut Vec<u8>, head: &Head) -> io::Result<bool> {
    let Some(mut left) = head.body_length().filter(|length| *length <= MAX_REQUEST_BODY) else {
        return Ok(false);
    };
    if left > 0 && head.request.lists("Expect", "100-continue") {
        stream.write_all(b"HTTP/1.1 100 Continue\r\n\r\n").await?;
    }
    loop {
        let here = input.len().min(usize::try_from(left).unwrap_or(usize::MAX));
        input.drain(..here);
        left -= here as u64;
        if left == 0 {
            return Ok(true);
        }
        if stream.read_buf(input).await? == 0 {
            return Ok(false);
        }
    }
}
