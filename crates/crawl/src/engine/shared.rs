//! What the stages of a running harvest share with [`Control`](super::Control).
//!
//! [`Control`](super::Control) may hold this for any time, but never the engine: whatever its callers do, the harvest
//! can end. Then the frontier is taken away, and callers learn that the harvest has ended.

use super::HarvestError;
use super::bandwidth::Bandwidth;
use super::hold::HoldState;
use super::live::LiveSettings;
use super::progress::Meter;
use super::proxy_watch::ProxyWatch;
use crate::job::Job;
use crate::logs::TypeTable;
use crate::policy::Policy;
use crate::scope::{Candidate, HarvestStage, Scope};
use crate::trap::TrapGuard;
use std::collections::HashMap;
use std::ops::{Deref, DerefMut};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, RwLock, RwLockReadGuard};
use std::time::{Duration, Instant, SystemTime};
use stodola_fetch::Client;
use stodola_frontier::{Frontier, LogPlace, Ticket, Time};
use tokio::sync::Notify;

/// What the stages of a running harvest share with [`Control`](super::Control).
pub(super) struct Shared {
    /// The settings at the start of the run.
    pub(super) job: Job,
    /// Folder of the job.
    pub(super) folder: PathBuf,
    pub(super) clock: Clock,
    pub(super) meter: Meter,
    pub(super) policy: Box<dyn Policy>,
    pub(super) scope: RwLock<Scope>,
    pub(super) traps: Mutex<TrapGuard>,
    /// URIs that are asked for a part only, because the whole is too long. After a restart they are asked once more for
    /// the whole, and found too long again.
    pub(super) ranged: Mutex<HashMap<LogPlace, u64>>,
    /// Number of documents that earlier runs of the round have archived.
    pub(super) archived_before: u64,
    /// The media types of what was archived.
    pub(super) types: TypeTable,
    /// The client, whose name servers are asked within limits that may be changed.
    pub(super) client: Client,
    /// The settings that may be changed while the harvest runs.
    live: RwLock<Arc<LiveSettings>>,
    pub(super) bandwidth: Bandwidth,
    pub(super) proxy: ProxyWatch,
    pub(super) switches: Switches,
    pub(super) hold: Mutex<HoldState>,
    /// Notified when a host may have become ready, or a switch has changed.
    pub(super) freed: Notify,
    /// `None` once the harvest has ended.
    frontier: Mutex<Option<Frontier>>,
    /// The error that ends the harvest; `None` if there is none.
    failed: Mutex<Option<HarvestError>>,
}

/// Requests of callers to the harvest.
#[derive(Default)]
pub(crate) struct Switches {
    pub(super) is_stopping: AtomicBool,
    pub(super) is_paused: AtomicBool,
    /// Whether it is no time, or no room, for requests.
    pub(super) is_waiting: AtomicBool,
    /// Whether a checkpoint is requested.
    pub(super) wants_checkpoint: AtomicBool,
    /// Number of checkpoints written on request so far.
    pub(super) checkpoints: AtomicU64,
}

impl Switches {
    pub(crate) fn is_stopping(&self) -> bool {
        self.is_stopping.load(Ordering::Relaxed)
    }

    pub(super) fn is_paused(&self) -> bool {
        self.is_paused.load(Ordering::Relaxed)
    }

    /// Whether no new URI may be started.
    pub(super) fn is_held(&self) -> bool {
        self.is_stopping() || self.is_paused() || self.is_waiting.load(Ordering::Relaxed)
    }
}

/// The parts of a harvest that [`Control`](super::Control) may see.
pub(super) struct Parts {
    pub(super) job: Job,
    pub(super) folder: PathBuf,
    pub(super) clock: Clock,
    pub(super) policy: Box<dyn Policy>,
    pub(super) scope: Scope,
    pub(super) traps: TrapGuard,
    pub(super) frontier: Frontier,
    pub(super) client: Client,
    pub(super) types: TypeTable,
}

