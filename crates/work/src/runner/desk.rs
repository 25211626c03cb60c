//! Gives out work: claims requests, starts a thread for each, tells owners, keeps saved files up to date.

use super::job::{self, Job};
use super::{RunnerSettings, Shared};
use crate::error::WorkError;
use crate::note::QueueNote;
use crate::queue::{ClaimedRequest, OpenedContent, RunEnd, WorkQueue};
use crate::save::save_below;
use crate::settings::WorkSettings;
use std::io::Read;
use std::sync::Arc;
use std::time::{Duration, Instant};
use stodola_durable::{Lock, LockError};

/// The name of the lock in the folder of an archive.
const LOCK: &str = "work.lock";
/// Interval of looking for requests of other processes.
const LOOK_EVERY: Duration = Duration::from_secs(1);
/// Time that work has to notice that the program stops.
const GRACE: Duration = Duration::from_secs(10);

/// When the work is over.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Until {
    /// When nothing waits.
    Idle,
    /// When somebody stops it.
    Stopped,
}

pub(super) struct Desk<'s> {
    settings: &'s RunnerSettings,
    shared: &'s Arc<Shared>,
    queue: WorkQueue,
    _lock: Lock,
}

impl<'s> Desk<'s> {
    /// Takes the duty. What another process left is put back.
    pub(super) fn open(
        settings: &'s RunnerSettings,
        shared: &'s Arc<Shared>,
    ) -> Result<Desk<'s>, WorkError> {
        let words = format!("process {}: {}\n", std::process::id(), settings.command);
        let lock =
            Lock::take(&settings.archive.join(LOCK), &words).map_err(|error| match error {
                LockError::Held { holder, .. } => {
                    WorkError::Busy { holder: holder.trim().to_owned() }
                }
                LockError::Path(error) => WorkError::Path(error),
            })?;
        let queue = WorkQueue::open(&settings.archive)?;
        Ok(Desk { settings, shared, queue, _lock: lock })
    }

    pub(super) fn work(&mut self, until: Until) -> Result<(), WorkError> {
        let mut is_first = true;
        loop {
            let settings = (self.settings.settings)();
            let was_idle = self.shared.state().running.is_empty();
            self.put_back_lost()?;
            self.save_results(&settings)?;
            self.tell()?;
            if self.shared.is_stopping() {
                return self.wait_for_all();
            }
            // Whoever ends when nothing waits does once what is due; otherwise it might never end.
            if until == Until::Stopped || is_first {
                self.queue.queue_due(self.settings.clock.now())?;
            }
            is_first = false;
            let started = self.start_all(&settings)?;
            // Nothing ran when nothing was found: all that ended was seen above.
            if until == Until::Idle && was_idle && started == 0 {
                return Ok(());
            }
            self.shared.rest(LOOK_EVERY);
        }
    }

    /// Requests that run, but not here, are left from a process that was killed, or from a thread that could not write.
    fn put_back_lost(&mut self) -> Result<(), WorkError> {
        let running = self.shared.state().running.clone();
        let lost = self.queue.recover(&running, self.settings.clock.now())?;
        if lost > 0 {
            tracing::warn!(lost, "requests were not finished and wait again");
        }
        Ok(())
    }

    /// Starts what has a free place. Returns how many requests that were.
    fn start_all(&mut self, settings: &WorkSettings) -> Result<usize, WorkError> {
        let mut started = 0;
        let packages = Arc::clone(&self.settings.packages);
        let is_known = |name: &str| packages.iter().any(|package| package.name() == name);
        while !self.shared.is_stopping() {
            let now = self.settings.clock.now();
            let Some(claimed) = self.queue.claim(settings, &is_known, now)? else { break };
            self.start(claimed, settings)?;
            started += 1;
        }
        Ok(started)
    }

    fn start(&mut self, claimed: ClaimedRequest, settings: &WorkSettings) -> Result<(), WorkError> {
        let (number, run) = (claimed.number, claimed.run);
        let rules = settings.packages.get(&claimed.package).cloned().unwrap_or_default();
        let job = Job {
            results_bytes: settings.results_bytes,
            settings: self.settings.clone(),
            shared: Arc::clone(self.shared),
            claimed,
            rules,
        };
        self.shared.state().running.push(number);
        let spawned = std::thread::Builder::new()
            .name(format!("request-{number}"))
            .spawn(move || job::run(&job));
        if let Err(error) = spawned {
            self.shared.state().running.retain(|it| *it != number);
            self.queue.finish(number, run, &RunEnd::PutBack, self.settings.clock.now())?;
            return Err(WorkError::Thread(error));
        }
        Ok(())
    }

    /// Tells owners of what has ended.
    fn tell(&mut self) -> Result<(), WorkError> {
        loop {
            let untold = self.queue.untold()?;
            if untold.is_empty() {
                return Ok(());
            }
            for news in &untold {
                self.settings.listener.ended(news);
                self.queue.note_told(news.number)?;
            }
        }
    }

    /// Writes results to the files of a site. That one cannot be written stands in the log of its request.
    fn save_results(&mut self, settings: &WorkSettings) -> Result<(), WorkError> {
        for (number, name) in self.queue.unsaved()? {
            let (run, content) = self.queue.content(number)?;
            let mut content: Box<dyn Read> = match content {
                OpenedContent::Bytes(bytes) => Box::new(std::io::Cursor::new(bytes)),
                OpenedContent::File(file) => Box::new(file),
            };
            let saved = match &settings.site {
                Some(site) => save_below(site, &name, &mut content),
                None => Err(WorkError::NoSite),
            };
            let line = match saved {
                Ok(_) => QueueNote::Saved { name },
                Err(why) => QueueNote::NotSaved { name, why },
            };
            self.queue.note_saved(number, run, &line, self.settings.clock.now())?;
        }
        Ok(())
    }

    /// Waits until no work runs, or none that notices.
    fn wait_for_all(&mut self) -> Result<(), WorkError> {
        let end = Instant::now() + GRACE;
        let state = self.shared.state();
        let is_busy = |state: &mut super::State| !state.running.is_empty();
        let left = end.saturating_duration_since(Instant::now());
        let waited = self.shared.bell.wait_timeout_while(state, left, is_busy);
        drop(waited);
        self.tell()
    }
}
