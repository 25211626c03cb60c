//! Remembers who asked for what and when, so that the manners of a crawler can be judged.

use crate::fault::Fault;
use crate::ip::DnsFault;
use std::collections::VecDeque;
use std::fmt;
use std::net::{IpAddr, Ipv4Addr};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::time::Instant;

/// The memory of a server; its copies share what they know.
///
/// It holds a limited number of requests, as many connections and as many questions to the name
/// service; the oldest are forgotten first.
/// Times are counted from its making, by the clock of the runtime, which a test may hold still.
#[derive(Clone)]
pub struct Log(Arc<Shared>);

struct Shared {
    start: Instant,
    capacity: usize,
    state: Mutex<State>,
    watcher: Option<Watcher>,
}

type Watcher = Box<dyn Fn(&LoggedRequest) + Send + Sync>;

#[derive(Default)]
struct State {
    entries: Ring<LoggedRequest>,
    connections: Ring<Connection>,
    lookups: Ring<LoggedLookup>,
    too_fast: u64,
}

/// The latest of a sequence of numbered things.
struct Ring<T> {
    items: VecDeque<T>,
    /// How many were forgotten, and so the number of the first one left.
    forgotten: u64,
}

impl<T> Default for Ring<T> {
    fn default() -> Ring<T> {
        Ring { items: VecDeque::new(), forgotten: 0 }
    }
}

impl<T> Ring<T> {
    fn push(&mut self, capacity: usize, make: impl FnOnce(u64) -> T) -> u64 {
        if self.items.len() >= capacity.max(1) {
            self.items.pop_front();
            self.forgotten += 1;
        }
        let number = self.forgotten + self.items.len() as u64;
        self.items.push_back(make(number));
        number
    }

    fn get_mut(&mut self, number: u64) -> Option<&mut T> {
        let index = usize::try_from(number.checked_sub(self.forgotten)?).ok()?;
        self.items.get_mut(index)
    }
}

/// A request and its answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LoggedRequest {
    /// Counted from nought.
    pub number: u64,
    /// When its header had been read.
    pub at: Duration,
    /// When its answer had been handed over to the system, or had been given up.
    pub ended: Option<Duration>,
    /// The connection it came on.
    pub connection: u64,
    /// `GET` or another.
    pub method: String,
    /// The host as asked for, in small letters and without the port.
    pub host: String,
    /// Path and query, the first [`Log::MAX_TARGET`] bytes of them.
    pub target: String,
    /// The status of the answer, unless a fault hides it.
    pub status: Option<u16>,
    /// What went wrong on purpose.
    pub fault: Option<Fault>,
    /// Whether it was refused because it came too soon after another.
    pub too_fast: bool,
    /// The IP address that was asked.
    pub ip: IpAddr,
}

/// A connection to the server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Connection {
    /// Counted from nought.
    pub number: u64,
    /// When it was accepted.
    pub opened: Duration,
    /// When its end was seen.
    pub closed: Option<Duration>,
    /// The host of its first request.
    pub host: Option<String>,
    /// The IP address it came to.
    pub ip: IpAddr,
}

/// A question to the name service.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LoggedLookup {
    /// Counted from nought.
    pub number: u64,
    /// When it came.
    pub at: Duration,
    /// The name in small letters.
    pub name: String,
    /// The type of record, as the standard numbers them: 1 is an address of IPv4.
    pub kind: u16,
    /// What went wrong on purpose.
    pub fault: Option<DnsFault>,
    /// The address in the answer.
    pub ip: Option<Ipv4Addr>,
}

impl Log {
    /// Longer addresses are cut, so that the memory of the log has a limit in bytes too.
    pub const MAX_TARGET: usize = 2048;

    /// Remembers up to `capacity` requests.
    pub fn new(capacity: usize) -> Log {
        Log::build(capacity, None)
    }

    /// Calls `watcher` with each request after its answer, on the thread that served it.
    pub fn with_watcher(
        capacity: usize,
        watcher: impl Fn(&LoggedRequest) + Send + Sync + 'static,
    ) -> Log {
        Log::build(capacity, Some(Box::new(watcher)))
    }

    fn build(capacity: usize, watcher: Option<Watcher>) -> Log {
        let state = Mutex::new(State::default());
        Log(Arc::new(Shared { start: Instant::now(), capacity, state, watcher }))
    }

    /// What is remembered of the requests, in the order in which they came.
    pub fn entries(&self) -> Vec<LoggedRequest> {
        self.state().entries.items.iter().cloned().collect()
    }

    /// What is remembered of the connections, in the order in which they came.
    pub fn connections(&self) -> Vec<Connection> {
        self.state().connections.items.iter().cloned().collect()
    }

    /// What is remembered of the questions to the name service, in the order in which they came.
    pub fn lookups(&self) -> Vec<LoggedLookup> {
        self.state().lookups.items.iter().cloned().collect()
    }

    /// How many requests were refused because they came too soon.
    pub fn too_fast(&self) -> u64 {
        self.state().too_fast
    }

    /// How many requests there were in all.
    pub fn requests(&self) -> u64 {
        let state = self.state();
        state.entries.forgotten + state.entries.items.len() as u64
    }

    /// How many requests are not remembered any more.
    pub fn forgotten(&self) -> u64 {
        self.state().entries.forgotten
    }

    /// Nothing is left half done under this lock, so one that a panic has poisoned is still good.
    fn state(&self) -> MutexGuard<'_, State> {
        self.0.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn now(&self) -> Duration {
        self.0.start.elapsed()
    }

    pub(crate) fn open(&self, ip: IpAddr) -> u64 {
        let opened = self.now();
        self.state().connections.push(self.0.capacity, |number| Connection {
            number,
            opened,
            closed: None,
            host: None,
            ip,
        })
    }

    pub(crate) fn close(&self, connection: u64) {
        let now = self.now();
        if let Some(connection) = self.state().connections.get_mut(connection) {
            connection.closed = Some(now);
        }
    }

    /// `lookup` is given its number and its time here.
    pub(crate) fn look_up(&self, lookup: LoggedLookup) {
        let at = self.now();
        let push = |number| LoggedLookup { number, at, ..lookup };
        self.state().lookups.push(self.0.capacity, push);
    }

    /// `entry` is given its number and its time here.
    pub(crate) fn begin(&self, mut entry: LoggedRequest) -> u64 {
        entry.at = self.now();
        cut(&mut entry.target, Log::MAX_TARGET);
        // No name is longer than this in the DNS.
        cut(&mut entry.host, 255);
        cut(&mut entry.method, 32);
        let mut state = self.state();
        if let Some(connection) = state.connections.get_mut(entry.connection)
            && connection.host.is_none()
        {
            connection.host = Some(entry.host.clone());
        }
        state.too_fast += u64::from(entry.too_fast);
        state.entries.push(self.0.capacity, |number| LoggedRequest { number, ..entry })
    }

    pub(crate) fn end(&self, number: u64) {
        let now = self.now();
        let mut state = self.state();
        let Some(entry) = state.entries.get_mut(number) else { return };
        entry.ended = Some(now);
        if let Some(watcher) = &self.0.watcher {
            let entry = entry.clone();
            drop(state);
            watcher(&entry);
        }
    }
}

fn cut(text: &mut String, length: usize) {
    if text.len() > length {
        text.truncate(text.floor_char_boundary(length));
        text.shrink_to_fit();
    }
}

impl fmt::Debug for Log {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Log").field("requests", &self.requests()).finish_non_exhaustive()
    }
}
