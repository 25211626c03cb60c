//! Serves a [`World`] over HTTP/1.1, written on the bare socket because it has to be able to do
//! everything wrong.

use crate::answer::{Answer, Dialect, Framing};
use crate::fault::Fault;
use crate::head::{Head, MAX_HEAD};
use crate::log::{Entry, Log};
use crate::random::hash;
use crate::wire::{After, Manner, send};
use crate::world::World;
use std::collections::HashMap;
use std::future::Future;
use std::io;
use std::pin::pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;
use tokio::task::JoinSet;

/// More than this many connections at once wait to be accepted.
const MAX_CONNECTIONS: usize = 10_000;
/// A longer body of a request ends the connection.
const MAX_REQUEST_BODY: u64 = 16 << 20;
/// How many faulty addresses are kept count of.
const MAX_ATTEMPTS: usize = 100_000;

/// Serves `world` on `listener` until `shutdown` is over; then all connections are cut, and
/// when it returns nobody is served any more.
///
/// The `Host` field tells which host is meant, so a crawler needs to connect to one address only,
/// whatever the name.
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
    let mut shutdown = pin!(shutdown);
    let permits = Arc::new(Semaphore::new(MAX_CONNECTIONS));
    let attempts = Arc::new(Attempts::default());
    let mut tasks = JoinSet::new();
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
            Ok((stream, _)) => stream,
            Err(error) if is_passing(&error) => {
                tokio::time::sleep(Duration::from_millis(10)).await;
                continue;
            }
            Err(error) => return Err(error),
        };
        let (world, log) = (Arc::clone(&world), log.clone());
        let attempts = Arc::clone(&attempts);
        tasks.spawn(async move {
            let _permit = permit;
            let connection = Open { number: log.open(), log };
            // A client may go away whenever it likes; there is nobody to tell.
            let _ = converse(stream, &world, &attempts, &connection).await;
        });
    }
}

/// Too many open files, or a client that was gone before it was accepted.
fn is_passing(error: &io::Error) -> bool {
    !matches!(error.kind(), io::ErrorKind::InvalidInput | io::ErrorKind::NotConnected)
}

/// A connection in the log, closed there however it ends.
struct Open {
    number: u64,
    log: Log,
}

impl Drop for Open {
    fn drop(&mut self) {
        self.log.close(self.number);
    }
}

/// A request in the log, ended there however its answer ends.
struct Asked<'a> {
    number: u64,
    log: &'a Log,
}

impl Drop for Asked<'_> {
    fn drop(&mut self) {
        self.log.end(self.number);
    }
}

async fn converse(
    mut stream: TcpStream,
    world: &World,
    attempts: &Attempts,
    open: &Open,
) -> io::Result<()> {
    stream.set_nodelay(true)?;
    let mut input = Vec::with_capacity(4 << 10);
    let mut output = Vec::new();
    let pace = &world.settings().pace;
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
        let answer = respond(world, attempts, &mut head);
        let manner = Manner {
            no_body: head.request.method == "HEAD",
            is_1_0: head.is_1_0,
            keep_alive: head.keeps_alive(),
        };
        let asked =
            Asked { number: open.log.begin(entry(open.number, head, &answer)), log: &open.log };
        let after = send(&mut stream, &answer, manner, pace, &mut output).await?;
        drop(asked);
        match after {
            After::Keep => {}
            After::Close => return stream.shutdown().await,
            After::Reset => return stream.set_zero_linger(),
        }
    }
}

/// How often each address was asked for whose fault can heal. The web itself has no memory.
#[derive(Default)]
struct Attempts(Mutex<HashMap<u64, u32>>);

impl Attempts {
    /// How many times the address was asked for before. Once the memory is full, addresses that are
    /// new to it stay as they are for ever.
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

fn respond(world: &World, attempts: &Attempts, head: &mut Head) -> Answer {
    let answer = world.response(&head.host, &head.target, &head.request);
    let heals = world.settings().fault_heals_after > 0;
    if !heals || !answer.fault.is_some_and(Fault::may_heal) {
        return answer;
    }
    head.request.attempt = attempts.count(&head.host, &head.target);
    world.response(&head.host, &head.target, &head.request)
}

fn entry(connection: u64, head: Head, answer: &Answer) -> Entry {
    let status = match answer.fault {
        Some(fault) => fault.status(),
        None => Some(answer.status),
    };
    Entry {
        number: 0,
        at: Duration::ZERO,
        ended: None,
        connection,
        method: head.request.method,
        host: head.host,
        target: head.target,
        status,
        fault: answer.fault,
    }
}

/// Reads until `input` holds a whole header and tells its length; nothing, if it never does.
async fn read_head(stream: &mut TcpStream, input: &mut Vec<u8>) -> io::Result<Option<usize>> {
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

/// A header too long gets an answer, a connection at its end does not.
async fn refuse(stream: &mut TcpStream, input: &[u8]) -> io::Result<()> {
    if input.len() > MAX_HEAD { complain(stream, 431).await } else { Ok(()) }
}

async fn complain(stream: &mut TcpStream, status: u16) -> io::Result<()> {
    let answer = Answer {
        status,
        headers: Vec::new(),
        body: b"this server does not understand\n".to_vec(),
        framing: Framing::Length,
        dialect: Dialect::Plain,
        fault: None,
    };
    let manner = Manner { no_body: false, is_1_0: false, keep_alive: false };
    send(stream, &answer, manner, &crate::settings::Pace::default(), &mut Vec::new()).await?;
    stream.shutdown().await
}

/// Reads past the body of the request; false, if its end cannot be told.
async fn skip_body(stream: &mut TcpStream, input: &mut Vec<u8>, head: &Head) -> io::Result<bool> {
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
