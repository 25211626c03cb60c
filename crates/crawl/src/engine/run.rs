//! The run: a dispatcher that keeps the slots filled, and a thread that makes things safe.

use super::progress::{Meter, Progress};
use super::{Engine, HarvestError, lock};
use crate::logs::{Changes, Reports, Summary};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex};
use std::time::{Duration, Instant};
use stodola_frontier::{Next, Ticket, Time};
use tokio::task::JoinSet;

/// What is finished is safe after so long at most.
const COMMIT_EVERY: Duration = Duration::from_millis(250);
/// So many bytes of events are not kept waiting.
const COMMIT_BYTES: usize = 4 << 20;
/// URIs of closed hosts that are settled in one go.
const CLOSED_AT_ONCE: usize = 1000;
const SWEEP_EVERY: Duration = Duration::from_secs(1);
/// How often the log of progress gets a line.
const SAMPLE_EVERY: Duration = Duration::from_secs(20);

/// Why a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    /// Every URI found has an outcome.
    Finished,
    /// It was told to.
    Stopped,
    /// The job has as many documents as it may.
    Documents,
    /// The job has as many bytes as it may.
    Bytes,
    /// The run took as long as it may.
    Time,
}

/// What a run came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// Why it ended.
    pub ended: Ended,
    /// How far it came.
    pub progress: Progress,
    /// What the round found so far, beside what the archive had before it.
    pub changes: Changes,
    /// The outcomes of the round so far, earlier runs included.
    pub summary: Summary,
}

impl Report {
    /// Whether every URI has an outcome. Seeds that were added in the last moment may still wait.
    pub fn is_finished(&self) -> bool {
        self.ended == Ended::Finished && self.summary.waiting == 0
    }
}

pub(super) async fn run(engine: Arc<Engine>) -> Result<Report, HarvestError> {
    lock(&engine.logs).begin(engine.now(), engine.progress())?;
    let committer = Committer::start(&engine);
    let ended = dispatch(&engine).await;
    // The last commit is part of closing.
    committer.stop();
    let progress = engine.progress();
    let engine = alone(engine).await?;
    let failed = lock(&engine.failed).take();
    let now = engine.now();
    if failed.is_none() {
        engine.sink.sync().map_err(HarvestError::Sink)?;
    }
    let mut frontier =
        engine.frontier.into_inner().unwrap_or_else(|poisoned| poisoned.into_inner());
    let mut logs = engine.logs.into_inner().unwrap_or_else(|poisoned| poisoned.into_inner());
    match (failed, ended) {
        // What was not committed cannot be trusted to be in the sink.
        (Some(error), _) | (None, Err(error)) => {
            // The first failure is the one to be told.
            let _ = logs.end(now, None);
            Err(error)
        }
        (None, Ok(ended)) => {
            frontier.commit(now)?;
            logs.catch_up(&frontier.tail(), |place| frontier.entry(place))?;
            logs.sample(now, progress, &frontier.depths(now))?;
            frontier.close(now)?;
            logs.checkpoint()?;
            logs.end(now, Some(ended))?;
            let reports =
                Reports::read(&engine.folder, &engine.job.name, engine.job.as_national())?;
            reports.write_all(&engine.folder)?;
            let (changes, summary) = (reports.changes(), reports.summary());
            Ok(Report { ended, progress, changes, summary })
        }
    }
}

