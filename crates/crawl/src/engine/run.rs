//! The run: a dispatcher that keeps the workers busy, and a thread that commits.

use super::progress::{Meter, Progress};
use super::shared::{Shared, lock};
use super::trace::trace_end;
use super::{Engine, HarvestError};
use crate::logs::{Changes, Reports, RoundSummary};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex};
use std::time::{Duration, Instant};
use stodola_frontier::{Next, Ticket, Time};
use tokio::task::JoinSet;

/// Maximum time between two commits of finished URIs.
const COMMIT_EVERY: Duration = Duration::from_millis(250);
/// Number of bytes of uncommitted events from which on the next commit follows at once.
const COMMIT_BYTES: usize = 4 << 20;
/// Number of URIs of closed hosts that are settled at a time.
const CLOSED_AT_ONCE: usize = 1000;
const SWEEP_EVERY: Duration = Duration::from_secs(1);
/// Time between two looks at clock, disk and memory.
const LOOK_EVERY: Duration = Duration::from_secs(1);
/// Time between two lines of the progress log.
const SAMPLE_EVERY: Duration = Duration::from_secs(20);

/// Why a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    /// Every URI found has an outcome.
    Finished,
    /// [`Control::stop`](super::Control::stop) was called.
    Stopped,
    /// The limit on the documents of the job was reached.
    Documents,
    /// The limit on the bytes of the job was reached.
    Bytes,
    /// The limit on the time of the run was reached.
    Time,
    /// The process had more memory than the job allows, and waiting did not help.
    Memory,
}

/// The result of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// Why it ended.
    pub ended: Ended,
    /// The numbers at the end of the run.
    pub progress: Progress,
    /// The round so far, compared with what the archive had before it.
    pub changes: Changes,
    /// The outcomes of the round so far, earlier runs included.
    pub summary: RoundSummary,
    /// Sources whose part that is archived has fallen since the round before, as far as the job wants to know.
    pub fallen: Vec<String>,
}

impl Report {
    /// Whether every URI has an outcome. Seeds that were added at the last moment may still wait.
    pub fn is_finished(&self) -> bool {
        self.ended == Ended::Finished && self.summary.waiting == 0
    }
}

/// Runs a harvest to its end. It does not wait for callers of [`Control`](super::Control): the frontier is taken from
/// them.
pub(super) async fn run(engine: Arc<Engine>) -> Result<Report, HarvestError> {
    let shared = &*engine.shared;
    lock(&engine.logs).begin(shared.now(), shared.progress().unwrap_or_default())?;
    shared.trace_start();
    // Before the first request: it may be no time for it.
    shared.look_around(engine.keeping.folder());
    let committer = Committer::start(&engine);
    let ended = dispatch(&engine).await;
    // Closing includes the last commit.
    committer.stop();
    let ended = match shared.take_failure() {
        None => ended,
        // The first failure is the one to report.
        Some(error) => Err(error),
    };
    let ended = ended.inspect_err(|_| {
        // The store may have lost what was not committed, so nothing more is committed.
        let _ = lock(&engine.logs).end(shared.now(), None);
    })?;
    close(&engine, ended)
}

/// Writes the last checkpoint, logs and reports of a harvest that ended without an error.
fn close(engine: &Engine, ended: Ended) -> Result<Report, HarvestError> {
    let shared = &*engine.shared;
    let progress = shared.progress().unwrap_or_default();
    engine.keeping.sync()?;
    engine.credentials.save()?;
    // All stages have ended, so only callers of `Control` can still change something; from here on they get an error.
    let Some(mut frontier) = shared.take_frontier() else {
        return Err(HarvestError::Worker("the harvest was closed twice".to_owned()));
    };
    let now = shared.now();
    let mut logs = lock(&engine.logs);
    frontier.commit(now)?;
    logs.catch_up(&frontier.tail(), |place| frontier.entry(place))?;
    logs.sample(now, progress, &frontier.depths(now))?;
    frontier.close(now)?;
    logs.checkpoint()?;
    logs.end(now, Some(ended))?;
    let (folder, job) = (&shared.folder, &shared.job);
    let reports = Reports::read_with_sources(folder, &job.name, job.as_national())?;
    reports.write_all(folder)?;
    let (changes, summary) = (reports.changes(), reports.summary());
    let fallen = reports.completeness().alarming(&shared.live().alarms);
    let fallen = fallen.into_iter().map(|row| row.source.clone()).collect();
    let report = Report { ended, progress, changes, summary, fallen };
    trace_end(&job.name, &report);
    Ok(report)
}

