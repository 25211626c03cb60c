//! The log of a server: requests, connections and questions with their times, to check the politeness of a crawler.

use crate::fault::Fault;
use crate::ip::DnsFault;
use std::collections::VecDeque;
use std::fmt;
use std::net::{IpAddr, Ipv4Addr};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::time::Instant;

/// The log of a server; its clones share their content.
///
/// It keeps a limited number of requests, as many connections and as many questions to the name service; the oldest are
/// removed first. Times are counted from its creation, by the clock of the runtime, which a test may pause.
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

/// The latest of a sequence of numbered items.
struct Ring<T> {
    items: VecDeque<T>,
    /// Number of items that were removed, which is the number of the first item left.
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
    /// Number of the request, from 0.
    pub number: u64,
    /// Time when its header had been read.
    pub at: Duration,
    /// Time when its answer had been handed to the system, or had been given up; `None` until then.
    pub ended: Option<Duration>,
    /// Number of its connection.
    pub connection: u64,
    /// Method, for instance `GET`.
    pub method: String,
    /// Host as requested, in lower case and without the port.
    pub host: String,
    /// Path and query, the first [`Log::MAX_TARGET`] bytes of them.
    pub target: String,
    /// Status of the answer; `None` if a fault hides it.
    pub status: Option<u16>,
    /// The intended fault of the answer; `None` if there is none.
    pub fault: Option<Fault>,
    /// Whether it was refused because it came too soon after another request.
    pub too_fast: bool,
    /// The IP address that it was sent to.
    pub ip: IpAddr,
}

/// A connection to the server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Connection {
    /// Number of the connection, from 0.
    pub number: u64,
    /// Time when it was accepted.
    pub opened: Duration,
    /// Time of the end of its last answer, or of its last request if that has no answer yet; `None` if it has none.
    pub used: Option<Duration>,
    /// Time when its end was noticed; `None` until then.
    pub closed: Option<Duration>,
    /// Host of its first request; `None` until then.
    pub host: Option<String>,
    /// The IP address that it was opened to.
    pub ip: IpAddr,
}

/// A question to the name service.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LoggedLookup {
    /// Number of the question, from 0.
    pub number: u64,
    /// Time when it was received.
    pub at: Duration,
    /// Name in lower case.
    pub name: String,
    /// Type of record, as the standard numbers them: 1 is an IPv4 address.
    pub kind: u16,
    /// The intended fault of the answer; `None` if there is none.
    pub fault: Option<DnsFault>,
    /// The address in the answer; `None` if there is none.
    pub ip: Option<Ipv4Addr>,
}

impl Log {
    /// Maximum number of bytes of an address in the log; longer ones are cut, to limit its memory.
    pub const MAX_TARGET: usize = 2048;

    /// Creates a log of up to `capacity` requests.
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

    /// Returns the requests in the log, in order.
    pub fn entries(&self) -> Vec<LoggedRequest> {
        self.state().entries.items.iter().cloned().collect()
    }

    /// Returns the connections in the log, in order.
    pub fn connections(&self) -> Vec<Connection> {
        self.state().connections.items.iter().cloned().collect()
    }

    /// Returns the questions to the name service in the log, in order.
    pub fn lookups(&self) -> Vec<LoggedLookup> {
        self.state().lookups.items.iter().cloned().collect()
    }

    /// Number of requests that were refused because they came too soon.
    pub fn too_fast(&self) -> u64 {
        self.state().too_fast
    }

    /// Number of all requests.
    pub fn requests(&self) -> u64 {
        let state = self.state();
        state.entries.forgotten + state.entries.items.len() as u64
    }

    /// Number of requests that are no longer in the log.
    pub fn forgotten(&self) -> u64 {
        self.state().entries.forgotten
    }

    /// Locks the state. A panic leaves nothing half done under this lock, so a poisoned lock can still be used.
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
            used: None,
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

    /// Adds a question, and sets its number and time.
    pub(crate) fn look_up(&self, lookup: LoggedLookup) {
        let at = self.now();
        let push = |number| LoggedLookup { number, at, ..lookup };
        self.state().lookups.push(self.0.capacity, push);
    }

    /// Adds a request, and sets its number and time. Returns the number.
    pub(crate) fn begin(&self, mut entry: LoggedRequest) -> u64 {
        entry.at = self.now();
        cut(&mut entry.target, Log::MAX_TARGET);
        // No name in the DNS is longer.
        cut(&mut entry.host, 255);
        cut(&mut entry.method, 32);
        let mut state = self.state();
        if let Some(connection) = state.connections.get_mut(entry.connection) {
            connection.host.get_or_insert_with(|| entry.host.clone());
            connection.used = Some(entry.at);
        }
        state.too_fast += u64::from(entry.too_fast);
        state.entries.push(self.0.capacity, |number| LoggedRequest { number, ..entry })
    }

    pub(crate) fn end(&self, number: u64) {
        let now = self.now();
        let mut state = self.state();
        let Some(entry) = state.entries.get_mut(number) else { return };
        entry.ended = Some(now);
        let connection = entry.connection;
        let told = self.0.watcher.as_ref().map(|watcher| (watcher, entry.clone()));
        if let Some(connection) = state.connections.get_mut(connection) {
            connection.used = Some(now);
        }
        drop(state);
        if let Some((watcher, entry)) = told {
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
