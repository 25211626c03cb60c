//! The engine: takes URIs from the frontier, passes each through the stages, and gives back what became
//! of it.
//!
//! ```text
//! frontier ─▶ pre-fetch ─▶ fetch ─▶ examine ─▶ write ─▶ post ─▶ frontier
//!             scope, traps, session  links     sink     scope of links, outcome
//!             DNS, robots
//! ```
//!
//! Each URI in flight is a task; there are as many as the job has workers. A task that ends takes the
//! next URI itself, and a dispatcher starts others when hosts become ready. One thread commits: it lets
//! the sink make captures safe first and the frontier's log after them, so that no URI is known to be
//! archived whose capture could be lost.

mod aside;
mod control;
mod examine;
mod linked;
mod national;
mod pace;
mod post;
mod prefetch;
mod progress;
mod rules;
mod run;
mod sessions;
mod setup;
mod visit;

pub use control::{Control, ControlError};
pub use progress::Progress;
pub use run::{Ended, Report};
pub use setup::{HarvestError, user_agent};

use crate::frontier::{Frontier, Opened};
use crate::job::{Job, Limits};
use crate::logs::Logs;
use crate::scope::Scope;
use crate::sink::Sink;
use crate::trap::TrapGuard;
use national::National;
use progress::Meter;
use rules::RulesCache;
use sessions::Sessions;
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, RwLock};
use std::time::{Instant, SystemTime, UNIX_EPOCH};
use stodola_fetch::Client;
use tokio::sync::{Notify, Semaphore};

/// A harvest that can be run.
pub struct Harvest {
    engine: Arc<Engine>,
    opened: Opened,
}

/// What all tasks share.
struct Engine {
    job: Job,
    folder: PathBuf,
    /// Whether the run before this one came to its end, if there was one.
    was_clean: bool,
    clock: Clock,
    client: Client,
    scope: RwLock<Scope>,
    frontier: Mutex<Frontier>,
    rules: Mutex<RulesCache>,
    traps: Mutex<TrapGuard>,
    sessions: Sessions,
    /// Of a national harvest.
    national: Option<National>,
    /// When the answer of the name system that was last kept for a host was given.
    dns_kept: Mutex<HashMap<u32, SystemTime>>,
    sink: Arc<dyn Sink>,
    meter: Meter,
    logs: Mutex<Logs>,
    /// Somebody ended, so something may be ready.
    freed: Notify,
    /// Large documents are worked on by few at a time.
    heavy: Semaphore,
    /// Bounds the large documents between being examined and being written: the links of one may take 16 MiB of memory.
    large: Semaphore,
    /// What may be changed while it runs.
    limits: RwLock<Limits>,
    is_stopping: AtomicBool,
    is_paused: AtomicBool,
    /// Whether a checkpoint is requested; `checkpoints` counts those that were written on request.
    wants_checkpoint: AtomicBool,
    checkpoints: AtomicU64,
    failed: Mutex<Option<HarvestError>>,
}

impl Harvest {
    /// Opens the job in its folder: begins it with its seeds, or goes on where it was left.
    pub fn open(job: Job, folder: &Path, sink: Arc<dyn Sink>) -> Result<Harvest, HarvestError> {
        setup::open(job, folder, sink)
    }

    /// Refuses a job that [`Harvest::open`] would refuse in that folder for its settings, seeds, rules or files.
    /// Nothing is made or changed.
    pub fn check(job: &Job, folder: &Path) -> Result<(), HarvestError> {
        setup::check(job, folder)
    }

    /// What was there before.
    pub fn opened(&self) -> Opened {
        self.opened
    }

    /// How far it is; may be asked at any time, from any thread.
    pub fn progress(&self) -> Progress {
        self.engine.progress()
    }

    /// A handle to watch and stop it from elsewhere.
    pub fn control(&self) -> Control {
        Control::new(&self.engine)
    }

    /// Runs until all is done, a limit is reached, or it is told to stop. Must be called within a
    /// runtime of tokio with timers and sockets.
    pub async fn run(self) -> Result<Report, HarvestError> {
        run::run(self.engine).await
    }
}

impl Engine {
    fn now(&self) -> u64 {
        self.clock.now()
    }

    /// Nothing waits while it holds this.
    fn frontier(&self) -> MutexGuard<'_, Frontier> {
        lock(&self.frontier)
    }

    /// Notes what ends the harvest; the first one counts.
    fn fail(&self, error: impl Into<HarvestError>) {
        lock(&self.failed).get_or_insert(error.into());
        self.is_stopping.store(true, Ordering::Relaxed);
        self.freed.notify_one();
    }

    fn is_stopping(&self) -> bool {
        self.is_stopping.load(Ordering::Relaxed)
    }

    fn is_paused(&self) -> bool {
        self.is_paused.load(Ordering::Relaxed)
    }
}

/// A thread that panicked held nothing half-changed that others could not go on with.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Milliseconds since 1970 that never go back, whatever happens to the system's clock.
struct Clock {
    start: Instant,
    start_ms: u64,
}

impl Clock {
    fn new() -> Clock {
        let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        Clock { start: Instant::now(), start_ms: since.as_millis() as u64 }
    }

    fn now(&self) -> u64 {
        self.start_ms + self.start.elapsed().as_millis() as u64
    }

    /// Since the run began.
    fn elapsed(&self) -> std::time::Duration {
        self.start.elapsed()
    }

    /// When a moment in the future comes.
    fn instant(&self, time: u64) -> Instant {
        self.start + std::time::Duration::from_millis(time.saturating_sub(self.start_ms))
    }
}