/// Hands out tickets until there are no more.
async fn dispatch(engine: &Arc<Engine>) -> Result<Ended, HarvestError> {
    let slots = Arc::new(AtomicUsize::new(0));
    let mut tasks = JoinSet::new();
    let mut swept = Instant::now();
    // Since when a slot has been free for which no URI was found.
    let mut idle_since = engine.shared.now();
    let ended = loop {
        let mut wake = Duration::from_secs(1);
        let workers = engine.shared.live().workers as usize;
        let mut is_empty = false;
        let mut limit = None;
        while slots.load(Ordering::Acquire) < workers && !engine.shared.switches.is_held() {
            limit = reached(&engine.shared);
            if limit.is_some() {
                break;
            }
            let busy = slots.load(Ordering::Acquire);
            if let Some(rest) = engine.shared.proxy.rest(engine.shared.now(), busy) {
                wake = wake.min(rest);
                break;
            }
            match take(&engine.shared)? {
                Taken::Ticket(ticket) => {
                    let late = engine.shared.now().since(ticket.ready_at.max(idle_since));
                    Meter::add(&engine.shared.meter.idle, late.as_micros() as u64);
                    slots.fetch_add(1, Ordering::AcqRel);
                    tasks.spawn(work(Arc::clone(engine), ticket, Arc::clone(&slots)));
                }
                Taken::Wait(until) => {
                    let instant = engine.shared.clock.instant(until);
                    wake = wake.min(instant.saturating_duration_since(Instant::now()));
                    break;
                }
                Taken::Later => break,
                Taken::Empty => {
                    is_empty = true;
                    break;
                }
            }
        }
        let busy = slots.load(Ordering::Acquire);
        if busy < workers {
            idle_since = engine.shared.now();
        }
        if busy == 0 {
            match limit {
                Some(Reached::Now(ended)) => break ended,
                _ if engine.shared.switches.is_stopping() => break Ended::Stopped,
                _ if engine.shared.has_no_memory() => break Ended::Memory,
                _ if is_empty => break Ended::Finished,
                _ => {}
            }
        }
        while let Some(result) = tasks.try_join_next() {
            result.map_err(|error| HarvestError::Worker(error.to_string()))?;
        }
        if swept.elapsed() >= SWEEP_EVERY {
            engine.network.sessions.sweep();
            engine.shared.bandwidth.sweep();
            swept = Instant::now();
        }
        // Timers of tokio are at most a millisecond late, which does not affect politeness.
        tokio::select! {
            () = engine.shared.freed.notified() => {}
            () = tokio::time::sleep(wake.max(Duration::from_micros(200))) => {}
        }
    };
    while let Some(result) = tasks.join_next().await {
        result.map_err(|error| HarvestError::Worker(error.to_string()))?;
    }
    Ok(ended)
}

/// Works on one URI after another as long as some are ready.
async fn work(engine: Arc<Engine>, ticket: Box<Ticket>, slots: Arc<AtomicUsize>) {
    // Released even if the work panics.
    let _slot = Slot { slots: Arc::clone(&slots), engine: Arc::clone(&engine) };
    let mut next = Some(ticket);
    while let Some(ticket) = next {
        let begin = Instant::now();
        engine.visit(ticket).await;
        Meter::add(&engine.shared.meter.busy, begin.elapsed().as_micros() as u64);
        next = None;
        // Somebody may have asked for fewer workers meanwhile.
        let is_wanted = slots.load(Ordering::Acquire) <= engine.shared.live().workers as usize;
        let is_held = engine.shared.switches.is_held() || engine.shared.proxy.trouble().is_some();
        if is_wanted && !is_held && reached(&engine.shared).is_none() {
            match take(&engine.shared) {
                Ok(Taken::Ticket(ticket)) => next = Some(ticket),
                Ok(_) => {}
                Err(error) => engine.shared.fail(error),
            }
        }
    }
}

struct Slot {
    slots: Arc<AtomicUsize>,
    engine: Arc<Engine>,
}

impl Drop for Slot {
    fn drop(&mut self) {
        self.slots.fetch_sub(1, Ordering::AcqRel);
        self.engine.shared.freed.notify_one();
    }
}

enum Taken {
    Ticket(Box<Ticket>),
    Wait(Time),
    Later,
    Empty,
}

/// Takes the next ticket that has to be worked on; those of closed hosts are settled here.
fn take(shared: &Shared) -> Result<Taken, HarvestError> {
    let mut frontier = shared.frontier();
    // A limit, so that other threads get the frontier too, however many URIs wait for a closed host.
    for _ in 0..CLOSED_AT_ONCE {
        let now = shared.now();
        match frontier.next(now)? {
            Next::Go(ticket) => match ticket.closed {
                Some(closed) => {
                    frontier.finish(&ticket, closed.outcome(), &closed.detail(), 0, None, now);
                }
                None => return Ok(Taken::Ticket(ticket)),
            },
            Next::Wait(until) => return Ok(Taken::Wait(until)),
            Next::InFlight => return Ok(Taken::Later),
            Next::Empty => return Ok(Taken::Empty),
        }
    }
    Ok(Taken::Wait(shared.now()))
}