impl Shared {
    pub(super) fn new(parts: Parts) -> Shared {
        let Parts { job, folder, clock, policy, scope, traps, frontier, client, types } = parts;
        Shared {
            bandwidth: Bandwidth::new(&job.limits),
            proxy: ProxyWatch::default(),
            live: RwLock::new(Arc::new(LiveSettings::new(&job))),
            archived_before: frontier.counts().archived,
            types,
            client,
            job,
            folder,
            clock,
            meter: Meter::new(),
            policy,
            scope: RwLock::new(scope),
            traps: Mutex::new(traps),
            ranged: Mutex::default(),
            switches: Switches::default(),
            hold: Mutex::default(),
            freed: Notify::new(),
            frontier: Mutex::new(Some(frontier)),
            failed: Mutex::new(None),
        }
    }

    /// Returns the name of the rule by which a stage is left out for the URI of a ticket; `None` if it is done.
    pub(super) fn skips(&self, stage: HarvestStage, ticket: &Ticket) -> Option<String> {
        let hops = std::str::from_utf8(&ticket.hops).unwrap_or_default();
        let candidate = Candidate::new(&ticket.uri, &ticket.host_name);
        let candidate = Candidate { hops, is_seed: ticket.is_seed, ..candidate };
        self.scope().skips(stage, &candidate).map(str::to_owned)
    }

    /// Returns the current time.
    pub(super) fn now(&self) -> Time {
        self.clock.now()
    }

    /// Returns the frontier, for the stages. A holder waits for nothing else.
    ///
    /// # Panics
    /// The frontier was taken. That happens only after the last stage of the last URI has ended.
    pub(super) fn frontier(&self) -> HeldFrontier<'_> {
        self.open_frontier().unwrap_or_else(|| unreachable!("a stage outlived its harvest"))
    }

    /// Returns the frontier, for callers that may come too late: `None` once the harvest has ended.
    pub(super) fn open_frontier(&self) -> Option<HeldFrontier<'_>> {
        let held = lock(&self.frontier);
        held.is_some().then_some(HeldFrontier(held))
    }

    /// Takes the frontier away for good; `None` if it was taken before.
    pub(super) fn take_frontier(&self) -> Option<Frontier> {
        lock(&self.frontier).take()
    }

    pub(super) fn scope(&self) -> RwLockReadGuard<'_, Scope> {
        self.scope.read().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the settings that may be changed while the harvest runs, as they are now.
    pub(super) fn live(&self) -> Arc<LiveSettings> {
        Arc::clone(&self.live.read().unwrap_or_else(PoisonError::into_inner))
    }

    pub(super) fn set_live(&self, settings: LiveSettings) {
        *self.live.write().unwrap_or_else(PoisonError::into_inner) = Arc::new(settings);
    }

    /// Sets the error that ends the harvest; the first one counts.
    pub(super) fn fail(&self, error: impl Into<HarvestError>) {
        lock(&self.failed).get_or_insert(error.into());
        self.switches.is_stopping.store(true, Ordering::Relaxed);
        self.freed.notify_one();
    }

    /// Takes the error that ended the harvest; `None` if there is none.
    pub(super) fn take_failure(&self) -> Option<HarvestError> {
        lock(&self.failed).take()
    }
}

/// The frontier, locked.
pub(super) struct HeldFrontier<'a>(MutexGuard<'a, Option<Frontier>>);

impl Deref for HeldFrontier<'_> {
    type Target = Frontier;

    fn deref(&self) -> &Frontier {
        // It was there when the guard was made, and nobody else can take it while it is held.
        self.0.as_ref().unwrap_or_else(|| unreachable!("the frontier is held"))
    }
}

impl DerefMut for HeldFrontier<'_> {
    fn deref_mut(&mut self) -> &mut Frontier {
        self.0.as_mut().unwrap_or_else(|| unreachable!("the frontier is held"))
    }
}

/// Locks a mutex. A thread that panicked left nothing half changed that would disturb others.
pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A clock that never goes back, even if the system's clock does.
pub(super) struct Clock {
    start: Instant,
    start_time: Time,
}

impl Clock {
    pub(super) fn new() -> Clock {
        Clock { start: Instant::now(), start_time: SystemTime::now().into() }
    }

    pub(super) fn now(&self) -> Time {
        self.start_time + self.start.elapsed()
    }

    /// Time since the run began.
    pub(super) fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }

    /// Returns the instant of a time in the future.
    pub(super) fn instant(&self, time: Time) -> Instant {
        self.start + time.since(self.start_time)
    }
}
