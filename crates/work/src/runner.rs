//! Does the work of the queue: in threads of its own, as many at a time as each package may have.
//!
//! One process at a time runs the requests of an archive (`work.lock`). A [`WorkRunner`] takes that duty as soon as it
//! is free. Whoever has it puts back what another process left unfinished when it ended.

mod desk;
mod job;

use crate::error::WorkError;
use crate::package::WorkPackage;
use crate::queue::{PendingNews, WorkQueue};
use crate::settings::WorkSettings;
use crate::time::WorkClock;
use desk::{Desk, Until};
use std::path::PathBuf;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;

/// Interval of looking whether the duty is free.
const STAND_BY: Duration = Duration::from_secs(2);
/// Time after which a runner that failed tries again.
const AFTER_FAILURE: Duration = Duration::from_secs(10);

/// What a runner needs.
#[derive(Clone)]
pub struct RunnerSettings {
    /// The archive folder.
    pub archive: PathBuf,
    /// Those who do the work.
    pub packages: Arc<[Box<dyn WorkPackage>]>,
    /// The settings as they are now; asked before each request.
    pub settings: Arc<dyn Fn() -> WorkSettings + Send + Sync>,
    /// The clock.
    pub clock: Arc<dyn WorkClock>,
    /// Is told of requests that have ended.
    pub listener: Arc<dyn WorkListener>,
    /// The command of this process, for others who want to run requests.
    pub command: String,
}

/// Is told of requests that have ended, so that owners can be told.
pub trait WorkListener: Send + Sync {
    /// A request has ended. May be told twice, if the process is killed meanwhile. Must return quickly.
    fn ended(&self, news: &PendingNews);
}

/// What was worked off.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct WorkedOff {
    /// Requests that have a result now.
    pub done: u64,
    /// Requests that could not be done.
    pub failed: u64,
}

/// What the threads of a runner share.
#[derive(Default)]
struct Shared {
    state: Mutex<State>,
    /// Wakes up whoever gives out work.
    bell: Condvar,
}

#[derive(Default)]
struct State {
    is_stopping: bool,
    /// Somebody knows of something to do.
    is_called: bool,
    /// Requests that threads of this runner work on.
    running: Vec<i64>,
    worked_off: WorkedOff,
}

impl Shared {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits for a time, or until somebody calls.
    fn rest(&self, time: Duration) {
        let is_quiet = |state: &mut State| !state.is_stopping && !state.is_called;
        let waited = self.bell.wait_timeout_while(self.state(), time, is_quiet);
        waited.unwrap_or_else(PoisonError::into_inner).0.is_called = false;
    }

    fn is_stopping(&self) -> bool {
        self.state().is_stopping
    }
}

/// Runs requests beside other work of the process, until it is stopped.
pub struct WorkRunner {
    shared: Arc<Shared>,
    thread: Mutex<Option<JoinHandle<()>>>,
}

impl WorkRunner {
    /// Starts to run the requests of an archive. While another process does that, it stands by.
    pub fn start(settings: RunnerSettings) -> Result<WorkRunner, WorkError> {
        let shared = Arc::new(Shared::default());
        let own = Arc::clone(&shared);
        let work = move || serve(&own, &settings);
        let thread = std::thread::Builder::new().name("requests".to_owned()).spawn(work);
        let thread = thread.map_err(WorkError::Thread)?;
        Ok(WorkRunner { shared, thread: Mutex::new(Some(thread)) })
    }

    /// Lets it look for something to do, instead of waiting for its next look.
    pub fn look(&self) {
        self.shared.state().is_called = true;
        self.shared.bell.notify_all();
    }

    /// Lets running work end where it can; what is not finished waits again. No other work is begun.
    pub fn stop(&self) {
        self.shared.state().is_stopping = true;
        self.shared.bell.notify_all();
    }

    /// Waits until it has ended, after [`WorkRunner::stop`]: at most ten seconds for work that does not notice.
    pub fn wait(&self) {
        let thread = self.thread.lock().unwrap_or_else(PoisonError::into_inner).take();
        if thread.map(JoinHandle::join).is_some_and(|ended| ended.is_err()) {
            tracing::error!("the thread that runs requests has panicked");
        }
    }

    /// Works off what waits, and returns. [`WorkError::Busy`] if another process runs the requests.
    pub fn work_off(settings: &RunnerSettings) -> Result<WorkedOff, WorkError> {
        if !WorkQueue::exists(&settings.archive) {
            return Ok(WorkedOff::default());
        }
        let shared = Arc::new(Shared::default());
        Desk::open(settings, &shared)?.work(Until::Idle)?;
        let worked_off = shared.state().worked_off;
        Ok(worked_off)
    }
}

/// Runs requests until it is stopped.
fn serve(shared: &Arc<Shared>, settings: &RunnerSettings) {
    while !shared.is_stopping() {
        // Nothing is made in an archive of which nobody has asked anything.
        if !WorkQueue::exists(&settings.archive) {
            shared.rest(STAND_BY);
            continue;
        }
        let rest = match Desk::open(settings, shared).and_then(|mut desk| desk.work(Until::Stopped))
        {
            Ok(()) => Duration::ZERO,
            Err(WorkError::Busy { .. }) => STAND_BY,
            Err(error) => {
                tracing::error!(%error, "requests cannot be run");
                AFTER_FAILURE
            }
        };
        // Somebody may call while another process has the duty; that process hears of it at its next look.
        shared.rest(rest);
    }
}
