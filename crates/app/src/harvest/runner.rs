//! Running the jobs of an archive beside other work of the process, such as a server; and asking who runs them.
//!
//! One process at a time has the duty to run the jobs of an archive. A [`HarvestRunner`] takes it as soon as it is
//! free, and until then stands by: the archive is read, and harvests are steered over their sockets.

use super::{HarvestSettings, Scheduler, Stopper};
use crate::crawl::{CrawlError, HarvestEvent, HarvestWatch, JobWish, wish};
use crate::job::folder_of;
use std::path::Path;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;
use stodola_archive::{Archive, Holder};

/// Interval of looking whether the duty is free.
const STAND_BY: Duration = Duration::from_secs(2);
/// Time after which a scheduler that failed is started again.
const AFTER_FAILURE: Duration = Duration::from_secs(60);

/// Who runs the jobs of an archive, and who has the archive now.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct HarvestsRunBy {
    /// The process that runs jobs when they are due, this one or another; `None` if nobody does.
    pub runner: Option<Holder>,
    /// The process that changes the archive now; `None` if nobody does.
    pub holder: Option<Holder>,
}

/// Returns who runs the jobs of an archive. Nobody is disturbed.
pub fn run_by(archive: &Archive) -> HarvestsRunBy {
    HarvestsRunBy { runner: archive.on_duty(), holder: archive.held_by() }
}

/// Asks something of a job of an archive that does not run. Whichever process runs the jobs does it: within ten
/// seconds, or when it is started. The job must exist.
pub fn ask_job(archive: &Path, job: &str, wish: JobWish) -> Result<(), CrawlError> {
    match folder_of(archive, job) {
        Some(folder) => wish::ask(&folder, wish),
        None => {
            let (job, archive) = (job.to_owned(), archive.to_owned());
            Err(CrawlError::NoSuchJob { job, archive })
        }
    }
}

/// Returns what was asked of a job and has not happened yet; `None` if nothing was asked.
pub fn wish_of(archive: &Path, job: &str) -> Option<JobWish> {
    wish::read(&folder_of(archive, job)?)
}

/// Runs the jobs of an archive in a thread of its own, as a watching [`Scheduler`] does.
pub struct HarvestRunner {
    shared: Arc<Shared>,
    thread: Mutex<Option<JoinHandle<()>>>,
}

struct Shared {
    state: Mutex<State>,
    /// Wakes the thread up while it waits.
    bell: Condvar,
}

#[derive(Default)]
struct State {
    is_stopping: bool,
    /// Stops the scheduler that runs now.
    stopper: Option<Stopper>,
}

impl Shared {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits for a time, or until somebody stops the runner. Returns whether it goes on.
    fn rest(&self, time: Duration) -> bool {
        let is_going_on = |state: &mut State| !state.is_stopping;
        let waited = self.bell.wait_timeout_while(self.state(), time, is_going_on);
        !waited.unwrap_or_else(PoisonError::into_inner).0.is_stopping
    }
}

impl HarvestRunner {
    /// Starts to run the jobs of an archive. `settings.is_watching` has no meaning: it always watches.
    pub fn start(
        settings: HarvestSettings,
        watch: &Arc<dyn HarvestWatch>,
    ) -> Result<HarvestRunner, CrawlError> {
        let settings = HarvestSettings { is_watching: true, ..settings };
        let shared = Arc::new(Shared { state: Mutex::default(), bell: Condvar::new() });
        let (own, watch) = (Arc::clone(&shared), Arc::clone(watch));
        let work = move || run(&own, &settings, &watch);
        let thread = std::thread::Builder::new().name("harvests".to_owned()).spawn(work);
        let thread = thread.map_err(CrawlError::Thread)?;
        Ok(HarvestRunner { shared, thread: Mutex::new(Some(thread)) })
    }

    /// Lets it look for jobs that have something to do, instead of waiting for its next look.
    pub fn look(&self) {
        if let Some(stopper) = &self.shared.state().stopper {
            stopper.look();
        }
    }

    /// Lets the running jobs finish their current requests and end; no others are started.
    pub fn stop(&self) {
        let mut state = self.shared.state();
        state.is_stopping = true;
        if let Some(stopper) = &state.stopper {
            stopper.stop();
        }
        self.shared.bell.notify_all();
    }

    /// Waits until all jobs have ended, after [`HarvestRunner::stop`].
    pub fn wait(&self) {
        let thread = self.thread.lock().unwrap_or_else(PoisonError::into_inner).take();
        if thread.map(JoinHandle::join).is_some_and(|ended| ended.is_err()) {
            tracing::error!("the thread that runs harvests has panicked");
        }
    }
}

/// Runs schedulers until it is stopped.
fn run(shared: &Shared, settings: &HarvestSettings, watch: &Arc<dyn HarvestWatch>) {
    let mut elsewhere = None;
    while !shared.state().is_stopping {
        let rest = match Scheduler::new(settings.clone(), watch) {
            Ok(scheduler) if scheduler.is_on_duty() => {
                elsewhere = None;
                run_one(shared, scheduler, watch)
            }
            Ok(_) => {
                tell_elsewhere(settings, watch, &mut elsewhere);
                STAND_BY
            }
            Err(error) => {
                watch.tell(&HarvestEvent::Failed { job: None, error: &error });
                AFTER_FAILURE
            }
        };
        if !shared.rest(rest) {
            return;
        }
    }
}

/// Runs a scheduler. Returns after what time the next one is started, if it was not stopped.
fn run_one(shared: &Shared, scheduler: Scheduler, watch: &Arc<dyn HarvestWatch>) -> Duration {
    {
        let mut state = shared.state();
        if state.is_stopping {
            return Duration::ZERO;
        }
        state.stopper = Some(scheduler.stopper());
    }
    let ended = scheduler.run();
    shared.state().stopper = None;
    if let Err(error) = ended {
        watch.tell(&HarvestEvent::Failed { job: None, error: &error });
    }
    // It ends by itself only after a failure.
    AFTER_FAILURE
}

/// Says, once for each process, that another one runs the jobs.
fn tell_elsewhere(
    settings: &HarvestSettings,
    watch: &Arc<dyn HarvestWatch>,
    told: &mut Option<Holder>,
) {
    let Ok(archive) = Archive::open(&settings.archive) else { return };
    // It may have ended meanwhile; then the duty is taken at the next look.
    let Some(holder) = archive.on_duty() else { return };
    if told.as_ref() != Some(&holder) {
        watch.tell(&HarvestEvent::RunElsewhere { holder: &holder });
        *told = Some(holder);
    }
}
