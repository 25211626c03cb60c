//! Stopping a scheduler and the jobs it runs.

use super::News;
use crate::crawl::{HarvestEvent, HarvestWatch, RelayingWatch};
use std::collections::BTreeMap;
use std::sync::mpsc::Sender;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use stodola_crawl::Control;
use stodola_judge::Verdict;

/// Stops a [`Scheduler`](super::Scheduler) from another thread. Cheap to clone.
#[derive(Clone)]
pub struct Stopper {
    ears: Arc<Ears>,
    news: Sender<News>,
}

impl Stopper {
    pub(super) fn new(ears: &Arc<Ears>, news: &Sender<News>) -> Stopper {
        Stopper { ears: Arc::clone(ears), news: news.clone() }
    }

    /// Lets the scheduler look for jobs that have something to do, instead of waiting for its next look.
    pub fn look(&self) {
        // The receiver is gone only if the scheduler has ended.
        let _ = self.news.send(News::Look);
    }

    /// Lets the running jobs finish their current requests and end; no others are started. A second call does nothing.
    pub fn stop(&self) {
        let mut jobs = self.ears.jobs();
        jobs.is_stopping = true;
        jobs.controls.values().for_each(Control::stop);
        drop(jobs);
        // The receiver is gone only if the scheduler has ended.
        let _ = self.news.send(News::Stop);
    }
}

/// Passes on the events of jobs, and keeps the controls of running jobs.
pub(super) struct Ears {
    watch: Arc<dyn HarvestWatch>,
    jobs: Mutex<Jobs>,
}

#[derive(Default)]
struct Jobs {
    is_stopping: bool,
    controls: BTreeMap<String, Control>,
}

impl Ears {
    pub(super) fn new(watch: &Arc<dyn HarvestWatch>) -> Ears {
        Ears { watch: Arc::clone(watch), jobs: Mutex::default() }
    }

    fn jobs(&self) -> MutexGuard<'_, Jobs> {
        self.jobs.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl RelayingWatch for Ears {
    fn inner(&self) -> &dyn HarvestWatch {
        &*self.watch
    }
}

impl HarvestWatch for Ears {
    fn tell(&self, event: &HarvestEvent<'_>) {
        self.watch.tell(event);
        match event {
            HarvestEvent::Started(started) => {
                let mut jobs = self.jobs();
                // The scheduler was stopped while the job was being opened.
                if jobs.is_stopping {
                    started.control.stop();
                }
                jobs.controls.insert(started.job.to_owned(), started.control.clone());
            }
            HarvestEvent::Closed { job } => {
                self.jobs().controls.remove(*job);
            }
            _ => {}
        }
    }

    fn judged(&self, uri: &[u8], verdict: &Verdict) {
        self.watch.judged(uri, verdict);
    }
}