/// Waits until nobody else looks at the engine: those who watch it do so for a moment only.
async fn alone(mut engine: Arc<Engine>) -> Result<Engine, HarvestError> {
    for _ in 0..5000 {
        match Arc::try_unwrap(engine) {
            Ok(engine) => return Ok(engine),
            Err(shared) => engine = shared,
        }
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
    Err(HarvestError::Worker("somebody still uses the harvest".to_owned()))
}

/// Hands out tickets until there are no more.
async fn dispatch(engine: &Arc<Engine>) -> Result<Ended, HarvestError> {
    let workers = engine.job.fetch.workers as usize;
    let slots = Arc::new(AtomicUsize::new(0));
    let mut tasks = JoinSet::new();
    let mut swept = Instant::now();
    // Since when a slot has been free that nothing was found for.
    let mut idle_since = engine.now();
    let ended = loop {
        let mut wake = Duration::from_secs(1);
        let mut is_empty = false;
        let mut limit = None;
        while slots.load(Ordering::Acquire) < workers && !engine.is_held() {
            limit = reached(engine);
            if limit.is_some() {
                break;
            }
            match take(engine)? {
                Taken::Ticket(ticket) => {
                    let late = engine.now().since(ticket.ready_at.max(idle_since));
                    Meter::add(&engine.meter.idle, late.as_micros() as u64);
                    slots.fetch_add(1, Ordering::AcqRel);
                    tasks.spawn(work(Arc::clone(engine), ticket, Arc::clone(&slots)));
                }
                Taken::Wait(until) => {
                    let instant = engine.clock.instant(until);
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
            idle_since = engine.now();
        }
        if busy == 0 {
            match limit {
                Some(Reached::Now(ended)) => break ended,
                _ if engine.is_stopping() => break Ended::Stopped,
                _ if is_empty => break Ended::Finished,
                _ => {}
            }
        }
        while let Some(result) = tasks.try_join_next() {
            result.map_err(|error| HarvestError::Worker(error.to_string()))?;
        }
        if swept.elapsed() >= SWEEP_EVERY {
            engine.sessions.sweep();
            swept = Instant::now();
        }
        // Timers of tokio are a millisecond late at worst; politeness does not mind.
        tokio::select! {
            () = engine.freed.notified() => {}
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
    // Given back even if the work panics.
    let _slot = Slot { slots, engine: Arc::clone(&engine) };
    let mut next = Some(ticket);
    while let Some(ticket) = next {
        let begin = Instant::now();
        engine.visit(ticket).await;
        Meter::add(&engine.meter.busy, begin.elapsed().as_micros() as u64);
        next = None;
        if !engine.is_held() && reached(&engine).is_none() {
            match take(&engine) {
                Ok(Taken::Ticket(ticket)) => next = Some(ticket),
                Ok(_) => {}
                Err(error) => engine.fail(error),
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
        self.engine.freed.notify_one();
    }
}

enum Taken {
    Ticket(Box<Ticket>),
    Wait(Time),
    Later,
    Empty,
}

/// The next ticket that has to be worked on; those of closed hosts are settled here.
fn take(engine: &Engine) -> Result<Taken, HarvestError> {
    let mut frontier = engine.frontier();
    // Others want the frontier too, however much waits for a closed host.
    for _ in 0..CLOSED_AT_ONCE {
        let now = engine.now();
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
    Ok(Taken::Wait(engine.now()))
}

/// How a limit of the whole job stands in the way.
enum Reached {
    /// It is reached.
    Now(Ended),
    /// Those in flight will reach it.
    Soon,
}

fn reached(engine: &Engine) -> Option<Reached> {
    let limits = engine.limits();
    if limits.time.get().is_some_and(|time| engine.meter.start.elapsed() >= time.duration()) {
        return Some(Reached::Now(Ended::Time));
    }
    let (documents, bytes) = (limits.documents.get(), limits.bytes.get());
    if documents.is_none() && bytes.is_none() {
        return None;
    }
    let frontier = engine.frontier();
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
            let mut sampled = Instant::now();
            loop {
                let wait = bell.wait_timeout_while(lock(is_over), COMMIT_EVERY, |over| !*over);
                let is_last = *wait.unwrap_or_else(|poisoned| poisoned.into_inner()).0;
                let mut result = commit(&engine);
                if result.is_ok() && sampled.elapsed() >= SAMPLE_EVERY {
                    sampled = Instant::now();
                    result = sample(&engine);
                }
                if let Err(error) = result {
                    engine.fail(error);
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
            // It has told of its own failures.
            let _ = thread.join();
        }
    }
}

/// Makes safe what is finished: captures first, then the log that says so.
fn commit(engine: &Engine) -> Result<(), HarvestError> {
    loop {
        let now = engine.now();
        let Some(commit) = engine.frontier().begin_commit(now)? else {
            if engine.wants_checkpoint.swap(false, Ordering::AcqRel) {
                let mut frontier = engine.frontier();
                // Something may have come in since, and its captures must be safe first.
                engine.sink.sync().map_err(HarvestError::Sink)?;
                frontier.checkpoint(now)?;
                engine.checkpoints.fetch_add(1, Ordering::AcqRel);
            }
            return Ok(());
        };
        let written =
            engine.sink.sync().map_err(HarvestError::Sink).and_then(|()| Ok(commit.write()?));
        let mut frontier = engine.frontier();
        frontier.end_commit(written.is_ok());
        written?;
        let is_asked = engine.wants_checkpoint.swap(false, Ordering::AcqRel);
        let wants_checkpoint = is_asked || frontier.wants_checkpoint();
        if wants_checkpoint {
            // What came in meanwhile is committed too, so its captures must be safe.
            engine.sink.sync().map_err(HarvestError::Sink)?;
            frontier.checkpoint(now)?;
            engine.checkpoints.fetch_add(u64::from(is_asked), Ordering::AcqRel);
        }
        let (tail, is_enough) = (frontier.tail(), frontier.uncommitted() < COMMIT_BYTES);
        drop(frontier);
        let mut logs = lock(&engine.logs);
        logs.catch_up(&tail, |place| engine.frontier().entry(place))?;
        if wants_checkpoint {
            logs.checkpoint()?;
        }
        if is_enough {
            return Ok(());
        }
    }
}

/// Adds a line to the log of progress.
fn sample(engine: &Engine) -> Result<(), HarvestError> {
    let (now, progress) = (engine.now(), engine.progress());
    let depths = engine.frontier().depths(now);
    Ok(lock(&engine.logs).sample(now, progress, &depths)?)
}