/// Whether a limit of the job prevents further URIs from being started.
enum Reached {
    /// The limit is reached.
    Now(Ended),
    /// The URIs in flight may reach it.
    Soon,
}

fn reached(shared: &Shared) -> Option<Reached> {
    let live = shared.live();
    let limits = &live.limits;
    if limits.time.get().is_some_and(|time| shared.meter.start.elapsed() >= time.duration()) {
        return Some(Reached::Now(Ended::Time));
    }
    let (documents, bytes) = (limits.documents.get(), limits.bytes.get());
    if documents.is_none() && bytes.is_none() {
        return None;
    }
    let frontier = shared.frontier();
    let (counts, in_flight) = (frontier.counts(), frontier.in_flight() as u64);
    if bytes.is_some_and(|limit| counts.bytes >= limit.bytes()) {
        return Some(Reached::Now(Ended::Bytes));
    }
    match documents {
        Some(limit) if counts.archived >= limit => Some(Reached::Now(Ended::Documents)),
        Some(limit) if counts.archived + in_flight >= limit => Some(Reached::Soon),
        _ => None,
    }
}

/// The thread that commits.
struct Committer {
    thread: Option<std::thread::JoinHandle<()>>,
    shared: Arc<(Mutex<bool>, Condvar)>,
}

impl Committer {
    fn start(engine: &Arc<Engine>) -> Committer {
        let shared = Arc::new((Mutex::new(false), Condvar::new()));
        let (engine, theirs) = (Arc::clone(engine), Arc::clone(&shared));
        let thread = std::thread::spawn(move || {
            let (is_over, bell) = &*theirs;
            let (mut sampled, mut looked) = (Instant::now(), Instant::now());
            loop {
                let wait = bell.wait_timeout_while(lock(is_over), COMMIT_EVERY, |over| !*over);
                let is_last = *wait.unwrap_or_else(|poisoned| poisoned.into_inner()).0;
                if looked.elapsed() >= LOOK_EVERY {
                    looked = Instant::now();
                    engine.shared.look_around(engine.keeping.folder());
                }
                let mut result = commit(&engine);
                if result.is_ok() && sampled.elapsed() >= SAMPLE_EVERY {
                    sampled = Instant::now();
                    result = sample(&engine);
                }
                if let Err(error) = result {
                    engine.shared.fail(error);
                    return;
                }
                if is_last {
                    return;
                }
            }
        });
        Committer { thread: Some(thread), shared }
    }

    fn stop(mut self) {
        *lock(&self.shared.0) = true;
        self.shared.1.notify_all();
        if let Some(thread) = self.thread.take() {
            // The thread has reported its own failures.
            let _ = thread.join();
        }
    }
}

/// Commits finished URIs: captures are synced first, then the log that refers to them is written.
fn commit(engine: &Engine) -> Result<(), HarvestError> {
    loop {
        let now = engine.shared.now();
        let Some(commit) = engine.shared.frontier().begin_commit(now)? else {
            if engine.shared.switches.wants_checkpoint.swap(false, Ordering::AcqRel) {
                let mut frontier = engine.shared.frontier();
                // Something may have been added since, and its captures must be safe first.
                engine.keeping.sync()?;
                frontier.checkpoint(now)?;
                engine.shared.switches.checkpoints.fetch_add(1, Ordering::AcqRel);
                drop(frontier);
                engine.shared.trace_checkpoint();
            }
            return Ok(());
        };
        let begun = Instant::now();
        let written = engine.keeping.sync().and_then(|()| Ok(commit.write()?));
        let mut frontier = engine.shared.frontier();
        frontier.end_commit(written.is_ok());
        written?;
        let is_asked = engine.shared.switches.wants_checkpoint.swap(false, Ordering::AcqRel);
        let wants_checkpoint = is_asked || frontier.wants_checkpoint();
        if wants_checkpoint {
            // What was added meanwhile is committed too, so its captures must be safe.
            engine.keeping.sync()?;
            frontier.checkpoint(now)?;
            engine.shared.switches.checkpoints.fetch_add(u64::from(is_asked), Ordering::AcqRel);
        }
        let (tail, is_enough) = (frontier.tail(), frontier.uncommitted() < COMMIT_BYTES);
        drop(frontier);
        engine.shared.trace_commit(begun);
        if wants_checkpoint {
            engine.credentials.save()?;
            engine.shared.trace_checkpoint();
        }
        let mut logs = lock(&engine.logs);
        logs.catch_up(&tail, |place| engine.shared.frontier().entry(place))?;
        if wants_checkpoint {
            logs.checkpoint()?;
        }
        if is_enough {
            return Ok(());
        }
    }
}

/// Adds a line to the progress log.
fn sample(engine: &Engine) -> Result<(), HarvestError> {
    let (now, progress) = (engine.shared.now(), engine.shared.progress().unwrap_or_default());
    let depths = engine.shared.frontier().depths(now);
    Ok(lock(&engine.logs).sample(now, progress, &depths)?)
}
